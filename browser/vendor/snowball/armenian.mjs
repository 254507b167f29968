// From armenian_stemmer.py of Snowball 3.1.1, by renew.py. Licence: LICENSE
import { Stemmer, among } from './stemmer.mjs';
const g_v = "աեէըիուօ";
const a_0 = among(["րորդ",1,"երորդ",1,"ալի",1,"ակի",1,"որակ",1,"եղ",1,"ական",1,"արան",1,"են",1,"եկեն",1,"երեն",1,"որէն",1,"ին",1,"գին",1,"ովին",1,"լայն",1,"վուն",1,"պես",1,"իվ",1,"ատ",1,"ավետ",1,"կոտ",1,"բար",1]);
const a_1 = among(["ա",1,"ացա",1,"եցա",1,"վե",1,"ացրի",1,"ացի",1,"եցի",1,"վեցի",1,"ալ",1,"ըալ",1,"անալ",1,"ենալ",1,"ացնալ",1,"ել",1,"ըել",1,"նել",1,"ցնել",1,"եցնել",1,"չել",1,"վել",1,"ացվել",1,"եցվել",1,"տել",1,"ատել",1,"ոտել",1,"կոտել",1,"ված",1,"ում",1,"վում",1,"ան",1,"ցան",1,"ացան",1,"ացրին",1,"ացին",1,"եցին",1,"վեցին",1,"ալիս",1,"ելիս",1,"ավ",1,"ացավ",1,"եցավ",1,"ալով",1,"ելով",1,"ար",1,"ացար",1,"եցար",1,"ացրիր",1,"ացիր",1,"եցիր",1,"վեցիր",1,"աց",1,"եց",1,"ացրեց",1,"ալուց",1,"ելուց",1,"ալու",1,"ելու",1,"աք",1,"ցաք",1,"ացաք",1,"ացրիք",1,"ացիք",1,"եցիք",1,"վեցիք",1,"անք",1,"ցանք",1,"ացանք",1,"ացրինք",1,"ացինք",1,"եցինք",1,"վեցինք",1]);
const a_2 = among(["որդ",1,"ույթ",1,"ուհի",1,"ցի",1,"իլ",1,"ակ",1,"յակ",1,"անակ",1,"իկ",1,"ուկ",1,"ան",1,"պան",1,"ստան",1,"արան",1,"եղէն",1,"յուն",1,"ություն",1,"ածո",1,"իչ",1,"ուս",1,"ուստ",1,"գար",1,"վոր",1,"ավոր",1,"ոց",1,"անօց",1,"ու",1,"ք",1,"չեք",1,"իք",1,"ալիք",1,"անիք",1,"վածք",1,"ույք",1,"ենք",1,"ոնք",1,"ունք",1,"մունք",1,"իչք",1,"արք",1]);
const a_3 = among(["սա",1,"վա",1,"ամբ",1,"դ",1,"անդ",1,"ությանդ",1,"վանդ",1,"ոջդ",1,"երդ",1,"ներդ",1,"ուդ",1,"ը",1,"անը",1,"ությանը",1,"վանը",1,"ոջը",1,"երը",1,"ները",1,"ի",1,"վի",1,"երի",1,"ների",1,"անում",1,"երում",1,"ներում",1,"ն",1,"ան",1,"ության",1,"վան",1,"ին",1,"երին",1,"ներին",1,"ությանն",1,"երն",1,"ներն",1,"ուն",1,"ոջ",1,"ությանս",1,"վանս",1,"ոջս",1,"ով",1,"անով",1,"վով",1,"երով",1,"ներով",1,"եր",1,"ներ",1,"ց",1,"ից",1,"վանից",1,"ոջից",1,"վից",1,"երից",1,"ներից",1,"ցից",1,"ոց",1,"ուց",1]);
export default class extends Stemmer {
I_p2 = 0;
I_pV = 0;
r_mark_regions() {
let v_1;
this.I_pV = this.limit;
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
r_adjective() {
this.ket = this.cursor;
if (this.find_among_b(a_0) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
return true;
}
r_verb() {
this.ket = this.cursor;
if (this.find_among_b(a_1) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
return true;
}
r_noun() {
this.ket = this.cursor;
if (this.find_among_b(a_2) === 0) {
return false;
}
this.bra = this.cursor;
this.slice_del();
return true;
}
r_ending() {
this.ket = this.cursor;
if (this.find_among_b(a_3) === 0) {
return false;
}
this.bra = this.cursor;
if (this.I_p2 > this.cursor) {
return false;
}
this.slice_del();
return true;
}
_stem() {
let v_2, v_3, v_4, v_5, v_6;
this.r_mark_regions();
this.limit_backward = this.cursor;
this.cursor = this.limit;
if (this.cursor < this.I_pV) {
return false;
}
v_2 = this.limit_backward;
this.limit_backward = this.I_pV;
v_3 = (this.limit - this.cursor);
this.r_ending();
this.cursor = (this.limit - v_3);
v_4 = (this.limit - this.cursor);
this.r_verb();
this.cursor = (this.limit - v_4);
v_5 = (this.limit - this.cursor);
this.r_adjective();
this.cursor = (this.limit - v_5);
v_6 = (this.limit - this.cursor);
this.r_noun();
this.cursor = (this.limit - v_6);
this.limit_backward = v_2;
this.cursor = this.limit_backward;
return true;
}
}
export const FINGERPRINT = "e0b0ce1b";
