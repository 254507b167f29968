// From portuguese_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouáâéêíóôú";
const a_0 = among(["",3,"ã",1,"õ",2]);
const a_1 = among(["",3,"a~",1,"o~",2]);
const a_2 = among(["ic",-1,"ad",-1,"os",-1,"iv",1]);
const a_3 = among(["ante",1,"avel",1,"ível",1]);
const a_4 = among(["ic",1,"abil",1,"iv",1]);
const a_5 = among(["ica",1,"ância",1,"ência",4,"logia",2,"ira",9,"adora",1,"osa",1,"ista",1,"iva",8,"eza",1,"idade",7,"ante",1,"mente",6,"amente",5,"ável",1,"ível",1,"ico",1,"ismo",1,"oso",1,"amento",1,"imento",1,"ivo",8,"aça~o",1,"uça~o",3,"ador",1,"icas",1,"ências",4,"logias",2,"iras",9,"adoras",1,"osas",1,"istas",1,"ivas",8,"ezas",1,"idades",7,"adores",1,"antes",1,"aço~es",1,"uço~es",3,"icos",1,"ismos",1,"osos",1,"amentos",1,"imentos",1,"ivos",8]);
const a_6 = among(["ada",1,"ida",1,"ia",1,"aria",1,"eria",1,"iria",1,"ara",1,"era",1,"ira",1,"ava",1,"asse",1,"esse",1,"isse",1,"aste",1,"este",1,"iste",1,"ei",1,"arei",1,"erei",1,"irei",1,"am",1,"iam",1,"ariam",1,"eriam",1,"iriam",1,"aram",1,"eram",1,"iram",1,"avam",1,"em",1,"arem",1,"erem",1,"irem",1,"assem",1,"essem",1,"issem",1,"ado",1,"ido",1,"ando",1,"endo",1,"indo",1,"ara~o",1,"era~o",1,"ira~o",1,"ar",1,"er",1,"ir",1,"as",1,"adas",1,"idas",1,"ias",1,"arias",1,"erias",1,"irias",1,"aras",1,"eras",1,"iras",1,"avas",1,"es",1,"ardes",1,"erdes",1,"irdes",1,"ares",1,"eres",1,"ires",1,"asses",1,"esses",1,"isses",1,"astes",1,"estes",1,"istes",1,"is",1,"ais",1,"eis",1,"areis",1,"ereis",1,"ireis",1,"áreis",1,"éreis",1,"íreis",1,"ásseis",1,"ésseis",1,"ísseis",1,"áveis",1,"íeis",1,"aríeis",1,"eríeis",1,"iríeis",1,"ados",1,"idos",1,"amos",1,"áramos",1,"éramos",1,"íramos",1,"ávamos",1,"íamos",1,"aríamos",1,"eríamos",1,"iríamos",1,"emos",1,"aremos",1,"eremos",1,"iremos",1,"ássemos",1,"êssemos",1,"íssemos",1,"imos",1,"armos",1,"ermos",1,"irmos",1,"ámos",1,"arás",1,"erás",1,"irás",1,"eu",1,"iu",1,"ou",1,"ará",1,"erá",1,"irá",1]);
const a_7 = among(["a",1,"i",1,"o",1,"os",1,"á",1,"í",1,"ó",1]);
const a_8 = among(["e",1,"ç",2,"é",1,"ê",1]);
export default class extends Stemmer {
I_p2 = 0;
I_p1 = 0;
I_pV = 0;
r_prelude() {
let among_var, v_1;
while (true) {
v_1 = this.cursor;
lab0: {
this.bra = this.cursor;
among_var = this.find_among(a_0);
this.ket = this.cursor;
if (among_var === 1) {
this.slice_from("a~");
} else {
if (among_var === 2) {
this.slice_from("o~");
} else {
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
}
continue;
}
this.cursor = v_1;
break;
}
return true;
}
r_mark_regions() {
let v_1, v_2, v_3, v_4, v_5;
this.I_pV = this.limit;
this.I_p1 = this.limit;
this.I_p2 = this.limit;
v_1 = this.cursor;
lab0: {
while (true) {
v_2 = this.cursor;
lab1: {
if (!(this.in_grouping(g_v))) {
break lab1;
}
while (true) {
v_3 = this.cursor;
lab2: {
if (!(this.out_grouping(g_v))) {
break lab2;
}
if (!(this.go_out_grouping(g_v))) {
break lab2;
}
this.cursor += 1;
break;
}
this.cursor = v_3;
if (!(this.in_grouping(g_v))) {
break lab1;
}
if (!(this.go_in_grouping(g_v))) {
break lab1;
}
this.cursor += 1;
break;
}
break;
}
this.cursor = v_2;
if (!(this.out_grouping(g_v))) {
break lab0;
}
while (true) {
v_4 = this.cursor;
lab1: {
if (!(this.out_grouping(g_v))) {
break lab1;
}
if (!(this.go_out_grouping(g_v))) {
break lab1;
}
this.cursor += 1;
break;
}
this.cursor = v_4;
if (!(this.in_grouping(g_v))) {
break lab0;
}
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
break;
}
break;
}
this.I_pV = this.cursor;
}
this.cursor = v_1;
v_5 = this.cursor;
lab0: {
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
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
this.cursor = v_5;
return true;
}
r_postlude() {
let among_var, v_1;
while (true) {
v_1 = this.cursor;
lab0: {
this.bra = this.cursor;
among_var = this.find_among(a_1);
this.ket = this.cursor;
if (among_var === 1) {
this.slice_from("ã");
} else {
if (among_var === 2) {
this.slice_from("õ");
} else {
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
}
continue;
}
this.cursor = v_1;
break;
}
return true;
}
r_RV() {
return this.I_pV <= this.cursor;
}
r_R2() {
return this.I_p2 <= this.cursor;
}
r_standard_suffix() {
let among_var, v_1, v_2, v_3, v_4;
this.ket = this.cursor;
among_var = this.find_among_b(a_5);
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
if (!(this.r_R2())) {
return false;
}
this.slice_from("log");
} else {
if (among_var === 3) {
if (!(this.r_R2())) {
return false;
}
this.slice_from("u");
} else {
if (among_var === 4) {
if (!(this.r_R2())) {
return false;
}
this.slice_from("ente");
} else {
if (among_var === 5) {
if (this.I_p1 > this.cursor) {
return false;
}
this.slice_del();
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.slice_del();
if (among_var === 1) {
this.ket = this.cursor;
if (!(this.eq_s_b("at"))) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.slice_del();
}
}
} else {
if (among_var === 6) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
v_2 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (this.find_among_b(a_3) === 0) {
this.cursor = (this.limit - v_2);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_2);
break lab0;
}
this.slice_del();
}
} else {
if (among_var === 7) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
v_3 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (this.find_among_b(a_4) === 0) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.slice_del();
}
} else {
if (among_var === 8) {
if (!(this.r_R2())) {
return false;
}
this.slice_del();
v_4 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("at"))) {
this.cursor = (this.limit - v_4);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_4);
break lab0;
}
this.slice_del();
}
} else {
if (!(this.r_RV())) {
return false;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
return false;
}
this.cursor -= 1;
this.slice_from("ir");
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
r_verb_suffix() {
let v_2;
if (this.cursor < this.I_pV) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_pV;
this.ket = this.cursor;
if (this.find_among_b(a_6) === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.slice_del();
this.limit_backward = v_2;
return true;
}
r_residual_suffix() {
this.ket = this.cursor;
if (this.find_among_b(a_7) === 0) {
return false;
}
this.bra = this.cursor;
if (!(this.r_RV())) {
return false;
}
this.slice_del();
return true;
}
r_residual_form() {
let among_var, v_1, v_2, v_3;
this.ket = this.cursor;
among_var = this.find_among_b(a_8);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_RV())) {
return false;
}
this.slice_del();
this.ket = this.cursor;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "u")) {
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
v_2 = (this.limit - this.cursor);
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "g")) {
break lab0;
}
this.cursor -= 1;
this.cursor = (this.limit - v_2);
break;
}
this.cursor = (this.limit - v_1);
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "i")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
v_3 = (this.limit - this.cursor);
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "c")) {
return false;
}
this.cursor -= 1;
this.cursor = (this.limit - v_3);
break;
}
if (!(this.r_RV())) {
return false;
}
this.slice_del();
} else {
this.slice_from("c");
}
return true;
}
_stem() {
let v_1, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
v_1 = this.cursor;
this.r_prelude();
this.cursor = v_1;
this.r_mark_regions();
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_2 = (this.limit - this.cursor);
lab0: {
while (true) {
v_3 = (this.limit - this.cursor);
lab1: {
v_4 = (this.limit - this.cursor);
while (true) {
v_5 = (this.limit - this.cursor);
lab2: {
if (!(this.r_standard_suffix())) {
break lab2;
}
break;
}
this.cursor = (this.limit - v_5);
if (!(this.r_verb_suffix())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_4);
v_6 = (this.limit - this.cursor);
lab2: {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "i")) {
break lab2;
}
this.cursor -= 1;
this.bra = this.cursor;
v_7 = (this.limit - this.cursor);
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "c")) {
break lab2;
}
this.cursor -= 1;
this.cursor = (this.limit - v_7);
if (!(this.r_RV())) {
break lab2;
}
this.slice_del();
}
this.cursor = (this.limit - v_6);
break;
}
this.cursor = (this.limit - v_3);
if (!(this.r_residual_suffix())) {
break lab0;
}
break;
}
}
this.cursor = (this.limit - v_2);
v_8 = (this.limit - this.cursor);
this.r_residual_form();
this.cursor = (this.limit - v_8);
this.cursor = this.limit_backward;
v_9 = this.cursor;
this.r_postlude();
this.cursor = v_9;
return true;
}
}
export const FINGERPRINT = "e1b7190c";
