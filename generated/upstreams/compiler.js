// Made by the generator from spec/. Do not edit.
var Sy=Object.create;var Bd=Object.defineProperty;var _y=Object.getOwnPropertyDescriptor;var xy=Object.getOwnPropertyNames;var qy=Object.getPrototypeOf,Oy=Object.prototype.hasOwnProperty;var de=(t,r)=>()=>{try{return r||t((r={exports:{}}).exports,r),r.exports}catch(a){throw r=0,a}};var jy=(t,r,a,n)=>{if(r&&typeof r=="object"||typeof r=="function")for(let o of xy(r))!Oy.call(t,o)&&o!==a&&Bd(t,o,{get:()=>r[o],enumerable:!(n=_y(r,o))||n.enumerable});
return t};var ct=(t,r,a)=>(a=t!=null?Sy(qy(t)):{},jy(r||!t||!t.__esModule?Bd(a,"default",{value:t,enumerable:!0}):a,t));var ii=de(oi=>{"use strict";Object.defineProperty(oi,"__esModule",{value:!0});function Gd(t){let r=t.length,a=0,n=0,o;for(;n<r;)a++,o=t.charCodeAt(n++),o>=55296&&
o<=56319&&n<r&&(o=t.charCodeAt(n),(o&64512)===56320&&n++);return a}oi.default=Gd;Gd.code='require("ajv/dist/runtime/ucs2length").default'});var pi=de((D$,Zd)=>{"use strict";Zd.exports=function t(r,a){if(r===a)return!0;if(r&&a&&typeof r=="object"&&typeof a=="object"){if(r.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(r)){if(n=r.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!t(r[o],a[o]))return!1;return!0}if(r.constructor===RegExp)return r.
source===a.source&&r.flags===a.flags;if(r.valueOf!==Object.prototype.valueOf)return r.valueOf()===a.valueOf();if(r.toString!==Object.prototype.toString)return r.
toString()===a.toString();if(i=Object.keys(r),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var e=i[o];if(!t(r[e],a[e]))return!1}return!0}return r!==r&&a!==a}});var ca=de(di=>{"use strict";Object.defineProperty(di,"__esModule",{value:!0});var Qd=pi();Qd.code='require("ajv/dist/runtime/equal").default';di.default=Qd});var tc=de(ec=>{"use strict";ec.meta0=mn;var m={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
string",minLength:1,description:"What the token is asked for."}},additionalProperties:!1},{type:"object",description:"An access token of OAuth 2.0, for the ID a\
nd the secret of a client (RFC 6749, section 4.4). The operator's key is <client ID>:<client secret>.",required:["by","url"],properties:{by:{const:"oauth-client",
description:"The piece of code that gets the token."},url:{type:"string",pattern:"^https://[^/?#]+/[^?#]*$",description:"Where tokens are given. The secret is s\
ent there.",errorMessage:"an https URL with a path and without a query"},scope:{type:"string",minLength:1,description:"What the token is asked for."},clientIn:{
enum:["header","body"],description:"Where the client says who it is: Authorization (Basic), or the form. Left out: the header."}},additionalProperties:!1},{type:"\
object",description:"A signature over each request (AWS Signature Version 4) stands in the header, which is Authorization and has no prefix. The operator's key \
is <access key ID>:<secret access key>, with :<session token> behind it for temporary credentials. The region is the one that the operator sets, or that of the \
base URL's host; us-east-1 where the host is none of AWS.",required:["by","service"],properties:{by:{const:"aws-sigv4",description:"The piece of code that makes\
 the signature."},service:{$ref:"#/$defs/signedService"}},additionalProperties:!1},{type:"object",description:"A signature over each request (TC3-HMAC-SHA256, o\
f Tencent Cloud) stands in the header, which is Authorization and has no prefix. The operator's key is <secret ID>:<secret key>, with :<token> behind it for tem\
porary credentials. The region is sent as X-TC-Region.",required:["by","service"],properties:{by:{const:"tc3-hmac-sha256",description:"The piece of code that ma\
kes the signature."},service:{$ref:"#/$defs/signedService"},region:{$ref:"#/$defs/signedRegion"}},additionalProperties:!1},{type:"object",description:"A signatu\
re over each request (HMAC-SHA256, of Volcengine and BytePlus) stands in the header, which is Authorization and has no prefix. The operator's key is <access key\
 ID>:<secret access key>, with :<session token> behind it for temporary credentials.",required:["by","service","region"],properties:{by:{const:"hmac-sha256-v4",
description:"The piece of code that makes the signature."},service:{$ref:"#/$defs/signedService"},region:{$ref:"#/$defs/signedRegion"}},additionalProperties:!1}]},
source:{$ref:"#/$defs/source"}},additionalProperties:!1},headers:{type:"object",minProperties:1,propertyNames:{pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{
type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers of every request below the base URL, suc\
h as the version of the API. Fakes reject a request without them."},idempotency:{type:"object",description:"How a repeated submit is made harmless. Left out whe\
re the upstream does not promise it. A repeat that is rejected is inconclusive about the first attempt.",required:["header","keptSeconds","source"],properties:{
header:{type:"string",minLength:1,description:"The header that takes the key."},keptSeconds:{type:"integer",minimum:1,description:"For how many seconds after it\
s submit the upstream keeps a key at least. A repeat that comes later is not sent: it would buy again."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
deadline:{type:"object",description:"When a task that has not ended is given up.",required:["seconds","source"],properties:{seconds:{type:"integer",minimum:60,description:"\
Seconds after the submit."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},poll:{type:"object",description:"How often to query.",required:["seconds","\
source"],properties:{seconds:{type:"number",exclusiveMinimum:0,description:"Seconds between two queries of one task."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
probe:{type:"object",description:"A GET that tells whether the key is valid and buys nothing.",required:["path","accepted","source"],properties:{path:{$ref:"#/$\
defs/path"},accepted:{type:"array",items:{type:"integer",minimum:100,maximum:599},minItems:1,description:"HTTP statuses that prove that the key is accepted."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},modelProbe:{type:"object",description:"A GET that tells whether the upstream knows a model and buys nothing, or\
 why there is none.",required:["source"],properties:{path:{$ref:"#/$defs/path",description:"Below the base URL, with the key. It may hold {model}."},url:{type:"\
string",pattern:"^https://[^/?#{}]+/[^#]*$",description:"In place of a path: a URL of another host of the vendor, to which no key is sent. It may hold {model}."},
names:{$ref:"#/$defs/pointer",description:"Where the answer names models, with - for every item of a list. Without - the answer tells of the one model that the \
path names."},omits:{type:"string",minLength:1,description:"Models that the answer leaves out although they can be used, so that a missing one is not proven to \
be unknown."},told:{type:"array",minItems:1,description:"Other members of the answer that clients of the vendor read and this service does not: fakes and native\
 APIs write them.",items:{type:"object",required:["at","constant"],properties:{at:{$ref:"#/$defs/pointer",description:"Where, with - for every item of the list \
of models."},constant:{description:"A fixed value."}},additionalProperties:!1}},except:{type:"array",minItems:1,description:"Model IDs that the answer never nam\
es.",items:{type:"object",required:["prefix","reason"],properties:{prefix:{type:"string",minLength:1,description:"What such IDs begin with."},reason:{type:"stri\
ng",minLength:1,description:"Why they cannot be tested."}},additionalProperties:!1}},untestable:{type:"string",minLength:1,description:"In place of a request: w\
hy no model can be tested without buying something."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["path","names"]},{required:["url","names"]},{required:["\
untestable"]}],additionalProperties:!1},webhooks:{type:"object",description:"How the upstream tells by itself that a task has changed. A webhook hastens the nex\
t query of its task; what it says is never believed.",required:["source"],properties:{body:{$ref:"#/$defs/pointer",description:"Where in the body of the submit \
the URL goes."},query:{type:"string",minLength:1,description:"The query parameter of the submit that takes the URL."},with:{type:"array",minItems:1,description:"\
Members of the body that go with the URL.",items:{type:"object",required:["to","constant"],properties:{to:{$ref:"#/$defs/pointer"},constant:{description:"A fixe\
d value."}},additionalProperties:!1}},signature:{type:"object",description:"How a webhook is signed. Left out where it is not.",required:["algorithm","header","\
encoding","signed","key"],properties:{algorithm:{enum:["hmac-sha256","hmac-sha512","ed25519"],description:"What the signature is made with."},header:{$ref:"#/$d\
efs/headerName",description:"The header that holds the signature."},separator:{type:"string",minLength:1,description:"What stands between the parts of that head\
er. One part that is a valid signature is enough. Left out: the header has one part."},prefix:{type:"string",minLength:1,description:'What stands before the sig\
nature in its part, such as "sha256=". Parts without it are passed over.'},encoding:{enum:["hex","base64"],description:"How the signature is written."},headers:{
type:"object",minProperties:1,additionalProperties:{$ref:"#/$defs/headerName"},description:'Headers that are signed too, by the names that stand for them in "si\
gned".'},signed:{type:"string",minLength:1,description:'The text that is signed. {body} stands for the body as it arrived, {bodySha256} for its SHA-256 in lower\
-case hexadecimal, {timestamp} for the time as the webhook writes it, and each name of "headers" for the value of its header.'},time:{type:"object",description:"\
Where a webhook says when it was sent. Left out where it does not: one that was recorded can be sent again at any time.",required:["unit","toleranceSeconds"],properties:{
header:{$ref:"#/$defs/headerName",description:"The header that holds it."},separator:{type:"string",minLength:1,description:"What stands between the parts of th\
at header."},prefix:{type:"string",minLength:1,description:"What stands before the time in its part."},member:{$ref:"#/$defs/pointer",description:"In place of a\
 header: a member of the body."},unit:{enum:["seconds","milliseconds","rfc3339"],description:"Seconds or milliseconds since 1970, or a date and time such as 202\
6-01-31T12:00:00Z."},toleranceSeconds:{type:"integer",minimum:1,maximum:3600,description:"How many seconds it may differ from the time of the service."}},oneOf:[
{required:["header"]},{required:["member"]}],dependentRequired:{separator:["header"],prefix:["header"]},additionalProperties:!1},key:{description:"What the sign\
ature is checked with.",oneOf:[{type:"object",description:"The upstream gives the key to holders of the operator's API key.",required:["by","path","at","encodin\
g"],properties:{by:{const:"request",description:"The service asks the upstream."},path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer"},prefix:{$ref:"#/$defs/k\
eyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"The operator has agreed on the key with the upstream.",required:[
"by","encoding"],properties:{by:{const:"setting",description:"The operator sets webhookSecret for the upstream."},prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"\
#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"The upstream publishes its public keys. Only for ed25519.",required:["by","url"],properties:{
by:{const:"key-set",description:"A JSON Web Key Set."},url:{type:"string",pattern:"^https://",description:"Where it is. No key is sent there.",errorMessage:"an \
https URL"}},additionalProperties:!1}]}},additionalProperties:!1},challenge:{$ref:"#/$defs/pointer",description:"A member of a first request that the answer mus\
t repeat."},told:{type:"array",minItems:1,description:"Members of a webhook that a fake writes. Left out where a webhook holds what a query answers.",items:{type:"\
object",required:["at","fact"],properties:{at:{$ref:"#/$defs/pointer"},fact:{enum:["id","model","created"],description:"A fact of the task."}},additionalProperties:!1}},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["body"]},{required:["query"]}],additionalProperties:!1},rateHeaders:{$ref:"#/$defs/remark",description:"Which \
headers tell of limits. Retry-After is always read."},upload:{type:"object",description:"The request that uploads a file before the submit names it. Rows that s\
ay so upload the data URIs they carry.",required:["method","path","reference","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},
path:{$ref:"#/$defs/path"},field:{type:"string",minLength:1,description:"The field of a form (multipart/form-data) that holds the file. Left out where the body \
is the file itself."},reference:{$ref:"#/$defs/pointer",description:"Where the answer has what names the file in the submit: a URL or an ID."},source:{$ref:"#/$\
defs/source"}},additionalProperties:!1},operations:{type:"object",description:"How tasks are made, per kind of model.",properties:{video:{$ref:"#/$defs/operatio\
n"},image:{$ref:"#/$defs/operation"},audio:{$ref:"#/$defs/operation"},mesh:{$ref:"#/$defs/operation"}},minProperties:1,additionalProperties:!1},errors:{type:"ob\
ject",description:"How error answers are read, and what they prove.",required:["message","code","proofs"],properties:{message:{$ref:"#/$defs/pointers"},code:{$ref:"\
#/$defs/pointers"},codeHeader:{$ref:"#/$defs/headerName",description:"The header that has the code where the body has none, before a colon."},status:{$ref:"#/$d\
efs/pointer",description:"Where an error has its HTTP status as a number, without which clients of the vendor do not read it."},inside:{type:"object",description:"\
A member that makes an answer with HTTP 200 an error.",required:["at","source"],properties:{at:{$ref:"#/$defs/pointer"},unless:{type:"array",description:"Values\
 that mean that there is no error."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proofs:{type:"array",description:"What error answers to a submit p\
rove. The first that fits counts; an answer that none fits may have made a task.",minItems:1,items:{type:"object",required:["status","proves","source"],properties:{
status:{type:"string",pattern:"^[1-5]([0-9]{2}|xx)$",description:"One HTTP status, or a class such as 5xx.",errorMessage:"an HTTP status such as 404, or a class\
 of them such as 4xx"},codes:{type:"array",items:{type:"string"},minItems:1,description:"Only with one of these error codes."},says:{type:"array",items:{type:"s\
tring",minLength:1},minItems:1,description:"Only where the message holds one of these texts, in capitals or not."},proves:{enum:["rejected","busy","credentials",
"payment","may-exist","unknown-model"],description:"rejected: no task was made. busy: none was made, and a later submit may succeed. credentials, payment: none \
was made, because of the key or of the account's balance, for which the task is not to blame. unknown-model: none was made, since the upstream has no model of t\
he operator's ID, or none for this key. may-exist: nothing is proven."},means:{type:"string",minLength:1,description:"What the upstream means by it."},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1}}},additionalProperties:!1},cancelRules:{type:"object",description:`What the upstream does when it is asked to cancel \
a task, by how the task stands. Only fakes read it. Written from the upstream's documents and not from "cancel", so that a mistake there is found. Left out wher\
e nothing is known: a fake then cancels a task that has not ended.`,required:["queued","processing","ended","cancelled","source"],properties:{queued:{$ref:"#/$d\
efs/cancelRule",description:"A task that waits."},processing:{$ref:"#/$defs/cancelRule",description:"A task that runs."},ended:{$ref:"#/$defs/cancelRule",description:"\
A task that has completed, failed or expired."},cancelled:{$ref:"#/$defs/cancelRule",description:"A task that was cancelled before."},source:{$ref:"#/$defs/sour\
ce"}},additionalProperties:!1},disagreements:{type:"array",description:"Where sources contradict each other, and which one the mapping follows.",items:{type:"ob\
ject",required:["topic","between","follows"],properties:{topic:{type:"string",minLength:1,description:"What they disagree about, and how."},between:{type:"array",
items:{$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{type:"string",minLength:1,description:"What the mapping does, and why."}},additionalProperties:!1}}},
additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,description:"A remark for who edits the file."},source:{type:"string",minLength:1,description:"\
One of the names in sources."},remark:{type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1},pointer:{type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 f\
or /.",errorMessage:"a JSON pointer, such as /task/id"},otherPaths:{type:"array",minItems:1,description:"Other paths, for what the submit of the task was given \
or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/\
$defs/path"}},additionalProperties:!1}},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data. Left out: JSON."},submitPaths:{
type:"array",minItems:1,description:"Other paths, for what the request gives or for some models. The first whose conditions hold counts.",items:{type:"object",required:[
"when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"},encoding:{enum:["json","form"],description:"How the body is sent there. Left ou\
t: as to the other path."}},additionalProperties:!1}},cancelRule:{type:"object",description:"What becomes of the task, and what is answered: the task, where nei\
ther a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is can\
celled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the record of the task is removed, with its result. refused: nothing change\
s."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answ\
er."},error:{type:"object",description:"In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",
minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","er\
ror"]},errorMessage:"without one of body and error"}],additionalProperties:!1},fixedHeaders:{type:"object",minProperties:1,propertyNames:{pattern:"^[A-Za-z0-9._\
-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers of the requ\
est. Fakes and native APIs tell requests of the same method and path apart by them."},signedService:{type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The \
name of the service in the signature.",errorMessage:"lower-case letters, digits and hyphens"},signedRegion:{type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"\
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
description:"The upstream's model ID, which the operator sets."},resultsFolder:{const:!0,description:"The folder in S3 or in Google Cloud Storage in which the u\
pstream is to put its results, as s3://bucket/folder or gs://bucket/folder. The operator sets resultsFolder, and has to where every result is an object there."},
constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value. Of a data URI, {base6\
4} stands for the file and {mediaType} for its type; {imageFormat} is the type of an image without image/."},as:{enum:["string","uploaded","file"],description:"\
string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is. file: the file itself is \
sent as a part of the form (multipart/form-data); the service fetches it from a URL first."},values:{type:"object",minProperties:1,description:"Our values, each\
 with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{
type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"\
The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},
minItems:1,description:"The forms of media reference the upstream takes."},also:{type:"array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"Other place\
s where clients of the vendor put one such value as a string or a file: fakes and native APIs read it there too."},oneWay:{type:"string",minLength:1,description:"\
Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["\
model"]},{required:["resultsFolder"]},{required:["constant"]}],additionalProperties:!1},condition:{type:"object",properties:{given:{type:"array",items:{type:"st\
ring"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these par\
ameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one \
of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{
type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:[
"absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1},result:{type:"object",required:["source"],
properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"b\
oolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the base U\
RL's own host, and to no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON. Left out where there is an ID. A result \
behind it is where an answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},base64:{$ref:"#/$defs/pointer",description:"\
The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio\
/wav","model/gltf-binary"],description:"The media type of a file in base64."},asked:{type:"object",description:"How clients of the vendor ask for the result in \
this place, of a URL or a file in base64: fakes and native APIs answer so, and otherwise in the first place. This service asks for none. Only where there is no \
ID.",required:["at","is"],properties:{at:{$ref:"#/$defs/pointer",description:"The member of the submit's body that asks."},is:{description:"Its value."},model:{
type:"array",minItems:1,items:{type:"string",minLength:1},description:"A submit without that member asks for this by a model ID that starts with one of these."}},
additionalProperties:!1},object:{$ref:"#/$defs/pointer",description:"What the upstream has put into the resultsFolder of the operator: a folder of its own in S3\
, as s3://bucket/folder, or a file in Google Cloud Storage, as gs://bucket/folder/file. The service reads the file there with the key of the upstream, and from \
no other place."},file:{type:"string",pattern:"^(/[A-Za-z0-9._-]+)+$",description:'Behind "object": the file in that folder. Left out where the object is the fi\
le.',errorMessage:"a path that starts with /, of letters, digits, dots, hyphens and underscores"},content:{$ref:"#/$defs/path",description:"A GET that answers w\
ith the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},
pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"\
The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:[
"base64","contentType"]},{required:["object"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},yr={type:"string",minLength:1,
description:"A remark for who edits the file."},hr={type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The name of the service in the signature.",errorMessage:"\
lower-case letters, digits and hyphens"},fs={type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The region where the operator sets no other.",errorMessage:"\
lower-case letters, digits and hyphens"},re={type:"string",minLength:1,description:"One of the names in sources."},xe={type:"string",pattern:"^/",description:"A\
 path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},Z={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"\
A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},Rt={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"\
The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},ys={type:"string",minLength:1,description:'What stands\
 before the key, such as "whsec_".'},xr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF\
-8)."},X={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{
then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all \
the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"T\
he HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an err\
or, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,
description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},
$s=Object.prototype.hasOwnProperty,ae=ii().default,gs=new RegExp("^[a-z][a-z0-9-]*$","u"),Ty=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),Xd=new RegExp("^https://","u"),
Ay=new RegExp("^https://[^/]+(/.*[^/])?$","u"),fr=new RegExp("^[A-Za-z0-9._-]+$","u"),Ny=new RegExp("^https://[^/?#]+/[^?#]*$","u"),cn=new RegExp("^[\\x20-\\x7e]*\
$","u"),vt=new RegExp("^/","u"),Ry=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),Re=new RegExp("^(/([^/~]|~[01])+)+$","u"),Iy=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),
tr={type:"object",required:["text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};
function bs(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,c=bs.evaluated;c.dynamicProps&&(c.props=
void 0),c.dynamicItems&&(c.items=void 0);let g=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.text===void 0){let j={instancePath:r,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"text"},message:"must have required property 'text'",schema:tr.required,parentSchema:tr,data:t};e===null?e=[j]:e.push(
j),s++}if(t.source===void 0){let j={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required prop\
erty 'source'",schema:tr.required,parentSchema:tr,data:t};e===null?e=[j]:e.push(j),s++}let q=s;for(let j in t)if(!(j==="text"||j==="source")){let M={instancePath:r,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:j},message:"must NOT have additional properties",schema:!1,parentSchema:tr,
data:t};e===null?e=[M]:e.push(M),s++}if(t.text!==void 0){let j=t.text,M=s,T=s;if(typeof j=="string"){if(ae(j)<1){let L={instancePath:r+"/text",schemaPath:"#/pro\
perties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:tr.properties.text,data:j};e===
null?e=[L]:e.push(L),s++}}else{let L={instancePath:r+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:tr.properties.text.type,parentSchema:tr.properties.text,data:j};e===null?e=[L]:e.push(L),s++}var u=M===s}if(t.source!==void 0){let j=t.source,M=s,T=s,L=s;
if(typeof j=="string"){if(ae(j)<1){let ie={instancePath:r+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT\
 have fewer than 1 characters",schema:1,parentSchema:re,data:j};e===null?e=[ie]:e.push(ie),s++}}else{let ie={instancePath:r+"/source",schemaPath:"#/$defs/source\
/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:j};e===null?e=[ie]:e.push(ie),s++}var b=T===s,u=M===s}}else{
let q={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:tr.type,parentSchema:tr,data:t};e===null?e=[q]:e.
push(q),s++}return bs.errors=e,s===0}bs.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var f={type:"object",required:["submit","rows","results","message",
"code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path","source"],properties:{
method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/submitPaths"},headers:{$ref:"#/$defs/fixedHeaders"},
encoding:{$ref:"#/$defs/encoding"},status:{type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor take n\
o other. Left out: 200."},ignored:{type:"array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"Members of the body that clients of the vendor send and t\
hat ask for nothing, such as a random token: fakes and native APIs pass over them."},implied:{type:"array",minItems:1,description:"Members of the body that clie\
nts of the vendor may send, with the values that ask for what is done anyway: fakes and native APIs pass over these.",items:{type:"object",required:["at","is"],
properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"These values."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in order."},drops:{type:"array",description:"Values that need not b\
e sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason","source"],properties:{parameter:{type:"string",description:"Th\
e parameter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why n\
othing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"Parameters without which the upstream would choose\
, at its own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{type:"str\
ing",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},lacks:{type:"object",description:"Parameter\
s for which the upstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"\
What the upstream has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},id:{$ref:"#/$defs/pointer",description:"The t\
ask's ID in the answer to the submit. Left out where that answer is the result."},idForm:{type:"string",pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",description:"\
What IDs with slashes look like, such as models/{model}/operations/{id}. Paths hold them as {name}. Fakes and native APIs write this form; of an upstream any ID\
 is taken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/pointer",description:"The task's ID in the answer to a query, when elsewhere."},query:{
type:"object",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/pat\
h"},paths:{$ref:"#/$defs/otherPaths"},at:{$ref:"#/$defs/pointer",description:"Where the answer to the submit has the URL that is queried in place of the path, s\
uch as one of the region that has the task."},hosts:{type:"array",items:{type:"string",pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",errorMessage:"a host name\
, or one after *. for those below it"},minItems:1,description:"The hosts that may be queried there, over https and with the key, beside that of the base URL. A \
URL of another host is not used."},headers:{$ref:"#/$defs/fixedHeaders"},body:{$ref:"#/$defs/requestBody"},source:{$ref:"#/$defs/source"}},additionalProperties:!1,
dependentRequired:{at:["hosts"],hosts:["at"]},description:"The request that tells of a task."},list:{type:"object",description:"A GET that tells of several task\
s at a time. Left out where the upstream cannot be asked for tasks by their IDs.",required:["path","filter","limit","items","source"],properties:{path:{$ref:"#/\
$defs/path"},filter:{type:"string",minLength:1,description:"The query parameter that takes an ID; it is repeated for each."},limit:{type:"integer",minimum:2,maximum:500,
description:"How many tasks one request asks for at most."},items:{$ref:"#/$defs/pointer",description:"Where the answer has its list."},within:{$ref:"#/$defs/po\
inter",description:"Where the answer to a query has what an item is. Left out where an item is the whole answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
history:{type:"object",description:"GETs that list every task of an account, newest first, page by page. What the upstream has charged for is compared with what\
 was charged here.",required:["paths","items","next","created","source"],properties:{paths:{type:"array",minItems:1,uniqueItems:!0,items:{$ref:"#/$defs/path"},description:"\
The lists, each of which is read to its end."},items:{$ref:"#/$defs/pointer",description:"Where a page has its tasks."},within:{$ref:"#/$defs/pointer",description:"\
Where the answer to a query has what an item is. Left out where an item is the whole answer."},created:{type:"object",description:"The time of the submit, in th\
e answer to a query.",required:["at","as"],properties:{at:{$ref:"#/$defs/pointer",description:"Where it is."},as:{enum:["seconds","milliseconds","date"],description:"\
Seconds or milliseconds since the Unix epoch, or a date (ISO 8601)."}},additionalProperties:!1},size:{type:"object",description:"The query parameter that takes \
the most tasks of a page. Left out where the upstream decides.",required:["parameter","most"],properties:{parameter:{type:"string",minLength:1,description:"Its \
name."},most:{type:"integer",minimum:2,maximum:1e3,description:"The largest page."}},additionalProperties:!1},next:{type:"object",description:"How the next page\
 is asked for. The list ends with an empty page, or where it says that there is no more.",required:["by","parameter"],properties:{by:{enum:["page","offset","las\
t","url"],description:"The number of the page, from 1; how many tasks came before; the ID of the last of them; or a URL in the answer."},parameter:{type:"string",
minLength:1,description:"The query parameter that says it."},at:{$ref:"#/$defs/pointer",description:"Where the answer has the URL of the next page."},more:{$ref:"\
#/$defs/pointer",description:"Where the answer says whether there are more pages."}},if:{properties:{by:{const:"url"}}},then:{required:["at"],not:{required:["mo\
re"]}},else:{not:{required:["at"]}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},served:{type:"object",minProperties:1,description:"\
What clients of the vendor ask for and this service does not: native APIs answer it.",properties:{list:{type:"object",description:"What clients of the vendor se\
nd and read besides, where the list is the history of an account by the IDs of tasks.",required:["told"],properties:{implied:{type:"object",additionalProperties:{
type:"string"},description:"Other query parameters, each with the value that asks for what is done anyway. Any other is rejected."},told:{type:"array",minItems:1,
description:"Other members of the answer.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},constant:{description:"A fixed value."},
fact:{enum:["first","last"],description:"The ID of the first or the last task of the page."}},oneOf:[{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},
additionalProperties:!1},remove:{type:"object",description:"The request that removes a task with its files. A native API cancels a task that runs, and rejects t\
he request where it cannot be cancelled.",required:["method","path","answer","source"],properties:{method:{enum:["POST","DELETE"],description:"The HTTP method."},
path:{$ref:"#/$defs/path"},answer:{$ref:"#/$defs/requestBody",description:"The answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},additionalProperties:!1},
cancel:{type:"object",description:"The request that cancels a task, and what proves that nothing was made and nothing is charged.",required:["method","path","so\
urce"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},headers:{$ref:"#/$defs/fixedHeaders"},body:{
$ref:"#/$defs/requestBody"},from:{type:"object",description:"In which of the upstream's words for the status the request may be sent. In others it does somethin\
g else, such as removing a finished result. Left out where it does nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1},proves:{type:"object",description:"What proves that nothing was bought. Any other answer is inconclusive: the task is\
 followed to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"object",description:"What the ans\
wer to this request says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"\
#/$defs/words",description:"The words for the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{$ref:"#\
/$defs/source"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:["at",
"states","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{type:"object",description:"The upstream's words, each with its meaning, compared without case\
; numbers and booleans by what they are written as. A word that is missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},
as:{enum:["number","boolean"],description:"What words are written as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"\
What it means that there is no word."},cases:{type:"array",minItems:1,description:"States that several signs mean together, regardless of the word. The first th\
at holds counts.",items:{type:"object",required:["when","means"],properties:{when:{type:"array",minItems:1,description:"All of these must hold.",items:{type:"ob\
ject",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"One of these values stands there."},present:{type:"boolea\
n",description:"Whether there is a value at all."}},oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},means:{$ref:"#/$defs/state"}},additionalProperties:!1}},
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
{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},Ze={type:"object",minProperties:1,
propertyNames:{pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"\
Fixed headers of the request. Fakes and native APIs tell requests of the same method and path apart by them."},dn={enum:["json","form"],description:"How the bod\
y is sent: JSON, or multipart/form-data. Left out: JSON."},at={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},It={enum:["queued","pro\
cessing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},Ey=ca().default,My=new RegExp("^(?!/)[^{}]*(\\{model\\}[\
^{}]*)?\\{id\\}$","u"),Ly=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),St={type:"array",minItems:1,description:"Other paths, for what the request giv\
es or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"\
#/$defs/path"},encoding:{enum:["json","form"],description:"How the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},ci={type:"ar\
ray",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},Oe={type:"object",properties:{given:{type:"array",items:{type:"string"},
minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters\
 is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of thes\
e values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"\
array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["a\
bsent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function kt(t,{instancePath:r="",parentData:a,
parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,c=kt.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let g=s;
if(Array.isArray(t)){if(t.length<1){let B={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",
schema:1,parentSchema:ci,data:t};e===null?e=[B]:e.push(B),s++}let ie=!0,G=t.length;for(let B=0;B<G;B++){let C=t[B],fe=s,ue=s,Ce=s,U=s,te=!1,ve=null,We=s;if(C&&typeof C==
"object"&&!Array.isArray(C)&&C.given===void 0){let R={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"\
given"},message:"must have required property 'given'",schema:Oe.oneOf[0].required,parentSchema:Oe.oneOf[0],data:C};e===null?e=[R]:e.push(R),s++}var u=We===s;u&&
(te=!0,ve=0);let ee=s;if(C&&typeof C=="object"&&!Array.isArray(C)&&C.absent===void 0){let R={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/1/required",
keyword:"required",params:{missingProperty:"absent"},message:"must have required property 'absent'",schema:Oe.oneOf[1].required,parentSchema:Oe.oneOf[1],data:C};
e===null?e=[R]:e.push(R),s++}var u=ee===s;if(u&&te)te=!1,ve=[ve,1];else{u&&(te=!0,ve=1);let R=s;if(C&&typeof C=="object"&&!Array.isArray(C)){if(C.parameter===void 0){
let le={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required\
 property 'parameter'",schema:Oe.oneOf[2].required,parentSchema:Oe.oneOf[2],data:C};e===null?e=[le]:e.push(le),s++}if(C.among===void 0){let le={instancePath:r+"\
/"+B,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:Oe.
oneOf[2].required,parentSchema:Oe.oneOf[2],data:C};e===null?e=[le]:e.push(le),s++}}var u=R===s;if(u&&te)te=!1,ve=[ve,2];else{u&&(te=!0,ve=2);let le=s;if(C&&typeof C==
"object"&&!Array.isArray(C)&&C.model===void 0){let je={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"\
model"},message:"must have required property 'model'",schema:Oe.oneOf[3].required,parentSchema:Oe.oneOf[3],data:C};e===null?e=[je]:e.push(je),s++}var u=le===s;if(u&&
te)te=!1,ve=[ve,3];else{u&&(te=!0,ve=3);let je=s;if(C&&typeof C=="object"&&!Array.isArray(C)&&C.exceptModel===void 0){let qe={instancePath:r+"/"+B,schemaPath:"#\
/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:Oe.oneOf[4].
required,parentSchema:Oe.oneOf[4],data:C};e===null?e=[qe]:e.push(qe),s++}var u=je===s;u&&te?(te=!1,ve=[ve,4]):u&&(te=!0,ve=4)}}}if(te)s=U,e!==null&&(U?e.length=
U:e=null);else{let R={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:ve},message:"must match exactly one schem\
a in oneOf",schema:Oe.oneOf,parentSchema:Oe,data:C};e===null?e=[R]:e.push(R),s++}if(C&&typeof C=="object"&&!Array.isArray(C)){let R=s;for(let K in C)if(!(K==="g\
iven"||K==="absent"||K==="parameter"||K==="among"||K==="model"||K==="exceptModel")){let le={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/additionalPropert\
ies",keyword:"additionalProperties",params:{additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:Oe,data:C};e===null?e=[le]:
e.push(le),s++}if(C.given!==void 0){let K=C.given,le=s,Fe=s;if(Array.isArray(K)){if(K.length<1){let qe={instancePath:r+"/"+B+"/given",schemaPath:"#/$defs/condit\
ion/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.given,data:K};
e===null?e=[qe]:e.push(qe),s++}let je=!0,Y=K.length;for(let qe=0;qe<Y;qe++){let Te=K[qe],st=s;if(typeof Te!="string"){let Xt={instancePath:r+"/"+B+"/given/"+qe,
schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.given.items.type,
parentSchema:Oe.properties.given.items,data:Te};e===null?e=[Xt]:e.push(Xt),s++}let ot=s;var b=st===s;b||(je=!1)}}else{let je={instancePath:r+"/"+B+"/given",schemaPath:"\
#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.given.type,parentSchema:Oe.properties.
given,data:K};e===null?e=[je]:e.push(je),s++}var q=le===s}if(C.absent!==void 0){let K=C.absent,le=s,Fe=s;if(Array.isArray(K)){if(K.length<1){let Te={instancePath:r+
"/"+B+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Oe.properties.absent,data:K};e===null?e=[Te]:e.push(Te),s++}let Y=!0,qe=K.length;for(let Te=0;Te<qe;Te++){let st=K[Te],ot=s;if(typeof st!="string"){
let Ge={instancePath:r+"/"+B+"/absent/"+Te,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:Oe.properties.absent.items.type,parentSchema:Oe.properties.absent.items,data:st};e===null?e=[Ge]:e.push(Ge),s++}let Xt=s;var j=ot===s;j||(Y=!1)}}else{
let Y={instancePath:r+"/"+B+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.
properties.absent.type,parentSchema:Oe.properties.absent,data:K};e===null?e=[Y]:e.push(Y),s++}var q=le===s}if(C.parameter!==void 0){let K=C.parameter,le=s;if(typeof K!=
"string"){let Y={instancePath:r+"/"+B+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Oe.properties.parameter.type,parentSchema:Oe.properties.parameter,data:K};e===null?e=[Y]:e.push(Y),s++}let Fe=s;var q=le===s}if(C.among!==void 0){
let K=C.among,le=s,Fe=s;if(Array.isArray(K)){if(K.length<1){let Y={instancePath:r+"/"+B+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.among,data:K};e===null?e=[Y]:e.push(Y),s++}}else{let Y={
instancePath:r+"/"+B+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.
among.type,parentSchema:Oe.properties.among,data:K};e===null?e=[Y]:e.push(Y),s++}var q=le===s}if(C.model!==void 0){let K=C.model,le=s,Fe=s;if(Array.isArray(K)){
if(K.length<1){let Te={instancePath:r+"/"+B+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must \
NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.model,data:K};e===null?e=[Te]:e.push(Te),s++}let Y=!0,qe=K.length;for(let Te=0;Te<qe;Te++){let st=K[Te],
ot=s,Xt=s;if(typeof st=="string"){if(ae(st)<1){let Ge={instancePath:r+"/"+B+"/model/"+Te,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Oe.properties.model.items,data:st};e===null?e=[Ge]:e.push(Ge),
s++}}else{let Ge={instancePath:r+"/"+B+"/model/"+Te,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Oe.properties.model.items.type,parentSchema:Oe.properties.model.items,data:st};e===null?e=[Ge]:e.push(Ge),s++}var M=ot===s;M||(Y=!1)}}else{
let Y={instancePath:r+"/"+B+"/model",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.
properties.model.type,parentSchema:Oe.properties.model,data:K};e===null?e=[Y]:e.push(Y),s++}var q=le===s}if(C.exceptModel!==void 0){let K=C.exceptModel,le=s,Fe=s;
if(Array.isArray(K)){if(K.length<1){let Te={instancePath:r+"/"+B+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Oe.properties.exceptModel,data:K};e===null?e=[Te]:e.push(Te),s++}let Y=!0,qe=K.
length;for(let Te=0;Te<qe;Te++){let st=K[Te],ot=s,Xt=s;if(typeof st=="string"){if(ae(st)<1){let Ge={instancePath:r+"/"+B+"/exceptModel/"+Te,schemaPath:"#/$defs/\
condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Oe.
properties.exceptModel.items,data:st};e===null?e=[Ge]:e.push(Ge),s++}}else{let Ge={instancePath:r+"/"+B+"/exceptModel/"+Te,schemaPath:"#/$defs/condition/propert\
ies/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Oe.properties.exceptModel.items.type,parentSchema:Oe.properties.
exceptModel.items,data:st};e===null?e=[Ge]:e.push(Ge),s++}var T=ot===s;T||(Y=!1)}}else{let Y={instancePath:r+"/"+B+"/exceptModel",schemaPath:"#/$defs/condition/\
properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Oe.properties.exceptModel.type,parentSchema:Oe.properties.exceptModel,
data:K};e===null?e=[Y]:e.push(Y),s++}var q=le===s}}else{let R={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:Oe.type,parentSchema:Oe,data:C};e===null?e=[R]:e.push(R),s++}var L=ue===s,D=fe===s;D||(ie=!1)}}else{let ie={instancePath:r,schemaPath:"#/\
type",keyword:"type",params:{type:"array"},message:"must be array",schema:ci.type,parentSchema:ci,data:t};e===null?e=[ie]:e.push(ie),s++}return kt.errors=e,s===
0}kt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function ws(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){
let e=null,s=0,c=ws.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let g=s;if(Array.isArray(t)){if(t.length<1){let T={instancePath:r,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:St,data:t};e===null?e=[T]:e.push(T),
s++}let j=!0,M=t.length;for(let T=0;T<M;T++){let L=t[T],D=s,ie=s;if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.when===void 0){let B={instancePath:r+"/"+T,schemaPath:"\
#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:St.items.required,parentSchema:St.items,
data:L};e===null?e=[B]:e.push(B),s++}if(L.path===void 0){let B={instancePath:r+"/"+T,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"p\
ath"},message:"must have required property 'path'",schema:St.items.required,parentSchema:St.items,data:L};e===null?e=[B]:e.push(B),s++}let G=s;for(let B in L)if(!(B===
"when"||B==="path"||B==="encoding")){let C={instancePath:r+"/"+T,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},
message:"must NOT have additional properties",schema:!1,parentSchema:St.items,data:L};e===null?e=[C]:e.push(C),s++}if(L.when!==void 0){let B=L.when,C=s;kt(B,{instancePath:r+
"/"+T+"/when",parentData:L,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(e=e===null?kt.errors:e.concat(kt.errors),s=e.length);var u=C===s}if(L.path!==
void 0){let B=L.path,C=s,fe=s,ue=s;if(typeof B=="string"){if(!vt.test(B)){let U={instancePath:r+"/"+T+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",
params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,data:B};e===null?e=[U]:e.push(U),s++}}else{let U={instancePath:r+"/"+T+"/pat\
h",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.type,parentSchema:xe,data:B};e===null?e=[U]:e.push(U),
s++}var b=fe===s,u=C===s}if(L.encoding!==void 0){let B=L.encoding,C=s,fe=St.items.properties.encoding.enum;if(!(B==="json"||B==="form")){let Ce={instancePath:r+
"/"+T+"/encoding",schemaPath:"#/items/properties/encoding/enum",keyword:"enum",params:{allowedValues:St.items.properties.encoding.enum},message:"must be equal t\
o one of the allowed values",schema:St.items.properties.encoding.enum,parentSchema:St.items.properties.encoding,data:B};e===null?e=[Ce]:e.push(Ce),s++}var u=C===
s}}else{let G={instancePath:r+"/"+T,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:St.items.type,parentSchema:St.
items,data:L};e===null?e=[G]:e.push(G),s++}var q=D===s;q||(j=!1)}}else{let j={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"m\
ust be array",schema:St.type,parentSchema:St,data:t};e===null?e=[j]:e.push(j),s++}return ws.errors=e,s===0}ws.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
var oe={type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"\
a place in an object, which the body of a request is; only further down may there be lists",description:"Where in the upstream's body, an object; - at the end a\
ppends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},each:{type:"string",minLength:1,description:"The list w\
hose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The key\
s of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, which the operator sets."},resultsFolder:{const:!0,description:"\
The folder in S3 or in Google Cloud Storage in which the upstream is to put its results, as s3://bucket/folder or gs://bucket/folder. The operator sets resultsF\
older, and has to where every result is an object there."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put\
 there: {value} stands for the value. Of a data URI, {base64} stands for the file and {mediaType} for its type; {imageFormat} is the type of an image without im\
age/."},as:{enum:["string","uploaded","file"],description:"string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file\
 is sent; a URL is sent as it is. file: the file itself is sent as a part of the form (multipart/form-data); the service fetches it from a URL first."},values:{
type:"object",minProperties:1,description:"Our values, each with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values \
that are sent as they are. Others are not offered."},minimum:{type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest\
 number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most charact\
ers of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of media reference the upstream takes."},also:{type:"array",
minItems:1,items:{$ref:"#/$defs/pointer"},description:"Other places where clients of the vendor put one such value as a string or a file: fakes and native APIs \
read it there too."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["f\
rom"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["resultsFolder"]},{required:["constant"]}],additionalProperties:!1},Fy=new RegExp(
"^/(?!(-|\\d+)(/|$))","u");function vs(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,c=vs.evaluated;
c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let g=s,u=s,b=!1,q=null,j=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.from===void 0){let Ce={
instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:oe.oneOf[0].
required,parentSchema:oe.oneOf[0],data:t};e===null?e=[Ce]:e.push(Ce),s++}var T=j===s;T&&(b=!0,q=0);let M=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.each===
void 0){let Ce={instancePath:r,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:oe.
oneOf[1].required,parentSchema:oe.oneOf[1],data:t};e===null?e=[Ce]:e.push(Ce),s++}var T=M===s;if(T&&b)b=!1,q=[q,1];else{T&&(b=!0,q=1);let Ce=s;if(t&&typeof t=="\
object"&&!Array.isArray(t)){if(t.join===void 0){let te={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"\
must have required property 'join'",schema:oe.oneOf[2].required,parentSchema:oe.oneOf[2],data:t};e===null?e=[te]:e.push(te),s++}if(t.values===void 0){let te={instancePath:r,
schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},message:"must have required property 'values'",schema:oe.oneOf[2].required,
parentSchema:oe.oneOf[2],data:t};e===null?e=[te]:e.push(te),s++}}var T=Ce===s;if(T&&b)b=!1,q=[q,2];else{T&&(b=!0,q=2);let te=s;if(t&&typeof t=="object"&&!Array.
isArray(t)&&t.model===void 0){let We={instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have requ\
ired property 'model'",schema:oe.oneOf[3].required,parentSchema:oe.oneOf[3],data:t};e===null?e=[We]:e.push(We),s++}var T=te===s;if(T&&b)b=!1,q=[q,3];else{T&&(b=
!0,q=3);let We=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.resultsFolder===void 0){let R={instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"resultsFolder"},message:"must have required property 'resultsFolder'",schema:oe.oneOf[4].required,parentSchema:oe.oneOf[4],data:t};e===
null?e=[R]:e.push(R),s++}var T=We===s;if(T&&b)b=!1,q=[q,4];else{T&&(b=!0,q=4);let R=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.constant===void 0){let le={
instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:oe.
oneOf[5].required,parentSchema:oe.oneOf[5],data:t};e===null?e=[le]:e.push(le),s++}var T=R===s;T&&b?(b=!1,q=[q,5]):T&&(b=!0,q=5)}}}}if(b)s=u,e!==null&&(u?e.length=
u:e=null);else{let Ce={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:q},message:"must match exactly one schema in oneOf",schema:oe.
oneOf,parentSchema:oe,data:t};e===null?e=[Ce]:e.push(Ce),s++}if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.to===void 0){let U={instancePath:r,schemaPath:"#/\
required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:oe.required,parentSchema:oe,data:t};e===null?e=[U]:
e.push(U),s++}if(t.source===void 0){let U={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have requir\
ed property 'source'",schema:oe.required,parentSchema:oe,data:t};e===null?e=[U]:e.push(U),s++}let Ce=s;for(let U in t)if(!$s.call(oe.properties,U)){let te={instancePath:r,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional properties",schema:!1,parentSchema:oe,
data:t};e===null?e=[te]:e.push(te),s++}if(t.$comment!==void 0){let U=t.$comment,te=s,ve=s,We=s;if(typeof U=="string"){if(ae(U)<1){let ee={instancePath:r+"/$comm\
ent",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:yr,data:U};
e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:yr.type,parentSchema:yr,data:U};e===null?e=[ee]:e.push(ee),s++}var L=ve===s,D=te===s}if(t.to!==void 0){let U=t.to,te=s,ve=s,We=s;if(typeof U=="s\
tring"){if(!Re.test(U)){let R={instancePath:r+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must\
 match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:U};e===null?e=[R]:e.push(R),s++}}else{let R={instancePath:r+"/to",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:U};e===null?e=[R]:e.push(R),s++}var ie=ve===
s;if(typeof U=="string"&&!Fy.test(U)){let R={instancePath:r+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},
message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:oe.properties.to,data:U};e===null?e=[R]:e.push(R),s++}var D=te===s}
if(t.from!==void 0){let U=t.from,te=s,ve=s;if(typeof U=="string"){if(ae(U)<1){let ee={instancePath:r+"/from",schemaPath:"#/properties/from/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe.properties.from,data:U};e===null?e=[ee]:e.push(ee),s++}}else{
let ee={instancePath:r+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.properties.from.type,
parentSchema:oe.properties.from,data:U};e===null?e=[ee]:e.push(ee),s++}var D=te===s}if(t.each!==void 0){let U=t.each,te=s,ve=s;if(typeof U=="string"){if(ae(U)<1){
let ee={instancePath:r+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:oe.properties.each,data:U};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/each",schemaPath:"#/properties/each/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:oe.properties.each.type,parentSchema:oe.properties.each,data:U};e===null?e=[ee]:e.push(ee),s++}var D=te===s}if(t.
join!==void 0){let U=t.join,te=s,ve=s;if(Array.isArray(U)){if(U.length<2){let K={instancePath:r+"/join",schemaPath:"#/properties/join/minItems",keyword:"minItem\
s",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:oe.properties.join,data:U};e===null?e=[K]:e.push(K),s++}let ee=!0,R=U.length;
for(let K=0;K<R;K++){let le=U[K],Fe=s,je=s;if(typeof le=="string"){if(ae(le)<1){let Y={instancePath:r+"/join/"+K,schemaPath:"#/properties/join/items/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe.properties.join.items,data:le};e===null?e=[Y]:e.push(
Y),s++}}else{let Y={instancePath:r+"/join/"+K,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.
properties.join.items.type,parentSchema:oe.properties.join.items,data:le};e===null?e=[Y]:e.push(Y),s++}var G=Fe===s;G||(ee=!1)}}else{let ee={instancePath:r+"/jo\
in",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:oe.properties.join.type,parentSchema:oe.properties.join,
data:U};e===null?e=[ee]:e.push(ee),s++}var D=te===s}if(t.model!==void 0){let U=t.model,te=s;if(U!==!0){let We={instancePath:r+"/model",schemaPath:"#/properties/\
model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:oe.properties.model,data:U};e===null?e=[We]:e.push(
We),s++}var D=te===s}if(t.resultsFolder!==void 0){let U=t.resultsFolder,te=s;if(U!==!0){let We={instancePath:r+"/resultsFolder",schemaPath:"#/properties/results\
Folder/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:oe.properties.resultsFolder,data:U};e===null?e=
[We]:e.push(We),s++}var D=te===s}if(t.when!==void 0){let U=t.when,te=s;kt(U,{instancePath:r+"/when",parentData:t,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||
(e=e===null?kt.errors:e.concat(kt.errors),s=e.length);var D=te===s}if(t.as!==void 0){let U=t.as,te=s,ve=oe.properties.as.enum;if(!(U==="string"||U==="uploaded"||
U==="file")){let ee={instancePath:r+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:oe.properties.as.enum},message:"must be equal t\
o one of the allowed values",schema:oe.properties.as.enum,parentSchema:oe.properties.as,data:U};e===null?e=[ee]:e.push(ee),s++}var D=te===s}if(t.values!==void 0){
let U=t.values,te=s,ve=s;if(U&&typeof U=="object"&&!Array.isArray(U)){if(Object.keys(U).length<1){let ee={instancePath:r+"/values",schemaPath:"#/properties/valu\
es/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:oe.properties.values,data:U};e===
null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be o\
bject",schema:oe.properties.values.type,parentSchema:oe.properties.values,data:U};e===null?e=[ee]:e.push(ee),s++}var D=te===s}if(t.accepts!==void 0){let U=t.accepts,
te=s,ve=s;if(Array.isArray(U)){if(U.length<1){let ee={instancePath:r+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:oe.properties.accepts,data:U};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/accepts",schemaPath:"\
#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:oe.properties.accepts.type,parentSchema:oe.properties.accepts,data:U};
e===null?e=[ee]:e.push(ee),s++}var D=te===s}if(t.minimum!==void 0){let U=t.minimum,te=s;if(typeof U!="number"){let ee={instancePath:r+"/minimum",schemaPath:"#/p\
roperties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:oe.properties.minimum.type,parentSchema:oe.properties.minimum,data:U};
e===null?e=[ee]:e.push(ee),s++}let ve=s;var D=te===s}if(t.maximum!==void 0){let U=t.maximum,te=s;if(typeof U!="number"){let ee={instancePath:r+"/maximum",schemaPath:"\
#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:oe.properties.maximum.type,parentSchema:oe.properties.maximum,data:U};
e===null?e=[ee]:e.push(ee),s++}let ve=s;var D=te===s}if(t.maximumItems!==void 0){let U=t.maximumItems,te=s;if(!(typeof U=="number"&&!(U%1)&&!isNaN(U))){let ee={
instancePath:r+"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:oe.properties.
maximumItems.type,parentSchema:oe.properties.maximumItems,data:U};e===null?e=[ee]:e.push(ee),s++}let ve=s;if(typeof U=="number"&&(U<1||isNaN(U))){let ee={instancePath:r+
"/maximumItems",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:oe.
properties.maximumItems,data:U};e===null?e=[ee]:e.push(ee),s++}var D=te===s}if(t.maximumLength!==void 0){let U=t.maximumLength,te=s;if(!(typeof U=="number"&&!(U%
1)&&!isNaN(U))){let ee={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be int\
eger",schema:oe.properties.maximumLength.type,parentSchema:oe.properties.maximumLength,data:U};e===null?e=[ee]:e.push(ee),s++}let ve=s;if(typeof U=="number"&&(U<
1||isNaN(U))){let ee={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"\
must be >= 1",schema:1,parentSchema:oe.properties.maximumLength,data:U};e===null?e=[ee]:e.push(ee),s++}var D=te===s}if(t.forms!==void 0){let U=t.forms,te=s,ve=s;
if(Array.isArray(U)){if(U.length<1){let K={instancePath:r+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:oe.properties.forms,data:U};e===null?e=[K]:e.push(K),s++}let ee=!0,R=U.length;for(let K=0;K<R;K++){let le=U[K],
Fe=s,je=oe.properties.forms.items.enum;if(!(le==="url"||le==="data")){let Y={instancePath:r+"/forms/"+K,schemaPath:"#/properties/forms/items/enum",keyword:"enum",
params:{allowedValues:oe.properties.forms.items.enum},message:"must be equal to one of the allowed values",schema:oe.properties.forms.items.enum,parentSchema:oe.
properties.forms.items,data:le};e===null?e=[Y]:e.push(Y),s++}var B=Fe===s;B||(ee=!1)}}else{let ee={instancePath:r+"/forms",schemaPath:"#/properties/forms/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:oe.properties.forms.type,parentSchema:oe.properties.forms,data:U};e===null?e=[ee]:e.push(ee),
s++}var D=te===s}if(t.also!==void 0){let U=t.also,te=s,ve=s;if(Array.isArray(U)){if(U.length<1){let K={instancePath:r+"/also",schemaPath:"#/properties/also/minI\
tems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:oe.properties.also,data:U};e===null?e=[K]:e.push(K),s++}
let ee=!0,R=U.length;for(let K=0;K<R;K++){let le=U[K],Fe=s,je=s,Y=s;if(typeof le=="string"){if(!Re.test(le)){let qe={instancePath:r+"/also/"+K,schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:Z,data:le};e===null?e=[qe]:e.push(qe),s++}}else{let qe={instancePath:r+"/also/"+K,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:Z.type,parentSchema:Z,data:le};e===null?e=[qe]:e.push(qe),s++}var C=je===s,fe=Fe===s;fe||(ee=!1)}}else{let ee={instancePath:r+
"/also",schemaPath:"#/properties/also/type",keyword:"type",params:{type:"array"},message:"must be array",schema:oe.properties.also.type,parentSchema:oe.properties.
also,data:U};e===null?e=[ee]:e.push(ee),s++}var D=te===s}if(t.oneWay!==void 0){let U=t.oneWay,te=s,ve=s;if(typeof U=="string"){if(ae(U)<1){let ee={instancePath:r+
"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe.
properties.oneWay,data:U};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/oneWay",schemaPath:"#/properties/oneWay/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:oe.properties.oneWay.type,parentSchema:oe.properties.oneWay,data:U};e===null?e=[ee]:e.push(ee),s++}var D=te===s}if(t.source!==
void 0){let U=t.source,te=s,ve=s,We=s;if(typeof U=="string"){if(ae(U)<1){let R={instancePath:r+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:U};e===null?e=[R]:e.push(R),s++}}else{let R={instancePath:r+"/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:U};e===null?e=[R]:e.
push(R),s++}var ue=ve===s,D=te===s}}else{let Ce={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:oe.type,
parentSchema:oe,data:t};e===null?e=[Ce]:e.push(Ce),s++}return vs.errors=e,s===0}vs.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var rr={type:"array",minItems:1,
description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:[
"when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}};function ks(t,{instancePath:r="",parentData:a,parentDataProperty:n,
rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,c=ks.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let g=s;if(Array.isArray(t)){
if(t.length<1){let T={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:rr,
data:t};e===null?e=[T]:e.push(T),s++}let j=!0,M=t.length;for(let T=0;T<M;T++){let L=t[T],D=s,ie=s;if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.when===void 0){
let B={instancePath:r+"/"+T,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:rr.
items.required,parentSchema:rr.items,data:L};e===null?e=[B]:e.push(B),s++}if(L.path===void 0){let B={instancePath:r+"/"+T,schemaPath:"#/items/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:rr.items.required,parentSchema:rr.items,data:L};e===null?e=[B]:e.push(
B),s++}let G=s;for(let B in L)if(!(B==="when"||B==="path")){let C={instancePath:r+"/"+T,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,parentSchema:rr.items,data:L};e===null?e=[C]:e.push(C),s++}if(L.when!==void 0){
let B=L.when,C=s;kt(B,{instancePath:r+"/"+T+"/when",parentData:L,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(e=e===null?kt.errors:e.concat(kt.errors),
s=e.length);var u=C===s}if(L.path!==void 0){let B=L.path,C=s,fe=s,ue=s;if(typeof B=="string"){if(!vt.test(B)){let U={instancePath:r+"/"+T+"/path",schemaPath:"#/\
$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,data:B};e===null?e=[U]:e.push(U),s++}}else{
let U={instancePath:r+"/"+T+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.type,parentSchema:xe,
data:B};e===null?e=[U]:e.push(U),s++}var b=fe===s,u=C===s}}else{let G={instancePath:r+"/"+T,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:rr.items.type,parentSchema:rr.items,data:L};e===null?e=[G]:e.push(G),s++}var q=D===s;q||(j=!1)}}else{let j={instancePath:r,schemaPath:"#/\
type",keyword:"type",params:{type:"array"},message:"must be array",schema:rr.type,parentSchema:rr,data:t};e===null?e=[j]:e.push(j),s++}return ks.errors=e,s===0}
ks.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var it={type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:[
"to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{
description:"A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function Et(t,{instancePath:r="",parentData:a,parentDataProperty:n,
rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,c=Et.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let g=s;if(Array.isArray(t)){
if(t.length<1){let L={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:it,
data:t};e===null?e=[L]:e.push(L),s++}let M=!0,T=t.length;for(let L=0;L<T;L++){let D=t[L],ie=s,G=s,B=s,C=!1,fe=null,ue=s;if(D&&typeof D=="object"&&!Array.isArray(
D)&&D.fact===void 0){let U={instancePath:r+"/"+L,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have req\
uired property 'fact'",schema:it.items.oneOf[0].required,parentSchema:it.items.oneOf[0],data:D};e===null?e=[U]:e.push(U),s++}var u=ue===s;u&&(C=!0,fe=0);let Ce=s;
if(D&&typeof D=="object"&&!Array.isArray(D)&&D.constant===void 0){let U={instancePath:r+"/"+L,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:it.items.oneOf[1].required,parentSchema:it.items.oneOf[1],data:D};e===null?e=[U]:e.push(U),s++}
var u=Ce===s;if(u&&C?(C=!1,fe=[fe,1]):u&&(C=!0,fe=1),C)s=B,e!==null&&(B?e.length=B:e=null);else{let U={instancePath:r+"/"+L,schemaPath:"#/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:fe},message:"must match exactly one schema in oneOf",schema:it.items.oneOf,parentSchema:it.items,data:D};e===null?e=[U]:e.push(U),
s++}if(D&&typeof D=="object"&&!Array.isArray(D)){if(D.to===void 0){let te={instancePath:r+"/"+L,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:it.items.required,parentSchema:it.items,data:D};e===null?e=[te]:e.push(te),s++}let U=s;for(let te in D)if(!(te===
"to"||te==="fact"||te==="constant")){let ve={instancePath:r+"/"+L,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:te},
message:"must NOT have additional properties",schema:!1,parentSchema:it.items,data:D};e===null?e=[ve]:e.push(ve),s++}if(D.to!==void 0){let te=D.to,ve=s,We=s,ee=s;
if(typeof te=="string"){if(!Re.test(te)){let R={instancePath:r+"/"+L+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[0\
1])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:te};e===null?e=[R]:e.push(R),s++}}else{let R={instancePath:r+
"/"+L+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:te};e===null?e=[R]:
e.push(R),s++}var b=We===s,q=ve===s}if(D.fact!==void 0){let te=D.fact,ve=s,We=it.items.properties.fact.enum;if(!(te==="id"||te==="model")){let R={instancePath:r+
"/"+L+"/fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:it.items.properties.fact.enum},message:"must be equal to one of the\
 allowed values",schema:it.items.properties.fact.enum,parentSchema:it.items.properties.fact,data:te};e===null?e=[R]:e.push(R),s++}var q=ve===s}}else{let U={instancePath:r+
"/"+L,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:it.items.type,parentSchema:it.items,data:D};e===null?e=[U]:
e.push(U),s++}var j=ie===s;j||(M=!1)}}else{let M={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:it.type,
parentSchema:it,data:t};e===null?e=[M]:e.push(M),s++}return Et.errors=e,s===0}Et.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var mi={type:"array",minItems:1,
description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},he={type:"object",required:["source"],properties:{
url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"\
Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the base URL's own host, and to\
 no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON. Left out where there is an ID. A result behind it is where an\
 answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},base64:{$ref:"#/$defs/pointer",description:"The file itself in\
 base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-\
binary"],description:"The media type of a file in base64."},asked:{type:"object",description:"How clients of the vendor ask for the result in this place, of a U\
RL or a file in base64: fakes and native APIs answer so, and otherwise in the first place. This service asks for none. Only where there is no ID.",required:["at",
"is"],properties:{at:{$ref:"#/$defs/pointer",description:"The member of the submit's body that asks."},is:{description:"Its value."},model:{type:"array",minItems:1,
items:{type:"string",minLength:1},description:"A submit without that member asks for this by a model ID that starts with one of these."}},additionalProperties:!1},
object:{$ref:"#/$defs/pointer",description:"What the upstream has put into the resultsFolder of the operator: a folder of its own in S3, as s3://bucket/folder, \
or a file in Google Cloud Storage, as gs://bucket/folder/file. The service reads the file there with the key of the upstream, and from no other place."},file:{type:"\
string",pattern:"^(/[A-Za-z0-9._-]+)+$",description:'Behind "object": the file in that folder. Left out where the object is the file.',errorMessage:"a path that\
 starts with /, of letters, digits, dots, hyphens and underscores"},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#\
/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"\
What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"\
The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:["base64","contentType"]},{required:[
"object"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},Vy=new RegExp("^(/[A-Za-z0-9._-]+)+$","u"),ma={validate:Wr},
Yd={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function pt(t,{instancePath:r="",parentData:a,parentDataProperty:n,
rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,c=pt.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let g=s;if(Array.isArray(t)){
let q=!0,j=t.length;for(let M=0;M<j;M++){let T=t[M],L=s,D=s,ie=s;if(typeof T=="string"){if(!Re.test(T)){let G={instancePath:r+"/"+M,schemaPath:"#/$defs/pointer/\
pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:T};e===null?e=[G]:e.push(G),s++}}else{let G={instancePath:r+"/"+M,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:Z.type,parentSchema:Z,data:T};e===null?e=[G]:e.push(G),s++}var u=D===s,b=L===s;b||(q=!1)}}else{let q={instancePath:r,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:Yd.type,parentSchema:Yd,data:t};e===null?e=[q]:e.push(q),s++}return pt.errors=e,s===0}pt.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};function Ps(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,c=Ps.evaluated;
c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let g=s,u=s,b=!1,q=null,j=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.url===void 0){let ee={
instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:he.oneOf[0].
required,parentSchema:he.oneOf[0],data:t};e===null?e=[ee]:e.push(ee),s++}var T=j===s;T&&(b=!0,q=0);let M=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.body===
void 0){let ee={instancePath:r,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:he.
oneOf[1].required,parentSchema:he.oneOf[1],data:t};e===null?e=[ee]:e.push(ee),s++}var T=M===s;if(T&&b)b=!1,q=[q,1];else{T&&(b=!0,q=1);let ee=s;if(t&&typeof t=="\
object"&&!Array.isArray(t)){if(t.base64===void 0){let K={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"base64"},message:"\
must have required property 'base64'",schema:he.oneOf[2].required,parentSchema:he.oneOf[2],data:t};e===null?e=[K]:e.push(K),s++}if(t.contentType===void 0){let K={
instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:he.
oneOf[2].required,parentSchema:he.oneOf[2],data:t};e===null?e=[K]:e.push(K),s++}}var T=ee===s;if(T&&b)b=!1,q=[q,2];else{T&&(b=!0,q=2);let K=s;if(t&&typeof t=="o\
bject"&&!Array.isArray(t)&&t.object===void 0){let Fe={instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"object"},message:"\
must have required property 'object'",schema:he.oneOf[3].required,parentSchema:he.oneOf[3],data:t};e===null?e=[Fe]:e.push(Fe),s++}var T=K===s;if(T&&b)b=!1,q=[q,
3];else{T&&(b=!0,q=3);let Fe=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.content===void 0){let Y={instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"r\
equired",params:{missingProperty:"content"},message:"must have required property 'content'",schema:he.oneOf[4].required,parentSchema:he.oneOf[4],data:t};e===null?
e=[Y]:e.push(Y),s++}var T=Fe===s;if(T&&b)b=!1,q=[q,4];else{T&&(b=!0,q=4);let Y=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.query===void 0){let Te={instancePath:r,
schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:he.oneOf[5].required,parentSchema:he.
oneOf[5],data:t};e===null?e=[Te]:e.push(Te),s++}if(t.results===void 0){let Te={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
results"},message:"must have required property 'results'",schema:he.oneOf[5].required,parentSchema:he.oneOf[5],data:t};e===null?e=[Te]:e.push(Te),s++}if(t.message===
void 0){let Te={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'messa\
ge'",schema:he.oneOf[5].required,parentSchema:he.oneOf[5],data:t};e===null?e=[Te]:e.push(Te),s++}}var T=Y===s;T&&b?(b=!1,q=[q,5]):T&&(b=!0,q=5)}}}}if(b)s=u,e!==
null&&(u?e.length=u:e=null);else{let ee={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:q},message:"must match exactly one schema in\
 oneOf",schema:he.oneOf,parentSchema:he,data:t};e===null?e=[ee]:e.push(ee),s++}if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.source===void 0){let R={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:he.required,parentSchema:he,data:t};
e===null?e=[R]:e.push(R),s++}let ee=s;for(let R in t)if(!$s.call(he.properties,R)){let K={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additional\
Properties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:he,data:t};e===null?e=[K]:e.push(K),s++}if(t.url!==
void 0){let R=t.url,K=s,le=s,Fe=s;if(typeof R=="string"){if(!Re.test(R)){let je={instancePath:r+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:R};e===null?e=[je]:e.push(
je),s++}}else{let je={instancePath:r+"/url",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:R};e===null?e=[je]:e.push(je),s++}var L=le===s,D=K===s}if(t.list!==void 0){let R=t.list,K=s;if(typeof R!="boolean"){let je={instancePath:r+"/list",schemaPath:"\
#/properties/list/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:he.properties.list.type,parentSchema:he.properties.list,data:R};
e===null?e=[je]:e.push(je),s++}let le=s;var D=K===s}if(t.withKey!==void 0){let R=t.withKey,K=s;if(R!==!0){let Fe={instancePath:r+"/withKey",schemaPath:"#/proper\
ties/withKey/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:he.properties.withKey,data:R};e===null?e=
[Fe]:e.push(Fe),s++}var D=K===s}if(t.body!==void 0){let R=t.body,K=s;if(R!==!0){let Fe={instancePath:r+"/body",schemaPath:"#/properties/body/const",keyword:"con\
st",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:he.properties.body,data:R};e===null?e=[Fe]:e.push(Fe),s++}var D=K===s}if(t.
base64!==void 0){let R=t.base64,K=s,le=s,Fe=s;if(typeof R=="string"){if(!Re.test(R)){let Y={instancePath:r+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:R};e===null?
e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:R};e===null?e=[Y]:e.push(Y),s++}var ie=le===s,D=K===s}if(t.contentType!==void 0){let R=t.contentType,K=s,le=he.properties.contentType.enum;
if(!(R==="video/mp4"||R==="video/quicktime"||R==="video/webm"||R==="image/png"||R==="image/jpeg"||R==="image/webp"||R==="image/gif"||R==="audio/mpeg"||R==="audi\
o/wav"||R==="model/gltf-binary")){let je={instancePath:r+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:he.properties.
contentType.enum},message:"must be equal to one of the allowed values",schema:he.properties.contentType.enum,parentSchema:he.properties.contentType,data:R};e===
null?e=[je]:e.push(je),s++}var D=K===s}if(t.asked!==void 0){let R=t.asked,K=s,le=s;if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.at===void 0){let Y={instancePath:r+
"/asked",schemaPath:"#/properties/asked/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:he.properties.
asked.required,parentSchema:he.properties.asked,data:R};e===null?e=[Y]:e.push(Y),s++}if(R.is===void 0){let Y={instancePath:r+"/asked",schemaPath:"#/properties/a\
sked/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:he.properties.asked.required,parentSchema:he.properties.
asked,data:R};e===null?e=[Y]:e.push(Y),s++}let je=s;for(let Y in R)if(!(Y==="at"||Y==="is"||Y==="model")){let qe={instancePath:r+"/asked",schemaPath:"#/properti\
es/asked/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Y},message:"must NOT have additional properties",schema:!1,parentSchema:he.
properties.asked,data:R};e===null?e=[qe]:e.push(qe),s++}if(R.at!==void 0){let Y=R.at,qe=s,Te=s,st=s;if(typeof Y=="string"){if(!Re.test(Y)){let ot={instancePath:r+
"/asked/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Z,data:Y};e===null?e=[ot]:e.push(ot),s++}}else{let ot={instancePath:r+"/asked/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:Y};e===null?e=[ot]:e.push(ot),s++}var G=Te===s,B=qe===s}if(R.model!==void 0){
let Y=R.model,qe=s,Te=s;if(Array.isArray(Y)){if(Y.length<1){let Ge={instancePath:r+"/asked/model",schemaPath:"#/properties/asked/properties/model/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:he.properties.asked.properties.model,data:Y};e===null?e=[Ge]:e.push(
Ge),s++}let ot=!0,Xt=Y.length;for(let Ge=0;Ge<Xt;Ge++){let Ur=Y[Ge],Go=s,mr=s;if(typeof Ur=="string"){if(ae(Ur)<1){let Nt={instancePath:r+"/asked/model/"+Ge,schemaPath:"\
#/properties/asked/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:he.
properties.asked.properties.model.items,data:Ur};e===null?e=[Nt]:e.push(Nt),s++}}else{let Nt={instancePath:r+"/asked/model/"+Ge,schemaPath:"#/properties/asked/p\
roperties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:he.properties.asked.properties.model.items.type,parentSchema:he.
properties.asked.properties.model.items,data:Ur};e===null?e=[Nt]:e.push(Nt),s++}var C=Go===s;C||(ot=!1)}}else{let ot={instancePath:r+"/asked/model",schemaPath:"\
#/properties/asked/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:he.properties.asked.properties.model.type,parentSchema:he.
properties.asked.properties.model,data:Y};e===null?e=[ot]:e.push(ot),s++}var B=qe===s}}else{let je={instancePath:r+"/asked",schemaPath:"#/properties/asked/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:he.properties.asked.type,parentSchema:he.properties.asked,data:R};e===null?e=[je]:e.push(je),
s++}var D=K===s}if(t.object!==void 0){let R=t.object,K=s,le=s,Fe=s;if(typeof R=="string"){if(!Re.test(R)){let Y={instancePath:r+"/object",schemaPath:"#/$defs/po\
inter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:R};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/object",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:Z.type,parentSchema:Z,data:R};e===null?e=[Y]:e.push(Y),s++}var fe=le===s,D=K===s}if(t.file!==void 0){let R=t.file,K=s,le=s;if(typeof R=="stri\
ng"){if(!Vy.test(R)){let je={instancePath:r+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern:"^(/[A-Za-z0-9._-]+)+$"},message:'m\
ust match pattern "^(/[A-Za-z0-9._-]+)+$"',schema:"^(/[A-Za-z0-9._-]+)+$",parentSchema:he.properties.file,data:R};e===null?e=[je]:e.push(je),s++}}else{let je={instancePath:r+
"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type:"string"},message:"must be string",schema:he.properties.file.type,parentSchema:he.properties.
file,data:R};e===null?e=[je]:e.push(je),s++}var D=K===s}if(t.content!==void 0){let R=t.content,K=s,le=s,Fe=s;if(typeof R=="string"){if(!vt.test(R)){let Y={instancePath:r+
"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,data:R};e===null?
e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.
type,parentSchema:xe,data:R};e===null?e=[Y]:e.push(Y),s++}var ue=le===s,D=K===s}if(t.query!==void 0){let R=t.query,K=s,le=s,Fe=s;if(typeof R=="string"){if(!vt.test(
R)){let Y={instancePath:r+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,
data:R};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:xe.type,parentSchema:xe,data:R};e===null?e=[Y]:e.push(Y),s++}var Ce=le===s,D=K===s}if(t.results!==void 0){let R=t.results,K=s;if(!ma.validate(R,{
instancePath:r+"/results",parentData:t,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))e=e===null?ma.validate.errors:e.concat(ma.validate.errors),s=e.
length;else var U=ma.validate.evaluated.props,te=ma.validate.evaluated.items;var D=K===s}if(t.message!==void 0){let R=t.message,K=s;pt(R,{instancePath:r+"/messa\
ge",parentData:t,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(e=e===null?pt.errors:e.concat(pt.errors),s=e.length);var D=K===s}if(t.pending!==void 0){
let R=t.pending,K=s,le=s;if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.status===void 0){let Y={instancePath:r+"/pending",schemaPath:"#/properties/pending/re\
quired",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:he.properties.pending.required,parentSchema:he.
properties.pending,data:R};e===null?e=[Y]:e.push(Y),s++}if(R.body===void 0){let Y={instancePath:r+"/pending",schemaPath:"#/properties/pending/required",keyword:"\
required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:he.properties.pending.required,parentSchema:he.properties.pending,
data:R};e===null?e=[Y]:e.push(Y),s++}let je=s;for(let Y in R)if(!(Y==="status"||Y==="body")){let qe={instancePath:r+"/pending",schemaPath:"#/properties/pending/\
additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Y},message:"must NOT have additional properties",schema:!1,parentSchema:he.properties.
pending,data:R};e===null?e=[qe]:e.push(qe),s++}if(R.status!==void 0){let Y=R.status,qe=s;if(!(typeof Y=="number"&&!(Y%1)&&!isNaN(Y))){let st={instancePath:r+"/p\
ending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:he.properties.pending.
properties.status.type,parentSchema:he.properties.pending.properties.status,data:Y};e===null?e=[st]:e.push(st),s++}let Te=s;var ve=qe===s}}else{let je={instancePath:r+
"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:he.properties.pending.type,parentSchema:he.
properties.pending,data:R};e===null?e=[je]:e.push(je),s++}var D=K===s}if(t.source!==void 0){let R=t.source,K=s,le=s,Fe=s;if(typeof R=="string"){if(ae(R)<1){let Y={
instancePath:r+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:R};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:re.type,parentSchema:re,data:R};e===null?e=[Y]:e.push(Y),s++}var We=le===s,D=K===s}}else{let ee={instancePath:r,schemaPath:"#/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:he.type,parentSchema:he,data:t};e===null?e=[ee]:e.push(ee),s++}return Ps.errors=e,s===0}Ps.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1};function Wr(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,
c=Wr.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let g=s;if(Array.isArray(t)){if(t.length<1){let j={instancePath:r,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:mi,data:t};e===null?e=[j]:e.push(j),s++}let b=!0,
q=t.length;for(let j=0;j<q;j++){let M=t[j],T=s;Ps(M,{instancePath:r+"/"+j,parentData:t,parentDataProperty:j,rootData:o,dynamicAnchors:i})||(e=e===null?Ps.errors:
e.concat(Ps.errors),s=e.length);var u=T===s;u||(b=!1)}}else{let b={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be arra\
y",schema:mi.type,parentSchema:mi,data:t};e===null?e=[b]:e.push(b),s++}return Wr.errors=e,s===0}Wr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function wt(t,{
instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,c=wt.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&
(c.items=void 0);let g=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.submit===void 0){let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"submit"},message:"must have required property 'submit'",schema:f.required,parentSchema:f,data:t};e===null?e=[k]:e.push(k),s++}if(t.rows===void 0){
let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property 'rows'",schema:f.required,
parentSchema:f,data:t};e===null?e=[k]:e.push(k),s++}if(t.results===void 0){let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
results"},message:"must have required property 'results'",schema:f.required,parentSchema:f,data:t};e===null?e=[k]:e.push(k),s++}if(t.message===void 0){let k={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:f.required,parentSchema:f,data:t};
e===null?e=[k]:e.push(k),s++}if(t.code===void 0){let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"code"},message:"must \
have required property 'code'",schema:f.required,parentSchema:f,data:t};e===null?e=[k]:e.push(k),s++}let pn=s;for(let k in t)if(!$s.call(f.properties,k)){let ke={
instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,
parentSchema:f,data:t};e===null?e=[ke]:e.push(ke),s++}if(t.$comment!==void 0){let k=t.$comment,ke=s,rt=s,er=s;if(typeof k=="string"){if(ae(k)<1){let h={instancePath:r+
"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:yr,
data:k};e===null?e=[h]:e.push(h),s++}}else{let h={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:yr.type,parentSchema:yr,data:k};e===null?e=[h]:e.push(h),s++}var u=rt===s,b=ke===s}if(t.submit!==void 0){let k=t.submit,ke=s,rt=s;if(k&&typeof k==
"object"&&!Array.isArray(k)){if(k.method===void 0){let d={instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"\
method"},message:"must have required property 'method'",schema:f.properties.submit.required,parentSchema:f.properties.submit,data:k};e===null?e=[d]:e.push(d),s++}
if(k.path===void 0){let d={instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"path"},message:"must h\
ave required property 'path'",schema:f.properties.submit.required,parentSchema:f.properties.submit,data:k};e===null?e=[d]:e.push(d),s++}if(k.source===void 0){let d={
instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:f.properties.submit.required,parentSchema:f.properties.submit,data:k};e===null?e=[d]:e.push(d),s++}let h=s;for(let d in k)if(!$s.call(f.properties.
submit.properties,d)){let $={instancePath:r+"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.submit,data:k};e===null?e=[$]:e.push($),s++}if(k.method!==void 0){let d=k.method,
$=s,E=f.properties.submit.properties.method.enum;if(!(d==="POST"||d==="PUT")){let H={instancePath:r+"/submit/method",schemaPath:"#/properties/submit/properties/\
method/enum",keyword:"enum",params:{allowedValues:f.properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:f.properties.
submit.properties.method.enum,parentSchema:f.properties.submit.properties.method,data:d};e===null?e=[H]:e.push(H),s++}var q=$===s}if(k.path!==void 0){let d=k.path,
$=s,E=s,H=s;if(typeof d=="string"){if(!vt.test(d)){let l={instancePath:r+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},
message:'must match pattern "^/"',schema:"^/",parentSchema:xe,data:d};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/submit/path",schemaPath:"#/$def\
s/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.type,parentSchema:xe,data:d};e===null?e=[l]:e.push(l),s++}var j=E===s,q=$===
s}if(k.paths!==void 0){let d=k.paths,$=s;ws(d,{instancePath:r+"/submit/paths",parentData:k,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(e=e===null?
ws.errors:e.concat(ws.errors),s=e.length);var q=$===s}if(k.headers!==void 0){let d=k.headers,$=s,E=s,H=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(Object.
keys(d).length<1){let w={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},message:"must\
 NOT have fewer than 1 properties",schema:1,parentSchema:Ze,data:d};e===null?e=[w]:e.push(w),s++}for(let w in d){let N=s;if(typeof w=="string"&&!fr.test(w)){let O={
instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must ma\
tch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ze.propertyNames,data:w,propertyName:w};e===null?e=[O]:e.push(O),s++}var M=N===s;if(!M){
let O={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:w},message:"property name m\
ust be valid",schema:Ze.propertyNames,parentSchema:Ze,data:d};e===null?e=[O]:e.push(O),s++}}let l=s;for(let w in d){let N=d[w],O=s,y=s;if(typeof N=="string"){if(!cn.
test(N)){let S={instancePath:r+"/submit/headers/"+w.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"\
pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:Ze.additionalProperties,data:N};
e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/submit/headers/"+w.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additional\
Properties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ze.additionalProperties.type,parentSchema:Ze.additionalProperties,data:N};
e===null?e=[S]:e.push(S),s++}var T=O===s}}else{let l={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:Ze.type,parentSchema:Ze,data:d};e===null?e=[l]:e.push(l),s++}var L=E===s,q=$===s}if(k.encoding!==void 0){let d=k.encoding,$=s,
E=s,H=dn.enum;if(!(d==="json"||d==="form")){let l={instancePath:r+"/submit/encoding",schemaPath:"#/$defs/encoding/enum",keyword:"enum",params:{allowedValues:dn.
enum},message:"must be equal to one of the allowed values",schema:dn.enum,parentSchema:dn,data:d};e===null?e=[l]:e.push(l),s++}var D=E===s,q=$===s}if(k.status!==
void 0){let d=k.status,$=s;if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let p={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status\
/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:f.properties.submit.properties.status.type,parentSchema:f.properties.submit.properties.
status,data:d};e===null?e=[p]:e.push(p),s++}let E=s;if(typeof d=="number"){if(d>299||isNaN(d)){let p={instancePath:r+"/submit/status",schemaPath:"#/properties/s\
ubmit/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:299},message:"must be <= 299",schema:299,parentSchema:f.properties.submit.properties.
status,data:d};e===null?e=[p]:e.push(p),s++}if(d<200||isNaN(d)){let p={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:f.properties.submit.properties.status,data:d};e===null?e=[
p]:e.push(p),s++}}var q=$===s}if(k.ignored!==void 0){let d=k.ignored,$=s,E=s;if(Array.isArray(d)){if(d.length<1){let w={instancePath:r+"/submit/ignored",schemaPath:"\
#/properties/submit/properties/ignored/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.
submit.properties.ignored,data:d};e===null?e=[w]:e.push(w),s++}let p=!0,l=d.length;for(let w=0;w<l;w++){let N=d[w],O=s,y=s,S=s;if(typeof N=="string"){if(!Re.test(
N)){let x={instancePath:r+"/submit/ignored/"+w,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must matc\
h pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:N};e===null?e=[x]:e.push(x),s++}}else{let x={instancePath:r+"/submit/ignored\
/"+w,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:N};e===null?e=[x]:e.push(
x),s++}var ie=y===s,G=O===s;G||(p=!1)}}else{let p={instancePath:r+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:f.properties.submit.properties.ignored.type,parentSchema:f.properties.submit.properties.ignored,data:d};e===null?e=
[p]:e.push(p),s++}var q=$===s}if(k.implied!==void 0){let d=k.implied,$=s,E=s;if(Array.isArray(d)){if(d.length<1){let w={instancePath:r+"/submit/implied",schemaPath:"\
#/properties/submit/properties/implied/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.
submit.properties.implied,data:d};e===null?e=[w]:e.push(w),s++}let p=!0,l=d.length;for(let w=0;w<l;w++){let N=d[w],O=s,y=s;if(N&&typeof N=="object"&&!Array.isArray(
N)){if(N.at===void 0){let x={instancePath:r+"/submit/implied/"+w,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:f.properties.submit.properties.implied.items.required,parentSchema:f.properties.submit.properties.implied.
items,data:N};e===null?e=[x]:e.push(x),s++}if(N.is===void 0){let x={instancePath:r+"/submit/implied/"+w,schemaPath:"#/properties/submit/properties/implied/items\
/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:f.properties.submit.properties.implied.items.required,
parentSchema:f.properties.submit.properties.implied.items,data:N};e===null?e=[x]:e.push(x),s++}let S=s;for(let x in N)if(!(x==="at"||x==="is")){let z={instancePath:r+
"/submit/implied/"+w,schemaPath:"#/properties/submit/properties/implied/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},
message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.submit.properties.implied.items,data:N};e===null?e=[z]:e.push(z),s++}if(N.at!==
void 0){let x=N.at,z=s,_=s,v=s;if(typeof x=="string"){if(!Re.test(x)){let P={instancePath:r+"/submit/implied/"+w+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:x};e===null?
e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/submit/implied/"+w+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:Z.type,parentSchema:Z,data:x};e===null?e=[P]:e.push(P),s++}var B=_===s,C=z===s}if(N.is!==void 0){let x=N.is,z=s,_=s;if(Array.isArray(x)){if(x.
length<1){let P={instancePath:r+"/submit/implied/"+w+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.submit.properties.implied.items.properties.is,data:x};e===null?e=[P]:e.push(
P),s++}}else{let P={instancePath:r+"/submit/implied/"+w+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:f.properties.submit.properties.implied.items.properties.is.type,parentSchema:f.properties.submit.properties.implied.
items.properties.is,data:x};e===null?e=[P]:e.push(P),s++}var C=z===s}}else{let S={instancePath:r+"/submit/implied/"+w,schemaPath:"#/properties/submit/properties\
/implied/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.submit.properties.implied.items.type,parentSchema:f.properties.
submit.properties.implied.items,data:N};e===null?e=[S]:e.push(S),s++}var fe=O===s;fe||(p=!1)}}else{let p={instancePath:r+"/submit/implied",schemaPath:"#/propert\
ies/submit/properties/implied/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.submit.properties.implied.type,parentSchema:f.
properties.submit.properties.implied,data:d};e===null?e=[p]:e.push(p),s++}var q=$===s}if(k.source!==void 0){let d=k.source,$=s,E=s,H=s;if(typeof d=="string"){if(ae(
d)<1){let l={instancePath:r+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}var ue=E===s,q=$===s}}else{let h={instancePath:r+
"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.submit.type,parentSchema:f.properties.
submit,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===s}if(t.rows!==void 0){let k=t.rows,ke=s,rt=s;if(Array.isArray(k)){if(k.length<1){let $={instancePath:r+"/\
rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.
rows,data:k};e===null?e=[$]:e.push($),s++}let h=!0,d=k.length;for(let $=0;$<d;$++){let E=k[$],H=s;vs(E,{instancePath:r+"/rows/"+$,parentData:k,parentDataProperty:$,
rootData:o,dynamicAnchors:i})||(e=e===null?vs.errors:e.concat(vs.errors),s=e.length);var Ce=H===s;Ce||(h=!1)}}else{let h={instancePath:r+"/rows",schemaPath:"#/p\
roperties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.rows.type,parentSchema:f.properties.rows,data:k};e===null?
e=[h]:e.push(h),s++}var b=ke===s}if(t.drops!==void 0){let k=t.drops,ke=s,rt=s;if(Array.isArray(k)){let h=!0,d=k.length;for(let $=0;$<d;$++){let E=k[$],H=s,p=s;if(E&&
typeof E=="object"&&!Array.isArray(E)){if(E.parameter===void 0){let w={instancePath:r+"/drops/"+$,schemaPath:"#/properties/drops/items/required",keyword:"requir\
ed",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:f.properties.drops.items.required,parentSchema:f.properties.drops.
items,data:E};e===null?e=[w]:e.push(w),s++}if(E.reason===void 0){let w={instancePath:r+"/drops/"+$,schemaPath:"#/properties/drops/items/required",keyword:"requi\
red",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:f.properties.drops.items.required,parentSchema:f.properties.drops.items,
data:E};e===null?e=[w]:e.push(w),s++}if(E.source===void 0){let w={instancePath:r+"/drops/"+$,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.drops.items.required,parentSchema:f.properties.drops.items,data:E};
e===null?e=[w]:e.push(w),s++}let l=s;for(let w in E)if(!(w==="parameter"||w==="values"||w==="when"||w==="reason"||w==="source")){let N={instancePath:r+"/drops/"+
$,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional prop\
erties",schema:!1,parentSchema:f.properties.drops.items,data:E};e===null?e=[N]:e.push(N),s++}if(E.parameter!==void 0){let w=E.parameter,N=s;if(typeof w!="string"){
let y={instancePath:r+"/drops/"+$+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:f.properties.drops.items.properties.parameter.type,parentSchema:f.properties.drops.items.properties.parameter,data:w};e===null?e=[y]:e.push(
y),s++}let O=s;var U=N===s}if(E.values!==void 0){let w=E.values,N=s,O=s;if(Array.isArray(w)){if(w.length<1){let S={instancePath:r+"/drops/"+$+"/values",schemaPath:"\
#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.
drops.items.properties.values,data:w};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/drops/"+$+"/values",schemaPath:"#/properties/drops/items/proper\
ties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.drops.items.properties.values.type,parentSchema:f.properties.
drops.items.properties.values,data:w};e===null?e=[S]:e.push(S),s++}var U=N===s}if(E.when!==void 0){let w=E.when,N=s;kt(w,{instancePath:r+"/drops/"+$+"/when",parentData:E,
parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(e=e===null?kt.errors:e.concat(kt.errors),s=e.length);var U=N===s}if(E.reason!==void 0){let w=E.reason,
N=s,O=s;if(typeof w=="string"){if(ae(w)<1){let S={instancePath:r+"/drops/"+$+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.drops.items.properties.reason,data:w};e===null?e=
[S]:e.push(S),s++}}else{let S={instancePath:r+"/drops/"+$+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:f.properties.drops.items.properties.reason.type,parentSchema:f.properties.drops.items.properties.reason,data:w};e===null?
e=[S]:e.push(S),s++}var U=N===s}if(E.source!==void 0){let w=E.source,N=s,O=s,y=s;if(typeof w=="string"){if(ae(w)<1){let x={instancePath:r+"/drops/"+$+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:w};e===
null?e=[x]:e.push(x),s++}}else{let x={instancePath:r+"/drops/"+$+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:re.type,parentSchema:re,data:w};e===null?e=[x]:e.push(x),s++}var te=O===s,U=N===s}}else{let l={instancePath:r+"/drops/"+$,schemaPath:"#/proper\
ties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.drops.items.type,parentSchema:f.properties.drops.items,
data:E};e===null?e=[l]:e.push(l),s++}var ve=H===s;ve||(h=!1)}}else{let h={instancePath:r+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:f.properties.drops.type,parentSchema:f.properties.drops,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===s}if(t.needs!==void 0){
let k=t.needs,ke=s,rt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){let h=s;for(let d in k){let $=k[d],E=s,H=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.
reason===void 0){let l={instancePath:r+"/needs/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"\
required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:f.properties.needs.additionalProperties.required,parentSchema:f.
properties.needs.additionalProperties,data:$};e===null?e=[l]:e.push(l),s++}if($.source===void 0){let l={instancePath:r+"/needs/"+d.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 's\
ource'",schema:f.properties.needs.additionalProperties.required,parentSchema:f.properties.needs.additionalProperties,data:$};e===null?e=[l]:e.push(l),s++}let p=s;
for(let l in $)if(!(l==="reason"||l==="source")){let w={instancePath:r+"/needs/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additio\
nalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:f.
properties.needs.additionalProperties,data:$};e===null?e=[w]:e.push(w),s++}if($.reason!==void 0){let l=$.reason,w=s,N=s;if(typeof l=="string"){if(ae(l)<1){let O={
instancePath:r+"/needs/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.needs.additionalProperties.properties.reason,data:l};
e===null?e=[O]:e.push(O),s++}}else{let O={instancePath:r+"/needs/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalP\
roperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.needs.additionalProperties.properties.reason.
type,parentSchema:f.properties.needs.additionalProperties.properties.reason,data:l};e===null?e=[O]:e.push(O),s++}var We=w===s}if($.source!==void 0){let l=$.source,
w=s,N=s,O=s;if(typeof l=="string"){if(ae(l)<1){let S={instancePath:r+"/needs/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:l};e===null?e=[S]:e.push(S),s++}}else{
let S={instancePath:r+"/needs/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:l};e===null?e=[S]:e.push(S),s++}var ee=N===s,We=w===s}}else{let p={instancePath:r+"/needs/"+d.replace(/~/g,"\
~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.
needs.additionalProperties.type,parentSchema:f.properties.needs.additionalProperties,data:$};e===null?e=[p]:e.push(p),s++}var R=E===s}}else{let h={instancePath:r+
"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.needs.type,parentSchema:f.properties.
needs,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===s}if(t.lacks!==void 0){let k=t.lacks,ke=s,rt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){let h=s;for(let d in k){
let $=k[d],E=s,H=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.reason===void 0){let l={instancePath:r+"/lacks/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:f.properties.
lacks.additionalProperties.required,parentSchema:f.properties.lacks.additionalProperties,data:$};e===null?e=[l]:e.push(l),s++}if($.source===void 0){let l={instancePath:r+
"/lacks/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"sou\
rce"},message:"must have required property 'source'",schema:f.properties.lacks.additionalProperties.required,parentSchema:f.properties.lacks.additionalProperties,
data:$};e===null?e=[l]:e.push(l),s++}let p=s;for(let l in $)if(!(l==="reason"||l==="source")){let w={instancePath:r+"/lacks/"+d.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:f.properties.lacks.additionalProperties,data:$};e===null?e=[w]:e.push(w),s++}if($.reason!==void 0){let l=$.reason,
w=s,N=s;if(typeof l=="string"){if(ae(l)<1){let O={instancePath:r+"/lacks/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/add\
itionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.
lacks.additionalProperties.properties.reason,data:l};e===null?e=[O]:e.push(O),s++}}else{let O={instancePath:r+"/lacks/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+
"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.
lacks.additionalProperties.properties.reason.type,parentSchema:f.properties.lacks.additionalProperties.properties.reason,data:l};e===null?e=[O]:e.push(O),s++}var K=w===
s}if($.source!==void 0){let l=$.source,w=s,N=s,O=s;if(typeof l=="string"){if(ae(l)<1){let S={instancePath:r+"/lacks/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"\
/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:l};
e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/lacks/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:l};e===null?e=[S]:e.push(S),s++}var le=N===s,K=w===s}}else{let p={instancePath:r+
"/lacks/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must\
 be object",schema:f.properties.lacks.additionalProperties.type,parentSchema:f.properties.lacks.additionalProperties,data:$};e===null?e=[p]:e.push(p),s++}var Fe=E===
s}}else{let h={instancePath:r+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.lacks.
type,parentSchema:f.properties.lacks,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===s}if(t.id!==void 0){let k=t.id,ke=s,rt=s,er=s;if(typeof k=="string"){if(!Re.
test(k)){let d={instancePath:r+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:k};e===null?e=[d]:e.push(d),s++}}else{let d={instancePath:r+"/id",schemaPath:"#/$defs/\
pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:k};e===null?e=[d]:e.push(d),s++}var je=rt===s,b=ke===
s}if(t.idForm!==void 0){let k=t.idForm,ke=s,rt=s;if(typeof k=="string"){if(!My.test(k)){let h={instancePath:r+"/idForm",schemaPath:"#/properties/idForm/pattern",
keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"\
^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:f.properties.idForm,data:k};e===null?e=[h]:e.push(h),s++}}else{let h={instancePath:r+"/idForm",schemaPath:"\
#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.idForm.type,parentSchema:f.properties.idForm,data:k};
e===null?e=[h]:e.push(h),s++}var b=ke===s}if(t.queryId!==void 0){let k=t.queryId,ke=s,rt=s,er=s;if(typeof k=="string"){if(!Re.test(k)){let d={instancePath:r+"/q\
ueryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Z,data:k};e===null?e=[d]:e.push(d),s++}}else{let d={instancePath:r+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:k};e===null?e=[d]:e.push(d),s++}var Y=rt===s,b=ke===s}if(t.query!==void 0){let k=t.
query,ke=s,rt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.method===void 0){let $={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"\
required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:f.properties.query.required,parentSchema:f.properties.query,data:k};
e===null?e=[$]:e.push($),s++}if(k.path===void 0){let $={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:f.properties.query.required,parentSchema:f.properties.query,data:k};e===null?e=[$]:e.push($),s++}if(k.
source===void 0){let $={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have\
 required property 'source'",schema:f.properties.query.required,parentSchema:f.properties.query,data:k};e===null?e=[$]:e.push($),s++}let h=s;for(let $ in k)if(!($===
"method"||$==="path"||$==="paths"||$==="at"||$==="hosts"||$==="headers"||$==="body"||$==="source")){let E={instancePath:r+"/query",schemaPath:"#/properties/quer\
y/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.
query,data:k};e===null?e=[E]:e.push(E),s++}if(k.method!==void 0){let $=k.method,E=s,H=f.properties.query.properties.method.enum;if(!($==="GET"||$==="POST"||$===
"PUT"||$==="DELETE")){let p={instancePath:r+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:f.properties.
query.properties.method.enum},message:"must be equal to one of the allowed values",schema:f.properties.query.properties.method.enum,parentSchema:f.properties.query.
properties.method,data:$};e===null?e=[p]:e.push(p),s++}var qe=E===s}if(k.path!==void 0){let $=k.path,E=s,H=s,p=s;if(typeof $=="string"){if(!vt.test($)){let w={instancePath:r+
"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,data:$};e===
null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:xe.type,parentSchema:xe,data:$};e===null?e=[w]:e.push(w),s++}var Te=H===s,qe=E===s}if(k.paths!==void 0){let $=k.paths,E=s;ks($,{instancePath:r+"/query/pa\
ths",parentData:k,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(e=e===null?ks.errors:e.concat(ks.errors),s=e.length);var qe=E===s}if(k.at!==void 0){
let $=k.at,E=s,H=s,p=s;if(typeof $=="string"){if(!Re.test($)){let w={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:$};e===null?e=[w]:e.push(w),s++}}else{
let w={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:$};e===null?e=[w]:e.push(w),s++}var st=H===s,qe=E===s}if(k.hosts!==void 0){let $=k.hosts,E=s,H=s;if(Array.isArray($)){if($.length<1){let N={instancePath:r+
"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:f.properties.query.properties.hosts,data:$};e===null?e=[N]:e.push(N),s++}let l=!0,w=$.length;for(let N=0;N<w;N++){let O=$[N],y=s,S=s;if(typeof O=="\
string"){if(!Ly.test(O)){let x={instancePath:r+"/query/hosts/"+N,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"\
^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:f.
properties.query.properties.hosts.items,data:O};e===null?e=[x]:e.push(x),s++}}else{let x={instancePath:r+"/query/hosts/"+N,schemaPath:"#/properties/query/proper\
ties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.query.properties.hosts.items.type,parentSchema:f.properties.
query.properties.hosts.items,data:O};e===null?e=[x]:e.push(x),s++}var ot=y===s;ot||(l=!1)}}else{let l={instancePath:r+"/query/hosts",schemaPath:"#/properties/qu\
ery/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.query.properties.hosts.type,parentSchema:f.properties.
query.properties.hosts,data:$};e===null?e=[l]:e.push(l),s++}var qe=E===s}if(k.headers!==void 0){let $=k.headers,E=s,H=s,p=s;if($&&typeof $=="object"&&!Array.isArray(
$)){if(Object.keys($).length<1){let N={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},
message:"must NOT have fewer than 1 properties",schema:1,parentSchema:Ze,data:$};e===null?e=[N]:e.push(N),s++}for(let N in $){let O=s;if(typeof N=="string"&&!fr.
test(N)){let y={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ze.propertyNames,data:N,propertyName:N};e===null?e=[y]:e.push(y),s++}var Xt=O===
s;if(!Xt){let y={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:N},message:"proper\
ty name must be valid",schema:Ze.propertyNames,parentSchema:Ze,data:$};e===null?e=[y]:e.push(y),s++}}let w=s;for(let N in $){let O=$[N],y=s,S=s;if(typeof O=="st\
ring"){if(!cn.test(O)){let x={instancePath:r+"/query/headers/"+N.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pa\
ttern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:Ze.additionalProperties,
data:O};e===null?e=[x]:e.push(x),s++}}else{let x={instancePath:r+"/query/headers/"+N.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/add\
itionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ze.additionalProperties.type,parentSchema:Ze.additionalProperties,
data:O};e===null?e=[x]:e.push(x),s++}var Ge=y===s}}else{let w={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:Ze.type,parentSchema:Ze,data:$};e===null?e=[w]:e.push(w),s++}var Ur=H===s,qe=E===s}if(k.body!==void 0){let $=k.body,E=s;
Et($,{instancePath:r+"/query/body",parentData:k,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(e=e===null?Et.errors:e.concat(Et.errors),s=e.length);var qe=E===
s}if(k.source!==void 0){let $=k.source,E=s,H=s,p=s;if(typeof $=="string"){if(ae($)<1){let w={instancePath:r+"/query/source",schemaPath:"#/$defs/source/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:$};e===null?e=[w]:e.push(w),s++}}else{let w={
instancePath:r+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:$};
e===null?e=[w]:e.push(w),s++}var Go=H===s,qe=E===s}let d;if(k.at!==void 0&&k.hosts===void 0){let $={instancePath:r+"/query",schemaPath:"#/properties/query/depen\
dentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when propert\
y at is present",schema:f.properties.query.dependentRequired,parentSchema:f.properties.query,data:k};e===null?e=[$]:e.push($),s++}if(k.hosts!==void 0&&k.at===void 0){
let $={instancePath:r+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,
deps:"at"},message:"must have property at when property hosts is present",schema:f.properties.query.dependentRequired,parentSchema:f.properties.query,data:k};e===
null?e=[$]:e.push($),s++}}else{let h={instancePath:r+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:f.properties.query.type,parentSchema:f.properties.query,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===s}if(t.list!==void 0){let k=t.list,ke=s,rt=s;if(k&&
typeof k=="object"&&!Array.isArray(k)){if(k.path===void 0){let d={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:f.properties.list.required,parentSchema:f.properties.list,data:k};e===null?e=[d]:e.push(d),s++}if(k.filter===
void 0){let d={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"must have required p\
roperty 'filter'",schema:f.properties.list.required,parentSchema:f.properties.list,data:k};e===null?e=[d]:e.push(d),s++}if(k.limit===void 0){let d={instancePath:r+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property 'limit'",schema:f.properties.
list.required,parentSchema:f.properties.list,data:k};e===null?e=[d]:e.push(d),s++}if(k.items===void 0){let d={instancePath:r+"/list",schemaPath:"#/properties/li\
st/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property 'items'",schema:f.properties.list.required,parentSchema:f.
properties.list,data:k};e===null?e=[d]:e.push(d),s++}if(k.source===void 0){let d={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"requir\
ed",params:{missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.list.required,parentSchema:f.properties.list,data:k};e===
null?e=[d]:e.push(d),s++}let h=s;for(let d in k)if(!(d==="path"||d==="filter"||d==="limit"||d==="items"||d==="within"||d==="source")){let $={instancePath:r+"/li\
st",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional propertie\
s",schema:!1,parentSchema:f.properties.list,data:k};e===null?e=[$]:e.push($),s++}if(k.path!==void 0){let d=k.path,$=s,E=s,H=s;if(typeof d=="string"){if(!vt.test(
d)){let p={instancePath:r+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,
data:d};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:xe.type,parentSchema:xe,data:d};e===null?e=[p]:e.push(p),s++}var mr=E===s,Nt=$===s}if(k.filter!==void 0){let d=k.filter,$=s,E=s;if(typeof d==
"string"){if(ae(d)<1){let p={instancePath:r+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.list.properties.filter,data:d};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+
"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.list.properties.
filter.type,parentSchema:f.properties.list.properties.filter,data:d};e===null?e=[p]:e.push(p),s++}var Nt=$===s}if(k.limit!==void 0){let d=k.limit,$=s;if(!(typeof d==
"number"&&!(d%1)&&!isNaN(d))){let p={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"\
must be integer",schema:f.properties.list.properties.limit.type,parentSchema:f.properties.list.properties.limit,data:d};e===null?e=[p]:e.push(p),s++}let E=s;if(typeof d==
"number"){if(d>500||isNaN(d)){let p={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:500},message:"must be <= 500",schema:500,parentSchema:f.properties.list.properties.limit,data:d};e===null?e=[p]:e.push(p),s++}if(d<2||isNaN(d)){let p={
instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,
parentSchema:f.properties.list.properties.limit,data:d};e===null?e=[p]:e.push(p),s++}}var Nt=$===s}if(k.items!==void 0){let d=k.items,$=s,E=s,H=s;if(typeof d=="\
string"){if(!Re.test(d)){let l={instancePath:r+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:d};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/list/\
items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:d};e===null?e=[l]:e.push(
l),s++}var $r=E===s,Nt=$===s}if(k.within!==void 0){let d=k.within,$=s,E=s,H=s;if(typeof d=="string"){if(!Re.test(d)){let l={instancePath:r+"/list/within",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:d};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Z.type,parentSchema:Z,data:d};e===null?e=[l]:e.push(l),s++}var oy=E===s,Nt=$===s}if(k.source!==void 0){let d=k.source,$=s,
E=s,H=s;if(typeof d=="string"){if(ae(d)<1){let l={instancePath:r+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/list/source",schemaPath:"#/$d\
efs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}var iy=E===s,
Nt=$===s}}else{let h={instancePath:r+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.
list.type,parentSchema:f.properties.list,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===s}if(t.history!==void 0){let k=t.history,ke=s,rt=s;if(k&&typeof k=="obj\
ect"&&!Array.isArray(k)){if(k.paths===void 0){let d={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"\
paths"},message:"must have required property 'paths'",schema:f.properties.history.required,parentSchema:f.properties.history,data:k};e===null?e=[d]:e.push(d),s++}
if(k.items===void 0){let d={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"items"},message:"mu\
st have required property 'items'",schema:f.properties.history.required,parentSchema:f.properties.history,data:k};e===null?e=[d]:e.push(d),s++}if(k.next===void 0){
let d={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"next"},message:"must have required prope\
rty 'next'",schema:f.properties.history.required,parentSchema:f.properties.history,data:k};e===null?e=[d]:e.push(d),s++}if(k.created===void 0){let d={instancePath:r+
"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"created"},message:"must have required property 'created'",schema:f.
properties.history.required,parentSchema:f.properties.history,data:k};e===null?e=[d]:e.push(d),s++}if(k.source===void 0){let d={instancePath:r+"/history",schemaPath:"\
#/properties/history/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.history.required,
parentSchema:f.properties.history,data:k};e===null?e=[d]:e.push(d),s++}let h=s;for(let d in k)if(!(d==="paths"||d==="items"||d==="within"||d==="created"||d==="s\
ize"||d==="next"||d==="source")){let $={instancePath:r+"/history",schemaPath:"#/properties/history/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.history,data:k};e===null?e=[$]:e.push($),s++}if(k.paths!==
void 0){let d=k.paths,$=s,E=s;if(Array.isArray(d)){if(d.length<1){let O={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/minIt\
ems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.history.properties.paths,data:d};e===null?
e=[O]:e.push(O),s++}let H=!0,p=d.length;for(let O=0;O<p;O++){let y=d[O],S=s,x=s,z=s;if(typeof y=="string"){if(!vt.test(y)){let _={instancePath:r+"/history/paths\
/"+O,schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,data:y};e===null?e=
[_]:e.push(_),s++}}else{let _={instancePath:r+"/history/paths/"+O,schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:xe.type,parentSchema:xe,data:y};e===null?e=[_]:e.push(_),s++}var py=x===s,Zo=S===s;Zo||(H=!1)}let l,w=d.length,N;if(l=!0,w>1){e:for(;w--;)for(N=w;N--;)if(Ey(
d[w],d[N])){let O={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/uniqueItems",keyword:"uniqueItems",params:{i:w,j:N},message:"\
must NOT have duplicate items (items ## "+N+" and "+w+" are identical)",schema:!0,parentSchema:f.properties.history.properties.paths,data:d};e===null?e=[O]:e.push(
O),s++,l=!1;break e}}}else{let H={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:f.properties.history.properties.paths.type,parentSchema:f.properties.history.properties.paths,data:d};e===null?e=[H]:e.push(H),s++}var Sr=$===
s}if(k.items!==void 0){let d=k.items,$=s,E=s,H=s;if(typeof d=="string"){if(!Re.test(d)){let l={instancePath:r+"/history/items",schemaPath:"#/$defs/pointer/patte\
rn",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:d};
e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/history/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Z.type,parentSchema:Z,data:d};e===null?e=[l]:e.push(l),s++}var Od=E===s,Sr=$===s}if(k.within!==void 0){let d=k.within,$=s,E=s,H=s;if(typeof d==
"string"){if(!Re.test(d)){let l={instancePath:r+"/history/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:d};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+
"/history/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:d};e===null?
e=[l]:e.push(l),s++}var dy=E===s,Sr=$===s}if(k.created!==void 0){let d=k.created,$=s,E=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.at===void 0){let l={instancePath:r+
"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"required",params:{missingProperty:"at"},message:"must have required pr\
operty 'at'",schema:f.properties.history.properties.created.required,parentSchema:f.properties.history.properties.created,data:d};e===null?e=[l]:e.push(l),s++}if(d.
as===void 0){let l={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"required",params:{missingProperty:"\
as"},message:"must have required property 'as'",schema:f.properties.history.properties.created.required,parentSchema:f.properties.history.properties.created,data:d};
e===null?e=[l]:e.push(l),s++}let p=s;for(let l in d)if(!(l==="at"||l==="as")){let w={instancePath:r+"/history/created",schemaPath:"#/properties/history/properti\
es/created/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:f.
properties.history.properties.created,data:d};e===null?e=[w]:e.push(w),s++}if(d.at!==void 0){let l=d.at,w=s,N=s,O=s;if(typeof l=="string"){if(!Re.test(l)){let y={
instancePath:r+"/history/created/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:l};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/history/created/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:l};e===null?e=[y]:e.push(y),s++}var ra=N===
s,jd=w===s}if(d.as!==void 0){let l=d.as,w=s,N=f.properties.history.properties.created.properties.as.enum;if(!(l==="seconds"||l==="milliseconds"||l==="date")){let y={
instancePath:r+"/history/created/as",schemaPath:"#/properties/history/properties/created/properties/as/enum",keyword:"enum",params:{allowedValues:f.properties.history.
properties.created.properties.as.enum},message:"must be equal to one of the allowed values",schema:f.properties.history.properties.created.properties.as.enum,parentSchema:f.
properties.history.properties.created.properties.as,data:l};e===null?e=[y]:e.push(y),s++}var jd=w===s}}else{let p={instancePath:r+"/history/created",schemaPath:"\
#/properties/history/properties/created/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.history.properties.created.type,
parentSchema:f.properties.history.properties.created,data:d};e===null?e=[p]:e.push(p),s++}var Sr=$===s}if(k.size!==void 0){let d=k.size,$=s,E=s;if(d&&typeof d==
"object"&&!Array.isArray(d)){if(d.parameter===void 0){let l={instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/required",keyword:"\
required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:f.properties.history.properties.size.required,parentSchema:f.
properties.history.properties.size,data:d};e===null?e=[l]:e.push(l),s++}if(d.most===void 0){let l={instancePath:r+"/history/size",schemaPath:"#/properties/histo\
ry/properties/size/required",keyword:"required",params:{missingProperty:"most"},message:"must have required property 'most'",schema:f.properties.history.properties.
size.required,parentSchema:f.properties.history.properties.size,data:d};e===null?e=[l]:e.push(l),s++}let p=s;for(let l in d)if(!(l==="parameter"||l==="most")){let w={
instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},
message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.history.properties.size,data:d};e===null?e=[w]:e.push(w),s++}if(d.parameter!==
void 0){let l=d.parameter,w=s,N=s;if(typeof l=="string"){if(ae(l)<1){let O={instancePath:r+"/history/size/parameter",schemaPath:"#/properties/history/properties\
/size/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.history.
properties.size.properties.parameter,data:l};e===null?e=[O]:e.push(O),s++}}else{let O={instancePath:r+"/history/size/parameter",schemaPath:"#/properties/history\
/properties/size/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.history.properties.size.properties.
parameter.type,parentSchema:f.properties.history.properties.size.properties.parameter,data:l};e===null?e=[O]:e.push(O),s++}var _r=w===s}if(d.most!==void 0){let l=d.
most,w=s;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l))){let y={instancePath:r+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/mos\
t/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:f.properties.history.properties.size.properties.most.type,parentSchema:f.properties.
history.properties.size.properties.most,data:l};e===null?e=[y]:e.push(y),s++}let N=s;if(typeof l=="number"){if(l>1e3||isNaN(l)){let y={instancePath:r+"/history/\
size/most",schemaPath:"#/properties/history/properties/size/properties/most/maximum",keyword:"maximum",params:{comparison:"<=",limit:1e3},message:"must be <= 10\
00",schema:1e3,parentSchema:f.properties.history.properties.size.properties.most,data:l};e===null?e=[y]:e.push(y),s++}if(l<2||isNaN(l)){let y={instancePath:r+"/\
history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be\
 >= 2",schema:2,parentSchema:f.properties.history.properties.size.properties.most,data:l};e===null?e=[y]:e.push(y),s++}}var _r=w===s}}else{let p={instancePath:r+
"/history/size",schemaPath:"#/properties/history/properties/size/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.history.
properties.size.type,parentSchema:f.properties.history.properties.size,data:d};e===null?e=[p]:e.push(p),s++}var Sr=$===s}if(k.next!==void 0){let d=k.next,$=s,E=s,
H=s,p=!0,l=s;if(d&&typeof d=="object"&&!Array.isArray(d))if(d.by!==void 0){let O=d.by,y=s;if(O!=="url"){let S={};e===null?e=[S]:e.push(S),s++}var Qo=y===s}else var Qo=!0;
var cs=l===s;s=H,e!==null&&(H?e.length=H:e=null);let w;if(cs){let O=s,y=s,S=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let z;if(d.more===void 0&&(z="more")){
let _={};e===null?e=[_]:e.push(_),s++}}var Xo=S===s;if(Xo){let z={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/then/not",keyword:"\
not",params:{},message:"must NOT be valid",schema:f.properties.history.properties.next.then.not,parentSchema:f.properties.history.properties.next.then,data:d};e===
null?e=[z]:e.push(z),s++}else s=y,e!==null&&(y?e.length=y:e=null);if(d&&typeof d=="object"&&!Array.isArray(d)&&d.at===void 0){let z={instancePath:r+"/history/ne\
xt",schemaPath:"#/properties/history/properties/next/then/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",
schema:f.properties.history.properties.next.then.required,parentSchema:f.properties.history.properties.next.then,data:d};e===null?e=[z]:e.push(z),s++}var cs=O===
s;p=cs,w="then"}else{let O=s,y=s,S=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let z;if(d.at===void 0&&(z="at")){let _={};e===null?e=[_]:e.push(_),s++}}var Yt=S===
s;if(Yt){let z={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/else/not",keyword:"not",params:{},message:"must NOT be valid",schema:f.
properties.history.properties.next.else.not,parentSchema:f.properties.history.properties.next.else,data:d};e===null?e=[z]:e.push(z),s++}else s=y,e!==null&&(y?e.
length=y:e=null);var cs=O===s;p=cs,w="else"}if(!p){let O={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/if",keyword:"if",params:{
failingKeyword:w},message:'must match "'+w+'" schema',schema:f.properties.history.properties.next.if,parentSchema:f.properties.history.properties.next,data:d};e===
null?e=[O]:e.push(O),s++}if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let y={instancePath:r+"/history/next",schemaPath:"#/properties/history/p\
roperties/next/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:f.properties.history.properties.next.
required,parentSchema:f.properties.history.properties.next,data:d};e===null?e=[y]:e.push(y),s++}if(d.parameter===void 0){let y={instancePath:r+"/history/next",schemaPath:"\
#/properties/history/properties/next/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:f.
properties.history.properties.next.required,parentSchema:f.properties.history.properties.next,data:d};e===null?e=[y]:e.push(y),s++}let O=s;for(let y in d)if(!(y===
"by"||y==="parameter"||y==="at"||y==="more")){let S={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.history.properties.next,data:d};
e===null?e=[S]:e.push(S),s++}if(d.by!==void 0){let y=d.by,S=s,x=f.properties.history.properties.next.properties.by.enum;if(!(y==="page"||y==="offset"||y==="last"||
y==="url")){let z={instancePath:r+"/history/next/by",schemaPath:"#/properties/history/properties/next/properties/by/enum",keyword:"enum",params:{allowedValues:f.
properties.history.properties.next.properties.by.enum},message:"must be equal to one of the allowed values",schema:f.properties.history.properties.next.properties.
by.enum,parentSchema:f.properties.history.properties.next.properties.by,data:y};e===null?e=[z]:e.push(z),s++}var tn=S===s}if(d.parameter!==void 0){let y=d.parameter,
S=s,x=s;if(typeof y=="string"){if(ae(y)<1){let _={instancePath:r+"/history/next/parameter",schemaPath:"#/properties/history/properties/next/properties/parameter\
/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.history.properties.next.properties.
parameter,data:y};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+"/history/next/parameter",schemaPath:"#/properties/history/properties/next/properties\
/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.history.properties.next.properties.parameter.type,parentSchema:f.
properties.history.properties.next.properties.parameter,data:y};e===null?e=[_]:e.push(_),s++}var tn=S===s}if(d.at!==void 0){let y=d.at,S=s,x=s,z=s;if(typeof y==
"string"){if(!Re.test(y)){let v={instancePath:r+"/history/next/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+
"/history/next/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};e===null?
e=[v]:e.push(v),s++}var cy=x===s,tn=S===s}if(d.more!==void 0){let y=d.more,S=s,x=s,z=s;if(typeof y=="string"){if(!Re.test(y)){let v={instancePath:r+"/history/ne\
xt/more",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/history/next/more",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};e===null?e=[v]:e.push(v),s++}var my=x===s,tn=S===s}}else{let O={instancePath:r+
"/history/next",schemaPath:"#/properties/history/properties/next/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.history.
properties.next.type,parentSchema:f.properties.history.properties.next,data:d};e===null?e=[O]:e.push(O),s++}var Sr=$===s}if(k.source!==void 0){let d=k.source,$=s,
E=s,H=s;if(typeof d=="string"){if(ae(d)<1){let l={instancePath:r+"/history/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/history/source",schemaPath:"#\
/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}var sa=E===
s,Sr=$===s}}else{let h={instancePath:r+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.
properties.history.type,parentSchema:f.properties.history,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===s}if(t.served!==void 0){let k=t.served,ke=s,rt=s;if(k&&
typeof k=="object"&&!Array.isArray(k)){if(Object.keys(k).length<1){let d={instancePath:r+"/served",schemaPath:"#/properties/served/minProperties",keyword:"minPr\
operties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:f.properties.served,data:k};e===null?e=[d]:e.push(d),s++}let h=s;
for(let d in k)if(!(d==="list"||d==="remove")){let $={instancePath:r+"/served",schemaPath:"#/properties/served/additionalProperties",keyword:"additionalProperti\
es",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.served,data:k};e===null?e=[$]:e.push($),s++}
if(k.list!==void 0){let d=k.list,$=s,E=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.told===void 0){let p={instancePath:r+"/served/list",schemaPath:"#/pro\
perties/served/properties/list/required",keyword:"required",params:{missingProperty:"told"},message:"must have required property 'told'",schema:f.properties.served.
properties.list.required,parentSchema:f.properties.served.properties.list,data:d};e===null?e=[p]:e.push(p),s++}let H=s;for(let p in d)if(!(p==="implied"||p==="t\
old")){let l={instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},
message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.served.properties.list,data:d};e===null?e=[l]:e.push(l),s++}if(d.implied!==void 0){
let p=d.implied,l=s,w=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let N=s;for(let O in p){let y=p[O],S=s;if(typeof y!="string"){let z={instancePath:r+"/serve\
d/list/implied/"+O.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/served/properties/list/properties/implied/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:f.properties.served.properties.list.properties.implied.additionalProperties.type,parentSchema:f.properties.
served.properties.list.properties.implied.additionalProperties,data:y};e===null?e=[z]:e.push(z),s++}let x=s;var ly=S===s}}else{let N={instancePath:r+"/served/li\
st/implied",schemaPath:"#/properties/served/properties/list/properties/implied/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.
served.properties.list.properties.implied.type,parentSchema:f.properties.served.properties.list.properties.implied,data:p};e===null?e=[N]:e.push(N),s++}var Jr=l===
s}if(d.told!==void 0){let p=d.told,l=s,w=s;if(Array.isArray(p)){if(p.length<1){let S={instancePath:r+"/served/list/told",schemaPath:"#/properties/served/propert\
ies/list/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.served.properties.
list.properties.told,data:p};e===null?e=[S]:e.push(S),s++}let O=!0,y=p.length;for(let S=0;S<y;S++){let x=p[S],z=s,_=s,v=s,P=!1,A=null,V=s;if(x&&typeof x=="objec\
t"&&!Array.isArray(x)&&x.constant===void 0){let F={instancePath:r+"/served/list/told/"+S,schemaPath:"#/properties/served/properties/list/properties/told/items/o\
neOf/0/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:f.properties.served.properties.list.
properties.told.items.oneOf[0].required,parentSchema:f.properties.served.properties.list.properties.told.items.oneOf[0],data:x};e===null?e=[F]:e.push(F),s++}var aa=V===
s;aa&&(P=!0,A=0);let I=s;if(x&&typeof x=="object"&&!Array.isArray(x)&&x.fact===void 0){let F={instancePath:r+"/served/list/told/"+S,schemaPath:"#/properties/ser\
ved/properties/list/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:f.
properties.served.properties.list.properties.told.items.oneOf[1].required,parentSchema:f.properties.served.properties.list.properties.told.items.oneOf[1],data:x};
e===null?e=[F]:e.push(F),s++}var aa=I===s;if(aa&&P?(P=!1,A=[A,1]):aa&&(P=!0,A=1),P)s=v,e!==null&&(v?e.length=v:e=null);else{let F={instancePath:r+"/served/list/\
told/"+S,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:A},message:"must match exactly one \
schema in oneOf",schema:f.properties.served.properties.list.properties.told.items.oneOf,parentSchema:f.properties.served.properties.list.properties.told.items,data:x};
e===null?e=[F]:e.push(F),s++}if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.at===void 0){let W={instancePath:r+"/served/list/told/"+S,schemaPath:"#/propertie\
s/served/properties/list/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.
served.properties.list.properties.told.items.required,parentSchema:f.properties.served.properties.list.properties.told.items,data:x};e===null?e=[W]:e.push(W),s++}
let F=s;for(let W in x)if(!(W==="at"||W==="constant"||W==="fact")){let Q={instancePath:r+"/served/list/told/"+S,schemaPath:"#/properties/served/properties/list/\
properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additional properties",schema:!1,
parentSchema:f.properties.served.properties.list.properties.told.items,data:x};e===null?e=[Q]:e.push(Q),s++}if(x.at!==void 0){let W=x.at,Q=s,pe=s,$e=s;if(typeof W==
"string"){if(!Re.test(W)){let se={instancePath:r+"/served/list/told/"+S+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|\
~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:W};e===null?e=[se]:e.push(se),s++}}else{let se={
instancePath:r+"/served/list/told/"+S+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:W};e===null?e=[se]:e.push(se),s++}var na=pe===s,Td=Q===s}if(x.fact!==void 0){let W=x.fact,Q=s,pe=f.properties.served.properties.list.properties.told.items.
properties.fact.enum;if(!(W==="first"||W==="last")){let se={instancePath:r+"/served/list/told/"+S+"/fact",schemaPath:"#/properties/served/properties/list/proper\
ties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:f.properties.served.properties.list.properties.told.items.properties.fact.enum},message:"\
must be equal to one of the allowed values",schema:f.properties.served.properties.list.properties.told.items.properties.fact.enum,parentSchema:f.properties.served.
properties.list.properties.told.items.properties.fact,data:W};e===null?e=[se]:e.push(se),s++}var Td=Q===s}}else{let F={instancePath:r+"/served/list/told/"+S,schemaPath:"\
#/properties/served/properties/list/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.served.properties.
list.properties.told.items.type,parentSchema:f.properties.served.properties.list.properties.told.items,data:x};e===null?e=[F]:e.push(F),s++}var Ad=z===s;Ad||(O=
!1)}}else{let O={instancePath:r+"/served/list/told",schemaPath:"#/properties/served/properties/list/properties/told/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:f.properties.served.properties.list.properties.told.type,parentSchema:f.properties.served.properties.list.properties.told,data:p};e===null?
e=[O]:e.push(O),s++}var Jr=l===s}}else{let H={instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:f.properties.served.properties.list.type,parentSchema:f.properties.served.properties.list,data:d};e===null?e=[H]:e.push(
H),s++}var Nd=$===s}if(k.remove!==void 0){let d=k.remove,$=s,E=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.method===void 0){let l={instancePath:r+"/serv\
ed/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property\
 'method'",schema:f.properties.served.properties.remove.required,parentSchema:f.properties.served.properties.remove,data:d};e===null?e=[l]:e.push(l),s++}if(d.path===
void 0){let l={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"path"},message:"\
must have required property 'path'",schema:f.properties.served.properties.remove.required,parentSchema:f.properties.served.properties.remove,data:d};e===null?e=
[l]:e.push(l),s++}if(d.answer===void 0){let l={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{
missingProperty:"answer"},message:"must have required property 'answer'",schema:f.properties.served.properties.remove.required,parentSchema:f.properties.served.
properties.remove,data:d};e===null?e=[l]:e.push(l),s++}if(d.source===void 0){let l={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/r\
emove/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.served.properties.remove.
required,parentSchema:f.properties.served.properties.remove,data:d};e===null?e=[l]:e.push(l),s++}let p=s;for(let l in d)if(!(l==="method"||l==="path"||l==="answ\
er"||l==="source")){let w={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.served.properties.remove,data:d};e===null?e=[w]:
e.push(w),s++}if(d.method!==void 0){let l=d.method,w=s,N=f.properties.served.properties.remove.properties.method.enum;if(!(l==="POST"||l==="DELETE")){let O={instancePath:r+
"/served/remove/method",schemaPath:"#/properties/served/properties/remove/properties/method/enum",keyword:"enum",params:{allowedValues:f.properties.served.properties.
remove.properties.method.enum},message:"must be equal to one of the allowed values",schema:f.properties.served.properties.remove.properties.method.enum,parentSchema:f.
properties.served.properties.remove.properties.method,data:l};e===null?e=[O]:e.push(O),s++}var rn=w===s}if(d.path!==void 0){let l=d.path,w=s,N=s,O=s;if(typeof l==
"string"){if(!vt.test(l)){let S={instancePath:r+"/served/remove/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must ma\
tch pattern "^/"',schema:"^/",parentSchema:xe,data:l};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/served/remove/path",schemaPath:"#/$defs/path/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.type,parentSchema:xe,data:l};e===null?e=[S]:e.push(S),s++}var oa=N===s,rn=w===s}if(d.
answer!==void 0){let l=d.answer,w=s;Et(l,{instancePath:r+"/served/remove/answer",parentData:d,parentDataProperty:"answer",rootData:o,dynamicAnchors:i})||(e=e===
null?Et.errors:e.concat(Et.errors),s=e.length);var rn=w===s}if(d.source!==void 0){let l=d.source,w=s,N=s,O=s;if(typeof l=="string"){if(ae(l)<1){let S={instancePath:r+
"/served/remove/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:l};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/served/remove/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:re.type,parentSchema:re,data:l};e===null?e=[S]:e.push(S),s++}var Yo=N===s,rn=w===s}}else{let p={instancePath:r+"/served/remove",
schemaPath:"#/properties/served/properties/remove/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.served.properties.remove.
type,parentSchema:f.properties.served.properties.remove,data:d};e===null?e=[p]:e.push(p),s++}var Nd=$===s}}else{let h={instancePath:r+"/served",schemaPath:"#/pr\
operties/served/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.served.type,parentSchema:f.properties.served,data:k};e===
null?e=[h]:e.push(h),s++}var b=ke===s}if(t.cancel!==void 0){let k=t.cancel,ke=s,rt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.method===void 0){let d={instancePath:r+
"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:f.
properties.cancel.required,parentSchema:f.properties.cancel,data:k};e===null?e=[d]:e.push(d),s++}if(k.path===void 0){let d={instancePath:r+"/cancel",schemaPath:"\
#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:f.properties.cancel.required,
parentSchema:f.properties.cancel,data:k};e===null?e=[d]:e.push(d),s++}if(k.source===void 0){let d={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/requ\
ired",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.cancel.required,parentSchema:f.properties.
cancel,data:k};e===null?e=[d]:e.push(d),s++}let h=s;for(let d in k)if(!(d==="method"||d==="path"||d==="headers"||d==="body"||d==="from"||d==="proves"||d==="sour\
ce")){let $={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"\
must NOT have additional properties",schema:!1,parentSchema:f.properties.cancel,data:k};e===null?e=[$]:e.push($),s++}if(k.method!==void 0){let d=k.method,$=s,E=f.
properties.cancel.properties.method.enum;if(!(d==="GET"||d==="POST"||d==="PUT"||d==="DELETE")){let H={instancePath:r+"/cancel/method",schemaPath:"#/properties/c\
ancel/properties/method/enum",keyword:"enum",params:{allowedValues:f.properties.cancel.properties.method.enum},message:"must be equal to one of the allowed valu\
es",schema:f.properties.cancel.properties.method.enum,parentSchema:f.properties.cancel.properties.method,data:d};e===null?e=[H]:e.push(H),s++}var Dr=$===s}if(k.
path!==void 0){let d=k.path,$=s,E=s,H=s;if(typeof d=="string"){if(!vt.test(d)){let l={instancePath:r+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"p\
attern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,data:d};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/c\
ancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.type,parentSchema:xe,data:d};e===null?e=[l]:
e.push(l),s++}var uy=E===s,Dr=$===s}if(k.headers!==void 0){let d=k.headers,$=s,E=s,H=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(Object.keys(d).length<1){
let w={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer th\
an 1 properties",schema:1,parentSchema:Ze,data:d};e===null?e=[w]:e.push(w),s++}for(let w in d){let N=s;if(typeof w=="string"&&!fr.test(w)){let O={instancePath:r+
"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[\
A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ze.propertyNames,data:w,propertyName:w};e===null?e=[O]:e.push(O),s++}var lr=N===s;if(!lr){let O={instancePath:r+
"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:w},message:"property name must be valid",schema:Ze.
propertyNames,parentSchema:Ze,data:d};e===null?e=[O]:e.push(O),s++}}let l=s;for(let w in d){let N=d[w],O=s,y=s;if(typeof N=="string"){if(!cn.test(N)){let S={instancePath:r+
"/cancel/headers/"+w.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\
\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:Ze.additionalProperties,data:N};e===null?e=[S]:e.push(S),
s++}}else{let S={instancePath:r+"/cancel/headers/"+w.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Ze.additionalProperties.type,parentSchema:Ze.additionalProperties,data:N};e===null?e=[S]:e.push(S),
s++}var Rd=O===s}}else{let l={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:Ze.type,parentSchema:Ze,data:d};e===null?e=[l]:e.push(l),s++}var hy=E===s,Dr=$===s}if(k.body!==void 0){let d=k.body,$=s;Et(d,{instancePath:r+"/cance\
l/body",parentData:k,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(e=e===null?Et.errors:e.concat(Et.errors),s=e.length);var Dr=$===s}if(k.from!==void 0){
let d=k.from,$=s,E=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.words===void 0){let l={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/prop\
erties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:f.properties.cancel.properties.from.
required,parentSchema:f.properties.cancel.properties.from,data:d};e===null?e=[l]:e.push(l),s++}if(d.source===void 0){let l={instancePath:r+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.
cancel.properties.from.required,parentSchema:f.properties.cancel.properties.from,data:d};e===null?e=[l]:e.push(l),s++}let p=s;for(let l in d)if(!(l==="words"||l===
"source")){let w={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},
message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.cancel.properties.from,data:d};e===null?e=[w]:e.push(w),s++}if(d.words!==void 0){
let l=d.words,w=s,N=s,O=s;if(Array.isArray(l)){if(l.length<1){let v={instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:at,data:l};e===null?e=[v]:e.push(v),s++}let y=!0,S=l.length;for(let v=0;v<S;v++){
let P=l[v],A=s,V=s;if(typeof P=="string"){if(ae(P)<1){let I={instancePath:r+"/cancel/from/words/"+v,schemaPath:"#/$defs/words/items/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:at.items,data:P};e===null?e=[I]:e.push(I),s++}}else{let I={instancePath:r+
"/cancel/from/words/"+v,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:at.items.type,parentSchema:at.
items,data:P};e===null?e=[I]:e.push(I),s++}var Id=A===s;Id||(y=!1)}let x,z=l.length,_;if(x=!0,z>1){let v={};for(;z--;){let P=l[z];if(typeof P=="string"){if(typeof v[P]==
"number"){_=v[P];let A={instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:z,j:_},message:"must NOT have\
 duplicate items (items ## "+_+" and "+z+" are identical)",schema:!0,parentSchema:at,data:l};e===null?e=[A]:e.push(A),s++,x=!1;break}v[P]=z}}}}else{let y={instancePath:r+
"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:at.type,parentSchema:at,data:l};e===null?
e=[y]:e.push(y),s++}var Ed=N===s,ei=w===s}if(d.source!==void 0){let l=d.source,w=s,N=s,O=s;if(typeof l=="string"){if(ae(l)<1){let S={instancePath:r+"/cancel/fro\
m/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:l};
e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:re.type,parentSchema:re,data:l};e===null?e=[S]:e.push(S),s++}var fy=N===s,ei=w===s}}else{let p={instancePath:r+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.cancel.properties.from.type,parentSchema:f.
properties.cancel.properties.from,data:d};e===null?e=[p]:e.push(p),s++}var Dr=$===s}if(k.proves!==void 0){let d=k.proves,$=s,E=s;if(d&&typeof d=="object"&&!Array.
isArray(d)){if(Object.keys(d).length<2){let l={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProp\
erties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:f.properties.cancel.properties.proves,data:d};e===null?e=[l]:e.push(
l),s++}if(d.source===void 0){let l={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:f.properties.cancel.properties.proves.required,parentSchema:f.properties.cancel.properties.proves,
data:d};e===null?e=[l]:e.push(l),s++}let p=s;for(let l in d)if(!(l==="answer"||l==="query"||l==="source")){let w={instancePath:r+"/cancel/proves",schemaPath:"#/\
properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:f.properties.cancel.properties.proves,data:d};e===null?e=[w]:e.push(w),s++}if(d.answer!==void 0){let l=d.answer,w=s,N=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.at===void 0){let y={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer\
/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.cancel.properties.proves.properties.answer.
required,parentSchema:f.properties.cancel.properties.proves.properties.answer,data:l};e===null?e=[y]:e.push(y),s++}if(l.words===void 0){let y={instancePath:r+"/\
cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"\
must have required property 'words'",schema:f.properties.cancel.properties.proves.properties.answer.required,parentSchema:f.properties.cancel.properties.proves.
properties.answer,data:l};e===null?e=[y]:e.push(y),s++}let O=s;for(let y in l)if(!(y==="at"||y==="words")){let S={instancePath:r+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT hav\
e additional properties",schema:!1,parentSchema:f.properties.cancel.properties.proves.properties.answer,data:l};e===null?e=[S]:e.push(S),s++}if(l.at!==void 0){let y=l.
at,S=s,x=s,z=s;if(typeof y=="string"){if(!Re.test(y)){let _={instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};e===null?e=[_]:e.push(_),
s++}}else{let _={instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:y};e===null?e=[_]:e.push(_),s++}var ia=x===s,Md=S===s}if(l.words!==void 0){let y=l.words,S=s,x=s,z=s;if(Array.isArray(y)){if(y.length<1){
let F={instancePath:r+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 \
items",schema:1,parentSchema:at,data:y};e===null?e=[F]:e.push(F),s++}let v=!0,P=y.length;for(let F=0;F<P;F++){let W=y[F],Q=s,pe=s;if(typeof W=="string"){if(ae(W)<
1){let $e={instancePath:r+"/cancel/proves/answer/words/"+F,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:at.items,data:W};e===null?e=[$e]:e.push($e),s++}}else{let $e={instancePath:r+"/cancel/proves/answer/words/"+F,schemaPath:"\
#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:at.items.type,parentSchema:at.items,data:W};e===null?e=[$e]:e.push(
$e),s++}var Ld=Q===s;Ld||(v=!1)}let A,V=y.length,I;if(A=!0,V>1){let F={};for(;V--;){let W=y[V];if(typeof W=="string"){if(typeof F[W]=="number"){I=F[W];let Q={instancePath:r+
"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:V,j:I},message:"must NOT have duplicate items (items ## "+I+
" and "+V+" are identical)",schema:!0,parentSchema:at,data:y};e===null?e=[Q]:e.push(Q),s++,A=!1;break}F[W]=V}}}}else{let v={instancePath:r+"/cancel/proves/answe\
r/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:at.type,parentSchema:at,data:y};e===null?e=[v]:e.push(
v),s++}var yy=x===s,Md=S===s}}else{let O={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:f.properties.cancel.properties.proves.properties.answer.type,parentSchema:f.properties.cancel.properties.
proves.properties.answer,data:l};e===null?e=[O]:e.push(O),s++}var ms=w===s}if(d.query!==void 0){let l=d.query,w=s,N=s,O=s;if(Array.isArray(l)){if(l.length<1){let P={
instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:at,data:l};e===null?e=[P]:e.push(P),s++}let S=!0,x=l.length;for(let P=0;P<x;P++){let A=l[P],V=s,I=s;if(typeof A=="string"){if(ae(A)<1){let F={instancePath:r+
"/cancel/proves/query/"+P,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:at.items,data:A};e===null?e=[F]:e.push(F),s++}}else{let F={instancePath:r+"/cancel/proves/query/"+P,schemaPath:"#/$defs/words/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:at.items.type,parentSchema:at.items,data:A};e===null?e=[F]:e.push(F),s++}var Cr=V===s;Cr||(S=!1)}let z,
_=l.length,v;if(z=!0,_>1){let P={};for(;_--;){let A=l[_];if(typeof A=="string"){if(typeof P[A]=="number"){v=P[A];let V={instancePath:r+"/cancel/proves/query",schemaPath:"\
#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:_,j:v},message:"must NOT have duplicate items (items ## "+v+" and "+_+" are identical)",schema:!0,parentSchema:at,
data:l};e===null?e=[V]:e.push(V),s++,z=!1;break}P[A]=_}}}}else{let S={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:at.type,parentSchema:at,data:l};e===null?e=[S]:e.push(S),s++}var gy=N===s,ms=w===s}if(d.source!==void 0){let l=d.source,
w=s,N=s,O=s;if(typeof l=="string"){if(ae(l)<1){let S={instancePath:r+"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:l};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/cancel/proves/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:l};e===null?e=[S]:e.push(S),
s++}var by=N===s,ms=w===s}}else{let p={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:f.properties.cancel.properties.proves.type,parentSchema:f.properties.cancel.properties.proves,data:d};e===null?e=[p]:e.push(
p),s++}var Dr=$===s}if(k.source!==void 0){let d=k.source,$=s,E=s,H=s;if(typeof d=="string"){if(ae(d)<1){let l={instancePath:r+"/cancel/source",schemaPath:"#/$de\
fs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};e===null?e=[l]:e.push(
l),s++}}else{let l={instancePath:r+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,
parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}var wy=E===s,Dr=$===s}}else{let h={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:f.properties.cancel.type,parentSchema:f.properties.cancel,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===
s}if(t.status!==void 0){let k=t.status,ke=s,rt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.at===void 0){let d={instancePath:r+"/status",schemaPath:"#/pr\
operties/status/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.status.required,parentSchema:f.
properties.status,data:k};e===null?e=[d]:e.push(d),s++}if(k.states===void 0){let d={instancePath:r+"/status",schemaPath:"#/properties/status/required",keyword:"\
required",params:{missingProperty:"states"},message:"must have required property 'states'",schema:f.properties.status.required,parentSchema:f.properties.status,
data:k};e===null?e=[d]:e.push(d),s++}if(k.source===void 0){let d={instancePath:r+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.status.required,parentSchema:f.properties.status,data:k};e===null?e=
[d]:e.push(d),s++}let h=s;for(let d in k)if(!(d==="at"||d==="states"||d==="as"||d==="absent"||d==="cases"||d==="source")){let $={instancePath:r+"/status",schemaPath:"\
#/properties/status/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:f.
properties.status,data:k};e===null?e=[$]:e.push($),s++}if(k.at!==void 0){let d=k.at,$=s,E=s,H=s;if(typeof d=="string"){if(!Re.test(d)){let p={instancePath:r+"/s\
tatus/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Z,data:d};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:d};e===null?e=[p]:e.push(p),s++}var ti=E===s,ls=$===s}if(k.states!==void 0){
let d=k.states,$=s,E=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(Object.keys(d).length<1){let l={instancePath:r+"/status/states",schemaPath:"#/properties/\
status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:f.properties.
status.properties.states,data:d};e===null?e=[l]:e.push(l),s++}let p=s;for(let l in d){let w=d[l],N=s,O=s,y=It.enum;if(!(w==="queued"||w==="processing"||w==="com\
pleted"||w==="failed"||w==="expired"||w==="cancelled"||w==="unknown")){let S={instancePath:r+"/status/states/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/$defs/state/enum",keyword:"enum",params:{allowedValues:It.enum},message:"must be equal to one of the allowed values",schema:It.enum,parentSchema:It,data:w};e===
null?e=[S]:e.push(S),s++}var us=O===s,Fd=N===s}}else{let p={instancePath:r+"/status/states",schemaPath:"#/properties/status/properties/states/type",keyword:"typ\
e",params:{type:"object"},message:"must be object",schema:f.properties.status.properties.states.type,parentSchema:f.properties.status.properties.states,data:d};
e===null?e=[p]:e.push(p),s++}var ls=$===s}if(k.as!==void 0){let d=k.as,$=s,E=f.properties.status.properties.as.enum;if(!(d==="number"||d==="boolean")){let p={instancePath:r+
"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:f.properties.status.properties.as.enum},message:"must be e\
qual to one of the allowed values",schema:f.properties.status.properties.as.enum,parentSchema:f.properties.status.properties.as,data:d};e===null?e=[p]:e.push(p),
s++}var ls=$===s}if(k.absent!==void 0){let d=k.absent,$=s,E=s,H=It.enum;if(!(d==="queued"||d==="processing"||d==="completed"||d==="failed"||d==="expired"||d==="\
cancelled"||d==="unknown")){let l={instancePath:r+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:It.enum},message:"must b\
e equal to one of the allowed values",schema:It.enum,parentSchema:It,data:d};e===null?e=[l]:e.push(l),s++}var Vd=E===s,ls=$===s}if(k.cases!==void 0){let d=k.cases,
$=s,E=s;if(Array.isArray(d)){if(d.length<1){let w={instancePath:r+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.status.properties.cases,data:d};e===null?e=[w]:e.push(w),s++}let p=!0,
l=d.length;for(let w=0;w<l;w++){let N=d[w],O=s,y=s;if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.when===void 0){let x={instancePath:r+"/status/cases/"+w,schemaPath:"\
#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:f.properties.
status.properties.cases.items.required,parentSchema:f.properties.status.properties.cases.items,data:N};e===null?e=[x]:e.push(x),s++}if(N.means===void 0){let x={
instancePath:r+"/status/cases/"+w,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"\
must have required property 'means'",schema:f.properties.status.properties.cases.items.required,parentSchema:f.properties.status.properties.cases.items,data:N};
e===null?e=[x]:e.push(x),s++}let S=s;for(let x in N)if(!(x==="when"||x==="means")){let z={instancePath:r+"/status/cases/"+w,schemaPath:"#/properties/status/prop\
erties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additional properties",schema:!1,parentSchema:f.
properties.status.properties.cases.items,data:N};e===null?e=[z]:e.push(z),s++}if(N.when!==void 0){let x=N.when,z=s,_=s;if(Array.isArray(x)){if(x.length<1){let A={
instancePath:r+"/status/cases/"+w+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.status.properties.cases.items.properties.when,data:x};e===null?e=[A]:e.push(A),s++}let v=!0,
P=x.length;for(let A=0;A<P;A++){let V=x[A],I=s,F=s,W=s,Q=!1,pe=null,$e=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&V.is===void 0){let J={instancePath:r+"/sta\
tus/cases/"+w+"/when/"+A,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:f.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:f.properties.
status.properties.cases.items.properties.when.items.oneOf[0],data:V};e===null?e=[J]:e.push(J),s++}var pa=$e===s;pa&&(Q=!0,pe=0);let se=s;if(V&&typeof V=="object"&&
!Array.isArray(V)&&V.present===void 0){let J={instancePath:r+"/status/cases/"+w+"/when/"+A,schemaPath:"#/properties/status/properties/cases/items/properties/whe\
n/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:f.properties.status.properties.
cases.items.properties.when.items.oneOf[1].required,parentSchema:f.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:V};e===null?e=[J]:
e.push(J),s++}var pa=se===s;if(pa&&Q?(Q=!1,pe=[pe,1]):pa&&(Q=!0,pe=1),Q)s=W,e!==null&&(W?e.length=W:e=null);else{let J={instancePath:r+"/status/cases/"+w+"/when\
/"+A,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:pe},message:"must match exactly \
one schema in oneOf",schema:f.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:f.properties.status.properties.cases.items.properties.
when.items,data:V};e===null?e=[J]:e.push(J),s++}if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.at===void 0){let ne={instancePath:r+"/status/cases/"+w+"/when/"+
A,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have req\
uired property 'at'",schema:f.properties.status.properties.cases.items.properties.when.items.required,parentSchema:f.properties.status.properties.cases.items.properties.
when.items,data:V};e===null?e=[ne]:e.push(ne),s++}let J=s;for(let ne in V)if(!(ne==="at"||ne==="is"||ne==="present")){let ce={instancePath:r+"/status/cases/"+w+
"/when/"+A,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ne},
message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.status.properties.cases.items.properties.when.items,data:V};e===null?e=[ce]:e.
push(ce),s++}if(V.at!==void 0){let ne=V.at,ce=s,Ee=s,ge=s;if(typeof ne=="string"){if(!Re.test(ne)){let be={instancePath:r+"/status/cases/"+w+"/when/"+A+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:ne};e===null?e=[be]:e.push(be),s++}}else{let be={instancePath:r+"/status/cases/"+w+"/when/"+A+"/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:ne};e===null?e=[be]:e.push(be),s++}var zd=Ee===s,sn=ce===s}if(V.is!==void 0){
let ne=V.is,ce=s,Ee=s;if(Array.isArray(ne)){if(ne.length<1){let be={instancePath:r+"/status/cases/"+w+"/when/"+A+"/is",schemaPath:"#/properties/status/propertie\
s/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.
properties.status.properties.cases.items.properties.when.items.properties.is,data:ne};e===null?e=[be]:e.push(be),s++}}else{let be={instancePath:r+"/status/cases\
/"+w+"/when/"+A+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:f.properties.status.properties.cases.items.properties.when.items.properties.is.type,parentSchema:f.properties.status.properties.cases.items.
properties.when.items.properties.is,data:ne};e===null?e=[be]:e.push(be),s++}var sn=ce===s}if(V.present!==void 0){let ne=V.present,ce=s;if(typeof ne!="boolean"){
let be={instancePath:r+"/status/cases/"+w+"/when/"+A+"/present",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/present/\
type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:f.properties.status.properties.cases.items.properties.when.items.properties.present.
type,parentSchema:f.properties.status.properties.cases.items.properties.when.items.properties.present,data:ne};e===null?e=[be]:e.push(be),s++}let Ee=s;var sn=ce===
s}}else{let J={instancePath:r+"/status/cases/"+w+"/when/"+A,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:f.properties.status.properties.cases.items.properties.when.items.type,parentSchema:f.properties.status.properties.
cases.items.properties.when.items,data:V};e===null?e=[J]:e.push(J),s++}var Ud=I===s;Ud||(v=!1)}}else{let v={instancePath:r+"/status/cases/"+w+"/when",schemaPath:"\
#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.status.properties.
cases.items.properties.when.type,parentSchema:f.properties.status.properties.cases.items.properties.when,data:x};e===null?e=[v]:e.push(v),s++}var an=z===s}if(N.
means!==void 0){let x=N.means,z=s,_=s,v=It.enum;if(!(x==="queued"||x==="processing"||x==="completed"||x==="failed"||x==="expired"||x==="cancelled"||x==="unknown")){
let A={instancePath:r+"/status/cases/"+w+"/means",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:It.enum},message:"must be equal to one of\
 the allowed values",schema:It.enum,parentSchema:It,data:x};e===null?e=[A]:e.push(A),s++}var Jd=_===s,an=z===s}}else{let S={instancePath:r+"/status/cases/"+w,schemaPath:"\
#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.status.properties.cases.items.
type,parentSchema:f.properties.status.properties.cases.items,data:N};e===null?e=[S]:e.push(S),s++}var Dd=O===s;Dd||(p=!1)}}else{let p={instancePath:r+"/status/c\
ases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.status.properties.
cases.type,parentSchema:f.properties.status.properties.cases,data:d};e===null?e=[p]:e.push(p),s++}var ls=$===s}if(k.source!==void 0){let d=k.source,$=s,E=s,H=s;
if(typeof d=="string"){if(ae(d)<1){let l={instancePath:r+"/status/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/status/source",schemaPath:"#/$d\
efs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}var da=E===s,
ls=$===s}}else{let h={instancePath:r+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.
status.type,parentSchema:f.properties.status,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===s}if(t.progress!==void 0){let k=t.progress,ke=s,rt=s;if(k&&typeof k==
"object"&&!Array.isArray(k)){if(k.at===void 0){let d={instancePath:r+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:f.properties.progress.required,parentSchema:f.properties.progress,data:k};e===null?e=[d]:e.push(d),s++}if(k.
of===void 0){let d={instancePath:r+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have r\
equired property 'of'",schema:f.properties.progress.required,parentSchema:f.properties.progress,data:k};e===null?e=[d]:e.push(d),s++}if(k.source===void 0){let d={
instancePath:r+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property\
 'source'",schema:f.properties.progress.required,parentSchema:f.properties.progress,data:k};e===null?e=[d]:e.push(d),s++}let h=s;for(let d in k)if(!(d==="at"||d===
"of"||d==="source")){let $={instancePath:r+"/progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.progress,data:k};e===null?e=[$]:e.push($),s++}if(k.at!==void 0){let d=k.at,$=s,
E=s,H=s;if(typeof d=="string"){if(!Re.test(d)){let p={instancePath:r+"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/(\
[^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:d};e===null?e=[p]:e.push(p),s++}}else{let p={
instancePath:r+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:d};
e===null?e=[p]:e.push(p),s++}var Cd=E===s,ri=$===s}if(k.of!==void 0){let d=k.of,$=s,E=s;if(typeof d=="number"){if(d<=0||isNaN(d)){let p={instancePath:r+"/progre\
ss/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,
parentSchema:f.properties.progress.properties.of,data:d};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/progress/of",schemaPath:"#/properties/progre\
ss/properties/of/type",keyword:"type",params:{type:"number"},message:"must be number",schema:f.properties.progress.properties.of.type,parentSchema:f.properties.
progress.properties.of,data:d};e===null?e=[p]:e.push(p),s++}var ri=$===s}if(k.source!==void 0){let d=k.source,$=s,E=s,H=s;if(typeof d=="string"){if(ae(d)<1){let l={
instancePath:r+"/progress/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:re.type,parentSchema:re,data:d};e===null?e=[l]:e.push(l),s++}var si=E===s,ri=$===s}}else{let h={instancePath:r+"/progre\
ss",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.progress.type,parentSchema:f.properties.
progress,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===s}if(t.results!==void 0){let k=t.results,ke=s;Wr(k,{instancePath:r+"/results",parentData:t,parentDataProperty:"\
results",rootData:o,dynamicAnchors:i})||(e=e===null?Wr.errors:e.concat(Wr.errors),s=e.length);var b=ke===s}if(t.message!==void 0){let k=t.message,ke=s;pt(k,{instancePath:r+
"/message",parentData:t,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(e=e===null?pt.errors:e.concat(pt.errors),s=e.length);var b=ke===s}if(t.code!==
void 0){let k=t.code,ke=s;pt(k,{instancePath:r+"/code",parentData:t,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(e=e===null?pt.errors:e.concat(pt.errors),
s=e.length);var b=ke===s}if(t.seconds!==void 0){let k=t.seconds,ke=s,rt=s,er=s;if(typeof k=="string"){if(!Re.test(k)){let d={instancePath:r+"/seconds",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:k};e===null?e=[d]:e.push(d),s++}}else{let d={instancePath:r+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Z.type,parentSchema:Z,data:k};e===null?e=[d]:e.push(d),s++}var Wd=rt===s,b=ke===s}if(t.secondsAs!==void 0){let k=t.secondsAs,
ke=s;if(k!=="string"){let er={instancePath:r+"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must\
 be equal to constant",schema:"string",parentSchema:f.properties.secondsAs,data:k};e===null?e=[er]:e.push(er),s++}var b=ke===s}if(t.usage!==void 0){let k=t.usage,
ke=s,rt=s;if(Array.isArray(k)){let h=!0,d=k.length;for(let $=0;$<d;$++){let E=k[$],H=s,p=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){let w={
instancePath:r+"/usage/"+$,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:f.properties.usage.items.required,parentSchema:f.properties.usage.items,data:E};e===null?e=[w]:e.push(w),s++}if(E.unit===void 0){let w={instancePath:r+
"/usage/"+$,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:f.
properties.usage.items.required,parentSchema:f.properties.usage.items,data:E};e===null?e=[w]:e.push(w),s++}if(E.source===void 0){let w={instancePath:r+"/usage/"+
$,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.
usage.items.required,parentSchema:f.properties.usage.items,data:E};e===null?e=[w]:e.push(w),s++}let l=s;for(let w in E)if(!(w==="at"||w==="unit"||w==="source")){
let N={instancePath:r+"/usage/"+$,schemaPath:"#/properties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"\
must NOT have additional properties",schema:!1,parentSchema:f.properties.usage.items,data:E};e===null?e=[N]:e.push(N),s++}if(E.at!==void 0){let w=E.at,N=s,O=s,y=s;
if(typeof w=="string"){if(!Re.test(w)){let S={instancePath:r+"/usage/"+$+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]\
|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:w};e===null?e=[S]:e.push(S),s++}}else{let S={
instancePath:r+"/usage/"+$+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:w};
e===null?e=[S]:e.push(S),s++}var vy=O===s,nn=N===s}if(E.unit!==void 0){let w=E.unit,N=s,O=s;if(typeof w=="string"){if(ae(w)<1){let S={instancePath:r+"/usage/"+$+
"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:f.properties.usage.items.properties.unit,data:w};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/usage/"+$+"/unit",schemaPath:"#/propert\
ies/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.usage.items.properties.unit.type,parentSchema:f.
properties.usage.items.properties.unit,data:w};e===null?e=[S]:e.push(S),s++}var nn=N===s}if(E.source!==void 0){let w=E.source,N=s,O=s,y=s;if(typeof w=="string"){
if(ae(w)<1){let x={instancePath:r+"/usage/"+$+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer \
than 1 characters",schema:1,parentSchema:re,data:w};e===null?e=[x]:e.push(x),s++}}else{let x={instancePath:r+"/usage/"+$+"/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:w};e===null?e=[x]:e.push(x),s++}var ky=O===s,nn=N===s}}else{
let l={instancePath:r+"/usage/"+$,schemaPath:"#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.
usage.items.type,parentSchema:f.properties.usage.items,data:E};e===null?e=[l]:e.push(l),s++}var on=H===s;on||(h=!1)}}else{let h={instancePath:r+"/usage",schemaPath:"\
#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.usage.type,parentSchema:f.properties.usage,data:k};e===
null?e=[h]:e.push(h),s++}var b=ke===s}if(t.told!==void 0){let k=t.told,ke=s,rt=s;if(Array.isArray(k)){let h=!0,d=k.length;for(let $=0;$<d;$++){let E=k[$],H=s,p=s,
l=s,w=!1,N=null,O=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.link===void 0){let S={instancePath:r+"/told/"+$,schemaPath:"#/properties/told/items/oneOf/0/r\
equired",keyword:"required",params:{missingProperty:"link"},message:"must have required property 'link'",schema:f.properties.told.items.oneOf[0].required,parentSchema:f.
properties.told.items.oneOf[0],data:E};e===null?e=[S]:e.push(S),s++}var ur=O===s;ur&&(w=!0,N=0);let y=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.constant===
void 0){let S={instancePath:r+"/told/"+$,schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"m\
ust have required property 'constant'",schema:f.properties.told.items.oneOf[1].required,parentSchema:f.properties.told.items.oneOf[1],data:E};e===null?e=[S]:e.push(
S),s++}var ur=y===s;if(ur&&w)w=!1,N=[N,1];else{ur&&(w=!0,N=1);let S=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.fact===void 0){let z={instancePath:r+"/told\
/"+$,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:f.
properties.told.items.oneOf[2].required,parentSchema:f.properties.told.items.oneOf[2],data:E};e===null?e=[z]:e.push(z),s++}var ur=S===s;ur&&w?(w=!1,N=[N,2]):ur&&
(w=!0,N=2)}if(w)s=l,e!==null&&(l?e.length=l:e=null);else{let S={instancePath:r+"/told/"+$,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:N},
message:"must match exactly one schema in oneOf",schema:f.properties.told.items.oneOf,parentSchema:f.properties.told.items,data:E};e===null?e=[S]:e.push(S),s++}
if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){let x={instancePath:r+"/told/"+$,schemaPath:"#/properties/told/items/required",keyword:"required",
params:{missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.told.items.required,parentSchema:f.properties.told.items,data:E};e===
null?e=[x]:e.push(x),s++}if(E.in===void 0){let x={instancePath:r+"/told/"+$,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"\
in"},message:"must have required property 'in'",schema:f.properties.told.items.required,parentSchema:f.properties.told.items,data:E};e===null?e=[x]:e.push(x),s++}
if(E.source===void 0){let x={instancePath:r+"/told/"+$,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:f.properties.told.items.required,parentSchema:f.properties.told.items,data:E};e===null?e=[x]:e.push(x),s++}let S=s;
for(let x in E)if(!(x==="at"||x==="in"||x==="link"||x==="constant"||x==="fact"||x==="source")){let z={instancePath:r+"/told/"+$,schemaPath:"#/properties/told/it\
ems/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.
told.items,data:E};e===null?e=[z]:e.push(z),s++}if(E.at!==void 0){let x=E.at,z=s,_=s,v=s;if(typeof x=="string"){if(!Re.test(x)){let P={instancePath:r+"/told/"+$+
"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Z,data:x};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/told/"+$+"/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:x};e===null?e=[P]:e.push(P),s++}var Py=_===s,hs=z===s}if(E.in!==void 0){
let x=E.in,z=s,_=f.properties.told.items.properties.in.enum;if(!(x==="submit"||x==="query"||x==="both")){let P={instancePath:r+"/told/"+$+"/in",schemaPath:"#/pr\
operties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:f.properties.told.items.properties.in.enum},message:"must be equal to one of the al\
lowed values",schema:f.properties.told.items.properties.in.enum,parentSchema:f.properties.told.items.properties.in,data:x};e===null?e=[P]:e.push(P),s++}var hs=z===
s}if(E.link!==void 0){let x=E.link,z=s,_=s;if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.path===void 0){let A={instancePath:r+"/told/"+$+"/link",schemaPath:"\
#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:f.properties.
told.items.properties.link.required,parentSchema:f.properties.told.items.properties.link,data:x};e===null?e=[A]:e.push(A),s++}let P=s;for(let A in x)if(A!=="pat\
h"){let V={instancePath:r+"/told/"+$+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:A},
message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.told.items.properties.link,data:x};e===null?e=[V]:e.push(V),s++}if(x.path!==void 0){
let A=x.path,V=s,I=s,F=s;if(typeof A=="string"){if(!vt.test(A)){let W={instancePath:r+"/told/"+$+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",
params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,data:A};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+"/told/"+$+
"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.type,parentSchema:xe,data:A};e===null?e=[W]:
e.push(W),s++}var $y=I===s,ai=V===s}}else{let P={instancePath:r+"/told/"+$+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:f.properties.told.items.properties.link.type,parentSchema:f.properties.told.items.properties.link,data:x};e===null?
e=[P]:e.push(P),s++}var hs=z===s}if(E.fact!==void 0){let x=E.fact,z=s,_=f.properties.told.items.properties.fact.enum;if(!(x==="id"||x==="model"||x==="created")){
let P={instancePath:r+"/told/"+$+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:f.properties.told.items.
properties.fact.enum},message:"must be equal to one of the allowed values",schema:f.properties.told.items.properties.fact.enum,parentSchema:f.properties.told.items.
properties.fact,data:x};e===null?e=[P]:e.push(P),s++}var hs=z===s}if(E.source!==void 0){let x=E.source,z=s,_=s,v=s;if(typeof x=="string"){if(ae(x)<1){let A={instancePath:r+
"/told/"+$+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:x};e===null?e=[A]:e.push(A),s++}}else{let A={instancePath:r+"/told/"+$+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:x};e===null?e=[A]:e.push(A),s++}var Hd=_===s,hs=z===s}}else{let S={instancePath:r+"/told/"+$,schemaPath:"#/p\
roperties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.told.items.type,parentSchema:f.properties.told.items,
data:E};e===null?e=[S]:e.push(S),s++}var Kd=H===s;Kd||(h=!1)}}else{let h={instancePath:r+"/told",schemaPath:"#/properties/told/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:f.properties.told.type,parentSchema:f.properties.told,data:k};e===null?e=[h]:e.push(h),s++}var b=ke===s}let ni;if(t.list!==
void 0){if(t.id===void 0){let k={instancePath:r,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,
deps:"id, query"},message:"must have properties id, query when property list is present",schema:f.dependentRequired,parentSchema:f,data:t};e===null?e=[k]:e.push(
k),s++}if(t.query===void 0){let k={instancePath:r,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,
deps:"id, query"},message:"must have properties id, query when property list is present",schema:f.dependentRequired,parentSchema:f,data:t};e===null?e=[k]:e.push(
k),s++}}}else{let pn={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.type,parentSchema:f,data:t};e===
null?e=[pn]:e.push(pn),s++}return wt.errors=e,s===0}wt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function mn(t,{instancePath:r="",parentData:a,parentDataProperty:n,
rootData:o=t,dynamicAnchors:i={}}={}){let e=null,s=0,c=mn.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let g=s;if(t&&typeof t=="o\
bject"&&!Array.isArray(t)){if(t.protocol===void 0){let h={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"\
must have required property 'protocol'",schema:m.required,parentSchema:m,data:t};e===null?e=[h]:e.push(h),s++}if(t.title===void 0){let h={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:m.required,parentSchema:m,data:t};e===null?
e=[h]:e.push(h),s++}if(t.description===void 0){let h={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"description"},message:"\
must have required property 'description'",schema:m.required,parentSchema:m,data:t};e===null?e=[h]:e.push(h),s++}if(t.sources===void 0){let h={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:m.required,parentSchema:m,data:t};e===null?
e=[h]:e.push(h),s++}if(t.baseUrl===void 0){let h={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must hav\
e required property 'baseUrl'",schema:m.required,parentSchema:m,data:t};e===null?e=[h]:e.push(h),s++}if(t.authentication===void 0){let h={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:m.required,parentSchema:m,
data:t};e===null?e=[h]:e.push(h),s++}if(t.deadline===void 0){let h={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},
message:"must have required property 'deadline'",schema:m.required,parentSchema:m,data:t};e===null?e=[h]:e.push(h),s++}if(t.poll===void 0){let h={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:m.required,parentSchema:m,data:t};
e===null?e=[h]:e.push(h),s++}if(t.operations===void 0){let h={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:m.required,parentSchema:m,data:t};e===null?e=[h]:e.push(h),s++}if(t.errors===void 0){let h={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:m.required,parentSchema:m,data:t};e===null?
e=[h]:e.push(h),s++}let er=s;for(let h in t)if(!$s.call(m.properties,h)){let d={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:h},message:"must NOT have additional properties",schema:!1,parentSchema:m,data:t};e===null?e=[d]:e.push(d),s++}if(t.$schema!==void 0){
let h=t.$schema,d=s;if(typeof h!="string"){let E={instancePath:r+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:m.properties.$schema.type,parentSchema:m.properties.$schema,data:h};e===null?e=[E]:e.push(E),s++}let $=s;var u=d===s}if(t.$comment!==void 0){
let h=t.$comment,d=s,$=s,E=s;if(typeof h=="string"){if(ae(h)<1){let p={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:yr,data:h};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:yr.type,parentSchema:yr,data:h};e===null?e=[p]:e.push(p),s++}var b=$===
s,u=d===s}if(t.protocol!==void 0){let h=t.protocol,d=s,$=s;if(typeof h=="string"){if(!gs.test(h)){let H={instancePath:r+"/protocol",schemaPath:"#/properties/pro\
tocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:m.
properties.protocol,data:h};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:m.properties.protocol.type,parentSchema:m.properties.protocol,data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}if(t.
title!==void 0){let h=t.title,d=s,$=s;if(typeof h=="string"){if(ae(h)<1){let H={instancePath:r+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.title,data:h};e===null?e=[H]:e.push(H),s++}}else{let H={
instancePath:r+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.title.type,parentSchema:m.
properties.title,data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}if(t.description!==void 0){let h=t.description,d=s,$=s;if(typeof h=="string"){if(ae(h)<1){let H={
instancePath:r+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 character\
s",schema:1,parentSchema:m.properties.description,data:h};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/description",schemaPath:"#/properties/descr\
iption/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.description.type,parentSchema:m.properties.description,data:h};e===
null?e=[H]:e.push(H),s++}var u=d===s}if(t.sources!==void 0){let h=t.sources,d=s,$=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(Object.keys(h).length<1){let p={
instancePath:r+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 propertie\
s",schema:1,parentSchema:m.properties.sources,data:h};e===null?e=[p]:e.push(p),s++}let H=s;for(let p in h){let l=h[p],w=s,N=s,O=!1,y=null,S=s,x=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.package===void 0){let P={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/\
additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required property 'package'",schema:m.properties.
sources.additionalProperties.oneOf[0].required,parentSchema:m.properties.sources.additionalProperties.oneOf[0],data:l};e===null?e=[P]:e.push(P),s++}if(l.version===
void 0){let P={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"\
required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:m.properties.sources.additionalProperties.oneOf[0].required,
parentSchema:m.properties.sources.additionalProperties.oneOf[0],data:l};e===null?e=[P]:e.push(P),s++}let v=s;for(let P in l)if(!(P==="package"||P==="version")){
let A={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.sources.additionalProperties.
oneOf[0],data:l};e===null?e=[A]:e.push(A),s++}if(l.package!==void 0){let P=l.package,A=s,V=s;if(typeof P=="string"){if(ae(P)<1){let I={instancePath:r+"/sources/"+
p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLeng\
th",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.sources.additionalProperties.oneOf[0].properties.package,
data:P};e===null?e=[I]:e.push(I),s++}}else{let I={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.sources.additionalProperties.
oneOf[0].properties.package.type,parentSchema:m.properties.sources.additionalProperties.oneOf[0].properties.package,data:P};e===null?e=[I]:e.push(I),s++}var q=A===
s}if(l.version!==void 0){let P=l.version,A=s,V=s;if(typeof P=="string"){if(!Ty.test(P)){let F={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+
"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'\
must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:m.properties.sources.additionalProperties.oneOf[0].properties.version,data:P};
e===null?e=[F]:e.push(F),s++}}else{let F={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additi\
onalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.sources.additionalProperties.
oneOf[0].properties.version.type,parentSchema:m.properties.sources.additionalProperties.oneOf[0].properties.version,data:P};e===null?e=[F]:e.push(F),s++}var q=A===
s}}else{let v={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:m.properties.sources.additionalProperties.oneOf[0].type,parentSchema:m.properties.sources.additionalProperties.
oneOf[0],data:l};e===null?e=[v]:e.push(v),s++}var T=S===s;if(T){O=!0,y=0;var j=!0}let z=s,_=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.document===void 0){
let P={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"document"},message:"must have required property 'document'",schema:m.properties.sources.additionalProperties.oneOf[1].required,parentSchema:m.
properties.sources.additionalProperties.oneOf[1],data:l};e===null?e=[P]:e.push(P),s++}if(l.url===void 0){let P={instancePath:r+"/sources/"+p.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have\
 required property 'url'",schema:m.properties.sources.additionalProperties.oneOf[1].required,parentSchema:m.properties.sources.additionalProperties.oneOf[1],data:l};
e===null?e=[P]:e.push(P),s++}let v=s;for(let P in l)if(!(P==="document"||P==="url")){let A={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must N\
OT have additional properties",schema:!1,parentSchema:m.properties.sources.additionalProperties.oneOf[1],data:l};e===null?e=[A]:e.push(A),s++}if(l.document!==void 0){
let P=l.document,A=s,V=s;if(typeof P=="string"){if(ae(P)<1){let I={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#\
/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charact\
ers",schema:1,parentSchema:m.properties.sources.additionalProperties.oneOf[1].properties.document,data:P};e===null?e=[I]:e.push(I),s++}}else{let I={instancePath:r+
"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:m.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:m.properties.
sources.additionalProperties.oneOf[1].properties.document,data:P};e===null?e=[I]:e.push(I),s++}var M=A===s}if(l.url!==void 0){let P=l.url,A=s,V=s;if(typeof P=="\
string"){if(!Xd.test(P)){let F={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:m.properties.
sources.additionalProperties.oneOf[1].properties.url,data:P};e===null?e=[F]:e.push(F),s++}}else{let F={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:m.properties.sources.additionalProperties.oneOf[1].properties.url,data:P};e===
null?e=[F]:e.push(F),s++}var M=A===s}}else{let v={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.sources.additionalProperties.oneOf[1].type,parentSchema:m.
properties.sources.additionalProperties.oneOf[1],data:l};e===null?e=[v]:e.push(v),s++}var T=z===s;if(T&&O?(O=!1,y=[y,1]):T&&(O=!0,y=1,j!==!0&&(j=!0)),O)s=N,e!==
null&&(N?e.length=N:e=null);else{let v={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf",keyword:"oneOf",params:{passingSchemas:y},message:"must match exactly one schema in oneOf",schema:m.properties.sources.additionalProperties.oneOf,parentSchema:m.
properties.sources.additionalProperties,data:l};e===null?e=[v]:e.push(v),s++}var L=w===s}}else{let H={instancePath:r+"/sources",schemaPath:"#/properties/sources\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.sources.type,parentSchema:m.properties.sources,data:h};e===null?e=[H]:
e.push(H),s++}var u=d===s}if(t.baseUrl!==void 0){let h=t.baseUrl,d=s,$=s;if(typeof h=="string"){if(!Ay.test(h)){let H={instancePath:r+"/baseUrl",schemaPath:"#/p\
roperties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^http\
s://[^/]+(/.*[^/])?$",parentSchema:m.properties.baseUrl,data:h};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/baseUrl",schemaPath:"#/properties/bas\
eUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.baseUrl.type,parentSchema:m.properties.baseUrl,data:h};e===null?e=
[H]:e.push(H),s++}var u=d===s}if(t.authentication!==void 0){let h=t.authentication,d=s,$=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.in===void 0){let p={
instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:m.properties.authentication.required,parentSchema:m.properties.authentication,data:h};e===null?e=[p]:e.push(p),s++}if(h.name===void 0){let p={
instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:m.properties.authentication.required,parentSchema:m.properties.authentication,data:h};e===null?e=[p]:e.push(p),s++}if(h.source===void 0){
let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:m.properties.authentication.required,parentSchema:m.properties.authentication,data:h};e===null?e=[p]:e.push(p),s++}let H=s;
for(let p in h)if(!(p==="in"||p==="name"||p==="prefix"||p==="token"||p==="source")){let l={instancePath:r+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.
authentication,data:h};e===null?e=[l]:e.push(l),s++}if(h.in!==void 0){let p=h.in,l=s,w=m.properties.authentication.properties.in.enum;if(p!=="header"){let N={instancePath:r+
"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:m.properties.authentication.properties.in.
enum},message:"must be equal to one of the allowed values",schema:m.properties.authentication.properties.in.enum,parentSchema:m.properties.authentication.properties.
in,data:p};e===null?e=[N]:e.push(N),s++}var D=l===s}if(h.name!==void 0){let p=h.name,l=s,w=s;if(typeof p=="string"){if(!fr.test(p)){let O={instancePath:r+"/auth\
entication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pat\
tern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:m.properties.authentication.properties.name,data:p};e===null?e=[O]:e.push(O),s++}}else{let O={
instancePath:r+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:m.properties.authentication.properties.name.type,parentSchema:m.properties.authentication.properties.name,data:p};e===null?e=[O]:e.push(O),s++}var D=l===
s}if(h.prefix!==void 0){let p=h.prefix,l=s;if(typeof p!="string"){let O={instancePath:r+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.authentication.properties.prefix.type,parentSchema:m.properties.
authentication.properties.prefix,data:p};e===null?e=[O]:e.push(O),s++}let w=s;var D=l===s}if(h.token!==void 0){let p=h.token,l=s,w=s,N=!1,O=null,y=s,S=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.by===void 0){let P={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/re\
quired",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.properties.authentication.properties.token.oneOf[0].
required,parentSchema:m.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[P]:e.push(P),s++}if(p.seconds===void 0){let P={instancePath:r+"/\
authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:m.properties.authentication.properties.token.oneOf[0].required,parentSchema:m.properties.authentication.properties.
token.oneOf[0],data:p};e===null?e=[P]:e.push(P),s++}let v=s;for(let P in p)if(!(P==="by"||P==="seconds"||P==="backdateSeconds")){let A={instancePath:r+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},
message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[A]:e.push(A),s++}
if(p.by!==void 0){let P=p.by,A=s;if(P!=="jwt-hs256"){let V={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:m.properties.authentication.
properties.token.oneOf[0].properties.by,data:P};e===null?e=[V]:e.push(V),s++}var ie=A===s}if(p.seconds!==void 0){let P=p.seconds,A=s;if(!(typeof P=="number"&&!(P%
1)&&!isNaN(P))){let F={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:m.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:P};e===null?e=[F]:e.push(F),s++}let V=s;if(typeof P=="number"){if(P>86400||isNaN(P)){
let F={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:P};e===null?e=[F]:e.push(F),s++}if(P<10||isNaN(P)){let F={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:m.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:P};e===null?e=[F]:e.push(F),s++}}var ie=A===s}if(p.backdateSeconds!==void 0){let P=p.backdateSeconds,
A=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let F={instancePath:r+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:P};e===null?e=
[F]:e.push(F),s++}let V=s;if(typeof P=="number"){if(P>3600||isNaN(P)){let F={instancePath:r+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:P};e===null?e=[F]:e.push(F),s++}if(P<0||isNaN(P)){let F={instancePath:r+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:P};e===
null?e=[F]:e.push(F),s++}}var ie=A===s}}else{let v={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.authentication.properties.token.oneOf[0].type,parentSchema:m.properties.authentication.
properties.token.oneOf[0],data:p};e===null?e=[v]:e.push(v),s++}var C=y===s;if(C){N=!0,O=0;var G=!0}let x=s,z=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.
by===void 0){let P={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:m.properties.authentication.properties.token.oneOf[1].required,parentSchema:m.properties.
authentication.properties.token.oneOf[1],data:p};e===null?e=[P]:e.push(P),s++}if(p.scope===void 0){let P={instancePath:r+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:m.
properties.authentication.properties.token.oneOf[1].required,parentSchema:m.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[P]:e.push(P),
s++}let v=s;for(let P in p)if(!(P==="by"||P==="scope")){let A={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:m.
properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[A]:e.push(A),s++}if(p.by!==void 0){let P=p.by,A=s;if(P!=="google-service-account"){let V={
instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:m.properties.authentication.properties.token.oneOf[1].
properties.by,data:P};e===null?e=[V]:e.push(V),s++}var B=A===s}if(p.scope!==void 0){let P=p.scope,A=s,V=s;if(typeof P=="string"){if(ae(P)<1){let F={instancePath:r+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.authentication.properties.token.oneOf[1].properties.scope,data:P};e===null?e=
[F]:e.push(F),s++}}else{let F={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:m.
properties.authentication.properties.token.oneOf[1].properties.scope,data:P};e===null?e=[F]:e.push(F),s++}var B=A===s}}else{let v={instancePath:r+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.
authentication.properties.token.oneOf[1].type,parentSchema:m.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[v]:e.push(v),s++}var C=x===
s;if(C&&N)N=!1,O=[O,1];else{C&&(N=!0,O=1,G!==!0&&(G=!0));let v=s,P=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let I={instancePath:r+"/auth\
entication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must have\
 required property 'by'",schema:m.properties.authentication.properties.token.oneOf[2].required,parentSchema:m.properties.authentication.properties.token.oneOf[2],
data:p};e===null?e=[I]:e.push(I),s++}if(p.url===void 0){let I={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:m.properties.authentication.properties.token.
oneOf[2].required,parentSchema:m.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[I]:e.push(I),s++}let V=s;for(let I in p)if(!(I==="by"||
I==="url"||I==="scope"||I==="clientIn")){let F={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/addition\
alProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.
properties.token.oneOf[2],data:p};e===null?e=[F]:e.push(F),s++}if(p.by!==void 0){let I=p.by,F=s;if(I!=="oauth-client"){let W={instancePath:r+"/authentication/to\
ken/by",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"oauth-client"},message:"must\
 be equal to constant",schema:"oauth-client",parentSchema:m.properties.authentication.properties.token.oneOf[2].properties.by,data:I};e===null?e=[W]:e.push(W),s++}
var fe=F===s}if(p.url!==void 0){let I=p.url,F=s,W=s;if(typeof I=="string"){if(!Ny.test(I)){let pe={instancePath:r+"/authentication/token/url",schemaPath:"#/prop\
erties/authentication/properties/token/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#]+/[^?#]*$"},message:'must match pattern\
 "^https://[^/?#]+/[^?#]*$"',schema:"^https://[^/?#]+/[^?#]*$",parentSchema:m.properties.authentication.properties.token.oneOf[2].properties.url,data:I};e===null?
e=[pe]:e.push(pe),s++}}else{let pe={instancePath:r+"/authentication/token/url",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/url/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.authentication.properties.token.oneOf[2].properties.url.type,parentSchema:m.
properties.authentication.properties.token.oneOf[2].properties.url,data:I};e===null?e=[pe]:e.push(pe),s++}var fe=F===s}if(p.scope!==void 0){let I=p.scope,F=s,W=s;
if(typeof I=="string"){if(ae(I)<1){let pe={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/2/propert\
ies/scope/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.authentication.properties.
token.oneOf[2].properties.scope,data:I};e===null?e=[pe]:e.push(pe),s++}}else{let pe={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authe\
ntication/properties/token/oneOf/2/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.authentication.properties.
token.oneOf[2].properties.scope.type,parentSchema:m.properties.authentication.properties.token.oneOf[2].properties.scope,data:I};e===null?e=[pe]:e.push(pe),s++}
var fe=F===s}if(p.clientIn!==void 0){let I=p.clientIn,F=s,W=m.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum;if(!(I==="header"||I===
"body")){let pe={instancePath:r+"/authentication/token/clientIn",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/clientIn/enum",keyword:"\
enum",params:{allowedValues:m.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum},message:"must be equal to one of the allowed values",
schema:m.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum,parentSchema:m.properties.authentication.properties.token.oneOf[2].properties.
clientIn,data:I};e===null?e=[pe]:e.push(pe),s++}var fe=F===s}}else{let V={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/propert\
ies/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.authentication.properties.token.oneOf[2].type,parentSchema:m.
properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[V]:e.push(V),s++}var C=v===s;if(C&&N)N=!1,O=[O,2];else{C&&(N=!0,O=2,G!==!0&&(G=!0));let V=s,
I=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let Q={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/propert\
ies/token/oneOf/3/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.properties.authentication.properties.
token.oneOf[3].required,parentSchema:m.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[Q]:e.push(Q),s++}if(p.service===void 0){let Q={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/required",keyword:"required",params:{missingProperty:"service"},message:"\
must have required property 'service'",schema:m.properties.authentication.properties.token.oneOf[3].required,parentSchema:m.properties.authentication.properties.
token.oneOf[3],data:p};e===null?e=[Q]:e.push(Q),s++}let W=s;for(let Q in p)if(!(Q==="by"||Q==="service")){let pe={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/3/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Q},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:m.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[pe]:e.push(pe),s++}if(p.by!==void 0){let Q=p.
by,pe=s;if(Q!=="aws-sigv4"){let $e={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/3/properties/by/con\
st",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be equal to constant",schema:"aws-sigv4",parentSchema:m.properties.authentication.properties.
token.oneOf[3].properties.by,data:Q};e===null?e=[$e]:e.push($e),s++}var ue=pe===s}if(p.service!==void 0){let Q=p.service,pe=s,$e=s,se=s;if(typeof Q=="string"){if(!gs.
test(Q)){let ne={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},
message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:hr,data:Q};e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+
"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:hr.type,parentSchema:hr,
data:Q};e===null?e=[ne]:e.push(ne),s++}var Ce=$e===s,ue=pe===s}}else{let W={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/prope\
rties/token/oneOf/3/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.authentication.properties.token.oneOf[3].type,parentSchema:m.
properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[W]:e.push(W),s++}var C=V===s;if(C&&N)N=!1,O=[O,3];else{C&&(N=!0,O=3,G!==!0&&(G=!0));let W=s,
Q=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let se={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/proper\
ties/token/oneOf/4/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.properties.authentication.properties.
token.oneOf[4].required,parentSchema:m.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[se]:e.push(se),s++}if(p.service===void 0){let se={
instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/required",keyword:"required",params:{missingProperty:"se\
rvice"},message:"must have required property 'service'",schema:m.properties.authentication.properties.token.oneOf[4].required,parentSchema:m.properties.authentication.
properties.token.oneOf[4],data:p};e===null?e=[se]:e.push(se),s++}let $e=s;for(let se in p)if(!(se==="by"||se==="service"||se==="region")){let J={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:se},
message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[J]:e.push(J),s++}
if(p.by!==void 0){let se=p.by,J=s;if(se!=="tc3-hmac-sha256"){let ne={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/4/properties/by/const",keyword:"const",params:{allowedValue:"tc3-hmac-sha256"},message:"must be equal to constant",schema:"tc3-hmac-sha256",parentSchema:m.
properties.authentication.properties.token.oneOf[4].properties.by,data:se};e===null?e=[ne]:e.push(ne),s++}var U=J===s}if(p.service!==void 0){let se=p.service,J=s,
ne=s,ce=s;if(typeof se=="string"){if(!gs.test(se)){let ge={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pa\
ttern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:hr,data:se};e===null?e=[ge]:
e.push(ge),s++}}else{let ge={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:hr.type,parentSchema:hr,data:se};e===null?e=[ge]:e.push(ge),s++}var te=ne===s,U=J===s}if(p.region!==void 0){let se=p.region,J=s,ne=s,ce=s;
if(typeof se=="string"){if(!gs.test(se)){let ge={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegion/pattern",keyword:"pattern",params:{
pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:fs,data:se};e===null?e=[ge]:e.push(ge),s++}}else{
let ge={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegion/type",keyword:"type",params:{type:"string"},message:"must be string",schema:fs.
type,parentSchema:fs,data:se};e===null?e=[ge]:e.push(ge),s++}var ve=ne===s,U=J===s}}else{let $e={instancePath:r+"/authentication/token",schemaPath:"#/properties\
/authentication/properties/token/oneOf/4/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.authentication.properties.token.
oneOf[4].type,parentSchema:m.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[$e]:e.push($e),s++}var C=W===s;if(C&&N)N=!1,O=[O,4];else{C&&
(N=!0,O=4,G!==!0&&(G=!0));let $e=s,se=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let ce={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/5/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.
properties.authentication.properties.token.oneOf[5].required,parentSchema:m.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[ce]:e.push(ce),
s++}if(p.service===void 0){let ce={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/required",keyword:"re\
quired",params:{missingProperty:"service"},message:"must have required property 'service'",schema:m.properties.authentication.properties.token.oneOf[5].required,
parentSchema:m.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[ce]:e.push(ce),s++}if(p.region===void 0){let ce={instancePath:r+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/required",keyword:"required",params:{missingProperty:"region"},message:"must hav\
e required property 'region'",schema:m.properties.authentication.properties.token.oneOf[5].required,parentSchema:m.properties.authentication.properties.token.oneOf[5],
data:p};e===null?e=[ce]:e.push(ce),s++}let ne=s;for(let ce in p)if(!(ce==="by"||ce==="service"||ce==="region")){let Ee={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/5/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ce},message:"must NOT have \
additional properties",schema:!1,parentSchema:m.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[Ee]:e.push(Ee),s++}if(p.by!==void 0){let ce=p.
by,Ee=s;if(ce!=="hmac-sha256-v4"){let ge={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/5/properties/\
by/const",keyword:"const",params:{allowedValue:"hmac-sha256-v4"},message:"must be equal to constant",schema:"hmac-sha256-v4",parentSchema:m.properties.authentication.
properties.token.oneOf[5].properties.by,data:ce};e===null?e=[ge]:e.push(ge),s++}var We=Ee===s}if(p.service!==void 0){let ce=p.service,Ee=s,ge=s,be=s;if(typeof ce==
"string"){if(!gs.test(ce)){let dt={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"\
^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:hr,data:ce};e===null?e=[dt]:e.push(dt),s++}}else{let dt={
instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:hr.
type,parentSchema:hr,data:ce};e===null?e=[dt]:e.push(dt),s++}var ee=ge===s,We=Ee===s}if(p.region!==void 0){let ce=p.region,Ee=s,ge=s,be=s;if(typeof ce=="string"){
if(!gs.test(ce)){let dt={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegion/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-\
9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:fs,data:ce};e===null?e=[dt]:e.push(dt),s++}}else{let dt={instancePath:r+
"/authentication/token/region",schemaPath:"#/$defs/signedRegion/type",keyword:"type",params:{type:"string"},message:"must be string",schema:fs.type,parentSchema:fs,
data:ce};e===null?e=[dt]:e.push(dt),s++}var R=ge===s,We=Ee===s}}else{let ne={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/prop\
erties/token/oneOf/5/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.authentication.properties.token.oneOf[5].type,parentSchema:m.
properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[ne]:e.push(ne),s++}var C=$e===s;C&&N?(N=!1,O=[O,5]):C&&(N=!0,O=5,G!==!0&&(G=!0))}}}}if(N)
s=w,e!==null&&(w?e.length=w:e=null);else{let v={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf",keyword:"\
oneOf",params:{passingSchemas:O},message:"must match exactly one schema in oneOf",schema:m.properties.authentication.properties.token.oneOf,parentSchema:m.properties.
authentication.properties.token,data:p};e===null?e=[v]:e.push(v),s++}var D=l===s}if(h.source!==void 0){let p=h.source,l=s,w=s,N=s;if(typeof p=="string"){if(ae(p)<
1){let y={instancePath:r+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:re,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/authentication/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:p};e===null?e=[y]:e.push(y),s++}var K=w===s,D=l===s}}else{let H={
instancePath:r+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.
authentication.type,parentSchema:m.properties.authentication,data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}if(t.headers!==void 0){let h=t.headers,d=s,$=s;if(h&&
typeof h=="object"&&!Array.isArray(h)){if(Object.keys(h).length<1){let p={instancePath:r+"/headers",schemaPath:"#/properties/headers/minProperties",keyword:"min\
Properties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:m.properties.headers,data:h};e===null?e=[p]:e.push(p),s++}for(let p in h){
let l=s;if(typeof p=="string"&&!fr.test(p)){let w={instancePath:r+"/headers",schemaPath:"#/properties/headers/propertyNames/pattern",keyword:"pattern",params:{pattern:"\
^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:m.properties.headers.propertyNames,data:p,propertyName:p};
e===null?e=[w]:e.push(w),s++}var le=l===s;if(!le){let w={instancePath:r+"/headers",schemaPath:"#/properties/headers/propertyNames",keyword:"propertyNames",params:{
propertyName:p},message:"property name must be valid",schema:m.properties.headers.propertyNames,parentSchema:m.properties.headers,data:h};e===null?e=[w]:e.push(
w),s++}}let H=s;for(let p in h){let l=h[p],w=s,N=s;if(typeof l=="string"){if(!cn.test(l)){let O={instancePath:r+"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"\
~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x\
7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:m.properties.headers.additionalProperties,data:l};e===null?e=[O]:e.push(O),s++}}else{let O={instancePath:r+"/head\
ers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:m.properties.headers.additionalProperties.type,parentSchema:m.properties.headers.additionalProperties,data:l};e===null?e=[O]:e.push(O),s++}var Fe=w===
s}}else{let H={instancePath:r+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.
headers.type,parentSchema:m.properties.headers,data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}if(t.idempotency!==void 0){let h=t.idempotency,d=s,$=s;if(h&&typeof h==
"object"&&!Array.isArray(h)){if(h.header===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{
missingProperty:"header"},message:"must have required property 'header'",schema:m.properties.idempotency.required,parentSchema:m.properties.idempotency,data:h};
e===null?e=[p]:e.push(p),s++}if(h.keptSeconds===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{
missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:m.properties.idempotency.required,parentSchema:m.properties.idempotency,
data:h};e===null?e=[p]:e.push(p),s++}if(h.source===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.idempotency.required,parentSchema:m.properties.idempotency,
data:h};e===null?e=[p]:e.push(p),s++}let H=s;for(let p in h)if(!(p==="header"||p==="keptSeconds"||p==="source")){let l={instancePath:r+"/idempotency",schemaPath:"\
#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,
parentSchema:m.properties.idempotency,data:h};e===null?e=[l]:e.push(l),s++}if(h.header!==void 0){let p=h.header,l=s,w=s;if(typeof p=="string"){if(ae(p)<1){let N={
instancePath:r+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT ha\
ve fewer than 1 characters",schema:1,parentSchema:m.properties.idempotency.properties.header,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/\
idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.
idempotency.properties.header.type,parentSchema:m.properties.idempotency.properties.header,data:p};e===null?e=[N]:e.push(N),s++}var je=l===s}if(h.keptSeconds!==
void 0){let p=h.keptSeconds,l=s;if(!(typeof p=="number"&&!(p%1)&&!isNaN(p))){let O={instancePath:r+"/idempotency/keptSeconds",schemaPath:"#/properties/idempoten\
cy/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.properties.idempotency.properties.keptSeconds.type,parentSchema:m.
properties.idempotency.properties.keptSeconds,data:p};e===null?e=[O]:e.push(O),s++}let w=s;if(typeof p=="number"&&(p<1||isNaN(p))){let O={instancePath:r+"/idemp\
otency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= \
1",schema:1,parentSchema:m.properties.idempotency.properties.keptSeconds,data:p};e===null?e=[O]:e.push(O),s++}var je=l===s}if(h.source!==void 0){let p=h.source,
l=s,w=s,N=s;if(typeof p=="string"){if(ae(p)<1){let y={instancePath:r+"/idempotency/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/idempotency/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:p};e===null?e=[y]:e.push(y),
s++}var Y=w===s,je=l===s}}else{let H={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:m.properties.idempotency.type,parentSchema:m.properties.idempotency,data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}if(t.deadline!==void 0){
let h=t.deadline,d=s,$=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.seconds===void 0){let p={instancePath:r+"/deadline",schemaPath:"#/properties/deadline\
/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:m.properties.deadline.required,parentSchema:m.
properties.deadline,data:h};e===null?e=[p]:e.push(p),s++}if(h.source===void 0){let p={instancePath:r+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.deadline.required,parentSchema:m.properties.deadline,
data:h};e===null?e=[p]:e.push(p),s++}let H=s;for(let p in h)if(!(p==="seconds"||p==="source")){let l={instancePath:r+"/deadline",schemaPath:"#/properties/deadli\
ne/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.
deadline,data:h};e===null?e=[l]:e.push(l),s++}if(h.seconds!==void 0){let p=h.seconds,l=s;if(!(typeof p=="number"&&!(p%1)&&!isNaN(p))){let N={instancePath:r+"/de\
adline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.properties.
deadline.properties.seconds.type,parentSchema:m.properties.deadline.properties.seconds,data:p};e===null?e=[N]:e.push(N),s++}let w=s;if(typeof p=="number"&&(p<60||
isNaN(p))){let N={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},
message:"must be >= 60",schema:60,parentSchema:m.properties.deadline.properties.seconds,data:p};e===null?e=[N]:e.push(N),s++}var qe=l===s}if(h.source!==void 0){
let p=h.source,l=s,w=s,N=s;if(typeof p=="string"){if(ae(p)<1){let y={instancePath:r+"/deadline/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/dea\
dline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:p};e===null?e=
[y]:e.push(y),s++}var Te=w===s,qe=l===s}}else{let H={instancePath:r+"/deadline",schemaPath:"#/properties/deadline/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:m.properties.deadline.type,parentSchema:m.properties.deadline,data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}if(t.poll!==void 0){let h=t.
poll,d=s,$=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.seconds===void 0){let p={instancePath:r+"/poll",schemaPath:"#/properties/poll/required",keyword:"\
required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:m.properties.poll.required,parentSchema:m.properties.poll,data:h};
e===null?e=[p]:e.push(p),s++}if(h.source===void 0){let p={instancePath:r+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:m.properties.poll.required,parentSchema:m.properties.poll,data:h};e===null?e=[p]:e.push(p),s++}let H=s;
for(let p in h)if(!(p==="seconds"||p==="source")){let l={instancePath:r+"/poll",schemaPath:"#/properties/poll/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.poll,data:h};e===null?e=[l]:e.push(l),s++}if(h.
seconds!==void 0){let p=h.seconds,l=s,w=s;if(typeof p=="number"){if(p<=0||isNaN(p)){let N={instancePath:r+"/poll/seconds",schemaPath:"#/properties/poll/properti\
es/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:m.properties.poll.properties.
seconds,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/type",keyword:"type",params:{
type:"number"},message:"must be number",schema:m.properties.poll.properties.seconds.type,parentSchema:m.properties.poll.properties.seconds,data:p};e===null?e=[N]:
e.push(N),s++}var st=l===s}if(h.source!==void 0){let p=h.source,l=s,w=s,N=s;if(typeof p=="string"){if(ae(p)<1){let y={instancePath:r+"/poll/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};e===null?e=[y]:e.
push(y),s++}}else{let y={instancePath:r+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:p};e===null?e=[y]:e.push(y),s++}var ot=w===s,st=l===s}}else{let H={instancePath:r+"/poll",schemaPath:"#/properties/poll/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:m.properties.poll.type,parentSchema:m.properties.poll,data:h};e===null?e=[H]:e.push(H),s++}var u=d===
s}if(t.probe!==void 0){let h=t.probe,d=s,$=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.path===void 0){let p={instancePath:r+"/probe",schemaPath:"#/prope\
rties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:m.properties.probe.required,parentSchema:m.
properties.probe,data:h};e===null?e=[p]:e.push(p),s++}if(h.accepted===void 0){let p={instancePath:r+"/probe",schemaPath:"#/properties/probe/required",keyword:"r\
equired",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:m.properties.probe.required,parentSchema:m.properties.probe,
data:h};e===null?e=[p]:e.push(p),s++}if(h.source===void 0){let p={instancePath:r+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:m.properties.probe.required,parentSchema:m.properties.probe,data:h};e===null?e=[p]:e.push(p),s++}
let H=s;for(let p in h)if(!(p==="path"||p==="accepted"||p==="source")){let l={instancePath:r+"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.probe,data:h};e===null?e=[
l]:e.push(l),s++}if(h.path!==void 0){let p=h.path,l=s,w=s,N=s;if(typeof p=="string"){if(!vt.test(p)){let O={instancePath:r+"/probe/path",schemaPath:"#/$defs/pat\
h/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,data:p};e===null?e=[O]:e.push(O),s++}}else{let O={
instancePath:r+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.type,parentSchema:xe,data:p};
e===null?e=[O]:e.push(O),s++}var Xt=w===s,Ge=l===s}if(h.accepted!==void 0){let p=h.accepted,l=s,w=s;if(Array.isArray(p)){if(p.length<1){let S={instancePath:r+"/\
probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:m.properties.probe.properties.accepted,data:p};e===null?e=[S]:e.push(S),s++}let O=!0,y=p.length;for(let S=0;S<y;S++){let x=p[S],z=s;if(!(typeof x==
"number"&&!(x%1)&&!isNaN(x))){let v={instancePath:r+"/probe/accepted/"+S,schemaPath:"#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:m.properties.probe.properties.accepted.items.type,parentSchema:m.properties.probe.properties.accepted.items,data:x};e===
null?e=[v]:e.push(v),s++}let _=s;if(typeof x=="number"){if(x>599||isNaN(x)){let v={instancePath:r+"/probe/accepted/"+S,schemaPath:"#/properties/probe/properties\
/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:m.properties.probe.properties.accepted.
items,data:x};e===null?e=[v]:e.push(v),s++}if(x<100||isNaN(x)){let v={instancePath:r+"/probe/accepted/"+S,schemaPath:"#/properties/probe/properties/accepted/ite\
ms/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"must be >= 100",schema:100,parentSchema:m.properties.probe.properties.accepted.items,data:x};
e===null?e=[v]:e.push(v),s++}}var Ur=z===s;Ur||(O=!1)}}else{let O={instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:m.properties.probe.properties.accepted.type,parentSchema:m.properties.probe.properties.accepted,data:p};
e===null?e=[O]:e.push(O),s++}var Ge=l===s}if(h.source!==void 0){let p=h.source,l=s,w=s,N=s;if(typeof p=="string"){if(ae(p)<1){let y={instancePath:r+"/probe/sour\
ce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};
e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/probe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:re.type,parentSchema:re,data:p};e===null?e=[y]:e.push(y),s++}var Go=w===s,Ge=l===s}}else{let H={instancePath:r+"/probe",schemaPath:"#/properties\
/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.probe.type,parentSchema:m.properties.probe,data:h};e===null?e=[H]:
e.push(H),s++}var u=d===s}if(t.modelProbe!==void 0){let h=t.modelProbe,d=s,$=s,E=s,H=!1,p=null,l=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.path===void 0){
let O={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have \
required property 'path'",schema:m.properties.modelProbe.oneOf[0].required,parentSchema:m.properties.modelProbe.oneOf[0],data:h};e===null?e=[O]:e.push(O),s++}if(h.
names===void 0){let O={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"\
must have required property 'names'",schema:m.properties.modelProbe.oneOf[0].required,parentSchema:m.properties.modelProbe.oneOf[0],data:h};e===null?e=[O]:e.push(
O),s++}}var mr=l===s;mr&&(H=!0,p=0);let w=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.url===void 0){let O={instancePath:r+"/modelProbe",schemaPath:"#/pr\
operties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:m.properties.modelProbe.
oneOf[1].required,parentSchema:m.properties.modelProbe.oneOf[1],data:h};e===null?e=[O]:e.push(O),s++}if(h.names===void 0){let O={instancePath:r+"/modelProbe",schemaPath:"\
#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:m.properties.
modelProbe.oneOf[1].required,parentSchema:m.properties.modelProbe.oneOf[1],data:h};e===null?e=[O]:e.push(O),s++}}var mr=w===s;if(mr&&H)H=!1,p=[p,1];else{mr&&(H=
!0,p=1);let O=s;if(h&&typeof h=="object"&&!Array.isArray(h)&&h.untestable===void 0){let S={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneO\
f/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have required property 'untestable'",schema:m.properties.modelProbe.oneOf[2].
required,parentSchema:m.properties.modelProbe.oneOf[2],data:h};e===null?e=[S]:e.push(S),s++}var mr=O===s;mr&&H?(H=!1,p=[p,2]):mr&&(H=!0,p=2)}if(H)s=E,e!==null&&
(E?e.length=E:e=null);else{let O={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"mus\
t match exactly one schema in oneOf",schema:m.properties.modelProbe.oneOf,parentSchema:m.properties.modelProbe,data:h};e===null?e=[O]:e.push(O),s++}if(h&&typeof h==
"object"&&!Array.isArray(h)){if(h.source===void 0){let y={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.modelProbe.required,parentSchema:m.properties.modelProbe,data:h};e===
null?e=[y]:e.push(y),s++}let O=s;for(let y in h)if(!(y==="path"||y==="url"||y==="names"||y==="omits"||y==="told"||y==="except"||y==="untestable"||y==="source")){
let S={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"\
must NOT have additional properties",schema:!1,parentSchema:m.properties.modelProbe,data:h};e===null?e=[S]:e.push(S),s++}if(h.path!==void 0){let y=h.path,S=s,x=s,
z=s;if(typeof y=="string"){if(!vt.test(y)){let _={instancePath:r+"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:xe,data:y};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+"/modelProbe/path",schemaPath:"#/$defs/pat\
h/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.type,parentSchema:xe,data:y};e===null?e=[_]:e.push(_),s++}var Nt=x===s,$r=S===s}
if(h.url!==void 0){let y=h.url,S=s,x=s;if(typeof y=="string"){if(!Ry.test(y)){let _={instancePath:r+"/modelProbe/url",schemaPath:"#/properties/modelProbe/proper\
ties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#\
{}]+/[^#]*$",parentSchema:m.properties.modelProbe.properties.url,data:y};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+"/modelProbe/url",schemaPath:"\
#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.modelProbe.properties.url.type,parentSchema:m.
properties.modelProbe.properties.url,data:y};e===null?e=[_]:e.push(_),s++}var $r=S===s}if(h.names!==void 0){let y=h.names,S=s,x=s,z=s;if(typeof y=="string"){if(!Re.
test(y)){let v={instancePath:r+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/modelProbe\
/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};e===null?e=[v]:e.push(
v),s++}var oy=x===s,$r=S===s}if(h.omits!==void 0){let y=h.omits,S=s,x=s;if(typeof y=="string"){if(ae(y)<1){let _={instancePath:r+"/modelProbe/omits",schemaPath:"\
#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.
properties.modelProbe.properties.omits,data:y};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/\
properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.modelProbe.properties.omits.type,parentSchema:m.properties.
modelProbe.properties.omits,data:y};e===null?e=[_]:e.push(_),s++}var $r=S===s}if(h.told!==void 0){let y=h.told,S=s,x=s;if(Array.isArray(y)){if(y.length<1){let P={
instancePath:r+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer\
 than 1 items",schema:1,parentSchema:m.properties.modelProbe.properties.told,data:y};e===null?e=[P]:e.push(P),s++}let _=!0,v=y.length;for(let P=0;P<v;P++){let A=y[P],
V=s,I=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.at===void 0){let W={instancePath:r+"/modelProbe/told/"+P,schemaPath:"#/properties/modelProbe/propertie\
s/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:m.properties.modelProbe.properties.told.
items.required,parentSchema:m.properties.modelProbe.properties.told.items,data:A};e===null?e=[W]:e.push(W),s++}if(A.constant===void 0){let W={instancePath:r+"/m\
odelProbe/told/"+P,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have\
 required property 'constant'",schema:m.properties.modelProbe.properties.told.items.required,parentSchema:m.properties.modelProbe.properties.told.items,data:A};
e===null?e=[W]:e.push(W),s++}let F=s;for(let W in A)if(!(W==="at"||W==="constant")){let Q={instancePath:r+"/modelProbe/told/"+P,schemaPath:"#/properties/modelPr\
obe/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additional properties",schema:!1,
parentSchema:m.properties.modelProbe.properties.told.items,data:A};e===null?e=[Q]:e.push(Q),s++}if(A.at!==void 0){let W=A.at,Q=s,pe=s,$e=s;if(typeof W=="string"){
if(!Re.test(W)){let se={instancePath:r+"/modelProbe/told/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:W};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+
"/modelProbe/told/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:W};
e===null?e=[se]:e.push(se),s++}var iy=pe===s,py=Q===s}}else{let F={instancePath:r+"/modelProbe/told/"+P,schemaPath:"#/properties/modelProbe/properties/told/item\
s/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.modelProbe.properties.told.items.type,parentSchema:m.properties.modelProbe.
properties.told.items,data:A};e===null?e=[F]:e.push(F),s++}var Zo=V===s;Zo||(_=!1)}}else{let _={instancePath:r+"/modelProbe/told",schemaPath:"#/properties/model\
Probe/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.modelProbe.properties.told.type,parentSchema:m.properties.
modelProbe.properties.told,data:y};e===null?e=[_]:e.push(_),s++}var $r=S===s}if(h.except!==void 0){let y=h.except,S=s,x=s;if(Array.isArray(y)){if(y.length<1){let P={
instancePath:r+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have f\
ewer than 1 items",schema:1,parentSchema:m.properties.modelProbe.properties.except,data:y};e===null?e=[P]:e.push(P),s++}let _=!0,v=y.length;for(let P=0;P<v;P++){
let A=y[P],V=s,I=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.prefix===void 0){let W={instancePath:r+"/modelProbe/except/"+P,schemaPath:"#/properties/mod\
elProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:m.properties.
modelProbe.properties.except.items.required,parentSchema:m.properties.modelProbe.properties.except.items,data:A};e===null?e=[W]:e.push(W),s++}if(A.reason===void 0){
let W={instancePath:r+"/modelProbe/except/"+P,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:m.properties.modelProbe.properties.except.items.required,parentSchema:m.properties.modelProbe.properties.
except.items,data:A};e===null?e=[W]:e.push(W),s++}let F=s;for(let W in A)if(!(W==="prefix"||W==="reason")){let Q={instancePath:r+"/modelProbe/except/"+P,schemaPath:"\
#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:m.properties.modelProbe.properties.except.items,data:A};e===null?e=[Q]:e.push(Q),s++}if(A.prefix!==void 0){let W=A.prefix,
Q=s,pe=s;if(typeof W=="string"){if(ae(W)<1){let $e={instancePath:r+"/modelProbe/except/"+P+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items\
/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.modelProbe.
properties.except.items.properties.prefix,data:W};e===null?e=[$e]:e.push($e),s++}}else{let $e={instancePath:r+"/modelProbe/except/"+P+"/prefix",schemaPath:"#/pr\
operties/modelProbe/properties/except/items/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.modelProbe.
properties.except.items.properties.prefix.type,parentSchema:m.properties.modelProbe.properties.except.items.properties.prefix,data:W};e===null?e=[$e]:e.push($e),
s++}var Sr=Q===s}if(A.reason!==void 0){let W=A.reason,Q=s,pe=s;if(typeof W=="string"){if(ae(W)<1){let se={instancePath:r+"/modelProbe/except/"+P+"/reason",schemaPath:"\
#/properties/modelProbe/properties/except/items/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:m.properties.modelProbe.properties.except.items.properties.reason,data:W};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/mo\
delProbe/except/"+P+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:m.properties.modelProbe.properties.except.items.properties.reason.type,parentSchema:m.properties.modelProbe.properties.except.items.properties.
reason,data:W};e===null?e=[se]:e.push(se),s++}var Sr=Q===s}}else{let F={instancePath:r+"/modelProbe/except/"+P,schemaPath:"#/properties/modelProbe/properties/ex\
cept/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.modelProbe.properties.except.items.type,parentSchema:m.properties.
modelProbe.properties.except.items,data:A};e===null?e=[F]:e.push(F),s++}var Od=V===s;Od||(_=!1)}}else{let _={instancePath:r+"/modelProbe/except",schemaPath:"#/p\
roperties/modelProbe/properties/except/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.modelProbe.properties.except.type,
parentSchema:m.properties.modelProbe.properties.except,data:y};e===null?e=[_]:e.push(_),s++}var $r=S===s}if(h.untestable!==void 0){let y=h.untestable,S=s,x=s;if(typeof y==
"string"){if(ae(y)<1){let _={instancePath:r+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.modelProbe.properties.untestable,data:y};e===null?e=[_]:e.push(_),s++}}else{
let _={instancePath:r+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:m.properties.modelProbe.properties.untestable.type,parentSchema:m.properties.modelProbe.properties.untestable,data:y};e===null?e=[_]:e.push(
_),s++}var $r=S===s}if(h.source!==void 0){let y=h.source,S=s,x=s,z=s;if(typeof y=="string"){if(ae(y)<1){let v={instancePath:r+"/modelProbe/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:y};e===null?e=[v]:e.
push(v),s++}}else{let v={instancePath:r+"/modelProbe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:y};e===null?e=[v]:e.push(v),s++}var dy=x===s,$r=S===s}}else{let O={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/ty\
pe",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.modelProbe.type,parentSchema:m.properties.modelProbe,data:h};e===null?e=[
O]:e.push(O),s++}var u=d===s}if(t.webhooks!==void 0){let h=t.webhooks,d=s,$=s,E=s,H=!1,p=null,l=s;if(h&&typeof h=="object"&&!Array.isArray(h)&&h.body===void 0){
let O={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have requ\
ired property 'body'",schema:m.properties.webhooks.oneOf[0].required,parentSchema:m.properties.webhooks.oneOf[0],data:h};e===null?e=[O]:e.push(O),s++}var ra=l===
s;ra&&(H=!0,p=0);let w=s;if(h&&typeof h=="object"&&!Array.isArray(h)&&h.query===void 0){let O={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneO\
f/1/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:m.properties.webhooks.oneOf[1].required,parentSchema:m.
properties.webhooks.oneOf[1],data:h};e===null?e=[O]:e.push(O),s++}var ra=w===s;if(ra&&H?(H=!1,p=[p,1]):ra&&(H=!0,p=1),H)s=E,e!==null&&(E?e.length=E:e=null);else{
let O={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"must match exactly one schema in o\
neOf",schema:m.properties.webhooks.oneOf,parentSchema:m.properties.webhooks,data:h};e===null?e=[O]:e.push(O),s++}if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.
source===void 0){let y={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"mus\
t have required property 'source'",schema:m.properties.webhooks.required,parentSchema:m.properties.webhooks,data:h};e===null?e=[y]:e.push(y),s++}let O=s;for(let y in h)
if(!(y==="body"||y==="query"||y==="with"||y==="signature"||y==="challenge"||y==="told"||y==="source")){let S={instancePath:r+"/webhooks",schemaPath:"#/propertie\
s/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:m.
properties.webhooks,data:h};e===null?e=[S]:e.push(S),s++}if(h.body!==void 0){let y=h.body,S=s,x=s,z=s;if(typeof y=="string"){if(!Re.test(y)){let _={instancePath:r+
"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+\
$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+"/webhooks/body",schemaPath:"#/$defs/pointer/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};e===null?e=[_]:e.push(_),s++}var jd=x===s,_r=S===s}if(h.
query!==void 0){let y=h.query,S=s,x=s;if(typeof y=="string"){if(ae(y)<1){let _={instancePath:r+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/qu\
ery/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.query,
data:y};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:m.properties.webhooks.properties.query.type,parentSchema:m.properties.webhooks.properties.query,data:y};e===null?
e=[_]:e.push(_),s++}var _r=S===s}if(h.with!==void 0){let y=h.with,S=s,x=s;if(Array.isArray(y)){if(y.length<1){let P={instancePath:r+"/webhooks/with",schemaPath:"\
#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.
webhooks.properties.with,data:y};e===null?e=[P]:e.push(P),s++}let _=!0,v=y.length;for(let P=0;P<v;P++){let A=y[P],V=s,I=s;if(A&&typeof A=="object"&&!Array.isArray(
A)){if(A.to===void 0){let W={instancePath:r+"/webhooks/with/"+P,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:m.properties.webhooks.properties.with.items.required,parentSchema:m.properties.webhooks.properties.with.items,
data:A};e===null?e=[W]:e.push(W),s++}if(A.constant===void 0){let W={instancePath:r+"/webhooks/with/"+P,schemaPath:"#/properties/webhooks/properties/with/items/r\
equired",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:m.properties.webhooks.properties.with.items.
required,parentSchema:m.properties.webhooks.properties.with.items,data:A};e===null?e=[W]:e.push(W),s++}let F=s;for(let W in A)if(!(W==="to"||W==="constant")){let Q={
instancePath:r+"/webhooks/with/"+P,schemaPath:"#/properties/webhooks/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},
message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.webhooks.properties.with.items,data:A};e===null?e=[Q]:e.push(Q),s++}if(A.to!==
void 0){let W=A.to,Q=s,pe=s,$e=s;if(typeof W=="string"){if(!Re.test(W)){let se={instancePath:r+"/webhooks/with/"+P+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:W};e===null?
e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/webhooks/with/"+P+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Z.type,parentSchema:Z,data:W};e===null?e=[se]:e.push(se),s++}var Qo=pe===s,cs=Q===s}}else{let F={instancePath:r+"/webhooks/with/"+P,schemaPath:"\
#/properties/webhooks/properties/with/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.with.items.
type,parentSchema:m.properties.webhooks.properties.with.items,data:A};e===null?e=[F]:e.push(F),s++}var Xo=V===s;Xo||(_=!1)}}else{let _={instancePath:r+"/webhook\
s/with",schemaPath:"#/properties/webhooks/properties/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.webhooks.properties.
with.type,parentSchema:m.properties.webhooks.properties.with,data:y};e===null?e=[_]:e.push(_),s++}var _r=S===s}if(h.signature!==void 0){let y=h.signature,S=s,x=s;
if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.algorithm===void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/s\
ignature/required",keyword:"required",params:{missingProperty:"algorithm"},message:"must have required property 'algorithm'",schema:m.properties.webhooks.properties.
signature.required,parentSchema:m.properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.push(v),s++}if(y.header===void 0){let v={instancePath:r+"/we\
bhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"header"},message:"must have requi\
red property 'header'",schema:m.properties.webhooks.properties.signature.required,parentSchema:m.properties.webhooks.properties.signature,data:y};e===null?e=[v]:
e.push(v),s++}if(y.encoding===void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"requ\
ired",params:{missingProperty:"encoding"},message:"must have required property 'encoding'",schema:m.properties.webhooks.properties.signature.required,parentSchema:m.
properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.push(v),s++}if(y.signed===void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/pr\
operties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"signed"},message:"must have required property 'signed'",schema:m.properties.
webhooks.properties.signature.required,parentSchema:m.properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.push(v),s++}if(y.key===void 0){let v={instancePath:r+
"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have requ\
ired property 'key'",schema:m.properties.webhooks.properties.signature.required,parentSchema:m.properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.
push(v),s++}let _=s;for(let v in y)if(!$s.call(m.properties.webhooks.properties.signature.properties,v)){let P={instancePath:r+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional \
properties",schema:!1,parentSchema:m.properties.webhooks.properties.signature,data:y};e===null?e=[P]:e.push(P),s++}if(y.algorithm!==void 0){let v=y.algorithm,P=s,
A=m.properties.webhooks.properties.signature.properties.algorithm.enum;if(!(v==="hmac-sha256"||v==="hmac-sha512"||v==="ed25519")){let V={instancePath:r+"/webhoo\
ks/signature/algorithm",schemaPath:"#/properties/webhooks/properties/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.
properties.signature.properties.algorithm.enum},message:"must be equal to one of the allowed values",schema:m.properties.webhooks.properties.signature.properties.
algorithm.enum,parentSchema:m.properties.webhooks.properties.signature.properties.algorithm,data:v};e===null?e=[V]:e.push(V),s++}var Yt=P===s}if(y.header!==void 0){
let v=y.header,P=s,A=s,V=s;if(typeof v=="string"){if(!fr.test(v)){let F={instancePath:r+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"\
pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Rt,data:v};e===null?e=[F]:
e.push(F),s++}}else{let F={instancePath:r+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Rt.type,parentSchema:Rt,data:v};e===null?e=[F]:e.push(F),s++}var tn=A===s,Yt=P===s}if(y.separator!==void 0){let v=y.separator,P=s,A=s;if(typeof v==
"string"){if(ae(v)<1){let I={instancePath:r+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.
separator,data:v};e===null?e=[I]:e.push(I),s++}}else{let I={instancePath:r+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signatur\
e/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.separator.
type,parentSchema:m.properties.webhooks.properties.signature.properties.separator,data:v};e===null?e=[I]:e.push(I),s++}var Yt=P===s}if(y.prefix!==void 0){let v=y.
prefix,P=s,A=s;if(typeof v=="string"){if(ae(v)<1){let I={instancePath:r+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/prop\
erties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.
signature.properties.prefix,data:v};e===null?e=[I]:e.push(I),s++}}else{let I={instancePath:r+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/prop\
erties/signature/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.
prefix.type,parentSchema:m.properties.webhooks.properties.signature.properties.prefix,data:v};e===null?e=[I]:e.push(I),s++}var Yt=P===s}if(y.encoding!==void 0){
let v=y.encoding,P=s,A=m.properties.webhooks.properties.signature.properties.encoding.enum;if(!(v==="hex"||v==="base64")){let I={instancePath:r+"/webhooks/signa\
ture/encoding",schemaPath:"#/properties/webhooks/properties/signature/properties/encoding/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.properties.
signature.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:m.properties.webhooks.properties.signature.properties.encoding.enum,
parentSchema:m.properties.webhooks.properties.signature.properties.encoding,data:v};e===null?e=[I]:e.push(I),s++}var Yt=P===s}if(y.headers!==void 0){let v=y.headers,
P=s,A=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(Object.keys(v).length<1){let F={instancePath:r+"/webhooks/signature/headers",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,
parentSchema:m.properties.webhooks.properties.signature.properties.headers,data:v};e===null?e=[F]:e.push(F),s++}let I=s;for(let F in v){let W=v[F],Q=s,pe=s,$e=s;
if(typeof W=="string"){if(!fr.test(W)){let se={instancePath:r+"/webhooks/signature/headers/"+F.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/header\
Name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Rt,
data:W};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/webhooks/signature/headers/"+F.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/\
headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rt.type,parentSchema:Rt,data:W};e===null?e=[se]:e.push(se),s++}var cy=pe===
s,my=Q===s}}else{let I={instancePath:r+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.signature.properties.headers.type,parentSchema:m.properties.webhooks.
properties.signature.properties.headers,data:v};e===null?e=[I]:e.push(I),s++}var Yt=P===s}if(y.signed!==void 0){let v=y.signed,P=s,A=s;if(typeof v=="string"){if(ae(
v)<1){let I={instancePath:r+"/webhooks/signature/signed",schemaPath:"#/properties/webhooks/properties/signature/properties/signed/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.signed,data:v};e===
null?e=[I]:e.push(I),s++}}else{let I={instancePath:r+"/webhooks/signature/signed",schemaPath:"#/properties/webhooks/properties/signature/properties/signed/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.signed.type,parentSchema:m.properties.
webhooks.properties.signature.properties.signed,data:v};e===null?e=[I]:e.push(I),s++}var Yt=P===s}if(y.time!==void 0){let v=y.time,P=s,A=s,V=s,I=!1,F=null,W=s;if(v&&
typeof v=="object"&&!Array.isArray(v)&&v.header===void 0){let $e={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signatu\
re/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:m.properties.webhooks.
properties.signature.properties.time.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.time.oneOf[0],data:v};e===null?e=[$e]:
e.push($e),s++}var sa=W===s;sa&&(I=!0,F=0);let Q=s;if(v&&typeof v=="object"&&!Array.isArray(v)&&v.member===void 0){let $e={instancePath:r+"/webhooks/signature/t\
ime",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"required",params:{missingProperty:"member"},message:"must\
 have required property 'member'",schema:m.properties.webhooks.properties.signature.properties.time.oneOf[1].required,parentSchema:m.properties.webhooks.properties.
signature.properties.time.oneOf[1],data:v};e===null?e=[$e]:e.push($e),s++}var sa=Q===s;if(sa&&I?(I=!1,F=[F,1]):sa&&(I=!0,F=1),I)s=V,e!==null&&(V?e.length=V:e=null);else{
let $e={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:F},
message:"must match exactly one schema in oneOf",schema:m.properties.webhooks.properties.signature.properties.time.oneOf,parentSchema:m.properties.webhooks.properties.
signature.properties.time,data:v};e===null?e=[$e]:e.push($e),s++}if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.unit===void 0){let J={instancePath:r+"/webhoo\
ks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"unit"},message:"\
must have required property 'unit'",schema:m.properties.webhooks.properties.signature.properties.time.required,parentSchema:m.properties.webhooks.properties.signature.
properties.time,data:v};e===null?e=[J]:e.push(J),s++}if(v.toleranceSeconds===void 0){let J={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"toleranceSeconds"},message:"must have required property 'tole\
ranceSeconds'",schema:m.properties.webhooks.properties.signature.properties.time.required,parentSchema:m.properties.webhooks.properties.signature.properties.time,
data:v};e===null?e=[J]:e.push(J),s++}let $e=s;for(let J in v)if(!(J==="header"||J==="separator"||J==="prefix"||J==="member"||J==="unit"||J==="toleranceSeconds")){
let ne={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/additionalProperties",keyword:"addition\
alProperties",params:{additionalProperty:J},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.webhooks.properties.signature.properties.
time,data:v};e===null?e=[ne]:e.push(ne),s++}if(v.header!==void 0){let J=v.header,ne=s,ce=s,Ee=s;if(typeof J=="string"){if(!fr.test(J)){let ge={instancePath:r+"/\
webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-\
Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Rt,data:J};e===null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:r+"/webhooks/signature/time/header",
schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rt.type,parentSchema:Rt,data:J};e===null?e=[ge]:e.push(
ge),s++}var ly=ce===s,Jr=ne===s}if(v.separator!==void 0){let J=v.separator,ne=s,ce=s;if(typeof J=="string"){if(ae(J)<1){let ge={instancePath:r+"/webhooks/signat\
ure/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.separator,data:J};e===
null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:r+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/t\
ime/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.time.
properties.separator.type,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.separator,data:J};e===null?e=[ge]:e.push(ge),s++}var Jr=ne===
s}if(v.prefix!==void 0){let J=v.prefix,ne=s,ce=s;if(typeof J=="string"){if(ae(J)<1){let ge={instancePath:r+"/webhooks/signature/time/prefix",schemaPath:"#/prope\
rties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.prefix,data:J};e===null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:r+
"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.time.properties.prefix.type,parentSchema:m.properties.webhooks.properties.
signature.properties.time.properties.prefix,data:J};e===null?e=[ge]:e.push(ge),s++}var Jr=ne===s}if(v.member!==void 0){let J=v.member,ne=s,ce=s,Ee=s;if(typeof J==
"string"){if(!Re.test(J)){let be={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([\
^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:J};e===null?e=[be]:e.push(be),s++}}else{
let be={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:J};e===null?e=[be]:e.push(be),s++}var aa=ce===s,Jr=ne===s}if(v.unit!==void 0){let J=v.unit,ne=s,ce=m.properties.webhooks.properties.signature.
properties.time.properties.unit.enum;if(!(J==="seconds"||J==="milliseconds"||J==="rfc3339")){let ge={instancePath:r+"/webhooks/signature/time/unit",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.properties.signature.
properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",schema:m.properties.webhooks.properties.signature.properties.time.properties.
unit.enum,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.unit,data:J};e===null?e=[ge]:e.push(ge),s++}var Jr=ne===s}if(v.toleranceSeconds!==
void 0){let J=v.toleranceSeconds,ne=s;if(!(typeof J=="number"&&!(J%1)&&!isNaN(J))){let ge={instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.
properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.type,parentSchema:m.properties.webhooks.properties.signature.properties.time.
properties.toleranceSeconds,data:J};e===null?e=[ge]:e.push(ge),s++}let ce=s;if(typeof J=="number"){if(J>3600||isNaN(J)){let ge={instancePath:r+"/webhooks/signat\
ure/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{
comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:J};e===null?e=[ge]:e.push(ge),s++}if(J<1||isNaN(J)){let ge={instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/pr\
operties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:m.
properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:J};e===null?e=[ge]:e.push(ge),s++}}var Jr=ne===s}let se;if(v.separator!==
void 0&&v.header===void 0){let J={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequ\
ired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when prope\
rty separator is present",schema:m.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:m.properties.webhooks.properties.signature.
properties.time,data:v};e===null?e=[J]:e.push(J),s++}if(v.prefix!==void 0&&v.header===void 0){let J={instancePath:r+"/webhooks/signature/time",schemaPath:"#/pro\
perties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,
deps:"header"},message:"must have property header when property prefix is present",schema:m.properties.webhooks.properties.signature.properties.time.dependentRequired,
parentSchema:m.properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[J]:e.push(J),s++}}else{let $e={instancePath:r+"/webhooks/signature/t\
ime",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.
webhooks.properties.signature.properties.time.type,parentSchema:m.properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[$e]:e.push($e),s++}
var Yt=P===s}if(y.key!==void 0){let v=y.key,P=s,A=s,V=!1,I=null,F=s,W=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.by===void 0){let J={instancePath:r+"/w\
ebhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},
message:"must have required property 'by'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:v};e===null?e=[J]:e.push(J),s++}if(v.path===void 0){let J={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required prope\
rty 'path'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:v};e===null?e=[J]:e.push(J),s++}if(v.at===void 0){let J={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:m.properties.webhooks.
properties.signature.properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[0],data:v};e===null?e=[J]:e.push(
J),s++}if(v.encoding===void 0){let J={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/req\
uired",keyword:"required",params:{missingProperty:"encoding"},message:"must have required property 'encoding'",schema:m.properties.webhooks.properties.signature.
properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[0],data:v};e===null?e=[J]:e.push(J),s++}let se=s;for(let J in v)
if(!(J==="by"||J==="path"||J==="at"||J==="prefix"||J==="encoding")){let ne={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/propertie\
s/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:J},message:"must NOT have additional properti\
es",schema:!1,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[0],data:v};e===null?e=[ne]:e.push(ne),s++}if(v.by!==void 0){let J=v.by,
ne=s;if(J!=="request"){let ce={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/propert\
ies/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"request",parentSchema:m.properties.webhooks.properties.
signature.properties.key.oneOf[0].properties.by,data:J};e===null?e=[ce]:e.push(ce),s++}var na=ne===s}if(v.path!==void 0){let J=v.path,ne=s,ce=s,Ee=s;if(typeof J==
"string"){if(!vt.test(J)){let be={instancePath:r+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:xe,data:J};e===null?e=[be]:e.push(be),s++}}else{let be={instancePath:r+"/webhooks/signature/key/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.type,parentSchema:xe,data:J};e===null?e=[be]:e.push(be),s++}var Td=ce===
s,na=ne===s}if(v.at!==void 0){let J=v.at,ne=s,ce=s,Ee=s;if(typeof J=="string"){if(!Re.test(J)){let be={instancePath:r+"/webhooks/signature/key/at",schemaPath:"#\
/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)\
+$",parentSchema:Z,data:J};e===null?e=[be]:e.push(be),s++}}else{let be={instancePath:r+"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:J};e===null?e=[be]:e.push(be),s++}var Ad=ce===s,na=ne===s}if(v.prefix!==void 0){
let J=v.prefix,ne=s,ce=s,Ee=s;if(typeof J=="string"){if(ae(J)<1){let be={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ys,data:J};e===null?e=[be]:e.push(be),s++}}else{let be={
instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ys.type,
parentSchema:ys,data:J};e===null?e=[be]:e.push(be),s++}var Nd=ce===s,na=ne===s}if(v.encoding!==void 0){let J=v.encoding,ne=s,ce=s,Ee=xr.enum;if(!(J==="text"||J===
"hex"||J==="base64")){let be={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:xr.enum},
message:"must be equal to one of the allowed values",schema:xr.enum,parentSchema:xr,data:J};e===null?e=[be]:e.push(be),s++}var rn=ce===s,na=ne===s}}else{let se={
instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:m.properties.webhooks.properties.signature.
properties.key.oneOf[0],data:v};e===null?e=[se]:e.push(se),s++}var lr=F===s;if(lr){V=!0,I=0;var oa=!0}let Q=s,pe=s;if(v&&typeof v=="object"&&!Array.isArray(v)){
if(v.by===void 0){let J={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"\
required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[1],data:v};e===null?e=[J]:e.push(J),s++}if(v.encoding===void 0){let J={instancePath:r+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{missingProperty:"en\
coding"},message:"must have required property 'encoding'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].required,parentSchema:m.properties.
webhooks.properties.signature.properties.key.oneOf[1],data:v};e===null?e=[J]:e.push(J),s++}let se=s;for(let J in v)if(!(J==="by"||J==="prefix"||J==="encoding")){
let ne={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additionalProperties",keyword:"ad\
ditionalProperties",params:{additionalProperty:J},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.webhooks.properties.signature.
properties.key.oneOf[1],data:v};e===null?e=[ne]:e.push(ne),s++}if(v.by!==void 0){let J=v.by,ne=s;if(J!=="setting"){let ce={instancePath:r+"/webhooks/signature/k\
ey/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"setting"},message:"\
must be equal to constant",schema:"setting",parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:J};e===null?e=[ce]:
e.push(ce),s++}var Yo=ne===s}if(v.prefix!==void 0){let J=v.prefix,ne=s,ce=s,Ee=s;if(typeof J=="string"){if(ae(J)<1){let be={instancePath:r+"/webhooks/signature/\
key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ys,
data:J};e===null?e=[be]:e.push(be),s++}}else{let be={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:ys.type,parentSchema:ys,data:J};e===null?e=[be]:e.push(be),s++}var Dr=ce===s,Yo=ne===s}if(v.encoding!==void 0){let J=v.
encoding,ne=s,ce=s,Ee=xr.enum;if(!(J==="text"||J==="hex"||J==="base64")){let be={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncodi\
ng/enum",keyword:"enum",params:{allowedValues:xr.enum},message:"must be equal to one of the allowed values",schema:xr.enum,parentSchema:xr,data:J};e===null?e=[be]:
e.push(be),s++}var uy=ce===s,Yo=ne===s}}else{let se={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].type,
parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[1],data:v};e===null?e=[se]:e.push(se),s++}var lr=Q===s;if(lr&&V)V=!1,I=[I,1];else{lr&&
(V=!0,I=1,oa!==!0&&(oa=!0));let se=s,J=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.by===void 0){let Ee={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must have required propert\
y 'by'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.
oneOf[2],data:v};e===null?e=[Ee]:e.push(Ee),s++}if(v.url===void 0){let Ee={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:m.properties.webhooks.
properties.signature.properties.key.oneOf[2].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2],data:v};e===null?e=[Ee]:e.
push(Ee),s++}let ce=s;for(let Ee in v)if(!(Ee==="by"||Ee==="url")){let ge={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Ee},message:"must NOT have additional properti\
es",schema:!1,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2],data:v};e===null?e=[ge]:e.push(ge),s++}if(v.by!==void 0){let Ee=v.
by,ge=s;if(Ee!=="key-set"){let be={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/pro\
perties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:m.properties.webhooks.properties.
signature.properties.key.oneOf[2].properties.by,data:Ee};e===null?e=[be]:e.push(be),s++}var Rd=ge===s}if(v.url!==void 0){let Ee=v.url,ge=s,be=s;if(typeof Ee=="s\
tring"){if(!Xd.test(Ee)){let dt={instancePath:r+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/prop\
erties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:m.properties.webhooks.
properties.signature.properties.key.oneOf[2].properties.url,data:Ee};e===null?e=[dt]:e.push(dt),s++}}else{let dt={instancePath:r+"/webhooks/signature/key/url",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.
url,data:Ee};e===null?e=[dt]:e.push(dt),s++}var Rd=ge===s}}else{let ce={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/si\
gnature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.signature.properties.
key.oneOf[2].type,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2],data:v};e===null?e=[ce]:e.push(ce),s++}var lr=se===s;lr&&V?(V=
!1,I=[I,2]):lr&&(V=!0,I=2,oa!==!0&&(oa=!0))}if(V)s=A,e!==null&&(A?e.length=A:e=null);else{let se={instancePath:r+"/webhooks/signature/key",schemaPath:"#/propert\
ies/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:I},message:"must match exactly one schema in oneOf",schema:m.properties.
webhooks.properties.signature.properties.key.oneOf,parentSchema:m.properties.webhooks.properties.signature.properties.key,data:v};e===null?e=[se]:e.push(se),s++}
var Yt=P===s}}else{let _={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:m.properties.webhooks.properties.signature.type,parentSchema:m.properties.webhooks.properties.signature,data:y};e===null?e=[_]:e.
push(_),s++}var _r=S===s}if(h.challenge!==void 0){let y=h.challenge,S=s,x=s,z=s;if(typeof y=="string"){if(!Re.test(y)){let v={instancePath:r+"/webhooks/challeng\
e",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(\
/([^/~]|~[01])+)+$",parentSchema:Z,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/webhooks/challenge",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};e===null?e=[v]:e.push(v),s++}var hy=x===s,_r=S===s}if(h.told!==void 0){
let y=h.told,S=s,x=s;if(Array.isArray(y)){if(y.length<1){let P={instancePath:r+"/webhooks/told",schemaPath:"#/properties/webhooks/properties/told/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.webhooks.properties.told,data:y};e===null?e=[P]:e.push(
P),s++}let _=!0,v=y.length;for(let P=0;P<v;P++){let A=y[P],V=s,I=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.at===void 0){let W={instancePath:r+"/webhoo\
ks/told/"+P,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required prope\
rty 'at'",schema:m.properties.webhooks.properties.told.items.required,parentSchema:m.properties.webhooks.properties.told.items,data:A};e===null?e=[W]:e.push(W),
s++}if(A.fact===void 0){let W={instancePath:r+"/webhooks/told/"+P,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"\
fact"},message:"must have required property 'fact'",schema:m.properties.webhooks.properties.told.items.required,parentSchema:m.properties.webhooks.properties.told.
items,data:A};e===null?e=[W]:e.push(W),s++}let F=s;for(let W in A)if(!(W==="at"||W==="fact")){let Q={instancePath:r+"/webhooks/told/"+P,schemaPath:"#/properties\
/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additional properties",
schema:!1,parentSchema:m.properties.webhooks.properties.told.items,data:A};e===null?e=[Q]:e.push(Q),s++}if(A.at!==void 0){let W=A.at,Q=s,pe=s,$e=s;if(typeof W==
"string"){if(!Re.test(W)){let se={instancePath:r+"/webhooks/told/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[0\
1])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:W};e===null?e=[se]:e.push(se),s++}}else{let se={
instancePath:r+"/webhooks/told/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:W};e===null?e=[se]:e.push(se),s++}var Id=pe===s,Ed=Q===s}if(A.fact!==void 0){let W=A.fact,Q=s,pe=m.properties.webhooks.properties.told.items.properties.fact.
enum;if(!(W==="id"||W==="model"||W==="created")){let se={instancePath:r+"/webhooks/told/"+P+"/fact",schemaPath:"#/properties/webhooks/properties/told/items/prop\
erties/fact/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.properties.told.items.properties.fact.enum},message:"must be equal to one of the al\
lowed values",schema:m.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:m.properties.webhooks.properties.told.items.properties.fact,data:W};
e===null?e=[se]:e.push(se),s++}var Ed=Q===s}}else{let F={instancePath:r+"/webhooks/told/"+P,schemaPath:"#/properties/webhooks/properties/told/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.told.items.type,parentSchema:m.properties.webhooks.properties.told.
items,data:A};e===null?e=[F]:e.push(F),s++}var ei=V===s;ei||(_=!1)}}else{let _={instancePath:r+"/webhooks/told",schemaPath:"#/properties/webhooks/properties/tol\
d/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.webhooks.properties.told.type,parentSchema:m.properties.webhooks.properties.
told,data:y};e===null?e=[_]:e.push(_),s++}var _r=S===s}if(h.source!==void 0){let y=h.source,S=s,x=s,z=s;if(typeof y=="string"){if(ae(y)<1){let v={instancePath:r+
"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/webhooks/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:y};e===null?e=[v]:e.push(v),s++}var fy=x===s,_r=S===s}}else{let O={instancePath:r+"/webhooks",schemaPath:"#/\
properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.type,parentSchema:m.properties.webhooks,data:h};
e===null?e=[O]:e.push(O),s++}var u=d===s}if(t.rateHeaders!==void 0){let h=t.rateHeaders,d=s;bs(h,{instancePath:r+"/rateHeaders",parentData:t,parentDataProperty:"\
rateHeaders",rootData:o,dynamicAnchors:i})||(e=e===null?bs.errors:e.concat(bs.errors),s=e.length);var u=d===s}if(t.upload!==void 0){let h=t.upload,d=s,$=s;if(h&&
typeof h=="object"&&!Array.isArray(h)){if(h.method===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{
missingProperty:"method"},message:"must have required property 'method'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:h};e===null?e=
[p]:e.push(p),s++}if(h.path===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"path"},
message:"must have required property 'path'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:h};e===null?e=[p]:e.push(p),s++}if(h.reference===
void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"reference"},message:"must have req\
uired property 'reference'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:h};e===null?e=[p]:e.push(p),s++}if(h.source===void 0){let p={
instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:h};e===null?e=[p]:e.push(p),s++}let H=s;for(let p in h)if(!(p==="method"||p==="\
path"||p==="field"||p==="reference"||p==="source")){let l={instancePath:r+"/upload",schemaPath:"#/properties/upload/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.upload,data:h};e===null?e=[l]:e.push(l),
s++}if(h.method!==void 0){let p=h.method,l=s,w=m.properties.upload.properties.method.enum;if(!(p==="POST"||p==="PUT")){let N={instancePath:r+"/upload/method",schemaPath:"\
#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:m.properties.upload.properties.method.enum},message:"must be equal to one of th\
e allowed values",schema:m.properties.upload.properties.method.enum,parentSchema:m.properties.upload.properties.method,data:p};e===null?e=[N]:e.push(N),s++}var ia=l===
s}if(h.path!==void 0){let p=h.path,l=s,w=s,N=s;if(typeof p=="string"){if(!vt.test(p)){let y={instancePath:r+"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:xe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/\
upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.type,parentSchema:xe,data:p};e===null?e=[y]:
e.push(y),s++}var Md=w===s,ia=l===s}if(h.field!==void 0){let p=h.field,l=s,w=s;if(typeof p=="string"){if(ae(p)<1){let O={instancePath:r+"/upload/field",schemaPath:"\
#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.
upload.properties.field,data:p};e===null?e=[O]:e.push(O),s++}}else{let O={instancePath:r+"/upload/field",schemaPath:"#/properties/upload/properties/field/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.upload.properties.field.type,parentSchema:m.properties.upload.properties.field,
data:p};e===null?e=[O]:e.push(O),s++}var ia=l===s}if(h.reference!==void 0){let p=h.reference,l=s,w=s,N=s;if(typeof p=="string"){if(!Re.test(p)){let y={instancePath:r+
"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/upload/reference",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:p};e===null?e=[y]:e.push(y),s++}var Ld=w===s,ia=l===
s}if(h.source!==void 0){let p=h.source,l=s,w=s,N=s;if(typeof p=="string"){if(ae(p)<1){let y={instancePath:r+"/upload/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={
instancePath:r+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:p};
e===null?e=[y]:e.push(y),s++}var yy=w===s,ia=l===s}}else{let H={instancePath:r+"/upload",schemaPath:"#/properties/upload/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:m.properties.upload.type,parentSchema:m.properties.upload,data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}if(t.operations!==
void 0){let h=t.operations,d=s,$=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(Object.keys(h).length<1){let p={instancePath:r+"/operations",schemaPath:"#/pr\
operties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:m.properties.operations,
data:h};e===null?e=[p]:e.push(p),s++}let H=s;for(let p in h)if(!(p==="video"||p==="image"||p==="audio"||p==="mesh")){let l={instancePath:r+"/operations",schemaPath:"\
#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,
parentSchema:m.properties.operations,data:h};e===null?e=[l]:e.push(l),s++}if(h.video!==void 0){let p=h.video,l=s;wt(p,{instancePath:r+"/operations/video",parentData:h,
parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(e=e===null?wt.errors:e.concat(wt.errors),s=e.length);var ms=l===s}if(h.image!==void 0){let p=h.image,
l=s;wt(p,{instancePath:r+"/operations/image",parentData:h,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||(e=e===null?wt.errors:e.concat(wt.errors),s=
e.length);var ms=l===s}if(h.audio!==void 0){let p=h.audio,l=s;wt(p,{instancePath:r+"/operations/audio",parentData:h,parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||
(e=e===null?wt.errors:e.concat(wt.errors),s=e.length);var ms=l===s}if(h.mesh!==void 0){let p=h.mesh,l=s;wt(p,{instancePath:r+"/operations/mesh",parentData:h,parentDataProperty:"\
mesh",rootData:o,dynamicAnchors:i})||(e=e===null?wt.errors:e.concat(wt.errors),s=e.length);var ms=l===s}}else{let H={instancePath:r+"/operations",schemaPath:"#/\
properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.operations.type,parentSchema:m.properties.operations,
data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}if(t.errors!==void 0){let h=t.errors,d=s,$=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.message===void 0){
let p={instancePath:r+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"message"},message:"must have required prop\
erty 'message'",schema:m.properties.errors.required,parentSchema:m.properties.errors,data:h};e===null?e=[p]:e.push(p),s++}if(h.code===void 0){let p={instancePath:r+
"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:m.properties.
errors.required,parentSchema:m.properties.errors,data:h};e===null?e=[p]:e.push(p),s++}if(h.proofs===void 0){let p={instancePath:r+"/errors",schemaPath:"#/proper\
ties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must have required property 'proofs'",schema:m.properties.errors.required,parentSchema:m.
properties.errors,data:h};e===null?e=[p]:e.push(p),s++}let H=s;for(let p in h)if(!(p==="message"||p==="code"||p==="codeHeader"||p==="status"||p==="inside"||p===
"proofs")){let l={instancePath:r+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"\
must NOT have additional properties",schema:!1,parentSchema:m.properties.errors,data:h};e===null?e=[l]:e.push(l),s++}if(h.message!==void 0){let p=h.message,l=s;
pt(p,{instancePath:r+"/errors/message",parentData:h,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(e=e===null?pt.errors:e.concat(pt.errors),s=e.length);
var Cr=l===s}if(h.code!==void 0){let p=h.code,l=s;pt(p,{instancePath:r+"/errors/code",parentData:h,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(e=e===
null?pt.errors:e.concat(pt.errors),s=e.length);var Cr=l===s}if(h.codeHeader!==void 0){let p=h.codeHeader,l=s,w=s,N=s;if(typeof p=="string"){if(!fr.test(p)){let y={
instancePath:r+"/errors/codeHeader",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "\
^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Rt,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/errors/codeHeader",schemaPath:"\
#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rt.type,parentSchema:Rt,data:p};e===null?e=[y]:e.push(y),s++}var gy=w===
s,Cr=l===s}if(h.status!==void 0){let p=h.status,l=s,w=s,N=s;if(typeof p=="string"){if(!Re.test(p)){let y={instancePath:r+"/errors/status",schemaPath:"#/$defs/po\
inter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Z.type,parentSchema:Z,data:p};e===null?e=[y]:e.push(y),s++}var by=w===s,Cr=l===s}if(h.inside!==void 0){let p=h.inside,l=s,w=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.at===void 0){let y={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:m.properties.errors.properties.inside.required,parentSchema:m.properties.errors.
properties.inside,data:p};e===null?e=[y]:e.push(y),s++}if(p.source===void 0){let y={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.errors.properties.inside.
required,parentSchema:m.properties.errors.properties.inside,data:p};e===null?e=[y]:e.push(y),s++}let O=s;for(let y in p)if(!(y==="at"||y==="unless"||y==="source")){
let S={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},
message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.errors.properties.inside,data:p};e===null?e=[S]:e.push(S),s++}if(p.at!==void 0){
let y=p.at,S=s,x=s,z=s;if(typeof y=="string"){if(!Re.test(y)){let _={instancePath:r+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};e===null?e=[_]:e.push(_),
s++}}else{let _={instancePath:r+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,
parentSchema:Z,data:y};e===null?e=[_]:e.push(_),s++}var wy=x===s,ti=S===s}if(p.unless!==void 0){let y=p.unless,S=s;if(!Array.isArray(y)){let _={instancePath:r+"\
/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.
properties.errors.properties.inside.properties.unless.type,parentSchema:m.properties.errors.properties.inside.properties.unless,data:y};e===null?e=[_]:e.push(_),
s++}let x=s;var ti=S===s}if(p.source!==void 0){let y=p.source,S=s,x=s,z=s;if(typeof y=="string"){if(ae(y)<1){let v={instancePath:r+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:y};e===null?e=[v]:e.
push(v),s++}}else{let v={instancePath:r+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:y};e===null?e=[v]:e.push(v),s++}var ls=x===s,ti=S===s}}else{let O={instancePath:r+"/errors/inside",schemaPath:"#/properties/\
errors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.errors.properties.inside.type,parentSchema:m.properties.
errors.properties.inside,data:p};e===null?e=[O]:e.push(O),s++}var Cr=l===s}if(h.proofs!==void 0){let p=h.proofs,l=s,w=s;if(Array.isArray(p)){if(p.length<1){let S={
instancePath:r+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:m.properties.errors.properties.proofs,data:p};e===null?e=[S]:e.push(S),s++}let O=!0,y=p.length;for(let S=0;S<y;S++){let x=p[S],
z=s,_=s;if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.status===void 0){let P={instancePath:r+"/errors/proofs/"+S,schemaPath:"#/properties/errors/properties/\
proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:m.properties.errors.properties.
proofs.items.required,parentSchema:m.properties.errors.properties.proofs.items,data:x};e===null?e=[P]:e.push(P),s++}if(x.proves===void 0){let P={instancePath:r+
"/errors/proofs/"+S,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:m.properties.errors.properties.proofs.items.required,parentSchema:m.properties.errors.properties.proofs.items,data:x};e===null?
e=[P]:e.push(P),s++}if(x.source===void 0){let P={instancePath:r+"/errors/proofs/"+S,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.errors.properties.proofs.items.required,parentSchema:m.
properties.errors.properties.proofs.items,data:x};e===null?e=[P]:e.push(P),s++}let v=s;for(let P in x)if(!(P==="status"||P==="codes"||P==="says"||P==="proves"||
P==="means"||P==="source")){let A={instancePath:r+"/errors/proofs/"+S,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.errors.properties.proofs.items,
data:x};e===null?e=[A]:e.push(A),s++}if(x.status!==void 0){let P=x.status,A=s,V=s;if(typeof P=="string"){if(!Iy.test(P)){let I={instancePath:r+"/errors/proofs/"+
S+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:m.properties.errors.properties.proofs.items.properties.status,data:P};e===
null?e=[I]:e.push(I),s++}}else{let I={instancePath:r+"/errors/proofs/"+S+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.errors.properties.proofs.items.properties.status.type,parentSchema:m.properties.
errors.properties.proofs.items.properties.status,data:P};e===null?e=[I]:e.push(I),s++}var us=A===s}if(x.codes!==void 0){let P=x.codes,A=s,V=s;if(Array.isArray(P)){
if(P.length<1){let Q={instancePath:r+"/errors/proofs/"+S+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"mi\
nItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.codes,data:P};e===
null?e=[Q]:e.push(Q),s++}let F=!0,W=P.length;for(let Q=0;Q<W;Q++){let pe=P[Q],$e=s;if(typeof pe!="string"){let J={instancePath:r+"/errors/proofs/"+S+"/codes/"+Q,
schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.
errors.properties.proofs.items.properties.codes.items.type,parentSchema:m.properties.errors.properties.proofs.items.properties.codes.items,data:pe};e===null?e=[
J]:e.push(J),s++}let se=s;var Fd=$e===s;Fd||(F=!1)}}else{let F={instancePath:r+"/errors/proofs/"+S+"/codes",schemaPath:"#/properties/errors/properties/proofs/it\
ems/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.errors.properties.proofs.items.properties.codes.type,
parentSchema:m.properties.errors.properties.proofs.items.properties.codes,data:P};e===null?e=[F]:e.push(F),s++}var us=A===s}if(x.says!==void 0){let P=x.says,A=s,
V=s;if(Array.isArray(P)){if(P.length<1){let Q={instancePath:r+"/errors/proofs/"+S+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/say\
s/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.
says,data:P};e===null?e=[Q]:e.push(Q),s++}let F=!0,W=P.length;for(let Q=0;Q<W;Q++){let pe=P[Q],$e=s,se=s;if(typeof pe=="string"){if(ae(pe)<1){let J={instancePath:r+
"/errors/proofs/"+S+"/says/"+Q,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.says.items,data:pe};e===null?e=[J]:e.push(J),
s++}}else{let J={instancePath:r+"/errors/proofs/"+S+"/says/"+Q,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:m.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:m.properties.errors.properties.
proofs.items.properties.says.items,data:pe};e===null?e=[J]:e.push(J),s++}var Vd=$e===s;Vd||(F=!1)}}else{let F={instancePath:r+"/errors/proofs/"+S+"/says",schemaPath:"\
#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.errors.properties.
proofs.items.properties.says.type,parentSchema:m.properties.errors.properties.proofs.items.properties.says,data:P};e===null?e=[F]:e.push(F),s++}var us=A===s}if(x.
proves!==void 0){let P=x.proves,A=s,V=m.properties.errors.properties.proofs.items.properties.proves.enum;if(!(P==="rejected"||P==="busy"||P==="credentials"||P===
"payment"||P==="may-exist"||P==="unknown-model")){let F={instancePath:r+"/errors/proofs/"+S+"/proves",schemaPath:"#/properties/errors/properties/proofs/items/pr\
operties/proves/enum",keyword:"enum",params:{allowedValues:m.properties.errors.properties.proofs.items.properties.proves.enum},message:"must be equal to one of \
the allowed values",schema:m.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:m.properties.errors.properties.proofs.items.properties.
proves,data:P};e===null?e=[F]:e.push(F),s++}var us=A===s}if(x.means!==void 0){let P=x.means,A=s,V=s;if(typeof P=="string"){if(ae(P)<1){let F={instancePath:r+"/e\
rrors/proofs/"+S+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.means,data:P};e===null?e=[F]:e.push(F),s++}}else{
let F={instancePath:r+"/errors/proofs/"+S+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:m.properties.errors.properties.proofs.items.properties.means.type,parentSchema:m.properties.errors.properties.proofs.items.
properties.means,data:P};e===null?e=[F]:e.push(F),s++}var us=A===s}if(x.source!==void 0){let P=x.source,A=s,V=s,I=s;if(typeof P=="string"){if(ae(P)<1){let W={instancePath:r+
"/errors/proofs/"+S+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:re,data:P};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+"/errors/proofs/"+S+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:P};e===null?e=[W]:e.push(W),s++}var pa=V===s,us=A===s}}else{let v={instancePath:r+"/\
errors/proofs/"+S,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.
errors.properties.proofs.items.type,parentSchema:m.properties.errors.properties.proofs.items,data:x};e===null?e=[v]:e.push(v),s++}var zd=z===s;zd||(O=!1)}}else{
let O={instancePath:r+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.
properties.errors.properties.proofs.type,parentSchema:m.properties.errors.properties.proofs,data:p};e===null?e=[O]:e.push(O),s++}var Cr=l===s}}else{let H={instancePath:r+
"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.errors.type,parentSchema:m.properties.
errors,data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}if(t.cancelRules!==void 0){let h=t.cancelRules,d=s,$=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.
queued===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{missingProperty:"queued"},message:"\
must have required property 'queued'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,data:h};e===null?e=[p]:e.push(p),s++}if(h.processing===
void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{missingProperty:"processing"},message:"mu\
st have required property 'processing'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,data:h};e===null?e=[p]:e.push(p),s++}if(h.
ended===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{missingProperty:"ended"},message:"\
must have required property 'ended'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,data:h};e===null?e=[p]:e.push(p),s++}if(h.cancelled===
void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{missingProperty:"cancelled"},message:"mus\
t have required property 'cancelled'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,data:h};e===null?e=[p]:e.push(p),s++}if(h.source===
void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{missingProperty:"source"},message:"must h\
ave required property 'source'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,data:h};e===null?e=[p]:e.push(p),s++}let H=s;for(let p in h)
if(!(p==="queued"||p==="processing"||p==="ended"||p==="cancelled"||p==="source")){let l={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.
cancelRules,data:h};e===null?e=[l]:e.push(l),s++}if(h.queued!==void 0){let p=h.queued,l=s,w=s,N=s,O=s,y=s,S=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let x;
if(p.body===void 0&&(x="body")||p.error===void 0&&(x="error")){let z={};e===null?e=[z]:e.push(z),s++}}var sn=S===s;if(sn){let x={instancePath:r+"/cancelRules/qu\
eued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:X.allOf[0].not,parentSchema:X.allOf[0],data:p};e===
null?e=[x]:e.push(x),s++}else s=y,e!==null&&(y?e.length=y:e=null);var Ud=O===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let z={instancePath:r+
"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:X.
required,parentSchema:X,data:p};e===null?e=[z]:e.push(z),s++}let x=s;for(let z in p)if(!(z==="then"||z==="status"||z==="body"||z==="error")){let _={instancePath:r+
"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:z},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:X,data:p};e===null?e=[_]:e.push(_),s++}if(p.then!==void 0){let z=p.then,_=s,v=X.properties.then.enum;if(!(z==="canc\
elled"||z==="goes-on"||z==="removed"||z==="refused")){let P={instancePath:r+"/cancelRules/queued/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"\
enum",params:{allowedValues:X.properties.then.enum},message:"must be equal to one of the allowed values",schema:X.properties.then.enum,parentSchema:X.properties.
then,data:z};e===null?e=[P]:e.push(P),s++}var an=_===s}if(p.status!==void 0){let z=p.status,_=s;if(!(typeof z=="number"&&!(z%1)&&!isNaN(z))){let A={instancePath:r+
"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:X.properties.
status.type,parentSchema:X.properties.status,data:z};e===null?e=[A]:e.push(A),s++}let v=s;if(typeof z=="number"){if(z>599||isNaN(z)){let A={instancePath:r+"/can\
celRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",
schema:599,parentSchema:X.properties.status,data:z};e===null?e=[A]:e.push(A),s++}if(z<200||isNaN(z)){let A={instancePath:r+"/cancelRules/queued/status",schemaPath:"\
#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:X.properties.
status,data:z};e===null?e=[A]:e.push(A),s++}}var an=_===s}if(p.error!==void 0){let z=p.error,_=s,v=s;if(z&&typeof z=="object"&&!Array.isArray(z)){if(z.code===void 0){
let V={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"\
must have required property 'code'",schema:X.properties.error.required,parentSchema:X.properties.error,data:z};e===null?e=[V]:e.push(V),s++}if(z.message===void 0){
let V={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},
message:"must have required property 'message'",schema:X.properties.error.required,parentSchema:X.properties.error,data:z};e===null?e=[V]:e.push(V),s++}let A=s;
for(let V in z)if(!(V==="code"||V==="message")){let I={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProp\
erties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additional properties",schema:!1,parentSchema:X.properties.error,data:z};
e===null?e=[I]:e.push(I),s++}if(z.code!==void 0){let V=z.code,I=s,F=s;if(typeof V=="string"){if(ae(V)<1){let W={instancePath:r+"/cancelRules/queued/error/code",
schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:X.properties.error.properties.code,data:V};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+"/cancelRules/queued/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.properties.error.properties.code.
type,parentSchema:X.properties.error.properties.code,data:V};e===null?e=[W]:e.push(W),s++}var Jd=I===s}if(z.message!==void 0){let V=z.message,I=s,F=s;if(typeof V==
"string"){if(ae(V)<1){let Q={instancePath:r+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:X.properties.error.properties.message,data:V};e===null?e=[Q]:e.
push(Q),s++}}else{let Q={instancePath:r+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:X.properties.error.properties.message.type,parentSchema:X.properties.error.properties.message,data:V};
e===null?e=[Q]:e.push(Q),s++}var Jd=I===s}}else{let A={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:X.properties.error.type,parentSchema:X.properties.error,data:z};e===null?e=[A]:e.push(A),s++}var an=_===
s}}else{let x={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.
type,parentSchema:X,data:p};e===null?e=[x]:e.push(x),s++}var Dd=w===s,da=l===s}if(h.processing!==void 0){let p=h.processing,l=s,w=s,N=s,O=s,y=s,S=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){let z;if(p.body===void 0&&(z="body")||p.error===void 0&&(z="error")){let _={};e===null?e=[_]:e.push(_),s++}}var Cd=S===s;if(Cd){let z={
instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:X.allOf[0].not,parentSchema:X.
allOf[0],data:p};e===null?e=[z]:e.push(z),s++}else s=y,e!==null&&(y?e.length=y:e=null);var ri=O===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){
let _={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have r\
equired property 'then'",schema:X.required,parentSchema:X,data:p};e===null?e=[_]:e.push(_),s++}let z=s;for(let _ in p)if(!(_==="then"||_==="status"||_==="body"||
_==="error")){let v={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},
message:"must NOT have additional properties",schema:!1,parentSchema:X,data:p};e===null?e=[v]:e.push(v),s++}if(p.then!==void 0){let _=p.then,v=s,P=X.properties.
then.enum;if(!(_==="cancelled"||_==="goes-on"||_==="removed"||_==="refused")){let A={instancePath:r+"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRul\
e/properties/then/enum",keyword:"enum",params:{allowedValues:X.properties.then.enum},message:"must be equal to one of the allowed values",schema:X.properties.then.
enum,parentSchema:X.properties.then,data:_};e===null?e=[A]:e.push(A),s++}var si=v===s}if(p.status!==void 0){let _=p.status,v=s;if(!(typeof _=="number"&&!(_%1)&&
!isNaN(_))){let V={instancePath:r+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},
message:"must be integer",schema:X.properties.status.type,parentSchema:X.properties.status,data:_};e===null?e=[V]:e.push(V),s++}let P=s;if(typeof _=="number"){if(_>
599||isNaN(_)){let V={instancePath:r+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:599},message:"must be <= 599",schema:599,parentSchema:X.properties.status,data:_};e===null?e=[V]:e.push(V),s++}if(_<200||isNaN(_)){let V={instancePath:r+
"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be\
 >= 200",schema:200,parentSchema:X.properties.status,data:_};e===null?e=[V]:e.push(V),s++}}var si=v===s}if(p.error!==void 0){let _=p.error,v=s,P=s;if(_&&typeof _==
"object"&&!Array.isArray(_)){if(_.code===void 0){let I={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:X.properties.error.required,parentSchema:X.properties.error,
data:_};e===null?e=[I]:e.push(I),s++}if(_.message===void 0){let I={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/erro\
r/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:X.properties.error.required,parentSchema:X.
properties.error,data:_};e===null?e=[I]:e.push(I),s++}let V=s;for(let I in _)if(!(I==="code"||I==="message")){let F={instancePath:r+"/cancelRules/processing/err\
or",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:X.properties.error,data:_};e===null?e=[F]:e.push(F),s++}if(_.code!==void 0){let I=_.code,F=s,W=s;if(typeof I=="strin\
g"){if(ae(I)<1){let Q={instancePath:r+"/cancelRules/processing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:X.properties.error.properties.code,data:I};e===null?e=[Q]:e.push(
Q),s++}}else{let Q={instancePath:r+"/cancelRules/processing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:X.properties.error.properties.code.type,parentSchema:X.properties.error.properties.code,data:I};e===null?e=[Q]:e.
push(Q),s++}var Wd=F===s}if(_.message!==void 0){let I=_.message,F=s,W=s;if(typeof I=="string"){if(ae(I)<1){let pe={instancePath:r+"/cancelRules/processing/error\
/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:X.properties.error.properties.message,data:I};e===null?e=[pe]:e.push(pe),s++}}else{let pe={instancePath:r+"/cancelRules/proce\
ssing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.
properties.error.properties.message.type,parentSchema:X.properties.error.properties.message,data:I};e===null?e=[pe]:e.push(pe),s++}var Wd=F===s}}else{let V={instancePath:r+
"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.properties.
error.type,parentSchema:X.properties.error,data:_};e===null?e=[V]:e.push(V),s++}var si=v===s}}else{let z={instancePath:r+"/cancelRules/processing",schemaPath:"#\
/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.type,parentSchema:X,data:p};e===null?e=[z]:e.push(z),s++}var vy=w===
s,da=l===s}if(h.ended!==void 0){let p=h.ended,l=s,w=s,N=s,O=s,y=s,S=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let z;if(p.body===void 0&&(z="body")||p.error===
void 0&&(z="error")){let _={};e===null?e=[_]:e.push(_),s++}}var nn=S===s;if(nn){let z={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/\
0/not",keyword:"not",params:{},message:"must NOT be valid",schema:X.allOf[0].not,parentSchema:X.allOf[0],data:p};e===null?e=[z]:e.push(z),s++}else s=y,e!==null&&
(y?e.length=y:e=null);var ky=O===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let _={instancePath:r+"/cancelRules/ended",schemaPath:"#/$de\
fs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:X.required,parentSchema:X,data:p};
e===null?e=[_]:e.push(_),s++}let z=s;for(let _ in p)if(!(_==="then"||_==="status"||_==="body"||_==="error")){let v={instancePath:r+"/cancelRules/ended",schemaPath:"\
#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:X,
data:p};e===null?e=[v]:e.push(v),s++}if(p.then!==void 0){let _=p.then,v=s,P=X.properties.then.enum;if(!(_==="cancelled"||_==="goes-on"||_==="removed"||_==="refu\
sed")){let A={instancePath:r+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:X.properties.then.
enum},message:"must be equal to one of the allowed values",schema:X.properties.then.enum,parentSchema:X.properties.then,data:_};e===null?e=[A]:e.push(A),s++}var on=v===
s}if(p.status!==void 0){let _=p.status,v=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_))){let V={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/ca\
ncelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:X.properties.status.type,parentSchema:X.properties.status,
data:_};e===null?e=[V]:e.push(V),s++}let P=s;if(typeof _=="number"){if(_>599||isNaN(_)){let V={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/ca\
ncelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:X.properties.status,data:_};
e===null?e=[V]:e.push(V),s++}if(_<200||isNaN(_)){let V={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:X.properties.status,data:_};e===null?e=[V]:e.push(V),s++}}var on=v===
s}if(p.error!==void 0){let _=p.error,v=s,P=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.code===void 0){let I={instancePath:r+"/cancelRules/ended/error",schemaPath:"\
#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:X.properties.
error.required,parentSchema:X.properties.error,data:_};e===null?e=[I]:e.push(I),s++}if(_.message===void 0){let I={instancePath:r+"/cancelRules/ended/error",schemaPath:"\
#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:X.properties.
error.required,parentSchema:X.properties.error,data:_};e===null?e=[I]:e.push(I),s++}let V=s;for(let I in _)if(!(I==="code"||I==="message")){let F={instancePath:r+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"\
must NOT have additional properties",schema:!1,parentSchema:X.properties.error,data:_};e===null?e=[F]:e.push(F),s++}if(_.code!==void 0){let I=_.code,F=s,W=s;if(typeof I==
"string"){if(ae(I)<1){let Q={instancePath:r+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:X.properties.error.properties.code,data:I};e===null?e=[Q]:e.push(
Q),s++}}else{let Q={instancePath:r+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:X.properties.error.properties.code.type,parentSchema:X.properties.error.properties.code,data:I};e===null?e=[Q]:e.
push(Q),s++}var ur=F===s}if(_.message!==void 0){let I=_.message,F=s,W=s;if(typeof I=="string"){if(ae(I)<1){let pe={instancePath:r+"/cancelRules/ended/error/mess\
age",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:X.properties.error.properties.message,data:I};e===null?e=[pe]:e.push(pe),s++}}else{let pe={instancePath:r+"/cancelRules/ended/erro\
r/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.properties.
error.properties.message.type,parentSchema:X.properties.error.properties.message,data:I};e===null?e=[pe]:e.push(pe),s++}var ur=F===s}}else{let V={instancePath:r+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.properties.
error.type,parentSchema:X.properties.error,data:_};e===null?e=[V]:e.push(V),s++}var on=v===s}}else{let z={instancePath:r+"/cancelRules/ended",schemaPath:"#/$def\
s/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.type,parentSchema:X,data:p};e===null?e=[z]:e.push(z),s++}var Py=w===s,
da=l===s}if(h.cancelled!==void 0){let p=h.cancelled,l=s,w=s,N=s,O=s,y=s,S=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let z;if(p.body===void 0&&(z="body")||p.
error===void 0&&(z="error")){let _={};e===null?e=[_]:e.push(_),s++}}var hs=S===s;if(hs){let z={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cance\
lRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:X.allOf[0].not,parentSchema:X.allOf[0],data:p};e===null?e=[z]:e.push(z),s++}else s=
y,e!==null&&(y?e.length=y:e=null);var $y=O===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let _={instancePath:r+"/cancelRules/cancelled",schemaPath:"\
#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:X.required,parentSchema:X,data:p};
e===null?e=[_]:e.push(_),s++}let z=s;for(let _ in p)if(!(_==="then"||_==="status"||_==="body"||_==="error")){let v={instancePath:r+"/cancelRules/cancelled",schemaPath:"\
#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:X,
data:p};e===null?e=[v]:e.push(v),s++}if(p.then!==void 0){let _=p.then,v=s,P=X.properties.then.enum;if(!(_==="cancelled"||_==="goes-on"||_==="removed"||_==="refu\
sed")){let A={instancePath:r+"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:X.properties.
then.enum},message:"must be equal to one of the allowed values",schema:X.properties.then.enum,parentSchema:X.properties.then,data:_};e===null?e=[A]:e.push(A),s++}
var ai=v===s}if(p.status!==void 0){let _=p.status,v=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_))){let V={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"\
#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:X.properties.status.type,parentSchema:X.properties.
status,data:_};e===null?e=[V]:e.push(V),s++}let P=s;if(typeof _=="number"){if(_>599||isNaN(_)){let V={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"\
#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:X.properties.
status,data:_};e===null?e=[V]:e.push(V),s++}if(_<200||isNaN(_)){let V={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/\
status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:X.properties.status,data:_};e===null?e=[V]:
e.push(V),s++}}var ai=v===s}if(p.error!==void 0){let _=p.error,v=s,P=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.code===void 0){let I={instancePath:r+"/\
cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have req\
uired property 'code'",schema:X.properties.error.required,parentSchema:X.properties.error,data:_};e===null?e=[I]:e.push(I),s++}if(_.message===void 0){let I={instancePath:r+
"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must hav\
e required property 'message'",schema:X.properties.error.required,parentSchema:X.properties.error,data:_};e===null?e=[I]:e.push(I),s++}let V=s;for(let I in _)if(!(I===
"code"||I==="message")){let F={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:I},message:"must NOT have additional properties",schema:!1,parentSchema:X.properties.error,data:_};e===null?e=[F]:e.
push(F),s++}if(_.code!==void 0){let I=_.code,F=s,W=s;if(typeof I=="string"){if(ae(I)<1){let Q={instancePath:r+"/cancelRules/cancelled/error/code",schemaPath:"#/\
$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:X.
properties.error.properties.code,data:I};e===null?e=[Q]:e.push(Q),s++}}else{let Q={instancePath:r+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancel\
Rule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.properties.error.properties.code.type,parentSchema:X.
properties.error.properties.code,data:I};e===null?e=[Q]:e.push(Q),s++}var Hd=F===s}if(_.message!==void 0){let I=_.message,F=s,W=s;if(typeof I=="string"){if(ae(I)<
1){let pe={instancePath:r+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:X.properties.error.properties.message,data:I};e===null?e=[pe]:e.push(pe),
s++}}else{let pe={instancePath:r+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:X.properties.error.properties.message.type,parentSchema:X.properties.error.properties.message,data:I};e===
null?e=[pe]:e.push(pe),s++}var Hd=F===s}}else{let V={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:X.properties.error.type,parentSchema:X.properties.error,data:_};e===null?e=[V]:e.push(V),s++}var ai=v===
s}}else{let z={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:X.
type,parentSchema:X,data:p};e===null?e=[z]:e.push(z),s++}var Kd=w===s,da=l===s}if(h.source!==void 0){let p=h.source,l=s,w=s,N=s;if(typeof p=="string"){if(ae(p)<
1){let y={instancePath:r+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 ch\
aracters",schema:1,parentSchema:re,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:p};e===null?e=[y]:e.push(y),s++}var pn=w===s,da=l===s}}else{let H={instancePath:r+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.cancelRules.type,parentSchema:m.
properties.cancelRules,data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}if(t.disagreements!==void 0){let h=t.disagreements,d=s,$=s;if(Array.isArray(h)){let H=!0,
p=h.length;for(let l=0;l<p;l++){let w=h[l],N=s,O=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.topic===void 0){let S={instancePath:r+"/disagreements/"+l,schemaPath:"\
#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:m.properties.
disagreements.items.required,parentSchema:m.properties.disagreements.items,data:w};e===null?e=[S]:e.push(S),s++}if(w.between===void 0){let S={instancePath:r+"/d\
isagreements/"+l,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required proper\
ty 'between'",schema:m.properties.disagreements.items.required,parentSchema:m.properties.disagreements.items,data:w};e===null?e=[S]:e.push(S),s++}if(w.follows===
void 0){let S={instancePath:r+"/disagreements/"+l,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:m.properties.disagreements.items.required,parentSchema:m.properties.disagreements.items,data:w};e===null?e=[S]:e.push(
S),s++}let y=s;for(let S in w)if(!(S==="topic"||S==="between"||S==="follows")){let x={instancePath:r+"/disagreements/"+l,schemaPath:"#/properties/disagreements/\
items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:m.
properties.disagreements.items,data:w};e===null?e=[x]:e.push(x),s++}if(w.topic!==void 0){let S=w.topic,x=s,z=s;if(typeof S=="string"){if(ae(S)<1){let _={instancePath:r+
"/disagreements/"+l+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:m.properties.disagreements.items.properties.topic,data:S};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+
"/disagreements/"+l+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:m.properties.disagreements.items.properties.topic.type,parentSchema:m.properties.disagreements.items.properties.topic,data:S};e===null?e=[_]:e.push(_),s++}
var ni=x===s}if(w.between!==void 0){let S=w.between,x=s,z=s;if(Array.isArray(S)){if(S.length<1){let A={instancePath:r+"/disagreements/"+l+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.
properties.disagreements.items.properties.between,data:S};e===null?e=[A]:e.push(A),s++}let v=!0,P=S.length;for(let A=0;A<P;A++){let V=S[A],I=s,F=s,W=s;if(typeof V==
"string"){if(ae(V)<1){let Q={instancePath:r+"/disagreements/"+l+"/between/"+A,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:V};e===null?e=[Q]:e.push(Q),s++}}else{let Q={instancePath:r+"/disagreements/"+l+"/between/"+
A,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:V};e===null?e=[Q]:e.push(Q),
s++}var k=F===s,ke=I===s;ke||(v=!1)}}else{let v={instancePath:r+"/disagreements/"+l+"/between",schemaPath:"#/properties/disagreements/items/properties/between/t\
ype",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.disagreements.items.properties.between.type,parentSchema:m.properties.disagreements.
items.properties.between,data:S};e===null?e=[v]:e.push(v),s++}var ni=x===s}if(w.follows!==void 0){let S=w.follows,x=s,z=s;if(typeof S=="string"){if(ae(S)<1){let v={
instancePath:r+"/disagreements/"+l+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.disagreements.items.properties.follows,data:S};e===null?e=[v]:e.push(v),s++}}else{let v={
instancePath:r+"/disagreements/"+l+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:m.properties.disagreements.items.properties.follows.type,parentSchema:m.properties.disagreements.items.properties.follows,data:S};e===null?
e=[v]:e.push(v),s++}var ni=x===s}}else{let y={instancePath:r+"/disagreements/"+l,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:m.properties.disagreements.items.type,parentSchema:m.properties.disagreements.items,data:w};e===null?e=[y]:e.push(y),s++}
var rt=N===s;rt||(H=!1)}}else{let H={instancePath:r+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:m.properties.disagreements.type,parentSchema:m.properties.disagreements,data:h};e===null?e=[H]:e.push(H),s++}var u=d===s}}else{let er={instancePath:r,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.type,parentSchema:m,data:t};e===null?e=[er]:e.push(er),s++}return mn.
errors=e,s===0}mn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Os=de(Je=>{"use strict";Object.defineProperty(Je,"__esModule",{value:!0});Je.regexpCode=Je.getEsmExportName=Je.getProperty=Je.safeStringify=Je.stringify=Je.
strConcat=Je.addCodeArg=Je.str=Je._=Je.nil=Je._Code=Je.Name=Je.IDENTIFIER=Je._CodeOrName=void 0;var fa=class{};Je._CodeOrName=fa;Je.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var Kr=class extends fa{constructor(r){if(super(),!Je.IDENTIFIER.test(r))throw new Error("CodeGen: name must be a valid identifier");this.str=r}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Je.Name=Kr;var Mt=class extends fa{constructor(r){super(),this._items=typeof r=="string"?[r]:r}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let r=this._items[0];return r===""||r==='""'}get str(){var r;return(r=this._str)!==null&&r!==void 0?
r:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var r;return(r=this._names)!==null&&r!==void 0?r:this._names=this._items.reduce((a,n)=>(n instanceof
Kr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Je._Code=Mt;Je.nil=new Mt("");function Tc(t,...r){let a=[t[0]],n=0;for(;n<r.length;)ki(a,r[n]),a.push(t[++n]);return new Mt(
a)}Je._=Tc;var vi=new Mt("+");function Ac(t,...r){let a=[ya(t[0])],n=0;for(;n<r.length;)a.push(vi),ki(a,r[n]),a.push(vi,ya(t[++n]));return ig(a),new Mt(a)}Je.str=
Ac;function ki(t,r){r instanceof Mt?t.push(...r._items):r instanceof Kr?t.push(r):t.push(cg(r))}Je.addCodeArg=ki;function ig(t){let r=1;for(;r<t.length-1;){if(t[r]===
vi){let a=pg(t[r-1],t[r+1]);if(a!==void 0){t.splice(r-1,3,a);continue}t[r++]="+"}r++}}function pg(t,r){if(r==='""')return t;if(t==='""')return r;if(typeof t=="s\
tring")return r instanceof Kr||t[t.length-1]!=='"'?void 0:typeof r!="string"?`${t.slice(0,-1)}${r}"`:r[0]==='"'?t.slice(0,-1)+r.slice(1):void 0;if(typeof r=="st\
ring"&&r[0]==='"'&&!(t instanceof Kr))return`"${t}${r.slice(1)}`}function dg(t,r){return r.emptyStr()?t:t.emptyStr()?r:Ac`${t}${r}`}Je.strConcat=dg;function cg(t){
return typeof t=="number"||typeof t=="boolean"||t===null?t:ya(Array.isArray(t)?t.join(","):t)}function mg(t){return new Mt(ya(t))}Je.stringify=mg;function ya(t){
return JSON.stringify(t).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Je.safeStringify=ya;function lg(t){return typeof t=="string"&&Je.IDENTIFIER.test(
t)?new Mt(`.${t}`):Tc`[${t}]`}Je.getProperty=lg;function ug(t){if(typeof t=="string"&&Je.IDENTIFIER.test(t))return new Mt(`${t}`);throw new Error(`CodeGen: inva\
lid export name: ${t}, use explicit $id name mapping`)}Je.getEsmExportName=ug;function hg(t){return new Mt(t.toString())}Je.regexpCode=hg});var Si=de(xt=>{"use strict";Object.defineProperty(xt,"__esModule",{value:!0});xt.ValueScope=xt.ValueScopeName=xt.Scope=xt.varKinds=xt.UsedValueState=void 0;var _t=Os(),
Pi=class extends Error{constructor(r){super(`CodeGen: "code" for ${r} not defined`),this.value=r.value}},vn;(function(t){t[t.Started=0]="Started",t[t.Completed=
1]="Completed"})(vn||(xt.UsedValueState=vn={}));xt.varKinds={const:new _t.Name("const"),let:new _t.Name("let"),var:new _t.Name("var")};var kn=class{constructor({
prefixes:r,parent:a}={}){this._names={},this._prefixes=r,this._parent=a}toName(r){return r instanceof _t.Name?r:this.name(r)}name(r){return new _t.Name(this._newName(
r))}_newName(r){let a=this._names[r]||this._nameGroup(r);return`${r}${a.index++}`}_nameGroup(r){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(r)||this._prefixes&&!this._prefixes.has(r))throw new Error(`CodeGen: prefix "${r}" is not allowed in this scope`);return this._names[r]=
{prefix:r,index:0}}};xt.Scope=kn;var Pn=class extends _t.Name{constructor(r,a){super(a),this.prefix=r}setValue(r,{property:a,itemIndex:n}){this.value=r,this.scopePath=
(0,_t._)`.${new _t.Name(a)}[${n}]`}};xt.ValueScopeName=Pn;var fg=(0,_t._)`\n`,$i=class extends kn{constructor(r){super(r),this._values={},this._scope=r.scope,this.
opts={...r,_n:r.lines?fg:_t.nil}}get(){return this._scope}name(r){return new Pn(r,this._newName(r))}value(r,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(r),{prefix:i}=o,e=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let u=s.get(e);if(u)return u}else
s=this._values[i]=new Map;s.set(e,o);let c=this._scope[i]||(this._scope[i]=[]),g=c.length;return c[g]=a.ref,o.setValue(a,{property:i,itemIndex:g}),o}getValue(r,a){
let n=this._values[r];if(n)return n.get(a)}scopeRefs(r,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,_t._)`${r}${n.scopePath}`})}scopeCode(r=this._values,a,n){return this._reduceValues(r,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(r,a,n={},o){let i=_t.nil;for(let e in r){let s=r[e];if(!s)continue;let c=n[e]=n[e]||new Map;
s.forEach(g=>{if(c.has(g))return;c.set(g,vn.Started);let u=a(g);if(u){let b=this.opts.es5?xt.varKinds.var:xt.varKinds.const;i=(0,_t._)`${i}${b} ${g} = ${u};${this.
opts._n}`}else if(u=o?.(g))i=(0,_t._)`${i}${u}${this.opts._n}`;else throw new Pi(g);c.set(g,vn.Completed)})}return i}};xt.ValueScope=$i});var Me=de(Ie=>{"use strict";Object.defineProperty(Ie,"__esModule",{value:!0});Ie.or=Ie.and=Ie.not=Ie.CodeGen=Ie.operators=Ie.varKinds=Ie.ValueScopeName=Ie.ValueScope=
Ie.Scope=Ie.Name=Ie.regexpCode=Ie.stringify=Ie.getProperty=Ie.nil=Ie.strConcat=Ie.str=Ie._=void 0;var Ve=Os(),Wt=Si(),jr=Os();Object.defineProperty(Ie,"_",{enumerable:!0,
get:function(){return jr._}});Object.defineProperty(Ie,"str",{enumerable:!0,get:function(){return jr.str}});Object.defineProperty(Ie,"strConcat",{enumerable:!0,
get:function(){return jr.strConcat}});Object.defineProperty(Ie,"nil",{enumerable:!0,get:function(){return jr.nil}});Object.defineProperty(Ie,"getProperty",{enumerable:!0,
get:function(){return jr.getProperty}});Object.defineProperty(Ie,"stringify",{enumerable:!0,get:function(){return jr.stringify}});Object.defineProperty(Ie,"rege\
xpCode",{enumerable:!0,get:function(){return jr.regexpCode}});Object.defineProperty(Ie,"Name",{enumerable:!0,get:function(){return jr.Name}});var xn=Si();Object.
defineProperty(Ie,"Scope",{enumerable:!0,get:function(){return xn.Scope}});Object.defineProperty(Ie,"ValueScope",{enumerable:!0,get:function(){return xn.ValueScope}});
Object.defineProperty(Ie,"ValueScopeName",{enumerable:!0,get:function(){return xn.ValueScopeName}});Object.defineProperty(Ie,"varKinds",{enumerable:!0,get:function(){
return xn.varKinds}});Ie.operators={GT:new Ve._Code(">"),GTE:new Ve._Code(">="),LT:new Ve._Code("<"),LTE:new Ve._Code("<="),EQ:new Ve._Code("==="),NEQ:new Ve._Code(
"!=="),NOT:new Ve._Code("!"),OR:new Ve._Code("||"),AND:new Ve._Code("&&"),ADD:new Ve._Code("+")};var gr=class{optimizeNodes(){return this}optimizeNames(r,a){return this}},
_i=class extends gr{constructor(r,a,n){super(),this.varKind=r,this.name=a,this.rhs=n}render({es5:r,_n:a}){let n=r?Wt.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(r,a){if(r[this.name.str])return this.rhs&&(this.rhs=Ts(this.rhs,r,a)),this}get names(){return this.
rhs instanceof Ve._CodeOrName?this.rhs.names:{}}},$n=class extends gr{constructor(r,a,n){super(),this.lhs=r,this.rhs=a,this.sideEffects=n}render({_n:r}){return`${this.
lhs} = ${this.rhs};`+r}optimizeNames(r,a){if(!(this.lhs instanceof Ve.Name&&!r[this.lhs.str]&&!this.sideEffects))return this.rhs=Ts(this.rhs,r,a),this}get names(){
let r=this.lhs instanceof Ve.Name?{}:{...this.lhs.names};return _n(r,this.rhs)}},xi=class extends $n{constructor(r,a,n,o){super(r,n,o),this.op=a}render({_n:r}){
return`${this.lhs} ${this.op}= ${this.rhs};`+r}},qi=class extends gr{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`${this.label}:`+r}},
Oi=class extends gr{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`break${this.label?` ${this.label}`:""};`+r}},ji=class extends gr{constructor(r){
super(),this.error=r}render({_n:r}){return`throw ${this.error};`+r}get names(){return this.error.names}},Ti=class extends gr{constructor(r){super(),this.code=r}render({
_n:r}){return`${this.code};`+r}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(r,a){return this.code=Ts(this.code,r,a),this}get names(){return this.
code instanceof Ve._CodeOrName?this.code.names:{}}},ga=class extends gr{constructor(r=[]){super(),this.nodes=r}render(r){return this.nodes.reduce((a,n)=>a+n.render(
r),"")}optimizeNodes(){let{nodes:r}=this,a=r.length;for(;a--;){let n=r[a].optimizeNodes();Array.isArray(n)?r.splice(a,1,...n):n?r[a]=n:r.splice(a,1)}return r.length>
0?this:void 0}optimizeNames(r,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(r,a)||(yg(r,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((r,a)=>Zr(r,a.names),{})}},br=class extends ga{render(r){return"{"+r._n+super.render(r)+"}"+r._n}},Ai=class extends ga{},js=class extends br{};
js.kind="else";var Br=class t extends br{constructor(r,a){super(a),this.condition=r}render(r){let a=`if(${this.condition})`+super.render(r);return this.else&&(a+=
"else "+this.else.render(r)),a}optimizeNodes(){super.optimizeNodes();let r=this.condition;if(r===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new js(n):n}if(a)return r===!1?a instanceof t?a:a.nodes:this.nodes.length?this:new t(Nc(r),a instanceof t?[a]:a.nodes);if(!(r===!1||
!this.nodes.length))return this}optimizeNames(r,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(r,a),!!(super.optimizeNames(r,a)||
this.else))return this.condition=Ts(this.condition,r,a),this}get names(){let r=super.names;return _n(r,this.condition),this.else&&Zr(r,this.else.names),r}};Br.kind=
"if";var Gr=class extends br{};Gr.kind="for";var Ni=class extends Gr{constructor(r){super(),this.iteration=r}render(r){return`for(${this.iteration})`+super.render(
r)}optimizeNames(r,a){if(super.optimizeNames(r,a))return this.iteration=Ts(this.iteration,r,a),this}get names(){return Zr(super.names,this.iteration.names)}},Ri=class extends Gr{constructor(r,a,n,o){
super(),this.varKind=r,this.name=a,this.from=n,this.to=o}render(r){let a=r.es5?Wt.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(r)}get names(){let r=_n(super.names,this.from);return _n(r,this.to)}},Sn=class extends Gr{constructor(r,a,n,o){super(),this.loop=
r,this.varKind=a,this.name=n,this.iterable=o}render(r){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(r)}optimizeNames(r,a){
if(super.optimizeNames(r,a))return this.iterable=Ts(this.iterable,r,a),this}get names(){return Zr(super.names,this.iterable.names)}},ba=class extends br{constructor(r,a,n){
super(),this.name=r,this.args=a,this.async=n}render(r){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(r)}};ba.kind="func";var wa=class extends ga{render(r){
return"return "+super.render(r)}};wa.kind="return";var Ii=class extends br{render(r){let a="try"+super.render(r);return this.catch&&(a+=this.catch.render(r)),this.
finally&&(a+=this.finally.render(r)),a}optimizeNodes(){var r,a;return super.optimizeNodes(),(r=this.catch)===null||r===void 0||r.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(r,a){var n,o;return super.optimizeNames(r,a),(n=this.catch)===null||n===void 0||n.optimizeNames(r,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(r,a),this}get names(){let r=super.names;return this.catch&&Zr(r,this.catch.names),this.finally&&Zr(r,this.finally.names),
r}},va=class extends br{constructor(r){super(),this.error=r}render(r){return`catch(${this.error})`+super.render(r)}};va.kind="catch";var ka=class extends br{render(r){
return"finally"+super.render(r)}};ka.kind="finally";var Ei=class{constructor(r,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=r,this._scope=new Wt.Scope({parent:r}),this._nodes=[new Ai]}toString(){return this._root.render(this.opts)}name(r){return this._scope.name(
r)}scopeName(r){return this._extScope.name(r)}scopeValue(r,a){let n=this._extScope.value(r,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(r,a){return this._extScope.getValue(r,a)}scopeRefs(r){return this._extScope.scopeRefs(r,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(r,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new _i(r,i,n)),i}const(r,a,n){return this.
_def(Wt.varKinds.const,r,a,n)}let(r,a,n){return this._def(Wt.varKinds.let,r,a,n)}var(r,a,n){return this._def(Wt.varKinds.var,r,a,n)}assign(r,a,n){return this._leafNode(
new $n(r,a,n))}add(r,a){return this._leafNode(new xi(r,Ie.operators.ADD,a))}code(r){return typeof r=="function"?r():r!==Ve.nil&&this._leafNode(new Ti(r)),this}object(...r){
let a=["{"];for(let[n,o]of r)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Ve.addCodeArg)(a,o));return a.push("}"),new Ve._Code(a)}if(r,a,n){
if(this._blockNode(new Br(r)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(r){return this._elseNode(new Br(r))}else(){return this._elseNode(new js)}endIf(){return this._endBlockNode(Br,js)}_for(r,a){return this.
_blockNode(r),a&&this.code(a).endFor(),this}for(r,a){return this._for(new Ni(r),a)}forRange(r,a,n,o,i=this.opts.es5?Wt.varKinds.var:Wt.varKinds.let){let e=this.
_scope.toName(r);return this._for(new Ri(i,e,a,n),()=>o(e))}forOf(r,a,n,o=Wt.varKinds.const){let i=this._scope.toName(r);if(this.opts.es5){let e=a instanceof Ve.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Ve._)`${e}.length`,s=>{this.var(i,(0,Ve._)`${e}[${s}]`),n(i)})}return this._for(new Sn("of",o,i,a),()=>n(
i))}forIn(r,a,n,o=this.opts.es5?Wt.varKinds.var:Wt.varKinds.const){if(this.opts.ownProperties)return this.forOf(r,(0,Ve._)`Object.keys(${a})`,n);let i=this._scope.
toName(r);return this._for(new Sn("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(Gr)}label(r){return this._leafNode(new qi(r))}break(r){return this._leafNode(
new Oi(r))}return(r){let a=new wa;if(this._blockNode(a),this.code(r),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
wa)}try(r,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new Ii;if(this._blockNode(o),this.code(r),a){let i=this.name("e");
this._currNode=o.catch=new va(i),a(i)}return n&&(this._currNode=o.finally=new ka,this.code(n)),this._endBlockNode(va,ka)}throw(r){return this._leafNode(new ji(r))}block(r,a){
return this._blockStarts.push(this._nodes.length),r&&this.code(r).endBlock(a),this}endBlock(r){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||r!==void 0&&n!==r)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${r} expected`);
return this._nodes.length=a,this}func(r,a=Ve.nil,n,o){return this._blockNode(new ba(r,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(ba)}optimize(r=1){
for(;r-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(r){return this._currNode.nodes.push(r),this}_blockNode(r){
this._currNode.nodes.push(r),this._nodes.push(r)}_endBlockNode(r,a){let n=this._currNode;if(n instanceof r||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${r.kind}/${a.kind}`:r.kind}"`)}_elseNode(r){let a=this._currNode;if(!(a instanceof Br))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=r,this}get _root(){return this._nodes[0]}get _currNode(){let r=this._nodes;return r[r.length-1]}set _currNode(r){let a=this._nodes;
a[a.length-1]=r}};Ie.CodeGen=Ei;function Zr(t,r){for(let a in r)t[a]=(t[a]||0)+(r[a]||0);return t}function _n(t,r){return r instanceof Ve._CodeOrName?Zr(t,r.names):
t}function Ts(t,r,a){if(t instanceof Ve.Name)return n(t);if(!o(t))return t;return new Ve._Code(t._items.reduce((i,e)=>(e instanceof Ve.Name&&(e=n(e)),e instanceof
Ve._Code?i.push(...e._items):i.push(e),i),[]));function n(i){let e=a[i.str];return e===void 0||r[i.str]!==1?i:(delete r[i.str],e)}function o(i){return i instanceof
Ve._Code&&i._items.some(e=>e instanceof Ve.Name&&r[e.str]===1&&a[e.str]!==void 0)}}function yg(t,r){for(let a in r)t[a]=(t[a]||0)-(r[a]||0)}function Nc(t){return typeof t==
"boolean"||typeof t=="number"||t===null?!t:(0,Ve._)`!${Mi(t)}`}Ie.not=Nc;var gg=Rc(Ie.operators.AND);function bg(...t){return t.reduce(gg)}Ie.and=bg;var wg=Rc(Ie.
operators.OR);function vg(...t){return t.reduce(wg)}Ie.or=vg;function Rc(t){return(r,a)=>r===Ve.nil?a:a===Ve.nil?r:(0,Ve._)`${Mi(r)} ${t} ${Mi(a)}`}function Mi(t){
return t instanceof Ve.Name?t:(0,Ve._)`(${t})`}});var ze=de(Le=>{"use strict";Object.defineProperty(Le,"__esModule",{value:!0});Le.checkStrictMode=Le.getErrorPath=Le.Type=Le.useFunc=Le.setEvaluated=Le.evaluatedPropsToName=
Le.mergeEvaluated=Le.eachItem=Le.unescapeJsonPointer=Le.escapeJsonPointer=Le.escapeFragment=Le.unescapeFragment=Le.schemaRefOrVal=Le.schemaHasRulesButRef=Le.schemaHasRules=
Le.checkUnknownRules=Le.alwaysValidSchema=Le.toHash=void 0;var Xe=Me(),kg=Os();function Pg(t){let r={};for(let a of t)r[a]=!0;return r}Le.toHash=Pg;function $g(t,r){
return typeof r=="boolean"?r:Object.keys(r).length===0?!0:(Mc(t,r),!Lc(r,t.self.RULES.all))}Le.alwaysValidSchema=$g;function Mc(t,r=t.schema){let{opts:a,self:n}=t;
if(!a.strictSchema||typeof r=="boolean")return;let o=n.RULES.keywords;for(let i in r)o[i]||zc(t,`unknown keyword: "${i}"`)}Le.checkUnknownRules=Mc;function Lc(t,r){
if(typeof t=="boolean")return!t;for(let a in t)if(r[a])return!0;return!1}Le.schemaHasRules=Lc;function Sg(t,r){if(typeof t=="boolean")return!t;for(let a in t)if(a!==
"$ref"&&r.all[a])return!0;return!1}Le.schemaHasRulesButRef=Sg;function _g({topSchemaRef:t,schemaPath:r},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,Xe._)`${a}`}return(0,Xe._)`${t}${r}${(0,Xe.getProperty)(n)}`}Le.schemaRefOrVal=_g;function xg(t){return Fc(decodeURIComponent(
t))}Le.unescapeFragment=xg;function qg(t){return encodeURIComponent(Fi(t))}Le.escapeFragment=qg;function Fi(t){return typeof t=="number"?`${t}`:t.replace(/~/g,"\
~0").replace(/\//g,"~1")}Le.escapeJsonPointer=Fi;function Fc(t){return t.replace(/~1/g,"/").replace(/~0/g,"~")}Le.unescapeJsonPointer=Fc;function Og(t,r){if(Array.
isArray(t))for(let a of t)r(a);else r(t)}Le.eachItem=Og;function Ic({mergeNames:t,mergeToName:r,mergeValues:a,resultToName:n}){return(o,i,e,s)=>{let c=e===void 0?
i:e instanceof Xe.Name?(i instanceof Xe.Name?t(o,i,e):r(o,i,e),e):i instanceof Xe.Name?(r(o,e,i),i):a(i,e);return s===Xe.Name&&!(c instanceof Xe.Name)?n(o,c):c}}
Le.mergeEvaluated={props:Ic({mergeNames:(t,r,a)=>t.if((0,Xe._)`${a} !== true && ${r} !== undefined`,()=>{t.if((0,Xe._)`${r} === true`,()=>t.assign(a,!0),()=>t.assign(
a,(0,Xe._)`${a} || {}`).code((0,Xe._)`Object.assign(${a}, ${r})`))}),mergeToName:(t,r,a)=>t.if((0,Xe._)`${a} !== true`,()=>{r===!0?t.assign(a,!0):(t.assign(a,(0,Xe.
_)`${a} || {}`),Vi(t,a,r))}),mergeValues:(t,r)=>t===!0?!0:{...t,...r},resultToName:Vc}),items:Ic({mergeNames:(t,r,a)=>t.if((0,Xe._)`${a} !== true && ${r} !== undefined`,
()=>t.assign(a,(0,Xe._)`${r} === true ? true : ${a} > ${r} ? ${a} : ${r}`)),mergeToName:(t,r,a)=>t.if((0,Xe._)`${a} !== true`,()=>t.assign(a,r===!0?!0:(0,Xe._)`${a} > ${r} ? ${a} : ${r}`)),
mergeValues:(t,r)=>t===!0?!0:Math.max(t,r),resultToName:(t,r)=>t.var("items",r)})};function Vc(t,r){if(r===!0)return t.var("props",!0);let a=t.var("props",(0,Xe.
_)`{}`);return r!==void 0&&Vi(t,a,r),a}Le.evaluatedPropsToName=Vc;function Vi(t,r,a){Object.keys(a).forEach(n=>t.assign((0,Xe._)`${r}${(0,Xe.getProperty)(n)}`,!0))}
Le.setEvaluated=Vi;var Ec={};function jg(t,r){return t.scopeValue("func",{ref:r,code:Ec[r.code]||(Ec[r.code]=new kg._Code(r.code))})}Le.useFunc=jg;var Li;(function(t){
t[t.Num=0]="Num",t[t.Str=1]="Str"})(Li||(Le.Type=Li={}));function Tg(t,r,a){if(t instanceof Xe.Name){let n=r===Li.Num;return a?n?(0,Xe._)`"[" + ${t} + "]"`:(0,Xe.
_)`"['" + ${t} + "']"`:n?(0,Xe._)`"/" + ${t}`:(0,Xe._)`"/" + ${t}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,Xe.getProperty)(t).toString():"/"+Fi(t)}
Le.getErrorPath=Tg;function zc(t,r,a=t.opts.strictSchema){if(a){if(r=`strict mode: ${r}`,a===!0)throw new Error(r);t.self.logger.warn(r)}}Le.checkStrictMode=zc});var wr=de(zi=>{"use strict";Object.defineProperty(zi,"__esModule",{value:!0});var ut=Me(),Ag={data:new ut.Name("data"),valCxt:new ut.Name("valCxt"),instancePath:new ut.
Name("instancePath"),parentData:new ut.Name("parentData"),parentDataProperty:new ut.Name("parentDataProperty"),rootData:new ut.Name("rootData"),dynamicAnchors:new ut.
Name("dynamicAnchors"),vErrors:new ut.Name("vErrors"),errors:new ut.Name("errors"),this:new ut.Name("this"),self:new ut.Name("self"),scope:new ut.Name("scope"),
json:new ut.Name("json"),jsonPos:new ut.Name("jsonPos"),jsonLen:new ut.Name("jsonLen"),jsonPart:new ut.Name("jsonPart")};zi.default=Ag});var Pa=de(ht=>{"use strict";Object.defineProperty(ht,"__esModule",{value:!0});ht.extendErrors=ht.resetErrorsCount=ht.reportExtraError=ht.reportError=ht.keyword$DataError=
ht.keywordError=void 0;var Ue=Me(),qn=ze(),Pt=wr();ht.keywordError={message:({keyword:t})=>(0,Ue.str)`must pass "${t}" keyword validation`};ht.keyword$DataError=
{message:({keyword:t,schemaType:r})=>r?(0,Ue.str)`"${t}" keyword must be ${r} ($data)`:(0,Ue.str)`"${t}" keyword is invalid ($data)`};function Ng(t,r=ht.keywordError,a,n){
let{it:o}=t,{gen:i,compositeRule:e,allErrors:s}=o,c=Dc(t,r,a);n??(e||s)?Uc(i,c):Jc(o,(0,Ue._)`[${c}]`)}ht.reportError=Ng;function Rg(t,r=ht.keywordError,a){let{
it:n}=t,{gen:o,compositeRule:i,allErrors:e}=n,s=Dc(t,r,a);Uc(o,s),i||e||Jc(n,Pt.default.vErrors)}ht.reportExtraError=Rg;function Ig(t,r){t.assign(Pt.default.errors,
r),t.if((0,Ue._)`${Pt.default.vErrors} !== null`,()=>t.if(r,()=>t.assign((0,Ue._)`${Pt.default.vErrors}.length`,r),()=>t.assign(Pt.default.vErrors,null)))}ht.resetErrorsCount=
Ig;function Eg({gen:t,keyword:r,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let e=t.name("err");t.forRange(
"i",o,Pt.default.errors,s=>{t.const(e,(0,Ue._)`${Pt.default.vErrors}[${s}]`),t.if((0,Ue._)`${e}.instancePath === undefined`,()=>t.assign((0,Ue._)`${e}.instancePath`,
(0,Ue.strConcat)(Pt.default.instancePath,i.errorPath))),t.assign((0,Ue._)`${e}.schemaPath`,(0,Ue.str)`${i.errSchemaPath}/${r}`),i.opts.verbose&&(t.assign((0,Ue.
_)`${e}.schema`,a),t.assign((0,Ue._)`${e}.data`,n))})}ht.extendErrors=Eg;function Uc(t,r){let a=t.const("err",r);t.if((0,Ue._)`${Pt.default.vErrors} === null`,()=>t.
assign(Pt.default.vErrors,(0,Ue._)`[${a}]`),(0,Ue._)`${Pt.default.vErrors}.push(${a})`),t.code((0,Ue._)`${Pt.default.errors}++`)}function Jc(t,r){let{gen:a,validateName:n,
schemaEnv:o}=t;o.$async?a.throw((0,Ue._)`new ${t.ValidationError}(${r})`):(a.assign((0,Ue._)`${n}.errors`,r),a.return(!1))}var Qr={keyword:new Ue.Name("keyword"),
schemaPath:new Ue.Name("schemaPath"),params:new Ue.Name("params"),propertyName:new Ue.Name("propertyName"),message:new Ue.Name("message"),schema:new Ue.Name("sc\
hema"),parentSchema:new Ue.Name("parentSchema")};function Dc(t,r,a){let{createErrors:n}=t.it;return n===!1?(0,Ue._)`{}`:Mg(t,r,a)}function Mg(t,r,a={}){let{gen:n,
it:o}=t,i=[Lg(o,a),Fg(t,a)];return Vg(t,r,i),n.object(...i)}function Lg({errorPath:t},{instancePath:r}){let a=r?(0,Ue.str)`${t}${(0,qn.getErrorPath)(r,qn.Type.Str)}`:
t;return[Pt.default.instancePath,(0,Ue.strConcat)(Pt.default.instancePath,a)]}function Fg({keyword:t,it:{errSchemaPath:r}},{schemaPath:a,parentSchema:n}){let o=n?
r:(0,Ue.str)`${r}/${t}`;return a&&(o=(0,Ue.str)`${o}${(0,qn.getErrorPath)(a,qn.Type.Str)}`),[Qr.schemaPath,o]}function Vg(t,{params:r,message:a},n){let{keyword:o,
data:i,schemaValue:e,it:s}=t,{opts:c,propertyName:g,topSchemaRef:u,schemaPath:b}=s;n.push([Qr.keyword,o],[Qr.params,typeof r=="function"?r(t):r||(0,Ue._)`{}`]),
c.messages&&n.push([Qr.message,typeof a=="function"?a(t):a]),c.verbose&&n.push([Qr.schema,e],[Qr.parentSchema,(0,Ue._)`${u}${b}`],[Pt.default.data,i]),g&&n.push(
[Qr.propertyName,g])}});var Wc=de(As=>{"use strict";Object.defineProperty(As,"__esModule",{value:!0});As.boolOrEmptySchema=As.topBoolOrEmptySchema=void 0;var zg=Pa(),Ug=Me(),Jg=wr(),Dg={
message:"boolean schema is false"};function Cg(t){let{gen:r,schema:a,validateName:n}=t;a===!1?Cc(t,!1):typeof a=="object"&&a.$async===!0?r.return(Jg.default.data):
(r.assign((0,Ug._)`${n}.errors`,null),r.return(!0))}As.topBoolOrEmptySchema=Cg;function Wg(t,r){let{gen:a,schema:n}=t;n===!1?(a.var(r,!1),Cc(t)):a.var(r,!0)}As.
boolOrEmptySchema=Wg;function Cc(t,r){let{gen:a,data:n}=t,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:t};(0,zg.reportError)(
o,Dg,void 0,r)}});var Ui=de(Ns=>{"use strict";Object.defineProperty(Ns,"__esModule",{value:!0});Ns.getRules=Ns.isJSONType=void 0;var Hg=["string","number","integer","boolean","nu\
ll","object","array"],Kg=new Set(Hg);function Bg(t){return typeof t=="string"&&Kg.has(t)}Ns.isJSONType=Bg;function Gg(){let t={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...t,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},t.number,
t.string,t.array,t.object],post:{rules:[]},all:{},keywords:{}}}Ns.getRules=Gg});var Ji=de(Tr=>{"use strict";Object.defineProperty(Tr,"__esModule",{value:!0});Tr.shouldUseRule=Tr.shouldUseGroup=Tr.schemaHasRulesForType=void 0;function Zg({schema:t,
self:r},a){let n=r.RULES.types[a];return n&&n!==!0&&Hc(t,n)}Tr.schemaHasRulesForType=Zg;function Hc(t,r){return r.rules.some(a=>Kc(t,a))}Tr.shouldUseGroup=Hc;function Kc(t,r){
var a;return t[r.keyword]!==void 0||((a=r.definition.implements)===null||a===void 0?void 0:a.some(n=>t[n]!==void 0))}Tr.shouldUseRule=Kc});var $a=de(ft=>{"use strict";Object.defineProperty(ft,"__esModule",{value:!0});ft.reportTypeError=ft.checkDataTypes=ft.checkDataType=ft.coerceAndCheckDataType=ft.
getJSONTypes=ft.getSchemaTypes=ft.DataType=void 0;var Qg=Ui(),Xg=Ji(),Yg=Pa(),Ne=Me(),Bc=ze(),Rs;(function(t){t[t.Correct=0]="Correct",t[t.Wrong=1]="Wrong"})(Rs||
(ft.DataType=Rs={}));function eb(t){let r=Gc(t.type);if(r.includes("null")){if(t.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!r.
length&&t.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');t.nullable===!0&&r.push("null")}return r}ft.getSchemaTypes=eb;function Gc(t){
let r=Array.isArray(t)?t:t?[t]:[];if(r.every(Qg.isJSONType))return r;throw new Error("type must be JSONType or JSONType[]: "+r.join(","))}ft.getJSONTypes=Gc;function tb(t,r){
let{gen:a,data:n,opts:o}=t,i=rb(r,o.coerceTypes),e=r.length>0&&!(i.length===0&&r.length===1&&(0,Xg.schemaHasRulesForType)(t,r[0]));if(e){let s=Ci(r,n,o.strictNumbers,
Rs.Wrong);a.if(s,()=>{i.length?sb(t,r,i):Wi(t)})}return e}ft.coerceAndCheckDataType=tb;var Zc=new Set(["string","number","integer","boolean","null"]);function rb(t,r){
return r?t.filter(a=>Zc.has(a)||r==="array"&&a==="array"):[]}function sb(t,r,a){let{gen:n,data:o,opts:i}=t,e=n.let("dataType",(0,Ne._)`typeof ${o}`),s=n.let("co\
erced",(0,Ne._)`undefined`);i.coerceTypes==="array"&&n.if((0,Ne._)`${e} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Ne._)`${o}[0]`).
assign(e,(0,Ne._)`typeof ${o}`).if(Ci(r,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Ne._)`${s} !== undefined`);for(let g of a)(Zc.has(g)||g==="array"&&i.coerceTypes===
"array")&&c(g);n.else(),Wi(t),n.endIf(),n.if((0,Ne._)`${s} !== undefined`,()=>{n.assign(o,s),ab(t,s)});function c(g){switch(g){case"string":n.elseIf((0,Ne._)`${e} == "number" || ${e} == "boolean"`).
assign(s,(0,Ne._)`"" + ${o}`).elseIf((0,Ne._)`${o} === null`).assign(s,(0,Ne._)`""`);return;case"number":n.elseIf((0,Ne._)`${e} == "boolean" || ${o} === null
              || (${e} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Ne._)`+${o}`);return;case"integer":n.elseIf((0,Ne._)`${e} === "boolean" || ${o} === null
              || (${e} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Ne._)`+${o}`);return;case"boolean":n.elseIf((0,Ne._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Ne._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Ne._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Ne._)`${e} === "string" || ${e} === "number"
              || ${e} === "boolean" || ${o} === null`).assign(s,(0,Ne._)`[${o}]`)}}}function ab({gen:t,parentData:r,parentDataProperty:a},n){t.if((0,Ne._)`${r} !== undefined`,
()=>t.assign((0,Ne._)`${r}[${a}]`,n))}function Di(t,r,a,n=Rs.Correct){let o=n===Rs.Correct?Ne.operators.EQ:Ne.operators.NEQ,i;switch(t){case"null":return(0,Ne._)`${r} ${o} null`;case"\
array":i=(0,Ne._)`Array.isArray(${r})`;break;case"object":i=(0,Ne._)`${r} && typeof ${r} == "object" && !Array.isArray(${r})`;break;case"integer":i=e((0,Ne._)`!(${r} % 1) && !isNaN(${r})`);
break;case"number":i=e();break;default:return(0,Ne._)`typeof ${r} ${o} ${t}`}return n===Rs.Correct?i:(0,Ne.not)(i);function e(s=Ne.nil){return(0,Ne.and)((0,Ne._)`typeof ${r} == "number"`,
s,a?(0,Ne._)`isFinite(${r})`:Ne.nil)}}ft.checkDataType=Di;function Ci(t,r,a,n){if(t.length===1)return Di(t[0],r,a,n);let o,i=(0,Bc.toHash)(t);if(i.array&&i.object){
let e=(0,Ne._)`typeof ${r} != "object"`;o=i.null?e:(0,Ne._)`!${r} || ${e}`,delete i.null,delete i.array,delete i.object}else o=Ne.nil;i.number&&delete i.integer;
for(let e in i)o=(0,Ne.and)(o,Di(e,r,a,n));return o}ft.checkDataTypes=Ci;var nb={message:({schema:t})=>`must be ${t}`,params:({schema:t,schemaValue:r})=>typeof t==
"string"?(0,Ne._)`{type: ${t}}`:(0,Ne._)`{type: ${r}}`};function Wi(t){let r=ob(t);(0,Yg.reportError)(r,nb)}ft.reportTypeError=Wi;function ob(t){let{gen:r,data:a,
schema:n}=t,o=(0,Bc.schemaRefOrVal)(t,n,"type");return{gen:r,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:t}}});var Xc=de(On=>{"use strict";Object.defineProperty(On,"__esModule",{value:!0});On.assignDefaults=void 0;var Is=Me(),ib=ze();function pb(t,r){let{properties:a,items:n}=t.
schema;if(r==="object"&&a)for(let o in a)Qc(t,o,a[o].default);else r==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Qc(t,i,o.default))}On.assignDefaults=pb;function Qc(t,r,a){
let{gen:n,compositeRule:o,data:i,opts:e}=t;if(a===void 0)return;let s=(0,Is._)`${i}${(0,Is.getProperty)(r)}`;if(o){(0,ib.checkStrictMode)(t,`default is ignored \
for: ${s}`);return}let c=(0,Is._)`${s} === undefined`;e.useDefaults==="empty"&&(c=(0,Is._)`${c} || ${s} === null || ${s} === ""`),n.if(c,(0,Is._)`${s} = ${(0,Is.
stringify)(a)}`)}});var Lt=de(Ke=>{"use strict";Object.defineProperty(Ke,"__esModule",{value:!0});Ke.validateUnion=Ke.validateArray=Ke.usePattern=Ke.callValidateCode=Ke.schemaProperties=
Ke.allSchemaProperties=Ke.noPropertyInData=Ke.propertyInData=Ke.isOwnProperty=Ke.hasPropFunc=Ke.reportMissingProp=Ke.checkMissingProp=Ke.checkReportMissingProp=
void 0;var et=Me(),Hi=ze(),Ar=wr(),db=ze();function cb(t,r){let{gen:a,data:n,it:o}=t;a.if(Bi(a,n,r,o.opts.ownProperties),()=>{t.setParams({missingProperty:(0,et.
_)`${r}`},!0),t.error()})}Ke.checkReportMissingProp=cb;function mb({gen:t,data:r,it:{opts:a}},n,o){return(0,et.or)(...n.map(i=>(0,et.and)(Bi(t,r,i,a.ownProperties),
(0,et._)`${o} = ${i}`)))}Ke.checkMissingProp=mb;function lb(t,r){t.setParams({missingProperty:r},!0),t.error()}Ke.reportMissingProp=lb;function Yc(t){return t.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,et._)`Object.prototype.hasOwnProperty`})}Ke.hasPropFunc=Yc;function Ki(t,r,a){return(0,et._)`${Yc(t)}.call(${r}, ${a})`}
Ke.isOwnProperty=Ki;function ub(t,r,a,n){let o=(0,et._)`${r}${(0,et.getProperty)(a)} !== undefined`;return n?(0,et._)`${o} && ${Ki(t,r,a)}`:o}Ke.propertyInData=
ub;function Bi(t,r,a,n){let o=(0,et._)`${r}${(0,et.getProperty)(a)} === undefined`;return n?(0,et.or)(o,(0,et.not)(Ki(t,r,a))):o}Ke.noPropertyInData=Bi;function em(t){
return t?Object.keys(t).filter(r=>r!=="__proto__"):[]}Ke.allSchemaProperties=em;function hb(t,r){return em(r).filter(a=>!(0,Hi.alwaysValidSchema)(t,r[a]))}Ke.schemaProperties=
hb;function fb({schemaCode:t,data:r,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:e},s,c,g){let u=g?(0,et._)`${t}, ${r}, ${n}${o}`:r,b=[[Ar.default.instancePath,
(0,et.strConcat)(Ar.default.instancePath,i)],[Ar.default.parentData,e.parentData],[Ar.default.parentDataProperty,e.parentDataProperty],[Ar.default.rootData,Ar.default.
rootData]];e.opts.dynamicRef&&b.push([Ar.default.dynamicAnchors,Ar.default.dynamicAnchors]);let q=(0,et._)`${u}, ${a.object(...b)}`;return c!==et.nil?(0,et._)`${s}.call(${c}, ${q})`:
(0,et._)`${s}(${q})`}Ke.callValidateCode=fb;var yb=(0,et._)`new RegExp`;function gb({gen:t,it:{opts:r}},a){let n=r.unicodeRegExp?"u":"",{regExp:o}=r.code,i=o(a,
n);return t.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,et._)`${o.code==="new RegExp"?yb:(0,db.useFunc)(t,o)}(${a}, ${n})`})}Ke.usePattern=gb;function bb(t){
let{gen:r,data:a,keyword:n,it:o}=t,i=r.name("valid");if(o.allErrors){let s=r.let("valid",!0);return e(()=>r.assign(s,!1)),s}return r.var(i,!0),e(()=>r.break()),
i;function e(s){let c=r.const("len",(0,et._)`${a}.length`);r.forRange("i",0,c,g=>{t.subschema({keyword:n,dataProp:g,dataPropType:Hi.Type.Num},i),r.if((0,et.not)(
i),s)})}}Ke.validateArray=bb;function wb(t){let{gen:r,schema:a,keyword:n,it:o}=t;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(c=>(0,Hi.
alwaysValidSchema)(o,c))&&!o.opts.unevaluated)return;let e=r.let("valid",!1),s=r.name("_valid");r.block(()=>a.forEach((c,g)=>{let u=t.subschema({keyword:n,schemaProp:g,
compositeRule:!0},s);r.assign(e,(0,et._)`${e} || ${s}`),t.mergeValidEvaluated(u,s)||r.if((0,et.not)(e))})),t.result(e,()=>t.reset(),()=>t.error(!0))}Ke.validateUnion=
wb});var sm=de(nr=>{"use strict";Object.defineProperty(nr,"__esModule",{value:!0});nr.validateKeywordUsage=nr.validSchemaType=nr.funcKeywordCode=nr.macroKeywordCode=
void 0;var $t=Me(),Xr=wr(),vb=Lt(),kb=Pa();function Pb(t,r){let{gen:a,keyword:n,schema:o,parentSchema:i,it:e}=t,s=r.macro.call(e.self,o,i,e),c=rm(a,n,s);e.opts.
validateSchema!==!1&&e.self.validateSchema(s,!0);let g=a.name("valid");t.subschema({schema:s,schemaPath:$t.nil,errSchemaPath:`${e.errSchemaPath}/${n}`,topSchemaRef:c,
compositeRule:!0},g),t.pass(g,()=>t.error(!0))}nr.macroKeywordCode=Pb;function $b(t,r){var a;let{gen:n,keyword:o,schema:i,parentSchema:e,$data:s,it:c}=t;_b(c,r);
let g=!s&&r.compile?r.compile.call(c.self,i,e,c):r.validate,u=rm(n,o,g),b=n.let("valid");t.block$data(b,q),t.ok((a=r.valid)!==null&&a!==void 0?a:b);function q(){
if(r.errors===!1)T(),r.modifying&&tm(t),L(()=>t.error());else{let D=r.async?j():M();r.modifying&&tm(t),L(()=>Sb(t,D))}}function j(){let D=n.let("ruleErrs",null);
return n.try(()=>T((0,$t._)`await `),ie=>n.assign(b,!1).if((0,$t._)`${ie} instanceof ${c.ValidationError}`,()=>n.assign(D,(0,$t._)`${ie}.errors`),()=>n.throw(ie))),
D}function M(){let D=(0,$t._)`${u}.errors`;return n.assign(D,null),T($t.nil),D}function T(D=r.async?(0,$t._)`await `:$t.nil){let ie=c.opts.passContext?Xr.default.
this:Xr.default.self,G=!("compile"in r&&!s||r.schema===!1);n.assign(b,(0,$t._)`${D}${(0,vb.callValidateCode)(t,u,ie,G)}`,r.modifying)}function L(D){var ie;n.if(
(0,$t.not)((ie=r.valid)!==null&&ie!==void 0?ie:b),D)}}nr.funcKeywordCode=$b;function tm(t){let{gen:r,data:a,it:n}=t;r.if(n.parentData,()=>r.assign(a,(0,$t._)`${n.
parentData}[${n.parentDataProperty}]`))}function Sb(t,r){let{gen:a}=t;a.if((0,$t._)`Array.isArray(${r})`,()=>{a.assign(Xr.default.vErrors,(0,$t._)`${Xr.default.
vErrors} === null ? ${r} : ${Xr.default.vErrors}.concat(${r})`).assign(Xr.default.errors,(0,$t._)`${Xr.default.vErrors}.length`),(0,kb.extendErrors)(t)},()=>t.error())}
function _b({schemaEnv:t},r){if(r.async&&!t.$async)throw new Error("async keyword in sync schema")}function rm(t,r,a){if(a===void 0)throw new Error(`keyword "${r}\
" failed to compile`);return t.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,$t.stringify)(a)})}function xb(t,r,a=!1){return!r.length||r.some(
n=>n==="array"?Array.isArray(t):n==="object"?t&&typeof t=="object"&&!Array.isArray(t):typeof t==n||a&&typeof t>"u")}nr.validSchemaType=xb;function qb({schema:t,
opts:r,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let e=o.dependencies;
if(e?.some(s=>!Object.prototype.hasOwnProperty.call(t,s)))throw new Error(`parent schema must have dependencies of ${i}: ${e.join(",")}`);if(o.validateSchema&&!o.
validateSchema(t[i])){let c=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(r.validateSchema==="log")a.logger.error(
c);else throw new Error(c)}}nr.validateKeywordUsage=qb});var nm=de(Nr=>{"use strict";Object.defineProperty(Nr,"__esModule",{value:!0});Nr.extendSubschemaMode=Nr.extendSubschemaData=Nr.getSubschema=void 0;var or=Me(),am=ze();
function Ob(t,{keyword:r,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:e}){if(r!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(r!==void 0){let s=t.schema[r];return a===void 0?{schema:s,schemaPath:(0,or._)`${t.schemaPath}${(0,or.getProperty)(r)}`,errSchemaPath:`${t.
errSchemaPath}/${r}`}:{schema:s[a],schemaPath:(0,or._)`${t.schemaPath}${(0,or.getProperty)(r)}${(0,or.getProperty)(a)}`,errSchemaPath:`${t.errSchemaPath}/${r}/${(0,am.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||e===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:e,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Nr.getSubschema=Ob;function jb(t,r,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:e}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=r;if(a!==void 0){let{errorPath:g,dataPathArr:u,opts:b}=r,q=s.let("data",(0,or._)`${r.data}${(0,or.getProperty)(a)}`,!0);c(q),t.errorPath=(0,or.str)`${g}${(0,am.
getErrorPath)(a,n,b.jsPropertySyntax)}`,t.parentDataProperty=(0,or._)`${a}`,t.dataPathArr=[...u,t.parentDataProperty]}if(o!==void 0){let g=o instanceof or.Name?
o:s.let("data",o,!0);c(g),e!==void 0&&(t.propertyName=e)}i&&(t.dataTypes=i);function c(g){t.data=g,t.dataLevel=r.dataLevel+1,t.dataTypes=[],r.definedProperties=
new Set,t.parentData=r.data,t.dataNames=[...r.dataNames,g]}}Nr.extendSubschemaData=jb;function Tb(t,{jtdDiscriminator:r,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(t.compositeRule=n),o!==void 0&&(t.createErrors=o),i!==void 0&&(t.allErrors=i),t.jtdDiscriminator=r,t.jtdMetadata=a}Nr.extendSubschemaMode=
Tb});var im=de((f_,om)=>{"use strict";var Rr=om.exports=function(t,r,a){typeof r=="function"&&(a=r,r={}),a=r.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};jn(r,n,o,t,"",t)};Rr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Rr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Rr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Rr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function jn(t,r,a,n,o,i,e,s,c,g){if(n&&typeof n=="object"&&!Array.isArray(n)){r(n,o,i,
e,s,c,g);for(var u in n){var b=n[u];if(Array.isArray(b)){if(u in Rr.arrayKeywords)for(var q=0;q<b.length;q++)jn(t,r,a,b[q],o+"/"+u+"/"+q,i,o,u,n,q)}else if(u in
Rr.propsKeywords){if(b&&typeof b=="object")for(var j in b)jn(t,r,a,b[j],o+"/"+u+"/"+Ab(j),i,o,u,n,j)}else(u in Rr.keywords||t.allKeys&&!(u in Rr.skipKeywords))&&
jn(t,r,a,b,o+"/"+u,i,o,u,n)}a(n,o,i,e,s,c,g)}}function Ab(t){return t.replace(/~/g,"~0").replace(/\//g,"~1")}});var Sa=de(qt=>{"use strict";Object.defineProperty(qt,"__esModule",{value:!0});qt.getSchemaRefs=qt.resolveUrl=qt.normalizeId=qt._getFullPath=qt.getFullPath=qt.inlineRef=
void 0;var Nb=ze(),Rb=pi(),Ib=im(),Eb=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Mb(t,r=!0){return typeof t=="boolean"?!0:r===!0?!Gi(t):r?pm(t)<=r:!1}qt.inlineRef=Mb;var Lb=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Gi(t){for(let r in t){if(Lb.has(r))return!0;let a=t[r];if(Array.isArray(a)&&
a.some(Gi)||typeof a=="object"&&Gi(a))return!0}return!1}function pm(t){let r=0;for(let a in t){if(a==="$ref")return 1/0;if(r++,!Eb.has(a)&&(typeof t[a]=="object"&&
(0,Nb.eachItem)(t[a],n=>r+=pm(n)),r===1/0))return 1/0}return r}function dm(t,r="",a){a!==!1&&(r=Es(r));let n=t.parse(r);return cm(t,n)}qt.getFullPath=dm;function cm(t,r){
return t.serialize(r).split("#")[0]+"#"}qt._getFullPath=cm;var Fb=/#\/?$/;function Es(t){return t?t.replace(Fb,""):""}qt.normalizeId=Es;function Vb(t,r,a){return a=
Es(a),t.resolve(r,a)}qt.resolveUrl=Vb;var zb=/^[a-z_][-a-z0-9._]*$/i;function Ub(t,r){if(typeof t=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Es(
t[a]||r),i={"":o},e=dm(n,o,!1),s={},c=new Set;return Ib(t,{allKeys:!0},(b,q,j,M)=>{if(M===void 0)return;let T=e+q,L=i[M];typeof b[a]=="string"&&(L=D.call(this,b[a])),
ie.call(this,b.$anchor),ie.call(this,b.$dynamicAnchor),i[q]=L;function D(G){let B=this.opts.uriResolver.resolve;if(G=Es(L?B(L,G):G),c.has(G))throw u(G);c.add(G);
let C=this.refs[G];return typeof C=="string"&&(C=this.refs[C]),typeof C=="object"?g(b,C.schema,G):G!==Es(T)&&(G[0]==="#"?(g(b,s[G],G),s[G]=b):this.refs[G]=T),G}
function ie(G){if(typeof G=="string"){if(!zb.test(G))throw new Error(`invalid anchor "${G}"`);D.call(this,`#${G}`)}}}),s;function g(b,q,j){if(q!==void 0&&!Rb(b,
q))throw u(j)}function u(b){return new Error(`reference "${b}" resolves to more than one schema`)}}qt.getSchemaRefs=Ub});var qa=de(Ir=>{"use strict";Object.defineProperty(Ir,"__esModule",{value:!0});Ir.getData=Ir.KeywordCxt=Ir.validateFunctionCode=void 0;var fm=Wc(),mm=$a(),Qi=Ji(),
Tn=$a(),Jb=Xc(),xa=sm(),Zi=nm(),ye=Me(),Se=wr(),Db=Sa(),vr=ze(),_a=Pa();function Cb(t){if(bm(t)&&(wm(t),gm(t))){Kb(t);return}ym(t,()=>(0,fm.topBoolOrEmptySchema)(
t))}Ir.validateFunctionCode=Cb;function ym({gen:t,validateName:r,schema:a,schemaEnv:n,opts:o},i){o.code.es5?t.func(r,(0,ye._)`${Se.default.data}, ${Se.default.valCxt}`,
n.$async,()=>{t.code((0,ye._)`"use strict"; ${lm(a,o)}`),Hb(t,o),t.code(i)}):t.func(r,(0,ye._)`${Se.default.data}, ${Wb(o)}`,n.$async,()=>t.code(lm(a,o)).code(i))}
function Wb(t){return(0,ye._)`{${Se.default.instancePath}="", ${Se.default.parentData}, ${Se.default.parentDataProperty}, ${Se.default.rootData}=${Se.default.data}${t.
dynamicRef?(0,ye._)`, ${Se.default.dynamicAnchors}={}`:ye.nil}}={}`}function Hb(t,r){t.if(Se.default.valCxt,()=>{t.var(Se.default.instancePath,(0,ye._)`${Se.default.
valCxt}.${Se.default.instancePath}`),t.var(Se.default.parentData,(0,ye._)`${Se.default.valCxt}.${Se.default.parentData}`),t.var(Se.default.parentDataProperty,(0,ye.
_)`${Se.default.valCxt}.${Se.default.parentDataProperty}`),t.var(Se.default.rootData,(0,ye._)`${Se.default.valCxt}.${Se.default.rootData}`),r.dynamicRef&&t.var(
Se.default.dynamicAnchors,(0,ye._)`${Se.default.valCxt}.${Se.default.dynamicAnchors}`)},()=>{t.var(Se.default.instancePath,(0,ye._)`""`),t.var(Se.default.parentData,
(0,ye._)`undefined`),t.var(Se.default.parentDataProperty,(0,ye._)`undefined`),t.var(Se.default.rootData,Se.default.data),r.dynamicRef&&t.var(Se.default.dynamicAnchors,
(0,ye._)`{}`)})}function Kb(t){let{schema:r,opts:a,gen:n}=t;ym(t,()=>{a.$comment&&r.$comment&&km(t),Xb(t),n.let(Se.default.vErrors,null),n.let(Se.default.errors,
0),a.unevaluated&&Bb(t),vm(t),tw(t)})}function Bb(t){let{gen:r,validateName:a}=t;t.evaluated=r.const("evaluated",(0,ye._)`${a}.evaluated`),r.if((0,ye._)`${t.evaluated}.dynamicProps`,
()=>r.assign((0,ye._)`${t.evaluated}.props`,(0,ye._)`undefined`)),r.if((0,ye._)`${t.evaluated}.dynamicItems`,()=>r.assign((0,ye._)`${t.evaluated}.items`,(0,ye._)`undefined`))}
function lm(t,r){let a=typeof t=="object"&&t[r.schemaId];return a&&(r.code.source||r.code.process)?(0,ye._)`/*# sourceURL=${a} */`:ye.nil}function Gb(t,r){if(bm(
t)&&(wm(t),gm(t))){Zb(t,r);return}(0,fm.boolOrEmptySchema)(t,r)}function gm({schema:t,self:r}){if(typeof t=="boolean")return!t;for(let a in t)if(r.RULES.all[a])
return!0;return!1}function bm(t){return typeof t.schema!="boolean"}function Zb(t,r){let{schema:a,gen:n,opts:o}=t;o.$comment&&a.$comment&&km(t),Yb(t),ew(t);let i=n.
const("_errs",Se.default.errors);vm(t,i),n.var(r,(0,ye._)`${i} === ${Se.default.errors}`)}function wm(t){(0,vr.checkUnknownRules)(t),Qb(t)}function vm(t,r){if(t.
opts.jtd)return um(t,[],!1,r);let a=(0,mm.getSchemaTypes)(t.schema),n=(0,mm.coerceAndCheckDataType)(t,a);um(t,a,!n,r)}function Qb(t){let{schema:r,errSchemaPath:a,
opts:n,self:o}=t;r.$ref&&n.ignoreKeywordsWithRef&&(0,vr.schemaHasRulesButRef)(r,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function Xb(t){
let{schema:r,opts:a}=t;r.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,vr.checkStrictMode)(t,"default is ignored in the schema root")}function Yb(t){let r=t.
schema[t.opts.schemaId];r&&(t.baseId=(0,Db.resolveUrl)(t.opts.uriResolver,t.baseId,r))}function ew(t){if(t.schema.$async&&!t.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function km({gen:t,schemaEnv:r,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)t.code((0,ye._)`${Se.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let e=(0,ye.str)`${n}/$comment`,s=t.scopeValue("root",{ref:r.root});t.code((0,ye._)`${Se.default.self}.opts.$comment(${i}, ${e}, ${s}.schema)`)}}
function tw(t){let{gen:r,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=t;a.$async?r.if((0,ye._)`${Se.default.errors} === 0`,()=>r.return(Se.default.data),
()=>r.throw((0,ye._)`new ${o}(${Se.default.vErrors})`)):(r.assign((0,ye._)`${n}.errors`,Se.default.vErrors),i.unevaluated&&rw(t),r.return((0,ye._)`${Se.default.
errors} === 0`))}function rw({gen:t,evaluated:r,props:a,items:n}){a instanceof ye.Name&&t.assign((0,ye._)`${r}.props`,a),n instanceof ye.Name&&t.assign((0,ye._)`${r}.items`,
n)}function um(t,r,a,n){let{gen:o,schema:i,data:e,allErrors:s,opts:c,self:g}=t,{RULES:u}=g;if(i.$ref&&(c.ignoreKeywordsWithRef||!(0,vr.schemaHasRulesButRef)(i,u))){
o.block(()=>$m(t,"$ref",u.all.$ref.definition));return}c.jtd||sw(t,r),o.block(()=>{for(let q of u.rules)b(q);b(u.post)});function b(q){(0,Qi.shouldUseGroup)(i,q)&&
(q.type?(o.if((0,Tn.checkDataType)(q.type,e,c.strictNumbers)),hm(t,q),r.length===1&&r[0]===q.type&&a&&(o.else(),(0,Tn.reportTypeError)(t)),o.endIf()):hm(t,q),s||
o.if((0,ye._)`${Se.default.errors} === ${n||0}`))}}function hm(t,r){let{gen:a,schema:n,opts:{useDefaults:o}}=t;o&&(0,Jb.assignDefaults)(t,r.type),a.block(()=>{for(let i of r.
rules)(0,Qi.shouldUseRule)(n,i)&&$m(t,i.keyword,i.definition,r.type)})}function sw(t,r){t.schemaEnv.meta||!t.opts.strictTypes||(aw(t,r),t.opts.allowUnionTypes||
nw(t,r),ow(t,t.dataTypes))}function aw(t,r){if(r.length){if(!t.dataTypes.length){t.dataTypes=r;return}r.forEach(a=>{Pm(t.dataTypes,a)||Xi(t,`type "${a}" not all\
owed by context "${t.dataTypes.join(",")}"`)}),pw(t,r)}}function nw(t,r){r.length>1&&!(r.length===2&&r.includes("null"))&&Xi(t,"use allowUnionTypes to allow uni\
on type keyword")}function ow(t,r){let a=t.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,Qi.shouldUseRule)(t.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(e=>iw(r,e))&&Xi(t,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function iw(t,r){return t.includes(r)||r==="number"&&t.includes("integ\
er")}function Pm(t,r){return t.includes(r)||r==="integer"&&t.includes("number")}function pw(t,r){let a=[];for(let n of t.dataTypes)Pm(r,n)?a.push(n):r.includes(
"integer")&&n==="number"&&a.push("integer");t.dataTypes=a}function Xi(t,r){let a=t.schemaEnv.baseId+t.errSchemaPath;r+=` at "${a}" (strictTypes)`,(0,vr.checkStrictMode)(
t,r,t.opts.strictTypes)}var An=class{constructor(r,a,n){if((0,xa.validateKeywordUsage)(r,a,n),this.gen=r.gen,this.allErrors=r.allErrors,this.keyword=n,this.data=
r.data,this.schema=r.schema[n],this.$data=a.$data&&r.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,vr.schemaRefOrVal)(r,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=r.schema,this.params={},this.it=r,this.def=a,this.$data)this.schemaCode=r.gen.const("vSchema",Sm(this.$data,r));else if(this.
schemaCode=this.schemaValue,!(0,xa.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=r.gen.const("_errs",Se.default.errors))}result(r,a,n){this.failResult((0,ye.not)(r),a,n)}failResult(r,a,n){
this.gen.if(r),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(r,a){this.failResult(
(0,ye.not)(r),void 0,a)}fail(r){if(r===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(r),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(r){if(!this.$data)return this.fail(r);let{schemaCode:a}=this;this.fail((0,ye._)`${a} !== undefined && (${(0,ye.or)(this.invalid$data(),r)})`)}error(r,a,n){
if(a){this.setParams(a),this._error(r,n),this.setParams({});return}this._error(r,n)}_error(r,a){(r?_a.reportExtraError:_a.reportError)(this,this.def.error,a)}$dataError(){
(0,_a.reportError)(this,this.def.$dataError||_a.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,_a.resetErrorsCount)(this.gen,this.errsCount)}ok(r){this.allErrors||this.gen.if(r)}setParams(r,a){a?Object.assign(this.params,r):this.params=r}block$data(r,a,n=ye.
nil){this.gen.block(()=>{this.check$data(r,n),a()})}check$data(r=ye.nil,a=ye.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:e}=this;n.if((0,ye.
or)((0,ye._)`${o} === undefined`,a)),r!==ye.nil&&n.assign(r,!0),(i.length||e.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),r!==ye.nil&&n.assign(
r,!1)),n.else()}invalid$data(){let{gen:r,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,ye.or)(e(),s());function e(){if(n.length){if(!(a instanceof ye.Name))
throw new Error("ajv implementation error");let c=Array.isArray(n)?n:[n];return(0,ye._)`${(0,Tn.checkDataTypes)(c,a,i.opts.strictNumbers,Tn.DataType.Wrong)}`}return ye.
nil}function s(){if(o.validateSchema){let c=r.scopeValue("validate$data",{ref:o.validateSchema});return(0,ye._)`!${c}(${a})`}return ye.nil}}subschema(r,a){let n=(0,Zi.
getSubschema)(this.it,r);(0,Zi.extendSubschemaData)(n,this.it,r),(0,Zi.extendSubschemaMode)(n,r);let o={...this.it,...n,items:void 0,props:void 0};return Gb(o,a),
o}mergeEvaluated(r,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&r.props!==void 0&&(n.props=vr.mergeEvaluated.props(o,r.props,n.props,a)),n.items!==
!0&&r.items!==void 0&&(n.items=vr.mergeEvaluated.items(o,r.items,n.items,a)))}mergeValidEvaluated(r,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(r,ye.Name)),!0}};Ir.KeywordCxt=An;function $m(t,r,a,n){let o=new An(t,a,r);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,xa.funcKeywordCode)(o,a):"macro"in a?(0,xa.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,xa.funcKeywordCode)(o,a)}var dw=/^\/(?:[^~]|~0|~1)*$/,
cw=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Sm(t,{dataLevel:r,dataNames:a,dataPathArr:n}){let o,i;if(t==="")return Se.default.rootData;if(t[0]==="/"){if(!dw.
test(t))throw new Error(`Invalid JSON-pointer: ${t}`);o=t,i=Se.default.rootData}else{let g=cw.exec(t);if(!g)throw new Error(`Invalid JSON-pointer: ${t}`);let u=+g[1];
if(o=g[2],o==="#"){if(u>=r)throw new Error(c("property/index",u));return n[r-u]}if(u>r)throw new Error(c("data",u));if(i=a[r-u],!o)return i}let e=i,s=o.split("/");
for(let g of s)g&&(i=(0,ye._)`${i}${(0,ye.getProperty)((0,vr.unescapeJsonPointer)(g))}`,e=(0,ye._)`${e} && ${i}`);return e;function c(g,u){return`Cannot access ${g}\
 ${u} levels up, current level is ${r}`}}Ir.getData=Sm});var Nn=de(ep=>{"use strict";Object.defineProperty(ep,"__esModule",{value:!0});var Yi=class extends Error{constructor(r){super("validation failed"),this.errors=r,
this.ajv=this.validation=!0}};ep.default=Yi});var Oa=de(sp=>{"use strict";Object.defineProperty(sp,"__esModule",{value:!0});var tp=Sa(),rp=class extends Error{constructor(r,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,tp.resolveUrl)(r,a,n),this.missingSchema=(0,tp.normalizeId)((0,tp.getFullPath)(r,this.missingRef))}};sp.default=rp});var In=de(Ft=>{"use strict";Object.defineProperty(Ft,"__esModule",{value:!0});Ft.resolveSchema=Ft.getCompilingSchema=Ft.resolveRef=Ft.compileSchema=Ft.SchemaEnv=
void 0;var Ht=Me(),mw=Nn(),Yr=wr(),Kt=Sa(),_m=ze(),lw=qa(),Ms=class{constructor(r){var a;this.refs={},this.dynamicAnchors={};let n;typeof r.schema=="object"&&(n=
r.schema),this.schema=r.schema,this.schemaId=r.schemaId,this.root=r.root||this,this.baseId=(a=r.baseId)!==null&&a!==void 0?a:(0,Kt.normalizeId)(n?.[r.schemaId||
"$id"]),this.schemaPath=r.schemaPath,this.localRefs=r.localRefs,this.meta=r.meta,this.$async=n?.$async,this.refs={}}};Ft.SchemaEnv=Ms;function np(t){let r=xm.call(
this,t);if(r)return r;let a=(0,Kt.getFullPath)(this.opts.uriResolver,t.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,e=new Ht.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;t.$async&&(s=e.scopeValue("Error",{ref:mw.default,code:(0,Ht._)`require("ajv/dist/runtime/validation_error").default`}));
let c=e.scopeName("validate");t.validateName=c;let g={gen:e,allErrors:this.opts.allErrors,data:Yr.default.data,parentData:Yr.default.parentData,parentDataProperty:Yr.
default.parentDataProperty,dataNames:[Yr.default.data],dataPathArr:[Ht.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:e.scopeValue("schema",
this.opts.code.source===!0?{ref:t.schema,code:(0,Ht.stringify)(t.schema)}:{ref:t.schema}),validateName:c,ValidationError:s,schema:t.schema,schemaEnv:t,rootId:a,
baseId:t.baseId||a,schemaPath:Ht.nil,errSchemaPath:t.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,Ht._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(t),(0,lw.validateFunctionCode)(g),e.optimize(this.opts.code.optimize);let b=e.toString();u=`${e.scopeRefs(Yr.default.scope)}return ${b}`,this.opts.code.process&&
(u=this.opts.code.process(u,t));let j=new Function(`${Yr.default.self}`,`${Yr.default.scope}`,u)(this,this.scope.get());if(this.scope.value(c,{ref:j}),j.errors=
null,j.schema=t.schema,j.schemaEnv=t,t.$async&&(j.$async=!0),this.opts.code.source===!0&&(j.source={validateName:c,validateCode:b,scopeValues:e._values}),this.opts.
unevaluated){let{props:M,items:T}=g;j.evaluated={props:M instanceof Ht.Name?void 0:M,items:T instanceof Ht.Name?void 0:T,dynamicProps:M instanceof Ht.Name,dynamicItems:T instanceof
Ht.Name},j.source&&(j.source.evaluated=(0,Ht.stringify)(j.evaluated))}return t.validate=j,t}catch(b){throw delete t.validate,delete t.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),b}finally{this._compilations.delete(t)}}Ft.compileSchema=np;function uw(t,r,a){var n;a=(0,Kt.resolveUrl)(this.
opts.uriResolver,r,a);let o=t.refs[a];if(o)return o;let i=yw.call(this,t,a);if(i===void 0){let e=(n=t.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;e&&(i=new Ms({schema:e,schemaId:s,root:t,baseId:r}))}if(i!==void 0)return t.refs[a]=hw.call(this,i)}Ft.resolveRef=uw;function hw(t){return(0,Kt.inlineRef)(
t.schema,this.opts.inlineRefs)?t.schema:t.validate?t:np.call(this,t)}function xm(t){for(let r of this._compilations)if(fw(r,t))return r}Ft.getCompilingSchema=xm;
function fw(t,r){return t.schema===r.schema&&t.root===r.root&&t.baseId===r.baseId}function yw(t,r){let a;for(;typeof(a=this.refs[r])=="string";)r=a;return a||this.
schemas[r]||Rn.call(this,t,r)}function Rn(t,r){let a=this.opts.uriResolver.parse(r),n=(0,Kt._getFullPath)(this.opts.uriResolver,a),o=(0,Kt.getFullPath)(this.opts.
uriResolver,t.baseId,void 0);if(Object.keys(t.schema).length>0&&n===o)return ap.call(this,a,t);let i=(0,Kt.normalizeId)(n),e=this.refs[i]||this.schemas[i];if(typeof e==
"string"){let s=Rn.call(this,t,e);return typeof s?.schema!="object"?void 0:ap.call(this,a,s)}if(typeof e?.schema=="object"){if(e.validate||np.call(this,e),i===(0,Kt.
normalizeId)(r)){let{schema:s}=e,{schemaId:c}=this.opts,g=s[c];return g&&(o=(0,Kt.resolveUrl)(this.opts.uriResolver,o,g)),new Ms({schema:s,schemaId:c,root:t,baseId:o})}
return ap.call(this,a,e)}}Ft.resolveSchema=Rn;var gw=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function ap(t,{baseId:r,schema:a,
root:n}){var o;if(((o=t.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of t.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let c=a[(0,_m.
unescapeFragment)(s)];if(c===void 0)return;a=c;let g=typeof a=="object"&&a[this.opts.schemaId];!gw.has(s)&&g&&(r=(0,Kt.resolveUrl)(this.opts.uriResolver,r,g))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,_m.schemaHasRulesButRef)(a,this.RULES)){let s=(0,Kt.resolveUrl)(this.opts.uriResolver,r,a.$ref);i=Rn.call(this,n,s)}let{schemaId:e}=this.
opts;if(i=i||new Ms({schema:a,schemaId:e,root:n,baseId:r}),i.schema!==i.root.schema)return i}});var qm=de((k_,bw)=>{bw.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var mp=de((P_,Em)=>{"use strict";var ww=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),ip=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),vw=RegExp.prototype.test.bind(/^\d*$/u),es=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),pp=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),jm=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),dp=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),kw=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Ot=new Array(256);{let t="0123456789ABCDEF";for(let r=0;r<
256;r++)Ot[r]="%"+t[r>>4]+t[r&15]}function yt(t){return t<2048?Ot[192|t>>6]+Ot[128|t&63]:t<65536?Ot[224|t>>12]+Ot[128|t>>6&63]+Ot[128|t&63]:Ot[240|t>>18]+Ot[128|
t>>12&63]+Ot[128|t>>6&63]+Ot[128|t&63]}function Pw(t){let r="",a=0,n=0;for(n=0;n<t.length;n++)if(a=t[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";r+=t[n];break}for(n+=1;n<t.length;n++){if(a=t[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";r+=t[n]}return r}var $w=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Sw=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),_w=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
xw=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function qw(t){if(t.length===0)return!1;for(let r=0;r<t.length;r++)if(!_w(t[r])){if(t[r]==="%"&&r+2<
t.length&&es(t.slice(r+1,r+3))){r+=2;continue}return!1}return!0}function Om(t){let r=-1,a=0,n=-1,o=0;for(let s=0;s<t.length;s++)t[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,r=n)):(n=-1,o=0);if(a<2)return t.join(":");let i=t.slice(0,r).join(":"),e=t.slice(r+a).join(":");return i+"::"+e}function Ow(t){let r=t.indexOf("::");if(r!==
-1&&t.indexOf("::",r+1)!==-1)return;let a=r===-1?t.split(":"):t.slice(0,r).split(":"),n=r===-1?[]:t.slice(r+2).split(":");r!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let c=o[s];if(c==="")return;if(c.indexOf(".")!==-1){if(s!==o.length-
1||r!==-1&&n.length===0||!ip(c))return;i+=2;continue}if(!$w(c))return;o[s]=parseInt(c,16).toString(16),i++}if(r===-1)return i!==8?void 0:Om(o);if(i>=8)return;let e=o.
slice(0,a.length);for(let s=i;s<8;s++)e.push("0");for(let s=a.length;s<o.length;s++)e.push(o[s]);return Om(e)}function op(t){let r=t[0]==="["&&t[t.length-1]==="\
]";if((t[0]==="["||t[t.length-1]==="]")&&!r)return{host:t,isIPV6:!1,error:!0};let n=r?t.slice(1,-1):t;if(r&&Sw(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(jw(n,":")<2)return{host:t,isIPV6:!1,error:r};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!qw(o))return{host:t,isIPV6:!1,error:!0};n=n.slice(0,i)}let e=Ow(n);return e===void 0?{host:t,isIPV6:!1,error:!0}:{host:e+(o?"%"+o:""),escapedHost:e+
(o?"%25"+o:""),isIPV6:!0}}function jw(t,r){let a=0;for(let n=0;n<t.length;n++)t[n]===r&&a++;return a}function Tm(t){let r=t,a=[],n=-1,o=0;for(;o=r.length;){if(o===
1){if(r===".")break;if(r==="/"){a.push("/");break}else{a.push(r);break}}else if(o===2){if(r[0]==="."){if(r[1]===".")break;if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]===
"/"&&(r[1]==="."||r[1]==="/")){a.push("/");break}}else if(o===3&&r==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(r[0]==="."){if(r[1]==="."){if(r[2]==="/"){
r=r.slice(3);continue}}else if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]==="/"&&r[1]==="."){if(r[2]==="/"){r=r.slice(2);continue}else if(r[2]==="."&&r[3]===
"/"){r=r.slice(3),a.length!==0&&a.pop();continue}}if((n=r.indexOf("/",1))===-1){a.push(r);break}else a.push(r.slice(0,n)),r=r.slice(n)}return a.join("")}function Tw(t){
if(t===""||t[0]==="/")return Tm(t);let r=t.split("/"),a=r.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let e=r[i];e==="."||e===".."?(e===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(e)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Aw={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Nw=/[@/?#:]/g,Rw=/[@/?#]/g;function Am(t,r){let a=r?Rw:Nw;return a.lastIndex=0,t.replace(a,n=>Aw[n])}
function Nm(t,r=!1){if(t.indexOf("%")===-1)return t;let a="";for(let n=0;n<t.length;n++){if(t[n]==="%"&&n+2<t.length){let o=t.slice(n+1,n+3);if(es(o)){let i=o.toUpperCase(),
e=String.fromCharCode(parseInt(i,16));r&&pp(e)?a+=e:a+="%"+i,n+=2;continue}}a+=t[n]}return a}function Iw(t){let r="";for(let a=0;a<t.length;a++){let n=t[a];if(n===
"%"&&a+2<t.length){let o=t.slice(a+1,a+3);if(es(o)){let i=o.toUpperCase(),e=String.fromCharCode(parseInt(i,16));e!=="."&&pp(e)?r+=e:r+="%"+i,a+=2;continue}}if(jm(
n))r+=n;else{let o=t.charCodeAt(a);if(o<128)r+=Im(o)?n:Ot[o];else if(o<55296||o>57343)r+=yt(o);else if(o<=56319&&a+1<t.length){let i=t.charCodeAt(a+1);i>=56320&&
i<=57343?(r+=yt(65536+(o-55296<<10)+(i-56320)),a++):r+=yt(65533)}else r+=yt(65533)}}return r}function Ew(t,r=!1){let a="",n=r&&t[0]!=="/";for(let o=0;o<t.length;o++){
let i=t[o];if(i==="%"&&o+2<t.length){let e=t.slice(o+1,o+3);if(es(e)){a+="%"+e.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),jm(i)&&(i!==":"||!n))a+=i;else{let e=t.
charCodeAt(o);if(e<128)a+=Ot[e];else if(e<55296||e>57343)a+=yt(e);else if(e<=56319&&o+1<t.length){let s=t.charCodeAt(o+1);s>=56320&&s<=57343?(a+=yt(65536+(e-55296<<
10)+(s-56320)),o++):a+=yt(65533)}else a+=yt(65533)}}return a}function cp(t,r){let a="";for(let n=0;n<t.length;n++){let o=t[n];if(o==="%"&&n+2<t.length){let i=t.
slice(n+1,n+3);if(es(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(r(o))a+=o;else{let i=t.charCodeAt(n);if(i<128)a+=Ot[i];else if(i<55296||i>57343)a+=yt(i);else if(i<=
56319&&n+1<t.length){let e=t.charCodeAt(n+1);e>=56320&&e<=57343?(a+=yt(65536+(i-55296<<10)+(e-56320)),n++):a+=yt(65533)}else a+=yt(65533)}}return a}function Rm(t){
return cp(t,kw)}function Mw(t){return cp(t,dp)}function Lw(t){return cp(t,dp)}function Im(t){return t>=48&&t<=57||t>=65&&t<=90||t>=97&&t<=122||t===42||t===43||t===
45||t===46||t===47||t===64||t===95}function Fw(t){let r="";for(let a=0;a<t.length;a++){let n=t[a];if(n==="%"&&a+2<t.length){let o=t.slice(a+1,a+3);if(es(o)){let i=o.
toUpperCase(),e=String.fromCharCode(parseInt(i,16));pp(e)?r+=e:r+="%"+i,a+=2;continue}}if(dp(n))r+=n;else{let o=t.charCodeAt(a);if(o<128)r+=Im(o)?n:Ot[o];else if(o<
55296||o>57343)r+=yt(o);else if(o<=56319&&a+1<t.length){let i=t.charCodeAt(a+1);i>=56320&&i<=57343?(r+=yt(65536+(o-55296<<10)+(i-56320)),a++):r+=yt(65533)}else r+=
yt(65533)}}return r}function Vw(t){let r="";for(let a=0;a<t.length;a++){if(t[a]==="%"&&a+2<t.length){let n=t.slice(a+1,a+3);if(es(n)){r+="%"+n.toUpperCase(),a+=
2;continue}}r+=escape(t[a])}return r}function zw(t){let r=[];if(t.userinfo!==void 0&&(r.push(Rm(t.userinfo)),r.push("@")),t.host!==void 0){let a=t.host;if(!ip(a)){
let n=op(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Nm(a,!0),n=op(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Am(a,!1)}r.push(a)}if(typeof t.port==
"number"||typeof t.port=="string"){let a=String(t.port);if(!vw(a))throw new TypeError("URI port is malformed.");r.push(":"),r.push(a)}return r.length?r.join(""):
void 0}Em.exports={nonSimpleDomain:xw,recomposeAuthority:zw,reescapeHostDelimiters:Am,normalizePercentEncoding:Nm,normalizePathEncoding:Iw,serializePathEncoding:Ew,
normalizeQueryFragmentEncoding:Fw,encodeUserinfo:Rm,encodeQuery:Mw,encodeFragment:Lw,escapePreservingEscapes:Vw,removeDotSegments:Tm,removeDotSegmentsRelative:Tw,
isIPv4:ip,isUUID:ww,normalizeIPv6:op,stringArrayToHexStripped:Pw}});var zm=de(($_,Vm)=>{"use strict";var{isUUID:Uw}=mp(),Jw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Dw=["http","https","ws","wss","ur\
n","urn:uuid"];function Cw(t){return Dw.indexOf(t)!==-1}function lp(t){return t.secure===!0?!0:t.secure===!1?!1:t.scheme?t.scheme.length===3&&(t.scheme[0]==="w"||
t.scheme[0]==="W")&&(t.scheme[1]==="s"||t.scheme[1]==="S")&&(t.scheme[2]==="s"||t.scheme[2]==="S"):!1}function Mm(t){return t.host||(t.error=t.error||"HTTP URIs\
 must have a host."),t}function Lm(t){let r=String(t.scheme).toLowerCase()==="https";return(t.port===(r?443:80)||t.port==="")&&(t.port=void 0),t.path||(t.path="\
/"),t}function Ww(t){return t.secure=lp(t),t.resourceName=(t.path||"/")+(t.query?"?"+t.query:""),t.path=void 0,t.query=void 0,t}function Hw(t){if((t.port===(lp(
t)?443:80)||t.port==="")&&(t.port=void 0),typeof t.secure=="boolean"&&(t.scheme=t.secure?"wss":"ws",t.secure=void 0),t.resourceName){let r=t.resourceName.indexOf(
"?"),a=r===-1?t.resourceName:t.resourceName.slice(0,r);t.path=a&&a!=="/"?a:void 0,t.query=r===-1?void 0:t.resourceName.slice(r+1),t.resourceName=void 0}return t.
fragment=void 0,t}function Kw(t,r){if(!t.path)return t.error="URN can not be parsed",t;let a=t.path.match(Jw);if(a&&a[0]===t.path){let n=r.scheme||t.scheme||"ur\
n";t.nid=a[1].toLowerCase(),t.nss=a[2];let o=`${n}:${r.nid||t.nid}`,i=up(o);t.path=void 0,i&&(t=i.parse(t,r))}else t.error=t.error||"URN can not be parsed.";return t}
function Bw(t,r){if(t.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=r.scheme||t.scheme||"urn",n=t.nid.toLowerCase(),o=`${a}:${r.nid||
n}`,i=up(o);i&&(t=i.serialize(t,r));let e=t,s=t.nss;return e.path=`${n||r.nid}:${s}`,r.skipEscape=!0,e}function Gw(t,r){let a=t;return a.uuid=a.nss,a.nss=void 0,
!r.tolerant&&(!a.uuid||!Uw(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function Zw(t){let r=t;return r.nss=(t.uuid||"").toLowerCase(),r}var Fm={scheme:"\
http",domainHost:!0,parse:Mm,serialize:Lm},Qw={scheme:"https",domainHost:Fm.domainHost,parse:Mm,serialize:Lm},En={scheme:"ws",domainHost:!0,parse:Ww,serialize:Hw},
Xw={scheme:"wss",domainHost:En.domainHost,parse:En.parse,serialize:En.serialize},Yw={scheme:"urn",parse:Kw,serialize:Bw,skipNormalize:!0},ev={scheme:"urn:uuid",
parse:Gw,serialize:Zw,skipNormalize:!0},Mn={http:Fm,https:Qw,ws:En,wss:Xw,urn:Yw,"urn:uuid":ev};Object.setPrototypeOf(Mn,null);function up(t){return t&&(Mn[t]||
Mn[t.toLowerCase()])||void 0}Vm.exports={wsIsSecure:lp,SCHEMES:Mn,isValidSchemeName:Cw,getSchemeHandler:up}});var tl=de((S_,Un)=>{"use strict";var{normalizeIPv6:Wm,removeDotSegments:Ta,removeDotSegmentsRelative:Hm,recomposeAuthority:tv,normalizePercentEncoding:hp,normalizePathEncoding:rv,
serializePathEncoding:Um,normalizeQueryFragmentEncoding:Jm,encodeQuery:sv,encodeFragment:av,reescapeHostDelimiters:nv,isIPv4:Km,nonSimpleDomain:ov}=mp(),{SCHEMES:Bm,
getSchemeHandler:fp}=zm(),Gm=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Zm="URI scheme is malformed.",Ln="URI host is malformed.",iv=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function Dm(t){
let r=String(t);if(!Gm.test(r))throw new TypeError(Zm);return r}function pv(t,r){return typeof t=="string"?t=gv(t,r):typeof t=="object"&&(t=Vn(ts(t,r),r)),t}function dv(t,r,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:e,malformedSchemeSpecific:s,malformedHost:c,
malformedScheme:g}=Fn(t,n),{parsed:u,malformedAuthorityOrPort:b,malformedPercentEncoding:q,malformedSchemeSpecific:j,malformedHost:M,malformedScheme:T}=Fn(r,n);
if(i||b||e||q||s||j||c||M||g||T)throw new Error(o.error||u.error||"URI is malformed.");let L=Qm(o,u,n,!0),D=fp(a&&a.scheme||L.scheme),ie=L.host,G=ie!==void 0&&ie!==
""&&(Km(ie)||Wm(ie).isIPV6);if(Ym(L,a||{},D,G))throw new Error(Ln);Xm(L,a||{},D,G);let B=ie&&ie.indexOf("%")!==-1&&!/\P{ASCII}/u.test(ie);if(L.error&&!B)throw new Error(
L.error);return n.skipEscape=!0,ts(L,n)}function Qm(t,r,a,n){let o={};if(n||(t=Vn(ts(t,a),a),r=Vn(ts(r,a),a)),a=a||{},!a.tolerant&&r.scheme)o.scheme=r.scheme,o.
userinfo=r.userinfo,o.host=r.host,o.port=r.port,o.path=Ta(r.path||""),o.query=r.query;else{if(r.userinfo!==void 0||r.host!==void 0||r.port!==void 0)o.userinfo=r.
userinfo,o.host=r.host,o.port=r.port,o.path=Ta(r.path||""),o.query=r.query;else{if(!r.path)o.path=t.path,r.query!==void 0?o.query=r.query:o.query=t.query;else{if(r.
path[0]==="/")o.path=Ta(r.path);else{let i=t.userinfo!==void 0||t.host!==void 0||t.port!==void 0;i&&!t.path?o.path="/"+r.path:t.path?o.path=t.path.slice(0,t.path.
lastIndexOf("/")+1)+r.path:o.path=r.path,o.path=t.scheme===void 0&&!i&&o.path[0]!=="/"?Hm(o.path):Ta(o.path)}o.query=r.query}o.userinfo=t.userinfo,o.host=t.host,
o.port=t.port}o.scheme=t.scheme}return o.fragment=r.fragment,o}function cv(t,r,a){let n=Cm(t,a),o=Cm(r,a);return n!==void 0&&o!==void 0&&n===o}function ts(t,r){
let a={host:t.host,scheme:t.scheme,userinfo:t.userinfo,port:t.port,path:t.path,query:t.query,nid:t.nid,nss:t.nss,uuid:t.uuid,fragment:t.fragment,reference:t.reference,
resourceName:t.resourceName,secure:t.secure,error:""},n=Object.assign({},r),o=[];a.scheme&&(a.scheme=Dm(a.scheme));let i=fp(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let e=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!e,c=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=hp(a.path):a.path=Um(a.path,c)),n.reference!=="suffix"&&a.scheme&&(a.scheme=Dm(a.scheme),o.push(a.scheme,":"));let g=tv(a);if(g!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(g),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(u=s&&u[0]!==
"/"?Hm(u):Ta(u)),s&&(u=Um(u,!0)),g===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),o.push(u)}return a.query!==void 0&&o.push("?",sv(a.query)),a.fragment!==
void 0&&o.push("#",av(a.fragment)),o.join("")}var mv=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
lv=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,uv=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function hv(t,r){if(r[2]!==void 0&&t.path&&t.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof t.port=="number"&&(t.port<0||t.port>65535))return"URI port is malformed."}function ja(t){if(t===void 0)return!1;let r=t.
indexOf("%");for(;r!==-1;){if(r+2>=t.length||!/^[\da-f]{2}$/iu.test(t.slice(r+1,r+3)))return!0;r=t.indexOf("%",r+3)}return!1}function zn(t){return t[0]==="["&&t[t.
length-1]==="]"}function fv(t){let r=t[4];return ja(t[3])||r!==void 0&&!zn(r)&&ja(r)||ja(t[6])||ja(t[7])||ja(t[8])}function Xm(t,r,a,n){if(Ym(t,r,a,n))return t.
error=t.error||Ln,!0;if(!r.unicodeSupport&&(!a||!a.unicodeSupport)&&t.host&&!zn(t.host)&&(r.domainHost||a&&a.domainHost)&&n===!1&&ov(t.host)){let o;try{o=new URL(
"http://"+t.host)}catch(i){return t.error=t.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!yv(o))return t.error=t.error||Ln,!0;t.host=o.hostname}
return!1}function Ym(t,r,a,n){return!!(t.host&&n===!1&&!zn(t.host)&&(r.domainHost||a&&a.domainHost)&&iv.test(t.host))}function yv(t){return t.username===""&&t.password===
""&&t.port===""&&t.pathname==="/"&&t.search===""&&t.hash===""&&t.hostname!==""}function Fn(t,r){let a=Object.assign({},r),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,e=!1,s=!1,c=!1,g=!1,u=!1;a.reference==="suffix"&&(a.scheme?t=a.scheme+":"+t:t="//"+t);let b=t.match(
lv);b!==null&&b[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let q=t.match(uv);if(q!==null){let M=q[1],T=M.replace(
/[\t\n\r]/g,"");T.length>=2&&(T.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):M.length!==T.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let j=t.match(mv);if(j){n.scheme=j[1],n.userinfo=j[3],n.host=j[4],n.port=parseInt(j[5],10),
n.path=j[6]||"",n.query=j[7],n.fragment=j[8],n.scheme!==void 0&&(Gm.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Zm,g=!0)),i=fv(j),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=j[5]);let M=hv(n,j);if(M!==void 0&&(n.error=n.error||M,o=!0),n.host)if(Km(n.host)===
!1){let D=zn(n.host),ie=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,G=Wm(n.host);u=G.isIPV6||G.isIPVFuture===!0,c=ie&&(!D||G.error===!0),n.host=u?G.host:
G.host.toLowerCase(),c&&(n.error=n.error||Ln,o=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let T=fp(a.scheme||n.scheme);if(c||(s=Xm(n,a,T,u)),t.indexOf("%")!==
-1&&n.host!==void 0&&!c){let L=u?n.host:hp(n.host,!0);u||(L=hp(L.toLowerCase())),n.host=u||a.scheme!=="null"?nv(L,u):L}(!T||T&&!T.skipNormalize)&&(n.path&&(n.path=
rv(n.path)),n.query&&(n.query=Jm(n.query)),n.fragment&&(n.fragment=Jm(n.fragment))),T&&T.parse&&(T.parse(n,a),T===Bm.urn&&n.nid===void 0&&(e=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:g}}
function Vn(t,r){return Fn(t,r).parsed}function gv(t,r){return el(t,r).normalized}function el(t,r){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:e,malformedScheme:s}=Fn(t,r);return{normalized:n||o||i||e||s?t:ts(a,r),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:e,malformedScheme:s}}function Cm(t,r){if(typeof t!="string"&&typeof t!="object")return;let a;try{a=typeof t=="string"?t:
ts(t,r)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:c}=el(a,r);
return o||i||e||s||c?void 0:n}var yp={SCHEMES:Bm,normalize:pv,resolve:dv,resolveComponent:Qm,equal:cv,serialize:ts,parse:Vn};Un.exports=yp;Un.exports.default=yp;
Un.exports.fastUri=yp});var sl=de(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var rl=tl();rl.code='require("ajv/dist/runtime/uri").default';gp.default=rl});var ml=de(mt=>{"use strict";Object.defineProperty(mt,"__esModule",{value:!0});mt.CodeGen=mt.Name=mt.nil=mt.stringify=mt.str=mt._=mt.KeywordCxt=void 0;var bv=qa();
Object.defineProperty(mt,"KeywordCxt",{enumerable:!0,get:function(){return bv.KeywordCxt}});var Ls=Me();Object.defineProperty(mt,"_",{enumerable:!0,get:function(){
return Ls._}});Object.defineProperty(mt,"str",{enumerable:!0,get:function(){return Ls.str}});Object.defineProperty(mt,"stringify",{enumerable:!0,get:function(){
return Ls.stringify}});Object.defineProperty(mt,"nil",{enumerable:!0,get:function(){return Ls.nil}});Object.defineProperty(mt,"Name",{enumerable:!0,get:function(){
return Ls.Name}});Object.defineProperty(mt,"CodeGen",{enumerable:!0,get:function(){return Ls.CodeGen}});var wv=Nn(),pl=Oa(),vv=Ui(),Aa=In(),kv=Me(),Na=Sa(),Jn=$a(),
wp=ze(),al=qm(),Pv=sl(),dl=(t,r)=>new RegExp(t,r);dl.code="new RegExp";var $v=["removeAdditional","useDefaults","coerceTypes"],Sv=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),_v={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},xv={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},nl=200;function qv(t){
var r,a,n,o,i,e,s,c,g,u,b,q,j,M,T,L,D,ie,G,B,C,fe,ue,Ce,U;let te=t.strict,ve=(r=t.code)===null||r===void 0?void 0:r.optimize,We=ve===!0||ve===void 0?1:ve||0,ee=(n=
(a=t.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:dl,R=(o=t.uriResolver)!==null&&o!==void 0?o:Pv.default;return{strictSchema:(e=(i=t.strictSchema)!==
null&&i!==void 0?i:te)!==null&&e!==void 0?e:!0,strictNumbers:(c=(s=t.strictNumbers)!==null&&s!==void 0?s:te)!==null&&c!==void 0?c:!0,strictTypes:(u=(g=t.strictTypes)!==
null&&g!==void 0?g:te)!==null&&u!==void 0?u:"log",strictTuples:(q=(b=t.strictTuples)!==null&&b!==void 0?b:te)!==null&&q!==void 0?q:"log",strictRequired:(M=(j=t.
strictRequired)!==null&&j!==void 0?j:te)!==null&&M!==void 0?M:!1,code:t.code?{...t.code,optimize:We,regExp:ee}:{optimize:We,regExp:ee},loopRequired:(T=t.loopRequired)!==
null&&T!==void 0?T:nl,loopEnum:(L=t.loopEnum)!==null&&L!==void 0?L:nl,meta:(D=t.meta)!==null&&D!==void 0?D:!0,messages:(ie=t.messages)!==null&&ie!==void 0?ie:!0,
inlineRefs:(G=t.inlineRefs)!==null&&G!==void 0?G:!0,schemaId:(B=t.schemaId)!==null&&B!==void 0?B:"$id",addUsedSchema:(C=t.addUsedSchema)!==null&&C!==void 0?C:!0,
validateSchema:(fe=t.validateSchema)!==null&&fe!==void 0?fe:!0,validateFormats:(ue=t.validateFormats)!==null&&ue!==void 0?ue:!0,unicodeRegExp:(Ce=t.unicodeRegExp)!==
null&&Ce!==void 0?Ce:!0,int32range:(U=t.int32range)!==null&&U!==void 0?U:!0,uriResolver:R}}var Ra=class{constructor(r={}){this.schemas={},this.refs={},this.formats=
Object.create(null),this._compilations=new Set,this._loading={},this._cache=new Map,r=this.opts={...r,...qv(r)};let{es5:a,lines:n}=this.opts.code;this.scope=new kv.
ValueScope({scope:{},prefixes:Sv,es5:a,lines:n}),this.logger=Rv(r.logger);let o=r.validateFormats;r.validateFormats=!1,this.RULES=(0,vv.getRules)(),ol.call(this,
_v,r,"NOT SUPPORTED"),ol.call(this,xv,r,"DEPRECATED","warn"),this._metaOpts=Av.call(this),r.formats&&jv.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),
r.keywords&&Tv.call(this,r.keywords),typeof r.meta=="object"&&this.addMetaSchema(r.meta),Ov.call(this),r.validateFormats=o}_addVocabularies(){this.addKeyword("$\
async")}_addDefaultMetaSchema(){let{$data:r,meta:a,schemaId:n}=this.opts,o=al;n==="id"&&(o={...al},o.id=o.$id,delete o.$id),a&&r&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:r,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof r=="object"?r[a]||r:void 0}validate(r,a){let n;if(typeof r=="string"){if(n=this.getSchema(r),
!n)throw new Error(`no schema with key or ref "${r}"`)}else n=this.compile(r);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(r,a){let n=this._addSchema(
r,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(r,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,r,a);async function o(u,b){await i.call(this,u.$schema);let q=this._addSchema(u,b);return q.validate||e.
call(this,q)}async function i(u){u&&!this.getSchema(u)&&await o.call(this,{$ref:u},!0)}async function e(u){try{return this._compileSchemaEnv(u)}catch(b){if(!(b instanceof
pl.default))throw b;return s.call(this,b),await c.call(this,b.missingSchema),e.call(this,u)}}function s({missingSchema:u,missingRef:b}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${b} cannot be resolved`)}async function c(u){let b=await g.call(this,u);this.refs[u]||await i.call(this,b.$schema),this.refs[u]||
this.addSchema(b,u,a)}async function g(u){let b=this._loading[u];if(b)return b;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(r,a,n,o=this.
opts.validateSchema){if(Array.isArray(r)){for(let e of r)this.addSchema(e,void 0,n,o);return this}let i;if(typeof r=="object"){let{schemaId:e}=this.opts;if(i=r[e],
i!==void 0&&typeof i!="string")throw new Error(`schema ${e} must be string`)}return a=(0,Na.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
r,n,a,o,!0),this}addMetaSchema(r,a,n=this.opts.validateSchema){return this.addSchema(r,a,!0,n),this}validateSchema(r,a){if(typeof r=="boolean")return!0;let n;if(n=
r.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,r);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(r){let a;for(;typeof(a=il.call(this,r))=="string";)r=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Aa.SchemaEnv({schema:{},schemaId:n});if(a=Aa.resolveSchema.call(this,o,r),!a)return;this.refs[r]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(r){
if(r instanceof RegExp)return this._removeAllSchemas(this.schemas,r),this._removeAllSchemas(this.refs,r),this;switch(typeof r){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=il.call(this,r);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[r],delete this.refs[r],this}case"object":{let a=r;this._cache.delete(a);let n=r[this.opts.schemaId];return n&&(n=(0,Na.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(r){for(let a of r)this.addKeyword(a);return this}addKeyword(r,a){
let n;if(typeof r=="string")n=r,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof r==
"object"&&a===void 0){if(a=r,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Ev.call(this,n,a),!a)return(0,wp.eachItem)(n,i=>bp.call(this,i)),this;Lv.call(this,a);let o={...a,type:(0,Jn.getJSONTypes)(
a.type),schemaType:(0,Jn.getJSONTypes)(a.schemaType)};return(0,wp.eachItem)(n,o.type.length===0?i=>bp.call(this,i,o):i=>o.type.forEach(e=>bp.call(this,i,o,e))),
this}getKeyword(r){let a=this.RULES.all[r];return typeof a=="object"?a.definition:!!a}removeKeyword(r){let{RULES:a}=this;delete a.keywords[r],delete a.all[r];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===r);o>=0&&n.rules.splice(o,1)}return this}addFormat(r,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[r]=
a,this}errorsText(r=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!r||r.length===0?"No errors":r.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(r,a){let n=this.RULES.all;r=JSON.parse(JSON.stringify(r));for(let o of a){let i=o.split("/").slice(1),e=r;for(let s of i)e=e[s];for(let s in n){
let c=n[s];if(typeof c!="object")continue;let{$data:g}=c.definition,u=e[s];g&&u&&(e[s]=cl(u))}}return r}_removeAllSchemas(r,a){for(let n in r){let o=r[n];(!a||a.
test(n))&&(typeof o=="string"?delete r[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete r[n]))}}_addSchema(r,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let e,{schemaId:s}=this.opts;if(typeof r=="object")e=r[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof r!="boolean")throw new Error(
"schema must be object or boolean")}let c=this._cache.get(r);if(c!==void 0)return c;n=(0,Na.normalizeId)(e||n);let g=Na.getSchemaRefs.call(this,r,n);return c=new Aa.
SchemaEnv({schema:r,schemaId:s,meta:a,baseId:n,localRefs:g}),this._cache.set(c.schema,c),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=c),o&&this.
validateSchema(r,!0),c}_checkUnique(r){if(this.schemas[r]||this.refs[r])throw new Error(`schema with key or id "${r}" already exists`)}_compileSchemaEnv(r){if(r.
meta?this._compileMetaSchema(r):Aa.compileSchema.call(this,r),!r.validate)throw new Error("ajv implementation error");return r.validate}_compileMetaSchema(r){let a=this.
opts;this.opts=this._metaOpts;try{Aa.compileSchema.call(this,r)}finally{this.opts=a}}};Ra.ValidationError=wv.default;Ra.MissingRefError=pl.default;mt.default=Ra;
function ol(t,r,a,n="error"){for(let o in t){let i=o;i in r&&this.logger[n](`${a}: option ${o}. ${t[i]}`)}}function il(t){return t=(0,Na.normalizeId)(t),this.schemas[t]||
this.refs[t]}function Ov(){let t=this.opts.schemas;if(t)if(Array.isArray(t))this.addSchema(t);else for(let r in t)this.addSchema(t[r],r)}function jv(){for(let t in this.
opts.formats){let r=this.opts.formats[t];r&&this.addFormat(t,r)}}function Tv(t){if(Array.isArray(t)){this.addVocabulary(t);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let r in t){let a=t[r];a.keyword||(a.keyword=r),this.addKeyword(a)}}function Av(){let t={...this.opts};for(let r of $v)
delete t[r];return t}var Nv={log(){},warn(){},error(){}};function Rv(t){if(t===!1)return Nv;if(t===void 0)return console;if(t.log&&t.warn&&t.error)return t;throw new Error(
"logger must implement log, warn and error methods")}var Iv=/^[a-z_$][a-z0-9_$:-]*$/i;function Ev(t,r){let{RULES:a}=this;if((0,wp.eachItem)(t,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Iv.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!r&&r.$data&&!("code"in r||"validate"in r))
throw new Error('$data keyword must have "code" or "validate" function')}function bp(t,r,a){var n;let o=r?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,e=o?i.post:i.rules.find(({type:c})=>c===a);if(e||(e={type:a,rules:[]},i.rules.push(e)),i.keywords[t]=!0,!r)return;let s={
keyword:t,definition:{...r,type:(0,Jn.getJSONTypes)(r.type),schemaType:(0,Jn.getJSONTypes)(r.schemaType)}};r.before?Mv.call(this,e,s,r.before):e.rules.push(s),i.
all[t]=s,(n=r.implements)===null||n===void 0||n.forEach(c=>this.addKeyword(c))}function Mv(t,r,a){let n=t.rules.findIndex(o=>o.keyword===a);n>=0?t.rules.splice(
n,0,r):(t.rules.push(r),this.logger.warn(`rule ${a} is not defined`))}function Lv(t){let{metaSchema:r}=t;r!==void 0&&(t.$data&&this.opts.$data&&(r=cl(r)),t.validateSchema=
this.compile(r,!0))}var Fv={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function cl(t){return{anyOf:[t,Fv]}}});var ll=de(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var Vv={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};vp.default=Vv});var yl=de(rs=>{"use strict";Object.defineProperty(rs,"__esModule",{value:!0});rs.callRef=rs.getValidate=void 0;var zv=Oa(),ul=Lt(),jt=Me(),Fs=wr(),hl=In(),Dn=ze(),
Uv={keyword:"$ref",schemaType:"string",code(t){let{gen:r,schema:a,it:n}=t,{baseId:o,schemaEnv:i,validateName:e,opts:s,self:c}=n,{root:g}=i;if((a==="#"||a==="#/")&&
o===g.baseId)return b();let u=hl.resolveRef.call(c,g,o,a);if(u===void 0)throw new zv.default(n.opts.uriResolver,o,a);if(u instanceof hl.SchemaEnv)return q(u);return j(
u);function b(){if(i===g)return Cn(t,e,i,i.$async);let M=r.scopeValue("root",{ref:g});return Cn(t,(0,jt._)`${M}.validate`,g,g.$async)}function q(M){let T=fl(t,M);
Cn(t,T,M,M.$async)}function j(M){let T=r.scopeValue("schema",s.code.source===!0?{ref:M,code:(0,jt.stringify)(M)}:{ref:M}),L=r.name("valid"),D=t.subschema({schema:M,
dataTypes:[],schemaPath:jt.nil,topSchemaRef:T,errSchemaPath:a},L);t.mergeEvaluated(D),t.ok(L)}}};function fl(t,r){let{gen:a}=t;return r.validate?a.scopeValue("v\
alidate",{ref:r.validate}):(0,jt._)`${a.scopeValue("wrapper",{ref:r})}.validate`}rs.getValidate=fl;function Cn(t,r,a,n){let{gen:o,it:i}=t,{allErrors:e,schemaEnv:s,
opts:c}=i,g=c.passContext?Fs.default.this:jt.nil;n?u():b();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let M=o.let("vali\
d");o.try(()=>{o.code((0,jt._)`await ${(0,ul.callValidateCode)(t,r,g)}`),j(r),e||o.assign(M,!0)},T=>{o.if((0,jt._)`!(${T} instanceof ${i.ValidationError})`,()=>o.
throw(T)),q(T),e||o.assign(M,!1)}),t.ok(M)}function b(){t.result((0,ul.callValidateCode)(t,r,g),()=>j(r),()=>q(r))}function q(M){let T=(0,jt._)`${M}.errors`;o.assign(
Fs.default.vErrors,(0,jt._)`${Fs.default.vErrors} === null ? ${T} : ${Fs.default.vErrors}.concat(${T})`),o.assign(Fs.default.errors,(0,jt._)`${Fs.default.vErrors}.length`)}
function j(M){var T;if(!i.opts.unevaluated)return;let L=(T=a?.validate)===null||T===void 0?void 0:T.evaluated;if(i.props!==!0)if(L&&!L.dynamicProps)L.props!==void 0&&
(i.props=Dn.mergeEvaluated.props(o,L.props,i.props));else{let D=o.var("props",(0,jt._)`${M}.evaluated.props`);i.props=Dn.mergeEvaluated.props(o,D,i.props,jt.Name)}
if(i.items!==!0)if(L&&!L.dynamicItems)L.items!==void 0&&(i.items=Dn.mergeEvaluated.items(o,L.items,i.items));else{let D=o.var("items",(0,jt._)`${M}.evaluated.items`);
i.items=Dn.mergeEvaluated.items(o,D,i.items,jt.Name)}}}rs.callRef=Cn;rs.default=Uv});var gl=de(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var Jv=ll(),Dv=yl(),Cv=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Jv.default,Dv.default];kp.default=Cv});var bl=de(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var Wn=Me(),Er=Wn.operators,Hn={maximum:{okStr:"<=",ok:Er.LTE,fail:Er.GT},minimum:{
okStr:">=",ok:Er.GTE,fail:Er.LT},exclusiveMaximum:{okStr:"<",ok:Er.LT,fail:Er.GTE},exclusiveMinimum:{okStr:">",ok:Er.GT,fail:Er.LTE}},Wv={message:({keyword:t,schemaCode:r})=>(0,Wn.
str)`must be ${Hn[t].okStr} ${r}`,params:({keyword:t,schemaCode:r})=>(0,Wn._)`{comparison: ${Hn[t].okStr}, limit: ${r}}`},Hv={keyword:Object.keys(Hn),type:"numb\
er",schemaType:"number",$data:!0,error:Wv,code(t){let{keyword:r,data:a,schemaCode:n}=t;t.fail$data((0,Wn._)`${a} ${Hn[r].fail} ${n} || isNaN(${a})`)}};Pp.default=
Hv});var wl=de($p=>{"use strict";Object.defineProperty($p,"__esModule",{value:!0});var Ia=Me(),Kv={message:({schemaCode:t})=>(0,Ia.str)`must be multiple of ${t}`,params:({
schemaCode:t})=>(0,Ia._)`{multipleOf: ${t}}`},Bv={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:Kv,code(t){let{gen:r,data:a,schemaCode:n,
it:o}=t,i=o.opts.multipleOfPrecision,e=r.let("res"),s=i?(0,Ia._)`Math.abs(Math.round(${e}) - ${e}) > 1e-${i}`:(0,Ia._)`${e} !== parseInt(${e})`;t.fail$data((0,Ia.
_)`(${n} === 0 || (${e} = ${a}/${n}, ${s}))`)}};$p.default=Bv});var vl=de(Sp=>{"use strict";Object.defineProperty(Sp,"__esModule",{value:!0});var ss=Me(),Gv=ze(),Zv=ii(),Qv={message({keyword:t,schemaCode:r}){let a=t==="maxLe\
ngth"?"more":"fewer";return(0,ss.str)`must NOT have ${a} than ${r} characters`},params:({schemaCode:t})=>(0,ss._)`{limit: ${t}}`},Xv={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:Qv,code(t){let{keyword:r,data:a,schemaCode:n,it:o}=t,i=r==="maxLength"?ss.operators.GT:ss.operators.LT,
e=o.opts.unicode===!1?(0,ss._)`${a}.length`:(0,ss._)`${(0,Gv.useFunc)(t.gen,Zv.default)}(${a})`;t.fail$data((0,ss._)`${e} ${i} ${n}`)}};Sp.default=Xv});var kl=de(_p=>{"use strict";Object.defineProperty(_p,"__esModule",{value:!0});var Yv=Lt(),ek=ze(),Vs=Me(),tk={message:({schemaCode:t})=>(0,Vs.str)`must match pattern "${t}"`,
params:({schemaCode:t})=>(0,Vs._)`{pattern: ${t}}`},rk={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:tk,code(t){let{gen:r,data:a,$data:n,schema:o,
schemaCode:i,it:e}=t,s=e.opts.unicodeRegExp?"u":"";if(n){let{regExp:c}=e.opts.code,g=c.code==="new RegExp"?(0,Vs._)`new RegExp`:(0,ek.useFunc)(r,c),u=r.let("val\
id");r.try(()=>r.assign(u,(0,Vs._)`${g}(${i}, ${s}).test(${a})`),()=>r.assign(u,!1)),t.fail$data((0,Vs._)`!${u}`)}else{let c=(0,Yv.usePattern)(t,o);t.fail$data(
(0,Vs._)`!${c}.test(${a})`)}}};_p.default=rk});var Pl=de(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var Ea=Me(),sk={message({keyword:t,schemaCode:r}){let a=t==="maxProperties"?"more":
"fewer";return(0,Ea.str)`must NOT have ${a} than ${r} properties`},params:({schemaCode:t})=>(0,Ea._)`{limit: ${t}}`},ak={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:sk,code(t){let{keyword:r,data:a,schemaCode:n}=t,o=r==="maxProperties"?Ea.operators.GT:Ea.operators.LT;t.fail$data(
(0,Ea._)`Object.keys(${a}).length ${o} ${n}`)}};xp.default=ak});var $l=de(qp=>{"use strict";Object.defineProperty(qp,"__esModule",{value:!0});var Ma=Lt(),La=Me(),nk=ze(),ok={message:({params:{missingProperty:t}})=>(0,La.str)`must have required property '${t}'`,
params:({params:{missingProperty:t}})=>(0,La._)`{missingProperty: ${t}}`},ik={keyword:"required",type:"object",schemaType:"array",$data:!0,error:ok,code(t){let{
gen:r,schema:a,schemaCode:n,data:o,$data:i,it:e}=t,{opts:s}=e;if(!i&&a.length===0)return;let c=a.length>=s.loopRequired;if(e.allErrors?g():u(),s.strictRequired){
let j=t.parentSchema.properties,{definedProperties:M}=t.it;for(let T of a)if(j?.[T]===void 0&&!M.has(T)){let L=e.schemaEnv.baseId+e.errSchemaPath,D=`required pr\
operty "${T}" is not defined at "${L}" (strictRequired)`;(0,nk.checkStrictMode)(e,D,e.opts.strictRequired)}}function g(){if(c||i)t.block$data(La.nil,b);else for(let j of a)
(0,Ma.checkReportMissingProp)(t,j)}function u(){let j=r.let("missing");if(c||i){let M=r.let("valid",!0);t.block$data(M,()=>q(j,M)),t.ok(M)}else r.if((0,Ma.checkMissingProp)(
t,a,j)),(0,Ma.reportMissingProp)(t,j),r.else()}function b(){r.forOf("prop",n,j=>{t.setParams({missingProperty:j}),r.if((0,Ma.noPropertyInData)(r,o,j,s.ownProperties),
()=>t.error())})}function q(j,M){t.setParams({missingProperty:j}),r.forOf(j,n,()=>{r.assign(M,(0,Ma.propertyInData)(r,o,j,s.ownProperties)),r.if((0,La.not)(M),()=>{
t.error(),r.break()})},La.nil)}}};qp.default=ik});var Sl=de(Op=>{"use strict";Object.defineProperty(Op,"__esModule",{value:!0});var Fa=Me(),pk={message({keyword:t,schemaCode:r}){let a=t==="maxItems"?"more":"few\
er";return(0,Fa.str)`must NOT have ${a} than ${r} items`},params:({schemaCode:t})=>(0,Fa._)`{limit: ${t}}`},dk={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:pk,code(t){let{keyword:r,data:a,schemaCode:n}=t,o=r==="maxItems"?Fa.operators.GT:Fa.operators.LT;t.fail$data((0,Fa._)`${a}.length ${o} ${n}`)}};
Op.default=dk});var _l=de(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var jp=$a(),lt=Me(),ck=ze(),mk=ca(),lk={message:({params:{i:t,j:r}})=>(0,lt.str)`must NOT have duplicate items (items ## ${r} and ${t} are identical)`,
params:({params:{i:t,j:r}})=>(0,lt._)`{i: ${t}, j: ${r}}`},uk={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:lk,code(t){let{gen:r,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:e,it:s}=t;if(!n&&!o)return;let c=r.let("valid"),g=i.items?(0,jp.getSchemaTypes)(i.items):[];t.block$data(c,u,(0,lt._)`${e} === false`),
t.ok(c);function u(){let M=r.let("i",(0,lt._)`${a}.length`),T=r.let("j");t.setParams({i:M,j:T}),r.assign(c,!0),r.if((0,lt._)`${M} > 1`,()=>(b()?q:j)(M,T))}function b(){
return g.length>0&&!g.some(M=>M==="object"||M==="array")}function q(M,T){let L=r.name("item"),D=(0,jp.checkDataTypes)(g,L,s.opts.strictNumbers,jp.DataType.Wrong),
ie=r.const("indices",(0,lt._)`{}`);r.for((0,lt._)`;${M}--;`,()=>{r.let(L,(0,lt._)`${a}[${M}]`),r.if(D,(0,lt._)`continue`),g.length>1&&r.if((0,lt._)`typeof ${L} == "string"`,
(0,lt._)`${L} += "_"`),r.if((0,lt._)`typeof ${ie}[${L}] == "number"`,()=>{r.assign(T,(0,lt._)`${ie}[${L}]`),t.error(),r.assign(c,!1).break()}).code((0,lt._)`${ie}[${L}] = ${M}`)})}
function j(M,T){let L=(0,ck.useFunc)(r,mk.default),D=r.name("outer");r.label(D).for((0,lt._)`;${M}--;`,()=>r.for((0,lt._)`${T} = ${M}; ${T}--;`,()=>r.if((0,lt._)`${L}(${a}[${M}], ${a}[${T}])`,
()=>{t.error(),r.assign(c,!1).break(D)})))}}};Tp.default=uk});var xl=de(Np=>{"use strict";Object.defineProperty(Np,"__esModule",{value:!0});var Ap=Me(),hk=ze(),fk=ca(),yk={message:"must be equal to constant",params:({schemaCode:t})=>(0,Ap.
_)`{allowedValue: ${t}}`},gk={keyword:"const",$data:!0,error:yk,code(t){let{gen:r,data:a,$data:n,schemaCode:o,schema:i}=t;n||i&&typeof i=="object"?t.fail$data((0,Ap.
_)`!${(0,hk.useFunc)(r,fk.default)}(${a}, ${o})`):t.fail((0,Ap._)`${i} !== ${a}`)}};Np.default=gk});var ql=de(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var Va=Me(),bk=ze(),wk=ca(),vk={message:"must be equal to one of the allowed value\
s",params:({schemaCode:t})=>(0,Va._)`{allowedValues: ${t}}`},kk={keyword:"enum",schemaType:"array",$data:!0,error:vk,code(t){let{gen:r,data:a,$data:n,schema:o,schemaCode:i,
it:e}=t;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=e.opts.loopEnum,c,g=()=>c??(c=(0,bk.useFunc)(r,wk.default)),u;if(s||
n)u=r.let("valid"),t.block$data(u,b);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let j=r.const("vSchema",i);u=(0,Va.or)(...o.map((M,T)=>q(
j,T)))}t.pass(u);function b(){r.assign(u,!1),r.forOf("v",i,j=>r.if((0,Va._)`${g()}(${a}, ${j})`,()=>r.assign(u,!0).break()))}function q(j,M){let T=o[M];return typeof T==
"object"&&T!==null?(0,Va._)`${g()}(${a}, ${j}[${M}])`:(0,Va._)`${a} === ${T}`}}};Rp.default=kk});var Ol=de(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var Pk=bl(),$k=wl(),Sk=vl(),_k=kl(),xk=Pl(),qk=$l(),Ok=Sl(),jk=_l(),Tk=xl(),Ak=ql(),
Nk=[Pk.default,$k.default,Sk.default,_k.default,xk.default,qk.default,Ok.default,jk.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},Tk.default,Ak.default];Ip.default=Nk});var Mp=de(za=>{"use strict";Object.defineProperty(za,"__esModule",{value:!0});za.validateAdditionalItems=void 0;var as=Me(),Ep=ze(),Rk={message:({params:{len:t}})=>(0,as.
str)`must NOT have more than ${t} items`,params:({params:{len:t}})=>(0,as._)`{limit: ${t}}`},Ik={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:Rk,code(t){let{parentSchema:r,it:a}=t,{items:n}=r;if(!Array.isArray(n)){(0,Ep.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}jl(t,n)}};function jl(t,r){let{gen:a,schema:n,data:o,keyword:i,it:e}=t;e.items=!0;let s=a.const("len",(0,as._)`${o}.length`);
if(n===!1)t.setParams({len:r.length}),t.pass((0,as._)`${s} <= ${r.length}`);else if(typeof n=="object"&&!(0,Ep.alwaysValidSchema)(e,n)){let g=a.var("valid",(0,as.
_)`${s} <= ${r.length}`);a.if((0,as.not)(g),()=>c(g)),t.ok(g)}function c(g){a.forRange("i",r.length,s,u=>{t.subschema({keyword:i,dataProp:u,dataPropType:Ep.Type.
Num},g),e.allErrors||a.if((0,as.not)(g),()=>a.break())})}}za.validateAdditionalItems=jl;za.default=Ik});var Lp=de(Ua=>{"use strict";Object.defineProperty(Ua,"__esModule",{value:!0});Ua.validateTuple=void 0;var Tl=Me(),Kn=ze(),Ek=Lt(),Mk={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(t){let{schema:r,it:a}=t;if(Array.isArray(r))return Al(t,"additionalItems",r);a.items=!0,!(0,Kn.
alwaysValidSchema)(a,r)&&t.ok((0,Ek.validateArray)(t))}};function Al(t,r,a=t.schema){let{gen:n,parentSchema:o,data:i,keyword:e,it:s}=t;u(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Kn.mergeEvaluated.items(n,a.length,s.items));let c=n.name("valid"),g=n.const("len",(0,Tl._)`${i}.length`);a.forEach((b,q)=>{(0,Kn.
alwaysValidSchema)(s,b)||(n.if((0,Tl._)`${g} > ${q}`,()=>t.subschema({keyword:e,schemaProp:q,dataProp:q},c)),t.ok(c))});function u(b){let{opts:q,errSchemaPath:j}=s,
M=a.length,T=M===b.minItems&&(M===b.maxItems||b[r]===!1);if(q.strictTuples&&!T){let L=`"${e}" is ${M}-tuple, but minItems or maxItems/${r} are not specified or \
different at path "${j}"`;(0,Kn.checkStrictMode)(s,L,q.strictTuples)}}}Ua.validateTuple=Al;Ua.default=Mk});var Nl=de(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var Lk=Lp(),Fk={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:t=>(0,Lk.validateTuple)(t,"items")};Fp.default=Fk});var Il=de(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var Rl=Me(),Vk=ze(),zk=Lt(),Uk=Mp(),Jk={message:({params:{len:t}})=>(0,Rl.str)`must NOT have more than ${t} items`,
params:({params:{len:t}})=>(0,Rl._)`{limit: ${t}}`},Dk={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:Jk,code(t){let{schema:r,
parentSchema:a,it:n}=t,{prefixItems:o}=a;n.items=!0,!(0,Vk.alwaysValidSchema)(n,r)&&(o?(0,Uk.validateAdditionalItems)(t,o):t.ok((0,zk.validateArray)(t)))}};Vp.default=
Dk});var El=de(zp=>{"use strict";Object.defineProperty(zp,"__esModule",{value:!0});var Vt=Me(),Bn=ze(),Ck={message:({params:{min:t,max:r}})=>r===void 0?(0,Vt.str)`must contain at least ${t} valid item(s)`:
(0,Vt.str)`must contain at least ${t} and no more than ${r} valid item(s)`,params:({params:{min:t,max:r}})=>r===void 0?(0,Vt._)`{minContains: ${t}}`:(0,Vt._)`{minContains: ${t}, maxContains: ${r}}`},
Wk={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:Ck,code(t){let{gen:r,schema:a,parentSchema:n,data:o,
it:i}=t,e,s,{minContains:c,maxContains:g}=n;i.opts.next?(e=c===void 0?1:c,s=g):e=1;let u=r.const("len",(0,Vt._)`${o}.length`);if(t.setParams({min:e,max:s}),s===
void 0&&e===0){(0,Bn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&e>s){(0,Bn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),t.fail();return}if((0,Bn.alwaysValidSchema)(i,a)){let T=(0,Vt._)`${u} >= ${e}`;s!==void 0&&(T=(0,Vt._)`${T} && ${u} <= ${s}`),
t.pass(T);return}i.items=!0;let b=r.name("valid");s===void 0&&e===1?j(b,()=>r.if(b,()=>r.break())):e===0?(r.let(b,!0),s!==void 0&&r.if((0,Vt._)`${o}.length > 0`,
q)):(r.let(b,!1),q()),t.result(b,()=>t.reset());function q(){let T=r.name("_valid"),L=r.let("count",0);j(T,()=>r.if(T,()=>M(L)))}function j(T,L){r.forRange("i",
0,u,D=>{t.subschema({keyword:"contains",dataProp:D,dataPropType:Bn.Type.Num,compositeRule:!0},T),L()})}function M(T){r.code((0,Vt._)`${T}++`),s===void 0?r.if((0,Vt.
_)`${T} >= ${e}`,()=>r.assign(b,!0).break()):(r.if((0,Vt._)`${T} > ${s}`,()=>r.assign(b,!1).break()),e===1?r.assign(b,!0):r.if((0,Vt._)`${T} >= ${e}`,()=>r.assign(
b,!0)))}}};zp.default=Wk});var Fl=de(ir=>{"use strict";Object.defineProperty(ir,"__esModule",{value:!0});ir.validateSchemaDeps=ir.validatePropertyDeps=ir.error=void 0;var Up=Me(),Hk=ze(),
Ja=Lt();ir.error={message:({params:{property:t,depsCount:r,deps:a}})=>{let n=r===1?"property":"properties";return(0,Up.str)`must have ${n} ${a} when property ${t} is present`},
params:({params:{property:t,depsCount:r,deps:a,missingProperty:n}})=>(0,Up._)`{property: ${t},
    missingProperty: ${n},
    depsCount: ${r},
    deps: ${a}}`};var Kk={keyword:"dependencies",type:"object",schemaType:"object",error:ir.error,code(t){let[r,a]=Bk(t);Ml(t,r),Ll(t,a)}};function Bk({schema:t}){
let r={},a={};for(let n in t){if(n==="__proto__")continue;let o=Array.isArray(t[n])?r:a;o[n]=t[n]}return[r,a]}function Ml(t,r=t.schema){let{gen:a,data:n,it:o}=t;
if(Object.keys(r).length===0)return;let i=a.let("missing");for(let e in r){let s=r[e];if(s.length===0)continue;let c=(0,Ja.propertyInData)(a,n,e,o.opts.ownProperties);
t.setParams({property:e,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(c,()=>{for(let g of s)(0,Ja.checkReportMissingProp)(t,g)}):(a.if((0,Up._)`${c} && (${(0,Ja.
checkMissingProp)(t,s,i)})`),(0,Ja.reportMissingProp)(t,i),a.else())}}ir.validatePropertyDeps=Ml;function Ll(t,r=t.schema){let{gen:a,data:n,keyword:o,it:i}=t,e=a.
name("valid");for(let s in r)(0,Hk.alwaysValidSchema)(i,r[s])||(a.if((0,Ja.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let c=t.subschema({keyword:o,schemaProp:s},
e);t.mergeValidEvaluated(c,e)},()=>a.var(e,!0)),t.ok(e))}ir.validateSchemaDeps=Ll;ir.default=Kk});var zl=de(Jp=>{"use strict";Object.defineProperty(Jp,"__esModule",{value:!0});var Vl=Me(),Gk=ze(),Zk={message:"property name must be valid",params:({params:t})=>(0,Vl.
_)`{propertyName: ${t.propertyName}}`},Qk={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:Zk,code(t){let{gen:r,schema:a,data:n,it:o}=t;
if((0,Gk.alwaysValidSchema)(o,a))return;let i=r.name("valid");r.forIn("key",n,e=>{t.setParams({propertyName:e}),t.subschema({keyword:"propertyNames",data:e,dataTypes:[
"string"],propertyName:e,compositeRule:!0},i),r.if((0,Vl.not)(i),()=>{t.error(!0),o.allErrors||r.break()})}),t.ok(i)}};Jp.default=Qk});var Cp=de(Dp=>{"use strict";Object.defineProperty(Dp,"__esModule",{value:!0});var Gn=Lt(),Bt=Me(),Xk=wr(),Zn=ze(),Yk={message:"must NOT have additional properti\
es",params:({params:t})=>(0,Bt._)`{additionalProperty: ${t.additionalProperty}}`},e1={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:Yk,code(t){let{gen:r,schema:a,parentSchema:n,data:o,errsCount:i,it:e}=t;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:c}=e;if(e.props=!0,c.removeAdditional!=="all"&&(0,Zn.alwaysValidSchema)(e,a))return;let g=(0,Gn.allSchemaProperties)(n.properties),u=(0,Gn.
allSchemaProperties)(n.patternProperties);b(),t.ok((0,Bt._)`${i} === ${Xk.default.errors}`);function b(){r.forIn("key",o,L=>{!g.length&&!u.length?M(L):r.if(q(L),
()=>M(L))})}function q(L){let D;if(g.length>8){let ie=(0,Zn.schemaRefOrVal)(e,n.properties,"properties");D=(0,Gn.isOwnProperty)(r,ie,L)}else g.length?D=(0,Bt.or)(
...g.map(ie=>(0,Bt._)`${L} === ${ie}`)):D=Bt.nil;return u.length&&(D=(0,Bt.or)(D,...u.map(ie=>(0,Bt._)`${(0,Gn.usePattern)(t,ie)}.test(${L})`))),(0,Bt.not)(D)}function j(L){
r.code((0,Bt._)`delete ${o}[${L}]`)}function M(L){if(c.removeAdditional==="all"||c.removeAdditional&&a===!1){j(L);return}if(a===!1){t.setParams({additionalProperty:L}),
t.error(),s||r.break();return}if(typeof a=="object"&&!(0,Zn.alwaysValidSchema)(e,a)){let D=r.name("valid");c.removeAdditional==="failing"?(T(L,D,!1),r.if((0,Bt.
not)(D),()=>{t.reset(),j(L)})):(T(L,D),s||r.if((0,Bt.not)(D),()=>r.break()))}}function T(L,D,ie){let G={keyword:"additionalProperties",dataProp:L,dataPropType:Zn.
Type.Str};ie===!1&&Object.assign(G,{compositeRule:!0,createErrors:!1,allErrors:!1}),t.subschema(G,D)}}};Dp.default=e1});var Dl=de(Hp=>{"use strict";Object.defineProperty(Hp,"__esModule",{value:!0});var t1=qa(),Ul=Lt(),Wp=ze(),Jl=Cp(),r1={keyword:"properties",type:"object",schemaType:"\
object",code(t){let{gen:r,schema:a,parentSchema:n,data:o,it:i}=t;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&Jl.default.code(new t1.KeywordCxt(
i,Jl.default,"additionalProperties"));let e=(0,Ul.allSchemaProperties)(a);for(let b of e)i.definedProperties.add(b);i.opts.unevaluated&&e.length&&i.props!==!0&&
(i.props=Wp.mergeEvaluated.props(r,(0,Wp.toHash)(e),i.props));let s=e.filter(b=>!(0,Wp.alwaysValidSchema)(i,a[b]));if(s.length===0)return;let c=r.name("valid");
for(let b of s)g(b)?u(b):(r.if((0,Ul.propertyInData)(r,o,b,i.opts.ownProperties)),u(b),i.allErrors||r.else().var(c,!0),r.endIf()),t.it.definedProperties.add(b),
t.ok(c);function g(b){return i.opts.useDefaults&&!i.compositeRule&&a[b].default!==void 0}function u(b){t.subschema({keyword:"properties",schemaProp:b,dataProp:b},
c)}}};Hp.default=r1});var Kl=de(Kp=>{"use strict";Object.defineProperty(Kp,"__esModule",{value:!0});var Cl=Lt(),Qn=Me(),Wl=ze(),Hl=ze(),s1={keyword:"patternProperties",type:"object",
schemaType:"object",code(t){let{gen:r,schema:a,data:n,parentSchema:o,it:i}=t,{opts:e}=i,s=(0,Cl.allSchemaProperties)(a),c=s.filter(T=>(0,Wl.alwaysValidSchema)(i,
a[T]));if(s.length===0||c.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let g=e.strictSchema&&!e.allowMatchingProperties&&o.properties,u=r.name(
"valid");i.props!==!0&&!(i.props instanceof Qn.Name)&&(i.props=(0,Hl.evaluatedPropsToName)(r,i.props));let{props:b}=i;q();function q(){for(let T of s)g&&j(T),i.
allErrors?M(T):(r.var(u,!0),M(T),r.if(u))}function j(T){for(let L in g)new RegExp(T).test(L)&&(0,Wl.checkStrictMode)(i,`property ${L} matches pattern ${T} (use \
allowMatchingProperties)`)}function M(T){r.forIn("key",n,L=>{r.if((0,Qn._)`${(0,Cl.usePattern)(t,T)}.test(${L})`,()=>{let D=c.includes(T);D||t.subschema({keyword:"\
patternProperties",schemaProp:T,dataProp:L,dataPropType:Hl.Type.Str},u),i.opts.unevaluated&&b!==!0?r.assign((0,Qn._)`${b}[${L}]`,!0):!D&&!i.allErrors&&r.if((0,Qn.
not)(u),()=>r.break())})})}}};Kp.default=s1});var Bl=de(Bp=>{"use strict";Object.defineProperty(Bp,"__esModule",{value:!0});var a1=ze(),n1={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(t){
let{gen:r,schema:a,it:n}=t;if((0,a1.alwaysValidSchema)(n,a)){t.fail();return}let o=r.name("valid");t.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),t.failResult(o,()=>t.reset(),()=>t.error())},error:{message:"must NOT be valid"}};Bp.default=n1});var Gl=de(Gp=>{"use strict";Object.defineProperty(Gp,"__esModule",{value:!0});var o1=Lt(),i1={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:o1.validateUnion,
error:{message:"must match a schema in anyOf"}};Gp.default=i1});var Zl=de(Zp=>{"use strict";Object.defineProperty(Zp,"__esModule",{value:!0});var Xn=Me(),p1=ze(),d1={message:"must match exactly one schema in oneOf",params:({
params:t})=>(0,Xn._)`{passingSchemas: ${t.passing}}`},c1={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:d1,code(t){let{gen:r,schema:a,parentSchema:n,it:o}=t;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,e=r.let("valid",!1),s=r.let("passing",null),
c=r.name("_valid");t.setParams({passing:s}),r.block(g),t.result(e,()=>t.reset(),()=>t.error(!0));function g(){i.forEach((u,b)=>{let q;(0,p1.alwaysValidSchema)(o,
u)?r.var(c,!0):q=t.subschema({keyword:"oneOf",schemaProp:b,compositeRule:!0},c),b>0&&r.if((0,Xn._)`${c} && ${e}`).assign(e,!1).assign(s,(0,Xn._)`[${s}, ${b}]`).
else(),r.if(c,()=>{r.assign(e,!0),r.assign(s,b),q&&t.mergeEvaluated(q,Xn.Name)})})}}};Zp.default=c1});var Ql=de(Qp=>{"use strict";Object.defineProperty(Qp,"__esModule",{value:!0});var m1=ze(),l1={keyword:"allOf",schemaType:"array",code(t){let{gen:r,schema:a,it:n}=t;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=r.name("valid");a.forEach((i,e)=>{if((0,m1.alwaysValidSchema)(n,i))return;let s=t.subschema(
{keyword:"allOf",schemaProp:e},o);t.ok(o),t.mergeEvaluated(s)})}};Qp.default=l1});var eu=de(Xp=>{"use strict";Object.defineProperty(Xp,"__esModule",{value:!0});var Yn=Me(),Yl=ze(),u1={message:({params:t})=>(0,Yn.str)`must match "${t.ifClause}" schema`,
params:({params:t})=>(0,Yn._)`{failingKeyword: ${t.ifClause}}`},h1={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:u1,code(t){let{gen:r,parentSchema:a,
it:n}=t;a.then===void 0&&a.else===void 0&&(0,Yl.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=Xl(n,"then"),i=Xl(n,"else");if(!o&&!i)return;
let e=r.let("valid",!0),s=r.name("_valid");if(c(),t.reset(),o&&i){let u=r.let("ifClause");t.setParams({ifClause:u}),r.if(s,g("then",u),g("else",u))}else o?r.if(
s,g("then")):r.if((0,Yn.not)(s),g("else"));t.pass(e,()=>t.error(!0));function c(){let u=t.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);t.mergeEvaluated(u)}function g(u,b){return()=>{let q=t.subschema({keyword:u},s);r.assign(e,s),t.mergeValidEvaluated(q,e),b?r.assign(b,(0,Yn._)`${u}`):t.setParams(
{ifClause:u})}}}};function Xl(t,r){let a=t.schema[r];return a!==void 0&&!(0,Yl.alwaysValidSchema)(t,a)}Xp.default=h1});var tu=de(Yp=>{"use strict";Object.defineProperty(Yp,"__esModule",{value:!0});var f1=ze(),y1={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:t,
parentSchema:r,it:a}){r.if===void 0&&(0,f1.checkStrictMode)(a,`"${t}" without "if" is ignored`)}};Yp.default=y1});var ru=de(ed=>{"use strict";Object.defineProperty(ed,"__esModule",{value:!0});var g1=Mp(),b1=Nl(),w1=Lp(),v1=Il(),k1=El(),P1=Fl(),$1=zl(),S1=Cp(),_1=Dl(),x1=Kl(),
q1=Bl(),O1=Gl(),j1=Zl(),T1=Ql(),A1=eu(),N1=tu();function R1(t=!1){let r=[q1.default,O1.default,j1.default,T1.default,A1.default,N1.default,$1.default,S1.default,
P1.default,_1.default,x1.default];return t?r.push(b1.default,v1.default):r.push(g1.default,w1.default),r.push(k1.default),r}ed.default=R1});var su=de(td=>{"use strict";Object.defineProperty(td,"__esModule",{value:!0});var nt=Me(),I1={message:({schemaCode:t})=>(0,nt.str)`must match format "${t}"`,params:({
schemaCode:t})=>(0,nt._)`{format: ${t}}`},E1={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:I1,code(t,r){let{gen:a,data:n,$data:o,
schema:i,schemaCode:e,it:s}=t,{opts:c,errSchemaPath:g,schemaEnv:u,self:b}=s;if(!c.validateFormats)return;o?q():j();function q(){let M=a.scopeValue("formats",{ref:b.
formats,code:c.code.formats}),T=a.const("fDef",(0,nt._)`${M}[${e}]`),L=a.let("fType"),D=a.let("format");a.if((0,nt._)`typeof ${T} == "object" && !(${T} instanceof RegExp)`,
()=>a.assign(L,(0,nt._)`${T}.type || "string"`).assign(D,(0,nt._)`${T}.validate`),()=>a.assign(L,(0,nt._)`"string"`).assign(D,T)),t.fail$data((0,nt.or)(ie(),G()));
function ie(){return c.strictSchema===!1?nt.nil:(0,nt._)`${e} && !${D}`}function G(){let B=u.$async?(0,nt._)`(${T}.async ? await ${D}(${n}) : ${D}(${n}))`:(0,nt.
_)`${D}(${n})`,C=(0,nt._)`(typeof ${D} == "function" ? ${B} : ${D}.test(${n}))`;return(0,nt._)`${D} && ${D} !== true && ${L} === ${r} && !${C}`}}function j(){let M=b.
formats[i];if(!M){ie();return}if(M===!0)return;let[T,L,D]=G(M);T===r&&t.pass(B());function ie(){if(c.strictSchema===!1){b.logger.warn(C());return}throw new Error(
C());function C(){return`unknown format "${i}" ignored in schema at path "${g}"`}}function G(C){let fe=C instanceof RegExp?(0,nt.regexpCode)(C):c.code.formats?(0,nt.
_)`${c.code.formats}${(0,nt.getProperty)(i)}`:void 0,ue=a.scopeValue("formats",{key:i,ref:C,code:fe});return typeof C=="object"&&!(C instanceof RegExp)?[C.type||
"string",C.validate,(0,nt._)`${ue}.validate`]:["string",C,ue]}function B(){if(typeof M=="object"&&!(M instanceof RegExp)&&M.async){if(!u.$async)throw new Error(
"async format in sync schema");return(0,nt._)`await ${D}(${n})`}return typeof L=="function"?(0,nt._)`${D}(${n})`:(0,nt._)`${D}.test(${n})`}}}};td.default=E1});var au=de(rd=>{"use strict";Object.defineProperty(rd,"__esModule",{value:!0});var M1=su(),L1=[M1.default];rd.default=L1});var nu=de(zs=>{"use strict";Object.defineProperty(zs,"__esModule",{value:!0});zs.contentVocabulary=zs.metadataVocabulary=void 0;zs.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];zs.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var iu=de(sd=>{"use strict";Object.defineProperty(sd,"__esModule",{value:!0});var F1=gl(),V1=Ol(),z1=ru(),U1=au(),ou=nu(),J1=[F1.default,V1.default,(0,z1.default)(),
U1.default,ou.metadataVocabulary,ou.contentVocabulary];sd.default=J1});var du=de(eo=>{"use strict";Object.defineProperty(eo,"__esModule",{value:!0});eo.DiscrError=void 0;var pu;(function(t){t.Tag="tag",t.Mapping="mapping"})(pu||(eo.
DiscrError=pu={}))});var mu=de(nd=>{"use strict";Object.defineProperty(nd,"__esModule",{value:!0});var Us=Me(),ad=du(),cu=In(),D1=Oa(),C1=ze(),W1={message:({params:{discrError:t,tagName:r}})=>t===
ad.DiscrError.Tag?`tag "${r}" must be string`:`value of tag "${r}" must be in oneOf`,params:({params:{discrError:t,tag:r,tagName:a}})=>(0,Us._)`{error: ${t}, tag: ${a}, tagValue: ${r}}`},
H1={keyword:"discriminator",type:"object",schemaType:"object",error:W1,code(t){let{gen:r,data:a,schema:n,parentSchema:o,it:i}=t,{oneOf:e}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!e)throw new Error("discriminator: requires oneOf keyword");let c=r.let("valid",!1),g=r.
const("tag",(0,Us._)`${a}${(0,Us.getProperty)(s)}`);r.if((0,Us._)`typeof ${g} == "string"`,()=>u(),()=>t.error(!1,{discrError:ad.DiscrError.Tag,tag:g,tagName:s})),
t.ok(c);function u(){let j=q();r.if(!1);for(let M in j)r.elseIf((0,Us._)`${g} === ${M}`),r.assign(c,b(j[M]));r.else(),t.error(!1,{discrError:ad.DiscrError.Mapping,
tag:g,tagName:s}),r.endIf()}function b(j){let M=r.name("valid"),T=t.subschema({keyword:"oneOf",schemaProp:j},M);return t.mergeEvaluated(T,Us.Name),M}function q(){
var j;let M={},T=D(o),L=!0;for(let B=0;B<e.length;B++){let C=e[B];if(C?.$ref&&!(0,C1.schemaHasRulesButRef)(C,i.self.RULES)){let ue=C.$ref;if(C=cu.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,ue),C instanceof cu.SchemaEnv&&(C=C.schema),C===void 0)throw new D1.default(i.opts.uriResolver,i.baseId,ue)}let fe=(j=C?.properties)===
null||j===void 0?void 0:j[s];if(typeof fe!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);L=L&&
(T||D(C)),ie(fe,B)}if(!L)throw new Error(`discriminator: "${s}" must be required`);return M;function D({required:B}){return Array.isArray(B)&&B.includes(s)}function ie(B,C){
if(B.const)G(B.const,C);else if(B.enum)for(let fe of B.enum)G(fe,C);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function G(B,C){
if(typeof B!="string"||B in M)throw new Error(`discriminator: "${s}" values must be unique strings`);M[B]=C}}}};nd.default=H1});var lu=de((cx,K1)=>{K1.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var gt=de((tt,od)=>{"use strict";Object.defineProperty(tt,"__esModule",{value:!0});tt.MissingRefError=tt.ValidationError=tt.CodeGen=tt.Name=tt.nil=tt.stringify=
tt.str=tt._=tt.KeywordCxt=tt.Ajv=void 0;var B1=ml(),G1=iu(),Z1=mu(),uu=lu(),Q1=["/properties"],to="http://json-schema.org/draft-07/schema",Js=class extends B1.default{_addVocabularies(){
super._addVocabularies(),G1.default.forEach(r=>this.addVocabulary(r)),this.opts.discriminator&&this.addKeyword(Z1.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let r=this.opts.$data?this.$dataMetaSchema(uu,Q1):uu;this.addMetaSchema(r,to,!1),this.refs["http://json-schema.org/schema"]=to}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(to)?to:void 0)}};tt.Ajv=Js;od.exports=tt=Js;od.exports.Ajv=Js;Object.defineProperty(tt,"__esMo\
dule",{value:!0});tt.default=Js;var X1=qa();Object.defineProperty(tt,"KeywordCxt",{enumerable:!0,get:function(){return X1.KeywordCxt}});var Ds=Me();Object.defineProperty(
tt,"_",{enumerable:!0,get:function(){return Ds._}});Object.defineProperty(tt,"str",{enumerable:!0,get:function(){return Ds.str}});Object.defineProperty(tt,"stri\
ngify",{enumerable:!0,get:function(){return Ds.stringify}});Object.defineProperty(tt,"nil",{enumerable:!0,get:function(){return Ds.nil}});Object.defineProperty(
tt,"Name",{enumerable:!0,get:function(){return Ds.Name}});Object.defineProperty(tt,"CodeGen",{enumerable:!0,get:function(){return Ds.CodeGen}});var Y1=Nn();Object.
defineProperty(tt,"ValidationError",{enumerable:!0,get:function(){return Y1.default}});var e0=Oa();Object.defineProperty(tt,"MissingRefError",{enumerable:!0,get:function(){
return e0.default}})});var ny=ct(tc());import{models as z$}from"./models.js";function ln(t,r=!1){let a=t.length,n=0,o="",i=0,e=16,s=0,c=0,g=0,u=0,b=0;function q(G,B){let C=0,fe=0;for(;C<G||!B;){let ue=t.charCodeAt(n);if(ue>=48&&ue<=57)fe=
fe*16+ue-48;else if(ue>=65&&ue<=70)fe=fe*16+ue-65+10;else if(ue>=97&&ue<=102)fe=fe*16+ue-97+10;else break;n++,C++}return C<G&&(fe=-1),fe}function j(G){n=G,o="",
i=0,e=16,b=0}function M(){let G=n;if(t.charCodeAt(n)===48)n++;else for(n++;n<t.length&&Ss(t.charCodeAt(n));)n++;if(n<t.length&&t.charCodeAt(n)===46)if(n++,n<t.length&&
Ss(t.charCodeAt(n)))for(n++;n<t.length&&Ss(t.charCodeAt(n));)n++;else return b=3,t.substring(G,n);let B=n;if(n<t.length&&(t.charCodeAt(n)===69||t.charCodeAt(n)===
101))if(n++,(n<t.length&&t.charCodeAt(n)===43||t.charCodeAt(n)===45)&&n++,n<t.length&&Ss(t.charCodeAt(n))){for(n++;n<t.length&&Ss(t.charCodeAt(n));)n++;B=n}else
b=3;return t.substring(G,B)}function T(){let G="",B=n;for(;;){if(n>=a){G+=t.substring(B,n),b=2;break}let C=t.charCodeAt(n);if(C===34){G+=t.substring(B,n),n++;break}
if(C===92){if(G+=t.substring(B,n),n++,n>=a){b=2;break}switch(t.charCodeAt(n++)){case 34:G+='"';break;case 92:G+="\\";break;case 47:G+="/";break;case 98:G+="\b";
break;case 102:G+="\f";break;case 110:G+=`
`;break;case 114:G+="\r";break;case 116:G+="	";break;case 117:let ue=q(4,!0);ue>=0?G+=String.fromCharCode(ue):b=4;break;default:b=5}B=n;continue}if(C>=0&&C<=31)
if(la(C)){G+=t.substring(B,n),b=2;break}else b=6;n++}return G}function L(){if(o="",b=0,i=n,c=s,u=g,n>=a)return i=a,e=17;let G=t.charCodeAt(n);if(li(G)){do n++,o+=
String.fromCharCode(G),G=t.charCodeAt(n);while(li(G));return e=15}if(la(G))return n++,o+=String.fromCharCode(G),G===13&&t.charCodeAt(n)===10&&(n++,o+=`
`),s++,g=n,e=14;switch(G){case 123:return n++,e=1;case 125:return n++,e=2;case 91:return n++,e=3;case 93:return n++,e=4;case 58:return n++,e=6;case 44:return n++,
e=5;case 34:return n++,o=T(),e=10;case 47:let B=n-1;if(t.charCodeAt(n+1)===47){for(n+=2;n<a&&!la(t.charCodeAt(n));)n++;return o=t.substring(B,n),e=12}if(t.charCodeAt(
n+1)===42){n+=2;let C=a-1,fe=!1;for(;n<C;){let ue=t.charCodeAt(n);if(ue===42&&t.charCodeAt(n+1)===47){n+=2,fe=!0;break}n++,la(ue)&&(ue===13&&t.charCodeAt(n)===10&&
n++,s++,g=n)}return fe||(n++,b=1),o=t.substring(B,n),e=13}return o+=String.fromCharCode(G),n++,e=16;case 45:if(o+=String.fromCharCode(G),n++,n===a||!Ss(t.charCodeAt(
n)))return e=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=M(),e=11;default:for(;n<a&&D(G);)n++,G=t.charCodeAt(n);
if(i!==n){switch(o=t.substring(i,n),o){case"true":return e=8;case"false":return e=9;case"null":return e=7}return e=16}return o+=String.fromCharCode(G),n++,e=16}}
function D(G){if(li(G)||la(G))return!1;switch(G){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function ie(){let G;do G=L();while(G>=
12&&G<=15);return G}return{setPosition:j,getPosition:()=>n,scan:r?ie:L,getToken:()=>e,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>c,
getTokenStartCharacter:()=>i-u,getTokenError:()=>b}}function li(t){return t===32||t===9}function la(t){return t===10||t===13}function Ss(t){return t>=48&&t<=57}
var rc;(function(t){t[t.lineFeed=10]="lineFeed",t[t.carriageReturn=13]="carriageReturn",t[t.space=32]="space",t[t._0=48]="_0",t[t._1=49]="_1",t[t._2=50]="_2",t[t.
_3=51]="_3",t[t._4=52]="_4",t[t._5=53]="_5",t[t._6=54]="_6",t[t._7=55]="_7",t[t._8=56]="_8",t[t._9=57]="_9",t[t.a=97]="a",t[t.b=98]="b",t[t.c=99]="c",t[t.d=100]=
"d",t[t.e=101]="e",t[t.f=102]="f",t[t.g=103]="g",t[t.h=104]="h",t[t.i=105]="i",t[t.j=106]="j",t[t.k=107]="k",t[t.l=108]="l",t[t.m=109]="m",t[t.n=110]="n",t[t.o=
111]="o",t[t.p=112]="p",t[t.q=113]="q",t[t.r=114]="r",t[t.s=115]="s",t[t.t=116]="t",t[t.u=117]="u",t[t.v=118]="v",t[t.w=119]="w",t[t.x=120]="x",t[t.y=121]="y",t[t.
z=122]="z",t[t.A=65]="A",t[t.B=66]="B",t[t.C=67]="C",t[t.D=68]="D",t[t.E=69]="E",t[t.F=70]="F",t[t.G=71]="G",t[t.H=72]="H",t[t.I=73]="I",t[t.J=74]="J",t[t.K=75]=
"K",t[t.L=76]="L",t[t.M=77]="M",t[t.N=78]="N",t[t.O=79]="O",t[t.P=80]="P",t[t.Q=81]="Q",t[t.R=82]="R",t[t.S=83]="S",t[t.T=84]="T",t[t.U=85]="U",t[t.V=86]="V",t[t.
W=87]="W",t[t.X=88]="X",t[t.Y=89]="Y",t[t.Z=90]="Z",t[t.asterisk=42]="asterisk",t[t.backslash=92]="backslash",t[t.closeBrace=125]="closeBrace",t[t.closeBracket=
93]="closeBracket",t[t.colon=58]="colon",t[t.comma=44]="comma",t[t.dot=46]="dot",t[t.doubleQuote=34]="doubleQuote",t[t.minus=45]="minus",t[t.openBrace=123]="ope\
nBrace",t[t.openBracket=91]="openBracket",t[t.plus=43]="plus",t[t.slash=47]="slash",t[t.formFeed=12]="formFeed",t[t.tab=9]="tab"})(rc||(rc={}));var Uy=new Array(20).fill(0).map((t,r)=>" ".repeat(r)),_s=200,Jy={" ":{"\n":new Array(_s).fill(0).map((t,r)=>`
`+" ".repeat(r)),"\r":new Array(_s).fill(0).map((t,r)=>"\r"+" ".repeat(r)),"\r\n":new Array(_s).fill(0).map((t,r)=>`\r
`+" ".repeat(r))},"	":{"\n":new Array(_s).fill(0).map((t,r)=>`
`+"	".repeat(r)),"\r":new Array(_s).fill(0).map((t,r)=>"\r"+"	".repeat(r)),"\r\n":new Array(_s).fill(0).map((t,r)=>`\r
`+"	".repeat(r))}};var un;(function(t){t.DEFAULT={allowTrailingComma:!1}})(un||(un={}));function sc(t,r){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
e=!1;function s(c,g,u,b){i.value=c,i.offset=g,i.length=u,i.type=b,i.colonOffset=void 0,o=i}try{fi(t,{onObjectBegin:(c,g)=>{if(r<=c)throw n;o=void 0,e=r>c,a.push(
"")},onObjectProperty:(c,g,u)=>{if(r<g||(s(c,g,u,"property"),a[a.length-1]=c,r<=g+u))throw n},onObjectEnd:(c,g)=>{if(r<=c)throw n;o=void 0,a.pop()},onArrayBegin:(c,g)=>{
if(r<=c)throw n;o=void 0,a.push(0)},onArrayEnd:(c,g)=>{if(r<=c)throw n;o=void 0,a.pop()},onLiteralValue:(c,g,u)=>{if(r<g||(s(c,g,u,ac(c)),r<=g+u))throw n},onSeparator:(c,g,u)=>{
if(r<=g)throw n;if(c===":"&&o&&o.type==="property")o.colonOffset=g,e=!1,o=void 0;else if(c===","){let b=a[a.length-1];typeof b=="number"?a[a.length-1]=b+1:(e=!0,
a[a.length-1]=""),o=void 0}}})}catch(c){if(c!==n)throw c}return{path:a,previousNode:o,isAtPropertyKey:e,matches:c=>{let g=0;for(let u=0;g<c.length&&u<a.length;u++)
if(c[g]===a[u]||c[g]==="*")g++;else if(c[g]!=="**")return!1;return g===c.length}}}function ui(t,r=[],a=un.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(c){n.type==="property"&&(n.length=c-n.offset,n=n.
parent)}function i(c){return n.children.push(c),c}fi(t,{onObjectBegin:c=>{n=i({type:"object",offset:c,length:-1,parent:n,children:[]})},onObjectProperty:(c,g,u)=>{
n=i({type:"property",offset:g,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:c,offset:g,length:u,parent:n})},onObjectEnd:(c,g)=>{o(c+g),n.
length=c+g-n.offset,n=n.parent,o(c+g)},onArrayBegin:(c,g)=>{n=i({type:"array",offset:c,length:-1,parent:n,children:[]})},onArrayEnd:(c,g)=>{n.length=c+g-n.offset,
n=n.parent,o(c+g)},onLiteralValue:(c,g,u)=>{i({type:ac(c),offset:g,length:u,parent:n,value:c}),o(g+u)},onSeparator:(c,g,u)=>{n.type==="property"&&(c===":"?n.colonOffset=
g:c===","&&o(g))},onError:(c,g,u)=>{r.push({error:c,offset:g,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function hi(t,r){if(!t)return;let a=t;
for(let n of r)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function hn(t){switch(t.type){case"array":return t.children.map(hn);case"object":let r=Object.create(null);for(let a of t.children){let n=a.children[1];n&&(r[a.
children[0].value]=hn(n))}return r;case"null":case"string":case"number":case"boolean":return t.value;default:return}}function fi(t,r,a=un.DEFAULT){let n=ln(t,!1),o=[],i=0;function e(R){return R?()=>i===0&&R(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(R){return R?K=>i===0&&R(K,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function c(R){return R?
K=>i===0&&R(K,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function g(R){return R?()=>{i>0?i++:R(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function u(R){return R?()=>{i>0&&i--,i===
0&&R(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let b=g(r.onObjectBegin),q=c(r.onObjectProperty),j=u(r.onObjectEnd),
M=g(r.onArrayBegin),T=u(r.onArrayEnd),L=c(r.onLiteralValue),D=s(r.onSeparator),ie=e(r.onComment),G=s(r.onError),B=a&&a.disallowComments,C=a&&a.allowTrailingComma;
function fe(){for(;;){let R=n.scan();switch(n.getTokenError()){case 4:ue(14);break;case 5:ue(15);break;case 3:ue(13);break;case 1:B||ue(11);break;case 2:ue(12);
break;case 6:ue(16);break}switch(R){case 12:case 13:B?ue(10):ie();break;case 16:ue(1);break;case 15:case 14:break;default:return R}}}function ue(R,K=[],le=[]){if(G(
R),K.length+le.length>0){let Fe=n.getToken();for(;Fe!==17;){if(K.indexOf(Fe)!==-1){fe();break}else if(le.indexOf(Fe)!==-1)break;Fe=fe()}}}function Ce(R){let K=n.
getTokenValue();return R?L(K):(q(K),o.push(K)),fe(),!0}function U(){switch(n.getToken()){case 11:let R=n.getTokenValue(),K=Number(R);isNaN(K)&&(ue(2),K=0),L(K);
break;case 7:L(null);break;case 8:L(!0);break;case 9:L(!1);break;default:return!1}return fe(),!0}function te(){return n.getToken()!==10?(ue(3,[],[2,5]),!1):(Ce(
!1),n.getToken()===6?(D(":"),fe(),ee()||ue(4,[],[2,5])):ue(5,[],[2,5]),o.pop(),!0)}function ve(){b(),fe();let R=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.
getToken()===5){if(R||ue(4,[],[]),D(","),fe(),n.getToken()===2&&C)break}else R&&ue(6,[],[]);te()||ue(4,[],[2,5]),R=!0}return j(),n.getToken()!==2?ue(7,[2],[]):fe(),
!0}function We(){M(),fe();let R=!0,K=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(K||ue(4,[],[]),D(","),fe(),n.getToken()===4&&C)break}else
K&&ue(6,[],[]);R?(o.push(0),R=!1):o[o.length-1]++,ee()||ue(4,[],[4,5]),K=!0}return T(),R||o.pop(),n.getToken()!==4?ue(8,[4],[]):fe(),!0}function ee(){switch(n.getToken()){case 3:
return We();case 1:return ve();case 10:return Ce(!0);default:return U()}}return fe(),n.getToken()===17?a.allowEmptyContent?!0:(ue(4,[],[]),!1):ee()?(n.getToken()!==
17&&ue(9,[],[]),!0):(ue(4,[],[]),!1)}function ac(t){switch(typeof t){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(t){if(Array.isArray(t))return"\
array"}else return"null";return"object"}default:return"null"}}var nc;(function(t){t[t.None=0]="None",t[t.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",t[t.UnexpectedEndOfString=2]="UnexpectedEndOfString",t[t.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",t[t.InvalidUnicode=4]="InvalidUnicode",t[t.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",t[t.InvalidCharacter=6]="InvalidCharact\
er"})(nc||(nc={}));var oc;(function(t){t[t.OpenBraceToken=1]="OpenBraceToken",t[t.CloseBraceToken=2]="CloseBraceToken",t[t.OpenBracketToken=3]="OpenBracketToken",
t[t.CloseBracketToken=4]="CloseBracketToken",t[t.CommaToken=5]="CommaToken",t[t.ColonToken=6]="ColonToken",t[t.NullKeyword=7]="NullKeyword",t[t.TrueKeyword=8]="\
TrueKeyword",t[t.FalseKeyword=9]="FalseKeyword",t[t.StringLiteral=10]="StringLiteral",t[t.NumericLiteral=11]="NumericLiteral",t[t.LineCommentTrivia=12]="LineCom\
mentTrivia",t[t.BlockCommentTrivia=13]="BlockCommentTrivia",t[t.LineBreakTrivia=14]="LineBreakTrivia",t[t.Trivia=15]="Trivia",t[t.Unknown=16]="Unknown",t[t.EOF=
17]="EOF"})(oc||(oc={}));var pc=sc;var yi=ui,dc=hi;var cc=hn;var ic;(function(t){t[t.InvalidSymbol=1]="InvalidSymbol",t[t.InvalidNumberFormat=2]="InvalidNumberFormat",t[t.PropertyNameExpected=3]="PropertyNameExpected",t[t.
ValueExpected=4]="ValueExpected",t[t.ColonExpected=5]="ColonExpected",t[t.CommaExpected=6]="CommaExpected",t[t.CloseBraceExpected=7]="CloseBraceExpected",t[t.CloseBracketExpected=
8]="CloseBracketExpected",t[t.EndOfFileExpected=9]="EndOfFileExpected",t[t.InvalidCommentToken=10]="InvalidCommentToken",t[t.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",t[t.UnexpectedEndOfString=12]="UnexpectedEndOfString",t[t.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",t[t.InvalidUnicode=14]="InvalidUnic\
ode",t[t.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",t[t.InvalidCharacter=16]="InvalidCharacter"})(ic||(ic={}));function mc(t){switch(t){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var Ky="\uFEFF";function*lc(t){for(let r of t.files.values()){let a=r.syntaxErrors[0];r.text.startsWith(Ky)?yield{code:"S001",file:r.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:r.path,path:[],offset:a.offset,message:`the file is not JSON: ${By(mc(a.error))}`}:r.value===void 0&&(yield{code:"S001",file:r.path,path:[],message:"the\
 file is empty"})}}function By(t){return t.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function xs(t){return uc(t)}function qr(t){return uc(t)}function uc(t){let r=new WeakMap;return a=>{let n=r.get(a);if(n!==void 0)return n.value;let o=t(a);return r.
set(a,{value:o}),o}}function hc(t){return[...t.files.values()].flatMap(Gy)}var Gy=qr(t=>t.syntaxErrors.length===0&&Zy(t.text)===fc(t.value)?[]:t.tree===void 0?[]:[...gi(t.path,t.tree,
[])]);function Zy(t){return t.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function fc(t){if(typeof t!="object"||t===null)return 0;let r=Object.values(t);return(Array.
isArray(t)?0:r.length)+r.reduce((a,n)=>a+fc(n),0)}function*gi(t,r,a){let n=new Set;for(let[o,i]of(r.children??[]).entries()){let[e,s]=i.type==="property"?i.children??
[]:[];if(e===void 0){yield*gi(t,i,[...a,o]);continue}let c=String(e.value);n.has(c)&&(yield{code:"S002",file:t,path:[...a,c],offset:e.offset,message:`the key "${c}\
" is written twice`}),n.add(c),s!==void 0&&(yield*gi(t,s,[...a,c]))}}function gc(t){return[...t.files.values()].flatMap(Qy)}var Qy=qr(({path:t,text:r,syntaxErrors:a})=>a.length>0?[]:[...r.matchAll(Xy)].flatMap(({0:n,index:o})=>n.
startsWith('"')||yc(n)===yc(String(Number(n)))?[]:[{code:"S005",file:t,path:pc(r,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),Xy=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function yc(t){let[,r="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(t)??[],i=`${a}${n}`.replace(/^0+/,""),e=i.replace(/0+$/,"");return e===
""?a===""?t:"0":`${r}${e}e${Number(o)-n.length+i.length-e.length}`}function me(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function Hr(t){return me(t)?Object.entries(t):[]}function Ct(t){return Array.isArray(t)?[...t.entries()]:[]}import{posix as bi}from"node:path";function fn(t){return t.map(r=>`/${String(r).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function we(t){return t.split("/").slice(1).map(r=>r.replaceAll(
"~1","/").replaceAll("~0","~"))}var yn=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function bc(t,r,a){let[n="",o=""]=a.split("#"),i=n===""?r:bi.normalize(bi.join(bi.dirname(r),n)),e=t.files.get(i)?.value;if(e===void 0)throw new yn(r,a,"names a\
 file that does not exist");for(let s of we(o)){let c=Array.isArray(e)?e[Number(s)]:me(e)&&Object.hasOwn(e,s)?e[s]:void 0;if(c===void 0)throw new yn(r,a,"names \
nothing in that file");e=c}return{file:i,pointer:o,value:e}}function wc(t){return t.replaceAll(":","~~").replaceAll("/","~")}function vc(t){return t.replaceAll("~~",":").replaceAll("~","/")}function Qe(t,r){let a={};return r!==void 0&&(a[t]=r),a}function sr(t){if(t.kind==="object")return t.members;if(t.kind!=="union")return[];let r=new Map([[t.tag.name,t.tag]]);for(let a of t.variants.flatMap(n=>n.members))
r.has(a.name)||r.set(a.name,a);return[...r.values()]}function $c(t,r){return typeof t=="string"?tg(JSON.stringify(_c(t))):t===null||typeof t=="number"||typeof t=="boolean"?String(t):r[Array.isArray(t)?"array":t===
void 0?"nothing":"object"]??""}function Sc(t){return/^[\w-]{1,60}$/.test(t)?t:$c(t,{})}function tg(t){return/^[ -~]*$/.test(t)?t:t.replace(/(?! )[\p{C}\p{Z}]/gu,r=>`\\u${r.charCodeAt(0).toString(16).padStart(4,"0")}`)}function _c(t){if(t.length<=60)
return t;let r=[...t.slice(0,122)];return r.length>60?`${r.slice(0,60).join("")}\u2026`:t}var xc="{name}";function wi(t){return rg(t).map((r,a)=>a>0&&/^(\d+|\*)$/.test(r)?`[${r}]`:`${a===0?"":"."}${sg(r)}`).join("")}function rg(t){return t.split("/").slice(1).map(r=>r.replaceAll("~1","/").replaceAll("~0","~"))}function sg(t){return t===xc||/^[\w.-]+$/.test(t)?t:Sc(t)}function ua(t){return typeof t=="string"?t:JSON.stringify(t)}function ha(t){let r=t.map(ua),a=r.pop()??"";return r.length===0?{en:a,zh:a}:{en:`${r.join(", ")} o\
r ${a}`,zh:`${r.join("\u3001")} \u6216 ${a}`}}function gn(t,r=""){let a=(o,i,e)=>o===void 0?[]:[{en:`${i} ${qs(o,r)}`,zh:`${e} ${qs(o,r)}`}],n=[...a(t.minimum,"\
at least","\u81F3\u5C11"),...a(t.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(t.maximum,"at most","\u81F3\u591A"),...a(t.exclusiveMaximum,"less than","\u5C0F\u4E8E"),
...t.multipleOf===void 0?[]:[{en:`a multiple of ${qs(t.multipleOf,r)}`,zh:`${qs(t.multipleOf,r)} \u7684\u6574\u6570\u500D`}]];return n.length===0?void 0:{en:n.map(
({en:o})=>o).join(" and "),zh:ar(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function bn(t,r=""){let{minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i}=t;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${qs(
n,r)}`,zh:`${a} \u5230 ${qs(n,r)} \u7684`};let e=gn(t,r);return e!==void 0?{en:` of ${e.en}`,zh:`${e.zh} \u7684`}:r===""?{en:"",zh:""}:{en:` (${r})`,zh:`\uFF08${r}\
\uFF09`}}function Or(t,r,a){let n=o=>`${o} ${o===1?a.en:qc(a.en)}`;return r===void 0?t===0?{en:qc(a.en),zh:a.zh}:{en:`at least ${n(t)}`,zh:`\u81F3\u5C11 ${t} \u4E2A${a.
zh}`}:t===r?{en:n(r),zh:`${r} \u4E2A${a.zh}`}:t===0?{en:`${r===1?"at most":"up to"} ${n(r)}`,zh:`\u81F3\u591A ${r} \u4E2A${a.zh}`}:{en:`${t} to ${n(r)}`,zh:`${t}\
 \u5230 ${r} \u4E2A${a.zh}`}}function ar(...t){return t.reduce((r,a)=>(/[A-Za-z0-9]$/.test(r)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(r)?/^[A-Za-z0-9-]/:void 0)?.
test(a)?`${r} ${a}`:r+a,"")}function qc(t){return`${t}s`}function qs(t,r){return`${Number(t.toFixed(6))}${r===""?"":` ${r}`}`}var ng=["media-format","media-codec","media-bytes","media-width","media-height","media-pixels","media-video-pixels","media-same-size","media-aspect-ratio","medi\
a-duration","media-frame-rate","media-sample-rate","media-total-duration","media-total-bytes","media-size-unclear"];function Oc(t){return{rule:t.oneOf("rule",ng),
severity:t.severity(),...t.has("formats")?{formats:t.texts("formats")}:{},...t.has("codecs")?{codecs:t.texts("codecs")}:{},...Qe("as",t.optionalText("as")),...t.
has("discouraged")?{discouraged:t.texts("discouraged")}:{},...Qe("minimum",t.optionalNumber("minimum")),...Qe("maximum",t.optionalNumber("maximum")),...Qe("excl\
usiveMinimum",t.optionalNumber("exclusiveMinimum")),...Qe("exclusiveMaximum",t.optionalNumber("exclusiveMaximum")),...Qe("multipleOf",t.optionalNumber("multiple\
Of")),...t.has("when")?{when:jc(t,"when")}:{},...t.has("unit")?{unit:t.oneOf("unit",["MB","px","s","fps","Hz","ratio"])}:{},...Qe("quote",t.optionalText("quote")),
source:t.source()}}function jc(t,r){let a=t.raw(r);return me(a)?Object.fromEntries(Object.entries(a).map(([n,o])=>[n,og(o)?o:t.refuse(r,'values, lists of values, or {"min": 1}')])):
t.refuse(r,"an object of conditions by parameter")}function og(t){return t!==null&&(!me(t)||"min"in t||"max"in t)}function wn({defaults:t=[]}){let[r,...a]=t;if(r!==void 0)return{en:`${[`Where ${r.phrase.en}, the default is ${ua(r.default)}`,...a.map(({phrase:n,default:o})=>`\
else where ${n.en}, ${ua(o)}`)].join("; ")}.`,zh:`${[r,...a].map(({phrase:n,default:o})=>ar(n.zh,"\u65F6\u9ED8\u8BA4\u4E3A",ua(o))).join("\uFF1B\u5426\u5219")}\u3002`}}var Cs=ct(gt(),1);function pr(t,r=0,a=r+4){return r+t.below(a-r+1)}var Gt=new Cs.Name("vErrors");function He(t,r,{pointer:a,value:n},...o){return o.reduce((i,e)=>Cs._`${i}, ${e}`,
Cs._`${new Cs.Name(t)}(${Gt}, ${a}, ${n}, ${r.required?1:0}`)}function Pe(t,r){return{about:t,value:r,findings:[]}}function Ae(t,r,a,n){return{about:t,value:r,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function Ye(t){return t.map(r=>Ae(`type-${Array.isArray(r)?"array":Number.isInteger(r)?"integer":typeof r}`,r,"type"))}function Be(t){
return Object.fromEntries(Object.entries(t).filter(([,r])=>r!==void 0))}var t0=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function hu(t,r,a,n){return{...r0(t,r,a),source:a.has("x-source")?a.source():n}}function r0(t,r,a){return{name:t,required:r,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",t0)}:{},notes:a.notes()}}var ns=ct(gt(),1);var fu={read:(t,r)=>({kind:"array",...r,items:t.unknown("x-items")??t.refuse("x-items",'{ "unknown": "not shown" }'),...Be({minItems:t.optionalNumber("minItems"),
maxItems:t.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:t,maxItems:r})=>({type:"array",...Be({minItems:t,maxItems:r}),items:{}}),check(t,r){
let{minItems:a,maxItems:n}=t;return a===void 0&&n===void 0?ns._`${He("typed",t,r,ns._`"array"`)})`:ns._`${He("list",t,r,ns._`${a??0}`,n===void 0?ns._`Infinity`:
ns._`${n}`)})`},facts:({minItems:t,maxItems:r})=>({type:"array",...Be({minItems:t,maxItems:r})}),phrase({minItems:t,maxItems:r}){let a=gn({minimum:t,maximum:r});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:t=0})=>Array.from({length:t},()=>({})),cases:({minItems:t=0,maxItems:r})=>[...Ye(["text",1,{length:1}]),...t===0?[Pe("empty",[])]:[Ae("min-items-under",
Da(t-1),"min-items")],...t<=3&&(r??3)>=3?[Pe("items",Da(3))]:[],...r===void 0?[]:[Pe("max-items-at",Da(r)),Ae("max-items-over",Da(r+1),"max-items")]],sample:({minItems:t,
maxItems:r},a)=>Da(pr(a,t,r))};function Da(t){return Array.from({length:t},(r,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var id=ct(gt(),1);var yu={read:(t,r)=>({kind:"boolean",...r,...Qe("default",t.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(t,r)=>id._`${He("\
typed",t,r,id._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:t=>t.default??!0,cases:()=>[...Ye([
"true",1,0,[]]),Pe("true",!0),Pe("false",!1)],sample:(t,r)=>r.below(2)===1};var Ba=ct(gt(),1);var Ca=ct(gt(),1),gu=ct(Os(),1);function Tt(t){return(0,Ca.stringify)(t)}function bu(t){return(0,Ca.stringify)(t)}function Mr(t,r=""){let a=t.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Ca._`${(0,gu.regexpCode)(new RegExp(a,r))}`}function Wa({type:t,enum:r}){if(!Array.isArray(t))return typeof t=="string"?t:void 0;let[a,...n]=t.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||r!==void 0)?a:void 0}function ro({type:t}){return Array.isArray(t)&&t.includes("null")}function wu({nullable:t},r){return t?`${r} | null`:r}function vu({nullable:t},r){
if(t!==!0)return r;let{type:a,enum:n,anyOf:o,oneOf:i}=r,e=o??i;return a===void 0&&Array.isArray(e)?{...r,[o===void 0?"oneOf":"anyOf"]:[...e,{type:"null"}]}:{...r,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function ku({nullable:t},{en:r,zh:a}){return t?{en:`${r}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:r,zh:a}}function Pu({nullable:t},r){return t?[Pe("null",null),
...r]:r}function so({nullable:t},r,a,n){return t?[]:[{about:r,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Ha=ct(gt(),1);function ao(t,r){if(t.has("x-options"))return t.objects("x-options").map(a=>({value:r(a.raw("value"),"x-options"),...Be({label:a.has("label")?s0(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?a0(a.object("x-deprecated"),r):void 0})}))}function s0(t){let r=Object.keys(t.value).map(a=>[a,t.text(a)]);return{...Object.
fromEntries(r),en:t.text("en")}}function a0(t,r){return{since:t.text("since"),...Be({until:t.optionalText("until"),replacedBy:t.has("replacedBy")?r(t.raw("repla\
cedBy"),"x-options"):void 0}),source:t.source()}}function Ka(t){return t.map(({deprecated:r,...a})=>{if(r===void 0)return a;let{source:n,...o}=r;return{...a,deprecated:o}})}
function no({options:t=[]},r,{constant:a}){let n=Ka(t).flatMap(({value:o,deprecated:i})=>i===void 0?[]:[[o,{...i}]]);return n.length===0?Ha._``:Ha._`
${new Ha.Name("deprecatedValue")}(${Gt}, ${r.pointer}, ${r.value}, ${a(Tt(n))})`}function $u(t){return"options"in t?t.options??[]:[]}function oo({options:t=[]},r){
return t.some(a=>a.value===r&&a.deprecated!==void 0)}var Su={string:t=>typeof t=="string",integer:t=>Number.isInteger(t),number:t=>typeof t=="number",boolean:t=>typeof t=="boolean"},_u={read(t,r){if(t.has("const"))
return{kind:"enum",...r,type:"string",values:[t.text("const")]};let a=n0(t),[n="mixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",e=(s,c)=>o0(s)&&a.some(g=>Su[g](
s))?s:t.refuse(c,`${a.join("s or ")}s`);return t.list("enum").includes(null)!==ro(t.value)&&t.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...r,type:i,values:t.list("enum").flatMap(s=>s===null?[]:[e(s,"enum")]),...t.has("default")?{default:e(t.raw("default"),"default")}:{},...Qe("u\
nit",c0(t)),...Qe("options",ao(t,e))}},type:({values:t})=>`(${t.map(r=>JSON.stringify(r)).join(" | ")})`,schema:({type:t,values:r})=>({type:t==="mixed"?p0(r):t,
enum:[...r]}),check(t,r,a){let n=a.constant(Tt(t.values)),o=t.type==="mixed"?Ba._`${He("mixedChoice",t,r,n)})`:Ba._`${He("choice",t,r,Ba._`${t.type}`,n)})`;return Ba._`${o}${no(
t,r,a)}`},facts:({type:t,values:r,unit:a,options:n})=>({type:t,allowed:r,...Qe("unit",a),...Qe("options",n&&Ka(n))}),phrase({values:t,unit:r}){let a=ha(t),n=r===
void 0?"":` ${r}`;return{en:a.en+n,zh:a.zh+n}},example(t){let{default:r,values:a}=t;return r??a.find(n=>!oo(t,n))??a[0]??""},cases:t=>[...i0(t),...t.values.map(
r=>Pe(`offers-${r}`,r)),...m0(t.values)],sample:({values:t},r)=>t[r.below(t.length)]??""};function n0(t){let r=t.raw("type"),a=(Array.isArray(r)?r:[r]).filter(o=>o!==
"null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(Su,o));return(n.length<a.length||n.length===0)&&t.refuse("type","string, integer, number or boolean, or \
a list of these"),n}function o0(t){return typeof t=="string"||typeof t=="number"||typeof t=="boolean"}function i0({type:t,values:r}){return t==="mixed"?d0(r):Ye(
t==="string"?[7,!0,[r[0]??""]]:t==="integer"?["5",5.5,!0]:["5",!0,[5]])}function p0(t){let r=t.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),
a=[...new Set(r)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function d0(t){let r=new Set(t);return[...t.map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!r.has(n)).map(n=>Ae(`as-${typeof n}-${n}`,n,"enum")),Ae("type-array",[t[0]??""],"enum"),Ae("type-object",{},"enum"),...[!0,!1].
filter(n=>!r.has(n)).map(n=>Ae(`type-${n}`,n,"enum"))]}function c0(t){return t.optionalText("x-unit")}function m0(t){let r=new Set(t),a=(i,e)=>r.has(e)?[]:[Ae(i,
e,"enum")],n=t.filter(i=>typeof i=="number"),o=t.filter(i=>typeof i=="string");return[...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.
flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(e=>e!==i).flatMap(e=>a(`case-${e}`,e))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a(
"under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var At=ct(gt(),1);function io(t){return Be({minimum:t.optionalNumber("minimum"),maximum:t.optionalNumber("maximum"),exclusiveMinimum:t.optionalNumber("exclusiveMinimum"),exclusiveMaximum:t.
optionalNumber("exclusiveMaximum"),multipleOf:t.optionalNumber("multipleOf"),default:t.optionalNumber("default"),unit:t.optionalText("x-unit")})}function po({kind:t,
minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let e=i!==void 0&&l0(i)?i:void 0;return{type:t,...Be({minimum:r,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:e})}}function l0(t){return Number.isInteger(t*2**20)}function co({kind:t,minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:e}){return{type:t,...Be({minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:e})}}function mo(t,r,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:e,exclusiveMaximum:s,multipleOf:c}=t,g=o===void 0?At._`-Infinity`:At._`${o}`,u=i===void 0?At._`Infinity`:At._`${i}`;if(n===
"integer"&&e===void 0&&s===void 0&&c===void 0)return At._`${He("integer",t,r,g,u)})`;let b=e===void 0?At._`-Infinity`:At._`${e}`,q=s===void 0?At._`Infinity`:At._`${s}`;
return At._`${He("numeric",t,r,At._`${n}`,a(At._`[${g}, ${u}, ${b}, ${q}, ${c??0}]`))})`}function Ws({kind:t,...r}){if(r.default!==void 0)return r.default;let a=r.
multipleOf??(t==="integer"?1:.5);if(r.minimum!==void 0)return pd(r.minimum,a);if(r.exclusiveMinimum!==void 0)return u0(r.exclusiveMinimum,r,a);let n=r.maximum??
r.exclusiveMaximum;return n===void 0||n>0?0:r.maximum??Zt(n-a)}function u0(t,{maximum:r,exclusiveMaximum:a,multipleOf:n},o){let i=r??a,e=n===void 0?Zt(t+o):pd(Zt(
t+n/2),n);return i===void 0||e<i||e===r?e:Zt((t+i)/2)}function pd(t,r){return Math.abs(t/r-Math.round(t/r))<1e-9?t:Zt(Math.ceil(t/r)*r)}function Zt(t){return Number(
t.toFixed(9))}function lo(t){let{kind:r,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:e}=t,s=e??1,c=T=>e===void 0||Number.isInteger(Number(
(T/e).toFixed(9))),g=(T,L)=>c(L)?[Pe(T,L)]:[],u=a!==void 0?[...g("minimum-at",a),Ae("minimum-under",Zt(a-s),"minimum")]:o!==void 0?[Ae("exclusive-minimum-at",o,
"minimum"),Ae("exclusive-minimum-under",Zt(o-s),"minimum")]:[Pe("negative",-s),Pe("zero",0)],b=n!==void 0?[...g("maximum-at",n),Ae("maximum-over",Zt(n+s),"maxim\
um")]:i!==void 0?[Ae("exclusive-maximum-at",i,"maximum"),Ae("exclusive-maximum-over",Zt(i+s),"maximum")]:e===void 0?[Pe("large",2147483648)]:[],q=Ws(t),j=Zt(q+(e??
0)/(r==="integer"?e??1:2)),M=j<=(n??1/0)&&j<(i??1/0)&&!c(j);return[...u,...b,...e!==void 0&&M?[Ae("off-step",j,"multiple-of")]:[]]}function uo(t,r){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:e}=t,s=t.multipleOf??(a==="integer"?1:.25),c=o??e,g=n??i??(c===void 0?0:c-100*s),u=pd(g,s)+(i===void 0?0:s),b=c===
void 0?100:Math.floor((c-u)/s+1e-9)+(e===void 0?1:0);return b<1?Ws(t):Zt(u+s*r.below(b))}var xu={read:(t,r)=>({kind:"integer",...r,...io(t)}),type:()=>"number",schema:po,check:mo,facts:co,phrase(t){let r=bn(t,t.unit),{multipleOf:a}=t;return a===void 0?
{en:`an integer${r.en}`,zh:`${r.zh}\u6574\u6570`}:{en:`an integer${r.en}, a multiple of ${a}`,zh:`${r.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Ws,
cases:t=>[...Ye(["5",!0,[5],5.5]),...lo(t)],sample:uo};var zt=ct(gt(),1);function qu(t,r){return{read:r,type:({items:a})=>`Array<${t.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...Be({minItems:n,
maxItems:o,uniqueItems:i}),items:t.schema(a)}),check(a,n,o){let{items:i,minItems:e=0,maxItems:s,uniqueItems:c}=a,g=new zt.Name(`index${n.depth}`),u=s===void 0?zt._`Infinity`:
zt._`${s}`,b=o.nested(i,{pointer:zt._`${n.pointer} + "/" + ${g}`,value:zt._`${n.value}[${g}]`,depth:n.depth+1}),q=c?zt._`
${new zt.Name("uniqueItems")}(${Gt}, ${n.pointer}, ${n.value})`:zt._``;return zt._`if (${He("list",a,n,zt._`${e}`,u)})) {
for (let ${g} = 0; ${g} < ${n.value}.length && ${g} < ${u}; ${g}++) {
${b}
}${q}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...Be({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let e=Or(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[c,g]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${e.
en}${c}, each ${s.en}`,zh:ar("\u542B",g,e.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>Ou(
t,a,Math.max(1,n),o===!0,i),cases:a=>[...Ye(["text",7,{0:"text"}]),...h0(t,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},e){let s=Array.from({length:pr(
e,n,o)},()=>t.sample(a,e));return i?[...new Map(s.map(c=>[JSON.stringify(c),c])).values()]:s}}}function h0(t,{items:r,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,e=u=>Ou(t,r,u,i,"video"),s=Math.max(1,a),c=e(s),g=t.cases(r).filter(({value:u})=>u!==void 0).map(({about:u,value:b,findings:q})=>({about:`item-${u}`,value:c.
map((j,M)=>M===s-1&&b!==void 0?b:j),findings:q.map(j=>({...j,path:`/${s-1}${j.path??""}`}))}));return[...a===0?[Pe("empty",[])]:[Ae("min-items-under",e(a-1),"mi\
n-items")],...e(s).length===s?[Pe("min-items-at",c)]:[],...n===void 0?[]:[...e(n).length===n?[Pe("max-items-at",e(n))]:[],...e(n+1).length>n?[Ae("max-items-over",
e(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Ae("repeated-item",[...c,...c],"unique-items","/1")]:[],...g.filter(({value:u})=>!i||new Set(u.map(b=>JSON.stringify(
b))).size===s)]}function Ou(t,r,a,n,o){let i=t.example(r,o);if(!n)return Array.from({length:a},()=>i);let e=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:c}of t.
cases(r))c.length===0&&s!==void 0&&e.set(JSON.stringify(s),s);return[...e.values()].slice(0,a)}var dr=ct(gt(),1);function ju(t,r){return{read:r,type:({values:a})=>`{ [name: string]: ${t.type(a)} }`,schema:({values:a,names:n,minProperties:o,maxProperties:i})=>({type:"object",
...Be({minProperties:o,maxProperties:i}),...n===void 0?{}:{propertyNames:{pattern:n.pattern}},additionalProperties:t.schema(a)}),check(a,n,o){let{values:i,names:e,
minProperties:s=0,maxProperties:c}=a,[g,u]=[new dr.Name(`place${n.depth}`),new dr.Name(`entry${n.depth}`)],b=c===void 0?dr._`Infinity`:dr._`${c}`,q=e===void 0?[]:
[o.constant(Mr(e.pattern)),dr._`${e.examples[0]}`];return dr._`for (const [${g}, ${u}] of ${He("entriesOf",a,n,dr._`${s}`,b,...q)})) {
${o.nested(i,{pointer:dr._`${g}`,value:u,depth:n.depth+1})}
}`},facts:({values:a,minProperties:n,maxProperties:o})=>({type:"object",...Be({minItems:n,maxItems:o}),items:a}),phrase({values:a,names:n,minProperties:o=0,maxProperties:i}){
let{en:e,zh:s}=a.phrase,c=Or(o,i,{en:"member",zh:"\u6210\u5458"}),g=n===void 0?void 0:JSON.stringify(n.examples[0]);return{en:`an object of ${c.en} with names${g===
void 0?"":` such as ${g}`}, each ${e}`,zh:ar("\u542B",c.zh,`\u7684\u5BF9\u8C61\uFF0C${g===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${g}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(a,n)=>dd(a,t.example(a.values,n),Math.max(1,a.minProperties??0)),cases:a=>[...Ye(["text",7,[]]),...f0(t,a),...y0(t,a)],sample:(a,n)=>Object.
fromEntries(Array.from({length:pr(n,a.minProperties,a.maxProperties)},(o,i)=>[a.names===void 0?`name ${i+1}`:n.matching(a.names.pattern),t.sample(a.values,n)]))}}
function dd({names:t},r,a){let n=t?.examples??Array.from({length:a},(o,i)=>`name ${i+1}`);return Object.fromEntries(n.slice(0,a).map(o=>[o,r]))}function f0(t,r){
let{minProperties:a=0,maxProperties:n,values:o}=r,i=e=>{let s=dd(r,t.example(o,"video"),e);return Object.keys(s).length===e?[s]:[]};return[...i(a).map(e=>Pe("mi\
n-members-at",e)),...a===0?[]:i(a-1).map(e=>Ae("min-members-under",e,"min-items")),...n===void 0?[]:[...i(n).map(e=>Pe("max-members-at",e)),...i(n+1).map(e=>Ae(
"max-members-over",e,"max-items"))]]}function y0(t,r){let{values:a,names:n,minProperties:o=0}=r,i=n?.examples[0]??"a/b~c",e=`/${i.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=t.example(a,"video"),{[i]:c,...g}=dd(r,s,Math.max(1,o)),u=Object.fromEntries(Object.entries(g).slice(0,Math.max(0,o-1))),b=n===void 0?void 0:new RegExp(
n.pattern);return[Pe("name",{...u,[i]:s}),...["",`${i}\0`,` ${i}`,"no such form!?"].flatMap((q,j)=>b===void 0||b.test(q)?[]:[Ae(`name-bad-${j+1}`,{...u,[q]:s},"\
property-name",`/${q}`)]),...a.nullable?[]:[Ae("value-null",{...u,[i]:null},"null",e)],...t.cases(a).flatMap(({about:q,value:j,findings:M})=>j===void 0?[]:[{about:`\
value-${q}`,value:{...u,[i]:j},findings:M.map(T=>({...T,path:`${e}${T.path??""}`}))}])]}var Ut=ct(gt(),1);var Tu=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Au=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],cd="data:image/png;base64,iVBORw0KGgo=";function md(t,r,a){return`https://example.com/${t.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${r}`}var Iu={read:g0,type:({single:t})=>t?"string | F":"(string | F)[]",schema({single:t,minItems:r,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return t?o:
{type:"array",...r>0?{minItems:r}:{},maxItems:a,items:o}},check(t,r,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:e,accepts:s}=t,c=a(Mr(b0(e))),g=a(Tt(
s)),u=s.includes("data"),b=u?Ut._`${new Ut.Name("withBase64")}(${c})`:c;if(n){let j=Ut._`${He("mediaReference",t,r,b,g)})`;return u?Ut._`${j}
${new Ut.Name("base64Reference")}(${Gt}, ${r.pointer}, ${r.value}, ${b})`:j}let q=Ut._`${He("media",t,r,Ut._`${o}`,Ut._`${i}`,b,g)})`;return u?Ut._`${q}
${new Ut.Name("base64")}(${Gt}, ${r.pointer}, ${r.value}, ${i}, ${b})`:q},facts:({single:t,media:r,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:t?"s\
tring":"array",media:r,accepts:o,...Be({contradicted:i}),...t?{}:{minItems:a,maxItems:n}}),phrase(t){let{single:r,minItems:a,maxItems:n,mediaName:o,accepts:i}=t,
e=w0(i);if(r)return{en:`${v0(o.en)} ${o.en} (${e.en})`,zh:`1 \u4E2A${o.zh}\uFF08${e.zh}\uFF09`};let s=Or(a,n,o);return{en:`an array of ${s.en} (${e.en})`,zh:ar(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${e.zh}\uFF09`)}},example({name:t,extension:r,single:a,minItems:n}){let o=i=>md(t,r,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,e)=>o(e))},cases(t,r){let a=r.some(n=>n.kind==="media"&&n.pattern===t.pattern);return t.single?[...Ye([7,!0,["https://example.com/one.png"]]),...P0(
t,a)]:[...Ye(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...k0(t),...$0(t,a)]},sample:({single:t,minItems:r,maxItems:a,pattern:n},o)=>t?
o.matching(n):Array.from({length:pr(o,r,a)},()=>o.matching(n))};function Nu(t,r){return t.texts(r).map(a=>a==="url"||a==="asset"||a==="data"?a:t.refuse(r,"url, \
asset or data"))}function g0(t,r,a){let n=t.object("x-media"),o=n.text("type"),{name:i,extension:e}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Wa(t.value)==="string",c=s?t:t.object("items");return s||c.ignore("type","description","x-source"),{kind:"media",...r,media:o,mediaName:i,extension:e,...s?{single:s}:
{},minItems:s?1:t.optionalNumber("minItems")??0,maxItems:s?1:t.number("maxItems"),accepts:Nu(c,"x-accepts"),...n.has("contradicted")?{contradicted:Nu(n,"contrad\
icted")}:{},pattern:c.text("pattern"),limits:n.objects("limits").map(Oc)}}var Ru="\\x00-\\x20\\x7F-\\xA0";function b0(t){return t.replaceAll(Ru,`${Ru}\\s`)}function w0(t){
return t.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function v0(t){return/^[aeiou]/i.test(t)?"an":"a"}function os({name:t,extension:r},a){return Array.from({length:a},(n,o)=>md(t,r,o))}function k0(t){
let{minItems:r,maxItems:a}=t;return[...r>0?[Ae("min-items-under",os(t,r-1),"min-items")]:[],Pe("min-items-at",os(t,r)),Pe("max-items-at",os(t,a)),Ae("max-items-\
over",os(t,a+1),"max-items"),Ae("max-items-over-bad-item",[...os(t,a),"nowhere"],"max-items")]}function Eu({accepts:t},r,a){return[...Tu.slice(0,r?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...Au.slice(0,r?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),t.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),t.includes(
"data")?a("base64",cd,"media-base64","advice"):a("base64",cd,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function P0(t,r){return Eu(
t,r,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function $0(t,r){let a=Math.max(1,t.minItems),n=(i,e,s,c="error")=>({about:i,
value:os(t,a).map((g,u)=>u===a-1?e:g),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:c}]}),o=t.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...os(t,Math.max(0,t.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Eu(t,r,n),...o]}var Mu={read:(t,r)=>({kind:"number",...r,...io(t)}),type:()=>"number",schema:po,check:mo,facts:co,phrase(t){let r=bn(t,t.unit),{multipleOf:a}=t;return a===void 0?
{en:`a number${r.en}`,zh:`${r.zh}\u6570`}:{en:`a number${r.en}, in steps of ${a}`,zh:`${r.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Ws,cases:t=>[...Ye(["0.5",
!0,[.5]]),...lo(t)],sample:uo};var kr=ct(gt(),1);function Lu(t){return t.item===void 0?t.section:`${t.section}, ${typeof t.item=="number"?`item ${t.item}`:t.item}`}var ho=ct(gt(),1);function fo(t){return t.kind==="string"&&t.list!==void 0}var yo={read(t,r){let a=t.object("x-value-list"),n={name:a.text("name"),date:a.text("date"),values:a.texts(
"values"),source:a.source()},o=(i,e)=>typeof i=="string"?i:t.refuse(e,"strings");return{kind:"string",...r,minLength:1,...Qe("default",t.optionalText("default")),
list:n,...Qe("options",ao(t,o))}},type:({list:t})=>`(${t.values.map(r=>JSON.stringify(r)).join(" | ")} | (string & {}))`,schema:({list:t})=>({type:"string",minLength:1,
examples:[...t.values]}),check:(t,r,a)=>ho._`${S0(t,r,a)}${no(t,r,a)}`,facts:({list:{source:t,...r},options:a})=>({type:"string",minLength:1,list:r,...Qe("optio\
ns",a&&Ka(a))}),phrase({list:{values:t,date:r}}){let a=JSON.stringify(t[0]),[n,o]=t.length===1?["1 value was","1 \u4E2A\u503C"]:[`${t.length} values were`,`${t.
length} \u4E2A\u503C`];return{en:`a value of a list that grows, such as ${a} (${n} known on ${r})`,zh:`\u53D6\u81EA\u4F1A\u589E\u52A0\u7684\u5217\u8868\uFF0C\u4F8B\u5982 ${a}\
\uFF08${r} \u65F6\u5DF2\u77E5 ${o}\uFF09`}},example:_0,cases:t=>[...Ye([7,!0,["a"]]),Ae("empty","","min-length"),...t.list.values.slice(0,2).map(r=>Pe(`known-${r}`,
r)),Pe("unlisted",Fu(t))],sample:(t,r)=>r.below(8)===0?Fu(t):t.list.values[r.below(t.list.values.length)]??""};function S0(t,r,{constant:a}){let{values:n,date:o}=t.
list;return ho._`${He("listedValue",t,r,a(Tt(n)),ho._`${o}`)})`}function _0(t){let{default:r,list:a}=t;return r??a.values.find(n=>!oo(t,n))??a.values[0]??""}function Fu({
list:t}){let r=`${t.values[0]??""}-new`;return t.values.includes(r)?`${r}-${t.values.length}`:r}function ld({since:t,until:r,replacedBy:a}){return[`Since ${t}.`,...r===void 0?[]:[`Retired on ${r}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Vu(t){
let r=[...Hs("at least",t.minimum,""),...Hs("at most",t.maximum,""),...Hs("at least",t.minLength," characters"),...Hs("at most",t.maxLength," characters"),...Hs(
"at least",t.minItems," items"),...Hs("at most",t.maxItems," items"),...t.values===void 0?[]:[`only ${t.values.join(", ")}`]];return`From ${t.from}: ${r.join(",\
 ")}.`}function Hs(t,r,a){return r===void 0?[]:[`${t} ${r}${a}`]}function zu(t){if(!fo(t))return"";let{date:r,values:a}=t.list,n=a.length===1?"1 value":`${a.length}\
 values`;return`Known on ${r}: ${n}; others may have been added since.`}function go(t){return $u(t).map(({value:r,label:a,deprecated:n})=>{let o=[...a===void 0?
[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${ld(n)}`]];return`${JSON.stringify(r)}: ${o.join(" ")}`})}function Uu(t){return x0(t,"")}function x0(t,r){let a=t.phrase.en;return[...[t.description,t.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...go(
t),wn(t)?.en??"","default"in t&&t.default!==void 0?`Default: ${JSON.stringify(t.default)}${r}.`:"",...(t.upcoming??[]).map(Vu),...t.notes.map(o=>o.text)].filter(
o=>o!==""),`Source: ${Lu(t.source)}.`,...q0(t.deprecated)].join(`
`)}function q0(t){return t===void 0?[]:[`@deprecated ${ld(t)}`]}function Ju(t,r=""){let a=t.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${r}/** ${a[0]} */
`:`${r}/**
${a.map(n=>`${r} * ${n}`.trimEnd()).join(`
`)}
${r} */
`}function Du(t){return/^[A-Za-z_$][\w$]*$/.test(t)?t:JSON.stringify(t)}function Cu(t){return`{
${t.map(O0).join("")}}`}function O0({name:t,doc:r,optional:a,type:n}){return`${r===void 0?"":Ju(r,"  ")}  ${t}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function bo(t){let{unit:r}=t,a=[t.description,r===void 0?"":`Unit: ${r}.`,zu(t),...go(t),wn(t)?.en??""].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Wu(t,r){return{read:r,type:({members:a})=>a.length===0?"{ [member: string]: never }":Cu(a.map(n=>({name:Du(n.name),doc:Uu(n),optional:!n.required,type:t.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...t.schema(i),...bo(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(Tt(a.members.
map(s=>s.name))),e=a.members.map(s=>{let c=new kr.Name(`member${n.depth}`),g=o.nested(s,{pointer:kr._`${n.pointer} + ${`/${s.name}`}`,value:c,depth:n.depth+1});
return kr._`{
const ${c} = ${new kr.Name("own")}(${n.value}, ${s.name})
${g}
}`});return kr._`if (${He("object",a,n,i)})) {
${e.reduce((s,c)=>kr._`${s}
${c}`,kr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:o}=ud(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${o}`}},
example:(a,n)=>Hu(a,t,n),cases:a=>[...Ye(["text",7,[]]),...j0(a,t)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[
o.name,t.sample(o,n)]))}}function ud(t){let r=t.map(({name:a,required:n,phrase:{en:o,zh:i}})=>n?{en:`${a} (required: ${o})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${i}\
\uFF09`}:{en:`${a} (${o})`,zh:`${a}\uFF08${i}\uFF09`});return{en:r.map(({en:a})=>a).join(", "),zh:r.map(({zh:a})=>a).join("\u3001")}}function Hu({members:t},r,a){
let n=t.filter(i=>i.required),o=n.length>0?n:t.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,r.example(i,a)]))}function j0(t,r){let a=Hu(t,r,"video"),n=new Set(
t.members.map(i=>i.name)),o=t.members.flatMap(i=>{let{[i.name]:e,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.
name}`}]:[]},...so(i,`${i.name}-null`,{...s,[i.name]:null},`/${i.name}`),...r.cases(i).flatMap(({about:c,value:g,findings:u})=>g===void 0?[]:[{about:`${i.name}-${c}`,
value:{...s,[i.name]:g},findings:u.map(b=>({...b,path:`/${i.name}${b.path??""}`}))}])]});return[Pe("members",a),...n.has("no_such_member")?[]:[Ae("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Ae("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var Lr=ct(gt(),1);var Qt=ct(gt(),1);var Ku="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Bu="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",is={date:{
pattern:`^${Ku}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${Bu}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Ku}T${Bu}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var T0=Object.keys(is);function wo(t){let r=t.has("format")?t.oneOf("format",T0):void 0,a=t.has("examples")?t.texts("examples"):void 0;return r===void 0&&t.has(
"pattern")&&a===void 0&&t.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),Be({maxLength:t.optionalNumber("maxLength"),
pattern:r===void 0?t.optionalText("pattern"):is[r].pattern,format:r,default:t.optionalText("default"),examples:a??(r===void 0?void 0:is[r].valid)})}function vo({
minLength:t,maxLength:r,format:a,pattern:n,examples:o}){let i=a!==void 0&&is[a].isOurs===!0?void 0:a;return{type:"string",...Be({minLength:t,maxLength:r,format:i,
pattern:n,examples:o})}}function ko({minLength:t,maxLength:r,format:a,pattern:n,examples:o}){return{type:"string",...Be({minLength:t,maxLength:r,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function Po(t,r,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:e,examples:s}=t,c=Qt._`${n??0}`,g=o===void 0?Qt._`Infinity`:
Qt._`${o}`;if(i!==void 0){let u=e===void 0?Qt._`"pattern"`:Qt._`"format"`,b=e===void 0?{example:t.default??s?.[0]??null}:{format:e};return Qt._`${He("patterned",
t,r,c,g,a(Mr(i)),u,a(bu(b)))})`}return n===1&&o===void 0?Qt._`${He("nonEmpty",t,r)})`:n===void 0&&o===void 0?Qt._`${He("typed",t,r,Qt._`"string"`)})`:Qt._`${He(
"text",t,r,c,g)})`}function $o({minLength:t=0,maxLength:r,format:a,pattern:n,examples:o}){let e=Or(t,r,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:g,
zh:u}=is[a].name;return t>0||r!==void 0?{en:`${g}, of ${e.en}`,zh:`${u}\uFF0C${e.zh}`}:{en:g,zh:u}}let s=r!==void 0?{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`}:
t===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:t===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`},
[c]=o??[];return n===void 0||c===void 0?s:{en:`${s.en} such as ${JSON.stringify(c)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(c)}`}}function So({default:t,
examples:r,minLength:a=0,maxLength:n},o){if(t!==void 0)return t;let[i]=r??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function _o({format:t,pattern:r,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(r===void 0)return[];let i=new RegExp(r),[e=""]=a,c=(t===void 0?[`${e}\0`,` ${e}`,`${e}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:is[t].invalid).filter(u=>!i.test(u)&&[...u].length>=n&&[...u].length<=o),g=t===void 0?"pattern":"format";return[...a.map((u,b)=>Pe(`${g}-good-${b+1}`,u)),
...c.map((u,b)=>Ae(`${g}-bad-${b+1}`,u,g))]}function xo({minLength:t=0,maxLength:r,pattern:a}){let n=new RegExp(a??""),o=({value:c})=>typeof c=="string"&&n.test(
c),i=t>0?[Ae("min-length-under","a".repeat(t-1),"min-length")]:[],e=r===void 0?[]:["a","\u5B57"].map(c=>Ae(`max-length-over-${c==="a"?"latin":"han"}`,c.repeat(r+
1),"max-length")),s=[...t>0?[Pe("min-length-at","a".repeat(t)),Pe("min-length-astral","\u{1F600}".repeat(t)),Pe("space"," ".repeat(t))]:[],...r===void 0?[]:[Pe(
"max-length-at","a".repeat(r)),Pe("max-length-astral","\u{1F600}".repeat(r))]].filter(o);return[...i,...s,...e]}var Gu=()=>Ye([7,!0,["a"]]);function Zu(t){return Qe(
"minLength",t.optionalNumber("minLength"))}function qo({pattern:t,minLength:r,maxLength:a},n){return t===void 0?n.text(pr(n,r,a)):n.matching(t)}var A0={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function Xu(t){return A0[t].
en}var Yu={read:(t,r)=>({kind:"prompt",...r,minLength:t.optionalNumber("minLength")??0,...wo(t),limits:t.objects("x-prompt-limits").map(N0),tokens:t.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:vo,
check:(t,r,a)=>[Po(t,r,a),...R0(t,r,a),...E0(t,r,a)].reduce((n,o)=>Lr._`${n}
${o}`),facts:t=>({...ko(t),...t.tokens.length>0?{tokens:t.tokens.map(({prefix:r,parameter:a,from:n,to:o})=>({prefix:r,parameter:a,from:n,to:o}))}:{}}),phrase:$o,
example:(t,r)=>So(t,Xu(r)),cases:t=>[...Ye([7,!0,["a"],{text:"a"}]),...xo(t),..._o(t),...M0(t.limits),...L0(t.tokens)],sample:qo};function N0(t){return{rule:t.text(
"rule"),severity:t.severity(),count:t.oneOf("count",["code-points","han","non-han","words"]),max:t.number("max"),...Qe("onlyWithHan",t.optionalFlag("onlyWithHan")),
source:t.source()}}function R0({limits:t},{pointer:r,value:a},{constant:n,text:o}){if(t.length===0)return[];let i=t.map(({rule:u,count:b,max:q,severity:j,onlyWithHan:M})=>[
u,b,q,j==="error"?1:0,M===!0?1:0]),e=Math.min(...t.map(u=>u.max)),s=t.some(u=>u.count==="words"),c=(u,b=!0)=>n(Tt(b?I0(u):[])),g=Lr._`${c(o.han)}, ${c(o.latin,s)}, ${c(
o.space,s)}`;return[Lr._`if (typeof ${a} === "string" && ${a}.length > ${e}) ${new Lr.Name("promptLimits")}(${Gt}, ${r}, ${a}, ${n(Tt(i))}, ${g})`]}function I0(t){
let r=t.flatMap(([a,n])=>[a,n+1]);return r.map((a,n)=>a-(r[n-1]??0))}function E0({tokens:t},{pointer:r,value:a},{variable:n}){return t.map(({prefix:o,parameter:i,
from:e,to:s})=>{let c=Mr(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Lr._`if (typeof ${a} === "string") ${new Lr.Name("promptTokens")}(${Gt}, ${r}, ${a}, ${c}, ${i}, ${e}, ${s}, ${n(
i)})`})}function M0(t){return[...t.flatMap(({rule:r,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(Qu(a,o)).map(([i,e])=>Pe(`${r}-${a}-${o===n?"at":"over"}${i}`,
e)))),...t.length>1?[Pe("every-limit-over",t.map(({count:r,max:a})=>Qu(r,a+1)[""]).join(" "))]:[]]}function L0(t){return t.flatMap(({prefix:r,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${r}1 and ${r}${i}, then ${r}${i} again, ${r} alone`,findings:[],
beside:{[a]:Array.from({length:o},(e,s)=>`https://example.com/${s+1}`)}}))))}function Qu(t,r){let a=Math.min(10,r-1);switch(t){case"han":return{"":"\u8239".repeat(
r),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(r-a)} and a boat`};case"words":return{"":Array.from({length:r},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(r)}`};case"non-han":return{"":"x".repeat(r),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a)}`};default:return{"":"x".repeat(r),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a-1)}`}}}var eh={read(t,r,a){return t.has("x-value-list")?yo.read(t,r,a):{kind:"string",...r,...Zu(t),...wo(t),...Qe("values",t.unknown("x-values"))}},type:()=>"string",
schema:vo,check:Po,facts:ko,phrase(t){let r=$o(t);return t.values===void 0?r:{en:`${r.en}; which values it takes is not shown`,zh:`${r.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},
example:t=>So(t,t.values===void 0?"text":"1024x1024"),cases:t=>[...Gu(),...t.pattern===void 0&&t.maxLength===void 0?[Pe("any-text","anything")]:[],...t.pattern===
void 0&&(t.minLength??0)===0?[Pe("empty","")]:[],...xo(t),..._o(t)],sample:qo};var Fr=ct(gt(),1);function th(t,r){return{read:r,type:({variants:a})=>`(${a.map(n=>t.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(o=>F0(t,a,o))}),check(a,n,o){
let{tag:i,variants:e}=a,s=new Fr.Name(`form${n.depth}`),c=o.nested(i,{pointer:Fr._`${n.pointer} + ${`/${i.name}`}`,value:s,depth:n.depth+1}),g=e.map(u=>Fr._`if (${s} === ${u.
name}) {
${o.nested(u,n)}
}`);return Fr._`if (${He("anyObject",a,n)})) {
const ${s} = ${new Fr.Name("own")}(${n.value}, ${i.name})
${[c,...g].reduce((u,b)=>Fr._`${u}
${b}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let o=n.map(({name:i,members:e})=>{let{en:s,zh:c}=ud(
rh(a,e));return s===""?{en:i,zh:i}:{en:`${i} with ${s}`,zh:`${i}\uFF0C\u542B ${c}`}});return{en:`an object by its ${a.name}: ${o.map(({en:i})=>i).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${o.map(({zh:i})=>i).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:t.example(a,n),
cases:a=>[...Ye(["text",7,[]]),...V0(t,a),...z0(t,a)],sample:({variants:a},n)=>{let o=a[n.below(a.length)];return o===void 0?{}:t.sample(o,n)}}}function F0(t,r,a){
let{properties:n,...o}=t.schema(a),i=me(n)?n:{},{enum:e,...s}=me(i[r.name])?i[r.name]:{};return{...o,...bo(a),properties:{...i,[r.name]:{...s,const:a.name}}}}function rh(t,r){
return r.filter(({name:a})=>a!==t.name)}function V0(t,{tag:r,variants:a}){let[n]=a,o=n===void 0?{}:t.example(n,"video"),{[r.name]:i,...e}=me(o)?o:{},s=`/${r.name}`;
return[Ae(`${r.name}-missing`,e,"required",s),...so(r,`${r.name}-null`,{...e,[r.name]:null},s),...t.cases(r).filter(({findings:c})=>c.length>0).flatMap(({about:c,
value:g=null,findings:u})=>({about:`${r.name}-${c}`,value:{...e,[r.name]:g},findings:u.map(b=>({...b,path:s}))}))]}function z0(t,{tag:r,variants:a}){let n=a.flatMap(
({members:o})=>o);return a.flatMap(o=>{let i=rh(r,o.members),e=new Set(o.members.map(({name:u})=>u)),s=n.find(({name:u})=>!e.has(u)),c=t.example(o,"video"),g=u=>me(
u)?[{[r.name]:o.name,...u}]:[];return[Pe(`form-${o.name}`,c),...s===void 0||!me(c)?[]:[Ae(`${o.name}-with-${s.name}`,{...c,[s.name]:t.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...t.cases({...o,members:i}).flatMap(({about:u,value:b=null,findings:q})=>g(b).map(j=>({about:`${o.name}-${u}`,value:j,findings:q})))]})}
function sh(t,r,a){let n=t.objects("oneOf"),o=U0(n)??t.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),i=n.map(u=>{
let b=a(u.object("properties").object(o).text("const"),u);return b.kind==="object"?b:t.refuse("oneOf","objects with named members")}),e=new Map;for(let u of i.flatMap(
({members:b})=>b)){let b=e.get(u.name)??u;u.name!==o&&Ga(u)!==Ga(b)&&t.refuse("oneOf",`forms in which "${u.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),e.set(u.name,b)}let s=i.map(({name:u})=>u),{source:c}=r,g=e.get(o)?.description??"";return{kind:"union",...r,tag:{kind:"enum",
name:o,required:!0,description:g,phrase:ha(s),notes:[],source:c,type:"string",values:s},variants:i}}function U0(t){let[r]=t.map(({value:n})=>n);return(me(r?.properties)?
Object.keys(r.properties):[]).find(n=>{let o=t.map(({value:{properties:i,required:e}})=>{let s=me(i)?i[n]:void 0;return me(s)&&Array.isArray(e)&&e.includes(n)?s.
const:void 0});return o.every(i=>typeof i=="string")&&new Set(o).size===o.length})}function Ga(t){let{kind:r,quantity:a}=t,{unit:n,default:o}=t;return JSON.stringify(
[r,a,n,o,...r==="media"?[t.single,t.media,t.accepts,t.limits]:[],...r==="list"?[Ga(t.items)]:[],...r==="object"?t.members.map(i=>[i.name,Ga(i)]):[],...r==="unio\
n"?t.variants.map(Ga):[]])}var Oo={type:K0,schema:B0,example:nh,cases:t=>Z0(t,[]),sample:Q0},ah={prompt:Yu,string:eh,enum:_u,integer:xu,number:Mu,boolean:yu,media:Iu,object:Wu(Oo,D0),map:ju(
Oo,W0),union:th(Oo,C0),list:qu(Oo,H0),array:fu};function J0(t,r){if(r["x-media"]!==void 0)return"media";if(r.enum!==void 0||r.const!==void 0)return"enum";if(r.oneOf!==
void 0)return"union";let a=Wa(r);switch(a){case"string":return t==="prompt"||r["x-prompt-limits"]!==void 0||r["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return r["x-items"]===void 0?"list":"array";case"object":return r.properties===void 0&&me(r.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return a;default:return}}function jo(t,r,a,n){let o=J0(t,r.value)??r.refuse("type","string, integer, number, boolean, object or array");r.ignore("type","$comment");let i=ah[o].read(r,{...a,
...ro(r.value)?{nullable:!0}:{}},n);return{...i,phrase:G0(i)}}function D0(t,r,a){let n=t.object("properties"),o=new Set(t.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||t.refuse("required",`names of members, and "${i}" is none`);return t.flag("additionalProperties")&&t.refuse("additionalProperties","false"),{
kind:"object",...r,members:Object.keys(n.value).map(i=>{let e=n.object(i);return jo(i,e,To(i,o.has(i),e,r),a)})}}function C0(t,r,a){return sh(t,r,(n,o)=>jo(n,o,
To(n,!0,o,r),a))}function W0(t,r,a){let n=t.object("additionalProperties");n.has("default")&&n.refuse("default","left out: a member is there or not");let o=jo("\
value",n,To("value",!0,n,r),a),i=t.has("propertyNames")?t.object("propertyNames"):void 0,[e,...s]=i?.texts("examples")??[];return{kind:"map",...r,values:o,...i===
void 0||e===void 0?{}:{names:{pattern:i.text("pattern"),examples:[e,...s]}},...Be({minProperties:t.optionalNumber("minProperties"),maxProperties:t.optionalNumber(
"maxProperties")})}}function H0(t,r,a){let n=t.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),t.has("uniqueIte\
ms")&&["object","array"].includes(Wa(n.value)??"")&&t.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...r,items:jo(
"item",n,To("item",!0,n,r),a),...Be({minItems:t.optionalNumber("minItems"),maxItems:t.optionalNumber("maxItems"),uniqueItems:t.optionalFlag("uniqueItems")===!0?
!0:void 0})}}function To(t,r,a,{source:n}){return hu(t,r,a,n)}function K0(t){return wu(t,Ks(t).type(t))}function B0(t){return vu(t,Ks(t).schema(t))}function G0(t){return ku(t,Ks(t).phrase(t))}function nh(t,r){return Ks(t).example(t,r)}function Z0(t,r){return Pu(t,Ks(t).cases(t,r))}function Q0(t,r){return t.
nullable&&r.below(8)===0?null:Ks(t).sample(t,r)}function Ks(t){return fo(t)?yo:ah[t.kind]}function oh(t,r){return Object.hasOwn(t,r)?Reflect.get(t,r):void 0}function ps(t){return t.split("/").slice(1)}function Ao(t){return t.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Pr({value:t,place:r},a,n){let[o,
...i]=a;if(o===void 0)return[{value:t,place:r}];if(o==="*")return Array.isArray(t)?t.flatMap((c,g)=>Pr({value:c,place:r+"["+g+"]"},i,n)):[];if(typeof t!="object"||
t===null||Array.isArray(t))return[];let e=oh(t,o),s={value:e===void 0&&!i.length?n:e,place:(r&&r+".")+o};return s.value===void 0?[]:Pr(s,i,n)}function Vr(t,{path:r,
default:a}){return Pr(t,ps(r),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function ih(t){let[,r="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(t))??[],o=a.length-Number(n),i=BigInt(r+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function ph(t){let r=t.map(o=>ih(o)),a=r.reduce((o,[,i])=>Math.max(
o,i),0);return+(r.reduce((o,[i,e])=>o+i*10n**BigInt(a-e),0n)+"e-"+a)}function dh(t){let r=t.map(n=>ih(n)),a=r.reduce((n,[,o])=>n+o,0);return+(r.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function Bs(t,r,a,{maximum:n,minimum:o,unit:i},e){let s=n??o??0,c=typeof s=="number"?{value:s,place:""}:Vr(e,s)[0];if(c===void 0)return;let{value:g,place:u}=c;if(n===
void 0?a>=g:a<=g)return;let b=n===void 0?"lower":"upper";return{text:t,of:[...r],side:b,limit:g,unit:i,actual:a,...u?{bound:u}:{}}}function ch(t,r){let a={value:t,place:""},n=0;for(let{path:o}of r.of)for(let{value:i}of Pr(a,ps(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return Bs("rule-co\
unt",r.of.map(({path:o})=>Ao(o)),n,r,a)}function mh(t,r){let a=Object.entries(t).map(([e,s])=>lh(e.split("."),s,r)),n=a.filter(e=>e!==void 0);if(n.length<a.length)return;let[o={},...i]=n;return i.length===
0?o:{allOf:n}}function lh([t="",...r],a,n){let o=n.find(e=>e.name===t);if(o===void 0)return;if(r.length===0)return X0(o,a);let i=o.nullable?void 0:lh(r,a,sr(o));
return i&&{required:[t],properties:{[t]:{type:"object",...i}}}}function X0(t,r){let{name:a,nullable:n,kind:o}=t,{default:i}=t,e=(u,b)=>u?{properties:{[a]:b}}:{required:[
a],properties:{[a]:b}};if(typeof r!="object"||"length"in r){let u=typeof r=="object"?r:[r],b=u.some(q=>q===i);return e(b,{enum:[...u,...n&&b?[null]:[]]})}let{min:s,
max:c}=r,g=u=>u>=(s??0)&&u<=(c??1/0);if(o==="integer"||o==="number"||o==="enum"&&t.type!=="mixed"){let u=g(typeof i=="number"?i:0);return e(u,{type:n&&u?["numbe\
r","null"]:"number",minimum:s??0,...c===void 0?{}:{maximum:c}})}if(!n){if(o==="media"&&t.single)return g(1)?g(0)?{}:{required:[a]}:g(0)?{not:{required:[a]}}:void 0;
if(o==="media"||o==="array"||o==="list"&&sr(t.items).length===0&&t.items.kind!=="list"){let u={...s===void 0?{}:{minItems:s},...c===void 0?{}:{maxItems:c}};return e(
g(0),{type:"array",...u})}}}function uh({defaults:t=[]},r){let a=t.flatMap(({when:n,default:o})=>{let i=mh(n,r);return typeof o=="number"&&i!==void 0?[{if:i,default:o}]:[]});return a.length===
0?{}:{defaults:a}}function No(t,r){let a=n=>{if(Array.isArray(n))return n.map(a);if(!me(n)||n.defaults===void 0)return n;let{defaults:o,...i}=n,e=Ct(o).find(([,
s])=>me(s)&&me(s.if)&&r(s.if));return e!==void 0&&me(e[1])?{...i,default:e[1].default??null}:i};return Object.fromEntries(Object.entries(t).map(([n,o])=>[n,a(o)]))}function Zs(t,r){return t.texts("of").map((a,n)=>hh(t,`of/${n}`,a,r))}function Ro(t,r){return fh(t,"of",r)}function Qs(t,r,a){let n=t.has("maximum")?"maximum":"\
minimum";return{[n]:Y0(t,n,r,a),unit:a??""}}function Y0(t,r,a,n){if(typeof t.raw(r)=="number")return t.number(r);let o=hh(t,r,t.text(r),a),i=fh(t,r,[o]);return n!==
void 0&&i!==n&&t.refuse(r,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function Io(t){let r=new Set(t.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return r.size===1?[...r][0]:void 0}function Eo(t,r){return r.map(({at:a})=>({...a,path:Gs(a).slice(t.length)}))}function hd({in:t,of:r}){return Ct(r).
map(([,a])=>wi(`${Gs(t)}${Gs(a)}`))}function Xs(t){let{maximum:r,minimum:a,unit:n=""}=t,o=r??a??null;return{of:hd(t),side:r===void 0?"lower":"upper",...me(o)?{bound:wi(
Gs(o))}:{limit:o,unit:n}}}function Gs(t){let r=me(t)?t.path:t;return typeof r=="string"?r:""}function hh(t,r,a,n){let o=fd(a,n);(o===void 0||!eP(o))&&t.refuse(r,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{},...uh(
o,n)}}}function eP(t){let{kind:r}=t;return r==="integer"||r==="number"||r==="enum"&&t.type!=="string"}function fd(t,r){let[a,...n]=t.split("/").slice(1);return n.
reduce((o,i)=>o?.kind==="object"||o?.kind==="union"?sr(o).find(e=>e.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,r.find(o=>o.name===a))}function fh(t,r,a){
let n=new Set(a.map(({parameter:i})=>i.unit??""));n.size>1&&t.refuse(r,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===
""?"":` ${o}`}var tP=64,yh={keyword:"x-count",read(t,r){return{of:t.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:fd(n,r))??t.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...rP(i)?{}:{one:!0}}}),...Qs(t,r)}},broken:(t,r)=>ch(t,r),check:"brokenCount",demand:t=>({
text:"rule-count",...Xs(t)}),schema({of:t,maximum:r,minimum:a}){let n=r??a,o=Ct(t).map(([,s])=>me(s)&&s.one===void 0?Gs(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=gh(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>r===void 0?aP(o,s):sP(o,s))}}};function rP(t){
return t.kind==="list"||t.kind==="array"||t.kind==="media"&&!t.single}function gh(t,r){if(r===1)return[[t]];let a=[];for(let n=0;n<=t;n++){let o=gh(t-n,r-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>tP))return}return a}function sP(t,r){return{properties:Object.fromEntries(t.map((a,n)=>[a,{maxItems:r[n]??0}]))}}
function aP(t,r){let a=t.flatMap((n,o)=>{let i=r[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function bh(t,{in:r,of:a,orEqual:n,unit:o}){for(let i of Pr({value:t,place:""},ps(r))){let e=a.flatMap(s=>Vr(i,s));for(let[s,c]of e.entries()){let g=e[s-1];if(!(g===
void 0||g.value<c.value||n&&g.value===c.value))return{text:"rule-order",...n?{orEqual:""}:{},first:g.place,actual:g.value,second:c.place,limit:c.value,unit:o}}}}var wh={keyword:"x-order",read(t,r){let a=Zs(t,r),n=t.texts("of"),o=(n.length>1?Io(n):n[0]?.includes("*")?"":void 0)??t.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:Eo(o,a),...t.optionalFlag("orEqual")?{orEqual:!0}:{},unit:Ro(t,a)}},broken:(t,r)=>bh(t,r),check:"\
brokenOrder",demand:t=>({text:"rule-order",...t.orEqual===!0?{orEqual:""}:{},of:hd(t)})};function vh(t,r){let a={value:t,place:""};for(let n of Pr(a,ps(r.in))){let o=r.of.flatMap(c=>Vr(n,c));if(o.length<r.of.length)continue;let[i,e]=[o.map(({place:c})=>c),
o.map(({value:c})=>c)],s=Bs("rule-product",i,dh(e),r,a);if(s!==void 0)return s}}var kh={keyword:"x-product",read(t,r){let a=Zs(t,r),n=t.texts("of"),o=(n.length>1?Io(n):void 0)??t.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:Eo(o,a),...Qs(t,r)}},broken:(t,r)=>vh(t,r),check:"brokenProduct",demand:t=>({text:"rule-product",...Xs(t)})};function Ph(t,r){let a={value:t,place:""},n=r.of.flatMap(i=>Vr(a,i));if(!n.length)return;let o=r.of.map(({path:i})=>Ao(i));return Bs("rule-sum",o,ph(n.map(({value:i})=>i)),
r,a)}var $h={keyword:"x-sum",read(t,r){let a=Zs(t,r);return{of:a.map(({at:n})=>n),...Qs(t,r,Ro(t,a))}},broken:(t,r)=>Ph(t,r),check:"brokenSum",demand:t=>({text:"rule\
-sum",...Xs(t)})};var Sh=[$h,kh,yh,wh];function Oh(t,r){return jh(t)(r)}var _h=new WeakMap;function jh(t){let r=_h.get(t);if(r!==void 0)return r;let a=Object.entries(t).flatMap(([o,i])=>nP[o]?.(i,t)??
[]),n=o=>a.every(i=>i(o));return _h.set(t,n),n}function cr(t){return me(t)?jh(t):void 0}function yd(t){return Ct(t).map(([,r])=>cr(r)??Th)}var Th=()=>!1,nP={type:t=>{
if(typeof t=="string")return qh[t];let r=Ct(t).flatMap(([,a])=>typeof a=="string"?qh[a]??[]:[]);return a=>r.some(n=>n(a))},const:t=>r=>t===r,enum:t=>r=>Array.isArray(
t)&&t.includes(r),minimum:Za((t,r)=>t>=r),maximum:Za((t,r)=>t<=r),exclusiveMinimum:Za((t,r)=>t>r),exclusiveMaximum:Za((t,r)=>t<r),multipleOf:Za((t,r)=>iP(t/r)),
uniqueItems:t=>t!==!0?void 0:r=>!Array.isArray(r)||new Set(r.map(a=>JSON.stringify(a))).size===r.length,minLength:xh((t,r)=>t>=r),maxLength:xh((t,r)=>t<=r),pattern:t=>{
let r=typeof t=="string"?oP(t):void 0;return r===void 0?void 0:a=>typeof a!="string"||r.test(a)},minItems:t=>r=>!Array.isArray(r)||r.length>=Number(t),maxItems:t=>r=>!Array.
isArray(r)||r.length<=Number(t),items:t=>{let r=cr(t);return r===void 0?void 0:a=>!Array.isArray(a)||a.every(r)},contains:t=>{let r=cr(t);return r===void 0?void 0:
a=>!Array.isArray(a)||a.some(r)},required:t=>{let r=Ct(t).map(([,a])=>a);return a=>!me(a)||r.every(n=>gd(a,n))},properties:t=>{let r=Hr(t).flatMap(([a,n])=>{let o=cr(
n);return o===void 0?[]:[[a,o]]});return a=>!me(a)||r.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:t=>{let r=Hr(
t).map(([a,n])=>[a,Ct(n)]);return a=>!me(a)||r.every(([n,o])=>!gd(a,n)||o.every(([,i])=>gd(a,i)))},oneOf:t=>{let r=yd(t);return a=>r.filter(n=>n(a)).length===1},
anyOf:t=>{let r=yd(t);return a=>r.some(n=>n(a))},allOf:t=>{let r=yd(t);return a=>r.every(n=>n(a))},additionalProperties:(t,{properties:r})=>{let a=t===!1?Th:cr(
t),n=o=>me(r)&&Object.hasOwn(r,o);return a&&(o=>Hr(o).every(([i,e])=>n(i)||a(e)))},propertyNames:t=>{let r=cr(t);return r&&(a=>Hr(a).every(([n])=>r(n)))},minProperties:t=>r=>!me(
r)||Object.keys(r).length>=Number(t),maxProperties:t=>r=>!me(r)||Object.keys(r).length<=Number(t),not:t=>{let r=cr(t);return r===void 0?void 0:a=>!r(a)},if:(t,r)=>{
let[a,n,o]=[cr(t),cr(r.then),cr(r.else)];if(!(a===void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(Sh.map(t=>[t.keyword,r=>me(
r)?a=>t.broken(a,No(r,n=>Oh(n,a)))===void 0:void 0]))};function Za(t){return r=>a=>typeof a!="number"||t(a,Number(r))}function xh(t){return r=>a=>typeof a!="str\
ing"||t([...a].length,Number(r))}function oP(t){try{return new RegExp(t)}catch{return}}function iP(t){return Math.abs(t-Math.round(t))<=1e-9*Math.max(1,Math.abs(
t))}function gd(t,r){return typeof r=="string"&&Object.hasOwn(t,r)}var qh={string:t=>typeof t=="string",integer:t=>Number.isInteger(t),number:t=>typeof t=="numb\
er",boolean:t=>typeof t=="boolean",array:t=>Array.isArray(t),object:t=>me(t),null:t=>t===null};var pP=/^models\/([^/]+)\.schema\.json$/;function Qa(t){let r=pP.exec(t)?.[1];return r===void 0?void 0:vc(r)}function Ah(t){return`models/${wc(t)}.schema.json`}var Nh=xs(t=>[...t.files.values()].flatMap(r=>{let a=Qa(r.path),n=ds(r);return a===void 0||n===void 0?[]:[{path:r.path,id:a,schema:n}]}));function ds(t){return t!==
void 0&&t.syntaxErrors.length===0&&me(t.value)?t.value:void 0}function Mo(t){return[...t.files.values()].some(r=>ds(r)===void 0)}var Oj=xs(()=>new Map);function dP(t,r){let a=[],n=(i,e)=>{a.push(e),o(i),a.pop()},o=i=>{if(r(i,a),Array.isArray(i))i.forEach(n);else if(me(i))for(let e of Object.keys(i))n(i[e]??null,
e)};o(t)}function Rh(t,r){let a=[];return dP(t,(n,o)=>{let i=r(n,o);i!==void 0&&a.push(i)}),a}function Ih(t){return[...t.files.values()].flatMap(r=>r.path.startsWith("meta/")?[]:cP(r))}var cP=qr(t=>Rh(ds(t)??null,(r,a)=>{let n=typeof r=="string"?lP(r):void 0;
return n===void 0?void 0:{code:"S006",file:t.path,path:[...a],message:n}})),mP=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function lP(t){let[r]=mP.exec(t)??[];return r!==void 0?`the text holds U+${(r.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
t===t.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Eh(t){return t.filter(({keyword:r})=>r==="oneOf").reduce((r,a)=>r.includes(a)?uP(r,a):r,[...t])}function Mh(t){return Lh(t).map(({required:r})=>r.join(
" with ")).join("; ")}function uP(t,r){let a=Lh(r),n=c=>c!==r&&gP(c.instancePath,r.instancePath)&&!yP(c,r),o=t.filter(c=>c!==r&&!n(c)),i=hP(a,r);if(typeof i!="n\
umber")return[...o,i];let e=a[i]?.members,s=t.filter(c=>n(c)&&bP(c,r,i,e));return s.length>0?[...o,...s]:[...o,r]}function hP(t,r){let a=me(r.data)?Object.keys(
r.data):[];if(Array.isArray(r.params.passingSchemas))return r;let n=t[0]?.members===void 0?void 0:fP(t);if(n!==void 0){let{data:c}=r,g=me(c)?c[n]:void 0,u=t.findIndex(
({members:q})=>q?.get(n)===g);if(u!==-1)return u;let b=t.map(({members:q})=>q?.get(n));return{...r,keyword:"enum",instancePath:`${r.instancePath}/${n}`,params:{
allowedValues:b},data:g}}let o=t.map(({required:c,members:g})=>a.filter(u=>g?.has(u)??c.includes(u)).length),i=Math.max(...o),e=o.flatMap((c,g)=>c===i?[g]:[]),[
s]=e;return i===0||s===void 0||e.length>1&&t[0]?.members===void 0?r:s}function fP(t){return[...t[0]?.members?.keys()??[]].find(a=>t.every(({members:n})=>n?.get(
a)!==void 0))}function Lh({schema:t}){return(Array.isArray(t)?t:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([e,{const:s}])=>[
e,s]));return{required:n??[],members:i}})}function yP(t,{instancePath:r,schemaPath:a}){let n=a.slice(0,-6);return!t.schemaPath.startsWith(`${a}/`)&&(t.instancePath===
r||t.schemaPath.startsWith(`${n}/properties/`))}function gP(t,r){return t===r||t.startsWith(`${r}/`)}function bP(t,{instancePath:r,schemaPath:a},n,o){if(t.schemaPath.
startsWith(`${a}/`))return t.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=t.instancePath.slice(r.length+1).split("/");return o?.has(i)??!0}import{createRequire as vP}from"node:module";import{fileURLToPath as wP}from"node:url";var Fh=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,bd=new URL("../".repeat(
Fh),import.meta.url),Vj=new URL("../",bd),zj=new URL(Fh===3?"./":"../",import.meta.url);var Hj=wP(new URL("dist/kept/",bd));var kP=vP(import.meta.url),wd="spec:/";function Vh(){let{Ajv2020:t}=kP("ajv/dist/2020.js");return new t({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var PP=/^upstreams\/([^/]+)\.json$/;function Xa(t){return PP.exec(t)?.[1]}function zh(t,r){let a=(n,o)=>me(o)&&r(n,o);return[...t.files.values()].flatMap(({path:n,
value:o})=>Xa(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var Uh={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},Jh="meta/model.schema.json",Dh="\
meta/upstream.schema.json",$P=["meta/facts.schema.json","meta/parameter.schema.json"],a3=[...Object.entries(Uh).flat(),Jh,Dh,...$P];function Ch(t){return Xa(t)!==void 0?Dh:Qa(t)===void 0?Uh[t]:Jh}var Lo;function Fo(t){let r=[...t.files.values()].filter(i=>i.path.startsWith("meta/")),a=r.map(
i=>i.text).join(`
`);if(Lo?.text===a)return Lo.validator;let n=t.meta?.code(),o=t.meta===void 0||n===void 0?_P(r):SP(t.meta.paths,n);return Lo={text:a,validator:i=>t.files.has(i)?
o(i):void 0},Lo.validator}function SP(t,{exports:r}){let a=new Map(t.map((n,o)=>[n,r[`meta${o}`]]));return n=>a.get(n)}function _P(t){let r=Vh();for(let a of t){
let n=ds(a);n!==void 0&&r.addSchema(n,wd+a.path)}return a=>r.getSchema(wd+a)}function Jt(t,r){let n=r.map(o=>({candidate:o,distance:xP(t.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(t.length/3))?n.candidate:void 0}function xP(t,r){let a=Array.from({length:r.length+1},(n,o)=>o);for(let[n,o]of[...t].entries()){let i=[n+1];
for(let e=1;e<=r.length;e++){let s=(a[e-1]??0)+(o===r[e-1]?0:1);i.push(Math.min(s,(a[e]??0)+1,(i[e-1]??0)+1))}a=i}return a[r.length]??0}function Wh(t){let r=/\\([pPsSdDwWbBkux1-9])/.exec(t.replaceAll("\\\\",""))??void 0;if(r!==void 0&&r[1]!=="x")return{problem:`uses ${r[0]}`};if(/\(\?[=!<]/.test(
t))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(t);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Bh(t){let r=Fo(t),a=[...t.files.values()].flatMap(n=>{let o=Ch(n.path),i=o===void 0?void 0:r(o);if(i===void 0)return[];let e=qP(n),s=e.get(i)??OP(n,i);
return e.set(i,s),s});return t.meta?.code()?.keep(),a}var qP=qr(()=>new WeakMap);function OP(t,r){let{value:a,syntaxErrors:n}=t;if(a===void 0||n.length>0||r(a))
return[];let o=new Map;for(let i of Eh(r.errors??[])){let e=jP(t.path,a,i);e!==void 0&&!o.has(e.path.join("/"))&&o.set(e.path.join("/"),e)}return[...o.values()]}
function jP(t,r,a){let n=IP(r,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Wh(String(a.data)))return;
if(a.data===null)return{code:"S013",file:t,path:n,message:`${Ya(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return TP(
t,[...n,o("additionalProperty")],a);case"required":return Hh(t,n,o("missingProperty"));case"dependentRequired":{let{code:i,...e}=Hh(t,n,o("missingProperty"));return{
code:i,...e,message:`${e.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:t,path:n,message:`${Ya(n)} must have exactly one of ${Mh(
a)}`};case"propertyNames":return{code:"S014",file:t,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:t,path:n,message:`${Ya(n)} must be ${AP(a)}`}}}function TP(t,r,a){let n=String(r.at(-1)),o=me(Kh(a))?Object.keys(Kh(a)):[],i=Jt(n,o);return{
code:"S010",file:t,path:r,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function Hh(t,r,a){
return a==="x-source"?{code:"S012",file:t,path:r,at:"key",message:`${Ya(r)} has no source`}:{code:"S011",file:t,path:[...r,a],message:`${Ya(r)} lacks the keywor\
d "${a}"`}}function Kh(t){let r=t.parentSchema?.properties;return typeof r=="object"&&r!==null?{...r}:{}}function AP(t){let r=t.parentSchema?.errorMessage;return typeof r==
"string"?r:(RP[t.keyword]??NP)(t)}var Vo=({params:t})=>String(t.limit),Ys=({params:t},r)=>`${String(t.limit)} ${r}${t.limit===1?"":"s"}`,NP=({keyword:t})=>`of a\
nother form: the meta-schema's "${t}" rejects it`,RP={type:({params:t})=>`of type ${[t.type].flat().join(" or ")}`,const:({params:t})=>JSON.stringify(t.allowedValue),
enum:({params:t})=>`one of ${[t.allowedValues].flat().join(", ")}`,minimum:t=>`${Vo(t)} or more`,maximum:t=>`${Vo(t)} or less`,exclusiveMinimum:t=>`more than ${Vo(
t)}`,exclusiveMaximum:t=>`less than ${Vo(t)}`,minLength:t=>`a string of ${Ys(t,"character")} or more`,maxLength:t=>`a string of ${Ys(t,"character")} or less`,minItems:t=>`\
a list of ${Ys(t,"item")} or more`,maxItems:t=>`a list of ${Ys(t,"item")} or less`,minProperties:t=>`an object with ${Ys(t,"member")} or more`,maxProperties:t=>`\
an object with ${Ys(t,"member")} or less`,uniqueItems:({params:t,data:r})=>`a list without repeats: ${Array.isArray(r)?JSON.stringify(r[Number(t.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:t})=>`a string that matches ${String(t.pattern)}`,format:({params:t})=>`\
a string of the format ${String(t.format)}`,not:()=>"something else"};function Ya(t){let r=t.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=t.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return t.length===0?"the file":r.slice(a.at(-2)??0).join("").replace(/^\./,"")}function IP(t,r){let a=t;return we(r).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:me(a)?a[n]:void 0,o?Number(n):n})}var EP=[{causes:new Set(["S004"]),follow:t=>t!=="S004"},{causes:new Set(["S020"]),follow:t=>["S015","S039","S061"].includes(t)},{causes:new Set(["S010","S011"]),
follow:t=>t==="S056"},{causes:new Set(["S010","S056"]),follow:t=>t==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:t=>[
"S030","S052","S053"].includes(t)}];function Gh(t){let r=new Map;for(let{file:o,code:i}of t)r.set(o,(r.get(o)??new Set).add(i));let a=t.filter(({file:o,code:i})=>{
let e=[...r.get(o)??[]];return!EP.some(({causes:s,follow:c})=>c(i)&&e.some(g=>s.has(g)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,e)=>!o.some((s,c)=>MP(i,s,c<e))))}function MP(t,r,a){return t===r||t.offset!==void 0||r.path.length===
0||!r.path.every((n,o)=>t.path[o]===n)?!1:t.path.length===r.path.length?a&&["S005","S006","S014","S015"].includes(r.code):t.code==="S014"&&r.code==="S014"}function vd(t,r){let a=t.slice(0,r).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Zh=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Qh=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var Xh=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var Yh=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${Xh.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var ef=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var tf=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var rf=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var sf=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var af=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var nf=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
": { "quality": "hd" }, "default": 10 }]'}];var of=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],pf=[{code:"S100",severity:"err\
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
esult in a bucket cannot be read",explanation:'The service reads a result with "object" in the folder that the operator has set, with the key of the upstream: a\
 row with "resultsFolder" tells the upstream of the folder, and only a key that signs requests (aws-sigv4, for S3) or a service account (google-service-account,\
 for Google Cloud Storage) opens it. A folder that no result is read from does nothing.',hint:'Say "token": { "by": "aws-sigv4", \u2026 } or { "by": "google-service-\
account", \u2026 } in "authentication", put "resultsFolder" into a row, and read the result with "object".',wrong:'"rows": [{ "to": "/prompt", "from": "prompt" \
}], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]',right:'"rows": [{ "to": "/prompt", "from": "prompt" }, { "to": "/folder", "resultsFolder":\
 true }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]'}];var LP=[...Zh,...Qh,...Yh,...ef,...tf,...sf,...af,...rf,...of,...nf,...pf];function df(t){let r=LP.find(a=>a.code===t);if(r===void 0)throw new RangeError(`no su\
ch code: ${t}`);return r}var cf=60;function mf(t,r){let a=df(r.code),n=t.files.get(r.file),o=n===void 0?{line:1,column:1,text:""}:FP(n,r);return{code:r.code,severity:a.severity,file:r.file,
line:o.line,column:o.column,pointer:fn(r.path),text:UP(o.text),message:r.message,hint:r.hint??a.hint}}function FP(t,r){if(r.offset!==void 0)return{...vd(t.text,
r.offset),text:zP(t.text,r.offset)};let a=VP(t.tree,r),n=a?.offset??0;return{...vd(t.text,n),text:a===void 0?"":t.text.slice(n,n+a.length)}}function VP(t,r){if(t!==
void 0){for(let a=r.path.length;a>=0;a--){let n=dc(t,r.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return r.
at==="key"&&a===r.path.length?o??n:n}return t}}function zP(t,r){let a=t.indexOf(`
`,r);return t.slice(r,a===-1?t.length:a)}function UP(t){let r=t.replace(/\s+/g," ");return r.length>cf?`${r.slice(0,cf-1)}\u2026`:r}var lf=100;function zo(t,r){let a=[],n,o;try{o=JSON.parse(r)}catch{n=yi(r,a,uf),o=n===void 0?void 0:cc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(hf(o,lf))throw new RangeError(`${t} has more than ${lf} levels`);return{path:t,text:r,value:o,get tree(){return n??=yi(r,[],uf)},syntaxErrors:a}}
var uf={disallowComments:!0,allowTrailingComma:!1};function hf(t,r){return typeof t!="object"||t===null?!1:r===0||Object.values(t).some(a=>hf(a,r-1))}function ff(t,r){let{code:a,severity:n,file:o,line:i,column:e,pointer:s,text:c,message:g,hint:u}=t,b=c===""?"":`
    ${c}`;return`${r}/${o}:${i}:${e} ${n} ${a} ${g}${b}
    at #${s}
    ${u}`}var _e=xs(t=>zh(t,(r,a)=>Fo(t)("meta/upstream.schema.json")?.(a)===!0)),JP=["video","image","audio","mesh"];function De({operations:t}){return JP.flatMap(r=>{let a=t[r];
return a===void 0?[]:[[r,a]]})}var zr=xs(t=>Nh(t).map(({path:r,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(me(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,DP(t,r,o)]))})));function DP(t,r,a){let n=me(a)?a:{},o=typeof n.$ref=="string"?{...CP(t,r,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function CP(t,r,a){try{let{value:n}=bc(t,r,a);return me(n)?n:{}}catch{return{}}}function WP(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function yf(t,r){let a=t;for(let n of r)if(Array.isArray(a))a=a[Number(n)];else if(WP(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var gf=["queued","processing","ended","cancelled"],HP={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*bf(t){
for(let{path:r,source:a}of _e(t)){let{cancelRules:n}=a;if(n!==void 0)for(let[o,{cancel:i,status:e}]of De(a)){if(i===void 0)continue;let s={code:"S100",file:r},c=[
"operations",o,"cancel"];yield*KP({...s,path:c},i,n,e?.states??{});let g=BP(i,n);g!==void 0&&(yield{...s,path:[...c,"proves","answer","words"],message:`cancelRu\
les.${g} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),i.proves!==void 0&&gf.every(u=>n[u].then!==
"cancelled")&&(yield{...s,path:[...c,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*KP({path:t,...r},{from:a},n,o){if(n.
ended.then!=="removed")return;let i='Name in "from" the words of tasks that wait or run.',e="cancelRules.ended removes the result";a===void 0&&(yield{...r,path:t,
message:`the request is sent to tasks that have ended too, and ${e}`,hint:i});for(let[s,c]of(a?.words??[]).entries())HP[o[c]??""]==="ended"&&(yield{...r,path:[...t,
"from","words",s],message:`"${c}" means an end, and ${e}`,hint:i})}function BP({proves:t},r){let{answer:a}=t??{};if(a===void 0)return;let n=o=>(r[o].status??200)<
300?yf(r[o].body,we(a.at)):void 0;return gf.find(o=>o!=="cancelled"&&r[o].then!=="cancelled"&&a.words.some(i=>i===n(o)))}function*wf(t){for(let{path:r,source:a}of _e(t)){let n=Xa(r);a.protocol!==n&&(yield{code:"S070",file:r,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var kd=99;function*vf(t){for(let{path:r,source:a}of _e(t)){for(let[o,{rows:i}]of De(a)){let e=i.map(({to:s})=>we(s));for(let[s,c]of e.entries()){let g=GP(c,e);if(g===
void 0)continue;yield{code:"S080",file:r,path:["operations",o,"rows",s,"to"],message:`no row writes to ${g}, the place before it`}}}let n=t.files.get(r)?.value;
for(let{step:o,path:i}of n===void 0?[]:Pd(n,[])){let e={file:r,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...e,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>kd){let s=`Use an index up to ${kd}\
: a fake writes every place before it.`;yield{code:"S080",...e,message:`the index ${o} is larger than ${kd}`,hint:s}}}}}function GP(t,r){for(let[a,n]of t.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...t.slice(0,a),String(BigInt(n)-1n)];if(!r.some(e=>o.every((s,c)=>e[c]===s)))return fn(o)}}var ZP=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Pd(t,r){if(typeof t=="string"){let a=t.startsWith("/")?we(t).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:r}}else if(Array.isArray(t))for(let[a,n]of t.entries())yield*Pd(n,[...r,a]);else if(me(t))for(let[a,n]of Object.entries(
t))ZP.includes(a)||(yield*Pd(n,[...r,a]))}function*kf(t){for(let{path:r,source:a}of _e(t))for(let[n,{rows:o}]of De(a))for(let[i,{minimum:e,maximum:s}]of o.entries())e!==void 0&&s!==void 0&&e>s&&(yield{code:"\
S084",file:r,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${e} is greater than the maximum ${s}`})}var Pf={video:"video",image:"image",audio:"audio",mesh:"model"};function*$f(t){for(let{path:r,source:a}of _e(t))for(let[n,{results:o}]of De(a))for(let{contentType:i,
path:e}of Sf(o,["operations",n,"results"]))i.startsWith(`${Pf[n]}/`)||(yield{code:"S085",file:r,path:e,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${Pf[n]}/.`})}function*Sf(t,r){for(let[a,{contentType:n,results:o=[]}]of t.entries())n!==void 0&&(yield{contentType:n,path:[...r,a,"contentType"]}),
yield*Sf(o,[...r,a,"results"])}function*xf(t){for(let{path:r,source:a}of _e(t))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,c]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[c].length===0&&(yield{code:"S082",file:r,path:[...i,s],message:`the proof never counts: errors.${c} names no place to read one\
 from`,hint:`Name the place in errors.${c}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:r,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let e=a.errors.proofs.slice(0,n).findIndex(s=>QP(s,o));e!==-1&&(yield{code:"S082",file:r,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${e+1}, HTTP ${a.errors.proofs[e]?.status??""}`})}}function QP(t,r){return(t.status===r.status||t.status===`${r.status[0]??""}xx`)&&
_f(t.codes,r.codes)&&_f(t.says,r.says)}function _f(t,r){return t===void 0||(r?.every(a=>t.includes(a))??!1)}function Dt(t){return t.split(/(\{[^{}]*\})/).flatMap(r=>r===""?[]:/^\{.*\}$/.test(r)?[{variable:r.slice(1,-1)}]:[r])}function*qf(t){for(let{path:r,source:a}of _e(t)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:e,key:s}=n,c=["webhooks","\
signature"],g={code:"S089",file:r},u=Dt(i).flatMap(b=>typeof b=="string"?[]:[b.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...g,path:[...c,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),e?.header!==void 0&&!u.includes("timestamp")&&(yield{...g,path:[...c,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...g,path:[...c,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...g,path:[...c,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var XP=/\{(value|base64|mediaType|imageFormat)\}/;function Of(t){return{value:t,holes:[...$d(t,[])]}}function*$d(t,r){if(typeof t=="string"){let a=XP.exec(t);if(a===
null)return;let[n,o]=a,[i,e]=[t.slice(0,a.index),t.slice(a.index+n.length)],s={at:r,whole:t===n,prefix:i,suffix:e};yield o==="base64"||o==="mediaType"||o==="ima\
geFormat"?{...s,part:o}:s}else if(Array.isArray(t))for(let[a,n]of t.entries())yield*$d(n,[...r,String(a)]);else if(me(t))for(let[a,n]of Object.entries(t))yield*$d(
n,[...r,a])}function Uo(t){return typeof t=="string"?[...t.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,r=""])=>r):Array.isArray(t)?t.flatMap(Uo):me(t)?Object.values(
t).flatMap(Uo):[]}function bt(t){return Dt(t).map(r=>{if(typeof r=="string")return r;let{variable:a}=r;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${t}: unknown variable {${a}}`)})}function jf({paths:t,items:r,within:a,created:n,size:o,next:i}){return{paths:t.map(bt),items:we(r),within:a===void 0?[]:we(a),created:{at:we(n.at),as:n.as},...o===
void 0?{}:{size:o},next:YP(i)}}function YP({by:t,parameter:r,at:a,more:n}){return t==="url"?{by:t,parameter:r,at:we(a??"")}:{by:t,parameter:r,...n===void 0?{}:{
more:we(n)}}}function Tf({implied:t={},told:r}){return{implied:t,told:r.map(({at:a,constant:n,fact:o})=>({at:we(a),from:o===void 0?{kind:"constant",value:n??null}:
{kind:o}}))}}var Jo=["body","bodySha256","timestamp"];function Af(t){let{algorithm:r,encoding:a,signed:n,headers:o={},time:i,key:e}=t;return{algorithm:r,in:Nf(t),encoding:a,
signed:Dt(n).map(s=>typeof s=="string"?s:e$(s.variable,o)),...i===void 0?{}:{time:t$(i)},key:r$(e)}}function Nf({header:t,separator:r,prefix:a=""}){return{header:t.
toLowerCase(),...r===void 0?{}:{separator:r},prefix:a}}function e$(t,r){let a=Jo.find(n=>n===t);return a===void 0?{header:(r[t]??"").toLowerCase()}:{is:a}}function t$({
member:t,header:r="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:t===void 0?Nf({header:r,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:we(t)},unit:o,toleranceSeconds:i}}function r$(t){if(t.by==="key-set")return t;let r={prefix:t.prefix??"",encoding:t.encoding};return t.by==="setting"?{by:t.
by,form:r}:{by:t.by,path:bt(t.path),at:we(t.at),form:r}}function If(t){let{message:r,code:a,codeHeader:n,status:o,inside:i,proofs:e}=t.errors;return{protocol:t.protocol,title:t.title,baseUrl:t.baseUrl,authentication:{
in:t.authentication.in,name:t.authentication.name,prefix:t.authentication.prefix??"",...t.authentication.token===void 0?{}:{token:t.authentication.token}},...t.
headers===void 0?{}:{headers:t.headers},deadlineSeconds:t.deadline.seconds,pollSeconds:t.poll.seconds,...t.upload===void 0?{}:{upload:a$(t.upload)},operations:Object.
fromEntries(De(t).map(([s,c])=>[s,p$(c)])),errors:{message:r.map(we),code:a.map(we),...n===void 0?{}:{codeHeader:n.toLowerCase()},...o===void 0?{}:{status:we(o)},
proofs:e.map(P$),...i===void 0?{}:{inside:{at:we(i.at),unless:i.unless??[]}}},...t.probe===void 0?{}:{probe:{path:bt(t.probe.path),accepted:t.probe.accepted}},...t.
modelProbe===void 0?{}:{modelProbe:s$(t.modelProbe)},...t.webhooks===void 0?{}:{webhooks:n$(t.webhooks)},...t.cancelRules===void 0?{}:{cancelRules:o$(t.cancelRules)},
...t.idempotency===void 0?{}:{idempotency:{header:t.idempotency.header,keptSeconds:t.idempotency.keptSeconds}}}}function s$({path:t,url:r,names:a="",omits:n,told:o=[],
except:i=[],untestable:e}){if(e!==void 0)return{untestable:e};let s=r===void 0?void 0:new URL(r).origin;return{...s===void 0?{}:{origin:s},path:bt(t??r?.slice(s?.
length)??""),names:we(a),...n===void 0?{}:{omits:n},told:o.map(({at:c,constant:g})=>({at:we(c),value:g})),except:i}}function a$({method:t,path:r,field:a,reference:n}){
return{request:en({method:t,path:r}),...a===void 0?{}:{field:a},reference:we(n)}}function n$(t){let{body:r,query:a,with:n=[],signature:o,challenge:i,told:e=[]}=t;
return{url:r===void 0?{in:"query",name:a??""}:{in:"body",at:we(r)},beside:n.map(({to:s,constant:c})=>({to:we(s),value:c})),...o===void 0?{}:{signature:Af(o)},...i===
void 0?{}:{challenge:we(i)},told:e.map(({at:s,fact:c})=>({at:we(s),fact:c}))}}function o$({queued:t,processing:r,ended:a,cancelled:n}){return{queued:{status:200,
...t},processing:{status:200,...r},ended:{status:200,...a},cancelled:{status:200,...n}}}function i$({path:t,filter:r,limit:a,items:n,within:o}){return{path:bt(t),
filter:r,limit:a,items:we(n),within:o===void 0?[]:we(o)}}function p$(t){let{submit:r,id:a,idForm:n,queryId:o,query:i,list:e,cancel:s,status:c,progress:g,seconds:u,
secondsAs:b}=t;return{submit:en(r),submitPaths:y$(r.paths),encoding:r.encoding??"json",...r.status===void 0?{}:{submitStatus:r.status},...r.ignored===void 0?{}:
{ignored:r.ignored.map(we)},...r.implied===void 0?{}:{implied:r.implied.map(({at:q,is:j})=>({at:we(q),is:j}))},rows:t.rows.map(m$),drops:(t.drops??[]).map(({parameter:q,
values:j,when:M,reason:T})=>({parameter:q,when:(M??[]).map(Do),reason:T,...j===void 0?{}:{values:j}})),needs:Rf(t.needs),lacks:Rf(t.lacks),...a===void 0?{}:{id:we(
a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:b$(i)},...e===void 0?{}:{list:i$(e)},...s===void 0?{}:{cancel:w$(
s)},...t.history===void 0?{}:{history:jf(t.history)},...t.served===void 0?{}:{served:v$(t.served)},answer:{...c===void 0?{}:{status:d$(c)},...g===void 0?{}:{progress:{
at:we(g.at),of:g.of}},results:t.results.map(Ef),message:t.message.map(we),code:t.code.map(we),...u===void 0?{}:{seconds:we(u)},...b===void 0?{}:{secondsAsText:!0},
usage:(t.usage??[]).map(({at:q,unit:j})=>({at:we(q),unit:j})),...o===void 0?{}:{id:we(o)}},told:(t.told??[]).map(({at:q,in:j,link:M,constant:T,fact:L})=>({at:we(
q),in:j,from:M!==void 0?{kind:"link",request:{method:"GET",path:bt(M.path)}}:L!==void 0?{kind:L}:{kind:"constant",value:T??null}}))}}function d$({at:t,states:r,
as:a,absent:n,cases:o=[]}){return{at:we(t),states:r,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:e})=>({when:i.map(c$),
means:e}))}}function c$({at:t,is:r,present:a}){return r===void 0?{at:we(t),present:a??!0}:{at:we(t),is:r}}function Rf(t={}){return Object.fromEntries(Object.entries(
t).map(([r,{reason:a}])=>[r,a]))}function m$(t){let r=t.values===void 0?t.accepts?.map(f$):Object.entries(t.values).map(h$);return{to:we(t.to),from:u$(t),when:(t.
when??[]).map(Do),...t.as==="string"?{template:l$}:{},...t.as==="uploaded"?{uploaded:!0}:{},...t.as==="file"?{file:!0}:{},...t.template===void 0?{}:{template:Of(
t.template)},...r===void 0?{}:{values:r},...t.minimum===void 0?{}:{minimum:t.minimum},...t.maximum===void 0?{}:{maximum:t.maximum},...t.maximumItems===void 0?{}:
{maximumItems:t.maximumItems},...t.maximumLength===void 0?{}:{maximumLength:t.maximumLength},...t.forms===void 0?{}:{forms:t.forms},...t.also===void 0?{}:{also:t.
also.map(we)},...t.oneWay===void 0?{}:{oneWay:t.oneWay}}}var l$={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function u$({from:t,each:r,join:a,model:n,
resultsFolder:o,constant:i}){return t!==void 0?{kind:"parameter",name:t}:r!==void 0?{kind:"each",name:r}:a!==void 0?{kind:"joined",names:a}:o===!0?{kind:"result\
s-folder"}:n===!0?{kind:"model"}:{kind:"constant",value:i??null}}function h$([t,r]){return[ea(t),r]}function ea(t){return t==="true"||t==="false"||/^-?\d+$/.test(
t)?JSON.parse(t):t}function f$(t){return[t,t]}function Do({given:t,absent:r,parameter:a="",among:n=[],model:o,exceptModel:i}){return t!==void 0?{kind:"given",parameters:t}:
r!==void 0?{kind:"absent",parameters:r}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,values:n}}function en({
method:t,path:r,headers:a}){if(a===void 0)return{method:t,path:bt(r)};let n=Object.entries(a).map(([o,i])=>[o,bt(i)]);return{method:t,path:bt(r),headers:Object.
fromEntries(n)}}function y$(t=[]){return t.map(({when:r,path:a,encoding:n})=>({when:r.map(Do),path:bt(a),...n===void 0?{}:{encoding:n}}))}function g$(t=[]){return t.
map(({when:r,path:a})=>({when:r.map(Do),path:bt(a)}))}function b$({paths:t,at:r,hosts:a=[],body:n,...o}){return{...en(o),...t===void 0?{}:{paths:g$(t)},...r===void 0?
{}:{stated:{at:we(r),hosts:a}},...n===void 0?{}:{body:n.map(Sd)}}}function Sd({to:t,fact:r,constant:a}){return{to:we(t),from:r===void 0?{kind:"constant",value:a??
null}:{kind:r}}}function w$({from:t,proves:r,body:a,...n}){let{answer:o,query:i=[]}=r??{};return{...en(n),...a===void 0?{}:{body:a.map(Sd)},...t===void 0?{}:{from:t.
words},proves:{...o===void 0?{}:{answer:{at:we(o.at),words:o.words}},query:i}}}function v$({list:t,remove:r}){return{...t===void 0?{}:{list:Tf(t)},...r===void 0?
{}:{remove:{...en(r),answer:r.answer.map(Sd)}}}}function Ef(t){let{url:r,list:a,withKey:n,body:o,base64:i,contentType:e,object:s,file:c,content:g,query:u,results:b,
message:q,pending:j}=t,M=t.asked===void 0?{}:{asked:k$(t.asked)};return o===!0?{kind:"body"}:r!==void 0?{kind:"url",at:we(r),list:a??!1,...n===!0?{withKey:n}:{},
...M}:i!==void 0&&e!==void 0?{kind:"base64",at:we(i),contentType:e,...M}:s!==void 0?{kind:"object",at:we(s),file:c??""}:g!==void 0?{kind:"content",request:{method:"\
GET",path:bt(g)}}:{kind:"query",request:{method:"GET",path:bt(u??"")},results:(b??[]).map(Ef),message:(q??[]).map(we),...j===void 0?{}:{pending:j}}}function k$({
at:t,is:r,model:a=[]}){return{at:we(t),is:r,models:a}}function P$({status:t,codes:r,says:a,proves:n}){let o=Number(t.replaceAll("x","0")),i=Number(t.replaceAll(
"x","9"));return{from:o,to:i,proves:n,...r===void 0?{}:{codes:r},...a===void 0?{}:{says:a.map(e=>e.toLowerCase())}}}function*Mf(t){for(let{path:r,source:a}of _e(t))for(let[n,{rows:o}]of De(a)){let i=zr(t).filter(e=>e.kind===n);for(let[e,s]of o.entries()){let c=s.oneWay===void 0?
$$(s,i):void 0;c!==void 0&&(yield{code:"S077",file:r,path:["operations",n,"rows",e,"values",c[1]],message:`"${c[0]}" and "${c[1]}" of one model both become ${JSON.
stringify(s.values?.[c[1]])}`})}}}function $$({values:t={},from:r,each:a,join:n},o){let i=n??[r??a??""],e=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let c=(u,b)=>s.get(u)?.includes(ea(b))??s.has(u),g=Object.entries(t).filter(([u])=>{let b=e(u);return i.every((q,j)=>c(q,b[j]??""))});for(let[u,[b,q]]of g.entries()){
let j=g.slice(0,u).find(([,M])=>JSON.stringify(M)===JSON.stringify(q));if(j!==void 0)return[j[0],b]}}}function*Lf(t){for(let{path:r,source:a}of _e(t))for(let[n,{id:o,submit:i,rows:e,results:s}]of De(a)){let c=["operations",n];for(let[g,{body:u,asked:b,results:q=[]}]of s.
entries()){let j=[...c,"results",g];b!==void 0&&o!==void 0&&(yield{code:"S101",file:r,path:[...j,"asked"],message:`what a submit asks for is not known to the re\
quest that follows its ID at ${o}`}),u===!0&&o!==void 0&&(yield{code:"S101",file:r,path:[...j,"body"],message:`the answer to the submit has an ID at ${o}`});for(let[
M,T]of q.entries())T.body===!0&&(yield{code:"S101",file:r,path:[...j,"results",M,"body"],message:"this is the answer to another request than the submit"})}for(let[
g,u]of e.entries()){let{as:b,to:q,forms:j}=u;if(b!=="file")continue;let M=[...c,"rows",g];S$(u,i)?/^\/[^/]+(\/-)?$/.exec(q)===null?yield{code:"S102",file:r,path:[
...M,"to"],message:"a file is a field of the form, or one of several"}:j===void 0&&(yield{code:"S102",file:r,path:M,message:"the row does not say in which forms\
 it takes a file"}):yield{code:"S102",file:r,path:[...M,"as"],message:"the body is JSON, which holds no file"}}}}function S$({from:t,each:r},{encoding:a,paths:n=[]}){
return a==="form"?n.every(i=>i.encoding!=="json"):n.find(({when:[i,...e]})=>e.length===0&&i?.given?.includes(t??r??""))?.encoding==="form"}function*Ff(t){for(let{path:r,source:a}of _e(t))for(let[n,{rows:o}]of De(a))for(let[i,{as:e,forms:s}]of o.entries()){if(e!=="uploaded")continue;let c=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:r,path:c,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:r,
path:c,message:'the row takes no data URIs: "forms" must list data'})}}function*Uf(t){for(let{path:r,source:a}of _e(t))for(let[n,{rows:o}]of De(a)){let i=zr(t).filter(s=>s.kind===n),e=!1;for(let[s,c]of o.entries()){let g=o.slice(0,
s).find(u=>Jf(u,c)&&!x$(u,c)&&q$(u,c,i)&&!(e&&Co(u,c)));g!==void 0&&(e||=Co(g,c),yield{code:"S076",file:r,path:["operations",n,"rows",s,"to"],message:Co(g,c)?`${c.
to} makes an object where an earlier row makes a list, or the other way round (${_d(g)} at ${g.to})`:`${c.to} is written by an earlier row too (${_d(g)})`})}yield*_$(
r,a,o)}}function*_$(t,{webhooks:r},a){let n=[...r?.body===void 0?[]:[{to:r.body,path:["webhooks","body"]}],...(r?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let e=a.find(s=>Jf(s,{to:o}));e!==void 0&&(yield{code:"S076",file:t,path:i,message:`${o} is written by a row to\
o (${_d(e)})`})}}function Jf(t,r){if(Co(t,r))return!0;let[a,n]=[t.to,r.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Co({to:t},{to:r}){let[a,n]=[t.split("/"),r.split("/")],o=a.findIndex((s,c)=>s!==n[c]),[i,e]=[a[o],n[o]];return i!==void 0&&e!==void 0&&Vf(i)!==
Vf(e)}var Vf=t=>/^(-|\d+)$/.test(t);function x$(t,r){return t.constant!==void 0&&r.to.startsWith(`${t.to}/`)}function q$(t,r,a){if(zf(t,r)||zf(r,t))return!1;let n=[
Wo(t),Wo(r)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function zf({when:t=[]},r){return t.some(a=>Wo(r).some(n=>a.
absent?.includes(n))||(r.when??[]).some(n=>O$(a,n)))}function O$(t,r){return t.absent!==void 0&&r.given!==void 0?r.given.every(a=>t.absent?.includes(a)===!0):t.
model!==void 0&&r.model!==void 0?!t.model.some(a=>r.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):t.model!==void 0&&r.exceptModel!==void 0?t.model.every(
a=>r.exceptModel?.some(n=>a.startsWith(n))===!0):t.among!==void 0&&t.parameter===r.parameter&&!t.among.some(a=>r.among?.includes(a)===!0)}function Wo({from:t,each:r,
join:a}){return a??[t??r].filter(n=>n!==void 0)}function _d(t){return Wo(t).join(" and ")||(t.model===!0?"the model":t.resultsFolder===!0?"the folder of results":
"a constant")}function*Df(t){for(let{path:r,source:a}of _e(t))for(let[n,{id:o,query:i,status:e}]of De(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||e===void 0){
yield{code:"S078",file:r,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:c,absent:g,cases:u=[]}=e,b=[...Object.values(
c),g,...u.map(({means:q})=>q)];for(let q of["completed","failed"])b.includes(q)||(yield{code:"S078",file:r,path:[...s,"status","states"],message:`no status mean\
s ${q}`})}}var j$=["value","base64,mediaType","base64,imageFormat","base64"],T$=["value","base64","mediaType","imageFormat"];function*Cf(t){for(let{path:r,source:a}of _e(t))
for(let[n,{rows:o}]of De(a))for(let[i,{template:e,forms:s}]of o.entries()){if(e===void 0)continue;let c=Uo(e);if(j$.includes([...c].sort().join())){c.includes("\
base64")&&s?.join()!=="data"&&(yield{code:"S075",file:r,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row\
 takes URLs too: "forms" must be ["data"]'});continue}let g=c.find(u=>!T$.includes(u));yield{code:"S075",file:r,path:["operations",n,"rows",i,"template"],message:g!==
void 0?`{${g}} means nothing here`:c.length===0?"the template does not hold {value}":c.every(u=>u==="value")?`the template holds {value} ${c.length} times`:"the\
 template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once"}}}function*Ho({submit:t,query:r,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[e,s=[]]of[["submit",t.paths],["query",r?.paths]])for(let[c,{when:g}]of s.entries())
yield*xd(g,[e,"paths",c,"when"]);for(let[e,s]of a.entries()){let c=["rows",e],g=s.from===void 0?"each":"from",u=s.from??s.each,b=Object.keys(s.values??{}).map(j=>({
value:ea(j),path:[...c,"values",j],at:"key"})),q=(s.accepts??[]).map((j,M)=>({value:j,path:[...c,"accepts",M],at:"value"}));for(let[j,M]of(s.join??[]).entries())
yield{parameter:M,path:[...c,"join",j],at:"value",values:A$(s,c,j)};u!==void 0&&(yield{parameter:u,path:[...c,g],at:"value",values:[...b,...q]}),yield*xd(s.when??
[],[...c,"when"])}for(let[e,{parameter:s,values:c=[],when:g=[]}]of n.entries()){let u=["drops",e];yield{parameter:s,path:[...u,"parameter"],at:"value",values:c.
map((b,q)=>({value:b,path:[...u,"values",q],at:"value"}))},yield*xd(g,[...u,"when"])}for(let e of Object.keys(o))yield{parameter:e,path:["needs",e],at:"key",values:[]};
for(let e of Object.keys(i))yield{parameter:e,path:["lacks",e],at:"key",values:[]}}function A$({values:t={}},r,a){return Object.keys(t).map(n=>({value:ea(n.split(
" ")[a]??""),path:[...r,"values",n],at:"key"}))}function*xd(t,r){for(let[a,{given:n=[],absent:o=[],parameter:i,among:e=[]}]of t.entries()){for(let[c,g]of n.entries())
yield{parameter:g,path:[...r,a,"given",c],at:"value",values:[]};for(let[c,g]of o.entries())yield{parameter:g,path:[...r,a,"absent",c],at:"value",values:[]};if(i===
void 0)continue;let s=e.map((c,g)=>({value:c,path:[...r,a,"among",g],at:"value"}));yield{parameter:i,path:[...r,a,"parameter"],at:"value",values:s}}}function*Wf(t){if(!Mo(t))for(let{path:r,source:a}of _e(t))for(let[n,o]of De(a)){let i=zr(t).filter(s=>s.kind===n),e=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:c,at:g}of Ho(o)){if(e.includes(s))continue;let u=Jt(s,e);yield{code:"S071",file:r,path:["operations",n,...c],at:g,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${e.join(", ")}.`:`Did you mean "${u}"?`}}}}function*Hf(t){for(let{path:r,source:a}of _e(t)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:e}=n,s={code:"S088",file:r},
c=["webhooks","signature"],g=Jo.filter(q=>q!=="timestamp"||e!==void 0),u=[...new Set([...g,...Object.keys(i)])],b=Dt(o).flatMap(q=>typeof q=="string"?[]:[q.variable]);
for(let q of b.filter(j=>!u.includes(j))){let j=Jt(q,u);yield{...s,path:[...c,"signed"],message:`{${q}} is not known here`,hint:N$(q,j,u)}}for(let q of Object.keys(
i)){let j={...s,path:[...c,"headers",q],at:"key"};Jo.some(M=>M===q)?yield{...j,message:`{${q}} has a meaning of its own`,hint:"Give the header another name."}:b.
includes(q)||(yield{...j,message:`{${q}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function N$(t,r,a){return t==="timestamp"?'Say in \
"time" where it is.':r!==void 0?`Did you mean {${r}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Ko(t,r){return qd(t.files.get(r)?.value??null,[])}var R$=["template","constant","among","body","values","accepts","sources"];function*qd(t,r){if(Array.
isArray(t))for(let[a,n]of t.entries())r.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...r,a]}:yield*qd(n,[...r,a]);else if(me(t))for(let[a,n]of Object.
entries(t))a==="source"&&typeof n=="string"?yield{name:n,path:[...r,a]}:R$.includes(a)||(yield*qd(n,[...r,a]))}function*Kf(t){for(let{path:r,source:a}of _e(t)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Ko(t,r)){if(n.includes(o))continue;let e=Jt(o,n);yield{code:"\
S073",file:r,path:i,message:`"${o}" is not in sources`,hint:e===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${e}"?`}}}}var Bf=["model","app"],ta=["id","name","model","app"];function*Bo(t){t.probe!==void 0&&(yield{text:t.probe.path,path:["probe","path"],allowed:[]});let{path:r,url:a}=t.
modelProbe??{};r!==void 0&&(yield{text:r,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
t.upload!==void 0&&(yield{text:t.upload.path,path:["upload","path"],allowed:[]});let{key:n}=t.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of De(t))for(let{path:e,...s}of I$(i))yield{path:["operations",o,...e],...s}}function*I$({id:t,submit:r,
query:a,list:n,history:o,cancel:i,results:e,told:s=[]}){let c=t!==void 0;yield{text:r.path,path:["submit","path"],allowed:Bf};for(let[u,{path:b}]of(r.paths??[]).
entries())yield{text:b,path:["submit","paths",u,"path"],allowed:Bf};for(let u of["submit","query","cancel"])for(let[b,q]of Object.entries({submit:r,query:a,cancel:i}[u]?.
headers??{}))yield{text:q,path:[u,"headers",b],allowed:["model"]};let g=a?.body?.some(({fact:u})=>u==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","p\
ath"],allowed:ta,needsId:c&&!g});for(let[u,{path:b}]of(a?.paths??[]).entries())yield{text:b,path:["query","paths",u,"path"],allowed:ta,needsId:c&&!g};n!==void 0&&
(yield{text:n.path,path:["list","path"],allowed:[]});for(let[u,b]of(o?.paths??[]).entries())yield{text:b,path:["history","paths",u],allowed:[]};i!==void 0&&(yield{
text:i.path,path:["cancel","path"],allowed:ta,needsId:c});for(let[u,{link:b}]of s.entries())b!==void 0&&(yield{text:b.path,path:["told",u,"link","path"],allowed:ta});
yield*Gf(e,["results"],c)}function*Gf(t,r,a){for(let[n,{content:o,query:i,results:e=[]}]of t.entries())o!==void 0&&(yield{text:o,path:[...r,n,"content"],allowed:ta,
needsId:a}),i!==void 0&&(yield{text:i,path:[...r,n,"query"],allowed:ta,needsId:a}),yield*Gf(e,[...r,n,"results"],a)}function*Zf(t){for(let{path:r,source:a}of _e(t))for(let{text:n,path:o,allowed:i}of Bo(a))for(let e of Dt(n))typeof e=="string"||i.includes(e.variable)||(yield{code:"\
S074",file:r,path:o,message:`{${e.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*Qf(t){for(let{path:r,source:a}of _e(t))for(let{text:n,path:o,allowed:i,needsId:e}of Bo(a)){let s=Dt(n).flatMap(g=>typeof g=="string"?[]:[g.variable]),c=s.
includes("id")||s.includes("name");e===!0&&!c&&s.every(g=>i.includes(g))&&(yield{code:"S083",file:r,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Xf(t){if(!Mo(t))for(let{path:r,source:a}of _e(t))for(let[n,o]of De(a)){let i=new Set,e=zr(t).filter(s=>s.kind===n);for(let{parameter:s,values:c}of Ho(o)){
let g=e.filter(b=>b.parameters.has(s)).map(b=>b.parameters.get(s)),u=new Set(g.flatMap(b=>b??[]));if(!(g.length===0||g.includes(void 0)))for(let{value:b,path:q,
at:j}of c){if(u.has(b)||i.has(q.join("/")))continue;i.add(q.join("/"));let M=typeof b=="string"?Jt(b,[...u].map(String)):void 0;yield{code:"S072",file:r,path:["\
operations",n,...q],at:j,message:`no ${n} model offers ${JSON.stringify(b)} as ${s}`,hint:M===void 0?`Offered: ${[...u].map(T=>JSON.stringify(T)).join(", ")}.`:
`Did you mean "${M}"?`}}}}}var E$=new Set(["failed","expired","cancelled"]);function*Yf(t){for(let{path:r,source:a}of _e(t))for(let[n,{cancel:o,status:i}]of De(a)){if(o===void 0)continue;
let e=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[c,g]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[u,b]of c.entries()){let q={code:"S087",file:r,path:[...s,...g,u]},j=e.get(b),M=j===void 0?Jt(b,[...e.keys()]):void 0;j===void 0?yield{...q,message:`\
"${b}" is not a word of status.states`,...M===void 0?{}:{hint:`Did you mean "${M}"?`}}:g[0]==="proves"&&!E$.has(j)&&(yield{...q,message:`"${b}" means ${j}: it p\
roves that something is made`})}}}function*ey(t){for(let{path:r,source:a}of _e(t)){let n=["aws-sigv4","google-service-account"].includes(a.authentication.token?.by??"");for(let[o,{rows:i,results:e}]of De(
a)){let s=i.findIndex(({resultsFolder:b})=>b===!0),c=e.findIndex(({object:b})=>b!==void 0),g=["operations",o],u=[...g,"results",c,"object"];s!==-1&&c===-1&&(yield{
code:"S103",file:r,path:[...g,"rows",s,"resultsFolder"],message:"no result is read from the folder"}),c!==-1&&(s===-1&&(yield{code:"S103",file:r,path:u,message:"\
no row tells the upstream of the folder"}),n||(yield{code:"S103",file:r,path:u,message:"the key of this protocol opens no bucket"}))}}}function*ty(t){for(let{path:r,source:a}of _e(t)){let n=new Set([...Ko(t,r)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:r,path:["sources",o],message:`no fact names the source "${o}"`})}}var ry=[wf,Wf,Xf,Kf,Zf,Cf,Uf,Mf,Df,Ff,vf,xf,Qf,kf,$f,ty,Yf,Hf,qf,bf,Lf,ey];var sy="meta/upstream.schema.json",M$=[lc,hc,gc,Ih,Bh,...ry];function ay(t,r){let a=[zo(sy,"{}"),...V$(r)],n={exports:{meta0:t},keep:()=>{}};return(o,i)=>o.map(
({name:e,text:s})=>{let c=`upstreams/${e}.json`,g={directory:i,files:new Map([...a,L$(c,s)].map(q=>[q.path,q])),meta:{paths:[sy],code:()=>n}},u=Gh(M$.flatMap(q=>[
...q(g)])).filter(({file:q})=>q===c).map(q=>mf(g,q)),b=_e(g)[0]?.source;return b!==void 0&&u.every(({severity:q})=>q!=="error")?{name:e,mapping:If(b)}:{name:e,mistakes:u.
sort((q,j)=>q.line-j.line).map(q=>F$(q,e,i))}})}function L$(t,r){try{return zo(t,r)}catch(a){if(!(a instanceof RangeError))throw a;return{path:t,text:r,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function F$(t,r,a){return ff({...t,file:`${r}.json`},a)}function V$(t){return Object.entries(t).map(([r,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([e,s])=>[e,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:r},...Object.fromEntries(o)}};return zo(Ah(r),JSON.stringify(i))})}var AN=ay(ny.default.meta0,z$);export{AN as compileProtocols};
