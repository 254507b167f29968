// From czech_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouyáéíóúýěů";
const g_v_or_syllabic_c = "aeiloruyáéíóúýěů";
const g_ev_ending = "hknrtz";
const g_env_ending = "bcdhkprstvzčšž";
const a_0 = among(["c",1,"nc",-1,"ínc",2,"avc",-1,"ovc",-1]);
const as_0 = ["k", "ínk"];
const a_1 = among(["c",1,"nc",-1,"ínc",2,"avc",-1,"ovc",-1,"čt",3,"št",4,"dešt",-1,"lešt",-1,"išt",-1,"poušt",-1,"ášt",-1,"íšt",-1]);
const as_1 = ["k", "ínk", "ck", "sk"];
const a_2 = among(["in",2,"ov",1,"ův",1]);
const a_3 = among(["",2,"l",1,"tl",2,"s",1,"es",2,"č",1,"eč",2,"ř",1,"ž",1]);
const as_3 = ["", "et"];
const a_4 = among(["obl",-1,"sn",-1,"dot",-1]);
const a_5 = among(["uc",-1,"h",-1,"ok",-1,"kar",-1,"č",-1]);
const a_6 = among(["a",1,"ama",1,"ata",1,"eb",4,"ec",5,"e",2,"ete",3,"ěte",1,"ech",2,"atech",1,"ách",1,"ích",12,"ých",1,"i",12,"mi",1,"ami",1,"emi",2,"ími",12,"ými",1,"ěmi",1,"ťmi",11,"eti",3,"ěti",1,"ovi",1,"ek",6,"ěk",7,"em",2,"etem",3,"ětem",1,"ám",1,"ém",1,"ím",12,"ým",1,"ěm",1,"ům",1,"atům",1,"o",1,"ého",1,"ího",12,"us",1,"at",1,"et",9,"u",1,"ému",1,"ímu",12,"ou",1,"ev",10,"y",1,"aty",1,"á",1,"é",1,"ové",1,"í",12,"ý",1,"ě",1,"eň",8,"ť",11,"ů",1]);
export default class extends Stemmer {
I_p1 = 0;
r_mark_regions() {
let I_x, v_1, v_2;
v_1 = this.cursor;
if ((this.cursor + 3) > this.limit) {
return false;
}
this.cursor += 3;
I_x = this.cursor;
this.cursor = v_1;
this.I_p1 = this.limit;
v_2 = this.cursor;
lab0: {
while (true) {
lab1: {
if (!(this.in_grouping(g_v))) {
break lab1;
}
break;
}
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
if (!(this.go_out_grouping(g_v_or_syllabic_c))) {
break lab0;
}
this.cursor += 1;
break;
}
if (!(this.go_in_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
this.I_p1 = this.cursor;
lab1: {
if (this.I_p1 >= I_x) {
break lab1;
}
this.I_p1 = I_x;
}
}
this.cursor = v_2;
return true;
}
r_palatalise_e() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_0);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var > 0) {
this.slice_from(as_0[(among_var - 1)]);
}
return true;
}
r_palatalise_i() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_1);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var > 0) {
this.slice_from(as_1[(among_var - 1)]);
}
return true;
}
r_possessive_suffix() {
let among_var, v_1;
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (this.I_p1 > this.cursor) {
return false;
}
if (among_var === 1) {
this.slice_del();
} else {
this.slice_del();
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.r_palatalise_i())) {
this.cursor = (this.limit - v_1);
break lab0;
}
}
}
return true;
}
r_case_suffix() {
let among_var, v_10, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_6);
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
this.slice_del();
v_3 = (this.limit - this.cursor);
lab0: {
if (!(this.r_palatalise_e())) {
this.cursor = (this.limit - v_3);
break lab0;
}
}
} else {
if (among_var === 3) {
among_var = this.find_among_b(a_3);
this.slice_from(as_3[(among_var - 1)]);
} else {
if (among_var === 4) {
v_4 = (this.limit - this.cursor);
if (!(this.out_grouping_b(g_v))) {
return false;
}
this.cursor = (this.limit - v_4);
lab0: {
if (!(this.eq_s_b("tř"))) {
break lab0;
}
return false;
}
this.slice_from("b");
} else {
if (among_var === 5) {
v_5 = (this.limit - this.cursor);
if (!(this.out_grouping_b(g_v))) {
return false;
}
this.cursor = (this.limit - v_5);
this.slice_del();
this.insert(this.cursor, this.cursor, "c");
v_6 = (this.limit - this.cursor);
lab0: {
if (!(this.r_palatalise_e())) {
this.cursor = (this.limit - v_6);
break lab0;
}
}
} else {
if (among_var === 6) {
v_7 = (this.limit - this.cursor);
if (!(this.out_grouping_b(g_v))) {
return false;
}
this.cursor = (this.limit - v_7);
v_8 = (this.limit - this.cursor);
lab0: {
if (this.find_among_b(a_4) === 0) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_8);
this.slice_from("k");
} else {
if (among_var === 7) {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "n")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_from("ňk");
} else {
if (among_var === 8) {
v_9 = (this.limit - this.cursor);
if (!(this.in_grouping_b(g_env_ending))) {
return false;
}
this.cursor = (this.limit - v_9);
this.slice_from("n");
} else {
if (among_var === 9) {
if (this.find_among_b(a_5) === 0) {
return false;
}
this.slice_from("t");
} else {
if (among_var === 10) {
if (!(this.in_grouping_b(g_ev_ending))) {
return false;
}
this.slice_from("v");
} else {
if (among_var === 11) {
this.slice_from("t");
} else {
this.slice_del();
v_10 = (this.limit - this.cursor);
lab0: {
if (!(this.r_palatalise_i())) {
this.cursor = (this.limit - v_10);
break lab0;
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
_stem() {
let v_1, v_2;
if (!(this.r_mark_regions())) {
return false;
}
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_1 = (this.limit - this.cursor);
this.r_case_suffix();
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
this.r_possessive_suffix();
this.cursor = (this.limit - v_2);
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "97b63fd2";
