// From dutch_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_E = "eèéêë";
const g_AIOU = "aiouàáâäìíîïòóôöùúûü";
const g_AEIOU = "aeiouàáâäèéêëìíîïòóôöùúûü";
const g_v = "aeiouyàáâäèéêëìíîïòóôöùúûü";
const g_v_WX = "aeiouwxyàáâäèéêëìíîïòóôöùúûü";
const a_0 = among(["a",1,"e",2,"o",1,"u",1,"à",1,"á",1,"â",1,"ä",1,"è",2,"é",2,"ê",2,"eë",3,"ië",4,"ò",1,"ó",1,"ô",1,"ö",1,"ù",1,"ú",1,"û",1,"ü",1]);
const a_1 = among(["nde",8,"en",7,"s",2,"'s",1,"es",4,"ies",3,"aus",6,"és",5]);
const a_2 = among(["de",5,"ge",2,"ische",4,"je",1,"lijke",3,"le",9,"ene",10,"re",8,"se",7,"te",6,"ieve",11]);
const a_3 = among(["heid",3,"fie",7,"gie",8,"atie",1,"isme",5,"ing",5,"arij",6,"erij",5,"sel",3,"rder",4,"ster",3,"iteit",2,"dst",10,"tst",9]);
const a_4 = among(["end",9,"atief",2,"erig",9,"achtig",3,"ioneel",1,"baar",3,"laar",5,"naar",4,"raar",6,"eriger",9,"achtiger",3,"lijker",8,"tant",7,"erigst",9,"achtigst",3,"lijkst",8]);
const a_5 = among(["ig",1,"iger",1,"igst",1]);
const a_6 = among(["ft",2,"kt",1,"pt",3]);
const as_6 = ["k", "f", "p"];
const a_7 = among(["bb",1,"cc",2,"dd",3,"ff",4,"gg",5,"hh",6,"jj",7,"kk",8,"ll",9,"mm",10,"nn",11,"pp",12,"qq",13,"rr",14,"ss",15,"tt",16,"v",4,"vv",17,"ww",18,"xx",19,"z",15,"zz",20]);
const a_8 = among(["d",1,"t",2]);
const a_9 = among(["",-1,"eft",1,"vaa",1,"val",1,"vali",-1,"vare",1]);
const a_10 = among(["ë",1,"ï",2]);
const as_10 = ["e", "i"];
const a_11 = among(["ë",1,"ï",2]);
const as_11 = ["e", "i"];
export default class extends Stemmer {
B_GE_removed = false;
I_p2 = 0;
I_p1 = 0;
r_R1() {
return this.I_p1 <= this.cursor;
}
r_R2() {
return this.I_p2 <= this.cursor;
}
r_V() {
let v_1;
v_1 = (this.limit - this.cursor);
while (true) {
lab0: {
if (!(this.in_grouping_b(g_v))) {
break lab0;
}
break;
}
if (!(this.eq_s_b("ij"))) {
return false;
}
break;
}
this.cursor = (this.limit - v_1);
return true;
}
r_VX() {
let v_1;
v_1 = (this.limit - this.cursor);
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
while (true) {
lab0: {
if (!(this.in_grouping_b(g_v))) {
break lab0;
}
break;
}
if (!(this.eq_s_b("ij"))) {
return false;
}
break;
}
this.cursor = (this.limit - v_1);
return true;
}
r_C() {
let v_1;
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.eq_s_b("ij"))) {
break lab0;
}
return false;
}
if (!(this.out_grouping_b(g_v))) {
return false;
}
this.cursor = (this.limit - v_1);
return true;
}
r_lengthen_V() {
let S_ch, among_var, c, v_1, v_2, v_3, v_4, v_5;
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.out_grouping_b(g_v_WX))) {
break lab0;
}
this.ket = this.cursor;
among_var = this.find_among_b(a_0);
if (among_var === 0) {
break lab0;
}
this.bra = this.cursor;
if (among_var === 1) {
v_2 = (this.limit - this.cursor);
while (true) {
lab1: {
if (!(this.out_grouping_b(g_AEIOU))) {
break lab1;
}
break;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_2);
S_ch = this.slice_to();
c = this.cursor;
this.insert(this.cursor, this.cursor, S_ch);
this.cursor = c;
} else {
if (among_var === 2) {
v_3 = (this.limit - this.cursor);
while (true) {
lab1: {
if (!(this.out_grouping_b(g_AEIOU))) {
break lab1;
}
break;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
break;
}
v_4 = (this.limit - this.cursor);
lab1: {
while (true) {
lab2: {
if (!(this.in_grouping_b(g_AIOU))) {
break lab2;
}
break;
}
if (!(this.in_grouping_b(g_E))) {
break lab1;
}
if (this.cursor > this.limit_backward) {
break lab1;
}
break;
}
break lab0;
}
this.cursor = (this.limit - v_4);
v_5 = (this.limit - this.cursor);
lab1: {
if (this.cursor <= this.limit_backward) {
break lab1;
}
this.cursor -= 1;
if (!(this.in_grouping_b(g_AIOU))) {
break lab1;
}
if (!(this.out_grouping_b(g_AEIOU))) {
break lab1;
}
break lab0;
}
this.cursor = (this.limit - v_5);
this.cursor = (this.limit - v_3);
S_ch = this.slice_to();
c = this.cursor;
this.insert(this.cursor, this.cursor, S_ch);
this.cursor = c;
} else {
if (among_var === 3) {
this.slice_from("eëe");
} else {
this.slice_from("iee");
}
}
}
}
this.cursor = (this.limit - v_1);
return true;
}
r_Step_1() {
let among_var, v_1, v_2, v_3, v_4, v_5;
this.ket = this.cursor;
among_var = this.find_among_b(a_1);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
this.slice_del();
} else {
if (among_var === 2) {
if (!(this.r_R1())) {
return false;
}
v_1 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "t")) {
break lab0;
}
this.cursor -= 1;
if (!(this.r_R1())) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_1);
if (!(this.r_C())) {
return false;
}
this.slice_del();
} else {
if (among_var === 3) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("ie");
} else {
if (among_var === 4) {
while (true) {
v_2 = (this.limit - this.cursor);
lab0: {
v_3 = (this.limit - this.cursor);
if (!(this.eq_s_b("ar"))) {
break lab0;
}
if (!(this.r_R1())) {
break lab0;
}
if (!(this.r_C())) {
break lab0;
}
this.cursor = (this.limit - v_3);
this.slice_del();
this.r_lengthen_V();
break;
}
this.cursor = (this.limit - v_2);
lab0: {
v_4 = (this.limit - this.cursor);
if (!(this.eq_s_b("er"))) {
break lab0;
}
if (!(this.r_R1())) {
break lab0;
}
if (!(this.r_C())) {
break lab0;
}
this.cursor = (this.limit - v_4);
this.slice_del();
break;
}
this.cursor = (this.limit - v_2);
if (!(this.r_R1())) {
return false;
}
if (!(this.r_C())) {
return false;
}
this.slice_from("e");
break;
}
} else {
if (among_var === 5) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("é");
} else {
if (among_var === 6) {
if (!(this.r_R1())) {
return false;
}
if (!(this.r_V())) {
return false;
}
this.slice_from("au");
} else {
if (among_var === 7) {
while (true) {
v_5 = (this.limit - this.cursor);
lab0: {
if (!(this.eq_s_b("hed"))) {
break lab0;
}
if (!(this.r_R1())) {
break lab0;
}
this.bra = this.cursor;
this.slice_from("heid");
break;
}
this.cursor = (this.limit - v_5);
lab0: {
if (!(this.eq_s_b("nd"))) {
break lab0;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_5);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "d")) {
break lab0;
}
this.cursor -= 1;
if (!(this.r_R1())) {
break lab0;
}
if (!(this.r_C())) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
break;
}
this.cursor = (this.limit - v_5);
lab0: {
while (true) {
lab1: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "i")) {
break lab1;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "j")) {
break lab0;
}
this.cursor -= 1;
break;
}
if (!(this.r_V())) {
break lab0;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_5);
if (!(this.r_R1())) {
return false;
}
if (!(this.r_C())) {
return false;
}
this.slice_del();
this.r_lengthen_V();
break;
}
} else {
this.slice_from("nd");
}
}
}
}
}
}
}
return true;
}
r_Step_2() {
let among_var, v_1;
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.eq_s_b("'t"))) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.eq_s_b("et"))) {
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
break lab0;
}
if (!(this.r_C())) {
break lab0;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.eq_s_b("rnt"))) {
break lab0;
}
this.bra = this.cursor;
this.slice_from("rn");
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "t")) {
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
if (!(this.r_R1())) {
break lab0;
}
if (!(this.r_VX())) {
break lab0;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.eq_s_b("ink"))) {
break lab0;
}
this.bra = this.cursor;
this.slice_from("ing");
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.eq_s_b("mp"))) {
break lab0;
}
this.bra = this.cursor;
this.slice_from("m");
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
if (!(this.r_R1())) {
break lab0;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_1);
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
if (!(this.r_C())) {
return false;
}
this.slice_del();
break;
}
} else {
if (among_var === 2) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("g");
} else {
if (among_var === 3) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("lijk");
} else {
if (among_var === 4) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("isch");
} else {
if (among_var === 5) {
if (!(this.r_R1())) {
return false;
}
if (!(this.r_C())) {
return false;
}
this.slice_del();
} else {
if (among_var === 6) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("t");
} else {
if (among_var === 7) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("s");
} else {
if (among_var === 8) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("r");
} else {
if (among_var === 9) {
if (!(this.r_R1())) {
return false;
}
this.slice_del();
this.insert(this.cursor, this.cursor, "l");
this.r_lengthen_V();
} else {
if (among_var === 10) {
if (!(this.r_R1())) {
return false;
}
if (!(this.r_C())) {
return false;
}
this.slice_del();
this.insert(this.cursor, this.cursor, "en");
this.r_lengthen_V();
} else {
if (!(this.r_R1())) {
return false;
}
if (!(this.r_C())) {
return false;
}
this.slice_from("ief");
}
}
}
}
}
}
}
}
}
}
return true;
}
r_Step_3() {
let among_var, v_1;
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R1())) {
return false;
}
this.slice_from("eer");
} else {
if (among_var === 2) {
if (!(this.r_R1())) {
return false;
}
this.slice_del();
this.r_lengthen_V();
} else {
if (among_var === 3) {
if (!(this.r_R1())) {
return false;
}
this.slice_del();
} else {
if (among_var === 4) {
this.slice_from("r");
} else {
if (among_var === 5) {
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.eq_s_b("ild"))) {
break lab0;
}
this.slice_from("er");
break;
}
this.cursor = (this.limit - v_1);
if (!(this.r_R1())) {
return false;
}
this.slice_del();
this.r_lengthen_V();
break;
}
} else {
if (among_var === 6) {
if (!(this.r_R1())) {
return false;
}
if (!(this.r_C())) {
return false;
}
this.slice_from("aar");
} else {
if (among_var === 7) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
this.insert(this.cursor, this.cursor, "f");
this.r_lengthen_V();
} else {
if (among_var === 8) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
this.insert(this.cursor, this.cursor, "g");
this.r_lengthen_V();
} else {
if (among_var === 9) {
if (!(this.r_R1())) {
return false;
}
if (!(this.r_C())) {
return false;
}
this.slice_from("t");
} else {
if (!(this.r_R1())) {
return false;
}
if (!(this.r_C())) {
return false;
}
this.slice_from("d");
}
}
}
}
}
}
}
}
}
return true;
}
r_Step_4() {
let among_var, v_1, v_2;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_4);
if (among_var === 0) {
break lab0;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_from("ie");
} else {
if (among_var === 2) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_from("eer");
} else {
if (among_var === 3) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_del();
} else {
if (among_var === 4) {
if (!(this.r_R1())) {
break lab0;
}
if (!(this.r_V())) {
break lab0;
}
this.slice_from("n");
} else {
if (among_var === 5) {
if (!(this.r_R1())) {
break lab0;
}
if (!(this.r_V())) {
break lab0;
}
this.slice_from("l");
} else {
if (among_var === 6) {
if (!(this.r_R1())) {
break lab0;
}
if (!(this.r_V())) {
break lab0;
}
this.slice_from("r");
} else {
if (among_var === 7) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_from("teer");
} else {
if (among_var === 8) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_from("lijk");
} else {
if (!(this.r_R1())) {
break lab0;
}
if (!(this.r_C())) {
break lab0;
}
this.slice_del();
this.r_lengthen_V();
}
}
}
}
}
}
}
}
break;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
if (this.find_among_b(a_5) === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
v_2 = (this.limit - this.cursor);
lab0: {
if (!(this.eq_s_b("inn"))) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_2);
if (!(this.r_C())) {
return false;
}
this.slice_del();
this.r_lengthen_V();
break;
}
return true;
}
r_Step_7() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_6);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
this.slice_from(as_6[(among_var - 1)]);
return true;
}
r_Step_6() {
let among_var, v_1;
this.ket = this.cursor;
among_var = this.find_among_b(a_7);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
this.slice_from("b");
} else {
if (among_var === 2) {
this.slice_from("c");
} else {
if (among_var === 3) {
this.slice_from("d");
} else {
if (among_var === 4) {
this.slice_from("f");
} else {
if (among_var === 5) {
this.slice_from("g");
} else {
if (among_var === 6) {
this.slice_from("h");
} else {
if (among_var === 7) {
this.slice_from("j");
} else {
if (among_var === 8) {
this.slice_from("k");
} else {
if (among_var === 9) {
this.slice_from("l");
} else {
if (among_var === 10) {
this.slice_from("m");
} else {
if (among_var === 11) {
v_1 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "i")) {
break lab0;
}
this.cursor -= 1;
if (this.cursor > this.limit_backward) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_1);
this.slice_from("n");
} else {
if (among_var === 12) {
this.slice_from("p");
} else {
if (among_var === 13) {
this.slice_from("q");
} else {
if (among_var === 14) {
this.slice_from("r");
} else {
if (among_var === 15) {
this.slice_from("s");
} else {
if (among_var === 16) {
this.slice_from("t");
} else {
if (among_var === 17) {
this.slice_from("v");
} else {
if (among_var === 18) {
this.slice_from("w");
} else {
if (among_var === 19) {
this.slice_from("x");
} else {
this.slice_from("z");
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
return true;
}
r_Step_1c() {
let among_var, v_1, v_2, v_3, v_4;
this.ket = this.cursor;
among_var = this.find_among_b(a_8);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
if (!(this.r_C())) {
return false;
}
if (among_var === 1) {
v_1 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "n")) {
break lab0;
}
this.cursor -= 1;
if (!(this.r_R1())) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_1);
while (true) {
v_2 = (this.limit - this.cursor);
lab0: {
if (!(this.eq_s_b("in"))) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
this.slice_from("n");
break;
}
this.cursor = (this.limit - v_2);
this.slice_del();
break;
}
} else {
v_3 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "h")) {
break lab0;
}
this.cursor -= 1;
if (!(this.r_R1())) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
lab0: {
if (!(this.eq_s_b("en"))) {
break lab0;
}
if (this.cursor > this.limit_backward) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_4);
this.slice_del();
}
return true;
}
r_Lose_prefix() {
let among_var, v_1, v_2, v_3, v_4, v_5;
this.bra = this.cursor;
if (!(this.eq_s("ge"))) {
return false;
}
this.ket = this.cursor;
v_1 = this.cursor;
if ((this.cursor + 3) > this.limit) {
return false;
}
this.cursor += 3;
this.cursor = v_1;
v_2 = this.cursor;
while (true) {
v_3 = this.cursor;
lab0: {
while (true) {
lab1: {
if (!(this.eq_s("ij"))) {
break lab1;
}
break;
}
if (!(this.in_grouping(g_v))) {
break lab0;
}
break;
}
break;
}
this.cursor = v_3;
if (this.cursor >= this.limit) {
return false;
}
this.cursor += 1;
}
while (true) {
v_4 = this.cursor;
lab0: {
while (true) {
lab1: {
if (!(this.eq_s("ij"))) {
break lab1;
}
break;
}
if (!(this.in_grouping(g_v))) {
break lab0;
}
break;
}
continue;
}
this.cursor = v_4;
break;
}
if (this.cursor >= this.limit) {
return false;
}
this.cursor = v_2;
among_var = this.find_among(a_9);
if (among_var === 1) {
return false;
}
this.B_GE_removed = true;
this.slice_del();
v_5 = this.cursor;
lab0: {
this.bra = this.cursor;
among_var = this.find_among(a_10);
if (among_var === 0) {
break lab0;
}
this.ket = this.cursor;
this.slice_from(as_10[(among_var - 1)]);
}
this.cursor = v_5;
return true;
}
r_Lose_infix() {
let among_var, v_1, v_2, v_3, v_4, v_5;
if (this.cursor >= this.limit) {
return false;
}
this.cursor += 1;
while (true) {
lab0: {
this.bra = this.cursor;
if (!(this.eq_s("ge"))) {
break lab0;
}
this.ket = this.cursor;
break;
}
if (this.cursor >= this.limit) {
return false;
}
this.cursor += 1;
}
v_1 = this.cursor;
if ((this.cursor + 3) > this.limit) {
return false;
}
this.cursor += 3;
this.cursor = v_1;
v_2 = this.cursor;
while (true) {
v_3 = this.cursor;
lab0: {
while (true) {
lab1: {
if (!(this.eq_s("ij"))) {
break lab1;
}
break;
}
if (!(this.in_grouping(g_v))) {
break lab0;
}
break;
}
break;
}
this.cursor = v_3;
if (this.cursor >= this.limit) {
return false;
}
this.cursor += 1;
}
while (true) {
v_4 = this.cursor;
lab0: {
while (true) {
lab1: {
if (!(this.eq_s("ij"))) {
break lab1;
}
break;
}
if (!(this.in_grouping(g_v))) {
break lab0;
}
break;
}
continue;
}
this.cursor = v_4;
break;
}
if (this.cursor >= this.limit) {
return false;
}
this.cursor = v_2;
this.B_GE_removed = true;
this.slice_del();
v_5 = this.cursor;
lab0: {
this.bra = this.cursor;
among_var = this.find_among(a_11);
if (among_var === 0) {
break lab0;
}
this.ket = this.cursor;
this.slice_from(as_11[(among_var - 1)]);
}
this.cursor = v_5;
return true;
}
r_measure() {
let v_1, v_2, v_3, v_4, v_5;
this.I_p1 = this.limit;
this.I_p2 = this.limit;
v_1 = this.cursor;
lab0: {
while (true) {
lab1: {
if (!(this.out_grouping(g_v))) {
break lab1;
}
continue;
}
break;
}
v_2 = 1;
while (true) {
v_3 = this.cursor;
lab1: {
while (true) {
lab2: {
if (!(this.eq_s("ij"))) {
break lab2;
}
break;
}
if (!(this.in_grouping(g_v))) {
break lab1;
}
break;
}
v_2 -= 1;
continue;
}
this.cursor = v_3;
break;
}
if (v_2 > 0) {
break lab0;
}
if (!(this.out_grouping(g_v))) {
break lab0;
}
this.I_p1 = this.cursor;
while (true) {
lab1: {
if (!(this.out_grouping(g_v))) {
break lab1;
}
continue;
}
break;
}
v_4 = 1;
while (true) {
v_5 = this.cursor;
lab1: {
while (true) {
lab2: {
if (!(this.eq_s("ij"))) {
break lab2;
}
break;
}
if (!(this.in_grouping(g_v))) {
break lab1;
}
break;
}
v_4 -= 1;
continue;
}
this.cursor = v_5;
break;
}
if (v_4 > 0) {
break lab0;
}
if (!(this.out_grouping(g_v))) {
break lab0;
}
this.I_p2 = this.cursor;
}
this.cursor = v_1;
return true;
}
_stem() {
let B_stemmed, v_1, v_10, v_11, v_12, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
B_stemmed = false;
this.r_measure();
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.r_Step_1())) {
break lab0;
}
B_stemmed = true;
}
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
lab0: {
if (!(this.r_Step_2())) {
break lab0;
}
B_stemmed = true;
}
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
lab0: {
if (!(this.r_Step_3())) {
break lab0;
}
B_stemmed = true;
}
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
lab0: {
if (!(this.r_Step_4())) {
break lab0;
}
B_stemmed = true;
}
this.cursor = (this.limit - v_4);
this.cursor = this.limit_backward;
this.B_GE_removed = false;
v_5 = this.cursor;
lab0: {
v_6 = this.cursor;
if (!(this.r_Lose_prefix())) {
break lab0;
}
this.cursor = v_6;
this.r_measure();
}
this.cursor = v_5;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_7 = (this.limit - this.cursor);
lab0: {
if (!(this.B_GE_removed)) {
break lab0;
}
B_stemmed = true;
if (!(this.r_Step_1c())) {
break lab0;
}
}
this.cursor = (this.limit - v_7);
this.cursor = this.limit_backward;
this.B_GE_removed = false;
v_8 = this.cursor;
lab0: {
v_9 = this.cursor;
if (!(this.r_Lose_infix())) {
break lab0;
}
this.cursor = v_9;
this.r_measure();
}
this.cursor = v_8;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_10 = (this.limit - this.cursor);
lab0: {
if (!(this.B_GE_removed)) {
break lab0;
}
B_stemmed = true;
if (!(this.r_Step_1c())) {
break lab0;
}
}
this.cursor = (this.limit - v_10);
this.cursor = this.limit_backward;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_11 = (this.limit - this.cursor);
lab0: {
if (!(this.r_Step_7())) {
break lab0;
}
B_stemmed = true;
}
this.cursor = (this.limit - v_11);
v_12 = (this.limit - this.cursor);
lab0: {
if (!(B_stemmed)) {
break lab0;
}
if (!(this.r_Step_6())) {
break lab0;
}
}
this.cursor = (this.limit - v_12);
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "f2ecb552";
