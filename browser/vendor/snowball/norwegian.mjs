// From norwegian_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouyåæêòóôø";
const g_s_ending = "bcdfghjlmnoptvyz";
const a_0 = among(["",1,"ind",-1,"kk",-1,"nk",-1,"amm",-1,"omm",-1,"kap",-1,"skap",1,"pp",-1,"lt",-1,"ast",-1,"øst",-1,"v",-1,"hav",1,"giv",1]);
const a_1 = among(["a",1,"e",1,"ede",1,"ande",1,"ende",1,"ane",1,"ene",1,"hetene",1,"erte",4,"en",1,"heten",1,"ar",1,"er",1,"heter",1,"s",3,"as",1,"es",1,"edes",1,"endes",1,"enes",1,"hetenes",1,"ens",1,"hetens",1,"ers",2,"ets",1,"et",1,"het",1,"ert",4,"ast",1]);
const a_2 = among(["dt",-1,"vt",-1]);
const a_3 = among(["leg",1,"eleg",1,"ig",1,"eig",1,"lig",1,"elig",1,"els",1,"lov",1,"elov",1,"slov",1,"hetslov",1]);
export default class extends Stemmer {
I_p1 = 0;
r_mark_regions() {
let v_1, v_2, v_3;
this.I_p1 = this.limit;
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
while (true) {
lab2: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "'")) {
break lab2;
}
this.cursor += 1;
break;
}
if (this.cursor >= this.limit) {
break lab1;
}
this.cursor += 1;
}
break;
}
this.cursor = v_2;
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
break;
}
this.I_p1 = this.cursor;
}
this.cursor = v_1;
v_3 = this.cursor;
if ((this.cursor + 3) > this.limit) {
return false;
}
this.cursor += 3;
lab0: {
if (this.I_p1 >= this.cursor) {
break lab0;
}
this.I_p1 = this.cursor;
}
this.cursor = v_3;
return true;
}
r_main_suffix() {
let among_var, v_2, v_3;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_1);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
this.slice_del();
} else {
if (among_var === 2) {
among_var = this.find_among_b(a_0);
if (among_var === 1) {
this.slice_del();
}
} else {
if (among_var === 3) {
while (true) {
v_3 = (this.limit - this.cursor);
lab0: {
if (!(this.in_grouping_b(g_s_ending))) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_3);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "r")) {
break lab0;
}
this.cursor -= 1;
lab1: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
break lab1;
}
this.cursor -= 1;
break lab0;
}
break;
}
this.cursor = (this.limit - v_3);
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "k")) {
return false;
}
this.cursor -= 1;
if (!(this.out_grouping_b(g_v))) {
return false;
}
break;
}
this.slice_del();
} else {
this.slice_from("er");
}
}
}
return true;
}
r_consonant_pair() {
let v_1, v_3;
v_1 = (this.limit - this.cursor);
if (this.cursor < this.I_p1) {
return false;
}
v_3 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
if (this.find_among_b(a_2) === 0) {
this.limit_backward = v_3;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_3;
this.cursor = (this.limit - v_1);
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
return true;
}
r_other_suffix() {
let v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
if (this.find_among_b(a_3) === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
this.slice_del();
return true;
}
_stem() {
let v_1, v_2, v_3;
if (!(this.r_mark_regions())) {
return false;
}
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_1 = (this.limit - this.cursor);
this.r_main_suffix();
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
this.r_consonant_pair();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
this.r_other_suffix();
this.cursor = (this.limit - v_3);
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "61c9db6e";
