// From nepali_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const a_0 = among(["लाइ",1,"लाई",1,"सँग",1,"संग",1,"मार्फत",1,"रत",1,"का",2,"मा",1,"द्वारा",1,"कि",2,"पछि",1,"की",2,"ले",1,"कै",2,"सँगै",1,"मै",1,"को",2]);
const a_1 = among(["ँ",1,"ं",1,"ै",2]);
const a_2 = among(["थिए",1,"छ",1,"इछ",1,"एछ",1,"िछ",1,"ेछ",1,"नेछ",1,"हुनेछ",1,"इन्छ",1,"िन्छ",1,"हुन्छ",1,"एका",1,"इएका",1,"िएका",1,"ेका",1,"नेका",1,"दा",1,"इदा",1,"िदा",1,"देखि",1,"माथि",1,"एकी",1,"इएकी",1,"िएकी",1,"ेकी",1,"देखी",1,"थी",1,"दी",1,"छु",1,"एछु",1,"ेछु",1,"नेछु",1,"नु",1,"हरु",1,"हरू",1,"छे",1,"थे",1,"ने",1,"एकै",1,"ेकै",1,"नेकै",1,"दै",1,"इदै",1,"िदै",1,"एको",1,"इएको",1,"िएको",1,"ेको",1,"नेको",1,"दो",1,"इदो",1,"िदो",1,"यो",1,"इयो",1,"भयो",1,"ियो",1,"थियो",1,"दियो",1,"थ्यो",1,"छौ",1,"इछौ",1,"एछौ",1,"िछौ",1,"ेछौ",1,"नेछौ",1,"यौ",1,"थियौ",1,"छ्यौ",1,"थ्यौ",1,"छन्",1,"इछन्",1,"एछन्",1,"िछन्",1,"ेछन्",1,"नेछन्",1,"लान्",1,"छिन्",1,"थिन्",1,"पर्",1,"इस्",1,"थिइस्",1,"छस्",1,"इछस्",1,"एछस्",1,"िछस्",1,"ेछस्",1,"नेछस्",1,"िस्",1,"थिस्",1,"छेस्",1,"होस्",1]);
export default class extends Stemmer {
r_remove_category_1() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_0);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
this.slice_del();
} else {
while (true) {
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "ए")) {
break lab0;
}
this.cursor -= 1;
break;
}
lab0: {
if ((this.cursor <= this.limit_backward) || (this.current[(this.cursor - 1)] !== "े")) {
break lab0;
}
this.cursor -= 1;
break;
}
this.slice_del();
break;
}
}
return true;
}
r_remove_category_2() {
let among_var;
this.ket = this.cursor;
among_var = this.find_among_b(a_1);
if (among_var === 0) {
return false;
}
this.bra = this.cursor;
if (among_var === 1) {
while (true) {
lab0: {
if (!(this.eq_s_b("यौ"))) {
break lab0;
}
break;
}
lab0: {
if (!(this.eq_s_b("छौ"))) {
break lab0;
}
break;
}
lab0: {
if (!(this.eq_s_b("नौ"))) {
break lab0;
}
break;
}
if (!(this.eq_s_b("थे"))) {
return false;
}
break;
}
this.slice_del();
} else {
if (!(this.eq_s_b("त्र"))) {
return false;
}
this.slice_del();
}
return true;
}
r_remove_category_3() {
this.ket = this.cursor;
if (this.find_among_b(a_2) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
return true;
}
_stem() {
let v_1, v_2, v_3;
this.limit_backward = this.cursor;
this.cursor = this.limit;
v_1 = (this.limit - this.cursor);
this.r_remove_category_1();
this.cursor = (this.limit - v_1);
while (true) {
v_2 = (this.limit - this.cursor);
lab0: {
v_3 = (this.limit - this.cursor);
this.r_remove_category_2();
this.cursor = (this.limit - v_3);
if (!(this.r_remove_category_3())) {
break lab0;
}
continue;
}
this.cursor = (this.limit - v_2);
break;
}
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "beb53eb5";
