// From hungarian_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouáéíóöúüőű";
const a_0 = among(["á",1,"é",2]);
const as_0 = ["a", "e"];
const a_1 = among(["bb",-1,"cc",-1,"dd",-1,"ff",-1,"gg",-1,"jj",-1,"kk",-1,"ll",-1,"mm",-1,"nn",-1,"pp",-1,"rr",-1,"ccs",-1,"ss",-1,"zzs",-1,"tt",-1,"vv",-1,"ggy",-1,"lly",-1,"nny",-1,"tty",-1,"ssz",-1,"zz",-1]);
const a_2 = among(["al",1,"el",1]);
const a_3 = among(["ba",-1,"ra",-1,"be",-1,"re",-1,"ig",-1,"nak",-1,"nek",-1,"val",-1,"vel",-1,"ul",-1,"nál",-1,"nél",-1,"ból",-1,"ról",-1,"tól",-1,"ül",-1,"ből",-1,"ről",-1,"től",-1,"n",-1,"an",-1,"ban",-1,"en",-1,"ben",-1,"képpen",-1,"on",-1,"ön",-1,"képp",-1,"kor",-1,"t",-1,"at",-1,"et",-1,"ként",-1,"anként",-1,"enként",-1,"onként",-1,"ot",-1,"ért",-1,"öt",-1,"hez",-1,"hoz",-1,"höz",-1,"vá",-1,"vé",-1]);
const a_4 = among(["án",2,"én",1,"ánként",2]);
const as_4 = ["e", "a"];
const a_5 = among(["stul",1,"astul",1,"ástul",2,"stül",1,"estül",1,"éstül",3]);
const as_5 = ["", "a", "e"];
const a_6 = among(["á",1,"é",1]);
const a_7 = among(["k",3,"ak",3,"ek",3,"ok",3,"ák",1,"ék",2,"ök",3]);
const as_7 = ["a", "e", ""];
const a_8 = among(["éi",1,"áéi",3,"ééi",2,"é",1,"ké",1,"aké",1,"eké",1,"oké",1,"áké",3,"éké",2,"öké",1,"éé",2]);
const as_8 = ["", "e", "a"];
const a_9 = among(["a",1,"ja",1,"d",1,"ad",1,"ed",1,"od",1,"ád",2,"éd",3,"öd",1,"e",1,"je",1,"nk",1,"unk",1,"ánk",2,"énk",3,"ünk",1,"uk",1,"juk",1,"ájuk",2,"ük",1,"jük",1,"éjük",3,"m",1,"am",1,"em",1,"om",1,"ám",2,"ém",3,"o",1,"á",2,"é",3]);
const as_9 = ["", "a", "e"];
const a_10 = among(["id",1,"aid",1,"jaid",1,"eid",1,"jeid",1,"áid",2,"éid",3,"i",1,"ai",1,"jai",1,"ei",1,"jei",1,"ái",2,"éi",3,"itek",1,"eitek",1,"jeitek",1,"éitek",3,"ik",1,"aik",1,"jaik",1,"eik",1,"jeik",1,"áik",2,"éik",3,"ink",1,"aink",1,"jaink",1,"eink",1,"jeink",1,"áink",2,"éink",3,"aitok",1,"jaitok",1,"áitok",2,"im",1,"aim",1,"jaim",1,"eim",1,"jeim",1,"áim",2,"éim",3]);
const as_10 = ["", "a", "e"];
export default class extends Stemmer {
I_p1 = 0;
r_mark_regions() {
let v_1, v_2;
this.I_p1 = this.limit;
while (true) {
v_1 = this.cursor;
lab0: {
if (!(this.in_grouping(g_v))) {
break lab0;
}
v_2 = this.cursor;
lab1: {
if (!(this.go_in_grouping(g_v))) {
break lab1;
}
this.cursor += 1;
this.I_p1 = this.cursor;
}
this.cursor = v_2;
break;
}
this.cursor = v_1;
if (!(this.go_out_grouping(g_v))) {
return false;
}
this.cursor += 1;
this.I_p1 = this.cursor;
break;
}
return true;
}
r_R1() {
return this.I_p1 <= this.cursor;
}
r_v_ending() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_0);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_from(as_0[(among_var - 1)]);
return true;
}
r_double() {
let v_1;
v_1 = (this.limit - this.cursor);
if (this.find_among_b(a_1) === 0) {
return false;
}
this.cursor = (this.limit - v_1);
return true;
}
r_undouble() {
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
this.ket = this.cursor;
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
return true;
}
r_instrum() {
this.ket = this.cursor;
if (this.find_among_b(a_2) === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
if (!(this.r_double())) {
return false;
}
this.slice_del();
return this.r_undouble();
}
r_case() {
this.ket = this.cursor;
if (this.find_among_b(a_3) === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_del();
return this.r_v_ending();
}
r_case_special() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_4);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_from(as_4[(among_var - 1)]);
return true;
}
r_case_other() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_5);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_from(as_5[(among_var - 1)]);
return true;
}
r_factive() {
this.ket = this.cursor;
if (this.find_among_b(a_6) === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
if (!(this.r_double())) {
return false;
}
this.slice_del();
return this.r_undouble();
}
r_plural() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_7);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_from(as_7[(among_var - 1)]);
return true;
}
r_owned() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_8);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_from(as_8[(among_var - 1)]);
return true;
}
r_sing_owner() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_9);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_from(as_9[(among_var - 1)]);
return true;
}
r_plur_owner() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_10);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
this.slice_from(as_10[(among_var - 1)]);
return true;
}
_stem() {
let v_1, v_10, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
v_1 = this.cursor;
this.r_mark_regions();
this.cursor = v_1;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_2 = (this.limit - this.cursor);
this.r_instrum();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
this.r_case();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
this.r_case_special();
this.cursor = (this.limit - v_4);
v_5 = (this.limit - this.cursor);
this.r_case_other();
this.cursor = (this.limit - v_5);
v_6 = (this.limit - this.cursor);
this.r_factive();
this.cursor = (this.limit - v_6);
v_7 = (this.limit - this.cursor);
this.r_owned();
this.cursor = (this.limit - v_7);
v_8 = (this.limit - this.cursor);
this.r_sing_owner();
this.cursor = (this.limit - v_8);
v_9 = (this.limit - this.cursor);
this.r_plur_owner();
this.cursor = (this.limit - v_9);
v_10 = (this.limit - this.cursor);
this.r_plural();
this.cursor = (this.limit - v_10);
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "7c08b566";
