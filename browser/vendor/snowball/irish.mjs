// From irish_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouáéíóú";
const a_0 = among(["b'",1,"bh",4,"bhf",2,"bp",8,"ch",5,"d'",1,"d'fh",2,"dh",6,"dt",9,"fh",2,"gc",5,"gh",7,"h-",1,"m'",1,"mb",4,"mh",10,"n-",1,"nd",6,"ng",7,"ph",8,"sh",3,"t-",1,"th",9,"ts",3]);
const as_0 = ["", "f", "s", "b", "c", "d", "g", "p", "t", "m"];
const a_1 = among(["íochta",1,"aíochta",1,"ire",2,"aire",2,"abh",1,"eabh",1,"ibh",1,"aibh",1,"amh",1,"eamh",1,"imh",1,"aimh",1,"íocht",1,"aíocht",1,"irí",2,"airí",2]);
const a_2 = among(["óideacha",6,"patacha",5,"achta",1,"arcachta",2,"eachta",1,"grafaíochta",4,"paite",5,"ach",1,"each",1,"óideach",6,"gineach",3,"patach",5,"grafaíoch",4,"pataigh",5,"óidigh",6,"achtúil",1,"eachtúil",1,"gineas",3,"ginis",3,"acht",1,"arcacht",2,"eacht",1,"grafaíocht",4,"arcachtaí",2,"grafaíochtaí",4]);
const a_3 = among(["imid",1,"aimid",1,"ímid",1,"aímid",1,"adh",2,"eadh",2,"faidh",1,"fidh",1,"áil",2,"ain",2,"tear",2,"tar",2]);
export default class extends Stemmer {
I_p2 = 0;
I_p1 = 0;
I_pV = 0;
r_mark_regions() {
let v_1;
this.I_pV = this.limit;
this.I_p1 = this.limit;
this.I_p2 = this.limit;
v_1 = this.cursor;
lab0: {
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_pV = this.cursor;
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_p1 = this.cursor;
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_p2 = this.cursor;
}
this.cursor = v_1;
return true;
}
r_initial_morph() {
let among_var;
this.bra = this.cursor;
among_var = this.find_among(a_0);
if (among_var === 0) {
return false;
}
this.ket = this.cursor;
this.slice_from(as_0[(among_var - 1)]);
return true;
}
r_R1() {
return this.I_p1 <= this.cursor;
}
r_R2() {
return this.I_p2 <= this.cursor;
}
r_noun_sfx() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_1);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R1())) {
return false;
}
this.slice_del();
} else {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
}
return true;
}
r_deriv() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
} else {
if (among_var === 2) {
this.slice_from("arc");
} else {
if (among_var === 3) {
this.slice_from("gin");
} else {
if (among_var === 4) {
this.slice_from("graf");
} else {
if (among_var === 5) {
this.slice_from("paite");
} else {
this.slice_from("óid");
}
}
}
}
}
return true;
}
r_verb_sfx() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (this.I_pV > this.cursor) {
return false;
}
this.slice_del();
} else {
if (!(this.r_R1())) {
return false;
}
this.slice_del();
}
return true;
}
_stem() {
let v_1, v_2, v_3, v_4;
v_1 = this.cursor;
this.r_initial_morph();
this.cursor = v_1;
this.r_mark_regions();
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_2 = (this.limit - this.cursor);
this.r_noun_sfx();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
this.r_deriv();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
this.r_verb_sfx();
this.cursor = (this.limit - v_4);
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "7e5fa0c4";
