// Made by the generator from spec/. Do not edit.
var Ay=Object.create;var Zd=Object.defineProperty;var Ty=Object.getOwnPropertyDescriptor;var Ny=Object.getOwnPropertyNames;var Ry=Object.getPrototypeOf,Iy=Object.prototype.hasOwnProperty;var le=(t,r)=>()=>{try{return r||t((r={exports:{}}).exports,r),r.exports}catch(a){throw r=0,a}};var Ey=(t,r,a,n)=>{if(r&&typeof r=="object"||typeof r=="function")for(let i of Ny(r))!Iy.call(t,i)&&i!==a&&Zd(t,i,{get:()=>r[i],enumerable:!(n=Ty(r,i))||n.enumerable});
return t};var bt=(t,r,a)=>(a=t!=null?Ay(Ry(t)):{},Ey(r||!t||!t.__esModule?Zd(a,"default",{value:t,enumerable:!0}):a,t));var ho=le(uo=>{"use strict";Object.defineProperty(uo,"__esModule",{value:!0});function Qd(t){let r=t.length,a=0,n=0,i;for(;n<r;)a++,i=t.charCodeAt(n++),i>=55296&&
i<=56319&&n<r&&(i=t.charCodeAt(n),(i&64512)===56320&&n++);return a}uo.default=Qd;Qd.code='require("ajv/dist/runtime/ucs2length").default'});var fo=le((G$,Xd)=>{"use strict";Xd.exports=function t(r,a){if(r===a)return!0;if(r&&a&&typeof r=="object"&&typeof a=="object"){if(r.constructor!==a.constructor)
return!1;var n,i,o;if(Array.isArray(r)){if(n=r.length,n!=a.length)return!1;for(i=n;i--!==0;)if(!t(r[i],a[i]))return!1;return!0}if(r.constructor===RegExp)return r.
source===a.source&&r.flags===a.flags;if(r.valueOf!==Object.prototype.valueOf)return r.valueOf()===a.valueOf();if(r.toString!==Object.prototype.toString)return r.
toString()===a.toString();if(o=Object.keys(r),n=o.length,n!==Object.keys(a).length)return!1;for(i=n;i--!==0;)if(!Object.prototype.hasOwnProperty.call(a,o[i]))return!1;
for(i=n;i--!==0;){var e=o[i];if(!t(r[e],a[e]))return!1}return!0}return r!==r&&a!==a}});var ga=le(yo=>{"use strict";Object.defineProperty(yo,"__esModule",{value:!0});var Yd=fo();Yd.code='require("ajv/dist/runtime/equal").default';yo.default=Yd});var sc=le(rc=>{"use strict";rc.meta0=gn;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
source:{$ref:"#/$defs/source"}},oneOf:[{required:["body"]},{required:["query"]}],additionalProperties:!1},rateLimits:{type:"object",description:"How the upstrea\
m tells of its limits on requests. Submits and queries wait until it takes more. Retry-After is always read.",required:["source"],minProperties:2,properties:{text:{
type:"string",minLength:1,description:"What is known of limits beside that."},headers:{type:"object",description:"The headers of an answer that tell how many mo\
re requests of its kind are taken: submits and queries count apart.",required:["remaining","reset","resetAs"],properties:{limit:{$ref:"#/$defs/headerName",description:"\
How many are taken between two resets."},remaining:{$ref:"#/$defs/headerName",description:"How many more are taken before the next reset."},reset:{$ref:"#/$defs\
/headerName",description:"When the next reset is."},resetAs:{enum:["duration","epoch-seconds","epoch-milliseconds"],description:"How that is written. duration: \
a time from now, such as 6m0s, 120ms or 1.5; a number alone is one of seconds. The others: a time since 1970."}},additionalProperties:!1},retryAfter:{$ref:"#/$d\
efs/pointer",description:"Where the body of an error says how many seconds to wait, for answers without Retry-After."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
upload:{type:"object",description:"The request that uploads a file before the submit names it. Rows that say so upload the data URIs they carry.",required:["met\
hod","path","reference","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},field:{type:"string",minLength:1,
description:"The field of a form (multipart/form-data) that holds the file. Left out where the body is the file itself."},reference:{$ref:"#/$defs/pointer",description:"\
Where the answer has what names the file in the submit: a URL or an ID."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},operations:{type:"object",description:"\
How tasks are made, per kind of model.",properties:{video:{$ref:"#/$defs/operation"},image:{$ref:"#/$defs/operation"},audio:{$ref:"#/$defs/operation"},mesh:{$ref:"\
#/$defs/operation"}},minProperties:1,additionalProperties:!1},errors:{type:"object",description:"How error answers are read, and what they prove.",required:["me\
ssage","code","proofs"],properties:{message:{$ref:"#/$defs/pointers"},code:{$ref:"#/$defs/pointers"},codeHeader:{$ref:"#/$defs/headerName",description:"The head\
er that has the code where the body has none, before a colon."},status:{$ref:"#/$defs/pointer",description:"Where an error has its HTTP status as a number, with\
out which clients of the vendor do not read it."},inside:{type:"object",description:"A member that makes an answer with HTTP 200 an error.",required:["at","sour\
ce"],properties:{at:{$ref:"#/$defs/pointer"},unless:{type:"array",description:"Values that mean that there is no error."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
proofs:{type:"array",description:"What error answers to a submit prove. The first that fits counts; an answer that none fits may have made a task.",minItems:1,items:{
type:"object",required:["status","proves","source"],properties:{status:{type:"string",pattern:"^[1-5]([0-9]{2}|xx)$",description:"One HTTP status, or a class su\
ch as 5xx.",errorMessage:"an HTTP status such as 404, or a class of them such as 4xx"},codes:{type:"array",items:{type:"string"},minItems:1,description:"Only wi\
th one of these error codes."},says:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"Only where the message holds one of these texts, in \
capitals or not."},proves:{enum:["rejected","busy","credentials","payment","may-exist","unknown-model"],description:"rejected: no task was made. busy: none was \
made, and a later submit may succeed. credentials, payment: none was made, because of the key or of the account's balance, for which the task is not to blame. u\
nknown-model: none was made, since the upstream has no model of the operator's ID, or none for this key. may-exist: nothing is proven."},means:{type:"string",minLength:1,
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
sage"]}],additionalProperties:!1}}},vr={type:"string",minLength:1,description:"A remark for who edits the file."},wr={type:"string",pattern:"^[a-z][a-z0-9-]*$",
description:"The name of the service in the signature.",errorMessage:"lower-case letters, digits and hyphens"},vs={type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"\
The region where the operator sets no other.",errorMessage:"lower-case letters, digits and hyphens"},oe={type:"string",minLength:1,description:"One of the names\
 in sources."},Ne={type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts wi\
th /"},Y={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such \
as /task/id"},mt={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens\
 and underscores"},ks={type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},Nr={enum:["text","hex","base64"],description:"How \
the bytes of the key are written. text: the bytes of the text itself (UTF-8)."},te={type:"object",description:"What becomes of the task, and what is answered: t\
he task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelle\
d: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the record of the task is removed, with its result. refus\
ed: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"Th\
e body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{code:{
type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:[
"body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},qs=Object.prototype.hasOwnProperty,pe=ho().default,Ps=new RegExp("^[a-z\
][a-z0-9-]*$","u"),Ly=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),ec=new RegExp("^https://","u"),My=new RegExp("^https://[^/]+(/.*[^/])?$","u"),Jt=new RegExp("^[A-Za-\
z0-9._-]+$","u"),Fy=new RegExp("^https://[^/?#]+/[^?#]*$","u"),yn=new RegExp("^[\\x20-\\x7e]*$","u"),Ot=new RegExp("^/","u"),Vy=new RegExp("^https://[^/?#{}]+/[\
^#]*$","u"),ze=new RegExp("^(/([^/~]|~[01])+)+$","u"),zy=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),h={type:"object",required:["submit","rows","results","message","\
code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path","source"],properties:{
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
description:"A fixed value."},fact:{enum:["id","model","created","completed","expires"],description:'A fact of the task. "completed" and "expires" are when it w\
as completed and until when its files are kept, in seconds since 1970, or null.'},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constan\
t"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},st={type:"object",minProperties:1,propertyNames:{
pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fix\
ed headers of the request. Fakes and native APIs tell requests of the same method and path apart by them."},fn={enum:["json","form"],description:"How the body i\
s sent: JSON, or multipart/form-data. Left out: JSON."},lt={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},Ut={enum:["queued","proces\
sing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},Uy=ga().default,Jy=new RegExp("^(?!/)[^{}]*(\\{model\\}[^{}\
]*)?\\{id\\}$","u"),Dy=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),Nt={type:"array",minItems:1,description:"Other paths, for what the request gives \
or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/\
$defs/path"},encoding:{enum:["json","form"],description:"How the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},go={type:"arra\
y",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},Ie={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,
description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},
parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{
type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"\
string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:[
"parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function jt(t,{instancePath:r="",parentData:a,parentDataProperty:n,
rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,m=jt.evaluated;m.dynamicProps&&(m.props=void 0),m.dynamicItems&&(m.items=void 0);let f=s;if(Array.isArray(t)){
if(t.length<1){let G={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:go,
data:t};e===null?e=[G]:e.push(G),s++}let ue=!0,Z=t.length;for(let G=0;G<Z;G++){let z=t[G],ve=s,ye=s,Qe=s,M=s,ie=!1,qe=null,Xe=s;if(z&&typeof z=="object"&&!Array.
isArray(z)&&z.given===void 0){let T={instancePath:r+"/"+G,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"\
must have required property 'given'",schema:Ie.oneOf[0].required,parentSchema:Ie.oneOf[0],data:z};e===null?e=[T]:e.push(T),s++}var u=Xe===s;u&&(ie=!0,qe=0);let ne=s;
if(z&&typeof z=="object"&&!Array.isArray(z)&&z.absent===void 0){let T={instancePath:r+"/"+G,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{
missingProperty:"absent"},message:"must have required property 'absent'",schema:Ie.oneOf[1].required,parentSchema:Ie.oneOf[1],data:z};e===null?e=[T]:e.push(T),s++}
var u=ne===s;if(u&&ie)ie=!1,qe=[qe,1];else{u&&(ie=!0,qe=1);let T=s;if(z&&typeof z=="object"&&!Array.isArray(z)){if(z.parameter===void 0){let fe={instancePath:r+
"/"+G,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",
schema:Ie.oneOf[2].required,parentSchema:Ie.oneOf[2],data:z};e===null?e=[fe]:e.push(fe),s++}if(z.among===void 0){let fe={instancePath:r+"/"+G,schemaPath:"#/$def\
s/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:Ie.oneOf[2].required,parentSchema:Ie.
oneOf[2],data:z};e===null?e=[fe]:e.push(fe),s++}}var u=T===s;if(u&&ie)ie=!1,qe=[qe,2];else{u&&(ie=!0,qe=2);let fe=s;if(z&&typeof z=="object"&&!Array.isArray(z)&&
z.model===void 0){let Ee={instancePath:r+"/"+G,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must\
 have required property 'model'",schema:Ie.oneOf[3].required,parentSchema:Ie.oneOf[3],data:z};e===null?e=[Ee]:e.push(Ee),s++}var u=fe===s;if(u&&ie)ie=!1,qe=[qe,
3];else{u&&(ie=!0,qe=3);let Ee=s;if(z&&typeof z=="object"&&!Array.isArray(z)&&z.exceptModel===void 0){let Re={instancePath:r+"/"+G,schemaPath:"#/$defs/condition\
/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:Ie.oneOf[4].required,parentSchema:Ie.
oneOf[4],data:z};e===null?e=[Re]:e.push(Re),s++}var u=Ee===s;u&&ie?(ie=!1,qe=[qe,4]):u&&(ie=!0,qe=4)}}}if(ie)s=M,e!==null&&(M?e.length=M:e=null);else{let T={instancePath:r+
"/"+G,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:qe},message:"must match exactly one schema in oneOf",schema:Ie.oneOf,parentSchema:Ie,
data:z};e===null?e=[T]:e.push(T),s++}if(z&&typeof z=="object"&&!Array.isArray(z)){let T=s;for(let K in z)if(!(K==="given"||K==="absent"||K==="parameter"||K==="a\
mong"||K==="model"||K==="exceptModel")){let fe={instancePath:r+"/"+G,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:Ie,data:z};e===null?e=[fe]:e.push(fe),s++}if(z.given!==void 0){let K=z.
given,fe=s,Ce=s;if(Array.isArray(K)){if(K.length<1){let Re={instancePath:r+"/"+G+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minI\
tems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ie.properties.given,data:K};e===null?e=[Re]:e.push(Re),s++}let Ee=!0,re=K.
length;for(let Re=0;Re<re;Re++){let Le=K[Re],ct=s;if(typeof Le!="string"){let ir={instancePath:r+"/"+G+"/given/"+Re,schemaPath:"#/$defs/condition/properties/giv\
en/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.given.items.type,parentSchema:Ie.properties.given.items,data:Le};
e===null?e=[ir]:e.push(ir),s++}let ht=s;var g=ct===s;g||(Ee=!1)}}else{let Ee={instancePath:r+"/"+G+"/given",schemaPath:"#/$defs/condition/properties/given/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.given.type,parentSchema:Ie.properties.given,data:K};e===null?e=[Ee]:e.push(Ee),
s++}var _=fe===s}if(z.absent!==void 0){let K=z.absent,fe=s,Ce=s;if(Array.isArray(K)){if(K.length<1){let Le={instancePath:r+"/"+G+"/absent",schemaPath:"#/$defs/c\
ondition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ie.properties.absent,data:K};
e===null?e=[Le]:e.push(Le),s++}let re=!0,Re=K.length;for(let Le=0;Le<Re;Le++){let ct=K[Le],ht=s;if(typeof ct!="string"){let rt={instancePath:r+"/"+G+"/absent/"+
Le,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.absent.items.
type,parentSchema:Ie.properties.absent.items,data:ct};e===null?e=[rt]:e.push(rt),s++}let ir=s;var O=ht===s;O||(re=!1)}}else{let re={instancePath:r+"/"+G+"/absen\
t",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.absent.type,parentSchema:Ie.
properties.absent,data:K};e===null?e=[re]:e.push(re),s++}var _=fe===s}if(z.parameter!==void 0){let K=z.parameter,fe=s;if(typeof K!="string"){let re={instancePath:r+
"/"+G+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.
parameter.type,parentSchema:Ie.properties.parameter,data:K};e===null?e=[re]:e.push(re),s++}let Ce=s;var _=fe===s}if(z.among!==void 0){let K=z.among,fe=s,Ce=s;if(Array.
isArray(K)){if(K.length<1){let re={instancePath:r+"/"+G+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:Ie.properties.among,data:K};e===null?e=[re]:e.push(re),s++}}else{let re={instancePath:r+"/"+G+"/among",schemaPath:"\
#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.among.type,parentSchema:Ie.properties.
among,data:K};e===null?e=[re]:e.push(re),s++}var _=fe===s}if(z.model!==void 0){let K=z.model,fe=s,Ce=s;if(Array.isArray(K)){if(K.length<1){let Le={instancePath:r+
"/"+G+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Ie.properties.model,data:K};e===null?e=[Le]:e.push(Le),s++}let re=!0,Re=K.length;for(let Le=0;Le<Re;Le++){let ct=K[Le],ht=s,ir=s;if(typeof ct=="str\
ing"){if(pe(ct)<1){let rt={instancePath:r+"/"+G+"/model/"+Le,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ie.properties.model.items,data:ct};e===null?e=[rt]:e.push(rt),s++}}else{let rt={instancePath:r+
"/"+G+"/model/"+Le,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.
model.items.type,parentSchema:Ie.properties.model.items,data:ct};e===null?e=[rt]:e.push(rt),s++}var I=ht===s;I||(re=!1)}}else{let re={instancePath:r+"/"+G+"/mod\
el",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.model.type,parentSchema:Ie.
properties.model,data:K};e===null?e=[re]:e.push(re),s++}var _=fe===s}if(z.exceptModel!==void 0){let K=z.exceptModel,fe=s,Ce=s;if(Array.isArray(K)){if(K.length<1){
let Le={instancePath:r+"/"+G+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:Ie.properties.exceptModel,data:K};e===null?e=[Le]:e.push(Le),s++}let re=!0,Re=K.length;for(let Le=0;Le<Re;Le++){
let ct=K[Le],ht=s,ir=s;if(typeof ct=="string"){if(pe(ct)<1){let rt={instancePath:r+"/"+G+"/exceptModel/"+Le,schemaPath:"#/$defs/condition/properties/exceptModel\
/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ie.properties.exceptModel.items,data:ct};
e===null?e=[rt]:e.push(rt),s++}}else{let rt={instancePath:r+"/"+G+"/exceptModel/"+Le,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Ie.properties.exceptModel.items.type,parentSchema:Ie.properties.exceptModel.items,data:ct};e===null?
e=[rt]:e.push(rt),s++}var q=ht===s;q||(re=!1)}}else{let re={instancePath:r+"/"+G+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:Ie.properties.exceptModel.type,parentSchema:Ie.properties.exceptModel,data:K};e===null?e=[re]:e.push(
re),s++}var _=fe===s}}else{let T={instancePath:r+"/"+G,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Ie.
type,parentSchema:Ie,data:z};e===null?e=[T]:e.push(T),s++}var L=ye===s,V=ve===s;V||(ue=!1)}}else{let ue={instancePath:r,schemaPath:"#/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:go.type,parentSchema:go,data:t};e===null?e=[ue]:e.push(ue),s++}return jt.errors=e,s===0}jt.evaluated={items:!0,dynamicProps:!1,
dynamicItems:!1};function $s(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,m=$s.evaluated;m.dynamicProps&&
(m.props=void 0),m.dynamicItems&&(m.items=void 0);let f=s;if(Array.isArray(t)){if(t.length<1){let q={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Nt,data:t};e===null?e=[q]:e.push(q),s++}let O=!0,I=t.length;for(let q=0;q<I;q++){let L=t[q],
V=s,ue=s;if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.when===void 0){let G={instancePath:r+"/"+q,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
when"},message:"must have required property 'when'",schema:Nt.items.required,parentSchema:Nt.items,data:L};e===null?e=[G]:e.push(G),s++}if(L.path===void 0){let G={
instancePath:r+"/"+q,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:Nt.items.
required,parentSchema:Nt.items,data:L};e===null?e=[G]:e.push(G),s++}let Z=s;for(let G in L)if(!(G==="when"||G==="path"||G==="encoding")){let z={instancePath:r+"\
/"+q,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,
parentSchema:Nt.items,data:L};e===null?e=[z]:e.push(z),s++}if(L.when!==void 0){let G=L.when,z=s;jt(G,{instancePath:r+"/"+q+"/when",parentData:L,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?jt.errors:e.concat(jt.errors),s=e.length);var u=z===s}if(L.path!==void 0){let G=L.path,z=s,ve=s,ye=s;if(typeof G==
"string"){if(!Ot.test(G)){let M={instancePath:r+"/"+q+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match patt\
ern "^/"',schema:"^/",parentSchema:Ne,data:G};e===null?e=[M]:e.push(M),s++}}else{let M={instancePath:r+"/"+q+"/path",schemaPath:"#/$defs/path/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:G};e===null?e=[M]:e.push(M),s++}var g=ve===s,u=z===s}if(L.encoding!==void 0){
let G=L.encoding,z=s,ve=Nt.items.properties.encoding.enum;if(!(G==="json"||G==="form")){let Qe={instancePath:r+"/"+q+"/encoding",schemaPath:"#/items/properties/\
encoding/enum",keyword:"enum",params:{allowedValues:Nt.items.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:Nt.items.properties.
encoding.enum,parentSchema:Nt.items.properties.encoding,data:G};e===null?e=[Qe]:e.push(Qe),s++}var u=z===s}}else{let Z={instancePath:r+"/"+q,schemaPath:"#/items\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Nt.items.type,parentSchema:Nt.items,data:L};e===null?e=[Z]:e.push(Z),s++}var _=V===
s;_||(O=!1)}}else{let O={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Nt.type,parentSchema:Nt,data:t};
e===null?e=[O]:e.push(O),s++}return $s.errors=e,s===0}$s.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var me={type:"object",required:["to","source"],properties:{
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
model"]},{required:["resultsFolder"]},{required:["constant"]}],additionalProperties:!1},Cy=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Ss(t,{instancePath:r="",
parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,m=Ss.evaluated;m.dynamicProps&&(m.props=void 0),m.dynamicItems&&(m.items=
void 0);let f=s,u=s,g=!1,_=null,O=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.from===void 0){let Qe={instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:me.oneOf[0].required,parentSchema:me.oneOf[0],data:t};e===null?e=[
Qe]:e.push(Qe),s++}var q=O===s;q&&(g=!0,_=0);let I=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.each===void 0){let Qe={instancePath:r,schemaPath:"#/oneOf/1/\
required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:me.oneOf[1].required,parentSchema:me.oneOf[1],data:t};
e===null?e=[Qe]:e.push(Qe),s++}var q=I===s;if(q&&g)g=!1,_=[_,1];else{q&&(g=!0,_=1);let Qe=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.join===void 0){let ie={
instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:me.oneOf[2].
required,parentSchema:me.oneOf[2],data:t};e===null?e=[ie]:e.push(ie),s++}if(t.values===void 0){let ie={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"r\
equired",params:{missingProperty:"values"},message:"must have required property 'values'",schema:me.oneOf[2].required,parentSchema:me.oneOf[2],data:t};e===null?
e=[ie]:e.push(ie),s++}}var q=Qe===s;if(q&&g)g=!1,_=[_,2];else{q&&(g=!0,_=2);let ie=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.model===void 0){let Xe={instancePath:r,
schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:me.oneOf[3].required,parentSchema:me.
oneOf[3],data:t};e===null?e=[Xe]:e.push(Xe),s++}var q=ie===s;if(q&&g)g=!1,_=[_,3];else{q&&(g=!0,_=3);let Xe=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.resultsFolder===
void 0){let T={instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"resultsFolder"},message:"must have required property '\
resultsFolder'",schema:me.oneOf[4].required,parentSchema:me.oneOf[4],data:t};e===null?e=[T]:e.push(T),s++}var q=Xe===s;if(q&&g)g=!1,_=[_,4];else{q&&(g=!0,_=4);let T=s;
if(t&&typeof t=="object"&&!Array.isArray(t)&&t.constant===void 0){let fe={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:me.oneOf[5].required,parentSchema:me.oneOf[5],data:t};e===null?e=[fe]:e.push(fe),s++}var q=T===
s;q&&g?(g=!1,_=[_,5]):q&&(g=!0,_=5)}}}}if(g)s=u,e!==null&&(u?e.length=u:e=null);else{let Qe={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:_},
message:"must match exactly one schema in oneOf",schema:me.oneOf,parentSchema:me,data:t};e===null?e=[Qe]:e.push(Qe),s++}if(t&&typeof t=="object"&&!Array.isArray(
t)){if(t.to===void 0){let M={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",
schema:me.required,parentSchema:me,data:t};e===null?e=[M]:e.push(M),s++}if(t.source===void 0){let M={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:me.required,parentSchema:me,data:t};e===null?e=[M]:e.push(M),s++}let Qe=s;for(let M in t)
if(!qs.call(me.properties,M)){let ie={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"m\
ust NOT have additional properties",schema:!1,parentSchema:me,data:t};e===null?e=[ie]:e.push(ie),s++}if(t.$comment!==void 0){let M=t.$comment,ie=s,qe=s,Xe=s;if(typeof M==
"string"){if(pe(M)<1){let ne={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters",schema:1,parentSchema:vr,data:M};e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:vr.type,parentSchema:vr,data:M};e===null?e=[ne]:e.push(ne),s++}var L=qe===s,V=ie===s}if(t.
to!==void 0){let M=t.to,ie=s,qe=s,Xe=s;if(typeof M=="string"){if(!ze.test(M)){let T={instancePath:r+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:M};e===null?e=[T]:
e.push(T),s++}}else{let T={instancePath:r+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,
data:M};e===null?e=[T]:e.push(T),s++}var ue=qe===s;if(typeof M=="string"&&!Cy.test(M)){let T={instancePath:r+"/to",schemaPath:"#/properties/to/pattern",keyword:"\
pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:me.properties.to,data:M};
e===null?e=[T]:e.push(T),s++}var V=ie===s}if(t.from!==void 0){let M=t.from,ie=s,qe=s;if(typeof M=="string"){if(pe(M)<1){let ne={instancePath:r+"/from",schemaPath:"\
#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:me.properties.from,data:M};
e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be s\
tring",schema:me.properties.from.type,parentSchema:me.properties.from,data:M};e===null?e=[ne]:e.push(ne),s++}var V=ie===s}if(t.each!==void 0){let M=t.each,ie=s,
qe=s;if(typeof M=="string"){if(pe(M)<1){let ne={instancePath:r+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:me.properties.each,data:M};e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:me.properties.each.type,parentSchema:me.properties.each,data:M};e===
null?e=[ne]:e.push(ne),s++}var V=ie===s}if(t.join!==void 0){let M=t.join,ie=s,qe=s;if(Array.isArray(M)){if(M.length<2){let K={instancePath:r+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:me.properties.join,data:M};e===
null?e=[K]:e.push(K),s++}let ne=!0,T=M.length;for(let K=0;K<T;K++){let fe=M[K],Ce=s,Ee=s;if(typeof fe=="string"){if(pe(fe)<1){let re={instancePath:r+"/join/"+K,
schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:me.properties.
join.items,data:fe};e===null?e=[re]:e.push(re),s++}}else{let re={instancePath:r+"/join/"+K,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:me.properties.join.items.type,parentSchema:me.properties.join.items,data:fe};e===null?e=[re]:e.push(re),s++}var Z=Ce===
s;Z||(ne=!1)}}else{let ne={instancePath:r+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:me.properties.
join.type,parentSchema:me.properties.join,data:M};e===null?e=[ne]:e.push(ne),s++}var V=ie===s}if(t.model!==void 0){let M=t.model,ie=s;if(M!==!0){let Xe={instancePath:r+
"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:me.properties.
model,data:M};e===null?e=[Xe]:e.push(Xe),s++}var V=ie===s}if(t.resultsFolder!==void 0){let M=t.resultsFolder,ie=s;if(M!==!0){let Xe={instancePath:r+"/resultsFol\
der",schemaPath:"#/properties/resultsFolder/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:me.properties.
resultsFolder,data:M};e===null?e=[Xe]:e.push(Xe),s++}var V=ie===s}if(t.when!==void 0){let M=t.when,ie=s;jt(M,{instancePath:r+"/when",parentData:t,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?jt.errors:e.concat(jt.errors),s=e.length);var V=ie===s}if(t.as!==void 0){let M=t.as,ie=s,qe=me.properties.as.enum;
if(!(M==="string"||M==="uploaded"||M==="file")){let ne={instancePath:r+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:me.properties.
as.enum},message:"must be equal to one of the allowed values",schema:me.properties.as.enum,parentSchema:me.properties.as,data:M};e===null?e=[ne]:e.push(ne),s++}
var V=ie===s}if(t.values!==void 0){let M=t.values,ie=s,qe=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(Object.keys(M).length<1){let ne={instancePath:r+"/va\
lues",schemaPath:"#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:me.
properties.values,data:M};e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:me.properties.values.type,parentSchema:me.properties.values,data:M};e===null?e=[ne]:e.push(ne),s++}var V=ie===s}if(t.accepts!==
void 0){let M=t.accepts,ie=s,qe=s;if(Array.isArray(M)){if(M.length<1){let ne={instancePath:r+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minI\
tems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:me.properties.accepts,data:M};e===null?e=[ne]:e.push(ne),s++}}else{let ne={
instancePath:r+"/accepts",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:me.properties.accepts.type,
parentSchema:me.properties.accepts,data:M};e===null?e=[ne]:e.push(ne),s++}var V=ie===s}if(t.minimum!==void 0){let M=t.minimum,ie=s;if(typeof M!="number"){let ne={
instancePath:r+"/minimum",schemaPath:"#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:me.properties.minimum.type,
parentSchema:me.properties.minimum,data:M};e===null?e=[ne]:e.push(ne),s++}let qe=s;var V=ie===s}if(t.maximum!==void 0){let M=t.maximum,ie=s;if(typeof M!="number"){
let ne={instancePath:r+"/maximum",schemaPath:"#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:me.properties.maximum.
type,parentSchema:me.properties.maximum,data:M};e===null?e=[ne]:e.push(ne),s++}let qe=s;var V=ie===s}if(t.maximumItems!==void 0){let M=t.maximumItems,ie=s;if(!(typeof M==
"number"&&!(M%1)&&!isNaN(M))){let ne={instancePath:r+"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"\
must be integer",schema:me.properties.maximumItems.type,parentSchema:me.properties.maximumItems,data:M};e===null?e=[ne]:e.push(ne),s++}let qe=s;if(typeof M=="nu\
mber"&&(M<1||isNaN(M))){let ne={instancePath:r+"/maximumItems",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},
message:"must be >= 1",schema:1,parentSchema:me.properties.maximumItems,data:M};e===null?e=[ne]:e.push(ne),s++}var V=ie===s}if(t.maximumLength!==void 0){let M=t.
maximumLength,ie=s;if(!(typeof M=="number"&&!(M%1)&&!isNaN(M))){let ne={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"ty\
pe",params:{type:"integer"},message:"must be integer",schema:me.properties.maximumLength.type,parentSchema:me.properties.maximumLength,data:M};e===null?e=[ne]:e.
push(ne),s++}let qe=s;if(typeof M=="number"&&(M<1||isNaN(M))){let ne={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"m\
inimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:me.properties.maximumLength,data:M};e===null?e=[ne]:e.push(ne),s++}var V=ie===
s}if(t.forms!==void 0){let M=t.forms,ie=s,qe=s;if(Array.isArray(M)){if(M.length<1){let K={instancePath:r+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:me.properties.forms,data:M};e===null?e=[K]:e.push(K),s++}let ne=!0,T=M.
length;for(let K=0;K<T;K++){let fe=M[K],Ce=s,Ee=me.properties.forms.items.enum;if(!(fe==="url"||fe==="data")){let re={instancePath:r+"/forms/"+K,schemaPath:"#/p\
roperties/forms/items/enum",keyword:"enum",params:{allowedValues:me.properties.forms.items.enum},message:"must be equal to one of the allowed values",schema:me.
properties.forms.items.enum,parentSchema:me.properties.forms.items,data:fe};e===null?e=[re]:e.push(re),s++}var G=Ce===s;G||(ne=!1)}}else{let ne={instancePath:r+
"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"must be array",schema:me.properties.forms.type,parentSchema:me.properties.
forms,data:M};e===null?e=[ne]:e.push(ne),s++}var V=ie===s}if(t.also!==void 0){let M=t.also,ie=s,qe=s;if(Array.isArray(M)){if(M.length<1){let K={instancePath:r+"\
/also",schemaPath:"#/properties/also/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:me.properties.
also,data:M};e===null?e=[K]:e.push(K),s++}let ne=!0,T=M.length;for(let K=0;K<T;K++){let fe=M[K],Ce=s,Ee=s,re=s;if(typeof fe=="string"){if(!ze.test(fe)){let Re={
instancePath:r+"/also/"+K,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|\
~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:fe};e===null?e=[Re]:e.push(Re),s++}}else{let Re={instancePath:r+"/also/"+K,schemaPath:"#/$defs/po\
inter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:fe};e===null?e=[Re]:e.push(Re),s++}var z=Ee===s,ve=Ce===
s;ve||(ne=!1)}}else{let ne={instancePath:r+"/also",schemaPath:"#/properties/also/type",keyword:"type",params:{type:"array"},message:"must be array",schema:me.properties.
also.type,parentSchema:me.properties.also,data:M};e===null?e=[ne]:e.push(ne),s++}var V=ie===s}if(t.oneWay!==void 0){let M=t.oneWay,ie=s,qe=s;if(typeof M=="strin\
g"){if(pe(M)<1){let ne={instancePath:r+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer th\
an 1 characters",schema:1,parentSchema:me.properties.oneWay,data:M};e===null?e=[ne]:e.push(ne),s++}}else{let ne={instancePath:r+"/oneWay",schemaPath:"#/properti\
es/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:me.properties.oneWay.type,parentSchema:me.properties.oneWay,data:M};e===null?
e=[ne]:e.push(ne),s++}var V=ie===s}if(t.source!==void 0){let M=t.source,ie=s,qe=s,Xe=s;if(typeof M=="string"){if(pe(M)<1){let T={instancePath:r+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:M};e===null?e=[T]:e.
push(T),s++}}else{let T={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,
parentSchema:oe,data:M};e===null?e=[T]:e.push(T),s++}var ye=qe===s,V=ie===s}}else{let Qe={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:me.type,parentSchema:me,data:t};e===null?e=[Qe]:e.push(Qe),s++}return Ss.errors=e,s===0}Ss.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
var pr={type:"array",minItems:1,description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",
items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}};function _s(t,{instancePath:r="",
parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,m=_s.evaluated;m.dynamicProps&&(m.props=void 0),m.dynamicItems&&(m.items=
void 0);let f=s;if(Array.isArray(t)){if(t.length<1){let q={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:pr,data:t};e===null?e=[q]:e.push(q),s++}let O=!0,I=t.length;for(let q=0;q<I;q++){let L=t[q],V=s,ue=s;if(L&&typeof L=="obj\
ect"&&!Array.isArray(L)){if(L.when===void 0){let G={instancePath:r+"/"+q,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"\
must have required property 'when'",schema:pr.items.required,parentSchema:pr.items,data:L};e===null?e=[G]:e.push(G),s++}if(L.path===void 0){let G={instancePath:r+
"/"+q,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:pr.items.required,parentSchema:pr.
items,data:L};e===null?e=[G]:e.push(G),s++}let Z=s;for(let G in L)if(!(G==="when"||G==="path")){let z={instancePath:r+"/"+q,schemaPath:"#/items/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:pr.items,data:L};e===null?
e=[z]:e.push(z),s++}if(L.when!==void 0){let G=L.when,z=s;jt(G,{instancePath:r+"/"+q+"/when",parentData:L,parentDataProperty:"when",rootData:i,dynamicAnchors:o})||
(e=e===null?jt.errors:e.concat(jt.errors),s=e.length);var u=z===s}if(L.path!==void 0){let G=L.path,z=s,ve=s,ye=s;if(typeof G=="string"){if(!Ot.test(G)){let M={instancePath:r+
"/"+q+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:G};e===
null?e=[M]:e.push(M),s++}}else{let M={instancePath:r+"/"+q+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ne.type,parentSchema:Ne,data:G};e===null?e=[M]:e.push(M),s++}var g=ve===s,u=z===s}}else{let Z={instancePath:r+"/"+q,schemaPath:"#/items/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:pr.items.type,parentSchema:pr.items,data:L};e===null?e=[Z]:e.push(Z),s++}var _=V===s;_||(O=!1)}}else{
let O={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:pr.type,parentSchema:pr,data:t};e===null?e=[O]:e.push(
O),s++}return _s.errors=e,s===0}_s.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var ft={type:"array",minItems:1,description:"The body of the request, as\
 JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The\
 ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function Dt(t,{
instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,m=Dt.evaluated;m.dynamicProps&&(m.props=void 0),m.dynamicItems&&
(m.items=void 0);let f=s;if(Array.isArray(t)){if(t.length<1){let L={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:ft,data:t};e===null?e=[L]:e.push(L),s++}let I=!0,q=t.length;for(let L=0;L<q;L++){let V=t[L],ue=s,Z=s,G=s,z=!1,ve=null,
ye=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&V.fact===void 0){let M={instancePath:r+"/"+L,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{
missingProperty:"fact"},message:"must have required property 'fact'",schema:ft.items.oneOf[0].required,parentSchema:ft.items.oneOf[0],data:V};e===null?e=[M]:e.push(
M),s++}var u=ye===s;u&&(z=!0,ve=0);let Qe=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&V.constant===void 0){let M={instancePath:r+"/"+L,schemaPath:"#/items/on\
eOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:ft.items.oneOf[1].required,parentSchema:ft.
items.oneOf[1],data:V};e===null?e=[M]:e.push(M),s++}var u=Qe===s;if(u&&z?(z=!1,ve=[ve,1]):u&&(z=!0,ve=1),z)s=G,e!==null&&(G?e.length=G:e=null);else{let M={instancePath:r+
"/"+L,schemaPath:"#/items/oneOf",keyword:"oneOf",params:{passingSchemas:ve},message:"must match exactly one schema in oneOf",schema:ft.items.oneOf,parentSchema:ft.
items,data:V};e===null?e=[M]:e.push(M),s++}if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.to===void 0){let ie={instancePath:r+"/"+L,schemaPath:"#/items/requi\
red",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:ft.items.required,parentSchema:ft.items,data:V};e===null?
e=[ie]:e.push(ie),s++}let M=s;for(let ie in V)if(!(ie==="to"||ie==="fact"||ie==="constant")){let qe={instancePath:r+"/"+L,schemaPath:"#/items/additionalProperti\
es",keyword:"additionalProperties",params:{additionalProperty:ie},message:"must NOT have additional properties",schema:!1,parentSchema:ft.items,data:V};e===null?
e=[qe]:e.push(qe),s++}if(V.to!==void 0){let ie=V.to,qe=s,Xe=s,ne=s;if(typeof ie=="string"){if(!ze.test(ie)){let T={instancePath:r+"/"+L+"/to",schemaPath:"#/$def\
s/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,
data:ie};e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/"+L+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:Y.type,parentSchema:Y,data:ie};e===null?e=[T]:e.push(T),s++}var g=Xe===s,_=qe===s}if(V.fact!==void 0){let ie=V.fact,qe=s,Xe=ft.items.properties.
fact.enum;if(!(ie==="id"||ie==="model")){let T={instancePath:r+"/"+L+"/fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:ft.items.
properties.fact.enum},message:"must be equal to one of the allowed values",schema:ft.items.properties.fact.enum,parentSchema:ft.items.properties.fact,data:ie};e===
null?e=[T]:e.push(T),s++}var _=qe===s}}else{let M={instancePath:r+"/"+L,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:ft.items.type,parentSchema:ft.items,data:V};e===null?e=[M]:e.push(M),s++}var O=ue===s;O||(I=!1)}}else{let I={instancePath:r,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:ft.type,parentSchema:ft,data:t};e===null?e=[I]:e.push(I),s++}return Dt.errors=e,s===0}Dt.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};var bo={type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$\
defs/result"}},we={type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item\
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
sage"]}],additionalProperties:!1},Wy=new RegExp("^(/[A-Za-z0-9._-]+)+$","u"),ba={validate:Qr},tc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON \
pointers, tried in order."};function yt(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,m=yt.evaluated;
m.dynamicProps&&(m.props=void 0),m.dynamicItems&&(m.items=void 0);let f=s;if(Array.isArray(t)){let _=!0,O=t.length;for(let I=0;I<O;I++){let q=t[I],L=s,V=s,ue=s;
if(typeof q=="string"){if(!ze.test(q)){let Z={instancePath:r+"/"+I,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:q};e===null?e=[Z]:e.push(Z),s++}}else{let Z={instancePath:r+
"/"+I,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:q};e===null?e=[Z]:e.push(
Z),s++}var u=V===s,g=L===s;g||(_=!1)}}else{let _={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:tc.type,
parentSchema:tc,data:t};e===null?e=[_]:e.push(_),s++}return yt.errors=e,s===0}yt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function xs(t,{instancePath:r="",
parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,m=xs.evaluated;m.dynamicProps&&(m.props=void 0),m.dynamicItems&&(m.items=
void 0);let f=s,u=s,g=!1,_=null,O=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.url===void 0){let ne={instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:we.oneOf[0].required,parentSchema:we.oneOf[0],data:t};e===null?e=[ne]:
e.push(ne),s++}var q=O===s;q&&(g=!0,_=0);let I=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.body===void 0){let ne={instancePath:r,schemaPath:"#/oneOf/1/requ\
ired",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:we.oneOf[1].required,parentSchema:we.oneOf[1],data:t};
e===null?e=[ne]:e.push(ne),s++}var q=I===s;if(q&&g)g=!1,_=[_,1];else{q&&(g=!0,_=1);let ne=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.base64===void 0){let K={
instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:we.oneOf[2].
required,parentSchema:we.oneOf[2],data:t};e===null?e=[K]:e.push(K),s++}if(t.contentType===void 0){let K={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"\
required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:we.oneOf[2].required,parentSchema:we.oneOf[2],data:t};
e===null?e=[K]:e.push(K),s++}}var q=ne===s;if(q&&g)g=!1,_=[_,2];else{q&&(g=!0,_=2);let K=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.object===void 0){let Ce={
instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"object"},message:"must have required property 'object'",schema:we.oneOf[3].
required,parentSchema:we.oneOf[3],data:t};e===null?e=[Ce]:e.push(Ce),s++}var q=K===s;if(q&&g)g=!1,_=[_,3];else{q&&(g=!0,_=3);let Ce=s;if(t&&typeof t=="object"&&
!Array.isArray(t)&&t.content===void 0){let re={instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"content"},message:"mus\
t have required property 'content'",schema:we.oneOf[4].required,parentSchema:we.oneOf[4],data:t};e===null?e=[re]:e.push(re),s++}var q=Ce===s;if(q&&g)g=!1,_=[_,4];else{
q&&(g=!0,_=4);let re=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.query===void 0){let Le={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"require\
d",params:{missingProperty:"query"},message:"must have required property 'query'",schema:we.oneOf[5].required,parentSchema:we.oneOf[5],data:t};e===null?e=[Le]:e.
push(Le),s++}if(t.results===void 0){let Le={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"results"},message:"must h\
ave required property 'results'",schema:we.oneOf[5].required,parentSchema:we.oneOf[5],data:t};e===null?e=[Le]:e.push(Le),s++}if(t.message===void 0){let Le={instancePath:r,
schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:we.oneOf[5].required,
parentSchema:we.oneOf[5],data:t};e===null?e=[Le]:e.push(Le),s++}}var q=re===s;q&&g?(g=!1,_=[_,5]):q&&(g=!0,_=5)}}}}if(g)s=u,e!==null&&(u?e.length=u:e=null);else{
let ne={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:_},message:"must match exactly one schema in oneOf",schema:we.oneOf,parentSchema:we,
data:t};e===null?e=[ne]:e.push(ne),s++}if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.source===void 0){let T={instancePath:r,schemaPath:"#/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:we.required,parentSchema:we,data:t};e===null?e=[T]:e.push(T),s++}
let ne=s;for(let T in t)if(!qs.call(we.properties,T)){let K={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:T},
message:"must NOT have additional properties",schema:!1,parentSchema:we,data:t};e===null?e=[K]:e.push(K),s++}if(t.url!==void 0){let T=t.url,K=s,fe=s,Ce=s;if(typeof T==
"string"){if(!ze.test(T)){let Ee={instancePath:r+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:T};e===null?e=[Ee]:e.push(Ee),s++}}else{let Ee={instancePath:r+"/ur\
l",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:T};e===null?e=[Ee]:e.push(
Ee),s++}var L=fe===s,V=K===s}if(t.list!==void 0){let T=t.list,K=s;if(typeof T!="boolean"){let Ee={instancePath:r+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"boolean"},message:"must be boolean",schema:we.properties.list.type,parentSchema:we.properties.list,data:T};e===null?e=[Ee]:e.push(Ee),s++}let fe=s;
var V=K===s}if(t.withKey!==void 0){let T=t.withKey,K=s;if(T!==!0){let Ce={instancePath:r+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{
allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:we.properties.withKey,data:T};e===null?e=[Ce]:e.push(Ce),s++}var V=K===s}if(t.body!==
void 0){let T=t.body,K=s;if(T!==!0){let Ce={instancePath:r+"/body",schemaPath:"#/properties/body/const",keyword:"const",params:{allowedValue:!0},message:"must b\
e equal to constant",schema:!0,parentSchema:we.properties.body,data:T};e===null?e=[Ce]:e.push(Ce),s++}var V=K===s}if(t.base64!==void 0){let T=t.base64,K=s,fe=s,
Ce=s;if(typeof T=="string"){if(!ze.test(T)){let re={instancePath:r+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~\
[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:T};e===null?e=[re]:e.push(re),s++}}else{let re={
instancePath:r+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:T};e===
null?e=[re]:e.push(re),s++}var ue=fe===s,V=K===s}if(t.contentType!==void 0){let T=t.contentType,K=s,fe=we.properties.contentType.enum;if(!(T==="video/mp4"||T===
"video/quicktime"||T==="video/webm"||T==="image/png"||T==="image/jpeg"||T==="image/webp"||T==="image/gif"||T==="audio/mpeg"||T==="audio/wav"||T==="model/gltf-bi\
nary")){let Ee={instancePath:r+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:we.properties.contentType.enum},message:"\
must be equal to one of the allowed values",schema:we.properties.contentType.enum,parentSchema:we.properties.contentType,data:T};e===null?e=[Ee]:e.push(Ee),s++}
var V=K===s}if(t.asked!==void 0){let T=t.asked,K=s,fe=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.at===void 0){let re={instancePath:r+"/asked",schemaPath:"\
#/properties/asked/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:we.properties.asked.required,parentSchema:we.
properties.asked,data:T};e===null?e=[re]:e.push(re),s++}if(T.is===void 0){let re={instancePath:r+"/asked",schemaPath:"#/properties/asked/required",keyword:"requ\
ired",params:{missingProperty:"is"},message:"must have required property 'is'",schema:we.properties.asked.required,parentSchema:we.properties.asked,data:T};e===
null?e=[re]:e.push(re),s++}let Ee=s;for(let re in T)if(!(re==="at"||re==="is"||re==="model")){let Re={instancePath:r+"/asked",schemaPath:"#/properties/asked/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:re},message:"must NOT have additional properties",schema:!1,parentSchema:we.properties.
asked,data:T};e===null?e=[Re]:e.push(Re),s++}if(T.at!==void 0){let re=T.at,Re=s,Le=s,ct=s;if(typeof re=="string"){if(!ze.test(re)){let ht={instancePath:r+"/aske\
d/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Y,data:re};e===null?e=[ht]:e.push(ht),s++}}else{let ht={instancePath:r+"/asked/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:re};e===null?e=[ht]:e.push(ht),s++}var Z=Le===s,G=Re===s}if(T.model!==void 0){
let re=T.model,Re=s,Le=s;if(Array.isArray(re)){if(re.length<1){let rt={instancePath:r+"/asked/model",schemaPath:"#/properties/asked/properties/model/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:we.properties.asked.properties.model,data:re};e===null?e=[rt]:e.push(
rt),s++}let ht=!0,ir=re.length;for(let rt=0;rt<ir;rt++){let Kr=re[rt],eo=s,gr=s;if(typeof Kr=="string"){if(pe(Kr)<1){let zt={instancePath:r+"/asked/model/"+rt,schemaPath:"\
#/properties/asked/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:we.
properties.asked.properties.model.items,data:Kr};e===null?e=[zt]:e.push(zt),s++}}else{let zt={instancePath:r+"/asked/model/"+rt,schemaPath:"#/properties/asked/p\
roperties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:we.properties.asked.properties.model.items.type,parentSchema:we.
properties.asked.properties.model.items,data:Kr};e===null?e=[zt]:e.push(zt),s++}var z=eo===s;z||(ht=!1)}}else{let ht={instancePath:r+"/asked/model",schemaPath:"\
#/properties/asked/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:we.properties.asked.properties.model.type,parentSchema:we.
properties.asked.properties.model,data:re};e===null?e=[ht]:e.push(ht),s++}var G=Re===s}}else{let Ee={instancePath:r+"/asked",schemaPath:"#/properties/asked/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:we.properties.asked.type,parentSchema:we.properties.asked,data:T};e===null?e=[Ee]:e.push(Ee),
s++}var V=K===s}if(t.object!==void 0){let T=t.object,K=s,fe=s,Ce=s;if(typeof T=="string"){if(!ze.test(T)){let re={instancePath:r+"/object",schemaPath:"#/$defs/p\
ointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,
data:T};e===null?e=[re]:e.push(re),s++}}else{let re={instancePath:r+"/object",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:Y.type,parentSchema:Y,data:T};e===null?e=[re]:e.push(re),s++}var ve=fe===s,V=K===s}if(t.file!==void 0){let T=t.file,K=s,fe=s;if(typeof T==
"string"){if(!Wy.test(T)){let Ee={instancePath:r+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern:"^(/[A-Za-z0-9._-]+)+$"},message:'\
must match pattern "^(/[A-Za-z0-9._-]+)+$"',schema:"^(/[A-Za-z0-9._-]+)+$",parentSchema:we.properties.file,data:T};e===null?e=[Ee]:e.push(Ee),s++}}else{let Ee={
instancePath:r+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type:"string"},message:"must be string",schema:we.properties.file.type,parentSchema:we.
properties.file,data:T};e===null?e=[Ee]:e.push(Ee),s++}var V=K===s}if(t.content!==void 0){let T=t.content,K=s,fe=s,Ce=s;if(typeof T=="string"){if(!Ot.test(T)){let re={
instancePath:r+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,
data:T};e===null?e=[re]:e.push(re),s++}}else{let re={instancePath:r+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:Ne.type,parentSchema:Ne,data:T};e===null?e=[re]:e.push(re),s++}var ye=fe===s,V=K===s}if(t.query!==void 0){let T=t.query,K=s,fe=s,Ce=s;if(typeof T==
"string"){if(!Ot.test(T)){let re={instancePath:r+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern \
"^/"',schema:"^/",parentSchema:Ne,data:T};e===null?e=[re]:e.push(re),s++}}else{let re={instancePath:r+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:T};e===null?e=[re]:e.push(re),s++}var Qe=fe===s,V=K===s}if(t.results!==void 0){let T=t.
results,K=s;if(!ba.validate(T,{instancePath:r+"/results",parentData:t,parentDataProperty:"results",rootData:i,dynamicAnchors:o}))e=e===null?ba.validate.errors:e.
concat(ba.validate.errors),s=e.length;else var M=ba.validate.evaluated.props,ie=ba.validate.evaluated.items;var V=K===s}if(t.message!==void 0){let T=t.message,K=s;
yt(T,{instancePath:r+"/message",parentData:t,parentDataProperty:"message",rootData:i,dynamicAnchors:o})||(e=e===null?yt.errors:e.concat(yt.errors),s=e.length);var V=K===
s}if(t.pending!==void 0){let T=t.pending,K=s,fe=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.status===void 0){let re={instancePath:r+"/pending",schemaPath:"\
#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:we.properties.pending.
required,parentSchema:we.properties.pending,data:T};e===null?e=[re]:e.push(re),s++}if(T.body===void 0){let re={instancePath:r+"/pending",schemaPath:"#/propertie\
s/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:we.properties.pending.required,parentSchema:we.
properties.pending,data:T};e===null?e=[re]:e.push(re),s++}let Ee=s;for(let re in T)if(!(re==="status"||re==="body")){let Re={instancePath:r+"/pending",schemaPath:"\
#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:re},message:"must NOT have additional properties",schema:!1,
parentSchema:we.properties.pending,data:T};e===null?e=[Re]:e.push(Re),s++}if(T.status!==void 0){let re=T.status,Re=s;if(!(typeof re=="number"&&!(re%1)&&!isNaN(re))){
let ct={instancePath:r+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be intege\
r",schema:we.properties.pending.properties.status.type,parentSchema:we.properties.pending.properties.status,data:re};e===null?e=[ct]:e.push(ct),s++}let Le=s;var qe=Re===
s}}else{let Ee={instancePath:r+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:we.properties.
pending.type,parentSchema:we.properties.pending,data:T};e===null?e=[Ee]:e.push(Ee),s++}var V=K===s}if(t.source!==void 0){let T=t.source,K=s,fe=s,Ce=s;if(typeof T==
"string"){if(pe(T)<1){let re={instancePath:r+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer t\
han 1 characters",schema:1,parentSchema:oe,data:T};e===null?e=[re]:e.push(re),s++}}else{let re={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:T};e===null?e=[re]:e.push(re),s++}var Xe=fe===s,V=K===s}}else{let ne={
instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:we.type,parentSchema:we,data:t};e===null?e=[ne]:e.push(
ne),s++}return xs.errors=e,s===0}xs.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function Qr(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,
dynamicAnchors:o={}}={}){let e=null,s=0,m=Qr.evaluated;m.dynamicProps&&(m.props=void 0),m.dynamicItems&&(m.items=void 0);let f=s;if(Array.isArray(t)){if(t.length<
1){let O={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:bo,data:t};
e===null?e=[O]:e.push(O),s++}let g=!0,_=t.length;for(let O=0;O<_;O++){let I=t[O],q=s;xs(I,{instancePath:r+"/"+O,parentData:t,parentDataProperty:O,rootData:i,dynamicAnchors:o})||
(e=e===null?xs.errors:e.concat(xs.errors),s=e.length);var u=q===s;u||(g=!1)}}else{let g={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:bo.type,parentSchema:bo,data:t};e===null?e=[g]:e.push(g),s++}return Qr.errors=e,s===0}Qr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function qt(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,m=qt.evaluated;m.dynamicProps&&(m.props=
void 0),m.dynamicItems&&(m.items=void 0);let f=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.submit===void 0){let w={instancePath:r,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:h.required,parentSchema:h,data:t};e===null?e=[w]:e.push(
w),s++}if(t.rows===void 0){let w={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property\
 'rows'",schema:h.required,parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}if(t.results===void 0){let w={instancePath:r,schemaPath:"#/required",keyword:"req\
uired",params:{missingProperty:"results"},message:"must have required property 'results'",schema:h.required,parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}
if(t.message===void 0){let w={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:h.required,parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}if(t.code===void 0){let w={instancePath:r,schemaPath:"#/required",keyword:"requ\
ired",params:{missingProperty:"code"},message:"must have required property 'code'",schema:h.required,parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}let ya=s;
for(let w in t)if(!qs.call(h.properties,w)){let Oe={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:h,data:t};e===null?e=[Oe]:e.push(Oe),s++}if(t.$comment!==void 0){let w=t.$comment,Oe=s,ot=s,
Tr=s;if(typeof w=="string"){if(pe(w)<1){let ce={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:vr,data:w};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:r+"/$comment",schemaPath:"#/$d\
efs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:vr.type,parentSchema:vr,data:w};e===null?e=[ce]:e.push(ce),s++}var u=ot===
s,g=Oe===s}if(t.submit!==void 0){let w=t.submit,Oe=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let l={instancePath:r+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.submit.required,
parentSchema:h.properties.submit,data:w};e===null?e=[l]:e.push(l),s++}if(w.path===void 0){let l={instancePath:r+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.submit.required,parentSchema:h.properties.
submit,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:w};e===null?e=
[l]:e.push(l),s++}let ce=s;for(let l in w)if(!qs.call(h.properties.submit.properties,l)){let P={instancePath:r+"/submit",schemaPath:"#/properties/submit/additio\
nalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit,
data:w};e===null?e=[P]:e.push(P),s++}if(w.method!==void 0){let l=w.method,P=s,E=h.properties.submit.properties.method.enum;if(!(l==="POST"||l==="PUT")){let be={
instancePath:r+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.method.
enum},message:"must be equal to one of the allowed values",schema:h.properties.submit.properties.method.enum,parentSchema:h.properties.submit.properties.method,
data:l};e===null?e=[be]:e.push(be),s++}var _=P===s}if(w.path!==void 0){let l=w.path,P=s,E=s,be=s;if(typeof l=="string"){if(!Ot.test(l)){let b={instancePath:r+"/\
submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:l};e===
null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ne.type,parentSchema:Ne,data:l};e===null?e=[b]:e.push(b),s++}var O=E===s,_=P===s}if(w.paths!==void 0){let l=w.paths,P=s;$s(l,{instancePath:r+"/submit/pat\
hs",parentData:w,parentDataProperty:"paths",rootData:i,dynamicAnchors:o})||(e=e===null?$s.errors:e.concat($s.errors),s=e.length);var _=P===s}if(w.headers!==void 0){
let l=w.headers,P=s,E=s,be=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let d={instancePath:r+"/submit/headers",schemaPath:"#/$def\
s/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:st,data:l};e===null?
e=[d]:e.push(d),s++}for(let d in l){let A=s;if(typeof d=="string"&&!Jt.test(d)){let W={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/propert\
yNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:st.
propertyNames,data:d,propertyName:d};e===null?e=[W]:e.push(W),s++}var I=A===s;if(!I){let W={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/pr\
opertyNames",keyword:"propertyNames",params:{propertyName:d},message:"property name must be valid",schema:st.propertyNames,parentSchema:st,data:l};e===null?e=[W]:
e.push(W),s++}}let b=s;for(let d in l){let A=l[d],W=s,C=s;if(typeof A=="string"){if(!yn.test(A)){let S={instancePath:r+"/submit/headers/"+d.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\
\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:st.additionalProperties,data:A};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/submit/header\
s/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:st.additionalProperties.type,parentSchema:st.additionalProperties,data:A};e===null?e=[S]:e.push(S),s++}var q=W===s}}else{let b={instancePath:r+"/\
submit/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"object"},message:"must be object",schema:st.type,parentSchema:st,data:l};e===
null?e=[b]:e.push(b),s++}var L=E===s,_=P===s}if(w.encoding!==void 0){let l=w.encoding,P=s,E=s,be=fn.enum;if(!(l==="json"||l==="form")){let b={instancePath:r+"/s\
ubmit/encoding",schemaPath:"#/$defs/encoding/enum",keyword:"enum",params:{allowedValues:fn.enum},message:"must be equal to one of the allowed values",schema:fn.
enum,parentSchema:fn,data:l};e===null?e=[b]:e.push(b),s++}var V=E===s,_=P===s}if(w.status!==void 0){let l=w.status,P=s;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l))){
let D={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",
schema:h.properties.submit.properties.status.type,parentSchema:h.properties.submit.properties.status,data:l};e===null?e=[D]:e.push(D),s++}let E=s;if(typeof l=="\
number"){if(l>299||isNaN(l)){let D={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:299},message:"must be <= 299",schema:299,parentSchema:h.properties.submit.properties.status,data:l};e===null?e=[D]:e.push(D),s++}if(l<200||isNaN(l)){let D={
instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be\
 >= 200",schema:200,parentSchema:h.properties.submit.properties.status,data:l};e===null?e=[D]:e.push(D),s++}}var _=P===s}if(w.ignored!==void 0){let l=w.ignored,
P=s,E=s;if(Array.isArray(l)){if(l.length<1){let d={instancePath:r+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.ignored,data:l};e===null?e=[d]:e.push(d),s++}
let D=!0,b=l.length;for(let d=0;d<b;d++){let A=l[d],W=s,C=s,S=s;if(typeof A=="string"){if(!ze.test(A)){let p={instancePath:r+"/submit/ignored/"+d,schemaPath:"#/\
$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+\
$",parentSchema:Y,data:A};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/submit/ignored/"+d,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:A};e===null?e=[p]:e.push(p),s++}var ue=C===s,Z=W===s;Z||(D=!1)}}else{let D={instancePath:r+
"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.submit.
properties.ignored.type,parentSchema:h.properties.submit.properties.ignored,data:l};e===null?e=[D]:e.push(D),s++}var _=P===s}if(w.implied!==void 0){let l=w.implied,
P=s,E=s;if(Array.isArray(l)){if(l.length<1){let d={instancePath:r+"/submit/implied",schemaPath:"#/properties/submit/properties/implied/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.implied,data:l};e===null?e=[d]:e.push(d),s++}
let D=!0,b=l.length;for(let d=0;d<b;d++){let A=l[d],W=s,C=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.at===void 0){let p={instancePath:r+"/submit/implie\
d/"+d,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property '\
at'",schema:h.properties.submit.properties.implied.items.required,parentSchema:h.properties.submit.properties.implied.items,data:A};e===null?e=[p]:e.push(p),s++}
if(A.is===void 0){let p={instancePath:r+"/submit/implied/"+d,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:h.properties.submit.properties.implied.items.required,parentSchema:h.properties.submit.properties.implied.
items,data:A};e===null?e=[p]:e.push(p),s++}let S=s;for(let p in A)if(!(p==="at"||p==="is")){let x={instancePath:r+"/submit/implied/"+d,schemaPath:"#/properties/\
submit/properties/implied/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",
schema:!1,parentSchema:h.properties.submit.properties.implied.items,data:A};e===null?e=[x]:e.push(x),s++}if(A.at!==void 0){let p=A.at,x=s,H=s,ee=s;if(typeof p==
"string"){if(!ze.test(p)){let N={instancePath:r+"/submit/implied/"+d+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[0\
1])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+
"/submit/implied/"+d+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:p};
e===null?e=[N]:e.push(N),s++}var G=H===s,z=x===s}if(A.is!==void 0){let p=A.is,x=s,H=s;if(Array.isArray(p)){if(p.length<1){let N={instancePath:r+"/submit/implied\
/"+d+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:h.properties.submit.properties.implied.items.properties.is,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/s\
ubmit/implied/"+d+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:h.properties.submit.properties.implied.items.properties.is.type,parentSchema:h.properties.submit.properties.implied.items.properties.is,data:p};e===null?
e=[N]:e.push(N),s++}var z=x===s}}else{let S={instancePath:r+"/submit/implied/"+d,schemaPath:"#/properties/submit/properties/implied/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.submit.properties.implied.items.type,parentSchema:h.properties.submit.properties.implied.items,data:A};
e===null?e=[S]:e.push(S),s++}var ve=W===s;ve||(D=!1)}}else{let D={instancePath:r+"/submit/implied",schemaPath:"#/properties/submit/properties/implied/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:h.properties.submit.properties.implied.type,parentSchema:h.properties.submit.properties.implied,data:l};
e===null?e=[D]:e.push(D),s++}var _=P===s}if(w.source!==void 0){let l=w.source,P=s,E=s,be=s;if(typeof l=="string"){if(pe(l)<1){let b={instancePath:r+"/submit/sou\
rce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:l};
e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:oe.type,parentSchema:oe,data:l};e===null?e=[b]:e.push(b),s++}var ye=E===s,_=P===s}}else{let ce={instancePath:r+"/submit",schemaPath:"#/properti\
es/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.submit.type,parentSchema:h.properties.submit,data:w};e===null?
e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.rows!==void 0){let w=t.rows,Oe=s,ot=s;if(Array.isArray(w)){if(w.length<1){let P={instancePath:r+"/rows",schemaPath:"#/pr\
operties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.rows,data:w};e===null?
e=[P]:e.push(P),s++}let ce=!0,l=w.length;for(let P=0;P<l;P++){let E=w[P],be=s;Ss(E,{instancePath:r+"/rows/"+P,parentData:w,parentDataProperty:P,rootData:i,dynamicAnchors:o})||
(e=e===null?Ss.errors:e.concat(Ss.errors),s=e.length);var Qe=be===s;Qe||(ce=!1)}}else{let ce={instancePath:r+"/rows",schemaPath:"#/properties/rows/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:h.properties.rows.type,parentSchema:h.properties.rows,data:w};e===null?e=[ce]:e.push(ce),s++}var g=Oe===
s}if(t.drops!==void 0){let w=t.drops,Oe=s,ot=s;if(Array.isArray(w)){let ce=!0,l=w.length;for(let P=0;P<l;P++){let E=w[P],be=s,D=s;if(E&&typeof E=="object"&&!Array.
isArray(E)){if(E.parameter===void 0){let d={instancePath:r+"/drops/"+P,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"\
parameter"},message:"must have required property 'parameter'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:E};e===null?e=
[d]:e.push(d),s++}if(E.reason===void 0){let d={instancePath:r+"/drops/"+P,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:E};e===null?e=[d]:e.
push(d),s++}if(E.source===void 0){let d={instancePath:r+"/drops/"+P,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"s\
ource"},message:"must have required property 'source'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:E};e===null?e=[d]:e.push(
d),s++}let b=s;for(let d in E)if(!(d==="parameter"||d==="values"||d==="when"||d==="reason"||d==="source")){let A={instancePath:r+"/drops/"+P,schemaPath:"#/prope\
rties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.drops.items,data:E};e===null?e=[A]:e.push(A),s++}if(E.parameter!==void 0){let d=E.parameter,A=s;if(typeof d!="string"){let C={instancePath:r+"/drops/"+
P+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
drops.items.properties.parameter.type,parentSchema:h.properties.drops.items.properties.parameter,data:d};e===null?e=[C]:e.push(C),s++}let W=s;var M=A===s}if(E.values!==
void 0){let d=E.values,A=s,W=s;if(Array.isArray(d)){if(d.length<1){let S={instancePath:r+"/drops/"+P+"/values",schemaPath:"#/properties/drops/items/properties/v\
alues/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.drops.items.properties.values,
data:d};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/drops/"+P+"/values",schemaPath:"#/properties/drops/items/properties/values/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:h.properties.drops.items.properties.values.type,parentSchema:h.properties.drops.items.properties.values,
data:d};e===null?e=[S]:e.push(S),s++}var M=A===s}if(E.when!==void 0){let d=E.when,A=s;jt(d,{instancePath:r+"/drops/"+P+"/when",parentData:E,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?jt.errors:e.concat(jt.errors),s=e.length);var M=A===s}if(E.reason!==void 0){let d=E.reason,A=s,W=s;if(typeof d==
"string"){if(pe(d)<1){let S={instancePath:r+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.drops.items.properties.reason,data:d};e===null?e=[S]:e.push(S),s++}}else{
let S={instancePath:r+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:h.properties.drops.items.properties.reason.type,parentSchema:h.properties.drops.items.properties.reason,data:d};e===null?e=[S]:e.push(S),s++}var M=A===
s}if(E.source!==void 0){let d=E.source,A=s,W=s,C=s;if(typeof d=="string"){if(pe(d)<1){let p={instancePath:r+"/drops/"+P+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:d};e===null?e=[p]:e.push(p),s++}}else{
let p={instancePath:r+"/drops/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,
data:d};e===null?e=[p]:e.push(p),s++}var ie=W===s,M=A===s}}else{let b={instancePath:r+"/drops/"+P,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.drops.items.type,parentSchema:h.properties.drops.items,data:E};e===null?e=[b]:e.push(b),s++}var qe=be===
s;qe||(ce=!1)}}else{let ce={instancePath:r+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
drops.type,parentSchema:h.properties.drops,data:w};e===null?e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.needs!==void 0){let w=t.needs,Oe=s,ot=s;if(w&&typeof w=="obj\
ect"&&!Array.isArray(w)){let ce=s;for(let l in w){let P=w[l],E=s,be=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.reason===void 0){let b={instancePath:r+"\
/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reas\
on"},message:"must have required property 'reason'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,
data:P};e===null?e=[b]:e.push(b),s++}if(P.source===void 0){let b={instancePath:r+"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/nee\
ds/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.needs.
additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,data:P};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in P)if(!(b==="reason"||
b==="source")){let d={instancePath:r+"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.needs.additionalProperties,
data:P};e===null?e=[d]:e.push(d),s++}if(P.reason!==void 0){let b=P.reason,d=s,A=s;if(typeof b=="string"){if(pe(b)<1){let W={instancePath:r+"/needs/"+l.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:b};e===null?e=[W]:e.push(W),s++}}else{
let W={instancePath:r+"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:h.properties.needs.additionalProperties.properties.reason.type,parentSchema:h.properties.needs.additionalProperties.
properties.reason,data:b};e===null?e=[W]:e.push(W),s++}var Xe=d===s}if(P.source!==void 0){let b=P.source,d=s,A=s,W=s;if(typeof b=="string"){if(pe(b)<1){let S={instancePath:r+
"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:oe,data:b};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"\
~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:b};e===null?e=
[S]:e.push(S),s++}var ne=A===s,Xe=d===s}}else{let D={instancePath:r+"/needs/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additional\
Properties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.needs.additionalProperties.type,parentSchema:h.properties.needs.
additionalProperties,data:P};e===null?e=[D]:e.push(D),s++}var T=E===s}}else{let ce={instancePath:r+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:h.properties.needs.type,parentSchema:h.properties.needs,data:w};e===null?e=[ce]:e.push(ce),s++}var g=Oe===
s}if(t.lacks!==void 0){let w=t.lacks,Oe=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){let ce=s;for(let l in w){let P=w[l],E=s,be=s;if(P&&typeof P=="object"&&
!Array.isArray(P)){if(P.reason===void 0){let b={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalPrope\
rties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.lacks.additionalProperties.
required,parentSchema:h.properties.lacks.additionalProperties,data:P};e===null?e=[b]:e.push(b),s++}if(P.source===void 0){let b={instancePath:r+"/lacks/"+l.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,data:P};e===null?e=
[b]:e.push(b),s++}let D=s;for(let b in P)if(!(b==="reason"||b==="source")){let d={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:h.properties.lacks.additionalProperties,data:P};e===null?e=[d]:e.push(d),s++}if(P.reason!==void 0){let b=P.reason,d=s,A=s;if(typeof b==
"string"){if(pe(b)<1){let W={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/pro\
perties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.lacks.additionalProperties.
properties.reason,data:b};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/pr\
operties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.lacks.additionalProperties.
properties.reason.type,parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:b};e===null?e=[W]:e.push(W),s++}var K=d===s}if(P.source!==void 0){
let b=P.source,d=s,A=s,W=s;if(typeof b=="string"){if(pe(b)<1){let S={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$\
defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:b};e===null?e=[S]:e.push(
S),s++}}else{let S={instancePath:r+"/lacks/"+l.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:oe.type,parentSchema:oe,data:b};e===null?e=[S]:e.push(S),s++}var fe=A===s,K=d===s}}else{let D={instancePath:r+"/lacks/"+l.
replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.lacks.additionalProperties.type,parentSchema:h.properties.lacks.additionalProperties,data:P};e===null?e=[D]:e.push(D),s++}var Ce=E===s}}else{
let ce={instancePath:r+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.type,
parentSchema:h.properties.lacks,data:w};e===null?e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.id!==void 0){let w=t.id,Oe=s,ot=s,Tr=s;if(typeof w=="string"){if(!ze.test(
w)){let l={instancePath:r+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/(\
[^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:w};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/id",schemaPath:"#/$defs/point\
er/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:w};e===null?e=[l]:e.push(l),s++}var Ee=ot===s,g=Oe===s}
if(t.idForm!==void 0){let w=t.idForm,Oe=s,ot=s;if(typeof w=="string"){if(!Jy.test(w)){let ce={instancePath:r+"/idForm",schemaPath:"#/properties/idForm/pattern",
keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"\
^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:h.properties.idForm,data:w};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:r+"/idForm",schemaPath:"\
#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.idForm.type,parentSchema:h.properties.idForm,data:w};
e===null?e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.queryId!==void 0){let w=t.queryId,Oe=s,ot=s,Tr=s;if(typeof w=="string"){if(!ze.test(w)){let l={instancePath:r+"\
/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Y,data:w};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:w};e===null?e=[l]:e.push(l),s++}var re=ot===s,g=Oe===s}if(t.query!==void 0){let w=t.
query,Oe=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let P={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"\
required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.query.required,parentSchema:h.properties.query,data:w};
e===null?e=[P]:e.push(P),s++}if(w.path===void 0){let P={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:h.properties.query.required,parentSchema:h.properties.query,data:w};e===null?e=[P]:e.push(P),s++}if(w.
source===void 0){let P={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have\
 required property 'source'",schema:h.properties.query.required,parentSchema:h.properties.query,data:w};e===null?e=[P]:e.push(P),s++}let ce=s;for(let P in w)if(!(P===
"method"||P==="path"||P==="paths"||P==="at"||P==="hosts"||P==="headers"||P==="body"||P==="source")){let E={instancePath:r+"/query",schemaPath:"#/properties/quer\
y/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
query,data:w};e===null?e=[E]:e.push(E),s++}if(w.method!==void 0){let P=w.method,E=s,be=h.properties.query.properties.method.enum;if(!(P==="GET"||P==="POST"||P===
"PUT"||P==="DELETE")){let D={instancePath:r+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.
query.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.method.enum,parentSchema:h.properties.query.
properties.method,data:P};e===null?e=[D]:e.push(D),s++}var Re=E===s}if(w.path!==void 0){let P=w.path,E=s,be=s,D=s;if(typeof P=="string"){if(!Ot.test(P)){let d={
instancePath:r+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,
data:P};e===null?e=[d]:e.push(d),s++}}else{let d={instancePath:r+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:Ne.type,parentSchema:Ne,data:P};e===null?e=[d]:e.push(d),s++}var Le=be===s,Re=E===s}if(w.paths!==void 0){let P=w.paths,E=s;_s(P,{instancePath:r+
"/query/paths",parentData:w,parentDataProperty:"paths",rootData:i,dynamicAnchors:o})||(e=e===null?_s.errors:e.concat(_s.errors),s=e.length);var Re=E===s}if(w.at!==
void 0){let P=w.at,E=s,be=s,D=s;if(typeof P=="string"){if(!ze.test(P)){let d={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:P};e===null?e=[d]:
e.push(d),s++}}else{let d={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.
type,parentSchema:Y,data:P};e===null?e=[d]:e.push(d),s++}var ct=be===s,Re=E===s}if(w.hosts!==void 0){let P=w.hosts,E=s,be=s;if(Array.isArray(P)){if(P.length<1){
let A={instancePath:r+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer \
than 1 items",schema:1,parentSchema:h.properties.query.properties.hosts,data:P};e===null?e=[A]:e.push(A),s++}let b=!0,d=P.length;for(let A=0;A<d;A++){let W=P[A],
C=s,S=s;if(typeof W=="string"){if(!Dy.test(W)){let p={instancePath:r+"/query/hosts/"+A,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"p\
attern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+\
(\\.[a-z0-9-]+)+$",parentSchema:h.properties.query.properties.hosts.items,data:W};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/query/hosts/"+A,schemaPath:"\
#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.query.properties.hosts.items.
type,parentSchema:h.properties.query.properties.hosts.items,data:W};e===null?e=[p]:e.push(p),s++}var ht=C===s;ht||(b=!1)}}else{let b={instancePath:r+"/query/hos\
ts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.query.properties.hosts.
type,parentSchema:h.properties.query.properties.hosts,data:P};e===null?e=[b]:e.push(b),s++}var Re=E===s}if(w.headers!==void 0){let P=w.headers,E=s,be=s,D=s;if(P&&
typeof P=="object"&&!Array.isArray(P)){if(Object.keys(P).length<1){let A={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:st,data:P};e===null?e=[A]:e.push(A),s++}for(let A in P){let W=s;
if(typeof A=="string"&&!Jt.test(A)){let C={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"\
^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:st.propertyNames,data:A,propertyName:A};e===null?e=
[C]:e.push(C),s++}var ir=W===s;if(!ir){let C={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:A},
message:"property name must be valid",schema:st.propertyNames,parentSchema:st,data:P};e===null?e=[C]:e.push(C),s++}}let d=s;for(let A in P){let W=P[A],C=s,S=s;if(typeof W==
"string"){if(!yn.test(W)){let p={instancePath:r+"/query/headers/"+A.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties\
/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:st.additionalProperties,
data:W};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/query/headers/"+A.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/add\
itionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:st.additionalProperties.type,parentSchema:st.additionalProperties,
data:W};e===null?e=[p]:e.push(p),s++}var rt=C===s}}else{let d={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:st.type,parentSchema:st,data:P};e===null?e=[d]:e.push(d),s++}var Kr=be===s,Re=E===s}if(w.body!==void 0){let P=w.body,E=s;
Dt(P,{instancePath:r+"/query/body",parentData:w,parentDataProperty:"body",rootData:i,dynamicAnchors:o})||(e=e===null?Dt.errors:e.concat(Dt.errors),s=e.length);var Re=E===
s}if(w.source!==void 0){let P=w.source,E=s,be=s,D=s;if(typeof P=="string"){if(pe(P)<1){let d={instancePath:r+"/query/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:P};e===null?e=[d]:e.push(d),s++}}else{let d={
instancePath:r+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:P};
e===null?e=[d]:e.push(d),s++}var eo=be===s,Re=E===s}let l;if(w.at!==void 0&&w.hosts===void 0){let P={instancePath:r+"/query",schemaPath:"#/properties/query/depe\
ndentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when proper\
ty at is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:w};e===null?e=[P]:e.push(P),s++}if(w.hosts!==void 0&&w.at===void 0){
let P={instancePath:r+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,
deps:"at"},message:"must have property at when property hosts is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:w};e===
null?e=[P]:e.push(P),s++}}else{let ce={instancePath:r+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be objec\
t",schema:h.properties.query.type,parentSchema:h.properties.query,data:w};e===null?e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.list!==void 0){let w=t.list,Oe=s,ot=s;
if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.path===void 0){let l={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.list.required,parentSchema:h.properties.list,data:w};e===null?e=[l]:e.push(
l),s++}if(w.filter===void 0){let l={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"\
must have required property 'filter'",schema:h.properties.list.required,parentSchema:h.properties.list,data:w};e===null?e=[l]:e.push(l),s++}if(w.limit===void 0){
let l={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property '\
limit'",schema:h.properties.list.required,parentSchema:h.properties.list,data:w};e===null?e=[l]:e.push(l),s++}if(w.items===void 0){let l={instancePath:r+"/list",
schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property 'items'",schema:h.properties.list.
required,parentSchema:h.properties.list,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={instancePath:r+"/list",schemaPath:"#/properties/list/r\
equired",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.list.required,parentSchema:h.properties.
list,data:w};e===null?e=[l]:e.push(l),s++}let ce=s;for(let l in w)if(!(l==="path"||l==="filter"||l==="limit"||l==="items"||l==="within"||l==="source")){let P={instancePath:r+
"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:h.properties.list,data:w};e===null?e=[P]:e.push(P),s++}if(w.path!==void 0){let l=w.path,P=s,E=s,be=s;if(typeof l=="string"){if(!Ot.
test(l)){let D={instancePath:r+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ne,data:l};e===null?e=[D]:e.push(D),s++}}else{let D={instancePath:r+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:l};e===null?e=[D]:e.push(D),s++}var gr=E===s,zt=P===s}if(w.filter!==void 0){let l=w.filter,P=s,
E=s;if(typeof l=="string"){if(pe(l)<1){let D={instancePath:r+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.list.properties.filter,data:l};e===null?e=[D]:e.push(D),s++}}else{let D={
instancePath:r+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
list.properties.filter.type,parentSchema:h.properties.list.properties.filter,data:l};e===null?e=[D]:e.push(D),s++}var zt=P===s}if(w.limit!==void 0){let l=w.limit,
P=s;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l))){let D={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{
type:"integer"},message:"must be integer",schema:h.properties.list.properties.limit.type,parentSchema:h.properties.list.properties.limit,data:l};e===null?e=[D]:
e.push(D),s++}let E=s;if(typeof l=="number"){if(l>500||isNaN(l)){let D={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"\
maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:h.properties.list.properties.limit,data:l};e===null?e=[D]:e.push(D),
s++}if(l<2||isNaN(l)){let D={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},
message:"must be >= 2",schema:2,parentSchema:h.properties.list.properties.limit,data:l};e===null?e=[D]:e.push(D),s++}}var zt=P===s}if(w.items!==void 0){let l=w.
items,P=s,E=s,be=s;if(typeof l=="string"){if(!ze.test(l)){let b={instancePath:r+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:l};e===null?e=[b]:e.push(b),s++}}else{
let b={instancePath:r+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,
data:l};e===null?e=[b]:e.push(b),s++}var qr=E===s,zt=P===s}if(w.within!==void 0){let l=w.within,P=s,E=s,be=s;if(typeof l=="string"){if(!ze.test(l)){let b={instancePath:r+
"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:l};e===null?e=[b]:e.push(b),s++}var dy=E===s,zt=P===s}if(w.source!==void 0){
let l=w.source,P=s,E=s,be=s;if(typeof l=="string"){if(pe(l)<1){let b={instancePath:r+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/list/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:l};e===null?e=[b]:e.push(b),
s++}var cy=E===s,zt=P===s}}else{let ce={instancePath:r+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.list.type,parentSchema:h.properties.list,data:w};e===null?e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.history!==void 0){let w=t.history,Oe=s,ot=s;
if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.paths===void 0){let l={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",
params:{missingProperty:"paths"},message:"must have required property 'paths'",schema:h.properties.history.required,parentSchema:h.properties.history,data:w};e===
null?e=[l]:e.push(l),s++}if(w.items===void 0){let l={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"\
items"},message:"must have required property 'items'",schema:h.properties.history.required,parentSchema:h.properties.history,data:w};e===null?e=[l]:e.push(l),s++}
if(w.next===void 0){let l={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"next"},message:"must\
 have required property 'next'",schema:h.properties.history.required,parentSchema:h.properties.history,data:w};e===null?e=[l]:e.push(l),s++}if(w.created===void 0){
let l={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"created"},message:"must have required pr\
operty 'created'",schema:h.properties.history.required,parentSchema:h.properties.history,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={instancePath:r+
"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.history.required,parentSchema:h.properties.history,data:w};e===null?e=[l]:e.push(l),s++}let ce=s;for(let l in w)if(!(l==="paths"||l==="items"||l==="w\
ithin"||l==="created"||l==="size"||l==="next"||l==="source")){let P={instancePath:r+"/history",schemaPath:"#/properties/history/additionalProperties",keyword:"a\
dditionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.history,data:w};e===null?e=
[P]:e.push(P),s++}if(w.paths!==void 0){let l=w.paths,P=s,E=s;if(Array.isArray(l)){if(l.length<1){let W={instancePath:r+"/history/paths",schemaPath:"#/properties\
/history/properties/paths/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.history.properties.
paths,data:l};e===null?e=[W]:e.push(W),s++}let be=!0,D=l.length;for(let W=0;W<D;W++){let C=l[W],S=s,p=s,x=s;if(typeof C=="string"){if(!Ot.test(C)){let H={instancePath:r+
"/history/paths/"+W,schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:C};
e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/history/paths/"+W,schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Ne.type,parentSchema:Ne,data:C};e===null?e=[H]:e.push(H),s++}var my=p===s,to=S===s;to||(be=!1)}let b,d=l.length,A;if(b=!0,d>1){e:for(;d--;)for(A=
d;A--;)if(Uy(l[d],l[A])){let W={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/uniqueItems",keyword:"uniqueItems",params:{i:d,
j:A},message:"must NOT have duplicate items (items ## "+A+" and "+d+" are identical)",schema:!0,parentSchema:h.properties.history.properties.paths,data:l};e===null?
e=[W]:e.push(W),s++,b=!1;break e}}}else{let be={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:h.properties.history.properties.paths.type,parentSchema:h.properties.history.properties.paths,data:l};e===null?e=[be]:e.push(
be),s++}var Or=P===s}if(w.items!==void 0){let l=w.items,P=s,E=s,be=s;if(typeof l=="string"){if(!ze.test(l)){let b={instancePath:r+"/history/items",schemaPath:"#\
/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)\
+$",parentSchema:Y,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/history/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Y.type,parentSchema:Y,data:l};e===null?e=[b]:e.push(b),s++}var Ed=E===s,Or=P===s}if(w.within!==void 0){let l=w.within,P=s,
E=s,be=s;if(typeof l=="string"){if(!ze.test(l)){let b={instancePath:r+"/history/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:l};e===null?e=[b]:e.push(b),s++}}else{
let b={instancePath:r+"/history/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,
data:l};e===null?e=[b]:e.push(b),s++}var ly=E===s,Or=P===s}if(w.created!==void 0){let l=w.created,P=s,E=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.at===
void 0){let b={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:h.properties.history.properties.created.required,parentSchema:h.properties.history.properties.created,data:l};
e===null?e=[b]:e.push(b),s++}if(l.as===void 0){let b={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"r\
equired",params:{missingProperty:"as"},message:"must have required property 'as'",schema:h.properties.history.properties.created.required,parentSchema:h.properties.
history.properties.created,data:l};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in l)if(!(b==="at"||b==="as")){let d={instancePath:r+"/history/created",schemaPath:"\
#/properties/history/properties/created/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:h.properties.history.properties.created,data:l};e===null?e=[d]:e.push(d),s++}if(l.at!==void 0){let b=l.at,d=s,A=s,W=s;if(typeof b==
"string"){if(!ze.test(b)){let C={instancePath:r+"/history/created/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)\
+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:b};e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:r+
"/history/created/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:b};e===
null?e=[C]:e.push(C),s++}var ia=A===s,Ld=d===s}if(l.as!==void 0){let b=l.as,d=s,A=h.properties.history.properties.created.properties.as.enum;if(!(b==="seconds"||
b==="milliseconds"||b==="date")){let C={instancePath:r+"/history/created/as",schemaPath:"#/properties/history/properties/created/properties/as/enum",keyword:"en\
um",params:{allowedValues:h.properties.history.properties.created.properties.as.enum},message:"must be equal to one of the allowed values",schema:h.properties.history.
properties.created.properties.as.enum,parentSchema:h.properties.history.properties.created.properties.as,data:b};e===null?e=[C]:e.push(C),s++}var Ld=d===s}}else{
let D={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.history.properties.created.type,parentSchema:h.properties.history.properties.created,data:l};e===null?e=[D]:e.push(D),s++}var Or=P===s}if(w.
size!==void 0){let l=w.size,P=s,E=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.parameter===void 0){let b={instancePath:r+"/history/size",schemaPath:"#/pr\
operties/history/properties/size/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.properties.
history.properties.size.required,parentSchema:h.properties.history.properties.size,data:l};e===null?e=[b]:e.push(b),s++}if(l.most===void 0){let b={instancePath:r+
"/history/size",schemaPath:"#/properties/history/properties/size/required",keyword:"required",params:{missingProperty:"most"},message:"must have required proper\
ty 'most'",schema:h.properties.history.properties.size.required,parentSchema:h.properties.history.properties.size,data:l};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in l)
if(!(b==="parameter"||b==="most")){let d={instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.history.properties.size,data:l};e===
null?e=[d]:e.push(d),s++}if(l.parameter!==void 0){let b=l.parameter,d=s,A=s;if(typeof b=="string"){if(pe(b)<1){let W={instancePath:r+"/history/size/parameter",schemaPath:"\
#/properties/history/properties/size/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.history.properties.size.properties.parameter,data:b};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:r+"/history/size/parameter",
schemaPath:"#/properties/history/properties/size/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.history.
properties.size.properties.parameter.type,parentSchema:h.properties.history.properties.size.properties.parameter,data:b};e===null?e=[W]:e.push(W),s++}var jr=d===
s}if(l.most!==void 0){let b=l.most,d=s;if(!(typeof b=="number"&&!(b%1)&&!isNaN(b))){let C={instancePath:r+"/history/size/most",schemaPath:"#/properties/history/\
properties/size/properties/most/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.properties.history.properties.size.properties.most.
type,parentSchema:h.properties.history.properties.size.properties.most,data:b};e===null?e=[C]:e.push(C),s++}let A=s;if(typeof b=="number"){if(b>1e3||isNaN(b)){let C={
instancePath:r+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/maximum",keyword:"maximum",params:{comparison:"<=",limit:1e3},
message:"must be <= 1000",schema:1e3,parentSchema:h.properties.history.properties.size.properties.most,data:b};e===null?e=[C]:e.push(C),s++}if(b<2||isNaN(b)){let C={
instancePath:r+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/minimum",keyword:"minimum",params:{comparison:">=",limit:2},
message:"must be >= 2",schema:2,parentSchema:h.properties.history.properties.size.properties.most,data:b};e===null?e=[C]:e.push(C),s++}}var jr=d===s}}else{let D={
instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
history.properties.size.type,parentSchema:h.properties.history.properties.size,data:l};e===null?e=[D]:e.push(D),s++}var Or=P===s}if(w.next!==void 0){let l=w.next,
P=s,E=s,be=s,D=!0,b=s;if(l&&typeof l=="object"&&!Array.isArray(l))if(l.by!==void 0){let W=l.by,C=s;if(W!=="url"){let S={};e===null?e=[S]:e.push(S),s++}var ro=C===
s}else var ro=!0;var ys=b===s;s=be,e!==null&&(be?e.length=be:e=null);let d;if(ys){let W=s,C=s,S=s;if(l&&typeof l=="object"&&!Array.isArray(l)){let x;if(l.more===
void 0&&(x="more")){let H={};e===null?e=[H]:e.push(H),s++}}var so=S===s;if(so){let x={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties\
/next/then/not",keyword:"not",params:{},message:"must NOT be valid",schema:h.properties.history.properties.next.then.not,parentSchema:h.properties.history.properties.
next.then,data:l};e===null?e=[x]:e.push(x),s++}else s=C,e!==null&&(C?e.length=C:e=null);if(l&&typeof l=="object"&&!Array.isArray(l)&&l.at===void 0){let x={instancePath:r+
"/history/next",schemaPath:"#/properties/history/properties/next/then/required",keyword:"required",params:{missingProperty:"at"},message:"must have required pro\
perty 'at'",schema:h.properties.history.properties.next.then.required,parentSchema:h.properties.history.properties.next.then,data:l};e===null?e=[x]:e.push(x),s++}
var ys=W===s;D=ys,d="then"}else{let W=s,C=s,S=s;if(l&&typeof l=="object"&&!Array.isArray(l)){let x;if(l.at===void 0&&(x="at")){let H={};e===null?e=[H]:e.push(H),
s++}}var or=S===s;if(or){let x={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/else/not",keyword:"not",params:{},message:"must \
NOT be valid",schema:h.properties.history.properties.next.else.not,parentSchema:h.properties.history.properties.next.else,data:l};e===null?e=[x]:e.push(x),s++}else
s=C,e!==null&&(C?e.length=C:e=null);var ys=W===s;D=ys,d="else"}if(!D){let W={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/if",
keyword:"if",params:{failingKeyword:d},message:'must match "'+d+'" schema',schema:h.properties.history.properties.next.if,parentSchema:h.properties.history.properties.
next,data:l};e===null?e=[W]:e.push(W),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.by===void 0){let C={instancePath:r+"/history/next",schemaPath:"#/pro\
perties/history/properties/next/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:h.properties.history.
properties.next.required,parentSchema:h.properties.history.properties.next,data:l};e===null?e=[C]:e.push(C),s++}if(l.parameter===void 0){let C={instancePath:r+"\
/history/next",schemaPath:"#/properties/history/properties/next/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required pr\
operty 'parameter'",schema:h.properties.history.properties.next.required,parentSchema:h.properties.history.properties.next,data:l};e===null?e=[C]:e.push(C),s++}
let W=s;for(let C in l)if(!(C==="by"||C==="parameter"||C==="at"||C==="more")){let S={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/\
next/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
history.properties.next,data:l};e===null?e=[S]:e.push(S),s++}if(l.by!==void 0){let C=l.by,S=s,p=h.properties.history.properties.next.properties.by.enum;if(!(C===
"page"||C==="offset"||C==="last"||C==="url")){let x={instancePath:r+"/history/next/by",schemaPath:"#/properties/history/properties/next/properties/by/enum",keyword:"\
enum",params:{allowedValues:h.properties.history.properties.next.properties.by.enum},message:"must be equal to one of the allowed values",schema:h.properties.history.
properties.next.properties.by.enum,parentSchema:h.properties.history.properties.next.properties.by,data:C};e===null?e=[x]:e.push(x),s++}var dn=S===s}if(l.parameter!==
void 0){let C=l.parameter,S=s,p=s;if(typeof C=="string"){if(pe(C)<1){let H={instancePath:r+"/history/next/parameter",schemaPath:"#/properties/history/properties\
/next/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.history.
properties.next.properties.parameter,data:C};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/history/next/parameter",schemaPath:"#/properties/history\
/properties/next/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.history.properties.next.properties.
parameter.type,parentSchema:h.properties.history.properties.next.properties.parameter,data:C};e===null?e=[H]:e.push(H),s++}var dn=S===s}if(l.at!==void 0){let C=l.
at,S=s,p=s,x=s;if(typeof C=="string"){if(!ze.test(C)){let ee={instancePath:r+"/history/next/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:C};e===null?e=[ee]:e.push(ee),s++}}else{
let ee={instancePath:r+"/history/next/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,
data:C};e===null?e=[ee]:e.push(ee),s++}var uy=p===s,dn=S===s}if(l.more!==void 0){let C=l.more,S=s,p=s,x=s;if(typeof C=="string"){if(!ze.test(C)){let ee={instancePath:r+
"/history/next/more",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01]\
)+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:C};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/history/next/more",schemaPath:"#/$def\
s/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:C};e===null?e=[ee]:e.push(ee),s++}var hy=p===s,
dn=S===s}}else{let W={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/type",keyword:"type",params:{type:"object"},message:"must \
be object",schema:h.properties.history.properties.next.type,parentSchema:h.properties.history.properties.next,data:l};e===null?e=[W]:e.push(W),s++}var Or=P===s}
if(w.source!==void 0){let l=w.source,P=s,E=s,be=s;if(typeof l=="string"){if(pe(l)<1){let b={instancePath:r+"/history/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={
instancePath:r+"/history/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,
data:l};e===null?e=[b]:e.push(b),s++}var oa=E===s,Or=P===s}}else{let ce={instancePath:r+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.history.type,parentSchema:h.properties.history,data:w};e===null?e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.
served!==void 0){let w=t.served,Oe=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(Object.keys(w).length<1){let l={instancePath:r+"/served",schemaPath:"#\
/properties/served/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:h.properties.served,
data:w};e===null?e=[l]:e.push(l),s++}let ce=s;for(let l in w)if(!(l==="list"||l==="remove")){let P={instancePath:r+"/served",schemaPath:"#/properties/served/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
served,data:w};e===null?e=[P]:e.push(P),s++}if(w.list!==void 0){let l=w.list,P=s,E=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.told===void 0){let D={instancePath:r+
"/served/list",schemaPath:"#/properties/served/properties/list/required",keyword:"required",params:{missingProperty:"told"},message:"must have required property\
 'told'",schema:h.properties.served.properties.list.required,parentSchema:h.properties.served.properties.list,data:l};e===null?e=[D]:e.push(D),s++}let be=s;for(let D in l)
if(!(D==="implied"||D==="told")){let b={instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:D},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.served.properties.list,data:l};e===null?
e=[b]:e.push(b),s++}if(l.implied!==void 0){let D=l.implied,b=s,d=s;if(D&&typeof D=="object"&&!Array.isArray(D)){let A=s;for(let W in D){let C=D[W],S=s;if(typeof C!=
"string"){let x={instancePath:r+"/served/list/implied/"+W.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/served/properties/list/properties/impl\
ied/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.served.properties.list.properties.implied.additionalProperties.
type,parentSchema:h.properties.served.properties.list.properties.implied.additionalProperties,data:C};e===null?e=[x]:e.push(x),s++}let p=s;var fy=S===s}}else{let A={
instancePath:r+"/served/list/implied",schemaPath:"#/properties/served/properties/list/properties/implied/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:h.properties.served.properties.list.properties.implied.type,parentSchema:h.properties.served.properties.list.properties.implied,data:D};e===
null?e=[A]:e.push(A),s++}var Br=b===s}if(l.told!==void 0){let D=l.told,b=s,d=s;if(Array.isArray(D)){if(D.length<1){let S={instancePath:r+"/served/list/told",schemaPath:"\
#/properties/served/properties/list/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.
properties.served.properties.list.properties.told,data:D};e===null?e=[S]:e.push(S),s++}let W=!0,C=D.length;for(let S=0;S<C;S++){let p=D[S],x=s,H=s,ee=s,N=!1,y=null,
j=s;if(p&&typeof p=="object"&&!Array.isArray(p)&&p.constant===void 0){let B={instancePath:r+"/served/list/told/"+S,schemaPath:"#/properties/served/properties/li\
st/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:h.properties.
served.properties.list.properties.told.items.oneOf[0].required,parentSchema:h.properties.served.properties.list.properties.told.items.oneOf[0],data:p};e===null?
e=[B]:e.push(B),s++}var pa=j===s;pa&&(N=!0,y=0);let se=s;if(p&&typeof p=="object"&&!Array.isArray(p)&&p.fact===void 0){let B={instancePath:r+"/served/list/told/"+
S,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"fact"},message:"must have \
required property 'fact'",schema:h.properties.served.properties.list.properties.told.items.oneOf[1].required,parentSchema:h.properties.served.properties.list.properties.
told.items.oneOf[1],data:p};e===null?e=[B]:e.push(B),s++}var pa=se===s;if(pa&&N?(N=!1,y=[y,1]):pa&&(N=!0,y=1),N)s=ee,e!==null&&(ee?e.length=ee:e=null);else{let B={
instancePath:r+"/served/list/told/"+S,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:y},message:"\
must match exactly one schema in oneOf",schema:h.properties.served.properties.list.properties.told.items.oneOf,parentSchema:h.properties.served.properties.list.
properties.told.items,data:p};e===null?e=[B]:e.push(B),s++}if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.at===void 0){let k={instancePath:r+"/served/list/to\
ld/"+S,schemaPath:"#/properties/served/properties/list/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have requi\
red property 'at'",schema:h.properties.served.properties.list.properties.told.items.required,parentSchema:h.properties.served.properties.list.properties.told.items,
data:p};e===null?e=[k]:e.push(k),s++}let B=s;for(let k in p)if(!(k==="at"||k==="constant"||k==="fact")){let v={instancePath:r+"/served/list/told/"+S,schemaPath:"\
#/properties/served/properties/list/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:h.properties.served.properties.list.properties.told.items,data:p};e===null?e=[v]:e.push(v),s++}if(p.at!==void 0){
let k=p.at,v=s,$=s,F=s;if(typeof k=="string"){if(!ze.test(k)){let Q={instancePath:r+"/served/list/told/"+S+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"p\
attern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:k};e===null?
e=[Q]:e.push(Q),s++}}else{let Q={instancePath:r+"/served/list/told/"+S+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Y.type,parentSchema:Y,data:k};e===null?e=[Q]:e.push(Q),s++}var da=$===s,Md=v===s}if(p.fact!==void 0){let k=p.fact,v=s,$=h.properties.served.
properties.list.properties.told.items.properties.fact.enum;if(!(k==="first"||k==="last")){let Q={instancePath:r+"/served/list/told/"+S+"/fact",schemaPath:"#/pro\
perties/served/properties/list/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.served.properties.list.properties.told.
items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.served.properties.list.properties.told.items.properties.fact.
enum,parentSchema:h.properties.served.properties.list.properties.told.items.properties.fact,data:k};e===null?e=[Q]:e.push(Q),s++}var Md=v===s}}else{let B={instancePath:r+
"/served/list/told/"+S,schemaPath:"#/properties/served/properties/list/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.served.properties.list.properties.told.items.type,parentSchema:h.properties.served.properties.list.properties.told.items,data:p};e===null?e=
[B]:e.push(B),s++}var Fd=x===s;Fd||(W=!1)}}else{let W={instancePath:r+"/served/list/told",schemaPath:"#/properties/served/properties/list/properties/told/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.served.properties.list.properties.told.type,parentSchema:h.properties.served.properties.
list.properties.told,data:D};e===null?e=[W]:e.push(W),s++}var Br=b===s}}else{let be={instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/li\
st/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.list.type,parentSchema:h.properties.served.properties.
list,data:l};e===null?e=[be]:e.push(be),s++}var Vd=P===s}if(w.remove!==void 0){let l=w.remove,P=s,E=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.method===
void 0){let b={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"method"},
message:"must have required property 'method'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:l};
e===null?e=[b]:e.push(b),s++}if(l.path===void 0){let b={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"req\
uired",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.
served.properties.remove,data:l};e===null?e=[b]:e.push(b),s++}if(l.answer===void 0){let b={instancePath:r+"/served/remove",schemaPath:"#/properties/served/prope\
rties/remove/required",keyword:"required",params:{missingProperty:"answer"},message:"must have required property 'answer'",schema:h.properties.served.properties.
remove.required,parentSchema:h.properties.served.properties.remove,data:l};e===null?e=[b]:e.push(b),s++}if(l.source===void 0){let b={instancePath:r+"/served/rem\
ove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'sour\
ce'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:l};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in l)
if(!(b==="method"||b==="path"||b==="answer"||b==="source")){let d={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/additionalP\
roperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.served.
properties.remove,data:l};e===null?e=[d]:e.push(d),s++}if(l.method!==void 0){let b=l.method,d=s,A=h.properties.served.properties.remove.properties.method.enum;if(!(b===
"POST"||b==="DELETE")){let W={instancePath:r+"/served/remove/method",schemaPath:"#/properties/served/properties/remove/properties/method/enum",keyword:"enum",params:{
allowedValues:h.properties.served.properties.remove.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.served.properties.
remove.properties.method.enum,parentSchema:h.properties.served.properties.remove.properties.method,data:b};e===null?e=[W]:e.push(W),s++}var cn=d===s}if(l.path!==
void 0){let b=l.path,d=s,A=s,W=s;if(typeof b=="string"){if(!Ot.test(b)){let S={instancePath:r+"/served/remove/path",schemaPath:"#/$defs/path/pattern",keyword:"p\
attern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:b};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/s\
erved/remove/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:b};e===null?
e=[S]:e.push(S),s++}var ca=A===s,cn=d===s}if(l.answer!==void 0){let b=l.answer,d=s;Dt(b,{instancePath:r+"/served/remove/answer",parentData:l,parentDataProperty:"\
answer",rootData:i,dynamicAnchors:o})||(e=e===null?Dt.errors:e.concat(Dt.errors),s=e.length);var cn=d===s}if(l.source!==void 0){let b=l.source,d=s,A=s,W=s;if(typeof b==
"string"){if(pe(b)<1){let S={instancePath:r+"/served/remove/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT\
 have fewer than 1 characters",schema:1,parentSchema:oe,data:b};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/served/remove/source",schemaPath:"#/$\
defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:b};e===null?e=[S]:e.push(S),s++}var ao=A===
s,cn=d===s}}else{let D={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/type",keyword:"type",params:{type:"object"},message:"m\
ust be object",schema:h.properties.served.properties.remove.type,parentSchema:h.properties.served.properties.remove,data:l};e===null?e=[D]:e.push(D),s++}var Vd=P===
s}}else{let ce={instancePath:r+"/served",schemaPath:"#/properties/served/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
served.type,parentSchema:h.properties.served,data:w};e===null?e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.cancel!==void 0){let w=t.cancel,Oe=s,ot=s;if(w&&typeof w==
"object"&&!Array.isArray(w)){if(w.method===void 0){let l={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"\
method"},message:"must have required property 'method'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:w};e===null?e=[l]:e.push(l),s++}
if(w.path===void 0){let l={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must h\
ave required property 'path'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={
instancePath:r+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:w};e===null?e=[l]:e.push(l),s++}let ce=s;for(let l in w)if(!(l==="method"||l===
"path"||l==="headers"||l==="body"||l==="from"||l==="proves"||l==="source")){let P={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel,data:w};e===
null?e=[P]:e.push(P),s++}if(w.method!==void 0){let l=w.method,P=s,E=h.properties.cancel.properties.method.enum;if(!(l==="GET"||l==="POST"||l==="PUT"||l==="DELET\
E")){let be={instancePath:r+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.cancel.properties.
method.enum},message:"must be equal to one of the allowed values",schema:h.properties.cancel.properties.method.enum,parentSchema:h.properties.cancel.properties.
method,data:l};e===null?e=[be]:e.push(be),s++}var Gr=P===s}if(w.path!==void 0){let l=w.path,P=s,E=s,be=s;if(typeof l=="string"){if(!Ot.test(l)){let b={instancePath:r+
"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:l};e===
null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ne.type,parentSchema:Ne,data:l};e===null?e=[b]:e.push(b),s++}var yy=E===s,Gr=P===s}if(w.headers!==void 0){let l=w.headers,P=s,E=s,be=s;if(l&&typeof l=="o\
bject"&&!Array.isArray(l)){if(Object.keys(l).length<1){let d={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"minPrope\
rties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:st,data:l};e===null?e=[d]:e.push(d),s++}for(let d in l){let A=s;if(typeof d==
"string"&&!Jt.test(d)){let W={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za\
-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:st.propertyNames,data:d,propertyName:d};e===null?e=[W]:e.
push(W),s++}var br=A===s;if(!br){let W={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:d},
message:"property name must be valid",schema:st.propertyNames,parentSchema:st,data:l};e===null?e=[W]:e.push(W),s++}}let b=s;for(let d in l){let A=l[d],W=s,C=s;if(typeof A==
"string"){if(!yn.test(A)){let S={instancePath:r+"/cancel/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalPropertie\
s/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:st.additionalProperties,
data:A};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/cancel/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/ad\
ditionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:st.additionalProperties.type,parentSchema:st.additionalProperties,
data:A};e===null?e=[S]:e.push(S),s++}var zd=W===s}}else{let b={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:st.type,parentSchema:st,data:l};e===null?e=[b]:e.push(b),s++}var gy=E===s,Gr=P===s}if(w.body!==void 0){let l=w.body,P=s;
Dt(l,{instancePath:r+"/cancel/body",parentData:w,parentDataProperty:"body",rootData:i,dynamicAnchors:o})||(e=e===null?Dt.errors:e.concat(Dt.errors),s=e.length);
var Gr=P===s}if(w.from!==void 0){let l=w.from,P=s,E=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.words===void 0){let b={instancePath:r+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:h.properties.
cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:l};e===null?e=[b]:e.push(b),s++}if(l.source===void 0){let b={instancePath:r+
"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required proper\
ty 'source'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:l};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in l)
if(!(b==="words"||b==="source")){let d={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel.properties.from,data:l};e===null?
e=[d]:e.push(d),s++}if(l.words!==void 0){let b=l.words,d=s,A=s,W=s;if(Array.isArray(b)){if(b.length<1){let ee={instancePath:r+"/cancel/from/words",schemaPath:"#\
/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:lt,data:b};e===null?e=[ee]:e.push(ee),
s++}let C=!0,S=b.length;for(let ee=0;ee<S;ee++){let N=b[ee],y=s,j=s;if(typeof N=="string"){if(pe(N)<1){let se={instancePath:r+"/cancel/from/words/"+ee,schemaPath:"\
#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:lt.items,data:N};e===null?
e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/cancel/from/words/"+ee,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:lt.items.type,parentSchema:lt.items,data:N};e===null?e=[se]:e.push(se),s++}var Ud=y===s;Ud||(C=!1)}let p,x=b.length,H;if(p=!0,x>1){let ee={};
for(;x--;){let N=b[x];if(typeof N=="string"){if(typeof ee[N]=="number"){H=ee[N];let y={instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",
keyword:"uniqueItems",params:{i:x,j:H},message:"must NOT have duplicate items (items ## "+H+" and "+x+" are identical)",schema:!0,parentSchema:lt,data:b};e===null?
e=[y]:e.push(y),s++,p=!1;break}ee[N]=x}}}}else{let C={instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:lt.type,parentSchema:lt,data:b};e===null?e=[C]:e.push(C),s++}var Jd=A===s,no=d===s}if(l.source!==void 0){let b=l.source,d=s,A=s,W=s;if(typeof b==
"string"){if(pe(b)<1){let S={instancePath:r+"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:oe,data:b};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/cancel/from/source",schemaPath:"#/$defs\
/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:b};e===null?e=[S]:e.push(S),s++}var by=A===s,no=d===
s}}else{let D={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.cancel.properties.from.type,parentSchema:h.properties.cancel.properties.from,data:l};e===null?e=[D]:e.push(D),s++}var Gr=P===s}if(w.proves!==
void 0){let l=w.proves,P=s,E=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<2){let b={instancePath:r+"/cancel/proves",schemaPath:"#/pro\
perties/cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:h.
properties.cancel.properties.proves,data:l};e===null?e=[b]:e.push(b),s++}if(l.source===void 0){let b={instancePath:r+"/cancel/proves",schemaPath:"#/properties/c\
ancel/properties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.cancel.
properties.proves.required,parentSchema:h.properties.cancel.properties.proves,data:l};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in l)if(!(b==="answer"||b===
"query"||b==="source")){let d={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/additionalProperties",keyword:"additionalProper\
ties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel.properties.proves,data:l};e===null?
e=[d]:e.push(d),s++}if(l.answer!==void 0){let b=l.answer,d=s,A=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.at===void 0){let C={instancePath:r+"/cancel/p\
roves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"at"},message:"must have \
required property 'at'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.properties.answer,
data:b};e===null?e=[C]:e.push(C),s++}if(b.words===void 0){let C={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/proper\
ties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:h.properties.cancel.properties.proves.
properties.answer.required,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:b};e===null?e=[C]:e.push(C),s++}let W=s;for(let C in b)if(!(C===
"at"||C==="words")){let S={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:C},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.cancel.properties.proves.properties.
answer,data:b};e===null?e=[S]:e.push(S),s++}if(b.at!==void 0){let C=b.at,S=s,p=s,x=s;if(typeof C=="string"){if(!ze.test(C)){let H={instancePath:r+"/cancel/prove\
s/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:C};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:C};e===null?e=[H]:e.push(H),s++}var mn=p===s,Dd=S===
s}if(b.words!==void 0){let C=b.words,S=s,p=s,x=s;if(Array.isArray(C)){if(C.length<1){let B={instancePath:r+"/cancel/proves/answer/words",schemaPath:"#/$defs/wor\
ds/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:lt,data:C};e===null?e=[B]:e.push(B),s++}let ee=!0,
N=C.length;for(let B=0;B<N;B++){let k=C[B],v=s,$=s;if(typeof k=="string"){if(pe(k)<1){let F={instancePath:r+"/cancel/proves/answer/words/"+B,schemaPath:"#/$defs\
/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:lt.items,data:k};e===null?e=[
F]:e.push(F),s++}}else{let F={instancePath:r+"/cancel/proves/answer/words/"+B,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:lt.items.type,parentSchema:lt.items,data:k};e===null?e=[F]:e.push(F),s++}var ma=v===s;ma||(ee=!1)}let y,j=C.length,se;if(y=!0,j>1){let B={};
for(;j--;){let k=C[j];if(typeof k=="string"){if(typeof B[k]=="number"){se=B[k];let v={instancePath:r+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uni\
queItems",keyword:"uniqueItems",params:{i:j,j:se},message:"must NOT have duplicate items (items ## "+se+" and "+j+" are identical)",schema:!0,parentSchema:lt,data:C};
e===null?e=[v]:e.push(v),s++,y=!1;break}B[k]=j}}}}else{let ee={instancePath:r+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:lt.type,parentSchema:lt,data:C};e===null?e=[ee]:e.push(ee),s++}var wy=p===s,Dd=S===s}}else{let W={instancePath:r+"/\
cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.
properties.cancel.properties.proves.properties.answer.type,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:b};e===null?e=[W]:e.push(W),
s++}var io=d===s}if(l.query!==void 0){let b=l.query,d=s,A=s,W=s;if(Array.isArray(b)){if(b.length<1){let N={instancePath:r+"/cancel/proves/query",schemaPath:"#/$\
defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:lt,data:b};e===null?e=[N]:e.push(N),s++}
let S=!0,p=b.length;for(let N=0;N<p;N++){let y=b[N],j=s,se=s;if(typeof y=="string"){if(pe(y)<1){let B={instancePath:r+"/cancel/proves/query/"+N,schemaPath:"#/$d\
efs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:lt.items,data:y};e===null?
e=[B]:e.push(B),s++}}else{let B={instancePath:r+"/cancel/proves/query/"+N,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:lt.items.type,parentSchema:lt.items,data:y};e===null?e=[B]:e.push(B),s++}var Cd=j===s;Cd||(S=!1)}let x,H=b.length,ee;if(x=!0,H>1){let N={};
for(;H--;){let y=b[H];if(typeof y=="string"){if(typeof N[y]=="number"){ee=N[y];let j={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItem\
s",keyword:"uniqueItems",params:{i:H,j:ee},message:"must NOT have duplicate items (items ## "+ee+" and "+H+" are identical)",schema:!0,parentSchema:lt,data:b};e===
null?e=[j]:e.push(j),s++,x=!1;break}N[y]=H}}}}else{let S={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"arr\
ay"},message:"must be array",schema:lt.type,parentSchema:lt,data:b};e===null?e=[S]:e.push(S),s++}var vy=A===s,io=d===s}if(l.source!==void 0){let b=l.source,d=s,
A=s,W=s;if(typeof b=="string"){if(pe(b)<1){let S={instancePath:r+"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:b};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/cancel/proves/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:b};e===null?e=[S]:e.push(S),
s++}var la=A===s,io=d===s}}else{let D={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:h.properties.cancel.properties.proves.type,parentSchema:h.properties.cancel.properties.proves,data:l};e===null?e=[D]:e.push(
D),s++}var Gr=P===s}if(w.source!==void 0){let l=w.source,P=s,E=s,be=s;if(typeof l=="string"){if(pe(l)<1){let b={instancePath:r+"/cancel/source",schemaPath:"#/$d\
efs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:l};e===null?e=[b]:e.push(
b),s++}}else{let b={instancePath:r+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,
parentSchema:oe,data:l};e===null?e=[b]:e.push(b),s++}var ky=E===s,Gr=P===s}}else{let ce={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.type,parentSchema:h.properties.cancel,data:w};e===null?e=[ce]:e.push(ce),s++}var g=Oe===
s}if(t.status!==void 0){let w=t.status,Oe=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.at===void 0){let l={instancePath:r+"/status",schemaPath:"#/pr\
operties/status/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.status.required,parentSchema:h.
properties.status,data:w};e===null?e=[l]:e.push(l),s++}if(w.states===void 0){let l={instancePath:r+"/status",schemaPath:"#/properties/status/required",keyword:"\
required",params:{missingProperty:"states"},message:"must have required property 'states'",schema:h.properties.status.required,parentSchema:h.properties.status,
data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={instancePath:r+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.status.required,parentSchema:h.properties.status,data:w};e===null?e=
[l]:e.push(l),s++}let ce=s;for(let l in w)if(!(l==="at"||l==="states"||l==="as"||l==="absent"||l==="cases"||l==="source")){let P={instancePath:r+"/status",schemaPath:"\
#/properties/status/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.status,data:w};e===null?e=[P]:e.push(P),s++}if(w.at!==void 0){let l=w.at,P=s,E=s,be=s;if(typeof l=="string"){if(!ze.test(l)){let D={instancePath:r+"/\
status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Y,data:l};e===null?e=[D]:e.push(D),s++}}else{let D={instancePath:r+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:l};e===null?e=[D]:e.push(D),s++}var Py=E===s,gs=P===s}if(w.states!==void 0){
let l=w.states,P=s,E=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let b={instancePath:r+"/status/states",schemaPath:"#/properties/\
status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:h.properties.
status.properties.states,data:l};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in l){let d=l[b],A=s,W=s,C=Ut.enum;if(!(d==="queued"||d==="processing"||d==="com\
pleted"||d==="failed"||d==="expired"||d==="cancelled"||d==="unknown")){let S={instancePath:r+"/status/states/"+b.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/$defs/state/enum",keyword:"enum",params:{allowedValues:Ut.enum},message:"must be equal to one of the allowed values",schema:Ut.enum,parentSchema:Ut,data:d};e===
null?e=[S]:e.push(S),s++}var ln=W===s,bs=A===s}}else{let D={instancePath:r+"/status/states",schemaPath:"#/properties/status/properties/states/type",keyword:"typ\
e",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.states.type,parentSchema:h.properties.status.properties.states,data:l};
e===null?e=[D]:e.push(D),s++}var gs=P===s}if(w.as!==void 0){let l=w.as,P=s,E=h.properties.status.properties.as.enum;if(!(l==="number"||l==="boolean")){let D={instancePath:r+
"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:h.properties.status.properties.as.enum},message:"must be e\
qual to one of the allowed values",schema:h.properties.status.properties.as.enum,parentSchema:h.properties.status.properties.as,data:l};e===null?e=[D]:e.push(D),
s++}var gs=P===s}if(w.absent!==void 0){let l=w.absent,P=s,E=s,be=Ut.enum;if(!(l==="queued"||l==="processing"||l==="completed"||l==="failed"||l==="expired"||l===
"cancelled"||l==="unknown")){let b={instancePath:r+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Ut.enum},message:"must \
be equal to one of the allowed values",schema:Ut.enum,parentSchema:Ut,data:l};e===null?e=[b]:e.push(b),s++}var $y=E===s,gs=P===s}if(w.cases!==void 0){let l=w.cases,
P=s,E=s;if(Array.isArray(l)){if(l.length<1){let d={instancePath:r+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases,data:l};e===null?e=[d]:e.push(d),s++}let D=!0,
b=l.length;for(let d=0;d<b;d++){let A=l[d],W=s,C=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.when===void 0){let p={instancePath:r+"/status/cases/"+d,schemaPath:"\
#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:h.properties.
status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:A};e===null?e=[p]:e.push(p),s++}if(A.means===void 0){let p={
instancePath:r+"/status/cases/"+d,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"\
must have required property 'means'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:A};
e===null?e=[p]:e.push(p),s++}let S=s;for(let p in A)if(!(p==="when"||p==="means")){let x={instancePath:r+"/status/cases/"+d,schemaPath:"#/properties/status/prop\
erties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.status.properties.cases.items,data:A};e===null?e=[x]:e.push(x),s++}if(A.when!==void 0){let p=A.when,x=s,H=s;if(Array.isArray(p)){if(p.length<1){let y={
instancePath:r+"/status/cases/"+d+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when,data:p};e===null?e=[y]:e.push(y),s++}let ee=!0,
N=p.length;for(let y=0;y<N;y++){let j=p[y],se=s,B=s,k=s,v=!1,$=null,F=s;if(j&&typeof j=="object"&&!Array.isArray(j)&&j.is===void 0){let R={instancePath:r+"/stat\
us/cases/"+d+"/when/"+y,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.oneOf[0],data:j};e===null?e=[R]:e.push(R),s++}var ua=F===s;ua&&(v=!0,$=0);let Q=s;if(j&&typeof j=="object"&&
!Array.isArray(j)&&j.present===void 0){let R={instancePath:r+"/status/cases/"+d+"/when/"+y,schemaPath:"#/properties/status/properties/cases/items/properties/whe\
n/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:h.properties.status.properties.
cases.items.properties.when.items.oneOf[1].required,parentSchema:h.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:j};e===null?e=[R]:
e.push(R),s++}var ua=Q===s;if(ua&&v?(v=!1,$=[$,1]):ua&&(v=!0,$=1),v)s=k,e!==null&&(k?e.length=k:e=null);else{let R={instancePath:r+"/status/cases/"+d+"/when/"+y,
schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:$},message:"must match exactly one sc\
hema in oneOf",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:h.properties.status.properties.cases.items.properties.
when.items,data:j};e===null?e=[R]:e.push(R),s++}if(j&&typeof j=="object"&&!Array.isArray(j)){if(j.at===void 0){let U={instancePath:r+"/status/cases/"+d+"/when/"+
y,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have req\
uired property 'at'",schema:h.properties.status.properties.cases.items.properties.when.items.required,parentSchema:h.properties.status.properties.cases.items.properties.
when.items,data:j};e===null?e=[U]:e.push(U),s++}let R=s;for(let U in j)if(!(U==="at"||U==="is"||U==="present")){let X={instancePath:r+"/status/cases/"+d+"/when/"+
y,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:j};e===null?e=[X]:e.push(
X),s++}if(j.at!==void 0){let U=j.at,X=s,ae=s,ge=s;if(typeof U=="string"){if(!ze.test(U)){let xe={instancePath:r+"/status/cases/"+d+"/when/"+y+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Y,data:U};e===null?e=[xe]:e.push(xe),s++}}else{let xe={instancePath:r+"/status/cases/"+d+"/when/"+y+"/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:U};e===null?e=[xe]:e.push(xe),s++}var Sy=ae===s,ha=X===s}if(j.is!==void 0){
let U=j.is,X=s,ae=s;if(Array.isArray(U)){if(U.length<1){let xe={instancePath:r+"/status/cases/"+d+"/when/"+y+"/is",schemaPath:"#/properties/status/properties/ca\
ses/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.properties.is,data:U};e===null?e=[xe]:e.push(xe),s++}}else{let xe={instancePath:r+"/status/cases/"+d+"/when/"+
y+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be a\
rray",schema:h.properties.status.properties.cases.items.properties.when.items.properties.is.type,parentSchema:h.properties.status.properties.cases.items.properties.
when.items.properties.is,data:U};e===null?e=[xe]:e.push(xe),s++}var ha=X===s}if(j.present!==void 0){let U=j.present,X=s;if(typeof U!="boolean"){let xe={instancePath:r+
"/status/cases/"+d+"/when/"+y+"/present",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{
type:"boolean"},message:"must be boolean",schema:h.properties.status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.properties.present,data:U};e===null?e=[xe]:e.push(xe),s++}let ae=s;var ha=X===s}}else{let R={instancePath:r+
"/status/cases/"+d+"/when/"+y,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.status.properties.cases.items.properties.when.items.type,parentSchema:h.properties.status.properties.cases.items.properties.
when.items,data:j};e===null?e=[R]:e.push(R),s++}var Wd=se===s;Wd||(ee=!1)}}else{let ee={instancePath:r+"/status/cases/"+d+"/when",schemaPath:"#/properties/statu\
s/properties/cases/items/properties/when/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.
when.type,parentSchema:h.properties.status.properties.cases.items.properties.when,data:p};e===null?e=[ee]:e.push(ee),s++}var Zr=x===s}if(A.means!==void 0){let p=A.
means,x=s,H=s,ee=Ut.enum;if(!(p==="queued"||p==="processing"||p==="completed"||p==="failed"||p==="expired"||p==="cancelled"||p==="unknown")){let y={instancePath:r+
"/status/cases/"+d+"/means",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Ut.enum},message:"must be equal to one of the allowed values",schema:Ut.
enum,parentSchema:Ut,data:p};e===null?e=[y]:e.push(y),s++}var Hd=H===s,Zr=x===s}}else{let S={instancePath:r+"/status/cases/"+d,schemaPath:"#/properties/status/p\
roperties/cases/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.cases.items.type,parentSchema:h.
properties.status.properties.cases.items,data:A};e===null?e=[S]:e.push(S),s++}var oo=W===s;oo||(D=!1)}}else{let D={instancePath:r+"/status/cases",schemaPath:"#/\
properties/status/properties/cases/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.type,parentSchema:h.
properties.status.properties.cases,data:l};e===null?e=[D]:e.push(D),s++}var gs=P===s}if(w.source!==void 0){let l=w.source,P=s,E=s,be=s;if(typeof l=="string"){if(pe(
l)<1){let b={instancePath:r+"/status/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:oe,data:l};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/status/source",schemaPath:"#/$defs/source/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:l};e===null?e=[b]:e.push(b),s++}var _y=E===s,gs=P===s}}else{let ce={instancePath:r+
"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.type,parentSchema:h.properties.
status,data:w};e===null?e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.progress!==void 0){let w=t.progress,Oe=s,ot=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.
at===void 0){let l={instancePath:r+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have r\
equired property 'at'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:w};e===null?e=[l]:e.push(l),s++}if(w.of===void 0){let l={instancePath:r+
"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:h.properties.
progress.required,parentSchema:h.properties.progress,data:w};e===null?e=[l]:e.push(l),s++}if(w.source===void 0){let l={instancePath:r+"/progress",schemaPath:"#/\
properties/progress/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.progress.required,
parentSchema:h.properties.progress,data:w};e===null?e=[l]:e.push(l),s++}let ce=s;for(let l in w)if(!(l==="at"||l==="of"||l==="source")){let P={instancePath:r+"/\
progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional\
 properties",schema:!1,parentSchema:h.properties.progress,data:w};e===null?e=[P]:e.push(P),s++}if(w.at!==void 0){let l=w.at,P=s,E=s,be=s;if(typeof l=="string"){
if(!ze.test(l)){let D={instancePath:r+"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mus\
t match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:l};e===null?e=[D]:e.push(D),s++}}else{let D={instancePath:r+"/progress\
/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:l};e===null?e=[D]:e.push(
D),s++}var Kd=E===s,un=P===s}if(w.of!==void 0){let l=w.of,P=s,E=s;if(typeof l=="number"){if(l<=0||isNaN(l)){let D={instancePath:r+"/progress/of",schemaPath:"#/p\
roperties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:h.properties.
progress.properties.of,data:l};e===null?e=[D]:e.push(D),s++}}else{let D={instancePath:r+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"\
type",params:{type:"number"},message:"must be number",schema:h.properties.progress.properties.of.type,parentSchema:h.properties.progress.properties.of,data:l};e===
null?e=[D]:e.push(D),s++}var un=P===s}if(w.source!==void 0){let l=w.source,P=s,E=s,be=s;if(typeof l=="string"){if(pe(l)<1){let b={instancePath:r+"/progress/sour\
ce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:l};
e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:oe.type,parentSchema:oe,data:l};e===null?e=[b]:e.push(b),s++}var xy=E===s,un=P===s}}else{let ce={instancePath:r+"/progress",schemaPath:"#/pro\
perties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.progress.type,parentSchema:h.properties.progress,data:w};
e===null?e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.results!==void 0){let w=t.results,Oe=s;Qr(w,{instancePath:r+"/results",parentData:t,parentDataProperty:"results",
rootData:i,dynamicAnchors:o})||(e=e===null?Qr.errors:e.concat(Qr.errors),s=e.length);var g=Oe===s}if(t.message!==void 0){let w=t.message,Oe=s;yt(w,{instancePath:r+
"/message",parentData:t,parentDataProperty:"message",rootData:i,dynamicAnchors:o})||(e=e===null?yt.errors:e.concat(yt.errors),s=e.length);var g=Oe===s}if(t.code!==
void 0){let w=t.code,Oe=s;yt(w,{instancePath:r+"/code",parentData:t,parentDataProperty:"code",rootData:i,dynamicAnchors:o})||(e=e===null?yt.errors:e.concat(yt.errors),
s=e.length);var g=Oe===s}if(t.seconds!==void 0){let w=t.seconds,Oe=s,ot=s,Tr=s;if(typeof w=="string"){if(!ze.test(w)){let l={instancePath:r+"/seconds",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Y,data:w};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Y.type,parentSchema:Y,data:w};e===null?e=[l]:e.push(l),s++}var po=ot===s,g=Oe===s}if(t.secondsAs!==void 0){let w=t.secondsAs,
Oe=s;if(w!=="string"){let Tr={instancePath:r+"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must\
 be equal to constant",schema:"string",parentSchema:h.properties.secondsAs,data:w};e===null?e=[Tr]:e.push(Tr),s++}var g=Oe===s}if(t.usage!==void 0){let w=t.usage,
Oe=s,ot=s;if(Array.isArray(w)){let ce=!0,l=w.length;for(let P=0;P<l;P++){let E=w[P],be=s,D=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){let d={
instancePath:r+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:E};e===null?e=[d]:e.push(d),s++}if(E.unit===void 0){let d={instancePath:r+
"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:h.
properties.usage.items.required,parentSchema:h.properties.usage.items,data:E};e===null?e=[d]:e.push(d),s++}if(E.source===void 0){let d={instancePath:r+"/usage/"+
P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
usage.items.required,parentSchema:h.properties.usage.items,data:E};e===null?e=[d]:e.push(d),s++}let b=s;for(let d in E)if(!(d==="at"||d==="unit"||d==="source")){
let A={instancePath:r+"/usage/"+P,schemaPath:"#/properties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.usage.items,data:E};e===null?e=[A]:e.push(A),s++}if(E.at!==void 0){let d=E.at,A=s,W=s,C=s;
if(typeof d=="string"){if(!ze.test(d)){let S={instancePath:r+"/usage/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]\
|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:d};e===null?e=[S]:e.push(S),s++}}else{let S={
instancePath:r+"/usage/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:d};
e===null?e=[S]:e.push(S),s++}var Bd=W===s,co=A===s}if(E.unit!==void 0){let d=E.unit,A=s,W=s;if(typeof d=="string"){if(pe(d)<1){let S={instancePath:r+"/usage/"+P+
"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.usage.items.properties.unit,data:d};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/usage/"+P+"/unit",schemaPath:"#/propert\
ies/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.usage.items.properties.unit.type,parentSchema:h.
properties.usage.items.properties.unit,data:d};e===null?e=[S]:e.push(S),s++}var co=A===s}if(E.source!==void 0){let d=E.source,A=s,W=s,C=s;if(typeof d=="string"){
if(pe(d)<1){let p={instancePath:r+"/usage/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer \
than 1 characters",schema:1,parentSchema:oe,data:d};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/usage/"+P+"/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:d};e===null?e=[p]:e.push(p),s++}var fa=W===s,co=A===s}}else{
let b={instancePath:r+"/usage/"+P,schemaPath:"#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
usage.items.type,parentSchema:h.properties.usage.items,data:E};e===null?e=[b]:e.push(b),s++}var mo=be===s;mo||(ce=!1)}}else{let ce={instancePath:r+"/usage",schemaPath:"\
#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.usage.type,parentSchema:h.properties.usage,data:w};e===
null?e=[ce]:e.push(ce),s++}var g=Oe===s}if(t.told!==void 0){let w=t.told,Oe=s,ot=s;if(Array.isArray(w)){let ce=!0,l=w.length;for(let P=0;P<l;P++){let E=w[P],be=s,
D=s,b=s,d=!1,A=null,W=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.link===void 0){let S={instancePath:r+"/told/"+P,schemaPath:"#/properties/told/items/oneOf\
/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required property 'link'",schema:h.properties.told.items.oneOf[0].required,parentSchema:h.
properties.told.items.oneOf[0],data:E};e===null?e=[S]:e.push(S),s++}var Ar=W===s;Ar&&(d=!0,A=0);let C=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.constant===
void 0){let S={instancePath:r+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"m\
ust have required property 'constant'",schema:h.properties.told.items.oneOf[1].required,parentSchema:h.properties.told.items.oneOf[1],data:E};e===null?e=[S]:e.push(
S),s++}var Ar=C===s;if(Ar&&d)d=!1,A=[A,1];else{Ar&&(d=!0,A=1);let S=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.fact===void 0){let x={instancePath:r+"/told\
/"+P,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.
properties.told.items.oneOf[2].required,parentSchema:h.properties.told.items.oneOf[2],data:E};e===null?e=[x]:e.push(x),s++}var Ar=S===s;Ar&&d?(d=!1,A=[A,2]):Ar&&
(d=!0,A=2)}if(d)s=b,e!==null&&(b?e.length=b:e=null);else{let S={instancePath:r+"/told/"+P,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:A},
message:"must match exactly one schema in oneOf",schema:h.properties.told.items.oneOf,parentSchema:h.properties.told.items,data:E};e===null?e=[S]:e.push(S),s++}
if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){let p={instancePath:r+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",
params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:E};e===
null?e=[p]:e.push(p),s++}if(E.in===void 0){let p={instancePath:r+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"\
in"},message:"must have required property 'in'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:E};e===null?e=[p]:e.push(p),s++}
if(E.source===void 0){let p={instancePath:r+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:E};e===null?e=[p]:e.push(p),s++}let S=s;
for(let p in E)if(!(p==="at"||p==="in"||p==="link"||p==="constant"||p==="fact"||p==="source")){let x={instancePath:r+"/told/"+P,schemaPath:"#/properties/told/it\
ems/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
told.items,data:E};e===null?e=[x]:e.push(x),s++}if(E.at!==void 0){let p=E.at,x=s,H=s,ee=s;if(typeof p=="string"){if(!ze.test(p)){let N={instancePath:r+"/told/"+
P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Y,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/told/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:p};e===null?e=[N]:e.push(N),s++}var lo=H===s,ws=x===s}if(E.in!==void 0){
let p=E.in,x=s,H=h.properties.told.items.properties.in.enum;if(!(p==="submit"||p==="query"||p==="both")){let N={instancePath:r+"/told/"+P+"/in",schemaPath:"#/pr\
operties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.in.enum},message:"must be equal to one of the al\
lowed values",schema:h.properties.told.items.properties.in.enum,parentSchema:h.properties.told.items.properties.in,data:p};e===null?e=[N]:e.push(N),s++}var ws=x===
s}if(E.link!==void 0){let p=E.link,x=s,H=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.path===void 0){let y={instancePath:r+"/told/"+P+"/link",schemaPath:"\
#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.
told.items.properties.link.required,parentSchema:h.properties.told.items.properties.link,data:p};e===null?e=[y]:e.push(y),s++}let N=s;for(let y in p)if(y!=="pat\
h"){let j={instancePath:r+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items.properties.link,data:p};e===null?e=[j]:e.push(j),s++}if(p.path!==void 0){
let y=p.path,j=s,se=s,B=s;if(typeof y=="string"){if(!Ot.test(y)){let k={instancePath:r+"/told/"+P+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"patter\
n",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:y};e===null?e=[k]:e.push(k),s++}}else{let k={instancePath:r+"/told/"+
P+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:y};e===null?e=[
k]:e.push(k),s++}var qy=se===s,Gd=j===s}}else{let N={instancePath:r+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:h.properties.told.items.properties.link.type,parentSchema:h.properties.told.items.properties.link,data:p};
e===null?e=[N]:e.push(N),s++}var ws=x===s}if(E.fact!==void 0){let p=E.fact,x=s,H=h.properties.told.items.properties.fact.enum;if(!(p==="id"||p==="model"||p==="c\
reated"||p==="completed"||p==="expires")){let N={instancePath:r+"/told/"+P+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{
allowedValues:h.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.fact.
enum,parentSchema:h.properties.told.items.properties.fact,data:p};e===null?e=[N]:e.push(N),s++}var ws=x===s}if(E.source!==void 0){let p=E.source,x=s,H=s,ee=s;if(typeof p==
"string"){if(pe(p)<1){let y={instancePath:r+"/told/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT ha\
ve fewer than 1 characters",schema:1,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/told/"+P+"/source",schemaPath:"#/$defs/s\
ource/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}var Oy=H===s,ws=x===
s}}else{let S={instancePath:r+"/told/"+P,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
told.items.type,parentSchema:h.properties.told.items,data:E};e===null?e=[S]:e.push(S),s++}var hn=be===s;hn||(ce=!1)}}else{let ce={instancePath:r+"/told",schemaPath:"\
#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.told.type,parentSchema:h.properties.told,data:w};e===null?
e=[ce]:e.push(ce),s++}var g=Oe===s}let jy;if(t.list!==void 0){if(t.id===void 0){let w={instancePath:r,schemaPath:"#/dependentRequired",keyword:"dependentRequire\
d",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,
parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}if(t.query===void 0){let w={instancePath:r,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{
property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,
parentSchema:h,data:t};e===null?e=[w]:e.push(w),s++}}}else{let ya={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:h.type,parentSchema:h,data:t};e===null?e=[ya]:e.push(ya),s++}return qt.errors=e,s===0}qt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function gn(t,{
instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,m=gn.evaluated;m.dynamicProps&&(m.props=void 0),m.dynamicItems&&
(m.items=void 0);let f=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.protocol===void 0){let d={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"protocol"},message:"must have required property 'protocol'",schema:c.required,parentSchema:c,data:t};e===null?e=[d]:e.push(d),s++}if(t.title===
void 0){let d={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:c.
required,parentSchema:c,data:t};e===null?e=[d]:e.push(d),s++}if(t.description===void 0){let d={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"description"},message:"must have required property 'description'",schema:c.required,parentSchema:c,data:t};e===null?e=[d]:e.push(d),s++}if(t.sources===
void 0){let d={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:c.
required,parentSchema:c,data:t};e===null?e=[d]:e.push(d),s++}if(t.baseUrl===void 0){let d={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
baseUrl"},message:"must have required property 'baseUrl'",schema:c.required,parentSchema:c,data:t};e===null?e=[d]:e.push(d),s++}if(t.authentication===void 0){let d={
instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:c.
required,parentSchema:c,data:t};e===null?e=[d]:e.push(d),s++}if(t.deadline===void 0){let d={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
deadline"},message:"must have required property 'deadline'",schema:c.required,parentSchema:c,data:t};e===null?e=[d]:e.push(d),s++}if(t.poll===void 0){let d={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:c.required,parentSchema:c,data:t};
e===null?e=[d]:e.push(d),s++}if(t.operations===void 0){let d={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:c.required,parentSchema:c,data:t};e===null?e=[d]:e.push(d),s++}if(t.errors===void 0){let d={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:c.required,parentSchema:c,data:t};e===null?
e=[d]:e.push(d),s++}let b=s;for(let d in t)if(!qs.call(c.properties,d)){let A={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c,data:t};e===null?e=[A]:e.push(A),s++}if(t.$schema!==void 0){
let d=t.$schema,A=s;if(typeof d!="string"){let C={instancePath:r+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.$schema.type,parentSchema:c.properties.$schema,data:d};e===null?e=[C]:e.push(C),s++}let W=s;var u=A===s}if(t.$comment!==void 0){
let d=t.$comment,A=s,W=s,C=s;if(typeof d=="string"){if(pe(d)<1){let p={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:vr,data:d};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:vr.type,parentSchema:vr,data:d};e===null?e=[p]:e.push(p),s++}var g=W===
s,u=A===s}if(t.protocol!==void 0){let d=t.protocol,A=s,W=s;if(typeof d=="string"){if(!Ps.test(d)){let S={instancePath:r+"/protocol",schemaPath:"#/properties/pro\
tocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:c.
properties.protocol,data:d};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:d};e===null?e=[S]:e.push(S),s++}var u=A===s}if(t.
title!==void 0){let d=t.title,A=s,W=s;if(typeof d=="string"){if(pe(d)<1){let S={instancePath:r+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:d};e===null?e=[S]:e.push(S),s++}}else{let S={
instancePath:r+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.title.type,parentSchema:c.
properties.title,data:d};e===null?e=[S]:e.push(S),s++}var u=A===s}if(t.description!==void 0){let d=t.description,A=s,W=s;if(typeof d=="string"){if(pe(d)<1){let S={
instancePath:r+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 character\
s",schema:1,parentSchema:c.properties.description,data:d};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/description",schemaPath:"#/properties/descr\
iption/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.properties.description,data:d};e===
null?e=[S]:e.push(S),s++}var u=A===s}if(t.sources!==void 0){let d=t.sources,A=s,W=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(Object.keys(d).length<1){let p={
instancePath:r+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 propertie\
s",schema:1,parentSchema:c.properties.sources,data:d};e===null?e=[p]:e.push(p),s++}let S=s;for(let p in d){let x=d[p],H=s,ee=s,N=!1,y=null,j=s,se=s;if(x&&typeof x==
"object"&&!Array.isArray(x)){if(x.package===void 0){let $={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/\
additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required property 'package'",schema:c.properties.
sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:x};e===null?e=[$]:e.push($),s++}if(x.version===
void 0){let $={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"\
required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:c.properties.sources.additionalProperties.oneOf[0].required,
parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:x};e===null?e=[$]:e.push($),s++}let v=s;for(let $ in x)if(!($==="package"||$==="version")){
let F={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.
oneOf[0],data:x};e===null?e=[F]:e.push(F),s++}if(x.package!==void 0){let $=x.package,F=s,Q=s;if(typeof $=="string"){if(pe($)<1){let R={instancePath:r+"/sources/"+
p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLeng\
th",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,
data:$};e===null?e=[R]:e.push(R),s++}}else{let R={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.
oneOf[0].properties.package.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:$};e===null?e=[R]:e.push(R),s++}var _=F===
s}if(x.version!==void 0){let $=x.version,F=s,Q=s;if(typeof $=="string"){if(!Ly.test($)){let U={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+
"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'\
must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:$};
e===null?e=[U]:e.push(U),s++}}else{let U={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additi\
onalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.
oneOf[0].properties.version.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:$};e===null?e=[U]:e.push(U),s++}var _=F===
s}}else{let v={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.sources.additionalProperties.
oneOf[0],data:x};e===null?e=[v]:e.push(v),s++}var q=j===s;if(q){N=!0,y=0;var O=!0}let B=s,k=s;if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.document===void 0){
let $={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"document"},message:"must have required property 'document'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:x};e===null?e=[$]:e.push($),s++}if(x.url===void 0){let $={instancePath:r+"/sources/"+p.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have\
 required property 'url'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:x};
e===null?e=[$]:e.push($),s++}let v=s;for(let $ in x)if(!($==="document"||$==="url")){let F={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must N\
OT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:x};e===null?e=[F]:e.push(F),s++}if(x.document!==void 0){
let $=x.document,F=s,Q=s;if(typeof $=="string"){if(pe($)<1){let R={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#\
/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charact\
ers",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:$};e===null?e=[R]:e.push(R),s++}}else{let R={instancePath:r+
"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.document,data:$};e===null?e=[R]:e.push(R),s++}var I=F===s}if(x.url!==void 0){let $=x.url,F=s,Q=s;if(typeof $=="\
string"){if(!ec.test($)){let U={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.url,data:$};e===null?e=[U]:e.push(U),s++}}else{let U={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:$};e===
null?e=[U]:e.push(U),s++}var I=F===s}}else{let v={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:x};e===null?e=[v]:e.push(v),s++}var q=B===s;if(q&&N?(N=!1,y=[y,1]):q&&(N=!0,y=1,O!==!0&&(O=!0)),N)s=ee,e!==
null&&(ee?e.length=ee:e=null);else{let v={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:y},message:"must match exactly one schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.
properties.sources.additionalProperties,data:x};e===null?e=[v]:e.push(v),s++}var L=H===s}}else{let S={instancePath:r+"/sources",schemaPath:"#/properties/sources\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.type,parentSchema:c.properties.sources,data:d};e===null?e=[S]:
e.push(S),s++}var u=A===s}if(t.baseUrl!==void 0){let d=t.baseUrl,A=s,W=s;if(typeof d=="string"){if(!My.test(d)){let S={instancePath:r+"/baseUrl",schemaPath:"#/p\
roperties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^http\
s://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:d};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/baseUrl",schemaPath:"#/properties/bas\
eUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.baseUrl.type,parentSchema:c.properties.baseUrl,data:d};e===null?e=
[S]:e.push(S),s++}var u=A===s}if(t.authentication!==void 0){let d=t.authentication,A=s,W=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.in===void 0){let p={
instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:d};e===null?e=[p]:e.push(p),s++}if(d.name===void 0){let p={
instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:d};e===null?e=[p]:e.push(p),s++}if(d.source===void 0){
let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:d};e===null?e=[p]:e.push(p),s++}let S=s;
for(let p in d)if(!(p==="in"||p==="name"||p==="prefix"||p==="token"||p==="source")){let x={instancePath:r+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
authentication,data:d};e===null?e=[x]:e.push(x),s++}if(d.in!==void 0){let p=d.in,x=s,H=c.properties.authentication.properties.in.enum;if(p!=="header"){let ee={instancePath:r+
"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:c.properties.authentication.properties.in.
enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.in.enum,parentSchema:c.properties.authentication.properties.
in,data:p};e===null?e=[ee]:e.push(ee),s++}var V=x===s}if(d.name!==void 0){let p=d.name,x=s,H=s;if(typeof p=="string"){if(!Jt.test(p)){let N={instancePath:r+"/au\
thentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match p\
attern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={
instancePath:r+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.name,data:p};e===null?e=[N]:e.push(N),s++}var V=x===
s}if(d.prefix!==void 0){let p=d.prefix,x=s;if(typeof p!="string"){let N={instancePath:r+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.prefix.type,parentSchema:c.properties.
authentication.properties.prefix,data:p};e===null?e=[N]:e.push(N),s++}let H=s;var V=x===s}if(d.token!==void 0){let p=d.token,x=s,H=s,ee=!1,N=null,y=s,j=s;if(p&&
typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let $={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.
oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[$]:e.push($),s++}if(p.seconds===void 0){let $={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:p};e===null?e=[$]:e.push($),s++}let v=s;for(let $ in p)if(!($==="by"||$==="seconds"||$==="backdateSeconds")){let F={instancePath:r+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[F]:e.push(F),s++}
if(p.by!==void 0){let $=p.by,F=s;if($!=="jwt-hs256"){let Q={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.by,data:$};e===null?e=[Q]:e.push(Q),s++}var ue=F===s}if(p.seconds!==void 0){let $=p.seconds,F=s;if(!(typeof $=="number"&&!($%
1)&&!isNaN($))){let U={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:c.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:$};e===null?e=[U]:e.push(U),s++}let Q=s;if(typeof $=="number"){if($>86400||isNaN($)){
let U={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:$};e===null?e=[U]:e.push(U),s++}if($<10||isNaN($)){let U={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:$};e===null?e=[U]:e.push(U),s++}}var ue=F===s}if(p.backdateSeconds!==void 0){let $=p.backdateSeconds,
F=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let U={instancePath:r+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:$};e===null?e=
[U]:e.push(U),s++}let Q=s;if(typeof $=="number"){if($>3600||isNaN($)){let U={instancePath:r+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:$};e===null?e=[U]:e.push(U),s++}if($<0||isNaN($)){let U={instancePath:r+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:$};e===
null?e=[U]:e.push(U),s++}}var ue=F===s}}else{let v={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[0].type,parentSchema:c.properties.authentication.
properties.token.oneOf[0],data:p};e===null?e=[v]:e.push(v),s++}var z=y===s;if(z){ee=!0,N=0;var Z=!0}let se=s,B=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.
by===void 0){let $={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.
authentication.properties.token.oneOf[1],data:p};e===null?e=[$]:e.push($),s++}if(p.scope===void 0){let $={instancePath:r+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:c.
properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[$]:e.push($),
s++}let v=s;for(let $ in p)if(!($==="by"||$==="scope")){let F={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[F]:e.push(F),s++}if(p.by!==void 0){let $=p.by,F=s;if($!=="google-service-account"){let Q={
instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.by,data:$};e===null?e=[Q]:e.push(Q),s++}var G=F===s}if(p.scope!==void 0){let $=p.scope,F=s,Q=s;if(typeof $=="string"){if(pe($)<1){let U={instancePath:r+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:$};e===null?e=
[U]:e.push(U),s++}}else{let U={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.scope,data:$};e===null?e=[U]:e.push(U),s++}var G=F===s}}else{let v={instancePath:r+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[v]:e.push(v),s++}var z=se===
s;if(z&&ee)ee=!1,N=[N,1];else{z&&(ee=!0,N=1,Z!==!0&&(Z=!0));let v=s,$=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let R={instancePath:r+"/a\
uthentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must h\
ave required property 'by'",schema:c.properties.authentication.properties.token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],
data:p};e===null?e=[R]:e.push(R),s++}if(p.url===void 0){let R={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.properties.authentication.properties.token.
oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[R]:e.push(R),s++}let Q=s;for(let R in p)if(!(R==="by"||
R==="url"||R==="scope"||R==="clientIn")){let U={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/addition\
alProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.
properties.token.oneOf[2],data:p};e===null?e=[U]:e.push(U),s++}if(p.by!==void 0){let R=p.by,U=s;if(R!=="oauth-client"){let X={instancePath:r+"/authentication/to\
ken/by",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"oauth-client"},message:"must\
 be equal to constant",schema:"oauth-client",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.by,data:R};e===null?e=[X]:e.push(X),s++}
var ve=U===s}if(p.url!==void 0){let R=p.url,U=s,X=s;if(typeof R=="string"){if(!Fy.test(R)){let ge={instancePath:r+"/authentication/token/url",schemaPath:"#/prop\
erties/authentication/properties/token/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#]+/[^?#]*$"},message:'must match pattern\
 "^https://[^/?#]+/[^?#]*$"',schema:"^https://[^/?#]+/[^?#]*$",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.url,data:R};e===null?
e=[ge]:e.push(ge),s++}}else{let ge={instancePath:r+"/authentication/token/url",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/url/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[2].properties.url.type,parentSchema:c.
properties.authentication.properties.token.oneOf[2].properties.url,data:R};e===null?e=[ge]:e.push(ge),s++}var ve=U===s}if(p.scope!==void 0){let R=p.scope,U=s,X=s;
if(typeof R=="string"){if(pe(R)<1){let ge={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/2/propert\
ies/scope/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.
token.oneOf[2].properties.scope,data:R};e===null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authe\
ntication/properties/token/oneOf/2/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.
token.oneOf[2].properties.scope.type,parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.scope,data:R};e===null?e=[ge]:e.push(ge),s++}
var ve=U===s}if(p.clientIn!==void 0){let R=p.clientIn,U=s,X=c.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum;if(!(R==="header"||R===
"body")){let ge={instancePath:r+"/authentication/token/clientIn",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/clientIn/enum",keyword:"\
enum",params:{allowedValues:c.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum},message:"must be equal to one of the allowed values",
schema:c.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum,parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.
clientIn,data:R};e===null?e=[ge]:e.push(ge),s++}var ve=U===s}}else{let Q={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/propert\
ies/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[2].type,parentSchema:c.
properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[Q]:e.push(Q),s++}var z=v===s;if(z&&ee)ee=!1,N=[N,2];else{z&&(ee=!0,N=2,Z!==!0&&(Z=!0));let Q=s,
R=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let ae={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/proper\
ties/token/oneOf/3/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.
token.oneOf[3].required,parentSchema:c.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[ae]:e.push(ae),s++}if(p.service===void 0){let ae={
instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/required",keyword:"required",params:{missingProperty:"se\
rvice"},message:"must have required property 'service'",schema:c.properties.authentication.properties.token.oneOf[3].required,parentSchema:c.properties.authentication.
properties.token.oneOf[3],data:p};e===null?e=[ae]:e.push(ae),s++}let X=s;for(let ae in p)if(!(ae==="by"||ae==="service")){let ge={instancePath:r+"/authenticatio\
n/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ae},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[ge]:e.push(ge),s++}if(p.by!==
void 0){let ae=p.by,ge=s;if(ae!=="aws-sigv4"){let xe={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/3\
/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be equal to constant",schema:"aws-sigv4",parentSchema:c.properties.authentication.
properties.token.oneOf[3].properties.by,data:ae};e===null?e=[xe]:e.push(xe),s++}var ye=ge===s}if(p.service!==void 0){let ae=p.service,ge=s,xe=s,de=s;if(typeof ae==
"string"){if(!Ps.test(ae)){let _e={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"\
^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:wr,data:ae};e===null?e=[_e]:e.push(_e),s++}}else{let _e={
instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wr.
type,parentSchema:wr,data:ae};e===null?e=[_e]:e.push(_e),s++}var Qe=xe===s,ye=ge===s}}else{let X={instancePath:r+"/authentication/token",schemaPath:"#/propertie\
s/authentication/properties/token/oneOf/3/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.
oneOf[3].type,parentSchema:c.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[X]:e.push(X),s++}var z=Q===s;if(z&&ee)ee=!1,N=[N,3];else{z&&
(ee=!0,N=3,Z!==!0&&(Z=!0));let X=s,ae=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let de={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/4/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.
properties.authentication.properties.token.oneOf[4].required,parentSchema:c.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[de]:e.push(de),
s++}if(p.service===void 0){let de={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/required",keyword:"re\
quired",params:{missingProperty:"service"},message:"must have required property 'service'",schema:c.properties.authentication.properties.token.oneOf[4].required,
parentSchema:c.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[de]:e.push(de),s++}let xe=s;for(let de in p)if(!(de==="by"||de==="service"||
de==="region")){let J={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/additionalProperties",keyword:"ad\
ditionalProperties",params:{additionalProperty:de},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.
oneOf[4],data:p};e===null?e=[J]:e.push(J),s++}if(p.by!==void 0){let de=p.by,J=s;if(de!=="tc3-hmac-sha256"){let _e={instancePath:r+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/4/properties/by/const",keyword:"const",params:{allowedValue:"tc3-hmac-sha256"},message:"must be equal to cons\
tant",schema:"tc3-hmac-sha256",parentSchema:c.properties.authentication.properties.token.oneOf[4].properties.by,data:de};e===null?e=[_e]:e.push(_e),s++}var M=J===
s}if(p.service!==void 0){let de=p.service,J=s,_e=s,ke=s;if(typeof de=="string"){if(!Ps.test(de)){let Se={instancePath:r+"/authentication/token/service",schemaPath:"\
#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",
parentSchema:wr,data:de};e===null?e=[Se]:e.push(Se),s++}}else{let Se={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:wr.type,parentSchema:wr,data:de};e===null?e=[Se]:e.push(Se),s++}var ie=_e===s,M=J===s}if(p.region!==
void 0){let de=p.region,J=s,_e=s,ke=s;if(typeof de=="string"){if(!Ps.test(de)){let Se={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedR\
egion/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:vs,
data:de};e===null?e=[Se]:e.push(Se),s++}}else{let Se={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegion/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:vs.type,parentSchema:vs,data:de};e===null?e=[Se]:e.push(Se),s++}var qe=_e===s,M=J===s}}else{let xe={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.authentication.properties.token.oneOf[4].type,parentSchema:c.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[xe]:e.push(xe),s++}
var z=X===s;if(z&&ee)ee=!1,N=[N,4];else{z&&(ee=!0,N=4,Z!==!0&&(Z=!0));let xe=s,de=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let ke={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/required",keyword:"required",params:{missingProperty:"by"},message:"mus\
t have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[5].required,parentSchema:c.properties.authentication.properties.token.oneOf[5],
data:p};e===null?e=[ke]:e.push(ke),s++}if(p.service===void 0){let ke={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/\
token/oneOf/5/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:c.properties.authentication.
properties.token.oneOf[5].required,parentSchema:c.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[ke]:e.push(ke),s++}if(p.region===void 0){
let ke={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/required",keyword:"required",params:{missingProperty:"\
region"},message:"must have required property 'region'",schema:c.properties.authentication.properties.token.oneOf[5].required,parentSchema:c.properties.authentication.
properties.token.oneOf[5],data:p};e===null?e=[ke]:e.push(ke),s++}let _e=s;for(let ke in p)if(!(ke==="by"||ke==="service"||ke==="region")){let He={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ke},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[He]:e.push(He),s++}
if(p.by!==void 0){let ke=p.by,He=s;if(ke!=="hmac-sha256-v4"){let Se={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/5/properties/by/const",keyword:"const",params:{allowedValue:"hmac-sha256-v4"},message:"must be equal to constant",schema:"hmac-sha256-v4",parentSchema:c.
properties.authentication.properties.token.oneOf[5].properties.by,data:ke};e===null?e=[Se]:e.push(Se),s++}var Xe=He===s}if(p.service!==void 0){let ke=p.service,
He=s,Se=s,Fe=s;if(typeof ke=="string"){if(!Ps.test(ke)){let gt={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/pattern",keyword:"\
pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:wr,data:ke};e===null?e=[gt]:
e.push(gt),s++}}else{let gt={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:wr.type,parentSchema:wr,data:ke};e===null?e=[gt]:e.push(gt),s++}var ne=Se===s,Xe=He===s}if(p.region!==void 0){let ke=p.region,He=s,Se=s,Fe=s;
if(typeof ke=="string"){if(!Ps.test(ke)){let gt={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegion/pattern",keyword:"pattern",params:{
pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:vs,data:ke};e===null?e=[gt]:e.push(gt),s++}}else{
let gt={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegion/type",keyword:"type",params:{type:"string"},message:"must be string",schema:vs.
type,parentSchema:vs,data:ke};e===null?e=[gt]:e.push(gt),s++}var T=Se===s,Xe=He===s}}else{let _e={instancePath:r+"/authentication/token",schemaPath:"#/propertie\
s/authentication/properties/token/oneOf/5/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.
oneOf[5].type,parentSchema:c.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[_e]:e.push(_e),s++}var z=xe===s;z&&ee?(ee=!1,N=[N,5]):z&&(ee=
!0,N=5,Z!==!0&&(Z=!0))}}}}if(ee)s=H,e!==null&&(H?e.length=H:e=null);else{let v={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/p\
roperties/token/oneOf",keyword:"oneOf",params:{passingSchemas:N},message:"must match exactly one schema in oneOf",schema:c.properties.authentication.properties.
token.oneOf,parentSchema:c.properties.authentication.properties.token,data:p};e===null?e=[v]:e.push(v),s++}var V=x===s}if(d.source!==void 0){let p=d.source,x=s,
H=s,ee=s;if(typeof p=="string"){if(pe(p)<1){let y={instancePath:r+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/authentication/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:p};e===null?e=[y]:e.push(
y),s++}var K=H===s,V=x===s}}else{let S={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:d};e===null?e=[S]:e.push(S),s++}var u=A===s}if(t.headers!==
void 0){let d=t.headers,A=s,W=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(Object.keys(d).length<1){let p={instancePath:r+"/headers",schemaPath:"#/properti\
es/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.headers,data:d};
e===null?e=[p]:e.push(p),s++}for(let p in d){let x=s;if(typeof p=="string"&&!Jt.test(p)){let H={instancePath:r+"/headers",schemaPath:"#/properties/headers/prope\
rtyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.
properties.headers.propertyNames,data:p,propertyName:p};e===null?e=[H]:e.push(H),s++}var fe=x===s;if(!fe){let H={instancePath:r+"/headers",schemaPath:"#/propert\
ies/headers/propertyNames",keyword:"propertyNames",params:{propertyName:p},message:"property name must be valid",schema:c.properties.headers.propertyNames,parentSchema:c.
properties.headers,data:d};e===null?e=[H]:e.push(H),s++}}let S=s;for(let p in d){let x=d[p],H=s,ee=s;if(typeof x=="string"){if(!yn.test(x)){let N={instancePath:r+
"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x\
7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:c.properties.headers.additionalProperties,data:x};e===null?e=[N]:
e.push(N),s++}}else{let N={instancePath:r+"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.headers.additionalProperties.type,parentSchema:c.properties.headers.additionalProperties,
data:x};e===null?e=[N]:e.push(N),s++}var Ce=H===s}}else{let S={instancePath:r+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"obj\
ect"},message:"must be object",schema:c.properties.headers.type,parentSchema:c.properties.headers,data:d};e===null?e=[S]:e.push(S),s++}var u=A===s}if(t.idempotency!==
void 0){let d=t.idempotency,A=s,W=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.header===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/proper\
ties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.idempotency.required,
parentSchema:c.properties.idempotency,data:d};e===null?e=[p]:e.push(p),s++}if(d.keptSeconds===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/propert\
ies/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:d};e===null?e=[p]:e.push(p),s++}if(d.source===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/pro\
perties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:d};e===null?e=[p]:e.push(p),s++}let S=s;for(let p in d)if(!(p==="header"||p==="keptSeconds"||p==="source")){
let x={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:d};e===null?e=[x]:e.push(x),s++}if(d.header!==void 0){let p=d.header,x=s,
H=s;if(typeof p=="string"){if(pe(p)<1){let ee={instancePath:r+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.header,data:p};e===null?e=[
ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,data:p};e===null?
e=[ee]:e.push(ee),s++}var Ee=x===s}if(d.keptSeconds!==void 0){let p=d.keptSeconds,x=s;if(!(typeof p=="number"&&!(p%1)&&!isNaN(p))){let N={instancePath:r+"/idemp\
otency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.
properties.idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:p};e===null?e=[N]:e.push(N),s++}let H=s;if(typeof p==
"number"&&(p<1||isNaN(p))){let N={instancePath:r+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:p};e===null?e=[N]:e.push(N),
s++}var Ee=x===s}if(d.source!==void 0){let p=d.source,x=s,H=s,ee=s;if(typeof p=="string"){if(pe(p)<1){let y={instancePath:r+"/idempotency/source",schemaPath:"#/\
$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:p};e===null?e=[y]:e.push(
y),s++}}else{let y={instancePath:r+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.
type,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}var re=H===s,Ee=x===s}}else{let S={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:d};e===null?
e=[S]:e.push(S),s++}var u=A===s}if(t.deadline!==void 0){let d=t.deadline,A=s,W=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.seconds===void 0){let p={instancePath:r+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:d};e===null?e=[p]:e.push(p),s++}if(d.source===void 0){let p={instancePath:r+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.deadline.
required,parentSchema:c.properties.deadline,data:d};e===null?e=[p]:e.push(p),s++}let S=s;for(let p in d)if(!(p==="seconds"||p==="source")){let x={instancePath:r+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have addition\
al properties",schema:!1,parentSchema:c.properties.deadline,data:d};e===null?e=[x]:e.push(x),s++}if(d.seconds!==void 0){let p=d.seconds,x=s;if(!(typeof p=="numb\
er"&&!(p%1)&&!isNaN(p))){let ee={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:p};e===null?e=[ee]:
e.push(ee),s++}let H=s;if(typeof p=="number"&&(p<60||isNaN(p))){let ee={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/\
minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,data:p};e===
null?e=[ee]:e.push(ee),s++}var Re=x===s}if(d.source!==void 0){let p=d.source,x=s,H=s,ee=s;if(typeof p=="string"){if(pe(p)<1){let y={instancePath:r+"/deadline/so\
urce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:p};
e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:oe.type,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}var Le=H===s,Re=x===s}}else{let S={instancePath:r+"/deadline",schemaPath:"#/prop\
erties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,data:d};
e===null?e=[S]:e.push(S),s++}var u=A===s}if(t.poll!==void 0){let d=t.poll,A=s,W=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.seconds===void 0){let p={instancePath:r+
"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.properties.
poll.required,parentSchema:c.properties.poll,data:d};e===null?e=[p]:e.push(p),s++}if(d.source===void 0){let p={instancePath:r+"/poll",schemaPath:"#/properties/p\
oll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.poll.required,parentSchema:c.
properties.poll,data:d};e===null?e=[p]:e.push(p),s++}let S=s;for(let p in d)if(!(p==="seconds"||p==="source")){let x={instancePath:r+"/poll",schemaPath:"#/prope\
rties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.poll,data:d};e===null?e=[x]:e.push(x),s++}if(d.seconds!==void 0){let p=d.seconds,x=s,H=s;if(typeof p=="number"){if(p<=0||isNaN(p)){let ee={instancePath:r+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:p};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.seconds.type,parentSchema:c.
properties.poll.properties.seconds,data:p};e===null?e=[ee]:e.push(ee),s++}var ct=x===s}if(d.source!==void 0){let p=d.source,x=s,H=s,ee=s;if(typeof p=="string"){
if(pe(p)<1){let y={instancePath:r+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}var ht=H===s,ct=x===s}}else{let S={instancePath:r+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.poll.type,parentSchema:c.properties.
poll,data:d};e===null?e=[S]:e.push(S),s++}var u=A===s}if(t.probe!==void 0){let d=t.probe,A=s,W=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.path===void 0){
let p={instancePath:r+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:d};e===null?e=[p]:e.push(p),s++}if(d.accepted===void 0){let p={instancePath:r+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:c.
properties.probe.required,parentSchema:c.properties.probe,data:d};e===null?e=[p]:e.push(p),s++}if(d.source===void 0){let p={instancePath:r+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.probe.required,
parentSchema:c.properties.probe,data:d};e===null?e=[p]:e.push(p),s++}let S=s;for(let p in d)if(!(p==="path"||p==="accepted"||p==="source")){let x={instancePath:r+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.probe,data:d};e===null?e=[x]:e.push(x),s++}if(d.path!==void 0){let p=d.path,x=s,H=s,ee=s;if(typeof p=="string"){if(!Ot.
test(p)){let N={instancePath:r+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ne,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:p};e===null?e=[N]:e.push(N),s++}var ir=H===s,rt=x===s}if(d.accepted!==void 0){let p=d.accepted,
x=s,H=s;if(Array.isArray(p)){if(p.length<1){let j={instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,data:p};e===null?e=[j]:e.push(j),s++}
let N=!0,y=p.length;for(let j=0;j<y;j++){let se=p[j],B=s;if(!(typeof se=="number"&&!(se%1)&&!isNaN(se))){let v={instancePath:r+"/probe/accepted/"+j,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.probe.properties.accepted.
items.type,parentSchema:c.properties.probe.properties.accepted.items,data:se};e===null?e=[v]:e.push(v),s++}let k=s;if(typeof se=="number"){if(se>599||isNaN(se)){
let v={instancePath:r+"/probe/accepted/"+j,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:se};e===null?e=[v]:e.push(v),s++}if(se<100||isNaN(se)){let v={
instancePath:r+"/probe/accepted/"+j,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:c.properties.probe.properties.accepted.items,data:se};e===null?e=[v]:e.push(v),s++}}var Kr=B===s;Kr||(N=!1)}}else{let N={
instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.probe.properties.accepted.type,parentSchema:c.properties.probe.properties.accepted,data:p};e===null?e=[N]:e.push(N),s++}var rt=x===s}if(d.source!==void 0){
let p=d.source,x=s,H=s,ee=s;if(typeof p=="string"){if(pe(p)<1){let y={instancePath:r+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/probe/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:p};e===null?e=[y]:e.push(
y),s++}var eo=H===s,rt=x===s}}else{let S={instancePath:r+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be ob\
ject",schema:c.properties.probe.type,parentSchema:c.properties.probe,data:d};e===null?e=[S]:e.push(S),s++}var u=A===s}if(t.modelProbe!==void 0){let d=t.modelProbe,
A=s,W=s,C=s,S=!1,p=null,x=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.path===void 0){let N={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelP\
robe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.modelProbe.oneOf[0].required,
parentSchema:c.properties.modelProbe.oneOf[0],data:d};e===null?e=[N]:e.push(N),s++}if(d.names===void 0){let N={instancePath:r+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.
oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:d};e===null?e=[N]:e.push(N),s++}}var gr=x===s;gr&&(S=!0,p=0);let H=s;if(d&&typeof d=="objec\
t"&&!Array.isArray(d)){if(d.url===void 0){let N={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],data:d};e===null?
e=[N]:e.push(N),s++}if(d.names===void 0){let N={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"\
names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],data:d};e===
null?e=[N]:e.push(N),s++}}var gr=H===s;if(gr&&S)S=!1,p=[p,1];else{gr&&(S=!0,p=1);let N=s;if(d&&typeof d=="object"&&!Array.isArray(d)&&d.untestable===void 0){let j={
instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have r\
equired property 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.modelProbe.oneOf[2],data:d};e===null?e=[j]:e.push(j),s++}
var gr=N===s;gr&&S?(S=!1,p=[p,2]):gr&&(S=!0,p=2)}if(S)s=C,e!==null&&(C?e.length=C:e=null);else{let N={instancePath:r+"/modelProbe",schemaPath:"#/properties/mode\
lProbe/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"must match exactly one schema in oneOf",schema:c.properties.modelProbe.oneOf,parentSchema:c.properties.
modelProbe,data:d};e===null?e=[N]:e.push(N),s++}if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.source===void 0){let y={instancePath:r+"/modelProbe",schemaPath:"\
#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.modelProbe.
required,parentSchema:c.properties.modelProbe,data:d};e===null?e=[y]:e.push(y),s++}let N=s;for(let y in d)if(!(y==="path"||y==="url"||y==="names"||y==="omits"||
y==="told"||y==="except"||y==="untestable"||y==="source")){let j={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe,data:d};e===null?
e=[j]:e.push(j),s++}if(d.path!==void 0){let y=d.path,j=s,se=s,B=s;if(typeof y=="string"){if(!Ot.test(y)){let k={instancePath:r+"/modelProbe/path",schemaPath:"#/\
$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:y};e===null?e=[k]:e.push(k),s++}}else{
let k={instancePath:r+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,
data:y};e===null?e=[k]:e.push(k),s++}var zt=se===s,qr=j===s}if(d.url!==void 0){let y=d.url,j=s,se=s;if(typeof y=="string"){if(!Vy.test(y)){let k={instancePath:r+
"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match\
 pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.properties.modelProbe.properties.url,data:y};e===null?e=[k]:e.push(k),s++}}else{
let k={instancePath:r+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.modelProbe.properties.url.type,parentSchema:c.properties.modelProbe.properties.url,data:y};e===null?e=[k]:e.push(k),s++}var qr=j===s}if(d.names!==
void 0){let y=d.names,j=s,se=s,B=s;if(typeof y=="string"){if(!ze.test(y)){let v={instancePath:r+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:y};e===null?
e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:Y.type,parentSchema:Y,data:y};e===null?e=[v]:e.push(v),s++}var dy=se===s,qr=j===s}if(d.omits!==void 0){let y=d.omits,j=s,se=s;if(typeof y=="string"){
if(pe(y)<1){let k={instancePath:r+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.omits,data:y};e===null?e=[k]:e.push(k),s++}}else{let k={instancePath:r+
"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.
modelProbe.properties.omits.type,parentSchema:c.properties.modelProbe.properties.omits,data:y};e===null?e=[k]:e.push(k),s++}var qr=j===s}if(d.told!==void 0){let y=d.
told,j=s,se=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:r+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.modelProbe.properties.told,data:y};e===null?e=[$]:e.push(
$),s++}let k=!0,v=y.length;for(let $=0;$<v;$++){let F=y[$],Q=s,R=s;if(F&&typeof F=="object"&&!Array.isArray(F)){if(F.at===void 0){let X={instancePath:r+"/modelP\
robe/told/"+$,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required p\
roperty 'at'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.properties.modelProbe.properties.told.items,data:F};e===null?e=[X]:e.
push(X),s++}if(F.constant===void 0){let X={instancePath:r+"/modelProbe/told/"+$,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"req\
uired",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.
properties.modelProbe.properties.told.items,data:F};e===null?e=[X]:e.push(X),s++}let U=s;for(let X in F)if(!(X==="at"||X==="constant")){let ae={instancePath:r+"\
/modelProbe/told/"+$,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:X},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.told.items,data:F};e===null?e=[ae]:e.push(ae),s++}if(F.at!==
void 0){let X=F.at,ae=s,ge=s,xe=s;if(typeof X=="string"){if(!ze.test(X)){let de={instancePath:r+"/modelProbe/told/"+$+"/at",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:X};
e===null?e=[de]:e.push(de),s++}}else{let de={instancePath:r+"/modelProbe/told/"+$+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Y.type,parentSchema:Y,data:X};e===null?e=[de]:e.push(de),s++}var cy=ge===s,my=ae===s}}else{let U={instancePath:r+"/modelProbe/to\
ld/"+$,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.modelProbe.
properties.told.items.type,parentSchema:c.properties.modelProbe.properties.told.items,data:F};e===null?e=[U]:e.push(U),s++}var to=Q===s;to||(k=!1)}}else{let k={
instancePath:r+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.modelProbe.properties.told.type,parentSchema:c.properties.modelProbe.properties.told,data:y};e===null?e=[k]:e.push(k),s++}var qr=j===s}if(d.except!==
void 0){let y=d.except,j=s,se=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:r+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/ex\
cept/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.modelProbe.properties.except,data:y};
e===null?e=[$]:e.push($),s++}let k=!0,v=y.length;for(let $=0;$<v;$++){let F=y[$],Q=s,R=s;if(F&&typeof F=="object"&&!Array.isArray(F)){if(F.prefix===void 0){let X={
instancePath:r+"/modelProbe/except/"+$,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},
message:"must have required property 'prefix'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.
items,data:F};e===null?e=[X]:e.push(X),s++}if(F.reason===void 0){let X={instancePath:r+"/modelProbe/except/"+$,schemaPath:"#/properties/modelProbe/properties/ex\
cept/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:c.properties.modelProbe.properties.
except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:F};e===null?e=[X]:e.push(X),s++}let U=s;for(let X in F)if(!(X==="prefix"||
X==="reason")){let ae={instancePath:r+"/modelProbe/except/"+$,schemaPath:"#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:X},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.except.items,
data:F};e===null?e=[ae]:e.push(ae),s++}if(F.prefix!==void 0){let X=F.prefix,ae=s,ge=s;if(typeof X=="string"){if(pe(X)<1){let xe={instancePath:r+"/modelProbe/exc\
ept/"+$+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NO\
T have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:X};e===null?e=[xe]:e.push(xe),s++}}else{
let xe={instancePath:r+"/modelProbe/except/"+$+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:c.properties.modelProbe.properties.
except.items.properties.prefix,data:X};e===null?e=[xe]:e.push(xe),s++}var Or=ae===s}if(F.reason!==void 0){let X=F.reason,ae=s,ge=s;if(typeof X=="string"){if(pe(
X)<1){let de={instancePath:r+"/modelProbe/except/"+$+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,
data:X};e===null?e=[de]:e.push(de),s++}}else{let de={instancePath:r+"/modelProbe/except/"+$+"/reason",schemaPath:"#/properties/modelProbe/properties/except/item\
s/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.reason.
type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:X};e===null?e=[de]:e.push(de),s++}var Or=ae===s}}else{let U={instancePath:r+
"/modelProbe/except/"+$,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.items,data:F};e===null?e=[U]:e.push(U),s++}var Ed=Q===
s;Ed||(k=!1)}}else{let k={instancePath:r+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.properties.except,data:y};e===null?e=[k]:e.push(k),s++}
var qr=j===s}if(d.untestable!==void 0){let y=d.untestable,j=s,se=s;if(typeof y=="string"){if(pe(y)<1){let k={instancePath:r+"/modelProbe/untestable",schemaPath:"\
#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.modelProbe.properties.untestable,data:y};e===null?e=[k]:e.push(k),s++}}else{let k={instancePath:r+"/modelProbe/untestable",schemaPath:"#/properties/m\
odelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.untestable.type,parentSchema:c.
properties.modelProbe.properties.untestable,data:y};e===null?e=[k]:e.push(k),s++}var qr=j===s}if(d.source!==void 0){let y=d.source,j=s,se=s,B=s;if(typeof y=="st\
ring"){if(pe(y)<1){let v={instancePath:r+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:oe,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/modelProbe/source",schemaPath:"#/$defs/sour\
ce/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:y};e===null?e=[v]:e.push(v),s++}var ly=se===s,qr=j===
s}}else{let N={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
modelProbe.type,parentSchema:c.properties.modelProbe,data:d};e===null?e=[N]:e.push(N),s++}var u=A===s}if(t.webhooks!==void 0){let d=t.webhooks,A=s,W=s,C=s,S=!1,
p=null,x=s;if(d&&typeof d=="object"&&!Array.isArray(d)&&d.body===void 0){let N={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"\
required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.oneOf[0].required,parentSchema:c.properties.
webhooks.oneOf[0],data:d};e===null?e=[N]:e.push(N),s++}var ia=x===s;ia&&(S=!0,p=0);let H=s;if(d&&typeof d=="object"&&!Array.isArray(d)&&d.query===void 0){let N={
instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"query"},message:"must have required p\
roperty 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:d};e===null?e=[N]:e.push(N),s++}var ia=H===s;if(ia&&
S?(S=!1,p=[p,1]):ia&&(S=!0,p=1),S)s=C,e!==null&&(C?e.length=C:e=null);else{let N={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"o\
neOf",params:{passingSchemas:p},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.properties.webhooks,data:d};e===
null?e=[N]:e.push(N),s++}if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.source===void 0){let y={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/\
required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.required,parentSchema:c.
properties.webhooks,data:d};e===null?e=[y]:e.push(y),s++}let N=s;for(let y in d)if(!(y==="body"||y==="query"||y==="with"||y==="signature"||y==="challenge"||y===
"told"||y==="source")){let j={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:d};e===null?e=[j]:e.push(j),s++}if(d.body!==void 0){let y=d.body,
j=s,se=s,B=s;if(typeof y=="string"){if(!ze.test(y)){let k={instancePath:r+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:y};e===null?e=[k]:e.push(k),s++}}else{
let k={instancePath:r+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,
data:y};e===null?e=[k]:e.push(k),s++}var Ld=se===s,jr=j===s}if(d.query!==void 0){let y=d.query,j=s,se=s;if(typeof y=="string"){if(pe(y)<1){let k={instancePath:r+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charact\
ers",schema:1,parentSchema:c.properties.webhooks.properties.query,data:y};e===null?e=[k]:e.push(k),s++}}else{let k={instancePath:r+"/webhooks/query",schemaPath:"\
#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.query.type,parentSchema:c.
properties.webhooks.properties.query,data:y};e===null?e=[k]:e.push(k),s++}var jr=j===s}if(d.with!==void 0){let y=d.with,j=s,se=s;if(Array.isArray(y)){if(y.length<
1){let $={instancePath:r+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have\
 fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:y};e===null?e=[$]:e.push($),s++}let k=!0,v=y.length;for(let $=0;$<v;$++){let F=y[$],
Q=s,R=s;if(F&&typeof F=="object"&&!Array.isArray(F)){if(F.to===void 0){let X={instancePath:r+"/webhooks/with/"+$,schemaPath:"#/properties/webhooks/properties/wi\
th/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.webhooks.properties.with.items.
required,parentSchema:c.properties.webhooks.properties.with.items,data:F};e===null?e=[X]:e.push(X),s++}if(F.constant===void 0){let X={instancePath:r+"/webhooks/\
with/"+$,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required pr\
operty 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:F};e===null?e=[X]:e.
push(X),s++}let U=s;for(let X in F)if(!(X==="to"||X==="constant")){let ae={instancePath:r+"/webhooks/with/"+$,schemaPath:"#/properties/webhooks/properties/with/\
items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:X},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.with.items,data:F};e===null?e=[ae]:e.push(ae),s++}if(F.to!==void 0){let X=F.to,ae=s,ge=s,xe=s;if(typeof X=="string"){if(!ze.test(
X)){let de={instancePath:r+"/webhooks/with/"+$+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mus\
t match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:X};e===null?e=[de]:e.push(de),s++}}else{let de={instancePath:r+"/webho\
oks/with/"+$+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:X};e===null?
e=[de]:e.push(de),s++}var ro=ge===s,ys=ae===s}}else{let U={instancePath:r+"/webhooks/with/"+$,schemaPath:"#/properties/webhooks/properties/with/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.properties.webhooks.properties.with.
items,data:F};e===null?e=[U]:e.push(U),s++}var so=Q===s;so||(k=!1)}}else{let k={instancePath:r+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/wit\
h/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.properties.webhooks.properties.
with,data:y};e===null?e=[k]:e.push(k),s++}var jr=j===s}if(d.signature!==void 0){let y=d.signature,j=s,se=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.algorithm===
void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"\
algorithm"},message:"must have required property 'algorithm'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.
signature,data:y};e===null?e=[v]:e.push(v),s++}if(y.header===void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/si\
gnature/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.webhooks.properties.signature.
required,parentSchema:c.properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.push(v),s++}if(y.encoding===void 0){let v={instancePath:r+"/webhooks/s\
ignature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required pr\
operty 'encoding'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.push(
v),s++}if(y.signed===void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{
missingProperty:"signed"},message:"must have required property 'signed'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.
properties.signature,data:y};e===null?e=[v]:e.push(v),s++}if(y.key===void 0){let v={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/prope\
rties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have required property 'key'",schema:c.properties.webhooks.properties.
signature.required,parentSchema:c.properties.webhooks.properties.signature,data:y};e===null?e=[v]:e.push(v),s++}let k=s;for(let v in y)if(!qs.call(c.properties.
webhooks.properties.signature.properties,v)){let $={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.
signature,data:y};e===null?e=[$]:e.push($),s++}if(y.algorithm!==void 0){let v=y.algorithm,$=s,F=c.properties.webhooks.properties.signature.properties.algorithm.
enum;if(!(v==="hmac-sha256"||v==="hmac-sha512"||v==="ed25519")){let Q={instancePath:r+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properti\
es/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must\
 be equal to one of the allowed values",schema:c.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:c.properties.webhooks.properties.
signature.properties.algorithm,data:v};e===null?e=[Q]:e.push(Q),s++}var or=$===s}if(y.header!==void 0){let v=y.header,$=s,F=s,Q=s;if(typeof v=="string"){if(!Jt.
test(v)){let U={instancePath:r+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:mt,data:v};e===null?e=[U]:e.push(U),s++}}else{let U={instancePath:r+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:mt.type,parentSchema:mt,data:v};e===
null?e=[U]:e.push(U),s++}var dn=F===s,or=$===s}if(y.separator!==void 0){let v=y.separator,$=s,F=s;if(typeof v=="string"){if(pe(v)<1){let R={instancePath:r+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.separator,data:v};e===null?e=[R]:e.push(R),s++}}else{
let R={instancePath:r+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.
properties.separator,data:v};e===null?e=[R]:e.push(R),s++}var or=$===s}if(y.prefix!==void 0){let v=y.prefix,$=s,F=s;if(typeof v=="string"){if(pe(v)<1){let R={instancePath:r+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.prefix,data:v};e===null?e=[R]:e.push(R),s++}}else{
let R={instancePath:r+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:c.properties.webhooks.properties.signature.
properties.prefix,data:v};e===null?e=[R]:e.push(R),s++}var or=$===s}if(y.encoding!==void 0){let v=y.encoding,$=s,F=c.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(v==="hex"||v==="base64")){let R={instancePath:r+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:c.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:c.properties.webhooks.properties.signature.properties.
encoding,data:v};e===null?e=[R]:e.push(R),s++}var or=$===s}if(y.headers!==void 0){let v=y.headers,$=s,F=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(Object.
keys(v).length<1){let U={instancePath:r+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.headers,
data:v};e===null?e=[U]:e.push(U),s++}let R=s;for(let U in v){let X=v[U],ae=s,ge=s,xe=s;if(typeof X=="string"){if(!Jt.test(X)){let de={instancePath:r+"/webhooks/\
signature/headers/"+U.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:mt,data:X};e===null?e=[de]:e.push(de),s++}}else{let de={instancePath:r+"/webhook\
s/signature/headers/"+U.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:mt.type,parentSchema:mt,data:X};e===null?e=[de]:e.push(de),s++}var uy=ge===s,hy=ae===s}}else{let R={instancePath:r+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:c.properties.webhooks.properties.signature.properties.headers,data:v};e===null?e=[R]:e.push(R),s++}var or=$===
s}if(y.signed!==void 0){let v=y.signed,$=s,F=s;if(typeof v=="string"){if(pe(v)<1){let R={instancePath:r+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.webhooks.properties.signature.properties.signed,data:v};e===null?e=[R]:e.push(R),s++}}else{let R={instancePath:r+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:c.properties.webhooks.properties.signature.properties.signed,data:v};e===null?e=[R]:e.push(R),s++}var or=$===s}if(y.
time!==void 0){let v=y.time,$=s,F=s,Q=s,R=!1,U=null,X=s;if(v&&typeof v=="object"&&!Array.isArray(v)&&v.header===void 0){let xe={instancePath:r+"/webhooks/signat\
ure/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:c.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:v};e===null?e=[xe]:e.push(xe),s++}var oa=X===s;oa&&(R=!0,U=0);let ae=s;if(v&&typeof v=="object"&&!Array.isArray(v)&&v.member===
void 0){let xe={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:c.properties.webhooks.properties.signature.properties.time.oneOf[1],data:v};e===null?e=[xe]:e.push(xe),s++}var oa=ae===s;if(oa&&R?(R=!1,U=
[U,1]):oa&&(R=!0,U=1),R)s=Q,e!==null&&(Q?e.length=Q:e=null);else{let xe={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:U},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[xe]:e.push(xe),s++}if(v&&typeof v=="\
object"&&!Array.isArray(v)){if(v.unit===void 0){let J={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:c.properties.webhooks.properties.signature.
properties.time.required,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[J]:e.push(J),s++}if(v.toleranceSeconds===void 0){
let J={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.properties.time.required,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[J]:e.push(J),s++}let xe=s;for(let J in v)if(!(J==="header"||J==="separator"||J==="p\
refix"||J==="member"||J==="unit"||J==="toleranceSeconds")){let _e={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:J},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[_e]:e.push(_e),s++}if(v.header!==void 0){let J=v.header,_e=s,ke=s,He=s;if(typeof J==
"string"){if(!Jt.test(J)){let Se={instancePath:r+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:mt,data:J};e===null?e=[Se]:e.push(Se),s++}}else{let Se={
instancePath:r+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:mt.type,
parentSchema:mt,data:J};e===null?e=[Se]:e.push(Se),s++}var fy=ke===s,Br=_e===s}if(v.separator!==void 0){let J=v.separator,_e=s,ke=s;if(typeof J=="string"){if(pe(
J)<1){let Se={instancePath:r+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.
time.properties.separator,data:J};e===null?e=[Se]:e.push(Se),s++}}else{let Se={instancePath:r+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.separator,data:J};
e===null?e=[Se]:e.push(Se),s++}var Br=_e===s}if(v.prefix!==void 0){let J=v.prefix,_e=s,ke=s;if(typeof J=="string"){if(pe(J)<1){let Se={instancePath:r+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:J};e===null?
e=[Se]:e.push(Se),s++}}else{let Se={instancePath:r+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:J};e===null?e=[Se]:e.push(Se),s++}var Br=_e===s}if(v.
member!==void 0){let J=v.member,_e=s,ke=s,He=s;if(typeof J=="string"){if(!ze.test(J)){let Fe={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:Y,data:J};e===null?e=[Fe]:e.push(Fe),s++}}else{let Fe={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:J};e===null?e=[Fe]:e.push(Fe),s++}var pa=ke===s,Br=_e===s}if(v.unit!==void 0){
let J=v.unit,_e=s,ke=c.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(J==="seconds"||J==="milliseconds"||J==="rfc3339")){let Se={
instancePath:r+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"enum",params:{
allowedValues:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",schema:c.properties.
webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.unit,data:J};
e===null?e=[Se]:e.push(Se),s++}var Br=_e===s}if(v.toleranceSeconds!==void 0){let J=v.toleranceSeconds,_e=s;if(!(typeof J=="number"&&!(J%1)&&!isNaN(J))){let Se={
instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/ty\
pe",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:J};e===null?e=[Se]:e.push(Se),s++}let ke=s;if(typeof J==
"number"){if(J>3600||isNaN(J)){let Se={instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:J};e===null?e=[Se]:e.push(Se),s++}if(J<1||isNaN(J)){let Se={instancePath:r+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:J};e===null?e=[Se]:e.push(Se),s++}}var Br=_e===s}let de;if(v.separator!==void 0&&v.header===void 0){let J={instancePath:r+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:c.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:v};e===null?e=[J]:e.push(J),s++}if(v.prefix!==void 0&&v.header===
void 0){let J={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:c.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:v};
e===null?e=[J]:e.push(J),s++}}else{let xe={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.time.type,parentSchema:c.properties.
webhooks.properties.signature.properties.time,data:v};e===null?e=[xe]:e.push(xe),s++}var or=$===s}if(y.key!==void 0){let v=y.key,$=s,F=s,Q=!1,R=null,U=s,X=s;if(v&&
typeof v=="object"&&!Array.isArray(v)){if(v.by===void 0){let J={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:v};e===null?e=[J]:e.push(J),s++}
if(v.path===void 0){let J={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:v};e===null?e=[J]:e.push(J),s++}if(v.at===void 0){let J={instancePath:r+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:v};e===null?e=[J]:e.push(J),s++}if(v.encoding===void 0){let J={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:v};e===null?e=[J]:e.push(J),s++}let de=s;for(let J in v)if(!(J==="by"||J==="path"||J==="at"||J==="prefix"||J==="encoding")){let _e={instancePath:r+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:J},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:v};
e===null?e=[_e]:e.push(_e),s++}if(v.by!==void 0){let J=v.by,_e=s;if(J!=="request"){let ke={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:J};e===null?e=[ke]:e.push(ke),s++}var da=_e===s}if(v.
path!==void 0){let J=v.path,_e=s,ke=s,He=s;if(typeof J=="string"){if(!Ot.test(J)){let Fe={instancePath:r+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:J};e===null?e=[Fe]:e.push(Fe),s++}}else{let Fe={
instancePath:r+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,
data:J};e===null?e=[Fe]:e.push(Fe),s++}var Md=ke===s,da=_e===s}if(v.at!==void 0){let J=v.at,_e=s,ke=s,He=s;if(typeof J=="string"){if(!ze.test(J)){let Fe={instancePath:r+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:J};e===null?e=[Fe]:e.push(Fe),s++}}else{let Fe={instancePath:r+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:J};e===null?e=[Fe]:e.push(Fe),s++}var Fd=ke===
s,da=_e===s}if(v.prefix!==void 0){let J=v.prefix,_e=s,ke=s,He=s;if(typeof J=="string"){if(pe(J)<1){let Fe={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ks,data:J};e===null?e=[Fe]:
e.push(Fe),s++}}else{let Fe={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ks.type,parentSchema:ks,data:J};e===null?e=[Fe]:e.push(Fe),s++}var Vd=ke===s,da=_e===s}if(v.encoding!==void 0){let J=v.encoding,_e=s,ke=s,
He=Nr.enum;if(!(J==="text"||J==="hex"||J==="base64")){let Fe={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Nr.enum},message:"must be equal to one of the allowed values",schema:Nr.enum,parentSchema:Nr,data:J};e===null?e=[Fe]:e.push(Fe),s++}var cn=ke===
s,da=_e===s}}else{let de={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:v};e===null?e=[de]:e.push(de),s++}var br=U===s;if(br){Q=!0,R=0;var ca=!0}let ae=s,ge=s;if(v&&typeof v=="object"&&
!Array.isArray(v)){if(v.by===void 0){let J={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:v};e===null?e=[J]:e.push(J),s++}if(v.encoding===void 0){
let J={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:v};e===null?e=[J]:e.push(J),s++}let de=s;for(let J in v)if(!(J==="by"||J===
"prefix"||J==="encoding")){let _e={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:J},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:v};e===null?e=[_e]:e.push(_e),s++}if(v.by!==void 0){let J=v.by,_e=s;if(J!=="setting"){let ke={instancePath:r+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:J};
e===null?e=[ke]:e.push(ke),s++}var ao=_e===s}if(v.prefix!==void 0){let J=v.prefix,_e=s,ke=s,He=s;if(typeof J=="string"){if(pe(J)<1){let Fe={instancePath:r+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:ks,data:J};e===null?e=[Fe]:e.push(Fe),s++}}else{let Fe={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ks.type,parentSchema:ks,data:J};e===null?e=[Fe]:e.push(Fe),s++}var Gr=ke===s,ao=_e===s}if(v.encoding!==
void 0){let J=v.encoding,_e=s,ke=s,He=Nr.enum;if(!(J==="text"||J==="hex"||J==="base64")){let Fe={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Nr.enum},message:"must be equal to one of the allowed values",schema:Nr.enum,parentSchema:Nr,data:J};
e===null?e=[Fe]:e.push(Fe),s++}var yy=ke===s,ao=_e===s}}else{let de={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:v};e===null?e=[de]:e.push(de),s++}var br=ae===s;if(br&&Q)Q=!1,
R=[R,1];else{br&&(Q=!0,R=1,ca!==!0&&(ca=!0));let de=s,J=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.by===void 0){let He={instancePath:r+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:v};e===null?e=[He]:e.push(He),s++}if(v.url===void 0){let He={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:v};
e===null?e=[He]:e.push(He),s++}let ke=s;for(let He in v)if(!(He==="by"||He==="url")){let Se={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:He},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:v};e===null?e=[Se]:e.push(Se),s++}if(v.by!==
void 0){let He=v.by,Se=s;if(He!=="key-set"){let Fe={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:He};e===null?e=[Fe]:e.push(Fe),s++}var zd=Se===s}if(v.url!==void 0){let He=v.url,Se=s,Fe=s;
if(typeof He=="string"){if(!ec.test(He)){let gt={instancePath:r+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:He};e===null?e=[gt]:e.push(gt),s++}}else{let gt={instancePath:r+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:He};e===null?e=[gt]:e.push(gt),s++}var zd=Se===s}}else{let ke={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:v};e===null?e=[ke]:e.push(
ke),s++}var br=de===s;br&&Q?(Q=!1,R=[R,2]):br&&(Q=!0,R=2,ca!==!0&&(ca=!0))}if(Q)s=F,e!==null&&(F?e.length=F:e=null);else{let de={instancePath:r+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:R},message:"must match exactly one\
 schema in oneOf",schema:c.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.key,
data:v};e===null?e=[de]:e.push(de),s++}var or=$===s}}else{let k={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.type,parentSchema:c.properties.webhooks.properties.
signature,data:y};e===null?e=[k]:e.push(k),s++}var jr=j===s}if(d.challenge!==void 0){let y=d.challenge,j=s,se=s,B=s;if(typeof y=="string"){if(!ze.test(y)){let v={
instancePath:r+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:y};e===null?e=[v]:e.push(v),s++}var gy=se===
s,jr=j===s}if(d.told!==void 0){let y=d.told,j=s,se=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:r+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.
told,data:y};e===null?e=[$]:e.push($),s++}let k=!0,v=y.length;for(let $=0;$<v;$++){let F=y[$],Q=s,R=s;if(F&&typeof F=="object"&&!Array.isArray(F)){if(F.at===void 0){
let X={instancePath:r+"/webhooks/told/"+$,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,data:F};e===
null?e=[X]:e.push(X),s++}if(F.fact===void 0){let X={instancePath:r+"/webhooks/told/"+$,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.
properties.webhooks.properties.told.items,data:F};e===null?e=[X]:e.push(X),s++}let U=s;for(let X in F)if(!(X==="at"||X==="fact")){let ae={instancePath:r+"/webho\
oks/told/"+$,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:X},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:F};e===null?e=[ae]:e.push(ae),s++}if(F.at!==void 0){
let X=F.at,ae=s,ge=s,xe=s;if(typeof X=="string"){if(!ze.test(X)){let de={instancePath:r+"/webhooks/told/"+$+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:X};e===null?
e=[de]:e.push(de),s++}}else{let de={instancePath:r+"/webhooks/told/"+$+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Y.type,parentSchema:Y,data:X};e===null?e=[de]:e.push(de),s++}var Ud=ge===s,Jd=ae===s}if(F.fact!==void 0){let X=F.fact,ae=s,ge=c.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(X==="id"||X==="model"||X==="created")){let de={instancePath:r+"/webhooks/told/"+$+"/fact",schemaPath:"#\
/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.
properties.told.items.properties.fact,data:X};e===null?e=[de]:e.push(de),s++}var Jd=ae===s}}else{let U={instancePath:r+"/webhooks/told/"+$,schemaPath:"#/propert\
ies/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,
parentSchema:c.properties.webhooks.properties.told.items,data:F};e===null?e=[U]:e.push(U),s++}var no=Q===s;no||(k=!1)}}else{let k={instancePath:r+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.
told.type,parentSchema:c.properties.webhooks.properties.told,data:y};e===null?e=[k]:e.push(k),s++}var jr=j===s}if(d.source!==void 0){let y=d.source,j=s,se=s,B=s;
if(typeof y=="string"){if(pe(y)<1){let v={instancePath:r+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:y};e===null?e=[v]:e.push(v),s++}var by=se===
s,jr=j===s}}else{let N={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.webhooks.type,parentSchema:c.properties.webhooks,data:d};e===null?e=[N]:e.push(N),s++}var u=A===s}if(t.rateLimits!==void 0){let d=t.rateLimits,A=s,W=s;
if(d&&typeof d=="object"&&!Array.isArray(d)){if(Object.keys(d).length<2){let p={instancePath:r+"/rateLimits",schemaPath:"#/properties/rateLimits/minProperties",
keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:c.properties.rateLimits,data:d};e===null?e=[p]:e.
push(p),s++}if(d.source===void 0){let p={instancePath:r+"/rateLimits",schemaPath:"#/properties/rateLimits/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.rateLimits.required,parentSchema:c.properties.rateLimits,data:d};e===null?e=[p]:e.push(
p),s++}let S=s;for(let p in d)if(!(p==="text"||p==="headers"||p==="retryAfter"||p==="source")){let x={instancePath:r+"/rateLimits",schemaPath:"#/properties/rate\
Limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.rateLimits,data:d};e===null?e=[x]:e.push(x),s++}if(d.text!==void 0){let p=d.text,x=s,H=s;if(typeof p=="string"){if(pe(p)<1){let ee={instancePath:r+"/\
rateLimits/text",schemaPath:"#/properties/rateLimits/properties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charact\
ers",schema:1,parentSchema:c.properties.rateLimits.properties.text,data:p};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/rateLimits/text",schemaPath:"\
#/properties/rateLimits/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.rateLimits.properties.text.type,
parentSchema:c.properties.rateLimits.properties.text,data:p};e===null?e=[ee]:e.push(ee),s++}var mn=x===s}if(d.headers!==void 0){let p=d.headers,x=s,H=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.remaining===void 0){let y={instancePath:r+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/require\
d",keyword:"required",params:{missingProperty:"remaining"},message:"must have required property 'remaining'",schema:c.properties.rateLimits.properties.headers.required,
parentSchema:c.properties.rateLimits.properties.headers,data:p};e===null?e=[y]:e.push(y),s++}if(p.reset===void 0){let y={instancePath:r+"/rateLimits/headers",schemaPath:"\
#/properties/rateLimits/properties/headers/required",keyword:"required",params:{missingProperty:"reset"},message:"must have required property 'reset'",schema:c.
properties.rateLimits.properties.headers.required,parentSchema:c.properties.rateLimits.properties.headers,data:p};e===null?e=[y]:e.push(y),s++}if(p.resetAs===void 0){
let y={instancePath:r+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/required",keyword:"required",params:{missingProperty:"resetAs"},
message:"must have required property 'resetAs'",schema:c.properties.rateLimits.properties.headers.required,parentSchema:c.properties.rateLimits.properties.headers,
data:p};e===null?e=[y]:e.push(y),s++}let N=s;for(let y in p)if(!(y==="limit"||y==="remaining"||y==="reset"||y==="resetAs")){let j={instancePath:r+"/rateLimits/h\
eaders",schemaPath:"#/properties/rateLimits/properties/headers/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must \
NOT have additional properties",schema:!1,parentSchema:c.properties.rateLimits.properties.headers,data:p};e===null?e=[j]:e.push(j),s++}if(p.limit!==void 0){let y=p.
limit,j=s,se=s,B=s;if(typeof y=="string"){if(!Jt.test(y)){let k={instancePath:r+"/rateLimits/headers/limit",schemaPath:"#/$defs/headerName/pattern",keyword:"pat\
tern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:mt,data:y};e===null?e=[k]:e.
push(k),s++}}else{let k={instancePath:r+"/rateLimits/headers/limit",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:mt.type,parentSchema:mt,data:y};e===null?e=[k]:e.push(k),s++}var Dd=se===s,ma=j===s}if(p.remaining!==void 0){let y=p.remaining,j=s,se=s,B=s;if(typeof y==
"string"){if(!Jt.test(y)){let v={instancePath:r+"/rateLimits/headers/remaining",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Z\
a-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:mt,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+
"/rateLimits/headers/remaining",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:mt.type,parentSchema:mt,
data:y};e===null?e=[v]:e.push(v),s++}var wy=se===s,ma=j===s}if(p.reset!==void 0){let y=p.reset,j=s,se=s,B=s;if(typeof y=="string"){if(!Jt.test(y)){let v={instancePath:r+
"/rateLimits/headers/reset",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z\
0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:mt,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/rateLimits/headers/reset",schemaPath:"\
#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:mt.type,parentSchema:mt,data:y};e===null?e=[v]:e.push(v),s++}var io=se===
s,ma=j===s}if(p.resetAs!==void 0){let y=p.resetAs,j=s,se=c.properties.rateLimits.properties.headers.properties.resetAs.enum;if(!(y==="duration"||y==="epoch-seco\
nds"||y==="epoch-milliseconds")){let k={instancePath:r+"/rateLimits/headers/resetAs",schemaPath:"#/properties/rateLimits/properties/headers/properties/resetAs/e\
num",keyword:"enum",params:{allowedValues:c.properties.rateLimits.properties.headers.properties.resetAs.enum},message:"must be equal to one of the allowed value\
s",schema:c.properties.rateLimits.properties.headers.properties.resetAs.enum,parentSchema:c.properties.rateLimits.properties.headers.properties.resetAs,data:y};
e===null?e=[k]:e.push(k),s++}var ma=j===s}}else{let N={instancePath:r+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.rateLimits.properties.headers.type,parentSchema:c.properties.rateLimits.properties.headers,
data:p};e===null?e=[N]:e.push(N),s++}var mn=x===s}if(d.retryAfter!==void 0){let p=d.retryAfter,x=s,H=s,ee=s;if(typeof p=="string"){if(!ze.test(p)){let y={instancePath:r+
"/rateLimits/retryAfter",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~\
[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/rateLimits/retryAfter",schemaPath:"#\
/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:p};e===null?e=[y]:e.push(y),s++}var Cd=H===
s,mn=x===s}if(d.source!==void 0){let p=d.source,x=s,H=s,ee=s;if(typeof p=="string"){if(pe(p)<1){let y={instancePath:r+"/rateLimits/source",schemaPath:"#/$defs/s\
ource/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),
s++}}else{let y={instancePath:r+"/rateLimits/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,
parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}var vy=H===s,mn=x===s}}else{let S={instancePath:r+"/rateLimits",schemaPath:"#/properties/rateLimits/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.rateLimits.type,parentSchema:c.properties.rateLimits,data:d};e===null?e=[S]:e.push(S),
s++}var u=A===s}if(t.upload!==void 0){let d=t.upload,A=s,W=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.method===void 0){let p={instancePath:r+"/upload",
schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.
upload.required,parentSchema:c.properties.upload,data:d};e===null?e=[p]:e.push(p),s++}if(d.path===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properti\
es/upload/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.
properties.upload,data:d};e===null?e=[p]:e.push(p),s++}if(d.reference===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"\
required",params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,
data:d};e===null?e=[p]:e.push(p),s++}if(d.source===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:d};e===null?e=
[p]:e.push(p),s++}let S=s;for(let p in d)if(!(p==="method"||p==="path"||p==="field"||p==="reference"||p==="source")){let x={instancePath:r+"/upload",schemaPath:"\
#/properties/upload/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.upload,data:d};e===null?e=[x]:e.push(x),s++}if(d.method!==void 0){let p=d.method,x=s,H=c.properties.upload.properties.method.enum;if(!(p==="POST"||p===
"PUT")){let ee={instancePath:r+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.
properties.method.enum},message:"must be equal to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.
properties.method,data:p};e===null?e=[ee]:e.push(ee),s++}var la=x===s}if(d.path!==void 0){let p=d.path,x=s,H=s,ee=s;if(typeof p=="string"){if(!Ot.test(p)){let y={
instancePath:r+"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Ne.type,parentSchema:Ne,data:p};e===null?e=[y]:e.push(y),s++}var ky=H===s,la=x===s}if(d.field!==void 0){let p=d.field,x=s,H=s;if(typeof p==
"string"){if(pe(p)<1){let N={instancePath:r+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.upload.properties.field,data:p};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+
"/upload/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.
properties.field.type,parentSchema:c.properties.upload.properties.field,data:p};e===null?e=[N]:e.push(N),s++}var la=x===s}if(d.reference!==void 0){let p=d.reference,
x=s,H=s,ee=s;if(typeof p=="string"){if(!ze.test(p)){let y={instancePath:r+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:p};e===null?e=[y]:e.push(y),s++}}else{
let y={instancePath:r+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,
data:p};e===null?e=[y]:e.push(y),s++}var Py=H===s,la=x===s}if(d.source!==void 0){let p=d.source,x=s,H=s,ee=s;if(typeof p=="string"){if(pe(p)<1){let y={instancePath:r+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:oe.type,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}var gs=H===s,la=x===s}}else{let S={instancePath:r+"/upload",schemaPath:"#/pr\
operties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:d};e===
null?e=[S]:e.push(S),s++}var u=A===s}if(t.operations!==void 0){let d=t.operations,A=s,W=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(Object.keys(d).length<
1){let p={instancePath:r+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer \
than 1 properties",schema:1,parentSchema:c.properties.operations,data:d};e===null?e=[p]:e.push(p),s++}let S=s;for(let p in d)if(!(p==="video"||p==="image"||p===
"audio"||p==="mesh")){let x={instancePath:r+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:d};e===null?e=[x]:e.push(x),s++}if(d.video!==void 0){let p=d.video,
x=s;qt(p,{instancePath:r+"/operations/video",parentData:d,parentDataProperty:"video",rootData:i,dynamicAnchors:o})||(e=e===null?qt.errors:e.concat(qt.errors),s=
e.length);var ln=x===s}if(d.image!==void 0){let p=d.image,x=s;qt(p,{instancePath:r+"/operations/image",parentData:d,parentDataProperty:"image",rootData:i,dynamicAnchors:o})||
(e=e===null?qt.errors:e.concat(qt.errors),s=e.length);var ln=x===s}if(d.audio!==void 0){let p=d.audio,x=s;qt(p,{instancePath:r+"/operations/audio",parentData:d,
parentDataProperty:"audio",rootData:i,dynamicAnchors:o})||(e=e===null?qt.errors:e.concat(qt.errors),s=e.length);var ln=x===s}if(d.mesh!==void 0){let p=d.mesh,x=s;
qt(p,{instancePath:r+"/operations/mesh",parentData:d,parentDataProperty:"mesh",rootData:i,dynamicAnchors:o})||(e=e===null?qt.errors:e.concat(qt.errors),s=e.length);
var ln=x===s}}else{let S={instancePath:r+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.operations.type,parentSchema:c.properties.operations,data:d};e===null?e=[S]:e.push(S),s++}var u=A===s}if(t.errors!==void 0){let d=t.errors,A=s,
W=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.message===void 0){let p={instancePath:r+"/errors",schemaPath:"#/properties/errors/required",keyword:"requi\
red",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:d};
e===null?e=[p]:e.push(p),s++}if(d.code===void 0){let p={instancePath:r+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:d};e===null?e=[p]:e.push(p),s++}if(d.
proofs===void 0){let p={instancePath:r+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:d};e===null?e=[p]:e.push(p),s++}let S=s;for(let p in d)
if(!(p==="message"||p==="code"||p==="codeHeader"||p==="status"||p==="inside"||p==="proofs")){let x={instancePath:r+"/errors",schemaPath:"#/properties/errors/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
errors,data:d};e===null?e=[x]:e.push(x),s++}if(d.message!==void 0){let p=d.message,x=s;yt(p,{instancePath:r+"/errors/message",parentData:d,parentDataProperty:"m\
essage",rootData:i,dynamicAnchors:o})||(e=e===null?yt.errors:e.concat(yt.errors),s=e.length);var bs=x===s}if(d.code!==void 0){let p=d.code,x=s;yt(p,{instancePath:r+
"/errors/code",parentData:d,parentDataProperty:"code",rootData:i,dynamicAnchors:o})||(e=e===null?yt.errors:e.concat(yt.errors),s=e.length);var bs=x===s}if(d.codeHeader!==
void 0){let p=d.codeHeader,x=s,H=s,ee=s;if(typeof p=="string"){if(!Jt.test(p)){let y={instancePath:r+"/errors/codeHeader",schemaPath:"#/$defs/headerName/pattern",
keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:mt,data:p};e===null?
e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/errors/codeHeader",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:mt.type,parentSchema:mt,data:p};e===null?e=[y]:e.push(y),s++}var $y=H===s,bs=x===s}if(d.status!==void 0){let p=d.status,x=s,H=s,ee=s;if(typeof p==
"string"){if(!ze.test(p)){let y={instancePath:r+"/errors/status",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+
"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:p};e===null?
e=[y]:e.push(y),s++}var ua=H===s,bs=x===s}if(d.inside!==void 0){let p=d.inside,x=s,H=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.at===void 0){let y={instancePath:r+
"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"at"},message:"must have required proper\
ty 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.properties.inside,data:p};e===null?e=[y]:e.push(y),s++}if(p.source===
void 0){let y={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"source"},
message:"must have required property 'source'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.properties.inside,data:p};
e===null?e=[y]:e.push(y),s++}let N=s;for(let y in p)if(!(y==="at"||y==="unless"||y==="source")){let j={instancePath:r+"/errors/inside",schemaPath:"#/properties/\
errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,
parentSchema:c.properties.errors.properties.inside,data:p};e===null?e=[j]:e.push(j),s++}if(p.at!==void 0){let y=p.at,j=s,se=s,B=s;if(typeof y=="string"){if(!ze.
test(y)){let k={instancePath:r+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Y,data:y};e===null?e=[k]:e.push(k),s++}}else{let k={instancePath:r+"/errors/ins\
ide/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Y.type,parentSchema:Y,data:y};e===null?e=[k]:e.push(
k),s++}var Sy=se===s,ha=j===s}if(p.unless!==void 0){let y=p.unless,j=s;if(!Array.isArray(y)){let k={instancePath:r+"/errors/inside/unless",schemaPath:"#/propert\
ies/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.inside.properties.
unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:y};e===null?e=[k]:e.push(k),s++}let se=s;var ha=j===s}if(p.source!==void 0){
let y=p.source,j=s,se=s,B=s;if(typeof y=="string"){if(pe(y)<1){let v={instancePath:r+"/errors/inside/source",schemaPath:"#/$defs/source/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:y};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+
"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:y};e===
null?e=[v]:e.push(v),s++}var Wd=se===s,ha=j===s}}else{let N={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.properties.errors.properties.inside,data:p};
e===null?e=[N]:e.push(N),s++}var bs=x===s}if(d.proofs!==void 0){let p=d.proofs,x=s,H=s;if(Array.isArray(p)){if(p.length<1){let j={instancePath:r+"/errors/proofs",
schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.errors.properties.proofs,data:p};e===null?e=[j]:e.push(j),s++}let N=!0,y=p.length;for(let j=0;j<y;j++){let se=p[j],B=s,k=s;if(se&&typeof se=="object"&&
!Array.isArray(se)){if(se.status===void 0){let $={instancePath:r+"/errors/proofs/"+j,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:se};e===null?e=[$]:e.push($),s++}if(se.proves===void 0){let $={instancePath:r+"/errors/proofs/"+j,schemaPath:"#/p\
roperties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have required property 'proves'",schema:c.
properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:se};e===null?e=[$]:e.push($),s++}if(se.source===
void 0){let $={instancePath:r+"/errors/proofs/"+j,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.
proofs.items,data:se};e===null?e=[$]:e.push($),s++}let v=s;for(let $ in se)if(!($==="status"||$==="codes"||$==="says"||$==="proves"||$==="means"||$==="source")){
let F={instancePath:r+"/errors/proofs/"+j,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,data:se};e===null?e=[F]:e.push(F),s++}if(se.status!==
void 0){let $=se.status,F=s,Q=s;if(typeof $=="string"){if(!zy.test($)){let R={instancePath:r+"/errors/proofs/"+j+"/status",schemaPath:"#/properties/errors/prope\
rties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"\
^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:$};e===null?e=[R]:e.push(R),s++}}else{let R={instancePath:r+
"/errors/proofs/"+j+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.errors.properties.proofs.items.properties.status,
data:$};e===null?e=[R]:e.push(R),s++}var Zr=F===s}if(se.codes!==void 0){let $=se.codes,F=s,Q=s;if(Array.isArray($)){if($.length<1){let ae={instancePath:r+"/erro\
rs/proofs/"+j+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"minItems",params:{limit:1},message:"must NOT \
have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:$};e===null?e=[ae]:e.push(ae),s++}let U=!0,X=$.
length;for(let ae=0;ae<X;ae++){let ge=$[ae],xe=s;if(typeof ge!="string"){let J={instancePath:r+"/errors/proofs/"+j+"/codes/"+ae,schemaPath:"#/properties/errors/\
properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.
items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:ge};e===null?e=[J]:e.push(J),s++}let de=s;
var Hd=xe===s;Hd||(U=!1)}}else{let U={instancePath:r+"/errors/proofs/"+j+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.codes.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.codes,data:$};e===null?e=[U]:e.push(U),s++}var Zr=F===s}if(se.says!==void 0){let $=se.says,F=s,Q=s;if(Array.isArray($)){
if($.length<1){let ae={instancePath:r+"/errors/proofs/"+j+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/minItems",keyword:"min\
Items",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:$};e===
null?e=[ae]:e.push(ae),s++}let U=!0,X=$.length;for(let ae=0;ae<X;ae++){let ge=$[ae],xe=s,de=s;if(typeof ge=="string"){if(pe(ge)<1){let J={instancePath:r+"/error\
s/proofs/"+j+"/says/"+ae,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:ge};e===null?e=[J]:e.push(J),
s++}}else{let J={instancePath:r+"/errors/proofs/"+j+"/says/"+ae,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:c.properties.errors.
properties.proofs.items.properties.says.items,data:ge};e===null?e=[J]:e.push(J),s++}var oo=xe===s;oo||(U=!1)}}else{let U={instancePath:r+"/errors/proofs/"+j+"/s\
ays",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.
errors.properties.proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:$};e===null?e=[U]:e.push(U),s++}
var Zr=F===s}if(se.proves!==void 0){let $=se.proves,F=s,Q=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!($==="rejected"||$==="busy"||$===
"credentials"||$==="payment"||$==="may-exist"||$==="unknown-model")){let U={instancePath:r+"/errors/proofs/"+j+"/proves",schemaPath:"#/properties/errors/propert\
ies/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.proves.enum},message:"must \
be equal to one of the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.errors.properties.proofs.
items.properties.proves,data:$};e===null?e=[U]:e.push(U),s++}var Zr=F===s}if(se.means!==void 0){let $=se.means,F=s,Q=s;if(typeof $=="string"){if(pe($)<1){let U={
instancePath:r+"/errors/proofs/"+j+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:$};e===null?e=[U]:e.push(
U),s++}}else{let U={instancePath:r+"/errors/proofs/"+j+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.errors.properties.proofs.
items.properties.means,data:$};e===null?e=[U]:e.push(U),s++}var Zr=F===s}if(se.source!==void 0){let $=se.source,F=s,Q=s,R=s;if(typeof $=="string"){if(pe($)<1){let X={
instancePath:r+"/errors/proofs/"+j+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:oe,data:$};e===null?e=[X]:e.push(X),s++}}else{let X={instancePath:r+"/errors/proofs/"+j+"/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:$};e===null?e=[X]:e.push(X),s++}var _y=Q===s,Zr=F===s}}else{let v={
instancePath:r+"/errors/proofs/"+j,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:se};e===null?e=[v]:e.push(v),s++}var Kd=B===
s;Kd||(N=!1)}}else{let N={instancePath:r+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:c.properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:p};e===null?e=[N]:e.push(N),s++}var bs=x===
s}}else{let S={instancePath:r+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
errors.type,parentSchema:c.properties.errors,data:d};e===null?e=[S]:e.push(S),s++}var u=A===s}if(t.cancelRules!==void 0){let d=t.cancelRules,A=s,W=s;if(d&&typeof d==
"object"&&!Array.isArray(d)){if(d.queued===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"queued"},message:"must have required property 'queued'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,data:d};
e===null?e=[p]:e.push(p),s++}if(d.processing===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"processing"},message:"must have required property 'processing'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:d};e===null?e=[p]:e.push(p),s++}if(d.ended===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",
params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,data:d};
e===null?e=[p]:e.push(p),s++}if(d.cancelled===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,data:d};
e===null?e=[p]:e.push(p),s++}if(d.source===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,data:d};
e===null?e=[p]:e.push(p),s++}let S=s;for(let p in d)if(!(p==="queued"||p==="processing"||p==="ended"||p==="cancelled"||p==="source")){let x={instancePath:r+"/ca\
ncelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:c.properties.cancelRules,data:d};e===null?e=[x]:e.push(x),s++}if(d.queued!==void 0){let p=d.queued,x=s,H=s,ee=s,N=s,y=s,
j=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let se;if(p.body===void 0&&(se="body")||p.error===void 0&&(se="error")){let B={};e===null?e=[B]:e.push(B),s++}}
var un=j===s;if(un){let se={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",
schema:te.allOf[0].not,parentSchema:te.allOf[0],data:p};e===null?e=[se]:e.push(se),s++}else s=y,e!==null&&(y?e.length=y:e=null);var xy=N===s;if(p&&typeof p=="ob\
ject"&&!Array.isArray(p)){if(p.then===void 0){let B={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:te.required,parentSchema:te,data:p};e===null?e=[B]:e.push(B),s++}let se=s;for(let B in p)if(!(B==="th\
en"||B==="status"||B==="body"||B==="error")){let k={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,parentSchema:te,data:p};e===null?e=[k]:e.push(k),s++}if(p.then!==
void 0){let B=p.then,k=s,v=te.properties.then.enum;if(!(B==="cancelled"||B==="goes-on"||B==="removed"||B==="refused")){let $={instancePath:r+"/cancelRules/queue\
d/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:te.properties.then.enum},message:"must be equal to one of the \
allowed values",schema:te.properties.then.enum,parentSchema:te.properties.then,data:B};e===null?e=[$]:e.push($),s++}var po=k===s}if(p.status!==void 0){let B=p.status,
k=s;if(!(typeof B=="number"&&!(B%1)&&!isNaN(B))){let F={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"\
type",params:{type:"integer"},message:"must be integer",schema:te.properties.status.type,parentSchema:te.properties.status,data:B};e===null?e=[F]:e.push(F),s++}
let v=s;if(typeof B=="number"){if(B>599||isNaN(B)){let F={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",
keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:te.properties.status,data:B};e===null?e=[F]:e.push(F),s++}
if(B<200||isNaN(B)){let F={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:"\
>=",limit:200},message:"must be >= 200",schema:200,parentSchema:te.properties.status,data:B};e===null?e=[F]:e.push(F),s++}}var po=k===s}if(p.error!==void 0){let B=p.
error,k=s,v=s;if(B&&typeof B=="object"&&!Array.isArray(B)){if(B.code===void 0){let Q={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/\
properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:te.properties.error.required,parentSchema:te.
properties.error,data:B};e===null?e=[Q]:e.push(Q),s++}if(B.message===void 0){let Q={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/pr\
operties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:te.properties.error.required,
parentSchema:te.properties.error,data:B};e===null?e=[Q]:e.push(Q),s++}let F=s;for(let Q in B)if(!(Q==="code"||Q==="message")){let R={instancePath:r+"/cancelRule\
s/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Q},message:"must\
 NOT have additional properties",schema:!1,parentSchema:te.properties.error,data:B};e===null?e=[R]:e.push(R),s++}if(B.code!==void 0){let Q=B.code,R=s,U=s;if(typeof Q==
"string"){if(pe(Q)<1){let X={instancePath:r+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te.properties.error.properties.code,data:Q};e===null?e=[X]:e.push(
X),s++}}else{let X={instancePath:r+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:te.properties.error.properties.code.type,parentSchema:te.properties.error.properties.code,data:Q};e===null?e=[X]:
e.push(X),s++}var Bd=R===s}if(B.message!==void 0){let Q=B.message,R=s,U=s;if(typeof Q=="string"){if(pe(Q)<1){let ae={instancePath:r+"/cancelRules/queued/error/m\
essage",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 c\
haracters",schema:1,parentSchema:te.properties.error.properties.message,data:Q};e===null?e=[ae]:e.push(ae),s++}}else{let ae={instancePath:r+"/cancelRules/queued\
/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.
properties.error.properties.message.type,parentSchema:te.properties.error.properties.message,data:Q};e===null?e=[ae]:e.push(ae),s++}var Bd=R===s}}else{let F={instancePath:r+
"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:te.properties.
error.type,parentSchema:te.properties.error,data:B};e===null?e=[F]:e.push(F),s++}var po=k===s}}else{let se={instancePath:r+"/cancelRules/queued",schemaPath:"#/$\
defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:te.type,parentSchema:te,data:p};e===null?e=[se]:e.push(se),s++}var co=H===
s,fa=x===s}if(d.processing!==void 0){let p=d.processing,x=s,H=s,ee=s,N=s,y=s,j=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let B;if(p.body===void 0&&(B="body")||
p.error===void 0&&(B="error")){let k={};e===null?e=[k]:e.push(k),s++}}var mo=j===s;if(mo){let B={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/ca\
ncelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:te.allOf[0].not,parentSchema:te.allOf[0],data:p};e===null?e=[B]:e.push(B),s++}else
s=y,e!==null&&(y?e.length=y:e=null);var Ar=N===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let k={instancePath:r+"/cancelRules/processing",
schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:te.required,parentSchema:te,
data:p};e===null?e=[k]:e.push(k),s++}let B=s;for(let k in p)if(!(k==="then"||k==="status"||k==="body"||k==="error")){let v={instancePath:r+"/cancelRules/process\
ing",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:te,data:p};e===null?e=[v]:e.push(v),s++}if(p.then!==void 0){let k=p.then,v=s,$=te.properties.then.enum;if(!(k==="cancelled"||k==="go\
es-on"||k==="removed"||k==="refused")){let F={instancePath:r+"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",
params:{allowedValues:te.properties.then.enum},message:"must be equal to one of the allowed values",schema:te.properties.then.enum,parentSchema:te.properties.then,
data:k};e===null?e=[F]:e.push(F),s++}var lo=v===s}if(p.status!==void 0){let k=p.status,v=s;if(!(typeof k=="number"&&!(k%1)&&!isNaN(k))){let Q={instancePath:r+"/\
cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:te.
properties.status.type,parentSchema:te.properties.status,data:k};e===null?e=[Q]:e.push(Q),s++}let $=s;if(typeof k=="number"){if(k>599||isNaN(k)){let Q={instancePath:r+
"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be\
 <= 599",schema:599,parentSchema:te.properties.status,data:k};e===null?e=[Q]:e.push(Q),s++}if(k<200||isNaN(k)){let Q={instancePath:r+"/cancelRules/processing/st\
atus",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:te.
properties.status,data:k};e===null?e=[Q]:e.push(Q),s++}}var lo=v===s}if(p.error!==void 0){let k=p.error,v=s,$=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.
code===void 0){let R={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:te.properties.error.required,parentSchema:te.properties.error,data:k};e===null?e=[R]:e.push(R),s++}if(k.
message===void 0){let R={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:te.properties.error.required,parentSchema:te.properties.error,data:k};e===null?e=[R]:e.push(R),
s++}let Q=s;for(let R in k)if(!(R==="code"||R==="message")){let U={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/erro\
r/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:te.properties.
error,data:k};e===null?e=[U]:e.push(U),s++}if(k.code!==void 0){let R=k.code,U=s,X=s;if(typeof R=="string"){if(pe(R)<1){let ae={instancePath:r+"/cancelRules/proc\
essing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer \
than 1 characters",schema:1,parentSchema:te.properties.error.properties.code,data:R};e===null?e=[ae]:e.push(ae),s++}}else{let ae={instancePath:r+"/cancelRules/p\
rocessing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.
properties.error.properties.code.type,parentSchema:te.properties.error.properties.code,data:R};e===null?e=[ae]:e.push(ae),s++}var ws=U===s}if(k.message!==void 0){
let R=k.message,U=s,X=s;if(typeof R=="string"){if(pe(R)<1){let ge={instancePath:r+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/propert\
ies/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te.properties.
error.properties.message,data:R};e===null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:r+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelR\
ule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.properties.error.properties.message.type,
parentSchema:te.properties.error.properties.message,data:R};e===null?e=[ge]:e.push(ge),s++}var ws=U===s}}else{let Q={instancePath:r+"/cancelRules/processing/err\
or",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:te.properties.error.type,parentSchema:te.
properties.error,data:k};e===null?e=[Q]:e.push(Q),s++}var lo=v===s}}else{let B={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:te.type,parentSchema:te,data:p};e===null?e=[B]:e.push(B),s++}var qy=H===s,fa=x===s}if(d.ended!==void 0){
let p=d.ended,x=s,H=s,ee=s,N=s,y=s,j=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let B;if(p.body===void 0&&(B="body")||p.error===void 0&&(B="error")){let k={};
e===null?e=[k]:e.push(k),s++}}var Gd=j===s;if(Gd){let B={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},
message:"must NOT be valid",schema:te.allOf[0].not,parentSchema:te.allOf[0],data:p};e===null?e=[B]:e.push(B),s++}else s=y,e!==null&&(y?e.length=y:e=null);var Oy=N===
s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let k={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"\
required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:te.required,parentSchema:te,data:p};e===null?e=[k]:e.push(k),s++}let B=s;
for(let k in p)if(!(k==="then"||k==="status"||k==="body"||k==="error")){let v={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProp\
erties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:te,data:p};e===null?e=
[v]:e.push(v),s++}if(p.then!==void 0){let k=p.then,v=s,$=te.properties.then.enum;if(!(k==="cancelled"||k==="goes-on"||k==="removed"||k==="refused")){let F={instancePath:r+
"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:te.properties.then.enum},message:"must be eq\
ual to one of the allowed values",schema:te.properties.then.enum,parentSchema:te.properties.then,data:k};e===null?e=[F]:e.push(F),s++}var hn=v===s}if(p.status!==
void 0){let k=p.status,v=s;if(!(typeof k=="number"&&!(k%1)&&!isNaN(k))){let Q={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/propert\
ies/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:te.properties.status.type,parentSchema:te.properties.status,data:k};e===
null?e=[Q]:e.push(Q),s++}let $=s;if(typeof k=="number"){if(k>599||isNaN(k)){let Q={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/pro\
perties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:te.properties.status,data:k};e===null?
e=[Q]:e.push(Q),s++}if(k<200||isNaN(k)){let Q={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"min\
imum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:te.properties.status,data:k};e===null?e=[Q]:e.push(Q),s++}}var hn=v===
s}if(p.error!==void 0){let k=p.error,v=s,$=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.code===void 0){let R={instancePath:r+"/cancelRules/ended/error",schemaPath:"\
#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:te.properties.
error.required,parentSchema:te.properties.error,data:k};e===null?e=[R]:e.push(R),s++}if(k.message===void 0){let R={instancePath:r+"/cancelRules/ended/error",schemaPath:"\
#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:te.properties.
error.required,parentSchema:te.properties.error,data:k};e===null?e=[R]:e.push(R),s++}let Q=s;for(let R in k)if(!(R==="code"||R==="message")){let U={instancePath:r+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"\
must NOT have additional properties",schema:!1,parentSchema:te.properties.error,data:k};e===null?e=[U]:e.push(U),s++}if(k.code!==void 0){let R=k.code,U=s,X=s;if(typeof R==
"string"){if(pe(R)<1){let ae={instancePath:r+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te.properties.error.properties.code,data:R};e===null?e=[ae]:e.
push(ae),s++}}else{let ae={instancePath:r+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:te.properties.error.properties.code.type,parentSchema:te.properties.error.properties.code,data:R};e===null?e=[ae]:
e.push(ae),s++}var ya=U===s}if(k.message!==void 0){let R=k.message,U=s,X=s;if(typeof R=="string"){if(pe(R)<1){let ge={instancePath:r+"/cancelRules/ended/error/m\
essage",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 c\
haracters",schema:1,parentSchema:te.properties.error.properties.message,data:R};e===null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:r+"/cancelRules/ended/\
error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.
properties.error.properties.message.type,parentSchema:te.properties.error.properties.message,data:R};e===null?e=[ge]:e.push(ge),s++}var ya=U===s}}else{let Q={instancePath:r+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:te.properties.
error.type,parentSchema:te.properties.error,data:k};e===null?e=[Q]:e.push(Q),s++}var hn=v===s}}else{let B={instancePath:r+"/cancelRules/ended",schemaPath:"#/$de\
fs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:te.type,parentSchema:te,data:p};e===null?e=[B]:e.push(B),s++}var jy=H===
s,fa=x===s}if(d.cancelled!==void 0){let p=d.cancelled,x=s,H=s,ee=s,N=s,y=s,j=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let B;if(p.body===void 0&&(B="body")||
p.error===void 0&&(B="error")){let k={};e===null?e=[k]:e.push(k),s++}}var w=j===s;if(w){let B={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cance\
lRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:te.allOf[0].not,parentSchema:te.allOf[0],data:p};e===null?e=[B]:e.push(B),s++}else
s=y,e!==null&&(y?e.length=y:e=null);var Oe=N===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let k={instancePath:r+"/cancelRules/cancelled",
schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:te.required,parentSchema:te,
data:p};e===null?e=[k]:e.push(k),s++}let B=s;for(let k in p)if(!(k==="then"||k==="status"||k==="body"||k==="error")){let v={instancePath:r+"/cancelRules/cancell\
ed",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properti\
es",schema:!1,parentSchema:te,data:p};e===null?e=[v]:e.push(v),s++}if(p.then!==void 0){let k=p.then,v=s,$=te.properties.then.enum;if(!(k==="cancelled"||k==="goe\
s-on"||k==="removed"||k==="refused")){let F={instancePath:r+"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{
allowedValues:te.properties.then.enum},message:"must be equal to one of the allowed values",schema:te.properties.then.enum,parentSchema:te.properties.then,data:k};
e===null?e=[F]:e.push(F),s++}var ot=v===s}if(p.status!==void 0){let k=p.status,v=s;if(!(typeof k=="number"&&!(k%1)&&!isNaN(k))){let Q={instancePath:r+"/cancelRu\
les/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:te.properties.
status.type,parentSchema:te.properties.status,data:k};e===null?e=[Q]:e.push(Q),s++}let $=s;if(typeof k=="number"){if(k>599||isNaN(k)){let Q={instancePath:r+"/ca\
ncelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 5\
99",schema:599,parentSchema:te.properties.status,data:k};e===null?e=[Q]:e.push(Q),s++}if(k<200||isNaN(k)){let Q={instancePath:r+"/cancelRules/cancelled/status",
schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:te.
properties.status,data:k};e===null?e=[Q]:e.push(Q),s++}}var ot=v===s}if(p.error!==void 0){let k=p.error,v=s,$=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.
code===void 0){let R={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:te.properties.error.required,parentSchema:te.properties.error,data:k};e===null?e=[R]:e.push(R),s++}if(k.
message===void 0){let R={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:te.properties.error.required,parentSchema:te.properties.error,data:k};e===null?e=[R]:e.push(R),
s++}let Q=s;for(let R in k)if(!(R==="code"||R==="message")){let U={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:te.properties.
error,data:k};e===null?e=[U]:e.push(U),s++}if(k.code!==void 0){let R=k.code,U=s,X=s;if(typeof R=="string"){if(pe(R)<1){let ae={instancePath:r+"/cancelRules/canc\
elled/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer t\
han 1 characters",schema:1,parentSchema:te.properties.error.properties.code,data:R};e===null?e=[ae]:e.push(ae),s++}}else{let ae={instancePath:r+"/cancelRules/ca\
ncelled/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.
properties.error.properties.code.type,parentSchema:te.properties.error.properties.code,data:R};e===null?e=[ae]:e.push(ae),s++}var Tr=U===s}if(k.message!==void 0){
let R=k.message,U=s,X=s;if(typeof R=="string"){if(pe(R)<1){let ge={instancePath:r+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properti\
es/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:te.properties.
error.properties.message,data:R};e===null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:r+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRu\
le/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:te.properties.error.properties.message.type,parentSchema:te.
properties.error.properties.message,data:R};e===null?e=[ge]:e.push(ge),s++}var Tr=U===s}}else{let Q={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#\
/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:te.properties.error.type,parentSchema:te.properties.
error,data:k};e===null?e=[Q]:e.push(Q),s++}var ot=v===s}}else{let B={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:te.type,parentSchema:te,data:p};e===null?e=[B]:e.push(B),s++}var ce=H===s,fa=x===s}if(d.source!==void 0){
let p=d.source,x=s,H=s,ee=s;if(typeof p=="string"){if(pe(p)<1){let y={instancePath:r+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLen\
gth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+
"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:oe.type,parentSchema:oe,data:p};e===
null?e=[y]:e.push(y),s++}var l=H===s,fa=x===s}}else{let S={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:c.properties.cancelRules.type,parentSchema:c.properties.cancelRules,data:d};e===null?e=[S]:e.push(S),s++}var u=A===s}if(t.
disagreements!==void 0){let d=t.disagreements,A=s,W=s;if(Array.isArray(d)){let S=!0,p=d.length;for(let x=0;x<p;x++){let H=d[x],ee=s,N=s;if(H&&typeof H=="object"&&
!Array.isArray(H)){if(H.topic===void 0){let j={instancePath:r+"/disagreements/"+x,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{
missingProperty:"topic"},message:"must have required property 'topic'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.
items,data:H};e===null?e=[j]:e.push(j),s++}if(H.between===void 0){let j={instancePath:r+"/disagreements/"+x,schemaPath:"#/properties/disagreements/items/require\
d",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",schema:c.properties.disagreements.items.required,parentSchema:c.
properties.disagreements.items,data:H};e===null?e=[j]:e.push(j),s++}if(H.follows===void 0){let j={instancePath:r+"/disagreements/"+x,schemaPath:"#/properties/di\
sagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must have required property 'follows'",schema:c.properties.disagreements.
items.required,parentSchema:c.properties.disagreements.items,data:H};e===null?e=[j]:e.push(j),s++}let y=s;for(let j in H)if(!(j==="topic"||j==="between"||j==="f\
ollows")){let se={instancePath:r+"/disagreements/"+x,schemaPath:"#/properties/disagreements/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:j},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.disagreements.items,data:H};e===null?e=[se]:e.push(se),s++}if(H.topic!==void 0){
let j=H.topic,se=s,B=s;if(typeof j=="string"){if(pe(j)<1){let k={instancePath:r+"/disagreements/"+x+"/topic",schemaPath:"#/properties/disagreements/items/proper\
ties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.
properties.topic,data:j};e===null?e=[k]:e.push(k),s++}}else{let k={instancePath:r+"/disagreements/"+x+"/topic",schemaPath:"#/properties/disagreements/items/prop\
erties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.disagreements.items.properties.topic.type,parentSchema:c.properties.
disagreements.items.properties.topic,data:j};e===null?e=[k]:e.push(k),s++}var P=se===s}if(H.between!==void 0){let j=H.between,se=s,B=s;if(Array.isArray(j)){if(j.
length<1){let F={instancePath:r+"/disagreements/"+x+"/between",schemaPath:"#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.disagreements.items.properties.between,data:j};e===null?e=[F]:e.push(F),s++}
let v=!0,$=j.length;for(let F=0;F<$;F++){let Q=j[F],R=s,U=s,X=s;if(typeof Q=="string"){if(pe(Q)<1){let ae={instancePath:r+"/disagreements/"+x+"/between/"+F,schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:oe,data:Q};e===null?e=[ae]:
e.push(ae),s++}}else{let ae={instancePath:r+"/disagreements/"+x+"/between/"+F,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:oe.type,parentSchema:oe,data:Q};e===null?e=[ae]:e.push(ae),s++}var E=U===s,be=R===s;be||(v=!1)}}else{let v={instancePath:r+"/disagreements/"+
x+"/between",schemaPath:"#/properties/disagreements/items/properties/between/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.
disagreements.items.properties.between.type,parentSchema:c.properties.disagreements.items.properties.between,data:j};e===null?e=[v]:e.push(v),s++}var P=se===s}if(H.
follows!==void 0){let j=H.follows,se=s,B=s;if(typeof j=="string"){if(pe(j)<1){let v={instancePath:r+"/disagreements/"+x+"/follows",schemaPath:"#/properties/disa\
greements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.
disagreements.items.properties.follows,data:j};e===null?e=[v]:e.push(v),s++}}else{let v={instancePath:r+"/disagreements/"+x+"/follows",schemaPath:"#/properties/\
disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.disagreements.items.properties.follows.
type,parentSchema:c.properties.disagreements.items.properties.follows,data:j};e===null?e=[v]:e.push(v),s++}var P=se===s}}else{let y={instancePath:r+"/disagreeme\
nts/"+x,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.disagreements.items.
type,parentSchema:c.properties.disagreements.items,data:H};e===null?e=[y]:e.push(y),s++}var D=ee===s;D||(S=!1)}}else{let S={instancePath:r+"/disagreements",schemaPath:"\
#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.disagreements.type,parentSchema:c.properties.disagreements,
data:d};e===null?e=[S]:e.push(S),s++}var u=A===s}}else{let b={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.type,parentSchema:c,data:t};e===null?e=[b]:e.push(b),s++}return gn.errors=e,s===0}gn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Ns=le(Ge=>{"use strict";Object.defineProperty(Ge,"__esModule",{value:!0});Ge.regexpCode=Ge.getEsmExportName=Ge.getProperty=Ge.safeStringify=Ge.stringify=Ge.
strConcat=Ge.addCodeArg=Ge.str=Ge._=Ge.nil=Ge._Code=Ge.Name=Ge.IDENTIFIER=Ge._CodeOrName=void 0;var Pa=class{};Ge._CodeOrName=Pa;Ge.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var Yr=class extends Pa{constructor(r){if(super(),!Ge.IDENTIFIER.test(r))throw new Error("CodeGen: name must be a valid identifier");this.str=r}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Ge.Name=Yr;var Ct=class extends Pa{constructor(r){super(),this._items=typeof r=="string"?[r]:r}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let r=this._items[0];return r===""||r==='""'}get str(){var r;return(r=this._str)!==null&&r!==void 0?
r:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var r;return(r=this._names)!==null&&r!==void 0?r:this._names=this._items.reduce((a,n)=>(n instanceof
Yr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Ge._Code=Ct;Ge.nil=new Ct("");function Nc(t,...r){let a=[t[0]],n=0;for(;n<r.length;)Oo(a,r[n]),a.push(t[++n]);return new Ct(
a)}Ge._=Nc;var qo=new Ct("+");function Rc(t,...r){let a=[$a(t[0])],n=0;for(;n<r.length;)a.push(qo),Oo(a,r[n]),a.push(qo,$a(t[++n]));return ug(a),new Ct(a)}Ge.str=
Rc;function Oo(t,r){r instanceof Ct?t.push(...r._items):r instanceof Yr?t.push(r):t.push(yg(r))}Ge.addCodeArg=Oo;function ug(t){let r=1;for(;r<t.length-1;){if(t[r]===
qo){let a=hg(t[r-1],t[r+1]);if(a!==void 0){t.splice(r-1,3,a);continue}t[r++]="+"}r++}}function hg(t,r){if(r==='""')return t;if(t==='""')return r;if(typeof t=="s\
tring")return r instanceof Yr||t[t.length-1]!=='"'?void 0:typeof r!="string"?`${t.slice(0,-1)}${r}"`:r[0]==='"'?t.slice(0,-1)+r.slice(1):void 0;if(typeof r=="st\
ring"&&r[0]==='"'&&!(t instanceof Yr))return`"${t}${r.slice(1)}`}function fg(t,r){return r.emptyStr()?t:t.emptyStr()?r:Rc`${t}${r}`}Ge.strConcat=fg;function yg(t){
return typeof t=="number"||typeof t=="boolean"||t===null?t:$a(Array.isArray(t)?t.join(","):t)}function gg(t){return new Ct($a(t))}Ge.stringify=gg;function $a(t){
return JSON.stringify(t).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Ge.safeStringify=$a;function bg(t){return typeof t=="string"&&Ge.IDENTIFIER.test(
t)?new Ct(`.${t}`):Nc`[${t}]`}Ge.getProperty=bg;function wg(t){if(typeof t=="string"&&Ge.IDENTIFIER.test(t))return new Ct(`${t}`);throw new Error(`CodeGen: inva\
lid export name: ${t}, use explicit $id name mapping`)}Ge.getEsmExportName=wg;function vg(t){return new Ct(t.toString())}Ge.regexpCode=vg});var To=le(It=>{"use strict";Object.defineProperty(It,"__esModule",{value:!0});It.ValueScope=It.ValueScopeName=It.Scope=It.varKinds=It.UsedValueState=void 0;var Rt=Ns(),
jo=class extends Error{constructor(r){super(`CodeGen: "code" for ${r} not defined`),this.value=r.value}},xn;(function(t){t[t.Started=0]="Started",t[t.Completed=
1]="Completed"})(xn||(It.UsedValueState=xn={}));It.varKinds={const:new Rt.Name("const"),let:new Rt.Name("let"),var:new Rt.Name("var")};var qn=class{constructor({
prefixes:r,parent:a}={}){this._names={},this._prefixes=r,this._parent=a}toName(r){return r instanceof Rt.Name?r:this.name(r)}name(r){return new Rt.Name(this._newName(
r))}_newName(r){let a=this._names[r]||this._nameGroup(r);return`${r}${a.index++}`}_nameGroup(r){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(r)||this._prefixes&&!this._prefixes.has(r))throw new Error(`CodeGen: prefix "${r}" is not allowed in this scope`);return this._names[r]=
{prefix:r,index:0}}};It.Scope=qn;var On=class extends Rt.Name{constructor(r,a){super(a),this.prefix=r}setValue(r,{property:a,itemIndex:n}){this.value=r,this.scopePath=
(0,Rt._)`.${new Rt.Name(a)}[${n}]`}};It.ValueScopeName=On;var kg=(0,Rt._)`\n`,Ao=class extends qn{constructor(r){super(r),this._values={},this._scope=r.scope,this.
opts={...r,_n:r.lines?kg:Rt.nil}}get(){return this._scope}name(r){return new On(r,this._newName(r))}value(r,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let i=this.toName(r),{prefix:o}=i,e=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[o];if(s){let u=s.get(e);if(u)return u}else
s=this._values[o]=new Map;s.set(e,i);let m=this._scope[o]||(this._scope[o]=[]),f=m.length;return m[f]=a.ref,i.setValue(a,{property:o,itemIndex:f}),i}getValue(r,a){
let n=this._values[r];if(n)return n.get(a)}scopeRefs(r,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Rt._)`${r}${n.scopePath}`})}scopeCode(r=this._values,a,n){return this._reduceValues(r,i=>{if(i.value===void 0)throw new Error(`CodeGen\
: name "${i}" has no value`);return i.value.code},a,n)}_reduceValues(r,a,n={},i){let o=Rt.nil;for(let e in r){let s=r[e];if(!s)continue;let m=n[e]=n[e]||new Map;
s.forEach(f=>{if(m.has(f))return;m.set(f,xn.Started);let u=a(f);if(u){let g=this.opts.es5?It.varKinds.var:It.varKinds.const;o=(0,Rt._)`${o}${g} ${f} = ${u};${this.
opts._n}`}else if(u=i?.(f))o=(0,Rt._)`${o}${u}${this.opts._n}`;else throw new jo(f);m.set(f,xn.Completed)})}return o}};It.ValueScope=Ao});var Je=le(Ue=>{"use strict";Object.defineProperty(Ue,"__esModule",{value:!0});Ue.or=Ue.and=Ue.not=Ue.CodeGen=Ue.operators=Ue.varKinds=Ue.ValueScopeName=Ue.ValueScope=
Ue.Scope=Ue.Name=Ue.regexpCode=Ue.stringify=Ue.getProperty=Ue.nil=Ue.strConcat=Ue.str=Ue._=void 0;var We=Ns(),Yt=To(),Er=Ns();Object.defineProperty(Ue,"_",{enumerable:!0,
get:function(){return Er._}});Object.defineProperty(Ue,"str",{enumerable:!0,get:function(){return Er.str}});Object.defineProperty(Ue,"strConcat",{enumerable:!0,
get:function(){return Er.strConcat}});Object.defineProperty(Ue,"nil",{enumerable:!0,get:function(){return Er.nil}});Object.defineProperty(Ue,"getProperty",{enumerable:!0,
get:function(){return Er.getProperty}});Object.defineProperty(Ue,"stringify",{enumerable:!0,get:function(){return Er.stringify}});Object.defineProperty(Ue,"rege\
xpCode",{enumerable:!0,get:function(){return Er.regexpCode}});Object.defineProperty(Ue,"Name",{enumerable:!0,get:function(){return Er.Name}});var Nn=To();Object.
defineProperty(Ue,"Scope",{enumerable:!0,get:function(){return Nn.Scope}});Object.defineProperty(Ue,"ValueScope",{enumerable:!0,get:function(){return Nn.ValueScope}});
Object.defineProperty(Ue,"ValueScopeName",{enumerable:!0,get:function(){return Nn.ValueScopeName}});Object.defineProperty(Ue,"varKinds",{enumerable:!0,get:function(){
return Nn.varKinds}});Ue.operators={GT:new We._Code(">"),GTE:new We._Code(">="),LT:new We._Code("<"),LTE:new We._Code("<="),EQ:new We._Code("==="),NEQ:new We._Code(
"!=="),NOT:new We._Code("!"),OR:new We._Code("||"),AND:new We._Code("&&"),ADD:new We._Code("+")};var kr=class{optimizeNodes(){return this}optimizeNames(r,a){return this}},
No=class extends kr{constructor(r,a,n){super(),this.varKind=r,this.name=a,this.rhs=n}render({es5:r,_n:a}){let n=r?Yt.varKinds.var:this.varKind,i=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${i};`+a}optimizeNames(r,a){if(r[this.name.str])return this.rhs&&(this.rhs=Is(this.rhs,r,a)),this}get names(){return this.
rhs instanceof We._CodeOrName?this.rhs.names:{}}},jn=class extends kr{constructor(r,a,n){super(),this.lhs=r,this.rhs=a,this.sideEffects=n}render({_n:r}){return`${this.
lhs} = ${this.rhs};`+r}optimizeNames(r,a){if(!(this.lhs instanceof We.Name&&!r[this.lhs.str]&&!this.sideEffects))return this.rhs=Is(this.rhs,r,a),this}get names(){
let r=this.lhs instanceof We.Name?{}:{...this.lhs.names};return Tn(r,this.rhs)}},Ro=class extends jn{constructor(r,a,n,i){super(r,n,i),this.op=a}render({_n:r}){
return`${this.lhs} ${this.op}= ${this.rhs};`+r}},Io=class extends kr{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`${this.label}:`+r}},
Eo=class extends kr{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`break${this.label?` ${this.label}`:""};`+r}},Lo=class extends kr{constructor(r){
super(),this.error=r}render({_n:r}){return`throw ${this.error};`+r}get names(){return this.error.names}},Mo=class extends kr{constructor(r){super(),this.code=r}render({
_n:r}){return`${this.code};`+r}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(r,a){return this.code=Is(this.code,r,a),this}get names(){return this.
code instanceof We._CodeOrName?this.code.names:{}}},Sa=class extends kr{constructor(r=[]){super(),this.nodes=r}render(r){return this.nodes.reduce((a,n)=>a+n.render(
r),"")}optimizeNodes(){let{nodes:r}=this,a=r.length;for(;a--;){let n=r[a].optimizeNodes();Array.isArray(n)?r.splice(a,1,...n):n?r[a]=n:r.splice(a,1)}return r.length>
0?this:void 0}optimizeNames(r,a){let{nodes:n}=this,i=n.length;for(;i--;){let o=n[i];o.optimizeNames(r,a)||(Pg(r,o.names),n.splice(i,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((r,a)=>rs(r,a.names),{})}},Pr=class extends Sa{render(r){return"{"+r._n+super.render(r)+"}"+r._n}},Fo=class extends Sa{},Rs=class extends Pr{};
Rs.kind="else";var es=class t extends Pr{constructor(r,a){super(a),this.condition=r}render(r){let a=`if(${this.condition})`+super.render(r);return this.else&&(a+=
"else "+this.else.render(r)),a}optimizeNodes(){super.optimizeNodes();let r=this.condition;if(r===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Rs(n):n}if(a)return r===!1?a instanceof t?a:a.nodes:this.nodes.length?this:new t(Ic(r),a instanceof t?[a]:a.nodes);if(!(r===!1||
!this.nodes.length))return this}optimizeNames(r,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(r,a),!!(super.optimizeNames(r,a)||
this.else))return this.condition=Is(this.condition,r,a),this}get names(){let r=super.names;return Tn(r,this.condition),this.else&&rs(r,this.else.names),r}};es.kind=
"if";var ts=class extends Pr{};ts.kind="for";var Vo=class extends ts{constructor(r){super(),this.iteration=r}render(r){return`for(${this.iteration})`+super.render(
r)}optimizeNames(r,a){if(super.optimizeNames(r,a))return this.iteration=Is(this.iteration,r,a),this}get names(){return rs(super.names,this.iteration.names)}},zo=class extends ts{constructor(r,a,n,i){
super(),this.varKind=r,this.name=a,this.from=n,this.to=i}render(r){let a=r.es5?Yt.varKinds.var:this.varKind,{name:n,from:i,to:o}=this;return`for(${a} ${n}=${i};\
 ${n}<${o}; ${n}++)`+super.render(r)}get names(){let r=Tn(super.names,this.from);return Tn(r,this.to)}},An=class extends ts{constructor(r,a,n,i){super(),this.loop=
r,this.varKind=a,this.name=n,this.iterable=i}render(r){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(r)}optimizeNames(r,a){
if(super.optimizeNames(r,a))return this.iterable=Is(this.iterable,r,a),this}get names(){return rs(super.names,this.iterable.names)}},_a=class extends Pr{constructor(r,a,n){
super(),this.name=r,this.args=a,this.async=n}render(r){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(r)}};_a.kind="func";var xa=class extends Sa{render(r){
return"return "+super.render(r)}};xa.kind="return";var Uo=class extends Pr{render(r){let a="try"+super.render(r);return this.catch&&(a+=this.catch.render(r)),this.
finally&&(a+=this.finally.render(r)),a}optimizeNodes(){var r,a;return super.optimizeNodes(),(r=this.catch)===null||r===void 0||r.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(r,a){var n,i;return super.optimizeNames(r,a),(n=this.catch)===null||n===void 0||n.optimizeNames(r,a),(i=this.
finally)===null||i===void 0||i.optimizeNames(r,a),this}get names(){let r=super.names;return this.catch&&rs(r,this.catch.names),this.finally&&rs(r,this.finally.names),
r}},qa=class extends Pr{constructor(r){super(),this.error=r}render(r){return`catch(${this.error})`+super.render(r)}};qa.kind="catch";var Oa=class extends Pr{render(r){
return"finally"+super.render(r)}};Oa.kind="finally";var Jo=class{constructor(r,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=r,this._scope=new Yt.Scope({parent:r}),this._nodes=[new Fo]}toString(){return this._root.render(this.opts)}name(r){return this._scope.name(
r)}scopeName(r){return this._extScope.name(r)}scopeValue(r,a){let n=this._extScope.value(r,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(r,a){return this._extScope.getValue(r,a)}scopeRefs(r){return this._extScope.scopeRefs(r,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(r,a,n,i){let o=this._scope.toName(a);return n!==void 0&&i&&(this._constants[o.str]=n),this._leafNode(new No(r,o,n)),o}const(r,a,n){return this.
_def(Yt.varKinds.const,r,a,n)}let(r,a,n){return this._def(Yt.varKinds.let,r,a,n)}var(r,a,n){return this._def(Yt.varKinds.var,r,a,n)}assign(r,a,n){return this._leafNode(
new jn(r,a,n))}add(r,a){return this._leafNode(new Ro(r,Ue.operators.ADD,a))}code(r){return typeof r=="function"?r():r!==We.nil&&this._leafNode(new Mo(r)),this}object(...r){
let a=["{"];for(let[n,i]of r)a.length>1&&a.push(","),a.push(n),(n!==i||this.opts.es5)&&(a.push(":"),(0,We.addCodeArg)(a,i));return a.push("}"),new We._Code(a)}if(r,a,n){
if(this._blockNode(new es(r)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(r){return this._elseNode(new es(r))}else(){return this._elseNode(new Rs)}endIf(){return this._endBlockNode(es,Rs)}_for(r,a){return this.
_blockNode(r),a&&this.code(a).endFor(),this}for(r,a){return this._for(new Vo(r),a)}forRange(r,a,n,i,o=this.opts.es5?Yt.varKinds.var:Yt.varKinds.let){let e=this.
_scope.toName(r);return this._for(new zo(o,e,a,n),()=>i(e))}forOf(r,a,n,i=Yt.varKinds.const){let o=this._scope.toName(r);if(this.opts.es5){let e=a instanceof We.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,We._)`${e}.length`,s=>{this.var(o,(0,We._)`${e}[${s}]`),n(o)})}return this._for(new An("of",i,o,a),()=>n(
o))}forIn(r,a,n,i=this.opts.es5?Yt.varKinds.var:Yt.varKinds.const){if(this.opts.ownProperties)return this.forOf(r,(0,We._)`Object.keys(${a})`,n);let o=this._scope.
toName(r);return this._for(new An("in",i,o,a),()=>n(o))}endFor(){return this._endBlockNode(ts)}label(r){return this._leafNode(new Io(r))}break(r){return this._leafNode(
new Eo(r))}return(r){let a=new xa;if(this._blockNode(a),this.code(r),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
xa)}try(r,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let i=new Uo;if(this._blockNode(i),this.code(r),a){let o=this.name("e");
this._currNode=i.catch=new qa(o),a(o)}return n&&(this._currNode=i.finally=new Oa,this.code(n)),this._endBlockNode(qa,Oa)}throw(r){return this._leafNode(new Lo(r))}block(r,a){
return this._blockStarts.push(this._nodes.length),r&&this.code(r).endBlock(a),this}endBlock(r){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||r!==void 0&&n!==r)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${r} expected`);
return this._nodes.length=a,this}func(r,a=We.nil,n,i){return this._blockNode(new _a(r,a,n)),i&&this.code(i).endFunc(),this}endFunc(){return this._endBlockNode(_a)}optimize(r=1){
for(;r-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(r){return this._currNode.nodes.push(r),this}_blockNode(r){
this._currNode.nodes.push(r),this._nodes.push(r)}_endBlockNode(r,a){let n=this._currNode;if(n instanceof r||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${r.kind}/${a.kind}`:r.kind}"`)}_elseNode(r){let a=this._currNode;if(!(a instanceof es))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=r,this}get _root(){return this._nodes[0]}get _currNode(){let r=this._nodes;return r[r.length-1]}set _currNode(r){let a=this._nodes;
a[a.length-1]=r}};Ue.CodeGen=Jo;function rs(t,r){for(let a in r)t[a]=(t[a]||0)+(r[a]||0);return t}function Tn(t,r){return r instanceof We._CodeOrName?rs(t,r.names):
t}function Is(t,r,a){if(t instanceof We.Name)return n(t);if(!i(t))return t;return new We._Code(t._items.reduce((o,e)=>(e instanceof We.Name&&(e=n(e)),e instanceof
We._Code?o.push(...e._items):o.push(e),o),[]));function n(o){let e=a[o.str];return e===void 0||r[o.str]!==1?o:(delete r[o.str],e)}function i(o){return o instanceof
We._Code&&o._items.some(e=>e instanceof We.Name&&r[e.str]===1&&a[e.str]!==void 0)}}function Pg(t,r){for(let a in r)t[a]=(t[a]||0)-(r[a]||0)}function Ic(t){return typeof t==
"boolean"||typeof t=="number"||t===null?!t:(0,We._)`!${Do(t)}`}Ue.not=Ic;var $g=Ec(Ue.operators.AND);function Sg(...t){return t.reduce($g)}Ue.and=Sg;var _g=Ec(Ue.
operators.OR);function xg(...t){return t.reduce(_g)}Ue.or=xg;function Ec(t){return(r,a)=>r===We.nil?a:a===We.nil?r:(0,We._)`${Do(r)} ${t} ${Do(a)}`}function Do(t){
return t instanceof We.Name?t:(0,We._)`(${t})`}});var Ke=le(De=>{"use strict";Object.defineProperty(De,"__esModule",{value:!0});De.checkStrictMode=De.getErrorPath=De.Type=De.useFunc=De.setEvaluated=De.evaluatedPropsToName=
De.mergeEvaluated=De.eachItem=De.unescapeJsonPointer=De.escapeJsonPointer=De.escapeFragment=De.unescapeFragment=De.schemaRefOrVal=De.schemaHasRulesButRef=De.schemaHasRules=
De.checkUnknownRules=De.alwaysValidSchema=De.toHash=void 0;var nt=Je(),qg=Ns();function Og(t){let r={};for(let a of t)r[a]=!0;return r}De.toHash=Og;function jg(t,r){
return typeof r=="boolean"?r:Object.keys(r).length===0?!0:(Fc(t,r),!Vc(r,t.self.RULES.all))}De.alwaysValidSchema=jg;function Fc(t,r=t.schema){let{opts:a,self:n}=t;
if(!a.strictSchema||typeof r=="boolean")return;let i=n.RULES.keywords;for(let o in r)i[o]||Jc(t,`unknown keyword: "${o}"`)}De.checkUnknownRules=Fc;function Vc(t,r){
if(typeof t=="boolean")return!t;for(let a in t)if(r[a])return!0;return!1}De.schemaHasRules=Vc;function Ag(t,r){if(typeof t=="boolean")return!t;for(let a in t)if(a!==
"$ref"&&r.all[a])return!0;return!1}De.schemaHasRulesButRef=Ag;function Tg({topSchemaRef:t,schemaPath:r},a,n,i){if(!i){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,nt._)`${a}`}return(0,nt._)`${t}${r}${(0,nt.getProperty)(n)}`}De.schemaRefOrVal=Tg;function Ng(t){return zc(decodeURIComponent(
t))}De.unescapeFragment=Ng;function Rg(t){return encodeURIComponent(Wo(t))}De.escapeFragment=Rg;function Wo(t){return typeof t=="number"?`${t}`:t.replace(/~/g,"\
~0").replace(/\//g,"~1")}De.escapeJsonPointer=Wo;function zc(t){return t.replace(/~1/g,"/").replace(/~0/g,"~")}De.unescapeJsonPointer=zc;function Ig(t,r){if(Array.
isArray(t))for(let a of t)r(a);else r(t)}De.eachItem=Ig;function Lc({mergeNames:t,mergeToName:r,mergeValues:a,resultToName:n}){return(i,o,e,s)=>{let m=e===void 0?
o:e instanceof nt.Name?(o instanceof nt.Name?t(i,o,e):r(i,o,e),e):o instanceof nt.Name?(r(i,e,o),o):a(o,e);return s===nt.Name&&!(m instanceof nt.Name)?n(i,m):m}}
De.mergeEvaluated={props:Lc({mergeNames:(t,r,a)=>t.if((0,nt._)`${a} !== true && ${r} !== undefined`,()=>{t.if((0,nt._)`${r} === true`,()=>t.assign(a,!0),()=>t.assign(
a,(0,nt._)`${a} || {}`).code((0,nt._)`Object.assign(${a}, ${r})`))}),mergeToName:(t,r,a)=>t.if((0,nt._)`${a} !== true`,()=>{r===!0?t.assign(a,!0):(t.assign(a,(0,nt.
_)`${a} || {}`),Ho(t,a,r))}),mergeValues:(t,r)=>t===!0?!0:{...t,...r},resultToName:Uc}),items:Lc({mergeNames:(t,r,a)=>t.if((0,nt._)`${a} !== true && ${r} !== undefined`,
()=>t.assign(a,(0,nt._)`${r} === true ? true : ${a} > ${r} ? ${a} : ${r}`)),mergeToName:(t,r,a)=>t.if((0,nt._)`${a} !== true`,()=>t.assign(a,r===!0?!0:(0,nt._)`${a} > ${r} ? ${a} : ${r}`)),
mergeValues:(t,r)=>t===!0?!0:Math.max(t,r),resultToName:(t,r)=>t.var("items",r)})};function Uc(t,r){if(r===!0)return t.var("props",!0);let a=t.var("props",(0,nt.
_)`{}`);return r!==void 0&&Ho(t,a,r),a}De.evaluatedPropsToName=Uc;function Ho(t,r,a){Object.keys(a).forEach(n=>t.assign((0,nt._)`${r}${(0,nt.getProperty)(n)}`,!0))}
De.setEvaluated=Ho;var Mc={};function Eg(t,r){return t.scopeValue("func",{ref:r,code:Mc[r.code]||(Mc[r.code]=new qg._Code(r.code))})}De.useFunc=Eg;var Co;(function(t){
t[t.Num=0]="Num",t[t.Str=1]="Str"})(Co||(De.Type=Co={}));function Lg(t,r,a){if(t instanceof nt.Name){let n=r===Co.Num;return a?n?(0,nt._)`"[" + ${t} + "]"`:(0,nt.
_)`"['" + ${t} + "']"`:n?(0,nt._)`"/" + ${t}`:(0,nt._)`"/" + ${t}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,nt.getProperty)(t).toString():"/"+Wo(t)}
De.getErrorPath=Lg;function Jc(t,r,a=t.opts.strictSchema){if(a){if(r=`strict mode: ${r}`,a===!0)throw new Error(r);t.self.logger.warn(r)}}De.checkStrictMode=Jc});var $r=le(Ko=>{"use strict";Object.defineProperty(Ko,"__esModule",{value:!0});var kt=Je(),Mg={data:new kt.Name("data"),valCxt:new kt.Name("valCxt"),instancePath:new kt.
Name("instancePath"),parentData:new kt.Name("parentData"),parentDataProperty:new kt.Name("parentDataProperty"),rootData:new kt.Name("rootData"),dynamicAnchors:new kt.
Name("dynamicAnchors"),vErrors:new kt.Name("vErrors"),errors:new kt.Name("errors"),this:new kt.Name("this"),self:new kt.Name("self"),scope:new kt.Name("scope"),
json:new kt.Name("json"),jsonPos:new kt.Name("jsonPos"),jsonLen:new kt.Name("jsonLen"),jsonPart:new kt.Name("jsonPart")};Ko.default=Mg});var ja=le(Pt=>{"use strict";Object.defineProperty(Pt,"__esModule",{value:!0});Pt.extendErrors=Pt.resetErrorsCount=Pt.reportExtraError=Pt.reportError=Pt.keyword$DataError=
Pt.keywordError=void 0;var Be=Je(),Rn=Ke(),At=$r();Pt.keywordError={message:({keyword:t})=>(0,Be.str)`must pass "${t}" keyword validation`};Pt.keyword$DataError=
{message:({keyword:t,schemaType:r})=>r?(0,Be.str)`"${t}" keyword must be ${r} ($data)`:(0,Be.str)`"${t}" keyword is invalid ($data)`};function Fg(t,r=Pt.keywordError,a,n){
let{it:i}=t,{gen:o,compositeRule:e,allErrors:s}=i,m=Wc(t,r,a);n??(e||s)?Dc(o,m):Cc(i,(0,Be._)`[${m}]`)}Pt.reportError=Fg;function Vg(t,r=Pt.keywordError,a){let{
it:n}=t,{gen:i,compositeRule:o,allErrors:e}=n,s=Wc(t,r,a);Dc(i,s),o||e||Cc(n,At.default.vErrors)}Pt.reportExtraError=Vg;function zg(t,r){t.assign(At.default.errors,
r),t.if((0,Be._)`${At.default.vErrors} !== null`,()=>t.if(r,()=>t.assign((0,Be._)`${At.default.vErrors}.length`,r),()=>t.assign(At.default.vErrors,null)))}Pt.resetErrorsCount=
zg;function Ug({gen:t,keyword:r,schemaValue:a,data:n,errsCount:i,it:o}){if(i===void 0)throw new Error("ajv implementation error");let e=t.name("err");t.forRange(
"i",i,At.default.errors,s=>{t.const(e,(0,Be._)`${At.default.vErrors}[${s}]`),t.if((0,Be._)`${e}.instancePath === undefined`,()=>t.assign((0,Be._)`${e}.instancePath`,
(0,Be.strConcat)(At.default.instancePath,o.errorPath))),t.assign((0,Be._)`${e}.schemaPath`,(0,Be.str)`${o.errSchemaPath}/${r}`),o.opts.verbose&&(t.assign((0,Be.
_)`${e}.schema`,a),t.assign((0,Be._)`${e}.data`,n))})}Pt.extendErrors=Ug;function Dc(t,r){let a=t.const("err",r);t.if((0,Be._)`${At.default.vErrors} === null`,()=>t.
assign(At.default.vErrors,(0,Be._)`[${a}]`),(0,Be._)`${At.default.vErrors}.push(${a})`),t.code((0,Be._)`${At.default.errors}++`)}function Cc(t,r){let{gen:a,validateName:n,
schemaEnv:i}=t;i.$async?a.throw((0,Be._)`new ${t.ValidationError}(${r})`):(a.assign((0,Be._)`${n}.errors`,r),a.return(!1))}var ss={keyword:new Be.Name("keyword"),
schemaPath:new Be.Name("schemaPath"),params:new Be.Name("params"),propertyName:new Be.Name("propertyName"),message:new Be.Name("message"),schema:new Be.Name("sc\
hema"),parentSchema:new Be.Name("parentSchema")};function Wc(t,r,a){let{createErrors:n}=t.it;return n===!1?(0,Be._)`{}`:Jg(t,r,a)}function Jg(t,r,a={}){let{gen:n,
it:i}=t,o=[Dg(i,a),Cg(t,a)];return Wg(t,r,o),n.object(...o)}function Dg({errorPath:t},{instancePath:r}){let a=r?(0,Be.str)`${t}${(0,Rn.getErrorPath)(r,Rn.Type.Str)}`:
t;return[At.default.instancePath,(0,Be.strConcat)(At.default.instancePath,a)]}function Cg({keyword:t,it:{errSchemaPath:r}},{schemaPath:a,parentSchema:n}){let i=n?
r:(0,Be.str)`${r}/${t}`;return a&&(i=(0,Be.str)`${i}${(0,Rn.getErrorPath)(a,Rn.Type.Str)}`),[ss.schemaPath,i]}function Wg(t,{params:r,message:a},n){let{keyword:i,
data:o,schemaValue:e,it:s}=t,{opts:m,propertyName:f,topSchemaRef:u,schemaPath:g}=s;n.push([ss.keyword,i],[ss.params,typeof r=="function"?r(t):r||(0,Be._)`{}`]),
m.messages&&n.push([ss.message,typeof a=="function"?a(t):a]),m.verbose&&n.push([ss.schema,e],[ss.parentSchema,(0,Be._)`${u}${g}`],[At.default.data,o]),f&&n.push(
[ss.propertyName,f])}});var Kc=le(Es=>{"use strict";Object.defineProperty(Es,"__esModule",{value:!0});Es.boolOrEmptySchema=Es.topBoolOrEmptySchema=void 0;var Hg=ja(),Kg=Je(),Bg=$r(),Gg={
message:"boolean schema is false"};function Zg(t){let{gen:r,schema:a,validateName:n}=t;a===!1?Hc(t,!1):typeof a=="object"&&a.$async===!0?r.return(Bg.default.data):
(r.assign((0,Kg._)`${n}.errors`,null),r.return(!0))}Es.topBoolOrEmptySchema=Zg;function Qg(t,r){let{gen:a,schema:n}=t;n===!1?(a.var(r,!1),Hc(t)):a.var(r,!0)}Es.
boolOrEmptySchema=Qg;function Hc(t,r){let{gen:a,data:n}=t,i={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:t};(0,Hg.reportError)(
i,Gg,void 0,r)}});var Bo=le(Ls=>{"use strict";Object.defineProperty(Ls,"__esModule",{value:!0});Ls.getRules=Ls.isJSONType=void 0;var Xg=["string","number","integer","boolean","nu\
ll","object","array"],Yg=new Set(Xg);function eb(t){return typeof t=="string"&&Yg.has(t)}Ls.isJSONType=eb;function tb(){let t={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...t,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},t.number,
t.string,t.array,t.object],post:{rules:[]},all:{},keywords:{}}}Ls.getRules=tb});var Go=le(Lr=>{"use strict";Object.defineProperty(Lr,"__esModule",{value:!0});Lr.shouldUseRule=Lr.shouldUseGroup=Lr.schemaHasRulesForType=void 0;function rb({schema:t,
self:r},a){let n=r.RULES.types[a];return n&&n!==!0&&Bc(t,n)}Lr.schemaHasRulesForType=rb;function Bc(t,r){return r.rules.some(a=>Gc(t,a))}Lr.shouldUseGroup=Bc;function Gc(t,r){
var a;return t[r.keyword]!==void 0||((a=r.definition.implements)===null||a===void 0?void 0:a.some(n=>t[n]!==void 0))}Lr.shouldUseRule=Gc});var Aa=le($t=>{"use strict";Object.defineProperty($t,"__esModule",{value:!0});$t.reportTypeError=$t.checkDataTypes=$t.checkDataType=$t.coerceAndCheckDataType=$t.
getJSONTypes=$t.getSchemaTypes=$t.DataType=void 0;var sb=Bo(),ab=Go(),nb=ja(),Ve=Je(),Zc=Ke(),Ms;(function(t){t[t.Correct=0]="Correct",t[t.Wrong=1]="Wrong"})(Ms||
($t.DataType=Ms={}));function ib(t){let r=Qc(t.type);if(r.includes("null")){if(t.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!r.
length&&t.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');t.nullable===!0&&r.push("null")}return r}$t.getSchemaTypes=ib;function Qc(t){
let r=Array.isArray(t)?t:t?[t]:[];if(r.every(sb.isJSONType))return r;throw new Error("type must be JSONType or JSONType[]: "+r.join(","))}$t.getJSONTypes=Qc;function ob(t,r){
let{gen:a,data:n,opts:i}=t,o=pb(r,i.coerceTypes),e=r.length>0&&!(o.length===0&&r.length===1&&(0,ab.schemaHasRulesForType)(t,r[0]));if(e){let s=Qo(r,n,i.strictNumbers,
Ms.Wrong);a.if(s,()=>{o.length?db(t,r,o):Xo(t)})}return e}$t.coerceAndCheckDataType=ob;var Xc=new Set(["string","number","integer","boolean","null"]);function pb(t,r){
return r?t.filter(a=>Xc.has(a)||r==="array"&&a==="array"):[]}function db(t,r,a){let{gen:n,data:i,opts:o}=t,e=n.let("dataType",(0,Ve._)`typeof ${i}`),s=n.let("co\
erced",(0,Ve._)`undefined`);o.coerceTypes==="array"&&n.if((0,Ve._)`${e} == 'object' && Array.isArray(${i}) && ${i}.length == 1`,()=>n.assign(i,(0,Ve._)`${i}[0]`).
assign(e,(0,Ve._)`typeof ${i}`).if(Qo(r,i,o.strictNumbers),()=>n.assign(s,i))),n.if((0,Ve._)`${s} !== undefined`);for(let f of a)(Xc.has(f)||f==="array"&&o.coerceTypes===
"array")&&m(f);n.else(),Xo(t),n.endIf(),n.if((0,Ve._)`${s} !== undefined`,()=>{n.assign(i,s),cb(t,s)});function m(f){switch(f){case"string":n.elseIf((0,Ve._)`${e} == "number" || ${e} == "boolean"`).
assign(s,(0,Ve._)`"" + ${i}`).elseIf((0,Ve._)`${i} === null`).assign(s,(0,Ve._)`""`);return;case"number":n.elseIf((0,Ve._)`${e} == "boolean" || ${i} === null
              || (${e} == "string" && ${i} && ${i} == +${i})`).assign(s,(0,Ve._)`+${i}`);return;case"integer":n.elseIf((0,Ve._)`${e} === "boolean" || ${i} === null
              || (${e} === "string" && ${i} && ${i} == +${i} && !(${i} % 1))`).assign(s,(0,Ve._)`+${i}`);return;case"boolean":n.elseIf((0,Ve._)`${i} === "false" || ${i} === 0 || ${i} === null`).
assign(s,!1).elseIf((0,Ve._)`${i} === "true" || ${i} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Ve._)`${i} === "" || ${i} === 0 || ${i} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Ve._)`${e} === "string" || ${e} === "number"
              || ${e} === "boolean" || ${i} === null`).assign(s,(0,Ve._)`[${i}]`)}}}function cb({gen:t,parentData:r,parentDataProperty:a},n){t.if((0,Ve._)`${r} !== undefined`,
()=>t.assign((0,Ve._)`${r}[${a}]`,n))}function Zo(t,r,a,n=Ms.Correct){let i=n===Ms.Correct?Ve.operators.EQ:Ve.operators.NEQ,o;switch(t){case"null":return(0,Ve._)`${r} ${i} null`;case"\
array":o=(0,Ve._)`Array.isArray(${r})`;break;case"object":o=(0,Ve._)`${r} && typeof ${r} == "object" && !Array.isArray(${r})`;break;case"integer":o=e((0,Ve._)`!(${r} % 1) && !isNaN(${r})`);
break;case"number":o=e();break;default:return(0,Ve._)`typeof ${r} ${i} ${t}`}return n===Ms.Correct?o:(0,Ve.not)(o);function e(s=Ve.nil){return(0,Ve.and)((0,Ve._)`typeof ${r} == "number"`,
s,a?(0,Ve._)`isFinite(${r})`:Ve.nil)}}$t.checkDataType=Zo;function Qo(t,r,a,n){if(t.length===1)return Zo(t[0],r,a,n);let i,o=(0,Zc.toHash)(t);if(o.array&&o.object){
let e=(0,Ve._)`typeof ${r} != "object"`;i=o.null?e:(0,Ve._)`!${r} || ${e}`,delete o.null,delete o.array,delete o.object}else i=Ve.nil;o.number&&delete o.integer;
for(let e in o)i=(0,Ve.and)(i,Zo(e,r,a,n));return i}$t.checkDataTypes=Qo;var mb={message:({schema:t})=>`must be ${t}`,params:({schema:t,schemaValue:r})=>typeof t==
"string"?(0,Ve._)`{type: ${t}}`:(0,Ve._)`{type: ${r}}`};function Xo(t){let r=lb(t);(0,nb.reportError)(r,mb)}$t.reportTypeError=Xo;function lb(t){let{gen:r,data:a,
schema:n}=t,i=(0,Zc.schemaRefOrVal)(t,n,"type");return{gen:r,keyword:"type",data:a,schema:n.type,schemaCode:i,schemaValue:i,parentSchema:n,params:{},it:t}}});var em=le(In=>{"use strict";Object.defineProperty(In,"__esModule",{value:!0});In.assignDefaults=void 0;var Fs=Je(),ub=Ke();function hb(t,r){let{properties:a,items:n}=t.
schema;if(r==="object"&&a)for(let i in a)Yc(t,i,a[i].default);else r==="array"&&Array.isArray(n)&&n.forEach((i,o)=>Yc(t,o,i.default))}In.assignDefaults=hb;function Yc(t,r,a){
let{gen:n,compositeRule:i,data:o,opts:e}=t;if(a===void 0)return;let s=(0,Fs._)`${o}${(0,Fs.getProperty)(r)}`;if(i){(0,ub.checkStrictMode)(t,`default is ignored \
for: ${s}`);return}let m=(0,Fs._)`${s} === undefined`;e.useDefaults==="empty"&&(m=(0,Fs._)`${m} || ${s} === null || ${s} === ""`),n.if(m,(0,Fs._)`${s} = ${(0,Fs.
stringify)(a)}`)}});var Wt=le(et=>{"use strict";Object.defineProperty(et,"__esModule",{value:!0});et.validateUnion=et.validateArray=et.usePattern=et.callValidateCode=et.schemaProperties=
et.allSchemaProperties=et.noPropertyInData=et.propertyInData=et.isOwnProperty=et.hasPropFunc=et.reportMissingProp=et.checkMissingProp=et.checkReportMissingProp=
void 0;var pt=Je(),Yo=Ke(),Mr=$r(),fb=Ke();function yb(t,r){let{gen:a,data:n,it:i}=t;a.if(tp(a,n,r,i.opts.ownProperties),()=>{t.setParams({missingProperty:(0,pt.
_)`${r}`},!0),t.error()})}et.checkReportMissingProp=yb;function gb({gen:t,data:r,it:{opts:a}},n,i){return(0,pt.or)(...n.map(o=>(0,pt.and)(tp(t,r,o,a.ownProperties),
(0,pt._)`${i} = ${o}`)))}et.checkMissingProp=gb;function bb(t,r){t.setParams({missingProperty:r},!0),t.error()}et.reportMissingProp=bb;function tm(t){return t.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,pt._)`Object.prototype.hasOwnProperty`})}et.hasPropFunc=tm;function ep(t,r,a){return(0,pt._)`${tm(t)}.call(${r}, ${a})`}
et.isOwnProperty=ep;function wb(t,r,a,n){let i=(0,pt._)`${r}${(0,pt.getProperty)(a)} !== undefined`;return n?(0,pt._)`${i} && ${ep(t,r,a)}`:i}et.propertyInData=
wb;function tp(t,r,a,n){let i=(0,pt._)`${r}${(0,pt.getProperty)(a)} === undefined`;return n?(0,pt.or)(i,(0,pt.not)(ep(t,r,a))):i}et.noPropertyInData=tp;function rm(t){
return t?Object.keys(t).filter(r=>r!=="__proto__"):[]}et.allSchemaProperties=rm;function vb(t,r){return rm(r).filter(a=>!(0,Yo.alwaysValidSchema)(t,r[a]))}et.schemaProperties=
vb;function kb({schemaCode:t,data:r,it:{gen:a,topSchemaRef:n,schemaPath:i,errorPath:o},it:e},s,m,f){let u=f?(0,pt._)`${t}, ${r}, ${n}${i}`:r,g=[[Mr.default.instancePath,
(0,pt.strConcat)(Mr.default.instancePath,o)],[Mr.default.parentData,e.parentData],[Mr.default.parentDataProperty,e.parentDataProperty],[Mr.default.rootData,Mr.default.
rootData]];e.opts.dynamicRef&&g.push([Mr.default.dynamicAnchors,Mr.default.dynamicAnchors]);let _=(0,pt._)`${u}, ${a.object(...g)}`;return m!==pt.nil?(0,pt._)`${s}.call(${m}, ${_})`:
(0,pt._)`${s}(${_})`}et.callValidateCode=kb;var Pb=(0,pt._)`new RegExp`;function $b({gen:t,it:{opts:r}},a){let n=r.unicodeRegExp?"u":"",{regExp:i}=r.code,o=i(a,
n);return t.scopeValue("pattern",{key:o.toString(),ref:o,code:(0,pt._)`${i.code==="new RegExp"?Pb:(0,fb.useFunc)(t,i)}(${a}, ${n})`})}et.usePattern=$b;function Sb(t){
let{gen:r,data:a,keyword:n,it:i}=t,o=r.name("valid");if(i.allErrors){let s=r.let("valid",!0);return e(()=>r.assign(s,!1)),s}return r.var(o,!0),e(()=>r.break()),
o;function e(s){let m=r.const("len",(0,pt._)`${a}.length`);r.forRange("i",0,m,f=>{t.subschema({keyword:n,dataProp:f,dataPropType:Yo.Type.Num},o),r.if((0,pt.not)(
o),s)})}}et.validateArray=Sb;function _b(t){let{gen:r,schema:a,keyword:n,it:i}=t;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(m=>(0,Yo.
alwaysValidSchema)(i,m))&&!i.opts.unevaluated)return;let e=r.let("valid",!1),s=r.name("_valid");r.block(()=>a.forEach((m,f)=>{let u=t.subschema({keyword:n,schemaProp:f,
compositeRule:!0},s);r.assign(e,(0,pt._)`${e} || ${s}`),t.mergeValidEvaluated(u,s)||r.if((0,pt.not)(e))})),t.result(e,()=>t.reset(),()=>t.error(!0))}et.validateUnion=
_b});var nm=le(mr=>{"use strict";Object.defineProperty(mr,"__esModule",{value:!0});mr.validateKeywordUsage=mr.validSchemaType=mr.funcKeywordCode=mr.macroKeywordCode=
void 0;var Tt=Je(),as=$r(),xb=Wt(),qb=ja();function Ob(t,r){let{gen:a,keyword:n,schema:i,parentSchema:o,it:e}=t,s=r.macro.call(e.self,i,o,e),m=am(a,n,s);e.opts.
validateSchema!==!1&&e.self.validateSchema(s,!0);let f=a.name("valid");t.subschema({schema:s,schemaPath:Tt.nil,errSchemaPath:`${e.errSchemaPath}/${n}`,topSchemaRef:m,
compositeRule:!0},f),t.pass(f,()=>t.error(!0))}mr.macroKeywordCode=Ob;function jb(t,r){var a;let{gen:n,keyword:i,schema:o,parentSchema:e,$data:s,it:m}=t;Tb(m,r);
let f=!s&&r.compile?r.compile.call(m.self,o,e,m):r.validate,u=am(n,i,f),g=n.let("valid");t.block$data(g,_),t.ok((a=r.valid)!==null&&a!==void 0?a:g);function _(){
if(r.errors===!1)q(),r.modifying&&sm(t),L(()=>t.error());else{let V=r.async?O():I();r.modifying&&sm(t),L(()=>Ab(t,V))}}function O(){let V=n.let("ruleErrs",null);
return n.try(()=>q((0,Tt._)`await `),ue=>n.assign(g,!1).if((0,Tt._)`${ue} instanceof ${m.ValidationError}`,()=>n.assign(V,(0,Tt._)`${ue}.errors`),()=>n.throw(ue))),
V}function I(){let V=(0,Tt._)`${u}.errors`;return n.assign(V,null),q(Tt.nil),V}function q(V=r.async?(0,Tt._)`await `:Tt.nil){let ue=m.opts.passContext?as.default.
this:as.default.self,Z=!("compile"in r&&!s||r.schema===!1);n.assign(g,(0,Tt._)`${V}${(0,xb.callValidateCode)(t,u,ue,Z)}`,r.modifying)}function L(V){var ue;n.if(
(0,Tt.not)((ue=r.valid)!==null&&ue!==void 0?ue:g),V)}}mr.funcKeywordCode=jb;function sm(t){let{gen:r,data:a,it:n}=t;r.if(n.parentData,()=>r.assign(a,(0,Tt._)`${n.
parentData}[${n.parentDataProperty}]`))}function Ab(t,r){let{gen:a}=t;a.if((0,Tt._)`Array.isArray(${r})`,()=>{a.assign(as.default.vErrors,(0,Tt._)`${as.default.
vErrors} === null ? ${r} : ${as.default.vErrors}.concat(${r})`).assign(as.default.errors,(0,Tt._)`${as.default.vErrors}.length`),(0,qb.extendErrors)(t)},()=>t.error())}
function Tb({schemaEnv:t},r){if(r.async&&!t.$async)throw new Error("async keyword in sync schema")}function am(t,r,a){if(a===void 0)throw new Error(`keyword "${r}\
" failed to compile`);return t.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Tt.stringify)(a)})}function Nb(t,r,a=!1){return!r.length||r.some(
n=>n==="array"?Array.isArray(t):n==="object"?t&&typeof t=="object"&&!Array.isArray(t):typeof t==n||a&&typeof t>"u")}mr.validSchemaType=Nb;function Rb({schema:t,
opts:r,self:a,errSchemaPath:n},i,o){if(Array.isArray(i.keyword)?!i.keyword.includes(o):i.keyword!==o)throw new Error("ajv implementation error");let e=i.dependencies;
if(e?.some(s=>!Object.prototype.hasOwnProperty.call(t,s)))throw new Error(`parent schema must have dependencies of ${o}: ${e.join(",")}`);if(i.validateSchema&&!i.
validateSchema(t[o])){let m=`keyword "${o}" value is invalid at path "${n}": `+a.errorsText(i.validateSchema.errors);if(r.validateSchema==="log")a.logger.error(
m);else throw new Error(m)}}mr.validateKeywordUsage=Rb});var om=le(Fr=>{"use strict";Object.defineProperty(Fr,"__esModule",{value:!0});Fr.extendSubschemaMode=Fr.extendSubschemaData=Fr.getSubschema=void 0;var lr=Je(),im=Ke();
function Ib(t,{keyword:r,schemaProp:a,schema:n,schemaPath:i,errSchemaPath:o,topSchemaRef:e}){if(r!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(r!==void 0){let s=t.schema[r];return a===void 0?{schema:s,schemaPath:(0,lr._)`${t.schemaPath}${(0,lr.getProperty)(r)}`,errSchemaPath:`${t.
errSchemaPath}/${r}`}:{schema:s[a],schemaPath:(0,lr._)`${t.schemaPath}${(0,lr.getProperty)(r)}${(0,lr.getProperty)(a)}`,errSchemaPath:`${t.errSchemaPath}/${r}/${(0,im.
escapeFragment)(a)}`}}if(n!==void 0){if(i===void 0||o===void 0||e===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:i,topSchemaRef:e,errSchemaPath:o}}throw new Error('either "keyword" or "schema" must be passed')}Fr.getSubschema=Ib;function Eb(t,r,{
dataProp:a,dataPropType:n,data:i,dataTypes:o,propertyName:e}){if(i!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=r;if(a!==void 0){let{errorPath:f,dataPathArr:u,opts:g}=r,_=s.let("data",(0,lr._)`${r.data}${(0,lr.getProperty)(a)}`,!0);m(_),t.errorPath=(0,lr.str)`${f}${(0,im.
getErrorPath)(a,n,g.jsPropertySyntax)}`,t.parentDataProperty=(0,lr._)`${a}`,t.dataPathArr=[...u,t.parentDataProperty]}if(i!==void 0){let f=i instanceof lr.Name?
i:s.let("data",i,!0);m(f),e!==void 0&&(t.propertyName=e)}o&&(t.dataTypes=o);function m(f){t.data=f,t.dataLevel=r.dataLevel+1,t.dataTypes=[],r.definedProperties=
new Set,t.parentData=r.data,t.dataNames=[...r.dataNames,f]}}Fr.extendSubschemaData=Eb;function Lb(t,{jtdDiscriminator:r,jtdMetadata:a,compositeRule:n,createErrors:i,
allErrors:o}){n!==void 0&&(t.compositeRule=n),i!==void 0&&(t.createErrors=i),o!==void 0&&(t.allErrors=o),t.jtdDiscriminator=r,t.jtdMetadata=a}Fr.extendSubschemaMode=
Lb});var dm=le((k_,pm)=>{"use strict";var Vr=pm.exports=function(t,r,a){typeof r=="function"&&(a=r,r={}),a=r.cb||a;var n=typeof a=="function"?a:a.pre||function(){},i=a.
post||function(){};En(r,n,i,t,"",t)};Vr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Vr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Vr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Vr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function En(t,r,a,n,i,o,e,s,m,f){if(n&&typeof n=="object"&&!Array.isArray(n)){r(n,i,o,
e,s,m,f);for(var u in n){var g=n[u];if(Array.isArray(g)){if(u in Vr.arrayKeywords)for(var _=0;_<g.length;_++)En(t,r,a,g[_],i+"/"+u+"/"+_,o,i,u,n,_)}else if(u in
Vr.propsKeywords){if(g&&typeof g=="object")for(var O in g)En(t,r,a,g[O],i+"/"+u+"/"+Mb(O),o,i,u,n,O)}else(u in Vr.keywords||t.allKeys&&!(u in Vr.skipKeywords))&&
En(t,r,a,g,i+"/"+u,o,i,u,n)}a(n,i,o,e,s,m,f)}}function Mb(t){return t.replace(/~/g,"~0").replace(/\//g,"~1")}});var Ta=le(Et=>{"use strict";Object.defineProperty(Et,"__esModule",{value:!0});Et.getSchemaRefs=Et.resolveUrl=Et.normalizeId=Et._getFullPath=Et.getFullPath=Et.inlineRef=
void 0;var Fb=Ke(),Vb=fo(),zb=dm(),Ub=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Jb(t,r=!0){return typeof t=="boolean"?!0:r===!0?!rp(t):r?cm(t)<=r:!1}Et.inlineRef=Jb;var Db=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function rp(t){for(let r in t){if(Db.has(r))return!0;let a=t[r];if(Array.isArray(a)&&
a.some(rp)||typeof a=="object"&&rp(a))return!0}return!1}function cm(t){let r=0;for(let a in t){if(a==="$ref")return 1/0;if(r++,!Ub.has(a)&&(typeof t[a]=="object"&&
(0,Fb.eachItem)(t[a],n=>r+=cm(n)),r===1/0))return 1/0}return r}function mm(t,r="",a){a!==!1&&(r=Vs(r));let n=t.parse(r);return lm(t,n)}Et.getFullPath=mm;function lm(t,r){
return t.serialize(r).split("#")[0]+"#"}Et._getFullPath=lm;var Cb=/#\/?$/;function Vs(t){return t?t.replace(Cb,""):""}Et.normalizeId=Vs;function Wb(t,r,a){return a=
Vs(a),t.resolve(r,a)}Et.resolveUrl=Wb;var Hb=/^[a-z_][-a-z0-9._]*$/i;function Kb(t,r){if(typeof t=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,i=Vs(
t[a]||r),o={"":i},e=mm(n,i,!1),s={},m=new Set;return zb(t,{allKeys:!0},(g,_,O,I)=>{if(I===void 0)return;let q=e+_,L=o[I];typeof g[a]=="string"&&(L=V.call(this,g[a])),
ue.call(this,g.$anchor),ue.call(this,g.$dynamicAnchor),o[_]=L;function V(Z){let G=this.opts.uriResolver.resolve;if(Z=Vs(L?G(L,Z):Z),m.has(Z))throw u(Z);m.add(Z);
let z=this.refs[Z];return typeof z=="string"&&(z=this.refs[z]),typeof z=="object"?f(g,z.schema,Z):Z!==Vs(q)&&(Z[0]==="#"?(f(g,s[Z],Z),s[Z]=g):this.refs[Z]=q),Z}
function ue(Z){if(typeof Z=="string"){if(!Hb.test(Z))throw new Error(`invalid anchor "${Z}"`);V.call(this,`#${Z}`)}}}),s;function f(g,_,O){if(_!==void 0&&!Vb(g,
_))throw u(O)}function u(g){return new Error(`reference "${g}" resolves to more than one schema`)}}Et.getSchemaRefs=Kb});var Ia=le(zr=>{"use strict";Object.defineProperty(zr,"__esModule",{value:!0});zr.getData=zr.KeywordCxt=zr.validateFunctionCode=void 0;var gm=Kc(),um=Aa(),ap=Go(),
Ln=Aa(),Bb=em(),Ra=nm(),sp=om(),$e=Je(),Ae=$r(),Gb=Ta(),Sr=Ke(),Na=ja();function Zb(t){if(vm(t)&&(km(t),wm(t))){Yb(t);return}bm(t,()=>(0,gm.topBoolOrEmptySchema)(
t))}zr.validateFunctionCode=Zb;function bm({gen:t,validateName:r,schema:a,schemaEnv:n,opts:i},o){i.code.es5?t.func(r,(0,$e._)`${Ae.default.data}, ${Ae.default.valCxt}`,
n.$async,()=>{t.code((0,$e._)`"use strict"; ${hm(a,i)}`),Xb(t,i),t.code(o)}):t.func(r,(0,$e._)`${Ae.default.data}, ${Qb(i)}`,n.$async,()=>t.code(hm(a,i)).code(o))}
function Qb(t){return(0,$e._)`{${Ae.default.instancePath}="", ${Ae.default.parentData}, ${Ae.default.parentDataProperty}, ${Ae.default.rootData}=${Ae.default.data}${t.
dynamicRef?(0,$e._)`, ${Ae.default.dynamicAnchors}={}`:$e.nil}}={}`}function Xb(t,r){t.if(Ae.default.valCxt,()=>{t.var(Ae.default.instancePath,(0,$e._)`${Ae.default.
valCxt}.${Ae.default.instancePath}`),t.var(Ae.default.parentData,(0,$e._)`${Ae.default.valCxt}.${Ae.default.parentData}`),t.var(Ae.default.parentDataProperty,(0,$e.
_)`${Ae.default.valCxt}.${Ae.default.parentDataProperty}`),t.var(Ae.default.rootData,(0,$e._)`${Ae.default.valCxt}.${Ae.default.rootData}`),r.dynamicRef&&t.var(
Ae.default.dynamicAnchors,(0,$e._)`${Ae.default.valCxt}.${Ae.default.dynamicAnchors}`)},()=>{t.var(Ae.default.instancePath,(0,$e._)`""`),t.var(Ae.default.parentData,
(0,$e._)`undefined`),t.var(Ae.default.parentDataProperty,(0,$e._)`undefined`),t.var(Ae.default.rootData,Ae.default.data),r.dynamicRef&&t.var(Ae.default.dynamicAnchors,
(0,$e._)`{}`)})}function Yb(t){let{schema:r,opts:a,gen:n}=t;bm(t,()=>{a.$comment&&r.$comment&&$m(t),aw(t),n.let(Ae.default.vErrors,null),n.let(Ae.default.errors,
0),a.unevaluated&&ew(t),Pm(t),ow(t)})}function ew(t){let{gen:r,validateName:a}=t;t.evaluated=r.const("evaluated",(0,$e._)`${a}.evaluated`),r.if((0,$e._)`${t.evaluated}.dynamicProps`,
()=>r.assign((0,$e._)`${t.evaluated}.props`,(0,$e._)`undefined`)),r.if((0,$e._)`${t.evaluated}.dynamicItems`,()=>r.assign((0,$e._)`${t.evaluated}.items`,(0,$e._)`undefined`))}
function hm(t,r){let a=typeof t=="object"&&t[r.schemaId];return a&&(r.code.source||r.code.process)?(0,$e._)`/*# sourceURL=${a} */`:$e.nil}function tw(t,r){if(vm(
t)&&(km(t),wm(t))){rw(t,r);return}(0,gm.boolOrEmptySchema)(t,r)}function wm({schema:t,self:r}){if(typeof t=="boolean")return!t;for(let a in t)if(r.RULES.all[a])
return!0;return!1}function vm(t){return typeof t.schema!="boolean"}function rw(t,r){let{schema:a,gen:n,opts:i}=t;i.$comment&&a.$comment&&$m(t),nw(t),iw(t);let o=n.
const("_errs",Ae.default.errors);Pm(t,o),n.var(r,(0,$e._)`${o} === ${Ae.default.errors}`)}function km(t){(0,Sr.checkUnknownRules)(t),sw(t)}function Pm(t,r){if(t.
opts.jtd)return fm(t,[],!1,r);let a=(0,um.getSchemaTypes)(t.schema),n=(0,um.coerceAndCheckDataType)(t,a);fm(t,a,!n,r)}function sw(t){let{schema:r,errSchemaPath:a,
opts:n,self:i}=t;r.$ref&&n.ignoreKeywordsWithRef&&(0,Sr.schemaHasRulesButRef)(r,i.RULES)&&i.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function aw(t){
let{schema:r,opts:a}=t;r.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Sr.checkStrictMode)(t,"default is ignored in the schema root")}function nw(t){let r=t.
schema[t.opts.schemaId];r&&(t.baseId=(0,Gb.resolveUrl)(t.opts.uriResolver,t.baseId,r))}function iw(t){if(t.schema.$async&&!t.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function $m({gen:t,schemaEnv:r,schema:a,errSchemaPath:n,opts:i}){let o=a.$comment;if(i.$comment===!0)t.code((0,$e._)`${Ae.default.self}.logger.log(${o})`);else if(typeof i.
$comment=="function"){let e=(0,$e.str)`${n}/$comment`,s=t.scopeValue("root",{ref:r.root});t.code((0,$e._)`${Ae.default.self}.opts.$comment(${o}, ${e}, ${s}.schema)`)}}
function ow(t){let{gen:r,schemaEnv:a,validateName:n,ValidationError:i,opts:o}=t;a.$async?r.if((0,$e._)`${Ae.default.errors} === 0`,()=>r.return(Ae.default.data),
()=>r.throw((0,$e._)`new ${i}(${Ae.default.vErrors})`)):(r.assign((0,$e._)`${n}.errors`,Ae.default.vErrors),o.unevaluated&&pw(t),r.return((0,$e._)`${Ae.default.
errors} === 0`))}function pw({gen:t,evaluated:r,props:a,items:n}){a instanceof $e.Name&&t.assign((0,$e._)`${r}.props`,a),n instanceof $e.Name&&t.assign((0,$e._)`${r}.items`,
n)}function fm(t,r,a,n){let{gen:i,schema:o,data:e,allErrors:s,opts:m,self:f}=t,{RULES:u}=f;if(o.$ref&&(m.ignoreKeywordsWithRef||!(0,Sr.schemaHasRulesButRef)(o,u))){
i.block(()=>_m(t,"$ref",u.all.$ref.definition));return}m.jtd||dw(t,r),i.block(()=>{for(let _ of u.rules)g(_);g(u.post)});function g(_){(0,ap.shouldUseGroup)(o,_)&&
(_.type?(i.if((0,Ln.checkDataType)(_.type,e,m.strictNumbers)),ym(t,_),r.length===1&&r[0]===_.type&&a&&(i.else(),(0,Ln.reportTypeError)(t)),i.endIf()):ym(t,_),s||
i.if((0,$e._)`${Ae.default.errors} === ${n||0}`))}}function ym(t,r){let{gen:a,schema:n,opts:{useDefaults:i}}=t;i&&(0,Bb.assignDefaults)(t,r.type),a.block(()=>{for(let o of r.
rules)(0,ap.shouldUseRule)(n,o)&&_m(t,o.keyword,o.definition,r.type)})}function dw(t,r){t.schemaEnv.meta||!t.opts.strictTypes||(cw(t,r),t.opts.allowUnionTypes||
mw(t,r),lw(t,t.dataTypes))}function cw(t,r){if(r.length){if(!t.dataTypes.length){t.dataTypes=r;return}r.forEach(a=>{Sm(t.dataTypes,a)||np(t,`type "${a}" not all\
owed by context "${t.dataTypes.join(",")}"`)}),hw(t,r)}}function mw(t,r){r.length>1&&!(r.length===2&&r.includes("null"))&&np(t,"use allowUnionTypes to allow uni\
on type keyword")}function lw(t,r){let a=t.self.RULES.all;for(let n in a){let i=a[n];if(typeof i=="object"&&(0,ap.shouldUseRule)(t.schema,i)){let{type:o}=i.definition;
o.length&&!o.some(e=>uw(r,e))&&np(t,`missing type "${o.join(",")}" for keyword "${n}"`)}}}function uw(t,r){return t.includes(r)||r==="number"&&t.includes("integ\
er")}function Sm(t,r){return t.includes(r)||r==="integer"&&t.includes("number")}function hw(t,r){let a=[];for(let n of t.dataTypes)Sm(r,n)?a.push(n):r.includes(
"integer")&&n==="number"&&a.push("integer");t.dataTypes=a}function np(t,r){let a=t.schemaEnv.baseId+t.errSchemaPath;r+=` at "${a}" (strictTypes)`,(0,Sr.checkStrictMode)(
t,r,t.opts.strictTypes)}var Mn=class{constructor(r,a,n){if((0,Ra.validateKeywordUsage)(r,a,n),this.gen=r.gen,this.allErrors=r.allErrors,this.keyword=n,this.data=
r.data,this.schema=r.schema[n],this.$data=a.$data&&r.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Sr.schemaRefOrVal)(r,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=r.schema,this.params={},this.it=r,this.def=a,this.$data)this.schemaCode=r.gen.const("vSchema",xm(this.$data,r));else if(this.
schemaCode=this.schemaValue,!(0,Ra.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=r.gen.const("_errs",Ae.default.errors))}result(r,a,n){this.failResult((0,$e.not)(r),a,n)}failResult(r,a,n){
this.gen.if(r),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(r,a){this.failResult(
(0,$e.not)(r),void 0,a)}fail(r){if(r===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(r),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(r){if(!this.$data)return this.fail(r);let{schemaCode:a}=this;this.fail((0,$e._)`${a} !== undefined && (${(0,$e.or)(this.invalid$data(),r)})`)}error(r,a,n){
if(a){this.setParams(a),this._error(r,n),this.setParams({});return}this._error(r,n)}_error(r,a){(r?Na.reportExtraError:Na.reportError)(this,this.def.error,a)}$dataError(){
(0,Na.reportError)(this,this.def.$dataError||Na.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Na.resetErrorsCount)(this.gen,this.errsCount)}ok(r){this.allErrors||this.gen.if(r)}setParams(r,a){a?Object.assign(this.params,r):this.params=r}block$data(r,a,n=$e.
nil){this.gen.block(()=>{this.check$data(r,n),a()})}check$data(r=$e.nil,a=$e.nil){if(!this.$data)return;let{gen:n,schemaCode:i,schemaType:o,def:e}=this;n.if((0,$e.
or)((0,$e._)`${i} === undefined`,a)),r!==$e.nil&&n.assign(r,!0),(o.length||e.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),r!==$e.nil&&n.assign(
r,!1)),n.else()}invalid$data(){let{gen:r,schemaCode:a,schemaType:n,def:i,it:o}=this;return(0,$e.or)(e(),s());function e(){if(n.length){if(!(a instanceof $e.Name))
throw new Error("ajv implementation error");let m=Array.isArray(n)?n:[n];return(0,$e._)`${(0,Ln.checkDataTypes)(m,a,o.opts.strictNumbers,Ln.DataType.Wrong)}`}return $e.
nil}function s(){if(i.validateSchema){let m=r.scopeValue("validate$data",{ref:i.validateSchema});return(0,$e._)`!${m}(${a})`}return $e.nil}}subschema(r,a){let n=(0,sp.
getSubschema)(this.it,r);(0,sp.extendSubschemaData)(n,this.it,r),(0,sp.extendSubschemaMode)(n,r);let i={...this.it,...n,items:void 0,props:void 0};return tw(i,a),
i}mergeEvaluated(r,a){let{it:n,gen:i}=this;n.opts.unevaluated&&(n.props!==!0&&r.props!==void 0&&(n.props=Sr.mergeEvaluated.props(i,r.props,n.props,a)),n.items!==
!0&&r.items!==void 0&&(n.items=Sr.mergeEvaluated.items(i,r.items,n.items,a)))}mergeValidEvaluated(r,a){let{it:n,gen:i}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return i.if(a,()=>this.mergeEvaluated(r,$e.Name)),!0}};zr.KeywordCxt=Mn;function _m(t,r,a,n){let i=new Mn(t,a,r);"code"in a?a.code(i,n):i.$data&&a.
validate?(0,Ra.funcKeywordCode)(i,a):"macro"in a?(0,Ra.macroKeywordCode)(i,a):(a.compile||a.validate)&&(0,Ra.funcKeywordCode)(i,a)}var fw=/^\/(?:[^~]|~0|~1)*$/,
yw=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function xm(t,{dataLevel:r,dataNames:a,dataPathArr:n}){let i,o;if(t==="")return Ae.default.rootData;if(t[0]==="/"){if(!fw.
test(t))throw new Error(`Invalid JSON-pointer: ${t}`);i=t,o=Ae.default.rootData}else{let f=yw.exec(t);if(!f)throw new Error(`Invalid JSON-pointer: ${t}`);let u=+f[1];
if(i=f[2],i==="#"){if(u>=r)throw new Error(m("property/index",u));return n[r-u]}if(u>r)throw new Error(m("data",u));if(o=a[r-u],!i)return o}let e=o,s=i.split("/");
for(let f of s)f&&(o=(0,$e._)`${o}${(0,$e.getProperty)((0,Sr.unescapeJsonPointer)(f))}`,e=(0,$e._)`${e} && ${o}`);return e;function m(f,u){return`Cannot access ${f}\
 ${u} levels up, current level is ${r}`}}zr.getData=xm});var Fn=le(op=>{"use strict";Object.defineProperty(op,"__esModule",{value:!0});var ip=class extends Error{constructor(r){super("validation failed"),this.errors=r,
this.ajv=this.validation=!0}};op.default=ip});var Ea=le(cp=>{"use strict";Object.defineProperty(cp,"__esModule",{value:!0});var pp=Ta(),dp=class extends Error{constructor(r,a,n,i){super(i||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,pp.resolveUrl)(r,a,n),this.missingSchema=(0,pp.normalizeId)((0,pp.getFullPath)(r,this.missingRef))}};cp.default=dp});var zn=le(Ht=>{"use strict";Object.defineProperty(Ht,"__esModule",{value:!0});Ht.resolveSchema=Ht.getCompilingSchema=Ht.resolveRef=Ht.compileSchema=Ht.SchemaEnv=
void 0;var er=Je(),gw=Fn(),ns=$r(),tr=Ta(),qm=Ke(),bw=Ia(),zs=class{constructor(r){var a;this.refs={},this.dynamicAnchors={};let n;typeof r.schema=="object"&&(n=
r.schema),this.schema=r.schema,this.schemaId=r.schemaId,this.root=r.root||this,this.baseId=(a=r.baseId)!==null&&a!==void 0?a:(0,tr.normalizeId)(n?.[r.schemaId||
"$id"]),this.schemaPath=r.schemaPath,this.localRefs=r.localRefs,this.meta=r.meta,this.$async=n?.$async,this.refs={}}};Ht.SchemaEnv=zs;function lp(t){let r=Om.call(
this,t);if(r)return r;let a=(0,tr.getFullPath)(this.opts.uriResolver,t.root.baseId),{es5:n,lines:i}=this.opts.code,{ownProperties:o}=this.opts,e=new er.CodeGen(
this.scope,{es5:n,lines:i,ownProperties:o}),s;t.$async&&(s=e.scopeValue("Error",{ref:gw.default,code:(0,er._)`require("ajv/dist/runtime/validation_error").default`}));
let m=e.scopeName("validate");t.validateName=m;let f={gen:e,allErrors:this.opts.allErrors,data:ns.default.data,parentData:ns.default.parentData,parentDataProperty:ns.
default.parentDataProperty,dataNames:[ns.default.data],dataPathArr:[er.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:e.scopeValue("schema",
this.opts.code.source===!0?{ref:t.schema,code:(0,er.stringify)(t.schema)}:{ref:t.schema}),validateName:m,ValidationError:s,schema:t.schema,schemaEnv:t,rootId:a,
baseId:t.baseId||a,schemaPath:er.nil,errSchemaPath:t.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,er._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(t),(0,bw.validateFunctionCode)(f),e.optimize(this.opts.code.optimize);let g=e.toString();u=`${e.scopeRefs(ns.default.scope)}return ${g}`,this.opts.code.process&&
(u=this.opts.code.process(u,t));let O=new Function(`${ns.default.self}`,`${ns.default.scope}`,u)(this,this.scope.get());if(this.scope.value(m,{ref:O}),O.errors=
null,O.schema=t.schema,O.schemaEnv=t,t.$async&&(O.$async=!0),this.opts.code.source===!0&&(O.source={validateName:m,validateCode:g,scopeValues:e._values}),this.opts.
unevaluated){let{props:I,items:q}=f;O.evaluated={props:I instanceof er.Name?void 0:I,items:q instanceof er.Name?void 0:q,dynamicProps:I instanceof er.Name,dynamicItems:q instanceof
er.Name},O.source&&(O.source.evaluated=(0,er.stringify)(O.evaluated))}return t.validate=O,t}catch(g){throw delete t.validate,delete t.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),g}finally{this._compilations.delete(t)}}Ht.compileSchema=lp;function ww(t,r,a){var n;a=(0,tr.resolveUrl)(this.
opts.uriResolver,r,a);let i=t.refs[a];if(i)return i;let o=Pw.call(this,t,a);if(o===void 0){let e=(n=t.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;e&&(o=new zs({schema:e,schemaId:s,root:t,baseId:r}))}if(o!==void 0)return t.refs[a]=vw.call(this,o)}Ht.resolveRef=ww;function vw(t){return(0,tr.inlineRef)(
t.schema,this.opts.inlineRefs)?t.schema:t.validate?t:lp.call(this,t)}function Om(t){for(let r of this._compilations)if(kw(r,t))return r}Ht.getCompilingSchema=Om;
function kw(t,r){return t.schema===r.schema&&t.root===r.root&&t.baseId===r.baseId}function Pw(t,r){let a;for(;typeof(a=this.refs[r])=="string";)r=a;return a||this.
schemas[r]||Vn.call(this,t,r)}function Vn(t,r){let a=this.opts.uriResolver.parse(r),n=(0,tr._getFullPath)(this.opts.uriResolver,a),i=(0,tr.getFullPath)(this.opts.
uriResolver,t.baseId,void 0);if(Object.keys(t.schema).length>0&&n===i)return mp.call(this,a,t);let o=(0,tr.normalizeId)(n),e=this.refs[o]||this.schemas[o];if(typeof e==
"string"){let s=Vn.call(this,t,e);return typeof s?.schema!="object"?void 0:mp.call(this,a,s)}if(typeof e?.schema=="object"){if(e.validate||lp.call(this,e),o===(0,tr.
normalizeId)(r)){let{schema:s}=e,{schemaId:m}=this.opts,f=s[m];return f&&(i=(0,tr.resolveUrl)(this.opts.uriResolver,i,f)),new zs({schema:s,schemaId:m,root:t,baseId:i})}
return mp.call(this,a,e)}}Ht.resolveSchema=Vn;var $w=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function mp(t,{baseId:r,schema:a,
root:n}){var i;if(((i=t.fragment)===null||i===void 0?void 0:i[0])!=="/")return;for(let s of t.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let m=a[(0,qm.
unescapeFragment)(s)];if(m===void 0)return;a=m;let f=typeof a=="object"&&a[this.opts.schemaId];!$w.has(s)&&f&&(r=(0,tr.resolveUrl)(this.opts.uriResolver,r,f))}let o;
if(typeof a!="boolean"&&a.$ref&&!(0,qm.schemaHasRulesButRef)(a,this.RULES)){let s=(0,tr.resolveUrl)(this.opts.uriResolver,r,a.$ref);o=Vn.call(this,n,s)}let{schemaId:e}=this.
opts;if(o=o||new zs({schema:a,schemaId:e,root:n,baseId:r}),o.schema!==o.root.schema)return o}});var jm=le((q_,Sw)=>{Sw.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var bp=le((O_,Mm)=>{"use strict";var _w=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),hp=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),xw=RegExp.prototype.test.bind(/^\d*$/u),is=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),fp=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Tm=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),yp=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),qw=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Lt=new Array(256);{let t="0123456789ABCDEF";for(let r=0;r<
256;r++)Lt[r]="%"+t[r>>4]+t[r&15]}function St(t){return t<2048?Lt[192|t>>6]+Lt[128|t&63]:t<65536?Lt[224|t>>12]+Lt[128|t>>6&63]+Lt[128|t&63]:Lt[240|t>>18]+Lt[128|
t>>12&63]+Lt[128|t>>6&63]+Lt[128|t&63]}function Ow(t){let r="",a=0,n=0;for(n=0;n<t.length;n++)if(a=t[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";r+=t[n];break}for(n+=1;n<t.length;n++){if(a=t[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";r+=t[n]}return r}var jw=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Aw=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Tw=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Nw=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Rw(t){if(t.length===0)return!1;for(let r=0;r<t.length;r++)if(!Tw(t[r])){if(t[r]==="%"&&r+2<
t.length&&is(t.slice(r+1,r+3))){r+=2;continue}return!1}return!0}function Am(t){let r=-1,a=0,n=-1,i=0;for(let s=0;s<t.length;s++)t[s]==="0"?(n===-1&&(n=s),i++,i>
a&&(a=i,r=n)):(n=-1,i=0);if(a<2)return t.join(":");let o=t.slice(0,r).join(":"),e=t.slice(r+a).join(":");return o+"::"+e}function Iw(t){let r=t.indexOf("::");if(r!==
-1&&t.indexOf("::",r+1)!==-1)return;let a=r===-1?t.split(":"):t.slice(0,r).split(":"),n=r===-1?[]:t.slice(r+2).split(":");r!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let i=a.concat(n),o=0;for(let s=0;s<i.length;s++){let m=i[s];if(m==="")return;if(m.indexOf(".")!==-1){if(s!==i.length-
1||r!==-1&&n.length===0||!hp(m))return;o+=2;continue}if(!jw(m))return;i[s]=parseInt(m,16).toString(16),o++}if(r===-1)return o!==8?void 0:Am(i);if(o>=8)return;let e=i.
slice(0,a.length);for(let s=o;s<8;s++)e.push("0");for(let s=a.length;s<i.length;s++)e.push(i[s]);return Am(e)}function up(t){let r=t[0]==="["&&t[t.length-1]==="\
]";if((t[0]==="["||t[t.length-1]==="]")&&!r)return{host:t,isIPV6:!1,error:!0};let n=r?t.slice(1,-1):t;if(r&&Aw(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(Ew(n,":")<2)return{host:t,isIPV6:!1,error:r};let i="",o=n.indexOf("%");if(o!==-1){let s=n.slice(o,o+3).toLowerCase()==="%25"?3:1;if(i=
n.slice(o+s),!Rw(i))return{host:t,isIPV6:!1,error:!0};n=n.slice(0,o)}let e=Iw(n);return e===void 0?{host:t,isIPV6:!1,error:!0}:{host:e+(i?"%"+i:""),escapedHost:e+
(i?"%25"+i:""),isIPV6:!0}}function Ew(t,r){let a=0;for(let n=0;n<t.length;n++)t[n]===r&&a++;return a}function Nm(t){let r=t,a=[],n=-1,i=0;for(;i=r.length;){if(i===
1){if(r===".")break;if(r==="/"){a.push("/");break}else{a.push(r);break}}else if(i===2){if(r[0]==="."){if(r[1]===".")break;if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]===
"/"&&(r[1]==="."||r[1]==="/")){a.push("/");break}}else if(i===3&&r==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(r[0]==="."){if(r[1]==="."){if(r[2]==="/"){
r=r.slice(3);continue}}else if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]==="/"&&r[1]==="."){if(r[2]==="/"){r=r.slice(2);continue}else if(r[2]==="."&&r[3]===
"/"){r=r.slice(3),a.length!==0&&a.pop();continue}}if((n=r.indexOf("/",1))===-1){a.push(r);break}else a.push(r.slice(0,n)),r=r.slice(n)}return a.join("")}function Lw(t){
if(t===""||t[0]==="/")return Nm(t);let r=t.split("/"),a=r.length-1,n=[],i=!1;for(let o=0;o<=a;o++){let e=r[o];e==="."||e===".."?(e===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),i=o===a):n.push(e)}return i&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Mw={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Fw=/[@/?#:]/g,Vw=/[@/?#]/g;function Rm(t,r){let a=r?Vw:Fw;return a.lastIndex=0,t.replace(a,n=>Mw[n])}
function Im(t,r=!1){if(t.indexOf("%")===-1)return t;let a="";for(let n=0;n<t.length;n++){if(t[n]==="%"&&n+2<t.length){let i=t.slice(n+1,n+3);if(is(i)){let o=i.toUpperCase(),
e=String.fromCharCode(parseInt(o,16));r&&fp(e)?a+=e:a+="%"+o,n+=2;continue}}a+=t[n]}return a}function zw(t){let r="";for(let a=0;a<t.length;a++){let n=t[a];if(n===
"%"&&a+2<t.length){let i=t.slice(a+1,a+3);if(is(i)){let o=i.toUpperCase(),e=String.fromCharCode(parseInt(o,16));e!=="."&&fp(e)?r+=e:r+="%"+o,a+=2;continue}}if(Tm(
n))r+=n;else{let i=t.charCodeAt(a);if(i<128)r+=Lm(i)?n:Lt[i];else if(i<55296||i>57343)r+=St(i);else if(i<=56319&&a+1<t.length){let o=t.charCodeAt(a+1);o>=56320&&
o<=57343?(r+=St(65536+(i-55296<<10)+(o-56320)),a++):r+=St(65533)}else r+=St(65533)}}return r}function Uw(t,r=!1){let a="",n=r&&t[0]!=="/";for(let i=0;i<t.length;i++){
let o=t[i];if(o==="%"&&i+2<t.length){let e=t.slice(i+1,i+3);if(is(e)){a+="%"+e.toUpperCase(),i+=2;continue}}if(o==="/"&&(n=!1),Tm(o)&&(o!==":"||!n))a+=o;else{let e=t.
charCodeAt(i);if(e<128)a+=Lt[e];else if(e<55296||e>57343)a+=St(e);else if(e<=56319&&i+1<t.length){let s=t.charCodeAt(i+1);s>=56320&&s<=57343?(a+=St(65536+(e-55296<<
10)+(s-56320)),i++):a+=St(65533)}else a+=St(65533)}}return a}function gp(t,r){let a="";for(let n=0;n<t.length;n++){let i=t[n];if(i==="%"&&n+2<t.length){let o=t.
slice(n+1,n+3);if(is(o)){a+="%"+o.toUpperCase(),n+=2;continue}}if(r(i))a+=i;else{let o=t.charCodeAt(n);if(o<128)a+=Lt[o];else if(o<55296||o>57343)a+=St(o);else if(o<=
56319&&n+1<t.length){let e=t.charCodeAt(n+1);e>=56320&&e<=57343?(a+=St(65536+(o-55296<<10)+(e-56320)),n++):a+=St(65533)}else a+=St(65533)}}return a}function Em(t){
return gp(t,qw)}function Jw(t){return gp(t,yp)}function Dw(t){return gp(t,yp)}function Lm(t){return t>=48&&t<=57||t>=65&&t<=90||t>=97&&t<=122||t===42||t===43||t===
45||t===46||t===47||t===64||t===95}function Cw(t){let r="";for(let a=0;a<t.length;a++){let n=t[a];if(n==="%"&&a+2<t.length){let i=t.slice(a+1,a+3);if(is(i)){let o=i.
toUpperCase(),e=String.fromCharCode(parseInt(o,16));fp(e)?r+=e:r+="%"+o,a+=2;continue}}if(yp(n))r+=n;else{let i=t.charCodeAt(a);if(i<128)r+=Lm(i)?n:Lt[i];else if(i<
55296||i>57343)r+=St(i);else if(i<=56319&&a+1<t.length){let o=t.charCodeAt(a+1);o>=56320&&o<=57343?(r+=St(65536+(i-55296<<10)+(o-56320)),a++):r+=St(65533)}else r+=
St(65533)}}return r}function Ww(t){let r="";for(let a=0;a<t.length;a++){if(t[a]==="%"&&a+2<t.length){let n=t.slice(a+1,a+3);if(is(n)){r+="%"+n.toUpperCase(),a+=
2;continue}}r+=escape(t[a])}return r}function Hw(t){let r=[];if(t.userinfo!==void 0&&(r.push(Em(t.userinfo)),r.push("@")),t.host!==void 0){let a=t.host;if(!hp(a)){
let n=up(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Im(a,!0),n=up(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Rm(a,!1)}r.push(a)}if(typeof t.port==
"number"||typeof t.port=="string"){let a=String(t.port);if(!xw(a))throw new TypeError("URI port is malformed.");r.push(":"),r.push(a)}return r.length?r.join(""):
void 0}Mm.exports={nonSimpleDomain:Nw,recomposeAuthority:Hw,reescapeHostDelimiters:Rm,normalizePercentEncoding:Im,normalizePathEncoding:zw,serializePathEncoding:Uw,
normalizeQueryFragmentEncoding:Cw,encodeUserinfo:Em,encodeQuery:Jw,encodeFragment:Dw,escapePreservingEscapes:Ww,removeDotSegments:Nm,removeDotSegmentsRelative:Lw,
isIPv4:hp,isUUID:_w,normalizeIPv6:up,stringArrayToHexStripped:Ow}});var Jm=le((j_,Um)=>{"use strict";var{isUUID:Kw}=bp(),Bw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Gw=["http","https","ws","wss","ur\
n","urn:uuid"];function Zw(t){return Gw.indexOf(t)!==-1}function wp(t){return t.secure===!0?!0:t.secure===!1?!1:t.scheme?t.scheme.length===3&&(t.scheme[0]==="w"||
t.scheme[0]==="W")&&(t.scheme[1]==="s"||t.scheme[1]==="S")&&(t.scheme[2]==="s"||t.scheme[2]==="S"):!1}function Fm(t){return t.host||(t.error=t.error||"HTTP URIs\
 must have a host."),t}function Vm(t){let r=String(t.scheme).toLowerCase()==="https";return(t.port===(r?443:80)||t.port==="")&&(t.port=void 0),t.path||(t.path="\
/"),t}function Qw(t){return t.secure=wp(t),t.resourceName=(t.path||"/")+(t.query?"?"+t.query:""),t.path=void 0,t.query=void 0,t}function Xw(t){if((t.port===(wp(
t)?443:80)||t.port==="")&&(t.port=void 0),typeof t.secure=="boolean"&&(t.scheme=t.secure?"wss":"ws",t.secure=void 0),t.resourceName){let r=t.resourceName.indexOf(
"?"),a=r===-1?t.resourceName:t.resourceName.slice(0,r);t.path=a&&a!=="/"?a:void 0,t.query=r===-1?void 0:t.resourceName.slice(r+1),t.resourceName=void 0}return t.
fragment=void 0,t}function Yw(t,r){if(!t.path)return t.error="URN can not be parsed",t;let a=t.path.match(Bw);if(a&&a[0]===t.path){let n=r.scheme||t.scheme||"ur\
n";t.nid=a[1].toLowerCase(),t.nss=a[2];let i=`${n}:${r.nid||t.nid}`,o=vp(i);t.path=void 0,o&&(t=o.parse(t,r))}else t.error=t.error||"URN can not be parsed.";return t}
function ev(t,r){if(t.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=r.scheme||t.scheme||"urn",n=t.nid.toLowerCase(),i=`${a}:${r.nid||
n}`,o=vp(i);o&&(t=o.serialize(t,r));let e=t,s=t.nss;return e.path=`${n||r.nid}:${s}`,r.skipEscape=!0,e}function tv(t,r){let a=t;return a.uuid=a.nss,a.nss=void 0,
!r.tolerant&&(!a.uuid||!Kw(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function rv(t){let r=t;return r.nss=(t.uuid||"").toLowerCase(),r}var zm={scheme:"\
http",domainHost:!0,parse:Fm,serialize:Vm},sv={scheme:"https",domainHost:zm.domainHost,parse:Fm,serialize:Vm},Un={scheme:"ws",domainHost:!0,parse:Qw,serialize:Xw},
av={scheme:"wss",domainHost:Un.domainHost,parse:Un.parse,serialize:Un.serialize},nv={scheme:"urn",parse:Yw,serialize:ev,skipNormalize:!0},iv={scheme:"urn:uuid",
parse:tv,serialize:rv,skipNormalize:!0},Jn={http:zm,https:sv,ws:Un,wss:av,urn:nv,"urn:uuid":iv};Object.setPrototypeOf(Jn,null);function vp(t){return t&&(Jn[t]||
Jn[t.toLowerCase()])||void 0}Um.exports={wsIsSecure:wp,SCHEMES:Jn,isValidSchemeName:Zw,getSchemeHandler:vp}});var sl=le((A_,Kn)=>{"use strict";var{normalizeIPv6:Km,removeDotSegments:Ma,removeDotSegmentsRelative:Bm,recomposeAuthority:ov,normalizePercentEncoding:kp,normalizePathEncoding:pv,
serializePathEncoding:Dm,normalizeQueryFragmentEncoding:Cm,encodeQuery:dv,encodeFragment:cv,reescapeHostDelimiters:mv,isIPv4:Gm,nonSimpleDomain:lv}=bp(),{SCHEMES:Zm,
getSchemeHandler:Pp}=Jm(),Qm=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Xm="URI scheme is malformed.",Dn="URI host is malformed.",uv=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function Wm(t){
let r=String(t);if(!Qm.test(r))throw new TypeError(Xm);return r}function hv(t,r){return typeof t=="string"?t=$v(t,r):typeof t=="object"&&(t=Wn(os(t,r),r)),t}function fv(t,r,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:i,malformedAuthorityOrPort:o,malformedPercentEncoding:e,malformedSchemeSpecific:s,malformedHost:m,
malformedScheme:f}=Cn(t,n),{parsed:u,malformedAuthorityOrPort:g,malformedPercentEncoding:_,malformedSchemeSpecific:O,malformedHost:I,malformedScheme:q}=Cn(r,n);
if(o||g||e||_||s||O||m||I||f||q)throw new Error(i.error||u.error||"URI is malformed.");let L=Ym(i,u,n,!0),V=Pp(a&&a.scheme||L.scheme),ue=L.host,Z=ue!==void 0&&ue!==
""&&(Gm(ue)||Km(ue).isIPV6);if(tl(L,a||{},V,Z))throw new Error(Dn);el(L,a||{},V,Z);let G=ue&&ue.indexOf("%")!==-1&&!/\P{ASCII}/u.test(ue);if(L.error&&!G)throw new Error(
L.error);return n.skipEscape=!0,os(L,n)}function Ym(t,r,a,n){let i={};if(n||(t=Wn(os(t,a),a),r=Wn(os(r,a),a)),a=a||{},!a.tolerant&&r.scheme)i.scheme=r.scheme,i.
userinfo=r.userinfo,i.host=r.host,i.port=r.port,i.path=Ma(r.path||""),i.query=r.query;else{if(r.userinfo!==void 0||r.host!==void 0||r.port!==void 0)i.userinfo=r.
userinfo,i.host=r.host,i.port=r.port,i.path=Ma(r.path||""),i.query=r.query;else{if(!r.path)i.path=t.path,r.query!==void 0?i.query=r.query:i.query=t.query;else{if(r.
path[0]==="/")i.path=Ma(r.path);else{let o=t.userinfo!==void 0||t.host!==void 0||t.port!==void 0;o&&!t.path?i.path="/"+r.path:t.path?i.path=t.path.slice(0,t.path.
lastIndexOf("/")+1)+r.path:i.path=r.path,i.path=t.scheme===void 0&&!o&&i.path[0]!=="/"?Bm(i.path):Ma(i.path)}i.query=r.query}i.userinfo=t.userinfo,i.host=t.host,
i.port=t.port}i.scheme=t.scheme}return i.fragment=r.fragment,i}function yv(t,r,a){let n=Hm(t,a),i=Hm(r,a);return n!==void 0&&i!==void 0&&n===i}function os(t,r){
let a={host:t.host,scheme:t.scheme,userinfo:t.userinfo,port:t.port,path:t.path,query:t.query,nid:t.nid,nss:t.nss,uuid:t.uuid,fragment:t.fragment,reference:t.reference,
resourceName:t.resourceName,secure:t.secure,error:""},n=Object.assign({},r),i=[];a.scheme&&(a.scheme=Wm(a.scheme));let o=Pp(n.scheme||a.scheme);o&&o.serialize&&
o.serialize(a,n);let e=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!e,m=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=kp(a.path):a.path=Dm(a.path,m)),n.reference!=="suffix"&&a.scheme&&(a.scheme=Wm(a.scheme),i.push(a.scheme,":"));let f=ov(a);if(f!==void 0&&(n.
reference!=="suffix"&&i.push("//"),i.push(f),a.path&&a.path[0]!=="/"&&i.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!o||!o.absolutePath)&&(u=s&&u[0]!==
"/"?Bm(u):Ma(u)),s&&(u=Dm(u,!0)),f===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),i.push(u)}return a.query!==void 0&&i.push("?",dv(a.query)),a.fragment!==
void 0&&i.push("#",cv(a.fragment)),i.join("")}var gv=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
bv=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,wv=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function vv(t,r){if(r[2]!==void 0&&t.path&&t.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof t.port=="number"&&(t.port<0||t.port>65535))return"URI port is malformed."}function La(t){if(t===void 0)return!1;let r=t.
indexOf("%");for(;r!==-1;){if(r+2>=t.length||!/^[\da-f]{2}$/iu.test(t.slice(r+1,r+3)))return!0;r=t.indexOf("%",r+3)}return!1}function Hn(t){return t[0]==="["&&t[t.
length-1]==="]"}function kv(t){let r=t[4];return La(t[3])||r!==void 0&&!Hn(r)&&La(r)||La(t[6])||La(t[7])||La(t[8])}function el(t,r,a,n){if(tl(t,r,a,n))return t.
error=t.error||Dn,!0;if(!r.unicodeSupport&&(!a||!a.unicodeSupport)&&t.host&&!Hn(t.host)&&(r.domainHost||a&&a.domainHost)&&n===!1&&lv(t.host)){let i;try{i=new URL(
"http://"+t.host)}catch(o){return t.error=t.error||"Host's domain name can not be converted to ASCII: "+o,!0}if(!Pv(i))return t.error=t.error||Dn,!0;t.host=i.hostname}
return!1}function tl(t,r,a,n){return!!(t.host&&n===!1&&!Hn(t.host)&&(r.domainHost||a&&a.domainHost)&&uv.test(t.host))}function Pv(t){return t.username===""&&t.password===
""&&t.port===""&&t.pathname==="/"&&t.search===""&&t.hash===""&&t.hostname!==""}function Cn(t,r){let a=Object.assign({},r),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},i=!1,o=!1,e=!1,s=!1,m=!1,f=!1,u=!1;a.reference==="suffix"&&(a.scheme?t=a.scheme+":"+t:t="//"+t);let g=t.match(
bv);g!==null&&g[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",i=!0);let _=t.match(wv);if(_!==null){let I=_[1],q=I.replace(
/[\t\n\r]/g,"");q.length>=2&&(q.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",i=!0):I.length!==q.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",i=!0))}let O=t.match(gv);if(O){n.scheme=O[1],n.userinfo=O[3],n.host=O[4],n.port=parseInt(O[5],10),
n.path=O[6]||"",n.query=O[7],n.fragment=O[8],n.scheme!==void 0&&(Qm.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Xm,f=!0)),o=kv(O),o&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=O[5]);let I=vv(n,O);if(I!==void 0&&(n.error=n.error||I,i=!0),n.host)if(Gm(n.host)===
!1){let V=Hn(n.host),ue=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,Z=Km(n.host);u=Z.isIPV6||Z.isIPVFuture===!0,m=ue&&(!V||Z.error===!0),n.host=u?Z.host:
Z.host.toLowerCase(),m&&(n.error=n.error||Dn,i=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let q=Pp(a.scheme||n.scheme);if(m||(s=el(n,a,q,u)),t.indexOf("%")!==
-1&&n.host!==void 0&&!m){let L=u?n.host:kp(n.host,!0);u||(L=kp(L.toLowerCase())),n.host=u||a.scheme!=="null"?mv(L,u):L}(!q||q&&!q.skipNormalize)&&(n.path&&(n.path=
pv(n.path)),n.query&&(n.query=Cm(n.query)),n.fragment&&(n.fragment=Cm(n.fragment))),q&&q.parse&&(q.parse(n,a),q===Zm.urn&&n.nid===void 0&&(e=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:i,malformedPercentEncoding:o,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:f}}
function Wn(t,r){return Cn(t,r).parsed}function $v(t,r){return rl(t,r).normalized}function rl(t,r){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:i,
malformedSchemeSpecific:o,malformedHost:e,malformedScheme:s}=Cn(t,r);return{normalized:n||i||o||e||s?t:os(a,r),malformedAuthorityOrPort:n,malformedPercentEncoding:i,
malformedSchemeSpecific:o,malformedHost:e,malformedScheme:s}}function Hm(t,r){if(typeof t!="string"&&typeof t!="object")return;let a;try{a=typeof t=="string"?t:
os(t,r)}catch{return}let{normalized:n,malformedAuthorityOrPort:i,malformedPercentEncoding:o,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:m}=rl(a,r);
return i||o||e||s||m?void 0:n}var $p={SCHEMES:Zm,normalize:hv,resolve:fv,resolveComponent:Ym,equal:yv,serialize:os,parse:Wn};Kn.exports=$p;Kn.exports.default=$p;
Kn.exports.fastUri=$p});var nl=le(Sp=>{"use strict";Object.defineProperty(Sp,"__esModule",{value:!0});var al=sl();al.code='require("ajv/dist/runtime/uri").default';Sp.default=al});var ul=le(wt=>{"use strict";Object.defineProperty(wt,"__esModule",{value:!0});wt.CodeGen=wt.Name=wt.nil=wt.stringify=wt.str=wt._=wt.KeywordCxt=void 0;var Sv=Ia();
Object.defineProperty(wt,"KeywordCxt",{enumerable:!0,get:function(){return Sv.KeywordCxt}});var Us=Je();Object.defineProperty(wt,"_",{enumerable:!0,get:function(){
return Us._}});Object.defineProperty(wt,"str",{enumerable:!0,get:function(){return Us.str}});Object.defineProperty(wt,"stringify",{enumerable:!0,get:function(){
return Us.stringify}});Object.defineProperty(wt,"nil",{enumerable:!0,get:function(){return Us.nil}});Object.defineProperty(wt,"Name",{enumerable:!0,get:function(){
return Us.Name}});Object.defineProperty(wt,"CodeGen",{enumerable:!0,get:function(){return Us.CodeGen}});var _v=Fn(),cl=Ea(),xv=Bo(),Fa=zn(),qv=Je(),Va=Ta(),Bn=Aa(),
xp=Ke(),il=jm(),Ov=nl(),ml=(t,r)=>new RegExp(t,r);ml.code="new RegExp";var jv=["removeAdditional","useDefaults","coerceTypes"],Av=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Tv={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Nv={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},ol=200;function Rv(t){
var r,a,n,i,o,e,s,m,f,u,g,_,O,I,q,L,V,ue,Z,G,z,ve,ye,Qe,M;let ie=t.strict,qe=(r=t.code)===null||r===void 0?void 0:r.optimize,Xe=qe===!0||qe===void 0?1:qe||0,ne=(n=
(a=t.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:ml,T=(i=t.uriResolver)!==null&&i!==void 0?i:Ov.default;return{strictSchema:(e=(o=t.strictSchema)!==
null&&o!==void 0?o:ie)!==null&&e!==void 0?e:!0,strictNumbers:(m=(s=t.strictNumbers)!==null&&s!==void 0?s:ie)!==null&&m!==void 0?m:!0,strictTypes:(u=(f=t.strictTypes)!==
null&&f!==void 0?f:ie)!==null&&u!==void 0?u:"log",strictTuples:(_=(g=t.strictTuples)!==null&&g!==void 0?g:ie)!==null&&_!==void 0?_:"log",strictRequired:(I=(O=t.
strictRequired)!==null&&O!==void 0?O:ie)!==null&&I!==void 0?I:!1,code:t.code?{...t.code,optimize:Xe,regExp:ne}:{optimize:Xe,regExp:ne},loopRequired:(q=t.loopRequired)!==
null&&q!==void 0?q:ol,loopEnum:(L=t.loopEnum)!==null&&L!==void 0?L:ol,meta:(V=t.meta)!==null&&V!==void 0?V:!0,messages:(ue=t.messages)!==null&&ue!==void 0?ue:!0,
inlineRefs:(Z=t.inlineRefs)!==null&&Z!==void 0?Z:!0,schemaId:(G=t.schemaId)!==null&&G!==void 0?G:"$id",addUsedSchema:(z=t.addUsedSchema)!==null&&z!==void 0?z:!0,
validateSchema:(ve=t.validateSchema)!==null&&ve!==void 0?ve:!0,validateFormats:(ye=t.validateFormats)!==null&&ye!==void 0?ye:!0,unicodeRegExp:(Qe=t.unicodeRegExp)!==
null&&Qe!==void 0?Qe:!0,int32range:(M=t.int32range)!==null&&M!==void 0?M:!0,uriResolver:T}}var za=class{constructor(r={}){this.schemas={},this.refs={},this.formats=
Object.create(null),this._compilations=new Set,this._loading={},this._cache=new Map,r=this.opts={...r,...Rv(r)};let{es5:a,lines:n}=this.opts.code;this.scope=new qv.
ValueScope({scope:{},prefixes:Av,es5:a,lines:n}),this.logger=Vv(r.logger);let i=r.validateFormats;r.validateFormats=!1,this.RULES=(0,xv.getRules)(),pl.call(this,
Tv,r,"NOT SUPPORTED"),pl.call(this,Nv,r,"DEPRECATED","warn"),this._metaOpts=Mv.call(this),r.formats&&Ev.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),
r.keywords&&Lv.call(this,r.keywords),typeof r.meta=="object"&&this.addMetaSchema(r.meta),Iv.call(this),r.validateFormats=i}_addVocabularies(){this.addKeyword("$\
async")}_addDefaultMetaSchema(){let{$data:r,meta:a,schemaId:n}=this.opts,i=il;n==="id"&&(i={...il},i.id=i.$id,delete i.$id),a&&r&&this.addMetaSchema(i,i[n],!1)}defaultMeta(){
let{meta:r,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof r=="object"?r[a]||r:void 0}validate(r,a){let n;if(typeof r=="string"){if(n=this.getSchema(r),
!n)throw new Error(`no schema with key or ref "${r}"`)}else n=this.compile(r);let i=n(a);return"$async"in n||(this.errors=n.errors),i}compile(r,a){let n=this._addSchema(
r,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(r,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return i.call(this,r,a);async function i(u,g){await o.call(this,u.$schema);let _=this._addSchema(u,g);return _.validate||e.
call(this,_)}async function o(u){u&&!this.getSchema(u)&&await i.call(this,{$ref:u},!0)}async function e(u){try{return this._compileSchemaEnv(u)}catch(g){if(!(g instanceof
cl.default))throw g;return s.call(this,g),await m.call(this,g.missingSchema),e.call(this,u)}}function s({missingSchema:u,missingRef:g}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${g} cannot be resolved`)}async function m(u){let g=await f.call(this,u);this.refs[u]||await o.call(this,g.$schema),this.refs[u]||
this.addSchema(g,u,a)}async function f(u){let g=this._loading[u];if(g)return g;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(r,a,n,i=this.
opts.validateSchema){if(Array.isArray(r)){for(let e of r)this.addSchema(e,void 0,n,i);return this}let o;if(typeof r=="object"){let{schemaId:e}=this.opts;if(o=r[e],
o!==void 0&&typeof o!="string")throw new Error(`schema ${e} must be string`)}return a=(0,Va.normalizeId)(a||o),this._checkUnique(a),this.schemas[a]=this._addSchema(
r,n,a,i,!0),this}addMetaSchema(r,a,n=this.opts.validateSchema){return this.addSchema(r,a,!0,n),this}validateSchema(r,a){if(typeof r=="boolean")return!0;let n;if(n=
r.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let i=this.validate(n,r);if(!i&&a){let o="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(o);else throw new Error(o)}return i}getSchema(r){let a;for(;typeof(a=dl.call(this,r))=="string";)r=a;if(a===void 0){let{schemaId:n}=this.
opts,i=new Fa.SchemaEnv({schema:{},schemaId:n});if(a=Fa.resolveSchema.call(this,i,r),!a)return;this.refs[r]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(r){
if(r instanceof RegExp)return this._removeAllSchemas(this.schemas,r),this._removeAllSchemas(this.refs,r),this;switch(typeof r){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=dl.call(this,r);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[r],delete this.refs[r],this}case"object":{let a=r;this._cache.delete(a);let n=r[this.opts.schemaId];return n&&(n=(0,Va.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(r){for(let a of r)this.addKeyword(a);return this}addKeyword(r,a){
let n;if(typeof r=="string")n=r,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof r==
"object"&&a===void 0){if(a=r,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Uv.call(this,n,a),!a)return(0,xp.eachItem)(n,o=>_p.call(this,o)),this;Dv.call(this,a);let i={...a,type:(0,Bn.getJSONTypes)(
a.type),schemaType:(0,Bn.getJSONTypes)(a.schemaType)};return(0,xp.eachItem)(n,i.type.length===0?o=>_p.call(this,o,i):o=>i.type.forEach(e=>_p.call(this,o,i,e))),
this}getKeyword(r){let a=this.RULES.all[r];return typeof a=="object"?a.definition:!!a}removeKeyword(r){let{RULES:a}=this;delete a.keywords[r],delete a.all[r];for(let n of a.
rules){let i=n.rules.findIndex(o=>o.keyword===r);i>=0&&n.rules.splice(i,1)}return this}addFormat(r,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[r]=
a,this}errorsText(r=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!r||r.length===0?"No errors":r.map(i=>`${n}${i.instancePath} ${i.message}`).reduce(
(i,o)=>i+a+o)}$dataMetaSchema(r,a){let n=this.RULES.all;r=JSON.parse(JSON.stringify(r));for(let i of a){let o=i.split("/").slice(1),e=r;for(let s of o)e=e[s];for(let s in n){
let m=n[s];if(typeof m!="object")continue;let{$data:f}=m.definition,u=e[s];f&&u&&(e[s]=ll(u))}}return r}_removeAllSchemas(r,a){for(let n in r){let i=r[n];(!a||a.
test(n))&&(typeof i=="string"?delete r[n]:i&&!i.meta&&(this._cache.delete(i.schema),delete r[n]))}}_addSchema(r,a,n,i=this.opts.validateSchema,o=this.opts.addUsedSchema){
let e,{schemaId:s}=this.opts;if(typeof r=="object")e=r[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof r!="boolean")throw new Error(
"schema must be object or boolean")}let m=this._cache.get(r);if(m!==void 0)return m;n=(0,Va.normalizeId)(e||n);let f=Va.getSchemaRefs.call(this,r,n);return m=new Fa.
SchemaEnv({schema:r,schemaId:s,meta:a,baseId:n,localRefs:f}),this._cache.set(m.schema,m),o&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=m),i&&this.
validateSchema(r,!0),m}_checkUnique(r){if(this.schemas[r]||this.refs[r])throw new Error(`schema with key or id "${r}" already exists`)}_compileSchemaEnv(r){if(r.
meta?this._compileMetaSchema(r):Fa.compileSchema.call(this,r),!r.validate)throw new Error("ajv implementation error");return r.validate}_compileMetaSchema(r){let a=this.
opts;this.opts=this._metaOpts;try{Fa.compileSchema.call(this,r)}finally{this.opts=a}}};za.ValidationError=_v.default;za.MissingRefError=cl.default;wt.default=za;
function pl(t,r,a,n="error"){for(let i in t){let o=i;o in r&&this.logger[n](`${a}: option ${i}. ${t[o]}`)}}function dl(t){return t=(0,Va.normalizeId)(t),this.schemas[t]||
this.refs[t]}function Iv(){let t=this.opts.schemas;if(t)if(Array.isArray(t))this.addSchema(t);else for(let r in t)this.addSchema(t[r],r)}function Ev(){for(let t in this.
opts.formats){let r=this.opts.formats[t];r&&this.addFormat(t,r)}}function Lv(t){if(Array.isArray(t)){this.addVocabulary(t);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let r in t){let a=t[r];a.keyword||(a.keyword=r),this.addKeyword(a)}}function Mv(){let t={...this.opts};for(let r of jv)
delete t[r];return t}var Fv={log(){},warn(){},error(){}};function Vv(t){if(t===!1)return Fv;if(t===void 0)return console;if(t.log&&t.warn&&t.error)return t;throw new Error(
"logger must implement log, warn and error methods")}var zv=/^[a-z_$][a-z0-9_$:-]*$/i;function Uv(t,r){let{RULES:a}=this;if((0,xp.eachItem)(t,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!zv.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!r&&r.$data&&!("code"in r||"validate"in r))
throw new Error('$data keyword must have "code" or "validate" function')}function _p(t,r,a){var n;let i=r?.post;if(a&&i)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:o}=this,e=i?o.post:o.rules.find(({type:m})=>m===a);if(e||(e={type:a,rules:[]},o.rules.push(e)),o.keywords[t]=!0,!r)return;let s={
keyword:t,definition:{...r,type:(0,Bn.getJSONTypes)(r.type),schemaType:(0,Bn.getJSONTypes)(r.schemaType)}};r.before?Jv.call(this,e,s,r.before):e.rules.push(s),o.
all[t]=s,(n=r.implements)===null||n===void 0||n.forEach(m=>this.addKeyword(m))}function Jv(t,r,a){let n=t.rules.findIndex(i=>i.keyword===a);n>=0?t.rules.splice(
n,0,r):(t.rules.push(r),this.logger.warn(`rule ${a} is not defined`))}function Dv(t){let{metaSchema:r}=t;r!==void 0&&(t.$data&&this.opts.$data&&(r=ll(r)),t.validateSchema=
this.compile(r,!0))}var Cv={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function ll(t){return{anyOf:[t,Cv]}}});var hl=le(qp=>{"use strict";Object.defineProperty(qp,"__esModule",{value:!0});var Wv={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};qp.default=Wv});var bl=le(ps=>{"use strict";Object.defineProperty(ps,"__esModule",{value:!0});ps.callRef=ps.getValidate=void 0;var Hv=Ea(),fl=Wt(),Mt=Je(),Js=$r(),yl=zn(),Gn=Ke(),
Kv={keyword:"$ref",schemaType:"string",code(t){let{gen:r,schema:a,it:n}=t,{baseId:i,schemaEnv:o,validateName:e,opts:s,self:m}=n,{root:f}=o;if((a==="#"||a==="#/")&&
i===f.baseId)return g();let u=yl.resolveRef.call(m,f,i,a);if(u===void 0)throw new Hv.default(n.opts.uriResolver,i,a);if(u instanceof yl.SchemaEnv)return _(u);return O(
u);function g(){if(o===f)return Zn(t,e,o,o.$async);let I=r.scopeValue("root",{ref:f});return Zn(t,(0,Mt._)`${I}.validate`,f,f.$async)}function _(I){let q=gl(t,I);
Zn(t,q,I,I.$async)}function O(I){let q=r.scopeValue("schema",s.code.source===!0?{ref:I,code:(0,Mt.stringify)(I)}:{ref:I}),L=r.name("valid"),V=t.subschema({schema:I,
dataTypes:[],schemaPath:Mt.nil,topSchemaRef:q,errSchemaPath:a},L);t.mergeEvaluated(V),t.ok(L)}}};function gl(t,r){let{gen:a}=t;return r.validate?a.scopeValue("v\
alidate",{ref:r.validate}):(0,Mt._)`${a.scopeValue("wrapper",{ref:r})}.validate`}ps.getValidate=gl;function Zn(t,r,a,n){let{gen:i,it:o}=t,{allErrors:e,schemaEnv:s,
opts:m}=o,f=m.passContext?Js.default.this:Mt.nil;n?u():g();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let I=i.let("vali\
d");i.try(()=>{i.code((0,Mt._)`await ${(0,fl.callValidateCode)(t,r,f)}`),O(r),e||i.assign(I,!0)},q=>{i.if((0,Mt._)`!(${q} instanceof ${o.ValidationError})`,()=>i.
throw(q)),_(q),e||i.assign(I,!1)}),t.ok(I)}function g(){t.result((0,fl.callValidateCode)(t,r,f),()=>O(r),()=>_(r))}function _(I){let q=(0,Mt._)`${I}.errors`;i.assign(
Js.default.vErrors,(0,Mt._)`${Js.default.vErrors} === null ? ${q} : ${Js.default.vErrors}.concat(${q})`),i.assign(Js.default.errors,(0,Mt._)`${Js.default.vErrors}.length`)}
function O(I){var q;if(!o.opts.unevaluated)return;let L=(q=a?.validate)===null||q===void 0?void 0:q.evaluated;if(o.props!==!0)if(L&&!L.dynamicProps)L.props!==void 0&&
(o.props=Gn.mergeEvaluated.props(i,L.props,o.props));else{let V=i.var("props",(0,Mt._)`${I}.evaluated.props`);o.props=Gn.mergeEvaluated.props(i,V,o.props,Mt.Name)}
if(o.items!==!0)if(L&&!L.dynamicItems)L.items!==void 0&&(o.items=Gn.mergeEvaluated.items(i,L.items,o.items));else{let V=i.var("items",(0,Mt._)`${I}.evaluated.items`);
o.items=Gn.mergeEvaluated.items(i,V,o.items,Mt.Name)}}}ps.callRef=Zn;ps.default=Kv});var wl=le(Op=>{"use strict";Object.defineProperty(Op,"__esModule",{value:!0});var Bv=hl(),Gv=bl(),Zv=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Bv.default,Gv.default];Op.default=Zv});var vl=le(jp=>{"use strict";Object.defineProperty(jp,"__esModule",{value:!0});var Qn=Je(),Ur=Qn.operators,Xn={maximum:{okStr:"<=",ok:Ur.LTE,fail:Ur.GT},minimum:{
okStr:">=",ok:Ur.GTE,fail:Ur.LT},exclusiveMaximum:{okStr:"<",ok:Ur.LT,fail:Ur.GTE},exclusiveMinimum:{okStr:">",ok:Ur.GT,fail:Ur.LTE}},Qv={message:({keyword:t,schemaCode:r})=>(0,Qn.
str)`must be ${Xn[t].okStr} ${r}`,params:({keyword:t,schemaCode:r})=>(0,Qn._)`{comparison: ${Xn[t].okStr}, limit: ${r}}`},Xv={keyword:Object.keys(Xn),type:"numb\
er",schemaType:"number",$data:!0,error:Qv,code(t){let{keyword:r,data:a,schemaCode:n}=t;t.fail$data((0,Qn._)`${a} ${Xn[r].fail} ${n} || isNaN(${a})`)}};jp.default=
Xv});var kl=le(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var Ua=Je(),Yv={message:({schemaCode:t})=>(0,Ua.str)`must be multiple of ${t}`,params:({
schemaCode:t})=>(0,Ua._)`{multipleOf: ${t}}`},e1={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:Yv,code(t){let{gen:r,data:a,schemaCode:n,
it:i}=t,o=i.opts.multipleOfPrecision,e=r.let("res"),s=o?(0,Ua._)`Math.abs(Math.round(${e}) - ${e}) > 1e-${o}`:(0,Ua._)`${e} !== parseInt(${e})`;t.fail$data((0,Ua.
_)`(${n} === 0 || (${e} = ${a}/${n}, ${s}))`)}};Ap.default=e1});var Pl=le(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var ds=Je(),t1=Ke(),r1=ho(),s1={message({keyword:t,schemaCode:r}){let a=t==="maxLe\
ngth"?"more":"fewer";return(0,ds.str)`must NOT have ${a} than ${r} characters`},params:({schemaCode:t})=>(0,ds._)`{limit: ${t}}`},a1={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:s1,code(t){let{keyword:r,data:a,schemaCode:n,it:i}=t,o=r==="maxLength"?ds.operators.GT:ds.operators.LT,
e=i.opts.unicode===!1?(0,ds._)`${a}.length`:(0,ds._)`${(0,t1.useFunc)(t.gen,r1.default)}(${a})`;t.fail$data((0,ds._)`${e} ${o} ${n}`)}};Tp.default=a1});var $l=le(Np=>{"use strict";Object.defineProperty(Np,"__esModule",{value:!0});var n1=Wt(),i1=Ke(),Ds=Je(),o1={message:({schemaCode:t})=>(0,Ds.str)`must match pattern "${t}"`,
params:({schemaCode:t})=>(0,Ds._)`{pattern: ${t}}`},p1={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:o1,code(t){let{gen:r,data:a,$data:n,schema:i,
schemaCode:o,it:e}=t,s=e.opts.unicodeRegExp?"u":"";if(n){let{regExp:m}=e.opts.code,f=m.code==="new RegExp"?(0,Ds._)`new RegExp`:(0,i1.useFunc)(r,m),u=r.let("val\
id");r.try(()=>r.assign(u,(0,Ds._)`${f}(${o}, ${s}).test(${a})`),()=>r.assign(u,!1)),t.fail$data((0,Ds._)`!${u}`)}else{let m=(0,n1.usePattern)(t,i);t.fail$data(
(0,Ds._)`!${m}.test(${a})`)}}};Np.default=p1});var Sl=le(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var Ja=Je(),d1={message({keyword:t,schemaCode:r}){let a=t==="maxProperties"?"more":
"fewer";return(0,Ja.str)`must NOT have ${a} than ${r} properties`},params:({schemaCode:t})=>(0,Ja._)`{limit: ${t}}`},c1={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:d1,code(t){let{keyword:r,data:a,schemaCode:n}=t,i=r==="maxProperties"?Ja.operators.GT:Ja.operators.LT;t.fail$data(
(0,Ja._)`Object.keys(${a}).length ${i} ${n}`)}};Rp.default=c1});var _l=le(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var Da=Wt(),Ca=Je(),m1=Ke(),l1={message:({params:{missingProperty:t}})=>(0,Ca.str)`must have required property '${t}'`,
params:({params:{missingProperty:t}})=>(0,Ca._)`{missingProperty: ${t}}`},u1={keyword:"required",type:"object",schemaType:"array",$data:!0,error:l1,code(t){let{
gen:r,schema:a,schemaCode:n,data:i,$data:o,it:e}=t,{opts:s}=e;if(!o&&a.length===0)return;let m=a.length>=s.loopRequired;if(e.allErrors?f():u(),s.strictRequired){
let O=t.parentSchema.properties,{definedProperties:I}=t.it;for(let q of a)if(O?.[q]===void 0&&!I.has(q)){let L=e.schemaEnv.baseId+e.errSchemaPath,V=`required pr\
operty "${q}" is not defined at "${L}" (strictRequired)`;(0,m1.checkStrictMode)(e,V,e.opts.strictRequired)}}function f(){if(m||o)t.block$data(Ca.nil,g);else for(let O of a)
(0,Da.checkReportMissingProp)(t,O)}function u(){let O=r.let("missing");if(m||o){let I=r.let("valid",!0);t.block$data(I,()=>_(O,I)),t.ok(I)}else r.if((0,Da.checkMissingProp)(
t,a,O)),(0,Da.reportMissingProp)(t,O),r.else()}function g(){r.forOf("prop",n,O=>{t.setParams({missingProperty:O}),r.if((0,Da.noPropertyInData)(r,i,O,s.ownProperties),
()=>t.error())})}function _(O,I){t.setParams({missingProperty:O}),r.forOf(O,n,()=>{r.assign(I,(0,Da.propertyInData)(r,i,O,s.ownProperties)),r.if((0,Ca.not)(I),()=>{
t.error(),r.break()})},Ca.nil)}}};Ip.default=u1});var xl=le(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var Wa=Je(),h1={message({keyword:t,schemaCode:r}){let a=t==="maxItems"?"more":"few\
er";return(0,Wa.str)`must NOT have ${a} than ${r} items`},params:({schemaCode:t})=>(0,Wa._)`{limit: ${t}}`},f1={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:h1,code(t){let{keyword:r,data:a,schemaCode:n}=t,i=r==="maxItems"?Wa.operators.GT:Wa.operators.LT;t.fail$data((0,Wa._)`${a}.length ${i} ${n}`)}};
Ep.default=f1});var ql=le(Mp=>{"use strict";Object.defineProperty(Mp,"__esModule",{value:!0});var Lp=Aa(),vt=Je(),y1=Ke(),g1=ga(),b1={message:({params:{i:t,j:r}})=>(0,vt.str)`must NOT have duplicate items (items ## ${r} and ${t} are identical)`,
params:({params:{i:t,j:r}})=>(0,vt._)`{i: ${t}, j: ${r}}`},w1={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:b1,code(t){let{gen:r,data:a,
$data:n,schema:i,parentSchema:o,schemaCode:e,it:s}=t;if(!n&&!i)return;let m=r.let("valid"),f=o.items?(0,Lp.getSchemaTypes)(o.items):[];t.block$data(m,u,(0,vt._)`${e} === false`),
t.ok(m);function u(){let I=r.let("i",(0,vt._)`${a}.length`),q=r.let("j");t.setParams({i:I,j:q}),r.assign(m,!0),r.if((0,vt._)`${I} > 1`,()=>(g()?_:O)(I,q))}function g(){
return f.length>0&&!f.some(I=>I==="object"||I==="array")}function _(I,q){let L=r.name("item"),V=(0,Lp.checkDataTypes)(f,L,s.opts.strictNumbers,Lp.DataType.Wrong),
ue=r.const("indices",(0,vt._)`{}`);r.for((0,vt._)`;${I}--;`,()=>{r.let(L,(0,vt._)`${a}[${I}]`),r.if(V,(0,vt._)`continue`),f.length>1&&r.if((0,vt._)`typeof ${L} == "string"`,
(0,vt._)`${L} += "_"`),r.if((0,vt._)`typeof ${ue}[${L}] == "number"`,()=>{r.assign(q,(0,vt._)`${ue}[${L}]`),t.error(),r.assign(m,!1).break()}).code((0,vt._)`${ue}[${L}] = ${I}`)})}
function O(I,q){let L=(0,y1.useFunc)(r,g1.default),V=r.name("outer");r.label(V).for((0,vt._)`;${I}--;`,()=>r.for((0,vt._)`${q} = ${I}; ${q}--;`,()=>r.if((0,vt._)`${L}(${a}[${I}], ${a}[${q}])`,
()=>{t.error(),r.assign(m,!1).break(V)})))}}};Mp.default=w1});var Ol=le(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var Fp=Je(),v1=Ke(),k1=ga(),P1={message:"must be equal to constant",params:({schemaCode:t})=>(0,Fp.
_)`{allowedValue: ${t}}`},$1={keyword:"const",$data:!0,error:P1,code(t){let{gen:r,data:a,$data:n,schemaCode:i,schema:o}=t;n||o&&typeof o=="object"?t.fail$data((0,Fp.
_)`!${(0,v1.useFunc)(r,k1.default)}(${a}, ${i})`):t.fail((0,Fp._)`${o} !== ${a}`)}};Vp.default=$1});var jl=le(zp=>{"use strict";Object.defineProperty(zp,"__esModule",{value:!0});var Ha=Je(),S1=Ke(),_1=ga(),x1={message:"must be equal to one of the allowed value\
s",params:({schemaCode:t})=>(0,Ha._)`{allowedValues: ${t}}`},q1={keyword:"enum",schemaType:"array",$data:!0,error:x1,code(t){let{gen:r,data:a,$data:n,schema:i,schemaCode:o,
it:e}=t;if(!n&&i.length===0)throw new Error("enum must have non-empty array");let s=i.length>=e.opts.loopEnum,m,f=()=>m??(m=(0,S1.useFunc)(r,_1.default)),u;if(s||
n)u=r.let("valid"),t.block$data(u,g);else{if(!Array.isArray(i))throw new Error("ajv implementation error");let O=r.const("vSchema",o);u=(0,Ha.or)(...i.map((I,q)=>_(
O,q)))}t.pass(u);function g(){r.assign(u,!1),r.forOf("v",o,O=>r.if((0,Ha._)`${f()}(${a}, ${O})`,()=>r.assign(u,!0).break()))}function _(O,I){let q=i[I];return typeof q==
"object"&&q!==null?(0,Ha._)`${f()}(${a}, ${O}[${I}])`:(0,Ha._)`${a} === ${q}`}}};zp.default=q1});var Al=le(Up=>{"use strict";Object.defineProperty(Up,"__esModule",{value:!0});var O1=vl(),j1=kl(),A1=Pl(),T1=$l(),N1=Sl(),R1=_l(),I1=xl(),E1=ql(),L1=Ol(),M1=jl(),
F1=[O1.default,j1.default,A1.default,T1.default,N1.default,R1.default,I1.default,E1.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},L1.default,M1.default];Up.default=F1});var Dp=le(Ka=>{"use strict";Object.defineProperty(Ka,"__esModule",{value:!0});Ka.validateAdditionalItems=void 0;var cs=Je(),Jp=Ke(),V1={message:({params:{len:t}})=>(0,cs.
str)`must NOT have more than ${t} items`,params:({params:{len:t}})=>(0,cs._)`{limit: ${t}}`},z1={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:V1,code(t){let{parentSchema:r,it:a}=t,{items:n}=r;if(!Array.isArray(n)){(0,Jp.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Tl(t,n)}};function Tl(t,r){let{gen:a,schema:n,data:i,keyword:o,it:e}=t;e.items=!0;let s=a.const("len",(0,cs._)`${i}.length`);
if(n===!1)t.setParams({len:r.length}),t.pass((0,cs._)`${s} <= ${r.length}`);else if(typeof n=="object"&&!(0,Jp.alwaysValidSchema)(e,n)){let f=a.var("valid",(0,cs.
_)`${s} <= ${r.length}`);a.if((0,cs.not)(f),()=>m(f)),t.ok(f)}function m(f){a.forRange("i",r.length,s,u=>{t.subschema({keyword:o,dataProp:u,dataPropType:Jp.Type.
Num},f),e.allErrors||a.if((0,cs.not)(f),()=>a.break())})}}Ka.validateAdditionalItems=Tl;Ka.default=z1});var Cp=le(Ba=>{"use strict";Object.defineProperty(Ba,"__esModule",{value:!0});Ba.validateTuple=void 0;var Nl=Je(),Yn=Ke(),U1=Wt(),J1={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(t){let{schema:r,it:a}=t;if(Array.isArray(r))return Rl(t,"additionalItems",r);a.items=!0,!(0,Yn.
alwaysValidSchema)(a,r)&&t.ok((0,U1.validateArray)(t))}};function Rl(t,r,a=t.schema){let{gen:n,parentSchema:i,data:o,keyword:e,it:s}=t;u(i),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Yn.mergeEvaluated.items(n,a.length,s.items));let m=n.name("valid"),f=n.const("len",(0,Nl._)`${o}.length`);a.forEach((g,_)=>{(0,Yn.
alwaysValidSchema)(s,g)||(n.if((0,Nl._)`${f} > ${_}`,()=>t.subschema({keyword:e,schemaProp:_,dataProp:_},m)),t.ok(m))});function u(g){let{opts:_,errSchemaPath:O}=s,
I=a.length,q=I===g.minItems&&(I===g.maxItems||g[r]===!1);if(_.strictTuples&&!q){let L=`"${e}" is ${I}-tuple, but minItems or maxItems/${r} are not specified or \
different at path "${O}"`;(0,Yn.checkStrictMode)(s,L,_.strictTuples)}}}Ba.validateTuple=Rl;Ba.default=J1});var Il=le(Wp=>{"use strict";Object.defineProperty(Wp,"__esModule",{value:!0});var D1=Cp(),C1={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:t=>(0,D1.validateTuple)(t,"items")};Wp.default=C1});var Ll=le(Hp=>{"use strict";Object.defineProperty(Hp,"__esModule",{value:!0});var El=Je(),W1=Ke(),H1=Wt(),K1=Dp(),B1={message:({params:{len:t}})=>(0,El.str)`must NOT have more than ${t} items`,
params:({params:{len:t}})=>(0,El._)`{limit: ${t}}`},G1={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:B1,code(t){let{schema:r,
parentSchema:a,it:n}=t,{prefixItems:i}=a;n.items=!0,!(0,W1.alwaysValidSchema)(n,r)&&(i?(0,K1.validateAdditionalItems)(t,i):t.ok((0,H1.validateArray)(t)))}};Hp.default=
G1});var Ml=le(Kp=>{"use strict";Object.defineProperty(Kp,"__esModule",{value:!0});var Kt=Je(),ei=Ke(),Z1={message:({params:{min:t,max:r}})=>r===void 0?(0,Kt.str)`must contain at least ${t} valid item(s)`:
(0,Kt.str)`must contain at least ${t} and no more than ${r} valid item(s)`,params:({params:{min:t,max:r}})=>r===void 0?(0,Kt._)`{minContains: ${t}}`:(0,Kt._)`{minContains: ${t}, maxContains: ${r}}`},
Q1={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:Z1,code(t){let{gen:r,schema:a,parentSchema:n,data:i,
it:o}=t,e,s,{minContains:m,maxContains:f}=n;o.opts.next?(e=m===void 0?1:m,s=f):e=1;let u=r.const("len",(0,Kt._)`${i}.length`);if(t.setParams({min:e,max:s}),s===
void 0&&e===0){(0,ei.checkStrictMode)(o,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&e>s){(0,ei.checkStrictMode)(
o,'"minContains" > "maxContains" is always invalid'),t.fail();return}if((0,ei.alwaysValidSchema)(o,a)){let q=(0,Kt._)`${u} >= ${e}`;s!==void 0&&(q=(0,Kt._)`${q} && ${u} <= ${s}`),
t.pass(q);return}o.items=!0;let g=r.name("valid");s===void 0&&e===1?O(g,()=>r.if(g,()=>r.break())):e===0?(r.let(g,!0),s!==void 0&&r.if((0,Kt._)`${i}.length > 0`,
_)):(r.let(g,!1),_()),t.result(g,()=>t.reset());function _(){let q=r.name("_valid"),L=r.let("count",0);O(q,()=>r.if(q,()=>I(L)))}function O(q,L){r.forRange("i",
0,u,V=>{t.subschema({keyword:"contains",dataProp:V,dataPropType:ei.Type.Num,compositeRule:!0},q),L()})}function I(q){r.code((0,Kt._)`${q}++`),s===void 0?r.if((0,Kt.
_)`${q} >= ${e}`,()=>r.assign(g,!0).break()):(r.if((0,Kt._)`${q} > ${s}`,()=>r.assign(g,!1).break()),e===1?r.assign(g,!0):r.if((0,Kt._)`${q} >= ${e}`,()=>r.assign(
g,!0)))}}};Kp.default=Q1});var zl=le(ur=>{"use strict";Object.defineProperty(ur,"__esModule",{value:!0});ur.validateSchemaDeps=ur.validatePropertyDeps=ur.error=void 0;var Bp=Je(),X1=Ke(),
Ga=Wt();ur.error={message:({params:{property:t,depsCount:r,deps:a}})=>{let n=r===1?"property":"properties";return(0,Bp.str)`must have ${n} ${a} when property ${t} is present`},
params:({params:{property:t,depsCount:r,deps:a,missingProperty:n}})=>(0,Bp._)`{property: ${t},
    missingProperty: ${n},
    depsCount: ${r},
    deps: ${a}}`};var Y1={keyword:"dependencies",type:"object",schemaType:"object",error:ur.error,code(t){let[r,a]=ek(t);Fl(t,r),Vl(t,a)}};function ek({schema:t}){
let r={},a={};for(let n in t){if(n==="__proto__")continue;let i=Array.isArray(t[n])?r:a;i[n]=t[n]}return[r,a]}function Fl(t,r=t.schema){let{gen:a,data:n,it:i}=t;
if(Object.keys(r).length===0)return;let o=a.let("missing");for(let e in r){let s=r[e];if(s.length===0)continue;let m=(0,Ga.propertyInData)(a,n,e,i.opts.ownProperties);
t.setParams({property:e,depsCount:s.length,deps:s.join(", ")}),i.allErrors?a.if(m,()=>{for(let f of s)(0,Ga.checkReportMissingProp)(t,f)}):(a.if((0,Bp._)`${m} && (${(0,Ga.
checkMissingProp)(t,s,o)})`),(0,Ga.reportMissingProp)(t,o),a.else())}}ur.validatePropertyDeps=Fl;function Vl(t,r=t.schema){let{gen:a,data:n,keyword:i,it:o}=t,e=a.
name("valid");for(let s in r)(0,X1.alwaysValidSchema)(o,r[s])||(a.if((0,Ga.propertyInData)(a,n,s,o.opts.ownProperties),()=>{let m=t.subschema({keyword:i,schemaProp:s},
e);t.mergeValidEvaluated(m,e)},()=>a.var(e,!0)),t.ok(e))}ur.validateSchemaDeps=Vl;ur.default=Y1});var Jl=le(Gp=>{"use strict";Object.defineProperty(Gp,"__esModule",{value:!0});var Ul=Je(),tk=Ke(),rk={message:"property name must be valid",params:({params:t})=>(0,Ul.
_)`{propertyName: ${t.propertyName}}`},sk={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:rk,code(t){let{gen:r,schema:a,data:n,it:i}=t;
if((0,tk.alwaysValidSchema)(i,a))return;let o=r.name("valid");r.forIn("key",n,e=>{t.setParams({propertyName:e}),t.subschema({keyword:"propertyNames",data:e,dataTypes:[
"string"],propertyName:e,compositeRule:!0},o),r.if((0,Ul.not)(o),()=>{t.error(!0),i.allErrors||r.break()})}),t.ok(o)}};Gp.default=sk});var Qp=le(Zp=>{"use strict";Object.defineProperty(Zp,"__esModule",{value:!0});var ti=Wt(),rr=Je(),ak=$r(),ri=Ke(),nk={message:"must NOT have additional properti\
es",params:({params:t})=>(0,rr._)`{additionalProperty: ${t.additionalProperty}}`},ik={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:nk,code(t){let{gen:r,schema:a,parentSchema:n,data:i,errsCount:o,it:e}=t;if(!o)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:m}=e;if(e.props=!0,m.removeAdditional!=="all"&&(0,ri.alwaysValidSchema)(e,a))return;let f=(0,ti.allSchemaProperties)(n.properties),u=(0,ti.
allSchemaProperties)(n.patternProperties);g(),t.ok((0,rr._)`${o} === ${ak.default.errors}`);function g(){r.forIn("key",i,L=>{!f.length&&!u.length?I(L):r.if(_(L),
()=>I(L))})}function _(L){let V;if(f.length>8){let ue=(0,ri.schemaRefOrVal)(e,n.properties,"properties");V=(0,ti.isOwnProperty)(r,ue,L)}else f.length?V=(0,rr.or)(
...f.map(ue=>(0,rr._)`${L} === ${ue}`)):V=rr.nil;return u.length&&(V=(0,rr.or)(V,...u.map(ue=>(0,rr._)`${(0,ti.usePattern)(t,ue)}.test(${L})`))),(0,rr.not)(V)}function O(L){
r.code((0,rr._)`delete ${i}[${L}]`)}function I(L){if(m.removeAdditional==="all"||m.removeAdditional&&a===!1){O(L);return}if(a===!1){t.setParams({additionalProperty:L}),
t.error(),s||r.break();return}if(typeof a=="object"&&!(0,ri.alwaysValidSchema)(e,a)){let V=r.name("valid");m.removeAdditional==="failing"?(q(L,V,!1),r.if((0,rr.
not)(V),()=>{t.reset(),O(L)})):(q(L,V),s||r.if((0,rr.not)(V),()=>r.break()))}}function q(L,V,ue){let Z={keyword:"additionalProperties",dataProp:L,dataPropType:ri.
Type.Str};ue===!1&&Object.assign(Z,{compositeRule:!0,createErrors:!1,allErrors:!1}),t.subschema(Z,V)}}};Zp.default=ik});var Wl=le(Yp=>{"use strict";Object.defineProperty(Yp,"__esModule",{value:!0});var ok=Ia(),Dl=Wt(),Xp=Ke(),Cl=Qp(),pk={keyword:"properties",type:"object",schemaType:"\
object",code(t){let{gen:r,schema:a,parentSchema:n,data:i,it:o}=t;o.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&Cl.default.code(new ok.KeywordCxt(
o,Cl.default,"additionalProperties"));let e=(0,Dl.allSchemaProperties)(a);for(let g of e)o.definedProperties.add(g);o.opts.unevaluated&&e.length&&o.props!==!0&&
(o.props=Xp.mergeEvaluated.props(r,(0,Xp.toHash)(e),o.props));let s=e.filter(g=>!(0,Xp.alwaysValidSchema)(o,a[g]));if(s.length===0)return;let m=r.name("valid");
for(let g of s)f(g)?u(g):(r.if((0,Dl.propertyInData)(r,i,g,o.opts.ownProperties)),u(g),o.allErrors||r.else().var(m,!0),r.endIf()),t.it.definedProperties.add(g),
t.ok(m);function f(g){return o.opts.useDefaults&&!o.compositeRule&&a[g].default!==void 0}function u(g){t.subschema({keyword:"properties",schemaProp:g,dataProp:g},
m)}}};Yp.default=pk});var Gl=le(ed=>{"use strict";Object.defineProperty(ed,"__esModule",{value:!0});var Hl=Wt(),si=Je(),Kl=Ke(),Bl=Ke(),dk={keyword:"patternProperties",type:"object",
schemaType:"object",code(t){let{gen:r,schema:a,data:n,parentSchema:i,it:o}=t,{opts:e}=o,s=(0,Hl.allSchemaProperties)(a),m=s.filter(q=>(0,Kl.alwaysValidSchema)(o,
a[q]));if(s.length===0||m.length===s.length&&(!o.opts.unevaluated||o.props===!0))return;let f=e.strictSchema&&!e.allowMatchingProperties&&i.properties,u=r.name(
"valid");o.props!==!0&&!(o.props instanceof si.Name)&&(o.props=(0,Bl.evaluatedPropsToName)(r,o.props));let{props:g}=o;_();function _(){for(let q of s)f&&O(q),o.
allErrors?I(q):(r.var(u,!0),I(q),r.if(u))}function O(q){for(let L in f)new RegExp(q).test(L)&&(0,Kl.checkStrictMode)(o,`property ${L} matches pattern ${q} (use \
allowMatchingProperties)`)}function I(q){r.forIn("key",n,L=>{r.if((0,si._)`${(0,Hl.usePattern)(t,q)}.test(${L})`,()=>{let V=m.includes(q);V||t.subschema({keyword:"\
patternProperties",schemaProp:q,dataProp:L,dataPropType:Bl.Type.Str},u),o.opts.unevaluated&&g!==!0?r.assign((0,si._)`${g}[${L}]`,!0):!V&&!o.allErrors&&r.if((0,si.
not)(u),()=>r.break())})})}}};ed.default=dk});var Zl=le(td=>{"use strict";Object.defineProperty(td,"__esModule",{value:!0});var ck=Ke(),mk={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(t){
let{gen:r,schema:a,it:n}=t;if((0,ck.alwaysValidSchema)(n,a)){t.fail();return}let i=r.name("valid");t.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
i),t.failResult(i,()=>t.reset(),()=>t.error())},error:{message:"must NOT be valid"}};td.default=mk});var Ql=le(rd=>{"use strict";Object.defineProperty(rd,"__esModule",{value:!0});var lk=Wt(),uk={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:lk.validateUnion,
error:{message:"must match a schema in anyOf"}};rd.default=uk});var Xl=le(sd=>{"use strict";Object.defineProperty(sd,"__esModule",{value:!0});var ai=Je(),hk=Ke(),fk={message:"must match exactly one schema in oneOf",params:({
params:t})=>(0,ai._)`{passingSchemas: ${t.passing}}`},yk={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:fk,code(t){let{gen:r,schema:a,parentSchema:n,it:i}=t;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(i.opts.discriminator&&n.discriminator)return;let o=a,e=r.let("valid",!1),s=r.let("passing",null),
m=r.name("_valid");t.setParams({passing:s}),r.block(f),t.result(e,()=>t.reset(),()=>t.error(!0));function f(){o.forEach((u,g)=>{let _;(0,hk.alwaysValidSchema)(i,
u)?r.var(m,!0):_=t.subschema({keyword:"oneOf",schemaProp:g,compositeRule:!0},m),g>0&&r.if((0,ai._)`${m} && ${e}`).assign(e,!1).assign(s,(0,ai._)`[${s}, ${g}]`).
else(),r.if(m,()=>{r.assign(e,!0),r.assign(s,g),_&&t.mergeEvaluated(_,ai.Name)})})}}};sd.default=yk});var Yl=le(ad=>{"use strict";Object.defineProperty(ad,"__esModule",{value:!0});var gk=Ke(),bk={keyword:"allOf",schemaType:"array",code(t){let{gen:r,schema:a,it:n}=t;
if(!Array.isArray(a))throw new Error("ajv implementation error");let i=r.name("valid");a.forEach((o,e)=>{if((0,gk.alwaysValidSchema)(n,o))return;let s=t.subschema(
{keyword:"allOf",schemaProp:e},i);t.ok(i),t.mergeEvaluated(s)})}};ad.default=bk});var ru=le(nd=>{"use strict";Object.defineProperty(nd,"__esModule",{value:!0});var ni=Je(),tu=Ke(),wk={message:({params:t})=>(0,ni.str)`must match "${t.ifClause}" schema`,
params:({params:t})=>(0,ni._)`{failingKeyword: ${t.ifClause}}`},vk={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:wk,code(t){let{gen:r,parentSchema:a,
it:n}=t;a.then===void 0&&a.else===void 0&&(0,tu.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let i=eu(n,"then"),o=eu(n,"else");if(!i&&!o)return;
let e=r.let("valid",!0),s=r.name("_valid");if(m(),t.reset(),i&&o){let u=r.let("ifClause");t.setParams({ifClause:u}),r.if(s,f("then",u),f("else",u))}else i?r.if(
s,f("then")):r.if((0,ni.not)(s),f("else"));t.pass(e,()=>t.error(!0));function m(){let u=t.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);t.mergeEvaluated(u)}function f(u,g){return()=>{let _=t.subschema({keyword:u},s);r.assign(e,s),t.mergeValidEvaluated(_,e),g?r.assign(g,(0,ni._)`${u}`):t.setParams(
{ifClause:u})}}}};function eu(t,r){let a=t.schema[r];return a!==void 0&&!(0,tu.alwaysValidSchema)(t,a)}nd.default=vk});var su=le(id=>{"use strict";Object.defineProperty(id,"__esModule",{value:!0});var kk=Ke(),Pk={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:t,
parentSchema:r,it:a}){r.if===void 0&&(0,kk.checkStrictMode)(a,`"${t}" without "if" is ignored`)}};id.default=Pk});var au=le(od=>{"use strict";Object.defineProperty(od,"__esModule",{value:!0});var $k=Dp(),Sk=Il(),_k=Cp(),xk=Ll(),qk=Ml(),Ok=zl(),jk=Jl(),Ak=Qp(),Tk=Wl(),Nk=Gl(),
Rk=Zl(),Ik=Ql(),Ek=Xl(),Lk=Yl(),Mk=ru(),Fk=su();function Vk(t=!1){let r=[Rk.default,Ik.default,Ek.default,Lk.default,Mk.default,Fk.default,jk.default,Ak.default,
Ok.default,Tk.default,Nk.default];return t?r.push(Sk.default,xk.default):r.push($k.default,_k.default),r.push(qk.default),r}od.default=Vk});var nu=le(pd=>{"use strict";Object.defineProperty(pd,"__esModule",{value:!0});var ut=Je(),zk={message:({schemaCode:t})=>(0,ut.str)`must match format "${t}"`,params:({
schemaCode:t})=>(0,ut._)`{format: ${t}}`},Uk={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:zk,code(t,r){let{gen:a,data:n,$data:i,
schema:o,schemaCode:e,it:s}=t,{opts:m,errSchemaPath:f,schemaEnv:u,self:g}=s;if(!m.validateFormats)return;i?_():O();function _(){let I=a.scopeValue("formats",{ref:g.
formats,code:m.code.formats}),q=a.const("fDef",(0,ut._)`${I}[${e}]`),L=a.let("fType"),V=a.let("format");a.if((0,ut._)`typeof ${q} == "object" && !(${q} instanceof RegExp)`,
()=>a.assign(L,(0,ut._)`${q}.type || "string"`).assign(V,(0,ut._)`${q}.validate`),()=>a.assign(L,(0,ut._)`"string"`).assign(V,q)),t.fail$data((0,ut.or)(ue(),Z()));
function ue(){return m.strictSchema===!1?ut.nil:(0,ut._)`${e} && !${V}`}function Z(){let G=u.$async?(0,ut._)`(${q}.async ? await ${V}(${n}) : ${V}(${n}))`:(0,ut.
_)`${V}(${n})`,z=(0,ut._)`(typeof ${V} == "function" ? ${G} : ${V}.test(${n}))`;return(0,ut._)`${V} && ${V} !== true && ${L} === ${r} && !${z}`}}function O(){let I=g.
formats[o];if(!I){ue();return}if(I===!0)return;let[q,L,V]=Z(I);q===r&&t.pass(G());function ue(){if(m.strictSchema===!1){g.logger.warn(z());return}throw new Error(
z());function z(){return`unknown format "${o}" ignored in schema at path "${f}"`}}function Z(z){let ve=z instanceof RegExp?(0,ut.regexpCode)(z):m.code.formats?(0,ut.
_)`${m.code.formats}${(0,ut.getProperty)(o)}`:void 0,ye=a.scopeValue("formats",{key:o,ref:z,code:ve});return typeof z=="object"&&!(z instanceof RegExp)?[z.type||
"string",z.validate,(0,ut._)`${ye}.validate`]:["string",z,ye]}function G(){if(typeof I=="object"&&!(I instanceof RegExp)&&I.async){if(!u.$async)throw new Error(
"async format in sync schema");return(0,ut._)`await ${V}(${n})`}return typeof L=="function"?(0,ut._)`${V}(${n})`:(0,ut._)`${V}.test(${n})`}}}};pd.default=Uk});var iu=le(dd=>{"use strict";Object.defineProperty(dd,"__esModule",{value:!0});var Jk=nu(),Dk=[Jk.default];dd.default=Dk});var ou=le(Cs=>{"use strict";Object.defineProperty(Cs,"__esModule",{value:!0});Cs.contentVocabulary=Cs.metadataVocabulary=void 0;Cs.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Cs.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var du=le(cd=>{"use strict";Object.defineProperty(cd,"__esModule",{value:!0});var Ck=wl(),Wk=Al(),Hk=au(),Kk=iu(),pu=ou(),Bk=[Ck.default,Wk.default,(0,Hk.default)(),
Kk.default,pu.metadataVocabulary,pu.contentVocabulary];cd.default=Bk});var mu=le(ii=>{"use strict";Object.defineProperty(ii,"__esModule",{value:!0});ii.DiscrError=void 0;var cu;(function(t){t.Tag="tag",t.Mapping="mapping"})(cu||(ii.
DiscrError=cu={}))});var uu=le(ld=>{"use strict";Object.defineProperty(ld,"__esModule",{value:!0});var Ws=Je(),md=mu(),lu=zn(),Gk=Ea(),Zk=Ke(),Qk={message:({params:{discrError:t,tagName:r}})=>t===
md.DiscrError.Tag?`tag "${r}" must be string`:`value of tag "${r}" must be in oneOf`,params:({params:{discrError:t,tag:r,tagName:a}})=>(0,Ws._)`{error: ${t}, tag: ${a}, tagValue: ${r}}`},
Xk={keyword:"discriminator",type:"object",schemaType:"object",error:Qk,code(t){let{gen:r,data:a,schema:n,parentSchema:i,it:o}=t,{oneOf:e}=i;if(!o.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!e)throw new Error("discriminator: requires oneOf keyword");let m=r.let("valid",!1),f=r.
const("tag",(0,Ws._)`${a}${(0,Ws.getProperty)(s)}`);r.if((0,Ws._)`typeof ${f} == "string"`,()=>u(),()=>t.error(!1,{discrError:md.DiscrError.Tag,tag:f,tagName:s})),
t.ok(m);function u(){let O=_();r.if(!1);for(let I in O)r.elseIf((0,Ws._)`${f} === ${I}`),r.assign(m,g(O[I]));r.else(),t.error(!1,{discrError:md.DiscrError.Mapping,
tag:f,tagName:s}),r.endIf()}function g(O){let I=r.name("valid"),q=t.subschema({keyword:"oneOf",schemaProp:O},I);return t.mergeEvaluated(q,Ws.Name),I}function _(){
var O;let I={},q=V(i),L=!0;for(let G=0;G<e.length;G++){let z=e[G];if(z?.$ref&&!(0,Zk.schemaHasRulesButRef)(z,o.self.RULES)){let ye=z.$ref;if(z=lu.resolveRef.call(
o.self,o.schemaEnv.root,o.baseId,ye),z instanceof lu.SchemaEnv&&(z=z.schema),z===void 0)throw new Gk.default(o.opts.uriResolver,o.baseId,ye)}let ve=(O=z?.properties)===
null||O===void 0?void 0:O[s];if(typeof ve!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);L=L&&
(q||V(z)),ue(ve,G)}if(!L)throw new Error(`discriminator: "${s}" must be required`);return I;function V({required:G}){return Array.isArray(G)&&G.includes(s)}function ue(G,z){
if(G.const)Z(G.const,z);else if(G.enum)for(let ve of G.enum)Z(ve,z);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function Z(G,z){
if(typeof G!="string"||G in I)throw new Error(`discriminator: "${s}" values must be unique strings`);I[G]=z}}}};ld.default=Xk});var hu=le((yx,Yk)=>{Yk.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var _t=le((dt,ud)=>{"use strict";Object.defineProperty(dt,"__esModule",{value:!0});dt.MissingRefError=dt.ValidationError=dt.CodeGen=dt.Name=dt.nil=dt.stringify=
dt.str=dt._=dt.KeywordCxt=dt.Ajv=void 0;var e0=ul(),t0=du(),r0=uu(),fu=hu(),s0=["/properties"],oi="http://json-schema.org/draft-07/schema",Hs=class extends e0.default{_addVocabularies(){
super._addVocabularies(),t0.default.forEach(r=>this.addVocabulary(r)),this.opts.discriminator&&this.addKeyword(r0.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let r=this.opts.$data?this.$dataMetaSchema(fu,s0):fu;this.addMetaSchema(r,oi,!1),this.refs["http://json-schema.org/schema"]=oi}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(oi)?oi:void 0)}};dt.Ajv=Hs;ud.exports=dt=Hs;ud.exports.Ajv=Hs;Object.defineProperty(dt,"__esMo\
dule",{value:!0});dt.default=Hs;var a0=Ia();Object.defineProperty(dt,"KeywordCxt",{enumerable:!0,get:function(){return a0.KeywordCxt}});var Ks=Je();Object.defineProperty(
dt,"_",{enumerable:!0,get:function(){return Ks._}});Object.defineProperty(dt,"str",{enumerable:!0,get:function(){return Ks.str}});Object.defineProperty(dt,"stri\
ngify",{enumerable:!0,get:function(){return Ks.stringify}});Object.defineProperty(dt,"nil",{enumerable:!0,get:function(){return Ks.nil}});Object.defineProperty(
dt,"Name",{enumerable:!0,get:function(){return Ks.Name}});Object.defineProperty(dt,"CodeGen",{enumerable:!0,get:function(){return Ks.CodeGen}});var n0=Fn();Object.
defineProperty(dt,"ValidationError",{enumerable:!0,get:function(){return n0.default}});var i0=Ea();Object.defineProperty(dt,"MissingRefError",{enumerable:!0,get:function(){
return i0.default}})});var py=bt(sc());import{models as H$}from"./models.js";function bn(t,r=!1){let a=t.length,n=0,i="",o=0,e=16,s=0,m=0,f=0,u=0,g=0;function _(Z,G){let z=0,ve=0;for(;z<Z||!G;){let ye=t.charCodeAt(n);if(ye>=48&&ye<=57)ve=
ve*16+ye-48;else if(ye>=65&&ye<=70)ve=ve*16+ye-65+10;else if(ye>=97&&ye<=102)ve=ve*16+ye-97+10;else break;n++,z++}return z<Z&&(ve=-1),ve}function O(Z){n=Z,i="",
o=0,e=16,g=0}function I(){let Z=n;if(t.charCodeAt(n)===48)n++;else for(n++;n<t.length&&Os(t.charCodeAt(n));)n++;if(n<t.length&&t.charCodeAt(n)===46)if(n++,n<t.length&&
Os(t.charCodeAt(n)))for(n++;n<t.length&&Os(t.charCodeAt(n));)n++;else return g=3,t.substring(Z,n);let G=n;if(n<t.length&&(t.charCodeAt(n)===69||t.charCodeAt(n)===
101))if(n++,(n<t.length&&t.charCodeAt(n)===43||t.charCodeAt(n)===45)&&n++,n<t.length&&Os(t.charCodeAt(n))){for(n++;n<t.length&&Os(t.charCodeAt(n));)n++;G=n}else
g=3;return t.substring(Z,G)}function q(){let Z="",G=n;for(;;){if(n>=a){Z+=t.substring(G,n),g=2;break}let z=t.charCodeAt(n);if(z===34){Z+=t.substring(G,n),n++;break}
if(z===92){if(Z+=t.substring(G,n),n++,n>=a){g=2;break}switch(t.charCodeAt(n++)){case 34:Z+='"';break;case 92:Z+="\\";break;case 47:Z+="/";break;case 98:Z+="\b";
break;case 102:Z+="\f";break;case 110:Z+=`
`;break;case 114:Z+="\r";break;case 116:Z+="	";break;case 117:let ye=_(4,!0);ye>=0?Z+=String.fromCharCode(ye):g=4;break;default:g=5}G=n;continue}if(z>=0&&z<=31)
if(wa(z)){Z+=t.substring(G,n),g=2;break}else g=6;n++}return Z}function L(){if(i="",g=0,o=n,m=s,u=f,n>=a)return o=a,e=17;let Z=t.charCodeAt(n);if(wo(Z)){do n++,i+=
String.fromCharCode(Z),Z=t.charCodeAt(n);while(wo(Z));return e=15}if(wa(Z))return n++,i+=String.fromCharCode(Z),Z===13&&t.charCodeAt(n)===10&&(n++,i+=`
`),s++,f=n,e=14;switch(Z){case 123:return n++,e=1;case 125:return n++,e=2;case 91:return n++,e=3;case 93:return n++,e=4;case 58:return n++,e=6;case 44:return n++,
e=5;case 34:return n++,i=q(),e=10;case 47:let G=n-1;if(t.charCodeAt(n+1)===47){for(n+=2;n<a&&!wa(t.charCodeAt(n));)n++;return i=t.substring(G,n),e=12}if(t.charCodeAt(
n+1)===42){n+=2;let z=a-1,ve=!1;for(;n<z;){let ye=t.charCodeAt(n);if(ye===42&&t.charCodeAt(n+1)===47){n+=2,ve=!0;break}n++,wa(ye)&&(ye===13&&t.charCodeAt(n)===10&&
n++,s++,f=n)}return ve||(n++,g=1),i=t.substring(G,n),e=13}return i+=String.fromCharCode(Z),n++,e=16;case 45:if(i+=String.fromCharCode(Z),n++,n===a||!Os(t.charCodeAt(
n)))return e=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return i+=I(),e=11;default:for(;n<a&&V(Z);)n++,Z=t.charCodeAt(n);
if(o!==n){switch(i=t.substring(o,n),i){case"true":return e=8;case"false":return e=9;case"null":return e=7}return e=16}return i+=String.fromCharCode(Z),n++,e=16}}
function V(Z){if(wo(Z)||wa(Z))return!1;switch(Z){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function ue(){let Z;do Z=L();while(Z>=
12&&Z<=15);return Z}return{setPosition:O,getPosition:()=>n,scan:r?ue:L,getToken:()=>e,getTokenValue:()=>i,getTokenOffset:()=>o,getTokenLength:()=>n-o,getTokenStartLine:()=>m,
getTokenStartCharacter:()=>o-u,getTokenError:()=>g}}function wo(t){return t===32||t===9}function wa(t){return t===10||t===13}function Os(t){return t>=48&&t<=57}
var ac;(function(t){t[t.lineFeed=10]="lineFeed",t[t.carriageReturn=13]="carriageReturn",t[t.space=32]="space",t[t._0=48]="_0",t[t._1=49]="_1",t[t._2=50]="_2",t[t.
_3=51]="_3",t[t._4=52]="_4",t[t._5=53]="_5",t[t._6=54]="_6",t[t._7=55]="_7",t[t._8=56]="_8",t[t._9=57]="_9",t[t.a=97]="a",t[t.b=98]="b",t[t.c=99]="c",t[t.d=100]=
"d",t[t.e=101]="e",t[t.f=102]="f",t[t.g=103]="g",t[t.h=104]="h",t[t.i=105]="i",t[t.j=106]="j",t[t.k=107]="k",t[t.l=108]="l",t[t.m=109]="m",t[t.n=110]="n",t[t.o=
111]="o",t[t.p=112]="p",t[t.q=113]="q",t[t.r=114]="r",t[t.s=115]="s",t[t.t=116]="t",t[t.u=117]="u",t[t.v=118]="v",t[t.w=119]="w",t[t.x=120]="x",t[t.y=121]="y",t[t.
z=122]="z",t[t.A=65]="A",t[t.B=66]="B",t[t.C=67]="C",t[t.D=68]="D",t[t.E=69]="E",t[t.F=70]="F",t[t.G=71]="G",t[t.H=72]="H",t[t.I=73]="I",t[t.J=74]="J",t[t.K=75]=
"K",t[t.L=76]="L",t[t.M=77]="M",t[t.N=78]="N",t[t.O=79]="O",t[t.P=80]="P",t[t.Q=81]="Q",t[t.R=82]="R",t[t.S=83]="S",t[t.T=84]="T",t[t.U=85]="U",t[t.V=86]="V",t[t.
W=87]="W",t[t.X=88]="X",t[t.Y=89]="Y",t[t.Z=90]="Z",t[t.asterisk=42]="asterisk",t[t.backslash=92]="backslash",t[t.closeBrace=125]="closeBrace",t[t.closeBracket=
93]="closeBracket",t[t.colon=58]="colon",t[t.comma=44]="comma",t[t.dot=46]="dot",t[t.doubleQuote=34]="doubleQuote",t[t.minus=45]="minus",t[t.openBrace=123]="ope\
nBrace",t[t.openBracket=91]="openBracket",t[t.plus=43]="plus",t[t.slash=47]="slash",t[t.formFeed=12]="formFeed",t[t.tab=9]="tab"})(ac||(ac={}));var Ky=new Array(20).fill(0).map((t,r)=>" ".repeat(r)),js=200,By={" ":{"\n":new Array(js).fill(0).map((t,r)=>`
`+" ".repeat(r)),"\r":new Array(js).fill(0).map((t,r)=>"\r"+" ".repeat(r)),"\r\n":new Array(js).fill(0).map((t,r)=>`\r
`+" ".repeat(r))},"	":{"\n":new Array(js).fill(0).map((t,r)=>`
`+"	".repeat(r)),"\r":new Array(js).fill(0).map((t,r)=>"\r"+"	".repeat(r)),"\r\n":new Array(js).fill(0).map((t,r)=>`\r
`+"	".repeat(r))}};var wn;(function(t){t.DEFAULT={allowTrailingComma:!1}})(wn||(wn={}));function nc(t,r){let a=[],n=new Object,i,o={value:{},offset:0,length:0,type:"object",parent:void 0},
e=!1;function s(m,f,u,g){o.value=m,o.offset=f,o.length=u,o.type=g,o.colonOffset=void 0,i=o}try{Po(t,{onObjectBegin:(m,f)=>{if(r<=m)throw n;i=void 0,e=r>m,a.push(
"")},onObjectProperty:(m,f,u)=>{if(r<f||(s(m,f,u,"property"),a[a.length-1]=m,r<=f+u))throw n},onObjectEnd:(m,f)=>{if(r<=m)throw n;i=void 0,a.pop()},onArrayBegin:(m,f)=>{
if(r<=m)throw n;i=void 0,a.push(0)},onArrayEnd:(m,f)=>{if(r<=m)throw n;i=void 0,a.pop()},onLiteralValue:(m,f,u)=>{if(r<f||(s(m,f,u,ic(m)),r<=f+u))throw n},onSeparator:(m,f,u)=>{
if(r<=f)throw n;if(m===":"&&i&&i.type==="property")i.colonOffset=f,e=!1,i=void 0;else if(m===","){let g=a[a.length-1];typeof g=="number"?a[a.length-1]=g+1:(e=!0,
a[a.length-1]=""),i=void 0}}})}catch(m){if(m!==n)throw m}return{path:a,previousNode:i,isAtPropertyKey:e,matches:m=>{let f=0;for(let u=0;f<m.length&&u<a.length;u++)
if(m[f]===a[u]||m[f]==="*")f++;else if(m[f]!=="**")return!1;return f===m.length}}}function vo(t,r=[],a=wn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function i(m){n.type==="property"&&(n.length=m-n.offset,n=n.
parent)}function o(m){return n.children.push(m),m}Po(t,{onObjectBegin:m=>{n=o({type:"object",offset:m,length:-1,parent:n,children:[]})},onObjectProperty:(m,f,u)=>{
n=o({type:"property",offset:f,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:m,offset:f,length:u,parent:n})},onObjectEnd:(m,f)=>{i(m+f),n.
length=m+f-n.offset,n=n.parent,i(m+f)},onArrayBegin:(m,f)=>{n=o({type:"array",offset:m,length:-1,parent:n,children:[]})},onArrayEnd:(m,f)=>{n.length=m+f-n.offset,
n=n.parent,i(m+f)},onLiteralValue:(m,f,u)=>{o({type:ic(m),offset:f,length:u,parent:n,value:m}),i(f+u)},onSeparator:(m,f,u)=>{n.type==="property"&&(m===":"?n.colonOffset=
f:m===","&&i(f))},onError:(m,f,u)=>{r.push({error:m,offset:f,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function ko(t,r){if(!t)return;let a=t;
for(let n of r)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let i=!1;for(let o of a.children)if(Array.isArray(o.children)&&o.children[0].
value===n&&o.children.length===2){a=o.children[1],i=!0;break}if(!i)return}else{let i=n;if(a.type!=="array"||i<0||!Array.isArray(a.children)||i>=a.children.length)
return;a=a.children[i]}return a}function vn(t){switch(t.type){case"array":return t.children.map(vn);case"object":let r=Object.create(null);for(let a of t.children){let n=a.children[1];n&&(r[a.
children[0].value]=vn(n))}return r;case"null":case"string":case"number":case"boolean":return t.value;default:return}}function Po(t,r,a=wn.DEFAULT){let n=bn(t,!1),i=[],o=0;function e(T){return T?()=>o===0&&T(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(T){return T?K=>o===0&&T(K,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function m(T){return T?
K=>o===0&&T(K,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>i.slice()):()=>!0}function f(T){return T?()=>{o>0?o++:T(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>i.slice())===!1&&(o=1)}:()=>!0}function u(T){return T?()=>{o>0&&o--,o===
0&&T(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let g=f(r.onObjectBegin),_=m(r.onObjectProperty),O=u(r.onObjectEnd),
I=f(r.onArrayBegin),q=u(r.onArrayEnd),L=m(r.onLiteralValue),V=s(r.onSeparator),ue=e(r.onComment),Z=s(r.onError),G=a&&a.disallowComments,z=a&&a.allowTrailingComma;
function ve(){for(;;){let T=n.scan();switch(n.getTokenError()){case 4:ye(14);break;case 5:ye(15);break;case 3:ye(13);break;case 1:G||ye(11);break;case 2:ye(12);
break;case 6:ye(16);break}switch(T){case 12:case 13:G?ye(10):ue();break;case 16:ye(1);break;case 15:case 14:break;default:return T}}}function ye(T,K=[],fe=[]){if(Z(
T),K.length+fe.length>0){let Ce=n.getToken();for(;Ce!==17;){if(K.indexOf(Ce)!==-1){ve();break}else if(fe.indexOf(Ce)!==-1)break;Ce=ve()}}}function Qe(T){let K=n.
getTokenValue();return T?L(K):(_(K),i.push(K)),ve(),!0}function M(){switch(n.getToken()){case 11:let T=n.getTokenValue(),K=Number(T);isNaN(K)&&(ye(2),K=0),L(K);
break;case 7:L(null);break;case 8:L(!0);break;case 9:L(!1);break;default:return!1}return ve(),!0}function ie(){return n.getToken()!==10?(ye(3,[],[2,5]),!1):(Qe(
!1),n.getToken()===6?(V(":"),ve(),ne()||ye(4,[],[2,5])):ye(5,[],[2,5]),i.pop(),!0)}function qe(){g(),ve();let T=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.
getToken()===5){if(T||ye(4,[],[]),V(","),ve(),n.getToken()===2&&z)break}else T&&ye(6,[],[]);ie()||ye(4,[],[2,5]),T=!0}return O(),n.getToken()!==2?ye(7,[2],[]):ve(),
!0}function Xe(){I(),ve();let T=!0,K=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(K||ye(4,[],[]),V(","),ve(),n.getToken()===4&&z)break}else
K&&ye(6,[],[]);T?(i.push(0),T=!1):i[i.length-1]++,ne()||ye(4,[],[4,5]),K=!0}return q(),T||i.pop(),n.getToken()!==4?ye(8,[4],[]):ve(),!0}function ne(){switch(n.getToken()){case 3:
return Xe();case 1:return qe();case 10:return Qe(!0);default:return M()}}return ve(),n.getToken()===17?a.allowEmptyContent?!0:(ye(4,[],[]),!1):ne()?(n.getToken()!==
17&&ye(9,[],[]),!0):(ye(4,[],[]),!1)}function ic(t){switch(typeof t){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(t){if(Array.isArray(t))return"\
array"}else return"null";return"object"}default:return"null"}}var oc;(function(t){t[t.None=0]="None",t[t.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",t[t.UnexpectedEndOfString=2]="UnexpectedEndOfString",t[t.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",t[t.InvalidUnicode=4]="InvalidUnicode",t[t.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",t[t.InvalidCharacter=6]="InvalidCharact\
er"})(oc||(oc={}));var pc;(function(t){t[t.OpenBraceToken=1]="OpenBraceToken",t[t.CloseBraceToken=2]="CloseBraceToken",t[t.OpenBracketToken=3]="OpenBracketToken",
t[t.CloseBracketToken=4]="CloseBracketToken",t[t.CommaToken=5]="CommaToken",t[t.ColonToken=6]="ColonToken",t[t.NullKeyword=7]="NullKeyword",t[t.TrueKeyword=8]="\
TrueKeyword",t[t.FalseKeyword=9]="FalseKeyword",t[t.StringLiteral=10]="StringLiteral",t[t.NumericLiteral=11]="NumericLiteral",t[t.LineCommentTrivia=12]="LineCom\
mentTrivia",t[t.BlockCommentTrivia=13]="BlockCommentTrivia",t[t.LineBreakTrivia=14]="LineBreakTrivia",t[t.Trivia=15]="Trivia",t[t.Unknown=16]="Unknown",t[t.EOF=
17]="EOF"})(pc||(pc={}));var cc=nc;var $o=vo,mc=ko;var lc=vn;var dc;(function(t){t[t.InvalidSymbol=1]="InvalidSymbol",t[t.InvalidNumberFormat=2]="InvalidNumberFormat",t[t.PropertyNameExpected=3]="PropertyNameExpected",t[t.
ValueExpected=4]="ValueExpected",t[t.ColonExpected=5]="ColonExpected",t[t.CommaExpected=6]="CommaExpected",t[t.CloseBraceExpected=7]="CloseBraceExpected",t[t.CloseBracketExpected=
8]="CloseBracketExpected",t[t.EndOfFileExpected=9]="EndOfFileExpected",t[t.InvalidCommentToken=10]="InvalidCommentToken",t[t.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",t[t.UnexpectedEndOfString=12]="UnexpectedEndOfString",t[t.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",t[t.InvalidUnicode=14]="InvalidUnic\
ode",t[t.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",t[t.InvalidCharacter=16]="InvalidCharacter"})(dc||(dc={}));function uc(t){switch(t){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var Yy="\uFEFF";function*hc(t){for(let r of t.files.values()){let a=r.syntaxErrors[0];r.text.startsWith(Yy)?yield{code:"S001",file:r.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:r.path,path:[],offset:a.offset,message:`the file is not JSON: ${eg(uc(a.error))}`}:r.value===void 0&&(yield{code:"S001",file:r.path,path:[],message:"the\
 file is empty"})}}function eg(t){return t.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function As(t){return fc(t)}function Rr(t){return fc(t)}function fc(t){let r=new WeakMap;return a=>{let n=r.get(a);if(n!==void 0)return n.value;let i=t(a);return r.
set(a,{value:i}),i}}function yc(t){return[...t.files.values()].flatMap(tg)}var tg=Rr(t=>t.syntaxErrors.length===0&&rg(t.text)===gc(t.value)?[]:t.tree===void 0?[]:[...So(t.path,t.tree,
[])]);function rg(t){return t.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function gc(t){if(typeof t!="object"||t===null)return 0;let r=Object.values(t);return(Array.
isArray(t)?0:r.length)+r.reduce((a,n)=>a+gc(n),0)}function*So(t,r,a){let n=new Set;for(let[i,o]of(r.children??[]).entries()){let[e,s]=o.type==="property"?o.children??
[]:[];if(e===void 0){yield*So(t,o,[...a,i]);continue}let m=String(e.value);n.has(m)&&(yield{code:"S002",file:t,path:[...a,m],offset:e.offset,message:`the key "${m}\
" is written twice`}),n.add(m),s!==void 0&&(yield*So(t,s,[...a,m]))}}function wc(t){return[...t.files.values()].flatMap(sg)}var sg=Rr(({path:t,text:r,syntaxErrors:a})=>a.length>0?[]:[...r.matchAll(ag)].flatMap(({0:n,index:i})=>n.
startsWith('"')||bc(n)===bc(String(Number(n)))?[]:[{code:"S005",file:t,path:cc(r,i).path,message:`the number ${n} would be read as ${Number(n)}`}])),ag=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function bc(t){let[,r="",a="",n="",i="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(t)??[],o=`${a}${n}`.replace(/^0+/,""),e=o.replace(/0+$/,"");return e===
""?a===""?t:"0":`${r}${e}e${Number(i)-n.length+o.length-e.length}`}function he(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function Xr(t){return he(t)?Object.entries(t):[]}function Xt(t){return Array.isArray(t)?[...t.entries()]:[]}import{posix as _o}from"node:path";function kn(t){return t.map(r=>`/${String(r).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function Pe(t){return t.split("/").slice(1).map(r=>r.replaceAll(
"~1","/").replaceAll("~0","~"))}var Pn=class extends Error{constructor(a,n,i){super(`${a}: $ref "${n}" ${i}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function vc(t,r,a){let[n="",i=""]=a.split("#"),o=n===""?r:_o.normalize(_o.join(_o.dirname(r),n)),e=t.files.get(o)?.value;if(e===void 0)throw new Pn(r,a,"names a\
 file that does not exist");for(let s of Pe(i)){let m=Array.isArray(e)?e[Number(s)]:he(e)&&Object.hasOwn(e,s)?e[s]:void 0;if(m===void 0)throw new Pn(r,a,"names \
nothing in that file");e=m}return{file:o,pointer:i,value:e}}function kc(t){return t.replaceAll(":","~~").replaceAll("/","~")}function Pc(t){return t.replaceAll("~~",":").replaceAll("~","/")}function at(t,r){let a={};return r!==void 0&&(a[t]=r),a}function dr(t){if(t.kind==="object")return t.members;if(t.kind!=="union")return[];let r=new Map([[t.tag.name,t.tag]]);for(let a of t.variants.flatMap(n=>n.members))
r.has(a.name)||r.set(a.name,a);return[...r.values()]}function _c(t,r){return typeof t=="string"?og(JSON.stringify(qc(t))):t===null||typeof t=="number"||typeof t=="boolean"?String(t):r[Array.isArray(t)?"array":t===
void 0?"nothing":"object"]??""}function xc(t){return/^[\w-]{1,60}$/.test(t)?t:_c(t,{})}function og(t){return/^[ -~]*$/.test(t)?t:t.replace(/(?! )[\p{C}\p{Z}]/gu,r=>`\\u${r.charCodeAt(0).toString(16).padStart(4,"0")}`)}function qc(t){if(t.length<=60)
return t;let r=[...t.slice(0,122)];return r.length>60?`${r.slice(0,60).join("")}\u2026`:t}var Oc="{name}";function xo(t){return pg(t).map((r,a)=>a>0&&/^(\d+|\*)$/.test(r)?`[${r}]`:`${a===0?"":"."}${dg(r)}`).join("")}function pg(t){return t.split("/").slice(1).map(r=>r.replaceAll("~1","/").replaceAll("~0","~"))}function dg(t){return t===Oc||/^[\w.-]+$/.test(t)?t:xc(t)}function va(t){return typeof t=="string"?t:JSON.stringify(t)}function ka(t){let r=t.map(va),a=r.pop()??"";return r.length===0?{en:a,zh:a}:{en:`${r.join(", ")} o\
r ${a}`,zh:`${r.join("\u3001")} \u6216 ${a}`}}function $n(t,r=""){let a=(i,o,e)=>i===void 0?[]:[{en:`${o} ${Ts(i,r)}`,zh:`${e} ${Ts(i,r)}`}],n=[...a(t.minimum,"\
at least","\u81F3\u5C11"),...a(t.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(t.maximum,"at most","\u81F3\u591A"),...a(t.exclusiveMaximum,"less than","\u5C0F\u4E8E"),
...t.multipleOf===void 0?[]:[{en:`a multiple of ${Ts(t.multipleOf,r)}`,zh:`${Ts(t.multipleOf,r)} \u7684\u6574\u6570\u500D`}]];return n.length===0?void 0:{en:n.map(
({en:i})=>i).join(" and "),zh:cr(...n.flatMap(({zh:i},o)=>o===0?[i]:["\u4E14",i]))}}function Sn(t,r=""){let{minimum:a,maximum:n,exclusiveMinimum:i,exclusiveMaximum:o}=t;if(i===void 0&&o===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Ts(
n,r)}`,zh:`${a} \u5230 ${Ts(n,r)} \u7684`};let e=$n(t,r);return e!==void 0?{en:` of ${e.en}`,zh:`${e.zh} \u7684`}:r===""?{en:"",zh:""}:{en:` (${r})`,zh:`\uFF08${r}\
\uFF09`}}function Ir(t,r,a){let n=i=>`${i} ${i===1?a.en:jc(a.en)}`;return r===void 0?t===0?{en:jc(a.en),zh:a.zh}:{en:`at least ${n(t)}`,zh:`\u81F3\u5C11 ${t} \u4E2A${a.
zh}`}:t===r?{en:n(r),zh:`${r} \u4E2A${a.zh}`}:t===0?{en:`${r===1?"at most":"up to"} ${n(r)}`,zh:`\u81F3\u591A ${r} \u4E2A${a.zh}`}:{en:`${t} to ${n(r)}`,zh:`${t}\
 \u5230 ${r} \u4E2A${a.zh}`}}function cr(...t){return t.reduce((r,a)=>(/[A-Za-z0-9]$/.test(r)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(r)?/^[A-Za-z0-9-]/:void 0)?.
test(a)?`${r} ${a}`:r+a,"")}function jc(t){return`${t}s`}function Ts(t,r){return`${Number(t.toFixed(6))}${r===""?"":` ${r}`}`}var mg=["media-format","media-codec","media-bytes","media-width","media-height","media-pixels","media-video-pixels","media-same-size","media-aspect-ratio","medi\
a-duration","media-frame-rate","media-sample-rate","media-total-duration","media-total-bytes","media-size-unclear"];function Ac(t){return{rule:t.oneOf("rule",mg),
severity:t.severity(),...t.has("formats")?{formats:t.texts("formats")}:{},...t.has("codecs")?{codecs:t.texts("codecs")}:{},...at("as",t.optionalText("as")),...t.
has("discouraged")?{discouraged:t.texts("discouraged")}:{},...at("minimum",t.optionalNumber("minimum")),...at("maximum",t.optionalNumber("maximum")),...at("excl\
usiveMinimum",t.optionalNumber("exclusiveMinimum")),...at("exclusiveMaximum",t.optionalNumber("exclusiveMaximum")),...at("multipleOf",t.optionalNumber("multiple\
Of")),...t.has("when")?{when:Tc(t,"when")}:{},...t.has("unit")?{unit:t.oneOf("unit",["MB","px","s","fps","Hz","ratio"])}:{},...at("quote",t.optionalText("quote")),
source:t.source()}}function Tc(t,r){let a=t.raw(r);return he(a)?Object.fromEntries(Object.entries(a).map(([n,i])=>[n,lg(i)?i:t.refuse(r,'values, lists of values, or {"min": 1}')])):
t.refuse(r,"an object of conditions by parameter")}function lg(t){return t!==null&&(!he(t)||"min"in t||"max"in t)}function _n({defaults:t=[]}){let[r,...a]=t;if(r!==void 0)return{en:`${[`Where ${r.phrase.en}, the default is ${va(r.default)}`,...a.map(({phrase:n,default:i})=>`\
else where ${n.en}, ${va(i)}`)].join("; ")}.`,zh:`${[r,...a].map(({phrase:n,default:i})=>cr(n.zh,"\u65F6\u9ED8\u8BA4\u4E3A",va(i))).join("\uFF1B\u5426\u5219")}\u3002`}}var Bs=bt(_t(),1);function hr(t,r=0,a=r+4){return r+t.below(a-r+1)}var sr=new Bs.Name("vErrors");function Ye(t,r,{pointer:a,value:n},...i){return i.reduce((o,e)=>Bs._`${o}, ${e}`,
Bs._`${new Bs.Name(t)}(${sr}, ${a}, ${n}, ${r.required?1:0}`)}function je(t,r){return{about:t,value:r,findings:[]}}function Me(t,r,a,n){return{about:t,value:r,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function it(t){return t.map(r=>Me(`type-${Array.isArray(r)?"array":Number.isInteger(r)?"integer":typeof r}`,r,"type"))}function tt(t){
return Object.fromEntries(Object.entries(t).filter(([,r])=>r!==void 0))}var o0=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function yu(t,r,a,n){return{...p0(t,r,a),source:a.has("x-source")?a.source():n}}function p0(t,r,a){return{name:t,required:r,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",o0)}:{},notes:a.notes()}}var ms=bt(_t(),1);var gu={read:(t,r)=>({kind:"array",...r,items:t.unknown("x-items")??t.refuse("x-items",'{ "unknown": "not shown" }'),...tt({minItems:t.optionalNumber("minItems"),
maxItems:t.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:t,maxItems:r})=>({type:"array",...tt({minItems:t,maxItems:r}),items:{}}),check(t,r){
let{minItems:a,maxItems:n}=t;return a===void 0&&n===void 0?ms._`${Ye("typed",t,r,ms._`"array"`)})`:ms._`${Ye("list",t,r,ms._`${a??0}`,n===void 0?ms._`Infinity`:
ms._`${n}`)})`},facts:({minItems:t,maxItems:r})=>({type:"array",...tt({minItems:t,maxItems:r})}),phrase({minItems:t,maxItems:r}){let a=$n({minimum:t,maximum:r});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:t=0})=>Array.from({length:t},()=>({})),cases:({minItems:t=0,maxItems:r})=>[...it(["text",1,{length:1}]),...t===0?[je("empty",[])]:[Me("min-items-under",
Za(t-1),"min-items")],...t<=3&&(r??3)>=3?[je("items",Za(3))]:[],...r===void 0?[]:[je("max-items-at",Za(r)),Me("max-items-over",Za(r+1),"max-items")]],sample:({minItems:t,
maxItems:r},a)=>Za(hr(a,t,r))};function Za(t){return Array.from({length:t},(r,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var hd=bt(_t(),1);var bu={read:(t,r)=>({kind:"boolean",...r,...at("default",t.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(t,r)=>hd._`${Ye("\
typed",t,r,hd._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:t=>t.default??!0,cases:()=>[...it([
"true",1,0,[]]),je("true",!0),je("false",!1)],sample:(t,r)=>r.below(2)===1};var tn=bt(_t(),1);var Qa=bt(_t(),1),wu=bt(Ns(),1);function Ft(t){return(0,Qa.stringify)(t)}function vu(t){return(0,Qa.stringify)(t)}function Jr(t,r=""){let a=t.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Qa._`${(0,wu.regexpCode)(new RegExp(a,r))}`}function Xa({type:t,enum:r}){if(!Array.isArray(t))return typeof t=="string"?t:void 0;let[a,...n]=t.filter(i=>i!=="null");return typeof a=="string"&&(n.length===
0||r!==void 0)?a:void 0}function pi({type:t}){return Array.isArray(t)&&t.includes("null")}function ku({nullable:t},r){return t?`${r} | null`:r}function Pu({nullable:t},r){
if(t!==!0)return r;let{type:a,enum:n,anyOf:i,oneOf:o}=r,e=i??o;return a===void 0&&Array.isArray(e)?{...r,[i===void 0?"oneOf":"anyOf"]:[...e,{type:"null"}]}:{...r,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function $u({nullable:t},{en:r,zh:a}){return t?{en:`${r}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:r,zh:a}}function Su({nullable:t},r){return t?[je("null",null),
...r]:r}function di({nullable:t},r,a,n){return t?[]:[{about:r,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Ya=bt(_t(),1);function ci(t,r){if(t.has("x-options"))return t.objects("x-options").map(a=>({value:r(a.raw("value"),"x-options"),...tt({label:a.has("label")?d0(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?c0(a.object("x-deprecated"),r):void 0})}))}function d0(t){let r=Object.keys(t.value).map(a=>[a,t.text(a)]);return{...Object.
fromEntries(r),en:t.text("en")}}function c0(t,r){return{since:t.text("since"),...tt({until:t.optionalText("until"),replacedBy:t.has("replacedBy")?r(t.raw("repla\
cedBy"),"x-options"):void 0}),source:t.source()}}function en(t){return t.map(({deprecated:r,...a})=>{if(r===void 0)return a;let{source:n,...i}=r;return{...a,deprecated:i}})}
function mi({options:t=[]},r,{constant:a}){let n=en(t).flatMap(({value:i,deprecated:o})=>o===void 0?[]:[[i,{...o}]]);return n.length===0?Ya._``:Ya._`
${new Ya.Name("deprecatedValue")}(${sr}, ${r.pointer}, ${r.value}, ${a(Ft(n))})`}function _u(t){return"options"in t?t.options??[]:[]}function li({options:t=[]},r){
return t.some(a=>a.value===r&&a.deprecated!==void 0)}var xu={string:t=>typeof t=="string",integer:t=>Number.isInteger(t),number:t=>typeof t=="number",boolean:t=>typeof t=="boolean"},qu={read(t,r){if(t.has("const"))
return{kind:"enum",...r,type:"string",values:[t.text("const")]};let a=m0(t),[n="mixed",...i]=a,o=i.length===0&&n!=="boolean"?n:"mixed",e=(s,m)=>l0(s)&&a.some(f=>xu[f](
s))?s:t.refuse(m,`${a.join("s or ")}s`);return t.list("enum").includes(null)!==pi(t.value)&&t.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...r,type:o,values:t.list("enum").flatMap(s=>s===null?[]:[e(s,"enum")]),...t.has("default")?{default:e(t.raw("default"),"default")}:{},...at("u\
nit",y0(t)),...at("options",ci(t,e))}},type:({values:t})=>`(${t.map(r=>JSON.stringify(r)).join(" | ")})`,schema:({type:t,values:r})=>({type:t==="mixed"?h0(r):t,
enum:[...r]}),check(t,r,a){let n=a.constant(Ft(t.values)),i=t.type==="mixed"?tn._`${Ye("mixedChoice",t,r,n)})`:tn._`${Ye("choice",t,r,tn._`${t.type}`,n)})`;return tn._`${i}${mi(
t,r,a)}`},facts:({type:t,values:r,unit:a,options:n})=>({type:t,allowed:r,...at("unit",a),...at("options",n&&en(n))}),phrase({values:t,unit:r}){let a=ka(t),n=r===
void 0?"":` ${r}`;return{en:a.en+n,zh:a.zh+n}},example(t){let{default:r,values:a}=t;return r??a.find(n=>!li(t,n))??a[0]??""},cases:t=>[...u0(t),...t.values.map(
r=>je(`offers-${r}`,r)),...g0(t.values)],sample:({values:t},r)=>t[r.below(t.length)]??""};function m0(t){let r=t.raw("type"),a=(Array.isArray(r)?r:[r]).filter(i=>i!==
"null"),n=a.filter(i=>typeof i=="string"&&Object.hasOwn(xu,i));return(n.length<a.length||n.length===0)&&t.refuse("type","string, integer, number or boolean, or \
a list of these"),n}function l0(t){return typeof t=="string"||typeof t=="number"||typeof t=="boolean"}function u0({type:t,values:r}){return t==="mixed"?f0(r):it(
t==="string"?[7,!0,[r[0]??""]]:t==="integer"?["5",5.5,!0]:["5",!0,[5]])}function h0(t){let r=t.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),
a=[...new Set(r)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function f0(t){let r=new Set(t);return[...t.map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!r.has(n)).map(n=>Me(`as-${typeof n}-${n}`,n,"enum")),Me("type-array",[t[0]??""],"enum"),Me("type-object",{},"enum"),...[!0,!1].
filter(n=>!r.has(n)).map(n=>Me(`type-${n}`,n,"enum"))]}function y0(t){return t.optionalText("x-unit")}function g0(t){let r=new Set(t),a=(o,e)=>r.has(e)?[]:[Me(o,
e,"enum")],n=t.filter(o=>typeof o=="number"),i=t.filter(o=>typeof o=="string");return[...i.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...i.
flatMap(o=>[o.toUpperCase(),o.toLowerCase()].filter(e=>e!==o).flatMap(e=>a(`case-${e}`,e))),...i.slice(0,1).flatMap(o=>a("padded",` ${o}`)),...n.length>0?[...a(
"under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Vt=bt(_t(),1);function ui(t){return tt({minimum:t.optionalNumber("minimum"),maximum:t.optionalNumber("maximum"),exclusiveMinimum:t.optionalNumber("exclusiveMinimum"),exclusiveMaximum:t.
optionalNumber("exclusiveMaximum"),multipleOf:t.optionalNumber("multipleOf"),default:t.optionalNumber("default"),unit:t.optionalText("x-unit")})}function hi({kind:t,
minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,multipleOf:o}){let e=o!==void 0&&b0(o)?o:void 0;return{type:t,...tt({minimum:r,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:i,multipleOf:e})}}function b0(t){return Number.isInteger(t*2**20)}function fi({kind:t,minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,
multipleOf:o,unit:e}){return{type:t,...tt({minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,multipleOf:o,unit:e})}}function yi(t,r,{constant:a}){let{kind:n,
minimum:i,maximum:o,exclusiveMinimum:e,exclusiveMaximum:s,multipleOf:m}=t,f=i===void 0?Vt._`-Infinity`:Vt._`${i}`,u=o===void 0?Vt._`Infinity`:Vt._`${o}`;if(n===
"integer"&&e===void 0&&s===void 0&&m===void 0)return Vt._`${Ye("integer",t,r,f,u)})`;let g=e===void 0?Vt._`-Infinity`:Vt._`${e}`,_=s===void 0?Vt._`Infinity`:Vt._`${s}`;
return Vt._`${Ye("numeric",t,r,Vt._`${n}`,a(Vt._`[${f}, ${u}, ${g}, ${_}, ${m??0}]`))})`}function Gs({kind:t,...r}){if(r.default!==void 0)return r.default;let a=r.
multipleOf??(t==="integer"?1:.5);if(r.minimum!==void 0)return fd(r.minimum,a);if(r.exclusiveMinimum!==void 0)return w0(r.exclusiveMinimum,r,a);let n=r.maximum??
r.exclusiveMaximum;return n===void 0||n>0?0:r.maximum??ar(n-a)}function w0(t,{maximum:r,exclusiveMaximum:a,multipleOf:n},i){let o=r??a,e=n===void 0?ar(t+i):fd(ar(
t+n/2),n);return o===void 0||e<o||e===r?e:ar((t+o)/2)}function fd(t,r){return Math.abs(t/r-Math.round(t/r))<1e-9?t:ar(Math.ceil(t/r)*r)}function ar(t){return Number(
t.toFixed(9))}function gi(t){let{kind:r,minimum:a,maximum:n,exclusiveMinimum:i,exclusiveMaximum:o,multipleOf:e}=t,s=e??1,m=q=>e===void 0||Number.isInteger(Number(
(q/e).toFixed(9))),f=(q,L)=>m(L)?[je(q,L)]:[],u=a!==void 0?[...f("minimum-at",a),Me("minimum-under",ar(a-s),"minimum")]:i!==void 0?[Me("exclusive-minimum-at",i,
"minimum"),Me("exclusive-minimum-under",ar(i-s),"minimum")]:[je("negative",-s),je("zero",0)],g=n!==void 0?[...f("maximum-at",n),Me("maximum-over",ar(n+s),"maxim\
um")]:o!==void 0?[Me("exclusive-maximum-at",o,"maximum"),Me("exclusive-maximum-over",ar(o+s),"maximum")]:e===void 0?[je("large",2147483648)]:[],_=Gs(t),O=ar(_+(e??
0)/(r==="integer"?e??1:2)),I=O<=(n??1/0)&&O<(o??1/0)&&!m(O);return[...u,...g,...e!==void 0&&I?[Me("off-step",O,"multiple-of")]:[]]}function bi(t,r){let{kind:a,minimum:n,
maximum:i,exclusiveMinimum:o,exclusiveMaximum:e}=t,s=t.multipleOf??(a==="integer"?1:.25),m=i??e,f=n??o??(m===void 0?0:m-100*s),u=fd(f,s)+(o===void 0?0:s),g=m===
void 0?100:Math.floor((m-u)/s+1e-9)+(e===void 0?1:0);return g<1?Gs(t):ar(u+s*r.below(g))}var Ou={read:(t,r)=>({kind:"integer",...r,...ui(t)}),type:()=>"number",schema:hi,check:yi,facts:fi,phrase(t){let r=Sn(t,t.unit),{multipleOf:a}=t;return a===void 0?
{en:`an integer${r.en}`,zh:`${r.zh}\u6574\u6570`}:{en:`an integer${r.en}, a multiple of ${a}`,zh:`${r.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Gs,
cases:t=>[...it(["5",!0,[5],5.5]),...gi(t)],sample:bi};var Bt=bt(_t(),1);function ju(t,r){return{read:r,type:({items:a})=>`Array<${t.type(a)}>`,schema:({items:a,minItems:n,maxItems:i,uniqueItems:o})=>({type:"array",...tt({minItems:n,
maxItems:i,uniqueItems:o}),items:t.schema(a)}),check(a,n,i){let{items:o,minItems:e=0,maxItems:s,uniqueItems:m}=a,f=new Bt.Name(`index${n.depth}`),u=s===void 0?Bt._`Infinity`:
Bt._`${s}`,g=i.nested(o,{pointer:Bt._`${n.pointer} + "/" + ${f}`,value:Bt._`${n.value}[${f}]`,depth:n.depth+1}),_=m?Bt._`
${new Bt.Name("uniqueItems")}(${sr}, ${n.pointer}, ${n.value})`:Bt._``;return Bt._`if (${Ye("list",a,n,Bt._`${e}`,u)})) {
for (let ${f} = 0; ${f} < ${n.value}.length && ${f} < ${u}; ${f}++) {
${g}
}${_}
}`},facts:({items:a,minItems:n,maxItems:i,uniqueItems:o})=>({type:"array",...tt({minItems:n,maxItems:i,uniqueItems:o}),items:a}),phrase({items:a,minItems:n=0,maxItems:i,
uniqueItems:o}){let e=Ir(n,i,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[m,f]=o?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${e.
en}${m}, each ${s.en}`,zh:cr("\u542B",f,e.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:i},o)=>Au(
t,a,Math.max(1,n),i===!0,o),cases:a=>[...it(["text",7,{0:"text"}]),...v0(t,a)],sample({items:a,minItems:n,maxItems:i,uniqueItems:o},e){let s=Array.from({length:hr(
e,n,i)},()=>t.sample(a,e));return o?[...new Map(s.map(m=>[JSON.stringify(m),m])).values()]:s}}}function v0(t,{items:r,minItems:a=0,maxItems:n,uniqueItems:i}){let o=i===
!0,e=u=>Au(t,r,u,o,"video"),s=Math.max(1,a),m=e(s),f=t.cases(r).filter(({value:u})=>u!==void 0).map(({about:u,value:g,findings:_})=>({about:`item-${u}`,value:m.
map((O,I)=>I===s-1&&g!==void 0?g:O),findings:_.map(O=>({...O,path:`/${s-1}${O.path??""}`}))}));return[...a===0?[je("empty",[])]:[Me("min-items-under",e(a-1),"mi\
n-items")],...e(s).length===s?[je("min-items-at",m)]:[],...n===void 0?[]:[...e(n).length===n?[je("max-items-at",e(n))]:[],...e(n+1).length>n?[Me("max-items-over",
e(n+1),"max-items")]:[]],...o&&(n??2)>=s+1&&s===1?[Me("repeated-item",[...m,...m],"unique-items","/1")]:[],...f.filter(({value:u})=>!o||new Set(u.map(g=>JSON.stringify(
g))).size===s)]}function Au(t,r,a,n,i){let o=t.example(r,i);if(!n)return Array.from({length:a},()=>o);let e=new Map([[JSON.stringify(o),o]]);for(let{value:s,findings:m}of t.
cases(r))m.length===0&&s!==void 0&&e.set(JSON.stringify(s),s);return[...e.values()].slice(0,a)}var fr=bt(_t(),1);function Tu(t,r){return{read:r,type:({values:a})=>`{ [name: string]: ${t.type(a)} }`,schema:({values:a,names:n,minProperties:i,maxProperties:o})=>({type:"object",
...tt({minProperties:i,maxProperties:o}),...n===void 0?{}:{propertyNames:{pattern:n.pattern}},additionalProperties:t.schema(a)}),check(a,n,i){let{values:o,names:e,
minProperties:s=0,maxProperties:m}=a,[f,u]=[new fr.Name(`place${n.depth}`),new fr.Name(`entry${n.depth}`)],g=m===void 0?fr._`Infinity`:fr._`${m}`,_=e===void 0?[]:
[i.constant(Jr(e.pattern)),fr._`${e.examples[0]}`];return fr._`for (const [${f}, ${u}] of ${Ye("entriesOf",a,n,fr._`${s}`,g,..._)})) {
${i.nested(o,{pointer:fr._`${f}`,value:u,depth:n.depth+1})}
}`},facts:({values:a,minProperties:n,maxProperties:i})=>({type:"object",...tt({minItems:n,maxItems:i}),items:a}),phrase({values:a,names:n,minProperties:i=0,maxProperties:o}){
let{en:e,zh:s}=a.phrase,m=Ir(i,o,{en:"member",zh:"\u6210\u5458"}),f=n===void 0?void 0:JSON.stringify(n.examples[0]);return{en:`an object of ${m.en} with names${f===
void 0?"":` such as ${f}`}, each ${e}`,zh:cr("\u542B",m.zh,`\u7684\u5BF9\u8C61\uFF0C${f===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${f}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(a,n)=>yd(a,t.example(a.values,n),Math.max(1,a.minProperties??0)),cases:a=>[...it(["text",7,[]]),...k0(t,a),...P0(t,a)],sample:(a,n)=>Object.
fromEntries(Array.from({length:hr(n,a.minProperties,a.maxProperties)},(i,o)=>[a.names===void 0?`name ${o+1}`:n.matching(a.names.pattern),t.sample(a.values,n)]))}}
function yd({names:t},r,a){let n=t?.examples??Array.from({length:a},(i,o)=>`name ${o+1}`);return Object.fromEntries(n.slice(0,a).map(i=>[i,r]))}function k0(t,r){
let{minProperties:a=0,maxProperties:n,values:i}=r,o=e=>{let s=yd(r,t.example(i,"video"),e);return Object.keys(s).length===e?[s]:[]};return[...o(a).map(e=>je("mi\
n-members-at",e)),...a===0?[]:o(a-1).map(e=>Me("min-members-under",e,"min-items")),...n===void 0?[]:[...o(n).map(e=>je("max-members-at",e)),...o(n+1).map(e=>Me(
"max-members-over",e,"max-items"))]]}function P0(t,r){let{values:a,names:n,minProperties:i=0}=r,o=n?.examples[0]??"a/b~c",e=`/${o.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=t.example(a,"video"),{[o]:m,...f}=yd(r,s,Math.max(1,i)),u=Object.fromEntries(Object.entries(f).slice(0,Math.max(0,i-1))),g=n===void 0?void 0:new RegExp(
n.pattern);return[je("name",{...u,[o]:s}),...["",`${o}\0`,` ${o}`,"no such form!?"].flatMap((_,O)=>g===void 0||g.test(_)?[]:[Me(`name-bad-${O+1}`,{...u,[_]:s},"\
property-name",`/${_}`)]),...a.nullable?[]:[Me("value-null",{...u,[o]:null},"null",e)],...t.cases(a).flatMap(({about:_,value:O,findings:I})=>O===void 0?[]:[{about:`\
value-${_}`,value:{...u,[o]:O},findings:I.map(q=>({...q,path:`${e}${q.path??""}`}))}])]}var Gt=bt(_t(),1);var Nu=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Ru=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],gd="data:image/png;base64,iVBORw0KGgo=";function bd(t,r,a){return`https://example.com/${t.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${r}`}var Lu={read:$0,type:({single:t})=>t?"string | F":"(string | F)[]",schema({single:t,minItems:r,maxItems:a,pattern:n}){let i={type:"string",pattern:n};return t?i:
{type:"array",...r>0?{minItems:r}:{},maxItems:a,items:i}},check(t,r,{constant:a}){let{single:n,minItems:i,maxItems:o,pattern:e,accepts:s}=t,m=a(Jr(S0(e))),f=a(Ft(
s)),u=s.includes("data"),g=u?Gt._`${new Gt.Name("withBase64")}(${m})`:m;if(n){let O=Gt._`${Ye("mediaReference",t,r,g,f)})`;return u?Gt._`${O}
${new Gt.Name("base64Reference")}(${sr}, ${r.pointer}, ${r.value}, ${g})`:O}let _=Gt._`${Ye("media",t,r,Gt._`${i}`,Gt._`${o}`,g,f)})`;return u?Gt._`${_}
${new Gt.Name("base64")}(${sr}, ${r.pointer}, ${r.value}, ${o}, ${g})`:_},facts:({single:t,media:r,minItems:a,maxItems:n,accepts:i,contradicted:o})=>({type:t?"s\
tring":"array",media:r,accepts:i,...tt({contradicted:o}),...t?{}:{minItems:a,maxItems:n}}),phrase(t){let{single:r,minItems:a,maxItems:n,mediaName:i,accepts:o}=t,
e=_0(o);if(r)return{en:`${x0(i.en)} ${i.en} (${e.en})`,zh:`1 \u4E2A${i.zh}\uFF08${e.zh}\uFF09`};let s=Ir(a,n,i);return{en:`an array of ${s.en} (${e.en})`,zh:cr(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${e.zh}\uFF09`)}},example({name:t,extension:r,single:a,minItems:n}){let i=o=>bd(t,r,o);return a?i(0):Array.from({length:Math.
max(1,n)},(o,e)=>i(e))},cases(t,r){let a=r.some(n=>n.kind==="media"&&n.pattern===t.pattern);return t.single?[...it([7,!0,["https://example.com/one.png"]]),...O0(
t,a)]:[...it(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...q0(t),...j0(t,a)]},sample:({single:t,minItems:r,maxItems:a,pattern:n},i)=>t?
i.matching(n):Array.from({length:hr(i,r,a)},()=>i.matching(n))};function Iu(t,r){return t.texts(r).map(a=>a==="url"||a==="asset"||a==="data"?a:t.refuse(r,"url, \
asset or data"))}function $0(t,r,a){let n=t.object("x-media"),i=n.text("type"),{name:o,extension:e}=a.get(i)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Xa(t.value)==="string",m=s?t:t.object("items");return s||m.ignore("type","description","x-source"),{kind:"media",...r,media:i,mediaName:o,extension:e,...s?{single:s}:
{},minItems:s?1:t.optionalNumber("minItems")??0,maxItems:s?1:t.number("maxItems"),accepts:Iu(m,"x-accepts"),...n.has("contradicted")?{contradicted:Iu(n,"contrad\
icted")}:{},pattern:m.text("pattern"),limits:n.objects("limits").map(Ac)}}var Eu="\\x00-\\x20\\x7F-\\xA0";function S0(t){return t.replaceAll(Eu,`${Eu}\\s`)}function _0(t){
return t.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function x0(t){return/^[aeiou]/i.test(t)?"an":"a"}function ls({name:t,extension:r},a){return Array.from({length:a},(n,i)=>bd(t,r,i))}function q0(t){
let{minItems:r,maxItems:a}=t;return[...r>0?[Me("min-items-under",ls(t,r-1),"min-items")]:[],je("min-items-at",ls(t,r)),je("max-items-at",ls(t,a)),Me("max-items-\
over",ls(t,a+1),"max-items"),Me("max-items-over-bad-item",[...ls(t,a),"nowhere"],"max-items")]}function Mu({accepts:t},r,a){return[...Nu.slice(0,r?1:void 0).map(
(n,i)=>a(`url-good-${i+1}`,n)),...Ru.slice(0,r?2:void 0).map((n,i)=>a(`url-bad-${i+1}`,n,"media-reference")),t.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),t.includes(
"data")?a("base64",gd,"media-base64","advice"):a("base64",gd,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function O0(t,r){return Mu(
t,r,(a,n,i,o="error")=>({about:a,value:n,findings:i===void 0?[]:[{rule:i,severity:o}]}))}function j0(t,r){let a=Math.max(1,t.minItems),n=(o,e,s,m="error")=>({about:o,
value:ls(t,a).map((f,u)=>u===a-1?e:f),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:m}]}),i=t.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...ls(t,Math.max(0,t.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Mu(t,r,n),...i]}var Fu={read:(t,r)=>({kind:"number",...r,...ui(t)}),type:()=>"number",schema:hi,check:yi,facts:fi,phrase(t){let r=Sn(t,t.unit),{multipleOf:a}=t;return a===void 0?
{en:`a number${r.en}`,zh:`${r.zh}\u6570`}:{en:`a number${r.en}, in steps of ${a}`,zh:`${r.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Gs,cases:t=>[...it(["0.5",
!0,[.5]]),...gi(t)],sample:bi};var _r=bt(_t(),1);function Vu(t){return t.item===void 0?t.section:`${t.section}, ${typeof t.item=="number"?`item ${t.item}`:t.item}`}var wi=bt(_t(),1);function vi(t){return t.kind==="string"&&t.list!==void 0}var ki={read(t,r){let a=t.object("x-value-list"),n={name:a.text("name"),date:a.text("date"),values:a.texts(
"values"),source:a.source()},i=(o,e)=>typeof o=="string"?o:t.refuse(e,"strings");return{kind:"string",...r,minLength:1,...at("default",t.optionalText("default")),
list:n,...at("options",ci(t,i))}},type:({list:t})=>`(${t.values.map(r=>JSON.stringify(r)).join(" | ")} | (string & {}))`,schema:({list:t})=>({type:"string",minLength:1,
examples:[...t.values]}),check:(t,r,a)=>wi._`${A0(t,r,a)}${mi(t,r,a)}`,facts:({list:{source:t,...r},options:a})=>({type:"string",minLength:1,list:r,...at("optio\
ns",a&&en(a))}),phrase({list:{values:t,date:r}}){let a=JSON.stringify(t[0]),[n,i]=t.length===1?["1 value was","1 \u4E2A\u503C"]:[`${t.length} values were`,`${t.
length} \u4E2A\u503C`];return{en:`a value of a list that grows, such as ${a} (${n} known on ${r})`,zh:`\u53D6\u81EA\u4F1A\u589E\u52A0\u7684\u5217\u8868\uFF0C\u4F8B\u5982 ${a}\
\uFF08${r} \u65F6\u5DF2\u77E5 ${i}\uFF09`}},example:T0,cases:t=>[...it([7,!0,["a"]]),Me("empty","","min-length"),...t.list.values.slice(0,2).map(r=>je(`known-${r}`,
r)),je("unlisted",zu(t))],sample:(t,r)=>r.below(8)===0?zu(t):t.list.values[r.below(t.list.values.length)]??""};function A0(t,r,{constant:a}){let{values:n,date:i}=t.
list;return wi._`${Ye("listedValue",t,r,a(Ft(n)),wi._`${i}`)})`}function T0(t){let{default:r,list:a}=t;return r??a.values.find(n=>!li(t,n))??a.values[0]??""}function zu({
list:t}){let r=`${t.values[0]??""}-new`;return t.values.includes(r)?`${r}-${t.values.length}`:r}function wd({since:t,until:r,replacedBy:a}){return[`Since ${t}.`,...r===void 0?[]:[`Retired on ${r}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Uu(t){
let r=[...Zs("at least",t.minimum,""),...Zs("at most",t.maximum,""),...Zs("at least",t.minLength," characters"),...Zs("at most",t.maxLength," characters"),...Zs(
"at least",t.minItems," items"),...Zs("at most",t.maxItems," items"),...t.values===void 0?[]:[`only ${t.values.join(", ")}`]];return`From ${t.from}: ${r.join(",\
 ")}.`}function Zs(t,r,a){return r===void 0?[]:[`${t} ${r}${a}`]}function Ju(t){if(!vi(t))return"";let{date:r,values:a}=t.list,n=a.length===1?"1 value":`${a.length}\
 values`;return`Known on ${r}: ${n}; others may have been added since.`}function Pi(t){return _u(t).map(({value:r,label:a,deprecated:n})=>{let i=[...a===void 0?
[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${wd(n)}`]];return`${JSON.stringify(r)}: ${i.join(" ")}`})}function Du(t){return N0(t,"")}function N0(t,r){let a=t.phrase.en;return[...[t.description,t.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...Pi(
t),_n(t)?.en??"","default"in t&&t.default!==void 0?`Default: ${JSON.stringify(t.default)}${r}.`:"",...(t.upcoming??[]).map(Uu),...t.notes.map(i=>i.text)].filter(
i=>i!==""),`Source: ${Vu(t.source)}.`,...R0(t.deprecated)].join(`
`)}function R0(t){return t===void 0?[]:[`@deprecated ${wd(t)}`]}function Cu(t,r=""){let a=t.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${r}/** ${a[0]} */
`:`${r}/**
${a.map(n=>`${r} * ${n}`.trimEnd()).join(`
`)}
${r} */
`}function Wu(t){return/^[A-Za-z_$][\w$]*$/.test(t)?t:JSON.stringify(t)}function Hu(t){return`{
${t.map(I0).join("")}}`}function I0({name:t,doc:r,optional:a,type:n}){return`${r===void 0?"":Cu(r,"  ")}  ${t}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function $i(t){let{unit:r}=t,a=[t.description,r===void 0?"":`Unit: ${r}.`,Ju(t),...Pi(t),_n(t)?.en??""].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Ku(t,r){return{read:r,type:({members:a})=>a.length===0?"{ [member: string]: never }":Hu(a.map(n=>({name:Wu(n.name),doc:Du(n),optional:!n.required,type:t.
type(n)}))),schema({members:a}){let n=a.filter(o=>o.required).map(o=>o.name),i={};for(let o of a)i[o.name]={...t.schema(o),...$i(o),..."default"in o&&o.default!==
void 0?{default:o.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:i,additionalProperties:!1}},check(a,n,i){let o=i.constant(Ft(a.members.
map(s=>s.name))),e=a.members.map(s=>{let m=new _r.Name(`member${n.depth}`),f=i.nested(s,{pointer:_r._`${n.pointer} + ${`/${s.name}`}`,value:m,depth:n.depth+1});
return _r._`{
const ${m} = ${new _r.Name("own")}(${n.value}, ${s.name})
${f}
}`});return _r._`if (${Ye("object",a,n,o)})) {
${e.reduce((s,m)=>_r._`${s}
${m}`,_r._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:i}=vd(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${i}`}},
example:(a,n)=>Bu(a,t,n),cases:a=>[...it(["text",7,[]]),...E0(a,t)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:i})=>i||n.below(2)===1).map(i=>[
i.name,t.sample(i,n)]))}}function vd(t){let r=t.map(({name:a,required:n,phrase:{en:i,zh:o}})=>n?{en:`${a} (required: ${i})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${o}\
\uFF09`}:{en:`${a} (${i})`,zh:`${a}\uFF08${o}\uFF09`});return{en:r.map(({en:a})=>a).join(", "),zh:r.map(({zh:a})=>a).join("\u3001")}}function Bu({members:t},r,a){
let n=t.filter(o=>o.required),i=n.length>0?n:t.slice(0,1);return Object.fromEntries(i.map(o=>[o.name,r.example(o,a)]))}function E0(t,r){let a=Bu(t,r,"video"),n=new Set(
t.members.map(o=>o.name)),i=t.members.flatMap(o=>{let{[o.name]:e,...s}=a;return[{about:`${o.name}-missing`,value:s,findings:o.required?[{rule:"required",path:`/${o.
name}`}]:[]},...di(o,`${o.name}-null`,{...s,[o.name]:null},`/${o.name}`),...r.cases(o).flatMap(({about:m,value:f,findings:u})=>f===void 0?[]:[{about:`${o.name}-${m}`,
value:{...s,[o.name]:f},findings:u.map(g=>({...g,path:`/${o.name}${g.path??""}`}))}])]});return[je("members",a),...n.has("no_such_member")?[]:[Me("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Me("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...i]}var Dr=bt(_t(),1);var nr=bt(_t(),1);var Gu="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Zu="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",us={date:{
pattern:`^${Gu}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${Zu}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Gu}T${Zu}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var L0=Object.keys(us);function Si(t){let r=t.has("format")?t.oneOf("format",L0):void 0,a=t.has("examples")?t.texts("examples"):void 0;return r===void 0&&t.has(
"pattern")&&a===void 0&&t.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),tt({maxLength:t.optionalNumber("maxLength"),
pattern:r===void 0?t.optionalText("pattern"):us[r].pattern,format:r,default:t.optionalText("default"),examples:a??(r===void 0?void 0:us[r].valid)})}function _i({
minLength:t,maxLength:r,format:a,pattern:n,examples:i}){let o=a!==void 0&&us[a].isOurs===!0?void 0:a;return{type:"string",...tt({minLength:t,maxLength:r,format:o,
pattern:n,examples:i})}}function xi({minLength:t,maxLength:r,format:a,pattern:n,examples:i}){return{type:"string",...tt({minLength:t,maxLength:r,format:a,...a===
void 0?{pattern:n}:{},examples:i})}}function qi(t,r,{constant:a}){let{minLength:n,maxLength:i,pattern:o,format:e,examples:s}=t,m=nr._`${n??0}`,f=i===void 0?nr._`Infinity`:
nr._`${i}`;if(o!==void 0){let u=e===void 0?nr._`"pattern"`:nr._`"format"`,g=e===void 0?{example:t.default??s?.[0]??null}:{format:e};return nr._`${Ye("patterned",
t,r,m,f,a(Jr(o)),u,a(vu(g)))})`}return n===1&&i===void 0?nr._`${Ye("nonEmpty",t,r)})`:n===void 0&&i===void 0?nr._`${Ye("typed",t,r,nr._`"string"`)})`:nr._`${Ye(
"text",t,r,m,f)})`}function Oi({minLength:t=0,maxLength:r,format:a,pattern:n,examples:i}){let e=Ir(t,r,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:f,
zh:u}=us[a].name;return t>0||r!==void 0?{en:`${f}, of ${e.en}`,zh:`${u}\uFF0C${e.zh}`}:{en:f,zh:u}}let s=r!==void 0?{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`}:
t===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:t===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`},
[m]=i??[];return n===void 0||m===void 0?s:{en:`${s.en} such as ${JSON.stringify(m)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(m)}`}}function ji({default:t,
examples:r,minLength:a=0,maxLength:n},i){if(t!==void 0)return t;let[o]=r??[];return o!==void 0?o:i.padEnd(a,".").slice(0,n)}function Ai({format:t,pattern:r,examples:a=[],
minLength:n=0,maxLength:i=1/0}){if(r===void 0)return[];let o=new RegExp(r),[e=""]=a,m=(t===void 0?[`${e}\0`,` ${e}`,`${e}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:us[t].invalid).filter(u=>!o.test(u)&&[...u].length>=n&&[...u].length<=i),f=t===void 0?"pattern":"format";return[...a.map((u,g)=>je(`${f}-good-${g+1}`,u)),
...m.map((u,g)=>Me(`${f}-bad-${g+1}`,u,f))]}function Ti({minLength:t=0,maxLength:r,pattern:a}){let n=new RegExp(a??""),i=({value:m})=>typeof m=="string"&&n.test(
m),o=t>0?[Me("min-length-under","a".repeat(t-1),"min-length")]:[],e=r===void 0?[]:["a","\u5B57"].map(m=>Me(`max-length-over-${m==="a"?"latin":"han"}`,m.repeat(r+
1),"max-length")),s=[...t>0?[je("min-length-at","a".repeat(t)),je("min-length-astral","\u{1F600}".repeat(t)),je("space"," ".repeat(t))]:[],...r===void 0?[]:[je(
"max-length-at","a".repeat(r)),je("max-length-astral","\u{1F600}".repeat(r))]].filter(i);return[...o,...s,...e]}var Qu=()=>it([7,!0,["a"]]);function Xu(t){return at(
"minLength",t.optionalNumber("minLength"))}function Ni({pattern:t,minLength:r,maxLength:a},n){return t===void 0?n.text(hr(n,r,a)):n.matching(t)}var M0={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function eh(t){return M0[t].
en}var th={read:(t,r)=>({kind:"prompt",...r,minLength:t.optionalNumber("minLength")??0,...Si(t),limits:t.objects("x-prompt-limits").map(F0),tokens:t.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:_i,
check:(t,r,a)=>[qi(t,r,a),...V0(t,r,a),...U0(t,r,a)].reduce((n,i)=>Dr._`${n}
${i}`),facts:t=>({...xi(t),...t.tokens.length>0?{tokens:t.tokens.map(({prefix:r,parameter:a,from:n,to:i})=>({prefix:r,parameter:a,from:n,to:i}))}:{}}),phrase:Oi,
example:(t,r)=>ji(t,eh(r)),cases:t=>[...it([7,!0,["a"],{text:"a"}]),...Ti(t),...Ai(t),...J0(t.limits),...D0(t.tokens)],sample:Ni};function F0(t){return{rule:t.text(
"rule"),severity:t.severity(),count:t.oneOf("count",["code-points","han","non-han","words"]),max:t.number("max"),...at("onlyWithHan",t.optionalFlag("onlyWithHan")),
source:t.source()}}function V0({limits:t},{pointer:r,value:a},{constant:n,text:i}){if(t.length===0)return[];let o=t.map(({rule:u,count:g,max:_,severity:O,onlyWithHan:I})=>[
u,g,_,O==="error"?1:0,I===!0?1:0]),e=Math.min(...t.map(u=>u.max)),s=t.some(u=>u.count==="words"),m=(u,g=!0)=>n(Ft(g?z0(u):[])),f=Dr._`${m(i.han)}, ${m(i.latin,s)}, ${m(
i.space,s)}`;return[Dr._`if (typeof ${a} === "string" && ${a}.length > ${e}) ${new Dr.Name("promptLimits")}(${sr}, ${r}, ${a}, ${n(Ft(o))}, ${f})`]}function z0(t){
let r=t.flatMap(([a,n])=>[a,n+1]);return r.map((a,n)=>a-(r[n-1]??0))}function U0({tokens:t},{pointer:r,value:a},{variable:n}){return t.map(({prefix:i,parameter:o,
from:e,to:s})=>{let m=Jr(`${i.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Dr._`if (typeof ${a} === "string") ${new Dr.Name("promptTokens")}(${sr}, ${r}, ${a}, ${m}, ${o}, ${e}, ${s}, ${n(
o)})`})}function J0(t){return[...t.flatMap(({rule:r,count:a,max:n})=>[n,n+1].flatMap(i=>Object.entries(Yu(a,i)).map(([o,e])=>je(`${r}-${a}-${i===n?"at":"over"}${o}`,
e)))),...t.length>1?[je("every-limit-over",t.map(({count:r,max:a})=>Yu(r,a+1)[""]).join(" "))]:[]]}function D0(t){return t.flatMap(({prefix:r,parameter:a,to:n})=>[
0,1,2].flatMap(i=>[1,2,3,n+1].map(o=>({about:`token-${a}-${i}-attached-names-${o}`,value:`Show ${r}1 and ${r}${o}, then ${r}${o} again, ${r} alone`,findings:[],
beside:{[a]:Array.from({length:i},(e,s)=>`https://example.com/${s+1}`)}}))))}function Yu(t,r){let a=Math.min(10,r-1);switch(t){case"han":return{"":"\u8239".repeat(
r),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(r-a)} and a boat`};case"words":return{"":Array.from({length:r},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(r)}`};case"non-han":return{"":"x".repeat(r),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a)}`};default:return{"":"x".repeat(r),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a-1)}`}}}var rh={read(t,r,a){return t.has("x-value-list")?ki.read(t,r,a):{kind:"string",...r,...Xu(t),...Si(t),...at("values",t.unknown("x-values"))}},type:()=>"string",
schema:_i,check:qi,facts:xi,phrase(t){let r=Oi(t);return t.values===void 0?r:{en:`${r.en}; which values it takes is not shown`,zh:`${r.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},
example:t=>ji(t,t.values===void 0?"text":"1024x1024"),cases:t=>[...Qu(),...t.pattern===void 0&&t.maxLength===void 0?[je("any-text","anything")]:[],...t.pattern===
void 0&&(t.minLength??0)===0?[je("empty","")]:[],...Ti(t),...Ai(t)],sample:Ni};var Cr=bt(_t(),1);function sh(t,r){return{read:r,type:({variants:a})=>`(${a.map(n=>t.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(i=>C0(t,a,i))}),check(a,n,i){
let{tag:o,variants:e}=a,s=new Cr.Name(`form${n.depth}`),m=i.nested(o,{pointer:Cr._`${n.pointer} + ${`/${o.name}`}`,value:s,depth:n.depth+1}),f=e.map(u=>Cr._`if (${s} === ${u.
name}) {
${i.nested(u,n)}
}`);return Cr._`if (${Ye("anyObject",a,n)})) {
const ${s} = ${new Cr.Name("own")}(${n.value}, ${o.name})
${[m,...f].reduce((u,g)=>Cr._`${u}
${g}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let i=n.map(({name:o,members:e})=>{let{en:s,zh:m}=vd(
ah(a,e));return s===""?{en:o,zh:o}:{en:`${o} with ${s}`,zh:`${o}\uFF0C\u542B ${m}`}});return{en:`an object by its ${a.name}: ${i.map(({en:o})=>o).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${i.map(({zh:o})=>o).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:t.example(a,n),
cases:a=>[...it(["text",7,[]]),...W0(t,a),...H0(t,a)],sample:({variants:a},n)=>{let i=a[n.below(a.length)];return i===void 0?{}:t.sample(i,n)}}}function C0(t,r,a){
let{properties:n,...i}=t.schema(a),o=he(n)?n:{},{enum:e,...s}=he(o[r.name])?o[r.name]:{};return{...i,...$i(a),properties:{...o,[r.name]:{...s,const:a.name}}}}function ah(t,r){
return r.filter(({name:a})=>a!==t.name)}function W0(t,{tag:r,variants:a}){let[n]=a,i=n===void 0?{}:t.example(n,"video"),{[r.name]:o,...e}=he(i)?i:{},s=`/${r.name}`;
return[Me(`${r.name}-missing`,e,"required",s),...di(r,`${r.name}-null`,{...e,[r.name]:null},s),...t.cases(r).filter(({findings:m})=>m.length>0).flatMap(({about:m,
value:f=null,findings:u})=>({about:`${r.name}-${m}`,value:{...e,[r.name]:f},findings:u.map(g=>({...g,path:s}))}))]}function H0(t,{tag:r,variants:a}){let n=a.flatMap(
({members:i})=>i);return a.flatMap(i=>{let o=ah(r,i.members),e=new Set(i.members.map(({name:u})=>u)),s=n.find(({name:u})=>!e.has(u)),m=t.example(i,"video"),f=u=>he(
u)?[{[r.name]:i.name,...u}]:[];return[je(`form-${i.name}`,m),...s===void 0||!he(m)?[]:[Me(`${i.name}-with-${s.name}`,{...m,[s.name]:t.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...t.cases({...i,members:o}).flatMap(({about:u,value:g=null,findings:_})=>f(g).map(O=>({about:`${i.name}-${u}`,value:O,findings:_})))]})}
function nh(t,r,a){let n=t.objects("oneOf"),i=K0(n)??t.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),o=n.map(u=>{
let g=a(u.object("properties").object(i).text("const"),u);return g.kind==="object"?g:t.refuse("oneOf","objects with named members")}),e=new Map;for(let u of o.flatMap(
({members:g})=>g)){let g=e.get(u.name)??u;u.name!==i&&rn(u)!==rn(g)&&t.refuse("oneOf",`forms in which "${u.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),e.set(u.name,g)}let s=o.map(({name:u})=>u),{source:m}=r,f=e.get(i)?.description??"";return{kind:"union",...r,tag:{kind:"enum",
name:i,required:!0,description:f,phrase:ka(s),notes:[],source:m,type:"string",values:s},variants:o}}function K0(t){let[r]=t.map(({value:n})=>n);return(he(r?.properties)?
Object.keys(r.properties):[]).find(n=>{let i=t.map(({value:{properties:o,required:e}})=>{let s=he(o)?o[n]:void 0;return he(s)&&Array.isArray(e)&&e.includes(n)?s.
const:void 0});return i.every(o=>typeof o=="string")&&new Set(i).size===i.length})}function rn(t){let{kind:r,quantity:a}=t,{unit:n,default:i}=t;return JSON.stringify(
[r,a,n,i,...r==="media"?[t.single,t.media,t.accepts,t.limits]:[],...r==="list"?[rn(t.items)]:[],...r==="object"?t.members.map(o=>[o.name,rn(o)]):[],...r==="unio\
n"?t.variants.map(rn):[]])}var Ri={type:Y0,schema:eP,example:oh,cases:t=>rP(t,[]),sample:sP},ih={prompt:th,string:rh,enum:qu,integer:Ou,number:Fu,boolean:bu,media:Lu,object:Ku(Ri,G0),map:Tu(
Ri,Q0),union:sh(Ri,Z0),list:ju(Ri,X0),array:gu};function B0(t,r){if(r["x-media"]!==void 0)return"media";if(r.enum!==void 0||r.const!==void 0)return"enum";if(r.oneOf!==
void 0)return"union";let a=Xa(r);switch(a){case"string":return t==="prompt"||r["x-prompt-limits"]!==void 0||r["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return r["x-items"]===void 0?"list":"array";case"object":return r.properties===void 0&&he(r.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return a;default:return}}function Ii(t,r,a,n){let i=B0(t,r.value)??r.refuse("type","string, integer, number, boolean, object or array");r.ignore("type","$comment");let o=ih[i].read(r,{...a,
...pi(r.value)?{nullable:!0}:{}},n);return{...o,phrase:tP(o)}}function G0(t,r,a){let n=t.object("properties"),i=new Set(t.texts("required"));for(let o of i)Object.
hasOwn(n.value,o)||t.refuse("required",`names of members, and "${o}" is none`);return t.flag("additionalProperties")&&t.refuse("additionalProperties","false"),{
kind:"object",...r,members:Object.keys(n.value).map(o=>{let e=n.object(o);return Ii(o,e,Ei(o,i.has(o),e,r),a)})}}function Z0(t,r,a){return nh(t,r,(n,i)=>Ii(n,i,
Ei(n,!0,i,r),a))}function Q0(t,r,a){let n=t.object("additionalProperties");n.has("default")&&n.refuse("default","left out: a member is there or not");let i=Ii("\
value",n,Ei("value",!0,n,r),a),o=t.has("propertyNames")?t.object("propertyNames"):void 0,[e,...s]=o?.texts("examples")??[];return{kind:"map",...r,values:i,...o===
void 0||e===void 0?{}:{names:{pattern:o.text("pattern"),examples:[e,...s]}},...tt({minProperties:t.optionalNumber("minProperties"),maxProperties:t.optionalNumber(
"maxProperties")})}}function X0(t,r,a){let n=t.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),t.has("uniqueIte\
ms")&&["object","array"].includes(Xa(n.value)??"")&&t.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...r,items:Ii(
"item",n,Ei("item",!0,n,r),a),...tt({minItems:t.optionalNumber("minItems"),maxItems:t.optionalNumber("maxItems"),uniqueItems:t.optionalFlag("uniqueItems")===!0?
!0:void 0})}}function Ei(t,r,a,{source:n}){return yu(t,r,a,n)}function Y0(t){return ku(t,Qs(t).type(t))}function eP(t){return Pu(t,Qs(t).schema(t))}function tP(t){return $u(t,Qs(t).phrase(t))}function oh(t,r){return Qs(t).example(t,r)}function rP(t,r){return Su(t,Qs(t).cases(t,r))}function sP(t,r){return t.
nullable&&r.below(8)===0?null:Qs(t).sample(t,r)}function Qs(t){return vi(t)?ki:ih[t.kind]}function ph(t,r){return Object.hasOwn(t,r)?Reflect.get(t,r):void 0}function hs(t){return t.split("/").slice(1)}function Li(t){return t.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function xr({value:t,place:r},a,n){let[i,
...o]=a;if(i===void 0)return[{value:t,place:r}];if(i==="*")return Array.isArray(t)?t.flatMap((m,f)=>xr({value:m,place:r+"["+f+"]"},o,n)):[];if(typeof t!="object"||
t===null||Array.isArray(t))return[];let e=ph(t,i),s={value:e===void 0&&!o.length?n:e,place:(r&&r+".")+i};return s.value===void 0?[]:xr(s,o,n)}function Wr(t,{path:r,
default:a}){return xr(t,hs(r),a).flatMap(({value:n,place:i})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:i}]:[])}function dh(t){let[,r="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(t))??[],i=a.length-Number(n),o=BigInt(r+a);return i<0?[o*10n**BigInt(-i),0]:[o,i]}function ch(t){let r=t.map(i=>dh(i)),a=r.reduce((i,[,o])=>Math.max(
i,o),0);return+(r.reduce((i,[o,e])=>i+o*10n**BigInt(a-e),0n)+"e-"+a)}function mh(t){let r=t.map(n=>dh(n)),a=r.reduce((n,[,i])=>n+i,0);return+(r.reduce((n,[i])=>n*
i,1n)+"e-"+a)}function Xs(t,r,a,{maximum:n,minimum:i,unit:o},e){let s=n??i??0,m=typeof s=="number"?{value:s,place:""}:Wr(e,s)[0];if(m===void 0)return;let{value:f,place:u}=m;if(n===
void 0?a>=f:a<=f)return;let g=n===void 0?"lower":"upper";return{text:t,of:[...r],side:g,limit:f,unit:o,actual:a,...u?{bound:u}:{}}}function lh(t,r){let a={value:t,place:""},n=0;for(let{path:i}of r.of)for(let{value:o}of xr(a,hs(i)))n+=Array.isArray(o)?o.length:o===null?0:1;return Xs("rule-co\
unt",r.of.map(({path:i})=>Li(i)),n,r,a)}function uh(t,r){let a=Object.entries(t).map(([e,s])=>hh(e.split("."),s,r)),n=a.filter(e=>e!==void 0);if(n.length<a.length)return;let[i={},...o]=n;return o.length===
0?i:{allOf:n}}function hh([t="",...r],a,n){let i=n.find(e=>e.name===t);if(i===void 0)return;if(r.length===0)return aP(i,a);let o=i.nullable?void 0:hh(r,a,dr(i));
return o&&{required:[t],properties:{[t]:{type:"object",...o}}}}function aP(t,r){let{name:a,nullable:n,kind:i}=t,{default:o}=t,e=(u,g)=>u?{properties:{[a]:g}}:{required:[
a],properties:{[a]:g}};if(typeof r!="object"||"length"in r){let u=typeof r=="object"?r:[r],g=u.some(_=>_===o);return e(g,{enum:[...u,...n&&g?[null]:[]]})}let{min:s,
max:m}=r,f=u=>u>=(s??0)&&u<=(m??1/0);if(i==="integer"||i==="number"||i==="enum"&&t.type!=="mixed"){let u=f(typeof o=="number"?o:0);return e(u,{type:n&&u?["numbe\
r","null"]:"number",minimum:s??0,...m===void 0?{}:{maximum:m}})}if(!n){if(i==="media"&&t.single)return f(1)?f(0)?{}:{required:[a]}:f(0)?{not:{required:[a]}}:void 0;
if(i==="media"||i==="array"||i==="list"&&dr(t.items).length===0&&t.items.kind!=="list"){let u={...s===void 0?{}:{minItems:s},...m===void 0?{}:{maxItems:m}};return e(
f(0),{type:"array",...u})}}}function fh({defaults:t=[]},r){let a=t.flatMap(({when:n,default:i})=>{let o=uh(n,r);return typeof i=="number"&&o!==void 0?[{if:o,default:i}]:[]});return a.length===
0?{}:{defaults:a}}function Mi(t,r){let a=n=>{if(Array.isArray(n))return n.map(a);if(!he(n)||n.defaults===void 0)return n;let{defaults:i,...o}=n,e=Xt(i).find(([,
s])=>he(s)&&he(s.if)&&r(s.if));return e!==void 0&&he(e[1])?{...o,default:e[1].default??null}:o};return Object.fromEntries(Object.entries(t).map(([n,i])=>[n,a(i)]))}function ea(t,r){return t.texts("of").map((a,n)=>yh(t,`of/${n}`,a,r))}function Fi(t,r){return gh(t,"of",r)}function ta(t,r,a){let n=t.has("maximum")?"maximum":"\
minimum";return{[n]:nP(t,n,r,a),unit:a??""}}function nP(t,r,a,n){if(typeof t.raw(r)=="number")return t.number(r);let i=yh(t,r,t.text(r),a),o=gh(t,r,[i]);return n!==
void 0&&o!==n&&t.refuse(r,`in the unit of the numbers:${n===""?" none":n}, not${o||" none"}`),i.at}function Vi(t){let r=new Set(t.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return r.size===1?[...r][0]:void 0}function zi(t,r){return r.map(({at:a})=>({...a,path:Ys(a).slice(t.length)}))}function kd({in:t,of:r}){return Xt(r).
map(([,a])=>xo(`${Ys(t)}${Ys(a)}`))}function ra(t){let{maximum:r,minimum:a,unit:n=""}=t,i=r??a??null;return{of:kd(t),side:r===void 0?"lower":"upper",...he(i)?{bound:xo(
Ys(i))}:{limit:i,unit:n}}}function Ys(t){let r=he(t)?t.path:t;return typeof r=="string"?r:""}function yh(t,r,a,n){let i=Pd(a,n);(i===void 0||!iP(i))&&t.refuse(r,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:o}=i;return{parameter:i,at:{path:a,...typeof o=="number"?{default:o}:{},...fh(
i,n)}}}function iP(t){let{kind:r}=t;return r==="integer"||r==="number"||r==="enum"&&t.type!=="string"}function Pd(t,r){let[a,...n]=t.split("/").slice(1);return n.
reduce((i,o)=>i?.kind==="object"||i?.kind==="union"?dr(i).find(e=>e.name===o):i?.kind==="list"&&o==="*"?i.items:void 0,r.find(i=>i.name===a))}function gh(t,r,a){
let n=new Set(a.map(({parameter:o})=>o.unit??""));n.size>1&&t.refuse(r,`numbers of one unit, not of ${[...n].map(o=>o||"none").join(" and ")}`);let[i=""]=n;return i===
""?"":` ${i}`}var oP=64,bh={keyword:"x-count",read(t,r){return{of:t.texts("of").map((n,i)=>{let o=(n.endsWith("*")?void 0:Pd(n,r))??t.refuse(`of/${i}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...pP(o)?{}:{one:!0}}}),...ta(t,r)}},broken:(t,r)=>lh(t,r),check:"brokenCount",demand:t=>({
text:"rule-count",...ra(t)}),schema({of:t,maximum:r,minimum:a}){let n=r??a,i=Xt(t).map(([,s])=>he(s)&&s.one===void 0?Ys(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||i.some(s=>s.includes("/")))return;let o=wh(Number(n),i.length);return o===void 0?void 0:{anyOf:o.map(s=>r===void 0?cP(i,s):dP(i,s))}}};function pP(t){
return t.kind==="list"||t.kind==="array"||t.kind==="media"&&!t.single}function wh(t,r){if(r===1)return[[t]];let a=[];for(let n=0;n<=t;n++){let i=wh(t-n,r-1);if(i===
void 0||(a.push(...i.map(o=>[n,...o])),a.length>oP))return}return a}function dP(t,r){return{properties:Object.fromEntries(t.map((a,n)=>[a,{maxItems:r[n]??0}]))}}
function cP(t,r){let a=t.flatMap((n,i)=>{let o=r[i]??0;return o>0?[[n,o]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,i])=>[n,{
type:"array",minItems:i}]))}}function vh(t,{in:r,of:a,orEqual:n,unit:i}){for(let o of xr({value:t,place:""},hs(r))){let e=a.flatMap(s=>Wr(o,s));for(let[s,m]of e.entries()){let f=e[s-1];if(!(f===
void 0||f.value<m.value||n&&f.value===m.value))return{text:"rule-order",...n?{orEqual:""}:{},first:f.place,actual:f.value,second:m.place,limit:m.value,unit:i}}}}var kh={keyword:"x-order",read(t,r){let a=ea(t,r),n=t.texts("of"),i=(n.length>1?Vi(n):n[0]?.includes("*")?"":void 0)??t.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:i,of:zi(i,a),...t.optionalFlag("orEqual")?{orEqual:!0}:{},unit:Fi(t,a)}},broken:(t,r)=>vh(t,r),check:"\
brokenOrder",demand:t=>({text:"rule-order",...t.orEqual===!0?{orEqual:""}:{},of:kd(t)})};function Ph(t,r){let a={value:t,place:""};for(let n of xr(a,hs(r.in))){let i=r.of.flatMap(m=>Wr(n,m));if(i.length<r.of.length)continue;let[o,e]=[i.map(({place:m})=>m),
i.map(({value:m})=>m)],s=Xs("rule-product",o,mh(e),r,a);if(s!==void 0)return s}}var $h={keyword:"x-product",read(t,r){let a=ea(t,r),n=t.texts("of"),i=(n.length>1?Vi(n):void 0)??t.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:i,of:zi(i,a),...ta(t,r)}},broken:(t,r)=>Ph(t,r),check:"brokenProduct",demand:t=>({text:"rule-product",...ra(t)})};function Sh(t,r){let a={value:t,place:""},n=r.of.flatMap(o=>Wr(a,o));if(!n.length)return;let i=r.of.map(({path:o})=>Li(o));return Xs("rule-sum",i,ch(n.map(({value:o})=>o)),
r,a)}var _h={keyword:"x-sum",read(t,r){let a=ea(t,r);return{of:a.map(({at:n})=>n),...ta(t,r,Fi(t,a))}},broken:(t,r)=>Sh(t,r),check:"brokenSum",demand:t=>({text:"rule\
-sum",...ra(t)})};var xh=[_h,$h,bh,kh];function Ah(t,r){return Th(t)(r)}var qh=new WeakMap;function Th(t){let r=qh.get(t);if(r!==void 0)return r;let a=Object.entries(t).flatMap(([i,o])=>mP[i]?.(o,t)??
[]),n=i=>a.every(o=>o(i));return qh.set(t,n),n}function yr(t){return he(t)?Th(t):void 0}function $d(t){return Xt(t).map(([,r])=>yr(r)??Nh)}var Nh=()=>!1,mP={type:t=>{
if(typeof t=="string")return jh[t];let r=Xt(t).flatMap(([,a])=>typeof a=="string"?jh[a]??[]:[]);return a=>r.some(n=>n(a))},const:t=>r=>t===r,enum:t=>r=>Array.isArray(
t)&&t.includes(r),minimum:sn((t,r)=>t>=r),maximum:sn((t,r)=>t<=r),exclusiveMinimum:sn((t,r)=>t>r),exclusiveMaximum:sn((t,r)=>t<r),multipleOf:sn((t,r)=>uP(t/r)),
uniqueItems:t=>t!==!0?void 0:r=>!Array.isArray(r)||new Set(r.map(a=>JSON.stringify(a))).size===r.length,minLength:Oh((t,r)=>t>=r),maxLength:Oh((t,r)=>t<=r),pattern:t=>{
let r=typeof t=="string"?lP(t):void 0;return r===void 0?void 0:a=>typeof a!="string"||r.test(a)},minItems:t=>r=>!Array.isArray(r)||r.length>=Number(t),maxItems:t=>r=>!Array.
isArray(r)||r.length<=Number(t),items:t=>{let r=yr(t);return r===void 0?void 0:a=>!Array.isArray(a)||a.every(r)},contains:t=>{let r=yr(t);return r===void 0?void 0:
a=>!Array.isArray(a)||a.some(r)},required:t=>{let r=Xt(t).map(([,a])=>a);return a=>!he(a)||r.every(n=>Sd(a,n))},properties:t=>{let r=Xr(t).flatMap(([a,n])=>{let i=yr(
n);return i===void 0?[]:[[a,i]]});return a=>!he(a)||r.every(([n,i])=>{let o=Object.hasOwn(a,n)?a[n]:void 0;return o===void 0||i(o)})},dependentRequired:t=>{let r=Xr(
t).map(([a,n])=>[a,Xt(n)]);return a=>!he(a)||r.every(([n,i])=>!Sd(a,n)||i.every(([,o])=>Sd(a,o)))},oneOf:t=>{let r=$d(t);return a=>r.filter(n=>n(a)).length===1},
anyOf:t=>{let r=$d(t);return a=>r.some(n=>n(a))},allOf:t=>{let r=$d(t);return a=>r.every(n=>n(a))},additionalProperties:(t,{properties:r})=>{let a=t===!1?Nh:yr(
t),n=i=>he(r)&&Object.hasOwn(r,i);return a&&(i=>Xr(i).every(([o,e])=>n(o)||a(e)))},propertyNames:t=>{let r=yr(t);return r&&(a=>Xr(a).every(([n])=>r(n)))},minProperties:t=>r=>!he(
r)||Object.keys(r).length>=Number(t),maxProperties:t=>r=>!he(r)||Object.keys(r).length<=Number(t),not:t=>{let r=yr(t);return r===void 0?void 0:a=>!r(a)},if:(t,r)=>{
let[a,n,i]=[yr(t),yr(r.then),yr(r.else)];if(!(a===void 0||n===void 0&&i===void 0))return o=>(a(o)?n:i)?.(o)??!0},...Object.fromEntries(xh.map(t=>[t.keyword,r=>he(
r)?a=>t.broken(a,Mi(r,n=>Ah(n,a)))===void 0:void 0]))};function sn(t){return r=>a=>typeof a!="number"||t(a,Number(r))}function Oh(t){return r=>a=>typeof a!="str\
ing"||t([...a].length,Number(r))}function lP(t){try{return new RegExp(t)}catch{return}}function uP(t){return Math.abs(t-Math.round(t))<=1e-9*Math.max(1,Math.abs(
t))}function Sd(t,r){return typeof r=="string"&&Object.hasOwn(t,r)}var jh={string:t=>typeof t=="string",integer:t=>Number.isInteger(t),number:t=>typeof t=="numb\
er",boolean:t=>typeof t=="boolean",array:t=>Array.isArray(t),object:t=>he(t),null:t=>t===null};var hP=/^models\/([^/]+)\.schema\.json$/;function an(t){let r=hP.exec(t)?.[1];return r===void 0?void 0:Pc(r)}function Rh(t){return`models/${kc(t)}.schema.json`}var Ih=As(t=>[...t.files.values()].flatMap(r=>{let a=an(r.path),n=fs(r);return a===void 0||n===void 0?[]:[{path:r.path,id:a,schema:n}]}));function fs(t){return t!==
void 0&&t.syntaxErrors.length===0&&he(t.value)?t.value:void 0}function Ui(t){return[...t.files.values()].some(r=>fs(r)===void 0)}var Ij=As(()=>new Map);function fP(t,r){let a=[],n=(o,e)=>{a.push(e),i(o),a.pop()},i=o=>{if(r(o,a),Array.isArray(o))o.forEach(n);else if(he(o))for(let e of Object.keys(o))n(o[e]??null,
e)};i(t)}function Eh(t,r){let a=[];return fP(t,(n,i)=>{let o=r(n,i);o!==void 0&&a.push(o)}),a}function Lh(t){return[...t.files.values()].flatMap(r=>r.path.startsWith("meta/")?[]:yP(r))}var yP=Rr(t=>Eh(fs(t)??null,(r,a)=>{let n=typeof r=="string"?bP(r):void 0;
return n===void 0?void 0:{code:"S006",file:t.path,path:[...a],message:n}})),gP=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function bP(t){let[r]=gP.exec(t)??[];return r!==void 0?`the text holds U+${(r.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
t===t.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Mh(t){return t.filter(({keyword:r})=>r==="oneOf").reduce((r,a)=>r.includes(a)?wP(r,a):r,[...t])}function Fh(t){return Vh(t).map(({required:r})=>r.join(
" with ")).join("; ")}function wP(t,r){let a=Vh(r),n=m=>m!==r&&$P(m.instancePath,r.instancePath)&&!PP(m,r),i=t.filter(m=>m!==r&&!n(m)),o=vP(a,r);if(typeof o!="n\
umber")return[...i,o];let e=a[o]?.members,s=t.filter(m=>n(m)&&SP(m,r,o,e));return s.length>0?[...i,...s]:[...i,r]}function vP(t,r){let a=he(r.data)?Object.keys(
r.data):[];if(Array.isArray(r.params.passingSchemas))return r;let n=t[0]?.members===void 0?void 0:kP(t);if(n!==void 0){let{data:m}=r,f=he(m)?m[n]:void 0,u=t.findIndex(
({members:_})=>_?.get(n)===f);if(u!==-1)return u;let g=t.map(({members:_})=>_?.get(n));return{...r,keyword:"enum",instancePath:`${r.instancePath}/${n}`,params:{
allowedValues:g},data:f}}let i=t.map(({required:m,members:f})=>a.filter(u=>f?.has(u)??m.includes(u)).length),o=Math.max(...i),e=i.flatMap((m,f)=>m===o?[f]:[]),[
s]=e;return o===0||s===void 0||e.length>1&&t[0]?.members===void 0?r:s}function kP(t){return[...t[0]?.members?.keys()??[]].find(a=>t.every(({members:n})=>n?.get(
a)!==void 0))}function Vh({schema:t}){return(Array.isArray(t)?t:[]).map(a=>{let{required:n,properties:i}=Object(a),o=i&&new Map(Object.entries(i).map(([e,{const:s}])=>[
e,s]));return{required:n??[],members:o}})}function PP(t,{instancePath:r,schemaPath:a}){let n=a.slice(0,-6);return!t.schemaPath.startsWith(`${a}/`)&&(t.instancePath===
r||t.schemaPath.startsWith(`${n}/properties/`))}function $P(t,r){return t===r||t.startsWith(`${r}/`)}function SP(t,{instancePath:r,schemaPath:a},n,i){if(t.schemaPath.
startsWith(`${a}/`))return t.schemaPath.startsWith(`${a}/${n}/`);let[o=""]=t.instancePath.slice(r.length+1).split("/");return i?.has(o)??!0}import{createRequire as xP}from"node:module";import{fileURLToPath as _P}from"node:url";var zh=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,_d=new URL("../".repeat(
zh),import.meta.url),Wj=new URL("../",_d),Hj=new URL(zh===3?"./":"../",import.meta.url);var Xj=_P(new URL("dist/kept/",_d));var qP=xP(import.meta.url),xd="spec:/";function Uh(){let{Ajv2020:t}=qP("ajv/dist/2020.js");return new t({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var OP=/^upstreams\/([^/]+)\.json$/;function nn(t){return OP.exec(t)?.[1]}function Jh(t,r){let a=(n,i)=>he(i)&&r(n,i);return[...t.files.values()].flatMap(({path:n,
value:i})=>nn(n)!==void 0&&a(n,i)?[{path:n,source:i}]:[])}var Dh={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},Ch="meta/model.schema.json",Wh="\
meta/upstream.schema.json",jP=["meta/facts.schema.json","meta/parameter.schema.json"],c3=[...Object.entries(Dh).flat(),Ch,Wh,...jP];function Hh(t){return nn(t)!==void 0?Wh:an(t)===void 0?Dh[t]:Ch}var Ji;function Di(t){let r=[...t.files.values()].filter(o=>o.path.startsWith("meta/")),a=r.map(
o=>o.text).join(`
`);if(Ji?.text===a)return Ji.validator;let n=t.meta?.code(),i=t.meta===void 0||n===void 0?TP(r):AP(t.meta.paths,n);return Ji={text:a,validator:o=>t.files.has(o)?
i(o):void 0},Ji.validator}function AP(t,{exports:r}){let a=new Map(t.map((n,i)=>[n,r[`meta${i}`]]));return n=>a.get(n)}function TP(t){let r=Uh();for(let a of t){
let n=fs(a);n!==void 0&&r.addSchema(n,xd+a.path)}return a=>r.getSchema(xd+a)}function Zt(t,r){let n=r.map(i=>({candidate:i,distance:NP(t.toLowerCase(),i.toLowerCase())})).sort((i,o)=>i.distance-o.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(t.length/3))?n.candidate:void 0}function NP(t,r){let a=Array.from({length:r.length+1},(n,i)=>i);for(let[n,i]of[...t].entries()){let o=[n+1];
for(let e=1;e<=r.length;e++){let s=(a[e-1]??0)+(i===r[e-1]?0:1);o.push(Math.min(s,(a[e]??0)+1,(o[e-1]??0)+1))}a=o}return a[r.length]??0}function Kh(t){let r=/\\([pPsSdDwWbBkux1-9])/.exec(t.replaceAll("\\\\",""))??void 0;if(r!==void 0&&r[1]!=="x")return{problem:`uses ${r[0]}`};if(/\(\?[=!<]/.test(
t))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(t);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Zh(t){let r=Di(t),a=[...t.files.values()].flatMap(n=>{let i=Hh(n.path),o=i===void 0?void 0:r(i);if(o===void 0)return[];let e=RP(n),s=e.get(o)??IP(n,o);
return e.set(o,s),s});return t.meta?.code()?.keep(),a}var RP=Rr(()=>new WeakMap);function IP(t,r){let{value:a,syntaxErrors:n}=t;if(a===void 0||n.length>0||r(a))
return[];let i=new Map;for(let o of Mh(r.errors??[])){let e=EP(t.path,a,o);e!==void 0&&!i.has(e.path.join("/"))&&i.set(e.path.join("/"),e)}return[...i.values()]}
function EP(t,r,a){let n=zP(r,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Kh(String(a.data)))return;
if(a.data===null)return{code:"S013",file:t,path:n,message:`${on(n)} is null`};let i=o=>String(a.params[o]);switch(a.keyword){case"additionalProperties":return LP(
t,[...n,i("additionalProperty")],a);case"required":return Bh(t,n,i("missingProperty"));case"dependentRequired":{let{code:o,...e}=Bh(t,n,i("missingProperty"));return{
code:o,...e,message:`${e.message}, which "${i("property")}" needs`}}case"oneOf":return{code:"S014",file:t,path:n,message:`${on(n)} must have exactly one of ${Fh(
a)}`};case"propertyNames":return{code:"S014",file:t,path:[...n,i("propertyName")],at:"key",message:`"${i("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:t,path:n,message:`${on(n)} must be ${MP(a)}`}}}function LP(t,r,a){let n=String(r.at(-1)),i=he(Gh(a))?Object.keys(Gh(a)):[],o=Zt(n,i);return{
code:"S010",file:t,path:r,at:"key",message:`the keyword "${n}" is unknown here`,hint:o===void 0?`Known here: ${i.join(", ")}.`:`Did you mean "${o}"?`}}function Bh(t,r,a){
return a==="x-source"?{code:"S012",file:t,path:r,at:"key",message:`${on(r)} has no source`}:{code:"S011",file:t,path:[...r,a],message:`${on(r)} lacks the keywor\
d "${a}"`}}function Gh(t){let r=t.parentSchema?.properties;return typeof r=="object"&&r!==null?{...r}:{}}function MP(t){let r=t.parentSchema?.errorMessage;return typeof r==
"string"?r:(VP[t.keyword]??FP)(t)}var Ci=({params:t})=>String(t.limit),sa=({params:t},r)=>`${String(t.limit)} ${r}${t.limit===1?"":"s"}`,FP=({keyword:t})=>`of a\
nother form: the meta-schema's "${t}" rejects it`,VP={type:({params:t})=>`of type ${[t.type].flat().join(" or ")}`,const:({params:t})=>JSON.stringify(t.allowedValue),
enum:({params:t})=>`one of ${[t.allowedValues].flat().join(", ")}`,minimum:t=>`${Ci(t)} or more`,maximum:t=>`${Ci(t)} or less`,exclusiveMinimum:t=>`more than ${Ci(
t)}`,exclusiveMaximum:t=>`less than ${Ci(t)}`,minLength:t=>`a string of ${sa(t,"character")} or more`,maxLength:t=>`a string of ${sa(t,"character")} or less`,minItems:t=>`\
a list of ${sa(t,"item")} or more`,maxItems:t=>`a list of ${sa(t,"item")} or less`,minProperties:t=>`an object with ${sa(t,"member")} or more`,maxProperties:t=>`\
an object with ${sa(t,"member")} or less`,uniqueItems:({params:t,data:r})=>`a list without repeats: ${Array.isArray(r)?JSON.stringify(r[Number(t.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:t})=>`a string that matches ${String(t.pattern)}`,format:({params:t})=>`\
a string of the format ${String(t.format)}`,not:()=>"something else"};function on(t){let r=t.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=t.flatMap((n,i)=>typeof n==
"string"?[i]:[]);return t.length===0?"the file":r.slice(a.at(-2)??0).join("").replace(/^\./,"")}function zP(t,r){let a=t;return Pe(r).map(n=>{let i=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:he(a)?a[n]:void 0,i?Number(n):n})}var UP=[{causes:new Set(["S004"]),follow:t=>t!=="S004"},{causes:new Set(["S020"]),follow:t=>["S015","S039","S061"].includes(t)},{causes:new Set(["S010","S011"]),
follow:t=>t==="S056"},{causes:new Set(["S010","S056"]),follow:t=>t==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:t=>[
"S030","S052","S053"].includes(t)}];function Qh(t){let r=new Map;for(let{file:i,code:o}of t)r.set(i,(r.get(i)??new Set).add(o));let a=t.filter(({file:i,code:o})=>{
let e=[...r.get(i)??[]];return!UP.some(({causes:s,follow:m})=>m(o)&&e.some(f=>s.has(f)))}),n=new Map;for(let i of a){let o=n.get(i.file);o===void 0?n.set(i.file,
[i]):o.push(i)}return[...n.values()].flatMap(i=>i.filter((o,e)=>!i.some((s,m)=>JP(o,s,m<e))))}function JP(t,r,a){return t===r||t.offset!==void 0||r.path.length===
0||!r.path.every((n,i)=>t.path[i]===n)?!1:t.path.length===r.path.length?a&&["S005","S006","S014","S015"].includes(r.code):t.code==="S014"&&r.code==="S014"}function qd(t,r){let a=t.slice(0,r).split(`
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
 true }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]'}];var DP=[...Xh,...Yh,...tf,...rf,...sf,...nf,...of,...af,...df,...pf,...cf];function mf(t){let r=DP.find(a=>a.code===t);if(r===void 0)throw new RangeError(`no su\
ch code: ${t}`);return r}var lf=60;function uf(t,r){let a=mf(r.code),n=t.files.get(r.file),i=n===void 0?{line:1,column:1,text:""}:CP(n,r);return{code:r.code,severity:a.severity,file:r.file,
line:i.line,column:i.column,pointer:kn(r.path),text:KP(i.text),message:r.message,hint:r.hint??a.hint}}function CP(t,r){if(r.offset!==void 0)return{...qd(t.text,
r.offset),text:HP(t.text,r.offset)};let a=WP(t.tree,r),n=a?.offset??0;return{...qd(t.text,n),text:a===void 0?"":t.text.slice(n,n+a.length)}}function WP(t,r){if(t!==
void 0){for(let a=r.path.length;a>=0;a--){let n=mc(t,r.path.slice(0,a));if(n===void 0)continue;let i=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return r.
at==="key"&&a===r.path.length?i??n:n}return t}}function HP(t,r){let a=t.indexOf(`
`,r);return t.slice(r,a===-1?t.length:a)}function KP(t){let r=t.replace(/\s+/g," ");return r.length>lf?`${r.slice(0,lf-1)}\u2026`:r}var hf=100;function Wi(t,r){let a=[],n,i;try{i=JSON.parse(r)}catch{n=$o(r,a,ff),i=n===void 0?void 0:lc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(yf(i,hf))throw new RangeError(`${t} has more than ${hf} levels`);return{path:t,text:r,value:i,get tree(){return n??=$o(r,[],ff)},syntaxErrors:a}}
var ff={disallowComments:!0,allowTrailingComma:!1};function yf(t,r){return typeof t!="object"||t===null?!1:r===0||Object.values(t).some(a=>yf(a,r-1))}function gf(t,r){let{code:a,severity:n,file:i,line:o,column:e,pointer:s,text:m,message:f,hint:u}=t,g=m===""?"":`
    ${m}`;return`${r}/${i}:${o}:${e} ${n} ${a} ${f}${g}
    at #${s}
    ${u}`}var Te=As(t=>Jh(t,(r,a)=>Di(t)("meta/upstream.schema.json")?.(a)===!0)),BP=["video","image","audio","mesh"];function Ze({operations:t}){return BP.flatMap(r=>{let a=t[r];
return a===void 0?[]:[[r,a]]})}var Hr=As(t=>Ih(t).map(({path:r,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(he(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,i])=>[n,GP(t,r,i)]))})));function GP(t,r,a){let n=he(a)?a:{},i=typeof n.$ref=="string"?{...ZP(t,r,n.$ref),...n}:n;return Array.
isArray(i.enum)?i.enum:i.const!==void 0?[i.const]:i.type==="boolean"?[!0,!1]:void 0}function ZP(t,r,a){try{let{value:n}=vc(t,r,a);return he(n)?n:{}}catch{return{}}}function QP(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function bf(t,r){let a=t;for(let n of r)if(Array.isArray(a))a=a[Number(n)];else if(QP(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var wf=["queued","processing","ended","cancelled"],XP={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*vf(t){
for(let{path:r,source:a}of Te(t)){let{cancelRules:n}=a;if(n!==void 0)for(let[i,{cancel:o,status:e}]of Ze(a)){if(o===void 0)continue;let s={code:"S100",file:r},m=[
"operations",i,"cancel"];yield*YP({...s,path:m},o,n,e?.states??{});let f=e$(o,n);f!==void 0&&(yield{...s,path:[...m,"proves","answer","words"],message:`cancelRu\
les.${f} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),o.proves!==void 0&&wf.every(u=>n[u].then!==
"cancelled")&&(yield{...s,path:[...m,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*YP({path:t,...r},{from:a},n,i){if(n.
ended.then!=="removed")return;let o='Name in "from" the words of tasks that wait or run.',e="cancelRules.ended removes the result";a===void 0&&(yield{...r,path:t,
message:`the request is sent to tasks that have ended too, and ${e}`,hint:o});for(let[s,m]of(a?.words??[]).entries())XP[i[m]??""]==="ended"&&(yield{...r,path:[...t,
"from","words",s],message:`"${m}" means an end, and ${e}`,hint:o})}function e$({proves:t},r){let{answer:a}=t??{};if(a===void 0)return;let n=i=>(r[i].status??200)<
300?bf(r[i].body,Pe(a.at)):void 0;return wf.find(i=>i!=="cancelled"&&r[i].then!=="cancelled"&&a.words.some(o=>o===n(i)))}function*kf(t){for(let{path:r,source:a}of Te(t)){let n=nn(r);a.protocol!==n&&(yield{code:"S070",file:r,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var Od=99;function*Pf(t){for(let{path:r,source:a}of Te(t)){for(let[i,{rows:o}]of Ze(a)){let e=o.map(({to:s})=>Pe(s));for(let[s,m]of e.entries()){let f=t$(m,e);if(f===
void 0)continue;yield{code:"S080",file:r,path:["operations",i,"rows",s,"to"],message:`no row writes to ${f}, the place before it`}}}let n=t.files.get(r)?.value;
for(let{step:i,path:o}of n===void 0?[]:jd(n,[])){let e={file:r,path:o};if(i==="-")!["url","base64","names"].includes(String(o.at(-1)))&&!o.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...e,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(i)>Od){let s=`Use an index up to ${Od}\
: a fake writes every place before it.`;yield{code:"S080",...e,message:`the index ${i} is larger than ${Od}`,hint:s}}}}}function t$(t,r){for(let[a,n]of t.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let i=[...t.slice(0,a),String(BigInt(n)-1n)];if(!r.some(e=>i.every((s,m)=>e[m]===s)))return kn(i)}}var r$=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*jd(t,r){if(typeof t=="string"){let a=t.startsWith("/")?Pe(t).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:r}}else if(Array.isArray(t))for(let[a,n]of t.entries())yield*jd(n,[...r,a]);else if(he(t))for(let[a,n]of Object.entries(
t))r$.includes(a)||(yield*jd(n,[...r,a]))}function*$f(t){for(let{path:r,source:a}of Te(t))for(let[n,{rows:i}]of Ze(a))for(let[o,{minimum:e,maximum:s}]of i.entries())e!==void 0&&s!==void 0&&e>s&&(yield{code:"\
S084",file:r,path:["operations",n,"rows",o,"minimum"],message:`the minimum ${e} is greater than the maximum ${s}`})}var Sf={video:"video",image:"image",audio:"audio",mesh:"model"};function*_f(t){for(let{path:r,source:a}of Te(t))for(let[n,{results:i}]of Ze(a))for(let{contentType:o,
path:e}of xf(i,["operations",n,"results"]))o.startsWith(`${Sf[n]}/`)||(yield{code:"S085",file:r,path:e,message:`a ${n} model makes no ${o}`,hint:`Write a type t\
hat begins with ${Sf[n]}/.`})}function*xf(t,r){for(let[a,{contentType:n,results:i=[]}]of t.entries())n!==void 0&&(yield{contentType:n,path:[...r,a,"contentType"]}),
yield*xf(i,[...r,a,"results"])}function*Of(t){for(let{path:r,source:a}of Te(t))for(let[n,i]of a.errors.proofs.entries()){let o=["errors","proofs",n];for(let[s,m]of[["codes","code"],["says","m\
essage"]])i[s]!==void 0&&a.errors[m].length===0&&(yield{code:"S082",file:r,path:[...o,s],message:`the proof never counts: errors.${m} names no place to read one\
 from`,hint:`Name the place in errors.${m}, or take the words out.`});i.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:r,path:[...o,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let e=a.errors.proofs.slice(0,n).findIndex(s=>s$(s,i));e!==-1&&(yield{code:"S082",file:r,path:o,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${e+1}, HTTP ${a.errors.proofs[e]?.status??""}`})}}function s$(t,r){return(t.status===r.status||t.status===`${r.status[0]??""}xx`)&&
qf(t.codes,r.codes)&&qf(t.says,r.says)}function qf(t,r){return t===void 0||(r?.every(a=>t.includes(a))??!1)}function Qt(t){return t.split(/(\{[^{}]*\})/).flatMap(r=>r===""?[]:/^\{.*\}$/.test(r)?[{variable:r.slice(1,-1)}]:[r])}function*jf(t){for(let{path:r,source:a}of Te(t)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:i,signed:o,time:e,key:s}=n,m=["webhooks","\
signature"],f={code:"S089",file:r},u=Qt(o).flatMap(g=>typeof g=="string"?[]:[g.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...f,path:[...m,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),e?.header!==void 0&&!u.includes("timestamp")&&(yield{...f,path:[...m,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&i==="ed25519"&&s.encoding==="text"&&(yield{...f,path:[...m,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&i!=="ed25519"&&(yield{...f,path:[...m,"key","by"],message:`a key for ${i} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var a$=/\{(value|base64|mediaType|imageFormat)\}/;function Af(t){return{value:t,holes:[...Ad(t,[])]}}function*Ad(t,r){if(typeof t=="string"){let a=a$.exec(t);if(a===
null)return;let[n,i]=a,[o,e]=[t.slice(0,a.index),t.slice(a.index+n.length)],s={at:r,whole:t===n,prefix:o,suffix:e};yield i==="base64"||i==="mediaType"||i==="ima\
geFormat"?{...s,part:i}:s}else if(Array.isArray(t))for(let[a,n]of t.entries())yield*Ad(n,[...r,String(a)]);else if(he(t))for(let[a,n]of Object.entries(t))yield*Ad(
n,[...r,a])}function Hi(t){return typeof t=="string"?[...t.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,r=""])=>r):Array.isArray(t)?t.flatMap(Hi):he(t)?Object.values(
t).flatMap(Hi):[]}function xt(t){return Qt(t).map(r=>{if(typeof r=="string")return r;let{variable:a}=r;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${t}: unknown variable {${a}}`)})}function Tf({paths:t,items:r,within:a,created:n,size:i,next:o}){return{paths:t.map(xt),items:Pe(r),within:a===void 0?[]:Pe(a),created:{at:Pe(n.at),as:n.as},...i===
void 0?{}:{size:i},next:n$(o)}}function n$({by:t,parameter:r,at:a,more:n}){return t==="url"?{by:t,parameter:r,at:Pe(a??"")}:{by:t,parameter:r,...n===void 0?{}:{
more:Pe(n)}}}function Nf({implied:t={},told:r}){return{implied:t,told:r.map(({at:a,constant:n,fact:i})=>({at:Pe(a),from:i===void 0?{kind:"constant",value:n??null}:
{kind:i}}))}}function Rf(t){if(t?.headers===void 0&&t?.retryAfter===void 0)return;let{headers:r,retryAfter:a}=t;return{...r===void 0?{}:{headers:r},...a===void 0?{}:{retryAfter:Pe(
a)}}}var Ki=["body","bodySha256","timestamp"];function If(t){let{algorithm:r,encoding:a,signed:n,headers:i={},time:o,key:e}=t;return{algorithm:r,in:Ef(t),encoding:a,
signed:Qt(n).map(s=>typeof s=="string"?s:i$(s.variable,i)),...o===void 0?{}:{time:o$(o)},key:p$(e)}}function Ef({header:t,separator:r,prefix:a=""}){return{header:t.
toLowerCase(),...r===void 0?{}:{separator:r},prefix:a}}function i$(t,r){let a=Ki.find(n=>n===t);return a===void 0?{header:(r[t]??"").toLowerCase()}:{is:a}}function o$({
member:t,header:r="",separator:a,prefix:n,unit:i,toleranceSeconds:o}){return{in:t===void 0?Ef({header:r,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:Pe(t)},unit:i,toleranceSeconds:o}}function p$(t){if(t.by==="key-set")return t;let r={prefix:t.prefix??"",encoding:t.encoding};return t.by==="setting"?{by:t.
by,form:r}:{by:t.by,path:xt(t.path),at:Pe(t.at),form:r}}function Mf(t){let r=Rf(t.rateLimits),{message:a,code:n,codeHeader:i,status:o,inside:e,proofs:s}=t.errors;return{protocol:t.protocol,title:t.title,baseUrl:t.baseUrl,
authentication:{in:t.authentication.in,name:t.authentication.name,prefix:t.authentication.prefix??"",...t.authentication.token===void 0?{}:{token:t.authentication.
token}},...t.headers===void 0?{}:{headers:t.headers},deadlineSeconds:t.deadline.seconds,pollSeconds:t.poll.seconds,...t.upload===void 0?{}:{upload:c$(t.upload)},
operations:Object.fromEntries(Ze(t).map(([m,f])=>[m,h$(f)])),errors:{message:a.map(Pe),code:n.map(Pe),...i===void 0?{}:{codeHeader:i.toLowerCase()},...o===void 0?
{}:{status:Pe(o)},proofs:s.map(O$),...e===void 0?{}:{inside:{at:Pe(e.at),unless:e.unless??[]}}},...t.probe===void 0?{}:{probe:{path:xt(t.probe.path),accepted:t.
probe.accepted}},...t.modelProbe===void 0?{}:{modelProbe:d$(t.modelProbe)},...r===void 0?{}:{rateLimits:r},...t.webhooks===void 0?{}:{webhooks:m$(t.webhooks)},...t.
cancelRules===void 0?{}:{cancelRules:l$(t.cancelRules)},...t.idempotency===void 0?{}:{idempotency:{header:t.idempotency.header,keptSeconds:t.idempotency.keptSeconds}}}}
function d$({path:t,url:r,names:a="",omits:n,told:i=[],except:o=[],untestable:e}){if(e!==void 0)return{untestable:e};let s=r===void 0?void 0:new URL(r).origin;return{
...s===void 0?{}:{origin:s},path:xt(t??r?.slice(s?.length)??""),names:Pe(a),...n===void 0?{}:{omits:n},told:i.map(({at:m,constant:f})=>({at:Pe(m),value:f})),except:o}}
function c$({method:t,path:r,field:a,reference:n}){return{request:pn({method:t,path:r}),...a===void 0?{}:{field:a},reference:Pe(n)}}function m$(t){let{body:r,query:a,
with:n=[],signature:i,challenge:o,told:e=[]}=t;return{url:r===void 0?{in:"query",name:a??""}:{in:"body",at:Pe(r)},beside:n.map(({to:s,constant:m})=>({to:Pe(s),value:m})),
...i===void 0?{}:{signature:If(i)},...o===void 0?{}:{challenge:Pe(o)},told:e.map(({at:s,fact:m})=>({at:Pe(s),fact:m}))}}function l$({queued:t,processing:r,ended:a,
cancelled:n}){return{queued:{status:200,...t},processing:{status:200,...r},ended:{status:200,...a},cancelled:{status:200,...n}}}function u$({path:t,filter:r,limit:a,
items:n,within:i}){return{path:xt(t),filter:r,limit:a,items:Pe(n),within:i===void 0?[]:Pe(i)}}function h$(t){let{submit:r,id:a,idForm:n,queryId:i,query:o,list:e,
cancel:s,status:m,progress:f,seconds:u,secondsAs:g}=t;return{submit:pn(r),submitPaths:P$(r.paths),encoding:r.encoding??"json",...r.status===void 0?{}:{submitStatus:r.
status},...r.ignored===void 0?{}:{ignored:r.ignored.map(Pe)},...r.implied===void 0?{}:{implied:r.implied.map(({at:_,is:O})=>({at:Pe(_),is:O}))},rows:t.rows.map(
g$),drops:(t.drops??[]).map(({parameter:_,values:O,when:I,reason:q})=>({parameter:_,when:(I??[]).map(Bi),reason:q,...O===void 0?{}:{values:O}})),needs:Lf(t.needs),
lacks:Lf(t.lacks),...a===void 0?{}:{id:Pe(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...o===void 0?{}:{query:S$(o)},...e===
void 0?{}:{list:u$(e)},...s===void 0?{}:{cancel:_$(s)},...t.history===void 0?{}:{history:Tf(t.history)},...t.served===void 0?{}:{served:x$(t.served)},answer:{...m===
void 0?{}:{status:f$(m)},...f===void 0?{}:{progress:{at:Pe(f.at),of:f.of}},results:t.results.map(Ff),message:t.message.map(Pe),code:t.code.map(Pe),...u===void 0?
{}:{seconds:Pe(u)},...g===void 0?{}:{secondsAsText:!0},usage:(t.usage??[]).map(({at:_,unit:O})=>({at:Pe(_),unit:O})),...i===void 0?{}:{id:Pe(i)}},told:(t.told??
[]).map(({at:_,in:O,link:I,constant:q,fact:L})=>({at:Pe(_),in:O,from:I!==void 0?{kind:"link",request:{method:"GET",path:xt(I.path)}}:L!==void 0?{kind:L}:{kind:"\
constant",value:q??null}}))}}function f$({at:t,states:r,as:a,absent:n,cases:i=[]}){return{at:Pe(t),states:r,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},
cases:i.map(({when:o,means:e})=>({when:o.map(y$),means:e}))}}function y$({at:t,is:r,present:a}){return r===void 0?{at:Pe(t),present:a??!0}:{at:Pe(t),is:r}}function Lf(t={}){
return Object.fromEntries(Object.entries(t).map(([r,{reason:a}])=>[r,a]))}function g$(t){let r=t.values===void 0?t.accepts?.map(k$):Object.entries(t.values).map(
v$);return{to:Pe(t.to),from:w$(t),when:(t.when??[]).map(Bi),...t.as==="string"?{template:b$}:{},...t.as==="uploaded"?{uploaded:!0}:{},...t.as==="file"?{file:!0}:
{},...t.template===void 0?{}:{template:Af(t.template)},...r===void 0?{}:{values:r},...t.minimum===void 0?{}:{minimum:t.minimum},...t.maximum===void 0?{}:{maximum:t.
maximum},...t.maximumItems===void 0?{}:{maximumItems:t.maximumItems},...t.maximumLength===void 0?{}:{maximumLength:t.maximumLength},...t.forms===void 0?{}:{forms:t.
forms},...t.also===void 0?{}:{also:t.also.map(Pe)},...t.oneWay===void 0?{}:{oneWay:t.oneWay}}}var b$={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function w$({
from:t,each:r,join:a,model:n,resultsFolder:i,constant:o}){return t!==void 0?{kind:"parameter",name:t}:r!==void 0?{kind:"each",name:r}:a!==void 0?{kind:"joined",
names:a}:i===!0?{kind:"results-folder"}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}function v$([t,r]){return[aa(t),r]}function aa(t){return t==="true"||
t==="false"||/^-?\d+$/.test(t)?JSON.parse(t):t}function k$(t){return[t,t]}function Bi({given:t,absent:r,parameter:a="",among:n=[],model:i,exceptModel:o}){return t!==
void 0?{kind:"given",parameters:t}:r!==void 0?{kind:"absent",parameters:r}:i!==void 0?{kind:"model",prefixes:i}:o!==void 0?{kind:"except-model",prefixes:o}:{kind:"\
among",parameter:a,values:n}}function pn({method:t,path:r,headers:a}){if(a===void 0)return{method:t,path:xt(r)};let n=Object.entries(a).map(([i,o])=>[i,xt(o)]);
return{method:t,path:xt(r),headers:Object.fromEntries(n)}}function P$(t=[]){return t.map(({when:r,path:a,encoding:n})=>({when:r.map(Bi),path:xt(a),...n===void 0?
{}:{encoding:n}}))}function $$(t=[]){return t.map(({when:r,path:a})=>({when:r.map(Bi),path:xt(a)}))}function S$({paths:t,at:r,hosts:a=[],body:n,...i}){return{...pn(
i),...t===void 0?{}:{paths:$$(t)},...r===void 0?{}:{stated:{at:Pe(r),hosts:a}},...n===void 0?{}:{body:n.map(Td)}}}function Td({to:t,fact:r,constant:a}){return{to:Pe(
t),from:r===void 0?{kind:"constant",value:a??null}:{kind:r}}}function _$({from:t,proves:r,body:a,...n}){let{answer:i,query:o=[]}=r??{};return{...pn(n),...a===void 0?
{}:{body:a.map(Td)},...t===void 0?{}:{from:t.words},proves:{...i===void 0?{}:{answer:{at:Pe(i.at),words:i.words}},query:o}}}function x$({list:t,remove:r}){return{
...t===void 0?{}:{list:Nf(t)},...r===void 0?{}:{remove:{...pn(r),answer:r.answer.map(Td)}}}}function Ff(t){let{url:r,list:a,withKey:n,body:i,base64:o,contentType:e,
object:s,file:m,content:f,query:u,results:g,message:_,pending:O}=t,I=t.asked===void 0?{}:{asked:q$(t.asked)};return i===!0?{kind:"body"}:r!==void 0?{kind:"url",
at:Pe(r),list:a??!1,...n===!0?{withKey:n}:{},...I}:o!==void 0&&e!==void 0?{kind:"base64",at:Pe(o),contentType:e,...I}:s!==void 0?{kind:"object",at:Pe(s),file:m??
""}:f!==void 0?{kind:"content",request:{method:"GET",path:xt(f)}}:{kind:"query",request:{method:"GET",path:xt(u??"")},results:(g??[]).map(Ff),message:(_??[]).map(
Pe),...O===void 0?{}:{pending:O}}}function q$({at:t,is:r,model:a=[]}){return{at:Pe(t),is:r,models:a}}function O$({status:t,codes:r,says:a,proves:n}){let i=Number(
t.replaceAll("x","0")),o=Number(t.replaceAll("x","9"));return{from:i,to:o,proves:n,...r===void 0?{}:{codes:r},...a===void 0?{}:{says:a.map(e=>e.toLowerCase())}}}function*Vf(t){for(let{path:r,source:a}of Te(t))for(let[n,{rows:i}]of Ze(a)){let o=Hr(t).filter(e=>e.kind===n);for(let[e,s]of i.entries()){let m=s.oneWay===void 0?
j$(s,o):void 0;m!==void 0&&(yield{code:"S077",file:r,path:["operations",n,"rows",e,"values",m[1]],message:`"${m[0]}" and "${m[1]}" of one model both become ${JSON.
stringify(s.values?.[m[1]])}`})}}}function j$({values:t={},from:r,each:a,join:n},i){let o=n??[r??a??""],e=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of i){
let m=(u,g)=>s.get(u)?.includes(aa(g))??s.has(u),f=Object.entries(t).filter(([u])=>{let g=e(u);return o.every((_,O)=>m(_,g[O]??""))});for(let[u,[g,_]]of f.entries()){
let O=f.slice(0,u).find(([,I])=>JSON.stringify(I)===JSON.stringify(_));if(O!==void 0)return[O[0],g]}}}function*zf(t){for(let{path:r,source:a}of Te(t))for(let[n,{id:i,submit:o,rows:e,results:s}]of Ze(a)){let m=["operations",n];for(let[f,{body:u,asked:g,results:_=[]}]of s.
entries()){let O=[...m,"results",f];g!==void 0&&i!==void 0&&(yield{code:"S101",file:r,path:[...O,"asked"],message:`what a submit asks for is not known to the re\
quest that follows its ID at ${i}`}),u===!0&&i!==void 0&&(yield{code:"S101",file:r,path:[...O,"body"],message:`the answer to the submit has an ID at ${i}`});for(let[
I,q]of _.entries())q.body===!0&&(yield{code:"S101",file:r,path:[...O,"results",I,"body"],message:"this is the answer to another request than the submit"})}for(let[
f,u]of e.entries()){let{as:g,to:_,forms:O}=u;if(g!=="file")continue;let I=[...m,"rows",f];A$(u,o)?/^\/[^/]+(\/-)?$/.exec(_)===null?yield{code:"S102",file:r,path:[
...I,"to"],message:"a file is a field of the form, or one of several"}:O===void 0&&(yield{code:"S102",file:r,path:I,message:"the row does not say in which forms\
 it takes a file"}):yield{code:"S102",file:r,path:[...I,"as"],message:"the body is JSON, which holds no file"}}}}function A$({from:t,each:r},{encoding:a,paths:n=[]}){
return a==="form"?n.every(o=>o.encoding!=="json"):n.find(({when:[o,...e]})=>e.length===0&&o?.given?.includes(t??r??""))?.encoding==="form"}function*Uf(t){for(let{path:r,source:a}of Te(t))for(let[n,{rows:i}]of Ze(a))for(let[o,{as:e,forms:s}]of i.entries()){if(e!=="uploaded")continue;let m=["operatio\
ns",n,"rows",o,"as"];a.upload===void 0?yield{code:"S079",file:r,path:m,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:r,
path:m,message:'the row takes no data URIs: "forms" must list data'})}}function*Cf(t){for(let{path:r,source:a}of Te(t))for(let[n,{rows:i}]of Ze(a)){let o=Hr(t).filter(s=>s.kind===n),e=!1;for(let[s,m]of i.entries()){let f=i.slice(0,
s).find(u=>Wf(u,m)&&!N$(u,m)&&R$(u,m,o)&&!(e&&Gi(u,m)));f!==void 0&&(e||=Gi(f,m),yield{code:"S076",file:r,path:["operations",n,"rows",s,"to"],message:Gi(f,m)?`${m.
to} makes an object where an earlier row makes a list, or the other way round (${Nd(f)} at ${f.to})`:`${m.to} is written by an earlier row too (${Nd(f)})`})}yield*T$(
r,a,i)}}function*T$(t,{webhooks:r},a){let n=[...r?.body===void 0?[]:[{to:r.body,path:["webhooks","body"]}],...(r?.with??[]).map(({to:i},o)=>({to:i,path:["webhoo\
ks","with",o,"to"]}))];for(let{to:i,path:o}of n){let e=a.find(s=>Wf(s,{to:i}));e!==void 0&&(yield{code:"S076",file:t,path:o,message:`${i} is written by a row to\
o (${Nd(e)})`})}}function Wf(t,r){if(Gi(t,r))return!0;let[a,n]=[t.to,r.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Gi({to:t},{to:r}){let[a,n]=[t.split("/"),r.split("/")],i=a.findIndex((s,m)=>s!==n[m]),[o,e]=[a[i],n[i]];return o!==void 0&&e!==void 0&&Jf(o)!==
Jf(e)}var Jf=t=>/^(-|\d+)$/.test(t);function N$(t,r){return t.constant!==void 0&&r.to.startsWith(`${t.to}/`)}function R$(t,r,a){if(Df(t,r)||Df(r,t))return!1;let n=[
Zi(t),Zi(r)];return n.some(i=>i.length===0)?!0:a.some(({parameters:i})=>n.flat().every(o=>i.has(o)))}function Df({when:t=[]},r){return t.some(a=>Zi(r).some(n=>a.
absent?.includes(n))||(r.when??[]).some(n=>I$(a,n)))}function I$(t,r){return t.absent!==void 0&&r.given!==void 0?r.given.every(a=>t.absent?.includes(a)===!0):t.
model!==void 0&&r.model!==void 0?!t.model.some(a=>r.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):t.model!==void 0&&r.exceptModel!==void 0?t.model.every(
a=>r.exceptModel?.some(n=>a.startsWith(n))===!0):t.among!==void 0&&t.parameter===r.parameter&&!t.among.some(a=>r.among?.includes(a)===!0)}function Zi({from:t,each:r,
join:a}){return a??[t??r].filter(n=>n!==void 0)}function Nd(t){return Zi(t).join(" and ")||(t.model===!0?"the model":t.resultsFolder===!0?"the folder of results":
"a constant")}function*Hf(t){for(let{path:r,source:a}of Te(t))for(let[n,{id:i,query:o,status:e}]of Ze(a)){let s=["operations",n];if(i===void 0)continue;if(o===void 0||e===void 0){
yield{code:"S078",file:r,path:s,message:`there is an ID and no ${o===void 0?"query":"status"}`};continue}let{states:m,absent:f,cases:u=[]}=e,g=[...Object.values(
m),f,...u.map(({means:_})=>_)];for(let _ of["completed","failed"])g.includes(_)||(yield{code:"S078",file:r,path:[...s,"status","states"],message:`no status mean\
s ${_}`})}}var E$=["value","base64,mediaType","base64,imageFormat","base64"],L$=["value","base64","mediaType","imageFormat"];function*Kf(t){for(let{path:r,source:a}of Te(t))
for(let[n,{rows:i}]of Ze(a))for(let[o,{template:e,forms:s}]of i.entries()){if(e===void 0)continue;let m=Hi(e);if(E$.includes([...m].sort().join())){m.includes("\
base64")&&s?.join()!=="data"&&(yield{code:"S075",file:r,path:["operations",n,"rows",o,"template"],message:'{base64} stands for a part of a data URI, and the row\
 takes URLs too: "forms" must be ["data"]'});continue}let f=m.find(u=>!L$.includes(u));yield{code:"S075",file:r,path:["operations",n,"rows",o,"template"],message:f!==
void 0?`{${f}} means nothing here`:m.length===0?"the template does not hold {value}":m.every(u=>u==="value")?`the template holds {value} ${m.length} times`:"the\
 template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once"}}}function*Qi({submit:t,query:r,rows:a,drops:n=[],needs:i={},lacks:o={}}){for(let[e,s=[]]of[["submit",t.paths],["query",r?.paths]])for(let[m,{when:f}]of s.entries())
yield*Rd(f,[e,"paths",m,"when"]);for(let[e,s]of a.entries()){let m=["rows",e],f=s.from===void 0?"each":"from",u=s.from??s.each,g=Object.keys(s.values??{}).map(O=>({
value:aa(O),path:[...m,"values",O],at:"key"})),_=(s.accepts??[]).map((O,I)=>({value:O,path:[...m,"accepts",I],at:"value"}));for(let[O,I]of(s.join??[]).entries())
yield{parameter:I,path:[...m,"join",O],at:"value",values:M$(s,m,O)};u!==void 0&&(yield{parameter:u,path:[...m,f],at:"value",values:[...g,..._]}),yield*Rd(s.when??
[],[...m,"when"])}for(let[e,{parameter:s,values:m=[],when:f=[]}]of n.entries()){let u=["drops",e];yield{parameter:s,path:[...u,"parameter"],at:"value",values:m.
map((g,_)=>({value:g,path:[...u,"values",_],at:"value"}))},yield*Rd(f,[...u,"when"])}for(let e of Object.keys(i))yield{parameter:e,path:["needs",e],at:"key",values:[]};
for(let e of Object.keys(o))yield{parameter:e,path:["lacks",e],at:"key",values:[]}}function M$({values:t={}},r,a){return Object.keys(t).map(n=>({value:aa(n.split(
" ")[a]??""),path:[...r,"values",n],at:"key"}))}function*Rd(t,r){for(let[a,{given:n=[],absent:i=[],parameter:o,among:e=[]}]of t.entries()){for(let[m,f]of n.entries())
yield{parameter:f,path:[...r,a,"given",m],at:"value",values:[]};for(let[m,f]of i.entries())yield{parameter:f,path:[...r,a,"absent",m],at:"value",values:[]};if(o===
void 0)continue;let s=e.map((m,f)=>({value:m,path:[...r,a,"among",f],at:"value"}));yield{parameter:o,path:[...r,a,"parameter"],at:"value",values:s}}}function*Bf(t){if(!Ui(t))for(let{path:r,source:a}of Te(t))for(let[n,i]of Ze(a)){let o=Hr(t).filter(s=>s.kind===n),e=[...new Set(o.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:m,at:f}of Qi(i)){if(e.includes(s))continue;let u=Zt(s,e);yield{code:"S071",file:r,path:["operations",n,...m],at:f,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${e.join(", ")}.`:`Did you mean "${u}"?`}}}}function*Gf(t){for(let{path:r,source:a}of Te(t)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:i,headers:o={},time:e}=n,s={code:"S088",file:r},
m=["webhooks","signature"],f=Ki.filter(_=>_!=="timestamp"||e!==void 0),u=[...new Set([...f,...Object.keys(o)])],g=Qt(i).flatMap(_=>typeof _=="string"?[]:[_.variable]);
for(let _ of g.filter(O=>!u.includes(O))){let O=Zt(_,u);yield{...s,path:[...m,"signed"],message:`{${_}} is not known here`,hint:F$(_,O,u)}}for(let _ of Object.keys(
o)){let O={...s,path:[...m,"headers",_],at:"key"};Ki.some(I=>I===_)?yield{...O,message:`{${_}} has a meaning of its own`,hint:"Give the header another name."}:g.
includes(_)||(yield{...O,message:`{${_}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function F$(t,r,a){return t==="timestamp"?'Say in \
"time" where it is.':r!==void 0?`Did you mean {${r}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Xi(t,r){return Id(t.files.get(r)?.value??null,[])}var V$=["template","constant","among","body","values","accepts","sources"];function*Id(t,r){if(Array.
isArray(t))for(let[a,n]of t.entries())r.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...r,a]}:yield*Id(n,[...r,a]);else if(he(t))for(let[a,n]of Object.
entries(t))a==="source"&&typeof n=="string"?yield{name:n,path:[...r,a]}:V$.includes(a)||(yield*Id(n,[...r,a]))}function*Zf(t){for(let{path:r,source:a}of Te(t)){let n=Object.keys(a.sources);for(let{name:i,path:o}of Xi(t,r)){if(n.includes(i))continue;let e=Zt(i,n);yield{code:"\
S073",file:r,path:o,message:`"${i}" is not in sources`,hint:e===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${e}"?`}}}}var Qf=["model","app"],na=["id","name","model","app"];function*Yi(t){t.probe!==void 0&&(yield{text:t.probe.path,path:["probe","path"],allowed:[]});let{path:r,url:a}=t.
modelProbe??{};r!==void 0&&(yield{text:r,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
t.upload!==void 0&&(yield{text:t.upload.path,path:["upload","path"],allowed:[]});let{key:n}=t.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[i,o]of Ze(t))for(let{path:e,...s}of z$(o))yield{path:["operations",i,...e],...s}}function*z$({id:t,submit:r,
query:a,list:n,history:i,cancel:o,results:e,told:s=[]}){let m=t!==void 0;yield{text:r.path,path:["submit","path"],allowed:Qf};for(let[u,{path:g}]of(r.paths??[]).
entries())yield{text:g,path:["submit","paths",u,"path"],allowed:Qf};for(let u of["submit","query","cancel"])for(let[g,_]of Object.entries({submit:r,query:a,cancel:o}[u]?.
headers??{}))yield{text:_,path:[u,"headers",g],allowed:["model"]};let f=a?.body?.some(({fact:u})=>u==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","p\
ath"],allowed:na,needsId:m&&!f});for(let[u,{path:g}]of(a?.paths??[]).entries())yield{text:g,path:["query","paths",u,"path"],allowed:na,needsId:m&&!f};n!==void 0&&
(yield{text:n.path,path:["list","path"],allowed:[]});for(let[u,g]of(i?.paths??[]).entries())yield{text:g,path:["history","paths",u],allowed:[]};o!==void 0&&(yield{
text:o.path,path:["cancel","path"],allowed:na,needsId:m});for(let[u,{link:g}]of s.entries())g!==void 0&&(yield{text:g.path,path:["told",u,"link","path"],allowed:na});
yield*Xf(e,["results"],m)}function*Xf(t,r,a){for(let[n,{content:i,query:o,results:e=[]}]of t.entries())i!==void 0&&(yield{text:i,path:[...r,n,"content"],allowed:na,
needsId:a}),o!==void 0&&(yield{text:o,path:[...r,n,"query"],allowed:na,needsId:a}),yield*Xf(e,[...r,n,"results"],a)}function*Yf(t){for(let{path:r,source:a}of Te(t))for(let{text:n,path:i,allowed:o}of Yi(a))for(let e of Qt(n))typeof e=="string"||o.includes(e.variable)||(yield{code:"\
S074",file:r,path:i,message:`{${e.variable}} is not known here`,hint:o.length===0?"Nothing is known of a task here.":`Use ${o.map(s=>`{${s}}`).join(", ")}.`})}function*ey(t){for(let{path:r,source:a}of Te(t))for(let{text:n,path:i,allowed:o,needsId:e}of Yi(a)){let s=Qt(n).flatMap(f=>typeof f=="string"?[]:[f.variable]),m=s.
includes("id")||s.includes("name");e===!0&&!m&&s.every(f=>o.includes(f))&&(yield{code:"S083",file:r,path:i,message:"the path does not name the task: {id} is mis\
sing"})}}function*ty(t){if(!Ui(t))for(let{path:r,source:a}of Te(t))for(let[n,i]of Ze(a)){let o=new Set,e=Hr(t).filter(s=>s.kind===n);for(let{parameter:s,values:m}of Qi(i)){
let f=e.filter(g=>g.parameters.has(s)).map(g=>g.parameters.get(s)),u=new Set(f.flatMap(g=>g??[]));if(!(f.length===0||f.includes(void 0)))for(let{value:g,path:_,
at:O}of m){if(u.has(g)||o.has(_.join("/")))continue;o.add(_.join("/"));let I=typeof g=="string"?Zt(g,[...u].map(String)):void 0;yield{code:"S072",file:r,path:["\
operations",n,..._],at:O,message:`no ${n} model offers ${JSON.stringify(g)} as ${s}`,hint:I===void 0?`Offered: ${[...u].map(q=>JSON.stringify(q)).join(", ")}.`:
`Did you mean "${I}"?`}}}}}var U$=new Set(["failed","expired","cancelled"]);function*ry(t){for(let{path:r,source:a}of Te(t))for(let[n,{cancel:i,status:o}]of Ze(a)){if(i===void 0)continue;
let e=new Map(Object.entries(o?.states??{})),s=["operations",n,"cancel"];for(let[m,f]of[[i.from?.words??[],["from","words"]],[i.proves?.query??[],["proves","que\
ry"]]])for(let[u,g]of m.entries()){let _={code:"S087",file:r,path:[...s,...f,u]},O=e.get(g),I=O===void 0?Zt(g,[...e.keys()]):void 0;O===void 0?yield{..._,message:`\
"${g}" is not a word of status.states`,...I===void 0?{}:{hint:`Did you mean "${I}"?`}}:f[0]==="proves"&&!U$.has(O)&&(yield{..._,message:`"${g}" means ${O}: it p\
roves that something is made`})}}}function*sy(t){for(let{path:r,source:a}of Te(t)){let n=["aws-sigv4","google-service-account"].includes(a.authentication.token?.by??"");for(let[i,{rows:o,results:e}]of Ze(
a)){let s=o.findIndex(({resultsFolder:g})=>g===!0),m=e.findIndex(({object:g})=>g!==void 0),f=["operations",i],u=[...f,"results",m,"object"];s!==-1&&m===-1&&(yield{
code:"S103",file:r,path:[...f,"rows",s,"resultsFolder"],message:"no result is read from the folder"}),m!==-1&&(s===-1&&(yield{code:"S103",file:r,path:u,message:"\
no row tells the upstream of the folder"}),n||(yield{code:"S103",file:r,path:u,message:"the key of this protocol opens no bucket"}))}}}function*ay(t){for(let{path:r,source:a}of Te(t)){let n=new Set([...Xi(t,r)].map(({name:i})=>i));for(let i of Object.keys(a.sources))n.has(i)||(yield{code:"S086",
file:r,path:["sources",i],message:`no fact names the source "${i}"`})}}var ny=[kf,Bf,ty,Zf,Yf,Kf,Cf,Vf,Hf,Uf,Pf,Of,ey,$f,_f,ay,ry,Gf,jf,vf,zf,sy];var iy="meta/upstream.schema.json",J$=[hc,yc,wc,Lh,Zh,...ny];function oy(t,r){let a=[Wi(iy,"{}"),...W$(r)],n={exports:{meta0:t},keep:()=>{}};return(i,o)=>i.map(
({name:e,text:s})=>{let m=`upstreams/${e}.json`,f={directory:o,files:new Map([...a,D$(m,s)].map(_=>[_.path,_])),meta:{paths:[iy],code:()=>n}},u=Qh(J$.flatMap(_=>[
..._(f)])).filter(({file:_})=>_===m).map(_=>uf(f,_)),g=Te(f)[0]?.source;return g!==void 0&&u.every(({severity:_})=>_!=="error")?{name:e,mapping:Mf(g)}:{name:e,mistakes:u.
sort((_,O)=>_.line-O.line).map(_=>C$(_,e,o))}})}function D$(t,r){try{return Wi(t,r)}catch(a){if(!(a instanceof RangeError))throw a;return{path:t,text:r,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function C$(t,r,a){return gf({...t,file:`${r}.json`},a)}function W$(t){return Object.entries(t).map(([r,
{kind:a,parameters:n}])=>{let i=Object.entries(n).map(([e,s])=>[e,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),o={"x-kind":a,
properties:{model:{const:r},...Object.fromEntries(i)}};return Wi(Rh(r),JSON.stringify(o))})}var z4=oy(py.default.meta0,H$);export{z4 as compileProtocols};
