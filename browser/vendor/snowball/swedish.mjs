// From swedish_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouyäåö";
const g_s_ending = "bcdfghjklmnoprtvy";
const g_ost_ending = "iklnprtuv";
const a_0 = among(["fab",-1,"h",-1,"pak",-1,"rak",-1,"stak",-1,"kom",-1,"iet",-1,"cit",-1,"dit",-1,"alit",-1,"ilit",-1,"mit",-1,"nit",-1,"pit",-1,"rit",-1,"sit",-1,"tit",-1,"uit",-1,"ivit",-1,"kvit",-1,"xit",-1]);
const a_1 = among(["a",1,"arna",1,"erna",1,"heterna",1,"orna",1,"ad",1,"e",1,"ade",1,"ande",1,"arne",1,"are",1,"aste",1,"en",1,"anden",1,"aren",1,"heten",1,"ern",1,"ar",1,"er",1,"heter",1,"or",1,"s",2,"as",1,"arnas",1,"ernas",1,"ornas",1,"es",1,"ades",1,"andes",1,"ens",1,"arens",1,"hetens",1,"erns",1,"at",1,"et",3,"andet",1,"het",1,"ast",1]);
const a_2 = among(["dd",-1,"gd",-1,"nn",-1,"dt",-1,"gt",-1,"kt",-1,"tt",-1]);
const a_3 = among(["ig",1,"lig",1,"els",1,"fullt",3,"öst",2]);
export default class extends Stemmer {
I_p1 = 0;
r_mark_regions() {
let I_x, v_1;
this.I_p1 = this.limit;
v_1 = this.cursor;
if ((this.cursor + 3) > this.limit) {
return false;
}
this.cursor += 3;
I_x = this.cursor;
this.cursor = v_1;
if (!(this.go_out_grouping(g_v))) {
return false;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
return false;
}
this.cursor += 1;
this.I_p1 = this.cursor;
lab0: {
if (this.I_p1 >= I_x) {
break lab0;
}
this.I_p1 = I_x;
}
return true;
}
r_et_condition() {
let v_1, v_2;
v_1 = (this.limit - this.cursor);
if (!(this.out_grouping_b(g_v))) {
return false;
}
if (!(this.in_grouping_b(g_v))) {
return false;
}
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
lab0: {
if (this.find_among_b(a_0) === 0) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_2);
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
while (true) {
v_3 = (this.limit - this.cursor);
lab0: {
if (!(this.eq_s_b("et"))) {
break lab0;
}
if (!(this.r_et_condition())) {
break lab0;
}
this.bra = this.cursor;
break;
}
this.cursor = (this.limit - v_3);
if (!(this.in_grouping_b(g_s_ending))) {
return false;
}
break;
}
this.slice_del();
} else {
if (!(this.r_et_condition())) {
return false;
}
this.slice_del();
}
}
return true;
}
r_consonant_pair() {
let v_2, v_3;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
v_3 = (this.limit - this.cursor);
if (this.find_among_b(a_2) === 0) {
this.limit_backward = v_2;
return false;
}
this.cursor = (this.limit - v_3);
this.ket = this.cursor;
if (this.cursor <= this.limit_backward) {
this.limit_backward = v_2;
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
this.limit_backward = v_2;
return true;
}
r_other_suffix() {
let among_var, v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
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
if (!(this.in_grouping_b(g_ost_ending))) {
return false;
}
this.slice_from("ös");
} else {
this.slice_from("full");
}
}
return true;
}
_stem() {
let v_1, v_2, v_3, v_4;
v_1 = this.cursor;
this.r_mark_regions();
this.cursor = v_1;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_2 = (this.limit - this.cursor);
this.r_main_suffix();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
this.r_consonant_pair();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
this.r_other_suffix();
this.cursor = (this.limit - v_4);
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "57ad821c";
