// From finnish_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_AEI = "aeiä";
const g_C = "bcdfghjklmnpqrstvwxz";
const g_v = "aeiouyäö";
const g_particle_end = "aeinotuyäö";
const a_0 = among(["pa",1,"sti",2,"kaan",1,"han",1,"kin",1,"hän",1,"kään",1,"ko",1,"pä",1,"kö",1]);
const a_1 = among(["lla",-1,"na",-1,"ssa",-1,"ta",-1,"lta",-1,"sta",-1]);
const a_2 = among(["llä",-1,"nä",-1,"ssä",-1,"tä",-1,"ltä",-1,"stä",-1]);
const a_3 = among(["lle",-1,"ine",-1]);
const a_4 = among(["nsa",3,"mme",3,"nne",3,"ni",2,"si",1,"an",4,"en",6,"än",5,"nsä",3]);
const a_5 = among(["aa",-1,"ee",-1,"ii",-1,"oo",-1,"uu",-1,"ää",-1,"öö",-1]);
const a_6 = among(["'",-1,"ai",-1,"ei",-1,"ii",-1,"oi",-1,"ui",-1,"äi",-1,"öi",-1]);
const a_7 = among(["a",2,"lla",-1,"na",-1,"ssa",-1,"ta",-1,"lta",-1,"sta",-1,"tta",3,"lle",-1,"ine",-1,"ksi",-1,"n",1,"han",-1,"den",-1,"seen",-1,"hen",-1,"tten",-1,"hin",-1,"siin",-1,"hon",-1,"hun",-1,"hän",-1,"hön",-1,"ä",2,"llä",-1,"nä",-1,"ssä",-1,"tä",-1,"ltä",-1,"stä",-1,"ttä",3], {"han":"r_A","den":"r_VI","seen":"r_LV","hen":"r_E","tten":"r_VI","hin":"r_I","siin":"r_VI","hon":"r_O","hun":"r_U","hän":"r_A_","hön":"r_O_"});
const a_8 = among(["eja",-1,"mma",1,"imma",-1,"mpa",1,"impa",-1,"mmi",1,"immi",-1,"mpi",1,"impi",-1,"ejä",-1,"mmä",1,"immä",-1,"mpä",1,"impä",-1]);
const a_9 = among(["i",-1,"j",-1]);
const a_10 = among(["mma",1,"imma",-1]);
export default class extends Stemmer {
B_ending_removed = false;
I_p2 = 0;
I_p1 = 0;
r_mark_regions() {
this.I_p1 = this.limit;
this.I_p2 = this.limit;
if (!(this.go_out_grouping(g_v))) {
return false;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
return false;
}
this.cursor += 1;
this.I_p1 = this.cursor;
if (!(this.go_out_grouping(g_v))) {
return false;
}
this.cursor += 1;
if (!(this.go_in_grouping(g_v))) {
return false;
}
this.cursor += 1;
this.I_p2 = this.cursor;
return true;
}
r_particle_etc() {
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
if (!(this.in_grouping_b(g_particle_end))) {
return false;
}
} else {
if (this.I_p2 > this.cursor) {
return false;
}
}
this.slice_del();
return true;
}
r_possessive() {
let among_var, v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_4);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "k")) {
break lab0;
}
this.cursor -= 1;
return false;
}
this.slice_del();
} else {
if (among_var === 2) {
this.slice_del();
this.ket = this.cursor;
if (!(this.eq_s_b("kse"))) {
return false;
}
this.bra = this.cursor;
this.slice_from("ksi");
} else {
if (among_var === 3) {
this.slice_del();
} else {
if (among_var === 4) {
if (this.find_among_b(a_1) === 0) {
return false;
}
this.slice_del();
} else {
if (among_var === 5) {
if (this.find_among_b(a_2) === 0) {
return false;
}
this.slice_del();
} else {
if (this.find_among_b(a_3) === 0) {
return false;
}
this.slice_del();
}
}
}
}
}
return true;
}
r_LV() {
return this.find_among_b(a_5) !== 0;
}
r_VI() {
return this.find_among_b(a_6) !== 0;
}
r_A() {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "a")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
break;
}
return true;
}
r_E() {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
break;
}
return true;
}
r_I() {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "i")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
break;
}
return true;
}
r_O() {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "o")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
break;
}
return true;
}
r_U() {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "u")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
break;
}
return true;
}
r_A_() {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ä")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
break;
}
return true;
}
r_O_() {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ö")) {
break lab0;
}
this.cursor -= 1;
break;
}
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ø")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
break;
}
return true;
}
r_case_ending() {
let among_var, v_2, v_3, v_4, v_5;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
among_var = this.find_among_b(a_7);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
v_3 = (this.limit - this.cursor);
lab0: {
v_4 = (this.limit - this.cursor);
while (true) {
v_5 = (this.limit - this.cursor);
lab1: {
if (!(this.r_LV())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_5);
if (!(this.eq_s_b("ie"))) {
this.cursor = (this.limit - v_3);
break lab0;
}
break;
}
this.cursor = (this.limit - v_4);
if (this.cursor <= this.limit_backward) {
this.cursor = (this.limit - v_3);
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
}
} else {
if (among_var === 2) {
if (!(this.in_grouping_b(g_v))) {
return false;
}
if (!(this.in_grouping_b(g_C))) {
return false;
}
} else {
if (among_var === 3) {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
return false;
}
this.cursor -= 1;
}
}
}
this.slice_del();
this.B_ending_removed = true;
return true;
}
r_other_endings() {
let among_var, v_2;
if (this.cursor < this.I_p2) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p2;
this.ket = this.cursor;
among_var = this.find_among_b(a_8);
if (among_var === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
if (among_var === 1) {
lab0: {
if (!(this.eq_s_b("po"))) {
break lab0;
}
return false;
}
}
this.slice_del();
return true;
}
r_i_plural() {
let v_2;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
if (this.find_among_b(a_9) === 0) {
this.limit_backward = v_2;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_2;
this.slice_del();
return true;
}
r_t_plural() {
let among_var, v_2, v_3, v_5;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "t")) {
this.limit_backward = v_2;
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
v_3 = (this.limit - this.cursor);
if (!(this.in_grouping_b(g_v))) {
this.limit_backward = v_2;
return false;
}
this.cursor = (this.limit - v_3);
this.slice_del();
this.limit_backward = v_2;
if (this.cursor < this.I_p2) {
return false;
}
v_5 = this.limit_backward;
this.limit_backward = this.I_p2;
this.ket = this.cursor;
among_var = this.find_among_b(a_10);
if (among_var === 0) {
this.limit_backward = v_5;
return false;
}
this.bra = this.cursor;
this.limit_backward = v_5;
if (among_var === 1) {
lab0: {
if (!(this.eq_s_b("po"))) {
break lab0;
}
return false;
}
}
this.slice_del();
return true;
}
r_tidy() {
let S_x, v_2, v_3, v_4, v_5, v_6, v_7, v_8;
if (this.cursor < this.I_p1) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_p1;
v_3 = (this.limit - this.cursor);
lab0: {
v_4 = (this.limit - this.cursor);
if (!(this.r_LV())) {
break lab0;
}
this.cursor = (this.limit - v_4);
this.ket = this.cursor;
if (this.cursor <= this.limit_backward) {
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
}
this.cursor = (this.limit - v_3);
v_5 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.in_grouping_b(g_AEI))) {
break lab0;
}
this.bra = this.cursor;
if (!(this.in_grouping_b(g_C))) {
break lab0;
}
this.slice_del();
}
this.cursor = (this.limit - v_5);
v_6 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "j")) {
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
while (true) {
lab1: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "o")) {
break lab1;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "u")) {
break lab0;
}
this.cursor -= 1;
break;
}
this.slice_del();
}
this.cursor = (this.limit - v_6);
v_7 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "o")) {
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "j")) {
break lab0;
}
this.cursor -= 1;
this.slice_del();
}
this.cursor = (this.limit - v_7);
this.limit_backward = v_2;
v_8 = (this.limit - this.cursor);
lab0: {
if (!(this.go_in_grouping_b(g_v))) {
break lab0;
}
this.ket = this.cursor;
if (!(this.in_grouping_b(g_C))) {
break lab0;
}
this.bra = this.cursor;
S_x = this.slice_to();
if (!(this.eq_s_b(S_x))) {
break lab0;
}
this.slice_del();
}
this.cursor = (this.limit - v_8);
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "'")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
return true;
}
_stem() {
let v_1, v_2, v_3, v_4, v_5, v_6, v_7, v_8;
v_1 = this.cursor;
this.r_mark_regions();
this.cursor = v_1;
this.B_ending_removed = false;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_2 = (this.limit - this.cursor);
this.r_particle_etc();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
this.r_possessive();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
this.r_case_ending();
this.cursor = (this.limit - v_4);
v_5 = (this.limit - this.cursor);
this.r_other_endings();
this.cursor = (this.limit - v_5);
while (true) {
lab0: {
if (!(this.B_ending_removed)) {
break lab0;
}
v_6 = (this.limit - this.cursor);
this.r_i_plural();
this.cursor = (this.limit - v_6);
break;
}
v_7 = (this.limit - this.cursor);
this.r_t_plural();
this.cursor = (this.limit - v_7);
break;
}
v_8 = (this.limit - this.cursor);
this.r_tidy();
this.cursor = (this.limit - v_8);
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "cbf29361";
