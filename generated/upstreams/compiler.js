// Made by the generator from spec/. Do not edit.
var Ty=Object.create;var Gd=Object.defineProperty;var Ny=Object.getOwnPropertyDescriptor;var Ry=Object.getOwnPropertyNames;var Iy=Object.getPrototypeOf,Ey=Object.prototype.hasOwnProperty;var he=(t,r)=>()=>{try{return r||t((r={exports:{}}).exports,r),r.exports}catch(a){throw r=0,a}};var Ly=(t,r,a,n)=>{if(r&&typeof r=="object"||typeof r=="function")for(let i of Ry(r))!Ey.call(t,i)&&i!==a&&Gd(t,i,{get:()=>r[i],enumerable:!(n=Ny(r,i))||n.enumerable});
return t};var vt=(t,r,a)=>(a=t!=null?Ty(Iy(t)):{},Ly(r||!t||!t.__esModule?Gd(a,"default",{value:t,enumerable:!0}):a,t));var io=he(no=>{"use strict";Object.defineProperty(no,"__esModule",{value:!0});function Qd(t){let r=t.length,a=0,n=0,i;for(;n<r;)a++,i=t.charCodeAt(n++),i>=55296&&
i<=56319&&n<r&&(i=t.charCodeAt(n),(i&64512)===56320&&n++);return a}no.default=Qd;Qd.code='require("ajv/dist/runtime/ucs2length").default'});var oo=he((G$,Xd)=>{"use strict";Xd.exports=function t(r,a){if(r===a)return!0;if(r&&a&&typeof r=="object"&&typeof a=="object"){if(r.constructor!==a.constructor)
return!1;var n,i,o;if(Array.isArray(r)){if(n=r.length,n!=a.length)return!1;for(i=n;i--!==0;)if(!t(r[i],a[i]))return!1;return!0}if(r.constructor===RegExp)return r.
source===a.source&&r.flags===a.flags;if(r.valueOf!==Object.prototype.valueOf)return r.valueOf()===a.valueOf();if(r.toString!==Object.prototype.toString)return r.
toString()===a.toString();if(o=Object.keys(r),n=o.length,n!==Object.keys(a).length)return!1;for(i=n;i--!==0;)if(!Object.prototype.hasOwnProperty.call(a,o[i]))return!1;
for(i=n;i--!==0;){var e=o[i];if(!t(r[e],a[e]))return!1}return!0}return r!==r&&a!==a}});var fa=he(po=>{"use strict";Object.defineProperty(po,"__esModule",{value:!0});var Yd=oo();Yd.code='require("ajv/dist/runtime/equal").default';po.default=Yd});var sc=he(rc=>{"use strict";rc.meta0=yn;var d={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
enum:["header","body"],description:"Where the client says who it is: Authorization (Basic), or the form. Left out: the header."},clientHeader:{$ref:"#/$defs/hea\
derName",description:"The header in which each request has the ID of the client beside the token. Left out: none."}},additionalProperties:!1},{type:"object",description:"\
A signature over each request (AWS Signature Version 4) stands in the header, which is Authorization and has no prefix. The operator's key is <access key ID>:<s\
ecret access key>, with :<session token> behind it for temporary credentials. The region is the one that the operator sets, or that of the base URL's host; us-e\
ast-1 where the host is none of AWS.",required:["by","service"],properties:{by:{const:"aws-sigv4",description:"The piece of code that makes the signature."},service:{
$ref:"#/$defs/signedService"}},additionalProperties:!1},{type:"object",description:"A signature over each request (TC3-HMAC-SHA256, of Tencent Cloud) stands in \
the header, which is Authorization and has no prefix. The operator's key is <secret ID>:<secret key>, with :<token> behind it for temporary credentials. The reg\
ion is sent as X-TC-Region.",required:["by","service"],properties:{by:{const:"tc3-hmac-sha256",description:"The piece of code that makes the signature."},service:{
$ref:"#/$defs/signedService"},region:{$ref:"#/$defs/signedRegion"}},additionalProperties:!1},{type:"object",description:"A signature over each request (HMAC-SHA\
256, of Volcengine and BytePlus) stands in the header, which is Authorization and has no prefix. The operator's key is <access key ID>:<secret access key>, with\
 :<session token> behind it for temporary credentials.",required:["by","service","region"],properties:{by:{const:"hmac-sha256-v4",description:"The piece of code\
 that makes the signature."},service:{$ref:"#/$defs/signedService"},region:{$ref:"#/$defs/signedRegion"}},additionalProperties:!1}]},source:{$ref:"#/$defs/sourc\
e"}},additionalProperties:!1},headers:{type:"object",minProperties:1,propertyNames:{pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\
\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers of every request below the base URL, such as the version of the A\
PI. Fakes reject a request without them."},idempotency:{type:"object",description:"How a repeated submit is made harmless. Left out where the upstream does not \
promise it. A repeat that is rejected is inconclusive about the first attempt.",required:["header","keptSeconds","source"],properties:{header:{type:"string",minLength:1,
description:"The header that takes the key."},keptSeconds:{type:"integer",minimum:1,description:"For how many seconds after its submit the upstream keeps a key \
at least. A repeat that comes later is not sent: it would buy again."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},deadline:{type:"object",description:"\
When a task that has not ended is given up.",required:["seconds","source"],properties:{seconds:{type:"integer",minimum:60,description:"Seconds after the submit."},
source:{$ref:"#/$defs/source"}},additionalProperties:!1},poll:{type:"object",description:"How often to query.",required:["seconds","source"],properties:{seconds:{
type:"number",exclusiveMinimum:0,description:"Seconds between two queries of one task."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},probe:{type:"o\
bject",description:"A GET that tells whether the key is valid and buys nothing.",required:["path","accepted","source"],properties:{path:{$ref:"#/$defs/path"},accepted:{
type:"array",items:{type:"integer",minimum:100,maximum:599},minItems:1,description:"HTTP statuses that prove that the key is accepted."},source:{$ref:"#/$defs/s\
ource"}},additionalProperties:!1},modelProbe:{type:"object",description:"A GET that tells whether the upstream knows a model and buys nothing, or why there is n\
one.",required:["source"],properties:{path:{$ref:"#/$defs/path",description:"Below the base URL, with the key. It may hold {model}."},url:{type:"string",pattern:"\
^https://[^/?#{}]+/[^#]*$",description:"In place of a path: a URL of another host of the vendor, to which no key is sent. It may hold {model}."},names:{$ref:"#/\
$defs/pointer",description:"Where the answer names models, with - for every item of a list. Without - the answer tells of the one model that the path names."},omits:{
type:"string",minLength:1,description:"Models that the answer leaves out although they can be used, so that a missing one is not proven to be unknown."},told:{type:"\
array",minItems:1,description:"Other members of the answer that clients of the vendor read and this service does not: fakes and native APIs write them.",items:{
type:"object",required:["at","constant"],properties:{at:{$ref:"#/$defs/pointer",description:"Where, with - for every item of the list of models."},constant:{description:"\
A fixed value."}},additionalProperties:!1}},except:{type:"array",minItems:1,description:"Model IDs that the answer never names.",items:{type:"object",required:[
"prefix","reason"],properties:{prefix:{type:"string",minLength:1,description:"What such IDs begin with."},reason:{type:"string",minLength:1,description:"Why the\
y cannot be tested."}},additionalProperties:!1}},untestable:{type:"string",minLength:1,description:"In place of a request: why no model can be tested without bu\
ying something."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["path","names"]},{required:["url","names"]},{required:["untestable"]}],additionalProperties:!1},
webhooks:{type:"object",description:"How the upstream tells by itself that a task has changed. A webhook hastens the next query of its task; what it says is nev\
er believed.",required:["source"],properties:{body:{$ref:"#/$defs/pointer",description:"Where in the body of the submit the URL goes."},query:{type:"string",minLength:1,
description:"The query parameter of the submit that takes the URL."},with:{type:"array",minItems:1,description:"Members of the body that go with the URL.",items:{
type:"object",required:["to","constant"],properties:{to:{$ref:"#/$defs/pointer"},constant:{description:"A fixed value."}},additionalProperties:!1}},signature:{type:"\
object",description:"How a webhook is signed. Left out where it is not.",required:["algorithm","header","encoding","signed","key"],properties:{algorithm:{enum:[
"hmac-sha256","hmac-sha512","ed25519"],description:"What the signature is made with."},header:{$ref:"#/$defs/headerName",description:"The header that holds the \
signature."},separator:{type:"string",minLength:1,description:"What stands between the parts of that header. One part that is a valid signature is enough. Left \
out: the header has one part."},prefix:{type:"string",minLength:1,description:'What stands before the signature in its part, such as "sha256=". Parts without it\
 are passed over.'},encoding:{enum:["hex","base64"],description:"How the signature is written."},headers:{type:"object",minProperties:1,additionalProperties:{$ref:"\
#/$defs/headerName"},description:'Headers that are signed too, by the names that stand for them in "signed".'},signed:{type:"string",minLength:1,description:'Th\
e text that is signed. {body} stands for the body as it arrived, {bodySha256} for its SHA-256 in lower-case hexadecimal, {timestamp} for the time as the webhook\
 writes it, and each name of "headers" for the value of its header.'},time:{type:"object",description:"Where a webhook says when it was sent. Left out where it \
does not: one that was recorded can be sent again at any time.",required:["unit","toleranceSeconds"],properties:{header:{$ref:"#/$defs/headerName",description:"\
The header that holds it."},separator:{type:"string",minLength:1,description:"What stands between the parts of that header."},prefix:{type:"string",minLength:1,
description:"What stands before the time in its part."},member:{$ref:"#/$defs/pointer",description:"In place of a header: a member of the body."},unit:{enum:["s\
econds","milliseconds","rfc3339"],description:"Seconds or milliseconds since 1970, or a date and time such as 2026-01-31T12:00:00Z."},toleranceSeconds:{type:"in\
teger",minimum:1,maximum:3600,description:"How many seconds it may differ from the time of the service."}},oneOf:[{required:["header"]},{required:["member"]}],dependentRequired:{
separator:["header"],prefix:["header"]},additionalProperties:!1},key:{description:"What the signature is checked with.",oneOf:[{type:"object",description:"The u\
pstream gives the key to holders of the operator's API key.",required:["by","path","at","encoding"],properties:{by:{const:"request",description:"The service ask\
s the upstream."},path:{$ref:"#/$defs/path"},at:{$ref:"#/$defs/pointer"},prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},
{type:"object",description:"The operator has agreed on the key with the upstream.",required:["by","encoding"],properties:{by:{const:"setting",description:"The o\
perator sets webhookSecret for the upstream."},prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",
description:"The upstream publishes its public keys. Only for ed25519.",required:["by","url"],properties:{by:{const:"key-set",description:"A JSON Web Key Set."},
url:{type:"string",pattern:"^https://",description:"Where it is. No key is sent there.",errorMessage:"an https URL"}},additionalProperties:!1}]}},additionalProperties:!1},
challenge:{$ref:"#/$defs/pointer",description:"A member of a first request that the answer must repeat."},told:{type:"array",minItems:1,description:"Members of \
a webhook that a fake writes. Left out where a webhook holds what a query answers.",items:{type:"object",required:["at","fact"],properties:{at:{$ref:"#/$defs/po\
inter"},fact:{enum:["id","model","created"],description:"A fact of the task."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},oneOf:[{required:["bod\
y"]},{required:["query"]}],additionalProperties:!1},rateLimits:{type:"object",description:"How the upstream tells of its limits on requests. Submits and queries\
 wait until it takes more. Retry-After is always read.",required:["source"],minProperties:2,properties:{text:{type:"string",minLength:1,description:"What is kno\
wn of limits beside that."},headers:{type:"object",description:"The headers of an answer that tell how many more requests of its kind are taken: submits and que\
ries count apart.",required:["remaining","reset","resetAs"],properties:{limit:{$ref:"#/$defs/headerName",description:"How many are taken between two resets."},remaining:{
$ref:"#/$defs/headerName",description:"How many more are taken before the next reset."},reset:{$ref:"#/$defs/headerName",description:"When the next reset is."},
resetAs:{enum:["duration","epoch-seconds","epoch-milliseconds"],description:"How that is written. duration: a time from now, such as 6m0s, 120ms or 1.5; a numbe\
r alone is one of seconds. The others: a time since 1970."}},additionalProperties:!1},retryAfter:{$ref:"#/$defs/pointer",description:"Where the body of an error\
 says how many seconds to wait, for answers without Retry-After."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},upload:{type:"object",description:"T\
he request that uploads a file before the submit names it. Rows that say so upload the data URIs they carry.",required:["method","path","reference","source"],properties:{
method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},field:{type:"string",minLength:1,description:"The field of a form (multip\
art/form-data) that holds the file. Left out where the body is the file itself."},reference:{$ref:"#/$defs/pointer",description:"Where the answer has what names\
 the file in the submit: a URL or an ID."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},operations:{type:"object",description:"How tasks are made, p\
er kind of model.",properties:{video:{$ref:"#/$defs/operation"},image:{$ref:"#/$defs/operation"},audio:{$ref:"#/$defs/operation"},mesh:{$ref:"#/$defs/operation"}},
minProperties:1,additionalProperties:!1},errors:{type:"object",description:"How error answers are read, and what they prove.",required:["message","code","proofs"],
properties:{message:{$ref:"#/$defs/pointers"},code:{$ref:"#/$defs/pointers"},codeHeader:{$ref:"#/$defs/headerName",description:"The header that has the code whe\
re the body has none, before a colon."},status:{$ref:"#/$defs/pointer",description:"Where an error has its HTTP status as a number, without which clients of the\
 vendor do not read it."},inside:{type:"object",description:"A member that makes an answer with HTTP 200 an error.",required:["at","source"],properties:{at:{$ref:"\
#/$defs/pointer"},unless:{type:"array",description:"Values that mean that there is no error."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proofs:{
type:"array",description:"What error answers to a submit prove. The first that fits counts; an answer that none fits may have made a task.",minItems:1,items:{type:"\
object",required:["status","proves","source"],properties:{status:{type:"string",pattern:"^[1-5]([0-9]{2}|xx)$",description:"One HTTP status, or a class such as \
5xx.",errorMessage:"an HTTP status such as 404, or a class of them such as 4xx"},codes:{type:"array",items:{type:"string"},minItems:1,description:"Only with one\
 of these error codes."},says:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"Only where the message holds one of these texts, in capita\
ls or not."},proves:{enum:["rejected","busy","credentials","payment","may-exist","unknown-model"],description:"rejected: no task was made. busy: none was made, \
and a later submit may succeed. credentials, payment: none was made, because of the key or of the account's balance, for which the task is not to blame. unknown\
-model: none was made, since the upstream has no model of the operator's ID, or none for this key. may-exist: nothing is proven."},means:{type:"string",minLength:1,
description:"What the upstream means by it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}}},additionalProperties:!1},cancelRules:{type:"object",description:`\
What the upstream does when it is asked to cancel a task, by how the task stands. Only fakes read it. Written from the upstream's documents and not from "cancel\
", so that a mistake there is found. Left out where nothing is known: a fake then cancels a task that has not ended.`,required:["queued","processing","ended","c\
ancelled","source"],properties:{queued:{$ref:"#/$defs/cancelRule",description:"A task that waits."},processing:{$ref:"#/$defs/cancelRule",description:"A task th\
at runs."},ended:{$ref:"#/$defs/cancelRule",description:"A task that has completed, failed or expired."},cancelled:{$ref:"#/$defs/cancelRule",description:"A tas\
k that was cancelled before."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},disagreements:{type:"array",description:"Where sources contradict each o\
ther, and which one the mapping follows.",items:{type:"object",required:["topic","between","follows"],properties:{topic:{type:"string",minLength:1,description:"\
What they disagree about, and how."},between:{type:"array",items:{$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{type:"string",minLength:1,
description:"What the mapping does, and why."}},additionalProperties:!1}}},additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,description:"A rema\
rk for who edits the file."},source:{type:"string",minLength:1,description:"One of the names in sources."},remark:{type:"object",required:["text","source"],properties:{
text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},pointer:{type:"string",pattern:"^(/([^/~]|~[01\
])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},otherPaths:{type:"array",minItems:1,
description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:[
"when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},encoding:{enum:["json","form"],description:"How the \
body is sent: JSON, or multipart/form-data. Left out: JSON."},submitPaths:{type:"array",minItems:1,description:"Other paths, for what the request gives or for s\
ome models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/pa\
th"},encoding:{enum:["json","form"],description:"How the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},cancelRule:{type:"obje\
ct",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:[
"cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. re\
moved: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP stat\
us of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the f\
orm of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"\
Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},fixedHeaders:{
type:"object",minProperties:1,propertyNames:{pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible A\
SCII characters and spaces"},description:"Fixed headers of the request. Fakes and native APIs tell requests of the same method and path apart by them."},signedService:{
type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The name of the service in the signature.",errorMessage:"lower-case letters, digits and hyphens"},signedRegion:{
type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The region where the operator sets no other.",errorMessage:"lower-case letters, digits and hyphens"},headerName:{
type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},
keyPrefix:{type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},keyEncoding:{enum:["text","hex","base64"],description:"How the\
 bytes of the key are written. text: the bytes of the text itself (UTF-8)."},pointers:{type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, t\
ried in order."},path:{type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that start\
s with /"},requestBody:{type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$de\
fs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed value\
."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}},request:{type:"object",required:["method","path","source"],properties:{method:{
enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"\
array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},operation:{type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{
$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST",
"PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/submitPaths"},headers:{$ref:"#/$defs/fixedHeaders"},encoding:{$ref:"#/$de\
fs/encoding"},status:{type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor take no other. Left out: 20\
0."},ignored:{type:"array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"Members of the body that clients of the vendor send and that ask for nothing, \
such as a random token: fakes and native APIs pass over them."},implied:{type:"array",minItems:1,description:"Members of the body that clients of the vendor may\
 send, with the values that ask for what is done anyway: fakes and native APIs pass over these.",items:{type:"object",required:["at","is"],properties:{at:{$ref:"\
#/$defs/pointer"},is:{type:"array",minItems:1,description:"These values."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{
type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in order."},drops:{type:"array",description:"Values that need not be sent\
, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason","source"],properties:{parameter:{type:"string",description:"The para\
meter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why nothing\
 is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"Parameters without which the upstream would choose, at i\
ts own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,
description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},lacks:{type:"object",description:"Parameters for which the u\
pstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"What the upstr\
eam has instead, or that it has nothing."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},id:{$ref:"#/$defs/pointer",description:"The task's ID in th\
e answer to the submit. Left out where that answer is the result."},idForm:{type:"string",pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",description:"What \
IDs with slashes look like, such as models/{model}/operations/{id}. Paths hold them as {name}. Fakes and native APIs write this form; of an upstream any ID is t\
aken.",errorMessage:"a form that ends with {id}"},queryId:{$ref:"#/$defs/pointer",description:"The task's ID in the answer to a query, when elsewhere."},query:{
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
description:"A fixed value."},fact:{enum:["id","model","created","completed","expires"],description:'A fact of the task. "completed" and "expires" are when it w\
as completed and until when its files are kept, in seconds since 1970, or null.'},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constan\
t"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},state:{enum:["queued","processing","comple\
ted","failed","expired","cancelled","unknown"],description:"What a task's status means."},results:{type:"array",minItems:1,description:"Where the result of a co\
mpleted task is, in order of preference.",items:{$ref:"#/$defs/result"}},when:{type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$def\
s/condition"}},row:{type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",
errorMessage:"a place in an object, which the body of a request is; only further down may there be lists",description:"Where in the upstream's body, an object; \
- at the end appends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},each:{type:"string",minLength:1,description:"\
The list whose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"Parameters that the upstream has as on\
e. The keys of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, which the operator sets."},resultsFolder:{
const:!0,description:"The folder in S3 or in Google Cloud Storage in which the upstream is to put its results, as s3://bucket/folder or gs://bucket/folder. The \
operator sets resultsFolder, and has to where every result is an object there."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"\
What is put there: {value} stands for the value. Of a data URI, {base64} stands for the file and {mediaType} for its type; {imageFormat} is the type of an image\
 without image/."},as:{enum:["string","uploaded","file"],description:"string: a number is sent as a string. uploaded: a data URI is uploaded first, and what nam\
es the file is sent; a URL is sent as it is. file: the file itself is sent as a part of the form (multipart/form-data); the service fetches it from a URL first."},
values:{type:"object",minProperties:1,description:"Our values, each with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"\
Values that are sent as they are. Others are not offered."},minimum:{type:"number",description:"The smallest number."},maximum:{type:"number",description:"The g\
reatest number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most \
characters of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of media reference the upstream takes."},also:{type:"\
array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"Other places where clients of the vendor put one such value as a string or a file: fakes and nativ\
e APIs read it there too."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:[
"from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["resultsFolder"]},{required:["constant"]}],additionalProperties:!1},condition:{
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
 a model ID that starts with one of these."}},additionalProperties:!1},object:{$ref:"#/$defs/pointer",description:"What the upstream has put into the resultsFol\
der of the operator: a folder of its own in S3, as s3://bucket/folder, or a file in Google Cloud Storage, as gs://bucket/folder/file. The service reads the file\
 there with the key of the upstream, and from no other place."},file:{type:"string",pattern:"^(/[A-Za-z0-9._-]+)+$",description:'Behind "object": the file in th\
at folder. Left out where the object is the file.',errorMessage:"a path that starts with /, of letters, digits, dots, hyphens and underscores"},content:{$ref:"#\
/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$de\
fs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","bo\
dy"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},
oneOf:[{required:["url"]},{required:["body"]},{required:["base64","contentType"]},{required:["object"]},{required:["content"]},{required:["query","results","mes\
sage"]}],additionalProperties:!1}}},Sr={type:"string",minLength:1,description:"A remark for who edits the file."},ct={type:"string",pattern:"^[A-Za-z0-9._-]+$",
description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},$r={type:"string",pattern:"^[a-z][a-z0-9-\
]*$",description:"The name of the service in the signature.",errorMessage:"lower-case letters, digits and hyphens"},Ss={type:"string",pattern:"^[a-z][a-z0-9-]*$",
description:"The region where the operator sets no other.",errorMessage:"lower-case letters, digits and hyphens"},pe={type:"string",minLength:1,description:"One\
 of the names in sources."},Ne={type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path t\
hat starts with /"},te={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON \
pointer, such as /task/id"},_s={type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},Er={enum:["text","hex","base64"],description:"\
How the bytes of the key are written. text: the bytes of the text itself (UTF-8)."},ae={type:"object",description:"What becomes of the task, and what is answere\
d: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"canc\
elled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the record of the task is removed, with its result. r\
efused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"\
The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{
code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{
required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},Ts=Object.prototype.hasOwnProperty,de=io().default,xs=new RegExp(
"^[a-z][a-z0-9-]*$","u"),My=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),ec=new RegExp("^https://","u"),Fy=new RegExp("^https://[^/]+(/.*[^/])?$","u"),zt=new RegExp("^\
[A-Za-z0-9._-]+$","u"),Vy=new RegExp("^https://[^/?#]+/[^?#]*$","u"),fn=new RegExp("^[\\x20-\\x7e]*$","u"),At=new RegExp("^/","u"),zy=new RegExp("^https://[^/?#\
{}]+/[^#]*$","u"),Ue=new RegExp("^(/([^/~]|~[01])+)+$","u"),Uy=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),h={type:"object",required:["submit","rows","results","mess\
age","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path","source"],
properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/submitPaths"},headers:{$ref:"#/$defs/fix\
edHeaders"},encoding:{$ref:"#/$defs/encoding"},status:{type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the v\
endor take no other. Left out: 200."},ignored:{type:"array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"Members of the body that clients of the vendo\
r send and that ask for nothing, such as a random token: fakes and native APIs pass over them."},implied:{type:"array",minItems:1,description:"Members of the bo\
dy that clients of the vendor may send, with the values that ask for what is done anyway: fakes and native APIs pass over these.",items:{type:"object",required:[
"at","is"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"These values."}},additionalProperties:!1}},source:{$ref:"#/$defs/sou\
rce"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in order."},drops:{type:"array",description:"\
Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason","source"],properties:{parameter:{type:"s\
tring",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,
description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"Parameters without which the ups\
tream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:["reason","source"],properties:{
reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},lacks:{type:"object",description:"\
Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{type:"string",minLength:1,description:"\
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
description:"A fixed value."},fact:{enum:["id","model","created","completed","expires"],description:'A fact of the task. "completed" and "expires" are when it w\
as completed and until when its files are kept, in seconds since 1970, or null.'},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constan\
t"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},st={type:"object",minProperties:1,propertyNames:{
pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fix\
ed headers of the request. Fakes and native APIs tell requests of the same method and path apart by them."},hn={enum:["json","form"],description:"How the body i\
s sent: JSON, or multipart/form-data. Left out: JSON."},ut={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},Ct={enum:["queued","proces\
sing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},Jy=fa().default,Dy=new RegExp("^(?!/)[^{}]*(\\{model\\}[^{}\
]*)?\\{id\\}$","u"),Cy=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),It={type:"array",minItems:1,description:"Other paths, for what the request gives \
or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/\
$defs/path"},encoding:{enum:["json","form"],description:"How the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},co={type:"arra\
y",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},Ie={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,
description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},
parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{
type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"\
string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:[
"parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function Tt(t,{instancePath:r="",parentData:a,parentDataProperty:n,
rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Tt.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(t)){
if(t.length<1){let Q={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:co,
data:t};e===null?e=[Q]:e.push(Q),s++}let fe=!0,Y=t.length;for(let Q=0;Q<Y;Q++){let J=t[Q],we=s,be=s,Qe=s,z=s,oe=!1,qe=null,rt=s;if(J&&typeof J=="object"&&!Array.
isArray(J)&&J.given===void 0){let T={instancePath:r+"/"+Q,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"\
must have required property 'given'",schema:Ie.oneOf[0].required,parentSchema:Ie.oneOf[0],data:J};e===null?e=[T]:e.push(T),s++}var u=rt===s;u&&(oe=!0,qe=0);let ne=s;
if(J&&typeof J=="object"&&!Array.isArray(J)&&J.absent===void 0){let T={instancePath:r+"/"+Q,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{
missingProperty:"absent"},message:"must have required property 'absent'",schema:Ie.oneOf[1].required,parentSchema:Ie.oneOf[1],data:J};e===null?e=[T]:e.push(T),s++}
var u=ne===s;if(u&&oe)oe=!1,qe=[qe,1];else{u&&(oe=!0,qe=1);let T=s;if(J&&typeof J=="object"&&!Array.isArray(J)){if(J.parameter===void 0){let ge={instancePath:r+
"/"+Q,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",
schema:Ie.oneOf[2].required,parentSchema:Ie.oneOf[2],data:J};e===null?e=[ge]:e.push(ge),s++}if(J.among===void 0){let ge={instancePath:r+"/"+Q,schemaPath:"#/$def\
s/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:Ie.oneOf[2].required,parentSchema:Ie.
oneOf[2],data:J};e===null?e=[ge]:e.push(ge),s++}}var u=T===s;if(u&&oe)oe=!1,qe=[qe,2];else{u&&(oe=!0,qe=2);let ge=s;if(J&&typeof J=="object"&&!Array.isArray(J)&&
J.model===void 0){let Fe={instancePath:r+"/"+Q,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must\
 have required property 'model'",schema:Ie.oneOf[3].required,parentSchema:Ie.oneOf[3],data:J};e===null?e=[Fe]:e.push(Fe),s++}var u=ge===s;if(u&&oe)oe=!1,qe=[qe,
3];else{u&&(oe=!0,qe=3);let Fe=s;if(J&&typeof J=="object"&&!Array.isArray(J)&&J.exceptModel===void 0){let Ee={instancePath:r+"/"+Q,schemaPath:"#/$defs/condition\
/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:Ie.oneOf[4].required,parentSchema:Ie.
oneOf[4],data:J};e===null?e=[Ee]:e.push(Ee),s++}var u=Fe===s;u&&oe?(oe=!1,qe=[qe,4]):u&&(oe=!0,qe=4)}}}if(oe)s=z,e!==null&&(z?e.length=z:e=null);else{let T={instancePath:r+
"/"+Q,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:qe},message:"must match exactly one schema in oneOf",schema:Ie.oneOf,parentSchema:Ie,
data:J};e===null?e=[T]:e.push(T),s++}if(J&&typeof J=="object"&&!Array.isArray(J)){let T=s;for(let K in J)if(!(K==="given"||K==="absent"||K==="parameter"||K==="a\
mong"||K==="model"||K==="exceptModel")){let ge={instancePath:r+"/"+Q,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:Ie,data:J};e===null?e=[ge]:e.push(ge),s++}if(J.given!==void 0){let K=J.
given,ge=s,We=s;if(Array.isArray(K)){if(K.length<1){let Ee={instancePath:r+"/"+Q+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minI\
tems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ie.properties.given,data:K};e===null?e=[Ee]:e.push(Ee),s++}let Fe=!0,se=K.
length;for(let Ee=0;Ee<se;Ee++){let Re=K[Ee],ft=s;if(typeof Re!="string"){let pr={instancePath:r+"/"+Q+"/given/"+Ee,schemaPath:"#/$defs/condition/properties/giv\
en/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.given.items.type,parentSchema:Ie.properties.given.items,data:Re};
e===null?e=[pr]:e.push(pr),s++}let lt=s;var g=ft===s;g||(Fe=!1)}}else{let Fe={instancePath:r+"/"+Q+"/given",schemaPath:"#/$defs/condition/properties/given/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.given.type,parentSchema:Ie.properties.given,data:K};e===null?e=[Fe]:e.push(Fe),
s++}var x=ge===s}if(J.absent!==void 0){let K=J.absent,ge=s,We=s;if(Array.isArray(K)){if(K.length<1){let Re={instancePath:r+"/"+Q+"/absent",schemaPath:"#/$defs/c\
ondition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ie.properties.absent,data:K};
e===null?e=[Re]:e.push(Re),s++}let se=!0,Ee=K.length;for(let Re=0;Re<Ee;Re++){let ft=K[Re],lt=s;if(typeof ft!="string"){let ot={instancePath:r+"/"+Q+"/absent/"+
Re,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.absent.items.
type,parentSchema:Ie.properties.absent.items,data:ft};e===null?e=[ot]:e.push(ot),s++}let pr=s;var j=lt===s;j||(se=!1)}}else{let se={instancePath:r+"/"+Q+"/absen\
t",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.absent.type,parentSchema:Ie.
properties.absent,data:K};e===null?e=[se]:e.push(se),s++}var x=ge===s}if(J.parameter!==void 0){let K=J.parameter,ge=s;if(typeof K!="string"){let se={instancePath:r+
"/"+Q+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.
parameter.type,parentSchema:Ie.properties.parameter,data:K};e===null?e=[se]:e.push(se),s++}let We=s;var x=ge===s}if(J.among!==void 0){let K=J.among,ge=s,We=s;if(Array.
isArray(K)){if(K.length<1){let se={instancePath:r+"/"+Q+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:Ie.properties.among,data:K};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/"+Q+"/among",schemaPath:"\
#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.among.type,parentSchema:Ie.properties.
among,data:K};e===null?e=[se]:e.push(se),s++}var x=ge===s}if(J.model!==void 0){let K=J.model,ge=s,We=s;if(Array.isArray(K)){if(K.length<1){let Re={instancePath:r+
"/"+Q+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Ie.properties.model,data:K};e===null?e=[Re]:e.push(Re),s++}let se=!0,Ee=K.length;for(let Re=0;Re<Ee;Re++){let ft=K[Re],lt=s,pr=s;if(typeof ft=="str\
ing"){if(de(ft)<1){let ot={instancePath:r+"/"+Q+"/model/"+Re,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ie.properties.model.items,data:ft};e===null?e=[ot]:e.push(ot),s++}}else{let ot={instancePath:r+
"/"+Q+"/model/"+Re,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.
model.items.type,parentSchema:Ie.properties.model.items,data:ft};e===null?e=[ot]:e.push(ot),s++}var R=lt===s;R||(se=!1)}}else{let se={instancePath:r+"/"+Q+"/mod\
el",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.model.type,parentSchema:Ie.
properties.model,data:K};e===null?e=[se]:e.push(se),s++}var x=ge===s}if(J.exceptModel!==void 0){let K=J.exceptModel,ge=s,We=s;if(Array.isArray(K)){if(K.length<1){
let Re={instancePath:r+"/"+Q+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:Ie.properties.exceptModel,data:K};e===null?e=[Re]:e.push(Re),s++}let se=!0,Ee=K.length;for(let Re=0;Re<Ee;Re++){
let ft=K[Re],lt=s,pr=s;if(typeof ft=="string"){if(de(ft)<1){let ot={instancePath:r+"/"+Q+"/exceptModel/"+Re,schemaPath:"#/$defs/condition/properties/exceptModel\
/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ie.properties.exceptModel.items,data:ft};
e===null?e=[ot]:e.push(ot),s++}}else{let ot={instancePath:r+"/"+Q+"/exceptModel/"+Re,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Ie.properties.exceptModel.items.type,parentSchema:Ie.properties.exceptModel.items,data:ft};e===null?
e=[ot]:e.push(ot),s++}var O=lt===s;O||(se=!1)}}else{let se={instancePath:r+"/"+Q+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:Ie.properties.exceptModel.type,parentSchema:Ie.properties.exceptModel,data:K};e===null?e=[se]:e.push(
se),s++}var x=ge===s}}else{let T={instancePath:r+"/"+Q,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Ie.
type,parentSchema:Ie,data:J};e===null?e=[T]:e.push(T),s++}var L=be===s,U=we===s;U||(fe=!1)}}else{let fe={instancePath:r,schemaPath:"#/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:co.type,parentSchema:co,data:t};e===null?e=[fe]:e.push(fe),s++}return Tt.errors=e,s===0}Tt.evaluated={items:!0,dynamicProps:!1,
dynamicItems:!1};function qs(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=qs.evaluated;c.dynamicProps&&
(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(t)){if(t.length<1){let O={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:It,data:t};e===null?e=[O]:e.push(O),s++}let j=!0,R=t.length;for(let O=0;O<R;O++){let L=t[O],
U=s,fe=s;if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.when===void 0){let Q={instancePath:r+"/"+O,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
when"},message:"must have required property 'when'",schema:It.items.required,parentSchema:It.items,data:L};e===null?e=[Q]:e.push(Q),s++}if(L.path===void 0){let Q={
instancePath:r+"/"+O,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:It.items.
required,parentSchema:It.items,data:L};e===null?e=[Q]:e.push(Q),s++}let Y=s;for(let Q in L)if(!(Q==="when"||Q==="path"||Q==="encoding")){let J={instancePath:r+"\
/"+O,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Q},message:"must NOT have additional properties",schema:!1,
parentSchema:It.items,data:L};e===null?e=[J]:e.push(J),s++}if(L.when!==void 0){let Q=L.when,J=s;Tt(Q,{instancePath:r+"/"+O+"/when",parentData:L,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?Tt.errors:e.concat(Tt.errors),s=e.length);var u=J===s}if(L.path!==void 0){let Q=L.path,J=s,we=s,be=s;if(typeof Q==
"string"){if(!At.test(Q)){let z={instancePath:r+"/"+O+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match patt\
ern "^/"',schema:"^/",parentSchema:Ne,data:Q};e===null?e=[z]:e.push(z),s++}}else{let z={instancePath:r+"/"+O+"/path",schemaPath:"#/$defs/path/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:Q};e===null?e=[z]:e.push(z),s++}var g=we===s,u=J===s}if(L.encoding!==void 0){
let Q=L.encoding,J=s,we=It.items.properties.encoding.enum;if(!(Q==="json"||Q==="form")){let Qe={instancePath:r+"/"+O+"/encoding",schemaPath:"#/items/properties/\
encoding/enum",keyword:"enum",params:{allowedValues:It.items.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:It.items.properties.
encoding.enum,parentSchema:It.items.properties.encoding,data:Q};e===null?e=[Qe]:e.push(Qe),s++}var u=J===s}}else{let Y={instancePath:r+"/"+O,schemaPath:"#/items\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:It.items.type,parentSchema:It.items,data:L};e===null?e=[Y]:e.push(Y),s++}var x=U===
s;x||(j=!1)}}else{let j={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:It.type,parentSchema:It,data:t};
e===null?e=[j]:e.push(j),s++}return qs.errors=e,s===0}qs.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var ue={type:"object",required:["to","source"],properties:{
$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; o\
nly further down may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"\
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
model"]},{required:["resultsFolder"]},{required:["constant"]}],additionalProperties:!1},Wy=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Os(t,{instancePath:r="",
parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Os.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=
void 0);let f=s,u=s,g=!1,x=null,j=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.from===void 0){let Qe={instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:ue.oneOf[0].required,parentSchema:ue.oneOf[0],data:t};e===null?e=[
Qe]:e.push(Qe),s++}var O=j===s;O&&(g=!0,x=0);let R=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.each===void 0){let Qe={instancePath:r,schemaPath:"#/oneOf/1/\
required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:ue.oneOf[1].required,parentSchema:ue.oneOf[1],data:t};
e===null?e=[Qe]:e.push(Qe),s++}var O=R===s;if(O&&g)g=!1,x=[x,1];else{O&&(g=!0,x=1);let Qe=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.join===void 0){let oe={
instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:ue.oneOf[2].
required,parentSchema:ue.oneOf[2],data:t};e===null?e=[oe]:e.push(oe),s++}if(t.values===void 0){let oe={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"r\
equired",params:{missingProperty:"values"},message:"must have required property 'values'",schema:ue.oneOf[2].required,parentSchema:ue.oneOf[2],data:t};e===null?
e=[oe]:e.push(oe),s++}}var O=Qe===s;if(O&&g)g=!1,x=[x,2];else{O&&(g=!0,x=2);let oe=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.model===void 0){let rt={instancePath:r,
schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:ue.oneOf[3].required,parentSchema:ue.
oneOf[3],data:t};e===null?e=[rt]:e.push(rt),s++}var O=oe===s;if(O&&g)g=!1,x=[x,3];else{O&&(g=!0,x=3);let rt=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.resultsFolder===
void 0){let T={instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"resultsFolder"},message:"must have required property '\
resultsFolder'",schema:ue.oneOf[4].required,parentSchema:ue.oneOf[4],data:t};e===null?e=[T]:e.push(T),s++}var O=rt===s;if(O&&g)g=!1,x=[x,4];else{O&&(g=!0,x=4);let T=s;
if(t&&typeof t=="object"&&!Array.isArray(t)&&t.constant===void 0){let ge={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:ue.oneOf[5].required,parentSchema:ue.oneOf[5],data:t};e===null?e=[ge]:e.push(ge),s++}var O=T===
s;O&&g?(g=!1,x=[x,5]):O&&(g=!0,x=5)}}}}if(g)s=u,e!==null&&(u?e.length=u:e=null);else{let Qe={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:x},
message:"must match exactly one schema in oneOf",schema:ue.oneOf,parentSchema:ue,data:t};e===null?e=[Qe]:e.push(Qe),s++}if(t&&typeof t=="object"&&!Array.isArray(
t)){if(t.to===void 0){let z={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",
schema:ue.required,parentSchema:ue,data:t};e===null?e=[z]:e.push(z),s++}if(t.source===void 0){let z={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:ue.required,parentSchema:ue,data:t};e===null?e=[z]:e.push(z),s++}let Qe=s;for(let z in t)
if(!Ts.call(ue.properties,z)){let oe={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:z},message:"m\
ust NOT have additional properties",schema:!1,parentSchema:ue,data:t};e===null?e=[oe]:e.push(oe),s++}if(t.$comment!==void 0){let z=t.$comment,oe=s,qe=s,rt=s;if(typeof z==
"string"){if(de(z)<1){let ne={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters",schema:1,parentSchema:Sr,data:z};e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:Sr.type,parentSchema:Sr,data:z};e===null?e=[ne]:e.push(ne),s++}var L=qe===s,U=oe===s}if(t.
to!==void 0){let z=t.to,oe=s,qe=s,rt=s;if(typeof z=="string"){if(!Ue.test(z)){let T={instancePath:r+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:z};e===null?e=[T]:
e.push(T),s++}}else{let T={instancePath:r+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,
parentSchema:te,data:z};e===null?e=[T]:e.push(T),s++}var fe=qe===s;if(typeof z=="string"&&!Wy.test(z)){let T={instancePath:r+"/to",schemaPath:"#/properties/to/p\
attern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:ue.
properties.to,data:z};e===null?e=[T]:e.push(T),s++}var U=oe===s}if(t.from!==void 0){let z=t.from,oe=s,qe=s;if(typeof z=="string"){if(de(z)<1){let ne={instancePath:r+
"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ue.properties.
from,data:z};e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ue.properties.from.type,parentSchema:ue.properties.from,data:z};e===null?e=[ne]:e.push(ne),s++}var U=oe===s}if(t.each!==void 0){let z=t.each,
oe=s,qe=s;if(typeof z=="string"){if(de(z)<1){let ne={instancePath:r+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ue.properties.each,data:z};e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ue.properties.each.type,parentSchema:ue.properties.each,data:z};e===
null?e=[ne]:e.push(ne),s++}var U=oe===s}if(t.join!==void 0){let z=t.join,oe=s,qe=s;if(Array.isArray(z)){if(z.length<2){let K={instancePath:r+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:ue.properties.join,data:z};e===
null?e=[K]:e.push(K),s++}let ne=!0,T=z.length;for(let K=0;K<T;K++){let ge=z[K],We=s,Fe=s;if(typeof ge=="string"){if(de(ge)<1){let se={instancePath:r+"/join/"+K,
schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ue.properties.
join.items,data:ge};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/join/"+K,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:ue.properties.join.items.type,parentSchema:ue.properties.join.items,data:ge};e===null?e=[se]:e.push(se),s++}var Y=We===
s;Y||(ne=!1)}}else{let ne={instancePath:r+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ue.properties.
join.type,parentSchema:ue.properties.join,data:z};e===null?e=[ne]:e.push(ne),s++}var U=oe===s}if(t.model!==void 0){let z=t.model,oe=s;if(z!==!0){let rt={instancePath:r+
"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ue.properties.
model,data:z};e===null?e=[rt]:e.push(rt),s++}var U=oe===s}if(t.resultsFolder!==void 0){let z=t.resultsFolder,oe=s;if(z!==!0){let rt={instancePath:r+"/resultsFol\
der",schemaPath:"#/properties/resultsFolder/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ue.properties.
resultsFolder,data:z};e===null?e=[rt]:e.push(rt),s++}var U=oe===s}if(t.when!==void 0){let z=t.when,oe=s;Tt(z,{instancePath:r+"/when",parentData:t,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?Tt.errors:e.concat(Tt.errors),s=e.length);var U=oe===s}if(t.as!==void 0){let z=t.as,oe=s,qe=ue.properties.as.enum;
if(!(z==="string"||z==="uploaded"||z==="file")){let ne={instancePath:r+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:ue.properties.
as.enum},message:"must be equal to one of the allowed values",schema:ue.properties.as.enum,parentSchema:ue.properties.as,data:z};e===null?e=[ne]:e.push(ne),s++}
var U=oe===s}if(t.values!==void 0){let z=t.values,oe=s,qe=s;if(z&&typeof z=="object"&&!Array.isArray(z)){if(Object.keys(z).length<1){let ne={instancePath:r+"/va\
lues",schemaPath:"#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:ue.
properties.values,data:z};e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:ue.properties.values.type,parentSchema:ue.properties.values,data:z};e===null?e=[ne]:e.push(ne),s++}var U=oe===s}if(t.accepts!==
void 0){let z=t.accepts,oe=s,qe=s;if(Array.isArray(z)){if(z.length<1){let ne={instancePath:r+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minI\
tems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ue.properties.accepts,data:z};e===null?e=[ne]:e.push(ne),s++}}else{let ne={
instancePath:r+"/accepts",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ue.properties.accepts.type,
parentSchema:ue.properties.accepts,data:z};e===null?e=[ne]:e.push(ne),s++}var U=oe===s}if(t.minimum!==void 0){let z=t.minimum,oe=s;if(typeof z!="number"){let ne={
instancePath:r+"/minimum",schemaPath:"#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:ue.properties.minimum.type,
parentSchema:ue.properties.minimum,data:z};e===null?e=[ne]:e.push(ne),s++}let qe=s;var U=oe===s}if(t.maximum!==void 0){let z=t.maximum,oe=s;if(typeof z!="number"){
let ne={instancePath:r+"/maximum",schemaPath:"#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:ue.properties.maximum.
type,parentSchema:ue.properties.maximum,data:z};e===null?e=[ne]:e.push(ne),s++}let qe=s;var U=oe===s}if(t.maximumItems!==void 0){let z=t.maximumItems,oe=s;if(!(typeof z==
"number"&&!(z%1)&&!isNaN(z))){let ne={instancePath:r+"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"\
must be integer",schema:ue.properties.maximumItems.type,parentSchema:ue.properties.maximumItems,data:z};e===null?e=[ne]:e.push(ne),s++}let qe=s;if(typeof z=="nu\
mber"&&(z<1||isNaN(z))){let ne={instancePath:r+"/maximumItems",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},
message:"must be >= 1",schema:1,parentSchema:ue.properties.maximumItems,data:z};e===null?e=[ne]:e.push(ne),s++}var U=oe===s}if(t.maximumLength!==void 0){let z=t.
maximumLength,oe=s;if(!(typeof z=="number"&&!(z%1)&&!isNaN(z))){let ne={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"ty\
pe",params:{type:"integer"},message:"must be integer",schema:ue.properties.maximumLength.type,parentSchema:ue.properties.maximumLength,data:z};e===null?e=[ne]:e.
push(ne),s++}let qe=s;if(typeof z=="number"&&(z<1||isNaN(z))){let ne={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"m\
inimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:ue.properties.maximumLength,data:z};e===null?e=[ne]:e.push(ne),s++}var U=oe===
s}if(t.forms!==void 0){let z=t.forms,oe=s,qe=s;if(Array.isArray(z)){if(z.length<1){let K={instancePath:r+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ue.properties.forms,data:z};e===null?e=[K]:e.push(K),s++}let ne=!0,T=z.
length;for(let K=0;K<T;K++){let ge=z[K],We=s,Fe=ue.properties.forms.items.enum;if(!(ge==="url"||ge==="data")){let se={instancePath:r+"/forms/"+K,schemaPath:"#/p\
roperties/forms/items/enum",keyword:"enum",params:{allowedValues:ue.properties.forms.items.enum},message:"must be equal to one of the allowed values",schema:ue.
properties.forms.items.enum,parentSchema:ue.properties.forms.items,data:ge};e===null?e=[se]:e.push(se),s++}var Q=We===s;Q||(ne=!1)}}else{let ne={instancePath:r+
"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ue.properties.forms.type,parentSchema:ue.properties.
forms,data:z};e===null?e=[ne]:e.push(ne),s++}var U=oe===s}if(t.also!==void 0){let z=t.also,oe=s,qe=s;if(Array.isArray(z)){if(z.length<1){let K={instancePath:r+"\
/also",schemaPath:"#/properties/also/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ue.properties.
also,data:z};e===null?e=[K]:e.push(K),s++}let ne=!0,T=z.length;for(let K=0;K<T;K++){let ge=z[K],We=s,Fe=s,se=s;if(typeof ge=="string"){if(!Ue.test(ge)){let Ee={
instancePath:r+"/also/"+K,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|\
~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:ge};e===null?e=[Ee]:e.push(Ee),s++}}else{let Ee={instancePath:r+"/also/"+K,schemaPath:"#/$defs/p\
ointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:ge};e===null?e=[Ee]:e.push(Ee),s++}var J=Fe===s,
we=We===s;we||(ne=!1)}}else{let ne={instancePath:r+"/also",schemaPath:"#/properties/also/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ue.
properties.also.type,parentSchema:ue.properties.also,data:z};e===null?e=[ne]:e.push(ne),s++}var U=oe===s}if(t.oneWay!==void 0){let z=t.oneWay,oe=s,qe=s;if(typeof z==
"string"){if(de(z)<1){let ne={instancePath:r+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fe\
wer than 1 characters",schema:1,parentSchema:ue.properties.oneWay,data:z};e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+"/oneWay",schemaPath:"#/pr\
operties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ue.properties.oneWay.type,parentSchema:ue.properties.oneWay,data:z};
e===null?e=[ne]:e.push(ne),s++}var U=oe===s}if(t.source!==void 0){let z=t.source,oe=s,qe=s,rt=s;if(typeof z=="string"){if(de(z)<1){let T={instancePath:r+"/sourc\
e",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:z};e===
null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.
type,parentSchema:pe,data:z};e===null?e=[T]:e.push(T),s++}var be=qe===s,U=oe===s}}else{let Qe={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:ue.type,parentSchema:ue,data:t};e===null?e=[Qe]:e.push(Qe),s++}return Os.errors=e,s===0}Os.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var cr={type:"array",minItems:1,description:"Other paths, for what the submit of the task was given or for some models. The first whose conditi\
ons hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}};function js(t,{
instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=js.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&
(c.items=void 0);let f=s;if(Array.isArray(t)){if(t.length<1){let O={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:cr,data:t};e===null?e=[O]:e.push(O),s++}let j=!0,R=t.length;for(let O=0;O<R;O++){let L=t[O],U=s,fe=s;if(L&&typeof L==
"object"&&!Array.isArray(L)){if(L.when===void 0){let Q={instancePath:r+"/"+O,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"\
must have required property 'when'",schema:cr.items.required,parentSchema:cr.items,data:L};e===null?e=[Q]:e.push(Q),s++}if(L.path===void 0){let Q={instancePath:r+
"/"+O,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:cr.items.required,parentSchema:cr.
items,data:L};e===null?e=[Q]:e.push(Q),s++}let Y=s;for(let Q in L)if(!(Q==="when"||Q==="path")){let J={instancePath:r+"/"+O,schemaPath:"#/items/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:Q},message:"must NOT have additional properties",schema:!1,parentSchema:cr.items,data:L};e===null?
e=[J]:e.push(J),s++}if(L.when!==void 0){let Q=L.when,J=s;Tt(Q,{instancePath:r+"/"+O+"/when",parentData:L,parentDataProperty:"when",rootData:i,dynamicAnchors:o})||
(e=e===null?Tt.errors:e.concat(Tt.errors),s=e.length);var u=J===s}if(L.path!==void 0){let Q=L.path,J=s,we=s,be=s;if(typeof Q=="string"){if(!At.test(Q)){let z={instancePath:r+
"/"+O+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:Q};e===
null?e=[z]:e.push(z),s++}}else{let z={instancePath:r+"/"+O+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ne.type,parentSchema:Ne,data:Q};e===null?e=[z]:e.push(z),s++}var g=we===s,u=J===s}}else{let Y={instancePath:r+"/"+O,schemaPath:"#/items/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:cr.items.type,parentSchema:cr.items,data:L};e===null?e=[Y]:e.push(Y),s++}var x=U===s;x||(j=!1)}}else{
let j={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:cr.type,parentSchema:cr,data:t};e===null?e=[j]:e.push(
j),s++}return js.errors=e,s===0}js.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var gt={type:"array",minItems:1,description:"The body of the request, as\
 JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The\
 ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function Wt(t,{
instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Wt.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&
(c.items=void 0);let f=s;if(Array.isArray(t)){if(t.length<1){let L={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:gt,data:t};e===null?e=[L]:e.push(L),s++}let R=!0,O=t.length;for(let L=0;L<O;L++){let U=t[L],fe=s,Y=s,Q=s,J=!1,we=null,
be=s;if(U&&typeof U=="object"&&!Array.isArray(U)&&U.fact===void 0){let z={instancePath:r+"/"+L,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{
missingProperty:"fact"},message:"must have required property 'fact'",schema:gt.items.oneOf[0].required,parentSchema:gt.items.oneOf[0],data:U};e===null?e=[z]:e.push(
z),s++}var u=be===s;u&&(J=!0,we=0);let Qe=s;if(U&&typeof U=="object"&&!Array.isArray(U)&&U.constant===void 0){let z={instancePath:r+"/"+L,schemaPath:"#/items/on\
eOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:gt.items.oneOf[1].required,parentSchema:gt.
items.oneOf[1],data:U};e===null?e=[z]:e.push(z),s++}var u=Qe===s;if(u&&J?(J=!1,we=[we,1]):u&&(J=!0,we=1),J)s=Q,e!==null&&(Q?e.length=Q:e=null);else{let z={instancePath:r+
"/"+L,schemaPath:"#/items/oneOf",keyword:"oneOf",params:{passingSchemas:we},message:"must match exactly one schema in oneOf",schema:gt.items.oneOf,parentSchema:gt.
items,data:U};e===null?e=[z]:e.push(z),s++}if(U&&typeof U=="object"&&!Array.isArray(U)){if(U.to===void 0){let oe={instancePath:r+"/"+L,schemaPath:"#/items/requi\
red",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:gt.items.required,parentSchema:gt.items,data:U};e===null?
e=[oe]:e.push(oe),s++}let z=s;for(let oe in U)if(!(oe==="to"||oe==="fact"||oe==="constant")){let qe={instancePath:r+"/"+L,schemaPath:"#/items/additionalProperti\
es",keyword:"additionalProperties",params:{additionalProperty:oe},message:"must NOT have additional properties",schema:!1,parentSchema:gt.items,data:U};e===null?
e=[qe]:e.push(qe),s++}if(U.to!==void 0){let oe=U.to,qe=s,rt=s,ne=s;if(typeof oe=="string"){if(!Ue.test(oe)){let T={instancePath:r+"/"+L+"/to",schemaPath:"#/$def\
s/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,
data:oe};e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/"+L+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:te.type,parentSchema:te,data:oe};e===null?e=[T]:e.push(T),s++}var g=rt===s,x=qe===s}if(U.fact!==void 0){let oe=U.fact,qe=s,rt=gt.items.properties.
fact.enum;if(!(oe==="id"||oe==="model")){let T={instancePath:r+"/"+L+"/fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:gt.items.
properties.fact.enum},message:"must be equal to one of the allowed values",schema:gt.items.properties.fact.enum,parentSchema:gt.items.properties.fact,data:oe};e===
null?e=[T]:e.push(T),s++}var x=qe===s}}else{let z={instancePath:r+"/"+L,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:gt.items.type,parentSchema:gt.items,data:U};e===null?e=[z]:e.push(z),s++}var j=fe===s;j||(R=!1)}}else{let R={instancePath:r,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:gt.type,parentSchema:gt,data:t};e===null?e=[R]:e.push(R),s++}return Wt.errors=e,s===0}Wt.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};var mo={type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$\
defs/result"}},ve={type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item\
 of a list. The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served \
only for the key. It is sent with a URL of the base URL's own host, and to no other."},body:{const:!0,description:"The answer to the submit is the file itself, \
and no JSON. Left out where there is an ID. A result behind it is where an answer in JSON has the file: fakes and native APIs give that to callers that accept J\
SON only."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","\
image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a file in base64."},asked:{type:"object",description:"\
How clients of the vendor ask for the result in this place, of a URL or a file in base64: fakes and native APIs answer so, and otherwise in the first place. Thi\
s service asks for none. Only where there is no ID.",required:["at","is"],properties:{at:{$ref:"#/$defs/pointer",description:"The member of the submit's body th\
at asks."},is:{description:"Its value."},model:{type:"array",minItems:1,items:{type:"string",minLength:1},description:"A submit without that member asks for thi\
s by a model ID that starts with one of these."}},additionalProperties:!1},object:{$ref:"#/$defs/pointer",description:"What the upstream has put into the result\
sFolder of the operator: a folder of its own in S3, as s3://bucket/folder, or a file in Google Cloud Storage, as gs://bucket/folder/file. The service reads the \
file there with the key of the upstream, and from no other place."},file:{type:"string",pattern:"^(/[A-Za-z0-9._-]+)+$",description:'Behind "object": the file i\
n that folder. Left out where the object is the file.',errorMessage:"a path that starts with /, of letters, digits, dots, hyphens and underscores"},content:{$ref:"\
#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$d\
efs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","b\
ody"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},
oneOf:[{required:["url"]},{required:["body"]},{required:["base64","contentType"]},{required:["object"]},{required:["content"]},{required:["query","results","mes\
sage"]}],additionalProperties:!1},Hy=new RegExp("^(/[A-Za-z0-9._-]+)+$","u"),ya={validate:Qr},tc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON \
pointers, tried in order."};function bt(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=bt.evaluated;
c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(t)){let x=!0,j=t.length;for(let R=0;R<j;R++){let O=t[R],L=s,U=s,fe=s;
if(typeof O=="string"){if(!Ue.test(O)){let Y={instancePath:r+"/"+R,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:O};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+
"/"+R,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:O};e===null?e=[Y]:e.push(
Y),s++}var u=U===s,g=L===s;g||(x=!1)}}else{let x={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:tc.type,
parentSchema:tc,data:t};e===null?e=[x]:e.push(x),s++}return bt.errors=e,s===0}bt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function As(t,{instancePath:r="",
parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=As.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=
void 0);let f=s,u=s,g=!1,x=null,j=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.url===void 0){let ne={instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:ve.oneOf[0].required,parentSchema:ve.oneOf[0],data:t};e===null?e=[ne]:
e.push(ne),s++}var O=j===s;O&&(g=!0,x=0);let R=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.body===void 0){let ne={instancePath:r,schemaPath:"#/oneOf/1/requ\
ired",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:ve.oneOf[1].required,parentSchema:ve.oneOf[1],data:t};
e===null?e=[ne]:e.push(ne),s++}var O=R===s;if(O&&g)g=!1,x=[x,1];else{O&&(g=!0,x=1);let ne=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.base64===void 0){let K={
instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:ve.oneOf[2].
required,parentSchema:ve.oneOf[2],data:t};e===null?e=[K]:e.push(K),s++}if(t.contentType===void 0){let K={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"\
required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:ve.oneOf[2].required,parentSchema:ve.oneOf[2],data:t};
e===null?e=[K]:e.push(K),s++}}var O=ne===s;if(O&&g)g=!1,x=[x,2];else{O&&(g=!0,x=2);let K=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.object===void 0){let We={
instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"object"},message:"must have required property 'object'",schema:ve.oneOf[3].
required,parentSchema:ve.oneOf[3],data:t};e===null?e=[We]:e.push(We),s++}var O=K===s;if(O&&g)g=!1,x=[x,3];else{O&&(g=!0,x=3);let We=s;if(t&&typeof t=="object"&&
!Array.isArray(t)&&t.content===void 0){let se={instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"content"},message:"mus\
t have required property 'content'",schema:ve.oneOf[4].required,parentSchema:ve.oneOf[4],data:t};e===null?e=[se]:e.push(se),s++}var O=We===s;if(O&&g)g=!1,x=[x,4];else{
O&&(g=!0,x=4);let se=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.query===void 0){let Re={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"require\
d",params:{missingProperty:"query"},message:"must have required property 'query'",schema:ve.oneOf[5].required,parentSchema:ve.oneOf[5],data:t};e===null?e=[Re]:e.
push(Re),s++}if(t.results===void 0){let Re={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"results"},message:"must h\
ave required property 'results'",schema:ve.oneOf[5].required,parentSchema:ve.oneOf[5],data:t};e===null?e=[Re]:e.push(Re),s++}if(t.message===void 0){let Re={instancePath:r,
schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:ve.oneOf[5].required,
parentSchema:ve.oneOf[5],data:t};e===null?e=[Re]:e.push(Re),s++}}var O=se===s;O&&g?(g=!1,x=[x,5]):O&&(g=!0,x=5)}}}}if(g)s=u,e!==null&&(u?e.length=u:e=null);else{
let ne={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:x},message:"must match exactly one schema in oneOf",schema:ve.oneOf,parentSchema:ve,
data:t};e===null?e=[ne]:e.push(ne),s++}if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.source===void 0){let T={instancePath:r,schemaPath:"#/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:ve.required,parentSchema:ve,data:t};e===null?e=[T]:e.push(T),s++}
let ne=s;for(let T in t)if(!Ts.call(ve.properties,T)){let K={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:T},
message:"must NOT have additional properties",schema:!1,parentSchema:ve,data:t};e===null?e=[K]:e.push(K),s++}if(t.url!==void 0){let T=t.url,K=s,ge=s,We=s;if(typeof T==
"string"){if(!Ue.test(T)){let Fe={instancePath:r+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:T};e===null?e=[Fe]:e.push(Fe),s++}}else{let Fe={instancePath:r+"/u\
rl",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:T};e===null?e=[Fe]:e.push(
Fe),s++}var L=ge===s,U=K===s}if(t.list!==void 0){let T=t.list,K=s;if(typeof T!="boolean"){let Fe={instancePath:r+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"boolean"},message:"must be boolean",schema:ve.properties.list.type,parentSchema:ve.properties.list,data:T};e===null?e=[Fe]:e.push(Fe),s++}let ge=s;
var U=K===s}if(t.withKey!==void 0){let T=t.withKey,K=s;if(T!==!0){let We={instancePath:r+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{
allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ve.properties.withKey,data:T};e===null?e=[We]:e.push(We),s++}var U=K===s}if(t.body!==
void 0){let T=t.body,K=s;if(T!==!0){let We={instancePath:r+"/body",schemaPath:"#/properties/body/const",keyword:"const",params:{allowedValue:!0},message:"must b\
e equal to constant",schema:!0,parentSchema:ve.properties.body,data:T};e===null?e=[We]:e.push(We),s++}var U=K===s}if(t.base64!==void 0){let T=t.base64,K=s,ge=s,
We=s;if(typeof T=="string"){if(!Ue.test(T)){let se={instancePath:r+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~\
[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:T};e===null?e=[se]:e.push(se),s++}}else{let se={
instancePath:r+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:T};
e===null?e=[se]:e.push(se),s++}var fe=ge===s,U=K===s}if(t.contentType!==void 0){let T=t.contentType,K=s,ge=ve.properties.contentType.enum;if(!(T==="video/mp4"||
T==="video/quicktime"||T==="video/webm"||T==="image/png"||T==="image/jpeg"||T==="image/webp"||T==="image/gif"||T==="audio/mpeg"||T==="audio/wav"||T==="model/glt\
f-binary")){let Fe={instancePath:r+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:ve.properties.contentType.enum},
message:"must be equal to one of the allowed values",schema:ve.properties.contentType.enum,parentSchema:ve.properties.contentType,data:T};e===null?e=[Fe]:e.push(
Fe),s++}var U=K===s}if(t.asked!==void 0){let T=t.asked,K=s,ge=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.at===void 0){let se={instancePath:r+"/asked",schemaPath:"\
#/properties/asked/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:ve.properties.asked.required,parentSchema:ve.
properties.asked,data:T};e===null?e=[se]:e.push(se),s++}if(T.is===void 0){let se={instancePath:r+"/asked",schemaPath:"#/properties/asked/required",keyword:"requ\
ired",params:{missingProperty:"is"},message:"must have required property 'is'",schema:ve.properties.asked.required,parentSchema:ve.properties.asked,data:T};e===
null?e=[se]:e.push(se),s++}let Fe=s;for(let se in T)if(!(se==="at"||se==="is"||se==="model")){let Ee={instancePath:r+"/asked",schemaPath:"#/properties/asked/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:se},message:"must NOT have additional properties",schema:!1,parentSchema:ve.properties.
asked,data:T};e===null?e=[Ee]:e.push(Ee),s++}if(T.at!==void 0){let se=T.at,Ee=s,Re=s,ft=s;if(typeof se=="string"){if(!Ue.test(se)){let lt={instancePath:r+"/aske\
d/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:te,data:se};e===null?e=[lt]:e.push(lt),s++}}else{let lt={instancePath:r+"/asked/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:se};e===null?e=[lt]:e.push(lt),s++}var Y=Re===s,Q=Ee===s}if(T.model!==
void 0){let se=T.model,Ee=s,Re=s;if(Array.isArray(se)){if(se.length<1){let ot={instancePath:r+"/asked/model",schemaPath:"#/properties/asked/properties/model/min\
Items",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ve.properties.asked.properties.model,data:se};e===null?
e=[ot]:e.push(ot),s++}let lt=!0,pr=se.length;for(let ot=0;ot<pr;ot++){let Tr=se[ot],on=s,Od=s;if(typeof Tr=="string"){if(de(Tr)<1){let yt={instancePath:r+"/aske\
d/model/"+ot,schemaPath:"#/properties/asked/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 character\
s",schema:1,parentSchema:ve.properties.asked.properties.model.items,data:Tr};e===null?e=[yt]:e.push(yt),s++}}else{let yt={instancePath:r+"/asked/model/"+ot,schemaPath:"\
#/properties/asked/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ve.properties.asked.properties.model.items.
type,parentSchema:ve.properties.asked.properties.model.items,data:Tr};e===null?e=[yt]:e.push(yt),s++}var J=on===s;J||(lt=!1)}}else{let lt={instancePath:r+"/aske\
d/model",schemaPath:"#/properties/asked/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ve.properties.asked.properties.
model.type,parentSchema:ve.properties.asked.properties.model,data:se};e===null?e=[lt]:e.push(lt),s++}var Q=Ee===s}}else{let Fe={instancePath:r+"/asked",schemaPath:"\
#/properties/asked/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ve.properties.asked.type,parentSchema:ve.properties.asked,data:T};
e===null?e=[Fe]:e.push(Fe),s++}var U=K===s}if(t.object!==void 0){let T=t.object,K=s,ge=s,We=s;if(typeof T=="string"){if(!Ue.test(T)){let se={instancePath:r+"/ob\
ject",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:te,data:T};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/object",schemaPath:"#/$defs/pointer/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:T};e===null?e=[se]:e.push(se),s++}var we=ge===s,U=K===s}if(t.file!==void 0){
let T=t.file,K=s,ge=s;if(typeof T=="string"){if(!Hy.test(T)){let Fe={instancePath:r+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern:"\
^(/[A-Za-z0-9._-]+)+$"},message:'must match pattern "^(/[A-Za-z0-9._-]+)+$"',schema:"^(/[A-Za-z0-9._-]+)+$",parentSchema:ve.properties.file,data:T};e===null?e=[
Fe]:e.push(Fe),s++}}else{let Fe={instancePath:r+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ve.
properties.file.type,parentSchema:ve.properties.file,data:T};e===null?e=[Fe]:e.push(Fe),s++}var U=K===s}if(t.content!==void 0){let T=t.content,K=s,ge=s,We=s;if(typeof T==
"string"){if(!At.test(T)){let se={instancePath:r+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match patter\
n "^/"',schema:"^/",parentSchema:Ne,data:T};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/content",schemaPath:"#/$defs/path/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:T};e===null?e=[se]:e.push(se),s++}var be=ge===s,U=K===s}if(t.query!==void 0){
let T=t.query,K=s,ge=s,We=s;if(typeof T=="string"){if(!At.test(T)){let se={instancePath:r+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"\
^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:T};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/query",schemaPath:"#/$d\
efs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:T};e===null?e=[se]:e.push(se),s++}var Qe=ge===
s,U=K===s}if(t.results!==void 0){let T=t.results,K=s;if(!ya.validate(T,{instancePath:r+"/results",parentData:t,parentDataProperty:"results",rootData:i,dynamicAnchors:o}))
e=e===null?ya.validate.errors:e.concat(ya.validate.errors),s=e.length;else var z=ya.validate.evaluated.props,oe=ya.validate.evaluated.items;var U=K===s}if(t.message!==
void 0){let T=t.message,K=s;bt(T,{instancePath:r+"/message",parentData:t,parentDataProperty:"message",rootData:i,dynamicAnchors:o})||(e=e===null?bt.errors:e.concat(
bt.errors),s=e.length);var U=K===s}if(t.pending!==void 0){let T=t.pending,K=s,ge=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.status===void 0){let se={instancePath:r+
"/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:ve.
properties.pending.required,parentSchema:ve.properties.pending,data:T};e===null?e=[se]:e.push(se),s++}if(T.body===void 0){let se={instancePath:r+"/pending",schemaPath:"\
#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:ve.properties.pending.required,
parentSchema:ve.properties.pending,data:T};e===null?e=[se]:e.push(se),s++}let Fe=s;for(let se in T)if(!(se==="status"||se==="body")){let Ee={instancePath:r+"/pe\
nding",schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:se},message:"must NOT have additional pr\
operties",schema:!1,parentSchema:ve.properties.pending,data:T};e===null?e=[Ee]:e.push(Ee),s++}if(T.status!==void 0){let se=T.status,Ee=s;if(!(typeof se=="number"&&
!(se%1)&&!isNaN(se))){let ft={instancePath:r+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"\
must be integer",schema:ve.properties.pending.properties.status.type,parentSchema:ve.properties.pending.properties.status,data:se};e===null?e=[ft]:e.push(ft),s++}
let Re=s;var qe=Ee===s}}else{let Fe={instancePath:r+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:ve.properties.pending.type,parentSchema:ve.properties.pending,data:T};e===null?e=[Fe]:e.push(Fe),s++}var U=K===s}if(t.source!==void 0){let T=t.source,
K=s,ge=s,We=s;if(typeof T=="string"){if(de(T)<1){let se={instancePath:r+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:T};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/source",schemaPath:"#/$def\
s/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:T};e===null?e=[se]:e.push(se),s++}var rt=ge===
s,U=K===s}}else{let ne={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ve.type,parentSchema:ve,data:t};
e===null?e=[ne]:e.push(ne),s++}return As.errors=e,s===0}As.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function Qr(t,{instancePath:r="",parentData:a,parentDataProperty:n,
rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Qr.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(t)){
if(t.length<1){let j={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:mo,
data:t};e===null?e=[j]:e.push(j),s++}let g=!0,x=t.length;for(let j=0;j<x;j++){let R=t[j],O=s;As(R,{instancePath:r+"/"+j,parentData:t,parentDataProperty:j,rootData:i,
dynamicAnchors:o})||(e=e===null?As.errors:e.concat(As.errors),s=e.length);var u=O===s;u||(g=!1)}}else{let g={instancePath:r,schemaPath:"#/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:mo.type,parentSchema:mo,data:t};e===null?e=[g]:e.push(g),s++}return Qr.errors=e,s===0}Qr.evaluated={items:!0,dynamicProps:!1,
dynamicItems:!1};function jt(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=jt.evaluated;c.dynamicProps&&
(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.submit===void 0){let w={instancePath:r,schemaPath:"#\
/required",keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:h.required,parentSchema:h,data:t};e===null?
e=[w]:e.push(w),s++}if(t.rows===void 0){let w={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have requ\
ired property 'rows'",schema:h.required,parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}if(t.results===void 0){let w={instancePath:r,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:h.required,parentSchema:h,data:t};e===null?e=[w]:e.
push(w),s++}if(t.message===void 0){let w={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have requir\
ed property 'message'",schema:h.required,parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}if(t.code===void 0){let w={instancePath:r,schemaPath:"#/required",keyword:"\
required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:h.required,parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}let $s=s;
for(let w in t)if(!Ts.call(h.properties,w)){let Oe={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:h,data:t};e===null?e=[Oe]:e.push(Oe),s++}if(t.$comment!==void 0){let w=t.$comment,Oe=s,mt=s,
Pr=s;if(typeof w=="string"){if(de(w)<1){let le={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:Sr,data:w};e===null?e=[le]:e.push(le),s++}}else{let le={instancePath:r+"/$comment",schemaPath:"#/$d\
efs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Sr.type,parentSchema:Sr,data:w};e===null?e=[le]:e.push(le),s++}var u=mt===
s,g=Oe===s}if(t.submit!==void 0){let w=t.submit,Oe=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let l={instancePath:r+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.submit.required,
parentSchema:h.properties.submit,data:w};e===null?e=[l]:e.push(l),s++}if(w.path===void 0){let l={instancePath:r+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.submit.required,parentSchema:h.properties.
submit,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:w};e===null?e=
[l]:e.push(l),s++}let le=s;for(let l in w)if(!Ts.call(h.properties.submit.properties,l)){let k={instancePath:r+"/submit",schemaPath:"#/properties/submit/additio\
nalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit,
data:w};e===null?e=[k]:e.push(k),s++}if(w.method!==void 0){let l=w.method,k=s,I=h.properties.submit.properties.method.enum;if(!(l==="POST"||l==="PUT")){let ke={
instancePath:r+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.method.
enum},message:"must be equal to one of the allowed values",schema:h.properties.submit.properties.method.enum,parentSchema:h.properties.submit.properties.method,
data:l};e===null?e=[ke]:e.push(ke),s++}var x=k===s}if(w.path!==void 0){let l=w.path,k=s,I=s,ke=s;if(typeof l=="string"){if(!At.test(l)){let b={instancePath:r+"/\
submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:l};e===
null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ne.type,parentSchema:Ne,data:l};e===null?e=[b]:e.push(b),s++}var j=I===s,x=k===s}if(w.paths!==void 0){let l=w.paths,k=s;qs(l,{instancePath:r+"/submit/pat\
hs",parentData:w,parentDataProperty:"paths",rootData:i,dynamicAnchors:o})||(e=e===null?qs.errors:e.concat(qs.errors),s=e.length);var x=k===s}if(w.headers!==void 0){
let l=w.headers,k=s,I=s,ke=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let $={instancePath:r+"/submit/headers",schemaPath:"#/$def\
s/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:st,data:l};e===null?
e=[$]:e.push($),s++}for(let $ in l){let m=s;if(typeof $=="string"&&!zt.test($)){let M={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/propert\
yNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:st.
propertyNames,data:$,propertyName:$};e===null?e=[M]:e.push(M),s++}var R=m===s;if(!R){let M={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/pr\
opertyNames",keyword:"propertyNames",params:{propertyName:$},message:"property name must be valid",schema:st.propertyNames,parentSchema:st,data:l};e===null?e=[M]:
e.push(M),s++}}let b=s;for(let $ in l){let m=l[$],M=s,D=s;if(typeof m=="string"){if(!fn.test(m)){let E={instancePath:r+"/submit/headers/"+$.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\
\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:st.additionalProperties,data:m};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/submit/header\
s/"+$.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:st.additionalProperties.type,parentSchema:st.additionalProperties,data:m};e===null?e=[E]:e.push(E),s++}var O=M===s}}else{let b={instancePath:r+"/\
submit/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"object"},message:"must be object",schema:st.type,parentSchema:st,data:l};e===
null?e=[b]:e.push(b),s++}var L=I===s,x=k===s}if(w.encoding!==void 0){let l=w.encoding,k=s,I=s,ke=hn.enum;if(!(l==="json"||l==="form")){let b={instancePath:r+"/s\
ubmit/encoding",schemaPath:"#/$defs/encoding/enum",keyword:"enum",params:{allowedValues:hn.enum},message:"must be equal to one of the allowed values",schema:hn.
enum,parentSchema:hn,data:l};e===null?e=[b]:e.push(b),s++}var U=I===s,x=k===s}if(w.status!==void 0){let l=w.status,k=s;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l))){
let W={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",
schema:h.properties.submit.properties.status.type,parentSchema:h.properties.submit.properties.status,data:l};e===null?e=[W]:e.push(W),s++}let I=s;if(typeof l=="\
number"){if(l>299||isNaN(l)){let W={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:299},message:"must be <= 299",schema:299,parentSchema:h.properties.submit.properties.status,data:l};e===null?e=[W]:e.push(W),s++}if(l<200||isNaN(l)){let W={
instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be\
 >= 200",schema:200,parentSchema:h.properties.submit.properties.status,data:l};e===null?e=[W]:e.push(W),s++}}var x=k===s}if(w.ignored!==void 0){let l=w.ignored,
k=s,I=s;if(Array.isArray(l)){if(l.length<1){let $={instancePath:r+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.ignored,data:l};e===null?e=[$]:e.push($),s++}
let W=!0,b=l.length;for(let $=0;$<b;$++){let m=l[$],M=s,D=s,E=s;if(typeof m=="string"){if(!Ue.test(m)){let P={instancePath:r+"/submit/ignored/"+$,schemaPath:"#/\
$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+\
$",parentSchema:te,data:m};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/submit/ignored/"+$,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:m};e===null?e=[P]:e.push(P),s++}var fe=D===s,Y=M===s;Y||(W=!1)}}else{let W={instancePath:r+
"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.submit.
properties.ignored.type,parentSchema:h.properties.submit.properties.ignored,data:l};e===null?e=[W]:e.push(W),s++}var x=k===s}if(w.implied!==void 0){let l=w.implied,
k=s,I=s;if(Array.isArray(l)){if(l.length<1){let $={instancePath:r+"/submit/implied",schemaPath:"#/properties/submit/properties/implied/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.implied,data:l};e===null?e=[$]:e.push($),s++}
let W=!0,b=l.length;for(let $=0;$<b;$++){let m=l[$],M=s,D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.at===void 0){let P={instancePath:r+"/submit/implie\
d/"+$,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property '\
at'",schema:h.properties.submit.properties.implied.items.required,parentSchema:h.properties.submit.properties.implied.items,data:m};e===null?e=[P]:e.push(P),s++}
if(m.is===void 0){let P={instancePath:r+"/submit/implied/"+$,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:h.properties.submit.properties.implied.items.required,parentSchema:h.properties.submit.properties.implied.
items,data:m};e===null?e=[P]:e.push(P),s++}let E=s;for(let P in m)if(!(P==="at"||P==="is")){let p={instancePath:r+"/submit/implied/"+$,schemaPath:"#/properties/\
submit/properties/implied/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",
schema:!1,parentSchema:h.properties.submit.properties.implied.items,data:m};e===null?e=[p]:e.push(p),s++}if(m.at!==void 0){let P=m.at,p=s,q=s,B=s;if(typeof P=="\
string"){if(!Ue.test(P)){let Z={instancePath:r+"/submit/implied/"+$+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01\
])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:P};e===null?e=[Z]:e.push(Z),s++}}else{let Z={instancePath:r+
"/submit/implied/"+$+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:P};
e===null?e=[Z]:e.push(Z),s++}var Q=q===s,J=p===s}if(m.is!==void 0){let P=m.is,p=s,q=s;if(Array.isArray(P)){if(P.length<1){let Z={instancePath:r+"/submit/implied\
/"+$+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:h.properties.submit.properties.implied.items.properties.is,data:P};e===null?e=[Z]:e.push(Z),s++}}else{let Z={instancePath:r+"/s\
ubmit/implied/"+$+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:h.properties.submit.properties.implied.items.properties.is.type,parentSchema:h.properties.submit.properties.implied.items.properties.is,data:P};e===null?
e=[Z]:e.push(Z),s++}var J=p===s}}else{let E={instancePath:r+"/submit/implied/"+$,schemaPath:"#/properties/submit/properties/implied/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.submit.properties.implied.items.type,parentSchema:h.properties.submit.properties.implied.items,data:m};
e===null?e=[E]:e.push(E),s++}var we=M===s;we||(W=!1)}}else{let W={instancePath:r+"/submit/implied",schemaPath:"#/properties/submit/properties/implied/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:h.properties.submit.properties.implied.type,parentSchema:h.properties.submit.properties.implied,data:l};
e===null?e=[W]:e.push(W),s++}var x=k===s}if(w.source!==void 0){let l=w.source,k=s,I=s,ke=s;if(typeof l=="string"){if(de(l)<1){let b={instancePath:r+"/submit/sou\
rce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:l};
e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:pe.type,parentSchema:pe,data:l};e===null?e=[b]:e.push(b),s++}var be=I===s,x=k===s}}else{let le={instancePath:r+"/submit",schemaPath:"#/properti\
es/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.submit.type,parentSchema:h.properties.submit,data:w};e===null?
e=[le]:e.push(le),s++}var g=Oe===s}if(t.rows!==void 0){let w=t.rows,Oe=s,mt=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:r+"/rows",schemaPath:"#/pr\
operties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.rows,data:w};e===null?
e=[k]:e.push(k),s++}let le=!0,l=w.length;for(let k=0;k<l;k++){let I=w[k],ke=s;Os(I,{instancePath:r+"/rows/"+k,parentData:w,parentDataProperty:k,rootData:i,dynamicAnchors:o})||
(e=e===null?Os.errors:e.concat(Os.errors),s=e.length);var Qe=ke===s;Qe||(le=!1)}}else{let le={instancePath:r+"/rows",schemaPath:"#/properties/rows/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:h.properties.rows.type,parentSchema:h.properties.rows,data:w};e===null?e=[le]:e.push(le),s++}var g=Oe===
s}if(t.drops!==void 0){let w=t.drops,Oe=s,mt=s;if(Array.isArray(w)){let le=!0,l=w.length;for(let k=0;k<l;k++){let I=w[k],ke=s,W=s;if(I&&typeof I=="object"&&!Array.
isArray(I)){if(I.parameter===void 0){let $={instancePath:r+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"\
parameter"},message:"must have required property 'parameter'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:I};e===null?e=
[$]:e.push($),s++}if(I.reason===void 0){let $={instancePath:r+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:I};e===null?e=[$]:e.
push($),s++}if(I.source===void 0){let $={instancePath:r+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"s\
ource"},message:"must have required property 'source'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:I};e===null?e=[$]:e.push(
$),s++}let b=s;for(let $ in I)if(!($==="parameter"||$==="values"||$==="when"||$==="reason"||$==="source")){let m={instancePath:r+"/drops/"+k,schemaPath:"#/prope\
rties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.drops.items,data:I};e===null?e=[m]:e.push(m),s++}if(I.parameter!==void 0){let $=I.parameter,m=s;if(typeof $!="string"){let D={instancePath:r+"/drops/"+
k+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
drops.items.properties.parameter.type,parentSchema:h.properties.drops.items.properties.parameter,data:$};e===null?e=[D]:e.push(D),s++}let M=s;var z=m===s}if(I.values!==
void 0){let $=I.values,m=s,M=s;if(Array.isArray($)){if($.length<1){let E={instancePath:r+"/drops/"+k+"/values",schemaPath:"#/properties/drops/items/properties/v\
alues/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.drops.items.properties.values,
data:$};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/drops/"+k+"/values",schemaPath:"#/properties/drops/items/properties/values/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:h.properties.drops.items.properties.values.type,parentSchema:h.properties.drops.items.properties.values,
data:$};e===null?e=[E]:e.push(E),s++}var z=m===s}if(I.when!==void 0){let $=I.when,m=s;Tt($,{instancePath:r+"/drops/"+k+"/when",parentData:I,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?Tt.errors:e.concat(Tt.errors),s=e.length);var z=m===s}if(I.reason!==void 0){let $=I.reason,m=s,M=s;if(typeof $==
"string"){if(de($)<1){let E={instancePath:r+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.drops.items.properties.reason,data:$};e===null?e=[E]:e.push(E),s++}}else{
let E={instancePath:r+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:h.properties.drops.items.properties.reason.type,parentSchema:h.properties.drops.items.properties.reason,data:$};e===null?e=[E]:e.push(E),s++}var z=m===
s}if(I.source!==void 0){let $=I.source,m=s,M=s,D=s;if(typeof $=="string"){if(de($)<1){let P={instancePath:r+"/drops/"+k+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:$};e===null?e=[P]:e.push(P),s++}}else{
let P={instancePath:r+"/drops/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,
data:$};e===null?e=[P]:e.push(P),s++}var oe=M===s,z=m===s}}else{let b={instancePath:r+"/drops/"+k,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.drops.items.type,parentSchema:h.properties.drops.items,data:I};e===null?e=[b]:e.push(b),s++}var qe=ke===
s;qe||(le=!1)}}else{let le={instancePath:r+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
drops.type,parentSchema:h.properties.drops,data:w};e===null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.needs!==void 0){let w=t.needs,Oe=s,mt=s;if(w&&typeof w=="obj\
ect"&&!Array.isArray(w)){let le=s;for(let l in w){let k=w[l],I=s,ke=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.reason===void 0){let b={instancePath:r+"\
/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reas\
on"},message:"must have required property 'reason'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,
data:k};e===null?e=[b]:e.push(b),s++}if(k.source===void 0){let b={instancePath:r+"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/nee\
ds/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.needs.
additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,data:k};e===null?e=[b]:e.push(b),s++}let W=s;for(let b in k)if(!(b==="reason"||
b==="source")){let $={instancePath:r+"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.needs.additionalProperties,
data:k};e===null?e=[$]:e.push($),s++}if(k.reason!==void 0){let b=k.reason,$=s,m=s;if(typeof b=="string"){if(de(b)<1){let M={instancePath:r+"/needs/"+l.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:b};e===null?e=[M]:e.push(M),s++}}else{
let M={instancePath:r+"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:h.properties.needs.additionalProperties.properties.reason.type,parentSchema:h.properties.needs.additionalProperties.
properties.reason,data:b};e===null?e=[M]:e.push(M),s++}var rt=$===s}if(k.source!==void 0){let b=k.source,$=s,m=s,M=s;if(typeof b=="string"){if(de(b)<1){let E={instancePath:r+
"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:pe,data:b};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"\
~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:b};e===null?e=
[E]:e.push(E),s++}var ne=m===s,rt=$===s}}else{let W={instancePath:r+"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additional\
Properties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.needs.additionalProperties.type,parentSchema:h.properties.needs.
additionalProperties,data:k};e===null?e=[W]:e.push(W),s++}var T=I===s}}else{let le={instancePath:r+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:h.properties.needs.type,parentSchema:h.properties.needs,data:w};e===null?e=[le]:e.push(le),s++}var g=Oe===
s}if(t.lacks!==void 0){let w=t.lacks,Oe=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){let le=s;for(let l in w){let k=w[l],I=s,ke=s;if(k&&typeof k=="object"&&
!Array.isArray(k)){if(k.reason===void 0){let b={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalPrope\
rties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.lacks.additionalProperties.
required,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=[b]:e.push(b),s++}if(k.source===void 0){let b={instancePath:r+"/lacks/"+l.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=
[b]:e.push(b),s++}let W=s;for(let b in k)if(!(b==="reason"||b==="source")){let $={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=[$]:e.push($),s++}if(k.reason!==void 0){let b=k.reason,$=s,m=s;if(typeof b==
"string"){if(de(b)<1){let M={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/pro\
perties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.lacks.additionalProperties.
properties.reason,data:b};e===null?e=[M]:e.push(M),s++}}else{let M={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/pr\
operties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.lacks.additionalProperties.
properties.reason.type,parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:b};e===null?e=[M]:e.push(M),s++}var K=$===s}if(k.source!==void 0){
let b=k.source,$=s,m=s,M=s;if(typeof b=="string"){if(de(b)<1){let E={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$\
defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:b};e===null?e=[E]:e.push(
E),s++}}else{let E={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:pe.type,parentSchema:pe,data:b};e===null?e=[E]:e.push(E),s++}var ge=m===s,K=$===s}}else{let W={instancePath:r+"/lacks/"+l.
replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.lacks.additionalProperties.type,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=[W]:e.push(W),s++}var We=I===s}}else{
let le={instancePath:r+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.type,
parentSchema:h.properties.lacks,data:w};e===null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.id!==void 0){let w=t.id,Oe=s,mt=s,Pr=s;if(typeof w=="string"){if(!Ue.test(
w)){let l={instancePath:r+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/(\
[^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:w};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/id",schemaPath:"#/$defs/poin\
ter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:w};e===null?e=[l]:e.push(l),s++}var Fe=mt===s,g=Oe===
s}if(t.idForm!==void 0){let w=t.idForm,Oe=s,mt=s;if(typeof w=="string"){if(!Dy.test(w)){let le={instancePath:r+"/idForm",schemaPath:"#/properties/idForm/pattern",
keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"\
^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:h.properties.idForm,data:w};e===null?e=[le]:e.push(le),s++}}else{let le={instancePath:r+"/idForm",schemaPath:"\
#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.idForm.type,parentSchema:h.properties.idForm,data:w};
e===null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.queryId!==void 0){let w=t.queryId,Oe=s,mt=s,Pr=s;if(typeof w=="string"){if(!Ue.test(w)){let l={instancePath:r+"\
/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:te,data:w};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:w};e===null?e=[l]:e.push(l),s++}var se=mt===s,g=Oe===s}if(t.query!==void 0){
let w=t.query,Oe=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let k={instancePath:r+"/query",schemaPath:"#/properties/query/require\
d",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.query.required,parentSchema:h.properties.
query,data:w};e===null?e=[k]:e.push(k),s++}if(w.path===void 0){let k={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.query.required,parentSchema:h.properties.query,data:w};e===null?e=[k]:e.
push(k),s++}if(w.source===void 0){let k={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.query.required,parentSchema:h.properties.query,data:w};e===null?e=[k]:e.push(k),s++}let le=s;for(let k in w)
if(!(k==="method"||k==="path"||k==="paths"||k==="at"||k==="hosts"||k==="headers"||k==="body"||k==="source")){let I={instancePath:r+"/query",schemaPath:"#/proper\
ties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.query,data:w};e===null?e=[I]:e.push(I),s++}if(w.method!==void 0){let k=w.method,I=s,ke=h.properties.query.properties.method.enum;if(!(k==="GET"||k===
"POST"||k==="PUT"||k==="DELETE")){let W={instancePath:r+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:h.
properties.query.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.method.enum,parentSchema:h.properties.
query.properties.method,data:k};e===null?e=[W]:e.push(W),s++}var Ee=I===s}if(w.path!==void 0){let k=w.path,I=s,ke=s,W=s;if(typeof k=="string"){if(!At.test(k)){let $={
instancePath:r+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,
data:k};e===null?e=[$]:e.push($),s++}}else{let $={instancePath:r+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:Ne.type,parentSchema:Ne,data:k};e===null?e=[$]:e.push($),s++}var Re=ke===s,Ee=I===s}if(w.paths!==void 0){let k=w.paths,I=s;js(k,{instancePath:r+
"/query/paths",parentData:w,parentDataProperty:"paths",rootData:i,dynamicAnchors:o})||(e=e===null?js.errors:e.concat(js.errors),s=e.length);var Ee=I===s}if(w.at!==
void 0){let k=w.at,I=s,ke=s,W=s;if(typeof k=="string"){if(!Ue.test(k)){let $={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:k};e===null?e=[$]:
e.push($),s++}}else{let $={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.
type,parentSchema:te,data:k};e===null?e=[$]:e.push($),s++}var ft=ke===s,Ee=I===s}if(w.hosts!==void 0){let k=w.hosts,I=s,ke=s;if(Array.isArray(k)){if(k.length<1){
let m={instancePath:r+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer \
than 1 items",schema:1,parentSchema:h.properties.query.properties.hosts,data:k};e===null?e=[m]:e.push(m),s++}let b=!0,$=k.length;for(let m=0;m<$;m++){let M=k[m],
D=s,E=s;if(typeof M=="string"){if(!Cy.test(M)){let P={instancePath:r+"/query/hosts/"+m,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"p\
attern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+\
(\\.[a-z0-9-]+)+$",parentSchema:h.properties.query.properties.hosts.items,data:M};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/query/hosts/"+m,schemaPath:"\
#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.query.properties.hosts.items.
type,parentSchema:h.properties.query.properties.hosts.items,data:M};e===null?e=[P]:e.push(P),s++}var lt=D===s;lt||(b=!1)}}else{let b={instancePath:r+"/query/hos\
ts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.query.properties.hosts.
type,parentSchema:h.properties.query.properties.hosts,data:k};e===null?e=[b]:e.push(b),s++}var Ee=I===s}if(w.headers!==void 0){let k=w.headers,I=s,ke=s,W=s;if(k&&
typeof k=="object"&&!Array.isArray(k)){if(Object.keys(k).length<1){let m={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:st,data:k};e===null?e=[m]:e.push(m),s++}for(let m in k){let M=s;
if(typeof m=="string"&&!zt.test(m)){let D={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"\
^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:st.propertyNames,data:m,propertyName:m};e===null?e=
[D]:e.push(D),s++}var pr=M===s;if(!pr){let D={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:m},
message:"property name must be valid",schema:st.propertyNames,parentSchema:st,data:k};e===null?e=[D]:e.push(D),s++}}let $=s;for(let m in k){let M=k[m],D=s,E=s;if(typeof M==
"string"){if(!fn.test(M)){let P={instancePath:r+"/query/headers/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties\
/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:st.additionalProperties,
data:M};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/query/headers/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/add\
itionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:st.additionalProperties.type,parentSchema:st.additionalProperties,
data:M};e===null?e=[P]:e.push(P),s++}var ot=D===s}}else{let $={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:st.type,parentSchema:st,data:k};e===null?e=[$]:e.push($),s++}var Tr=ke===s,Ee=I===s}if(w.body!==void 0){let k=w.body,I=s;
Wt(k,{instancePath:r+"/query/body",parentData:w,parentDataProperty:"body",rootData:i,dynamicAnchors:o})||(e=e===null?Wt.errors:e.concat(Wt.errors),s=e.length);var Ee=I===
s}if(w.source!==void 0){let k=w.source,I=s,ke=s,W=s;if(typeof k=="string"){if(de(k)<1){let $={instancePath:r+"/query/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:k};e===null?e=[$]:e.push($),s++}}else{let $={
instancePath:r+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:k};
e===null?e=[$]:e.push($),s++}var on=ke===s,Ee=I===s}let l;if(w.at!==void 0&&w.hosts===void 0){let k={instancePath:r+"/query",schemaPath:"#/properties/query/depe\
ndentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when proper\
ty at is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:w};e===null?e=[k]:e.push(k),s++}if(w.hosts!==void 0&&w.at===void 0){
let k={instancePath:r+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,
deps:"at"},message:"must have property at when property hosts is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:w};e===
null?e=[k]:e.push(k),s++}}else{let le={instancePath:r+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be objec\
t",schema:h.properties.query.type,parentSchema:h.properties.query,data:w};e===null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.list!==void 0){let w=t.list,Oe=s,mt=s;
if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.path===void 0){let l={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.list.required,parentSchema:h.properties.list,data:w};e===null?e=[l]:e.push(
l),s++}if(w.filter===void 0){let l={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"\
must have required property 'filter'",schema:h.properties.list.required,parentSchema:h.properties.list,data:w};e===null?e=[l]:e.push(l),s++}if(w.limit===void 0){
let l={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property '\
limit'",schema:h.properties.list.required,parentSchema:h.properties.list,data:w};e===null?e=[l]:e.push(l),s++}if(w.items===void 0){let l={instancePath:r+"/list",
schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property 'items'",schema:h.properties.list.
required,parentSchema:h.properties.list,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={instancePath:r+"/list",schemaPath:"#/properties/list/r\
equired",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.list.required,parentSchema:h.properties.
list,data:w};e===null?e=[l]:e.push(l),s++}let le=s;for(let l in w)if(!(l==="path"||l==="filter"||l==="limit"||l==="items"||l==="within"||l==="source")){let k={instancePath:r+
"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:h.properties.list,data:w};e===null?e=[k]:e.push(k),s++}if(w.path!==void 0){let l=w.path,k=s,I=s,ke=s;if(typeof l=="string"){if(!At.
test(l)){let W={instancePath:r+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ne,data:l};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:l};e===null?e=[W]:e.push(W),s++}var Od=I===s,yt=k===s}if(w.filter!==void 0){let l=w.filter,k=s,
I=s;if(typeof l=="string"){if(de(l)<1){let W={instancePath:r+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.list.properties.filter,data:l};e===null?e=[W]:e.push(W),s++}}else{let W={
instancePath:r+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
list.properties.filter.type,parentSchema:h.properties.list.properties.filter,data:l};e===null?e=[W]:e.push(W),s++}var yt=k===s}if(w.limit!==void 0){let l=w.limit,
k=s;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l))){let W={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{
type:"integer"},message:"must be integer",schema:h.properties.list.properties.limit.type,parentSchema:h.properties.list.properties.limit,data:l};e===null?e=[W]:
e.push(W),s++}let I=s;if(typeof l=="number"){if(l>500||isNaN(l)){let W={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"\
maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:h.properties.list.properties.limit,data:l};e===null?e=[W]:e.push(W),
s++}if(l<2||isNaN(l)){let W={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},
message:"must be >= 2",schema:2,parentSchema:h.properties.list.properties.limit,data:l};e===null?e=[W]:e.push(W),s++}}var yt=k===s}if(w.items!==void 0){let l=w.
items,k=s,I=s,ke=s;if(typeof l=="string"){if(!Ue.test(l)){let b={instancePath:r+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:l};e===null?e=[b]:e.push(b),s++}}else{
let b={instancePath:r+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,
data:l};e===null?e=[b]:e.push(b),s++}var dy=I===s,yt=k===s}if(w.within!==void 0){let l=w.within,k=s,I=s,ke=s;if(typeof l=="string"){if(!Ue.test(l)){let b={instancePath:r+
"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/list/within",schemaPath:"#/$defs/pointer/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:l};e===null?e=[b]:e.push(b),s++}var Nr=I===s,yt=k===s}if(w.source!==
void 0){let l=w.source,k=s,I=s,ke=s;if(typeof l=="string"){if(de(l)<1){let b={instancePath:r+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+
"/list/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:l};e===null?e=
[b]:e.push(b),s++}var cy=I===s,yt=k===s}}else{let le={instancePath:r+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.list.type,parentSchema:h.properties.list,data:w};e===null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.history!==void 0){let w=t.
history,Oe=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.paths===void 0){let l={instancePath:r+"/history",schemaPath:"#/properties/history/required",
keyword:"required",params:{missingProperty:"paths"},message:"must have required property 'paths'",schema:h.properties.history.required,parentSchema:h.properties.
history,data:w};e===null?e=[l]:e.push(l),s++}if(w.items===void 0){let l={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",
params:{missingProperty:"items"},message:"must have required property 'items'",schema:h.properties.history.required,parentSchema:h.properties.history,data:w};e===
null?e=[l]:e.push(l),s++}if(w.next===void 0){let l={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"\
next"},message:"must have required property 'next'",schema:h.properties.history.required,parentSchema:h.properties.history,data:w};e===null?e=[l]:e.push(l),s++}
if(w.created===void 0){let l={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"created"},message:"\
must have required property 'created'",schema:h.properties.history.required,parentSchema:h.properties.history,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===
void 0){let l={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"source"},message:"must have requ\
ired property 'source'",schema:h.properties.history.required,parentSchema:h.properties.history,data:w};e===null?e=[l]:e.push(l),s++}let le=s;for(let l in w)if(!(l===
"paths"||l==="items"||l==="within"||l==="created"||l==="size"||l==="next"||l==="source")){let k={instancePath:r+"/history",schemaPath:"#/properties/history/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
history,data:w};e===null?e=[k]:e.push(k),s++}if(w.paths!==void 0){let l=w.paths,k=s,I=s;if(Array.isArray(l)){if(l.length<1){let M={instancePath:r+"/history/path\
s",schemaPath:"#/properties/history/properties/paths/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.
properties.history.properties.paths,data:l};e===null?e=[M]:e.push(M),s++}let ke=!0,W=l.length;for(let M=0;M<W;M++){let D=l[M],E=s,P=s,p=s;if(typeof D=="string"){
if(!At.test(D)){let q={instancePath:r+"/history/paths/"+M,schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern \
"^/"',schema:"^/",parentSchema:Ne,data:D};e===null?e=[q]:e.push(q),s++}}else{let q={instancePath:r+"/history/paths/"+M,schemaPath:"#/$defs/path/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:D};e===null?e=[q]:e.push(q),s++}var my=P===s,jd=E===s;jd||(ke=!1)}let b,
$=l.length,m;if(b=!0,$>1){e:for(;$--;)for(m=$;m--;)if(Jy(l[$],l[m])){let M={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/un\
iqueItems",keyword:"uniqueItems",params:{i:$,j:m},message:"must NOT have duplicate items (items ## "+m+" and "+$+" are identical)",schema:!0,parentSchema:h.properties.
history.properties.paths,data:l};e===null?e=[M]:e.push(M),s++,b=!1;break e}}}else{let ke={instancePath:r+"/history/paths",schemaPath:"#/properties/history/prope\
rties/paths/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.history.properties.paths.type,parentSchema:h.properties.history.
properties.paths,data:l};e===null?e=[ke]:e.push(ke),s++}var Rr=k===s}if(w.items!==void 0){let l=w.items,k=s,I=s,ke=s;if(typeof l=="string"){if(!Ue.test(l)){let b={
instancePath:r+"/history/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/(\
[^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/history/items",schemaPath:"#\
/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:l};e===null?e=[b]:e.push(b),s++}var Ad=I===
s,Rr=k===s}if(w.within!==void 0){let l=w.within,k=s,I=s,ke=s;if(typeof l=="string"){if(!Ue.test(l)){let b={instancePath:r+"/history/within",schemaPath:"#/$defs/\
pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,
data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/history/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:te.type,parentSchema:te,data:l};e===null?e=[b]:e.push(b),s++}var Td=I===s,Rr=k===s}if(w.created!==void 0){let l=w.created,k=s,I=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.at===void 0){let b={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"r\
equired",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.history.properties.created.required,parentSchema:h.properties.
history.properties.created,data:l};e===null?e=[b]:e.push(b),s++}if(l.as===void 0){let b={instancePath:r+"/history/created",schemaPath:"#/properties/history/prop\
erties/created/required",keyword:"required",params:{missingProperty:"as"},message:"must have required property 'as'",schema:h.properties.history.properties.created.
required,parentSchema:h.properties.history.properties.created,data:l};e===null?e=[b]:e.push(b),s++}let W=s;for(let b in l)if(!(b==="at"||b==="as")){let $={instancePath:r+
"/history/created",schemaPath:"#/properties/history/properties/created/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.history.properties.created,data:l};e===null?e=[$]:e.push($),s++}if(l.at!==void 0){let b=l.
at,$=s,m=s,M=s;if(typeof b=="string"){if(!Ue.test(b)){let D={instancePath:r+"/history/created/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:b};e===null?e=[D]:e.push(
D),s++}}else{let D={instancePath:r+"/history/created/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.
type,parentSchema:te,data:b};e===null?e=[D]:e.push(D),s++}var ly=m===s,ys=$===s}if(l.as!==void 0){let b=l.as,$=s,m=h.properties.history.properties.created.properties.
as.enum;if(!(b==="seconds"||b==="milliseconds"||b==="date")){let D={instancePath:r+"/history/created/as",schemaPath:"#/properties/history/properties/created/pro\
perties/as/enum",keyword:"enum",params:{allowedValues:h.properties.history.properties.created.properties.as.enum},message:"must be equal to one of the allowed v\
alues",schema:h.properties.history.properties.created.properties.as.enum,parentSchema:h.properties.history.properties.created.properties.as,data:b};e===null?e=[
D]:e.push(D),s++}var ys=$===s}}else{let W={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:h.properties.history.properties.created.type,parentSchema:h.properties.history.properties.created,data:l};e===null?e=[W]:
e.push(W),s++}var Rr=k===s}if(w.size!==void 0){let l=w.size,k=s,I=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.parameter===void 0){let b={instancePath:r+
"/history/size",schemaPath:"#/properties/history/properties/size/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required p\
roperty 'parameter'",schema:h.properties.history.properties.size.required,parentSchema:h.properties.history.properties.size,data:l};e===null?e=[b]:e.push(b),s++}
if(l.most===void 0){let b={instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/required",keyword:"required",params:{missingProperty:"\
most"},message:"must have required property 'most'",schema:h.properties.history.properties.size.required,parentSchema:h.properties.history.properties.size,data:l};
e===null?e=[b]:e.push(b),s++}let W=s;for(let b in l)if(!(b==="parameter"||b==="most")){let $={instancePath:r+"/history/size",schemaPath:"#/properties/history/pr\
operties/size/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.history.properties.size,data:l};e===null?e=[$]:e.push($),s++}if(l.parameter!==void 0){let b=l.parameter,$=s,m=s;if(typeof b=="string"){if(de(b)<1){let M={
instancePath:r+"/history/size/parameter",schemaPath:"#/properties/history/properties/size/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.history.properties.size.properties.parameter,data:b};e===null?e=[M]:e.push(M),s++}}else{
let M={instancePath:r+"/history/size/parameter",schemaPath:"#/properties/history/properties/size/properties/parameter/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:h.properties.history.properties.size.properties.parameter.type,parentSchema:h.properties.history.properties.size.properties.parameter,
data:b};e===null?e=[M]:e.push(M),s++}var Nd=$===s}if(l.most!==void 0){let b=l.most,$=s;if(!(typeof b=="number"&&!(b%1)&&!isNaN(b))){let D={instancePath:r+"/hist\
ory/size/most",schemaPath:"#/properties/history/properties/size/properties/most/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.
properties.history.properties.size.properties.most.type,parentSchema:h.properties.history.properties.size.properties.most,data:b};e===null?e=[D]:e.push(D),s++}let m=s;
if(typeof b=="number"){if(b>1e3||isNaN(b)){let D={instancePath:r+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/maximum",
keyword:"maximum",params:{comparison:"<=",limit:1e3},message:"must be <= 1000",schema:1e3,parentSchema:h.properties.history.properties.size.properties.most,data:b};
e===null?e=[D]:e.push(D),s++}if(b<2||isNaN(b)){let D={instancePath:r+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/minim\
um",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:h.properties.history.properties.size.properties.most,data:b};
e===null?e=[D]:e.push(D),s++}}var Nd=$===s}}else{let W={instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.history.properties.size.type,parentSchema:h.properties.history.properties.size,data:l};e===null?e=[W]:
e.push(W),s++}var Rr=k===s}if(w.next!==void 0){let l=w.next,k=s,I=s,ke=s,W=!0,b=s;if(l&&typeof l=="object"&&!Array.isArray(l))if(l.by!==void 0){let M=l.by,D=s;if(M!==
"url"){let E={};e===null?e=[E]:e.push(E),s++}var wr=D===s}else var wr=!0;var gs=b===s;s=ke,e!==null&&(ke?e.length=ke:e=null);let $;if(gs){let M=s,D=s,E=s;if(l&&
typeof l=="object"&&!Array.isArray(l)){let p;if(l.more===void 0&&(p="more")){let q={};e===null?e=[q]:e.push(q),s++}}var Rd=E===s;if(Rd){let p={instancePath:r+"/\
history/next",schemaPath:"#/properties/history/properties/next/then/not",keyword:"not",params:{},message:"must NOT be valid",schema:h.properties.history.properties.
next.then.not,parentSchema:h.properties.history.properties.next.then,data:l};e===null?e=[p]:e.push(p),s++}else s=D,e!==null&&(D?e.length=D:e=null);if(l&&typeof l==
"object"&&!Array.isArray(l)&&l.at===void 0){let p={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/then/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.history.properties.next.then.required,parentSchema:h.properties.
history.properties.next.then,data:l};e===null?e=[p]:e.push(p),s++}var gs=M===s;W=gs,$="then"}else{let M=s,D=s,E=s;if(l&&typeof l=="object"&&!Array.isArray(l)){let p;
if(l.at===void 0&&(p="at")){let q={};e===null?e=[q]:e.push(q),s++}}var Yi=E===s;if(Yi){let p={instancePath:r+"/history/next",schemaPath:"#/properties/history/pr\
operties/next/else/not",keyword:"not",params:{},message:"must NOT be valid",schema:h.properties.history.properties.next.else.not,parentSchema:h.properties.history.
properties.next.else,data:l};e===null?e=[p]:e.push(p),s++}else s=D,e!==null&&(D?e.length=D:e=null);var gs=M===s;W=gs,$="else"}if(!W){let M={instancePath:r+"/his\
tory/next",schemaPath:"#/properties/history/properties/next/if",keyword:"if",params:{failingKeyword:$},message:'must match "'+$+'" schema',schema:h.properties.history.
properties.next.if,parentSchema:h.properties.history.properties.next,data:l};e===null?e=[M]:e.push(M),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.by===
void 0){let D={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/required",keyword:"required",params:{missingProperty:"by"},message:"\
must have required property 'by'",schema:h.properties.history.properties.next.required,parentSchema:h.properties.history.properties.next,data:l};e===null?e=[D]:
e.push(D),s++}if(l.parameter===void 0){let D={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/required",keyword:"required",params:{
missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.properties.history.properties.next.required,parentSchema:h.properties.history.
properties.next,data:l};e===null?e=[D]:e.push(D),s++}let M=s;for(let D in l)if(!(D==="by"||D==="parameter"||D==="at"||D==="more")){let E={instancePath:r+"/histo\
ry/next",schemaPath:"#/properties/history/properties/next/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:h.properties.history.properties.next,data:l};e===null?e=[E]:e.push(E),s++}if(l.by!==void 0){let D=l.by,E=s,P=h.
properties.history.properties.next.properties.by.enum;if(!(D==="page"||D==="offset"||D==="last"||D==="url")){let p={instancePath:r+"/history/next/by",schemaPath:"\
#/properties/history/properties/next/properties/by/enum",keyword:"enum",params:{allowedValues:h.properties.history.properties.next.properties.by.enum},message:"\
must be equal to one of the allowed values",schema:h.properties.history.properties.next.properties.by.enum,parentSchema:h.properties.history.properties.next.properties.
by,data:D};e===null?e=[p]:e.push(p),s++}var Dt=E===s}if(l.parameter!==void 0){let D=l.parameter,E=s,P=s;if(typeof D=="string"){if(de(D)<1){let q={instancePath:r+
"/history/next/parameter",schemaPath:"#/properties/history/properties/next/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"must NO\
T have fewer than 1 characters",schema:1,parentSchema:h.properties.history.properties.next.properties.parameter,data:D};e===null?e=[q]:e.push(q),s++}}else{let q={
instancePath:r+"/history/next/parameter",schemaPath:"#/properties/history/properties/next/properties/parameter/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:h.properties.history.properties.next.properties.parameter.type,parentSchema:h.properties.history.properties.next.properties.parameter,data:D};
e===null?e=[q]:e.push(q),s++}var Dt=E===s}if(l.at!==void 0){let D=l.at,E=s,P=s,p=s;if(typeof D=="string"){if(!Ue.test(D)){let B={instancePath:r+"/history/next/a\
t",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(\
/([^/~]|~[01])+)+$",parentSchema:te,data:D};e===null?e=[B]:e.push(B),s++}}else{let B={instancePath:r+"/history/next/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:D};e===null?e=[B]:e.push(B),s++}var uy=P===s,Dt=E===s}if(l.more!==void 0){
let D=l.more,E=s,P=s,p=s;if(typeof D=="string"){if(!Ue.test(D)){let B={instancePath:r+"/history/next/more",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:D};e===null?e=[B]:
e.push(B),s++}}else{let B={instancePath:r+"/history/next/more",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:te.type,parentSchema:te,data:D};e===null?e=[B]:e.push(B),s++}var hy=P===s,Dt=E===s}}else{let M={instancePath:r+"/history/next",schemaPath:"#/properties/h\
istory/properties/next/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.history.properties.next.type,parentSchema:h.properties.
history.properties.next,data:l};e===null?e=[M]:e.push(M),s++}var Rr=k===s}if(w.source!==void 0){let l=w.source,k=s,I=s,ke=s;if(typeof l=="string"){if(de(l)<1){let b={
instancePath:r+"/history/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:pe,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/history/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:pe.type,parentSchema:pe,data:l};e===null?e=[b]:e.push(b),s++}var fy=I===s,Rr=k===s}}else{let le={instancePath:r+"/histo\
ry",schemaPath:"#/properties/history/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.history.type,parentSchema:h.properties.
history,data:w};e===null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.served!==void 0){let w=t.served,Oe=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(Object.
keys(w).length<1){let l={instancePath:r+"/served",schemaPath:"#/properties/served/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have\
 fewer than 1 properties",schema:1,parentSchema:h.properties.served,data:w};e===null?e=[l]:e.push(l),s++}let le=s;for(let l in w)if(!(l==="list"||l==="remove")){
let k={instancePath:r+"/served",schemaPath:"#/properties/served/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must\
 NOT have additional properties",schema:!1,parentSchema:h.properties.served,data:w};e===null?e=[k]:e.push(k),s++}if(w.list!==void 0){let l=w.list,k=s,I=s;if(l&&
typeof l=="object"&&!Array.isArray(l)){if(l.told===void 0){let W={instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/required",keyword:"\
required",params:{missingProperty:"told"},message:"must have required property 'told'",schema:h.properties.served.properties.list.required,parentSchema:h.properties.
served.properties.list,data:l};e===null?e=[W]:e.push(W),s++}let ke=s;for(let W in l)if(!(W==="implied"||W==="told")){let b={instancePath:r+"/served/list",schemaPath:"\
#/properties/served/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:h.properties.served.properties.list,data:l};e===null?e=[b]:e.push(b),s++}if(l.implied!==void 0){let W=l.implied,b=s,$=s;if(W&&typeof W==
"object"&&!Array.isArray(W)){let m=s;for(let M in W){let D=W[M],E=s;if(typeof D!="string"){let p={instancePath:r+"/served/list/implied/"+M.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/served/properties/list/properties/implied/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:h.properties.served.properties.list.properties.implied.additionalProperties.type,parentSchema:h.properties.served.properties.list.properties.implied.
additionalProperties,data:D};e===null?e=[p]:e.push(p),s++}let P=s;var ca=E===s}}else{let m={instancePath:r+"/served/list/implied",schemaPath:"#/properties/serve\
d/properties/list/properties/implied/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.list.properties.
implied.type,parentSchema:h.properties.served.properties.list.properties.implied,data:W};e===null?e=[m]:e.push(m),s++}var Id=b===s}if(l.told!==void 0){let W=l.told,
b=s,$=s;if(Array.isArray(W)){if(W.length<1){let E={instancePath:r+"/served/list/told",schemaPath:"#/properties/served/properties/list/properties/told/minItems",
keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.served.properties.list.properties.told,data:W};
e===null?e=[E]:e.push(E),s++}let M=!0,D=W.length;for(let E=0;E<D;E++){let P=W[E],p=s,q=s,B=s,Z=!1,N=null,y=s;if(P&&typeof P=="object"&&!Array.isArray(P)&&P.constant===
void 0){let ee={instancePath:r+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf/0/required",keyword:"required",
params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:h.properties.served.properties.list.properties.told.items.oneOf[0].required,
parentSchema:h.properties.served.properties.list.properties.told.items.oneOf[0],data:P};e===null?e=[ee]:e.push(ee),s++}var dr=y===s;dr&&(Z=!0,N=0);let F=s;if(P&&
typeof P=="object"&&!Array.isArray(P)&&P.fact===void 0){let ee={instancePath:r+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties\
/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.properties.served.properties.
list.properties.told.items.oneOf[1].required,parentSchema:h.properties.served.properties.list.properties.told.items.oneOf[1],data:P};e===null?e=[ee]:e.push(ee),
s++}var dr=F===s;if(dr&&Z?(Z=!1,N=[N,1]):dr&&(Z=!0,N=1),Z)s=B,e!==null&&(B?e.length=B:e=null);else{let ee={instancePath:r+"/served/list/told/"+E,schemaPath:"#/p\
roperties/served/properties/list/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:N},message:"must match exactly one schema in oneOf",schema:h.
properties.served.properties.list.properties.told.items.oneOf,parentSchema:h.properties.served.properties.list.properties.told.items,data:P};e===null?e=[ee]:e.push(
ee),s++}if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.at===void 0){let G={instancePath:r+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/l\
ist/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.served.properties.
list.properties.told.items.required,parentSchema:h.properties.served.properties.list.properties.told.items,data:P};e===null?e=[G]:e.push(G),s++}let ee=s;for(let G in P)
if(!(G==="at"||G==="constant"||G==="fact")){let _={instancePath:r+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/told/items/a\
dditionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
served.properties.list.properties.told.items,data:P};e===null?e=[_]:e.push(_),s++}if(P.at!==void 0){let G=P.at,_=s,v=s,S=s;if(typeof G=="string"){if(!Ue.test(G)){
let V={instancePath:r+"/served/list/told/"+E+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:G};e===null?e=[V]:e.push(V),s++}}else{let V={instancePath:r+"/served/li\
st/told/"+E+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:G};e===null?
e=[V]:e.push(V),s++}var yy=v===s,bs=_===s}if(P.fact!==void 0){let G=P.fact,_=s,v=h.properties.served.properties.list.properties.told.items.properties.fact.enum;
if(!(G==="first"||G==="last")){let V={instancePath:r+"/served/list/told/"+E+"/fact",schemaPath:"#/properties/served/properties/list/properties/told/items/proper\
ties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.served.properties.list.properties.told.items.properties.fact.enum},message:"must be equal to o\
ne of the allowed values",schema:h.properties.served.properties.list.properties.told.items.properties.fact.enum,parentSchema:h.properties.served.properties.list.
properties.told.items.properties.fact,data:G};e===null?e=[V]:e.push(V),s++}var bs=_===s}}else{let ee={instancePath:r+"/served/list/told/"+E,schemaPath:"#/proper\
ties/served/properties/list/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.list.
properties.told.items.type,parentSchema:h.properties.served.properties.list.properties.told.items,data:P};e===null?e=[ee]:e.push(ee),s++}var Ed=p===s;Ed||(M=!1)}}else{
let M={instancePath:r+"/served/list/told",schemaPath:"#/properties/served/properties/list/properties/told/type",keyword:"type",params:{type:"array"},message:"mu\
st be array",schema:h.properties.served.properties.list.properties.told.type,parentSchema:h.properties.served.properties.list.properties.told,data:W};e===null?e=
[M]:e.push(M),s++}var Id=b===s}}else{let ke={instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/type",keyword:"type",params:{type:"ob\
ject"},message:"must be object",schema:h.properties.served.properties.list.type,parentSchema:h.properties.served.properties.list,data:l};e===null?e=[ke]:e.push(
ke),s++}var Ld=k===s}if(w.remove!==void 0){let l=w.remove,k=s,I=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.method===void 0){let b={instancePath:r+"/ser\
ved/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"method"},message:"must have required propert\
y 'method'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:l};e===null?e=[b]:e.push(b),s++}if(l.path===
void 0){let b={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"path"},message:"\
must have required property 'path'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:l};e===null?e=
[b]:e.push(b),s++}if(l.answer===void 0){let b={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{
missingProperty:"answer"},message:"must have required property 'answer'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.
properties.remove,data:l};e===null?e=[b]:e.push(b),s++}if(l.source===void 0){let b={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/r\
emove/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.served.properties.remove.
required,parentSchema:h.properties.served.properties.remove,data:l};e===null?e=[b]:e.push(b),s++}let W=s;for(let b in l)if(!(b==="method"||b==="path"||b==="answ\
er"||b==="source")){let $={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.served.properties.remove,data:l};e===null?e=[$]:
e.push($),s++}if(l.method!==void 0){let b=l.method,$=s,m=h.properties.served.properties.remove.properties.method.enum;if(!(b==="POST"||b==="DELETE")){let M={instancePath:r+
"/served/remove/method",schemaPath:"#/properties/served/properties/remove/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.served.properties.
remove.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.served.properties.remove.properties.method.enum,parentSchema:h.
properties.served.properties.remove.properties.method,data:b};e===null?e=[M]:e.push(M),s++}var pn=$===s}if(l.path!==void 0){let b=l.path,$=s,m=s,M=s;if(typeof b==
"string"){if(!At.test(b)){let E={instancePath:r+"/served/remove/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must ma\
tch pattern "^/"',schema:"^/",parentSchema:Ne,data:b};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/served/remove/path",schemaPath:"#/$defs/path/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:b};e===null?e=[E]:e.push(E),s++}var gy=m===s,pn=$===s}if(l.
answer!==void 0){let b=l.answer,$=s;Wt(b,{instancePath:r+"/served/remove/answer",parentData:l,parentDataProperty:"answer",rootData:i,dynamicAnchors:o})||(e=e===
null?Wt.errors:e.concat(Wt.errors),s=e.length);var pn=$===s}if(l.source!==void 0){let b=l.source,$=s,m=s,M=s;if(typeof b=="string"){if(de(b)<1){let E={instancePath:r+
"/served/remove/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:b};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/served/remove/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:pe.type,parentSchema:pe,data:b};e===null?e=[E]:e.push(E),s++}var ma=m===s,pn=$===s}}else{let W={instancePath:r+"/served/remove",
schemaPath:"#/properties/served/properties/remove/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.remove.
type,parentSchema:h.properties.served.properties.remove,data:l};e===null?e=[W]:e.push(W),s++}var Ld=k===s}}else{let le={instancePath:r+"/served",schemaPath:"#/p\
roperties/served/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.type,parentSchema:h.properties.served,data:w};e===
null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.cancel!==void 0){let w=t.cancel,Oe=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let l={
instancePath:r+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'me\
thod'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:w};e===null?e=[l]:e.push(l),s++}if(w.path===void 0){let l={instancePath:r+"/can\
cel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.
cancel.required,parentSchema:h.properties.cancel,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={instancePath:r+"/cancel",schemaPath:"#/proper\
ties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.cancel.required,parentSchema:h.
properties.cancel,data:w};e===null?e=[l]:e.push(l),s++}let le=s;for(let l in w)if(!(l==="method"||l==="path"||l==="headers"||l==="body"||l==="from"||l==="proves"||
l==="source")){let k={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel,data:w};e===null?e=[k]:e.push(k),s++}if(w.method!==void 0){let l=w.method,
k=s,I=h.properties.cancel.properties.method.enum;if(!(l==="GET"||l==="POST"||l==="PUT"||l==="DELETE")){let ke={instancePath:r+"/cancel/method",schemaPath:"#/pro\
perties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.cancel.properties.method.enum},message:"must be equal to one of the all\
owed values",schema:h.properties.cancel.properties.method.enum,parentSchema:h.properties.cancel.properties.method,data:l};e===null?e=[ke]:e.push(ke),s++}var vr=k===
s}if(w.path!==void 0){let l=w.path,k=s,I=s,ke=s;if(typeof l=="string"){if(!At.test(l)){let b={instancePath:r+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/\
cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:l};e===null?e=[b]:
e.push(b),s++}var by=I===s,vr=k===s}if(w.headers!==void 0){let l=w.headers,k=s,I=s,ke=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){
let $={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer th\
an 1 properties",schema:1,parentSchema:st,data:l};e===null?e=[$]:e.push($),s++}for(let $ in l){let m=s;if(typeof $=="string"&&!zt.test($)){let M={instancePath:r+
"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[\
A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:st.propertyNames,data:$,propertyName:$};e===null?e=[M]:e.push(M),s++}var Md=m===s;if(!Md){let M={instancePath:r+
"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:$},message:"property name must be valid",schema:st.
propertyNames,parentSchema:st,data:l};e===null?e=[M]:e.push(M),s++}}let b=s;for(let $ in l){let m=l[$],M=s,D=s;if(typeof m=="string"){if(!fn.test(m)){let E={instancePath:r+
"/cancel/headers/"+$.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\
\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:st.additionalProperties,data:m};e===null?e=[E]:e.push(E),
s++}}else{let E={instancePath:r+"/cancel/headers/"+$.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:st.additionalProperties.type,parentSchema:st.additionalProperties,data:m};e===null?e=[E]:e.push(E),
s++}var Ir=M===s}}else{let b={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:st.type,parentSchema:st,data:l};e===null?e=[b]:e.push(b),s++}var Fd=I===s,vr=k===s}if(w.body!==void 0){let l=w.body,k=s;Wt(l,{instancePath:r+"/cance\
l/body",parentData:w,parentDataProperty:"body",rootData:i,dynamicAnchors:o})||(e=e===null?Wt.errors:e.concat(Wt.errors),s=e.length);var vr=k===s}if(w.from!==void 0){
let l=w.from,k=s,I=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.words===void 0){let b={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/prop\
erties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:h.properties.cancel.properties.from.
required,parentSchema:h.properties.cancel.properties.from,data:l};e===null?e=[b]:e.push(b),s++}if(l.source===void 0){let b={instancePath:r+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:l};e===null?e=[b]:e.push(b),s++}let W=s;for(let b in l)if(!(b==="words"||b===
"source")){let $={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel.properties.from,data:l};e===null?e=[$]:e.push($),s++}if(l.words!==void 0){
let b=l.words,$=s,m=s,M=s;if(Array.isArray(b)){if(b.length<1){let B={instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ut,data:b};e===null?e=[B]:e.push(B),s++}let D=!0,E=b.length;for(let B=0;B<E;B++){
let Z=b[B],N=s,y=s;if(typeof Z=="string"){if(de(Z)<1){let F={instancePath:r+"/cancel/from/words/"+B,schemaPath:"#/$defs/words/items/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ut.items,data:Z};e===null?e=[F]:e.push(F),s++}}else{let F={instancePath:r+
"/cancel/from/words/"+B,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ut.items.type,parentSchema:ut.
items,data:Z};e===null?e=[F]:e.push(F),s++}var Vd=N===s;Vd||(D=!1)}let P,p=b.length,q;if(P=!0,p>1){let B={};for(;p--;){let Z=b[p];if(typeof Z=="string"){if(typeof B[Z]==
"number"){q=B[Z];let N={instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:p,j:q},message:"must NOT have\
 duplicate items (items ## "+q+" and "+p+" are identical)",schema:!0,parentSchema:ut,data:b};e===null?e=[N]:e.push(N),s++,P=!1;break}B[Z]=p}}}}else{let D={instancePath:r+
"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ut.type,parentSchema:ut,data:b};e===null?
e=[D]:e.push(D),s++}var wy=m===s,eo=$===s}if(l.source!==void 0){let b=l.source,$=s,m=s,M=s;if(typeof b=="string"){if(de(b)<1){let E={instancePath:r+"/cancel/fro\
m/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:b};
e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:pe.type,parentSchema:pe,data:b};e===null?e=[E]:e.push(E),s++}var zd=m===s,eo=$===s}}else{let W={instancePath:r+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.from.type,parentSchema:h.
properties.cancel.properties.from,data:l};e===null?e=[W]:e.push(W),s++}var vr=k===s}if(w.proves!==void 0){let l=w.proves,k=s,I=s;if(l&&typeof l=="object"&&!Array.
isArray(l)){if(Object.keys(l).length<2){let b={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProp\
erties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:h.properties.cancel.properties.proves,data:l};e===null?e=[b]:e.push(
b),s++}if(l.source===void 0){let b={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.cancel.properties.proves.required,parentSchema:h.properties.cancel.properties.proves,
data:l};e===null?e=[b]:e.push(b),s++}let W=s;for(let b in l)if(!(b==="answer"||b==="query"||b==="source")){let $={instancePath:r+"/cancel/proves",schemaPath:"#/\
properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:h.properties.cancel.properties.proves,data:l};e===null?e=[$]:e.push($),s++}if(l.answer!==void 0){let b=l.answer,$=s,m=s;if(b&&typeof b==
"object"&&!Array.isArray(b)){if(b.at===void 0){let D={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer\
/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.cancel.properties.proves.properties.answer.
required,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:b};e===null?e=[D]:e.push(D),s++}if(b.words===void 0){let D={instancePath:r+"/\
cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"\
must have required property 'words'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.
properties.answer,data:b};e===null?e=[D]:e.push(D),s++}let M=s;for(let D in b)if(!(D==="at"||D==="words")){let E={instancePath:r+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT hav\
e additional properties",schema:!1,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:b};e===null?e=[E]:e.push(E),s++}if(b.at!==void 0){let D=b.
at,E=s,P=s,p=s;if(typeof D=="string"){if(!Ue.test(D)){let q={instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:D};e===null?e=[q]:e.push(
q),s++}}else{let q={instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.
type,parentSchema:te,data:D};e===null?e=[q]:e.push(q),s++}var vy=P===s,la=E===s}if(b.words!==void 0){let D=b.words,E=s,P=s,p=s;if(Array.isArray(D)){if(D.length<
1){let ee={instancePath:r+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:ut,data:D};e===null?e=[ee]:e.push(ee),s++}let B=!0,Z=D.length;for(let ee=0;ee<Z;ee++){let G=D[ee],_=s,v=s;if(typeof G=="string"){
if(de(G)<1){let S={instancePath:r+"/cancel/proves/answer/words/"+ee,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"mus\
t NOT have fewer than 1 characters",schema:1,parentSchema:ut.items,data:G};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/cancel/proves/answer/words\
/"+ee,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ut.items.type,parentSchema:ut.items,data:G};e===
null?e=[S]:e.push(S),s++}var Ud=_===s;Ud||(B=!1)}let N,y=D.length,F;if(N=!0,y>1){let ee={};for(;y--;){let G=D[y];if(typeof G=="string"){if(typeof ee[G]=="number"){
F=ee[G];let _={instancePath:r+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:y,j:F},message:"must NOT have\
 duplicate items (items ## "+F+" and "+y+" are identical)",schema:!0,parentSchema:ut,data:D};e===null?e=[_]:e.push(_),s++,N=!1;break}ee[G]=y}}}}else{let B={instancePath:r+
"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ut.type,parentSchema:ut,data:D};
e===null?e=[B]:e.push(B),s++}var dn=P===s,la=E===s}}else{let M={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/propert\
ies/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.properties.answer.type,parentSchema:h.
properties.cancel.properties.proves.properties.answer,data:b};e===null?e=[M]:e.push(M),s++}var to=$===s}if(l.query!==void 0){let b=l.query,$=s,m=s,M=s;if(Array.
isArray(b)){if(b.length<1){let Z={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:ut,data:b};e===null?e=[Z]:e.push(Z),s++}let E=!0,P=b.length;for(let Z=0;Z<P;Z++){let N=b[Z],y=s,F=s;if(typeof N==
"string"){if(de(N)<1){let ee={instancePath:r+"/cancel/proves/query/"+Z,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ut.items,data:N};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/cancel/proves/query/"+
Z,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ut.items.type,parentSchema:ut.items,data:N};e===null?
e=[ee]:e.push(ee),s++}var Jd=y===s;Jd||(E=!1)}let p,q=b.length,B;if(p=!0,q>1){let Z={};for(;q--;){let N=b[q];if(typeof N=="string"){if(typeof Z[N]=="number"){B=
Z[N];let y={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:q,j:B},message:"must NOT have duplicate\
 items (items ## "+B+" and "+q+" are identical)",schema:!0,parentSchema:ut,data:b};e===null?e=[y]:e.push(y),s++,p=!1;break}Z[N]=q}}}}else{let E={instancePath:r+
"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ut.type,parentSchema:ut,data:b};e===null?
e=[E]:e.push(E),s++}var ky=m===s,to=$===s}if(l.source!==void 0){let b=l.source,$=s,m=s,M=s;if(typeof b=="string"){if(de(b)<1){let E={instancePath:r+"/cancel/pro\
ves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:b};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:pe.type,parentSchema:pe,data:b};e===null?e=[E]:e.push(E),s++}var Py=m===s,to=$===s}}else{let W={instancePath:r+"/cancel/proves",
schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.
type,parentSchema:h.properties.cancel.properties.proves,data:l};e===null?e=[W]:e.push(W),s++}var vr=k===s}if(w.source!==void 0){let l=w.source,k=s,I=s,ke=s;if(typeof l==
"string"){if(de(l)<1){let b={instancePath:r+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:pe,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/cancel/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:l};e===null?e=[b]:e.push(b),s++}var ua=I===s,vr=k===s}}else{
let le={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.
type,parentSchema:h.properties.cancel,data:w};e===null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.status!==void 0){let w=t.status,Oe=s,mt=s;if(w&&typeof w=="object"&&
!Array.isArray(w)){if(w.at===void 0){let l={instancePath:r+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:h.properties.status.required,parentSchema:h.properties.status,data:w};e===null?e=[l]:e.push(l),s++}if(w.states===
void 0){let l={instancePath:r+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have requir\
ed property 'states'",schema:h.properties.status.required,parentSchema:h.properties.status,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={instancePath:r+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.status.required,parentSchema:h.properties.status,data:w};e===null?e=[l]:e.push(l),s++}let le=s;for(let l in w)if(!(l==="at"||l==="states"||l==="as"||
l==="absent"||l==="cases"||l==="source")){let k={instancePath:r+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status,data:w};e===null?e=[k]:e.push(k),s++}if(w.at!==void 0){
let l=w.at,k=s,I=s,ke=s;if(typeof l=="string"){if(!Ue.test(l)){let W={instancePath:r+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:l};e===null?e=[W]:e.push(
W),s++}}else{let W={instancePath:r+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,
parentSchema:te,data:l};e===null?e=[W]:e.push(W),s++}var $y=I===s,ws=k===s}if(w.states!==void 0){let l=w.states,k=s,I=s;if(l&&typeof l=="object"&&!Array.isArray(
l)){if(Object.keys(l).length<1){let b={instancePath:r+"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",
params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:h.properties.status.properties.states,data:l};e===null?e=[b]:e.push(b),s++}
let W=s;for(let b in l){let $=l[b],m=s,M=s,D=Ct.enum;if(!($==="queued"||$==="processing"||$==="completed"||$==="failed"||$==="expired"||$==="cancelled"||$==="un\
known")){let E={instancePath:r+"/status/states/"+b.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Ct.
enum},message:"must be equal to one of the allowed values",schema:Ct.enum,parentSchema:Ct,data:$};e===null?e=[E]:e.push(E),s++}var Sy=M===s,cn=m===s}}else{let W={
instancePath:r+"/status/states",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.
properties.status.properties.states.type,parentSchema:h.properties.status.properties.states,data:l};e===null?e=[W]:e.push(W),s++}var ws=k===s}if(w.as!==void 0){
let l=w.as,k=s,I=h.properties.status.properties.as.enum;if(!(l==="number"||l==="boolean")){let W={instancePath:r+"/status/as",schemaPath:"#/properties/status/pr\
operties/as/enum",keyword:"enum",params:{allowedValues:h.properties.status.properties.as.enum},message:"must be equal to one of the allowed values",schema:h.properties.
status.properties.as.enum,parentSchema:h.properties.status.properties.as,data:l};e===null?e=[W]:e.push(W),s++}var ws=k===s}if(w.absent!==void 0){let l=w.absent,
k=s,I=s,ke=Ct.enum;if(!(l==="queued"||l==="processing"||l==="completed"||l==="failed"||l==="expired"||l==="cancelled"||l==="unknown")){let b={instancePath:r+"/s\
tatus/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Ct.enum},message:"must be equal to one of the allowed values",schema:Ct.enum,
parentSchema:Ct,data:l};e===null?e=[b]:e.push(b),s++}var vs=I===s,ws=k===s}if(w.cases!==void 0){let l=w.cases,k=s,I=s;if(Array.isArray(l)){if(l.length<1){let $={
instancePath:r+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than \
1 items",schema:1,parentSchema:h.properties.status.properties.cases,data:l};e===null?e=[$]:e.push($),s++}let W=!0,b=l.length;for(let $=0;$<b;$++){let m=l[$],M=s,
D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.when===void 0){let P={instancePath:r+"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/i\
tems/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:h.properties.status.properties.cases.items.
required,parentSchema:h.properties.status.properties.cases.items,data:m};e===null?e=[P]:e.push(P),s++}if(m.means===void 0){let P={instancePath:r+"/status/cases/"+
$,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required property 'mea\
ns'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:m};e===null?e=[P]:e.push(P),s++}let E=s;
for(let P in m)if(!(P==="when"||P==="means")){let p={instancePath:r+"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/items/additionalProperti\
es",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status.properties.
cases.items,data:m};e===null?e=[p]:e.push(p),s++}if(m.when!==void 0){let P=m.when,p=s,q=s;if(Array.isArray(P)){if(P.length<1){let N={instancePath:r+"/status/cas\
es/"+$+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer\
 than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when,data:P};e===null?e=[N]:e.push(N),s++}let B=!0,Z=P.length;for(let N=0;N<
Z;N++){let y=P[N],F=s,ee=s,G=s,_=!1,v=null,S=s;if(y&&typeof y=="object"&&!Array.isArray(y)&&y.is===void 0){let X={instancePath:r+"/status/cases/"+$+"/when/"+N,schemaPath:"\
#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"is"},message:"must have required \
property 'is'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:h.properties.status.properties.cases.items.
properties.when.items.oneOf[0],data:y};e===null?e=[X]:e.push(X),s++}var ha=S===s;ha&&(_=!0,v=0);let V=s;if(y&&typeof y=="object"&&!Array.isArray(y)&&y.present===
void 0){let X={instancePath:r+"/status/cases/"+$+"/when/"+N,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"\
required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:h.properties.status.properties.cases.items.properties.when.items.
oneOf[1].required,parentSchema:h.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:y};e===null?e=[X]:e.push(X),s++}var ha=V===s;if(ha&&
_?(_=!1,v=[v,1]):ha&&(_=!0,v=1),_)s=G,e!==null&&(G?e.length=G:e=null);else{let X={instancePath:r+"/status/cases/"+$+"/when/"+N,schemaPath:"#/properties/status/p\
roperties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:v},message:"must match exactly one schema in oneOf",schema:h.properties.
status.properties.cases.items.properties.when.items.oneOf,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:y};e===null?e=[X]:e.
push(X),s++}if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.at===void 0){let A={instancePath:r+"/status/cases/"+$+"/when/"+N,schemaPath:"#/properties/status/p\
roperties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.
status.properties.cases.items.properties.when.items.required,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:y};e===null?e=[A]:
e.push(A),s++}let X=s;for(let A in y)if(!(A==="at"||A==="is"||A==="present")){let H={instancePath:r+"/status/cases/"+$+"/when/"+N,schemaPath:"#/properties/statu\
s/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:A},message:"must NOT have additio\
nal properties",schema:!1,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:y};e===null?e=[H]:e.push(H),s++}if(y.at!==void 0){let A=y.
at,H=s,re=s,ie=s;if(typeof A=="string"){if(!Ue.test(A)){let ce={instancePath:r+"/status/cases/"+$+"/when/"+N+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:A};e===null?
e=[ce]:e.push(ce),s++}}else{let ce={instancePath:r+"/status/cases/"+$+"/when/"+N+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:te.type,parentSchema:te,data:A};e===null?e=[ce]:e.push(ce),s++}var _y=re===s,ro=H===s}if(y.is!==void 0){let A=y.is,H=s,re=s;if(Array.isArray(
A)){if(A.length<1){let ce={instancePath:r+"/status/cases/"+$+"/when/"+N+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/prope\
rties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.
properties.when.items.properties.is,data:A};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:r+"/status/cases/"+$+"/when/"+N+"/is",schemaPath:"#/proper\
ties/status/properties/cases/items/properties/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.
properties.cases.items.properties.when.items.properties.is.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items.properties.is,data:A};
e===null?e=[ce]:e.push(ce),s++}var ro=H===s}if(y.present!==void 0){let A=y.present,H=s;if(typeof A!="boolean"){let ce={instancePath:r+"/status/cases/"+$+"/when/"+
N+"/present",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"\
must be boolean",schema:h.properties.status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:h.properties.status.properties.cases.
items.properties.when.items.properties.present,data:A};e===null?e=[ce]:e.push(ce),s++}let re=s;var ro=H===s}}else{let X={instancePath:r+"/status/cases/"+$+"/whe\
n/"+N,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.
properties.status.properties.cases.items.properties.when.items.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:y};e===null?
e=[X]:e.push(X),s++}var mn=F===s;mn||(B=!1)}}else{let B={instancePath:r+"/status/cases/"+$+"/when",schemaPath:"#/properties/status/properties/cases/items/proper\
ties/when/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.when.type,parentSchema:h.
properties.status.properties.cases.items.properties.when,data:P};e===null?e=[B]:e.push(B),s++}var Dd=p===s}if(m.means!==void 0){let P=m.means,p=s,q=s,B=Ct.enum;
if(!(P==="queued"||P==="processing"||P==="completed"||P==="failed"||P==="expired"||P==="cancelled"||P==="unknown")){let N={instancePath:r+"/status/cases/"+$+"/m\
eans",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Ct.enum},message:"must be equal to one of the allowed values",schema:Ct.enum,parentSchema:Ct,
data:P};e===null?e=[N]:e.push(N),s++}var ks=q===s,Dd=p===s}}else{let E={instancePath:r+"/status/cases/"+$,schemaPath:"#/properties/status/properties/cases/items\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.cases.items.type,parentSchema:h.properties.status.properties.
cases.items,data:m};e===null?e=[E]:e.push(E),s++}var so=M===s;so||(W=!1)}}else{let W={instancePath:r+"/status/cases",schemaPath:"#/properties/status/properties/\
cases/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.type,parentSchema:h.properties.status.properties.
cases,data:l};e===null?e=[W]:e.push(W),s++}var ws=k===s}if(w.source!==void 0){let l=w.source,k=s,I=s,ke=s;if(typeof l=="string"){if(de(l)<1){let b={instancePath:r+
"/status/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:pe.type,parentSchema:pe,data:l};e===null?e=[b]:e.push(b),s++}var Cd=I===s,ws=k===s}}else{let le={instancePath:r+"/status",schemaPath:"#/p\
roperties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.type,parentSchema:h.properties.status,data:w};e===
null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.progress!==void 0){let w=t.progress,Oe=s,mt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.at===void 0){let l={
instancePath:r+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at\
'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:w};e===null?e=[l]:e.push(l),s++}if(w.of===void 0){let l={instancePath:r+"/progr\
ess",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:h.properties.
progress.required,parentSchema:h.properties.progress,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={instancePath:r+"/progress",schemaPath:"#/\
properties/progress/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.progress.required,
parentSchema:h.properties.progress,data:w};e===null?e=[l]:e.push(l),s++}let le=s;for(let l in w)if(!(l==="at"||l==="of"||l==="source")){let k={instancePath:r+"/\
progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional\
 properties",schema:!1,parentSchema:h.properties.progress,data:w};e===null?e=[k]:e.push(k),s++}if(w.at!==void 0){let l=w.at,k=s,I=s,ke=s;if(typeof l=="string"){
if(!Ue.test(l)){let W={instancePath:r+"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mus\
t match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:l};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+"/progres\
s/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:l};e===null?e=[W]:e.push(
W),s++}var xy=I===s,ln=k===s}if(w.of!==void 0){let l=w.of,k=s,I=s;if(typeof l=="number"){if(l<=0||isNaN(l)){let W={instancePath:r+"/progress/of",schemaPath:"#/p\
roperties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:h.properties.
progress.properties.of,data:l};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"\
type",params:{type:"number"},message:"must be number",schema:h.properties.progress.properties.of.type,parentSchema:h.properties.progress.properties.of,data:l};e===
null?e=[W]:e.push(W),s++}var ln=k===s}if(w.source!==void 0){let l=w.source,k=s,I=s,ke=s;if(typeof l=="string"){if(de(l)<1){let b={instancePath:r+"/progress/sour\
ce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:l};
e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:pe.type,parentSchema:pe,data:l};e===null?e=[b]:e.push(b),s++}var Wd=I===s,ln=k===s}}else{let le={instancePath:r+"/progress",schemaPath:"#/pro\
perties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.progress.type,parentSchema:h.properties.progress,data:w};
e===null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.results!==void 0){let w=t.results,Oe=s;Qr(w,{instancePath:r+"/results",parentData:t,parentDataProperty:"results",
rootData:i,dynamicAnchors:o})||(e=e===null?Qr.errors:e.concat(Qr.errors),s=e.length);var g=Oe===s}if(t.message!==void 0){let w=t.message,Oe=s;bt(w,{instancePath:r+
"/message",parentData:t,parentDataProperty:"message",rootData:i,dynamicAnchors:o})||(e=e===null?bt.errors:e.concat(bt.errors),s=e.length);var g=Oe===s}if(t.code!==
void 0){let w=t.code,Oe=s;bt(w,{instancePath:r+"/code",parentData:t,parentDataProperty:"code",rootData:i,dynamicAnchors:o})||(e=e===null?bt.errors:e.concat(bt.errors),
s=e.length);var g=Oe===s}if(t.seconds!==void 0){let w=t.seconds,Oe=s,mt=s,Pr=s;if(typeof w=="string"){if(!Ue.test(w)){let l={instancePath:r+"/seconds",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:te,data:w};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:te.type,parentSchema:te,data:w};e===null?e=[l]:e.push(l),s++}var qy=mt===s,g=Oe===s}if(t.secondsAs!==void 0){let w=t.secondsAs,
Oe=s;if(w!=="string"){let Pr={instancePath:r+"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must\
 be equal to constant",schema:"string",parentSchema:h.properties.secondsAs,data:w};e===null?e=[Pr]:e.push(Pr),s++}var g=Oe===s}if(t.usage!==void 0){let w=t.usage,
Oe=s,mt=s;if(Array.isArray(w)){let le=!0,l=w.length;for(let k=0;k<l;k++){let I=w[k],ke=s,W=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){let $={
instancePath:r+"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:I};e===null?e=[$]:e.push($),s++}if(I.unit===void 0){let $={instancePath:r+
"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:h.
properties.usage.items.required,parentSchema:h.properties.usage.items,data:I};e===null?e=[$]:e.push($),s++}if(I.source===void 0){let $={instancePath:r+"/usage/"+
k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
usage.items.required,parentSchema:h.properties.usage.items,data:I};e===null?e=[$]:e.push($),s++}let b=s;for(let $ in I)if(!($==="at"||$==="unit"||$==="source")){
let m={instancePath:r+"/usage/"+k,schemaPath:"#/properties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.usage.items,data:I};e===null?e=[m]:e.push(m),s++}if(I.at!==void 0){let $=I.at,m=s,M=s,D=s;
if(typeof $=="string"){if(!Ue.test($)){let E={instancePath:r+"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]\
|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:$};e===null?e=[E]:e.push(E),s++}}else{let E={
instancePath:r+"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,
data:$};e===null?e=[E]:e.push(E),s++}var ao=M===s,un=m===s}if(I.unit!==void 0){let $=I.unit,m=s,M=s;if(typeof $=="string"){if(de($)<1){let E={instancePath:r+"/u\
sage/"+k+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:h.properties.usage.items.properties.unit,data:$};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/usage/"+k+"/unit",schemaPath:"\
#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.usage.items.properties.unit.type,
parentSchema:h.properties.usage.items.properties.unit,data:$};e===null?e=[E]:e.push(E),s++}var un=m===s}if(I.source!==void 0){let $=I.source,m=s,M=s,D=s;if(typeof $==
"string"){if(de($)<1){let P={instancePath:r+"/usage/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:pe,data:$};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/usage/"+k+"/source",schemaPath:"#/$defs\
/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:$};e===null?e=[P]:e.push(P),s++}var Oy=M===s,un=m===
s}}else{let b={instancePath:r+"/usage/"+k,schemaPath:"#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
usage.items.type,parentSchema:h.properties.usage.items,data:I};e===null?e=[b]:e.push(b),s++}var Ps=ke===s;Ps||(le=!1)}}else{let le={instancePath:r+"/usage",schemaPath:"\
#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.usage.type,parentSchema:h.properties.usage,data:w};e===
null?e=[le]:e.push(le),s++}var g=Oe===s}if(t.told!==void 0){let w=t.told,Oe=s,mt=s;if(Array.isArray(w)){let le=!0,l=w.length;for(let k=0;k<l;k++){let I=w[k],ke=s,
W=s,b=s,$=!1,m=null,M=s;if(I&&typeof I=="object"&&!Array.isArray(I)&&I.link===void 0){let E={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/oneOf\
/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required property 'link'",schema:h.properties.told.items.oneOf[0].required,parentSchema:h.
properties.told.items.oneOf[0],data:I};e===null?e=[E]:e.push(E),s++}var kr=M===s;kr&&($=!0,m=0);let D=s;if(I&&typeof I=="object"&&!Array.isArray(I)&&I.constant===
void 0){let E={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"m\
ust have required property 'constant'",schema:h.properties.told.items.oneOf[1].required,parentSchema:h.properties.told.items.oneOf[1],data:I};e===null?e=[E]:e.push(
E),s++}var kr=D===s;if(kr&&$)$=!1,m=[m,1];else{kr&&($=!0,m=1);let E=s;if(I&&typeof I=="object"&&!Array.isArray(I)&&I.fact===void 0){let p={instancePath:r+"/told\
/"+k,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.
properties.told.items.oneOf[2].required,parentSchema:h.properties.told.items.oneOf[2],data:I};e===null?e=[p]:e.push(p),s++}var kr=E===s;kr&&$?($=!1,m=[m,2]):kr&&
($=!0,m=2)}if($)s=b,e!==null&&(b?e.length=b:e=null);else{let E={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:m},
message:"must match exactly one schema in oneOf",schema:h.properties.told.items.oneOf,parentSchema:h.properties.told.items,data:I};e===null?e=[E]:e.push(E),s++}
if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){let P={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",
params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:I};e===
null?e=[P]:e.push(P),s++}if(I.in===void 0){let P={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"\
in"},message:"must have required property 'in'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:I};e===null?e=[P]:e.push(P),s++}
if(I.source===void 0){let P={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:I};e===null?e=[P]:e.push(P),s++}let E=s;
for(let P in I)if(!(P==="at"||P==="in"||P==="link"||P==="constant"||P==="fact"||P==="source")){let p={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/it\
ems/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
told.items,data:I};e===null?e=[p]:e.push(p),s++}if(I.at!==void 0){let P=I.at,p=s,q=s,B=s;if(typeof P=="string"){if(!Ue.test(P)){let Z={instancePath:r+"/told/"+k+
"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:te,data:P};e===null?e=[Z]:e.push(Z),s++}}else{let Z={instancePath:r+"/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:P};e===null?e=[Z]:e.push(Z),s++}var jy=q===s,Gr=p===s}if(I.in!==void 0){
let P=I.in,p=s,q=h.properties.told.items.properties.in.enum;if(!(P==="submit"||P==="query"||P==="both")){let Z={instancePath:r+"/told/"+k+"/in",schemaPath:"#/pr\
operties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.in.enum},message:"must be equal to one of the al\
lowed values",schema:h.properties.told.items.properties.in.enum,parentSchema:h.properties.told.items.properties.in,data:P};e===null?e=[Z]:e.push(Z),s++}var Gr=p===
s}if(I.link!==void 0){let P=I.link,p=s,q=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.path===void 0){let N={instancePath:r+"/told/"+k+"/link",schemaPath:"\
#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.
told.items.properties.link.required,parentSchema:h.properties.told.items.properties.link,data:P};e===null?e=[N]:e.push(N),s++}let Z=s;for(let N in P)if(N!=="pat\
h"){let y={instancePath:r+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items.properties.link,data:P};e===null?e=[y]:e.push(y),s++}if(P.path!==void 0){
let N=P.path,y=s,F=s,ee=s;if(typeof N=="string"){if(!At.test(N)){let G={instancePath:r+"/told/"+k+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"patter\
n",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:N};e===null?e=[G]:e.push(G),s++}}else{let G={instancePath:r+"/told/"+
k+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:N};e===null?e=[
G]:e.push(G),s++}var Hd=F===s,Ay=y===s}}else{let Z={instancePath:r+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.told.items.properties.link.type,parentSchema:h.properties.told.items.properties.link,data:P};e===null?
e=[Z]:e.push(Z),s++}var Gr=p===s}if(I.fact!==void 0){let P=I.fact,p=s,q=h.properties.told.items.properties.fact.enum;if(!(P==="id"||P==="model"||P==="created"||
P==="completed"||P==="expires")){let Z={instancePath:r+"/told/"+k+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:h.
properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.fact.enum,parentSchema:h.
properties.told.items.properties.fact,data:P};e===null?e=[Z]:e.push(Z),s++}var Gr=p===s}if(I.source!==void 0){let P=I.source,p=s,q=s,B=s;if(typeof P=="string"){
if(de(P)<1){let N={instancePath:r+"/told/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer t\
han 1 characters",schema:1,parentSchema:pe,data:P};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/told/"+k+"/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:P};e===null?e=[N]:e.push(N),s++}var Kd=q===s,Gr=p===s}}else{let E={
instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.told.items.
type,parentSchema:h.properties.told.items,data:I};e===null?e=[E]:e.push(E),s++}var Bd=ke===s;Bd||(le=!1)}}else{let le={instancePath:r+"/told",schemaPath:"#/prop\
erties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.told.type,parentSchema:h.properties.told,data:w};e===null?e=[
le]:e.push(le),s++}var g=Oe===s}let Zd;if(t.list!==void 0){if(t.id===void 0){let w={instancePath:r,schemaPath:"#/dependentRequired",keyword:"dependentRequired",
params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,
parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}if(t.query===void 0){let w={instancePath:r,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{
property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,
parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}}}else{let $s={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:h.type,parentSchema:h,data:t};e===null?e=[$s]:e.push($s),s++}return jt.errors=e,s===0}jt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function yn(t,{
instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=yn.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&
(c.items=void 0);let f=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.protocol===void 0){let m={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"protocol"},message:"must have required property 'protocol'",schema:d.required,parentSchema:d,data:t};e===null?e=[m]:e.push(m),s++}if(t.title===
void 0){let m={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:d.
required,parentSchema:d,data:t};e===null?e=[m]:e.push(m),s++}if(t.description===void 0){let m={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"description"},message:"must have required property 'description'",schema:d.required,parentSchema:d,data:t};e===null?e=[m]:e.push(m),s++}if(t.sources===
void 0){let m={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:d.
required,parentSchema:d,data:t};e===null?e=[m]:e.push(m),s++}if(t.baseUrl===void 0){let m={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
baseUrl"},message:"must have required property 'baseUrl'",schema:d.required,parentSchema:d,data:t};e===null?e=[m]:e.push(m),s++}if(t.authentication===void 0){let m={
instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:d.
required,parentSchema:d,data:t};e===null?e=[m]:e.push(m),s++}if(t.deadline===void 0){let m={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
deadline"},message:"must have required property 'deadline'",schema:d.required,parentSchema:d,data:t};e===null?e=[m]:e.push(m),s++}if(t.poll===void 0){let m={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:d.required,parentSchema:d,data:t};
e===null?e=[m]:e.push(m),s++}if(t.operations===void 0){let m={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:d.required,parentSchema:d,data:t};e===null?e=[m]:e.push(m),s++}if(t.errors===void 0){let m={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:d.required,parentSchema:d,data:t};e===null?
e=[m]:e.push(m),s++}let $=s;for(let m in t)if(!Ts.call(d.properties,m)){let M={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:d,data:t};e===null?e=[M]:e.push(M),s++}if(t.$schema!==void 0){
let m=t.$schema,M=s;if(typeof m!="string"){let E={instancePath:r+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:d.properties.$schema.type,parentSchema:d.properties.$schema,data:m};e===null?e=[E]:e.push(E),s++}let D=s;var u=M===s}if(t.$comment!==void 0){
let m=t.$comment,M=s,D=s,E=s;if(typeof m=="string"){if(de(m)<1){let p={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Sr,data:m};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Sr.type,parentSchema:Sr,data:m};e===null?e=[p]:e.push(p),s++}var g=D===
s,u=M===s}if(t.protocol!==void 0){let m=t.protocol,M=s,D=s;if(typeof m=="string"){if(!xs.test(m)){let P={instancePath:r+"/protocol",schemaPath:"#/properties/pro\
tocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:d.
properties.protocol,data:m};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:d.properties.protocol.type,parentSchema:d.properties.protocol,data:m};e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.
title!==void 0){let m=t.title,M=s,D=s;if(typeof m=="string"){if(de(m)<1){let P={instancePath:r+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.title,data:m};e===null?e=[P]:e.push(P),s++}}else{let P={
instancePath:r+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.title.type,parentSchema:d.
properties.title,data:m};e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.description!==void 0){let m=t.description,M=s,D=s;if(typeof m=="string"){if(de(m)<1){let P={
instancePath:r+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 character\
s",schema:1,parentSchema:d.properties.description,data:m};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/description",schemaPath:"#/properties/descr\
iption/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.description.type,parentSchema:d.properties.description,data:m};e===
null?e=[P]:e.push(P),s++}var u=M===s}if(t.sources!==void 0){let m=t.sources,M=s,D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let p={
instancePath:r+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 propertie\
s",schema:1,parentSchema:d.properties.sources,data:m};e===null?e=[p]:e.push(p),s++}let P=s;for(let p in m){let q=m[p],B=s,Z=s,N=!1,y=null,F=s,ee=s;if(q&&typeof q==
"object"&&!Array.isArray(q)){if(q.package===void 0){let S={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/\
additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required property 'package'",schema:d.properties.
sources.additionalProperties.oneOf[0].required,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:q};e===null?e=[S]:e.push(S),s++}if(q.version===
void 0){let S={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"\
required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:d.properties.sources.additionalProperties.oneOf[0].required,
parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:q};e===null?e=[S]:e.push(S),s++}let v=s;for(let S in q)if(!(S==="package"||S==="version")){
let V={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.sources.additionalProperties.
oneOf[0],data:q};e===null?e=[V]:e.push(V),s++}if(q.package!==void 0){let S=q.package,V=s,X=s;if(typeof S=="string"){if(de(S)<1){let A={instancePath:r+"/sources/"+
p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLeng\
th",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.package,
data:S};e===null?e=[A]:e.push(A),s++}}else{let A={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.
oneOf[0].properties.package.type,parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.package,data:S};e===null?e=[A]:e.push(A),s++}var x=V===
s}if(q.version!==void 0){let S=q.version,V=s,X=s;if(typeof S=="string"){if(!My.test(S)){let H={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+
"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'\
must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.version,data:S};
e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additi\
onalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.
oneOf[0].properties.version.type,parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.version,data:S};e===null?e=[H]:e.push(H),s++}var x=V===
s}}else{let v={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.sources.additionalProperties.oneOf[0].type,parentSchema:d.properties.sources.additionalProperties.
oneOf[0],data:q};e===null?e=[v]:e.push(v),s++}var O=F===s;if(O){N=!0,y=0;var j=!0}let G=s,_=s;if(q&&typeof q=="object"&&!Array.isArray(q)){if(q.document===void 0){
let S={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"document"},message:"must have required property 'document'",schema:d.properties.sources.additionalProperties.oneOf[1].required,parentSchema:d.
properties.sources.additionalProperties.oneOf[1],data:q};e===null?e=[S]:e.push(S),s++}if(q.url===void 0){let S={instancePath:r+"/sources/"+p.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have\
 required property 'url'",schema:d.properties.sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:q};
e===null?e=[S]:e.push(S),s++}let v=s;for(let S in q)if(!(S==="document"||S==="url")){let V={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must N\
OT have additional properties",schema:!1,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:q};e===null?e=[V]:e.push(V),s++}if(q.document!==void 0){
let S=q.document,V=s,X=s;if(typeof S=="string"){if(de(S)<1){let A={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#\
/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charact\
ers",schema:1,parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.document,data:S};e===null?e=[A]:e.push(A),s++}}else{let A={instancePath:r+
"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:d.properties.
sources.additionalProperties.oneOf[1].properties.document,data:S};e===null?e=[A]:e.push(A),s++}var R=V===s}if(q.url!==void 0){let S=q.url,V=s,X=s;if(typeof S=="\
string"){if(!ec.test(S)){let H={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.
sources.additionalProperties.oneOf[1].properties.url,data:S};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.url,data:S};e===
null?e=[H]:e.push(H),s++}var R=V===s}}else{let v={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.sources.additionalProperties.oneOf[1].type,parentSchema:d.
properties.sources.additionalProperties.oneOf[1],data:q};e===null?e=[v]:e.push(v),s++}var O=G===s;if(O&&N?(N=!1,y=[y,1]):O&&(N=!0,y=1,j!==!0&&(j=!0)),N)s=Z,e!==
null&&(Z?e.length=Z:e=null);else{let v={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf",keyword:"oneOf",params:{passingSchemas:y},message:"must match exactly one schema in oneOf",schema:d.properties.sources.additionalProperties.oneOf,parentSchema:d.
properties.sources.additionalProperties,data:q};e===null?e=[v]:e.push(v),s++}var L=B===s}}else{let P={instancePath:r+"/sources",schemaPath:"#/properties/sources\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.sources.type,parentSchema:d.properties.sources,data:m};e===null?e=[P]:
e.push(P),s++}var u=M===s}if(t.baseUrl!==void 0){let m=t.baseUrl,M=s,D=s;if(typeof m=="string"){if(!Fy.test(m)){let P={instancePath:r+"/baseUrl",schemaPath:"#/p\
roperties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^http\
s://[^/]+(/.*[^/])?$",parentSchema:d.properties.baseUrl,data:m};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/baseUrl",schemaPath:"#/properties/bas\
eUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.baseUrl.type,parentSchema:d.properties.baseUrl,data:m};e===null?e=
[P]:e.push(P),s++}var u=M===s}if(t.authentication!==void 0){let m=t.authentication,M=s,D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.in===void 0){let p={
instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,data:m};e===null?e=[p]:e.push(p),s++}if(m.name===void 0){let p={
instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,data:m};e===null?e=[p]:e.push(p),s++}if(m.source===void 0){
let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,data:m};e===null?e=[p]:e.push(p),s++}let P=s;
for(let p in m)if(!(p==="in"||p==="name"||p==="prefix"||p==="token"||p==="source")){let q={instancePath:r+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
authentication,data:m};e===null?e=[q]:e.push(q),s++}if(m.in!==void 0){let p=m.in,q=s,B=d.properties.authentication.properties.in.enum;if(p!=="header"){let Z={instancePath:r+
"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:d.properties.authentication.properties.in.
enum},message:"must be equal to one of the allowed values",schema:d.properties.authentication.properties.in.enum,parentSchema:d.properties.authentication.properties.
in,data:p};e===null?e=[Z]:e.push(Z),s++}var U=q===s}if(m.name!==void 0){let p=m.name,q=s,B=s;if(typeof p=="string"){if(!zt.test(p)){let N={instancePath:r+"/auth\
entication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pat\
tern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.authentication.properties.name,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={
instancePath:r+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:d.properties.authentication.properties.name.type,parentSchema:d.properties.authentication.properties.name,data:p};e===null?e=[N]:e.push(N),s++}var U=q===
s}if(m.prefix!==void 0){let p=m.prefix,q=s;if(typeof p!="string"){let N={instancePath:r+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.prefix.type,parentSchema:d.properties.
authentication.properties.prefix,data:p};e===null?e=[N]:e.push(N),s++}let B=s;var U=q===s}if(m.token!==void 0){let p=m.token,q=s,B=s,Z=!1,N=null,y=s,F=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.by===void 0){let S={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/re\
quired",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.properties.token.oneOf[0].
required,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[S]:e.push(S),s++}if(p.seconds===void 0){let S={instancePath:r+"/\
authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:d.properties.authentication.properties.token.oneOf[0].required,parentSchema:d.properties.authentication.properties.
token.oneOf[0],data:p};e===null?e=[S]:e.push(S),s++}let v=s;for(let S in p)if(!(S==="by"||S==="seconds"||S==="backdateSeconds")){let V={instancePath:r+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[V]:e.push(V),s++}
if(p.by!==void 0){let S=p.by,V=s;if(S!=="jwt-hs256"){let X={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:d.properties.authentication.
properties.token.oneOf[0].properties.by,data:S};e===null?e=[X]:e.push(X),s++}var fe=V===s}if(p.seconds!==void 0){let S=p.seconds,V=s;if(!(typeof S=="number"&&!(S%
1)&&!isNaN(S))){let H={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:d.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:S};e===null?e=[H]:e.push(H),s++}let X=s;if(typeof S=="number"){if(S>86400||isNaN(S)){
let H={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:S};e===null?e=[H]:e.push(H),s++}if(S<10||isNaN(S)){let H={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:d.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:S};e===null?e=[H]:e.push(H),s++}}var fe=V===s}if(p.backdateSeconds!==void 0){let S=p.backdateSeconds,
V=s;if(!(typeof S=="number"&&!(S%1)&&!isNaN(S))){let H={instancePath:r+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:S};e===null?e=
[H]:e.push(H),s++}let X=s;if(typeof S=="number"){if(S>3600||isNaN(S)){let H={instancePath:r+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:S};e===null?e=[H]:e.push(H),s++}if(S<0||isNaN(S)){let H={instancePath:r+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:S};e===
null?e=[H]:e.push(H),s++}}var fe=V===s}}else{let v={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.token.oneOf[0].type,parentSchema:d.properties.authentication.
properties.token.oneOf[0],data:p};e===null?e=[v]:e.push(v),s++}var J=y===s;if(J){Z=!0,N=0;var Y=!0}let ee=s,G=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.
by===void 0){let S={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.properties.token.oneOf[1].required,parentSchema:d.properties.
authentication.properties.token.oneOf[1],data:p};e===null?e=[S]:e.push(S),s++}if(p.scope===void 0){let S={instancePath:r+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:d.
properties.authentication.properties.token.oneOf[1].required,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[S]:e.push(S),
s++}let v=s;for(let S in p)if(!(S==="by"||S==="scope")){let V={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[V]:e.push(V),s++}if(p.by!==void 0){let S=p.by,V=s;if(S!=="google-service-account"){let X={
instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:d.properties.authentication.properties.token.oneOf[1].
properties.by,data:S};e===null?e=[X]:e.push(X),s++}var Q=V===s}if(p.scope!==void 0){let S=p.scope,V=s,X=s;if(typeof S=="string"){if(de(S)<1){let H={instancePath:r+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.authentication.properties.token.oneOf[1].properties.scope,data:S};e===null?e=
[H]:e.push(H),s++}}else{let H={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:d.
properties.authentication.properties.token.oneOf[1].properties.scope,data:S};e===null?e=[H]:e.push(H),s++}var Q=V===s}}else{let v={instancePath:r+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
authentication.properties.token.oneOf[1].type,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[v]:e.push(v),s++}var J=ee===
s;if(J&&Z)Z=!1,N=[N,1];else{J&&(Z=!0,N=1,Y!==!0&&(Y=!0));let v=s,S=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let A={instancePath:r+"/auth\
entication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must have\
 required property 'by'",schema:d.properties.authentication.properties.token.oneOf[2].required,parentSchema:d.properties.authentication.properties.token.oneOf[2],
data:p};e===null?e=[A]:e.push(A),s++}if(p.url===void 0){let A={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.authentication.properties.token.
oneOf[2].required,parentSchema:d.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[A]:e.push(A),s++}let X=s;for(let A in p)if(!(A==="by"||
A==="url"||A==="scope"||A==="clientIn"||A==="clientHeader")){let H={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:A},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[H]:e.push(H),s++}if(p.by!==void 0){let A=p.by,H=s;if(A!=="oauth-client"){let re={instancePath:r+
"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"oauth-cli\
ent"},message:"must be equal to constant",schema:"oauth-client",parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.by,data:A};e===null?
e=[re]:e.push(re),s++}var we=H===s}if(p.url!==void 0){let A=p.url,H=s,re=s;if(typeof A=="string"){if(!Vy.test(A)){let ce={instancePath:r+"/authentication/token/\
url",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#]+/[^?#]*$"},message:'\
must match pattern "^https://[^/?#]+/[^?#]*$"',schema:"^https://[^/?#]+/[^?#]*$",parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.url,
data:A};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:r+"/authentication/token/url",schemaPath:"#/properties/authentication/properties/token/oneOf/2\
/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.token.oneOf[2].properties.url.
type,parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.url,data:A};e===null?e=[ce]:e.push(ce),s++}var we=H===s}if(p.scope!==void 0){
let A=p.scope,H=s,re=s;if(typeof A=="string"){if(de(A)<1){let ce={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/2/properties/scope/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.
authentication.properties.token.oneOf[2].properties.scope,data:A};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:r+"/authentication/token/scope",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.
properties.token.oneOf[2].properties.scope.type,parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.scope,data:A};e===null?e=[ce]:e.push(
ce),s++}var we=H===s}if(p.clientIn!==void 0){let A=p.clientIn,H=s,re=d.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum;if(!(A==="he\
ader"||A==="body")){let ce={instancePath:r+"/authentication/token/clientIn",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/clientIn\
/enum",keyword:"enum",params:{allowedValues:d.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum},message:"must be equal to one of the\
 allowed values",schema:d.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum,parentSchema:d.properties.authentication.properties.token.
oneOf[2].properties.clientIn,data:A};e===null?e=[ce]:e.push(ce),s++}var we=H===s}if(p.clientHeader!==void 0){let A=p.clientHeader,H=s,re=s,ie=s;if(typeof A=="st\
ring"){if(!zt.test(A)){let Le={instancePath:r+"/authentication/token/clientHeader",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ct,data:A};e===null?e=[Le]:e.push(Le),s++}}else{let Le={
instancePath:r+"/authentication/token/clientHeader",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ct.
type,parentSchema:ct,data:A};e===null?e=[Le]:e.push(Le),s++}var be=re===s,we=H===s}}else{let X={instancePath:r+"/authentication/token",schemaPath:"#/properties/\
authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.token.
oneOf[2].type,parentSchema:d.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[X]:e.push(X),s++}var J=v===s;if(J&&Z)Z=!1,N=[N,2];else{J&&(Z=
!0,N=2,Y!==!0&&(Y=!0));let X=s,A=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let ie={instancePath:r+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/3/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.
properties.authentication.properties.token.oneOf[3].required,parentSchema:d.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[ie]:e.push(ie),
s++}if(p.service===void 0){let ie={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/required",keyword:"re\
quired",params:{missingProperty:"service"},message:"must have required property 'service'",schema:d.properties.authentication.properties.token.oneOf[3].required,
parentSchema:d.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[ie]:e.push(ie),s++}let re=s;for(let ie in p)if(!(ie==="by"||ie==="service")){
let ce={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:ie},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.token.oneOf[3],data:p};
e===null?e=[ce]:e.push(ce),s++}if(p.by!==void 0){let ie=p.by,ce=s;if(ie!=="aws-sigv4"){let Le={instancePath:r+"/authentication/token/by",schemaPath:"#/propertie\
s/authentication/properties/token/oneOf/3/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be equal to constant",schema:"aws\
-sigv4",parentSchema:d.properties.authentication.properties.token.oneOf[3].properties.by,data:ie};e===null?e=[Le]:e.push(Le),s++}var Qe=ce===s}if(p.service!==void 0){
let ie=p.service,ce=s,Le=s,me=s;if(typeof ie=="string"){if(!xs.test(ie)){let xe={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedServic\
e/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:$r,data:ie};
e===null?e=[xe]:e.push(xe),s++}}else{let xe={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:$r.type,parentSchema:$r,data:ie};e===null?e=[xe]:e.push(xe),s++}var z=Le===s,Qe=ce===s}}else{let re={instancePath:r+"/a\
uthentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.authentication.properties.token.oneOf[3].type,parentSchema:d.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[re]:e.push(re),s++}
var J=X===s;if(J&&Z)Z=!1,N=[N,3];else{J&&(Z=!0,N=3,Y!==!0&&(Y=!0));let re=s,ie=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let me={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/required",keyword:"required",params:{missingProperty:"by"},message:"mus\
t have required property 'by'",schema:d.properties.authentication.properties.token.oneOf[4].required,parentSchema:d.properties.authentication.properties.token.oneOf[4],
data:p};e===null?e=[me]:e.push(me),s++}if(p.service===void 0){let me={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/\
token/oneOf/4/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:d.properties.authentication.
properties.token.oneOf[4].required,parentSchema:d.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[me]:e.push(me),s++}let Le=s;for(let me in p)
if(!(me==="by"||me==="service"||me==="region")){let C={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/a\
dditionalProperties",keyword:"additionalProperties",params:{additionalProperty:me},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
authentication.properties.token.oneOf[4],data:p};e===null?e=[C]:e.push(C),s++}if(p.by!==void 0){let me=p.by,C=s;if(me!=="tc3-hmac-sha256"){let xe={instancePath:r+
"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/4/properties/by/const",keyword:"const",params:{allowedValue:"tc3-hmac-\
sha256"},message:"must be equal to constant",schema:"tc3-hmac-sha256",parentSchema:d.properties.authentication.properties.token.oneOf[4].properties.by,data:me};
e===null?e=[xe]:e.push(xe),s++}var oe=C===s}if(p.service!==void 0){let me=p.service,C=s,xe=s,Pe=s;if(typeof me=="string"){if(!xs.test(me)){let _e={instancePath:r+
"/authentication/token/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^\
[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:$r,data:me};e===null?e=[_e]:e.push(_e),s++}}else{let _e={instancePath:r+"/authentication/token/servic\
e",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$r.type,parentSchema:$r,data:me};e===null?e=[_e]:
e.push(_e),s++}var qe=xe===s,oe=C===s}if(p.region!==void 0){let me=p.region,C=s,xe=s,Pe=s;if(typeof me=="string"){if(!xs.test(me)){let _e={instancePath:r+"/auth\
entication/token/region",schemaPath:"#/$defs/signedRegion/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-\
z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:Ss,data:me};e===null?e=[_e]:e.push(_e),s++}}else{let _e={instancePath:r+"/authentication/token/region",schemaPath:"\
#/$defs/signedRegion/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ss.type,parentSchema:Ss,data:me};e===null?e=[_e]:e.push(_e),s++}
var rt=xe===s,oe=C===s}}else{let Le={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.token.oneOf[4].type,parentSchema:d.properties.authentication.properties.
token.oneOf[4],data:p};e===null?e=[Le]:e.push(Le),s++}var J=re===s;if(J&&Z)Z=!1,N=[N,4];else{J&&(Z=!0,N=4,Y!==!0&&(Y=!0));let Le=s,me=s;if(p&&typeof p=="object"&&
!Array.isArray(p)){if(p.by===void 0){let Pe={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/required",keyword:"\
required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.properties.token.oneOf[5].required,parentSchema:d.
properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[Pe]:e.push(Pe),s++}if(p.service===void 0){let Pe={instancePath:r+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/5/required",keyword:"required",params:{missingProperty:"service"},message:"must have required pro\
perty 'service'",schema:d.properties.authentication.properties.token.oneOf[5].required,parentSchema:d.properties.authentication.properties.token.oneOf[5],data:p};
e===null?e=[Pe]:e.push(Pe),s++}if(p.region===void 0){let Pe={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/one\
Of/5/required",keyword:"required",params:{missingProperty:"region"},message:"must have required property 'region'",schema:d.properties.authentication.properties.
token.oneOf[5].required,parentSchema:d.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[Pe]:e.push(Pe),s++}let xe=s;for(let Pe in p)if(!(Pe===
"by"||Pe==="service"||Pe==="region")){let Ke={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/additional\
Properties",keyword:"additionalProperties",params:{additionalProperty:Pe},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.
properties.token.oneOf[5],data:p};e===null?e=[Ke]:e.push(Ke),s++}if(p.by!==void 0){let Pe=p.by,Ke=s;if(Pe!=="hmac-sha256-v4"){let _e={instancePath:r+"/authentic\
ation/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/5/properties/by/const",keyword:"const",params:{allowedValue:"hmac-sha256-v4"},message:"\
must be equal to constant",schema:"hmac-sha256-v4",parentSchema:d.properties.authentication.properties.token.oneOf[5].properties.by,data:Pe};e===null?e=[_e]:e.push(
_e),s++}var ne=Ke===s}if(p.service!==void 0){let Pe=p.service,Ke=s,_e=s,Ve=s;if(typeof Pe=="string"){if(!xs.test(Pe)){let wt={instancePath:r+"/authentication/to\
ken/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',
schema:"^[a-z][a-z0-9-]*$",parentSchema:$r,data:Pe};e===null?e=[wt]:e.push(wt),s++}}else{let wt={instancePath:r+"/authentication/token/service",schemaPath:"#/$d\
efs/signedService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$r.type,parentSchema:$r,data:Pe};e===null?e=[wt]:e.push(wt),s++}var T=_e===
s,ne=Ke===s}if(p.region!==void 0){let Pe=p.region,Ke=s,_e=s,Ve=s;if(typeof Pe=="string"){if(!xs.test(Pe)){let wt={instancePath:r+"/authentication/token/region",
schemaPath:"#/$defs/signedRegion/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z]\
[a-z0-9-]*$",parentSchema:Ss,data:Pe};e===null?e=[wt]:e.push(wt),s++}}else{let wt={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegio\
n/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ss.type,parentSchema:Ss,data:Pe};e===null?e=[wt]:e.push(wt),s++}var K=_e===s,ne=Ke===
s}}else{let xe={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:d.properties.authentication.properties.token.oneOf[5].type,parentSchema:d.properties.authentication.properties.token.oneOf[5],
data:p};e===null?e=[xe]:e.push(xe),s++}var J=Le===s;J&&Z?(Z=!1,N=[N,5]):J&&(Z=!0,N=5,Y!==!0&&(Y=!0))}}}}if(Z)s=B,e!==null&&(B?e.length=B:e=null);else{let v={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:N},message:"must match exactly on\
e schema in oneOf",schema:d.properties.authentication.properties.token.oneOf,parentSchema:d.properties.authentication.properties.token,data:p};e===null?e=[v]:e.
push(v),s++}var U=q===s}if(m.source!==void 0){let p=m.source,q=s,B=s,Z=s;if(typeof p=="string"){if(de(p)<1){let y={instancePath:r+"/authentication/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:p};e===null?e=[y]:e.
push(y),s++}}else{let y={instancePath:r+"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var ge=B===s,U=q===s}}else{let P={instancePath:r+"/authentication",schemaPath:"#/properties/\
authentication/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.type,parentSchema:d.properties.authentication,
data:m};e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.headers!==void 0){let m=t.headers,M=s,D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<
1){let p={instancePath:r+"/headers",schemaPath:"#/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1\
 properties",schema:1,parentSchema:d.properties.headers,data:m};e===null?e=[p]:e.push(p),s++}for(let p in m){let q=s;if(typeof p=="string"&&!zt.test(p)){let B={
instancePath:r+"/headers",schemaPath:"#/properties/headers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pat\
tern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.headers.propertyNames,data:p,propertyName:p};e===null?e=[B]:e.push(B),s++}var We=q===
s;if(!We){let B={instancePath:r+"/headers",schemaPath:"#/properties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:p},message:"property nam\
e must be valid",schema:d.properties.headers.propertyNames,parentSchema:d.properties.headers,data:m};e===null?e=[B]:e.push(B),s++}}let P=s;for(let p in m){let q=m[p],
B=s,Z=s;if(typeof q=="string"){if(!fn.test(q)){let N={instancePath:r+"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/addit\
ionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:d.
properties.headers.additionalProperties,data:q};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/headers/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.headers.additionalProperties.
type,parentSchema:d.properties.headers.additionalProperties,data:q};e===null?e=[N]:e.push(N),s++}var Fe=B===s}}else{let P={instancePath:r+"/headers",schemaPath:"\
#/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.headers.type,parentSchema:d.properties.headers,data:m};
e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.idempotency!==void 0){let m=t.idempotency,M=s,D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.header===void 0){
let p={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have requ\
ired property 'header'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:m};e===null?e=[p]:e.push(p),s++}if(m.keptSeconds===void 0){
let p={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have\
 required property 'keptSeconds'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:m};e===null?e=[p]:e.push(p),s++}if(m.source===
void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must h\
ave required property 'source'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:m};e===null?e=[p]:e.push(p),s++}let P=s;for(let p in m)
if(!(p==="header"||p==="keptSeconds"||p==="source")){let q={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"ad\
ditionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.idempotency,data:m};e===null?
e=[q]:e.push(q),s++}if(m.header!==void 0){let p=m.header,q=s,B=s;if(typeof p=="string"){if(de(p)<1){let Z={instancePath:r+"/idempotency/header",schemaPath:"#/pr\
operties/idempotency/properties/header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.
idempotency.properties.header,data:p};e===null?e=[Z]:e.push(Z),s++}}else{let Z={instancePath:r+"/idempotency/header",schemaPath:"#/properties/idempotency/proper\
ties/header/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.idempotency.properties.header.type,parentSchema:d.properties.
idempotency.properties.header,data:p};e===null?e=[Z]:e.push(Z),s++}var se=q===s}if(m.keptSeconds!==void 0){let p=m.keptSeconds,q=s;if(!(typeof p=="number"&&!(p%
1)&&!isNaN(p))){let N={instancePath:r+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:d.properties.idempotency.properties.keptSeconds.type,parentSchema:d.properties.idempotency.properties.keptSeconds,data:p};
e===null?e=[N]:e.push(N),s++}let B=s;if(typeof p=="number"&&(p<1||isNaN(p))){let N={instancePath:r+"/idempotency/keptSeconds",schemaPath:"#/properties/idempoten\
cy/properties/keptSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.idempotency.properties.
keptSeconds,data:p};e===null?e=[N]:e.push(N),s++}var se=q===s}if(m.source!==void 0){let p=m.source,q=s,B=s,Z=s;if(typeof p=="string"){if(de(p)<1){let y={instancePath:r+
"/idempotency/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var Ee=B===s,se=q===s}}else{let P={instancePath:r+"/idempotency",schemaPath:"\
#/properties/idempotency/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.idempotency.type,parentSchema:d.properties.idempotency,
data:m};e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.deadline!==void 0){let m=t.deadline,M=s,D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.seconds===void 0){
let p={instancePath:r+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required \
property 'seconds'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:m};e===null?e=[p]:e.push(p),s++}if(m.source===void 0){let p={instancePath:r+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.
properties.deadline.required,parentSchema:d.properties.deadline,data:m};e===null?e=[p]:e.push(p),s++}let P=s;for(let p in m)if(!(p==="seconds"||p==="source")){let q={
instancePath:r+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NO\
T have additional properties",schema:!1,parentSchema:d.properties.deadline,data:m};e===null?e=[q]:e.push(q),s++}if(m.seconds!==void 0){let p=m.seconds,q=s;if(!(typeof p==
"number"&&!(p%1)&&!isNaN(p))){let Z={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:d.properties.deadline.properties.seconds.type,parentSchema:d.properties.deadline.properties.seconds,data:p};e===null?
e=[Z]:e.push(Z),s++}let B=s;if(typeof p=="number"&&(p<60||isNaN(p))){let Z={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seco\
nds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:d.properties.deadline.properties.seconds,data:p};
e===null?e=[Z]:e.push(Z),s++}var Re=q===s}if(m.source!==void 0){let p=m.source,q=s,B=s,Z=s;if(typeof p=="string"){if(de(p)<1){let y={instancePath:r+"/deadline/s\
ource",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:p};
e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var ft=B===s,Re=q===s}}else{let P={instancePath:r+"/deadline",schemaPath:"#/prop\
erties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.deadline.type,parentSchema:d.properties.deadline,data:m};
e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.poll!==void 0){let m=t.poll,M=s,D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.seconds===void 0){let p={instancePath:r+
"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:d.properties.
poll.required,parentSchema:d.properties.poll,data:m};e===null?e=[p]:e.push(p),s++}if(m.source===void 0){let p={instancePath:r+"/poll",schemaPath:"#/properties/p\
oll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.poll.required,parentSchema:d.
properties.poll,data:m};e===null?e=[p]:e.push(p),s++}let P=s;for(let p in m)if(!(p==="seconds"||p==="source")){let q={instancePath:r+"/poll",schemaPath:"#/prope\
rties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.poll,data:m};e===null?e=[q]:e.push(q),s++}if(m.seconds!==void 0){let p=m.seconds,q=s,B=s;if(typeof p=="number"){if(p<=0||isNaN(p)){let Z={instancePath:r+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:d.properties.poll.properties.seconds,data:p};e===null?e=[Z]:e.push(Z),s++}}else{let Z={instancePath:r+"/poll/seconds",schemaPath:"#/pr\
operties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:d.properties.poll.properties.seconds.type,parentSchema:d.
properties.poll.properties.seconds,data:p};e===null?e=[Z]:e.push(Z),s++}var lt=q===s}if(m.source!==void 0){let p=m.source,q=s,B=s,Z=s;if(typeof p=="string"){if(de(
p)<1){let y={instancePath:r+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var pr=B===s,lt=q===s}}else{let P={instancePath:r+"/\
poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.poll.type,parentSchema:d.properties.
poll,data:m};e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.probe!==void 0){let m=t.probe,M=s,D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.path===void 0){
let p={instancePath:r+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:d.properties.probe.required,parentSchema:d.properties.probe,data:m};e===null?e=[p]:e.push(p),s++}if(m.accepted===void 0){let p={instancePath:r+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:d.
properties.probe.required,parentSchema:d.properties.probe,data:m};e===null?e=[p]:e.push(p),s++}if(m.source===void 0){let p={instancePath:r+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.probe.required,
parentSchema:d.properties.probe,data:m};e===null?e=[p]:e.push(p),s++}let P=s;for(let p in m)if(!(p==="path"||p==="accepted"||p==="source")){let q={instancePath:r+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:d.properties.probe,data:m};e===null?e=[q]:e.push(q),s++}if(m.path!==void 0){let p=m.path,q=s,B=s,Z=s;if(typeof p=="string"){if(!At.
test(p)){let N={instancePath:r+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ne,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:p};e===null?e=[N]:e.push(N),s++}var ot=B===s,Tr=q===s}if(m.accepted!==void 0){let p=m.accepted,
q=s,B=s;if(Array.isArray(p)){if(p.length<1){let F={instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.probe.properties.accepted,data:p};e===null?e=[F]:e.push(F),s++}
let N=!0,y=p.length;for(let F=0;F<y;F++){let ee=p[F],G=s;if(!(typeof ee=="number"&&!(ee%1)&&!isNaN(ee))){let v={instancePath:r+"/probe/accepted/"+F,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.probe.properties.accepted.
items.type,parentSchema:d.properties.probe.properties.accepted.items,data:ee};e===null?e=[v]:e.push(v),s++}let _=s;if(typeof ee=="number"){if(ee>599||isNaN(ee)){
let v={instancePath:r+"/probe/accepted/"+F,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:d.properties.probe.properties.accepted.items,data:ee};e===null?e=[v]:e.push(v),s++}if(ee<100||isNaN(ee)){let v={
instancePath:r+"/probe/accepted/"+F,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:d.properties.probe.properties.accepted.items,data:ee};e===null?e=[v]:e.push(v),s++}}var on=G===s;on||(N=!1)}}else{let N={
instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.
properties.probe.properties.accepted.type,parentSchema:d.properties.probe.properties.accepted,data:p};e===null?e=[N]:e.push(N),s++}var Tr=q===s}if(m.source!==void 0){
let p=m.source,q=s,B=s,Z=s;if(typeof p=="string"){if(de(p)<1){let y={instancePath:r+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/probe/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(
y),s++}var Od=B===s,Tr=q===s}}else{let P={instancePath:r+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be ob\
ject",schema:d.properties.probe.type,parentSchema:d.properties.probe,data:m};e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.modelProbe!==void 0){let m=t.modelProbe,
M=s,D=s,E=s,P=!1,p=null,q=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.path===void 0){let N={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelP\
robe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.modelProbe.oneOf[0].required,
parentSchema:d.properties.modelProbe.oneOf[0],data:m};e===null?e=[N]:e.push(N),s++}if(m.names===void 0){let N={instancePath:r+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:d.properties.modelProbe.
oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:m};e===null?e=[N]:e.push(N),s++}}var yt=q===s;yt&&(P=!0,p=0);let B=s;if(m&&typeof m=="objec\
t"&&!Array.isArray(m)){if(m.url===void 0){let N={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:m};e===null?
e=[N]:e.push(N),s++}if(m.names===void 0){let N={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"\
names"},message:"must have required property 'names'",schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],data:m};e===
null?e=[N]:e.push(N),s++}}var yt=B===s;if(yt&&P)P=!1,p=[p,1];else{yt&&(P=!0,p=1);let N=s;if(m&&typeof m=="object"&&!Array.isArray(m)&&m.untestable===void 0){let F={
instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have r\
equired property 'untestable'",schema:d.properties.modelProbe.oneOf[2].required,parentSchema:d.properties.modelProbe.oneOf[2],data:m};e===null?e=[F]:e.push(F),s++}
var yt=N===s;yt&&P?(P=!1,p=[p,2]):yt&&(P=!0,p=2)}if(P)s=E,e!==null&&(E?e.length=E:e=null);else{let N={instancePath:r+"/modelProbe",schemaPath:"#/properties/mode\
lProbe/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"must match exactly one schema in oneOf",schema:d.properties.modelProbe.oneOf,parentSchema:d.properties.
modelProbe,data:m};e===null?e=[N]:e.push(N),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.source===void 0){let y={instancePath:r+"/modelProbe",schemaPath:"\
#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.modelProbe.
required,parentSchema:d.properties.modelProbe,data:m};e===null?e=[y]:e.push(y),s++}let N=s;for(let y in m)if(!(y==="path"||y==="url"||y==="names"||y==="omits"||
y==="told"||y==="except"||y==="untestable"||y==="source")){let F={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe,data:m};e===null?
e=[F]:e.push(F),s++}if(m.path!==void 0){let y=m.path,F=s,ee=s,G=s;if(typeof y=="string"){if(!At.test(y)){let _={instancePath:r+"/modelProbe/path",schemaPath:"#/\
$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:y};e===null?e=[_]:e.push(_),s++}}else{
let _={instancePath:r+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,
data:y};e===null?e=[_]:e.push(_),s++}var dy=ee===s,Nr=F===s}if(m.url!==void 0){let y=m.url,F=s,ee=s;if(typeof y=="string"){if(!zy.test(y)){let _={instancePath:r+
"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match\
 pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:d.properties.modelProbe.properties.url,data:y};e===null?e=[_]:e.push(_),s++}}else{
let _={instancePath:r+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.modelProbe.properties.url.type,parentSchema:d.properties.modelProbe.properties.url,data:y};e===null?e=[_]:e.push(_),s++}var Nr=F===s}if(m.names!==
void 0){let y=m.names,F=s,ee=s,G=s;if(typeof y=="string"){if(!Ue.test(y)){let v={instancePath:r+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:y};e===null?
e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:te.type,parentSchema:te,data:y};e===null?e=[v]:e.push(v),s++}var cy=ee===s,Nr=F===s}if(m.omits!==void 0){let y=m.omits,F=s,ee=s;if(typeof y=="string"){
if(de(y)<1){let _={instancePath:r+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.omits,data:y};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+
"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
modelProbe.properties.omits.type,parentSchema:d.properties.modelProbe.properties.omits,data:y};e===null?e=[_]:e.push(_),s++}var Nr=F===s}if(m.told!==void 0){let y=m.
told,F=s,ee=s;if(Array.isArray(y)){if(y.length<1){let S={instancePath:r+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.modelProbe.properties.told,data:y};e===null?e=[S]:e.push(
S),s++}let _=!0,v=y.length;for(let S=0;S<v;S++){let V=y[S],X=s,A=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.at===void 0){let re={instancePath:r+"/model\
Probe/told/"+S,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required \
property 'at'",schema:d.properties.modelProbe.properties.told.items.required,parentSchema:d.properties.modelProbe.properties.told.items,data:V};e===null?e=[re]:
e.push(re),s++}if(V.constant===void 0){let re={instancePath:r+"/modelProbe/told/"+S,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"\
required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:d.properties.modelProbe.properties.told.items.required,parentSchema:d.
properties.modelProbe.properties.told.items,data:V};e===null?e=[re]:e.push(re),s++}let H=s;for(let re in V)if(!(re==="at"||re==="constant")){let ie={instancePath:r+
"/modelProbe/told/"+S,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:re},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe.properties.told.items,data:V};e===null?e=[ie]:e.push(ie),s++}if(V.at!==
void 0){let re=V.at,ie=s,ce=s,Le=s;if(typeof re=="string"){if(!Ue.test(re)){let me={instancePath:r+"/modelProbe/told/"+S+"/at",schemaPath:"#/$defs/pointer/patte\
rn",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,
data:re};e===null?e=[me]:e.push(me),s++}}else{let me={instancePath:r+"/modelProbe/told/"+S+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:te.type,parentSchema:te,data:re};e===null?e=[me]:e.push(me),s++}var my=ce===s,jd=ie===s}}else{let H={instancePath:r+"/m\
odelProbe/told/"+S,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
modelProbe.properties.told.items.type,parentSchema:d.properties.modelProbe.properties.told.items,data:V};e===null?e=[H]:e.push(H),s++}var Rr=X===s;Rr||(_=!1)}}else{
let _={instancePath:r+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:d.properties.modelProbe.properties.told.type,parentSchema:d.properties.modelProbe.properties.told,data:y};e===null?e=[_]:e.push(_),s++}var Nr=F===s}if(m.
except!==void 0){let y=m.except,F=s,ee=s;if(Array.isArray(y)){if(y.length<1){let S={instancePath:r+"/modelProbe/except",schemaPath:"#/properties/modelProbe/prop\
erties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.modelProbe.properties.
except,data:y};e===null?e=[S]:e.push(S),s++}let _=!0,v=y.length;for(let S=0;S<v;S++){let V=y[S],X=s,A=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.prefix===
void 0){let re={instancePath:r+"/modelProbe/except/"+S,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"\
prefix"},message:"must have required property 'prefix'",schema:d.properties.modelProbe.properties.except.items.required,parentSchema:d.properties.modelProbe.properties.
except.items,data:V};e===null?e=[re]:e.push(re),s++}if(V.reason===void 0){let re={instancePath:r+"/modelProbe/except/"+S,schemaPath:"#/properties/modelProbe/pro\
perties/except/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:d.properties.modelProbe.
properties.except.items.required,parentSchema:d.properties.modelProbe.properties.except.items,data:V};e===null?e=[re]:e.push(re),s++}let H=s;for(let re in V)if(!(re===
"prefix"||re==="reason")){let ie={instancePath:r+"/modelProbe/except/"+S,schemaPath:"#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:re},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe.properties.except.
items,data:V};e===null?e=[ie]:e.push(ie),s++}if(V.prefix!==void 0){let re=V.prefix,ie=s,ce=s;if(typeof re=="string"){if(de(re)<1){let Le={instancePath:r+"/model\
Probe/except/"+S+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.except.items.properties.prefix,data:re};e===null?e=[Le]:e.push(Le),
s++}}else{let Le={instancePath:r+"/modelProbe/except/"+S+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:d.properties.modelProbe.
properties.except.items.properties.prefix,data:re};e===null?e=[Le]:e.push(Le),s++}var Ad=ie===s}if(V.reason!==void 0){let re=V.reason,ie=s,ce=s;if(typeof re=="s\
tring"){if(de(re)<1){let me={instancePath:r+"/modelProbe/except/"+S+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.except.items.
properties.reason,data:re};e===null?e=[me]:e.push(me),s++}}else{let me={instancePath:r+"/modelProbe/except/"+S+"/reason",schemaPath:"#/properties/modelProbe/pro\
perties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.except.items.
properties.reason.type,parentSchema:d.properties.modelProbe.properties.except.items.properties.reason,data:re};e===null?e=[me]:e.push(me),s++}var Ad=ie===s}}else{
let H={instancePath:r+"/modelProbe/except/"+S,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"m\
ust be object",schema:d.properties.modelProbe.properties.except.items.type,parentSchema:d.properties.modelProbe.properties.except.items,data:V};e===null?e=[H]:e.
push(H),s++}var Td=X===s;Td||(_=!1)}}else{let _={instancePath:r+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:d.properties.modelProbe.properties.except.type,parentSchema:d.properties.modelProbe.properties.except,data:y};
e===null?e=[_]:e.push(_),s++}var Nr=F===s}if(m.untestable!==void 0){let y=m.untestable,F=s,ee=s;if(typeof y=="string"){if(de(y)<1){let _={instancePath:r+"/model\
Probe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:d.properties.modelProbe.properties.untestable,data:y};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+"/modelProbe/un\
testable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.
properties.untestable.type,parentSchema:d.properties.modelProbe.properties.untestable,data:y};e===null?e=[_]:e.push(_),s++}var Nr=F===s}if(m.source!==void 0){let y=m.
source,F=s,ee=s,G=s;if(typeof y=="string"){if(de(y)<1){let v={instancePath:r+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/modelProbe/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:y};e===null?e=[v]:e.
push(v),s++}var ly=ee===s,Nr=F===s}}else{let N={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.modelProbe.type,parentSchema:d.properties.modelProbe,data:m};e===null?e=[N]:e.push(N),s++}var u=M===s}if(t.webhooks!==void 0){
let m=t.webhooks,M=s,D=s,E=s,P=!1,p=null,q=s;if(m&&typeof m=="object"&&!Array.isArray(m)&&m.body===void 0){let N={instancePath:r+"/webhooks",schemaPath:"#/prope\
rties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:d.properties.webhooks.oneOf[0].
required,parentSchema:d.properties.webhooks.oneOf[0],data:m};e===null?e=[N]:e.push(N),s++}var ys=q===s;ys&&(P=!0,p=0);let B=s;if(m&&typeof m=="object"&&!Array.isArray(
m)&&m.query===void 0){let N={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"query"},
message:"must have required property 'query'",schema:d.properties.webhooks.oneOf[1].required,parentSchema:d.properties.webhooks.oneOf[1],data:m};e===null?e=[N]:
e.push(N),s++}var ys=B===s;if(ys&&P?(P=!1,p=[p,1]):ys&&(P=!0,p=1),P)s=E,e!==null&&(E?e.length=E:e=null);else{let N={instancePath:r+"/webhooks",schemaPath:"#/pro\
perties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"must match exactly one schema in oneOf",schema:d.properties.webhooks.oneOf,parentSchema:d.
properties.webhooks,data:m};e===null?e=[N]:e.push(N),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.source===void 0){let y={instancePath:r+"/webhooks",schemaPath:"\
#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.webhooks.
required,parentSchema:d.properties.webhooks,data:m};e===null?e=[y]:e.push(y),s++}let N=s;for(let y in m)if(!(y==="body"||y==="query"||y==="with"||y==="signature"||
y==="challenge"||y==="told"||y==="source")){let F={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks,data:m};e===null?e=[F]:e.push(F),s++}
if(m.body!==void 0){let y=m.body,F=s,ee=s,G=s;if(typeof y=="string"){if(!Ue.test(y)){let _={instancePath:r+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:y};
e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:te.type,parentSchema:te,data:y};e===null?e=[_]:e.push(_),s++}var Nd=ee===s,wr=F===s}if(m.query!==void 0){let y=m.query,F=s,ee=s;if(typeof y=="\
string"){if(de(y)<1){let _={instancePath:r+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.query,data:y};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.
properties.query.type,parentSchema:d.properties.webhooks.properties.query,data:y};e===null?e=[_]:e.push(_),s++}var wr=F===s}if(m.with!==void 0){let y=m.with,F=s,
ee=s;if(Array.isArray(y)){if(y.length<1){let S={instancePath:r+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.webhooks.properties.with,data:y};e===null?e=[S]:e.push(S),s++}let _=!0,v=y.
length;for(let S=0;S<v;S++){let V=y[S],X=s,A=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.to===void 0){let re={instancePath:r+"/webhooks/with/"+S,schemaPath:"\
#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:d.properties.
webhooks.properties.with.items.required,parentSchema:d.properties.webhooks.properties.with.items,data:V};e===null?e=[re]:e.push(re),s++}if(V.constant===void 0){
let re={instancePath:r+"/webhooks/with/"+S,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constan\
t"},message:"must have required property 'constant'",schema:d.properties.webhooks.properties.with.items.required,parentSchema:d.properties.webhooks.properties.with.
items,data:V};e===null?e=[re]:e.push(re),s++}let H=s;for(let re in V)if(!(re==="to"||re==="constant")){let ie={instancePath:r+"/webhooks/with/"+S,schemaPath:"#/\
properties/webhooks/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:re},message:"must NOT have additional \
properties",schema:!1,parentSchema:d.properties.webhooks.properties.with.items,data:V};e===null?e=[ie]:e.push(ie),s++}if(V.to!==void 0){let re=V.to,ie=s,ce=s,Le=s;
if(typeof re=="string"){if(!Ue.test(re)){let me={instancePath:r+"/webhooks/with/"+S+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:re};e===null?e=[me]:e.push(me),s++}}else{
let me={instancePath:r+"/webhooks/with/"+S+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,
parentSchema:te,data:re};e===null?e=[me]:e.push(me),s++}var gs=ce===s,Rd=ie===s}}else{let H={instancePath:r+"/webhooks/with/"+S,schemaPath:"#/properties/webhook\
s/properties/with/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.with.items.type,parentSchema:d.
properties.webhooks.properties.with.items,data:V};e===null?e=[H]:e.push(H),s++}var Yi=X===s;Yi||(_=!1)}}else{let _={instancePath:r+"/webhooks/with",schemaPath:"\
#/properties/webhooks/properties/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.with.type,parentSchema:d.
properties.webhooks.properties.with,data:y};e===null?e=[_]:e.push(_),s++}var wr=F===s}if(m.signature!==void 0){let y=m.signature,F=s,ee=s;if(y&&typeof y=="objec\
t"&&!Array.isArray(y)){if(y.algorithm===void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"\
required",params:{missingProperty:"algorithm"},message:"must have required property 'algorithm'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.
properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.push(v),s++}if(y.header===void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/pr\
operties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:d.properties.
webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.push(v),s++}if(y.encoding===void 0){let v={
instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"encoding"},message:"\
must have required property 'encoding'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};
e===null?e=[v]:e.push(v),s++}if(y.signed===void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",
keyword:"required",params:{missingProperty:"signed"},message:"must have required property 'signed'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.
properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.push(v),s++}if(y.key===void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/prope\
rties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have required property 'key'",schema:d.properties.
webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.push(v),s++}let _=s;for(let v in y)if(!Ts.
call(d.properties.webhooks.properties.signature.properties,v)){let S={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signatur\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
webhooks.properties.signature,data:y};e===null?e=[S]:e.push(S),s++}if(y.algorithm!==void 0){let v=y.algorithm,S=s,V=d.properties.webhooks.properties.signature.properties.
algorithm.enum;if(!(v==="hmac-sha256"||v==="hmac-sha512"||v==="ed25519")){let X={instancePath:r+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhook\
s/properties/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.signature.properties.algorithm.enum},message:"\
must be equal to one of the allowed values",schema:d.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:d.properties.webhooks.properties.
signature.properties.algorithm,data:v};e===null?e=[X]:e.push(X),s++}var Dt=S===s}if(y.header!==void 0){let v=y.header,S=s,V=s,X=s;if(typeof v=="string"){if(!zt.
test(v)){let H={instancePath:r+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ct,data:v};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ct.type,parentSchema:ct,data:v};e===
null?e=[H]:e.push(H),s++}var uy=V===s,Dt=S===s}if(y.separator!==void 0){let v=y.separator,S=s,V=s;if(typeof v=="string"){if(de(v)<1){let A={instancePath:r+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.separator,data:v};e===null?e=[A]:e.push(A),s++}}else{
let A={instancePath:r+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.separator.type,parentSchema:d.properties.webhooks.properties.signature.
properties.separator,data:v};e===null?e=[A]:e.push(A),s++}var Dt=S===s}if(y.prefix!==void 0){let v=y.prefix,S=s,V=s;if(typeof v=="string"){if(de(v)<1){let A={instancePath:r+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.prefix,data:v};e===null?e=[A]:e.push(A),s++}}else{
let A={instancePath:r+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:d.properties.webhooks.properties.signature.
properties.prefix,data:v};e===null?e=[A]:e.push(A),s++}var Dt=S===s}if(y.encoding!==void 0){let v=y.encoding,S=s,V=d.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(v==="hex"||v==="base64")){let A={instancePath:r+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:d.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:d.properties.webhooks.properties.signature.properties.
encoding,data:v};e===null?e=[A]:e.push(A),s++}var Dt=S===s}if(y.headers!==void 0){let v=y.headers,S=s,V=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(Object.
keys(v).length<1){let H={instancePath:r+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.headers,
data:v};e===null?e=[H]:e.push(H),s++}let A=s;for(let H in v){let re=v[H],ie=s,ce=s,Le=s;if(typeof re=="string"){if(!zt.test(re)){let me={instancePath:r+"/webhoo\
ks/signature/headers/"+H.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ct,data:re};e===null?e=[me]:e.push(me),s++}}else{let me={instancePath:r+"/webhoo\
ks/signature/headers/"+H.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:ct.type,parentSchema:ct,data:re};e===null?e=[me]:e.push(me),s++}var hy=ce===s,fy=ie===s}}else{let A={instancePath:r+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:d.properties.webhooks.properties.signature.properties.headers,data:v};e===null?e=[A]:e.push(A),s++}var Dt=S===
s}if(y.signed!==void 0){let v=y.signed,S=s,V=s;if(typeof v=="string"){if(de(v)<1){let A={instancePath:r+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.webhooks.properties.signature.properties.signed,data:v};e===null?e=[A]:e.push(A),s++}}else{let A={instancePath:r+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:d.properties.webhooks.properties.signature.properties.signed,data:v};e===null?e=[A]:e.push(A),s++}var Dt=S===s}if(y.
time!==void 0){let v=y.time,S=s,V=s,X=s,A=!1,H=null,re=s;if(v&&typeof v=="object"&&!Array.isArray(v)&&v.header===void 0){let Le={instancePath:r+"/webhooks/signa\
ture/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:d.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:d.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:v};e===null?e=[Le]:e.push(Le),s++}var ca=re===s;ca&&(A=!0,H=0);let ie=s;if(v&&typeof v=="object"&&!Array.isArray(v)&&v.member===
void 0){let Le={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:d.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:d.properties.webhooks.properties.signature.properties.time.oneOf[1],data:v};e===null?e=[Le]:e.push(Le),s++}var ca=ie===s;if(ca&&A?(A=!1,H=
[H,1]):ca&&(A=!0,H=1),A)s=X,e!==null&&(X?e.length=X:e=null);else{let Le={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:H},message:"must match exactly one schema in oneOf",schema:d.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[Le]:e.push(Le),s++}if(v&&typeof v=="\
object"&&!Array.isArray(v)){if(v.unit===void 0){let C={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:d.properties.webhooks.properties.signature.
properties.time.required,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[C]:e.push(C),s++}if(v.toleranceSeconds===void 0){
let C={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:d.properties.webhooks.properties.signature.properties.time.required,parentSchema:d.
properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[C]:e.push(C),s++}let Le=s;for(let C in v)if(!(C==="header"||C==="separator"||C==="p\
refix"||C==="member"||C==="unit"||C==="toleranceSeconds")){let xe={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[xe]:e.push(xe),s++}if(v.header!==void 0){let C=v.header,xe=s,Pe=s,Ke=s;if(typeof C==
"string"){if(!zt.test(C)){let _e={instancePath:r+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ct,data:C};e===null?e=[_e]:e.push(_e),s++}}else{let _e={
instancePath:r+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ct.type,
parentSchema:ct,data:C};e===null?e=[_e]:e.push(_e),s++}var Id=Pe===s,dr=xe===s}if(v.separator!==void 0){let C=v.separator,xe=s,Pe=s;if(typeof C=="string"){if(de(
C)<1){let _e={instancePath:r+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.
time.properties.separator,data:C};e===null?e=[_e]:e.push(_e),s++}}else{let _e={instancePath:r+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.separator,data:C};
e===null?e=[_e]:e.push(_e),s++}var dr=xe===s}if(v.prefix!==void 0){let C=v.prefix,xe=s,Pe=s;if(typeof C=="string"){if(de(C)<1){let _e={instancePath:r+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.prefix,data:C};e===null?
e=[_e]:e.push(_e),s++}}else{let _e={instancePath:r+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.prefix,data:C};e===null?e=[_e]:e.push(_e),s++}var dr=xe===s}if(v.
member!==void 0){let C=v.member,xe=s,Pe=s,Ke=s;if(typeof C=="string"){if(!Ue.test(C)){let Ve={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:te,data:C};e===null?e=[Ve]:e.push(Ve),s++}}else{let Ve={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:C};e===null?e=[Ve]:e.push(Ve),s++}var yy=Pe===s,dr=xe===s}if(v.unit!==
void 0){let C=v.unit,xe=s,Pe=d.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(C==="seconds"||C==="milliseconds"||C==="rfc333\
9")){let _e={instancePath:r+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"\
enum",params:{allowedValues:d.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",
schema:d.properties.webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.
unit,data:C};e===null?e=[_e]:e.push(_e),s++}var dr=xe===s}if(v.toleranceSeconds!==void 0){let C=v.toleranceSeconds,xe=s;if(!(typeof C=="number"&&!(C%1)&&!isNaN(
C))){let _e={instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/tolera\
nceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:C};e===null?e=[_e]:e.push(_e),s++}let Pe=s;if(typeof C==
"number"){if(C>3600||isNaN(C)){let _e={instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:C};e===null?e=[_e]:e.push(_e),s++}if(C<1||isNaN(C)){let _e={instancePath:r+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:C};e===null?e=[_e]:e.push(_e),s++}}var dr=xe===s}let me;if(v.separator!==void 0&&v.header===void 0){let C={instancePath:r+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:d.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[C]:e.push(C),s++}if(v.prefix!==void 0&&v.header===
void 0){let C={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:d.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:v};
e===null?e=[C]:e.push(C),s++}}else{let Le={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.time.type,parentSchema:d.properties.
webhooks.properties.signature.properties.time,data:v};e===null?e=[Le]:e.push(Le),s++}var Dt=S===s}if(y.key!==void 0){let v=y.key,S=s,V=s,X=!1,A=null,H=s,re=s;if(v&&
typeof v=="object"&&!Array.isArray(v)){if(v.by===void 0){let C={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:v};e===null?e=[C]:e.push(C),s++}
if(v.path===void 0){let C={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:v};e===null?e=[C]:e.push(C),s++}if(v.at===void 0){let C={instancePath:r+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:v};e===null?e=[C]:e.push(C),s++}if(v.encoding===void 0){let C={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:v};e===null?e=[C]:e.push(C),s++}let me=s;for(let C in v)if(!(C==="by"||C==="path"||C==="at"||C==="prefix"||C==="encoding")){let xe={instancePath:r+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:C},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:v};
e===null?e=[xe]:e.push(xe),s++}if(v.by!==void 0){let C=v.by,xe=s;if(C!=="request"){let Pe={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:C};e===null?e=[Pe]:e.push(Pe),s++}var bs=xe===s}if(v.
path!==void 0){let C=v.path,xe=s,Pe=s,Ke=s;if(typeof C=="string"){if(!At.test(C)){let Ve={instancePath:r+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:C};e===null?e=[Ve]:e.push(Ve),s++}}else{let Ve={
instancePath:r+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,
data:C};e===null?e=[Ve]:e.push(Ve),s++}var Ed=Pe===s,bs=xe===s}if(v.at!==void 0){let C=v.at,xe=s,Pe=s,Ke=s;if(typeof C=="string"){if(!Ue.test(C)){let Ve={instancePath:r+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:C};e===null?e=[Ve]:e.push(Ve),s++}}else{let Ve={instancePath:r+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:C};e===null?e=[Ve]:e.push(Ve),s++}var Ld=Pe===
s,bs=xe===s}if(v.prefix!==void 0){let C=v.prefix,xe=s,Pe=s,Ke=s;if(typeof C=="string"){if(de(C)<1){let Ve={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:_s,data:C};e===null?e=[Ve]:
e.push(Ve),s++}}else{let Ve={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:_s.type,parentSchema:_s,data:C};e===null?e=[Ve]:e.push(Ve),s++}var pn=Pe===s,bs=xe===s}if(v.encoding!==void 0){let C=v.encoding,xe=s,Pe=s,
Ke=Er.enum;if(!(C==="text"||C==="hex"||C==="base64")){let Ve={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Er.enum},message:"must be equal to one of the allowed values",schema:Er.enum,parentSchema:Er,data:C};e===null?e=[Ve]:e.push(Ve),s++}var gy=Pe===
s,bs=xe===s}}else{let me={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:v};e===null?e=[me]:e.push(me),s++}var Ir=H===s;if(Ir){X=!0,A=0;var ma=!0}let ie=s,ce=s;if(v&&typeof v=="object"&&
!Array.isArray(v)){if(v.by===void 0){let C={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:v};e===null?e=[C]:e.push(C),s++}if(v.encoding===void 0){
let C={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:v};e===null?e=[C]:e.push(C),s++}let me=s;for(let C in v)if(!(C==="by"||C===
"prefix"||C==="encoding")){let xe={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:v};e===null?e=[xe]:e.push(xe),s++}if(v.by!==void 0){let C=v.by,xe=s;if(C!=="setting"){let Pe={instancePath:r+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:C};
e===null?e=[Pe]:e.push(Pe),s++}var vr=xe===s}if(v.prefix!==void 0){let C=v.prefix,xe=s,Pe=s,Ke=s;if(typeof C=="string"){if(de(C)<1){let Ve={instancePath:r+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:_s,data:C};e===null?e=[Ve]:e.push(Ve),s++}}else{let Ve={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:_s.type,parentSchema:_s,data:C};e===null?e=[Ve]:e.push(Ve),s++}var by=Pe===s,vr=xe===s}if(v.encoding!==
void 0){let C=v.encoding,xe=s,Pe=s,Ke=Er.enum;if(!(C==="text"||C==="hex"||C==="base64")){let Ve={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Er.enum},message:"must be equal to one of the allowed values",schema:Er.enum,parentSchema:Er,data:C};
e===null?e=[Ve]:e.push(Ve),s++}var Md=Pe===s,vr=xe===s}}else{let me={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:v};e===null?e=[me]:e.push(me),s++}var Ir=ie===s;if(Ir&&X)X=!1,
A=[A,1];else{Ir&&(X=!0,A=1,ma!==!0&&(ma=!0));let me=s,C=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.by===void 0){let Ke={instancePath:r+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:v};e===null?e=[Ke]:e.push(Ke),s++}if(v.url===void 0){let Ke={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:v};
e===null?e=[Ke]:e.push(Ke),s++}let Pe=s;for(let Ke in v)if(!(Ke==="by"||Ke==="url")){let _e={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Ke},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:v};e===null?e=[_e]:e.push(_e),s++}if(v.by!==
void 0){let Ke=v.by,_e=s;if(Ke!=="key-set"){let Ve={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:d.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:Ke};e===null?e=[Ve]:e.push(Ve),s++}var Fd=_e===s}if(v.url!==void 0){let Ke=v.url,_e=s,Ve=s;
if(typeof Ke=="string"){if(!ec.test(Ke)){let wt={instancePath:r+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:Ke};e===null?e=[wt]:e.push(wt),s++}}else{let wt={instancePath:r+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:Ke};e===null?e=[wt]:e.push(wt),s++}var Fd=_e===s}}else{let Pe={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:v};e===null?e=[Pe]:e.push(
Pe),s++}var Ir=me===s;Ir&&X?(X=!1,A=[A,2]):Ir&&(X=!0,A=2,ma!==!0&&(ma=!0))}if(X)s=V,e!==null&&(V?e.length=V:e=null);else{let me={instancePath:r+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:A},message:"must match exactly one\
 schema in oneOf",schema:d.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:d.properties.webhooks.properties.signature.properties.key,
data:v};e===null?e=[me]:e.push(me),s++}var Dt=S===s}}else{let _={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.type,parentSchema:d.properties.webhooks.properties.
signature,data:y};e===null?e=[_]:e.push(_),s++}var wr=F===s}if(m.challenge!==void 0){let y=m.challenge,F=s,ee=s,G=s;if(typeof y=="string"){if(!Ue.test(y)){let v={
instancePath:r+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:y};e===null?e=[v]:e.push(v),s++}var Vd=ee===
s,wr=F===s}if(m.told!==void 0){let y=m.told,F=s,ee=s;if(Array.isArray(y)){if(y.length<1){let S={instancePath:r+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.webhooks.properties.
told,data:y};e===null?e=[S]:e.push(S),s++}let _=!0,v=y.length;for(let S=0;S<v;S++){let V=y[S],X=s,A=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.at===void 0){
let re={instancePath:r+"/webhooks/told/"+S,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.properties.webhooks.properties.told.items,data:V};e===
null?e=[re]:e.push(re),s++}if(V.fact===void 0){let re={instancePath:r+"/webhooks/told/"+S,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.
properties.webhooks.properties.told.items,data:V};e===null?e=[re]:e.push(re),s++}let H=s;for(let re in V)if(!(re==="at"||re==="fact")){let ie={instancePath:r+"/\
webhooks/told/"+S,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:re},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.told.items,data:V};e===null?e=[ie]:e.push(ie),s++}if(V.at!==void 0){
let re=V.at,ie=s,ce=s,Le=s;if(typeof re=="string"){if(!Ue.test(re)){let me={instancePath:r+"/webhooks/told/"+S+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:re};e===
null?e=[me]:e.push(me),s++}}else{let me={instancePath:r+"/webhooks/told/"+S+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:te.type,parentSchema:te,data:re};e===null?e=[me]:e.push(me),s++}var wy=ce===s,eo=ie===s}if(V.fact!==void 0){let re=V.fact,ie=s,ce=d.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(re==="id"||re==="model"||re==="created")){let me={instancePath:r+"/webhooks/told/"+S+"/fact",schemaPath:"\
#/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:d.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:d.properties.webhooks.
properties.told.items.properties.fact,data:re};e===null?e=[me]:e.push(me),s++}var eo=ie===s}}else{let H={instancePath:r+"/webhooks/told/"+S,schemaPath:"#/proper\
ties/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.told.items.type,
parentSchema:d.properties.webhooks.properties.told.items,data:V};e===null?e=[H]:e.push(H),s++}var zd=X===s;zd||(_=!1)}}else{let _={instancePath:r+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.
told.type,parentSchema:d.properties.webhooks.properties.told,data:y};e===null?e=[_]:e.push(_),s++}var wr=F===s}if(m.source!==void 0){let y=m.source,F=s,ee=s,G=s;
if(typeof y=="string"){if(de(y)<1){let v={instancePath:r+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:y};e===null?e=[v]:e.push(v),s++}var vy=ee===
s,wr=F===s}}else{let N={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.webhooks.type,parentSchema:d.properties.webhooks,data:m};e===null?e=[N]:e.push(N),s++}var u=M===s}if(t.rateLimits!==void 0){let m=t.rateLimits,M=s,D=s;
if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<2){let p={instancePath:r+"/rateLimits",schemaPath:"#/properties/rateLimits/minProperties",
keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:d.properties.rateLimits,data:m};e===null?e=[p]:e.
push(p),s++}if(m.source===void 0){let p={instancePath:r+"/rateLimits",schemaPath:"#/properties/rateLimits/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.rateLimits.required,parentSchema:d.properties.rateLimits,data:m};e===null?e=[p]:e.push(
p),s++}let P=s;for(let p in m)if(!(p==="text"||p==="headers"||p==="retryAfter"||p==="source")){let q={instancePath:r+"/rateLimits",schemaPath:"#/properties/rate\
Limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.rateLimits,data:m};e===null?e=[q]:e.push(q),s++}if(m.text!==void 0){let p=m.text,q=s,B=s;if(typeof p=="string"){if(de(p)<1){let Z={instancePath:r+"/r\
ateLimits/text",schemaPath:"#/properties/rateLimits/properties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characte\
rs",schema:1,parentSchema:d.properties.rateLimits.properties.text,data:p};e===null?e=[Z]:e.push(Z),s++}}else{let Z={instancePath:r+"/rateLimits/text",schemaPath:"\
#/properties/rateLimits/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.rateLimits.properties.text.type,
parentSchema:d.properties.rateLimits.properties.text,data:p};e===null?e=[Z]:e.push(Z),s++}var la=q===s}if(m.headers!==void 0){let p=m.headers,q=s,B=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.remaining===void 0){let y={instancePath:r+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/require\
d",keyword:"required",params:{missingProperty:"remaining"},message:"must have required property 'remaining'",schema:d.properties.rateLimits.properties.headers.required,
parentSchema:d.properties.rateLimits.properties.headers,data:p};e===null?e=[y]:e.push(y),s++}if(p.reset===void 0){let y={instancePath:r+"/rateLimits/headers",schemaPath:"\
#/properties/rateLimits/properties/headers/required",keyword:"required",params:{missingProperty:"reset"},message:"must have required property 'reset'",schema:d.
properties.rateLimits.properties.headers.required,parentSchema:d.properties.rateLimits.properties.headers,data:p};e===null?e=[y]:e.push(y),s++}if(p.resetAs===void 0){
let y={instancePath:r+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/required",keyword:"required",params:{missingProperty:"resetAs"},
message:"must have required property 'resetAs'",schema:d.properties.rateLimits.properties.headers.required,parentSchema:d.properties.rateLimits.properties.headers,
data:p};e===null?e=[y]:e.push(y),s++}let N=s;for(let y in p)if(!(y==="limit"||y==="remaining"||y==="reset"||y==="resetAs")){let F={instancePath:r+"/rateLimits/h\
eaders",schemaPath:"#/properties/rateLimits/properties/headers/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must \
NOT have additional properties",schema:!1,parentSchema:d.properties.rateLimits.properties.headers,data:p};e===null?e=[F]:e.push(F),s++}if(p.limit!==void 0){let y=p.
limit,F=s,ee=s,G=s;if(typeof y=="string"){if(!zt.test(y)){let _={instancePath:r+"/rateLimits/headers/limit",schemaPath:"#/$defs/headerName/pattern",keyword:"pat\
tern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ct,data:y};e===null?e=[_]:e.
push(_),s++}}else{let _={instancePath:r+"/rateLimits/headers/limit",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:ct.type,parentSchema:ct,data:y};e===null?e=[_]:e.push(_),s++}var Ud=ee===s,dn=F===s}if(p.remaining!==void 0){let y=p.remaining,F=s,ee=s,G=s;if(typeof y==
"string"){if(!zt.test(y)){let v={instancePath:r+"/rateLimits/headers/remaining",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Z\
a-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ct,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+
"/rateLimits/headers/remaining",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ct.type,parentSchema:ct,
data:y};e===null?e=[v]:e.push(v),s++}var to=ee===s,dn=F===s}if(p.reset!==void 0){let y=p.reset,F=s,ee=s,G=s;if(typeof y=="string"){if(!zt.test(y)){let v={instancePath:r+
"/rateLimits/headers/reset",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z\
0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ct,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/rateLimits/headers/reset",schemaPath:"\
#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ct.type,parentSchema:ct,data:y};e===null?e=[v]:e.push(v),s++}var Jd=ee===
s,dn=F===s}if(p.resetAs!==void 0){let y=p.resetAs,F=s,ee=d.properties.rateLimits.properties.headers.properties.resetAs.enum;if(!(y==="duration"||y==="epoch-seco\
nds"||y==="epoch-milliseconds")){let _={instancePath:r+"/rateLimits/headers/resetAs",schemaPath:"#/properties/rateLimits/properties/headers/properties/resetAs/e\
num",keyword:"enum",params:{allowedValues:d.properties.rateLimits.properties.headers.properties.resetAs.enum},message:"must be equal to one of the allowed value\
s",schema:d.properties.rateLimits.properties.headers.properties.resetAs.enum,parentSchema:d.properties.rateLimits.properties.headers.properties.resetAs,data:y};
e===null?e=[_]:e.push(_),s++}var dn=F===s}}else{let N={instancePath:r+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.rateLimits.properties.headers.type,parentSchema:d.properties.rateLimits.properties.headers,
data:p};e===null?e=[N]:e.push(N),s++}var la=q===s}if(m.retryAfter!==void 0){let p=m.retryAfter,q=s,B=s,Z=s;if(typeof p=="string"){if(!Ue.test(p)){let y={instancePath:r+
"/rateLimits/retryAfter",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~\
[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/rateLimits/retryAfter",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:p};e===null?e=[y]:e.push(y),s++}var ky=B===
s,la=q===s}if(m.source!==void 0){let p=m.source,q=s,B=s,Z=s;if(typeof p=="string"){if(de(p)<1){let y={instancePath:r+"/rateLimits/source",schemaPath:"#/$defs/so\
urce/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}}else{
let y={instancePath:r+"/rateLimits/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,
data:p};e===null?e=[y]:e.push(y),s++}var Py=B===s,la=q===s}}else{let P={instancePath:r+"/rateLimits",schemaPath:"#/properties/rateLimits/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:d.properties.rateLimits.type,parentSchema:d.properties.rateLimits,data:m};e===null?e=[P]:e.push(P),s++}var u=M===
s}if(t.upload!==void 0){let m=t.upload,M=s,D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.method===void 0){let p={instancePath:r+"/upload",schemaPath:"#/\
properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:d.properties.upload.required,
parentSchema:d.properties.upload,data:m};e===null?e=[p]:e.push(p),s++}if(m.path===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.upload.required,parentSchema:d.properties.
upload,data:m};e===null?e=[p]:e.push(p),s++}if(m.reference===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:m};
e===null?e=[p]:e.push(p),s++}if(m.source===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.upload.required,parentSchema:d.properties.upload,data:m};e===null?e=[p]:e.push(p),s++}
let P=s;for(let p in m)if(!(p==="method"||p==="path"||p==="field"||p==="reference"||p==="source")){let q={instancePath:r+"/upload",schemaPath:"#/properties/uplo\
ad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
upload,data:m};e===null?e=[q]:e.push(q),s++}if(m.method!==void 0){let p=m.method,q=s,B=d.properties.upload.properties.method.enum;if(!(p==="POST"||p==="PUT")){let Z={
instancePath:r+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:d.properties.upload.properties.method.
enum},message:"must be equal to one of the allowed values",schema:d.properties.upload.properties.method.enum,parentSchema:d.properties.upload.properties.method,
data:p};e===null?e=[Z]:e.push(Z),s++}var ua=q===s}if(m.path!==void 0){let p=m.path,q=s,B=s,Z=s;if(typeof p=="string"){if(!At.test(p)){let y={instancePath:r+"/up\
load/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:p};e===null?
e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.
type,parentSchema:Ne,data:p};e===null?e=[y]:e.push(y),s++}var $y=B===s,ua=q===s}if(m.field!==void 0){let p=m.field,q=s,B=s;if(typeof p=="string"){if(de(p)<1){let N={
instancePath:r+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer tha\
n 1 characters",schema:1,parentSchema:d.properties.upload.properties.field,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/upload/field",schemaPath:"\
#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.upload.properties.field.type,parentSchema:d.
properties.upload.properties.field,data:p};e===null?e=[N]:e.push(N),s++}var ua=q===s}if(m.reference!==void 0){let p=m.reference,q=s,B=s,Z=s;if(typeof p=="string"){
if(!Ue.test(p)){let y={instancePath:r+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/uplo\
ad/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:p};e===null?e=
[y]:e.push(y),s++}var ws=B===s,ua=q===s}if(m.source!==void 0){let p=m.source,q=s,B=s,Z=s;if(typeof p=="string"){if(de(p)<1){let y={instancePath:r+"/upload/sourc\
e",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:p};e===
null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var Sy=B===s,ua=q===s}}else{let P={instancePath:r+"/upload",schemaPath:"#/properties/u\
pload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.upload.type,parentSchema:d.properties.upload,data:m};e===null?e=[
P]:e.push(P),s++}var u=M===s}if(t.operations!==void 0){let m=t.operations,M=s,D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let p={
instancePath:r+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 pro\
perties",schema:1,parentSchema:d.properties.operations,data:m};e===null?e=[p]:e.push(p),s++}let P=s;for(let p in m)if(!(p==="video"||p==="image"||p==="audio"||p===
"mesh")){let q={instancePath:r+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.operations,data:m};e===null?e=[q]:e.push(q),s++}if(m.video!==void 0){let p=m.video,
q=s;jt(p,{instancePath:r+"/operations/video",parentData:m,parentDataProperty:"video",rootData:i,dynamicAnchors:o})||(e=e===null?jt.errors:e.concat(jt.errors),s=
e.length);var cn=q===s}if(m.image!==void 0){let p=m.image,q=s;jt(p,{instancePath:r+"/operations/image",parentData:m,parentDataProperty:"image",rootData:i,dynamicAnchors:o})||
(e=e===null?jt.errors:e.concat(jt.errors),s=e.length);var cn=q===s}if(m.audio!==void 0){let p=m.audio,q=s;jt(p,{instancePath:r+"/operations/audio",parentData:m,
parentDataProperty:"audio",rootData:i,dynamicAnchors:o})||(e=e===null?jt.errors:e.concat(jt.errors),s=e.length);var cn=q===s}if(m.mesh!==void 0){let p=m.mesh,q=s;
jt(p,{instancePath:r+"/operations/mesh",parentData:m,parentDataProperty:"mesh",rootData:i,dynamicAnchors:o})||(e=e===null?jt.errors:e.concat(jt.errors),s=e.length);
var cn=q===s}}else{let P={instancePath:r+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.operations.type,parentSchema:d.properties.operations,data:m};e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.errors!==void 0){let m=t.errors,M=s,
D=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.message===void 0){let p={instancePath:r+"/errors",schemaPath:"#/properties/errors/required",keyword:"requi\
red",params:{missingProperty:"message"},message:"must have required property 'message'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:m};
e===null?e=[p]:e.push(p),s++}if(m.code===void 0){let p={instancePath:r+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:m};e===null?e=[p]:e.push(p),s++}if(m.
proofs===void 0){let p={instancePath:r+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:d.properties.errors.required,parentSchema:d.properties.errors,data:m};e===null?e=[p]:e.push(p),s++}let P=s;for(let p in m)
if(!(p==="message"||p==="code"||p==="codeHeader"||p==="status"||p==="inside"||p==="proofs")){let q={instancePath:r+"/errors",schemaPath:"#/properties/errors/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
errors,data:m};e===null?e=[q]:e.push(q),s++}if(m.message!==void 0){let p=m.message,q=s;bt(p,{instancePath:r+"/errors/message",parentData:m,parentDataProperty:"m\
essage",rootData:i,dynamicAnchors:o})||(e=e===null?bt.errors:e.concat(bt.errors),s=e.length);var vs=q===s}if(m.code!==void 0){let p=m.code,q=s;bt(p,{instancePath:r+
"/errors/code",parentData:m,parentDataProperty:"code",rootData:i,dynamicAnchors:o})||(e=e===null?bt.errors:e.concat(bt.errors),s=e.length);var vs=q===s}if(m.codeHeader!==
void 0){let p=m.codeHeader,q=s,B=s,Z=s;if(typeof p=="string"){if(!zt.test(p)){let y={instancePath:r+"/errors/codeHeader",schemaPath:"#/$defs/headerName/pattern",
keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ct,data:p};e===null?
e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/errors/codeHeader",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:ct.type,parentSchema:ct,data:p};e===null?e=[y]:e.push(y),s++}var ha=B===s,vs=q===s}if(m.status!==void 0){let p=m.status,q=s,B=s,Z=s;if(typeof p==
"string"){if(!Ue.test(p)){let y={instancePath:r+"/errors/status",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+
"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:p};e===null?
e=[y]:e.push(y),s++}var _y=B===s,vs=q===s}if(m.inside!==void 0){let p=m.inside,q=s,B=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.at===void 0){let y={instancePath:r+
"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"at"},message:"must have required proper\
ty 'at'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.errors.properties.inside,data:p};e===null?e=[y]:e.push(y),s++}if(p.source===
void 0){let y={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"source"},
message:"must have required property 'source'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.errors.properties.inside,data:p};
e===null?e=[y]:e.push(y),s++}let N=s;for(let y in p)if(!(y==="at"||y==="unless"||y==="source")){let F={instancePath:r+"/errors/inside",schemaPath:"#/properties/\
errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,
parentSchema:d.properties.errors.properties.inside,data:p};e===null?e=[F]:e.push(F),s++}if(p.at!==void 0){let y=p.at,F=s,ee=s,G=s;if(typeof y=="string"){if(!Ue.
test(y)){let _={instancePath:r+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:te,data:y};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+"/errors/in\
side/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.type,parentSchema:te,data:y};e===null?e=[_]:
e.push(_),s++}var ro=ee===s,mn=F===s}if(p.unless!==void 0){let y=p.unless,F=s;if(!Array.isArray(y)){let _={instancePath:r+"/errors/inside/unless",schemaPath:"#/\
properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.inside.
properties.unless.type,parentSchema:d.properties.errors.properties.inside.properties.unless,data:y};e===null?e=[_]:e.push(_),s++}let ee=s;var mn=F===s}if(p.source!==
void 0){let y=p.source,F=s,ee=s,G=s;if(typeof y=="string"){if(de(y)<1){let v={instancePath:r+"/errors/inside/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+
"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:y};e===
null?e=[v]:e.push(v),s++}var Dd=ee===s,mn=F===s}}else{let N={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.inside.type,parentSchema:d.properties.errors.properties.inside,data:p};
e===null?e=[N]:e.push(N),s++}var vs=q===s}if(m.proofs!==void 0){let p=m.proofs,q=s,B=s;if(Array.isArray(p)){if(p.length<1){let F={instancePath:r+"/errors/proofs",
schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.
properties.errors.properties.proofs,data:p};e===null?e=[F]:e.push(F),s++}let N=!0,y=p.length;for(let F=0;F<y;F++){let ee=p[F],G=s,_=s;if(ee&&typeof ee=="object"&&
!Array.isArray(ee)){if(ee.status===void 0){let S={instancePath:r+"/errors/proofs/"+F,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.
properties.errors.properties.proofs.items,data:ee};e===null?e=[S]:e.push(S),s++}if(ee.proves===void 0){let S={instancePath:r+"/errors/proofs/"+F,schemaPath:"#/p\
roperties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have required property 'proves'",schema:d.
properties.errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:ee};e===null?e=[S]:e.push(S),s++}if(ee.source===
void 0){let S={instancePath:r+"/errors/proofs/"+F,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.
proofs.items,data:ee};e===null?e=[S]:e.push(S),s++}let v=s;for(let S in ee)if(!(S==="status"||S==="codes"||S==="says"||S==="proves"||S==="means"||S==="source")){
let V={instancePath:r+"/errors/proofs/"+F,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.proofs.items,data:ee};e===null?e=[V]:e.push(V),s++}if(ee.status!==
void 0){let S=ee.status,V=s,X=s;if(typeof S=="string"){if(!Uy.test(S)){let A={instancePath:r+"/errors/proofs/"+F+"/status",schemaPath:"#/properties/errors/prope\
rties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"\
^[1-5]([0-9]{2}|xx)$",parentSchema:d.properties.errors.properties.proofs.items.properties.status,data:S};e===null?e=[A]:e.push(A),s++}}else{let A={instancePath:r+
"/errors/proofs/"+F+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:d.properties.errors.properties.proofs.items.properties.status.type,parentSchema:d.properties.errors.properties.proofs.items.properties.status,
data:S};e===null?e=[A]:e.push(A),s++}var ks=V===s}if(ee.codes!==void 0){let S=ee.codes,V=s,X=s;if(Array.isArray(S)){if(S.length<1){let ie={instancePath:r+"/erro\
rs/proofs/"+F+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"minItems",params:{limit:1},message:"must NOT \
have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:S};e===null?e=[ie]:e.push(ie),s++}let H=!0,re=S.
length;for(let ie=0;ie<re;ie++){let ce=S[ie],Le=s;if(typeof ce!="string"){let C={instancePath:r+"/errors/proofs/"+F+"/codes/"+ie,schemaPath:"#/properties/errors\
/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.
items.properties.codes.items.type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes.items,data:ce};e===null?e=[C]:e.push(C),s++}let me=s;
var so=Le===s;so||(H=!1)}}else{let H={instancePath:r+"/errors/proofs/"+F+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.codes.type,parentSchema:d.properties.
errors.properties.proofs.items.properties.codes,data:S};e===null?e=[H]:e.push(H),s++}var ks=V===s}if(ee.says!==void 0){let S=ee.says,V=s,X=s;if(Array.isArray(S)){
if(S.length<1){let ie={instancePath:r+"/errors/proofs/"+F+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/minItems",keyword:"min\
Items",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:S};e===
null?e=[ie]:e.push(ie),s++}let H=!0,re=S.length;for(let ie=0;ie<re;ie++){let ce=S[ie],Le=s,me=s;if(typeof ce=="string"){if(de(ce)<1){let C={instancePath:r+"/err\
ors/proofs/"+F+"/says/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,data:ce};e===null?e=[C]:e.push(C),
s++}}else{let C={instancePath:r+"/errors/proofs/"+F+"/says/"+ie,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:d.properties.errors.
properties.proofs.items.properties.says.items,data:ce};e===null?e=[C]:e.push(C),s++}var Cd=Le===s;Cd||(H=!1)}}else{let H={instancePath:r+"/errors/proofs/"+F+"/s\
ays",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.
errors.properties.proofs.items.properties.says.type,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:S};e===null?e=[H]:e.push(H),s++}
var ks=V===s}if(ee.proves!==void 0){let S=ee.proves,V=s,X=d.properties.errors.properties.proofs.items.properties.proves.enum;if(!(S==="rejected"||S==="busy"||S===
"credentials"||S==="payment"||S==="may-exist"||S==="unknown-model")){let H={instancePath:r+"/errors/proofs/"+F+"/proves",schemaPath:"#/properties/errors/propert\
ies/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:d.properties.errors.properties.proofs.items.properties.proves.enum},message:"must \
be equal to one of the allowed values",schema:d.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:d.properties.errors.properties.proofs.
items.properties.proves,data:S};e===null?e=[H]:e.push(H),s++}var ks=V===s}if(ee.means!==void 0){let S=ee.means,V=s,X=s;if(typeof S=="string"){if(de(S)<1){let H={
instancePath:r+"/errors/proofs/"+F+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:S};e===null?e=[H]:e.push(
H),s++}}else{let H={instancePath:r+"/errors/proofs/"+F+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.means.type,parentSchema:d.properties.errors.properties.proofs.
items.properties.means,data:S};e===null?e=[H]:e.push(H),s++}var ks=V===s}if(ee.source!==void 0){let S=ee.source,V=s,X=s,A=s;if(typeof S=="string"){if(de(S)<1){let re={
instancePath:r+"/errors/proofs/"+F+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:pe,data:S};e===null?e=[re]:e.push(re),s++}}else{let re={instancePath:r+"/errors/proofs/"+F+"/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:S};e===null?e=[re]:e.push(re),s++}var xy=X===s,ks=V===s}}else{
let v={instancePath:r+"/errors/proofs/"+F,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be o\
bject",schema:d.properties.errors.properties.proofs.items.type,parentSchema:d.properties.errors.properties.proofs.items,data:ee};e===null?e=[v]:e.push(v),s++}var ln=G===
s;ln||(N=!1)}}else{let N={instancePath:r+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:d.properties.errors.properties.proofs.type,parentSchema:d.properties.errors.properties.proofs,data:p};e===null?e=[N]:e.push(N),s++}var vs=q===
s}}else{let P={instancePath:r+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
errors.type,parentSchema:d.properties.errors,data:m};e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.cancelRules!==void 0){let m=t.cancelRules,M=s,D=s;if(m&&typeof m==
"object"&&!Array.isArray(m)){if(m.queued===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"queued"},message:"must have required property 'queued'",schema:d.properties.cancelRules.required,parentSchema:d.properties.cancelRules,data:m};
e===null?e=[p]:e.push(p),s++}if(m.processing===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"processing"},message:"must have required property 'processing'",schema:d.properties.cancelRules.required,parentSchema:d.properties.cancelRules,
data:m};e===null?e=[p]:e.push(p),s++}if(m.ended===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",
params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:d.properties.cancelRules.required,parentSchema:d.properties.cancelRules,data:m};
e===null?e=[p]:e.push(p),s++}if(m.cancelled===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:d.properties.cancelRules.required,parentSchema:d.properties.cancelRules,data:m};
e===null?e=[p]:e.push(p),s++}if(m.source===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.cancelRules.required,parentSchema:d.properties.cancelRules,data:m};
e===null?e=[p]:e.push(p),s++}let P=s;for(let p in m)if(!(p==="queued"||p==="processing"||p==="ended"||p==="cancelled"||p==="source")){let q={instancePath:r+"/ca\
ncelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:d.properties.cancelRules,data:m};e===null?e=[q]:e.push(q),s++}if(m.queued!==void 0){let p=m.queued,q=s,B=s,Z=s,N=s,y=s,F=s;
if(p&&typeof p=="object"&&!Array.isArray(p)){let ee;if(p.body===void 0&&(ee="body")||p.error===void 0&&(ee="error")){let G={};e===null?e=[G]:e.push(G),s++}}var Wd=F===
s;if(Wd){let ee={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:ae.
allOf[0].not,parentSchema:ae.allOf[0],data:p};e===null?e=[ee]:e.push(ee),s++}else s=y,e!==null&&(y?e.length=y:e=null);var qy=N===s;if(p&&typeof p=="object"&&!Array.
isArray(p)){if(p.then===void 0){let G={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:ae.required,parentSchema:ae,data:p};e===null?e=[G]:e.push(G),s++}let ee=s;for(let G in p)if(!(G==="th\
en"||G==="status"||G==="body"||G==="error")){let _={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:ae,data:p};e===null?e=[_]:e.push(_),s++}if(p.then!==
void 0){let G=p.then,_=s,v=ae.properties.then.enum;if(!(G==="cancelled"||G==="goes-on"||G==="removed"||G==="refused")){let S={instancePath:r+"/cancelRules/queue\
d/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:ae.properties.then.enum},message:"must be equal to one of the \
allowed values",schema:ae.properties.then.enum,parentSchema:ae.properties.then,data:G};e===null?e=[S]:e.push(S),s++}var ao=_===s}if(p.status!==void 0){let G=p.status,
_=s;if(!(typeof G=="number"&&!(G%1)&&!isNaN(G))){let V={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"\
type",params:{type:"integer"},message:"must be integer",schema:ae.properties.status.type,parentSchema:ae.properties.status,data:G};e===null?e=[V]:e.push(V),s++}
let v=s;if(typeof G=="number"){if(G>599||isNaN(G)){let V={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",
keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:ae.properties.status,data:G};e===null?e=[V]:e.push(V),s++}
if(G<200||isNaN(G)){let V={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:"\
>=",limit:200},message:"must be >= 200",schema:200,parentSchema:ae.properties.status,data:G};e===null?e=[V]:e.push(V),s++}}var ao=_===s}if(p.error!==void 0){let G=p.
error,_=s,v=s;if(G&&typeof G=="object"&&!Array.isArray(G)){if(G.code===void 0){let X={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/\
properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:ae.properties.error.required,parentSchema:ae.
properties.error,data:G};e===null?e=[X]:e.push(X),s++}if(G.message===void 0){let X={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/pr\
operties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:ae.properties.error.required,
parentSchema:ae.properties.error,data:G};e===null?e=[X]:e.push(X),s++}let V=s;for(let X in G)if(!(X==="code"||X==="message")){let A={instancePath:r+"/cancelRule\
s/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:X},message:"must\
 NOT have additional properties",schema:!1,parentSchema:ae.properties.error,data:G};e===null?e=[A]:e.push(A),s++}if(G.code!==void 0){let X=G.code,A=s,H=s;if(typeof X==
"string"){if(de(X)<1){let re={instancePath:r+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ae.properties.error.properties.code,data:X};e===null?e=[re]:e.
push(re),s++}}else{let re={instancePath:r+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:ae.properties.error.properties.code.type,parentSchema:ae.properties.error.properties.code,data:X};e===null?
e=[re]:e.push(re),s++}var un=A===s}if(G.message!==void 0){let X=G.message,A=s,H=s;if(typeof X=="string"){if(de(X)<1){let ie={instancePath:r+"/cancelRules/queued\
/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer \
than 1 characters",schema:1,parentSchema:ae.properties.error.properties.message,data:X};e===null?e=[ie]:e.push(ie),s++}}else{let ie={instancePath:r+"/cancelRule\
s/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:ae.properties.error.properties.message.type,parentSchema:ae.properties.error.properties.message,data:X};e===null?e=[ie]:e.push(ie),s++}var un=A===s}}else{
let V={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be o\
bject",schema:ae.properties.error.type,parentSchema:ae.properties.error,data:G};e===null?e=[V]:e.push(V),s++}var ao=_===s}}else{let ee={instancePath:r+"/cancelR\
ules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ae.type,parentSchema:ae,data:p};e===null?
e=[ee]:e.push(ee),s++}var Oy=B===s,Ps=q===s}if(m.processing!==void 0){let p=m.processing,q=s,B=s,Z=s,N=s,y=s,F=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let G;
if(p.body===void 0&&(G="body")||p.error===void 0&&(G="error")){let _={};e===null?e=[_]:e.push(_),s++}}var kr=F===s;if(kr){let G={instancePath:r+"/cancelRules/pr\
ocessing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:ae.allOf[0].not,parentSchema:ae.allOf[0],data:p};
e===null?e=[G]:e.push(G),s++}else s=y,e!==null&&(y?e.length=y:e=null);var jy=N===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let _={instancePath:r+
"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then\
'",schema:ae.required,parentSchema:ae,data:p};e===null?e=[_]:e.push(_),s++}let G=s;for(let _ in p)if(!(_==="then"||_==="status"||_==="body"||_==="error")){let v={
instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"\
must NOT have additional properties",schema:!1,parentSchema:ae,data:p};e===null?e=[v]:e.push(v),s++}if(p.then!==void 0){let _=p.then,v=s,S=ae.properties.then.enum;
if(!(_==="cancelled"||_==="goes-on"||_==="removed"||_==="refused")){let V={instancePath:r+"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properti\
es/then/enum",keyword:"enum",params:{allowedValues:ae.properties.then.enum},message:"must be equal to one of the allowed values",schema:ae.properties.then.enum,
parentSchema:ae.properties.then,data:_};e===null?e=[V]:e.push(V),s++}var Gr=v===s}if(p.status!==void 0){let _=p.status,v=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(
_))){let X={instancePath:r+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"\
must be integer",schema:ae.properties.status.type,parentSchema:ae.properties.status,data:_};e===null?e=[X]:e.push(X),s++}let S=s;if(typeof _=="number"){if(_>599||
isNaN(_)){let X={instancePath:r+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:599},message:"must be <= 599",schema:599,parentSchema:ae.properties.status,data:_};e===null?e=[X]:e.push(X),s++}if(_<200||isNaN(_)){let X={instancePath:r+
"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be\
 >= 200",schema:200,parentSchema:ae.properties.status,data:_};e===null?e=[X]:e.push(X),s++}}var Gr=v===s}if(p.error!==void 0){let _=p.error,v=s,S=s;if(_&&typeof _==
"object"&&!Array.isArray(_)){if(_.code===void 0){let A={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:ae.properties.error.required,parentSchema:ae.properties.error,
data:_};e===null?e=[A]:e.push(A),s++}if(_.message===void 0){let A={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/erro\
r/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:ae.properties.error.required,parentSchema:ae.
properties.error,data:_};e===null?e=[A]:e.push(A),s++}let X=s;for(let A in _)if(!(A==="code"||A==="message")){let H={instancePath:r+"/cancelRules/processing/err\
or",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:A},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:ae.properties.error,data:_};e===null?e=[H]:e.push(H),s++}if(_.code!==void 0){let A=_.code,H=s,re=s;if(typeof A=="str\
ing"){if(de(A)<1){let ie={instancePath:r+"/cancelRules/processing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ae.properties.error.properties.code,data:A};e===null?e=[ie]:e.
push(ie),s++}}else{let ie={instancePath:r+"/cancelRules/processing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:ae.properties.error.properties.code.type,parentSchema:ae.properties.error.properties.code,data:A};e===
null?e=[ie]:e.push(ie),s++}var Hd=H===s}if(_.message!==void 0){let A=_.message,H=s,re=s;if(typeof A=="string"){if(de(A)<1){let ce={instancePath:r+"/cancelRules/\
processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:ae.properties.error.properties.message,data:A};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:r+"/\
cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:ae.properties.error.properties.message.type,parentSchema:ae.properties.error.properties.message,data:A};e===null?e=[ce]:e.push(ce),s++}var Hd=H===
s}}else{let X={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:ae.properties.error.type,parentSchema:ae.properties.error,data:_};e===null?e=[X]:e.push(X),s++}var Gr=v===s}}else{let G={instancePath:r+"\
/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ae.type,parentSchema:ae,data:p};
e===null?e=[G]:e.push(G),s++}var Ay=B===s,Ps=q===s}if(m.ended!==void 0){let p=m.ended,q=s,B=s,Z=s,N=s,y=s,F=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let G;
if(p.body===void 0&&(G="body")||p.error===void 0&&(G="error")){let _={};e===null?e=[_]:e.push(_),s++}}var Kd=F===s;if(Kd){let G={instancePath:r+"/cancelRules/en\
ded",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:ae.allOf[0].not,parentSchema:ae.allOf[0],data:p};e===
null?e=[G]:e.push(G),s++}else s=y,e!==null&&(y?e.length=y:e=null);var Bd=N===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let _={instancePath:r+
"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:ae.
required,parentSchema:ae,data:p};e===null?e=[_]:e.push(_),s++}let G=s;for(let _ in p)if(!(_==="then"||_==="status"||_==="body"||_==="error")){let v={instancePath:r+
"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:ae,data:p};e===null?e=[v]:e.push(v),s++}if(p.then!==void 0){let _=p.then,v=s,S=ae.properties.then.enum;if(!(_==="can\
celled"||_==="goes-on"||_==="removed"||_==="refused")){let V={instancePath:r+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"\
enum",params:{allowedValues:ae.properties.then.enum},message:"must be equal to one of the allowed values",schema:ae.properties.then.enum,parentSchema:ae.properties.
then,data:_};e===null?e=[V]:e.push(V),s++}var $s=v===s}if(p.status!==void 0){let _=p.status,v=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_))){let X={instancePath:r+
"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:ae.properties.
status.type,parentSchema:ae.properties.status,data:_};e===null?e=[X]:e.push(X),s++}let S=s;if(typeof _=="number"){if(_>599||isNaN(_)){let X={instancePath:r+"/ca\
ncelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",
schema:599,parentSchema:ae.properties.status,data:_};e===null?e=[X]:e.push(X),s++}if(_<200||isNaN(_)){let X={instancePath:r+"/cancelRules/ended/status",schemaPath:"\
#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:ae.properties.
status,data:_};e===null?e=[X]:e.push(X),s++}}var $s=v===s}if(p.error!==void 0){let _=p.error,v=s,S=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.code===void 0){
let A={instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"\
must have required property 'code'",schema:ae.properties.error.required,parentSchema:ae.properties.error,data:_};e===null?e=[A]:e.push(A),s++}if(_.message===void 0){
let A={instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},
message:"must have required property 'message'",schema:ae.properties.error.required,parentSchema:ae.properties.error,data:_};e===null?e=[A]:e.push(A),s++}let X=s;
for(let A in _)if(!(A==="code"||A==="message")){let H={instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalPrope\
rties",keyword:"additionalProperties",params:{additionalProperty:A},message:"must NOT have additional properties",schema:!1,parentSchema:ae.properties.error,data:_};
e===null?e=[H]:e.push(H),s++}if(_.code!==void 0){let A=_.code,H=s,re=s;if(typeof A=="string"){if(de(A)<1){let ie={instancePath:r+"/cancelRules/ended/error/code",
schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:ae.properties.error.properties.code,data:A};e===null?e=[ie]:e.push(ie),s++}}else{let ie={instancePath:r+"/cancelRules/ended/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.properties.error.properties.code.
type,parentSchema:ae.properties.error.properties.code,data:A};e===null?e=[ie]:e.push(ie),s++}var Zd=H===s}if(_.message!==void 0){let A=_.message,H=s,re=s;if(typeof A==
"string"){if(de(A)<1){let ce={instancePath:r+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ae.properties.error.properties.message,data:A};e===null?e=[ce]:
e.push(ce),s++}}else{let ce={instancePath:r+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ae.properties.error.properties.message.type,parentSchema:ae.properties.error.properties.message,data:A};
e===null?e=[ce]:e.push(ce),s++}var Zd=H===s}}else{let X={instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:ae.properties.error.type,parentSchema:ae.properties.error,data:_};e===null?e=[X]:e.push(X),s++}var $s=v===
s}}else{let G={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ae.
type,parentSchema:ae,data:p};e===null?e=[G]:e.push(G),s++}var w=B===s,Ps=q===s}if(m.cancelled!==void 0){let p=m.cancelled,q=s,B=s,Z=s,N=s,y=s,F=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){let G;if(p.body===void 0&&(G="body")||p.error===void 0&&(G="error")){let _={};e===null?e=[_]:e.push(_),s++}}var Oe=F===s;if(Oe){let G={
instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:ae.allOf[0].not,parentSchema:ae.
allOf[0],data:p};e===null?e=[G]:e.push(G),s++}else s=y,e!==null&&(y?e.length=y:e=null);var mt=N===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){
let _={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have re\
quired property 'then'",schema:ae.required,parentSchema:ae,data:p};e===null?e=[_]:e.push(_),s++}let G=s;for(let _ in p)if(!(_==="then"||_==="status"||_==="body"||
_==="error")){let v={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},
message:"must NOT have additional properties",schema:!1,parentSchema:ae,data:p};e===null?e=[v]:e.push(v),s++}if(p.then!==void 0){let _=p.then,v=s,S=ae.properties.
then.enum;if(!(_==="cancelled"||_==="goes-on"||_==="removed"||_==="refused")){let V={instancePath:r+"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule\
/properties/then/enum",keyword:"enum",params:{allowedValues:ae.properties.then.enum},message:"must be equal to one of the allowed values",schema:ae.properties.then.
enum,parentSchema:ae.properties.then,data:_};e===null?e=[V]:e.push(V),s++}var Pr=v===s}if(p.status!==void 0){let _=p.status,v=s;if(!(typeof _=="number"&&!(_%1)&&
!isNaN(_))){let X={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},
message:"must be integer",schema:ae.properties.status.type,parentSchema:ae.properties.status,data:_};e===null?e=[X]:e.push(X),s++}let S=s;if(typeof _=="number"){
if(_>599||isNaN(_)){let X={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:599},message:"must be <= 599",schema:599,parentSchema:ae.properties.status,data:_};e===null?e=[X]:e.push(X),s++}if(_<200||isNaN(_)){let X={instancePath:r+
"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be \
>= 200",schema:200,parentSchema:ae.properties.status,data:_};e===null?e=[X]:e.push(X),s++}}var Pr=v===s}if(p.error!==void 0){let _=p.error,v=s,S=s;if(_&&typeof _==
"object"&&!Array.isArray(_)){if(_.code===void 0){let A={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:ae.properties.error.required,parentSchema:ae.properties.error,
data:_};e===null?e=[A]:e.push(A),s++}if(_.message===void 0){let A={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error\
/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:ae.properties.error.required,parentSchema:ae.
properties.error,data:_};e===null?e=[A]:e.push(A),s++}let X=s;for(let A in _)if(!(A==="code"||A==="message")){let H={instancePath:r+"/cancelRules/cancelled/erro\
r",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:A},message:"must NOT have add\
itional properties",schema:!1,parentSchema:ae.properties.error,data:_};e===null?e=[H]:e.push(H),s++}if(_.code!==void 0){let A=_.code,H=s,re=s;if(typeof A=="stri\
ng"){if(de(A)<1){let ie={instancePath:r+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ae.properties.error.properties.code,data:A};e===null?e=[ie]:e.
push(ie),s++}}else{let ie={instancePath:r+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:ae.properties.error.properties.code.type,parentSchema:ae.properties.error.properties.code,data:A};e===
null?e=[ie]:e.push(ie),s++}var le=H===s}if(_.message!==void 0){let A=_.message,H=s,re=s;if(typeof A=="string"){if(de(A)<1){let ce={instancePath:r+"/cancelRules/\
cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT ha\
ve fewer than 1 characters",schema:1,parentSchema:ae.properties.error.properties.message,data:A};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:r+"/c\
ancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:ae.properties.error.properties.message.type,parentSchema:ae.properties.error.properties.message,data:A};e===null?e=[ce]:e.push(ce),s++}var le=H===
s}}else{let X={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:ae.properties.error.type,parentSchema:ae.properties.error,data:_};e===null?e=[X]:e.push(X),s++}var Pr=v===s}}else{let G={instancePath:r+"\
/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ae.type,parentSchema:ae,data:p};
e===null?e=[G]:e.push(G),s++}var l=B===s,Ps=q===s}if(m.source!==void 0){let p=m.source,q=s,B=s,Z=s;if(typeof p=="string"){if(de(p)<1){let y={instancePath:r+"/ca\
ncelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var k=B===s,Ps=q===s}}else{let P={instancePath:r+"/cancelRules",schemaPath:"\
#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.cancelRules.type,parentSchema:d.properties.cancelRules,
data:m};e===null?e=[P]:e.push(P),s++}var u=M===s}if(t.disagreements!==void 0){let m=t.disagreements,M=s,D=s;if(Array.isArray(m)){let P=!0,p=m.length;for(let q=0;q<
p;q++){let B=m[q],Z=s,N=s;if(B&&typeof B=="object"&&!Array.isArray(B)){if(B.topic===void 0){let F={instancePath:r+"/disagreements/"+q,schemaPath:"#/properties/d\
isagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:d.properties.disagreements.
items.required,parentSchema:d.properties.disagreements.items,data:B};e===null?e=[F]:e.push(F),s++}if(B.between===void 0){let F={instancePath:r+"/disagreements/"+
q,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",schema:d.
properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:B};e===null?e=[F]:e.push(F),s++}if(B.follows===void 0){let F={instancePath:r+
"/disagreements/"+q,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must have required pro\
perty 'follows'",schema:d.properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:B};e===null?e=[F]:e.push(F),s++}let y=s;for(let F in B)
if(!(F==="topic"||F==="between"||F==="follows")){let ee={instancePath:r+"/disagreements/"+q,schemaPath:"#/properties/disagreements/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:F},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.disagreements.items,data:B};
e===null?e=[ee]:e.push(ee),s++}if(B.topic!==void 0){let F=B.topic,ee=s,G=s;if(typeof F=="string"){if(de(F)<1){let _={instancePath:r+"/disagreements/"+q+"/topic",
schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:d.properties.disagreements.items.properties.topic,data:F};e===null?e=[_]:e.push(_),s++}}else{let _={instancePath:r+"/disagreements/"+q+"/topic",schemaPath:"\
#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.disagreements.items.properties.
topic.type,parentSchema:d.properties.disagreements.items.properties.topic,data:F};e===null?e=[_]:e.push(_),s++}var I=ee===s}if(B.between!==void 0){let F=B.between,
ee=s,G=s;if(Array.isArray(F)){if(F.length<1){let V={instancePath:r+"/disagreements/"+q+"/between",schemaPath:"#/properties/disagreements/items/properties/betwee\
n/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.disagreements.items.properties.between,
data:F};e===null?e=[V]:e.push(V),s++}let v=!0,S=F.length;for(let V=0;V<S;V++){let X=F[V],A=s,H=s,re=s;if(typeof X=="string"){if(de(X)<1){let ie={instancePath:r+
"/disagreements/"+q+"/between/"+V,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:pe,data:X};e===null?e=[ie]:e.push(ie),s++}}else{let ie={instancePath:r+"/disagreements/"+q+"/between/"+V,schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:X};e===null?e=[ie]:e.push(ie),s++}var ke=H===s,W=A===s;W||(v=!1)}}else{
let v={instancePath:r+"/disagreements/"+q+"/between",schemaPath:"#/properties/disagreements/items/properties/between/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:d.properties.disagreements.items.properties.between.type,parentSchema:d.properties.disagreements.items.properties.between,data:F};
e===null?e=[v]:e.push(v),s++}var I=ee===s}if(B.follows!==void 0){let F=B.follows,ee=s,G=s;if(typeof F=="string"){if(de(F)<1){let v={instancePath:r+"/disagreemen\
ts/"+q+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer t\
han 1 characters",schema:1,parentSchema:d.properties.disagreements.items.properties.follows,data:F};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/d\
isagreements/"+q+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.disagreements.items.properties.follows.type,parentSchema:d.properties.disagreements.items.properties.follows,data:F};e===null?e=[v]:e.push(v),
s++}var I=ee===s}}else{let y={instancePath:r+"/disagreements/"+q,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.disagreements.items.type,parentSchema:d.properties.disagreements.items,data:B};e===null?e=[y]:e.push(y),s++}var b=Z===s;b||(P=
!1)}}else{let P={instancePath:r+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.
properties.disagreements.type,parentSchema:d.properties.disagreements,data:m};e===null?e=[P]:e.push(P),s++}var u=M===s}}else{let $={instancePath:r,schemaPath:"#\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.type,parentSchema:d,data:t};e===null?e=[$]:e.push($),s++}return yn.errors=e,s===0}
yn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Ls=he(Ge=>{"use strict";Object.defineProperty(Ge,"__esModule",{value:!0});Ge.regexpCode=Ge.getEsmExportName=Ge.getProperty=Ge.safeStringify=Ge.stringify=Ge.
strConcat=Ge.addCodeArg=Ge.str=Ge._=Ge.nil=Ge._Code=Ge.Name=Ge.IDENTIFIER=Ge._CodeOrName=void 0;var va=class{};Ge._CodeOrName=va;Ge.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var Yr=class extends va{constructor(r){if(super(),!Ge.IDENTIFIER.test(r))throw new Error("CodeGen: name must be a valid identifier");this.str=r}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Ge.Name=Yr;var Ht=class extends va{constructor(r){super(),this._items=typeof r=="string"?[r]:r}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let r=this._items[0];return r===""||r==='""'}get str(){var r;return(r=this._str)!==null&&r!==void 0?
r:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var r;return(r=this._names)!==null&&r!==void 0?r:this._names=this._items.reduce((a,n)=>(n instanceof
Yr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Ge._Code=Ht;Ge.nil=new Ht("");function Nc(t,...r){let a=[t[0]],n=0;for(;n<r.length;)ko(a,r[n]),a.push(t[++n]);return new Ht(
a)}Ge._=Nc;var vo=new Ht("+");function Rc(t,...r){let a=[ka(t[0])],n=0;for(;n<r.length;)a.push(vo),ko(a,r[n]),a.push(vo,ka(t[++n]));return hg(a),new Ht(a)}Ge.str=
Rc;function ko(t,r){r instanceof Ht?t.push(...r._items):r instanceof Yr?t.push(r):t.push(gg(r))}Ge.addCodeArg=ko;function hg(t){let r=1;for(;r<t.length-1;){if(t[r]===
vo){let a=fg(t[r-1],t[r+1]);if(a!==void 0){t.splice(r-1,3,a);continue}t[r++]="+"}r++}}function fg(t,r){if(r==='""')return t;if(t==='""')return r;if(typeof t=="s\
tring")return r instanceof Yr||t[t.length-1]!=='"'?void 0:typeof r!="string"?`${t.slice(0,-1)}${r}"`:r[0]==='"'?t.slice(0,-1)+r.slice(1):void 0;if(typeof r=="st\
ring"&&r[0]==='"'&&!(t instanceof Yr))return`"${t}${r.slice(1)}`}function yg(t,r){return r.emptyStr()?t:t.emptyStr()?r:Rc`${t}${r}`}Ge.strConcat=yg;function gg(t){
return typeof t=="number"||typeof t=="boolean"||t===null?t:ka(Array.isArray(t)?t.join(","):t)}function bg(t){return new Ht(ka(t))}Ge.stringify=bg;function ka(t){
return JSON.stringify(t).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Ge.safeStringify=ka;function wg(t){return typeof t=="string"&&Ge.IDENTIFIER.test(
t)?new Ht(`.${t}`):Nc`[${t}]`}Ge.getProperty=wg;function vg(t){if(typeof t=="string"&&Ge.IDENTIFIER.test(t))return new Ht(`${t}`);throw new Error(`CodeGen: inva\
lid export name: ${t}, use explicit $id name mapping`)}Ge.getEsmExportName=vg;function kg(t){return new Ht(t.toString())}Ge.regexpCode=kg});var So=he(Lt=>{"use strict";Object.defineProperty(Lt,"__esModule",{value:!0});Lt.ValueScope=Lt.ValueScopeName=Lt.Scope=Lt.varKinds=Lt.UsedValueState=void 0;var Et=Ls(),
Po=class extends Error{constructor(r){super(`CodeGen: "code" for ${r} not defined`),this.value=r.value}},_n;(function(t){t[t.Started=0]="Started",t[t.Completed=
1]="Completed"})(_n||(Lt.UsedValueState=_n={}));Lt.varKinds={const:new Et.Name("const"),let:new Et.Name("let"),var:new Et.Name("var")};var xn=class{constructor({
prefixes:r,parent:a}={}){this._names={},this._prefixes=r,this._parent=a}toName(r){return r instanceof Et.Name?r:this.name(r)}name(r){return new Et.Name(this._newName(
r))}_newName(r){let a=this._names[r]||this._nameGroup(r);return`${r}${a.index++}`}_nameGroup(r){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(r)||this._prefixes&&!this._prefixes.has(r))throw new Error(`CodeGen: prefix "${r}" is not allowed in this scope`);return this._names[r]=
{prefix:r,index:0}}};Lt.Scope=xn;var qn=class extends Et.Name{constructor(r,a){super(a),this.prefix=r}setValue(r,{property:a,itemIndex:n}){this.value=r,this.scopePath=
(0,Et._)`.${new Et.Name(a)}[${n}]`}};Lt.ValueScopeName=qn;var Pg=(0,Et._)`\n`,$o=class extends xn{constructor(r){super(r),this._values={},this._scope=r.scope,this.
opts={...r,_n:r.lines?Pg:Et.nil}}get(){return this._scope}name(r){return new qn(r,this._newName(r))}value(r,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let i=this.toName(r),{prefix:o}=i,e=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[o];if(s){let u=s.get(e);if(u)return u}else
s=this._values[o]=new Map;s.set(e,i);let c=this._scope[o]||(this._scope[o]=[]),f=c.length;return c[f]=a.ref,i.setValue(a,{property:o,itemIndex:f}),i}getValue(r,a){
let n=this._values[r];if(n)return n.get(a)}scopeRefs(r,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Et._)`${r}${n.scopePath}`})}scopeCode(r=this._values,a,n){return this._reduceValues(r,i=>{if(i.value===void 0)throw new Error(`CodeGen\
: name "${i}" has no value`);return i.value.code},a,n)}_reduceValues(r,a,n={},i){let o=Et.nil;for(let e in r){let s=r[e];if(!s)continue;let c=n[e]=n[e]||new Map;
s.forEach(f=>{if(c.has(f))return;c.set(f,_n.Started);let u=a(f);if(u){let g=this.opts.es5?Lt.varKinds.var:Lt.varKinds.const;o=(0,Et._)`${o}${g} ${f} = ${u};${this.
opts._n}`}else if(u=i?.(f))o=(0,Et._)`${o}${u}${this.opts._n}`;else throw new Po(f);c.set(f,_n.Completed)})}return o}};Lt.ValueScope=$o});var De=he(Je=>{"use strict";Object.defineProperty(Je,"__esModule",{value:!0});Je.or=Je.and=Je.not=Je.CodeGen=Je.operators=Je.varKinds=Je.ValueScopeName=Je.ValueScope=
Je.Scope=Je.Name=Je.regexpCode=Je.stringify=Je.getProperty=Je.nil=Je.strConcat=Je.str=Je._=void 0;var He=Ls(),tr=So(),Fr=Ls();Object.defineProperty(Je,"_",{enumerable:!0,
get:function(){return Fr._}});Object.defineProperty(Je,"str",{enumerable:!0,get:function(){return Fr.str}});Object.defineProperty(Je,"strConcat",{enumerable:!0,
get:function(){return Fr.strConcat}});Object.defineProperty(Je,"nil",{enumerable:!0,get:function(){return Fr.nil}});Object.defineProperty(Je,"getProperty",{enumerable:!0,
get:function(){return Fr.getProperty}});Object.defineProperty(Je,"stringify",{enumerable:!0,get:function(){return Fr.stringify}});Object.defineProperty(Je,"rege\
xpCode",{enumerable:!0,get:function(){return Fr.regexpCode}});Object.defineProperty(Je,"Name",{enumerable:!0,get:function(){return Fr.Name}});var Tn=So();Object.
defineProperty(Je,"Scope",{enumerable:!0,get:function(){return Tn.Scope}});Object.defineProperty(Je,"ValueScope",{enumerable:!0,get:function(){return Tn.ValueScope}});
Object.defineProperty(Je,"ValueScopeName",{enumerable:!0,get:function(){return Tn.ValueScopeName}});Object.defineProperty(Je,"varKinds",{enumerable:!0,get:function(){
return Tn.varKinds}});Je.operators={GT:new He._Code(">"),GTE:new He._Code(">="),LT:new He._Code("<"),LTE:new He._Code("<="),EQ:new He._Code("==="),NEQ:new He._Code(
"!=="),NOT:new He._Code("!"),OR:new He._Code("||"),AND:new He._Code("&&"),ADD:new He._Code("+")};var _r=class{optimizeNodes(){return this}optimizeNames(r,a){return this}},
_o=class extends _r{constructor(r,a,n){super(),this.varKind=r,this.name=a,this.rhs=n}render({es5:r,_n:a}){let n=r?tr.varKinds.var:this.varKind,i=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${i};`+a}optimizeNames(r,a){if(r[this.name.str])return this.rhs&&(this.rhs=Fs(this.rhs,r,a)),this}get names(){return this.
rhs instanceof He._CodeOrName?this.rhs.names:{}}},On=class extends _r{constructor(r,a,n){super(),this.lhs=r,this.rhs=a,this.sideEffects=n}render({_n:r}){return`${this.
lhs} = ${this.rhs};`+r}optimizeNames(r,a){if(!(this.lhs instanceof He.Name&&!r[this.lhs.str]&&!this.sideEffects))return this.rhs=Fs(this.rhs,r,a),this}get names(){
let r=this.lhs instanceof He.Name?{}:{...this.lhs.names};return An(r,this.rhs)}},xo=class extends On{constructor(r,a,n,i){super(r,n,i),this.op=a}render({_n:r}){
return`${this.lhs} ${this.op}= ${this.rhs};`+r}},qo=class extends _r{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`${this.label}:`+r}},
Oo=class extends _r{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`break${this.label?` ${this.label}`:""};`+r}},jo=class extends _r{constructor(r){
super(),this.error=r}render({_n:r}){return`throw ${this.error};`+r}get names(){return this.error.names}},Ao=class extends _r{constructor(r){super(),this.code=r}render({
_n:r}){return`${this.code};`+r}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(r,a){return this.code=Fs(this.code,r,a),this}get names(){return this.
code instanceof He._CodeOrName?this.code.names:{}}},Pa=class extends _r{constructor(r=[]){super(),this.nodes=r}render(r){return this.nodes.reduce((a,n)=>a+n.render(
r),"")}optimizeNodes(){let{nodes:r}=this,a=r.length;for(;a--;){let n=r[a].optimizeNodes();Array.isArray(n)?r.splice(a,1,...n):n?r[a]=n:r.splice(a,1)}return r.length>
0?this:void 0}optimizeNames(r,a){let{nodes:n}=this,i=n.length;for(;i--;){let o=n[i];o.optimizeNames(r,a)||($g(r,o.names),n.splice(i,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((r,a)=>rs(r,a.names),{})}},xr=class extends Pa{render(r){return"{"+r._n+super.render(r)+"}"+r._n}},To=class extends Pa{},Ms=class extends xr{};
Ms.kind="else";var es=class t extends xr{constructor(r,a){super(a),this.condition=r}render(r){let a=`if(${this.condition})`+super.render(r);return this.else&&(a+=
"else "+this.else.render(r)),a}optimizeNodes(){super.optimizeNodes();let r=this.condition;if(r===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Ms(n):n}if(a)return r===!1?a instanceof t?a:a.nodes:this.nodes.length?this:new t(Ic(r),a instanceof t?[a]:a.nodes);if(!(r===!1||
!this.nodes.length))return this}optimizeNames(r,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(r,a),!!(super.optimizeNames(r,a)||
this.else))return this.condition=Fs(this.condition,r,a),this}get names(){let r=super.names;return An(r,this.condition),this.else&&rs(r,this.else.names),r}};es.kind=
"if";var ts=class extends xr{};ts.kind="for";var No=class extends ts{constructor(r){super(),this.iteration=r}render(r){return`for(${this.iteration})`+super.render(
r)}optimizeNames(r,a){if(super.optimizeNames(r,a))return this.iteration=Fs(this.iteration,r,a),this}get names(){return rs(super.names,this.iteration.names)}},Ro=class extends ts{constructor(r,a,n,i){
super(),this.varKind=r,this.name=a,this.from=n,this.to=i}render(r){let a=r.es5?tr.varKinds.var:this.varKind,{name:n,from:i,to:o}=this;return`for(${a} ${n}=${i};\
 ${n}<${o}; ${n}++)`+super.render(r)}get names(){let r=An(super.names,this.from);return An(r,this.to)}},jn=class extends ts{constructor(r,a,n,i){super(),this.loop=
r,this.varKind=a,this.name=n,this.iterable=i}render(r){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(r)}optimizeNames(r,a){
if(super.optimizeNames(r,a))return this.iterable=Fs(this.iterable,r,a),this}get names(){return rs(super.names,this.iterable.names)}},$a=class extends xr{constructor(r,a,n){
super(),this.name=r,this.args=a,this.async=n}render(r){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(r)}};$a.kind="func";var Sa=class extends Pa{render(r){
return"return "+super.render(r)}};Sa.kind="return";var Io=class extends xr{render(r){let a="try"+super.render(r);return this.catch&&(a+=this.catch.render(r)),this.
finally&&(a+=this.finally.render(r)),a}optimizeNodes(){var r,a;return super.optimizeNodes(),(r=this.catch)===null||r===void 0||r.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(r,a){var n,i;return super.optimizeNames(r,a),(n=this.catch)===null||n===void 0||n.optimizeNames(r,a),(i=this.
finally)===null||i===void 0||i.optimizeNames(r,a),this}get names(){let r=super.names;return this.catch&&rs(r,this.catch.names),this.finally&&rs(r,this.finally.names),
r}},_a=class extends xr{constructor(r){super(),this.error=r}render(r){return`catch(${this.error})`+super.render(r)}};_a.kind="catch";var xa=class extends xr{render(r){
return"finally"+super.render(r)}};xa.kind="finally";var Eo=class{constructor(r,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=r,this._scope=new tr.Scope({parent:r}),this._nodes=[new To]}toString(){return this._root.render(this.opts)}name(r){return this._scope.name(
r)}scopeName(r){return this._extScope.name(r)}scopeValue(r,a){let n=this._extScope.value(r,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(r,a){return this._extScope.getValue(r,a)}scopeRefs(r){return this._extScope.scopeRefs(r,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(r,a,n,i){let o=this._scope.toName(a);return n!==void 0&&i&&(this._constants[o.str]=n),this._leafNode(new _o(r,o,n)),o}const(r,a,n){return this.
_def(tr.varKinds.const,r,a,n)}let(r,a,n){return this._def(tr.varKinds.let,r,a,n)}var(r,a,n){return this._def(tr.varKinds.var,r,a,n)}assign(r,a,n){return this._leafNode(
new On(r,a,n))}add(r,a){return this._leafNode(new xo(r,Je.operators.ADD,a))}code(r){return typeof r=="function"?r():r!==He.nil&&this._leafNode(new Ao(r)),this}object(...r){
let a=["{"];for(let[n,i]of r)a.length>1&&a.push(","),a.push(n),(n!==i||this.opts.es5)&&(a.push(":"),(0,He.addCodeArg)(a,i));return a.push("}"),new He._Code(a)}if(r,a,n){
if(this._blockNode(new es(r)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(r){return this._elseNode(new es(r))}else(){return this._elseNode(new Ms)}endIf(){return this._endBlockNode(es,Ms)}_for(r,a){return this.
_blockNode(r),a&&this.code(a).endFor(),this}for(r,a){return this._for(new No(r),a)}forRange(r,a,n,i,o=this.opts.es5?tr.varKinds.var:tr.varKinds.let){let e=this.
_scope.toName(r);return this._for(new Ro(o,e,a,n),()=>i(e))}forOf(r,a,n,i=tr.varKinds.const){let o=this._scope.toName(r);if(this.opts.es5){let e=a instanceof He.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,He._)`${e}.length`,s=>{this.var(o,(0,He._)`${e}[${s}]`),n(o)})}return this._for(new jn("of",i,o,a),()=>n(
o))}forIn(r,a,n,i=this.opts.es5?tr.varKinds.var:tr.varKinds.const){if(this.opts.ownProperties)return this.forOf(r,(0,He._)`Object.keys(${a})`,n);let o=this._scope.
toName(r);return this._for(new jn("in",i,o,a),()=>n(o))}endFor(){return this._endBlockNode(ts)}label(r){return this._leafNode(new qo(r))}break(r){return this._leafNode(
new Oo(r))}return(r){let a=new Sa;if(this._blockNode(a),this.code(r),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
Sa)}try(r,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let i=new Io;if(this._blockNode(i),this.code(r),a){let o=this.name("e");
this._currNode=i.catch=new _a(o),a(o)}return n&&(this._currNode=i.finally=new xa,this.code(n)),this._endBlockNode(_a,xa)}throw(r){return this._leafNode(new jo(r))}block(r,a){
return this._blockStarts.push(this._nodes.length),r&&this.code(r).endBlock(a),this}endBlock(r){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||r!==void 0&&n!==r)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${r} expected`);
return this._nodes.length=a,this}func(r,a=He.nil,n,i){return this._blockNode(new $a(r,a,n)),i&&this.code(i).endFunc(),this}endFunc(){return this._endBlockNode($a)}optimize(r=1){
for(;r-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(r){return this._currNode.nodes.push(r),this}_blockNode(r){
this._currNode.nodes.push(r),this._nodes.push(r)}_endBlockNode(r,a){let n=this._currNode;if(n instanceof r||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${r.kind}/${a.kind}`:r.kind}"`)}_elseNode(r){let a=this._currNode;if(!(a instanceof es))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=r,this}get _root(){return this._nodes[0]}get _currNode(){let r=this._nodes;return r[r.length-1]}set _currNode(r){let a=this._nodes;
a[a.length-1]=r}};Je.CodeGen=Eo;function rs(t,r){for(let a in r)t[a]=(t[a]||0)+(r[a]||0);return t}function An(t,r){return r instanceof He._CodeOrName?rs(t,r.names):
t}function Fs(t,r,a){if(t instanceof He.Name)return n(t);if(!i(t))return t;return new He._Code(t._items.reduce((o,e)=>(e instanceof He.Name&&(e=n(e)),e instanceof
He._Code?o.push(...e._items):o.push(e),o),[]));function n(o){let e=a[o.str];return e===void 0||r[o.str]!==1?o:(delete r[o.str],e)}function i(o){return o instanceof
He._Code&&o._items.some(e=>e instanceof He.Name&&r[e.str]===1&&a[e.str]!==void 0)}}function $g(t,r){for(let a in r)t[a]=(t[a]||0)-(r[a]||0)}function Ic(t){return typeof t==
"boolean"||typeof t=="number"||t===null?!t:(0,He._)`!${Lo(t)}`}Je.not=Ic;var Sg=Ec(Je.operators.AND);function _g(...t){return t.reduce(Sg)}Je.and=_g;var xg=Ec(Je.
operators.OR);function qg(...t){return t.reduce(xg)}Je.or=qg;function Ec(t){return(r,a)=>r===He.nil?a:a===He.nil?r:(0,He._)`${Lo(r)} ${t} ${Lo(a)}`}function Lo(t){
return t instanceof He.Name?t:(0,He._)`(${t})`}});var Be=he(Ce=>{"use strict";Object.defineProperty(Ce,"__esModule",{value:!0});Ce.checkStrictMode=Ce.getErrorPath=Ce.Type=Ce.useFunc=Ce.setEvaluated=Ce.evaluatedPropsToName=
Ce.mergeEvaluated=Ce.eachItem=Ce.unescapeJsonPointer=Ce.escapeJsonPointer=Ce.escapeFragment=Ce.unescapeFragment=Ce.schemaRefOrVal=Ce.schemaHasRulesButRef=Ce.schemaHasRules=
Ce.checkUnknownRules=Ce.alwaysValidSchema=Ce.toHash=void 0;var nt=De(),Og=Ls();function jg(t){let r={};for(let a of t)r[a]=!0;return r}Ce.toHash=jg;function Ag(t,r){
return typeof r=="boolean"?r:Object.keys(r).length===0?!0:(Fc(t,r),!Vc(r,t.self.RULES.all))}Ce.alwaysValidSchema=Ag;function Fc(t,r=t.schema){let{opts:a,self:n}=t;
if(!a.strictSchema||typeof r=="boolean")return;let i=n.RULES.keywords;for(let o in r)i[o]||Jc(t,`unknown keyword: "${o}"`)}Ce.checkUnknownRules=Fc;function Vc(t,r){
if(typeof t=="boolean")return!t;for(let a in t)if(r[a])return!0;return!1}Ce.schemaHasRules=Vc;function Tg(t,r){if(typeof t=="boolean")return!t;for(let a in t)if(a!==
"$ref"&&r.all[a])return!0;return!1}Ce.schemaHasRulesButRef=Tg;function Ng({topSchemaRef:t,schemaPath:r},a,n,i){if(!i){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,nt._)`${a}`}return(0,nt._)`${t}${r}${(0,nt.getProperty)(n)}`}Ce.schemaRefOrVal=Ng;function Rg(t){return zc(decodeURIComponent(
t))}Ce.unescapeFragment=Rg;function Ig(t){return encodeURIComponent(Fo(t))}Ce.escapeFragment=Ig;function Fo(t){return typeof t=="number"?`${t}`:t.replace(/~/g,"\
~0").replace(/\//g,"~1")}Ce.escapeJsonPointer=Fo;function zc(t){return t.replace(/~1/g,"/").replace(/~0/g,"~")}Ce.unescapeJsonPointer=zc;function Eg(t,r){if(Array.
isArray(t))for(let a of t)r(a);else r(t)}Ce.eachItem=Eg;function Lc({mergeNames:t,mergeToName:r,mergeValues:a,resultToName:n}){return(i,o,e,s)=>{let c=e===void 0?
o:e instanceof nt.Name?(o instanceof nt.Name?t(i,o,e):r(i,o,e),e):o instanceof nt.Name?(r(i,e,o),o):a(o,e);return s===nt.Name&&!(c instanceof nt.Name)?n(i,c):c}}
Ce.mergeEvaluated={props:Lc({mergeNames:(t,r,a)=>t.if((0,nt._)`${a} !== true && ${r} !== undefined`,()=>{t.if((0,nt._)`${r} === true`,()=>t.assign(a,!0),()=>t.assign(
a,(0,nt._)`${a} || {}`).code((0,nt._)`Object.assign(${a}, ${r})`))}),mergeToName:(t,r,a)=>t.if((0,nt._)`${a} !== true`,()=>{r===!0?t.assign(a,!0):(t.assign(a,(0,nt.
_)`${a} || {}`),Vo(t,a,r))}),mergeValues:(t,r)=>t===!0?!0:{...t,...r},resultToName:Uc}),items:Lc({mergeNames:(t,r,a)=>t.if((0,nt._)`${a} !== true && ${r} !== undefined`,
()=>t.assign(a,(0,nt._)`${r} === true ? true : ${a} > ${r} ? ${a} : ${r}`)),mergeToName:(t,r,a)=>t.if((0,nt._)`${a} !== true`,()=>t.assign(a,r===!0?!0:(0,nt._)`${a} > ${r} ? ${a} : ${r}`)),
mergeValues:(t,r)=>t===!0?!0:Math.max(t,r),resultToName:(t,r)=>t.var("items",r)})};function Uc(t,r){if(r===!0)return t.var("props",!0);let a=t.var("props",(0,nt.
_)`{}`);return r!==void 0&&Vo(t,a,r),a}Ce.evaluatedPropsToName=Uc;function Vo(t,r,a){Object.keys(a).forEach(n=>t.assign((0,nt._)`${r}${(0,nt.getProperty)(n)}`,!0))}
Ce.setEvaluated=Vo;var Mc={};function Lg(t,r){return t.scopeValue("func",{ref:r,code:Mc[r.code]||(Mc[r.code]=new Og._Code(r.code))})}Ce.useFunc=Lg;var Mo;(function(t){
t[t.Num=0]="Num",t[t.Str=1]="Str"})(Mo||(Ce.Type=Mo={}));function Mg(t,r,a){if(t instanceof nt.Name){let n=r===Mo.Num;return a?n?(0,nt._)`"[" + ${t} + "]"`:(0,nt.
_)`"['" + ${t} + "']"`:n?(0,nt._)`"/" + ${t}`:(0,nt._)`"/" + ${t}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,nt.getProperty)(t).toString():"/"+Fo(t)}
Ce.getErrorPath=Mg;function Jc(t,r,a=t.opts.strictSchema){if(a){if(r=`strict mode: ${r}`,a===!0)throw new Error(r);t.self.logger.warn(r)}}Ce.checkStrictMode=Jc});var qr=he(zo=>{"use strict";Object.defineProperty(zo,"__esModule",{value:!0});var $t=De(),Fg={data:new $t.Name("data"),valCxt:new $t.Name("valCxt"),instancePath:new $t.
Name("instancePath"),parentData:new $t.Name("parentData"),parentDataProperty:new $t.Name("parentDataProperty"),rootData:new $t.Name("rootData"),dynamicAnchors:new $t.
Name("dynamicAnchors"),vErrors:new $t.Name("vErrors"),errors:new $t.Name("errors"),this:new $t.Name("this"),self:new $t.Name("self"),scope:new $t.Name("scope"),
json:new $t.Name("json"),jsonPos:new $t.Name("jsonPos"),jsonLen:new $t.Name("jsonLen"),jsonPart:new $t.Name("jsonPart")};zo.default=Fg});var qa=he(St=>{"use strict";Object.defineProperty(St,"__esModule",{value:!0});St.extendErrors=St.resetErrorsCount=St.reportExtraError=St.reportError=St.keyword$DataError=
St.keywordError=void 0;var Ze=De(),Nn=Be(),Nt=qr();St.keywordError={message:({keyword:t})=>(0,Ze.str)`must pass "${t}" keyword validation`};St.keyword$DataError=
{message:({keyword:t,schemaType:r})=>r?(0,Ze.str)`"${t}" keyword must be ${r} ($data)`:(0,Ze.str)`"${t}" keyword is invalid ($data)`};function Vg(t,r=St.keywordError,a,n){
let{it:i}=t,{gen:o,compositeRule:e,allErrors:s}=i,c=Wc(t,r,a);n??(e||s)?Dc(o,c):Cc(i,(0,Ze._)`[${c}]`)}St.reportError=Vg;function zg(t,r=St.keywordError,a){let{
it:n}=t,{gen:i,compositeRule:o,allErrors:e}=n,s=Wc(t,r,a);Dc(i,s),o||e||Cc(n,Nt.default.vErrors)}St.reportExtraError=zg;function Ug(t,r){t.assign(Nt.default.errors,
r),t.if((0,Ze._)`${Nt.default.vErrors} !== null`,()=>t.if(r,()=>t.assign((0,Ze._)`${Nt.default.vErrors}.length`,r),()=>t.assign(Nt.default.vErrors,null)))}St.resetErrorsCount=
Ug;function Jg({gen:t,keyword:r,schemaValue:a,data:n,errsCount:i,it:o}){if(i===void 0)throw new Error("ajv implementation error");let e=t.name("err");t.forRange(
"i",i,Nt.default.errors,s=>{t.const(e,(0,Ze._)`${Nt.default.vErrors}[${s}]`),t.if((0,Ze._)`${e}.instancePath === undefined`,()=>t.assign((0,Ze._)`${e}.instancePath`,
(0,Ze.strConcat)(Nt.default.instancePath,o.errorPath))),t.assign((0,Ze._)`${e}.schemaPath`,(0,Ze.str)`${o.errSchemaPath}/${r}`),o.opts.verbose&&(t.assign((0,Ze.
_)`${e}.schema`,a),t.assign((0,Ze._)`${e}.data`,n))})}St.extendErrors=Jg;function Dc(t,r){let a=t.const("err",r);t.if((0,Ze._)`${Nt.default.vErrors} === null`,()=>t.
assign(Nt.default.vErrors,(0,Ze._)`[${a}]`),(0,Ze._)`${Nt.default.vErrors}.push(${a})`),t.code((0,Ze._)`${Nt.default.errors}++`)}function Cc(t,r){let{gen:a,validateName:n,
schemaEnv:i}=t;i.$async?a.throw((0,Ze._)`new ${t.ValidationError}(${r})`):(a.assign((0,Ze._)`${n}.errors`,r),a.return(!1))}var ss={keyword:new Ze.Name("keyword"),
schemaPath:new Ze.Name("schemaPath"),params:new Ze.Name("params"),propertyName:new Ze.Name("propertyName"),message:new Ze.Name("message"),schema:new Ze.Name("sc\
hema"),parentSchema:new Ze.Name("parentSchema")};function Wc(t,r,a){let{createErrors:n}=t.it;return n===!1?(0,Ze._)`{}`:Dg(t,r,a)}function Dg(t,r,a={}){let{gen:n,
it:i}=t,o=[Cg(i,a),Wg(t,a)];return Hg(t,r,o),n.object(...o)}function Cg({errorPath:t},{instancePath:r}){let a=r?(0,Ze.str)`${t}${(0,Nn.getErrorPath)(r,Nn.Type.Str)}`:
t;return[Nt.default.instancePath,(0,Ze.strConcat)(Nt.default.instancePath,a)]}function Wg({keyword:t,it:{errSchemaPath:r}},{schemaPath:a,parentSchema:n}){let i=n?
r:(0,Ze.str)`${r}/${t}`;return a&&(i=(0,Ze.str)`${i}${(0,Nn.getErrorPath)(a,Nn.Type.Str)}`),[ss.schemaPath,i]}function Hg(t,{params:r,message:a},n){let{keyword:i,
data:o,schemaValue:e,it:s}=t,{opts:c,propertyName:f,topSchemaRef:u,schemaPath:g}=s;n.push([ss.keyword,i],[ss.params,typeof r=="function"?r(t):r||(0,Ze._)`{}`]),
c.messages&&n.push([ss.message,typeof a=="function"?a(t):a]),c.verbose&&n.push([ss.schema,e],[ss.parentSchema,(0,Ze._)`${u}${g}`],[Nt.default.data,o]),f&&n.push(
[ss.propertyName,f])}});var Kc=he(Vs=>{"use strict";Object.defineProperty(Vs,"__esModule",{value:!0});Vs.boolOrEmptySchema=Vs.topBoolOrEmptySchema=void 0;var Kg=qa(),Bg=De(),Zg=qr(),Gg={
message:"boolean schema is false"};function Qg(t){let{gen:r,schema:a,validateName:n}=t;a===!1?Hc(t,!1):typeof a=="object"&&a.$async===!0?r.return(Zg.default.data):
(r.assign((0,Bg._)`${n}.errors`,null),r.return(!0))}Vs.topBoolOrEmptySchema=Qg;function Xg(t,r){let{gen:a,schema:n}=t;n===!1?(a.var(r,!1),Hc(t)):a.var(r,!0)}Vs.
boolOrEmptySchema=Xg;function Hc(t,r){let{gen:a,data:n}=t,i={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:t};(0,Kg.reportError)(
i,Gg,void 0,r)}});var Uo=he(zs=>{"use strict";Object.defineProperty(zs,"__esModule",{value:!0});zs.getRules=zs.isJSONType=void 0;var Yg=["string","number","integer","boolean","nu\
ll","object","array"],eb=new Set(Yg);function tb(t){return typeof t=="string"&&eb.has(t)}zs.isJSONType=tb;function rb(){let t={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...t,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},t.number,
t.string,t.array,t.object],post:{rules:[]},all:{},keywords:{}}}zs.getRules=rb});var Jo=he(Vr=>{"use strict";Object.defineProperty(Vr,"__esModule",{value:!0});Vr.shouldUseRule=Vr.shouldUseGroup=Vr.schemaHasRulesForType=void 0;function sb({schema:t,
self:r},a){let n=r.RULES.types[a];return n&&n!==!0&&Bc(t,n)}Vr.schemaHasRulesForType=sb;function Bc(t,r){return r.rules.some(a=>Zc(t,a))}Vr.shouldUseGroup=Bc;function Zc(t,r){
var a;return t[r.keyword]!==void 0||((a=r.definition.implements)===null||a===void 0?void 0:a.some(n=>t[n]!==void 0))}Vr.shouldUseRule=Zc});var Oa=he(_t=>{"use strict";Object.defineProperty(_t,"__esModule",{value:!0});_t.reportTypeError=_t.checkDataTypes=_t.checkDataType=_t.coerceAndCheckDataType=_t.
getJSONTypes=_t.getSchemaTypes=_t.DataType=void 0;var ab=Uo(),nb=Jo(),ib=qa(),ze=De(),Gc=Be(),Us;(function(t){t[t.Correct=0]="Correct",t[t.Wrong=1]="Wrong"})(Us||
(_t.DataType=Us={}));function ob(t){let r=Qc(t.type);if(r.includes("null")){if(t.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!r.
length&&t.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');t.nullable===!0&&r.push("null")}return r}_t.getSchemaTypes=ob;function Qc(t){
let r=Array.isArray(t)?t:t?[t]:[];if(r.every(ab.isJSONType))return r;throw new Error("type must be JSONType or JSONType[]: "+r.join(","))}_t.getJSONTypes=Qc;function pb(t,r){
let{gen:a,data:n,opts:i}=t,o=db(r,i.coerceTypes),e=r.length>0&&!(o.length===0&&r.length===1&&(0,nb.schemaHasRulesForType)(t,r[0]));if(e){let s=Co(r,n,i.strictNumbers,
Us.Wrong);a.if(s,()=>{o.length?cb(t,r,o):Wo(t)})}return e}_t.coerceAndCheckDataType=pb;var Xc=new Set(["string","number","integer","boolean","null"]);function db(t,r){
return r?t.filter(a=>Xc.has(a)||r==="array"&&a==="array"):[]}function cb(t,r,a){let{gen:n,data:i,opts:o}=t,e=n.let("dataType",(0,ze._)`typeof ${i}`),s=n.let("co\
erced",(0,ze._)`undefined`);o.coerceTypes==="array"&&n.if((0,ze._)`${e} == 'object' && Array.isArray(${i}) && ${i}.length == 1`,()=>n.assign(i,(0,ze._)`${i}[0]`).
assign(e,(0,ze._)`typeof ${i}`).if(Co(r,i,o.strictNumbers),()=>n.assign(s,i))),n.if((0,ze._)`${s} !== undefined`);for(let f of a)(Xc.has(f)||f==="array"&&o.coerceTypes===
"array")&&c(f);n.else(),Wo(t),n.endIf(),n.if((0,ze._)`${s} !== undefined`,()=>{n.assign(i,s),mb(t,s)});function c(f){switch(f){case"string":n.elseIf((0,ze._)`${e} == "number" || ${e} == "boolean"`).
assign(s,(0,ze._)`"" + ${i}`).elseIf((0,ze._)`${i} === null`).assign(s,(0,ze._)`""`);return;case"number":n.elseIf((0,ze._)`${e} == "boolean" || ${i} === null
              || (${e} == "string" && ${i} && ${i} == +${i})`).assign(s,(0,ze._)`+${i}`);return;case"integer":n.elseIf((0,ze._)`${e} === "boolean" || ${i} === null
              || (${e} === "string" && ${i} && ${i} == +${i} && !(${i} % 1))`).assign(s,(0,ze._)`+${i}`);return;case"boolean":n.elseIf((0,ze._)`${i} === "false" || ${i} === 0 || ${i} === null`).
assign(s,!1).elseIf((0,ze._)`${i} === "true" || ${i} === 1`).assign(s,!0);return;case"null":n.elseIf((0,ze._)`${i} === "" || ${i} === 0 || ${i} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,ze._)`${e} === "string" || ${e} === "number"
              || ${e} === "boolean" || ${i} === null`).assign(s,(0,ze._)`[${i}]`)}}}function mb({gen:t,parentData:r,parentDataProperty:a},n){t.if((0,ze._)`${r} !== undefined`,
()=>t.assign((0,ze._)`${r}[${a}]`,n))}function Do(t,r,a,n=Us.Correct){let i=n===Us.Correct?ze.operators.EQ:ze.operators.NEQ,o;switch(t){case"null":return(0,ze._)`${r} ${i} null`;case"\
array":o=(0,ze._)`Array.isArray(${r})`;break;case"object":o=(0,ze._)`${r} && typeof ${r} == "object" && !Array.isArray(${r})`;break;case"integer":o=e((0,ze._)`!(${r} % 1) && !isNaN(${r})`);
break;case"number":o=e();break;default:return(0,ze._)`typeof ${r} ${i} ${t}`}return n===Us.Correct?o:(0,ze.not)(o);function e(s=ze.nil){return(0,ze.and)((0,ze._)`typeof ${r} == "number"`,
s,a?(0,ze._)`isFinite(${r})`:ze.nil)}}_t.checkDataType=Do;function Co(t,r,a,n){if(t.length===1)return Do(t[0],r,a,n);let i,o=(0,Gc.toHash)(t);if(o.array&&o.object){
let e=(0,ze._)`typeof ${r} != "object"`;i=o.null?e:(0,ze._)`!${r} || ${e}`,delete o.null,delete o.array,delete o.object}else i=ze.nil;o.number&&delete o.integer;
for(let e in o)i=(0,ze.and)(i,Do(e,r,a,n));return i}_t.checkDataTypes=Co;var lb={message:({schema:t})=>`must be ${t}`,params:({schema:t,schemaValue:r})=>typeof t==
"string"?(0,ze._)`{type: ${t}}`:(0,ze._)`{type: ${r}}`};function Wo(t){let r=ub(t);(0,ib.reportError)(r,lb)}_t.reportTypeError=Wo;function ub(t){let{gen:r,data:a,
schema:n}=t,i=(0,Gc.schemaRefOrVal)(t,n,"type");return{gen:r,keyword:"type",data:a,schema:n.type,schemaCode:i,schemaValue:i,parentSchema:n,params:{},it:t}}});var em=he(Rn=>{"use strict";Object.defineProperty(Rn,"__esModule",{value:!0});Rn.assignDefaults=void 0;var Js=De(),hb=Be();function fb(t,r){let{properties:a,items:n}=t.
schema;if(r==="object"&&a)for(let i in a)Yc(t,i,a[i].default);else r==="array"&&Array.isArray(n)&&n.forEach((i,o)=>Yc(t,o,i.default))}Rn.assignDefaults=fb;function Yc(t,r,a){
let{gen:n,compositeRule:i,data:o,opts:e}=t;if(a===void 0)return;let s=(0,Js._)`${o}${(0,Js.getProperty)(r)}`;if(i){(0,hb.checkStrictMode)(t,`default is ignored \
for: ${s}`);return}let c=(0,Js._)`${s} === undefined`;e.useDefaults==="empty"&&(c=(0,Js._)`${c} || ${s} === null || ${s} === ""`),n.if(c,(0,Js._)`${s} = ${(0,Js.
stringify)(a)}`)}});var Kt=he(et=>{"use strict";Object.defineProperty(et,"__esModule",{value:!0});et.validateUnion=et.validateArray=et.usePattern=et.callValidateCode=et.schemaProperties=
et.allSchemaProperties=et.noPropertyInData=et.propertyInData=et.isOwnProperty=et.hasPropFunc=et.reportMissingProp=et.checkMissingProp=et.checkReportMissingProp=
void 0;var pt=De(),Ho=Be(),zr=qr(),yb=Be();function gb(t,r){let{gen:a,data:n,it:i}=t;a.if(Bo(a,n,r,i.opts.ownProperties),()=>{t.setParams({missingProperty:(0,pt.
_)`${r}`},!0),t.error()})}et.checkReportMissingProp=gb;function bb({gen:t,data:r,it:{opts:a}},n,i){return(0,pt.or)(...n.map(o=>(0,pt.and)(Bo(t,r,o,a.ownProperties),
(0,pt._)`${i} = ${o}`)))}et.checkMissingProp=bb;function wb(t,r){t.setParams({missingProperty:r},!0),t.error()}et.reportMissingProp=wb;function tm(t){return t.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,pt._)`Object.prototype.hasOwnProperty`})}et.hasPropFunc=tm;function Ko(t,r,a){return(0,pt._)`${tm(t)}.call(${r}, ${a})`}
et.isOwnProperty=Ko;function vb(t,r,a,n){let i=(0,pt._)`${r}${(0,pt.getProperty)(a)} !== undefined`;return n?(0,pt._)`${i} && ${Ko(t,r,a)}`:i}et.propertyInData=
vb;function Bo(t,r,a,n){let i=(0,pt._)`${r}${(0,pt.getProperty)(a)} === undefined`;return n?(0,pt.or)(i,(0,pt.not)(Ko(t,r,a))):i}et.noPropertyInData=Bo;function rm(t){
return t?Object.keys(t).filter(r=>r!=="__proto__"):[]}et.allSchemaProperties=rm;function kb(t,r){return rm(r).filter(a=>!(0,Ho.alwaysValidSchema)(t,r[a]))}et.schemaProperties=
kb;function Pb({schemaCode:t,data:r,it:{gen:a,topSchemaRef:n,schemaPath:i,errorPath:o},it:e},s,c,f){let u=f?(0,pt._)`${t}, ${r}, ${n}${i}`:r,g=[[zr.default.instancePath,
(0,pt.strConcat)(zr.default.instancePath,o)],[zr.default.parentData,e.parentData],[zr.default.parentDataProperty,e.parentDataProperty],[zr.default.rootData,zr.default.
rootData]];e.opts.dynamicRef&&g.push([zr.default.dynamicAnchors,zr.default.dynamicAnchors]);let x=(0,pt._)`${u}, ${a.object(...g)}`;return c!==pt.nil?(0,pt._)`${s}.call(${c}, ${x})`:
(0,pt._)`${s}(${x})`}et.callValidateCode=Pb;var $b=(0,pt._)`new RegExp`;function Sb({gen:t,it:{opts:r}},a){let n=r.unicodeRegExp?"u":"",{regExp:i}=r.code,o=i(a,
n);return t.scopeValue("pattern",{key:o.toString(),ref:o,code:(0,pt._)`${i.code==="new RegExp"?$b:(0,yb.useFunc)(t,i)}(${a}, ${n})`})}et.usePattern=Sb;function _b(t){
let{gen:r,data:a,keyword:n,it:i}=t,o=r.name("valid");if(i.allErrors){let s=r.let("valid",!0);return e(()=>r.assign(s,!1)),s}return r.var(o,!0),e(()=>r.break()),
o;function e(s){let c=r.const("len",(0,pt._)`${a}.length`);r.forRange("i",0,c,f=>{t.subschema({keyword:n,dataProp:f,dataPropType:Ho.Type.Num},o),r.if((0,pt.not)(
o),s)})}}et.validateArray=_b;function xb(t){let{gen:r,schema:a,keyword:n,it:i}=t;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(c=>(0,Ho.
alwaysValidSchema)(i,c))&&!i.opts.unevaluated)return;let e=r.let("valid",!1),s=r.name("_valid");r.block(()=>a.forEach((c,f)=>{let u=t.subschema({keyword:n,schemaProp:f,
compositeRule:!0},s);r.assign(e,(0,pt._)`${e} || ${s}`),t.mergeValidEvaluated(u,s)||r.if((0,pt.not)(e))})),t.result(e,()=>t.reset(),()=>t.error(!0))}et.validateUnion=
xb});var nm=he(ur=>{"use strict";Object.defineProperty(ur,"__esModule",{value:!0});ur.validateKeywordUsage=ur.validSchemaType=ur.funcKeywordCode=ur.macroKeywordCode=
void 0;var Rt=De(),as=qr(),qb=Kt(),Ob=qa();function jb(t,r){let{gen:a,keyword:n,schema:i,parentSchema:o,it:e}=t,s=r.macro.call(e.self,i,o,e),c=am(a,n,s);e.opts.
validateSchema!==!1&&e.self.validateSchema(s,!0);let f=a.name("valid");t.subschema({schema:s,schemaPath:Rt.nil,errSchemaPath:`${e.errSchemaPath}/${n}`,topSchemaRef:c,
compositeRule:!0},f),t.pass(f,()=>t.error(!0))}ur.macroKeywordCode=jb;function Ab(t,r){var a;let{gen:n,keyword:i,schema:o,parentSchema:e,$data:s,it:c}=t;Nb(c,r);
let f=!s&&r.compile?r.compile.call(c.self,o,e,c):r.validate,u=am(n,i,f),g=n.let("valid");t.block$data(g,x),t.ok((a=r.valid)!==null&&a!==void 0?a:g);function x(){
if(r.errors===!1)O(),r.modifying&&sm(t),L(()=>t.error());else{let U=r.async?j():R();r.modifying&&sm(t),L(()=>Tb(t,U))}}function j(){let U=n.let("ruleErrs",null);
return n.try(()=>O((0,Rt._)`await `),fe=>n.assign(g,!1).if((0,Rt._)`${fe} instanceof ${c.ValidationError}`,()=>n.assign(U,(0,Rt._)`${fe}.errors`),()=>n.throw(fe))),
U}function R(){let U=(0,Rt._)`${u}.errors`;return n.assign(U,null),O(Rt.nil),U}function O(U=r.async?(0,Rt._)`await `:Rt.nil){let fe=c.opts.passContext?as.default.
this:as.default.self,Y=!("compile"in r&&!s||r.schema===!1);n.assign(g,(0,Rt._)`${U}${(0,qb.callValidateCode)(t,u,fe,Y)}`,r.modifying)}function L(U){var fe;n.if(
(0,Rt.not)((fe=r.valid)!==null&&fe!==void 0?fe:g),U)}}ur.funcKeywordCode=Ab;function sm(t){let{gen:r,data:a,it:n}=t;r.if(n.parentData,()=>r.assign(a,(0,Rt._)`${n.
parentData}[${n.parentDataProperty}]`))}function Tb(t,r){let{gen:a}=t;a.if((0,Rt._)`Array.isArray(${r})`,()=>{a.assign(as.default.vErrors,(0,Rt._)`${as.default.
vErrors} === null ? ${r} : ${as.default.vErrors}.concat(${r})`).assign(as.default.errors,(0,Rt._)`${as.default.vErrors}.length`),(0,Ob.extendErrors)(t)},()=>t.error())}
function Nb({schemaEnv:t},r){if(r.async&&!t.$async)throw new Error("async keyword in sync schema")}function am(t,r,a){if(a===void 0)throw new Error(`keyword "${r}\
" failed to compile`);return t.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Rt.stringify)(a)})}function Rb(t,r,a=!1){return!r.length||r.some(
n=>n==="array"?Array.isArray(t):n==="object"?t&&typeof t=="object"&&!Array.isArray(t):typeof t==n||a&&typeof t>"u")}ur.validSchemaType=Rb;function Ib({schema:t,
opts:r,self:a,errSchemaPath:n},i,o){if(Array.isArray(i.keyword)?!i.keyword.includes(o):i.keyword!==o)throw new Error("ajv implementation error");let e=i.dependencies;
if(e?.some(s=>!Object.prototype.hasOwnProperty.call(t,s)))throw new Error(`parent schema must have dependencies of ${o}: ${e.join(",")}`);if(i.validateSchema&&!i.
validateSchema(t[o])){let c=`keyword "${o}" value is invalid at path "${n}": `+a.errorsText(i.validateSchema.errors);if(r.validateSchema==="log")a.logger.error(
c);else throw new Error(c)}}ur.validateKeywordUsage=Ib});var om=he(Ur=>{"use strict";Object.defineProperty(Ur,"__esModule",{value:!0});Ur.extendSubschemaMode=Ur.extendSubschemaData=Ur.getSubschema=void 0;var hr=De(),im=Be();
function Eb(t,{keyword:r,schemaProp:a,schema:n,schemaPath:i,errSchemaPath:o,topSchemaRef:e}){if(r!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(r!==void 0){let s=t.schema[r];return a===void 0?{schema:s,schemaPath:(0,hr._)`${t.schemaPath}${(0,hr.getProperty)(r)}`,errSchemaPath:`${t.
errSchemaPath}/${r}`}:{schema:s[a],schemaPath:(0,hr._)`${t.schemaPath}${(0,hr.getProperty)(r)}${(0,hr.getProperty)(a)}`,errSchemaPath:`${t.errSchemaPath}/${r}/${(0,im.
escapeFragment)(a)}`}}if(n!==void 0){if(i===void 0||o===void 0||e===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:i,topSchemaRef:e,errSchemaPath:o}}throw new Error('either "keyword" or "schema" must be passed')}Ur.getSubschema=Eb;function Lb(t,r,{
dataProp:a,dataPropType:n,data:i,dataTypes:o,propertyName:e}){if(i!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=r;if(a!==void 0){let{errorPath:f,dataPathArr:u,opts:g}=r,x=s.let("data",(0,hr._)`${r.data}${(0,hr.getProperty)(a)}`,!0);c(x),t.errorPath=(0,hr.str)`${f}${(0,im.
getErrorPath)(a,n,g.jsPropertySyntax)}`,t.parentDataProperty=(0,hr._)`${a}`,t.dataPathArr=[...u,t.parentDataProperty]}if(i!==void 0){let f=i instanceof hr.Name?
i:s.let("data",i,!0);c(f),e!==void 0&&(t.propertyName=e)}o&&(t.dataTypes=o);function c(f){t.data=f,t.dataLevel=r.dataLevel+1,t.dataTypes=[],r.definedProperties=
new Set,t.parentData=r.data,t.dataNames=[...r.dataNames,f]}}Ur.extendSubschemaData=Lb;function Mb(t,{jtdDiscriminator:r,jtdMetadata:a,compositeRule:n,createErrors:i,
allErrors:o}){n!==void 0&&(t.compositeRule=n),i!==void 0&&(t.createErrors=i),o!==void 0&&(t.allErrors=o),t.jtdDiscriminator=r,t.jtdMetadata=a}Ur.extendSubschemaMode=
Mb});var dm=he((P_,pm)=>{"use strict";var Jr=pm.exports=function(t,r,a){typeof r=="function"&&(a=r,r={}),a=r.cb||a;var n=typeof a=="function"?a:a.pre||function(){},i=a.
post||function(){};In(r,n,i,t,"",t)};Jr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Jr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Jr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Jr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function In(t,r,a,n,i,o,e,s,c,f){if(n&&typeof n=="object"&&!Array.isArray(n)){r(n,i,o,
e,s,c,f);for(var u in n){var g=n[u];if(Array.isArray(g)){if(u in Jr.arrayKeywords)for(var x=0;x<g.length;x++)In(t,r,a,g[x],i+"/"+u+"/"+x,o,i,u,n,x)}else if(u in
Jr.propsKeywords){if(g&&typeof g=="object")for(var j in g)In(t,r,a,g[j],i+"/"+u+"/"+Fb(j),o,i,u,n,j)}else(u in Jr.keywords||t.allKeys&&!(u in Jr.skipKeywords))&&
In(t,r,a,g,i+"/"+u,o,i,u,n)}a(n,i,o,e,s,c,f)}}function Fb(t){return t.replace(/~/g,"~0").replace(/\//g,"~1")}});var ja=he(Mt=>{"use strict";Object.defineProperty(Mt,"__esModule",{value:!0});Mt.getSchemaRefs=Mt.resolveUrl=Mt.normalizeId=Mt._getFullPath=Mt.getFullPath=Mt.inlineRef=
void 0;var Vb=Be(),zb=oo(),Ub=dm(),Jb=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Db(t,r=!0){return typeof t=="boolean"?!0:r===!0?!Zo(t):r?cm(t)<=r:!1}Mt.inlineRef=Db;var Cb=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Zo(t){for(let r in t){if(Cb.has(r))return!0;let a=t[r];if(Array.isArray(a)&&
a.some(Zo)||typeof a=="object"&&Zo(a))return!0}return!1}function cm(t){let r=0;for(let a in t){if(a==="$ref")return 1/0;if(r++,!Jb.has(a)&&(typeof t[a]=="object"&&
(0,Vb.eachItem)(t[a],n=>r+=cm(n)),r===1/0))return 1/0}return r}function mm(t,r="",a){a!==!1&&(r=Ds(r));let n=t.parse(r);return lm(t,n)}Mt.getFullPath=mm;function lm(t,r){
return t.serialize(r).split("#")[0]+"#"}Mt._getFullPath=lm;var Wb=/#\/?$/;function Ds(t){return t?t.replace(Wb,""):""}Mt.normalizeId=Ds;function Hb(t,r,a){return a=
Ds(a),t.resolve(r,a)}Mt.resolveUrl=Hb;var Kb=/^[a-z_][-a-z0-9._]*$/i;function Bb(t,r){if(typeof t=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,i=Ds(
t[a]||r),o={"":i},e=mm(n,i,!1),s={},c=new Set;return Ub(t,{allKeys:!0},(g,x,j,R)=>{if(R===void 0)return;let O=e+x,L=o[R];typeof g[a]=="string"&&(L=U.call(this,g[a])),
fe.call(this,g.$anchor),fe.call(this,g.$dynamicAnchor),o[x]=L;function U(Y){let Q=this.opts.uriResolver.resolve;if(Y=Ds(L?Q(L,Y):Y),c.has(Y))throw u(Y);c.add(Y);
let J=this.refs[Y];return typeof J=="string"&&(J=this.refs[J]),typeof J=="object"?f(g,J.schema,Y):Y!==Ds(O)&&(Y[0]==="#"?(f(g,s[Y],Y),s[Y]=g):this.refs[Y]=O),Y}
function fe(Y){if(typeof Y=="string"){if(!Kb.test(Y))throw new Error(`invalid anchor "${Y}"`);U.call(this,`#${Y}`)}}}),s;function f(g,x,j){if(x!==void 0&&!zb(g,
x))throw u(j)}function u(g){return new Error(`reference "${g}" resolves to more than one schema`)}}Mt.getSchemaRefs=Bb});var Na=he(Dr=>{"use strict";Object.defineProperty(Dr,"__esModule",{value:!0});Dr.getData=Dr.KeywordCxt=Dr.validateFunctionCode=void 0;var gm=Kc(),um=Oa(),Qo=Jo(),
En=Oa(),Zb=em(),Ta=nm(),Go=om(),Se=De(),Ae=qr(),Gb=ja(),Or=Be(),Aa=qa();function Qb(t){if(vm(t)&&(km(t),wm(t))){ew(t);return}bm(t,()=>(0,gm.topBoolOrEmptySchema)(
t))}Dr.validateFunctionCode=Qb;function bm({gen:t,validateName:r,schema:a,schemaEnv:n,opts:i},o){i.code.es5?t.func(r,(0,Se._)`${Ae.default.data}, ${Ae.default.valCxt}`,
n.$async,()=>{t.code((0,Se._)`"use strict"; ${hm(a,i)}`),Yb(t,i),t.code(o)}):t.func(r,(0,Se._)`${Ae.default.data}, ${Xb(i)}`,n.$async,()=>t.code(hm(a,i)).code(o))}
function Xb(t){return(0,Se._)`{${Ae.default.instancePath}="", ${Ae.default.parentData}, ${Ae.default.parentDataProperty}, ${Ae.default.rootData}=${Ae.default.data}${t.
dynamicRef?(0,Se._)`, ${Ae.default.dynamicAnchors}={}`:Se.nil}}={}`}function Yb(t,r){t.if(Ae.default.valCxt,()=>{t.var(Ae.default.instancePath,(0,Se._)`${Ae.default.
valCxt}.${Ae.default.instancePath}`),t.var(Ae.default.parentData,(0,Se._)`${Ae.default.valCxt}.${Ae.default.parentData}`),t.var(Ae.default.parentDataProperty,(0,Se.
_)`${Ae.default.valCxt}.${Ae.default.parentDataProperty}`),t.var(Ae.default.rootData,(0,Se._)`${Ae.default.valCxt}.${Ae.default.rootData}`),r.dynamicRef&&t.var(
Ae.default.dynamicAnchors,(0,Se._)`${Ae.default.valCxt}.${Ae.default.dynamicAnchors}`)},()=>{t.var(Ae.default.instancePath,(0,Se._)`""`),t.var(Ae.default.parentData,
(0,Se._)`undefined`),t.var(Ae.default.parentDataProperty,(0,Se._)`undefined`),t.var(Ae.default.rootData,Ae.default.data),r.dynamicRef&&t.var(Ae.default.dynamicAnchors,
(0,Se._)`{}`)})}function ew(t){let{schema:r,opts:a,gen:n}=t;bm(t,()=>{a.$comment&&r.$comment&&$m(t),nw(t),n.let(Ae.default.vErrors,null),n.let(Ae.default.errors,
0),a.unevaluated&&tw(t),Pm(t),pw(t)})}function tw(t){let{gen:r,validateName:a}=t;t.evaluated=r.const("evaluated",(0,Se._)`${a}.evaluated`),r.if((0,Se._)`${t.evaluated}.dynamicProps`,
()=>r.assign((0,Se._)`${t.evaluated}.props`,(0,Se._)`undefined`)),r.if((0,Se._)`${t.evaluated}.dynamicItems`,()=>r.assign((0,Se._)`${t.evaluated}.items`,(0,Se._)`undefined`))}
function hm(t,r){let a=typeof t=="object"&&t[r.schemaId];return a&&(r.code.source||r.code.process)?(0,Se._)`/*# sourceURL=${a} */`:Se.nil}function rw(t,r){if(vm(
t)&&(km(t),wm(t))){sw(t,r);return}(0,gm.boolOrEmptySchema)(t,r)}function wm({schema:t,self:r}){if(typeof t=="boolean")return!t;for(let a in t)if(r.RULES.all[a])
return!0;return!1}function vm(t){return typeof t.schema!="boolean"}function sw(t,r){let{schema:a,gen:n,opts:i}=t;i.$comment&&a.$comment&&$m(t),iw(t),ow(t);let o=n.
const("_errs",Ae.default.errors);Pm(t,o),n.var(r,(0,Se._)`${o} === ${Ae.default.errors}`)}function km(t){(0,Or.checkUnknownRules)(t),aw(t)}function Pm(t,r){if(t.
opts.jtd)return fm(t,[],!1,r);let a=(0,um.getSchemaTypes)(t.schema),n=(0,um.coerceAndCheckDataType)(t,a);fm(t,a,!n,r)}function aw(t){let{schema:r,errSchemaPath:a,
opts:n,self:i}=t;r.$ref&&n.ignoreKeywordsWithRef&&(0,Or.schemaHasRulesButRef)(r,i.RULES)&&i.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function nw(t){
let{schema:r,opts:a}=t;r.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Or.checkStrictMode)(t,"default is ignored in the schema root")}function iw(t){let r=t.
schema[t.opts.schemaId];r&&(t.baseId=(0,Gb.resolveUrl)(t.opts.uriResolver,t.baseId,r))}function ow(t){if(t.schema.$async&&!t.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function $m({gen:t,schemaEnv:r,schema:a,errSchemaPath:n,opts:i}){let o=a.$comment;if(i.$comment===!0)t.code((0,Se._)`${Ae.default.self}.logger.log(${o})`);else if(typeof i.
$comment=="function"){let e=(0,Se.str)`${n}/$comment`,s=t.scopeValue("root",{ref:r.root});t.code((0,Se._)`${Ae.default.self}.opts.$comment(${o}, ${e}, ${s}.schema)`)}}
function pw(t){let{gen:r,schemaEnv:a,validateName:n,ValidationError:i,opts:o}=t;a.$async?r.if((0,Se._)`${Ae.default.errors} === 0`,()=>r.return(Ae.default.data),
()=>r.throw((0,Se._)`new ${i}(${Ae.default.vErrors})`)):(r.assign((0,Se._)`${n}.errors`,Ae.default.vErrors),o.unevaluated&&dw(t),r.return((0,Se._)`${Ae.default.
errors} === 0`))}function dw({gen:t,evaluated:r,props:a,items:n}){a instanceof Se.Name&&t.assign((0,Se._)`${r}.props`,a),n instanceof Se.Name&&t.assign((0,Se._)`${r}.items`,
n)}function fm(t,r,a,n){let{gen:i,schema:o,data:e,allErrors:s,opts:c,self:f}=t,{RULES:u}=f;if(o.$ref&&(c.ignoreKeywordsWithRef||!(0,Or.schemaHasRulesButRef)(o,u))){
i.block(()=>_m(t,"$ref",u.all.$ref.definition));return}c.jtd||cw(t,r),i.block(()=>{for(let x of u.rules)g(x);g(u.post)});function g(x){(0,Qo.shouldUseGroup)(o,x)&&
(x.type?(i.if((0,En.checkDataType)(x.type,e,c.strictNumbers)),ym(t,x),r.length===1&&r[0]===x.type&&a&&(i.else(),(0,En.reportTypeError)(t)),i.endIf()):ym(t,x),s||
i.if((0,Se._)`${Ae.default.errors} === ${n||0}`))}}function ym(t,r){let{gen:a,schema:n,opts:{useDefaults:i}}=t;i&&(0,Zb.assignDefaults)(t,r.type),a.block(()=>{for(let o of r.
rules)(0,Qo.shouldUseRule)(n,o)&&_m(t,o.keyword,o.definition,r.type)})}function cw(t,r){t.schemaEnv.meta||!t.opts.strictTypes||(mw(t,r),t.opts.allowUnionTypes||
lw(t,r),uw(t,t.dataTypes))}function mw(t,r){if(r.length){if(!t.dataTypes.length){t.dataTypes=r;return}r.forEach(a=>{Sm(t.dataTypes,a)||Xo(t,`type "${a}" not all\
owed by context "${t.dataTypes.join(",")}"`)}),fw(t,r)}}function lw(t,r){r.length>1&&!(r.length===2&&r.includes("null"))&&Xo(t,"use allowUnionTypes to allow uni\
on type keyword")}function uw(t,r){let a=t.self.RULES.all;for(let n in a){let i=a[n];if(typeof i=="object"&&(0,Qo.shouldUseRule)(t.schema,i)){let{type:o}=i.definition;
o.length&&!o.some(e=>hw(r,e))&&Xo(t,`missing type "${o.join(",")}" for keyword "${n}"`)}}}function hw(t,r){return t.includes(r)||r==="number"&&t.includes("integ\
er")}function Sm(t,r){return t.includes(r)||r==="integer"&&t.includes("number")}function fw(t,r){let a=[];for(let n of t.dataTypes)Sm(r,n)?a.push(n):r.includes(
"integer")&&n==="number"&&a.push("integer");t.dataTypes=a}function Xo(t,r){let a=t.schemaEnv.baseId+t.errSchemaPath;r+=` at "${a}" (strictTypes)`,(0,Or.checkStrictMode)(
t,r,t.opts.strictTypes)}var Ln=class{constructor(r,a,n){if((0,Ta.validateKeywordUsage)(r,a,n),this.gen=r.gen,this.allErrors=r.allErrors,this.keyword=n,this.data=
r.data,this.schema=r.schema[n],this.$data=a.$data&&r.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Or.schemaRefOrVal)(r,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=r.schema,this.params={},this.it=r,this.def=a,this.$data)this.schemaCode=r.gen.const("vSchema",xm(this.$data,r));else if(this.
schemaCode=this.schemaValue,!(0,Ta.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=r.gen.const("_errs",Ae.default.errors))}result(r,a,n){this.failResult((0,Se.not)(r),a,n)}failResult(r,a,n){
this.gen.if(r),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(r,a){this.failResult(
(0,Se.not)(r),void 0,a)}fail(r){if(r===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(r),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(r){if(!this.$data)return this.fail(r);let{schemaCode:a}=this;this.fail((0,Se._)`${a} !== undefined && (${(0,Se.or)(this.invalid$data(),r)})`)}error(r,a,n){
if(a){this.setParams(a),this._error(r,n),this.setParams({});return}this._error(r,n)}_error(r,a){(r?Aa.reportExtraError:Aa.reportError)(this,this.def.error,a)}$dataError(){
(0,Aa.reportError)(this,this.def.$dataError||Aa.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Aa.resetErrorsCount)(this.gen,this.errsCount)}ok(r){this.allErrors||this.gen.if(r)}setParams(r,a){a?Object.assign(this.params,r):this.params=r}block$data(r,a,n=Se.
nil){this.gen.block(()=>{this.check$data(r,n),a()})}check$data(r=Se.nil,a=Se.nil){if(!this.$data)return;let{gen:n,schemaCode:i,schemaType:o,def:e}=this;n.if((0,Se.
or)((0,Se._)`${i} === undefined`,a)),r!==Se.nil&&n.assign(r,!0),(o.length||e.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),r!==Se.nil&&n.assign(
r,!1)),n.else()}invalid$data(){let{gen:r,schemaCode:a,schemaType:n,def:i,it:o}=this;return(0,Se.or)(e(),s());function e(){if(n.length){if(!(a instanceof Se.Name))
throw new Error("ajv implementation error");let c=Array.isArray(n)?n:[n];return(0,Se._)`${(0,En.checkDataTypes)(c,a,o.opts.strictNumbers,En.DataType.Wrong)}`}return Se.
nil}function s(){if(i.validateSchema){let c=r.scopeValue("validate$data",{ref:i.validateSchema});return(0,Se._)`!${c}(${a})`}return Se.nil}}subschema(r,a){let n=(0,Go.
getSubschema)(this.it,r);(0,Go.extendSubschemaData)(n,this.it,r),(0,Go.extendSubschemaMode)(n,r);let i={...this.it,...n,items:void 0,props:void 0};return rw(i,a),
i}mergeEvaluated(r,a){let{it:n,gen:i}=this;n.opts.unevaluated&&(n.props!==!0&&r.props!==void 0&&(n.props=Or.mergeEvaluated.props(i,r.props,n.props,a)),n.items!==
!0&&r.items!==void 0&&(n.items=Or.mergeEvaluated.items(i,r.items,n.items,a)))}mergeValidEvaluated(r,a){let{it:n,gen:i}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return i.if(a,()=>this.mergeEvaluated(r,Se.Name)),!0}};Dr.KeywordCxt=Ln;function _m(t,r,a,n){let i=new Ln(t,a,r);"code"in a?a.code(i,n):i.$data&&a.
validate?(0,Ta.funcKeywordCode)(i,a):"macro"in a?(0,Ta.macroKeywordCode)(i,a):(a.compile||a.validate)&&(0,Ta.funcKeywordCode)(i,a)}var yw=/^\/(?:[^~]|~0|~1)*$/,
gw=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function xm(t,{dataLevel:r,dataNames:a,dataPathArr:n}){let i,o;if(t==="")return Ae.default.rootData;if(t[0]==="/"){if(!yw.
test(t))throw new Error(`Invalid JSON-pointer: ${t}`);i=t,o=Ae.default.rootData}else{let f=gw.exec(t);if(!f)throw new Error(`Invalid JSON-pointer: ${t}`);let u=+f[1];
if(i=f[2],i==="#"){if(u>=r)throw new Error(c("property/index",u));return n[r-u]}if(u>r)throw new Error(c("data",u));if(o=a[r-u],!i)return o}let e=o,s=i.split("/");
for(let f of s)f&&(o=(0,Se._)`${o}${(0,Se.getProperty)((0,Or.unescapeJsonPointer)(f))}`,e=(0,Se._)`${e} && ${o}`);return e;function c(f,u){return`Cannot access ${f}\
 ${u} levels up, current level is ${r}`}}Dr.getData=xm});var Mn=he(ep=>{"use strict";Object.defineProperty(ep,"__esModule",{value:!0});var Yo=class extends Error{constructor(r){super("validation failed"),this.errors=r,
this.ajv=this.validation=!0}};ep.default=Yo});var Ra=he(sp=>{"use strict";Object.defineProperty(sp,"__esModule",{value:!0});var tp=ja(),rp=class extends Error{constructor(r,a,n,i){super(i||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,tp.resolveUrl)(r,a,n),this.missingSchema=(0,tp.normalizeId)((0,tp.getFullPath)(r,this.missingRef))}};sp.default=rp});var Vn=he(Bt=>{"use strict";Object.defineProperty(Bt,"__esModule",{value:!0});Bt.resolveSchema=Bt.getCompilingSchema=Bt.resolveRef=Bt.compileSchema=Bt.SchemaEnv=
void 0;var rr=De(),bw=Mn(),ns=qr(),sr=ja(),qm=Be(),ww=Na(),Cs=class{constructor(r){var a;this.refs={},this.dynamicAnchors={};let n;typeof r.schema=="object"&&(n=
r.schema),this.schema=r.schema,this.schemaId=r.schemaId,this.root=r.root||this,this.baseId=(a=r.baseId)!==null&&a!==void 0?a:(0,sr.normalizeId)(n?.[r.schemaId||
"$id"]),this.schemaPath=r.schemaPath,this.localRefs=r.localRefs,this.meta=r.meta,this.$async=n?.$async,this.refs={}}};Bt.SchemaEnv=Cs;function np(t){let r=Om.call(
this,t);if(r)return r;let a=(0,sr.getFullPath)(this.opts.uriResolver,t.root.baseId),{es5:n,lines:i}=this.opts.code,{ownProperties:o}=this.opts,e=new rr.CodeGen(
this.scope,{es5:n,lines:i,ownProperties:o}),s;t.$async&&(s=e.scopeValue("Error",{ref:bw.default,code:(0,rr._)`require("ajv/dist/runtime/validation_error").default`}));
let c=e.scopeName("validate");t.validateName=c;let f={gen:e,allErrors:this.opts.allErrors,data:ns.default.data,parentData:ns.default.parentData,parentDataProperty:ns.
default.parentDataProperty,dataNames:[ns.default.data],dataPathArr:[rr.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:e.scopeValue("schema",
this.opts.code.source===!0?{ref:t.schema,code:(0,rr.stringify)(t.schema)}:{ref:t.schema}),validateName:c,ValidationError:s,schema:t.schema,schemaEnv:t,rootId:a,
baseId:t.baseId||a,schemaPath:rr.nil,errSchemaPath:t.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,rr._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(t),(0,ww.validateFunctionCode)(f),e.optimize(this.opts.code.optimize);let g=e.toString();u=`${e.scopeRefs(ns.default.scope)}return ${g}`,this.opts.code.process&&
(u=this.opts.code.process(u,t));let j=new Function(`${ns.default.self}`,`${ns.default.scope}`,u)(this,this.scope.get());if(this.scope.value(c,{ref:j}),j.errors=
null,j.schema=t.schema,j.schemaEnv=t,t.$async&&(j.$async=!0),this.opts.code.source===!0&&(j.source={validateName:c,validateCode:g,scopeValues:e._values}),this.opts.
unevaluated){let{props:R,items:O}=f;j.evaluated={props:R instanceof rr.Name?void 0:R,items:O instanceof rr.Name?void 0:O,dynamicProps:R instanceof rr.Name,dynamicItems:O instanceof
rr.Name},j.source&&(j.source.evaluated=(0,rr.stringify)(j.evaluated))}return t.validate=j,t}catch(g){throw delete t.validate,delete t.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),g}finally{this._compilations.delete(t)}}Bt.compileSchema=np;function vw(t,r,a){var n;a=(0,sr.resolveUrl)(this.
opts.uriResolver,r,a);let i=t.refs[a];if(i)return i;let o=$w.call(this,t,a);if(o===void 0){let e=(n=t.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;e&&(o=new Cs({schema:e,schemaId:s,root:t,baseId:r}))}if(o!==void 0)return t.refs[a]=kw.call(this,o)}Bt.resolveRef=vw;function kw(t){return(0,sr.inlineRef)(
t.schema,this.opts.inlineRefs)?t.schema:t.validate?t:np.call(this,t)}function Om(t){for(let r of this._compilations)if(Pw(r,t))return r}Bt.getCompilingSchema=Om;
function Pw(t,r){return t.schema===r.schema&&t.root===r.root&&t.baseId===r.baseId}function $w(t,r){let a;for(;typeof(a=this.refs[r])=="string";)r=a;return a||this.
schemas[r]||Fn.call(this,t,r)}function Fn(t,r){let a=this.opts.uriResolver.parse(r),n=(0,sr._getFullPath)(this.opts.uriResolver,a),i=(0,sr.getFullPath)(this.opts.
uriResolver,t.baseId,void 0);if(Object.keys(t.schema).length>0&&n===i)return ap.call(this,a,t);let o=(0,sr.normalizeId)(n),e=this.refs[o]||this.schemas[o];if(typeof e==
"string"){let s=Fn.call(this,t,e);return typeof s?.schema!="object"?void 0:ap.call(this,a,s)}if(typeof e?.schema=="object"){if(e.validate||np.call(this,e),o===(0,sr.
normalizeId)(r)){let{schema:s}=e,{schemaId:c}=this.opts,f=s[c];return f&&(i=(0,sr.resolveUrl)(this.opts.uriResolver,i,f)),new Cs({schema:s,schemaId:c,root:t,baseId:i})}
return ap.call(this,a,e)}}Bt.resolveSchema=Fn;var Sw=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function ap(t,{baseId:r,schema:a,
root:n}){var i;if(((i=t.fragment)===null||i===void 0?void 0:i[0])!=="/")return;for(let s of t.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let c=a[(0,qm.
unescapeFragment)(s)];if(c===void 0)return;a=c;let f=typeof a=="object"&&a[this.opts.schemaId];!Sw.has(s)&&f&&(r=(0,sr.resolveUrl)(this.opts.uriResolver,r,f))}let o;
if(typeof a!="boolean"&&a.$ref&&!(0,qm.schemaHasRulesButRef)(a,this.RULES)){let s=(0,sr.resolveUrl)(this.opts.uriResolver,r,a.$ref);o=Fn.call(this,n,s)}let{schemaId:e}=this.
opts;if(o=o||new Cs({schema:a,schemaId:e,root:n,baseId:r}),o.schema!==o.root.schema)return o}});var jm=he((O_,_w)=>{_w.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var mp=he((j_,Mm)=>{"use strict";var xw=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),op=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),qw=RegExp.prototype.test.bind(/^\d*$/u),is=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),pp=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Tm=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),dp=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Ow=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Ft=new Array(256);{let t="0123456789ABCDEF";for(let r=0;r<
256;r++)Ft[r]="%"+t[r>>4]+t[r&15]}function xt(t){return t<2048?Ft[192|t>>6]+Ft[128|t&63]:t<65536?Ft[224|t>>12]+Ft[128|t>>6&63]+Ft[128|t&63]:Ft[240|t>>18]+Ft[128|
t>>12&63]+Ft[128|t>>6&63]+Ft[128|t&63]}function jw(t){let r="",a=0,n=0;for(n=0;n<t.length;n++)if(a=t[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";r+=t[n];break}for(n+=1;n<t.length;n++){if(a=t[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";r+=t[n]}return r}var Aw=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Tw=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Nw=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Rw=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Iw(t){if(t.length===0)return!1;for(let r=0;r<t.length;r++)if(!Nw(t[r])){if(t[r]==="%"&&r+2<
t.length&&is(t.slice(r+1,r+3))){r+=2;continue}return!1}return!0}function Am(t){let r=-1,a=0,n=-1,i=0;for(let s=0;s<t.length;s++)t[s]==="0"?(n===-1&&(n=s),i++,i>
a&&(a=i,r=n)):(n=-1,i=0);if(a<2)return t.join(":");let o=t.slice(0,r).join(":"),e=t.slice(r+a).join(":");return o+"::"+e}function Ew(t){let r=t.indexOf("::");if(r!==
-1&&t.indexOf("::",r+1)!==-1)return;let a=r===-1?t.split(":"):t.slice(0,r).split(":"),n=r===-1?[]:t.slice(r+2).split(":");r!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let i=a.concat(n),o=0;for(let s=0;s<i.length;s++){let c=i[s];if(c==="")return;if(c.indexOf(".")!==-1){if(s!==i.length-
1||r!==-1&&n.length===0||!op(c))return;o+=2;continue}if(!Aw(c))return;i[s]=parseInt(c,16).toString(16),o++}if(r===-1)return o!==8?void 0:Am(i);if(o>=8)return;let e=i.
slice(0,a.length);for(let s=o;s<8;s++)e.push("0");for(let s=a.length;s<i.length;s++)e.push(i[s]);return Am(e)}function ip(t){let r=t[0]==="["&&t[t.length-1]==="\
]";if((t[0]==="["||t[t.length-1]==="]")&&!r)return{host:t,isIPV6:!1,error:!0};let n=r?t.slice(1,-1):t;if(r&&Tw(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(Lw(n,":")<2)return{host:t,isIPV6:!1,error:r};let i="",o=n.indexOf("%");if(o!==-1){let s=n.slice(o,o+3).toLowerCase()==="%25"?3:1;if(i=
n.slice(o+s),!Iw(i))return{host:t,isIPV6:!1,error:!0};n=n.slice(0,o)}let e=Ew(n);return e===void 0?{host:t,isIPV6:!1,error:!0}:{host:e+(i?"%"+i:""),escapedHost:e+
(i?"%25"+i:""),isIPV6:!0}}function Lw(t,r){let a=0;for(let n=0;n<t.length;n++)t[n]===r&&a++;return a}function Nm(t){let r=t,a=[],n=-1,i=0;for(;i=r.length;){if(i===
1){if(r===".")break;if(r==="/"){a.push("/");break}else{a.push(r);break}}else if(i===2){if(r[0]==="."){if(r[1]===".")break;if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]===
"/"&&(r[1]==="."||r[1]==="/")){a.push("/");break}}else if(i===3&&r==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(r[0]==="."){if(r[1]==="."){if(r[2]==="/"){
r=r.slice(3);continue}}else if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]==="/"&&r[1]==="."){if(r[2]==="/"){r=r.slice(2);continue}else if(r[2]==="."&&r[3]===
"/"){r=r.slice(3),a.length!==0&&a.pop();continue}}if((n=r.indexOf("/",1))===-1){a.push(r);break}else a.push(r.slice(0,n)),r=r.slice(n)}return a.join("")}function Mw(t){
if(t===""||t[0]==="/")return Nm(t);let r=t.split("/"),a=r.length-1,n=[],i=!1;for(let o=0;o<=a;o++){let e=r[o];e==="."||e===".."?(e===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),i=o===a):n.push(e)}return i&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Fw={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Vw=/[@/?#:]/g,zw=/[@/?#]/g;function Rm(t,r){let a=r?zw:Vw;return a.lastIndex=0,t.replace(a,n=>Fw[n])}
function Im(t,r=!1){if(t.indexOf("%")===-1)return t;let a="";for(let n=0;n<t.length;n++){if(t[n]==="%"&&n+2<t.length){let i=t.slice(n+1,n+3);if(is(i)){let o=i.toUpperCase(),
e=String.fromCharCode(parseInt(o,16));r&&pp(e)?a+=e:a+="%"+o,n+=2;continue}}a+=t[n]}return a}function Uw(t){let r="";for(let a=0;a<t.length;a++){let n=t[a];if(n===
"%"&&a+2<t.length){let i=t.slice(a+1,a+3);if(is(i)){let o=i.toUpperCase(),e=String.fromCharCode(parseInt(o,16));e!=="."&&pp(e)?r+=e:r+="%"+o,a+=2;continue}}if(Tm(
n))r+=n;else{let i=t.charCodeAt(a);if(i<128)r+=Lm(i)?n:Ft[i];else if(i<55296||i>57343)r+=xt(i);else if(i<=56319&&a+1<t.length){let o=t.charCodeAt(a+1);o>=56320&&
o<=57343?(r+=xt(65536+(i-55296<<10)+(o-56320)),a++):r+=xt(65533)}else r+=xt(65533)}}return r}function Jw(t,r=!1){let a="",n=r&&t[0]!=="/";for(let i=0;i<t.length;i++){
let o=t[i];if(o==="%"&&i+2<t.length){let e=t.slice(i+1,i+3);if(is(e)){a+="%"+e.toUpperCase(),i+=2;continue}}if(o==="/"&&(n=!1),Tm(o)&&(o!==":"||!n))a+=o;else{let e=t.
charCodeAt(i);if(e<128)a+=Ft[e];else if(e<55296||e>57343)a+=xt(e);else if(e<=56319&&i+1<t.length){let s=t.charCodeAt(i+1);s>=56320&&s<=57343?(a+=xt(65536+(e-55296<<
10)+(s-56320)),i++):a+=xt(65533)}else a+=xt(65533)}}return a}function cp(t,r){let a="";for(let n=0;n<t.length;n++){let i=t[n];if(i==="%"&&n+2<t.length){let o=t.
slice(n+1,n+3);if(is(o)){a+="%"+o.toUpperCase(),n+=2;continue}}if(r(i))a+=i;else{let o=t.charCodeAt(n);if(o<128)a+=Ft[o];else if(o<55296||o>57343)a+=xt(o);else if(o<=
56319&&n+1<t.length){let e=t.charCodeAt(n+1);e>=56320&&e<=57343?(a+=xt(65536+(o-55296<<10)+(e-56320)),n++):a+=xt(65533)}else a+=xt(65533)}}return a}function Em(t){
return cp(t,Ow)}function Dw(t){return cp(t,dp)}function Cw(t){return cp(t,dp)}function Lm(t){return t>=48&&t<=57||t>=65&&t<=90||t>=97&&t<=122||t===42||t===43||t===
45||t===46||t===47||t===64||t===95}function Ww(t){let r="";for(let a=0;a<t.length;a++){let n=t[a];if(n==="%"&&a+2<t.length){let i=t.slice(a+1,a+3);if(is(i)){let o=i.
toUpperCase(),e=String.fromCharCode(parseInt(o,16));pp(e)?r+=e:r+="%"+o,a+=2;continue}}if(dp(n))r+=n;else{let i=t.charCodeAt(a);if(i<128)r+=Lm(i)?n:Ft[i];else if(i<
55296||i>57343)r+=xt(i);else if(i<=56319&&a+1<t.length){let o=t.charCodeAt(a+1);o>=56320&&o<=57343?(r+=xt(65536+(i-55296<<10)+(o-56320)),a++):r+=xt(65533)}else r+=
xt(65533)}}return r}function Hw(t){let r="";for(let a=0;a<t.length;a++){if(t[a]==="%"&&a+2<t.length){let n=t.slice(a+1,a+3);if(is(n)){r+="%"+n.toUpperCase(),a+=
2;continue}}r+=escape(t[a])}return r}function Kw(t){let r=[];if(t.userinfo!==void 0&&(r.push(Em(t.userinfo)),r.push("@")),t.host!==void 0){let a=t.host;if(!op(a)){
let n=ip(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Im(a,!0),n=ip(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Rm(a,!1)}r.push(a)}if(typeof t.port==
"number"||typeof t.port=="string"){let a=String(t.port);if(!qw(a))throw new TypeError("URI port is malformed.");r.push(":"),r.push(a)}return r.length?r.join(""):
void 0}Mm.exports={nonSimpleDomain:Rw,recomposeAuthority:Kw,reescapeHostDelimiters:Rm,normalizePercentEncoding:Im,normalizePathEncoding:Uw,serializePathEncoding:Jw,
normalizeQueryFragmentEncoding:Ww,encodeUserinfo:Em,encodeQuery:Dw,encodeFragment:Cw,escapePreservingEscapes:Hw,removeDotSegments:Nm,removeDotSegmentsRelative:Mw,
isIPv4:op,isUUID:xw,normalizeIPv6:ip,stringArrayToHexStripped:jw}});var Jm=he((A_,Um)=>{"use strict";var{isUUID:Bw}=mp(),Zw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Gw=["http","https","ws","wss","ur\
n","urn:uuid"];function Qw(t){return Gw.indexOf(t)!==-1}function lp(t){return t.secure===!0?!0:t.secure===!1?!1:t.scheme?t.scheme.length===3&&(t.scheme[0]==="w"||
t.scheme[0]==="W")&&(t.scheme[1]==="s"||t.scheme[1]==="S")&&(t.scheme[2]==="s"||t.scheme[2]==="S"):!1}function Fm(t){return t.host||(t.error=t.error||"HTTP URIs\
 must have a host."),t}function Vm(t){let r=String(t.scheme).toLowerCase()==="https";return(t.port===(r?443:80)||t.port==="")&&(t.port=void 0),t.path||(t.path="\
/"),t}function Xw(t){return t.secure=lp(t),t.resourceName=(t.path||"/")+(t.query?"?"+t.query:""),t.path=void 0,t.query=void 0,t}function Yw(t){if((t.port===(lp(
t)?443:80)||t.port==="")&&(t.port=void 0),typeof t.secure=="boolean"&&(t.scheme=t.secure?"wss":"ws",t.secure=void 0),t.resourceName){let r=t.resourceName.indexOf(
"?"),a=r===-1?t.resourceName:t.resourceName.slice(0,r);t.path=a&&a!=="/"?a:void 0,t.query=r===-1?void 0:t.resourceName.slice(r+1),t.resourceName=void 0}return t.
fragment=void 0,t}function ev(t,r){if(!t.path)return t.error="URN can not be parsed",t;let a=t.path.match(Zw);if(a&&a[0]===t.path){let n=r.scheme||t.scheme||"ur\
n";t.nid=a[1].toLowerCase(),t.nss=a[2];let i=`${n}:${r.nid||t.nid}`,o=up(i);t.path=void 0,o&&(t=o.parse(t,r))}else t.error=t.error||"URN can not be parsed.";return t}
function tv(t,r){if(t.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=r.scheme||t.scheme||"urn",n=t.nid.toLowerCase(),i=`${a}:${r.nid||
n}`,o=up(i);o&&(t=o.serialize(t,r));let e=t,s=t.nss;return e.path=`${n||r.nid}:${s}`,r.skipEscape=!0,e}function rv(t,r){let a=t;return a.uuid=a.nss,a.nss=void 0,
!r.tolerant&&(!a.uuid||!Bw(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function sv(t){let r=t;return r.nss=(t.uuid||"").toLowerCase(),r}var zm={scheme:"\
http",domainHost:!0,parse:Fm,serialize:Vm},av={scheme:"https",domainHost:zm.domainHost,parse:Fm,serialize:Vm},zn={scheme:"ws",domainHost:!0,parse:Xw,serialize:Yw},
nv={scheme:"wss",domainHost:zn.domainHost,parse:zn.parse,serialize:zn.serialize},iv={scheme:"urn",parse:ev,serialize:tv,skipNormalize:!0},ov={scheme:"urn:uuid",
parse:rv,serialize:sv,skipNormalize:!0},Un={http:zm,https:av,ws:zn,wss:nv,urn:iv,"urn:uuid":ov};Object.setPrototypeOf(Un,null);function up(t){return t&&(Un[t]||
Un[t.toLowerCase()])||void 0}Um.exports={wsIsSecure:lp,SCHEMES:Un,isValidSchemeName:Qw,getSchemeHandler:up}});var sl=he((T_,Hn)=>{"use strict";var{normalizeIPv6:Km,removeDotSegments:Ea,removeDotSegmentsRelative:Bm,recomposeAuthority:pv,normalizePercentEncoding:hp,normalizePathEncoding:dv,
serializePathEncoding:Dm,normalizeQueryFragmentEncoding:Cm,encodeQuery:cv,encodeFragment:mv,reescapeHostDelimiters:lv,isIPv4:Zm,nonSimpleDomain:uv}=mp(),{SCHEMES:Gm,
getSchemeHandler:fp}=Jm(),Qm=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Xm="URI scheme is malformed.",Jn="URI host is malformed.",hv=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function Wm(t){
let r=String(t);if(!Qm.test(r))throw new TypeError(Xm);return r}function fv(t,r){return typeof t=="string"?t=Sv(t,r):typeof t=="object"&&(t=Cn(os(t,r),r)),t}function yv(t,r,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:i,malformedAuthorityOrPort:o,malformedPercentEncoding:e,malformedSchemeSpecific:s,malformedHost:c,
malformedScheme:f}=Dn(t,n),{parsed:u,malformedAuthorityOrPort:g,malformedPercentEncoding:x,malformedSchemeSpecific:j,malformedHost:R,malformedScheme:O}=Dn(r,n);
if(o||g||e||x||s||j||c||R||f||O)throw new Error(i.error||u.error||"URI is malformed.");let L=Ym(i,u,n,!0),U=fp(a&&a.scheme||L.scheme),fe=L.host,Y=fe!==void 0&&fe!==
""&&(Zm(fe)||Km(fe).isIPV6);if(tl(L,a||{},U,Y))throw new Error(Jn);el(L,a||{},U,Y);let Q=fe&&fe.indexOf("%")!==-1&&!/\P{ASCII}/u.test(fe);if(L.error&&!Q)throw new Error(
L.error);return n.skipEscape=!0,os(L,n)}function Ym(t,r,a,n){let i={};if(n||(t=Cn(os(t,a),a),r=Cn(os(r,a),a)),a=a||{},!a.tolerant&&r.scheme)i.scheme=r.scheme,i.
userinfo=r.userinfo,i.host=r.host,i.port=r.port,i.path=Ea(r.path||""),i.query=r.query;else{if(r.userinfo!==void 0||r.host!==void 0||r.port!==void 0)i.userinfo=r.
userinfo,i.host=r.host,i.port=r.port,i.path=Ea(r.path||""),i.query=r.query;else{if(!r.path)i.path=t.path,r.query!==void 0?i.query=r.query:i.query=t.query;else{if(r.
path[0]==="/")i.path=Ea(r.path);else{let o=t.userinfo!==void 0||t.host!==void 0||t.port!==void 0;o&&!t.path?i.path="/"+r.path:t.path?i.path=t.path.slice(0,t.path.
lastIndexOf("/")+1)+r.path:i.path=r.path,i.path=t.scheme===void 0&&!o&&i.path[0]!=="/"?Bm(i.path):Ea(i.path)}i.query=r.query}i.userinfo=t.userinfo,i.host=t.host,
i.port=t.port}i.scheme=t.scheme}return i.fragment=r.fragment,i}function gv(t,r,a){let n=Hm(t,a),i=Hm(r,a);return n!==void 0&&i!==void 0&&n===i}function os(t,r){
let a={host:t.host,scheme:t.scheme,userinfo:t.userinfo,port:t.port,path:t.path,query:t.query,nid:t.nid,nss:t.nss,uuid:t.uuid,fragment:t.fragment,reference:t.reference,
resourceName:t.resourceName,secure:t.secure,error:""},n=Object.assign({},r),i=[];a.scheme&&(a.scheme=Wm(a.scheme));let o=fp(n.scheme||a.scheme);o&&o.serialize&&
o.serialize(a,n);let e=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!e,c=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=hp(a.path):a.path=Dm(a.path,c)),n.reference!=="suffix"&&a.scheme&&(a.scheme=Wm(a.scheme),i.push(a.scheme,":"));let f=pv(a);if(f!==void 0&&(n.
reference!=="suffix"&&i.push("//"),i.push(f),a.path&&a.path[0]!=="/"&&i.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!o||!o.absolutePath)&&(u=s&&u[0]!==
"/"?Bm(u):Ea(u)),s&&(u=Dm(u,!0)),f===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),i.push(u)}return a.query!==void 0&&i.push("?",cv(a.query)),a.fragment!==
void 0&&i.push("#",mv(a.fragment)),i.join("")}var bv=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
wv=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,vv=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function kv(t,r){if(r[2]!==void 0&&t.path&&t.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof t.port=="number"&&(t.port<0||t.port>65535))return"URI port is malformed."}function Ia(t){if(t===void 0)return!1;let r=t.
indexOf("%");for(;r!==-1;){if(r+2>=t.length||!/^[\da-f]{2}$/iu.test(t.slice(r+1,r+3)))return!0;r=t.indexOf("%",r+3)}return!1}function Wn(t){return t[0]==="["&&t[t.
length-1]==="]"}function Pv(t){let r=t[4];return Ia(t[3])||r!==void 0&&!Wn(r)&&Ia(r)||Ia(t[6])||Ia(t[7])||Ia(t[8])}function el(t,r,a,n){if(tl(t,r,a,n))return t.
error=t.error||Jn,!0;if(!r.unicodeSupport&&(!a||!a.unicodeSupport)&&t.host&&!Wn(t.host)&&(r.domainHost||a&&a.domainHost)&&n===!1&&uv(t.host)){let i;try{i=new URL(
"http://"+t.host)}catch(o){return t.error=t.error||"Host's domain name can not be converted to ASCII: "+o,!0}if(!$v(i))return t.error=t.error||Jn,!0;t.host=i.hostname}
return!1}function tl(t,r,a,n){return!!(t.host&&n===!1&&!Wn(t.host)&&(r.domainHost||a&&a.domainHost)&&hv.test(t.host))}function $v(t){return t.username===""&&t.password===
""&&t.port===""&&t.pathname==="/"&&t.search===""&&t.hash===""&&t.hostname!==""}function Dn(t,r){let a=Object.assign({},r),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},i=!1,o=!1,e=!1,s=!1,c=!1,f=!1,u=!1;a.reference==="suffix"&&(a.scheme?t=a.scheme+":"+t:t="//"+t);let g=t.match(
wv);g!==null&&g[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",i=!0);let x=t.match(vv);if(x!==null){let R=x[1],O=R.replace(
/[\t\n\r]/g,"");O.length>=2&&(O.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",i=!0):R.length!==O.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",i=!0))}let j=t.match(bv);if(j){n.scheme=j[1],n.userinfo=j[3],n.host=j[4],n.port=parseInt(j[5],10),
n.path=j[6]||"",n.query=j[7],n.fragment=j[8],n.scheme!==void 0&&(Qm.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Xm,f=!0)),o=Pv(j),o&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=j[5]);let R=kv(n,j);if(R!==void 0&&(n.error=n.error||R,i=!0),n.host)if(Zm(n.host)===
!1){let U=Wn(n.host),fe=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,Y=Km(n.host);u=Y.isIPV6||Y.isIPVFuture===!0,c=fe&&(!U||Y.error===!0),n.host=u?Y.host:
Y.host.toLowerCase(),c&&(n.error=n.error||Jn,i=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let O=fp(a.scheme||n.scheme);if(c||(s=el(n,a,O,u)),t.indexOf("%")!==
-1&&n.host!==void 0&&!c){let L=u?n.host:hp(n.host,!0);u||(L=hp(L.toLowerCase())),n.host=u||a.scheme!=="null"?lv(L,u):L}(!O||O&&!O.skipNormalize)&&(n.path&&(n.path=
dv(n.path)),n.query&&(n.query=Cm(n.query)),n.fragment&&(n.fragment=Cm(n.fragment))),O&&O.parse&&(O.parse(n,a),O===Gm.urn&&n.nid===void 0&&(e=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:i,malformedPercentEncoding:o,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:f}}
function Cn(t,r){return Dn(t,r).parsed}function Sv(t,r){return rl(t,r).normalized}function rl(t,r){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:i,
malformedSchemeSpecific:o,malformedHost:e,malformedScheme:s}=Dn(t,r);return{normalized:n||i||o||e||s?t:os(a,r),malformedAuthorityOrPort:n,malformedPercentEncoding:i,
malformedSchemeSpecific:o,malformedHost:e,malformedScheme:s}}function Hm(t,r){if(typeof t!="string"&&typeof t!="object")return;let a;try{a=typeof t=="string"?t:
os(t,r)}catch{return}let{normalized:n,malformedAuthorityOrPort:i,malformedPercentEncoding:o,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:c}=rl(a,r);
return i||o||e||s||c?void 0:n}var yp={SCHEMES:Gm,normalize:fv,resolve:yv,resolveComponent:Ym,equal:gv,serialize:os,parse:Cn};Hn.exports=yp;Hn.exports.default=yp;
Hn.exports.fastUri=yp});var nl=he(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var al=sl();al.code='require("ajv/dist/runtime/uri").default';gp.default=al});var ul=he(kt=>{"use strict";Object.defineProperty(kt,"__esModule",{value:!0});kt.CodeGen=kt.Name=kt.nil=kt.stringify=kt.str=kt._=kt.KeywordCxt=void 0;var _v=Na();
Object.defineProperty(kt,"KeywordCxt",{enumerable:!0,get:function(){return _v.KeywordCxt}});var Ws=De();Object.defineProperty(kt,"_",{enumerable:!0,get:function(){
return Ws._}});Object.defineProperty(kt,"str",{enumerable:!0,get:function(){return Ws.str}});Object.defineProperty(kt,"stringify",{enumerable:!0,get:function(){
return Ws.stringify}});Object.defineProperty(kt,"nil",{enumerable:!0,get:function(){return Ws.nil}});Object.defineProperty(kt,"Name",{enumerable:!0,get:function(){
return Ws.Name}});Object.defineProperty(kt,"CodeGen",{enumerable:!0,get:function(){return Ws.CodeGen}});var xv=Mn(),cl=Ra(),qv=Uo(),La=Vn(),Ov=De(),Ma=ja(),Kn=Oa(),
wp=Be(),il=jm(),jv=nl(),ml=(t,r)=>new RegExp(t,r);ml.code="new RegExp";var Av=["removeAdditional","useDefaults","coerceTypes"],Tv=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Nv={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Rv={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},ol=200;function Iv(t){
var r,a,n,i,o,e,s,c,f,u,g,x,j,R,O,L,U,fe,Y,Q,J,we,be,Qe,z;let oe=t.strict,qe=(r=t.code)===null||r===void 0?void 0:r.optimize,rt=qe===!0||qe===void 0?1:qe||0,ne=(n=
(a=t.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:ml,T=(i=t.uriResolver)!==null&&i!==void 0?i:jv.default;return{strictSchema:(e=(o=t.strictSchema)!==
null&&o!==void 0?o:oe)!==null&&e!==void 0?e:!0,strictNumbers:(c=(s=t.strictNumbers)!==null&&s!==void 0?s:oe)!==null&&c!==void 0?c:!0,strictTypes:(u=(f=t.strictTypes)!==
null&&f!==void 0?f:oe)!==null&&u!==void 0?u:"log",strictTuples:(x=(g=t.strictTuples)!==null&&g!==void 0?g:oe)!==null&&x!==void 0?x:"log",strictRequired:(R=(j=t.
strictRequired)!==null&&j!==void 0?j:oe)!==null&&R!==void 0?R:!1,code:t.code?{...t.code,optimize:rt,regExp:ne}:{optimize:rt,regExp:ne},loopRequired:(O=t.loopRequired)!==
null&&O!==void 0?O:ol,loopEnum:(L=t.loopEnum)!==null&&L!==void 0?L:ol,meta:(U=t.meta)!==null&&U!==void 0?U:!0,messages:(fe=t.messages)!==null&&fe!==void 0?fe:!0,
inlineRefs:(Y=t.inlineRefs)!==null&&Y!==void 0?Y:!0,schemaId:(Q=t.schemaId)!==null&&Q!==void 0?Q:"$id",addUsedSchema:(J=t.addUsedSchema)!==null&&J!==void 0?J:!0,
validateSchema:(we=t.validateSchema)!==null&&we!==void 0?we:!0,validateFormats:(be=t.validateFormats)!==null&&be!==void 0?be:!0,unicodeRegExp:(Qe=t.unicodeRegExp)!==
null&&Qe!==void 0?Qe:!0,int32range:(z=t.int32range)!==null&&z!==void 0?z:!0,uriResolver:T}}var Fa=class{constructor(r={}){this.schemas={},this.refs={},this.formats=
Object.create(null),this._compilations=new Set,this._loading={},this._cache=new Map,r=this.opts={...r,...Iv(r)};let{es5:a,lines:n}=this.opts.code;this.scope=new Ov.
ValueScope({scope:{},prefixes:Tv,es5:a,lines:n}),this.logger=zv(r.logger);let i=r.validateFormats;r.validateFormats=!1,this.RULES=(0,qv.getRules)(),pl.call(this,
Nv,r,"NOT SUPPORTED"),pl.call(this,Rv,r,"DEPRECATED","warn"),this._metaOpts=Fv.call(this),r.formats&&Lv.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),
r.keywords&&Mv.call(this,r.keywords),typeof r.meta=="object"&&this.addMetaSchema(r.meta),Ev.call(this),r.validateFormats=i}_addVocabularies(){this.addKeyword("$\
async")}_addDefaultMetaSchema(){let{$data:r,meta:a,schemaId:n}=this.opts,i=il;n==="id"&&(i={...il},i.id=i.$id,delete i.$id),a&&r&&this.addMetaSchema(i,i[n],!1)}defaultMeta(){
let{meta:r,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof r=="object"?r[a]||r:void 0}validate(r,a){let n;if(typeof r=="string"){if(n=this.getSchema(r),
!n)throw new Error(`no schema with key or ref "${r}"`)}else n=this.compile(r);let i=n(a);return"$async"in n||(this.errors=n.errors),i}compile(r,a){let n=this._addSchema(
r,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(r,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return i.call(this,r,a);async function i(u,g){await o.call(this,u.$schema);let x=this._addSchema(u,g);return x.validate||e.
call(this,x)}async function o(u){u&&!this.getSchema(u)&&await i.call(this,{$ref:u},!0)}async function e(u){try{return this._compileSchemaEnv(u)}catch(g){if(!(g instanceof
cl.default))throw g;return s.call(this,g),await c.call(this,g.missingSchema),e.call(this,u)}}function s({missingSchema:u,missingRef:g}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${g} cannot be resolved`)}async function c(u){let g=await f.call(this,u);this.refs[u]||await o.call(this,g.$schema),this.refs[u]||
this.addSchema(g,u,a)}async function f(u){let g=this._loading[u];if(g)return g;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(r,a,n,i=this.
opts.validateSchema){if(Array.isArray(r)){for(let e of r)this.addSchema(e,void 0,n,i);return this}let o;if(typeof r=="object"){let{schemaId:e}=this.opts;if(o=r[e],
o!==void 0&&typeof o!="string")throw new Error(`schema ${e} must be string`)}return a=(0,Ma.normalizeId)(a||o),this._checkUnique(a),this.schemas[a]=this._addSchema(
r,n,a,i,!0),this}addMetaSchema(r,a,n=this.opts.validateSchema){return this.addSchema(r,a,!0,n),this}validateSchema(r,a){if(typeof r=="boolean")return!0;let n;if(n=
r.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let i=this.validate(n,r);if(!i&&a){let o="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(o);else throw new Error(o)}return i}getSchema(r){let a;for(;typeof(a=dl.call(this,r))=="string";)r=a;if(a===void 0){let{schemaId:n}=this.
opts,i=new La.SchemaEnv({schema:{},schemaId:n});if(a=La.resolveSchema.call(this,i,r),!a)return;this.refs[r]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(r){
if(r instanceof RegExp)return this._removeAllSchemas(this.schemas,r),this._removeAllSchemas(this.refs,r),this;switch(typeof r){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=dl.call(this,r);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[r],delete this.refs[r],this}case"object":{let a=r;this._cache.delete(a);let n=r[this.opts.schemaId];return n&&(n=(0,Ma.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(r){for(let a of r)this.addKeyword(a);return this}addKeyword(r,a){
let n;if(typeof r=="string")n=r,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof r==
"object"&&a===void 0){if(a=r,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Jv.call(this,n,a),!a)return(0,wp.eachItem)(n,o=>bp.call(this,o)),this;Cv.call(this,a);let i={...a,type:(0,Kn.getJSONTypes)(
a.type),schemaType:(0,Kn.getJSONTypes)(a.schemaType)};return(0,wp.eachItem)(n,i.type.length===0?o=>bp.call(this,o,i):o=>i.type.forEach(e=>bp.call(this,o,i,e))),
this}getKeyword(r){let a=this.RULES.all[r];return typeof a=="object"?a.definition:!!a}removeKeyword(r){let{RULES:a}=this;delete a.keywords[r],delete a.all[r];for(let n of a.
rules){let i=n.rules.findIndex(o=>o.keyword===r);i>=0&&n.rules.splice(i,1)}return this}addFormat(r,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[r]=
a,this}errorsText(r=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!r||r.length===0?"No errors":r.map(i=>`${n}${i.instancePath} ${i.message}`).reduce(
(i,o)=>i+a+o)}$dataMetaSchema(r,a){let n=this.RULES.all;r=JSON.parse(JSON.stringify(r));for(let i of a){let o=i.split("/").slice(1),e=r;for(let s of o)e=e[s];for(let s in n){
let c=n[s];if(typeof c!="object")continue;let{$data:f}=c.definition,u=e[s];f&&u&&(e[s]=ll(u))}}return r}_removeAllSchemas(r,a){for(let n in r){let i=r[n];(!a||a.
test(n))&&(typeof i=="string"?delete r[n]:i&&!i.meta&&(this._cache.delete(i.schema),delete r[n]))}}_addSchema(r,a,n,i=this.opts.validateSchema,o=this.opts.addUsedSchema){
let e,{schemaId:s}=this.opts;if(typeof r=="object")e=r[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof r!="boolean")throw new Error(
"schema must be object or boolean")}let c=this._cache.get(r);if(c!==void 0)return c;n=(0,Ma.normalizeId)(e||n);let f=Ma.getSchemaRefs.call(this,r,n);return c=new La.
SchemaEnv({schema:r,schemaId:s,meta:a,baseId:n,localRefs:f}),this._cache.set(c.schema,c),o&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=c),i&&this.
validateSchema(r,!0),c}_checkUnique(r){if(this.schemas[r]||this.refs[r])throw new Error(`schema with key or id "${r}" already exists`)}_compileSchemaEnv(r){if(r.
meta?this._compileMetaSchema(r):La.compileSchema.call(this,r),!r.validate)throw new Error("ajv implementation error");return r.validate}_compileMetaSchema(r){let a=this.
opts;this.opts=this._metaOpts;try{La.compileSchema.call(this,r)}finally{this.opts=a}}};Fa.ValidationError=xv.default;Fa.MissingRefError=cl.default;kt.default=Fa;
function pl(t,r,a,n="error"){for(let i in t){let o=i;o in r&&this.logger[n](`${a}: option ${i}. ${t[o]}`)}}function dl(t){return t=(0,Ma.normalizeId)(t),this.schemas[t]||
this.refs[t]}function Ev(){let t=this.opts.schemas;if(t)if(Array.isArray(t))this.addSchema(t);else for(let r in t)this.addSchema(t[r],r)}function Lv(){for(let t in this.
opts.formats){let r=this.opts.formats[t];r&&this.addFormat(t,r)}}function Mv(t){if(Array.isArray(t)){this.addVocabulary(t);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let r in t){let a=t[r];a.keyword||(a.keyword=r),this.addKeyword(a)}}function Fv(){let t={...this.opts};for(let r of Av)
delete t[r];return t}var Vv={log(){},warn(){},error(){}};function zv(t){if(t===!1)return Vv;if(t===void 0)return console;if(t.log&&t.warn&&t.error)return t;throw new Error(
"logger must implement log, warn and error methods")}var Uv=/^[a-z_$][a-z0-9_$:-]*$/i;function Jv(t,r){let{RULES:a}=this;if((0,wp.eachItem)(t,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Uv.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!r&&r.$data&&!("code"in r||"validate"in r))
throw new Error('$data keyword must have "code" or "validate" function')}function bp(t,r,a){var n;let i=r?.post;if(a&&i)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:o}=this,e=i?o.post:o.rules.find(({type:c})=>c===a);if(e||(e={type:a,rules:[]},o.rules.push(e)),o.keywords[t]=!0,!r)return;let s={
keyword:t,definition:{...r,type:(0,Kn.getJSONTypes)(r.type),schemaType:(0,Kn.getJSONTypes)(r.schemaType)}};r.before?Dv.call(this,e,s,r.before):e.rules.push(s),o.
all[t]=s,(n=r.implements)===null||n===void 0||n.forEach(c=>this.addKeyword(c))}function Dv(t,r,a){let n=t.rules.findIndex(i=>i.keyword===a);n>=0?t.rules.splice(
n,0,r):(t.rules.push(r),this.logger.warn(`rule ${a} is not defined`))}function Cv(t){let{metaSchema:r}=t;r!==void 0&&(t.$data&&this.opts.$data&&(r=ll(r)),t.validateSchema=
this.compile(r,!0))}var Wv={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function ll(t){return{anyOf:[t,Wv]}}});var hl=he(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var Hv={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};vp.default=Hv});var bl=he(ps=>{"use strict";Object.defineProperty(ps,"__esModule",{value:!0});ps.callRef=ps.getValidate=void 0;var Kv=Ra(),fl=Kt(),Vt=De(),Hs=qr(),yl=Vn(),Bn=Be(),
Bv={keyword:"$ref",schemaType:"string",code(t){let{gen:r,schema:a,it:n}=t,{baseId:i,schemaEnv:o,validateName:e,opts:s,self:c}=n,{root:f}=o;if((a==="#"||a==="#/")&&
i===f.baseId)return g();let u=yl.resolveRef.call(c,f,i,a);if(u===void 0)throw new Kv.default(n.opts.uriResolver,i,a);if(u instanceof yl.SchemaEnv)return x(u);return j(
u);function g(){if(o===f)return Zn(t,e,o,o.$async);let R=r.scopeValue("root",{ref:f});return Zn(t,(0,Vt._)`${R}.validate`,f,f.$async)}function x(R){let O=gl(t,R);
Zn(t,O,R,R.$async)}function j(R){let O=r.scopeValue("schema",s.code.source===!0?{ref:R,code:(0,Vt.stringify)(R)}:{ref:R}),L=r.name("valid"),U=t.subschema({schema:R,
dataTypes:[],schemaPath:Vt.nil,topSchemaRef:O,errSchemaPath:a},L);t.mergeEvaluated(U),t.ok(L)}}};function gl(t,r){let{gen:a}=t;return r.validate?a.scopeValue("v\
alidate",{ref:r.validate}):(0,Vt._)`${a.scopeValue("wrapper",{ref:r})}.validate`}ps.getValidate=gl;function Zn(t,r,a,n){let{gen:i,it:o}=t,{allErrors:e,schemaEnv:s,
opts:c}=o,f=c.passContext?Hs.default.this:Vt.nil;n?u():g();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let R=i.let("vali\
d");i.try(()=>{i.code((0,Vt._)`await ${(0,fl.callValidateCode)(t,r,f)}`),j(r),e||i.assign(R,!0)},O=>{i.if((0,Vt._)`!(${O} instanceof ${o.ValidationError})`,()=>i.
throw(O)),x(O),e||i.assign(R,!1)}),t.ok(R)}function g(){t.result((0,fl.callValidateCode)(t,r,f),()=>j(r),()=>x(r))}function x(R){let O=(0,Vt._)`${R}.errors`;i.assign(
Hs.default.vErrors,(0,Vt._)`${Hs.default.vErrors} === null ? ${O} : ${Hs.default.vErrors}.concat(${O})`),i.assign(Hs.default.errors,(0,Vt._)`${Hs.default.vErrors}.length`)}
function j(R){var O;if(!o.opts.unevaluated)return;let L=(O=a?.validate)===null||O===void 0?void 0:O.evaluated;if(o.props!==!0)if(L&&!L.dynamicProps)L.props!==void 0&&
(o.props=Bn.mergeEvaluated.props(i,L.props,o.props));else{let U=i.var("props",(0,Vt._)`${R}.evaluated.props`);o.props=Bn.mergeEvaluated.props(i,U,o.props,Vt.Name)}
if(o.items!==!0)if(L&&!L.dynamicItems)L.items!==void 0&&(o.items=Bn.mergeEvaluated.items(i,L.items,o.items));else{let U=i.var("items",(0,Vt._)`${R}.evaluated.items`);
o.items=Bn.mergeEvaluated.items(i,U,o.items,Vt.Name)}}}ps.callRef=Zn;ps.default=Bv});var wl=he(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var Zv=hl(),Gv=bl(),Qv=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Zv.default,Gv.default];kp.default=Qv});var vl=he(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var Gn=De(),Cr=Gn.operators,Qn={maximum:{okStr:"<=",ok:Cr.LTE,fail:Cr.GT},minimum:{
okStr:">=",ok:Cr.GTE,fail:Cr.LT},exclusiveMaximum:{okStr:"<",ok:Cr.LT,fail:Cr.GTE},exclusiveMinimum:{okStr:">",ok:Cr.GT,fail:Cr.LTE}},Xv={message:({keyword:t,schemaCode:r})=>(0,Gn.
str)`must be ${Qn[t].okStr} ${r}`,params:({keyword:t,schemaCode:r})=>(0,Gn._)`{comparison: ${Qn[t].okStr}, limit: ${r}}`},Yv={keyword:Object.keys(Qn),type:"numb\
er",schemaType:"number",$data:!0,error:Xv,code(t){let{keyword:r,data:a,schemaCode:n}=t;t.fail$data((0,Gn._)`${a} ${Qn[r].fail} ${n} || isNaN(${a})`)}};Pp.default=
Yv});var kl=he($p=>{"use strict";Object.defineProperty($p,"__esModule",{value:!0});var Va=De(),ek={message:({schemaCode:t})=>(0,Va.str)`must be multiple of ${t}`,params:({
schemaCode:t})=>(0,Va._)`{multipleOf: ${t}}`},tk={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:ek,code(t){let{gen:r,data:a,schemaCode:n,
it:i}=t,o=i.opts.multipleOfPrecision,e=r.let("res"),s=o?(0,Va._)`Math.abs(Math.round(${e}) - ${e}) > 1e-${o}`:(0,Va._)`${e} !== parseInt(${e})`;t.fail$data((0,Va.
_)`(${n} === 0 || (${e} = ${a}/${n}, ${s}))`)}};$p.default=tk});var Pl=he(Sp=>{"use strict";Object.defineProperty(Sp,"__esModule",{value:!0});var ds=De(),rk=Be(),sk=io(),ak={message({keyword:t,schemaCode:r}){let a=t==="maxLe\
ngth"?"more":"fewer";return(0,ds.str)`must NOT have ${a} than ${r} characters`},params:({schemaCode:t})=>(0,ds._)`{limit: ${t}}`},nk={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:ak,code(t){let{keyword:r,data:a,schemaCode:n,it:i}=t,o=r==="maxLength"?ds.operators.GT:ds.operators.LT,
e=i.opts.unicode===!1?(0,ds._)`${a}.length`:(0,ds._)`${(0,rk.useFunc)(t.gen,sk.default)}(${a})`;t.fail$data((0,ds._)`${e} ${o} ${n}`)}};Sp.default=nk});var $l=he(_p=>{"use strict";Object.defineProperty(_p,"__esModule",{value:!0});var ik=Kt(),ok=Be(),Ks=De(),pk={message:({schemaCode:t})=>(0,Ks.str)`must match pattern "${t}"`,
params:({schemaCode:t})=>(0,Ks._)`{pattern: ${t}}`},dk={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:pk,code(t){let{gen:r,data:a,$data:n,schema:i,
schemaCode:o,it:e}=t,s=e.opts.unicodeRegExp?"u":"";if(n){let{regExp:c}=e.opts.code,f=c.code==="new RegExp"?(0,Ks._)`new RegExp`:(0,ok.useFunc)(r,c),u=r.let("val\
id");r.try(()=>r.assign(u,(0,Ks._)`${f}(${o}, ${s}).test(${a})`),()=>r.assign(u,!1)),t.fail$data((0,Ks._)`!${u}`)}else{let c=(0,ik.usePattern)(t,i);t.fail$data(
(0,Ks._)`!${c}.test(${a})`)}}};_p.default=dk});var Sl=he(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var za=De(),ck={message({keyword:t,schemaCode:r}){let a=t==="maxProperties"?"more":
"fewer";return(0,za.str)`must NOT have ${a} than ${r} properties`},params:({schemaCode:t})=>(0,za._)`{limit: ${t}}`},mk={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:ck,code(t){let{keyword:r,data:a,schemaCode:n}=t,i=r==="maxProperties"?za.operators.GT:za.operators.LT;t.fail$data(
(0,za._)`Object.keys(${a}).length ${i} ${n}`)}};xp.default=mk});var _l=he(qp=>{"use strict";Object.defineProperty(qp,"__esModule",{value:!0});var Ua=Kt(),Ja=De(),lk=Be(),uk={message:({params:{missingProperty:t}})=>(0,Ja.str)`must have required property '${t}'`,
params:({params:{missingProperty:t}})=>(0,Ja._)`{missingProperty: ${t}}`},hk={keyword:"required",type:"object",schemaType:"array",$data:!0,error:uk,code(t){let{
gen:r,schema:a,schemaCode:n,data:i,$data:o,it:e}=t,{opts:s}=e;if(!o&&a.length===0)return;let c=a.length>=s.loopRequired;if(e.allErrors?f():u(),s.strictRequired){
let j=t.parentSchema.properties,{definedProperties:R}=t.it;for(let O of a)if(j?.[O]===void 0&&!R.has(O)){let L=e.schemaEnv.baseId+e.errSchemaPath,U=`required pr\
operty "${O}" is not defined at "${L}" (strictRequired)`;(0,lk.checkStrictMode)(e,U,e.opts.strictRequired)}}function f(){if(c||o)t.block$data(Ja.nil,g);else for(let j of a)
(0,Ua.checkReportMissingProp)(t,j)}function u(){let j=r.let("missing");if(c||o){let R=r.let("valid",!0);t.block$data(R,()=>x(j,R)),t.ok(R)}else r.if((0,Ua.checkMissingProp)(
t,a,j)),(0,Ua.reportMissingProp)(t,j),r.else()}function g(){r.forOf("prop",n,j=>{t.setParams({missingProperty:j}),r.if((0,Ua.noPropertyInData)(r,i,j,s.ownProperties),
()=>t.error())})}function x(j,R){t.setParams({missingProperty:j}),r.forOf(j,n,()=>{r.assign(R,(0,Ua.propertyInData)(r,i,j,s.ownProperties)),r.if((0,Ja.not)(R),()=>{
t.error(),r.break()})},Ja.nil)}}};qp.default=hk});var xl=he(Op=>{"use strict";Object.defineProperty(Op,"__esModule",{value:!0});var Da=De(),fk={message({keyword:t,schemaCode:r}){let a=t==="maxItems"?"more":"few\
er";return(0,Da.str)`must NOT have ${a} than ${r} items`},params:({schemaCode:t})=>(0,Da._)`{limit: ${t}}`},yk={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:fk,code(t){let{keyword:r,data:a,schemaCode:n}=t,i=r==="maxItems"?Da.operators.GT:Da.operators.LT;t.fail$data((0,Da._)`${a}.length ${i} ${n}`)}};
Op.default=yk});var ql=he(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var jp=Oa(),Pt=De(),gk=Be(),bk=fa(),wk={message:({params:{i:t,j:r}})=>(0,Pt.str)`must NOT have duplicate items (items ## ${r} and ${t} are identical)`,
params:({params:{i:t,j:r}})=>(0,Pt._)`{i: ${t}, j: ${r}}`},vk={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:wk,code(t){let{gen:r,data:a,
$data:n,schema:i,parentSchema:o,schemaCode:e,it:s}=t;if(!n&&!i)return;let c=r.let("valid"),f=o.items?(0,jp.getSchemaTypes)(o.items):[];t.block$data(c,u,(0,Pt._)`${e} === false`),
t.ok(c);function u(){let R=r.let("i",(0,Pt._)`${a}.length`),O=r.let("j");t.setParams({i:R,j:O}),r.assign(c,!0),r.if((0,Pt._)`${R} > 1`,()=>(g()?x:j)(R,O))}function g(){
return f.length>0&&!f.some(R=>R==="object"||R==="array")}function x(R,O){let L=r.name("item"),U=(0,jp.checkDataTypes)(f,L,s.opts.strictNumbers,jp.DataType.Wrong),
fe=r.const("indices",(0,Pt._)`{}`);r.for((0,Pt._)`;${R}--;`,()=>{r.let(L,(0,Pt._)`${a}[${R}]`),r.if(U,(0,Pt._)`continue`),f.length>1&&r.if((0,Pt._)`typeof ${L} == "string"`,
(0,Pt._)`${L} += "_"`),r.if((0,Pt._)`typeof ${fe}[${L}] == "number"`,()=>{r.assign(O,(0,Pt._)`${fe}[${L}]`),t.error(),r.assign(c,!1).break()}).code((0,Pt._)`${fe}[${L}] = ${R}`)})}
function j(R,O){let L=(0,gk.useFunc)(r,bk.default),U=r.name("outer");r.label(U).for((0,Pt._)`;${R}--;`,()=>r.for((0,Pt._)`${O} = ${R}; ${O}--;`,()=>r.if((0,Pt._)`${L}(${a}[${R}], ${a}[${O}])`,
()=>{t.error(),r.assign(c,!1).break(U)})))}}};Ap.default=vk});var Ol=he(Np=>{"use strict";Object.defineProperty(Np,"__esModule",{value:!0});var Tp=De(),kk=Be(),Pk=fa(),$k={message:"must be equal to constant",params:({schemaCode:t})=>(0,Tp.
_)`{allowedValue: ${t}}`},Sk={keyword:"const",$data:!0,error:$k,code(t){let{gen:r,data:a,$data:n,schemaCode:i,schema:o}=t;n||o&&typeof o=="object"?t.fail$data((0,Tp.
_)`!${(0,kk.useFunc)(r,Pk.default)}(${a}, ${i})`):t.fail((0,Tp._)`${o} !== ${a}`)}};Np.default=Sk});var jl=he(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var Ca=De(),_k=Be(),xk=fa(),qk={message:"must be equal to one of the allowed value\
s",params:({schemaCode:t})=>(0,Ca._)`{allowedValues: ${t}}`},Ok={keyword:"enum",schemaType:"array",$data:!0,error:qk,code(t){let{gen:r,data:a,$data:n,schema:i,schemaCode:o,
it:e}=t;if(!n&&i.length===0)throw new Error("enum must have non-empty array");let s=i.length>=e.opts.loopEnum,c,f=()=>c??(c=(0,_k.useFunc)(r,xk.default)),u;if(s||
n)u=r.let("valid"),t.block$data(u,g);else{if(!Array.isArray(i))throw new Error("ajv implementation error");let j=r.const("vSchema",o);u=(0,Ca.or)(...i.map((R,O)=>x(
j,O)))}t.pass(u);function g(){r.assign(u,!1),r.forOf("v",o,j=>r.if((0,Ca._)`${f()}(${a}, ${j})`,()=>r.assign(u,!0).break()))}function x(j,R){let O=i[R];return typeof O==
"object"&&O!==null?(0,Ca._)`${f()}(${a}, ${j}[${R}])`:(0,Ca._)`${a} === ${O}`}}};Rp.default=Ok});var Al=he(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var jk=vl(),Ak=kl(),Tk=Pl(),Nk=$l(),Rk=Sl(),Ik=_l(),Ek=xl(),Lk=ql(),Mk=Ol(),Fk=jl(),
Vk=[jk.default,Ak.default,Tk.default,Nk.default,Rk.default,Ik.default,Ek.default,Lk.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},Mk.default,Fk.default];Ip.default=Vk});var Lp=he(Wa=>{"use strict";Object.defineProperty(Wa,"__esModule",{value:!0});Wa.validateAdditionalItems=void 0;var cs=De(),Ep=Be(),zk={message:({params:{len:t}})=>(0,cs.
str)`must NOT have more than ${t} items`,params:({params:{len:t}})=>(0,cs._)`{limit: ${t}}`},Uk={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:zk,code(t){let{parentSchema:r,it:a}=t,{items:n}=r;if(!Array.isArray(n)){(0,Ep.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Tl(t,n)}};function Tl(t,r){let{gen:a,schema:n,data:i,keyword:o,it:e}=t;e.items=!0;let s=a.const("len",(0,cs._)`${i}.length`);
if(n===!1)t.setParams({len:r.length}),t.pass((0,cs._)`${s} <= ${r.length}`);else if(typeof n=="object"&&!(0,Ep.alwaysValidSchema)(e,n)){let f=a.var("valid",(0,cs.
_)`${s} <= ${r.length}`);a.if((0,cs.not)(f),()=>c(f)),t.ok(f)}function c(f){a.forRange("i",r.length,s,u=>{t.subschema({keyword:o,dataProp:u,dataPropType:Ep.Type.
Num},f),e.allErrors||a.if((0,cs.not)(f),()=>a.break())})}}Wa.validateAdditionalItems=Tl;Wa.default=Uk});var Mp=he(Ha=>{"use strict";Object.defineProperty(Ha,"__esModule",{value:!0});Ha.validateTuple=void 0;var Nl=De(),Xn=Be(),Jk=Kt(),Dk={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(t){let{schema:r,it:a}=t;if(Array.isArray(r))return Rl(t,"additionalItems",r);a.items=!0,!(0,Xn.
alwaysValidSchema)(a,r)&&t.ok((0,Jk.validateArray)(t))}};function Rl(t,r,a=t.schema){let{gen:n,parentSchema:i,data:o,keyword:e,it:s}=t;u(i),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Xn.mergeEvaluated.items(n,a.length,s.items));let c=n.name("valid"),f=n.const("len",(0,Nl._)`${o}.length`);a.forEach((g,x)=>{(0,Xn.
alwaysValidSchema)(s,g)||(n.if((0,Nl._)`${f} > ${x}`,()=>t.subschema({keyword:e,schemaProp:x,dataProp:x},c)),t.ok(c))});function u(g){let{opts:x,errSchemaPath:j}=s,
R=a.length,O=R===g.minItems&&(R===g.maxItems||g[r]===!1);if(x.strictTuples&&!O){let L=`"${e}" is ${R}-tuple, but minItems or maxItems/${r} are not specified or \
different at path "${j}"`;(0,Xn.checkStrictMode)(s,L,x.strictTuples)}}}Ha.validateTuple=Rl;Ha.default=Dk});var Il=he(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var Ck=Mp(),Wk={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:t=>(0,Ck.validateTuple)(t,"items")};Fp.default=Wk});var Ll=he(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var El=De(),Hk=Be(),Kk=Kt(),Bk=Lp(),Zk={message:({params:{len:t}})=>(0,El.str)`must NOT have more than ${t} items`,
params:({params:{len:t}})=>(0,El._)`{limit: ${t}}`},Gk={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:Zk,code(t){let{schema:r,
parentSchema:a,it:n}=t,{prefixItems:i}=a;n.items=!0,!(0,Hk.alwaysValidSchema)(n,r)&&(i?(0,Bk.validateAdditionalItems)(t,i):t.ok((0,Kk.validateArray)(t)))}};Vp.default=
Gk});var Ml=he(zp=>{"use strict";Object.defineProperty(zp,"__esModule",{value:!0});var Zt=De(),Yn=Be(),Qk={message:({params:{min:t,max:r}})=>r===void 0?(0,Zt.str)`must contain at least ${t} valid item(s)`:
(0,Zt.str)`must contain at least ${t} and no more than ${r} valid item(s)`,params:({params:{min:t,max:r}})=>r===void 0?(0,Zt._)`{minContains: ${t}}`:(0,Zt._)`{minContains: ${t}, maxContains: ${r}}`},
Xk={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:Qk,code(t){let{gen:r,schema:a,parentSchema:n,data:i,
it:o}=t,e,s,{minContains:c,maxContains:f}=n;o.opts.next?(e=c===void 0?1:c,s=f):e=1;let u=r.const("len",(0,Zt._)`${i}.length`);if(t.setParams({min:e,max:s}),s===
void 0&&e===0){(0,Yn.checkStrictMode)(o,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&e>s){(0,Yn.checkStrictMode)(
o,'"minContains" > "maxContains" is always invalid'),t.fail();return}if((0,Yn.alwaysValidSchema)(o,a)){let O=(0,Zt._)`${u} >= ${e}`;s!==void 0&&(O=(0,Zt._)`${O} && ${u} <= ${s}`),
t.pass(O);return}o.items=!0;let g=r.name("valid");s===void 0&&e===1?j(g,()=>r.if(g,()=>r.break())):e===0?(r.let(g,!0),s!==void 0&&r.if((0,Zt._)`${i}.length > 0`,
x)):(r.let(g,!1),x()),t.result(g,()=>t.reset());function x(){let O=r.name("_valid"),L=r.let("count",0);j(O,()=>r.if(O,()=>R(L)))}function j(O,L){r.forRange("i",
0,u,U=>{t.subschema({keyword:"contains",dataProp:U,dataPropType:Yn.Type.Num,compositeRule:!0},O),L()})}function R(O){r.code((0,Zt._)`${O}++`),s===void 0?r.if((0,Zt.
_)`${O} >= ${e}`,()=>r.assign(g,!0).break()):(r.if((0,Zt._)`${O} > ${s}`,()=>r.assign(g,!1).break()),e===1?r.assign(g,!0):r.if((0,Zt._)`${O} >= ${e}`,()=>r.assign(
g,!0)))}}};zp.default=Xk});var zl=he(fr=>{"use strict";Object.defineProperty(fr,"__esModule",{value:!0});fr.validateSchemaDeps=fr.validatePropertyDeps=fr.error=void 0;var Up=De(),Yk=Be(),
Ka=Kt();fr.error={message:({params:{property:t,depsCount:r,deps:a}})=>{let n=r===1?"property":"properties";return(0,Up.str)`must have ${n} ${a} when property ${t} is present`},
params:({params:{property:t,depsCount:r,deps:a,missingProperty:n}})=>(0,Up._)`{property: ${t},
    missingProperty: ${n},
    depsCount: ${r},
    deps: ${a}}`};var e1={keyword:"dependencies",type:"object",schemaType:"object",error:fr.error,code(t){let[r,a]=t1(t);Fl(t,r),Vl(t,a)}};function t1({schema:t}){
let r={},a={};for(let n in t){if(n==="__proto__")continue;let i=Array.isArray(t[n])?r:a;i[n]=t[n]}return[r,a]}function Fl(t,r=t.schema){let{gen:a,data:n,it:i}=t;
if(Object.keys(r).length===0)return;let o=a.let("missing");for(let e in r){let s=r[e];if(s.length===0)continue;let c=(0,Ka.propertyInData)(a,n,e,i.opts.ownProperties);
t.setParams({property:e,depsCount:s.length,deps:s.join(", ")}),i.allErrors?a.if(c,()=>{for(let f of s)(0,Ka.checkReportMissingProp)(t,f)}):(a.if((0,Up._)`${c} && (${(0,Ka.
checkMissingProp)(t,s,o)})`),(0,Ka.reportMissingProp)(t,o),a.else())}}fr.validatePropertyDeps=Fl;function Vl(t,r=t.schema){let{gen:a,data:n,keyword:i,it:o}=t,e=a.
name("valid");for(let s in r)(0,Yk.alwaysValidSchema)(o,r[s])||(a.if((0,Ka.propertyInData)(a,n,s,o.opts.ownProperties),()=>{let c=t.subschema({keyword:i,schemaProp:s},
e);t.mergeValidEvaluated(c,e)},()=>a.var(e,!0)),t.ok(e))}fr.validateSchemaDeps=Vl;fr.default=e1});var Jl=he(Jp=>{"use strict";Object.defineProperty(Jp,"__esModule",{value:!0});var Ul=De(),r1=Be(),s1={message:"property name must be valid",params:({params:t})=>(0,Ul.
_)`{propertyName: ${t.propertyName}}`},a1={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:s1,code(t){let{gen:r,schema:a,data:n,it:i}=t;
if((0,r1.alwaysValidSchema)(i,a))return;let o=r.name("valid");r.forIn("key",n,e=>{t.setParams({propertyName:e}),t.subschema({keyword:"propertyNames",data:e,dataTypes:[
"string"],propertyName:e,compositeRule:!0},o),r.if((0,Ul.not)(o),()=>{t.error(!0),i.allErrors||r.break()})}),t.ok(o)}};Jp.default=a1});var Cp=he(Dp=>{"use strict";Object.defineProperty(Dp,"__esModule",{value:!0});var ei=Kt(),ar=De(),n1=qr(),ti=Be(),i1={message:"must NOT have additional properti\
es",params:({params:t})=>(0,ar._)`{additionalProperty: ${t.additionalProperty}}`},o1={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:i1,code(t){let{gen:r,schema:a,parentSchema:n,data:i,errsCount:o,it:e}=t;if(!o)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:c}=e;if(e.props=!0,c.removeAdditional!=="all"&&(0,ti.alwaysValidSchema)(e,a))return;let f=(0,ei.allSchemaProperties)(n.properties),u=(0,ei.
allSchemaProperties)(n.patternProperties);g(),t.ok((0,ar._)`${o} === ${n1.default.errors}`);function g(){r.forIn("key",i,L=>{!f.length&&!u.length?R(L):r.if(x(L),
()=>R(L))})}function x(L){let U;if(f.length>8){let fe=(0,ti.schemaRefOrVal)(e,n.properties,"properties");U=(0,ei.isOwnProperty)(r,fe,L)}else f.length?U=(0,ar.or)(
...f.map(fe=>(0,ar._)`${L} === ${fe}`)):U=ar.nil;return u.length&&(U=(0,ar.or)(U,...u.map(fe=>(0,ar._)`${(0,ei.usePattern)(t,fe)}.test(${L})`))),(0,ar.not)(U)}function j(L){
r.code((0,ar._)`delete ${i}[${L}]`)}function R(L){if(c.removeAdditional==="all"||c.removeAdditional&&a===!1){j(L);return}if(a===!1){t.setParams({additionalProperty:L}),
t.error(),s||r.break();return}if(typeof a=="object"&&!(0,ti.alwaysValidSchema)(e,a)){let U=r.name("valid");c.removeAdditional==="failing"?(O(L,U,!1),r.if((0,ar.
not)(U),()=>{t.reset(),j(L)})):(O(L,U),s||r.if((0,ar.not)(U),()=>r.break()))}}function O(L,U,fe){let Y={keyword:"additionalProperties",dataProp:L,dataPropType:ti.
Type.Str};fe===!1&&Object.assign(Y,{compositeRule:!0,createErrors:!1,allErrors:!1}),t.subschema(Y,U)}}};Dp.default=o1});var Wl=he(Hp=>{"use strict";Object.defineProperty(Hp,"__esModule",{value:!0});var p1=Na(),Dl=Kt(),Wp=Be(),Cl=Cp(),d1={keyword:"properties",type:"object",schemaType:"\
object",code(t){let{gen:r,schema:a,parentSchema:n,data:i,it:o}=t;o.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&Cl.default.code(new p1.KeywordCxt(
o,Cl.default,"additionalProperties"));let e=(0,Dl.allSchemaProperties)(a);for(let g of e)o.definedProperties.add(g);o.opts.unevaluated&&e.length&&o.props!==!0&&
(o.props=Wp.mergeEvaluated.props(r,(0,Wp.toHash)(e),o.props));let s=e.filter(g=>!(0,Wp.alwaysValidSchema)(o,a[g]));if(s.length===0)return;let c=r.name("valid");
for(let g of s)f(g)?u(g):(r.if((0,Dl.propertyInData)(r,i,g,o.opts.ownProperties)),u(g),o.allErrors||r.else().var(c,!0),r.endIf()),t.it.definedProperties.add(g),
t.ok(c);function f(g){return o.opts.useDefaults&&!o.compositeRule&&a[g].default!==void 0}function u(g){t.subschema({keyword:"properties",schemaProp:g,dataProp:g},
c)}}};Hp.default=d1});var Zl=he(Kp=>{"use strict";Object.defineProperty(Kp,"__esModule",{value:!0});var Hl=Kt(),ri=De(),Kl=Be(),Bl=Be(),c1={keyword:"patternProperties",type:"object",
schemaType:"object",code(t){let{gen:r,schema:a,data:n,parentSchema:i,it:o}=t,{opts:e}=o,s=(0,Hl.allSchemaProperties)(a),c=s.filter(O=>(0,Kl.alwaysValidSchema)(o,
a[O]));if(s.length===0||c.length===s.length&&(!o.opts.unevaluated||o.props===!0))return;let f=e.strictSchema&&!e.allowMatchingProperties&&i.properties,u=r.name(
"valid");o.props!==!0&&!(o.props instanceof ri.Name)&&(o.props=(0,Bl.evaluatedPropsToName)(r,o.props));let{props:g}=o;x();function x(){for(let O of s)f&&j(O),o.
allErrors?R(O):(r.var(u,!0),R(O),r.if(u))}function j(O){for(let L in f)new RegExp(O).test(L)&&(0,Kl.checkStrictMode)(o,`property ${L} matches pattern ${O} (use \
allowMatchingProperties)`)}function R(O){r.forIn("key",n,L=>{r.if((0,ri._)`${(0,Hl.usePattern)(t,O)}.test(${L})`,()=>{let U=c.includes(O);U||t.subschema({keyword:"\
patternProperties",schemaProp:O,dataProp:L,dataPropType:Bl.Type.Str},u),o.opts.unevaluated&&g!==!0?r.assign((0,ri._)`${g}[${L}]`,!0):!U&&!o.allErrors&&r.if((0,ri.
not)(u),()=>r.break())})})}}};Kp.default=c1});var Gl=he(Bp=>{"use strict";Object.defineProperty(Bp,"__esModule",{value:!0});var m1=Be(),l1={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(t){
let{gen:r,schema:a,it:n}=t;if((0,m1.alwaysValidSchema)(n,a)){t.fail();return}let i=r.name("valid");t.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
i),t.failResult(i,()=>t.reset(),()=>t.error())},error:{message:"must NOT be valid"}};Bp.default=l1});var Ql=he(Zp=>{"use strict";Object.defineProperty(Zp,"__esModule",{value:!0});var u1=Kt(),h1={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:u1.validateUnion,
error:{message:"must match a schema in anyOf"}};Zp.default=h1});var Xl=he(Gp=>{"use strict";Object.defineProperty(Gp,"__esModule",{value:!0});var si=De(),f1=Be(),y1={message:"must match exactly one schema in oneOf",params:({
params:t})=>(0,si._)`{passingSchemas: ${t.passing}}`},g1={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:y1,code(t){let{gen:r,schema:a,parentSchema:n,it:i}=t;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(i.opts.discriminator&&n.discriminator)return;let o=a,e=r.let("valid",!1),s=r.let("passing",null),
c=r.name("_valid");t.setParams({passing:s}),r.block(f),t.result(e,()=>t.reset(),()=>t.error(!0));function f(){o.forEach((u,g)=>{let x;(0,f1.alwaysValidSchema)(i,
u)?r.var(c,!0):x=t.subschema({keyword:"oneOf",schemaProp:g,compositeRule:!0},c),g>0&&r.if((0,si._)`${c} && ${e}`).assign(e,!1).assign(s,(0,si._)`[${s}, ${g}]`).
else(),r.if(c,()=>{r.assign(e,!0),r.assign(s,g),x&&t.mergeEvaluated(x,si.Name)})})}}};Gp.default=g1});var Yl=he(Qp=>{"use strict";Object.defineProperty(Qp,"__esModule",{value:!0});var b1=Be(),w1={keyword:"allOf",schemaType:"array",code(t){let{gen:r,schema:a,it:n}=t;
if(!Array.isArray(a))throw new Error("ajv implementation error");let i=r.name("valid");a.forEach((o,e)=>{if((0,b1.alwaysValidSchema)(n,o))return;let s=t.subschema(
{keyword:"allOf",schemaProp:e},i);t.ok(i),t.mergeEvaluated(s)})}};Qp.default=w1});var ru=he(Xp=>{"use strict";Object.defineProperty(Xp,"__esModule",{value:!0});var ai=De(),tu=Be(),v1={message:({params:t})=>(0,ai.str)`must match "${t.ifClause}" schema`,
params:({params:t})=>(0,ai._)`{failingKeyword: ${t.ifClause}}`},k1={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:v1,code(t){let{gen:r,parentSchema:a,
it:n}=t;a.then===void 0&&a.else===void 0&&(0,tu.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let i=eu(n,"then"),o=eu(n,"else");if(!i&&!o)return;
let e=r.let("valid",!0),s=r.name("_valid");if(c(),t.reset(),i&&o){let u=r.let("ifClause");t.setParams({ifClause:u}),r.if(s,f("then",u),f("else",u))}else i?r.if(
s,f("then")):r.if((0,ai.not)(s),f("else"));t.pass(e,()=>t.error(!0));function c(){let u=t.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);t.mergeEvaluated(u)}function f(u,g){return()=>{let x=t.subschema({keyword:u},s);r.assign(e,s),t.mergeValidEvaluated(x,e),g?r.assign(g,(0,ai._)`${u}`):t.setParams(
{ifClause:u})}}}};function eu(t,r){let a=t.schema[r];return a!==void 0&&!(0,tu.alwaysValidSchema)(t,a)}Xp.default=k1});var su=he(Yp=>{"use strict";Object.defineProperty(Yp,"__esModule",{value:!0});var P1=Be(),$1={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:t,
parentSchema:r,it:a}){r.if===void 0&&(0,P1.checkStrictMode)(a,`"${t}" without "if" is ignored`)}};Yp.default=$1});var au=he(ed=>{"use strict";Object.defineProperty(ed,"__esModule",{value:!0});var S1=Lp(),_1=Il(),x1=Mp(),q1=Ll(),O1=Ml(),j1=zl(),A1=Jl(),T1=Cp(),N1=Wl(),R1=Zl(),
I1=Gl(),E1=Ql(),L1=Xl(),M1=Yl(),F1=ru(),V1=su();function z1(t=!1){let r=[I1.default,E1.default,L1.default,M1.default,F1.default,V1.default,A1.default,T1.default,
j1.default,N1.default,R1.default];return t?r.push(_1.default,q1.default):r.push(S1.default,x1.default),r.push(O1.default),r}ed.default=z1});var nu=he(td=>{"use strict";Object.defineProperty(td,"__esModule",{value:!0});var ht=De(),U1={message:({schemaCode:t})=>(0,ht.str)`must match format "${t}"`,params:({
schemaCode:t})=>(0,ht._)`{format: ${t}}`},J1={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:U1,code(t,r){let{gen:a,data:n,$data:i,
schema:o,schemaCode:e,it:s}=t,{opts:c,errSchemaPath:f,schemaEnv:u,self:g}=s;if(!c.validateFormats)return;i?x():j();function x(){let R=a.scopeValue("formats",{ref:g.
formats,code:c.code.formats}),O=a.const("fDef",(0,ht._)`${R}[${e}]`),L=a.let("fType"),U=a.let("format");a.if((0,ht._)`typeof ${O} == "object" && !(${O} instanceof RegExp)`,
()=>a.assign(L,(0,ht._)`${O}.type || "string"`).assign(U,(0,ht._)`${O}.validate`),()=>a.assign(L,(0,ht._)`"string"`).assign(U,O)),t.fail$data((0,ht.or)(fe(),Y()));
function fe(){return c.strictSchema===!1?ht.nil:(0,ht._)`${e} && !${U}`}function Y(){let Q=u.$async?(0,ht._)`(${O}.async ? await ${U}(${n}) : ${U}(${n}))`:(0,ht.
_)`${U}(${n})`,J=(0,ht._)`(typeof ${U} == "function" ? ${Q} : ${U}.test(${n}))`;return(0,ht._)`${U} && ${U} !== true && ${L} === ${r} && !${J}`}}function j(){let R=g.
formats[o];if(!R){fe();return}if(R===!0)return;let[O,L,U]=Y(R);O===r&&t.pass(Q());function fe(){if(c.strictSchema===!1){g.logger.warn(J());return}throw new Error(
J());function J(){return`unknown format "${o}" ignored in schema at path "${f}"`}}function Y(J){let we=J instanceof RegExp?(0,ht.regexpCode)(J):c.code.formats?(0,ht.
_)`${c.code.formats}${(0,ht.getProperty)(o)}`:void 0,be=a.scopeValue("formats",{key:o,ref:J,code:we});return typeof J=="object"&&!(J instanceof RegExp)?[J.type||
"string",J.validate,(0,ht._)`${be}.validate`]:["string",J,be]}function Q(){if(typeof R=="object"&&!(R instanceof RegExp)&&R.async){if(!u.$async)throw new Error(
"async format in sync schema");return(0,ht._)`await ${U}(${n})`}return typeof L=="function"?(0,ht._)`${U}(${n})`:(0,ht._)`${U}.test(${n})`}}}};td.default=J1});var iu=he(rd=>{"use strict";Object.defineProperty(rd,"__esModule",{value:!0});var D1=nu(),C1=[D1.default];rd.default=C1});var ou=he(Bs=>{"use strict";Object.defineProperty(Bs,"__esModule",{value:!0});Bs.contentVocabulary=Bs.metadataVocabulary=void 0;Bs.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Bs.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var du=he(sd=>{"use strict";Object.defineProperty(sd,"__esModule",{value:!0});var W1=wl(),H1=Al(),K1=au(),B1=iu(),pu=ou(),Z1=[W1.default,H1.default,(0,K1.default)(),
B1.default,pu.metadataVocabulary,pu.contentVocabulary];sd.default=Z1});var mu=he(ni=>{"use strict";Object.defineProperty(ni,"__esModule",{value:!0});ni.DiscrError=void 0;var cu;(function(t){t.Tag="tag",t.Mapping="mapping"})(cu||(ni.
DiscrError=cu={}))});var uu=he(nd=>{"use strict";Object.defineProperty(nd,"__esModule",{value:!0});var Zs=De(),ad=mu(),lu=Vn(),G1=Ra(),Q1=Be(),X1={message:({params:{discrError:t,tagName:r}})=>t===
ad.DiscrError.Tag?`tag "${r}" must be string`:`value of tag "${r}" must be in oneOf`,params:({params:{discrError:t,tag:r,tagName:a}})=>(0,Zs._)`{error: ${t}, tag: ${a}, tagValue: ${r}}`},
Y1={keyword:"discriminator",type:"object",schemaType:"object",error:X1,code(t){let{gen:r,data:a,schema:n,parentSchema:i,it:o}=t,{oneOf:e}=i;if(!o.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!e)throw new Error("discriminator: requires oneOf keyword");let c=r.let("valid",!1),f=r.
const("tag",(0,Zs._)`${a}${(0,Zs.getProperty)(s)}`);r.if((0,Zs._)`typeof ${f} == "string"`,()=>u(),()=>t.error(!1,{discrError:ad.DiscrError.Tag,tag:f,tagName:s})),
t.ok(c);function u(){let j=x();r.if(!1);for(let R in j)r.elseIf((0,Zs._)`${f} === ${R}`),r.assign(c,g(j[R]));r.else(),t.error(!1,{discrError:ad.DiscrError.Mapping,
tag:f,tagName:s}),r.endIf()}function g(j){let R=r.name("valid"),O=t.subschema({keyword:"oneOf",schemaProp:j},R);return t.mergeEvaluated(O,Zs.Name),R}function x(){
var j;let R={},O=U(i),L=!0;for(let Q=0;Q<e.length;Q++){let J=e[Q];if(J?.$ref&&!(0,Q1.schemaHasRulesButRef)(J,o.self.RULES)){let be=J.$ref;if(J=lu.resolveRef.call(
o.self,o.schemaEnv.root,o.baseId,be),J instanceof lu.SchemaEnv&&(J=J.schema),J===void 0)throw new G1.default(o.opts.uriResolver,o.baseId,be)}let we=(j=J?.properties)===
null||j===void 0?void 0:j[s];if(typeof we!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);L=L&&
(O||U(J)),fe(we,Q)}if(!L)throw new Error(`discriminator: "${s}" must be required`);return R;function U({required:Q}){return Array.isArray(Q)&&Q.includes(s)}function fe(Q,J){
if(Q.const)Y(Q.const,J);else if(Q.enum)for(let we of Q.enum)Y(we,J);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function Y(Q,J){
if(typeof Q!="string"||Q in R)throw new Error(`discriminator: "${s}" values must be unique strings`);R[Q]=J}}}};nd.default=Y1});var hu=he((gx,e0)=>{e0.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var qt=he((dt,id)=>{"use strict";Object.defineProperty(dt,"__esModule",{value:!0});dt.MissingRefError=dt.ValidationError=dt.CodeGen=dt.Name=dt.nil=dt.stringify=
dt.str=dt._=dt.KeywordCxt=dt.Ajv=void 0;var t0=ul(),r0=du(),s0=uu(),fu=hu(),a0=["/properties"],ii="http://json-schema.org/draft-07/schema",Gs=class extends t0.default{_addVocabularies(){
super._addVocabularies(),r0.default.forEach(r=>this.addVocabulary(r)),this.opts.discriminator&&this.addKeyword(s0.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let r=this.opts.$data?this.$dataMetaSchema(fu,a0):fu;this.addMetaSchema(r,ii,!1),this.refs["http://json-schema.org/schema"]=ii}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(ii)?ii:void 0)}};dt.Ajv=Gs;id.exports=dt=Gs;id.exports.Ajv=Gs;Object.defineProperty(dt,"__esMo\
dule",{value:!0});dt.default=Gs;var n0=Na();Object.defineProperty(dt,"KeywordCxt",{enumerable:!0,get:function(){return n0.KeywordCxt}});var Qs=De();Object.defineProperty(
dt,"_",{enumerable:!0,get:function(){return Qs._}});Object.defineProperty(dt,"str",{enumerable:!0,get:function(){return Qs.str}});Object.defineProperty(dt,"stri\
ngify",{enumerable:!0,get:function(){return Qs.stringify}});Object.defineProperty(dt,"nil",{enumerable:!0,get:function(){return Qs.nil}});Object.defineProperty(
dt,"Name",{enumerable:!0,get:function(){return Qs.Name}});Object.defineProperty(dt,"CodeGen",{enumerable:!0,get:function(){return Qs.CodeGen}});var i0=Mn();Object.
defineProperty(dt,"ValidationError",{enumerable:!0,get:function(){return i0.default}});var o0=Ra();Object.defineProperty(dt,"MissingRefError",{enumerable:!0,get:function(){
return o0.default}})});var py=vt(sc());import{models as K$}from"./models.js";function gn(t,r=!1){let a=t.length,n=0,i="",o=0,e=16,s=0,c=0,f=0,u=0,g=0;function x(Y,Q){let J=0,we=0;for(;J<Y||!Q;){let be=t.charCodeAt(n);if(be>=48&&be<=57)we=
we*16+be-48;else if(be>=65&&be<=70)we=we*16+be-65+10;else if(be>=97&&be<=102)we=we*16+be-97+10;else break;n++,J++}return J<Y&&(we=-1),we}function j(Y){n=Y,i="",
o=0,e=16,g=0}function R(){let Y=n;if(t.charCodeAt(n)===48)n++;else for(n++;n<t.length&&Ns(t.charCodeAt(n));)n++;if(n<t.length&&t.charCodeAt(n)===46)if(n++,n<t.length&&
Ns(t.charCodeAt(n)))for(n++;n<t.length&&Ns(t.charCodeAt(n));)n++;else return g=3,t.substring(Y,n);let Q=n;if(n<t.length&&(t.charCodeAt(n)===69||t.charCodeAt(n)===
101))if(n++,(n<t.length&&t.charCodeAt(n)===43||t.charCodeAt(n)===45)&&n++,n<t.length&&Ns(t.charCodeAt(n))){for(n++;n<t.length&&Ns(t.charCodeAt(n));)n++;Q=n}else
g=3;return t.substring(Y,Q)}function O(){let Y="",Q=n;for(;;){if(n>=a){Y+=t.substring(Q,n),g=2;break}let J=t.charCodeAt(n);if(J===34){Y+=t.substring(Q,n),n++;break}
if(J===92){if(Y+=t.substring(Q,n),n++,n>=a){g=2;break}switch(t.charCodeAt(n++)){case 34:Y+='"';break;case 92:Y+="\\";break;case 47:Y+="/";break;case 98:Y+="\b";
break;case 102:Y+="\f";break;case 110:Y+=`
`;break;case 114:Y+="\r";break;case 116:Y+="	";break;case 117:let be=x(4,!0);be>=0?Y+=String.fromCharCode(be):g=4;break;default:g=5}Q=n;continue}if(J>=0&&J<=31)
if(ga(J)){Y+=t.substring(Q,n),g=2;break}else g=6;n++}return Y}function L(){if(i="",g=0,o=n,c=s,u=f,n>=a)return o=a,e=17;let Y=t.charCodeAt(n);if(lo(Y)){do n++,i+=
String.fromCharCode(Y),Y=t.charCodeAt(n);while(lo(Y));return e=15}if(ga(Y))return n++,i+=String.fromCharCode(Y),Y===13&&t.charCodeAt(n)===10&&(n++,i+=`
`),s++,f=n,e=14;switch(Y){case 123:return n++,e=1;case 125:return n++,e=2;case 91:return n++,e=3;case 93:return n++,e=4;case 58:return n++,e=6;case 44:return n++,
e=5;case 34:return n++,i=O(),e=10;case 47:let Q=n-1;if(t.charCodeAt(n+1)===47){for(n+=2;n<a&&!ga(t.charCodeAt(n));)n++;return i=t.substring(Q,n),e=12}if(t.charCodeAt(
n+1)===42){n+=2;let J=a-1,we=!1;for(;n<J;){let be=t.charCodeAt(n);if(be===42&&t.charCodeAt(n+1)===47){n+=2,we=!0;break}n++,ga(be)&&(be===13&&t.charCodeAt(n)===10&&
n++,s++,f=n)}return we||(n++,g=1),i=t.substring(Q,n),e=13}return i+=String.fromCharCode(Y),n++,e=16;case 45:if(i+=String.fromCharCode(Y),n++,n===a||!Ns(t.charCodeAt(
n)))return e=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return i+=R(),e=11;default:for(;n<a&&U(Y);)n++,Y=t.charCodeAt(n);
if(o!==n){switch(i=t.substring(o,n),i){case"true":return e=8;case"false":return e=9;case"null":return e=7}return e=16}return i+=String.fromCharCode(Y),n++,e=16}}
function U(Y){if(lo(Y)||ga(Y))return!1;switch(Y){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function fe(){let Y;do Y=L();while(Y>=
12&&Y<=15);return Y}return{setPosition:j,getPosition:()=>n,scan:r?fe:L,getToken:()=>e,getTokenValue:()=>i,getTokenOffset:()=>o,getTokenLength:()=>n-o,getTokenStartLine:()=>c,
getTokenStartCharacter:()=>o-u,getTokenError:()=>g}}function lo(t){return t===32||t===9}function ga(t){return t===10||t===13}function Ns(t){return t>=48&&t<=57}
var ac;(function(t){t[t.lineFeed=10]="lineFeed",t[t.carriageReturn=13]="carriageReturn",t[t.space=32]="space",t[t._0=48]="_0",t[t._1=49]="_1",t[t._2=50]="_2",t[t.
_3=51]="_3",t[t._4=52]="_4",t[t._5=53]="_5",t[t._6=54]="_6",t[t._7=55]="_7",t[t._8=56]="_8",t[t._9=57]="_9",t[t.a=97]="a",t[t.b=98]="b",t[t.c=99]="c",t[t.d=100]=
"d",t[t.e=101]="e",t[t.f=102]="f",t[t.g=103]="g",t[t.h=104]="h",t[t.i=105]="i",t[t.j=106]="j",t[t.k=107]="k",t[t.l=108]="l",t[t.m=109]="m",t[t.n=110]="n",t[t.o=
111]="o",t[t.p=112]="p",t[t.q=113]="q",t[t.r=114]="r",t[t.s=115]="s",t[t.t=116]="t",t[t.u=117]="u",t[t.v=118]="v",t[t.w=119]="w",t[t.x=120]="x",t[t.y=121]="y",t[t.
z=122]="z",t[t.A=65]="A",t[t.B=66]="B",t[t.C=67]="C",t[t.D=68]="D",t[t.E=69]="E",t[t.F=70]="F",t[t.G=71]="G",t[t.H=72]="H",t[t.I=73]="I",t[t.J=74]="J",t[t.K=75]=
"K",t[t.L=76]="L",t[t.M=77]="M",t[t.N=78]="N",t[t.O=79]="O",t[t.P=80]="P",t[t.Q=81]="Q",t[t.R=82]="R",t[t.S=83]="S",t[t.T=84]="T",t[t.U=85]="U",t[t.V=86]="V",t[t.
W=87]="W",t[t.X=88]="X",t[t.Y=89]="Y",t[t.Z=90]="Z",t[t.asterisk=42]="asterisk",t[t.backslash=92]="backslash",t[t.closeBrace=125]="closeBrace",t[t.closeBracket=
93]="closeBracket",t[t.colon=58]="colon",t[t.comma=44]="comma",t[t.dot=46]="dot",t[t.doubleQuote=34]="doubleQuote",t[t.minus=45]="minus",t[t.openBrace=123]="ope\
nBrace",t[t.openBracket=91]="openBracket",t[t.plus=43]="plus",t[t.slash=47]="slash",t[t.formFeed=12]="formFeed",t[t.tab=9]="tab"})(ac||(ac={}));var By=new Array(20).fill(0).map((t,r)=>" ".repeat(r)),Rs=200,Zy={" ":{"\n":new Array(Rs).fill(0).map((t,r)=>`
`+" ".repeat(r)),"\r":new Array(Rs).fill(0).map((t,r)=>"\r"+" ".repeat(r)),"\r\n":new Array(Rs).fill(0).map((t,r)=>`\r
`+" ".repeat(r))},"	":{"\n":new Array(Rs).fill(0).map((t,r)=>`
`+"	".repeat(r)),"\r":new Array(Rs).fill(0).map((t,r)=>"\r"+"	".repeat(r)),"\r\n":new Array(Rs).fill(0).map((t,r)=>`\r
`+"	".repeat(r))}};var bn;(function(t){t.DEFAULT={allowTrailingComma:!1}})(bn||(bn={}));function nc(t,r){let a=[],n=new Object,i,o={value:{},offset:0,length:0,type:"object",parent:void 0},
e=!1;function s(c,f,u,g){o.value=c,o.offset=f,o.length=u,o.type=g,o.colonOffset=void 0,i=o}try{fo(t,{onObjectBegin:(c,f)=>{if(r<=c)throw n;i=void 0,e=r>c,a.push(
"")},onObjectProperty:(c,f,u)=>{if(r<f||(s(c,f,u,"property"),a[a.length-1]=c,r<=f+u))throw n},onObjectEnd:(c,f)=>{if(r<=c)throw n;i=void 0,a.pop()},onArrayBegin:(c,f)=>{
if(r<=c)throw n;i=void 0,a.push(0)},onArrayEnd:(c,f)=>{if(r<=c)throw n;i=void 0,a.pop()},onLiteralValue:(c,f,u)=>{if(r<f||(s(c,f,u,ic(c)),r<=f+u))throw n},onSeparator:(c,f,u)=>{
if(r<=f)throw n;if(c===":"&&i&&i.type==="property")i.colonOffset=f,e=!1,i=void 0;else if(c===","){let g=a[a.length-1];typeof g=="number"?a[a.length-1]=g+1:(e=!0,
a[a.length-1]=""),i=void 0}}})}catch(c){if(c!==n)throw c}return{path:a,previousNode:i,isAtPropertyKey:e,matches:c=>{let f=0;for(let u=0;f<c.length&&u<a.length;u++)
if(c[f]===a[u]||c[f]==="*")f++;else if(c[f]!=="**")return!1;return f===c.length}}}function uo(t,r=[],a=bn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function i(c){n.type==="property"&&(n.length=c-n.offset,n=n.
parent)}function o(c){return n.children.push(c),c}fo(t,{onObjectBegin:c=>{n=o({type:"object",offset:c,length:-1,parent:n,children:[]})},onObjectProperty:(c,f,u)=>{
n=o({type:"property",offset:f,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:c,offset:f,length:u,parent:n})},onObjectEnd:(c,f)=>{i(c+f),n.
length=c+f-n.offset,n=n.parent,i(c+f)},onArrayBegin:(c,f)=>{n=o({type:"array",offset:c,length:-1,parent:n,children:[]})},onArrayEnd:(c,f)=>{n.length=c+f-n.offset,
n=n.parent,i(c+f)},onLiteralValue:(c,f,u)=>{o({type:ic(c),offset:f,length:u,parent:n,value:c}),i(f+u)},onSeparator:(c,f,u)=>{n.type==="property"&&(c===":"?n.colonOffset=
f:c===","&&i(f))},onError:(c,f,u)=>{r.push({error:c,offset:f,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function ho(t,r){if(!t)return;let a=t;
for(let n of r)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let i=!1;for(let o of a.children)if(Array.isArray(o.children)&&o.children[0].
value===n&&o.children.length===2){a=o.children[1],i=!0;break}if(!i)return}else{let i=n;if(a.type!=="array"||i<0||!Array.isArray(a.children)||i>=a.children.length)
return;a=a.children[i]}return a}function wn(t){switch(t.type){case"array":return t.children.map(wn);case"object":let r=Object.create(null);for(let a of t.children){let n=a.children[1];n&&(r[a.
children[0].value]=wn(n))}return r;case"null":case"string":case"number":case"boolean":return t.value;default:return}}function fo(t,r,a=bn.DEFAULT){let n=gn(t,!1),i=[],o=0;function e(T){return T?()=>o===0&&T(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(T){return T?K=>o===0&&T(K,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function c(T){return T?
K=>o===0&&T(K,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>i.slice()):()=>!0}function f(T){return T?()=>{o>0?o++:T(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>i.slice())===!1&&(o=1)}:()=>!0}function u(T){return T?()=>{o>0&&o--,o===
0&&T(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let g=f(r.onObjectBegin),x=c(r.onObjectProperty),j=u(r.onObjectEnd),
R=f(r.onArrayBegin),O=u(r.onArrayEnd),L=c(r.onLiteralValue),U=s(r.onSeparator),fe=e(r.onComment),Y=s(r.onError),Q=a&&a.disallowComments,J=a&&a.allowTrailingComma;
function we(){for(;;){let T=n.scan();switch(n.getTokenError()){case 4:be(14);break;case 5:be(15);break;case 3:be(13);break;case 1:Q||be(11);break;case 2:be(12);
break;case 6:be(16);break}switch(T){case 12:case 13:Q?be(10):fe();break;case 16:be(1);break;case 15:case 14:break;default:return T}}}function be(T,K=[],ge=[]){if(Y(
T),K.length+ge.length>0){let We=n.getToken();for(;We!==17;){if(K.indexOf(We)!==-1){we();break}else if(ge.indexOf(We)!==-1)break;We=we()}}}function Qe(T){let K=n.
getTokenValue();return T?L(K):(x(K),i.push(K)),we(),!0}function z(){switch(n.getToken()){case 11:let T=n.getTokenValue(),K=Number(T);isNaN(K)&&(be(2),K=0),L(K);
break;case 7:L(null);break;case 8:L(!0);break;case 9:L(!1);break;default:return!1}return we(),!0}function oe(){return n.getToken()!==10?(be(3,[],[2,5]),!1):(Qe(
!1),n.getToken()===6?(U(":"),we(),ne()||be(4,[],[2,5])):be(5,[],[2,5]),i.pop(),!0)}function qe(){g(),we();let T=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.
getToken()===5){if(T||be(4,[],[]),U(","),we(),n.getToken()===2&&J)break}else T&&be(6,[],[]);oe()||be(4,[],[2,5]),T=!0}return j(),n.getToken()!==2?be(7,[2],[]):we(),
!0}function rt(){R(),we();let T=!0,K=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(K||be(4,[],[]),U(","),we(),n.getToken()===4&&J)break}else
K&&be(6,[],[]);T?(i.push(0),T=!1):i[i.length-1]++,ne()||be(4,[],[4,5]),K=!0}return O(),T||i.pop(),n.getToken()!==4?be(8,[4],[]):we(),!0}function ne(){switch(n.getToken()){case 3:
return rt();case 1:return qe();case 10:return Qe(!0);default:return z()}}return we(),n.getToken()===17?a.allowEmptyContent?!0:(be(4,[],[]),!1):ne()?(n.getToken()!==
17&&be(9,[],[]),!0):(be(4,[],[]),!1)}function ic(t){switch(typeof t){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(t){if(Array.isArray(t))return"\
array"}else return"null";return"object"}default:return"null"}}var oc;(function(t){t[t.None=0]="None",t[t.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",t[t.UnexpectedEndOfString=2]="UnexpectedEndOfString",t[t.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",t[t.InvalidUnicode=4]="InvalidUnicode",t[t.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",t[t.InvalidCharacter=6]="InvalidCharact\
er"})(oc||(oc={}));var pc;(function(t){t[t.OpenBraceToken=1]="OpenBraceToken",t[t.CloseBraceToken=2]="CloseBraceToken",t[t.OpenBracketToken=3]="OpenBracketToken",
t[t.CloseBracketToken=4]="CloseBracketToken",t[t.CommaToken=5]="CommaToken",t[t.ColonToken=6]="ColonToken",t[t.NullKeyword=7]="NullKeyword",t[t.TrueKeyword=8]="\
TrueKeyword",t[t.FalseKeyword=9]="FalseKeyword",t[t.StringLiteral=10]="StringLiteral",t[t.NumericLiteral=11]="NumericLiteral",t[t.LineCommentTrivia=12]="LineCom\
mentTrivia",t[t.BlockCommentTrivia=13]="BlockCommentTrivia",t[t.LineBreakTrivia=14]="LineBreakTrivia",t[t.Trivia=15]="Trivia",t[t.Unknown=16]="Unknown",t[t.EOF=
17]="EOF"})(pc||(pc={}));var cc=nc;var yo=uo,mc=ho;var lc=wn;var dc;(function(t){t[t.InvalidSymbol=1]="InvalidSymbol",t[t.InvalidNumberFormat=2]="InvalidNumberFormat",t[t.PropertyNameExpected=3]="PropertyNameExpected",t[t.
ValueExpected=4]="ValueExpected",t[t.ColonExpected=5]="ColonExpected",t[t.CommaExpected=6]="CommaExpected",t[t.CloseBraceExpected=7]="CloseBraceExpected",t[t.CloseBracketExpected=
8]="CloseBracketExpected",t[t.EndOfFileExpected=9]="EndOfFileExpected",t[t.InvalidCommentToken=10]="InvalidCommentToken",t[t.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",t[t.UnexpectedEndOfString=12]="UnexpectedEndOfString",t[t.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",t[t.InvalidUnicode=14]="InvalidUnic\
ode",t[t.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",t[t.InvalidCharacter=16]="InvalidCharacter"})(dc||(dc={}));function uc(t){switch(t){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var eg="\uFEFF";function*hc(t){for(let r of t.files.values()){let a=r.syntaxErrors[0];r.text.startsWith(eg)?yield{code:"S001",file:r.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:r.path,path:[],offset:a.offset,message:`the file is not JSON: ${tg(uc(a.error))}`}:r.value===void 0&&(yield{code:"S001",file:r.path,path:[],message:"the\
 file is empty"})}}function tg(t){return t.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Is(t){return fc(t)}function Lr(t){return fc(t)}function fc(t){let r=new WeakMap;return a=>{let n=r.get(a);if(n!==void 0)return n.value;let i=t(a);return r.
set(a,{value:i}),i}}function yc(t){return[...t.files.values()].flatMap(rg)}var rg=Lr(t=>t.syntaxErrors.length===0&&sg(t.text)===gc(t.value)?[]:t.tree===void 0?[]:[...go(t.path,t.tree,
[])]);function sg(t){return t.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function gc(t){if(typeof t!="object"||t===null)return 0;let r=Object.values(t);return(Array.
isArray(t)?0:r.length)+r.reduce((a,n)=>a+gc(n),0)}function*go(t,r,a){let n=new Set;for(let[i,o]of(r.children??[]).entries()){let[e,s]=o.type==="property"?o.children??
[]:[];if(e===void 0){yield*go(t,o,[...a,i]);continue}let c=String(e.value);n.has(c)&&(yield{code:"S002",file:t,path:[...a,c],offset:e.offset,message:`the key "${c}\
" is written twice`}),n.add(c),s!==void 0&&(yield*go(t,s,[...a,c]))}}function wc(t){return[...t.files.values()].flatMap(ag)}var ag=Lr(({path:t,text:r,syntaxErrors:a})=>a.length>0?[]:[...r.matchAll(ng)].flatMap(({0:n,index:i})=>n.
startsWith('"')||bc(n)===bc(String(Number(n)))?[]:[{code:"S005",file:t,path:cc(r,i).path,message:`the number ${n} would be read as ${Number(n)}`}])),ng=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function bc(t){let[,r="",a="",n="",i="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(t)??[],o=`${a}${n}`.replace(/^0+/,""),e=o.replace(/0+$/,"");return e===
""?a===""?t:"0":`${r}${e}e${Number(i)-n.length+o.length-e.length}`}function ye(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function Xr(t){return ye(t)?Object.entries(t):[]}function er(t){return Array.isArray(t)?[...t.entries()]:[]}import{posix as bo}from"node:path";function vn(t){return t.map(r=>`/${String(r).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function $e(t){return t.split("/").slice(1).map(r=>r.replaceAll(
"~1","/").replaceAll("~0","~"))}var kn=class extends Error{constructor(a,n,i){super(`${a}: $ref "${n}" ${i}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function vc(t,r,a){let[n="",i=""]=a.split("#"),o=n===""?r:bo.normalize(bo.join(bo.dirname(r),n)),e=t.files.get(o)?.value;if(e===void 0)throw new kn(r,a,"names a\
 file that does not exist");for(let s of $e(i)){let c=Array.isArray(e)?e[Number(s)]:ye(e)&&Object.hasOwn(e,s)?e[s]:void 0;if(c===void 0)throw new kn(r,a,"names \
nothing in that file");e=c}return{file:o,pointer:i,value:e}}function kc(t){return t.replaceAll(":","~~").replaceAll("/","~")}function Pc(t){return t.replaceAll("~~",":").replaceAll("~","/")}function at(t,r){let a={};return r!==void 0&&(a[t]=r),a}function mr(t){if(t.kind==="object")return t.members;if(t.kind!=="union")return[];let r=new Map([[t.tag.name,t.tag]]);for(let a of t.variants.flatMap(n=>n.members))
r.has(a.name)||r.set(a.name,a);return[...r.values()]}function _c(t,r){return typeof t=="string"?pg(JSON.stringify(qc(t))):t===null||typeof t=="number"||typeof t=="boolean"?String(t):r[Array.isArray(t)?"array":t===
void 0?"nothing":"object"]??""}function xc(t){return/^[\w-]{1,60}$/.test(t)?t:_c(t,{})}function pg(t){return/^[ -~]*$/.test(t)?t:t.replace(/(?! )[\p{C}\p{Z}]/gu,r=>`\\u${r.charCodeAt(0).toString(16).padStart(4,"0")}`)}function qc(t){if(t.length<=60)
return t;let r=[...t.slice(0,122)];return r.length>60?`${r.slice(0,60).join("")}\u2026`:t}var Oc="{name}";function wo(t){return dg(t).map((r,a)=>a>0&&/^(\d+|\*)$/.test(r)?`[${r}]`:`${a===0?"":"."}${cg(r)}`).join("")}function dg(t){return t.split("/").slice(1).map(r=>r.replaceAll("~1","/").replaceAll("~0","~"))}function cg(t){return t===Oc||/^[\w.-]+$/.test(t)?t:xc(t)}function ba(t){return typeof t=="string"?t:JSON.stringify(t)}function wa(t){let r=t.map(ba),a=r.pop()??"";return r.length===0?{en:a,zh:a}:{en:`${r.join(", ")} o\
r ${a}`,zh:`${r.join("\u3001")} \u6216 ${a}`}}function Pn(t,r=""){let a=(i,o,e)=>i===void 0?[]:[{en:`${o} ${Es(i,r)}`,zh:`${e} ${Es(i,r)}`}],n=[...a(t.minimum,"\
at least","\u81F3\u5C11"),...a(t.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(t.maximum,"at most","\u81F3\u591A"),...a(t.exclusiveMaximum,"less than","\u5C0F\u4E8E"),
...t.multipleOf===void 0?[]:[{en:`a multiple of ${Es(t.multipleOf,r)}`,zh:`${Es(t.multipleOf,r)} \u7684\u6574\u6570\u500D`}]];return n.length===0?void 0:{en:n.map(
({en:i})=>i).join(" and "),zh:lr(...n.flatMap(({zh:i},o)=>o===0?[i]:["\u4E14",i]))}}function $n(t,r=""){let{minimum:a,maximum:n,exclusiveMinimum:i,exclusiveMaximum:o}=t;if(i===void 0&&o===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Es(
n,r)}`,zh:`${a} \u5230 ${Es(n,r)} \u7684`};let e=Pn(t,r);return e!==void 0?{en:` of ${e.en}`,zh:`${e.zh} \u7684`}:r===""?{en:"",zh:""}:{en:` (${r})`,zh:`\uFF08${r}\
\uFF09`}}function Mr(t,r,a){let n=i=>`${i} ${i===1?a.en:jc(a.en)}`;return r===void 0?t===0?{en:jc(a.en),zh:a.zh}:{en:`at least ${n(t)}`,zh:`\u81F3\u5C11 ${t} \u4E2A${a.
zh}`}:t===r?{en:n(r),zh:`${r} \u4E2A${a.zh}`}:t===0?{en:`${r===1?"at most":"up to"} ${n(r)}`,zh:`\u81F3\u591A ${r} \u4E2A${a.zh}`}:{en:`${t} to ${n(r)}`,zh:`${t}\
 \u5230 ${r} \u4E2A${a.zh}`}}function lr(...t){return t.reduce((r,a)=>(/[A-Za-z0-9]$/.test(r)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(r)?/^[A-Za-z0-9-]/:void 0)?.
test(a)?`${r} ${a}`:r+a,"")}function jc(t){return`${t}s`}function Es(t,r){return`${Number(t.toFixed(6))}${r===""?"":` ${r}`}`}var lg=["media-format","media-codec","media-bytes","media-width","media-height","media-pixels","media-video-pixels","media-same-size","media-aspect-ratio","medi\
a-duration","media-frame-rate","media-sample-rate","media-total-duration","media-total-bytes","media-size-unclear"];function Ac(t){return{rule:t.oneOf("rule",lg),
severity:t.severity(),...t.has("formats")?{formats:t.texts("formats")}:{},...t.has("codecs")?{codecs:t.texts("codecs")}:{},...at("as",t.optionalText("as")),...t.
has("discouraged")?{discouraged:t.texts("discouraged")}:{},...at("minimum",t.optionalNumber("minimum")),...at("maximum",t.optionalNumber("maximum")),...at("excl\
usiveMinimum",t.optionalNumber("exclusiveMinimum")),...at("exclusiveMaximum",t.optionalNumber("exclusiveMaximum")),...at("multipleOf",t.optionalNumber("multiple\
Of")),...t.has("when")?{when:Tc(t,"when")}:{},...t.has("unit")?{unit:t.oneOf("unit",["MB","px","s","fps","Hz","ratio"])}:{},...at("quote",t.optionalText("quote")),
source:t.source()}}function Tc(t,r){let a=t.raw(r);return ye(a)?Object.fromEntries(Object.entries(a).map(([n,i])=>[n,ug(i)?i:t.refuse(r,'values, lists of values, or {"min": 1}')])):
t.refuse(r,"an object of conditions by parameter")}function ug(t){return t!==null&&(!ye(t)||"min"in t||"max"in t)}function Sn({defaults:t=[]}){let[r,...a]=t;if(r!==void 0)return{en:`${[`Where ${r.phrase.en}, the default is ${ba(r.default)}`,...a.map(({phrase:n,default:i})=>`\
else where ${n.en}, ${ba(i)}`)].join("; ")}.`,zh:`${[r,...a].map(({phrase:n,default:i})=>lr(n.zh,"\u65F6\u9ED8\u8BA4\u4E3A",ba(i))).join("\uFF1B\u5426\u5219")}\u3002`}}var Xs=vt(qt(),1);function yr(t,r=0,a=r+4){return r+t.below(a-r+1)}var nr=new Xs.Name("vErrors");function Ye(t,r,{pointer:a,value:n},...i){return i.reduce((o,e)=>Xs._`${o}, ${e}`,
Xs._`${new Xs.Name(t)}(${nr}, ${a}, ${n}, ${r.required?1:0}`)}function je(t,r){return{about:t,value:r,findings:[]}}function Me(t,r,a,n){return{about:t,value:r,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function it(t){return t.map(r=>Me(`type-${Array.isArray(r)?"array":Number.isInteger(r)?"integer":typeof r}`,r,"type"))}function tt(t){
return Object.fromEntries(Object.entries(t).filter(([,r])=>r!==void 0))}var p0=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function yu(t,r,a,n){return{...d0(t,r,a),source:a.has("x-source")?a.source():n}}function d0(t,r,a){return{name:t,required:r,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",p0)}:{},notes:a.notes()}}var ms=vt(qt(),1);var gu={read:(t,r)=>({kind:"array",...r,items:t.unknown("x-items")??t.refuse("x-items",'{ "unknown": "not shown" }'),...tt({minItems:t.optionalNumber("minItems"),
maxItems:t.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:t,maxItems:r})=>({type:"array",...tt({minItems:t,maxItems:r}),items:{}}),check(t,r){
let{minItems:a,maxItems:n}=t;return a===void 0&&n===void 0?ms._`${Ye("typed",t,r,ms._`"array"`)})`:ms._`${Ye("list",t,r,ms._`${a??0}`,n===void 0?ms._`Infinity`:
ms._`${n}`)})`},facts:({minItems:t,maxItems:r})=>({type:"array",...tt({minItems:t,maxItems:r})}),phrase({minItems:t,maxItems:r}){let a=Pn({minimum:t,maximum:r});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:t=0})=>Array.from({length:t},()=>({})),cases:({minItems:t=0,maxItems:r})=>[...it(["text",1,{length:1}]),...t===0?[je("empty",[])]:[Me("min-items-under",
Ba(t-1),"min-items")],...t<=3&&(r??3)>=3?[je("items",Ba(3))]:[],...r===void 0?[]:[je("max-items-at",Ba(r)),Me("max-items-over",Ba(r+1),"max-items")]],sample:({minItems:t,
maxItems:r},a)=>Ba(yr(a,t,r))};function Ba(t){return Array.from({length:t},(r,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var od=vt(qt(),1);var bu={read:(t,r)=>({kind:"boolean",...r,...at("default",t.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(t,r)=>od._`${Ye("\
typed",t,r,od._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:t=>t.default??!0,cases:()=>[...it([
"true",1,0,[]]),je("true",!0),je("false",!1)],sample:(t,r)=>r.below(2)===1};var Ya=vt(qt(),1);var Za=vt(qt(),1),wu=vt(Ls(),1);function Ut(t){return(0,Za.stringify)(t)}function vu(t){return(0,Za.stringify)(t)}function Wr(t,r=""){let a=t.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Za._`${(0,wu.regexpCode)(new RegExp(a,r))}`}function Ga({type:t,enum:r}){if(!Array.isArray(t))return typeof t=="string"?t:void 0;let[a,...n]=t.filter(i=>i!=="null");return typeof a=="string"&&(n.length===
0||r!==void 0)?a:void 0}function oi({type:t}){return Array.isArray(t)&&t.includes("null")}function ku({nullable:t},r){return t?`${r} | null`:r}function Pu({nullable:t},r){
if(t!==!0)return r;let{type:a,enum:n,anyOf:i,oneOf:o}=r,e=i??o;return a===void 0&&Array.isArray(e)?{...r,[i===void 0?"oneOf":"anyOf"]:[...e,{type:"null"}]}:{...r,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function $u({nullable:t},{en:r,zh:a}){return t?{en:`${r}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:r,zh:a}}function Su({nullable:t},r){return t?[je("null",null),
...r]:r}function pi({nullable:t},r,a,n){return t?[]:[{about:r,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Qa=vt(qt(),1);function di(t,r){if(t.has("x-options"))return t.objects("x-options").map(a=>({value:r(a.raw("value"),"x-options"),...tt({label:a.has("label")?c0(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?m0(a.object("x-deprecated"),r):void 0})}))}function c0(t){let r=Object.keys(t.value).map(a=>[a,t.text(a)]);return{...Object.
fromEntries(r),en:t.text("en")}}function m0(t,r){return{since:t.text("since"),...tt({until:t.optionalText("until"),replacedBy:t.has("replacedBy")?r(t.raw("repla\
cedBy"),"x-options"):void 0}),source:t.source()}}function Xa(t){return t.map(({deprecated:r,...a})=>{if(r===void 0)return a;let{source:n,...i}=r;return{...a,deprecated:i}})}
function ci({options:t=[]},r,{constant:a}){let n=Xa(t).flatMap(({value:i,deprecated:o})=>o===void 0?[]:[[i,{...o}]]);return n.length===0?Qa._``:Qa._`
${new Qa.Name("deprecatedValue")}(${nr}, ${r.pointer}, ${r.value}, ${a(Ut(n))})`}function _u(t){return"options"in t?t.options??[]:[]}function mi({options:t=[]},r){
return t.some(a=>a.value===r&&a.deprecated!==void 0)}var xu={string:t=>typeof t=="string",integer:t=>Number.isInteger(t),number:t=>typeof t=="number",boolean:t=>typeof t=="boolean"},qu={read(t,r){if(t.has("const"))
return{kind:"enum",...r,type:"string",values:[t.text("const")]};let a=l0(t),[n="mixed",...i]=a,o=i.length===0&&n!=="boolean"?n:"mixed",e=(s,c)=>u0(s)&&a.some(f=>xu[f](
s))?s:t.refuse(c,`${a.join("s or ")}s`);return t.list("enum").includes(null)!==oi(t.value)&&t.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...r,type:o,values:t.list("enum").flatMap(s=>s===null?[]:[e(s,"enum")]),...t.has("default")?{default:e(t.raw("default"),"default")}:{},...at("u\
nit",g0(t)),...at("options",di(t,e))}},type:({values:t})=>`(${t.map(r=>JSON.stringify(r)).join(" | ")})`,schema:({type:t,values:r})=>({type:t==="mixed"?f0(r):t,
enum:[...r]}),check(t,r,a){let n=a.constant(Ut(t.values)),i=t.type==="mixed"?Ya._`${Ye("mixedChoice",t,r,n)})`:Ya._`${Ye("choice",t,r,Ya._`${t.type}`,n)})`;return Ya._`${i}${ci(
t,r,a)}`},facts:({type:t,values:r,unit:a,options:n})=>({type:t,allowed:r,...at("unit",a),...at("options",n&&Xa(n))}),phrase({values:t,unit:r}){let a=wa(t),n=r===
void 0?"":` ${r}`;return{en:a.en+n,zh:a.zh+n}},example(t){let{default:r,values:a}=t;return r??a.find(n=>!mi(t,n))??a[0]??""},cases:t=>[...h0(t),...t.values.map(
r=>je(`offers-${r}`,r)),...b0(t.values)],sample:({values:t},r)=>t[r.below(t.length)]??""};function l0(t){let r=t.raw("type"),a=(Array.isArray(r)?r:[r]).filter(i=>i!==
"null"),n=a.filter(i=>typeof i=="string"&&Object.hasOwn(xu,i));return(n.length<a.length||n.length===0)&&t.refuse("type","string, integer, number or boolean, or \
a list of these"),n}function u0(t){return typeof t=="string"||typeof t=="number"||typeof t=="boolean"}function h0({type:t,values:r}){return t==="mixed"?y0(r):it(
t==="string"?[7,!0,[r[0]??""]]:t==="integer"?["5",5.5,!0]:["5",!0,[5]])}function f0(t){let r=t.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),
a=[...new Set(r)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function y0(t){let r=new Set(t);return[...t.map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!r.has(n)).map(n=>Me(`as-${typeof n}-${n}`,n,"enum")),Me("type-array",[t[0]??""],"enum"),Me("type-object",{},"enum"),...[!0,!1].
filter(n=>!r.has(n)).map(n=>Me(`type-${n}`,n,"enum"))]}function g0(t){return t.optionalText("x-unit")}function b0(t){let r=new Set(t),a=(o,e)=>r.has(e)?[]:[Me(o,
e,"enum")],n=t.filter(o=>typeof o=="number"),i=t.filter(o=>typeof o=="string");return[...i.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...i.
flatMap(o=>[o.toUpperCase(),o.toLowerCase()].filter(e=>e!==o).flatMap(e=>a(`case-${e}`,e))),...i.slice(0,1).flatMap(o=>a("padded",` ${o}`)),...n.length>0?[...a(
"under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Jt=vt(qt(),1);function li(t){return tt({minimum:t.optionalNumber("minimum"),maximum:t.optionalNumber("maximum"),exclusiveMinimum:t.optionalNumber("exclusiveMinimum"),exclusiveMaximum:t.
optionalNumber("exclusiveMaximum"),multipleOf:t.optionalNumber("multipleOf"),default:t.optionalNumber("default"),unit:t.optionalText("x-unit")})}function ui({kind:t,
minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,multipleOf:o}){let e=o!==void 0&&w0(o)?o:void 0;return{type:t,...tt({minimum:r,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:i,multipleOf:e})}}function w0(t){return Number.isInteger(t*2**20)}function hi({kind:t,minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,
multipleOf:o,unit:e}){return{type:t,...tt({minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,multipleOf:o,unit:e})}}function fi(t,r,{constant:a}){let{kind:n,
minimum:i,maximum:o,exclusiveMinimum:e,exclusiveMaximum:s,multipleOf:c}=t,f=i===void 0?Jt._`-Infinity`:Jt._`${i}`,u=o===void 0?Jt._`Infinity`:Jt._`${o}`;if(n===
"integer"&&e===void 0&&s===void 0&&c===void 0)return Jt._`${Ye("integer",t,r,f,u)})`;let g=e===void 0?Jt._`-Infinity`:Jt._`${e}`,x=s===void 0?Jt._`Infinity`:Jt._`${s}`;
return Jt._`${Ye("numeric",t,r,Jt._`${n}`,a(Jt._`[${f}, ${u}, ${g}, ${x}, ${c??0}]`))})`}function Ys({kind:t,...r}){if(r.default!==void 0)return r.default;let a=r.
multipleOf??(t==="integer"?1:.5);if(r.minimum!==void 0)return pd(r.minimum,a);if(r.exclusiveMinimum!==void 0)return v0(r.exclusiveMinimum,r,a);let n=r.maximum??
r.exclusiveMaximum;return n===void 0||n>0?0:r.maximum??ir(n-a)}function v0(t,{maximum:r,exclusiveMaximum:a,multipleOf:n},i){let o=r??a,e=n===void 0?ir(t+i):pd(ir(
t+n/2),n);return o===void 0||e<o||e===r?e:ir((t+o)/2)}function pd(t,r){return Math.abs(t/r-Math.round(t/r))<1e-9?t:ir(Math.ceil(t/r)*r)}function ir(t){return Number(
t.toFixed(9))}function yi(t){let{kind:r,minimum:a,maximum:n,exclusiveMinimum:i,exclusiveMaximum:o,multipleOf:e}=t,s=e??1,c=O=>e===void 0||Number.isInteger(Number(
(O/e).toFixed(9))),f=(O,L)=>c(L)?[je(O,L)]:[],u=a!==void 0?[...f("minimum-at",a),Me("minimum-under",ir(a-s),"minimum")]:i!==void 0?[Me("exclusive-minimum-at",i,
"minimum"),Me("exclusive-minimum-under",ir(i-s),"minimum")]:[je("negative",-s),je("zero",0)],g=n!==void 0?[...f("maximum-at",n),Me("maximum-over",ir(n+s),"maxim\
um")]:o!==void 0?[Me("exclusive-maximum-at",o,"maximum"),Me("exclusive-maximum-over",ir(o+s),"maximum")]:e===void 0?[je("large",2147483648)]:[],x=Ys(t),j=ir(x+(e??
0)/(r==="integer"?e??1:2)),R=j<=(n??1/0)&&j<(o??1/0)&&!c(j);return[...u,...g,...e!==void 0&&R?[Me("off-step",j,"multiple-of")]:[]]}function gi(t,r){let{kind:a,minimum:n,
maximum:i,exclusiveMinimum:o,exclusiveMaximum:e}=t,s=t.multipleOf??(a==="integer"?1:.25),c=i??e,f=n??o??(c===void 0?0:c-100*s),u=pd(f,s)+(o===void 0?0:s),g=c===
void 0?100:Math.floor((c-u)/s+1e-9)+(e===void 0?1:0);return g<1?Ys(t):ir(u+s*r.below(g))}var Ou={read:(t,r)=>({kind:"integer",...r,...li(t)}),type:()=>"number",schema:ui,check:fi,facts:hi,phrase(t){let r=$n(t,t.unit),{multipleOf:a}=t;return a===void 0?
{en:`an integer${r.en}`,zh:`${r.zh}\u6574\u6570`}:{en:`an integer${r.en}, a multiple of ${a}`,zh:`${r.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Ys,
cases:t=>[...it(["5",!0,[5],5.5]),...yi(t)],sample:gi};var Gt=vt(qt(),1);function ju(t,r){return{read:r,type:({items:a})=>`Array<${t.type(a)}>`,schema:({items:a,minItems:n,maxItems:i,uniqueItems:o})=>({type:"array",...tt({minItems:n,
maxItems:i,uniqueItems:o}),items:t.schema(a)}),check(a,n,i){let{items:o,minItems:e=0,maxItems:s,uniqueItems:c}=a,f=new Gt.Name(`index${n.depth}`),u=s===void 0?Gt._`Infinity`:
Gt._`${s}`,g=i.nested(o,{pointer:Gt._`${n.pointer} + "/" + ${f}`,value:Gt._`${n.value}[${f}]`,depth:n.depth+1}),x=c?Gt._`
${new Gt.Name("uniqueItems")}(${nr}, ${n.pointer}, ${n.value})`:Gt._``;return Gt._`if (${Ye("list",a,n,Gt._`${e}`,u)})) {
for (let ${f} = 0; ${f} < ${n.value}.length && ${f} < ${u}; ${f}++) {
${g}
}${x}
}`},facts:({items:a,minItems:n,maxItems:i,uniqueItems:o})=>({type:"array",...tt({minItems:n,maxItems:i,uniqueItems:o}),items:a}),phrase({items:a,minItems:n=0,maxItems:i,
uniqueItems:o}){let e=Mr(n,i,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[c,f]=o?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${e.
en}${c}, each ${s.en}`,zh:lr("\u542B",f,e.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:i},o)=>Au(
t,a,Math.max(1,n),i===!0,o),cases:a=>[...it(["text",7,{0:"text"}]),...k0(t,a)],sample({items:a,minItems:n,maxItems:i,uniqueItems:o},e){let s=Array.from({length:yr(
e,n,i)},()=>t.sample(a,e));return o?[...new Map(s.map(c=>[JSON.stringify(c),c])).values()]:s}}}function k0(t,{items:r,minItems:a=0,maxItems:n,uniqueItems:i}){let o=i===
!0,e=u=>Au(t,r,u,o,"video"),s=Math.max(1,a),c=e(s),f=t.cases(r).filter(({value:u})=>u!==void 0).map(({about:u,value:g,findings:x})=>({about:`item-${u}`,value:c.
map((j,R)=>R===s-1&&g!==void 0?g:j),findings:x.map(j=>({...j,path:`/${s-1}${j.path??""}`}))}));return[...a===0?[je("empty",[])]:[Me("min-items-under",e(a-1),"mi\
n-items")],...e(s).length===s?[je("min-items-at",c)]:[],...n===void 0?[]:[...e(n).length===n?[je("max-items-at",e(n))]:[],...e(n+1).length>n?[Me("max-items-over",
e(n+1),"max-items")]:[]],...o&&(n??2)>=s+1&&s===1?[Me("repeated-item",[...c,...c],"unique-items","/1")]:[],...f.filter(({value:u})=>!o||new Set(u.map(g=>JSON.stringify(
g))).size===s)]}function Au(t,r,a,n,i){let o=t.example(r,i);if(!n)return Array.from({length:a},()=>o);let e=new Map([[JSON.stringify(o),o]]);for(let{value:s,findings:c}of t.
cases(r))c.length===0&&s!==void 0&&e.set(JSON.stringify(s),s);return[...e.values()].slice(0,a)}var gr=vt(qt(),1);function Tu(t,r){return{read:r,type:({values:a})=>`{ [name: string]: ${t.type(a)} }`,schema:({values:a,names:n,minProperties:i,maxProperties:o})=>({type:"object",
...tt({minProperties:i,maxProperties:o}),...n===void 0?{}:{propertyNames:{pattern:n.pattern}},additionalProperties:t.schema(a)}),check(a,n,i){let{values:o,names:e,
minProperties:s=0,maxProperties:c}=a,[f,u]=[new gr.Name(`place${n.depth}`),new gr.Name(`entry${n.depth}`)],g=c===void 0?gr._`Infinity`:gr._`${c}`,x=e===void 0?[]:
[i.constant(Wr(e.pattern)),gr._`${e.examples[0]}`];return gr._`for (const [${f}, ${u}] of ${Ye("entriesOf",a,n,gr._`${s}`,g,...x)})) {
${i.nested(o,{pointer:gr._`${f}`,value:u,depth:n.depth+1})}
}`},facts:({values:a,minProperties:n,maxProperties:i})=>({type:"object",...tt({minItems:n,maxItems:i}),items:a}),phrase({values:a,names:n,minProperties:i=0,maxProperties:o}){
let{en:e,zh:s}=a.phrase,c=Mr(i,o,{en:"member",zh:"\u6210\u5458"}),f=n===void 0?void 0:JSON.stringify(n.examples[0]);return{en:`an object of ${c.en} with names${f===
void 0?"":` such as ${f}`}, each ${e}`,zh:lr("\u542B",c.zh,`\u7684\u5BF9\u8C61\uFF0C${f===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${f}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(a,n)=>dd(a,t.example(a.values,n),Math.max(1,a.minProperties??0)),cases:a=>[...it(["text",7,[]]),...P0(t,a),...$0(t,a)],sample:(a,n)=>Object.
fromEntries(Array.from({length:yr(n,a.minProperties,a.maxProperties)},(i,o)=>[a.names===void 0?`name ${o+1}`:n.matching(a.names.pattern),t.sample(a.values,n)]))}}
function dd({names:t},r,a){let n=t?.examples??Array.from({length:a},(i,o)=>`name ${o+1}`);return Object.fromEntries(n.slice(0,a).map(i=>[i,r]))}function P0(t,r){
let{minProperties:a=0,maxProperties:n,values:i}=r,o=e=>{let s=dd(r,t.example(i,"video"),e);return Object.keys(s).length===e?[s]:[]};return[...o(a).map(e=>je("mi\
n-members-at",e)),...a===0?[]:o(a-1).map(e=>Me("min-members-under",e,"min-items")),...n===void 0?[]:[...o(n).map(e=>je("max-members-at",e)),...o(n+1).map(e=>Me(
"max-members-over",e,"max-items"))]]}function $0(t,r){let{values:a,names:n,minProperties:i=0}=r,o=n?.examples[0]??"a/b~c",e=`/${o.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=t.example(a,"video"),{[o]:c,...f}=dd(r,s,Math.max(1,i)),u=Object.fromEntries(Object.entries(f).slice(0,Math.max(0,i-1))),g=n===void 0?void 0:new RegExp(
n.pattern);return[je("name",{...u,[o]:s}),...["",`${o}\0`,` ${o}`,"no such form!?"].flatMap((x,j)=>g===void 0||g.test(x)?[]:[Me(`name-bad-${j+1}`,{...u,[x]:s},"\
property-name",`/${x}`)]),...a.nullable?[]:[Me("value-null",{...u,[o]:null},"null",e)],...t.cases(a).flatMap(({about:x,value:j,findings:R})=>j===void 0?[]:[{about:`\
value-${x}`,value:{...u,[o]:j},findings:R.map(O=>({...O,path:`${e}${O.path??""}`}))}])]}var Qt=vt(qt(),1);var Nu=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Ru=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],cd="data:image/png;base64,iVBORw0KGgo=";function md(t,r,a){return`https://example.com/${t.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${r}`}var Lu={read:S0,type:({single:t})=>t?"string | F":"(string | F)[]",schema({single:t,minItems:r,maxItems:a,pattern:n}){let i={type:"string",pattern:n};return t?i:
{type:"array",...r>0?{minItems:r}:{},maxItems:a,items:i}},check(t,r,{constant:a}){let{single:n,minItems:i,maxItems:o,pattern:e,accepts:s}=t,c=a(Wr(_0(e))),f=a(Ut(
s)),u=s.includes("data"),g=u?Qt._`${new Qt.Name("withBase64")}(${c})`:c;if(n){let j=Qt._`${Ye("mediaReference",t,r,g,f)})`;return u?Qt._`${j}
${new Qt.Name("base64Reference")}(${nr}, ${r.pointer}, ${r.value}, ${g})`:j}let x=Qt._`${Ye("media",t,r,Qt._`${i}`,Qt._`${o}`,g,f)})`;return u?Qt._`${x}
${new Qt.Name("base64")}(${nr}, ${r.pointer}, ${r.value}, ${o}, ${g})`:x},facts:({single:t,media:r,minItems:a,maxItems:n,accepts:i,contradicted:o})=>({type:t?"s\
tring":"array",media:r,accepts:i,...tt({contradicted:o}),...t?{}:{minItems:a,maxItems:n}}),phrase(t){let{single:r,minItems:a,maxItems:n,mediaName:i,accepts:o}=t,
e=x0(o);if(r)return{en:`${q0(i.en)} ${i.en} (${e.en})`,zh:`1 \u4E2A${i.zh}\uFF08${e.zh}\uFF09`};let s=Mr(a,n,i);return{en:`an array of ${s.en} (${e.en})`,zh:lr(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${e.zh}\uFF09`)}},example({name:t,extension:r,single:a,minItems:n}){let i=o=>md(t,r,o);return a?i(0):Array.from({length:Math.
max(1,n)},(o,e)=>i(e))},cases(t,r){let a=r.some(n=>n.kind==="media"&&n.pattern===t.pattern);return t.single?[...it([7,!0,["https://example.com/one.png"]]),...j0(
t,a)]:[...it(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...O0(t),...A0(t,a)]},sample:({single:t,minItems:r,maxItems:a,pattern:n},i)=>t?
i.matching(n):Array.from({length:yr(i,r,a)},()=>i.matching(n))};function Iu(t,r){return t.texts(r).map(a=>a==="url"||a==="asset"||a==="data"?a:t.refuse(r,"url, \
asset or data"))}function S0(t,r,a){let n=t.object("x-media"),i=n.text("type"),{name:o,extension:e}=a.get(i)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Ga(t.value)==="string",c=s?t:t.object("items");return s||c.ignore("type","description","x-source"),{kind:"media",...r,media:i,mediaName:o,extension:e,...s?{single:s}:
{},minItems:s?1:t.optionalNumber("minItems")??0,maxItems:s?1:t.number("maxItems"),accepts:Iu(c,"x-accepts"),...n.has("contradicted")?{contradicted:Iu(n,"contrad\
icted")}:{},pattern:c.text("pattern"),limits:n.objects("limits").map(Ac)}}var Eu="\\x00-\\x20\\x7F-\\xA0";function _0(t){return t.replaceAll(Eu,`${Eu}\\s`)}function x0(t){
return t.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function q0(t){return/^[aeiou]/i.test(t)?"an":"a"}function ls({name:t,extension:r},a){return Array.from({length:a},(n,i)=>md(t,r,i))}function O0(t){
let{minItems:r,maxItems:a}=t;return[...r>0?[Me("min-items-under",ls(t,r-1),"min-items")]:[],je("min-items-at",ls(t,r)),je("max-items-at",ls(t,a)),Me("max-items-\
over",ls(t,a+1),"max-items"),Me("max-items-over-bad-item",[...ls(t,a),"nowhere"],"max-items")]}function Mu({accepts:t},r,a){return[...Nu.slice(0,r?1:void 0).map(
(n,i)=>a(`url-good-${i+1}`,n)),...Ru.slice(0,r?2:void 0).map((n,i)=>a(`url-bad-${i+1}`,n,"media-reference")),t.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),t.includes(
"data")?a("base64",cd,"media-base64","advice"):a("base64",cd,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function j0(t,r){return Mu(
t,r,(a,n,i,o="error")=>({about:a,value:n,findings:i===void 0?[]:[{rule:i,severity:o}]}))}function A0(t,r){let a=Math.max(1,t.minItems),n=(o,e,s,c="error")=>({about:o,
value:ls(t,a).map((f,u)=>u===a-1?e:f),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:c}]}),i=t.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...ls(t,Math.max(0,t.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Mu(t,r,n),...i]}var Fu={read:(t,r)=>({kind:"number",...r,...li(t)}),type:()=>"number",schema:ui,check:fi,facts:hi,phrase(t){let r=$n(t,t.unit),{multipleOf:a}=t;return a===void 0?
{en:`a number${r.en}`,zh:`${r.zh}\u6570`}:{en:`a number${r.en}, in steps of ${a}`,zh:`${r.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Ys,cases:t=>[...it(["0.5",
!0,[.5]]),...yi(t)],sample:gi};var jr=vt(qt(),1);function Vu(t){return t.item===void 0?t.section:`${t.section}, ${typeof t.item=="number"?`item ${t.item}`:t.item}`}var bi=vt(qt(),1);function wi(t){return t.kind==="string"&&t.list!==void 0}var vi={read(t,r){let a=t.object("x-value-list"),n={name:a.text("name"),date:a.text("date"),values:a.texts(
"values"),source:a.source()},i=(o,e)=>typeof o=="string"?o:t.refuse(e,"strings");return{kind:"string",...r,minLength:1,...at("default",t.optionalText("default")),
list:n,...at("options",di(t,i))}},type:({list:t})=>`(${t.values.map(r=>JSON.stringify(r)).join(" | ")} | (string & {}))`,schema:({list:t})=>({type:"string",minLength:1,
examples:[...t.values]}),check:(t,r,a)=>bi._`${T0(t,r,a)}${ci(t,r,a)}`,facts:({list:{source:t,...r},options:a})=>({type:"string",minLength:1,list:r,...at("optio\
ns",a&&Xa(a))}),phrase({list:{values:t,date:r}}){let a=JSON.stringify(t[0]),[n,i]=t.length===1?["1 value was","1 \u4E2A\u503C"]:[`${t.length} values were`,`${t.
length} \u4E2A\u503C`];return{en:`a value of a list that grows, such as ${a} (${n} known on ${r})`,zh:`\u53D6\u81EA\u4F1A\u589E\u52A0\u7684\u5217\u8868\uFF0C\u4F8B\u5982 ${a}\
\uFF08${r} \u65F6\u5DF2\u77E5 ${i}\uFF09`}},example:N0,cases:t=>[...it([7,!0,["a"]]),Me("empty","","min-length"),...t.list.values.slice(0,2).map(r=>je(`known-${r}`,
r)),je("unlisted",zu(t))],sample:(t,r)=>r.below(8)===0?zu(t):t.list.values[r.below(t.list.values.length)]??""};function T0(t,r,{constant:a}){let{values:n,date:i}=t.
list;return bi._`${Ye("listedValue",t,r,a(Ut(n)),bi._`${i}`)})`}function N0(t){let{default:r,list:a}=t;return r??a.values.find(n=>!mi(t,n))??a.values[0]??""}function zu({
list:t}){let r=`${t.values[0]??""}-new`;return t.values.includes(r)?`${r}-${t.values.length}`:r}function ld({since:t,until:r,replacedBy:a}){return[`Since ${t}.`,...r===void 0?[]:[`Retired on ${r}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Uu(t){
let r=[...ea("at least",t.minimum,""),...ea("at most",t.maximum,""),...ea("at least",t.minLength," characters"),...ea("at most",t.maxLength," characters"),...ea(
"at least",t.minItems," items"),...ea("at most",t.maxItems," items"),...t.values===void 0?[]:[`only ${t.values.join(", ")}`]];return`From ${t.from}: ${r.join(",\
 ")}.`}function ea(t,r,a){return r===void 0?[]:[`${t} ${r}${a}`]}function Ju(t){if(!wi(t))return"";let{date:r,values:a}=t.list,n=a.length===1?"1 value":`${a.length}\
 values`;return`Known on ${r}: ${n}; others may have been added since.`}function ki(t){return _u(t).map(({value:r,label:a,deprecated:n})=>{let i=[...a===void 0?
[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${ld(n)}`]];return`${JSON.stringify(r)}: ${i.join(" ")}`})}function Du(t){return R0(t,"")}function R0(t,r){let a=t.phrase.en;return[...[t.description,t.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...ki(
t),Sn(t)?.en??"","default"in t&&t.default!==void 0?`Default: ${JSON.stringify(t.default)}${r}.`:"",...(t.upcoming??[]).map(Uu),...t.notes.map(i=>i.text)].filter(
i=>i!==""),`Source: ${Vu(t.source)}.`,...I0(t.deprecated)].join(`
`)}function I0(t){return t===void 0?[]:[`@deprecated ${ld(t)}`]}function Cu(t,r=""){let a=t.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${r}/** ${a[0]} */
`:`${r}/**
${a.map(n=>`${r} * ${n}`.trimEnd()).join(`
`)}
${r} */
`}function Wu(t){return/^[A-Za-z_$][\w$]*$/.test(t)?t:JSON.stringify(t)}function Hu(t){return`{
${t.map(E0).join("")}}`}function E0({name:t,doc:r,optional:a,type:n}){return`${r===void 0?"":Cu(r,"  ")}  ${t}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function Pi(t){let{unit:r}=t,a=[t.description,r===void 0?"":`Unit: ${r}.`,Ju(t),...ki(t),Sn(t)?.en??""].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Ku(t,r){return{read:r,type:({members:a})=>a.length===0?"{ [member: string]: never }":Hu(a.map(n=>({name:Wu(n.name),doc:Du(n),optional:!n.required,type:t.
type(n)}))),schema({members:a}){let n=a.filter(o=>o.required).map(o=>o.name),i={};for(let o of a)i[o.name]={...t.schema(o),...Pi(o),..."default"in o&&o.default!==
void 0?{default:o.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:i,additionalProperties:!1}},check(a,n,i){let o=i.constant(Ut(a.members.
map(s=>s.name))),e=a.members.map(s=>{let c=new jr.Name(`member${n.depth}`),f=i.nested(s,{pointer:jr._`${n.pointer} + ${`/${s.name}`}`,value:c,depth:n.depth+1});
return jr._`{
const ${c} = ${new jr.Name("own")}(${n.value}, ${s.name})
${f}
}`});return jr._`if (${Ye("object",a,n,o)})) {
${e.reduce((s,c)=>jr._`${s}
${c}`,jr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:i}=ud(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${i}`}},
example:(a,n)=>Bu(a,t,n),cases:a=>[...it(["text",7,[]]),...L0(a,t)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:i})=>i||n.below(2)===1).map(i=>[
i.name,t.sample(i,n)]))}}function ud(t){let r=t.map(({name:a,required:n,phrase:{en:i,zh:o}})=>n?{en:`${a} (required: ${i})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${o}\
\uFF09`}:{en:`${a} (${i})`,zh:`${a}\uFF08${o}\uFF09`});return{en:r.map(({en:a})=>a).join(", "),zh:r.map(({zh:a})=>a).join("\u3001")}}function Bu({members:t},r,a){
let n=t.filter(o=>o.required),i=n.length>0?n:t.slice(0,1);return Object.fromEntries(i.map(o=>[o.name,r.example(o,a)]))}function L0(t,r){let a=Bu(t,r,"video"),n=new Set(
t.members.map(o=>o.name)),i=t.members.flatMap(o=>{let{[o.name]:e,...s}=a;return[{about:`${o.name}-missing`,value:s,findings:o.required?[{rule:"required",path:`/${o.
name}`}]:[]},...pi(o,`${o.name}-null`,{...s,[o.name]:null},`/${o.name}`),...r.cases(o).flatMap(({about:c,value:f,findings:u})=>f===void 0?[]:[{about:`${o.name}-${c}`,
value:{...s,[o.name]:f},findings:u.map(g=>({...g,path:`/${o.name}${g.path??""}`}))}])]});return[je("members",a),...n.has("no_such_member")?[]:[Me("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Me("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...i]}var Hr=vt(qt(),1);var or=vt(qt(),1);var Zu="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Gu="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",us={date:{
pattern:`^${Zu}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${Gu}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Zu}T${Gu}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var M0=Object.keys(us);function $i(t){let r=t.has("format")?t.oneOf("format",M0):void 0,a=t.has("examples")?t.texts("examples"):void 0;return r===void 0&&t.has(
"pattern")&&a===void 0&&t.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),tt({maxLength:t.optionalNumber("maxLength"),
pattern:r===void 0?t.optionalText("pattern"):us[r].pattern,format:r,default:t.optionalText("default"),examples:a??(r===void 0?void 0:us[r].valid)})}function Si({
minLength:t,maxLength:r,format:a,pattern:n,examples:i}){let o=a!==void 0&&us[a].isOurs===!0?void 0:a;return{type:"string",...tt({minLength:t,maxLength:r,format:o,
pattern:n,examples:i})}}function _i({minLength:t,maxLength:r,format:a,pattern:n,examples:i}){return{type:"string",...tt({minLength:t,maxLength:r,format:a,...a===
void 0?{pattern:n}:{},examples:i})}}function xi(t,r,{constant:a}){let{minLength:n,maxLength:i,pattern:o,format:e,examples:s}=t,c=or._`${n??0}`,f=i===void 0?or._`Infinity`:
or._`${i}`;if(o!==void 0){let u=e===void 0?or._`"pattern"`:or._`"format"`,g=e===void 0?{example:t.default??s?.[0]??null}:{format:e};return or._`${Ye("patterned",
t,r,c,f,a(Wr(o)),u,a(vu(g)))})`}return n===1&&i===void 0?or._`${Ye("nonEmpty",t,r)})`:n===void 0&&i===void 0?or._`${Ye("typed",t,r,or._`"string"`)})`:or._`${Ye(
"text",t,r,c,f)})`}function qi({minLength:t=0,maxLength:r,format:a,pattern:n,examples:i}){let e=Mr(t,r,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:f,
zh:u}=us[a].name;return t>0||r!==void 0?{en:`${f}, of ${e.en}`,zh:`${u}\uFF0C${e.zh}`}:{en:f,zh:u}}let s=r!==void 0?{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`}:
t===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:t===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`},
[c]=i??[];return n===void 0||c===void 0?s:{en:`${s.en} such as ${JSON.stringify(c)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(c)}`}}function Oi({default:t,
examples:r,minLength:a=0,maxLength:n},i){if(t!==void 0)return t;let[o]=r??[];return o!==void 0?o:i.padEnd(a,".").slice(0,n)}function ji({format:t,pattern:r,examples:a=[],
minLength:n=0,maxLength:i=1/0}){if(r===void 0)return[];let o=new RegExp(r),[e=""]=a,c=(t===void 0?[`${e}\0`,` ${e}`,`${e}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:us[t].invalid).filter(u=>!o.test(u)&&[...u].length>=n&&[...u].length<=i),f=t===void 0?"pattern":"format";return[...a.map((u,g)=>je(`${f}-good-${g+1}`,u)),
...c.map((u,g)=>Me(`${f}-bad-${g+1}`,u,f))]}function Ai({minLength:t=0,maxLength:r,pattern:a}){let n=new RegExp(a??""),i=({value:c})=>typeof c=="string"&&n.test(
c),o=t>0?[Me("min-length-under","a".repeat(t-1),"min-length")]:[],e=r===void 0?[]:["a","\u5B57"].map(c=>Me(`max-length-over-${c==="a"?"latin":"han"}`,c.repeat(r+
1),"max-length")),s=[...t>0?[je("min-length-at","a".repeat(t)),je("min-length-astral","\u{1F600}".repeat(t)),je("space"," ".repeat(t))]:[],...r===void 0?[]:[je(
"max-length-at","a".repeat(r)),je("max-length-astral","\u{1F600}".repeat(r))]].filter(i);return[...o,...s,...e]}var Qu=()=>it([7,!0,["a"]]);function Xu(t){return at(
"minLength",t.optionalNumber("minLength"))}function Ti({pattern:t,minLength:r,maxLength:a},n){return t===void 0?n.text(yr(n,r,a)):n.matching(t)}var F0={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function eh(t){return F0[t].
en}var th={read:(t,r)=>({kind:"prompt",...r,minLength:t.optionalNumber("minLength")??0,...$i(t),limits:t.objects("x-prompt-limits").map(V0),tokens:t.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:Si,
check:(t,r,a)=>[xi(t,r,a),...z0(t,r,a),...J0(t,r,a)].reduce((n,i)=>Hr._`${n}
${i}`),facts:t=>({..._i(t),...t.tokens.length>0?{tokens:t.tokens.map(({prefix:r,parameter:a,from:n,to:i})=>({prefix:r,parameter:a,from:n,to:i}))}:{}}),phrase:qi,
example:(t,r)=>Oi(t,eh(r)),cases:t=>[...it([7,!0,["a"],{text:"a"}]),...Ai(t),...ji(t),...D0(t.limits),...C0(t.tokens)],sample:Ti};function V0(t){return{rule:t.text(
"rule"),severity:t.severity(),count:t.oneOf("count",["code-points","han","non-han","words"]),max:t.number("max"),...at("onlyWithHan",t.optionalFlag("onlyWithHan")),
source:t.source()}}function z0({limits:t},{pointer:r,value:a},{constant:n,text:i}){if(t.length===0)return[];let o=t.map(({rule:u,count:g,max:x,severity:j,onlyWithHan:R})=>[
u,g,x,j==="error"?1:0,R===!0?1:0]),e=Math.min(...t.map(u=>u.max)),s=t.some(u=>u.count==="words"),c=(u,g=!0)=>n(Ut(g?U0(u):[])),f=Hr._`${c(i.han)}, ${c(i.latin,s)}, ${c(
i.space,s)}`;return[Hr._`if (typeof ${a} === "string" && ${a}.length > ${e}) ${new Hr.Name("promptLimits")}(${nr}, ${r}, ${a}, ${n(Ut(o))}, ${f})`]}function U0(t){
let r=t.flatMap(([a,n])=>[a,n+1]);return r.map((a,n)=>a-(r[n-1]??0))}function J0({tokens:t},{pointer:r,value:a},{variable:n}){return t.map(({prefix:i,parameter:o,
from:e,to:s})=>{let c=Wr(`${i.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Hr._`if (typeof ${a} === "string") ${new Hr.Name("promptTokens")}(${nr}, ${r}, ${a}, ${c}, ${o}, ${e}, ${s}, ${n(
o)})`})}function D0(t){return[...t.flatMap(({rule:r,count:a,max:n})=>[n,n+1].flatMap(i=>Object.entries(Yu(a,i)).map(([o,e])=>je(`${r}-${a}-${i===n?"at":"over"}${o}`,
e)))),...t.length>1?[je("every-limit-over",t.map(({count:r,max:a})=>Yu(r,a+1)[""]).join(" "))]:[]]}function C0(t){return t.flatMap(({prefix:r,parameter:a,to:n})=>[
0,1,2].flatMap(i=>[1,2,3,n+1].map(o=>({about:`token-${a}-${i}-attached-names-${o}`,value:`Show ${r}1 and ${r}${o}, then ${r}${o} again, ${r} alone`,findings:[],
beside:{[a]:Array.from({length:i},(e,s)=>`https://example.com/${s+1}`)}}))))}function Yu(t,r){let a=Math.min(10,r-1);switch(t){case"han":return{"":"\u8239".repeat(
r),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(r-a)} and a boat`};case"words":return{"":Array.from({length:r},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(r)}`};case"non-han":return{"":"x".repeat(r),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a)}`};default:return{"":"x".repeat(r),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a-1)}`}}}var rh={read(t,r,a){return t.has("x-value-list")?vi.read(t,r,a):{kind:"string",...r,...Xu(t),...$i(t),...at("values",t.unknown("x-values"))}},type:()=>"string",
schema:Si,check:xi,facts:_i,phrase(t){let r=qi(t);return t.values===void 0?r:{en:`${r.en}; which values it takes is not shown`,zh:`${r.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},
example:t=>Oi(t,t.values===void 0?"text":"1024x1024"),cases:t=>[...Qu(),...t.pattern===void 0&&t.maxLength===void 0?[je("any-text","anything")]:[],...t.pattern===
void 0&&(t.minLength??0)===0?[je("empty","")]:[],...Ai(t),...ji(t)],sample:Ti};var Kr=vt(qt(),1);function sh(t,r){return{read:r,type:({variants:a})=>`(${a.map(n=>t.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(i=>W0(t,a,i))}),check(a,n,i){
let{tag:o,variants:e}=a,s=new Kr.Name(`form${n.depth}`),c=i.nested(o,{pointer:Kr._`${n.pointer} + ${`/${o.name}`}`,value:s,depth:n.depth+1}),f=e.map(u=>Kr._`if (${s} === ${u.
name}) {
${i.nested(u,n)}
}`);return Kr._`if (${Ye("anyObject",a,n)})) {
const ${s} = ${new Kr.Name("own")}(${n.value}, ${o.name})
${[c,...f].reduce((u,g)=>Kr._`${u}
${g}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let i=n.map(({name:o,members:e})=>{let{en:s,zh:c}=ud(
ah(a,e));return s===""?{en:o,zh:o}:{en:`${o} with ${s}`,zh:`${o}\uFF0C\u542B ${c}`}});return{en:`an object by its ${a.name}: ${i.map(({en:o})=>o).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${i.map(({zh:o})=>o).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:t.example(a,n),
cases:a=>[...it(["text",7,[]]),...H0(t,a),...K0(t,a)],sample:({variants:a},n)=>{let i=a[n.below(a.length)];return i===void 0?{}:t.sample(i,n)}}}function W0(t,r,a){
let{properties:n,...i}=t.schema(a),o=ye(n)?n:{},{enum:e,...s}=ye(o[r.name])?o[r.name]:{};return{...i,...Pi(a),properties:{...o,[r.name]:{...s,const:a.name}}}}function ah(t,r){
return r.filter(({name:a})=>a!==t.name)}function H0(t,{tag:r,variants:a}){let[n]=a,i=n===void 0?{}:t.example(n,"video"),{[r.name]:o,...e}=ye(i)?i:{},s=`/${r.name}`;
return[Me(`${r.name}-missing`,e,"required",s),...pi(r,`${r.name}-null`,{...e,[r.name]:null},s),...t.cases(r).filter(({findings:c})=>c.length>0).flatMap(({about:c,
value:f=null,findings:u})=>({about:`${r.name}-${c}`,value:{...e,[r.name]:f},findings:u.map(g=>({...g,path:s}))}))]}function K0(t,{tag:r,variants:a}){let n=a.flatMap(
({members:i})=>i);return a.flatMap(i=>{let o=ah(r,i.members),e=new Set(i.members.map(({name:u})=>u)),s=n.find(({name:u})=>!e.has(u)),c=t.example(i,"video"),f=u=>ye(
u)?[{[r.name]:i.name,...u}]:[];return[je(`form-${i.name}`,c),...s===void 0||!ye(c)?[]:[Me(`${i.name}-with-${s.name}`,{...c,[s.name]:t.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...t.cases({...i,members:o}).flatMap(({about:u,value:g=null,findings:x})=>f(g).map(j=>({about:`${i.name}-${u}`,value:j,findings:x})))]})}
function nh(t,r,a){let n=t.objects("oneOf"),i=B0(n)??t.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),o=n.map(u=>{
let g=a(u.object("properties").object(i).text("const"),u);return g.kind==="object"?g:t.refuse("oneOf","objects with named members")}),e=new Map;for(let u of o.flatMap(
({members:g})=>g)){let g=e.get(u.name)??u;u.name!==i&&en(u)!==en(g)&&t.refuse("oneOf",`forms in which "${u.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),e.set(u.name,g)}let s=o.map(({name:u})=>u),{source:c}=r,f=e.get(i)?.description??"";return{kind:"union",...r,tag:{kind:"enum",
name:i,required:!0,description:f,phrase:wa(s),notes:[],source:c,type:"string",values:s},variants:o}}function B0(t){let[r]=t.map(({value:n})=>n);return(ye(r?.properties)?
Object.keys(r.properties):[]).find(n=>{let i=t.map(({value:{properties:o,required:e}})=>{let s=ye(o)?o[n]:void 0;return ye(s)&&Array.isArray(e)&&e.includes(n)?s.
const:void 0});return i.every(o=>typeof o=="string")&&new Set(i).size===i.length})}function en(t){let{kind:r,quantity:a}=t,{unit:n,default:i}=t;return JSON.stringify(
[r,a,n,i,...r==="media"?[t.single,t.media,t.accepts,t.limits]:[],...r==="list"?[en(t.items)]:[],...r==="object"?t.members.map(o=>[o.name,en(o)]):[],...r==="unio\
n"?t.variants.map(en):[]])}var Ni={type:eP,schema:tP,example:oh,cases:t=>sP(t,[]),sample:aP},ih={prompt:th,string:rh,enum:qu,integer:Ou,number:Fu,boolean:bu,media:Lu,object:Ku(Ni,G0),map:Tu(
Ni,X0),union:sh(Ni,Q0),list:ju(Ni,Y0),array:gu};function Z0(t,r){if(r["x-media"]!==void 0)return"media";if(r.enum!==void 0||r.const!==void 0)return"enum";if(r.oneOf!==
void 0)return"union";let a=Ga(r);switch(a){case"string":return t==="prompt"||r["x-prompt-limits"]!==void 0||r["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return r["x-items"]===void 0?"list":"array";case"object":return r.properties===void 0&&ye(r.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return a;default:return}}function Ri(t,r,a,n){let i=Z0(t,r.value)??r.refuse("type","string, integer, number, boolean, object or array");r.ignore("type","$comment");let o=ih[i].read(r,{...a,
...oi(r.value)?{nullable:!0}:{}},n);return{...o,phrase:rP(o)}}function G0(t,r,a){let n=t.object("properties"),i=new Set(t.texts("required"));for(let o of i)Object.
hasOwn(n.value,o)||t.refuse("required",`names of members, and "${o}" is none`);return t.flag("additionalProperties")&&t.refuse("additionalProperties","false"),{
kind:"object",...r,members:Object.keys(n.value).map(o=>{let e=n.object(o);return Ri(o,e,Ii(o,i.has(o),e,r),a)})}}function Q0(t,r,a){return nh(t,r,(n,i)=>Ri(n,i,
Ii(n,!0,i,r),a))}function X0(t,r,a){let n=t.object("additionalProperties");n.has("default")&&n.refuse("default","left out: a member is there or not");let i=Ri("\
value",n,Ii("value",!0,n,r),a),o=t.has("propertyNames")?t.object("propertyNames"):void 0,[e,...s]=o?.texts("examples")??[];return{kind:"map",...r,values:i,...o===
void 0||e===void 0?{}:{names:{pattern:o.text("pattern"),examples:[e,...s]}},...tt({minProperties:t.optionalNumber("minProperties"),maxProperties:t.optionalNumber(
"maxProperties")})}}function Y0(t,r,a){let n=t.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),t.has("uniqueIte\
ms")&&["object","array"].includes(Ga(n.value)??"")&&t.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...r,items:Ri(
"item",n,Ii("item",!0,n,r),a),...tt({minItems:t.optionalNumber("minItems"),maxItems:t.optionalNumber("maxItems"),uniqueItems:t.optionalFlag("uniqueItems")===!0?
!0:void 0})}}function Ii(t,r,a,{source:n}){return yu(t,r,a,n)}function eP(t){return ku(t,ta(t).type(t))}function tP(t){return Pu(t,ta(t).schema(t))}function rP(t){return $u(t,ta(t).phrase(t))}function oh(t,r){return ta(t).example(t,r)}function sP(t,r){return Su(t,ta(t).cases(t,r))}function aP(t,r){return t.
nullable&&r.below(8)===0?null:ta(t).sample(t,r)}function ta(t){return wi(t)?vi:ih[t.kind]}function ph(t,r){return Object.hasOwn(t,r)?Reflect.get(t,r):void 0}function hs(t){return t.split("/").slice(1)}function Ei(t){return t.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Ar({value:t,place:r},a,n){let[i,
...o]=a;if(i===void 0)return[{value:t,place:r}];if(i==="*")return Array.isArray(t)?t.flatMap((c,f)=>Ar({value:c,place:r+"["+f+"]"},o,n)):[];if(typeof t!="object"||
t===null||Array.isArray(t))return[];let e=ph(t,i),s={value:e===void 0&&!o.length?n:e,place:(r&&r+".")+i};return s.value===void 0?[]:Ar(s,o,n)}function Br(t,{path:r,
default:a}){return Ar(t,hs(r),a).flatMap(({value:n,place:i})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:i}]:[])}function dh(t){let[,r="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(t))??[],i=a.length-Number(n),o=BigInt(r+a);return i<0?[o*10n**BigInt(-i),0]:[o,i]}function ch(t){let r=t.map(i=>dh(i)),a=r.reduce((i,[,o])=>Math.max(
i,o),0);return+(r.reduce((i,[o,e])=>i+o*10n**BigInt(a-e),0n)+"e-"+a)}function mh(t){let r=t.map(n=>dh(n)),a=r.reduce((n,[,i])=>n+i,0);return+(r.reduce((n,[i])=>n*
i,1n)+"e-"+a)}function ra(t,r,a,{maximum:n,minimum:i,unit:o},e){let s=n??i??0,c=typeof s=="number"?{value:s,place:""}:Br(e,s)[0];if(c===void 0)return;let{value:f,place:u}=c;if(n===
void 0?a>=f:a<=f)return;let g=n===void 0?"lower":"upper";return{text:t,of:[...r],side:g,limit:f,unit:o,actual:a,...u?{bound:u}:{}}}function lh(t,r){let a={value:t,place:""},n=0;for(let{path:i}of r.of)for(let{value:o}of Ar(a,hs(i)))n+=Array.isArray(o)?o.length:o===null?0:1;return ra("rule-co\
unt",r.of.map(({path:i})=>Ei(i)),n,r,a)}function uh(t,r){let a=Object.entries(t).map(([e,s])=>hh(e.split("."),s,r)),n=a.filter(e=>e!==void 0);if(n.length<a.length)return;let[i={},...o]=n;return o.length===
0?i:{allOf:n}}function hh([t="",...r],a,n){let i=n.find(e=>e.name===t);if(i===void 0)return;if(r.length===0)return nP(i,a);let o=i.nullable?void 0:hh(r,a,mr(i));
return o&&{required:[t],properties:{[t]:{type:"object",...o}}}}function nP(t,r){let{name:a,nullable:n,kind:i}=t,{default:o}=t,e=(u,g)=>u?{properties:{[a]:g}}:{required:[
a],properties:{[a]:g}};if(typeof r!="object"||"length"in r){let u=typeof r=="object"?r:[r],g=u.some(x=>x===o);return e(g,{enum:[...u,...n&&g?[null]:[]]})}let{min:s,
max:c}=r,f=u=>u>=(s??0)&&u<=(c??1/0);if(i==="integer"||i==="number"||i==="enum"&&t.type!=="mixed"){let u=f(typeof o=="number"?o:0);return e(u,{type:n&&u?["numbe\
r","null"]:"number",minimum:s??0,...c===void 0?{}:{maximum:c}})}if(!n){if(i==="media"&&t.single)return f(1)?f(0)?{}:{required:[a]}:f(0)?{not:{required:[a]}}:void 0;
if(i==="media"||i==="array"||i==="list"&&mr(t.items).length===0&&t.items.kind!=="list"){let u={...s===void 0?{}:{minItems:s},...c===void 0?{}:{maxItems:c}};return e(
f(0),{type:"array",...u})}}}function fh({defaults:t=[]},r){let a=t.flatMap(({when:n,default:i})=>{let o=uh(n,r);return typeof i=="number"&&o!==void 0?[{if:o,default:i}]:[]});return a.length===
0?{}:{defaults:a}}function Li(t,r){let a=n=>{if(Array.isArray(n))return n.map(a);if(!ye(n)||n.defaults===void 0)return n;let{defaults:i,...o}=n,e=er(i).find(([,
s])=>ye(s)&&ye(s.if)&&r(s.if));return e!==void 0&&ye(e[1])?{...o,default:e[1].default??null}:o};return Object.fromEntries(Object.entries(t).map(([n,i])=>[n,a(i)]))}function aa(t,r){return t.texts("of").map((a,n)=>yh(t,`of/${n}`,a,r))}function Mi(t,r){return gh(t,"of",r)}function na(t,r,a){let n=t.has("maximum")?"maximum":"\
minimum";return{[n]:iP(t,n,r,a),unit:a??""}}function iP(t,r,a,n){if(typeof t.raw(r)=="number")return t.number(r);let i=yh(t,r,t.text(r),a),o=gh(t,r,[i]);return n!==
void 0&&o!==n&&t.refuse(r,`in the unit of the numbers:${n===""?" none":n}, not${o||" none"}`),i.at}function Fi(t){let r=new Set(t.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return r.size===1?[...r][0]:void 0}function Vi(t,r){return r.map(({at:a})=>({...a,path:sa(a).slice(t.length)}))}function hd({in:t,of:r}){return er(r).
map(([,a])=>wo(`${sa(t)}${sa(a)}`))}function ia(t){let{maximum:r,minimum:a,unit:n=""}=t,i=r??a??null;return{of:hd(t),side:r===void 0?"lower":"upper",...ye(i)?{bound:wo(
sa(i))}:{limit:i,unit:n}}}function sa(t){let r=ye(t)?t.path:t;return typeof r=="string"?r:""}function yh(t,r,a,n){let i=fd(a,n);(i===void 0||!oP(i))&&t.refuse(r,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:o}=i;return{parameter:i,at:{path:a,...typeof o=="number"?{default:o}:{},...fh(
i,n)}}}function oP(t){let{kind:r}=t;return r==="integer"||r==="number"||r==="enum"&&t.type!=="string"}function fd(t,r){let[a,...n]=t.split("/").slice(1);return n.
reduce((i,o)=>i?.kind==="object"||i?.kind==="union"?mr(i).find(e=>e.name===o):i?.kind==="list"&&o==="*"?i.items:void 0,r.find(i=>i.name===a))}function gh(t,r,a){
let n=new Set(a.map(({parameter:o})=>o.unit??""));n.size>1&&t.refuse(r,`numbers of one unit, not of ${[...n].map(o=>o||"none").join(" and ")}`);let[i=""]=n;return i===
""?"":` ${i}`}var pP=64,bh={keyword:"x-count",read(t,r){return{of:t.texts("of").map((n,i)=>{let o=(n.endsWith("*")?void 0:fd(n,r))??t.refuse(`of/${i}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...dP(o)?{}:{one:!0}}}),...na(t,r)}},broken:(t,r)=>lh(t,r),check:"brokenCount",demand:t=>({
text:"rule-count",...ia(t)}),schema({of:t,maximum:r,minimum:a}){let n=r??a,i=er(t).map(([,s])=>ye(s)&&s.one===void 0?sa(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||i.some(s=>s.includes("/")))return;let o=wh(Number(n),i.length);return o===void 0?void 0:{anyOf:o.map(s=>r===void 0?mP(i,s):cP(i,s))}}};function dP(t){
return t.kind==="list"||t.kind==="array"||t.kind==="media"&&!t.single}function wh(t,r){if(r===1)return[[t]];let a=[];for(let n=0;n<=t;n++){let i=wh(t-n,r-1);if(i===
void 0||(a.push(...i.map(o=>[n,...o])),a.length>pP))return}return a}function cP(t,r){return{properties:Object.fromEntries(t.map((a,n)=>[a,{maxItems:r[n]??0}]))}}
function mP(t,r){let a=t.flatMap((n,i)=>{let o=r[i]??0;return o>0?[[n,o]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,i])=>[n,{
type:"array",minItems:i}]))}}function vh(t,{in:r,of:a,orEqual:n,unit:i}){for(let o of Ar({value:t,place:""},hs(r))){let e=a.flatMap(s=>Br(o,s));for(let[s,c]of e.entries()){let f=e[s-1];if(!(f===
void 0||f.value<c.value||n&&f.value===c.value))return{text:"rule-order",...n?{orEqual:""}:{},first:f.place,actual:f.value,second:c.place,limit:c.value,unit:i}}}}var kh={keyword:"x-order",read(t,r){let a=aa(t,r),n=t.texts("of"),i=(n.length>1?Fi(n):n[0]?.includes("*")?"":void 0)??t.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:i,of:Vi(i,a),...t.optionalFlag("orEqual")?{orEqual:!0}:{},unit:Mi(t,a)}},broken:(t,r)=>vh(t,r),check:"\
brokenOrder",demand:t=>({text:"rule-order",...t.orEqual===!0?{orEqual:""}:{},of:hd(t)})};function Ph(t,r){let a={value:t,place:""};for(let n of Ar(a,hs(r.in))){let i=r.of.flatMap(c=>Br(n,c));if(i.length<r.of.length)continue;let[o,e]=[i.map(({place:c})=>c),
i.map(({value:c})=>c)],s=ra("rule-product",o,mh(e),r,a);if(s!==void 0)return s}}var $h={keyword:"x-product",read(t,r){let a=aa(t,r),n=t.texts("of"),i=(n.length>1?Fi(n):void 0)??t.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:i,of:Vi(i,a),...na(t,r)}},broken:(t,r)=>Ph(t,r),check:"brokenProduct",demand:t=>({text:"rule-product",...ia(t)})};function Sh(t,r){let a={value:t,place:""},n=r.of.flatMap(o=>Br(a,o));if(!n.length)return;let i=r.of.map(({path:o})=>Ei(o));return ra("rule-sum",i,ch(n.map(({value:o})=>o)),
r,a)}var _h={keyword:"x-sum",read(t,r){let a=aa(t,r);return{of:a.map(({at:n})=>n),...na(t,r,Mi(t,a))}},broken:(t,r)=>Sh(t,r),check:"brokenSum",demand:t=>({text:"rule\
-sum",...ia(t)})};var xh=[_h,$h,bh,kh];function Ah(t,r){return Th(t)(r)}var qh=new WeakMap;function Th(t){let r=qh.get(t);if(r!==void 0)return r;let a=Object.entries(t).flatMap(([i,o])=>lP[i]?.(o,t)??
[]),n=i=>a.every(o=>o(i));return qh.set(t,n),n}function br(t){return ye(t)?Th(t):void 0}function yd(t){return er(t).map(([,r])=>br(r)??Nh)}var Nh=()=>!1,lP={type:t=>{
if(typeof t=="string")return jh[t];let r=er(t).flatMap(([,a])=>typeof a=="string"?jh[a]??[]:[]);return a=>r.some(n=>n(a))},const:t=>r=>t===r,enum:t=>r=>Array.isArray(
t)&&t.includes(r),minimum:tn((t,r)=>t>=r),maximum:tn((t,r)=>t<=r),exclusiveMinimum:tn((t,r)=>t>r),exclusiveMaximum:tn((t,r)=>t<r),multipleOf:tn((t,r)=>hP(t/r)),
uniqueItems:t=>t!==!0?void 0:r=>!Array.isArray(r)||new Set(r.map(a=>JSON.stringify(a))).size===r.length,minLength:Oh((t,r)=>t>=r),maxLength:Oh((t,r)=>t<=r),pattern:t=>{
let r=typeof t=="string"?uP(t):void 0;return r===void 0?void 0:a=>typeof a!="string"||r.test(a)},minItems:t=>r=>!Array.isArray(r)||r.length>=Number(t),maxItems:t=>r=>!Array.
isArray(r)||r.length<=Number(t),items:t=>{let r=br(t);return r===void 0?void 0:a=>!Array.isArray(a)||a.every(r)},contains:t=>{let r=br(t);return r===void 0?void 0:
a=>!Array.isArray(a)||a.some(r)},required:t=>{let r=er(t).map(([,a])=>a);return a=>!ye(a)||r.every(n=>gd(a,n))},properties:t=>{let r=Xr(t).flatMap(([a,n])=>{let i=br(
n);return i===void 0?[]:[[a,i]]});return a=>!ye(a)||r.every(([n,i])=>{let o=Object.hasOwn(a,n)?a[n]:void 0;return o===void 0||i(o)})},dependentRequired:t=>{let r=Xr(
t).map(([a,n])=>[a,er(n)]);return a=>!ye(a)||r.every(([n,i])=>!gd(a,n)||i.every(([,o])=>gd(a,o)))},oneOf:t=>{let r=yd(t);return a=>r.filter(n=>n(a)).length===1},
anyOf:t=>{let r=yd(t);return a=>r.some(n=>n(a))},allOf:t=>{let r=yd(t);return a=>r.every(n=>n(a))},additionalProperties:(t,{properties:r})=>{let a=t===!1?Nh:br(
t),n=i=>ye(r)&&Object.hasOwn(r,i);return a&&(i=>Xr(i).every(([o,e])=>n(o)||a(e)))},propertyNames:t=>{let r=br(t);return r&&(a=>Xr(a).every(([n])=>r(n)))},minProperties:t=>r=>!ye(
r)||Object.keys(r).length>=Number(t),maxProperties:t=>r=>!ye(r)||Object.keys(r).length<=Number(t),not:t=>{let r=br(t);return r===void 0?void 0:a=>!r(a)},if:(t,r)=>{
let[a,n,i]=[br(t),br(r.then),br(r.else)];if(!(a===void 0||n===void 0&&i===void 0))return o=>(a(o)?n:i)?.(o)??!0},...Object.fromEntries(xh.map(t=>[t.keyword,r=>ye(
r)?a=>t.broken(a,Li(r,n=>Ah(n,a)))===void 0:void 0]))};function tn(t){return r=>a=>typeof a!="number"||t(a,Number(r))}function Oh(t){return r=>a=>typeof a!="str\
ing"||t([...a].length,Number(r))}function uP(t){try{return new RegExp(t)}catch{return}}function hP(t){return Math.abs(t-Math.round(t))<=1e-9*Math.max(1,Math.abs(
t))}function gd(t,r){return typeof r=="string"&&Object.hasOwn(t,r)}var jh={string:t=>typeof t=="string",integer:t=>Number.isInteger(t),number:t=>typeof t=="numb\
er",boolean:t=>typeof t=="boolean",array:t=>Array.isArray(t),object:t=>ye(t),null:t=>t===null};var fP=/^models\/([^/]+)\.schema\.json$/;function rn(t){let r=fP.exec(t)?.[1];return r===void 0?void 0:Pc(r)}function Rh(t){return`models/${kc(t)}.schema.json`}var Ih=Is(t=>[...t.files.values()].flatMap(r=>{let a=rn(r.path),n=fs(r);return a===void 0||n===void 0?[]:[{path:r.path,id:a,schema:n}]}));function fs(t){return t!==
void 0&&t.syntaxErrors.length===0&&ye(t.value)?t.value:void 0}function zi(t){return[...t.files.values()].some(r=>fs(r)===void 0)}var Ej=Is(()=>new Map);function yP(t,r){let a=[],n=(o,e)=>{a.push(e),i(o),a.pop()},i=o=>{if(r(o,a),Array.isArray(o))o.forEach(n);else if(ye(o))for(let e of Object.keys(o))n(o[e]??null,
e)};i(t)}function Eh(t,r){let a=[];return yP(t,(n,i)=>{let o=r(n,i);o!==void 0&&a.push(o)}),a}function Lh(t){return[...t.files.values()].flatMap(r=>r.path.startsWith("meta/")?[]:gP(r))}var gP=Lr(t=>Eh(fs(t)??null,(r,a)=>{let n=typeof r=="string"?wP(r):void 0;
return n===void 0?void 0:{code:"S006",file:t.path,path:[...a],message:n}})),bP=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function wP(t){let[r]=bP.exec(t)??[];return r!==void 0?`the text holds U+${(r.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
t===t.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Mh(t){return t.filter(({keyword:r})=>r==="oneOf").reduce((r,a)=>r.includes(a)?vP(r,a):r,[...t])}function Fh(t){return Vh(t).map(({required:r})=>r.join(
" with ")).join("; ")}function vP(t,r){let a=Vh(r),n=c=>c!==r&&SP(c.instancePath,r.instancePath)&&!$P(c,r),i=t.filter(c=>c!==r&&!n(c)),o=kP(a,r);if(typeof o!="n\
umber")return[...i,o];let e=a[o]?.members,s=t.filter(c=>n(c)&&_P(c,r,o,e));return s.length>0?[...i,...s]:[...i,r]}function kP(t,r){let a=ye(r.data)?Object.keys(
r.data):[];if(Array.isArray(r.params.passingSchemas))return r;let n=t[0]?.members===void 0?void 0:PP(t);if(n!==void 0){let{data:c}=r,f=ye(c)?c[n]:void 0,u=t.findIndex(
({members:x})=>x?.get(n)===f);if(u!==-1)return u;let g=t.map(({members:x})=>x?.get(n));return{...r,keyword:"enum",instancePath:`${r.instancePath}/${n}`,params:{
allowedValues:g},data:f}}let i=t.map(({required:c,members:f})=>a.filter(u=>f?.has(u)??c.includes(u)).length),o=Math.max(...i),e=i.flatMap((c,f)=>c===o?[f]:[]),[
s]=e;return o===0||s===void 0||e.length>1&&t[0]?.members===void 0?r:s}function PP(t){return[...t[0]?.members?.keys()??[]].find(a=>t.every(({members:n})=>n?.get(
a)!==void 0))}function Vh({schema:t}){return(Array.isArray(t)?t:[]).map(a=>{let{required:n,properties:i}=Object(a),o=i&&new Map(Object.entries(i).map(([e,{const:s}])=>[
e,s]));return{required:n??[],members:o}})}function $P(t,{instancePath:r,schemaPath:a}){let n=a.slice(0,-6);return!t.schemaPath.startsWith(`${a}/`)&&(t.instancePath===
r||t.schemaPath.startsWith(`${n}/properties/`))}function SP(t,r){return t===r||t.startsWith(`${r}/`)}function _P(t,{instancePath:r,schemaPath:a},n,i){if(t.schemaPath.
startsWith(`${a}/`))return t.schemaPath.startsWith(`${a}/${n}/`);let[o=""]=t.instancePath.slice(r.length+1).split("/");return i?.has(o)??!0}import{createRequire as qP}from"node:module";import{fileURLToPath as xP}from"node:url";var zh=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,bd=new URL("../".repeat(
zh),import.meta.url),Hj=new URL("../",bd),Kj=new URL(zh===3?"./":"../",import.meta.url);var Yj=xP(new URL("dist/kept/",bd));var OP=qP(import.meta.url),wd="spec:/";function Uh(){let{Ajv2020:t}=OP("ajv/dist/2020.js");return new t({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var jP=/^upstreams\/([^/]+)\.json$/;function sn(t){return jP.exec(t)?.[1]}function Jh(t,r){let a=(n,i)=>ye(i)&&r(n,i);return[...t.files.values()].flatMap(({path:n,
value:i})=>sn(n)!==void 0&&a(n,i)?[{path:n,source:i}]:[])}var Dh={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},Ch="meta/model.schema.json",Wh="\
meta/upstream.schema.json",AP=["meta/facts.schema.json","meta/parameter.schema.json"],m3=[...Object.entries(Dh).flat(),Ch,Wh,...AP];function Hh(t){return sn(t)!==void 0?Wh:rn(t)===void 0?Dh[t]:Ch}var Ui;function Ji(t){let r=[...t.files.values()].filter(o=>o.path.startsWith("meta/")),a=r.map(
o=>o.text).join(`
`);if(Ui?.text===a)return Ui.validator;let n=t.meta?.code(),i=t.meta===void 0||n===void 0?NP(r):TP(t.meta.paths,n);return Ui={text:a,validator:o=>t.files.has(o)?
i(o):void 0},Ui.validator}function TP(t,{exports:r}){let a=new Map(t.map((n,i)=>[n,r[`meta${i}`]]));return n=>a.get(n)}function NP(t){let r=Uh();for(let a of t){
let n=fs(a);n!==void 0&&r.addSchema(n,wd+a.path)}return a=>r.getSchema(wd+a)}function Xt(t,r){let n=r.map(i=>({candidate:i,distance:RP(t.toLowerCase(),i.toLowerCase())})).sort((i,o)=>i.distance-o.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(t.length/3))?n.candidate:void 0}function RP(t,r){let a=Array.from({length:r.length+1},(n,i)=>i);for(let[n,i]of[...t].entries()){let o=[n+1];
for(let e=1;e<=r.length;e++){let s=(a[e-1]??0)+(i===r[e-1]?0:1);o.push(Math.min(s,(a[e]??0)+1,(o[e-1]??0)+1))}a=o}return a[r.length]??0}function Kh(t){let r=/\\([pPsSdDwWbBkux1-9])/.exec(t.replaceAll("\\\\",""))??void 0;if(r!==void 0&&r[1]!=="x")return{problem:`uses ${r[0]}`};if(/\(\?[=!<]/.test(
t))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(t);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Gh(t){let r=Ji(t),a=[...t.files.values()].flatMap(n=>{let i=Hh(n.path),o=i===void 0?void 0:r(i);if(o===void 0)return[];let e=IP(n),s=e.get(o)??EP(n,o);
return e.set(o,s),s});return t.meta?.code()?.keep(),a}var IP=Lr(()=>new WeakMap);function EP(t,r){let{value:a,syntaxErrors:n}=t;if(a===void 0||n.length>0||r(a))
return[];let i=new Map;for(let o of Mh(r.errors??[])){let e=LP(t.path,a,o);e!==void 0&&!i.has(e.path.join("/"))&&i.set(e.path.join("/"),e)}return[...i.values()]}
function LP(t,r,a){let n=UP(r,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Kh(String(a.data)))return;
if(a.data===null)return{code:"S013",file:t,path:n,message:`${an(n)} is null`};let i=o=>String(a.params[o]);switch(a.keyword){case"additionalProperties":return MP(
t,[...n,i("additionalProperty")],a);case"required":return Bh(t,n,i("missingProperty"));case"dependentRequired":{let{code:o,...e}=Bh(t,n,i("missingProperty"));return{
code:o,...e,message:`${e.message}, which "${i("property")}" needs`}}case"oneOf":return{code:"S014",file:t,path:n,message:`${an(n)} must have exactly one of ${Fh(
a)}`};case"propertyNames":return{code:"S014",file:t,path:[...n,i("propertyName")],at:"key",message:`"${i("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:t,path:n,message:`${an(n)} must be ${FP(a)}`}}}function MP(t,r,a){let n=String(r.at(-1)),i=ye(Zh(a))?Object.keys(Zh(a)):[],o=Xt(n,i);return{
code:"S010",file:t,path:r,at:"key",message:`the keyword "${n}" is unknown here`,hint:o===void 0?`Known here: ${i.join(", ")}.`:`Did you mean "${o}"?`}}function Bh(t,r,a){
return a==="x-source"?{code:"S012",file:t,path:r,at:"key",message:`${an(r)} has no source`}:{code:"S011",file:t,path:[...r,a],message:`${an(r)} lacks the keywor\
d "${a}"`}}function Zh(t){let r=t.parentSchema?.properties;return typeof r=="object"&&r!==null?{...r}:{}}function FP(t){let r=t.parentSchema?.errorMessage;return typeof r==
"string"?r:(zP[t.keyword]??VP)(t)}var Di=({params:t})=>String(t.limit),oa=({params:t},r)=>`${String(t.limit)} ${r}${t.limit===1?"":"s"}`,VP=({keyword:t})=>`of a\
nother form: the meta-schema's "${t}" rejects it`,zP={type:({params:t})=>`of type ${[t.type].flat().join(" or ")}`,const:({params:t})=>JSON.stringify(t.allowedValue),
enum:({params:t})=>`one of ${[t.allowedValues].flat().join(", ")}`,minimum:t=>`${Di(t)} or more`,maximum:t=>`${Di(t)} or less`,exclusiveMinimum:t=>`more than ${Di(
t)}`,exclusiveMaximum:t=>`less than ${Di(t)}`,minLength:t=>`a string of ${oa(t,"character")} or more`,maxLength:t=>`a string of ${oa(t,"character")} or less`,minItems:t=>`\
a list of ${oa(t,"item")} or more`,maxItems:t=>`a list of ${oa(t,"item")} or less`,minProperties:t=>`an object with ${oa(t,"member")} or more`,maxProperties:t=>`\
an object with ${oa(t,"member")} or less`,uniqueItems:({params:t,data:r})=>`a list without repeats: ${Array.isArray(r)?JSON.stringify(r[Number(t.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:t})=>`a string that matches ${String(t.pattern)}`,format:({params:t})=>`\
a string of the format ${String(t.format)}`,not:()=>"something else"};function an(t){let r=t.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=t.flatMap((n,i)=>typeof n==
"string"?[i]:[]);return t.length===0?"the file":r.slice(a.at(-2)??0).join("").replace(/^\./,"")}function UP(t,r){let a=t;return $e(r).map(n=>{let i=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:ye(a)?a[n]:void 0,i?Number(n):n})}var JP=[{causes:new Set(["S004"]),follow:t=>t!=="S004"},{causes:new Set(["S020"]),follow:t=>["S015","S039","S061"].includes(t)},{causes:new Set(["S010","S011"]),
follow:t=>t==="S056"},{causes:new Set(["S010","S056"]),follow:t=>t==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:t=>[
"S030","S052","S053"].includes(t)}];function Qh(t){let r=new Map;for(let{file:i,code:o}of t)r.set(i,(r.get(i)??new Set).add(o));let a=t.filter(({file:i,code:o})=>{
let e=[...r.get(i)??[]];return!JP.some(({causes:s,follow:c})=>c(o)&&e.some(f=>s.has(f)))}),n=new Map;for(let i of a){let o=n.get(i.file);o===void 0?n.set(i.file,
[i]):o.push(i)}return[...n.values()].flatMap(i=>i.filter((o,e)=>!i.some((s,c)=>DP(o,s,c<e))))}function DP(t,r,a){return t===r||t.offset!==void 0||r.path.length===
0||!r.path.every((n,i)=>t.path[i]===n)?!1:t.path.length===r.path.length?a&&["S005","S006","S014","S015"].includes(r.code):t.code==="S014"&&r.code==="S014"}function vd(t,r){let a=t.slice(0,r).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Xh=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Yh=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var ef=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var tf=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${ef.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var rf=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var sf=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var af=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var nf=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var of=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var pf=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
": { "quality": "hd" }, "default": 10 }]'}];var df=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],cf=[{code:"S100",severity:"err\
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
 true }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]'}];var CP=[...Xh,...Yh,...tf,...rf,...sf,...nf,...of,...af,...df,...pf,...cf];function mf(t){let r=CP.find(a=>a.code===t);if(r===void 0)throw new RangeError(`no su\
ch code: ${t}`);return r}var lf=60;function uf(t,r){let a=mf(r.code),n=t.files.get(r.file),i=n===void 0?{line:1,column:1,text:""}:WP(n,r);return{code:r.code,severity:a.severity,file:r.file,
line:i.line,column:i.column,pointer:vn(r.path),text:BP(i.text),message:r.message,hint:r.hint??a.hint}}function WP(t,r){if(r.offset!==void 0)return{...vd(t.text,
r.offset),text:KP(t.text,r.offset)};let a=HP(t.tree,r),n=a?.offset??0;return{...vd(t.text,n),text:a===void 0?"":t.text.slice(n,n+a.length)}}function HP(t,r){if(t!==
void 0){for(let a=r.path.length;a>=0;a--){let n=mc(t,r.path.slice(0,a));if(n===void 0)continue;let i=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return r.
at==="key"&&a===r.path.length?i??n:n}return t}}function KP(t,r){let a=t.indexOf(`
`,r);return t.slice(r,a===-1?t.length:a)}function BP(t){let r=t.replace(/\s+/g," ");return r.length>lf?`${r.slice(0,lf-1)}\u2026`:r}var hf=100;function Ci(t,r){let a=[],n,i;try{i=JSON.parse(r)}catch{n=yo(r,a,ff),i=n===void 0?void 0:lc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(yf(i,hf))throw new RangeError(`${t} has more than ${hf} levels`);return{path:t,text:r,value:i,get tree(){return n??=yo(r,[],ff)},syntaxErrors:a}}
var ff={disallowComments:!0,allowTrailingComma:!1};function yf(t,r){return typeof t!="object"||t===null?!1:r===0||Object.values(t).some(a=>yf(a,r-1))}function gf(t,r){let{code:a,severity:n,file:i,line:o,column:e,pointer:s,text:c,message:f,hint:u}=t,g=c===""?"":`
    ${c}`;return`${r}/${i}:${o}:${e} ${n} ${a} ${f}${g}
    at #${s}
    ${u}`}var Te=Is(t=>Jh(t,(r,a)=>Ji(t)("meta/upstream.schema.json")?.(a)===!0)),ZP=["video","image","audio","mesh"];function Xe({operations:t}){return ZP.flatMap(r=>{let a=t[r];
return a===void 0?[]:[[r,a]]})}var Zr=Is(t=>Ih(t).map(({path:r,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(ye(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,i])=>[n,GP(t,r,i)]))})));function GP(t,r,a){let n=ye(a)?a:{},i=typeof n.$ref=="string"?{...QP(t,r,n.$ref),...n}:n;return Array.
isArray(i.enum)?i.enum:i.const!==void 0?[i.const]:i.type==="boolean"?[!0,!1]:void 0}function QP(t,r,a){try{let{value:n}=vc(t,r,a);return ye(n)?n:{}}catch{return{}}}function XP(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function bf(t,r){let a=t;for(let n of r)if(Array.isArray(a))a=a[Number(n)];else if(XP(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var wf=["queued","processing","ended","cancelled"],YP={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*vf(t){
for(let{path:r,source:a}of Te(t)){let{cancelRules:n}=a;if(n!==void 0)for(let[i,{cancel:o,status:e}]of Xe(a)){if(o===void 0)continue;let s={code:"S100",file:r},c=[
"operations",i,"cancel"];yield*e$({...s,path:c},o,n,e?.states??{});let f=t$(o,n);f!==void 0&&(yield{...s,path:[...c,"proves","answer","words"],message:`cancelRu\
les.${f} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),o.proves!==void 0&&wf.every(u=>n[u].then!==
"cancelled")&&(yield{...s,path:[...c,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*e$({path:t,...r},{from:a},n,i){if(n.
ended.then!=="removed")return;let o='Name in "from" the words of tasks that wait or run.',e="cancelRules.ended removes the result";a===void 0&&(yield{...r,path:t,
message:`the request is sent to tasks that have ended too, and ${e}`,hint:o});for(let[s,c]of(a?.words??[]).entries())YP[i[c]??""]==="ended"&&(yield{...r,path:[...t,
"from","words",s],message:`"${c}" means an end, and ${e}`,hint:o})}function t$({proves:t},r){let{answer:a}=t??{};if(a===void 0)return;let n=i=>(r[i].status??200)<
300?bf(r[i].body,$e(a.at)):void 0;return wf.find(i=>i!=="cancelled"&&r[i].then!=="cancelled"&&a.words.some(o=>o===n(i)))}function*kf(t){for(let{path:r,source:a}of Te(t)){let n=sn(r);a.protocol!==n&&(yield{code:"S070",file:r,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var kd=99;function*Pf(t){for(let{path:r,source:a}of Te(t)){for(let[i,{rows:o}]of Xe(a)){let e=o.map(({to:s})=>$e(s));for(let[s,c]of e.entries()){let f=r$(c,e);if(f===
void 0)continue;yield{code:"S080",file:r,path:["operations",i,"rows",s,"to"],message:`no row writes to ${f}, the place before it`}}}let n=t.files.get(r)?.value;
for(let{step:i,path:o}of n===void 0?[]:Pd(n,[])){let e={file:r,path:o};if(i==="-")!["url","base64","names"].includes(String(o.at(-1)))&&!o.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...e,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(i)>kd){let s=`Use an index up to ${kd}\
: a fake writes every place before it.`;yield{code:"S080",...e,message:`the index ${i} is larger than ${kd}`,hint:s}}}}}function r$(t,r){for(let[a,n]of t.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let i=[...t.slice(0,a),String(BigInt(n)-1n)];if(!r.some(e=>i.every((s,c)=>e[c]===s)))return vn(i)}}var s$=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Pd(t,r){if(typeof t=="string"){let a=t.startsWith("/")?$e(t).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:r}}else if(Array.isArray(t))for(let[a,n]of t.entries())yield*Pd(n,[...r,a]);else if(ye(t))for(let[a,n]of Object.entries(
t))s$.includes(a)||(yield*Pd(n,[...r,a]))}function*$f(t){for(let{path:r,source:a}of Te(t))for(let[n,{rows:i}]of Xe(a))for(let[o,{minimum:e,maximum:s}]of i.entries())e!==void 0&&s!==void 0&&e>s&&(yield{code:"\
S084",file:r,path:["operations",n,"rows",o,"minimum"],message:`the minimum ${e} is greater than the maximum ${s}`})}var Sf={video:"video",image:"image",audio:"audio",mesh:"model"};function*_f(t){for(let{path:r,source:a}of Te(t))for(let[n,{results:i}]of Xe(a))for(let{contentType:o,
path:e}of xf(i,["operations",n,"results"]))o.startsWith(`${Sf[n]}/`)||(yield{code:"S085",file:r,path:e,message:`a ${n} model makes no ${o}`,hint:`Write a type t\
hat begins with ${Sf[n]}/.`})}function*xf(t,r){for(let[a,{contentType:n,results:i=[]}]of t.entries())n!==void 0&&(yield{contentType:n,path:[...r,a,"contentType"]}),
yield*xf(i,[...r,a,"results"])}function*Of(t){for(let{path:r,source:a}of Te(t))for(let[n,i]of a.errors.proofs.entries()){let o=["errors","proofs",n];for(let[s,c]of[["codes","code"],["says","m\
essage"]])i[s]!==void 0&&a.errors[c].length===0&&(yield{code:"S082",file:r,path:[...o,s],message:`the proof never counts: errors.${c} names no place to read one\
 from`,hint:`Name the place in errors.${c}, or take the words out.`});i.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:r,path:[...o,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let e=a.errors.proofs.slice(0,n).findIndex(s=>a$(s,i));e!==-1&&(yield{code:"S082",file:r,path:o,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${e+1}, HTTP ${a.errors.proofs[e]?.status??""}`})}}function a$(t,r){return(t.status===r.status||t.status===`${r.status[0]??""}xx`)&&
qf(t.codes,r.codes)&&qf(t.says,r.says)}function qf(t,r){return t===void 0||(r?.every(a=>t.includes(a))??!1)}function Yt(t){return t.split(/(\{[^{}]*\})/).flatMap(r=>r===""?[]:/^\{.*\}$/.test(r)?[{variable:r.slice(1,-1)}]:[r])}function*jf(t){for(let{path:r,source:a}of Te(t)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:i,signed:o,time:e,key:s}=n,c=["webhooks","\
signature"],f={code:"S089",file:r},u=Yt(o).flatMap(g=>typeof g=="string"?[]:[g.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...f,path:[...c,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),e?.header!==void 0&&!u.includes("timestamp")&&(yield{...f,path:[...c,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&i==="ed25519"&&s.encoding==="text"&&(yield{...f,path:[...c,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&i!=="ed25519"&&(yield{...f,path:[...c,"key","by"],message:`a key for ${i} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var n$=/\{(value|base64|mediaType|imageFormat)\}/;function Af(t){return{value:t,holes:[...$d(t,[])]}}function*$d(t,r){if(typeof t=="string"){let a=n$.exec(t);if(a===
null)return;let[n,i]=a,[o,e]=[t.slice(0,a.index),t.slice(a.index+n.length)],s={at:r,whole:t===n,prefix:o,suffix:e};yield i==="base64"||i==="mediaType"||i==="ima\
geFormat"?{...s,part:i}:s}else if(Array.isArray(t))for(let[a,n]of t.entries())yield*$d(n,[...r,String(a)]);else if(ye(t))for(let[a,n]of Object.entries(t))yield*$d(
n,[...r,a])}function Wi(t){return typeof t=="string"?[...t.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,r=""])=>r):Array.isArray(t)?t.flatMap(Wi):ye(t)?Object.values(
t).flatMap(Wi):[]}function Ot(t){return Yt(t).map(r=>{if(typeof r=="string")return r;let{variable:a}=r;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${t}: unknown variable {${a}}`)})}function Tf({paths:t,items:r,within:a,created:n,size:i,next:o}){return{paths:t.map(Ot),items:$e(r),within:a===void 0?[]:$e(a),created:{at:$e(n.at),as:n.as},...i===
void 0?{}:{size:i},next:i$(o)}}function i$({by:t,parameter:r,at:a,more:n}){return t==="url"?{by:t,parameter:r,at:$e(a??"")}:{by:t,parameter:r,...n===void 0?{}:{
more:$e(n)}}}function Nf({implied:t={},told:r}){return{implied:t,told:r.map(({at:a,constant:n,fact:i})=>({at:$e(a),from:i===void 0?{kind:"constant",value:n??null}:
{kind:i}}))}}function Rf(t){if(t?.headers===void 0&&t?.retryAfter===void 0)return;let{headers:r,retryAfter:a}=t;return{...r===void 0?{}:{headers:r},...a===void 0?{}:{retryAfter:$e(
a)}}}var Hi=["body","bodySha256","timestamp"];function If(t){let{algorithm:r,encoding:a,signed:n,headers:i={},time:o,key:e}=t;return{algorithm:r,in:Ef(t),encoding:a,
signed:Yt(n).map(s=>typeof s=="string"?s:o$(s.variable,i)),...o===void 0?{}:{time:p$(o)},key:d$(e)}}function Ef({header:t,separator:r,prefix:a=""}){return{header:t.
toLowerCase(),...r===void 0?{}:{separator:r},prefix:a}}function o$(t,r){let a=Hi.find(n=>n===t);return a===void 0?{header:(r[t]??"").toLowerCase()}:{is:a}}function p$({
member:t,header:r="",separator:a,prefix:n,unit:i,toleranceSeconds:o}){return{in:t===void 0?Ef({header:r,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:$e(t)},unit:i,toleranceSeconds:o}}function d$(t){if(t.by==="key-set")return t;let r={prefix:t.prefix??"",encoding:t.encoding};return t.by==="setting"?{by:t.
by,form:r}:{by:t.by,path:Ot(t.path),at:$e(t.at),form:r}}function Mf(t){let r=Rf(t.rateLimits),{message:a,code:n,codeHeader:i,status:o,inside:e,proofs:s}=t.errors;return{protocol:t.protocol,title:t.title,baseUrl:t.baseUrl,
authentication:{in:t.authentication.in,name:t.authentication.name,prefix:t.authentication.prefix??"",...t.authentication.token===void 0?{}:{token:t.authentication.
token}},...t.headers===void 0?{}:{headers:t.headers},deadlineSeconds:t.deadline.seconds,pollSeconds:t.poll.seconds,...t.upload===void 0?{}:{upload:m$(t.upload)},
operations:Object.fromEntries(Xe(t).map(([c,f])=>[c,f$(f)])),errors:{message:a.map($e),code:n.map($e),...i===void 0?{}:{codeHeader:i.toLowerCase()},...o===void 0?
{}:{status:$e(o)},proofs:s.map(j$),...e===void 0?{}:{inside:{at:$e(e.at),unless:e.unless??[]}}},...t.probe===void 0?{}:{probe:{path:Ot(t.probe.path),accepted:t.
probe.accepted}},...t.modelProbe===void 0?{}:{modelProbe:c$(t.modelProbe)},...r===void 0?{}:{rateLimits:r},...t.webhooks===void 0?{}:{webhooks:l$(t.webhooks)},...t.
cancelRules===void 0?{}:{cancelRules:u$(t.cancelRules)},...t.idempotency===void 0?{}:{idempotency:{header:t.idempotency.header,keptSeconds:t.idempotency.keptSeconds}}}}
function c$({path:t,url:r,names:a="",omits:n,told:i=[],except:o=[],untestable:e}){if(e!==void 0)return{untestable:e};let s=r===void 0?void 0:new URL(r).origin;return{
...s===void 0?{}:{origin:s},path:Ot(t??r?.slice(s?.length)??""),names:$e(a),...n===void 0?{}:{omits:n},told:i.map(({at:c,constant:f})=>({at:$e(c),value:f})),except:o}}
function m$({method:t,path:r,field:a,reference:n}){return{request:nn({method:t,path:r}),...a===void 0?{}:{field:a},reference:$e(n)}}function l$(t){let{body:r,query:a,
with:n=[],signature:i,challenge:o,told:e=[]}=t;return{url:r===void 0?{in:"query",name:a??""}:{in:"body",at:$e(r)},beside:n.map(({to:s,constant:c})=>({to:$e(s),value:c})),
...i===void 0?{}:{signature:If(i)},...o===void 0?{}:{challenge:$e(o)},told:e.map(({at:s,fact:c})=>({at:$e(s),fact:c}))}}function u$({queued:t,processing:r,ended:a,
cancelled:n}){return{queued:{status:200,...t},processing:{status:200,...r},ended:{status:200,...a},cancelled:{status:200,...n}}}function h$({path:t,filter:r,limit:a,
items:n,within:i}){return{path:Ot(t),filter:r,limit:a,items:$e(n),within:i===void 0?[]:$e(i)}}function f$(t){let{submit:r,id:a,idForm:n,queryId:i,query:o,list:e,
cancel:s,status:c,progress:f,seconds:u,secondsAs:g}=t;return{submit:nn(r),submitPaths:$$(r.paths),encoding:r.encoding??"json",...r.status===void 0?{}:{submitStatus:r.
status},...r.ignored===void 0?{}:{ignored:r.ignored.map($e)},...r.implied===void 0?{}:{implied:r.implied.map(({at:x,is:j})=>({at:$e(x),is:j}))},rows:t.rows.map(
b$),drops:(t.drops??[]).map(({parameter:x,values:j,when:R,reason:O})=>({parameter:x,when:(R??[]).map(Ki),reason:O,...j===void 0?{}:{values:j}})),needs:Lf(t.needs),
lacks:Lf(t.lacks),...a===void 0?{}:{id:$e(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...o===void 0?{}:{query:_$(o)},...e===
void 0?{}:{list:h$(e)},...s===void 0?{}:{cancel:x$(s)},...t.history===void 0?{}:{history:Tf(t.history)},...t.served===void 0?{}:{served:q$(t.served)},answer:{...c===
void 0?{}:{status:y$(c)},...f===void 0?{}:{progress:{at:$e(f.at),of:f.of}},results:t.results.map(Ff),message:t.message.map($e),code:t.code.map($e),...u===void 0?
{}:{seconds:$e(u)},...g===void 0?{}:{secondsAsText:!0},usage:(t.usage??[]).map(({at:x,unit:j})=>({at:$e(x),unit:j})),...i===void 0?{}:{id:$e(i)}},told:(t.told??
[]).map(({at:x,in:j,link:R,constant:O,fact:L})=>({at:$e(x),in:j,from:R!==void 0?{kind:"link",request:{method:"GET",path:Ot(R.path)}}:L!==void 0?{kind:L}:{kind:"\
constant",value:O??null}}))}}function y$({at:t,states:r,as:a,absent:n,cases:i=[]}){return{at:$e(t),states:r,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},
cases:i.map(({when:o,means:e})=>({when:o.map(g$),means:e}))}}function g$({at:t,is:r,present:a}){return r===void 0?{at:$e(t),present:a??!0}:{at:$e(t),is:r}}function Lf(t={}){
return Object.fromEntries(Object.entries(t).map(([r,{reason:a}])=>[r,a]))}function b$(t){let r=t.values===void 0?t.accepts?.map(P$):Object.entries(t.values).map(
k$);return{to:$e(t.to),from:v$(t),when:(t.when??[]).map(Ki),...t.as==="string"?{template:w$}:{},...t.as==="uploaded"?{uploaded:!0}:{},...t.as==="file"?{file:!0}:
{},...t.template===void 0?{}:{template:Af(t.template)},...r===void 0?{}:{values:r},...t.minimum===void 0?{}:{minimum:t.minimum},...t.maximum===void 0?{}:{maximum:t.
maximum},...t.maximumItems===void 0?{}:{maximumItems:t.maximumItems},...t.maximumLength===void 0?{}:{maximumLength:t.maximumLength},...t.forms===void 0?{}:{forms:t.
forms},...t.also===void 0?{}:{also:t.also.map($e)},...t.oneWay===void 0?{}:{oneWay:t.oneWay}}}var w$={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function v$({
from:t,each:r,join:a,model:n,resultsFolder:i,constant:o}){return t!==void 0?{kind:"parameter",name:t}:r!==void 0?{kind:"each",name:r}:a!==void 0?{kind:"joined",
names:a}:i===!0?{kind:"results-folder"}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}function k$([t,r]){return[pa(t),r]}function pa(t){return t==="true"||
t==="false"||/^-?\d+$/.test(t)?JSON.parse(t):t}function P$(t){return[t,t]}function Ki({given:t,absent:r,parameter:a="",among:n=[],model:i,exceptModel:o}){return t!==
void 0?{kind:"given",parameters:t}:r!==void 0?{kind:"absent",parameters:r}:i!==void 0?{kind:"model",prefixes:i}:o!==void 0?{kind:"except-model",prefixes:o}:{kind:"\
among",parameter:a,values:n}}function nn({method:t,path:r,headers:a}){if(a===void 0)return{method:t,path:Ot(r)};let n=Object.entries(a).map(([i,o])=>[i,Ot(o)]);
return{method:t,path:Ot(r),headers:Object.fromEntries(n)}}function $$(t=[]){return t.map(({when:r,path:a,encoding:n})=>({when:r.map(Ki),path:Ot(a),...n===void 0?
{}:{encoding:n}}))}function S$(t=[]){return t.map(({when:r,path:a})=>({when:r.map(Ki),path:Ot(a)}))}function _$({paths:t,at:r,hosts:a=[],body:n,...i}){return{...nn(
i),...t===void 0?{}:{paths:S$(t)},...r===void 0?{}:{stated:{at:$e(r),hosts:a}},...n===void 0?{}:{body:n.map(Sd)}}}function Sd({to:t,fact:r,constant:a}){return{to:$e(
t),from:r===void 0?{kind:"constant",value:a??null}:{kind:r}}}function x$({from:t,proves:r,body:a,...n}){let{answer:i,query:o=[]}=r??{};return{...nn(n),...a===void 0?
{}:{body:a.map(Sd)},...t===void 0?{}:{from:t.words},proves:{...i===void 0?{}:{answer:{at:$e(i.at),words:i.words}},query:o}}}function q$({list:t,remove:r}){return{
...t===void 0?{}:{list:Nf(t)},...r===void 0?{}:{remove:{...nn(r),answer:r.answer.map(Sd)}}}}function Ff(t){let{url:r,list:a,withKey:n,body:i,base64:o,contentType:e,
object:s,file:c,content:f,query:u,results:g,message:x,pending:j}=t,R=t.asked===void 0?{}:{asked:O$(t.asked)};return i===!0?{kind:"body"}:r!==void 0?{kind:"url",
at:$e(r),list:a??!1,...n===!0?{withKey:n}:{},...R}:o!==void 0&&e!==void 0?{kind:"base64",at:$e(o),contentType:e,...R}:s!==void 0?{kind:"object",at:$e(s),file:c??
""}:f!==void 0?{kind:"content",request:{method:"GET",path:Ot(f)}}:{kind:"query",request:{method:"GET",path:Ot(u??"")},results:(g??[]).map(Ff),message:(x??[]).map(
$e),...j===void 0?{}:{pending:j}}}function O$({at:t,is:r,model:a=[]}){return{at:$e(t),is:r,models:a}}function j$({status:t,codes:r,says:a,proves:n}){let i=Number(
t.replaceAll("x","0")),o=Number(t.replaceAll("x","9"));return{from:i,to:o,proves:n,...r===void 0?{}:{codes:r},...a===void 0?{}:{says:a.map(e=>e.toLowerCase())}}}function*Vf(t){for(let{path:r,source:a}of Te(t))for(let[n,{rows:i}]of Xe(a)){let o=Zr(t).filter(e=>e.kind===n);for(let[e,s]of i.entries()){let c=s.oneWay===void 0?
A$(s,o):void 0;c!==void 0&&(yield{code:"S077",file:r,path:["operations",n,"rows",e,"values",c[1]],message:`"${c[0]}" and "${c[1]}" of one model both become ${JSON.
stringify(s.values?.[c[1]])}`})}}}function A$({values:t={},from:r,each:a,join:n},i){let o=n??[r??a??""],e=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of i){
let c=(u,g)=>s.get(u)?.includes(pa(g))??s.has(u),f=Object.entries(t).filter(([u])=>{let g=e(u);return o.every((x,j)=>c(x,g[j]??""))});for(let[u,[g,x]]of f.entries()){
let j=f.slice(0,u).find(([,R])=>JSON.stringify(R)===JSON.stringify(x));if(j!==void 0)return[j[0],g]}}}function*zf(t){for(let{path:r,source:a}of Te(t))for(let[n,{id:i,submit:o,rows:e,results:s}]of Xe(a)){let c=["operations",n];for(let[f,{body:u,asked:g,results:x=[]}]of s.
entries()){let j=[...c,"results",f];g!==void 0&&i!==void 0&&(yield{code:"S101",file:r,path:[...j,"asked"],message:`what a submit asks for is not known to the re\
quest that follows its ID at ${i}`}),u===!0&&i!==void 0&&(yield{code:"S101",file:r,path:[...j,"body"],message:`the answer to the submit has an ID at ${i}`});for(let[
R,O]of x.entries())O.body===!0&&(yield{code:"S101",file:r,path:[...j,"results",R,"body"],message:"this is the answer to another request than the submit"})}for(let[
f,u]of e.entries()){let{as:g,to:x,forms:j}=u;if(g!=="file")continue;let R=[...c,"rows",f];T$(u,o)?/^\/[^/]+(\/-)?$/.exec(x)===null?yield{code:"S102",file:r,path:[
...R,"to"],message:"a file is a field of the form, or one of several"}:j===void 0&&(yield{code:"S102",file:r,path:R,message:"the row does not say in which forms\
 it takes a file"}):yield{code:"S102",file:r,path:[...R,"as"],message:"the body is JSON, which holds no file"}}}}function T$({from:t,each:r},{encoding:a,paths:n=[]}){
return a==="form"?n.every(o=>o.encoding!=="json"):n.find(({when:[o,...e]})=>e.length===0&&o?.given?.includes(t??r??""))?.encoding==="form"}function*Uf(t){for(let{path:r,source:a}of Te(t))for(let[n,{rows:i}]of Xe(a))for(let[o,{as:e,forms:s}]of i.entries()){if(e!=="uploaded")continue;let c=["operatio\
ns",n,"rows",o,"as"];a.upload===void 0?yield{code:"S079",file:r,path:c,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:r,
path:c,message:'the row takes no data URIs: "forms" must list data'})}}function*Cf(t){for(let{path:r,source:a}of Te(t))for(let[n,{rows:i}]of Xe(a)){let o=Zr(t).filter(s=>s.kind===n),e=!1;for(let[s,c]of i.entries()){let f=i.slice(0,
s).find(u=>Wf(u,c)&&!R$(u,c)&&I$(u,c,o)&&!(e&&Bi(u,c)));f!==void 0&&(e||=Bi(f,c),yield{code:"S076",file:r,path:["operations",n,"rows",s,"to"],message:Bi(f,c)?`${c.
to} makes an object where an earlier row makes a list, or the other way round (${_d(f)} at ${f.to})`:`${c.to} is written by an earlier row too (${_d(f)})`})}yield*N$(
r,a,i)}}function*N$(t,{webhooks:r},a){let n=[...r?.body===void 0?[]:[{to:r.body,path:["webhooks","body"]}],...(r?.with??[]).map(({to:i},o)=>({to:i,path:["webhoo\
ks","with",o,"to"]}))];for(let{to:i,path:o}of n){let e=a.find(s=>Wf(s,{to:i}));e!==void 0&&(yield{code:"S076",file:t,path:o,message:`${i} is written by a row to\
o (${_d(e)})`})}}function Wf(t,r){if(Bi(t,r))return!0;let[a,n]=[t.to,r.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Bi({to:t},{to:r}){let[a,n]=[t.split("/"),r.split("/")],i=a.findIndex((s,c)=>s!==n[c]),[o,e]=[a[i],n[i]];return o!==void 0&&e!==void 0&&Jf(o)!==
Jf(e)}var Jf=t=>/^(-|\d+)$/.test(t);function R$(t,r){return t.constant!==void 0&&r.to.startsWith(`${t.to}/`)}function I$(t,r,a){if(Df(t,r)||Df(r,t))return!1;let n=[
Zi(t),Zi(r)];return n.some(i=>i.length===0)?!0:a.some(({parameters:i})=>n.flat().every(o=>i.has(o)))}function Df({when:t=[]},r){return t.some(a=>Zi(r).some(n=>a.
absent?.includes(n))||(r.when??[]).some(n=>E$(a,n)))}function E$(t,r){return t.absent!==void 0&&r.given!==void 0?r.given.every(a=>t.absent?.includes(a)===!0):t.
model!==void 0&&r.model!==void 0?!t.model.some(a=>r.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):t.model!==void 0&&r.exceptModel!==void 0?t.model.every(
a=>r.exceptModel?.some(n=>a.startsWith(n))===!0):t.among!==void 0&&t.parameter===r.parameter&&!t.among.some(a=>r.among?.includes(a)===!0)}function Zi({from:t,each:r,
join:a}){return a??[t??r].filter(n=>n!==void 0)}function _d(t){return Zi(t).join(" and ")||(t.model===!0?"the model":t.resultsFolder===!0?"the folder of results":
"a constant")}function*Hf(t){for(let{path:r,source:a}of Te(t))for(let[n,{id:i,query:o,status:e}]of Xe(a)){let s=["operations",n];if(i===void 0)continue;if(o===void 0||e===void 0){
yield{code:"S078",file:r,path:s,message:`there is an ID and no ${o===void 0?"query":"status"}`};continue}let{states:c,absent:f,cases:u=[]}=e,g=[...Object.values(
c),f,...u.map(({means:x})=>x)];for(let x of["completed","failed"])g.includes(x)||(yield{code:"S078",file:r,path:[...s,"status","states"],message:`no status mean\
s ${x}`})}}var L$=["value","base64,mediaType","base64,imageFormat","base64"],M$=["value","base64","mediaType","imageFormat"];function*Kf(t){for(let{path:r,source:a}of Te(t))
for(let[n,{rows:i}]of Xe(a))for(let[o,{template:e,forms:s}]of i.entries()){if(e===void 0)continue;let c=Wi(e);if(L$.includes([...c].sort().join())){c.includes("\
base64")&&s?.join()!=="data"&&(yield{code:"S075",file:r,path:["operations",n,"rows",o,"template"],message:'{base64} stands for a part of a data URI, and the row\
 takes URLs too: "forms" must be ["data"]'});continue}let f=c.find(u=>!M$.includes(u));yield{code:"S075",file:r,path:["operations",n,"rows",o,"template"],message:f!==
void 0?`{${f}} means nothing here`:c.length===0?"the template does not hold {value}":c.every(u=>u==="value")?`the template holds {value} ${c.length} times`:"the\
 template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once"}}}function*Gi({submit:t,query:r,rows:a,drops:n=[],needs:i={},lacks:o={}}){for(let[e,s=[]]of[["submit",t.paths],["query",r?.paths]])for(let[c,{when:f}]of s.entries())
yield*xd(f,[e,"paths",c,"when"]);for(let[e,s]of a.entries()){let c=["rows",e],f=s.from===void 0?"each":"from",u=s.from??s.each,g=Object.keys(s.values??{}).map(j=>({
value:pa(j),path:[...c,"values",j],at:"key"})),x=(s.accepts??[]).map((j,R)=>({value:j,path:[...c,"accepts",R],at:"value"}));for(let[j,R]of(s.join??[]).entries())
yield{parameter:R,path:[...c,"join",j],at:"value",values:F$(s,c,j)};u!==void 0&&(yield{parameter:u,path:[...c,f],at:"value",values:[...g,...x]}),yield*xd(s.when??
[],[...c,"when"])}for(let[e,{parameter:s,values:c=[],when:f=[]}]of n.entries()){let u=["drops",e];yield{parameter:s,path:[...u,"parameter"],at:"value",values:c.
map((g,x)=>({value:g,path:[...u,"values",x],at:"value"}))},yield*xd(f,[...u,"when"])}for(let e of Object.keys(i))yield{parameter:e,path:["needs",e],at:"key",values:[]};
for(let e of Object.keys(o))yield{parameter:e,path:["lacks",e],at:"key",values:[]}}function F$({values:t={}},r,a){return Object.keys(t).map(n=>({value:pa(n.split(
" ")[a]??""),path:[...r,"values",n],at:"key"}))}function*xd(t,r){for(let[a,{given:n=[],absent:i=[],parameter:o,among:e=[]}]of t.entries()){for(let[c,f]of n.entries())
yield{parameter:f,path:[...r,a,"given",c],at:"value",values:[]};for(let[c,f]of i.entries())yield{parameter:f,path:[...r,a,"absent",c],at:"value",values:[]};if(o===
void 0)continue;let s=e.map((c,f)=>({value:c,path:[...r,a,"among",f],at:"value"}));yield{parameter:o,path:[...r,a,"parameter"],at:"value",values:s}}}function*Bf(t){if(!zi(t))for(let{path:r,source:a}of Te(t))for(let[n,i]of Xe(a)){let o=Zr(t).filter(s=>s.kind===n),e=[...new Set(o.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:c,at:f}of Gi(i)){if(e.includes(s))continue;let u=Xt(s,e);yield{code:"S071",file:r,path:["operations",n,...c],at:f,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${e.join(", ")}.`:`Did you mean "${u}"?`}}}}function*Zf(t){for(let{path:r,source:a}of Te(t)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:i,headers:o={},time:e}=n,s={code:"S088",file:r},
c=["webhooks","signature"],f=Hi.filter(x=>x!=="timestamp"||e!==void 0),u=[...new Set([...f,...Object.keys(o)])],g=Yt(i).flatMap(x=>typeof x=="string"?[]:[x.variable]);
for(let x of g.filter(j=>!u.includes(j))){let j=Xt(x,u);yield{...s,path:[...c,"signed"],message:`{${x}} is not known here`,hint:V$(x,j,u)}}for(let x of Object.keys(
o)){let j={...s,path:[...c,"headers",x],at:"key"};Hi.some(R=>R===x)?yield{...j,message:`{${x}} has a meaning of its own`,hint:"Give the header another name."}:g.
includes(x)||(yield{...j,message:`{${x}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function V$(t,r,a){return t==="timestamp"?'Say in \
"time" where it is.':r!==void 0?`Did you mean {${r}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Qi(t,r){return qd(t.files.get(r)?.value??null,[])}var z$=["template","constant","among","body","values","accepts","sources"];function*qd(t,r){if(Array.
isArray(t))for(let[a,n]of t.entries())r.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...r,a]}:yield*qd(n,[...r,a]);else if(ye(t))for(let[a,n]of Object.
entries(t))a==="source"&&typeof n=="string"?yield{name:n,path:[...r,a]}:z$.includes(a)||(yield*qd(n,[...r,a]))}function*Gf(t){for(let{path:r,source:a}of Te(t)){let n=Object.keys(a.sources);for(let{name:i,path:o}of Qi(t,r)){if(n.includes(i))continue;let e=Xt(i,n);yield{code:"\
S073",file:r,path:o,message:`"${i}" is not in sources`,hint:e===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${e}"?`}}}}var Qf=["model","app"],da=["id","name","model","app"];function*Xi(t){t.probe!==void 0&&(yield{text:t.probe.path,path:["probe","path"],allowed:[]});let{path:r,url:a}=t.
modelProbe??{};r!==void 0&&(yield{text:r,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
t.upload!==void 0&&(yield{text:t.upload.path,path:["upload","path"],allowed:[]});let{key:n}=t.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[i,o]of Xe(t))for(let{path:e,...s}of U$(o))yield{path:["operations",i,...e],...s}}function*U$({id:t,submit:r,
query:a,list:n,history:i,cancel:o,results:e,told:s=[]}){let c=t!==void 0;yield{text:r.path,path:["submit","path"],allowed:Qf};for(let[u,{path:g}]of(r.paths??[]).
entries())yield{text:g,path:["submit","paths",u,"path"],allowed:Qf};for(let u of["submit","query","cancel"])for(let[g,x]of Object.entries({submit:r,query:a,cancel:o}[u]?.
headers??{}))yield{text:x,path:[u,"headers",g],allowed:["model"]};let f=a?.body?.some(({fact:u})=>u==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","p\
ath"],allowed:da,needsId:c&&!f});for(let[u,{path:g}]of(a?.paths??[]).entries())yield{text:g,path:["query","paths",u,"path"],allowed:da,needsId:c&&!f};n!==void 0&&
(yield{text:n.path,path:["list","path"],allowed:[]});for(let[u,g]of(i?.paths??[]).entries())yield{text:g,path:["history","paths",u],allowed:[]};o!==void 0&&(yield{
text:o.path,path:["cancel","path"],allowed:da,needsId:c});for(let[u,{link:g}]of s.entries())g!==void 0&&(yield{text:g.path,path:["told",u,"link","path"],allowed:da});
yield*Xf(e,["results"],c)}function*Xf(t,r,a){for(let[n,{content:i,query:o,results:e=[]}]of t.entries())i!==void 0&&(yield{text:i,path:[...r,n,"content"],allowed:da,
needsId:a}),o!==void 0&&(yield{text:o,path:[...r,n,"query"],allowed:da,needsId:a}),yield*Xf(e,[...r,n,"results"],a)}function*Yf(t){for(let{path:r,source:a}of Te(t))for(let{text:n,path:i,allowed:o}of Xi(a))for(let e of Yt(n))typeof e=="string"||o.includes(e.variable)||(yield{code:"\
S074",file:r,path:i,message:`{${e.variable}} is not known here`,hint:o.length===0?"Nothing is known of a task here.":`Use ${o.map(s=>`{${s}}`).join(", ")}.`})}function*ey(t){for(let{path:r,source:a}of Te(t))for(let{text:n,path:i,allowed:o,needsId:e}of Xi(a)){let s=Yt(n).flatMap(f=>typeof f=="string"?[]:[f.variable]),c=s.
includes("id")||s.includes("name");e===!0&&!c&&s.every(f=>o.includes(f))&&(yield{code:"S083",file:r,path:i,message:"the path does not name the task: {id} is mis\
sing"})}}function*ty(t){if(!zi(t))for(let{path:r,source:a}of Te(t))for(let[n,i]of Xe(a)){let o=new Set,e=Zr(t).filter(s=>s.kind===n);for(let{parameter:s,values:c}of Gi(i)){
let f=e.filter(g=>g.parameters.has(s)).map(g=>g.parameters.get(s)),u=new Set(f.flatMap(g=>g??[]));if(!(f.length===0||f.includes(void 0)))for(let{value:g,path:x,
at:j}of c){if(u.has(g)||o.has(x.join("/")))continue;o.add(x.join("/"));let R=typeof g=="string"?Xt(g,[...u].map(String)):void 0;yield{code:"S072",file:r,path:["\
operations",n,...x],at:j,message:`no ${n} model offers ${JSON.stringify(g)} as ${s}`,hint:R===void 0?`Offered: ${[...u].map(O=>JSON.stringify(O)).join(", ")}.`:
`Did you mean "${R}"?`}}}}}var J$=new Set(["failed","expired","cancelled"]);function*ry(t){for(let{path:r,source:a}of Te(t))for(let[n,{cancel:i,status:o}]of Xe(a)){if(i===void 0)continue;
let e=new Map(Object.entries(o?.states??{})),s=["operations",n,"cancel"];for(let[c,f]of[[i.from?.words??[],["from","words"]],[i.proves?.query??[],["proves","que\
ry"]]])for(let[u,g]of c.entries()){let x={code:"S087",file:r,path:[...s,...f,u]},j=e.get(g),R=j===void 0?Xt(g,[...e.keys()]):void 0;j===void 0?yield{...x,message:`\
"${g}" is not a word of status.states`,...R===void 0?{}:{hint:`Did you mean "${R}"?`}}:f[0]==="proves"&&!J$.has(j)&&(yield{...x,message:`"${g}" means ${j}: it p\
roves that something is made`})}}}function*sy(t){for(let{path:r,source:a}of Te(t)){let n=["aws-sigv4","google-service-account"].includes(a.authentication.token?.by??"");for(let[i,{rows:o,results:e}]of Xe(
a)){let s=o.findIndex(({resultsFolder:g})=>g===!0),c=e.findIndex(({object:g})=>g!==void 0),f=["operations",i],u=[...f,"results",c,"object"];s!==-1&&c===-1&&(yield{
code:"S103",file:r,path:[...f,"rows",s,"resultsFolder"],message:"no result is read from the folder"}),c!==-1&&(s===-1&&(yield{code:"S103",file:r,path:u,message:"\
no row tells the upstream of the folder"}),n||(yield{code:"S103",file:r,path:u,message:"the key of this protocol opens no bucket"}))}}}function*ay(t){for(let{path:r,source:a}of Te(t)){let n=new Set([...Qi(t,r)].map(({name:i})=>i));for(let i of Object.keys(a.sources))n.has(i)||(yield{code:"S086",
file:r,path:["sources",i],message:`no fact names the source "${i}"`})}}var ny=[kf,Bf,ty,Gf,Yf,Kf,Cf,Vf,Hf,Uf,Pf,Of,ey,$f,_f,ay,ry,Zf,jf,vf,zf,sy];var iy="meta/upstream.schema.json",D$=[hc,yc,wc,Lh,Gh,...ny];function oy(t,r){let a=[Ci(iy,"{}"),...H$(r)],n={exports:{meta0:t},keep:()=>{}};return(i,o)=>i.map(
({name:e,text:s})=>{let c=`upstreams/${e}.json`,f={directory:o,files:new Map([...a,C$(c,s)].map(x=>[x.path,x])),meta:{paths:[iy],code:()=>n}},u=Qh(D$.flatMap(x=>[
...x(f)])).filter(({file:x})=>x===c).map(x=>uf(f,x)),g=Te(f)[0]?.source;return g!==void 0&&u.every(({severity:x})=>x!=="error")?{name:e,mapping:Mf(g)}:{name:e,mistakes:u.
sort((x,j)=>x.line-j.line).map(x=>W$(x,e,o))}})}function C$(t,r){try{return Ci(t,r)}catch(a){if(!(a instanceof RangeError))throw a;return{path:t,text:r,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function W$(t,r,a){return gf({...t,file:`${r}.json`},a)}function H$(t){return Object.entries(t).map(([r,
{kind:a,parameters:n}])=>{let i=Object.entries(n).map(([e,s])=>[e,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),o={"x-kind":a,
properties:{model:{const:r},...Object.fromEntries(i)}};return Ci(Rh(r),JSON.stringify(o))})}var U4=oy(py.default.meta0,K$);export{U4 as compileProtocols};
