// From spanish_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouáéíóúü";
const a_0 = among(["",6,"á",1,"é",2,"í",3,"ó",4,"ú",5]);
const a_1 = among(["la",-1,"sela",-1,"le",-1,"me",-1,"se",-1,"lo",-1,"selo",-1,"las",-1,"selas",-1,"les",-1,"los",-1,"selos",-1,"nos",-1]);
const a_2 = among(["ando",6,"iendo",6,"yendo",7,"ándo",2,"iéndo",1,"ar",6,"er",6,"ir",6,"ár",3,"ér",4,"ír",5]);
const a_3 = among(["ic",-1,"ad",-1,"os",-1,"iv",1]);
const a_4 = among(["able",1,"ible",1,"ante",1]);
const a_5 = among(["ic",1,"abil",1,"iv",1]);
const a_6 = among(["ica",1,"ancia",2,"encia",5,"adora",2,"osa",1,"ista",1,"iva",9,"anza",1,"logía",3,"idad",8,"able",1,"ible",1,"ante",2,"mente",7,"amente",6,"acion",2,"ucion",4,"ación",2,"ución",4,"ico",1,"ismo",1,"oso",1,"amiento",1,"imiento",1,"ivo",9,"ador",2,"icas",1,"ancias",2,"encias",5,"adoras",2,"osas",1,"istas",1,"ivas",9,"anzas",1,"logías",3,"idades",8,"ables",1,"ibles",1,"aciones",2,"uciones",4,"adores",2,"antes",2,"icos",1,"ismos",1,"osos",1,"amientos",1,"imientos",1,"ivos",9]);
const a_7 = among(["ya",1,"ye",1,"yan",1,"yen",1,"yeron",1,"yendo",1,"yo",1,"yas",1,"yes",1,"yais",1,"yamos",1,"yó",1]);
const a_8 = among(["aba",2,"ada",2,"ida",2,"ara",2,"iera",2,"ía",2,"aría",2,"ería",2,"iría",2,"ad",2,"ed",2,"id",2,"ase",2,"iese",2,"aste",2,"iste",2,"an",2,"aban",2,"aran",2,"ieran",2,"ían",2,"arían",2,"erían",2,"irían",2,"en",1,"asen",2,"iesen",2,"aron",2,"ieron",2,"arán",2,"erán",2,"irán",2,"ado",2,"ido",2,"ando",2,"iendo",2,"ar",2,"er",2,"ir",2,"as",2,"abas",2,"adas",2,"idas",2,"aras",2,"ieras",2,"ías",2,"arías",2,"erías",2,"irías",2,"es",1,"ases",2,"ieses",2,"abais",2,"arais",2,"ierais",2,"íais",2,"aríais",2,"eríais",2,"iríais",2,"aseis",2,"ieseis",2,"asteis",2,"isteis",2,"áis",2,"éis",1,"aréis",2,"eréis",2,"iréis",2,"ados",2,"idos",2,"amos",2,"ábamos",2,"áramos",2,"iéramos",2,"íamos",2,"aríamos",2,"eríamos",2,"iríamos",2,"emos",1,"aremos",2,"eremos",2,"iremos",2,"ásemos",2,"iésemos",2,"imos",2,"arás",2,"erás",2,"irás",2,"ís",2,"ará",2,"erá",2,"irá",2,"aré",2,"eré",2,"iré",2,"ió",2]);
const a_9 = among(["a",1,"e",2,"o",1,"os",1,"á",1,"é",2,"í",1,"ó",1]);
export default class extends Stemmer {
I_p2 = 0;
I_p1 = 0;
I_pV = 0;
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
among_var = this.find_among(a_0);
this.ket = this.cursor;
if (among_var === 1) {
this.slice_from("a");
} else {
if (among_var === 2) {
this.slice_from("e");
} else {
if (among_var === 3) {
this.slice_from("i");
} else {
if (among_var === 4) {
this.slice_from("o");
} else {
if (among_var === 5) {
this.slice_from("u");
} else {
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
}
}
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
r_attached_pronoun() {
let among_var;
this.ket = this.cursor;
if (this.find_among_b(a_1) === 0) {
return false;
}
this.bra = this.cursor;
among_var = this.find_among_b(a_2);
if (among_var === 0) {
return false;
}
if (!(this.r_RV())) {
return false;
}
if (among_var === 1) {
this.bra = this.cursor;
this.slice_from("iendo");
} else {
if (among_var === 2) {
this.bra = this.cursor;
this.slice_from("ando");
} else {
if (among_var === 3) {
this.bra = this.cursor;
this.slice_from("ar");
} else {
if (among_var === 4) {
this.bra = this.cursor;
this.slice_from("er");
} else {
if (among_var === 5) {
this.bra = this.cursor;
this.slice_from("ir");
} else {
if (among_var === 6) {
this.slice_del();
} else {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "u")) {
return false;
}
this.cursor -= 1;
this.slice_del();
}
}
}
}
}
}
return true;
}
r_standard_suffix() {
let among_var, v_1, v_2, v_3, v_4, v_5;
this.ket = this.cursor;
among_var = this.find_among_b(a_6);
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
this.slice_del();
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("ic"))) {
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
} else {
if (among_var === 3) {
if (!(this.r_R2())) {
return false;
}
this.slice_from("log");
} else {
if (among_var === 4) {
if (!(this.r_R2())) {
return false;
}
this.slice_from("u");
} else {
if (among_var === 5) {
if (!(this.r_R2())) {
return false;
}
this.slice_from("ente");
} else {
if (among_var === 6) {
if (this.I_p1 > this.cursor) {
return false;
}
this.slice_del();
v_2 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
if (among_var === 0) {
this.cursor = (this.limit - v_2);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_2);
break lab0;
}
this.slice_del();
if (among_var === 1) {
this.ket = this.cursor;
if (!(this.eq_s_b("at"))) {
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
if (this.find_among_b(a_5) === 0) {
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
if (!(this.r_R2())) {
return false;
}
this.slice_del();
v_5 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("at"))) {
this.cursor = (this.limit - v_5);
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
this.cursor = (this.limit - v_5);
break lab0;
}
this.slice_del();
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
r_y_verb_suffix() {
let v_2;
if (this.cursor < this.I_pV) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_pV;
this.ket = this.cursor;
if (this.find_among_b(a_7) === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "u")) {
return false;
}
this.cursor -= 1;
this.slice_del();
return true;
}
r_verb_suffix() {
let among_var, v_2, v_3, v_4;
if (this.cursor < this.I_pV) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_pV;
this.ket = this.cursor;
among_var = this.find_among_b(a_8);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
v_3 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "u")) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.cursor -= 1;
v_4 = (this.limit - this.cursor);
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "g")) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.cursor -= 1;
this.cursor = (this.limit - v_4);
}
this.bra = this.cursor;
this.slice_del();
} else {
this.slice_del();
}
return true;
}
r_residual_suffix() {
let among_var, v_1, v_2;
this.ket = this.cursor;
among_var = this.find_among_b(a_9);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_RV())) {
return false;
}
this.slice_del();
} else {
if (!(this.r_RV())) {
return false;
}
this.slice_del();
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "u")) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
v_2 = (this.limit - this.cursor);
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "g")) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.cursor -= 1;
this.cursor = (this.limit - v_2);
if (!(this.r_RV())) {
this.cursor = (this.limit - v_1);
break lab0;
}
this.slice_del();
}
}
return true;
}
_stem() {
let v_1, v_2, v_3, v_4, v_5;
this.r_mark_regions();
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_1 = (this.limit - this.cursor);
this.r_attached_pronoun();
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
lab0: {
while (true) {
v_3 = (this.limit - this.cursor);
lab1: {
if (!(this.r_standard_suffix())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_3);
lab1: {
if (!(this.r_y_verb_suffix())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_3);
if (!(this.r_verb_suffix())) {
break lab0;
}
break;
}
}
this.cursor = (this.limit - v_2);
v_4 = (this.limit - this.cursor);
this.r_residual_suffix();
this.cursor = (this.limit - v_4);
this.cursor = this.limit_backward;
v_5 = this.cursor;
this.r_postlude();
this.cursor = v_5;
return true;
}
}
export const FINGERPRINT = "7e7e105e";
