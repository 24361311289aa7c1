// Made by the generator from spec/. Do not edit.
var by=Object.create;var Vd=Object.defineProperty;var wy=Object.getOwnPropertyDescriptor;var vy=Object.getOwnPropertyNames;var ky=Object.getPrototypeOf,Py=Object.prototype.hasOwnProperty;var ie=(t,r)=>()=>{try{return r||t((r={exports:{}}).exports,r),r.exports}catch(a){throw r=0,a}};var $y=(t,r,a,n)=>{if(r&&typeof r=="object"||typeof r=="function")for(let o of vy(r))!Py.call(t,o)&&o!==a&&Vd(t,o,{get:()=>r[o],enumerable:!(n=wy(r,o))||n.enumerable});
return t};var lt=(t,r,a)=>(a=t!=null?by(ky(t)):{},$y(r||!t||!t.__esModule?Vd(a,"default",{value:t,enumerable:!0}):a,t));var Go=ie(Bo=>{"use strict";Object.defineProperty(Bo,"__esModule",{value:!0});function zd(t){let r=t.length,a=0,n=0,o;for(;n<r;)a++,o=t.charCodeAt(n++),o>=55296&&
o<=56319&&n<r&&(o=t.charCodeAt(n),(o&64512)===56320&&n++);return a}Bo.default=zd;zd.code='require("ajv/dist/runtime/ucs2length").default'});var Zo=ie((I$,Ud)=>{"use strict";Ud.exports=function t(r,a){if(r===a)return!0;if(r&&a&&typeof r=="object"&&typeof a=="object"){if(r.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(r)){if(n=r.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!t(r[o],a[o]))return!1;return!0}if(r.constructor===RegExp)return r.
source===a.source&&r.flags===a.flags;if(r.valueOf!==Object.prototype.valueOf)return r.valueOf()===a.valueOf();if(r.toString!==Object.prototype.toString)return r.
toString()===a.toString();if(i=Object.keys(r),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var e=i[o];if(!t(r[e],a[e]))return!1}return!0}return r!==r&&a!==a}});var pa=ie(Qo=>{"use strict";Object.defineProperty(Qo,"__esModule",{value:!0});var Jd=Zo();Jd.code='require("ajv/dist/runtime/equal").default';Qo.default=Jd});var Hd=ie(Wd=>{"use strict";Wd.meta0=sn;var m={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
ams/<protocol>.json may say: how requests of this catalogue are put in an upstream's words, and how its answers are read.",type:"object",required:["protocol","t\
itle","description","sources","baseUrl","authentication","deadline","poll","operations","errors"],properties:{$schema:{type:"string",description:"The path of th\
is meta-schema, for editors."},$comment:{$ref:"#/$defs/comment"},protocol:{type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The protocol's name: the file'\
s name without .json.",errorMessage:"lower-case letters, digits and hyphens"},title:{type:"string",minLength:1,description:"The upstream's name, as people say i\
t."},description:{type:"string",minLength:1,description:"Who speaks it, in one or two sentences."},sources:{type:"object",description:"Where facts come from, by\
 the name that rows use.",additionalProperties:{oneOf:[{type:"object",required:["package","version"],properties:{package:{type:"string",minLength:1,description:"\
A package of the npm registry."},version:{type:"string",pattern:"^\\d+\\.\\d+\\.\\d+",description:"The version that was read.",errorMessage:"a version such as 1\
.2.3"}},additionalProperties:!1},{type:"object",required:["document","url"],properties:{document:{type:"string",minLength:1,description:"The document's title."},
url:{type:"string",pattern:"^https://",description:"Where it was read.",errorMessage:"an https URL"}},additionalProperties:!1}]},minProperties:1},baseUrl:{type:"\
string",pattern:"^https://[^/]+(/.*[^/])?$",description:"The vendor's base URL, without a slash at the end. Operators may set another.",errorMessage:"an https U\
RL without a slash at the end"},authentication:{type:"object",description:"Where the key goes.",required:["in","name","source"],properties:{in:{enum:["header"],
description:"A header. Not the URL, which servers and proxies log."},name:{type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"Its name.",errorMessage:"lette\
rs, digits, dots, hyphens and underscores"},prefix:{type:"string",description:'What stands before the key, such as "Bearer ".'},token:{description:"What is made\
 of the operator's key and sent in its place. Left out where the key itself is sent.",oneOf:[{type:"object",description:"A JWT signed with HS256. The operator's\
 key is <access key>:<secret key>; the access key is the issuer.",required:["by","seconds"],properties:{by:{const:"jwt-hs256",description:"The piece of code tha\
t makes the token."},seconds:{type:"integer",minimum:10,maximum:86400,description:"How long a token is valid."},backdateSeconds:{type:"integer",minimum:0,maximum:3600,
description:"How long before it is made a token is valid, for clocks that differ. Left out: tokens do not say from when they are valid."}},additionalProperties:!1},
{type:"object",description:"An access token of OAuth 2.0, for an assertion (RFC 7523). The operator's key is the JSON key file of a Google service account, or t\
hat file in base64.",required:["by","scope"],properties:{by:{const:"google-service-account",description:"The piece of code that makes the token."},scope:{type:"\
string",minLength:1,description:"What the token is asked for."}},additionalProperties:!1},{type:"object",description:"A signature over each request (AWS Signatu\
re Version 4) stands in the header, which is Authorization and has no prefix. The operator's key is <access key ID>:<secret access key>, with :<session token> b\
ehind it for temporary credentials. The region is the one that the operator sets, or that of the base URL's host; us-east-1 where the host is none of AWS.",required:[
"by","service"],properties:{by:{const:"aws-sigv4",description:"The piece of code that makes the signature."},service:{$ref:"#/$defs/signedService"}},additionalProperties:!1},
{type:"object",description:"A signature over each request (TC3-HMAC-SHA256, of Tencent Cloud) stands in the header, which is Authorization and has no prefix. Th\
e operator's key is <secret ID>:<secret key>, with :<token> behind it for temporary credentials. The region is sent as X-TC-Region.",required:["by","service"],properties:{
by:{const:"tc3-hmac-sha256",description:"The piece of code that makes the signature."},service:{$ref:"#/$defs/signedService"},region:{$ref:"#/$defs/signedRegion"}},
additionalProperties:!1},{type:"object",description:"A signature over each request (HMAC-SHA256, of Volcengine and BytePlus) stands in the header, which is Auth\
orization and has no prefix. The operator's key is <access key ID>:<secret access key>, with :<session token> behind it for temporary credentials.",required:["b\
y","service","region"],properties:{by:{const:"hmac-sha256-v4",description:"The piece of code that makes the signature."},service:{$ref:"#/$defs/signedService"},
region:{$ref:"#/$defs/signedRegion"}},additionalProperties:!1}]},source:{$ref:"#/$defs/source"}},additionalProperties:!1},headers:{type:"object",minProperties:1,
propertyNames:{pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"\
Fixed headers of every request below the base URL, such as the version of the API. Fakes reject a request without them."},idempotency:{type:"object",description:"\
How a repeated submit is made harmless. Left out where the upstream does not promise it. A repeat that is rejected is inconclusive about the first attempt.",required:[
"header","keptSeconds","source"],properties:{header:{type:"string",minLength:1,description:"The header that takes the key."},keptSeconds:{type:"integer",minimum:1,
description:"For how many seconds after its submit the upstream keeps a key at least. A repeat that comes later is not sent: it would buy again."},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1},deadline:{type:"object",description:"When a task that has not ended is given up.",required:["seconds","source"],properties:{
seconds:{type:"integer",minimum:60,description:"Seconds after the submit."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},poll:{type:"object",description:"\
How often to query.",required:["seconds","source"],properties:{seconds:{type:"number",exclusiveMinimum:0,description:"Seconds between two queries of one task."},
source:{$ref:"#/$defs/source"}},additionalProperties:!1},probe:{type:"object",description:"A GET that tells whether the key is valid and buys nothing.",required:[
"path","accepted","source"],properties:{path:{$ref:"#/$defs/path"},accepted:{type:"array",items:{type:"integer",minimum:100,maximum:599},minItems:1,description:"\
HTTP statuses that prove that the key is accepted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},modelProbe:{type:"object",description:"A GET that \
tells whether the upstream knows a model and buys nothing, or why there is none.",required:["source"],properties:{path:{$ref:"#/$defs/path",description:"Below t\
he base URL, with the key. It may hold {model}."},url:{type:"string",pattern:"^https://[^/?#{}]+/[^#]*$",description:"In place of a path: a URL of another host \
of the vendor, to which no key is sent. It may hold {model}."},names:{$ref:"#/$defs/pointer",description:"Where the answer names models, with - for every item o\
f a list. Without - the answer tells of the one model that the path names."},omits:{type:"string",minLength:1,description:"Models that the answer leaves out alt\
hough they can be used, so that a missing one is not proven to be unknown."},told:{type:"array",minItems:1,description:"Other members of the answer that clients\
 of the vendor read and this service does not: fakes and native APIs write them.",items:{type:"object",required:["at","constant"],properties:{at:{$ref:"#/$defs/\
pointer",description:"Where, with - for every item of the list of models."},constant:{description:"A fixed value."}},additionalProperties:!1}},except:{type:"arr\
ay",minItems:1,description:"Model IDs that the answer never names.",items:{type:"object",required:["prefix","reason"],properties:{prefix:{type:"string",minLength:1,
description:"What such IDs begin with."},reason:{type:"string",minLength:1,description:"Why they cannot be tested."}},additionalProperties:!1}},untestable:{type:"\
string",minLength:1,description:"In place of a request: why no model can be tested without buying something."},source:{$ref:"#/$defs/source"}},oneOf:[{required:[
"path","names"]},{required:["url","names"]},{required:["untestable"]}],additionalProperties:!1},webhooks:{type:"object",description:"How the upstream tells by i\
tself that a task has changed. A webhook hastens the next query of its task; what it says is never believed.",required:["source"],properties:{body:{$ref:"#/$def\
s/pointer",description:"Where in the body of the submit the URL goes."},query:{type:"string",minLength:1,description:"The query parameter of the submit that tak\
es the URL."},with:{type:"array",minItems:1,description:"Members of the body that go with the URL.",items:{type:"object",required:["to","constant"],properties:{
to:{$ref:"#/$defs/pointer"},constant:{description:"A fixed value."}},additionalProperties:!1}},signature:{type:"object",description:"How a webhook is signed. Le\
ft out where it is not.",required:["algorithm","header","encoding","signed","key"],properties:{algorithm:{enum:["hmac-sha256","hmac-sha512","ed25519"],description:"\
What the signature is made with."},header:{$ref:"#/$defs/headerName",description:"The header that holds the signature."},separator:{type:"string",minLength:1,description:"\
What stands between the parts of that header. One part that is a valid signature is enough. Left out: the header has one part."},prefix:{type:"string",minLength:1,
description:'What stands before the signature in its part, such as "sha256=". Parts without it are passed over.'},encoding:{enum:["hex","base64"],description:"H\
ow the signature is written."},headers:{type:"object",minProperties:1,additionalProperties:{$ref:"#/$defs/headerName"},description:'Headers that are signed too,\
 by the names that stand for them in "signed".'},signed:{type:"string",minLength:1,description:'The text that is signed. {body} stands for the body as it arrive\
d, {bodySha256} for its SHA-256 in lower-case hexadecimal, {timestamp} for the time as the webhook writes it, and each name of "headers" for the value of its he\
ader.'},time:{type:"object",description:"Where a webhook says when it was sent. Left out where it does not: one that was recorded can be sent again at any time.",
required:["unit","toleranceSeconds"],properties:{header:{$ref:"#/$defs/headerName",description:"The header that holds it."},separator:{type:"string",minLength:1,
description:"What stands between the parts of that header."},prefix:{type:"string",minLength:1,description:"What stands before the time in its part."},member:{$ref:"\
#/$defs/pointer",description:"In place of a header: a member of the body."},unit:{enum:["seconds","milliseconds","rfc3339"],description:"Seconds or milliseconds\
 since 1970, or a date and time such as 2026-01-31T12:00:00Z."},toleranceSeconds:{type:"integer",minimum:1,maximum:3600,description:"How many seconds it may dif\
fer from the time of the service."}},oneOf:[{required:["header"]},{required:["member"]}],dependentRequired:{separator:["header"],prefix:["header"]},additionalProperties:!1},
key:{description:"What the signature is checked with.",oneOf:[{type:"object",description:"The upstream gives the key to holders of the operator's API key.",required:[
"by","path","at","encoding"],properties:{by:{const:"request",description:"The service asks the upstream."},path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer"},
prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"The operator has agreed on the key\
 with the upstream.",required:["by","encoding"],properties:{by:{const:"setting",description:"The operator sets webhookSecret for the upstream."},prefix:{$ref:"#\
/$defs/keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"The upstream publishes its public keys. Only for \
ed25519.",required:["by","url"],properties:{by:{const:"key-set",description:"A JSON Web Key Set."},url:{type:"string",pattern:"^https://",description:"Where it \
is. No key is sent there.",errorMessage:"an https URL"}},additionalProperties:!1}]}},additionalProperties:!1},challenge:{$ref:"#/$defs/pointer",description:"A m\
ember of a first request that the answer must repeat."},told:{type:"array",minItems:1,description:"Members of a webhook that a fake writes. Left out where a web\
hook holds what a query answers.",items:{type:"object",required:["at","fact"],properties:{at:{$ref:"#/$defs/pointer"},fact:{enum:["id","model","created"],description:"\
A fact of the task."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},oneOf:[{required:["body"]},{required:["query"]}],additionalProperties:!1},rateHeaders:{
$ref:"#/$defs/remark",description:"Which headers tell of limits. Retry-After is always read."},upload:{type:"object",description:"The request that uploads a fil\
e before the submit names it. Rows that say so upload the data URIs they carry.",required:["method","path","reference","source"],properties:{method:{enum:["POST",
"PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},field:{type:"string",minLength:1,description:"The field of a form (multipart/form-data) that h\
olds the file. Left out where the body is the file itself."},reference:{$ref:"#/$defs/pointer",description:"Where the answer has what names the file in the subm\
it: a URL or an ID."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},operations:{type:"object",description:"How tasks are made, per kind of model.",properties:{
video:{$ref:"#/$defs/operation"},image:{$ref:"#/$defs/operation"},audio:{$ref:"#/$defs/operation"},mesh:{$ref:"#/$defs/operation"}},minProperties:1,additionalProperties:!1},
errors:{type:"object",description:"How error answers are read, and what they prove.",required:["message","code","proofs"],properties:{message:{$ref:"#/$defs/poi\
nters"},code:{$ref:"#/$defs/pointers"},codeHeader:{$ref:"#/$defs/headerName",description:"The header that has the code where the body has none, before a colon."},
status:{$ref:"#/$defs/pointer",description:"Where an error has its HTTP status as a number, without which clients of the vendor do not read it."},inside:{type:"\
object",description:"A member that makes an answer with HTTP 200 an error.",required:["at","source"],properties:{at:{$ref:"#/$defs/pointer"},unless:{type:"array",
description:"Values that mean that there is no error."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proofs:{type:"array",description:"What error an\
swers to a submit prove. The first that fits counts; an answer that none fits may have made a task.",minItems:1,items:{type:"object",required:["status","proves",
"source"],properties:{status:{type:"string",pattern:"^[1-5]([0-9]{2}|xx)$",description:"One HTTP status, or a class such as 5xx.",errorMessage:"an HTTP status s\
uch as 404, or a class of them such as 4xx"},codes:{type:"array",items:{type:"string"},minItems:1,description:"Only with one of these error codes."},says:{type:"\
array",items:{type:"string",minLength:1},minItems:1,description:"Only where the message holds one of these texts, in capitals or not."},proves:{enum:["rejected",
"busy","credentials","payment","may-exist","unknown-model"],description:"rejected: no task was made. busy: none was made, and a later submit may succeed. creden\
tials, payment: none was made, because of the key or of the account's balance, for which the task is not to blame. unknown-model: none was made, since the upstr\
eam has no model of the operator's ID, or none for this key. may-exist: nothing is proven."},means:{type:"string",minLength:1,description:"What the upstream mea\
ns by it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}}},additionalProperties:!1},cancelRules:{type:"object",description:`What the upstream does w\
hen it is asked to cancel a task, by how the task stands. Only fakes read it. Written from the upstream's documents and not from "cancel", so that a mistake the\
re is found. Left out where nothing is known: a fake then cancels a task that has not ended.`,required:["queued","processing","ended","cancelled","source"],properties:{
queued:{$ref:"#/$defs/cancelRule",description:"A task that waits."},processing:{$ref:"#/$defs/cancelRule",description:"A task that runs."},ended:{$ref:"#/$defs/\
cancelRule",description:"A task that has completed, failed or expired."},cancelled:{$ref:"#/$defs/cancelRule",description:"A task that was cancelled before."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},disagreements:{type:"array",description:"Where sources contradict each other, and which one the mapping follows\
.",items:{type:"object",required:["topic","between","follows"],properties:{topic:{type:"string",minLength:1,description:"What they disagree about, and how."},between:{
type:"array",items:{$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{type:"string",minLength:1,description:"What the mapping does, and why\
."}},additionalProperties:!1}}},additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,description:"A remark for who edits the file."},source:{type:"\
string",minLength:1,description:"One of the names in sources."},remark:{type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"\
The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},pointer:{type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a nam\
e ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},otherPaths:{type:"array",minItems:1,description:"Other paths, for what the sub\
mit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$\
defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data\
. Left out: JSON."},submitPaths:{type:"array",minItems:1,description:"Other paths, for what the request gives or for some models. The first whose conditions hol\
d counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"},encoding:{enum:["json","form"],description:"\
How the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},cancelRule:{type:"object",description:"What becomes of the task, and wh\
at is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"\
cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the record of the task is removed, with its resul\
t. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"\
The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{
code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{
required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},fixedHeaders:{type:"object",minProperties:1,propertyNames:{pattern:"\
^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed header\
s of the request. Fakes and native APIs tell requests of the same method and path apart by them."},signedService:{type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"\
The name of the service in the signature.",errorMessage:"lower-case letters, digits and hyphens"},signedRegion:{type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"\
The region where the operator sets no other.",errorMessage:"lower-case letters, digits and hyphens"},headerName:{type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"\
The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},keyPrefix:{type:"string",minLength:1,description:'What\
 stands before the key, such as "whsec_".'},keyEncoding:{enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes of the \
text itself (UTF-8)."},pointers:{type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."},path:{type:"string",pattern:"^/",description:"\
A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},requestBody:{type:"array",minItems:1,description:"Th\
e body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id",
"model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}},
request:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/\
$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},operation:{
type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request\
 that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{
$ref:"#/$defs/submitPaths"},headers:{$ref:"#/$defs/fixedHeaders"},encoding:{$ref:"#/$defs/encoding"},status:{type:"integer",minimum:200,maximum:299,description:"\
The HTTP status of the answer, where clients of the vendor take no other. Left out: 200."},ignored:{type:"array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"\
Members of the body that clients of the vendor send and that ask for nothing, such as a random token: fakes and native APIs pass over them."},implied:{type:"arr\
ay",minItems:1,description:"Members of the body that clients of the vendor may send, with the values that ask for what is done anyway: fakes and native APIs pas\
s over these.",items:{type:"object",required:["at","is"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"These values."}},additionalProperties:!1}},
source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in order."},
drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason","source"],
properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$defs/when"},
reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"\
Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:[
"reason","source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},
lacks:{type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{
type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},id:{$ref:"\
#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},idForm:{type:"string",pattern:"^(?!/)[^{}]*\
(\\{model\\}[^{}]*)?\\{id\\}$",description:"What IDs with slashes look like, such as models/{model}/operations/{id}. Paths hold them as {name}. Fakes and native\
 APIs write this form; of an upstream any ID is taken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/pointer",description:"The task's ID in\
 the answer to a query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"\
The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},at:{$ref:"#/$defs/pointer",description:"Where the answer to the submit has the U\
RL that is queried in place of the path, such as one of the region that has the task."},hosts:{type:"array",items:{type:"string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[\
a-z0-9-]+)+$",errorMessage:"a host name, or one after *. for those below it"},minItems:1,description:"The hosts that may be queried there, over https and with t\
he key, beside that of the base URL. A URL of another host is not used."},headers:{$ref:"#/$defs/fixedHeaders"},body:{$ref:"#/$defs/requestBody"},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1,dependentRequired:{at:["hosts"],hosts:["at"]},description:"The request that tells of a task."},list:{type:"object",description:"\
A GET that tells of several tasks at a time. Left out where the upstream cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","sou\
rce"],properties:{path:{$ref:"#/$defs/path"},filter:{type:"string",minLength:1,description:"The query parameter that takes an ID; it is repeated for each."},limit:{
type:"integer",minimum:2,maximum:500,description:"How many tasks one request asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has\
 its list."},within:{$ref:"#/$defs/pointer",description:"Where the answer to a query has what an item is. Left out where an item is the whole answer."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},history:{type:"object",description:"GETs that list every task of an account, newest first, page by page. What t\
he upstream has charged for is compared with what was charged here.",required:["paths","items","next","created","source"],properties:{paths:{type:"array",minItems:1,
uniqueItems:!0,items:{$ref:"#/$defs/path"},description:"The lists, each of which is read to its end."},items:{$ref:"#/$defs/pointer",description:"Where a page h\
as its tasks."},within:{$ref:"#/$defs/pointer",description:"Where the answer to a query has what an item is. Left out where an item is the whole answer."},created:{
type:"object",description:"The time of the submit, in the answer to a query.",required:["at","as"],properties:{at:{$ref:"#/$defs/pointer",description:"Where it \
is."},as:{enum:["seconds","milliseconds","date"],description:"Seconds or milliseconds since the Unix epoch, or a date (ISO 8601)."}},additionalProperties:!1},size:{
type:"object",description:"The query parameter that takes the most tasks of a page. Left out where the upstream decides.",required:["parameter","most"],properties:{
parameter:{type:"string",minLength:1,description:"Its name."},most:{type:"integer",minimum:2,maximum:1e3,description:"The largest page."}},additionalProperties:!1},
next:{type:"object",description:"How the next page is asked for. The list ends with an empty page, or where it says that there is no more.",required:["by","para\
meter"],properties:{by:{enum:["page","offset","last","url"],description:"The number of the page, from 1; how many tasks came before; the ID of the last of them;\
 or a URL in the answer."},parameter:{type:"string",minLength:1,description:"The query parameter that says it."},at:{$ref:"#/$defs/pointer",description:"Where t\
he answer has the URL of the next page."},more:{$ref:"#/$defs/pointer",description:"Where the answer says whether there are more pages."}},if:{properties:{by:{const:"\
url"}}},then:{required:["at"],not:{required:["more"]}},else:{not:{required:["at"]}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
served:{type:"object",minProperties:1,description:"What clients of the vendor ask for and this service does not: native APIs answer it.",properties:{list:{type:"\
object",description:"What clients of the vendor send and read besides, where the list is the history of an account by the IDs of tasks.",required:["told"],properties:{
implied:{type:"object",additionalProperties:{type:"string"},description:"Other query parameters, each with the value that asks for what is done anyway. Any othe\
r is rejected."},told:{type:"array",minItems:1,description:"Other members of the answer.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$defs/poi\
nter"},constant:{description:"A fixed value."},fact:{enum:["first","last"],description:"The ID of the first or the last task of the page."}},oneOf:[{required:["\
constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1},remove:{type:"object",description:"The request that removes a task with its\
 files. A native API cancels a task that runs, and rejects the request where it cannot be cancelled.",required:["method","path","answer","source"],properties:{method:{
enum:["POST","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},answer:{$ref:"#/$defs/requestBody",description:"The answer."},source:{$ref:"#/\
$defs/source"}},additionalProperties:!1}},additionalProperties:!1},cancel:{type:"object",description:"The request that cancels a task, and what proves that noth\
ing was made and nothing is charged.",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},
path:{$ref:"#/$defs/path"},headers:{$ref:"#/$defs/fixedHeaders"},body:{$ref:"#/$defs/requestBody"},from:{type:"object",description:"In which of the upstream's w\
ords for the status the request may be sent. In others it does something else, such as removing a finished result. Left out where it does nothing else.",required:[
"words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"object",description:"What prov\
es that nothing was bought. Any other answer is inconclusive: the task is followed to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,
properties:{answer:{type:"object",description:"What the answer to this request says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{
$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"#/$defs/words",description:"The words for the status that a later query answers then."},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says h\
ow a task stands, and what its words mean.",required:["at","states","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{type:"object",description:"The ups\
tream's words, each with its meaning, compared without case; numbers and booleans by what they are written as. A word that is missing here keeps a task going.",
additionalProperties:{$ref:"#/$defs/state"},minProperties:1},as:{enum:["number","boolean"],description:"What words are written as. Left out where they are strin\
gs; all are read."},absent:{$ref:"#/$defs/state",description:"What it means that there is no word."},cases:{type:"array",minItems:1,description:"States that sev\
eral signs mean together, regardless of the word. The first that holds counts.",items:{type:"object",required:["when","means"],properties:{when:{type:"array",minItems:1,
description:"All of these must hold.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"One \
of these values stands there."},present:{type:"boolean",description:"Whether there is a value at all."}},oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},
means:{$ref:"#/$defs/state"}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},progress:{type:"object",description:"Where the \
upstream says how far a task has got.",required:["at","of","source"],properties:{at:{$ref:"#/$defs/pointer"},of:{type:"number",exclusiveMinimum:0,description:"T\
he number that means done."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers",description:"\
Where a failed task says why."},code:{$ref:"#/$defs/pointers",description:"Where a failed task has its error code."},seconds:{$ref:"#/$defs/pointer",description:"\
Length of the result in seconds."},secondsAs:{const:"string",description:"The length is answered as a string. Left out where it is a number; both are read."},usage:{
type:"array",items:{type:"object",required:["at","unit","source"],properties:{at:{$ref:"#/$defs/pointer"},unit:{type:"string",minLength:1,description:"What is c\
ounted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},description:"What the task used."},told:{type:"array",description:"Members of answers that cl\
ients of the vendor read and this service does not: fakes and native APIs write them.",items:{type:"object",required:["at","in","source"],properties:{at:{$ref:"\
#/$defs/pointer"},in:{enum:["submit","query","both"],description:"In which answers."},link:{type:"object",required:["path"],properties:{path:{$ref:"#/$defs/path"}},
additionalProperties:!1,description:"The URL of a request."},constant:{description:"A fixed value."},fact:{enum:["id","model","created"],description:"A fact of \
the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,
dependentRequired:{list:["id","query"]}},state:{enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"What a task's sta\
tus means."},results:{type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},when:{
type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},row:{type:"object",required:["to","source"],properties:{$comment:{
$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only furthe\
r down may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"\
The parameter whose value goes there."},each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"\
string",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,
description:"The upstream's model ID, which the operator sets."},resultsFolder:{const:!0,description:"The folder in S3 in which the upstream is to put its resul\
ts, as s3://bucket/folder. The operator sets resultsFolder."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is \
put there: {value} stands for the value. Of a data URI, {base64} stands for the file and {mediaType} for its type; {imageFormat} is the type of an image without\
 image/."},as:{enum:["string","uploaded","file"],description:"string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the f\
ile is sent; a URL is sent as it is. file: the file itself is sent as a part of the form (multipart/form-data); the service fetches it from a URL first."},values:{
type:"object",minProperties:1,description:"Our values, each with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values \
that are sent as they are. Others are not offered."},minimum:{type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest\
 number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most charact\
ers of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of media reference the upstream takes."},also:{type:"array",
minItems:1,items:{$ref:"#/$defs/pointer"},description:"Other places where clients of the vendor put one such value as a string or a file: fakes and native APIs \
read it there too."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["f\
rom"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["resultsFolder"]},{required:["constant"]}],additionalProperties:!1},condition:{
type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{
type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"\
array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstre\
am's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts wit\
h none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1},
result:{type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list.\
 The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for th\
e key. It is sent with a URL of the base URL's own host, and to no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON\
. Left out where there is an ID. A result behind it is where an answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},
base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg",
"image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a file in base64."},asked:{type:"object",description:"How \
clients of the vendor ask for the result in this place, of a URL or a file in base64: fakes and native APIs answer so, and otherwise in the first place. This se\
rvice asks for none. Only where there is no ID.",required:["at","is"],properties:{at:{$ref:"#/$defs/pointer",description:"The member of the submit's body that a\
sks."},is:{description:"Its value."},model:{type:"array",minItems:1,items:{type:"string",minLength:1},description:"A submit without that member asks for this by\
 a model ID that starts with one of these."}},additionalProperties:!1},object:{$ref:"#/$defs/pointer",description:"A folder in S3, as s3://bucket/folder, in or \
below the resultsFolder of the operator. The service reads the file there with the key of the upstream."},file:{type:"string",pattern:"^(/[A-Za-z0-9._-]+)+$",description:'\
Behind "object": the file in that folder.',errorMessage:"a path that starts with /, of letters, digits, dots, hyphens and underscores"},content:{$ref:"#/$defs/p\
ath",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/resul\
ts"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{
status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:[
"url"]},{required:["body"]},{required:["base64","contentType"]},{required:["object","file"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},
hr={type:"string",minLength:1,description:"A remark for who edits the file."},lr={type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The name of the service\
 in the signature.",errorMessage:"lower-case letters, digits and hyphens"},fs={type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The region where the opera\
tor sets no other.",errorMessage:"lower-case letters, digits and hyphens"},re={type:"string",minLength:1,description:"One of the names in sources."},Se={type:"s\
tring",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},Z={type:"string",pattern:"\
^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},Rt={type:"string",pattern:"\
^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},ys={type:"string",minLength:1,
description:'What stands before the key, such as "whsec_".'},qr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes\
 of the text itself (UTF-8)."},X={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is give\
n.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is t\
aken in, and the task goes on all the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,
maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"\
In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{
type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and e\
rror"}],additionalProperties:!1},$s=Object.prototype.hasOwnProperty,ae=Go().default,gs=new RegExp("^[a-z][a-z0-9-]*$","u"),Sy=new RegExp("^\\d+\\.\\d+\\.\\d+","\
u"),Dd=new RegExp("^https://","u"),_y=new RegExp("^https://[^/]+(/.*[^/])?$","u"),ur=new RegExp("^[A-Za-z0-9._-]+$","u"),rn=new RegExp("^[\\x20-\\x7e]*$","u"),wt=new RegExp(
"^/","u"),xy=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),Ie=new RegExp("^(/([^/~]|~[01])+)+$","u"),qy=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),rr={type:"object",required:[
"text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function bs(t,{instancePath:r="",
parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,d=bs.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=
void 0);let y=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.text===void 0){let N={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
text"},message:"must have required property 'text'",schema:rr.required,parentSchema:rr,data:t};e===null?e=[N]:e.push(N),s++}if(t.source===void 0){let N={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:rr.required,parentSchema:rr,data:t};
e===null?e=[N]:e.push(N),s++}let A=s;for(let N in t)if(!(N==="text"||N==="source")){let F={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:rr,data:t};e===null?e=[F]:e.push(F),s++}if(t.text!==
void 0){let N=t.text,F=s,R=s;if(typeof N=="string"){if(ae(N)<1){let V={instancePath:r+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:rr.properties.text,data:N};e===null?e=[V]:e.push(V),s++}}else{let V={instancePath:r+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:rr.properties.text.type,parentSchema:rr.properties.
text,data:N};e===null?e=[V]:e.push(V),s++}var l=F===s}if(t.source!==void 0){let N=t.source,F=s,R=s,V=s;if(typeof N=="string"){if(ae(N)<1){let oe={instancePath:r+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:N};
e===null?e=[oe]:e.push(oe),s++}}else{let oe={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:re.type,parentSchema:re,data:N};e===null?e=[oe]:e.push(oe),s++}var b=R===s,l=F===s}}else{let A={instancePath:r,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:rr.type,parentSchema:rr,data:t};e===null?e=[A]:e.push(A),s++}return bs.errors=e,s===0}bs.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var h={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",
description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"\
#/$defs/path"},paths:{$ref:"#/$defs/submitPaths"},headers:{$ref:"#/$defs/fixedHeaders"},encoding:{$ref:"#/$defs/encoding"},status:{type:"integer",minimum:200,maximum:299,
description:"The HTTP status of the answer, where clients of the vendor take no other. Left out: 200."},ignored:{type:"array",minItems:1,items:{$ref:"#/$defs/po\
inter"},description:"Members of the body that clients of the vendor send and that ask for nothing, such as a random token: fakes and native APIs pass over them."},
implied:{type:"array",minItems:1,description:"Members of the body that clients of the vendor may send, with the values that ask for what is done anyway: fakes a\
nd native APIs pass over these.",items:{type:"object",required:["at","is"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"Thes\
e values."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"\
How the body is built, in order."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:[
"parameter","reason","source"],properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values\
."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{
type:"object",description:"Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{
type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1}},lacks:{type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reaso\
n","source"],properties:{reason:{type:"string",minLength:1,description:"What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},
additionalProperties:!1}},id:{$ref:"#/$defs/pointer",description:"The task's ID in the answer to the submit. Left out where that answer is the result."},idForm:{
type:"string",pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",description:"What IDs with slashes look like, such as models/{model}/operations/{id}. Paths ho\
ld them as {name}. Fakes and native APIs write this form; of an upstream any ID is taken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/poi\
nter",description:"The task's ID in the answer to a query, when elsewhere."},query:{type:"object",required:["method","path","source"],properties:{method:{enum:[
"GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},at:{$ref:"#/$defs/pointer",description:"\
Where the answer to the submit has the URL that is queried in place of the path, such as one of the region that has the task."},hosts:{type:"array",items:{type:"\
string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",errorMessage:"a host name, or one after *. for those below it"},minItems:1,description:"The hosts that m\
ay be queried there, over https and with the key, beside that of the base URL. A URL of another host is not used."},headers:{$ref:"#/$defs/fixedHeaders"},body:{
$ref:"#/$defs/requestBody"},source:{$ref:"#/$defs/source"}},additionalProperties:!1,dependentRequired:{at:["hosts"],hosts:["at"]},description:"The request that \
tells of a task."},list:{type:"object",description:"A GET that tells of several tasks at a time. Left out where the upstream cannot be asked for tasks by their \
IDs.",required:["path","filter","limit","items","source"],properties:{path:{$ref:"#/$defs/path"},filter:{type:"string",minLength:1,description:"The query parame\
ter that takes an ID; it is repeated for each."},limit:{type:"integer",minimum:2,maximum:500,description:"How many tasks one request asks for at most."},items:{
$ref:"#/$defs/pointer",description:"Where the answer has its list."},within:{$ref:"#/$defs/pointer",description:"Where the answer to a query has what an item is\
. Left out where an item is the whole answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},history:{type:"object",description:"GETs that list ever\
y task of an account, newest first, page by page. What the upstream has charged for is compared with what was charged here.",required:["paths","items","next","c\
reated","source"],properties:{paths:{type:"array",minItems:1,uniqueItems:!0,items:{$ref:"#/$defs/path"},description:"The lists, each of which is read to its end\
."},items:{$ref:"#/$defs/pointer",description:"Where a page has its tasks."},within:{$ref:"#/$defs/pointer",description:"Where the answer to a query has what an\
 item is. Left out where an item is the whole answer."},created:{type:"object",description:"The time of the submit, in the answer to a query.",required:["at","a\
s"],properties:{at:{$ref:"#/$defs/pointer",description:"Where it is."},as:{enum:["seconds","milliseconds","date"],description:"Seconds or milliseconds since the\
 Unix epoch, or a date (ISO 8601)."}},additionalProperties:!1},size:{type:"object",description:"The query parameter that takes the most tasks of a page. Left ou\
t where the upstream decides.",required:["parameter","most"],properties:{parameter:{type:"string",minLength:1,description:"Its name."},most:{type:"integer",minimum:2,
maximum:1e3,description:"The largest page."}},additionalProperties:!1},next:{type:"object",description:"How the next page is asked for. The list ends with an em\
pty page, or where it says that there is no more.",required:["by","parameter"],properties:{by:{enum:["page","offset","last","url"],description:"The number of th\
e page, from 1; how many tasks came before; the ID of the last of them; or a URL in the answer."},parameter:{type:"string",minLength:1,description:"The query pa\
rameter that says it."},at:{$ref:"#/$defs/pointer",description:"Where the answer has the URL of the next page."},more:{$ref:"#/$defs/pointer",description:"Where\
 the answer says whether there are more pages."}},if:{properties:{by:{const:"url"}}},then:{required:["at"],not:{required:["more"]}},else:{not:{required:["at"]}},
additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},served:{type:"object",minProperties:1,description:"What clients of the vendor \
ask for and this service does not: native APIs answer it.",properties:{list:{type:"object",description:"What clients of the vendor send and read besides, where \
the list is the history of an account by the IDs of tasks.",required:["told"],properties:{implied:{type:"object",additionalProperties:{type:"string"},description:"\
Other query parameters, each with the value that asks for what is done anyway. Any other is rejected."},told:{type:"array",minItems:1,description:"Other members\
 of the answer.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},constant:{description:"A fixed value."},fact:{enum:["first","last"],
description:"The ID of the first or the last task of the page."}},oneOf:[{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1},
remove:{type:"object",description:"The request that removes a task with its files. A native API cancels a task that runs, and rejects the request where it canno\
t be cancelled.",required:["method","path","answer","source"],properties:{method:{enum:["POST","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/pat\
h"},answer:{$ref:"#/$defs/requestBody",description:"The answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},additionalProperties:!1},cancel:{type:"\
object",description:"The request that cancels a task, and what proves that nothing was made and nothing is charged.",required:["method","path","source"],properties:{
method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},headers:{$ref:"#/$defs/fixedHeaders"},body:{$ref:"#/$defs/\
requestBody"},from:{type:"object",description:"In which of the upstream's words for the status the request may be sent. In others it does something else, such a\
s removing a finished result. Left out where it does nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/s\
ource"}},additionalProperties:!1},proves:{type:"object",description:"What proves that nothing was bought. Any other answer is inconclusive: the task is followed\
 to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"object",description:"What the answer to th\
is request says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"#/$de\
fs/words",description:"The words for the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{$ref:"#/$def\
s/source"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:["at","sta\
tes","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{type:"object",description:"The upstream's words, each with its meaning, compared without case; nu\
mbers and booleans by what they are written as. A word that is missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},as:{
enum:["number","boolean"],description:"What words are written as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"Wha\
t it means that there is no word."},cases:{type:"array",minItems:1,description:"States that several signs mean together, regardless of the word. The first that \
holds counts.",items:{type:"object",required:["when","means"],properties:{when:{type:"array",minItems:1,description:"All of these must hold.",items:{type:"objec\
t",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"One of these values stands there."},present:{type:"boolean",
description:"Whether there is a value at all."}},oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},means:{$ref:"#/$defs/state"}},additionalProperties:!1}},
source:{$ref:"#/$defs/source"}},additionalProperties:!1},progress:{type:"object",description:"Where the upstream says how far a task has got.",required:["at","o\
f","source"],properties:{at:{$ref:"#/$defs/pointer"},of:{type:"number",exclusiveMinimum:0,description:"The number that means done."},source:{$ref:"#/$defs/sourc\
e"}},additionalProperties:!1},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers",description:"Where a failed task says why."},code:{$ref:"#/$defs\
/pointers",description:"Where a failed task has its error code."},seconds:{$ref:"#/$defs/pointer",description:"Length of the result in seconds."},secondsAs:{const:"\
string",description:"The length is answered as a string. Left out where it is a number; both are read."},usage:{type:"array",items:{type:"object",required:["at",
"unit","source"],properties:{at:{$ref:"#/$defs/pointer"},unit:{type:"string",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
description:"What the task used."},told:{type:"array",description:"Members of answers that clients of the vendor read and this service does not: fakes and nativ\
e APIs write them.",items:{type:"object",required:["at","in","source"],properties:{at:{$ref:"#/$defs/pointer"},in:{enum:["submit","query","both"],description:"I\
n which answers."},link:{type:"object",required:["path"],properties:{path:{$ref:"#/$defs/path"}},additionalProperties:!1,description:"The URL of a request."},constant:{
description:"A fixed value."},fact:{enum:["id","model","created"],description:"A fact of the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},
{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},Be={type:"object",minProperties:1,
propertyNames:{pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"\
Fixed headers of the request. Fakes and native APIs tell requests of the same method and path apart by them."},tn={enum:["json","form"],description:"How the bod\
y is sent: JSON, or multipart/form-data. Left out: JSON."},st={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},It={enum:["queued","pro\
cessing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},Oy=pa().default,jy=new RegExp("^(?!/)[^{}]*(\\{model\\}[\
^{}]*)?\\{id\\}$","u"),Ay=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),_t={type:"array",minItems:1,description:"Other paths, for what the request giv\
es or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"\
#/$defs/path"},encoding:{enum:["json","form"],description:"How the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},Xo={type:"ar\
ray",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},xe={type:"object",properties:{given:{type:"array",items:{type:"string"},
minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters\
 is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of thes\
e values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"\
array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["a\
bsent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function vt(t,{instancePath:r="",parentData:a,
parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,d=vt.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let y=s;
if(Array.isArray(t)){if(t.length<1){let B={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",
schema:1,parentSchema:Xo,data:t};e===null?e=[B]:e.push(B),s++}let oe=!0,G=t.length;for(let B=0;B<G;B++){let D=t[B],fe=s,ue=s,Je=s,z=s,te=!1,be=null,Ke=s;if(D&&typeof D==
"object"&&!Array.isArray(D)&&D.given===void 0){let M={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"\
given"},message:"must have required property 'given'",schema:xe.oneOf[0].required,parentSchema:xe.oneOf[0],data:D};e===null?e=[M]:e.push(M),s++}var l=Ke===s;l&&
(te=!0,be=0);let ee=s;if(D&&typeof D=="object"&&!Array.isArray(D)&&D.absent===void 0){let M={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/1/required",
keyword:"required",params:{missingProperty:"absent"},message:"must have required property 'absent'",schema:xe.oneOf[1].required,parentSchema:xe.oneOf[1],data:D};
e===null?e=[M]:e.push(M),s++}var l=ee===s;if(l&&te)te=!1,be=[be,1];else{l&&(te=!0,be=1);let M=s;if(D&&typeof D=="object"&&!Array.isArray(D)){if(D.parameter===void 0){
let me={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required\
 property 'parameter'",schema:xe.oneOf[2].required,parentSchema:xe.oneOf[2],data:D};e===null?e=[me]:e.push(me),s++}if(D.among===void 0){let me={instancePath:r+"\
/"+B,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:xe.
oneOf[2].required,parentSchema:xe.oneOf[2],data:D};e===null?e=[me]:e.push(me),s++}}var l=M===s;if(l&&te)te=!1,be=[be,2];else{l&&(te=!0,be=2);let me=s;if(D&&typeof D==
"object"&&!Array.isArray(D)&&D.model===void 0){let je={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"\
model"},message:"must have required property 'model'",schema:xe.oneOf[3].required,parentSchema:xe.oneOf[3],data:D};e===null?e=[je]:e.push(je),s++}var l=me===s;if(l&&
te)te=!1,be=[be,3];else{l&&(te=!0,be=3);let je=s;if(D&&typeof D=="object"&&!Array.isArray(D)&&D.exceptModel===void 0){let Oe={instancePath:r+"/"+B,schemaPath:"#\
/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:xe.oneOf[4].
required,parentSchema:xe.oneOf[4],data:D};e===null?e=[Oe]:e.push(Oe),s++}var l=je===s;l&&te?(te=!1,be=[be,4]):l&&(te=!0,be=4)}}}if(te)s=z,e!==null&&(z?e.length=
z:e=null);else{let M={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:be},message:"must match exactly one schem\
a in oneOf",schema:xe.oneOf,parentSchema:xe,data:D};e===null?e=[M]:e.push(M),s++}if(D&&typeof D=="object"&&!Array.isArray(D)){let M=s;for(let K in D)if(!(K==="g\
iven"||K==="absent"||K==="parameter"||K==="among"||K==="model"||K==="exceptModel")){let me={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/additionalPropert\
ies",keyword:"additionalProperties",params:{additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:xe,data:D};e===null?e=[me]:
e.push(me),s++}if(D.given!==void 0){let K=D.given,me=s,Ne=s;if(Array.isArray(K)){if(K.length<1){let Oe={instancePath:r+"/"+B+"/given",schemaPath:"#/$defs/condit\
ion/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:xe.properties.given,data:K};
e===null?e=[Oe]:e.push(Oe),s++}let je=!0,Y=K.length;for(let Oe=0;Oe<Y;Oe++){let _e=K[Oe],nt=s;if(typeof _e!="string"){let Nt={instancePath:r+"/"+B+"/given/"+Oe,
schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.properties.given.items.type,
parentSchema:xe.properties.given.items,data:_e};e===null?e=[Nt]:e.push(Nt),s++}let ot=s;var b=nt===s;b||(je=!1)}}else{let je={instancePath:r+"/"+B+"/given",schemaPath:"\
#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:xe.properties.given.type,parentSchema:xe.properties.
given,data:K};e===null?e=[je]:e.push(je),s++}var A=me===s}if(D.absent!==void 0){let K=D.absent,me=s,Ne=s;if(Array.isArray(K)){if(K.length<1){let _e={instancePath:r+
"/"+B+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:xe.properties.absent,data:K};e===null?e=[_e]:e.push(_e),s++}let Y=!0,Oe=K.length;for(let _e=0;_e<Oe;_e++){let nt=K[_e],ot=s;if(typeof nt!="string"){
let Qe={instancePath:r+"/"+B+"/absent/"+_e,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:xe.properties.absent.items.type,parentSchema:xe.properties.absent.items,data:nt};e===null?e=[Qe]:e.push(Qe),s++}let Nt=s;var N=ot===s;N||(Y=!1)}}else{
let Y={instancePath:r+"/"+B+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:xe.
properties.absent.type,parentSchema:xe.properties.absent,data:K};e===null?e=[Y]:e.push(Y),s++}var A=me===s}if(D.parameter!==void 0){let K=D.parameter,me=s;if(typeof K!=
"string"){let Y={instancePath:r+"/"+B+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:xe.properties.parameter.type,parentSchema:xe.properties.parameter,data:K};e===null?e=[Y]:e.push(Y),s++}let Ne=s;var A=me===s}if(D.among!==void 0){
let K=D.among,me=s,Ne=s;if(Array.isArray(K)){if(K.length<1){let Y={instancePath:r+"/"+B+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:xe.properties.among,data:K};e===null?e=[Y]:e.push(Y),s++}}else{let Y={
instancePath:r+"/"+B+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:xe.properties.
among.type,parentSchema:xe.properties.among,data:K};e===null?e=[Y]:e.push(Y),s++}var A=me===s}if(D.model!==void 0){let K=D.model,me=s,Ne=s;if(Array.isArray(K)){
if(K.length<1){let _e={instancePath:r+"/"+B+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must \
NOT have fewer than 1 items",schema:1,parentSchema:xe.properties.model,data:K};e===null?e=[_e]:e.push(_e),s++}let Y=!0,Oe=K.length;for(let _e=0;_e<Oe;_e++){let nt=K[_e],
ot=s,Nt=s;if(typeof nt=="string"){if(ae(nt)<1){let Qe={instancePath:r+"/"+B+"/model/"+_e,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:xe.properties.model.items,data:nt};e===null?e=[Qe]:e.push(Qe),
s++}}else{let Qe={instancePath:r+"/"+B+"/model/"+_e,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:xe.properties.model.items.type,parentSchema:xe.properties.model.items,data:nt};e===null?e=[Qe]:e.push(Qe),s++}var F=ot===s;F||(Y=!1)}}else{
let Y={instancePath:r+"/"+B+"/model",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:xe.
properties.model.type,parentSchema:xe.properties.model,data:K};e===null?e=[Y]:e.push(Y),s++}var A=me===s}if(D.exceptModel!==void 0){let K=D.exceptModel,me=s,Ne=s;
if(Array.isArray(K)){if(K.length<1){let _e={instancePath:r+"/"+B+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:xe.properties.exceptModel,data:K};e===null?e=[_e]:e.push(_e),s++}let Y=!0,Oe=K.
length;for(let _e=0;_e<Oe;_e++){let nt=K[_e],ot=s,Nt=s;if(typeof nt=="string"){if(ae(nt)<1){let Qe={instancePath:r+"/"+B+"/exceptModel/"+_e,schemaPath:"#/$defs/\
condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:xe.
properties.exceptModel.items,data:nt};e===null?e=[Qe]:e.push(Qe),s++}}else{let Qe={instancePath:r+"/"+B+"/exceptModel/"+_e,schemaPath:"#/$defs/condition/propert\
ies/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.properties.exceptModel.items.type,parentSchema:xe.properties.
exceptModel.items,data:nt};e===null?e=[Qe]:e.push(Qe),s++}var R=ot===s;R||(Y=!1)}}else{let Y={instancePath:r+"/"+B+"/exceptModel",schemaPath:"#/$defs/condition/\
properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:xe.properties.exceptModel.type,parentSchema:xe.properties.exceptModel,
data:K};e===null?e=[Y]:e.push(Y),s++}var A=me===s}}else{let M={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:xe.type,parentSchema:xe,data:D};e===null?e=[M]:e.push(M),s++}var V=ue===s,J=fe===s;J||(oe=!1)}}else{let oe={instancePath:r,schemaPath:"#/\
type",keyword:"type",params:{type:"array"},message:"must be array",schema:Xo.type,parentSchema:Xo,data:t};e===null?e=[oe]:e.push(oe),s++}return vt.errors=e,s===
0}vt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function ws(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){
let e=null,s=0,d=ws.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let y=s;if(Array.isArray(t)){if(t.length<1){let R={instancePath:r,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_t,data:t};e===null?e=[R]:e.push(R),
s++}let N=!0,F=t.length;for(let R=0;R<F;R++){let V=t[R],J=s,oe=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.when===void 0){let B={instancePath:r+"/"+R,schemaPath:"\
#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:_t.items.required,parentSchema:_t.items,
data:V};e===null?e=[B]:e.push(B),s++}if(V.path===void 0){let B={instancePath:r+"/"+R,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"p\
ath"},message:"must have required property 'path'",schema:_t.items.required,parentSchema:_t.items,data:V};e===null?e=[B]:e.push(B),s++}let G=s;for(let B in V)if(!(B===
"when"||B==="path"||B==="encoding")){let D={instancePath:r+"/"+R,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},
message:"must NOT have additional properties",schema:!1,parentSchema:_t.items,data:V};e===null?e=[D]:e.push(D),s++}if(V.when!==void 0){let B=V.when,D=s;vt(B,{instancePath:r+
"/"+R+"/when",parentData:V,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(e=e===null?vt.errors:e.concat(vt.errors),s=e.length);var l=D===s}if(V.path!==
void 0){let B=V.path,D=s,fe=s,ue=s;if(typeof B=="string"){if(!wt.test(B)){let z={instancePath:r+"/"+R+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",
params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:B};e===null?e=[z]:e.push(z),s++}}else{let z={instancePath:r+"/"+R+"/pat\
h",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:B};e===null?e=[z]:e.push(z),
s++}var b=fe===s,l=D===s}if(V.encoding!==void 0){let B=V.encoding,D=s,fe=_t.items.properties.encoding.enum;if(!(B==="json"||B==="form")){let Je={instancePath:r+
"/"+R+"/encoding",schemaPath:"#/items/properties/encoding/enum",keyword:"enum",params:{allowedValues:_t.items.properties.encoding.enum},message:"must be equal t\
o one of the allowed values",schema:_t.items.properties.encoding.enum,parentSchema:_t.items.properties.encoding,data:B};e===null?e=[Je]:e.push(Je),s++}var l=D===
s}}else{let G={instancePath:r+"/"+R,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:_t.items.type,parentSchema:_t.
items,data:V};e===null?e=[G]:e.push(G),s++}var A=J===s;A||(N=!1)}}else{let N={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"m\
ust be array",schema:_t.type,parentSchema:_t,data:t};e===null?e=[N]:e.push(N),s++}return ws.errors=e,s===0}ws.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
var ne={type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"\
a place in an object, which the body of a request is; only further down may there be lists",description:"Where in the upstream's body, an object; - at the end a\
ppends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},each:{type:"string",minLength:1,description:"The list w\
hose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The key\
s of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, which the operator sets."},resultsFolder:{const:!0,description:"\
The folder in S3 in which the upstream is to put its results, as s3://bucket/folder. The operator sets resultsFolder."},constant:{description:"A fixed value."},
when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value. Of a data URI, {base64} stands for the file and {mediaType} f\
or its type; {imageFormat} is the type of an image without image/."},as:{enum:["string","uploaded","file"],description:"string: a number is sent as a string. up\
loaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is. file: the file itself is sent as a part of the form (multipart/fo\
rm-data); the service fetches it from a URL first."},values:{type:"object",minProperties:1,description:"Our values, each with the upstream's. Others are not off\
ered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{type:"number",description:"The smalle\
st number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{
type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of me\
dia reference the upstream takes."},also:{type:"array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"Other places where clients of the vendor put one s\
uch value as a string or a file: fakes and native APIs read it there too."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["resultsFolder"]},{required:[
"constant"]}],additionalProperties:!1},Ty=new RegExp("^/(?!(-|\\d+)(/|$))","u");function vs(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,
dynamicAnchors:i={}}={}){let e=null,s=0,d=vs.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let y=s,l=s,b=!1,A=null,N=s;if(t&&typeof t==
"object"&&!Array.isArray(t)&&t.from===void 0){let Je={instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"\
must have required property 'from'",schema:ne.oneOf[0].required,parentSchema:ne.oneOf[0],data:t};e===null?e=[Je]:e.push(Je),s++}var R=N===s;R&&(b=!0,A=0);let F=s;
if(t&&typeof t=="object"&&!Array.isArray(t)&&t.each===void 0){let Je={instancePath:r,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"\
each"},message:"must have required property 'each'",schema:ne.oneOf[1].required,parentSchema:ne.oneOf[1],data:t};e===null?e=[Je]:e.push(Je),s++}var R=F===s;if(R&&
b)b=!1,A=[A,1];else{R&&(b=!0,A=1);let Je=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.join===void 0){let te={instancePath:r,schemaPath:"#/oneOf/2/require\
d",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:ne.oneOf[2].required,parentSchema:ne.oneOf[2],data:t};
e===null?e=[te]:e.push(te),s++}if(t.values===void 0){let te={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},
message:"must have required property 'values'",schema:ne.oneOf[2].required,parentSchema:ne.oneOf[2],data:t};e===null?e=[te]:e.push(te),s++}}var R=Je===s;if(R&&b)
b=!1,A=[A,2];else{R&&(b=!0,A=2);let te=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.model===void 0){let Ke={instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"\
required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:ne.oneOf[3].required,parentSchema:ne.oneOf[3],data:t};e===null?e=
[Ke]:e.push(Ke),s++}var R=te===s;if(R&&b)b=!1,A=[A,3];else{R&&(b=!0,A=3);let Ke=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.resultsFolder===void 0){let M={
instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"resultsFolder"},message:"must have required property 'resultsFolder'",
schema:ne.oneOf[4].required,parentSchema:ne.oneOf[4],data:t};e===null?e=[M]:e.push(M),s++}var R=Ke===s;if(R&&b)b=!1,A=[A,4];else{R&&(b=!0,A=4);let M=s;if(t&&typeof t==
"object"&&!Array.isArray(t)&&t.constant===void 0){let me={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"constant"},
message:"must have required property 'constant'",schema:ne.oneOf[5].required,parentSchema:ne.oneOf[5],data:t};e===null?e=[me]:e.push(me),s++}var R=M===s;R&&b?(b=
!1,A=[A,5]):R&&(b=!0,A=5)}}}}if(b)s=l,e!==null&&(l?e.length=l:e=null);else{let Je={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:A},
message:"must match exactly one schema in oneOf",schema:ne.oneOf,parentSchema:ne,data:t};e===null?e=[Je]:e.push(Je),s++}if(t&&typeof t=="object"&&!Array.isArray(
t)){if(t.to===void 0){let z={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",
schema:ne.required,parentSchema:ne,data:t};e===null?e=[z]:e.push(z),s++}if(t.source===void 0){let z={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:ne.required,parentSchema:ne,data:t};e===null?e=[z]:e.push(z),s++}let Je=s;for(let z in t)
if(!$s.call(ne.properties,z)){let te={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:z},message:"m\
ust NOT have additional properties",schema:!1,parentSchema:ne,data:t};e===null?e=[te]:e.push(te),s++}if(t.$comment!==void 0){let z=t.$comment,te=s,be=s,Ke=s;if(typeof z==
"string"){if(ae(z)<1){let ee={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters",schema:1,parentSchema:hr,data:z};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:hr.type,parentSchema:hr,data:z};e===null?e=[ee]:e.push(ee),s++}var V=be===s,J=te===s}if(t.
to!==void 0){let z=t.to,te=s,be=s,Ke=s;if(typeof z=="string"){if(!Ie.test(z)){let M={instancePath:r+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:z};e===null?e=[M]:
e.push(M),s++}}else{let M={instancePath:r+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:z};e===null?e=[M]:e.push(M),s++}var oe=be===s;if(typeof z=="string"&&!Ty.test(z)){let M={instancePath:r+"/to",schemaPath:"#/properties/to/pattern",keyword:"\
pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:ne.properties.to,data:z};
e===null?e=[M]:e.push(M),s++}var J=te===s}if(t.from!==void 0){let z=t.from,te=s,be=s;if(typeof z=="string"){if(ae(z)<1){let ee={instancePath:r+"/from",schemaPath:"\
#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne.properties.from,data:z};
e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be s\
tring",schema:ne.properties.from.type,parentSchema:ne.properties.from,data:z};e===null?e=[ee]:e.push(ee),s++}var J=te===s}if(t.each!==void 0){let z=t.each,te=s,
be=s;if(typeof z=="string"){if(ae(z)<1){let ee={instancePath:r+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:ne.properties.each,data:z};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.properties.each.type,parentSchema:ne.properties.each,data:z};e===
null?e=[ee]:e.push(ee),s++}var J=te===s}if(t.join!==void 0){let z=t.join,te=s,be=s;if(Array.isArray(z)){if(z.length<2){let K={instancePath:r+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:ne.properties.join,data:z};e===
null?e=[K]:e.push(K),s++}let ee=!0,M=z.length;for(let K=0;K<M;K++){let me=z[K],Ne=s,je=s;if(typeof me=="string"){if(ae(me)<1){let Y={instancePath:r+"/join/"+K,schemaPath:"\
#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne.properties.join.
items,data:me};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/join/"+K,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:ne.properties.join.items.type,parentSchema:ne.properties.join.items,data:me};e===null?e=[Y]:e.push(Y),s++}var G=Ne===s;G||(ee=!1)}}else{
let ee={instancePath:r+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ne.properties.join.type,parentSchema:ne.
properties.join,data:z};e===null?e=[ee]:e.push(ee),s++}var J=te===s}if(t.model!==void 0){let z=t.model,te=s;if(z!==!0){let Ke={instancePath:r+"/model",schemaPath:"\
#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ne.properties.model,data:z};e===null?
e=[Ke]:e.push(Ke),s++}var J=te===s}if(t.resultsFolder!==void 0){let z=t.resultsFolder,te=s;if(z!==!0){let Ke={instancePath:r+"/resultsFolder",schemaPath:"#/prop\
erties/resultsFolder/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ne.properties.resultsFolder,data:z};
e===null?e=[Ke]:e.push(Ke),s++}var J=te===s}if(t.when!==void 0){let z=t.when,te=s;vt(z,{instancePath:r+"/when",parentData:t,parentDataProperty:"when",rootData:o,
dynamicAnchors:i})||(e=e===null?vt.errors:e.concat(vt.errors),s=e.length);var J=te===s}if(t.as!==void 0){let z=t.as,te=s,be=ne.properties.as.enum;if(!(z==="stri\
ng"||z==="uploaded"||z==="file")){let ee={instancePath:r+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:ne.properties.as.enum},message:"\
must be equal to one of the allowed values",schema:ne.properties.as.enum,parentSchema:ne.properties.as,data:z};e===null?e=[ee]:e.push(ee),s++}var J=te===s}if(t.
values!==void 0){let z=t.values,te=s,be=s;if(z&&typeof z=="object"&&!Array.isArray(z)){if(Object.keys(z).length<1){let ee={instancePath:r+"/values",schemaPath:"\
#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:ne.properties.
values,data:z};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:ne.properties.values.type,parentSchema:ne.properties.values,data:z};e===null?e=[ee]:e.push(ee),s++}var J=te===s}if(t.accepts!==void 0){
let z=t.accepts,te=s,be=s;if(Array.isArray(z)){if(z.length<1){let ee={instancePath:r+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ne.properties.accepts,data:z};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+
"/accepts",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ne.properties.accepts.type,parentSchema:ne.
properties.accepts,data:z};e===null?e=[ee]:e.push(ee),s++}var J=te===s}if(t.minimum!==void 0){let z=t.minimum,te=s;if(typeof z!="number"){let ee={instancePath:r+
"/minimum",schemaPath:"#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:ne.properties.minimum.type,parentSchema:ne.
properties.minimum,data:z};e===null?e=[ee]:e.push(ee),s++}let be=s;var J=te===s}if(t.maximum!==void 0){let z=t.maximum,te=s;if(typeof z!="number"){let ee={instancePath:r+
"/maximum",schemaPath:"#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:ne.properties.maximum.type,parentSchema:ne.
properties.maximum,data:z};e===null?e=[ee]:e.push(ee),s++}let be=s;var J=te===s}if(t.maximumItems!==void 0){let z=t.maximumItems,te=s;if(!(typeof z=="number"&&!(z%
1)&&!isNaN(z))){let ee={instancePath:r+"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integ\
er",schema:ne.properties.maximumItems.type,parentSchema:ne.properties.maximumItems,data:z};e===null?e=[ee]:e.push(ee),s++}let be=s;if(typeof z=="number"&&(z<1||
isNaN(z))){let ee={instancePath:r+"/maximumItems",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"mus\
t be >= 1",schema:1,parentSchema:ne.properties.maximumItems,data:z};e===null?e=[ee]:e.push(ee),s++}var J=te===s}if(t.maximumLength!==void 0){let z=t.maximumLength,
te=s;if(!(typeof z=="number"&&!(z%1)&&!isNaN(z))){let ee={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:ne.properties.maximumLength.type,parentSchema:ne.properties.maximumLength,data:z};e===null?e=[ee]:e.push(ee),s++}let be=s;
if(typeof z=="number"&&(z<1||isNaN(z))){let ee={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:"\
>=",limit:1},message:"must be >= 1",schema:1,parentSchema:ne.properties.maximumLength,data:z};e===null?e=[ee]:e.push(ee),s++}var J=te===s}if(t.forms!==void 0){let z=t.
forms,te=s,be=s;if(Array.isArray(z)){if(z.length<1){let K={instancePath:r+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:ne.properties.forms,data:z};e===null?e=[K]:e.push(K),s++}let ee=!0,M=z.length;for(let K=0;K<M;K++){
let me=z[K],Ne=s,je=ne.properties.forms.items.enum;if(!(me==="url"||me==="data")){let Y={instancePath:r+"/forms/"+K,schemaPath:"#/properties/forms/items/enum",keyword:"\
enum",params:{allowedValues:ne.properties.forms.items.enum},message:"must be equal to one of the allowed values",schema:ne.properties.forms.items.enum,parentSchema:ne.
properties.forms.items,data:me};e===null?e=[Y]:e.push(Y),s++}var B=Ne===s;B||(ee=!1)}}else{let ee={instancePath:r+"/forms",schemaPath:"#/properties/forms/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:ne.properties.forms.type,parentSchema:ne.properties.forms,data:z};e===null?e=[ee]:e.push(ee),
s++}var J=te===s}if(t.also!==void 0){let z=t.also,te=s,be=s;if(Array.isArray(z)){if(z.length<1){let K={instancePath:r+"/also",schemaPath:"#/properties/also/minI\
tems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ne.properties.also,data:z};e===null?e=[K]:e.push(K),s++}
let ee=!0,M=z.length;for(let K=0;K<M;K++){let me=z[K],Ne=s,je=s,Y=s;if(typeof me=="string"){if(!Ie.test(me)){let Oe={instancePath:r+"/also/"+K,schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:Z,data:me};e===null?e=[Oe]:e.push(Oe),s++}}else{let Oe={instancePath:r+"/also/"+K,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:Z.type,parentSchema:Z,data:me};e===null?e=[Oe]:e.push(Oe),s++}var D=je===s,fe=Ne===s;fe||(ee=!1)}}else{let ee={instancePath:r+
"/also",schemaPath:"#/properties/also/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ne.properties.also.type,parentSchema:ne.properties.
also,data:z};e===null?e=[ee]:e.push(ee),s++}var J=te===s}if(t.oneWay!==void 0){let z=t.oneWay,te=s,be=s;if(typeof z=="string"){if(ae(z)<1){let ee={instancePath:r+
"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne.
properties.oneWay,data:z};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/oneWay",schemaPath:"#/properties/oneWay/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:ne.properties.oneWay.type,parentSchema:ne.properties.oneWay,data:z};e===null?e=[ee]:e.push(ee),s++}var J=te===s}if(t.source!==
void 0){let z=t.source,te=s,be=s,Ke=s;if(typeof z=="string"){if(ae(z)<1){let M={instancePath:r+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:z};e===null?e=[M]:e.push(M),s++}}else{let M={instancePath:r+"/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:z};e===null?e=[M]:e.
push(M),s++}var ue=be===s,J=te===s}}else{let Je={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ne.type,
parentSchema:ne,data:t};e===null?e=[Je]:e.push(Je),s++}return vs.errors=e,s===0}vs.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var sr={type:"array",minItems:1,
description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:[
"when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}};function ks(t,{instancePath:r="",parentData:a,parentDataProperty:n,
rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,d=ks.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let y=s;if(Array.isArray(t)){
if(t.length<1){let R={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:sr,
data:t};e===null?e=[R]:e.push(R),s++}let N=!0,F=t.length;for(let R=0;R<F;R++){let V=t[R],J=s,oe=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.when===void 0){
let B={instancePath:r+"/"+R,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:sr.
items.required,parentSchema:sr.items,data:V};e===null?e=[B]:e.push(B),s++}if(V.path===void 0){let B={instancePath:r+"/"+R,schemaPath:"#/items/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:sr.items.required,parentSchema:sr.items,data:V};e===null?e=[B]:e.push(
B),s++}let G=s;for(let B in V)if(!(B==="when"||B==="path")){let D={instancePath:r+"/"+R,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,parentSchema:sr.items,data:V};e===null?e=[D]:e.push(D),s++}if(V.when!==void 0){
let B=V.when,D=s;vt(B,{instancePath:r+"/"+R+"/when",parentData:V,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(e=e===null?vt.errors:e.concat(vt.errors),
s=e.length);var l=D===s}if(V.path!==void 0){let B=V.path,D=s,fe=s,ue=s;if(typeof B=="string"){if(!wt.test(B)){let z={instancePath:r+"/"+R+"/path",schemaPath:"#/\
$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:B};e===null?e=[z]:e.push(z),s++}}else{
let z={instancePath:r+"/"+R+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,
data:B};e===null?e=[z]:e.push(z),s++}var b=fe===s,l=D===s}}else{let G={instancePath:r+"/"+R,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:sr.items.type,parentSchema:sr.items,data:V};e===null?e=[G]:e.push(G),s++}var A=J===s;A||(N=!1)}}else{let N={instancePath:r,schemaPath:"#/\
type",keyword:"type",params:{type:"array"},message:"must be array",schema:sr.type,parentSchema:sr,data:t};e===null?e=[N]:e.push(N),s++}return ks.errors=e,s===0}
ks.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var pt={type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:[
"to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{
description:"A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function Et(t,{instancePath:r="",parentData:a,parentDataProperty:n,
rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,d=Et.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let y=s;if(Array.isArray(t)){
if(t.length<1){let V={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:pt,
data:t};e===null?e=[V]:e.push(V),s++}let F=!0,R=t.length;for(let V=0;V<R;V++){let J=t[V],oe=s,G=s,B=s,D=!1,fe=null,ue=s;if(J&&typeof J=="object"&&!Array.isArray(
J)&&J.fact===void 0){let z={instancePath:r+"/"+V,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have req\
uired property 'fact'",schema:pt.items.oneOf[0].required,parentSchema:pt.items.oneOf[0],data:J};e===null?e=[z]:e.push(z),s++}var l=ue===s;l&&(D=!0,fe=0);let Je=s;
if(J&&typeof J=="object"&&!Array.isArray(J)&&J.constant===void 0){let z={instancePath:r+"/"+V,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:pt.items.oneOf[1].required,parentSchema:pt.items.oneOf[1],data:J};e===null?e=[z]:e.push(z),s++}
var l=Je===s;if(l&&D?(D=!1,fe=[fe,1]):l&&(D=!0,fe=1),D)s=B,e!==null&&(B?e.length=B:e=null);else{let z={instancePath:r+"/"+V,schemaPath:"#/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:fe},message:"must match exactly one schema in oneOf",schema:pt.items.oneOf,parentSchema:pt.items,data:J};e===null?e=[z]:e.push(z),
s++}if(J&&typeof J=="object"&&!Array.isArray(J)){if(J.to===void 0){let te={instancePath:r+"/"+V,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:pt.items.required,parentSchema:pt.items,data:J};e===null?e=[te]:e.push(te),s++}let z=s;for(let te in J)if(!(te===
"to"||te==="fact"||te==="constant")){let be={instancePath:r+"/"+V,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:te},
message:"must NOT have additional properties",schema:!1,parentSchema:pt.items,data:J};e===null?e=[be]:e.push(be),s++}if(J.to!==void 0){let te=J.to,be=s,Ke=s,ee=s;
if(typeof te=="string"){if(!Ie.test(te)){let M={instancePath:r+"/"+V+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[0\
1])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:te};e===null?e=[M]:e.push(M),s++}}else{let M={instancePath:r+
"/"+V+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:te};e===null?e=[M]:
e.push(M),s++}var b=Ke===s,A=be===s}if(J.fact!==void 0){let te=J.fact,be=s,Ke=pt.items.properties.fact.enum;if(!(te==="id"||te==="model")){let M={instancePath:r+
"/"+V+"/fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:pt.items.properties.fact.enum},message:"must be equal to one of the\
 allowed values",schema:pt.items.properties.fact.enum,parentSchema:pt.items.properties.fact,data:te};e===null?e=[M]:e.push(M),s++}var A=be===s}}else{let z={instancePath:r+
"/"+V,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:pt.items.type,parentSchema:pt.items,data:J};e===null?e=[z]:
e.push(z),s++}var N=oe===s;N||(F=!1)}}else{let F={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:pt.type,
parentSchema:pt,data:t};e===null?e=[F]:e.push(F),s++}return Et.errors=e,s===0}Et.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var Yo={type:"array",minItems:1,
description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},le={type:"object",required:["source"],properties:{
url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"\
Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the base URL's own host, and to\
 no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON. Left out where there is an ID. A result behind it is where an\
 answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},base64:{$ref:"#/$defs/pointer",description:"The file itself in\
 base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-\
binary"],description:"The media type of a file in base64."},asked:{type:"object",description:"How clients of the vendor ask for the result in this place, of a U\
RL or a file in base64: fakes and native APIs answer so, and otherwise in the first place. This service asks for none. Only where there is no ID.",required:["at",
"is"],properties:{at:{$ref:"#/$defs/pointer",description:"The member of the submit's body that asks."},is:{description:"Its value."},model:{type:"array",minItems:1,
items:{type:"string",minLength:1},description:"A submit without that member asks for this by a model ID that starts with one of these."}},additionalProperties:!1},
object:{$ref:"#/$defs/pointer",description:"A folder in S3, as s3://bucket/folder, in or below the resultsFolder of the operator. The service reads the file the\
re with the key of the upstream."},file:{type:"string",pattern:"^(/[A-Za-z0-9._-]+)+$",description:'Behind "object": the file in that folder.',errorMessage:"a p\
ath that starts with /, of letters, digits, dots, hyphens and underscores"},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{
$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",
description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},
body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:["base64","co\
ntentType"]},{required:["object","file"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},Ny=new RegExp("^(/[A-Za-z0-9\
._-]+)+$","u"),da={validate:Wr},Cd={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function dt(t,{instancePath:r="",parentData:a,
parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,d=dt.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let y=s;
if(Array.isArray(t)){let A=!0,N=t.length;for(let F=0;F<N;F++){let R=t[F],V=s,J=s,oe=s;if(typeof R=="string"){if(!Ie.test(R)){let G={instancePath:r+"/"+F,schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:R};e===null?e=[G]:e.push(G),s++}}else{let G={instancePath:r+"/"+F,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Z.type,parentSchema:Z,data:R};e===null?e=[G]:e.push(G),s++}var l=J===s,b=V===s;b||(A=!1)}}else{let A={instancePath:r,schemaPath:"\
#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Cd.type,parentSchema:Cd,data:t};e===null?e=[A]:e.push(A),s++}return dt.errors=e,s===
0}dt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Ps(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){
let e=null,s=0,d=Ps.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let y=s,l=s,b=!1,A=null,N=s;if(t&&typeof t=="object"&&!Array.isArray(
t)&&t.url===void 0){let ee={instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required propert\
y 'url'",schema:le.oneOf[0].required,parentSchema:le.oneOf[0],data:t};e===null?e=[ee]:e.push(ee),s++}var R=N===s;R&&(b=!0,A=0);let F=s;if(t&&typeof t=="object"&&
!Array.isArray(t)&&t.body===void 0){let ee={instancePath:r,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"body"},message:"must have\
 required property 'body'",schema:le.oneOf[1].required,parentSchema:le.oneOf[1],data:t};e===null?e=[ee]:e.push(ee),s++}var R=F===s;if(R&&b)b=!1,A=[A,1];else{R&&
(b=!0,A=1);let ee=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.base64===void 0){let K={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",
params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:le.oneOf[2].required,parentSchema:le.oneOf[2],data:t};e===null?e=[K]:e.push(
K),s++}if(t.contentType===void 0){let K={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"contentType"},message:"must \
have required property 'contentType'",schema:le.oneOf[2].required,parentSchema:le.oneOf[2],data:t};e===null?e=[K]:e.push(K),s++}}var R=ee===s;if(R&&b)b=!1,A=[A,
2];else{R&&(b=!0,A=2);let K=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.object===void 0){let Ne={instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"\
required",params:{missingProperty:"object"},message:"must have required property 'object'",schema:le.oneOf[3].required,parentSchema:le.oneOf[3],data:t};e===null?
e=[Ne]:e.push(Ne),s++}if(t.file===void 0){let Ne={instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"file"},message:"mus\
t have required property 'file'",schema:le.oneOf[3].required,parentSchema:le.oneOf[3],data:t};e===null?e=[Ne]:e.push(Ne),s++}}var R=K===s;if(R&&b)b=!1,A=[A,3];else{
R&&(b=!0,A=3);let Ne=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.content===void 0){let Y={instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"content"},message:"must have required property 'content'",schema:le.oneOf[4].required,parentSchema:le.oneOf[4],data:t};e===null?e=[Y]:e.
push(Y),s++}var R=Ne===s;if(R&&b)b=!1,A=[A,4];else{R&&(b=!0,A=4);let Y=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.query===void 0){let _e={instancePath:r,
schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:le.oneOf[5].required,parentSchema:le.
oneOf[5],data:t};e===null?e=[_e]:e.push(_e),s++}if(t.results===void 0){let _e={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
results"},message:"must have required property 'results'",schema:le.oneOf[5].required,parentSchema:le.oneOf[5],data:t};e===null?e=[_e]:e.push(_e),s++}if(t.message===
void 0){let _e={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'messa\
ge'",schema:le.oneOf[5].required,parentSchema:le.oneOf[5],data:t};e===null?e=[_e]:e.push(_e),s++}}var R=Y===s;R&&b?(b=!1,A=[A,5]):R&&(b=!0,A=5)}}}}if(b)s=l,e!==
null&&(l?e.length=l:e=null);else{let ee={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:A},message:"must match exactly one schema in\
 oneOf",schema:le.oneOf,parentSchema:le,data:t};e===null?e=[ee]:e.push(ee),s++}if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.source===void 0){let M={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:le.required,parentSchema:le,data:t};
e===null?e=[M]:e.push(M),s++}let ee=s;for(let M in t)if(!$s.call(le.properties,M)){let K={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additional\
Properties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:le,data:t};e===null?e=[K]:e.push(K),s++}if(t.url!==
void 0){let M=t.url,K=s,me=s,Ne=s;if(typeof M=="string"){if(!Ie.test(M)){let je={instancePath:r+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:M};e===null?e=[je]:e.push(
je),s++}}else{let je={instancePath:r+"/url",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:M};e===null?e=[je]:e.push(je),s++}var V=me===s,J=K===s}if(t.list!==void 0){let M=t.list,K=s;if(typeof M!="boolean"){let je={instancePath:r+"/list",schemaPath:"\
#/properties/list/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:le.properties.list.type,parentSchema:le.properties.list,data:M};
e===null?e=[je]:e.push(je),s++}let me=s;var J=K===s}if(t.withKey!==void 0){let M=t.withKey,K=s;if(M!==!0){let Ne={instancePath:r+"/withKey",schemaPath:"#/proper\
ties/withKey/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:le.properties.withKey,data:M};e===null?e=
[Ne]:e.push(Ne),s++}var J=K===s}if(t.body!==void 0){let M=t.body,K=s;if(M!==!0){let Ne={instancePath:r+"/body",schemaPath:"#/properties/body/const",keyword:"con\
st",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:le.properties.body,data:M};e===null?e=[Ne]:e.push(Ne),s++}var J=K===s}if(t.
base64!==void 0){let M=t.base64,K=s,me=s,Ne=s;if(typeof M=="string"){if(!Ie.test(M)){let Y={instancePath:r+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:M};e===null?
e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:M};e===null?e=[Y]:e.push(Y),s++}var oe=me===s,J=K===s}if(t.contentType!==void 0){let M=t.contentType,K=s,me=le.properties.contentType.enum;
if(!(M==="video/mp4"||M==="video/quicktime"||M==="video/webm"||M==="image/png"||M==="image/jpeg"||M==="image/webp"||M==="image/gif"||M==="audio/mpeg"||M==="audi\
o/wav"||M==="model/gltf-binary")){let je={instancePath:r+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:le.properties.
contentType.enum},message:"must be equal to one of the allowed values",schema:le.properties.contentType.enum,parentSchema:le.properties.contentType,data:M};e===
null?e=[je]:e.push(je),s++}var J=K===s}if(t.asked!==void 0){let M=t.asked,K=s,me=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.at===void 0){let Y={instancePath:r+
"/asked",schemaPath:"#/properties/asked/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:le.properties.
asked.required,parentSchema:le.properties.asked,data:M};e===null?e=[Y]:e.push(Y),s++}if(M.is===void 0){let Y={instancePath:r+"/asked",schemaPath:"#/properties/a\
sked/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:le.properties.asked.required,parentSchema:le.properties.
asked,data:M};e===null?e=[Y]:e.push(Y),s++}let je=s;for(let Y in M)if(!(Y==="at"||Y==="is"||Y==="model")){let Oe={instancePath:r+"/asked",schemaPath:"#/properti\
es/asked/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Y},message:"must NOT have additional properties",schema:!1,parentSchema:le.
properties.asked,data:M};e===null?e=[Oe]:e.push(Oe),s++}if(M.at!==void 0){let Y=M.at,Oe=s,_e=s,nt=s;if(typeof Y=="string"){if(!Ie.test(Y)){let ot={instancePath:r+
"/asked/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Z,data:Y};e===null?e=[ot]:e.push(ot),s++}}else{let ot={instancePath:r+"/asked/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:Y};e===null?e=[ot]:e.push(ot),s++}var G=_e===s,B=Oe===s}if(M.model!==void 0){
let Y=M.model,Oe=s,_e=s;if(Array.isArray(Y)){if(Y.length<1){let Qe={instancePath:r+"/asked/model",schemaPath:"#/properties/asked/properties/model/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:le.properties.asked.properties.model,data:Y};e===null?e=[Qe]:e.push(
Qe),s++}let ot=!0,Nt=Y.length;for(let Qe=0;Qe<Nt;Qe++){let cs=Y[Qe],er=s,gd=s;if(typeof cs=="string"){if(ae(cs)<1){let it={instancePath:r+"/asked/model/"+Qe,schemaPath:"\
#/properties/asked/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:le.
properties.asked.properties.model.items,data:cs};e===null?e=[it]:e.push(it),s++}}else{let it={instancePath:r+"/asked/model/"+Qe,schemaPath:"#/properties/asked/p\
roperties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.asked.properties.model.items.type,parentSchema:le.
properties.asked.properties.model.items,data:cs};e===null?e=[it]:e.push(it),s++}var D=er===s;D||(ot=!1)}}else{let ot={instancePath:r+"/asked/model",schemaPath:"\
#/properties/asked/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:le.properties.asked.properties.model.type,parentSchema:le.
properties.asked.properties.model,data:Y};e===null?e=[ot]:e.push(ot),s++}var B=Oe===s}}else{let je={instancePath:r+"/asked",schemaPath:"#/properties/asked/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:le.properties.asked.type,parentSchema:le.properties.asked,data:M};e===null?e=[je]:e.push(je),
s++}var J=K===s}if(t.object!==void 0){let M=t.object,K=s,me=s,Ne=s;if(typeof M=="string"){if(!Ie.test(M)){let Y={instancePath:r+"/object",schemaPath:"#/$defs/po\
inter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:M};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/object",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:Z.type,parentSchema:Z,data:M};e===null?e=[Y]:e.push(Y),s++}var fe=me===s,J=K===s}if(t.file!==void 0){let M=t.file,K=s,me=s;if(typeof M=="stri\
ng"){if(!Ny.test(M)){let je={instancePath:r+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern:"^(/[A-Za-z0-9._-]+)+$"},message:'m\
ust match pattern "^(/[A-Za-z0-9._-]+)+$"',schema:"^(/[A-Za-z0-9._-]+)+$",parentSchema:le.properties.file,data:M};e===null?e=[je]:e.push(je),s++}}else{let je={instancePath:r+
"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type:"string"},message:"must be string",schema:le.properties.file.type,parentSchema:le.properties.
file,data:M};e===null?e=[je]:e.push(je),s++}var J=K===s}if(t.content!==void 0){let M=t.content,K=s,me=s,Ne=s;if(typeof M=="string"){if(!wt.test(M)){let Y={instancePath:r+
"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:M};e===null?
e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.
type,parentSchema:Se,data:M};e===null?e=[Y]:e.push(Y),s++}var ue=me===s,J=K===s}if(t.query!==void 0){let M=t.query,K=s,me=s,Ne=s;if(typeof M=="string"){if(!wt.test(
M)){let Y={instancePath:r+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,
data:M};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Se.type,parentSchema:Se,data:M};e===null?e=[Y]:e.push(Y),s++}var Je=me===s,J=K===s}if(t.results!==void 0){let M=t.results,K=s;if(!da.validate(M,{
instancePath:r+"/results",parentData:t,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))e=e===null?da.validate.errors:e.concat(da.validate.errors),s=e.
length;else var z=da.validate.evaluated.props,te=da.validate.evaluated.items;var J=K===s}if(t.message!==void 0){let M=t.message,K=s;dt(M,{instancePath:r+"/messa\
ge",parentData:t,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(e=e===null?dt.errors:e.concat(dt.errors),s=e.length);var J=K===s}if(t.pending!==void 0){
let M=t.pending,K=s,me=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.status===void 0){let Y={instancePath:r+"/pending",schemaPath:"#/properties/pending/re\
quired",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:le.properties.pending.required,parentSchema:le.
properties.pending,data:M};e===null?e=[Y]:e.push(Y),s++}if(M.body===void 0){let Y={instancePath:r+"/pending",schemaPath:"#/properties/pending/required",keyword:"\
required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:le.properties.pending.required,parentSchema:le.properties.pending,
data:M};e===null?e=[Y]:e.push(Y),s++}let je=s;for(let Y in M)if(!(Y==="status"||Y==="body")){let Oe={instancePath:r+"/pending",schemaPath:"#/properties/pending/\
additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Y},message:"must NOT have additional properties",schema:!1,parentSchema:le.properties.
pending,data:M};e===null?e=[Oe]:e.push(Oe),s++}if(M.status!==void 0){let Y=M.status,Oe=s;if(!(typeof Y=="number"&&!(Y%1)&&!isNaN(Y))){let nt={instancePath:r+"/p\
ending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:le.properties.pending.
properties.status.type,parentSchema:le.properties.pending.properties.status,data:Y};e===null?e=[nt]:e.push(nt),s++}let _e=s;var be=Oe===s}}else{let je={instancePath:r+
"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:le.properties.pending.type,parentSchema:le.
properties.pending,data:M};e===null?e=[je]:e.push(je),s++}var J=K===s}if(t.source!==void 0){let M=t.source,K=s,me=s,Ne=s;if(typeof M=="string"){if(ae(M)<1){let Y={
instancePath:r+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:M};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:re.type,parentSchema:re,data:M};e===null?e=[Y]:e.push(Y),s++}var Ke=me===s,J=K===s}}else{let ee={instancePath:r,schemaPath:"#/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:le.type,parentSchema:le,data:t};e===null?e=[ee]:e.push(ee),s++}return Ps.errors=e,s===0}Ps.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1};function Wr(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,
d=Wr.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let y=s;if(Array.isArray(t)){if(t.length<1){let N={instancePath:r,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Yo,data:t};e===null?e=[N]:e.push(N),s++}let b=!0,
A=t.length;for(let N=0;N<A;N++){let F=t[N],R=s;Ps(F,{instancePath:r+"/"+N,parentData:t,parentDataProperty:N,rootData:o,dynamicAnchors:i})||(e=e===null?Ps.errors:
e.concat(Ps.errors),s=e.length);var l=R===s;l||(b=!1)}}else{let b={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be arra\
y",schema:Yo.type,parentSchema:Yo,data:t};e===null?e=[b]:e.push(b),s++}return Wr.errors=e,s===0}Wr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function bt(t,{
instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,d=bt.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&
(d.items=void 0);let y=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.submit===void 0){let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"submit"},message:"must have required property 'submit'",schema:h.required,parentSchema:h,data:t};e===null?e=[k]:e.push(k),s++}if(t.rows===void 0){
let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property 'rows'",schema:h.required,
parentSchema:h,data:t};e===null?e=[k]:e.push(k),s++}if(t.results===void 0){let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
results"},message:"must have required property 'results'",schema:h.required,parentSchema:h,data:t};e===null?e=[k]:e.push(k),s++}if(t.message===void 0){let k={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:h.required,parentSchema:h,data:t};
e===null?e=[k]:e.push(k),s++}if(t.code===void 0){let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"code"},message:"must \
have required property 'code'",schema:h.required,parentSchema:h,data:t};e===null?e=[k]:e.push(k),s++}let hs=s;for(let k in t)if(!$s.call(h.properties,k)){let ke={
instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,
parentSchema:h,data:t};e===null?e=[ke]:e.push(ke),s++}if(t.$comment!==void 0){let k=t.$comment,ke=s,Xe=s,g=s;if(typeof k=="string"){if(ae(k)<1){let Q={instancePath:r+
"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:hr,
data:k};e===null?e=[Q]:e.push(Q),s++}}else{let Q={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:hr.type,parentSchema:hr,data:k};e===null?e=[Q]:e.push(Q),s++}var l=Xe===s,b=ke===s}if(t.submit!==void 0){let k=t.submit,ke=s,Xe=s;if(k&&typeof k==
"object"&&!Array.isArray(k)){if(k.method===void 0){let c={instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"\
method"},message:"must have required property 'method'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:k};e===null?e=[c]:e.push(c),s++}
if(k.path===void 0){let c={instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"path"},message:"must h\
ave required property 'path'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:k};e===null?e=[c]:e.push(c),s++}if(k.source===void 0){let c={
instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:k};e===null?e=[c]:e.push(c),s++}let Q=s;for(let c in k)if(!$s.call(h.properties.
submit.properties,c)){let _={instancePath:r+"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit,data:k};e===null?e=[_]:e.push(_),s++}if(k.method!==void 0){let c=k.method,
_=s,O=h.properties.submit.properties.method.enum;if(!(c==="POST"||c==="PUT")){let p={instancePath:r+"/submit/method",schemaPath:"#/properties/submit/properties/\
method/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.
submit.properties.method.enum,parentSchema:h.properties.submit.properties.method,data:c};e===null?e=[p]:e.push(p),s++}var A=_===s}if(k.path!==void 0){let c=k.path,
_=s,O=s,p=s;if(typeof c=="string"){if(!wt.test(c)){let u={instancePath:r+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},
message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:c};e===null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+"/submit/path",schemaPath:"#/$def\
s/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:c};e===null?e=[u]:e.push(u),s++}var N=O===s,A=_===
s}if(k.paths!==void 0){let c=k.paths,_=s;ws(c,{instancePath:r+"/submit/paths",parentData:k,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(e=e===null?
ws.errors:e.concat(ws.errors),s=e.length);var A=_===s}if(k.headers!==void 0){let c=k.headers,_=s,O=s,p=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(Object.
keys(c).length<1){let v={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},message:"must\
 NOT have fewer than 1 properties",schema:1,parentSchema:Be,data:c};e===null?e=[v]:e.push(v),s++}for(let v in c){let j=s;if(typeof v=="string"&&!ur.test(v)){let f={
instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must ma\
tch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Be.propertyNames,data:v,propertyName:v};e===null?e=[f]:e.push(f),s++}var F=j===s;if(!F){
let f={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:v},message:"property name m\
ust be valid",schema:Be.propertyNames,parentSchema:Be,data:c};e===null?e=[f]:e.push(f),s++}}let u=s;for(let v in c){let j=c[v],f=s,q=s;if(typeof j=="string"){if(!rn.
test(j)){let T={instancePath:r+"/submit/headers/"+v.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"\
pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:Be.additionalProperties,data:j};
e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/submit/headers/"+v.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additional\
Properties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Be.additionalProperties.type,parentSchema:Be.additionalProperties,data:j};
e===null?e=[T]:e.push(T),s++}var R=f===s}}else{let u={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:Be.type,parentSchema:Be,data:c};e===null?e=[u]:e.push(u),s++}var V=O===s,A=_===s}if(k.encoding!==void 0){let c=k.encoding,_=s,
O=s,p=tn.enum;if(!(c==="json"||c==="form")){let u={instancePath:r+"/submit/encoding",schemaPath:"#/$defs/encoding/enum",keyword:"enum",params:{allowedValues:tn.
enum},message:"must be equal to one of the allowed values",schema:tn.enum,parentSchema:tn,data:c};e===null?e=[u]:e.push(u),s++}var J=O===s,A=_===s}if(k.status!==
void 0){let c=k.status,_=s;if(!(typeof c=="number"&&!(c%1)&&!isNaN(c))){let P={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status\
/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.properties.submit.properties.status.type,parentSchema:h.properties.submit.properties.
status,data:c};e===null?e=[P]:e.push(P),s++}let O=s;if(typeof c=="number"){if(c>299||isNaN(c)){let P={instancePath:r+"/submit/status",schemaPath:"#/properties/s\
ubmit/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:299},message:"must be <= 299",schema:299,parentSchema:h.properties.submit.properties.
status,data:c};e===null?e=[P]:e.push(P),s++}if(c<200||isNaN(c)){let P={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:h.properties.submit.properties.status,data:c};e===null?e=[
P]:e.push(P),s++}}var A=_===s}if(k.ignored!==void 0){let c=k.ignored,_=s,O=s;if(Array.isArray(c)){if(c.length<1){let v={instancePath:r+"/submit/ignored",schemaPath:"\
#/properties/submit/properties/ignored/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.
submit.properties.ignored,data:c};e===null?e=[v]:e.push(v),s++}let P=!0,u=c.length;for(let v=0;v<u;v++){let j=c[v],f=s,q=s,T=s;if(typeof j=="string"){if(!Ie.test(
j)){let x={instancePath:r+"/submit/ignored/"+v,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must matc\
h pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:j};e===null?e=[x]:e.push(x),s++}}else{let x={instancePath:r+"/submit/ignored\
/"+v,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:j};e===null?e=[x]:e.push(
x),s++}var oe=q===s,G=f===s;G||(P=!1)}}else{let P={instancePath:r+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.submit.properties.ignored.type,parentSchema:h.properties.submit.properties.ignored,data:c};e===null?e=
[P]:e.push(P),s++}var A=_===s}if(k.implied!==void 0){let c=k.implied,_=s,O=s;if(Array.isArray(c)){if(c.length<1){let v={instancePath:r+"/submit/implied",schemaPath:"\
#/properties/submit/properties/implied/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.
submit.properties.implied,data:c};e===null?e=[v]:e.push(v),s++}let P=!0,u=c.length;for(let v=0;v<u;v++){let j=c[v],f=s,q=s;if(j&&typeof j=="object"&&!Array.isArray(
j)){if(j.at===void 0){let x={instancePath:r+"/submit/implied/"+v,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:h.properties.submit.properties.implied.items.required,parentSchema:h.properties.submit.properties.implied.
items,data:j};e===null?e=[x]:e.push(x),s++}if(j.is===void 0){let x={instancePath:r+"/submit/implied/"+v,schemaPath:"#/properties/submit/properties/implied/items\
/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:h.properties.submit.properties.implied.items.required,
parentSchema:h.properties.submit.properties.implied.items,data:j};e===null?e=[x]:e.push(x),s++}let T=s;for(let x in j)if(!(x==="at"||x==="is")){let $={instancePath:r+
"/submit/implied/"+v,schemaPath:"#/properties/submit/properties/implied/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit.properties.implied.items,data:j};e===null?e=[$]:e.push($),s++}if(j.at!==
void 0){let x=j.at,$=s,w=s,S=s;if(typeof x=="string"){if(!Ie.test(x)){let I={instancePath:r+"/submit/implied/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:x};e===null?
e=[I]:e.push(I),s++}}else{let I={instancePath:r+"/submit/implied/"+v+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:Z.type,parentSchema:Z,data:x};e===null?e=[I]:e.push(I),s++}var B=w===s,D=$===s}if(j.is!==void 0){let x=j.is,$=s,w=s;if(Array.isArray(x)){if(x.
length<1){let I={instancePath:r+"/submit/implied/"+v+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.implied.items.properties.is,data:x};e===null?e=[I]:e.push(
I),s++}}else{let I={instancePath:r+"/submit/implied/"+v+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.submit.properties.implied.items.properties.is.type,parentSchema:h.properties.submit.properties.implied.
items.properties.is,data:x};e===null?e=[I]:e.push(I),s++}var D=$===s}}else{let T={instancePath:r+"/submit/implied/"+v,schemaPath:"#/properties/submit/properties\
/implied/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.submit.properties.implied.items.type,parentSchema:h.properties.
submit.properties.implied.items,data:j};e===null?e=[T]:e.push(T),s++}var fe=f===s;fe||(P=!1)}}else{let P={instancePath:r+"/submit/implied",schemaPath:"#/propert\
ies/submit/properties/implied/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.submit.properties.implied.type,parentSchema:h.
properties.submit.properties.implied,data:c};e===null?e=[P]:e.push(P),s++}var A=_===s}if(k.source!==void 0){let c=k.source,_=s,O=s,p=s;if(typeof c=="string"){if(ae(
c)<1){let u={instancePath:r+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:re,data:c};e===null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:c};e===null?e=[u]:e.push(u),s++}var ue=O===s,A=_===s}}else{let Q={instancePath:r+
"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.submit.type,parentSchema:h.properties.
submit,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.rows!==void 0){let k=t.rows,ke=s,Xe=s;if(Array.isArray(k)){if(k.length<1){let _={instancePath:r+"/\
rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.
rows,data:k};e===null?e=[_]:e.push(_),s++}let Q=!0,c=k.length;for(let _=0;_<c;_++){let O=k[_],p=s;vs(O,{instancePath:r+"/rows/"+_,parentData:k,parentDataProperty:_,
rootData:o,dynamicAnchors:i})||(e=e===null?vs.errors:e.concat(vs.errors),s=e.length);var Je=p===s;Je||(Q=!1)}}else{let Q={instancePath:r+"/rows",schemaPath:"#/p\
roperties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.rows.type,parentSchema:h.properties.rows,data:k};e===null?
e=[Q]:e.push(Q),s++}var b=ke===s}if(t.drops!==void 0){let k=t.drops,ke=s,Xe=s;if(Array.isArray(k)){let Q=!0,c=k.length;for(let _=0;_<c;_++){let O=k[_],p=s,P=s;if(O&&
typeof O=="object"&&!Array.isArray(O)){if(O.parameter===void 0){let v={instancePath:r+"/drops/"+_,schemaPath:"#/properties/drops/items/required",keyword:"requir\
ed",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.
items,data:O};e===null?e=[v]:e.push(v),s++}if(O.reason===void 0){let v={instancePath:r+"/drops/"+_,schemaPath:"#/properties/drops/items/required",keyword:"requi\
red",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,
data:O};e===null?e=[v]:e.push(v),s++}if(O.source===void 0){let v={instancePath:r+"/drops/"+_,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:O};
e===null?e=[v]:e.push(v),s++}let u=s;for(let v in O)if(!(v==="parameter"||v==="values"||v==="when"||v==="reason"||v==="source")){let j={instancePath:r+"/drops/"+
_,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional prop\
erties",schema:!1,parentSchema:h.properties.drops.items,data:O};e===null?e=[j]:e.push(j),s++}if(O.parameter!==void 0){let v=O.parameter,j=s;if(typeof v!="string"){
let q={instancePath:r+"/drops/"+_+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:h.properties.drops.items.properties.parameter.type,parentSchema:h.properties.drops.items.properties.parameter,data:v};e===null?e=[q]:e.push(
q),s++}let f=s;var z=j===s}if(O.values!==void 0){let v=O.values,j=s,f=s;if(Array.isArray(v)){if(v.length<1){let T={instancePath:r+"/drops/"+_+"/values",schemaPath:"\
#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.
drops.items.properties.values,data:v};e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/drops/"+_+"/values",schemaPath:"#/properties/drops/items/proper\
ties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.drops.items.properties.values.type,parentSchema:h.properties.
drops.items.properties.values,data:v};e===null?e=[T]:e.push(T),s++}var z=j===s}if(O.when!==void 0){let v=O.when,j=s;vt(v,{instancePath:r+"/drops/"+_+"/when",parentData:O,
parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(e=e===null?vt.errors:e.concat(vt.errors),s=e.length);var z=j===s}if(O.reason!==void 0){let v=O.reason,
j=s,f=s;if(typeof v=="string"){if(ae(v)<1){let T={instancePath:r+"/drops/"+_+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.drops.items.properties.reason,data:v};e===null?e=
[T]:e.push(T),s++}}else{let T={instancePath:r+"/drops/"+_+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:h.properties.drops.items.properties.reason.type,parentSchema:h.properties.drops.items.properties.reason,data:v};e===null?
e=[T]:e.push(T),s++}var z=j===s}if(O.source!==void 0){let v=O.source,j=s,f=s,q=s;if(typeof v=="string"){if(ae(v)<1){let x={instancePath:r+"/drops/"+_+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:v};e===
null?e=[x]:e.push(x),s++}}else{let x={instancePath:r+"/drops/"+_+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:re.type,parentSchema:re,data:v};e===null?e=[x]:e.push(x),s++}var te=f===s,z=j===s}}else{let u={instancePath:r+"/drops/"+_,schemaPath:"#/proper\
ties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.drops.items.type,parentSchema:h.properties.drops.items,
data:O};e===null?e=[u]:e.push(u),s++}var be=p===s;be||(Q=!1)}}else{let Q={instancePath:r+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:h.properties.drops.type,parentSchema:h.properties.drops,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.needs!==void 0){
let k=t.needs,ke=s,Xe=s;if(k&&typeof k=="object"&&!Array.isArray(k)){let Q=s;for(let c in k){let _=k[c],O=s,p=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.
reason===void 0){let u={instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"\
required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.
properties.needs.additionalProperties,data:_};e===null?e=[u]:e.push(u),s++}if(_.source===void 0){let u={instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 's\
ource'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,data:_};e===null?e=[u]:e.push(u),s++}let P=s;
for(let u in _)if(!(u==="reason"||u==="source")){let v={instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additio\
nalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.needs.additionalProperties,data:_};e===null?e=[v]:e.push(v),s++}if(_.reason!==void 0){let u=_.reason,v=s,j=s;if(typeof u=="string"){if(ae(u)<1){let f={
instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:u};
e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalP\
roperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.needs.additionalProperties.properties.reason.
type,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:u};e===null?e=[f]:e.push(f),s++}var Ke=v===s}if(_.source!==void 0){let u=_.source,
v=s,j=s,f=s;if(typeof u=="string"){if(ae(u)<1){let T={instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:u};e===null?e=[T]:e.push(T),s++}}else{
let T={instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:u};e===null?e=[T]:e.push(T),s++}var ee=j===s,Ke=v===s}}else{let P={instancePath:r+"/needs/"+c.replace(/~/g,"\
~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
needs.additionalProperties.type,parentSchema:h.properties.needs.additionalProperties,data:_};e===null?e=[P]:e.push(P),s++}var M=O===s}}else{let Q={instancePath:r+
"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.needs.type,parentSchema:h.properties.
needs,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.lacks!==void 0){let k=t.lacks,ke=s,Xe=s;if(k&&typeof k=="object"&&!Array.isArray(k)){let Q=s;for(let c in k){
let _=k[c],O=s,p=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.reason===void 0){let u={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.
lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,data:_};e===null?e=[u]:e.push(u),s++}if(_.source===void 0){let u={instancePath:r+
"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"sou\
rce"},message:"must have required property 'source'",schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,
data:_};e===null?e=[u]:e.push(u),s++}let P=s;for(let u in _)if(!(u==="reason"||u==="source")){let v={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:h.properties.lacks.additionalProperties,data:_};e===null?e=[v]:e.push(v),s++}if(_.reason!==void 0){let u=_.reason,
v=s,j=s;if(typeof u=="string"){if(ae(u)<1){let f={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/add\
itionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.
lacks.additionalProperties.properties.reason,data:u};e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+
"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
lacks.additionalProperties.properties.reason.type,parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:u};e===null?e=[f]:e.push(f),s++}var K=v===
s}if(_.source!==void 0){let u=_.source,v=s,j=s,f=s;if(typeof u=="string"){if(ae(u)<1){let T={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"\
/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:u};
e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:u};e===null?e=[T]:e.push(T),s++}var me=j===s,K=v===s}}else{let P={instancePath:r+
"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must\
 be object",schema:h.properties.lacks.additionalProperties.type,parentSchema:h.properties.lacks.additionalProperties,data:_};e===null?e=[P]:e.push(P),s++}var Ne=O===
s}}else{let Q={instancePath:r+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.
type,parentSchema:h.properties.lacks,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.id!==void 0){let k=t.id,ke=s,Xe=s,g=s;if(typeof k=="string"){if(!Ie.
test(k)){let c={instancePath:r+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:k};e===null?e=[c]:e.push(c),s++}}else{let c={instancePath:r+"/id",schemaPath:"#/$defs/\
pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:k};e===null?e=[c]:e.push(c),s++}var je=Xe===s,b=ke===
s}if(t.idForm!==void 0){let k=t.idForm,ke=s,Xe=s;if(typeof k=="string"){if(!jy.test(k)){let Q={instancePath:r+"/idForm",schemaPath:"#/properties/idForm/pattern",
keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"\
^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:h.properties.idForm,data:k};e===null?e=[Q]:e.push(Q),s++}}else{let Q={instancePath:r+"/idForm",schemaPath:"\
#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.idForm.type,parentSchema:h.properties.idForm,data:k};
e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.queryId!==void 0){let k=t.queryId,ke=s,Xe=s,g=s;if(typeof k=="string"){if(!Ie.test(k)){let c={instancePath:r+"/qu\
eryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Z,data:k};e===null?e=[c]:e.push(c),s++}}else{let c={instancePath:r+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:k};e===null?e=[c]:e.push(c),s++}var Y=Xe===s,b=ke===s}if(t.query!==void 0){let k=t.
query,ke=s,Xe=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.method===void 0){let _={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"\
required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.query.required,parentSchema:h.properties.query,data:k};
e===null?e=[_]:e.push(_),s++}if(k.path===void 0){let _={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:h.properties.query.required,parentSchema:h.properties.query,data:k};e===null?e=[_]:e.push(_),s++}if(k.
source===void 0){let _={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have\
 required property 'source'",schema:h.properties.query.required,parentSchema:h.properties.query,data:k};e===null?e=[_]:e.push(_),s++}let Q=s;for(let _ in k)if(!(_===
"method"||_==="path"||_==="paths"||_==="at"||_==="hosts"||_==="headers"||_==="body"||_==="source")){let O={instancePath:r+"/query",schemaPath:"#/properties/quer\
y/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
query,data:k};e===null?e=[O]:e.push(O),s++}if(k.method!==void 0){let _=k.method,O=s,p=h.properties.query.properties.method.enum;if(!(_==="GET"||_==="POST"||_===
"PUT"||_==="DELETE")){let P={instancePath:r+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.
query.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.method.enum,parentSchema:h.properties.query.
properties.method,data:_};e===null?e=[P]:e.push(P),s++}var Oe=O===s}if(k.path!==void 0){let _=k.path,O=s,p=s,P=s;if(typeof _=="string"){if(!wt.test(_)){let v={instancePath:r+
"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:_};e===
null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Se.type,parentSchema:Se,data:_};e===null?e=[v]:e.push(v),s++}var _e=p===s,Oe=O===s}if(k.paths!==void 0){let _=k.paths,O=s;ks(_,{instancePath:r+"/query/pa\
ths",parentData:k,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(e=e===null?ks.errors:e.concat(ks.errors),s=e.length);var Oe=O===s}if(k.at!==void 0){
let _=k.at,O=s,p=s,P=s;if(typeof _=="string"){if(!Ie.test(_)){let v={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:_};e===null?e=[v]:e.push(v),s++}}else{
let v={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:_};e===null?e=[v]:e.push(v),s++}var nt=p===s,Oe=O===s}if(k.hosts!==void 0){let _=k.hosts,O=s,p=s;if(Array.isArray(_)){if(_.length<1){let j={instancePath:r+
"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:h.properties.query.properties.hosts,data:_};e===null?e=[j]:e.push(j),s++}let u=!0,v=_.length;for(let j=0;j<v;j++){let f=_[j],q=s,T=s;if(typeof f=="\
string"){if(!Ay.test(f)){let x={instancePath:r+"/query/hosts/"+j,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"\
^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:h.
properties.query.properties.hosts.items,data:f};e===null?e=[x]:e.push(x),s++}}else{let x={instancePath:r+"/query/hosts/"+j,schemaPath:"#/properties/query/proper\
ties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.query.properties.hosts.items.type,parentSchema:h.properties.
query.properties.hosts.items,data:f};e===null?e=[x]:e.push(x),s++}var ot=q===s;ot||(u=!1)}}else{let u={instancePath:r+"/query/hosts",schemaPath:"#/properties/qu\
ery/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.query.properties.hosts.type,parentSchema:h.properties.
query.properties.hosts,data:_};e===null?e=[u]:e.push(u),s++}var Oe=O===s}if(k.headers!==void 0){let _=k.headers,O=s,p=s,P=s;if(_&&typeof _=="object"&&!Array.isArray(
_)){if(Object.keys(_).length<1){let j={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},
message:"must NOT have fewer than 1 properties",schema:1,parentSchema:Be,data:_};e===null?e=[j]:e.push(j),s++}for(let j in _){let f=s;if(typeof j=="string"&&!ur.
test(j)){let q={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Be.propertyNames,data:j,propertyName:j};e===null?e=[q]:e.push(q),s++}var Nt=f===
s;if(!Nt){let q={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:j},message:"proper\
ty name must be valid",schema:Be.propertyNames,parentSchema:Be,data:_};e===null?e=[q]:e.push(q),s++}}let v=s;for(let j in _){let f=_[j],q=s,T=s;if(typeof f=="st\
ring"){if(!rn.test(f)){let x={instancePath:r+"/query/headers/"+j.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pa\
ttern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:Be.additionalProperties,
data:f};e===null?e=[x]:e.push(x),s++}}else{let x={instancePath:r+"/query/headers/"+j.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/add\
itionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Be.additionalProperties.type,parentSchema:Be.additionalProperties,
data:f};e===null?e=[x]:e.push(x),s++}var Qe=q===s}}else{let v={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:Be.type,parentSchema:Be,data:_};e===null?e=[v]:e.push(v),s++}var cs=p===s,Oe=O===s}if(k.body!==void 0){let _=k.body,O=s;
Et(_,{instancePath:r+"/query/body",parentData:k,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(e=e===null?Et.errors:e.concat(Et.errors),s=e.length);var Oe=O===
s}if(k.source!==void 0){let _=k.source,O=s,p=s,P=s;if(typeof _=="string"){if(ae(_)<1){let v={instancePath:r+"/query/source",schemaPath:"#/$defs/source/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};e===null?e=[v]:e.push(v),s++}}else{let v={
instancePath:r+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};
e===null?e=[v]:e.push(v),s++}var er=p===s,Oe=O===s}let c;if(k.at!==void 0&&k.hosts===void 0){let _={instancePath:r+"/query",schemaPath:"#/properties/query/depen\
dentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when propert\
y at is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:k};e===null?e=[_]:e.push(_),s++}if(k.hosts!==void 0&&k.at===void 0){
let _={instancePath:r+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,
deps:"at"},message:"must have property at when property hosts is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:k};e===
null?e=[_]:e.push(_),s++}}else{let Q={instancePath:r+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.query.type,parentSchema:h.properties.query,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.list!==void 0){let k=t.list,ke=s,Xe=s;if(k&&
typeof k=="object"&&!Array.isArray(k)){if(k.path===void 0){let c={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:h.properties.list.required,parentSchema:h.properties.list,data:k};e===null?e=[c]:e.push(c),s++}if(k.filter===
void 0){let c={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"must have required p\
roperty 'filter'",schema:h.properties.list.required,parentSchema:h.properties.list,data:k};e===null?e=[c]:e.push(c),s++}if(k.limit===void 0){let c={instancePath:r+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property 'limit'",schema:h.properties.
list.required,parentSchema:h.properties.list,data:k};e===null?e=[c]:e.push(c),s++}if(k.items===void 0){let c={instancePath:r+"/list",schemaPath:"#/properties/li\
st/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property 'items'",schema:h.properties.list.required,parentSchema:h.
properties.list,data:k};e===null?e=[c]:e.push(c),s++}if(k.source===void 0){let c={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"requir\
ed",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.list.required,parentSchema:h.properties.list,data:k};e===
null?e=[c]:e.push(c),s++}let Q=s;for(let c in k)if(!(c==="path"||c==="filter"||c==="limit"||c==="items"||c==="within"||c==="source")){let _={instancePath:r+"/li\
st",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional propertie\
s",schema:!1,parentSchema:h.properties.list,data:k};e===null?e=[_]:e.push(_),s++}if(k.path!==void 0){let c=k.path,_=s,O=s,p=s;if(typeof c=="string"){if(!wt.test(
c)){let P={instancePath:r+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,
data:c};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:Se.type,parentSchema:Se,data:c};e===null?e=[P]:e.push(P),s++}var gd=O===s,it=_===s}if(k.filter!==void 0){let c=k.filter,_=s,O=s;if(typeof c==
"string"){if(ae(c)<1){let P={instancePath:r+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.list.properties.filter,data:c};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+
"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.list.properties.
filter.type,parentSchema:h.properties.list.properties.filter,data:c};e===null?e=[P]:e.push(P),s++}var it=_===s}if(k.limit!==void 0){let c=k.limit,_=s;if(!(typeof c==
"number"&&!(c%1)&&!isNaN(c))){let P={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"\
must be integer",schema:h.properties.list.properties.limit.type,parentSchema:h.properties.list.properties.limit,data:c};e===null?e=[P]:e.push(P),s++}let O=s;if(typeof c==
"number"){if(c>500||isNaN(c)){let P={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:500},message:"must be <= 500",schema:500,parentSchema:h.properties.list.properties.limit,data:c};e===null?e=[P]:e.push(P),s++}if(c<2||isNaN(c)){let P={
instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,
parentSchema:h.properties.list.properties.limit,data:c};e===null?e=[P]:e.push(P),s++}}var it=_===s}if(k.items!==void 0){let c=k.items,_=s,O=s,p=s;if(typeof c=="\
string"){if(!Ie.test(c)){let u={instancePath:r+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};e===null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+"/list/\
items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};e===null?e=[u]:e.push(
u),s++}var Qf=O===s,it=_===s}if(k.within!==void 0){let c=k.within,_=s,O=s,p=s;if(typeof c=="string"){if(!Ie.test(c)){let u={instancePath:r+"/list/within",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:c};e===null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};e===null?e=[u]:e.push(u),s++}var Xf=O===s,it=_===s}if(k.source!==void 0){let c=k.source,_=s,
O=s,p=s;if(typeof c=="string"){if(ae(c)<1){let u={instancePath:r+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:c};e===null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+"/list/source",schemaPath:"#/$d\
efs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:c};e===null?e=[u]:e.push(u),s++}var Yf=O===s,
it=_===s}}else{let Q={instancePath:r+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
list.type,parentSchema:h.properties.list,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.history!==void 0){let k=t.history,ke=s,Xe=s;if(k&&typeof k=="obj\
ect"&&!Array.isArray(k)){if(k.paths===void 0){let c={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"\
paths"},message:"must have required property 'paths'",schema:h.properties.history.required,parentSchema:h.properties.history,data:k};e===null?e=[c]:e.push(c),s++}
if(k.items===void 0){let c={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"items"},message:"mu\
st have required property 'items'",schema:h.properties.history.required,parentSchema:h.properties.history,data:k};e===null?e=[c]:e.push(c),s++}if(k.next===void 0){
let c={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"next"},message:"must have required prope\
rty 'next'",schema:h.properties.history.required,parentSchema:h.properties.history,data:k};e===null?e=[c]:e.push(c),s++}if(k.created===void 0){let c={instancePath:r+
"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"created"},message:"must have required property 'created'",schema:h.
properties.history.required,parentSchema:h.properties.history,data:k};e===null?e=[c]:e.push(c),s++}if(k.source===void 0){let c={instancePath:r+"/history",schemaPath:"\
#/properties/history/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.history.required,
parentSchema:h.properties.history,data:k};e===null?e=[c]:e.push(c),s++}let Q=s;for(let c in k)if(!(c==="paths"||c==="items"||c==="within"||c==="created"||c==="s\
ize"||c==="next"||c==="source")){let _={instancePath:r+"/history",schemaPath:"#/properties/history/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.history,data:k};e===null?e=[_]:e.push(_),s++}if(k.paths!==
void 0){let c=k.paths,_=s,O=s;if(Array.isArray(c)){if(c.length<1){let f={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/minIt\
ems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.history.properties.paths,data:c};e===null?
e=[f]:e.push(f),s++}let p=!0,P=c.length;for(let f=0;f<P;f++){let q=c[f],T=s,x=s,$=s;if(typeof q=="string"){if(!wt.test(q)){let w={instancePath:r+"/history/paths\
/"+f,schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:q};e===null?e=
[w]:e.push(w),s++}}else{let w={instancePath:r+"/history/paths/"+f,schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Se.type,parentSchema:Se,data:q};e===null?e=[w]:e.push(w),s++}var bd=x===s,Mo=T===s;Mo||(p=!1)}let u,v=c.length,j;if(u=!0,v>1){e:for(;v--;)for(j=v;j--;)if(Oy(
c[v],c[j])){let f={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/uniqueItems",keyword:"uniqueItems",params:{i:v,j},message:"\
must NOT have duplicate items (items ## "+j+" and "+v+" are identical)",schema:!0,parentSchema:h.properties.history.properties.paths,data:c};e===null?e=[f]:e.push(
f),s++,u=!1;break e}}}else{let p={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:h.properties.history.properties.paths.type,parentSchema:h.properties.history.properties.paths,data:c};e===null?e=[p]:e.push(p),s++}var kr=_===
s}if(k.items!==void 0){let c=k.items,_=s,O=s,p=s;if(typeof c=="string"){if(!Ie.test(c)){let u={instancePath:r+"/history/items",schemaPath:"#/$defs/pointer/patte\
rn",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};
e===null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+"/history/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Z.type,parentSchema:Z,data:c};e===null?e=[u]:e.push(u),s++}var ey=O===s,kr=_===s}if(k.within!==void 0){let c=k.within,_=s,O=s,p=s;if(typeof c==
"string"){if(!Ie.test(c)){let u={instancePath:r+"/history/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};e===null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+
"/history/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};e===null?
e=[u]:e.push(u),s++}var ra=O===s,kr=_===s}if(k.created!==void 0){let c=k.created,_=s,O=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.at===void 0){let u={instancePath:r+
"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"required",params:{missingProperty:"at"},message:"must have required pr\
operty 'at'",schema:h.properties.history.properties.created.required,parentSchema:h.properties.history.properties.created,data:c};e===null?e=[u]:e.push(u),s++}if(c.
as===void 0){let u={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"required",params:{missingProperty:"\
as"},message:"must have required property 'as'",schema:h.properties.history.properties.created.required,parentSchema:h.properties.history.properties.created,data:c};
e===null?e=[u]:e.push(u),s++}let P=s;for(let u in c)if(!(u==="at"||u==="as")){let v={instancePath:r+"/history/created",schemaPath:"#/properties/history/properti\
es/created/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.history.properties.created,data:c};e===null?e=[v]:e.push(v),s++}if(c.at!==void 0){let u=c.at,v=s,j=s,f=s;if(typeof u=="string"){if(!Ie.test(u)){let q={
instancePath:r+"/history/created/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:u};e===null?e=[q]:e.push(q),s++}}else{let q={instancePath:r+"/history/created/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:u};e===null?e=[q]:e.push(q),s++}var ty=j===
s,Pr=v===s}if(c.as!==void 0){let u=c.as,v=s,j=h.properties.history.properties.created.properties.as.enum;if(!(u==="seconds"||u==="milliseconds"||u==="date")){let q={
instancePath:r+"/history/created/as",schemaPath:"#/properties/history/properties/created/properties/as/enum",keyword:"enum",params:{allowedValues:h.properties.history.
properties.created.properties.as.enum},message:"must be equal to one of the allowed values",schema:h.properties.history.properties.created.properties.as.enum,parentSchema:h.
properties.history.properties.created.properties.as,data:u};e===null?e=[q]:e.push(q),s++}var Pr=v===s}}else{let P={instancePath:r+"/history/created",schemaPath:"\
#/properties/history/properties/created/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.history.properties.created.type,
parentSchema:h.properties.history.properties.created,data:c};e===null?e=[P]:e.push(P),s++}var kr=_===s}if(k.size!==void 0){let c=k.size,_=s,O=s;if(c&&typeof c==
"object"&&!Array.isArray(c)){if(c.parameter===void 0){let u={instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/required",keyword:"\
required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.properties.history.properties.size.required,parentSchema:h.
properties.history.properties.size,data:c};e===null?e=[u]:e.push(u),s++}if(c.most===void 0){let u={instancePath:r+"/history/size",schemaPath:"#/properties/histo\
ry/properties/size/required",keyword:"required",params:{missingProperty:"most"},message:"must have required property 'most'",schema:h.properties.history.properties.
size.required,parentSchema:h.properties.history.properties.size,data:c};e===null?e=[u]:e.push(u),s++}let P=s;for(let u in c)if(!(u==="parameter"||u==="most")){let v={
instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.history.properties.size,data:c};e===null?e=[v]:e.push(v),s++}if(c.parameter!==
void 0){let u=c.parameter,v=s,j=s;if(typeof u=="string"){if(ae(u)<1){let f={instancePath:r+"/history/size/parameter",schemaPath:"#/properties/history/properties\
/size/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.history.
properties.size.properties.parameter,data:u};e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/history/size/parameter",schemaPath:"#/properties/history\
/properties/size/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.history.properties.size.properties.
parameter.type,parentSchema:h.properties.history.properties.size.properties.parameter,data:u};e===null?e=[f]:e.push(f),s++}var wd=v===s}if(c.most!==void 0){let u=c.
most,v=s;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u))){let q={instancePath:r+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/mos\
t/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.properties.history.properties.size.properties.most.type,parentSchema:h.properties.
history.properties.size.properties.most,data:u};e===null?e=[q]:e.push(q),s++}let j=s;if(typeof u=="number"){if(u>1e3||isNaN(u)){let q={instancePath:r+"/history/\
size/most",schemaPath:"#/properties/history/properties/size/properties/most/maximum",keyword:"maximum",params:{comparison:"<=",limit:1e3},message:"must be <= 10\
00",schema:1e3,parentSchema:h.properties.history.properties.size.properties.most,data:u};e===null?e=[q]:e.push(q),s++}if(u<2||isNaN(u)){let q={instancePath:r+"/\
history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be\
 >= 2",schema:2,parentSchema:h.properties.history.properties.size.properties.most,data:u};e===null?e=[q]:e.push(q),s++}}var wd=v===s}}else{let P={instancePath:r+
"/history/size",schemaPath:"#/properties/history/properties/size/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.history.
properties.size.type,parentSchema:h.properties.history.properties.size,data:c};e===null?e=[P]:e.push(P),s++}var kr=_===s}if(k.next!==void 0){let c=k.next,_=s,O=s,
p=s,P=!0,u=s;if(c&&typeof c=="object"&&!Array.isArray(c))if(c.by!==void 0){let f=c.by,q=s;if(f!=="url"){let T={};e===null?e=[T]:e.push(T),s++}var Lo=q===s}else var Lo=!0;
var Dr=u===s;s=p,e!==null&&(p?e.length=p:e=null);let v;if(Dr){let f=s,q=s,T=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let $;if(c.more===void 0&&($="more")){
let w={};e===null?e=[w]:e.push(w),s++}}var tr=T===s;if(tr){let $={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/then/not",keyword:"\
not",params:{},message:"must NOT be valid",schema:h.properties.history.properties.next.then.not,parentSchema:h.properties.history.properties.next.then,data:c};e===
null?e=[$]:e.push($),s++}else s=q,e!==null&&(q?e.length=q:e=null);if(c&&typeof c=="object"&&!Array.isArray(c)&&c.at===void 0){let $={instancePath:r+"/history/ne\
xt",schemaPath:"#/properties/history/properties/next/then/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",
schema:h.properties.history.properties.next.then.required,parentSchema:h.properties.history.properties.next.then,data:c};e===null?e=[$]:e.push($),s++}var Dr=f===
s;P=Dr,v="then"}else{let f=s,q=s,T=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let $;if(c.at===void 0&&($="at")){let w={};e===null?e=[w]:e.push(w),s++}}var vd=T===
s;if(vd){let $={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/else/not",keyword:"not",params:{},message:"must NOT be valid",schema:h.
properties.history.properties.next.else.not,parentSchema:h.properties.history.properties.next.else,data:c};e===null?e=[$]:e.push($),s++}else s=q,e!==null&&(q?e.
length=q:e=null);var Dr=f===s;P=Dr,v="else"}if(!P){let f={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/if",keyword:"if",params:{
failingKeyword:v},message:'must match "'+v+'" schema',schema:h.properties.history.properties.next.if,parentSchema:h.properties.history.properties.next,data:c};e===
null?e=[f]:e.push(f),s++}if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.by===void 0){let q={instancePath:r+"/history/next",schemaPath:"#/properties/history/p\
roperties/next/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:h.properties.history.properties.next.
required,parentSchema:h.properties.history.properties.next,data:c};e===null?e=[q]:e.push(q),s++}if(c.parameter===void 0){let q={instancePath:r+"/history/next",schemaPath:"\
#/properties/history/properties/next/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.
properties.history.properties.next.required,parentSchema:h.properties.history.properties.next,data:c};e===null?e=[q]:e.push(q),s++}let f=s;for(let q in c)if(!(q===
"by"||q==="parameter"||q==="at"||q==="more")){let T={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:q},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.history.properties.next,data:c};
e===null?e=[T]:e.push(T),s++}if(c.by!==void 0){let q=c.by,T=s,x=h.properties.history.properties.next.properties.by.enum;if(!(q==="page"||q==="offset"||q==="last"||
q==="url")){let $={instancePath:r+"/history/next/by",schemaPath:"#/properties/history/properties/next/properties/by/enum",keyword:"enum",params:{allowedValues:h.
properties.history.properties.next.properties.by.enum},message:"must be equal to one of the allowed values",schema:h.properties.history.properties.next.properties.
by.enum,parentSchema:h.properties.history.properties.next.properties.by,data:q};e===null?e=[$]:e.push($),s++}var Xa=T===s}if(c.parameter!==void 0){let q=c.parameter,
T=s,x=s;if(typeof q=="string"){if(ae(q)<1){let w={instancePath:r+"/history/next/parameter",schemaPath:"#/properties/history/properties/next/properties/parameter\
/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.history.properties.next.properties.
parameter,data:q};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/history/next/parameter",schemaPath:"#/properties/history/properties/next/properties\
/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.history.properties.next.properties.parameter.type,parentSchema:h.
properties.history.properties.next.properties.parameter,data:q};e===null?e=[w]:e.push(w),s++}var Xa=T===s}if(c.at!==void 0){let q=c.at,T=s,x=s,$=s;if(typeof q==
"string"){if(!Ie.test(q)){let S={instancePath:r+"/history/next/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:q};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+
"/history/next/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:q};e===null?
e=[S]:e.push(S),s++}var ry=x===s,Xa=T===s}if(c.more!==void 0){let q=c.more,T=s,x=s,$=s;if(typeof q=="string"){if(!Ie.test(q)){let S={instancePath:r+"/history/ne\
xt/more",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Z,data:q};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/history/next/more",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:q};e===null?e=[S]:e.push(S),s++}var sa=x===s,Xa=T===s}}else{let f={instancePath:r+
"/history/next",schemaPath:"#/properties/history/properties/next/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.history.
properties.next.type,parentSchema:h.properties.history.properties.next,data:c};e===null?e=[f]:e.push(f),s++}var kr=_===s}if(k.source!==void 0){let c=k.source,_=s,
O=s,p=s;if(typeof c=="string"){if(ae(c)<1){let u={instancePath:r+"/history/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:c};e===null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+"/history/source",schemaPath:"#\
/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:c};e===null?e=[u]:e.push(u),s++}var sy=O===
s,kr=_===s}}else{let Q={instancePath:r+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.
properties.history.type,parentSchema:h.properties.history,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.served!==void 0){let k=t.served,ke=s,Xe=s;if(k&&
typeof k=="object"&&!Array.isArray(k)){if(Object.keys(k).length<1){let c={instancePath:r+"/served",schemaPath:"#/properties/served/minProperties",keyword:"minPr\
operties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:h.properties.served,data:k};e===null?e=[c]:e.push(c),s++}let Q=s;
for(let c in k)if(!(c==="list"||c==="remove")){let _={instancePath:r+"/served",schemaPath:"#/properties/served/additionalProperties",keyword:"additionalProperti\
es",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.served,data:k};e===null?e=[_]:e.push(_),s++}
if(k.list!==void 0){let c=k.list,_=s,O=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.told===void 0){let P={instancePath:r+"/served/list",schemaPath:"#/pro\
perties/served/properties/list/required",keyword:"required",params:{missingProperty:"told"},message:"must have required property 'told'",schema:h.properties.served.
properties.list.required,parentSchema:h.properties.served.properties.list,data:c};e===null?e=[P]:e.push(P),s++}let p=s;for(let P in c)if(!(P==="implied"||P==="t\
old")){let u={instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.served.properties.list,data:c};e===null?e=[u]:e.push(u),s++}if(c.implied!==void 0){
let P=c.implied,u=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){let j=s;for(let f in P){let q=P[f],T=s;if(typeof q!="string"){let $={instancePath:r+"/serve\
d/list/implied/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/served/properties/list/properties/implied/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:h.properties.served.properties.list.properties.implied.additionalProperties.type,parentSchema:h.properties.
served.properties.list.properties.implied.additionalProperties,data:q};e===null?e=[$]:e.push($),s++}let x=s;var ms=T===s}}else{let j={instancePath:r+"/served/li\
st/implied",schemaPath:"#/properties/served/properties/list/properties/implied/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
served.properties.list.properties.implied.type,parentSchema:h.properties.served.properties.list.properties.implied,data:P};e===null?e=[j]:e.push(j),s++}var kd=u===
s}if(c.told!==void 0){let P=c.told,u=s,v=s;if(Array.isArray(P)){if(P.length<1){let T={instancePath:r+"/served/list/told",schemaPath:"#/properties/served/propert\
ies/list/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.served.properties.
list.properties.told,data:P};e===null?e=[T]:e.push(T),s++}let f=!0,q=P.length;for(let T=0;T<q;T++){let x=P[T],$=s,w=s,S=s,I=!1,L=null,E=s;if(x&&typeof x=="objec\
t"&&!Array.isArray(x)&&x.constant===void 0){let C={instancePath:r+"/served/list/told/"+T,schemaPath:"#/properties/served/properties/list/properties/told/items/o\
neOf/0/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:h.properties.served.properties.list.
properties.told.items.oneOf[0].required,parentSchema:h.properties.served.properties.list.properties.told.items.oneOf[0],data:x};e===null?e=[C]:e.push(C),s++}var mr=E===
s;mr&&(I=!0,L=0);let W=s;if(x&&typeof x=="object"&&!Array.isArray(x)&&x.fact===void 0){let C={instancePath:r+"/served/list/told/"+T,schemaPath:"#/properties/ser\
ved/properties/list/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.
properties.served.properties.list.properties.told.items.oneOf[1].required,parentSchema:h.properties.served.properties.list.properties.told.items.oneOf[1],data:x};
e===null?e=[C]:e.push(C),s++}var mr=W===s;if(mr&&I?(I=!1,L=[L,1]):mr&&(I=!0,L=1),I)s=S,e!==null&&(S?e.length=S:e=null);else{let C={instancePath:r+"/served/list/\
told/"+T,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:L},message:"must match exactly one \
schema in oneOf",schema:h.properties.served.properties.list.properties.told.items.oneOf,parentSchema:h.properties.served.properties.list.properties.told.items,data:x};
e===null?e=[C]:e.push(C),s++}if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.at===void 0){let H={instancePath:r+"/served/list/told/"+T,schemaPath:"#/propertie\
s/served/properties/list/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.
served.properties.list.properties.told.items.required,parentSchema:h.properties.served.properties.list.properties.told.items,data:x};e===null?e=[H]:e.push(H),s++}
let C=s;for(let H in x)if(!(H==="at"||H==="constant"||H==="fact")){let de={instancePath:r+"/served/list/told/"+T,schemaPath:"#/properties/served/properties/list\
/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:H},message:"must NOT have additional properties",schema:!1,
parentSchema:h.properties.served.properties.list.properties.told.items,data:x};e===null?e=[de]:e.push(de),s++}if(x.at!==void 0){let H=x.at,de=s,ge=s,se=s;if(typeof H==
"string"){if(!Ie.test(H)){let U={instancePath:r+"/served/list/told/"+T+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~\
[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:H};e===null?e=[U]:e.push(U),s++}}else{let U={instancePath:r+
"/served/list/told/"+T+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:H};
e===null?e=[U]:e.push(U),s++}var ay=ge===s,Pd=de===s}if(x.fact!==void 0){let H=x.fact,de=s,ge=h.properties.served.properties.list.properties.told.items.properties.
fact.enum;if(!(H==="first"||H==="last")){let U={instancePath:r+"/served/list/told/"+T+"/fact",schemaPath:"#/properties/served/properties/list/properties/told/it\
ems/properties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.served.properties.list.properties.told.items.properties.fact.enum},message:"must be \
equal to one of the allowed values",schema:h.properties.served.properties.list.properties.told.items.properties.fact.enum,parentSchema:h.properties.served.properties.
list.properties.told.items.properties.fact,data:H};e===null?e=[U]:e.push(U),s++}var Pd=de===s}}else{let C={instancePath:r+"/served/list/told/"+T,schemaPath:"#/p\
roperties/served/properties/list/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.
list.properties.told.items.type,parentSchema:h.properties.served.properties.list.properties.told.items,data:x};e===null?e=[C]:e.push(C),s++}var $d=$===s;$d||(f=
!1)}}else{let f={instancePath:r+"/served/list/told",schemaPath:"#/properties/served/properties/list/properties/told/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:h.properties.served.properties.list.properties.told.type,parentSchema:h.properties.served.properties.list.properties.told,data:P};e===null?
e=[f]:e.push(f),s++}var kd=u===s}}else{let p={instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:h.properties.served.properties.list.type,parentSchema:h.properties.served.properties.list,data:c};e===null?e=[p]:e.push(
p),s++}var Sd=_===s}if(k.remove!==void 0){let c=k.remove,_=s,O=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.method===void 0){let u={instancePath:r+"/serv\
ed/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property\
 'method'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:c};e===null?e=[u]:e.push(u),s++}if(c.path===
void 0){let u={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"path"},message:"\
must have required property 'path'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:c};e===null?e=
[u]:e.push(u),s++}if(c.answer===void 0){let u={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{
missingProperty:"answer"},message:"must have required property 'answer'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.
properties.remove,data:c};e===null?e=[u]:e.push(u),s++}if(c.source===void 0){let u={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/r\
emove/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.served.properties.remove.
required,parentSchema:h.properties.served.properties.remove,data:c};e===null?e=[u]:e.push(u),s++}let P=s;for(let u in c)if(!(u==="method"||u==="path"||u==="answ\
er"||u==="source")){let v={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.served.properties.remove,data:c};e===null?e=[v]:
e.push(v),s++}if(c.method!==void 0){let u=c.method,v=s,j=h.properties.served.properties.remove.properties.method.enum;if(!(u==="POST"||u==="DELETE")){let f={instancePath:r+
"/served/remove/method",schemaPath:"#/properties/served/properties/remove/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.served.properties.
remove.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.served.properties.remove.properties.method.enum,parentSchema:h.
properties.served.properties.remove.properties.method,data:u};e===null?e=[f]:e.push(f),s++}var $r=v===s}if(c.path!==void 0){let u=c.path,v=s,j=s,f=s;if(typeof u==
"string"){if(!wt.test(u)){let T={instancePath:r+"/served/remove/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must ma\
tch pattern "^/"',schema:"^/",parentSchema:Se,data:u};e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/served/remove/path",schemaPath:"#/$defs/path/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:u};e===null?e=[T]:e.push(T),s++}var Fo=j===s,$r=v===s}if(c.
answer!==void 0){let u=c.answer,v=s;Et(u,{instancePath:r+"/served/remove/answer",parentData:c,parentDataProperty:"answer",rootData:o,dynamicAnchors:i})||(e=e===
null?Et.errors:e.concat(Et.errors),s=e.length);var $r=v===s}if(c.source!==void 0){let u=c.source,v=s,j=s,f=s;if(typeof u=="string"){if(ae(u)<1){let T={instancePath:r+
"/served/remove/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:u};e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/served/remove/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:re.type,parentSchema:re,data:u};e===null?e=[T]:e.push(T),s++}var ny=j===s,$r=v===s}}else{let P={instancePath:r+"/served/remove",
schemaPath:"#/properties/served/properties/remove/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.remove.
type,parentSchema:h.properties.served.properties.remove,data:c};e===null?e=[P]:e.push(P),s++}var Sd=_===s}}else{let Q={instancePath:r+"/served",schemaPath:"#/pr\
operties/served/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.type,parentSchema:h.properties.served,data:k};e===
null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.cancel!==void 0){let k=t.cancel,ke=s,Xe=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.method===void 0){let c={instancePath:r+
"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.
properties.cancel.required,parentSchema:h.properties.cancel,data:k};e===null?e=[c]:e.push(c),s++}if(k.path===void 0){let c={instancePath:r+"/cancel",schemaPath:"\
#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.cancel.required,
parentSchema:h.properties.cancel,data:k};e===null?e=[c]:e.push(c),s++}if(k.source===void 0){let c={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/requ\
ired",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.cancel.required,parentSchema:h.properties.
cancel,data:k};e===null?e=[c]:e.push(c),s++}let Q=s;for(let c in k)if(!(c==="method"||c==="path"||c==="headers"||c==="body"||c==="from"||c==="proves"||c==="sour\
ce")){let _={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel,data:k};e===null?e=[_]:e.push(_),s++}if(k.method!==void 0){let c=k.method,_=s,O=h.
properties.cancel.properties.method.enum;if(!(c==="GET"||c==="POST"||c==="PUT"||c==="DELETE")){let p={instancePath:r+"/cancel/method",schemaPath:"#/properties/c\
ancel/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.cancel.properties.method.enum},message:"must be equal to one of the allowed valu\
es",schema:h.properties.cancel.properties.method.enum,parentSchema:h.properties.cancel.properties.method,data:c};e===null?e=[p]:e.push(p),s++}var Cr=_===s}if(k.
path!==void 0){let c=k.path,_=s,O=s,p=s;if(typeof c=="string"){if(!wt.test(c)){let u={instancePath:r+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"p\
attern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:c};e===null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+"/c\
ancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:c};e===null?e=[u]:
e.push(u),s++}var Sr=O===s,Cr=_===s}if(k.headers!==void 0){let c=k.headers,_=s,O=s,p=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(Object.keys(c).length<1){
let v={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer th\
an 1 properties",schema:1,parentSchema:Be,data:c};e===null?e=[v]:e.push(v),s++}for(let v in c){let j=s;if(typeof v=="string"&&!ur.test(v)){let f={instancePath:r+
"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[\
A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Be.propertyNames,data:v,propertyName:v};e===null?e=[f]:e.push(f),s++}var Vo=j===s;if(!Vo){let f={instancePath:r+
"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:v},message:"property name must be valid",schema:Be.
propertyNames,parentSchema:Be,data:c};e===null?e=[f]:e.push(f),s++}}let u=s;for(let v in c){let j=c[v],f=s,q=s;if(typeof j=="string"){if(!rn.test(j)){let T={instancePath:r+
"/cancel/headers/"+v.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\
\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:Be.additionalProperties,data:j};e===null?e=[T]:e.push(T),
s++}}else{let T={instancePath:r+"/cancel/headers/"+v.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Be.additionalProperties.type,parentSchema:Be.additionalProperties,data:j};e===null?e=[T]:e.push(T),
s++}var oy=f===s}}else{let u={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:Be.type,parentSchema:Be,data:c};e===null?e=[u]:e.push(u),s++}var iy=O===s,Cr=_===s}if(k.body!==void 0){let c=k.body,_=s;Et(c,{instancePath:r+"/cance\
l/body",parentData:k,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(e=e===null?Et.errors:e.concat(Et.errors),s=e.length);var Cr=_===s}if(k.from!==void 0){
let c=k.from,_=s,O=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.words===void 0){let u={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/prop\
erties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:h.properties.cancel.properties.from.
required,parentSchema:h.properties.cancel.properties.from,data:c};e===null?e=[u]:e.push(u),s++}if(c.source===void 0){let u={instancePath:r+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:c};e===null?e=[u]:e.push(u),s++}let P=s;for(let u in c)if(!(u==="words"||u===
"source")){let v={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel.properties.from,data:c};e===null?e=[v]:e.push(v),s++}if(c.words!==void 0){
let u=c.words,v=s,j=s,f=s;if(Array.isArray(u)){if(u.length<1){let S={instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:st,data:u};e===null?e=[S]:e.push(S),s++}let q=!0,T=u.length;for(let S=0;S<T;S++){
let I=u[S],L=s,E=s;if(typeof I=="string"){if(ae(I)<1){let W={instancePath:r+"/cancel/from/words/"+S,schemaPath:"#/$defs/words/items/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:st.items,data:I};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+
"/cancel/from/words/"+S,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:st.items.type,parentSchema:st.
items,data:I};e===null?e=[W]:e.push(W),s++}var zo=L===s;zo||(q=!1)}let x,$=u.length,w;if(x=!0,$>1){let S={};for(;$--;){let I=u[$];if(typeof I=="string"){if(typeof S[I]==
"number"){w=S[I];let L={instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:$,j:w},message:"must NOT have\
 duplicate items (items ## "+w+" and "+$+" are identical)",schema:!0,parentSchema:st,data:u};e===null?e=[L]:e.push(L),s++,x=!1;break}S[I]=$}}}}else{let q={instancePath:r+
"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:st.type,parentSchema:st,data:u};e===null?
e=[q]:e.push(q),s++}var _d=j===s,xd=v===s}if(c.source!==void 0){let u=c.source,v=s,j=s,f=s;if(typeof u=="string"){if(ae(u)<1){let T={instancePath:r+"/cancel/fro\
m/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:u};
e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:re.type,parentSchema:re,data:u};e===null?e=[T]:e.push(T),s++}var aa=j===s,xd=v===s}}else{let P={instancePath:r+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.from.type,parentSchema:h.
properties.cancel.properties.from,data:c};e===null?e=[P]:e.push(P),s++}var Cr=_===s}if(k.proves!==void 0){let c=k.proves,_=s,O=s;if(c&&typeof c=="object"&&!Array.
isArray(c)){if(Object.keys(c).length<2){let u={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProp\
erties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:h.properties.cancel.properties.proves,data:c};e===null?e=[u]:e.push(
u),s++}if(c.source===void 0){let u={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.cancel.properties.proves.required,parentSchema:h.properties.cancel.properties.proves,
data:c};e===null?e=[u]:e.push(u),s++}let P=s;for(let u in c)if(!(u==="answer"||u==="query"||u==="source")){let v={instancePath:r+"/cancel/proves",schemaPath:"#/\
properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:h.properties.cancel.properties.proves,data:c};e===null?e=[v]:e.push(v),s++}if(c.answer!==void 0){let u=c.answer,v=s,j=s;if(u&&typeof u==
"object"&&!Array.isArray(u)){if(u.at===void 0){let q={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer\
/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.cancel.properties.proves.properties.answer.
required,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:u};e===null?e=[q]:e.push(q),s++}if(u.words===void 0){let q={instancePath:r+"/\
cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"\
must have required property 'words'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.
properties.answer,data:u};e===null?e=[q]:e.push(q),s++}let f=s;for(let q in u)if(!(q==="at"||q==="words")){let T={instancePath:r+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT hav\
e additional properties",schema:!1,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:u};e===null?e=[T]:e.push(T),s++}if(u.at!==void 0){let q=u.
at,T=s,x=s,$=s;if(typeof q=="string"){if(!Ie.test(q)){let w={instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:q};e===null?e=[w]:e.push(w),
s++}}else{let w={instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:q};e===null?e=[w]:e.push(w),s++}var py=x===s,qd=T===s}if(u.words!==void 0){let q=u.words,T=s,x=s,$=s;if(Array.isArray(q)){if(q.length<1){
let C={instancePath:r+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 \
items",schema:1,parentSchema:st,data:q};e===null?e=[C]:e.push(C),s++}let S=!0,I=q.length;for(let C=0;C<I;C++){let H=q[C],de=s,ge=s;if(typeof H=="string"){if(ae(
H)<1){let se={instancePath:r+"/cancel/proves/answer/words/"+C,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT \
have fewer than 1 characters",schema:1,parentSchema:st.items,data:H};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/cancel/proves/answer/words/"+
C,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:st.items.type,parentSchema:st.items,data:H};e===null?
e=[se]:e.push(se),s++}var Od=de===s;Od||(S=!1)}let L,E=q.length,W;if(L=!0,E>1){let C={};for(;E--;){let H=q[E];if(typeof H=="string"){if(typeof C[H]=="number"){W=
C[H];let de={instancePath:r+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:E,j:W},message:"must NOT have d\
uplicate items (items ## "+W+" and "+E+" are identical)",schema:!0,parentSchema:st,data:q};e===null?e=[de]:e.push(de),s++,L=!1;break}C[H]=E}}}}else{let S={instancePath:r+
"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:st.type,parentSchema:st,data:q};
e===null?e=[S]:e.push(S),s++}var Ya=x===s,qd=T===s}}else{let f={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/propert\
ies/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.properties.answer.type,parentSchema:h.
properties.cancel.properties.proves.properties.answer,data:u};e===null?e=[f]:e.push(f),s++}var _r=v===s}if(c.query!==void 0){let u=c.query,v=s,j=s,f=s;if(Array.
isArray(u)){if(u.length<1){let I={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:st,data:u};e===null?e=[I]:e.push(I),s++}let T=!0,x=u.length;for(let I=0;I<x;I++){let L=u[I],E=s,W=s;if(typeof L==
"string"){if(ae(L)<1){let C={instancePath:r+"/cancel/proves/query/"+I,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:st.items,data:L};e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:r+"/cancel/proves/query/"+I,
schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:st.items.type,parentSchema:st.items,data:L};e===null?
e=[C]:e.push(C),s++}var jd=E===s;jd||(T=!1)}let $,w=u.length,S;if($=!0,w>1){let I={};for(;w--;){let L=u[w];if(typeof L=="string"){if(typeof I[L]=="number"){S=I[L];
let E={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:w,j:S},message:"must NOT have duplicate item\
s (items ## "+S+" and "+w+" are identical)",schema:!0,parentSchema:st,data:u};e===null?e=[E]:e.push(E),s++,$=!1;break}I[L]=w}}}}else{let T={instancePath:r+"/can\
cel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:st.type,parentSchema:st,data:u};e===null?e=
[T]:e.push(T),s++}var dy=j===s,_r=v===s}if(c.source!==void 0){let u=c.source,v=s,j=s,f=s;if(typeof u=="string"){if(ae(u)<1){let T={instancePath:r+"/cancel/prove\
s/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:u};
e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:u};e===null?e=[T]:e.push(T),s++}var cy=j===s,_r=v===s}}else{let P={instancePath:r+"/cancel/proves",schemaPath:"\
#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.type,parentSchema:h.
properties.cancel.properties.proves,data:c};e===null?e=[P]:e.push(P),s++}var Cr=_===s}if(k.source!==void 0){let c=k.source,_=s,O=s,p=s;if(typeof c=="string"){if(ae(
c)<1){let u={instancePath:r+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:re,data:c};e===null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:c};e===null?e=[u]:e.push(u),s++}var Uo=O===s,Cr=_===s}}else{let Q={instancePath:r+
"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.type,parentSchema:h.properties.
cancel,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.status!==void 0){let k=t.status,ke=s,Xe=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.at===void 0){
let c={instancePath:r+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:h.properties.status.required,parentSchema:h.properties.status,data:k};e===null?e=[c]:e.push(c),s++}if(k.states===void 0){let c={instancePath:r+"/st\
atus",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have required property 'states'",schema:h.properties.
status.required,parentSchema:h.properties.status,data:k};e===null?e=[c]:e.push(c),s++}if(k.source===void 0){let c={instancePath:r+"/status",schemaPath:"#/proper\
ties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.status.required,parentSchema:h.
properties.status,data:k};e===null?e=[c]:e.push(c),s++}let Q=s;for(let c in k)if(!(c==="at"||c==="states"||c==="as"||c==="absent"||c==="cases"||c==="source")){let _={
instancePath:r+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT ha\
ve additional properties",schema:!1,parentSchema:h.properties.status,data:k};e===null?e=[_]:e.push(_),s++}if(k.at!==void 0){let c=k.at,_=s,O=s,p=s;if(typeof c==
"string"){if(!Ie.test(c)){let P={instancePath:r+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/statu\
s/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};e===null?e=[P]:e.push(
P),s++}var my=O===s,Ct=_===s}if(k.states!==void 0){let c=k.states,_=s,O=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(Object.keys(c).length<1){let u={instancePath:r+
"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 p\
roperties",schema:1,parentSchema:h.properties.status.properties.states,data:c};e===null?e=[u]:e.push(u),s++}let P=s;for(let u in c){let v=c[u],j=s,f=s,q=It.enum;
if(!(v==="queued"||v==="processing"||v==="completed"||v==="failed"||v==="expired"||v==="cancelled"||v==="unknown")){let T={instancePath:r+"/status/states/"+u.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:It.enum},message:"must be equal to one of the allowed values",
schema:It.enum,parentSchema:It,data:v};e===null?e=[T]:e.push(T),s++}var Ad=f===s,Td=j===s}}else{let P={instancePath:r+"/status/states",schemaPath:"#/properties/\
status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.states.type,parentSchema:h.properties.
status.properties.states,data:c};e===null?e=[P]:e.push(P),s++}var Ct=_===s}if(k.as!==void 0){let c=k.as,_=s,O=h.properties.status.properties.as.enum;if(!(c==="n\
umber"||c==="boolean")){let P={instancePath:r+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:h.properties.
status.properties.as.enum},message:"must be equal to one of the allowed values",schema:h.properties.status.properties.as.enum,parentSchema:h.properties.status.properties.
as,data:c};e===null?e=[P]:e.push(P),s++}var Ct=_===s}if(k.absent!==void 0){let c=k.absent,_=s,O=s,p=It.enum;if(!(c==="queued"||c==="processing"||c==="completed"||
c==="failed"||c==="expired"||c==="cancelled"||c==="unknown")){let u={instancePath:r+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:It.
enum},message:"must be equal to one of the allowed values",schema:It.enum,parentSchema:It,data:c};e===null?e=[u]:e.push(u),s++}var ly=O===s,Ct=_===s}if(k.cases!==
void 0){let c=k.cases,_=s,O=s;if(Array.isArray(c)){if(c.length<1){let v={instancePath:r+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItem\
s",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases,data:c};e===null?e=
[v]:e.push(v),s++}let P=!0,u=c.length;for(let v=0;v<u;v++){let j=c[v],f=s,q=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(j.when===void 0){let x={instancePath:r+
"/status/cases/"+v,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have requir\
ed property 'when'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:j};e===null?e=[x]:e.
push(x),s++}if(j.means===void 0){let x={instancePath:r+"/status/cases/"+v,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{
missingProperty:"means"},message:"must have required property 'means'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.
properties.cases.items,data:j};e===null?e=[x]:e.push(x),s++}let T=s;for(let x in j)if(!(x==="when"||x==="means")){let $={instancePath:r+"/status/cases/"+v,schemaPath:"\
#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additional \
properties",schema:!1,parentSchema:h.properties.status.properties.cases.items,data:j};e===null?e=[$]:e.push($),s++}if(j.when!==void 0){let x=j.when,$=s,w=s;if(Array.
isArray(x)){if(x.length<1){let L={instancePath:r+"/status/cases/"+v+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when,data:x};e===
null?e=[L]:e.push(L),s++}let S=!0,I=x.length;for(let L=0;L<I;L++){let E=x[L],W=s,C=s,H=s,de=!1,ge=null,se=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.is===
void 0){let pe={instancePath:r+"/status/cases/"+v+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"\
required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0].
required,parentSchema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0],data:E};e===null?e=[pe]:e.push(pe),s++}var ls=se===s;ls&&(de=!0,
ge=0);let U=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.present===void 0){let pe={instancePath:r+"/status/cases/"+v+"/when/"+L,schemaPath:"#/properties/sta\
tus/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'p\
resent'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:h.properties.status.properties.cases.items.properties.
when.items.oneOf[1],data:E};e===null?e=[pe]:e.push(pe),s++}var ls=U===s;if(ls&&de?(de=!1,ge=[ge,1]):ls&&(de=!0,ge=1),de)s=H,e!==null&&(H?e.length=H:e=null);else{
let pe={instancePath:r+"/status/cases/"+v+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{
passingSchemas:ge},message:"must match exactly one schema in oneOf",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:h.
properties.status.properties.cases.items.properties.when.items,data:E};e===null?e=[pe]:e.push(pe),s++}if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){
let we={instancePath:r+"/status/cases/"+v+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.status.properties.cases.items.properties.when.items.required,parentSchema:h.
properties.status.properties.cases.items.properties.when.items,data:E};e===null?e=[we]:e.push(we),s++}let pe=s;for(let we in E)if(!(we==="at"||we==="is"||we==="\
present")){let Ve={instancePath:r+"/status/cases/"+v+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalPropertie\
s",keyword:"additionalProperties",params:{additionalProperty:we},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status.properties.
cases.items.properties.when.items,data:E};e===null?e=[Ve]:e.push(Ve),s++}if(E.at!==void 0){let we=E.at,Ve=s,ve=s,Re=s;if(typeof we=="string"){if(!Ie.test(we)){let St={
instancePath:r+"/status/cases/"+v+"/when/"+L+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:we};e===null?e=[St]:e.push(St),s++}}else{let St={instancePath:r+"/status\
/cases/"+v+"/when/"+L+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:we};
e===null?e=[St]:e.push(St),s++}var Nd=ve===s,Jo=Ve===s}if(E.is!==void 0){let we=E.is,Ve=s,ve=s;if(Array.isArray(we)){if(we.length<1){let St={instancePath:r+"/st\
atus/cases/"+v+"/when/"+L+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.is,data:we};
e===null?e=[St]:e.push(St),s++}}else{let St={instancePath:r+"/status/cases/"+v+"/when/"+L+"/is",schemaPath:"#/properties/status/properties/cases/items/propertie\
s/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.when.
items.properties.is.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.is,data:we};e===null?e=[St]:e.push(St),s++}var Jo=Ve===
s}if(E.present!==void 0){let we=E.present,Ve=s;if(typeof we!="boolean"){let St={instancePath:r+"/status/cases/"+v+"/when/"+L+"/present",schemaPath:"#/properties\
/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:h.properties.
status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.
present,data:we};e===null?e=[St]:e.push(St),s++}let ve=s;var Jo=Ve===s}}else{let pe={instancePath:r+"/status/cases/"+v+"/when/"+L,schemaPath:"#/properties/statu\
s/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.cases.
items.properties.when.items.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:E};e===null?e=[pe]:e.push(pe),s++}var en=W===
s;en||(S=!1)}}else{let S={instancePath:r+"/status/cases/"+v+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.when.type,parentSchema:h.properties.status.properties.
cases.items.properties.when,data:x};e===null?e=[S]:e.push(S),s++}var Do=$===s}if(j.means!==void 0){let x=j.means,$=s,w=s,S=It.enum;if(!(x==="queued"||x==="proce\
ssing"||x==="completed"||x==="failed"||x==="expired"||x==="cancelled"||x==="unknown")){let L={instancePath:r+"/status/cases/"+v+"/means",schemaPath:"#/$defs/sta\
te/enum",keyword:"enum",params:{allowedValues:It.enum},message:"must be equal to one of the allowed values",schema:It.enum,parentSchema:It,data:x};e===null?e=[L]:
e.push(L),s++}var uy=w===s,Do=$===s}}else{let T={instancePath:r+"/status/cases/"+v,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.status.properties.cases.items.type,parentSchema:h.properties.status.properties.cases.items,data:j};e===
null?e=[T]:e.push(T),s++}var us=f===s;us||(P=!1)}}else{let P={instancePath:r+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.type,parentSchema:h.properties.status.properties.cases,data:c};e===
null?e=[P]:e.push(P),s++}var Ct=_===s}if(k.source!==void 0){let c=k.source,_=s,O=s,p=s;if(typeof c=="string"){if(ae(c)<1){let u={instancePath:r+"/status/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:c};e===
null?e=[u]:e.push(u),s++}}else{let u={instancePath:r+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:re.type,parentSchema:re,data:c};e===null?e=[u]:e.push(u),s++}var Rd=O===s,Ct=_===s}}else{let Q={instancePath:r+"/status",schemaPath:"#/properties/s\
tatus/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.type,parentSchema:h.properties.status,data:k};e===null?e=[
Q]:e.push(Q),s++}var b=ke===s}if(t.progress!==void 0){let k=t.progress,ke=s,Xe=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.at===void 0){let c={instancePath:r+
"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.
progress.required,parentSchema:h.properties.progress,data:k};e===null?e=[c]:e.push(c),s++}if(k.of===void 0){let c={instancePath:r+"/progress",schemaPath:"#/prop\
erties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:h.properties.progress.required,parentSchema:h.
properties.progress,data:k};e===null?e=[c]:e.push(c),s++}if(k.source===void 0){let c={instancePath:r+"/progress",schemaPath:"#/properties/progress/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.progress.required,parentSchema:h.properties.progress,
data:k};e===null?e=[c]:e.push(c),s++}let Q=s;for(let c in k)if(!(c==="at"||c==="of"||c==="source")){let _={instancePath:r+"/progress",schemaPath:"#/properties/p\
rogress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.progress,data:k};e===null?e=[_]:e.push(_),s++}if(k.at!==void 0){let c=k.at,_=s,O=s,p=s;if(typeof c=="string"){if(!Ie.test(c)){let P={instancePath:r+"\
/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};e===null?e=[P]:e.push(P),s++}var hy=O===s,na=_===s}if(k.of!==void 0){
let c=k.of,_=s,O=s;if(typeof c=="number"){if(c<=0||isNaN(c)){let P={instancePath:r+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinim\
um",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:h.properties.progress.properties.of,data:c};e===null?
e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:h.properties.progress.properties.of.type,parentSchema:h.properties.progress.properties.of,data:c};e===null?e=[P]:e.push(P),s++}var na=_===
s}if(k.source!==void 0){let c=k.source,_=s,O=s,p=s;if(typeof c=="string"){if(ae(c)<1){let u={instancePath:r+"/progress/source",schemaPath:"#/$defs/source/minLen\
gth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:c};e===null?e=[u]:e.push(u),s++}}else{let u={
instancePath:r+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,
data:c};e===null?e=[u]:e.push(u),s++}var Id=O===s,na=_===s}}else{let Q={instancePath:r+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.progress.type,parentSchema:h.properties.progress,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.
results!==void 0){let k=t.results,ke=s;Wr(k,{instancePath:r+"/results",parentData:t,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(e=e===null?Wr.errors:
e.concat(Wr.errors),s=e.length);var b=ke===s}if(t.message!==void 0){let k=t.message,ke=s;dt(k,{instancePath:r+"/message",parentData:t,parentDataProperty:"messag\
e",rootData:o,dynamicAnchors:i})||(e=e===null?dt.errors:e.concat(dt.errors),s=e.length);var b=ke===s}if(t.code!==void 0){let k=t.code,ke=s;dt(k,{instancePath:r+
"/code",parentData:t,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(e=e===null?dt.errors:e.concat(dt.errors),s=e.length);var b=ke===s}if(t.seconds!==
void 0){let k=t.seconds,ke=s,Xe=s,g=s;if(typeof k=="string"){if(!Ie.test(k)){let c={instancePath:r+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"patt\
ern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:k};e===null?e=
[c]:e.push(c),s++}}else{let c={instancePath:r+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:k};e===null?e=[c]:e.push(c),s++}var fy=Xe===s,b=ke===s}if(t.secondsAs!==void 0){let k=t.secondsAs,ke=s;if(k!=="string"){let g={instancePath:r+
"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:h.
properties.secondsAs,data:k};e===null?e=[g]:e.push(g),s++}var b=ke===s}if(t.usage!==void 0){let k=t.usage,ke=s,Xe=s;if(Array.isArray(k)){let Q=!0,c=k.length;for(let _=0;_<
c;_++){let O=k[_],p=s,P=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(O.at===void 0){let v={instancePath:r+"/usage/"+_,schemaPath:"#/properties/usage/items/\
required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.usage.items.required,parentSchema:h.properties.
usage.items,data:O};e===null?e=[v]:e.push(v),s++}if(O.unit===void 0){let v={instancePath:r+"/usage/"+_,schemaPath:"#/properties/usage/items/required",keyword:"r\
equired",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,
data:O};e===null?e=[v]:e.push(v),s++}if(O.source===void 0){let v={instancePath:r+"/usage/"+_,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:O};
e===null?e=[v]:e.push(v),s++}let u=s;for(let v in O)if(!(v==="at"||v==="unit"||v==="source")){let j={instancePath:r+"/usage/"+_,schemaPath:"#/properties/usage/i\
tems/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
usage.items,data:O};e===null?e=[j]:e.push(j),s++}if(O.at!==void 0){let v=O.at,j=s,f=s,q=s;if(typeof v=="string"){if(!Ie.test(v)){let T={instancePath:r+"/usage/"+
_+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Z,data:v};e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/usage/"+_+"/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:v};e===null?e=[T]:e.push(T),s++}var Ed=f===s,Co=j===s}if(O.unit!==void 0){
let v=O.unit,j=s,f=s;if(typeof v=="string"){if(ae(v)<1){let T={instancePath:r+"/usage/"+_+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.usage.items.properties.unit,data:v};e===
null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/usage/"+_+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:h.properties.usage.items.properties.unit.type,parentSchema:h.properties.usage.items.properties.unit,data:v};e===null?e=
[T]:e.push(T),s++}var Co=j===s}if(O.source!==void 0){let v=O.source,j=s,f=s,q=s;if(typeof v=="string"){if(ae(v)<1){let x={instancePath:r+"/usage/"+_+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:v};e===null?e=[x]:e.
push(x),s++}}else{let x={instancePath:r+"/usage/"+_+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:v};e===null?e=[x]:e.push(x),s++}var Wo=f===s,Co=j===s}}else{let u={instancePath:r+"/usage/"+_,schemaPath:"#/properties/usage/items/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.usage.items.type,parentSchema:h.properties.usage.items,data:O};e===null?e=
[u]:e.push(u),s++}var Ho=p===s;Ho||(Q=!1)}}else{let Q={instancePath:r+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:h.properties.usage.type,parentSchema:h.properties.usage,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}if(t.told!==void 0){let k=t.told,
ke=s,Xe=s;if(Array.isArray(k)){let Q=!0,c=k.length;for(let _=0;_<c;_++){let O=k[_],p=s,P=s,u=s,v=!1,j=null,f=s;if(O&&typeof O=="object"&&!Array.isArray(O)&&O.link===
void 0){let T={instancePath:r+"/told/"+_,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"link"},message:"must \
have required property 'link'",schema:h.properties.told.items.oneOf[0].required,parentSchema:h.properties.told.items.oneOf[0],data:O};e===null?e=[T]:e.push(T),s++}
var xr=f===s;xr&&(v=!0,j=0);let q=s;if(O&&typeof O=="object"&&!Array.isArray(O)&&O.constant===void 0){let T={instancePath:r+"/told/"+_,schemaPath:"#/properties/\
told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:h.properties.told.items.
oneOf[1].required,parentSchema:h.properties.told.items.oneOf[1],data:O};e===null?e=[T]:e.push(T),s++}var xr=q===s;if(xr&&v)v=!1,j=[j,1];else{xr&&(v=!0,j=1);let T=s;
if(O&&typeof O=="object"&&!Array.isArray(O)&&O.fact===void 0){let $={instancePath:r+"/told/"+_,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"re\
quired",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.properties.told.items.oneOf[2].required,parentSchema:h.properties.
told.items.oneOf[2],data:O};e===null?e=[$]:e.push($),s++}var xr=T===s;xr&&v?(v=!1,j=[j,2]):xr&&(v=!0,j=2)}if(v)s=u,e!==null&&(u?e.length=u:e=null);else{let T={instancePath:r+
"/told/"+_,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:j},message:"must match exactly one schema in oneOf",schema:h.properties.
told.items.oneOf,parentSchema:h.properties.told.items,data:O};e===null?e=[T]:e.push(T),s++}if(O&&typeof O=="object"&&!Array.isArray(O)){if(O.at===void 0){let x={
instancePath:r+"/told/"+_,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'a\
t'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:O};e===null?e=[x]:e.push(x),s++}if(O.in===void 0){let x={instancePath:r+"/\
told/"+_,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:h.properties.
told.items.required,parentSchema:h.properties.told.items,data:O};e===null?e=[x]:e.push(x),s++}if(O.source===void 0){let x={instancePath:r+"/told/"+_,schemaPath:"\
#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.told.items.
required,parentSchema:h.properties.told.items,data:O};e===null?e=[x]:e.push(x),s++}let T=s;for(let x in O)if(!(x==="at"||x==="in"||x==="link"||x==="constant"||x===
"fact"||x==="source")){let $={instancePath:r+"/told/"+_,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items,data:O};e===null?e=[$]:e.push($),s++}if(O.at!==void 0){let x=O.at,$=s,
w=s,S=s;if(typeof x=="string"){if(!Ie.test(x)){let I={instancePath:r+"/told/"+_+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:x};e===null?e=[I]:e.push(I),s++}}else{
let I={instancePath:r+"/told/"+_+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:x};e===null?e=[I]:e.push(I),s++}var Md=w===s,oa=$===s}if(O.in!==void 0){let x=O.in,$=s,w=h.properties.told.items.properties.in.enum;if(!(x==="submit"||x===
"query"||x==="both")){let I={instancePath:r+"/told/"+_+"/in",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:h.properties.
told.items.properties.in.enum},message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.in.enum,parentSchema:h.properties.
told.items.properties.in,data:x};e===null?e=[I]:e.push(I),s++}var oa=$===s}if(O.link!==void 0){let x=O.link,$=s,w=s;if(x&&typeof x=="object"&&!Array.isArray(x)){
if(x.path===void 0){let L={instancePath:r+"/told/"+_+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:h.properties.told.items.properties.link.required,parentSchema:h.properties.told.items.properties.link,
data:x};e===null?e=[L]:e.push(L),s++}let I=s;for(let L in x)if(L!=="path"){let E={instancePath:r+"/told/"+_+"/link",schemaPath:"#/properties/told/items/properti\
es/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.told.items.properties.link,data:x};e===null?e=[E]:e.push(E),s++}if(x.path!==void 0){let L=x.path,E=s,W=s,C=s;if(typeof L=="string"){if(!wt.test(L)){let H={
instancePath:r+"/told/"+_+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,
data:L};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/told/"+_+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Se.type,parentSchema:Se,data:L};e===null?e=[H]:e.push(H),s++}var Ko=W===s,Ld=E===s}}else{let I={instancePath:r+"/told/"+_+"/link",schemaPath:"\
#/properties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.told.items.properties.link.type,
parentSchema:h.properties.told.items.properties.link,data:x};e===null?e=[I]:e.push(I),s++}var oa=$===s}if(O.fact!==void 0){let x=O.fact,$=s,w=h.properties.told.
items.properties.fact.enum;if(!(x==="id"||x==="model"||x==="created")){let I={instancePath:r+"/told/"+_+"/fact",schemaPath:"#/properties/told/items/properties/f\
act/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.
told.items.properties.fact.enum,parentSchema:h.properties.told.items.properties.fact,data:x};e===null?e=[I]:e.push(I),s++}var oa=$===s}if(O.source!==void 0){let x=O.
source,$=s,w=s,S=s;if(typeof x=="string"){if(ae(x)<1){let L={instancePath:r+"/told/"+_+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:x};e===null?e=[L]:e.push(L),s++}}else{let L={instancePath:r+"/told/"+_+"/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:x};e===null?e=[L]:e.
push(L),s++}var yy=w===s,oa=$===s}}else{let T={instancePath:r+"/told/"+_,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.told.items.type,parentSchema:h.properties.told.items,data:O};e===null?e=[T]:e.push(T),s++}var Fd=p===s;Fd||(Q=!1)}}else{let Q={
instancePath:r+"/told",schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.told.type,parentSchema:h.
properties.told,data:k};e===null?e=[Q]:e.push(Q),s++}var b=ke===s}let gy;if(t.list!==void 0){if(t.id===void 0){let k={instancePath:r,schemaPath:"#/dependentRequ\
ired",keyword:"dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when proper\
ty list is present",schema:h.dependentRequired,parentSchema:h,data:t};e===null?e=[k]:e.push(k),s++}if(t.query===void 0){let k={instancePath:r,schemaPath:"#/depe\
ndentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query\
 when property list is present",schema:h.dependentRequired,parentSchema:h,data:t};e===null?e=[k]:e.push(k),s++}}}else{let hs={instancePath:r,schemaPath:"#/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:h.type,parentSchema:h,data:t};e===null?e=[hs]:e.push(hs),s++}return bt.errors=e,s===0}bt.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1};function sn(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,
d=sn.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let y=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.protocol===void 0){let g={
instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have required property 'protocol'",schema:m.required,
parentSchema:m,data:t};e===null?e=[g]:e.push(g),s++}if(t.title===void 0){let g={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
title"},message:"must have required property 'title'",schema:m.required,parentSchema:m,data:t};e===null?e=[g]:e.push(g),s++}if(t.description===void 0){let g={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"description"},message:"must have required property 'description'",schema:m.required,parentSchema:m,
data:t};e===null?e=[g]:e.push(g),s++}if(t.sources===void 0){let g={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},
message:"must have required property 'sources'",schema:m.required,parentSchema:m,data:t};e===null?e=[g]:e.push(g),s++}if(t.baseUrl===void 0){let g={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must have required property 'baseUrl'",schema:m.required,parentSchema:m,data:t};
e===null?e=[g]:e.push(g),s++}if(t.authentication===void 0){let g={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authenticat\
ion"},message:"must have required property 'authentication'",schema:m.required,parentSchema:m,data:t};e===null?e=[g]:e.push(g),s++}if(t.deadline===void 0){let g={
instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},message:"must have required property 'deadline'",schema:m.required,
parentSchema:m,data:t};e===null?e=[g]:e.push(g),s++}if(t.poll===void 0){let g={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
poll"},message:"must have required property 'poll'",schema:m.required,parentSchema:m,data:t};e===null?e=[g]:e.push(g),s++}if(t.operations===void 0){let g={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"must have required property 'operations'",schema:m.required,parentSchema:m,
data:t};e===null?e=[g]:e.push(g),s++}if(t.errors===void 0){let g={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"errors"},message:"\
must have required property 'errors'",schema:m.required,parentSchema:m,data:t};e===null?e=[g]:e.push(g),s++}let Xe=s;for(let g in t)if(!$s.call(m.properties,g)){
let Q={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:m,data:t};e===null?e=[Q]:e.push(Q),s++}if(t.$schema!==void 0){let g=t.$schema,Q=s;if(typeof g!="string"){let _={instancePath:r+"/$sc\
hema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.$schema.type,parentSchema:m.properties.
$schema,data:g};e===null?e=[_]:e.push(_),s++}let c=s;var l=Q===s}if(t.$comment!==void 0){let g=t.$comment,Q=s,c=s,_=s;if(typeof g=="string"){if(ae(g)<1){let p={
instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:hr,data:g};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"stri\
ng"},message:"must be string",schema:hr.type,parentSchema:hr,data:g};e===null?e=[p]:e.push(p),s++}var b=c===s,l=Q===s}if(t.protocol!==void 0){let g=t.protocol,Q=s,
c=s;if(typeof g=="string"){if(!gs.test(g)){let O={instancePath:r+"/protocol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z\
][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:m.properties.protocol,data:g};e===null?e=[O]:e.push(O),s++}}else{
let O={instancePath:r+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.protocol.
type,parentSchema:m.properties.protocol,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.title!==void 0){let g=t.title,Q=s,c=s;if(typeof g=="string"){if(ae(
g)<1){let O={instancePath:r+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characte\
rs",schema:1,parentSchema:m.properties.title,data:g};e===null?e=[O]:e.push(O),s++}}else{let O={instancePath:r+"/title",schemaPath:"#/properties/title/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:m.properties.title.type,parentSchema:m.properties.title,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===
s}if(t.description!==void 0){let g=t.description,Q=s,c=s;if(typeof g=="string"){if(ae(g)<1){let O={instancePath:r+"/description",schemaPath:"#/properties/descri\
ption/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.description,data:g};e===
null?e=[O]:e.push(O),s++}}else{let O={instancePath:r+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:m.properties.description.type,parentSchema:m.properties.description,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.sources!==void 0){
let g=t.sources,Q=s,c=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.keys(g).length<1){let p={instancePath:r+"/sources",schemaPath:"#/properties/sourc\
es/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:m.properties.sources,data:g};e===
null?e=[p]:e.push(p),s++}let O=s;for(let p in g){let P=g[p],u=s,v=s,j=!1,f=null,q=s,T=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.package===void 0){let S={
instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{
missingProperty:"package"},message:"must have required property 'package'",schema:m.properties.sources.additionalProperties.oneOf[0].required,parentSchema:m.properties.
sources.additionalProperties.oneOf[0],data:P};e===null?e=[S]:e.push(S),s++}if(P.version===void 0){let S={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have req\
uired property 'version'",schema:m.properties.sources.additionalProperties.oneOf[0].required,parentSchema:m.properties.sources.additionalProperties.oneOf[0],data:P};
e===null?e=[S]:e.push(S),s++}let w=s;for(let S in P)if(!(S==="package"||S==="version")){let I={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must N\
OT have additional properties",schema:!1,parentSchema:m.properties.sources.additionalProperties.oneOf[0],data:P};e===null?e=[I]:e.push(I),s++}if(P.package!==void 0){
let S=P.package,I=s,L=s;if(typeof S=="string"){if(ae(S)<1){let E={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/p\
roperties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:m.properties.sources.additionalProperties.oneOf[0].properties.package,data:S};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/s\
ources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:m.properties.sources.additionalProperties.oneOf[0].properties.package.type,parentSchema:m.properties.sources.
additionalProperties.oneOf[0].properties.package,data:S};e===null?e=[E]:e.push(E),s++}var A=I===s}if(P.version!==void 0){let S=P.version,I=s,L=s;if(typeof S=="s\
tring"){if(!Sy.test(S)){let W={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\
\\.\\d+\\.\\d+",parentSchema:m.properties.sources.additionalProperties.oneOf[0].properties.version,data:S};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+
"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:m.properties.sources.additionalProperties.oneOf[0].properties.version.type,parentSchema:m.properties.
sources.additionalProperties.oneOf[0].properties.version,data:S};e===null?e=[W]:e.push(W),s++}var A=I===s}}else{let w={instancePath:r+"/sources/"+p.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.
properties.sources.additionalProperties.oneOf[0].type,parentSchema:m.properties.sources.additionalProperties.oneOf[0],data:P};e===null?e=[w]:e.push(w),s++}var R=q===
s;if(R){j=!0,f=0;var N=!0}let x=s,$=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.document===void 0){let S={instancePath:r+"/sources/"+p.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"document"},message:"must\
 have required property 'document'",schema:m.properties.sources.additionalProperties.oneOf[1].required,parentSchema:m.properties.sources.additionalProperties.oneOf[1],
data:P};e===null?e=[S]:e.push(S),s++}if(P.url===void 0){let S={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sour\
ces/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:m.properties.sources.
additionalProperties.oneOf[1].required,parentSchema:m.properties.sources.additionalProperties.oneOf[1],data:P};e===null?e=[S]:e.push(S),s++}let w=s;for(let S in P)
if(!(S==="document"||S==="url")){let I={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:m.
properties.sources.additionalProperties.oneOf[1],data:P};e===null?e=[I]:e.push(I),s++}if(P.document!==void 0){let S=P.document,I=s,L=s;if(typeof S=="string"){if(ae(
S)<1){let E={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/prope\
rties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.sources.additionalProperties.
oneOf[1].properties.document,data:S};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.sources.
additionalProperties.oneOf[1].properties.document.type,parentSchema:m.properties.sources.additionalProperties.oneOf[1].properties.document,data:S};e===null?e=[E]:
e.push(E),s++}var F=I===s}if(P.url!==void 0){let S=P.url,I=s,L=s;if(typeof S=="string"){if(!Dd.test(S)){let W={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(
/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'\
must match pattern "^https://"',schema:"^https://",parentSchema:m.properties.sources.additionalProperties.oneOf[1].properties.url,data:S};e===null?e=[W]:e.push(
W),s++}}else{let W={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/pro\
perties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:m.
properties.sources.additionalProperties.oneOf[1].properties.url,data:S};e===null?e=[W]:e.push(W),s++}var F=I===s}}else{let w={instancePath:r+"/sources/"+p.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:m.properties.sources.additionalProperties.oneOf[1].type,parentSchema:m.properties.sources.additionalProperties.oneOf[1],data:P};e===null?e=[w]:e.push(w),
s++}var R=x===s;if(R&&j?(j=!1,f=[f,1]):R&&(j=!0,f=1,N!==!0&&(N=!0)),j)s=v,e!==null&&(v?e.length=v:e=null);else{let w={instancePath:r+"/sources/"+p.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf",keyword:"oneOf",params:{passingSchemas:f},message:"must match exactly one\
 schema in oneOf",schema:m.properties.sources.additionalProperties.oneOf,parentSchema:m.properties.sources.additionalProperties,data:P};e===null?e=[w]:e.push(w),
s++}var V=u===s}}else{let O={instancePath:r+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.
properties.sources.type,parentSchema:m.properties.sources,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.baseUrl!==void 0){let g=t.baseUrl,Q=s,c=s;if(typeof g==
"string"){if(!_y.test(g)){let O={instancePath:r+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?\
$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^https://[^/]+(/.*[^/])?$",parentSchema:m.properties.baseUrl,data:g};e===null?e=[O]:e.push(
O),s++}}else{let O={instancePath:r+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.
baseUrl.type,parentSchema:m.properties.baseUrl,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.authentication!==void 0){let g=t.authentication,Q=s,c=s;if(g&&
typeof g=="object"&&!Array.isArray(g)){if(g.in===void 0){let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"in"},message:"must have required property 'in'",schema:m.properties.authentication.required,parentSchema:m.properties.authentication,
data:g};e===null?e=[p]:e.push(p),s++}if(g.name===void 0){let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"name"},message:"must have required property 'name'",schema:m.properties.authentication.required,parentSchema:m.properties.authentication,
data:g};e===null?e=[p]:e.push(p),s++}if(g.source===void 0){let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.authentication.required,parentSchema:m.properties.authentication,
data:g};e===null?e=[p]:e.push(p),s++}let O=s;for(let p in g)if(!(p==="in"||p==="name"||p==="prefix"||p==="token"||p==="source")){let P={instancePath:r+"/authent\
ication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:m.properties.authentication,data:g};e===null?e=[P]:e.push(P),s++}if(g.in!==void 0){let p=g.in,P=s,u=m.properties.authentication.
properties.in.enum;if(p!=="header"){let v={instancePath:r+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{
allowedValues:m.properties.authentication.properties.in.enum},message:"must be equal to one of the allowed values",schema:m.properties.authentication.properties.
in.enum,parentSchema:m.properties.authentication.properties.in,data:p};e===null?e=[v]:e.push(v),s++}var J=P===s}if(g.name!==void 0){let p=g.name,P=s,u=s;if(typeof p==
"string"){if(!ur.test(p)){let j={instancePath:r+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{
pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:m.properties.authentication.properties.name,
data:p};e===null?e=[j]:e.push(j),s++}}else{let j={instancePath:r+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:m.properties.authentication.properties.name.type,parentSchema:m.properties.authentication.properties.
name,data:p};e===null?e=[j]:e.push(j),s++}var J=P===s}if(g.prefix!==void 0){let p=g.prefix,P=s;if(typeof p!="string"){let j={instancePath:r+"/authentication/pre\
fix",schemaPath:"#/properties/authentication/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.authentication.
properties.prefix.type,parentSchema:m.properties.authentication.properties.prefix,data:p};e===null?e=[j]:e.push(j),s++}let u=s;var J=P===s}if(g.token!==void 0){
let p=g.token,P=s,u=s,v=!1,j=null,f=s,q=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let S={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.
properties.authentication.properties.token.oneOf[0].required,parentSchema:m.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[S]:e.push(S),
s++}if(p.seconds===void 0){let S={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:m.properties.authentication.properties.token.oneOf[0].required,
parentSchema:m.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[S]:e.push(S),s++}let w=s;for(let S in p)if(!(S==="by"||S==="seconds"||S===
"backdateSeconds")){let I={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.properties.
token.oneOf[0],data:p};e===null?e=[I]:e.push(I),s++}if(p.by!==void 0){let S=p.by,I=s;if(S!=="jwt-hs256"){let L={instancePath:r+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",
schema:"jwt-hs256",parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.by,data:S};e===null?e=[L]:e.push(L),s++}var oe=I===s}if(p.seconds!==
void 0){let S=p.seconds,I=s;if(!(typeof S=="number"&&!(S%1)&&!isNaN(S))){let W={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authenti\
cation/properties/token/oneOf/0/properties/seconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.properties.authentication.properties.
token.oneOf[0].properties.seconds.type,parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.seconds,data:S};e===null?e=[W]:e.push(W),s++}
let L=s;if(typeof S=="number"){if(S>86400||isNaN(S)){let W={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/0/properties/seconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:m.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:S};e===null?e=[W]:e.push(W),s++}if(S<10||isNaN(S)){let W={instancePath:r+"/authentication/token\
/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"\
must be >= 10",schema:10,parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.seconds,data:S};e===null?e=[W]:e.push(W),s++}}var oe=I===
s}if(p.backdateSeconds!==void 0){let S=p.backdateSeconds,I=s;if(!(typeof S=="number"&&!(S%1)&&!isNaN(S))){let W={instancePath:r+"/authentication/token/backdateS\
econds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must b\
e integer",schema:m.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds.type,parentSchema:m.properties.authentication.properties.token.
oneOf[0].properties.backdateSeconds,data:S};e===null?e=[W]:e.push(W),s++}let L=s;if(typeof S=="number"){if(S>3600||isNaN(S)){let W={instancePath:r+"/authenticat\
ion/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:S};e===
null?e=[W]:e.push(W),s++}if(S<0||isNaN(S)){let W={instancePath:r+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/toke\
n/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:m.properties.authentication.
properties.token.oneOf[0].properties.backdateSeconds,data:S};e===null?e=[W]:e.push(W),s++}}var oe=I===s}}else{let w={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.authentication.properties.
token.oneOf[0].type,parentSchema:m.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[w]:e.push(w),s++}var D=f===s;if(D){v=!0,j=0;var G=!0}
let T=s,x=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let S={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication\
/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.properties.authentication.
properties.token.oneOf[1].required,parentSchema:m.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[S]:e.push(S),s++}if(p.scope===void 0){
let S={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"\
scope"},message:"must have required property 'scope'",schema:m.properties.authentication.properties.token.oneOf[1].required,parentSchema:m.properties.authentication.
properties.token.oneOf[1],data:p};e===null?e=[S]:e.push(S),s++}let w=s;for(let S in p)if(!(S==="by"||S==="scope")){let I={instancePath:r+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"mus\
t NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[I]:e.push(I),s++}if(p.by!==void 0){
let S=p.by,I=s;if(S!=="google-service-account"){let L={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/\
1/properties/by/const",keyword:"const",params:{allowedValue:"google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:m.
properties.authentication.properties.token.oneOf[1].properties.by,data:S};e===null?e=[L]:e.push(L),s++}var B=I===s}if(p.scope!==void 0){let S=p.scope,I=s,L=s;if(typeof S==
"string"){if(ae(S)<1){let W={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.authentication.properties.token.oneOf[1].
properties.scope,data:S};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properti\
es/token/oneOf/1/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.authentication.properties.token.oneOf[1].
properties.scope.type,parentSchema:m.properties.authentication.properties.token.oneOf[1].properties.scope,data:S};e===null?e=[W]:e.push(W),s++}var B=I===s}}else{
let w={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:m.properties.authentication.properties.token.oneOf[1].type,parentSchema:m.properties.authentication.properties.token.oneOf[1],data:p};e===
null?e=[w]:e.push(w),s++}var D=T===s;if(D&&v)v=!1,j=[j,1];else{D&&(v=!0,j=1,G!==!0&&(G=!0));let w=s,S=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){
let E={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"\
by"},message:"must have required property 'by'",schema:m.properties.authentication.properties.token.oneOf[2].required,parentSchema:m.properties.authentication.properties.
token.oneOf[2],data:p};e===null?e=[E]:e.push(E),s++}if(p.service===void 0){let E={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication\
/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:m.properties.authentication.
properties.token.oneOf[2].required,parentSchema:m.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[E]:e.push(E),s++}let L=s;for(let E in p)
if(!(E==="by"||E==="service")){let W={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/additionalProperti\
es",keyword:"additionalProperties",params:{additionalProperty:E},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.
properties.token.oneOf[2],data:p};e===null?e=[W]:e.push(W),s++}if(p.by!==void 0){let E=p.by,W=s;if(E!=="aws-sigv4"){let C={instancePath:r+"/authentication/token\
/by",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be eq\
ual to constant",schema:"aws-sigv4",parentSchema:m.properties.authentication.properties.token.oneOf[2].properties.by,data:E};e===null?e=[C]:e.push(C),s++}var fe=W===
s}if(p.service!==void 0){let E=p.service,W=s,C=s,H=s;if(typeof E=="string"){if(!gs.test(E)){let ge={instancePath:r+"/authentication/token/service",schemaPath:"#\
/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",
parentSchema:lr,data:E};e===null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:lr.type,parentSchema:lr,data:E};e===null?e=[ge]:e.push(ge),s++}var ue=C===s,fe=W===s}}else{let L={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.
properties.authentication.properties.token.oneOf[2].type,parentSchema:m.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[L]:e.push(L),s++}
var D=w===s;if(D&&v)v=!1,j=[j,2];else{D&&(v=!0,j=2,G!==!0&&(G=!0));let L=s,E=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let H={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/required",keyword:"required",params:{missingProperty:"by"},message:"mus\
t have required property 'by'",schema:m.properties.authentication.properties.token.oneOf[3].required,parentSchema:m.properties.authentication.properties.token.oneOf[3],
data:p};e===null?e=[H]:e.push(H),s++}if(p.service===void 0){let H={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/tok\
en/oneOf/3/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:m.properties.authentication.properties.
token.oneOf[3].required,parentSchema:m.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[H]:e.push(H),s++}let C=s;for(let H in p)if(!(H===
"by"||H==="service"||H==="region")){let de={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:H},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.
properties.token.oneOf[3],data:p};e===null?e=[de]:e.push(de),s++}if(p.by!==void 0){let H=p.by,de=s;if(H!=="tc3-hmac-sha256"){let ge={instancePath:r+"/authentica\
tion/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/3/properties/by/const",keyword:"const",params:{allowedValue:"tc3-hmac-sha256"},message:"\
must be equal to constant",schema:"tc3-hmac-sha256",parentSchema:m.properties.authentication.properties.token.oneOf[3].properties.by,data:H};e===null?e=[ge]:e.push(
ge),s++}var Je=de===s}if(p.service!==void 0){let H=p.service,de=s,ge=s,se=s;if(typeof H=="string"){if(!gs.test(H)){let pe={instancePath:r+"/authentication/token\
/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"\
^[a-z][a-z0-9-]*$",parentSchema:lr,data:H};e===null?e=[pe]:e.push(pe),s++}}else{let pe={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signe\
dService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:lr.type,parentSchema:lr,data:H};e===null?e=[pe]:e.push(pe),s++}var z=ge===s,
Je=de===s}if(p.region!==void 0){let H=p.region,de=s,ge=s,se=s;if(typeof H=="string"){if(!gs.test(H)){let pe={instancePath:r+"/authentication/token/region",schemaPath:"\
#/$defs/signedRegion/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",
parentSchema:fs,data:H};e===null?e=[pe]:e.push(pe),s++}}else{let pe={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegion/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:fs.type,parentSchema:fs,data:H};e===null?e=[pe]:e.push(pe),s++}var te=ge===s,Je=de===s}}else{let C={
instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/type",keyword:"type",params:{type:"object"},message:"mus\
t be object",schema:m.properties.authentication.properties.token.oneOf[3].type,parentSchema:m.properties.authentication.properties.token.oneOf[3],data:p};e===null?
e=[C]:e.push(C),s++}var D=L===s;if(D&&v)v=!1,j=[j,3];else{D&&(v=!0,j=3,G!==!0&&(G=!0));let C=s,H=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){
let se={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/required",keyword:"required",params:{missingProperty:"\
by"},message:"must have required property 'by'",schema:m.properties.authentication.properties.token.oneOf[4].required,parentSchema:m.properties.authentication.properties.
token.oneOf[4],data:p};e===null?e=[se]:e.push(se),s++}if(p.service===void 0){let se={instancePath:r+"/authentication/token",schemaPath:"#/properties/authenticat\
ion/properties/token/oneOf/4/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:m.properties.
authentication.properties.token.oneOf[4].required,parentSchema:m.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[se]:e.push(se),s++}if(p.
region===void 0){let se={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/required",keyword:"required",params:{
missingProperty:"region"},message:"must have required property 'region'",schema:m.properties.authentication.properties.token.oneOf[4].required,parentSchema:m.properties.
authentication.properties.token.oneOf[4],data:p};e===null?e=[se]:e.push(se),s++}let ge=s;for(let se in p)if(!(se==="by"||se==="service"||se==="region")){let U={
instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:se},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.properties.token.oneOf[4],data:p};e===null?
e=[U]:e.push(U),s++}if(p.by!==void 0){let se=p.by,U=s;if(se!=="hmac-sha256-v4"){let pe={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authe\
ntication/properties/token/oneOf/4/properties/by/const",keyword:"const",params:{allowedValue:"hmac-sha256-v4"},message:"must be equal to constant",schema:"hmac-\
sha256-v4",parentSchema:m.properties.authentication.properties.token.oneOf[4].properties.by,data:se};e===null?e=[pe]:e.push(pe),s++}var be=U===s}if(p.service!==
void 0){let se=p.service,U=s,pe=s,we=s;if(typeof se=="string"){if(!gs.test(se)){let ve={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signe\
dService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:lr,
data:se};e===null?e=[ve]:e.push(ve),s++}}else{let ve={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:lr.type,parentSchema:lr,data:se};e===null?e=[ve]:e.push(ve),s++}var Ke=pe===s,be=U===s}if(p.region!==void 0){let se=p.
region,U=s,pe=s,we=s;if(typeof se=="string"){if(!gs.test(se)){let ve={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegion/pattern",keyword:"\
pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:fs,data:se};e===null?e=[ve]:
e.push(ve),s++}}else{let ve={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegion/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:fs.type,parentSchema:fs,data:se};e===null?e=[ve]:e.push(ve),s++}var ee=pe===s,be=U===s}}else{let ge={instancePath:r+"/authentication/toke\
n",schemaPath:"#/properties/authentication/properties/token/oneOf/4/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.authentication.
properties.token.oneOf[4].type,parentSchema:m.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[ge]:e.push(ge),s++}var D=C===s;D&&v?(v=!1,
j=[j,4]):D&&(v=!0,j=4,G!==!0&&(G=!0))}}}if(v)s=u,e!==null&&(u?e.length=u:e=null);else{let w={instancePath:r+"/authentication/token",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:j},message:"must match exactly one schema in oneOf",schema:m.properties.authentication.
properties.token.oneOf,parentSchema:m.properties.authentication.properties.token,data:p};e===null?e=[w]:e.push(w),s++}var J=P===s}if(g.source!==void 0){let p=g.
source,P=s,u=s,v=s;if(typeof p=="string"){if(ae(p)<1){let f={instancePath:r+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/authenticat\
ion/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:p};e===null?e=[f]:
e.push(f),s++}var M=u===s,J=P===s}}else{let O={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:m.properties.authentication.type,parentSchema:m.properties.authentication,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.
headers!==void 0){let g=t.headers,Q=s,c=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.keys(g).length<1){let p={instancePath:r+"/headers",schemaPath:"\
#/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:m.properties.
headers,data:g};e===null?e=[p]:e.push(p),s++}for(let p in g){let P=s;if(typeof p=="string"&&!ur.test(p)){let u={instancePath:r+"/headers",schemaPath:"#/properti\
es/headers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-\
]+$",parentSchema:m.properties.headers.propertyNames,data:p,propertyName:p};e===null?e=[u]:e.push(u),s++}var K=P===s;if(!K){let u={instancePath:r+"/headers",schemaPath:"\
#/properties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:p},message:"property name must be valid",schema:m.properties.headers.propertyNames,
parentSchema:m.properties.headers,data:g};e===null?e=[u]:e.push(u),s++}}let O=s;for(let p in g){let P=g[p],u=s,v=s;if(typeof P=="string"){if(!rn.test(P)){let j={
instancePath:r+"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"\
^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:m.properties.headers.additionalProperties,data:P};e===
null?e=[j]:e.push(j),s++}}else{let j={instancePath:r+"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.headers.additionalProperties.type,parentSchema:m.properties.headers.additionalProperties,
data:P};e===null?e=[j]:e.push(j),s++}var me=u===s}}else{let O={instancePath:r+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"obj\
ect"},message:"must be object",schema:m.properties.headers.type,parentSchema:m.properties.headers,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.idempotency!==
void 0){let g=t.idempotency,Q=s,c=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.header===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/proper\
ties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:m.properties.idempotency.required,
parentSchema:m.properties.idempotency,data:g};e===null?e=[p]:e.push(p),s++}if(g.keptSeconds===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/propert\
ies/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:m.properties.idempotency.
required,parentSchema:m.properties.idempotency,data:g};e===null?e=[p]:e.push(p),s++}if(g.source===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/pro\
perties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.idempotency.
required,parentSchema:m.properties.idempotency,data:g};e===null?e=[p]:e.push(p),s++}let O=s;for(let p in g)if(!(p==="header"||p==="keptSeconds"||p==="source")){
let P={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"\
must NOT have additional properties",schema:!1,parentSchema:m.properties.idempotency,data:g};e===null?e=[P]:e.push(P),s++}if(g.header!==void 0){let p=g.header,P=s,
u=s;if(typeof p=="string"){if(ae(p)<1){let v={instancePath:r+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.idempotency.properties.header,data:p};e===null?e=[v]:
e.push(v),s++}}else{let v={instancePath:r+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:m.properties.idempotency.properties.header.type,parentSchema:m.properties.idempotency.properties.header,data:p};e===null?e=[v]:e.
push(v),s++}var Ne=P===s}if(g.keptSeconds!==void 0){let p=g.keptSeconds,P=s;if(!(typeof p=="number"&&!(p%1)&&!isNaN(p))){let j={instancePath:r+"/idempotency/kep\
tSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.properties.
idempotency.properties.keptSeconds.type,parentSchema:m.properties.idempotency.properties.keptSeconds,data:p};e===null?e=[j]:e.push(j),s++}let u=s;if(typeof p=="\
number"&&(p<1||isNaN(p))){let j={instancePath:r+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimum",
params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:m.properties.idempotency.properties.keptSeconds,data:p};e===null?e=[j]:e.push(j),s++}
var Ne=P===s}if(g.source!==void 0){let p=g.source,P=s,u=s,v=s;if(typeof p=="string"){if(ae(p)<1){let f={instancePath:r+"/idempotency/source",schemaPath:"#/$defs\
/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};e===null?e=[f]:e.push(f),
s++}}else{let f={instancePath:r+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:p};e===null?e=[f]:e.push(f),s++}var je=u===s,Ne=P===s}}else{let O={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.idempotency.type,parentSchema:m.properties.idempotency,data:g};e===null?
e=[O]:e.push(O),s++}var l=Q===s}if(t.deadline!==void 0){let g=t.deadline,Q=s,c=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.seconds===void 0){let p={instancePath:r+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:m.
properties.deadline.required,parentSchema:m.properties.deadline,data:g};e===null?e=[p]:e.push(p),s++}if(g.source===void 0){let p={instancePath:r+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.deadline.
required,parentSchema:m.properties.deadline,data:g};e===null?e=[p]:e.push(p),s++}let O=s;for(let p in g)if(!(p==="seconds"||p==="source")){let P={instancePath:r+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have addition\
al properties",schema:!1,parentSchema:m.properties.deadline,data:g};e===null?e=[P]:e.push(P),s++}if(g.seconds!==void 0){let p=g.seconds,P=s;if(!(typeof p=="numb\
er"&&!(p%1)&&!isNaN(p))){let v={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"integ\
er"},message:"must be integer",schema:m.properties.deadline.properties.seconds.type,parentSchema:m.properties.deadline.properties.seconds,data:p};e===null?e=[v]:
e.push(v),s++}let u=s;if(typeof p=="number"&&(p<60||isNaN(p))){let v={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/mi\
nimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:m.properties.deadline.properties.seconds,data:p};e===null?
e=[v]:e.push(v),s++}var Y=P===s}if(g.source!==void 0){let p=g.source,P=s,u=s,v=s;if(typeof p=="string"){if(ae(p)<1){let f={instancePath:r+"/deadline/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};e===null?e=[f]:e.
push(f),s++}}else{let f={instancePath:r+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:p};e===null?e=[f]:e.push(f),s++}var Oe=u===s,Y=P===s}}else{let O={instancePath:r+"/deadline",schemaPath:"#/properties/deadline/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:m.properties.deadline.type,parentSchema:m.properties.deadline,data:g};e===null?e=[O]:e.push(O),s++}
var l=Q===s}if(t.poll!==void 0){let g=t.poll,Q=s,c=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.seconds===void 0){let p={instancePath:r+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:m.properties.poll.required,
parentSchema:m.properties.poll,data:g};e===null?e=[p]:e.push(p),s++}if(g.source===void 0){let p={instancePath:r+"/poll",schemaPath:"#/properties/poll/required",
keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.poll.required,parentSchema:m.properties.
poll,data:g};e===null?e=[p]:e.push(p),s++}let O=s;for(let p in g)if(!(p==="seconds"||p==="source")){let P={instancePath:r+"/poll",schemaPath:"#/properties/poll/\
additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.
poll,data:g};e===null?e=[P]:e.push(P),s++}if(g.seconds!==void 0){let p=g.seconds,P=s,u=s;if(typeof p=="number"){if(p<=0||isNaN(p)){let v={instancePath:r+"/poll/\
seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,
parentSchema:m.properties.poll.properties.seconds,data:p};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/poll/seconds",schemaPath:"#/properties/poll\
/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:m.properties.poll.properties.seconds.type,parentSchema:m.properties.
poll.properties.seconds,data:p};e===null?e=[v]:e.push(v),s++}var _e=P===s}if(g.source!==void 0){let p=g.source,P=s,u=s,v=s;if(typeof p=="string"){if(ae(p)<1){let f={
instancePath:r+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:re,data:p};e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:re.type,parentSchema:re,data:p};e===null?e=[f]:e.push(f),s++}var nt=u===s,_e=P===s}}else{let O={instancePath:r+"/poll",schemaPath:"\
#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.poll.type,parentSchema:m.properties.poll,data:g};e===
null?e=[O]:e.push(O),s++}var l=Q===s}if(t.probe!==void 0){let g=t.probe,Q=s,c=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.path===void 0){let p={instancePath:r+
"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:m.properties.
probe.required,parentSchema:m.properties.probe,data:g};e===null?e=[p]:e.push(p),s++}if(g.accepted===void 0){let p={instancePath:r+"/probe",schemaPath:"#/propert\
ies/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:m.properties.probe.required,parentSchema:m.
properties.probe,data:g};e===null?e=[p]:e.push(p),s++}if(g.source===void 0){let p={instancePath:r+"/probe",schemaPath:"#/properties/probe/required",keyword:"req\
uired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.probe.required,parentSchema:m.properties.probe,data:g};
e===null?e=[p]:e.push(p),s++}let O=s;for(let p in g)if(!(p==="path"||p==="accepted"||p==="source")){let P={instancePath:r+"/probe",schemaPath:"#/properties/prob\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.
probe,data:g};e===null?e=[P]:e.push(P),s++}if(g.path!==void 0){let p=g.path,P=s,u=s,v=s;if(typeof p=="string"){if(!wt.test(p)){let j={instancePath:r+"/probe/pat\
h",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:p};e===null?e=[j]:
e.push(j),s++}}else{let j={instancePath:r+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.
type,parentSchema:Se,data:p};e===null?e=[j]:e.push(j),s++}var ot=u===s,Nt=P===s}if(g.accepted!==void 0){let p=g.accepted,P=s,u=s;if(Array.isArray(p)){if(p.length<
1){let q={instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minItems",params:{limit:1},message:"must NOT ha\
ve fewer than 1 items",schema:1,parentSchema:m.properties.probe.properties.accepted,data:p};e===null?e=[q]:e.push(q),s++}let j=!0,f=p.length;for(let q=0;q<f;q++){
let T=p[q],x=s;if(!(typeof T=="number"&&!(T%1)&&!isNaN(T))){let w={instancePath:r+"/probe/accepted/"+q,schemaPath:"#/properties/probe/properties/accepted/items/\
type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.properties.probe.properties.accepted.items.type,parentSchema:m.properties.probe.
properties.accepted.items,data:T};e===null?e=[w]:e.push(w),s++}let $=s;if(typeof T=="number"){if(T>599||isNaN(T)){let w={instancePath:r+"/probe/accepted/"+q,schemaPath:"\
#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:m.properties.
probe.properties.accepted.items,data:T};e===null?e=[w]:e.push(w),s++}if(T<100||isNaN(T)){let w={instancePath:r+"/probe/accepted/"+q,schemaPath:"#/properties/pro\
be/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"must be >= 100",schema:100,parentSchema:m.properties.probe.properties.
accepted.items,data:T};e===null?e=[w]:e.push(w),s++}}var Qe=x===s;Qe||(j=!1)}}else{let j={instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/proper\
ties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.probe.properties.accepted.type,parentSchema:m.properties.probe.
properties.accepted,data:p};e===null?e=[j]:e.push(j),s++}var Nt=P===s}if(g.source!==void 0){let p=g.source,P=s,u=s,v=s;if(typeof p=="string"){if(ae(p)<1){let f={
instancePath:r+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:re,data:p};e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/probe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:re.type,parentSchema:re,data:p};e===null?e=[f]:e.push(f),s++}var cs=u===s,Nt=P===s}}else{let O={instancePath:r+"/probe",
schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.probe.type,parentSchema:m.properties.probe,
data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.modelProbe!==void 0){let g=t.modelProbe,Q=s,c=s,_=s,O=!1,p=null,P=s;if(g&&typeof g=="object"&&!Array.isArray(
g)){if(g.path===void 0){let j={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"pa\
th"},message:"must have required property 'path'",schema:m.properties.modelProbe.oneOf[0].required,parentSchema:m.properties.modelProbe.oneOf[0],data:g};e===null?
e=[j]:e.push(j),s++}if(g.names===void 0){let j={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"\
names"},message:"must have required property 'names'",schema:m.properties.modelProbe.oneOf[0].required,parentSchema:m.properties.modelProbe.oneOf[0],data:g};e===
null?e=[j]:e.push(j),s++}}var er=P===s;er&&(O=!0,p=0);let u=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.url===void 0){let j={instancePath:r+"/modelProbe",
schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:m.properties.
modelProbe.oneOf[1].required,parentSchema:m.properties.modelProbe.oneOf[1],data:g};e===null?e=[j]:e.push(j),s++}if(g.names===void 0){let j={instancePath:r+"/mod\
elProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",
schema:m.properties.modelProbe.oneOf[1].required,parentSchema:m.properties.modelProbe.oneOf[1],data:g};e===null?e=[j]:e.push(j),s++}}var er=u===s;if(er&&O)O=!1,
p=[p,1];else{er&&(O=!0,p=1);let j=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.untestable===void 0){let q={instancePath:r+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have required property 'untestable'",schema:m.properties.
modelProbe.oneOf[2].required,parentSchema:m.properties.modelProbe.oneOf[2],data:g};e===null?e=[q]:e.push(q),s++}var er=j===s;er&&O?(O=!1,p=[p,2]):er&&(O=!0,p=2)}
if(O)s=_,e!==null&&(_?e.length=_:e=null);else{let j={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:p},
message:"must match exactly one schema in oneOf",schema:m.properties.modelProbe.oneOf,parentSchema:m.properties.modelProbe,data:g};e===null?e=[j]:e.push(j),s++}
if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.source===void 0){let f={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.modelProbe.required,parentSchema:m.properties.modelProbe,
data:g};e===null?e=[f]:e.push(f),s++}let j=s;for(let f in g)if(!(f==="path"||f==="url"||f==="names"||f==="omits"||f==="told"||f==="except"||f==="untestable"||f===
"source")){let q={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},
message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.modelProbe,data:g};e===null?e=[q]:e.push(q),s++}if(g.path!==void 0){let f=g.path,
q=s,T=s,x=s;if(typeof f=="string"){if(!wt.test(f)){let $={instancePath:r+"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"\
^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:f};e===null?e=[$]:e.push($),s++}}else{let $={instancePath:r+"/modelProbe/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:f};e===null?e=[$]:e.push($),s++}var gd=T===
s,it=q===s}if(g.url!==void 0){let f=g.url,q=s,T=s;if(typeof f=="string"){if(!xy.test(f)){let $={instancePath:r+"/modelProbe/url",schemaPath:"#/properties/modelP\
robe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^ht\
tps://[^/?#{}]+/[^#]*$",parentSchema:m.properties.modelProbe.properties.url,data:f};e===null?e=[$]:e.push($),s++}}else{let $={instancePath:r+"/modelProbe/url",schemaPath:"\
#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.modelProbe.properties.url.type,parentSchema:m.
properties.modelProbe.properties.url,data:f};e===null?e=[$]:e.push($),s++}var it=q===s}if(g.names!==void 0){let f=g.names,q=s,T=s,x=s;if(typeof f=="string"){if(!Ie.
test(f)){let w={instancePath:r+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:f};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/modelProbe\
/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:f};e===null?e=[w]:e.push(
w),s++}var Qf=T===s,it=q===s}if(g.omits!==void 0){let f=g.omits,q=s,T=s;if(typeof f=="string"){if(ae(f)<1){let $={instancePath:r+"/modelProbe/omits",schemaPath:"\
#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.
properties.modelProbe.properties.omits,data:f};e===null?e=[$]:e.push($),s++}}else{let $={instancePath:r+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/\
properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.modelProbe.properties.omits.type,parentSchema:m.properties.
modelProbe.properties.omits,data:f};e===null?e=[$]:e.push($),s++}var it=q===s}if(g.told!==void 0){let f=g.told,q=s,T=s;if(Array.isArray(f)){if(f.length<1){let S={
instancePath:r+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer\
 than 1 items",schema:1,parentSchema:m.properties.modelProbe.properties.told,data:f};e===null?e=[S]:e.push(S),s++}let $=!0,w=f.length;for(let S=0;S<w;S++){let I=f[S],
L=s,E=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){let C={instancePath:r+"/modelProbe/told/"+S,schemaPath:"#/properties/modelProbe/propertie\
s/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:m.properties.modelProbe.properties.told.
items.required,parentSchema:m.properties.modelProbe.properties.told.items,data:I};e===null?e=[C]:e.push(C),s++}if(I.constant===void 0){let C={instancePath:r+"/m\
odelProbe/told/"+S,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have\
 required property 'constant'",schema:m.properties.modelProbe.properties.told.items.required,parentSchema:m.properties.modelProbe.properties.told.items,data:I};
e===null?e=[C]:e.push(C),s++}let W=s;for(let C in I)if(!(C==="at"||C==="constant")){let H={instancePath:r+"/modelProbe/told/"+S,schemaPath:"#/properties/modelPr\
obe/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional properties",schema:!1,
parentSchema:m.properties.modelProbe.properties.told.items,data:I};e===null?e=[H]:e.push(H),s++}if(I.at!==void 0){let C=I.at,H=s,de=s,ge=s;if(typeof C=="string"){
if(!Ie.test(C)){let se={instancePath:r+"/modelProbe/told/"+S+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:C};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+
"/modelProbe/told/"+S+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:C};
e===null?e=[se]:e.push(se),s++}var Xf=de===s,Yf=H===s}}else{let W={instancePath:r+"/modelProbe/told/"+S,schemaPath:"#/properties/modelProbe/properties/told/item\
s/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.modelProbe.properties.told.items.type,parentSchema:m.properties.modelProbe.
properties.told.items,data:I};e===null?e=[W]:e.push(W),s++}var bd=L===s;bd||($=!1)}}else{let $={instancePath:r+"/modelProbe/told",schemaPath:"#/properties/model\
Probe/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.modelProbe.properties.told.type,parentSchema:m.properties.
modelProbe.properties.told,data:f};e===null?e=[$]:e.push($),s++}var it=q===s}if(g.except!==void 0){let f=g.except,q=s,T=s;if(Array.isArray(f)){if(f.length<1){let S={
instancePath:r+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have f\
ewer than 1 items",schema:1,parentSchema:m.properties.modelProbe.properties.except,data:f};e===null?e=[S]:e.push(S),s++}let $=!0,w=f.length;for(let S=0;S<w;S++){
let I=f[S],L=s,E=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.prefix===void 0){let C={instancePath:r+"/modelProbe/except/"+S,schemaPath:"#/properties/mod\
elProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:m.properties.
modelProbe.properties.except.items.required,parentSchema:m.properties.modelProbe.properties.except.items,data:I};e===null?e=[C]:e.push(C),s++}if(I.reason===void 0){
let C={instancePath:r+"/modelProbe/except/"+S,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:m.properties.modelProbe.properties.except.items.required,parentSchema:m.properties.modelProbe.properties.
except.items,data:I};e===null?e=[C]:e.push(C),s++}let W=s;for(let C in I)if(!(C==="prefix"||C==="reason")){let H={instancePath:r+"/modelProbe/except/"+S,schemaPath:"\
#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:m.properties.modelProbe.properties.except.items,data:I};e===null?e=[H]:e.push(H),s++}if(I.prefix!==void 0){let C=I.prefix,
H=s,de=s;if(typeof C=="string"){if(ae(C)<1){let ge={instancePath:r+"/modelProbe/except/"+S+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items\
/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.modelProbe.
properties.except.items.properties.prefix,data:C};e===null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:r+"/modelProbe/except/"+S+"/prefix",schemaPath:"#/pr\
operties/modelProbe/properties/except/items/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.modelProbe.
properties.except.items.properties.prefix.type,parentSchema:m.properties.modelProbe.properties.except.items.properties.prefix,data:C};e===null?e=[ge]:e.push(ge),
s++}var Mo=H===s}if(I.reason!==void 0){let C=I.reason,H=s,de=s;if(typeof C=="string"){if(ae(C)<1){let se={instancePath:r+"/modelProbe/except/"+S+"/reason",schemaPath:"\
#/properties/modelProbe/properties/except/items/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:m.properties.modelProbe.properties.except.items.properties.reason,data:C};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/mo\
delProbe/except/"+S+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:m.properties.modelProbe.properties.except.items.properties.reason.type,parentSchema:m.properties.modelProbe.properties.except.items.properties.
reason,data:C};e===null?e=[se]:e.push(se),s++}var Mo=H===s}}else{let W={instancePath:r+"/modelProbe/except/"+S,schemaPath:"#/properties/modelProbe/properties/ex\
cept/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.modelProbe.properties.except.items.type,parentSchema:m.properties.
modelProbe.properties.except.items,data:I};e===null?e=[W]:e.push(W),s++}var kr=L===s;kr||($=!1)}}else{let $={instancePath:r+"/modelProbe/except",schemaPath:"#/p\
roperties/modelProbe/properties/except/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.modelProbe.properties.except.type,
parentSchema:m.properties.modelProbe.properties.except,data:f};e===null?e=[$]:e.push($),s++}var it=q===s}if(g.untestable!==void 0){let f=g.untestable,q=s,T=s;if(typeof f==
"string"){if(ae(f)<1){let $={instancePath:r+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.modelProbe.properties.untestable,data:f};e===null?e=[$]:e.push($),s++}}else{
let $={instancePath:r+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:m.properties.modelProbe.properties.untestable.type,parentSchema:m.properties.modelProbe.properties.untestable,data:f};e===null?e=[$]:e.push(
$),s++}var it=q===s}if(g.source!==void 0){let f=g.source,q=s,T=s,x=s;if(typeof f=="string"){if(ae(f)<1){let w={instancePath:r+"/modelProbe/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};e===null?e=[w]:e.
push(w),s++}}else{let w={instancePath:r+"/modelProbe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:f};e===null?e=[w]:e.push(w),s++}var ey=T===s,it=q===s}}else{let j={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/ty\
pe",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.modelProbe.type,parentSchema:m.properties.modelProbe,data:g};e===null?e=[
j]:e.push(j),s++}var l=Q===s}if(t.webhooks!==void 0){let g=t.webhooks,Q=s,c=s,_=s,O=!1,p=null,P=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.body===void 0){
let j={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have requ\
ired property 'body'",schema:m.properties.webhooks.oneOf[0].required,parentSchema:m.properties.webhooks.oneOf[0],data:g};e===null?e=[j]:e.push(j),s++}var ra=P===
s;ra&&(O=!0,p=0);let u=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.query===void 0){let j={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneO\
f/1/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:m.properties.webhooks.oneOf[1].required,parentSchema:m.
properties.webhooks.oneOf[1],data:g};e===null?e=[j]:e.push(j),s++}var ra=u===s;if(ra&&O?(O=!1,p=[p,1]):ra&&(O=!0,p=1),O)s=_,e!==null&&(_?e.length=_:e=null);else{
let j={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"must match exactly one schema in o\
neOf",schema:m.properties.webhooks.oneOf,parentSchema:m.properties.webhooks,data:g};e===null?e=[j]:e.push(j),s++}if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.
source===void 0){let f={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"mus\
t have required property 'source'",schema:m.properties.webhooks.required,parentSchema:m.properties.webhooks,data:g};e===null?e=[f]:e.push(f),s++}let j=s;for(let f in g)
if(!(f==="body"||f==="query"||f==="with"||f==="signature"||f==="challenge"||f==="told"||f==="source")){let q={instancePath:r+"/webhooks",schemaPath:"#/propertie\
s/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:m.
properties.webhooks,data:g};e===null?e=[q]:e.push(q),s++}if(g.body!==void 0){let f=g.body,q=s,T=s,x=s;if(typeof f=="string"){if(!Ie.test(f)){let $={instancePath:r+
"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+\
$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:f};e===null?e=[$]:e.push($),s++}}else{let $={instancePath:r+"/webhooks/body",schemaPath:"#/$defs/pointer/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:f};e===null?e=[$]:e.push($),s++}var ty=T===s,Pr=q===s}if(g.
query!==void 0){let f=g.query,q=s,T=s;if(typeof f=="string"){if(ae(f)<1){let $={instancePath:r+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/qu\
ery/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.query,
data:f};e===null?e=[$]:e.push($),s++}}else{let $={instancePath:r+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:m.properties.webhooks.properties.query.type,parentSchema:m.properties.webhooks.properties.query,data:f};e===null?
e=[$]:e.push($),s++}var Pr=q===s}if(g.with!==void 0){let f=g.with,q=s,T=s;if(Array.isArray(f)){if(f.length<1){let S={instancePath:r+"/webhooks/with",schemaPath:"\
#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.
webhooks.properties.with,data:f};e===null?e=[S]:e.push(S),s++}let $=!0,w=f.length;for(let S=0;S<w;S++){let I=f[S],L=s,E=s;if(I&&typeof I=="object"&&!Array.isArray(
I)){if(I.to===void 0){let C={instancePath:r+"/webhooks/with/"+S,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:m.properties.webhooks.properties.with.items.required,parentSchema:m.properties.webhooks.properties.with.items,
data:I};e===null?e=[C]:e.push(C),s++}if(I.constant===void 0){let C={instancePath:r+"/webhooks/with/"+S,schemaPath:"#/properties/webhooks/properties/with/items/r\
equired",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:m.properties.webhooks.properties.with.items.
required,parentSchema:m.properties.webhooks.properties.with.items,data:I};e===null?e=[C]:e.push(C),s++}let W=s;for(let C in I)if(!(C==="to"||C==="constant")){let H={
instancePath:r+"/webhooks/with/"+S,schemaPath:"#/properties/webhooks/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},
message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.webhooks.properties.with.items,data:I};e===null?e=[H]:e.push(H),s++}if(I.to!==
void 0){let C=I.to,H=s,de=s,ge=s;if(typeof C=="string"){if(!Ie.test(C)){let se={instancePath:r+"/webhooks/with/"+S+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:C};e===null?
e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/webhooks/with/"+S+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Z.type,parentSchema:Z,data:C};e===null?e=[se]:e.push(se),s++}var wd=de===s,Lo=H===s}}else{let W={instancePath:r+"/webhooks/with/"+S,schemaPath:"\
#/properties/webhooks/properties/with/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.with.items.
type,parentSchema:m.properties.webhooks.properties.with.items,data:I};e===null?e=[W]:e.push(W),s++}var Dr=L===s;Dr||($=!1)}}else{let $={instancePath:r+"/webhook\
s/with",schemaPath:"#/properties/webhooks/properties/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.webhooks.properties.
with.type,parentSchema:m.properties.webhooks.properties.with,data:f};e===null?e=[$]:e.push($),s++}var Pr=q===s}if(g.signature!==void 0){let f=g.signature,q=s,T=s;
if(f&&typeof f=="object"&&!Array.isArray(f)){if(f.algorithm===void 0){let w={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/s\
ignature/required",keyword:"required",params:{missingProperty:"algorithm"},message:"must have required property 'algorithm'",schema:m.properties.webhooks.properties.
signature.required,parentSchema:m.properties.webhooks.properties.signature,data:f};e===null?e=[w]:e.push(w),s++}if(f.header===void 0){let w={instancePath:r+"/we\
bhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"header"},message:"must have requi\
red property 'header'",schema:m.properties.webhooks.properties.signature.required,parentSchema:m.properties.webhooks.properties.signature,data:f};e===null?e=[w]:
e.push(w),s++}if(f.encoding===void 0){let w={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"requ\
ired",params:{missingProperty:"encoding"},message:"must have required property 'encoding'",schema:m.properties.webhooks.properties.signature.required,parentSchema:m.
properties.webhooks.properties.signature,data:f};e===null?e=[w]:e.push(w),s++}if(f.signed===void 0){let w={instancePath:r+"/webhooks/signature",schemaPath:"#/pr\
operties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"signed"},message:"must have required property 'signed'",schema:m.properties.
webhooks.properties.signature.required,parentSchema:m.properties.webhooks.properties.signature,data:f};e===null?e=[w]:e.push(w),s++}if(f.key===void 0){let w={instancePath:r+
"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have requ\
ired property 'key'",schema:m.properties.webhooks.properties.signature.required,parentSchema:m.properties.webhooks.properties.signature,data:f};e===null?e=[w]:e.
push(w),s++}let $=s;for(let w in f)if(!$s.call(m.properties.webhooks.properties.signature.properties,w)){let S={instancePath:r+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional \
properties",schema:!1,parentSchema:m.properties.webhooks.properties.signature,data:f};e===null?e=[S]:e.push(S),s++}if(f.algorithm!==void 0){let w=f.algorithm,S=s,
I=m.properties.webhooks.properties.signature.properties.algorithm.enum;if(!(w==="hmac-sha256"||w==="hmac-sha512"||w==="ed25519")){let L={instancePath:r+"/webhoo\
ks/signature/algorithm",schemaPath:"#/properties/webhooks/properties/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.
properties.signature.properties.algorithm.enum},message:"must be equal to one of the allowed values",schema:m.properties.webhooks.properties.signature.properties.
algorithm.enum,parentSchema:m.properties.webhooks.properties.signature.properties.algorithm,data:w};e===null?e=[L]:e.push(L),s++}var tr=S===s}if(f.header!==void 0){
let w=f.header,S=s,I=s,L=s;if(typeof w=="string"){if(!ur.test(w)){let W={instancePath:r+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"\
pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Rt,data:w};e===null?e=[W]:
e.push(W),s++}}else{let W={instancePath:r+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Rt.type,parentSchema:Rt,data:w};e===null?e=[W]:e.push(W),s++}var vd=I===s,tr=S===s}if(f.separator!==void 0){let w=f.separator,S=s,I=s;if(typeof w==
"string"){if(ae(w)<1){let E={instancePath:r+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.
separator,data:w};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signatur\
e/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.separator.
type,parentSchema:m.properties.webhooks.properties.signature.properties.separator,data:w};e===null?e=[E]:e.push(E),s++}var tr=S===s}if(f.prefix!==void 0){let w=f.
prefix,S=s,I=s;if(typeof w=="string"){if(ae(w)<1){let E={instancePath:r+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/prop\
erties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.
signature.properties.prefix,data:w};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/prop\
erties/signature/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.
prefix.type,parentSchema:m.properties.webhooks.properties.signature.properties.prefix,data:w};e===null?e=[E]:e.push(E),s++}var tr=S===s}if(f.encoding!==void 0){
let w=f.encoding,S=s,I=m.properties.webhooks.properties.signature.properties.encoding.enum;if(!(w==="hex"||w==="base64")){let E={instancePath:r+"/webhooks/signa\
ture/encoding",schemaPath:"#/properties/webhooks/properties/signature/properties/encoding/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.properties.
signature.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:m.properties.webhooks.properties.signature.properties.encoding.enum,
parentSchema:m.properties.webhooks.properties.signature.properties.encoding,data:w};e===null?e=[E]:e.push(E),s++}var tr=S===s}if(f.headers!==void 0){let w=f.headers,
S=s,I=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(Object.keys(w).length<1){let W={instancePath:r+"/webhooks/signature/headers",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,
parentSchema:m.properties.webhooks.properties.signature.properties.headers,data:w};e===null?e=[W]:e.push(W),s++}let E=s;for(let W in w){let C=w[W],H=s,de=s,ge=s;
if(typeof C=="string"){if(!ur.test(C)){let se={instancePath:r+"/webhooks/signature/headers/"+W.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/header\
Name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Rt,
data:C};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/webhooks/signature/headers/"+W.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/\
headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rt.type,parentSchema:Rt,data:C};e===null?e=[se]:e.push(se),s++}var Xa=de===
s,ry=H===s}}else{let E={instancePath:r+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.signature.properties.headers.type,parentSchema:m.properties.webhooks.
properties.signature.properties.headers,data:w};e===null?e=[E]:e.push(E),s++}var tr=S===s}if(f.signed!==void 0){let w=f.signed,S=s,I=s;if(typeof w=="string"){if(ae(
w)<1){let E={instancePath:r+"/webhooks/signature/signed",schemaPath:"#/properties/webhooks/properties/signature/properties/signed/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.signed,data:w};e===
null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/webhooks/signature/signed",schemaPath:"#/properties/webhooks/properties/signature/properties/signed/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.signed.type,parentSchema:m.properties.
webhooks.properties.signature.properties.signed,data:w};e===null?e=[E]:e.push(E),s++}var tr=S===s}if(f.time!==void 0){let w=f.time,S=s,I=s,L=s,E=!1,W=null,C=s;if(w&&
typeof w=="object"&&!Array.isArray(w)&&w.header===void 0){let ge={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signatu\
re/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:m.properties.webhooks.
properties.signature.properties.time.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.time.oneOf[0],data:w};e===null?e=[ge]:
e.push(ge),s++}var sa=C===s;sa&&(E=!0,W=0);let H=s;if(w&&typeof w=="object"&&!Array.isArray(w)&&w.member===void 0){let ge={instancePath:r+"/webhooks/signature/t\
ime",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"required",params:{missingProperty:"member"},message:"must\
 have required property 'member'",schema:m.properties.webhooks.properties.signature.properties.time.oneOf[1].required,parentSchema:m.properties.webhooks.properties.
signature.properties.time.oneOf[1],data:w};e===null?e=[ge]:e.push(ge),s++}var sa=H===s;if(sa&&E?(E=!1,W=[W,1]):sa&&(E=!0,W=1),E)s=L,e!==null&&(L?e.length=L:e=null);else{
let ge={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:W},
message:"must match exactly one schema in oneOf",schema:m.properties.webhooks.properties.signature.properties.time.oneOf,parentSchema:m.properties.webhooks.properties.
signature.properties.time,data:w};e===null?e=[ge]:e.push(ge),s++}if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.unit===void 0){let U={instancePath:r+"/webhoo\
ks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"unit"},message:"\
must have required property 'unit'",schema:m.properties.webhooks.properties.signature.properties.time.required,parentSchema:m.properties.webhooks.properties.signature.
properties.time,data:w};e===null?e=[U]:e.push(U),s++}if(w.toleranceSeconds===void 0){let U={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"toleranceSeconds"},message:"must have required property 'tole\
ranceSeconds'",schema:m.properties.webhooks.properties.signature.properties.time.required,parentSchema:m.properties.webhooks.properties.signature.properties.time,
data:w};e===null?e=[U]:e.push(U),s++}let ge=s;for(let U in w)if(!(U==="header"||U==="separator"||U==="prefix"||U==="member"||U==="unit"||U==="toleranceSeconds")){
let pe={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/additionalProperties",keyword:"addition\
alProperties",params:{additionalProperty:U},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.webhooks.properties.signature.properties.
time,data:w};e===null?e=[pe]:e.push(pe),s++}if(w.header!==void 0){let U=w.header,pe=s,we=s,Ve=s;if(typeof U=="string"){if(!ur.test(U)){let ve={instancePath:r+"/\
webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-\
Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Rt,data:U};e===null?e=[ve]:e.push(ve),s++}}else{let ve={instancePath:r+"/webhooks/signature/time/header",
schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rt.type,parentSchema:Rt,data:U};e===null?e=[ve]:e.push(
ve),s++}var sy=we===s,ms=pe===s}if(w.separator!==void 0){let U=w.separator,pe=s,we=s;if(typeof U=="string"){if(ae(U)<1){let ve={instancePath:r+"/webhooks/signat\
ure/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.separator,data:U};e===
null?e=[ve]:e.push(ve),s++}}else{let ve={instancePath:r+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/t\
ime/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.time.
properties.separator.type,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.separator,data:U};e===null?e=[ve]:e.push(ve),s++}var ms=pe===
s}if(w.prefix!==void 0){let U=w.prefix,pe=s,we=s;if(typeof U=="string"){if(ae(U)<1){let ve={instancePath:r+"/webhooks/signature/time/prefix",schemaPath:"#/prope\
rties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.prefix,data:U};e===null?e=[ve]:e.push(ve),s++}}else{let ve={instancePath:r+
"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.time.properties.prefix.type,parentSchema:m.properties.webhooks.properties.
signature.properties.time.properties.prefix,data:U};e===null?e=[ve]:e.push(ve),s++}var ms=pe===s}if(w.member!==void 0){let U=w.member,pe=s,we=s,Ve=s;if(typeof U==
"string"){if(!Ie.test(U)){let Re={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([\
^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:U};e===null?e=[Re]:e.push(Re),s++}}else{
let Re={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:U};e===null?e=[Re]:e.push(Re),s++}var kd=we===s,ms=pe===s}if(w.unit!==void 0){let U=w.unit,pe=s,we=m.properties.webhooks.properties.signature.
properties.time.properties.unit.enum;if(!(U==="seconds"||U==="milliseconds"||U==="rfc3339")){let ve={instancePath:r+"/webhooks/signature/time/unit",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.properties.signature.
properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",schema:m.properties.webhooks.properties.signature.properties.time.properties.
unit.enum,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.unit,data:U};e===null?e=[ve]:e.push(ve),s++}var ms=pe===s}if(w.toleranceSeconds!==
void 0){let U=w.toleranceSeconds,pe=s;if(!(typeof U=="number"&&!(U%1)&&!isNaN(U))){let ve={instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.
properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.type,parentSchema:m.properties.webhooks.properties.signature.properties.time.
properties.toleranceSeconds,data:U};e===null?e=[ve]:e.push(ve),s++}let we=s;if(typeof U=="number"){if(U>3600||isNaN(U)){let ve={instancePath:r+"/webhooks/signat\
ure/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{
comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:U};e===null?e=[ve]:e.push(ve),s++}if(U<1||isNaN(U)){let ve={instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/pr\
operties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:m.
properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:U};e===null?e=[ve]:e.push(ve),s++}}var ms=pe===s}let se;if(w.separator!==
void 0&&w.header===void 0){let U={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequ\
ired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when prope\
rty separator is present",schema:m.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:m.properties.webhooks.properties.signature.
properties.time,data:w};e===null?e=[U]:e.push(U),s++}if(w.prefix!==void 0&&w.header===void 0){let U={instancePath:r+"/webhooks/signature/time",schemaPath:"#/pro\
perties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,
deps:"header"},message:"must have property header when property prefix is present",schema:m.properties.webhooks.properties.signature.properties.time.dependentRequired,
parentSchema:m.properties.webhooks.properties.signature.properties.time,data:w};e===null?e=[U]:e.push(U),s++}}else{let ge={instancePath:r+"/webhooks/signature/t\
ime",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.
webhooks.properties.signature.properties.time.type,parentSchema:m.properties.webhooks.properties.signature.properties.time,data:w};e===null?e=[ge]:e.push(ge),s++}
var tr=S===s}if(f.key!==void 0){let w=f.key,S=s,I=s,L=!1,E=null,W=s,C=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.by===void 0){let U={instancePath:r+"/w\
ebhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},
message:"must have required property 'by'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:w};e===null?e=[U]:e.push(U),s++}if(w.path===void 0){let U={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required prope\
rty 'path'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:w};e===null?e=[U]:e.push(U),s++}if(w.at===void 0){let U={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:m.properties.webhooks.
properties.signature.properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[0],data:w};e===null?e=[U]:e.push(
U),s++}if(w.encoding===void 0){let U={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/req\
uired",keyword:"required",params:{missingProperty:"encoding"},message:"must have required property 'encoding'",schema:m.properties.webhooks.properties.signature.
properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[0],data:w};e===null?e=[U]:e.push(U),s++}let se=s;for(let U in w)
if(!(U==="by"||U==="path"||U==="at"||U==="prefix"||U==="encoding")){let pe={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/propertie\
s/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional properti\
es",schema:!1,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[0],data:w};e===null?e=[pe]:e.push(pe),s++}if(w.by!==void 0){let U=w.by,
pe=s;if(U!=="request"){let we={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/propert\
ies/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"request",parentSchema:m.properties.webhooks.properties.
signature.properties.key.oneOf[0].properties.by,data:U};e===null?e=[we]:e.push(we),s++}var mr=pe===s}if(w.path!==void 0){let U=w.path,pe=s,we=s,Ve=s;if(typeof U==
"string"){if(!wt.test(U)){let Re={instancePath:r+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:Se,data:U};e===null?e=[Re]:e.push(Re),s++}}else{let Re={instancePath:r+"/webhooks/signature/key/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:U};e===null?e=[Re]:e.push(Re),s++}var ay=we===
s,mr=pe===s}if(w.at!==void 0){let U=w.at,pe=s,we=s,Ve=s;if(typeof U=="string"){if(!Ie.test(U)){let Re={instancePath:r+"/webhooks/signature/key/at",schemaPath:"#\
/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)\
+$",parentSchema:Z,data:U};e===null?e=[Re]:e.push(Re),s++}}else{let Re={instancePath:r+"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:U};e===null?e=[Re]:e.push(Re),s++}var Pd=we===s,mr=pe===s}if(w.prefix!==void 0){
let U=w.prefix,pe=s,we=s,Ve=s;if(typeof U=="string"){if(ae(U)<1){let Re={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ys,data:U};e===null?e=[Re]:e.push(Re),s++}}else{let Re={
instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ys.type,
parentSchema:ys,data:U};e===null?e=[Re]:e.push(Re),s++}var $d=we===s,mr=pe===s}if(w.encoding!==void 0){let U=w.encoding,pe=s,we=s,Ve=qr.enum;if(!(U==="text"||U===
"hex"||U==="base64")){let Re={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:qr.enum},
message:"must be equal to one of the allowed values",schema:qr.enum,parentSchema:qr,data:U};e===null?e=[Re]:e.push(Re),s++}var Sd=we===s,mr=pe===s}}else{let se={
instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:m.properties.webhooks.properties.signature.
properties.key.oneOf[0],data:w};e===null?e=[se]:e.push(se),s++}var Sr=W===s;if(Sr){L=!0,E=0;var $r=!0}let H=s,de=s;if(w&&typeof w=="object"&&!Array.isArray(w)){
if(w.by===void 0){let U={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"\
required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[1],data:w};e===null?e=[U]:e.push(U),s++}if(w.encoding===void 0){let U={instancePath:r+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{missingProperty:"en\
coding"},message:"must have required property 'encoding'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].required,parentSchema:m.properties.
webhooks.properties.signature.properties.key.oneOf[1],data:w};e===null?e=[U]:e.push(U),s++}let se=s;for(let U in w)if(!(U==="by"||U==="prefix"||U==="encoding")){
let pe={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additionalProperties",keyword:"ad\
ditionalProperties",params:{additionalProperty:U},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.webhooks.properties.signature.
properties.key.oneOf[1],data:w};e===null?e=[pe]:e.push(pe),s++}if(w.by!==void 0){let U=w.by,pe=s;if(U!=="setting"){let we={instancePath:r+"/webhooks/signature/k\
ey/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"setting"},message:"\
must be equal to constant",schema:"setting",parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:U};e===null?e=[we]:
e.push(we),s++}var Fo=pe===s}if(w.prefix!==void 0){let U=w.prefix,pe=s,we=s,Ve=s;if(typeof U=="string"){if(ae(U)<1){let Re={instancePath:r+"/webhooks/signature/\
key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ys,
data:U};e===null?e=[Re]:e.push(Re),s++}}else{let Re={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:ys.type,parentSchema:ys,data:U};e===null?e=[Re]:e.push(Re),s++}var ny=we===s,Fo=pe===s}if(w.encoding!==void 0){let U=w.
encoding,pe=s,we=s,Ve=qr.enum;if(!(U==="text"||U==="hex"||U==="base64")){let Re={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncodi\
ng/enum",keyword:"enum",params:{allowedValues:qr.enum},message:"must be equal to one of the allowed values",schema:qr.enum,parentSchema:qr,data:U};e===null?e=[Re]:
e.push(Re),s++}var Cr=we===s,Fo=pe===s}}else{let se={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].type,
parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[1],data:w};e===null?e=[se]:e.push(se),s++}var Sr=H===s;if(Sr&&L)L=!1,E=[E,1];else{Sr&&
(L=!0,E=1,$r!==!0&&($r=!0));let se=s,U=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.by===void 0){let Ve={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must have required propert\
y 'by'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.
oneOf[2],data:w};e===null?e=[Ve]:e.push(Ve),s++}if(w.url===void 0){let Ve={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:m.properties.webhooks.
properties.signature.properties.key.oneOf[2].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2],data:w};e===null?e=[Ve]:e.
push(Ve),s++}let we=s;for(let Ve in w)if(!(Ve==="by"||Ve==="url")){let ve={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Ve},message:"must NOT have additional properti\
es",schema:!1,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2],data:w};e===null?e=[ve]:e.push(ve),s++}if(w.by!==void 0){let Ve=w.
by,ve=s;if(Ve!=="key-set"){let Re={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/pro\
perties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:m.properties.webhooks.properties.
signature.properties.key.oneOf[2].properties.by,data:Ve};e===null?e=[Re]:e.push(Re),s++}var Vo=ve===s}if(w.url!==void 0){let Ve=w.url,ve=s,Re=s;if(typeof Ve=="s\
tring"){if(!Dd.test(Ve)){let ia={instancePath:r+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/prop\
erties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:m.properties.webhooks.
properties.signature.properties.key.oneOf[2].properties.url,data:Ve};e===null?e=[ia]:e.push(ia),s++}}else{let ia={instancePath:r+"/webhooks/signature/key/url",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.
url,data:Ve};e===null?e=[ia]:e.push(ia),s++}var Vo=ve===s}}else{let we={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/si\
gnature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.signature.properties.
key.oneOf[2].type,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2],data:w};e===null?e=[we]:e.push(we),s++}var Sr=se===s;Sr&&L?(L=
!1,E=[E,2]):Sr&&(L=!0,E=2,$r!==!0&&($r=!0))}if(L)s=I,e!==null&&(I?e.length=I:e=null);else{let se={instancePath:r+"/webhooks/signature/key",schemaPath:"#/propert\
ies/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:E},message:"must match exactly one schema in oneOf",schema:m.properties.
webhooks.properties.signature.properties.key.oneOf,parentSchema:m.properties.webhooks.properties.signature.properties.key,data:w};e===null?e=[se]:e.push(se),s++}
var tr=S===s}}else{let $={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:m.properties.webhooks.properties.signature.type,parentSchema:m.properties.webhooks.properties.signature,data:f};e===null?e=[$]:e.
push($),s++}var Pr=q===s}if(g.challenge!==void 0){let f=g.challenge,q=s,T=s,x=s;if(typeof f=="string"){if(!Ie.test(f)){let w={instancePath:r+"/webhooks/challeng\
e",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(\
/([^/~]|~[01])+)+$",parentSchema:Z,data:f};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/webhooks/challenge",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:f};e===null?e=[w]:e.push(w),s++}var oy=T===s,Pr=q===s}if(g.told!==void 0){
let f=g.told,q=s,T=s;if(Array.isArray(f)){if(f.length<1){let S={instancePath:r+"/webhooks/told",schemaPath:"#/properties/webhooks/properties/told/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.webhooks.properties.told,data:f};e===null?e=[S]:e.push(
S),s++}let $=!0,w=f.length;for(let S=0;S<w;S++){let I=f[S],L=s,E=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){let C={instancePath:r+"/webhoo\
ks/told/"+S,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required prope\
rty 'at'",schema:m.properties.webhooks.properties.told.items.required,parentSchema:m.properties.webhooks.properties.told.items,data:I};e===null?e=[C]:e.push(C),
s++}if(I.fact===void 0){let C={instancePath:r+"/webhooks/told/"+S,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"\
fact"},message:"must have required property 'fact'",schema:m.properties.webhooks.properties.told.items.required,parentSchema:m.properties.webhooks.properties.told.
items,data:I};e===null?e=[C]:e.push(C),s++}let W=s;for(let C in I)if(!(C==="at"||C==="fact")){let H={instancePath:r+"/webhooks/told/"+S,schemaPath:"#/properties\
/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional properties",
schema:!1,parentSchema:m.properties.webhooks.properties.told.items,data:I};e===null?e=[H]:e.push(H),s++}if(I.at!==void 0){let C=I.at,H=s,de=s,ge=s;if(typeof C==
"string"){if(!Ie.test(C)){let se={instancePath:r+"/webhooks/told/"+S+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[0\
1])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:C};e===null?e=[se]:e.push(se),s++}}else{let se={
instancePath:r+"/webhooks/told/"+S+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:C};e===null?e=[se]:e.push(se),s++}var iy=de===s,zo=H===s}if(I.fact!==void 0){let C=I.fact,H=s,de=m.properties.webhooks.properties.told.items.properties.fact.
enum;if(!(C==="id"||C==="model"||C==="created")){let se={instancePath:r+"/webhooks/told/"+S+"/fact",schemaPath:"#/properties/webhooks/properties/told/items/prop\
erties/fact/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.properties.told.items.properties.fact.enum},message:"must be equal to one of the al\
lowed values",schema:m.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:m.properties.webhooks.properties.told.items.properties.fact,data:C};
e===null?e=[se]:e.push(se),s++}var zo=H===s}}else{let W={instancePath:r+"/webhooks/told/"+S,schemaPath:"#/properties/webhooks/properties/told/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.told.items.type,parentSchema:m.properties.webhooks.properties.told.
items,data:I};e===null?e=[W]:e.push(W),s++}var _d=L===s;_d||($=!1)}}else{let $={instancePath:r+"/webhooks/told",schemaPath:"#/properties/webhooks/properties/tol\
d/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.webhooks.properties.told.type,parentSchema:m.properties.webhooks.properties.
told,data:f};e===null?e=[$]:e.push($),s++}var Pr=q===s}if(g.source!==void 0){let f=g.source,q=s,T=s,x=s;if(typeof f=="string"){if(ae(f)<1){let w={instancePath:r+
"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:f};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/webhooks/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:f};e===null?e=[w]:e.push(w),s++}var xd=T===s,Pr=q===s}}else{let j={instancePath:r+"/webhooks",schemaPath:"#/\
properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.type,parentSchema:m.properties.webhooks,data:g};
e===null?e=[j]:e.push(j),s++}var l=Q===s}if(t.rateHeaders!==void 0){let g=t.rateHeaders,Q=s;bs(g,{instancePath:r+"/rateHeaders",parentData:t,parentDataProperty:"\
rateHeaders",rootData:o,dynamicAnchors:i})||(e=e===null?bs.errors:e.concat(bs.errors),s=e.length);var l=Q===s}if(t.upload!==void 0){let g=t.upload,Q=s,c=s;if(g&&
typeof g=="object"&&!Array.isArray(g)){if(g.method===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{
missingProperty:"method"},message:"must have required property 'method'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:g};e===null?e=
[p]:e.push(p),s++}if(g.path===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"path"},
message:"must have required property 'path'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:g};e===null?e=[p]:e.push(p),s++}if(g.reference===
void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"reference"},message:"must have req\
uired property 'reference'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:g};e===null?e=[p]:e.push(p),s++}if(g.source===void 0){let p={
instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:g};e===null?e=[p]:e.push(p),s++}let O=s;for(let p in g)if(!(p==="method"||p==="\
path"||p==="field"||p==="reference"||p==="source")){let P={instancePath:r+"/upload",schemaPath:"#/properties/upload/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.upload,data:g};e===null?e=[P]:e.push(P),
s++}if(g.method!==void 0){let p=g.method,P=s,u=m.properties.upload.properties.method.enum;if(!(p==="POST"||p==="PUT")){let v={instancePath:r+"/upload/method",schemaPath:"\
#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:m.properties.upload.properties.method.enum},message:"must be equal to one of th\
e allowed values",schema:m.properties.upload.properties.method.enum,parentSchema:m.properties.upload.properties.method,data:p};e===null?e=[v]:e.push(v),s++}var aa=P===
s}if(g.path!==void 0){let p=g.path,P=s,u=s,v=s;if(typeof p=="string"){if(!wt.test(p)){let f={instancePath:r+"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Se,data:p};e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/\
upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Se.type,parentSchema:Se,data:p};e===null?e=[f]:
e.push(f),s++}var py=u===s,aa=P===s}if(g.field!==void 0){let p=g.field,P=s,u=s;if(typeof p=="string"){if(ae(p)<1){let j={instancePath:r+"/upload/field",schemaPath:"\
#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.
upload.properties.field,data:p};e===null?e=[j]:e.push(j),s++}}else{let j={instancePath:r+"/upload/field",schemaPath:"#/properties/upload/properties/field/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.upload.properties.field.type,parentSchema:m.properties.upload.properties.field,
data:p};e===null?e=[j]:e.push(j),s++}var aa=P===s}if(g.reference!==void 0){let p=g.reference,P=s,u=s,v=s;if(typeof p=="string"){if(!Ie.test(p)){let f={instancePath:r+
"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:p};e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/upload/reference",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:p};e===null?e=[f]:e.push(f),s++}var qd=u===s,aa=P===
s}if(g.source!==void 0){let p=g.source,P=s,u=s,v=s;if(typeof p=="string"){if(ae(p)<1){let f={instancePath:r+"/upload/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};e===null?e=[f]:e.push(f),s++}}else{let f={
instancePath:r+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:p};
e===null?e=[f]:e.push(f),s++}var Od=u===s,aa=P===s}}else{let O={instancePath:r+"/upload",schemaPath:"#/properties/upload/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:m.properties.upload.type,parentSchema:m.properties.upload,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.operations!==
void 0){let g=t.operations,Q=s,c=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.keys(g).length<1){let p={instancePath:r+"/operations",schemaPath:"#/pr\
operties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:m.properties.operations,
data:g};e===null?e=[p]:e.push(p),s++}let O=s;for(let p in g)if(!(p==="video"||p==="image"||p==="audio"||p==="mesh")){let P={instancePath:r+"/operations",schemaPath:"\
#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,
parentSchema:m.properties.operations,data:g};e===null?e=[P]:e.push(P),s++}if(g.video!==void 0){let p=g.video,P=s;bt(p,{instancePath:r+"/operations/video",parentData:g,
parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(e=e===null?bt.errors:e.concat(bt.errors),s=e.length);var Ya=P===s}if(g.image!==void 0){let p=g.image,
P=s;bt(p,{instancePath:r+"/operations/image",parentData:g,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||(e=e===null?bt.errors:e.concat(bt.errors),s=
e.length);var Ya=P===s}if(g.audio!==void 0){let p=g.audio,P=s;bt(p,{instancePath:r+"/operations/audio",parentData:g,parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||
(e=e===null?bt.errors:e.concat(bt.errors),s=e.length);var Ya=P===s}if(g.mesh!==void 0){let p=g.mesh,P=s;bt(p,{instancePath:r+"/operations/mesh",parentData:g,parentDataProperty:"\
mesh",rootData:o,dynamicAnchors:i})||(e=e===null?bt.errors:e.concat(bt.errors),s=e.length);var Ya=P===s}}else{let O={instancePath:r+"/operations",schemaPath:"#/\
properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.operations.type,parentSchema:m.properties.operations,
data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.errors!==void 0){let g=t.errors,Q=s,c=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.message===void 0){
let p={instancePath:r+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"message"},message:"must have required prop\
erty 'message'",schema:m.properties.errors.required,parentSchema:m.properties.errors,data:g};e===null?e=[p]:e.push(p),s++}if(g.code===void 0){let p={instancePath:r+
"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:m.properties.
errors.required,parentSchema:m.properties.errors,data:g};e===null?e=[p]:e.push(p),s++}if(g.proofs===void 0){let p={instancePath:r+"/errors",schemaPath:"#/proper\
ties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must have required property 'proofs'",schema:m.properties.errors.required,parentSchema:m.
properties.errors,data:g};e===null?e=[p]:e.push(p),s++}let O=s;for(let p in g)if(!(p==="message"||p==="code"||p==="codeHeader"||p==="status"||p==="inside"||p===
"proofs")){let P={instancePath:r+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"\
must NOT have additional properties",schema:!1,parentSchema:m.properties.errors,data:g};e===null?e=[P]:e.push(P),s++}if(g.message!==void 0){let p=g.message,P=s;
dt(p,{instancePath:r+"/errors/message",parentData:g,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(e=e===null?dt.errors:e.concat(dt.errors),s=e.length);
var _r=P===s}if(g.code!==void 0){let p=g.code,P=s;dt(p,{instancePath:r+"/errors/code",parentData:g,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(e=e===
null?dt.errors:e.concat(dt.errors),s=e.length);var _r=P===s}if(g.codeHeader!==void 0){let p=g.codeHeader,P=s,u=s,v=s;if(typeof p=="string"){if(!ur.test(p)){let f={
instancePath:r+"/errors/codeHeader",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "\
^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Rt,data:p};e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/errors/codeHeader",schemaPath:"\
#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rt.type,parentSchema:Rt,data:p};e===null?e=[f]:e.push(f),s++}var jd=u===
s,_r=P===s}if(g.status!==void 0){let p=g.status,P=s,u=s,v=s;if(typeof p=="string"){if(!Ie.test(p)){let f={instancePath:r+"/errors/status",schemaPath:"#/$defs/po\
inter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:p};e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Z.type,parentSchema:Z,data:p};e===null?e=[f]:e.push(f),s++}var dy=u===s,_r=P===s}if(g.inside!==void 0){let p=g.inside,P=s,u=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.at===void 0){let f={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:m.properties.errors.properties.inside.required,parentSchema:m.properties.errors.
properties.inside,data:p};e===null?e=[f]:e.push(f),s++}if(p.source===void 0){let f={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.errors.properties.inside.
required,parentSchema:m.properties.errors.properties.inside,data:p};e===null?e=[f]:e.push(f),s++}let j=s;for(let f in p)if(!(f==="at"||f==="unless"||f==="source")){
let q={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},
message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.errors.properties.inside,data:p};e===null?e=[q]:e.push(q),s++}if(p.at!==void 0){
let f=p.at,q=s,T=s,x=s;if(typeof f=="string"){if(!Ie.test(f)){let $={instancePath:r+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:f};e===null?e=[$]:e.push($),
s++}}else{let $={instancePath:r+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,
parentSchema:Z,data:f};e===null?e=[$]:e.push($),s++}var cy=T===s,Uo=q===s}if(p.unless!==void 0){let f=p.unless,q=s;if(!Array.isArray(f)){let $={instancePath:r+"\
/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.
properties.errors.properties.inside.properties.unless.type,parentSchema:m.properties.errors.properties.inside.properties.unless,data:f};e===null?e=[$]:e.push($),
s++}let T=s;var Uo=q===s}if(p.source!==void 0){let f=p.source,q=s,T=s,x=s;if(typeof f=="string"){if(ae(f)<1){let w={instancePath:r+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};e===null?e=[w]:e.
push(w),s++}}else{let w={instancePath:r+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:f};e===null?e=[w]:e.push(w),s++}var my=T===s,Uo=q===s}}else{let j={instancePath:r+"/errors/inside",schemaPath:"#/properties/\
errors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.errors.properties.inside.type,parentSchema:m.properties.
errors.properties.inside,data:p};e===null?e=[j]:e.push(j),s++}var _r=P===s}if(g.proofs!==void 0){let p=g.proofs,P=s,u=s;if(Array.isArray(p)){if(p.length<1){let q={
instancePath:r+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:m.properties.errors.properties.proofs,data:p};e===null?e=[q]:e.push(q),s++}let j=!0,f=p.length;for(let q=0;q<f;q++){let T=p[q],
x=s,$=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.status===void 0){let S={instancePath:r+"/errors/proofs/"+q,schemaPath:"#/properties/errors/properties/\
proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:m.properties.errors.properties.
proofs.items.required,parentSchema:m.properties.errors.properties.proofs.items,data:T};e===null?e=[S]:e.push(S),s++}if(T.proves===void 0){let S={instancePath:r+
"/errors/proofs/"+q,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:m.properties.errors.properties.proofs.items.required,parentSchema:m.properties.errors.properties.proofs.items,data:T};e===null?
e=[S]:e.push(S),s++}if(T.source===void 0){let S={instancePath:r+"/errors/proofs/"+q,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.errors.properties.proofs.items.required,parentSchema:m.
properties.errors.properties.proofs.items,data:T};e===null?e=[S]:e.push(S),s++}let w=s;for(let S in T)if(!(S==="status"||S==="codes"||S==="says"||S==="proves"||
S==="means"||S==="source")){let I={instancePath:r+"/errors/proofs/"+q,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.errors.properties.proofs.items,
data:T};e===null?e=[I]:e.push(I),s++}if(T.status!==void 0){let S=T.status,I=s,L=s;if(typeof S=="string"){if(!qy.test(S)){let E={instancePath:r+"/errors/proofs/"+
q+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:m.properties.errors.properties.proofs.items.properties.status,data:S};e===
null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/errors/proofs/"+q+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.errors.properties.proofs.items.properties.status.type,parentSchema:m.properties.
errors.properties.proofs.items.properties.status,data:S};e===null?e=[E]:e.push(E),s++}var Ct=I===s}if(T.codes!==void 0){let S=T.codes,I=s,L=s;if(Array.isArray(S)){
if(S.length<1){let H={instancePath:r+"/errors/proofs/"+q+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"mi\
nItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.codes,data:S};e===
null?e=[H]:e.push(H),s++}let W=!0,C=S.length;for(let H=0;H<C;H++){let de=S[H],ge=s;if(typeof de!="string"){let U={instancePath:r+"/errors/proofs/"+q+"/codes/"+H,
schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.
errors.properties.proofs.items.properties.codes.items.type,parentSchema:m.properties.errors.properties.proofs.items.properties.codes.items,data:de};e===null?e=[
U]:e.push(U),s++}let se=s;var Ad=ge===s;Ad||(W=!1)}}else{let W={instancePath:r+"/errors/proofs/"+q+"/codes",schemaPath:"#/properties/errors/properties/proofs/it\
ems/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.errors.properties.proofs.items.properties.codes.type,
parentSchema:m.properties.errors.properties.proofs.items.properties.codes,data:S};e===null?e=[W]:e.push(W),s++}var Ct=I===s}if(T.says!==void 0){let S=T.says,I=s,
L=s;if(Array.isArray(S)){if(S.length<1){let H={instancePath:r+"/errors/proofs/"+q+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/say\
s/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.
says,data:S};e===null?e=[H]:e.push(H),s++}let W=!0,C=S.length;for(let H=0;H<C;H++){let de=S[H],ge=s,se=s;if(typeof de=="string"){if(ae(de)<1){let U={instancePath:r+
"/errors/proofs/"+q+"/says/"+H,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.says.items,data:de};e===null?e=[U]:e.push(U),
s++}}else{let U={instancePath:r+"/errors/proofs/"+q+"/says/"+H,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:m.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:m.properties.errors.properties.
proofs.items.properties.says.items,data:de};e===null?e=[U]:e.push(U),s++}var Td=ge===s;Td||(W=!1)}}else{let W={instancePath:r+"/errors/proofs/"+q+"/says",schemaPath:"\
#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.errors.properties.
proofs.items.properties.says.type,parentSchema:m.properties.errors.properties.proofs.items.properties.says,data:S};e===null?e=[W]:e.push(W),s++}var Ct=I===s}if(T.
proves!==void 0){let S=T.proves,I=s,L=m.properties.errors.properties.proofs.items.properties.proves.enum;if(!(S==="rejected"||S==="busy"||S==="credentials"||S===
"payment"||S==="may-exist"||S==="unknown-model")){let W={instancePath:r+"/errors/proofs/"+q+"/proves",schemaPath:"#/properties/errors/properties/proofs/items/pr\
operties/proves/enum",keyword:"enum",params:{allowedValues:m.properties.errors.properties.proofs.items.properties.proves.enum},message:"must be equal to one of \
the allowed values",schema:m.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:m.properties.errors.properties.proofs.items.properties.
proves,data:S};e===null?e=[W]:e.push(W),s++}var Ct=I===s}if(T.means!==void 0){let S=T.means,I=s,L=s;if(typeof S=="string"){if(ae(S)<1){let W={instancePath:r+"/e\
rrors/proofs/"+q+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.means,data:S};e===null?e=[W]:e.push(W),s++}}else{
let W={instancePath:r+"/errors/proofs/"+q+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:m.properties.errors.properties.proofs.items.properties.means.type,parentSchema:m.properties.errors.properties.proofs.items.
properties.means,data:S};e===null?e=[W]:e.push(W),s++}var Ct=I===s}if(T.source!==void 0){let S=T.source,I=s,L=s,E=s;if(typeof S=="string"){if(ae(S)<1){let C={instancePath:r+
"/errors/proofs/"+q+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:re,data:S};e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:r+"/errors/proofs/"+q+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:S};e===null?e=[C]:e.push(C),s++}var ly=L===s,Ct=I===s}}else{let w={instancePath:r+"/\
errors/proofs/"+q,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.
errors.properties.proofs.items.type,parentSchema:m.properties.errors.properties.proofs.items,data:T};e===null?e=[w]:e.push(w),s++}var ls=x===s;ls||(j=!1)}}else{
let j={instancePath:r+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.
properties.errors.properties.proofs.type,parentSchema:m.properties.errors.properties.proofs,data:p};e===null?e=[j]:e.push(j),s++}var _r=P===s}}else{let O={instancePath:r+
"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.errors.type,parentSchema:m.properties.
errors,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.cancelRules!==void 0){let g=t.cancelRules,Q=s,c=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.
queued===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{missingProperty:"queued"},message:"\
must have required property 'queued'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,data:g};e===null?e=[p]:e.push(p),s++}if(g.processing===
void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{missingProperty:"processing"},message:"mu\
st have required property 'processing'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,data:g};e===null?e=[p]:e.push(p),s++}if(g.
ended===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{missingProperty:"ended"},message:"\
must have required property 'ended'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,data:g};e===null?e=[p]:e.push(p),s++}if(g.cancelled===
void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{missingProperty:"cancelled"},message:"mus\
t have required property 'cancelled'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,data:g};e===null?e=[p]:e.push(p),s++}if(g.source===
void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{missingProperty:"source"},message:"must h\
ave required property 'source'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,data:g};e===null?e=[p]:e.push(p),s++}let O=s;for(let p in g)
if(!(p==="queued"||p==="processing"||p==="ended"||p==="cancelled"||p==="source")){let P={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.
cancelRules,data:g};e===null?e=[P]:e.push(P),s++}if(g.queued!==void 0){let p=g.queued,P=s,u=s,v=s,j=s,f=s,q=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let T;
if(p.body===void 0&&(T="body")||p.error===void 0&&(T="error")){let x={};e===null?e=[x]:e.push(x),s++}}var Nd=q===s;if(Nd){let T={instancePath:r+"/cancelRules/qu\
eued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:X.allOf[0].not,parentSchema:X.allOf[0],data:p};e===
null?e=[T]:e.push(T),s++}else s=f,e!==null&&(f?e.length=f:e=null);var Jo=j===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let x={instancePath:r+
"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:X.
required,parentSchema:X,data:p};e===null?e=[x]:e.push(x),s++}let T=s;for(let x in p)if(!(x==="then"||x==="status"||x==="body"||x==="error")){let $={instancePath:r+
"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:X,data:p};e===null?e=[$]:e.push($),s++}if(p.then!==void 0){let x=p.then,$=s,w=X.properties.then.enum;if(!(x==="canc\
elled"||x==="goes-on"||x==="removed"||x==="refused")){let S={instancePath:r+"/cancelRules/queued/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"\
enum",params:{allowedValues:X.properties.then.enum},message:"must be equal to one of the allowed values",schema:X.properties.then.enum,parentSchema:X.properties.
then,data:x};e===null?e=[S]:e.push(S),s++}var en=$===s}if(p.status!==void 0){let x=p.status,$=s;if(!(typeof x=="number"&&!(x%1)&&!isNaN(x))){let I={instancePath:r+
"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:X.properties.
status.type,parentSchema:X.properties.status,data:x};e===null?e=[I]:e.push(I),s++}let w=s;if(typeof x=="number"){if(x>599||isNaN(x)){let I={instancePath:r+"/can\
celRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",
schema:599,parentSchema:X.properties.status,data:x};e===null?e=[I]:e.push(I),s++}if(x<200||isNaN(x)){let I={instancePath:r+"/cancelRules/queued/status",schemaPath:"\
#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:X.properties.
status,data:x};e===null?e=[I]:e.push(I),s++}}var en=$===s}if(p.error!==void 0){let x=p.error,$=s,w=s;if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.code===void 0){
let L={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"\
must have required property 'code'",schema:X.properties.error.required,parentSchema:X.properties.error,data:x};e===null?e=[L]:e.push(L),s++}if(x.message===void 0){
let L={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},
message:"must have required property 'message'",schema:X.properties.error.required,parentSchema:X.properties.error,data:x};e===null?e=[L]:e.push(L),s++}let I=s;
for(let L in x)if(!(L==="code"||L==="message")){let E={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProp\
erties",keyword:"additionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:X.properties.error,data:x};
e===null?e=[E]:e.push(E),s++}if(x.code!==void 0){let L=x.code,E=s,W=s;if(typeof L=="string"){if(ae(L)<1){let C={instancePath:r+"/cancelRules/queued/error/code",
schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:X.properties.error.properties.code,data:L};e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:r+"/cancelRules/queued/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.properties.error.properties.code.
type,parentSchema:X.properties.error.properties.code,data:L};e===null?e=[C]:e.push(C),s++}var Do=E===s}if(x.message!==void 0){let L=x.message,E=s,W=s;if(typeof L==
"string"){if(ae(L)<1){let H={instancePath:r+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:X.properties.error.properties.message,data:L};e===null?e=[H]:e.
push(H),s++}}else{let H={instancePath:r+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:X.properties.error.properties.message.type,parentSchema:X.properties.error.properties.message,data:L};
e===null?e=[H]:e.push(H),s++}var Do=E===s}}else{let I={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:X.properties.error.type,parentSchema:X.properties.error,data:x};e===null?e=[I]:e.push(I),s++}var en=$===
s}}else{let T={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.
type,parentSchema:X,data:p};e===null?e=[T]:e.push(T),s++}var uy=u===s,us=P===s}if(g.processing!==void 0){let p=g.processing,P=s,u=s,v=s,j=s,f=s,q=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){let x;if(p.body===void 0&&(x="body")||p.error===void 0&&(x="error")){let $={};e===null?e=[$]:e.push($),s++}}var Rd=q===s;if(Rd){let x={
instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:X.allOf[0].not,parentSchema:X.
allOf[0],data:p};e===null?e=[x]:e.push(x),s++}else s=f,e!==null&&(f?e.length=f:e=null);var hy=j===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){
let $={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have r\
equired property 'then'",schema:X.required,parentSchema:X,data:p};e===null?e=[$]:e.push($),s++}let x=s;for(let $ in p)if(!($==="then"||$==="status"||$==="body"||
$==="error")){let w={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},
message:"must NOT have additional properties",schema:!1,parentSchema:X,data:p};e===null?e=[w]:e.push(w),s++}if(p.then!==void 0){let $=p.then,w=s,S=X.properties.
then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refused")){let I={instancePath:r+"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRul\
e/properties/then/enum",keyword:"enum",params:{allowedValues:X.properties.then.enum},message:"must be equal to one of the allowed values",schema:X.properties.then.
enum,parentSchema:X.properties.then,data:$};e===null?e=[I]:e.push(I),s++}var na=w===s}if(p.status!==void 0){let $=p.status,w=s;if(!(typeof $=="number"&&!($%1)&&
!isNaN($))){let L={instancePath:r+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},
message:"must be integer",schema:X.properties.status.type,parentSchema:X.properties.status,data:$};e===null?e=[L]:e.push(L),s++}let S=s;if(typeof $=="number"){if($>
599||isNaN($)){let L={instancePath:r+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:599},message:"must be <= 599",schema:599,parentSchema:X.properties.status,data:$};e===null?e=[L]:e.push(L),s++}if($<200||isNaN($)){let L={instancePath:r+
"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be\
 >= 200",schema:200,parentSchema:X.properties.status,data:$};e===null?e=[L]:e.push(L),s++}}var na=w===s}if(p.error!==void 0){let $=p.error,w=s,S=s;if($&&typeof $==
"object"&&!Array.isArray($)){if($.code===void 0){let E={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:X.properties.error.required,parentSchema:X.properties.error,
data:$};e===null?e=[E]:e.push(E),s++}if($.message===void 0){let E={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/erro\
r/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:X.properties.error.required,parentSchema:X.
properties.error,data:$};e===null?e=[E]:e.push(E),s++}let L=s;for(let E in $)if(!(E==="code"||E==="message")){let W={instancePath:r+"/cancelRules/processing/err\
or",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:E},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:X.properties.error,data:$};e===null?e=[W]:e.push(W),s++}if($.code!==void 0){let E=$.code,W=s,C=s;if(typeof E=="strin\
g"){if(ae(E)<1){let H={instancePath:r+"/cancelRules/processing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:X.properties.error.properties.code,data:E};e===null?e=[H]:e.push(
H),s++}}else{let H={instancePath:r+"/cancelRules/processing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:X.properties.error.properties.code.type,parentSchema:X.properties.error.properties.code,data:E};e===null?e=[H]:e.
push(H),s++}var Id=W===s}if($.message!==void 0){let E=$.message,W=s,C=s;if(typeof E=="string"){if(ae(E)<1){let de={instancePath:r+"/cancelRules/processing/error\
/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:X.properties.error.properties.message,data:E};e===null?e=[de]:e.push(de),s++}}else{let de={instancePath:r+"/cancelRules/proce\
ssing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.
properties.error.properties.message.type,parentSchema:X.properties.error.properties.message,data:E};e===null?e=[de]:e.push(de),s++}var Id=W===s}}else{let L={instancePath:r+
"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.properties.
error.type,parentSchema:X.properties.error,data:$};e===null?e=[L]:e.push(L),s++}var na=w===s}}else{let x={instancePath:r+"/cancelRules/processing",schemaPath:"#\
/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.type,parentSchema:X,data:p};e===null?e=[x]:e.push(x),s++}var fy=u===
s,us=P===s}if(g.ended!==void 0){let p=g.ended,P=s,u=s,v=s,j=s,f=s,q=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let x;if(p.body===void 0&&(x="body")||p.error===
void 0&&(x="error")){let $={};e===null?e=[$]:e.push($),s++}}var Ed=q===s;if(Ed){let x={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/\
0/not",keyword:"not",params:{},message:"must NOT be valid",schema:X.allOf[0].not,parentSchema:X.allOf[0],data:p};e===null?e=[x]:e.push(x),s++}else s=f,e!==null&&
(f?e.length=f:e=null);var Co=j===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let $={instancePath:r+"/cancelRules/ended",schemaPath:"#/$de\
fs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:X.required,parentSchema:X,data:p};
e===null?e=[$]:e.push($),s++}let x=s;for(let $ in p)if(!($==="then"||$==="status"||$==="body"||$==="error")){let w={instancePath:r+"/cancelRules/ended",schemaPath:"\
#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:X,
data:p};e===null?e=[w]:e.push(w),s++}if(p.then!==void 0){let $=p.then,w=s,S=X.properties.then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refu\
sed")){let I={instancePath:r+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:X.properties.then.
enum},message:"must be equal to one of the allowed values",schema:X.properties.then.enum,parentSchema:X.properties.then,data:$};e===null?e=[I]:e.push(I),s++}var Wo=w===
s}if(p.status!==void 0){let $=p.status,w=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let L={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/ca\
ncelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:X.properties.status.type,parentSchema:X.properties.status,
data:$};e===null?e=[L]:e.push(L),s++}let S=s;if(typeof $=="number"){if($>599||isNaN($)){let L={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/ca\
ncelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:X.properties.status,data:$};
e===null?e=[L]:e.push(L),s++}if($<200||isNaN($)){let L={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:X.properties.status,data:$};e===null?e=[L]:e.push(L),s++}}var Wo=w===
s}if(p.error!==void 0){let $=p.error,w=s,S=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.code===void 0){let E={instancePath:r+"/cancelRules/ended/error",schemaPath:"\
#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:X.properties.
error.required,parentSchema:X.properties.error,data:$};e===null?e=[E]:e.push(E),s++}if($.message===void 0){let E={instancePath:r+"/cancelRules/ended/error",schemaPath:"\
#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:X.properties.
error.required,parentSchema:X.properties.error,data:$};e===null?e=[E]:e.push(E),s++}let L=s;for(let E in $)if(!(E==="code"||E==="message")){let W={instancePath:r+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:E},message:"\
must NOT have additional properties",schema:!1,parentSchema:X.properties.error,data:$};e===null?e=[W]:e.push(W),s++}if($.code!==void 0){let E=$.code,W=s,C=s;if(typeof E==
"string"){if(ae(E)<1){let H={instancePath:r+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:X.properties.error.properties.code,data:E};e===null?e=[H]:e.push(
H),s++}}else{let H={instancePath:r+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:X.properties.error.properties.code.type,parentSchema:X.properties.error.properties.code,data:E};e===null?e=[H]:e.
push(H),s++}var Ho=W===s}if($.message!==void 0){let E=$.message,W=s,C=s;if(typeof E=="string"){if(ae(E)<1){let de={instancePath:r+"/cancelRules/ended/error/mess\
age",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:X.properties.error.properties.message,data:E};e===null?e=[de]:e.push(de),s++}}else{let de={instancePath:r+"/cancelRules/ended/erro\
r/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.properties.
error.properties.message.type,parentSchema:X.properties.error.properties.message,data:E};e===null?e=[de]:e.push(de),s++}var Ho=W===s}}else{let L={instancePath:r+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.properties.
error.type,parentSchema:X.properties.error,data:$};e===null?e=[L]:e.push(L),s++}var Wo=w===s}}else{let x={instancePath:r+"/cancelRules/ended",schemaPath:"#/$def\
s/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.type,parentSchema:X,data:p};e===null?e=[x]:e.push(x),s++}var xr=u===s,
us=P===s}if(g.cancelled!==void 0){let p=g.cancelled,P=s,u=s,v=s,j=s,f=s,q=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let x;if(p.body===void 0&&(x="body")||p.
error===void 0&&(x="error")){let $={};e===null?e=[$]:e.push($),s++}}var Md=q===s;if(Md){let x={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cance\
lRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:X.allOf[0].not,parentSchema:X.allOf[0],data:p};e===null?e=[x]:e.push(x),s++}else s=
f,e!==null&&(f?e.length=f:e=null);var oa=j===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let $={instancePath:r+"/cancelRules/cancelled",schemaPath:"\
#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:X.required,parentSchema:X,data:p};
e===null?e=[$]:e.push($),s++}let x=s;for(let $ in p)if(!($==="then"||$==="status"||$==="body"||$==="error")){let w={instancePath:r+"/cancelRules/cancelled",schemaPath:"\
#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:X,
data:p};e===null?e=[w]:e.push(w),s++}if(p.then!==void 0){let $=p.then,w=s,S=X.properties.then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refu\
sed")){let I={instancePath:r+"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:X.properties.
then.enum},message:"must be equal to one of the allowed values",schema:X.properties.then.enum,parentSchema:X.properties.then,data:$};e===null?e=[I]:e.push(I),s++}
var Ko=w===s}if(p.status!==void 0){let $=p.status,w=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let L={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"\
#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:X.properties.status.type,parentSchema:X.properties.
status,data:$};e===null?e=[L]:e.push(L),s++}let S=s;if(typeof $=="number"){if($>599||isNaN($)){let L={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"\
#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:X.properties.
status,data:$};e===null?e=[L]:e.push(L),s++}if($<200||isNaN($)){let L={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/\
status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:X.properties.status,data:$};e===null?e=[L]:
e.push(L),s++}}var Ko=w===s}if(p.error!==void 0){let $=p.error,w=s,S=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.code===void 0){let E={instancePath:r+"/\
cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have req\
uired property 'code'",schema:X.properties.error.required,parentSchema:X.properties.error,data:$};e===null?e=[E]:e.push(E),s++}if($.message===void 0){let E={instancePath:r+
"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must hav\
e required property 'message'",schema:X.properties.error.required,parentSchema:X.properties.error,data:$};e===null?e=[E]:e.push(E),s++}let L=s;for(let E in $)if(!(E===
"code"||E==="message")){let W={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:E},message:"must NOT have additional properties",schema:!1,parentSchema:X.properties.error,data:$};e===null?e=[W]:e.
push(W),s++}if($.code!==void 0){let E=$.code,W=s,C=s;if(typeof E=="string"){if(ae(E)<1){let H={instancePath:r+"/cancelRules/cancelled/error/code",schemaPath:"#/\
$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:X.
properties.error.properties.code,data:E};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancel\
Rule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.properties.error.properties.code.type,parentSchema:X.
properties.error.properties.code,data:E};e===null?e=[H]:e.push(H),s++}var Ld=W===s}if($.message!==void 0){let E=$.message,W=s,C=s;if(typeof E=="string"){if(ae(E)<
1){let de={instancePath:r+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:X.properties.error.properties.message,data:E};e===null?e=[de]:e.push(de),
s++}}else{let de={instancePath:r+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:X.properties.error.properties.message.type,parentSchema:X.properties.error.properties.message,data:E};e===
null?e=[de]:e.push(de),s++}var Ld=W===s}}else{let L={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:X.properties.error.type,parentSchema:X.properties.error,data:$};e===null?e=[L]:e.push(L),s++}var Ko=w===
s}}else{let x={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.
type,parentSchema:X,data:p};e===null?e=[x]:e.push(x),s++}var yy=u===s,us=P===s}if(g.source!==void 0){let p=g.source,P=s,u=s,v=s;if(typeof p=="string"){if(ae(p)<
1){let f={instancePath:r+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 ch\
aracters",schema:1,parentSchema:re,data:p};e===null?e=[f]:e.push(f),s++}}else{let f={instancePath:r+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:p};e===null?e=[f]:e.push(f),s++}var Fd=u===s,us=P===s}}else{let O={instancePath:r+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.cancelRules.type,parentSchema:m.
properties.cancelRules,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}if(t.disagreements!==void 0){let g=t.disagreements,Q=s,c=s;if(Array.isArray(g)){let O=!0,
p=g.length;for(let P=0;P<p;P++){let u=g[P],v=s,j=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.topic===void 0){let q={instancePath:r+"/disagreements/"+P,schemaPath:"\
#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:m.properties.
disagreements.items.required,parentSchema:m.properties.disagreements.items,data:u};e===null?e=[q]:e.push(q),s++}if(u.between===void 0){let q={instancePath:r+"/d\
isagreements/"+P,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required proper\
ty 'between'",schema:m.properties.disagreements.items.required,parentSchema:m.properties.disagreements.items,data:u};e===null?e=[q]:e.push(q),s++}if(u.follows===
void 0){let q={instancePath:r+"/disagreements/"+P,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:m.properties.disagreements.items.required,parentSchema:m.properties.disagreements.items,data:u};e===null?e=[q]:e.push(
q),s++}let f=s;for(let q in u)if(!(q==="topic"||q==="between"||q==="follows")){let T={instancePath:r+"/disagreements/"+P,schemaPath:"#/properties/disagreements/\
items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have additional properties",schema:!1,parentSchema:m.
properties.disagreements.items,data:u};e===null?e=[T]:e.push(T),s++}if(u.topic!==void 0){let q=u.topic,T=s,x=s;if(typeof q=="string"){if(ae(q)<1){let $={instancePath:r+
"/disagreements/"+P+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:m.properties.disagreements.items.properties.topic,data:q};e===null?e=[$]:e.push($),s++}}else{let $={instancePath:r+
"/disagreements/"+P+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:m.properties.disagreements.items.properties.topic.type,parentSchema:m.properties.disagreements.items.properties.topic,data:q};e===null?e=[$]:e.push($),s++}
var hs=T===s}if(u.between!==void 0){let q=u.between,T=s,x=s;if(Array.isArray(q)){if(q.length<1){let I={instancePath:r+"/disagreements/"+P+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.
properties.disagreements.items.properties.between,data:q};e===null?e=[I]:e.push(I),s++}let w=!0,S=q.length;for(let I=0;I<S;I++){let L=q[I],E=s,W=s,C=s;if(typeof L==
"string"){if(ae(L)<1){let H={instancePath:r+"/disagreements/"+P+"/between/"+I,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:L};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/disagreements/"+P+"/between/"+
I,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:L};e===null?e=[H]:e.push(H),
s++}var gy=W===s,k=E===s;k||(w=!1)}}else{let w={instancePath:r+"/disagreements/"+P+"/between",schemaPath:"#/properties/disagreements/items/properties/between/ty\
pe",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.disagreements.items.properties.between.type,parentSchema:m.properties.disagreements.
items.properties.between,data:q};e===null?e=[w]:e.push(w),s++}var hs=T===s}if(u.follows!==void 0){let q=u.follows,T=s,x=s;if(typeof q=="string"){if(ae(q)<1){let w={
instancePath:r+"/disagreements/"+P+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.disagreements.items.properties.follows,data:q};e===null?e=[w]:e.push(w),s++}}else{let w={
instancePath:r+"/disagreements/"+P+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:m.properties.disagreements.items.properties.follows.type,parentSchema:m.properties.disagreements.items.properties.follows,data:q};e===null?
e=[w]:e.push(w),s++}var hs=T===s}}else{let f={instancePath:r+"/disagreements/"+P,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:m.properties.disagreements.items.type,parentSchema:m.properties.disagreements.items,data:u};e===null?e=[f]:e.push(f),s++}
var ke=v===s;ke||(O=!1)}}else{let O={instancePath:r+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:m.properties.disagreements.type,parentSchema:m.properties.disagreements,data:g};e===null?e=[O]:e.push(O),s++}var l=Q===s}}else{let Xe={instancePath:r,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.type,parentSchema:m,data:t};e===null?e=[Xe]:e.push(Xe),s++}return sn.
errors=e,s===0}sn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Os=ie(De=>{"use strict";Object.defineProperty(De,"__esModule",{value:!0});De.regexpCode=De.getEsmExportName=De.getProperty=De.safeStringify=De.stringify=De.
strConcat=De.addCodeArg=De.str=De._=De.nil=De._Code=De.Name=De.IDENTIFIER=De._CodeOrName=void 0;var ua=class{};De._CodeOrName=ua;De.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var Kr=class extends ua{constructor(r){if(super(),!De.IDENTIFIER.test(r))throw new Error("CodeGen: name must be a valid identifier");this.str=r}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};De.Name=Kr;var Mt=class extends ua{constructor(r){super(),this._items=typeof r=="string"?[r]:r}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let r=this._items[0];return r===""||r==='""'}get str(){var r;return(r=this._str)!==null&&r!==void 0?
r:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var r;return(r=this._names)!==null&&r!==void 0?r:this._names=this._items.reduce((a,n)=>(n instanceof
Kr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};De._Code=Mt;De.nil=new Mt("");function kc(t,...r){let a=[t[0]],n=0;for(;n<r.length;)di(a,r[n]),a.push(t[++n]);return new Mt(
a)}De._=kc;var pi=new Mt("+");function Pc(t,...r){let a=[ha(t[0])],n=0;for(;n<r.length;)a.push(pi),di(a,r[n]),a.push(pi,ha(t[++n]));return eg(a),new Mt(a)}De.str=
Pc;function di(t,r){r instanceof Mt?t.push(...r._items):r instanceof Kr?t.push(r):t.push(sg(r))}De.addCodeArg=di;function eg(t){let r=1;for(;r<t.length-1;){if(t[r]===
pi){let a=tg(t[r-1],t[r+1]);if(a!==void 0){t.splice(r-1,3,a);continue}t[r++]="+"}r++}}function tg(t,r){if(r==='""')return t;if(t==='""')return r;if(typeof t=="s\
tring")return r instanceof Kr||t[t.length-1]!=='"'?void 0:typeof r!="string"?`${t.slice(0,-1)}${r}"`:r[0]==='"'?t.slice(0,-1)+r.slice(1):void 0;if(typeof r=="st\
ring"&&r[0]==='"'&&!(t instanceof Kr))return`"${t}${r.slice(1)}`}function rg(t,r){return r.emptyStr()?t:t.emptyStr()?r:Pc`${t}${r}`}De.strConcat=rg;function sg(t){
return typeof t=="number"||typeof t=="boolean"||t===null?t:ha(Array.isArray(t)?t.join(","):t)}function ag(t){return new Mt(ha(t))}De.stringify=ag;function ha(t){
return JSON.stringify(t).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}De.safeStringify=ha;function ng(t){return typeof t=="string"&&De.IDENTIFIER.test(
t)?new Mt(`.${t}`):kc`[${t}]`}De.getProperty=ng;function og(t){if(typeof t=="string"&&De.IDENTIFIER.test(t))return new Mt(`${t}`);throw new Error(`CodeGen: inva\
lid export name: ${t}, use explicit $id name mapping`)}De.getEsmExportName=og;function ig(t){return new Mt(t.toString())}De.regexpCode=ig});var li=ie(qt=>{"use strict";Object.defineProperty(qt,"__esModule",{value:!0});qt.ValueScope=qt.ValueScopeName=qt.Scope=qt.varKinds=qt.UsedValueState=void 0;var xt=Os(),
ci=class extends Error{constructor(r){super(`CodeGen: "code" for ${r} not defined`),this.value=r.value}},un;(function(t){t[t.Started=0]="Started",t[t.Completed=
1]="Completed"})(un||(qt.UsedValueState=un={}));qt.varKinds={const:new xt.Name("const"),let:new xt.Name("let"),var:new xt.Name("var")};var hn=class{constructor({
prefixes:r,parent:a}={}){this._names={},this._prefixes=r,this._parent=a}toName(r){return r instanceof xt.Name?r:this.name(r)}name(r){return new xt.Name(this._newName(
r))}_newName(r){let a=this._names[r]||this._nameGroup(r);return`${r}${a.index++}`}_nameGroup(r){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(r)||this._prefixes&&!this._prefixes.has(r))throw new Error(`CodeGen: prefix "${r}" is not allowed in this scope`);return this._names[r]=
{prefix:r,index:0}}};qt.Scope=hn;var fn=class extends xt.Name{constructor(r,a){super(a),this.prefix=r}setValue(r,{property:a,itemIndex:n}){this.value=r,this.scopePath=
(0,xt._)`.${new xt.Name(a)}[${n}]`}};qt.ValueScopeName=fn;var pg=(0,xt._)`\n`,mi=class extends hn{constructor(r){super(r),this._values={},this._scope=r.scope,this.
opts={...r,_n:r.lines?pg:xt.nil}}get(){return this._scope}name(r){return new fn(r,this._newName(r))}value(r,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(r),{prefix:i}=o,e=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let l=s.get(e);if(l)return l}else
s=this._values[i]=new Map;s.set(e,o);let d=this._scope[i]||(this._scope[i]=[]),y=d.length;return d[y]=a.ref,o.setValue(a,{property:i,itemIndex:y}),o}getValue(r,a){
let n=this._values[r];if(n)return n.get(a)}scopeRefs(r,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,xt._)`${r}${n.scopePath}`})}scopeCode(r=this._values,a,n){return this._reduceValues(r,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(r,a,n={},o){let i=xt.nil;for(let e in r){let s=r[e];if(!s)continue;let d=n[e]=n[e]||new Map;
s.forEach(y=>{if(d.has(y))return;d.set(y,un.Started);let l=a(y);if(l){let b=this.opts.es5?qt.varKinds.var:qt.varKinds.const;i=(0,xt._)`${i}${b} ${y} = ${l};${this.
opts._n}`}else if(l=o?.(y))i=(0,xt._)`${i}${l}${this.opts._n}`;else throw new ci(y);d.set(y,un.Completed)})}return i}};qt.ValueScope=mi});var Me=ie(Ee=>{"use strict";Object.defineProperty(Ee,"__esModule",{value:!0});Ee.or=Ee.and=Ee.not=Ee.CodeGen=Ee.operators=Ee.varKinds=Ee.ValueScopeName=Ee.ValueScope=
Ee.Scope=Ee.Name=Ee.regexpCode=Ee.stringify=Ee.getProperty=Ee.nil=Ee.strConcat=Ee.str=Ee._=void 0;var Fe=Os(),Ht=li(),Tr=Os();Object.defineProperty(Ee,"_",{enumerable:!0,
get:function(){return Tr._}});Object.defineProperty(Ee,"str",{enumerable:!0,get:function(){return Tr.str}});Object.defineProperty(Ee,"strConcat",{enumerable:!0,
get:function(){return Tr.strConcat}});Object.defineProperty(Ee,"nil",{enumerable:!0,get:function(){return Tr.nil}});Object.defineProperty(Ee,"getProperty",{enumerable:!0,
get:function(){return Tr.getProperty}});Object.defineProperty(Ee,"stringify",{enumerable:!0,get:function(){return Tr.stringify}});Object.defineProperty(Ee,"rege\
xpCode",{enumerable:!0,get:function(){return Tr.regexpCode}});Object.defineProperty(Ee,"Name",{enumerable:!0,get:function(){return Tr.Name}});var wn=li();Object.
defineProperty(Ee,"Scope",{enumerable:!0,get:function(){return wn.Scope}});Object.defineProperty(Ee,"ValueScope",{enumerable:!0,get:function(){return wn.ValueScope}});
Object.defineProperty(Ee,"ValueScopeName",{enumerable:!0,get:function(){return wn.ValueScopeName}});Object.defineProperty(Ee,"varKinds",{enumerable:!0,get:function(){
return wn.varKinds}});Ee.operators={GT:new Fe._Code(">"),GTE:new Fe._Code(">="),LT:new Fe._Code("<"),LTE:new Fe._Code("<="),EQ:new Fe._Code("==="),NEQ:new Fe._Code(
"!=="),NOT:new Fe._Code("!"),OR:new Fe._Code("||"),AND:new Fe._Code("&&"),ADD:new Fe._Code("+")};var fr=class{optimizeNodes(){return this}optimizeNames(r,a){return this}},
ui=class extends fr{constructor(r,a,n){super(),this.varKind=r,this.name=a,this.rhs=n}render({es5:r,_n:a}){let n=r?Ht.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(r,a){if(r[this.name.str])return this.rhs&&(this.rhs=As(this.rhs,r,a)),this}get names(){return this.
rhs instanceof Fe._CodeOrName?this.rhs.names:{}}},yn=class extends fr{constructor(r,a,n){super(),this.lhs=r,this.rhs=a,this.sideEffects=n}render({_n:r}){return`${this.
lhs} = ${this.rhs};`+r}optimizeNames(r,a){if(!(this.lhs instanceof Fe.Name&&!r[this.lhs.str]&&!this.sideEffects))return this.rhs=As(this.rhs,r,a),this}get names(){
let r=this.lhs instanceof Fe.Name?{}:{...this.lhs.names};return bn(r,this.rhs)}},hi=class extends yn{constructor(r,a,n,o){super(r,n,o),this.op=a}render({_n:r}){
return`${this.lhs} ${this.op}= ${this.rhs};`+r}},fi=class extends fr{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`${this.label}:`+r}},
yi=class extends fr{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`break${this.label?` ${this.label}`:""};`+r}},gi=class extends fr{constructor(r){
super(),this.error=r}render({_n:r}){return`throw ${this.error};`+r}get names(){return this.error.names}},bi=class extends fr{constructor(r){super(),this.code=r}render({
_n:r}){return`${this.code};`+r}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(r,a){return this.code=As(this.code,r,a),this}get names(){return this.
code instanceof Fe._CodeOrName?this.code.names:{}}},fa=class extends fr{constructor(r=[]){super(),this.nodes=r}render(r){return this.nodes.reduce((a,n)=>a+n.render(
r),"")}optimizeNodes(){let{nodes:r}=this,a=r.length;for(;a--;){let n=r[a].optimizeNodes();Array.isArray(n)?r.splice(a,1,...n):n?r[a]=n:r.splice(a,1)}return r.length>
0?this:void 0}optimizeNames(r,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(r,a)||(dg(r,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((r,a)=>Zr(r,a.names),{})}},yr=class extends fa{render(r){return"{"+r._n+super.render(r)+"}"+r._n}},wi=class extends fa{},js=class extends yr{};
js.kind="else";var Br=class t extends yr{constructor(r,a){super(a),this.condition=r}render(r){let a=`if(${this.condition})`+super.render(r);return this.else&&(a+=
"else "+this.else.render(r)),a}optimizeNodes(){super.optimizeNodes();let r=this.condition;if(r===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new js(n):n}if(a)return r===!1?a instanceof t?a:a.nodes:this.nodes.length?this:new t($c(r),a instanceof t?[a]:a.nodes);if(!(r===!1||
!this.nodes.length))return this}optimizeNames(r,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(r,a),!!(super.optimizeNames(r,a)||
this.else))return this.condition=As(this.condition,r,a),this}get names(){let r=super.names;return bn(r,this.condition),this.else&&Zr(r,this.else.names),r}};Br.kind=
"if";var Gr=class extends yr{};Gr.kind="for";var vi=class extends Gr{constructor(r){super(),this.iteration=r}render(r){return`for(${this.iteration})`+super.render(
r)}optimizeNames(r,a){if(super.optimizeNames(r,a))return this.iteration=As(this.iteration,r,a),this}get names(){return Zr(super.names,this.iteration.names)}},ki=class extends Gr{constructor(r,a,n,o){
super(),this.varKind=r,this.name=a,this.from=n,this.to=o}render(r){let a=r.es5?Ht.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(r)}get names(){let r=bn(super.names,this.from);return bn(r,this.to)}},gn=class extends Gr{constructor(r,a,n,o){super(),this.loop=
r,this.varKind=a,this.name=n,this.iterable=o}render(r){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(r)}optimizeNames(r,a){
if(super.optimizeNames(r,a))return this.iterable=As(this.iterable,r,a),this}get names(){return Zr(super.names,this.iterable.names)}},ya=class extends yr{constructor(r,a,n){
super(),this.name=r,this.args=a,this.async=n}render(r){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(r)}};ya.kind="func";var ga=class extends fa{render(r){
return"return "+super.render(r)}};ga.kind="return";var Pi=class extends yr{render(r){let a="try"+super.render(r);return this.catch&&(a+=this.catch.render(r)),this.
finally&&(a+=this.finally.render(r)),a}optimizeNodes(){var r,a;return super.optimizeNodes(),(r=this.catch)===null||r===void 0||r.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(r,a){var n,o;return super.optimizeNames(r,a),(n=this.catch)===null||n===void 0||n.optimizeNames(r,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(r,a),this}get names(){let r=super.names;return this.catch&&Zr(r,this.catch.names),this.finally&&Zr(r,this.finally.names),
r}},ba=class extends yr{constructor(r){super(),this.error=r}render(r){return`catch(${this.error})`+super.render(r)}};ba.kind="catch";var wa=class extends yr{render(r){
return"finally"+super.render(r)}};wa.kind="finally";var $i=class{constructor(r,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=r,this._scope=new Ht.Scope({parent:r}),this._nodes=[new wi]}toString(){return this._root.render(this.opts)}name(r){return this._scope.name(
r)}scopeName(r){return this._extScope.name(r)}scopeValue(r,a){let n=this._extScope.value(r,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(r,a){return this._extScope.getValue(r,a)}scopeRefs(r){return this._extScope.scopeRefs(r,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(r,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new ui(r,i,n)),i}const(r,a,n){return this.
_def(Ht.varKinds.const,r,a,n)}let(r,a,n){return this._def(Ht.varKinds.let,r,a,n)}var(r,a,n){return this._def(Ht.varKinds.var,r,a,n)}assign(r,a,n){return this._leafNode(
new yn(r,a,n))}add(r,a){return this._leafNode(new hi(r,Ee.operators.ADD,a))}code(r){return typeof r=="function"?r():r!==Fe.nil&&this._leafNode(new bi(r)),this}object(...r){
let a=["{"];for(let[n,o]of r)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Fe.addCodeArg)(a,o));return a.push("}"),new Fe._Code(a)}if(r,a,n){
if(this._blockNode(new Br(r)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(r){return this._elseNode(new Br(r))}else(){return this._elseNode(new js)}endIf(){return this._endBlockNode(Br,js)}_for(r,a){return this.
_blockNode(r),a&&this.code(a).endFor(),this}for(r,a){return this._for(new vi(r),a)}forRange(r,a,n,o,i=this.opts.es5?Ht.varKinds.var:Ht.varKinds.let){let e=this.
_scope.toName(r);return this._for(new ki(i,e,a,n),()=>o(e))}forOf(r,a,n,o=Ht.varKinds.const){let i=this._scope.toName(r);if(this.opts.es5){let e=a instanceof Fe.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Fe._)`${e}.length`,s=>{this.var(i,(0,Fe._)`${e}[${s}]`),n(i)})}return this._for(new gn("of",o,i,a),()=>n(
i))}forIn(r,a,n,o=this.opts.es5?Ht.varKinds.var:Ht.varKinds.const){if(this.opts.ownProperties)return this.forOf(r,(0,Fe._)`Object.keys(${a})`,n);let i=this._scope.
toName(r);return this._for(new gn("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(Gr)}label(r){return this._leafNode(new fi(r))}break(r){return this._leafNode(
new yi(r))}return(r){let a=new ga;if(this._blockNode(a),this.code(r),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
ga)}try(r,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new Pi;if(this._blockNode(o),this.code(r),a){let i=this.name("e");
this._currNode=o.catch=new ba(i),a(i)}return n&&(this._currNode=o.finally=new wa,this.code(n)),this._endBlockNode(ba,wa)}throw(r){return this._leafNode(new gi(r))}block(r,a){
return this._blockStarts.push(this._nodes.length),r&&this.code(r).endBlock(a),this}endBlock(r){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||r!==void 0&&n!==r)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${r} expected`);
return this._nodes.length=a,this}func(r,a=Fe.nil,n,o){return this._blockNode(new ya(r,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(ya)}optimize(r=1){
for(;r-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(r){return this._currNode.nodes.push(r),this}_blockNode(r){
this._currNode.nodes.push(r),this._nodes.push(r)}_endBlockNode(r,a){let n=this._currNode;if(n instanceof r||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${r.kind}/${a.kind}`:r.kind}"`)}_elseNode(r){let a=this._currNode;if(!(a instanceof Br))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=r,this}get _root(){return this._nodes[0]}get _currNode(){let r=this._nodes;return r[r.length-1]}set _currNode(r){let a=this._nodes;
a[a.length-1]=r}};Ee.CodeGen=$i;function Zr(t,r){for(let a in r)t[a]=(t[a]||0)+(r[a]||0);return t}function bn(t,r){return r instanceof Fe._CodeOrName?Zr(t,r.names):
t}function As(t,r,a){if(t instanceof Fe.Name)return n(t);if(!o(t))return t;return new Fe._Code(t._items.reduce((i,e)=>(e instanceof Fe.Name&&(e=n(e)),e instanceof
Fe._Code?i.push(...e._items):i.push(e),i),[]));function n(i){let e=a[i.str];return e===void 0||r[i.str]!==1?i:(delete r[i.str],e)}function o(i){return i instanceof
Fe._Code&&i._items.some(e=>e instanceof Fe.Name&&r[e.str]===1&&a[e.str]!==void 0)}}function dg(t,r){for(let a in r)t[a]=(t[a]||0)-(r[a]||0)}function $c(t){return typeof t==
"boolean"||typeof t=="number"||t===null?!t:(0,Fe._)`!${Si(t)}`}Ee.not=$c;var cg=Sc(Ee.operators.AND);function mg(...t){return t.reduce(cg)}Ee.and=mg;var lg=Sc(Ee.
operators.OR);function ug(...t){return t.reduce(lg)}Ee.or=ug;function Sc(t){return(r,a)=>r===Fe.nil?a:a===Fe.nil?r:(0,Fe._)`${Si(r)} ${t} ${Si(a)}`}function Si(t){
return t instanceof Fe.Name?t:(0,Fe._)`(${t})`}});var ze=ie(Le=>{"use strict";Object.defineProperty(Le,"__esModule",{value:!0});Le.checkStrictMode=Le.getErrorPath=Le.Type=Le.useFunc=Le.setEvaluated=Le.evaluatedPropsToName=
Le.mergeEvaluated=Le.eachItem=Le.unescapeJsonPointer=Le.escapeJsonPointer=Le.escapeFragment=Le.unescapeFragment=Le.schemaRefOrVal=Le.schemaHasRulesButRef=Le.schemaHasRules=
Le.checkUnknownRules=Le.alwaysValidSchema=Le.toHash=void 0;var Ge=Me(),hg=Os();function fg(t){let r={};for(let a of t)r[a]=!0;return r}Le.toHash=fg;function yg(t,r){
return typeof r=="boolean"?r:Object.keys(r).length===0?!0:(qc(t,r),!Oc(r,t.self.RULES.all))}Le.alwaysValidSchema=yg;function qc(t,r=t.schema){let{opts:a,self:n}=t;
if(!a.strictSchema||typeof r=="boolean")return;let o=n.RULES.keywords;for(let i in r)o[i]||Tc(t,`unknown keyword: "${i}"`)}Le.checkUnknownRules=qc;function Oc(t,r){
if(typeof t=="boolean")return!t;for(let a in t)if(r[a])return!0;return!1}Le.schemaHasRules=Oc;function gg(t,r){if(typeof t=="boolean")return!t;for(let a in t)if(a!==
"$ref"&&r.all[a])return!0;return!1}Le.schemaHasRulesButRef=gg;function bg({topSchemaRef:t,schemaPath:r},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,Ge._)`${a}`}return(0,Ge._)`${t}${r}${(0,Ge.getProperty)(n)}`}Le.schemaRefOrVal=bg;function wg(t){return jc(decodeURIComponent(
t))}Le.unescapeFragment=wg;function vg(t){return encodeURIComponent(xi(t))}Le.escapeFragment=vg;function xi(t){return typeof t=="number"?`${t}`:t.replace(/~/g,"\
~0").replace(/\//g,"~1")}Le.escapeJsonPointer=xi;function jc(t){return t.replace(/~1/g,"/").replace(/~0/g,"~")}Le.unescapeJsonPointer=jc;function kg(t,r){if(Array.
isArray(t))for(let a of t)r(a);else r(t)}Le.eachItem=kg;function _c({mergeNames:t,mergeToName:r,mergeValues:a,resultToName:n}){return(o,i,e,s)=>{let d=e===void 0?
i:e instanceof Ge.Name?(i instanceof Ge.Name?t(o,i,e):r(o,i,e),e):i instanceof Ge.Name?(r(o,e,i),i):a(i,e);return s===Ge.Name&&!(d instanceof Ge.Name)?n(o,d):d}}
Le.mergeEvaluated={props:_c({mergeNames:(t,r,a)=>t.if((0,Ge._)`${a} !== true && ${r} !== undefined`,()=>{t.if((0,Ge._)`${r} === true`,()=>t.assign(a,!0),()=>t.assign(
a,(0,Ge._)`${a} || {}`).code((0,Ge._)`Object.assign(${a}, ${r})`))}),mergeToName:(t,r,a)=>t.if((0,Ge._)`${a} !== true`,()=>{r===!0?t.assign(a,!0):(t.assign(a,(0,Ge.
_)`${a} || {}`),qi(t,a,r))}),mergeValues:(t,r)=>t===!0?!0:{...t,...r},resultToName:Ac}),items:_c({mergeNames:(t,r,a)=>t.if((0,Ge._)`${a} !== true && ${r} !== undefined`,
()=>t.assign(a,(0,Ge._)`${r} === true ? true : ${a} > ${r} ? ${a} : ${r}`)),mergeToName:(t,r,a)=>t.if((0,Ge._)`${a} !== true`,()=>t.assign(a,r===!0?!0:(0,Ge._)`${a} > ${r} ? ${a} : ${r}`)),
mergeValues:(t,r)=>t===!0?!0:Math.max(t,r),resultToName:(t,r)=>t.var("items",r)})};function Ac(t,r){if(r===!0)return t.var("props",!0);let a=t.var("props",(0,Ge.
_)`{}`);return r!==void 0&&qi(t,a,r),a}Le.evaluatedPropsToName=Ac;function qi(t,r,a){Object.keys(a).forEach(n=>t.assign((0,Ge._)`${r}${(0,Ge.getProperty)(n)}`,!0))}
Le.setEvaluated=qi;var xc={};function Pg(t,r){return t.scopeValue("func",{ref:r,code:xc[r.code]||(xc[r.code]=new hg._Code(r.code))})}Le.useFunc=Pg;var _i;(function(t){
t[t.Num=0]="Num",t[t.Str=1]="Str"})(_i||(Le.Type=_i={}));function $g(t,r,a){if(t instanceof Ge.Name){let n=r===_i.Num;return a?n?(0,Ge._)`"[" + ${t} + "]"`:(0,Ge.
_)`"['" + ${t} + "']"`:n?(0,Ge._)`"/" + ${t}`:(0,Ge._)`"/" + ${t}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,Ge.getProperty)(t).toString():"/"+xi(t)}
Le.getErrorPath=$g;function Tc(t,r,a=t.opts.strictSchema){if(a){if(r=`strict mode: ${r}`,a===!0)throw new Error(r);t.self.logger.warn(r)}}Le.checkStrictMode=Tc});var gr=ie(Oi=>{"use strict";Object.defineProperty(Oi,"__esModule",{value:!0});var ut=Me(),Sg={data:new ut.Name("data"),valCxt:new ut.Name("valCxt"),instancePath:new ut.
Name("instancePath"),parentData:new ut.Name("parentData"),parentDataProperty:new ut.Name("parentDataProperty"),rootData:new ut.Name("rootData"),dynamicAnchors:new ut.
Name("dynamicAnchors"),vErrors:new ut.Name("vErrors"),errors:new ut.Name("errors"),this:new ut.Name("this"),self:new ut.Name("self"),scope:new ut.Name("scope"),
json:new ut.Name("json"),jsonPos:new ut.Name("jsonPos"),jsonLen:new ut.Name("jsonLen"),jsonPart:new ut.Name("jsonPart")};Oi.default=Sg});var va=ie(ht=>{"use strict";Object.defineProperty(ht,"__esModule",{value:!0});ht.extendErrors=ht.resetErrorsCount=ht.reportExtraError=ht.reportError=ht.keyword$DataError=
ht.keywordError=void 0;var Ue=Me(),vn=ze(),kt=gr();ht.keywordError={message:({keyword:t})=>(0,Ue.str)`must pass "${t}" keyword validation`};ht.keyword$DataError=
{message:({keyword:t,schemaType:r})=>r?(0,Ue.str)`"${t}" keyword must be ${r} ($data)`:(0,Ue.str)`"${t}" keyword is invalid ($data)`};function _g(t,r=ht.keywordError,a,n){
let{it:o}=t,{gen:i,compositeRule:e,allErrors:s}=o,d=Ic(t,r,a);n??(e||s)?Nc(i,d):Rc(o,(0,Ue._)`[${d}]`)}ht.reportError=_g;function xg(t,r=ht.keywordError,a){let{
it:n}=t,{gen:o,compositeRule:i,allErrors:e}=n,s=Ic(t,r,a);Nc(o,s),i||e||Rc(n,kt.default.vErrors)}ht.reportExtraError=xg;function qg(t,r){t.assign(kt.default.errors,
r),t.if((0,Ue._)`${kt.default.vErrors} !== null`,()=>t.if(r,()=>t.assign((0,Ue._)`${kt.default.vErrors}.length`,r),()=>t.assign(kt.default.vErrors,null)))}ht.resetErrorsCount=
qg;function Og({gen:t,keyword:r,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let e=t.name("err");t.forRange(
"i",o,kt.default.errors,s=>{t.const(e,(0,Ue._)`${kt.default.vErrors}[${s}]`),t.if((0,Ue._)`${e}.instancePath === undefined`,()=>t.assign((0,Ue._)`${e}.instancePath`,
(0,Ue.strConcat)(kt.default.instancePath,i.errorPath))),t.assign((0,Ue._)`${e}.schemaPath`,(0,Ue.str)`${i.errSchemaPath}/${r}`),i.opts.verbose&&(t.assign((0,Ue.
_)`${e}.schema`,a),t.assign((0,Ue._)`${e}.data`,n))})}ht.extendErrors=Og;function Nc(t,r){let a=t.const("err",r);t.if((0,Ue._)`${kt.default.vErrors} === null`,()=>t.
assign(kt.default.vErrors,(0,Ue._)`[${a}]`),(0,Ue._)`${kt.default.vErrors}.push(${a})`),t.code((0,Ue._)`${kt.default.errors}++`)}function Rc(t,r){let{gen:a,validateName:n,
schemaEnv:o}=t;o.$async?a.throw((0,Ue._)`new ${t.ValidationError}(${r})`):(a.assign((0,Ue._)`${n}.errors`,r),a.return(!1))}var Qr={keyword:new Ue.Name("keyword"),
schemaPath:new Ue.Name("schemaPath"),params:new Ue.Name("params"),propertyName:new Ue.Name("propertyName"),message:new Ue.Name("message"),schema:new Ue.Name("sc\
hema"),parentSchema:new Ue.Name("parentSchema")};function Ic(t,r,a){let{createErrors:n}=t.it;return n===!1?(0,Ue._)`{}`:jg(t,r,a)}function jg(t,r,a={}){let{gen:n,
it:o}=t,i=[Ag(o,a),Tg(t,a)];return Ng(t,r,i),n.object(...i)}function Ag({errorPath:t},{instancePath:r}){let a=r?(0,Ue.str)`${t}${(0,vn.getErrorPath)(r,vn.Type.Str)}`:
t;return[kt.default.instancePath,(0,Ue.strConcat)(kt.default.instancePath,a)]}function Tg({keyword:t,it:{errSchemaPath:r}},{schemaPath:a,parentSchema:n}){let o=n?
r:(0,Ue.str)`${r}/${t}`;return a&&(o=(0,Ue.str)`${o}${(0,vn.getErrorPath)(a,vn.Type.Str)}`),[Qr.schemaPath,o]}function Ng(t,{params:r,message:a},n){let{keyword:o,
data:i,schemaValue:e,it:s}=t,{opts:d,propertyName:y,topSchemaRef:l,schemaPath:b}=s;n.push([Qr.keyword,o],[Qr.params,typeof r=="function"?r(t):r||(0,Ue._)`{}`]),
d.messages&&n.push([Qr.message,typeof a=="function"?a(t):a]),d.verbose&&n.push([Qr.schema,e],[Qr.parentSchema,(0,Ue._)`${l}${b}`],[kt.default.data,i]),y&&n.push(
[Qr.propertyName,y])}});var Mc=ie(Ts=>{"use strict";Object.defineProperty(Ts,"__esModule",{value:!0});Ts.boolOrEmptySchema=Ts.topBoolOrEmptySchema=void 0;var Rg=va(),Ig=Me(),Eg=gr(),Mg={
message:"boolean schema is false"};function Lg(t){let{gen:r,schema:a,validateName:n}=t;a===!1?Ec(t,!1):typeof a=="object"&&a.$async===!0?r.return(Eg.default.data):
(r.assign((0,Ig._)`${n}.errors`,null),r.return(!0))}Ts.topBoolOrEmptySchema=Lg;function Fg(t,r){let{gen:a,schema:n}=t;n===!1?(a.var(r,!1),Ec(t)):a.var(r,!0)}Ts.
boolOrEmptySchema=Fg;function Ec(t,r){let{gen:a,data:n}=t,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:t};(0,Rg.reportError)(
o,Mg,void 0,r)}});var ji=ie(Ns=>{"use strict";Object.defineProperty(Ns,"__esModule",{value:!0});Ns.getRules=Ns.isJSONType=void 0;var Vg=["string","number","integer","boolean","nu\
ll","object","array"],zg=new Set(Vg);function Ug(t){return typeof t=="string"&&zg.has(t)}Ns.isJSONType=Ug;function Jg(){let t={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...t,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},t.number,
t.string,t.array,t.object],post:{rules:[]},all:{},keywords:{}}}Ns.getRules=Jg});var Ai=ie(Nr=>{"use strict";Object.defineProperty(Nr,"__esModule",{value:!0});Nr.shouldUseRule=Nr.shouldUseGroup=Nr.schemaHasRulesForType=void 0;function Dg({schema:t,
self:r},a){let n=r.RULES.types[a];return n&&n!==!0&&Lc(t,n)}Nr.schemaHasRulesForType=Dg;function Lc(t,r){return r.rules.some(a=>Fc(t,a))}Nr.shouldUseGroup=Lc;function Fc(t,r){
var a;return t[r.keyword]!==void 0||((a=r.definition.implements)===null||a===void 0?void 0:a.some(n=>t[n]!==void 0))}Nr.shouldUseRule=Fc});var ka=ie(ft=>{"use strict";Object.defineProperty(ft,"__esModule",{value:!0});ft.reportTypeError=ft.checkDataTypes=ft.checkDataType=ft.coerceAndCheckDataType=ft.
getJSONTypes=ft.getSchemaTypes=ft.DataType=void 0;var Cg=ji(),Wg=Ai(),Hg=va(),Ae=Me(),Vc=ze(),Rs;(function(t){t[t.Correct=0]="Correct",t[t.Wrong=1]="Wrong"})(Rs||
(ft.DataType=Rs={}));function Kg(t){let r=zc(t.type);if(r.includes("null")){if(t.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!r.
length&&t.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');t.nullable===!0&&r.push("null")}return r}ft.getSchemaTypes=Kg;function zc(t){
let r=Array.isArray(t)?t:t?[t]:[];if(r.every(Cg.isJSONType))return r;throw new Error("type must be JSONType or JSONType[]: "+r.join(","))}ft.getJSONTypes=zc;function Bg(t,r){
let{gen:a,data:n,opts:o}=t,i=Gg(r,o.coerceTypes),e=r.length>0&&!(i.length===0&&r.length===1&&(0,Wg.schemaHasRulesForType)(t,r[0]));if(e){let s=Ni(r,n,o.strictNumbers,
Rs.Wrong);a.if(s,()=>{i.length?Zg(t,r,i):Ri(t)})}return e}ft.coerceAndCheckDataType=Bg;var Uc=new Set(["string","number","integer","boolean","null"]);function Gg(t,r){
return r?t.filter(a=>Uc.has(a)||r==="array"&&a==="array"):[]}function Zg(t,r,a){let{gen:n,data:o,opts:i}=t,e=n.let("dataType",(0,Ae._)`typeof ${o}`),s=n.let("co\
erced",(0,Ae._)`undefined`);i.coerceTypes==="array"&&n.if((0,Ae._)`${e} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Ae._)`${o}[0]`).
assign(e,(0,Ae._)`typeof ${o}`).if(Ni(r,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Ae._)`${s} !== undefined`);for(let y of a)(Uc.has(y)||y==="array"&&i.coerceTypes===
"array")&&d(y);n.else(),Ri(t),n.endIf(),n.if((0,Ae._)`${s} !== undefined`,()=>{n.assign(o,s),Qg(t,s)});function d(y){switch(y){case"string":n.elseIf((0,Ae._)`${e} == "number" || ${e} == "boolean"`).
assign(s,(0,Ae._)`"" + ${o}`).elseIf((0,Ae._)`${o} === null`).assign(s,(0,Ae._)`""`);return;case"number":n.elseIf((0,Ae._)`${e} == "boolean" || ${o} === null
              || (${e} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Ae._)`+${o}`);return;case"integer":n.elseIf((0,Ae._)`${e} === "boolean" || ${o} === null
              || (${e} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Ae._)`+${o}`);return;case"boolean":n.elseIf((0,Ae._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Ae._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Ae._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Ae._)`${e} === "string" || ${e} === "number"
              || ${e} === "boolean" || ${o} === null`).assign(s,(0,Ae._)`[${o}]`)}}}function Qg({gen:t,parentData:r,parentDataProperty:a},n){t.if((0,Ae._)`${r} !== undefined`,
()=>t.assign((0,Ae._)`${r}[${a}]`,n))}function Ti(t,r,a,n=Rs.Correct){let o=n===Rs.Correct?Ae.operators.EQ:Ae.operators.NEQ,i;switch(t){case"null":return(0,Ae._)`${r} ${o} null`;case"\
array":i=(0,Ae._)`Array.isArray(${r})`;break;case"object":i=(0,Ae._)`${r} && typeof ${r} == "object" && !Array.isArray(${r})`;break;case"integer":i=e((0,Ae._)`!(${r} % 1) && !isNaN(${r})`);
break;case"number":i=e();break;default:return(0,Ae._)`typeof ${r} ${o} ${t}`}return n===Rs.Correct?i:(0,Ae.not)(i);function e(s=Ae.nil){return(0,Ae.and)((0,Ae._)`typeof ${r} == "number"`,
s,a?(0,Ae._)`isFinite(${r})`:Ae.nil)}}ft.checkDataType=Ti;function Ni(t,r,a,n){if(t.length===1)return Ti(t[0],r,a,n);let o,i=(0,Vc.toHash)(t);if(i.array&&i.object){
let e=(0,Ae._)`typeof ${r} != "object"`;o=i.null?e:(0,Ae._)`!${r} || ${e}`,delete i.null,delete i.array,delete i.object}else o=Ae.nil;i.number&&delete i.integer;
for(let e in i)o=(0,Ae.and)(o,Ti(e,r,a,n));return o}ft.checkDataTypes=Ni;var Xg={message:({schema:t})=>`must be ${t}`,params:({schema:t,schemaValue:r})=>typeof t==
"string"?(0,Ae._)`{type: ${t}}`:(0,Ae._)`{type: ${r}}`};function Ri(t){let r=Yg(t);(0,Hg.reportError)(r,Xg)}ft.reportTypeError=Ri;function Yg(t){let{gen:r,data:a,
schema:n}=t,o=(0,Vc.schemaRefOrVal)(t,n,"type");return{gen:r,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:t}}});var Dc=ie(kn=>{"use strict";Object.defineProperty(kn,"__esModule",{value:!0});kn.assignDefaults=void 0;var Is=Me(),eb=ze();function tb(t,r){let{properties:a,items:n}=t.
schema;if(r==="object"&&a)for(let o in a)Jc(t,o,a[o].default);else r==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Jc(t,i,o.default))}kn.assignDefaults=tb;function Jc(t,r,a){
let{gen:n,compositeRule:o,data:i,opts:e}=t;if(a===void 0)return;let s=(0,Is._)`${i}${(0,Is.getProperty)(r)}`;if(o){(0,eb.checkStrictMode)(t,`default is ignored \
for: ${s}`);return}let d=(0,Is._)`${s} === undefined`;e.useDefaults==="empty"&&(d=(0,Is._)`${d} || ${s} === null || ${s} === ""`),n.if(d,(0,Is._)`${s} = ${(0,Is.
stringify)(a)}`)}});var Lt=ie(We=>{"use strict";Object.defineProperty(We,"__esModule",{value:!0});We.validateUnion=We.validateArray=We.usePattern=We.callValidateCode=We.schemaProperties=
We.allSchemaProperties=We.noPropertyInData=We.propertyInData=We.isOwnProperty=We.hasPropFunc=We.reportMissingProp=We.checkMissingProp=We.checkReportMissingProp=
void 0;var Ye=Me(),Ii=ze(),Rr=gr(),rb=ze();function sb(t,r){let{gen:a,data:n,it:o}=t;a.if(Mi(a,n,r,o.opts.ownProperties),()=>{t.setParams({missingProperty:(0,Ye.
_)`${r}`},!0),t.error()})}We.checkReportMissingProp=sb;function ab({gen:t,data:r,it:{opts:a}},n,o){return(0,Ye.or)(...n.map(i=>(0,Ye.and)(Mi(t,r,i,a.ownProperties),
(0,Ye._)`${o} = ${i}`)))}We.checkMissingProp=ab;function nb(t,r){t.setParams({missingProperty:r},!0),t.error()}We.reportMissingProp=nb;function Cc(t){return t.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,Ye._)`Object.prototype.hasOwnProperty`})}We.hasPropFunc=Cc;function Ei(t,r,a){return(0,Ye._)`${Cc(t)}.call(${r}, ${a})`}
We.isOwnProperty=Ei;function ob(t,r,a,n){let o=(0,Ye._)`${r}${(0,Ye.getProperty)(a)} !== undefined`;return n?(0,Ye._)`${o} && ${Ei(t,r,a)}`:o}We.propertyInData=
ob;function Mi(t,r,a,n){let o=(0,Ye._)`${r}${(0,Ye.getProperty)(a)} === undefined`;return n?(0,Ye.or)(o,(0,Ye.not)(Ei(t,r,a))):o}We.noPropertyInData=Mi;function Wc(t){
return t?Object.keys(t).filter(r=>r!=="__proto__"):[]}We.allSchemaProperties=Wc;function ib(t,r){return Wc(r).filter(a=>!(0,Ii.alwaysValidSchema)(t,r[a]))}We.schemaProperties=
ib;function pb({schemaCode:t,data:r,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:e},s,d,y){let l=y?(0,Ye._)`${t}, ${r}, ${n}${o}`:r,b=[[Rr.default.instancePath,
(0,Ye.strConcat)(Rr.default.instancePath,i)],[Rr.default.parentData,e.parentData],[Rr.default.parentDataProperty,e.parentDataProperty],[Rr.default.rootData,Rr.default.
rootData]];e.opts.dynamicRef&&b.push([Rr.default.dynamicAnchors,Rr.default.dynamicAnchors]);let A=(0,Ye._)`${l}, ${a.object(...b)}`;return d!==Ye.nil?(0,Ye._)`${s}.call(${d}, ${A})`:
(0,Ye._)`${s}(${A})`}We.callValidateCode=pb;var db=(0,Ye._)`new RegExp`;function cb({gen:t,it:{opts:r}},a){let n=r.unicodeRegExp?"u":"",{regExp:o}=r.code,i=o(a,
n);return t.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,Ye._)`${o.code==="new RegExp"?db:(0,rb.useFunc)(t,o)}(${a}, ${n})`})}We.usePattern=cb;function mb(t){
let{gen:r,data:a,keyword:n,it:o}=t,i=r.name("valid");if(o.allErrors){let s=r.let("valid",!0);return e(()=>r.assign(s,!1)),s}return r.var(i,!0),e(()=>r.break()),
i;function e(s){let d=r.const("len",(0,Ye._)`${a}.length`);r.forRange("i",0,d,y=>{t.subschema({keyword:n,dataProp:y,dataPropType:Ii.Type.Num},i),r.if((0,Ye.not)(
i),s)})}}We.validateArray=mb;function lb(t){let{gen:r,schema:a,keyword:n,it:o}=t;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(d=>(0,Ii.
alwaysValidSchema)(o,d))&&!o.opts.unevaluated)return;let e=r.let("valid",!1),s=r.name("_valid");r.block(()=>a.forEach((d,y)=>{let l=t.subschema({keyword:n,schemaProp:y,
compositeRule:!0},s);r.assign(e,(0,Ye._)`${e} || ${s}`),t.mergeValidEvaluated(l,s)||r.if((0,Ye.not)(e))})),t.result(e,()=>t.reset(),()=>t.error(!0))}We.validateUnion=
lb});var Bc=ie(nr=>{"use strict";Object.defineProperty(nr,"__esModule",{value:!0});nr.validateKeywordUsage=nr.validSchemaType=nr.funcKeywordCode=nr.macroKeywordCode=
void 0;var Pt=Me(),Xr=gr(),ub=Lt(),hb=va();function fb(t,r){let{gen:a,keyword:n,schema:o,parentSchema:i,it:e}=t,s=r.macro.call(e.self,o,i,e),d=Kc(a,n,s);e.opts.
validateSchema!==!1&&e.self.validateSchema(s,!0);let y=a.name("valid");t.subschema({schema:s,schemaPath:Pt.nil,errSchemaPath:`${e.errSchemaPath}/${n}`,topSchemaRef:d,
compositeRule:!0},y),t.pass(y,()=>t.error(!0))}nr.macroKeywordCode=fb;function yb(t,r){var a;let{gen:n,keyword:o,schema:i,parentSchema:e,$data:s,it:d}=t;bb(d,r);
let y=!s&&r.compile?r.compile.call(d.self,i,e,d):r.validate,l=Kc(n,o,y),b=n.let("valid");t.block$data(b,A),t.ok((a=r.valid)!==null&&a!==void 0?a:b);function A(){
if(r.errors===!1)R(),r.modifying&&Hc(t),V(()=>t.error());else{let J=r.async?N():F();r.modifying&&Hc(t),V(()=>gb(t,J))}}function N(){let J=n.let("ruleErrs",null);
return n.try(()=>R((0,Pt._)`await `),oe=>n.assign(b,!1).if((0,Pt._)`${oe} instanceof ${d.ValidationError}`,()=>n.assign(J,(0,Pt._)`${oe}.errors`),()=>n.throw(oe))),
J}function F(){let J=(0,Pt._)`${l}.errors`;return n.assign(J,null),R(Pt.nil),J}function R(J=r.async?(0,Pt._)`await `:Pt.nil){let oe=d.opts.passContext?Xr.default.
this:Xr.default.self,G=!("compile"in r&&!s||r.schema===!1);n.assign(b,(0,Pt._)`${J}${(0,ub.callValidateCode)(t,l,oe,G)}`,r.modifying)}function V(J){var oe;n.if(
(0,Pt.not)((oe=r.valid)!==null&&oe!==void 0?oe:b),J)}}nr.funcKeywordCode=yb;function Hc(t){let{gen:r,data:a,it:n}=t;r.if(n.parentData,()=>r.assign(a,(0,Pt._)`${n.
parentData}[${n.parentDataProperty}]`))}function gb(t,r){let{gen:a}=t;a.if((0,Pt._)`Array.isArray(${r})`,()=>{a.assign(Xr.default.vErrors,(0,Pt._)`${Xr.default.
vErrors} === null ? ${r} : ${Xr.default.vErrors}.concat(${r})`).assign(Xr.default.errors,(0,Pt._)`${Xr.default.vErrors}.length`),(0,hb.extendErrors)(t)},()=>t.error())}
function bb({schemaEnv:t},r){if(r.async&&!t.$async)throw new Error("async keyword in sync schema")}function Kc(t,r,a){if(a===void 0)throw new Error(`keyword "${r}\
" failed to compile`);return t.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Pt.stringify)(a)})}function wb(t,r,a=!1){return!r.length||r.some(
n=>n==="array"?Array.isArray(t):n==="object"?t&&typeof t=="object"&&!Array.isArray(t):typeof t==n||a&&typeof t>"u")}nr.validSchemaType=wb;function vb({schema:t,
opts:r,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let e=o.dependencies;
if(e?.some(s=>!Object.prototype.hasOwnProperty.call(t,s)))throw new Error(`parent schema must have dependencies of ${i}: ${e.join(",")}`);if(o.validateSchema&&!o.
validateSchema(t[i])){let d=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(r.validateSchema==="log")a.logger.error(
d);else throw new Error(d)}}nr.validateKeywordUsage=vb});var Zc=ie(Ir=>{"use strict";Object.defineProperty(Ir,"__esModule",{value:!0});Ir.extendSubschemaMode=Ir.extendSubschemaData=Ir.getSubschema=void 0;var or=Me(),Gc=ze();
function kb(t,{keyword:r,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:e}){if(r!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(r!==void 0){let s=t.schema[r];return a===void 0?{schema:s,schemaPath:(0,or._)`${t.schemaPath}${(0,or.getProperty)(r)}`,errSchemaPath:`${t.
errSchemaPath}/${r}`}:{schema:s[a],schemaPath:(0,or._)`${t.schemaPath}${(0,or.getProperty)(r)}${(0,or.getProperty)(a)}`,errSchemaPath:`${t.errSchemaPath}/${r}/${(0,Gc.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||e===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:e,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Ir.getSubschema=kb;function Pb(t,r,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:e}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=r;if(a!==void 0){let{errorPath:y,dataPathArr:l,opts:b}=r,A=s.let("data",(0,or._)`${r.data}${(0,or.getProperty)(a)}`,!0);d(A),t.errorPath=(0,or.str)`${y}${(0,Gc.
getErrorPath)(a,n,b.jsPropertySyntax)}`,t.parentDataProperty=(0,or._)`${a}`,t.dataPathArr=[...l,t.parentDataProperty]}if(o!==void 0){let y=o instanceof or.Name?
o:s.let("data",o,!0);d(y),e!==void 0&&(t.propertyName=e)}i&&(t.dataTypes=i);function d(y){t.data=y,t.dataLevel=r.dataLevel+1,t.dataTypes=[],r.definedProperties=
new Set,t.parentData=r.data,t.dataNames=[...r.dataNames,y]}}Ir.extendSubschemaData=Pb;function $b(t,{jtdDiscriminator:r,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(t.compositeRule=n),o!==void 0&&(t.createErrors=o),i!==void 0&&(t.allErrors=i),t.jtdDiscriminator=r,t.jtdMetadata=a}Ir.extendSubschemaMode=
$b});var Xc=ie((o_,Qc)=>{"use strict";var Er=Qc.exports=function(t,r,a){typeof r=="function"&&(a=r,r={}),a=r.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};Pn(r,n,o,t,"",t)};Er.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Er.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Er.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Er.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function Pn(t,r,a,n,o,i,e,s,d,y){if(n&&typeof n=="object"&&!Array.isArray(n)){r(n,o,i,
e,s,d,y);for(var l in n){var b=n[l];if(Array.isArray(b)){if(l in Er.arrayKeywords)for(var A=0;A<b.length;A++)Pn(t,r,a,b[A],o+"/"+l+"/"+A,i,o,l,n,A)}else if(l in
Er.propsKeywords){if(b&&typeof b=="object")for(var N in b)Pn(t,r,a,b[N],o+"/"+l+"/"+Sb(N),i,o,l,n,N)}else(l in Er.keywords||t.allKeys&&!(l in Er.skipKeywords))&&
Pn(t,r,a,b,o+"/"+l,i,o,l,n)}a(n,o,i,e,s,d,y)}}function Sb(t){return t.replace(/~/g,"~0").replace(/\//g,"~1")}});var Pa=ie(Ot=>{"use strict";Object.defineProperty(Ot,"__esModule",{value:!0});Ot.getSchemaRefs=Ot.resolveUrl=Ot.normalizeId=Ot._getFullPath=Ot.getFullPath=Ot.inlineRef=
void 0;var _b=ze(),xb=Zo(),qb=Xc(),Ob=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function jb(t,r=!0){return typeof t=="boolean"?!0:r===!0?!Li(t):r?Yc(t)<=r:!1}Ot.inlineRef=jb;var Ab=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Li(t){for(let r in t){if(Ab.has(r))return!0;let a=t[r];if(Array.isArray(a)&&
a.some(Li)||typeof a=="object"&&Li(a))return!0}return!1}function Yc(t){let r=0;for(let a in t){if(a==="$ref")return 1/0;if(r++,!Ob.has(a)&&(typeof t[a]=="object"&&
(0,_b.eachItem)(t[a],n=>r+=Yc(n)),r===1/0))return 1/0}return r}function em(t,r="",a){a!==!1&&(r=Es(r));let n=t.parse(r);return tm(t,n)}Ot.getFullPath=em;function tm(t,r){
return t.serialize(r).split("#")[0]+"#"}Ot._getFullPath=tm;var Tb=/#\/?$/;function Es(t){return t?t.replace(Tb,""):""}Ot.normalizeId=Es;function Nb(t,r,a){return a=
Es(a),t.resolve(r,a)}Ot.resolveUrl=Nb;var Rb=/^[a-z_][-a-z0-9._]*$/i;function Ib(t,r){if(typeof t=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Es(
t[a]||r),i={"":o},e=em(n,o,!1),s={},d=new Set;return qb(t,{allKeys:!0},(b,A,N,F)=>{if(F===void 0)return;let R=e+A,V=i[F];typeof b[a]=="string"&&(V=J.call(this,b[a])),
oe.call(this,b.$anchor),oe.call(this,b.$dynamicAnchor),i[A]=V;function J(G){let B=this.opts.uriResolver.resolve;if(G=Es(V?B(V,G):G),d.has(G))throw l(G);d.add(G);
let D=this.refs[G];return typeof D=="string"&&(D=this.refs[D]),typeof D=="object"?y(b,D.schema,G):G!==Es(R)&&(G[0]==="#"?(y(b,s[G],G),s[G]=b):this.refs[G]=R),G}
function oe(G){if(typeof G=="string"){if(!Rb.test(G))throw new Error(`invalid anchor "${G}"`);J.call(this,`#${G}`)}}}),s;function y(b,A,N){if(A!==void 0&&!xb(b,
A))throw l(N)}function l(b){return new Error(`reference "${b}" resolves to more than one schema`)}}Ot.getSchemaRefs=Ib});var _a=ie(Mr=>{"use strict";Object.defineProperty(Mr,"__esModule",{value:!0});Mr.getData=Mr.KeywordCxt=Mr.validateFunctionCode=void 0;var om=Mc(),rm=ka(),Vi=Ai(),
$n=ka(),Eb=Dc(),Sa=Bc(),Fi=Zc(),he=Me(),Pe=gr(),Mb=Pa(),br=ze(),$a=va();function Lb(t){if(dm(t)&&(cm(t),pm(t))){zb(t);return}im(t,()=>(0,om.topBoolOrEmptySchema)(
t))}Mr.validateFunctionCode=Lb;function im({gen:t,validateName:r,schema:a,schemaEnv:n,opts:o},i){o.code.es5?t.func(r,(0,he._)`${Pe.default.data}, ${Pe.default.valCxt}`,
n.$async,()=>{t.code((0,he._)`"use strict"; ${sm(a,o)}`),Vb(t,o),t.code(i)}):t.func(r,(0,he._)`${Pe.default.data}, ${Fb(o)}`,n.$async,()=>t.code(sm(a,o)).code(i))}
function Fb(t){return(0,he._)`{${Pe.default.instancePath}="", ${Pe.default.parentData}, ${Pe.default.parentDataProperty}, ${Pe.default.rootData}=${Pe.default.data}${t.
dynamicRef?(0,he._)`, ${Pe.default.dynamicAnchors}={}`:he.nil}}={}`}function Vb(t,r){t.if(Pe.default.valCxt,()=>{t.var(Pe.default.instancePath,(0,he._)`${Pe.default.
valCxt}.${Pe.default.instancePath}`),t.var(Pe.default.parentData,(0,he._)`${Pe.default.valCxt}.${Pe.default.parentData}`),t.var(Pe.default.parentDataProperty,(0,he.
_)`${Pe.default.valCxt}.${Pe.default.parentDataProperty}`),t.var(Pe.default.rootData,(0,he._)`${Pe.default.valCxt}.${Pe.default.rootData}`),r.dynamicRef&&t.var(
Pe.default.dynamicAnchors,(0,he._)`${Pe.default.valCxt}.${Pe.default.dynamicAnchors}`)},()=>{t.var(Pe.default.instancePath,(0,he._)`""`),t.var(Pe.default.parentData,
(0,he._)`undefined`),t.var(Pe.default.parentDataProperty,(0,he._)`undefined`),t.var(Pe.default.rootData,Pe.default.data),r.dynamicRef&&t.var(Pe.default.dynamicAnchors,
(0,he._)`{}`)})}function zb(t){let{schema:r,opts:a,gen:n}=t;im(t,()=>{a.$comment&&r.$comment&&lm(t),Wb(t),n.let(Pe.default.vErrors,null),n.let(Pe.default.errors,
0),a.unevaluated&&Ub(t),mm(t),Bb(t)})}function Ub(t){let{gen:r,validateName:a}=t;t.evaluated=r.const("evaluated",(0,he._)`${a}.evaluated`),r.if((0,he._)`${t.evaluated}.dynamicProps`,
()=>r.assign((0,he._)`${t.evaluated}.props`,(0,he._)`undefined`)),r.if((0,he._)`${t.evaluated}.dynamicItems`,()=>r.assign((0,he._)`${t.evaluated}.items`,(0,he._)`undefined`))}
function sm(t,r){let a=typeof t=="object"&&t[r.schemaId];return a&&(r.code.source||r.code.process)?(0,he._)`/*# sourceURL=${a} */`:he.nil}function Jb(t,r){if(dm(
t)&&(cm(t),pm(t))){Db(t,r);return}(0,om.boolOrEmptySchema)(t,r)}function pm({schema:t,self:r}){if(typeof t=="boolean")return!t;for(let a in t)if(r.RULES.all[a])
return!0;return!1}function dm(t){return typeof t.schema!="boolean"}function Db(t,r){let{schema:a,gen:n,opts:o}=t;o.$comment&&a.$comment&&lm(t),Hb(t),Kb(t);let i=n.
const("_errs",Pe.default.errors);mm(t,i),n.var(r,(0,he._)`${i} === ${Pe.default.errors}`)}function cm(t){(0,br.checkUnknownRules)(t),Cb(t)}function mm(t,r){if(t.
opts.jtd)return am(t,[],!1,r);let a=(0,rm.getSchemaTypes)(t.schema),n=(0,rm.coerceAndCheckDataType)(t,a);am(t,a,!n,r)}function Cb(t){let{schema:r,errSchemaPath:a,
opts:n,self:o}=t;r.$ref&&n.ignoreKeywordsWithRef&&(0,br.schemaHasRulesButRef)(r,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function Wb(t){
let{schema:r,opts:a}=t;r.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,br.checkStrictMode)(t,"default is ignored in the schema root")}function Hb(t){let r=t.
schema[t.opts.schemaId];r&&(t.baseId=(0,Mb.resolveUrl)(t.opts.uriResolver,t.baseId,r))}function Kb(t){if(t.schema.$async&&!t.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function lm({gen:t,schemaEnv:r,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)t.code((0,he._)`${Pe.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let e=(0,he.str)`${n}/$comment`,s=t.scopeValue("root",{ref:r.root});t.code((0,he._)`${Pe.default.self}.opts.$comment(${i}, ${e}, ${s}.schema)`)}}
function Bb(t){let{gen:r,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=t;a.$async?r.if((0,he._)`${Pe.default.errors} === 0`,()=>r.return(Pe.default.data),
()=>r.throw((0,he._)`new ${o}(${Pe.default.vErrors})`)):(r.assign((0,he._)`${n}.errors`,Pe.default.vErrors),i.unevaluated&&Gb(t),r.return((0,he._)`${Pe.default.
errors} === 0`))}function Gb({gen:t,evaluated:r,props:a,items:n}){a instanceof he.Name&&t.assign((0,he._)`${r}.props`,a),n instanceof he.Name&&t.assign((0,he._)`${r}.items`,
n)}function am(t,r,a,n){let{gen:o,schema:i,data:e,allErrors:s,opts:d,self:y}=t,{RULES:l}=y;if(i.$ref&&(d.ignoreKeywordsWithRef||!(0,br.schemaHasRulesButRef)(i,l))){
o.block(()=>hm(t,"$ref",l.all.$ref.definition));return}d.jtd||Zb(t,r),o.block(()=>{for(let A of l.rules)b(A);b(l.post)});function b(A){(0,Vi.shouldUseGroup)(i,A)&&
(A.type?(o.if((0,$n.checkDataType)(A.type,e,d.strictNumbers)),nm(t,A),r.length===1&&r[0]===A.type&&a&&(o.else(),(0,$n.reportTypeError)(t)),o.endIf()):nm(t,A),s||
o.if((0,he._)`${Pe.default.errors} === ${n||0}`))}}function nm(t,r){let{gen:a,schema:n,opts:{useDefaults:o}}=t;o&&(0,Eb.assignDefaults)(t,r.type),a.block(()=>{for(let i of r.
rules)(0,Vi.shouldUseRule)(n,i)&&hm(t,i.keyword,i.definition,r.type)})}function Zb(t,r){t.schemaEnv.meta||!t.opts.strictTypes||(Qb(t,r),t.opts.allowUnionTypes||
Xb(t,r),Yb(t,t.dataTypes))}function Qb(t,r){if(r.length){if(!t.dataTypes.length){t.dataTypes=r;return}r.forEach(a=>{um(t.dataTypes,a)||zi(t,`type "${a}" not all\
owed by context "${t.dataTypes.join(",")}"`)}),tw(t,r)}}function Xb(t,r){r.length>1&&!(r.length===2&&r.includes("null"))&&zi(t,"use allowUnionTypes to allow uni\
on type keyword")}function Yb(t,r){let a=t.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,Vi.shouldUseRule)(t.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(e=>ew(r,e))&&zi(t,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function ew(t,r){return t.includes(r)||r==="number"&&t.includes("integ\
er")}function um(t,r){return t.includes(r)||r==="integer"&&t.includes("number")}function tw(t,r){let a=[];for(let n of t.dataTypes)um(r,n)?a.push(n):r.includes(
"integer")&&n==="number"&&a.push("integer");t.dataTypes=a}function zi(t,r){let a=t.schemaEnv.baseId+t.errSchemaPath;r+=` at "${a}" (strictTypes)`,(0,br.checkStrictMode)(
t,r,t.opts.strictTypes)}var Sn=class{constructor(r,a,n){if((0,Sa.validateKeywordUsage)(r,a,n),this.gen=r.gen,this.allErrors=r.allErrors,this.keyword=n,this.data=
r.data,this.schema=r.schema[n],this.$data=a.$data&&r.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,br.schemaRefOrVal)(r,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=r.schema,this.params={},this.it=r,this.def=a,this.$data)this.schemaCode=r.gen.const("vSchema",fm(this.$data,r));else if(this.
schemaCode=this.schemaValue,!(0,Sa.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=r.gen.const("_errs",Pe.default.errors))}result(r,a,n){this.failResult((0,he.not)(r),a,n)}failResult(r,a,n){
this.gen.if(r),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(r,a){this.failResult(
(0,he.not)(r),void 0,a)}fail(r){if(r===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(r),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(r){if(!this.$data)return this.fail(r);let{schemaCode:a}=this;this.fail((0,he._)`${a} !== undefined && (${(0,he.or)(this.invalid$data(),r)})`)}error(r,a,n){
if(a){this.setParams(a),this._error(r,n),this.setParams({});return}this._error(r,n)}_error(r,a){(r?$a.reportExtraError:$a.reportError)(this,this.def.error,a)}$dataError(){
(0,$a.reportError)(this,this.def.$dataError||$a.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,$a.resetErrorsCount)(this.gen,this.errsCount)}ok(r){this.allErrors||this.gen.if(r)}setParams(r,a){a?Object.assign(this.params,r):this.params=r}block$data(r,a,n=he.
nil){this.gen.block(()=>{this.check$data(r,n),a()})}check$data(r=he.nil,a=he.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:e}=this;n.if((0,he.
or)((0,he._)`${o} === undefined`,a)),r!==he.nil&&n.assign(r,!0),(i.length||e.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),r!==he.nil&&n.assign(
r,!1)),n.else()}invalid$data(){let{gen:r,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,he.or)(e(),s());function e(){if(n.length){if(!(a instanceof he.Name))
throw new Error("ajv implementation error");let d=Array.isArray(n)?n:[n];return(0,he._)`${(0,$n.checkDataTypes)(d,a,i.opts.strictNumbers,$n.DataType.Wrong)}`}return he.
nil}function s(){if(o.validateSchema){let d=r.scopeValue("validate$data",{ref:o.validateSchema});return(0,he._)`!${d}(${a})`}return he.nil}}subschema(r,a){let n=(0,Fi.
getSubschema)(this.it,r);(0,Fi.extendSubschemaData)(n,this.it,r),(0,Fi.extendSubschemaMode)(n,r);let o={...this.it,...n,items:void 0,props:void 0};return Jb(o,a),
o}mergeEvaluated(r,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&r.props!==void 0&&(n.props=br.mergeEvaluated.props(o,r.props,n.props,a)),n.items!==
!0&&r.items!==void 0&&(n.items=br.mergeEvaluated.items(o,r.items,n.items,a)))}mergeValidEvaluated(r,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(r,he.Name)),!0}};Mr.KeywordCxt=Sn;function hm(t,r,a,n){let o=new Sn(t,a,r);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Sa.funcKeywordCode)(o,a):"macro"in a?(0,Sa.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Sa.funcKeywordCode)(o,a)}var rw=/^\/(?:[^~]|~0|~1)*$/,
sw=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function fm(t,{dataLevel:r,dataNames:a,dataPathArr:n}){let o,i;if(t==="")return Pe.default.rootData;if(t[0]==="/"){if(!rw.
test(t))throw new Error(`Invalid JSON-pointer: ${t}`);o=t,i=Pe.default.rootData}else{let y=sw.exec(t);if(!y)throw new Error(`Invalid JSON-pointer: ${t}`);let l=+y[1];
if(o=y[2],o==="#"){if(l>=r)throw new Error(d("property/index",l));return n[r-l]}if(l>r)throw new Error(d("data",l));if(i=a[r-l],!o)return i}let e=i,s=o.split("/");
for(let y of s)y&&(i=(0,he._)`${i}${(0,he.getProperty)((0,br.unescapeJsonPointer)(y))}`,e=(0,he._)`${e} && ${i}`);return e;function d(y,l){return`Cannot access ${y}\
 ${l} levels up, current level is ${r}`}}Mr.getData=fm});var _n=ie(Ji=>{"use strict";Object.defineProperty(Ji,"__esModule",{value:!0});var Ui=class extends Error{constructor(r){super("validation failed"),this.errors=r,
this.ajv=this.validation=!0}};Ji.default=Ui});var xa=ie(Wi=>{"use strict";Object.defineProperty(Wi,"__esModule",{value:!0});var Di=Pa(),Ci=class extends Error{constructor(r,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,Di.resolveUrl)(r,a,n),this.missingSchema=(0,Di.normalizeId)((0,Di.getFullPath)(r,this.missingRef))}};Wi.default=Ci});var qn=ie(Ft=>{"use strict";Object.defineProperty(Ft,"__esModule",{value:!0});Ft.resolveSchema=Ft.getCompilingSchema=Ft.resolveRef=Ft.compileSchema=Ft.SchemaEnv=
void 0;var Kt=Me(),aw=_n(),Yr=gr(),Bt=Pa(),ym=ze(),nw=_a(),Ms=class{constructor(r){var a;this.refs={},this.dynamicAnchors={};let n;typeof r.schema=="object"&&(n=
r.schema),this.schema=r.schema,this.schemaId=r.schemaId,this.root=r.root||this,this.baseId=(a=r.baseId)!==null&&a!==void 0?a:(0,Bt.normalizeId)(n?.[r.schemaId||
"$id"]),this.schemaPath=r.schemaPath,this.localRefs=r.localRefs,this.meta=r.meta,this.$async=n?.$async,this.refs={}}};Ft.SchemaEnv=Ms;function Ki(t){let r=gm.call(
this,t);if(r)return r;let a=(0,Bt.getFullPath)(this.opts.uriResolver,t.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,e=new Kt.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;t.$async&&(s=e.scopeValue("Error",{ref:aw.default,code:(0,Kt._)`require("ajv/dist/runtime/validation_error").default`}));
let d=e.scopeName("validate");t.validateName=d;let y={gen:e,allErrors:this.opts.allErrors,data:Yr.default.data,parentData:Yr.default.parentData,parentDataProperty:Yr.
default.parentDataProperty,dataNames:[Yr.default.data],dataPathArr:[Kt.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:e.scopeValue("schema",
this.opts.code.source===!0?{ref:t.schema,code:(0,Kt.stringify)(t.schema)}:{ref:t.schema}),validateName:d,ValidationError:s,schema:t.schema,schemaEnv:t,rootId:a,
baseId:t.baseId||a,schemaPath:Kt.nil,errSchemaPath:t.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,Kt._)`""`,opts:this.opts,self:this},l;try{this._compilations.
add(t),(0,nw.validateFunctionCode)(y),e.optimize(this.opts.code.optimize);let b=e.toString();l=`${e.scopeRefs(Yr.default.scope)}return ${b}`,this.opts.code.process&&
(l=this.opts.code.process(l,t));let N=new Function(`${Yr.default.self}`,`${Yr.default.scope}`,l)(this,this.scope.get());if(this.scope.value(d,{ref:N}),N.errors=
null,N.schema=t.schema,N.schemaEnv=t,t.$async&&(N.$async=!0),this.opts.code.source===!0&&(N.source={validateName:d,validateCode:b,scopeValues:e._values}),this.opts.
unevaluated){let{props:F,items:R}=y;N.evaluated={props:F instanceof Kt.Name?void 0:F,items:R instanceof Kt.Name?void 0:R,dynamicProps:F instanceof Kt.Name,dynamicItems:R instanceof
Kt.Name},N.source&&(N.source.evaluated=(0,Kt.stringify)(N.evaluated))}return t.validate=N,t}catch(b){throw delete t.validate,delete t.validateName,l&&this.logger.
error("Error compiling schema, function code:",l),b}finally{this._compilations.delete(t)}}Ft.compileSchema=Ki;function ow(t,r,a){var n;a=(0,Bt.resolveUrl)(this.
opts.uriResolver,r,a);let o=t.refs[a];if(o)return o;let i=dw.call(this,t,a);if(i===void 0){let e=(n=t.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;e&&(i=new Ms({schema:e,schemaId:s,root:t,baseId:r}))}if(i!==void 0)return t.refs[a]=iw.call(this,i)}Ft.resolveRef=ow;function iw(t){return(0,Bt.inlineRef)(
t.schema,this.opts.inlineRefs)?t.schema:t.validate?t:Ki.call(this,t)}function gm(t){for(let r of this._compilations)if(pw(r,t))return r}Ft.getCompilingSchema=gm;
function pw(t,r){return t.schema===r.schema&&t.root===r.root&&t.baseId===r.baseId}function dw(t,r){let a;for(;typeof(a=this.refs[r])=="string";)r=a;return a||this.
schemas[r]||xn.call(this,t,r)}function xn(t,r){let a=this.opts.uriResolver.parse(r),n=(0,Bt._getFullPath)(this.opts.uriResolver,a),o=(0,Bt.getFullPath)(this.opts.
uriResolver,t.baseId,void 0);if(Object.keys(t.schema).length>0&&n===o)return Hi.call(this,a,t);let i=(0,Bt.normalizeId)(n),e=this.refs[i]||this.schemas[i];if(typeof e==
"string"){let s=xn.call(this,t,e);return typeof s?.schema!="object"?void 0:Hi.call(this,a,s)}if(typeof e?.schema=="object"){if(e.validate||Ki.call(this,e),i===(0,Bt.
normalizeId)(r)){let{schema:s}=e,{schemaId:d}=this.opts,y=s[d];return y&&(o=(0,Bt.resolveUrl)(this.opts.uriResolver,o,y)),new Ms({schema:s,schemaId:d,root:t,baseId:o})}
return Hi.call(this,a,e)}}Ft.resolveSchema=xn;var cw=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Hi(t,{baseId:r,schema:a,
root:n}){var o;if(((o=t.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of t.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let d=a[(0,ym.
unescapeFragment)(s)];if(d===void 0)return;a=d;let y=typeof a=="object"&&a[this.opts.schemaId];!cw.has(s)&&y&&(r=(0,Bt.resolveUrl)(this.opts.uriResolver,r,y))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,ym.schemaHasRulesButRef)(a,this.RULES)){let s=(0,Bt.resolveUrl)(this.opts.uriResolver,r,a.$ref);i=xn.call(this,n,s)}let{schemaId:e}=this.
opts;if(i=i||new Ms({schema:a,schemaId:e,root:n,baseId:r}),i.schema!==i.root.schema)return i}});var bm=ie((l_,mw)=>{mw.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Yi=ie((u_,xm)=>{"use strict";var lw=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Gi=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),uw=RegExp.prototype.test.bind(/^\d*$/u),es=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Zi=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),vm=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Qi=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),hw=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),jt=new Array(256);{let t="0123456789ABCDEF";for(let r=0;r<
256;r++)jt[r]="%"+t[r>>4]+t[r&15]}function yt(t){return t<2048?jt[192|t>>6]+jt[128|t&63]:t<65536?jt[224|t>>12]+jt[128|t>>6&63]+jt[128|t&63]:jt[240|t>>18]+jt[128|
t>>12&63]+jt[128|t>>6&63]+jt[128|t&63]}function fw(t){let r="",a=0,n=0;for(n=0;n<t.length;n++)if(a=t[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";r+=t[n];break}for(n+=1;n<t.length;n++){if(a=t[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";r+=t[n]}return r}var yw=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),gw=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),bw=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
ww=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function vw(t){if(t.length===0)return!1;for(let r=0;r<t.length;r++)if(!bw(t[r])){if(t[r]==="%"&&r+2<
t.length&&es(t.slice(r+1,r+3))){r+=2;continue}return!1}return!0}function wm(t){let r=-1,a=0,n=-1,o=0;for(let s=0;s<t.length;s++)t[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,r=n)):(n=-1,o=0);if(a<2)return t.join(":");let i=t.slice(0,r).join(":"),e=t.slice(r+a).join(":");return i+"::"+e}function kw(t){let r=t.indexOf("::");if(r!==
-1&&t.indexOf("::",r+1)!==-1)return;let a=r===-1?t.split(":"):t.slice(0,r).split(":"),n=r===-1?[]:t.slice(r+2).split(":");r!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let d=o[s];if(d==="")return;if(d.indexOf(".")!==-1){if(s!==o.length-
1||r!==-1&&n.length===0||!Gi(d))return;i+=2;continue}if(!yw(d))return;o[s]=parseInt(d,16).toString(16),i++}if(r===-1)return i!==8?void 0:wm(o);if(i>=8)return;let e=o.
slice(0,a.length);for(let s=i;s<8;s++)e.push("0");for(let s=a.length;s<o.length;s++)e.push(o[s]);return wm(e)}function Bi(t){let r=t[0]==="["&&t[t.length-1]==="\
]";if((t[0]==="["||t[t.length-1]==="]")&&!r)return{host:t,isIPV6:!1,error:!0};let n=r?t.slice(1,-1):t;if(r&&gw(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(Pw(n,":")<2)return{host:t,isIPV6:!1,error:r};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!vw(o))return{host:t,isIPV6:!1,error:!0};n=n.slice(0,i)}let e=kw(n);return e===void 0?{host:t,isIPV6:!1,error:!0}:{host:e+(o?"%"+o:""),escapedHost:e+
(o?"%25"+o:""),isIPV6:!0}}function Pw(t,r){let a=0;for(let n=0;n<t.length;n++)t[n]===r&&a++;return a}function km(t){let r=t,a=[],n=-1,o=0;for(;o=r.length;){if(o===
1){if(r===".")break;if(r==="/"){a.push("/");break}else{a.push(r);break}}else if(o===2){if(r[0]==="."){if(r[1]===".")break;if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]===
"/"&&(r[1]==="."||r[1]==="/")){a.push("/");break}}else if(o===3&&r==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(r[0]==="."){if(r[1]==="."){if(r[2]==="/"){
r=r.slice(3);continue}}else if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]==="/"&&r[1]==="."){if(r[2]==="/"){r=r.slice(2);continue}else if(r[2]==="."&&r[3]===
"/"){r=r.slice(3),a.length!==0&&a.pop();continue}}if((n=r.indexOf("/",1))===-1){a.push(r);break}else a.push(r.slice(0,n)),r=r.slice(n)}return a.join("")}function $w(t){
if(t===""||t[0]==="/")return km(t);let r=t.split("/"),a=r.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let e=r[i];e==="."||e===".."?(e===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(e)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Sw={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},_w=/[@/?#:]/g,xw=/[@/?#]/g;function Pm(t,r){let a=r?xw:_w;return a.lastIndex=0,t.replace(a,n=>Sw[n])}
function $m(t,r=!1){if(t.indexOf("%")===-1)return t;let a="";for(let n=0;n<t.length;n++){if(t[n]==="%"&&n+2<t.length){let o=t.slice(n+1,n+3);if(es(o)){let i=o.toUpperCase(),
e=String.fromCharCode(parseInt(i,16));r&&Zi(e)?a+=e:a+="%"+i,n+=2;continue}}a+=t[n]}return a}function qw(t){let r="";for(let a=0;a<t.length;a++){let n=t[a];if(n===
"%"&&a+2<t.length){let o=t.slice(a+1,a+3);if(es(o)){let i=o.toUpperCase(),e=String.fromCharCode(parseInt(i,16));e!=="."&&Zi(e)?r+=e:r+="%"+i,a+=2;continue}}if(vm(
n))r+=n;else{let o=t.charCodeAt(a);if(o<128)r+=_m(o)?n:jt[o];else if(o<55296||o>57343)r+=yt(o);else if(o<=56319&&a+1<t.length){let i=t.charCodeAt(a+1);i>=56320&&
i<=57343?(r+=yt(65536+(o-55296<<10)+(i-56320)),a++):r+=yt(65533)}else r+=yt(65533)}}return r}function Ow(t,r=!1){let a="",n=r&&t[0]!=="/";for(let o=0;o<t.length;o++){
let i=t[o];if(i==="%"&&o+2<t.length){let e=t.slice(o+1,o+3);if(es(e)){a+="%"+e.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),vm(i)&&(i!==":"||!n))a+=i;else{let e=t.
charCodeAt(o);if(e<128)a+=jt[e];else if(e<55296||e>57343)a+=yt(e);else if(e<=56319&&o+1<t.length){let s=t.charCodeAt(o+1);s>=56320&&s<=57343?(a+=yt(65536+(e-55296<<
10)+(s-56320)),o++):a+=yt(65533)}else a+=yt(65533)}}return a}function Xi(t,r){let a="";for(let n=0;n<t.length;n++){let o=t[n];if(o==="%"&&n+2<t.length){let i=t.
slice(n+1,n+3);if(es(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(r(o))a+=o;else{let i=t.charCodeAt(n);if(i<128)a+=jt[i];else if(i<55296||i>57343)a+=yt(i);else if(i<=
56319&&n+1<t.length){let e=t.charCodeAt(n+1);e>=56320&&e<=57343?(a+=yt(65536+(i-55296<<10)+(e-56320)),n++):a+=yt(65533)}else a+=yt(65533)}}return a}function Sm(t){
return Xi(t,hw)}function jw(t){return Xi(t,Qi)}function Aw(t){return Xi(t,Qi)}function _m(t){return t>=48&&t<=57||t>=65&&t<=90||t>=97&&t<=122||t===42||t===43||t===
45||t===46||t===47||t===64||t===95}function Tw(t){let r="";for(let a=0;a<t.length;a++){let n=t[a];if(n==="%"&&a+2<t.length){let o=t.slice(a+1,a+3);if(es(o)){let i=o.
toUpperCase(),e=String.fromCharCode(parseInt(i,16));Zi(e)?r+=e:r+="%"+i,a+=2;continue}}if(Qi(n))r+=n;else{let o=t.charCodeAt(a);if(o<128)r+=_m(o)?n:jt[o];else if(o<
55296||o>57343)r+=yt(o);else if(o<=56319&&a+1<t.length){let i=t.charCodeAt(a+1);i>=56320&&i<=57343?(r+=yt(65536+(o-55296<<10)+(i-56320)),a++):r+=yt(65533)}else r+=
yt(65533)}}return r}function Nw(t){let r="";for(let a=0;a<t.length;a++){if(t[a]==="%"&&a+2<t.length){let n=t.slice(a+1,a+3);if(es(n)){r+="%"+n.toUpperCase(),a+=
2;continue}}r+=escape(t[a])}return r}function Rw(t){let r=[];if(t.userinfo!==void 0&&(r.push(Sm(t.userinfo)),r.push("@")),t.host!==void 0){let a=t.host;if(!Gi(a)){
let n=Bi(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=$m(a,!0),n=Bi(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Pm(a,!1)}r.push(a)}if(typeof t.port==
"number"||typeof t.port=="string"){let a=String(t.port);if(!uw(a))throw new TypeError("URI port is malformed.");r.push(":"),r.push(a)}return r.length?r.join(""):
void 0}xm.exports={nonSimpleDomain:ww,recomposeAuthority:Rw,reescapeHostDelimiters:Pm,normalizePercentEncoding:$m,normalizePathEncoding:qw,serializePathEncoding:Ow,
normalizeQueryFragmentEncoding:Tw,encodeUserinfo:Sm,encodeQuery:jw,encodeFragment:Aw,escapePreservingEscapes:Nw,removeDotSegments:km,removeDotSegmentsRelative:$w,
isIPv4:Gi,isUUID:lw,normalizeIPv6:Bi,stringArrayToHexStripped:fw}});var Tm=ie((h_,Am)=>{"use strict";var{isUUID:Iw}=Yi(),Ew=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Mw=["http","https","ws","wss","ur\
n","urn:uuid"];function Lw(t){return Mw.indexOf(t)!==-1}function ep(t){return t.secure===!0?!0:t.secure===!1?!1:t.scheme?t.scheme.length===3&&(t.scheme[0]==="w"||
t.scheme[0]==="W")&&(t.scheme[1]==="s"||t.scheme[1]==="S")&&(t.scheme[2]==="s"||t.scheme[2]==="S"):!1}function qm(t){return t.host||(t.error=t.error||"HTTP URIs\
 must have a host."),t}function Om(t){let r=String(t.scheme).toLowerCase()==="https";return(t.port===(r?443:80)||t.port==="")&&(t.port=void 0),t.path||(t.path="\
/"),t}function Fw(t){return t.secure=ep(t),t.resourceName=(t.path||"/")+(t.query?"?"+t.query:""),t.path=void 0,t.query=void 0,t}function Vw(t){if((t.port===(ep(
t)?443:80)||t.port==="")&&(t.port=void 0),typeof t.secure=="boolean"&&(t.scheme=t.secure?"wss":"ws",t.secure=void 0),t.resourceName){let r=t.resourceName.indexOf(
"?"),a=r===-1?t.resourceName:t.resourceName.slice(0,r);t.path=a&&a!=="/"?a:void 0,t.query=r===-1?void 0:t.resourceName.slice(r+1),t.resourceName=void 0}return t.
fragment=void 0,t}function zw(t,r){if(!t.path)return t.error="URN can not be parsed",t;let a=t.path.match(Ew);if(a&&a[0]===t.path){let n=r.scheme||t.scheme||"ur\
n";t.nid=a[1].toLowerCase(),t.nss=a[2];let o=`${n}:${r.nid||t.nid}`,i=tp(o);t.path=void 0,i&&(t=i.parse(t,r))}else t.error=t.error||"URN can not be parsed.";return t}
function Uw(t,r){if(t.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=r.scheme||t.scheme||"urn",n=t.nid.toLowerCase(),o=`${a}:${r.nid||
n}`,i=tp(o);i&&(t=i.serialize(t,r));let e=t,s=t.nss;return e.path=`${n||r.nid}:${s}`,r.skipEscape=!0,e}function Jw(t,r){let a=t;return a.uuid=a.nss,a.nss=void 0,
!r.tolerant&&(!a.uuid||!Iw(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function Dw(t){let r=t;return r.nss=(t.uuid||"").toLowerCase(),r}var jm={scheme:"\
http",domainHost:!0,parse:qm,serialize:Om},Cw={scheme:"https",domainHost:jm.domainHost,parse:qm,serialize:Om},On={scheme:"ws",domainHost:!0,parse:Fw,serialize:Vw},
Ww={scheme:"wss",domainHost:On.domainHost,parse:On.parse,serialize:On.serialize},Hw={scheme:"urn",parse:zw,serialize:Uw,skipNormalize:!0},Kw={scheme:"urn:uuid",
parse:Jw,serialize:Dw,skipNormalize:!0},jn={http:jm,https:Cw,ws:On,wss:Ww,urn:Hw,"urn:uuid":Kw};Object.setPrototypeOf(jn,null);function tp(t){return t&&(jn[t]||
jn[t.toLowerCase()])||void 0}Am.exports={wsIsSecure:ep,SCHEMES:jn,isValidSchemeName:Lw,getSchemeHandler:tp}});var Hm=ie((f_,In)=>{"use strict";var{normalizeIPv6:Mm,removeDotSegments:Oa,removeDotSegmentsRelative:Lm,recomposeAuthority:Bw,normalizePercentEncoding:rp,normalizePathEncoding:Gw,
serializePathEncoding:Nm,normalizeQueryFragmentEncoding:Rm,encodeQuery:Zw,encodeFragment:Qw,reescapeHostDelimiters:Xw,isIPv4:Fm,nonSimpleDomain:Yw}=Yi(),{SCHEMES:Vm,
getSchemeHandler:sp}=Tm(),zm=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Um="URI scheme is malformed.",An="URI host is malformed.",ev=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function Im(t){
let r=String(t);if(!zm.test(r))throw new TypeError(Um);return r}function tv(t,r){return typeof t=="string"?t=cv(t,r):typeof t=="object"&&(t=Nn(ts(t,r),r)),t}function rv(t,r,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:e,malformedSchemeSpecific:s,malformedHost:d,
malformedScheme:y}=Tn(t,n),{parsed:l,malformedAuthorityOrPort:b,malformedPercentEncoding:A,malformedSchemeSpecific:N,malformedHost:F,malformedScheme:R}=Tn(r,n);
if(i||b||e||A||s||N||d||F||y||R)throw new Error(o.error||l.error||"URI is malformed.");let V=Jm(o,l,n,!0),J=sp(a&&a.scheme||V.scheme),oe=V.host,G=oe!==void 0&&oe!==
""&&(Fm(oe)||Mm(oe).isIPV6);if(Cm(V,a||{},J,G))throw new Error(An);Dm(V,a||{},J,G);let B=oe&&oe.indexOf("%")!==-1&&!/\P{ASCII}/u.test(oe);if(V.error&&!B)throw new Error(
V.error);return n.skipEscape=!0,ts(V,n)}function Jm(t,r,a,n){let o={};if(n||(t=Nn(ts(t,a),a),r=Nn(ts(r,a),a)),a=a||{},!a.tolerant&&r.scheme)o.scheme=r.scheme,o.
userinfo=r.userinfo,o.host=r.host,o.port=r.port,o.path=Oa(r.path||""),o.query=r.query;else{if(r.userinfo!==void 0||r.host!==void 0||r.port!==void 0)o.userinfo=r.
userinfo,o.host=r.host,o.port=r.port,o.path=Oa(r.path||""),o.query=r.query;else{if(!r.path)o.path=t.path,r.query!==void 0?o.query=r.query:o.query=t.query;else{if(r.
path[0]==="/")o.path=Oa(r.path);else{let i=t.userinfo!==void 0||t.host!==void 0||t.port!==void 0;i&&!t.path?o.path="/"+r.path:t.path?o.path=t.path.slice(0,t.path.
lastIndexOf("/")+1)+r.path:o.path=r.path,o.path=t.scheme===void 0&&!i&&o.path[0]!=="/"?Lm(o.path):Oa(o.path)}o.query=r.query}o.userinfo=t.userinfo,o.host=t.host,
o.port=t.port}o.scheme=t.scheme}return o.fragment=r.fragment,o}function sv(t,r,a){let n=Em(t,a),o=Em(r,a);return n!==void 0&&o!==void 0&&n===o}function ts(t,r){
let a={host:t.host,scheme:t.scheme,userinfo:t.userinfo,port:t.port,path:t.path,query:t.query,nid:t.nid,nss:t.nss,uuid:t.uuid,fragment:t.fragment,reference:t.reference,
resourceName:t.resourceName,secure:t.secure,error:""},n=Object.assign({},r),o=[];a.scheme&&(a.scheme=Im(a.scheme));let i=sp(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let e=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!e,d=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=rp(a.path):a.path=Nm(a.path,d)),n.reference!=="suffix"&&a.scheme&&(a.scheme=Im(a.scheme),o.push(a.scheme,":"));let y=Bw(a);if(y!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(y),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let l=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(l=s&&l[0]!==
"/"?Lm(l):Oa(l)),s&&(l=Nm(l,!0)),y===void 0&&l[0]==="/"&&l[1]==="/"&&(l="/%2F"+l.slice(2)),o.push(l)}return a.query!==void 0&&o.push("?",Zw(a.query)),a.fragment!==
void 0&&o.push("#",Qw(a.fragment)),o.join("")}var av=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
nv=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,ov=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function iv(t,r){if(r[2]!==void 0&&t.path&&t.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof t.port=="number"&&(t.port<0||t.port>65535))return"URI port is malformed."}function qa(t){if(t===void 0)return!1;let r=t.
indexOf("%");for(;r!==-1;){if(r+2>=t.length||!/^[\da-f]{2}$/iu.test(t.slice(r+1,r+3)))return!0;r=t.indexOf("%",r+3)}return!1}function Rn(t){return t[0]==="["&&t[t.
length-1]==="]"}function pv(t){let r=t[4];return qa(t[3])||r!==void 0&&!Rn(r)&&qa(r)||qa(t[6])||qa(t[7])||qa(t[8])}function Dm(t,r,a,n){if(Cm(t,r,a,n))return t.
error=t.error||An,!0;if(!r.unicodeSupport&&(!a||!a.unicodeSupport)&&t.host&&!Rn(t.host)&&(r.domainHost||a&&a.domainHost)&&n===!1&&Yw(t.host)){let o;try{o=new URL(
"http://"+t.host)}catch(i){return t.error=t.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!dv(o))return t.error=t.error||An,!0;t.host=o.hostname}
return!1}function Cm(t,r,a,n){return!!(t.host&&n===!1&&!Rn(t.host)&&(r.domainHost||a&&a.domainHost)&&ev.test(t.host))}function dv(t){return t.username===""&&t.password===
""&&t.port===""&&t.pathname==="/"&&t.search===""&&t.hash===""&&t.hostname!==""}function Tn(t,r){let a=Object.assign({},r),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,e=!1,s=!1,d=!1,y=!1,l=!1;a.reference==="suffix"&&(a.scheme?t=a.scheme+":"+t:t="//"+t);let b=t.match(
nv);b!==null&&b[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let A=t.match(ov);if(A!==null){let F=A[1],R=F.replace(
/[\t\n\r]/g,"");R.length>=2&&(R.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):F.length!==R.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let N=t.match(av);if(N){n.scheme=N[1],n.userinfo=N[3],n.host=N[4],n.port=parseInt(N[5],10),
n.path=N[6]||"",n.query=N[7],n.fragment=N[8],n.scheme!==void 0&&(zm.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Um,y=!0)),i=pv(N),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=N[5]);let F=iv(n,N);if(F!==void 0&&(n.error=n.error||F,o=!0),n.host)if(Fm(n.host)===
!1){let J=Rn(n.host),oe=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,G=Mm(n.host);l=G.isIPV6||G.isIPVFuture===!0,d=oe&&(!J||G.error===!0),n.host=l?G.host:
G.host.toLowerCase(),d&&(n.error=n.error||An,o=!0)}else l=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let R=sp(a.scheme||n.scheme);if(d||(s=Dm(n,a,R,l)),t.indexOf("%")!==
-1&&n.host!==void 0&&!d){let V=l?n.host:rp(n.host,!0);l||(V=rp(V.toLowerCase())),n.host=l||a.scheme!=="null"?Xw(V,l):V}(!R||R&&!R.skipNormalize)&&(n.path&&(n.path=
Gw(n.path)),n.query&&(n.query=Rm(n.query)),n.fragment&&(n.fragment=Rm(n.fragment))),R&&R.parse&&(R.parse(n,a),R===Vm.urn&&n.nid===void 0&&(e=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:y}}
function Nn(t,r){return Tn(t,r).parsed}function cv(t,r){return Wm(t,r).normalized}function Wm(t,r){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:e,malformedScheme:s}=Tn(t,r);return{normalized:n||o||i||e||s?t:ts(a,r),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:e,malformedScheme:s}}function Em(t,r){if(typeof t!="string"&&typeof t!="object")return;let a;try{a=typeof t=="string"?t:
ts(t,r)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:d}=Wm(a,r);
return o||i||e||s||d?void 0:n}var ap={SCHEMES:Vm,normalize:tv,resolve:rv,resolveComponent:Jm,equal:sv,serialize:ts,parse:Nn};In.exports=ap;In.exports.default=ap;
In.exports.fastUri=ap});var Bm=ie(np=>{"use strict";Object.defineProperty(np,"__esModule",{value:!0});var Km=Hm();Km.code='require("ajv/dist/runtime/uri").default';np.default=Km});var rl=ie(ct=>{"use strict";Object.defineProperty(ct,"__esModule",{value:!0});ct.CodeGen=ct.Name=ct.nil=ct.stringify=ct.str=ct._=ct.KeywordCxt=void 0;var mv=_a();
Object.defineProperty(ct,"KeywordCxt",{enumerable:!0,get:function(){return mv.KeywordCxt}});var Ls=Me();Object.defineProperty(ct,"_",{enumerable:!0,get:function(){
return Ls._}});Object.defineProperty(ct,"str",{enumerable:!0,get:function(){return Ls.str}});Object.defineProperty(ct,"stringify",{enumerable:!0,get:function(){
return Ls.stringify}});Object.defineProperty(ct,"nil",{enumerable:!0,get:function(){return Ls.nil}});Object.defineProperty(ct,"Name",{enumerable:!0,get:function(){
return Ls.Name}});Object.defineProperty(ct,"CodeGen",{enumerable:!0,get:function(){return Ls.CodeGen}});var lv=_n(),Ym=xa(),uv=ji(),ja=qn(),hv=Me(),Aa=Pa(),En=ka(),
ip=ze(),Gm=bm(),fv=Bm(),el=(t,r)=>new RegExp(t,r);el.code="new RegExp";var yv=["removeAdditional","useDefaults","coerceTypes"],gv=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),bv={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},wv={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},Zm=200;function vv(t){
var r,a,n,o,i,e,s,d,y,l,b,A,N,F,R,V,J,oe,G,B,D,fe,ue,Je,z;let te=t.strict,be=(r=t.code)===null||r===void 0?void 0:r.optimize,Ke=be===!0||be===void 0?1:be||0,ee=(n=
(a=t.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:el,M=(o=t.uriResolver)!==null&&o!==void 0?o:fv.default;return{strictSchema:(e=(i=t.strictSchema)!==
null&&i!==void 0?i:te)!==null&&e!==void 0?e:!0,strictNumbers:(d=(s=t.strictNumbers)!==null&&s!==void 0?s:te)!==null&&d!==void 0?d:!0,strictTypes:(l=(y=t.strictTypes)!==
null&&y!==void 0?y:te)!==null&&l!==void 0?l:"log",strictTuples:(A=(b=t.strictTuples)!==null&&b!==void 0?b:te)!==null&&A!==void 0?A:"log",strictRequired:(F=(N=t.
strictRequired)!==null&&N!==void 0?N:te)!==null&&F!==void 0?F:!1,code:t.code?{...t.code,optimize:Ke,regExp:ee}:{optimize:Ke,regExp:ee},loopRequired:(R=t.loopRequired)!==
null&&R!==void 0?R:Zm,loopEnum:(V=t.loopEnum)!==null&&V!==void 0?V:Zm,meta:(J=t.meta)!==null&&J!==void 0?J:!0,messages:(oe=t.messages)!==null&&oe!==void 0?oe:!0,
inlineRefs:(G=t.inlineRefs)!==null&&G!==void 0?G:!0,schemaId:(B=t.schemaId)!==null&&B!==void 0?B:"$id",addUsedSchema:(D=t.addUsedSchema)!==null&&D!==void 0?D:!0,
validateSchema:(fe=t.validateSchema)!==null&&fe!==void 0?fe:!0,validateFormats:(ue=t.validateFormats)!==null&&ue!==void 0?ue:!0,unicodeRegExp:(Je=t.unicodeRegExp)!==
null&&Je!==void 0?Je:!0,int32range:(z=t.int32range)!==null&&z!==void 0?z:!0,uriResolver:M}}var Ta=class{constructor(r={}){this.schemas={},this.refs={},this.formats=
Object.create(null),this._compilations=new Set,this._loading={},this._cache=new Map,r=this.opts={...r,...vv(r)};let{es5:a,lines:n}=this.opts.code;this.scope=new hv.
ValueScope({scope:{},prefixes:gv,es5:a,lines:n}),this.logger=xv(r.logger);let o=r.validateFormats;r.validateFormats=!1,this.RULES=(0,uv.getRules)(),Qm.call(this,
bv,r,"NOT SUPPORTED"),Qm.call(this,wv,r,"DEPRECATED","warn"),this._metaOpts=Sv.call(this),r.formats&&Pv.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),
r.keywords&&$v.call(this,r.keywords),typeof r.meta=="object"&&this.addMetaSchema(r.meta),kv.call(this),r.validateFormats=o}_addVocabularies(){this.addKeyword("$\
async")}_addDefaultMetaSchema(){let{$data:r,meta:a,schemaId:n}=this.opts,o=Gm;n==="id"&&(o={...Gm},o.id=o.$id,delete o.$id),a&&r&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:r,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof r=="object"?r[a]||r:void 0}validate(r,a){let n;if(typeof r=="string"){if(n=this.getSchema(r),
!n)throw new Error(`no schema with key or ref "${r}"`)}else n=this.compile(r);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(r,a){let n=this._addSchema(
r,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(r,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,r,a);async function o(l,b){await i.call(this,l.$schema);let A=this._addSchema(l,b);return A.validate||e.
call(this,A)}async function i(l){l&&!this.getSchema(l)&&await o.call(this,{$ref:l},!0)}async function e(l){try{return this._compileSchemaEnv(l)}catch(b){if(!(b instanceof
Ym.default))throw b;return s.call(this,b),await d.call(this,b.missingSchema),e.call(this,l)}}function s({missingSchema:l,missingRef:b}){if(this.refs[l])throw new Error(
`AnySchema ${l} is loaded but ${b} cannot be resolved`)}async function d(l){let b=await y.call(this,l);this.refs[l]||await i.call(this,b.$schema),this.refs[l]||
this.addSchema(b,l,a)}async function y(l){let b=this._loading[l];if(b)return b;try{return await(this._loading[l]=n(l))}finally{delete this._loading[l]}}}addSchema(r,a,n,o=this.
opts.validateSchema){if(Array.isArray(r)){for(let e of r)this.addSchema(e,void 0,n,o);return this}let i;if(typeof r=="object"){let{schemaId:e}=this.opts;if(i=r[e],
i!==void 0&&typeof i!="string")throw new Error(`schema ${e} must be string`)}return a=(0,Aa.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
r,n,a,o,!0),this}addMetaSchema(r,a,n=this.opts.validateSchema){return this.addSchema(r,a,!0,n),this}validateSchema(r,a){if(typeof r=="boolean")return!0;let n;if(n=
r.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,r);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(r){let a;for(;typeof(a=Xm.call(this,r))=="string";)r=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new ja.SchemaEnv({schema:{},schemaId:n});if(a=ja.resolveSchema.call(this,o,r),!a)return;this.refs[r]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(r){
if(r instanceof RegExp)return this._removeAllSchemas(this.schemas,r),this._removeAllSchemas(this.refs,r),this;switch(typeof r){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=Xm.call(this,r);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[r],delete this.refs[r],this}case"object":{let a=r;this._cache.delete(a);let n=r[this.opts.schemaId];return n&&(n=(0,Aa.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(r){for(let a of r)this.addKeyword(a);return this}addKeyword(r,a){
let n;if(typeof r=="string")n=r,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof r==
"object"&&a===void 0){if(a=r,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Ov.call(this,n,a),!a)return(0,ip.eachItem)(n,i=>op.call(this,i)),this;Av.call(this,a);let o={...a,type:(0,En.getJSONTypes)(
a.type),schemaType:(0,En.getJSONTypes)(a.schemaType)};return(0,ip.eachItem)(n,o.type.length===0?i=>op.call(this,i,o):i=>o.type.forEach(e=>op.call(this,i,o,e))),
this}getKeyword(r){let a=this.RULES.all[r];return typeof a=="object"?a.definition:!!a}removeKeyword(r){let{RULES:a}=this;delete a.keywords[r],delete a.all[r];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===r);o>=0&&n.rules.splice(o,1)}return this}addFormat(r,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[r]=
a,this}errorsText(r=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!r||r.length===0?"No errors":r.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(r,a){let n=this.RULES.all;r=JSON.parse(JSON.stringify(r));for(let o of a){let i=o.split("/").slice(1),e=r;for(let s of i)e=e[s];for(let s in n){
let d=n[s];if(typeof d!="object")continue;let{$data:y}=d.definition,l=e[s];y&&l&&(e[s]=tl(l))}}return r}_removeAllSchemas(r,a){for(let n in r){let o=r[n];(!a||a.
test(n))&&(typeof o=="string"?delete r[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete r[n]))}}_addSchema(r,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let e,{schemaId:s}=this.opts;if(typeof r=="object")e=r[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof r!="boolean")throw new Error(
"schema must be object or boolean")}let d=this._cache.get(r);if(d!==void 0)return d;n=(0,Aa.normalizeId)(e||n);let y=Aa.getSchemaRefs.call(this,r,n);return d=new ja.
SchemaEnv({schema:r,schemaId:s,meta:a,baseId:n,localRefs:y}),this._cache.set(d.schema,d),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=d),o&&this.
validateSchema(r,!0),d}_checkUnique(r){if(this.schemas[r]||this.refs[r])throw new Error(`schema with key or id "${r}" already exists`)}_compileSchemaEnv(r){if(r.
meta?this._compileMetaSchema(r):ja.compileSchema.call(this,r),!r.validate)throw new Error("ajv implementation error");return r.validate}_compileMetaSchema(r){let a=this.
opts;this.opts=this._metaOpts;try{ja.compileSchema.call(this,r)}finally{this.opts=a}}};Ta.ValidationError=lv.default;Ta.MissingRefError=Ym.default;ct.default=Ta;
function Qm(t,r,a,n="error"){for(let o in t){let i=o;i in r&&this.logger[n](`${a}: option ${o}. ${t[i]}`)}}function Xm(t){return t=(0,Aa.normalizeId)(t),this.schemas[t]||
this.refs[t]}function kv(){let t=this.opts.schemas;if(t)if(Array.isArray(t))this.addSchema(t);else for(let r in t)this.addSchema(t[r],r)}function Pv(){for(let t in this.
opts.formats){let r=this.opts.formats[t];r&&this.addFormat(t,r)}}function $v(t){if(Array.isArray(t)){this.addVocabulary(t);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let r in t){let a=t[r];a.keyword||(a.keyword=r),this.addKeyword(a)}}function Sv(){let t={...this.opts};for(let r of yv)
delete t[r];return t}var _v={log(){},warn(){},error(){}};function xv(t){if(t===!1)return _v;if(t===void 0)return console;if(t.log&&t.warn&&t.error)return t;throw new Error(
"logger must implement log, warn and error methods")}var qv=/^[a-z_$][a-z0-9_$:-]*$/i;function Ov(t,r){let{RULES:a}=this;if((0,ip.eachItem)(t,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!qv.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!r&&r.$data&&!("code"in r||"validate"in r))
throw new Error('$data keyword must have "code" or "validate" function')}function op(t,r,a){var n;let o=r?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,e=o?i.post:i.rules.find(({type:d})=>d===a);if(e||(e={type:a,rules:[]},i.rules.push(e)),i.keywords[t]=!0,!r)return;let s={
keyword:t,definition:{...r,type:(0,En.getJSONTypes)(r.type),schemaType:(0,En.getJSONTypes)(r.schemaType)}};r.before?jv.call(this,e,s,r.before):e.rules.push(s),i.
all[t]=s,(n=r.implements)===null||n===void 0||n.forEach(d=>this.addKeyword(d))}function jv(t,r,a){let n=t.rules.findIndex(o=>o.keyword===a);n>=0?t.rules.splice(
n,0,r):(t.rules.push(r),this.logger.warn(`rule ${a} is not defined`))}function Av(t){let{metaSchema:r}=t;r!==void 0&&(t.$data&&this.opts.$data&&(r=tl(r)),t.validateSchema=
this.compile(r,!0))}var Tv={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function tl(t){return{anyOf:[t,Tv]}}});var sl=ie(pp=>{"use strict";Object.defineProperty(pp,"__esModule",{value:!0});var Nv={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};pp.default=Nv});var il=ie(rs=>{"use strict";Object.defineProperty(rs,"__esModule",{value:!0});rs.callRef=rs.getValidate=void 0;var Rv=xa(),al=Lt(),At=Me(),Fs=gr(),nl=qn(),Mn=ze(),
Iv={keyword:"$ref",schemaType:"string",code(t){let{gen:r,schema:a,it:n}=t,{baseId:o,schemaEnv:i,validateName:e,opts:s,self:d}=n,{root:y}=i;if((a==="#"||a==="#/")&&
o===y.baseId)return b();let l=nl.resolveRef.call(d,y,o,a);if(l===void 0)throw new Rv.default(n.opts.uriResolver,o,a);if(l instanceof nl.SchemaEnv)return A(l);return N(
l);function b(){if(i===y)return Ln(t,e,i,i.$async);let F=r.scopeValue("root",{ref:y});return Ln(t,(0,At._)`${F}.validate`,y,y.$async)}function A(F){let R=ol(t,F);
Ln(t,R,F,F.$async)}function N(F){let R=r.scopeValue("schema",s.code.source===!0?{ref:F,code:(0,At.stringify)(F)}:{ref:F}),V=r.name("valid"),J=t.subschema({schema:F,
dataTypes:[],schemaPath:At.nil,topSchemaRef:R,errSchemaPath:a},V);t.mergeEvaluated(J),t.ok(V)}}};function ol(t,r){let{gen:a}=t;return r.validate?a.scopeValue("v\
alidate",{ref:r.validate}):(0,At._)`${a.scopeValue("wrapper",{ref:r})}.validate`}rs.getValidate=ol;function Ln(t,r,a,n){let{gen:o,it:i}=t,{allErrors:e,schemaEnv:s,
opts:d}=i,y=d.passContext?Fs.default.this:At.nil;n?l():b();function l(){if(!s.$async)throw new Error("async schema referenced by sync schema");let F=o.let("vali\
d");o.try(()=>{o.code((0,At._)`await ${(0,al.callValidateCode)(t,r,y)}`),N(r),e||o.assign(F,!0)},R=>{o.if((0,At._)`!(${R} instanceof ${i.ValidationError})`,()=>o.
throw(R)),A(R),e||o.assign(F,!1)}),t.ok(F)}function b(){t.result((0,al.callValidateCode)(t,r,y),()=>N(r),()=>A(r))}function A(F){let R=(0,At._)`${F}.errors`;o.assign(
Fs.default.vErrors,(0,At._)`${Fs.default.vErrors} === null ? ${R} : ${Fs.default.vErrors}.concat(${R})`),o.assign(Fs.default.errors,(0,At._)`${Fs.default.vErrors}.length`)}
function N(F){var R;if(!i.opts.unevaluated)return;let V=(R=a?.validate)===null||R===void 0?void 0:R.evaluated;if(i.props!==!0)if(V&&!V.dynamicProps)V.props!==void 0&&
(i.props=Mn.mergeEvaluated.props(o,V.props,i.props));else{let J=o.var("props",(0,At._)`${F}.evaluated.props`);i.props=Mn.mergeEvaluated.props(o,J,i.props,At.Name)}
if(i.items!==!0)if(V&&!V.dynamicItems)V.items!==void 0&&(i.items=Mn.mergeEvaluated.items(o,V.items,i.items));else{let J=o.var("items",(0,At._)`${F}.evaluated.items`);
i.items=Mn.mergeEvaluated.items(o,J,i.items,At.Name)}}}rs.callRef=Ln;rs.default=Iv});var pl=ie(dp=>{"use strict";Object.defineProperty(dp,"__esModule",{value:!0});var Ev=sl(),Mv=il(),Lv=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Ev.default,Mv.default];dp.default=Lv});var dl=ie(cp=>{"use strict";Object.defineProperty(cp,"__esModule",{value:!0});var Fn=Me(),Lr=Fn.operators,Vn={maximum:{okStr:"<=",ok:Lr.LTE,fail:Lr.GT},minimum:{
okStr:">=",ok:Lr.GTE,fail:Lr.LT},exclusiveMaximum:{okStr:"<",ok:Lr.LT,fail:Lr.GTE},exclusiveMinimum:{okStr:">",ok:Lr.GT,fail:Lr.LTE}},Fv={message:({keyword:t,schemaCode:r})=>(0,Fn.
str)`must be ${Vn[t].okStr} ${r}`,params:({keyword:t,schemaCode:r})=>(0,Fn._)`{comparison: ${Vn[t].okStr}, limit: ${r}}`},Vv={keyword:Object.keys(Vn),type:"numb\
er",schemaType:"number",$data:!0,error:Fv,code(t){let{keyword:r,data:a,schemaCode:n}=t;t.fail$data((0,Fn._)`${a} ${Vn[r].fail} ${n} || isNaN(${a})`)}};cp.default=
Vv});var cl=ie(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var Na=Me(),zv={message:({schemaCode:t})=>(0,Na.str)`must be multiple of ${t}`,params:({
schemaCode:t})=>(0,Na._)`{multipleOf: ${t}}`},Uv={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:zv,code(t){let{gen:r,data:a,schemaCode:n,
it:o}=t,i=o.opts.multipleOfPrecision,e=r.let("res"),s=i?(0,Na._)`Math.abs(Math.round(${e}) - ${e}) > 1e-${i}`:(0,Na._)`${e} !== parseInt(${e})`;t.fail$data((0,Na.
_)`(${n} === 0 || (${e} = ${a}/${n}, ${s}))`)}};mp.default=Uv});var ml=ie(lp=>{"use strict";Object.defineProperty(lp,"__esModule",{value:!0});var ss=Me(),Jv=ze(),Dv=Go(),Cv={message({keyword:t,schemaCode:r}){let a=t==="maxLe\
ngth"?"more":"fewer";return(0,ss.str)`must NOT have ${a} than ${r} characters`},params:({schemaCode:t})=>(0,ss._)`{limit: ${t}}`},Wv={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:Cv,code(t){let{keyword:r,data:a,schemaCode:n,it:o}=t,i=r==="maxLength"?ss.operators.GT:ss.operators.LT,
e=o.opts.unicode===!1?(0,ss._)`${a}.length`:(0,ss._)`${(0,Jv.useFunc)(t.gen,Dv.default)}(${a})`;t.fail$data((0,ss._)`${e} ${i} ${n}`)}};lp.default=Wv});var ll=ie(up=>{"use strict";Object.defineProperty(up,"__esModule",{value:!0});var Hv=Lt(),Kv=ze(),Vs=Me(),Bv={message:({schemaCode:t})=>(0,Vs.str)`must match pattern "${t}"`,
params:({schemaCode:t})=>(0,Vs._)`{pattern: ${t}}`},Gv={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Bv,code(t){let{gen:r,data:a,$data:n,schema:o,
schemaCode:i,it:e}=t,s=e.opts.unicodeRegExp?"u":"";if(n){let{regExp:d}=e.opts.code,y=d.code==="new RegExp"?(0,Vs._)`new RegExp`:(0,Kv.useFunc)(r,d),l=r.let("val\
id");r.try(()=>r.assign(l,(0,Vs._)`${y}(${i}, ${s}).test(${a})`),()=>r.assign(l,!1)),t.fail$data((0,Vs._)`!${l}`)}else{let d=(0,Hv.usePattern)(t,o);t.fail$data(
(0,Vs._)`!${d}.test(${a})`)}}};up.default=Gv});var ul=ie(hp=>{"use strict";Object.defineProperty(hp,"__esModule",{value:!0});var Ra=Me(),Zv={message({keyword:t,schemaCode:r}){let a=t==="maxProperties"?"more":
"fewer";return(0,Ra.str)`must NOT have ${a} than ${r} properties`},params:({schemaCode:t})=>(0,Ra._)`{limit: ${t}}`},Qv={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Zv,code(t){let{keyword:r,data:a,schemaCode:n}=t,o=r==="maxProperties"?Ra.operators.GT:Ra.operators.LT;t.fail$data(
(0,Ra._)`Object.keys(${a}).length ${o} ${n}`)}};hp.default=Qv});var hl=ie(fp=>{"use strict";Object.defineProperty(fp,"__esModule",{value:!0});var Ia=Lt(),Ea=Me(),Xv=ze(),Yv={message:({params:{missingProperty:t}})=>(0,Ea.str)`must have required property '${t}'`,
params:({params:{missingProperty:t}})=>(0,Ea._)`{missingProperty: ${t}}`},e1={keyword:"required",type:"object",schemaType:"array",$data:!0,error:Yv,code(t){let{
gen:r,schema:a,schemaCode:n,data:o,$data:i,it:e}=t,{opts:s}=e;if(!i&&a.length===0)return;let d=a.length>=s.loopRequired;if(e.allErrors?y():l(),s.strictRequired){
let N=t.parentSchema.properties,{definedProperties:F}=t.it;for(let R of a)if(N?.[R]===void 0&&!F.has(R)){let V=e.schemaEnv.baseId+e.errSchemaPath,J=`required pr\
operty "${R}" is not defined at "${V}" (strictRequired)`;(0,Xv.checkStrictMode)(e,J,e.opts.strictRequired)}}function y(){if(d||i)t.block$data(Ea.nil,b);else for(let N of a)
(0,Ia.checkReportMissingProp)(t,N)}function l(){let N=r.let("missing");if(d||i){let F=r.let("valid",!0);t.block$data(F,()=>A(N,F)),t.ok(F)}else r.if((0,Ia.checkMissingProp)(
t,a,N)),(0,Ia.reportMissingProp)(t,N),r.else()}function b(){r.forOf("prop",n,N=>{t.setParams({missingProperty:N}),r.if((0,Ia.noPropertyInData)(r,o,N,s.ownProperties),
()=>t.error())})}function A(N,F){t.setParams({missingProperty:N}),r.forOf(N,n,()=>{r.assign(F,(0,Ia.propertyInData)(r,o,N,s.ownProperties)),r.if((0,Ea.not)(F),()=>{
t.error(),r.break()})},Ea.nil)}}};fp.default=e1});var fl=ie(yp=>{"use strict";Object.defineProperty(yp,"__esModule",{value:!0});var Ma=Me(),t1={message({keyword:t,schemaCode:r}){let a=t==="maxItems"?"more":"few\
er";return(0,Ma.str)`must NOT have ${a} than ${r} items`},params:({schemaCode:t})=>(0,Ma._)`{limit: ${t}}`},r1={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:t1,code(t){let{keyword:r,data:a,schemaCode:n}=t,o=r==="maxItems"?Ma.operators.GT:Ma.operators.LT;t.fail$data((0,Ma._)`${a}.length ${o} ${n}`)}};
yp.default=r1});var yl=ie(bp=>{"use strict";Object.defineProperty(bp,"__esModule",{value:!0});var gp=ka(),mt=Me(),s1=ze(),a1=pa(),n1={message:({params:{i:t,j:r}})=>(0,mt.str)`must NOT have duplicate items (items ## ${r} and ${t} are identical)`,
params:({params:{i:t,j:r}})=>(0,mt._)`{i: ${t}, j: ${r}}`},o1={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:n1,code(t){let{gen:r,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:e,it:s}=t;if(!n&&!o)return;let d=r.let("valid"),y=i.items?(0,gp.getSchemaTypes)(i.items):[];t.block$data(d,l,(0,mt._)`${e} === false`),
t.ok(d);function l(){let F=r.let("i",(0,mt._)`${a}.length`),R=r.let("j");t.setParams({i:F,j:R}),r.assign(d,!0),r.if((0,mt._)`${F} > 1`,()=>(b()?A:N)(F,R))}function b(){
return y.length>0&&!y.some(F=>F==="object"||F==="array")}function A(F,R){let V=r.name("item"),J=(0,gp.checkDataTypes)(y,V,s.opts.strictNumbers,gp.DataType.Wrong),
oe=r.const("indices",(0,mt._)`{}`);r.for((0,mt._)`;${F}--;`,()=>{r.let(V,(0,mt._)`${a}[${F}]`),r.if(J,(0,mt._)`continue`),y.length>1&&r.if((0,mt._)`typeof ${V} == "string"`,
(0,mt._)`${V} += "_"`),r.if((0,mt._)`typeof ${oe}[${V}] == "number"`,()=>{r.assign(R,(0,mt._)`${oe}[${V}]`),t.error(),r.assign(d,!1).break()}).code((0,mt._)`${oe}[${V}] = ${F}`)})}
function N(F,R){let V=(0,s1.useFunc)(r,a1.default),J=r.name("outer");r.label(J).for((0,mt._)`;${F}--;`,()=>r.for((0,mt._)`${R} = ${F}; ${R}--;`,()=>r.if((0,mt._)`${V}(${a}[${F}], ${a}[${R}])`,
()=>{t.error(),r.assign(d,!1).break(J)})))}}};bp.default=o1});var gl=ie(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var wp=Me(),i1=ze(),p1=pa(),d1={message:"must be equal to constant",params:({schemaCode:t})=>(0,wp.
_)`{allowedValue: ${t}}`},c1={keyword:"const",$data:!0,error:d1,code(t){let{gen:r,data:a,$data:n,schemaCode:o,schema:i}=t;n||i&&typeof i=="object"?t.fail$data((0,wp.
_)`!${(0,i1.useFunc)(r,p1.default)}(${a}, ${o})`):t.fail((0,wp._)`${i} !== ${a}`)}};vp.default=c1});var bl=ie(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var La=Me(),m1=ze(),l1=pa(),u1={message:"must be equal to one of the allowed value\
s",params:({schemaCode:t})=>(0,La._)`{allowedValues: ${t}}`},h1={keyword:"enum",schemaType:"array",$data:!0,error:u1,code(t){let{gen:r,data:a,$data:n,schema:o,schemaCode:i,
it:e}=t;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=e.opts.loopEnum,d,y=()=>d??(d=(0,m1.useFunc)(r,l1.default)),l;if(s||
n)l=r.let("valid"),t.block$data(l,b);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let N=r.const("vSchema",i);l=(0,La.or)(...o.map((F,R)=>A(
N,R)))}t.pass(l);function b(){r.assign(l,!1),r.forOf("v",i,N=>r.if((0,La._)`${y()}(${a}, ${N})`,()=>r.assign(l,!0).break()))}function A(N,F){let R=o[F];return typeof R==
"object"&&R!==null?(0,La._)`${y()}(${a}, ${N}[${F}])`:(0,La._)`${a} === ${R}`}}};kp.default=h1});var wl=ie(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var f1=dl(),y1=cl(),g1=ml(),b1=ll(),w1=ul(),v1=hl(),k1=fl(),P1=yl(),$1=gl(),S1=bl(),
_1=[f1.default,y1.default,g1.default,b1.default,w1.default,v1.default,k1.default,P1.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},$1.default,S1.default];Pp.default=_1});var Sp=ie(Fa=>{"use strict";Object.defineProperty(Fa,"__esModule",{value:!0});Fa.validateAdditionalItems=void 0;var as=Me(),$p=ze(),x1={message:({params:{len:t}})=>(0,as.
str)`must NOT have more than ${t} items`,params:({params:{len:t}})=>(0,as._)`{limit: ${t}}`},q1={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:x1,code(t){let{parentSchema:r,it:a}=t,{items:n}=r;if(!Array.isArray(n)){(0,$p.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}vl(t,n)}};function vl(t,r){let{gen:a,schema:n,data:o,keyword:i,it:e}=t;e.items=!0;let s=a.const("len",(0,as._)`${o}.length`);
if(n===!1)t.setParams({len:r.length}),t.pass((0,as._)`${s} <= ${r.length}`);else if(typeof n=="object"&&!(0,$p.alwaysValidSchema)(e,n)){let y=a.var("valid",(0,as.
_)`${s} <= ${r.length}`);a.if((0,as.not)(y),()=>d(y)),t.ok(y)}function d(y){a.forRange("i",r.length,s,l=>{t.subschema({keyword:i,dataProp:l,dataPropType:$p.Type.
Num},y),e.allErrors||a.if((0,as.not)(y),()=>a.break())})}}Fa.validateAdditionalItems=vl;Fa.default=q1});var _p=ie(Va=>{"use strict";Object.defineProperty(Va,"__esModule",{value:!0});Va.validateTuple=void 0;var kl=Me(),zn=ze(),O1=Lt(),j1={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(t){let{schema:r,it:a}=t;if(Array.isArray(r))return Pl(t,"additionalItems",r);a.items=!0,!(0,zn.
alwaysValidSchema)(a,r)&&t.ok((0,O1.validateArray)(t))}};function Pl(t,r,a=t.schema){let{gen:n,parentSchema:o,data:i,keyword:e,it:s}=t;l(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=zn.mergeEvaluated.items(n,a.length,s.items));let d=n.name("valid"),y=n.const("len",(0,kl._)`${i}.length`);a.forEach((b,A)=>{(0,zn.
alwaysValidSchema)(s,b)||(n.if((0,kl._)`${y} > ${A}`,()=>t.subschema({keyword:e,schemaProp:A,dataProp:A},d)),t.ok(d))});function l(b){let{opts:A,errSchemaPath:N}=s,
F=a.length,R=F===b.minItems&&(F===b.maxItems||b[r]===!1);if(A.strictTuples&&!R){let V=`"${e}" is ${F}-tuple, but minItems or maxItems/${r} are not specified or \
different at path "${N}"`;(0,zn.checkStrictMode)(s,V,A.strictTuples)}}}Va.validateTuple=Pl;Va.default=j1});var $l=ie(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var A1=_p(),T1={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:t=>(0,A1.validateTuple)(t,"items")};xp.default=T1});var _l=ie(qp=>{"use strict";Object.defineProperty(qp,"__esModule",{value:!0});var Sl=Me(),N1=ze(),R1=Lt(),I1=Sp(),E1={message:({params:{len:t}})=>(0,Sl.str)`must NOT have more than ${t} items`,
params:({params:{len:t}})=>(0,Sl._)`{limit: ${t}}`},M1={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:E1,code(t){let{schema:r,
parentSchema:a,it:n}=t,{prefixItems:o}=a;n.items=!0,!(0,N1.alwaysValidSchema)(n,r)&&(o?(0,I1.validateAdditionalItems)(t,o):t.ok((0,R1.validateArray)(t)))}};qp.default=
M1});var xl=ie(Op=>{"use strict";Object.defineProperty(Op,"__esModule",{value:!0});var Vt=Me(),Un=ze(),L1={message:({params:{min:t,max:r}})=>r===void 0?(0,Vt.str)`must contain at least ${t} valid item(s)`:
(0,Vt.str)`must contain at least ${t} and no more than ${r} valid item(s)`,params:({params:{min:t,max:r}})=>r===void 0?(0,Vt._)`{minContains: ${t}}`:(0,Vt._)`{minContains: ${t}, maxContains: ${r}}`},
F1={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:L1,code(t){let{gen:r,schema:a,parentSchema:n,data:o,
it:i}=t,e,s,{minContains:d,maxContains:y}=n;i.opts.next?(e=d===void 0?1:d,s=y):e=1;let l=r.const("len",(0,Vt._)`${o}.length`);if(t.setParams({min:e,max:s}),s===
void 0&&e===0){(0,Un.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&e>s){(0,Un.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),t.fail();return}if((0,Un.alwaysValidSchema)(i,a)){let R=(0,Vt._)`${l} >= ${e}`;s!==void 0&&(R=(0,Vt._)`${R} && ${l} <= ${s}`),
t.pass(R);return}i.items=!0;let b=r.name("valid");s===void 0&&e===1?N(b,()=>r.if(b,()=>r.break())):e===0?(r.let(b,!0),s!==void 0&&r.if((0,Vt._)`${o}.length > 0`,
A)):(r.let(b,!1),A()),t.result(b,()=>t.reset());function A(){let R=r.name("_valid"),V=r.let("count",0);N(R,()=>r.if(R,()=>F(V)))}function N(R,V){r.forRange("i",
0,l,J=>{t.subschema({keyword:"contains",dataProp:J,dataPropType:Un.Type.Num,compositeRule:!0},R),V()})}function F(R){r.code((0,Vt._)`${R}++`),s===void 0?r.if((0,Vt.
_)`${R} >= ${e}`,()=>r.assign(b,!0).break()):(r.if((0,Vt._)`${R} > ${s}`,()=>r.assign(b,!1).break()),e===1?r.assign(b,!0):r.if((0,Vt._)`${R} >= ${e}`,()=>r.assign(
b,!0)))}}};Op.default=F1});var jl=ie(ir=>{"use strict";Object.defineProperty(ir,"__esModule",{value:!0});ir.validateSchemaDeps=ir.validatePropertyDeps=ir.error=void 0;var jp=Me(),V1=ze(),
za=Lt();ir.error={message:({params:{property:t,depsCount:r,deps:a}})=>{let n=r===1?"property":"properties";return(0,jp.str)`must have ${n} ${a} when property ${t} is present`},
params:({params:{property:t,depsCount:r,deps:a,missingProperty:n}})=>(0,jp._)`{property: ${t},
    missingProperty: ${n},
    depsCount: ${r},
    deps: ${a}}`};var z1={keyword:"dependencies",type:"object",schemaType:"object",error:ir.error,code(t){let[r,a]=U1(t);ql(t,r),Ol(t,a)}};function U1({schema:t}){
let r={},a={};for(let n in t){if(n==="__proto__")continue;let o=Array.isArray(t[n])?r:a;o[n]=t[n]}return[r,a]}function ql(t,r=t.schema){let{gen:a,data:n,it:o}=t;
if(Object.keys(r).length===0)return;let i=a.let("missing");for(let e in r){let s=r[e];if(s.length===0)continue;let d=(0,za.propertyInData)(a,n,e,o.opts.ownProperties);
t.setParams({property:e,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(d,()=>{for(let y of s)(0,za.checkReportMissingProp)(t,y)}):(a.if((0,jp._)`${d} && (${(0,za.
checkMissingProp)(t,s,i)})`),(0,za.reportMissingProp)(t,i),a.else())}}ir.validatePropertyDeps=ql;function Ol(t,r=t.schema){let{gen:a,data:n,keyword:o,it:i}=t,e=a.
name("valid");for(let s in r)(0,V1.alwaysValidSchema)(i,r[s])||(a.if((0,za.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let d=t.subschema({keyword:o,schemaProp:s},
e);t.mergeValidEvaluated(d,e)},()=>a.var(e,!0)),t.ok(e))}ir.validateSchemaDeps=Ol;ir.default=z1});var Tl=ie(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var Al=Me(),J1=ze(),D1={message:"property name must be valid",params:({params:t})=>(0,Al.
_)`{propertyName: ${t.propertyName}}`},C1={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:D1,code(t){let{gen:r,schema:a,data:n,it:o}=t;
if((0,J1.alwaysValidSchema)(o,a))return;let i=r.name("valid");r.forIn("key",n,e=>{t.setParams({propertyName:e}),t.subschema({keyword:"propertyNames",data:e,dataTypes:[
"string"],propertyName:e,compositeRule:!0},i),r.if((0,Al.not)(i),()=>{t.error(!0),o.allErrors||r.break()})}),t.ok(i)}};Ap.default=C1});var Np=ie(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var Jn=Lt(),Gt=Me(),W1=gr(),Dn=ze(),H1={message:"must NOT have additional properti\
es",params:({params:t})=>(0,Gt._)`{additionalProperty: ${t.additionalProperty}}`},K1={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:H1,code(t){let{gen:r,schema:a,parentSchema:n,data:o,errsCount:i,it:e}=t;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:d}=e;if(e.props=!0,d.removeAdditional!=="all"&&(0,Dn.alwaysValidSchema)(e,a))return;let y=(0,Jn.allSchemaProperties)(n.properties),l=(0,Jn.
allSchemaProperties)(n.patternProperties);b(),t.ok((0,Gt._)`${i} === ${W1.default.errors}`);function b(){r.forIn("key",o,V=>{!y.length&&!l.length?F(V):r.if(A(V),
()=>F(V))})}function A(V){let J;if(y.length>8){let oe=(0,Dn.schemaRefOrVal)(e,n.properties,"properties");J=(0,Jn.isOwnProperty)(r,oe,V)}else y.length?J=(0,Gt.or)(
...y.map(oe=>(0,Gt._)`${V} === ${oe}`)):J=Gt.nil;return l.length&&(J=(0,Gt.or)(J,...l.map(oe=>(0,Gt._)`${(0,Jn.usePattern)(t,oe)}.test(${V})`))),(0,Gt.not)(J)}function N(V){
r.code((0,Gt._)`delete ${o}[${V}]`)}function F(V){if(d.removeAdditional==="all"||d.removeAdditional&&a===!1){N(V);return}if(a===!1){t.setParams({additionalProperty:V}),
t.error(),s||r.break();return}if(typeof a=="object"&&!(0,Dn.alwaysValidSchema)(e,a)){let J=r.name("valid");d.removeAdditional==="failing"?(R(V,J,!1),r.if((0,Gt.
not)(J),()=>{t.reset(),N(V)})):(R(V,J),s||r.if((0,Gt.not)(J),()=>r.break()))}}function R(V,J,oe){let G={keyword:"additionalProperties",dataProp:V,dataPropType:Dn.
Type.Str};oe===!1&&Object.assign(G,{compositeRule:!0,createErrors:!1,allErrors:!1}),t.subschema(G,J)}}};Tp.default=K1});var Il=ie(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var B1=_a(),Nl=Lt(),Rp=ze(),Rl=Np(),G1={keyword:"properties",type:"object",schemaType:"\
object",code(t){let{gen:r,schema:a,parentSchema:n,data:o,it:i}=t;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&Rl.default.code(new B1.KeywordCxt(
i,Rl.default,"additionalProperties"));let e=(0,Nl.allSchemaProperties)(a);for(let b of e)i.definedProperties.add(b);i.opts.unevaluated&&e.length&&i.props!==!0&&
(i.props=Rp.mergeEvaluated.props(r,(0,Rp.toHash)(e),i.props));let s=e.filter(b=>!(0,Rp.alwaysValidSchema)(i,a[b]));if(s.length===0)return;let d=r.name("valid");
for(let b of s)y(b)?l(b):(r.if((0,Nl.propertyInData)(r,o,b,i.opts.ownProperties)),l(b),i.allErrors||r.else().var(d,!0),r.endIf()),t.it.definedProperties.add(b),
t.ok(d);function y(b){return i.opts.useDefaults&&!i.compositeRule&&a[b].default!==void 0}function l(b){t.subschema({keyword:"properties",schemaProp:b,dataProp:b},
d)}}};Ip.default=G1});var Fl=ie(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var El=Lt(),Cn=Me(),Ml=ze(),Ll=ze(),Z1={keyword:"patternProperties",type:"object",
schemaType:"object",code(t){let{gen:r,schema:a,data:n,parentSchema:o,it:i}=t,{opts:e}=i,s=(0,El.allSchemaProperties)(a),d=s.filter(R=>(0,Ml.alwaysValidSchema)(i,
a[R]));if(s.length===0||d.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let y=e.strictSchema&&!e.allowMatchingProperties&&o.properties,l=r.name(
"valid");i.props!==!0&&!(i.props instanceof Cn.Name)&&(i.props=(0,Ll.evaluatedPropsToName)(r,i.props));let{props:b}=i;A();function A(){for(let R of s)y&&N(R),i.
allErrors?F(R):(r.var(l,!0),F(R),r.if(l))}function N(R){for(let V in y)new RegExp(R).test(V)&&(0,Ml.checkStrictMode)(i,`property ${V} matches pattern ${R} (use \
allowMatchingProperties)`)}function F(R){r.forIn("key",n,V=>{r.if((0,Cn._)`${(0,El.usePattern)(t,R)}.test(${V})`,()=>{let J=d.includes(R);J||t.subschema({keyword:"\
patternProperties",schemaProp:R,dataProp:V,dataPropType:Ll.Type.Str},l),i.opts.unevaluated&&b!==!0?r.assign((0,Cn._)`${b}[${V}]`,!0):!J&&!i.allErrors&&r.if((0,Cn.
not)(l),()=>r.break())})})}}};Ep.default=Z1});var Vl=ie(Mp=>{"use strict";Object.defineProperty(Mp,"__esModule",{value:!0});var Q1=ze(),X1={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(t){
let{gen:r,schema:a,it:n}=t;if((0,Q1.alwaysValidSchema)(n,a)){t.fail();return}let o=r.name("valid");t.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),t.failResult(o,()=>t.reset(),()=>t.error())},error:{message:"must NOT be valid"}};Mp.default=X1});var zl=ie(Lp=>{"use strict";Object.defineProperty(Lp,"__esModule",{value:!0});var Y1=Lt(),ek={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:Y1.validateUnion,
error:{message:"must match a schema in anyOf"}};Lp.default=ek});var Ul=ie(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var Wn=Me(),tk=ze(),rk={message:"must match exactly one schema in oneOf",params:({
params:t})=>(0,Wn._)`{passingSchemas: ${t.passing}}`},sk={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:rk,code(t){let{gen:r,schema:a,parentSchema:n,it:o}=t;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,e=r.let("valid",!1),s=r.let("passing",null),
d=r.name("_valid");t.setParams({passing:s}),r.block(y),t.result(e,()=>t.reset(),()=>t.error(!0));function y(){i.forEach((l,b)=>{let A;(0,tk.alwaysValidSchema)(o,
l)?r.var(d,!0):A=t.subschema({keyword:"oneOf",schemaProp:b,compositeRule:!0},d),b>0&&r.if((0,Wn._)`${d} && ${e}`).assign(e,!1).assign(s,(0,Wn._)`[${s}, ${b}]`).
else(),r.if(d,()=>{r.assign(e,!0),r.assign(s,b),A&&t.mergeEvaluated(A,Wn.Name)})})}}};Fp.default=sk});var Jl=ie(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var ak=ze(),nk={keyword:"allOf",schemaType:"array",code(t){let{gen:r,schema:a,it:n}=t;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=r.name("valid");a.forEach((i,e)=>{if((0,ak.alwaysValidSchema)(n,i))return;let s=t.subschema(
{keyword:"allOf",schemaProp:e},o);t.ok(o),t.mergeEvaluated(s)})}};Vp.default=nk});var Wl=ie(zp=>{"use strict";Object.defineProperty(zp,"__esModule",{value:!0});var Hn=Me(),Cl=ze(),ok={message:({params:t})=>(0,Hn.str)`must match "${t.ifClause}" schema`,
params:({params:t})=>(0,Hn._)`{failingKeyword: ${t.ifClause}}`},ik={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:ok,code(t){let{gen:r,parentSchema:a,
it:n}=t;a.then===void 0&&a.else===void 0&&(0,Cl.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=Dl(n,"then"),i=Dl(n,"else");if(!o&&!i)return;
let e=r.let("valid",!0),s=r.name("_valid");if(d(),t.reset(),o&&i){let l=r.let("ifClause");t.setParams({ifClause:l}),r.if(s,y("then",l),y("else",l))}else o?r.if(
s,y("then")):r.if((0,Hn.not)(s),y("else"));t.pass(e,()=>t.error(!0));function d(){let l=t.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);t.mergeEvaluated(l)}function y(l,b){return()=>{let A=t.subschema({keyword:l},s);r.assign(e,s),t.mergeValidEvaluated(A,e),b?r.assign(b,(0,Hn._)`${l}`):t.setParams(
{ifClause:l})}}}};function Dl(t,r){let a=t.schema[r];return a!==void 0&&!(0,Cl.alwaysValidSchema)(t,a)}zp.default=ik});var Hl=ie(Up=>{"use strict";Object.defineProperty(Up,"__esModule",{value:!0});var pk=ze(),dk={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:t,
parentSchema:r,it:a}){r.if===void 0&&(0,pk.checkStrictMode)(a,`"${t}" without "if" is ignored`)}};Up.default=dk});var Kl=ie(Jp=>{"use strict";Object.defineProperty(Jp,"__esModule",{value:!0});var ck=Sp(),mk=$l(),lk=_p(),uk=_l(),hk=xl(),fk=jl(),yk=Tl(),gk=Np(),bk=Il(),wk=Fl(),
vk=Vl(),kk=zl(),Pk=Ul(),$k=Jl(),Sk=Wl(),_k=Hl();function xk(t=!1){let r=[vk.default,kk.default,Pk.default,$k.default,Sk.default,_k.default,yk.default,gk.default,
fk.default,bk.default,wk.default];return t?r.push(mk.default,uk.default):r.push(ck.default,lk.default),r.push(hk.default),r}Jp.default=xk});var Bl=ie(Dp=>{"use strict";Object.defineProperty(Dp,"__esModule",{value:!0});var at=Me(),qk={message:({schemaCode:t})=>(0,at.str)`must match format "${t}"`,params:({
schemaCode:t})=>(0,at._)`{format: ${t}}`},Ok={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:qk,code(t,r){let{gen:a,data:n,$data:o,
schema:i,schemaCode:e,it:s}=t,{opts:d,errSchemaPath:y,schemaEnv:l,self:b}=s;if(!d.validateFormats)return;o?A():N();function A(){let F=a.scopeValue("formats",{ref:b.
formats,code:d.code.formats}),R=a.const("fDef",(0,at._)`${F}[${e}]`),V=a.let("fType"),J=a.let("format");a.if((0,at._)`typeof ${R} == "object" && !(${R} instanceof RegExp)`,
()=>a.assign(V,(0,at._)`${R}.type || "string"`).assign(J,(0,at._)`${R}.validate`),()=>a.assign(V,(0,at._)`"string"`).assign(J,R)),t.fail$data((0,at.or)(oe(),G()));
function oe(){return d.strictSchema===!1?at.nil:(0,at._)`${e} && !${J}`}function G(){let B=l.$async?(0,at._)`(${R}.async ? await ${J}(${n}) : ${J}(${n}))`:(0,at.
_)`${J}(${n})`,D=(0,at._)`(typeof ${J} == "function" ? ${B} : ${J}.test(${n}))`;return(0,at._)`${J} && ${J} !== true && ${V} === ${r} && !${D}`}}function N(){let F=b.
formats[i];if(!F){oe();return}if(F===!0)return;let[R,V,J]=G(F);R===r&&t.pass(B());function oe(){if(d.strictSchema===!1){b.logger.warn(D());return}throw new Error(
D());function D(){return`unknown format "${i}" ignored in schema at path "${y}"`}}function G(D){let fe=D instanceof RegExp?(0,at.regexpCode)(D):d.code.formats?(0,at.
_)`${d.code.formats}${(0,at.getProperty)(i)}`:void 0,ue=a.scopeValue("formats",{key:i,ref:D,code:fe});return typeof D=="object"&&!(D instanceof RegExp)?[D.type||
"string",D.validate,(0,at._)`${ue}.validate`]:["string",D,ue]}function B(){if(typeof F=="object"&&!(F instanceof RegExp)&&F.async){if(!l.$async)throw new Error(
"async format in sync schema");return(0,at._)`await ${J}(${n})`}return typeof V=="function"?(0,at._)`${J}(${n})`:(0,at._)`${J}.test(${n})`}}}};Dp.default=Ok});var Gl=ie(Cp=>{"use strict";Object.defineProperty(Cp,"__esModule",{value:!0});var jk=Bl(),Ak=[jk.default];Cp.default=Ak});var Zl=ie(zs=>{"use strict";Object.defineProperty(zs,"__esModule",{value:!0});zs.contentVocabulary=zs.metadataVocabulary=void 0;zs.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];zs.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var Xl=ie(Wp=>{"use strict";Object.defineProperty(Wp,"__esModule",{value:!0});var Tk=pl(),Nk=wl(),Rk=Kl(),Ik=Gl(),Ql=Zl(),Ek=[Tk.default,Nk.default,(0,Rk.default)(),
Ik.default,Ql.metadataVocabulary,Ql.contentVocabulary];Wp.default=Ek});var eu=ie(Kn=>{"use strict";Object.defineProperty(Kn,"__esModule",{value:!0});Kn.DiscrError=void 0;var Yl;(function(t){t.Tag="tag",t.Mapping="mapping"})(Yl||(Kn.
DiscrError=Yl={}))});var ru=ie(Kp=>{"use strict";Object.defineProperty(Kp,"__esModule",{value:!0});var Us=Me(),Hp=eu(),tu=qn(),Mk=xa(),Lk=ze(),Fk={message:({params:{discrError:t,tagName:r}})=>t===
Hp.DiscrError.Tag?`tag "${r}" must be string`:`value of tag "${r}" must be in oneOf`,params:({params:{discrError:t,tag:r,tagName:a}})=>(0,Us._)`{error: ${t}, tag: ${a}, tagValue: ${r}}`},
Vk={keyword:"discriminator",type:"object",schemaType:"object",error:Fk,code(t){let{gen:r,data:a,schema:n,parentSchema:o,it:i}=t,{oneOf:e}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!e)throw new Error("discriminator: requires oneOf keyword");let d=r.let("valid",!1),y=r.
const("tag",(0,Us._)`${a}${(0,Us.getProperty)(s)}`);r.if((0,Us._)`typeof ${y} == "string"`,()=>l(),()=>t.error(!1,{discrError:Hp.DiscrError.Tag,tag:y,tagName:s})),
t.ok(d);function l(){let N=A();r.if(!1);for(let F in N)r.elseIf((0,Us._)`${y} === ${F}`),r.assign(d,b(N[F]));r.else(),t.error(!1,{discrError:Hp.DiscrError.Mapping,
tag:y,tagName:s}),r.endIf()}function b(N){let F=r.name("valid"),R=t.subschema({keyword:"oneOf",schemaProp:N},F);return t.mergeEvaluated(R,Us.Name),F}function A(){
var N;let F={},R=J(o),V=!0;for(let B=0;B<e.length;B++){let D=e[B];if(D?.$ref&&!(0,Lk.schemaHasRulesButRef)(D,i.self.RULES)){let ue=D.$ref;if(D=tu.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,ue),D instanceof tu.SchemaEnv&&(D=D.schema),D===void 0)throw new Mk.default(i.opts.uriResolver,i.baseId,ue)}let fe=(N=D?.properties)===
null||N===void 0?void 0:N[s];if(typeof fe!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);V=V&&
(R||J(D)),oe(fe,B)}if(!V)throw new Error(`discriminator: "${s}" must be required`);return F;function J({required:B}){return Array.isArray(B)&&B.includes(s)}function oe(B,D){
if(B.const)G(B.const,D);else if(B.enum)for(let fe of B.enum)G(fe,D);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function G(B,D){
if(typeof B!="string"||B in F)throw new Error(`discriminator: "${s}" values must be unique strings`);F[B]=D}}}};Kp.default=Vk});var su=ie((tx,zk)=>{zk.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
definitions:{schemaArray:{type:"array",minItems:1,items:{$ref:"#"}},nonNegativeInteger:{type:"integer",minimum:0},nonNegativeIntegerDefault0:{allOf:[{$ref:"#/de\
finitions/nonNegativeInteger"},{default:0}]},simpleTypes:{enum:["array","boolean","integer","null","number","object","string"]},stringArray:{type:"array",items:{
type:"string"},uniqueItems:!0,default:[]}},type:["object","boolean"],properties:{$id:{type:"string",format:"uri-reference"},$schema:{type:"string",format:"uri"},
$ref:{type:"string",format:"uri-reference"},$comment:{type:"string"},title:{type:"string"},description:{type:"string"},default:!0,readOnly:{type:"boolean",default:!1},
examples:{type:"array",items:!0},multipleOf:{type:"number",exclusiveMinimum:0},maximum:{type:"number"},exclusiveMaximum:{type:"number"},minimum:{type:"number"},
exclusiveMinimum:{type:"number"},maxLength:{$ref:"#/definitions/nonNegativeInteger"},minLength:{$ref:"#/definitions/nonNegativeIntegerDefault0"},pattern:{type:"\
string",format:"regex"},additionalItems:{$ref:"#"},items:{anyOf:[{$ref:"#"},{$ref:"#/definitions/schemaArray"}],default:!0},maxItems:{$ref:"#/definitions/nonNeg\
ativeInteger"},minItems:{$ref:"#/definitions/nonNegativeIntegerDefault0"},uniqueItems:{type:"boolean",default:!1},contains:{$ref:"#"},maxProperties:{$ref:"#/def\
initions/nonNegativeInteger"},minProperties:{$ref:"#/definitions/nonNegativeIntegerDefault0"},required:{$ref:"#/definitions/stringArray"},additionalProperties:{
$ref:"#"},definitions:{type:"object",additionalProperties:{$ref:"#"},default:{}},properties:{type:"object",additionalProperties:{$ref:"#"},default:{}},patternProperties:{
type:"object",additionalProperties:{$ref:"#"},propertyNames:{format:"regex"},default:{}},dependencies:{type:"object",additionalProperties:{anyOf:[{$ref:"#"},{$ref:"\
#/definitions/stringArray"}]}},propertyNames:{$ref:"#"},const:!0,enum:{type:"array",items:!0,minItems:1,uniqueItems:!0},type:{anyOf:[{$ref:"#/definitions/simple\
Types"},{type:"array",items:{$ref:"#/definitions/simpleTypes"},minItems:1,uniqueItems:!0}]},format:{type:"string"},contentMediaType:{type:"string"},contentEncoding:{
type:"string"},if:{$ref:"#"},then:{$ref:"#"},else:{$ref:"#"},allOf:{$ref:"#/definitions/schemaArray"},anyOf:{$ref:"#/definitions/schemaArray"},oneOf:{$ref:"#/de\
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var $t=ie((et,Bp)=>{"use strict";Object.defineProperty(et,"__esModule",{value:!0});et.MissingRefError=et.ValidationError=et.CodeGen=et.Name=et.nil=et.stringify=
et.str=et._=et.KeywordCxt=et.Ajv=void 0;var Uk=rl(),Jk=Xl(),Dk=ru(),au=su(),Ck=["/properties"],Bn="http://json-schema.org/draft-07/schema",Js=class extends Uk.default{_addVocabularies(){
super._addVocabularies(),Jk.default.forEach(r=>this.addVocabulary(r)),this.opts.discriminator&&this.addKeyword(Dk.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let r=this.opts.$data?this.$dataMetaSchema(au,Ck):au;this.addMetaSchema(r,Bn,!1),this.refs["http://json-schema.org/schema"]=Bn}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Bn)?Bn:void 0)}};et.Ajv=Js;Bp.exports=et=Js;Bp.exports.Ajv=Js;Object.defineProperty(et,"__esMo\
dule",{value:!0});et.default=Js;var Wk=_a();Object.defineProperty(et,"KeywordCxt",{enumerable:!0,get:function(){return Wk.KeywordCxt}});var Ds=Me();Object.defineProperty(
et,"_",{enumerable:!0,get:function(){return Ds._}});Object.defineProperty(et,"str",{enumerable:!0,get:function(){return Ds.str}});Object.defineProperty(et,"stri\
ngify",{enumerable:!0,get:function(){return Ds.stringify}});Object.defineProperty(et,"nil",{enumerable:!0,get:function(){return Ds.nil}});Object.defineProperty(
et,"Name",{enumerable:!0,get:function(){return Ds.Name}});Object.defineProperty(et,"CodeGen",{enumerable:!0,get:function(){return Ds.CodeGen}});var Hk=_n();Object.
defineProperty(et,"ValidationError",{enumerable:!0,get:function(){return Hk.default}});var Kk=xa();Object.defineProperty(et,"MissingRefError",{enumerable:!0,get:function(){
return Kk.default}})});var Zf=lt(Hd());import{models as T$}from"./models.js";function an(t,r=!1){let a=t.length,n=0,o="",i=0,e=16,s=0,d=0,y=0,l=0,b=0;function A(G,B){let D=0,fe=0;for(;D<G||!B;){let ue=t.charCodeAt(n);if(ue>=48&&ue<=57)fe=
fe*16+ue-48;else if(ue>=65&&ue<=70)fe=fe*16+ue-65+10;else if(ue>=97&&ue<=102)fe=fe*16+ue-97+10;else break;n++,D++}return D<G&&(fe=-1),fe}function N(G){n=G,o="",
i=0,e=16,b=0}function F(){let G=n;if(t.charCodeAt(n)===48)n++;else for(n++;n<t.length&&Ss(t.charCodeAt(n));)n++;if(n<t.length&&t.charCodeAt(n)===46)if(n++,n<t.length&&
Ss(t.charCodeAt(n)))for(n++;n<t.length&&Ss(t.charCodeAt(n));)n++;else return b=3,t.substring(G,n);let B=n;if(n<t.length&&(t.charCodeAt(n)===69||t.charCodeAt(n)===
101))if(n++,(n<t.length&&t.charCodeAt(n)===43||t.charCodeAt(n)===45)&&n++,n<t.length&&Ss(t.charCodeAt(n))){for(n++;n<t.length&&Ss(t.charCodeAt(n));)n++;B=n}else
b=3;return t.substring(G,B)}function R(){let G="",B=n;for(;;){if(n>=a){G+=t.substring(B,n),b=2;break}let D=t.charCodeAt(n);if(D===34){G+=t.substring(B,n),n++;break}
if(D===92){if(G+=t.substring(B,n),n++,n>=a){b=2;break}switch(t.charCodeAt(n++)){case 34:G+='"';break;case 92:G+="\\";break;case 47:G+="/";break;case 98:G+="\b";
break;case 102:G+="\f";break;case 110:G+=`
`;break;case 114:G+="\r";break;case 116:G+="	";break;case 117:let ue=A(4,!0);ue>=0?G+=String.fromCharCode(ue):b=4;break;default:b=5}B=n;continue}if(D>=0&&D<=31)
if(ca(D)){G+=t.substring(B,n),b=2;break}else b=6;n++}return G}function V(){if(o="",b=0,i=n,d=s,l=y,n>=a)return i=a,e=17;let G=t.charCodeAt(n);if(ei(G)){do n++,o+=
String.fromCharCode(G),G=t.charCodeAt(n);while(ei(G));return e=15}if(ca(G))return n++,o+=String.fromCharCode(G),G===13&&t.charCodeAt(n)===10&&(n++,o+=`
`),s++,y=n,e=14;switch(G){case 123:return n++,e=1;case 125:return n++,e=2;case 91:return n++,e=3;case 93:return n++,e=4;case 58:return n++,e=6;case 44:return n++,
e=5;case 34:return n++,o=R(),e=10;case 47:let B=n-1;if(t.charCodeAt(n+1)===47){for(n+=2;n<a&&!ca(t.charCodeAt(n));)n++;return o=t.substring(B,n),e=12}if(t.charCodeAt(
n+1)===42){n+=2;let D=a-1,fe=!1;for(;n<D;){let ue=t.charCodeAt(n);if(ue===42&&t.charCodeAt(n+1)===47){n+=2,fe=!0;break}n++,ca(ue)&&(ue===13&&t.charCodeAt(n)===10&&
n++,s++,y=n)}return fe||(n++,b=1),o=t.substring(B,n),e=13}return o+=String.fromCharCode(G),n++,e=16;case 45:if(o+=String.fromCharCode(G),n++,n===a||!Ss(t.charCodeAt(
n)))return e=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=F(),e=11;default:for(;n<a&&J(G);)n++,G=t.charCodeAt(n);
if(i!==n){switch(o=t.substring(i,n),o){case"true":return e=8;case"false":return e=9;case"null":return e=7}return e=16}return o+=String.fromCharCode(G),n++,e=16}}
function J(G){if(ei(G)||ca(G))return!1;switch(G){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function oe(){let G;do G=V();while(G>=
12&&G<=15);return G}return{setPosition:N,getPosition:()=>n,scan:r?oe:V,getToken:()=>e,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>d,
getTokenStartCharacter:()=>i-l,getTokenError:()=>b}}function ei(t){return t===32||t===9}function ca(t){return t===10||t===13}function Ss(t){return t>=48&&t<=57}
var Kd;(function(t){t[t.lineFeed=10]="lineFeed",t[t.carriageReturn=13]="carriageReturn",t[t.space=32]="space",t[t._0=48]="_0",t[t._1=49]="_1",t[t._2=50]="_2",t[t.
_3=51]="_3",t[t._4=52]="_4",t[t._5=53]="_5",t[t._6=54]="_6",t[t._7=55]="_7",t[t._8=56]="_8",t[t._9=57]="_9",t[t.a=97]="a",t[t.b=98]="b",t[t.c=99]="c",t[t.d=100]=
"d",t[t.e=101]="e",t[t.f=102]="f",t[t.g=103]="g",t[t.h=104]="h",t[t.i=105]="i",t[t.j=106]="j",t[t.k=107]="k",t[t.l=108]="l",t[t.m=109]="m",t[t.n=110]="n",t[t.o=
111]="o",t[t.p=112]="p",t[t.q=113]="q",t[t.r=114]="r",t[t.s=115]="s",t[t.t=116]="t",t[t.u=117]="u",t[t.v=118]="v",t[t.w=119]="w",t[t.x=120]="x",t[t.y=121]="y",t[t.
z=122]="z",t[t.A=65]="A",t[t.B=66]="B",t[t.C=67]="C",t[t.D=68]="D",t[t.E=69]="E",t[t.F=70]="F",t[t.G=71]="G",t[t.H=72]="H",t[t.I=73]="I",t[t.J=74]="J",t[t.K=75]=
"K",t[t.L=76]="L",t[t.M=77]="M",t[t.N=78]="N",t[t.O=79]="O",t[t.P=80]="P",t[t.Q=81]="Q",t[t.R=82]="R",t[t.S=83]="S",t[t.T=84]="T",t[t.U=85]="U",t[t.V=86]="V",t[t.
W=87]="W",t[t.X=88]="X",t[t.Y=89]="Y",t[t.Z=90]="Z",t[t.asterisk=42]="asterisk",t[t.backslash=92]="backslash",t[t.closeBrace=125]="closeBrace",t[t.closeBracket=
93]="closeBracket",t[t.colon=58]="colon",t[t.comma=44]="comma",t[t.dot=46]="dot",t[t.doubleQuote=34]="doubleQuote",t[t.minus=45]="minus",t[t.openBrace=123]="ope\
nBrace",t[t.openBracket=91]="openBracket",t[t.plus=43]="plus",t[t.slash=47]="slash",t[t.formFeed=12]="formFeed",t[t.tab=9]="tab"})(Kd||(Kd={}));var Iy=new Array(20).fill(0).map((t,r)=>" ".repeat(r)),_s=200,Ey={" ":{"\n":new Array(_s).fill(0).map((t,r)=>`
`+" ".repeat(r)),"\r":new Array(_s).fill(0).map((t,r)=>"\r"+" ".repeat(r)),"\r\n":new Array(_s).fill(0).map((t,r)=>`\r
`+" ".repeat(r))},"	":{"\n":new Array(_s).fill(0).map((t,r)=>`
`+"	".repeat(r)),"\r":new Array(_s).fill(0).map((t,r)=>"\r"+"	".repeat(r)),"\r\n":new Array(_s).fill(0).map((t,r)=>`\r
`+"	".repeat(r))}};var nn;(function(t){t.DEFAULT={allowTrailingComma:!1}})(nn||(nn={}));function Bd(t,r){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
e=!1;function s(d,y,l,b){i.value=d,i.offset=y,i.length=l,i.type=b,i.colonOffset=void 0,o=i}try{si(t,{onObjectBegin:(d,y)=>{if(r<=d)throw n;o=void 0,e=r>d,a.push(
"")},onObjectProperty:(d,y,l)=>{if(r<y||(s(d,y,l,"property"),a[a.length-1]=d,r<=y+l))throw n},onObjectEnd:(d,y)=>{if(r<=d)throw n;o=void 0,a.pop()},onArrayBegin:(d,y)=>{
if(r<=d)throw n;o=void 0,a.push(0)},onArrayEnd:(d,y)=>{if(r<=d)throw n;o=void 0,a.pop()},onLiteralValue:(d,y,l)=>{if(r<y||(s(d,y,l,Gd(d)),r<=y+l))throw n},onSeparator:(d,y,l)=>{
if(r<=y)throw n;if(d===":"&&o&&o.type==="property")o.colonOffset=y,e=!1,o=void 0;else if(d===","){let b=a[a.length-1];typeof b=="number"?a[a.length-1]=b+1:(e=!0,
a[a.length-1]=""),o=void 0}}})}catch(d){if(d!==n)throw d}return{path:a,previousNode:o,isAtPropertyKey:e,matches:d=>{let y=0;for(let l=0;y<d.length&&l<a.length;l++)
if(d[y]===a[l]||d[y]==="*")y++;else if(d[y]!=="**")return!1;return y===d.length}}}function ti(t,r=[],a=nn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(d){n.type==="property"&&(n.length=d-n.offset,n=n.
parent)}function i(d){return n.children.push(d),d}si(t,{onObjectBegin:d=>{n=i({type:"object",offset:d,length:-1,parent:n,children:[]})},onObjectProperty:(d,y,l)=>{
n=i({type:"property",offset:y,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:d,offset:y,length:l,parent:n})},onObjectEnd:(d,y)=>{o(d+y),n.
length=d+y-n.offset,n=n.parent,o(d+y)},onArrayBegin:(d,y)=>{n=i({type:"array",offset:d,length:-1,parent:n,children:[]})},onArrayEnd:(d,y)=>{n.length=d+y-n.offset,
n=n.parent,o(d+y)},onLiteralValue:(d,y,l)=>{i({type:Gd(d),offset:y,length:l,parent:n,value:d}),o(y+l)},onSeparator:(d,y,l)=>{n.type==="property"&&(d===":"?n.colonOffset=
y:d===","&&o(y))},onError:(d,y,l)=>{r.push({error:d,offset:y,length:l})}},a);let s=n.children[0];return s&&delete s.parent,s}function ri(t,r){if(!t)return;let a=t;
for(let n of r)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function on(t){switch(t.type){case"array":return t.children.map(on);case"object":let r=Object.create(null);for(let a of t.children){let n=a.children[1];n&&(r[a.
children[0].value]=on(n))}return r;case"null":case"string":case"number":case"boolean":return t.value;default:return}}function si(t,r,a=nn.DEFAULT){let n=an(t,!1),o=[],i=0;function e(M){return M?()=>i===0&&M(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(M){return M?K=>i===0&&M(K,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function d(M){return M?
K=>i===0&&M(K,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function y(M){return M?()=>{i>0?i++:M(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function l(M){return M?()=>{i>0&&i--,i===
0&&M(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let b=y(r.onObjectBegin),A=d(r.onObjectProperty),N=l(r.onObjectEnd),
F=y(r.onArrayBegin),R=l(r.onArrayEnd),V=d(r.onLiteralValue),J=s(r.onSeparator),oe=e(r.onComment),G=s(r.onError),B=a&&a.disallowComments,D=a&&a.allowTrailingComma;
function fe(){for(;;){let M=n.scan();switch(n.getTokenError()){case 4:ue(14);break;case 5:ue(15);break;case 3:ue(13);break;case 1:B||ue(11);break;case 2:ue(12);
break;case 6:ue(16);break}switch(M){case 12:case 13:B?ue(10):oe();break;case 16:ue(1);break;case 15:case 14:break;default:return M}}}function ue(M,K=[],me=[]){if(G(
M),K.length+me.length>0){let Ne=n.getToken();for(;Ne!==17;){if(K.indexOf(Ne)!==-1){fe();break}else if(me.indexOf(Ne)!==-1)break;Ne=fe()}}}function Je(M){let K=n.
getTokenValue();return M?V(K):(A(K),o.push(K)),fe(),!0}function z(){switch(n.getToken()){case 11:let M=n.getTokenValue(),K=Number(M);isNaN(K)&&(ue(2),K=0),V(K);
break;case 7:V(null);break;case 8:V(!0);break;case 9:V(!1);break;default:return!1}return fe(),!0}function te(){return n.getToken()!==10?(ue(3,[],[2,5]),!1):(Je(
!1),n.getToken()===6?(J(":"),fe(),ee()||ue(4,[],[2,5])):ue(5,[],[2,5]),o.pop(),!0)}function be(){b(),fe();let M=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.
getToken()===5){if(M||ue(4,[],[]),J(","),fe(),n.getToken()===2&&D)break}else M&&ue(6,[],[]);te()||ue(4,[],[2,5]),M=!0}return N(),n.getToken()!==2?ue(7,[2],[]):fe(),
!0}function Ke(){F(),fe();let M=!0,K=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(K||ue(4,[],[]),J(","),fe(),n.getToken()===4&&D)break}else
K&&ue(6,[],[]);M?(o.push(0),M=!1):o[o.length-1]++,ee()||ue(4,[],[4,5]),K=!0}return R(),M||o.pop(),n.getToken()!==4?ue(8,[4],[]):fe(),!0}function ee(){switch(n.getToken()){case 3:
return Ke();case 1:return be();case 10:return Je(!0);default:return z()}}return fe(),n.getToken()===17?a.allowEmptyContent?!0:(ue(4,[],[]),!1):ee()?(n.getToken()!==
17&&ue(9,[],[]),!0):(ue(4,[],[]),!1)}function Gd(t){switch(typeof t){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(t){if(Array.isArray(t))return"\
array"}else return"null";return"object"}default:return"null"}}var Zd;(function(t){t[t.None=0]="None",t[t.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",t[t.UnexpectedEndOfString=2]="UnexpectedEndOfString",t[t.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",t[t.InvalidUnicode=4]="InvalidUnicode",t[t.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",t[t.InvalidCharacter=6]="InvalidCharact\
er"})(Zd||(Zd={}));var Qd;(function(t){t[t.OpenBraceToken=1]="OpenBraceToken",t[t.CloseBraceToken=2]="CloseBraceToken",t[t.OpenBracketToken=3]="OpenBracketToken",
t[t.CloseBracketToken=4]="CloseBracketToken",t[t.CommaToken=5]="CommaToken",t[t.ColonToken=6]="ColonToken",t[t.NullKeyword=7]="NullKeyword",t[t.TrueKeyword=8]="\
TrueKeyword",t[t.FalseKeyword=9]="FalseKeyword",t[t.StringLiteral=10]="StringLiteral",t[t.NumericLiteral=11]="NumericLiteral",t[t.LineCommentTrivia=12]="LineCom\
mentTrivia",t[t.BlockCommentTrivia=13]="BlockCommentTrivia",t[t.LineBreakTrivia=14]="LineBreakTrivia",t[t.Trivia=15]="Trivia",t[t.Unknown=16]="Unknown",t[t.EOF=
17]="EOF"})(Qd||(Qd={}));var Yd=Bd;var ai=ti,ec=ri;var tc=on;var Xd;(function(t){t[t.InvalidSymbol=1]="InvalidSymbol",t[t.InvalidNumberFormat=2]="InvalidNumberFormat",t[t.PropertyNameExpected=3]="PropertyNameExpected",t[t.
ValueExpected=4]="ValueExpected",t[t.ColonExpected=5]="ColonExpected",t[t.CommaExpected=6]="CommaExpected",t[t.CloseBraceExpected=7]="CloseBraceExpected",t[t.CloseBracketExpected=
8]="CloseBracketExpected",t[t.EndOfFileExpected=9]="EndOfFileExpected",t[t.InvalidCommentToken=10]="InvalidCommentToken",t[t.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",t[t.UnexpectedEndOfString=12]="UnexpectedEndOfString",t[t.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",t[t.InvalidUnicode=14]="InvalidUnic\
ode",t[t.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",t[t.InvalidCharacter=16]="InvalidCharacter"})(Xd||(Xd={}));function rc(t){switch(t){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var zy="\uFEFF";function*sc(t){for(let r of t.files.values()){let a=r.syntaxErrors[0];r.text.startsWith(zy)?yield{code:"S001",file:r.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:r.path,path:[],offset:a.offset,message:`the file is not JSON: ${Uy(rc(a.error))}`}:r.value===void 0&&(yield{code:"S001",file:r.path,path:[],message:"the\
 file is empty"})}}function Uy(t){return t.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function xs(t){return ac(t)}function Or(t){return ac(t)}function ac(t){let r=new WeakMap;return a=>{let n=r.get(a);if(n!==void 0)return n.value;let o=t(a);return r.
set(a,{value:o}),o}}function nc(t){return[...t.files.values()].flatMap(Jy)}var Jy=Or(t=>t.syntaxErrors.length===0&&Dy(t.text)===oc(t.value)?[]:t.tree===void 0?[]:[...ni(t.path,t.tree,
[])]);function Dy(t){return t.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function oc(t){if(typeof t!="object"||t===null)return 0;let r=Object.values(t);return(Array.
isArray(t)?0:r.length)+r.reduce((a,n)=>a+oc(n),0)}function*ni(t,r,a){let n=new Set;for(let[o,i]of(r.children??[]).entries()){let[e,s]=i.type==="property"?i.children??
[]:[];if(e===void 0){yield*ni(t,i,[...a,o]);continue}let d=String(e.value);n.has(d)&&(yield{code:"S002",file:t,path:[...a,d],offset:e.offset,message:`the key "${d}\
" is written twice`}),n.add(d),s!==void 0&&(yield*ni(t,s,[...a,d]))}}function pc(t){return[...t.files.values()].flatMap(Cy)}var Cy=Or(({path:t,text:r,syntaxErrors:a})=>a.length>0?[]:[...r.matchAll(Wy)].flatMap(({0:n,index:o})=>n.
startsWith('"')||ic(n)===ic(String(Number(n)))?[]:[{code:"S005",file:t,path:Yd(r,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),Wy=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function ic(t){let[,r="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(t)??[],i=`${a}${n}`.replace(/^0+/,""),e=i.replace(/0+$/,"");return e===
""?a===""?t:"0":`${r}${e}e${Number(o)-n.length+i.length-e.length}`}function ce(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function Hr(t){return ce(t)?Object.entries(t):[]}function Wt(t){return Array.isArray(t)?[...t.entries()]:[]}import{posix as oi}from"node:path";function pn(t){return t.map(r=>`/${String(r).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function ye(t){return t.split("/").slice(1).map(r=>r.replaceAll(
"~1","/").replaceAll("~0","~"))}var dn=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function dc(t,r,a){let[n="",o=""]=a.split("#"),i=n===""?r:oi.normalize(oi.join(oi.dirname(r),n)),e=t.files.get(i)?.value;if(e===void 0)throw new dn(r,a,"names a\
 file that does not exist");for(let s of ye(o)){let d=Array.isArray(e)?e[Number(s)]:ce(e)&&Object.hasOwn(e,s)?e[s]:void 0;if(d===void 0)throw new dn(r,a,"names \
nothing in that file");e=d}return{file:i,pointer:o,value:e}}function cc(t){return t.replaceAll(":","~~").replaceAll("/","~")}function mc(t){return t.replaceAll("~~",":").replaceAll("~","/")}function rt(t,r){let a={};return r!==void 0&&(a[t]=r),a}function jr(t){if(t.kind==="object")return t.members;if(t.kind!=="union")return[];let r=new Map([[t.tag.name,t.tag]]);for(let a of t.variants.flatMap(n=>n.members))
r.has(a.name)||r.set(a.name,a);return[...r.values()]}function hc(t,r){return typeof t=="string"?By(JSON.stringify(yc(t))):t===null||typeof t=="number"||typeof t=="boolean"?String(t):r[Array.isArray(t)?"array":t===
void 0?"nothing":"object"]??""}function fc(t){return/^[\w-]{1,60}$/.test(t)?t:hc(t,{})}function By(t){return/^[ -~]*$/.test(t)?t:t.replace(/(?! )[\p{C}\p{Z}]/gu,r=>`\\u${r.charCodeAt(0).toString(16).padStart(4,"0")}`)}function yc(t){if(t.length<=60)
return t;let r=[...t.slice(0,122)];return r.length>60?`${r.slice(0,60).join("")}\u2026`:t}var gc="{name}";function ii(t){return Gy(t).map((r,a)=>a>0&&/^(\d+|\*)$/.test(r)?`[${r}]`:`${a===0?"":"."}${Zy(r)}`).join("")}function Gy(t){return t.split("/").slice(1).map(r=>r.replaceAll("~1","/").replaceAll("~0","~"))}function Zy(t){return t===gc||/^[\w.-]+$/.test(t)?t:fc(t)}function ma(t){return typeof t=="string"?t:JSON.stringify(t)}function la(t){let r=t.map(ma),a=r.pop()??"";return r.length===0?{en:a,zh:a}:{en:`${r.join(", ")} o\
r ${a}`,zh:`${r.join("\u3001")} \u6216 ${a}`}}function cn(t,r=""){let a=(o,i,e)=>o===void 0?[]:[{en:`${i} ${qs(o,r)}`,zh:`${e} ${qs(o,r)}`}],n=[...a(t.minimum,"\
at least","\u81F3\u5C11"),...a(t.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(t.maximum,"at most","\u81F3\u591A"),...a(t.exclusiveMaximum,"less than","\u5C0F\u4E8E"),
...t.multipleOf===void 0?[]:[{en:`a multiple of ${qs(t.multipleOf,r)}`,zh:`${qs(t.multipleOf,r)} \u7684\u6574\u6570\u500D`}]];return n.length===0?void 0:{en:n.map(
({en:o})=>o).join(" and "),zh:ar(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function mn(t,r=""){let{minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i}=t;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${qs(
n,r)}`,zh:`${a} \u5230 ${qs(n,r)} \u7684`};let e=cn(t,r);return e!==void 0?{en:` of ${e.en}`,zh:`${e.zh} \u7684`}:r===""?{en:"",zh:""}:{en:` (${r})`,zh:`\uFF08${r}\
\uFF09`}}function Ar(t,r,a){let n=o=>`${o} ${o===1?a.en:bc(a.en)}`;return r===void 0?t===0?{en:bc(a.en),zh:a.zh}:{en:`at least ${n(t)}`,zh:`\u81F3\u5C11 ${t} \u4E2A${a.
zh}`}:t===r?{en:n(r),zh:`${r} \u4E2A${a.zh}`}:t===0?{en:`${r===1?"at most":"up to"} ${n(r)}`,zh:`\u81F3\u591A ${r} \u4E2A${a.zh}`}:{en:`${t} to ${n(r)}`,zh:`${t}\
 \u5230 ${r} \u4E2A${a.zh}`}}function ar(...t){return t.reduce((r,a)=>(/[A-Za-z0-9]$/.test(r)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(r)?/^[A-Za-z0-9-]/:void 0)?.
test(a)?`${r} ${a}`:r+a,"")}function bc(t){return`${t}s`}function qs(t,r){return`${Number(t.toFixed(6))}${r===""?"":` ${r}`}`}var Xy=["media-format","media-codec","media-bytes","media-width","media-height","media-same-size","media-aspect-ratio","media-duration","media-frame-rate","medi\
a-total-duration","media-total-bytes","media-size-unclear"];function wc(t){return{rule:t.oneOf("rule",Xy),severity:t.severity(),...t.has("formats")?{formats:t.texts(
"formats")}:{},...t.has("codecs")?{codecs:t.texts("codecs")}:{},...rt("as",t.optionalText("as")),...t.has("discouraged")?{discouraged:t.texts("discouraged")}:{},
...rt("minimum",t.optionalNumber("minimum")),...rt("maximum",t.optionalNumber("maximum")),...rt("exclusiveMinimum",t.optionalNumber("exclusiveMinimum")),...rt("\
exclusiveMaximum",t.optionalNumber("exclusiveMaximum")),...rt("multipleOf",t.optionalNumber("multipleOf")),...t.has("when")?{when:vc(t,"when")}:{},...t.has("uni\
t")?{unit:t.oneOf("unit",["MB","px","s","fps","ratio"])}:{},...rt("quote",t.optionalText("quote")),source:t.source()}}function vc(t,r){let a=t.raw(r);return ce(a)?Object.fromEntries(Object.entries(a).map(([n,o])=>[n,Yy(o)?o:t.refuse(r,'values, lists of values, or {"min": 1}')])):
t.refuse(r,"an object of conditions by parameter")}function Yy(t){return t!==null&&(!ce(t)||"min"in t||"max"in t)}function ln({defaults:t=[]}){let[r,...a]=t;if(r!==void 0)return{en:`${[`Where ${r.phrase.en}, the default is ${ma(r.default)}`,...a.map(({phrase:n,default:o})=>`\
else where ${n.en}, ${ma(o)}`)].join("; ")}.`,zh:`${[r,...a].map(({phrase:n,default:o})=>ar(n.zh,"\u65F6\u9ED8\u8BA4\u4E3A",ma(o))).join("\uFF1B\u5426\u5219")}\u3002`}}var Cs=lt($t(),1);function pr(t,r=0,a=r+4){return r+t.below(a-r+1)}var Zt=new Cs.Name("vErrors");function Ze(t,r,{pointer:a,value:n},...o){return o.reduce((i,e)=>Cs._`${i}, ${e}`,
Cs._`${new Cs.Name(t)}(${Zt}, ${a}, ${n}, ${r.required?1:0}`)}function qe(t,r){return{about:t,value:r,findings:[]}}function Te(t,r,a,n){return{about:t,value:r,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function tt(t){return t.map(r=>Te(`type-${Array.isArray(r)?"array":Number.isInteger(r)?"integer":typeof r}`,r,"type"))}function He(t){
return Object.fromEntries(Object.entries(t).filter(([,r])=>r!==void 0))}var Bk=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function nu(t,r,a,n){return{...Gk(t,r,a),source:a.has("x-source")?a.source():n}}function Gk(t,r,a){return{name:t,required:r,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",Bk)}:{},notes:a.notes()}}var ns=lt($t(),1);var ou={read:(t,r)=>({kind:"array",...r,items:t.unknown("x-items")??t.refuse("x-items",'{ "unknown": "not shown" }'),...He({minItems:t.optionalNumber("minItems"),
maxItems:t.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:t,maxItems:r})=>({type:"array",...He({minItems:t,maxItems:r}),items:{}}),check(t,r){
let{minItems:a,maxItems:n}=t;return a===void 0&&n===void 0?ns._`${Ze("typed",t,r,ns._`"array"`)})`:ns._`${Ze("list",t,r,ns._`${a??0}`,n===void 0?ns._`Infinity`:
ns._`${n}`)})`},facts:({minItems:t,maxItems:r})=>({type:"array",...He({minItems:t,maxItems:r})}),phrase({minItems:t,maxItems:r}){let a=cn({minimum:t,maximum:r});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:t=0})=>Array.from({length:t},()=>({})),cases:({minItems:t=0,maxItems:r})=>[...tt(["text",1,{length:1}]),...t===0?[qe("empty",[])]:[Te("min-items-under",
Ua(t-1),"min-items")],...t<=3&&(r??3)>=3?[qe("items",Ua(3))]:[],...r===void 0?[]:[qe("max-items-at",Ua(r)),Te("max-items-over",Ua(r+1),"max-items")]],sample:({minItems:t,
maxItems:r},a)=>Ua(pr(a,t,r))};function Ua(t){return Array.from({length:t},(r,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Gp=lt($t(),1);var iu={read:(t,r)=>({kind:"boolean",...r,...rt("default",t.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(t,r)=>Gp._`${Ze("\
typed",t,r,Gp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:t=>t.default??!0,cases:()=>[...tt([
"true",1,0,[]]),qe("true",!0),qe("false",!1)],sample:(t,r)=>r.below(2)===1};var Wa=lt($t(),1);var Ja=lt($t(),1),pu=lt(Os(),1);function Qt(t){return(0,Ja.stringify)(t)}function du(t){return(0,Ja.stringify)(t)}function Fr(t,r=""){let a=t.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Ja._`${(0,pu.regexpCode)(new RegExp(a,r))}`}function Da({type:t,enum:r}){if(!Array.isArray(t))return typeof t=="string"?t:void 0;let[a,...n]=t.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||r!==void 0)?a:void 0}function Gn({type:t}){return Array.isArray(t)&&t.includes("null")}function cu({nullable:t},r){return t?`${r} | null`:r}function mu({nullable:t},r){
if(t!==!0)return r;let{type:a,enum:n,anyOf:o,oneOf:i}=r,e=o??i;return a===void 0&&Array.isArray(e)?{...r,[o===void 0?"oneOf":"anyOf"]:[...e,{type:"null"}]}:{...r,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function lu({nullable:t},{en:r,zh:a}){return t?{en:`${r}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:r,zh:a}}function uu({nullable:t},r){return t?[qe("null",null),
...r]:r}function Zn({nullable:t},r,a,n){return t?[]:[{about:r,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Ca=lt($t(),1);function hu(t,r){if(t.has("x-options"))return t.objects("x-options").map(a=>({value:r(a.raw("value"),"x-options"),...He({label:a.has("label")?Zk(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?Qk(a.object("x-deprecated"),r):void 0})}))}function Zk(t){let r=Object.keys(t.value).map(a=>[a,t.text(a)]);return{...Object.
fromEntries(r),en:t.text("en")}}function Qk(t,r){return{since:t.text("since"),...He({until:t.optionalText("until"),replacedBy:t.has("replacedBy")?r(t.raw("repla\
cedBy"),"x-options"):void 0}),source:t.source()}}function Zp(t){return t.map(({deprecated:r,...a})=>{if(r===void 0)return a;let{source:n,...o}=r;return{...a,deprecated:o}})}
function fu({options:t=[]},r,{constant:a}){let n=Zp(t).flatMap(({value:o,deprecated:i})=>i===void 0?[]:[[o,{...i}]]);return n.length===0?Ca._``:Ca._`
${new Ca.Name("deprecatedValue")}(${Zt}, ${r.pointer}, ${r.value}, ${a(Qt(n))})`}function yu({options:t=[]},r){return t.some(a=>a.value===r&&a.deprecated!==void 0)}var gu={string:t=>typeof t=="string",integer:t=>Number.isInteger(t),number:t=>typeof t=="number",boolean:t=>typeof t=="boolean"},bu={read(t,r){if(t.has("const"))
return{kind:"enum",...r,type:"string",values:[t.text("const")]};let a=Xk(t),[n="mixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",e=(s,d)=>Yk(s)&&a.some(y=>gu[y](
s))?s:t.refuse(d,`${a.join("s or ")}s`);return t.list("enum").includes(null)!==Gn(t.value)&&t.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...r,type:i,values:t.list("enum").flatMap(s=>s===null?[]:[e(s,"enum")]),...t.has("default")?{default:e(t.raw("default"),"default")}:{},...rt("u\
nit",s0(t)),...rt("options",hu(t,e))}},type:({values:t})=>`(${t.map(r=>JSON.stringify(r)).join(" | ")})`,schema:({type:t,values:r})=>({type:t==="mixed"?t0(r):t,
enum:[...r]}),check(t,r,a){let n=a.constant(Qt(t.values)),o=t.type==="mixed"?Wa._`${Ze("mixedChoice",t,r,n)})`:Wa._`${Ze("choice",t,r,Wa._`${t.type}`,n)})`;return Wa._`${o}${fu(
t,r,a)}`},facts:({type:t,values:r,unit:a,options:n})=>({type:t,allowed:r,...rt("unit",a),...rt("options",n&&Zp(n))}),phrase({values:t,unit:r}){let a=la(t),n=r===
void 0?"":` ${r}`;return{en:a.en+n,zh:a.zh+n}},example(t){let{default:r,values:a}=t;return r??a.find(n=>!yu(t,n))??a[0]??""},cases:t=>[...e0(t),...t.values.map(
r=>qe(`offers-${r}`,r)),...a0(t.values)],sample:({values:t},r)=>t[r.below(t.length)]??""};function Xk(t){let r=t.raw("type"),a=(Array.isArray(r)?r:[r]).filter(o=>o!==
"null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(gu,o));return(n.length<a.length||n.length===0)&&t.refuse("type","string, integer, number or boolean, or \
a list of these"),n}function Yk(t){return typeof t=="string"||typeof t=="number"||typeof t=="boolean"}function e0({type:t,values:r}){return t==="mixed"?r0(r):tt(
t==="string"?[7,!0,[r[0]??""]]:t==="integer"?["5",5.5,!0]:["5",!0,[5]])}function t0(t){let r=t.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),
a=[...new Set(r)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function r0(t){let r=new Set(t);return[...t.map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!r.has(n)).map(n=>Te(`as-${typeof n}-${n}`,n,"enum")),Te("type-array",[t[0]??""],"enum"),Te("type-object",{},"enum"),...[!0,!1].
filter(n=>!r.has(n)).map(n=>Te(`type-${n}`,n,"enum"))]}function s0(t){return t.optionalText("x-unit")}function a0(t){let r=new Set(t),a=(i,e)=>r.has(e)?[]:[Te(i,
e,"enum")],n=t.filter(i=>typeof i=="number"),o=t.filter(i=>typeof i=="string");return[...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.
flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(e=>e!==i).flatMap(e=>a(`case-${e}`,e))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a(
"under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Tt=lt($t(),1);function Qn(t){return He({minimum:t.optionalNumber("minimum"),maximum:t.optionalNumber("maximum"),exclusiveMinimum:t.optionalNumber("exclusiveMinimum"),exclusiveMaximum:t.
optionalNumber("exclusiveMaximum"),multipleOf:t.optionalNumber("multipleOf"),default:t.optionalNumber("default"),unit:t.optionalText("x-unit")})}function Xn({kind:t,
minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let e=i!==void 0&&n0(i)?i:void 0;return{type:t,...He({minimum:r,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:e})}}function n0(t){return Number.isInteger(t*2**20)}function Yn({kind:t,minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:e}){return{type:t,...He({minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:e})}}function eo(t,r,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:e,exclusiveMaximum:s,multipleOf:d}=t,y=o===void 0?Tt._`-Infinity`:Tt._`${o}`,l=i===void 0?Tt._`Infinity`:Tt._`${i}`;if(n===
"integer"&&e===void 0&&s===void 0&&d===void 0)return Tt._`${Ze("integer",t,r,y,l)})`;let b=e===void 0?Tt._`-Infinity`:Tt._`${e}`,A=s===void 0?Tt._`Infinity`:Tt._`${s}`;
return Tt._`${Ze("numeric",t,r,Tt._`${n}`,a(Tt._`[${y}, ${l}, ${b}, ${A}, ${d??0}]`))})`}function Ws({kind:t,...r}){if(r.default!==void 0)return r.default;let a=r.
multipleOf??(t==="integer"?1:.5);if(r.minimum!==void 0)return Qp(r.minimum,a);if(r.exclusiveMinimum!==void 0)return o0(r.exclusiveMinimum,r,a);let n=r.maximum??
r.exclusiveMaximum;return n===void 0||n>0?0:r.maximum??Xt(n-a)}function o0(t,{maximum:r,exclusiveMaximum:a,multipleOf:n},o){let i=r??a,e=n===void 0?Xt(t+o):Qp(Xt(
t+n/2),n);return i===void 0||e<i||e===r?e:Xt((t+i)/2)}function Qp(t,r){return Math.abs(t/r-Math.round(t/r))<1e-9?t:Xt(Math.ceil(t/r)*r)}function Xt(t){return Number(
t.toFixed(9))}function to(t){let{kind:r,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:e}=t,s=e??1,d=R=>e===void 0||Number.isInteger(Number(
(R/e).toFixed(9))),y=(R,V)=>d(V)?[qe(R,V)]:[],l=a!==void 0?[...y("minimum-at",a),Te("minimum-under",Xt(a-s),"minimum")]:o!==void 0?[Te("exclusive-minimum-at",o,
"minimum"),Te("exclusive-minimum-under",Xt(o-s),"minimum")]:[qe("negative",-s),qe("zero",0)],b=n!==void 0?[...y("maximum-at",n),Te("maximum-over",Xt(n+s),"maxim\
um")]:i!==void 0?[Te("exclusive-maximum-at",i,"maximum"),Te("exclusive-maximum-over",Xt(i+s),"maximum")]:e===void 0?[qe("large",2147483648)]:[],A=Ws(t),N=Xt(A+(e??
0)/(r==="integer"?e??1:2)),F=N<=(n??1/0)&&N<(i??1/0)&&!d(N);return[...l,...b,...e!==void 0&&F?[Te("off-step",N,"multiple-of")]:[]]}function ro(t,r){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:e}=t,s=t.multipleOf??(a==="integer"?1:.25),d=o??e,y=n??i??(d===void 0?0:d-100*s),l=Qp(y,s)+(i===void 0?0:s),b=d===
void 0?100:Math.floor((d-l)/s+1e-9)+(e===void 0?1:0);return b<1?Ws(t):Xt(l+s*r.below(b))}var wu={read:(t,r)=>({kind:"integer",...r,...Qn(t)}),type:()=>"number",schema:Xn,check:eo,facts:Yn,phrase(t){let r=mn(t,t.unit),{multipleOf:a}=t;return a===void 0?
{en:`an integer${r.en}`,zh:`${r.zh}\u6574\u6570`}:{en:`an integer${r.en}, a multiple of ${a}`,zh:`${r.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Ws,
cases:t=>[...tt(["5",!0,[5],5.5]),...to(t)],sample:ro};var zt=lt($t(),1);function vu(t,r){return{read:r,type:({items:a})=>`Array<${t.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...He({minItems:n,
maxItems:o,uniqueItems:i}),items:t.schema(a)}),check(a,n,o){let{items:i,minItems:e=0,maxItems:s,uniqueItems:d}=a,y=new zt.Name(`index${n.depth}`),l=s===void 0?zt._`Infinity`:
zt._`${s}`,b=o.nested(i,{pointer:zt._`${n.pointer} + "/" + ${y}`,value:zt._`${n.value}[${y}]`,depth:n.depth+1}),A=d?zt._`
${new zt.Name("uniqueItems")}(${Zt}, ${n.pointer}, ${n.value})`:zt._``;return zt._`if (${Ze("list",a,n,zt._`${e}`,l)})) {
for (let ${y} = 0; ${y} < ${n.value}.length && ${y} < ${l}; ${y}++) {
${b}
}${A}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...He({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let e=Ar(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[d,y]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${e.
en}${d}, each ${s.en}`,zh:ar("\u542B",y,e.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>ku(
t,a,Math.max(1,n),o===!0,i),cases:a=>[...tt(["text",7,{0:"text"}]),...i0(t,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},e){let s=Array.from({length:pr(
e,n,o)},()=>t.sample(a,e));return i?[...new Map(s.map(d=>[JSON.stringify(d),d])).values()]:s}}}function i0(t,{items:r,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,e=l=>ku(t,r,l,i,"video"),s=Math.max(1,a),d=e(s),y=t.cases(r).filter(({value:l})=>l!==void 0).map(({about:l,value:b,findings:A})=>({about:`item-${l}`,value:d.
map((N,F)=>F===s-1&&b!==void 0?b:N),findings:A.map(N=>({...N,path:`/${s-1}${N.path??""}`}))}));return[...a===0?[qe("empty",[])]:[Te("min-items-under",e(a-1),"mi\
n-items")],...e(s).length===s?[qe("min-items-at",d)]:[],...n===void 0?[]:[...e(n).length===n?[qe("max-items-at",e(n))]:[],...e(n+1).length>n?[Te("max-items-over",
e(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Te("repeated-item",[...d,...d],"unique-items","/1")]:[],...y.filter(({value:l})=>!i||new Set(l.map(b=>JSON.stringify(
b))).size===s)]}function ku(t,r,a,n,o){let i=t.example(r,o);if(!n)return Array.from({length:a},()=>i);let e=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:d}of t.
cases(r))d.length===0&&s!==void 0&&e.set(JSON.stringify(s),s);return[...e.values()].slice(0,a)}var dr=lt($t(),1);function Pu(t,r){return{read:r,type:({values:a})=>`{ [name: string]: ${t.type(a)} }`,schema:({values:a,names:n,minProperties:o,maxProperties:i})=>({type:"object",
...He({minProperties:o,maxProperties:i}),...n===void 0?{}:{propertyNames:{pattern:n.pattern}},additionalProperties:t.schema(a)}),check(a,n,o){let{values:i,names:e,
minProperties:s=0,maxProperties:d}=a,[y,l]=[new dr.Name(`place${n.depth}`),new dr.Name(`entry${n.depth}`)],b=d===void 0?dr._`Infinity`:dr._`${d}`,A=e===void 0?[]:
[o.constant(Fr(e.pattern)),dr._`${e.examples[0]}`];return dr._`for (const [${y}, ${l}] of ${Ze("entriesOf",a,n,dr._`${s}`,b,...A)})) {
${o.nested(i,{pointer:dr._`${y}`,value:l,depth:n.depth+1})}
}`},facts:({values:a,minProperties:n,maxProperties:o})=>({type:"object",...He({minItems:n,maxItems:o}),items:a}),phrase({values:a,names:n,minProperties:o=0,maxProperties:i}){
let{en:e,zh:s}=a.phrase,d=Ar(o,i,{en:"member",zh:"\u6210\u5458"}),y=n===void 0?void 0:JSON.stringify(n.examples[0]);return{en:`an object of ${d.en} with names${y===
void 0?"":` such as ${y}`}, each ${e}`,zh:ar("\u542B",d.zh,`\u7684\u5BF9\u8C61\uFF0C${y===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${y}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(a,n)=>Xp(a,t.example(a.values,n),Math.max(1,a.minProperties??0)),cases:a=>[...tt(["text",7,[]]),...p0(t,a),...d0(t,a)],sample:(a,n)=>Object.
fromEntries(Array.from({length:pr(n,a.minProperties,a.maxProperties)},(o,i)=>[a.names===void 0?`name ${i+1}`:n.matching(a.names.pattern),t.sample(a.values,n)]))}}
function Xp({names:t},r,a){let n=t?.examples??Array.from({length:a},(o,i)=>`name ${i+1}`);return Object.fromEntries(n.slice(0,a).map(o=>[o,r]))}function p0(t,r){
let{minProperties:a=0,maxProperties:n,values:o}=r,i=e=>{let s=Xp(r,t.example(o,"video"),e);return Object.keys(s).length===e?[s]:[]};return[...i(a).map(e=>qe("mi\
n-members-at",e)),...a===0?[]:i(a-1).map(e=>Te("min-members-under",e,"min-items")),...n===void 0?[]:[...i(n).map(e=>qe("max-members-at",e)),...i(n+1).map(e=>Te(
"max-members-over",e,"max-items"))]]}function d0(t,r){let{values:a,names:n,minProperties:o=0}=r,i=n?.examples[0]??"a/b~c",e=`/${i.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=t.example(a,"video"),{[i]:d,...y}=Xp(r,s,Math.max(1,o)),l=Object.fromEntries(Object.entries(y).slice(0,Math.max(0,o-1))),b=n===void 0?void 0:new RegExp(
n.pattern);return[qe("name",{...l,[i]:s}),...["",`${i}\0`,` ${i}`,"no such form!?"].flatMap((A,N)=>b===void 0||b.test(A)?[]:[Te(`name-bad-${N+1}`,{...l,[A]:s},"\
property-name",`/${A}`)]),...a.nullable?[]:[Te("value-null",{...l,[i]:null},"null",e)],...t.cases(a).flatMap(({about:A,value:N,findings:F})=>N===void 0?[]:[{about:`\
value-${A}`,value:{...l,[i]:N},findings:F.map(R=>({...R,path:`${e}${R.path??""}`}))}])]}var Ut=lt($t(),1);var $u=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Su=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Yp="data:image/png;base64,iVBORw0KGgo=";function ed(t,r,a){return`https://example.com/${t.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${r}`}var qu={read:c0,type:({single:t})=>t?"string | F":"(string | F)[]",schema({single:t,minItems:r,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return t?o:
{type:"array",...r>0?{minItems:r}:{},maxItems:a,items:o}},check(t,r,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:e,accepts:s}=t,d=a(Fr(m0(e))),y=a(Qt(
s)),l=s.includes("data"),b=l?Ut._`${new Ut.Name("withBase64")}(${d})`:d;if(n){let N=Ut._`${Ze("mediaReference",t,r,b,y)})`;return l?Ut._`${N}
${new Ut.Name("base64Reference")}(${Zt}, ${r.pointer}, ${r.value}, ${b})`:N}let A=Ut._`${Ze("media",t,r,Ut._`${o}`,Ut._`${i}`,b,y)})`;return l?Ut._`${A}
${new Ut.Name("base64")}(${Zt}, ${r.pointer}, ${r.value}, ${i}, ${b})`:A},facts:({single:t,media:r,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:t?"s\
tring":"array",media:r,accepts:o,...He({contradicted:i}),...t?{}:{minItems:a,maxItems:n}}),phrase(t){let{single:r,minItems:a,maxItems:n,mediaName:o,accepts:i}=t,
e=l0(i);if(r)return{en:`${u0(o.en)} ${o.en} (${e.en})`,zh:`1 \u4E2A${o.zh}\uFF08${e.zh}\uFF09`};let s=Ar(a,n,o);return{en:`an array of ${s.en} (${e.en})`,zh:ar(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${e.zh}\uFF09`)}},example({name:t,extension:r,single:a,minItems:n}){let o=i=>ed(t,r,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,e)=>o(e))},cases(t,r){let a=r.some(n=>n.kind==="media"&&n.pattern===t.pattern);return t.single?[...tt([7,!0,["https://example.com/one.png"]]),...f0(
t,a)]:[...tt(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...h0(t),...y0(t,a)]},sample:({single:t,minItems:r,maxItems:a,pattern:n},o)=>t?
o.matching(n):Array.from({length:pr(o,r,a)},()=>o.matching(n))};function _u(t,r){return t.texts(r).map(a=>a==="url"||a==="asset"||a==="data"?a:t.refuse(r,"url, \
asset or data"))}function c0(t,r,a){let n=t.object("x-media"),o=n.text("type"),{name:i,extension:e}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Da(t.value)==="string",d=s?t:t.object("items");return s||d.ignore("type","description","x-source"),{kind:"media",...r,media:o,mediaName:i,extension:e,...s?{single:s}:
{},minItems:s?1:t.optionalNumber("minItems")??0,maxItems:s?1:t.number("maxItems"),accepts:_u(d,"x-accepts"),...n.has("contradicted")?{contradicted:_u(n,"contrad\
icted")}:{},pattern:d.text("pattern"),limits:n.objects("limits").map(wc)}}var xu="\\x00-\\x20\\x7F-\\xA0";function m0(t){return t.replaceAll(xu,`${xu}\\s`)}function l0(t){
return t.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function u0(t){return/^[aeiou]/i.test(t)?"an":"a"}function os({name:t,extension:r},a){return Array.from({length:a},(n,o)=>ed(t,r,o))}function h0(t){
let{minItems:r,maxItems:a}=t;return[...r>0?[Te("min-items-under",os(t,r-1),"min-items")]:[],qe("min-items-at",os(t,r)),qe("max-items-at",os(t,a)),Te("max-items-\
over",os(t,a+1),"max-items"),Te("max-items-over-bad-item",[...os(t,a),"nowhere"],"max-items")]}function Ou({accepts:t},r,a){return[...$u.slice(0,r?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...Su.slice(0,r?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),t.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),t.includes(
"data")?a("base64",Yp,"media-base64","advice"):a("base64",Yp,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function f0(t,r){return Ou(
t,r,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function y0(t,r){let a=Math.max(1,t.minItems),n=(i,e,s,d="error")=>({about:i,
value:os(t,a).map((y,l)=>l===a-1?e:y),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:d}]}),o=t.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...os(t,Math.max(0,t.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Ou(t,r,n),...o]}var ju={read:(t,r)=>({kind:"number",...r,...Qn(t)}),type:()=>"number",schema:Xn,check:eo,facts:Yn,phrase(t){let r=mn(t,t.unit),{multipleOf:a}=t;return a===void 0?
{en:`a number${r.en}`,zh:`${r.zh}\u6570`}:{en:`a number${r.en}, in steps of ${a}`,zh:`${r.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Ws,cases:t=>[...tt(["0.5",
!0,[.5]]),...to(t)],sample:ro};var wr=lt($t(),1);function Au(t){return t.item===void 0?t.section:`${t.section}, ${typeof t.item=="number"?`item ${t.item}`:t.item}`}function td({since:t,until:r,replacedBy:a}){return[`Since ${t}.`,...r===void 0?[]:[`Retired on ${r}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Tu(t){
let r=[...Hs("at least",t.minimum,""),...Hs("at most",t.maximum,""),...Hs("at least",t.minLength," characters"),...Hs("at most",t.maxLength," characters"),...Hs(
"at least",t.minItems," items"),...Hs("at most",t.maxItems," items"),...t.values===void 0?[]:[`only ${t.values.join(", ")}`]];return`From ${t.from}: ${r.join(",\
 ")}.`}function Hs(t,r,a){return r===void 0?[]:[`${t} ${r}${a}`]}function so(t){return t.kind!=="enum"?[]:(t.options??[]).map(({value:r,label:a,deprecated:n})=>{
let o=[...a===void 0?[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${td(n)}`]];return`${JSON.stringify(r)}: ${o.join(" ")}`})}function Nu(t){return g0(t,"")}function g0(t,r){let a=t.phrase.en;return[...[t.description,t.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...so(
t),ln(t)?.en??"","default"in t&&t.default!==void 0?`Default: ${JSON.stringify(t.default)}${r}.`:"",...(t.upcoming??[]).map(Tu),...t.notes.map(o=>o.text)].filter(
o=>o!==""),`Source: ${Au(t.source)}.`,...b0(t.deprecated)].join(`
`)}function b0(t){return t===void 0?[]:[`@deprecated ${td(t)}`]}function Ru(t,r=""){let a=t.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${r}/** ${a[0]} */
`:`${r}/**
${a.map(n=>`${r} * ${n}`.trimEnd()).join(`
`)}
${r} */
`}function Iu(t){return/^[A-Za-z_$][\w$]*$/.test(t)?t:JSON.stringify(t)}function Eu(t){return`{
${t.map(w0).join("")}}`}function w0({name:t,doc:r,optional:a,type:n}){return`${r===void 0?"":Ru(r,"  ")}  ${t}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function ao(t){let{unit:r}=t,a=[t.description,r===void 0?"":`Unit: ${r}.`,...so(t),ln(t)?.en??""].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Mu(t,r){return{read:r,type:({members:a})=>a.length===0?"{ [member: string]: never }":Eu(a.map(n=>({name:Iu(n.name),doc:Nu(n),optional:!n.required,type:t.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...t.schema(i),...ao(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(Qt(a.members.
map(s=>s.name))),e=a.members.map(s=>{let d=new wr.Name(`member${n.depth}`),y=o.nested(s,{pointer:wr._`${n.pointer} + ${`/${s.name}`}`,value:d,depth:n.depth+1});
return wr._`{
const ${d} = ${new wr.Name("own")}(${n.value}, ${s.name})
${y}
}`});return wr._`if (${Ze("object",a,n,i)})) {
${e.reduce((s,d)=>wr._`${s}
${d}`,wr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:o}=rd(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${o}`}},
example:(a,n)=>Lu(a,t,n),cases:a=>[...tt(["text",7,[]]),...v0(a,t)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[
o.name,t.sample(o,n)]))}}function rd(t){let r=t.map(({name:a,required:n,phrase:{en:o,zh:i}})=>n?{en:`${a} (required: ${o})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${i}\
\uFF09`}:{en:`${a} (${o})`,zh:`${a}\uFF08${i}\uFF09`});return{en:r.map(({en:a})=>a).join(", "),zh:r.map(({zh:a})=>a).join("\u3001")}}function Lu({members:t},r,a){
let n=t.filter(i=>i.required),o=n.length>0?n:t.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,r.example(i,a)]))}function v0(t,r){let a=Lu(t,r,"video"),n=new Set(
t.members.map(i=>i.name)),o=t.members.flatMap(i=>{let{[i.name]:e,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.
name}`}]:[]},...Zn(i,`${i.name}-null`,{...s,[i.name]:null},`/${i.name}`),...r.cases(i).flatMap(({about:d,value:y,findings:l})=>y===void 0?[]:[{about:`${i.name}-${d}`,
value:{...s,[i.name]:y},findings:l.map(b=>({...b,path:`/${i.name}${b.path??""}`}))}])]});return[qe("members",a),...n.has("no_such_member")?[]:[Te("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Te("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var Vr=lt($t(),1);var Yt=lt($t(),1);var Fu="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Vu="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",is={date:{
pattern:`^${Fu}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${Vu}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Fu}T${Vu}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
\u548C\u65F6\u95F4\uFF0C\u4F8B\u5982 2026-12-31T18:30:00Z"},valid:["2026-12-31T18:30:00Z","2026-12-31T08:00:00.5+08:00"],invalid:["2026-12-31","2026-12-31 18:30\
:00Z","tomorrow"]},uuid:{pattern:"^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",name:{en:"a UUID",zh:"UUID"},valid:["123e4567-e\
89b-12d3-a456-426614174000"],invalid:["123e4567e89b12d3a456426614174000","uuid"]},email:{pattern:"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](-?[A-Za-z0-9])*(\
[.][A-Za-z0-9](-?[A-Za-z0-9])*)+$",name:{en:"an e-mail address",zh:"\u7535\u5B50\u90AE\u4EF6\u5730\u5740"},valid:["ada@example.com"],invalid:["ada","ada@","@exa\
mple.com","a da@example.com"]},uri:{pattern:'^[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x20"<>\\\\^`{|}]+$',name:{en:"an absolute URI",zh:"\u7EDD\u5BF9 URI"},valid:["ht\
tps://example.com/a?b#c","urn:example:a"],invalid:["example.com","/a","https://exa mple.com"]},uint64:{pattern:"^(0|[1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9\
]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|184467\
44073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|\
1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$",name:{en:"an integer from 0 to 18446744073709551615, as a string of digits",zh:"\u7531\u6570\u5B57\u7EC4\u6210\u7684\
\u5B57\u7B26\u4E32\uFF0C\u8868\u793A 0 \u5230 18446744073709551615 \u7684\u6574\u6570"},valid:["42","0","9007199254740993","18446744073709551615"],invalid:["184\
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var k0=Object.keys(is);function no(t){let r=t.has("format")?t.oneOf("format",k0):void 0,a=t.has("examples")?t.texts("examples"):void 0;return r===void 0&&t.has(
"pattern")&&a===void 0&&t.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),He({maxLength:t.optionalNumber("maxLength"),
pattern:r===void 0?t.optionalText("pattern"):is[r].pattern,format:r,default:t.optionalText("default"),examples:a??(r===void 0?void 0:is[r].valid)})}function oo({
minLength:t,maxLength:r,format:a,pattern:n,examples:o}){let i=a!==void 0&&is[a].isOurs===!0?void 0:a;return{type:"string",...He({minLength:t,maxLength:r,format:i,
pattern:n,examples:o})}}function io({minLength:t,maxLength:r,format:a,pattern:n,examples:o}){return{type:"string",...He({minLength:t,maxLength:r,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function po(t,r,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:e,examples:s}=t,d=Yt._`${n??0}`,y=o===void 0?Yt._`Infinity`:
Yt._`${o}`;if(i!==void 0){let l=e===void 0?Yt._`"pattern"`:Yt._`"format"`,b=e===void 0?{example:t.default??s?.[0]??null}:{format:e};return Yt._`${Ze("patterned",
t,r,d,y,a(Fr(i)),l,a(du(b)))})`}return n===1&&o===void 0?Yt._`${Ze("nonEmpty",t,r)})`:n===void 0&&o===void 0?Yt._`${Ze("typed",t,r,Yt._`"string"`)})`:Yt._`${Ze(
"text",t,r,d,y)})`}function co({minLength:t=0,maxLength:r,format:a,pattern:n,examples:o}){let e=Ar(t,r,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:y,
zh:l}=is[a].name;return t>0||r!==void 0?{en:`${y}, of ${e.en}`,zh:`${l}\uFF0C${e.zh}`}:{en:y,zh:l}}let s=r!==void 0?{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`}:
t===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:t===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`},
[d]=o??[];return n===void 0||d===void 0?s:{en:`${s.en} such as ${JSON.stringify(d)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(d)}`}}function mo({default:t,
examples:r,minLength:a=0,maxLength:n},o){if(t!==void 0)return t;let[i]=r??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function lo({format:t,pattern:r,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(r===void 0)return[];let i=new RegExp(r),[e=""]=a,d=(t===void 0?[`${e}\0`,` ${e}`,`${e}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:is[t].invalid).filter(l=>!i.test(l)&&[...l].length>=n&&[...l].length<=o),y=t===void 0?"pattern":"format";return[...a.map((l,b)=>qe(`${y}-good-${b+1}`,l)),
...d.map((l,b)=>Te(`${y}-bad-${b+1}`,l,y))]}function uo({minLength:t=0,maxLength:r,pattern:a}){let n=new RegExp(a??""),o=({value:d})=>typeof d=="string"&&n.test(
d),i=t>0?[Te("min-length-under","a".repeat(t-1),"min-length")]:[],e=r===void 0?[]:["a","\u5B57"].map(d=>Te(`max-length-over-${d==="a"?"latin":"han"}`,d.repeat(r+
1),"max-length")),s=[...t>0?[qe("min-length-at","a".repeat(t)),qe("min-length-astral","\u{1F600}".repeat(t)),qe("space"," ".repeat(t))]:[],...r===void 0?[]:[qe(
"max-length-at","a".repeat(r)),qe("max-length-astral","\u{1F600}".repeat(r))]].filter(o);return[...i,...s,...e]}var zu=()=>tt([7,!0,["a"]]);function Uu(t){return rt(
"minLength",t.optionalNumber("minLength"))}function ho({pattern:t,minLength:r,maxLength:a},n){return t===void 0?n.text(pr(n,r,a)):n.matching(t)}var P0={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function Du(t){return P0[t].
en}var Cu={read:(t,r)=>({kind:"prompt",...r,minLength:t.optionalNumber("minLength")??0,...no(t),limits:t.objects("x-prompt-limits").map($0),tokens:t.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:oo,
check:(t,r,a)=>[po(t,r,a),...S0(t,r,a),...x0(t,r,a)].reduce((n,o)=>Vr._`${n}
${o}`),facts:t=>({...io(t),...t.tokens.length>0?{tokens:t.tokens.map(({prefix:r,parameter:a,from:n,to:o})=>({prefix:r,parameter:a,from:n,to:o}))}:{}}),phrase:co,
example:(t,r)=>mo(t,Du(r)),cases:t=>[...tt([7,!0,["a"],{text:"a"}]),...uo(t),...lo(t),...q0(t.limits),...O0(t.tokens)],sample:ho};function $0(t){return{rule:t.text(
"rule"),severity:t.severity(),count:t.oneOf("count",["code-points","han","non-han","words"]),max:t.number("max"),...rt("onlyWithHan",t.optionalFlag("onlyWithHan")),
source:t.source()}}function S0({limits:t},{pointer:r,value:a},{constant:n,text:o}){if(t.length===0)return[];let i=t.map(({rule:l,count:b,max:A,severity:N,onlyWithHan:F})=>[
l,b,A,N==="error"?1:0,F===!0?1:0]),e=Math.min(...t.map(l=>l.max)),s=t.some(l=>l.count==="words"),d=(l,b=!0)=>n(Qt(b?_0(l):[])),y=Vr._`${d(o.han)}, ${d(o.latin,s)}, ${d(
o.space,s)}`;return[Vr._`if (typeof ${a} === "string" && ${a}.length > ${e}) ${new Vr.Name("promptLimits")}(${Zt}, ${r}, ${a}, ${n(Qt(i))}, ${y})`]}function _0(t){
let r=t.flatMap(([a,n])=>[a,n+1]);return r.map((a,n)=>a-(r[n-1]??0))}function x0({tokens:t},{pointer:r,value:a},{variable:n}){return t.map(({prefix:o,parameter:i,
from:e,to:s})=>{let d=Fr(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Vr._`if (typeof ${a} === "string") ${new Vr.Name("promptTokens")}(${Zt}, ${r}, ${a}, ${d}, ${i}, ${e}, ${s}, ${n(
i)})`})}function q0(t){return[...t.flatMap(({rule:r,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(Ju(a,o)).map(([i,e])=>qe(`${r}-${a}-${o===n?"at":"over"}${i}`,
e)))),...t.length>1?[qe("every-limit-over",t.map(({count:r,max:a})=>Ju(r,a+1)[""]).join(" "))]:[]]}function O0(t){return t.flatMap(({prefix:r,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${r}1 and ${r}${i}, then ${r}${i} again, ${r} alone`,findings:[],
beside:{[a]:Array.from({length:o},(e,s)=>`https://example.com/${s+1}`)}}))))}function Ju(t,r){let a=Math.min(10,r-1);switch(t){case"han":return{"":"\u8239".repeat(
r),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(r-a)} and a boat`};case"words":return{"":Array.from({length:r},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(r)}`};case"non-han":return{"":"x".repeat(r),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a)}`};default:return{"":"x".repeat(r),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a-1)}`}}}var Wu={read:(t,r)=>({kind:"string",...r,...Uu(t),...no(t),...rt("values",t.unknown("x-values"))}),type:()=>"string",schema:oo,check:po,facts:io,phrase(t){let r=co(
t);return t.values===void 0?r:{en:`${r.en}; which values it takes is not shown`,zh:`${r.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:t=>mo(t,t.
values===void 0?"text":"1024x1024"),cases:t=>[...zu(),...t.pattern===void 0&&t.maxLength===void 0?[qe("any-text","anything")]:[],...t.pattern===void 0&&(t.minLength??
0)===0?[qe("empty","")]:[],...uo(t),...lo(t)],sample:ho};var zr=lt($t(),1);function Hu(t,r){return{read:r,type:({variants:a})=>`(${a.map(n=>t.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(o=>j0(t,a,o))}),check(a,n,o){
let{tag:i,variants:e}=a,s=new zr.Name(`form${n.depth}`),d=o.nested(i,{pointer:zr._`${n.pointer} + ${`/${i.name}`}`,value:s,depth:n.depth+1}),y=e.map(l=>zr._`if (${s} === ${l.
name}) {
${o.nested(l,n)}
}`);return zr._`if (${Ze("anyObject",a,n)})) {
const ${s} = ${new zr.Name("own")}(${n.value}, ${i.name})
${[d,...y].reduce((l,b)=>zr._`${l}
${b}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let o=n.map(({name:i,members:e})=>{let{en:s,zh:d}=rd(
Ku(a,e));return s===""?{en:i,zh:i}:{en:`${i} with ${s}`,zh:`${i}\uFF0C\u542B ${d}`}});return{en:`an object by its ${a.name}: ${o.map(({en:i})=>i).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${o.map(({zh:i})=>i).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:t.example(a,n),
cases:a=>[...tt(["text",7,[]]),...A0(t,a),...T0(t,a)],sample:({variants:a},n)=>{let o=a[n.below(a.length)];return o===void 0?{}:t.sample(o,n)}}}function j0(t,r,a){
let{properties:n,...o}=t.schema(a),i=ce(n)?n:{},{enum:e,...s}=ce(i[r.name])?i[r.name]:{};return{...o,...ao(a),properties:{...i,[r.name]:{...s,const:a.name}}}}function Ku(t,r){
return r.filter(({name:a})=>a!==t.name)}function A0(t,{tag:r,variants:a}){let[n]=a,o=n===void 0?{}:t.example(n,"video"),{[r.name]:i,...e}=ce(o)?o:{},s=`/${r.name}`;
return[Te(`${r.name}-missing`,e,"required",s),...Zn(r,`${r.name}-null`,{...e,[r.name]:null},s),...t.cases(r).filter(({findings:d})=>d.length>0).flatMap(({about:d,
value:y=null,findings:l})=>({about:`${r.name}-${d}`,value:{...e,[r.name]:y},findings:l.map(b=>({...b,path:s}))}))]}function T0(t,{tag:r,variants:a}){let n=a.flatMap(
({members:o})=>o);return a.flatMap(o=>{let i=Ku(r,o.members),e=new Set(o.members.map(({name:l})=>l)),s=n.find(({name:l})=>!e.has(l)),d=t.example(o,"video"),y=l=>ce(
l)?[{[r.name]:o.name,...l}]:[];return[qe(`form-${o.name}`,d),...s===void 0||!ce(d)?[]:[Te(`${o.name}-with-${s.name}`,{...d,[s.name]:t.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...t.cases({...o,members:i}).flatMap(({about:l,value:b=null,findings:A})=>y(b).map(N=>({about:`${o.name}-${l}`,value:N,findings:A})))]})}
function Bu(t,r,a){let n=t.objects("oneOf"),o=N0(n)??t.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),i=n.map(l=>{
let b=a(l.object("properties").object(o).text("const"),l);return b.kind==="object"?b:t.refuse("oneOf","objects with named members")}),e=new Map;for(let l of i.flatMap(
({members:b})=>b)){let b=e.get(l.name)??l;l.name!==o&&Ha(l)!==Ha(b)&&t.refuse("oneOf",`forms in which "${l.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),e.set(l.name,b)}let s=i.map(({name:l})=>l),{source:d}=r,y=e.get(o)?.description??"";return{kind:"union",...r,tag:{kind:"enum",
name:o,required:!0,description:y,phrase:la(s),notes:[],source:d,type:"string",values:s},variants:i}}function N0(t){let[r]=t.map(({value:n})=>n);return(ce(r?.properties)?
Object.keys(r.properties):[]).find(n=>{let o=t.map(({value:{properties:i,required:e}})=>{let s=ce(i)?i[n]:void 0;return ce(s)&&Array.isArray(e)&&e.includes(n)?s.
const:void 0});return o.every(i=>typeof i=="string")&&new Set(o).size===o.length})}function Ha(t){let{kind:r,quantity:a}=t,{unit:n,default:o}=t;return JSON.stringify(
[r,a,n,o,...r==="media"?[t.single,t.media,t.accepts,t.limits]:[],...r==="list"?[Ha(t.items)]:[],...r==="object"?t.members.map(i=>[i.name,Ha(i)]):[],...r==="unio\
n"?t.variants.map(Ha):[]])}var fo={type:F0,schema:V0,example:Zu,cases:t=>U0(t,[]),sample:J0},Gu={prompt:Cu,string:Wu,enum:bu,integer:wu,number:ju,boolean:iu,media:qu,object:Mu(fo,I0),map:Pu(
fo,M0),union:Hu(fo,E0),list:vu(fo,L0),array:ou};function R0(t,r){if(r["x-media"]!==void 0)return"media";if(r.enum!==void 0||r.const!==void 0)return"enum";if(r.oneOf!==
void 0)return"union";let a=Da(r);switch(a){case"string":return t==="prompt"||r["x-prompt-limits"]!==void 0||r["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return r["x-items"]===void 0?"list":"array";case"object":return r.properties===void 0&&ce(r.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return a;default:return}}function yo(t,r,a,n){let o=R0(t,r.value)??r.refuse("type","string, integer, number, boolean, object or array");r.ignore("type","$comment");let i=Gu[o].read(r,{...a,
...Gn(r.value)?{nullable:!0}:{}},n);return{...i,phrase:z0(i)}}function I0(t,r,a){let n=t.object("properties"),o=new Set(t.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||t.refuse("required",`names of members, and "${i}" is none`);return t.flag("additionalProperties")&&t.refuse("additionalProperties","false"),{
kind:"object",...r,members:Object.keys(n.value).map(i=>{let e=n.object(i);return yo(i,e,go(i,o.has(i),e,r),a)})}}function E0(t,r,a){return Bu(t,r,(n,o)=>yo(n,o,
go(n,!0,o,r),a))}function M0(t,r,a){let n=t.object("additionalProperties");n.has("default")&&n.refuse("default","left out: a member is there or not");let o=yo("\
value",n,go("value",!0,n,r),a),i=t.has("propertyNames")?t.object("propertyNames"):void 0,[e,...s]=i?.texts("examples")??[];return{kind:"map",...r,values:o,...i===
void 0||e===void 0?{}:{names:{pattern:i.text("pattern"),examples:[e,...s]}},...He({minProperties:t.optionalNumber("minProperties"),maxProperties:t.optionalNumber(
"maxProperties")})}}function L0(t,r,a){let n=t.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),t.has("uniqueIte\
ms")&&["object","array"].includes(Da(n.value)??"")&&t.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...r,items:yo(
"item",n,go("item",!0,n,r),a),...He({minItems:t.optionalNumber("minItems"),maxItems:t.optionalNumber("maxItems"),uniqueItems:t.optionalFlag("uniqueItems")===!0?
!0:void 0})}}function go(t,r,a,{source:n}){return nu(t,r,a,n)}function F0(t){return cu(t,Ks(t).type(t))}function V0(t){return mu(t,Ks(t).schema(t))}function z0(t){return lu(t,Ks(t).phrase(t))}function Zu(t,r){return Ks(t).example(t,r)}function U0(t,r){return uu(t,Ks(t).cases(t,r))}function J0(t,r){return t.
nullable&&r.below(8)===0?null:Ks(t).sample(t,r)}function Ks(t){return Gu[t.kind]}function Qu(t,r){return Object.hasOwn(t,r)?Reflect.get(t,r):void 0}function ps(t){return t.split("/").slice(1)}function bo(t){return t.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function vr({value:t,place:r},a,n){let[o,
...i]=a;if(o===void 0)return[{value:t,place:r}];if(o==="*")return Array.isArray(t)?t.flatMap((d,y)=>vr({value:d,place:r+"["+y+"]"},i,n)):[];if(typeof t!="object"||
t===null||Array.isArray(t))return[];let e=Qu(t,o),s={value:e===void 0&&!i.length?n:e,place:(r&&r+".")+o};return s.value===void 0?[]:vr(s,i,n)}function Ur(t,{path:r,
default:a}){return vr(t,ps(r),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function Xu(t){let[,r="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(t))??[],o=a.length-Number(n),i=BigInt(r+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function Yu(t){let r=t.map(o=>Xu(o)),a=r.reduce((o,[,i])=>Math.max(
o,i),0);return+(r.reduce((o,[i,e])=>o+i*10n**BigInt(a-e),0n)+"e-"+a)}function eh(t){let r=t.map(n=>Xu(n)),a=r.reduce((n,[,o])=>n+o,0);return+(r.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function Bs(t,r,a,{maximum:n,minimum:o,unit:i},e){let s=n??o??0,d=typeof s=="number"?{value:s,place:""}:Ur(e,s)[0];if(d===void 0)return;let{value:y,place:l}=d;if(n===
void 0?a>=y:a<=y)return;let b=n===void 0?"lower":"upper";return{text:t,of:[...r],side:b,limit:y,unit:i,actual:a,...l?{bound:l}:{}}}function th(t,r){let a={value:t,place:""},n=0;for(let{path:o}of r.of)for(let{value:i}of vr(a,ps(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return Bs("rule-co\
unt",r.of.map(({path:o})=>bo(o)),n,r,a)}function rh(t,r){let a=Object.entries(t).map(([e,s])=>sh(e.split("."),s,r)),n=a.filter(e=>e!==void 0);if(n.length<a.length)return;let[o={},...i]=n;return i.length===
0?o:{allOf:n}}function sh([t="",...r],a,n){let o=n.find(e=>e.name===t);if(o===void 0)return;if(r.length===0)return D0(o,a);let i=o.nullable?void 0:sh(r,a,jr(o));
return i&&{required:[t],properties:{[t]:{type:"object",...i}}}}function D0(t,r){let{name:a,nullable:n,kind:o}=t,{default:i}=t,e=(l,b)=>l?{properties:{[a]:b}}:{required:[
a],properties:{[a]:b}};if(typeof r!="object"||"length"in r){let l=typeof r=="object"?r:[r],b=l.some(A=>A===i);return e(b,{enum:[...l,...n&&b?[null]:[]]})}let{min:s,
max:d}=r,y=l=>l>=(s??0)&&l<=(d??1/0);if(o==="integer"||o==="number"||o==="enum"&&t.type!=="mixed"){let l=y(typeof i=="number"?i:0);return e(l,{type:n&&l?["numbe\
r","null"]:"number",minimum:s??0,...d===void 0?{}:{maximum:d}})}if(!n){if(o==="media"&&t.single)return y(1)?y(0)?{}:{required:[a]}:y(0)?{not:{required:[a]}}:void 0;
if(o==="media"||o==="array"||o==="list"&&jr(t.items).length===0&&t.items.kind!=="list"){let l={...s===void 0?{}:{minItems:s},...d===void 0?{}:{maxItems:d}};return e(
y(0),{type:"array",...l})}}}function ah({defaults:t=[]},r){let a=t.flatMap(({when:n,default:o})=>{let i=rh(n,r);return typeof o=="number"&&i!==void 0?[{if:i,default:o}]:[]});return a.length===
0?{}:{defaults:a}}function wo(t,r){let a=n=>{if(Array.isArray(n))return n.map(a);if(!ce(n)||n.defaults===void 0)return n;let{defaults:o,...i}=n,e=Wt(o).find(([,
s])=>ce(s)&&ce(s.if)&&r(s.if));return e!==void 0&&ce(e[1])?{...i,default:e[1].default??null}:i};return Object.fromEntries(Object.entries(t).map(([n,o])=>[n,a(o)]))}function Zs(t,r){return t.texts("of").map((a,n)=>nh(t,`of/${n}`,a,r))}function vo(t,r){return oh(t,"of",r)}function Qs(t,r,a){let n=t.has("maximum")?"maximum":"\
minimum";return{[n]:C0(t,n,r,a),unit:a??""}}function C0(t,r,a,n){if(typeof t.raw(r)=="number")return t.number(r);let o=nh(t,r,t.text(r),a),i=oh(t,r,[o]);return n!==
void 0&&i!==n&&t.refuse(r,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function ko(t){let r=new Set(t.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return r.size===1?[...r][0]:void 0}function Po(t,r){return r.map(({at:a})=>({...a,path:Gs(a).slice(t.length)}))}function sd({in:t,of:r}){return Wt(r).
map(([,a])=>ii(`${Gs(t)}${Gs(a)}`))}function Xs(t){let{maximum:r,minimum:a,unit:n=""}=t,o=r??a??null;return{of:sd(t),side:r===void 0?"lower":"upper",...ce(o)?{bound:ii(
Gs(o))}:{limit:o,unit:n}}}function Gs(t){let r=ce(t)?t.path:t;return typeof r=="string"?r:""}function nh(t,r,a,n){let o=ad(a,n);(o===void 0||!W0(o))&&t.refuse(r,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{},...ah(
o,n)}}}function W0(t){let{kind:r}=t;return r==="integer"||r==="number"||r==="enum"&&t.type!=="string"}function ad(t,r){let[a,...n]=t.split("/").slice(1);return n.
reduce((o,i)=>o?.kind==="object"||o?.kind==="union"?jr(o).find(e=>e.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,r.find(o=>o.name===a))}function oh(t,r,a){
let n=new Set(a.map(({parameter:i})=>i.unit??""));n.size>1&&t.refuse(r,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===
""?"":` ${o}`}var H0=64,ih={keyword:"x-count",read(t,r){return{of:t.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:ad(n,r))??t.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...K0(i)?{}:{one:!0}}}),...Qs(t,r)}},broken:(t,r)=>th(t,r),check:"brokenCount",demand:t=>({
text:"rule-count",...Xs(t)}),schema({of:t,maximum:r,minimum:a}){let n=r??a,o=Wt(t).map(([,s])=>ce(s)&&s.one===void 0?Gs(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=ph(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>r===void 0?G0(o,s):B0(o,s))}}};function K0(t){
return t.kind==="list"||t.kind==="array"||t.kind==="media"&&!t.single}function ph(t,r){if(r===1)return[[t]];let a=[];for(let n=0;n<=t;n++){let o=ph(t-n,r-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>H0))return}return a}function B0(t,r){return{properties:Object.fromEntries(t.map((a,n)=>[a,{maxItems:r[n]??0}]))}}
function G0(t,r){let a=t.flatMap((n,o)=>{let i=r[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function dh(t,{in:r,of:a,orEqual:n,unit:o}){for(let i of vr({value:t,place:""},ps(r))){let e=a.flatMap(s=>Ur(i,s));for(let[s,d]of e.entries()){let y=e[s-1];if(!(y===
void 0||y.value<d.value||n&&y.value===d.value))return{text:"rule-order",...n?{orEqual:""}:{},first:y.place,actual:y.value,second:d.place,limit:d.value,unit:o}}}}var ch={keyword:"x-order",read(t,r){let a=Zs(t,r),n=t.texts("of"),o=(n.length>1?ko(n):n[0]?.includes("*")?"":void 0)??t.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:Po(o,a),...t.optionalFlag("orEqual")?{orEqual:!0}:{},unit:vo(t,a)}},broken:(t,r)=>dh(t,r),check:"\
brokenOrder",demand:t=>({text:"rule-order",...t.orEqual===!0?{orEqual:""}:{},of:sd(t)})};function mh(t,r){let a={value:t,place:""};for(let n of vr(a,ps(r.in))){let o=r.of.flatMap(d=>Ur(n,d));if(o.length<r.of.length)continue;let[i,e]=[o.map(({place:d})=>d),
o.map(({value:d})=>d)],s=Bs("rule-product",i,eh(e),r,a);if(s!==void 0)return s}}var lh={keyword:"x-product",read(t,r){let a=Zs(t,r),n=t.texts("of"),o=(n.length>1?ko(n):void 0)??t.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:Po(o,a),...Qs(t,r)}},broken:(t,r)=>mh(t,r),check:"brokenProduct",demand:t=>({text:"rule-product",...Xs(t)})};function uh(t,r){let a={value:t,place:""},n=r.of.flatMap(i=>Ur(a,i));if(!n.length)return;let o=r.of.map(({path:i})=>bo(i));return Bs("rule-sum",o,Yu(n.map(({value:i})=>i)),
r,a)}var hh={keyword:"x-sum",read(t,r){let a=Zs(t,r);return{of:a.map(({at:n})=>n),...Qs(t,r,vo(t,a))}},broken:(t,r)=>uh(t,r),check:"brokenSum",demand:t=>({text:"rule\
-sum",...Xs(t)})};var fh=[hh,lh,ih,ch];function wh(t,r){return vh(t)(r)}var yh=new WeakMap;function vh(t){let r=yh.get(t);if(r!==void 0)return r;let a=Object.entries(t).flatMap(([o,i])=>Z0[o]?.(i,t)??
[]),n=o=>a.every(i=>i(o));return yh.set(t,n),n}function cr(t){return ce(t)?vh(t):void 0}function nd(t){return Wt(t).map(([,r])=>cr(r)??kh)}var kh=()=>!1,Z0={type:t=>{
if(typeof t=="string")return bh[t];let r=Wt(t).flatMap(([,a])=>typeof a=="string"?bh[a]??[]:[]);return a=>r.some(n=>n(a))},const:t=>r=>t===r,enum:t=>r=>Array.isArray(
t)&&t.includes(r),minimum:Ka((t,r)=>t>=r),maximum:Ka((t,r)=>t<=r),exclusiveMinimum:Ka((t,r)=>t>r),exclusiveMaximum:Ka((t,r)=>t<r),multipleOf:Ka((t,r)=>X0(t/r)),
uniqueItems:t=>t!==!0?void 0:r=>!Array.isArray(r)||new Set(r.map(a=>JSON.stringify(a))).size===r.length,minLength:gh((t,r)=>t>=r),maxLength:gh((t,r)=>t<=r),pattern:t=>{
let r=typeof t=="string"?Q0(t):void 0;return r===void 0?void 0:a=>typeof a!="string"||r.test(a)},minItems:t=>r=>!Array.isArray(r)||r.length>=Number(t),maxItems:t=>r=>!Array.
isArray(r)||r.length<=Number(t),items:t=>{let r=cr(t);return r===void 0?void 0:a=>!Array.isArray(a)||a.every(r)},contains:t=>{let r=cr(t);return r===void 0?void 0:
a=>!Array.isArray(a)||a.some(r)},required:t=>{let r=Wt(t).map(([,a])=>a);return a=>!ce(a)||r.every(n=>od(a,n))},properties:t=>{let r=Hr(t).flatMap(([a,n])=>{let o=cr(
n);return o===void 0?[]:[[a,o]]});return a=>!ce(a)||r.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:t=>{let r=Hr(
t).map(([a,n])=>[a,Wt(n)]);return a=>!ce(a)||r.every(([n,o])=>!od(a,n)||o.every(([,i])=>od(a,i)))},oneOf:t=>{let r=nd(t);return a=>r.filter(n=>n(a)).length===1},
anyOf:t=>{let r=nd(t);return a=>r.some(n=>n(a))},allOf:t=>{let r=nd(t);return a=>r.every(n=>n(a))},additionalProperties:(t,{properties:r})=>{let a=t===!1?kh:cr(
t),n=o=>ce(r)&&Object.hasOwn(r,o);return a&&(o=>Hr(o).every(([i,e])=>n(i)||a(e)))},propertyNames:t=>{let r=cr(t);return r&&(a=>Hr(a).every(([n])=>r(n)))},minProperties:t=>r=>!ce(
r)||Object.keys(r).length>=Number(t),maxProperties:t=>r=>!ce(r)||Object.keys(r).length<=Number(t),not:t=>{let r=cr(t);return r===void 0?void 0:a=>!r(a)},if:(t,r)=>{
let[a,n,o]=[cr(t),cr(r.then),cr(r.else)];if(!(a===void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(fh.map(t=>[t.keyword,r=>ce(
r)?a=>t.broken(a,wo(r,n=>wh(n,a)))===void 0:void 0]))};function Ka(t){return r=>a=>typeof a!="number"||t(a,Number(r))}function gh(t){return r=>a=>typeof a!="str\
ing"||t([...a].length,Number(r))}function Q0(t){try{return new RegExp(t)}catch{return}}function X0(t){return Math.abs(t-Math.round(t))<=1e-9*Math.max(1,Math.abs(
t))}function od(t,r){return typeof r=="string"&&Object.hasOwn(t,r)}var bh={string:t=>typeof t=="string",integer:t=>Number.isInteger(t),number:t=>typeof t=="numb\
er",boolean:t=>typeof t=="boolean",array:t=>Array.isArray(t),object:t=>ce(t),null:t=>t===null};var Y0=/^models\/([^/]+)\.schema\.json$/;function Ba(t){let r=Y0.exec(t)?.[1];return r===void 0?void 0:mc(r)}function Ph(t){return`models/${cc(t)}.schema.json`}var $h=xs(t=>[...t.files.values()].flatMap(r=>{let a=Ba(r.path),n=ds(r);return a===void 0||n===void 0?[]:[{path:r.path,id:a,schema:n}]}));function ds(t){return t!==
void 0&&t.syntaxErrors.length===0&&ce(t.value)?t.value:void 0}function $o(t){return[...t.files.values()].some(r=>ds(r)===void 0)}var sj=xs(()=>new Map);function eP(t,r){let a=[],n=(i,e)=>{a.push(e),o(i),a.pop()},o=i=>{if(r(i,a),Array.isArray(i))i.forEach(n);else if(ce(i))for(let e of Object.keys(i))n(i[e]??null,
e)};o(t)}function Sh(t,r){let a=[];return eP(t,(n,o)=>{let i=r(n,o);i!==void 0&&a.push(i)}),a}function _h(t){return[...t.files.values()].flatMap(r=>r.path.startsWith("meta/")?[]:tP(r))}var tP=Or(t=>Sh(ds(t)??null,(r,a)=>{let n=typeof r=="string"?sP(r):void 0;
return n===void 0?void 0:{code:"S006",file:t.path,path:[...a],message:n}})),rP=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function sP(t){let[r]=rP.exec(t)??[];return r!==void 0?`the text holds U+${(r.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
t===t.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function xh(t){return t.filter(({keyword:r})=>r==="oneOf").reduce((r,a)=>r.includes(a)?aP(r,a):r,[...t])}function qh(t){return Oh(t).map(({required:r})=>r.join(
" with ")).join("; ")}function aP(t,r){let a=Oh(r),n=d=>d!==r&&pP(d.instancePath,r.instancePath)&&!iP(d,r),o=t.filter(d=>d!==r&&!n(d)),i=nP(a,r);if(typeof i!="n\
umber")return[...o,i];let e=a[i]?.members,s=t.filter(d=>n(d)&&dP(d,r,i,e));return s.length>0?[...o,...s]:[...o,r]}function nP(t,r){let a=ce(r.data)?Object.keys(
r.data):[];if(Array.isArray(r.params.passingSchemas))return r;let n=t[0]?.members===void 0?void 0:oP(t);if(n!==void 0){let{data:d}=r,y=ce(d)?d[n]:void 0,l=t.findIndex(
({members:A})=>A?.get(n)===y);if(l!==-1)return l;let b=t.map(({members:A})=>A?.get(n));return{...r,keyword:"enum",instancePath:`${r.instancePath}/${n}`,params:{
allowedValues:b},data:y}}let o=t.map(({required:d,members:y})=>a.filter(l=>y?.has(l)??d.includes(l)).length),i=Math.max(...o),e=o.flatMap((d,y)=>d===i?[y]:[]),[
s]=e;return i===0||s===void 0||e.length>1&&t[0]?.members===void 0?r:s}function oP(t){return[...t[0]?.members?.keys()??[]].find(a=>t.every(({members:n})=>n?.get(
a)!==void 0))}function Oh({schema:t}){return(Array.isArray(t)?t:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([e,{const:s}])=>[
e,s]));return{required:n??[],members:i}})}function iP(t,{instancePath:r,schemaPath:a}){let n=a.slice(0,-6);return!t.schemaPath.startsWith(`${a}/`)&&(t.instancePath===
r||t.schemaPath.startsWith(`${n}/properties/`))}function pP(t,r){return t===r||t.startsWith(`${r}/`)}function dP(t,{instancePath:r,schemaPath:a},n,o){if(t.schemaPath.
startsWith(`${a}/`))return t.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=t.instancePath.slice(r.length+1).split("/");return o?.has(i)??!0}import{createRequire as mP}from"node:module";import{fileURLToPath as cP}from"node:url";var jh=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,id=new URL("../".repeat(
jh),import.meta.url),hj=new URL("../",id),fj=new URL(jh===3?"./":"../",import.meta.url);var kj=cP(new URL("dist/kept/",id));var lP=mP(import.meta.url),pd="spec:/";function Ah(){let{Ajv2020:t}=lP("ajv/dist/2020.js");return new t({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var uP=/^upstreams\/([^/]+)\.json$/;function Ga(t){return uP.exec(t)?.[1]}function Th(t,r){let a=(n,o)=>ce(o)&&r(n,o);return[...t.files.values()].flatMap(({path:n,
value:o})=>Ga(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var Nh={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},Rh="meta/model.schema.json",Ih="\
meta/upstream.schema.json",hP=["meta/facts.schema.json","meta/parameter.schema.json"],Rj=[...Object.entries(Nh).flat(),Rh,Ih,...hP];function Eh(t){return Ga(t)!==void 0?Ih:Ba(t)===void 0?Nh[t]:Rh}var So;function _o(t){let r=[...t.files.values()].filter(i=>i.path.startsWith("meta/")),a=r.map(
i=>i.text).join(`
`);if(So?.text===a)return So.validator;let n=t.meta?.code(),o=t.meta===void 0||n===void 0?yP(r):fP(t.meta.paths,n);return So={text:a,validator:i=>t.files.has(i)?
o(i):void 0},So.validator}function fP(t,{exports:r}){let a=new Map(t.map((n,o)=>[n,r[`meta${o}`]]));return n=>a.get(n)}function yP(t){let r=Ah();for(let a of t){
let n=ds(a);n!==void 0&&r.addSchema(n,pd+a.path)}return a=>r.getSchema(pd+a)}function Jt(t,r){let n=r.map(o=>({candidate:o,distance:gP(t.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(t.length/3))?n.candidate:void 0}function gP(t,r){let a=Array.from({length:r.length+1},(n,o)=>o);for(let[n,o]of[...t].entries()){let i=[n+1];
for(let e=1;e<=r.length;e++){let s=(a[e-1]??0)+(o===r[e-1]?0:1);i.push(Math.min(s,(a[e]??0)+1,(i[e-1]??0)+1))}a=i}return a[r.length]??0}function Mh(t){let r=/\\([pPsSdDwWbBkux1-9])/.exec(t.replaceAll("\\\\",""))??void 0;if(r!==void 0&&r[1]!=="x")return{problem:`uses ${r[0]}`};if(/\(\?[=!<]/.test(
t))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(t);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Vh(t){let r=_o(t),a=[...t.files.values()].flatMap(n=>{let o=Eh(n.path),i=o===void 0?void 0:r(o);if(i===void 0)return[];let e=bP(n),s=e.get(i)??wP(n,i);
return e.set(i,s),s});return t.meta?.code()?.keep(),a}var bP=Or(()=>new WeakMap);function wP(t,r){let{value:a,syntaxErrors:n}=t;if(a===void 0||n.length>0||r(a))
return[];let o=new Map;for(let i of xh(r.errors??[])){let e=vP(t.path,a,i);e!==void 0&&!o.has(e.path.join("/"))&&o.set(e.path.join("/"),e)}return[...o.values()]}
function vP(t,r,a){let n=_P(r,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Mh(String(a.data)))return;
if(a.data===null)return{code:"S013",file:t,path:n,message:`${Za(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return kP(
t,[...n,o("additionalProperty")],a);case"required":return Lh(t,n,o("missingProperty"));case"dependentRequired":{let{code:i,...e}=Lh(t,n,o("missingProperty"));return{
code:i,...e,message:`${e.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:t,path:n,message:`${Za(n)} must have exactly one of ${qh(
a)}`};case"propertyNames":return{code:"S014",file:t,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:t,path:n,message:`${Za(n)} must be ${PP(a)}`}}}function kP(t,r,a){let n=String(r.at(-1)),o=ce(Fh(a))?Object.keys(Fh(a)):[],i=Jt(n,o);return{
code:"S010",file:t,path:r,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function Lh(t,r,a){
return a==="x-source"?{code:"S012",file:t,path:r,at:"key",message:`${Za(r)} has no source`}:{code:"S011",file:t,path:[...r,a],message:`${Za(r)} lacks the keywor\
d "${a}"`}}function Fh(t){let r=t.parentSchema?.properties;return typeof r=="object"&&r!==null?{...r}:{}}function PP(t){let r=t.parentSchema?.errorMessage;return typeof r==
"string"?r:(SP[t.keyword]??$P)(t)}var xo=({params:t})=>String(t.limit),Ys=({params:t},r)=>`${String(t.limit)} ${r}${t.limit===1?"":"s"}`,$P=({keyword:t})=>`of a\
nother form: the meta-schema's "${t}" rejects it`,SP={type:({params:t})=>`of type ${[t.type].flat().join(" or ")}`,const:({params:t})=>JSON.stringify(t.allowedValue),
enum:({params:t})=>`one of ${[t.allowedValues].flat().join(", ")}`,minimum:t=>`${xo(t)} or more`,maximum:t=>`${xo(t)} or less`,exclusiveMinimum:t=>`more than ${xo(
t)}`,exclusiveMaximum:t=>`less than ${xo(t)}`,minLength:t=>`a string of ${Ys(t,"character")} or more`,maxLength:t=>`a string of ${Ys(t,"character")} or less`,minItems:t=>`\
a list of ${Ys(t,"item")} or more`,maxItems:t=>`a list of ${Ys(t,"item")} or less`,minProperties:t=>`an object with ${Ys(t,"member")} or more`,maxProperties:t=>`\
an object with ${Ys(t,"member")} or less`,uniqueItems:({params:t,data:r})=>`a list without repeats: ${Array.isArray(r)?JSON.stringify(r[Number(t.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:t})=>`a string that matches ${String(t.pattern)}`,format:({params:t})=>`\
a string of the format ${String(t.format)}`,not:()=>"something else"};function Za(t){let r=t.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=t.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return t.length===0?"the file":r.slice(a.at(-2)??0).join("").replace(/^\./,"")}function _P(t,r){let a=t;return ye(r).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:ce(a)?a[n]:void 0,o?Number(n):n})}var xP=[{causes:new Set(["S004"]),follow:t=>t!=="S004"},{causes:new Set(["S020"]),follow:t=>["S015","S039","S061"].includes(t)},{causes:new Set(["S010","S011"]),
follow:t=>t==="S056"},{causes:new Set(["S010","S056"]),follow:t=>t==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:t=>[
"S030","S052","S053"].includes(t)}];function zh(t){let r=new Map;for(let{file:o,code:i}of t)r.set(o,(r.get(o)??new Set).add(i));let a=t.filter(({file:o,code:i})=>{
let e=[...r.get(o)??[]];return!xP.some(({causes:s,follow:d})=>d(i)&&e.some(y=>s.has(y)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,e)=>!o.some((s,d)=>qP(i,s,d<e))))}function qP(t,r,a){return t===r||t.offset!==void 0||r.path.length===
0||!r.path.every((n,o)=>t.path[o]===n)?!1:t.path.length===r.path.length?a&&["S005","S006","S014","S015"].includes(r.code):t.code==="S014"&&r.code==="S014"}function dd(t,r){let a=t.slice(0,r).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Uh=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
 bracket. Nothing else in the file is trusted until this is fixed.",hint:"Fix the syntax at this place.",wrong:'{ "version": "1.0.0" "name": "x" }',right:'{ "ve\
rsion": "1.0.0" }'},{code:"S002",severity:"error",title:"A key is written twice",explanation:"An object holds the same key twice. JSON readers keep one of them \
and drop the other without a word.",hint:"Keep one of the two.",wrong:'{ "minimum": 4, "maximum": 15, "maximum": 30 }',right:'{ "minimum": 4, "maximum": 30 }'},
{code:"S003",severity:"error",title:"A file of the specification is missing",explanation:"The specification needs this file: the other files rely on it, or the \
meta-schema that checks them is gone.",hint:"Add the file.",wrong:"spec/ without version.json",right:'spec/version.json: { "version": "1.0.0" }'},{code:"S004",severity:"\
error",title:"A file has no place in the specification",explanation:"Nothing reads this file. What it says would be lost.",hint:"Move it where it belongs: a mod\
el to models/<model-id>.schema.json, anything else into the file that holds such facts.",wrong:"spec/model/beta-6.0.schema.json",right:"spec/models/beta-6.0.sch\
ema.json"},{code:"S005",severity:"error",title:"A number is not exact",explanation:"Programs read numbers of JSON as doubles: about 17 digits, and none beyond 1\
.8e308. This one would be read, and published, as another.",hint:"Write a number that a double holds.",wrong:'{ "maximum": 12345678901234567890 }',right:'{ "max\
imum": 9007199254740991 }'},{code:"S006",severity:"error",title:"A text holds invisible characters",explanation:"A control character, a mark of direction, half \
a surrogate pair, or letters and accents apart: what is published is not what a reader of the file sees. Texts are in Unicode normalization form C.",hint:"Write\
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Jh=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
at it was meant to say would be lost.",hint:"Correct the spelling, or remove the keyword. New kinds of facts are added to spec/meta first.",wrong:'"duration": {\
 "type": "integer", "maximun": 15 }',right:'"duration": { "type": "integer", "maximum": 15 }'},{code:"S011",severity:"error",title:"A keyword is missing",explanation:"\
The meta-schema asks for a keyword that is not there.",hint:"Add the keyword.",wrong:'"x-availability": {}',right:'"x-availability": { "status": "available" }'},
{code:"S012",severity:"error",title:"A fact has no source",explanation:"Every fact names the section of the interface that states it, so that a reader can check\
 it and a change of the interface can be followed.",hint:'Add "x-source": { "section": "\u2026", "item": "\u2026" } with the heading, and the row or item, that states the\
 fact.',wrong:'"seed": { "type": "integer" }',right:'"seed": { "type": "integer", "x-source": { "section": "gamma-1.0-i2v", "item": "seed" } }'},{code:"S013",severity:"\
error",title:"null stands for something unknown",explanation:"null says neither that there is no value nor that the value is unknown. What the interface leaves \
open is written in words.",hint:'Write { "unknown": "not shown" }, or leave the keyword out where it may be left out.',wrong:'"x-display-name": null',right:'"x-\
display-name": { "unknown": "not shown" }'},{code:"S014",severity:"error",title:"A value has the wrong form",explanation:"The meta-schema asks for another type,\
 another word or another shape at this place.",hint:"See the description of the keyword in spec/meta.",wrong:'"duration": { "type": "integer", "minimum": "4" }',
right:'"duration": { "type": "integer", "minimum": 4 }'},{code:"S015",severity:"error",title:"A source names an unknown section",explanation:"A source is the he\
ading of a section of the interface, as spec/sections.json lists them, or the id of the model itself. With any other word the fact cannot be found again.",hint:"\
Correct the heading, or add it to spec/sections.json.",wrong:'"x-source": { "section": "Limit" }',right:'"x-source": { "section": "Limits" }'},{code:"S016",severity:"\
error",title:"A keyword has no effect",explanation:"The keyword stands beside a $ref, and the kind of parameter that both make together has no such keyword. Wha\
t it says would be lost.",hint:"Remove the keyword, or change the type so that the keyword applies.",wrong:'{ "$ref": "\u2026#/$defs/prompt", "maximum": 5 }',right:'\
{ "$ref": "\u2026#/$defs/prompt", "maxLength": 5 }'},{code:"S017",severity:"error",title:"A fact cannot be read",explanation:"A value has the right form and a m\
eaning that nothing defines, such as a type of file that media.schema.json does not list.",hint:"Use a value that is defined, or define it.",wrong:'"x-media": {\
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var Dh=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var Ch=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
are the same Model ID. When they differ, a request is checked against the wrong file.",hint:"Use one Model ID in all three places.",wrong:'models/beta-6.0.schem\
a.json: { "title": "beta-5.0" }',right:'models/beta-6.0.schema.json: { "title": "beta-6.0" }'},{code:"S021",severity:"error",title:"Two models have the same ide\
ntifier",explanation:"Programming languages know models by identifiers made from their ids. Two ids give the same identifier, perhaps only in a language that ig\
nores case or drops punctuation.",hint:"Choose ids that differ in more than punctuation and case.",wrong:"models/beta-5.0.schema.json and models/beta_50.schema.\
json",right:"models/beta-5.0.schema.json and models/beta-5.1.schema.json"},{code:"S022",severity:"error",title:"Two parameters have the same identifier",explanation:"\
In languages that write parameters in another case, two parameters of one model become the same name.",hint:"Choose names that differ in more than punctuation a\
nd case.",wrong:'"first_image": \u2026, "firstImage": \u2026',right:'"first_image": \u2026, "last_image": \u2026'},{code:"S023",severity:"error",title:"A displa\
y name is ambiguous",explanation:"A display name is answered with the Model ID it belongs to. That works only when it belongs to one model and is not a Model ID\
 itself.",hint:"Give the display name to one model only.",wrong:'"x-display-name": "beta-5.0" in another model',right:'"x-display-name": "beta 5.0"'},{code:"S02\
4",severity:"error",title:"A rename contradicts the models",explanation:"x-renamed-from records the Model IDs a model had before. An id that is still in use, or\
 that two models claim, was not renamed.",hint:"Remove the record, or the file of the old model.",wrong:'"x-renamed-from": ["beta-5.0"] while models/beta-5.0.sc\
hema.json is there',right:'"x-renamed-from": ["beta-4.0"]'},{code:"S025",severity:"error",title:"A Model ID is a name of the generator",explanation:"The files a\
nd types of a model are named after it. A few names beside them belong to what is about all models, such as validators/index.js, ModelInput and the Task schema;\
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${Dh.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var Wh=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
e or of another type, so the service would reject a request that relies on it.",hint:"Correct the default, or the limit it breaks.",wrong:'{ "enum": ["480p", "7\
20p"], "default": "720P" }',right:'{ "enum": ["480p", "720p"], "default": "720p" }'},{code:"S031",severity:"error",title:"A lower limit is above the upper limit",
explanation:"No value can satisfy both limits.",hint:"Exchange or correct the limits.",wrong:'{ "minimum": 15, "maximum": 4 }',right:'{ "minimum": 4, "maximum":\
 15 }'},{code:"S032",severity:"error",title:"A required parameter is not defined",explanation:"required names a parameter that properties does not have: every r\
equest would be rejected.",hint:"Define the parameter, or take it off required.",wrong:'"required": ["model", "promt"]',right:'"required": ["model", "prompt"]'},
{code:"S033",severity:"error",title:"A keyword is set here and in the shared definition",explanation:"Beside a $ref stands a keyword that the definition sets to\
o. JSON Schema applies both, a reader expects the nearer one.",hint:"Remove it here, or take it out of the shared definition.",wrong:'{ "$ref": "\u2026#/$defs/prompt\
", "minLength": 3 }, where prompt has a minLength',right:'{ "$ref": "\u2026#/$defs/prompt", "maxLength": 1500 }'},{code:"S034",severity:"error",title:"A paramet\
er has no clear type",explanation:"With the definition that its $ref names, a parameter is none of the kinds the catalogue knows: string, enum, integer, number,\
 boolean, object, list, media, or array of unknown items.",hint:"Give it a type, and for an array items, x-media or x-items.",wrong:'"tools": { "$ref": "\u2026#/$def\
s/tools" }, where tools has no type',right:'"tools": { "$ref": "\u2026#/$defs/tools" }, where tools has type and x-items'},{code:"S035",severity:"error",title:"\
A pattern is not portable",explanation:"The pattern uses something that regular expression engines read differently or not at all, such as \\p, \\s, \\d, \\w, look-\
around or a back-reference.",hint:"Write the characters out as a class.",wrong:'"pattern": "^https?://[^\\s]+$"',right:'"pattern": "^https?://[^\\x00-\\x20]+$"'},
{code:"S036",severity:"error",title:"A prompt token names no reference",explanation:"A prompt token refers to a media parameter of the same model, and no furthe\
r than that parameter has items.",hint:"Name a media parameter of the model, with a range within its maxItems.",wrong:'{ "prefix": "@video", "parameter": "refer\
ence_videos", "from": 1, "to": 9 }, where it takes 3 items',right:'{ "prefix": "@video", "parameter": "reference_videos", "from": 1, "to": 3 }'},{code:"S037",severity:"\
error",title:"A rule id is unknown",explanation:"A limit names a finding that spec/findings.json does not have, or an announcement becomes one, so it would have\
 no text and no severity.",hint:"Use a rule of spec/findings.json, or add one there.",wrong:'{ "rule": "media-byte", \u2026 }',right:'{ "rule": "media-bytes", \u2026\
 }'},{code:"S038",severity:"error",title:"A parameter and its model disagree on asset ids",explanation:"A model either supports the asset library or not, and it\
s media parameters take assetId:// accordingly. When they differ, the docs promise what the validator rejects.",hint:"Let items refer to urlOrAsset exactly wher\
e x-asset-library is true.",wrong:'"x-asset-library": true with "items": { "$ref": "../media.schema.json#/$defs/url" }',right:'"x-asset-library": true with "ite\
ms": { "$ref": "../media.schema.json#/$defs/urlOrAsset" }'},{code:"S039",severity:"error",title:"A statement contradicts another",explanation:"What is stated ca\
n never hold, or changes nothing: no value is within the limits, a limit of a later date rejects nothing that is accepted today, a date is none, a successor doe\
s not exist, a limit on files has no bound, another unit, or is there twice, or a source is that of another model or parameter.",hint:"Correct one of the two st\
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var Hh=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var Kh=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var Bh=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
ion reads a parameter it does not list. It would never break, or name the wrong field.",hint:"Correct the name, and list under parameters each parameter the con\
dition reads.",wrong:'"parameters": ["frist_image"]',right:'"parameters": ["first_image"]'},{code:"S051",severity:"error",title:"A rule has no valid or no inval\
id example",explanation:"Examples are what tests of every language are made from. A rule without both kinds is untested.",hint:"Add at least one example that pa\
sses and one that breaks the rule.",wrong:'"examples": { "valid": [], "invalid": [{ "last_image": ["\u2026"] }] }',right:'"examples": { "valid": [{ "first_image\
": ["\u2026"], "last_image": ["\u2026"] }], "invalid": [{ "last_image": ["\u2026"] }] }'},{code:"S052",severity:"error",title:"An example contradicts its rule",
explanation:"A valid example breaks the rule, or an invalid one passes it.",hint:"Move the example to the other list, or correct the condition.",wrong:'"valid":\
 [{ "last_image": ["\u2026"] }], where last_image needs first_image',right:'"invalid": [{ "last_image": ["\u2026"] }]'},{code:"S053",severity:"error",title:"An \
example is wrong for another reason",explanation:"The example names a parameter the model does not have or a value it does not take, so it shows nothing about t\
he rule.",hint:"Use parameters and values the model takes.",wrong:'"valid": [{ "first_image": ["a.png"] }]',right:'"valid": [{ "first_image": ["https://example.\
com/a.png"] }]'},{code:"S054",severity:"error",title:"Two rules have the same id",explanation:"Findings report rules by id. Within a model an id stands for one \
rule, and generic findings keep theirs.",hint:"Give the rule an id of its own.",wrong:'two rules with "id": "audio-alone"',right:'"id": "audio-alone" and "id": \
"audio-long"'},{code:"S055",severity:"error",title:"A rule stands in the wrong list",explanation:"allOf rejects requests in every JSON Schema library, so it hol\
ds errors only; x-advice holds advice only.",hint:"Move the rule to the list of its severity.",wrong:'"allOf": [{ "x-rule": { "severity": "advice", \u2026 } }]',
right:'"x-advice": [{ "x-rule": { "severity": "advice", \u2026 } }]'},{code:"S056",severity:"error",title:"A rule has no condition",explanation:"A rule is if an\
d then, not, oneOf, or dependentRequired, or one over numbers such as x-sum. With none of them it can never break.",hint:"Add the condition beside x-rule.",wrong:'\
{ "x-rule": \u2026 }',right:'{ "x-rule": \u2026, "not": { "required": ["seed", "tools"] } }'},{code:"S057",severity:"error",title:"No example keeps all rules of\
 a model",explanation:"Pages, the playground, the terminal and the documents show a request that the model accepts. It is made of the required parameters and, w\
here these break a rule, of valid examples of the rules. Here no such request keeps all of them.",hint:"Add a valid example to this rule that keeps the other ru\
les, too; if there is none, the rules contradict each other.",wrong:'one rule: exactly one of "image" and "text"; another: no "image"; the only valid example: {\
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var Gh=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
pec/models/<model-id>.schema.json: npm run spec:new -- <model-id>.",wrong:'"models": ["beta-6.0"] without models/beta-6.0.schema.json',right:'"models": ["beta-5\
.0"]'},{code:"S061",severity:"error",title:"A model contradicts the published list",explanation:"The published list names the model, and its file says x-listed:\
 false.",hint:"Set x-listed to true, or take the model off the list in service.json.",wrong:'"x-listed": false, while service.json lists the model',right:'"x-li\
sted": true'},{code:"S062",severity:"error",title:"An unknown extension is named",explanation:"An endpoint belongs to an extension that service.json does not de\
scribe.",hint:"Describe the extension under extensions, or correct the name.",wrong:'{ "id": "cancel", "extension": "cancels", \u2026 }',right:'{ "id": "cancel"\
, "extension": "cancel", \u2026 }'},{code:"S063",severity:"error",title:"An id is used twice",explanation:"Ids of findings, unknowns, endpoints and extensions a\
re unique, because links and programs rely on them.",hint:"Give each its own id.",wrong:'"unknowns": [{ "id": "events", \u2026 }, { "id": "events", \u2026 }]',right:'\
"unknowns": [{ "id": "events", \u2026 }, { "id": "key", \u2026 }]'},{code:"S064",severity:"error",title:"A task field and a model disagree",explanation:"The Tas\
k says that a model has an extra response field, and the file of the model does not say so.",hint:"Add the field to x-response-extras in the model file, or take\
 the model out of x-models in task.schema.json.",wrong:'"x-response-extras": [], while x-models of upstream_url in task.schema.json names the model',right:'"x-r\
esponse-extras": ["upstream_url"]'},{code:"S065",severity:"error",title:"An endpoint has no description of its own",explanation:"What an endpoint takes and answ\
ers is described in code, one description for each method and path. The list names an endpoint that has none, or the same endpoint twice.",hint:"Correct the met\
hod or the path, or describe the operation in generator/emit/openapi/operations.ts.",wrong:'{ "id": "query", "method": "GET", "path": "/v2/model-center/task/{id\
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Zh=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
does not match makes an engine try all of them, and a short request can then hold up the process that checks it. Found is what repeating one character, or two o\
f the pattern, does: not every such pattern.",hint:"Let what follows a repetition begin with a character that the repetition does not take.",wrong:'"pattern": "\
^([a-z]+-?)+$"',right:'"pattern": "^[a-z]+(-[a-z]+)*-?$"'},{code:"S091",severity:"error",title:"Two values look the same",explanation:"Two values of a list diff\
er only in case or blanks, or a value has a blank at an end. Requests must hold exactly one of the values, so the other one is a misprint, or readers will not s\
ee the difference.",hint:"Keep the value that the interface states.",wrong:'"enum": ["480p", "720p", "720P"]',right:'"enum": ["480p", "720p"]'},{code:"S092",severity:"\
error",title:"A text holds HTML",explanation:"Texts become Markdown pages, messages at a terminal, comments in types and cells of tables. A tag is shown as it s\
tands in some of them and disappears in others.",hint:"Say it in words; what must be shown as it stands goes between backquotes.",wrong:'"description": "Length \
in <b>seconds</b>."',right:'"description": "Length in seconds."'},{code:"S093",severity:"error",title:"A sentence does not stand beside the others",explanation:"\
Descriptions are sentences that end with a full stop, with others after them. The message of a rule follows the names of its parameters and a colon, and ends wh\
ere a line may go on. A Chinese text is in Chinese. What is not written yet is published as it stands.",hint:"Write it as the files of spec/models do.",wrong:'"\
description": "length in seconds", "message": { "en": "Needs a prompt.", "zh": "needs a prompt" }',right:'"description": "Length in seconds.", "message": { "en"\
: "needs a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'},{code:"S094",severity:"error",title:"A limit on files counts by what the model does not have",explanation:"\
The condition of a limit names a parameter that the model does not have or a value that is not offered, or a file must be as large as one at a place where no fi\
le stands.",hint:"Name a parameter with a closed set of values, a number or a list, and a place that the catalogue lists.",wrong:'"when": { "quality": "hdd" }',
right:'"when": { "quality": "hd" }'},{code:"S095",severity:"error",title:"A default depends on what cannot be asked of a request",explanation:"The condition of \
a default names a parameter or a value that the model does not have, a parameter whose own default depends on the request, or what JSON Schema has no words for;\
 it repeats an earlier one; or the parameter is required, so that clients would have to send it.",hint:"State the condition over parameters with a closed set of\
 values, numbers or files, each with one default or none.",wrong:'"x-defaults": [{ "when": { "quality": "hdd" }, "default": 10 }]',right:'"x-defaults": [{ "when\
": { "quality": "hd" }, "default": 10 }]'}];var Qh=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
 and the two differ. Settings name protocols, so both must be the same.",hint:'Rename the file, or correct "protocol".',wrong:'spec/upstreams/tiny.json: { "prot\
ocol": "tinny" }',right:'spec/upstreams/tiny.json: { "protocol": "tiny" }'},{code:"S071",severity:"error",title:"An upstream mapping names an unknown parameter",
explanation:"No model of this kind has a parameter of that name. The row would never apply, and what it should carry would be rejected.",hint:"Use the name of a\
 parameter of the catalogue.",wrong:'{ "to": "/ratio", "from": "aspectratio" }',right:'{ "to": "/ratio", "from": "aspect_ratio" }'},{code:"S072",severity:"error",
title:"An upstream mapping names a value that no model offers",explanation:"Every model that has the parameter lists its values, and this one is not among them.\
 The entry would never apply.",hint:"Use a value of the catalogue.",wrong:'{ "from": "resolution", "values": { "720px": "720p" } }',right:'{ "from": "resolution\
", "values": { "720p": "720p" } }'},{code:"S073",severity:"error",title:"An upstream mapping names an unknown source",explanation:'Every fact says where it was \
read. The name must be one of those in "sources".',hint:'Use a name of "sources", or add the source there.',wrong:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "s\
kd" }',right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S074",severity:"error",title:"A path names an unknown variable",explanation:"\
Paths may hold {id} (the task at the upstream; not in a submit), {name} (the same, where an ID has slashes that stay), {model} (the model at the upstream) and {\
app} (its owner and name).",hint:"Use {id}, {name}, {model} or {app}.",wrong:'"query": { "path": "/tasks/{task_id}" }',right:'"query": { "path": "/tasks/{id}" }'},
{code:"S075",severity:"error",title:"A template does not hold the value once",explanation:"A template must hold {value} exactly where the value goes, and no oth\
er word in braces. Of a data URI it may hold {base64} in its place, with {mediaType} beside it.",hint:"Write {value} once, or {base64} once and {mediaType} at m\
ost once.",wrong:'{ "from": "duration", "template": "{vlaue}s" }',right:'{ "from": "duration", "template": "{value}s" }'},{code:"S076",severity:"error",title:"T\
wo rows write to the same place",explanation:"Two rows that may both apply to one request write to one place, or one needs a list where the other needs an objec\
t, so that the second would silently overwrite the first.",hint:"Give the rows conditions that exclude each other, or another place.",wrong:'{ "to": "/size", "f\
rom": "resolution" }, { "to": "/size", "from": "aspect_ratio" }',right:'{ "to": "/resolution", "from": "resolution" }, { "to": "/ratio", "from": "aspect_ratio" \
}'},{code:"S077",severity:"error",title:"A row cannot be read backwards and does not say why",explanation:"Two values of one model become the same value of the \
upstream. A request of the vendor's own client could not be read back.",hint:'Say why in "oneWay", or map to different values.',wrong:'{ "from": "aspect_ratio",\
 "values": { "16:9": "wide", "21:9": "wide" } }',right:'{ "from": "aspect_ratio", "values": { "16:9": "wide", "21:9": "wide" }, "oneWay": "the upstream has one \
wide format" }'},{code:"S078",severity:"error",title:"A task of the upstream cannot be followed to its end",explanation:"A submit that answers with an ID needs \
a query and a table of statuses, in which at least one word means completed and one failed.",hint:"Add the query, and the words that end a task.",wrong:'{ "id":\
 "/id", "status": { "at": "/status", "states": { "running": "processing" } } }',right:'{ "id": "/id", "query": { \u2026 }, "status": { "at": "/status", "states": { "\
done": "completed", "error": "failed" } } }'},{code:"S079",severity:"error",title:"A row uploads files and the protocol cannot",explanation:'A row with "as": "u\
ploaded" uploads the data URIs it carries before the submit. The protocol must say how in "upload", and the row must take data URIs.',hint:'Add "upload", and li\
st data in the "forms" of the row.',wrong:'{ "each": "first_image", "as": "uploaded", "forms": ["url"] }',right:'{ "each": "first_image", "as": "uploaded", "for\
ms": ["url", "data"] }'},{code:"S080",severity:"error",title:"An index leaves places of a list empty",explanation:"A row that writes to an index of a list makes\
 every place before it. Where no row fills them they would be sent as null, and a large index would fill the memory. A place that is only read may have an index\
 up to 99.",hint:"Write - in place of the index to append to the list, or fill the places before it.",wrong:'{ "to": "/content/99999999", "from": "prompt" }',right:'\
{ "to": "/content/-", "from": "prompt" }'},{code:"S081",severity:"error",title:"A place to read one value from stands for several",explanation:"In the URL of a \
result and in the names of models, - stands for every item of a list, since there may be several. Everywhere else one value is read from an answer.",hint:"Write\
 the index of the item, such as 0.",wrong:'"message": ["/errors/-/text"]',right:'"message": ["/errors/0/text"]'},{code:"S082",severity:"error",title:"A proof ne\
ver counts",explanation:"The first proof that fits an error answer counts. One before this one fits every answer that this one fits, so that what it says would \
never be used.",hint:"Put the narrower proof first, or take it out.",wrong:'{ "status": "4xx", "proves": "rejected" }, { "status": "429", "proves": "busy" }',right:'\
{ "status": "429", "proves": "busy" }, { "status": "4xx", "proves": "rejected" }'},{code:"S083",severity:"error",title:"A request about a task does not name it",
explanation:"The submit answers with an ID, and every later request is about one task. Its path is the only place that can name the task; without it every task \
would get the same answer.",hint:"Put {id} where the path has the ID of the task.",wrong:'"query": { "method": "GET", "path": "/tasks" }',right:'"query": { "met\
hod": "GET", "path": "/tasks/{id}" }'},{code:"S084",severity:"error",title:"The limits of a row let no number through",explanation:"The minimum is greater than \
the maximum, so that every request with the parameter would be rejected.",hint:"Swap the two, or correct one.",wrong:'{ "from": "duration", "minimum": 60, "maxi\
mum": 4 }',right:'{ "from": "duration", "minimum": 4, "maximum": 60 }'},{code:"S085",severity:"error",title:"A result has the media type of another kind",explanation:"\
The operation of one kind of models answers with a file in base64 whose media type another kind makes. Every result would be stored and served as what it is not\
.",hint:"Use a media type of the kind: video/\u2026, image/\u2026, audio/\u2026, or model/\u2026 for a mesh.",wrong:'"video": { \u2026 "results": [{ "base64": "/file\
", "contentType": "image/png" }] }',right:'"video": { \u2026 "results": [{ "base64": "/file", "contentType": "video/mp4" }] }'},{code:"S086",severity:"error",title:"\
A source of an upstream mapping is not named by any fact",explanation:'Every source in "sources" is where a fact was read. One that no fact names is left over, \
or the facts that were read there name another.',hint:"Name the source at the facts that were read there, or take it out.",wrong:'{ "sources": { "sdk": { \u2026 }, "\
docs": { \u2026 } }, \u2026 "source": "sdk" }',right:'{ "sources": { "sdk": { \u2026 } }, \u2026 "source": "sdk" }'},{code:"S087",severity:"error",title:"What a\
 cancel proves is not a status that ends a task without a result",explanation:"The credits that a cancelled task holds are given back only for an answer that pr\
oves that nothing was made and nothing is charged. A word that the status never has is inconclusive, and the word of a waiting, running or finished task proves \
the opposite.",hint:"Use a word of status.states that means cancelled, expired or failed, and of which the source says that it is not charged.",wrong:'"cancel":\
 { \u2026 "proves": { "query": ["running"] } }',right:'"cancel": { \u2026 "proves": { "query": ["cancelled"] } }'},{code:"S088",severity:"error",title:"The text\
 that a webhook signs names an unknown value",explanation:'The text may hold {body}, {bodySha256}, {timestamp} where "time" says where it is, and each name of "\
headers". A text with anything else in braces would never be what the upstream has signed, and a name that the text does not hold is left over.',hint:'Use {body\
}, {bodySha256}, {timestamp} or a name of "headers".',wrong:'{ "headers": { "id": "webhook-id" }, "signed": "{ID}.{timestamp}.{body}" }',right:'{ "headers": { "\
id": "webhook-id" }, "signed": "{id}.{timestamp}.{body}" }'},{code:"S089",severity:"error",title:"The signature of a webhook does not prove what it should",explanation:"\
A signature proves what is in the text that is signed, to holders of the key. Without the body in it, a webhook could be altered; without its time, an old one c\
ould be sent again with a new time; and with a key that is published, anyone could make it.",hint:"Sign the body and the time, and use a secret for an HMAC.",wrong:'\
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],Xh=[{code:"S100",severity:"err\
or",title:"A cancel and the rules of the upstream contradict each other",explanation:'The rules in "cancelRules" are written from the documents of the upstream.\
 Where they say that a cancel removes a result, the request must not be sent to a task that has ended: what was paid for would be lost. And an answer that the u\
pstream also gives to a task that goes on proves no cancel: its credits would be given back although it is charged.',hint:'Read the documents again, and correct\
 "cancel" or "cancelRules".',wrong:'"cancel": { \u2026 "from": { "words": ["done"] } }, \u2026 "cancelRules": { \u2026 "ended": { "then": "removed" } }',right:'\
"cancel": { \u2026 "from": { "words": ["waiting"] } }, \u2026 "cancelRules": { \u2026 "ended": { "then": "removed" } }'},{code:"S101",severity:"error",title:"A \
file is the answer to a request that has another answer",explanation:'A result with "body" is the answer to the submit itself. A submit that answers with an ID \
answers with JSON, and the file comes with a later request, which is read in another way. That request does not know what the submit asked for with "asked" eith\
er.',hint:'Take out "id" where the submit answers with the file; else say with "content" which request answers with it.',wrong:'"id": "/id", \u2026 "results": [{ "bo\
dy": true }]',right:'"id": "/id", \u2026 "results": [{ "content": "/tasks/{id}/file" }]'},{code:"S102",severity:"error",title:"A row sends a file where no file \
can be",explanation:'A row with "as": "file" sends the file itself as a field of a form (multipart/form-data), or as one of several fields of the same name. A b\
ody in JSON holds no file, and a field of a form holds nothing else.',hint:'Say "encoding": "form" in the submit, name a field such as /image or /image/-, and l\
ist the "forms" of the row.',wrong:'"submit": { \u2026 "encoding": "json" }, \u2026 { "to": "/image", "each": "first_image", "as": "file" }',right:'"submit": { \
\u2026 "encoding": "form" }, \u2026 { "to": "/image", "each": "first_image", "as": "file", "forms": ["url", "data"] }'},{code:"S103",severity:"error",title:"A r\
esult in S3 cannot be read",explanation:'The service reads a result with "object" in the folder that the operator has set, with the key of the upstream: a row w\
ith "resultsFolder" tells the upstream of the folder, and only a key that signs requests (aws-sigv4) opens it. A folder that no result is read from does nothing\
.',hint:'Say "token": { "by": "aws-sigv4", \u2026 } in "authentication", put "resultsFolder" into a row, and read the result with "object".',wrong:'"rows": [{ "\
to": "/prompt", "from": "prompt" }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]',right:'"rows": [{ "to": "/prompt", "from": "prompt" }, { \
"to": "/folder", "resultsFolder": true }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]'}];var OP=[...Uh,...Jh,...Ch,...Wh,...Hh,...Bh,...Gh,...Kh,...Qh,...Zh,...Xh];function Yh(t){let r=OP.find(a=>a.code===t);if(r===void 0)throw new RangeError(`no su\
ch code: ${t}`);return r}var ef=60;function tf(t,r){let a=Yh(r.code),n=t.files.get(r.file),o=n===void 0?{line:1,column:1,text:""}:jP(n,r);return{code:r.code,severity:a.severity,file:r.file,
line:o.line,column:o.column,pointer:pn(r.path),text:NP(o.text),message:r.message,hint:r.hint??a.hint}}function jP(t,r){if(r.offset!==void 0)return{...dd(t.text,
r.offset),text:TP(t.text,r.offset)};let a=AP(t.tree,r),n=a?.offset??0;return{...dd(t.text,n),text:a===void 0?"":t.text.slice(n,n+a.length)}}function AP(t,r){if(t!==
void 0){for(let a=r.path.length;a>=0;a--){let n=ec(t,r.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return r.
at==="key"&&a===r.path.length?o??n:n}return t}}function TP(t,r){let a=t.indexOf(`
`,r);return t.slice(r,a===-1?t.length:a)}function NP(t){let r=t.replace(/\s+/g," ");return r.length>ef?`${r.slice(0,ef-1)}\u2026`:r}var rf=100;function qo(t,r){let a=[],n,o;try{o=JSON.parse(r)}catch{n=ai(r,a,sf),o=n===void 0?void 0:tc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(af(o,rf))throw new RangeError(`${t} has more than ${rf} levels`);return{path:t,text:r,value:o,get tree(){return n??=ai(r,[],sf)},syntaxErrors:a}}
var sf={disallowComments:!0,allowTrailingComma:!1};function af(t,r){return typeof t!="object"||t===null?!1:r===0||Object.values(t).some(a=>af(a,r-1))}function nf(t,r){let{code:a,severity:n,file:o,line:i,column:e,pointer:s,text:d,message:y,hint:l}=t,b=d===""?"":`
    ${d}`;return`${r}/${o}:${i}:${e} ${n} ${a} ${y}${b}
    at #${s}
    ${l}`}var $e=xs(t=>Th(t,(r,a)=>_o(t)("meta/upstream.schema.json")?.(a)===!0)),RP=["video","image","audio","mesh"];function Ce({operations:t}){return RP.flatMap(r=>{let a=t[r];
return a===void 0?[]:[[r,a]]})}var Jr=xs(t=>$h(t).map(({path:r,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(ce(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,IP(t,r,o)]))})));function IP(t,r,a){let n=ce(a)?a:{},o=typeof n.$ref=="string"?{...EP(t,r,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function EP(t,r,a){try{let{value:n}=dc(t,r,a);return ce(n)?n:{}}catch{return{}}}function MP(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function of(t,r){let a=t;for(let n of r)if(Array.isArray(a))a=a[Number(n)];else if(MP(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var pf=["queued","processing","ended","cancelled"],LP={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*df(t){
for(let{path:r,source:a}of $e(t)){let{cancelRules:n}=a;if(n!==void 0)for(let[o,{cancel:i,status:e}]of Ce(a)){if(i===void 0)continue;let s={code:"S100",file:r},d=[
"operations",o,"cancel"];yield*FP({...s,path:d},i,n,e?.states??{});let y=VP(i,n);y!==void 0&&(yield{...s,path:[...d,"proves","answer","words"],message:`cancelRu\
les.${y} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),i.proves!==void 0&&pf.every(l=>n[l].then!==
"cancelled")&&(yield{...s,path:[...d,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*FP({path:t,...r},{from:a},n,o){if(n.
ended.then!=="removed")return;let i='Name in "from" the words of tasks that wait or run.',e="cancelRules.ended removes the result";a===void 0&&(yield{...r,path:t,
message:`the request is sent to tasks that have ended too, and ${e}`,hint:i});for(let[s,d]of(a?.words??[]).entries())LP[o[d]??""]==="ended"&&(yield{...r,path:[...t,
"from","words",s],message:`"${d}" means an end, and ${e}`,hint:i})}function VP({proves:t},r){let{answer:a}=t??{};if(a===void 0)return;let n=o=>(r[o].status??200)<
300?of(r[o].body,ye(a.at)):void 0;return pf.find(o=>o!=="cancelled"&&r[o].then!=="cancelled"&&a.words.some(i=>i===n(o)))}function*cf(t){for(let{path:r,source:a}of $e(t)){let n=Ga(r);a.protocol!==n&&(yield{code:"S070",file:r,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var cd=99;function*mf(t){for(let{path:r,source:a}of $e(t)){for(let[o,{rows:i}]of Ce(a)){let e=i.map(({to:s})=>ye(s));for(let[s,d]of e.entries()){let y=zP(d,e);if(y===
void 0)continue;yield{code:"S080",file:r,path:["operations",o,"rows",s,"to"],message:`no row writes to ${y}, the place before it`}}}let n=t.files.get(r)?.value;
for(let{step:o,path:i}of n===void 0?[]:md(n,[])){let e={file:r,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...e,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>cd){let s=`Use an index up to ${cd}\
: a fake writes every place before it.`;yield{code:"S080",...e,message:`the index ${o} is larger than ${cd}`,hint:s}}}}}function zP(t,r){for(let[a,n]of t.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...t.slice(0,a),String(BigInt(n)-1n)];if(!r.some(e=>o.every((s,d)=>e[d]===s)))return pn(o)}}var UP=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*md(t,r){if(typeof t=="string"){let a=t.startsWith("/")?ye(t).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:r}}else if(Array.isArray(t))for(let[a,n]of t.entries())yield*md(n,[...r,a]);else if(ce(t))for(let[a,n]of Object.entries(
t))UP.includes(a)||(yield*md(n,[...r,a]))}function*lf(t){for(let{path:r,source:a}of $e(t))for(let[n,{rows:o}]of Ce(a))for(let[i,{minimum:e,maximum:s}]of o.entries())e!==void 0&&s!==void 0&&e>s&&(yield{code:"\
S084",file:r,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${e} is greater than the maximum ${s}`})}var uf={video:"video",image:"image",audio:"audio",mesh:"model"};function*hf(t){for(let{path:r,source:a}of $e(t))for(let[n,{results:o}]of Ce(a))for(let{contentType:i,
path:e}of ff(o,["operations",n,"results"]))i.startsWith(`${uf[n]}/`)||(yield{code:"S085",file:r,path:e,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${uf[n]}/.`})}function*ff(t,r){for(let[a,{contentType:n,results:o=[]}]of t.entries())n!==void 0&&(yield{contentType:n,path:[...r,a,"contentType"]}),
yield*ff(o,[...r,a,"results"])}function*gf(t){for(let{path:r,source:a}of $e(t))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,d]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[d].length===0&&(yield{code:"S082",file:r,path:[...i,s],message:`the proof never counts: errors.${d} names no place to read one\
 from`,hint:`Name the place in errors.${d}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:r,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let e=a.errors.proofs.slice(0,n).findIndex(s=>JP(s,o));e!==-1&&(yield{code:"S082",file:r,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${e+1}, HTTP ${a.errors.proofs[e]?.status??""}`})}}function JP(t,r){return(t.status===r.status||t.status===`${r.status[0]??""}xx`)&&
yf(t.codes,r.codes)&&yf(t.says,r.says)}function yf(t,r){return t===void 0||(r?.every(a=>t.includes(a))??!1)}function Dt(t){return t.split(/(\{[^{}]*\})/).flatMap(r=>r===""?[]:/^\{.*\}$/.test(r)?[{variable:r.slice(1,-1)}]:[r])}function*bf(t){for(let{path:r,source:a}of $e(t)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:e,key:s}=n,d=["webhooks","\
signature"],y={code:"S089",file:r},l=Dt(i).flatMap(b=>typeof b=="string"?[]:[b.variable]);!l.includes("body")&&!l.includes("bodySha256")&&(yield{...y,path:[...d,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),e?.header!==void 0&&!l.includes("timestamp")&&(yield{...y,path:[...d,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...y,path:[...d,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...y,path:[...d,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var DP=/\{(value|base64|mediaType|imageFormat)\}/;function wf(t){return{value:t,holes:[...ld(t,[])]}}function*ld(t,r){if(typeof t=="string"){let a=DP.exec(t);if(a===
null)return;let[n,o]=a,[i,e]=[t.slice(0,a.index),t.slice(a.index+n.length)],s={at:r,whole:t===n,prefix:i,suffix:e};yield o==="base64"||o==="mediaType"||o==="ima\
geFormat"?{...s,part:o}:s}else if(Array.isArray(t))for(let[a,n]of t.entries())yield*ld(n,[...r,String(a)]);else if(ce(t))for(let[a,n]of Object.entries(t))yield*ld(
n,[...r,a])}function Oo(t){return typeof t=="string"?[...t.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,r=""])=>r):Array.isArray(t)?t.flatMap(Oo):ce(t)?Object.values(
t).flatMap(Oo):[]}function gt(t){return Dt(t).map(r=>{if(typeof r=="string")return r;let{variable:a}=r;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${t}: unknown variable {${a}}`)})}function vf({paths:t,items:r,within:a,created:n,size:o,next:i}){return{paths:t.map(gt),items:ye(r),within:a===void 0?[]:ye(a),created:{at:ye(n.at),as:n.as},...o===
void 0?{}:{size:o},next:CP(i)}}function CP({by:t,parameter:r,at:a,more:n}){return t==="url"?{by:t,parameter:r,at:ye(a??"")}:{by:t,parameter:r,...n===void 0?{}:{
more:ye(n)}}}function kf({implied:t={},told:r}){return{implied:t,told:r.map(({at:a,constant:n,fact:o})=>({at:ye(a),from:o===void 0?{kind:"constant",value:n??null}:
{kind:o}}))}}var jo=["body","bodySha256","timestamp"];function Pf(t){let{algorithm:r,encoding:a,signed:n,headers:o={},time:i,key:e}=t;return{algorithm:r,in:$f(t),encoding:a,
signed:Dt(n).map(s=>typeof s=="string"?s:WP(s.variable,o)),...i===void 0?{}:{time:HP(i)},key:KP(e)}}function $f({header:t,separator:r,prefix:a=""}){return{header:t.
toLowerCase(),...r===void 0?{}:{separator:r},prefix:a}}function WP(t,r){let a=jo.find(n=>n===t);return a===void 0?{header:(r[t]??"").toLowerCase()}:{is:a}}function HP({
member:t,header:r="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:t===void 0?$f({header:r,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:ye(t)},unit:o,toleranceSeconds:i}}function KP(t){if(t.by==="key-set")return t;let r={prefix:t.prefix??"",encoding:t.encoding};return t.by==="setting"?{by:t.
by,form:r}:{by:t.by,path:gt(t.path),at:ye(t.at),form:r}}function _f(t){let{message:r,code:a,codeHeader:n,status:o,inside:i,proofs:e}=t.errors;return{protocol:t.protocol,title:t.title,baseUrl:t.baseUrl,authentication:{
in:t.authentication.in,name:t.authentication.name,prefix:t.authentication.prefix??"",...t.authentication.token===void 0?{}:{token:t.authentication.token}},...t.
headers===void 0?{}:{headers:t.headers},deadlineSeconds:t.deadline.seconds,pollSeconds:t.poll.seconds,...t.upload===void 0?{}:{upload:GP(t.upload)},operations:Object.
fromEntries(Ce(t).map(([s,d])=>[s,YP(d)])),errors:{message:r.map(ye),code:a.map(ye),...n===void 0?{}:{codeHeader:n.toLowerCase()},...o===void 0?{}:{status:ye(o)},
proofs:e.map(u$),...i===void 0?{}:{inside:{at:ye(i.at),unless:i.unless??[]}}},...t.probe===void 0?{}:{probe:{path:gt(t.probe.path),accepted:t.probe.accepted}},...t.
modelProbe===void 0?{}:{modelProbe:BP(t.modelProbe)},...t.webhooks===void 0?{}:{webhooks:ZP(t.webhooks)},...t.cancelRules===void 0?{}:{cancelRules:QP(t.cancelRules)},
...t.idempotency===void 0?{}:{idempotency:{header:t.idempotency.header,keptSeconds:t.idempotency.keptSeconds}}}}function BP({path:t,url:r,names:a="",omits:n,told:o=[],
except:i=[],untestable:e}){if(e!==void 0)return{untestable:e};let s=r===void 0?void 0:new URL(r).origin;return{...s===void 0?{}:{origin:s},path:gt(t??r?.slice(s?.
length)??""),names:ye(a),...n===void 0?{}:{omits:n},told:o.map(({at:d,constant:y})=>({at:ye(d),value:y})),except:i}}function GP({method:t,path:r,field:a,reference:n}){
return{request:Qa({method:t,path:r}),...a===void 0?{}:{field:a},reference:ye(n)}}function ZP(t){let{body:r,query:a,with:n=[],signature:o,challenge:i,told:e=[]}=t;
return{url:r===void 0?{in:"query",name:a??""}:{in:"body",at:ye(r)},beside:n.map(({to:s,constant:d})=>({to:ye(s),value:d})),...o===void 0?{}:{signature:Pf(o)},...i===
void 0?{}:{challenge:ye(i)},told:e.map(({at:s,fact:d})=>({at:ye(s),fact:d}))}}function QP({queued:t,processing:r,ended:a,cancelled:n}){return{queued:{status:200,
...t},processing:{status:200,...r},ended:{status:200,...a},cancelled:{status:200,...n}}}function XP({path:t,filter:r,limit:a,items:n,within:o}){return{path:gt(t),
filter:r,limit:a,items:ye(n),within:o===void 0?[]:ye(o)}}function YP(t){let{submit:r,id:a,idForm:n,queryId:o,query:i,list:e,cancel:s,status:d,progress:y,seconds:l,
secondsAs:b}=t;return{submit:Qa(r),submitPaths:i$(r.paths),encoding:r.encoding??"json",...r.status===void 0?{}:{submitStatus:r.status},...r.ignored===void 0?{}:
{ignored:r.ignored.map(ye)},...r.implied===void 0?{}:{implied:r.implied.map(({at:A,is:N})=>({at:ye(A),is:N}))},rows:t.rows.map(r$),drops:(t.drops??[]).map(({parameter:A,
values:N,when:F,reason:R})=>({parameter:A,when:(F??[]).map(Ao),reason:R,...N===void 0?{}:{values:N}})),needs:Sf(t.needs),lacks:Sf(t.lacks),...a===void 0?{}:{id:ye(
a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:d$(i)},...e===void 0?{}:{list:XP(e)},...s===void 0?{}:{cancel:c$(
s)},...t.history===void 0?{}:{history:vf(t.history)},...t.served===void 0?{}:{served:m$(t.served)},answer:{...d===void 0?{}:{status:e$(d)},...y===void 0?{}:{progress:{
at:ye(y.at),of:y.of}},results:t.results.map(xf),message:t.message.map(ye),code:t.code.map(ye),...l===void 0?{}:{seconds:ye(l)},...b===void 0?{}:{secondsAsText:!0},
usage:(t.usage??[]).map(({at:A,unit:N})=>({at:ye(A),unit:N})),...o===void 0?{}:{id:ye(o)}},told:(t.told??[]).map(({at:A,in:N,link:F,constant:R,fact:V})=>({at:ye(
A),in:N,from:F!==void 0?{kind:"link",request:{method:"GET",path:gt(F.path)}}:V!==void 0?{kind:V}:{kind:"constant",value:R??null}}))}}function e$({at:t,states:r,
as:a,absent:n,cases:o=[]}){return{at:ye(t),states:r,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:e})=>({when:i.map(t$),
means:e}))}}function t$({at:t,is:r,present:a}){return r===void 0?{at:ye(t),present:a??!0}:{at:ye(t),is:r}}function Sf(t={}){return Object.fromEntries(Object.entries(
t).map(([r,{reason:a}])=>[r,a]))}function r$(t){let r=t.values===void 0?t.accepts?.map(o$):Object.entries(t.values).map(n$);return{to:ye(t.to),from:a$(t),when:(t.
when??[]).map(Ao),...t.as==="string"?{template:s$}:{},...t.as==="uploaded"?{uploaded:!0}:{},...t.as==="file"?{file:!0}:{},...t.template===void 0?{}:{template:wf(
t.template)},...r===void 0?{}:{values:r},...t.minimum===void 0?{}:{minimum:t.minimum},...t.maximum===void 0?{}:{maximum:t.maximum},...t.maximumItems===void 0?{}:
{maximumItems:t.maximumItems},...t.maximumLength===void 0?{}:{maximumLength:t.maximumLength},...t.forms===void 0?{}:{forms:t.forms},...t.also===void 0?{}:{also:t.
also.map(ye)},...t.oneWay===void 0?{}:{oneWay:t.oneWay}}}var s$={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function a$({from:t,each:r,join:a,model:n,
resultsFolder:o,constant:i}){return t!==void 0?{kind:"parameter",name:t}:r!==void 0?{kind:"each",name:r}:a!==void 0?{kind:"joined",names:a}:o===!0?{kind:"result\
s-folder"}:n===!0?{kind:"model"}:{kind:"constant",value:i??null}}function n$([t,r]){return[ea(t),r]}function ea(t){return t==="true"||t==="false"||/^-?\d+$/.test(
t)?JSON.parse(t):t}function o$(t){return[t,t]}function Ao({given:t,absent:r,parameter:a="",among:n=[],model:o,exceptModel:i}){return t!==void 0?{kind:"given",parameters:t}:
r!==void 0?{kind:"absent",parameters:r}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,values:n}}function Qa({
method:t,path:r,headers:a}){if(a===void 0)return{method:t,path:gt(r)};let n=Object.entries(a).map(([o,i])=>[o,gt(i)]);return{method:t,path:gt(r),headers:Object.
fromEntries(n)}}function i$(t=[]){return t.map(({when:r,path:a,encoding:n})=>({when:r.map(Ao),path:gt(a),...n===void 0?{}:{encoding:n}}))}function p$(t=[]){return t.
map(({when:r,path:a})=>({when:r.map(Ao),path:gt(a)}))}function d$({paths:t,at:r,hosts:a=[],body:n,...o}){return{...Qa(o),...t===void 0?{}:{paths:p$(t)},...r===void 0?
{}:{stated:{at:ye(r),hosts:a}},...n===void 0?{}:{body:n.map(ud)}}}function ud({to:t,fact:r,constant:a}){return{to:ye(t),from:r===void 0?{kind:"constant",value:a??
null}:{kind:r}}}function c$({from:t,proves:r,body:a,...n}){let{answer:o,query:i=[]}=r??{};return{...Qa(n),...a===void 0?{}:{body:a.map(ud)},...t===void 0?{}:{from:t.
words},proves:{...o===void 0?{}:{answer:{at:ye(o.at),words:o.words}},query:i}}}function m$({list:t,remove:r}){return{...t===void 0?{}:{list:kf(t)},...r===void 0?
{}:{remove:{...Qa(r),answer:r.answer.map(ud)}}}}function xf(t){let{url:r,list:a,withKey:n,body:o,base64:i,contentType:e,object:s,file:d,content:y,query:l,results:b,
message:A,pending:N}=t,F=t.asked===void 0?{}:{asked:l$(t.asked)};return o===!0?{kind:"body"}:r!==void 0?{kind:"url",at:ye(r),list:a??!1,...n===!0?{withKey:n}:{},
...F}:i!==void 0&&e!==void 0?{kind:"base64",at:ye(i),contentType:e,...F}:s!==void 0?{kind:"object",at:ye(s),file:d??""}:y!==void 0?{kind:"content",request:{method:"\
GET",path:gt(y)}}:{kind:"query",request:{method:"GET",path:gt(l??"")},results:(b??[]).map(xf),message:(A??[]).map(ye),...N===void 0?{}:{pending:N}}}function l$({
at:t,is:r,model:a=[]}){return{at:ye(t),is:r,models:a}}function u$({status:t,codes:r,says:a,proves:n}){let o=Number(t.replaceAll("x","0")),i=Number(t.replaceAll(
"x","9"));return{from:o,to:i,proves:n,...r===void 0?{}:{codes:r},...a===void 0?{}:{says:a.map(e=>e.toLowerCase())}}}function*qf(t){for(let{path:r,source:a}of $e(t))for(let[n,{rows:o}]of Ce(a)){let i=Jr(t).filter(e=>e.kind===n);for(let[e,s]of o.entries()){let d=s.oneWay===void 0?
h$(s,i):void 0;d!==void 0&&(yield{code:"S077",file:r,path:["operations",n,"rows",e,"values",d[1]],message:`"${d[0]}" and "${d[1]}" of one model both become ${JSON.
stringify(s.values?.[d[1]])}`})}}}function h$({values:t={},from:r,each:a,join:n},o){let i=n??[r??a??""],e=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let d=(l,b)=>s.get(l)?.includes(ea(b))??s.has(l),y=Object.entries(t).filter(([l])=>{let b=e(l);return i.every((A,N)=>d(A,b[N]??""))});for(let[l,[b,A]]of y.entries()){
let N=y.slice(0,l).find(([,F])=>JSON.stringify(F)===JSON.stringify(A));if(N!==void 0)return[N[0],b]}}}function*Of(t){for(let{path:r,source:a}of $e(t))for(let[n,{id:o,submit:i,rows:e,results:s}]of Ce(a)){let d=["operations",n];for(let[y,{body:l,asked:b,results:A=[]}]of s.
entries()){let N=[...d,"results",y];b!==void 0&&o!==void 0&&(yield{code:"S101",file:r,path:[...N,"asked"],message:`what a submit asks for is not known to the re\
quest that follows its ID at ${o}`}),l===!0&&o!==void 0&&(yield{code:"S101",file:r,path:[...N,"body"],message:`the answer to the submit has an ID at ${o}`});for(let[
F,R]of A.entries())R.body===!0&&(yield{code:"S101",file:r,path:[...N,"results",F,"body"],message:"this is the answer to another request than the submit"})}for(let[
y,l]of e.entries()){let{as:b,to:A,forms:N}=l;if(b!=="file")continue;let F=[...d,"rows",y];f$(l,i)?/^\/[^/]+(\/-)?$/.exec(A)===null?yield{code:"S102",file:r,path:[
...F,"to"],message:"a file is a field of the form, or one of several"}:N===void 0&&(yield{code:"S102",file:r,path:F,message:"the row does not say in which forms\
 it takes a file"}):yield{code:"S102",file:r,path:[...F,"as"],message:"the body is JSON, which holds no file"}}}}function f$({from:t,each:r},{encoding:a,paths:n=[]}){
return a==="form"?n.every(i=>i.encoding!=="json"):n.find(({when:[i,...e]})=>e.length===0&&i?.given?.includes(t??r??""))?.encoding==="form"}function*jf(t){for(let{path:r,source:a}of $e(t))for(let[n,{rows:o}]of Ce(a))for(let[i,{as:e,forms:s}]of o.entries()){if(e!=="uploaded")continue;let d=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:r,path:d,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:r,
path:d,message:'the row takes no data URIs: "forms" must list data'})}}function*Nf(t){for(let{path:r,source:a}of $e(t))for(let[n,{rows:o}]of Ce(a)){let i=Jr(t).filter(s=>s.kind===n),e=!1;for(let[s,d]of o.entries()){let y=o.slice(0,
s).find(l=>Rf(l,d)&&!g$(l,d)&&b$(l,d,i)&&!(e&&To(l,d)));y!==void 0&&(e||=To(y,d),yield{code:"S076",file:r,path:["operations",n,"rows",s,"to"],message:To(y,d)?`${d.
to} makes an object where an earlier row makes a list, or the other way round (${hd(y)} at ${y.to})`:`${d.to} is written by an earlier row too (${hd(y)})`})}yield*y$(
r,a,o)}}function*y$(t,{webhooks:r},a){let n=[...r?.body===void 0?[]:[{to:r.body,path:["webhooks","body"]}],...(r?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let e=a.find(s=>Rf(s,{to:o}));e!==void 0&&(yield{code:"S076",file:t,path:i,message:`${o} is written by a row to\
o (${hd(e)})`})}}function Rf(t,r){if(To(t,r))return!0;let[a,n]=[t.to,r.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function To({to:t},{to:r}){let[a,n]=[t.split("/"),r.split("/")],o=a.findIndex((s,d)=>s!==n[d]),[i,e]=[a[o],n[o]];return i!==void 0&&e!==void 0&&Af(i)!==
Af(e)}var Af=t=>/^(-|\d+)$/.test(t);function g$(t,r){return t.constant!==void 0&&r.to.startsWith(`${t.to}/`)}function b$(t,r,a){if(Tf(t,r)||Tf(r,t))return!1;let n=[
No(t),No(r)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function Tf({when:t=[]},r){return t.some(a=>No(r).some(n=>a.
absent?.includes(n))||(r.when??[]).some(n=>w$(a,n)))}function w$(t,r){return t.absent!==void 0&&r.given!==void 0?r.given.every(a=>t.absent?.includes(a)===!0):t.
model!==void 0&&r.model!==void 0?!t.model.some(a=>r.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):t.model!==void 0&&r.exceptModel!==void 0?t.model.every(
a=>r.exceptModel?.some(n=>a.startsWith(n))===!0):t.among!==void 0&&t.parameter===r.parameter&&!t.among.some(a=>r.among?.includes(a)===!0)}function No({from:t,each:r,
join:a}){return a??[t??r].filter(n=>n!==void 0)}function hd(t){return No(t).join(" and ")||(t.model===!0?"the model":t.resultsFolder===!0?"the folder of results":
"a constant")}function*If(t){for(let{path:r,source:a}of $e(t))for(let[n,{id:o,query:i,status:e}]of Ce(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||e===void 0){
yield{code:"S078",file:r,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:d,absent:y,cases:l=[]}=e,b=[...Object.values(
d),y,...l.map(({means:A})=>A)];for(let A of["completed","failed"])b.includes(A)||(yield{code:"S078",file:r,path:[...s,"status","states"],message:`no status mean\
s ${A}`})}}var v$=["value","base64,mediaType","base64,imageFormat","base64"],k$=["value","base64","mediaType","imageFormat"];function*Ef(t){for(let{path:r,source:a}of $e(t))
for(let[n,{rows:o}]of Ce(a))for(let[i,{template:e,forms:s}]of o.entries()){if(e===void 0)continue;let d=Oo(e);if(v$.includes([...d].sort().join())){d.includes("\
base64")&&s?.join()!=="data"&&(yield{code:"S075",file:r,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row\
 takes URLs too: "forms" must be ["data"]'});continue}let y=d.find(l=>!k$.includes(l));yield{code:"S075",file:r,path:["operations",n,"rows",i,"template"],message:y!==
void 0?`{${y}} means nothing here`:d.length===0?"the template does not hold {value}":d.every(l=>l==="value")?`the template holds {value} ${d.length} times`:"the\
 template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once"}}}function*Ro({submit:t,query:r,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[e,s=[]]of[["submit",t.paths],["query",r?.paths]])for(let[d,{when:y}]of s.entries())
yield*fd(y,[e,"paths",d,"when"]);for(let[e,s]of a.entries()){let d=["rows",e],y=s.from===void 0?"each":"from",l=s.from??s.each,b=Object.keys(s.values??{}).map(N=>({
value:ea(N),path:[...d,"values",N],at:"key"})),A=(s.accepts??[]).map((N,F)=>({value:N,path:[...d,"accepts",F],at:"value"}));for(let[N,F]of(s.join??[]).entries())
yield{parameter:F,path:[...d,"join",N],at:"value",values:P$(s,d,N)};l!==void 0&&(yield{parameter:l,path:[...d,y],at:"value",values:[...b,...A]}),yield*fd(s.when??
[],[...d,"when"])}for(let[e,{parameter:s,values:d=[],when:y=[]}]of n.entries()){let l=["drops",e];yield{parameter:s,path:[...l,"parameter"],at:"value",values:d.
map((b,A)=>({value:b,path:[...l,"values",A],at:"value"}))},yield*fd(y,[...l,"when"])}for(let e of Object.keys(o))yield{parameter:e,path:["needs",e],at:"key",values:[]};
for(let e of Object.keys(i))yield{parameter:e,path:["lacks",e],at:"key",values:[]}}function P$({values:t={}},r,a){return Object.keys(t).map(n=>({value:ea(n.split(
" ")[a]??""),path:[...r,"values",n],at:"key"}))}function*fd(t,r){for(let[a,{given:n=[],absent:o=[],parameter:i,among:e=[]}]of t.entries()){for(let[d,y]of n.entries())
yield{parameter:y,path:[...r,a,"given",d],at:"value",values:[]};for(let[d,y]of o.entries())yield{parameter:y,path:[...r,a,"absent",d],at:"value",values:[]};if(i===
void 0)continue;let s=e.map((d,y)=>({value:d,path:[...r,a,"among",y],at:"value"}));yield{parameter:i,path:[...r,a,"parameter"],at:"value",values:s}}}function*Mf(t){if(!$o(t))for(let{path:r,source:a}of $e(t))for(let[n,o]of Ce(a)){let i=Jr(t).filter(s=>s.kind===n),e=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:d,at:y}of Ro(o)){if(e.includes(s))continue;let l=Jt(s,e);yield{code:"S071",file:r,path:["operations",n,...d],at:y,message:`n\
o ${n} model has the parameter "${s}"`,hint:l===void 0?`Known: ${e.join(", ")}.`:`Did you mean "${l}"?`}}}}function*Lf(t){for(let{path:r,source:a}of $e(t)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:e}=n,s={code:"S088",file:r},
d=["webhooks","signature"],y=jo.filter(A=>A!=="timestamp"||e!==void 0),l=[...new Set([...y,...Object.keys(i)])],b=Dt(o).flatMap(A=>typeof A=="string"?[]:[A.variable]);
for(let A of b.filter(N=>!l.includes(N))){let N=Jt(A,l);yield{...s,path:[...d,"signed"],message:`{${A}} is not known here`,hint:$$(A,N,l)}}for(let A of Object.keys(
i)){let N={...s,path:[...d,"headers",A],at:"key"};jo.some(F=>F===A)?yield{...N,message:`{${A}} has a meaning of its own`,hint:"Give the header another name."}:b.
includes(A)||(yield{...N,message:`{${A}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function $$(t,r,a){return t==="timestamp"?'Say in \
"time" where it is.':r!==void 0?`Did you mean {${r}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Io(t,r){return yd(t.files.get(r)?.value??null,[])}var S$=["template","constant","among","body","values","accepts","sources"];function*yd(t,r){if(Array.
isArray(t))for(let[a,n]of t.entries())r.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...r,a]}:yield*yd(n,[...r,a]);else if(ce(t))for(let[a,n]of Object.
entries(t))a==="source"&&typeof n=="string"?yield{name:n,path:[...r,a]}:S$.includes(a)||(yield*yd(n,[...r,a]))}function*Ff(t){for(let{path:r,source:a}of $e(t)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Io(t,r)){if(n.includes(o))continue;let e=Jt(o,n);yield{code:"\
S073",file:r,path:i,message:`"${o}" is not in sources`,hint:e===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${e}"?`}}}}var Vf=["model","app"],ta=["id","name","model","app"];function*Eo(t){t.probe!==void 0&&(yield{text:t.probe.path,path:["probe","path"],allowed:[]});let{path:r,url:a}=t.
modelProbe??{};r!==void 0&&(yield{text:r,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
t.upload!==void 0&&(yield{text:t.upload.path,path:["upload","path"],allowed:[]});let{key:n}=t.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of Ce(t))for(let{path:e,...s}of _$(i))yield{path:["operations",o,...e],...s}}function*_$({id:t,submit:r,
query:a,list:n,history:o,cancel:i,results:e,told:s=[]}){let d=t!==void 0;yield{text:r.path,path:["submit","path"],allowed:Vf};for(let[l,{path:b}]of(r.paths??[]).
entries())yield{text:b,path:["submit","paths",l,"path"],allowed:Vf};for(let l of["submit","query","cancel"])for(let[b,A]of Object.entries({submit:r,query:a,cancel:i}[l]?.
headers??{}))yield{text:A,path:[l,"headers",b],allowed:["model"]};let y=a?.body?.some(({fact:l})=>l==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","p\
ath"],allowed:ta,needsId:d&&!y});for(let[l,{path:b}]of(a?.paths??[]).entries())yield{text:b,path:["query","paths",l,"path"],allowed:ta,needsId:d&&!y};n!==void 0&&
(yield{text:n.path,path:["list","path"],allowed:[]});for(let[l,b]of(o?.paths??[]).entries())yield{text:b,path:["history","paths",l],allowed:[]};i!==void 0&&(yield{
text:i.path,path:["cancel","path"],allowed:ta,needsId:d});for(let[l,{link:b}]of s.entries())b!==void 0&&(yield{text:b.path,path:["told",l,"link","path"],allowed:ta});
yield*zf(e,["results"],d)}function*zf(t,r,a){for(let[n,{content:o,query:i,results:e=[]}]of t.entries())o!==void 0&&(yield{text:o,path:[...r,n,"content"],allowed:ta,
needsId:a}),i!==void 0&&(yield{text:i,path:[...r,n,"query"],allowed:ta,needsId:a}),yield*zf(e,[...r,n,"results"],a)}function*Uf(t){for(let{path:r,source:a}of $e(t))for(let{text:n,path:o,allowed:i}of Eo(a))for(let e of Dt(n))typeof e=="string"||i.includes(e.variable)||(yield{code:"\
S074",file:r,path:o,message:`{${e.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*Jf(t){for(let{path:r,source:a}of $e(t))for(let{text:n,path:o,allowed:i,needsId:e}of Eo(a)){let s=Dt(n).flatMap(y=>typeof y=="string"?[]:[y.variable]),d=s.
includes("id")||s.includes("name");e===!0&&!d&&s.every(y=>i.includes(y))&&(yield{code:"S083",file:r,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Df(t){if(!$o(t))for(let{path:r,source:a}of $e(t))for(let[n,o]of Ce(a)){let i=new Set,e=Jr(t).filter(s=>s.kind===n);for(let{parameter:s,values:d}of Ro(o)){
let y=e.filter(b=>b.parameters.has(s)).map(b=>b.parameters.get(s)),l=new Set(y.flatMap(b=>b??[]));if(!(y.length===0||y.includes(void 0)))for(let{value:b,path:A,
at:N}of d){if(l.has(b)||i.has(A.join("/")))continue;i.add(A.join("/"));let F=typeof b=="string"?Jt(b,[...l].map(String)):void 0;yield{code:"S072",file:r,path:["\
operations",n,...A],at:N,message:`no ${n} model offers ${JSON.stringify(b)} as ${s}`,hint:F===void 0?`Offered: ${[...l].map(R=>JSON.stringify(R)).join(", ")}.`:
`Did you mean "${F}"?`}}}}}var x$=new Set(["failed","expired","cancelled"]);function*Cf(t){for(let{path:r,source:a}of $e(t))for(let[n,{cancel:o,status:i}]of Ce(a)){if(o===void 0)continue;
let e=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[d,y]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[l,b]of d.entries()){let A={code:"S087",file:r,path:[...s,...y,l]},N=e.get(b),F=N===void 0?Jt(b,[...e.keys()]):void 0;N===void 0?yield{...A,message:`\
"${b}" is not a word of status.states`,...F===void 0?{}:{hint:`Did you mean "${F}"?`}}:y[0]==="proves"&&!x$.has(N)&&(yield{...A,message:`"${b}" means ${N}: it p\
roves that something is made`})}}}function*Wf(t){for(let{path:r,source:a}of $e(t)){let n=a.authentication.token?.by==="aws-sigv4";for(let[o,{rows:i,results:e}]of Ce(a)){let s=i.findIndex(({resultsFolder:b})=>b===
!0),d=e.findIndex(({object:b})=>b!==void 0),y=["operations",o],l=[...y,"results",d,"object"];s!==-1&&d===-1&&(yield{code:"S103",file:r,path:[...y,"rows",s,"resu\
ltsFolder"],message:"no result is read from the folder"}),d!==-1&&(s===-1&&(yield{code:"S103",file:r,path:l,message:"no row tells the upstream of the folder"}),
n||(yield{code:"S103",file:r,path:l,message:"the key of this protocol does not open S3"}))}}}function*Hf(t){for(let{path:r,source:a}of $e(t)){let n=new Set([...Io(t,r)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:r,path:["sources",o],message:`no fact names the source "${o}"`})}}var Kf=[cf,Mf,Df,Ff,Uf,Ef,Nf,qf,If,jf,mf,gf,Jf,lf,hf,Hf,Cf,Lf,bf,df,Of,Wf];var Bf="meta/upstream.schema.json",q$=[sc,nc,pc,_h,Vh,...Kf];function Gf(t,r){let a=[qo(Bf,"{}"),...A$(r)],n={exports:{meta0:t},keep:()=>{}};return(o,i)=>o.map(
({name:e,text:s})=>{let d=`upstreams/${e}.json`,y={directory:i,files:new Map([...a,O$(d,s)].map(A=>[A.path,A])),meta:{paths:[Bf],code:()=>n}},l=zh(q$.flatMap(A=>[
...A(y)])).filter(({file:A})=>A===d).map(A=>tf(y,A)),b=$e(y)[0]?.source;return b!==void 0&&l.every(({severity:A})=>A!=="error")?{name:e,mapping:_f(b)}:{name:e,mistakes:l.
sort((A,N)=>A.line-N.line).map(A=>j$(A,e,i))}})}function O$(t,r){try{return qo(t,r)}catch(a){if(!(a instanceof RangeError))throw a;return{path:t,text:r,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function j$(t,r,a){return nf({...t,file:`${r}.json`},a)}function A$(t){return Object.entries(t).map(([r,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([e,s])=>[e,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:r},...Object.fromEntries(o)}};return qo(Ph(r),JSON.stringify(i))})}var oN=Gf(Zf.default.meta0,T$);export{oN as compileProtocols};
