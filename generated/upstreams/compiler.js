// Made by the generator from spec/. Do not edit.
var Vy=Object.create;var nc=Object.defineProperty;var zy=Object.getOwnPropertyDescriptor;var Uy=Object.getOwnPropertyNames;var Jy=Object.getPrototypeOf,Dy=Object.prototype.hasOwnProperty;var ye=(t,r)=>()=>{try{return r||t((r={exports:{}}).exports,r),r.exports}catch(a){throw r=0,a}};var Cy=(t,r,a,n)=>{if(r&&typeof r=="object"||typeof r=="function")for(let i of Uy(r))!Dy.call(t,i)&&i!==a&&nc(t,i,{get:()=>r[i],enumerable:!(n=zy(r,i))||n.enumerable});
return t};var Ot=(t,r,a)=>(a=t!=null?Vy(Jy(t)):{},Cy(r||!t||!t.__esModule?nc(a,"default",{value:t,enumerable:!0}):a,t));var fo=ye(ho=>{"use strict";Object.defineProperty(ho,"__esModule",{value:!0});function ic(t){let r=t.length,a=0,n=0,i;for(;n<r;)a++,i=t.charCodeAt(n++),i>=55296&&
i<=56319&&n<r&&(i=t.charCodeAt(n),(i&64512)===56320&&n++);return a}ho.default=ic;ic.code='require("ajv/dist/runtime/ucs2length").default'});var yo=ye((oS,oc)=>{"use strict";oc.exports=function t(r,a){if(r===a)return!0;if(r&&a&&typeof r=="object"&&typeof a=="object"){if(r.constructor!==a.constructor)
return!1;var n,i,o;if(Array.isArray(r)){if(n=r.length,n!=a.length)return!1;for(i=n;i--!==0;)if(!t(r[i],a[i]))return!1;return!0}if(r.constructor===RegExp)return r.
source===a.source&&r.flags===a.flags;if(r.valueOf!==Object.prototype.valueOf)return r.valueOf()===a.valueOf();if(r.toString!==Object.prototype.toString)return r.
toString()===a.toString();if(o=Object.keys(r),n=o.length,n!==Object.keys(a).length)return!1;for(i=n;i--!==0;)if(!Object.prototype.hasOwnProperty.call(a,o[i]))return!1;
for(i=n;i--!==0;){var e=o[i];if(!t(r[e],a[e]))return!1}return!0}return r!==r&&a!==a}});var $a=ye(go=>{"use strict";Object.defineProperty(go,"__esModule",{value:!0});var pc=yo();pc.code='require("ajv/dist/runtime/equal").default';go.default=pc});var lc=ye(mc=>{"use strict";mc.meta0=Pn;var d={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
valueLists:{type:"object",description:"Lists of values that the upstream adds to, such as voices, by the names that x-value-list of models has. The service read\
s a list again from time to time and rejects a value that is not in it; a list that cannot be read rejects nothing.",minProperties:1,propertyNames:{pattern:"^[a\
-z][a-z0-9-]{0,39}$",errorMessage:"a name in small letters, such as voices"},additionalProperties:{type:"object",description:"Where one list is read.",required:[
"path","values","source"],properties:{path:{$ref:"#/$defs/path",description:"A GET below the base URL, with the key."},values:{$ref:"#/$defs/pointer",description:"\
Where the answer has the values, with - for every item of a list."},next:{type:"object",description:"How the next page is asked for. Left out where one answer h\
as the whole list.",required:["parameter","at"],properties:{parameter:{type:"string",pattern:"^[A-Za-z0-9_.-]+$",description:"The query parameter that names the\
 page.",errorMessage:"the name of a query parameter"},at:{$ref:"#/$defs/pointer",description:"Where the answer has its value. The last page has none there."}},additionalProperties:!1},
source:{$ref:"#/$defs/source"}},additionalProperties:!1}},webhooks:{type:"object",description:"How the upstream tells by itself that a task has changed. A webho\
ok hastens the next query of its task; what it says is never believed.",required:["source"],properties:{body:{$ref:"#/$defs/pointer",description:"Where in the b\
ody of the submit the URL goes."},query:{type:"string",minLength:1,description:"The query parameter of the submit that takes the URL."},with:{type:"array",minItems:1,
description:"Members of the body that go with the URL.",items:{type:"object",required:["to","constant"],properties:{to:{$ref:"#/$defs/pointer"},constant:{description:"\
A fixed value."}},additionalProperties:!1}},signature:{type:"object",description:"How a webhook is signed. Left out where it is not.",required:["algorithm","hea\
der","encoding","signed","key"],properties:{algorithm:{enum:["hmac-sha256","hmac-sha512","ed25519"],description:"What the signature is made with."},header:{$ref:"\
#/$defs/headerName",description:"The header that holds the signature."},separator:{type:"string",minLength:1,description:"What stands between the parts of that \
header. One part that is a valid signature is enough. Left out: the header has one part."},prefix:{type:"string",minLength:1,description:'What stands before the\
 signature in its part, such as "sha256=". Parts without it are passed over.'},encoding:{enum:["hex","base64"],description:"How the signature is written."},headers:{
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
sage"]}],additionalProperties:!1}}},jr={type:"string",minLength:1,description:"A remark for who edits the file."},wt={type:"string",pattern:"^[A-Za-z0-9._-]+$",
description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},Or={type:"string",pattern:"^[a-z][a-z0-9-\
]*$",description:"The name of the service in the signature.",errorMessage:"lower-case letters, digits and hyphens"},Ns={type:"string",pattern:"^[a-z][a-z0-9-]*$",
description:"The region where the operator sets no other.",errorMessage:"lower-case letters, digits and hyphens"},ce={type:"string",minLength:1,description:"One\
 of the names in sources."},Ee={type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path t\
hat starts with /"},Q={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON p\
ointer, such as /task/id"},Rs={type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},Jr={enum:["text","hex","base64"],description:"\
How the bytes of the key are written. text: the bytes of the text itself (UTF-8)."},re={type:"object",description:"What becomes of the task, and what is answere\
d: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"canc\
elled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the record of the task is removed, with its result. r\
efused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"\
The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{
code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{
required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},Vs=Object.prototype.hasOwnProperty,me=fo().default,Ls=new RegExp(
"^[a-z][a-z0-9-]*$","u"),Wy=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),dc=new RegExp("^https://","u"),Hy=new RegExp("^https://[^/]+(/.*[^/])?$","u"),Bt=new RegExp("^\
[A-Za-z0-9._-]+$","u"),Ky=new RegExp("^https://[^/?#]+/[^?#]*$","u"),kn=new RegExp("^[\\x20-\\x7e]*$","u"),Nt=new RegExp("^/","u"),By=new RegExp("^https://[^/?#\
{}]+/[^#]*$","u"),We=new RegExp("^(/([^/~]|~[01])+)+$","u"),Zy=new RegExp("^[a-z][a-z0-9-]{0,39}$","u"),Gy=new RegExp("^[A-Za-z0-9_.-]+$","u"),Qy=new RegExp("^[\
1-5]([0-9]{2}|xx)$","u"),h={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"obje\
ct",description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{
$ref:"#/$defs/path"},paths:{$ref:"#/$defs/submitPaths"},headers:{$ref:"#/$defs/fixedHeaders"},encoding:{$ref:"#/$defs/encoding"},status:{type:"integer",minimum:200,
maximum:299,description:"The HTTP status of the answer, where clients of the vendor take no other. Left out: 200."},ignored:{type:"array",minItems:1,items:{$ref:"\
#/$defs/pointer"},description:"Members of the body that clients of the vendor send and that ask for nothing, such as a random token: fakes and native APIs pass \
over them."},implied:{type:"array",minItems:1,description:"Members of the body that clients of the vendor may send, with the values that ask for what is done an\
yway: fakes and native APIs pass over these.",items:{type:"object",required:["at","is"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"\
These values."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"\
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
description:"A fixed value."},fact:{enum:["id","model","created","completed","expires"],description:'A fact of the task. "completed" and "expires" are when it w\
as completed and until when its files are kept, in seconds since 1970, or null.'},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constan\
t"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},mt={type:"object",minProperties:1,propertyNames:{
pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fix\
ed headers of the request. Fakes and native APIs tell requests of the same method and path apart by them."},vn={enum:["json","form"],description:"How the body i\
s sent: JSON, or multipart/form-data. Left out: JSON."},kt={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},Xt={enum:["queued","proces\
sing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},Xy=$a().default,Yy=new RegExp("^(?!/)[^{}]*(\\{model\\}[^{}\
]*)?\\{id\\}$","u"),eg=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),Jt={type:"array",minItems:1,description:"Other paths, for what the request gives \
or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/\
$defs/path"},encoding:{enum:["json","form"],description:"How the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},bo={type:"arra\
y",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},Ue={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,
description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},
parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{
type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"\
string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:[
"parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function Vt(t,{instancePath:r="",parentData:a,parentDataProperty:n,
rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Vt.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(t)){
if(t.length<1){let B={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:bo,
data:t};e===null?e=[B]:e.push(B),s++}let we=!0,G=t.length;for(let B=0;B<G;B++){let V=t[B],Se=s,Pe=s,at=s,M=s,de=!1,Re=null,ct=s;if(V&&typeof V=="object"&&!Array.
isArray(V)&&V.given===void 0){let j={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"\
must have required property 'given'",schema:Ue.oneOf[0].required,parentSchema:Ue.oneOf[0],data:V};e===null?e=[j]:e.push(j),s++}var u=ct===s;u&&(de=!0,Re=0);let oe=s;
if(V&&typeof V=="object"&&!Array.isArray(V)&&V.absent===void 0){let j={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{
missingProperty:"absent"},message:"must have required property 'absent'",schema:Ue.oneOf[1].required,parentSchema:Ue.oneOf[1],data:V};e===null?e=[j]:e.push(j),s++}
var u=oe===s;if(u&&de)de=!1,Re=[Re,1];else{u&&(de=!0,Re=1);let j=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.parameter===void 0){let ke={instancePath:r+
"/"+B,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",
schema:Ue.oneOf[2].required,parentSchema:Ue.oneOf[2],data:V};e===null?e=[ke]:e.push(ke),s++}if(V.among===void 0){let ke={instancePath:r+"/"+B,schemaPath:"#/$def\
s/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:Ue.oneOf[2].required,parentSchema:Ue.
oneOf[2],data:V};e===null?e=[ke]:e.push(ke),s++}}var u=j===s;if(u&&de)de=!1,Re=[Re,2];else{u&&(de=!0,Re=2);let ke=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&
V.model===void 0){let He={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must\
 have required property 'model'",schema:Ue.oneOf[3].required,parentSchema:Ue.oneOf[3],data:V};e===null?e=[He]:e.push(He),s++}var u=ke===s;if(u&&de)de=!1,Re=[Re,
3];else{u&&(de=!0,Re=3);let He=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&V.exceptModel===void 0){let Je={instancePath:r+"/"+B,schemaPath:"#/$defs/condition\
/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:Ue.oneOf[4].required,parentSchema:Ue.
oneOf[4],data:V};e===null?e=[Je]:e.push(Je),s++}var u=He===s;u&&de?(de=!1,Re=[Re,4]):u&&(de=!0,Re=4)}}}if(de)s=M,e!==null&&(M?e.length=M:e=null);else{let j={instancePath:r+
"/"+B,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:Re},message:"must match exactly one schema in oneOf",schema:Ue.oneOf,parentSchema:Ue,
data:V};e===null?e=[j]:e.push(j),s++}if(V&&typeof V=="object"&&!Array.isArray(V)){let j=s;for(let W in V)if(!(W==="given"||W==="absent"||W==="parameter"||W==="a\
mong"||W==="model"||W==="exceptModel")){let ke={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:W},message:"must NOT have additional properties",schema:!1,parentSchema:Ue,data:V};e===null?e=[ke]:e.push(ke),s++}if(V.given!==void 0){let W=V.
given,ke=s,Xe=s;if(Array.isArray(W)){if(W.length<1){let Je={instancePath:r+"/"+B+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minI\
tems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ue.properties.given,data:W};e===null?e=[Je]:e.push(Je),s++}let He=!0,te=W.
length;for(let Je=0;Je<te;Je++){let ze=W[Je],$t=s;if(typeof ze!="string"){let yr={instancePath:r+"/"+B+"/given/"+Je,schemaPath:"#/$defs/condition/properties/giv\
en/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ue.properties.given.items.type,parentSchema:Ue.properties.given.items,data:ze};
e===null?e=[yr]:e.push(yr),s++}let vt=s;var g=$t===s;g||(He=!1)}}else{let He={instancePath:r+"/"+B+"/given",schemaPath:"#/$defs/condition/properties/given/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:Ue.properties.given.type,parentSchema:Ue.properties.given,data:W};e===null?e=[He]:e.push(He),
s++}var _=ke===s}if(V.absent!==void 0){let W=V.absent,ke=s,Xe=s;if(Array.isArray(W)){if(W.length<1){let ze={instancePath:r+"/"+B+"/absent",schemaPath:"#/$defs/c\
ondition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ue.properties.absent,data:W};
e===null?e=[ze]:e.push(ze),s++}let te=!0,Je=W.length;for(let ze=0;ze<Je;ze++){let $t=W[ze],vt=s;if(typeof $t!="string"){let ft={instancePath:r+"/"+B+"/absent/"+
ze,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ue.properties.absent.items.
type,parentSchema:Ue.properties.absent.items,data:$t};e===null?e=[ft]:e.push(ft),s++}let yr=s;var O=vt===s;O||(te=!1)}}else{let te={instancePath:r+"/"+B+"/absen\
t",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ue.properties.absent.type,parentSchema:Ue.
properties.absent,data:W};e===null?e=[te]:e.push(te),s++}var _=ke===s}if(V.parameter!==void 0){let W=V.parameter,ke=s;if(typeof W!="string"){let te={instancePath:r+
"/"+B+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ue.properties.
parameter.type,parentSchema:Ue.properties.parameter,data:W};e===null?e=[te]:e.push(te),s++}let Xe=s;var _=ke===s}if(V.among!==void 0){let W=V.among,ke=s,Xe=s;if(Array.
isArray(W)){if(W.length<1){let te={instancePath:r+"/"+B+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:Ue.properties.among,data:W};e===null?e=[te]:e.push(te),s++}}else{let te={instancePath:r+"/"+B+"/among",schemaPath:"\
#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ue.properties.among.type,parentSchema:Ue.properties.
among,data:W};e===null?e=[te]:e.push(te),s++}var _=ke===s}if(V.model!==void 0){let W=V.model,ke=s,Xe=s;if(Array.isArray(W)){if(W.length<1){let ze={instancePath:r+
"/"+B+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Ue.properties.model,data:W};e===null?e=[ze]:e.push(ze),s++}let te=!0,Je=W.length;for(let ze=0;ze<Je;ze++){let $t=W[ze],vt=s,yr=s;if(typeof $t=="str\
ing"){if(me($t)<1){let ft={instancePath:r+"/"+B+"/model/"+ze,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ue.properties.model.items,data:$t};e===null?e=[ft]:e.push(ft),s++}}else{let ft={instancePath:r+
"/"+B+"/model/"+ze,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ue.properties.
model.items.type,parentSchema:Ue.properties.model.items,data:$t};e===null?e=[ft]:e.push(ft),s++}var R=vt===s;R||(te=!1)}}else{let te={instancePath:r+"/"+B+"/mod\
el",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ue.properties.model.type,parentSchema:Ue.
properties.model,data:W};e===null?e=[te]:e.push(te),s++}var _=ke===s}if(V.exceptModel!==void 0){let W=V.exceptModel,ke=s,Xe=s;if(Array.isArray(W)){if(W.length<1){
let ze={instancePath:r+"/"+B+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:Ue.properties.exceptModel,data:W};e===null?e=[ze]:e.push(ze),s++}let te=!0,Je=W.length;for(let ze=0;ze<Je;ze++){
let $t=W[ze],vt=s,yr=s;if(typeof $t=="string"){if(me($t)<1){let ft={instancePath:r+"/"+B+"/exceptModel/"+ze,schemaPath:"#/$defs/condition/properties/exceptModel\
/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ue.properties.exceptModel.items,data:$t};
e===null?e=[ft]:e.push(ft),s++}}else{let ft={instancePath:r+"/"+B+"/exceptModel/"+ze,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Ue.properties.exceptModel.items.type,parentSchema:Ue.properties.exceptModel.items,data:$t};e===null?
e=[ft]:e.push(ft),s++}var x=vt===s;x||(te=!1)}}else{let te={instancePath:r+"/"+B+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:Ue.properties.exceptModel.type,parentSchema:Ue.properties.exceptModel,data:W};e===null?e=[te]:e.push(
te),s++}var _=ke===s}}else{let j={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Ue.
type,parentSchema:Ue,data:V};e===null?e=[j]:e.push(j),s++}var I=Pe===s,F=Se===s;F||(we=!1)}}else{let we={instancePath:r,schemaPath:"#/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:bo.type,parentSchema:bo,data:t};e===null?e=[we]:e.push(we),s++}return Vt.errors=e,s===0}Vt.evaluated={items:!0,dynamicProps:!1,
dynamicItems:!1};function Is(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Is.evaluated;c.dynamicProps&&
(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(t)){if(t.length<1){let x={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Jt,data:t};e===null?e=[x]:e.push(x),s++}let O=!0,R=t.length;for(let x=0;x<R;x++){let I=t[x],
F=s,we=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.when===void 0){let B={instancePath:r+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
when"},message:"must have required property 'when'",schema:Jt.items.required,parentSchema:Jt.items,data:I};e===null?e=[B]:e.push(B),s++}if(I.path===void 0){let B={
instancePath:r+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:Jt.items.
required,parentSchema:Jt.items,data:I};e===null?e=[B]:e.push(B),s++}let G=s;for(let B in I)if(!(B==="when"||B==="path"||B==="encoding")){let V={instancePath:r+"\
/"+x,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,
parentSchema:Jt.items,data:I};e===null?e=[V]:e.push(V),s++}if(I.when!==void 0){let B=I.when,V=s;Vt(B,{instancePath:r+"/"+x+"/when",parentData:I,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?Vt.errors:e.concat(Vt.errors),s=e.length);var u=V===s}if(I.path!==void 0){let B=I.path,V=s,Se=s,Pe=s;if(typeof B==
"string"){if(!Nt.test(B)){let M={instancePath:r+"/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match patt\
ern "^/"',schema:"^/",parentSchema:Ee,data:B};e===null?e=[M]:e.push(M),s++}}else{let M={instancePath:r+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:Ee.type,parentSchema:Ee,data:B};e===null?e=[M]:e.push(M),s++}var g=Se===s,u=V===s}if(I.encoding!==void 0){
let B=I.encoding,V=s,Se=Jt.items.properties.encoding.enum;if(!(B==="json"||B==="form")){let at={instancePath:r+"/"+x+"/encoding",schemaPath:"#/items/properties/\
encoding/enum",keyword:"enum",params:{allowedValues:Jt.items.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:Jt.items.properties.
encoding.enum,parentSchema:Jt.items.properties.encoding,data:B};e===null?e=[at]:e.push(at),s++}var u=V===s}}else{let G={instancePath:r+"/"+x,schemaPath:"#/items\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Jt.items.type,parentSchema:Jt.items,data:I};e===null?e=[G]:e.push(G),s++}var _=F===
s;_||(O=!1)}}else{let O={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Jt.type,parentSchema:Jt,data:t};
e===null?e=[O]:e.push(O),s++}return Is.errors=e,s===0}Is.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var fe={type:"object",required:["to","source"],properties:{
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
model"]},{required:["resultsFolder"]},{required:["constant"]}],additionalProperties:!1},tg=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Es(t,{instancePath:r="",
parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Es.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=
void 0);let f=s,u=s,g=!1,_=null,O=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.from===void 0){let at={instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:fe.oneOf[0].required,parentSchema:fe.oneOf[0],data:t};e===null?e=[
at]:e.push(at),s++}var x=O===s;x&&(g=!0,_=0);let R=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.each===void 0){let at={instancePath:r,schemaPath:"#/oneOf/1/\
required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:fe.oneOf[1].required,parentSchema:fe.oneOf[1],data:t};
e===null?e=[at]:e.push(at),s++}var x=R===s;if(x&&g)g=!1,_=[_,1];else{x&&(g=!0,_=1);let at=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.join===void 0){let de={
instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:fe.oneOf[2].
required,parentSchema:fe.oneOf[2],data:t};e===null?e=[de]:e.push(de),s++}if(t.values===void 0){let de={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"r\
equired",params:{missingProperty:"values"},message:"must have required property 'values'",schema:fe.oneOf[2].required,parentSchema:fe.oneOf[2],data:t};e===null?
e=[de]:e.push(de),s++}}var x=at===s;if(x&&g)g=!1,_=[_,2];else{x&&(g=!0,_=2);let de=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.model===void 0){let ct={instancePath:r,
schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:fe.oneOf[3].required,parentSchema:fe.
oneOf[3],data:t};e===null?e=[ct]:e.push(ct),s++}var x=de===s;if(x&&g)g=!1,_=[_,3];else{x&&(g=!0,_=3);let ct=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.resultsFolder===
void 0){let j={instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"resultsFolder"},message:"must have required property '\
resultsFolder'",schema:fe.oneOf[4].required,parentSchema:fe.oneOf[4],data:t};e===null?e=[j]:e.push(j),s++}var x=ct===s;if(x&&g)g=!1,_=[_,4];else{x&&(g=!0,_=4);let j=s;
if(t&&typeof t=="object"&&!Array.isArray(t)&&t.constant===void 0){let ke={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:fe.oneOf[5].required,parentSchema:fe.oneOf[5],data:t};e===null?e=[ke]:e.push(ke),s++}var x=j===
s;x&&g?(g=!1,_=[_,5]):x&&(g=!0,_=5)}}}}if(g)s=u,e!==null&&(u?e.length=u:e=null);else{let at={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:_},
message:"must match exactly one schema in oneOf",schema:fe.oneOf,parentSchema:fe,data:t};e===null?e=[at]:e.push(at),s++}if(t&&typeof t=="object"&&!Array.isArray(
t)){if(t.to===void 0){let M={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",
schema:fe.required,parentSchema:fe,data:t};e===null?e=[M]:e.push(M),s++}if(t.source===void 0){let M={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:fe.required,parentSchema:fe,data:t};e===null?e=[M]:e.push(M),s++}let at=s;for(let M in t)
if(!Vs.call(fe.properties,M)){let de={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"m\
ust NOT have additional properties",schema:!1,parentSchema:fe,data:t};e===null?e=[de]:e.push(de),s++}if(t.$comment!==void 0){let M=t.$comment,de=s,Re=s,ct=s;if(typeof M==
"string"){if(me(M)<1){let oe={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters",schema:1,parentSchema:jr,data:M};e===null?e=[oe]:e.push(oe),s++}}else{let oe={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:jr.type,parentSchema:jr,data:M};e===null?e=[oe]:e.push(oe),s++}var I=Re===s,F=de===s}if(t.
to!==void 0){let M=t.to,de=s,Re=s,ct=s;if(typeof M=="string"){if(!We.test(M)){let j={instancePath:r+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:M};e===null?e=[j]:
e.push(j),s++}}else{let j={instancePath:r+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:M};e===null?e=[j]:e.push(j),s++}var we=Re===s;if(typeof M=="string"&&!tg.test(M)){let j={instancePath:r+"/to",schemaPath:"#/properties/to/pattern",keyword:"\
pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:fe.properties.to,data:M};
e===null?e=[j]:e.push(j),s++}var F=de===s}if(t.from!==void 0){let M=t.from,de=s,Re=s;if(typeof M=="string"){if(me(M)<1){let oe={instancePath:r+"/from",schemaPath:"\
#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:fe.properties.from,data:M};
e===null?e=[oe]:e.push(oe),s++}}else{let oe={instancePath:r+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be s\
tring",schema:fe.properties.from.type,parentSchema:fe.properties.from,data:M};e===null?e=[oe]:e.push(oe),s++}var F=de===s}if(t.each!==void 0){let M=t.each,de=s,
Re=s;if(typeof M=="string"){if(me(M)<1){let oe={instancePath:r+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:fe.properties.each,data:M};e===null?e=[oe]:e.push(oe),s++}}else{let oe={instancePath:r+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:fe.properties.each.type,parentSchema:fe.properties.each,data:M};e===
null?e=[oe]:e.push(oe),s++}var F=de===s}if(t.join!==void 0){let M=t.join,de=s,Re=s;if(Array.isArray(M)){if(M.length<2){let W={instancePath:r+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:fe.properties.join,data:M};e===
null?e=[W]:e.push(W),s++}let oe=!0,j=M.length;for(let W=0;W<j;W++){let ke=M[W],Xe=s,He=s;if(typeof ke=="string"){if(me(ke)<1){let te={instancePath:r+"/join/"+W,
schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:fe.properties.
join.items,data:ke};e===null?e=[te]:e.push(te),s++}}else{let te={instancePath:r+"/join/"+W,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:fe.properties.join.items.type,parentSchema:fe.properties.join.items,data:ke};e===null?e=[te]:e.push(te),s++}var G=Xe===
s;G||(oe=!1)}}else{let oe={instancePath:r+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:fe.properties.
join.type,parentSchema:fe.properties.join,data:M};e===null?e=[oe]:e.push(oe),s++}var F=de===s}if(t.model!==void 0){let M=t.model,de=s;if(M!==!0){let ct={instancePath:r+
"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:fe.properties.
model,data:M};e===null?e=[ct]:e.push(ct),s++}var F=de===s}if(t.resultsFolder!==void 0){let M=t.resultsFolder,de=s;if(M!==!0){let ct={instancePath:r+"/resultsFol\
der",schemaPath:"#/properties/resultsFolder/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:fe.properties.
resultsFolder,data:M};e===null?e=[ct]:e.push(ct),s++}var F=de===s}if(t.when!==void 0){let M=t.when,de=s;Vt(M,{instancePath:r+"/when",parentData:t,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?Vt.errors:e.concat(Vt.errors),s=e.length);var F=de===s}if(t.as!==void 0){let M=t.as,de=s,Re=fe.properties.as.enum;
if(!(M==="string"||M==="uploaded"||M==="file")){let oe={instancePath:r+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:fe.properties.
as.enum},message:"must be equal to one of the allowed values",schema:fe.properties.as.enum,parentSchema:fe.properties.as,data:M};e===null?e=[oe]:e.push(oe),s++}
var F=de===s}if(t.values!==void 0){let M=t.values,de=s,Re=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(Object.keys(M).length<1){let oe={instancePath:r+"/va\
lues",schemaPath:"#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:fe.
properties.values,data:M};e===null?e=[oe]:e.push(oe),s++}}else{let oe={instancePath:r+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:fe.properties.values.type,parentSchema:fe.properties.values,data:M};e===null?e=[oe]:e.push(oe),s++}var F=de===s}if(t.accepts!==
void 0){let M=t.accepts,de=s,Re=s;if(Array.isArray(M)){if(M.length<1){let oe={instancePath:r+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minI\
tems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:fe.properties.accepts,data:M};e===null?e=[oe]:e.push(oe),s++}}else{let oe={
instancePath:r+"/accepts",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:fe.properties.accepts.type,
parentSchema:fe.properties.accepts,data:M};e===null?e=[oe]:e.push(oe),s++}var F=de===s}if(t.minimum!==void 0){let M=t.minimum,de=s;if(typeof M!="number"){let oe={
instancePath:r+"/minimum",schemaPath:"#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:fe.properties.minimum.type,
parentSchema:fe.properties.minimum,data:M};e===null?e=[oe]:e.push(oe),s++}let Re=s;var F=de===s}if(t.maximum!==void 0){let M=t.maximum,de=s;if(typeof M!="number"){
let oe={instancePath:r+"/maximum",schemaPath:"#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:fe.properties.maximum.
type,parentSchema:fe.properties.maximum,data:M};e===null?e=[oe]:e.push(oe),s++}let Re=s;var F=de===s}if(t.maximumItems!==void 0){let M=t.maximumItems,de=s;if(!(typeof M==
"number"&&!(M%1)&&!isNaN(M))){let oe={instancePath:r+"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"\
must be integer",schema:fe.properties.maximumItems.type,parentSchema:fe.properties.maximumItems,data:M};e===null?e=[oe]:e.push(oe),s++}let Re=s;if(typeof M=="nu\
mber"&&(M<1||isNaN(M))){let oe={instancePath:r+"/maximumItems",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},
message:"must be >= 1",schema:1,parentSchema:fe.properties.maximumItems,data:M};e===null?e=[oe]:e.push(oe),s++}var F=de===s}if(t.maximumLength!==void 0){let M=t.
maximumLength,de=s;if(!(typeof M=="number"&&!(M%1)&&!isNaN(M))){let oe={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"ty\
pe",params:{type:"integer"},message:"must be integer",schema:fe.properties.maximumLength.type,parentSchema:fe.properties.maximumLength,data:M};e===null?e=[oe]:e.
push(oe),s++}let Re=s;if(typeof M=="number"&&(M<1||isNaN(M))){let oe={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"m\
inimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:fe.properties.maximumLength,data:M};e===null?e=[oe]:e.push(oe),s++}var F=de===
s}if(t.forms!==void 0){let M=t.forms,de=s,Re=s;if(Array.isArray(M)){if(M.length<1){let W={instancePath:r+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:fe.properties.forms,data:M};e===null?e=[W]:e.push(W),s++}let oe=!0,j=M.
length;for(let W=0;W<j;W++){let ke=M[W],Xe=s,He=fe.properties.forms.items.enum;if(!(ke==="url"||ke==="data")){let te={instancePath:r+"/forms/"+W,schemaPath:"#/p\
roperties/forms/items/enum",keyword:"enum",params:{allowedValues:fe.properties.forms.items.enum},message:"must be equal to one of the allowed values",schema:fe.
properties.forms.items.enum,parentSchema:fe.properties.forms.items,data:ke};e===null?e=[te]:e.push(te),s++}var B=Xe===s;B||(oe=!1)}}else{let oe={instancePath:r+
"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"must be array",schema:fe.properties.forms.type,parentSchema:fe.properties.
forms,data:M};e===null?e=[oe]:e.push(oe),s++}var F=de===s}if(t.also!==void 0){let M=t.also,de=s,Re=s;if(Array.isArray(M)){if(M.length<1){let W={instancePath:r+"\
/also",schemaPath:"#/properties/also/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:fe.properties.
also,data:M};e===null?e=[W]:e.push(W),s++}let oe=!0,j=M.length;for(let W=0;W<j;W++){let ke=M[W],Xe=s,He=s,te=s;if(typeof ke=="string"){if(!We.test(ke)){let Je={
instancePath:r+"/also/"+W,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|\
~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:ke};e===null?e=[Je]:e.push(Je),s++}}else{let Je={instancePath:r+"/also/"+W,schemaPath:"#/$defs/po\
inter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:ke};e===null?e=[Je]:e.push(Je),s++}var V=He===s,Se=Xe===
s;Se||(oe=!1)}}else{let oe={instancePath:r+"/also",schemaPath:"#/properties/also/type",keyword:"type",params:{type:"array"},message:"must be array",schema:fe.properties.
also.type,parentSchema:fe.properties.also,data:M};e===null?e=[oe]:e.push(oe),s++}var F=de===s}if(t.oneWay!==void 0){let M=t.oneWay,de=s,Re=s;if(typeof M=="strin\
g"){if(me(M)<1){let oe={instancePath:r+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer th\
an 1 characters",schema:1,parentSchema:fe.properties.oneWay,data:M};e===null?e=[oe]:e.push(oe),s++}}else{let oe={instancePath:r+"/oneWay",schemaPath:"#/properti\
es/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:fe.properties.oneWay.type,parentSchema:fe.properties.oneWay,data:M};e===null?
e=[oe]:e.push(oe),s++}var F=de===s}if(t.source!==void 0){let M=t.source,de=s,Re=s,ct=s;if(typeof M=="string"){if(me(M)<1){let j={instancePath:r+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:M};e===null?e=[j]:e.
push(j),s++}}else{let j={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,
parentSchema:ce,data:M};e===null?e=[j]:e.push(j),s++}var Pe=Re===s,F=de===s}}else{let at={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:fe.type,parentSchema:fe,data:t};e===null?e=[at]:e.push(at),s++}return Es.errors=e,s===0}Es.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
var br={type:"array",minItems:1,description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",
items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}};function Ms(t,{instancePath:r="",
parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Ms.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=
void 0);let f=s;if(Array.isArray(t)){if(t.length<1){let x={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:br,data:t};e===null?e=[x]:e.push(x),s++}let O=!0,R=t.length;for(let x=0;x<R;x++){let I=t[x],F=s,we=s;if(I&&typeof I=="obj\
ect"&&!Array.isArray(I)){if(I.when===void 0){let B={instancePath:r+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"\
must have required property 'when'",schema:br.items.required,parentSchema:br.items,data:I};e===null?e=[B]:e.push(B),s++}if(I.path===void 0){let B={instancePath:r+
"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:br.items.required,parentSchema:br.
items,data:I};e===null?e=[B]:e.push(B),s++}let G=s;for(let B in I)if(!(B==="when"||B==="path")){let V={instancePath:r+"/"+x,schemaPath:"#/items/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,parentSchema:br.items,data:I};e===null?
e=[V]:e.push(V),s++}if(I.when!==void 0){let B=I.when,V=s;Vt(B,{instancePath:r+"/"+x+"/when",parentData:I,parentDataProperty:"when",rootData:i,dynamicAnchors:o})||
(e=e===null?Vt.errors:e.concat(Vt.errors),s=e.length);var u=V===s}if(I.path!==void 0){let B=I.path,V=s,Se=s,Pe=s;if(typeof B=="string"){if(!Nt.test(B)){let M={instancePath:r+
"/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ee,data:B};e===
null?e=[M]:e.push(M),s++}}else{let M={instancePath:r+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ee.type,parentSchema:Ee,data:B};e===null?e=[M]:e.push(M),s++}var g=Se===s,u=V===s}}else{let G={instancePath:r+"/"+x,schemaPath:"#/items/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:br.items.type,parentSchema:br.items,data:I};e===null?e=[G]:e.push(G),s++}var _=F===s;_||(O=!1)}}else{
let O={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:br.type,parentSchema:br,data:t};e===null?e=[O]:e.push(
O),s++}return Ms.errors=e,s===0}Ms.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var _t={type:"array",minItems:1,description:"The body of the request, as\
 JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The\
 ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function Yt(t,{
instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Yt.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&
(c.items=void 0);let f=s;if(Array.isArray(t)){if(t.length<1){let I={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:_t,data:t};e===null?e=[I]:e.push(I),s++}let R=!0,x=t.length;for(let I=0;I<x;I++){let F=t[I],we=s,G=s,B=s,V=!1,Se=null,
Pe=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.fact===void 0){let M={instancePath:r+"/"+I,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{
missingProperty:"fact"},message:"must have required property 'fact'",schema:_t.items.oneOf[0].required,parentSchema:_t.items.oneOf[0],data:F};e===null?e=[M]:e.push(
M),s++}var u=Pe===s;u&&(V=!0,Se=0);let at=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.constant===void 0){let M={instancePath:r+"/"+I,schemaPath:"#/items/on\
eOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:_t.items.oneOf[1].required,parentSchema:_t.
items.oneOf[1],data:F};e===null?e=[M]:e.push(M),s++}var u=at===s;if(u&&V?(V=!1,Se=[Se,1]):u&&(V=!0,Se=1),V)s=B,e!==null&&(B?e.length=B:e=null);else{let M={instancePath:r+
"/"+I,schemaPath:"#/items/oneOf",keyword:"oneOf",params:{passingSchemas:Se},message:"must match exactly one schema in oneOf",schema:_t.items.oneOf,parentSchema:_t.
items,data:F};e===null?e=[M]:e.push(M),s++}if(F&&typeof F=="object"&&!Array.isArray(F)){if(F.to===void 0){let de={instancePath:r+"/"+I,schemaPath:"#/items/requi\
red",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:_t.items.required,parentSchema:_t.items,data:F};e===null?
e=[de]:e.push(de),s++}let M=s;for(let de in F)if(!(de==="to"||de==="fact"||de==="constant")){let Re={instancePath:r+"/"+I,schemaPath:"#/items/additionalProperti\
es",keyword:"additionalProperties",params:{additionalProperty:de},message:"must NOT have additional properties",schema:!1,parentSchema:_t.items,data:F};e===null?
e=[Re]:e.push(Re),s++}if(F.to!==void 0){let de=F.to,Re=s,ct=s,oe=s;if(typeof de=="string"){if(!We.test(de)){let j={instancePath:r+"/"+I+"/to",schemaPath:"#/$def\
s/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,
data:de};e===null?e=[j]:e.push(j),s++}}else{let j={instancePath:r+"/"+I+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:Q.type,parentSchema:Q,data:de};e===null?e=[j]:e.push(j),s++}var g=ct===s,_=Re===s}if(F.fact!==void 0){let de=F.fact,Re=s,ct=_t.items.properties.
fact.enum;if(!(de==="id"||de==="model")){let j={instancePath:r+"/"+I+"/fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:_t.items.
properties.fact.enum},message:"must be equal to one of the allowed values",schema:_t.items.properties.fact.enum,parentSchema:_t.items.properties.fact,data:de};e===
null?e=[j]:e.push(j),s++}var _=Re===s}}else{let M={instancePath:r+"/"+I,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:_t.items.type,parentSchema:_t.items,data:F};e===null?e=[M]:e.push(M),s++}var O=we===s;O||(R=!1)}}else{let R={instancePath:r,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:_t.type,parentSchema:_t,data:t};e===null?e=[R]:e.push(R),s++}return Yt.errors=e,s===0}Yt.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};var wo={type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$\
defs/result"}},xe={type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item\
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
sage"]}],additionalProperties:!1},rg=new RegExp("^(/[A-Za-z0-9._-]+)+$","u"),Sa={validate:is},cc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON \
pointers, tried in order."};function xt(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=xt.evaluated;
c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(t)){let _=!0,O=t.length;for(let R=0;R<O;R++){let x=t[R],I=s,F=s,we=s;
if(typeof x=="string"){if(!We.test(x)){let G={instancePath:r+"/"+R,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:x};e===null?e=[G]:e.push(G),s++}}else{let G={instancePath:r+
"/"+R,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:x};e===null?e=[G]:e.push(
G),s++}var u=F===s,g=I===s;g||(_=!1)}}else{let _={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:cc.type,
parentSchema:cc,data:t};e===null?e=[_]:e.push(_),s++}return xt.errors=e,s===0}xt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Fs(t,{instancePath:r="",
parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Fs.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=
void 0);let f=s,u=s,g=!1,_=null,O=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.url===void 0){let oe={instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:xe.oneOf[0].required,parentSchema:xe.oneOf[0],data:t};e===null?e=[oe]:
e.push(oe),s++}var x=O===s;x&&(g=!0,_=0);let R=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.body===void 0){let oe={instancePath:r,schemaPath:"#/oneOf/1/requ\
ired",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:xe.oneOf[1].required,parentSchema:xe.oneOf[1],data:t};
e===null?e=[oe]:e.push(oe),s++}var x=R===s;if(x&&g)g=!1,_=[_,1];else{x&&(g=!0,_=1);let oe=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.base64===void 0){let W={
instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:xe.oneOf[2].
required,parentSchema:xe.oneOf[2],data:t};e===null?e=[W]:e.push(W),s++}if(t.contentType===void 0){let W={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"\
required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:xe.oneOf[2].required,parentSchema:xe.oneOf[2],data:t};
e===null?e=[W]:e.push(W),s++}}var x=oe===s;if(x&&g)g=!1,_=[_,2];else{x&&(g=!0,_=2);let W=s;if(t&&typeof t=="object"&&!Array.isArray(t)&&t.object===void 0){let Xe={
instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"object"},message:"must have required property 'object'",schema:xe.oneOf[3].
required,parentSchema:xe.oneOf[3],data:t};e===null?e=[Xe]:e.push(Xe),s++}var x=W===s;if(x&&g)g=!1,_=[_,3];else{x&&(g=!0,_=3);let Xe=s;if(t&&typeof t=="object"&&
!Array.isArray(t)&&t.content===void 0){let te={instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"content"},message:"mus\
t have required property 'content'",schema:xe.oneOf[4].required,parentSchema:xe.oneOf[4],data:t};e===null?e=[te]:e.push(te),s++}var x=Xe===s;if(x&&g)g=!1,_=[_,4];else{
x&&(g=!0,_=4);let te=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.query===void 0){let ze={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"require\
d",params:{missingProperty:"query"},message:"must have required property 'query'",schema:xe.oneOf[5].required,parentSchema:xe.oneOf[5],data:t};e===null?e=[ze]:e.
push(ze),s++}if(t.results===void 0){let ze={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"results"},message:"must h\
ave required property 'results'",schema:xe.oneOf[5].required,parentSchema:xe.oneOf[5],data:t};e===null?e=[ze]:e.push(ze),s++}if(t.message===void 0){let ze={instancePath:r,
schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:xe.oneOf[5].required,
parentSchema:xe.oneOf[5],data:t};e===null?e=[ze]:e.push(ze),s++}}var x=te===s;x&&g?(g=!1,_=[_,5]):x&&(g=!0,_=5)}}}}if(g)s=u,e!==null&&(u?e.length=u:e=null);else{
let oe={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:_},message:"must match exactly one schema in oneOf",schema:xe.oneOf,parentSchema:xe,
data:t};e===null?e=[oe]:e.push(oe),s++}if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.source===void 0){let j={instancePath:r,schemaPath:"#/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:xe.required,parentSchema:xe,data:t};e===null?e=[j]:e.push(j),s++}
let oe=s;for(let j in t)if(!Vs.call(xe.properties,j)){let W={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:j},
message:"must NOT have additional properties",schema:!1,parentSchema:xe,data:t};e===null?e=[W]:e.push(W),s++}if(t.url!==void 0){let j=t.url,W=s,ke=s,Xe=s;if(typeof j==
"string"){if(!We.test(j)){let He={instancePath:r+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:j};e===null?e=[He]:e.push(He),s++}}else{let He={instancePath:r+"/ur\
l",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:j};e===null?e=[He]:e.push(
He),s++}var I=ke===s,F=W===s}if(t.list!==void 0){let j=t.list,W=s;if(typeof j!="boolean"){let He={instancePath:r+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"boolean"},message:"must be boolean",schema:xe.properties.list.type,parentSchema:xe.properties.list,data:j};e===null?e=[He]:e.push(He),s++}let ke=s;
var F=W===s}if(t.withKey!==void 0){let j=t.withKey,W=s;if(j!==!0){let Xe={instancePath:r+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{
allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:xe.properties.withKey,data:j};e===null?e=[Xe]:e.push(Xe),s++}var F=W===s}if(t.body!==
void 0){let j=t.body,W=s;if(j!==!0){let Xe={instancePath:r+"/body",schemaPath:"#/properties/body/const",keyword:"const",params:{allowedValue:!0},message:"must b\
e equal to constant",schema:!0,parentSchema:xe.properties.body,data:j};e===null?e=[Xe]:e.push(Xe),s++}var F=W===s}if(t.base64!==void 0){let j=t.base64,W=s,ke=s,
Xe=s;if(typeof j=="string"){if(!We.test(j)){let te={instancePath:r+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~\
[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:j};e===null?e=[te]:e.push(te),s++}}else{let te={
instancePath:r+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:j};e===
null?e=[te]:e.push(te),s++}var we=ke===s,F=W===s}if(t.contentType!==void 0){let j=t.contentType,W=s,ke=xe.properties.contentType.enum;if(!(j==="video/mp4"||j===
"video/quicktime"||j==="video/webm"||j==="image/png"||j==="image/jpeg"||j==="image/webp"||j==="image/gif"||j==="audio/mpeg"||j==="audio/wav"||j==="model/gltf-bi\
nary")){let He={instancePath:r+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:xe.properties.contentType.enum},message:"\
must be equal to one of the allowed values",schema:xe.properties.contentType.enum,parentSchema:xe.properties.contentType,data:j};e===null?e=[He]:e.push(He),s++}
var F=W===s}if(t.asked!==void 0){let j=t.asked,W=s,ke=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(j.at===void 0){let te={instancePath:r+"/asked",schemaPath:"\
#/properties/asked/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:xe.properties.asked.required,parentSchema:xe.
properties.asked,data:j};e===null?e=[te]:e.push(te),s++}if(j.is===void 0){let te={instancePath:r+"/asked",schemaPath:"#/properties/asked/required",keyword:"requ\
ired",params:{missingProperty:"is"},message:"must have required property 'is'",schema:xe.properties.asked.required,parentSchema:xe.properties.asked,data:j};e===
null?e=[te]:e.push(te),s++}let He=s;for(let te in j)if(!(te==="at"||te==="is"||te==="model")){let Je={instancePath:r+"/asked",schemaPath:"#/properties/asked/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:te},message:"must NOT have additional properties",schema:!1,parentSchema:xe.properties.
asked,data:j};e===null?e=[Je]:e.push(Je),s++}if(j.at!==void 0){let te=j.at,Je=s,ze=s,$t=s;if(typeof te=="string"){if(!We.test(te)){let vt={instancePath:r+"/aske\
d/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Q,data:te};e===null?e=[vt]:e.push(vt),s++}}else{let vt={instancePath:r+"/asked/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:te};e===null?e=[vt]:e.push(vt),s++}var G=ze===s,B=Je===s}if(j.model!==void 0){
let te=j.model,Je=s,ze=s;if(Array.isArray(te)){if(te.length<1){let ft={instancePath:r+"/asked/model",schemaPath:"#/properties/asked/properties/model/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:xe.properties.asked.properties.model,data:te};e===null?e=[ft]:e.push(
ft),s++}let vt=!0,yr=te.length;for(let ft=0;ft<yr;ft++){let Er=te[ft],fn=s,Ed=s;if(typeof Er=="string"){if(me(Er)<1){let St={instancePath:r+"/asked/model/"+ft,schemaPath:"\
#/properties/asked/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:xe.
properties.asked.properties.model.items,data:Er};e===null?e=[St]:e.push(St),s++}}else{let St={instancePath:r+"/asked/model/"+ft,schemaPath:"#/properties/asked/p\
roperties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.properties.asked.properties.model.items.type,parentSchema:xe.
properties.asked.properties.model.items,data:Er};e===null?e=[St]:e.push(St),s++}var V=fn===s;V||(vt=!1)}}else{let vt={instancePath:r+"/asked/model",schemaPath:"\
#/properties/asked/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:xe.properties.asked.properties.model.type,parentSchema:xe.
properties.asked.properties.model,data:te};e===null?e=[vt]:e.push(vt),s++}var B=Je===s}}else{let He={instancePath:r+"/asked",schemaPath:"#/properties/asked/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:xe.properties.asked.type,parentSchema:xe.properties.asked,data:j};e===null?e=[He]:e.push(He),
s++}var F=W===s}if(t.object!==void 0){let j=t.object,W=s,ke=s,Xe=s;if(typeof j=="string"){if(!We.test(j)){let te={instancePath:r+"/object",schemaPath:"#/$defs/p\
ointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,
data:j};e===null?e=[te]:e.push(te),s++}}else{let te={instancePath:r+"/object",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:Q.type,parentSchema:Q,data:j};e===null?e=[te]:e.push(te),s++}var Se=ke===s,F=W===s}if(t.file!==void 0){let j=t.file,W=s,ke=s;if(typeof j==
"string"){if(!rg.test(j)){let He={instancePath:r+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern:"^(/[A-Za-z0-9._-]+)+$"},message:'\
must match pattern "^(/[A-Za-z0-9._-]+)+$"',schema:"^(/[A-Za-z0-9._-]+)+$",parentSchema:xe.properties.file,data:j};e===null?e=[He]:e.push(He),s++}}else{let He={
instancePath:r+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type:"string"},message:"must be string",schema:xe.properties.file.type,parentSchema:xe.
properties.file,data:j};e===null?e=[He]:e.push(He),s++}var F=W===s}if(t.content!==void 0){let j=t.content,W=s,ke=s,Xe=s;if(typeof j=="string"){if(!Nt.test(j)){let te={
instancePath:r+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ee,
data:j};e===null?e=[te]:e.push(te),s++}}else{let te={instancePath:r+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:Ee.type,parentSchema:Ee,data:j};e===null?e=[te]:e.push(te),s++}var Pe=ke===s,F=W===s}if(t.query!==void 0){let j=t.query,W=s,ke=s,Xe=s;if(typeof j==
"string"){if(!Nt.test(j)){let te={instancePath:r+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern \
"^/"',schema:"^/",parentSchema:Ee,data:j};e===null?e=[te]:e.push(te),s++}}else{let te={instancePath:r+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Ee.type,parentSchema:Ee,data:j};e===null?e=[te]:e.push(te),s++}var at=ke===s,F=W===s}if(t.results!==void 0){let j=t.
results,W=s;if(!Sa.validate(j,{instancePath:r+"/results",parentData:t,parentDataProperty:"results",rootData:i,dynamicAnchors:o}))e=e===null?Sa.validate.errors:e.
concat(Sa.validate.errors),s=e.length;else var M=Sa.validate.evaluated.props,de=Sa.validate.evaluated.items;var F=W===s}if(t.message!==void 0){let j=t.message,W=s;
xt(j,{instancePath:r+"/message",parentData:t,parentDataProperty:"message",rootData:i,dynamicAnchors:o})||(e=e===null?xt.errors:e.concat(xt.errors),s=e.length);var F=W===
s}if(t.pending!==void 0){let j=t.pending,W=s,ke=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(j.status===void 0){let te={instancePath:r+"/pending",schemaPath:"\
#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:xe.properties.pending.
required,parentSchema:xe.properties.pending,data:j};e===null?e=[te]:e.push(te),s++}if(j.body===void 0){let te={instancePath:r+"/pending",schemaPath:"#/propertie\
s/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:xe.properties.pending.required,parentSchema:xe.
properties.pending,data:j};e===null?e=[te]:e.push(te),s++}let He=s;for(let te in j)if(!(te==="status"||te==="body")){let Je={instancePath:r+"/pending",schemaPath:"\
#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:te},message:"must NOT have additional properties",schema:!1,
parentSchema:xe.properties.pending,data:j};e===null?e=[Je]:e.push(Je),s++}if(j.status!==void 0){let te=j.status,Je=s;if(!(typeof te=="number"&&!(te%1)&&!isNaN(te))){
let $t={instancePath:r+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be intege\
r",schema:xe.properties.pending.properties.status.type,parentSchema:xe.properties.pending.properties.status,data:te};e===null?e=[$t]:e.push($t),s++}let ze=s;var Re=Je===
s}}else{let He={instancePath:r+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:xe.properties.
pending.type,parentSchema:xe.properties.pending,data:j};e===null?e=[He]:e.push(He),s++}var F=W===s}if(t.source!==void 0){let j=t.source,W=s,ke=s,Xe=s;if(typeof j==
"string"){if(me(j)<1){let te={instancePath:r+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer t\
han 1 characters",schema:1,parentSchema:ce,data:j};e===null?e=[te]:e.push(te),s++}}else{let te={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:j};e===null?e=[te]:e.push(te),s++}var ct=ke===s,F=W===s}}else{let oe={
instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:xe.type,parentSchema:xe,data:t};e===null?e=[oe]:e.push(
oe),s++}return Fs.errors=e,s===0}Fs.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function is(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,
dynamicAnchors:o={}}={}){let e=null,s=0,c=is.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(t)){if(t.length<
1){let O={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:wo,data:t};
e===null?e=[O]:e.push(O),s++}let g=!0,_=t.length;for(let O=0;O<_;O++){let R=t[O],x=s;Fs(R,{instancePath:r+"/"+O,parentData:t,parentDataProperty:O,rootData:i,dynamicAnchors:o})||
(e=e===null?Fs.errors:e.concat(Fs.errors),s=e.length);var u=x===s;u||(g=!1)}}else{let g={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:wo.type,parentSchema:wo,data:t};e===null?e=[g]:e.push(g),s++}return is.errors=e,s===0}is.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function Ft(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Ft.evaluated;c.dynamicProps&&(c.props=
void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.submit===void 0){let v={instancePath:r,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:h.required,parentSchema:h,data:t};e===null?e=[v]:e.push(
v),s++}if(t.rows===void 0){let v={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property\
 'rows'",schema:h.required,parentSchema:h,data:t};e===null?e=[v]:e.push(v),s++}if(t.results===void 0){let v={instancePath:r,schemaPath:"#/required",keyword:"req\
uired",params:{missingProperty:"results"},message:"must have required property 'results'",schema:h.required,parentSchema:h,data:t};e===null?e=[v]:e.push(v),s++}
if(t.message===void 0){let v={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:h.required,parentSchema:h,data:t};e===null?e=[v]:e.push(v),s++}if(t.code===void 0){let v={instancePath:r,schemaPath:"#/required",keyword:"requ\
ired",params:{missingProperty:"code"},message:"must have required property 'code'",schema:h.required,parentSchema:h,data:t};e===null?e=[v]:e.push(v),s++}let Ur=s;
for(let v in t)if(!Vs.call(h.properties,v)){let Ne={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:h,data:t};e===null?e=[Ne]:e.push(Ne),s++}if(t.$comment!==void 0){let v=t.$comment,Ne=s,bt=s,
ns=s;if(typeof v=="string"){if(me(v)<1){let he={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:jr,data:v};e===null?e=[he]:e.push(he),s++}}else{let he={instancePath:r+"/$comment",schemaPath:"#/$d\
efs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:jr.type,parentSchema:jr,data:v};e===null?e=[he]:e.push(he),s++}var u=bt===
s,g=Ne===s}if(t.submit!==void 0){let v=t.submit,Ne=s,bt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let m={instancePath:r+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.submit.required,
parentSchema:h.properties.submit,data:v};e===null?e=[m]:e.push(m),s++}if(v.path===void 0){let m={instancePath:r+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.submit.required,parentSchema:h.properties.
submit,data:v};e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:v};e===null?e=
[m]:e.push(m),s++}let he=s;for(let m in v)if(!Vs.call(h.properties.submit.properties,m)){let k={instancePath:r+"/submit",schemaPath:"#/properties/submit/additio\
nalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit,
data:v};e===null?e=[k]:e.push(k),s++}if(v.method!==void 0){let m=v.method,k=s,L=h.properties.submit.properties.method.enum;if(!(m==="POST"||m==="PUT")){let qe={
instancePath:r+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.method.
enum},message:"must be equal to one of the allowed values",schema:h.properties.submit.properties.method.enum,parentSchema:h.properties.submit.properties.method,
data:m};e===null?e=[qe]:e.push(qe),s++}var _=k===s}if(v.path!==void 0){let m=v.path,k=s,L=s,qe=s;if(typeof m=="string"){if(!Nt.test(m)){let w={instancePath:r+"/\
submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ee,data:m};e===
null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ee.type,parentSchema:Ee,data:m};e===null?e=[w]:e.push(w),s++}var O=L===s,_=k===s}if(v.paths!==void 0){let m=v.paths,k=s;Is(m,{instancePath:r+"/submit/pat\
hs",parentData:v,parentDataProperty:"paths",rootData:i,dynamicAnchors:o})||(e=e===null?Is.errors:e.concat(Is.errors),s=e.length);var _=k===s}if(v.headers!==void 0){
let m=v.headers,k=s,L=s,qe=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let P={instancePath:r+"/submit/headers",schemaPath:"#/$def\
s/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:mt,data:m};e===null?
e=[P]:e.push(P),s++}for(let P in m){let J=s;if(typeof P=="string"&&!Bt.test(P)){let Y={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/propert\
yNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:mt.
propertyNames,data:P,propertyName:P};e===null?e=[Y]:e.push(Y),s++}var R=J===s;if(!R){let Y={instancePath:r+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/pr\
opertyNames",keyword:"propertyNames",params:{propertyName:P},message:"property name must be valid",schema:mt.propertyNames,parentSchema:mt,data:m};e===null?e=[Y]:
e.push(Y),s++}}let w=s;for(let P in m){let J=m[P],Y=s,Z=s;if(typeof J=="string"){if(!kn.test(J)){let E={instancePath:r+"/submit/headers/"+P.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\
\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:mt.additionalProperties,data:J};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/submit/header\
s/"+P.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:mt.additionalProperties.type,parentSchema:mt.additionalProperties,data:J};e===null?e=[E]:e.push(E),s++}var x=Y===s}}else{let w={instancePath:r+"/\
submit/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"object"},message:"must be object",schema:mt.type,parentSchema:mt,data:m};e===
null?e=[w]:e.push(w),s++}var I=L===s,_=k===s}if(v.encoding!==void 0){let m=v.encoding,k=s,L=s,qe=vn.enum;if(!(m==="json"||m==="form")){let w={instancePath:r+"/s\
ubmit/encoding",schemaPath:"#/$defs/encoding/enum",keyword:"enum",params:{allowedValues:vn.enum},message:"must be equal to one of the allowed values",schema:vn.
enum,parentSchema:vn,data:m};e===null?e=[w]:e.push(w),s++}var F=L===s,_=k===s}if(v.status!==void 0){let m=v.status,k=s;if(!(typeof m=="number"&&!(m%1)&&!isNaN(m))){
let D={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",
schema:h.properties.submit.properties.status.type,parentSchema:h.properties.submit.properties.status,data:m};e===null?e=[D]:e.push(D),s++}let L=s;if(typeof m=="\
number"){if(m>299||isNaN(m)){let D={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:299},message:"must be <= 299",schema:299,parentSchema:h.properties.submit.properties.status,data:m};e===null?e=[D]:e.push(D),s++}if(m<200||isNaN(m)){let D={
instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be\
 >= 200",schema:200,parentSchema:h.properties.submit.properties.status,data:m};e===null?e=[D]:e.push(D),s++}}var _=k===s}if(v.ignored!==void 0){let m=v.ignored,
k=s,L=s;if(Array.isArray(m)){if(m.length<1){let P={instancePath:r+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.ignored,data:m};e===null?e=[P]:e.push(P),s++}
let D=!0,w=m.length;for(let P=0;P<w;P++){let J=m[P],Y=s,Z=s,E=s;if(typeof J=="string"){if(!We.test(J)){let T={instancePath:r+"/submit/ignored/"+P,schemaPath:"#/\
$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+\
$",parentSchema:Q,data:J};e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/submit/ignored/"+P,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:J};e===null?e=[T]:e.push(T),s++}var we=Z===s,G=Y===s;G||(D=!1)}}else{let D={instancePath:r+
"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.submit.
properties.ignored.type,parentSchema:h.properties.submit.properties.ignored,data:m};e===null?e=[D]:e.push(D),s++}var _=k===s}if(v.implied!==void 0){let m=v.implied,
k=s,L=s;if(Array.isArray(m)){if(m.length<1){let P={instancePath:r+"/submit/implied",schemaPath:"#/properties/submit/properties/implied/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.implied,data:m};e===null?e=[P]:e.push(P),s++}
let D=!0,w=m.length;for(let P=0;P<w;P++){let J=m[P],Y=s,Z=s;if(J&&typeof J=="object"&&!Array.isArray(J)){if(J.at===void 0){let T={instancePath:r+"/submit/implie\
d/"+P,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property '\
at'",schema:h.properties.submit.properties.implied.items.required,parentSchema:h.properties.submit.properties.implied.items,data:J};e===null?e=[T]:e.push(T),s++}
if(J.is===void 0){let T={instancePath:r+"/submit/implied/"+P,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:h.properties.submit.properties.implied.items.required,parentSchema:h.properties.submit.properties.implied.
items,data:J};e===null?e=[T]:e.push(T),s++}let E=s;for(let T in J)if(!(T==="at"||T==="is")){let be={instancePath:r+"/submit/implied/"+P,schemaPath:"#/properties\
/submit/properties/implied/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:T},message:"must NOT have additional properties",
schema:!1,parentSchema:h.properties.submit.properties.implied.items,data:J};e===null?e=[be]:e.push(be),s++}if(J.at!==void 0){let T=J.at,be=s,Le=s,Ie=s;if(typeof T==
"string"){if(!We.test(T)){let l={instancePath:r+"/submit/implied/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[0\
1])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:T};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+
"/submit/implied/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:T};
e===null?e=[l]:e.push(l),s++}var B=Le===s,V=be===s}if(J.is!==void 0){let T=J.is,be=s,Le=s;if(Array.isArray(T)){if(T.length<1){let l={instancePath:r+"/submit/imp\
lied/"+P+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer\
 than 1 items",schema:1,parentSchema:h.properties.submit.properties.implied.items.properties.is,data:T};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+
"/submit/implied/"+P+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be ar\
ray",schema:h.properties.submit.properties.implied.items.properties.is.type,parentSchema:h.properties.submit.properties.implied.items.properties.is,data:T};e===
null?e=[l]:e.push(l),s++}var V=be===s}}else{let E={instancePath:r+"/submit/implied/"+P,schemaPath:"#/properties/submit/properties/implied/items/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:h.properties.submit.properties.implied.items.type,parentSchema:h.properties.submit.properties.implied.
items,data:J};e===null?e=[E]:e.push(E),s++}var Se=Y===s;Se||(D=!1)}}else{let D={instancePath:r+"/submit/implied",schemaPath:"#/properties/submit/properties/impl\
ied/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.submit.properties.implied.type,parentSchema:h.properties.submit.properties.
implied,data:m};e===null?e=[D]:e.push(D),s++}var _=k===s}if(v.source!==void 0){let m=v.source,k=s,L=s,qe=s;if(typeof m=="string"){if(me(m)<1){let w={instancePath:r+
"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,
data:m};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ce.type,parentSchema:ce,data:m};e===null?e=[w]:e.push(w),s++}var Pe=L===s,_=k===s}}else{let he={instancePath:r+"/submit",schemaPath:"#/pr\
operties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.submit.type,parentSchema:h.properties.submit,data:v};e===
null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.rows!==void 0){let v=t.rows,Ne=s,bt=s;if(Array.isArray(v)){if(v.length<1){let k={instancePath:r+"/rows",schemaPath:"\
#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.rows,data:v};e===null?
e=[k]:e.push(k),s++}let he=!0,m=v.length;for(let k=0;k<m;k++){let L=v[k],qe=s;Es(L,{instancePath:r+"/rows/"+k,parentData:v,parentDataProperty:k,rootData:i,dynamicAnchors:o})||
(e=e===null?Es.errors:e.concat(Es.errors),s=e.length);var at=qe===s;at||(he=!1)}}else{let he={instancePath:r+"/rows",schemaPath:"#/properties/rows/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:h.properties.rows.type,parentSchema:h.properties.rows,data:v};e===null?e=[he]:e.push(he),s++}var g=Ne===
s}if(t.drops!==void 0){let v=t.drops,Ne=s,bt=s;if(Array.isArray(v)){let he=!0,m=v.length;for(let k=0;k<m;k++){let L=v[k],qe=s,D=s;if(L&&typeof L=="object"&&!Array.
isArray(L)){if(L.parameter===void 0){let P={instancePath:r+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"\
parameter"},message:"must have required property 'parameter'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:L};e===null?e=
[P]:e.push(P),s++}if(L.reason===void 0){let P={instancePath:r+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:L};e===null?e=[P]:e.
push(P),s++}if(L.source===void 0){let P={instancePath:r+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"s\
ource"},message:"must have required property 'source'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:L};e===null?e=[P]:e.push(
P),s++}let w=s;for(let P in L)if(!(P==="parameter"||P==="values"||P==="when"||P==="reason"||P==="source")){let J={instancePath:r+"/drops/"+k,schemaPath:"#/prope\
rties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.drops.items,data:L};e===null?e=[J]:e.push(J),s++}if(L.parameter!==void 0){let P=L.parameter,J=s;if(typeof P!="string"){let Z={instancePath:r+"/drops/"+
k+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
drops.items.properties.parameter.type,parentSchema:h.properties.drops.items.properties.parameter,data:P};e===null?e=[Z]:e.push(Z),s++}let Y=s;var M=J===s}if(L.values!==
void 0){let P=L.values,J=s,Y=s;if(Array.isArray(P)){if(P.length<1){let E={instancePath:r+"/drops/"+k+"/values",schemaPath:"#/properties/drops/items/properties/v\
alues/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.drops.items.properties.values,
data:P};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/drops/"+k+"/values",schemaPath:"#/properties/drops/items/properties/values/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:h.properties.drops.items.properties.values.type,parentSchema:h.properties.drops.items.properties.values,
data:P};e===null?e=[E]:e.push(E),s++}var M=J===s}if(L.when!==void 0){let P=L.when,J=s;Vt(P,{instancePath:r+"/drops/"+k+"/when",parentData:L,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?Vt.errors:e.concat(Vt.errors),s=e.length);var M=J===s}if(L.reason!==void 0){let P=L.reason,J=s,Y=s;if(typeof P==
"string"){if(me(P)<1){let E={instancePath:r+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.drops.items.properties.reason,data:P};e===null?e=[E]:e.push(E),s++}}else{
let E={instancePath:r+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:h.properties.drops.items.properties.reason.type,parentSchema:h.properties.drops.items.properties.reason,data:P};e===null?e=[E]:e.push(E),s++}var M=J===
s}if(L.source!==void 0){let P=L.source,J=s,Y=s,Z=s;if(typeof P=="string"){if(me(P)<1){let T={instancePath:r+"/drops/"+k+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:P};e===null?e=[T]:e.push(T),s++}}else{
let T={instancePath:r+"/drops/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,
data:P};e===null?e=[T]:e.push(T),s++}var de=Y===s,M=J===s}}else{let w={instancePath:r+"/drops/"+k,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.drops.items.type,parentSchema:h.properties.drops.items,data:L};e===null?e=[w]:e.push(w),s++}var Re=qe===
s;Re||(he=!1)}}else{let he={instancePath:r+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
drops.type,parentSchema:h.properties.drops,data:v};e===null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.needs!==void 0){let v=t.needs,Ne=s,bt=s;if(v&&typeof v=="obj\
ect"&&!Array.isArray(v)){let he=s;for(let m in v){let k=v[m],L=s,qe=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.reason===void 0){let w={instancePath:r+"\
/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reas\
on"},message:"must have required property 'reason'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,
data:k};e===null?e=[w]:e.push(w),s++}if(k.source===void 0){let w={instancePath:r+"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/nee\
ds/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.needs.
additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,data:k};e===null?e=[w]:e.push(w),s++}let D=s;for(let w in k)if(!(w==="reason"||
w==="source")){let P={instancePath:r+"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.needs.additionalProperties,
data:k};e===null?e=[P]:e.push(P),s++}if(k.reason!==void 0){let w=k.reason,P=s,J=s;if(typeof w=="string"){if(me(w)<1){let Y={instancePath:r+"/needs/"+m.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:w};e===null?e=[Y]:e.push(Y),s++}}else{
let Y={instancePath:r+"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:h.properties.needs.additionalProperties.properties.reason.type,parentSchema:h.properties.needs.additionalProperties.
properties.reason,data:w};e===null?e=[Y]:e.push(Y),s++}var ct=P===s}if(k.source!==void 0){let w=k.source,P=s,J=s,Y=s;if(typeof w=="string"){if(me(w)<1){let E={instancePath:r+
"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:ce,data:w};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"\
~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:w};e===null?e=
[E]:e.push(E),s++}var oe=J===s,ct=P===s}}else{let D={instancePath:r+"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additional\
Properties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.needs.additionalProperties.type,parentSchema:h.properties.needs.
additionalProperties,data:k};e===null?e=[D]:e.push(D),s++}var j=L===s}}else{let he={instancePath:r+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:h.properties.needs.type,parentSchema:h.properties.needs,data:v};e===null?e=[he]:e.push(he),s++}var g=Ne===
s}if(t.lacks!==void 0){let v=t.lacks,Ne=s,bt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){let he=s;for(let m in v){let k=v[m],L=s,qe=s;if(k&&typeof k=="object"&&
!Array.isArray(k)){if(k.reason===void 0){let w={instancePath:r+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalPrope\
rties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.lacks.additionalProperties.
required,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=[w]:e.push(w),s++}if(k.source===void 0){let w={instancePath:r+"/lacks/"+m.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=
[w]:e.push(w),s++}let D=s;for(let w in k)if(!(w==="reason"||w==="source")){let P={instancePath:r+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=[P]:e.push(P),s++}if(k.reason!==void 0){let w=k.reason,P=s,J=s;if(typeof w==
"string"){if(me(w)<1){let Y={instancePath:r+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/pro\
perties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.lacks.additionalProperties.
properties.reason,data:w};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/pr\
operties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.lacks.additionalProperties.
properties.reason.type,parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:w};e===null?e=[Y]:e.push(Y),s++}var W=P===s}if(k.source!==void 0){
let w=k.source,P=s,J=s,Y=s;if(typeof w=="string"){if(me(w)<1){let E={instancePath:r+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$\
defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:w};e===null?e=[E]:e.push(
E),s++}}else{let E={instancePath:r+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:ce.type,parentSchema:ce,data:w};e===null?e=[E]:e.push(E),s++}var ke=J===s,W=P===s}}else{let D={instancePath:r+"/lacks/"+m.
replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.lacks.additionalProperties.type,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=[D]:e.push(D),s++}var Xe=L===s}}else{
let he={instancePath:r+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.type,
parentSchema:h.properties.lacks,data:v};e===null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.id!==void 0){let v=t.id,Ne=s,bt=s,ns=s;if(typeof v=="string"){if(!We.test(
v)){let m={instancePath:r+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/(\
[^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:v};e===null?e=[m]:e.push(m),s++}}else{let m={instancePath:r+"/id",schemaPath:"#/$defs/point\
er/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:v};e===null?e=[m]:e.push(m),s++}var He=bt===s,g=Ne===s}
if(t.idForm!==void 0){let v=t.idForm,Ne=s,bt=s;if(typeof v=="string"){if(!Yy.test(v)){let he={instancePath:r+"/idForm",schemaPath:"#/properties/idForm/pattern",
keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"\
^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:h.properties.idForm,data:v};e===null?e=[he]:e.push(he),s++}}else{let he={instancePath:r+"/idForm",schemaPath:"\
#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.idForm.type,parentSchema:h.properties.idForm,data:v};
e===null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.queryId!==void 0){let v=t.queryId,Ne=s,bt=s,ns=s;if(typeof v=="string"){if(!We.test(v)){let m={instancePath:r+"\
/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Q,data:v};e===null?e=[m]:e.push(m),s++}}else{let m={instancePath:r+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:v};e===null?e=[m]:e.push(m),s++}var te=bt===s,g=Ne===s}if(t.query!==void 0){let v=t.
query,Ne=s,bt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let k={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"\
required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.query.required,parentSchema:h.properties.query,data:v};
e===null?e=[k]:e.push(k),s++}if(v.path===void 0){let k={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:h.properties.query.required,parentSchema:h.properties.query,data:v};e===null?e=[k]:e.push(k),s++}if(v.
source===void 0){let k={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have\
 required property 'source'",schema:h.properties.query.required,parentSchema:h.properties.query,data:v};e===null?e=[k]:e.push(k),s++}let he=s;for(let k in v)if(!(k===
"method"||k==="path"||k==="paths"||k==="at"||k==="hosts"||k==="headers"||k==="body"||k==="source")){let L={instancePath:r+"/query",schemaPath:"#/properties/quer\
y/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
query,data:v};e===null?e=[L]:e.push(L),s++}if(v.method!==void 0){let k=v.method,L=s,qe=h.properties.query.properties.method.enum;if(!(k==="GET"||k==="POST"||k===
"PUT"||k==="DELETE")){let D={instancePath:r+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.
query.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.method.enum,parentSchema:h.properties.query.
properties.method,data:k};e===null?e=[D]:e.push(D),s++}var Je=L===s}if(v.path!==void 0){let k=v.path,L=s,qe=s,D=s;if(typeof k=="string"){if(!Nt.test(k)){let P={
instancePath:r+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ee,
data:k};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:r+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:Ee.type,parentSchema:Ee,data:k};e===null?e=[P]:e.push(P),s++}var ze=qe===s,Je=L===s}if(v.paths!==void 0){let k=v.paths,L=s;Ms(k,{instancePath:r+
"/query/paths",parentData:v,parentDataProperty:"paths",rootData:i,dynamicAnchors:o})||(e=e===null?Ms.errors:e.concat(Ms.errors),s=e.length);var Je=L===s}if(v.at!==
void 0){let k=v.at,L=s,qe=s,D=s;if(typeof k=="string"){if(!We.test(k)){let P={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:k};e===null?e=[P]:
e.push(P),s++}}else{let P={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.
type,parentSchema:Q,data:k};e===null?e=[P]:e.push(P),s++}var $t=qe===s,Je=L===s}if(v.hosts!==void 0){let k=v.hosts,L=s,qe=s;if(Array.isArray(k)){if(k.length<1){
let J={instancePath:r+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer \
than 1 items",schema:1,parentSchema:h.properties.query.properties.hosts,data:k};e===null?e=[J]:e.push(J),s++}let w=!0,P=k.length;for(let J=0;J<P;J++){let Y=k[J],
Z=s,E=s;if(typeof Y=="string"){if(!eg.test(Y)){let T={instancePath:r+"/query/hosts/"+J,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"p\
attern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+\
(\\.[a-z0-9-]+)+$",parentSchema:h.properties.query.properties.hosts.items,data:Y};e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/query/hosts/"+J,schemaPath:"\
#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.query.properties.hosts.items.
type,parentSchema:h.properties.query.properties.hosts.items,data:Y};e===null?e=[T]:e.push(T),s++}var vt=Z===s;vt||(w=!1)}}else{let w={instancePath:r+"/query/hos\
ts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.query.properties.hosts.
type,parentSchema:h.properties.query.properties.hosts,data:k};e===null?e=[w]:e.push(w),s++}var Je=L===s}if(v.headers!==void 0){let k=v.headers,L=s,qe=s,D=s;if(k&&
typeof k=="object"&&!Array.isArray(k)){if(Object.keys(k).length<1){let J={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:mt,data:k};e===null?e=[J]:e.push(J),s++}for(let J in k){let Y=s;
if(typeof J=="string"&&!Bt.test(J)){let Z={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"\
^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:mt.propertyNames,data:J,propertyName:J};e===null?e=
[Z]:e.push(Z),s++}var yr=Y===s;if(!yr){let Z={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:J},
message:"property name must be valid",schema:mt.propertyNames,parentSchema:mt,data:k};e===null?e=[Z]:e.push(Z),s++}}let P=s;for(let J in k){let Y=k[J],Z=s,E=s;if(typeof Y==
"string"){if(!kn.test(Y)){let T={instancePath:r+"/query/headers/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties\
/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:mt.additionalProperties,
data:Y};e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/query/headers/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/add\
itionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:mt.additionalProperties.type,parentSchema:mt.additionalProperties,
data:Y};e===null?e=[T]:e.push(T),s++}var ft=Z===s}}else{let P={instancePath:r+"/query/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:mt.type,parentSchema:mt,data:k};e===null?e=[P]:e.push(P),s++}var Er=qe===s,Je=L===s}if(v.body!==void 0){let k=v.body,L=s;
Yt(k,{instancePath:r+"/query/body",parentData:v,parentDataProperty:"body",rootData:i,dynamicAnchors:o})||(e=e===null?Yt.errors:e.concat(Yt.errors),s=e.length);var Je=L===
s}if(v.source!==void 0){let k=v.source,L=s,qe=s,D=s;if(typeof k=="string"){if(me(k)<1){let P={instancePath:r+"/query/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:k};e===null?e=[P]:e.push(P),s++}}else{let P={
instancePath:r+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:k};
e===null?e=[P]:e.push(P),s++}var fn=qe===s,Je=L===s}let m;if(v.at!==void 0&&v.hosts===void 0){let k={instancePath:r+"/query",schemaPath:"#/properties/query/depe\
ndentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when proper\
ty at is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:v};e===null?e=[k]:e.push(k),s++}if(v.hosts!==void 0&&v.at===void 0){
let k={instancePath:r+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,
deps:"at"},message:"must have property at when property hosts is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:v};e===
null?e=[k]:e.push(k),s++}}else{let he={instancePath:r+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be objec\
t",schema:h.properties.query.type,parentSchema:h.properties.query,data:v};e===null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.list!==void 0){let v=t.list,Ne=s,bt=s;
if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.path===void 0){let m={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.list.required,parentSchema:h.properties.list,data:v};e===null?e=[m]:e.push(
m),s++}if(v.filter===void 0){let m={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"\
must have required property 'filter'",schema:h.properties.list.required,parentSchema:h.properties.list,data:v};e===null?e=[m]:e.push(m),s++}if(v.limit===void 0){
let m={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property '\
limit'",schema:h.properties.list.required,parentSchema:h.properties.list,data:v};e===null?e=[m]:e.push(m),s++}if(v.items===void 0){let m={instancePath:r+"/list",
schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property 'items'",schema:h.properties.list.
required,parentSchema:h.properties.list,data:v};e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:r+"/list",schemaPath:"#/properties/list/r\
equired",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.list.required,parentSchema:h.properties.
list,data:v};e===null?e=[m]:e.push(m),s++}let he=s;for(let m in v)if(!(m==="path"||m==="filter"||m==="limit"||m==="items"||m==="within"||m==="source")){let k={instancePath:r+
"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:h.properties.list,data:v};e===null?e=[k]:e.push(k),s++}if(v.path!==void 0){let m=v.path,k=s,L=s,qe=s;if(typeof m=="string"){if(!Nt.
test(m)){let D={instancePath:r+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ee,data:m};e===null?e=[D]:e.push(D),s++}}else{let D={instancePath:r+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:Ee.type,parentSchema:Ee,data:m};e===null?e=[D]:e.push(D),s++}var Ed=L===s,St=k===s}if(v.filter!==void 0){let m=v.filter,k=s,
L=s;if(typeof m=="string"){if(me(m)<1){let D={instancePath:r+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.list.properties.filter,data:m};e===null?e=[D]:e.push(D),s++}}else{let D={
instancePath:r+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
list.properties.filter.type,parentSchema:h.properties.list.properties.filter,data:m};e===null?e=[D]:e.push(D),s++}var St=k===s}if(v.limit!==void 0){let m=v.limit,
k=s;if(!(typeof m=="number"&&!(m%1)&&!isNaN(m))){let D={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{
type:"integer"},message:"must be integer",schema:h.properties.list.properties.limit.type,parentSchema:h.properties.list.properties.limit,data:m};e===null?e=[D]:
e.push(D),s++}let L=s;if(typeof m=="number"){if(m>500||isNaN(m)){let D={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"\
maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:h.properties.list.properties.limit,data:m};e===null?e=[D]:e.push(D),
s++}if(m<2||isNaN(m)){let D={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},
message:"must be >= 2",schema:2,parentSchema:h.properties.list.properties.limit,data:m};e===null?e=[D]:e.push(D),s++}}var St=k===s}if(v.items!==void 0){let m=v.
items,k=s,L=s,qe=s;if(typeof m=="string"){if(!We.test(m)){let w={instancePath:r+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:m};e===null?e=[w]:e.push(w),s++}}else{
let w={instancePath:r+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:m};e===null?e=[w]:e.push(w),s++}var by=L===s,St=k===s}if(v.within!==void 0){let m=v.within,k=s,L=s,qe=s;if(typeof m=="string"){if(!We.test(m)){let w={instancePath:r+
"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:m};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:m};e===null?e=[w]:e.push(w),s++}var Mr=L===s,St=k===s}if(v.source!==void 0){
let m=v.source,k=s,L=s,qe=s;if(typeof m=="string"){if(me(m)<1){let w={instancePath:r+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:m};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/list/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:m};e===null?e=[w]:e.push(w),
s++}var wy=L===s,St=k===s}}else{let he={instancePath:r+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.list.type,parentSchema:h.properties.list,data:v};e===null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.history!==void 0){let v=t.history,Ne=s,bt=s;
if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.paths===void 0){let m={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",
params:{missingProperty:"paths"},message:"must have required property 'paths'",schema:h.properties.history.required,parentSchema:h.properties.history,data:v};e===
null?e=[m]:e.push(m),s++}if(v.items===void 0){let m={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"\
items"},message:"must have required property 'items'",schema:h.properties.history.required,parentSchema:h.properties.history,data:v};e===null?e=[m]:e.push(m),s++}
if(v.next===void 0){let m={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"next"},message:"must\
 have required property 'next'",schema:h.properties.history.required,parentSchema:h.properties.history,data:v};e===null?e=[m]:e.push(m),s++}if(v.created===void 0){
let m={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"created"},message:"must have required pr\
operty 'created'",schema:h.properties.history.required,parentSchema:h.properties.history,data:v};e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:r+
"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.history.required,parentSchema:h.properties.history,data:v};e===null?e=[m]:e.push(m),s++}let he=s;for(let m in v)if(!(m==="paths"||m==="items"||m==="w\
ithin"||m==="created"||m==="size"||m==="next"||m==="source")){let k={instancePath:r+"/history",schemaPath:"#/properties/history/additionalProperties",keyword:"a\
dditionalProperties",params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.history,data:v};e===null?e=
[k]:e.push(k),s++}if(v.paths!==void 0){let m=v.paths,k=s,L=s;if(Array.isArray(m)){if(m.length<1){let Y={instancePath:r+"/history/paths",schemaPath:"#/properties\
/history/properties/paths/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.history.properties.
paths,data:m};e===null?e=[Y]:e.push(Y),s++}let qe=!0,D=m.length;for(let Y=0;Y<D;Y++){let Z=m[Y],E=s,T=s,be=s;if(typeof Z=="string"){if(!Nt.test(Z)){let Le={instancePath:r+
"/history/paths/"+Y,schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ee,data:Z};
e===null?e=[Le]:e.push(Le),s++}}else{let Le={instancePath:r+"/history/paths/"+Y,schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Ee.type,parentSchema:Ee,data:Z};e===null?e=[Le]:e.push(Le),s++}var vy=T===s,Md=E===s;Md||(qe=!1)}let w,P=m.length,J;if(w=!0,P>1){e:for(;P--;)
for(J=P;J--;)if(Xy(m[P],m[J])){let Y={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/uniqueItems",keyword:"uniqueItems",params:{
i:P,j:J},message:"must NOT have duplicate items (items ## "+J+" and "+P+" are identical)",schema:!0,parentSchema:h.properties.history.properties.paths,data:m};e===
null?e=[Y]:e.push(Y),s++,w=!1;break e}}}else{let qe={instancePath:r+"/history/paths",schemaPath:"#/properties/history/properties/paths/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.history.properties.paths.type,parentSchema:h.properties.history.properties.paths,data:m};e===null?e=[qe]:
e.push(qe),s++}var Fr=k===s}if(v.items!==void 0){let m=v.items,k=s,L=s,qe=s;if(typeof m=="string"){if(!We.test(m)){let w={instancePath:r+"/history/items",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Q,data:m};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/history/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Q.type,parentSchema:Q,data:m};e===null?e=[w]:e.push(w),s++}var Fd=L===s,Fr=k===s}if(v.within!==void 0){let m=v.within,k=s,
L=s,qe=s;if(typeof m=="string"){if(!We.test(m)){let w={instancePath:r+"/history/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:m};e===null?e=[w]:e.push(w),s++}}else{
let w={instancePath:r+"/history/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:m};e===null?e=[w]:e.push(w),s++}var Vd=L===s,Fr=k===s}if(v.created!==void 0){let m=v.created,k=s,L=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.at===
void 0){let w={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:h.properties.history.properties.created.required,parentSchema:h.properties.history.properties.created,data:m};
e===null?e=[w]:e.push(w),s++}if(m.as===void 0){let w={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"r\
equired",params:{missingProperty:"as"},message:"must have required property 'as'",schema:h.properties.history.properties.created.required,parentSchema:h.properties.
history.properties.created,data:m};e===null?e=[w]:e.push(w),s++}let D=s;for(let w in m)if(!(w==="at"||w==="as")){let P={instancePath:r+"/history/created",schemaPath:"\
#/properties/history/properties/created/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:h.properties.history.properties.created,data:m};e===null?e=[P]:e.push(P),s++}if(m.at!==void 0){let w=m.at,P=s,J=s,Y=s;if(typeof w==
"string"){if(!We.test(w)){let Z={instancePath:r+"/history/created/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)\
+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:w};e===null?e=[Z]:e.push(Z),s++}}else{let Z={instancePath:r+
"/history/created/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:w};e===
null?e=[Z]:e.push(Z),s++}var ky=J===s,no=P===s}if(m.as!==void 0){let w=m.as,P=s,J=h.properties.history.properties.created.properties.as.enum;if(!(w==="seconds"||
w==="milliseconds"||w==="date")){let Z={instancePath:r+"/history/created/as",schemaPath:"#/properties/history/properties/created/properties/as/enum",keyword:"en\
um",params:{allowedValues:h.properties.history.properties.created.properties.as.enum},message:"must be equal to one of the allowed values",schema:h.properties.history.
properties.created.properties.as.enum,parentSchema:h.properties.history.properties.created.properties.as,data:w};e===null?e=[Z]:e.push(Z),s++}var no=P===s}}else{
let D={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.history.properties.created.type,parentSchema:h.properties.history.properties.created,data:m};e===null?e=[D]:e.push(D),s++}var Fr=k===s}if(v.
size!==void 0){let m=v.size,k=s,L=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.parameter===void 0){let w={instancePath:r+"/history/size",schemaPath:"#/pr\
operties/history/properties/size/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.properties.
history.properties.size.required,parentSchema:h.properties.history.properties.size,data:m};e===null?e=[w]:e.push(w),s++}if(m.most===void 0){let w={instancePath:r+
"/history/size",schemaPath:"#/properties/history/properties/size/required",keyword:"required",params:{missingProperty:"most"},message:"must have required proper\
ty 'most'",schema:h.properties.history.properties.size.required,parentSchema:h.properties.history.properties.size,data:m};e===null?e=[w]:e.push(w),s++}let D=s;for(let w in m)
if(!(w==="parameter"||w==="most")){let P={instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.history.properties.size,data:m};e===
null?e=[P]:e.push(P),s++}if(m.parameter!==void 0){let w=m.parameter,P=s,J=s;if(typeof w=="string"){if(me(w)<1){let Y={instancePath:r+"/history/size/parameter",schemaPath:"\
#/properties/history/properties/size/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.history.properties.size.properties.parameter,data:w};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:r+"/history/size/parameter",
schemaPath:"#/properties/history/properties/size/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.history.
properties.size.properties.parameter.type,parentSchema:h.properties.history.properties.size.properties.parameter,data:w};e===null?e=[Y]:e.push(Y),s++}var zd=P===
s}if(m.most!==void 0){let w=m.most,P=s;if(!(typeof w=="number"&&!(w%1)&&!isNaN(w))){let Z={instancePath:r+"/history/size/most",schemaPath:"#/properties/history/\
properties/size/properties/most/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.properties.history.properties.size.properties.most.
type,parentSchema:h.properties.history.properties.size.properties.most,data:w};e===null?e=[Z]:e.push(Z),s++}let J=s;if(typeof w=="number"){if(w>1e3||isNaN(w)){let Z={
instancePath:r+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/maximum",keyword:"maximum",params:{comparison:"<=",limit:1e3},
message:"must be <= 1000",schema:1e3,parentSchema:h.properties.history.properties.size.properties.most,data:w};e===null?e=[Z]:e.push(Z),s++}if(w<2||isNaN(w)){let Z={
instancePath:r+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/minimum",keyword:"minimum",params:{comparison:">=",limit:2},
message:"must be >= 2",schema:2,parentSchema:h.properties.history.properties.size.properties.most,data:w};e===null?e=[Z]:e.push(Z),s++}}var zd=P===s}}else{let D={
instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
history.properties.size.type,parentSchema:h.properties.history.properties.size,data:m};e===null?e=[D]:e.push(D),s++}var Fr=k===s}if(v.next!==void 0){let m=v.next,
k=s,L=s,qe=s,D=!0,w=s;if(m&&typeof m=="object"&&!Array.isArray(m))if(m.by!==void 0){let Y=m.by,Z=s;if(Y!=="url"){let E={};e===null?e=[E]:e.push(E),s++}var _s=Z===
s}else var _s=!0;var xs=w===s;s=qe,e!==null&&(qe?e.length=qe:e=null);let P;if(xs){let Y=s,Z=s,E=s;if(m&&typeof m=="object"&&!Array.isArray(m)){let be;if(m.more===
void 0&&(be="more")){let Le={};e===null?e=[Le]:e.push(Le),s++}}var io=E===s;if(io){let be={instancePath:r+"/history/next",schemaPath:"#/properties/history/prope\
rties/next/then/not",keyword:"not",params:{},message:"must NOT be valid",schema:h.properties.history.properties.next.then.not,parentSchema:h.properties.history.
properties.next.then,data:m};e===null?e=[be]:e.push(be),s++}else s=Z,e!==null&&(Z?e.length=Z:e=null);if(m&&typeof m=="object"&&!Array.isArray(m)&&m.at===void 0){
let be={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/then/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:h.properties.history.properties.next.then.required,parentSchema:h.properties.history.properties.next.then,data:m};e===null?
e=[be]:e.push(be),s++}var xs=Y===s;D=xs,P="then"}else{let Y=s,Z=s,E=s;if(m&&typeof m=="object"&&!Array.isArray(m)){let be;if(m.at===void 0&&(be="at")){let Le={};
e===null?e=[Le]:e.push(Le),s++}}var Ud=E===s;if(Ud){let be={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/else/not",keyword:"n\
ot",params:{},message:"must NOT be valid",schema:h.properties.history.properties.next.else.not,parentSchema:h.properties.history.properties.next.else,data:m};e===
null?e=[be]:e.push(be),s++}else s=Z,e!==null&&(Z?e.length=Z:e=null);var xs=Y===s;D=xs,P="else"}if(!D){let Y={instancePath:r+"/history/next",schemaPath:"#/proper\
ties/history/properties/next/if",keyword:"if",params:{failingKeyword:P},message:'must match "'+P+'" schema',schema:h.properties.history.properties.next.if,parentSchema:h.
properties.history.properties.next,data:m};e===null?e=[Y]:e.push(Y),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.by===void 0){let Z={instancePath:r+"/h\
istory/next",schemaPath:"#/properties/history/properties/next/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'b\
y'",schema:h.properties.history.properties.next.required,parentSchema:h.properties.history.properties.next,data:m};e===null?e=[Z]:e.push(Z),s++}if(m.parameter===
void 0){let Z={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/required",keyword:"required",params:{missingProperty:"parameter"},
message:"must have required property 'parameter'",schema:h.properties.history.properties.next.required,parentSchema:h.properties.history.properties.next,data:m};
e===null?e=[Z]:e.push(Z),s++}let Y=s;for(let Z in m)if(!(Z==="by"||Z==="parameter"||Z==="at"||Z==="more")){let E={instancePath:r+"/history/next",schemaPath:"#/p\
roperties/history/properties/next/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Z},message:"must NOT have additional propertie\
s",schema:!1,parentSchema:h.properties.history.properties.next,data:m};e===null?e=[E]:e.push(E),s++}if(m.by!==void 0){let Z=m.by,E=s,T=h.properties.history.properties.
next.properties.by.enum;if(!(Z==="page"||Z==="offset"||Z==="last"||Z==="url")){let be={instancePath:r+"/history/next/by",schemaPath:"#/properties/history/proper\
ties/next/properties/by/enum",keyword:"enum",params:{allowedValues:h.properties.history.properties.next.properties.by.enum},message:"must be equal to one of the\
 allowed values",schema:h.properties.history.properties.next.properties.by.enum,parentSchema:h.properties.history.properties.next.properties.by,data:Z};e===null?
e=[be]:e.push(be),s++}var yn=E===s}if(m.parameter!==void 0){let Z=m.parameter,E=s,T=s;if(typeof Z=="string"){if(me(Z)<1){let Le={instancePath:r+"/history/next/p\
arameter",schemaPath:"#/properties/history/properties/next/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer tha\
n 1 characters",schema:1,parentSchema:h.properties.history.properties.next.properties.parameter,data:Z};e===null?e=[Le]:e.push(Le),s++}}else{let Le={instancePath:r+
"/history/next/parameter",schemaPath:"#/properties/history/properties/next/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:h.properties.history.properties.next.properties.parameter.type,parentSchema:h.properties.history.properties.next.properties.parameter,data:Z};e===null?
e=[Le]:e.push(Le),s++}var yn=E===s}if(m.at!==void 0){let Z=m.at,E=s,T=s,be=s;if(typeof Z=="string"){if(!We.test(Z)){let Ie={instancePath:r+"/history/next/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Q,data:Z};e===null?e=[Ie]:e.push(Ie),s++}}else{let Ie={instancePath:r+"/history/next/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:Z};e===null?e=[Ie]:e.push(Ie),s++}var Py=T===s,yn=E===s}if(m.more!==void 0){let Z=m.more,
E=s,T=s,be=s;if(typeof Z=="string"){if(!We.test(Z)){let Ie={instancePath:r+"/history/next/more",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:Z};e===null?e=[Ie]:e.push(Ie),s++}}else{
let Ie={instancePath:r+"/history/next/more",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:Z};e===null?e=[Ie]:e.push(Ie),s++}var ba=T===s,yn=E===s}}else{let Y={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.history.properties.next.type,parentSchema:h.properties.history.properties.next,
data:m};e===null?e=[Y]:e.push(Y),s++}var Fr=k===s}if(v.source!==void 0){let m=v.source,k=s,L=s,qe=s;if(typeof m=="string"){if(me(m)<1){let w={instancePath:r+"/h\
istory/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,
data:m};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/history/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ce.type,parentSchema:ce,data:m};e===null?e=[w]:e.push(w),s++}var $y=L===s,Fr=k===s}}else{let he={instancePath:r+"/history",schemaPath:"#/\
properties/history/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.history.type,parentSchema:h.properties.history,data:v};
e===null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.served!==void 0){let v=t.served,Ne=s,bt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(Object.keys(v).length<
1){let m={instancePath:r+"/served",schemaPath:"#/properties/served/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 p\
roperties",schema:1,parentSchema:h.properties.served,data:v};e===null?e=[m]:e.push(m),s++}let he=s;for(let m in v)if(!(m==="list"||m==="remove")){let k={instancePath:r+
"/served",schemaPath:"#/properties/served/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:h.properties.served,data:v};e===null?e=[k]:e.push(k),s++}if(v.list!==void 0){let m=v.list,k=s,L=s;if(m&&typeof m=="object"&&!Array.
isArray(m)){if(m.told===void 0){let D={instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/required",keyword:"required",params:{missingProperty:"\
told"},message:"must have required property 'told'",schema:h.properties.served.properties.list.required,parentSchema:h.properties.served.properties.list,data:m};
e===null?e=[D]:e.push(D),s++}let qe=s;for(let D in m)if(!(D==="implied"||D==="told")){let w={instancePath:r+"/served/list",schemaPath:"#/properties/served/prope\
rties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.served.properties.list,data:m};e===null?e=[w]:e.push(w),s++}if(m.implied!==void 0){let D=m.implied,w=s,P=s;if(D&&typeof D=="object"&&!Array.isArray(D)){
let J=s;for(let Y in D){let Z=D[Y],E=s;if(typeof Z!="string"){let be={instancePath:r+"/served/list/implied/"+Y.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/served/properties/list/properties/implied/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
served.properties.list.properties.implied.additionalProperties.type,parentSchema:h.properties.served.properties.list.properties.implied.additionalProperties,data:Z};
e===null?e=[be]:e.push(be),s++}let T=s;var ss=E===s}}else{let J={instancePath:r+"/served/list/implied",schemaPath:"#/properties/served/properties/list/propertie\
s/implied/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.list.properties.implied.type,parentSchema:h.
properties.served.properties.list.properties.implied,data:D};e===null?e=[J]:e.push(J),s++}var Jd=w===s}if(m.told!==void 0){let D=m.told,w=s,P=s;if(Array.isArray(
D)){if(D.length<1){let E={instancePath:r+"/served/list/told",schemaPath:"#/properties/served/properties/list/properties/told/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.served.properties.list.properties.told,data:D};e===null?e=[E]:e.push(E),s++}
let Y=!0,Z=D.length;for(let E=0;E<Z;E++){let T=D[E],be=s,Le=s,Ie=s,l=!1,se=null,ge=s;if(T&&typeof T=="object"&&!Array.isArray(T)&&T.constant===void 0){let K={instancePath:r+
"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"const\
ant"},message:"must have required property 'constant'",schema:h.properties.served.properties.list.properties.told.items.oneOf[0].required,parentSchema:h.properties.
served.properties.list.properties.told.items.oneOf[0],data:T};e===null?e=[K]:e.push(K),s++}var wa=ge===s;wa&&(l=!0,se=0);let ot=s;if(T&&typeof T=="object"&&!Array.
isArray(T)&&T.fact===void 0){let K={instancePath:r+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf/1/required",
keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.properties.served.properties.list.properties.told.items.
oneOf[1].required,parentSchema:h.properties.served.properties.list.properties.told.items.oneOf[1],data:T};e===null?e=[K]:e.push(K),s++}var wa=ot===s;if(wa&&l?(l=
!1,se=[se,1]):wa&&(l=!0,se=1),l)s=Ie,e!==null&&(Ie?e.length=Ie:e=null);else{let K={instancePath:r+"/served/list/told/"+E,schemaPath:"#/properties/served/propert\
ies/list/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:se},message:"must match exactly one schema in oneOf",schema:h.properties.served.properties.
list.properties.told.items.oneOf,parentSchema:h.properties.served.properties.list.properties.told.items,data:T};e===null?e=[K]:e.push(K),s++}if(T&&typeof T=="ob\
ject"&&!Array.isArray(T)){if(T.at===void 0){let p={instancePath:r+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/told/items/r\
equired",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.served.properties.list.properties.told.
items.required,parentSchema:h.properties.served.properties.list.properties.told.items,data:T};e===null?e=[p]:e.push(p),s++}let K=s;for(let p in T)if(!(p==="at"||
p==="constant"||p==="fact")){let q={instancePath:r+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/told/items/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.served.properties.
list.properties.told.items,data:T};e===null?e=[q]:e.push(q),s++}if(T.at!==void 0){let p=T.at,q=s,ne=s,le=s;if(typeof p=="string"){if(!We.test(p)){let H={instancePath:r+
"/served/list/told/"+E+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:p};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/served/list/told/"+E+"/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:p};e===null?e=[H]:e.push(H),s++}var Dd=ne===
s,gr=q===s}if(T.fact!==void 0){let p=T.fact,q=s,ne=h.properties.served.properties.list.properties.told.items.properties.fact.enum;if(!(p==="first"||p==="last")){
let H={instancePath:r+"/served/list/told/"+E+"/fact",schemaPath:"#/properties/served/properties/list/properties/told/items/properties/fact/enum",keyword:"enum",
params:{allowedValues:h.properties.served.properties.list.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.
properties.served.properties.list.properties.told.items.properties.fact.enum,parentSchema:h.properties.served.properties.list.properties.told.items.properties.fact,
data:p};e===null?e=[H]:e.push(H),s++}var gr=q===s}}else{let K={instancePath:r+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/\
told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.list.properties.told.items.type,parentSchema:h.
properties.served.properties.list.properties.told.items,data:T};e===null?e=[K]:e.push(K),s++}var Cd=be===s;Cd||(Y=!1)}}else{let Y={instancePath:r+"/served/list/\
told",schemaPath:"#/properties/served/properties/list/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.served.
properties.list.properties.told.type,parentSchema:h.properties.served.properties.list.properties.told,data:D};e===null?e=[Y]:e.push(Y),s++}var Jd=w===s}}else{let qe={
instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
served.properties.list.type,parentSchema:h.properties.served.properties.list,data:m};e===null?e=[qe]:e.push(qe),s++}var Wd=k===s}if(v.remove!==void 0){let m=v.remove,
k=s,L=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.method===void 0){let w={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/rem\
ove/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.served.properties.remove.required,
parentSchema:h.properties.served.properties.remove,data:m};e===null?e=[w]:e.push(w),s++}if(m.path===void 0){let w={instancePath:r+"/served/remove",schemaPath:"#\
/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.
served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:m};e===null?e=[w]:e.push(w),s++}if(m.answer===void 0){let w={instancePath:r+
"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"answer"},message:"must have required pr\
operty 'answer'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:m};e===null?e=[w]:e.push(w),s++}if(m.
source===void 0){let w={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,
data:m};e===null?e=[w]:e.push(w),s++}let D=s;for(let w in m)if(!(w==="method"||w==="path"||w==="answer"||w==="source")){let P={instancePath:r+"/served/remove",schemaPath:"\
#/properties/served/properties/remove/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:h.properties.served.properties.remove,data:m};e===null?e=[P]:e.push(P),s++}if(m.method!==void 0){let w=m.method,P=s,J=h.properties.
served.properties.remove.properties.method.enum;if(!(w==="POST"||w==="DELETE")){let Y={instancePath:r+"/served/remove/method",schemaPath:"#/properties/served/pr\
operties/remove/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.served.properties.remove.properties.method.enum},message:"must be equa\
l to one of the allowed values",schema:h.properties.served.properties.remove.properties.method.enum,parentSchema:h.properties.served.properties.remove.properties.
method,data:w};e===null?e=[Y]:e.push(Y),s++}var gn=P===s}if(m.path!==void 0){let w=m.path,P=s,J=s,Y=s;if(typeof w=="string"){if(!Nt.test(w)){let E={instancePath:r+
"/served/remove/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ee,data:w};
e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/served/remove/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:Ee.type,parentSchema:Ee,data:w};e===null?e=[E]:e.push(E),s++}var va=J===s,gn=P===s}if(m.answer!==void 0){let w=m.answer,P=s;Yt(w,{instancePath:r+
"/served/remove/answer",parentData:m,parentDataProperty:"answer",rootData:i,dynamicAnchors:o})||(e=e===null?Yt.errors:e.concat(Yt.errors),s=e.length);var gn=P===
s}if(m.source!==void 0){let w=m.source,P=s,J=s,Y=s;if(typeof w=="string"){if(me(w)<1){let E={instancePath:r+"/served/remove/source",schemaPath:"#/$defs/source/m\
inLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:w};e===null?e=[E]:e.push(E),s++}}else{
let E={instancePath:r+"/served/remove/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,
data:w};e===null?e=[E]:e.push(E),s++}var Sy=J===s,gn=P===s}}else{let D={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.remove.type,parentSchema:h.properties.served.properties.remove,
data:m};e===null?e=[D]:e.push(D),s++}var Wd=k===s}}else{let he={instancePath:r+"/served",schemaPath:"#/properties/served/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:h.properties.served.type,parentSchema:h.properties.served,data:v};e===null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.cancel!==
void 0){let v=t.cancel,Ne=s,bt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let m={instancePath:r+"/cancel",schemaPath:"#/properties/can\
cel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.cancel.required,parentSchema:h.
properties.cancel,data:v};e===null?e=[m]:e.push(m),s++}if(v.path===void 0){let m={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"re\
quired",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:v};
e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:v};e===null?e=[m]:e.push(m),s++}
let he=s;for(let m in v)if(!(m==="method"||m==="path"||m==="headers"||m==="body"||m==="from"||m==="proves"||m==="source")){let k={instancePath:r+"/cancel",schemaPath:"\
#/properties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel,data:v};e===null?e=[k]:e.push(k),s++}if(v.method!==void 0){let m=v.method,k=s,L=h.properties.cancel.properties.method.enum;if(!(m==="GET"||m===
"POST"||m==="PUT"||m==="DELETE")){let qe={instancePath:r+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:h.
properties.cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.cancel.properties.method.enum,parentSchema:h.
properties.cancel.properties.method,data:m};e===null?e=[qe]:e.push(qe),s++}var Qt=k===s}if(v.path!==void 0){let m=v.path,k=s,L=s,qe=s;if(typeof m=="string"){if(!Nt.
test(m)){let w={instancePath:r+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ee,data:m};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Ee.type,parentSchema:Ee,data:m};e===null?e=[w]:e.push(w),s++}var _y=L===s,Qt=k===s}if(v.headers!==void 0){let m=v.headers,
k=s,L=s,qe=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let P={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/m\
inProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:mt,data:m};e===null?e=[P]:e.push(P),
s++}for(let P in m){let J=s;if(typeof P=="string"&&!Bt.test(P)){let Y={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",
keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:mt.propertyNames,
data:P,propertyName:P};e===null?e=[Y]:e.push(Y),s++}var qs=J===s;if(!qs){let Y={instancePath:r+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",
keyword:"propertyNames",params:{propertyName:P},message:"property name must be valid",schema:mt.propertyNames,parentSchema:mt,data:m};e===null?e=[Y]:e.push(Y),s++}}
let w=s;for(let P in m){let J=m[P],Y=s,Z=s;if(typeof J=="string"){if(!kn.test(J)){let E={instancePath:r+"/cancel/headers/"+P.replace(/~/g,"~0").replace(/\//g,"~\
1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7\
e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:mt.additionalProperties,data:J};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/cancel/headers/"+P.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:mt.
additionalProperties.type,parentSchema:mt.additionalProperties,data:J};e===null?e=[E]:e.push(E),s++}var xy=Y===s}}else{let w={instancePath:r+"/cancel/headers",schemaPath:"\
#/$defs/fixedHeaders/type",keyword:"type",params:{type:"object"},message:"must be object",schema:mt.type,parentSchema:mt,data:m};e===null?e=[w]:e.push(w),s++}var qy=L===
s,Qt=k===s}if(v.body!==void 0){let m=v.body,k=s;Yt(m,{instancePath:r+"/cancel/body",parentData:v,parentDataProperty:"body",rootData:i,dynamicAnchors:o})||(e=e===
null?Yt.errors:e.concat(Yt.errors),s=e.length);var Qt=k===s}if(v.from!==void 0){let m=v.from,k=s,L=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.words===void 0){
let w={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must\
 have required property 'words'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:m};e===null?e=[w]:e.push(
w),s++}if(m.source===void 0){let w={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:m};
e===null?e=[w]:e.push(w),s++}let D=s;for(let w in m)if(!(w==="words"||w==="source")){let P={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/proper\
ties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel.properties.from,data:m};e===null?e=[P]:e.push(P),s++}if(m.words!==void 0){let w=m.words,P=s,J=s,Y=s;if(Array.isArray(w)){if(w.length<1){let Ie={
instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:kt,data:w};e===null?e=[Ie]:e.push(Ie),s++}let Z=!0,E=w.length;for(let Ie=0;Ie<E;Ie++){let l=w[Ie],se=s,ge=s;if(typeof l=="string"){if(me(l)<1){let ot={
instancePath:r+"/cancel/from/words/"+Ie,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:kt.items,data:l};e===null?e=[ot]:e.push(ot),s++}}else{let ot={instancePath:r+"/cancel/from/words/"+Ie,schemaPath:"#/$defs/words/it\
ems/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kt.items.type,parentSchema:kt.items,data:l};e===null?e=[ot]:e.push(ot),s++}var Hd=se===
s;Hd||(Z=!1)}let T,be=w.length,Le;if(T=!0,be>1){let Ie={};for(;be--;){let l=w[be];if(typeof l=="string"){if(typeof Ie[l]=="number"){Le=Ie[l];let se={instancePath:r+
"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:be,j:Le},message:"must NOT have duplicate items (items ## "+Le+" and\
 "+be+" are identical)",schema:!0,parentSchema:kt,data:w};e===null?e=[se]:e.push(se),s++,T=!1;break}Ie[l]=be}}}}else{let Z={instancePath:r+"/cancel/from/words",
schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:kt.type,parentSchema:kt,data:w};e===null?e=[Z]:e.push(Z),s++}
var Oy=J===s,Os=P===s}if(m.source!==void 0){let w=m.source,P=s,J=s,Y=s;if(typeof w=="string"){if(me(w)<1){let E={instancePath:r+"/cancel/from/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:w};e===null?e=[E]:e.
push(E),s++}}else{let E={instancePath:r+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.
type,parentSchema:ce,data:w};e===null?e=[E]:e.push(E),s++}var oo=J===s,Os=P===s}}else{let D={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/prope\
rties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.from.type,parentSchema:h.properties.cancel.
properties.from,data:m};e===null?e=[D]:e.push(D),s++}var Qt=k===s}if(v.proves!==void 0){let m=v.proves,k=s,L=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.
keys(m).length<2){let w={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},
message:"must NOT have fewer than 2 properties",schema:2,parentSchema:h.properties.cancel.properties.proves,data:m};e===null?e=[w]:e.push(w),s++}if(m.source===void 0){
let w={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.cancel.properties.proves.required,parentSchema:h.properties.cancel.properties.proves,data:m};e===null?
e=[w]:e.push(w),s++}let D=s;for(let w in m)if(!(w==="answer"||w==="query"||w==="source")){let P={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel\
/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel.properties.proves,data:m};e===null?e=[P]:e.push(P),s++}if(m.answer!==void 0){let w=m.answer,P=s,J=s;if(w&&typeof w=="object"&&!Array.isArray(w)){
if(w.at===void 0){let Z={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",
params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.
properties.cancel.properties.proves.properties.answer,data:w};e===null?e=[Z]:e.push(Z),s++}if(w.words===void 0){let Z={instancePath:r+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'word\
s'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:w};e===null?
e=[Z]:e.push(Z),s++}let Y=s;for(let Z in w)if(!(Z==="at"||Z==="words")){let E={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties\
/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Z},message:"must NOT have additional properties",schema:!1,
parentSchema:h.properties.cancel.properties.proves.properties.answer,data:w};e===null?e=[E]:e.push(E),s++}if(w.at!==void 0){let Z=w.at,E=s,T=s,be=s;if(typeof Z==
"string"){if(!We.test(Z)){let Le={instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[\
01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:Z};e===null?e=[Le]:e.push(Le),s++}}else{let Le={
instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:Z};e===null?e=[Le]:e.push(Le),s++}var jy=T===s,Kd=E===s}if(w.words!==void 0){let Z=w.words,E=s,T=s,be=s;if(Array.isArray(Z)){if(Z.length<1){let K={instancePath:r+
"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:kt,
data:Z};e===null?e=[K]:e.push(K),s++}let Ie=!0,l=Z.length;for(let K=0;K<l;K++){let p=Z[K],q=s,ne=s;if(typeof p=="string"){if(me(p)<1){let le={instancePath:r+"/c\
ancel/proves/answer/words/"+K,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:kt.items,data:p};e===null?e=[le]:e.push(le),s++}}else{let le={instancePath:r+"/cancel/proves/answer/words/"+K,schemaPath:"#/$defs/words/items/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:kt.items.type,parentSchema:kt.items,data:p};e===null?e=[le]:e.push(le),s++}var qr=q===s;qr||
(Ie=!1)}let se,ge=Z.length,ot;if(se=!0,ge>1){let K={};for(;ge--;){let p=Z[ge];if(typeof p=="string"){if(typeof K[p]=="number"){ot=K[p];let q={instancePath:r+"/c\
ancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:ge,j:ot},message:"must NOT have duplicate items (items ## "+ot+
" and "+ge+" are identical)",schema:!0,parentSchema:kt,data:Z};e===null?e=[q]:e.push(q),s++,se=!1;break}K[p]=ge}}}}else{let Ie={instancePath:r+"/cancel/proves/a\
nswer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:kt.type,parentSchema:kt,data:Z};e===null?e=[Ie]:
e.push(Ie),s++}var Bd=T===s,Kd=E===s}}else{let Y={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.properties.answer.type,parentSchema:h.properties.
cancel.properties.proves.properties.answer,data:w};e===null?e=[Y]:e.push(Y),s++}var po=P===s}if(m.query!==void 0){let w=m.query,P=s,J=s,Y=s;if(Array.isArray(w)){
if(w.length<1){let l={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer\
 than 1 items",schema:1,parentSchema:kt,data:w};e===null?e=[l]:e.push(l),s++}let E=!0,T=w.length;for(let l=0;l<T;l++){let se=w[l],ge=s,ot=s;if(typeof se=="strin\
g"){if(me(se)<1){let K={instancePath:r+"/cancel/proves/query/"+l,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must N\
OT have fewer than 1 characters",schema:1,parentSchema:kt.items,data:se};e===null?e=[K]:e.push(K),s++}}else{let K={instancePath:r+"/cancel/proves/query/"+l,schemaPath:"\
#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kt.items.type,parentSchema:kt.items,data:se};e===null?e=[K]:e.push(
K),s++}var Zd=ge===s;Zd||(E=!1)}let be,Le=w.length,Ie;if(be=!0,Le>1){let l={};for(;Le--;){let se=w[Le];if(typeof se=="string"){if(typeof l[se]=="number"){Ie=l[se];
let ge={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Le,j:Ie},message:"must NOT have duplicate i\
tems (items ## "+Ie+" and "+Le+" are identical)",schema:!0,parentSchema:kt,data:w};e===null?e=[ge]:e.push(ge),s++,be=!1;break}l[se]=Le}}}}else{let E={instancePath:r+
"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:kt.type,parentSchema:kt,data:w};e===null?
e=[E]:e.push(E),s++}var Gd=J===s,po=P===s}if(m.source!==void 0){let w=m.source,P=s,J=s,Y=s;if(typeof w=="string"){if(me(w)<1){let E={instancePath:r+"/cancel/pro\
ves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,
data:w};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:ce.type,parentSchema:ce,data:w};e===null?e=[E]:e.push(E),s++}var Qd=J===s,po=P===s}}else{let D={instancePath:r+"/cancel/proves",
schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.
type,parentSchema:h.properties.cancel.properties.proves,data:m};e===null?e=[D]:e.push(D),s++}var Qt=k===s}if(v.source!==void 0){let m=v.source,k=s,L=s,qe=s;if(typeof m==
"string"){if(me(m)<1){let w={instancePath:r+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:ce,data:m};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/cancel/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:m};e===null?e=[w]:e.push(w),s++}var Ay=L===s,Qt=k===s}}else{
let he={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.
type,parentSchema:h.properties.cancel,data:v};e===null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.status!==void 0){let v=t.status,Ne=s,bt=s;if(v&&typeof v=="object"&&
!Array.isArray(v)){if(v.at===void 0){let m={instancePath:r+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:h.properties.status.required,parentSchema:h.properties.status,data:v};e===null?e=[m]:e.push(m),s++}if(v.states===
void 0){let m={instancePath:r+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have requir\
ed property 'states'",schema:h.properties.status.required,parentSchema:h.properties.status,data:v};e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:r+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.status.required,parentSchema:h.properties.status,data:v};e===null?e=[m]:e.push(m),s++}let he=s;for(let m in v)if(!(m==="at"||m==="states"||m==="as"||
m==="absent"||m==="cases"||m==="source")){let k={instancePath:r+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status,data:v};e===null?e=[k]:e.push(k),s++}if(v.at!==void 0){
let m=v.at,k=s,L=s,qe=s;if(typeof m=="string"){if(!We.test(m)){let D={instancePath:r+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:m};e===null?e=[D]:e.push(D),
s++}}else{let D={instancePath:r+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,
data:m};e===null?e=[D]:e.push(D),s++}var bn=L===s,js=k===s}if(v.states!==void 0){let m=v.states,k=s,L=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(
m).length<1){let w={instancePath:r+"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:h.properties.status.properties.states,data:m};e===null?e=[w]:e.push(w),s++}let D=s;for(let w in m){
let P=m[w],J=s,Y=s,Z=Xt.enum;if(!(P==="queued"||P==="processing"||P==="completed"||P==="failed"||P==="expired"||P==="cancelled"||P==="unknown")){let E={instancePath:r+
"/status/states/"+w.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Xt.enum},message:"must be equal \
to one of the allowed values",schema:Xt.enum,parentSchema:Xt,data:P};e===null?e=[E]:e.push(E),s++}var wn=Y===s,Ty=J===s}}else{let D={instancePath:r+"/status/sta\
tes",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.
states.type,parentSchema:h.properties.status.properties.states,data:m};e===null?e=[D]:e.push(D),s++}var js=k===s}if(v.as!==void 0){let m=v.as,k=s,L=h.properties.
status.properties.as.enum;if(!(m==="number"||m==="boolean")){let D={instancePath:r+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enu\
m",params:{allowedValues:h.properties.status.properties.as.enum},message:"must be equal to one of the allowed values",schema:h.properties.status.properties.as.enum,
parentSchema:h.properties.status.properties.as,data:m};e===null?e=[D]:e.push(D),s++}var js=k===s}if(v.absent!==void 0){let m=v.absent,k=s,L=s,qe=Xt.enum;if(!(m===
"queued"||m==="processing"||m==="completed"||m==="failed"||m==="expired"||m==="cancelled"||m==="unknown")){let w={instancePath:r+"/status/absent",schemaPath:"#/\
$defs/state/enum",keyword:"enum",params:{allowedValues:Xt.enum},message:"must be equal to one of the allowed values",schema:Xt.enum,parentSchema:Xt,data:m};e===
null?e=[w]:e.push(w),s++}var Ny=L===s,js=k===s}if(v.cases!==void 0){let m=v.cases,k=s,L=s;if(Array.isArray(m)){if(m.length<1){let P={instancePath:r+"/status/cas\
es",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.
properties.status.properties.cases,data:m};e===null?e=[P]:e.push(P),s++}let D=!0,w=m.length;for(let P=0;P<w;P++){let J=m[P],Y=s,Z=s;if(J&&typeof J=="object"&&!Array.
isArray(J)){if(J.when===void 0){let T={instancePath:r+"/status/cases/"+P,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{
missingProperty:"when"},message:"must have required property 'when'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.
properties.cases.items,data:J};e===null?e=[T]:e.push(T),s++}if(J.means===void 0){let T={instancePath:r+"/status/cases/"+P,schemaPath:"#/properties/status/proper\
ties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required property 'means'",schema:h.properties.status.properties.
cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:J};e===null?e=[T]:e.push(T),s++}let E=s;for(let T in J)if(!(T==="when"||T==="m\
eans")){let be={instancePath:r+"/status/cases/"+P,schemaPath:"#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:T},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status.properties.cases.items,data:J};e===null?e=[be]:e.
push(be),s++}if(J.when!==void 0){let T=J.when,be=s,Le=s;if(Array.isArray(T)){if(T.length<1){let se={instancePath:r+"/status/cases/"+P+"/when",schemaPath:"#/prop\
erties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.
properties.status.properties.cases.items.properties.when,data:T};e===null?e=[se]:e.push(se),s++}let Ie=!0,l=T.length;for(let se=0;se<l;se++){let ge=T[se],ot=s,K=s,
p=s,q=!1,ne=null,le=s;if(ge&&typeof ge=="object"&&!Array.isArray(ge)&&ge.is===void 0){let y={instancePath:r+"/status/cases/"+P+"/when/"+se,schemaPath:"#/propert\
ies/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property \
'is'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:h.properties.status.properties.cases.items.properties.
when.items.oneOf[0],data:ge};e===null?e=[y]:e.push(y),s++}var ka=le===s;ka&&(q=!0,ne=0);let H=s;if(ge&&typeof ge=="object"&&!Array.isArray(ge)&&ge.present===void 0){
let y={instancePath:r+"/status/cases/"+P+"/when/"+se,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"present"},message:"must have required property 'present'",schema:h.properties.status.properties.cases.items.properties.when.items.
oneOf[1].required,parentSchema:h.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:ge};e===null?e=[y]:e.push(y),s++}var ka=H===s;if(ka&&
q?(q=!1,ne=[ne,1]):ka&&(q=!0,ne=1),q)s=p,e!==null&&(p?e.length=p:e=null);else{let y={instancePath:r+"/status/cases/"+P+"/when/"+se,schemaPath:"#/properties/stat\
us/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:ne},message:"must match exactly one schema in oneOf",schema:h.properties.
status.properties.cases.items.properties.when.items.oneOf,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:ge};e===null?e=[y]:
e.push(y),s++}if(ge&&typeof ge=="object"&&!Array.isArray(ge)){if(ge.at===void 0){let A={instancePath:r+"/status/cases/"+P+"/when/"+se,schemaPath:"#/properties/s\
tatus/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.
properties.status.properties.cases.items.properties.when.items.required,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:ge};e===
null?e=[A]:e.push(A),s++}let y=s;for(let A in ge)if(!(A==="at"||A==="is"||A==="present")){let ae={instancePath:r+"/status/cases/"+P+"/when/"+se,schemaPath:"#/pr\
operties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:A},message:"must NO\
T have additional properties",schema:!1,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:ge};e===null?e=[ae]:e.push(ae),s++}if(ge.
at!==void 0){let A=ge.at,ae=s,ie=s,S=s;if(typeof A=="string"){if(!We.test(A)){let b={instancePath:r+"/status/cases/"+P+"/when/"+se+"/at",schemaPath:"#/$defs/poi\
nter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,
data:A};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/status/cases/"+P+"/when/"+se+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Q.type,parentSchema:Q,data:A};e===null?e=[b]:e.push(b),s++}var Ry=ie===s,as=ae===s}if(ge.is!==void 0){let A=ge.is,ae=s,
ie=s;if(Array.isArray(A)){if(A.length<1){let b={instancePath:r+"/status/cases/"+P+"/when/"+se+"/is",schemaPath:"#/properties/status/properties/cases/items/prope\
rties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.
properties.cases.items.properties.when.items.properties.is,data:A};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/status/cases/"+P+"/when/"+se+"/is",
schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.
properties.status.properties.cases.items.properties.when.items.properties.is.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items.
properties.is,data:A};e===null?e=[b]:e.push(b),s++}var as=ae===s}if(ge.present!==void 0){let A=ge.present,ae=s;if(typeof A!="boolean"){let b={instancePath:r+"/s\
tatus/cases/"+P+"/when/"+se+"/present",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{
type:"boolean"},message:"must be boolean",schema:h.properties.status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.properties.present,data:A};e===null?e=[b]:e.push(b),s++}let ie=s;var as=ae===s}}else{let y={instancePath:r+"\
/status/cases/"+P+"/when/"+se,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.status.properties.cases.items.properties.when.items.type,parentSchema:h.properties.status.properties.cases.items.properties.
when.items,data:ge};e===null?e=[y]:e.push(y),s++}var Xd=ot===s;Xd||(Ie=!1)}}else{let Ie={instancePath:r+"/status/cases/"+P+"/when",schemaPath:"#/properties/stat\
us/properties/cases/items/properties/when/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.
when.type,parentSchema:h.properties.status.properties.cases.items.properties.when,data:T};e===null?e=[Ie]:e.push(Ie),s++}var Yd=be===s}if(J.means!==void 0){let T=J.
means,be=s,Le=s,Ie=Xt.enum;if(!(T==="queued"||T==="processing"||T==="completed"||T==="failed"||T==="expired"||T==="cancelled"||T==="unknown")){let se={instancePath:r+
"/status/cases/"+P+"/means",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Xt.enum},message:"must be equal to one of the allowed values",schema:Xt.
enum,parentSchema:Xt,data:T};e===null?e=[se]:e.push(se),s++}var Ly=Le===s,Yd=be===s}}else{let E={instancePath:r+"/status/cases/"+P,schemaPath:"#/properties/stat\
us/properties/cases/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.cases.items.type,parentSchema:h.
properties.status.properties.cases.items,data:J};e===null?e=[E]:e.push(E),s++}var Pa=Y===s;Pa||(D=!1)}}else{let D={instancePath:r+"/status/cases",schemaPath:"#/\
properties/status/properties/cases/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.type,parentSchema:h.
properties.status.properties.cases,data:m};e===null?e=[D]:e.push(D),s++}var js=k===s}if(v.source!==void 0){let m=v.source,k=s,L=s,qe=s;if(typeof m=="string"){if(me(
m)<1){let w={instancePath:r+"/status/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:ce,data:m};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/status/source",schemaPath:"#/$defs/source/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:m};e===null?e=[w]:e.push(w),s++}var As=L===s,js=k===s}}else{let he={instancePath:r+
"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.type,parentSchema:h.properties.
status,data:v};e===null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.progress!==void 0){let v=t.progress,Ne=s,bt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.
at===void 0){let m={instancePath:r+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have r\
equired property 'at'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:v};e===null?e=[m]:e.push(m),s++}if(v.of===void 0){let m={instancePath:r+
"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:h.properties.
progress.required,parentSchema:h.properties.progress,data:v};e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:r+"/progress",schemaPath:"#/\
properties/progress/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.progress.required,
parentSchema:h.properties.progress,data:v};e===null?e=[m]:e.push(m),s++}let he=s;for(let m in v)if(!(m==="at"||m==="of"||m==="source")){let k={instancePath:r+"/\
progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional\
 properties",schema:!1,parentSchema:h.properties.progress,data:v};e===null?e=[k]:e.push(k),s++}if(v.at!==void 0){let m=v.at,k=s,L=s,qe=s;if(typeof m=="string"){
if(!We.test(m)){let D={instancePath:r+"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mus\
t match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:m};e===null?e=[D]:e.push(D),s++}}else{let D={instancePath:r+"/progress\
/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:m};e===null?e=[D]:e.push(
D),s++}var Iy=L===s,co=k===s}if(v.of!==void 0){let m=v.of,k=s,L=s;if(typeof m=="number"){if(m<=0||isNaN(m)){let D={instancePath:r+"/progress/of",schemaPath:"#/p\
roperties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:h.properties.
progress.properties.of,data:m};e===null?e=[D]:e.push(D),s++}}else{let D={instancePath:r+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"\
type",params:{type:"number"},message:"must be number",schema:h.properties.progress.properties.of.type,parentSchema:h.properties.progress.properties.of,data:m};e===
null?e=[D]:e.push(D),s++}var co=k===s}if(v.source!==void 0){let m=v.source,k=s,L=s,qe=s;if(typeof m=="string"){if(me(m)<1){let w={instancePath:r+"/progress/sour\
ce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:m};
e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:r+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:ce.type,parentSchema:ce,data:m};e===null?e=[w]:e.push(w),s++}var Ey=L===s,co=k===s}}else{let he={instancePath:r+"/progress",schemaPath:"#/pro\
perties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.progress.type,parentSchema:h.properties.progress,data:v};
e===null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.results!==void 0){let v=t.results,Ne=s;is(v,{instancePath:r+"/results",parentData:t,parentDataProperty:"results",
rootData:i,dynamicAnchors:o})||(e=e===null?is.errors:e.concat(is.errors),s=e.length);var g=Ne===s}if(t.message!==void 0){let v=t.message,Ne=s;xt(v,{instancePath:r+
"/message",parentData:t,parentDataProperty:"message",rootData:i,dynamicAnchors:o})||(e=e===null?xt.errors:e.concat(xt.errors),s=e.length);var g=Ne===s}if(t.code!==
void 0){let v=t.code,Ne=s;xt(v,{instancePath:r+"/code",parentData:t,parentDataProperty:"code",rootData:i,dynamicAnchors:o})||(e=e===null?xt.errors:e.concat(xt.errors),
s=e.length);var g=Ne===s}if(t.seconds!==void 0){let v=t.seconds,Ne=s,bt=s,ns=s;if(typeof v=="string"){if(!We.test(v)){let m={instancePath:r+"/seconds",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Q,data:v};e===null?e=[m]:e.push(m),s++}}else{let m={instancePath:r+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Q.type,parentSchema:Q,data:v};e===null?e=[m]:e.push(m),s++}var mo=bt===s,g=Ne===s}if(t.secondsAs!==void 0){let v=t.secondsAs,
Ne=s;if(v!=="string"){let ns={instancePath:r+"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must\
 be equal to constant",schema:"string",parentSchema:h.properties.secondsAs,data:v};e===null?e=[ns]:e.push(ns),s++}var g=Ne===s}if(t.usage!==void 0){let v=t.usage,
Ne=s,bt=s;if(Array.isArray(v)){let he=!0,m=v.length;for(let k=0;k<m;k++){let L=v[k],qe=s,D=s;if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.at===void 0){let P={
instancePath:r+"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:L};e===null?e=[P]:e.push(P),s++}if(L.unit===void 0){let P={instancePath:r+
"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:h.
properties.usage.items.required,parentSchema:h.properties.usage.items,data:L};e===null?e=[P]:e.push(P),s++}if(L.source===void 0){let P={instancePath:r+"/usage/"+
k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
usage.items.required,parentSchema:h.properties.usage.items,data:L};e===null?e=[P]:e.push(P),s++}let w=s;for(let P in L)if(!(P==="at"||P==="unit"||P==="source")){
let J={instancePath:r+"/usage/"+k,schemaPath:"#/properties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.usage.items,data:L};e===null?e=[J]:e.push(J),s++}if(L.at!==void 0){let P=L.at,J=s,Y=s,Z=s;
if(typeof P=="string"){if(!We.test(P)){let E={instancePath:r+"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]\
|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:P};e===null?e=[E]:e.push(E),s++}}else{let E={
instancePath:r+"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:P};
e===null?e=[E]:e.push(E),s++}var My=Y===s,Vr=J===s}if(L.unit!==void 0){let P=L.unit,J=s,Y=s;if(typeof P=="string"){if(me(P)<1){let E={instancePath:r+"/usage/"+k+
"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.usage.items.properties.unit,data:P};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:r+"/usage/"+k+"/unit",schemaPath:"#/propert\
ies/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.usage.items.properties.unit.type,parentSchema:h.
properties.usage.items.properties.unit,data:P};e===null?e=[E]:e.push(E),s++}var Vr=J===s}if(L.source!==void 0){let P=L.source,J=s,Y=s,Z=s;if(typeof P=="string"){
if(me(P)<1){let T={instancePath:r+"/usage/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer \
than 1 characters",schema:1,parentSchema:ce,data:P};e===null?e=[T]:e.push(T),s++}}else{let T={instancePath:r+"/usage/"+k+"/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:P};e===null?e=[T]:e.push(T),s++}var ec=Y===s,Vr=J===s}}else{
let w={instancePath:r+"/usage/"+k,schemaPath:"#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
usage.items.type,parentSchema:h.properties.usage.items,data:L};e===null?e=[w]:e.push(w),s++}var lo=qe===s;lo||(he=!1)}}else{let he={instancePath:r+"/usage",schemaPath:"\
#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.usage.type,parentSchema:h.properties.usage,data:v};e===
null?e=[he]:e.push(he),s++}var g=Ne===s}if(t.told!==void 0){let v=t.told,Ne=s,bt=s;if(Array.isArray(v)){let he=!0,m=v.length;for(let k=0;k<m;k++){let L=v[k],qe=s,
D=s,w=s,P=!1,J=null,Y=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.link===void 0){let E={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/oneOf\
/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required property 'link'",schema:h.properties.told.items.oneOf[0].required,parentSchema:h.
properties.told.items.oneOf[0],data:L};e===null?e=[E]:e.push(E),s++}var zr=Y===s;zr&&(P=!0,J=0);let Z=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.constant===
void 0){let E={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"m\
ust have required property 'constant'",schema:h.properties.told.items.oneOf[1].required,parentSchema:h.properties.told.items.oneOf[1],data:L};e===null?e=[E]:e.push(
E),s++}var zr=Z===s;if(zr&&P)P=!1,J=[J,1];else{zr&&(P=!0,J=1);let E=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.fact===void 0){let be={instancePath:r+"/tol\
d/"+k,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.
properties.told.items.oneOf[2].required,parentSchema:h.properties.told.items.oneOf[2],data:L};e===null?e=[be]:e.push(be),s++}var zr=E===s;zr&&P?(P=!1,J=[J,2]):zr&&
(P=!0,J=2)}if(P)s=w,e!==null&&(w?e.length=w:e=null);else{let E={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:J},
message:"must match exactly one schema in oneOf",schema:h.properties.told.items.oneOf,parentSchema:h.properties.told.items,data:L};e===null?e=[E]:e.push(E),s++}
if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.at===void 0){let T={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",
params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:L};e===
null?e=[T]:e.push(T),s++}if(L.in===void 0){let T={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"\
in"},message:"must have required property 'in'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:L};e===null?e=[T]:e.push(T),s++}
if(L.source===void 0){let T={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:L};e===null?e=[T]:e.push(T),s++}let E=s;
for(let T in L)if(!(T==="at"||T==="in"||T==="link"||T==="constant"||T==="fact"||T==="source")){let be={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/i\
tems/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:T},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
told.items,data:L};e===null?e=[be]:e.push(be),s++}if(L.at!==void 0){let T=L.at,be=s,Le=s,Ie=s;if(typeof T=="string"){if(!We.test(T)){let l={instancePath:r+"/tol\
d/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:Q,data:T};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:r+"/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:T};e===null?e=[l]:e.push(l),s++}var tc=Le===s,Ts=be===s}if(L.in!==void 0){
let T=L.in,be=s,Le=h.properties.told.items.properties.in.enum;if(!(T==="submit"||T==="query"||T==="both")){let l={instancePath:r+"/told/"+k+"/in",schemaPath:"#/\
properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.in.enum},message:"must be equal to one of the \
allowed values",schema:h.properties.told.items.properties.in.enum,parentSchema:h.properties.told.items.properties.in,data:T};e===null?e=[l]:e.push(l),s++}var Ts=be===
s}if(L.link!==void 0){let T=L.link,be=s,Le=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.path===void 0){let se={instancePath:r+"/told/"+k+"/link",schemaPath:"\
#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.
told.items.properties.link.required,parentSchema:h.properties.told.items.properties.link,data:T};e===null?e=[se]:e.push(se),s++}let l=s;for(let se in T)if(se!==
"path"){let ge={instancePath:r+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:se},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items.properties.link,data:T};e===null?e=[ge]:e.push(
ge),s++}if(T.path!==void 0){let se=T.path,ge=s,ot=s,K=s;if(typeof se=="string"){if(!Nt.test(se)){let p={instancePath:r+"/told/"+k+"/link/path",schemaPath:"#/$de\
fs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ee,data:se};e===null?e=[p]:e.push(p),s++}}else{
let p={instancePath:r+"/told/"+k+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ee.type,parentSchema:Ee,
data:se};e===null?e=[p]:e.push(p),s++}var Fy=ot===s,uo=ge===s}}else{let l={instancePath:r+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.told.items.properties.link.type,parentSchema:h.properties.told.items.properties.
link,data:T};e===null?e=[l]:e.push(l),s++}var Ts=be===s}if(L.fact!==void 0){let T=L.fact,be=s,Le=h.properties.told.items.properties.fact.enum;if(!(T==="id"||T===
"model"||T==="created"||T==="completed"||T==="expires")){let l={instancePath:r+"/told/"+k+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"\
enum",params:{allowedValues:h.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.
fact.enum,parentSchema:h.properties.told.items.properties.fact,data:T};e===null?e=[l]:e.push(l),s++}var Ts=be===s}if(L.source!==void 0){let T=L.source,be=s,Le=s,
Ie=s;if(typeof T=="string"){if(me(T)<1){let se={instancePath:r+"/told/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:T};e===null?e=[se]:e.push(se),s++}}else{let se={instancePath:r+"/told/"+k+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:T};e===null?e=[se]:e.push(se),s++}var rc=Le===
s,Ts=be===s}}else{let E={instancePath:r+"/told/"+k,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.
properties.told.items.type,parentSchema:h.properties.told.items,data:L};e===null?e=[E]:e.push(E),s++}var sc=qe===s;sc||(he=!1)}}else{let he={instancePath:r+"/to\
ld",schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.told.type,parentSchema:h.properties.told,
data:v};e===null?e=[he]:e.push(he),s++}var g=Ne===s}let ac;if(t.list!==void 0){if(t.id===void 0){let v={instancePath:r,schemaPath:"#/dependentRequired",keyword:"\
dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is pres\
ent",schema:h.dependentRequired,parentSchema:h,data:t};e===null?e=[v]:e.push(v),s++}if(t.query===void 0){let v={instancePath:r,schemaPath:"#/dependentRequired",
keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property \
list is present",schema:h.dependentRequired,parentSchema:h,data:t};e===null?e=[v]:e.push(v),s++}}}else{let Ur={instancePath:r,schemaPath:"#/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:h.type,parentSchema:h,data:t};e===null?e=[Ur]:e.push(Ur),s++}return Ft.errors=e,s===0}Ft.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function Pn(t,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:i=t,dynamicAnchors:o={}}={}){let e=null,s=0,c=Pn.evaluated;
c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(t&&typeof t=="object"&&!Array.isArray(t)){if(t.protocol===void 0){let l={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have required property 'protocol'",schema:d.required,parentSchema:d,
data:t};e===null?e=[l]:e.push(l),s++}if(t.title===void 0){let l={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"\
must have required property 'title'",schema:d.required,parentSchema:d,data:t};e===null?e=[l]:e.push(l),s++}if(t.description===void 0){let l={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"description"},message:"must have required property 'description'",schema:d.required,parentSchema:d,data:t};
e===null?e=[l]:e.push(l),s++}if(t.sources===void 0){let l={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"\
must have required property 'sources'",schema:d.required,parentSchema:d,data:t};e===null?e=[l]:e.push(l),s++}if(t.baseUrl===void 0){let l={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must have required property 'baseUrl'",schema:d.required,parentSchema:d,data:t};e===null?
e=[l]:e.push(l),s++}if(t.authentication===void 0){let l={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"\
must have required property 'authentication'",schema:d.required,parentSchema:d,data:t};e===null?e=[l]:e.push(l),s++}if(t.deadline===void 0){let l={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},message:"must have required property 'deadline'",schema:d.required,parentSchema:d,
data:t};e===null?e=[l]:e.push(l),s++}if(t.poll===void 0){let l={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"\
must have required property 'poll'",schema:d.required,parentSchema:d,data:t};e===null?e=[l]:e.push(l),s++}if(t.operations===void 0){let l={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"operations"},message:"must have required property 'operations'",schema:d.required,parentSchema:d,data:t};
e===null?e=[l]:e.push(l),s++}if(t.errors===void 0){let l={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"errors"},message:"m\
ust have required property 'errors'",schema:d.required,parentSchema:d,data:t};e===null?e=[l]:e.push(l),s++}let Ie=s;for(let l in t)if(!Vs.call(d.properties,l)){
let se={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional proper\
ties",schema:!1,parentSchema:d,data:t};e===null?e=[se]:e.push(se),s++}if(t.$schema!==void 0){let l=t.$schema,se=s;if(typeof l!="string"){let ot={instancePath:r+
"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.$schema.type,parentSchema:d.
properties.$schema,data:l};e===null?e=[ot]:e.push(ot),s++}let ge=s;var u=se===s}if(t.$comment!==void 0){let l=t.$comment,se=s,ge=s,ot=s;if(typeof l=="string"){if(me(
l)<1){let p={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characte\
rs",schema:1,parentSchema:jr,data:l};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:jr.type,parentSchema:jr,data:l};e===null?e=[p]:e.push(p),s++}var g=ge===s,u=se===s}if(t.protocol!==void 0){let l=t.
protocol,se=s,ge=s;if(typeof l=="string"){if(!Ls.test(l)){let K={instancePath:r+"/protocol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{
pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:d.properties.protocol,data:l};e===null?e=[
K]:e.push(K),s++}}else{let K={instancePath:r+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.protocol.type,parentSchema:d.properties.protocol,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.title!==void 0){let l=t.title,se=s,ge=s;
if(typeof l=="string"){if(me(l)<1){let K={instancePath:r+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must N\
OT have fewer than 1 characters",schema:1,parentSchema:d.properties.title,data:l};e===null?e=[K]:e.push(K),s++}}else{let K={instancePath:r+"/title",schemaPath:"\
#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.title.type,parentSchema:d.properties.title,data:l};e===
null?e=[K]:e.push(K),s++}var u=se===s}if(t.description!==void 0){let l=t.description,se=s,ge=s;if(typeof l=="string"){if(me(l)<1){let K={instancePath:r+"/descri\
ption",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.description,data:l};e===null?e=[K]:e.push(K),s++}}else{let K={instancePath:r+"/description",schemaPath:"#/properties/description/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:d.properties.description.type,parentSchema:d.properties.description,data:l};e===null?e=[K]:e.push(K),s++}
var u=se===s}if(t.sources!==void 0){let l=t.sources,se=s,ge=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let p={instancePath:r+"/s\
ources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.
properties.sources,data:l};e===null?e=[p]:e.push(p),s++}let K=s;for(let p in l){let q=l[p],ne=s,le=s,H=!1,y=null,A=s,ae=s;if(q&&typeof q=="object"&&!Array.isArray(
q)){if(q.package===void 0){let $={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneO\
f/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required property 'package'",schema:d.properties.sources.additionalProperties.
oneOf[0].required,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:q};e===null?e=[$]:e.push($),s++}if(q.version===void 0){let $={instancePath:r+
"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"\
version"},message:"must have required property 'version'",schema:d.properties.sources.additionalProperties.oneOf[0].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[0],data:q};e===null?e=[$]:e.push($),s++}let b=s;for(let $ in q)if(!($==="package"||$==="version")){let z={instancePath:r+"/sources/"+p.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:q};e===null?e=[z]:e.push(z),s++}if(q.
package!==void 0){let $=q.package,z=s,X=s;if(typeof $=="string"){if(me($)<1){let N={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/packag\
e",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.package,data:$};e===null?e=[N]:e.push(N),s++}}else{let N={
instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.package.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.package,data:$};e===null?e=[N]:e.push(N),s++}var _=z===s}if(q.version!==void 0){let $=q.version,z=s,
X=s;if(typeof $=="string"){if(!Wy.test($)){let C={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',
schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.version,data:$};e===null?e=[C]:e.push(C),s++}}else{let C={
instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[0].properties.version.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[0].properties.version,data:$};e===null?e=[C]:e.push(C),s++}var _=z===s}}else{let b={instancePath:r+"/sources/"+p.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.sources.additionalProperties.oneOf[0].type,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:q};e===null?e=[b]:e.push(b),
s++}var x=A===s;if(x){H=!0,y=0;var O=!0}let ie=s,S=s;if(q&&typeof q=="object"&&!Array.isArray(q)){if(q.document===void 0){let $={instancePath:r+"/sources/"+p.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"document"},message:"\
must have required property 'document'",schema:d.properties.sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[1],data:q};e===null?e=[$]:e.push($),s++}if(q.url===void 0){let $={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/proper\
ties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.
sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:q};e===null?e=[$]:e.push($),s++}let b=s;for(let $ in q)
if(!($==="document"||$==="url")){let z={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.sources.additionalProperties.oneOf[1],data:q};e===null?e=[z]:e.push(z),s++}if(q.document!==void 0){let $=q.document,z=s,X=s;if(typeof $=="string"){if(me(
$)<1){let N={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/prope\
rties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.
oneOf[1].properties.document,data:$};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.
additionalProperties.oneOf[1].properties.document.type,parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.document,data:$};e===null?e=[N]:
e.push(N),s++}var R=z===s}if(q.url!==void 0){let $=q.url,z=s,X=s;if(typeof $=="string"){if(!dc.test($)){let C={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(
/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'\
must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.url,data:$};e===null?e=[C]:e.push(
C),s++}}else{let C={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/pro\
perties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:d.
properties.sources.additionalProperties.oneOf[1].properties.url,data:$};e===null?e=[C]:e.push(C),s++}var R=z===s}}else{let b={instancePath:r+"/sources/"+p.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:d.properties.sources.additionalProperties.oneOf[1].type,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:q};e===null?e=[b]:e.push(b),
s++}var x=ie===s;if(x&&H?(H=!1,y=[y,1]):x&&(H=!0,y=1,O!==!0&&(O=!0)),H)s=le,e!==null&&(le?e.length=le:e=null);else{let b={instancePath:r+"/sources/"+p.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf",keyword:"oneOf",params:{passingSchemas:y},message:"must match exactly one\
 schema in oneOf",schema:d.properties.sources.additionalProperties.oneOf,parentSchema:d.properties.sources.additionalProperties,data:q};e===null?e=[b]:e.push(b),
s++}var I=ne===s}}else{let K={instancePath:r+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.sources.type,parentSchema:d.properties.sources,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.baseUrl!==void 0){let l=t.baseUrl,se=s,ge=s;if(typeof l==
"string"){if(!Hy.test(l)){let K={instancePath:r+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?\
$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^https://[^/]+(/.*[^/])?$",parentSchema:d.properties.baseUrl,data:l};e===null?e=[K]:e.push(
K),s++}}else{let K={instancePath:r+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.
baseUrl.type,parentSchema:d.properties.baseUrl,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.authentication!==void 0){let l=t.authentication,se=s,ge=s;
if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.in===void 0){let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"\
required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:l};e===null?e=[p]:e.push(p),s++}if(l.name===void 0){let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"name"},message:"must have required property 'name'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:l};e===null?e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,
data:l};e===null?e=[p]:e.push(p),s++}let K=s;for(let p in l)if(!(p==="in"||p==="name"||p==="prefix"||p==="token"||p==="source")){let q={instancePath:r+"/authent\
ication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:d.properties.authentication,data:l};e===null?e=[q]:e.push(q),s++}if(l.in!==void 0){let p=l.in,q=s,ne=d.properties.authentication.
properties.in.enum;if(p!=="header"){let le={instancePath:r+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{
allowedValues:d.properties.authentication.properties.in.enum},message:"must be equal to one of the allowed values",schema:d.properties.authentication.properties.
in.enum,parentSchema:d.properties.authentication.properties.in,data:p};e===null?e=[le]:e.push(le),s++}var F=q===s}if(l.name!==void 0){let p=l.name,q=s,ne=s;if(typeof p==
"string"){if(!Bt.test(p)){let H={instancePath:r+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{
pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.authentication.properties.name,
data:p};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.name.type,parentSchema:d.properties.authentication.properties.
name,data:p};e===null?e=[H]:e.push(H),s++}var F=q===s}if(l.prefix!==void 0){let p=l.prefix,q=s;if(typeof p!="string"){let H={instancePath:r+"/authentication/pre\
fix",schemaPath:"#/properties/authentication/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.
properties.prefix.type,parentSchema:d.properties.authentication.properties.prefix,data:p};e===null?e=[H]:e.push(H),s++}let ne=s;var F=q===s}if(l.token!==void 0){
let p=l.token,q=s,ne=s,le=!1,H=null,y=s,A=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let $={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.
properties.authentication.properties.token.oneOf[0].required,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[$]:e.push($),
s++}if(p.seconds===void 0){let $={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:d.properties.authentication.properties.token.oneOf[0].required,
parentSchema:d.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[$]:e.push($),s++}let b=s;for(let $ in p)if(!($==="by"||$==="seconds"||$===
"backdateSeconds")){let z={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.
token.oneOf[0],data:p};e===null?e=[z]:e.push(z),s++}if(p.by!==void 0){let $=p.by,z=s;if($!=="jwt-hs256"){let X={instancePath:r+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",
schema:"jwt-hs256",parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.by,data:$};e===null?e=[X]:e.push(X),s++}var we=z===s}if(p.seconds!==
void 0){let $=p.seconds,z=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let C={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authenti\
cation/properties/token/oneOf/0/properties/seconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.authentication.properties.
token.oneOf[0].properties.seconds.type,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.seconds,data:$};e===null?e=[C]:e.push(C),s++}
let X=s;if(typeof $=="number"){if($>86400||isNaN($)){let C={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/0/properties/seconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:d.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:$};e===null?e=[C]:e.push(C),s++}if($<10||isNaN($)){let C={instancePath:r+"/authentication/token\
/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"\
must be >= 10",schema:10,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.seconds,data:$};e===null?e=[C]:e.push(C),s++}}var we=z===
s}if(p.backdateSeconds!==void 0){let $=p.backdateSeconds,z=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let C={instancePath:r+"/authentication/token/backdateS\
econds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must b\
e integer",schema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds.type,parentSchema:d.properties.authentication.properties.token.
oneOf[0].properties.backdateSeconds,data:$};e===null?e=[C]:e.push(C),s++}let X=s;if(typeof $=="number"){if($>3600||isNaN($)){let C={instancePath:r+"/authenticat\
ion/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:$};e===
null?e=[C]:e.push(C),s++}if($<0||isNaN($)){let C={instancePath:r+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/toke\
n/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:d.properties.authentication.
properties.token.oneOf[0].properties.backdateSeconds,data:$};e===null?e=[C]:e.push(C),s++}}var we=z===s}}else{let b={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.
token.oneOf[0].type,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[b]:e.push(b),s++}var V=y===s;if(V){le=!0,H=0;var G=!0}
let ae=s,ie=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let $={instancePath:r+"/authentication/token",schemaPath:"#/properties/authenticati\
on/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.
properties.token.oneOf[1].required,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[$]:e.push($),s++}if(p.scope===void 0){
let $={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"\
scope"},message:"must have required property 'scope'",schema:d.properties.authentication.properties.token.oneOf[1].required,parentSchema:d.properties.authentication.
properties.token.oneOf[1],data:p};e===null?e=[$]:e.push($),s++}let b=s;for(let $ in p)if(!($==="by"||$==="scope")){let z={instancePath:r+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"mus\
t NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[z]:e.push(z),s++}if(p.by!==void 0){
let $=p.by,z=s;if($!=="google-service-account"){let X={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/\
1/properties/by/const",keyword:"const",params:{allowedValue:"google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:d.
properties.authentication.properties.token.oneOf[1].properties.by,data:$};e===null?e=[X]:e.push(X),s++}var B=z===s}if(p.scope!==void 0){let $=p.scope,z=s,X=s;if(typeof $==
"string"){if(me($)<1){let C={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.authentication.properties.token.oneOf[1].
properties.scope,data:$};e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properti\
es/token/oneOf/1/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.token.oneOf[1].
properties.scope.type,parentSchema:d.properties.authentication.properties.token.oneOf[1].properties.scope,data:$};e===null?e=[C]:e.push(C),s++}var B=z===s}}else{
let b={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.authentication.properties.token.oneOf[1].type,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:p};e===
null?e=[b]:e.push(b),s++}var V=ae===s;if(V&&le)le=!1,H=[H,1];else{V&&(le=!0,H=1,G!==!0&&(G=!0));let b=s,$=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===
void 0){let N={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"\
by"},message:"must have required property 'by'",schema:d.properties.authentication.properties.token.oneOf[2].required,parentSchema:d.properties.authentication.properties.
token.oneOf[2],data:p};e===null?e=[N]:e.push(N),s++}if(p.url===void 0){let N={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/pro\
perties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.authentication.
properties.token.oneOf[2].required,parentSchema:d.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[N]:e.push(N),s++}let X=s;for(let N in p)
if(!(N==="by"||N==="url"||N==="scope"||N==="clientIn"||N==="clientHeader")){let C={instancePath:r+"/authentication/token",schemaPath:"#/properties/authenticatio\
n/properties/token/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,
parentSchema:d.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[C]:e.push(C),s++}if(p.by!==void 0){let N=p.by,C=s;if(N!=="oauth-client"){
let ee={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{
allowedValue:"oauth-client"},message:"must be equal to constant",schema:"oauth-client",parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.
by,data:N};e===null?e=[ee]:e.push(ee),s++}var Se=C===s}if(p.url!==void 0){let N=p.url,C=s,ee=s;if(typeof N=="string"){if(!Ky.test(N)){let _e={instancePath:r+"/a\
uthentication/token/url",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^\
/?#]+/[^?#]*$"},message:'must match pattern "^https://[^/?#]+/[^?#]*$"',schema:"^https://[^/?#]+/[^?#]*$",parentSchema:d.properties.authentication.properties.token.
oneOf[2].properties.url,data:N};e===null?e=[_e]:e.push(_e),s++}}else{let _e={instancePath:r+"/authentication/token/url",schemaPath:"#/properties/authentication/\
properties/token/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.token.
oneOf[2].properties.url.type,parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.url,data:N};e===null?e=[_e]:e.push(_e),s++}var Se=C===
s}if(p.scope!==void 0){let N=p.scope,C=s,ee=s;if(typeof N=="string"){if(me(N)<1){let _e={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/a\
uthentication/properties/token/oneOf/2/properties/scope/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.scope,data:N};e===null?e=[_e]:e.push(_e),s++}}else{let _e={instancePath:r+"/authen\
tication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/scope/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:d.properties.authentication.properties.token.oneOf[2].properties.scope.type,parentSchema:d.properties.authentication.properties.token.oneOf[2].
properties.scope,data:N};e===null?e=[_e]:e.push(_e),s++}var Se=C===s}if(p.clientIn!==void 0){let N=p.clientIn,C=s,ee=d.properties.authentication.properties.token.
oneOf[2].properties.clientIn.enum;if(!(N==="header"||N==="body")){let _e={instancePath:r+"/authentication/token/clientIn",schemaPath:"#/properties/authenticatio\
n/properties/token/oneOf/2/properties/clientIn/enum",keyword:"enum",params:{allowedValues:d.properties.authentication.properties.token.oneOf[2].properties.clientIn.
enum},message:"must be equal to one of the allowed values",schema:d.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum,parentSchema:d.
properties.authentication.properties.token.oneOf[2].properties.clientIn,data:N};e===null?e=[_e]:e.push(_e),s++}var Se=C===s}if(p.clientHeader!==void 0){let N=p.
clientHeader,C=s,ee=s,pe=s;if(typeof N=="string"){if(!Bt.test(N)){let De={instancePath:r+"/authentication/token/clientHeader",schemaPath:"#/$defs/headerName/pat\
tern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:wt,data:N};
e===null?e=[De]:e.push(De),s++}}else{let De={instancePath:r+"/authentication/token/clientHeader",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:wt.type,parentSchema:wt,data:N};e===null?e=[De]:e.push(De),s++}var Pe=ee===s,Se=C===s}}else{let X={instancePath:r+"/aut\
hentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.authentication.properties.token.oneOf[2].type,parentSchema:d.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[X]:e.push(X),s++}
var V=b===s;if(V&&le)le=!1,H=[H,2];else{V&&(le=!0,H=2,G!==!0&&(G=!0));let X=s,N=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let pe={instancePath:r+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/required",keyword:"required",params:{missingProperty:"by"},message:"mus\
t have required property 'by'",schema:d.properties.authentication.properties.token.oneOf[3].required,parentSchema:d.properties.authentication.properties.token.oneOf[3],
data:p};e===null?e=[pe]:e.push(pe),s++}if(p.service===void 0){let pe={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/\
token/oneOf/3/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:d.properties.authentication.
properties.token.oneOf[3].required,parentSchema:d.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[pe]:e.push(pe),s++}let ee=s;for(let pe in p)
if(!(pe==="by"||pe==="service")){let _e={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/additionalPrope\
rties",keyword:"additionalProperties",params:{additionalProperty:pe},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.
properties.token.oneOf[3],data:p};e===null?e=[_e]:e.push(_e),s++}if(p.by!==void 0){let pe=p.by,_e=s;if(pe!=="aws-sigv4"){let De={instancePath:r+"/authentication\
/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/3/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must\
 be equal to constant",schema:"aws-sigv4",parentSchema:d.properties.authentication.properties.token.oneOf[3].properties.by,data:pe};e===null?e=[De]:e.push(De),s++}
var at=_e===s}if(p.service!==void 0){let pe=p.service,_e=s,De=s,ue=s;if(typeof pe=="string"){if(!Ls.test(pe)){let Te={instancePath:r+"/authentication/token/serv\
ice",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"\
^[a-z][a-z0-9-]*$",parentSchema:Or,data:pe};e===null?e=[Te]:e.push(Te),s++}}else{let Te={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/sign\
edService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Or.type,parentSchema:Or,data:pe};e===null?e=[Te]:e.push(Te),s++}var M=De===
s,at=_e===s}}else{let ee={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:d.properties.authentication.properties.token.oneOf[3].type,parentSchema:d.properties.authentication.properties.token.oneOf[3],
data:p};e===null?e=[ee]:e.push(ee),s++}var V=X===s;if(V&&le)le=!1,H=[H,3];else{V&&(le=!0,H=3,G!==!0&&(G=!0));let ee=s,pe=s;if(p&&typeof p=="object"&&!Array.isArray(
p)){if(p.by===void 0){let ue={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/required",keyword:"require\
d",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.properties.token.oneOf[4].required,parentSchema:d.
properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[ue]:e.push(ue),s++}if(p.service===void 0){let ue={instancePath:r+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/4/required",keyword:"required",params:{missingProperty:"service"},message:"must have required pro\
perty 'service'",schema:d.properties.authentication.properties.token.oneOf[4].required,parentSchema:d.properties.authentication.properties.token.oneOf[4],data:p};
e===null?e=[ue]:e.push(ue),s++}let De=s;for(let ue in p)if(!(ue==="by"||ue==="service"||ue==="region")){let U={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/4/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ue},message:"must NOT have \
additional properties",schema:!1,parentSchema:d.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[U]:e.push(U),s++}if(p.by!==void 0){let ue=p.
by,U=s;if(ue!=="tc3-hmac-sha256"){let Te={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/4/properties/\
by/const",keyword:"const",params:{allowedValue:"tc3-hmac-sha256"},message:"must be equal to constant",schema:"tc3-hmac-sha256",parentSchema:d.properties.authentication.
properties.token.oneOf[4].properties.by,data:ue};e===null?e=[Te]:e.push(Te),s++}var de=U===s}if(p.service!==void 0){let ue=p.service,U=s,Te=s,Oe=s;if(typeof ue==
"string"){if(!Ls.test(ue)){let Ae={instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"\
^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:Or,data:ue};e===null?e=[Ae]:e.push(Ae),s++}}else{let Ae={
instancePath:r+"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Or.
type,parentSchema:Or,data:ue};e===null?e=[Ae]:e.push(Ae),s++}var Re=Te===s,de=U===s}if(p.region!==void 0){let ue=p.region,U=s,Te=s,Oe=s;if(typeof ue=="string"){
if(!Ls.test(ue)){let Ae={instancePath:r+"/authentication/token/region",schemaPath:"#/$defs/signedRegion/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-\
9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:Ns,data:ue};e===null?e=[Ae]:e.push(Ae),s++}}else{let Ae={instancePath:r+
"/authentication/token/region",schemaPath:"#/$defs/signedRegion/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ns.type,parentSchema:Ns,
data:ue};e===null?e=[Ae]:e.push(Ae),s++}var ct=Te===s,de=U===s}}else{let De={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/prop\
erties/token/oneOf/4/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.token.oneOf[4].type,parentSchema:d.
properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[De]:e.push(De),s++}var V=ee===s;if(V&&le)le=!1,H=[H,4];else{V&&(le=!0,H=4,G!==!0&&(G=!0));
let De=s,ue=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let Oe={instancePath:r+"/authentication/token",schemaPath:"#/properties/authenticat\
ion/properties/token/oneOf/5/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.
properties.token.oneOf[5].required,parentSchema:d.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[Oe]:e.push(Oe),s++}if(p.service===void 0){
let Oe={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/required",keyword:"required",params:{missingProperty:"\
service"},message:"must have required property 'service'",schema:d.properties.authentication.properties.token.oneOf[5].required,parentSchema:d.properties.authentication.
properties.token.oneOf[5],data:p};e===null?e=[Oe]:e.push(Oe),s++}if(p.region===void 0){let Oe={instancePath:r+"/authentication/token",schemaPath:"#/properties/a\
uthentication/properties/token/oneOf/5/required",keyword:"required",params:{missingProperty:"region"},message:"must have required property 'region'",schema:d.properties.
authentication.properties.token.oneOf[5].required,parentSchema:d.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[Oe]:e.push(Oe),s++}let Te=s;
for(let Oe in p)if(!(Oe==="by"||Oe==="service"||Oe==="region")){let et={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/5/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Oe},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[et]:e.push(et),s++}if(p.by!==void 0){let Oe=p.by,et=s;if(Oe!=="hmac-sha256-v4"){let Ae={
instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/5/properties/by/const",keyword:"const",params:{allowedValue:"\
hmac-sha256-v4"},message:"must be equal to constant",schema:"hmac-sha256-v4",parentSchema:d.properties.authentication.properties.token.oneOf[5].properties.by,data:Oe};
e===null?e=[Ae]:e.push(Ae),s++}var oe=et===s}if(p.service!==void 0){let Oe=p.service,et=s,Ae=s,Ke=s;if(typeof Oe=="string"){if(!Ls.test(Oe)){let qt={instancePath:r+
"/authentication/token/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^\
[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:Or,data:Oe};e===null?e=[qt]:e.push(qt),s++}}else{let qt={instancePath:r+"/authentication/token/servic\
e",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Or.type,parentSchema:Or,data:Oe};e===null?e=[qt]:
e.push(qt),s++}var j=Ae===s,oe=et===s}if(p.region!==void 0){let Oe=p.region,et=s,Ae=s,Ke=s;if(typeof Oe=="string"){if(!Ls.test(Oe)){let qt={instancePath:r+"/aut\
hentication/token/region",schemaPath:"#/$defs/signedRegion/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a\
-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:Ns,data:Oe};e===null?e=[qt]:e.push(qt),s++}}else{let qt={instancePath:r+"/authentication/token/region",schemaPath:"\
#/$defs/signedRegion/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ns.type,parentSchema:Ns,data:Oe};e===null?e=[qt]:e.push(qt),s++}
var W=Ae===s,oe=et===s}}else{let Te={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.token.oneOf[5].type,parentSchema:d.properties.authentication.properties.
token.oneOf[5],data:p};e===null?e=[Te]:e.push(Te),s++}var V=De===s;V&&le?(le=!1,H=[H,5]):V&&(le=!0,H=5,G!==!0&&(G=!0))}}}}if(le)s=ne,e!==null&&(ne?e.length=ne:e=
null);else{let b={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:H},
message:"must match exactly one schema in oneOf",schema:d.properties.authentication.properties.token.oneOf,parentSchema:d.properties.authentication.properties.token,
data:p};e===null?e=[b]:e.push(b),s++}var F=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,le=s;if(typeof p=="string"){if(me(p)<1){let y={instancePath:r+"/a\
uthentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:ce.type,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}var ke=ne===s,F=q===s}}else{let K={instancePath:r+"/authentication",
schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.type,parentSchema:d.
properties.authentication,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.headers!==void 0){let l=t.headers,se=s,ge=s;if(l&&typeof l=="object"&&!Array.isArray(
l)){if(Object.keys(l).length<1){let p={instancePath:r+"/headers",schemaPath:"#/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.headers,data:l};e===null?e=[p]:e.push(p),s++}for(let p in l){let q=s;if(typeof p=="str\
ing"&&!Bt.test(p)){let ne={instancePath:r+"/headers",schemaPath:"#/properties/headers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+\
$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.headers.propertyNames,data:p,propertyName:p};e===null?
e=[ne]:e.push(ne),s++}var Xe=q===s;if(!Xe){let ne={instancePath:r+"/headers",schemaPath:"#/properties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:p},
message:"property name must be valid",schema:d.properties.headers.propertyNames,parentSchema:d.properties.headers,data:l};e===null?e=[ne]:e.push(ne),s++}}let K=s;
for(let p in l){let q=l[p],ne=s,le=s;if(typeof q=="string"){if(!kn.test(q)){let H={instancePath:r+"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"\
^[\\x20-\\x7e]*$",parentSchema:d.properties.headers.additionalProperties,data:q};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/headers/"+p.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.
properties.headers.additionalProperties.type,parentSchema:d.properties.headers.additionalProperties,data:q};e===null?e=[H]:e.push(H),s++}var He=ne===s}}else{let K={
instancePath:r+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.headers.type,
parentSchema:d.properties.headers,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.idempotency!==void 0){let l=t.idempotency,se=s,ge=s;if(l&&typeof l=="ob\
ject"&&!Array.isArray(l)){if(l.header===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"\
header"},message:"must have required property 'header'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:l};e===null?e=[p]:e.
push(p),s++}if(l.keptSeconds===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"\
keptSeconds"},message:"must have required property 'keptSeconds'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:l};e===null?
e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:l};e===null?e=[p]:e.
push(p),s++}let K=s;for(let p in l)if(!(p==="header"||p==="keptSeconds"||p==="source")){let q={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotenc\
y/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
idempotency,data:l};e===null?e=[q]:e.push(q),s++}if(l.header!==void 0){let p=l.header,q=s,ne=s;if(typeof p=="string"){if(me(p)<1){let le={instancePath:r+"/idemp\
otency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:d.properties.idempotency.properties.header,data:p};e===null?e=[le]:e.push(le),s++}}else{let le={instancePath:r+"/idempotency/header",
schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.idempotency.properties.
header.type,parentSchema:d.properties.idempotency.properties.header,data:p};e===null?e=[le]:e.push(le),s++}var te=q===s}if(l.keptSeconds!==void 0){let p=l.keptSeconds,
q=s;if(!(typeof p=="number"&&!(p%1)&&!isNaN(p))){let H={instancePath:r+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/ty\
pe",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.idempotency.properties.keptSeconds.type,parentSchema:d.properties.idempotency.
properties.keptSeconds,data:p};e===null?e=[H]:e.push(H),s++}let ne=s;if(typeof p=="number"&&(p<1||isNaN(p))){let H={instancePath:r+"/idempotency/keptSeconds",schemaPath:"\
#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.
idempotency.properties.keptSeconds,data:p};e===null?e=[H]:e.push(H),s++}var te=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,le=s;if(typeof p=="string"){if(me(
p)<1){let y={instancePath:r+"/idempotency/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}var Je=ne===s,te=q===s}}else{let K={instancePath:r+
"/idempotency",schemaPath:"#/properties/idempotency/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.idempotency.type,parentSchema:d.
properties.idempotency,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.deadline!==void 0){let l=t.deadline,se=s,ge=s;if(l&&typeof l=="object"&&!Array.isArray(
l)){if(l.seconds===void 0){let p={instancePath:r+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===
void 0){let p={instancePath:r+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have re\
quired property 'source'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:l};e===null?e=[p]:e.push(p),s++}let K=s;for(let p in l)if(!(p===
"seconds"||p==="source")){let q={instancePath:r+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.deadline,data:l};e===null?e=[q]:e.push(q),s++}if(l.seconds!==void 0){let p=l.seconds,
q=s;if(!(typeof p=="number"&&!(p%1)&&!isNaN(p))){let le={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"\
type",params:{type:"integer"},message:"must be integer",schema:d.properties.deadline.properties.seconds.type,parentSchema:d.properties.deadline.properties.seconds,
data:p};e===null?e=[le]:e.push(le),s++}let ne=s;if(typeof p=="number"&&(p<60||isNaN(p))){let le={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/dea\
dline/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:d.properties.deadline.properties.
seconds,data:p};e===null?e=[le]:e.push(le),s++}var ze=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,le=s;if(typeof p=="string"){if(me(p)<1){let y={instancePath:r+
"/deadline/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ce.type,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}var $t=ne===s,ze=q===s}}else{let K={instancePath:r+"/deadline",schemaPath:"#\
/properties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.deadline.type,parentSchema:d.properties.deadline,data:l};
e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.poll!==void 0){let l=t.poll,se=s,ge=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let p={
instancePath:r+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:d.properties.poll.required,parentSchema:d.properties.poll,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:r+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.poll.required,
parentSchema:d.properties.poll,data:l};e===null?e=[p]:e.push(p),s++}let K=s;for(let p in l)if(!(p==="seconds"||p==="source")){let q={instancePath:r+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.poll,data:l};e===null?e=[q]:e.push(q),s++}if(l.seconds!==void 0){let p=l.seconds,q=s,ne=s;if(typeof p=="number"){if(p<=0||isNaN(p)){let le={instancePath:r+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:d.properties.poll.properties.seconds,data:p};e===null?e=[le]:e.push(le),s++}}else{let le={instancePath:r+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:d.properties.poll.properties.seconds.type,parentSchema:d.
properties.poll.properties.seconds,data:p};e===null?e=[le]:e.push(le),s++}var vt=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,le=s;if(typeof p=="string"){
if(me(p)<1){let y={instancePath:r+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}var yr=ne===s,vt=q===s}}else{let K={instancePath:r+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.poll.type,parentSchema:d.properties.
poll,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.probe!==void 0){let l=t.probe,se=s,ge=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){
let p={instancePath:r+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:d.properties.probe.required,parentSchema:d.properties.probe,data:l};e===null?e=[p]:e.push(p),s++}if(l.accepted===void 0){let p={instancePath:r+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:d.
properties.probe.required,parentSchema:d.properties.probe,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:r+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.probe.required,
parentSchema:d.properties.probe,data:l};e===null?e=[p]:e.push(p),s++}let K=s;for(let p in l)if(!(p==="path"||p==="accepted"||p==="source")){let q={instancePath:r+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:d.properties.probe,data:l};e===null?e=[q]:e.push(q),s++}if(l.path!==void 0){let p=l.path,q=s,ne=s,le=s;if(typeof p=="string"){if(!Nt.
test(p)){let H={instancePath:r+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ee,data:p};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:r+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Ee.type,parentSchema:Ee,data:p};e===null?e=[H]:e.push(H),s++}var ft=ne===s,Er=q===s}if(l.accepted!==void 0){let p=l.accepted,
q=s,ne=s;if(Array.isArray(p)){if(p.length<1){let A={instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.probe.properties.accepted,data:p};e===null?e=[A]:e.push(A),s++}
let H=!0,y=p.length;for(let A=0;A<y;A++){let ae=p[A],ie=s;if(!(typeof ae=="number"&&!(ae%1)&&!isNaN(ae))){let b={instancePath:r+"/probe/accepted/"+A,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.probe.properties.accepted.
items.type,parentSchema:d.properties.probe.properties.accepted.items,data:ae};e===null?e=[b]:e.push(b),s++}let S=s;if(typeof ae=="number"){if(ae>599||isNaN(ae)){
let b={instancePath:r+"/probe/accepted/"+A,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:d.properties.probe.properties.accepted.items,data:ae};e===null?e=[b]:e.push(b),s++}if(ae<100||isNaN(ae)){let b={
instancePath:r+"/probe/accepted/"+A,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:d.properties.probe.properties.accepted.items,data:ae};e===null?e=[b]:e.push(b),s++}}var fn=ie===s;fn||(H=!1)}}else{let H={
instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.
properties.probe.properties.accepted.type,parentSchema:d.properties.probe.properties.accepted,data:p};e===null?e=[H]:e.push(H),s++}var Er=q===s}if(l.source!==void 0){
let p=l.source,q=s,ne=s,le=s;if(typeof p=="string"){if(me(p)<1){let y={instancePath:r+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/pro\
be/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:p};e===null?e=[y]:
e.push(y),s++}var Ed=ne===s,Er=q===s}}else{let K={instancePath:r+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:d.properties.probe.type,parentSchema:d.properties.probe,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.modelProbe!==void 0){let l=t.
modelProbe,se=s,ge=s,ot=s,K=!1,p=null,q=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){let H={instancePath:r+"/modelProbe",schemaPath:"#/pro\
perties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.modelProbe.
oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:l};e===null?e=[H]:e.push(H),s++}if(l.names===void 0){let H={instancePath:r+"/modelProbe",schemaPath:"\
#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:d.properties.
modelProbe.oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:l};e===null?e=[H]:e.push(H),s++}}var St=q===s;St&&(K=!0,p=0);let ne=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.url===void 0){let H={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{
missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],
data:l};e===null?e=[H]:e.push(H),s++}if(l.names===void 0){let H={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.
modelProbe.oneOf[1],data:l};e===null?e=[H]:e.push(H),s++}}var St=ne===s;if(St&&K)K=!1,p=[p,1];else{St&&(K=!0,p=1);let H=s;if(l&&typeof l=="object"&&!Array.isArray(
l)&&l.untestable===void 0){let A={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"\
untestable"},message:"must have required property 'untestable'",schema:d.properties.modelProbe.oneOf[2].required,parentSchema:d.properties.modelProbe.oneOf[2],data:l};
e===null?e=[A]:e.push(A),s++}var St=H===s;St&&K?(K=!1,p=[p,2]):St&&(K=!0,p=2)}if(K)s=ot,e!==null&&(ot?e.length=ot:e=null);else{let H={instancePath:r+"/modelProb\
e",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"must match exactly one schema in oneOf",schema:d.properties.modelProbe.
oneOf,parentSchema:d.properties.modelProbe,data:l};e===null?e=[H]:e.push(H),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let y={instancePath:r+
"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",
schema:d.properties.modelProbe.required,parentSchema:d.properties.modelProbe,data:l};e===null?e=[y]:e.push(y),s++}let H=s;for(let y in l)if(!(y==="path"||y==="u\
rl"||y==="names"||y==="omits"||y==="told"||y==="except"||y==="untestable"||y==="source")){let A={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProb\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
modelProbe,data:l};e===null?e=[A]:e.push(A),s++}if(l.path!==void 0){let y=l.path,A=s,ae=s,ie=s;if(typeof y=="string"){if(!Nt.test(y)){let S={instancePath:r+"/mo\
delProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ee,data:y};e===
null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:Ee.type,parentSchema:Ee,data:y};e===null?e=[S]:e.push(S),s++}var by=ae===s,Mr=A===s}if(l.url!==void 0){let y=l.url,A=s,ae=s;if(typeof y=="string"){
if(!By.test(y)){let S={instancePath:r+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://\
[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:d.properties.modelProbe.properties.url,
data:y};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.url.type,parentSchema:d.properties.modelProbe.properties.url,data:y};e===null?
e=[S]:e.push(S),s++}var Mr=A===s}if(l.names!==void 0){let y=l.names,A=s,ae=s,ie=s;if(typeof y=="string"){if(!We.test(y)){let b={instancePath:r+"/modelProbe/name\
s",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(\
/([^/~]|~[01])+)+$",parentSchema:Q,data:y};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};e===null?e=[b]:e.push(b),s++}var wy=ae===s,Mr=A===s}if(l.omits!==void 0){
let y=l.omits,A=s,ae=s;if(typeof y=="string"){if(me(y)<1){let S={instancePath:r+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.omits,data:y};
e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:d.properties.modelProbe.properties.omits.type,parentSchema:d.properties.modelProbe.properties.omits,data:y};e===null?e=
[S]:e.push(S),s++}var Mr=A===s}if(l.told!==void 0){let y=l.told,A=s,ae=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:r+"/modelProbe/told",schemaPath:"\
#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.
modelProbe.properties.told,data:y};e===null?e=[$]:e.push($),s++}let S=!0,b=y.length;for(let $=0;$<b;$++){let z=y[$],X=s,N=s;if(z&&typeof z=="object"&&!Array.isArray(
z)){if(z.at===void 0){let ee={instancePath:r+"/modelProbe/told/"+$,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:d.properties.modelProbe.properties.told.items.required,parentSchema:d.properties.modelProbe.
properties.told.items,data:z};e===null?e=[ee]:e.push(ee),s++}if(z.constant===void 0){let ee={instancePath:r+"/modelProbe/told/"+$,schemaPath:"#/properties/model\
Probe/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:d.properties.
modelProbe.properties.told.items.required,parentSchema:d.properties.modelProbe.properties.told.items,data:z};e===null?e=[ee]:e.push(ee),s++}let C=s;for(let ee in z)
if(!(ee==="at"||ee==="constant")){let pe={instancePath:r+"/modelProbe/told/"+$,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:ee},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe.properties.told.
items,data:z};e===null?e=[pe]:e.push(pe),s++}if(z.at!==void 0){let ee=z.at,pe=s,_e=s,De=s;if(typeof ee=="string"){if(!We.test(ee)){let ue={instancePath:r+"/mode\
lProbe/told/"+$+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01\
])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:ee};e===null?e=[ue]:e.push(ue),s++}}else{let ue={instancePath:r+"/modelProbe/told/"+$+"/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:ee};e===null?e=[ue]:e.push(ue),s++}var vy=_e===
s,Md=pe===s}}else{let C={instancePath:r+"/modelProbe/told/"+$,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:d.properties.modelProbe.properties.told.items.type,parentSchema:d.properties.modelProbe.properties.told.items,data:z};e===null?
e=[C]:e.push(C),s++}var Fr=X===s;Fr||(S=!1)}}else{let S={instancePath:r+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"ty\
pe",params:{type:"array"},message:"must be array",schema:d.properties.modelProbe.properties.told.type,parentSchema:d.properties.modelProbe.properties.told,data:y};
e===null?e=[S]:e.push(S),s++}var Mr=A===s}if(l.except!==void 0){let y=l.except,A=s,ae=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:r+"/modelProbe/e\
xcept",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.
properties.modelProbe.properties.except,data:y};e===null?e=[$]:e.push($),s++}let S=!0,b=y.length;for(let $=0;$<b;$++){let z=y[$],X=s,N=s;if(z&&typeof z=="object"&&
!Array.isArray(z)){if(z.prefix===void 0){let ee={instancePath:r+"/modelProbe/except/"+$,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"\
required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:d.properties.modelProbe.properties.except.items.required,parentSchema:d.
properties.modelProbe.properties.except.items,data:z};e===null?e=[ee]:e.push(ee),s++}if(z.reason===void 0){let ee={instancePath:r+"/modelProbe/except/"+$,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:d.
properties.modelProbe.properties.except.items.required,parentSchema:d.properties.modelProbe.properties.except.items,data:z};e===null?e=[ee]:e.push(ee),s++}let C=s;
for(let ee in z)if(!(ee==="prefix"||ee==="reason")){let pe={instancePath:r+"/modelProbe/except/"+$,schemaPath:"#/properties/modelProbe/properties/except/items/a\
dditionalProperties",keyword:"additionalProperties",params:{additionalProperty:ee},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
modelProbe.properties.except.items,data:z};e===null?e=[pe]:e.push(pe),s++}if(z.prefix!==void 0){let ee=z.prefix,pe=s,_e=s;if(typeof ee=="string"){if(me(ee)<1){let De={
instancePath:r+"/modelProbe/except/"+$+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.except.items.properties.prefix,data:ee};e===null?
e=[De]:e.push(De),s++}}else{let De={instancePath:r+"/modelProbe/except/"+$+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/pref\
ix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:d.
properties.modelProbe.properties.except.items.properties.prefix,data:ee};e===null?e=[De]:e.push(De),s++}var Fd=pe===s}if(z.reason!==void 0){let ee=z.reason,pe=s,
_e=s;if(typeof ee=="string"){if(me(ee)<1){let ue={instancePath:r+"/modelProbe/except/"+$+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/p\
roperties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.
except.items.properties.reason,data:ee};e===null?e=[ue]:e.push(ue),s++}}else{let ue={instancePath:r+"/modelProbe/except/"+$+"/reason",schemaPath:"#/properties/m\
odelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.
except.items.properties.reason.type,parentSchema:d.properties.modelProbe.properties.except.items.properties.reason,data:ee};e===null?e=[ue]:e.push(ue),s++}var Fd=pe===
s}}else{let C={instancePath:r+"/modelProbe/except/"+$,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.modelProbe.properties.except.items.type,parentSchema:d.properties.modelProbe.properties.except.items,data:z};e===null?e=[C]:
e.push(C),s++}var Vd=X===s;Vd||(S=!1)}}else{let S={instancePath:r+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:d.properties.modelProbe.properties.except.type,parentSchema:d.properties.modelProbe.properties.except,data:y};
e===null?e=[S]:e.push(S),s++}var Mr=A===s}if(l.untestable!==void 0){let y=l.untestable,A=s,ae=s;if(typeof y=="string"){if(me(y)<1){let S={instancePath:r+"/model\
Probe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:d.properties.modelProbe.properties.untestable,data:y};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/modelProbe/un\
testable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.
properties.untestable.type,parentSchema:d.properties.modelProbe.properties.untestable,data:y};e===null?e=[S]:e.push(S),s++}var Mr=A===s}if(l.source!==void 0){let y=l.
source,A=s,ae=s,ie=s;if(typeof y=="string"){if(me(y)<1){let b={instancePath:r+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:y};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/modelProbe/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:y};e===null?e=[b]:e.
push(b),s++}var ky=ae===s,Mr=A===s}}else{let H={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.modelProbe.type,parentSchema:d.properties.modelProbe,data:l};e===null?e=[H]:e.push(H),s++}var u=se===s}if(t.valueLists!==void 0){
let l=t.valueLists,se=s,ge=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let p={instancePath:r+"/valueLists",schemaPath:"#/properti\
es/valueLists/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.valueLists,
data:l};e===null?e=[p]:e.push(p),s++}for(let p in l){let q=s;if(typeof p=="string"&&!Zy.test(p)){let ne={instancePath:r+"/valueLists",schemaPath:"#/properties/v\
alueLists/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]{0,39}$"},message:'must match pattern "^[a-z][a-z0-9-]{0,39}$"',schema:"^[a-z\
][a-z0-9-]{0,39}$",parentSchema:d.properties.valueLists.propertyNames,data:p,propertyName:p};e===null?e=[ne]:e.push(ne),s++}var no=q===s;if(!no){let ne={instancePath:r+
"/valueLists",schemaPath:"#/properties/valueLists/propertyNames",keyword:"propertyNames",params:{propertyName:p},message:"property name must be valid",schema:d.
properties.valueLists.propertyNames,parentSchema:d.properties.valueLists,data:l};e===null?e=[ne]:e.push(ne),s++}}let K=s;for(let p in l){let q=l[p],ne=s,le=s;if(q&&
typeof q=="object"&&!Array.isArray(q)){if(q.path===void 0){let y={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/propertie\
s/valueLists/additionalProperties/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.
valueLists.additionalProperties.required,parentSchema:d.properties.valueLists.additionalProperties,data:q};e===null?e=[y]:e.push(y),s++}if(q.values===void 0){let y={
instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/valueLists/additionalProperties/required",keyword:"required",params:{
missingProperty:"values"},message:"must have required property 'values'",schema:d.properties.valueLists.additionalProperties.required,parentSchema:d.properties.
valueLists.additionalProperties,data:q};e===null?e=[y]:e.push(y),s++}if(q.source===void 0){let y={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/valueLists/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required proper\
ty 'source'",schema:d.properties.valueLists.additionalProperties.required,parentSchema:d.properties.valueLists.additionalProperties,data:q};e===null?e=[y]:e.push(
y),s++}let H=s;for(let y in q)if(!(y==="path"||y==="values"||y==="next"||y==="source")){let A={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/valueLists/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must \
NOT have additional properties",schema:!1,parentSchema:d.properties.valueLists.additionalProperties,data:q};e===null?e=[A]:e.push(A),s++}if(q.path!==void 0){let y=q.
path,A=s,ae=s,ie=s;if(typeof y=="string"){if(!Nt.test(y)){let S={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/path",schemaPath:"#/$d\
efs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ee,data:y};e===null?e=[S]:e.push(S),s++}}else{
let S={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Ee.type,parentSchema:Ee,data:y};e===null?e=[S]:e.push(S),s++}var zd=ae===s,_s=A===s}if(q.values!==void 0){let y=q.values,A=s,ae=s,ie=s;if(typeof y==
"string"){if(!We.test(y)){let b={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/values",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};e===null?
e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/values",schemaPath:"#/$defs/pointer/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};e===null?e=[b]:e.push(b),s++}var xs=ae===s,_s=A===s}if(q.next!==void 0){
let y=q.next,A=s,ae=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.parameter===void 0){let b={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,
"~1")+"/next",schemaPath:"#/properties/valueLists/additionalProperties/properties/next/required",keyword:"required",params:{missingProperty:"parameter"},message:"\
must have required property 'parameter'",schema:d.properties.valueLists.additionalProperties.properties.next.required,parentSchema:d.properties.valueLists.additionalProperties.
properties.next,data:y};e===null?e=[b]:e.push(b),s++}if(y.at===void 0){let b={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/next",schemaPath:"\
#/properties/valueLists/additionalProperties/properties/next/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at\
'",schema:d.properties.valueLists.additionalProperties.properties.next.required,parentSchema:d.properties.valueLists.additionalProperties.properties.next,data:y};
e===null?e=[b]:e.push(b),s++}let S=s;for(let b in y)if(!(b==="parameter"||b==="at")){let $={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+
"/next",schemaPath:"#/properties/valueLists/additionalProperties/properties/next/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.valueLists.additionalProperties.properties.next,data:y};e===null?e=[$]:e.push(
$),s++}if(y.parameter!==void 0){let b=y.parameter,$=s,z=s;if(typeof b=="string"){if(!Gy.test(b)){let X={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(
/\//g,"~1")+"/next/parameter",schemaPath:"#/properties/valueLists/additionalProperties/properties/next/properties/parameter/pattern",keyword:"pattern",params:{pattern:"\
^[A-Za-z0-9_.-]+$"},message:'must match pattern "^[A-Za-z0-9_.-]+$"',schema:"^[A-Za-z0-9_.-]+$",parentSchema:d.properties.valueLists.additionalProperties.properties.
next.properties.parameter,data:b};e===null?e=[X]:e.push(X),s++}}else{let X={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/next/parame\
ter",schemaPath:"#/properties/valueLists/additionalProperties/properties/next/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:d.properties.valueLists.additionalProperties.properties.next.properties.parameter.type,parentSchema:d.properties.valueLists.additionalProperties.
properties.next.properties.parameter,data:b};e===null?e=[X]:e.push(X),s++}var io=$===s}if(y.at!==void 0){let b=y.at,$=s,z=s,X=s;if(typeof b=="string"){if(!We.test(
b)){let C={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/next/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:b};e===null?e=[C]:e.push(C),s++}}else{
let C={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/next/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Q.type,parentSchema:Q,data:b};e===null?e=[C]:e.push(C),s++}var Ud=z===s,io=$===s}}else{let S={instancePath:r+"/valueLists/"+p.replace(
/~/g,"~0").replace(/\//g,"~1")+"/next",schemaPath:"#/properties/valueLists/additionalProperties/properties/next/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.valueLists.additionalProperties.properties.next.type,parentSchema:d.properties.valueLists.additionalProperties.properties.next,
data:y};e===null?e=[S]:e.push(S),s++}var _s=A===s}if(q.source!==void 0){let y=q.source,A=s,ae=s,ie=s;if(typeof y=="string"){if(me(y)<1){let b={instancePath:r+"/\
valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:ce,data:y};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(
/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:y};e===
null?e=[b]:e.push(b),s++}var yn=ae===s,_s=A===s}}else{let H={instancePath:r+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/val\
ueLists/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.valueLists.additionalProperties.type,parentSchema:d.
properties.valueLists.additionalProperties,data:q};e===null?e=[H]:e.push(H),s++}var Py=ne===s}}else{let K={instancePath:r+"/valueLists",schemaPath:"#/properties\
/valueLists/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.valueLists.type,parentSchema:d.properties.valueLists,data:l};
e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.webhooks!==void 0){let l=t.webhooks,se=s,ge=s,ot=s,K=!1,p=null,q=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.
body===void 0){let H={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"\
must have required property 'body'",schema:d.properties.webhooks.oneOf[0].required,parentSchema:d.properties.webhooks.oneOf[0],data:l};e===null?e=[H]:e.push(H),
s++}var ba=q===s;ba&&(K=!0,p=0);let ne=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.query===void 0){let H={instancePath:r+"/webhooks",schemaPath:"#/properti\
es/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:d.properties.webhooks.oneOf[1].
required,parentSchema:d.properties.webhooks.oneOf[1],data:l};e===null?e=[H]:e.push(H),s++}var ba=ne===s;if(ba&&K?(K=!1,p=[p,1]):ba&&(K=!0,p=1),K)s=ot,e!==null&&
(ot?e.length=ot:e=null);else{let H={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"must \
match exactly one schema in oneOf",schema:d.properties.webhooks.oneOf,parentSchema:d.properties.webhooks,data:l};e===null?e=[H]:e.push(H),s++}if(l&&typeof l=="o\
bject"&&!Array.isArray(l)){if(l.source===void 0){let y={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.webhooks.required,parentSchema:d.properties.webhooks,data:l};e===null?e=[y]:e.push(y),
s++}let H=s;for(let y in l)if(!(y==="body"||y==="query"||y==="with"||y==="signature"||y==="challenge"||y==="told"||y==="source")){let A={instancePath:r+"/webhoo\
ks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:d.properties.webhooks,data:l};e===null?e=[A]:e.push(A),s++}if(l.body!==void 0){let y=l.body,A=s,ae=s,ie=s;if(typeof y=="string"){if(!We.
test(y)){let S={instancePath:r+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must mat\
ch pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/webhooks/body",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};e===null?e=[S]:e.push(S),s++}
var $y=ae===s,ss=A===s}if(l.query!==void 0){let y=l.query,A=s,ae=s;if(typeof y=="string"){if(me(y)<1){let S={instancePath:r+"/webhooks/query",schemaPath:"#/prop\
erties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.
webhooks.properties.query,data:y};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:r+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.query.type,parentSchema:d.properties.webhooks.properties.
query,data:y};e===null?e=[S]:e.push(S),s++}var ss=A===s}if(l.with!==void 0){let y=l.with,A=s,ae=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:r+"/we\
bhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:d.properties.webhooks.properties.with,data:y};e===null?e=[$]:e.push($),s++}let S=!0,b=y.length;for(let $=0;$<b;$++){let z=y[$],X=s,N=s;if(z&&typeof z==
"object"&&!Array.isArray(z)){if(z.to===void 0){let ee={instancePath:r+"/webhooks/with/"+$,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"\
required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:d.properties.webhooks.properties.with.items.required,parentSchema:d.properties.
webhooks.properties.with.items,data:z};e===null?e=[ee]:e.push(ee),s++}if(z.constant===void 0){let ee={instancePath:r+"/webhooks/with/"+$,schemaPath:"#/propertie\
s/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:d.properties.
webhooks.properties.with.items.required,parentSchema:d.properties.webhooks.properties.with.items,data:z};e===null?e=[ee]:e.push(ee),s++}let C=s;for(let ee in z)
if(!(ee==="to"||ee==="constant")){let pe={instancePath:r+"/webhooks/with/"+$,schemaPath:"#/properties/webhooks/properties/with/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:ee},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.with.
items,data:z};e===null?e=[pe]:e.push(pe),s++}if(z.to!==void 0){let ee=z.to,pe=s,_e=s,De=s;if(typeof ee=="string"){if(!We.test(ee)){let ue={instancePath:r+"/webh\
ooks/with/"+$+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:ee};e===null?e=[ue]:e.push(ue),s++}}else{let ue={instancePath:r+"/webhooks/with/"+$+"/to",schemaPath:"#\
/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:ee};e===null?e=[ue]:e.push(ue),s++}var Jd=_e===
s,wa=pe===s}}else{let C={instancePath:r+"/webhooks/with/"+$,schemaPath:"#/properties/webhooks/properties/with/items/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:d.properties.webhooks.properties.with.items.type,parentSchema:d.properties.webhooks.properties.with.items,data:z};e===null?e=[C]:
e.push(C),s++}var Dd=X===s;Dd||(S=!1)}}else{let S={instancePath:r+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:d.properties.webhooks.properties.with.type,parentSchema:d.properties.webhooks.properties.with,data:y};e===null?e=[S]:
e.push(S),s++}var ss=A===s}if(l.signature!==void 0){let y=l.signature,A=s,ae=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.algorithm===void 0){let b={instancePath:r+
"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"algorithm"},message:"must hav\
e required property 'algorithm'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};e===
null?e=[b]:e.push(b),s++}if(y.header===void 0){let b={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"\
required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.
properties.webhooks.properties.signature,data:y};e===null?e=[b]:e.push(b),s++}if(y.encoding===void 0){let b={instancePath:r+"/webhooks/signature",schemaPath:"#/\
properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required property 'encoding'",schema:d.
properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};e===null?e=[b]:e.push(b),s++}if(y.signed===void 0){
let b={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"signed"},
message:"must have required property 'signed'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,
data:y};e===null?e=[b]:e.push(b),s++}if(y.key===void 0){let b={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/requi\
red",keyword:"required",params:{missingProperty:"key"},message:"must have required property 'key'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.
properties.webhooks.properties.signature,data:y};e===null?e=[b]:e.push(b),s++}let S=s;for(let b in y)if(!Vs.call(d.properties.webhooks.properties.signature.properties,
b)){let $={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature,data:y};e===null?e=[$]:e.push(
$),s++}if(y.algorithm!==void 0){let b=y.algorithm,$=s,z=d.properties.webhooks.properties.signature.properties.algorithm.enum;if(!(b==="hmac-sha256"||b==="hmac-s\
ha512"||b==="ed25519")){let X={instancePath:r+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properties/signature/properties/algorithm/enum",
keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must be equal to one of the allowed values",
schema:d.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:d.properties.webhooks.properties.signature.properties.algorithm,data:b};
e===null?e=[X]:e.push(X),s++}var gr=$===s}if(y.header!==void 0){let b=y.header,$=s,z=s,X=s;if(typeof b=="string"){if(!Bt.test(b)){let C={instancePath:r+"/webhoo\
ks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]\
+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:wt,data:b};e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:r+"/webhooks/signature/header",schemaPath:"#/$def\
s/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.type,parentSchema:wt,data:b};e===null?e=[C]:e.push(C),s++}var Cd=z===
s,gr=$===s}if(y.separator!==void 0){let b=y.separator,$=s,z=s;if(typeof b=="string"){if(me(b)<1){let N={instancePath:r+"/webhooks/signature/separator",schemaPath:"\
#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.separator,data:b};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/webhook\
s/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:d.properties.webhooks.properties.signature.properties.separator.type,parentSchema:d.properties.webhooks.properties.signature.properties.separator,
data:b};e===null?e=[N]:e.push(N),s++}var gr=$===s}if(y.prefix!==void 0){let b=y.prefix,$=s,z=s;if(typeof b=="string"){if(me(b)<1){let N={instancePath:r+"/webhoo\
ks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT \
have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.prefix,data:b};e===null?e=[N]:e.push(N),s++}}else{let N={
instancePath:r+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:d.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:d.properties.webhooks.properties.signature.properties.
prefix,data:b};e===null?e=[N]:e.push(N),s++}var gr=$===s}if(y.encoding!==void 0){let b=y.encoding,$=s,z=d.properties.webhooks.properties.signature.properties.encoding.
enum;if(!(b==="hex"||b==="base64")){let N={instancePath:r+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/properties/encod\
ing/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of the allowed\
 values",schema:d.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:d.properties.webhooks.properties.signature.properties.encoding,
data:b};e===null?e=[N]:e.push(N),s++}var gr=$===s}if(y.headers!==void 0){let b=y.headers,$=s,z=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(Object.keys(b).
length<1){let C={instancePath:r+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.headers,
data:b};e===null?e=[C]:e.push(C),s++}let N=s;for(let C in b){let ee=b[C],pe=s,_e=s,De=s;if(typeof ee=="string"){if(!Bt.test(ee)){let ue={instancePath:r+"/webhoo\
ks/signature/headers/"+C.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:wt,data:ee};e===null?e=[ue]:e.push(ue),s++}}else{let ue={instancePath:r+"/webhoo\
ks/signature/headers/"+C.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:wt.type,parentSchema:wt,data:ee};e===null?e=[ue]:e.push(ue),s++}var Wd=_e===s,gn=pe===s}}else{let N={instancePath:r+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:d.properties.webhooks.properties.signature.properties.headers,data:b};e===null?e=[N]:e.push(N),s++}var gr=$===
s}if(y.signed!==void 0){let b=y.signed,$=s,z=s;if(typeof b=="string"){if(me(b)<1){let N={instancePath:r+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.webhooks.properties.signature.properties.signed,data:b};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:d.properties.webhooks.properties.signature.properties.signed,data:b};e===null?e=[N]:e.push(N),s++}var gr=$===s}if(y.
time!==void 0){let b=y.time,$=s,z=s,X=s,N=!1,C=null,ee=s;if(b&&typeof b=="object"&&!Array.isArray(b)&&b.header===void 0){let De={instancePath:r+"/webhooks/signa\
ture/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:d.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:d.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:b};e===null?e=[De]:e.push(De),s++}var va=ee===s;va&&(N=!0,C=0);let pe=s;if(b&&typeof b=="object"&&!Array.isArray(b)&&b.member===
void 0){let De={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:d.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:d.properties.webhooks.properties.signature.properties.time.oneOf[1],data:b};e===null?e=[De]:e.push(De),s++}var va=pe===s;if(va&&N?(N=!1,C=
[C,1]):va&&(N=!0,C=1),N)s=X,e!==null&&(X?e.length=X:e=null);else{let De={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:C},message:"must match exactly one schema in oneOf",schema:d.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:b};e===null?e=[De]:e.push(De),s++}if(b&&typeof b=="\
object"&&!Array.isArray(b)){if(b.unit===void 0){let U={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:d.properties.webhooks.properties.signature.
properties.time.required,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:b};e===null?e=[U]:e.push(U),s++}if(b.toleranceSeconds===void 0){
let U={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:d.properties.webhooks.properties.signature.properties.time.required,parentSchema:d.
properties.webhooks.properties.signature.properties.time,data:b};e===null?e=[U]:e.push(U),s++}let De=s;for(let U in b)if(!(U==="header"||U==="separator"||U==="p\
refix"||U==="member"||U==="unit"||U==="toleranceSeconds")){let Te={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.webhooks.properties.signature.properties.time,data:b};e===null?e=[Te]:e.push(Te),s++}if(b.header!==void 0){let U=b.header,Te=s,Oe=s,et=s;if(typeof U==
"string"){if(!Bt.test(U)){let Ae={instancePath:r+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:wt,data:U};e===null?e=[Ae]:e.push(Ae),s++}}else{let Ae={
instancePath:r+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.type,
parentSchema:wt,data:U};e===null?e=[Ae]:e.push(Ae),s++}var Sy=Oe===s,Qt=Te===s}if(b.separator!==void 0){let U=b.separator,Te=s,Oe=s;if(typeof U=="string"){if(me(
U)<1){let Ae={instancePath:r+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.
time.properties.separator,data:U};e===null?e=[Ae]:e.push(Ae),s++}}else{let Ae={instancePath:r+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.separator,data:U};
e===null?e=[Ae]:e.push(Ae),s++}var Qt=Te===s}if(b.prefix!==void 0){let U=b.prefix,Te=s,Oe=s;if(typeof U=="string"){if(me(U)<1){let Ae={instancePath:r+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.prefix,data:U};e===null?
e=[Ae]:e.push(Ae),s++}}else{let Ae={instancePath:r+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.prefix,data:U};e===null?e=[Ae]:e.push(Ae),s++}var Qt=Te===s}if(b.
member!==void 0){let U=b.member,Te=s,Oe=s,et=s;if(typeof U=="string"){if(!We.test(U)){let Ke={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:Q,data:U};e===null?e=[Ke]:e.push(Ke),s++}}else{let Ke={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:U};e===null?e=[Ke]:e.push(Ke),s++}var _y=Oe===s,Qt=Te===s}if(b.unit!==void 0){
let U=b.unit,Te=s,Oe=d.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(U==="seconds"||U==="milliseconds"||U==="rfc3339")){let Ae={
instancePath:r+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"enum",params:{
allowedValues:d.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",schema:d.properties.
webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.unit,data:U};
e===null?e=[Ae]:e.push(Ae),s++}var Qt=Te===s}if(b.toleranceSeconds!==void 0){let U=b.toleranceSeconds,Te=s;if(!(typeof U=="number"&&!(U%1)&&!isNaN(U))){let Ae={
instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/ty\
pe",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:U};e===null?e=[Ae]:e.push(Ae),s++}let Oe=s;if(typeof U==
"number"){if(U>3600||isNaN(U)){let Ae={instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:U};e===null?e=[Ae]:e.push(Ae),s++}if(U<1||isNaN(U)){let Ae={instancePath:r+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:U};e===null?e=[Ae]:e.push(Ae),s++}}var Qt=Te===s}let ue;if(b.separator!==void 0&&b.header===void 0){let U={instancePath:r+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:d.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:b};e===null?e=[U]:e.push(U),s++}if(b.prefix!==void 0&&b.header===
void 0){let U={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:d.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:b};
e===null?e=[U]:e.push(U),s++}}else{let De={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.time.type,parentSchema:d.properties.
webhooks.properties.signature.properties.time,data:b};e===null?e=[De]:e.push(De),s++}var gr=$===s}if(y.key!==void 0){let b=y.key,$=s,z=s,X=!1,N=null,C=s,ee=s;if(b&&
typeof b=="object"&&!Array.isArray(b)){if(b.by===void 0){let U={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:b};e===null?e=[U]:e.push(U),s++}
if(b.path===void 0){let U={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:b};e===null?e=[U]:e.push(U),s++}if(b.at===void 0){let U={instancePath:r+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:b};e===null?e=[U]:e.push(U),s++}if(b.encoding===void 0){let U={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:b};e===null?e=[U]:e.push(U),s++}let ue=s;for(let U in b)if(!(U==="by"||U==="path"||U==="at"||U==="prefix"||U==="encoding")){let Te={instancePath:r+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:U},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:b};
e===null?e=[Te]:e.push(Te),s++}if(b.by!==void 0){let U=b.by,Te=s;if(U!=="request"){let Oe={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:U};e===null?e=[Oe]:e.push(Oe),s++}var qs=Te===s}if(b.
path!==void 0){let U=b.path,Te=s,Oe=s,et=s;if(typeof U=="string"){if(!Nt.test(U)){let Ke={instancePath:r+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ee,data:U};e===null?e=[Ke]:e.push(Ke),s++}}else{let Ke={
instancePath:r+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ee.type,parentSchema:Ee,
data:U};e===null?e=[Ke]:e.push(Ke),s++}var xy=Oe===s,qs=Te===s}if(b.at!==void 0){let U=b.at,Te=s,Oe=s,et=s;if(typeof U=="string"){if(!We.test(U)){let Ke={instancePath:r+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:U};e===null?e=[Ke]:e.push(Ke),s++}}else{let Ke={instancePath:r+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:U};e===null?e=[Ke]:e.push(Ke),s++}var qy=Oe===
s,qs=Te===s}if(b.prefix!==void 0){let U=b.prefix,Te=s,Oe=s,et=s;if(typeof U=="string"){if(me(U)<1){let Ke={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Rs,data:U};e===null?e=[Ke]:
e.push(Ke),s++}}else{let Ke={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Rs.type,parentSchema:Rs,data:U};e===null?e=[Ke]:e.push(Ke),s++}var Hd=Oe===s,qs=Te===s}if(b.encoding!==void 0){let U=b.encoding,Te=s,Oe=s,
et=Jr.enum;if(!(U==="text"||U==="hex"||U==="base64")){let Ke={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Jr.enum},message:"must be equal to one of the allowed values",schema:Jr.enum,parentSchema:Jr,data:U};e===null?e=[Ke]:e.push(Ke),s++}var Oy=Oe===
s,qs=Te===s}}else{let ue={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:b};e===null?e=[ue]:e.push(ue),s++}var qr=C===s;if(qr){X=!0,N=0;var Os=!0}let pe=s,_e=s;if(b&&typeof b=="object"&&
!Array.isArray(b)){if(b.by===void 0){let U={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:b};e===null?e=[U]:e.push(U),s++}if(b.encoding===void 0){
let U={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:b};e===null?e=[U]:e.push(U),s++}let ue=s;for(let U in b)if(!(U==="by"||U===
"prefix"||U==="encoding")){let Te={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:b};e===null?e=[Te]:e.push(Te),s++}if(b.by!==void 0){let U=b.by,Te=s;if(U!=="setting"){let Oe={instancePath:r+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:U};
e===null?e=[Oe]:e.push(Oe),s++}var oo=Te===s}if(b.prefix!==void 0){let U=b.prefix,Te=s,Oe=s,et=s;if(typeof U=="string"){if(me(U)<1){let Ke={instancePath:r+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Rs,data:U};e===null?e=[Ke]:e.push(Ke),s++}}else{let Ke={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Rs.type,parentSchema:Rs,data:U};e===null?e=[Ke]:e.push(Ke),s++}var jy=Oe===s,oo=Te===s}if(b.encoding!==
void 0){let U=b.encoding,Te=s,Oe=s,et=Jr.enum;if(!(U==="text"||U==="hex"||U==="base64")){let Ke={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Jr.enum},message:"must be equal to one of the allowed values",schema:Jr.enum,parentSchema:Jr,data:U};
e===null?e=[Ke]:e.push(Ke),s++}var Kd=Oe===s,oo=Te===s}}else{let ue={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:b};e===null?e=[ue]:e.push(ue),s++}var qr=pe===s;if(qr&&X)X=!1,
N=[N,1];else{qr&&(X=!0,N=1,Os!==!0&&(Os=!0));let ue=s,U=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.by===void 0){let et={instancePath:r+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:b};e===null?e=[et]:e.push(et),s++}if(b.url===void 0){let et={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:b};
e===null?e=[et]:e.push(et),s++}let Oe=s;for(let et in b)if(!(et==="by"||et==="url")){let Ae={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:et},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:b};e===null?e=[Ae]:e.push(Ae),s++}if(b.by!==
void 0){let et=b.by,Ae=s;if(et!=="key-set"){let Ke={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:d.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:et};e===null?e=[Ke]:e.push(Ke),s++}var Bd=Ae===s}if(b.url!==void 0){let et=b.url,Ae=s,Ke=s;
if(typeof et=="string"){if(!dc.test(et)){let qt={instancePath:r+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:et};e===null?e=[qt]:e.push(qt),s++}}else{let qt={instancePath:r+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:et};e===null?e=[qt]:e.push(qt),s++}var Bd=Ae===s}}else{let Oe={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:b};e===null?e=[Oe]:e.push(
Oe),s++}var qr=ue===s;qr&&X?(X=!1,N=[N,2]):qr&&(X=!0,N=2,Os!==!0&&(Os=!0))}if(X)s=z,e!==null&&(z?e.length=z:e=null);else{let ue={instancePath:r+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:N},message:"must match exactly one\
 schema in oneOf",schema:d.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:d.properties.webhooks.properties.signature.properties.key,
data:b};e===null?e=[ue]:e.push(ue),s++}var gr=$===s}}else{let S={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.type,parentSchema:d.properties.webhooks.properties.
signature,data:y};e===null?e=[S]:e.push(S),s++}var ss=A===s}if(l.challenge!==void 0){let y=l.challenge,A=s,ae=s,ie=s;if(typeof y=="string"){if(!We.test(y)){let b={
instancePath:r+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:y};e===null?e=[b]:e.push(b),s++}var po=ae===
s,ss=A===s}if(l.told!==void 0){let y=l.told,A=s,ae=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:r+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.webhooks.properties.
told,data:y};e===null?e=[$]:e.push($),s++}let S=!0,b=y.length;for(let $=0;$<b;$++){let z=y[$],X=s,N=s;if(z&&typeof z=="object"&&!Array.isArray(z)){if(z.at===void 0){
let ee={instancePath:r+"/webhooks/told/"+$,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.properties.webhooks.properties.told.items,data:z};e===
null?e=[ee]:e.push(ee),s++}if(z.fact===void 0){let ee={instancePath:r+"/webhooks/told/"+$,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.
properties.webhooks.properties.told.items,data:z};e===null?e=[ee]:e.push(ee),s++}let C=s;for(let ee in z)if(!(ee==="at"||ee==="fact")){let pe={instancePath:r+"/\
webhooks/told/"+$,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ee},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.told.items,data:z};e===null?e=[pe]:e.push(pe),s++}if(z.at!==void 0){
let ee=z.at,pe=s,_e=s,De=s;if(typeof ee=="string"){if(!We.test(ee)){let ue={instancePath:r+"/webhooks/told/"+$+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:ee};e===null?
e=[ue]:e.push(ue),s++}}else{let ue={instancePath:r+"/webhooks/told/"+$+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Q.type,parentSchema:Q,data:ee};e===null?e=[ue]:e.push(ue),s++}var Zd=_e===s,Gd=pe===s}if(z.fact!==void 0){let ee=z.fact,pe=s,_e=d.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(ee==="id"||ee==="model"||ee==="created")){let ue={instancePath:r+"/webhooks/told/"+$+"/fact",schemaPath:"\
#/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:d.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:d.properties.webhooks.
properties.told.items.properties.fact,data:ee};e===null?e=[ue]:e.push(ue),s++}var Gd=pe===s}}else{let C={instancePath:r+"/webhooks/told/"+$,schemaPath:"#/proper\
ties/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.told.items.type,
parentSchema:d.properties.webhooks.properties.told.items,data:z};e===null?e=[C]:e.push(C),s++}var Qd=X===s;Qd||(S=!1)}}else{let S={instancePath:r+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.
told.type,parentSchema:d.properties.webhooks.properties.told,data:y};e===null?e=[S]:e.push(S),s++}var ss=A===s}if(l.source!==void 0){let y=l.source,A=s,ae=s,ie=s;
if(typeof y=="string"){if(me(y)<1){let b={instancePath:r+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:y};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:y};e===null?e=[b]:e.push(b),s++}var Ay=ae===
s,ss=A===s}}else{let H={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.webhooks.type,parentSchema:d.properties.webhooks,data:l};e===null?e=[H]:e.push(H),s++}var u=se===s}if(t.rateLimits!==void 0){let l=t.rateLimits,se=s,
ge=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<2){let p={instancePath:r+"/rateLimits",schemaPath:"#/properties/rateLimits/minPropert\
ies",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:d.properties.rateLimits,data:l};e===null?e=[
p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:r+"/rateLimits",schemaPath:"#/properties/rateLimits/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.rateLimits.required,parentSchema:d.properties.rateLimits,data:l};e===null?e=[p]:e.push(
p),s++}let K=s;for(let p in l)if(!(p==="text"||p==="headers"||p==="retryAfter"||p==="source")){let q={instancePath:r+"/rateLimits",schemaPath:"#/properties/rate\
Limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.rateLimits,data:l};e===null?e=[q]:e.push(q),s++}if(l.text!==void 0){let p=l.text,q=s,ne=s;if(typeof p=="string"){if(me(p)<1){let le={instancePath:r+"\
/rateLimits/text",schemaPath:"#/properties/rateLimits/properties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:d.properties.rateLimits.properties.text,data:p};e===null?e=[le]:e.push(le),s++}}else{let le={instancePath:r+"/rateLimits/text",schemaPath:"\
#/properties/rateLimits/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.rateLimits.properties.text.type,
parentSchema:d.properties.rateLimits.properties.text,data:p};e===null?e=[le]:e.push(le),s++}var bn=q===s}if(l.headers!==void 0){let p=l.headers,q=s,ne=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.remaining===void 0){let y={instancePath:r+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/require\
d",keyword:"required",params:{missingProperty:"remaining"},message:"must have required property 'remaining'",schema:d.properties.rateLimits.properties.headers.required,
parentSchema:d.properties.rateLimits.properties.headers,data:p};e===null?e=[y]:e.push(y),s++}if(p.reset===void 0){let y={instancePath:r+"/rateLimits/headers",schemaPath:"\
#/properties/rateLimits/properties/headers/required",keyword:"required",params:{missingProperty:"reset"},message:"must have required property 'reset'",schema:d.
properties.rateLimits.properties.headers.required,parentSchema:d.properties.rateLimits.properties.headers,data:p};e===null?e=[y]:e.push(y),s++}if(p.resetAs===void 0){
let y={instancePath:r+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/required",keyword:"required",params:{missingProperty:"resetAs"},
message:"must have required property 'resetAs'",schema:d.properties.rateLimits.properties.headers.required,parentSchema:d.properties.rateLimits.properties.headers,
data:p};e===null?e=[y]:e.push(y),s++}let H=s;for(let y in p)if(!(y==="limit"||y==="remaining"||y==="reset"||y==="resetAs")){let A={instancePath:r+"/rateLimits/h\
eaders",schemaPath:"#/properties/rateLimits/properties/headers/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must \
NOT have additional properties",schema:!1,parentSchema:d.properties.rateLimits.properties.headers,data:p};e===null?e=[A]:e.push(A),s++}if(p.limit!==void 0){let y=p.
limit,A=s,ae=s,ie=s;if(typeof y=="string"){if(!Bt.test(y)){let S={instancePath:r+"/rateLimits/headers/limit",schemaPath:"#/$defs/headerName/pattern",keyword:"pa\
ttern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:wt,data:y};e===null?e=[S]:e.
push(S),s++}}else{let S={instancePath:r+"/rateLimits/headers/limit",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:wt.type,parentSchema:wt,data:y};e===null?e=[S]:e.push(S),s++}var js=ae===s,wn=A===s}if(p.remaining!==void 0){let y=p.remaining,A=s,ae=s,ie=s;if(typeof y==
"string"){if(!Bt.test(y)){let b={instancePath:r+"/rateLimits/headers/remaining",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Z\
a-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:wt,data:y};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+
"/rateLimits/headers/remaining",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.type,parentSchema:wt,
data:y};e===null?e=[b]:e.push(b),s++}var Ty=ae===s,wn=A===s}if(p.reset!==void 0){let y=p.reset,A=s,ae=s,ie=s;if(typeof y=="string"){if(!Bt.test(y)){let b={instancePath:r+
"/rateLimits/headers/reset",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z\
0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:wt,data:y};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/rateLimits/headers/reset",schemaPath:"\
#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.type,parentSchema:wt,data:y};e===null?e=[b]:e.push(b),s++}var Ny=ae===
s,wn=A===s}if(p.resetAs!==void 0){let y=p.resetAs,A=s,ae=d.properties.rateLimits.properties.headers.properties.resetAs.enum;if(!(y==="duration"||y==="epoch-seco\
nds"||y==="epoch-milliseconds")){let S={instancePath:r+"/rateLimits/headers/resetAs",schemaPath:"#/properties/rateLimits/properties/headers/properties/resetAs/e\
num",keyword:"enum",params:{allowedValues:d.properties.rateLimits.properties.headers.properties.resetAs.enum},message:"must be equal to one of the allowed value\
s",schema:d.properties.rateLimits.properties.headers.properties.resetAs.enum,parentSchema:d.properties.rateLimits.properties.headers.properties.resetAs,data:y};
e===null?e=[S]:e.push(S),s++}var wn=A===s}}else{let H={instancePath:r+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.rateLimits.properties.headers.type,parentSchema:d.properties.rateLimits.properties.headers,
data:p};e===null?e=[H]:e.push(H),s++}var bn=q===s}if(l.retryAfter!==void 0){let p=l.retryAfter,q=s,ne=s,le=s;if(typeof p=="string"){if(!We.test(p)){let y={instancePath:r+
"/rateLimits/retryAfter",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~\
[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/rateLimits/retryAfter",schemaPath:"#\
/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.type,parentSchema:Q,data:p};e===null?e=[y]:e.push(y),s++}var ka=ne===
s,bn=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,le=s;if(typeof p=="string"){if(me(p)<1){let y={instancePath:r+"/rateLimits/source",schemaPath:"#/$defs/\
source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),
s++}}else{let y={instancePath:r+"/rateLimits/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,
parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}var Ry=ne===s,bn=q===s}}else{let K={instancePath:r+"/rateLimits",schemaPath:"#/properties/rateLimits/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.rateLimits.type,parentSchema:d.properties.rateLimits,data:l};e===null?e=[K]:e.
push(K),s++}var u=se===s}if(t.upload!==void 0){let l=t.upload,se=s,ge=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.method===void 0){let p={instancePath:r+
"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:d.
properties.upload.required,parentSchema:d.properties.upload,data:l};e===null?e=[p]:e.push(p),s++}if(l.path===void 0){let p={instancePath:r+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.upload.required,
parentSchema:d.properties.upload,data:l};e===null?e=[p]:e.push(p),s++}if(l.reference===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/r\
equired",keyword:"required",params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:d.properties.upload.required,parentSchema:d.
properties.upload,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.upload.required,parentSchema:d.properties.upload,
data:l};e===null?e=[p]:e.push(p),s++}let K=s;for(let p in l)if(!(p==="method"||p==="path"||p==="field"||p==="reference"||p==="source")){let q={instancePath:r+"/\
upload",schemaPath:"#/properties/upload/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:d.properties.upload,data:l};e===null?e=[q]:e.push(q),s++}if(l.method!==void 0){let p=l.method,q=s,ne=d.properties.upload.properties.
method.enum;if(!(p==="POST"||p==="PUT")){let le={instancePath:r+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{
allowedValues:d.properties.upload.properties.method.enum},message:"must be equal to one of the allowed values",schema:d.properties.upload.properties.method.enum,
parentSchema:d.properties.upload.properties.method,data:p};e===null?e=[le]:e.push(le),s++}var as=q===s}if(l.path!==void 0){let p=l.path,q=s,ne=s,le=s;if(typeof p==
"string"){if(!Nt.test(p)){let y={instancePath:r+"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pat\
tern "^/"',schema:"^/",parentSchema:Ee,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Ee.type,parentSchema:Ee,data:p};e===null?e=[y]:e.push(y),s++}var Xd=ne===s,as=q===s}if(l.field!==void 0){
let p=l.field,q=s,ne=s;if(typeof p=="string"){if(me(p)<1){let H={instancePath:r+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.upload.properties.field,data:p};e===null?e=[H]:e.
push(H),s++}}else{let H={instancePath:r+"/upload/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:d.properties.upload.properties.field.type,parentSchema:d.properties.upload.properties.field,data:p};e===null?e=[H]:e.push(H),s++}var as=q===
s}if(l.reference!==void 0){let p=l.reference,q=s,ne=s,le=s;if(typeof p=="string"){if(!We.test(p)){let y={instancePath:r+"/upload/reference",schemaPath:"#/$defs/\
pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Q.type,parentSchema:Q,data:p};e===null?e=[y]:e.push(y),s++}var Yd=ne===s,as=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,le=s;if(typeof p==
"string"){if(me(p)<1){let y={instancePath:r+"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/upload/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}var Ly=ne===s,as=q===s}}else{
let K={instancePath:r+"/upload",schemaPath:"#/properties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.upload.
type,parentSchema:d.properties.upload,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.operations!==void 0){let l=t.operations,se=s,ge=s;if(l&&typeof l=="\
object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let p={instancePath:r+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minPrope\
rties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.operations,data:l};e===null?e=[p]:e.push(p),s++}let K=s;
for(let p in l)if(!(p==="video"||p==="image"||p==="audio"||p==="mesh")){let q={instancePath:r+"/operations",schemaPath:"#/properties/operations/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.operations,
data:l};e===null?e=[q]:e.push(q),s++}if(l.video!==void 0){let p=l.video,q=s;Ft(p,{instancePath:r+"/operations/video",parentData:l,parentDataProperty:"video",rootData:i,
dynamicAnchors:o})||(e=e===null?Ft.errors:e.concat(Ft.errors),s=e.length);var Pa=q===s}if(l.image!==void 0){let p=l.image,q=s;Ft(p,{instancePath:r+"/operations/\
image",parentData:l,parentDataProperty:"image",rootData:i,dynamicAnchors:o})||(e=e===null?Ft.errors:e.concat(Ft.errors),s=e.length);var Pa=q===s}if(l.audio!==void 0){
let p=l.audio,q=s;Ft(p,{instancePath:r+"/operations/audio",parentData:l,parentDataProperty:"audio",rootData:i,dynamicAnchors:o})||(e=e===null?Ft.errors:e.concat(
Ft.errors),s=e.length);var Pa=q===s}if(l.mesh!==void 0){let p=l.mesh,q=s;Ft(p,{instancePath:r+"/operations/mesh",parentData:l,parentDataProperty:"mesh",rootData:i,
dynamicAnchors:o})||(e=e===null?Ft.errors:e.concat(Ft.errors),s=e.length);var Pa=q===s}}else{let K={instancePath:r+"/operations",schemaPath:"#/properties/operat\
ions/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.operations.type,parentSchema:d.properties.operations,data:l};e===null?
e=[K]:e.push(K),s++}var u=se===s}if(t.errors!==void 0){let l=t.errors,se=s,ge=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.message===void 0){let p={instancePath:r+
"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:d.
properties.errors.required,parentSchema:d.properties.errors,data:l};e===null?e=[p]:e.push(p),s++}if(l.code===void 0){let p={instancePath:r+"/errors",schemaPath:"\
#/properties/errors/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:d.properties.errors.required,
parentSchema:d.properties.errors,data:l};e===null?e=[p]:e.push(p),s++}if(l.proofs===void 0){let p={instancePath:r+"/errors",schemaPath:"#/properties/errors/requ\
ired",keyword:"required",params:{missingProperty:"proofs"},message:"must have required property 'proofs'",schema:d.properties.errors.required,parentSchema:d.properties.
errors,data:l};e===null?e=[p]:e.push(p),s++}let K=s;for(let p in l)if(!(p==="message"||p==="code"||p==="codeHeader"||p==="status"||p==="inside"||p==="proofs")){
let q={instancePath:r+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must\
 NOT have additional properties",schema:!1,parentSchema:d.properties.errors,data:l};e===null?e=[q]:e.push(q),s++}if(l.message!==void 0){let p=l.message,q=s;xt(p,
{instancePath:r+"/errors/message",parentData:l,parentDataProperty:"message",rootData:i,dynamicAnchors:o})||(e=e===null?xt.errors:e.concat(xt.errors),s=e.length);
var As=q===s}if(l.code!==void 0){let p=l.code,q=s;xt(p,{instancePath:r+"/errors/code",parentData:l,parentDataProperty:"code",rootData:i,dynamicAnchors:o})||(e=e===
null?xt.errors:e.concat(xt.errors),s=e.length);var As=q===s}if(l.codeHeader!==void 0){let p=l.codeHeader,q=s,ne=s,le=s;if(typeof p=="string"){if(!Bt.test(p)){let y={
instancePath:r+"/errors/codeHeader",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "\
^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:wt,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/errors/codeHeader",schemaPath:"\
#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.type,parentSchema:wt,data:p};e===null?e=[y]:e.push(y),s++}var Iy=ne===
s,As=q===s}if(l.status!==void 0){let p=l.status,q=s,ne=s,le=s;if(typeof p=="string"){if(!We.test(p)){let y={instancePath:r+"/errors/status",schemaPath:"#/$defs/\
pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Q.type,parentSchema:Q,data:p};e===null?e=[y]:e.push(y),s++}var co=ne===s,As=q===s}if(l.inside!==void 0){let p=l.inside,q=s,ne=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.at===void 0){let y={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.errors.
properties.inside,data:p};e===null?e=[y]:e.push(y),s++}if(p.source===void 0){let y={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.inside.
required,parentSchema:d.properties.errors.properties.inside,data:p};e===null?e=[y]:e.push(y),s++}let H=s;for(let y in p)if(!(y==="at"||y==="unless"||y==="source")){
let A={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.inside,data:p};e===null?e=[A]:e.push(A),s++}if(p.at!==void 0){
let y=p.at,A=s,ae=s,ie=s;if(typeof y=="string"){if(!We.test(y)){let S={instancePath:r+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Q,data:y};e===null?e=[S]:
e.push(S),s++}}else{let S={instancePath:r+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.
type,parentSchema:Q,data:y};e===null?e=[S]:e.push(S),s++}var Ey=ae===s,mo=A===s}if(p.unless!==void 0){let y=p.unless,A=s;if(!Array.isArray(y)){let S={instancePath:r+
"/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.
properties.errors.properties.inside.properties.unless.type,parentSchema:d.properties.errors.properties.inside.properties.unless,data:y};e===null?e=[S]:e.push(S),
s++}let ae=s;var mo=A===s}if(p.source!==void 0){let y=p.source,A=s,ae=s,ie=s;if(typeof y=="string"){if(me(y)<1){let b={instancePath:r+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:y};e===null?e=[b]:e.
push(b),s++}}else{let b={instancePath:r+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:ce.type,parentSchema:ce,data:y};e===null?e=[b]:e.push(b),s++}var My=ae===s,mo=A===s}}else{let H={instancePath:r+"/errors/inside",schemaPath:"#/properties\
/errors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.inside.type,parentSchema:d.
properties.errors.properties.inside,data:p};e===null?e=[H]:e.push(H),s++}var As=q===s}if(l.proofs!==void 0){let p=l.proofs,q=s,ne=s;if(Array.isArray(p)){if(p.length<
1){let A={instancePath:r+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have\
 fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs,data:p};e===null?e=[A]:e.push(A),s++}let H=!0,y=p.length;for(let A=0;A<y;A++){let ae=p[A],
ie=s,S=s;if(ae&&typeof ae=="object"&&!Array.isArray(ae)){if(ae.status===void 0){let $={instancePath:r+"/errors/proofs/"+A,schemaPath:"#/properties/errors/proper\
ties/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:d.properties.errors.properties.
proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:ae};e===null?e=[$]:e.push($),s++}if(ae.proves===void 0){let $={instancePath:r+
"/errors/proofs/"+A,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:ae};e===null?
e=[$]:e.push($),s++}if(ae.source===void 0){let $={instancePath:r+"/errors/proofs/"+A,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.
properties.errors.properties.proofs.items,data:ae};e===null?e=[$]:e.push($),s++}let b=s;for(let $ in ae)if(!($==="status"||$==="codes"||$==="says"||$==="proves"||
$==="means"||$==="source")){let z={instancePath:r+"/errors/proofs/"+A,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.proofs.items,
data:ae};e===null?e=[z]:e.push(z),s++}if(ae.status!==void 0){let $=ae.status,z=s,X=s;if(typeof $=="string"){if(!Qy.test($)){let N={instancePath:r+"/errors/proof\
s/"+A+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:d.properties.errors.properties.proofs.items.properties.status,data:$};e===
null?e=[N]:e.push(N),s++}}else{let N={instancePath:r+"/errors/proofs/"+A+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.status.type,parentSchema:d.properties.
errors.properties.proofs.items.properties.status,data:$};e===null?e=[N]:e.push(N),s++}var Vr=z===s}if(ae.codes!==void 0){let $=ae.codes,z=s,X=s;if(Array.isArray(
$)){if($.length<1){let pe={instancePath:r+"/errors/proofs/"+A+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:$};
e===null?e=[pe]:e.push(pe),s++}let C=!0,ee=$.length;for(let pe=0;pe<ee;pe++){let _e=$[pe],De=s;if(typeof _e!="string"){let U={instancePath:r+"/errors/proofs/"+A+
"/codes/"+pe,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes.items,data:_e};
e===null?e=[U]:e.push(U),s++}let ue=s;var ec=De===s;ec||(C=!1)}}else{let C={instancePath:r+"/errors/proofs/"+A+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:$};e===null?e=[C]:e.push(C),s++}var Vr=z===s}if(ae.says!==void 0){let $=ae.
says,z=s,X=s;if(Array.isArray($)){if($.length<1){let pe={instancePath:r+"/errors/proofs/"+A+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.
items.properties.says,data:$};e===null?e=[pe]:e.push(pe),s++}let C=!0,ee=$.length;for(let pe=0;pe<ee;pe++){let _e=$[pe],De=s,ue=s;if(typeof _e=="string"){if(me(
_e)<1){let U={instancePath:r+"/errors/proofs/"+A+"/says/"+pe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,
data:_e};e===null?e=[U]:e.push(U),s++}}else{let U={instancePath:r+"/errors/proofs/"+A+"/says/"+pe,schemaPath:"#/properties/errors/properties/proofs/items/proper\
ties/says/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.says.items.type,
parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,data:_e};e===null?e=[U]:e.push(U),s++}var lo=De===s;lo||(C=!1)}}else{let C={instancePath:r+
"/errors/proofs/"+A+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be \
array",schema:d.properties.errors.properties.proofs.items.properties.says.type,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:$};
e===null?e=[C]:e.push(C),s++}var Vr=z===s}if(ae.proves!==void 0){let $=ae.proves,z=s,X=d.properties.errors.properties.proofs.items.properties.proves.enum;if(!($===
"rejected"||$==="busy"||$==="credentials"||$==="payment"||$==="may-exist"||$==="unknown-model")){let C={instancePath:r+"/errors/proofs/"+A+"/proves",schemaPath:"\
#/properties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:d.properties.errors.properties.proofs.items.properties.
proves.enum},message:"must be equal to one of the allowed values",schema:d.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:d.properties.
errors.properties.proofs.items.properties.proves,data:$};e===null?e=[C]:e.push(C),s++}var Vr=z===s}if(ae.means!==void 0){let $=ae.means,z=s,X=s;if(typeof $=="st\
ring"){if(me($)<1){let C={instancePath:r+"/errors/proofs/"+A+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:$};
e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:r+"/errors/proofs/"+A+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.means.type,parentSchema:d.properties.
errors.properties.proofs.items.properties.means,data:$};e===null?e=[C]:e.push(C),s++}var Vr=z===s}if(ae.source!==void 0){let $=ae.source,z=s,X=s,N=s;if(typeof $==
"string"){if(me($)<1){let ee={instancePath:r+"/errors/proofs/"+A+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:$};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/errors/proofs/"+A+"/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:$};e===null?e=[ee]:e.push(ee),
s++}var zr=X===s,Vr=z===s}}else{let b={instancePath:r+"/errors/proofs/"+A,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:d.properties.errors.properties.proofs.items.type,parentSchema:d.properties.errors.properties.proofs.items,data:ae};e===
null?e=[b]:e.push(b),s++}var tc=ie===s;tc||(H=!1)}}else{let H={instancePath:r+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.type,parentSchema:d.properties.errors.properties.proofs,data:p};
e===null?e=[H]:e.push(H),s++}var As=q===s}}else{let K={instancePath:r+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.errors.type,parentSchema:d.properties.errors,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.cancelRules!==void 0){let l=t.
cancelRules,se=s,ge=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.queued===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRul\
es/required",keyword:"required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:d.properties.cancelRules.required,parentSchema:d.
properties.cancelRules,data:l};e===null?e=[p]:e.push(p),s++}if(l.processing===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/\
required",keyword:"required",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:d.properties.cancelRules.required,parentSchema:d.
properties.cancelRules,data:l};e===null?e=[p]:e.push(p),s++}if(l.ended===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/requi\
red",keyword:"required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:d.properties.cancelRules.required,parentSchema:d.properties.
cancelRules,data:l};e===null?e=[p]:e.push(p),s++}if(l.cancelled===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:d.properties.cancelRules.required,parentSchema:d.properties.
cancelRules,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.cancelRules.required,parentSchema:d.properties.cancelRules,
data:l};e===null?e=[p]:e.push(p),s++}let K=s;for(let p in l)if(!(p==="queued"||p==="processing"||p==="ended"||p==="cancelled"||p==="source")){let q={instancePath:r+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:d.properties.cancelRules,data:l};e===null?e=[q]:e.push(q),s++}if(l.queued!==void 0){let p=l.queued,q=s,ne=s,le=s,H=s,
y=s,A=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let ae;if(p.body===void 0&&(ae="body")||p.error===void 0&&(ae="error")){let ie={};e===null?e=[ie]:e.push(ie),
s++}}var Ts=A===s;if(Ts){let ae={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be v\
alid",schema:re.allOf[0].not,parentSchema:re.allOf[0],data:p};e===null?e=[ae]:e.push(ae),s++}else s=y,e!==null&&(y?e.length=y:e=null);var Fy=H===s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.then===void 0){let ie={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{
missingProperty:"then"},message:"must have required property 'then'",schema:re.required,parentSchema:re,data:p};e===null?e=[ie]:e.push(ie),s++}let ae=s;for(let ie in p)
if(!(ie==="then"||ie==="status"||ie==="body"||ie==="error")){let S={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:ie},message:"must NOT have additional properties",schema:!1,parentSchema:re,data:p};e===null?e=[S]:e.push(S),s++}
if(p.then!==void 0){let ie=p.then,S=s,b=re.properties.then.enum;if(!(ie==="cancelled"||ie==="goes-on"||ie==="removed"||ie==="refused")){let $={instancePath:r+"/\
cancelRules/queued/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:re.properties.then.enum},message:"must be equ\
al to one of the allowed values",schema:re.properties.then.enum,parentSchema:re.properties.then,data:ie};e===null?e=[$]:e.push($),s++}var uo=S===s}if(p.status!==
void 0){let ie=p.status,S=s;if(!(typeof ie=="number"&&!(ie%1)&&!isNaN(ie))){let z={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/pr\
operties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:re.properties.status.type,parentSchema:re.properties.status,data:ie};
e===null?e=[z]:e.push(z),s++}let b=s;if(typeof ie=="number"){if(ie>599||isNaN(ie)){let z={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancel\
Rule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:re.properties.status,data:ie};
e===null?e=[z]:e.push(z),s++}if(ie<200||isNaN(ie)){let z={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:re.properties.status,data:ie};e===null?e=[z]:e.push(z),s++}}
var uo=S===s}if(p.error!==void 0){let ie=p.error,S=s,b=s;if(ie&&typeof ie=="object"&&!Array.isArray(ie)){if(ie.code===void 0){let X={instancePath:r+"/cancelRule\
s/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required propert\
y 'code'",schema:re.properties.error.required,parentSchema:re.properties.error,data:ie};e===null?e=[X]:e.push(X),s++}if(ie.message===void 0){let X={instancePath:r+
"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have r\
equired property 'message'",schema:re.properties.error.required,parentSchema:re.properties.error,data:ie};e===null?e=[X]:e.push(X),s++}let z=s;for(let X in ie)if(!(X===
"code"||X==="message")){let N={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:X},message:"must NOT have additional properties",schema:!1,parentSchema:re.properties.error,data:ie};e===null?e=[N]:e.
push(N),s++}if(ie.code!==void 0){let X=ie.code,N=s,C=s;if(typeof X=="string"){if(me(X)<1){let ee={instancePath:r+"/cancelRules/queued/error/code",schemaPath:"#/\
$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.
properties.error.properties.code,data:X};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:r+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancel\
Rule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.code.type,parentSchema:re.
properties.error.properties.code,data:X};e===null?e=[ee]:e.push(ee),s++}var rc=N===s}if(ie.message!==void 0){let X=ie.message,N=s,C=s;if(typeof X=="string"){if(me(
X)<1){let pe={instancePath:r+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.properties.error.properties.message,data:X};e===null?e=[pe]:e.push(
pe),s++}}else{let pe={instancePath:r+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:re.properties.error.properties.message.type,parentSchema:re.properties.error.properties.message,data:X};e===
null?e=[pe]:e.push(pe),s++}var rc=N===s}}else{let z={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:re.properties.error.type,parentSchema:re.properties.error,data:ie};e===null?e=[z]:e.push(z),s++}var uo=S===
s}}else{let ae={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:re.
type,parentSchema:re,data:p};e===null?e=[ae]:e.push(ae),s++}var sc=ne===s,Ur=q===s}if(l.processing!==void 0){let p=l.processing,q=s,ne=s,le=s,H=s,y=s,A=s;if(p&&
typeof p=="object"&&!Array.isArray(p)){let ie;if(p.body===void 0&&(ie="body")||p.error===void 0&&(ie="error")){let S={};e===null?e=[S]:e.push(S),s++}}var ac=A===
s;if(ac){let ie={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:re.
allOf[0].not,parentSchema:re.allOf[0],data:p};e===null?e=[ie]:e.push(ie),s++}else s=y,e!==null&&(y?e.length=y:e=null);var v=H===s;if(p&&typeof p=="object"&&!Array.
isArray(p)){if(p.then===void 0){let S={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:re.required,parentSchema:re,data:p};e===null?e=[S]:e.push(S),s++}let ie=s;for(let S in p)if(!(S==="th\
en"||S==="status"||S==="body"||S==="error")){let b={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"addit\
ionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:re,data:p};e===null?e=[b]:e.push(b),s++}if(p.
then!==void 0){let S=p.then,b=s,$=re.properties.then.enum;if(!(S==="cancelled"||S==="goes-on"||S==="removed"||S==="refused")){let z={instancePath:r+"/cancelRule\
s/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:re.properties.then.enum},message:"must be equal to \
one of the allowed values",schema:re.properties.then.enum,parentSchema:re.properties.then,data:S};e===null?e=[z]:e.push(z),s++}var Ne=b===s}if(p.status!==void 0){
let S=p.status,b=s;if(!(typeof S=="number"&&!(S%1)&&!isNaN(S))){let X={instancePath:r+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties\
/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:re.properties.status.type,parentSchema:re.properties.status,data:S};e===null?
e=[X]:e.push(X),s++}let $=s;if(typeof S=="number"){if(S>599||isNaN(S)){let X={instancePath:r+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/pro\
perties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:re.properties.status,data:S};e===null?
e=[X]:e.push(X),s++}if(S<200||isNaN(S)){let X={instancePath:r+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:re.properties.status,data:S};e===null?e=[X]:e.push(X),s++}}var Ne=b===
s}if(p.error!==void 0){let S=p.error,b=s,$=s;if(S&&typeof S=="object"&&!Array.isArray(S)){if(S.code===void 0){let N={instancePath:r+"/cancelRules/processing/err\
or",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:re.
properties.error.required,parentSchema:re.properties.error,data:S};e===null?e=[N]:e.push(N),s++}if(S.message===void 0){let N={instancePath:r+"/cancelRules/proce\
ssing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required propert\
y 'message'",schema:re.properties.error.required,parentSchema:re.properties.error,data:S};e===null?e=[N]:e.push(N),s++}let X=s;for(let N in S)if(!(N==="code"||N===
"message")){let C={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalPrope\
rties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:re.properties.error,data:S};e===null?e=[C]:e.push(C),s++}
if(S.code!==void 0){let N=S.code,C=s,ee=s;if(typeof N=="string"){if(me(N)<1){let pe={instancePath:r+"/cancelRules/processing/error/code",schemaPath:"#/$defs/can\
celRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.
properties.error.properties.code,data:N};e===null?e=[pe]:e.push(pe),s++}}else{let pe={instancePath:r+"/cancelRules/processing/error/code",schemaPath:"#/$defs/ca\
ncelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.code.type,parentSchema:re.
properties.error.properties.code,data:N};e===null?e=[pe]:e.push(pe),s++}var bt=C===s}if(S.message!==void 0){let N=S.message,C=s,ee=s;if(typeof N=="string"){if(me(
N)<1){let _e={instancePath:r+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.properties.error.properties.message,data:N};e===null?e=[_e]:e.push(
_e),s++}}else{let _e={instancePath:r+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.message.type,parentSchema:re.properties.error.properties.message,data:N};
e===null?e=[_e]:e.push(_e),s++}var bt=C===s}}else{let X={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:re.properties.error.type,parentSchema:re.properties.error,data:S};e===null?e=[X]:e.push(X),s++}var Ne=b===
s}}else{let ie={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:re.
type,parentSchema:re,data:p};e===null?e=[ie]:e.push(ie),s++}var ns=ne===s,Ur=q===s}if(l.ended!==void 0){let p=l.ended,q=s,ne=s,le=s,H=s,y=s,A=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){let ie;if(p.body===void 0&&(ie="body")||p.error===void 0&&(ie="error")){let S={};e===null?e=[S]:e.push(S),s++}}var he=A===s;if(he){
let ie={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:re.allOf[0].not,
parentSchema:re.allOf[0],data:p};e===null?e=[ie]:e.push(ie),s++}else s=y,e!==null&&(y?e.length=y:e=null);var m=H===s;if(p&&typeof p=="object"&&!Array.isArray(p)){
if(p.then===void 0){let S={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"\
must have required property 'then'",schema:re.required,parentSchema:re,data:p};e===null?e=[S]:e.push(S),s++}let ie=s;for(let S in p)if(!(S==="then"||S==="status"||
S==="body"||S==="error")){let b={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:re,data:p};e===null?e=[b]:e.push(b),s++}if(p.then!==void 0){let S=p.then,
b=s,$=re.properties.then.enum;if(!(S==="cancelled"||S==="goes-on"||S==="removed"||S==="refused")){let z={instancePath:r+"/cancelRules/ended/then",schemaPath:"#/\
$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:re.properties.then.enum},message:"must be equal to one of the allowed values",schema:re.
properties.then.enum,parentSchema:re.properties.then,data:S};e===null?e=[z]:e.push(z),s++}var k=b===s}if(p.status!==void 0){let S=p.status,b=s;if(!(typeof S=="n\
umber"&&!(S%1)&&!isNaN(S))){let X={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:re.properties.status.type,parentSchema:re.properties.status,data:S};e===null?e=[X]:e.push(X),s++}let $=s;if(typeof S==
"number"){if(S>599||isNaN(S)){let X={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:re.properties.status,data:S};e===null?e=[X]:e.push(X),s++}if(S<200||isNaN(S)){let X={
instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:re.properties.status,data:S};e===null?e=[X]:e.push(X),s++}}var k=b===s}if(p.error!==void 0){let S=p.error,b=s,$=s;if(S&&
typeof S=="object"&&!Array.isArray(S)){if(S.code===void 0){let N={instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/requ\
ired",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:re.properties.error.required,parentSchema:re.properties.
error,data:S};e===null?e=[N]:e.push(N),s++}if(S.message===void 0){let N={instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/err\
or/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:re.properties.error.required,parentSchema:re.
properties.error,data:S};e===null?e=[N]:e.push(N),s++}let X=s;for(let N in S)if(!(N==="code"||N==="message")){let C={instancePath:r+"/cancelRules/ended/error",schemaPath:"\
#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:re.properties.error,data:S};e===null?e=[C]:e.push(C),s++}if(S.code!==void 0){let N=S.code,C=s,ee=s;if(typeof N=="string"){if(me(N)<1){
let pe={instancePath:r+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.properties.error.properties.code,data:N};e===null?e=[pe]:e.push(pe),s++}}else{let pe={instancePath:r+
"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:re.properties.error.properties.code.type,parentSchema:re.properties.error.properties.code,data:N};e===null?e=[pe]:e.push(pe),s++}var L=C===s}if(S.message!==
void 0){let N=S.message,C=s,ee=s;if(typeof N=="string"){if(me(N)<1){let _e={instancePath:r+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.properties.
error.properties.message,data:N};e===null?e=[_e]:e.push(_e),s++}}else{let _e={instancePath:r+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/p\
roperties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.message.type,parentSchema:re.
properties.error.properties.message,data:N};e===null?e=[_e]:e.push(_e),s++}var L=C===s}}else{let X={instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$def\
s/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:re.properties.error.type,parentSchema:re.properties.error,
data:S};e===null?e=[X]:e.push(X),s++}var k=b===s}}else{let ie={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:re.type,parentSchema:re,data:p};e===null?e=[ie]:e.push(ie),s++}var qe=ne===s,Ur=q===s}if(l.cancelled!==void 0){let p=l.
cancelled,q=s,ne=s,le=s,H=s,y=s,A=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let ie;if(p.body===void 0&&(ie="body")||p.error===void 0&&(ie="error")){let S={};
e===null?e=[S]:e.push(S),s++}}var D=A===s;if(D){let ie={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},
message:"must NOT be valid",schema:re.allOf[0].not,parentSchema:re.allOf[0],data:p};e===null?e=[ie]:e.push(ie),s++}else s=y,e!==null&&(y?e.length=y:e=null);var w=H===
s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let S={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"\
required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:re.required,parentSchema:re,data:p};e===null?e=[S]:e.push(S),s++}let ie=s;
for(let S in p)if(!(S==="then"||S==="status"||S==="body"||S==="error")){let b={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/additional\
Properties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:re,data:p};e===null?
e=[b]:e.push(b),s++}if(p.then!==void 0){let S=p.then,b=s,$=re.properties.then.enum;if(!(S==="cancelled"||S==="goes-on"||S==="removed"||S==="refused")){let z={instancePath:r+
"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:re.properties.then.enum},message:"must b\
e equal to one of the allowed values",schema:re.properties.then.enum,parentSchema:re.properties.then,data:S};e===null?e=[z]:e.push(z),s++}var P=b===s}if(p.status!==
void 0){let S=p.status,b=s;if(!(typeof S=="number"&&!(S%1)&&!isNaN(S))){let X={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/pro\
perties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:re.properties.status.type,parentSchema:re.properties.status,data:S};
e===null?e=[X]:e.push(X),s++}let $=s;if(typeof S=="number"){if(S>599||isNaN(S)){let X={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancel\
Rule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:re.properties.status,data:S};
e===null?e=[X]:e.push(X),s++}if(S<200||isNaN(S)){let X={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:re.properties.status,data:S};e===null?e=[X]:e.push(X),s++}}
var P=b===s}if(p.error!==void 0){let S=p.error,b=s,$=s;if(S&&typeof S=="object"&&!Array.isArray(S)){if(S.code===void 0){let N={instancePath:r+"/cancelRules/canc\
elled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property '\
code'",schema:re.properties.error.required,parentSchema:re.properties.error,data:S};e===null?e=[N]:e.push(N),s++}if(S.message===void 0){let N={instancePath:r+"/\
cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have \
required property 'message'",schema:re.properties.error.required,parentSchema:re.properties.error,data:S};e===null?e=[N]:e.push(N),s++}let X=s;for(let N in S)if(!(N===
"code"||N==="message")){let C={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:re.properties.error,data:S};e===null?e=[C]:
e.push(C),s++}if(S.code!==void 0){let N=S.code,C=s,ee=s;if(typeof N=="string"){if(me(N)<1){let pe={instancePath:r+"/cancelRules/cancelled/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.
properties.error.properties.code,data:N};e===null?e=[pe]:e.push(pe),s++}}else{let pe={instancePath:r+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/can\
celRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.code.type,parentSchema:re.
properties.error.properties.code,data:N};e===null?e=[pe]:e.push(pe),s++}var J=C===s}if(S.message!==void 0){let N=S.message,C=s,ee=s;if(typeof N=="string"){if(me(
N)<1){let _e={instancePath:r+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.properties.error.properties.message,data:N};e===null?e=[_e]:e.push(
_e),s++}}else{let _e={instancePath:r+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.message.type,parentSchema:re.properties.error.properties.message,data:N};
e===null?e=[_e]:e.push(_e),s++}var J=C===s}}else{let X={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:re.properties.error.type,parentSchema:re.properties.error,data:S};e===null?e=[X]:e.push(X),s++}var P=b===
s}}else{let ie={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:re.
type,parentSchema:re,data:p};e===null?e=[ie]:e.push(ie),s++}var Y=ne===s,Ur=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,le=s;if(typeof p=="string"){if(me(
p)<1){let y={instancePath:r+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:r+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,data:p};e===null?e=[y]:e.push(y),s++}var Z=ne===s,Ur=q===s}}else{let K={instancePath:r+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.cancelRules.type,parentSchema:d.
properties.cancelRules,data:l};e===null?e=[K]:e.push(K),s++}var u=se===s}if(t.disagreements!==void 0){let l=t.disagreements,se=s,ge=s;if(Array.isArray(l)){let K=!0,
p=l.length;for(let q=0;q<p;q++){let ne=l[q],le=s,H=s;if(ne&&typeof ne=="object"&&!Array.isArray(ne)){if(ne.topic===void 0){let A={instancePath:r+"/disagreements\
/"+q,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:d.
properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:ne};e===null?e=[A]:e.push(A),s++}if(ne.between===void 0){let A={instancePath:r+
"/disagreements/"+q,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required pro\
perty 'between'",schema:d.properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:ne};e===null?e=[A]:e.push(A),s++}if(ne.follows===
void 0){let A={instancePath:r+"/disagreements/"+q,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:d.properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:ne};e===null?e=[A]:e.
push(A),s++}let y=s;for(let A in ne)if(!(A==="topic"||A==="between"||A==="follows")){let ae={instancePath:r+"/disagreements/"+q,schemaPath:"#/properties/disagre\
ements/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:A},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.disagreements.items,data:ne};e===null?e=[ae]:e.push(ae),s++}if(ne.topic!==void 0){let A=ne.topic,ae=s,ie=s;if(typeof A=="string"){if(me(A)<1){let S={
instancePath:r+"/disagreements/"+q+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.disagreements.items.properties.topic,data:A};e===null?e=[S]:e.push(S),s++}}else{let S={
instancePath:r+"/disagreements/"+q+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:d.properties.disagreements.items.properties.topic.type,parentSchema:d.properties.disagreements.items.properties.topic,data:A};e===null?e=[
S]:e.push(S),s++}var E=ae===s}if(ne.between!==void 0){let A=ne.between,ae=s,ie=s;if(Array.isArray(A)){if(A.length<1){let z={instancePath:r+"/disagreements/"+q+"\
/between",schemaPath:"#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 item\
s",schema:1,parentSchema:d.properties.disagreements.items.properties.between,data:A};e===null?e=[z]:e.push(z),s++}let b=!0,$=A.length;for(let z=0;z<$;z++){let X=A[z],
N=s,C=s,ee=s;if(typeof X=="string"){if(me(X)<1){let pe={instancePath:r+"/disagreements/"+q+"/between/"+z,schemaPath:"#/$defs/source/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce,data:X};e===null?e=[pe]:e.push(pe),s++}}else{let pe={instancePath:r+
"/disagreements/"+q+"/between/"+z,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.type,parentSchema:ce,
data:X};e===null?e=[pe]:e.push(pe),s++}var T=C===s,be=N===s;be||(b=!1)}}else{let b={instancePath:r+"/disagreements/"+q+"/between",schemaPath:"#/properties/disag\
reements/items/properties/between/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.disagreements.items.properties.between.
type,parentSchema:d.properties.disagreements.items.properties.between,data:A};e===null?e=[b]:e.push(b),s++}var E=ae===s}if(ne.follows!==void 0){let A=ne.follows,
ae=s,ie=s;if(typeof A=="string"){if(me(A)<1){let b={instancePath:r+"/disagreements/"+q+"/follows",schemaPath:"#/properties/disagreements/items/properties/follow\
s/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.disagreements.items.properties.
follows,data:A};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:r+"/disagreements/"+q+"/follows",schemaPath:"#/properties/disagreements/items/properties/\
follows/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.disagreements.items.properties.follows.type,parentSchema:d.properties.
disagreements.items.properties.follows,data:A};e===null?e=[b]:e.push(b),s++}var E=ae===s}}else{let y={instancePath:r+"/disagreements/"+q,schemaPath:"#/propertie\
s/disagreements/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.disagreements.items.type,parentSchema:d.properties.
disagreements.items,data:ne};e===null?e=[y]:e.push(y),s++}var Le=le===s;Le||(K=!1)}}else{let K={instancePath:r+"/disagreements",schemaPath:"#/properties/disagre\
ements/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.disagreements.type,parentSchema:d.properties.disagreements,data:l};
e===null?e=[K]:e.push(K),s++}var u=se===s}}else{let Ie={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
type,parentSchema:d,data:t};e===null?e=[Ie]:e.push(Ie),s++}return Pn.errors=e,s===0}Pn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Cs=ye(st=>{"use strict";Object.defineProperty(st,"__esModule",{value:!0});st.regexpCode=st.getEsmExportName=st.getProperty=st.safeStringify=st.stringify=st.
strConcat=st.addCodeArg=st.str=st._=st.nil=st._Code=st.Name=st.IDENTIFIER=st._CodeOrName=void 0;var Oa=class{};st._CodeOrName=Oa;st.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var ps=class extends Oa{constructor(r){if(super(),!st.IDENTIFIER.test(r))throw new Error("CodeGen: name must be a valid identifier");this.str=r}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};st.Name=ps;var er=class extends Oa{constructor(r){super(),this._items=typeof r=="string"?[r]:r}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let r=this._items[0];return r===""||r==='""'}get str(){var r;return(r=this._str)!==null&&r!==void 0?
r:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var r;return(r=this._names)!==null&&r!==void 0?r:this._names=this._items.reduce((a,n)=>(n instanceof
ps&&(a[n.str]=(a[n.str]||0)+1),a),{})}};st._Code=er;st.nil=new er("");function Uc(t,...r){let a=[t[0]],n=0;for(;n<r.length;)jo(a,r[n]),a.push(t[++n]);return new er(
a)}st._=Uc;var Oo=new er("+");function Jc(t,...r){let a=[ja(t[0])],n=0;for(;n<r.length;)a.push(Oo),jo(a,r[n]),a.push(Oo,ja(t[++n]));return Sg(a),new er(a)}st.str=
Jc;function jo(t,r){r instanceof er?t.push(...r._items):r instanceof ps?t.push(r):t.push(qg(r))}st.addCodeArg=jo;function Sg(t){let r=1;for(;r<t.length-1;){if(t[r]===
Oo){let a=_g(t[r-1],t[r+1]);if(a!==void 0){t.splice(r-1,3,a);continue}t[r++]="+"}r++}}function _g(t,r){if(r==='""')return t;if(t==='""')return r;if(typeof t=="s\
tring")return r instanceof ps||t[t.length-1]!=='"'?void 0:typeof r!="string"?`${t.slice(0,-1)}${r}"`:r[0]==='"'?t.slice(0,-1)+r.slice(1):void 0;if(typeof r=="st\
ring"&&r[0]==='"'&&!(t instanceof ps))return`"${t}${r.slice(1)}`}function xg(t,r){return r.emptyStr()?t:t.emptyStr()?r:Jc`${t}${r}`}st.strConcat=xg;function qg(t){
return typeof t=="number"||typeof t=="boolean"||t===null?t:ja(Array.isArray(t)?t.join(","):t)}function Og(t){return new er(ja(t))}st.stringify=Og;function ja(t){
return JSON.stringify(t).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}st.safeStringify=ja;function jg(t){return typeof t=="string"&&st.IDENTIFIER.test(
t)?new er(`.${t}`):Uc`[${t}]`}st.getProperty=jg;function Ag(t){if(typeof t=="string"&&st.IDENTIFIER.test(t))return new er(`${t}`);throw new Error(`CodeGen: inva\
lid export name: ${t}, use explicit $id name mapping`)}st.getEsmExportName=Ag;function Tg(t){return new er(t.toString())}st.regexpCode=Tg});var No=ye(Ct=>{"use strict";Object.defineProperty(Ct,"__esModule",{value:!0});Ct.ValueScope=Ct.ValueScopeName=Ct.Scope=Ct.varKinds=Ct.UsedValueState=void 0;var Dt=Cs(),
Ao=class extends Error{constructor(r){super(`CodeGen: "code" for ${r} not defined`),this.value=r.value}},Tn;(function(t){t[t.Started=0]="Started",t[t.Completed=
1]="Completed"})(Tn||(Ct.UsedValueState=Tn={}));Ct.varKinds={const:new Dt.Name("const"),let:new Dt.Name("let"),var:new Dt.Name("var")};var Nn=class{constructor({
prefixes:r,parent:a}={}){this._names={},this._prefixes=r,this._parent=a}toName(r){return r instanceof Dt.Name?r:this.name(r)}name(r){return new Dt.Name(this._newName(
r))}_newName(r){let a=this._names[r]||this._nameGroup(r);return`${r}${a.index++}`}_nameGroup(r){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(r)||this._prefixes&&!this._prefixes.has(r))throw new Error(`CodeGen: prefix "${r}" is not allowed in this scope`);return this._names[r]=
{prefix:r,index:0}}};Ct.Scope=Nn;var Rn=class extends Dt.Name{constructor(r,a){super(a),this.prefix=r}setValue(r,{property:a,itemIndex:n}){this.value=r,this.scopePath=
(0,Dt._)`.${new Dt.Name(a)}[${n}]`}};Ct.ValueScopeName=Rn;var Ng=(0,Dt._)`\n`,To=class extends Nn{constructor(r){super(r),this._values={},this._scope=r.scope,this.
opts={...r,_n:r.lines?Ng:Dt.nil}}get(){return this._scope}name(r){return new Rn(r,this._newName(r))}value(r,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let i=this.toName(r),{prefix:o}=i,e=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[o];if(s){let u=s.get(e);if(u)return u}else
s=this._values[o]=new Map;s.set(e,i);let c=this._scope[o]||(this._scope[o]=[]),f=c.length;return c[f]=a.ref,i.setValue(a,{property:o,itemIndex:f}),i}getValue(r,a){
let n=this._values[r];if(n)return n.get(a)}scopeRefs(r,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Dt._)`${r}${n.scopePath}`})}scopeCode(r=this._values,a,n){return this._reduceValues(r,i=>{if(i.value===void 0)throw new Error(`CodeGen\
: name "${i}" has no value`);return i.value.code},a,n)}_reduceValues(r,a,n={},i){let o=Dt.nil;for(let e in r){let s=r[e];if(!s)continue;let c=n[e]=n[e]||new Map;
s.forEach(f=>{if(c.has(f))return;c.set(f,Tn.Started);let u=a(f);if(u){let g=this.opts.es5?Ct.varKinds.var:Ct.varKinds.const;o=(0,Dt._)`${o}${g} ${f} = ${u};${this.
opts._n}`}else if(u=i?.(f))o=(0,Dt._)`${o}${u}${this.opts._n}`;else throw new Ao(f);c.set(f,Tn.Completed)})}return o}};Ct.ValueScope=To});var Ge=ye(Ze=>{"use strict";Object.defineProperty(Ze,"__esModule",{value:!0});Ze.or=Ze.and=Ze.not=Ze.CodeGen=Ze.operators=Ze.varKinds=Ze.ValueScopeName=Ze.ValueScope=
Ze.Scope=Ze.Name=Ze.regexpCode=Ze.stringify=Ze.getProperty=Ze.nil=Ze.strConcat=Ze.str=Ze._=void 0;var Ye=Cs(),dr=No(),Wr=Cs();Object.defineProperty(Ze,"_",{enumerable:!0,
get:function(){return Wr._}});Object.defineProperty(Ze,"str",{enumerable:!0,get:function(){return Wr.str}});Object.defineProperty(Ze,"strConcat",{enumerable:!0,
get:function(){return Wr.strConcat}});Object.defineProperty(Ze,"nil",{enumerable:!0,get:function(){return Wr.nil}});Object.defineProperty(Ze,"getProperty",{enumerable:!0,
get:function(){return Wr.getProperty}});Object.defineProperty(Ze,"stringify",{enumerable:!0,get:function(){return Wr.stringify}});Object.defineProperty(Ze,"rege\
xpCode",{enumerable:!0,get:function(){return Wr.regexpCode}});Object.defineProperty(Ze,"Name",{enumerable:!0,get:function(){return Wr.Name}});var Mn=No();Object.
defineProperty(Ze,"Scope",{enumerable:!0,get:function(){return Mn.Scope}});Object.defineProperty(Ze,"ValueScope",{enumerable:!0,get:function(){return Mn.ValueScope}});
Object.defineProperty(Ze,"ValueScopeName",{enumerable:!0,get:function(){return Mn.ValueScopeName}});Object.defineProperty(Ze,"varKinds",{enumerable:!0,get:function(){
return Mn.varKinds}});Ze.operators={GT:new Ye._Code(">"),GTE:new Ye._Code(">="),LT:new Ye._Code("<"),LTE:new Ye._Code("<="),EQ:new Ye._Code("==="),NEQ:new Ye._Code(
"!=="),NOT:new Ye._Code("!"),OR:new Ye._Code("||"),AND:new Ye._Code("&&"),ADD:new Ye._Code("+")};var Ar=class{optimizeNodes(){return this}optimizeNames(r,a){return this}},
Ro=class extends Ar{constructor(r,a,n){super(),this.varKind=r,this.name=a,this.rhs=n}render({es5:r,_n:a}){let n=r?dr.varKinds.var:this.varKind,i=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${i};`+a}optimizeNames(r,a){if(r[this.name.str])return this.rhs&&(this.rhs=Hs(this.rhs,r,a)),this}get names(){return this.
rhs instanceof Ye._CodeOrName?this.rhs.names:{}}},Ln=class extends Ar{constructor(r,a,n){super(),this.lhs=r,this.rhs=a,this.sideEffects=n}render({_n:r}){return`${this.
lhs} = ${this.rhs};`+r}optimizeNames(r,a){if(!(this.lhs instanceof Ye.Name&&!r[this.lhs.str]&&!this.sideEffects))return this.rhs=Hs(this.rhs,r,a),this}get names(){
let r=this.lhs instanceof Ye.Name?{}:{...this.lhs.names};return En(r,this.rhs)}},Lo=class extends Ln{constructor(r,a,n,i){super(r,n,i),this.op=a}render({_n:r}){
return`${this.lhs} ${this.op}= ${this.rhs};`+r}},Io=class extends Ar{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`${this.label}:`+r}},
Eo=class extends Ar{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`break${this.label?` ${this.label}`:""};`+r}},Mo=class extends Ar{constructor(r){
super(),this.error=r}render({_n:r}){return`throw ${this.error};`+r}get names(){return this.error.names}},Fo=class extends Ar{constructor(r){super(),this.code=r}render({
_n:r}){return`${this.code};`+r}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(r,a){return this.code=Hs(this.code,r,a),this}get names(){return this.
code instanceof Ye._CodeOrName?this.code.names:{}}},Aa=class extends Ar{constructor(r=[]){super(),this.nodes=r}render(r){return this.nodes.reduce((a,n)=>a+n.render(
r),"")}optimizeNodes(){let{nodes:r}=this,a=r.length;for(;a--;){let n=r[a].optimizeNodes();Array.isArray(n)?r.splice(a,1,...n):n?r[a]=n:r.splice(a,1)}return r.length>
0?this:void 0}optimizeNames(r,a){let{nodes:n}=this,i=n.length;for(;i--;){let o=n[i];o.optimizeNames(r,a)||(Rg(r,o.names),n.splice(i,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((r,a)=>ms(r,a.names),{})}},Tr=class extends Aa{render(r){return"{"+r._n+super.render(r)+"}"+r._n}},Vo=class extends Aa{},Ws=class extends Tr{};
Ws.kind="else";var ds=class t extends Tr{constructor(r,a){super(a),this.condition=r}render(r){let a=`if(${this.condition})`+super.render(r);return this.else&&(a+=
"else "+this.else.render(r)),a}optimizeNodes(){super.optimizeNodes();let r=this.condition;if(r===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Ws(n):n}if(a)return r===!1?a instanceof t?a:a.nodes:this.nodes.length?this:new t(Dc(r),a instanceof t?[a]:a.nodes);if(!(r===!1||
!this.nodes.length))return this}optimizeNames(r,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(r,a),!!(super.optimizeNames(r,a)||
this.else))return this.condition=Hs(this.condition,r,a),this}get names(){let r=super.names;return En(r,this.condition),this.else&&ms(r,this.else.names),r}};ds.kind=
"if";var cs=class extends Tr{};cs.kind="for";var zo=class extends cs{constructor(r){super(),this.iteration=r}render(r){return`for(${this.iteration})`+super.render(
r)}optimizeNames(r,a){if(super.optimizeNames(r,a))return this.iteration=Hs(this.iteration,r,a),this}get names(){return ms(super.names,this.iteration.names)}},Uo=class extends cs{constructor(r,a,n,i){
super(),this.varKind=r,this.name=a,this.from=n,this.to=i}render(r){let a=r.es5?dr.varKinds.var:this.varKind,{name:n,from:i,to:o}=this;return`for(${a} ${n}=${i};\
 ${n}<${o}; ${n}++)`+super.render(r)}get names(){let r=En(super.names,this.from);return En(r,this.to)}},In=class extends cs{constructor(r,a,n,i){super(),this.loop=
r,this.varKind=a,this.name=n,this.iterable=i}render(r){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(r)}optimizeNames(r,a){
if(super.optimizeNames(r,a))return this.iterable=Hs(this.iterable,r,a),this}get names(){return ms(super.names,this.iterable.names)}},Ta=class extends Tr{constructor(r,a,n){
super(),this.name=r,this.args=a,this.async=n}render(r){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(r)}};Ta.kind="func";var Na=class extends Aa{render(r){
return"return "+super.render(r)}};Na.kind="return";var Jo=class extends Tr{render(r){let a="try"+super.render(r);return this.catch&&(a+=this.catch.render(r)),this.
finally&&(a+=this.finally.render(r)),a}optimizeNodes(){var r,a;return super.optimizeNodes(),(r=this.catch)===null||r===void 0||r.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(r,a){var n,i;return super.optimizeNames(r,a),(n=this.catch)===null||n===void 0||n.optimizeNames(r,a),(i=this.
finally)===null||i===void 0||i.optimizeNames(r,a),this}get names(){let r=super.names;return this.catch&&ms(r,this.catch.names),this.finally&&ms(r,this.finally.names),
r}},Ra=class extends Tr{constructor(r){super(),this.error=r}render(r){return`catch(${this.error})`+super.render(r)}};Ra.kind="catch";var La=class extends Tr{render(r){
return"finally"+super.render(r)}};La.kind="finally";var Do=class{constructor(r,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=r,this._scope=new dr.Scope({parent:r}),this._nodes=[new Vo]}toString(){return this._root.render(this.opts)}name(r){return this._scope.name(
r)}scopeName(r){return this._extScope.name(r)}scopeValue(r,a){let n=this._extScope.value(r,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(r,a){return this._extScope.getValue(r,a)}scopeRefs(r){return this._extScope.scopeRefs(r,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(r,a,n,i){let o=this._scope.toName(a);return n!==void 0&&i&&(this._constants[o.str]=n),this._leafNode(new Ro(r,o,n)),o}const(r,a,n){return this.
_def(dr.varKinds.const,r,a,n)}let(r,a,n){return this._def(dr.varKinds.let,r,a,n)}var(r,a,n){return this._def(dr.varKinds.var,r,a,n)}assign(r,a,n){return this._leafNode(
new Ln(r,a,n))}add(r,a){return this._leafNode(new Lo(r,Ze.operators.ADD,a))}code(r){return typeof r=="function"?r():r!==Ye.nil&&this._leafNode(new Fo(r)),this}object(...r){
let a=["{"];for(let[n,i]of r)a.length>1&&a.push(","),a.push(n),(n!==i||this.opts.es5)&&(a.push(":"),(0,Ye.addCodeArg)(a,i));return a.push("}"),new Ye._Code(a)}if(r,a,n){
if(this._blockNode(new ds(r)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(r){return this._elseNode(new ds(r))}else(){return this._elseNode(new Ws)}endIf(){return this._endBlockNode(ds,Ws)}_for(r,a){return this.
_blockNode(r),a&&this.code(a).endFor(),this}for(r,a){return this._for(new zo(r),a)}forRange(r,a,n,i,o=this.opts.es5?dr.varKinds.var:dr.varKinds.let){let e=this.
_scope.toName(r);return this._for(new Uo(o,e,a,n),()=>i(e))}forOf(r,a,n,i=dr.varKinds.const){let o=this._scope.toName(r);if(this.opts.es5){let e=a instanceof Ye.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Ye._)`${e}.length`,s=>{this.var(o,(0,Ye._)`${e}[${s}]`),n(o)})}return this._for(new In("of",i,o,a),()=>n(
o))}forIn(r,a,n,i=this.opts.es5?dr.varKinds.var:dr.varKinds.const){if(this.opts.ownProperties)return this.forOf(r,(0,Ye._)`Object.keys(${a})`,n);let o=this._scope.
toName(r);return this._for(new In("in",i,o,a),()=>n(o))}endFor(){return this._endBlockNode(cs)}label(r){return this._leafNode(new Io(r))}break(r){return this._leafNode(
new Eo(r))}return(r){let a=new Na;if(this._blockNode(a),this.code(r),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
Na)}try(r,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let i=new Jo;if(this._blockNode(i),this.code(r),a){let o=this.name("e");
this._currNode=i.catch=new Ra(o),a(o)}return n&&(this._currNode=i.finally=new La,this.code(n)),this._endBlockNode(Ra,La)}throw(r){return this._leafNode(new Mo(r))}block(r,a){
return this._blockStarts.push(this._nodes.length),r&&this.code(r).endBlock(a),this}endBlock(r){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||r!==void 0&&n!==r)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${r} expected`);
return this._nodes.length=a,this}func(r,a=Ye.nil,n,i){return this._blockNode(new Ta(r,a,n)),i&&this.code(i).endFunc(),this}endFunc(){return this._endBlockNode(Ta)}optimize(r=1){
for(;r-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(r){return this._currNode.nodes.push(r),this}_blockNode(r){
this._currNode.nodes.push(r),this._nodes.push(r)}_endBlockNode(r,a){let n=this._currNode;if(n instanceof r||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${r.kind}/${a.kind}`:r.kind}"`)}_elseNode(r){let a=this._currNode;if(!(a instanceof ds))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=r,this}get _root(){return this._nodes[0]}get _currNode(){let r=this._nodes;return r[r.length-1]}set _currNode(r){let a=this._nodes;
a[a.length-1]=r}};Ze.CodeGen=Do;function ms(t,r){for(let a in r)t[a]=(t[a]||0)+(r[a]||0);return t}function En(t,r){return r instanceof Ye._CodeOrName?ms(t,r.names):
t}function Hs(t,r,a){if(t instanceof Ye.Name)return n(t);if(!i(t))return t;return new Ye._Code(t._items.reduce((o,e)=>(e instanceof Ye.Name&&(e=n(e)),e instanceof
Ye._Code?o.push(...e._items):o.push(e),o),[]));function n(o){let e=a[o.str];return e===void 0||r[o.str]!==1?o:(delete r[o.str],e)}function i(o){return o instanceof
Ye._Code&&o._items.some(e=>e instanceof Ye.Name&&r[e.str]===1&&a[e.str]!==void 0)}}function Rg(t,r){for(let a in r)t[a]=(t[a]||0)-(r[a]||0)}function Dc(t){return typeof t==
"boolean"||typeof t=="number"||t===null?!t:(0,Ye._)`!${Co(t)}`}Ze.not=Dc;var Lg=Cc(Ze.operators.AND);function Ig(...t){return t.reduce(Lg)}Ze.and=Ig;var Eg=Cc(Ze.
operators.OR);function Mg(...t){return t.reduce(Eg)}Ze.or=Mg;function Cc(t){return(r,a)=>r===Ye.nil?a:a===Ye.nil?r:(0,Ye._)`${Co(r)} ${t} ${Co(a)}`}function Co(t){
return t instanceof Ye.Name?t:(0,Ye._)`(${t})`}});var tt=ye(Qe=>{"use strict";Object.defineProperty(Qe,"__esModule",{value:!0});Qe.checkStrictMode=Qe.getErrorPath=Qe.Type=Qe.useFunc=Qe.setEvaluated=Qe.evaluatedPropsToName=
Qe.mergeEvaluated=Qe.eachItem=Qe.unescapeJsonPointer=Qe.escapeJsonPointer=Qe.escapeFragment=Qe.unescapeFragment=Qe.schemaRefOrVal=Qe.schemaHasRulesButRef=Qe.schemaHasRules=
Qe.checkUnknownRules=Qe.alwaysValidSchema=Qe.toHash=void 0;var ut=Ge(),Fg=Cs();function Vg(t){let r={};for(let a of t)r[a]=!0;return r}Qe.toHash=Vg;function zg(t,r){
return typeof r=="boolean"?r:Object.keys(r).length===0?!0:(Kc(t,r),!Bc(r,t.self.RULES.all))}Qe.alwaysValidSchema=zg;function Kc(t,r=t.schema){let{opts:a,self:n}=t;
if(!a.strictSchema||typeof r=="boolean")return;let i=n.RULES.keywords;for(let o in r)i[o]||Qc(t,`unknown keyword: "${o}"`)}Qe.checkUnknownRules=Kc;function Bc(t,r){
if(typeof t=="boolean")return!t;for(let a in t)if(r[a])return!0;return!1}Qe.schemaHasRules=Bc;function Ug(t,r){if(typeof t=="boolean")return!t;for(let a in t)if(a!==
"$ref"&&r.all[a])return!0;return!1}Qe.schemaHasRulesButRef=Ug;function Jg({topSchemaRef:t,schemaPath:r},a,n,i){if(!i){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,ut._)`${a}`}return(0,ut._)`${t}${r}${(0,ut.getProperty)(n)}`}Qe.schemaRefOrVal=Jg;function Dg(t){return Zc(decodeURIComponent(
t))}Qe.unescapeFragment=Dg;function Cg(t){return encodeURIComponent(Ho(t))}Qe.escapeFragment=Cg;function Ho(t){return typeof t=="number"?`${t}`:t.replace(/~/g,"\
~0").replace(/\//g,"~1")}Qe.escapeJsonPointer=Ho;function Zc(t){return t.replace(/~1/g,"/").replace(/~0/g,"~")}Qe.unescapeJsonPointer=Zc;function Wg(t,r){if(Array.
isArray(t))for(let a of t)r(a);else r(t)}Qe.eachItem=Wg;function Wc({mergeNames:t,mergeToName:r,mergeValues:a,resultToName:n}){return(i,o,e,s)=>{let c=e===void 0?
o:e instanceof ut.Name?(o instanceof ut.Name?t(i,o,e):r(i,o,e),e):o instanceof ut.Name?(r(i,e,o),o):a(o,e);return s===ut.Name&&!(c instanceof ut.Name)?n(i,c):c}}
Qe.mergeEvaluated={props:Wc({mergeNames:(t,r,a)=>t.if((0,ut._)`${a} !== true && ${r} !== undefined`,()=>{t.if((0,ut._)`${r} === true`,()=>t.assign(a,!0),()=>t.assign(
a,(0,ut._)`${a} || {}`).code((0,ut._)`Object.assign(${a}, ${r})`))}),mergeToName:(t,r,a)=>t.if((0,ut._)`${a} !== true`,()=>{r===!0?t.assign(a,!0):(t.assign(a,(0,ut.
_)`${a} || {}`),Ko(t,a,r))}),mergeValues:(t,r)=>t===!0?!0:{...t,...r},resultToName:Gc}),items:Wc({mergeNames:(t,r,a)=>t.if((0,ut._)`${a} !== true && ${r} !== undefined`,
()=>t.assign(a,(0,ut._)`${r} === true ? true : ${a} > ${r} ? ${a} : ${r}`)),mergeToName:(t,r,a)=>t.if((0,ut._)`${a} !== true`,()=>t.assign(a,r===!0?!0:(0,ut._)`${a} > ${r} ? ${a} : ${r}`)),
mergeValues:(t,r)=>t===!0?!0:Math.max(t,r),resultToName:(t,r)=>t.var("items",r)})};function Gc(t,r){if(r===!0)return t.var("props",!0);let a=t.var("props",(0,ut.
_)`{}`);return r!==void 0&&Ko(t,a,r),a}Qe.evaluatedPropsToName=Gc;function Ko(t,r,a){Object.keys(a).forEach(n=>t.assign((0,ut._)`${r}${(0,ut.getProperty)(n)}`,!0))}
Qe.setEvaluated=Ko;var Hc={};function Hg(t,r){return t.scopeValue("func",{ref:r,code:Hc[r.code]||(Hc[r.code]=new Fg._Code(r.code))})}Qe.useFunc=Hg;var Wo;(function(t){
t[t.Num=0]="Num",t[t.Str=1]="Str"})(Wo||(Qe.Type=Wo={}));function Kg(t,r,a){if(t instanceof ut.Name){let n=r===Wo.Num;return a?n?(0,ut._)`"[" + ${t} + "]"`:(0,ut.
_)`"['" + ${t} + "']"`:n?(0,ut._)`"/" + ${t}`:(0,ut._)`"/" + ${t}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,ut.getProperty)(t).toString():"/"+Ho(t)}
Qe.getErrorPath=Kg;function Qc(t,r,a=t.opts.strictSchema){if(a){if(r=`strict mode: ${r}`,a===!0)throw new Error(r);t.self.logger.warn(r)}}Qe.checkStrictMode=Qc});var Nr=ye(Bo=>{"use strict";Object.defineProperty(Bo,"__esModule",{value:!0});var Rt=Ge(),Bg={data:new Rt.Name("data"),valCxt:new Rt.Name("valCxt"),instancePath:new Rt.
Name("instancePath"),parentData:new Rt.Name("parentData"),parentDataProperty:new Rt.Name("parentDataProperty"),rootData:new Rt.Name("rootData"),dynamicAnchors:new Rt.
Name("dynamicAnchors"),vErrors:new Rt.Name("vErrors"),errors:new Rt.Name("errors"),this:new Rt.Name("this"),self:new Rt.Name("self"),scope:new Rt.Name("scope"),
json:new Rt.Name("json"),jsonPos:new Rt.Name("jsonPos"),jsonLen:new Rt.Name("jsonLen"),jsonPart:new Rt.Name("jsonPart")};Bo.default=Bg});var Ia=ye(Lt=>{"use strict";Object.defineProperty(Lt,"__esModule",{value:!0});Lt.extendErrors=Lt.resetErrorsCount=Lt.reportExtraError=Lt.reportError=Lt.keyword$DataError=
Lt.keywordError=void 0;var rt=Ge(),Fn=tt(),zt=Nr();Lt.keywordError={message:({keyword:t})=>(0,rt.str)`must pass "${t}" keyword validation`};Lt.keyword$DataError=
{message:({keyword:t,schemaType:r})=>r?(0,rt.str)`"${t}" keyword must be ${r} ($data)`:(0,rt.str)`"${t}" keyword is invalid ($data)`};function Zg(t,r=Lt.keywordError,a,n){
let{it:i}=t,{gen:o,compositeRule:e,allErrors:s}=i,c=em(t,r,a);n??(e||s)?Xc(o,c):Yc(i,(0,rt._)`[${c}]`)}Lt.reportError=Zg;function Gg(t,r=Lt.keywordError,a){let{
it:n}=t,{gen:i,compositeRule:o,allErrors:e}=n,s=em(t,r,a);Xc(i,s),o||e||Yc(n,zt.default.vErrors)}Lt.reportExtraError=Gg;function Qg(t,r){t.assign(zt.default.errors,
r),t.if((0,rt._)`${zt.default.vErrors} !== null`,()=>t.if(r,()=>t.assign((0,rt._)`${zt.default.vErrors}.length`,r),()=>t.assign(zt.default.vErrors,null)))}Lt.resetErrorsCount=
Qg;function Xg({gen:t,keyword:r,schemaValue:a,data:n,errsCount:i,it:o}){if(i===void 0)throw new Error("ajv implementation error");let e=t.name("err");t.forRange(
"i",i,zt.default.errors,s=>{t.const(e,(0,rt._)`${zt.default.vErrors}[${s}]`),t.if((0,rt._)`${e}.instancePath === undefined`,()=>t.assign((0,rt._)`${e}.instancePath`,
(0,rt.strConcat)(zt.default.instancePath,o.errorPath))),t.assign((0,rt._)`${e}.schemaPath`,(0,rt.str)`${o.errSchemaPath}/${r}`),o.opts.verbose&&(t.assign((0,rt.
_)`${e}.schema`,a),t.assign((0,rt._)`${e}.data`,n))})}Lt.extendErrors=Xg;function Xc(t,r){let a=t.const("err",r);t.if((0,rt._)`${zt.default.vErrors} === null`,()=>t.
assign(zt.default.vErrors,(0,rt._)`[${a}]`),(0,rt._)`${zt.default.vErrors}.push(${a})`),t.code((0,rt._)`${zt.default.errors}++`)}function Yc(t,r){let{gen:a,validateName:n,
schemaEnv:i}=t;i.$async?a.throw((0,rt._)`new ${t.ValidationError}(${r})`):(a.assign((0,rt._)`${n}.errors`,r),a.return(!1))}var ls={keyword:new rt.Name("keyword"),
schemaPath:new rt.Name("schemaPath"),params:new rt.Name("params"),propertyName:new rt.Name("propertyName"),message:new rt.Name("message"),schema:new rt.Name("sc\
hema"),parentSchema:new rt.Name("parentSchema")};function em(t,r,a){let{createErrors:n}=t.it;return n===!1?(0,rt._)`{}`:Yg(t,r,a)}function Yg(t,r,a={}){let{gen:n,
it:i}=t,o=[eb(i,a),tb(t,a)];return rb(t,r,o),n.object(...o)}function eb({errorPath:t},{instancePath:r}){let a=r?(0,rt.str)`${t}${(0,Fn.getErrorPath)(r,Fn.Type.Str)}`:
t;return[zt.default.instancePath,(0,rt.strConcat)(zt.default.instancePath,a)]}function tb({keyword:t,it:{errSchemaPath:r}},{schemaPath:a,parentSchema:n}){let i=n?
r:(0,rt.str)`${r}/${t}`;return a&&(i=(0,rt.str)`${i}${(0,Fn.getErrorPath)(a,Fn.Type.Str)}`),[ls.schemaPath,i]}function rb(t,{params:r,message:a},n){let{keyword:i,
data:o,schemaValue:e,it:s}=t,{opts:c,propertyName:f,topSchemaRef:u,schemaPath:g}=s;n.push([ls.keyword,i],[ls.params,typeof r=="function"?r(t):r||(0,rt._)`{}`]),
c.messages&&n.push([ls.message,typeof a=="function"?a(t):a]),c.verbose&&n.push([ls.schema,e],[ls.parentSchema,(0,rt._)`${u}${g}`],[zt.default.data,o]),f&&n.push(
[ls.propertyName,f])}});var rm=ye(Ks=>{"use strict";Object.defineProperty(Ks,"__esModule",{value:!0});Ks.boolOrEmptySchema=Ks.topBoolOrEmptySchema=void 0;var sb=Ia(),ab=Ge(),nb=Nr(),ib={
message:"boolean schema is false"};function ob(t){let{gen:r,schema:a,validateName:n}=t;a===!1?tm(t,!1):typeof a=="object"&&a.$async===!0?r.return(nb.default.data):
(r.assign((0,ab._)`${n}.errors`,null),r.return(!0))}Ks.topBoolOrEmptySchema=ob;function pb(t,r){let{gen:a,schema:n}=t;n===!1?(a.var(r,!1),tm(t)):a.var(r,!0)}Ks.
boolOrEmptySchema=pb;function tm(t,r){let{gen:a,data:n}=t,i={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:t};(0,sb.reportError)(
i,ib,void 0,r)}});var Zo=ye(Bs=>{"use strict";Object.defineProperty(Bs,"__esModule",{value:!0});Bs.getRules=Bs.isJSONType=void 0;var db=["string","number","integer","boolean","nu\
ll","object","array"],cb=new Set(db);function mb(t){return typeof t=="string"&&cb.has(t)}Bs.isJSONType=mb;function lb(){let t={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...t,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},t.number,
t.string,t.array,t.object],post:{rules:[]},all:{},keywords:{}}}Bs.getRules=lb});var Go=ye(Hr=>{"use strict";Object.defineProperty(Hr,"__esModule",{value:!0});Hr.shouldUseRule=Hr.shouldUseGroup=Hr.schemaHasRulesForType=void 0;function ub({schema:t,
self:r},a){let n=r.RULES.types[a];return n&&n!==!0&&sm(t,n)}Hr.schemaHasRulesForType=ub;function sm(t,r){return r.rules.some(a=>am(t,a))}Hr.shouldUseGroup=sm;function am(t,r){
var a;return t[r.keyword]!==void 0||((a=r.definition.implements)===null||a===void 0?void 0:a.some(n=>t[n]!==void 0))}Hr.shouldUseRule=am});var Ea=ye(It=>{"use strict";Object.defineProperty(It,"__esModule",{value:!0});It.reportTypeError=It.checkDataTypes=It.checkDataType=It.coerceAndCheckDataType=It.
getJSONTypes=It.getSchemaTypes=It.DataType=void 0;var hb=Zo(),fb=Go(),yb=Ia(),Be=Ge(),nm=tt(),Zs;(function(t){t[t.Correct=0]="Correct",t[t.Wrong=1]="Wrong"})(Zs||
(It.DataType=Zs={}));function gb(t){let r=im(t.type);if(r.includes("null")){if(t.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!r.
length&&t.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');t.nullable===!0&&r.push("null")}return r}It.getSchemaTypes=gb;function im(t){
let r=Array.isArray(t)?t:t?[t]:[];if(r.every(hb.isJSONType))return r;throw new Error("type must be JSONType or JSONType[]: "+r.join(","))}It.getJSONTypes=im;function bb(t,r){
let{gen:a,data:n,opts:i}=t,o=wb(r,i.coerceTypes),e=r.length>0&&!(o.length===0&&r.length===1&&(0,fb.schemaHasRulesForType)(t,r[0]));if(e){let s=Xo(r,n,i.strictNumbers,
Zs.Wrong);a.if(s,()=>{o.length?vb(t,r,o):Yo(t)})}return e}It.coerceAndCheckDataType=bb;var om=new Set(["string","number","integer","boolean","null"]);function wb(t,r){
return r?t.filter(a=>om.has(a)||r==="array"&&a==="array"):[]}function vb(t,r,a){let{gen:n,data:i,opts:o}=t,e=n.let("dataType",(0,Be._)`typeof ${i}`),s=n.let("co\
erced",(0,Be._)`undefined`);o.coerceTypes==="array"&&n.if((0,Be._)`${e} == 'object' && Array.isArray(${i}) && ${i}.length == 1`,()=>n.assign(i,(0,Be._)`${i}[0]`).
assign(e,(0,Be._)`typeof ${i}`).if(Xo(r,i,o.strictNumbers),()=>n.assign(s,i))),n.if((0,Be._)`${s} !== undefined`);for(let f of a)(om.has(f)||f==="array"&&o.coerceTypes===
"array")&&c(f);n.else(),Yo(t),n.endIf(),n.if((0,Be._)`${s} !== undefined`,()=>{n.assign(i,s),kb(t,s)});function c(f){switch(f){case"string":n.elseIf((0,Be._)`${e} == "number" || ${e} == "boolean"`).
assign(s,(0,Be._)`"" + ${i}`).elseIf((0,Be._)`${i} === null`).assign(s,(0,Be._)`""`);return;case"number":n.elseIf((0,Be._)`${e} == "boolean" || ${i} === null
              || (${e} == "string" && ${i} && ${i} == +${i})`).assign(s,(0,Be._)`+${i}`);return;case"integer":n.elseIf((0,Be._)`${e} === "boolean" || ${i} === null
              || (${e} === "string" && ${i} && ${i} == +${i} && !(${i} % 1))`).assign(s,(0,Be._)`+${i}`);return;case"boolean":n.elseIf((0,Be._)`${i} === "false" || ${i} === 0 || ${i} === null`).
assign(s,!1).elseIf((0,Be._)`${i} === "true" || ${i} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Be._)`${i} === "" || ${i} === 0 || ${i} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Be._)`${e} === "string" || ${e} === "number"
              || ${e} === "boolean" || ${i} === null`).assign(s,(0,Be._)`[${i}]`)}}}function kb({gen:t,parentData:r,parentDataProperty:a},n){t.if((0,Be._)`${r} !== undefined`,
()=>t.assign((0,Be._)`${r}[${a}]`,n))}function Qo(t,r,a,n=Zs.Correct){let i=n===Zs.Correct?Be.operators.EQ:Be.operators.NEQ,o;switch(t){case"null":return(0,Be._)`${r} ${i} null`;case"\
array":o=(0,Be._)`Array.isArray(${r})`;break;case"object":o=(0,Be._)`${r} && typeof ${r} == "object" && !Array.isArray(${r})`;break;case"integer":o=e((0,Be._)`!(${r} % 1) && !isNaN(${r})`);
break;case"number":o=e();break;default:return(0,Be._)`typeof ${r} ${i} ${t}`}return n===Zs.Correct?o:(0,Be.not)(o);function e(s=Be.nil){return(0,Be.and)((0,Be._)`typeof ${r} == "number"`,
s,a?(0,Be._)`isFinite(${r})`:Be.nil)}}It.checkDataType=Qo;function Xo(t,r,a,n){if(t.length===1)return Qo(t[0],r,a,n);let i,o=(0,nm.toHash)(t);if(o.array&&o.object){
let e=(0,Be._)`typeof ${r} != "object"`;i=o.null?e:(0,Be._)`!${r} || ${e}`,delete o.null,delete o.array,delete o.object}else i=Be.nil;o.number&&delete o.integer;
for(let e in o)i=(0,Be.and)(i,Qo(e,r,a,n));return i}It.checkDataTypes=Xo;var Pb={message:({schema:t})=>`must be ${t}`,params:({schema:t,schemaValue:r})=>typeof t==
"string"?(0,Be._)`{type: ${t}}`:(0,Be._)`{type: ${r}}`};function Yo(t){let r=$b(t);(0,yb.reportError)(r,Pb)}It.reportTypeError=Yo;function $b(t){let{gen:r,data:a,
schema:n}=t,i=(0,nm.schemaRefOrVal)(t,n,"type");return{gen:r,keyword:"type",data:a,schema:n.type,schemaCode:i,schemaValue:i,parentSchema:n,params:{},it:t}}});var dm=ye(Vn=>{"use strict";Object.defineProperty(Vn,"__esModule",{value:!0});Vn.assignDefaults=void 0;var Gs=Ge(),Sb=tt();function _b(t,r){let{properties:a,items:n}=t.
schema;if(r==="object"&&a)for(let i in a)pm(t,i,a[i].default);else r==="array"&&Array.isArray(n)&&n.forEach((i,o)=>pm(t,o,i.default))}Vn.assignDefaults=_b;function pm(t,r,a){
let{gen:n,compositeRule:i,data:o,opts:e}=t;if(a===void 0)return;let s=(0,Gs._)`${o}${(0,Gs.getProperty)(r)}`;if(i){(0,Sb.checkStrictMode)(t,`default is ignored \
for: ${s}`);return}let c=(0,Gs._)`${s} === undefined`;e.useDefaults==="empty"&&(c=(0,Gs._)`${c} || ${s} === null || ${s} === ""`),n.if(c,(0,Gs._)`${s} = ${(0,Gs.
stringify)(a)}`)}});var tr=ye(pt=>{"use strict";Object.defineProperty(pt,"__esModule",{value:!0});pt.validateUnion=pt.validateArray=pt.usePattern=pt.callValidateCode=pt.schemaProperties=
pt.allSchemaProperties=pt.noPropertyInData=pt.propertyInData=pt.isOwnProperty=pt.hasPropFunc=pt.reportMissingProp=pt.checkMissingProp=pt.checkReportMissingProp=
void 0;var yt=Ge(),ep=tt(),Kr=Nr(),xb=tt();function qb(t,r){let{gen:a,data:n,it:i}=t;a.if(rp(a,n,r,i.opts.ownProperties),()=>{t.setParams({missingProperty:(0,yt.
_)`${r}`},!0),t.error()})}pt.checkReportMissingProp=qb;function Ob({gen:t,data:r,it:{opts:a}},n,i){return(0,yt.or)(...n.map(o=>(0,yt.and)(rp(t,r,o,a.ownProperties),
(0,yt._)`${i} = ${o}`)))}pt.checkMissingProp=Ob;function jb(t,r){t.setParams({missingProperty:r},!0),t.error()}pt.reportMissingProp=jb;function cm(t){return t.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,yt._)`Object.prototype.hasOwnProperty`})}pt.hasPropFunc=cm;function tp(t,r,a){return(0,yt._)`${cm(t)}.call(${r}, ${a})`}
pt.isOwnProperty=tp;function Ab(t,r,a,n){let i=(0,yt._)`${r}${(0,yt.getProperty)(a)} !== undefined`;return n?(0,yt._)`${i} && ${tp(t,r,a)}`:i}pt.propertyInData=
Ab;function rp(t,r,a,n){let i=(0,yt._)`${r}${(0,yt.getProperty)(a)} === undefined`;return n?(0,yt.or)(i,(0,yt.not)(tp(t,r,a))):i}pt.noPropertyInData=rp;function mm(t){
return t?Object.keys(t).filter(r=>r!=="__proto__"):[]}pt.allSchemaProperties=mm;function Tb(t,r){return mm(r).filter(a=>!(0,ep.alwaysValidSchema)(t,r[a]))}pt.schemaProperties=
Tb;function Nb({schemaCode:t,data:r,it:{gen:a,topSchemaRef:n,schemaPath:i,errorPath:o},it:e},s,c,f){let u=f?(0,yt._)`${t}, ${r}, ${n}${i}`:r,g=[[Kr.default.instancePath,
(0,yt.strConcat)(Kr.default.instancePath,o)],[Kr.default.parentData,e.parentData],[Kr.default.parentDataProperty,e.parentDataProperty],[Kr.default.rootData,Kr.default.
rootData]];e.opts.dynamicRef&&g.push([Kr.default.dynamicAnchors,Kr.default.dynamicAnchors]);let _=(0,yt._)`${u}, ${a.object(...g)}`;return c!==yt.nil?(0,yt._)`${s}.call(${c}, ${_})`:
(0,yt._)`${s}(${_})`}pt.callValidateCode=Nb;var Rb=(0,yt._)`new RegExp`;function Lb({gen:t,it:{opts:r}},a){let n=r.unicodeRegExp?"u":"",{regExp:i}=r.code,o=i(a,
n);return t.scopeValue("pattern",{key:o.toString(),ref:o,code:(0,yt._)`${i.code==="new RegExp"?Rb:(0,xb.useFunc)(t,i)}(${a}, ${n})`})}pt.usePattern=Lb;function Ib(t){
let{gen:r,data:a,keyword:n,it:i}=t,o=r.name("valid");if(i.allErrors){let s=r.let("valid",!0);return e(()=>r.assign(s,!1)),s}return r.var(o,!0),e(()=>r.break()),
o;function e(s){let c=r.const("len",(0,yt._)`${a}.length`);r.forRange("i",0,c,f=>{t.subschema({keyword:n,dataProp:f,dataPropType:ep.Type.Num},o),r.if((0,yt.not)(
o),s)})}}pt.validateArray=Ib;function Eb(t){let{gen:r,schema:a,keyword:n,it:i}=t;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(c=>(0,ep.
alwaysValidSchema)(i,c))&&!i.opts.unevaluated)return;let e=r.let("valid",!1),s=r.name("_valid");r.block(()=>a.forEach((c,f)=>{let u=t.subschema({keyword:n,schemaProp:f,
compositeRule:!0},s);r.assign(e,(0,yt._)`${e} || ${s}`),t.mergeValidEvaluated(u,s)||r.if((0,yt.not)(e))})),t.result(e,()=>t.reset(),()=>t.error(!0))}pt.validateUnion=
Eb});var hm=ye(kr=>{"use strict";Object.defineProperty(kr,"__esModule",{value:!0});kr.validateKeywordUsage=kr.validSchemaType=kr.funcKeywordCode=kr.macroKeywordCode=
void 0;var Ut=Ge(),us=Nr(),Mb=tr(),Fb=Ia();function Vb(t,r){let{gen:a,keyword:n,schema:i,parentSchema:o,it:e}=t,s=r.macro.call(e.self,i,o,e),c=um(a,n,s);e.opts.
validateSchema!==!1&&e.self.validateSchema(s,!0);let f=a.name("valid");t.subschema({schema:s,schemaPath:Ut.nil,errSchemaPath:`${e.errSchemaPath}/${n}`,topSchemaRef:c,
compositeRule:!0},f),t.pass(f,()=>t.error(!0))}kr.macroKeywordCode=Vb;function zb(t,r){var a;let{gen:n,keyword:i,schema:o,parentSchema:e,$data:s,it:c}=t;Jb(c,r);
let f=!s&&r.compile?r.compile.call(c.self,o,e,c):r.validate,u=um(n,i,f),g=n.let("valid");t.block$data(g,_),t.ok((a=r.valid)!==null&&a!==void 0?a:g);function _(){
if(r.errors===!1)x(),r.modifying&&lm(t),I(()=>t.error());else{let F=r.async?O():R();r.modifying&&lm(t),I(()=>Ub(t,F))}}function O(){let F=n.let("ruleErrs",null);
return n.try(()=>x((0,Ut._)`await `),we=>n.assign(g,!1).if((0,Ut._)`${we} instanceof ${c.ValidationError}`,()=>n.assign(F,(0,Ut._)`${we}.errors`),()=>n.throw(we))),
F}function R(){let F=(0,Ut._)`${u}.errors`;return n.assign(F,null),x(Ut.nil),F}function x(F=r.async?(0,Ut._)`await `:Ut.nil){let we=c.opts.passContext?us.default.
this:us.default.self,G=!("compile"in r&&!s||r.schema===!1);n.assign(g,(0,Ut._)`${F}${(0,Mb.callValidateCode)(t,u,we,G)}`,r.modifying)}function I(F){var we;n.if(
(0,Ut.not)((we=r.valid)!==null&&we!==void 0?we:g),F)}}kr.funcKeywordCode=zb;function lm(t){let{gen:r,data:a,it:n}=t;r.if(n.parentData,()=>r.assign(a,(0,Ut._)`${n.
parentData}[${n.parentDataProperty}]`))}function Ub(t,r){let{gen:a}=t;a.if((0,Ut._)`Array.isArray(${r})`,()=>{a.assign(us.default.vErrors,(0,Ut._)`${us.default.
vErrors} === null ? ${r} : ${us.default.vErrors}.concat(${r})`).assign(us.default.errors,(0,Ut._)`${us.default.vErrors}.length`),(0,Fb.extendErrors)(t)},()=>t.error())}
function Jb({schemaEnv:t},r){if(r.async&&!t.$async)throw new Error("async keyword in sync schema")}function um(t,r,a){if(a===void 0)throw new Error(`keyword "${r}\
" failed to compile`);return t.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Ut.stringify)(a)})}function Db(t,r,a=!1){return!r.length||r.some(
n=>n==="array"?Array.isArray(t):n==="object"?t&&typeof t=="object"&&!Array.isArray(t):typeof t==n||a&&typeof t>"u")}kr.validSchemaType=Db;function Cb({schema:t,
opts:r,self:a,errSchemaPath:n},i,o){if(Array.isArray(i.keyword)?!i.keyword.includes(o):i.keyword!==o)throw new Error("ajv implementation error");let e=i.dependencies;
if(e?.some(s=>!Object.prototype.hasOwnProperty.call(t,s)))throw new Error(`parent schema must have dependencies of ${o}: ${e.join(",")}`);if(i.validateSchema&&!i.
validateSchema(t[o])){let c=`keyword "${o}" value is invalid at path "${n}": `+a.errorsText(i.validateSchema.errors);if(r.validateSchema==="log")a.logger.error(
c);else throw new Error(c)}}kr.validateKeywordUsage=Cb});var ym=ye(Br=>{"use strict";Object.defineProperty(Br,"__esModule",{value:!0});Br.extendSubschemaMode=Br.extendSubschemaData=Br.getSubschema=void 0;var Pr=Ge(),fm=tt();
function Wb(t,{keyword:r,schemaProp:a,schema:n,schemaPath:i,errSchemaPath:o,topSchemaRef:e}){if(r!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(r!==void 0){let s=t.schema[r];return a===void 0?{schema:s,schemaPath:(0,Pr._)`${t.schemaPath}${(0,Pr.getProperty)(r)}`,errSchemaPath:`${t.
errSchemaPath}/${r}`}:{schema:s[a],schemaPath:(0,Pr._)`${t.schemaPath}${(0,Pr.getProperty)(r)}${(0,Pr.getProperty)(a)}`,errSchemaPath:`${t.errSchemaPath}/${r}/${(0,fm.
escapeFragment)(a)}`}}if(n!==void 0){if(i===void 0||o===void 0||e===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:i,topSchemaRef:e,errSchemaPath:o}}throw new Error('either "keyword" or "schema" must be passed')}Br.getSubschema=Wb;function Hb(t,r,{
dataProp:a,dataPropType:n,data:i,dataTypes:o,propertyName:e}){if(i!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=r;if(a!==void 0){let{errorPath:f,dataPathArr:u,opts:g}=r,_=s.let("data",(0,Pr._)`${r.data}${(0,Pr.getProperty)(a)}`,!0);c(_),t.errorPath=(0,Pr.str)`${f}${(0,fm.
getErrorPath)(a,n,g.jsPropertySyntax)}`,t.parentDataProperty=(0,Pr._)`${a}`,t.dataPathArr=[...u,t.parentDataProperty]}if(i!==void 0){let f=i instanceof Pr.Name?
i:s.let("data",i,!0);c(f),e!==void 0&&(t.propertyName=e)}o&&(t.dataTypes=o);function c(f){t.data=f,t.dataLevel=r.dataLevel+1,t.dataTypes=[],r.definedProperties=
new Set,t.parentData=r.data,t.dataNames=[...r.dataNames,f]}}Br.extendSubschemaData=Hb;function Kb(t,{jtdDiscriminator:r,jtdMetadata:a,compositeRule:n,createErrors:i,
allErrors:o}){n!==void 0&&(t.compositeRule=n),i!==void 0&&(t.createErrors=i),o!==void 0&&(t.allErrors=o),t.jtdDiscriminator=r,t.jtdMetadata=a}Br.extendSubschemaMode=
Kb});var bm=ye((R_,gm)=>{"use strict";var Zr=gm.exports=function(t,r,a){typeof r=="function"&&(a=r,r={}),a=r.cb||a;var n=typeof a=="function"?a:a.pre||function(){},i=a.
post||function(){};zn(r,n,i,t,"",t)};Zr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Zr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Zr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Zr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function zn(t,r,a,n,i,o,e,s,c,f){if(n&&typeof n=="object"&&!Array.isArray(n)){r(n,i,o,
e,s,c,f);for(var u in n){var g=n[u];if(Array.isArray(g)){if(u in Zr.arrayKeywords)for(var _=0;_<g.length;_++)zn(t,r,a,g[_],i+"/"+u+"/"+_,o,i,u,n,_)}else if(u in
Zr.propsKeywords){if(g&&typeof g=="object")for(var O in g)zn(t,r,a,g[O],i+"/"+u+"/"+Bb(O),o,i,u,n,O)}else(u in Zr.keywords||t.allKeys&&!(u in Zr.skipKeywords))&&
zn(t,r,a,g,i+"/"+u,o,i,u,n)}a(n,i,o,e,s,c,f)}}function Bb(t){return t.replace(/~/g,"~0").replace(/\//g,"~1")}});var Ma=ye(Wt=>{"use strict";Object.defineProperty(Wt,"__esModule",{value:!0});Wt.getSchemaRefs=Wt.resolveUrl=Wt.normalizeId=Wt._getFullPath=Wt.getFullPath=Wt.inlineRef=
void 0;var Zb=tt(),Gb=yo(),Qb=bm(),Xb=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Yb(t,r=!0){return typeof t=="boolean"?!0:r===!0?!sp(t):r?wm(t)<=r:!1}Wt.inlineRef=Yb;var ew=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function sp(t){for(let r in t){if(ew.has(r))return!0;let a=t[r];if(Array.isArray(a)&&
a.some(sp)||typeof a=="object"&&sp(a))return!0}return!1}function wm(t){let r=0;for(let a in t){if(a==="$ref")return 1/0;if(r++,!Xb.has(a)&&(typeof t[a]=="object"&&
(0,Zb.eachItem)(t[a],n=>r+=wm(n)),r===1/0))return 1/0}return r}function vm(t,r="",a){a!==!1&&(r=Qs(r));let n=t.parse(r);return km(t,n)}Wt.getFullPath=vm;function km(t,r){
return t.serialize(r).split("#")[0]+"#"}Wt._getFullPath=km;var tw=/#\/?$/;function Qs(t){return t?t.replace(tw,""):""}Wt.normalizeId=Qs;function rw(t,r,a){return a=
Qs(a),t.resolve(r,a)}Wt.resolveUrl=rw;var sw=/^[a-z_][-a-z0-9._]*$/i;function aw(t,r){if(typeof t=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,i=Qs(
t[a]||r),o={"":i},e=vm(n,i,!1),s={},c=new Set;return Qb(t,{allKeys:!0},(g,_,O,R)=>{if(R===void 0)return;let x=e+_,I=o[R];typeof g[a]=="string"&&(I=F.call(this,g[a])),
we.call(this,g.$anchor),we.call(this,g.$dynamicAnchor),o[_]=I;function F(G){let B=this.opts.uriResolver.resolve;if(G=Qs(I?B(I,G):G),c.has(G))throw u(G);c.add(G);
let V=this.refs[G];return typeof V=="string"&&(V=this.refs[V]),typeof V=="object"?f(g,V.schema,G):G!==Qs(x)&&(G[0]==="#"?(f(g,s[G],G),s[G]=g):this.refs[G]=x),G}
function we(G){if(typeof G=="string"){if(!sw.test(G))throw new Error(`invalid anchor "${G}"`);F.call(this,`#${G}`)}}}),s;function f(g,_,O){if(_!==void 0&&!Gb(g,
_))throw u(O)}function u(g){return new Error(`reference "${g}" resolves to more than one schema`)}}Wt.getSchemaRefs=aw});var za=ye(Gr=>{"use strict";Object.defineProperty(Gr,"__esModule",{value:!0});Gr.getData=Gr.KeywordCxt=Gr.validateFunctionCode=void 0;var xm=rm(),Pm=Ea(),np=Go(),
Un=Ea(),nw=dm(),Va=hm(),ap=ym(),je=Ge(),Fe=Nr(),iw=Ma(),Rr=tt(),Fa=Ia();function ow(t){if(jm(t)&&(Am(t),Om(t))){cw(t);return}qm(t,()=>(0,xm.topBoolOrEmptySchema)(
t))}Gr.validateFunctionCode=ow;function qm({gen:t,validateName:r,schema:a,schemaEnv:n,opts:i},o){i.code.es5?t.func(r,(0,je._)`${Fe.default.data}, ${Fe.default.valCxt}`,
n.$async,()=>{t.code((0,je._)`"use strict"; ${$m(a,i)}`),dw(t,i),t.code(o)}):t.func(r,(0,je._)`${Fe.default.data}, ${pw(i)}`,n.$async,()=>t.code($m(a,i)).code(o))}
function pw(t){return(0,je._)`{${Fe.default.instancePath}="", ${Fe.default.parentData}, ${Fe.default.parentDataProperty}, ${Fe.default.rootData}=${Fe.default.data}${t.
dynamicRef?(0,je._)`, ${Fe.default.dynamicAnchors}={}`:je.nil}}={}`}function dw(t,r){t.if(Fe.default.valCxt,()=>{t.var(Fe.default.instancePath,(0,je._)`${Fe.default.
valCxt}.${Fe.default.instancePath}`),t.var(Fe.default.parentData,(0,je._)`${Fe.default.valCxt}.${Fe.default.parentData}`),t.var(Fe.default.parentDataProperty,(0,je.
_)`${Fe.default.valCxt}.${Fe.default.parentDataProperty}`),t.var(Fe.default.rootData,(0,je._)`${Fe.default.valCxt}.${Fe.default.rootData}`),r.dynamicRef&&t.var(
Fe.default.dynamicAnchors,(0,je._)`${Fe.default.valCxt}.${Fe.default.dynamicAnchors}`)},()=>{t.var(Fe.default.instancePath,(0,je._)`""`),t.var(Fe.default.parentData,
(0,je._)`undefined`),t.var(Fe.default.parentDataProperty,(0,je._)`undefined`),t.var(Fe.default.rootData,Fe.default.data),r.dynamicRef&&t.var(Fe.default.dynamicAnchors,
(0,je._)`{}`)})}function cw(t){let{schema:r,opts:a,gen:n}=t;qm(t,()=>{a.$comment&&r.$comment&&Nm(t),fw(t),n.let(Fe.default.vErrors,null),n.let(Fe.default.errors,
0),a.unevaluated&&mw(t),Tm(t),bw(t)})}function mw(t){let{gen:r,validateName:a}=t;t.evaluated=r.const("evaluated",(0,je._)`${a}.evaluated`),r.if((0,je._)`${t.evaluated}.dynamicProps`,
()=>r.assign((0,je._)`${t.evaluated}.props`,(0,je._)`undefined`)),r.if((0,je._)`${t.evaluated}.dynamicItems`,()=>r.assign((0,je._)`${t.evaluated}.items`,(0,je._)`undefined`))}
function $m(t,r){let a=typeof t=="object"&&t[r.schemaId];return a&&(r.code.source||r.code.process)?(0,je._)`/*# sourceURL=${a} */`:je.nil}function lw(t,r){if(jm(
t)&&(Am(t),Om(t))){uw(t,r);return}(0,xm.boolOrEmptySchema)(t,r)}function Om({schema:t,self:r}){if(typeof t=="boolean")return!t;for(let a in t)if(r.RULES.all[a])
return!0;return!1}function jm(t){return typeof t.schema!="boolean"}function uw(t,r){let{schema:a,gen:n,opts:i}=t;i.$comment&&a.$comment&&Nm(t),yw(t),gw(t);let o=n.
const("_errs",Fe.default.errors);Tm(t,o),n.var(r,(0,je._)`${o} === ${Fe.default.errors}`)}function Am(t){(0,Rr.checkUnknownRules)(t),hw(t)}function Tm(t,r){if(t.
opts.jtd)return Sm(t,[],!1,r);let a=(0,Pm.getSchemaTypes)(t.schema),n=(0,Pm.coerceAndCheckDataType)(t,a);Sm(t,a,!n,r)}function hw(t){let{schema:r,errSchemaPath:a,
opts:n,self:i}=t;r.$ref&&n.ignoreKeywordsWithRef&&(0,Rr.schemaHasRulesButRef)(r,i.RULES)&&i.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function fw(t){
let{schema:r,opts:a}=t;r.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Rr.checkStrictMode)(t,"default is ignored in the schema root")}function yw(t){let r=t.
schema[t.opts.schemaId];r&&(t.baseId=(0,iw.resolveUrl)(t.opts.uriResolver,t.baseId,r))}function gw(t){if(t.schema.$async&&!t.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Nm({gen:t,schemaEnv:r,schema:a,errSchemaPath:n,opts:i}){let o=a.$comment;if(i.$comment===!0)t.code((0,je._)`${Fe.default.self}.logger.log(${o})`);else if(typeof i.
$comment=="function"){let e=(0,je.str)`${n}/$comment`,s=t.scopeValue("root",{ref:r.root});t.code((0,je._)`${Fe.default.self}.opts.$comment(${o}, ${e}, ${s}.schema)`)}}
function bw(t){let{gen:r,schemaEnv:a,validateName:n,ValidationError:i,opts:o}=t;a.$async?r.if((0,je._)`${Fe.default.errors} === 0`,()=>r.return(Fe.default.data),
()=>r.throw((0,je._)`new ${i}(${Fe.default.vErrors})`)):(r.assign((0,je._)`${n}.errors`,Fe.default.vErrors),o.unevaluated&&ww(t),r.return((0,je._)`${Fe.default.
errors} === 0`))}function ww({gen:t,evaluated:r,props:a,items:n}){a instanceof je.Name&&t.assign((0,je._)`${r}.props`,a),n instanceof je.Name&&t.assign((0,je._)`${r}.items`,
n)}function Sm(t,r,a,n){let{gen:i,schema:o,data:e,allErrors:s,opts:c,self:f}=t,{RULES:u}=f;if(o.$ref&&(c.ignoreKeywordsWithRef||!(0,Rr.schemaHasRulesButRef)(o,u))){
i.block(()=>Lm(t,"$ref",u.all.$ref.definition));return}c.jtd||vw(t,r),i.block(()=>{for(let _ of u.rules)g(_);g(u.post)});function g(_){(0,np.shouldUseGroup)(o,_)&&
(_.type?(i.if((0,Un.checkDataType)(_.type,e,c.strictNumbers)),_m(t,_),r.length===1&&r[0]===_.type&&a&&(i.else(),(0,Un.reportTypeError)(t)),i.endIf()):_m(t,_),s||
i.if((0,je._)`${Fe.default.errors} === ${n||0}`))}}function _m(t,r){let{gen:a,schema:n,opts:{useDefaults:i}}=t;i&&(0,nw.assignDefaults)(t,r.type),a.block(()=>{for(let o of r.
rules)(0,np.shouldUseRule)(n,o)&&Lm(t,o.keyword,o.definition,r.type)})}function vw(t,r){t.schemaEnv.meta||!t.opts.strictTypes||(kw(t,r),t.opts.allowUnionTypes||
Pw(t,r),$w(t,t.dataTypes))}function kw(t,r){if(r.length){if(!t.dataTypes.length){t.dataTypes=r;return}r.forEach(a=>{Rm(t.dataTypes,a)||ip(t,`type "${a}" not all\
owed by context "${t.dataTypes.join(",")}"`)}),_w(t,r)}}function Pw(t,r){r.length>1&&!(r.length===2&&r.includes("null"))&&ip(t,"use allowUnionTypes to allow uni\
on type keyword")}function $w(t,r){let a=t.self.RULES.all;for(let n in a){let i=a[n];if(typeof i=="object"&&(0,np.shouldUseRule)(t.schema,i)){let{type:o}=i.definition;
o.length&&!o.some(e=>Sw(r,e))&&ip(t,`missing type "${o.join(",")}" for keyword "${n}"`)}}}function Sw(t,r){return t.includes(r)||r==="number"&&t.includes("integ\
er")}function Rm(t,r){return t.includes(r)||r==="integer"&&t.includes("number")}function _w(t,r){let a=[];for(let n of t.dataTypes)Rm(r,n)?a.push(n):r.includes(
"integer")&&n==="number"&&a.push("integer");t.dataTypes=a}function ip(t,r){let a=t.schemaEnv.baseId+t.errSchemaPath;r+=` at "${a}" (strictTypes)`,(0,Rr.checkStrictMode)(
t,r,t.opts.strictTypes)}var Jn=class{constructor(r,a,n){if((0,Va.validateKeywordUsage)(r,a,n),this.gen=r.gen,this.allErrors=r.allErrors,this.keyword=n,this.data=
r.data,this.schema=r.schema[n],this.$data=a.$data&&r.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Rr.schemaRefOrVal)(r,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=r.schema,this.params={},this.it=r,this.def=a,this.$data)this.schemaCode=r.gen.const("vSchema",Im(this.$data,r));else if(this.
schemaCode=this.schemaValue,!(0,Va.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=r.gen.const("_errs",Fe.default.errors))}result(r,a,n){this.failResult((0,je.not)(r),a,n)}failResult(r,a,n){
this.gen.if(r),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(r,a){this.failResult(
(0,je.not)(r),void 0,a)}fail(r){if(r===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(r),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(r){if(!this.$data)return this.fail(r);let{schemaCode:a}=this;this.fail((0,je._)`${a} !== undefined && (${(0,je.or)(this.invalid$data(),r)})`)}error(r,a,n){
if(a){this.setParams(a),this._error(r,n),this.setParams({});return}this._error(r,n)}_error(r,a){(r?Fa.reportExtraError:Fa.reportError)(this,this.def.error,a)}$dataError(){
(0,Fa.reportError)(this,this.def.$dataError||Fa.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Fa.resetErrorsCount)(this.gen,this.errsCount)}ok(r){this.allErrors||this.gen.if(r)}setParams(r,a){a?Object.assign(this.params,r):this.params=r}block$data(r,a,n=je.
nil){this.gen.block(()=>{this.check$data(r,n),a()})}check$data(r=je.nil,a=je.nil){if(!this.$data)return;let{gen:n,schemaCode:i,schemaType:o,def:e}=this;n.if((0,je.
or)((0,je._)`${i} === undefined`,a)),r!==je.nil&&n.assign(r,!0),(o.length||e.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),r!==je.nil&&n.assign(
r,!1)),n.else()}invalid$data(){let{gen:r,schemaCode:a,schemaType:n,def:i,it:o}=this;return(0,je.or)(e(),s());function e(){if(n.length){if(!(a instanceof je.Name))
throw new Error("ajv implementation error");let c=Array.isArray(n)?n:[n];return(0,je._)`${(0,Un.checkDataTypes)(c,a,o.opts.strictNumbers,Un.DataType.Wrong)}`}return je.
nil}function s(){if(i.validateSchema){let c=r.scopeValue("validate$data",{ref:i.validateSchema});return(0,je._)`!${c}(${a})`}return je.nil}}subschema(r,a){let n=(0,ap.
getSubschema)(this.it,r);(0,ap.extendSubschemaData)(n,this.it,r),(0,ap.extendSubschemaMode)(n,r);let i={...this.it,...n,items:void 0,props:void 0};return lw(i,a),
i}mergeEvaluated(r,a){let{it:n,gen:i}=this;n.opts.unevaluated&&(n.props!==!0&&r.props!==void 0&&(n.props=Rr.mergeEvaluated.props(i,r.props,n.props,a)),n.items!==
!0&&r.items!==void 0&&(n.items=Rr.mergeEvaluated.items(i,r.items,n.items,a)))}mergeValidEvaluated(r,a){let{it:n,gen:i}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return i.if(a,()=>this.mergeEvaluated(r,je.Name)),!0}};Gr.KeywordCxt=Jn;function Lm(t,r,a,n){let i=new Jn(t,a,r);"code"in a?a.code(i,n):i.$data&&a.
validate?(0,Va.funcKeywordCode)(i,a):"macro"in a?(0,Va.macroKeywordCode)(i,a):(a.compile||a.validate)&&(0,Va.funcKeywordCode)(i,a)}var xw=/^\/(?:[^~]|~0|~1)*$/,
qw=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Im(t,{dataLevel:r,dataNames:a,dataPathArr:n}){let i,o;if(t==="")return Fe.default.rootData;if(t[0]==="/"){if(!xw.
test(t))throw new Error(`Invalid JSON-pointer: ${t}`);i=t,o=Fe.default.rootData}else{let f=qw.exec(t);if(!f)throw new Error(`Invalid JSON-pointer: ${t}`);let u=+f[1];
if(i=f[2],i==="#"){if(u>=r)throw new Error(c("property/index",u));return n[r-u]}if(u>r)throw new Error(c("data",u));if(o=a[r-u],!i)return o}let e=o,s=i.split("/");
for(let f of s)f&&(o=(0,je._)`${o}${(0,je.getProperty)((0,Rr.unescapeJsonPointer)(f))}`,e=(0,je._)`${e} && ${o}`);return e;function c(f,u){return`Cannot access ${f}\
 ${u} levels up, current level is ${r}`}}Gr.getData=Im});var Dn=ye(pp=>{"use strict";Object.defineProperty(pp,"__esModule",{value:!0});var op=class extends Error{constructor(r){super("validation failed"),this.errors=r,
this.ajv=this.validation=!0}};pp.default=op});var Ua=ye(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var dp=Ma(),cp=class extends Error{constructor(r,a,n,i){super(i||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,dp.resolveUrl)(r,a,n),this.missingSchema=(0,dp.normalizeId)((0,dp.getFullPath)(r,this.missingRef))}};mp.default=cp});var Wn=ye(rr=>{"use strict";Object.defineProperty(rr,"__esModule",{value:!0});rr.resolveSchema=rr.getCompilingSchema=rr.resolveRef=rr.compileSchema=rr.SchemaEnv=
void 0;var cr=Ge(),Ow=Dn(),hs=Nr(),mr=Ma(),Em=tt(),jw=za(),Xs=class{constructor(r){var a;this.refs={},this.dynamicAnchors={};let n;typeof r.schema=="object"&&(n=
r.schema),this.schema=r.schema,this.schemaId=r.schemaId,this.root=r.root||this,this.baseId=(a=r.baseId)!==null&&a!==void 0?a:(0,mr.normalizeId)(n?.[r.schemaId||
"$id"]),this.schemaPath=r.schemaPath,this.localRefs=r.localRefs,this.meta=r.meta,this.$async=n?.$async,this.refs={}}};rr.SchemaEnv=Xs;function up(t){let r=Mm.call(
this,t);if(r)return r;let a=(0,mr.getFullPath)(this.opts.uriResolver,t.root.baseId),{es5:n,lines:i}=this.opts.code,{ownProperties:o}=this.opts,e=new cr.CodeGen(
this.scope,{es5:n,lines:i,ownProperties:o}),s;t.$async&&(s=e.scopeValue("Error",{ref:Ow.default,code:(0,cr._)`require("ajv/dist/runtime/validation_error").default`}));
let c=e.scopeName("validate");t.validateName=c;let f={gen:e,allErrors:this.opts.allErrors,data:hs.default.data,parentData:hs.default.parentData,parentDataProperty:hs.
default.parentDataProperty,dataNames:[hs.default.data],dataPathArr:[cr.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:e.scopeValue("schema",
this.opts.code.source===!0?{ref:t.schema,code:(0,cr.stringify)(t.schema)}:{ref:t.schema}),validateName:c,ValidationError:s,schema:t.schema,schemaEnv:t,rootId:a,
baseId:t.baseId||a,schemaPath:cr.nil,errSchemaPath:t.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,cr._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(t),(0,jw.validateFunctionCode)(f),e.optimize(this.opts.code.optimize);let g=e.toString();u=`${e.scopeRefs(hs.default.scope)}return ${g}`,this.opts.code.process&&
(u=this.opts.code.process(u,t));let O=new Function(`${hs.default.self}`,`${hs.default.scope}`,u)(this,this.scope.get());if(this.scope.value(c,{ref:O}),O.errors=
null,O.schema=t.schema,O.schemaEnv=t,t.$async&&(O.$async=!0),this.opts.code.source===!0&&(O.source={validateName:c,validateCode:g,scopeValues:e._values}),this.opts.
unevaluated){let{props:R,items:x}=f;O.evaluated={props:R instanceof cr.Name?void 0:R,items:x instanceof cr.Name?void 0:x,dynamicProps:R instanceof cr.Name,dynamicItems:x instanceof
cr.Name},O.source&&(O.source.evaluated=(0,cr.stringify)(O.evaluated))}return t.validate=O,t}catch(g){throw delete t.validate,delete t.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),g}finally{this._compilations.delete(t)}}rr.compileSchema=up;function Aw(t,r,a){var n;a=(0,mr.resolveUrl)(this.
opts.uriResolver,r,a);let i=t.refs[a];if(i)return i;let o=Rw.call(this,t,a);if(o===void 0){let e=(n=t.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;e&&(o=new Xs({schema:e,schemaId:s,root:t,baseId:r}))}if(o!==void 0)return t.refs[a]=Tw.call(this,o)}rr.resolveRef=Aw;function Tw(t){return(0,mr.inlineRef)(
t.schema,this.opts.inlineRefs)?t.schema:t.validate?t:up.call(this,t)}function Mm(t){for(let r of this._compilations)if(Nw(r,t))return r}rr.getCompilingSchema=Mm;
function Nw(t,r){return t.schema===r.schema&&t.root===r.root&&t.baseId===r.baseId}function Rw(t,r){let a;for(;typeof(a=this.refs[r])=="string";)r=a;return a||this.
schemas[r]||Cn.call(this,t,r)}function Cn(t,r){let a=this.opts.uriResolver.parse(r),n=(0,mr._getFullPath)(this.opts.uriResolver,a),i=(0,mr.getFullPath)(this.opts.
uriResolver,t.baseId,void 0);if(Object.keys(t.schema).length>0&&n===i)return lp.call(this,a,t);let o=(0,mr.normalizeId)(n),e=this.refs[o]||this.schemas[o];if(typeof e==
"string"){let s=Cn.call(this,t,e);return typeof s?.schema!="object"?void 0:lp.call(this,a,s)}if(typeof e?.schema=="object"){if(e.validate||up.call(this,e),o===(0,mr.
normalizeId)(r)){let{schema:s}=e,{schemaId:c}=this.opts,f=s[c];return f&&(i=(0,mr.resolveUrl)(this.opts.uriResolver,i,f)),new Xs({schema:s,schemaId:c,root:t,baseId:i})}
return lp.call(this,a,e)}}rr.resolveSchema=Cn;var Lw=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function lp(t,{baseId:r,schema:a,
root:n}){var i;if(((i=t.fragment)===null||i===void 0?void 0:i[0])!=="/")return;for(let s of t.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let c=a[(0,Em.
unescapeFragment)(s)];if(c===void 0)return;a=c;let f=typeof a=="object"&&a[this.opts.schemaId];!Lw.has(s)&&f&&(r=(0,mr.resolveUrl)(this.opts.uriResolver,r,f))}let o;
if(typeof a!="boolean"&&a.$ref&&!(0,Em.schemaHasRulesButRef)(a,this.RULES)){let s=(0,mr.resolveUrl)(this.opts.uriResolver,r,a.$ref);o=Cn.call(this,n,s)}let{schemaId:e}=this.
opts;if(o=o||new Xs({schema:a,schemaId:e,root:n,baseId:r}),o.schema!==o.root.schema)return o}});var Fm=ye((V_,Iw)=>{Iw.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var wp=ye((z_,Hm)=>{"use strict";var Ew=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),fp=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),Mw=RegExp.prototype.test.bind(/^\d*$/u),fs=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),yp=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),zm=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),gp=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Fw=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Ht=new Array(256);{let t="0123456789ABCDEF";for(let r=0;r<
256;r++)Ht[r]="%"+t[r>>4]+t[r&15]}function Et(t){return t<2048?Ht[192|t>>6]+Ht[128|t&63]:t<65536?Ht[224|t>>12]+Ht[128|t>>6&63]+Ht[128|t&63]:Ht[240|t>>18]+Ht[128|
t>>12&63]+Ht[128|t>>6&63]+Ht[128|t&63]}function Vw(t){let r="",a=0,n=0;for(n=0;n<t.length;n++)if(a=t[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";r+=t[n];break}for(n+=1;n<t.length;n++){if(a=t[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";r+=t[n]}return r}var zw=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Uw=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Jw=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Dw=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Cw(t){if(t.length===0)return!1;for(let r=0;r<t.length;r++)if(!Jw(t[r])){if(t[r]==="%"&&r+2<
t.length&&fs(t.slice(r+1,r+3))){r+=2;continue}return!1}return!0}function Vm(t){let r=-1,a=0,n=-1,i=0;for(let s=0;s<t.length;s++)t[s]==="0"?(n===-1&&(n=s),i++,i>
a&&(a=i,r=n)):(n=-1,i=0);if(a<2)return t.join(":");let o=t.slice(0,r).join(":"),e=t.slice(r+a).join(":");return o+"::"+e}function Ww(t){let r=t.indexOf("::");if(r!==
-1&&t.indexOf("::",r+1)!==-1)return;let a=r===-1?t.split(":"):t.slice(0,r).split(":"),n=r===-1?[]:t.slice(r+2).split(":");r!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let i=a.concat(n),o=0;for(let s=0;s<i.length;s++){let c=i[s];if(c==="")return;if(c.indexOf(".")!==-1){if(s!==i.length-
1||r!==-1&&n.length===0||!fp(c))return;o+=2;continue}if(!zw(c))return;i[s]=parseInt(c,16).toString(16),o++}if(r===-1)return o!==8?void 0:Vm(i);if(o>=8)return;let e=i.
slice(0,a.length);for(let s=o;s<8;s++)e.push("0");for(let s=a.length;s<i.length;s++)e.push(i[s]);return Vm(e)}function hp(t){let r=t[0]==="["&&t[t.length-1]==="\
]";if((t[0]==="["||t[t.length-1]==="]")&&!r)return{host:t,isIPV6:!1,error:!0};let n=r?t.slice(1,-1):t;if(r&&Uw(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(Hw(n,":")<2)return{host:t,isIPV6:!1,error:r};let i="",o=n.indexOf("%");if(o!==-1){let s=n.slice(o,o+3).toLowerCase()==="%25"?3:1;if(i=
n.slice(o+s),!Cw(i))return{host:t,isIPV6:!1,error:!0};n=n.slice(0,o)}let e=Ww(n);return e===void 0?{host:t,isIPV6:!1,error:!0}:{host:e+(i?"%"+i:""),escapedHost:e+
(i?"%25"+i:""),isIPV6:!0}}function Hw(t,r){let a=0;for(let n=0;n<t.length;n++)t[n]===r&&a++;return a}function Um(t){let r=t,a=[],n=-1,i=0;for(;i=r.length;){if(i===
1){if(r===".")break;if(r==="/"){a.push("/");break}else{a.push(r);break}}else if(i===2){if(r[0]==="."){if(r[1]===".")break;if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]===
"/"&&(r[1]==="."||r[1]==="/")){a.push("/");break}}else if(i===3&&r==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(r[0]==="."){if(r[1]==="."){if(r[2]==="/"){
r=r.slice(3);continue}}else if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]==="/"&&r[1]==="."){if(r[2]==="/"){r=r.slice(2);continue}else if(r[2]==="."&&r[3]===
"/"){r=r.slice(3),a.length!==0&&a.pop();continue}}if((n=r.indexOf("/",1))===-1){a.push(r);break}else a.push(r.slice(0,n)),r=r.slice(n)}return a.join("")}function Kw(t){
if(t===""||t[0]==="/")return Um(t);let r=t.split("/"),a=r.length-1,n=[],i=!1;for(let o=0;o<=a;o++){let e=r[o];e==="."||e===".."?(e===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),i=o===a):n.push(e)}return i&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Bw={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Zw=/[@/?#:]/g,Gw=/[@/?#]/g;function Jm(t,r){let a=r?Gw:Zw;return a.lastIndex=0,t.replace(a,n=>Bw[n])}
function Dm(t,r=!1){if(t.indexOf("%")===-1)return t;let a="";for(let n=0;n<t.length;n++){if(t[n]==="%"&&n+2<t.length){let i=t.slice(n+1,n+3);if(fs(i)){let o=i.toUpperCase(),
e=String.fromCharCode(parseInt(o,16));r&&yp(e)?a+=e:a+="%"+o,n+=2;continue}}a+=t[n]}return a}function Qw(t){let r="";for(let a=0;a<t.length;a++){let n=t[a];if(n===
"%"&&a+2<t.length){let i=t.slice(a+1,a+3);if(fs(i)){let o=i.toUpperCase(),e=String.fromCharCode(parseInt(o,16));e!=="."&&yp(e)?r+=e:r+="%"+o,a+=2;continue}}if(zm(
n))r+=n;else{let i=t.charCodeAt(a);if(i<128)r+=Wm(i)?n:Ht[i];else if(i<55296||i>57343)r+=Et(i);else if(i<=56319&&a+1<t.length){let o=t.charCodeAt(a+1);o>=56320&&
o<=57343?(r+=Et(65536+(i-55296<<10)+(o-56320)),a++):r+=Et(65533)}else r+=Et(65533)}}return r}function Xw(t,r=!1){let a="",n=r&&t[0]!=="/";for(let i=0;i<t.length;i++){
let o=t[i];if(o==="%"&&i+2<t.length){let e=t.slice(i+1,i+3);if(fs(e)){a+="%"+e.toUpperCase(),i+=2;continue}}if(o==="/"&&(n=!1),zm(o)&&(o!==":"||!n))a+=o;else{let e=t.
charCodeAt(i);if(e<128)a+=Ht[e];else if(e<55296||e>57343)a+=Et(e);else if(e<=56319&&i+1<t.length){let s=t.charCodeAt(i+1);s>=56320&&s<=57343?(a+=Et(65536+(e-55296<<
10)+(s-56320)),i++):a+=Et(65533)}else a+=Et(65533)}}return a}function bp(t,r){let a="";for(let n=0;n<t.length;n++){let i=t[n];if(i==="%"&&n+2<t.length){let o=t.
slice(n+1,n+3);if(fs(o)){a+="%"+o.toUpperCase(),n+=2;continue}}if(r(i))a+=i;else{let o=t.charCodeAt(n);if(o<128)a+=Ht[o];else if(o<55296||o>57343)a+=Et(o);else if(o<=
56319&&n+1<t.length){let e=t.charCodeAt(n+1);e>=56320&&e<=57343?(a+=Et(65536+(o-55296<<10)+(e-56320)),n++):a+=Et(65533)}else a+=Et(65533)}}return a}function Cm(t){
return bp(t,Fw)}function Yw(t){return bp(t,gp)}function ev(t){return bp(t,gp)}function Wm(t){return t>=48&&t<=57||t>=65&&t<=90||t>=97&&t<=122||t===42||t===43||t===
45||t===46||t===47||t===64||t===95}function tv(t){let r="";for(let a=0;a<t.length;a++){let n=t[a];if(n==="%"&&a+2<t.length){let i=t.slice(a+1,a+3);if(fs(i)){let o=i.
toUpperCase(),e=String.fromCharCode(parseInt(o,16));yp(e)?r+=e:r+="%"+o,a+=2;continue}}if(gp(n))r+=n;else{let i=t.charCodeAt(a);if(i<128)r+=Wm(i)?n:Ht[i];else if(i<
55296||i>57343)r+=Et(i);else if(i<=56319&&a+1<t.length){let o=t.charCodeAt(a+1);o>=56320&&o<=57343?(r+=Et(65536+(i-55296<<10)+(o-56320)),a++):r+=Et(65533)}else r+=
Et(65533)}}return r}function rv(t){let r="";for(let a=0;a<t.length;a++){if(t[a]==="%"&&a+2<t.length){let n=t.slice(a+1,a+3);if(fs(n)){r+="%"+n.toUpperCase(),a+=
2;continue}}r+=escape(t[a])}return r}function sv(t){let r=[];if(t.userinfo!==void 0&&(r.push(Cm(t.userinfo)),r.push("@")),t.host!==void 0){let a=t.host;if(!fp(a)){
let n=hp(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Dm(a,!0),n=hp(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Jm(a,!1)}r.push(a)}if(typeof t.port==
"number"||typeof t.port=="string"){let a=String(t.port);if(!Mw(a))throw new TypeError("URI port is malformed.");r.push(":"),r.push(a)}return r.length?r.join(""):
void 0}Hm.exports={nonSimpleDomain:Dw,recomposeAuthority:sv,reescapeHostDelimiters:Jm,normalizePercentEncoding:Dm,normalizePathEncoding:Qw,serializePathEncoding:Xw,
normalizeQueryFragmentEncoding:tv,encodeUserinfo:Cm,encodeQuery:Yw,encodeFragment:ev,escapePreservingEscapes:rv,removeDotSegments:Um,removeDotSegmentsRelative:Kw,
isIPv4:fp,isUUID:Ew,normalizeIPv6:hp,stringArrayToHexStripped:Vw}});var Qm=ye((U_,Gm)=>{"use strict";var{isUUID:av}=wp(),nv=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,iv=["http","https","ws","wss","ur\
n","urn:uuid"];function ov(t){return iv.indexOf(t)!==-1}function vp(t){return t.secure===!0?!0:t.secure===!1?!1:t.scheme?t.scheme.length===3&&(t.scheme[0]==="w"||
t.scheme[0]==="W")&&(t.scheme[1]==="s"||t.scheme[1]==="S")&&(t.scheme[2]==="s"||t.scheme[2]==="S"):!1}function Km(t){return t.host||(t.error=t.error||"HTTP URIs\
 must have a host."),t}function Bm(t){let r=String(t.scheme).toLowerCase()==="https";return(t.port===(r?443:80)||t.port==="")&&(t.port=void 0),t.path||(t.path="\
/"),t}function pv(t){return t.secure=vp(t),t.resourceName=(t.path||"/")+(t.query?"?"+t.query:""),t.path=void 0,t.query=void 0,t}function dv(t){if((t.port===(vp(
t)?443:80)||t.port==="")&&(t.port=void 0),typeof t.secure=="boolean"&&(t.scheme=t.secure?"wss":"ws",t.secure=void 0),t.resourceName){let r=t.resourceName.indexOf(
"?"),a=r===-1?t.resourceName:t.resourceName.slice(0,r);t.path=a&&a!=="/"?a:void 0,t.query=r===-1?void 0:t.resourceName.slice(r+1),t.resourceName=void 0}return t.
fragment=void 0,t}function cv(t,r){if(!t.path)return t.error="URN can not be parsed",t;let a=t.path.match(nv);if(a&&a[0]===t.path){let n=r.scheme||t.scheme||"ur\
n";t.nid=a[1].toLowerCase(),t.nss=a[2];let i=`${n}:${r.nid||t.nid}`,o=kp(i);t.path=void 0,o&&(t=o.parse(t,r))}else t.error=t.error||"URN can not be parsed.";return t}
function mv(t,r){if(t.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=r.scheme||t.scheme||"urn",n=t.nid.toLowerCase(),i=`${a}:${r.nid||
n}`,o=kp(i);o&&(t=o.serialize(t,r));let e=t,s=t.nss;return e.path=`${n||r.nid}:${s}`,r.skipEscape=!0,e}function lv(t,r){let a=t;return a.uuid=a.nss,a.nss=void 0,
!r.tolerant&&(!a.uuid||!av(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function uv(t){let r=t;return r.nss=(t.uuid||"").toLowerCase(),r}var Zm={scheme:"\
http",domainHost:!0,parse:Km,serialize:Bm},hv={scheme:"https",domainHost:Zm.domainHost,parse:Km,serialize:Bm},Hn={scheme:"ws",domainHost:!0,parse:pv,serialize:dv},
fv={scheme:"wss",domainHost:Hn.domainHost,parse:Hn.parse,serialize:Hn.serialize},yv={scheme:"urn",parse:cv,serialize:mv,skipNormalize:!0},gv={scheme:"urn:uuid",
parse:lv,serialize:uv,skipNormalize:!0},Kn={http:Zm,https:hv,ws:Hn,wss:fv,urn:yv,"urn:uuid":gv};Object.setPrototypeOf(Kn,null);function kp(t){return t&&(Kn[t]||
Kn[t.toLowerCase()])||void 0}Gm.exports={wsIsSecure:vp,SCHEMES:Kn,isValidSchemeName:ov,getSchemeHandler:kp}});var ll=ye((J_,Xn)=>{"use strict";var{normalizeIPv6:rl,removeDotSegments:Da,removeDotSegmentsRelative:sl,recomposeAuthority:bv,normalizePercentEncoding:Pp,normalizePathEncoding:wv,
serializePathEncoding:Xm,normalizeQueryFragmentEncoding:Ym,encodeQuery:vv,encodeFragment:kv,reescapeHostDelimiters:Pv,isIPv4:al,nonSimpleDomain:$v}=wp(),{SCHEMES:nl,
getSchemeHandler:$p}=Qm(),il=/^[A-Za-z][A-Za-z0-9+.-]*$/u,ol="URI scheme is malformed.",Bn="URI host is malformed.",Sv=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function el(t){
let r=String(t);if(!il.test(r))throw new TypeError(ol);return r}function _v(t,r){return typeof t=="string"?t=Lv(t,r):typeof t=="object"&&(t=Gn(ys(t,r),r)),t}function xv(t,r,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:i,malformedAuthorityOrPort:o,malformedPercentEncoding:e,malformedSchemeSpecific:s,malformedHost:c,
malformedScheme:f}=Zn(t,n),{parsed:u,malformedAuthorityOrPort:g,malformedPercentEncoding:_,malformedSchemeSpecific:O,malformedHost:R,malformedScheme:x}=Zn(r,n);
if(o||g||e||_||s||O||c||R||f||x)throw new Error(i.error||u.error||"URI is malformed.");let I=pl(i,u,n,!0),F=$p(a&&a.scheme||I.scheme),we=I.host,G=we!==void 0&&we!==
""&&(al(we)||rl(we).isIPV6);if(cl(I,a||{},F,G))throw new Error(Bn);dl(I,a||{},F,G);let B=we&&we.indexOf("%")!==-1&&!/\P{ASCII}/u.test(we);if(I.error&&!B)throw new Error(
I.error);return n.skipEscape=!0,ys(I,n)}function pl(t,r,a,n){let i={};if(n||(t=Gn(ys(t,a),a),r=Gn(ys(r,a),a)),a=a||{},!a.tolerant&&r.scheme)i.scheme=r.scheme,i.
userinfo=r.userinfo,i.host=r.host,i.port=r.port,i.path=Da(r.path||""),i.query=r.query;else{if(r.userinfo!==void 0||r.host!==void 0||r.port!==void 0)i.userinfo=r.
userinfo,i.host=r.host,i.port=r.port,i.path=Da(r.path||""),i.query=r.query;else{if(!r.path)i.path=t.path,r.query!==void 0?i.query=r.query:i.query=t.query;else{if(r.
path[0]==="/")i.path=Da(r.path);else{let o=t.userinfo!==void 0||t.host!==void 0||t.port!==void 0;o&&!t.path?i.path="/"+r.path:t.path?i.path=t.path.slice(0,t.path.
lastIndexOf("/")+1)+r.path:i.path=r.path,i.path=t.scheme===void 0&&!o&&i.path[0]!=="/"?sl(i.path):Da(i.path)}i.query=r.query}i.userinfo=t.userinfo,i.host=t.host,
i.port=t.port}i.scheme=t.scheme}return i.fragment=r.fragment,i}function qv(t,r,a){let n=tl(t,a),i=tl(r,a);return n!==void 0&&i!==void 0&&n===i}function ys(t,r){
let a={host:t.host,scheme:t.scheme,userinfo:t.userinfo,port:t.port,path:t.path,query:t.query,nid:t.nid,nss:t.nss,uuid:t.uuid,fragment:t.fragment,reference:t.reference,
resourceName:t.resourceName,secure:t.secure,error:""},n=Object.assign({},r),i=[];a.scheme&&(a.scheme=el(a.scheme));let o=$p(n.scheme||a.scheme);o&&o.serialize&&
o.serialize(a,n);let e=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!e,c=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Pp(a.path):a.path=Xm(a.path,c)),n.reference!=="suffix"&&a.scheme&&(a.scheme=el(a.scheme),i.push(a.scheme,":"));let f=bv(a);if(f!==void 0&&(n.
reference!=="suffix"&&i.push("//"),i.push(f),a.path&&a.path[0]!=="/"&&i.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!o||!o.absolutePath)&&(u=s&&u[0]!==
"/"?sl(u):Da(u)),s&&(u=Xm(u,!0)),f===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),i.push(u)}return a.query!==void 0&&i.push("?",vv(a.query)),a.fragment!==
void 0&&i.push("#",kv(a.fragment)),i.join("")}var Ov=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
jv=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,Av=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Tv(t,r){if(r[2]!==void 0&&t.path&&t.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof t.port=="number"&&(t.port<0||t.port>65535))return"URI port is malformed."}function Ja(t){if(t===void 0)return!1;let r=t.
indexOf("%");for(;r!==-1;){if(r+2>=t.length||!/^[\da-f]{2}$/iu.test(t.slice(r+1,r+3)))return!0;r=t.indexOf("%",r+3)}return!1}function Qn(t){return t[0]==="["&&t[t.
length-1]==="]"}function Nv(t){let r=t[4];return Ja(t[3])||r!==void 0&&!Qn(r)&&Ja(r)||Ja(t[6])||Ja(t[7])||Ja(t[8])}function dl(t,r,a,n){if(cl(t,r,a,n))return t.
error=t.error||Bn,!0;if(!r.unicodeSupport&&(!a||!a.unicodeSupport)&&t.host&&!Qn(t.host)&&(r.domainHost||a&&a.domainHost)&&n===!1&&$v(t.host)){let i;try{i=new URL(
"http://"+t.host)}catch(o){return t.error=t.error||"Host's domain name can not be converted to ASCII: "+o,!0}if(!Rv(i))return t.error=t.error||Bn,!0;t.host=i.hostname}
return!1}function cl(t,r,a,n){return!!(t.host&&n===!1&&!Qn(t.host)&&(r.domainHost||a&&a.domainHost)&&Sv.test(t.host))}function Rv(t){return t.username===""&&t.password===
""&&t.port===""&&t.pathname==="/"&&t.search===""&&t.hash===""&&t.hostname!==""}function Zn(t,r){let a=Object.assign({},r),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},i=!1,o=!1,e=!1,s=!1,c=!1,f=!1,u=!1;a.reference==="suffix"&&(a.scheme?t=a.scheme+":"+t:t="//"+t);let g=t.match(
jv);g!==null&&g[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",i=!0);let _=t.match(Av);if(_!==null){let R=_[1],x=R.replace(
/[\t\n\r]/g,"");x.length>=2&&(x.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",i=!0):R.length!==x.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",i=!0))}let O=t.match(Ov);if(O){n.scheme=O[1],n.userinfo=O[3],n.host=O[4],n.port=parseInt(O[5],10),
n.path=O[6]||"",n.query=O[7],n.fragment=O[8],n.scheme!==void 0&&(il.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||ol,f=!0)),o=Nv(O),o&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=O[5]);let R=Tv(n,O);if(R!==void 0&&(n.error=n.error||R,i=!0),n.host)if(al(n.host)===
!1){let F=Qn(n.host),we=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,G=rl(n.host);u=G.isIPV6||G.isIPVFuture===!0,c=we&&(!F||G.error===!0),n.host=u?G.host:
G.host.toLowerCase(),c&&(n.error=n.error||Bn,i=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let x=$p(a.scheme||n.scheme);if(c||(s=dl(n,a,x,u)),t.indexOf("%")!==
-1&&n.host!==void 0&&!c){let I=u?n.host:Pp(n.host,!0);u||(I=Pp(I.toLowerCase())),n.host=u||a.scheme!=="null"?Pv(I,u):I}(!x||x&&!x.skipNormalize)&&(n.path&&(n.path=
wv(n.path)),n.query&&(n.query=Ym(n.query)),n.fragment&&(n.fragment=Ym(n.fragment))),x&&x.parse&&(x.parse(n,a),x===nl.urn&&n.nid===void 0&&(e=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:i,malformedPercentEncoding:o,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:f}}
function Gn(t,r){return Zn(t,r).parsed}function Lv(t,r){return ml(t,r).normalized}function ml(t,r){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:i,
malformedSchemeSpecific:o,malformedHost:e,malformedScheme:s}=Zn(t,r);return{normalized:n||i||o||e||s?t:ys(a,r),malformedAuthorityOrPort:n,malformedPercentEncoding:i,
malformedSchemeSpecific:o,malformedHost:e,malformedScheme:s}}function tl(t,r){if(typeof t!="string"&&typeof t!="object")return;let a;try{a=typeof t=="string"?t:
ys(t,r)}catch{return}let{normalized:n,malformedAuthorityOrPort:i,malformedPercentEncoding:o,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:c}=ml(a,r);
return i||o||e||s||c?void 0:n}var Sp={SCHEMES:nl,normalize:_v,resolve:xv,resolveComponent:pl,equal:qv,serialize:ys,parse:Gn};Xn.exports=Sp;Xn.exports.default=Sp;
Xn.exports.fastUri=Sp});var hl=ye(_p=>{"use strict";Object.defineProperty(_p,"__esModule",{value:!0});var ul=ll();ul.code='require("ajv/dist/runtime/uri").default';_p.default=ul});var Pl=ye(jt=>{"use strict";Object.defineProperty(jt,"__esModule",{value:!0});jt.CodeGen=jt.Name=jt.nil=jt.stringify=jt.str=jt._=jt.KeywordCxt=void 0;var Iv=za();
Object.defineProperty(jt,"KeywordCxt",{enumerable:!0,get:function(){return Iv.KeywordCxt}});var Ys=Ge();Object.defineProperty(jt,"_",{enumerable:!0,get:function(){
return Ys._}});Object.defineProperty(jt,"str",{enumerable:!0,get:function(){return Ys.str}});Object.defineProperty(jt,"stringify",{enumerable:!0,get:function(){
return Ys.stringify}});Object.defineProperty(jt,"nil",{enumerable:!0,get:function(){return Ys.nil}});Object.defineProperty(jt,"Name",{enumerable:!0,get:function(){
return Ys.Name}});Object.defineProperty(jt,"CodeGen",{enumerable:!0,get:function(){return Ys.CodeGen}});var Ev=Dn(),wl=Ua(),Mv=Zo(),Ca=Wn(),Fv=Ge(),Wa=Ma(),Yn=Ea(),
qp=tt(),fl=Fm(),Vv=hl(),vl=(t,r)=>new RegExp(t,r);vl.code="new RegExp";var zv=["removeAdditional","useDefaults","coerceTypes"],Uv=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Jv={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Dv={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},yl=200;function Cv(t){
var r,a,n,i,o,e,s,c,f,u,g,_,O,R,x,I,F,we,G,B,V,Se,Pe,at,M;let de=t.strict,Re=(r=t.code)===null||r===void 0?void 0:r.optimize,ct=Re===!0||Re===void 0?1:Re||0,oe=(n=
(a=t.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:vl,j=(i=t.uriResolver)!==null&&i!==void 0?i:Vv.default;return{strictSchema:(e=(o=t.strictSchema)!==
null&&o!==void 0?o:de)!==null&&e!==void 0?e:!0,strictNumbers:(c=(s=t.strictNumbers)!==null&&s!==void 0?s:de)!==null&&c!==void 0?c:!0,strictTypes:(u=(f=t.strictTypes)!==
null&&f!==void 0?f:de)!==null&&u!==void 0?u:"log",strictTuples:(_=(g=t.strictTuples)!==null&&g!==void 0?g:de)!==null&&_!==void 0?_:"log",strictRequired:(R=(O=t.
strictRequired)!==null&&O!==void 0?O:de)!==null&&R!==void 0?R:!1,code:t.code?{...t.code,optimize:ct,regExp:oe}:{optimize:ct,regExp:oe},loopRequired:(x=t.loopRequired)!==
null&&x!==void 0?x:yl,loopEnum:(I=t.loopEnum)!==null&&I!==void 0?I:yl,meta:(F=t.meta)!==null&&F!==void 0?F:!0,messages:(we=t.messages)!==null&&we!==void 0?we:!0,
inlineRefs:(G=t.inlineRefs)!==null&&G!==void 0?G:!0,schemaId:(B=t.schemaId)!==null&&B!==void 0?B:"$id",addUsedSchema:(V=t.addUsedSchema)!==null&&V!==void 0?V:!0,
validateSchema:(Se=t.validateSchema)!==null&&Se!==void 0?Se:!0,validateFormats:(Pe=t.validateFormats)!==null&&Pe!==void 0?Pe:!0,unicodeRegExp:(at=t.unicodeRegExp)!==
null&&at!==void 0?at:!0,int32range:(M=t.int32range)!==null&&M!==void 0?M:!0,uriResolver:j}}var Ha=class{constructor(r={}){this.schemas={},this.refs={},this.formats=
Object.create(null),this._compilations=new Set,this._loading={},this._cache=new Map,r=this.opts={...r,...Cv(r)};let{es5:a,lines:n}=this.opts.code;this.scope=new Fv.
ValueScope({scope:{},prefixes:Uv,es5:a,lines:n}),this.logger=Gv(r.logger);let i=r.validateFormats;r.validateFormats=!1,this.RULES=(0,Mv.getRules)(),gl.call(this,
Jv,r,"NOT SUPPORTED"),gl.call(this,Dv,r,"DEPRECATED","warn"),this._metaOpts=Bv.call(this),r.formats&&Hv.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),
r.keywords&&Kv.call(this,r.keywords),typeof r.meta=="object"&&this.addMetaSchema(r.meta),Wv.call(this),r.validateFormats=i}_addVocabularies(){this.addKeyword("$\
async")}_addDefaultMetaSchema(){let{$data:r,meta:a,schemaId:n}=this.opts,i=fl;n==="id"&&(i={...fl},i.id=i.$id,delete i.$id),a&&r&&this.addMetaSchema(i,i[n],!1)}defaultMeta(){
let{meta:r,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof r=="object"?r[a]||r:void 0}validate(r,a){let n;if(typeof r=="string"){if(n=this.getSchema(r),
!n)throw new Error(`no schema with key or ref "${r}"`)}else n=this.compile(r);let i=n(a);return"$async"in n||(this.errors=n.errors),i}compile(r,a){let n=this._addSchema(
r,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(r,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return i.call(this,r,a);async function i(u,g){await o.call(this,u.$schema);let _=this._addSchema(u,g);return _.validate||e.
call(this,_)}async function o(u){u&&!this.getSchema(u)&&await i.call(this,{$ref:u},!0)}async function e(u){try{return this._compileSchemaEnv(u)}catch(g){if(!(g instanceof
wl.default))throw g;return s.call(this,g),await c.call(this,g.missingSchema),e.call(this,u)}}function s({missingSchema:u,missingRef:g}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${g} cannot be resolved`)}async function c(u){let g=await f.call(this,u);this.refs[u]||await o.call(this,g.$schema),this.refs[u]||
this.addSchema(g,u,a)}async function f(u){let g=this._loading[u];if(g)return g;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(r,a,n,i=this.
opts.validateSchema){if(Array.isArray(r)){for(let e of r)this.addSchema(e,void 0,n,i);return this}let o;if(typeof r=="object"){let{schemaId:e}=this.opts;if(o=r[e],
o!==void 0&&typeof o!="string")throw new Error(`schema ${e} must be string`)}return a=(0,Wa.normalizeId)(a||o),this._checkUnique(a),this.schemas[a]=this._addSchema(
r,n,a,i,!0),this}addMetaSchema(r,a,n=this.opts.validateSchema){return this.addSchema(r,a,!0,n),this}validateSchema(r,a){if(typeof r=="boolean")return!0;let n;if(n=
r.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let i=this.validate(n,r);if(!i&&a){let o="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(o);else throw new Error(o)}return i}getSchema(r){let a;for(;typeof(a=bl.call(this,r))=="string";)r=a;if(a===void 0){let{schemaId:n}=this.
opts,i=new Ca.SchemaEnv({schema:{},schemaId:n});if(a=Ca.resolveSchema.call(this,i,r),!a)return;this.refs[r]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(r){
if(r instanceof RegExp)return this._removeAllSchemas(this.schemas,r),this._removeAllSchemas(this.refs,r),this;switch(typeof r){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=bl.call(this,r);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[r],delete this.refs[r],this}case"object":{let a=r;this._cache.delete(a);let n=r[this.opts.schemaId];return n&&(n=(0,Wa.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(r){for(let a of r)this.addKeyword(a);return this}addKeyword(r,a){
let n;if(typeof r=="string")n=r,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof r==
"object"&&a===void 0){if(a=r,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Xv.call(this,n,a),!a)return(0,qp.eachItem)(n,o=>xp.call(this,o)),this;e1.call(this,a);let i={...a,type:(0,Yn.getJSONTypes)(
a.type),schemaType:(0,Yn.getJSONTypes)(a.schemaType)};return(0,qp.eachItem)(n,i.type.length===0?o=>xp.call(this,o,i):o=>i.type.forEach(e=>xp.call(this,o,i,e))),
this}getKeyword(r){let a=this.RULES.all[r];return typeof a=="object"?a.definition:!!a}removeKeyword(r){let{RULES:a}=this;delete a.keywords[r],delete a.all[r];for(let n of a.
rules){let i=n.rules.findIndex(o=>o.keyword===r);i>=0&&n.rules.splice(i,1)}return this}addFormat(r,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[r]=
a,this}errorsText(r=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!r||r.length===0?"No errors":r.map(i=>`${n}${i.instancePath} ${i.message}`).reduce(
(i,o)=>i+a+o)}$dataMetaSchema(r,a){let n=this.RULES.all;r=JSON.parse(JSON.stringify(r));for(let i of a){let o=i.split("/").slice(1),e=r;for(let s of o)e=e[s];for(let s in n){
let c=n[s];if(typeof c!="object")continue;let{$data:f}=c.definition,u=e[s];f&&u&&(e[s]=kl(u))}}return r}_removeAllSchemas(r,a){for(let n in r){let i=r[n];(!a||a.
test(n))&&(typeof i=="string"?delete r[n]:i&&!i.meta&&(this._cache.delete(i.schema),delete r[n]))}}_addSchema(r,a,n,i=this.opts.validateSchema,o=this.opts.addUsedSchema){
let e,{schemaId:s}=this.opts;if(typeof r=="object")e=r[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof r!="boolean")throw new Error(
"schema must be object or boolean")}let c=this._cache.get(r);if(c!==void 0)return c;n=(0,Wa.normalizeId)(e||n);let f=Wa.getSchemaRefs.call(this,r,n);return c=new Ca.
SchemaEnv({schema:r,schemaId:s,meta:a,baseId:n,localRefs:f}),this._cache.set(c.schema,c),o&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=c),i&&this.
validateSchema(r,!0),c}_checkUnique(r){if(this.schemas[r]||this.refs[r])throw new Error(`schema with key or id "${r}" already exists`)}_compileSchemaEnv(r){if(r.
meta?this._compileMetaSchema(r):Ca.compileSchema.call(this,r),!r.validate)throw new Error("ajv implementation error");return r.validate}_compileMetaSchema(r){let a=this.
opts;this.opts=this._metaOpts;try{Ca.compileSchema.call(this,r)}finally{this.opts=a}}};Ha.ValidationError=Ev.default;Ha.MissingRefError=wl.default;jt.default=Ha;
function gl(t,r,a,n="error"){for(let i in t){let o=i;o in r&&this.logger[n](`${a}: option ${i}. ${t[o]}`)}}function bl(t){return t=(0,Wa.normalizeId)(t),this.schemas[t]||
this.refs[t]}function Wv(){let t=this.opts.schemas;if(t)if(Array.isArray(t))this.addSchema(t);else for(let r in t)this.addSchema(t[r],r)}function Hv(){for(let t in this.
opts.formats){let r=this.opts.formats[t];r&&this.addFormat(t,r)}}function Kv(t){if(Array.isArray(t)){this.addVocabulary(t);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let r in t){let a=t[r];a.keyword||(a.keyword=r),this.addKeyword(a)}}function Bv(){let t={...this.opts};for(let r of zv)
delete t[r];return t}var Zv={log(){},warn(){},error(){}};function Gv(t){if(t===!1)return Zv;if(t===void 0)return console;if(t.log&&t.warn&&t.error)return t;throw new Error(
"logger must implement log, warn and error methods")}var Qv=/^[a-z_$][a-z0-9_$:-]*$/i;function Xv(t,r){let{RULES:a}=this;if((0,qp.eachItem)(t,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Qv.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!r&&r.$data&&!("code"in r||"validate"in r))
throw new Error('$data keyword must have "code" or "validate" function')}function xp(t,r,a){var n;let i=r?.post;if(a&&i)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:o}=this,e=i?o.post:o.rules.find(({type:c})=>c===a);if(e||(e={type:a,rules:[]},o.rules.push(e)),o.keywords[t]=!0,!r)return;let s={
keyword:t,definition:{...r,type:(0,Yn.getJSONTypes)(r.type),schemaType:(0,Yn.getJSONTypes)(r.schemaType)}};r.before?Yv.call(this,e,s,r.before):e.rules.push(s),o.
all[t]=s,(n=r.implements)===null||n===void 0||n.forEach(c=>this.addKeyword(c))}function Yv(t,r,a){let n=t.rules.findIndex(i=>i.keyword===a);n>=0?t.rules.splice(
n,0,r):(t.rules.push(r),this.logger.warn(`rule ${a} is not defined`))}function e1(t){let{metaSchema:r}=t;r!==void 0&&(t.$data&&this.opts.$data&&(r=kl(r)),t.validateSchema=
this.compile(r,!0))}var t1={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function kl(t){return{anyOf:[t,t1]}}});var $l=ye(Op=>{"use strict";Object.defineProperty(Op,"__esModule",{value:!0});var r1={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};Op.default=r1});var ql=ye(gs=>{"use strict";Object.defineProperty(gs,"__esModule",{value:!0});gs.callRef=gs.getValidate=void 0;var s1=Ua(),Sl=tr(),Kt=Ge(),ea=Nr(),_l=Wn(),ei=tt(),
a1={keyword:"$ref",schemaType:"string",code(t){let{gen:r,schema:a,it:n}=t,{baseId:i,schemaEnv:o,validateName:e,opts:s,self:c}=n,{root:f}=o;if((a==="#"||a==="#/")&&
i===f.baseId)return g();let u=_l.resolveRef.call(c,f,i,a);if(u===void 0)throw new s1.default(n.opts.uriResolver,i,a);if(u instanceof _l.SchemaEnv)return _(u);return O(
u);function g(){if(o===f)return ti(t,e,o,o.$async);let R=r.scopeValue("root",{ref:f});return ti(t,(0,Kt._)`${R}.validate`,f,f.$async)}function _(R){let x=xl(t,R);
ti(t,x,R,R.$async)}function O(R){let x=r.scopeValue("schema",s.code.source===!0?{ref:R,code:(0,Kt.stringify)(R)}:{ref:R}),I=r.name("valid"),F=t.subschema({schema:R,
dataTypes:[],schemaPath:Kt.nil,topSchemaRef:x,errSchemaPath:a},I);t.mergeEvaluated(F),t.ok(I)}}};function xl(t,r){let{gen:a}=t;return r.validate?a.scopeValue("v\
alidate",{ref:r.validate}):(0,Kt._)`${a.scopeValue("wrapper",{ref:r})}.validate`}gs.getValidate=xl;function ti(t,r,a,n){let{gen:i,it:o}=t,{allErrors:e,schemaEnv:s,
opts:c}=o,f=c.passContext?ea.default.this:Kt.nil;n?u():g();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let R=i.let("vali\
d");i.try(()=>{i.code((0,Kt._)`await ${(0,Sl.callValidateCode)(t,r,f)}`),O(r),e||i.assign(R,!0)},x=>{i.if((0,Kt._)`!(${x} instanceof ${o.ValidationError})`,()=>i.
throw(x)),_(x),e||i.assign(R,!1)}),t.ok(R)}function g(){t.result((0,Sl.callValidateCode)(t,r,f),()=>O(r),()=>_(r))}function _(R){let x=(0,Kt._)`${R}.errors`;i.assign(
ea.default.vErrors,(0,Kt._)`${ea.default.vErrors} === null ? ${x} : ${ea.default.vErrors}.concat(${x})`),i.assign(ea.default.errors,(0,Kt._)`${ea.default.vErrors}.length`)}
function O(R){var x;if(!o.opts.unevaluated)return;let I=(x=a?.validate)===null||x===void 0?void 0:x.evaluated;if(o.props!==!0)if(I&&!I.dynamicProps)I.props!==void 0&&
(o.props=ei.mergeEvaluated.props(i,I.props,o.props));else{let F=i.var("props",(0,Kt._)`${R}.evaluated.props`);o.props=ei.mergeEvaluated.props(i,F,o.props,Kt.Name)}
if(o.items!==!0)if(I&&!I.dynamicItems)I.items!==void 0&&(o.items=ei.mergeEvaluated.items(i,I.items,o.items));else{let F=i.var("items",(0,Kt._)`${R}.evaluated.items`);
o.items=ei.mergeEvaluated.items(i,F,o.items,Kt.Name)}}}gs.callRef=ti;gs.default=a1});var Ol=ye(jp=>{"use strict";Object.defineProperty(jp,"__esModule",{value:!0});var n1=$l(),i1=ql(),o1=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",n1.default,i1.default];jp.default=o1});var jl=ye(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var ri=Ge(),Qr=ri.operators,si={maximum:{okStr:"<=",ok:Qr.LTE,fail:Qr.GT},minimum:{
okStr:">=",ok:Qr.GTE,fail:Qr.LT},exclusiveMaximum:{okStr:"<",ok:Qr.LT,fail:Qr.GTE},exclusiveMinimum:{okStr:">",ok:Qr.GT,fail:Qr.LTE}},p1={message:({keyword:t,schemaCode:r})=>(0,ri.
str)`must be ${si[t].okStr} ${r}`,params:({keyword:t,schemaCode:r})=>(0,ri._)`{comparison: ${si[t].okStr}, limit: ${r}}`},d1={keyword:Object.keys(si),type:"numb\
er",schemaType:"number",$data:!0,error:p1,code(t){let{keyword:r,data:a,schemaCode:n}=t;t.fail$data((0,ri._)`${a} ${si[r].fail} ${n} || isNaN(${a})`)}};Ap.default=
d1});var Al=ye(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var Ka=Ge(),c1={message:({schemaCode:t})=>(0,Ka.str)`must be multiple of ${t}`,params:({
schemaCode:t})=>(0,Ka._)`{multipleOf: ${t}}`},m1={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:c1,code(t){let{gen:r,data:a,schemaCode:n,
it:i}=t,o=i.opts.multipleOfPrecision,e=r.let("res"),s=o?(0,Ka._)`Math.abs(Math.round(${e}) - ${e}) > 1e-${o}`:(0,Ka._)`${e} !== parseInt(${e})`;t.fail$data((0,Ka.
_)`(${n} === 0 || (${e} = ${a}/${n}, ${s}))`)}};Tp.default=m1});var Tl=ye(Np=>{"use strict";Object.defineProperty(Np,"__esModule",{value:!0});var bs=Ge(),l1=tt(),u1=fo(),h1={message({keyword:t,schemaCode:r}){let a=t==="maxLe\
ngth"?"more":"fewer";return(0,bs.str)`must NOT have ${a} than ${r} characters`},params:({schemaCode:t})=>(0,bs._)`{limit: ${t}}`},f1={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:h1,code(t){let{keyword:r,data:a,schemaCode:n,it:i}=t,o=r==="maxLength"?bs.operators.GT:bs.operators.LT,
e=i.opts.unicode===!1?(0,bs._)`${a}.length`:(0,bs._)`${(0,l1.useFunc)(t.gen,u1.default)}(${a})`;t.fail$data((0,bs._)`${e} ${o} ${n}`)}};Np.default=f1});var Nl=ye(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var y1=tr(),g1=tt(),ta=Ge(),b1={message:({schemaCode:t})=>(0,ta.str)`must match pattern "${t}"`,
params:({schemaCode:t})=>(0,ta._)`{pattern: ${t}}`},w1={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:b1,code(t){let{gen:r,data:a,$data:n,schema:i,
schemaCode:o,it:e}=t,s=e.opts.unicodeRegExp?"u":"";if(n){let{regExp:c}=e.opts.code,f=c.code==="new RegExp"?(0,ta._)`new RegExp`:(0,g1.useFunc)(r,c),u=r.let("val\
id");r.try(()=>r.assign(u,(0,ta._)`${f}(${o}, ${s}).test(${a})`),()=>r.assign(u,!1)),t.fail$data((0,ta._)`!${u}`)}else{let c=(0,y1.usePattern)(t,i);t.fail$data(
(0,ta._)`!${c}.test(${a})`)}}};Rp.default=w1});var Rl=ye(Lp=>{"use strict";Object.defineProperty(Lp,"__esModule",{value:!0});var Ba=Ge(),v1={message({keyword:t,schemaCode:r}){let a=t==="maxProperties"?"more":
"fewer";return(0,Ba.str)`must NOT have ${a} than ${r} properties`},params:({schemaCode:t})=>(0,Ba._)`{limit: ${t}}`},k1={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:v1,code(t){let{keyword:r,data:a,schemaCode:n}=t,i=r==="maxProperties"?Ba.operators.GT:Ba.operators.LT;t.fail$data(
(0,Ba._)`Object.keys(${a}).length ${i} ${n}`)}};Lp.default=k1});var Ll=ye(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var Za=tr(),Ga=Ge(),P1=tt(),$1={message:({params:{missingProperty:t}})=>(0,Ga.str)`must have required property '${t}'`,
params:({params:{missingProperty:t}})=>(0,Ga._)`{missingProperty: ${t}}`},S1={keyword:"required",type:"object",schemaType:"array",$data:!0,error:$1,code(t){let{
gen:r,schema:a,schemaCode:n,data:i,$data:o,it:e}=t,{opts:s}=e;if(!o&&a.length===0)return;let c=a.length>=s.loopRequired;if(e.allErrors?f():u(),s.strictRequired){
let O=t.parentSchema.properties,{definedProperties:R}=t.it;for(let x of a)if(O?.[x]===void 0&&!R.has(x)){let I=e.schemaEnv.baseId+e.errSchemaPath,F=`required pr\
operty "${x}" is not defined at "${I}" (strictRequired)`;(0,P1.checkStrictMode)(e,F,e.opts.strictRequired)}}function f(){if(c||o)t.block$data(Ga.nil,g);else for(let O of a)
(0,Za.checkReportMissingProp)(t,O)}function u(){let O=r.let("missing");if(c||o){let R=r.let("valid",!0);t.block$data(R,()=>_(O,R)),t.ok(R)}else r.if((0,Za.checkMissingProp)(
t,a,O)),(0,Za.reportMissingProp)(t,O),r.else()}function g(){r.forOf("prop",n,O=>{t.setParams({missingProperty:O}),r.if((0,Za.noPropertyInData)(r,i,O,s.ownProperties),
()=>t.error())})}function _(O,R){t.setParams({missingProperty:O}),r.forOf(O,n,()=>{r.assign(R,(0,Za.propertyInData)(r,i,O,s.ownProperties)),r.if((0,Ga.not)(R),()=>{
t.error(),r.break()})},Ga.nil)}}};Ip.default=S1});var Il=ye(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var Qa=Ge(),_1={message({keyword:t,schemaCode:r}){let a=t==="maxItems"?"more":"few\
er";return(0,Qa.str)`must NOT have ${a} than ${r} items`},params:({schemaCode:t})=>(0,Qa._)`{limit: ${t}}`},x1={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:_1,code(t){let{keyword:r,data:a,schemaCode:n}=t,i=r==="maxItems"?Qa.operators.GT:Qa.operators.LT;t.fail$data((0,Qa._)`${a}.length ${i} ${n}`)}};
Ep.default=x1});var El=ye(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var Mp=Ea(),At=Ge(),q1=tt(),O1=$a(),j1={message:({params:{i:t,j:r}})=>(0,At.str)`must NOT have duplicate items (items ## ${r} and ${t} are identical)`,
params:({params:{i:t,j:r}})=>(0,At._)`{i: ${t}, j: ${r}}`},A1={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:j1,code(t){let{gen:r,data:a,
$data:n,schema:i,parentSchema:o,schemaCode:e,it:s}=t;if(!n&&!i)return;let c=r.let("valid"),f=o.items?(0,Mp.getSchemaTypes)(o.items):[];t.block$data(c,u,(0,At._)`${e} === false`),
t.ok(c);function u(){let R=r.let("i",(0,At._)`${a}.length`),x=r.let("j");t.setParams({i:R,j:x}),r.assign(c,!0),r.if((0,At._)`${R} > 1`,()=>(g()?_:O)(R,x))}function g(){
return f.length>0&&!f.some(R=>R==="object"||R==="array")}function _(R,x){let I=r.name("item"),F=(0,Mp.checkDataTypes)(f,I,s.opts.strictNumbers,Mp.DataType.Wrong),
we=r.const("indices",(0,At._)`{}`);r.for((0,At._)`;${R}--;`,()=>{r.let(I,(0,At._)`${a}[${R}]`),r.if(F,(0,At._)`continue`),f.length>1&&r.if((0,At._)`typeof ${I} == "string"`,
(0,At._)`${I} += "_"`),r.if((0,At._)`typeof ${we}[${I}] == "number"`,()=>{r.assign(x,(0,At._)`${we}[${I}]`),t.error(),r.assign(c,!1).break()}).code((0,At._)`${we}[${I}] = ${R}`)})}
function O(R,x){let I=(0,q1.useFunc)(r,O1.default),F=r.name("outer");r.label(F).for((0,At._)`;${R}--;`,()=>r.for((0,At._)`${x} = ${R}; ${x}--;`,()=>r.if((0,At._)`${I}(${a}[${R}], ${a}[${x}])`,
()=>{t.error(),r.assign(c,!1).break(F)})))}}};Fp.default=A1});var Ml=ye(zp=>{"use strict";Object.defineProperty(zp,"__esModule",{value:!0});var Vp=Ge(),T1=tt(),N1=$a(),R1={message:"must be equal to constant",params:({schemaCode:t})=>(0,Vp.
_)`{allowedValue: ${t}}`},L1={keyword:"const",$data:!0,error:R1,code(t){let{gen:r,data:a,$data:n,schemaCode:i,schema:o}=t;n||o&&typeof o=="object"?t.fail$data((0,Vp.
_)`!${(0,T1.useFunc)(r,N1.default)}(${a}, ${i})`):t.fail((0,Vp._)`${o} !== ${a}`)}};zp.default=L1});var Fl=ye(Up=>{"use strict";Object.defineProperty(Up,"__esModule",{value:!0});var Xa=Ge(),I1=tt(),E1=$a(),M1={message:"must be equal to one of the allowed value\
s",params:({schemaCode:t})=>(0,Xa._)`{allowedValues: ${t}}`},F1={keyword:"enum",schemaType:"array",$data:!0,error:M1,code(t){let{gen:r,data:a,$data:n,schema:i,schemaCode:o,
it:e}=t;if(!n&&i.length===0)throw new Error("enum must have non-empty array");let s=i.length>=e.opts.loopEnum,c,f=()=>c??(c=(0,I1.useFunc)(r,E1.default)),u;if(s||
n)u=r.let("valid"),t.block$data(u,g);else{if(!Array.isArray(i))throw new Error("ajv implementation error");let O=r.const("vSchema",o);u=(0,Xa.or)(...i.map((R,x)=>_(
O,x)))}t.pass(u);function g(){r.assign(u,!1),r.forOf("v",o,O=>r.if((0,Xa._)`${f()}(${a}, ${O})`,()=>r.assign(u,!0).break()))}function _(O,R){let x=i[R];return typeof x==
"object"&&x!==null?(0,Xa._)`${f()}(${a}, ${O}[${R}])`:(0,Xa._)`${a} === ${x}`}}};Up.default=F1});var Vl=ye(Jp=>{"use strict";Object.defineProperty(Jp,"__esModule",{value:!0});var V1=jl(),z1=Al(),U1=Tl(),J1=Nl(),D1=Rl(),C1=Ll(),W1=Il(),H1=El(),K1=Ml(),B1=Fl(),
Z1=[V1.default,z1.default,U1.default,J1.default,D1.default,C1.default,W1.default,H1.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},K1.default,B1.default];Jp.default=Z1});var Cp=ye(Ya=>{"use strict";Object.defineProperty(Ya,"__esModule",{value:!0});Ya.validateAdditionalItems=void 0;var ws=Ge(),Dp=tt(),G1={message:({params:{len:t}})=>(0,ws.
str)`must NOT have more than ${t} items`,params:({params:{len:t}})=>(0,ws._)`{limit: ${t}}`},Q1={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:G1,code(t){let{parentSchema:r,it:a}=t,{items:n}=r;if(!Array.isArray(n)){(0,Dp.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}zl(t,n)}};function zl(t,r){let{gen:a,schema:n,data:i,keyword:o,it:e}=t;e.items=!0;let s=a.const("len",(0,ws._)`${i}.length`);
if(n===!1)t.setParams({len:r.length}),t.pass((0,ws._)`${s} <= ${r.length}`);else if(typeof n=="object"&&!(0,Dp.alwaysValidSchema)(e,n)){let f=a.var("valid",(0,ws.
_)`${s} <= ${r.length}`);a.if((0,ws.not)(f),()=>c(f)),t.ok(f)}function c(f){a.forRange("i",r.length,s,u=>{t.subschema({keyword:o,dataProp:u,dataPropType:Dp.Type.
Num},f),e.allErrors||a.if((0,ws.not)(f),()=>a.break())})}}Ya.validateAdditionalItems=zl;Ya.default=Q1});var Wp=ye(en=>{"use strict";Object.defineProperty(en,"__esModule",{value:!0});en.validateTuple=void 0;var Ul=Ge(),ai=tt(),X1=tr(),Y1={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(t){let{schema:r,it:a}=t;if(Array.isArray(r))return Jl(t,"additionalItems",r);a.items=!0,!(0,ai.
alwaysValidSchema)(a,r)&&t.ok((0,X1.validateArray)(t))}};function Jl(t,r,a=t.schema){let{gen:n,parentSchema:i,data:o,keyword:e,it:s}=t;u(i),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=ai.mergeEvaluated.items(n,a.length,s.items));let c=n.name("valid"),f=n.const("len",(0,Ul._)`${o}.length`);a.forEach((g,_)=>{(0,ai.
alwaysValidSchema)(s,g)||(n.if((0,Ul._)`${f} > ${_}`,()=>t.subschema({keyword:e,schemaProp:_,dataProp:_},c)),t.ok(c))});function u(g){let{opts:_,errSchemaPath:O}=s,
R=a.length,x=R===g.minItems&&(R===g.maxItems||g[r]===!1);if(_.strictTuples&&!x){let I=`"${e}" is ${R}-tuple, but minItems or maxItems/${r} are not specified or \
different at path "${O}"`;(0,ai.checkStrictMode)(s,I,_.strictTuples)}}}en.validateTuple=Jl;en.default=Y1});var Dl=ye(Hp=>{"use strict";Object.defineProperty(Hp,"__esModule",{value:!0});var ek=Wp(),tk={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:t=>(0,ek.validateTuple)(t,"items")};Hp.default=tk});var Wl=ye(Kp=>{"use strict";Object.defineProperty(Kp,"__esModule",{value:!0});var Cl=Ge(),rk=tt(),sk=tr(),ak=Cp(),nk={message:({params:{len:t}})=>(0,Cl.str)`must NOT have more than ${t} items`,
params:({params:{len:t}})=>(0,Cl._)`{limit: ${t}}`},ik={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:nk,code(t){let{schema:r,
parentSchema:a,it:n}=t,{prefixItems:i}=a;n.items=!0,!(0,rk.alwaysValidSchema)(n,r)&&(i?(0,ak.validateAdditionalItems)(t,i):t.ok((0,sk.validateArray)(t)))}};Kp.default=
ik});var Hl=ye(Bp=>{"use strict";Object.defineProperty(Bp,"__esModule",{value:!0});var sr=Ge(),ni=tt(),ok={message:({params:{min:t,max:r}})=>r===void 0?(0,sr.str)`must contain at least ${t} valid item(s)`:
(0,sr.str)`must contain at least ${t} and no more than ${r} valid item(s)`,params:({params:{min:t,max:r}})=>r===void 0?(0,sr._)`{minContains: ${t}}`:(0,sr._)`{minContains: ${t}, maxContains: ${r}}`},
pk={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:ok,code(t){let{gen:r,schema:a,parentSchema:n,data:i,
it:o}=t,e,s,{minContains:c,maxContains:f}=n;o.opts.next?(e=c===void 0?1:c,s=f):e=1;let u=r.const("len",(0,sr._)`${i}.length`);if(t.setParams({min:e,max:s}),s===
void 0&&e===0){(0,ni.checkStrictMode)(o,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&e>s){(0,ni.checkStrictMode)(
o,'"minContains" > "maxContains" is always invalid'),t.fail();return}if((0,ni.alwaysValidSchema)(o,a)){let x=(0,sr._)`${u} >= ${e}`;s!==void 0&&(x=(0,sr._)`${x} && ${u} <= ${s}`),
t.pass(x);return}o.items=!0;let g=r.name("valid");s===void 0&&e===1?O(g,()=>r.if(g,()=>r.break())):e===0?(r.let(g,!0),s!==void 0&&r.if((0,sr._)`${i}.length > 0`,
_)):(r.let(g,!1),_()),t.result(g,()=>t.reset());function _(){let x=r.name("_valid"),I=r.let("count",0);O(x,()=>r.if(x,()=>R(I)))}function O(x,I){r.forRange("i",
0,u,F=>{t.subschema({keyword:"contains",dataProp:F,dataPropType:ni.Type.Num,compositeRule:!0},x),I()})}function R(x){r.code((0,sr._)`${x}++`),s===void 0?r.if((0,sr.
_)`${x} >= ${e}`,()=>r.assign(g,!0).break()):(r.if((0,sr._)`${x} > ${s}`,()=>r.assign(g,!1).break()),e===1?r.assign(g,!0):r.if((0,sr._)`${x} >= ${e}`,()=>r.assign(
g,!0)))}}};Bp.default=pk});var Zl=ye($r=>{"use strict";Object.defineProperty($r,"__esModule",{value:!0});$r.validateSchemaDeps=$r.validatePropertyDeps=$r.error=void 0;var Zp=Ge(),dk=tt(),
tn=tr();$r.error={message:({params:{property:t,depsCount:r,deps:a}})=>{let n=r===1?"property":"properties";return(0,Zp.str)`must have ${n} ${a} when property ${t} is present`},
params:({params:{property:t,depsCount:r,deps:a,missingProperty:n}})=>(0,Zp._)`{property: ${t},
    missingProperty: ${n},
    depsCount: ${r},
    deps: ${a}}`};var ck={keyword:"dependencies",type:"object",schemaType:"object",error:$r.error,code(t){let[r,a]=mk(t);Kl(t,r),Bl(t,a)}};function mk({schema:t}){
let r={},a={};for(let n in t){if(n==="__proto__")continue;let i=Array.isArray(t[n])?r:a;i[n]=t[n]}return[r,a]}function Kl(t,r=t.schema){let{gen:a,data:n,it:i}=t;
if(Object.keys(r).length===0)return;let o=a.let("missing");for(let e in r){let s=r[e];if(s.length===0)continue;let c=(0,tn.propertyInData)(a,n,e,i.opts.ownProperties);
t.setParams({property:e,depsCount:s.length,deps:s.join(", ")}),i.allErrors?a.if(c,()=>{for(let f of s)(0,tn.checkReportMissingProp)(t,f)}):(a.if((0,Zp._)`${c} && (${(0,tn.
checkMissingProp)(t,s,o)})`),(0,tn.reportMissingProp)(t,o),a.else())}}$r.validatePropertyDeps=Kl;function Bl(t,r=t.schema){let{gen:a,data:n,keyword:i,it:o}=t,e=a.
name("valid");for(let s in r)(0,dk.alwaysValidSchema)(o,r[s])||(a.if((0,tn.propertyInData)(a,n,s,o.opts.ownProperties),()=>{let c=t.subschema({keyword:i,schemaProp:s},
e);t.mergeValidEvaluated(c,e)},()=>a.var(e,!0)),t.ok(e))}$r.validateSchemaDeps=Bl;$r.default=ck});var Ql=ye(Gp=>{"use strict";Object.defineProperty(Gp,"__esModule",{value:!0});var Gl=Ge(),lk=tt(),uk={message:"property name must be valid",params:({params:t})=>(0,Gl.
_)`{propertyName: ${t.propertyName}}`},hk={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:uk,code(t){let{gen:r,schema:a,data:n,it:i}=t;
if((0,lk.alwaysValidSchema)(i,a))return;let o=r.name("valid");r.forIn("key",n,e=>{t.setParams({propertyName:e}),t.subschema({keyword:"propertyNames",data:e,dataTypes:[
"string"],propertyName:e,compositeRule:!0},o),r.if((0,Gl.not)(o),()=>{t.error(!0),i.allErrors||r.break()})}),t.ok(o)}};Gp.default=hk});var Xp=ye(Qp=>{"use strict";Object.defineProperty(Qp,"__esModule",{value:!0});var ii=tr(),lr=Ge(),fk=Nr(),oi=tt(),yk={message:"must NOT have additional properti\
es",params:({params:t})=>(0,lr._)`{additionalProperty: ${t.additionalProperty}}`},gk={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:yk,code(t){let{gen:r,schema:a,parentSchema:n,data:i,errsCount:o,it:e}=t;if(!o)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:c}=e;if(e.props=!0,c.removeAdditional!=="all"&&(0,oi.alwaysValidSchema)(e,a))return;let f=(0,ii.allSchemaProperties)(n.properties),u=(0,ii.
allSchemaProperties)(n.patternProperties);g(),t.ok((0,lr._)`${o} === ${fk.default.errors}`);function g(){r.forIn("key",i,I=>{!f.length&&!u.length?R(I):r.if(_(I),
()=>R(I))})}function _(I){let F;if(f.length>8){let we=(0,oi.schemaRefOrVal)(e,n.properties,"properties");F=(0,ii.isOwnProperty)(r,we,I)}else f.length?F=(0,lr.or)(
...f.map(we=>(0,lr._)`${I} === ${we}`)):F=lr.nil;return u.length&&(F=(0,lr.or)(F,...u.map(we=>(0,lr._)`${(0,ii.usePattern)(t,we)}.test(${I})`))),(0,lr.not)(F)}function O(I){
r.code((0,lr._)`delete ${i}[${I}]`)}function R(I){if(c.removeAdditional==="all"||c.removeAdditional&&a===!1){O(I);return}if(a===!1){t.setParams({additionalProperty:I}),
t.error(),s||r.break();return}if(typeof a=="object"&&!(0,oi.alwaysValidSchema)(e,a)){let F=r.name("valid");c.removeAdditional==="failing"?(x(I,F,!1),r.if((0,lr.
not)(F),()=>{t.reset(),O(I)})):(x(I,F),s||r.if((0,lr.not)(F),()=>r.break()))}}function x(I,F,we){let G={keyword:"additionalProperties",dataProp:I,dataPropType:oi.
Type.Str};we===!1&&Object.assign(G,{compositeRule:!0,createErrors:!1,allErrors:!1}),t.subschema(G,F)}}};Qp.default=gk});var eu=ye(ed=>{"use strict";Object.defineProperty(ed,"__esModule",{value:!0});var bk=za(),Xl=tr(),Yp=tt(),Yl=Xp(),wk={keyword:"properties",type:"object",schemaType:"\
object",code(t){let{gen:r,schema:a,parentSchema:n,data:i,it:o}=t;o.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&Yl.default.code(new bk.KeywordCxt(
o,Yl.default,"additionalProperties"));let e=(0,Xl.allSchemaProperties)(a);for(let g of e)o.definedProperties.add(g);o.opts.unevaluated&&e.length&&o.props!==!0&&
(o.props=Yp.mergeEvaluated.props(r,(0,Yp.toHash)(e),o.props));let s=e.filter(g=>!(0,Yp.alwaysValidSchema)(o,a[g]));if(s.length===0)return;let c=r.name("valid");
for(let g of s)f(g)?u(g):(r.if((0,Xl.propertyInData)(r,i,g,o.opts.ownProperties)),u(g),o.allErrors||r.else().var(c,!0),r.endIf()),t.it.definedProperties.add(g),
t.ok(c);function f(g){return o.opts.useDefaults&&!o.compositeRule&&a[g].default!==void 0}function u(g){t.subschema({keyword:"properties",schemaProp:g,dataProp:g},
c)}}};ed.default=wk});var au=ye(td=>{"use strict";Object.defineProperty(td,"__esModule",{value:!0});var tu=tr(),pi=Ge(),ru=tt(),su=tt(),vk={keyword:"patternProperties",type:"object",
schemaType:"object",code(t){let{gen:r,schema:a,data:n,parentSchema:i,it:o}=t,{opts:e}=o,s=(0,tu.allSchemaProperties)(a),c=s.filter(x=>(0,ru.alwaysValidSchema)(o,
a[x]));if(s.length===0||c.length===s.length&&(!o.opts.unevaluated||o.props===!0))return;let f=e.strictSchema&&!e.allowMatchingProperties&&i.properties,u=r.name(
"valid");o.props!==!0&&!(o.props instanceof pi.Name)&&(o.props=(0,su.evaluatedPropsToName)(r,o.props));let{props:g}=o;_();function _(){for(let x of s)f&&O(x),o.
allErrors?R(x):(r.var(u,!0),R(x),r.if(u))}function O(x){for(let I in f)new RegExp(x).test(I)&&(0,ru.checkStrictMode)(o,`property ${I} matches pattern ${x} (use \
allowMatchingProperties)`)}function R(x){r.forIn("key",n,I=>{r.if((0,pi._)`${(0,tu.usePattern)(t,x)}.test(${I})`,()=>{let F=c.includes(x);F||t.subschema({keyword:"\
patternProperties",schemaProp:x,dataProp:I,dataPropType:su.Type.Str},u),o.opts.unevaluated&&g!==!0?r.assign((0,pi._)`${g}[${I}]`,!0):!F&&!o.allErrors&&r.if((0,pi.
not)(u),()=>r.break())})})}}};td.default=vk});var nu=ye(rd=>{"use strict";Object.defineProperty(rd,"__esModule",{value:!0});var kk=tt(),Pk={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(t){
let{gen:r,schema:a,it:n}=t;if((0,kk.alwaysValidSchema)(n,a)){t.fail();return}let i=r.name("valid");t.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
i),t.failResult(i,()=>t.reset(),()=>t.error())},error:{message:"must NOT be valid"}};rd.default=Pk});var iu=ye(sd=>{"use strict";Object.defineProperty(sd,"__esModule",{value:!0});var $k=tr(),Sk={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:$k.validateUnion,
error:{message:"must match a schema in anyOf"}};sd.default=Sk});var ou=ye(ad=>{"use strict";Object.defineProperty(ad,"__esModule",{value:!0});var di=Ge(),_k=tt(),xk={message:"must match exactly one schema in oneOf",params:({
params:t})=>(0,di._)`{passingSchemas: ${t.passing}}`},qk={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:xk,code(t){let{gen:r,schema:a,parentSchema:n,it:i}=t;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(i.opts.discriminator&&n.discriminator)return;let o=a,e=r.let("valid",!1),s=r.let("passing",null),
c=r.name("_valid");t.setParams({passing:s}),r.block(f),t.result(e,()=>t.reset(),()=>t.error(!0));function f(){o.forEach((u,g)=>{let _;(0,_k.alwaysValidSchema)(i,
u)?r.var(c,!0):_=t.subschema({keyword:"oneOf",schemaProp:g,compositeRule:!0},c),g>0&&r.if((0,di._)`${c} && ${e}`).assign(e,!1).assign(s,(0,di._)`[${s}, ${g}]`).
else(),r.if(c,()=>{r.assign(e,!0),r.assign(s,g),_&&t.mergeEvaluated(_,di.Name)})})}}};ad.default=qk});var pu=ye(nd=>{"use strict";Object.defineProperty(nd,"__esModule",{value:!0});var Ok=tt(),jk={keyword:"allOf",schemaType:"array",code(t){let{gen:r,schema:a,it:n}=t;
if(!Array.isArray(a))throw new Error("ajv implementation error");let i=r.name("valid");a.forEach((o,e)=>{if((0,Ok.alwaysValidSchema)(n,o))return;let s=t.subschema(
{keyword:"allOf",schemaProp:e},i);t.ok(i),t.mergeEvaluated(s)})}};nd.default=jk});var mu=ye(id=>{"use strict";Object.defineProperty(id,"__esModule",{value:!0});var ci=Ge(),cu=tt(),Ak={message:({params:t})=>(0,ci.str)`must match "${t.ifClause}" schema`,
params:({params:t})=>(0,ci._)`{failingKeyword: ${t.ifClause}}`},Tk={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:Ak,code(t){let{gen:r,parentSchema:a,
it:n}=t;a.then===void 0&&a.else===void 0&&(0,cu.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let i=du(n,"then"),o=du(n,"else");if(!i&&!o)return;
let e=r.let("valid",!0),s=r.name("_valid");if(c(),t.reset(),i&&o){let u=r.let("ifClause");t.setParams({ifClause:u}),r.if(s,f("then",u),f("else",u))}else i?r.if(
s,f("then")):r.if((0,ci.not)(s),f("else"));t.pass(e,()=>t.error(!0));function c(){let u=t.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);t.mergeEvaluated(u)}function f(u,g){return()=>{let _=t.subschema({keyword:u},s);r.assign(e,s),t.mergeValidEvaluated(_,e),g?r.assign(g,(0,ci._)`${u}`):t.setParams(
{ifClause:u})}}}};function du(t,r){let a=t.schema[r];return a!==void 0&&!(0,cu.alwaysValidSchema)(t,a)}id.default=Tk});var lu=ye(od=>{"use strict";Object.defineProperty(od,"__esModule",{value:!0});var Nk=tt(),Rk={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:t,
parentSchema:r,it:a}){r.if===void 0&&(0,Nk.checkStrictMode)(a,`"${t}" without "if" is ignored`)}};od.default=Rk});var uu=ye(pd=>{"use strict";Object.defineProperty(pd,"__esModule",{value:!0});var Lk=Cp(),Ik=Dl(),Ek=Wp(),Mk=Wl(),Fk=Hl(),Vk=Zl(),zk=Ql(),Uk=Xp(),Jk=eu(),Dk=au(),
Ck=nu(),Wk=iu(),Hk=ou(),Kk=pu(),Bk=mu(),Zk=lu();function Gk(t=!1){let r=[Ck.default,Wk.default,Hk.default,Kk.default,Bk.default,Zk.default,zk.default,Uk.default,
Vk.default,Jk.default,Dk.default];return t?r.push(Ik.default,Mk.default):r.push(Lk.default,Ek.default),r.push(Fk.default),r}pd.default=Gk});var hu=ye(dd=>{"use strict";Object.defineProperty(dd,"__esModule",{value:!0});var Pt=Ge(),Qk={message:({schemaCode:t})=>(0,Pt.str)`must match format "${t}"`,params:({
schemaCode:t})=>(0,Pt._)`{format: ${t}}`},Xk={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:Qk,code(t,r){let{gen:a,data:n,$data:i,
schema:o,schemaCode:e,it:s}=t,{opts:c,errSchemaPath:f,schemaEnv:u,self:g}=s;if(!c.validateFormats)return;i?_():O();function _(){let R=a.scopeValue("formats",{ref:g.
formats,code:c.code.formats}),x=a.const("fDef",(0,Pt._)`${R}[${e}]`),I=a.let("fType"),F=a.let("format");a.if((0,Pt._)`typeof ${x} == "object" && !(${x} instanceof RegExp)`,
()=>a.assign(I,(0,Pt._)`${x}.type || "string"`).assign(F,(0,Pt._)`${x}.validate`),()=>a.assign(I,(0,Pt._)`"string"`).assign(F,x)),t.fail$data((0,Pt.or)(we(),G()));
function we(){return c.strictSchema===!1?Pt.nil:(0,Pt._)`${e} && !${F}`}function G(){let B=u.$async?(0,Pt._)`(${x}.async ? await ${F}(${n}) : ${F}(${n}))`:(0,Pt.
_)`${F}(${n})`,V=(0,Pt._)`(typeof ${F} == "function" ? ${B} : ${F}.test(${n}))`;return(0,Pt._)`${F} && ${F} !== true && ${I} === ${r} && !${V}`}}function O(){let R=g.
formats[o];if(!R){we();return}if(R===!0)return;let[x,I,F]=G(R);x===r&&t.pass(B());function we(){if(c.strictSchema===!1){g.logger.warn(V());return}throw new Error(
V());function V(){return`unknown format "${o}" ignored in schema at path "${f}"`}}function G(V){let Se=V instanceof RegExp?(0,Pt.regexpCode)(V):c.code.formats?(0,Pt.
_)`${c.code.formats}${(0,Pt.getProperty)(o)}`:void 0,Pe=a.scopeValue("formats",{key:o,ref:V,code:Se});return typeof V=="object"&&!(V instanceof RegExp)?[V.type||
"string",V.validate,(0,Pt._)`${Pe}.validate`]:["string",V,Pe]}function B(){if(typeof R=="object"&&!(R instanceof RegExp)&&R.async){if(!u.$async)throw new Error(
"async format in sync schema");return(0,Pt._)`await ${F}(${n})`}return typeof I=="function"?(0,Pt._)`${F}(${n})`:(0,Pt._)`${F}.test(${n})`}}}};dd.default=Xk});var fu=ye(cd=>{"use strict";Object.defineProperty(cd,"__esModule",{value:!0});var Yk=hu(),e0=[Yk.default];cd.default=e0});var yu=ye(ra=>{"use strict";Object.defineProperty(ra,"__esModule",{value:!0});ra.contentVocabulary=ra.metadataVocabulary=void 0;ra.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];ra.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var bu=ye(md=>{"use strict";Object.defineProperty(md,"__esModule",{value:!0});var t0=Ol(),r0=Vl(),s0=uu(),a0=fu(),gu=yu(),n0=[t0.default,r0.default,(0,s0.default)(),
a0.default,gu.metadataVocabulary,gu.contentVocabulary];md.default=n0});var vu=ye(mi=>{"use strict";Object.defineProperty(mi,"__esModule",{value:!0});mi.DiscrError=void 0;var wu;(function(t){t.Tag="tag",t.Mapping="mapping"})(wu||(mi.
DiscrError=wu={}))});var Pu=ye(ud=>{"use strict";Object.defineProperty(ud,"__esModule",{value:!0});var sa=Ge(),ld=vu(),ku=Wn(),i0=Ua(),o0=tt(),p0={message:({params:{discrError:t,tagName:r}})=>t===
ld.DiscrError.Tag?`tag "${r}" must be string`:`value of tag "${r}" must be in oneOf`,params:({params:{discrError:t,tag:r,tagName:a}})=>(0,sa._)`{error: ${t}, tag: ${a}, tagValue: ${r}}`},
d0={keyword:"discriminator",type:"object",schemaType:"object",error:p0,code(t){let{gen:r,data:a,schema:n,parentSchema:i,it:o}=t,{oneOf:e}=i;if(!o.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!e)throw new Error("discriminator: requires oneOf keyword");let c=r.let("valid",!1),f=r.
const("tag",(0,sa._)`${a}${(0,sa.getProperty)(s)}`);r.if((0,sa._)`typeof ${f} == "string"`,()=>u(),()=>t.error(!1,{discrError:ld.DiscrError.Tag,tag:f,tagName:s})),
t.ok(c);function u(){let O=_();r.if(!1);for(let R in O)r.elseIf((0,sa._)`${f} === ${R}`),r.assign(c,g(O[R]));r.else(),t.error(!1,{discrError:ld.DiscrError.Mapping,
tag:f,tagName:s}),r.endIf()}function g(O){let R=r.name("valid"),x=t.subschema({keyword:"oneOf",schemaProp:O},R);return t.mergeEvaluated(x,sa.Name),R}function _(){
var O;let R={},x=F(i),I=!0;for(let B=0;B<e.length;B++){let V=e[B];if(V?.$ref&&!(0,o0.schemaHasRulesButRef)(V,o.self.RULES)){let Pe=V.$ref;if(V=ku.resolveRef.call(
o.self,o.schemaEnv.root,o.baseId,Pe),V instanceof ku.SchemaEnv&&(V=V.schema),V===void 0)throw new i0.default(o.opts.uriResolver,o.baseId,Pe)}let Se=(O=V?.properties)===
null||O===void 0?void 0:O[s];if(typeof Se!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);I=I&&
(x||F(V)),we(Se,B)}if(!I)throw new Error(`discriminator: "${s}" must be required`);return R;function F({required:B}){return Array.isArray(B)&&B.includes(s)}function we(B,V){
if(B.const)G(B.const,V);else if(B.enum)for(let Se of B.enum)G(Se,V);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function G(B,V){
if(typeof B!="string"||B in R)throw new Error(`discriminator: "${s}" values must be unique strings`);R[B]=V}}}};ud.default=d0});var $u=ye((Ox,c0)=>{c0.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Mt=ye((gt,hd)=>{"use strict";Object.defineProperty(gt,"__esModule",{value:!0});gt.MissingRefError=gt.ValidationError=gt.CodeGen=gt.Name=gt.nil=gt.stringify=
gt.str=gt._=gt.KeywordCxt=gt.Ajv=void 0;var m0=Pl(),l0=bu(),u0=Pu(),Su=$u(),h0=["/properties"],li="http://json-schema.org/draft-07/schema",aa=class extends m0.default{_addVocabularies(){
super._addVocabularies(),l0.default.forEach(r=>this.addVocabulary(r)),this.opts.discriminator&&this.addKeyword(u0.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let r=this.opts.$data?this.$dataMetaSchema(Su,h0):Su;this.addMetaSchema(r,li,!1),this.refs["http://json-schema.org/schema"]=li}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(li)?li:void 0)}};gt.Ajv=aa;hd.exports=gt=aa;hd.exports.Ajv=aa;Object.defineProperty(gt,"__esMo\
dule",{value:!0});gt.default=aa;var f0=za();Object.defineProperty(gt,"KeywordCxt",{enumerable:!0,get:function(){return f0.KeywordCxt}});var na=Ge();Object.defineProperty(
gt,"_",{enumerable:!0,get:function(){return na._}});Object.defineProperty(gt,"str",{enumerable:!0,get:function(){return na.str}});Object.defineProperty(gt,"stri\
ngify",{enumerable:!0,get:function(){return na.stringify}});Object.defineProperty(gt,"nil",{enumerable:!0,get:function(){return na.nil}});Object.defineProperty(
gt,"Name",{enumerable:!0,get:function(){return na.Name}});Object.defineProperty(gt,"CodeGen",{enumerable:!0,get:function(){return na.CodeGen}});var y0=Dn();Object.
defineProperty(gt,"ValidationError",{enumerable:!0,get:function(){return y0.default}});var g0=Ua();Object.defineProperty(gt,"MissingRefError",{enumerable:!0,get:function(){
return g0.default}})});var gy=Ot(lc());import{models as aS}from"./models.js";function $n(t,r=!1){let a=t.length,n=0,i="",o=0,e=16,s=0,c=0,f=0,u=0,g=0;function _(G,B){let V=0,Se=0;for(;V<G||!B;){let Pe=t.charCodeAt(n);if(Pe>=48&&Pe<=57)Se=
Se*16+Pe-48;else if(Pe>=65&&Pe<=70)Se=Se*16+Pe-65+10;else if(Pe>=97&&Pe<=102)Se=Se*16+Pe-97+10;else break;n++,V++}return V<G&&(Se=-1),Se}function O(G){n=G,i="",
o=0,e=16,g=0}function R(){let G=n;if(t.charCodeAt(n)===48)n++;else for(n++;n<t.length&&zs(t.charCodeAt(n));)n++;if(n<t.length&&t.charCodeAt(n)===46)if(n++,n<t.length&&
zs(t.charCodeAt(n)))for(n++;n<t.length&&zs(t.charCodeAt(n));)n++;else return g=3,t.substring(G,n);let B=n;if(n<t.length&&(t.charCodeAt(n)===69||t.charCodeAt(n)===
101))if(n++,(n<t.length&&t.charCodeAt(n)===43||t.charCodeAt(n)===45)&&n++,n<t.length&&zs(t.charCodeAt(n))){for(n++;n<t.length&&zs(t.charCodeAt(n));)n++;B=n}else
g=3;return t.substring(G,B)}function x(){let G="",B=n;for(;;){if(n>=a){G+=t.substring(B,n),g=2;break}let V=t.charCodeAt(n);if(V===34){G+=t.substring(B,n),n++;break}
if(V===92){if(G+=t.substring(B,n),n++,n>=a){g=2;break}switch(t.charCodeAt(n++)){case 34:G+='"';break;case 92:G+="\\";break;case 47:G+="/";break;case 98:G+="\b";
break;case 102:G+="\f";break;case 110:G+=`
`;break;case 114:G+="\r";break;case 116:G+="	";break;case 117:let Pe=_(4,!0);Pe>=0?G+=String.fromCharCode(Pe):g=4;break;default:g=5}B=n;continue}if(V>=0&&V<=31)
if(_a(V)){G+=t.substring(B,n),g=2;break}else g=6;n++}return G}function I(){if(i="",g=0,o=n,c=s,u=f,n>=a)return o=a,e=17;let G=t.charCodeAt(n);if(vo(G)){do n++,i+=
String.fromCharCode(G),G=t.charCodeAt(n);while(vo(G));return e=15}if(_a(G))return n++,i+=String.fromCharCode(G),G===13&&t.charCodeAt(n)===10&&(n++,i+=`
`),s++,f=n,e=14;switch(G){case 123:return n++,e=1;case 125:return n++,e=2;case 91:return n++,e=3;case 93:return n++,e=4;case 58:return n++,e=6;case 44:return n++,
e=5;case 34:return n++,i=x(),e=10;case 47:let B=n-1;if(t.charCodeAt(n+1)===47){for(n+=2;n<a&&!_a(t.charCodeAt(n));)n++;return i=t.substring(B,n),e=12}if(t.charCodeAt(
n+1)===42){n+=2;let V=a-1,Se=!1;for(;n<V;){let Pe=t.charCodeAt(n);if(Pe===42&&t.charCodeAt(n+1)===47){n+=2,Se=!0;break}n++,_a(Pe)&&(Pe===13&&t.charCodeAt(n)===10&&
n++,s++,f=n)}return Se||(n++,g=1),i=t.substring(B,n),e=13}return i+=String.fromCharCode(G),n++,e=16;case 45:if(i+=String.fromCharCode(G),n++,n===a||!zs(t.charCodeAt(
n)))return e=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return i+=R(),e=11;default:for(;n<a&&F(G);)n++,G=t.charCodeAt(n);
if(o!==n){switch(i=t.substring(o,n),i){case"true":return e=8;case"false":return e=9;case"null":return e=7}return e=16}return i+=String.fromCharCode(G),n++,e=16}}
function F(G){if(vo(G)||_a(G))return!1;switch(G){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function we(){let G;do G=I();while(G>=
12&&G<=15);return G}return{setPosition:O,getPosition:()=>n,scan:r?we:I,getToken:()=>e,getTokenValue:()=>i,getTokenOffset:()=>o,getTokenLength:()=>n-o,getTokenStartLine:()=>c,
getTokenStartCharacter:()=>o-u,getTokenError:()=>g}}function vo(t){return t===32||t===9}function _a(t){return t===10||t===13}function zs(t){return t>=48&&t<=57}
var uc;(function(t){t[t.lineFeed=10]="lineFeed",t[t.carriageReturn=13]="carriageReturn",t[t.space=32]="space",t[t._0=48]="_0",t[t._1=49]="_1",t[t._2=50]="_2",t[t.
_3=51]="_3",t[t._4=52]="_4",t[t._5=53]="_5",t[t._6=54]="_6",t[t._7=55]="_7",t[t._8=56]="_8",t[t._9=57]="_9",t[t.a=97]="a",t[t.b=98]="b",t[t.c=99]="c",t[t.d=100]=
"d",t[t.e=101]="e",t[t.f=102]="f",t[t.g=103]="g",t[t.h=104]="h",t[t.i=105]="i",t[t.j=106]="j",t[t.k=107]="k",t[t.l=108]="l",t[t.m=109]="m",t[t.n=110]="n",t[t.o=
111]="o",t[t.p=112]="p",t[t.q=113]="q",t[t.r=114]="r",t[t.s=115]="s",t[t.t=116]="t",t[t.u=117]="u",t[t.v=118]="v",t[t.w=119]="w",t[t.x=120]="x",t[t.y=121]="y",t[t.
z=122]="z",t[t.A=65]="A",t[t.B=66]="B",t[t.C=67]="C",t[t.D=68]="D",t[t.E=69]="E",t[t.F=70]="F",t[t.G=71]="G",t[t.H=72]="H",t[t.I=73]="I",t[t.J=74]="J",t[t.K=75]=
"K",t[t.L=76]="L",t[t.M=77]="M",t[t.N=78]="N",t[t.O=79]="O",t[t.P=80]="P",t[t.Q=81]="Q",t[t.R=82]="R",t[t.S=83]="S",t[t.T=84]="T",t[t.U=85]="U",t[t.V=86]="V",t[t.
W=87]="W",t[t.X=88]="X",t[t.Y=89]="Y",t[t.Z=90]="Z",t[t.asterisk=42]="asterisk",t[t.backslash=92]="backslash",t[t.closeBrace=125]="closeBrace",t[t.closeBracket=
93]="closeBracket",t[t.colon=58]="colon",t[t.comma=44]="comma",t[t.dot=46]="dot",t[t.doubleQuote=34]="doubleQuote",t[t.minus=45]="minus",t[t.openBrace=123]="ope\
nBrace",t[t.openBracket=91]="openBracket",t[t.plus=43]="plus",t[t.slash=47]="slash",t[t.formFeed=12]="formFeed",t[t.tab=9]="tab"})(uc||(uc={}));var ag=new Array(20).fill(0).map((t,r)=>" ".repeat(r)),Us=200,ng={" ":{"\n":new Array(Us).fill(0).map((t,r)=>`
`+" ".repeat(r)),"\r":new Array(Us).fill(0).map((t,r)=>"\r"+" ".repeat(r)),"\r\n":new Array(Us).fill(0).map((t,r)=>`\r
`+" ".repeat(r))},"	":{"\n":new Array(Us).fill(0).map((t,r)=>`
`+"	".repeat(r)),"\r":new Array(Us).fill(0).map((t,r)=>"\r"+"	".repeat(r)),"\r\n":new Array(Us).fill(0).map((t,r)=>`\r
`+"	".repeat(r))}};var Sn;(function(t){t.DEFAULT={allowTrailingComma:!1}})(Sn||(Sn={}));function hc(t,r){let a=[],n=new Object,i,o={value:{},offset:0,length:0,type:"object",parent:void 0},
e=!1;function s(c,f,u,g){o.value=c,o.offset=f,o.length=u,o.type=g,o.colonOffset=void 0,i=o}try{$o(t,{onObjectBegin:(c,f)=>{if(r<=c)throw n;i=void 0,e=r>c,a.push(
"")},onObjectProperty:(c,f,u)=>{if(r<f||(s(c,f,u,"property"),a[a.length-1]=c,r<=f+u))throw n},onObjectEnd:(c,f)=>{if(r<=c)throw n;i=void 0,a.pop()},onArrayBegin:(c,f)=>{
if(r<=c)throw n;i=void 0,a.push(0)},onArrayEnd:(c,f)=>{if(r<=c)throw n;i=void 0,a.pop()},onLiteralValue:(c,f,u)=>{if(r<f||(s(c,f,u,fc(c)),r<=f+u))throw n},onSeparator:(c,f,u)=>{
if(r<=f)throw n;if(c===":"&&i&&i.type==="property")i.colonOffset=f,e=!1,i=void 0;else if(c===","){let g=a[a.length-1];typeof g=="number"?a[a.length-1]=g+1:(e=!0,
a[a.length-1]=""),i=void 0}}})}catch(c){if(c!==n)throw c}return{path:a,previousNode:i,isAtPropertyKey:e,matches:c=>{let f=0;for(let u=0;f<c.length&&u<a.length;u++)
if(c[f]===a[u]||c[f]==="*")f++;else if(c[f]!=="**")return!1;return f===c.length}}}function ko(t,r=[],a=Sn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function i(c){n.type==="property"&&(n.length=c-n.offset,n=n.
parent)}function o(c){return n.children.push(c),c}$o(t,{onObjectBegin:c=>{n=o({type:"object",offset:c,length:-1,parent:n,children:[]})},onObjectProperty:(c,f,u)=>{
n=o({type:"property",offset:f,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:c,offset:f,length:u,parent:n})},onObjectEnd:(c,f)=>{i(c+f),n.
length=c+f-n.offset,n=n.parent,i(c+f)},onArrayBegin:(c,f)=>{n=o({type:"array",offset:c,length:-1,parent:n,children:[]})},onArrayEnd:(c,f)=>{n.length=c+f-n.offset,
n=n.parent,i(c+f)},onLiteralValue:(c,f,u)=>{o({type:fc(c),offset:f,length:u,parent:n,value:c}),i(f+u)},onSeparator:(c,f,u)=>{n.type==="property"&&(c===":"?n.colonOffset=
f:c===","&&i(f))},onError:(c,f,u)=>{r.push({error:c,offset:f,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function Po(t,r){if(!t)return;let a=t;
for(let n of r)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let i=!1;for(let o of a.children)if(Array.isArray(o.children)&&o.children[0].
value===n&&o.children.length===2){a=o.children[1],i=!0;break}if(!i)return}else{let i=n;if(a.type!=="array"||i<0||!Array.isArray(a.children)||i>=a.children.length)
return;a=a.children[i]}return a}function _n(t){switch(t.type){case"array":return t.children.map(_n);case"object":let r=Object.create(null);for(let a of t.children){let n=a.children[1];n&&(r[a.
children[0].value]=_n(n))}return r;case"null":case"string":case"number":case"boolean":return t.value;default:return}}function $o(t,r,a=Sn.DEFAULT){let n=$n(t,!1),i=[],o=0;function e(j){return j?()=>o===0&&j(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(j){return j?W=>o===0&&j(W,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function c(j){return j?
W=>o===0&&j(W,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>i.slice()):()=>!0}function f(j){return j?()=>{o>0?o++:j(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>i.slice())===!1&&(o=1)}:()=>!0}function u(j){return j?()=>{o>0&&o--,o===
0&&j(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let g=f(r.onObjectBegin),_=c(r.onObjectProperty),O=u(r.onObjectEnd),
R=f(r.onArrayBegin),x=u(r.onArrayEnd),I=c(r.onLiteralValue),F=s(r.onSeparator),we=e(r.onComment),G=s(r.onError),B=a&&a.disallowComments,V=a&&a.allowTrailingComma;
function Se(){for(;;){let j=n.scan();switch(n.getTokenError()){case 4:Pe(14);break;case 5:Pe(15);break;case 3:Pe(13);break;case 1:B||Pe(11);break;case 2:Pe(12);
break;case 6:Pe(16);break}switch(j){case 12:case 13:B?Pe(10):we();break;case 16:Pe(1);break;case 15:case 14:break;default:return j}}}function Pe(j,W=[],ke=[]){if(G(
j),W.length+ke.length>0){let Xe=n.getToken();for(;Xe!==17;){if(W.indexOf(Xe)!==-1){Se();break}else if(ke.indexOf(Xe)!==-1)break;Xe=Se()}}}function at(j){let W=n.
getTokenValue();return j?I(W):(_(W),i.push(W)),Se(),!0}function M(){switch(n.getToken()){case 11:let j=n.getTokenValue(),W=Number(j);isNaN(W)&&(Pe(2),W=0),I(W);
break;case 7:I(null);break;case 8:I(!0);break;case 9:I(!1);break;default:return!1}return Se(),!0}function de(){return n.getToken()!==10?(Pe(3,[],[2,5]),!1):(at(
!1),n.getToken()===6?(F(":"),Se(),oe()||Pe(4,[],[2,5])):Pe(5,[],[2,5]),i.pop(),!0)}function Re(){g(),Se();let j=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.
getToken()===5){if(j||Pe(4,[],[]),F(","),Se(),n.getToken()===2&&V)break}else j&&Pe(6,[],[]);de()||Pe(4,[],[2,5]),j=!0}return O(),n.getToken()!==2?Pe(7,[2],[]):Se(),
!0}function ct(){R(),Se();let j=!0,W=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(W||Pe(4,[],[]),F(","),Se(),n.getToken()===4&&V)break}else
W&&Pe(6,[],[]);j?(i.push(0),j=!1):i[i.length-1]++,oe()||Pe(4,[],[4,5]),W=!0}return x(),j||i.pop(),n.getToken()!==4?Pe(8,[4],[]):Se(),!0}function oe(){switch(n.getToken()){case 3:
return ct();case 1:return Re();case 10:return at(!0);default:return M()}}return Se(),n.getToken()===17?a.allowEmptyContent?!0:(Pe(4,[],[]),!1):oe()?(n.getToken()!==
17&&Pe(9,[],[]),!0):(Pe(4,[],[]),!1)}function fc(t){switch(typeof t){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(t){if(Array.isArray(t))return"\
array"}else return"null";return"object"}default:return"null"}}var yc;(function(t){t[t.None=0]="None",t[t.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",t[t.UnexpectedEndOfString=2]="UnexpectedEndOfString",t[t.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",t[t.InvalidUnicode=4]="InvalidUnicode",t[t.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",t[t.InvalidCharacter=6]="InvalidCharact\
er"})(yc||(yc={}));var gc;(function(t){t[t.OpenBraceToken=1]="OpenBraceToken",t[t.CloseBraceToken=2]="CloseBraceToken",t[t.OpenBracketToken=3]="OpenBracketToken",
t[t.CloseBracketToken=4]="CloseBracketToken",t[t.CommaToken=5]="CommaToken",t[t.ColonToken=6]="ColonToken",t[t.NullKeyword=7]="NullKeyword",t[t.TrueKeyword=8]="\
TrueKeyword",t[t.FalseKeyword=9]="FalseKeyword",t[t.StringLiteral=10]="StringLiteral",t[t.NumericLiteral=11]="NumericLiteral",t[t.LineCommentTrivia=12]="LineCom\
mentTrivia",t[t.BlockCommentTrivia=13]="BlockCommentTrivia",t[t.LineBreakTrivia=14]="LineBreakTrivia",t[t.Trivia=15]="Trivia",t[t.Unknown=16]="Unknown",t[t.EOF=
17]="EOF"})(gc||(gc={}));var wc=hc;var So=ko,vc=Po;var kc=_n;var bc;(function(t){t[t.InvalidSymbol=1]="InvalidSymbol",t[t.InvalidNumberFormat=2]="InvalidNumberFormat",t[t.PropertyNameExpected=3]="PropertyNameExpected",t[t.
ValueExpected=4]="ValueExpected",t[t.ColonExpected=5]="ColonExpected",t[t.CommaExpected=6]="CommaExpected",t[t.CloseBraceExpected=7]="CloseBraceExpected",t[t.CloseBracketExpected=
8]="CloseBracketExpected",t[t.EndOfFileExpected=9]="EndOfFileExpected",t[t.InvalidCommentToken=10]="InvalidCommentToken",t[t.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",t[t.UnexpectedEndOfString=12]="UnexpectedEndOfString",t[t.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",t[t.InvalidUnicode=14]="InvalidUnic\
ode",t[t.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",t[t.InvalidCharacter=16]="InvalidCharacter"})(bc||(bc={}));function Pc(t){switch(t){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var cg="\uFEFF";function*$c(t){for(let r of t.files.values()){let a=r.syntaxErrors[0];r.text.startsWith(cg)?yield{code:"S001",file:r.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:r.path,path:[],offset:a.offset,message:`the file is not JSON: ${mg(Pc(a.error))}`}:r.value===void 0&&(yield{code:"S001",file:r.path,path:[],message:"the\
 file is empty"})}}function mg(t){return t.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Js(t){return Sc(t)}function Dr(t){return Sc(t)}function Sc(t){let r=new WeakMap;return a=>{let n=r.get(a);if(n!==void 0)return n.value;let i=t(a);return r.
set(a,{value:i}),i}}function _c(t){return[...t.files.values()].flatMap(lg)}var lg=Dr(t=>t.syntaxErrors.length===0&&ug(t.text)===xc(t.value)?[]:t.tree===void 0?[]:[..._o(t.path,t.tree,
[])]);function ug(t){return t.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function xc(t){if(typeof t!="object"||t===null)return 0;let r=Object.values(t);return(Array.
isArray(t)?0:r.length)+r.reduce((a,n)=>a+xc(n),0)}function*_o(t,r,a){let n=new Set;for(let[i,o]of(r.children??[]).entries()){let[e,s]=o.type==="property"?o.children??
[]:[];if(e===void 0){yield*_o(t,o,[...a,i]);continue}let c=String(e.value);n.has(c)&&(yield{code:"S002",file:t,path:[...a,c],offset:e.offset,message:`the key "${c}\
" is written twice`}),n.add(c),s!==void 0&&(yield*_o(t,s,[...a,c]))}}function Oc(t){return[...t.files.values()].flatMap(hg)}var hg=Dr(({path:t,text:r,syntaxErrors:a})=>a.length>0?[]:[...r.matchAll(fg)].flatMap(({0:n,index:i})=>n.
startsWith('"')||qc(n)===qc(String(Number(n)))?[]:[{code:"S005",file:t,path:wc(r,i).path,message:`the number ${n} would be read as ${Number(n)}`}])),fg=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function qc(t){let[,r="",a="",n="",i="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(t)??[],o=`${a}${n}`.replace(/^0+/,""),e=o.replace(/0+$/,"");return e===
""?a===""?t:"0":`${r}${e}e${Number(i)-n.length+o.length-e.length}`}function ve(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function os(t){return ve(t)?Object.entries(t):[]}function pr(t){return Array.isArray(t)?[...t.entries()]:[]}import{posix as xo}from"node:path";function xn(t){return t.map(r=>`/${String(r).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function $e(t){return t.split("/").slice(1).map(r=>r.replaceAll(
"~1","/").replaceAll("~0","~"))}var qn=class extends Error{constructor(a,n,i){super(`${a}: $ref "${n}" ${i}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function jc(t,r,a){let[n="",i=""]=a.split("#"),o=n===""?r:xo.normalize(xo.join(xo.dirname(r),n)),e=t.files.get(o)?.value;if(e===void 0)throw new qn(r,a,"names a\
 file that does not exist");for(let s of $e(i)){let c=Array.isArray(e)?e[Number(s)]:ve(e)&&Object.hasOwn(e,s)?e[s]:void 0;if(c===void 0)throw new qn(r,a,"names \
nothing in that file");e=c}return{file:o,pointer:i,value:e}}function Ac(t){return t.replaceAll(":","~~").replaceAll("/","~")}function Tc(t){return t.replaceAll("~~",":").replaceAll("~","/")}function lt(t,r){let a={};return r!==void 0&&(a[t]=r),a}function wr(t){if(t.kind==="object")return t.members;if(t.kind!=="union")return[];let r=new Map([[t.tag.name,t.tag]]);for(let a of t.variants.flatMap(n=>n.members))
r.has(a.name)||r.set(a.name,a);return[...r.values()]}function Lc(t,r){return typeof t=="string"?bg(JSON.stringify(Ec(t))):t===null||typeof t=="number"||typeof t=="boolean"?String(t):r[Array.isArray(t)?"array":t===
void 0?"nothing":"object"]??""}function Ic(t){return/^[\w-]{1,60}$/.test(t)?t:Lc(t,{})}function bg(t){return/^[ -~]*$/.test(t)?t:t.replace(/(?! )[\p{C}\p{Z}]/gu,r=>`\\u${r.charCodeAt(0).toString(16).padStart(4,"0")}`)}function Ec(t){if(t.length<=60)
return t;let r=[...t.slice(0,122)];return r.length>60?`${r.slice(0,60).join("")}\u2026`:t}var Mc="{name}";function qo(t){return wg(t).map((r,a)=>a>0&&/^(\d+|\*)$/.test(r)?`[${r}]`:`${a===0?"":"."}${vg(r)}`).join("")}function wg(t){return t.split("/").slice(1).map(r=>r.replaceAll("~1","/").replaceAll("~0","~"))}function vg(t){return t===Mc||/^[\w.-]+$/.test(t)?t:Ic(t)}function xa(t){return typeof t=="string"?t:JSON.stringify(t)}function qa(t){let r=t.map(xa),a=r.pop()??"";return r.length===0?{en:a,zh:a}:{en:`${r.join(", ")} o\
r ${a}`,zh:`${r.join("\u3001")} \u6216 ${a}`}}function On(t,r=""){let a=(i,o,e)=>i===void 0?[]:[{en:`${o} ${Ds(i,r)}`,zh:`${e} ${Ds(i,r)}`}],n=[...a(t.minimum,"\
at least","\u81F3\u5C11"),...a(t.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(t.maximum,"at most","\u81F3\u591A"),...a(t.exclusiveMaximum,"less than","\u5C0F\u4E8E"),
...t.multipleOf===void 0?[]:[{en:`a multiple of ${Ds(t.multipleOf,r)}`,zh:`${Ds(t.multipleOf,r)} \u7684\u6574\u6570\u500D`}]];return n.length===0?void 0:{en:n.map(
({en:i})=>i).join(" and "),zh:vr(...n.flatMap(({zh:i},o)=>o===0?[i]:["\u4E14",i]))}}function jn(t,r=""){let{minimum:a,maximum:n,exclusiveMinimum:i,exclusiveMaximum:o}=t;if(i===void 0&&o===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Ds(
n,r)}`,zh:`${a} \u5230 ${Ds(n,r)} \u7684`};let e=On(t,r);return e!==void 0?{en:` of ${e.en}`,zh:`${e.zh} \u7684`}:r===""?{en:"",zh:""}:{en:` (${r})`,zh:`\uFF08${r}\
\uFF09`}}function Cr(t,r,a){let n=i=>`${i} ${i===1?a.en:Fc(a.en)}`;return r===void 0?t===0?{en:Fc(a.en),zh:a.zh}:{en:`at least ${n(t)}`,zh:`\u81F3\u5C11 ${t} \u4E2A${a.
zh}`}:t===r?{en:n(r),zh:`${r} \u4E2A${a.zh}`}:t===0?{en:`${r===1?"at most":"up to"} ${n(r)}`,zh:`\u81F3\u591A ${r} \u4E2A${a.zh}`}:{en:`${t} to ${n(r)}`,zh:`${t}\
 \u5230 ${r} \u4E2A${a.zh}`}}function vr(...t){return t.reduce((r,a)=>(/[A-Za-z0-9]$/.test(r)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(r)?/^[A-Za-z0-9-]/:void 0)?.
test(a)?`${r} ${a}`:r+a,"")}function Fc(t){return`${t}s`}function Ds(t,r){return`${Number(t.toFixed(6))}${r===""?"":` ${r}`}`}var Pg=["media-format","media-codec","media-bytes","media-width","media-height","media-pixels","media-video-pixels","media-same-size","media-aspect-ratio","medi\
a-duration","media-frame-rate","media-sample-rate","media-total-duration","media-total-bytes","media-size-unclear"];function Vc(t){return{rule:t.oneOf("rule",Pg),
severity:t.severity(),...t.has("formats")?{formats:t.texts("formats")}:{},...t.has("codecs")?{codecs:t.texts("codecs")}:{},...lt("as",t.optionalText("as")),...t.
has("discouraged")?{discouraged:t.texts("discouraged")}:{},...lt("minimum",t.optionalNumber("minimum")),...lt("maximum",t.optionalNumber("maximum")),...lt("excl\
usiveMinimum",t.optionalNumber("exclusiveMinimum")),...lt("exclusiveMaximum",t.optionalNumber("exclusiveMaximum")),...lt("multipleOf",t.optionalNumber("multiple\
Of")),...t.has("when")?{when:zc(t,"when")}:{},...t.has("unit")?{unit:t.oneOf("unit",["MB","px","s","fps","Hz","ratio"])}:{},...lt("quote",t.optionalText("quote")),
source:t.source()}}function zc(t,r){let a=t.raw(r);return ve(a)?Object.fromEntries(Object.entries(a).map(([n,i])=>[n,$g(i)?i:t.refuse(r,'values, lists of values, or {"min": 1}')])):
t.refuse(r,"an object of conditions by parameter")}function $g(t){return t!==null&&(!ve(t)||"min"in t||"max"in t)}function An({defaults:t=[]}){let[r,...a]=t;if(r!==void 0)return{en:`${[`Where ${r.phrase.en}, the default is ${xa(r.default)}`,...a.map(({phrase:n,default:i})=>`\
else where ${n.en}, ${xa(i)}`)].join("; ")}.`,zh:`${[r,...a].map(({phrase:n,default:i})=>vr(n.zh,"\u65F6\u9ED8\u8BA4\u4E3A",xa(i))).join("\uFF1B\u5426\u5219")}\u3002`}}var ia=Ot(Mt(),1);function Sr(t,r=0,a=r+4){return r+t.below(a-r+1)}var ur=new ia.Name("vErrors");function it(t,r,{pointer:a,value:n},...i){return i.reduce((o,e)=>ia._`${o}, ${e}`,
ia._`${new ia.Name(t)}(${ur}, ${a}, ${n}, ${r.required?1:0}`)}function Me(t,r){return{about:t,value:r,findings:[]}}function Ce(t,r,a,n){return{about:t,value:r,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function ht(t){return t.map(r=>Ce(`type-${Array.isArray(r)?"array":Number.isInteger(r)?"integer":typeof r}`,r,"type"))}function dt(t){
return Object.fromEntries(Object.entries(t).filter(([,r])=>r!==void 0))}var b0=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function _u(t,r,a,n){return{...w0(t,r,a),source:a.has("x-source")?a.source():n}}function w0(t,r,a){return{name:t,required:r,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",b0)}:{},notes:a.notes()}}var vs=Ot(Mt(),1);var xu={read:(t,r)=>({kind:"array",...r,items:t.unknown("x-items")??t.refuse("x-items",'{ "unknown": "not shown" }'),...dt({minItems:t.optionalNumber("minItems"),
maxItems:t.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:t,maxItems:r})=>({type:"array",...dt({minItems:t,maxItems:r}),items:{}}),check(t,r){
let{minItems:a,maxItems:n}=t;return a===void 0&&n===void 0?vs._`${it("typed",t,r,vs._`"array"`)})`:vs._`${it("list",t,r,vs._`${a??0}`,n===void 0?vs._`Infinity`:
vs._`${n}`)})`},facts:({minItems:t,maxItems:r})=>({type:"array",...dt({minItems:t,maxItems:r})}),phrase({minItems:t,maxItems:r}){let a=On({minimum:t,maximum:r});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:t=0})=>Array.from({length:t},()=>({})),cases:({minItems:t=0,maxItems:r})=>[...ht(["text",1,{length:1}]),...t===0?[Me("empty",[])]:[Ce("min-items-under",
rn(t-1),"min-items")],...t<=3&&(r??3)>=3?[Me("items",rn(3))]:[],...r===void 0?[]:[Me("max-items-at",rn(r)),Ce("max-items-over",rn(r+1),"max-items")]],sample:({minItems:t,
maxItems:r},a)=>rn(Sr(a,t,r))};function rn(t){return Array.from({length:t},(r,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var fd=Ot(Mt(),1);var qu={read:(t,r)=>({kind:"boolean",...r,...lt("default",t.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(t,r)=>fd._`${it("\
typed",t,r,fd._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:t=>t.default??!0,cases:()=>[...ht([
"true",1,0,[]]),Me("true",!0),Me("false",!1)],sample:(t,r)=>r.below(2)===1};var pn=Ot(Mt(),1);var sn=Ot(Mt(),1),Ou=Ot(Cs(),1);function Zt(t){return(0,sn.stringify)(t)}function ju(t){return(0,sn.stringify)(t)}function Xr(t,r=""){let a=t.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return sn._`${(0,Ou.regexpCode)(new RegExp(a,r))}`}function an({type:t,enum:r}){if(!Array.isArray(t))return typeof t=="string"?t:void 0;let[a,...n]=t.filter(i=>i!=="null");return typeof a=="string"&&(n.length===
0||r!==void 0)?a:void 0}function ui({type:t}){return Array.isArray(t)&&t.includes("null")}function Au({nullable:t},r){return t?`${r} | null`:r}function Tu({nullable:t},r){
if(t!==!0)return r;let{type:a,enum:n,anyOf:i,oneOf:o}=r,e=i??o;return a===void 0&&Array.isArray(e)?{...r,[i===void 0?"oneOf":"anyOf"]:[...e,{type:"null"}]}:{...r,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function Nu({nullable:t},{en:r,zh:a}){return t?{en:`${r}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:r,zh:a}}function Ru({nullable:t},r){return t?[Me("null",null),
...r]:r}function hi({nullable:t},r,a,n){return t?[]:[{about:r,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var nn=Ot(Mt(),1);function fi(t,r){if(t.has("x-options"))return t.objects("x-options").map(a=>({value:r(a.raw("value"),"x-options"),...dt({label:a.has("label")?v0(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?k0(a.object("x-deprecated"),r):void 0})}))}function v0(t){let r=Object.keys(t.value).map(a=>[a,t.text(a)]);return{...Object.
fromEntries(r),en:t.text("en")}}function k0(t,r){return{since:t.text("since"),...dt({until:t.optionalText("until"),replacedBy:t.has("replacedBy")?r(t.raw("repla\
cedBy"),"x-options"):void 0}),source:t.source()}}function on(t){return t.map(({deprecated:r,...a})=>{if(r===void 0)return a;let{source:n,...i}=r;return{...a,deprecated:i}})}
function yi({options:t=[]},r,{constant:a}){let n=on(t).flatMap(({value:i,deprecated:o})=>o===void 0?[]:[[i,{...o}]]);return n.length===0?nn._``:nn._`
${new nn.Name("deprecatedValue")}(${ur}, ${r.pointer}, ${r.value}, ${a(Zt(n))})`}function Lu(t){return"options"in t?t.options??[]:[]}function gi({options:t=[]},r){
return t.some(a=>a.value===r&&a.deprecated!==void 0)}var Iu={string:t=>typeof t=="string",integer:t=>Number.isInteger(t),number:t=>typeof t=="number",boolean:t=>typeof t=="boolean"},Eu={read(t,r){if(t.has("const"))
return{kind:"enum",...r,type:"string",values:[t.text("const")]};let a=P0(t),[n="mixed",...i]=a,o=i.length===0&&n!=="boolean"?n:"mixed",e=(s,c)=>$0(s)&&a.some(f=>Iu[f](
s))?s:t.refuse(c,`${a.join("s or ")}s`);return t.list("enum").includes(null)!==ui(t.value)&&t.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...r,type:o,values:t.list("enum").flatMap(s=>s===null?[]:[e(s,"enum")]),...t.has("default")?{default:e(t.raw("default"),"default")}:{},...lt("u\
nit",q0(t)),...lt("options",fi(t,e))}},type:({values:t})=>`(${t.map(r=>JSON.stringify(r)).join(" | ")})`,schema:({type:t,values:r})=>({type:t==="mixed"?_0(r):t,
enum:[...r]}),check(t,r,a){let n=a.constant(Zt(t.values)),i=t.type==="mixed"?pn._`${it("mixedChoice",t,r,n)})`:pn._`${it("choice",t,r,pn._`${t.type}`,n)})`;return pn._`${i}${yi(
t,r,a)}`},facts:({type:t,values:r,unit:a,options:n})=>({type:t,allowed:r,...lt("unit",a),...lt("options",n&&on(n))}),phrase({values:t,unit:r}){let a=qa(t),n=r===
void 0?"":` ${r}`;return{en:a.en+n,zh:a.zh+n}},example(t){let{default:r,values:a}=t;return r??a.find(n=>!gi(t,n))??a[0]??""},cases:t=>[...S0(t),...t.values.map(
r=>Me(`offers-${r}`,r)),...O0(t.values)],sample:({values:t},r)=>t[r.below(t.length)]??""};function P0(t){let r=t.raw("type"),a=(Array.isArray(r)?r:[r]).filter(i=>i!==
"null"),n=a.filter(i=>typeof i=="string"&&Object.hasOwn(Iu,i));return(n.length<a.length||n.length===0)&&t.refuse("type","string, integer, number or boolean, or \
a list of these"),n}function $0(t){return typeof t=="string"||typeof t=="number"||typeof t=="boolean"}function S0({type:t,values:r}){return t==="mixed"?x0(r):ht(
t==="string"?[7,!0,[r[0]??""]]:t==="integer"?["5",5.5,!0]:["5",!0,[5]])}function _0(t){let r=t.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),
a=[...new Set(r)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function x0(t){let r=new Set(t);return[...t.map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!r.has(n)).map(n=>Ce(`as-${typeof n}-${n}`,n,"enum")),Ce("type-array",[t[0]??""],"enum"),Ce("type-object",{},"enum"),...[!0,!1].
filter(n=>!r.has(n)).map(n=>Ce(`type-${n}`,n,"enum"))]}function q0(t){return t.optionalText("x-unit")}function O0(t){let r=new Set(t),a=(o,e)=>r.has(e)?[]:[Ce(o,
e,"enum")],n=t.filter(o=>typeof o=="number"),i=t.filter(o=>typeof o=="string");return[...i.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...i.
flatMap(o=>[o.toUpperCase(),o.toLowerCase()].filter(e=>e!==o).flatMap(e=>a(`case-${e}`,e))),...i.slice(0,1).flatMap(o=>a("padded",` ${o}`)),...n.length>0?[...a(
"under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Gt=Ot(Mt(),1);function bi(t){return dt({minimum:t.optionalNumber("minimum"),maximum:t.optionalNumber("maximum"),exclusiveMinimum:t.optionalNumber("exclusiveMinimum"),exclusiveMaximum:t.
optionalNumber("exclusiveMaximum"),multipleOf:t.optionalNumber("multipleOf"),default:t.optionalNumber("default"),unit:t.optionalText("x-unit")})}function wi({kind:t,
minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,multipleOf:o}){let e=o!==void 0&&j0(o)?o:void 0;return{type:t,...dt({minimum:r,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:i,multipleOf:e})}}function j0(t){return Number.isInteger(t*2**20)}function vi({kind:t,minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,
multipleOf:o,unit:e}){return{type:t,...dt({minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,multipleOf:o,unit:e})}}function ki(t,r,{constant:a}){let{kind:n,
minimum:i,maximum:o,exclusiveMinimum:e,exclusiveMaximum:s,multipleOf:c}=t,f=i===void 0?Gt._`-Infinity`:Gt._`${i}`,u=o===void 0?Gt._`Infinity`:Gt._`${o}`;if(n===
"integer"&&e===void 0&&s===void 0&&c===void 0)return Gt._`${it("integer",t,r,f,u)})`;let g=e===void 0?Gt._`-Infinity`:Gt._`${e}`,_=s===void 0?Gt._`Infinity`:Gt._`${s}`;
return Gt._`${it("numeric",t,r,Gt._`${n}`,a(Gt._`[${f}, ${u}, ${g}, ${_}, ${c??0}]`))})`}function oa({kind:t,...r}){if(r.default!==void 0)return r.default;let a=r.
multipleOf??(t==="integer"?1:.5);if(r.minimum!==void 0)return yd(r.minimum,a);if(r.exclusiveMinimum!==void 0)return A0(r.exclusiveMinimum,r,a);let n=r.maximum??
r.exclusiveMaximum;return n===void 0||n>0?0:r.maximum??hr(n-a)}function A0(t,{maximum:r,exclusiveMaximum:a,multipleOf:n},i){let o=r??a,e=n===void 0?hr(t+i):yd(hr(
t+n/2),n);return o===void 0||e<o||e===r?e:hr((t+o)/2)}function yd(t,r){return Math.abs(t/r-Math.round(t/r))<1e-9?t:hr(Math.ceil(t/r)*r)}function hr(t){return Number(
t.toFixed(9))}function Pi(t){let{kind:r,minimum:a,maximum:n,exclusiveMinimum:i,exclusiveMaximum:o,multipleOf:e}=t,s=e??1,c=x=>e===void 0||Number.isInteger(Number(
(x/e).toFixed(9))),f=(x,I)=>c(I)?[Me(x,I)]:[],u=a!==void 0?[...f("minimum-at",a),Ce("minimum-under",hr(a-s),"minimum")]:i!==void 0?[Ce("exclusive-minimum-at",i,
"minimum"),Ce("exclusive-minimum-under",hr(i-s),"minimum")]:[Me("negative",-s),Me("zero",0)],g=n!==void 0?[...f("maximum-at",n),Ce("maximum-over",hr(n+s),"maxim\
um")]:o!==void 0?[Ce("exclusive-maximum-at",o,"maximum"),Ce("exclusive-maximum-over",hr(o+s),"maximum")]:e===void 0?[Me("large",2147483648)]:[],_=oa(t),O=hr(_+(e??
0)/(r==="integer"?e??1:2)),R=O<=(n??1/0)&&O<(o??1/0)&&!c(O);return[...u,...g,...e!==void 0&&R?[Ce("off-step",O,"multiple-of")]:[]]}function $i(t,r){let{kind:a,minimum:n,
maximum:i,exclusiveMinimum:o,exclusiveMaximum:e}=t,s=t.multipleOf??(a==="integer"?1:.25),c=i??e,f=n??o??(c===void 0?0:c-100*s),u=yd(f,s)+(o===void 0?0:s),g=c===
void 0?100:Math.floor((c-u)/s+1e-9)+(e===void 0?1:0);return g<1?oa(t):hr(u+s*r.below(g))}var Mu={read:(t,r)=>({kind:"integer",...r,...bi(t)}),type:()=>"number",schema:wi,check:ki,facts:vi,phrase(t){let r=jn(t,t.unit),{multipleOf:a}=t;return a===void 0?
{en:`an integer${r.en}`,zh:`${r.zh}\u6574\u6570`}:{en:`an integer${r.en}, a multiple of ${a}`,zh:`${r.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:oa,
cases:t=>[...ht(["5",!0,[5],5.5]),...Pi(t)],sample:$i};var ar=Ot(Mt(),1);function Fu(t,r){return{read:r,type:({items:a})=>`Array<${t.type(a)}>`,schema:({items:a,minItems:n,maxItems:i,uniqueItems:o})=>({type:"array",...dt({minItems:n,
maxItems:i,uniqueItems:o}),items:t.schema(a)}),check(a,n,i){let{items:o,minItems:e=0,maxItems:s,uniqueItems:c}=a,f=new ar.Name(`index${n.depth}`),u=s===void 0?ar._`Infinity`:
ar._`${s}`,g=i.nested(o,{pointer:ar._`${n.pointer} + "/" + ${f}`,value:ar._`${n.value}[${f}]`,depth:n.depth+1}),_=c?ar._`
${new ar.Name("uniqueItems")}(${ur}, ${n.pointer}, ${n.value})`:ar._``;return ar._`if (${it("list",a,n,ar._`${e}`,u)})) {
for (let ${f} = 0; ${f} < ${n.value}.length && ${f} < ${u}; ${f}++) {
${g}
}${_}
}`},facts:({items:a,minItems:n,maxItems:i,uniqueItems:o})=>({type:"array",...dt({minItems:n,maxItems:i,uniqueItems:o}),items:a}),phrase({items:a,minItems:n=0,maxItems:i,
uniqueItems:o}){let e=Cr(n,i,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[c,f]=o?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${e.
en}${c}, each ${s.en}`,zh:vr("\u542B",f,e.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:i},o)=>Vu(
t,a,Math.max(1,n),i===!0,o),cases:a=>[...ht(["text",7,{0:"text"}]),...T0(t,a)],sample({items:a,minItems:n,maxItems:i,uniqueItems:o},e){let s=Array.from({length:Sr(
e,n,i)},()=>t.sample(a,e));return o?[...new Map(s.map(c=>[JSON.stringify(c),c])).values()]:s}}}function T0(t,{items:r,minItems:a=0,maxItems:n,uniqueItems:i}){let o=i===
!0,e=u=>Vu(t,r,u,o,"video"),s=Math.max(1,a),c=e(s),f=t.cases(r).filter(({value:u})=>u!==void 0).map(({about:u,value:g,findings:_})=>({about:`item-${u}`,value:c.
map((O,R)=>R===s-1&&g!==void 0?g:O),findings:_.map(O=>({...O,path:`/${s-1}${O.path??""}`}))}));return[...a===0?[Me("empty",[])]:[Ce("min-items-under",e(a-1),"mi\
n-items")],...e(s).length===s?[Me("min-items-at",c)]:[],...n===void 0?[]:[...e(n).length===n?[Me("max-items-at",e(n))]:[],...e(n+1).length>n?[Ce("max-items-over",
e(n+1),"max-items")]:[]],...o&&(n??2)>=s+1&&s===1?[Ce("repeated-item",[...c,...c],"unique-items","/1")]:[],...f.filter(({value:u})=>!o||new Set(u.map(g=>JSON.stringify(
g))).size===s)]}function Vu(t,r,a,n,i){let o=t.example(r,i);if(!n)return Array.from({length:a},()=>o);let e=new Map([[JSON.stringify(o),o]]);for(let{value:s,findings:c}of t.
cases(r))c.length===0&&s!==void 0&&e.set(JSON.stringify(s),s);return[...e.values()].slice(0,a)}var _r=Ot(Mt(),1);function zu(t,r){return{read:r,type:({values:a})=>`{ [name: string]: ${t.type(a)} }`,schema:({values:a,names:n,minProperties:i,maxProperties:o})=>({type:"object",
...dt({minProperties:i,maxProperties:o}),...n===void 0?{}:{propertyNames:{pattern:n.pattern}},additionalProperties:t.schema(a)}),check(a,n,i){let{values:o,names:e,
minProperties:s=0,maxProperties:c}=a,[f,u]=[new _r.Name(`place${n.depth}`),new _r.Name(`entry${n.depth}`)],g=c===void 0?_r._`Infinity`:_r._`${c}`,_=e===void 0?[]:
[i.constant(Xr(e.pattern)),_r._`${e.examples[0]}`];return _r._`for (const [${f}, ${u}] of ${it("entriesOf",a,n,_r._`${s}`,g,..._)})) {
${i.nested(o,{pointer:_r._`${f}`,value:u,depth:n.depth+1})}
}`},facts:({values:a,minProperties:n,maxProperties:i})=>({type:"object",...dt({minItems:n,maxItems:i}),items:a}),phrase({values:a,names:n,minProperties:i=0,maxProperties:o}){
let{en:e,zh:s}=a.phrase,c=Cr(i,o,{en:"member",zh:"\u6210\u5458"}),f=n===void 0?void 0:JSON.stringify(n.examples[0]);return{en:`an object of ${c.en} with names${f===
void 0?"":` such as ${f}`}, each ${e}`,zh:vr("\u542B",c.zh,`\u7684\u5BF9\u8C61\uFF0C${f===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${f}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(a,n)=>gd(a,t.example(a.values,n),Math.max(1,a.minProperties??0)),cases:a=>[...ht(["text",7,[]]),...N0(t,a),...R0(t,a)],sample:(a,n)=>Object.
fromEntries(Array.from({length:Sr(n,a.minProperties,a.maxProperties)},(i,o)=>[a.names===void 0?`name ${o+1}`:n.matching(a.names.pattern),t.sample(a.values,n)]))}}
function gd({names:t},r,a){let n=t?.examples??Array.from({length:a},(i,o)=>`name ${o+1}`);return Object.fromEntries(n.slice(0,a).map(i=>[i,r]))}function N0(t,r){
let{minProperties:a=0,maxProperties:n,values:i}=r,o=e=>{let s=gd(r,t.example(i,"video"),e);return Object.keys(s).length===e?[s]:[]};return[...o(a).map(e=>Me("mi\
n-members-at",e)),...a===0?[]:o(a-1).map(e=>Ce("min-members-under",e,"min-items")),...n===void 0?[]:[...o(n).map(e=>Me("max-members-at",e)),...o(n+1).map(e=>Ce(
"max-members-over",e,"max-items"))]]}function R0(t,r){let{values:a,names:n,minProperties:i=0}=r,o=n?.examples[0]??"a/b~c",e=`/${o.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=t.example(a,"video"),{[o]:c,...f}=gd(r,s,Math.max(1,i)),u=Object.fromEntries(Object.entries(f).slice(0,Math.max(0,i-1))),g=n===void 0?void 0:new RegExp(
n.pattern);return[Me("name",{...u,[o]:s}),...["",`${o}\0`,` ${o}`,"no such form!?"].flatMap((_,O)=>g===void 0||g.test(_)?[]:[Ce(`name-bad-${O+1}`,{...u,[_]:s},"\
property-name",`/${_}`)]),...a.nullable?[]:[Ce("value-null",{...u,[o]:null},"null",e)],...t.cases(a).flatMap(({about:_,value:O,findings:R})=>O===void 0?[]:[{about:`\
value-${_}`,value:{...u,[o]:O},findings:R.map(x=>({...x,path:`${e}${x.path??""}`}))}])]}var nr=Ot(Mt(),1);var Uu=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Ju=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],bd="data:image/png;base64,iVBORw0KGgo=";function wd(t,r,a){return`https://example.com/${t.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${r}`}var Wu={read:L0,type:({single:t})=>t?"string | F":"(string | F)[]",schema({single:t,minItems:r,maxItems:a,pattern:n}){let i={type:"string",pattern:n};return t?i:
{type:"array",...r>0?{minItems:r}:{},maxItems:a,items:i}},check(t,r,{constant:a}){let{single:n,minItems:i,maxItems:o,pattern:e,accepts:s}=t,c=a(Xr(I0(e))),f=a(Zt(
s)),u=s.includes("data"),g=u?nr._`${new nr.Name("withBase64")}(${c})`:c;if(n){let O=nr._`${it("mediaReference",t,r,g,f)})`;return u?nr._`${O}
${new nr.Name("base64Reference")}(${ur}, ${r.pointer}, ${r.value}, ${g})`:O}let _=nr._`${it("media",t,r,nr._`${i}`,nr._`${o}`,g,f)})`;return u?nr._`${_}
${new nr.Name("base64")}(${ur}, ${r.pointer}, ${r.value}, ${o}, ${g})`:_},facts:({single:t,media:r,minItems:a,maxItems:n,accepts:i,contradicted:o})=>({type:t?"s\
tring":"array",media:r,accepts:i,...dt({contradicted:o}),...t?{}:{minItems:a,maxItems:n}}),phrase(t){let{single:r,minItems:a,maxItems:n,mediaName:i,accepts:o}=t,
e=E0(o);if(r)return{en:`${M0(i.en)} ${i.en} (${e.en})`,zh:`1 \u4E2A${i.zh}\uFF08${e.zh}\uFF09`};let s=Cr(a,n,i);return{en:`an array of ${s.en} (${e.en})`,zh:vr(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${e.zh}\uFF09`)}},example({name:t,extension:r,single:a,minItems:n}){let i=o=>wd(t,r,o);return a?i(0):Array.from({length:Math.
max(1,n)},(o,e)=>i(e))},cases(t,r){let a=r.some(n=>n.kind==="media"&&n.pattern===t.pattern);return t.single?[...ht([7,!0,["https://example.com/one.png"]]),...V0(
t,a)]:[...ht(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...F0(t),...z0(t,a)]},sample:({single:t,minItems:r,maxItems:a,pattern:n},i)=>t?
i.matching(n):Array.from({length:Sr(i,r,a)},()=>i.matching(n))};function Du(t,r){return t.texts(r).map(a=>a==="url"||a==="asset"||a==="data"?a:t.refuse(r,"url, \
asset or data"))}function L0(t,r,a){let n=t.object("x-media"),i=n.text("type"),{name:o,extension:e}=a.get(i)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=an(t.value)==="string",c=s?t:t.object("items");return s||c.ignore("type","description","x-source"),{kind:"media",...r,media:i,mediaName:o,extension:e,...s?{single:s}:
{},minItems:s?1:t.optionalNumber("minItems")??0,maxItems:s?1:t.number("maxItems"),accepts:Du(c,"x-accepts"),...n.has("contradicted")?{contradicted:Du(n,"contrad\
icted")}:{},pattern:c.text("pattern"),limits:n.objects("limits").map(Vc)}}var Cu="\\x00-\\x20\\x7F-\\xA0";function I0(t){return t.replaceAll(Cu,`${Cu}\\s`)}function E0(t){
return t.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function M0(t){return/^[aeiou]/i.test(t)?"an":"a"}function ks({name:t,extension:r},a){return Array.from({length:a},(n,i)=>wd(t,r,i))}function F0(t){
let{minItems:r,maxItems:a}=t;return[...r>0?[Ce("min-items-under",ks(t,r-1),"min-items")]:[],Me("min-items-at",ks(t,r)),Me("max-items-at",ks(t,a)),Ce("max-items-\
over",ks(t,a+1),"max-items"),Ce("max-items-over-bad-item",[...ks(t,a),"nowhere"],"max-items")]}function Hu({accepts:t},r,a){return[...Uu.slice(0,r?1:void 0).map(
(n,i)=>a(`url-good-${i+1}`,n)),...Ju.slice(0,r?2:void 0).map((n,i)=>a(`url-bad-${i+1}`,n,"media-reference")),t.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),t.includes(
"data")?a("base64",bd,"media-base64","advice"):a("base64",bd,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function V0(t,r){return Hu(
t,r,(a,n,i,o="error")=>({about:a,value:n,findings:i===void 0?[]:[{rule:i,severity:o}]}))}function z0(t,r){let a=Math.max(1,t.minItems),n=(o,e,s,c="error")=>({about:o,
value:ks(t,a).map((f,u)=>u===a-1?e:f),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:c}]}),i=t.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...ks(t,Math.max(0,t.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Hu(t,r,n),...i]}var Ku={read:(t,r)=>({kind:"number",...r,...bi(t)}),type:()=>"number",schema:wi,check:ki,facts:vi,phrase(t){let r=jn(t,t.unit),{multipleOf:a}=t;return a===void 0?
{en:`a number${r.en}`,zh:`${r.zh}\u6570`}:{en:`a number${r.en}, in steps of ${a}`,zh:`${r.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:oa,cases:t=>[...ht(["0.5",
!0,[.5]]),...Pi(t)],sample:$i};var Lr=Ot(Mt(),1);function Bu(t){return t.item===void 0?t.section:`${t.section}, ${typeof t.item=="number"?`item ${t.item}`:t.item}`}var Si=Ot(Mt(),1);function _i(t){return t.kind==="string"&&t.list!==void 0}var xi={read(t,r){let a=t.object("x-value-list"),n={name:a.text("name"),date:a.text("date"),values:a.texts(
"values"),source:a.source()},i=(o,e)=>typeof o=="string"?o:t.refuse(e,"strings");return{kind:"string",...r,minLength:1,...lt("default",t.optionalText("default")),
list:n,...lt("options",fi(t,i))}},type:({list:t})=>`(${t.values.map(r=>JSON.stringify(r)).join(" | ")} | (string & {}))`,schema:({list:t})=>({type:"string",minLength:1,
examples:[...t.values]}),check:(t,r,a)=>Si._`${U0(t,r,a)}${yi(t,r,a)}`,facts:({list:{source:t,...r},options:a})=>({type:"string",minLength:1,list:r,...lt("optio\
ns",a&&on(a))}),phrase({list:{values:t,date:r}}){let a=JSON.stringify(t[0]),[n,i]=t.length===1?["1 value was","1 \u4E2A\u503C"]:[`${t.length} values were`,`${t.
length} \u4E2A\u503C`];return{en:`a value of a list that grows, such as ${a} (${n} known on ${r})`,zh:`\u53D6\u81EA\u4F1A\u589E\u52A0\u7684\u5217\u8868\uFF0C\u4F8B\u5982 ${a}\
\uFF08${r} \u65F6\u5DF2\u77E5 ${i}\uFF09`}},example:J0,cases:t=>[...ht([7,!0,["a"]]),Ce("empty","","min-length"),...t.list.values.slice(0,2).map(r=>Me(`known-${r}`,
r)),Me("unlisted",Zu(t))],sample:(t,r)=>r.below(8)===0?Zu(t):t.list.values[r.below(t.list.values.length)]??""};function U0(t,r,{constant:a}){let{values:n,date:i}=t.
list;return Si._`${it("listedValue",t,r,a(Zt(n)),Si._`${i}`)})`}function J0(t){let{default:r,list:a}=t;return r??a.values.find(n=>!gi(t,n))??a.values[0]??""}function Zu({
list:t}){let r=`${t.values[0]??""}-new`;return t.values.includes(r)?`${r}-${t.values.length}`:r}function vd({since:t,until:r,replacedBy:a}){return[`Since ${t}.`,...r===void 0?[]:[`Retired on ${r}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function Gu(t){
let r=[...pa("at least",t.minimum,""),...pa("at most",t.maximum,""),...pa("at least",t.minLength," characters"),...pa("at most",t.maxLength," characters"),...pa(
"at least",t.minItems," items"),...pa("at most",t.maxItems," items"),...t.values===void 0?[]:[`only ${t.values.join(", ")}`]];return`From ${t.from}: ${r.join(",\
 ")}.`}function pa(t,r,a){return r===void 0?[]:[`${t} ${r}${a}`]}function Qu(t){if(!_i(t))return"";let{date:r,values:a}=t.list,n=a.length===1?"1 value":`${a.length}\
 values`;return`Known on ${r}: ${n}; others may have been added since.`}function qi(t){return Lu(t).map(({value:r,label:a,deprecated:n})=>{let i=[...a===void 0?
[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${vd(n)}`]];return`${JSON.stringify(r)}: ${i.join(" ")}`})}function Xu(t){return D0(t,"")}function D0(t,r){let a=t.phrase.en;return[...[t.description,t.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...qi(
t),An(t)?.en??"","default"in t&&t.default!==void 0?`Default: ${JSON.stringify(t.default)}${r}.`:"",...(t.upcoming??[]).map(Gu),...t.notes.map(i=>i.text)].filter(
i=>i!==""),`Source: ${Bu(t.source)}.`,...C0(t.deprecated)].join(`
`)}function C0(t){return t===void 0?[]:[`@deprecated ${vd(t)}`]}function Yu(t,r=""){let a=t.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${r}/** ${a[0]} */
`:`${r}/**
${a.map(n=>`${r} * ${n}`.trimEnd()).join(`
`)}
${r} */
`}function eh(t){return/^[A-Za-z_$][\w$]*$/.test(t)?t:JSON.stringify(t)}function th(t){return`{
${t.map(W0).join("")}}`}function W0({name:t,doc:r,optional:a,type:n}){return`${r===void 0?"":Yu(r,"  ")}  ${t}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function Oi(t){let{unit:r}=t,a=[t.description,r===void 0?"":`Unit: ${r}.`,Qu(t),...qi(t),An(t)?.en??""].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function rh(t,r){return{read:r,type:({members:a})=>a.length===0?"{ [member: string]: never }":th(a.map(n=>({name:eh(n.name),doc:Xu(n),optional:!n.required,type:t.
type(n)}))),schema({members:a}){let n=a.filter(o=>o.required).map(o=>o.name),i={};for(let o of a)i[o.name]={...t.schema(o),...Oi(o),..."default"in o&&o.default!==
void 0?{default:o.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:i,additionalProperties:!1}},check(a,n,i){let o=i.constant(Zt(a.members.
map(s=>s.name))),e=a.members.map(s=>{let c=new Lr.Name(`member${n.depth}`),f=i.nested(s,{pointer:Lr._`${n.pointer} + ${`/${s.name}`}`,value:c,depth:n.depth+1});
return Lr._`{
const ${c} = ${new Lr.Name("own")}(${n.value}, ${s.name})
${f}
}`});return Lr._`if (${it("object",a,n,o)})) {
${e.reduce((s,c)=>Lr._`${s}
${c}`,Lr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:i}=kd(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${i}`}},
example:(a,n)=>sh(a,t,n),cases:a=>[...ht(["text",7,[]]),...H0(a,t)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:i})=>i||n.below(2)===1).map(i=>[
i.name,t.sample(i,n)]))}}function kd(t){let r=t.map(({name:a,required:n,phrase:{en:i,zh:o}})=>n?{en:`${a} (required: ${i})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${o}\
\uFF09`}:{en:`${a} (${i})`,zh:`${a}\uFF08${o}\uFF09`});return{en:r.map(({en:a})=>a).join(", "),zh:r.map(({zh:a})=>a).join("\u3001")}}function sh({members:t},r,a){
let n=t.filter(o=>o.required),i=n.length>0?n:t.slice(0,1);return Object.fromEntries(i.map(o=>[o.name,r.example(o,a)]))}function H0(t,r){let a=sh(t,r,"video"),n=new Set(
t.members.map(o=>o.name)),i=t.members.flatMap(o=>{let{[o.name]:e,...s}=a;return[{about:`${o.name}-missing`,value:s,findings:o.required?[{rule:"required",path:`/${o.
name}`}]:[]},...hi(o,`${o.name}-null`,{...s,[o.name]:null},`/${o.name}`),...r.cases(o).flatMap(({about:c,value:f,findings:u})=>f===void 0?[]:[{about:`${o.name}-${c}`,
value:{...s,[o.name]:f},findings:u.map(g=>({...g,path:`/${o.name}${g.path??""}`}))}])]});return[Me("members",a),...n.has("no_such_member")?[]:[Ce("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Ce("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...i]}var Yr=Ot(Mt(),1);var fr=Ot(Mt(),1);var ah="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",nh="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",Ps={date:{
pattern:`^${ah}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${nh}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${ah}T${nh}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var K0=Object.keys(Ps);function ji(t){let r=t.has("format")?t.oneOf("format",K0):void 0,a=t.has("examples")?t.texts("examples"):void 0;return r===void 0&&t.has(
"pattern")&&a===void 0&&t.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),dt({maxLength:t.optionalNumber("maxLength"),
pattern:r===void 0?t.optionalText("pattern"):Ps[r].pattern,format:r,default:t.optionalText("default"),examples:a??(r===void 0?void 0:Ps[r].valid)})}function Ai({
minLength:t,maxLength:r,format:a,pattern:n,examples:i}){let o=a!==void 0&&Ps[a].isOurs===!0?void 0:a;return{type:"string",...dt({minLength:t,maxLength:r,format:o,
pattern:n,examples:i})}}function Ti({minLength:t,maxLength:r,format:a,pattern:n,examples:i}){return{type:"string",...dt({minLength:t,maxLength:r,format:a,...a===
void 0?{pattern:n}:{},examples:i})}}function Ni(t,r,{constant:a}){let{minLength:n,maxLength:i,pattern:o,format:e,examples:s}=t,c=fr._`${n??0}`,f=i===void 0?fr._`Infinity`:
fr._`${i}`;if(o!==void 0){let u=e===void 0?fr._`"pattern"`:fr._`"format"`,g=e===void 0?{example:t.default??s?.[0]??null}:{format:e};return fr._`${it("patterned",
t,r,c,f,a(Xr(o)),u,a(ju(g)))})`}return n===1&&i===void 0?fr._`${it("nonEmpty",t,r)})`:n===void 0&&i===void 0?fr._`${it("typed",t,r,fr._`"string"`)})`:fr._`${it(
"text",t,r,c,f)})`}function Ri({minLength:t=0,maxLength:r,format:a,pattern:n,examples:i}){let e=Cr(t,r,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:f,
zh:u}=Ps[a].name;return t>0||r!==void 0?{en:`${f}, of ${e.en}`,zh:`${u}\uFF0C${e.zh}`}:{en:f,zh:u}}let s=r!==void 0?{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`}:
t===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:t===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`},
[c]=i??[];return n===void 0||c===void 0?s:{en:`${s.en} such as ${JSON.stringify(c)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(c)}`}}function Li({default:t,
examples:r,minLength:a=0,maxLength:n},i){if(t!==void 0)return t;let[o]=r??[];return o!==void 0?o:i.padEnd(a,".").slice(0,n)}function Ii({format:t,pattern:r,examples:a=[],
minLength:n=0,maxLength:i=1/0}){if(r===void 0)return[];let o=new RegExp(r),[e=""]=a,c=(t===void 0?[`${e}\0`,` ${e}`,`${e}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:Ps[t].invalid).filter(u=>!o.test(u)&&[...u].length>=n&&[...u].length<=i),f=t===void 0?"pattern":"format";return[...a.map((u,g)=>Me(`${f}-good-${g+1}`,u)),
...c.map((u,g)=>Ce(`${f}-bad-${g+1}`,u,f))]}function Ei({minLength:t=0,maxLength:r,pattern:a}){let n=new RegExp(a??""),i=({value:c})=>typeof c=="string"&&n.test(
c),o=t>0?[Ce("min-length-under","a".repeat(t-1),"min-length")]:[],e=r===void 0?[]:["a","\u5B57"].map(c=>Ce(`max-length-over-${c==="a"?"latin":"han"}`,c.repeat(r+
1),"max-length")),s=[...t>0?[Me("min-length-at","a".repeat(t)),Me("min-length-astral","\u{1F600}".repeat(t)),Me("space"," ".repeat(t))]:[],...r===void 0?[]:[Me(
"max-length-at","a".repeat(r)),Me("max-length-astral","\u{1F600}".repeat(r))]].filter(i);return[...o,...s,...e]}var ih=()=>ht([7,!0,["a"]]);function oh(t){return lt(
"minLength",t.optionalNumber("minLength"))}function Mi({pattern:t,minLength:r,maxLength:a},n){return t===void 0?n.text(Sr(n,r,a)):n.matching(t)}var B0={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function dh(t){return B0[t].
en}var ch={read:(t,r)=>({kind:"prompt",...r,minLength:t.optionalNumber("minLength")??0,...ji(t),limits:t.objects("x-prompt-limits").map(Z0),tokens:t.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:Ai,
check:(t,r,a)=>[Ni(t,r,a),...G0(t,r,a),...X0(t,r,a)].reduce((n,i)=>Yr._`${n}
${i}`),facts:t=>({...Ti(t),...t.tokens.length>0?{tokens:t.tokens.map(({prefix:r,parameter:a,from:n,to:i})=>({prefix:r,parameter:a,from:n,to:i}))}:{}}),phrase:Ri,
example:(t,r)=>Li(t,dh(r)),cases:t=>[...ht([7,!0,["a"],{text:"a"}]),...Ei(t),...Ii(t),...Y0(t.limits),...eP(t.tokens)],sample:Mi};function Z0(t){return{rule:t.text(
"rule"),severity:t.severity(),count:t.oneOf("count",["code-points","han","non-han","words"]),max:t.number("max"),...lt("onlyWithHan",t.optionalFlag("onlyWithHan")),
source:t.source()}}function G0({limits:t},{pointer:r,value:a},{constant:n,text:i}){if(t.length===0)return[];let o=t.map(({rule:u,count:g,max:_,severity:O,onlyWithHan:R})=>[
u,g,_,O==="error"?1:0,R===!0?1:0]),e=Math.min(...t.map(u=>u.max)),s=t.some(u=>u.count==="words"),c=(u,g=!0)=>n(Zt(g?Q0(u):[])),f=Yr._`${c(i.han)}, ${c(i.latin,s)}, ${c(
i.space,s)}`;return[Yr._`if (typeof ${a} === "string" && ${a}.length > ${e}) ${new Yr.Name("promptLimits")}(${ur}, ${r}, ${a}, ${n(Zt(o))}, ${f})`]}function Q0(t){
let r=t.flatMap(([a,n])=>[a,n+1]);return r.map((a,n)=>a-(r[n-1]??0))}function X0({tokens:t},{pointer:r,value:a},{variable:n}){return t.map(({prefix:i,parameter:o,
from:e,to:s})=>{let c=Xr(`${i.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Yr._`if (typeof ${a} === "string") ${new Yr.Name("promptTokens")}(${ur}, ${r}, ${a}, ${c}, ${o}, ${e}, ${s}, ${n(
o)})`})}function Y0(t){return[...t.flatMap(({rule:r,count:a,max:n})=>[n,n+1].flatMap(i=>Object.entries(ph(a,i)).map(([o,e])=>Me(`${r}-${a}-${i===n?"at":"over"}${o}`,
e)))),...t.length>1?[Me("every-limit-over",t.map(({count:r,max:a})=>ph(r,a+1)[""]).join(" "))]:[]]}function eP(t){return t.flatMap(({prefix:r,parameter:a,to:n})=>[
0,1,2].flatMap(i=>[1,2,3,n+1].map(o=>({about:`token-${a}-${i}-attached-names-${o}`,value:`Show ${r}1 and ${r}${o}, then ${r}${o} again, ${r} alone`,findings:[],
beside:{[a]:Array.from({length:i},(e,s)=>`https://example.com/${s+1}`)}}))))}function ph(t,r){let a=Math.min(10,r-1);switch(t){case"han":return{"":"\u8239".repeat(
r),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(r-a)} and a boat`};case"words":return{"":Array.from({length:r},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(r)}`};case"non-han":return{"":"x".repeat(r),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a)}`};default:return{"":"x".repeat(r),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a-1)}`}}}var mh={read(t,r,a){return t.has("x-value-list")?xi.read(t,r,a):{kind:"string",...r,...oh(t),...ji(t),...lt("values",t.unknown("x-values"))}},type:()=>"string",
schema:Ai,check:Ni,facts:Ti,phrase(t){let r=Ri(t);return t.values===void 0?r:{en:`${r.en}; which values it takes is not shown`,zh:`${r.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},
example:t=>Li(t,t.values===void 0?"text":"1024x1024"),cases:t=>[...ih(),...t.pattern===void 0&&t.maxLength===void 0?[Me("any-text","anything")]:[],...t.pattern===
void 0&&(t.minLength??0)===0?[Me("empty","")]:[],...Ei(t),...Ii(t)],sample:Mi};var es=Ot(Mt(),1);function lh(t,r){return{read:r,type:({variants:a})=>`(${a.map(n=>t.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(i=>tP(t,a,i))}),check(a,n,i){
let{tag:o,variants:e}=a,s=new es.Name(`form${n.depth}`),c=i.nested(o,{pointer:es._`${n.pointer} + ${`/${o.name}`}`,value:s,depth:n.depth+1}),f=e.map(u=>es._`if (${s} === ${u.
name}) {
${i.nested(u,n)}
}`);return es._`if (${it("anyObject",a,n)})) {
const ${s} = ${new es.Name("own")}(${n.value}, ${o.name})
${[c,...f].reduce((u,g)=>es._`${u}
${g}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let i=n.map(({name:o,members:e})=>{let{en:s,zh:c}=kd(
uh(a,e));return s===""?{en:o,zh:o}:{en:`${o} with ${s}`,zh:`${o}\uFF0C\u542B ${c}`}});return{en:`an object by its ${a.name}: ${i.map(({en:o})=>o).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${i.map(({zh:o})=>o).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:t.example(a,n),
cases:a=>[...ht(["text",7,[]]),...rP(t,a),...sP(t,a)],sample:({variants:a},n)=>{let i=a[n.below(a.length)];return i===void 0?{}:t.sample(i,n)}}}function tP(t,r,a){
let{properties:n,...i}=t.schema(a),o=ve(n)?n:{},{enum:e,...s}=ve(o[r.name])?o[r.name]:{};return{...i,...Oi(a),properties:{...o,[r.name]:{...s,const:a.name}}}}function uh(t,r){
return r.filter(({name:a})=>a!==t.name)}function rP(t,{tag:r,variants:a}){let[n]=a,i=n===void 0?{}:t.example(n,"video"),{[r.name]:o,...e}=ve(i)?i:{},s=`/${r.name}`;
return[Ce(`${r.name}-missing`,e,"required",s),...hi(r,`${r.name}-null`,{...e,[r.name]:null},s),...t.cases(r).filter(({findings:c})=>c.length>0).flatMap(({about:c,
value:f=null,findings:u})=>({about:`${r.name}-${c}`,value:{...e,[r.name]:f},findings:u.map(g=>({...g,path:s}))}))]}function sP(t,{tag:r,variants:a}){let n=a.flatMap(
({members:i})=>i);return a.flatMap(i=>{let o=uh(r,i.members),e=new Set(i.members.map(({name:u})=>u)),s=n.find(({name:u})=>!e.has(u)),c=t.example(i,"video"),f=u=>ve(
u)?[{[r.name]:i.name,...u}]:[];return[Me(`form-${i.name}`,c),...s===void 0||!ve(c)?[]:[Ce(`${i.name}-with-${s.name}`,{...c,[s.name]:t.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...t.cases({...i,members:o}).flatMap(({about:u,value:g=null,findings:_})=>f(g).map(O=>({about:`${i.name}-${u}`,value:O,findings:_})))]})}
function hh(t,r,a){let n=t.objects("oneOf"),i=aP(n)??t.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),o=n.map(u=>{
let g=a(u.object("properties").object(i).text("const"),u);return g.kind==="object"?g:t.refuse("oneOf","objects with named members")}),e=new Map;for(let u of o.flatMap(
({members:g})=>g)){let g=e.get(u.name)??u;u.name!==i&&dn(u)!==dn(g)&&t.refuse("oneOf",`forms in which "${u.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),e.set(u.name,g)}let s=o.map(({name:u})=>u),{source:c}=r,f=e.get(i)?.description??"";return{kind:"union",...r,tag:{kind:"enum",
name:i,required:!0,description:f,phrase:qa(s),notes:[],source:c,type:"string",values:s},variants:o}}function aP(t){let[r]=t.map(({value:n})=>n);return(ve(r?.properties)?
Object.keys(r.properties):[]).find(n=>{let i=t.map(({value:{properties:o,required:e}})=>{let s=ve(o)?o[n]:void 0;return ve(s)&&Array.isArray(e)&&e.includes(n)?s.
const:void 0});return i.every(o=>typeof o=="string")&&new Set(i).size===i.length})}function dn(t){let{kind:r,quantity:a}=t,{unit:n,default:i}=t;return JSON.stringify(
[r,a,n,i,...r==="media"?[t.single,t.media,t.accepts,t.limits]:[],...r==="list"?[dn(t.items)]:[],...r==="object"?t.members.map(o=>[o.name,dn(o)]):[],...r==="unio\
n"?t.variants.map(dn):[]])}var Fi={type:cP,schema:mP,example:yh,cases:t=>uP(t,[]),sample:hP},fh={prompt:ch,string:mh,enum:Eu,integer:Mu,number:Ku,boolean:qu,media:Wu,object:rh(Fi,iP),map:zu(
Fi,pP),union:lh(Fi,oP),list:Fu(Fi,dP),array:xu};function nP(t,r){if(r["x-media"]!==void 0)return"media";if(r.enum!==void 0||r.const!==void 0)return"enum";if(r.oneOf!==
void 0)return"union";let a=an(r);switch(a){case"string":return t==="prompt"||r["x-prompt-limits"]!==void 0||r["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return r["x-items"]===void 0?"list":"array";case"object":return r.properties===void 0&&ve(r.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return a;default:return}}function Vi(t,r,a,n){let i=nP(t,r.value)??r.refuse("type","string, integer, number, boolean, object or array");r.ignore("type","$comment");let o=fh[i].read(r,{...a,
...ui(r.value)?{nullable:!0}:{}},n);return{...o,phrase:lP(o)}}function iP(t,r,a){let n=t.object("properties"),i=new Set(t.texts("required"));for(let o of i)Object.
hasOwn(n.value,o)||t.refuse("required",`names of members, and "${o}" is none`);return t.flag("additionalProperties")&&t.refuse("additionalProperties","false"),{
kind:"object",...r,members:Object.keys(n.value).map(o=>{let e=n.object(o);return Vi(o,e,zi(o,i.has(o),e,r),a)})}}function oP(t,r,a){return hh(t,r,(n,i)=>Vi(n,i,
zi(n,!0,i,r),a))}function pP(t,r,a){let n=t.object("additionalProperties");n.has("default")&&n.refuse("default","left out: a member is there or not");let i=Vi("\
value",n,zi("value",!0,n,r),a),o=t.has("propertyNames")?t.object("propertyNames"):void 0,[e,...s]=o?.texts("examples")??[];return{kind:"map",...r,values:i,...o===
void 0||e===void 0?{}:{names:{pattern:o.text("pattern"),examples:[e,...s]}},...dt({minProperties:t.optionalNumber("minProperties"),maxProperties:t.optionalNumber(
"maxProperties")})}}function dP(t,r,a){let n=t.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),t.has("uniqueIte\
ms")&&["object","array"].includes(an(n.value)??"")&&t.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...r,items:Vi(
"item",n,zi("item",!0,n,r),a),...dt({minItems:t.optionalNumber("minItems"),maxItems:t.optionalNumber("maxItems"),uniqueItems:t.optionalFlag("uniqueItems")===!0?
!0:void 0})}}function zi(t,r,a,{source:n}){return _u(t,r,a,n)}function cP(t){return Au(t,da(t).type(t))}function mP(t){return Tu(t,da(t).schema(t))}function lP(t){return Nu(t,da(t).phrase(t))}function yh(t,r){return da(t).example(t,r)}function uP(t,r){return Ru(t,da(t).cases(t,r))}function hP(t,r){return t.
nullable&&r.below(8)===0?null:da(t).sample(t,r)}function da(t){return _i(t)?xi:fh[t.kind]}function gh(t,r){return Object.hasOwn(t,r)?Reflect.get(t,r):void 0}function $s(t){return t.split("/").slice(1)}function Ui(t){return t.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Ir({value:t,place:r},a,n){let[i,
...o]=a;if(i===void 0)return[{value:t,place:r}];if(i==="*")return Array.isArray(t)?t.flatMap((c,f)=>Ir({value:c,place:r+"["+f+"]"},o,n)):[];if(typeof t!="object"||
t===null||Array.isArray(t))return[];let e=gh(t,i),s={value:e===void 0&&!o.length?n:e,place:(r&&r+".")+i};return s.value===void 0?[]:Ir(s,o,n)}function ts(t,{path:r,
default:a}){return Ir(t,$s(r),a).flatMap(({value:n,place:i})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:i}]:[])}function bh(t){let[,r="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(t))??[],i=a.length-Number(n),o=BigInt(r+a);return i<0?[o*10n**BigInt(-i),0]:[o,i]}function wh(t){let r=t.map(i=>bh(i)),a=r.reduce((i,[,o])=>Math.max(
i,o),0);return+(r.reduce((i,[o,e])=>i+o*10n**BigInt(a-e),0n)+"e-"+a)}function vh(t){let r=t.map(n=>bh(n)),a=r.reduce((n,[,i])=>n+i,0);return+(r.reduce((n,[i])=>n*
i,1n)+"e-"+a)}function ca(t,r,a,{maximum:n,minimum:i,unit:o},e){let s=n??i??0,c=typeof s=="number"?{value:s,place:""}:ts(e,s)[0];if(c===void 0)return;let{value:f,place:u}=c;if(n===
void 0?a>=f:a<=f)return;let g=n===void 0?"lower":"upper";return{text:t,of:[...r],side:g,limit:f,unit:o,actual:a,...u?{bound:u}:{}}}function kh(t,r){let a={value:t,place:""},n=0;for(let{path:i}of r.of)for(let{value:o}of Ir(a,$s(i)))n+=Array.isArray(o)?o.length:o===null?0:1;return ca("rule-co\
unt",r.of.map(({path:i})=>Ui(i)),n,r,a)}function Ph(t,r){let a=Object.entries(t).map(([e,s])=>$h(e.split("."),s,r)),n=a.filter(e=>e!==void 0);if(n.length<a.length)return;let[i={},...o]=n;return o.length===
0?i:{allOf:n}}function $h([t="",...r],a,n){let i=n.find(e=>e.name===t);if(i===void 0)return;if(r.length===0)return fP(i,a);let o=i.nullable?void 0:$h(r,a,wr(i));
return o&&{required:[t],properties:{[t]:{type:"object",...o}}}}function fP(t,r){let{name:a,nullable:n,kind:i}=t,{default:o}=t,e=(u,g)=>u?{properties:{[a]:g}}:{required:[
a],properties:{[a]:g}};if(typeof r!="object"||"length"in r){let u=typeof r=="object"?r:[r],g=u.some(_=>_===o);return e(g,{enum:[...u,...n&&g?[null]:[]]})}let{min:s,
max:c}=r,f=u=>u>=(s??0)&&u<=(c??1/0);if(i==="integer"||i==="number"||i==="enum"&&t.type!=="mixed"){let u=f(typeof o=="number"?o:0);return e(u,{type:n&&u?["numbe\
r","null"]:"number",minimum:s??0,...c===void 0?{}:{maximum:c}})}if(!n){if(i==="media"&&t.single)return f(1)?f(0)?{}:{required:[a]}:f(0)?{not:{required:[a]}}:void 0;
if(i==="media"||i==="array"||i==="list"&&wr(t.items).length===0&&t.items.kind!=="list"){let u={...s===void 0?{}:{minItems:s},...c===void 0?{}:{maxItems:c}};return e(
f(0),{type:"array",...u})}}}function Sh({defaults:t=[]},r){let a=t.flatMap(({when:n,default:i})=>{let o=Ph(n,r);return typeof i=="number"&&o!==void 0?[{if:o,default:i}]:[]});return a.length===
0?{}:{defaults:a}}function Ji(t,r){let a=n=>{if(Array.isArray(n))return n.map(a);if(!ve(n)||n.defaults===void 0)return n;let{defaults:i,...o}=n,e=pr(i).find(([,
s])=>ve(s)&&ve(s.if)&&r(s.if));return e!==void 0&&ve(e[1])?{...o,default:e[1].default??null}:o};return Object.fromEntries(Object.entries(t).map(([n,i])=>[n,a(i)]))}function la(t,r){return t.texts("of").map((a,n)=>_h(t,`of/${n}`,a,r))}function Di(t,r){return xh(t,"of",r)}function ua(t,r,a){let n=t.has("maximum")?"maximum":"\
minimum";return{[n]:yP(t,n,r,a),unit:a??""}}function yP(t,r,a,n){if(typeof t.raw(r)=="number")return t.number(r);let i=_h(t,r,t.text(r),a),o=xh(t,r,[i]);return n!==
void 0&&o!==n&&t.refuse(r,`in the unit of the numbers:${n===""?" none":n}, not${o||" none"}`),i.at}function Ci(t){let r=new Set(t.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return r.size===1?[...r][0]:void 0}function Wi(t,r){return r.map(({at:a})=>({...a,path:ma(a).slice(t.length)}))}function Pd({in:t,of:r}){return pr(r).
map(([,a])=>qo(`${ma(t)}${ma(a)}`))}function ha(t){let{maximum:r,minimum:a,unit:n=""}=t,i=r??a??null;return{of:Pd(t),side:r===void 0?"lower":"upper",...ve(i)?{bound:qo(
ma(i))}:{limit:i,unit:n}}}function ma(t){let r=ve(t)?t.path:t;return typeof r=="string"?r:""}function _h(t,r,a,n){let i=$d(a,n);(i===void 0||!gP(i))&&t.refuse(r,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:o}=i;return{parameter:i,at:{path:a,...typeof o=="number"?{default:o}:{},...Sh(
i,n)}}}function gP(t){let{kind:r}=t;return r==="integer"||r==="number"||r==="enum"&&t.type!=="string"}function $d(t,r){let[a,...n]=t.split("/").slice(1);return n.
reduce((i,o)=>i?.kind==="object"||i?.kind==="union"?wr(i).find(e=>e.name===o):i?.kind==="list"&&o==="*"?i.items:void 0,r.find(i=>i.name===a))}function xh(t,r,a){
let n=new Set(a.map(({parameter:o})=>o.unit??""));n.size>1&&t.refuse(r,`numbers of one unit, not of ${[...n].map(o=>o||"none").join(" and ")}`);let[i=""]=n;return i===
""?"":` ${i}`}var bP=64,qh={keyword:"x-count",read(t,r){return{of:t.texts("of").map((n,i)=>{let o=(n.endsWith("*")?void 0:$d(n,r))??t.refuse(`of/${i}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...wP(o)?{}:{one:!0}}}),...ua(t,r)}},broken:(t,r)=>kh(t,r),check:"brokenCount",demand:t=>({
text:"rule-count",...ha(t)}),schema({of:t,maximum:r,minimum:a}){let n=r??a,i=pr(t).map(([,s])=>ve(s)&&s.one===void 0?ma(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||i.some(s=>s.includes("/")))return;let o=Oh(Number(n),i.length);return o===void 0?void 0:{anyOf:o.map(s=>r===void 0?kP(i,s):vP(i,s))}}};function wP(t){
return t.kind==="list"||t.kind==="array"||t.kind==="media"&&!t.single}function Oh(t,r){if(r===1)return[[t]];let a=[];for(let n=0;n<=t;n++){let i=Oh(t-n,r-1);if(i===
void 0||(a.push(...i.map(o=>[n,...o])),a.length>bP))return}return a}function vP(t,r){return{properties:Object.fromEntries(t.map((a,n)=>[a,{maxItems:r[n]??0}]))}}
function kP(t,r){let a=t.flatMap((n,i)=>{let o=r[i]??0;return o>0?[[n,o]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,i])=>[n,{
type:"array",minItems:i}]))}}function jh(t,{in:r,of:a,orEqual:n,unit:i}){for(let o of Ir({value:t,place:""},$s(r))){let e=a.flatMap(s=>ts(o,s));for(let[s,c]of e.entries()){let f=e[s-1];if(!(f===
void 0||f.value<c.value||n&&f.value===c.value))return{text:"rule-order",...n?{orEqual:""}:{},first:f.place,actual:f.value,second:c.place,limit:c.value,unit:i}}}}var Ah={keyword:"x-order",read(t,r){let a=la(t,r),n=t.texts("of"),i=(n.length>1?Ci(n):n[0]?.includes("*")?"":void 0)??t.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:i,of:Wi(i,a),...t.optionalFlag("orEqual")?{orEqual:!0}:{},unit:Di(t,a)}},broken:(t,r)=>jh(t,r),check:"\
brokenOrder",demand:t=>({text:"rule-order",...t.orEqual===!0?{orEqual:""}:{},of:Pd(t)})};function Th(t,r){let a={value:t,place:""};for(let n of Ir(a,$s(r.in))){let i=r.of.flatMap(c=>ts(n,c));if(i.length<r.of.length)continue;let[o,e]=[i.map(({place:c})=>c),
i.map(({value:c})=>c)],s=ca("rule-product",o,vh(e),r,a);if(s!==void 0)return s}}var Nh={keyword:"x-product",read(t,r){let a=la(t,r),n=t.texts("of"),i=(n.length>1?Ci(n):void 0)??t.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:i,of:Wi(i,a),...ua(t,r)}},broken:(t,r)=>Th(t,r),check:"brokenProduct",demand:t=>({text:"rule-product",...ha(t)})};function Rh(t,r){let a={value:t,place:""},n=r.of.flatMap(o=>ts(a,o));if(!n.length)return;let i=r.of.map(({path:o})=>Ui(o));return ca("rule-sum",i,wh(n.map(({value:o})=>o)),
r,a)}var Lh={keyword:"x-sum",read(t,r){let a=la(t,r);return{of:a.map(({at:n})=>n),...ua(t,r,Di(t,a))}},broken:(t,r)=>Rh(t,r),check:"brokenSum",demand:t=>({text:"rule\
-sum",...ha(t)})};var Ih=[Lh,Nh,qh,Ah];function Vh(t,r){return zh(t)(r)}var Eh=new WeakMap;function zh(t){let r=Eh.get(t);if(r!==void 0)return r;let a=Object.entries(t).flatMap(([i,o])=>PP[i]?.(o,t)??
[]),n=i=>a.every(o=>o(i));return Eh.set(t,n),n}function xr(t){return ve(t)?zh(t):void 0}function Sd(t){return pr(t).map(([,r])=>xr(r)??Uh)}var Uh=()=>!1,PP={type:t=>{
if(typeof t=="string")return Fh[t];let r=pr(t).flatMap(([,a])=>typeof a=="string"?Fh[a]??[]:[]);return a=>r.some(n=>n(a))},const:t=>r=>t===r,enum:t=>r=>Array.isArray(
t)&&t.includes(r),minimum:cn((t,r)=>t>=r),maximum:cn((t,r)=>t<=r),exclusiveMinimum:cn((t,r)=>t>r),exclusiveMaximum:cn((t,r)=>t<r),multipleOf:cn((t,r)=>SP(t/r)),
uniqueItems:t=>t!==!0?void 0:r=>!Array.isArray(r)||new Set(r.map(a=>JSON.stringify(a))).size===r.length,minLength:Mh((t,r)=>t>=r),maxLength:Mh((t,r)=>t<=r),pattern:t=>{
let r=typeof t=="string"?$P(t):void 0;return r===void 0?void 0:a=>typeof a!="string"||r.test(a)},minItems:t=>r=>!Array.isArray(r)||r.length>=Number(t),maxItems:t=>r=>!Array.
isArray(r)||r.length<=Number(t),items:t=>{let r=xr(t);return r===void 0?void 0:a=>!Array.isArray(a)||a.every(r)},contains:t=>{let r=xr(t);return r===void 0?void 0:
a=>!Array.isArray(a)||a.some(r)},required:t=>{let r=pr(t).map(([,a])=>a);return a=>!ve(a)||r.every(n=>_d(a,n))},properties:t=>{let r=os(t).flatMap(([a,n])=>{let i=xr(
n);return i===void 0?[]:[[a,i]]});return a=>!ve(a)||r.every(([n,i])=>{let o=Object.hasOwn(a,n)?a[n]:void 0;return o===void 0||i(o)})},dependentRequired:t=>{let r=os(
t).map(([a,n])=>[a,pr(n)]);return a=>!ve(a)||r.every(([n,i])=>!_d(a,n)||i.every(([,o])=>_d(a,o)))},oneOf:t=>{let r=Sd(t);return a=>r.filter(n=>n(a)).length===1},
anyOf:t=>{let r=Sd(t);return a=>r.some(n=>n(a))},allOf:t=>{let r=Sd(t);return a=>r.every(n=>n(a))},additionalProperties:(t,{properties:r})=>{let a=t===!1?Uh:xr(
t),n=i=>ve(r)&&Object.hasOwn(r,i);return a&&(i=>os(i).every(([o,e])=>n(o)||a(e)))},propertyNames:t=>{let r=xr(t);return r&&(a=>os(a).every(([n])=>r(n)))},minProperties:t=>r=>!ve(
r)||Object.keys(r).length>=Number(t),maxProperties:t=>r=>!ve(r)||Object.keys(r).length<=Number(t),not:t=>{let r=xr(t);return r===void 0?void 0:a=>!r(a)},if:(t,r)=>{
let[a,n,i]=[xr(t),xr(r.then),xr(r.else)];if(!(a===void 0||n===void 0&&i===void 0))return o=>(a(o)?n:i)?.(o)??!0},...Object.fromEntries(Ih.map(t=>[t.keyword,r=>ve(
r)?a=>t.broken(a,Ji(r,n=>Vh(n,a)))===void 0:void 0]))};function cn(t){return r=>a=>typeof a!="number"||t(a,Number(r))}function Mh(t){return r=>a=>typeof a!="str\
ing"||t([...a].length,Number(r))}function $P(t){try{return new RegExp(t)}catch{return}}function SP(t){return Math.abs(t-Math.round(t))<=1e-9*Math.max(1,Math.abs(
t))}function _d(t,r){return typeof r=="string"&&Object.hasOwn(t,r)}var Fh={string:t=>typeof t=="string",integer:t=>Number.isInteger(t),number:t=>typeof t=="numb\
er",boolean:t=>typeof t=="boolean",array:t=>Array.isArray(t),object:t=>ve(t),null:t=>t===null};var _P=/^models\/([^/]+)\.schema\.json$/;function mn(t){let r=_P.exec(t)?.[1];return r===void 0?void 0:Tc(r)}function Jh(t){return`models/${Ac(t)}.schema.json`}var Dh=Js(t=>[...t.files.values()].flatMap(r=>{let a=mn(r.path),n=Ss(r);return a===void 0||n===void 0?[]:[{path:r.path,id:a,schema:n}]}));function Ss(t){return t!==
void 0&&t.syntaxErrors.length===0&&ve(t.value)?t.value:void 0}function Hi(t){return[...t.files.values()].some(r=>Ss(r)===void 0)}var Hj=Js(()=>new Map);function xP(t,r){let a=[],n=(o,e)=>{a.push(e),i(o),a.pop()},i=o=>{if(r(o,a),Array.isArray(o))o.forEach(n);else if(ve(o))for(let e of Object.keys(o))n(o[e]??null,
e)};i(t)}function Ch(t,r){let a=[];return xP(t,(n,i)=>{let o=r(n,i);o!==void 0&&a.push(o)}),a}function Wh(t){return[...t.files.values()].flatMap(r=>r.path.startsWith("meta/")?[]:qP(r))}var qP=Dr(t=>Ch(Ss(t)??null,(r,a)=>{let n=typeof r=="string"?jP(r):void 0;
return n===void 0?void 0:{code:"S006",file:t.path,path:[...a],message:n}})),OP=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function jP(t){let[r]=OP.exec(t)??[];return r!==void 0?`the text holds U+${(r.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
t===t.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Hh(t){return t.filter(({keyword:r})=>r==="oneOf").reduce((r,a)=>r.includes(a)?AP(r,a):r,[...t])}function Kh(t){return Bh(t).map(({required:r})=>r.join(
" with ")).join("; ")}function AP(t,r){let a=Bh(r),n=c=>c!==r&&LP(c.instancePath,r.instancePath)&&!RP(c,r),i=t.filter(c=>c!==r&&!n(c)),o=TP(a,r);if(typeof o!="n\
umber")return[...i,o];let e=a[o]?.members,s=t.filter(c=>n(c)&&IP(c,r,o,e));return s.length>0?[...i,...s]:[...i,r]}function TP(t,r){let a=ve(r.data)?Object.keys(
r.data):[];if(Array.isArray(r.params.passingSchemas))return r;let n=t[0]?.members===void 0?void 0:NP(t);if(n!==void 0){let{data:c}=r,f=ve(c)?c[n]:void 0,u=t.findIndex(
({members:_})=>_?.get(n)===f);if(u!==-1)return u;let g=t.map(({members:_})=>_?.get(n));return{...r,keyword:"enum",instancePath:`${r.instancePath}/${n}`,params:{
allowedValues:g},data:f}}let i=t.map(({required:c,members:f})=>a.filter(u=>f?.has(u)??c.includes(u)).length),o=Math.max(...i),e=i.flatMap((c,f)=>c===o?[f]:[]),[
s]=e;return o===0||s===void 0||e.length>1&&t[0]?.members===void 0?r:s}function NP(t){return[...t[0]?.members?.keys()??[]].find(a=>t.every(({members:n})=>n?.get(
a)!==void 0))}function Bh({schema:t}){return(Array.isArray(t)?t:[]).map(a=>{let{required:n,properties:i}=Object(a),o=i&&new Map(Object.entries(i).map(([e,{const:s}])=>[
e,s]));return{required:n??[],members:o}})}function RP(t,{instancePath:r,schemaPath:a}){let n=a.slice(0,-6);return!t.schemaPath.startsWith(`${a}/`)&&(t.instancePath===
r||t.schemaPath.startsWith(`${n}/properties/`))}function LP(t,r){return t===r||t.startsWith(`${r}/`)}function IP(t,{instancePath:r,schemaPath:a},n,i){if(t.schemaPath.
startsWith(`${a}/`))return t.schemaPath.startsWith(`${a}/${n}/`);let[o=""]=t.instancePath.slice(r.length+1).split("/");return i?.has(o)??!0}import{createRequire as MP}from"node:module";import{fileURLToPath as EP}from"node:url";var Zh=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,xd=new URL("../".repeat(
Zh),import.meta.url),s3=new URL("../",xd),a3=new URL(Zh===3?"./":"../",import.meta.url);var c3=EP(new URL("dist/kept/",xd));var FP=MP(import.meta.url),qd="spec:/";function Gh(){let{Ajv2020:t}=FP("ajv/dist/2020.js");return new t({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var VP=/^upstreams\/([^/]+)\.json$/;function ln(t){return VP.exec(t)?.[1]}function Qh(t,r){let a=(n,i)=>ve(i)&&r(n,i);return[...t.files.values()].flatMap(({path:n,
value:i})=>ln(n)!==void 0&&a(n,i)?[{path:n,source:i}]:[])}var Xh={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},Yh="meta/model.schema.json",ef="\
meta/upstream.schema.json",zP=["meta/facts.schema.json","meta/parameter.schema.json"],P3=[...Object.entries(Xh).flat(),Yh,ef,...zP];function tf(t){return ln(t)!==void 0?ef:mn(t)===void 0?Xh[t]:Yh}var Ki;function Bi(t){let r=[...t.files.values()].filter(o=>o.path.startsWith("meta/")),a=r.map(
o=>o.text).join(`
`);if(Ki?.text===a)return Ki.validator;let n=t.meta?.code(),i=t.meta===void 0||n===void 0?JP(r):UP(t.meta.paths,n);return Ki={text:a,validator:o=>t.files.has(o)?
i(o):void 0},Ki.validator}function UP(t,{exports:r}){let a=new Map(t.map((n,i)=>[n,r[`meta${i}`]]));return n=>a.get(n)}function JP(t){let r=Gh();for(let a of t){
let n=Ss(a);n!==void 0&&r.addSchema(n,qd+a.path)}return a=>r.getSchema(qd+a)}function ir(t,r){let n=r.map(i=>({candidate:i,distance:DP(t.toLowerCase(),i.toLowerCase())})).sort((i,o)=>i.distance-o.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(t.length/3))?n.candidate:void 0}function DP(t,r){let a=Array.from({length:r.length+1},(n,i)=>i);for(let[n,i]of[...t].entries()){let o=[n+1];
for(let e=1;e<=r.length;e++){let s=(a[e-1]??0)+(i===r[e-1]?0:1);o.push(Math.min(s,(a[e]??0)+1,(o[e-1]??0)+1))}a=o}return a[r.length]??0}function rf(t){let r=/\\([pPsSdDwWbBkux1-9])/.exec(t.replaceAll("\\\\",""))??void 0;if(r!==void 0&&r[1]!=="x")return{problem:`uses ${r[0]}`};if(/\(\?[=!<]/.test(
t))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(t);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function nf(t){let r=Bi(t),a=[...t.files.values()].flatMap(n=>{let i=tf(n.path),o=i===void 0?void 0:r(i);if(o===void 0)return[];let e=CP(n),s=e.get(o)??WP(n,o);
return e.set(o,s),s});return t.meta?.code()?.keep(),a}var CP=Dr(()=>new WeakMap);function WP(t,r){let{value:a,syntaxErrors:n}=t;if(a===void 0||n.length>0||r(a))
return[];let i=new Map;for(let o of Hh(r.errors??[])){let e=HP(t.path,a,o);e!==void 0&&!i.has(e.path.join("/"))&&i.set(e.path.join("/"),e)}return[...i.values()]}
function HP(t,r,a){let n=QP(r,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&rf(String(a.data)))return;
if(a.data===null)return{code:"S013",file:t,path:n,message:`${un(n)} is null`};let i=o=>String(a.params[o]);switch(a.keyword){case"additionalProperties":return KP(
t,[...n,i("additionalProperty")],a);case"required":return sf(t,n,i("missingProperty"));case"dependentRequired":{let{code:o,...e}=sf(t,n,i("missingProperty"));return{
code:o,...e,message:`${e.message}, which "${i("property")}" needs`}}case"oneOf":return{code:"S014",file:t,path:n,message:`${un(n)} must have exactly one of ${Kh(
a)}`};case"propertyNames":return{code:"S014",file:t,path:[...n,i("propertyName")],at:"key",message:`"${i("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:t,path:n,message:`${un(n)} must be ${BP(a)}`}}}function KP(t,r,a){let n=String(r.at(-1)),i=ve(af(a))?Object.keys(af(a)):[],o=ir(n,i);return{
code:"S010",file:t,path:r,at:"key",message:`the keyword "${n}" is unknown here`,hint:o===void 0?`Known here: ${i.join(", ")}.`:`Did you mean "${o}"?`}}function sf(t,r,a){
return a==="x-source"?{code:"S012",file:t,path:r,at:"key",message:`${un(r)} has no source`}:{code:"S011",file:t,path:[...r,a],message:`${un(r)} lacks the keywor\
d "${a}"`}}function af(t){let r=t.parentSchema?.properties;return typeof r=="object"&&r!==null?{...r}:{}}function BP(t){let r=t.parentSchema?.errorMessage;return typeof r==
"string"?r:(GP[t.keyword]??ZP)(t)}var Zi=({params:t})=>String(t.limit),fa=({params:t},r)=>`${String(t.limit)} ${r}${t.limit===1?"":"s"}`,ZP=({keyword:t})=>`of a\
nother form: the meta-schema's "${t}" rejects it`,GP={type:({params:t})=>`of type ${[t.type].flat().join(" or ")}`,const:({params:t})=>JSON.stringify(t.allowedValue),
enum:({params:t})=>`one of ${[t.allowedValues].flat().join(", ")}`,minimum:t=>`${Zi(t)} or more`,maximum:t=>`${Zi(t)} or less`,exclusiveMinimum:t=>`more than ${Zi(
t)}`,exclusiveMaximum:t=>`less than ${Zi(t)}`,minLength:t=>`a string of ${fa(t,"character")} or more`,maxLength:t=>`a string of ${fa(t,"character")} or less`,minItems:t=>`\
a list of ${fa(t,"item")} or more`,maxItems:t=>`a list of ${fa(t,"item")} or less`,minProperties:t=>`an object with ${fa(t,"member")} or more`,maxProperties:t=>`\
an object with ${fa(t,"member")} or less`,uniqueItems:({params:t,data:r})=>`a list without repeats: ${Array.isArray(r)?JSON.stringify(r[Number(t.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:t})=>`a string that matches ${String(t.pattern)}`,format:({params:t})=>`\
a string of the format ${String(t.format)}`,not:()=>"something else"};function un(t){let r=t.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=t.flatMap((n,i)=>typeof n==
"string"?[i]:[]);return t.length===0?"the file":r.slice(a.at(-2)??0).join("").replace(/^\./,"")}function QP(t,r){let a=t;return $e(r).map(n=>{let i=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:ve(a)?a[n]:void 0,i?Number(n):n})}var XP=[{causes:new Set(["S004"]),follow:t=>t!=="S004"},{causes:new Set(["S020"]),follow:t=>["S015","S039","S061"].includes(t)},{causes:new Set(["S010","S011"]),
follow:t=>t==="S056"},{causes:new Set(["S010","S056"]),follow:t=>t==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:t=>[
"S030","S052","S053"].includes(t)}];function of(t){let r=new Map;for(let{file:i,code:o}of t)r.set(i,(r.get(i)??new Set).add(o));let a=t.filter(({file:i,code:o})=>{
let e=[...r.get(i)??[]];return!XP.some(({causes:s,follow:c})=>c(o)&&e.some(f=>s.has(f)))}),n=new Map;for(let i of a){let o=n.get(i.file);o===void 0?n.set(i.file,
[i]):o.push(i)}return[...n.values()].flatMap(i=>i.filter((o,e)=>!i.some((s,c)=>YP(o,s,c<e))))}function YP(t,r,a){return t===r||t.offset!==void 0||r.path.length===
0||!r.path.every((n,i)=>t.path[i]===n)?!1:t.path.length===r.path.length?a&&["S005","S006","S014","S015"].includes(r.code):t.code==="S014"&&r.code==="S014"}function Od(t,r){let a=t.slice(0,r).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var pf=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var df=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var cf=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var mf=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${cf.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var lf=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var uf=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var hf=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var ff=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var yf=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var gf=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
": { "quality": "hd" }, "default": 10 }]'}];var bf=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],wf=[{code:"S100",severity:"err\
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
 true }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]'}];var e$=[...pf,...df,...mf,...lf,...uf,...ff,...yf,...hf,...bf,...gf,...wf];function vf(t){let r=e$.find(a=>a.code===t);if(r===void 0)throw new RangeError(`no su\
ch code: ${t}`);return r}var kf=60;function Pf(t,r){let a=vf(r.code),n=t.files.get(r.file),i=n===void 0?{line:1,column:1,text:""}:t$(n,r);return{code:r.code,severity:a.severity,file:r.file,
line:i.line,column:i.column,pointer:xn(r.path),text:a$(i.text),message:r.message,hint:r.hint??a.hint}}function t$(t,r){if(r.offset!==void 0)return{...Od(t.text,
r.offset),text:s$(t.text,r.offset)};let a=r$(t.tree,r),n=a?.offset??0;return{...Od(t.text,n),text:a===void 0?"":t.text.slice(n,n+a.length)}}function r$(t,r){if(t!==
void 0){for(let a=r.path.length;a>=0;a--){let n=vc(t,r.path.slice(0,a));if(n===void 0)continue;let i=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return r.
at==="key"&&a===r.path.length?i??n:n}return t}}function s$(t,r){let a=t.indexOf(`
`,r);return t.slice(r,a===-1?t.length:a)}function a$(t){let r=t.replace(/\s+/g," ");return r.length>kf?`${r.slice(0,kf-1)}\u2026`:r}var $f=100;function Gi(t,r){let a=[],n,i;try{i=JSON.parse(r)}catch{n=So(r,a,Sf),i=n===void 0?void 0:kc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(_f(i,$f))throw new RangeError(`${t} has more than ${$f} levels`);return{path:t,text:r,value:i,get tree(){return n??=So(r,[],Sf)},syntaxErrors:a}}
var Sf={disallowComments:!0,allowTrailingComma:!1};function _f(t,r){return typeof t!="object"||t===null?!1:r===0||Object.values(t).some(a=>_f(a,r-1))}function xf(t,r){let{code:a,severity:n,file:i,line:o,column:e,pointer:s,text:c,message:f,hint:u}=t,g=c===""?"":`
    ${c}`;return`${r}/${i}:${o}:${e} ${n} ${a} ${f}${g}
    at #${s}
    ${u}`}var Ve=Js(t=>Qh(t,(r,a)=>Bi(t)("meta/upstream.schema.json")?.(a)===!0)),n$=["video","image","audio","mesh"];function nt({operations:t}){return n$.flatMap(r=>{let a=t[r];
return a===void 0?[]:[[r,a]]})}var rs=Js(t=>Dh(t).map(({path:r,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(ve(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,i])=>[n,i$(t,r,i)]))})));function i$(t,r,a){let n=ve(a)?a:{},i=typeof n.$ref=="string"?{...o$(t,r,n.$ref),...n}:n;return Array.
isArray(i.enum)?i.enum:i.const!==void 0?[i.const]:i.type==="boolean"?[!0,!1]:void 0}function o$(t,r,a){try{let{value:n}=jc(t,r,a);return ve(n)?n:{}}catch{return{}}}function p$(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}function qf(t,r){let a=t;for(let n of r)if(Array.isArray(a))a=a[Number(n)];else if(p$(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var Of=["queued","processing","ended","cancelled"],d$={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*jf(t){
for(let{path:r,source:a}of Ve(t)){let{cancelRules:n}=a;if(n!==void 0)for(let[i,{cancel:o,status:e}]of nt(a)){if(o===void 0)continue;let s={code:"S100",file:r},c=[
"operations",i,"cancel"];yield*c$({...s,path:c},o,n,e?.states??{});let f=m$(o,n);f!==void 0&&(yield{...s,path:[...c,"proves","answer","words"],message:`cancelRu\
les.${f} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),o.proves!==void 0&&Of.every(u=>n[u].then!==
"cancelled")&&(yield{...s,path:[...c,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*c$({path:t,...r},{from:a},n,i){if(n.
ended.then!=="removed")return;let o='Name in "from" the words of tasks that wait or run.',e="cancelRules.ended removes the result";a===void 0&&(yield{...r,path:t,
message:`the request is sent to tasks that have ended too, and ${e}`,hint:o});for(let[s,c]of(a?.words??[]).entries())d$[i[c]??""]==="ended"&&(yield{...r,path:[...t,
"from","words",s],message:`"${c}" means an end, and ${e}`,hint:o})}function m$({proves:t},r){let{answer:a}=t??{};if(a===void 0)return;let n=i=>(r[i].status??200)<
300?qf(r[i].body,$e(a.at)):void 0;return Of.find(i=>i!=="cancelled"&&r[i].then!=="cancelled"&&a.words.some(o=>o===n(i)))}function*Af(t){for(let{path:r,source:a}of Ve(t)){let n=ln(r);a.protocol!==n&&(yield{code:"S070",file:r,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var jd=99;function*Tf(t){for(let{path:r,source:a}of Ve(t)){for(let[i,{rows:o}]of nt(a)){let e=o.map(({to:s})=>$e(s));for(let[s,c]of e.entries()){let f=l$(c,e);if(f===
void 0)continue;yield{code:"S080",file:r,path:["operations",i,"rows",s,"to"],message:`no row writes to ${f}, the place before it`}}}let n=t.files.get(r)?.value;
for(let{step:i,path:o}of n===void 0?[]:Ad(n,[])){let e={file:r,path:o};if(i==="-")!["url","base64","names"].includes(String(o.at(-1)))&&!o.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...e,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(i)>jd){let s=`Use an index up to ${jd}\
: a fake writes every place before it.`;yield{code:"S080",...e,message:`the index ${i} is larger than ${jd}`,hint:s}}}}}function l$(t,r){for(let[a,n]of t.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let i=[...t.slice(0,a),String(BigInt(n)-1n)];if(!r.some(e=>i.every((s,c)=>e[c]===s)))return xn(i)}}var u$=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Ad(t,r){if(typeof t=="string"){let a=t.startsWith("/")?$e(t).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:r}}else if(Array.isArray(t))for(let[a,n]of t.entries())yield*Ad(n,[...r,a]);else if(ve(t))for(let[a,n]of Object.entries(
t))u$.includes(a)||(yield*Ad(n,[...r,a]))}function*Nf(t){for(let{path:r,source:a}of Ve(t))for(let[n,{rows:i}]of nt(a))for(let[o,{minimum:e,maximum:s}]of i.entries())e!==void 0&&s!==void 0&&e>s&&(yield{code:"\
S084",file:r,path:["operations",n,"rows",o,"minimum"],message:`the minimum ${e} is greater than the maximum ${s}`})}var Rf={video:"video",image:"image",audio:"audio",mesh:"model"};function*Lf(t){for(let{path:r,source:a}of Ve(t))for(let[n,{results:i}]of nt(a))for(let{contentType:o,
path:e}of If(i,["operations",n,"results"]))o.startsWith(`${Rf[n]}/`)||(yield{code:"S085",file:r,path:e,message:`a ${n} model makes no ${o}`,hint:`Write a type t\
hat begins with ${Rf[n]}/.`})}function*If(t,r){for(let[a,{contentType:n,results:i=[]}]of t.entries())n!==void 0&&(yield{contentType:n,path:[...r,a,"contentType"]}),
yield*If(i,[...r,a,"results"])}function*Mf(t){for(let{path:r,source:a}of Ve(t))for(let[n,i]of a.errors.proofs.entries()){let o=["errors","proofs",n];for(let[s,c]of[["codes","code"],["says","m\
essage"]])i[s]!==void 0&&a.errors[c].length===0&&(yield{code:"S082",file:r,path:[...o,s],message:`the proof never counts: errors.${c} names no place to read one\
 from`,hint:`Name the place in errors.${c}, or take the words out.`});i.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:r,path:[...o,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let e=a.errors.proofs.slice(0,n).findIndex(s=>h$(s,i));e!==-1&&(yield{code:"S082",file:r,path:o,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${e+1}, HTTP ${a.errors.proofs[e]?.status??""}`})}}function h$(t,r){return(t.status===r.status||t.status===`${r.status[0]??""}xx`)&&
Ef(t.codes,r.codes)&&Ef(t.says,r.says)}function Ef(t,r){return t===void 0||(r?.every(a=>t.includes(a))??!1)}function or(t){return t.split(/(\{[^{}]*\})/).flatMap(r=>r===""?[]:/^\{.*\}$/.test(r)?[{variable:r.slice(1,-1)}]:[r])}function*Ff(t){for(let{path:r,source:a}of Ve(t)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:i,signed:o,time:e,key:s}=n,c=["webhooks","\
signature"],f={code:"S089",file:r},u=or(o).flatMap(g=>typeof g=="string"?[]:[g.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...f,path:[...c,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),e?.header!==void 0&&!u.includes("timestamp")&&(yield{...f,path:[...c,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&i==="ed25519"&&s.encoding==="text"&&(yield{...f,path:[...c,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&i!=="ed25519"&&(yield{...f,path:[...c,"key","by"],message:`a key for ${i} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var f$=/\{(value|base64|mediaType|imageFormat)\}/;function Vf(t){return{value:t,holes:[...Td(t,[])]}}function*Td(t,r){if(typeof t=="string"){let a=f$.exec(t);if(a===
null)return;let[n,i]=a,[o,e]=[t.slice(0,a.index),t.slice(a.index+n.length)],s={at:r,whole:t===n,prefix:o,suffix:e};yield i==="base64"||i==="mediaType"||i==="ima\
geFormat"?{...s,part:i}:s}else if(Array.isArray(t))for(let[a,n]of t.entries())yield*Td(n,[...r,String(a)]);else if(ve(t))for(let[a,n]of Object.entries(t))yield*Td(
n,[...r,a])}function Qi(t){return typeof t=="string"?[...t.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,r=""])=>r):Array.isArray(t)?t.flatMap(Qi):ve(t)?Object.values(
t).flatMap(Qi):[]}function Tt(t){return or(t).map(r=>{if(typeof r=="string")return r;let{variable:a}=r;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${t}: unknown variable {${a}}`)})}function zf({paths:t,items:r,within:a,created:n,size:i,next:o}){return{paths:t.map(Tt),items:$e(r),within:a===void 0?[]:$e(a),created:{at:$e(n.at),as:n.as},...i===
void 0?{}:{size:i},next:y$(o)}}function y$({by:t,parameter:r,at:a,more:n}){return t==="url"?{by:t,parameter:r,at:$e(a??"")}:{by:t,parameter:r,...n===void 0?{}:{
more:$e(n)}}}function Uf({implied:t={},told:r}){return{implied:t,told:r.map(({at:a,constant:n,fact:i})=>({at:$e(a),from:i===void 0?{kind:"constant",value:n??null}:
{kind:i}}))}}function Jf(t){if(t?.headers===void 0&&t?.retryAfter===void 0)return;let{headers:r,retryAfter:a}=t;return{...r===void 0?{}:{headers:r},...a===void 0?{}:{retryAfter:$e(
a)}}}var Xi=["body","bodySha256","timestamp"];function Df(t){let{algorithm:r,encoding:a,signed:n,headers:i={},time:o,key:e}=t;return{algorithm:r,in:Cf(t),encoding:a,
signed:or(n).map(s=>typeof s=="string"?s:g$(s.variable,i)),...o===void 0?{}:{time:b$(o)},key:w$(e)}}function Cf({header:t,separator:r,prefix:a=""}){return{header:t.
toLowerCase(),...r===void 0?{}:{separator:r},prefix:a}}function g$(t,r){let a=Xi.find(n=>n===t);return a===void 0?{header:(r[t]??"").toLowerCase()}:{is:a}}function b$({
member:t,header:r="",separator:a,prefix:n,unit:i,toleranceSeconds:o}){return{in:t===void 0?Cf({header:r,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:$e(t)},unit:i,toleranceSeconds:o}}function w$(t){if(t.by==="key-set")return t;let r={prefix:t.prefix??"",encoding:t.encoding};return t.by==="setting"?{by:t.
by,form:r}:{by:t.by,path:Tt(t.path),at:$e(t.at),form:r}}function Hf(t){let r=Jf(t.rateLimits),{message:a,code:n,codeHeader:i,status:o,inside:e,proofs:s}=t.errors;return{protocol:t.protocol,title:t.title,baseUrl:t.baseUrl,
authentication:{in:t.authentication.in,name:t.authentication.name,prefix:t.authentication.prefix??"",...t.authentication.token===void 0?{}:{token:t.authentication.
token}},...t.headers===void 0?{}:{headers:t.headers},deadlineSeconds:t.deadline.seconds,pollSeconds:t.poll.seconds,...t.upload===void 0?{}:{upload:P$(t.upload)},
operations:Object.fromEntries(nt(t).map(([c,f])=>[c,x$(f)])),errors:{message:a.map($e),code:n.map($e),...i===void 0?{}:{codeHeader:i.toLowerCase()},...o===void 0?
{}:{status:$e(o)},proofs:s.map(z$),...e===void 0?{}:{inside:{at:$e(e.at),unless:e.unless??[]}}},...t.probe===void 0?{}:{probe:{path:Tt(t.probe.path),accepted:t.
probe.accepted}},...t.modelProbe===void 0?{}:{modelProbe:v$(t.modelProbe)},...r===void 0?{}:{rateLimits:r},...t.valueLists===void 0?{}:{valueLists:k$(t.valueLists)},
...t.webhooks===void 0?{}:{webhooks:$$(t.webhooks)},...t.cancelRules===void 0?{}:{cancelRules:S$(t.cancelRules)},...t.idempotency===void 0?{}:{idempotency:{header:t.
idempotency.header,keptSeconds:t.idempotency.keptSeconds}}}}function v$({path:t,url:r,names:a="",omits:n,told:i=[],except:o=[],untestable:e}){if(e!==void 0)return{
untestable:e};let s=r===void 0?void 0:new URL(r).origin;return{...s===void 0?{}:{origin:s},path:Tt(t??r?.slice(s?.length)??""),names:$e(a),...n===void 0?{}:{omits:n},
told:i.map(({at:c,constant:f})=>({at:$e(c),value:f})),except:o}}function k$(t){return Object.fromEntries(Object.entries(t).map(([r,{path:a,values:n,next:i}])=>[
r,{path:Tt(a),values:$e(n),...i===void 0?{}:{next:{parameter:i.parameter,at:$e(i.at)}}}]))}function P$({method:t,path:r,field:a,reference:n}){return{request:hn(
{method:t,path:r}),...a===void 0?{}:{field:a},reference:$e(n)}}function $$(t){let{body:r,query:a,with:n=[],signature:i,challenge:o,told:e=[]}=t;return{url:r===void 0?
{in:"query",name:a??""}:{in:"body",at:$e(r)},beside:n.map(({to:s,constant:c})=>({to:$e(s),value:c})),...i===void 0?{}:{signature:Df(i)},...o===void 0?{}:{challenge:$e(
o)},told:e.map(({at:s,fact:c})=>({at:$e(s),fact:c}))}}function S$({queued:t,processing:r,ended:a,cancelled:n}){return{queued:{status:200,...t},processing:{status:200,
...r},ended:{status:200,...a},cancelled:{status:200,...n}}}function _$({path:t,filter:r,limit:a,items:n,within:i}){return{path:Tt(t),filter:r,limit:a,items:$e(n),
within:i===void 0?[]:$e(i)}}function x$(t){let{submit:r,id:a,idForm:n,queryId:i,query:o,list:e,cancel:s,status:c,progress:f,seconds:u,secondsAs:g}=t;return{submit:hn(
r),submitPaths:L$(r.paths),encoding:r.encoding??"json",...r.status===void 0?{}:{submitStatus:r.status},...r.ignored===void 0?{}:{ignored:r.ignored.map($e)},...r.
implied===void 0?{}:{implied:r.implied.map(({at:_,is:O})=>({at:$e(_),is:O}))},rows:t.rows.map(j$),drops:(t.drops??[]).map(({parameter:_,values:O,when:R,reason:x})=>({
parameter:_,when:(R??[]).map(Yi),reason:x,...O===void 0?{}:{values:O}})),needs:Wf(t.needs),lacks:Wf(t.lacks),...a===void 0?{}:{id:$e(a)},...n===void 0?{}:{idForm:{
before:n.replace(/\{id\}$/,"").split("{model}")}},...o===void 0?{}:{query:E$(o)},...e===void 0?{}:{list:_$(e)},...s===void 0?{}:{cancel:M$(s)},...t.history===void 0?
{}:{history:zf(t.history)},...t.served===void 0?{}:{served:F$(t.served)},answer:{...c===void 0?{}:{status:q$(c)},...f===void 0?{}:{progress:{at:$e(f.at),of:f.of}},
results:t.results.map(Kf),message:t.message.map($e),code:t.code.map($e),...u===void 0?{}:{seconds:$e(u)},...g===void 0?{}:{secondsAsText:!0},usage:(t.usage??[]).
map(({at:_,unit:O})=>({at:$e(_),unit:O})),...i===void 0?{}:{id:$e(i)}},told:(t.told??[]).map(({at:_,in:O,link:R,constant:x,fact:I})=>({at:$e(_),in:O,from:R!==void 0?
{kind:"link",request:{method:"GET",path:Tt(R.path)}}:I!==void 0?{kind:I}:{kind:"constant",value:x??null}}))}}function q$({at:t,states:r,as:a,absent:n,cases:i=[]}){
return{at:$e(t),states:r,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:i.map(({when:o,means:e})=>({when:o.map(O$),means:e}))}}function O$({at:t,
is:r,present:a}){return r===void 0?{at:$e(t),present:a??!0}:{at:$e(t),is:r}}function Wf(t={}){return Object.fromEntries(Object.entries(t).map(([r,{reason:a}])=>[
r,a]))}function j$(t){let r=t.values===void 0?t.accepts?.map(R$):Object.entries(t.values).map(N$);return{to:$e(t.to),from:T$(t),when:(t.when??[]).map(Yi),...t.as===
"string"?{template:A$}:{},...t.as==="uploaded"?{uploaded:!0}:{},...t.as==="file"?{file:!0}:{},...t.template===void 0?{}:{template:Vf(t.template)},...r===void 0?
{}:{values:r},...t.minimum===void 0?{}:{minimum:t.minimum},...t.maximum===void 0?{}:{maximum:t.maximum},...t.maximumItems===void 0?{}:{maximumItems:t.maximumItems},
...t.maximumLength===void 0?{}:{maximumLength:t.maximumLength},...t.forms===void 0?{}:{forms:t.forms},...t.also===void 0?{}:{also:t.also.map($e)},...t.oneWay===
void 0?{}:{oneWay:t.oneWay}}}var A$={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function T$({from:t,each:r,join:a,model:n,resultsFolder:i,constant:o}){
return t!==void 0?{kind:"parameter",name:t}:r!==void 0?{kind:"each",name:r}:a!==void 0?{kind:"joined",names:a}:i===!0?{kind:"results-folder"}:n===!0?{kind:"mode\
l"}:{kind:"constant",value:o??null}}function N$([t,r]){return[ya(t),r]}function ya(t){return t==="true"||t==="false"||/^-?\d+$/.test(t)?JSON.parse(t):t}function R$(t){
return[t,t]}function Yi({given:t,absent:r,parameter:a="",among:n=[],model:i,exceptModel:o}){return t!==void 0?{kind:"given",parameters:t}:r!==void 0?{kind:"abse\
nt",parameters:r}:i!==void 0?{kind:"model",prefixes:i}:o!==void 0?{kind:"except-model",prefixes:o}:{kind:"among",parameter:a,values:n}}function hn({method:t,path:r,
headers:a}){if(a===void 0)return{method:t,path:Tt(r)};let n=Object.entries(a).map(([i,o])=>[i,Tt(o)]);return{method:t,path:Tt(r),headers:Object.fromEntries(n)}}
function L$(t=[]){return t.map(({when:r,path:a,encoding:n})=>({when:r.map(Yi),path:Tt(a),...n===void 0?{}:{encoding:n}}))}function I$(t=[]){return t.map(({when:r,
path:a})=>({when:r.map(Yi),path:Tt(a)}))}function E$({paths:t,at:r,hosts:a=[],body:n,...i}){return{...hn(i),...t===void 0?{}:{paths:I$(t)},...r===void 0?{}:{stated:{
at:$e(r),hosts:a}},...n===void 0?{}:{body:n.map(Nd)}}}function Nd({to:t,fact:r,constant:a}){return{to:$e(t),from:r===void 0?{kind:"constant",value:a??null}:{kind:r}}}
function M$({from:t,proves:r,body:a,...n}){let{answer:i,query:o=[]}=r??{};return{...hn(n),...a===void 0?{}:{body:a.map(Nd)},...t===void 0?{}:{from:t.words},proves:{
...i===void 0?{}:{answer:{at:$e(i.at),words:i.words}},query:o}}}function F$({list:t,remove:r}){return{...t===void 0?{}:{list:Uf(t)},...r===void 0?{}:{remove:{...hn(
r),answer:r.answer.map(Nd)}}}}function Kf(t){let{url:r,list:a,withKey:n,body:i,base64:o,contentType:e,object:s,file:c,content:f,query:u,results:g,message:_,pending:O}=t,
R=t.asked===void 0?{}:{asked:V$(t.asked)};return i===!0?{kind:"body"}:r!==void 0?{kind:"url",at:$e(r),list:a??!1,...n===!0?{withKey:n}:{},...R}:o!==void 0&&e!==
void 0?{kind:"base64",at:$e(o),contentType:e,...R}:s!==void 0?{kind:"object",at:$e(s),file:c??""}:f!==void 0?{kind:"content",request:{method:"GET",path:Tt(f)}}:
{kind:"query",request:{method:"GET",path:Tt(u??"")},results:(g??[]).map(Kf),message:(_??[]).map($e),...O===void 0?{}:{pending:O}}}function V$({at:t,is:r,model:a=[]}){
return{at:$e(t),is:r,models:a}}function z$({status:t,codes:r,says:a,proves:n}){let i=Number(t.replaceAll("x","0")),o=Number(t.replaceAll("x","9"));return{from:i,
to:o,proves:n,...r===void 0?{}:{codes:r},...a===void 0?{}:{says:a.map(e=>e.toLowerCase())}}}function*Bf(t){for(let{path:r,source:a}of Ve(t))for(let[n,{rows:i}]of nt(a)){let o=rs(t).filter(e=>e.kind===n);for(let[e,s]of i.entries()){let c=s.oneWay===void 0?
U$(s,o):void 0;c!==void 0&&(yield{code:"S077",file:r,path:["operations",n,"rows",e,"values",c[1]],message:`"${c[0]}" and "${c[1]}" of one model both become ${JSON.
stringify(s.values?.[c[1]])}`})}}}function U$({values:t={},from:r,each:a,join:n},i){let o=n??[r??a??""],e=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of i){
let c=(u,g)=>s.get(u)?.includes(ya(g))??s.has(u),f=Object.entries(t).filter(([u])=>{let g=e(u);return o.every((_,O)=>c(_,g[O]??""))});for(let[u,[g,_]]of f.entries()){
let O=f.slice(0,u).find(([,R])=>JSON.stringify(R)===JSON.stringify(_));if(O!==void 0)return[O[0],g]}}}function*Zf(t){for(let{path:r,source:a}of Ve(t))for(let[n,{id:i,submit:o,rows:e,results:s}]of nt(a)){let c=["operations",n];for(let[f,{body:u,asked:g,results:_=[]}]of s.
entries()){let O=[...c,"results",f];g!==void 0&&i!==void 0&&(yield{code:"S101",file:r,path:[...O,"asked"],message:`what a submit asks for is not known to the re\
quest that follows its ID at ${i}`}),u===!0&&i!==void 0&&(yield{code:"S101",file:r,path:[...O,"body"],message:`the answer to the submit has an ID at ${i}`});for(let[
R,x]of _.entries())x.body===!0&&(yield{code:"S101",file:r,path:[...O,"results",R,"body"],message:"this is the answer to another request than the submit"})}for(let[
f,u]of e.entries()){let{as:g,to:_,forms:O}=u;if(g!=="file")continue;let R=[...c,"rows",f];J$(u,o)?/^\/[^/]+(\/-)?$/.exec(_)===null?yield{code:"S102",file:r,path:[
...R,"to"],message:"a file is a field of the form, or one of several"}:O===void 0&&(yield{code:"S102",file:r,path:R,message:"the row does not say in which forms\
 it takes a file"}):yield{code:"S102",file:r,path:[...R,"as"],message:"the body is JSON, which holds no file"}}}}function J$({from:t,each:r},{encoding:a,paths:n=[]}){
return a==="form"?n.every(o=>o.encoding!=="json"):n.find(({when:[o,...e]})=>e.length===0&&o?.given?.includes(t??r??""))?.encoding==="form"}function*Gf(t){for(let{path:r,source:a}of Ve(t))for(let[n,{rows:i}]of nt(a))for(let[o,{as:e,forms:s}]of i.entries()){if(e!=="uploaded")continue;let c=["operatio\
ns",n,"rows",o,"as"];a.upload===void 0?yield{code:"S079",file:r,path:c,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:r,
path:c,message:'the row takes no data URIs: "forms" must list data'})}}function*Yf(t){for(let{path:r,source:a}of Ve(t))for(let[n,{rows:i}]of nt(a)){let o=rs(t).filter(s=>s.kind===n),e=!1;for(let[s,c]of i.entries()){let f=i.slice(0,
s).find(u=>ey(u,c)&&!C$(u,c)&&W$(u,c,o)&&!(e&&eo(u,c)));f!==void 0&&(e||=eo(f,c),yield{code:"S076",file:r,path:["operations",n,"rows",s,"to"],message:eo(f,c)?`${c.
to} makes an object where an earlier row makes a list, or the other way round (${Rd(f)} at ${f.to})`:`${c.to} is written by an earlier row too (${Rd(f)})`})}yield*D$(
r,a,i)}}function*D$(t,{webhooks:r},a){let n=[...r?.body===void 0?[]:[{to:r.body,path:["webhooks","body"]}],...(r?.with??[]).map(({to:i},o)=>({to:i,path:["webhoo\
ks","with",o,"to"]}))];for(let{to:i,path:o}of n){let e=a.find(s=>ey(s,{to:i}));e!==void 0&&(yield{code:"S076",file:t,path:o,message:`${i} is written by a row to\
o (${Rd(e)})`})}}function ey(t,r){if(eo(t,r))return!0;let[a,n]=[t.to,r.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function eo({to:t},{to:r}){let[a,n]=[t.split("/"),r.split("/")],i=a.findIndex((s,c)=>s!==n[c]),[o,e]=[a[i],n[i]];return o!==void 0&&e!==void 0&&Qf(o)!==
Qf(e)}var Qf=t=>/^(-|\d+)$/.test(t);function C$(t,r){return t.constant!==void 0&&r.to.startsWith(`${t.to}/`)}function W$(t,r,a){if(Xf(t,r)||Xf(r,t))return!1;let n=[
to(t),to(r)];return n.some(i=>i.length===0)?!0:a.some(({parameters:i})=>n.flat().every(o=>i.has(o)))}function Xf({when:t=[]},r){return t.some(a=>to(r).some(n=>a.
absent?.includes(n))||(r.when??[]).some(n=>H$(a,n)))}function H$(t,r){return t.absent!==void 0&&r.given!==void 0?r.given.every(a=>t.absent?.includes(a)===!0):t.
model!==void 0&&r.model!==void 0?!t.model.some(a=>r.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):t.model!==void 0&&r.exceptModel!==void 0?t.model.every(
a=>r.exceptModel?.some(n=>a.startsWith(n))===!0):t.among!==void 0&&t.parameter===r.parameter&&!t.among.some(a=>r.among?.includes(a)===!0)}function to({from:t,each:r,
join:a}){return a??[t??r].filter(n=>n!==void 0)}function Rd(t){return to(t).join(" and ")||(t.model===!0?"the model":t.resultsFolder===!0?"the folder of results":
"a constant")}function*ty(t){for(let{path:r,source:a}of Ve(t))for(let[n,{id:i,query:o,status:e}]of nt(a)){let s=["operations",n];if(i===void 0)continue;if(o===void 0||e===void 0){
yield{code:"S078",file:r,path:s,message:`there is an ID and no ${o===void 0?"query":"status"}`};continue}let{states:c,absent:f,cases:u=[]}=e,g=[...Object.values(
c),f,...u.map(({means:_})=>_)];for(let _ of["completed","failed"])g.includes(_)||(yield{code:"S078",file:r,path:[...s,"status","states"],message:`no status mean\
s ${_}`})}}var K$=["value","base64,mediaType","base64,imageFormat","base64"],B$=["value","base64","mediaType","imageFormat"];function*ry(t){for(let{path:r,source:a}of Ve(t))
for(let[n,{rows:i}]of nt(a))for(let[o,{template:e,forms:s}]of i.entries()){if(e===void 0)continue;let c=Qi(e);if(K$.includes([...c].sort().join())){c.includes("\
base64")&&s?.join()!=="data"&&(yield{code:"S075",file:r,path:["operations",n,"rows",o,"template"],message:'{base64} stands for a part of a data URI, and the row\
 takes URLs too: "forms" must be ["data"]'});continue}let f=c.find(u=>!B$.includes(u));yield{code:"S075",file:r,path:["operations",n,"rows",o,"template"],message:f!==
void 0?`{${f}} means nothing here`:c.length===0?"the template does not hold {value}":c.every(u=>u==="value")?`the template holds {value} ${c.length} times`:"the\
 template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once"}}}function*ro({submit:t,query:r,rows:a,drops:n=[],needs:i={},lacks:o={}}){for(let[e,s=[]]of[["submit",t.paths],["query",r?.paths]])for(let[c,{when:f}]of s.entries())
yield*Ld(f,[e,"paths",c,"when"]);for(let[e,s]of a.entries()){let c=["rows",e],f=s.from===void 0?"each":"from",u=s.from??s.each,g=Object.keys(s.values??{}).map(O=>({
value:ya(O),path:[...c,"values",O],at:"key"})),_=(s.accepts??[]).map((O,R)=>({value:O,path:[...c,"accepts",R],at:"value"}));for(let[O,R]of(s.join??[]).entries())
yield{parameter:R,path:[...c,"join",O],at:"value",values:Z$(s,c,O)};u!==void 0&&(yield{parameter:u,path:[...c,f],at:"value",values:[...g,..._]}),yield*Ld(s.when??
[],[...c,"when"])}for(let[e,{parameter:s,values:c=[],when:f=[]}]of n.entries()){let u=["drops",e];yield{parameter:s,path:[...u,"parameter"],at:"value",values:c.
map((g,_)=>({value:g,path:[...u,"values",_],at:"value"}))},yield*Ld(f,[...u,"when"])}for(let e of Object.keys(i))yield{parameter:e,path:["needs",e],at:"key",values:[]};
for(let e of Object.keys(o))yield{parameter:e,path:["lacks",e],at:"key",values:[]}}function Z$({values:t={}},r,a){return Object.keys(t).map(n=>({value:ya(n.split(
" ")[a]??""),path:[...r,"values",n],at:"key"}))}function*Ld(t,r){for(let[a,{given:n=[],absent:i=[],parameter:o,among:e=[]}]of t.entries()){for(let[c,f]of n.entries())
yield{parameter:f,path:[...r,a,"given",c],at:"value",values:[]};for(let[c,f]of i.entries())yield{parameter:f,path:[...r,a,"absent",c],at:"value",values:[]};if(o===
void 0)continue;let s=e.map((c,f)=>({value:c,path:[...r,a,"among",f],at:"value"}));yield{parameter:o,path:[...r,a,"parameter"],at:"value",values:s}}}function*sy(t){if(!Hi(t))for(let{path:r,source:a}of Ve(t))for(let[n,i]of nt(a)){let o=rs(t).filter(s=>s.kind===n),e=[...new Set(o.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:c,at:f}of ro(i)){if(e.includes(s))continue;let u=ir(s,e);yield{code:"S071",file:r,path:["operations",n,...c],at:f,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${e.join(", ")}.`:`Did you mean "${u}"?`}}}}function*ay(t){for(let{path:r,source:a}of Ve(t)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:i,headers:o={},time:e}=n,s={code:"S088",file:r},
c=["webhooks","signature"],f=Xi.filter(_=>_!=="timestamp"||e!==void 0),u=[...new Set([...f,...Object.keys(o)])],g=or(i).flatMap(_=>typeof _=="string"?[]:[_.variable]);
for(let _ of g.filter(O=>!u.includes(O))){let O=ir(_,u);yield{...s,path:[...c,"signed"],message:`{${_}} is not known here`,hint:G$(_,O,u)}}for(let _ of Object.keys(
o)){let O={...s,path:[...c,"headers",_],at:"key"};Xi.some(R=>R===_)?yield{...O,message:`{${_}} has a meaning of its own`,hint:"Give the header another name."}:g.
includes(_)||(yield{...O,message:`{${_}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function G$(t,r,a){return t==="timestamp"?'Say in \
"time" where it is.':r!==void 0?`Did you mean {${r}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function so(t,r){return Id(t.files.get(r)?.value??null,[])}var Q$=["template","constant","among","body","values","accepts","sources"];function*Id(t,r){if(Array.
isArray(t))for(let[a,n]of t.entries())r.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...r,a]}:yield*Id(n,[...r,a]);else if(ve(t))for(let[a,n]of Object.
entries(t))a==="source"&&typeof n=="string"?yield{name:n,path:[...r,a]}:Q$.includes(a)||(yield*Id(n,[...r,a]))}function*ny(t){for(let{path:r,source:a}of Ve(t)){let n=Object.keys(a.sources);for(let{name:i,path:o}of so(t,r)){if(n.includes(i))continue;let e=ir(i,n);yield{code:"\
S073",file:r,path:o,message:`"${i}" is not in sources`,hint:e===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${e}"?`}}}}var iy=["model","app"],ga=["id","name","model","app"];function*ao(t){t.probe!==void 0&&(yield{text:t.probe.path,path:["probe","path"],allowed:[]});let{path:r,url:a}=t.
modelProbe??{};r!==void 0&&(yield{text:r,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]});
for(let[i,o]of Object.entries(t.valueLists??{}))yield{text:o.path,path:["valueLists",i,"path"],allowed:[]};t.upload!==void 0&&(yield{text:t.upload.path,path:["u\
pload","path"],allowed:[]});let{key:n}=t.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:["webhooks","signature","key","path"],allowed:[]});for(let[
i,o]of nt(t))for(let{path:e,...s}of X$(o))yield{path:["operations",i,...e],...s}}function*X$({id:t,submit:r,query:a,list:n,history:i,cancel:o,results:e,told:s=[]}){
let c=t!==void 0;yield{text:r.path,path:["submit","path"],allowed:iy};for(let[u,{path:g}]of(r.paths??[]).entries())yield{text:g,path:["submit","paths",u,"path"],
allowed:iy};for(let u of["submit","query","cancel"])for(let[g,_]of Object.entries({submit:r,query:a,cancel:o}[u]?.headers??{}))yield{text:_,path:[u,"headers",g],
allowed:["model"]};let f=a?.body?.some(({fact:u})=>u==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:ga,needsId:c&&!f});for(let[u,{path:g}]of(a?.
paths??[]).entries())yield{text:g,path:["query","paths",u,"path"],allowed:ga,needsId:c&&!f};n!==void 0&&(yield{text:n.path,path:["list","path"],allowed:[]});for(let[
u,g]of(i?.paths??[]).entries())yield{text:g,path:["history","paths",u],allowed:[]};o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:ga,needsId:c});
for(let[u,{link:g}]of s.entries())g!==void 0&&(yield{text:g.path,path:["told",u,"link","path"],allowed:ga});yield*oy(e,["results"],c)}function*oy(t,r,a){for(let[
n,{content:i,query:o,results:e=[]}]of t.entries())i!==void 0&&(yield{text:i,path:[...r,n,"content"],allowed:ga,needsId:a}),o!==void 0&&(yield{text:o,path:[...r,
n,"query"],allowed:ga,needsId:a}),yield*oy(e,[...r,n,"results"],a)}function*py(t){for(let{path:r,source:a}of Ve(t))for(let{text:n,path:i,allowed:o}of ao(a))for(let e of or(n))typeof e=="string"||o.includes(e.variable)||(yield{code:"\
S074",file:r,path:i,message:`{${e.variable}} is not known here`,hint:o.length===0?"Nothing is known of a task here.":`Use ${o.map(s=>`{${s}}`).join(", ")}.`})}function*dy(t){for(let{path:r,source:a}of Ve(t))for(let{text:n,path:i,allowed:o,needsId:e}of ao(a)){let s=or(n).flatMap(f=>typeof f=="string"?[]:[f.variable]),c=s.
includes("id")||s.includes("name");e===!0&&!c&&s.every(f=>o.includes(f))&&(yield{code:"S083",file:r,path:i,message:"the path does not name the task: {id} is mis\
sing"})}}function*cy(t){if(!Hi(t))for(let{path:r,source:a}of Ve(t))for(let[n,i]of nt(a)){let o=new Set,e=rs(t).filter(s=>s.kind===n);for(let{parameter:s,values:c}of ro(i)){
let f=e.filter(g=>g.parameters.has(s)).map(g=>g.parameters.get(s)),u=new Set(f.flatMap(g=>g??[]));if(!(f.length===0||f.includes(void 0)))for(let{value:g,path:_,
at:O}of c){if(u.has(g)||o.has(_.join("/")))continue;o.add(_.join("/"));let R=typeof g=="string"?ir(g,[...u].map(String)):void 0;yield{code:"S072",file:r,path:["\
operations",n,..._],at:O,message:`no ${n} model offers ${JSON.stringify(g)} as ${s}`,hint:R===void 0?`Offered: ${[...u].map(x=>JSON.stringify(x)).join(", ")}.`:
`Did you mean "${R}"?`}}}}}var Y$=new Set(["failed","expired","cancelled"]);function*my(t){for(let{path:r,source:a}of Ve(t))for(let[n,{cancel:i,status:o}]of nt(a)){if(i===void 0)continue;
let e=new Map(Object.entries(o?.states??{})),s=["operations",n,"cancel"];for(let[c,f]of[[i.from?.words??[],["from","words"]],[i.proves?.query??[],["proves","que\
ry"]]])for(let[u,g]of c.entries()){let _={code:"S087",file:r,path:[...s,...f,u]},O=e.get(g),R=O===void 0?ir(g,[...e.keys()]):void 0;O===void 0?yield{..._,message:`\
"${g}" is not a word of status.states`,...R===void 0?{}:{hint:`Did you mean "${R}"?`}}:f[0]==="proves"&&!Y$.has(O)&&(yield{..._,message:`"${g}" means ${O}: it p\
roves that something is made`})}}}function*ly(t){for(let{path:r,source:a}of Ve(t)){let n=["aws-sigv4","google-service-account"].includes(a.authentication.token?.by??"");for(let[i,{rows:o,results:e}]of nt(
a)){let s=o.findIndex(({resultsFolder:g})=>g===!0),c=e.findIndex(({object:g})=>g!==void 0),f=["operations",i],u=[...f,"results",c,"object"];s!==-1&&c===-1&&(yield{
code:"S103",file:r,path:[...f,"rows",s,"resultsFolder"],message:"no result is read from the folder"}),c!==-1&&(s===-1&&(yield{code:"S103",file:r,path:u,message:"\
no row tells the upstream of the folder"}),n||(yield{code:"S103",file:r,path:u,message:"the key of this protocol opens no bucket"}))}}}function*uy(t){for(let{path:r,source:a}of Ve(t)){let n=new Set([...so(t,r)].map(({name:i})=>i));for(let i of Object.keys(a.sources))n.has(i)||(yield{code:"S086",
file:r,path:["sources",i],message:`no fact names the source "${i}"`})}}var hy=[Af,sy,cy,ny,py,ry,Yf,Bf,ty,Gf,Tf,Mf,dy,Nf,Lf,uy,my,ay,Ff,jf,Zf,ly];var fy="meta/upstream.schema.json",eS=[$c,_c,Oc,Wh,nf,...hy];function yy(t,r){let a=[Gi(fy,"{}"),...sS(r)],n={exports:{meta0:t},keep:()=>{}};return(i,o)=>i.map(
({name:e,text:s})=>{let c=`upstreams/${e}.json`,f={directory:o,files:new Map([...a,tS(c,s)].map(_=>[_.path,_])),meta:{paths:[fy],code:()=>n}},u=of(eS.flatMap(_=>[
..._(f)])).filter(({file:_})=>_===c).map(_=>Pf(f,_)),g=Ve(f)[0]?.source;return g!==void 0&&u.every(({severity:_})=>_!=="error")?{name:e,mapping:Hf(g)}:{name:e,mistakes:u.
sort((_,O)=>_.line-O.line).map(_=>rS(_,e,o))}})}function tS(t,r){try{return Gi(t,r)}catch(a){if(!(a instanceof RangeError))throw a;return{path:t,text:r,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function rS(t,r,a){return xf({...t,file:`${r}.json`},a)}function sS(t){return Object.entries(t).map(([r,
{kind:a,parameters:n}])=>{let i=Object.entries(n).map(([e,s])=>[e,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),o={"x-kind":a,
properties:{model:{const:r},...Object.fromEntries(i)}};return Gi(Jh(r),JSON.stringify(o))})}var XT=yy(gy.default.meta0,aS);export{XT as compileProtocols};
