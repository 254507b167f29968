// From dutch_porter_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "aeiouyè";
const g_v_I = "Iaeiouyè";
const g_v_j = "aeijouyè";
const a_0 = among(["",6,"á",1,"ä",1,"é",2,"ë",2,"í",3,"ï",3,"ó",4,"ö",4,"ú",5,"ü",5]);
const a_1 = among(["",3,"I",2,"Y",1]);
const a_2 = among(["dd",-1,"kk",-1,"tt",-1]);
const a_3 = among(["ene",2,"se",3,"en",2,"heden",1,"s",3]);
const a_4 = among(["end",1,"ig",2,"ing",1,"lijk",3,"baar",4,"bar",5]);
const a_5 = among(["aa",-1,"ee",-1,"oo",-1,"uu",-1]);
export default class extends Stemmer {
I_p2 = 0;
I_p1 = 0;
B_e_found = false;
r_prelude() {
let among_var, v_1, v_2, v_3, v_4, v_5, v_6, v_7;
v_1 = this.cursor;
while (true) {
v_2 = this.cursor;
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
this.cursor = v_2;
break;
}
this.cursor = v_1;
v_3 = this.cursor;
lab0: {
this.bra = this.cursor;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "y")) {
this.cursor = v_3;
break lab0;
}
this.cursor += 1;
this.ket = this.cursor;
this.slice_from("Y");
}
while (true) {
v_4 = this.cursor;
lab0: {
if (!(this.go_out_grouping(g_v))) {
break lab0;
}
this.cursor += 1;
v_5 = this.cursor;
lab1: {
this.bra = this.cursor;
while (true) {
v_6 = this.cursor;
lab2: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "i")) {
break lab2;
}
this.cursor += 1;
this.ket = this.cursor;
v_7 = this.cursor;
lab3: {
if (!(this.in_grouping(g_v))) {
break lab3;
}
this.slice_from("I");
}
this.cursor = v_7;
break;
}
this.cursor = v_6;
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "y")) {
this.cursor = v_5;
break lab1;
}
this.cursor += 1;
this.ket = this.cursor;
this.slice_from("Y");
break;
}
}
continue;
}
this.cursor = v_4;
break;
}
return true;
}
r_mark_regions() {
let I_x, v_1;
this.I_p1 = this.limit;
this.I_p2 = this.limit;
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
r_postlude() {
let among_var, v_1;
while (true) {
v_1 = this.cursor;
lab0: {
this.bra = this.cursor;
among_var = this.find_among(a_1);
this.ket = this.cursor;
if (among_var === 1) {
this.slice_from("y");
} else {
if (among_var === 2) {
this.slice_from("i");
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
r_R1() {
return this.I_p1 <= this.cursor;
}
r_R2() {
return this.I_p2 <= this.cursor;
}
r_undouble() {
let v_1;
v_1 = (this.limit - this.cursor);
if (this.find_among_b(a_2) === 0) {
return false;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
return true;
}
r_e_ending() {
let v_1;
this.B_e_found = false;
this.ket = this.cursor;
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
return false;
}
this.cursor -= 1;
this.bra = this.cursor;
if (!(this.r_R1())) {
return false;
}
v_1 = (this.limit - this.cursor);
if (!(this.out_grouping_b(g_v))) {
return false;
}
this.cursor = (this.limit - v_1);
this.slice_del();
this.B_e_found = true;
return this.r_undouble();
}
r_en_ending() {
let v_1;
if (!(this.r_R1())) {
return false;
}
v_1 = (this.limit - this.cursor);
if (!(this.out_grouping_b(g_v))) {
return false;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.eq_s_b("gem"))) {
break lab0;
}
return false;
}
this.slice_del();
return this.r_undouble();
}
r_standard_suffix() {
let among_var, v_1, v_2, v_3, v_4, v_5, v_6, v_7;
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_3);
if (among_var === 0) {
break lab0;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R1())) {
break lab0;
}
this.slice_from("heid");
} else {
if (among_var === 2) {
if (!(this.r_en_ending())) {
break lab0;
}
} else {
if (!(this.r_R1())) {
break lab0;
}
if (!(this.out_grouping_b(g_v_j))) {
break lab0;
}
this.slice_del();
}
}
}
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
this.r_e_ending();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.eq_s_b("heid"))) {
break lab0;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
break lab0;
}
lab1: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "c")) {
break lab1;
}
this.cursor -= 1;
break lab0;
}
this.slice_del();
this.ket = this.cursor;
if (!(this.eq_s_b("en"))) {
break lab0;
}
this.bra = this.cursor;
if (!(this.r_en_ending())) {
break lab0;
}
}
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
among_var = this.find_among_b(a_4);
if (among_var === 0) {
break lab0;
}
this.bra = this.cursor;
if (among_var === 1) {
if (!(this.r_R2())) {
break lab0;
}
this.slice_del();
while (true) {
v_5 = (this.limit - this.cursor);
lab1: {
this.ket = this.cursor;
if (!(this.eq_s_b("ig"))) {
break lab1;
}
this.bra = this.cursor;
if (!(this.r_R2())) {
break lab1;
}
lab2: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
break lab2;
}
this.cursor -= 1;
break lab1;
}
this.slice_del();
break;
}
this.cursor = (this.limit - v_5);
if (!(this.r_undouble())) {
break lab0;
}
break;
}
} else {
if (among_var === 2) {
if (!(this.r_R2())) {
break lab0;
}
lab1: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
break lab1;
}
this.cursor -= 1;
break lab0;
}
this.slice_del();
} else {
if (among_var === 3) {
if (!(this.r_R2())) {
break lab0;
}
this.slice_del();
if (!(this.r_e_ending())) {
break lab0;
}
} else {
if (among_var === 4) {
if (!(this.r_R2())) {
break lab0;
}
this.slice_del();
} else {
if (!(this.r_R2())) {
break lab0;
}
if (!(this.B_e_found)) {
break lab0;
}
this.slice_del();
}
}
}
}
}
this.cursor = (this.limit - v_4);
v_6 = (this.limit - this.cursor);
lab0: {
if (!(this.out_grouping_b(g_v_I))) {
break lab0;
}
v_7 = (this.limit - this.cursor);
if (this.find_among_b(a_5) === 0) {
break lab0;
}
if (!(this.out_grouping_b(g_v))) {
break lab0;
}
this.cursor = (this.limit - v_7);
this.ket = this.cursor;
if (this.cursor <= this.limit_backward) {
break lab0;
}
this.cursor -= 1;
this.bra = this.cursor;
this.slice_del();
}
this.cursor = (this.limit - v_6);
return true;
}
_stem() {
let v_1, v_2, v_3;
v_1 = this.cursor;
this.r_prelude();
this.cursor = v_1;
v_2 = this.cursor;
this.r_mark_regions();
this.cursor = v_2;
this.limit_backward = this.cursor;
this.cursor = this.limit;
this.r_standard_suffix();
this.cursor = this.limit_backward;
v_3 = this.cursor;
this.r_postlude();
this.cursor = v_3;
return true;
}
}
export const FINGERPRINT = "b80fcb0a";
