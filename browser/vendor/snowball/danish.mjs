// From danish_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_undouble_c = "bdfgklmnprst";
const g_v = "aeiouyåæø";
const g_s_ending = "'abcdfghjklmnoprtvyzå";
const a_0 = among(["hed",1,"ethed",1,"ered",1,"e",1,"erede",1,"ende",1,"erende",1,"ene",1,"erne",1,"ere",1,"en",1,"heden",1,"eren",1,"er",1,"heder",1,"erer",1,"s",2,"heds",1,"es",1,"endes",1,"erendes",1,"enes",1,"ernes",1,"eres",1,"ens",1,"hedens",1,"erens",1,"ers",1,"ets",1,"erets",1,"et",1,"eret",1]);
const a_1 = among(["gd",-1,"dt",-1,"gt",-1,"kt",-1]);
const a_2 = among(["ig",1,"lig",1,"elig",1,"els",1,"løst",2]);
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
let among_var, v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_0);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
this.slice_del();
} else {
if (!(this.in_grouping_b(g_s_ending))) {
return false;
}
this.slice_del();
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
if (this.find_among_b(a_1) === 0) {
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
let among_var, v_1, v_3, v_4;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("st"))) {
break lab0;
}
this.bra = this.cursor;
if (!(this.eq_s_b("ig"))) {
break lab0;
}
this.slice_del();
}
this.cursor = (this.limit - v_1);
if (this.cursor < this.I_p1) {
return false;
}
v_3 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
this.limit_backward = v_3;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_3;
if (among_var === 1) {
this.slice_del();
v_4 = (this.limit - this.cursor);
this.r_consonant_pair();
this.cursor = (this.limit - v_4);
} else {
this.slice_from("løs");
}
return true;
}
r_undouble() {
let S_ch, v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
if (!(this.in_grouping_b(g_undouble_c))) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
S_ch = this.slice_to();
this.limit_backward = v_2;
if (!(this.eq_s_b(S_ch))) {
return false;
}
this.slice_del();
return true;
}
_stem() {
let v_1, v_2, v_3, v_4;
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
v_4 = (this.limit - this.cursor);
this.r_undouble();
this.cursor = (this.limit - v_4);
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
export const FINGERPRINT = "edf4e2f6";
