// From turkish_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_vowel = "aeiouöüı";
const g_U = "iuüı";
const g_vowel1 = "aouı";
const g_vowel2 = "eiöü";
const g_vowel3 = "aı";
const g_vowel4 = "ei";
const g_vowel5 = "ou";
const g_vowel6 = "öü";
const a_0 = among(["m",-1,"n",-1,"miz",-1,"niz",-1,"muz",-1,"nuz",-1,"müz",-1,"nüz",-1,"mız",-1,"nız",-1]);
const a_1 = among(["leri",-1,"ları",-1]);
const a_2 = among(["ni",-1,"nu",-1,"nü",-1,"nı",-1]);
const a_3 = among(["in",-1,"un",-1,"ün",-1,"ın",-1]);
const a_4 = among(["a",-1,"e",-1]);
const a_5 = among(["na",-1,"ne",-1]);
const a_6 = among(["da",-1,"ta",-1,"de",-1,"te",-1]);
const a_7 = among(["nda",-1,"nde",-1]);
const a_8 = among(["dan",-1,"tan",-1,"den",-1,"ten",-1]);
const a_9 = among(["ndan",-1,"nden",-1]);
const a_10 = among(["la",-1,"le",-1]);
const a_11 = among(["ca",-1,"ce",-1]);
const a_12 = among(["im",-1,"um",-1,"üm",-1,"ım",-1]);
const a_13 = among(["sin",-1,"sun",-1,"sün",-1,"sın",-1]);
const a_14 = among(["iz",-1,"uz",-1,"üz",-1,"ız",-1]);
const a_15 = among(["siniz",-1,"sunuz",-1,"sünüz",-1,"sınız",-1]);
const a_16 = among(["lar",-1,"ler",-1]);
const a_17 = among(["niz",-1,"nuz",-1,"nüz",-1,"nız",-1]);
const a_18 = among(["dir",-1,"tir",-1,"dur",-1,"tur",-1,"dür",-1,"tür",-1,"dır",-1,"tır",-1]);
const a_19 = among(["casına",-1,"cesine",-1]);
const a_20 = among(["di",-1,"ti",-1,"dik",-1,"tik",-1,"duk",-1,"tuk",-1,"dük",-1,"tük",-1,"dık",-1,"tık",-1,"dim",-1,"tim",-1,"dum",-1,"tum",-1,"düm",-1,"tüm",-1,"dım",-1,"tım",-1,"din",-1,"tin",-1,"dun",-1,"tun",-1,"dün",-1,"tün",-1,"dın",-1,"tın",-1,"du",-1,"tu",-1,"dü",-1,"tü",-1,"dı",-1,"tı",-1]);
const a_21 = among(["sa",-1,"se",-1,"sak",-1,"sek",-1,"sam",-1,"sem",-1,"san",-1,"sen",-1]);
const a_22 = among(["miş",-1,"muş",-1,"müş",-1,"mış",-1]);
const a_23 = among(["b",1,"c",2,"d",3,"ğ",4]);
const as_23 = ["p", "ç", "t", "k"];
export default class extends Stemmer {
B_continue_stemming_noun_suffixes = false;
r_check_vowel_harmony() {
let v_1, v_2;
v_1 = (this.limit - this.cursor);
if (!(this.go_out_grouping_b(g_vowel))) {
return false;
}
while (true) {
v_2 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "a")) {
break lab0;
}
this.cursor -= 1;
if (!(this.go_out_grouping_b(g_vowel1))) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_2);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
break lab0;
}
this.cursor -= 1;
if (!(this.go_out_grouping_b(g_vowel2))) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_2);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ı")) {
break lab0;
}
this.cursor -= 1;
if (!(this.go_out_grouping_b(g_vowel3))) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_2);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "i")) {
break lab0;
}
this.cursor -= 1;
if (!(this.go_out_grouping_b(g_vowel4))) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_2);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "o")) {
break lab0;
}
this.cursor -= 1;
if (!(this.go_out_grouping_b(g_vowel5))) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_2);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ö")) {
break lab0;
}
this.cursor -= 1;
if (!(this.go_out_grouping_b(g_vowel6))) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_2);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "u")) {
break lab0;
}
this.cursor -= 1;
if (!(this.go_out_grouping_b(g_vowel5))) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_2);
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ü")) {
return false;
}
this.cursor -= 1;
if (!(this.go_out_grouping_b(g_vowel6))) {
return false;
}
break;
}
this.cursor = (this.limit - v_1);
return true;
}
r_mark_suffix_with_optional_n_consonant() {
let v_1, v_2, v_3;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "n")) {
break lab0;
}
this.cursor -= 1;
v_2 = (this.limit - this.cursor);
if (!(this.in_grouping_b(g_vowel))) {
break lab0;
}
this.cursor = (this.limit - v_2);
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "n")) {
break lab0;
}
this.cursor -= 1;
return false;
}
v_3 = (this.limit - this.cursor);
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
if (!(this.in_grouping_b(g_vowel))) {
return false;
}
this.cursor = (this.limit - v_3);
break;
}
return true;
}
r_mark_suffix_with_optional_s_consonant() {
let v_1, v_2, v_3;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "s")) {
break lab0;
}
this.cursor -= 1;
v_2 = (this.limit - this.cursor);
if (!(this.in_grouping_b(g_vowel))) {
break lab0;
}
this.cursor = (this.limit - v_2);
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "s")) {
break lab0;
}
this.cursor -= 1;
return false;
}
v_3 = (this.limit - this.cursor);
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
if (!(this.in_grouping_b(g_vowel))) {
return false;
}
this.cursor = (this.limit - v_3);
break;
}
return true;
}
r_mark_suffix_with_optional_y_consonant() {
let v_1, v_2, v_3;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "y")) {
break lab0;
}
this.cursor -= 1;
v_2 = (this.limit - this.cursor);
if (!(this.in_grouping_b(g_vowel))) {
break lab0;
}
this.cursor = (this.limit - v_2);
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "y")) {
break lab0;
}
this.cursor -= 1;
return false;
}
v_3 = (this.limit - this.cursor);
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
if (!(this.in_grouping_b(g_vowel))) {
return false;
}
this.cursor = (this.limit - v_3);
break;
}
return true;
}
r_mark_suffix_with_optional_U_vowel() {
let v_1, v_2, v_3;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.in_grouping_b(g_U))) {
break lab0;
}
v_2 = (this.limit - this.cursor);
if (!(this.out_grouping_b(g_vowel))) {
break lab0;
}
this.cursor = (this.limit - v_2);
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.in_grouping_b(g_U))) {
break lab0;
}
return false;
}
v_3 = (this.limit - this.cursor);
if (this.cursor <= this.limit_backward) {
return false;
}
this.cursor -= 1;
if (!(this.out_grouping_b(g_vowel))) {
return false;
}
this.cursor = (this.limit - v_3);
break;
}
return true;
}
r_mark_possessives() {
if (this.find_among_b(a_0) === 0) {
return false;
}
return this.r_mark_suffix_with_optional_U_vowel();
}
r_mark_sU() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
if (!(this.in_grouping_b(g_U))) {
return false;
}
return this.r_mark_suffix_with_optional_s_consonant();
}
r_mark_lArI() {
return this.find_among_b(a_1) !== 0;
}
r_mark_yU() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
if (!(this.in_grouping_b(g_U))) {
return false;
}
return this.r_mark_suffix_with_optional_y_consonant();
}
r_mark_nU() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
return this.find_among_b(a_2) !== 0;
}
r_mark_nUn() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
if (this.find_among_b(a_3) === 0) {
return false;
}
return this.r_mark_suffix_with_optional_n_consonant();
}
r_mark_yA() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
if (this.find_among_b(a_4) === 0) {
return false;
}
return this.r_mark_suffix_with_optional_y_consonant();
}
r_mark_nA() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
return this.find_among_b(a_5) !== 0;
}
r_mark_DA() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
return this.find_among_b(a_6) !== 0;
}
r_mark_ndA() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
return this.find_among_b(a_7) !== 0;
}
r_mark_DAn() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
return this.find_among_b(a_8) !== 0;
}
r_mark_ndAn() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
return this.find_among_b(a_9) !== 0;
}
r_mark_ylA() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
if (this.find_among_b(a_10) === 0) {
return false;
}
return this.r_mark_suffix_with_optional_y_consonant();
}
r_mark_ncA() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
if (this.find_among_b(a_11) === 0) {
return false;
}
return this.r_mark_suffix_with_optional_n_consonant();
}
r_mark_yUm() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
if (this.find_among_b(a_12) === 0) {
return false;
}
return this.r_mark_suffix_with_optional_y_consonant();
}
r_mark_sUn() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
return this.find_among_b(a_13) !== 0;
}
r_mark_yUz() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
if (this.find_among_b(a_14) === 0) {
return false;
}
return this.r_mark_suffix_with_optional_y_consonant();
}
r_mark_sUnUz() {
return this.find_among_b(a_15) !== 0;
}
r_mark_lAr() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
return this.find_among_b(a_16) !== 0;
}
r_mark_nUz() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
return this.find_among_b(a_17) !== 0;
}
r_mark_DUr() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
return this.find_among_b(a_18) !== 0;
}
r_mark_cAsInA() {
return this.find_among_b(a_19) !== 0;
}
r_mark_yDU() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
if (this.find_among_b(a_20) === 0) {
return false;
}
return this.r_mark_suffix_with_optional_y_consonant();
}
r_mark_ysA() {
if (this.find_among_b(a_21) === 0) {
return false;
}
return this.r_mark_suffix_with_optional_y_consonant();
}
r_mark_ymUs_() {
if (!(this.r_check_vowel_harmony())) {
return false;
}
if (this.find_among_b(a_22) === 0) {
return false;
}
return this.r_mark_suffix_with_optional_y_consonant();
}
r_mark_yken() {
if (!(this.eq_s_b("ken"))) {
return false;
}
return this.r_mark_suffix_with_optional_y_consonant();
}
r_stem_nominal_verb_suffixes() {
let v_1, v_10, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
this.ket = this.cursor;
this.B_continue_stemming_noun_suffixes = true;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
while (true) {
v_2 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_ymUs_())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_2);
lab1: {
if (!(this.r_mark_yDU())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_2);
lab1: {
if (!(this.r_mark_ysA())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_2);
if (!(this.r_mark_yken())) {
break lab0;
}
break;
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.r_mark_cAsInA())) {
break lab0;
}
while (true) {
v_3 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_sUnUz())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_3);
lab1: {
if (!(this.r_mark_lAr())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_3);
lab1: {
if (!(this.r_mark_yUm())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_3);
lab1: {
if (!(this.r_mark_sUn())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_3);
lab1: {
if (!(this.r_mark_yUz())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_3);
break;
}
if (!(this.r_mark_ymUs_())) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.r_mark_lAr())) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
v_4 = (this.limit - this.cursor);
lab1: {
this.ket = this.cursor;
while (true) {
v_5 = (this.limit - this.cursor);
lab2: {
if (!(this.r_mark_DUr())) {
break lab2;
}
break;
}
this.cursor = (this.limit - v_5);
lab2: {
if (!(this.r_mark_yDU())) {
break lab2;
}
break;
}
this.cursor = (this.limit - v_5);
lab2: {
if (!(this.r_mark_ysA())) {
break lab2;
}
break;
}
this.cursor = (this.limit - v_5);
if (!(this.r_mark_ymUs_())) {
this.cursor = (this.limit - v_4);
break lab1;
}
break;
}
}
this.B_continue_stemming_noun_suffixes = false;
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.r_mark_nUz())) {
break lab0;
}
while (true) {
v_6 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_yDU())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_6);
if (!(this.r_mark_ysA())) {
break lab0;
}
break;
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
while (true) {
v_7 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_sUnUz())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_7);
lab1: {
if (!(this.r_mark_yUz())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_7);
lab1: {
if (!(this.r_mark_sUn())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_7);
if (!(this.r_mark_yUm())) {
break lab0;
}
break;
}
this.bra = this.cursor;
this.slice_del();
v_8 = (this.limit - this.cursor);
lab1: {
this.ket = this.cursor;
if (!(this.r_mark_ymUs_())) {
this.cursor = (this.limit - v_8);
break lab1;
}
}
break;
}
this.cursor = (this.limit - v_1);
if (!(this.r_mark_DUr())) {
return false;
}
this.bra = this.cursor;
this.slice_del();
v_9 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
while (true) {
v_10 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_sUnUz())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_10);
lab1: {
if (!(this.r_mark_lAr())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_10);
lab1: {
if (!(this.r_mark_yUm())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_10);
lab1: {
if (!(this.r_mark_sUn())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_10);
lab1: {
if (!(this.r_mark_yUz())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_10);
break;
}
if (!(this.r_mark_ymUs_())) {
this.cursor = (this.limit - v_9);
break lab0;
}
}
break;
}
this.bra = this.cursor;
this.slice_del();
return true;
}
r_stem_suffix_chain_before_ki() {
let v_1, v_10, v_11, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
this.ket = this.cursor;
if (!(this.eq_s_b("ki"))) {
return false;
}
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.r_mark_DA())) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
v_2 = (this.limit - this.cursor);
lab1: {
this.ket = this.cursor;
while (true) {
v_3 = (this.limit - this.cursor);
lab2: {
if (!(this.r_mark_lAr())) {
break lab2;
}
this.bra = this.cursor;
this.slice_del();
v_4 = (this.limit - this.cursor);
lab3: {
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_4);
break lab3;
}
}
break;
}
this.cursor = (this.limit - v_3);
if (!(this.r_mark_possessives())) {
this.cursor = (this.limit - v_2);
break lab1;
}
this.bra = this.cursor;
this.slice_del();
v_5 = (this.limit - this.cursor);
lab2: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_5);
break lab2;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_5);
break lab2;
}
}
break;
}
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.r_mark_nUn())) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
v_6 = (this.limit - this.cursor);
lab1: {
this.ket = this.cursor;
while (true) {
v_7 = (this.limit - this.cursor);
lab2: {
if (!(this.r_mark_lArI())) {
break lab2;
}
this.bra = this.cursor;
this.slice_del();
break;
}
this.cursor = (this.limit - v_7);
lab2: {
this.ket = this.cursor;
while (true) {
v_8 = (this.limit - this.cursor);
lab3: {
if (!(this.r_mark_possessives())) {
break lab3;
}
break;
}
this.cursor = (this.limit - v_8);
if (!(this.r_mark_sU())) {
break lab2;
}
break;
}
this.bra = this.cursor;
this.slice_del();
v_9 = (this.limit - this.cursor);
lab3: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_9);
break lab3;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_9);
break lab3;
}
}
break;
}
this.cursor = (this.limit - v_7);
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_6);
break lab1;
}
break;
}
}
break;
}
this.cursor = (this.limit - v_1);
if (!(this.r_mark_ndA())) {
return false;
}
while (true) {
v_10 = (this.limit - this.cursor);
lab0: {
if (!(this.r_mark_lArI())) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
break;
}
this.cursor = (this.limit - v_10);
lab0: {
if (!(this.r_mark_sU())) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
v_11 = (this.limit - this.cursor);
lab1: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_11);
break lab1;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_11);
break lab1;
}
}
break;
}
this.cursor = (this.limit - v_10);
if (!(this.r_stem_suffix_chain_before_ki())) {
return false;
}
break;
}
break;
}
return true;
}
r_stem_noun_suffixes() {
let v_1, v_10, v_11, v_12, v_13, v_14, v_15, v_16, v_17, v_18, v_19, v_2, v_20, v_21, v_22, v_23, v_24, v_25, v_26, v_27, v_3, v_4, v_5, v_6, v_7, v_8, v_9;
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
v_2 = (this.limit - this.cursor);
lab1: {
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_2);
break lab1;
}
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
this.ket = this.cursor;
if (!(this.r_mark_ncA())) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
v_3 = (this.limit - this.cursor);
lab1: {
while (true) {
v_4 = (this.limit - this.cursor);
lab2: {
this.ket = this.cursor;
if (!(this.r_mark_lArI())) {
break lab2;
}
this.bra = this.cursor;
this.slice_del();
break;
}
this.cursor = (this.limit - v_4);
lab2: {
this.ket = this.cursor;
while (true) {
v_5 = (this.limit - this.cursor);
lab3: {
if (!(this.r_mark_possessives())) {
break lab3;
}
break;
}
this.cursor = (this.limit - v_5);
if (!(this.r_mark_sU())) {
break lab2;
}
break;
}
this.bra = this.cursor;
this.slice_del();
v_6 = (this.limit - this.cursor);
lab3: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_6);
break lab3;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_6);
break lab3;
}
}
break;
}
this.cursor = (this.limit - v_4);
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_3);
break lab1;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_3);
break lab1;
}
break;
}
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
this.ket = this.cursor;
while (true) {
v_7 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_ndA())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_7);
if (!(this.r_mark_nA())) {
break lab0;
}
break;
}
while (true) {
v_8 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_lArI())) {
break lab1;
}
this.bra = this.cursor;
this.slice_del();
break;
}
this.cursor = (this.limit - v_8);
lab1: {
if (!(this.r_mark_sU())) {
break lab1;
}
this.bra = this.cursor;
this.slice_del();
v_9 = (this.limit - this.cursor);
lab2: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_9);
break lab2;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_9);
break lab2;
}
}
break;
}
this.cursor = (this.limit - v_8);
if (!(this.r_stem_suffix_chain_before_ki())) {
break lab0;
}
break;
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
this.ket = this.cursor;
while (true) {
v_10 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_ndAn())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_10);
if (!(this.r_mark_nU())) {
break lab0;
}
break;
}
while (true) {
v_11 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_sU())) {
break lab1;
}
this.bra = this.cursor;
this.slice_del();
v_12 = (this.limit - this.cursor);
lab2: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_12);
break lab2;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_12);
break lab2;
}
}
break;
}
this.cursor = (this.limit - v_11);
if (!(this.r_mark_lArI())) {
break lab0;
}
break;
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
this.ket = this.cursor;
if (!(this.r_mark_DAn())) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
v_13 = (this.limit - this.cursor);
lab1: {
this.ket = this.cursor;
while (true) {
v_14 = (this.limit - this.cursor);
lab2: {
if (!(this.r_mark_possessives())) {
break lab2;
}
this.bra = this.cursor;
this.slice_del();
v_15 = (this.limit - this.cursor);
lab3: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_15);
break lab3;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_15);
break lab3;
}
}
break;
}
this.cursor = (this.limit - v_14);
lab2: {
if (!(this.r_mark_lAr())) {
break lab2;
}
this.bra = this.cursor;
this.slice_del();
v_16 = (this.limit - this.cursor);
lab3: {
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_16);
break lab3;
}
}
break;
}
this.cursor = (this.limit - v_14);
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_13);
break lab1;
}
break;
}
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
this.ket = this.cursor;
while (true) {
v_17 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_nUn())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_17);
if (!(this.r_mark_ylA())) {
break lab0;
}
break;
}
this.bra = this.cursor;
this.slice_del();
v_18 = (this.limit - this.cursor);
lab1: {
while (true) {
v_19 = (this.limit - this.cursor);
lab2: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
break lab2;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
break lab2;
}
break;
}
this.cursor = (this.limit - v_19);
lab2: {
this.ket = this.cursor;
while (true) {
v_20 = (this.limit - this.cursor);
lab3: {
if (!(this.r_mark_possessives())) {
break lab3;
}
break;
}
this.cursor = (this.limit - v_20);
if (!(this.r_mark_sU())) {
break lab2;
}
break;
}
this.bra = this.cursor;
this.slice_del();
v_21 = (this.limit - this.cursor);
lab3: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_21);
break lab3;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_21);
break lab3;
}
}
break;
}
this.cursor = (this.limit - v_19);
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_18);
break lab1;
}
break;
}
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
this.ket = this.cursor;
if (!(this.r_mark_lArI())) {
break lab0;
}
this.bra = this.cursor;
this.slice_del();
break;
}
this.cursor = (this.limit - v_1);
lab0: {
if (!(this.r_stem_suffix_chain_before_ki())) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_1);
lab0: {
this.ket = this.cursor;
while (true) {
v_22 = (this.limit - this.cursor);
lab1: {
if (!(this.r_mark_DA())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_22);
lab1: {
if (!(this.r_mark_yU())) {
break lab1;
}
break;
}
this.cursor = (this.limit - v_22);
if (!(this.r_mark_yA())) {
break lab0;
}
break;
}
this.bra = this.cursor;
this.slice_del();
v_23 = (this.limit - this.cursor);
lab1: {
this.ket = this.cursor;
while (true) {
v_24 = (this.limit - this.cursor);
lab2: {
if (!(this.r_mark_possessives())) {
break lab2;
}
this.bra = this.cursor;
this.slice_del();
v_25 = (this.limit - this.cursor);
lab3: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_25);
break lab3;
}
}
break;
}
this.cursor = (this.limit - v_24);
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_23);
break lab1;
}
break;
}
this.bra = this.cursor;
this.slice_del();
this.ket = this.cursor;
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_23);
break lab1;
}
}
break;
}
this.cursor = (this.limit - v_1);
this.ket = this.cursor;
while (true) {
v_26 = (this.limit - this.cursor);
lab0: {
if (!(this.r_mark_possessives())) {
break lab0;
}
break;
}
this.cursor = (this.limit - v_26);
if (!(this.r_mark_sU())) {
return false;
}
break;
}
this.bra = this.cursor;
this.slice_del();
v_27 = (this.limit - this.cursor);
lab0: {
this.ket = this.cursor;
if (!(this.r_mark_lAr())) {
this.cursor = (this.limit - v_27);
break lab0;
}
this.bra = this.cursor;
this.slice_del();
if (!(this.r_stem_suffix_chain_before_ki())) {
this.cursor = (this.limit - v_27);
break lab0;
}
}
break;
}
return true;
}
r_post_process_last_consonants() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_23);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
this.slice_from(as_23[(among_var - 1)]);
return true;
}
r_append_U_to_stems_ending_with_d_or_g() {
let v_1;
this.ket = this.cursor;
this.bra = this.cursor;
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "d")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "g")) {
return false;
}
this.cursor -= 1;
break;
}
if (!(this.go_out_grouping_b(g_vowel))) {
return false;
}
while (true) {
v_1 = (this.limit - this.cursor);
lab0: {
while (true) {
lab1: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "a")) {
break lab1;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ı")) {
break lab0;
}
this.cursor -= 1;
break;
}
this.slice_from("ı");
break;
}
this.cursor = (this.limit - v_1);
lab0: {
while (true) {
lab1: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "e")) {
break lab1;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "i")) {
break lab0;
}
this.cursor -= 1;
break;
}
this.slice_from("i");
break;
}
this.cursor = (this.limit - v_1);
lab0: {
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
this.slice_from("u");
break;
}
this.cursor = (this.limit - v_1);
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ö")) {
break lab0;
}
this.cursor -= 1;
break;
}
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ü")) {
return false;
}
this.cursor -= 1;
break;
}
this.slice_from("ü");
break;
}
return true;
}
r_is_reserved_word() {
let v_1;
if (!(this.eq_s_b("ad"))) {
return false;
}
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.eq_s_b("soy"))) {
this.cursor = (this.limit - v_1);
break lab0;
}
}
return this.cursor <= this.limit_backward;
}
r_remove_proper_noun_suffix() {
let v_1, v_2, v_3, v_4;
v_1 = this.cursor;
lab0: {
this.bra = this.cursor;
while (true) {
v_2 = this.cursor;
lab1: {
lab2: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "'")) {
break lab2;
}
this.cursor += 1;
break lab1;
}
this.cursor = v_2;
break;
}
this.cursor = v_2;
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
this.ket = this.cursor;
this.slice_del();
}
this.cursor = v_1;
v_3 = this.cursor;
lab0: {
if ((this.cursor + 2) > this.limit) {
break lab0;
}
this.cursor += 2;
while (true) {
v_4 = this.cursor;
lab1: {
if ((this.cursor === this.limit) || (this.current[this.cursor] !== "'")) {
break lab1;
}
this.cursor += 1;
this.cursor = v_4;
break;
}
this.cursor = v_4;
if (this.cursor >= this.limit) {
break lab0;
}
this.cursor += 1;
}
this.bra = this.cursor;
this.cursor = this.limit;
this.ket = this.cursor;
this.slice_del();
}
this.cursor = v_3;
return true;
}
r_more_than_one_syllable_word() {
let v_1;
v_1 = this.cursor;
for (let _ = 0; _ < 2; _++) {
if (!(this.go_out_grouping(g_vowel))) {
return false;
}
this.cursor += 1;
}
this.cursor = v_1;
return true;
}
r_postlude() {
let v_1, v_2, v_3;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_1 = (this.limit - this.cursor);
lab0: {
if (!(this.r_is_reserved_word())) {
break lab0;
}
return false;
}
this.cursor = (this.limit - v_1);
v_2 = (this.limit - this.cursor);
this.r_append_U_to_stems_ending_with_d_or_g();
this.cursor = (this.limit - v_2);
v_3 = (this.limit - this.cursor);
this.r_post_process_last_consonants();
this.cursor = (this.limit - v_3);
this.cursor = this.limit_backward;
return true;
}
_stem() {
let v_1, v_2;
this.r_remove_proper_noun_suffix();
if (!(this.r_more_than_one_syllable_word())) {
return false;
}
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_1 = (this.limit - this.cursor);
this.r_stem_nominal_verb_suffixes();
this.cursor = (this.limit - v_1);
if (!(this.B_continue_stemming_noun_suffixes)) {
return false;
}
v_2 = (this.limit - this.cursor);
this.r_stem_noun_suffixes();
this.cursor = (this.limit - v_2);
this.cursor = this.limit_backward;
return this.r_postlude();
}
}
export const FINGERPRINT = "7cb80fa3";
