// From sesotho_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiou";
const a_0 = among(["ba",-1,"boi",-1,"le",-1,"li",-1,"ma",-1,"me",-1,"mo",-1,"se",-1]);
const a_1 = among(["a",1,"ela",1,"isa",1,"wa",1,"ile",1,"etse",1,"ang",1,"eng",1,"ong",1]);
const a_2 = among(["ana",1,"nyana",1,"oa",1,"i",1,"ano",1]);
export default class extends Stemmer {
I_pV = 0;
r_mark_regions() {
let v_1, v_2;
v_1 = this.cursor;
if (!(this.go_out_grouping(g_v))) {
return false;
}
this.cursor += 1;
this.I_pV = this.cursor;
this.cursor = v_1;
v_2 = this.cursor;
if ((this.cursor + 2) > this.limit) {
return false;
}
this.cursor += 2;
lab0: {
if (this.cursor <= this.I_pV) {
break lab0;
}
this.I_pV = this.cursor;
}
this.cursor = v_2;
return true;
}
r_remove_noun_prefixes() {
let v_1;
this.bra = this.cursor;
if (this.find_among(a_0) === 0) {
return false;
}
this.ket = this.cursor;
v_1 = this.cursor;
if (this.cursor >= this.limit) {
return false;
}
this.cursor += 1;
if (this.cursor >= this.limit) {
return false;
}
this.cursor = v_1;
if (!(this.go_out_grouping(g_v))) {
return false;
}
this.cursor += 1;
this.slice_del();
return true;
}
r_remove_verb_suffixes() {
let v_2;
if (this.cursor < this.I_pV) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_pV;
this.ket = this.cursor;
if (this.find_among_b(a_1) === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.slice_del();
this.limit_backward = v_2;
return true;
}
r_remove_nominal_suffixes() {
let v_2;
if (this.cursor < this.I_pV) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_pV;
this.ket = this.cursor;
if (this.find_among_b(a_2) === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.slice_del();
this.limit_backward = v_2;
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
this.r_remove_nominal_suffixes();
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
this.r_remove_verb_suffixes();
this.cursor = (this.limit - v_2);
this.cursor = this.limit_backward;
v_3 = this.cursor;
this.r_remove_noun_prefixes();
this.cursor = v_3;
return true;
}
}
export const FINGERPRINT = "806b2cf7";
