// Made by the generator from spec/. Do not edit.
var Hy=Object.create;var cc=Object.defineProperty;var Ky=Object.getOwnPropertyDescriptor;var By=Object.getOwnPropertyNames;var Zy=Object.getPrototypeOf,Gy=Object.prototype.hasOwnProperty;var be=(r,t)=>()=>{try{return t||r((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var Qy=(r,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let i of By(t))!Gy.call(r,i)&&i!==a&&cc(r,i,{get:()=>t[i],enumerable:!(n=Ky(t,i))||n.enumerable});
return r};var jt=(r,t,a)=>(a=r!=null?Hy(Zy(r)):{},Qy(t||!r||!r.__esModule?cc(a,"default",{value:r,enumerable:!0}):a,r));var vo=be(bo=>{"use strict";Object.defineProperty(bo,"__esModule",{value:!0});function mc(r){let t=r.length,a=0,n=0,i;for(;n<t;)a++,i=r.charCodeAt(n++),i>=55296&&
i<=56319&&n<t&&(i=r.charCodeAt(n),(i&64512)===56320&&n++);return a}bo.default=mc;mc.code='require("ajv/dist/runtime/ucs2length").default'});var ko=be((vS,lc)=>{"use strict";lc.exports=function r(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,i,o;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(i=n;i--!==0;)if(!r(t[i],a[i]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(o=Object.keys(t),n=o.length,n!==Object.keys(a).length)return!1;for(i=n;i--!==0;)if(!Object.prototype.hasOwnProperty.call(a,o[i]))return!1;
for(i=n;i--!==0;){var e=o[i];if(!r(t[e],a[e]))return!1}return!0}return t!==t&&a!==a}});var Oa=be(Po=>{"use strict";Object.defineProperty(Po,"__esModule",{value:!0});var uc=ko();uc.code='require("ajv/dist/runtime/equal").default';Po.default=uc});var gc=be(yc=>{"use strict";yc.meta0=qn;var d={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
out which clients of the vendor do not read it."},parameter:{$ref:"#/$defs/pointer",description:"Where an error names the member of the body that is wrong. Only\
 a fake or a native API writes it."},inside:{type:"object",description:"A member that makes an answer with HTTP 200 an error.",required:["at","source"],properties:{
at:{$ref:"#/$defs/pointer"},unless:{type:"array",description:"Values that mean that there is no error."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
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
as completed and until when its files are kept, in seconds since 1970, or null.'},sent:{$ref:"#/$defs/pointer",description:"What the body of a submit has there \
for what the task was asked for; null where it has nothing."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constant"]},{required:["fac\
t"]},{required:["sent"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},state:{enum:["queued","processing","comple\
ted","failed","expired","cancelled","unknown"],description:"What a task's status means."},results:{type:"array",minItems:1,description:"Where the result of a co\
mpleted task is, in order of preference.",items:{$ref:"#/$defs/result"}},when:{type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"#/$def\
s/condition"}},row:{type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",
errorMessage:"a place in an object, which the body of a request is; only further down may there be lists",description:"Where in the upstream's body, an object; \
- at the end appends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},quantity:{enum:["outputs"],description:"O\
f a model that states this quantity in a parameter of its own, that one counts in place of from. outputs: how many files are made."},each:{type:"string",minLength:1,
description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"Parameters that the upstr\
eam has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, which the operator sets."},resultsFolder:{
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
fs/results"},message:{$ref:"#/$defs/pointers"},usage:{type:"object",description:"What the task used, as a header of the answer to that GET says.",required:["hea\
der","unit","source"],properties:{header:{type:"string",pattern:"^[A-Za-z0-9-]+$",description:"The name of the header, which holds a number.",errorMessage:"the \
name of a header, of letters, digits and hyphens"},unit:{type:"string",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"\
The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:[
"base64","contentType"]},{required:["object"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},Rr={type:"string",minLength:1,
description:"A remark for who edits the file."},kt={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"\
letters, digits, dots, hyphens and underscores"},Nr={type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The name of the service in the signature.",errorMessage:"\
lower-case letters, digits and hyphens"},Ls={type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The region where the operator sets no other.",errorMessage:"\
lower-case letters, digits and hyphens"},pe={type:"string",minLength:1,description:"One of the names in sources."},Ve={type:"string",pattern:"^/",description:"A\
 path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},K={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"\
A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},Is={type:"string",minLength:1,description:'What stands\
 before the key, such as "whsec_".'},Jr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF\
-8)."},re={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{
then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all \
the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"T\
he HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an err\
or, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,
description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},
Us=Object.prototype.hasOwnProperty,le=vo().default,Es=new RegExp("^[a-z][a-z0-9-]*$","u"),Xy=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),hc=new RegExp("^https://","u"),
Yy=new RegExp("^https://[^/]+(/.*[^/])?$","u"),Gt=new RegExp("^[A-Za-z0-9._-]+$","u"),eg=new RegExp("^https://[^/?#]+/[^?#]*$","u"),xn=new RegExp("^[\\x20-\\x7e]*\
$","u"),Nt=new RegExp("^/","u"),tg=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),We=new RegExp("^(/([^/~]|~[01])+)+$","u"),rg=new RegExp("^[a-z][a-z0-9-]{0,39}$",
"u"),sg=new RegExp("^[A-Za-z0-9_.-]+$","u"),ag=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),h={type:"object",required:["submit","rows","results","message","code"],properties:{
$comment:{$ref:"#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:[
"POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/submitPaths"},headers:{$ref:"#/$defs/fixedHeaders"},encoding:{$ref:"\
#/$defs/encoding"},status:{type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor take no other. Left ou\
t: 200."},ignored:{type:"array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"Members of the body that clients of the vendor send and that ask for noth\
ing, such as a random token: fakes and native APIs pass over them."},implied:{type:"array",minItems:1,description:"Members of the body that clients of the vendo\
r may send, with the values that ask for what is done anyway: fakes and native APIs pass over these.",items:{type:"object",required:["at","is"],properties:{at:{
$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,description:"These values."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
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
as completed and until when its files are kept, in seconds since 1970, or null.'},sent:{$ref:"#/$defs/pointer",description:"What the body of a submit has there \
for what the task was asked for; null where it has nothing."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constant"]},{required:["fac\
t"]},{required:["sent"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},ht={type:"object",minProperties:1,propertyNames:{
pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fix\
ed headers of the request. Fakes and native APIs tell requests of the same method and path apart by them."},_n={enum:["json","form"],description:"How the body i\
s sent: JSON, or multipart/form-data. Left out: JSON."},Pt={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},tr={enum:["queued","proces\
sing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},ng=Oa().default,ig=new RegExp("^(?!/)[^{}]*(\\{model\\}[^{}\
]*)?\\{id\\}$","u"),og=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),Wt={type:"array",minItems:1,description:"Other paths, for what the request gives \
or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/\
$defs/path"},encoding:{enum:["json","form"],description:"How the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},$o={type:"arra\
y",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},De={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,
description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},
parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{
type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"\
string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:[
"parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function zt(r,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:i=r,dynamicAnchors:o={}}={}){let e=null,s=0,c=zt.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(r)){
if(r.length<1){let Z={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:$o,
data:r};e===null?e=[Z]:e.push(Z),s++}let ke=!0,Q=r.length;for(let Z=0;Z<Q;Z++){let V=r[Z],qe=s,xe=s,it=s,M=s,de=!1,Ie=null,lt=s;if(V&&typeof V=="object"&&!Array.
isArray(V)&&V.given===void 0){let me={instancePath:t+"/"+Z,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"\
must have required property 'given'",schema:De.oneOf[0].required,parentSchema:De.oneOf[0],data:V};e===null?e=[me]:e.push(me),s++}var u=lt===s;u&&(de=!0,Ie=0);let ce=s;
if(V&&typeof V=="object"&&!Array.isArray(V)&&V.absent===void 0){let me={instancePath:t+"/"+Z,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",
params:{missingProperty:"absent"},message:"must have required property 'absent'",schema:De.oneOf[1].required,parentSchema:De.oneOf[1],data:V};e===null?e=[me]:e.
push(me),s++}var u=ce===s;if(u&&de)de=!1,Ie=[Ie,1];else{u&&(de=!0,Ie=1);let me=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.parameter===void 0){let I={instancePath:t+
"/"+Z,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",
schema:De.oneOf[2].required,parentSchema:De.oneOf[2],data:V};e===null?e=[I]:e.push(I),s++}if(V.among===void 0){let I={instancePath:t+"/"+Z,schemaPath:"#/$defs/c\
ondition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:De.oneOf[2].required,parentSchema:De.
oneOf[2],data:V};e===null?e=[I]:e.push(I),s++}}var u=me===s;if(u&&de)de=!1,Ie=[Ie,2];else{u&&(de=!0,Ie=2);let I=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&V.
model===void 0){let st={instancePath:t+"/"+Z,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must h\
ave required property 'model'",schema:De.oneOf[3].required,parentSchema:De.oneOf[3],data:V};e===null?e=[st]:e.push(st),s++}var u=I===s;if(u&&de)de=!1,Ie=[Ie,3];else{
u&&(de=!0,Ie=3);let st=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&V.exceptModel===void 0){let _e={instancePath:t+"/"+Z,schemaPath:"#/$defs/condition/oneOf/4\
/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:De.oneOf[4].required,parentSchema:De.
oneOf[4],data:V};e===null?e=[_e]:e.push(_e),s++}var u=st===s;u&&de?(de=!1,Ie=[Ie,4]):u&&(de=!0,Ie=4)}}}if(de)s=M,e!==null&&(M?e.length=M:e=null);else{let me={instancePath:t+
"/"+Z,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:Ie},message:"must match exactly one schema in oneOf",schema:De.oneOf,parentSchema:De,
data:V};e===null?e=[me]:e.push(me),s++}if(V&&typeof V=="object"&&!Array.isArray(V)){let me=s;for(let se in V)if(!(se==="given"||se==="absent"||se==="parameter"||
se==="among"||se==="model"||se==="exceptModel")){let I={instancePath:t+"/"+Z,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:se},message:"must NOT have additional properties",schema:!1,parentSchema:De,data:V};e===null?e=[I]:e.push(I),s++}if(V.given!==void 0){
let se=V.given,I=s,Se=s;if(Array.isArray(se)){if(se.length<1){let _e={instancePath:t+"/"+Z+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:De.properties.given,data:se};e===null?e=[_e]:e.push(_e),s++}let st=!0,
Ne=se.length;for(let _e=0;_e<Ne;_e++){let C=se[_e],Xe=s;if(typeof C!="string"){let St={instancePath:t+"/"+Z+"/given/"+_e,schemaPath:"#/$defs/condition/propertie\
s/given/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:De.properties.given.items.type,parentSchema:De.properties.given.items,
data:C};e===null?e=[St]:e.push(St),s++}let ut=s;var g=Xe===s;g||(st=!1)}}else{let st={instancePath:t+"/"+Z+"/given",schemaPath:"#/$defs/condition/properties/giv\
en/type",keyword:"type",params:{type:"array"},message:"must be array",schema:De.properties.given.type,parentSchema:De.properties.given,data:se};e===null?e=[st]:
e.push(st),s++}var _=I===s}if(V.absent!==void 0){let se=V.absent,I=s,Se=s;if(Array.isArray(se)){if(se.length<1){let C={instancePath:t+"/"+Z+"/absent",schemaPath:"\
#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:De.properties.
absent,data:se};e===null?e=[C]:e.push(C),s++}let Ne=!0,_e=se.length;for(let C=0;C<_e;C++){let Xe=se[C],ut=s;if(typeof Xe!="string"){let at={instancePath:t+"/"+Z+
"/absent/"+C,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:De.properties.absent.
items.type,parentSchema:De.properties.absent.items,data:Xe};e===null?e=[at]:e.push(at),s++}let St=s;var O=ut===s;O||(Ne=!1)}}else{let Ne={instancePath:t+"/"+Z+"\
/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:De.properties.absent.type,parentSchema:De.
properties.absent,data:se};e===null?e=[Ne]:e.push(Ne),s++}var _=I===s}if(V.parameter!==void 0){let se=V.parameter,I=s;if(typeof se!="string"){let Ne={instancePath:t+
"/"+Z+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:De.properties.
parameter.type,parentSchema:De.properties.parameter,data:se};e===null?e=[Ne]:e.push(Ne),s++}let Se=s;var _=I===s}if(V.among!==void 0){let se=V.among,I=s,Se=s;if(Array.
isArray(se)){if(se.length<1){let Ne={instancePath:t+"/"+Z+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:De.properties.among,data:se};e===null?e=[Ne]:e.push(Ne),s++}}else{let Ne={instancePath:t+"/"+Z+
"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:De.properties.among.type,parentSchema:De.
properties.among,data:se};e===null?e=[Ne]:e.push(Ne),s++}var _=I===s}if(V.model!==void 0){let se=V.model,I=s,Se=s;if(Array.isArray(se)){if(se.length<1){let C={instancePath:t+
"/"+Z+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:De.properties.model,data:se};e===null?e=[C]:e.push(C),s++}let Ne=!0,_e=se.length;for(let C=0;C<_e;C++){let Xe=se[C],ut=s,St=s;if(typeof Xe=="string"){
if(le(Xe)<1){let at={instancePath:t+"/"+Z+"/model/"+C,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:De.properties.model.items,data:Xe};e===null?e=[at]:e.push(at),s++}}else{let at={instancePath:t+"/"+
Z+"/model/"+C,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:De.properties.model.
items.type,parentSchema:De.properties.model.items,data:Xe};e===null?e=[at]:e.push(at),s++}var R=ut===s;R||(Ne=!1)}}else{let Ne={instancePath:t+"/"+Z+"/model",schemaPath:"\
#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:De.properties.model.type,parentSchema:De.properties.
model,data:se};e===null?e=[Ne]:e.push(Ne),s++}var _=I===s}if(V.exceptModel!==void 0){let se=V.exceptModel,I=s,Se=s;if(Array.isArray(se)){if(se.length<1){let C={
instancePath:t+"/"+Z+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fe\
wer than 1 items",schema:1,parentSchema:De.properties.exceptModel,data:se};e===null?e=[C]:e.push(C),s++}let Ne=!0,_e=se.length;for(let C=0;C<_e;C++){let Xe=se[C],
ut=s,St=s;if(typeof Xe=="string"){if(le(Xe)<1){let at={instancePath:t+"/"+Z+"/exceptModel/"+C,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:De.properties.exceptModel.items,data:Xe};e===null?
e=[at]:e.push(at),s++}}else{let at={instancePath:t+"/"+Z+"/exceptModel/"+C,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:De.properties.exceptModel.items.type,parentSchema:De.properties.exceptModel.items,data:Xe};e===null?e=[at]:e.push(
at),s++}var x=ut===s;x||(Ne=!1)}}else{let Ne={instancePath:t+"/"+Z+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:De.properties.exceptModel.type,parentSchema:De.properties.exceptModel,data:se};e===null?e=[Ne]:e.push(Ne),s++}var _=I===
s}}else{let me={instancePath:t+"/"+Z,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:De.type,parentSchema:De,
data:V};e===null?e=[me]:e.push(me),s++}var L=xe===s,F=qe===s;F||(ke=!1)}}else{let ke={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:$o.type,parentSchema:$o,data:r};e===null?e=[ke]:e.push(ke),s++}return zt.errors=e,s===0}zt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function Ms(r,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:i=r,dynamicAnchors:o={}}={}){let e=null,s=0,c=Ms.evaluated;c.dynamicProps&&(c.props=
void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(r)){if(r.length<1){let x={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:Wt,data:r};e===null?e=[x]:e.push(x),s++}let O=!0,R=r.length;for(let x=0;x<R;x++){let L=r[x],F=s,
ke=s;if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.when===void 0){let Z={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
when"},message:"must have required property 'when'",schema:Wt.items.required,parentSchema:Wt.items,data:L};e===null?e=[Z]:e.push(Z),s++}if(L.path===void 0){let Z={
instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:Wt.items.
required,parentSchema:Wt.items,data:L};e===null?e=[Z]:e.push(Z),s++}let Q=s;for(let Z in L)if(!(Z==="when"||Z==="path"||Z==="encoding")){let V={instancePath:t+"\
/"+x,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Z},message:"must NOT have additional properties",schema:!1,
parentSchema:Wt.items,data:L};e===null?e=[V]:e.push(V),s++}if(L.when!==void 0){let Z=L.when,V=s;zt(Z,{instancePath:t+"/"+x+"/when",parentData:L,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?zt.errors:e.concat(zt.errors),s=e.length);var u=V===s}if(L.path!==void 0){let Z=L.path,V=s,qe=s,xe=s;if(typeof Z==
"string"){if(!Nt.test(Z)){let M={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match patt\
ern "^/"',schema:"^/",parentSchema:Ve,data:Z};e===null?e=[M]:e.push(M),s++}}else{let M={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:Ve.type,parentSchema:Ve,data:Z};e===null?e=[M]:e.push(M),s++}var g=qe===s,u=V===s}if(L.encoding!==void 0){
let Z=L.encoding,V=s,qe=Wt.items.properties.encoding.enum;if(!(Z==="json"||Z==="form")){let it={instancePath:t+"/"+x+"/encoding",schemaPath:"#/items/properties/\
encoding/enum",keyword:"enum",params:{allowedValues:Wt.items.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:Wt.items.properties.
encoding.enum,parentSchema:Wt.items.properties.encoding,data:Z};e===null?e=[it]:e.push(it),s++}var u=V===s}}else{let Q={instancePath:t+"/"+x,schemaPath:"#/items\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Wt.items.type,parentSchema:Wt.items,data:L};e===null?e=[Q]:e.push(Q),s++}var _=F===
s;_||(O=!1)}}else{let O={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Wt.type,parentSchema:Wt,data:r};
e===null?e=[O]:e.push(O),s++}return Ms.errors=e,s===0}Ms.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var he={type:"object",required:["to","source"],properties:{
$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; o\
nly further down may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"\
The parameter whose value goes there."},quantity:{enum:["outputs"],description:"Of a model that states this quantity in a parameter of its own, that one counts \
in place of from. outputs: how many files are made."},each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{type:"arra\
y",items:{type:"string",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The keys of values are their values, with a space between."},
model:{const:!0,description:"The upstream's model ID, which the operator sets."},resultsFolder:{const:!0,description:"The folder in S3 or in Google Cloud Storag\
e in which the upstream is to put its results, as s3://bucket/folder or gs://bucket/folder. The operator sets resultsFolder, and has to where every result is an\
 object there."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value. Of a\
 data URI, {base64} stands for the file and {mediaType} for its type; {imageFormat} is the type of an image without image/."},as:{enum:["string","uploaded","fil\
e"],description:"string: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is. file: th\
e file itself is sent as a part of the form (multipart/form-data); the service fetches it from a URL first."},values:{type:"object",minProperties:1,description:"\
Our values, each with the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not o\
ffered."},minimum:{type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,
description:"The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:[
"url","data"]},minItems:1,description:"The forms of media reference the upstream takes."},also:{type:"array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"\
Other places where clients of the vendor put one such value as a string or a file: fakes and native APIs read it there too."},oneWay:{type:"string",minLength:1,
description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},
{required:["model"]},{required:["resultsFolder"]},{required:["constant"]}],additionalProperties:!1},pg=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Fs(r,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:i=r,dynamicAnchors:o={}}={}){let e=null,s=0,c=Fs.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=
void 0);let f=s,u=s,g=!1,_=null,O=s;if(r&&typeof r=="object"&&!Array.isArray(r)&&r.from===void 0){let it={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:he.oneOf[0].required,parentSchema:he.oneOf[0],data:r};e===null?e=[
it]:e.push(it),s++}var x=O===s;x&&(g=!0,_=0);let R=s;if(r&&typeof r=="object"&&!Array.isArray(r)&&r.each===void 0){let it={instancePath:t,schemaPath:"#/oneOf/1/\
required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:he.oneOf[1].required,parentSchema:he.oneOf[1],data:r};
e===null?e=[it]:e.push(it),s++}var x=R===s;if(x&&g)g=!1,_=[_,1];else{x&&(g=!0,_=1);let it=s;if(r&&typeof r=="object"&&!Array.isArray(r)){if(r.join===void 0){let de={
instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:he.oneOf[2].
required,parentSchema:he.oneOf[2],data:r};e===null?e=[de]:e.push(de),s++}if(r.values===void 0){let de={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"r\
equired",params:{missingProperty:"values"},message:"must have required property 'values'",schema:he.oneOf[2].required,parentSchema:he.oneOf[2],data:r};e===null?
e=[de]:e.push(de),s++}}var x=it===s;if(x&&g)g=!1,_=[_,2];else{x&&(g=!0,_=2);let de=s;if(r&&typeof r=="object"&&!Array.isArray(r)&&r.model===void 0){let lt={instancePath:t,
schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:he.oneOf[3].required,parentSchema:he.
oneOf[3],data:r};e===null?e=[lt]:e.push(lt),s++}var x=de===s;if(x&&g)g=!1,_=[_,3];else{x&&(g=!0,_=3);let lt=s;if(r&&typeof r=="object"&&!Array.isArray(r)&&r.resultsFolder===
void 0){let me={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"resultsFolder"},message:"must have required property \
'resultsFolder'",schema:he.oneOf[4].required,parentSchema:he.oneOf[4],data:r};e===null?e=[me]:e.push(me),s++}var x=lt===s;if(x&&g)g=!1,_=[_,4];else{x&&(g=!0,_=4);
let me=s;if(r&&typeof r=="object"&&!Array.isArray(r)&&r.constant===void 0){let I={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:he.oneOf[5].required,parentSchema:he.oneOf[5],data:r};e===null?e=[I]:e.push(I),s++}var x=me===
s;x&&g?(g=!1,_=[_,5]):x&&(g=!0,_=5)}}}}if(g)s=u,e!==null&&(u?e.length=u:e=null);else{let it={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:_},
message:"must match exactly one schema in oneOf",schema:he.oneOf,parentSchema:he,data:r};e===null?e=[it]:e.push(it),s++}if(r&&typeof r=="object"&&!Array.isArray(
r)){if(r.to===void 0){let M={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",
schema:he.required,parentSchema:he,data:r};e===null?e=[M]:e.push(M),s++}if(r.source===void 0){let M={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:he.required,parentSchema:he,data:r};e===null?e=[M]:e.push(M),s++}let it=s;for(let M in r)
if(!Us.call(he.properties,M)){let de={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"m\
ust NOT have additional properties",schema:!1,parentSchema:he,data:r};e===null?e=[de]:e.push(de),s++}if(r.$comment!==void 0){let M=r.$comment,de=s,Ie=s,lt=s;if(typeof M==
"string"){if(le(M)<1){let ce={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters",schema:1,parentSchema:Rr,data:M};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:Rr.type,parentSchema:Rr,data:M};e===null?e=[ce]:e.push(ce),s++}var L=Ie===s,F=de===s}if(r.
to!==void 0){let M=r.to,de=s,Ie=s,lt=s;if(typeof M=="string"){if(!We.test(M)){let me={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:M};e===null?e=[me]:
e.push(me),s++}}else{let me={instancePath:t+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,
parentSchema:K,data:M};e===null?e=[me]:e.push(me),s++}var ke=Ie===s;if(typeof M=="string"&&!pg.test(M)){let me={instancePath:t+"/to",schemaPath:"#/properties/to\
/pattern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:he.
properties.to,data:M};e===null?e=[me]:e.push(me),s++}var F=de===s}if(r.from!==void 0){let M=r.from,de=s,Ie=s;if(typeof M=="string"){if(le(M)<1){let ce={instancePath:t+
"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:he.properties.
from,data:M};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:he.properties.from.type,parentSchema:he.properties.from,data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===s}if(r.quantity!==void 0){let M=r.
quantity,de=s,Ie=he.properties.quantity.enum;if(M!=="outputs"){let ce={instancePath:t+"/quantity",schemaPath:"#/properties/quantity/enum",keyword:"enum",params:{
allowedValues:he.properties.quantity.enum},message:"must be equal to one of the allowed values",schema:he.properties.quantity.enum,parentSchema:he.properties.quantity,
data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===s}if(r.each!==void 0){let M=r.each,de=s,Ie=s;if(typeof M=="string"){if(le(M)<1){let ce={instancePath:t+"/each",
schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:he.properties.
each,data:M};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:t+"/each",schemaPath:"#/properties/each/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:he.properties.each.type,parentSchema:he.properties.each,data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===s}if(r.join!==void 0){let M=r.join,
de=s,Ie=s;if(Array.isArray(M)){if(M.length<2){let se={instancePath:t+"/join",schemaPath:"#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"\
must NOT have fewer than 2 items",schema:2,parentSchema:he.properties.join,data:M};e===null?e=[se]:e.push(se),s++}let ce=!0,me=M.length;for(let se=0;se<me;se++){
let I=M[se],Se=s,st=s;if(typeof I=="string"){if(le(I)<1){let Ne={instancePath:t+"/join/"+se,schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:he.properties.join.items,data:I};e===null?e=[Ne]:e.push(Ne),s++}}else{let Ne={instancePath:t+
"/join/"+se,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:he.properties.join.items.type,parentSchema:he.
properties.join.items,data:I};e===null?e=[Ne]:e.push(Ne),s++}var Q=Se===s;Q||(ce=!1)}}else{let ce={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:he.properties.join.type,parentSchema:he.properties.join,data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===
s}if(r.model!==void 0){let M=r.model,de=s;if(M!==!0){let lt={instancePath:t+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},
message:"must be equal to constant",schema:!0,parentSchema:he.properties.model,data:M};e===null?e=[lt]:e.push(lt),s++}var F=de===s}if(r.resultsFolder!==void 0){
let M=r.resultsFolder,de=s;if(M!==!0){let lt={instancePath:t+"/resultsFolder",schemaPath:"#/properties/resultsFolder/const",keyword:"const",params:{allowedValue:!0},
message:"must be equal to constant",schema:!0,parentSchema:he.properties.resultsFolder,data:M};e===null?e=[lt]:e.push(lt),s++}var F=de===s}if(r.when!==void 0){let M=r.
when,de=s;zt(M,{instancePath:t+"/when",parentData:r,parentDataProperty:"when",rootData:i,dynamicAnchors:o})||(e=e===null?zt.errors:e.concat(zt.errors),s=e.length);
var F=de===s}if(r.as!==void 0){let M=r.as,de=s,Ie=he.properties.as.enum;if(!(M==="string"||M==="uploaded"||M==="file")){let ce={instancePath:t+"/as",schemaPath:"\
#/properties/as/enum",keyword:"enum",params:{allowedValues:he.properties.as.enum},message:"must be equal to one of the allowed values",schema:he.properties.as.enum,
parentSchema:he.properties.as,data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===s}if(r.values!==void 0){let M=r.values,de=s,Ie=s;if(M&&typeof M=="object"&&!Array.
isArray(M)){if(Object.keys(M).length<1){let ce={instancePath:t+"/values",schemaPath:"#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},
message:"must NOT have fewer than 1 properties",schema:1,parentSchema:he.properties.values,data:M};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:t+"\
/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be object",schema:he.properties.values.type,parentSchema:he.properties.
values,data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===s}if(r.accepts!==void 0){let M=r.accepts,de=s,Ie=s;if(Array.isArray(M)){if(M.length<1){let ce={instancePath:t+
"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:he.properties.
accepts,data:M};e===null?e=[ce]:e.push(ce),s++}}else{let ce={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:he.properties.accepts.type,parentSchema:he.properties.accepts,data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===s}if(r.minimum!==
void 0){let M=r.minimum,de=s;if(typeof M!="number"){let ce={instancePath:t+"/minimum",schemaPath:"#/properties/minimum/type",keyword:"type",params:{type:"number"},
message:"must be number",schema:he.properties.minimum.type,parentSchema:he.properties.minimum,data:M};e===null?e=[ce]:e.push(ce),s++}let Ie=s;var F=de===s}if(r.
maximum!==void 0){let M=r.maximum,de=s;if(typeof M!="number"){let ce={instancePath:t+"/maximum",schemaPath:"#/properties/maximum/type",keyword:"type",params:{type:"\
number"},message:"must be number",schema:he.properties.maximum.type,parentSchema:he.properties.maximum,data:M};e===null?e=[ce]:e.push(ce),s++}let Ie=s;var F=de===
s}if(r.maximumItems!==void 0){let M=r.maximumItems,de=s;if(!(typeof M=="number"&&!(M%1)&&!isNaN(M))){let ce={instancePath:t+"/maximumItems",schemaPath:"#/proper\
ties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:he.properties.maximumItems.type,parentSchema:he.properties.maximumItems,
data:M};e===null?e=[ce]:e.push(ce),s++}let Ie=s;if(typeof M=="number"&&(M<1||isNaN(M))){let ce={instancePath:t+"/maximumItems",schemaPath:"#/properties/maximumI\
tems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:he.properties.maximumItems,data:M};e===null?e=[ce]:
e.push(ce),s++}var F=de===s}if(r.maximumLength!==void 0){let M=r.maximumLength,de=s;if(!(typeof M=="number"&&!(M%1)&&!isNaN(M))){let ce={instancePath:t+"/maximu\
mLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:he.properties.maximumLength.type,parentSchema:he.
properties.maximumLength,data:M};e===null?e=[ce]:e.push(ce),s++}let Ie=s;if(typeof M=="number"&&(M<1||isNaN(M))){let ce={instancePath:t+"/maximumLength",schemaPath:"\
#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:he.properties.maximumLength,
data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===s}if(r.forms!==void 0){let M=r.forms,de=s,Ie=s;if(Array.isArray(M)){if(M.length<1){let se={instancePath:t+"/fo\
rms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:he.properties.
forms,data:M};e===null?e=[se]:e.push(se),s++}let ce=!0,me=M.length;for(let se=0;se<me;se++){let I=M[se],Se=s,st=he.properties.forms.items.enum;if(!(I==="url"||I===
"data")){let Ne={instancePath:t+"/forms/"+se,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:he.properties.forms.items.enum},message:"\
must be equal to one of the allowed values",schema:he.properties.forms.items.enum,parentSchema:he.properties.forms.items,data:I};e===null?e=[Ne]:e.push(Ne),s++}
var Z=Se===s;Z||(ce=!1)}}else{let ce={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:he.properties.forms.type,parentSchema:he.properties.forms,data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===s}if(r.also!==void 0){let M=r.also,de=s,Ie=s;
if(Array.isArray(M)){if(M.length<1){let se={instancePath:t+"/also",schemaPath:"#/properties/also/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:he.properties.also,data:M};e===null?e=[se]:e.push(se),s++}let ce=!0,me=M.length;for(let se=0;se<me;se++){let I=M[se],
Se=s,st=s,Ne=s;if(typeof I=="string"){if(!We.test(I)){let _e={instancePath:t+"/also/"+se,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:I};e===null?e=[_e]:e.push(_e),s++}}else{
let _e={instancePath:t+"/also/"+se,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:I};e===null?e=[_e]:e.push(_e),s++}var V=st===s,qe=Se===s;qe||(ce=!1)}}else{let ce={instancePath:t+"/also",schemaPath:"#/properties/also/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:he.properties.also.type,parentSchema:he.properties.also,data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===s}
if(r.oneWay!==void 0){let M=r.oneWay,de=s,Ie=s;if(typeof M=="string"){if(le(M)<1){let ce={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:he.properties.oneWay,data:M};e===null?e=[ce]:e.push(ce),s++}}else{
let ce={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:he.properties.oneWay.
type,parentSchema:he.properties.oneWay,data:M};e===null?e=[ce]:e.push(ce),s++}var F=de===s}if(r.source!==void 0){let M=r.source,de=s,Ie=s,lt=s;if(typeof M=="str\
ing"){if(le(M)<1){let me={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:pe,data:M};e===null?e=[me]:e.push(me),s++}}else{let me={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:M};e===null?e=[me]:e.push(me),s++}var xe=Ie===s,F=de===s}}else{let it={
instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:he.type,parentSchema:he,data:r};e===null?e=[it]:e.push(
it),s++}return Fs.errors=e,s===0}Fs.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var Pr={type:"array",minItems:1,description:"Other paths, for what the \
submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"\
#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}};function Vs(r,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:i=r,dynamicAnchors:o={}}={}){
let e=null,s=0,c=Vs.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(r)){if(r.length<1){let x={instancePath:t,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Pr,data:r};e===null?e=[x]:e.push(x),
s++}let O=!0,R=r.length;for(let x=0;x<R;x++){let L=r[x],F=s,ke=s;if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.when===void 0){let Z={instancePath:t+"/"+x,schemaPath:"\
#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:Pr.items.required,parentSchema:Pr.items,
data:L};e===null?e=[Z]:e.push(Z),s++}if(L.path===void 0){let Z={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"p\
ath"},message:"must have required property 'path'",schema:Pr.items.required,parentSchema:Pr.items,data:L};e===null?e=[Z]:e.push(Z),s++}let Q=s;for(let Z in L)if(!(Z===
"when"||Z==="path")){let V={instancePath:t+"/"+x,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Z},message:"\
must NOT have additional properties",schema:!1,parentSchema:Pr.items,data:L};e===null?e=[V]:e.push(V),s++}if(L.when!==void 0){let Z=L.when,V=s;zt(Z,{instancePath:t+
"/"+x+"/when",parentData:L,parentDataProperty:"when",rootData:i,dynamicAnchors:o})||(e=e===null?zt.errors:e.concat(zt.errors),s=e.length);var u=V===s}if(L.path!==
void 0){let Z=L.path,V=s,qe=s,xe=s;if(typeof Z=="string"){if(!Nt.test(Z)){let M={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",
params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,data:Z};e===null?e=[M]:e.push(M),s++}}else{let M={instancePath:t+"/"+x+"/pat\
h",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ve.type,parentSchema:Ve,data:Z};e===null?e=[M]:e.push(M),
s++}var g=qe===s,u=V===s}}else{let Q={instancePath:t+"/"+x,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Pr.items.
type,parentSchema:Pr.items,data:L};e===null?e=[Q]:e.push(Q),s++}var _=F===s;_||(O=!1)}}else{let O={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:Pr.type,parentSchema:Pr,data:r};e===null?e=[O]:e.push(O),s++}return Vs.errors=e,s===0}Vs.evaluated={items:!0,dynamicProps:!1,
dynamicItems:!1};var _t={type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$d\
efs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed valu\
e."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function rr(r,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:i=r,
dynamicAnchors:o={}}={}){let e=null,s=0,c=rr.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(r)){if(r.length<
1){let L={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_t,data:r};
e===null?e=[L]:e.push(L),s++}let R=!0,x=r.length;for(let L=0;L<x;L++){let F=r[L],ke=s,Q=s,Z=s,V=!1,qe=null,xe=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.fact===
void 0){let M={instancePath:t+"/"+L,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required propert\
y 'fact'",schema:_t.items.oneOf[0].required,parentSchema:_t.items.oneOf[0],data:F};e===null?e=[M]:e.push(M),s++}var u=xe===s;u&&(V=!0,qe=0);let it=s;if(F&&typeof F==
"object"&&!Array.isArray(F)&&F.constant===void 0){let M={instancePath:t+"/"+L,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:_t.items.oneOf[1].required,parentSchema:_t.items.oneOf[1],data:F};e===null?e=[M]:e.push(M),s++}
var u=it===s;if(u&&V?(V=!1,qe=[qe,1]):u&&(V=!0,qe=1),V)s=Z,e!==null&&(Z?e.length=Z:e=null);else{let M={instancePath:t+"/"+L,schemaPath:"#/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:qe},message:"must match exactly one schema in oneOf",schema:_t.items.oneOf,parentSchema:_t.items,data:F};e===null?e=[M]:e.push(M),
s++}if(F&&typeof F=="object"&&!Array.isArray(F)){if(F.to===void 0){let de={instancePath:t+"/"+L,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:_t.items.required,parentSchema:_t.items,data:F};e===null?e=[de]:e.push(de),s++}let M=s;for(let de in F)if(!(de===
"to"||de==="fact"||de==="constant")){let Ie={instancePath:t+"/"+L,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:de},
message:"must NOT have additional properties",schema:!1,parentSchema:_t.items,data:F};e===null?e=[Ie]:e.push(Ie),s++}if(F.to!==void 0){let de=F.to,Ie=s,lt=s,ce=s;
if(typeof de=="string"){if(!We.test(de)){let me={instancePath:t+"/"+L+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[\
01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:de};e===null?e=[me]:e.push(me),s++}}else{let me={
instancePath:t+"/"+L+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:de};
e===null?e=[me]:e.push(me),s++}var g=lt===s,_=Ie===s}if(F.fact!==void 0){let de=F.fact,Ie=s,lt=_t.items.properties.fact.enum;if(!(de==="id"||de==="model")){let me={
instancePath:t+"/"+L+"/fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:_t.items.properties.fact.enum},message:"must be equa\
l to one of the allowed values",schema:_t.items.properties.fact.enum,parentSchema:_t.items.properties.fact,data:de};e===null?e=[me]:e.push(me),s++}var _=Ie===s}}else{
let M={instancePath:t+"/"+L,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:_t.items.type,parentSchema:_t.items,
data:F};e===null?e=[M]:e.push(M),s++}var O=ke===s;O||(R=!1)}}else{let R={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must b\
e array",schema:_t.type,parentSchema:_t,data:r};e===null?e=[R]:e.push(R),s++}return rr.errors=e,s===0}rr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var So={
type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},ye={type:"object",required:[
"source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{
type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the\
 base URL's own host, and to no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON. Left out where there is an ID. A \
result behind it is where an answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},base64:{$ref:"#/$defs/pointer",description:"\
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
usage:{type:"object",description:"What the task used, as a header of the answer to that GET says.",required:["header","unit","source"],properties:{header:{type:"\
string",pattern:"^[A-Za-z0-9-]+$",description:"The name of the header, which holds a number.",errorMessage:"the name of a header, of letters, digits and hyphens"},
unit:{type:"string",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},pending:{type:"object",description:"Wha\
t that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"\
The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:["base64","contentType"]},{required:[
"object"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},dg=new RegExp("^(/[A-Za-z0-9._-]+)+$","u"),cg=new RegExp("^\
[A-Za-z0-9-]+$","u"),ja={validate:ps},fc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function xt(r,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:i=r,dynamicAnchors:o={}}={}){let e=null,s=0,c=xt.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=
void 0);let f=s;if(Array.isArray(r)){let _=!0,O=r.length;for(let R=0;R<O;R++){let x=r[R],L=s,F=s,ke=s;if(typeof x=="string"){if(!We.test(x)){let Q={instancePath:t+
"/"+R,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:K,data:x};e===null?e=[Q]:e.push(Q),s++}}else{let Q={instancePath:t+"/"+R,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:x};e===null?e=[Q]:e.push(Q),s++}var u=F===s,g=L===s;g||(_=!1)}}else{let _={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:fc.type,parentSchema:fc,data:r};e===null?e=[_]:e.push(_),s++}return xt.errors=
e,s===0}xt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function zs(r,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:i=r,dynamicAnchors:o={}}={}){
let e=null,s=0,c=zs.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s,u=s,g=!1,_=null,O=s;if(r&&typeof r=="object"&&!Array.isArray(
r)&&r.url===void 0){let se={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required propert\
y 'url'",schema:ye.oneOf[0].required,parentSchema:ye.oneOf[0],data:r};e===null?e=[se]:e.push(se),s++}var x=O===s;x&&(g=!0,_=0);let R=s;if(r&&typeof r=="object"&&
!Array.isArray(r)&&r.body===void 0){let se={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"body"},message:"must have\
 required property 'body'",schema:ye.oneOf[1].required,parentSchema:ye.oneOf[1],data:r};e===null?e=[se]:e.push(se),s++}var x=R===s;if(x&&g)g=!1,_=[_,1];else{x&&
(g=!0,_=1);let se=s;if(r&&typeof r=="object"&&!Array.isArray(r)){if(r.base64===void 0){let Se={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",
params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:ye.oneOf[2].required,parentSchema:ye.oneOf[2],data:r};e===null?e=[Se]:e.
push(Se),s++}if(r.contentType===void 0){let Se={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"contentType"},message:"\
must have required property 'contentType'",schema:ye.oneOf[2].required,parentSchema:ye.oneOf[2],data:r};e===null?e=[Se]:e.push(Se),s++}}var x=se===s;if(x&&g)g=!1,
_=[_,2];else{x&&(g=!0,_=2);let Se=s;if(r&&typeof r=="object"&&!Array.isArray(r)&&r.object===void 0){let Ne={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"\
required",params:{missingProperty:"object"},message:"must have required property 'object'",schema:ye.oneOf[3].required,parentSchema:ye.oneOf[3],data:r};e===null?
e=[Ne]:e.push(Ne),s++}var x=Se===s;if(x&&g)g=!1,_=[_,3];else{x&&(g=!0,_=3);let Ne=s;if(r&&typeof r=="object"&&!Array.isArray(r)&&r.content===void 0){let C={instancePath:t,
schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'content'",schema:ye.oneOf[4].required,
parentSchema:ye.oneOf[4],data:r};e===null?e=[C]:e.push(C),s++}var x=Ne===s;if(x&&g)g=!1,_=[_,4];else{x&&(g=!0,_=4);let C=s;if(r&&typeof r=="object"&&!Array.isArray(
r)){if(r.query===void 0){let ut={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"query"},message:"must have required \
property 'query'",schema:ye.oneOf[5].required,parentSchema:ye.oneOf[5],data:r};e===null?e=[ut]:e.push(ut),s++}if(r.results===void 0){let ut={instancePath:t,schemaPath:"\
#/oneOf/5/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:ye.oneOf[5].required,parentSchema:ye.
oneOf[5],data:r};e===null?e=[ut]:e.push(ut),s++}if(r.message===void 0){let ut={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:ye.oneOf[5].required,parentSchema:ye.oneOf[5],data:r};e===null?e=[ut]:e.push(ut),s++}}var x=C===
s;x&&g?(g=!1,_=[_,5]):x&&(g=!0,_=5)}}}}if(g)s=u,e!==null&&(u?e.length=u:e=null);else{let se={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:_},
message:"must match exactly one schema in oneOf",schema:ye.oneOf,parentSchema:ye,data:r};e===null?e=[se]:e.push(se),s++}if(r&&typeof r=="object"&&!Array.isArray(
r)){if(r.source===void 0){let I={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required propert\
y 'source'",schema:ye.required,parentSchema:ye,data:r};e===null?e=[I]:e.push(I),s++}let se=s;for(let I in r)if(!Us.call(ye.properties,I)){let Se={instancePath:t,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must NOT have additional properties",schema:!1,parentSchema:ye,
data:r};e===null?e=[Se]:e.push(Se),s++}if(r.url!==void 0){let I=r.url,Se=s,st=s,Ne=s;if(typeof I=="string"){if(!We.test(I)){let _e={instancePath:t+"/url",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:K,data:I};e===null?e=[_e]:e.push(_e),s++}}else{let _e={instancePath:t+"/url",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:K.type,parentSchema:K,data:I};e===null?e=[_e]:e.push(_e),s++}var L=st===s,F=Se===s}if(r.list!==void 0){let I=r.list,Se=s;
if(typeof I!="boolean"){let _e={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:ye.
properties.list.type,parentSchema:ye.properties.list,data:I};e===null?e=[_e]:e.push(_e),s++}let st=s;var F=Se===s}if(r.withKey!==void 0){let I=r.withKey,Se=s;if(I!==
!0){let Ne={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,
parentSchema:ye.properties.withKey,data:I};e===null?e=[Ne]:e.push(Ne),s++}var F=Se===s}if(r.body!==void 0){let I=r.body,Se=s;if(I!==!0){let Ne={instancePath:t+"\
/body",schemaPath:"#/properties/body/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ye.properties.body,
data:I};e===null?e=[Ne]:e.push(Ne),s++}var F=Se===s}if(r.base64!==void 0){let I=r.base64,Se=s,st=s,Ne=s;if(typeof I=="string"){if(!We.test(I)){let C={instancePath:t+
"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:K,data:I};e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:I};e===null?e=[C]:e.push(C),s++}var ke=st===s,F=Se===s}if(r.contentType!==void 0){
let I=r.contentType,Se=s,st=ye.properties.contentType.enum;if(!(I==="video/mp4"||I==="video/quicktime"||I==="video/webm"||I==="image/png"||I==="image/jpeg"||I===
"image/webp"||I==="image/gif"||I==="audio/mpeg"||I==="audio/wav"||I==="model/gltf-binary")){let _e={instancePath:t+"/contentType",schemaPath:"#/properties/conte\
ntType/enum",keyword:"enum",params:{allowedValues:ye.properties.contentType.enum},message:"must be equal to one of the allowed values",schema:ye.properties.contentType.
enum,parentSchema:ye.properties.contentType,data:I};e===null?e=[_e]:e.push(_e),s++}var F=Se===s}if(r.asked!==void 0){let I=r.asked,Se=s,st=s;if(I&&typeof I=="ob\
ject"&&!Array.isArray(I)){if(I.at===void 0){let C={instancePath:t+"/asked",schemaPath:"#/properties/asked/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:ye.properties.asked.required,parentSchema:ye.properties.asked,data:I};e===null?e=[C]:e.push(C),s++}if(I.is===
void 0){let C={instancePath:t+"/asked",schemaPath:"#/properties/asked/required",keyword:"required",params:{missingProperty:"is"},message:"must have required pro\
perty 'is'",schema:ye.properties.asked.required,parentSchema:ye.properties.asked,data:I};e===null?e=[C]:e.push(C),s++}let _e=s;for(let C in I)if(!(C==="at"||C===
"is"||C==="model")){let Xe={instancePath:t+"/asked",schemaPath:"#/properties/asked/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},
message:"must NOT have additional properties",schema:!1,parentSchema:ye.properties.asked,data:I};e===null?e=[Xe]:e.push(Xe),s++}if(I.at!==void 0){let C=I.at,Xe=s,
ut=s,St=s;if(typeof C=="string"){if(!We.test(C)){let at={instancePath:t+"/asked/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/(\
[^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:C};e===null?e=[at]:e.push(at),s++}}else{
let at={instancePath:t+"/asked/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:C};e===null?e=[at]:e.push(at),s++}var Q=ut===s,Z=Xe===s}if(I.model!==void 0){let C=I.model,Xe=s,ut=s;if(Array.isArray(C)){if(C.length<1){let lr={instancePath:t+
"/asked/model",schemaPath:"#/properties/asked/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:ye.properties.asked.properties.model,data:C};e===null?e=[lr]:e.push(lr),s++}let at=!0,mr=C.length;for(let lr=0;lr<mr;lr++){let qs=C[lr],Ft=s,Jd=s;if(typeof qs==
"string"){if(le(qs)<1){let Dt={instancePath:t+"/asked/model/"+lr,schemaPath:"#/properties/asked/properties/model/items/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ye.properties.asked.properties.model.items,data:qs};e===null?e=[Dt]:e.push(Dt),s++}}else{let Dt={
instancePath:t+"/asked/model/"+lr,schemaPath:"#/properties/asked/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ye.
properties.asked.properties.model.items.type,parentSchema:ye.properties.asked.properties.model.items,data:qs};e===null?e=[Dt]:e.push(Dt),s++}var V=Ft===s;V||(at=
!1)}}else{let at={instancePath:t+"/asked/model",schemaPath:"#/properties/asked/properties/model/type",keyword:"type",params:{type:"array"},message:"must be arra\
y",schema:ye.properties.asked.properties.model.type,parentSchema:ye.properties.asked.properties.model,data:C};e===null?e=[at]:e.push(at),s++}var Z=Xe===s}}else{
let _e={instancePath:t+"/asked",schemaPath:"#/properties/asked/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ye.properties.asked.type,
parentSchema:ye.properties.asked,data:I};e===null?e=[_e]:e.push(_e),s++}var F=Se===s}if(r.object!==void 0){let I=r.object,Se=s,st=s,Ne=s;if(typeof I=="string"){
if(!We.test(I)){let C={instancePath:t+"/object",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must mat\
ch pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:I};e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:t+"/object",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:I};e===null?e=[C]:e.push(C),s++}var qe=st===
s,F=Se===s}if(r.file!==void 0){let I=r.file,Se=s,st=s;if(typeof I=="string"){if(!dg.test(I)){let _e={instancePath:t+"/file",schemaPath:"#/properties/file/patter\
n",keyword:"pattern",params:{pattern:"^(/[A-Za-z0-9._-]+)+$"},message:'must match pattern "^(/[A-Za-z0-9._-]+)+$"',schema:"^(/[A-Za-z0-9._-]+)+$",parentSchema:ye.
properties.file,data:I};e===null?e=[_e]:e.push(_e),s++}}else{let _e={instancePath:t+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type:"str\
ing"},message:"must be string",schema:ye.properties.file.type,parentSchema:ye.properties.file,data:I};e===null?e=[_e]:e.push(_e),s++}var F=Se===s}if(r.content!==
void 0){let I=r.content,Se=s,st=s,Ne=s;if(typeof I=="string"){if(!Nt.test(I)){let C={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",keyword:"patter\
n",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,data:I};e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:t+"/conten\
t",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ve.type,parentSchema:Ve,data:I};e===null?e=[C]:e.push(C),
s++}var xe=st===s,F=Se===s}if(r.query!==void 0){let I=r.query,Se=s,st=s,Ne=s;if(typeof I=="string"){if(!Nt.test(I)){let C={instancePath:t+"/query",schemaPath:"#\
/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,data:I};e===null?e=[C]:e.push(C),s++}}else{
let C={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ve.type,parentSchema:Ve,data:I};
e===null?e=[C]:e.push(C),s++}var it=st===s,F=Se===s}if(r.results!==void 0){let I=r.results,Se=s;if(!ja.validate(I,{instancePath:t+"/results",parentData:r,parentDataProperty:"\
results",rootData:i,dynamicAnchors:o}))e=e===null?ja.validate.errors:e.concat(ja.validate.errors),s=e.length;else var M=ja.validate.evaluated.props,de=ja.validate.
evaluated.items;var F=Se===s}if(r.message!==void 0){let I=r.message,Se=s;xt(I,{instancePath:t+"/message",parentData:r,parentDataProperty:"message",rootData:i,dynamicAnchors:o})||
(e=e===null?xt.errors:e.concat(xt.errors),s=e.length);var F=Se===s}if(r.usage!==void 0){let I=r.usage,Se=s,st=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.
header===void 0){let C={instancePath:t+"/usage",schemaPath:"#/properties/usage/required",keyword:"required",params:{missingProperty:"header"},message:"must have\
 required property 'header'",schema:ye.properties.usage.required,parentSchema:ye.properties.usage,data:I};e===null?e=[C]:e.push(C),s++}if(I.unit===void 0){let C={
instancePath:t+"/usage",schemaPath:"#/properties/usage/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",
schema:ye.properties.usage.required,parentSchema:ye.properties.usage,data:I};e===null?e=[C]:e.push(C),s++}if(I.source===void 0){let C={instancePath:t+"/usage",schemaPath:"\
#/properties/usage/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:ye.properties.usage.required,
parentSchema:ye.properties.usage,data:I};e===null?e=[C]:e.push(C),s++}let _e=s;for(let C in I)if(!(C==="header"||C==="unit"||C==="source")){let Xe={instancePath:t+
"/usage",schemaPath:"#/properties/usage/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:ye.properties.usage,data:I};e===null?e=[Xe]:e.push(Xe),s++}if(I.header!==void 0){let C=I.header,Xe=s,ut=s;if(typeof C=="string"){
if(!cg.test(C)){let St={instancePath:t+"/usage/header",schemaPath:"#/properties/usage/properties/header/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9-\
]+$"},message:'must match pattern "^[A-Za-z0-9-]+$"',schema:"^[A-Za-z0-9-]+$",parentSchema:ye.properties.usage.properties.header,data:C};e===null?e=[St]:e.push(
St),s++}}else{let St={instancePath:t+"/usage/header",schemaPath:"#/properties/usage/properties/header/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:ye.properties.usage.properties.header.type,parentSchema:ye.properties.usage.properties.header,data:C};e===null?e=[St]:e.push(St),s++}var Ie=Xe===
s}if(I.unit!==void 0){let C=I.unit,Xe=s,ut=s;if(typeof C=="string"){if(le(C)<1){let at={instancePath:t+"/usage/unit",schemaPath:"#/properties/usage/properties/u\
nit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ye.properties.usage.properties.unit,data:C};
e===null?e=[at]:e.push(at),s++}}else{let at={instancePath:t+"/usage/unit",schemaPath:"#/properties/usage/properties/unit/type",keyword:"type",params:{type:"stri\
ng"},message:"must be string",schema:ye.properties.usage.properties.unit.type,parentSchema:ye.properties.usage.properties.unit,data:C};e===null?e=[at]:e.push(at),
s++}var Ie=Xe===s}if(I.source!==void 0){let C=I.source,Xe=s,ut=s,St=s;if(typeof C=="string"){if(le(C)<1){let mr={instancePath:t+"/usage/source",schemaPath:"#/$d\
efs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:C};e===null?e=[mr]:e.push(
mr),s++}}else{let mr={instancePath:t+"/usage/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,
parentSchema:pe,data:C};e===null?e=[mr]:e.push(mr),s++}var lt=ut===s,Ie=Xe===s}}else{let _e={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:ye.properties.usage.type,parentSchema:ye.properties.usage,data:I};e===null?e=[_e]:e.push(_e),s++}var F=Se===
s}if(r.pending!==void 0){let I=r.pending,Se=s,st=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.status===void 0){let C={instancePath:t+"/pending",schemaPath:"\
#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:ye.properties.pending.
required,parentSchema:ye.properties.pending,data:I};e===null?e=[C]:e.push(C),s++}if(I.body===void 0){let C={instancePath:t+"/pending",schemaPath:"#/properties/p\
ending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:ye.properties.pending.required,parentSchema:ye.
properties.pending,data:I};e===null?e=[C]:e.push(C),s++}let _e=s;for(let C in I)if(!(C==="status"||C==="body")){let Xe={instancePath:t+"/pending",schemaPath:"#/\
properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},message:"must NOT have additional properties",schema:!1,parentSchema:ye.
properties.pending,data:I};e===null?e=[Xe]:e.push(Xe),s++}if(I.status!==void 0){let C=I.status,Xe=s;if(!(typeof C=="number"&&!(C%1)&&!isNaN(C))){let St={instancePath:t+
"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:ye.properties.
pending.properties.status.type,parentSchema:ye.properties.pending.properties.status,data:C};e===null?e=[St]:e.push(St),s++}let ut=s;var ce=Xe===s}}else{let _e={
instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ye.properties.pending.type,
parentSchema:ye.properties.pending,data:I};e===null?e=[_e]:e.push(_e),s++}var F=Se===s}if(r.source!==void 0){let I=r.source,Se=s,st=s,Ne=s;if(typeof I=="string"){
if(le(I)<1){let C={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 chara\
cters",schema:1,parentSchema:pe,data:I};e===null?e=[C]:e.push(C),s++}}else{let C={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:I};e===null?e=[C]:e.push(C),s++}var me=st===s,F=Se===s}}else{let se={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ye.type,parentSchema:ye,data:r};e===null?e=[se]:e.push(se),s++}return zs.
errors=e,s===0}zs.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function ps(r,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:i=r,dynamicAnchors:o={}}={}){
let e=null,s=0,c=ps.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(Array.isArray(r)){if(r.length<1){let O={instancePath:t,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:So,data:r};e===null?e=[O]:e.push(O),
s++}let g=!0,_=r.length;for(let O=0;O<_;O++){let R=r[O],x=s;zs(R,{instancePath:t+"/"+O,parentData:r,parentDataProperty:O,rootData:i,dynamicAnchors:o})||(e=e===null?
zs.errors:e.concat(zs.errors),s=e.length);var u=x===s;u||(g=!1)}}else{let g={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"mu\
st be array",schema:So.type,parentSchema:So,data:r};e===null?e=[g]:e.push(g),s++}return ps.errors=e,s===0}ps.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function Vt(r,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:i=r,dynamicAnchors:o={}}={}){let e=null,s=0,c=Vt.evaluated;c.dynamicProps&&(c.props=
void 0),c.dynamicItems&&(c.items=void 0);let f=s;if(r&&typeof r=="object"&&!Array.isArray(r)){if(r.submit===void 0){let v={instancePath:t,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:h.required,parentSchema:h,data:r};e===null?e=[v]:e.push(
v),s++}if(r.rows===void 0){let v={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property\
 'rows'",schema:h.required,parentSchema:h,data:r};e===null?e=[v]:e.push(v),s++}if(r.results===void 0){let v={instancePath:t,schemaPath:"#/required",keyword:"req\
uired",params:{missingProperty:"results"},message:"must have required property 'results'",schema:h.required,parentSchema:h,data:r};e===null?e=[v]:e.push(v),s++}
if(r.message===void 0){let v={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:h.required,parentSchema:h,data:r};e===null?e=[v]:e.push(v),s++}if(r.code===void 0){let v={instancePath:t,schemaPath:"#/required",keyword:"requ\
ired",params:{missingProperty:"code"},message:"must have required property 'code'",schema:h.required,parentSchema:h,data:r};e===null?e=[v]:e.push(v),s++}let Ur=s;
for(let v in r)if(!Us.call(h.properties,v)){let Fe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:h,data:r};e===null?e=[Fe]:e.push(Fe),s++}if(r.$comment!==void 0){let v=r.$comment,Fe=s,vt=s,
os=s;if(typeof v=="string"){if(le(v)<1){let ge={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:Rr,data:v};e===null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:t+"/$comment",schemaPath:"#/$d\
efs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rr.type,parentSchema:Rr,data:v};e===null?e=[ge]:e.push(ge),s++}var u=vt===
s,g=Fe===s}if(r.submit!==void 0){let v=r.submit,Fe=s,vt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let m={instancePath:t+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.submit.required,
parentSchema:h.properties.submit,data:v};e===null?e=[m]:e.push(m),s++}if(v.path===void 0){let m={instancePath:t+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.submit.required,parentSchema:h.properties.
submit,data:v};e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:v};e===null?e=
[m]:e.push(m),s++}let ge=s;for(let m in v)if(!Us.call(h.properties.submit.properties,m)){let k={instancePath:t+"/submit",schemaPath:"#/properties/submit/additio\
nalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit,
data:v};e===null?e=[k]:e.push(k),s++}if(v.method!==void 0){let m=v.method,k=s,A=h.properties.submit.properties.method.enum;if(!(m==="POST"||m==="PUT")){let je={
instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.method.
enum},message:"must be equal to one of the allowed values",schema:h.properties.submit.properties.method.enum,parentSchema:h.properties.submit.properties.method,
data:m};e===null?e=[je]:e.push(je),s++}var _=k===s}if(v.path!==void 0){let m=v.path,k=s,A=s,je=s;if(typeof m=="string"){if(!Nt.test(m)){let b={instancePath:t+"/\
submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,data:m};e===
null?e=[b]:e.push(b),s++}}else{let b={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ve.type,parentSchema:Ve,data:m};e===null?e=[b]:e.push(b),s++}var O=A===s,_=k===s}if(v.paths!==void 0){let m=v.paths,k=s;Ms(m,{instancePath:t+"/submit/pat\
hs",parentData:v,parentDataProperty:"paths",rootData:i,dynamicAnchors:o})||(e=e===null?Ms.errors:e.concat(Ms.errors),s=e.length);var _=k===s}if(v.headers!==void 0){
let m=v.headers,k=s,A=s,je=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let P={instancePath:t+"/submit/headers",schemaPath:"#/$def\
s/fixedHeaders/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:ht,data:m};e===null?
e=[P]:e.push(P),s++}for(let P in m){let U=s;if(typeof P=="string"&&!Gt.test(P)){let Y={instancePath:t+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/propert\
yNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ht.
propertyNames,data:P,propertyName:P};e===null?e=[Y]:e.push(Y),s++}var R=U===s;if(!R){let Y={instancePath:t+"/submit/headers",schemaPath:"#/$defs/fixedHeaders/pr\
opertyNames",keyword:"propertyNames",params:{propertyName:P},message:"property name must be valid",schema:ht.propertyNames,parentSchema:ht,data:m};e===null?e=[Y]:
e.push(Y),s++}}let b=s;for(let P in m){let U=m[P],Y=s,G=s;if(typeof U=="string"){if(!xn.test(U)){let E={instancePath:t+"/submit/headers/"+P.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\
\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:ht.additionalProperties,data:U};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:t+"/submit/header\
s/"+P.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:ht.additionalProperties.type,parentSchema:ht.additionalProperties,data:U};e===null?e=[E]:e.push(E),s++}var x=Y===s}}else{let b={instancePath:t+"/\
submit/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ht.type,parentSchema:ht,data:m};e===
null?e=[b]:e.push(b),s++}var L=A===s,_=k===s}if(v.encoding!==void 0){let m=v.encoding,k=s,A=s,je=_n.enum;if(!(m==="json"||m==="form")){let b={instancePath:t+"/s\
ubmit/encoding",schemaPath:"#/$defs/encoding/enum",keyword:"enum",params:{allowedValues:_n.enum},message:"must be equal to one of the allowed values",schema:_n.
enum,parentSchema:_n,data:m};e===null?e=[b]:e.push(b),s++}var F=A===s,_=k===s}if(v.status!==void 0){let m=v.status,k=s;if(!(typeof m=="number"&&!(m%1)&&!isNaN(m))){
let D={instancePath:t+"/submit/status",schemaPath:"#/properties/submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",
schema:h.properties.submit.properties.status.type,parentSchema:h.properties.submit.properties.status,data:m};e===null?e=[D]:e.push(D),s++}let A=s;if(typeof m=="\
number"){if(m>299||isNaN(m)){let D={instancePath:t+"/submit/status",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:299},message:"must be <= 299",schema:299,parentSchema:h.properties.submit.properties.status,data:m};e===null?e=[D]:e.push(D),s++}if(m<200||isNaN(m)){let D={
instancePath:t+"/submit/status",schemaPath:"#/properties/submit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be\
 >= 200",schema:200,parentSchema:h.properties.submit.properties.status,data:m};e===null?e=[D]:e.push(D),s++}}var _=k===s}if(v.ignored!==void 0){let m=v.ignored,
k=s,A=s;if(Array.isArray(m)){if(m.length<1){let P={instancePath:t+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.ignored,data:m};e===null?e=[P]:e.push(P),s++}
let D=!0,b=m.length;for(let P=0;P<b;P++){let U=m[P],Y=s,G=s,E=s;if(typeof U=="string"){if(!We.test(U)){let j={instancePath:t+"/submit/ignored/"+P,schemaPath:"#/\
$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+\
$",parentSchema:K,data:U};e===null?e=[j]:e.push(j),s++}}else{let j={instancePath:t+"/submit/ignored/"+P,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:U};e===null?e=[j]:e.push(j),s++}var ke=G===s,Q=Y===s;Q||(D=!1)}}else{let D={instancePath:t+
"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.submit.
properties.ignored.type,parentSchema:h.properties.submit.properties.ignored,data:m};e===null?e=[D]:e.push(D),s++}var _=k===s}if(v.implied!==void 0){let m=v.implied,
k=s,A=s;if(Array.isArray(m)){if(m.length<1){let P={instancePath:t+"/submit/implied",schemaPath:"#/properties/submit/properties/implied/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.implied,data:m};e===null?e=[P]:e.push(P),s++}
let D=!0,b=m.length;for(let P=0;P<b;P++){let U=m[P],Y=s,G=s;if(U&&typeof U=="object"&&!Array.isArray(U)){if(U.at===void 0){let j={instancePath:t+"/submit/implie\
d/"+P,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property '\
at'",schema:h.properties.submit.properties.implied.items.required,parentSchema:h.properties.submit.properties.implied.items,data:U};e===null?e=[j]:e.push(j),s++}
if(U.is===void 0){let j={instancePath:t+"/submit/implied/"+P,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:h.properties.submit.properties.implied.items.required,parentSchema:h.properties.submit.properties.implied.
items,data:U};e===null?e=[j]:e.push(j),s++}let E=s;for(let j in U)if(!(j==="at"||j==="is")){let we={instancePath:t+"/submit/implied/"+P,schemaPath:"#/properties\
/submit/properties/implied/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:j},message:"must NOT have additional properties",
schema:!1,parentSchema:h.properties.submit.properties.implied.items,data:U};e===null?e=[we]:e.push(we),s++}if(U.at!==void 0){let j=U.at,we=s,Me=s,Le=s;if(typeof j==
"string"){if(!We.test(j)){let l={instancePath:t+"/submit/implied/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[0\
1])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:j};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:t+
"/submit/implied/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:j};
e===null?e=[l]:e.push(l),s++}var Z=Me===s,V=we===s}if(U.is!==void 0){let j=U.is,we=s,Me=s;if(Array.isArray(j)){if(j.length<1){let l={instancePath:t+"/submit/imp\
lied/"+P+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer\
 than 1 items",schema:1,parentSchema:h.properties.submit.properties.implied.items.properties.is,data:j};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:t+
"/submit/implied/"+P+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be ar\
ray",schema:h.properties.submit.properties.implied.items.properties.is.type,parentSchema:h.properties.submit.properties.implied.items.properties.is,data:j};e===
null?e=[l]:e.push(l),s++}var V=we===s}}else{let E={instancePath:t+"/submit/implied/"+P,schemaPath:"#/properties/submit/properties/implied/items/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:h.properties.submit.properties.implied.items.type,parentSchema:h.properties.submit.properties.implied.
items,data:U};e===null?e=[E]:e.push(E),s++}var qe=Y===s;qe||(D=!1)}}else{let D={instancePath:t+"/submit/implied",schemaPath:"#/properties/submit/properties/impl\
ied/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.submit.properties.implied.type,parentSchema:h.properties.submit.properties.
implied,data:m};e===null?e=[D]:e.push(D),s++}var _=k===s}if(v.source!==void 0){let m=v.source,k=s,A=s,je=s;if(typeof m=="string"){if(le(m)<1){let b={instancePath:t+
"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:m};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:pe.type,parentSchema:pe,data:m};e===null?e=[b]:e.push(b),s++}var xe=A===s,_=k===s}}else{let ge={instancePath:t+"/submit",schemaPath:"#/pr\
operties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.submit.type,parentSchema:h.properties.submit,data:v};e===
null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.rows!==void 0){let v=r.rows,Fe=s,vt=s;if(Array.isArray(v)){if(v.length<1){let k={instancePath:t+"/rows",schemaPath:"\
#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.rows,data:v};e===null?
e=[k]:e.push(k),s++}let ge=!0,m=v.length;for(let k=0;k<m;k++){let A=v[k],je=s;Fs(A,{instancePath:t+"/rows/"+k,parentData:v,parentDataProperty:k,rootData:i,dynamicAnchors:o})||
(e=e===null?Fs.errors:e.concat(Fs.errors),s=e.length);var it=je===s;it||(ge=!1)}}else{let ge={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:h.properties.rows.type,parentSchema:h.properties.rows,data:v};e===null?e=[ge]:e.push(ge),s++}var g=Fe===
s}if(r.drops!==void 0){let v=r.drops,Fe=s,vt=s;if(Array.isArray(v)){let ge=!0,m=v.length;for(let k=0;k<m;k++){let A=v[k],je=s,D=s;if(A&&typeof A=="object"&&!Array.
isArray(A)){if(A.parameter===void 0){let P={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"\
parameter"},message:"must have required property 'parameter'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:A};e===null?e=
[P]:e.push(P),s++}if(A.reason===void 0){let P={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:A};e===null?e=[P]:e.
push(P),s++}if(A.source===void 0){let P={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"s\
ource"},message:"must have required property 'source'",schema:h.properties.drops.items.required,parentSchema:h.properties.drops.items,data:A};e===null?e=[P]:e.push(
P),s++}let b=s;for(let P in A)if(!(P==="parameter"||P==="values"||P==="when"||P==="reason"||P==="source")){let U={instancePath:t+"/drops/"+k,schemaPath:"#/prope\
rties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.drops.items,data:A};e===null?e=[U]:e.push(U),s++}if(A.parameter!==void 0){let P=A.parameter,U=s;if(typeof P!="string"){let G={instancePath:t+"/drops/"+
k+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
drops.items.properties.parameter.type,parentSchema:h.properties.drops.items.properties.parameter,data:P};e===null?e=[G]:e.push(G),s++}let Y=s;var M=U===s}if(A.values!==
void 0){let P=A.values,U=s,Y=s;if(Array.isArray(P)){if(P.length<1){let E={instancePath:t+"/drops/"+k+"/values",schemaPath:"#/properties/drops/items/properties/v\
alues/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.drops.items.properties.values,
data:P};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:t+"/drops/"+k+"/values",schemaPath:"#/properties/drops/items/properties/values/type",keyword:"typ\
e",params:{type:"array"},message:"must be array",schema:h.properties.drops.items.properties.values.type,parentSchema:h.properties.drops.items.properties.values,
data:P};e===null?e=[E]:e.push(E),s++}var M=U===s}if(A.when!==void 0){let P=A.when,U=s;zt(P,{instancePath:t+"/drops/"+k+"/when",parentData:A,parentDataProperty:"\
when",rootData:i,dynamicAnchors:o})||(e=e===null?zt.errors:e.concat(zt.errors),s=e.length);var M=U===s}if(A.reason!==void 0){let P=A.reason,U=s,Y=s;if(typeof P==
"string"){if(le(P)<1){let E={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.drops.items.properties.reason,data:P};e===null?e=[E]:e.push(E),s++}}else{
let E={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:h.properties.drops.items.properties.reason.type,parentSchema:h.properties.drops.items.properties.reason,data:P};e===null?e=[E]:e.push(E),s++}var M=U===
s}if(A.source!==void 0){let P=A.source,U=s,Y=s,G=s;if(typeof P=="string"){if(le(P)<1){let j={instancePath:t+"/drops/"+k+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:P};e===null?e=[j]:e.push(j),s++}}else{
let j={instancePath:t+"/drops/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,
data:P};e===null?e=[j]:e.push(j),s++}var de=Y===s,M=U===s}}else{let b={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.drops.items.type,parentSchema:h.properties.drops.items,data:A};e===null?e=[b]:e.push(b),s++}var Ie=je===
s;Ie||(ge=!1)}}else{let ge={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
drops.type,parentSchema:h.properties.drops,data:v};e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.needs!==void 0){let v=r.needs,Fe=s,vt=s;if(v&&typeof v=="obj\
ect"&&!Array.isArray(v)){let ge=s;for(let m in v){let k=v[m],A=s,je=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.reason===void 0){let b={instancePath:t+"\
/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reas\
on"},message:"must have required property 'reason'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,
data:k};e===null?e=[b]:e.push(b),s++}if(k.source===void 0){let b={instancePath:t+"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/nee\
ds/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.needs.
additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,data:k};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in k)if(!(b==="reason"||
b==="source")){let P={instancePath:t+"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.needs.additionalProperties,
data:k};e===null?e=[P]:e.push(P),s++}if(k.reason!==void 0){let b=k.reason,P=s,U=s;if(typeof b=="string"){if(le(b)<1){let Y={instancePath:t+"/needs/"+m.replace(/~/g,
"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:b};e===null?e=[Y]:e.push(Y),s++}}else{
let Y={instancePath:t+"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:h.properties.needs.additionalProperties.properties.reason.type,parentSchema:h.properties.needs.additionalProperties.
properties.reason,data:b};e===null?e=[Y]:e.push(Y),s++}var lt=P===s}if(k.source!==void 0){let b=k.source,P=s,U=s,Y=s;if(typeof b=="string"){if(le(b)<1){let E={instancePath:t+
"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:pe,data:b};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:t+"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"\
~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:b};e===null?e=
[E]:e.push(E),s++}var ce=U===s,lt=P===s}}else{let D={instancePath:t+"/needs/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additional\
Properties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.needs.additionalProperties.type,parentSchema:h.properties.needs.
additionalProperties,data:k};e===null?e=[D]:e.push(D),s++}var me=A===s}}else{let ge={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:h.properties.needs.type,parentSchema:h.properties.needs,data:v};e===null?e=[ge]:e.push(ge),s++}var g=Fe===
s}if(r.lacks!==void 0){let v=r.lacks,Fe=s,vt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){let ge=s;for(let m in v){let k=v[m],A=s,je=s;if(k&&typeof k=="object"&&
!Array.isArray(k)){if(k.reason===void 0){let b={instancePath:t+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalPrope\
rties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.lacks.additionalProperties.
required,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=[b]:e.push(b),s++}if(k.source===void 0){let b={instancePath:t+"/lacks/"+m.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=
[b]:e.push(b),s++}let D=s;for(let b in k)if(!(b==="reason"||b==="source")){let P={instancePath:t+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=[P]:e.push(P),s++}if(k.reason!==void 0){let b=k.reason,P=s,U=s;if(typeof b==
"string"){if(le(b)<1){let Y={instancePath:t+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/pro\
perties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.lacks.additionalProperties.
properties.reason,data:b};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:t+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/pr\
operties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.lacks.additionalProperties.
properties.reason.type,parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:b};e===null?e=[Y]:e.push(Y),s++}var se=P===s}if(k.source!==void 0){
let b=k.source,P=s,U=s,Y=s;if(typeof b=="string"){if(le(b)<1){let E={instancePath:t+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$\
defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:b};e===null?e=[E]:e.push(
E),s++}}else{let E={instancePath:t+"/lacks/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:pe.type,parentSchema:pe,data:b};e===null?e=[E]:e.push(E),s++}var I=U===s,se=P===s}}else{let D={instancePath:t+"/lacks/"+m.
replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.lacks.additionalProperties.type,parentSchema:h.properties.lacks.additionalProperties,data:k};e===null?e=[D]:e.push(D),s++}var Se=A===s}}else{
let ge={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.type,
parentSchema:h.properties.lacks,data:v};e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.id!==void 0){let v=r.id,Fe=s,vt=s,os=s;if(typeof v=="string"){if(!We.test(
v)){let m={instancePath:t+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/(\
[^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:v};e===null?e=[m]:e.push(m),s++}}else{let m={instancePath:t+"/id",schemaPath:"#/$defs/point\
er/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:v};e===null?e=[m]:e.push(m),s++}var st=vt===s,g=Fe===s}
if(r.idForm!==void 0){let v=r.idForm,Fe=s,vt=s;if(typeof v=="string"){if(!ig.test(v)){let ge={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/pattern",
keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"\
^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:h.properties.idForm,data:v};e===null?e=[ge]:e.push(ge),s++}}else{let ge={instancePath:t+"/idForm",schemaPath:"\
#/properties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.idForm.type,parentSchema:h.properties.idForm,data:v};
e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.queryId!==void 0){let v=r.queryId,Fe=s,vt=s,os=s;if(typeof v=="string"){if(!We.test(v)){let m={instancePath:t+"\
/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:K,data:v};e===null?e=[m]:e.push(m),s++}}else{let m={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:v};e===null?e=[m]:e.push(m),s++}var Ne=vt===s,g=Fe===s}if(r.query!==void 0){let v=r.
query,Fe=s,vt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"\
required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.query.required,parentSchema:h.properties.query,data:v};
e===null?e=[k]:e.push(k),s++}if(v.path===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:h.properties.query.required,parentSchema:h.properties.query,data:v};e===null?e=[k]:e.push(k),s++}if(v.
source===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have\
 required property 'source'",schema:h.properties.query.required,parentSchema:h.properties.query,data:v};e===null?e=[k]:e.push(k),s++}let ge=s;for(let k in v)if(!(k===
"method"||k==="path"||k==="paths"||k==="at"||k==="hosts"||k==="headers"||k==="body"||k==="source")){let A={instancePath:t+"/query",schemaPath:"#/properties/quer\
y/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
query,data:v};e===null?e=[A]:e.push(A),s++}if(v.method!==void 0){let k=v.method,A=s,je=h.properties.query.properties.method.enum;if(!(k==="GET"||k==="POST"||k===
"PUT"||k==="DELETE")){let D={instancePath:t+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.
query.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.query.properties.method.enum,parentSchema:h.properties.query.
properties.method,data:k};e===null?e=[D]:e.push(D),s++}var _e=A===s}if(v.path!==void 0){let k=v.path,A=s,je=s,D=s;if(typeof k=="string"){if(!Nt.test(k)){let P={
instancePath:t+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,
data:k};e===null?e=[P]:e.push(P),s++}}else{let P={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:Ve.type,parentSchema:Ve,data:k};e===null?e=[P]:e.push(P),s++}var C=je===s,_e=A===s}if(v.paths!==void 0){let k=v.paths,A=s;Vs(k,{instancePath:t+
"/query/paths",parentData:v,parentDataProperty:"paths",rootData:i,dynamicAnchors:o})||(e=e===null?Vs.errors:e.concat(Vs.errors),s=e.length);var _e=A===s}if(v.at!==
void 0){let k=v.at,A=s,je=s,D=s;if(typeof k=="string"){if(!We.test(k)){let P={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:k};e===null?e=[P]:
e.push(P),s++}}else{let P={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
type,parentSchema:K,data:k};e===null?e=[P]:e.push(P),s++}var Xe=je===s,_e=A===s}if(v.hosts!==void 0){let k=v.hosts,A=s,je=s;if(Array.isArray(k)){if(k.length<1){
let U={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer \
than 1 items",schema:1,parentSchema:h.properties.query.properties.hosts,data:k};e===null?e=[U]:e.push(U),s++}let b=!0,P=k.length;for(let U=0;U<P;U++){let Y=k[U],
G=s,E=s;if(typeof Y=="string"){if(!og.test(Y)){let j={instancePath:t+"/query/hosts/"+U,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"p\
attern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+\
(\\.[a-z0-9-]+)+$",parentSchema:h.properties.query.properties.hosts.items,data:Y};e===null?e=[j]:e.push(j),s++}}else{let j={instancePath:t+"/query/hosts/"+U,schemaPath:"\
#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.query.properties.hosts.items.
type,parentSchema:h.properties.query.properties.hosts.items,data:Y};e===null?e=[j]:e.push(j),s++}var ut=G===s;ut||(b=!1)}}else{let b={instancePath:t+"/query/hos\
ts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.query.properties.hosts.
type,parentSchema:h.properties.query.properties.hosts,data:k};e===null?e=[b]:e.push(b),s++}var _e=A===s}if(v.headers!==void 0){let k=v.headers,A=s,je=s,D=s;if(k&&
typeof k=="object"&&!Array.isArray(k)){if(Object.keys(k).length<1){let U={instancePath:t+"/query/headers",schemaPath:"#/$defs/fixedHeaders/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:ht,data:k};e===null?e=[U]:e.push(U),s++}for(let U in k){let Y=s;
if(typeof U=="string"&&!Gt.test(U)){let G={instancePath:t+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",keyword:"pattern",params:{pattern:"\
^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ht.propertyNames,data:U,propertyName:U};e===null?e=
[G]:e.push(G),s++}var St=Y===s;if(!St){let G={instancePath:t+"/query/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",keyword:"propertyNames",params:{propertyName:U},
message:"property name must be valid",schema:ht.propertyNames,parentSchema:ht,data:k};e===null?e=[G]:e.push(G),s++}}let P=s;for(let U in k){let Y=k[U],G=s,E=s;if(typeof Y==
"string"){if(!xn.test(Y)){let j={instancePath:t+"/query/headers/"+U.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties\
/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:ht.additionalProperties,
data:Y};e===null?e=[j]:e.push(j),s++}}else{let j={instancePath:t+"/query/headers/"+U.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/add\
itionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ht.additionalProperties.type,parentSchema:ht.additionalProperties,
data:Y};e===null?e=[j]:e.push(j),s++}var at=G===s}}else{let P={instancePath:t+"/query/headers",schemaPath:"#/$defs/fixedHeaders/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:ht.type,parentSchema:ht,data:k};e===null?e=[P]:e.push(P),s++}var mr=je===s,_e=A===s}if(v.body!==void 0){let k=v.body,A=s;
rr(k,{instancePath:t+"/query/body",parentData:v,parentDataProperty:"body",rootData:i,dynamicAnchors:o})||(e=e===null?rr.errors:e.concat(rr.errors),s=e.length);var _e=A===
s}if(v.source!==void 0){let k=v.source,A=s,je=s,D=s;if(typeof k=="string"){if(le(k)<1){let P={instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:k};e===null?e=[P]:e.push(P),s++}}else{let P={
instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:k};
e===null?e=[P]:e.push(P),s++}var lr=je===s,_e=A===s}let m;if(v.at!==void 0&&v.hosts===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/depe\
ndentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when proper\
ty at is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:v};e===null?e=[k]:e.push(k),s++}if(v.hosts!==void 0&&v.at===void 0){
let k={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,
deps:"at"},message:"must have property at when property hosts is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:v};e===
null?e=[k]:e.push(k),s++}}else{let ge={instancePath:t+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be objec\
t",schema:h.properties.query.type,parentSchema:h.properties.query,data:v};e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.list!==void 0){let v=r.list,Fe=s,vt=s;
if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.path===void 0){let m={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.list.required,parentSchema:h.properties.list,data:v};e===null?e=[m]:e.push(
m),s++}if(v.filter===void 0){let m={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"\
must have required property 'filter'",schema:h.properties.list.required,parentSchema:h.properties.list,data:v};e===null?e=[m]:e.push(m),s++}if(v.limit===void 0){
let m={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property '\
limit'",schema:h.properties.list.required,parentSchema:h.properties.list,data:v};e===null?e=[m]:e.push(m),s++}if(v.items===void 0){let m={instancePath:t+"/list",
schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property 'items'",schema:h.properties.list.
required,parentSchema:h.properties.list,data:v};e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:t+"/list",schemaPath:"#/properties/list/r\
equired",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.list.required,parentSchema:h.properties.
list,data:v};e===null?e=[m]:e.push(m),s++}let ge=s;for(let m in v)if(!(m==="path"||m==="filter"||m==="limit"||m==="items"||m==="within"||m==="source")){let k={instancePath:t+
"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:h.properties.list,data:v};e===null?e=[k]:e.push(k),s++}if(v.path!==void 0){let m=v.path,k=s,A=s,je=s;if(typeof m=="string"){if(!Nt.
test(m)){let D={instancePath:t+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ve,data:m};e===null?e=[D]:e.push(D),s++}}else{let D={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:Ve.type,parentSchema:Ve,data:m};e===null?e=[D]:e.push(D),s++}var qs=A===s,Ft=k===s}if(v.filter!==void 0){let m=v.filter,k=s,
A=s;if(typeof m=="string"){if(le(m)<1){let D={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.list.properties.filter,data:m};e===null?e=[D]:e.push(D),s++}}else{let D={
instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
list.properties.filter.type,parentSchema:h.properties.list.properties.filter,data:m};e===null?e=[D]:e.push(D),s++}var Ft=k===s}if(v.limit!==void 0){let m=v.limit,
k=s;if(!(typeof m=="number"&&!(m%1)&&!isNaN(m))){let D={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{
type:"integer"},message:"must be integer",schema:h.properties.list.properties.limit.type,parentSchema:h.properties.list.properties.limit,data:m};e===null?e=[D]:
e.push(D),s++}let A=s;if(typeof m=="number"){if(m>500||isNaN(m)){let D={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"\
maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:h.properties.list.properties.limit,data:m};e===null?e=[D]:e.push(D),
s++}if(m<2||isNaN(m)){let D={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},
message:"must be >= 2",schema:2,parentSchema:h.properties.list.properties.limit,data:m};e===null?e=[D]:e.push(D),s++}}var Ft=k===s}if(v.items!==void 0){let m=v.
items,k=s,A=s,je=s;if(typeof m=="string"){if(!We.test(m)){let b={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:m};e===null?e=[b]:e.push(b),s++}}else{
let b={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:m};e===null?e=[b]:e.push(b),s++}var Jd=A===s,Ft=k===s}if(v.within!==void 0){let m=v.within,k=s,A=s,je=s;if(typeof m=="string"){if(!We.test(m)){let b={instancePath:t+
"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:m};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:m};e===null?e=[b]:e.push(b),s++}var Dt=A===s,Ft=k===s}if(v.source!==void 0){
let m=v.source,k=s,A=s,je=s;if(typeof m=="string"){if(le(m)<1){let b={instancePath:t+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:m};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:t+"/list/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:m};e===null?e=[b]:e.push(b),
s++}var _y=A===s,Ft=k===s}}else{let ge={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.list.type,parentSchema:h.properties.list,data:v};e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.history!==void 0){let v=r.history,Fe=s,vt=s;
if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.paths===void 0){let m={instancePath:t+"/history",schemaPath:"#/properties/history/required",keyword:"required",
params:{missingProperty:"paths"},message:"must have required property 'paths'",schema:h.properties.history.required,parentSchema:h.properties.history,data:v};e===
null?e=[m]:e.push(m),s++}if(v.items===void 0){let m={instancePath:t+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"\
items"},message:"must have required property 'items'",schema:h.properties.history.required,parentSchema:h.properties.history,data:v};e===null?e=[m]:e.push(m),s++}
if(v.next===void 0){let m={instancePath:t+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"next"},message:"must\
 have required property 'next'",schema:h.properties.history.required,parentSchema:h.properties.history,data:v};e===null?e=[m]:e.push(m),s++}if(v.created===void 0){
let m={instancePath:t+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"created"},message:"must have required pr\
operty 'created'",schema:h.properties.history.required,parentSchema:h.properties.history,data:v};e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:t+
"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.history.required,parentSchema:h.properties.history,data:v};e===null?e=[m]:e.push(m),s++}let ge=s;for(let m in v)if(!(m==="paths"||m==="items"||m==="w\
ithin"||m==="created"||m==="size"||m==="next"||m==="source")){let k={instancePath:t+"/history",schemaPath:"#/properties/history/additionalProperties",keyword:"a\
dditionalProperties",params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.history,data:v};e===null?e=
[k]:e.push(k),s++}if(v.paths!==void 0){let m=v.paths,k=s,A=s;if(Array.isArray(m)){if(m.length<1){let Y={instancePath:t+"/history/paths",schemaPath:"#/properties\
/history/properties/paths/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.history.properties.
paths,data:m};e===null?e=[Y]:e.push(Y),s++}let je=!0,D=m.length;for(let Y=0;Y<D;Y++){let G=m[Y],E=s,j=s,we=s;if(typeof G=="string"){if(!Nt.test(G)){let Me={instancePath:t+
"/history/paths/"+Y,schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,data:G};
e===null?e=[Me]:e.push(Me),s++}}else{let Me={instancePath:t+"/history/paths/"+Y,schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Ve.type,parentSchema:Ve,data:G};e===null?e=[Me]:e.push(Me),s++}var xy=j===s,Dd=E===s;Dd||(je=!1)}let b,P=m.length,U;if(b=!0,P>1){e:for(;P--;)
for(U=P;U--;)if(ng(m[P],m[U])){let Y={instancePath:t+"/history/paths",schemaPath:"#/properties/history/properties/paths/uniqueItems",keyword:"uniqueItems",params:{
i:P,j:U},message:"must NOT have duplicate items (items ## "+U+" and "+P+" are identical)",schema:!0,parentSchema:h.properties.history.properties.paths,data:m};e===
null?e=[Y]:e.push(Y),s++,b=!1;break e}}}else{let je={instancePath:t+"/history/paths",schemaPath:"#/properties/history/properties/paths/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.history.properties.paths.type,parentSchema:h.properties.history.properties.paths,data:m};e===null?e=[je]:
e.push(je),s++}var zr=k===s}if(v.items!==void 0){let m=v.items,k=s,A=s,je=s;if(typeof m=="string"){if(!We.test(m)){let b={instancePath:t+"/history/items",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:K,data:m};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:t+"/history/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:K.type,parentSchema:K,data:m};e===null?e=[b]:e.push(b),s++}var Wd=A===s,zr=k===s}if(v.within!==void 0){let m=v.within,k=s,
A=s,je=s;if(typeof m=="string"){if(!We.test(m)){let b={instancePath:t+"/history/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:m};e===null?e=[b]:e.push(b),s++}}else{
let b={instancePath:t+"/history/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:m};e===null?e=[b]:e.push(b),s++}var Cd=A===s,zr=k===s}if(v.created!==void 0){let m=v.created,k=s,A=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.at===
void 0){let b={instancePath:t+"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:h.properties.history.properties.created.required,parentSchema:h.properties.history.properties.created,data:m};
e===null?e=[b]:e.push(b),s++}if(m.as===void 0){let b={instancePath:t+"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"r\
equired",params:{missingProperty:"as"},message:"must have required property 'as'",schema:h.properties.history.properties.created.required,parentSchema:h.properties.
history.properties.created,data:m};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in m)if(!(b==="at"||b==="as")){let P={instancePath:t+"/history/created",schemaPath:"\
#/properties/history/properties/created/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:h.properties.history.properties.created,data:m};e===null?e=[P]:e.push(P),s++}if(m.at!==void 0){let b=m.at,P=s,U=s,Y=s;if(typeof b==
"string"){if(!We.test(b)){let G={instancePath:t+"/history/created/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)\
+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:b};e===null?e=[G]:e.push(G),s++}}else{let G={instancePath:t+
"/history/created/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:b};e===
null?e=[G]:e.push(G),s++}var qy=U===s,co=P===s}if(m.as!==void 0){let b=m.as,P=s,U=h.properties.history.properties.created.properties.as.enum;if(!(b==="seconds"||
b==="milliseconds"||b==="date")){let G={instancePath:t+"/history/created/as",schemaPath:"#/properties/history/properties/created/properties/as/enum",keyword:"en\
um",params:{allowedValues:h.properties.history.properties.created.properties.as.enum},message:"must be equal to one of the allowed values",schema:h.properties.history.
properties.created.properties.as.enum,parentSchema:h.properties.history.properties.created.properties.as,data:b};e===null?e=[G]:e.push(G),s++}var co=P===s}}else{
let D={instancePath:t+"/history/created",schemaPath:"#/properties/history/properties/created/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.history.properties.created.type,parentSchema:h.properties.history.properties.created,data:m};e===null?e=[D]:e.push(D),s++}var zr=k===s}if(v.
size!==void 0){let m=v.size,k=s,A=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.parameter===void 0){let b={instancePath:t+"/history/size",schemaPath:"#/pr\
operties/history/properties/size/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.properties.
history.properties.size.required,parentSchema:h.properties.history.properties.size,data:m};e===null?e=[b]:e.push(b),s++}if(m.most===void 0){let b={instancePath:t+
"/history/size",schemaPath:"#/properties/history/properties/size/required",keyword:"required",params:{missingProperty:"most"},message:"must have required proper\
ty 'most'",schema:h.properties.history.properties.size.required,parentSchema:h.properties.history.properties.size,data:m};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in m)
if(!(b==="parameter"||b==="most")){let P={instancePath:t+"/history/size",schemaPath:"#/properties/history/properties/size/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.history.properties.size,data:m};e===
null?e=[P]:e.push(P),s++}if(m.parameter!==void 0){let b=m.parameter,P=s,U=s;if(typeof b=="string"){if(le(b)<1){let Y={instancePath:t+"/history/size/parameter",schemaPath:"\
#/properties/history/properties/size/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.history.properties.size.properties.parameter,data:b};e===null?e=[Y]:e.push(Y),s++}}else{let Y={instancePath:t+"/history/size/parameter",
schemaPath:"#/properties/history/properties/size/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.history.
properties.size.properties.parameter.type,parentSchema:h.properties.history.properties.size.properties.parameter,data:b};e===null?e=[Y]:e.push(Y),s++}var Hd=P===
s}if(m.most!==void 0){let b=m.most,P=s;if(!(typeof b=="number"&&!(b%1)&&!isNaN(b))){let G={instancePath:t+"/history/size/most",schemaPath:"#/properties/history/\
properties/size/properties/most/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.properties.history.properties.size.properties.most.
type,parentSchema:h.properties.history.properties.size.properties.most,data:b};e===null?e=[G]:e.push(G),s++}let U=s;if(typeof b=="number"){if(b>1e3||isNaN(b)){let G={
instancePath:t+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/maximum",keyword:"maximum",params:{comparison:"<=",limit:1e3},
message:"must be <= 1000",schema:1e3,parentSchema:h.properties.history.properties.size.properties.most,data:b};e===null?e=[G]:e.push(G),s++}if(b<2||isNaN(b)){let G={
instancePath:t+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/minimum",keyword:"minimum",params:{comparison:">=",limit:2},
message:"must be >= 2",schema:2,parentSchema:h.properties.history.properties.size.properties.most,data:b};e===null?e=[G]:e.push(G),s++}}var Hd=P===s}}else{let D={
instancePath:t+"/history/size",schemaPath:"#/properties/history/properties/size/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
history.properties.size.type,parentSchema:h.properties.history.properties.size,data:m};e===null?e=[D]:e.push(D),s++}var zr=k===s}if(v.next!==void 0){let m=v.next,
k=s,A=s,je=s,D=!0,b=s;if(m&&typeof m=="object"&&!Array.isArray(m))if(m.by!==void 0){let Y=m.by,G=s;if(Y!=="url"){let E={};e===null?e=[E]:e.push(E),s++}var Os=G===
s}else var Os=!0;var js=b===s;s=je,e!==null&&(je?e.length=je:e=null);let P;if(js){let Y=s,G=s,E=s;if(m&&typeof m=="object"&&!Array.isArray(m)){let we;if(m.more===
void 0&&(we="more")){let Me={};e===null?e=[Me]:e.push(Me),s++}}var mo=E===s;if(mo){let we={instancePath:t+"/history/next",schemaPath:"#/properties/history/prope\
rties/next/then/not",keyword:"not",params:{},message:"must NOT be valid",schema:h.properties.history.properties.next.then.not,parentSchema:h.properties.history.
properties.next.then,data:m};e===null?e=[we]:e.push(we),s++}else s=G,e!==null&&(G?e.length=G:e=null);if(m&&typeof m=="object"&&!Array.isArray(m)&&m.at===void 0){
let we={instancePath:t+"/history/next",schemaPath:"#/properties/history/properties/next/then/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:h.properties.history.properties.next.then.required,parentSchema:h.properties.history.properties.next.then,data:m};e===null?
e=[we]:e.push(we),s++}var js=Y===s;D=js,P="then"}else{let Y=s,G=s,E=s;if(m&&typeof m=="object"&&!Array.isArray(m)){let we;if(m.at===void 0&&(we="at")){let Me={};
e===null?e=[Me]:e.push(Me),s++}}var Kd=E===s;if(Kd){let we={instancePath:t+"/history/next",schemaPath:"#/properties/history/properties/next/else/not",keyword:"n\
ot",params:{},message:"must NOT be valid",schema:h.properties.history.properties.next.else.not,parentSchema:h.properties.history.properties.next.else,data:m};e===
null?e=[we]:e.push(we),s++}else s=G,e!==null&&(G?e.length=G:e=null);var js=Y===s;D=js,P="else"}if(!D){let Y={instancePath:t+"/history/next",schemaPath:"#/proper\
ties/history/properties/next/if",keyword:"if",params:{failingKeyword:P},message:'must match "'+P+'" schema',schema:h.properties.history.properties.next.if,parentSchema:h.
properties.history.properties.next,data:m};e===null?e=[Y]:e.push(Y),s++}if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.by===void 0){let G={instancePath:t+"/h\
istory/next",schemaPath:"#/properties/history/properties/next/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'b\
y'",schema:h.properties.history.properties.next.required,parentSchema:h.properties.history.properties.next,data:m};e===null?e=[G]:e.push(G),s++}if(m.parameter===
void 0){let G={instancePath:t+"/history/next",schemaPath:"#/properties/history/properties/next/required",keyword:"required",params:{missingProperty:"parameter"},
message:"must have required property 'parameter'",schema:h.properties.history.properties.next.required,parentSchema:h.properties.history.properties.next,data:m};
e===null?e=[G]:e.push(G),s++}let Y=s;for(let G in m)if(!(G==="by"||G==="parameter"||G==="at"||G==="more")){let E={instancePath:t+"/history/next",schemaPath:"#/p\
roperties/history/properties/next/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional propertie\
s",schema:!1,parentSchema:h.properties.history.properties.next,data:m};e===null?e=[E]:e.push(E),s++}if(m.by!==void 0){let G=m.by,E=s,j=h.properties.history.properties.
next.properties.by.enum;if(!(G==="page"||G==="offset"||G==="last"||G==="url")){let we={instancePath:t+"/history/next/by",schemaPath:"#/properties/history/proper\
ties/next/properties/by/enum",keyword:"enum",params:{allowedValues:h.properties.history.properties.next.properties.by.enum},message:"must be equal to one of the\
 allowed values",schema:h.properties.history.properties.next.properties.by.enum,parentSchema:h.properties.history.properties.next.properties.by,data:G};e===null?
e=[we]:e.push(we),s++}var kn=E===s}if(m.parameter!==void 0){let G=m.parameter,E=s,j=s;if(typeof G=="string"){if(le(G)<1){let Me={instancePath:t+"/history/next/p\
arameter",schemaPath:"#/properties/history/properties/next/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer tha\
n 1 characters",schema:1,parentSchema:h.properties.history.properties.next.properties.parameter,data:G};e===null?e=[Me]:e.push(Me),s++}}else{let Me={instancePath:t+
"/history/next/parameter",schemaPath:"#/properties/history/properties/next/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:h.properties.history.properties.next.properties.parameter.type,parentSchema:h.properties.history.properties.next.properties.parameter,data:G};e===null?
e=[Me]:e.push(Me),s++}var kn=E===s}if(m.at!==void 0){let G=m.at,E=s,j=s,we=s;if(typeof G=="string"){if(!We.test(G)){let Le={instancePath:t+"/history/next/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:K,data:G};e===null?e=[Le]:e.push(Le),s++}}else{let Le={instancePath:t+"/history/next/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:G};e===null?e=[Le]:e.push(Le),s++}var Oy=j===s,kn=E===s}if(m.more!==void 0){let G=m.more,
E=s,j=s,we=s;if(typeof G=="string"){if(!We.test(G)){let Le={instancePath:t+"/history/next/more",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:G};e===null?e=[Le]:e.push(Le),s++}}else{
let Le={instancePath:t+"/history/next/more",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:G};e===null?e=[Le]:e.push(Le),s++}var $a=j===s,kn=E===s}}else{let Y={instancePath:t+"/history/next",schemaPath:"#/properties/history/properties/next/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.history.properties.next.type,parentSchema:h.properties.history.properties.next,
data:m};e===null?e=[Y]:e.push(Y),s++}var zr=k===s}if(v.source!==void 0){let m=v.source,k=s,A=s,je=s;if(typeof m=="string"){if(le(m)<1){let b={instancePath:t+"/h\
istory/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:m};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:t+"/history/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:pe.type,parentSchema:pe,data:m};e===null?e=[b]:e.push(b),s++}var jy=A===s,zr=k===s}}else{let ge={instancePath:t+"/history",schemaPath:"#/\
properties/history/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.history.type,parentSchema:h.properties.history,data:v};
e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.served!==void 0){let v=r.served,Fe=s,vt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(Object.keys(v).length<
1){let m={instancePath:t+"/served",schemaPath:"#/properties/served/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 p\
roperties",schema:1,parentSchema:h.properties.served,data:v};e===null?e=[m]:e.push(m),s++}let ge=s;for(let m in v)if(!(m==="list"||m==="remove")){let k={instancePath:t+
"/served",schemaPath:"#/properties/served/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:h.properties.served,data:v};e===null?e=[k]:e.push(k),s++}if(v.list!==void 0){let m=v.list,k=s,A=s;if(m&&typeof m=="object"&&!Array.
isArray(m)){if(m.told===void 0){let D={instancePath:t+"/served/list",schemaPath:"#/properties/served/properties/list/required",keyword:"required",params:{missingProperty:"\
told"},message:"must have required property 'told'",schema:h.properties.served.properties.list.required,parentSchema:h.properties.served.properties.list,data:m};
e===null?e=[D]:e.push(D),s++}let je=s;for(let D in m)if(!(D==="implied"||D==="told")){let b={instancePath:t+"/served/list",schemaPath:"#/properties/served/prope\
rties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.served.properties.list,data:m};e===null?e=[b]:e.push(b),s++}if(m.implied!==void 0){let D=m.implied,b=s,P=s;if(D&&typeof D=="object"&&!Array.isArray(D)){
let U=s;for(let Y in D){let G=D[Y],E=s;if(typeof G!="string"){let we={instancePath:t+"/served/list/implied/"+Y.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/served/properties/list/properties/implied/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.
served.properties.list.properties.implied.additionalProperties.type,parentSchema:h.properties.served.properties.list.properties.implied.additionalProperties,data:G};
e===null?e=[we]:e.push(we),s++}let j=s;var ss=E===s}}else{let U={instancePath:t+"/served/list/implied",schemaPath:"#/properties/served/properties/list/propertie\
s/implied/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.list.properties.implied.type,parentSchema:h.
properties.served.properties.list.properties.implied,data:D};e===null?e=[U]:e.push(U),s++}var Bd=b===s}if(m.told!==void 0){let D=m.told,b=s,P=s;if(Array.isArray(
D)){if(D.length<1){let E={instancePath:t+"/served/list/told",schemaPath:"#/properties/served/properties/list/properties/told/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.served.properties.list.properties.told,data:D};e===null?e=[E]:e.push(E),s++}
let Y=!0,G=D.length;for(let E=0;E<G;E++){let j=D[E],we=s,Me=s,Le=s,l=!1,ee=null,ve=s;if(j&&typeof j=="object"&&!Array.isArray(j)&&j.constant===void 0){let B={instancePath:t+
"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"const\
ant"},message:"must have required property 'constant'",schema:h.properties.served.properties.list.properties.told.items.oneOf[0].required,parentSchema:h.properties.
served.properties.list.properties.told.items.oneOf[0],data:j};e===null?e=[B]:e.push(B),s++}var Sa=ve===s;Sa&&(l=!0,ee=0);let dt=s;if(j&&typeof j=="object"&&!Array.
isArray(j)&&j.fact===void 0){let B={instancePath:t+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf/1/required",
keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.properties.served.properties.list.properties.told.items.
oneOf[1].required,parentSchema:h.properties.served.properties.list.properties.told.items.oneOf[1],data:j};e===null?e=[B]:e.push(B),s++}var Sa=dt===s;if(Sa&&l?(l=
!1,ee=[ee,1]):Sa&&(l=!0,ee=1),l)s=Le,e!==null&&(Le?e.length=Le:e=null);else{let B={instancePath:t+"/served/list/told/"+E,schemaPath:"#/properties/served/propert\
ies/list/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:ee},message:"must match exactly one schema in oneOf",schema:h.properties.served.properties.
list.properties.told.items.oneOf,parentSchema:h.properties.served.properties.list.properties.told.items,data:j};e===null?e=[B]:e.push(B),s++}if(j&&typeof j=="ob\
ject"&&!Array.isArray(j)){if(j.at===void 0){let p={instancePath:t+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/told/items/r\
equired",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.served.properties.list.properties.told.
items.required,parentSchema:h.properties.served.properties.list.properties.told.items,data:j};e===null?e=[p]:e.push(p),s++}let B=s;for(let p in j)if(!(p==="at"||
p==="constant"||p==="fact")){let q={instancePath:t+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/told/items/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.served.properties.
list.properties.told.items,data:j};e===null?e=[q]:e.push(q),s++}if(j.at!==void 0){let p=j.at,q=s,ne=s,ue=s;if(typeof p=="string"){if(!We.test(p)){let H={instancePath:t+
"/served/list/told/"+E+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:p};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:t+"/served/list/told/"+E+"/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:p};e===null?e=[H]:e.push(H),s++}var Zd=ne===
s,kr=q===s}if(j.fact!==void 0){let p=j.fact,q=s,ne=h.properties.served.properties.list.properties.told.items.properties.fact.enum;if(!(p==="first"||p==="last")){
let H={instancePath:t+"/served/list/told/"+E+"/fact",schemaPath:"#/properties/served/properties/list/properties/told/items/properties/fact/enum",keyword:"enum",
params:{allowedValues:h.properties.served.properties.list.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.
properties.served.properties.list.properties.told.items.properties.fact.enum,parentSchema:h.properties.served.properties.list.properties.told.items.properties.fact,
data:p};e===null?e=[H]:e.push(H),s++}var kr=q===s}}else{let B={instancePath:t+"/served/list/told/"+E,schemaPath:"#/properties/served/properties/list/properties/\
told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.list.properties.told.items.type,parentSchema:h.
properties.served.properties.list.properties.told.items,data:j};e===null?e=[B]:e.push(B),s++}var Gd=we===s;Gd||(Y=!1)}}else{let Y={instancePath:t+"/served/list/\
told",schemaPath:"#/properties/served/properties/list/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.served.
properties.list.properties.told.type,parentSchema:h.properties.served.properties.list.properties.told,data:D};e===null?e=[Y]:e.push(Y),s++}var Bd=b===s}}else{let je={
instancePath:t+"/served/list",schemaPath:"#/properties/served/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
served.properties.list.type,parentSchema:h.properties.served.properties.list,data:m};e===null?e=[je]:e.push(je),s++}var Qd=k===s}if(v.remove!==void 0){let m=v.remove,
k=s,A=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.method===void 0){let b={instancePath:t+"/served/remove",schemaPath:"#/properties/served/properties/rem\
ove/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.served.properties.remove.required,
parentSchema:h.properties.served.properties.remove,data:m};e===null?e=[b]:e.push(b),s++}if(m.path===void 0){let b={instancePath:t+"/served/remove",schemaPath:"#\
/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.
served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:m};e===null?e=[b]:e.push(b),s++}if(m.answer===void 0){let b={instancePath:t+
"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"answer"},message:"must have required pr\
operty 'answer'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:m};e===null?e=[b]:e.push(b),s++}if(m.
source===void 0){let b={instancePath:t+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,
data:m};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in m)if(!(b==="method"||b==="path"||b==="answer"||b==="source")){let P={instancePath:t+"/served/remove",schemaPath:"\
#/properties/served/properties/remove/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:h.properties.served.properties.remove,data:m};e===null?e=[P]:e.push(P),s++}if(m.method!==void 0){let b=m.method,P=s,U=h.properties.
served.properties.remove.properties.method.enum;if(!(b==="POST"||b==="DELETE")){let Y={instancePath:t+"/served/remove/method",schemaPath:"#/properties/served/pr\
operties/remove/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.served.properties.remove.properties.method.enum},message:"must be equa\
l to one of the allowed values",schema:h.properties.served.properties.remove.properties.method.enum,parentSchema:h.properties.served.properties.remove.properties.
method,data:b};e===null?e=[Y]:e.push(Y),s++}var Pn=P===s}if(m.path!==void 0){let b=m.path,P=s,U=s,Y=s;if(typeof b=="string"){if(!Nt.test(b)){let E={instancePath:t+
"/served/remove/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,data:b};
e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:t+"/served/remove/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:Ve.type,parentSchema:Ve,data:b};e===null?e=[E]:e.push(E),s++}var _a=U===s,Pn=P===s}if(m.answer!==void 0){let b=m.answer,P=s;rr(b,{instancePath:t+
"/served/remove/answer",parentData:m,parentDataProperty:"answer",rootData:i,dynamicAnchors:o})||(e=e===null?rr.errors:e.concat(rr.errors),s=e.length);var Pn=P===
s}if(m.source!==void 0){let b=m.source,P=s,U=s,Y=s;if(typeof b=="string"){if(le(b)<1){let E={instancePath:t+"/served/remove/source",schemaPath:"#/$defs/source/m\
inLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:b};e===null?e=[E]:e.push(E),s++}}else{
let E={instancePath:t+"/served/remove/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,
data:b};e===null?e=[E]:e.push(E),s++}var Ay=U===s,Pn=P===s}}else{let D={instancePath:t+"/served/remove",schemaPath:"#/properties/served/properties/remove/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.remove.type,parentSchema:h.properties.served.properties.remove,
data:m};e===null?e=[D]:e.push(D),s++}var Qd=k===s}}else{let ge={instancePath:t+"/served",schemaPath:"#/properties/served/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:h.properties.served.type,parentSchema:h.properties.served,data:v};e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.cancel!==
void 0){let v=r.cancel,Fe=s,vt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.method===void 0){let m={instancePath:t+"/cancel",schemaPath:"#/properties/can\
cel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.cancel.required,parentSchema:h.
properties.cancel,data:v};e===null?e=[m]:e.push(m),s++}if(v.path===void 0){let m={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"re\
quired",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:v};
e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:v};e===null?e=[m]:e.push(m),s++}
let ge=s;for(let m in v)if(!(m==="method"||m==="path"||m==="headers"||m==="body"||m==="from"||m==="proves"||m==="source")){let k={instancePath:t+"/cancel",schemaPath:"\
#/properties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel,data:v};e===null?e=[k]:e.push(k),s++}if(v.method!==void 0){let m=v.method,k=s,A=h.properties.cancel.properties.method.enum;if(!(m==="GET"||m===
"POST"||m==="PUT"||m==="DELETE")){let je={instancePath:t+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:h.
properties.cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.properties.cancel.properties.method.enum,parentSchema:h.
properties.cancel.properties.method,data:m};e===null?e=[je]:e.push(je),s++}var Yt=k===s}if(v.path!==void 0){let m=v.path,k=s,A=s,je=s;if(typeof m=="string"){if(!Nt.
test(m)){let b={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ve,data:m};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Ve.type,parentSchema:Ve,data:m};e===null?e=[b]:e.push(b),s++}var Ty=A===s,Yt=k===s}if(v.headers!==void 0){let m=v.headers,
k=s,A=s,je=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length<1){let P={instancePath:t+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/m\
inProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:ht,data:m};e===null?e=[P]:e.push(P),
s++}for(let P in m){let U=s;if(typeof P=="string"&&!Gt.test(P)){let Y={instancePath:t+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames/pattern",
keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:ht.propertyNames,
data:P,propertyName:P};e===null?e=[Y]:e.push(Y),s++}var As=U===s;if(!As){let Y={instancePath:t+"/cancel/headers",schemaPath:"#/$defs/fixedHeaders/propertyNames",
keyword:"propertyNames",params:{propertyName:P},message:"property name must be valid",schema:ht.propertyNames,parentSchema:ht,data:m};e===null?e=[Y]:e.push(Y),s++}}
let b=s;for(let P in m){let U=m[P],Y=s,G=s;if(typeof U=="string"){if(!xn.test(U)){let E={instancePath:t+"/cancel/headers/"+P.replace(/~/g,"~0").replace(/\//g,"~\
1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7\
e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:ht.additionalProperties,data:U};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:t+"/cancel/headers/"+P.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/fixedHeaders/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ht.
additionalProperties.type,parentSchema:ht.additionalProperties,data:U};e===null?e=[E]:e.push(E),s++}var Ny=Y===s}}else{let b={instancePath:t+"/cancel/headers",schemaPath:"\
#/$defs/fixedHeaders/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ht.type,parentSchema:ht,data:m};e===null?e=[b]:e.push(b),s++}var Ry=A===
s,Yt=k===s}if(v.body!==void 0){let m=v.body,k=s;rr(m,{instancePath:t+"/cancel/body",parentData:v,parentDataProperty:"body",rootData:i,dynamicAnchors:o})||(e=e===
null?rr.errors:e.concat(rr.errors),s=e.length);var Yt=k===s}if(v.from!==void 0){let m=v.from,k=s,A=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(m.words===void 0){
let b={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must\
 have required property 'words'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:m};e===null?e=[b]:e.push(
b),s++}if(m.source===void 0){let b={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:m};
e===null?e=[b]:e.push(b),s++}let D=s;for(let b in m)if(!(b==="words"||b==="source")){let P={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/proper\
ties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel.properties.from,data:m};e===null?e=[P]:e.push(P),s++}if(m.words!==void 0){let b=m.words,P=s,U=s,Y=s;if(Array.isArray(b)){if(b.length<1){let Le={
instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Pt,data:b};e===null?e=[Le]:e.push(Le),s++}let G=!0,E=b.length;for(let Le=0;Le<E;Le++){let l=b[Le],ee=s,ve=s;if(typeof l=="string"){if(le(l)<1){let dt={
instancePath:t+"/cancel/from/words/"+Le,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:Pt.items,data:l};e===null?e=[dt]:e.push(dt),s++}}else{let dt={instancePath:t+"/cancel/from/words/"+Le,schemaPath:"#/$defs/words/it\
ems/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Pt.items.type,parentSchema:Pt.items,data:l};e===null?e=[dt]:e.push(dt),s++}var Xd=ee===
s;Xd||(G=!1)}let j,we=b.length,Me;if(j=!0,we>1){let Le={};for(;we--;){let l=b[we];if(typeof l=="string"){if(typeof Le[l]=="number"){Me=Le[l];let ee={instancePath:t+
"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:we,j:Me},message:"must NOT have duplicate items (items ## "+Me+" and\
 "+we+" are identical)",schema:!0,parentSchema:Pt,data:b};e===null?e=[ee]:e.push(ee),s++,j=!1;break}Le[l]=we}}}}else{let G={instancePath:t+"/cancel/from/words",
schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Pt.type,parentSchema:Pt,data:b};e===null?e=[G]:e.push(G),s++}
var Ly=U===s,Ts=P===s}if(m.source!==void 0){let b=m.source,P=s,U=s,Y=s;if(typeof b=="string"){if(le(b)<1){let E={instancePath:t+"/cancel/from/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:b};e===null?e=[E]:e.
push(E),s++}}else{let E={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.
type,parentSchema:pe,data:b};e===null?e=[E]:e.push(E),s++}var lo=U===s,Ts=P===s}}else{let D={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/prope\
rties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.from.type,parentSchema:h.properties.cancel.
properties.from,data:m};e===null?e=[D]:e.push(D),s++}var Yt=k===s}if(v.proves!==void 0){let m=v.proves,k=s,A=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.
keys(m).length<2){let b={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},
message:"must NOT have fewer than 2 properties",schema:2,parentSchema:h.properties.cancel.properties.proves,data:m};e===null?e=[b]:e.push(b),s++}if(m.source===void 0){
let b={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.cancel.properties.proves.required,parentSchema:h.properties.cancel.properties.proves,data:m};e===null?
e=[b]:e.push(b),s++}let D=s;for(let b in m)if(!(b==="answer"||b==="query"||b==="source")){let P={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel\
/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel.properties.proves,data:m};e===null?e=[P]:e.push(P),s++}if(m.answer!==void 0){let b=m.answer,P=s,U=s;if(b&&typeof b=="object"&&!Array.isArray(b)){
if(b.at===void 0){let G={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",
params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.
properties.cancel.properties.proves.properties.answer,data:b};e===null?e=[G]:e.push(G),s++}if(b.words===void 0){let G={instancePath:t+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'word\
s'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:b};e===null?
e=[G]:e.push(G),s++}let Y=s;for(let G in b)if(!(G==="at"||G==="words")){let E={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties\
/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,
parentSchema:h.properties.cancel.properties.proves.properties.answer,data:b};e===null?e=[E]:e.push(E),s++}if(b.at!==void 0){let G=b.at,E=s,j=s,we=s;if(typeof G==
"string"){if(!We.test(G)){let Me={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[\
01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:G};e===null?e=[Me]:e.push(Me),s++}}else{let Me={
instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:G};e===null?e=[Me]:e.push(Me),s++}var Iy=j===s,Yd=E===s}if(b.words!==void 0){let G=b.words,E=s,j=s,we=s;if(Array.isArray(G)){if(G.length<1){let B={instancePath:t+
"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Pt,
data:G};e===null?e=[B]:e.push(B),s++}let Le=!0,l=G.length;for(let B=0;B<l;B++){let p=G[B],q=s,ne=s;if(typeof p=="string"){if(le(p)<1){let ue={instancePath:t+"/c\
ancel/proves/answer/words/"+B,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Pt.items,data:p};e===null?e=[ue]:e.push(ue),s++}}else{let ue={instancePath:t+"/cancel/proves/answer/words/"+B,schemaPath:"#/$defs/words/items/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:Pt.items.type,parentSchema:Pt.items,data:p};e===null?e=[ue]:e.push(ue),s++}var Tr=q===s;Tr||
(Le=!1)}let ee,ve=G.length,dt;if(ee=!0,ve>1){let B={};for(;ve--;){let p=G[ve];if(typeof p=="string"){if(typeof B[p]=="number"){dt=B[p];let q={instancePath:t+"/c\
ancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:ve,j:dt},message:"must NOT have duplicate items (items ## "+dt+
" and "+ve+" are identical)",schema:!0,parentSchema:Pt,data:G};e===null?e=[q]:e.push(q),s++,ee=!1;break}B[p]=ve}}}}else{let Le={instancePath:t+"/cancel/proves/a\
nswer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Pt.type,parentSchema:Pt,data:G};e===null?e=[Le]:
e.push(Le),s++}var ec=j===s,Yd=E===s}}else{let Y={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.properties.answer.type,parentSchema:h.properties.
cancel.properties.proves.properties.answer,data:b};e===null?e=[Y]:e.push(Y),s++}var uo=P===s}if(m.query!==void 0){let b=m.query,P=s,U=s,Y=s;if(Array.isArray(b)){
if(b.length<1){let l={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer\
 than 1 items",schema:1,parentSchema:Pt,data:b};e===null?e=[l]:e.push(l),s++}let E=!0,j=b.length;for(let l=0;l<j;l++){let ee=b[l],ve=s,dt=s;if(typeof ee=="strin\
g"){if(le(ee)<1){let B={instancePath:t+"/cancel/proves/query/"+l,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must N\
OT have fewer than 1 characters",schema:1,parentSchema:Pt.items,data:ee};e===null?e=[B]:e.push(B),s++}}else{let B={instancePath:t+"/cancel/proves/query/"+l,schemaPath:"\
#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Pt.items.type,parentSchema:Pt.items,data:ee};e===null?e=[B]:e.push(
B),s++}var tc=ve===s;tc||(E=!1)}let we,Me=b.length,Le;if(we=!0,Me>1){let l={};for(;Me--;){let ee=b[Me];if(typeof ee=="string"){if(typeof l[ee]=="number"){Le=l[ee];
let ve={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Me,j:Le},message:"must NOT have duplicate i\
tems (items ## "+Le+" and "+Me+" are identical)",schema:!0,parentSchema:Pt,data:b};e===null?e=[ve]:e.push(ve),s++,we=!1;break}l[ee]=Me}}}}else{let E={instancePath:t+
"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Pt.type,parentSchema:Pt,data:b};e===null?
e=[E]:e.push(E),s++}var rc=U===s,uo=P===s}if(m.source!==void 0){let b=m.source,P=s,U=s,Y=s;if(typeof b=="string"){if(le(b)<1){let E={instancePath:t+"/cancel/pro\
ves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:b};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:pe.type,parentSchema:pe,data:b};e===null?e=[E]:e.push(E),s++}var sc=U===s,uo=P===s}}else{let D={instancePath:t+"/cancel/proves",
schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.
type,parentSchema:h.properties.cancel.properties.proves,data:m};e===null?e=[D]:e.push(D),s++}var Yt=k===s}if(v.source!==void 0){let m=v.source,k=s,A=s,je=s;if(typeof m==
"string"){if(le(m)<1){let b={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:pe,data:m};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:m};e===null?e=[b]:e.push(b),s++}var Ey=A===s,Yt=k===s}}else{
let ge={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.
type,parentSchema:h.properties.cancel,data:v};e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.status!==void 0){let v=r.status,Fe=s,vt=s;if(v&&typeof v=="object"&&
!Array.isArray(v)){if(v.at===void 0){let m={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:h.properties.status.required,parentSchema:h.properties.status,data:v};e===null?e=[m]:e.push(m),s++}if(v.states===
void 0){let m={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have requir\
ed property 'states'",schema:h.properties.status.required,parentSchema:h.properties.status,data:v};e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:t+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.status.required,parentSchema:h.properties.status,data:v};e===null?e=[m]:e.push(m),s++}let ge=s;for(let m in v)if(!(m==="at"||m==="states"||m==="as"||
m==="absent"||m==="cases"||m==="source")){let k={instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:m},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status,data:v};e===null?e=[k]:e.push(k),s++}if(v.at!==void 0){
let m=v.at,k=s,A=s,je=s;if(typeof m=="string"){if(!We.test(m)){let D={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:m};e===null?e=[D]:e.push(D),
s++}}else{let D={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:m};e===null?e=[D]:e.push(D),s++}var $n=A===s,Ns=k===s}if(v.states!==void 0){let m=v.states,k=s,A=s;if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(
m).length<1){let b={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:h.properties.status.properties.states,data:m};e===null?e=[b]:e.push(b),s++}let D=s;for(let b in m){
let P=m[b],U=s,Y=s,G=tr.enum;if(!(P==="queued"||P==="processing"||P==="completed"||P==="failed"||P==="expired"||P==="cancelled"||P==="unknown")){let E={instancePath:t+
"/status/states/"+b.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:tr.enum},message:"must be equal \
to one of the allowed values",schema:tr.enum,parentSchema:tr,data:P};e===null?e=[E]:e.push(E),s++}var Sn=Y===s,My=U===s}}else{let D={instancePath:t+"/status/sta\
tes",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.
states.type,parentSchema:h.properties.status.properties.states,data:m};e===null?e=[D]:e.push(D),s++}var Ns=k===s}if(v.as!==void 0){let m=v.as,k=s,A=h.properties.
status.properties.as.enum;if(!(m==="number"||m==="boolean")){let D={instancePath:t+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enu\
m",params:{allowedValues:h.properties.status.properties.as.enum},message:"must be equal to one of the allowed values",schema:h.properties.status.properties.as.enum,
parentSchema:h.properties.status.properties.as,data:m};e===null?e=[D]:e.push(D),s++}var Ns=k===s}if(v.absent!==void 0){let m=v.absent,k=s,A=s,je=tr.enum;if(!(m===
"queued"||m==="processing"||m==="completed"||m==="failed"||m==="expired"||m==="cancelled"||m==="unknown")){let b={instancePath:t+"/status/absent",schemaPath:"#/\
$defs/state/enum",keyword:"enum",params:{allowedValues:tr.enum},message:"must be equal to one of the allowed values",schema:tr.enum,parentSchema:tr,data:m};e===
null?e=[b]:e.push(b),s++}var Fy=A===s,Ns=k===s}if(v.cases!==void 0){let m=v.cases,k=s,A=s;if(Array.isArray(m)){if(m.length<1){let P={instancePath:t+"/status/cas\
es",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.
properties.status.properties.cases,data:m};e===null?e=[P]:e.push(P),s++}let D=!0,b=m.length;for(let P=0;P<b;P++){let U=m[P],Y=s,G=s;if(U&&typeof U=="object"&&!Array.
isArray(U)){if(U.when===void 0){let j={instancePath:t+"/status/cases/"+P,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{
missingProperty:"when"},message:"must have required property 'when'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.
properties.cases.items,data:U};e===null?e=[j]:e.push(j),s++}if(U.means===void 0){let j={instancePath:t+"/status/cases/"+P,schemaPath:"#/properties/status/proper\
ties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required property 'means'",schema:h.properties.status.properties.
cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:U};e===null?e=[j]:e.push(j),s++}let E=s;for(let j in U)if(!(j==="when"||j==="m\
eans")){let we={instancePath:t+"/status/cases/"+P,schemaPath:"#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:j},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status.properties.cases.items,data:U};e===null?e=[we]:e.
push(we),s++}if(U.when!==void 0){let j=U.when,we=s,Me=s;if(Array.isArray(j)){if(j.length<1){let ee={instancePath:t+"/status/cases/"+P+"/when",schemaPath:"#/prop\
erties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.
properties.status.properties.cases.items.properties.when,data:j};e===null?e=[ee]:e.push(ee),s++}let Le=!0,l=j.length;for(let ee=0;ee<l;ee++){let ve=j[ee],dt=s,B=s,
p=s,q=!1,ne=null,ue=s;if(ve&&typeof ve=="object"&&!Array.isArray(ve)&&ve.is===void 0){let y={instancePath:t+"/status/cases/"+P+"/when/"+ee,schemaPath:"#/propert\
ies/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property \
'is'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:h.properties.status.properties.cases.items.properties.
when.items.oneOf[0],data:ve};e===null?e=[y]:e.push(y),s++}var xa=ue===s;xa&&(q=!0,ne=0);let H=s;if(ve&&typeof ve=="object"&&!Array.isArray(ve)&&ve.present===void 0){
let y={instancePath:t+"/status/cases/"+P+"/when/"+ee,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"present"},message:"must have required property 'present'",schema:h.properties.status.properties.cases.items.properties.when.items.
oneOf[1].required,parentSchema:h.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:ve};e===null?e=[y]:e.push(y),s++}var xa=H===s;if(xa&&
q?(q=!1,ne=[ne,1]):xa&&(q=!0,ne=1),q)s=p,e!==null&&(p?e.length=p:e=null);else{let y={instancePath:t+"/status/cases/"+P+"/when/"+ee,schemaPath:"#/properties/stat\
us/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:ne},message:"must match exactly one schema in oneOf",schema:h.properties.
status.properties.cases.items.properties.when.items.oneOf,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:ve};e===null?e=[y]:
e.push(y),s++}if(ve&&typeof ve=="object"&&!Array.isArray(ve)){if(ve.at===void 0){let T={instancePath:t+"/status/cases/"+P+"/when/"+ee,schemaPath:"#/properties/s\
tatus/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.
properties.status.properties.cases.items.properties.when.items.required,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:ve};e===
null?e=[T]:e.push(T),s++}let y=s;for(let T in ve)if(!(T==="at"||T==="is"||T==="present")){let ae={instancePath:t+"/status/cases/"+P+"/when/"+ee,schemaPath:"#/pr\
operties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:T},message:"must NO\
T have additional properties",schema:!1,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:ve};e===null?e=[ae]:e.push(ae),s++}if(ve.
at!==void 0){let T=ve.at,ae=s,ie=s,S=s;if(typeof T=="string"){if(!We.test(T)){let w={instancePath:t+"/status/cases/"+P+"/when/"+ee+"/at",schemaPath:"#/$defs/poi\
nter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,
data:T};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:t+"/status/cases/"+P+"/when/"+ee+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:K.type,parentSchema:K,data:T};e===null?e=[w]:e.push(w),s++}var Vy=ie===s,as=ae===s}if(ve.is!==void 0){let T=ve.is,ae=s,
ie=s;if(Array.isArray(T)){if(T.length<1){let w={instancePath:t+"/status/cases/"+P+"/when/"+ee+"/is",schemaPath:"#/properties/status/properties/cases/items/prope\
rties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.status.
properties.cases.items.properties.when.items.properties.is,data:T};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:t+"/status/cases/"+P+"/when/"+ee+"/is",
schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.
properties.status.properties.cases.items.properties.when.items.properties.is.type,parentSchema:h.properties.status.properties.cases.items.properties.when.items.
properties.is,data:T};e===null?e=[w]:e.push(w),s++}var as=ae===s}if(ve.present!==void 0){let T=ve.present,ae=s;if(typeof T!="boolean"){let w={instancePath:t+"/s\
tatus/cases/"+P+"/when/"+ee+"/present",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{
type:"boolean"},message:"must be boolean",schema:h.properties.status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.properties.present,data:T};e===null?e=[w]:e.push(w),s++}let ie=s;var as=ae===s}}else{let y={instancePath:t+"\
/status/cases/"+P+"/when/"+ee,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.status.properties.cases.items.properties.when.items.type,parentSchema:h.properties.status.properties.cases.items.properties.
when.items,data:ve};e===null?e=[y]:e.push(y),s++}var ac=dt===s;ac||(Le=!1)}}else{let Le={instancePath:t+"/status/cases/"+P+"/when",schemaPath:"#/properties/stat\
us/properties/cases/items/properties/when/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.
when.type,parentSchema:h.properties.status.properties.cases.items.properties.when,data:j};e===null?e=[Le]:e.push(Le),s++}var nc=we===s}if(U.means!==void 0){let j=U.
means,we=s,Me=s,Le=tr.enum;if(!(j==="queued"||j==="processing"||j==="completed"||j==="failed"||j==="expired"||j==="cancelled"||j==="unknown")){let ee={instancePath:t+
"/status/cases/"+P+"/means",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:tr.enum},message:"must be equal to one of the allowed values",schema:tr.
enum,parentSchema:tr,data:j};e===null?e=[ee]:e.push(ee),s++}var zy=Me===s,nc=we===s}}else{let E={instancePath:t+"/status/cases/"+P,schemaPath:"#/properties/stat\
us/properties/cases/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.cases.items.type,parentSchema:h.
properties.status.properties.cases.items,data:U};e===null?e=[E]:e.push(E),s++}var qa=Y===s;qa||(D=!1)}}else{let D={instancePath:t+"/status/cases",schemaPath:"#/\
properties/status/properties/cases/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.type,parentSchema:h.
properties.status.properties.cases,data:m};e===null?e=[D]:e.push(D),s++}var Ns=k===s}if(v.source!==void 0){let m=v.source,k=s,A=s,je=s;if(typeof m=="string"){if(le(
m)<1){let b={instancePath:t+"/status/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:pe,data:m};e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:m};e===null?e=[b]:e.push(b),s++}var ns=A===s,Ns=k===s}}else{let ge={instancePath:t+
"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.type,parentSchema:h.properties.
status,data:v};e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.progress!==void 0){let v=r.progress,Fe=s,vt=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.
at===void 0){let m={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have r\
equired property 'at'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:v};e===null?e=[m]:e.push(m),s++}if(v.of===void 0){let m={instancePath:t+
"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:h.properties.
progress.required,parentSchema:h.properties.progress,data:v};e===null?e=[m]:e.push(m),s++}if(v.source===void 0){let m={instancePath:t+"/progress",schemaPath:"#/\
properties/progress/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.progress.required,
parentSchema:h.properties.progress,data:v};e===null?e=[m]:e.push(m),s++}let ge=s;for(let m in v)if(!(m==="at"||m==="of"||m==="source")){let k={instancePath:t+"/\
progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:m},message:"must NOT have additional\
 properties",schema:!1,parentSchema:h.properties.progress,data:v};e===null?e=[k]:e.push(k),s++}if(v.at!==void 0){let m=v.at,k=s,A=s,je=s;if(typeof m=="string"){
if(!We.test(m)){let D={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mus\
t match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:m};e===null?e=[D]:e.push(D),s++}}else{let D={instancePath:t+"/progress\
/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:m};e===null?e=[D]:e.push(
D),s++}var Uy=A===s,ho=k===s}if(v.of!==void 0){let m=v.of,k=s,A=s;if(typeof m=="number"){if(m<=0||isNaN(m)){let D={instancePath:t+"/progress/of",schemaPath:"#/p\
roperties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:h.properties.
progress.properties.of,data:m};e===null?e=[D]:e.push(D),s++}}else{let D={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"\
type",params:{type:"number"},message:"must be number",schema:h.properties.progress.properties.of.type,parentSchema:h.properties.progress.properties.of,data:m};e===
null?e=[D]:e.push(D),s++}var ho=k===s}if(v.source!==void 0){let m=v.source,k=s,A=s,je=s;if(typeof m=="string"){if(le(m)<1){let b={instancePath:t+"/progress/sour\
ce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:m};
e===null?e=[b]:e.push(b),s++}}else{let b={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:pe.type,parentSchema:pe,data:m};e===null?e=[b]:e.push(b),s++}var Jy=A===s,ho=k===s}}else{let ge={instancePath:t+"/progress",schemaPath:"#/pro\
perties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.progress.type,parentSchema:h.properties.progress,data:v};
e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.results!==void 0){let v=r.results,Fe=s;ps(v,{instancePath:t+"/results",parentData:r,parentDataProperty:"results",
rootData:i,dynamicAnchors:o})||(e=e===null?ps.errors:e.concat(ps.errors),s=e.length);var g=Fe===s}if(r.message!==void 0){let v=r.message,Fe=s;xt(v,{instancePath:t+
"/message",parentData:r,parentDataProperty:"message",rootData:i,dynamicAnchors:o})||(e=e===null?xt.errors:e.concat(xt.errors),s=e.length);var g=Fe===s}if(r.code!==
void 0){let v=r.code,Fe=s;xt(v,{instancePath:t+"/code",parentData:r,parentDataProperty:"code",rootData:i,dynamicAnchors:o})||(e=e===null?xt.errors:e.concat(xt.errors),
s=e.length);var g=Fe===s}if(r.seconds!==void 0){let v=r.seconds,Fe=s,vt=s,os=s;if(typeof v=="string"){if(!We.test(v)){let m={instancePath:t+"/seconds",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:K,data:v};e===null?e=[m]:e.push(m),s++}}else{let m={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:K.type,parentSchema:K,data:v};e===null?e=[m]:e.push(m),s++}var Dy=vt===s,g=Fe===s}if(r.secondsAs!==void 0){let v=r.secondsAs,
Fe=s;if(v!=="string"){let os={instancePath:t+"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must\
 be equal to constant",schema:"string",parentSchema:h.properties.secondsAs,data:v};e===null?e=[os]:e.push(os),s++}var g=Fe===s}if(r.usage!==void 0){let v=r.usage,
Fe=s,vt=s;if(Array.isArray(v)){let ge=!0,m=v.length;for(let k=0;k<m;k++){let A=v[k],je=s,D=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.at===void 0){let P={
instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:A};e===null?e=[P]:e.push(P),s++}if(A.unit===void 0){let P={instancePath:t+
"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:h.
properties.usage.items.required,parentSchema:h.properties.usage.items,data:A};e===null?e=[P]:e.push(P),s++}if(A.source===void 0){let P={instancePath:t+"/usage/"+
k,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
usage.items.required,parentSchema:h.properties.usage.items,data:A};e===null?e=[P]:e.push(P),s++}let b=s;for(let P in A)if(!(P==="at"||P==="unit"||P==="source")){
let U={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.usage.items,data:A};e===null?e=[U]:e.push(U),s++}if(A.at!==void 0){let P=A.at,U=s,Y=s,G=s;
if(typeof P=="string"){if(!We.test(P)){let E={instancePath:t+"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]\
|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:P};e===null?e=[E]:e.push(E),s++}}else{let E={
instancePath:t+"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:P};
e===null?e=[E]:e.push(E),s++}var fo=Y===s,yo=U===s}if(A.unit!==void 0){let P=A.unit,U=s,Y=s;if(typeof P=="string"){if(le(P)<1){let E={instancePath:t+"/usage/"+k+
"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:h.properties.usage.items.properties.unit,data:P};e===null?e=[E]:e.push(E),s++}}else{let E={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/propert\
ies/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.usage.items.properties.unit.type,parentSchema:h.
properties.usage.items.properties.unit,data:P};e===null?e=[E]:e.push(E),s++}var yo=U===s}if(A.source!==void 0){let P=A.source,U=s,Y=s,G=s;if(typeof P=="string"){
if(le(P)<1){let j={instancePath:t+"/usage/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer \
than 1 characters",schema:1,parentSchema:pe,data:P};e===null?e=[j]:e.push(j),s++}}else{let j={instancePath:t+"/usage/"+k+"/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:P};e===null?e=[j]:e.push(j),s++}var Rs=Y===s,yo=U===s}}else{
let b={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
usage.items.type,parentSchema:h.properties.usage.items,data:A};e===null?e=[b]:e.push(b),s++}var go=je===s;go||(ge=!1)}}else{let ge={instancePath:t+"/usage",schemaPath:"\
#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.usage.type,parentSchema:h.properties.usage,data:v};e===
null?e=[ge]:e.push(ge),s++}var g=Fe===s}if(r.told!==void 0){let v=r.told,Fe=s,vt=s;if(Array.isArray(v)){let ge=!0,m=v.length;for(let k=0;k<m;k++){let A=v[k],je=s,
D=s,b=s,P=!1,U=null,Y=s;if(A&&typeof A=="object"&&!Array.isArray(A)&&A.link===void 0){let E={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf\
/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required property 'link'",schema:h.properties.told.items.oneOf[0].required,parentSchema:h.
properties.told.items.oneOf[0],data:A};e===null?e=[E]:e.push(E),s++}var er=Y===s;er&&(P=!0,U=0);let G=s;if(A&&typeof A=="object"&&!Array.isArray(A)&&A.constant===
void 0){let E={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"m\
ust have required property 'constant'",schema:h.properties.told.items.oneOf[1].required,parentSchema:h.properties.told.items.oneOf[1],data:A};e===null?e=[E]:e.push(
E),s++}var er=G===s;if(er&&P)P=!1,U=[U,1];else{er&&(P=!0,U=1);let E=s;if(A&&typeof A=="object"&&!Array.isArray(A)&&A.fact===void 0){let we={instancePath:t+"/tol\
d/"+k,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:h.
properties.told.items.oneOf[2].required,parentSchema:h.properties.told.items.oneOf[2],data:A};e===null?e=[we]:e.push(we),s++}var er=E===s;if(er&&P)P=!1,U=[U,2];else{
er&&(P=!0,U=2);let we=s;if(A&&typeof A=="object"&&!Array.isArray(A)&&A.sent===void 0){let Le={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneO\
f/3/required",keyword:"required",params:{missingProperty:"sent"},message:"must have required property 'sent'",schema:h.properties.told.items.oneOf[3].required,parentSchema:h.
properties.told.items.oneOf[3],data:A};e===null?e=[Le]:e.push(Le),s++}var er=we===s;er&&P?(P=!1,U=[U,3]):er&&(P=!0,U=3)}}if(P)s=b,e!==null&&(b?e.length=b:e=null);else{
let E={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:U},message:"must match exactly one schema in \
oneOf",schema:h.properties.told.items.oneOf,parentSchema:h.properties.told.items,data:A};e===null?e=[E]:e.push(E),s++}if(A&&typeof A=="object"&&!Array.isArray(A)){
if(A.at===void 0){let j={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must \
have required property 'at'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:A};e===null?e=[j]:e.push(j),s++}if(A.in===void 0){
let j={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must have required prop\
erty 'in'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:A};e===null?e=[j]:e.push(j),s++}if(A.source===void 0){let j={instancePath:t+
"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.told.items.required,parentSchema:h.properties.told.items,data:A};e===null?e=[j]:e.push(j),s++}let E=s;for(let j in A)if(!(j==="at"||j==="in"||j==="li\
nk"||j==="constant"||j==="fact"||j==="sent"||j==="source")){let we={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:j},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items,data:A};e===null?
e=[we]:e.push(we),s++}if(A.at!==void 0){let j=A.at,we=s,Me=s,Le=s;if(typeof j=="string"){if(!We.test(j)){let l={instancePath:t+"/told/"+k+"/at",schemaPath:"#/$d\
efs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:K,data:j};e===null?e=[l]:e.push(l),s++}}else{let l={instancePath:t+"/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:K.type,parentSchema:K,data:j};e===null?e=[l]:e.push(l),s++}var Wy=Me===s,is=we===s}if(A.in!==void 0){let j=A.in,we=s,Me=h.
properties.told.items.properties.in.enum;if(!(j==="submit"||j==="query"||j==="both")){let l={instancePath:t+"/told/"+k+"/in",schemaPath:"#/properties/told/items\
/properties/in/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.in.enum},message:"must be equal to one of the allowed values",schema:h.
properties.told.items.properties.in.enum,parentSchema:h.properties.told.items.properties.in,data:j};e===null?e=[l]:e.push(l),s++}var is=we===s}if(A.link!==void 0){
let j=A.link,we=s,Me=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(j.path===void 0){let ee={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/\
items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.told.items.properties.
link.required,parentSchema:h.properties.told.items.properties.link,data:j};e===null?e=[ee]:e.push(ee),s++}let l=s;for(let ee in j)if(ee!=="path"){let ve={instancePath:t+
"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ee},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.told.items.properties.link,data:j};e===null?e=[ve]:e.push(ve),s++}if(j.path!==void 0){let ee=j.
path,ve=s,dt=s,B=s;if(typeof ee=="string"){if(!Nt.test(ee)){let p={instancePath:t+"/told/"+k+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{
pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,data:ee};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:t+"/told/"+k+"/link/\
path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ve.type,parentSchema:Ve,data:ee};e===null?e=[p]:e.push(
p),s++}var ic=dt===s,Cy=ve===s}}else{let l={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:h.properties.told.items.properties.link.type,parentSchema:h.properties.told.items.properties.link,data:j};e===null?e=[l]:
e.push(l),s++}var is=we===s}if(A.fact!==void 0){let j=A.fact,we=s,Me=h.properties.told.items.properties.fact.enum;if(!(j==="id"||j==="model"||j==="created"||j===
"completed"||j==="expires")){let l={instancePath:t+"/told/"+k+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:h.
properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.fact.enum,parentSchema:h.
properties.told.items.properties.fact,data:j};e===null?e=[l]:e.push(l),s++}var is=we===s}if(A.sent!==void 0){let j=A.sent,we=s,Me=s,Le=s;if(typeof j=="string"){
if(!We.test(j)){let ee={instancePath:t+"/told/"+k+"/sent",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:j};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:t+"/to\
ld/"+k+"/sent",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:j};e===null?e=
[ee]:e.push(ee),s++}var wo=Me===s,is=we===s}if(A.source!==void 0){let j=A.source,we=s,Me=s,Le=s;if(typeof j=="string"){if(le(j)<1){let ee={instancePath:t+"/told\
/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:j};e===null?e=[ee]:e.push(ee),s++}}else{let ee={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:pe.type,parentSchema:pe,data:j};e===null?e=[ee]:e.push(ee),s++}var oc=Me===s,is=we===s}}else{let E={instancePath:t+"/told/"+k,schemaPath:"\
#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.told.items.type,parentSchema:h.properties.told.
items,data:A};e===null?e=[E]:e.push(E),s++}var pc=je===s;pc||(ge=!1)}}else{let ge={instancePath:t+"/told",schemaPath:"#/properties/told/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:h.properties.told.type,parentSchema:h.properties.told,data:v};e===null?e=[ge]:e.push(ge),s++}var g=Fe===s}let dc;if(r.
list!==void 0){if(r.id===void 0){let v={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"id",
depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,parentSchema:h,data:r};e===null?
e=[v]:e.push(v),s++}if(r.query===void 0){let v={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"\
query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:h.dependentRequired,parentSchema:h,data:r};e===
null?e=[v]:e.push(v),s++}}}else{let Ur={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.type,parentSchema:h,
data:r};e===null?e=[Ur]:e.push(Ur),s++}return Vt.errors=e,s===0}Vt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function qn(r,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:i=r,dynamicAnchors:o={}}={}){let e=null,s=0,c=qn.evaluated;c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0);let f=s;
if(r&&typeof r=="object"&&!Array.isArray(r)){if(r.protocol===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"p\
rotocol"},message:"must have required property 'protocol'",schema:d.required,parentSchema:d,data:r};e===null?e=[l]:e.push(l),s++}if(r.title===void 0){let l={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:d.required,parentSchema:d,data:r};
e===null?e=[l]:e.push(l),s++}if(r.description===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"description"},
message:"must have required property 'description'",schema:d.required,parentSchema:d,data:r};e===null?e=[l]:e.push(l),s++}if(r.sources===void 0){let l={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:d.required,parentSchema:d,data:r};
e===null?e=[l]:e.push(l),s++}if(r.baseUrl===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"\
must have required property 'baseUrl'",schema:d.required,parentSchema:d,data:r};e===null?e=[l]:e.push(l),s++}if(r.authentication===void 0){let l={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:d.required,parentSchema:d,
data:r};e===null?e=[l]:e.push(l),s++}if(r.deadline===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},
message:"must have required property 'deadline'",schema:d.required,parentSchema:d,data:r};e===null?e=[l]:e.push(l),s++}if(r.poll===void 0){let l={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:d.required,parentSchema:d,data:r};
e===null?e=[l]:e.push(l),s++}if(r.operations===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:d.required,parentSchema:d,data:r};e===null?e=[l]:e.push(l),s++}if(r.errors===void 0){let l={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:d.required,parentSchema:d,data:r};e===null?
e=[l]:e.push(l),s++}let Le=s;for(let l in r)if(!Us.call(d.properties,l)){let ee={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:d,data:r};e===null?e=[ee]:e.push(ee),s++}if(r.$schema!==void 0){
let l=r.$schema,ee=s;if(typeof l!="string"){let dt={instancePath:t+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:d.properties.$schema.type,parentSchema:d.properties.$schema,data:l};e===null?e=[dt]:e.push(dt),s++}let ve=s;var u=ee===s}if(r.$comment!==
void 0){let l=r.$comment,ee=s,ve=s,dt=s;if(typeof l=="string"){if(le(l)<1){let p={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Rr,data:l};e===null?e=[p]:e.push(p),s++}}else{let p={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Rr.type,parentSchema:Rr,data:l};e===null?e=[
p]:e.push(p),s++}var g=ve===s,u=ee===s}if(r.protocol!==void 0){let l=r.protocol,ee=s,ve=s;if(typeof l=="string"){if(!Es.test(l)){let B={instancePath:t+"/protoco\
l",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[\
a-z][a-z0-9-]*$",parentSchema:d.properties.protocol,data:l};e===null?e=[B]:e.push(B),s++}}else{let B={instancePath:t+"/protocol",schemaPath:"#/properties/protoc\
ol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.protocol.type,parentSchema:d.properties.protocol,data:l};e===null?e=
[B]:e.push(B),s++}var u=ee===s}if(r.title!==void 0){let l=r.title,ee=s,ve=s;if(typeof l=="string"){if(le(l)<1){let B={instancePath:t+"/title",schemaPath:"#/prop\
erties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.title,data:l};e===
null?e=[B]:e.push(B),s++}}else{let B={instancePath:t+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.title.type,parentSchema:d.properties.title,data:l};e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.description!==void 0){let l=r.description,
ee=s,ve=s;if(typeof l=="string"){if(le(l)<1){let B={instancePath:t+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.description,data:l};e===null?e=[B]:e.push(B),s++}}else{let B={instancePath:t+
"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.description.type,parentSchema:d.
properties.description,data:l};e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.sources!==void 0){let l=r.sources,ee=s,ve=s;if(l&&typeof l=="object"&&!Array.isArray(
l)){if(Object.keys(l).length<1){let p={instancePath:t+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.sources,data:l};e===null?e=[p]:e.push(p),s++}let B=s;for(let p in l){let q=l[p],ne=s,ue=s,
H=!1,y=null,T=s,ae=s;if(q&&typeof q=="object"&&!Array.isArray(q)){if(q.package===void 0){let $={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~\
1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required pr\
operty 'package'",schema:d.properties.sources.additionalProperties.oneOf[0].required,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:q};e===
null?e=[$]:e.push($),s++}if(q.version===void 0){let $={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/addi\
tionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:d.properties.sources.
additionalProperties.oneOf[0].required,parentSchema:d.properties.sources.additionalProperties.oneOf[0],data:q};e===null?e=[$]:e.push($),s++}let w=s;for(let $ in q)
if(!($==="package"||$==="version")){let z={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProper\
ties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.sources.additionalProperties.oneOf[0],data:q};e===null?e=[z]:e.push(z),s++}if(q.package!==void 0){let $=q.package,z=s,X=s;if(typeof $=="string"){if(le(
$)<1){let N={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/proper\
ties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.sources.additionalProperties.
oneOf[0].properties.package,data:$};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.
additionalProperties.oneOf[0].properties.package.type,parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.package,data:$};e===null?e=[N]:
e.push(N),s++}var _=z===s}if(q.version!==void 0){let $=q.version,z=s,X=s;if(typeof $=="string"){if(!Xy.test($)){let W={instancePath:t+"/sources/"+p.replace(/~/g,
"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"\
^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:d.properties.sources.additionalProperties.oneOf[0].
properties.version,data:$};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.sources.
additionalProperties.oneOf[0].properties.version.type,parentSchema:d.properties.sources.additionalProperties.oneOf[0].properties.version,data:$};e===null?e=[W]:
e.push(W),s++}var _=z===s}}else{let w={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties\
/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.sources.additionalProperties.oneOf[0].type,parentSchema:d.properties.
sources.additionalProperties.oneOf[0],data:q};e===null?e=[w]:e.push(w),s++}var x=T===s;if(x){H=!0,y=0;var O=!0}let ie=s,S=s;if(q&&typeof q=="object"&&!Array.isArray(
q)){if(q.document===void 0){let $={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/one\
Of/1/required",keyword:"required",params:{missingProperty:"document"},message:"must have required property 'document'",schema:d.properties.sources.additionalProperties.
oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:q};e===null?e=[$]:e.push($),s++}if(q.url===void 0){let $={instancePath:t+
"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:d.properties.sources.additionalProperties.oneOf[1].required,parentSchema:d.properties.sources.additionalProperties.
oneOf[1],data:q};e===null?e=[$]:e.push($),s++}let w=s;for(let $ in q)if(!($==="document"||$==="url")){let z={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.sources.additionalProperties.oneOf[1],data:q};e===null?e=[z]:e.push(z),s++}if(q.document!==
void 0){let $=q.document,z=s,X=s;if(typeof $=="string"){if(le($)<1){let N={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.document,data:$};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:t+
"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:d.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:d.properties.
sources.additionalProperties.oneOf[1].properties.document,data:$};e===null?e=[N]:e.push(N),s++}var R=z===s}if(q.url!==void 0){let $=q.url,z=s,X=s;if(typeof $=="\
string"){if(!hc.test($)){let W={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.
sources.additionalProperties.oneOf[1].properties.url,data:$};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:d.properties.sources.additionalProperties.oneOf[1].properties.url,data:$};e===
null?e=[W]:e.push(W),s++}var R=z===s}}else{let w={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.sources.additionalProperties.oneOf[1].type,parentSchema:d.
properties.sources.additionalProperties.oneOf[1],data:q};e===null?e=[w]:e.push(w),s++}var x=ie===s;if(x&&H?(H=!1,y=[y,1]):x&&(H=!0,y=1,O!==!0&&(O=!0)),H)s=ue,e!==
null&&(ue?e.length=ue:e=null);else{let w={instancePath:t+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:y},message:"must match exactly one schema in oneOf",schema:d.properties.sources.additionalProperties.oneOf,parentSchema:d.
properties.sources.additionalProperties,data:q};e===null?e=[w]:e.push(w),s++}var L=ne===s}}else{let B={instancePath:t+"/sources",schemaPath:"#/properties/source\
s/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.sources.type,parentSchema:d.properties.sources,data:l};e===null?e=[B]:
e.push(B),s++}var u=ee===s}if(r.baseUrl!==void 0){let l=r.baseUrl,ee=s,ve=s;if(typeof l=="string"){if(!Yy.test(l)){let B={instancePath:t+"/baseUrl",schemaPath:"\
#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^h\
ttps://[^/]+(/.*[^/])?$",parentSchema:d.properties.baseUrl,data:l};e===null?e=[B]:e.push(B),s++}}else{let B={instancePath:t+"/baseUrl",schemaPath:"#/properties/\
baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.baseUrl.type,parentSchema:d.properties.baseUrl,data:l};e===null?
e=[B]:e.push(B),s++}var u=ee===s}if(r.authentication!==void 0){let l=r.authentication,ee=s,ve=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.in===void 0){let p={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,data:l};e===null?e=[p]:e.push(p),s++}if(l.name===void 0){let p={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===void 0){
let p={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:d.properties.authentication.required,parentSchema:d.properties.authentication,data:l};e===null?e=[p]:e.push(p),s++}let B=s;
for(let p in l)if(!(p==="in"||p==="name"||p==="prefix"||p==="token"||p==="source")){let q={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
authentication,data:l};e===null?e=[q]:e.push(q),s++}if(l.in!==void 0){let p=l.in,q=s,ne=d.properties.authentication.properties.in.enum;if(p!=="header"){let ue={
instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:d.properties.authentication.
properties.in.enum},message:"must be equal to one of the allowed values",schema:d.properties.authentication.properties.in.enum,parentSchema:d.properties.authentication.
properties.in,data:p};e===null?e=[ue]:e.push(ue),s++}var F=q===s}if(l.name!==void 0){let p=l.name,q=s,ne=s;if(typeof p=="string"){if(!Gt.test(p)){let H={instancePath:t+
"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must mat\
ch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.authentication.properties.name,data:p};e===null?e=[H]:e.push(H),s++}}else{let H={
instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:d.properties.authentication.properties.name.type,parentSchema:d.properties.authentication.properties.name,data:p};e===null?e=[H]:e.push(H),s++}var F=q===
s}if(l.prefix!==void 0){let p=l.prefix,q=s;if(typeof p!="string"){let H={instancePath:t+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.prefix.type,parentSchema:d.properties.
authentication.properties.prefix,data:p};e===null?e=[H]:e.push(H),s++}let ne=s;var F=q===s}if(l.token!==void 0){let p=l.token,q=s,ne=s,ue=!1,H=null,y=s,T=s;if(p&&
typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let $={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.properties.token.
oneOf[0].required,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[$]:e.push($),s++}if(p.seconds===void 0){let $={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:d.properties.authentication.properties.token.oneOf[0].required,parentSchema:d.properties.authentication.properties.
token.oneOf[0],data:p};e===null?e=[$]:e.push($),s++}let w=s;for(let $ in p)if(!($==="by"||$==="seconds"||$==="backdateSeconds")){let z={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.token.oneOf[0],data:p};e===null?e=[z]:e.push(z),s++}
if(p.by!==void 0){let $=p.by,z=s;if($!=="jwt-hs256"){let X={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:d.properties.authentication.
properties.token.oneOf[0].properties.by,data:$};e===null?e=[X]:e.push(X),s++}var ke=z===s}if(p.seconds!==void 0){let $=p.seconds,z=s;if(!(typeof $=="number"&&!($%
1)&&!isNaN($))){let W={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:d.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:$};e===null?e=[W]:e.push(W),s++}let X=s;if(typeof $=="number"){if($>86400||isNaN($)){
let W={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:$};e===null?e=[W]:e.push(W),s++}if($<10||isNaN($)){let W={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:d.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:$};e===null?e=[W]:e.push(W),s++}}var ke=z===s}if(p.backdateSeconds!==void 0){let $=p.backdateSeconds,
z=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let W={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:$};e===null?e=
[W]:e.push(W),s++}let X=s;if(typeof $=="number"){if($>3600||isNaN($)){let W={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:$};e===null?e=[W]:e.push(W),s++}if($<0||isNaN($)){let W={instancePath:t+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:d.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:$};e===
null?e=[W]:e.push(W),s++}}var ke=z===s}}else{let w={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.token.oneOf[0].type,parentSchema:d.properties.authentication.
properties.token.oneOf[0],data:p};e===null?e=[w]:e.push(w),s++}var V=y===s;if(V){ue=!0,H=0;var Q=!0}let ae=s,ie=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.
by===void 0){let $={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.properties.token.oneOf[1].required,parentSchema:d.properties.
authentication.properties.token.oneOf[1],data:p};e===null?e=[$]:e.push($),s++}if(p.scope===void 0){let $={instancePath:t+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:d.
properties.authentication.properties.token.oneOf[1].required,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[$]:e.push($),
s++}let w=s;for(let $ in p)if(!($==="by"||$==="scope")){let z={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[z]:e.push(z),s++}if(p.by!==void 0){let $=p.by,z=s;if($!=="google-service-account"){let X={
instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:d.properties.authentication.properties.token.oneOf[1].
properties.by,data:$};e===null?e=[X]:e.push(X),s++}var Z=z===s}if(p.scope!==void 0){let $=p.scope,z=s,X=s;if(typeof $=="string"){if(le($)<1){let W={instancePath:t+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.authentication.properties.token.oneOf[1].properties.scope,data:$};e===null?e=
[W]:e.push(W),s++}}else{let W={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:d.
properties.authentication.properties.token.oneOf[1].properties.scope,data:$};e===null?e=[W]:e.push(W),s++}var Z=z===s}}else{let w={instancePath:t+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.
authentication.properties.token.oneOf[1].type,parentSchema:d.properties.authentication.properties.token.oneOf[1],data:p};e===null?e=[w]:e.push(w),s++}var V=ae===
s;if(V&&ue)ue=!1,H=[H,1];else{V&&(ue=!0,H=1,Q!==!0&&(Q=!0));let w=s,$=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let N={instancePath:t+"/a\
uthentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must h\
ave required property 'by'",schema:d.properties.authentication.properties.token.oneOf[2].required,parentSchema:d.properties.authentication.properties.token.oneOf[2],
data:p};e===null?e=[N]:e.push(N),s++}if(p.url===void 0){let N={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.authentication.properties.token.
oneOf[2].required,parentSchema:d.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[N]:e.push(N),s++}let X=s;for(let N in p)if(!(N==="by"||
N==="url"||N==="scope"||N==="clientIn"||N==="clientHeader")){let W={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[W]:e.push(W),s++}if(p.by!==void 0){let N=p.by,W=s;if(N!=="oauth-client"){let te={instancePath:t+
"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"oauth-cli\
ent"},message:"must be equal to constant",schema:"oauth-client",parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.by,data:N};e===null?
e=[te]:e.push(te),s++}var qe=W===s}if(p.url!==void 0){let N=p.url,W=s,te=s;if(typeof N=="string"){if(!eg.test(N)){let Oe={instancePath:t+"/authentication/token/\
url",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#]+/[^?#]*$"},message:'\
must match pattern "^https://[^/?#]+/[^?#]*$"',schema:"^https://[^/?#]+/[^?#]*$",parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.url,
data:N};e===null?e=[Oe]:e.push(Oe),s++}}else{let Oe={instancePath:t+"/authentication/token/url",schemaPath:"#/properties/authentication/properties/token/oneOf/2\
/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.properties.token.oneOf[2].properties.url.
type,parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.url,data:N};e===null?e=[Oe]:e.push(Oe),s++}var qe=W===s}if(p.scope!==void 0){
let N=p.scope,W=s,te=s;if(typeof N=="string"){if(le(N)<1){let Oe={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/2/properties/scope/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.
authentication.properties.token.oneOf[2].properties.scope,data:N};e===null?e=[Oe]:e.push(Oe),s++}}else{let Oe={instancePath:t+"/authentication/token/scope",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.authentication.
properties.token.oneOf[2].properties.scope.type,parentSchema:d.properties.authentication.properties.token.oneOf[2].properties.scope,data:N};e===null?e=[Oe]:e.push(
Oe),s++}var qe=W===s}if(p.clientIn!==void 0){let N=p.clientIn,W=s,te=d.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum;if(!(N==="he\
ader"||N==="body")){let Oe={instancePath:t+"/authentication/token/clientIn",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/clientIn\
/enum",keyword:"enum",params:{allowedValues:d.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum},message:"must be equal to one of the\
 allowed values",schema:d.properties.authentication.properties.token.oneOf[2].properties.clientIn.enum,parentSchema:d.properties.authentication.properties.token.
oneOf[2].properties.clientIn,data:N};e===null?e=[Oe]:e.push(Oe),s++}var qe=W===s}if(p.clientHeader!==void 0){let N=p.clientHeader,W=s,te=s,oe=s;if(typeof N=="st\
ring"){if(!Gt.test(N)){let Ce={instancePath:t+"/authentication/token/clientHeader",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:kt,data:N};e===null?e=[Ce]:e.push(Ce),s++}}else{let Ce={
instancePath:t+"/authentication/token/clientHeader",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kt.
type,parentSchema:kt,data:N};e===null?e=[Ce]:e.push(Ce),s++}var xe=te===s,qe=W===s}}else{let X={instancePath:t+"/authentication/token",schemaPath:"#/properties/\
authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.token.
oneOf[2].type,parentSchema:d.properties.authentication.properties.token.oneOf[2],data:p};e===null?e=[X]:e.push(X),s++}var V=w===s;if(V&&ue)ue=!1,H=[H,2];else{V&&
(ue=!0,H=2,Q!==!0&&(Q=!0));let X=s,N=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let oe={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/3/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.
properties.authentication.properties.token.oneOf[3].required,parentSchema:d.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[oe]:e.push(oe),
s++}if(p.service===void 0){let oe={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/required",keyword:"re\
quired",params:{missingProperty:"service"},message:"must have required property 'service'",schema:d.properties.authentication.properties.token.oneOf[3].required,
parentSchema:d.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[oe]:e.push(oe),s++}let te=s;for(let oe in p)if(!(oe==="by"||oe==="service")){
let Oe={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:oe},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.authentication.properties.token.oneOf[3],data:p};
e===null?e=[Oe]:e.push(Oe),s++}if(p.by!==void 0){let oe=p.by,Oe=s;if(oe!=="aws-sigv4"){let Ce={instancePath:t+"/authentication/token/by",schemaPath:"#/propertie\
s/authentication/properties/token/oneOf/3/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be equal to constant",schema:"aws\
-sigv4",parentSchema:d.properties.authentication.properties.token.oneOf[3].properties.by,data:oe};e===null?e=[Ce]:e.push(Ce),s++}var it=Oe===s}if(p.service!==void 0){
let oe=p.service,Oe=s,Ce=s,fe=s;if(typeof oe=="string"){if(!Es.test(oe)){let Ee={instancePath:t+"/authentication/token/service",schemaPath:"#/$defs/signedServic\
e/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:Nr,data:oe};
e===null?e=[Ee]:e.push(Ee),s++}}else{let Ee={instancePath:t+"/authentication/token/service",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Nr.type,parentSchema:Nr,data:oe};e===null?e=[Ee]:e.push(Ee),s++}var M=Ce===s,it=Oe===s}}else{let te={instancePath:t+"/a\
uthentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/3/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.authentication.properties.token.oneOf[3].type,parentSchema:d.properties.authentication.properties.token.oneOf[3],data:p};e===null?e=[te]:e.push(te),s++}
var V=X===s;if(V&&ue)ue=!1,H=[H,3];else{V&&(ue=!0,H=3,Q!==!0&&(Q=!0));let te=s,oe=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let fe={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/required",keyword:"required",params:{missingProperty:"by"},message:"mus\
t have required property 'by'",schema:d.properties.authentication.properties.token.oneOf[4].required,parentSchema:d.properties.authentication.properties.token.oneOf[4],
data:p};e===null?e=[fe]:e.push(fe),s++}if(p.service===void 0){let fe={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/\
token/oneOf/4/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:d.properties.authentication.
properties.token.oneOf[4].required,parentSchema:d.properties.authentication.properties.token.oneOf[4],data:p};e===null?e=[fe]:e.push(fe),s++}let Ce=s;for(let fe in p)
if(!(fe==="by"||fe==="service"||fe==="region")){let J={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/a\
dditionalProperties",keyword:"additionalProperties",params:{additionalProperty:fe},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
authentication.properties.token.oneOf[4],data:p};e===null?e=[J]:e.push(J),s++}if(p.by!==void 0){let fe=p.by,J=s;if(fe!=="tc3-hmac-sha256"){let Ee={instancePath:t+
"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/4/properties/by/const",keyword:"const",params:{allowedValue:"tc3-hmac-\
sha256"},message:"must be equal to constant",schema:"tc3-hmac-sha256",parentSchema:d.properties.authentication.properties.token.oneOf[4].properties.by,data:fe};
e===null?e=[Ee]:e.push(Ee),s++}var de=J===s}if(p.service!==void 0){let fe=p.service,J=s,Ee=s,Ae=s;if(typeof fe=="string"){if(!Es.test(fe)){let Re={instancePath:t+
"/authentication/token/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^\
[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:Nr,data:fe};e===null?e=[Re]:e.push(Re),s++}}else{let Re={instancePath:t+"/authentication/token/servic\
e",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Nr.type,parentSchema:Nr,data:fe};e===null?e=[Re]:
e.push(Re),s++}var Ie=Ee===s,de=J===s}if(p.region!==void 0){let fe=p.region,J=s,Ee=s,Ae=s;if(typeof fe=="string"){if(!Es.test(fe)){let Re={instancePath:t+"/auth\
entication/token/region",schemaPath:"#/$defs/signedRegion/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-\
z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:Ls,data:fe};e===null?e=[Re]:e.push(Re),s++}}else{let Re={instancePath:t+"/authentication/token/region",schemaPath:"\
#/$defs/signedRegion/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ls.type,parentSchema:Ls,data:fe};e===null?e=[Re]:e.push(Re),s++}
var lt=Ee===s,de=J===s}}else{let Ce={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/4/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.token.oneOf[4].type,parentSchema:d.properties.authentication.properties.
token.oneOf[4],data:p};e===null?e=[Ce]:e.push(Ce),s++}var V=te===s;if(V&&ue)ue=!1,H=[H,4];else{V&&(ue=!0,H=4,Q!==!0&&(Q=!0));let Ce=s,fe=s;if(p&&typeof p=="obje\
ct"&&!Array.isArray(p)){if(p.by===void 0){let Ae={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/requir\
ed",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.authentication.properties.token.oneOf[5].required,
parentSchema:d.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[Ae]:e.push(Ae),s++}if(p.service===void 0){let Ae={instancePath:t+"/authen\
tication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/required",keyword:"required",params:{missingProperty:"service"},message:"must h\
ave required property 'service'",schema:d.properties.authentication.properties.token.oneOf[5].required,parentSchema:d.properties.authentication.properties.token.
oneOf[5],data:p};e===null?e=[Ae]:e.push(Ae),s++}if(p.region===void 0){let Ae={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/pro\
perties/token/oneOf/5/required",keyword:"required",params:{missingProperty:"region"},message:"must have required property 'region'",schema:d.properties.authentication.
properties.token.oneOf[5].required,parentSchema:d.properties.authentication.properties.token.oneOf[5],data:p};e===null?e=[Ae]:e.push(Ae),s++}let Ee=s;for(let Ae in p)
if(!(Ae==="by"||Ae==="service"||Ae==="region")){let et={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/\
additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Ae},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
authentication.properties.token.oneOf[5],data:p};e===null?e=[et]:e.push(et),s++}if(p.by!==void 0){let Ae=p.by,et=s;if(Ae!=="hmac-sha256-v4"){let Re={instancePath:t+
"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/5/properties/by/const",keyword:"const",params:{allowedValue:"hmac-sha2\
56-v4"},message:"must be equal to constant",schema:"hmac-sha256-v4",parentSchema:d.properties.authentication.properties.token.oneOf[5].properties.by,data:Ae};e===
null?e=[Re]:e.push(Re),s++}var ce=et===s}if(p.service!==void 0){let Ae=p.service,et=s,Re=s,Ke=s;if(typeof Ae=="string"){if(!Es.test(Ae)){let Ot={instancePath:t+
"/authentication/token/service",schemaPath:"#/$defs/signedService/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^\
[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:Nr,data:Ae};e===null?e=[Ot]:e.push(Ot),s++}}else{let Ot={instancePath:t+"/authentication/token/servic\
e",schemaPath:"#/$defs/signedService/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Nr.type,parentSchema:Nr,data:Ae};e===null?e=[Ot]:
e.push(Ot),s++}var me=Re===s,ce=et===s}if(p.region!==void 0){let Ae=p.region,et=s,Re=s,Ke=s;if(typeof Ae=="string"){if(!Es.test(Ae)){let Ot={instancePath:t+"/au\
thentication/token/region",schemaPath:"#/$defs/signedRegion/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][\
a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:Ls,data:Ae};e===null?e=[Ot]:e.push(Ot),s++}}else{let Ot={instancePath:t+"/authentication/token/region",schemaPath:"\
#/$defs/signedRegion/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ls.type,parentSchema:Ls,data:Ae};e===null?e=[Ot]:e.push(Ot),s++}
var se=Re===s,ce=et===s}}else{let Ee={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/5/type",keyword:"typ\
e",params:{type:"object"},message:"must be object",schema:d.properties.authentication.properties.token.oneOf[5].type,parentSchema:d.properties.authentication.properties.
token.oneOf[5],data:p};e===null?e=[Ee]:e.push(Ee),s++}var V=Ce===s;V&&ue?(ue=!1,H=[H,5]):V&&(ue=!0,H=5,Q!==!0&&(Q=!0))}}}}if(ue)s=ne,e!==null&&(ne?e.length=ne:e=
null);else{let w={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:H},
message:"must match exactly one schema in oneOf",schema:d.properties.authentication.properties.token.oneOf,parentSchema:d.properties.authentication.properties.token,
data:p};e===null?e=[w]:e.push(w),s++}var F=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,ue=s;if(typeof p=="string"){if(le(p)<1){let y={instancePath:t+"/a\
uthentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var I=ne===s,F=q===s}}else{let B={instancePath:t+"/authentication",
schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.authentication.type,parentSchema:d.
properties.authentication,data:l};e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.headers!==void 0){let l=r.headers,ee=s,ve=s;if(l&&typeof l=="object"&&!Array.isArray(
l)){if(Object.keys(l).length<1){let p={instancePath:t+"/headers",schemaPath:"#/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.headers,data:l};e===null?e=[p]:e.push(p),s++}for(let p in l){let q=s;if(typeof p=="str\
ing"&&!Gt.test(p)){let ne={instancePath:t+"/headers",schemaPath:"#/properties/headers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+\
$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:d.properties.headers.propertyNames,data:p,propertyName:p};e===null?
e=[ne]:e.push(ne),s++}var Se=q===s;if(!Se){let ne={instancePath:t+"/headers",schemaPath:"#/properties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:p},
message:"property name must be valid",schema:d.properties.headers.propertyNames,parentSchema:d.properties.headers,data:l};e===null?e=[ne]:e.push(ne),s++}}let B=s;
for(let p in l){let q=l[p],ne=s,ue=s;if(typeof q=="string"){if(!xn.test(q)){let H={instancePath:t+"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"\
^[\\x20-\\x7e]*$",parentSchema:d.properties.headers.additionalProperties,data:q};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:t+"/headers/"+p.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.
properties.headers.additionalProperties.type,parentSchema:d.properties.headers.additionalProperties,data:q};e===null?e=[H]:e.push(H),s++}var st=ne===s}}else{let B={
instancePath:t+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.headers.type,
parentSchema:d.properties.headers,data:l};e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.idempotency!==void 0){let l=r.idempotency,ee=s,ve=s;if(l&&typeof l=="ob\
ject"&&!Array.isArray(l)){if(l.header===void 0){let p={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"\
header"},message:"must have required property 'header'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:l};e===null?e=[p]:e.
push(p),s++}if(l.keptSeconds===void 0){let p={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"\
keptSeconds"},message:"must have required property 'keptSeconds'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:l};e===null?
e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.idempotency.required,parentSchema:d.properties.idempotency,data:l};e===null?e=[p]:e.
push(p),s++}let B=s;for(let p in l)if(!(p==="header"||p==="keptSeconds"||p==="source")){let q={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotenc\
y/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
idempotency,data:l};e===null?e=[q]:e.push(q),s++}if(l.header!==void 0){let p=l.header,q=s,ne=s;if(typeof p=="string"){if(le(p)<1){let ue={instancePath:t+"/idemp\
otency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:d.properties.idempotency.properties.header,data:p};e===null?e=[ue]:e.push(ue),s++}}else{let ue={instancePath:t+"/idempotency/header",
schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.idempotency.properties.
header.type,parentSchema:d.properties.idempotency.properties.header,data:p};e===null?e=[ue]:e.push(ue),s++}var Ne=q===s}if(l.keptSeconds!==void 0){let p=l.keptSeconds,
q=s;if(!(typeof p=="number"&&!(p%1)&&!isNaN(p))){let H={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/ty\
pe",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.idempotency.properties.keptSeconds.type,parentSchema:d.properties.idempotency.
properties.keptSeconds,data:p};e===null?e=[H]:e.push(H),s++}let ne=s;if(typeof p=="number"&&(p<1||isNaN(p))){let H={instancePath:t+"/idempotency/keptSeconds",schemaPath:"\
#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.
idempotency.properties.keptSeconds,data:p};e===null?e=[H]:e.push(H),s++}var Ne=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,ue=s;if(typeof p=="string"){if(le(
p)<1){let y={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var _e=ne===s,Ne=q===s}}else{let B={instancePath:t+
"/idempotency",schemaPath:"#/properties/idempotency/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.idempotency.type,parentSchema:d.
properties.idempotency,data:l};e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.deadline!==void 0){let l=r.deadline,ee=s,ve=s;if(l&&typeof l=="object"&&!Array.isArray(
l)){if(l.seconds===void 0){let p={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===
void 0){let p={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have re\
quired property 'source'",schema:d.properties.deadline.required,parentSchema:d.properties.deadline,data:l};e===null?e=[p]:e.push(p),s++}let B=s;for(let p in l)if(!(p===
"seconds"||p==="source")){let q={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.deadline,data:l};e===null?e=[q]:e.push(q),s++}if(l.seconds!==void 0){let p=l.seconds,
q=s;if(!(typeof p=="number"&&!(p%1)&&!isNaN(p))){let ue={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"\
type",params:{type:"integer"},message:"must be integer",schema:d.properties.deadline.properties.seconds.type,parentSchema:d.properties.deadline.properties.seconds,
data:p};e===null?e=[ue]:e.push(ue),s++}let ne=s;if(typeof p=="number"&&(p<60||isNaN(p))){let ue={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/dea\
dline/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:d.properties.deadline.properties.
seconds,data:p};e===null?e=[ue]:e.push(ue),s++}var C=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,ue=s;if(typeof p=="string"){if(le(p)<1){let y={instancePath:t+
"/deadline/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var Xe=ne===s,C=q===s}}else{let B={instancePath:t+"/deadline",schemaPath:"#/\
properties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.deadline.type,parentSchema:d.properties.deadline,data:l};
e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.poll!==void 0){let l=r.poll,ee=s,ve=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let p={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:d.properties.poll.required,parentSchema:d.properties.poll,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.poll.required,
parentSchema:d.properties.poll,data:l};e===null?e=[p]:e.push(p),s++}let B=s;for(let p in l)if(!(p==="seconds"||p==="source")){let q={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.poll,data:l};e===null?e=[q]:e.push(q),s++}if(l.seconds!==void 0){let p=l.seconds,q=s,ne=s;if(typeof p=="number"){if(p<=0||isNaN(p)){let ue={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:d.properties.poll.properties.seconds,data:p};e===null?e=[ue]:e.push(ue),s++}}else{let ue={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:d.properties.poll.properties.seconds.type,parentSchema:d.
properties.poll.properties.seconds,data:p};e===null?e=[ue]:e.push(ue),s++}var ut=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,ue=s;if(typeof p=="string"){
if(le(p)<1){let y={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var St=ne===s,ut=q===s}}else{let B={instancePath:t+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.poll.type,parentSchema:d.properties.
poll,data:l};e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.probe!==void 0){let l=r.probe,ee=s,ve=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){
let p={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:d.properties.probe.required,parentSchema:d.properties.probe,data:l};e===null?e=[p]:e.push(p),s++}if(l.accepted===void 0){let p={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:d.
properties.probe.required,parentSchema:d.properties.probe,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.probe.required,
parentSchema:d.properties.probe,data:l};e===null?e=[p]:e.push(p),s++}let B=s;for(let p in l)if(!(p==="path"||p==="accepted"||p==="source")){let q={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:d.properties.probe,data:l};e===null?e=[q]:e.push(q),s++}if(l.path!==void 0){let p=l.path,q=s,ne=s,ue=s;if(typeof p=="string"){if(!Nt.
test(p)){let H={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ve,data:p};e===null?e=[H]:e.push(H),s++}}else{let H={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Ve.type,parentSchema:Ve,data:p};e===null?e=[H]:e.push(H),s++}var at=ne===s,mr=q===s}if(l.accepted!==void 0){let p=l.accepted,
q=s,ne=s;if(Array.isArray(p)){if(p.length<1){let T={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.probe.properties.accepted,data:p};e===null?e=[T]:e.push(T),s++}
let H=!0,y=p.length;for(let T=0;T<y;T++){let ae=p[T],ie=s;if(!(typeof ae=="number"&&!(ae%1)&&!isNaN(ae))){let w={instancePath:t+"/probe/accepted/"+T,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.probe.properties.accepted.
items.type,parentSchema:d.properties.probe.properties.accepted.items,data:ae};e===null?e=[w]:e.push(w),s++}let S=s;if(typeof ae=="number"){if(ae>599||isNaN(ae)){
let w={instancePath:t+"/probe/accepted/"+T,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:d.properties.probe.properties.accepted.items,data:ae};e===null?e=[w]:e.push(w),s++}if(ae<100||isNaN(ae)){let w={
instancePath:t+"/probe/accepted/"+T,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:d.properties.probe.properties.accepted.items,data:ae};e===null?e=[w]:e.push(w),s++}}var lr=ie===s;lr||(H=!1)}}else{let H={
instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.
properties.probe.properties.accepted.type,parentSchema:d.properties.probe.properties.accepted,data:p};e===null?e=[H]:e.push(H),s++}var mr=q===s}if(l.source!==void 0){
let p=l.source,q=s,ne=s,ue=s;if(typeof p=="string"){if(le(p)<1){let y={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/pro\
be/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:
e.push(y),s++}var qs=ne===s,mr=q===s}}else{let B={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:d.properties.probe.type,parentSchema:d.properties.probe,data:l};e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.modelProbe!==void 0){let l=r.
modelProbe,ee=s,ve=s,dt=s,B=!1,p=null,q=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/pro\
perties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.modelProbe.
oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:l};e===null?e=[H]:e.push(H),s++}if(l.names===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"\
#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:d.properties.
modelProbe.oneOf[0].required,parentSchema:d.properties.modelProbe.oneOf[0],data:l};e===null?e=[H]:e.push(H),s++}}var Ft=q===s;Ft&&(B=!0,p=0);let ne=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.url===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{
missingProperty:"url"},message:"must have required property 'url'",schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.modelProbe.oneOf[1],
data:l};e===null?e=[H]:e.push(H),s++}if(l.names===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:d.properties.modelProbe.oneOf[1].required,parentSchema:d.properties.
modelProbe.oneOf[1],data:l};e===null?e=[H]:e.push(H),s++}}var Ft=ne===s;if(Ft&&B)B=!1,p=[p,1];else{Ft&&(B=!0,p=1);let H=s;if(l&&typeof l=="object"&&!Array.isArray(
l)&&l.untestable===void 0){let T={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"\
untestable"},message:"must have required property 'untestable'",schema:d.properties.modelProbe.oneOf[2].required,parentSchema:d.properties.modelProbe.oneOf[2],data:l};
e===null?e=[T]:e.push(T),s++}var Ft=H===s;Ft&&B?(B=!1,p=[p,2]):Ft&&(B=!0,p=2)}if(B)s=dt,e!==null&&(dt?e.length=dt:e=null);else{let H={instancePath:t+"/modelProb\
e",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"must match exactly one schema in oneOf",schema:d.properties.modelProbe.
oneOf,parentSchema:d.properties.modelProbe,data:l};e===null?e=[H]:e.push(H),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let y={instancePath:t+
"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",
schema:d.properties.modelProbe.required,parentSchema:d.properties.modelProbe,data:l};e===null?e=[y]:e.push(y),s++}let H=s;for(let y in l)if(!(y==="path"||y==="u\
rl"||y==="names"||y==="omits"||y==="told"||y==="except"||y==="untestable"||y==="source")){let T={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProb\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
modelProbe,data:l};e===null?e=[T]:e.push(T),s++}if(l.path!==void 0){let y=l.path,T=s,ae=s,ie=s;if(typeof y=="string"){if(!Nt.test(y)){let S={instancePath:t+"/mo\
delProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,data:y};e===
null?e=[S]:e.push(S),s++}}else{let S={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:Ve.type,parentSchema:Ve,data:y};e===null?e=[S]:e.push(S),s++}var Jd=ae===s,Dt=T===s}if(l.url!==void 0){let y=l.url,T=s,ae=s;if(typeof y=="string"){
if(!tg.test(y)){let S={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://\
[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:d.properties.modelProbe.properties.url,
data:y};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.url.type,parentSchema:d.properties.modelProbe.properties.url,data:y};e===null?
e=[S]:e.push(S),s++}var Dt=T===s}if(l.names!==void 0){let y=l.names,T=s,ae=s,ie=s;if(typeof y=="string"){if(!We.test(y)){let w={instancePath:t+"/modelProbe/name\
s",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(\
/([^/~]|~[01])+)+$",parentSchema:K,data:y};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:y};e===null?e=[w]:e.push(w),s++}var _y=ae===s,Dt=T===s}if(l.omits!==void 0){
let y=l.omits,T=s,ae=s;if(typeof y=="string"){if(le(y)<1){let S={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.omits,data:y};
e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:d.properties.modelProbe.properties.omits.type,parentSchema:d.properties.modelProbe.properties.omits,data:y};e===null?e=
[S]:e.push(S),s++}var Dt=T===s}if(l.told!==void 0){let y=l.told,T=s,ae=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:t+"/modelProbe/told",schemaPath:"\
#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.
modelProbe.properties.told,data:y};e===null?e=[$]:e.push($),s++}let S=!0,w=y.length;for(let $=0;$<w;$++){let z=y[$],X=s,N=s;if(z&&typeof z=="object"&&!Array.isArray(
z)){if(z.at===void 0){let te={instancePath:t+"/modelProbe/told/"+$,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:d.properties.modelProbe.properties.told.items.required,parentSchema:d.properties.modelProbe.
properties.told.items,data:z};e===null?e=[te]:e.push(te),s++}if(z.constant===void 0){let te={instancePath:t+"/modelProbe/told/"+$,schemaPath:"#/properties/model\
Probe/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:d.properties.
modelProbe.properties.told.items.required,parentSchema:d.properties.modelProbe.properties.told.items,data:z};e===null?e=[te]:e.push(te),s++}let W=s;for(let te in z)
if(!(te==="at"||te==="constant")){let oe={instancePath:t+"/modelProbe/told/"+$,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:te},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.modelProbe.properties.told.
items,data:z};e===null?e=[oe]:e.push(oe),s++}if(z.at!==void 0){let te=z.at,oe=s,Oe=s,Ce=s;if(typeof te=="string"){if(!We.test(te)){let fe={instancePath:t+"/mode\
lProbe/told/"+$+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01\
])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:te};e===null?e=[fe]:e.push(fe),s++}}else{let fe={instancePath:t+"/modelProbe/told/"+$+"/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:te};e===null?e=[fe]:e.push(fe),s++}var xy=Oe===
s,Dd=oe===s}}else{let W={instancePath:t+"/modelProbe/told/"+$,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:d.properties.modelProbe.properties.told.items.type,parentSchema:d.properties.modelProbe.properties.told.items,data:z};e===null?
e=[W]:e.push(W),s++}var zr=X===s;zr||(S=!1)}}else{let S={instancePath:t+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"ty\
pe",params:{type:"array"},message:"must be array",schema:d.properties.modelProbe.properties.told.type,parentSchema:d.properties.modelProbe.properties.told,data:y};
e===null?e=[S]:e.push(S),s++}var Dt=T===s}if(l.except!==void 0){let y=l.except,T=s,ae=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:t+"/modelProbe/e\
xcept",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.
properties.modelProbe.properties.except,data:y};e===null?e=[$]:e.push($),s++}let S=!0,w=y.length;for(let $=0;$<w;$++){let z=y[$],X=s,N=s;if(z&&typeof z=="object"&&
!Array.isArray(z)){if(z.prefix===void 0){let te={instancePath:t+"/modelProbe/except/"+$,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"\
required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:d.properties.modelProbe.properties.except.items.required,parentSchema:d.
properties.modelProbe.properties.except.items,data:z};e===null?e=[te]:e.push(te),s++}if(z.reason===void 0){let te={instancePath:t+"/modelProbe/except/"+$,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:d.
properties.modelProbe.properties.except.items.required,parentSchema:d.properties.modelProbe.properties.except.items,data:z};e===null?e=[te]:e.push(te),s++}let W=s;
for(let te in z)if(!(te==="prefix"||te==="reason")){let oe={instancePath:t+"/modelProbe/except/"+$,schemaPath:"#/properties/modelProbe/properties/except/items/a\
dditionalProperties",keyword:"additionalProperties",params:{additionalProperty:te},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.
modelProbe.properties.except.items,data:z};e===null?e=[oe]:e.push(oe),s++}if(z.prefix!==void 0){let te=z.prefix,oe=s,Oe=s;if(typeof te=="string"){if(le(te)<1){let Ce={
instancePath:t+"/modelProbe/except/"+$+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.except.items.properties.prefix,data:te};e===null?
e=[Ce]:e.push(Ce),s++}}else{let Ce={instancePath:t+"/modelProbe/except/"+$+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/pref\
ix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:d.
properties.modelProbe.properties.except.items.properties.prefix,data:te};e===null?e=[Ce]:e.push(Ce),s++}var Wd=oe===s}if(z.reason!==void 0){let te=z.reason,oe=s,
Oe=s;if(typeof te=="string"){if(le(te)<1){let fe={instancePath:t+"/modelProbe/except/"+$+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/p\
roperties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.modelProbe.properties.
except.items.properties.reason,data:te};e===null?e=[fe]:e.push(fe),s++}}else{let fe={instancePath:t+"/modelProbe/except/"+$+"/reason",schemaPath:"#/properties/m\
odelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.properties.
except.items.properties.reason.type,parentSchema:d.properties.modelProbe.properties.except.items.properties.reason,data:te};e===null?e=[fe]:e.push(fe),s++}var Wd=oe===
s}}else{let W={instancePath:t+"/modelProbe/except/"+$,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.modelProbe.properties.except.items.type,parentSchema:d.properties.modelProbe.properties.except.items,data:z};e===null?e=[W]:
e.push(W),s++}var Cd=X===s;Cd||(S=!1)}}else{let S={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:d.properties.modelProbe.properties.except.type,parentSchema:d.properties.modelProbe.properties.except,data:y};
e===null?e=[S]:e.push(S),s++}var Dt=T===s}if(l.untestable!==void 0){let y=l.untestable,T=s,ae=s;if(typeof y=="string"){if(le(y)<1){let S={instancePath:t+"/model\
Probe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:d.properties.modelProbe.properties.untestable,data:y};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:t+"/modelProbe/un\
testable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.modelProbe.
properties.untestable.type,parentSchema:d.properties.modelProbe.properties.untestable,data:y};e===null?e=[S]:e.push(S),s++}var Dt=T===s}if(l.source!==void 0){let y=l.
source,T=s,ae=s,ie=s;if(typeof y=="string"){if(le(y)<1){let w={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:y};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:t+"/modelProbe/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:y};e===null?e=[w]:e.
push(w),s++}var qy=ae===s,Dt=T===s}}else{let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.modelProbe.type,parentSchema:d.properties.modelProbe,data:l};e===null?e=[H]:e.push(H),s++}var u=ee===s}if(r.valueLists!==void 0){
let l=r.valueLists,ee=s,ve=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let p={instancePath:t+"/valueLists",schemaPath:"#/properti\
es/valueLists/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.valueLists,
data:l};e===null?e=[p]:e.push(p),s++}for(let p in l){let q=s;if(typeof p=="string"&&!rg.test(p)){let ne={instancePath:t+"/valueLists",schemaPath:"#/properties/v\
alueLists/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]{0,39}$"},message:'must match pattern "^[a-z][a-z0-9-]{0,39}$"',schema:"^[a-z\
][a-z0-9-]{0,39}$",parentSchema:d.properties.valueLists.propertyNames,data:p,propertyName:p};e===null?e=[ne]:e.push(ne),s++}var co=q===s;if(!co){let ne={instancePath:t+
"/valueLists",schemaPath:"#/properties/valueLists/propertyNames",keyword:"propertyNames",params:{propertyName:p},message:"property name must be valid",schema:d.
properties.valueLists.propertyNames,parentSchema:d.properties.valueLists,data:l};e===null?e=[ne]:e.push(ne),s++}}let B=s;for(let p in l){let q=l[p],ne=s,ue=s;if(q&&
typeof q=="object"&&!Array.isArray(q)){if(q.path===void 0){let y={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/propertie\
s/valueLists/additionalProperties/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.
valueLists.additionalProperties.required,parentSchema:d.properties.valueLists.additionalProperties,data:q};e===null?e=[y]:e.push(y),s++}if(q.values===void 0){let y={
instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/valueLists/additionalProperties/required",keyword:"required",params:{
missingProperty:"values"},message:"must have required property 'values'",schema:d.properties.valueLists.additionalProperties.required,parentSchema:d.properties.
valueLists.additionalProperties,data:q};e===null?e=[y]:e.push(y),s++}if(q.source===void 0){let y={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/valueLists/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required proper\
ty 'source'",schema:d.properties.valueLists.additionalProperties.required,parentSchema:d.properties.valueLists.additionalProperties,data:q};e===null?e=[y]:e.push(
y),s++}let H=s;for(let y in q)if(!(y==="path"||y==="values"||y==="next"||y==="source")){let T={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/valueLists/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must \
NOT have additional properties",schema:!1,parentSchema:d.properties.valueLists.additionalProperties,data:q};e===null?e=[T]:e.push(T),s++}if(q.path!==void 0){let y=q.
path,T=s,ae=s,ie=s;if(typeof y=="string"){if(!Nt.test(y)){let S={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/path",schemaPath:"#/$d\
efs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,data:y};e===null?e=[S]:e.push(S),s++}}else{
let S={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Ve.type,parentSchema:Ve,data:y};e===null?e=[S]:e.push(S),s++}var Hd=ae===s,Os=T===s}if(q.values!==void 0){let y=q.values,T=s,ae=s,ie=s;if(typeof y==
"string"){if(!We.test(y)){let w={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/values",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:y};e===null?
e=[w]:e.push(w),s++}}else{let w={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/values",schemaPath:"#/$defs/pointer/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:y};e===null?e=[w]:e.push(w),s++}var js=ae===s,Os=T===s}if(q.next!==void 0){
let y=q.next,T=s,ae=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.parameter===void 0){let w={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,
"~1")+"/next",schemaPath:"#/properties/valueLists/additionalProperties/properties/next/required",keyword:"required",params:{missingProperty:"parameter"},message:"\
must have required property 'parameter'",schema:d.properties.valueLists.additionalProperties.properties.next.required,parentSchema:d.properties.valueLists.additionalProperties.
properties.next,data:y};e===null?e=[w]:e.push(w),s++}if(y.at===void 0){let w={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/next",schemaPath:"\
#/properties/valueLists/additionalProperties/properties/next/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at\
'",schema:d.properties.valueLists.additionalProperties.properties.next.required,parentSchema:d.properties.valueLists.additionalProperties.properties.next,data:y};
e===null?e=[w]:e.push(w),s++}let S=s;for(let w in y)if(!(w==="parameter"||w==="at")){let $={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+
"/next",schemaPath:"#/properties/valueLists/additionalProperties/properties/next/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.valueLists.additionalProperties.properties.next,data:y};e===null?e=[$]:e.push(
$),s++}if(y.parameter!==void 0){let w=y.parameter,$=s,z=s;if(typeof w=="string"){if(!sg.test(w)){let X={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(
/\//g,"~1")+"/next/parameter",schemaPath:"#/properties/valueLists/additionalProperties/properties/next/properties/parameter/pattern",keyword:"pattern",params:{pattern:"\
^[A-Za-z0-9_.-]+$"},message:'must match pattern "^[A-Za-z0-9_.-]+$"',schema:"^[A-Za-z0-9_.-]+$",parentSchema:d.properties.valueLists.additionalProperties.properties.
next.properties.parameter,data:w};e===null?e=[X]:e.push(X),s++}}else{let X={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/next/parame\
ter",schemaPath:"#/properties/valueLists/additionalProperties/properties/next/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:d.properties.valueLists.additionalProperties.properties.next.properties.parameter.type,parentSchema:d.properties.valueLists.additionalProperties.
properties.next.properties.parameter,data:w};e===null?e=[X]:e.push(X),s++}var mo=$===s}if(y.at!==void 0){let w=y.at,$=s,z=s,X=s;if(typeof w=="string"){if(!We.test(
w)){let W={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/next/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:w};e===null?e=[W]:e.push(W),s++}}else{
let W={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/next/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:K.type,parentSchema:K,data:w};e===null?e=[W]:e.push(W),s++}var Kd=z===s,mo=$===s}}else{let S={instancePath:t+"/valueLists/"+p.replace(
/~/g,"~0").replace(/\//g,"~1")+"/next",schemaPath:"#/properties/valueLists/additionalProperties/properties/next/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.valueLists.additionalProperties.properties.next.type,parentSchema:d.properties.valueLists.additionalProperties.properties.next,
data:y};e===null?e=[S]:e.push(S),s++}var Os=T===s}if(q.source!==void 0){let y=q.source,T=s,ae=s,ie=s;if(typeof y=="string"){if(le(y)<1){let w={instancePath:t+"/\
valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:pe,data:y};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(
/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:y};e===
null?e=[w]:e.push(w),s++}var kn=ae===s,Os=T===s}}else{let H={instancePath:t+"/valueLists/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/val\
ueLists/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.valueLists.additionalProperties.type,parentSchema:d.
properties.valueLists.additionalProperties,data:q};e===null?e=[H]:e.push(H),s++}var Oy=ne===s}}else{let B={instancePath:t+"/valueLists",schemaPath:"#/properties\
/valueLists/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.valueLists.type,parentSchema:d.properties.valueLists,data:l};
e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.webhooks!==void 0){let l=r.webhooks,ee=s,ve=s,dt=s,B=!1,p=null,q=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.
body===void 0){let H={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"\
must have required property 'body'",schema:d.properties.webhooks.oneOf[0].required,parentSchema:d.properties.webhooks.oneOf[0],data:l};e===null?e=[H]:e.push(H),
s++}var $a=q===s;$a&&(B=!0,p=0);let ne=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.query===void 0){let H={instancePath:t+"/webhooks",schemaPath:"#/properti\
es/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:d.properties.webhooks.oneOf[1].
required,parentSchema:d.properties.webhooks.oneOf[1],data:l};e===null?e=[H]:e.push(H),s++}var $a=ne===s;if($a&&B?(B=!1,p=[p,1]):$a&&(B=!0,p=1),B)s=dt,e!==null&&
(dt?e.length=dt:e=null);else{let H={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"must \
match exactly one schema in oneOf",schema:d.properties.webhooks.oneOf,parentSchema:d.properties.webhooks,data:l};e===null?e=[H]:e.push(H),s++}if(l&&typeof l=="o\
bject"&&!Array.isArray(l)){if(l.source===void 0){let y={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.webhooks.required,parentSchema:d.properties.webhooks,data:l};e===null?e=[y]:e.push(y),
s++}let H=s;for(let y in l)if(!(y==="body"||y==="query"||y==="with"||y==="signature"||y==="challenge"||y==="told"||y==="source")){let T={instancePath:t+"/webhoo\
ks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:d.properties.webhooks,data:l};e===null?e=[T]:e.push(T),s++}if(l.body!==void 0){let y=l.body,T=s,ae=s,ie=s;if(typeof y=="string"){if(!We.
test(y)){let S={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must mat\
ch pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:y};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:t+"/webhooks/body",
schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:y};e===null?e=[S]:e.push(S),s++}
var jy=ae===s,ss=T===s}if(l.query!==void 0){let y=l.query,T=s,ae=s;if(typeof y=="string"){if(le(y)<1){let S={instancePath:t+"/webhooks/query",schemaPath:"#/prop\
erties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.
webhooks.properties.query,data:y};e===null?e=[S]:e.push(S),s++}}else{let S={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.query.type,parentSchema:d.properties.webhooks.properties.
query,data:y};e===null?e=[S]:e.push(S),s++}var ss=T===s}if(l.with!==void 0){let y=l.with,T=s,ae=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:t+"/we\
bhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:d.properties.webhooks.properties.with,data:y};e===null?e=[$]:e.push($),s++}let S=!0,w=y.length;for(let $=0;$<w;$++){let z=y[$],X=s,N=s;if(z&&typeof z==
"object"&&!Array.isArray(z)){if(z.to===void 0){let te={instancePath:t+"/webhooks/with/"+$,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"\
required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:d.properties.webhooks.properties.with.items.required,parentSchema:d.properties.
webhooks.properties.with.items,data:z};e===null?e=[te]:e.push(te),s++}if(z.constant===void 0){let te={instancePath:t+"/webhooks/with/"+$,schemaPath:"#/propertie\
s/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:d.properties.
webhooks.properties.with.items.required,parentSchema:d.properties.webhooks.properties.with.items,data:z};e===null?e=[te]:e.push(te),s++}let W=s;for(let te in z)
if(!(te==="to"||te==="constant")){let oe={instancePath:t+"/webhooks/with/"+$,schemaPath:"#/properties/webhooks/properties/with/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:te},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.with.
items,data:z};e===null?e=[oe]:e.push(oe),s++}if(z.to!==void 0){let te=z.to,oe=s,Oe=s,Ce=s;if(typeof te=="string"){if(!We.test(te)){let fe={instancePath:t+"/webh\
ooks/with/"+$+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:te};e===null?e=[fe]:e.push(fe),s++}}else{let fe={instancePath:t+"/webhooks/with/"+$+"/to",schemaPath:"#\
/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:te};e===null?e=[fe]:e.push(fe),s++}var Bd=Oe===
s,Sa=oe===s}}else{let W={instancePath:t+"/webhooks/with/"+$,schemaPath:"#/properties/webhooks/properties/with/items/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:d.properties.webhooks.properties.with.items.type,parentSchema:d.properties.webhooks.properties.with.items,data:z};e===null?e=[W]:
e.push(W),s++}var Zd=X===s;Zd||(S=!1)}}else{let S={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:d.properties.webhooks.properties.with.type,parentSchema:d.properties.webhooks.properties.with,data:y};e===null?e=[S]:
e.push(S),s++}var ss=T===s}if(l.signature!==void 0){let y=l.signature,T=s,ae=s;if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.algorithm===void 0){let w={instancePath:t+
"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"algorithm"},message:"must hav\
e required property 'algorithm'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};e===
null?e=[w]:e.push(w),s++}if(y.header===void 0){let w={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"\
required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.
properties.webhooks.properties.signature,data:y};e===null?e=[w]:e.push(w),s++}if(y.encoding===void 0){let w={instancePath:t+"/webhooks/signature",schemaPath:"#/\
properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required property 'encoding'",schema:d.
properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,data:y};e===null?e=[w]:e.push(w),s++}if(y.signed===void 0){
let w={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"signed"},
message:"must have required property 'signed'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.properties.webhooks.properties.signature,
data:y};e===null?e=[w]:e.push(w),s++}if(y.key===void 0){let w={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/requi\
red",keyword:"required",params:{missingProperty:"key"},message:"must have required property 'key'",schema:d.properties.webhooks.properties.signature.required,parentSchema:d.
properties.webhooks.properties.signature,data:y};e===null?e=[w]:e.push(w),s++}let S=s;for(let w in y)if(!Us.call(d.properties.webhooks.properties.signature.properties,
w)){let $={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature,data:y};e===null?e=[$]:e.push(
$),s++}if(y.algorithm!==void 0){let w=y.algorithm,$=s,z=d.properties.webhooks.properties.signature.properties.algorithm.enum;if(!(w==="hmac-sha256"||w==="hmac-s\
ha512"||w==="ed25519")){let X={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properties/signature/properties/algorithm/enum",
keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must be equal to one of the allowed values",
schema:d.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:d.properties.webhooks.properties.signature.properties.algorithm,data:w};
e===null?e=[X]:e.push(X),s++}var kr=$===s}if(y.header!==void 0){let w=y.header,$=s,z=s,X=s;if(typeof w=="string"){if(!Gt.test(w)){let W={instancePath:t+"/webhoo\
ks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]\
+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:kt,data:w};e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$def\
s/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kt.type,parentSchema:kt,data:w};e===null?e=[W]:e.push(W),s++}var Gd=z===
s,kr=$===s}if(y.separator!==void 0){let w=y.separator,$=s,z=s;if(typeof w=="string"){if(le(w)<1){let N={instancePath:t+"/webhooks/signature/separator",schemaPath:"\
#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.separator,data:w};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:t+"/webhook\
s/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:d.properties.webhooks.properties.signature.properties.separator.type,parentSchema:d.properties.webhooks.properties.signature.properties.separator,
data:w};e===null?e=[N]:e.push(N),s++}var kr=$===s}if(y.prefix!==void 0){let w=y.prefix,$=s,z=s;if(typeof w=="string"){if(le(w)<1){let N={instancePath:t+"/webhoo\
ks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT \
have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.prefix,data:w};e===null?e=[N]:e.push(N),s++}}else{let N={
instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:d.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:d.properties.webhooks.properties.signature.properties.
prefix,data:w};e===null?e=[N]:e.push(N),s++}var kr=$===s}if(y.encoding!==void 0){let w=y.encoding,$=s,z=d.properties.webhooks.properties.signature.properties.encoding.
enum;if(!(w==="hex"||w==="base64")){let N={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/properties/encod\
ing/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of the allowed\
 values",schema:d.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:d.properties.webhooks.properties.signature.properties.encoding,
data:w};e===null?e=[N]:e.push(N),s++}var kr=$===s}if(y.headers!==void 0){let w=y.headers,$=s,z=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(Object.keys(w).
length<1){let W={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.headers,
data:w};e===null?e=[W]:e.push(W),s++}let N=s;for(let W in w){let te=w[W],oe=s,Oe=s,Ce=s;if(typeof te=="string"){if(!Gt.test(te)){let fe={instancePath:t+"/webhoo\
ks/signature/headers/"+W.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:kt,data:te};e===null?e=[fe]:e.push(fe),s++}}else{let fe={instancePath:t+"/webhoo\
ks/signature/headers/"+W.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:kt.type,parentSchema:kt,data:te};e===null?e=[fe]:e.push(fe),s++}var Qd=Oe===s,Pn=oe===s}}else{let N={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:d.properties.webhooks.properties.signature.properties.headers,data:w};e===null?e=[N]:e.push(N),s++}var kr=$===
s}if(y.signed!==void 0){let w=y.signed,$=s,z=s;if(typeof w=="string"){if(le(w)<1){let N={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.
properties.webhooks.properties.signature.properties.signed,data:w};e===null?e=[N]:e.push(N),s++}}else{let N={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:d.properties.webhooks.properties.signature.properties.signed,data:w};e===null?e=[N]:e.push(N),s++}var kr=$===s}if(y.
time!==void 0){let w=y.time,$=s,z=s,X=s,N=!1,W=null,te=s;if(w&&typeof w=="object"&&!Array.isArray(w)&&w.header===void 0){let Ce={instancePath:t+"/webhooks/signa\
ture/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:d.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:d.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:w};e===null?e=[Ce]:e.push(Ce),s++}var _a=te===s;_a&&(N=!0,W=0);let oe=s;if(w&&typeof w=="object"&&!Array.isArray(w)&&w.member===
void 0){let Ce={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:d.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:d.properties.webhooks.properties.signature.properties.time.oneOf[1],data:w};e===null?e=[Ce]:e.push(Ce),s++}var _a=oe===s;if(_a&&N?(N=!1,W=
[W,1]):_a&&(N=!0,W=1),N)s=X,e!==null&&(X?e.length=X:e=null);else{let Ce={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:W},message:"must match exactly one schema in oneOf",schema:d.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:w};e===null?e=[Ce]:e.push(Ce),s++}if(w&&typeof w=="\
object"&&!Array.isArray(w)){if(w.unit===void 0){let J={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:d.properties.webhooks.properties.signature.
properties.time.required,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:w};e===null?e=[J]:e.push(J),s++}if(w.toleranceSeconds===void 0){
let J={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:d.properties.webhooks.properties.signature.properties.time.required,parentSchema:d.
properties.webhooks.properties.signature.properties.time,data:w};e===null?e=[J]:e.push(J),s++}let Ce=s;for(let J in w)if(!(J==="header"||J==="separator"||J==="p\
refix"||J==="member"||J==="unit"||J==="toleranceSeconds")){let Ee={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:J},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.webhooks.properties.signature.properties.time,data:w};e===null?e=[Ee]:e.push(Ee),s++}if(w.header!==void 0){let J=w.header,Ee=s,Ae=s,et=s;if(typeof J==
"string"){if(!Gt.test(J)){let Re={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:kt,data:J};e===null?e=[Re]:e.push(Re),s++}}else{let Re={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kt.type,
parentSchema:kt,data:J};e===null?e=[Re]:e.push(Re),s++}var Ay=Ae===s,Yt=Ee===s}if(w.separator!==void 0){let J=w.separator,Ee=s,Ae=s;if(typeof J=="string"){if(le(
J)<1){let Re={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.
time.properties.separator,data:J};e===null?e=[Re]:e.push(Re),s++}}else{let Re={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.separator,data:J};
e===null?e=[Re]:e.push(Re),s++}var Yt=Ee===s}if(w.prefix!==void 0){let J=w.prefix,Ee=s,Ae=s;if(typeof J=="string"){if(le(J)<1){let Re={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.prefix,data:J};e===null?
e=[Re]:e.push(Re),s++}}else{let Re={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.prefix,data:J};e===null?e=[Re]:e.push(Re),s++}var Yt=Ee===s}if(w.
member!==void 0){let J=w.member,Ee=s,Ae=s,et=s;if(typeof J=="string"){if(!We.test(J)){let Ke={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:K,data:J};e===null?e=[Ke]:e.push(Ke),s++}}else{let Ke={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:J};e===null?e=[Ke]:e.push(Ke),s++}var Ty=Ae===s,Yt=Ee===s}if(w.unit!==void 0){
let J=w.unit,Ee=s,Ae=d.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(J==="seconds"||J==="milliseconds"||J==="rfc3339")){let Re={
instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"enum",params:{
allowedValues:d.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",schema:d.properties.
webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.unit,data:J};
e===null?e=[Re]:e.push(Re),s++}var Yt=Ee===s}if(w.toleranceSeconds!==void 0){let J=w.toleranceSeconds,Ee=s;if(!(typeof J=="number"&&!(J%1)&&!isNaN(J))){let Re={
instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/ty\
pe",keyword:"type",params:{type:"integer"},message:"must be integer",schema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:J};e===null?e=[Re]:e.push(Re),s++}let Ae=s;if(typeof J==
"number"){if(J>3600||isNaN(J)){let Re={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:d.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:J};e===null?e=[Re]:e.push(Re),s++}if(J<1||isNaN(J)){let Re={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:d.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:J};e===null?e=[Re]:e.push(Re),s++}}var Yt=Ee===s}let fe;if(w.separator!==void 0&&w.header===void 0){let J={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:d.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:w};e===null?e=[J]:e.push(J),s++}if(w.prefix!==void 0&&w.header===
void 0){let J={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:d.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:d.properties.webhooks.properties.signature.properties.time,data:w};
e===null?e=[J]:e.push(J),s++}}else{let Ce={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.time.type,parentSchema:d.properties.
webhooks.properties.signature.properties.time,data:w};e===null?e=[Ce]:e.push(Ce),s++}var kr=$===s}if(y.key!==void 0){let w=y.key,$=s,z=s,X=!1,N=null,W=s,te=s;if(w&&
typeof w=="object"&&!Array.isArray(w)){if(w.by===void 0){let J={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:w};e===null?e=[J]:e.push(J),s++}
if(w.path===void 0){let J={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:w};e===null?e=[J]:e.push(J),s++}if(w.at===void 0){let J={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:w};e===null?e=[J]:e.push(J),s++}if(w.encoding===void 0){let J={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:d.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:w};e===null?e=[J]:e.push(J),s++}let fe=s;for(let J in w)if(!(J==="by"||J==="path"||J==="at"||J==="prefix"||J==="encoding")){let Ee={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:J},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0],data:w};
e===null?e=[Ee]:e.push(Ee),s++}if(w.by!==void 0){let J=w.by,Ee=s;if(J!=="request"){let Ae={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:J};e===null?e=[Ae]:e.push(Ae),s++}var As=Ee===s}if(w.
path!==void 0){let J=w.path,Ee=s,Ae=s,et=s;if(typeof J=="string"){if(!Nt.test(J)){let Ke={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ve,data:J};e===null?e=[Ke]:e.push(Ke),s++}}else{let Ke={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ve.type,parentSchema:Ve,
data:J};e===null?e=[Ke]:e.push(Ke),s++}var Ny=Ae===s,As=Ee===s}if(w.at!==void 0){let J=w.at,Ee=s,Ae=s,et=s;if(typeof J=="string"){if(!We.test(J)){let Ke={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:J};e===null?e=[Ke]:e.push(Ke),s++}}else{let Ke={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:J};e===null?e=[Ke]:e.push(Ke),s++}var Ry=Ae===
s,As=Ee===s}if(w.prefix!==void 0){let J=w.prefix,Ee=s,Ae=s,et=s;if(typeof J=="string"){if(le(J)<1){let Ke={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Is,data:J};e===null?e=[Ke]:
e.push(Ke),s++}}else{let Ke={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Is.type,parentSchema:Is,data:J};e===null?e=[Ke]:e.push(Ke),s++}var Xd=Ae===s,As=Ee===s}if(w.encoding!==void 0){let J=w.encoding,Ee=s,Ae=s,
et=Jr.enum;if(!(J==="text"||J==="hex"||J==="base64")){let Ke={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Jr.enum},message:"must be equal to one of the allowed values",schema:Jr.enum,parentSchema:Jr,data:J};e===null?e=[Ke]:e.push(Ke),s++}var Ly=Ae===
s,As=Ee===s}}else{let fe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:w};e===null?e=[fe]:e.push(fe),s++}var Tr=W===s;if(Tr){X=!0,N=0;var Ts=!0}let oe=s,Oe=s;if(w&&typeof w=="object"&&
!Array.isArray(w)){if(w.by===void 0){let J={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:w};e===null?e=[J]:e.push(J),s++}if(w.encoding===void 0){
let J={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:w};e===null?e=[J]:e.push(J),s++}let fe=s;for(let J in w)if(!(J==="by"||J===
"prefix"||J==="encoding")){let Ee={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:J},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:w};e===null?e=[Ee]:e.push(Ee),s++}if(w.by!==void 0){let J=w.by,Ee=s;if(J!=="setting"){let Ae={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:J};
e===null?e=[Ae]:e.push(Ae),s++}var lo=Ee===s}if(w.prefix!==void 0){let J=w.prefix,Ee=s,Ae=s,et=s;if(typeof J=="string"){if(le(J)<1){let Ke={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Is,data:J};e===null?e=[Ke]:e.push(Ke),s++}}else{let Ke={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Is.type,parentSchema:Is,data:J};e===null?e=[Ke]:e.push(Ke),s++}var Iy=Ae===s,lo=Ee===s}if(w.encoding!==
void 0){let J=w.encoding,Ee=s,Ae=s,et=Jr.enum;if(!(J==="text"||J==="hex"||J==="base64")){let Ke={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Jr.enum},message:"must be equal to one of the allowed values",schema:Jr.enum,parentSchema:Jr,data:J};
e===null?e=[Ke]:e.push(Ke),s++}var Yd=Ae===s,lo=Ee===s}}else{let fe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[1],data:w};e===null?e=[fe]:e.push(fe),s++}var Tr=oe===s;if(Tr&&X)X=!1,
N=[N,1];else{Tr&&(X=!0,N=1,Ts!==!0&&(Ts=!0));let fe=s,J=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.by===void 0){let et={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:w};e===null?e=[et]:e.push(et),s++}if(w.url===void 0){let et={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:d.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:w};
e===null?e=[et]:e.push(et),s++}let Ae=s;for(let et in w)if(!(et==="by"||et==="url")){let Re={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:et},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:w};e===null?e=[Re]:e.push(Re),s++}if(w.by!==
void 0){let et=w.by,Re=s;if(et!=="key-set"){let Ke={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:d.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:et};e===null?e=[Ke]:e.push(Ke),s++}var ec=Re===s}if(w.url!==void 0){let et=w.url,Re=s,Ke=s;
if(typeof et=="string"){if(!hc.test(et)){let Ot={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:d.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:et};e===null?e=[Ot]:e.push(Ot),s++}}else{let Ot={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:d.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:d.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:et};e===null?e=[Ot]:e.push(Ot),s++}var ec=Re===s}}else{let Ae={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:d.properties.webhooks.properties.signature.properties.key.oneOf[2],data:w};e===null?e=[Ae]:e.push(
Ae),s++}var Tr=fe===s;Tr&&X?(X=!1,N=[N,2]):Tr&&(X=!0,N=2,Ts!==!0&&(Ts=!0))}if(X)s=z,e!==null&&(z?e.length=z:e=null);else{let fe={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:N},message:"must match exactly one\
 schema in oneOf",schema:d.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:d.properties.webhooks.properties.signature.properties.key,
data:w};e===null?e=[fe]:e.push(fe),s++}var kr=$===s}}else{let S={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.signature.type,parentSchema:d.properties.webhooks.properties.
signature,data:y};e===null?e=[S]:e.push(S),s++}var ss=T===s}if(l.challenge!==void 0){let y=l.challenge,T=s,ae=s,ie=s;if(typeof y=="string"){if(!We.test(y)){let w={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:y};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:y};e===null?e=[w]:e.push(w),s++}var uo=ae===
s,ss=T===s}if(l.told!==void 0){let y=l.told,T=s,ae=s;if(Array.isArray(y)){if(y.length<1){let $={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.webhooks.properties.
told,data:y};e===null?e=[$]:e.push($),s++}let S=!0,w=y.length;for(let $=0;$<w;$++){let z=y[$],X=s,N=s;if(z&&typeof z=="object"&&!Array.isArray(z)){if(z.at===void 0){
let te={instancePath:t+"/webhooks/told/"+$,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.properties.webhooks.properties.told.items,data:z};e===
null?e=[te]:e.push(te),s++}if(z.fact===void 0){let te={instancePath:t+"/webhooks/told/"+$,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:d.properties.webhooks.properties.told.items.required,parentSchema:d.
properties.webhooks.properties.told.items,data:z};e===null?e=[te]:e.push(te),s++}let W=s;for(let te in z)if(!(te==="at"||te==="fact")){let oe={instancePath:t+"/\
webhooks/told/"+$,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:te},message:"\
must NOT have additional properties",schema:!1,parentSchema:d.properties.webhooks.properties.told.items,data:z};e===null?e=[oe]:e.push(oe),s++}if(z.at!==void 0){
let te=z.at,oe=s,Oe=s,Ce=s;if(typeof te=="string"){if(!We.test(te)){let fe={instancePath:t+"/webhooks/told/"+$+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:te};e===null?
e=[fe]:e.push(fe),s++}}else{let fe={instancePath:t+"/webhooks/told/"+$+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:K.type,parentSchema:K,data:te};e===null?e=[fe]:e.push(fe),s++}var tc=Oe===s,rc=oe===s}if(z.fact!==void 0){let te=z.fact,oe=s,Oe=d.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(te==="id"||te==="model"||te==="created")){let fe={instancePath:t+"/webhooks/told/"+$+"/fact",schemaPath:"\
#/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:d.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:d.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:d.properties.webhooks.
properties.told.items.properties.fact,data:te};e===null?e=[fe]:e.push(fe),s++}var rc=oe===s}}else{let W={instancePath:t+"/webhooks/told/"+$,schemaPath:"#/proper\
ties/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.webhooks.properties.told.items.type,
parentSchema:d.properties.webhooks.properties.told.items,data:z};e===null?e=[W]:e.push(W),s++}var sc=X===s;sc||(S=!1)}}else{let S={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.webhooks.properties.
told.type,parentSchema:d.properties.webhooks.properties.told,data:y};e===null?e=[S]:e.push(S),s++}var ss=T===s}if(l.source!==void 0){let y=l.source,T=s,ae=s,ie=s;
if(typeof y=="string"){if(le(y)<1){let w={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:y};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:y};e===null?e=[w]:e.push(w),s++}var Ey=ae===
s,ss=T===s}}else{let H={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
properties.webhooks.type,parentSchema:d.properties.webhooks,data:l};e===null?e=[H]:e.push(H),s++}var u=ee===s}if(r.rateLimits!==void 0){let l=r.rateLimits,ee=s,
ve=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<2){let p={instancePath:t+"/rateLimits",schemaPath:"#/properties/rateLimits/minPropert\
ies",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:d.properties.rateLimits,data:l};e===null?e=[
p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:t+"/rateLimits",schemaPath:"#/properties/rateLimits/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:d.properties.rateLimits.required,parentSchema:d.properties.rateLimits,data:l};e===null?e=[p]:e.push(
p),s++}let B=s;for(let p in l)if(!(p==="text"||p==="headers"||p==="retryAfter"||p==="source")){let q={instancePath:t+"/rateLimits",schemaPath:"#/properties/rate\
Limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.rateLimits,data:l};e===null?e=[q]:e.push(q),s++}if(l.text!==void 0){let p=l.text,q=s,ne=s;if(typeof p=="string"){if(le(p)<1){let ue={instancePath:t+"\
/rateLimits/text",schemaPath:"#/properties/rateLimits/properties/text/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:d.properties.rateLimits.properties.text,data:p};e===null?e=[ue]:e.push(ue),s++}}else{let ue={instancePath:t+"/rateLimits/text",schemaPath:"\
#/properties/rateLimits/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.rateLimits.properties.text.type,
parentSchema:d.properties.rateLimits.properties.text,data:p};e===null?e=[ue]:e.push(ue),s++}var $n=q===s}if(l.headers!==void 0){let p=l.headers,q=s,ne=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.remaining===void 0){let y={instancePath:t+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/require\
d",keyword:"required",params:{missingProperty:"remaining"},message:"must have required property 'remaining'",schema:d.properties.rateLimits.properties.headers.required,
parentSchema:d.properties.rateLimits.properties.headers,data:p};e===null?e=[y]:e.push(y),s++}if(p.reset===void 0){let y={instancePath:t+"/rateLimits/headers",schemaPath:"\
#/properties/rateLimits/properties/headers/required",keyword:"required",params:{missingProperty:"reset"},message:"must have required property 'reset'",schema:d.
properties.rateLimits.properties.headers.required,parentSchema:d.properties.rateLimits.properties.headers,data:p};e===null?e=[y]:e.push(y),s++}if(p.resetAs===void 0){
let y={instancePath:t+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/required",keyword:"required",params:{missingProperty:"resetAs"},
message:"must have required property 'resetAs'",schema:d.properties.rateLimits.properties.headers.required,parentSchema:d.properties.rateLimits.properties.headers,
data:p};e===null?e=[y]:e.push(y),s++}let H=s;for(let y in p)if(!(y==="limit"||y==="remaining"||y==="reset"||y==="resetAs")){let T={instancePath:t+"/rateLimits/h\
eaders",schemaPath:"#/properties/rateLimits/properties/headers/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must \
NOT have additional properties",schema:!1,parentSchema:d.properties.rateLimits.properties.headers,data:p};e===null?e=[T]:e.push(T),s++}if(p.limit!==void 0){let y=p.
limit,T=s,ae=s,ie=s;if(typeof y=="string"){if(!Gt.test(y)){let S={instancePath:t+"/rateLimits/headers/limit",schemaPath:"#/$defs/headerName/pattern",keyword:"pa\
ttern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:kt,data:y};e===null?e=[S]:e.
push(S),s++}}else{let S={instancePath:t+"/rateLimits/headers/limit",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:kt.type,parentSchema:kt,data:y};e===null?e=[S]:e.push(S),s++}var Ns=ae===s,Sn=T===s}if(p.remaining!==void 0){let y=p.remaining,T=s,ae=s,ie=s;if(typeof y==
"string"){if(!Gt.test(y)){let w={instancePath:t+"/rateLimits/headers/remaining",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Z\
a-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:kt,data:y};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:t+
"/rateLimits/headers/remaining",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kt.type,parentSchema:kt,
data:y};e===null?e=[w]:e.push(w),s++}var My=ae===s,Sn=T===s}if(p.reset!==void 0){let y=p.reset,T=s,ae=s,ie=s;if(typeof y=="string"){if(!Gt.test(y)){let w={instancePath:t+
"/rateLimits/headers/reset",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z\
0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:kt,data:y};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:t+"/rateLimits/headers/reset",schemaPath:"\
#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kt.type,parentSchema:kt,data:y};e===null?e=[w]:e.push(w),s++}var Fy=ae===
s,Sn=T===s}if(p.resetAs!==void 0){let y=p.resetAs,T=s,ae=d.properties.rateLimits.properties.headers.properties.resetAs.enum;if(!(y==="duration"||y==="epoch-seco\
nds"||y==="epoch-milliseconds")){let S={instancePath:t+"/rateLimits/headers/resetAs",schemaPath:"#/properties/rateLimits/properties/headers/properties/resetAs/e\
num",keyword:"enum",params:{allowedValues:d.properties.rateLimits.properties.headers.properties.resetAs.enum},message:"must be equal to one of the allowed value\
s",schema:d.properties.rateLimits.properties.headers.properties.resetAs.enum,parentSchema:d.properties.rateLimits.properties.headers.properties.resetAs,data:y};
e===null?e=[S]:e.push(S),s++}var Sn=T===s}}else{let H={instancePath:t+"/rateLimits/headers",schemaPath:"#/properties/rateLimits/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:d.properties.rateLimits.properties.headers.type,parentSchema:d.properties.rateLimits.properties.headers,
data:p};e===null?e=[H]:e.push(H),s++}var $n=q===s}if(l.retryAfter!==void 0){let p=l.retryAfter,q=s,ne=s,ue=s;if(typeof p=="string"){if(!We.test(p)){let y={instancePath:t+
"/rateLimits/retryAfter",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~\
[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/rateLimits/retryAfter",schemaPath:"#\
/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,data:p};e===null?e=[y]:e.push(y),s++}var xa=ne===
s,$n=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,ue=s;if(typeof p=="string"){if(le(p)<1){let y={instancePath:t+"/rateLimits/source",schemaPath:"#/$defs/\
source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),
s++}}else{let y={instancePath:t+"/rateLimits/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,
parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var Vy=ne===s,$n=q===s}}else{let B={instancePath:t+"/rateLimits",schemaPath:"#/properties/rateLimits/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.rateLimits.type,parentSchema:d.properties.rateLimits,data:l};e===null?e=[B]:e.
push(B),s++}var u=ee===s}if(r.upload!==void 0){let l=r.upload,ee=s,ve=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.method===void 0){let p={instancePath:t+
"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:d.
properties.upload.required,parentSchema:d.properties.upload,data:l};e===null?e=[p]:e.push(p),s++}if(l.path===void 0){let p={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:d.properties.upload.required,
parentSchema:d.properties.upload,data:l};e===null?e=[p]:e.push(p),s++}if(l.reference===void 0){let p={instancePath:t+"/upload",schemaPath:"#/properties/upload/r\
equired",keyword:"required",params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:d.properties.upload.required,parentSchema:d.
properties.upload,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.upload.required,parentSchema:d.properties.upload,
data:l};e===null?e=[p]:e.push(p),s++}let B=s;for(let p in l)if(!(p==="method"||p==="path"||p==="field"||p==="reference"||p==="source")){let q={instancePath:t+"/\
upload",schemaPath:"#/properties/upload/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:d.properties.upload,data:l};e===null?e=[q]:e.push(q),s++}if(l.method!==void 0){let p=l.method,q=s,ne=d.properties.upload.properties.
method.enum;if(!(p==="POST"||p==="PUT")){let ue={instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{
allowedValues:d.properties.upload.properties.method.enum},message:"must be equal to one of the allowed values",schema:d.properties.upload.properties.method.enum,
parentSchema:d.properties.upload.properties.method,data:p};e===null?e=[ue]:e.push(ue),s++}var as=q===s}if(l.path!==void 0){let p=l.path,q=s,ne=s,ue=s;if(typeof p==
"string"){if(!Nt.test(p)){let y={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pat\
tern "^/"',schema:"^/",parentSchema:Ve,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Ve.type,parentSchema:Ve,data:p};e===null?e=[y]:e.push(y),s++}var ac=ne===s,as=q===s}if(l.field!==void 0){
let p=l.field,q=s,ne=s;if(typeof p=="string"){if(le(p)<1){let H={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.upload.properties.field,data:p};e===null?e=[H]:e.
push(H),s++}}else{let H={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:d.properties.upload.properties.field.type,parentSchema:d.properties.upload.properties.field,data:p};e===null?e=[H]:e.push(H),s++}var as=q===
s}if(l.reference!==void 0){let p=l.reference,q=s,ne=s,ue=s;if(typeof p=="string"){if(!We.test(p)){let y={instancePath:t+"/upload/reference",schemaPath:"#/$defs/\
pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,
data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:K.type,parentSchema:K,data:p};e===null?e=[y]:e.push(y),s++}var nc=ne===s,as=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,ue=s;if(typeof p==
"string"){if(le(p)<1){let y={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var zy=ne===s,as=q===s}}else{
let B={instancePath:t+"/upload",schemaPath:"#/properties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.upload.
type,parentSchema:d.properties.upload,data:l};e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.operations!==void 0){let l=r.operations,ee=s,ve=s;if(l&&typeof l=="\
object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let p={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minPrope\
rties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:d.properties.operations,data:l};e===null?e=[p]:e.push(p),s++}let B=s;
for(let p in l)if(!(p==="video"||p==="image"||p==="audio"||p==="mesh")){let q={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.operations,
data:l};e===null?e=[q]:e.push(q),s++}if(l.video!==void 0){let p=l.video,q=s;Vt(p,{instancePath:t+"/operations/video",parentData:l,parentDataProperty:"video",rootData:i,
dynamicAnchors:o})||(e=e===null?Vt.errors:e.concat(Vt.errors),s=e.length);var qa=q===s}if(l.image!==void 0){let p=l.image,q=s;Vt(p,{instancePath:t+"/operations/\
image",parentData:l,parentDataProperty:"image",rootData:i,dynamicAnchors:o})||(e=e===null?Vt.errors:e.concat(Vt.errors),s=e.length);var qa=q===s}if(l.audio!==void 0){
let p=l.audio,q=s;Vt(p,{instancePath:t+"/operations/audio",parentData:l,parentDataProperty:"audio",rootData:i,dynamicAnchors:o})||(e=e===null?Vt.errors:e.concat(
Vt.errors),s=e.length);var qa=q===s}if(l.mesh!==void 0){let p=l.mesh,q=s;Vt(p,{instancePath:t+"/operations/mesh",parentData:l,parentDataProperty:"mesh",rootData:i,
dynamicAnchors:o})||(e=e===null?Vt.errors:e.concat(Vt.errors),s=e.length);var qa=q===s}}else{let B={instancePath:t+"/operations",schemaPath:"#/properties/operat\
ions/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.operations.type,parentSchema:d.properties.operations,data:l};e===null?
e=[B]:e.push(B),s++}var u=ee===s}if(r.errors!==void 0){let l=r.errors,ee=s,ve=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.message===void 0){let p={instancePath:t+
"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:d.
properties.errors.required,parentSchema:d.properties.errors,data:l};e===null?e=[p]:e.push(p),s++}if(l.code===void 0){let p={instancePath:t+"/errors",schemaPath:"\
#/properties/errors/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:d.properties.errors.required,
parentSchema:d.properties.errors,data:l};e===null?e=[p]:e.push(p),s++}if(l.proofs===void 0){let p={instancePath:t+"/errors",schemaPath:"#/properties/errors/requ\
ired",keyword:"required",params:{missingProperty:"proofs"},message:"must have required property 'proofs'",schema:d.properties.errors.required,parentSchema:d.properties.
errors,data:l};e===null?e=[p]:e.push(p),s++}let B=s;for(let p in l)if(!(p==="message"||p==="code"||p==="codeHeader"||p==="status"||p==="parameter"||p==="inside"||
p==="proofs")){let q={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},
message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors,data:l};e===null?e=[q]:e.push(q),s++}if(l.message!==void 0){let p=l.message,
q=s;xt(p,{instancePath:t+"/errors/message",parentData:l,parentDataProperty:"message",rootData:i,dynamicAnchors:o})||(e=e===null?xt.errors:e.concat(xt.errors),s=
e.length);var ns=q===s}if(l.code!==void 0){let p=l.code,q=s;xt(p,{instancePath:t+"/errors/code",parentData:l,parentDataProperty:"code",rootData:i,dynamicAnchors:o})||
(e=e===null?xt.errors:e.concat(xt.errors),s=e.length);var ns=q===s}if(l.codeHeader!==void 0){let p=l.codeHeader,q=s,ne=s,ue=s;if(typeof p=="string"){if(!Gt.test(
p)){let y={instancePath:t+"/errors/codeHeader",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must matc\
h pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:kt,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/errors/codeHeader",
schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:kt.type,parentSchema:kt,data:p};e===null?e=[y]:e.push(
y),s++}var Uy=ne===s,ns=q===s}if(l.status!==void 0){let p=l.status,q=s,ne=s,ue=s;if(typeof p=="string"){if(!We.test(p)){let y={instancePath:t+"/errors/status",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:K,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:K.type,parentSchema:K,data:p};e===null?e=[y]:e.push(y),s++}var ho=ne===s,ns=q===s}if(l.parameter!==void 0){let p=l.parameter,
q=s,ne=s,ue=s;if(typeof p=="string"){if(!We.test(p)){let y={instancePath:t+"/errors/parameter",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:p};e===null?e=[y]:e.push(y),s++}}else{
let y={instancePath:t+"/errors/parameter",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:p};e===null?e=[y]:e.push(y),s++}var Jy=ne===s,ns=q===s}if(l.inside!==void 0){let p=l.inside,q=s,ne=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.at===
void 0){let y={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.errors.properties.inside,data:p};e===null?e=[y]:
e.push(y),s++}if(p.source===void 0){let y={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.inside.required,parentSchema:d.properties.errors.
properties.inside,data:p};e===null?e=[y]:e.push(y),s++}let H=s;for(let y in p)if(!(y==="at"||y==="unless"||y==="source")){let T={instancePath:t+"/errors/inside",
schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have addi\
tional properties",schema:!1,parentSchema:d.properties.errors.properties.inside,data:p};e===null?e=[T]:e.push(T),s++}if(p.at!==void 0){let y=p.at,T=s,ae=s,ie=s;
if(typeof y=="string"){if(!We.test(y)){let S={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/\
~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:K,data:y};e===null?e=[S]:e.push(S),s++}}else{let S={
instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.type,parentSchema:K,
data:y};e===null?e=[S]:e.push(S),s++}var Dy=ae===s,fo=T===s}if(p.unless!==void 0){let y=p.unless,T=s;if(!Array.isArray(y)){let S={instancePath:t+"/errors/inside\
/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.
errors.properties.inside.properties.unless.type,parentSchema:d.properties.errors.properties.inside.properties.unless,data:y};e===null?e=[S]:e.push(S),s++}let ae=s;
var fo=T===s}if(p.source!==void 0){let y=p.source,T=s,ae=s,ie=s;if(typeof y=="string"){if(le(y)<1){let w={instancePath:t+"/errors/inside/source",schemaPath:"#/$\
defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:y};e===null?e=[w]:e.push(
w),s++}}else{let w={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.
type,parentSchema:pe,data:y};e===null?e=[w]:e.push(w),s++}var yo=ae===s,fo=T===s}}else{let H={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/pr\
operties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.errors.properties.inside.type,parentSchema:d.properties.
errors.properties.inside,data:p};e===null?e=[H]:e.push(H),s++}var ns=q===s}if(l.proofs!==void 0){let p=l.proofs,q=s,ne=s;if(Array.isArray(p)){if(p.length<1){let T={
instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs,data:p};e===null?e=[T]:e.push(T),s++}let H=!0,y=p.length;for(let T=0;T<y;T++){let ae=p[T],
ie=s,S=s;if(ae&&typeof ae=="object"&&!Array.isArray(ae)){if(ae.status===void 0){let $={instancePath:t+"/errors/proofs/"+T,schemaPath:"#/properties/errors/proper\
ties/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:d.properties.errors.properties.
proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:ae};e===null?e=[$]:e.push($),s++}if(ae.proves===void 0){let $={instancePath:t+
"/errors/proofs/"+T,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.properties.errors.properties.proofs.items,data:ae};e===null?
e=[$]:e.push($),s++}if(ae.source===void 0){let $={instancePath:t+"/errors/proofs/"+T,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.errors.properties.proofs.items.required,parentSchema:d.
properties.errors.properties.proofs.items,data:ae};e===null?e=[$]:e.push($),s++}let w=s;for(let $ in ae)if(!($==="status"||$==="codes"||$==="says"||$==="proves"||
$==="means"||$==="source")){let z={instancePath:t+"/errors/proofs/"+T,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:d.properties.errors.properties.proofs.items,
data:ae};e===null?e=[z]:e.push(z),s++}if(ae.status!==void 0){let $=ae.status,z=s,X=s;if(typeof $=="string"){if(!ag.test($)){let N={instancePath:t+"/errors/proof\
s/"+T+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:d.properties.errors.properties.proofs.items.properties.status,data:$};e===
null?e=[N]:e.push(N),s++}}else{let N={instancePath:t+"/errors/proofs/"+T+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.status.type,parentSchema:d.properties.
errors.properties.proofs.items.properties.status,data:$};e===null?e=[N]:e.push(N),s++}var Rs=z===s}if(ae.codes!==void 0){let $=ae.codes,z=s,X=s;if(Array.isArray(
$)){if($.length<1){let oe={instancePath:t+"/errors/proofs/"+T+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:$};
e===null?e=[oe]:e.push(oe),s++}let W=!0,te=$.length;for(let oe=0;oe<te;oe++){let Oe=$[oe],Ce=s;if(typeof Oe!="string"){let J={instancePath:t+"/errors/proofs/"+T+
"/codes/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:d.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes.items,data:Oe};
e===null?e=[J]:e.push(J),s++}let fe=s;var go=Ce===s;go||(W=!1)}}else{let W={instancePath:t+"/errors/proofs/"+T+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:d.properties.errors.properties.proofs.items.properties.codes,data:$};e===null?e=[W]:e.push(W),s++}var Rs=z===s}if(ae.says!==void 0){let $=ae.
says,z=s,X=s;if(Array.isArray($)){if($.length<1){let oe={instancePath:t+"/errors/proofs/"+T+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:d.properties.errors.properties.proofs.
items.properties.says,data:$};e===null?e=[oe]:e.push(oe),s++}let W=!0,te=$.length;for(let oe=0;oe<te;oe++){let Oe=$[oe],Ce=s,fe=s;if(typeof Oe=="string"){if(le(
Oe)<1){let J={instancePath:t+"/errors/proofs/"+T+"/says/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,
data:Oe};e===null?e=[J]:e.push(J),s++}}else{let J={instancePath:t+"/errors/proofs/"+T+"/says/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/proper\
ties/says/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.says.items.type,
parentSchema:d.properties.errors.properties.proofs.items.properties.says.items,data:Oe};e===null?e=[J]:e.push(J),s++}var er=Ce===s;er||(W=!1)}}else{let W={instancePath:t+
"/errors/proofs/"+T+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be \
array",schema:d.properties.errors.properties.proofs.items.properties.says.type,parentSchema:d.properties.errors.properties.proofs.items.properties.says,data:$};
e===null?e=[W]:e.push(W),s++}var Rs=z===s}if(ae.proves!==void 0){let $=ae.proves,z=s,X=d.properties.errors.properties.proofs.items.properties.proves.enum;if(!($===
"rejected"||$==="busy"||$==="credentials"||$==="payment"||$==="may-exist"||$==="unknown-model")){let W={instancePath:t+"/errors/proofs/"+T+"/proves",schemaPath:"\
#/properties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:d.properties.errors.properties.proofs.items.properties.
proves.enum},message:"must be equal to one of the allowed values",schema:d.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:d.properties.
errors.properties.proofs.items.properties.proves,data:$};e===null?e=[W]:e.push(W),s++}var Rs=z===s}if(ae.means!==void 0){let $=ae.means,z=s,X=s;if(typeof $=="st\
ring"){if(le($)<1){let W={instancePath:t+"/errors/proofs/"+T+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.errors.properties.proofs.items.properties.means,data:$};
e===null?e=[W]:e.push(W),s++}}else{let W={instancePath:t+"/errors/proofs/"+T+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.errors.properties.proofs.items.properties.means.type,parentSchema:d.properties.
errors.properties.proofs.items.properties.means,data:$};e===null?e=[W]:e.push(W),s++}var Rs=z===s}if(ae.source!==void 0){let $=ae.source,z=s,X=s,N=s;if(typeof $==
"string"){if(le($)<1){let te={instancePath:t+"/errors/proofs/"+T+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:$};e===null?e=[te]:e.push(te),s++}}else{let te={instancePath:t+"/errors/proofs/"+T+"/source",
schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:$};e===null?e=[te]:e.push(te),
s++}var Wy=X===s,Rs=z===s}}else{let w={instancePath:t+"/errors/proofs/"+T,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:d.properties.errors.properties.proofs.items.type,parentSchema:d.properties.errors.properties.proofs.items,data:ae};e===
null?e=[w]:e.push(w),s++}var is=ie===s;is||(H=!1)}}else{let H={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:d.properties.errors.properties.proofs.type,parentSchema:d.properties.errors.properties.proofs,data:p};
e===null?e=[H]:e.push(H),s++}var ns=q===s}}else{let B={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:d.properties.errors.type,parentSchema:d.properties.errors,data:l};e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.cancelRules!==void 0){let l=r.
cancelRules,ee=s,ve=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.queued===void 0){let p={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRul\
es/required",keyword:"required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:d.properties.cancelRules.required,parentSchema:d.
properties.cancelRules,data:l};e===null?e=[p]:e.push(p),s++}if(l.processing===void 0){let p={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/\
required",keyword:"required",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:d.properties.cancelRules.required,parentSchema:d.
properties.cancelRules,data:l};e===null?e=[p]:e.push(p),s++}if(l.ended===void 0){let p={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/requi\
red",keyword:"required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:d.properties.cancelRules.required,parentSchema:d.properties.
cancelRules,data:l};e===null?e=[p]:e.push(p),s++}if(l.cancelled===void 0){let p={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:d.properties.cancelRules.required,parentSchema:d.properties.
cancelRules,data:l};e===null?e=[p]:e.push(p),s++}if(l.source===void 0){let p={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:d.properties.cancelRules.required,parentSchema:d.properties.cancelRules,
data:l};e===null?e=[p]:e.push(p),s++}let B=s;for(let p in l)if(!(p==="queued"||p==="processing"||p==="ended"||p==="cancelled"||p==="source")){let q={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:d.properties.cancelRules,data:l};e===null?e=[q]:e.push(q),s++}if(l.queued!==void 0){let p=l.queued,q=s,ne=s,ue=s,H=s,
y=s,T=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let ae;if(p.body===void 0&&(ae="body")||p.error===void 0&&(ae="error")){let ie={};e===null?e=[ie]:e.push(ie),
s++}}var ic=T===s;if(ic){let ae={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be v\
alid",schema:re.allOf[0].not,parentSchema:re.allOf[0],data:p};e===null?e=[ae]:e.push(ae),s++}else s=y,e!==null&&(y?e.length=y:e=null);var Cy=H===s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.then===void 0){let ie={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{
missingProperty:"then"},message:"must have required property 'then'",schema:re.required,parentSchema:re,data:p};e===null?e=[ie]:e.push(ie),s++}let ae=s;for(let ie in p)
if(!(ie==="then"||ie==="status"||ie==="body"||ie==="error")){let S={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:ie},message:"must NOT have additional properties",schema:!1,parentSchema:re,data:p};e===null?e=[S]:e.push(S),s++}
if(p.then!==void 0){let ie=p.then,S=s,w=re.properties.then.enum;if(!(ie==="cancelled"||ie==="goes-on"||ie==="removed"||ie==="refused")){let $={instancePath:t+"/\
cancelRules/queued/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:re.properties.then.enum},message:"must be equ\
al to one of the allowed values",schema:re.properties.then.enum,parentSchema:re.properties.then,data:ie};e===null?e=[$]:e.push($),s++}var wo=S===s}if(p.status!==
void 0){let ie=p.status,S=s;if(!(typeof ie=="number"&&!(ie%1)&&!isNaN(ie))){let z={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/pr\
operties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:re.properties.status.type,parentSchema:re.properties.status,data:ie};
e===null?e=[z]:e.push(z),s++}let w=s;if(typeof ie=="number"){if(ie>599||isNaN(ie)){let z={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancel\
Rule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:re.properties.status,data:ie};
e===null?e=[z]:e.push(z),s++}if(ie<200||isNaN(ie)){let z={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:re.properties.status,data:ie};e===null?e=[z]:e.push(z),s++}}
var wo=S===s}if(p.error!==void 0){let ie=p.error,S=s,w=s;if(ie&&typeof ie=="object"&&!Array.isArray(ie)){if(ie.code===void 0){let X={instancePath:t+"/cancelRule\
s/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required propert\
y 'code'",schema:re.properties.error.required,parentSchema:re.properties.error,data:ie};e===null?e=[X]:e.push(X),s++}if(ie.message===void 0){let X={instancePath:t+
"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have r\
equired property 'message'",schema:re.properties.error.required,parentSchema:re.properties.error,data:ie};e===null?e=[X]:e.push(X),s++}let z=s;for(let X in ie)if(!(X===
"code"||X==="message")){let N={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:X},message:"must NOT have additional properties",schema:!1,parentSchema:re.properties.error,data:ie};e===null?e=[N]:e.
push(N),s++}if(ie.code!==void 0){let X=ie.code,N=s,W=s;if(typeof X=="string"){if(le(X)<1){let te={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/\
$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.
properties.error.properties.code,data:X};e===null?e=[te]:e.push(te),s++}}else{let te={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancel\
Rule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.code.type,parentSchema:re.
properties.error.properties.code,data:X};e===null?e=[te]:e.push(te),s++}var oc=N===s}if(ie.message!==void 0){let X=ie.message,N=s,W=s;if(typeof X=="string"){if(le(
X)<1){let oe={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.properties.error.properties.message,data:X};e===null?e=[oe]:e.push(
oe),s++}}else{let oe={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:re.properties.error.properties.message.type,parentSchema:re.properties.error.properties.message,data:X};e===
null?e=[oe]:e.push(oe),s++}var oc=N===s}}else{let z={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:re.properties.error.type,parentSchema:re.properties.error,data:ie};e===null?e=[z]:e.push(z),s++}var wo=S===
s}}else{let ae={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:re.
type,parentSchema:re,data:p};e===null?e=[ae]:e.push(ae),s++}var pc=ne===s,Ur=q===s}if(l.processing!==void 0){let p=l.processing,q=s,ne=s,ue=s,H=s,y=s,T=s;if(p&&
typeof p=="object"&&!Array.isArray(p)){let ie;if(p.body===void 0&&(ie="body")||p.error===void 0&&(ie="error")){let S={};e===null?e=[S]:e.push(S),s++}}var dc=T===
s;if(dc){let ie={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:re.
allOf[0].not,parentSchema:re.allOf[0],data:p};e===null?e=[ie]:e.push(ie),s++}else s=y,e!==null&&(y?e.length=y:e=null);var v=H===s;if(p&&typeof p=="object"&&!Array.
isArray(p)){if(p.then===void 0){let S={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:re.required,parentSchema:re,data:p};e===null?e=[S]:e.push(S),s++}let ie=s;for(let S in p)if(!(S==="th\
en"||S==="status"||S==="body"||S==="error")){let w={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"addit\
ionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:re,data:p};e===null?e=[w]:e.push(w),s++}if(p.
then!==void 0){let S=p.then,w=s,$=re.properties.then.enum;if(!(S==="cancelled"||S==="goes-on"||S==="removed"||S==="refused")){let z={instancePath:t+"/cancelRule\
s/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:re.properties.then.enum},message:"must be equal to \
one of the allowed values",schema:re.properties.then.enum,parentSchema:re.properties.then,data:S};e===null?e=[z]:e.push(z),s++}var Fe=w===s}if(p.status!==void 0){
let S=p.status,w=s;if(!(typeof S=="number"&&!(S%1)&&!isNaN(S))){let X={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties\
/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:re.properties.status.type,parentSchema:re.properties.status,data:S};e===null?
e=[X]:e.push(X),s++}let $=s;if(typeof S=="number"){if(S>599||isNaN(S)){let X={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/pro\
perties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:re.properties.status,data:S};e===null?
e=[X]:e.push(X),s++}if(S<200||isNaN(S)){let X={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:re.properties.status,data:S};e===null?e=[X]:e.push(X),s++}}var Fe=w===
s}if(p.error!==void 0){let S=p.error,w=s,$=s;if(S&&typeof S=="object"&&!Array.isArray(S)){if(S.code===void 0){let N={instancePath:t+"/cancelRules/processing/err\
or",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:re.
properties.error.required,parentSchema:re.properties.error,data:S};e===null?e=[N]:e.push(N),s++}if(S.message===void 0){let N={instancePath:t+"/cancelRules/proce\
ssing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required propert\
y 'message'",schema:re.properties.error.required,parentSchema:re.properties.error,data:S};e===null?e=[N]:e.push(N),s++}let X=s;for(let N in S)if(!(N==="code"||N===
"message")){let W={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalPrope\
rties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:re.properties.error,data:S};e===null?e=[W]:e.push(W),s++}
if(S.code!==void 0){let N=S.code,W=s,te=s;if(typeof N=="string"){if(le(N)<1){let oe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"#/$defs/can\
celRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.
properties.error.properties.code,data:N};e===null?e=[oe]:e.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"#/$defs/ca\
ncelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.code.type,parentSchema:re.
properties.error.properties.code,data:N};e===null?e=[oe]:e.push(oe),s++}var vt=W===s}if(S.message!==void 0){let N=S.message,W=s,te=s;if(typeof N=="string"){if(le(
N)<1){let Oe={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.properties.error.properties.message,data:N};e===null?e=[Oe]:e.push(
Oe),s++}}else{let Oe={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.message.type,parentSchema:re.properties.error.properties.message,data:N};
e===null?e=[Oe]:e.push(Oe),s++}var vt=W===s}}else{let X={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:re.properties.error.type,parentSchema:re.properties.error,data:S};e===null?e=[X]:e.push(X),s++}var Fe=w===
s}}else{let ie={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:re.
type,parentSchema:re,data:p};e===null?e=[ie]:e.push(ie),s++}var os=ne===s,Ur=q===s}if(l.ended!==void 0){let p=l.ended,q=s,ne=s,ue=s,H=s,y=s,T=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){let ie;if(p.body===void 0&&(ie="body")||p.error===void 0&&(ie="error")){let S={};e===null?e=[S]:e.push(S),s++}}var ge=T===s;if(ge){
let ie={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:re.allOf[0].not,
parentSchema:re.allOf[0],data:p};e===null?e=[ie]:e.push(ie),s++}else s=y,e!==null&&(y?e.length=y:e=null);var m=H===s;if(p&&typeof p=="object"&&!Array.isArray(p)){
if(p.then===void 0){let S={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"\
must have required property 'then'",schema:re.required,parentSchema:re,data:p};e===null?e=[S]:e.push(S),s++}let ie=s;for(let S in p)if(!(S==="then"||S==="status"||
S==="body"||S==="error")){let w={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:re,data:p};e===null?e=[w]:e.push(w),s++}if(p.then!==void 0){let S=p.then,
w=s,$=re.properties.then.enum;if(!(S==="cancelled"||S==="goes-on"||S==="removed"||S==="refused")){let z={instancePath:t+"/cancelRules/ended/then",schemaPath:"#/\
$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:re.properties.then.enum},message:"must be equal to one of the allowed values",schema:re.
properties.then.enum,parentSchema:re.properties.then,data:S};e===null?e=[z]:e.push(z),s++}var k=w===s}if(p.status!==void 0){let S=p.status,w=s;if(!(typeof S=="n\
umber"&&!(S%1)&&!isNaN(S))){let X={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:re.properties.status.type,parentSchema:re.properties.status,data:S};e===null?e=[X]:e.push(X),s++}let $=s;if(typeof S==
"number"){if(S>599||isNaN(S)){let X={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:re.properties.status,data:S};e===null?e=[X]:e.push(X),s++}if(S<200||isNaN(S)){let X={
instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:re.properties.status,data:S};e===null?e=[X]:e.push(X),s++}}var k=w===s}if(p.error!==void 0){let S=p.error,w=s,$=s;if(S&&
typeof S=="object"&&!Array.isArray(S)){if(S.code===void 0){let N={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/requ\
ired",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:re.properties.error.required,parentSchema:re.properties.
error,data:S};e===null?e=[N]:e.push(N),s++}if(S.message===void 0){let N={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/err\
or/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:re.properties.error.required,parentSchema:re.
properties.error,data:S};e===null?e=[N]:e.push(N),s++}let X=s;for(let N in S)if(!(N==="code"||N==="message")){let W={instancePath:t+"/cancelRules/ended/error",schemaPath:"\
#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:re.properties.error,data:S};e===null?e=[W]:e.push(W),s++}if(S.code!==void 0){let N=S.code,W=s,te=s;if(typeof N=="string"){if(le(N)<1){
let oe={instancePath:t+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.properties.error.properties.code,data:N};e===null?e=[oe]:e.push(oe),s++}}else{let oe={instancePath:t+
"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be str\
ing",schema:re.properties.error.properties.code.type,parentSchema:re.properties.error.properties.code,data:N};e===null?e=[oe]:e.push(oe),s++}var A=W===s}if(S.message!==
void 0){let N=S.message,W=s,te=s;if(typeof N=="string"){if(le(N)<1){let Oe={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.properties.
error.properties.message,data:N};e===null?e=[Oe]:e.push(Oe),s++}}else{let Oe={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/p\
roperties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.message.type,parentSchema:re.
properties.error.properties.message,data:N};e===null?e=[Oe]:e.push(Oe),s++}var A=W===s}}else{let X={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$def\
s/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:re.properties.error.type,parentSchema:re.properties.error,
data:S};e===null?e=[X]:e.push(X),s++}var k=w===s}}else{let ie={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:re.type,parentSchema:re,data:p};e===null?e=[ie]:e.push(ie),s++}var je=ne===s,Ur=q===s}if(l.cancelled!==void 0){let p=l.
cancelled,q=s,ne=s,ue=s,H=s,y=s,T=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let ie;if(p.body===void 0&&(ie="body")||p.error===void 0&&(ie="error")){let S={};
e===null?e=[S]:e.push(S),s++}}var D=T===s;if(D){let ie={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},
message:"must NOT be valid",schema:re.allOf[0].not,parentSchema:re.allOf[0],data:p};e===null?e=[ie]:e.push(ie),s++}else s=y,e!==null&&(y?e.length=y:e=null);var b=H===
s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let S={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"\
required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:re.required,parentSchema:re,data:p};e===null?e=[S]:e.push(S),s++}let ie=s;
for(let S in p)if(!(S==="then"||S==="status"||S==="body"||S==="error")){let w={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/additional\
Properties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:re,data:p};e===null?
e=[w]:e.push(w),s++}if(p.then!==void 0){let S=p.then,w=s,$=re.properties.then.enum;if(!(S==="cancelled"||S==="goes-on"||S==="removed"||S==="refused")){let z={instancePath:t+
"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:re.properties.then.enum},message:"must b\
e equal to one of the allowed values",schema:re.properties.then.enum,parentSchema:re.properties.then,data:S};e===null?e=[z]:e.push(z),s++}var P=w===s}if(p.status!==
void 0){let S=p.status,w=s;if(!(typeof S=="number"&&!(S%1)&&!isNaN(S))){let X={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/pro\
perties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:re.properties.status.type,parentSchema:re.properties.status,data:S};
e===null?e=[X]:e.push(X),s++}let $=s;if(typeof S=="number"){if(S>599||isNaN(S)){let X={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancel\
Rule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:re.properties.status,data:S};
e===null?e=[X]:e.push(X),s++}if(S<200||isNaN(S)){let X={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:re.properties.status,data:S};e===null?e=[X]:e.push(X),s++}}
var P=w===s}if(p.error!==void 0){let S=p.error,w=s,$=s;if(S&&typeof S=="object"&&!Array.isArray(S)){if(S.code===void 0){let N={instancePath:t+"/cancelRules/canc\
elled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property '\
code'",schema:re.properties.error.required,parentSchema:re.properties.error,data:S};e===null?e=[N]:e.push(N),s++}if(S.message===void 0){let N={instancePath:t+"/\
cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have \
required property 'message'",schema:re.properties.error.required,parentSchema:re.properties.error,data:S};e===null?e=[N]:e.push(N),s++}let X=s;for(let N in S)if(!(N===
"code"||N==="message")){let W={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:re.properties.error,data:S};e===null?e=[W]:
e.push(W),s++}if(S.code!==void 0){let N=S.code,W=s,te=s;if(typeof N=="string"){if(le(N)<1){let oe={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.
properties.error.properties.code,data:N};e===null?e=[oe]:e.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/can\
celRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.code.type,parentSchema:re.
properties.error.properties.code,data:N};e===null?e=[oe]:e.push(oe),s++}var U=W===s}if(S.message!==void 0){let N=S.message,W=s,te=s;if(typeof N=="string"){if(le(
N)<1){let Oe={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re.properties.error.properties.message,data:N};e===null?e=[Oe]:e.push(
Oe),s++}}else{let Oe={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:re.properties.error.properties.message.type,parentSchema:re.properties.error.properties.message,data:N};
e===null?e=[Oe]:e.push(Oe),s++}var U=W===s}}else{let X={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:re.properties.error.type,parentSchema:re.properties.error,data:S};e===null?e=[X]:e.push(X),s++}var P=w===
s}}else{let ie={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:re.
type,parentSchema:re,data:p};e===null?e=[ie]:e.push(ie),s++}var Y=ne===s,Ur=q===s}if(l.source!==void 0){let p=l.source,q=s,ne=s,ue=s;if(typeof p=="string"){if(le(
p)<1){let y={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}}else{let y={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,data:p};e===null?e=[y]:e.push(y),s++}var G=ne===s,Ur=q===s}}else{let B={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.cancelRules.type,parentSchema:d.
properties.cancelRules,data:l};e===null?e=[B]:e.push(B),s++}var u=ee===s}if(r.disagreements!==void 0){let l=r.disagreements,ee=s,ve=s;if(Array.isArray(l)){let B=!0,
p=l.length;for(let q=0;q<p;q++){let ne=l[q],ue=s,H=s;if(ne&&typeof ne=="object"&&!Array.isArray(ne)){if(ne.topic===void 0){let T={instancePath:t+"/disagreements\
/"+q,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:d.
properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:ne};e===null?e=[T]:e.push(T),s++}if(ne.between===void 0){let T={instancePath:t+
"/disagreements/"+q,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required pro\
perty 'between'",schema:d.properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:ne};e===null?e=[T]:e.push(T),s++}if(ne.follows===
void 0){let T={instancePath:t+"/disagreements/"+q,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:d.properties.disagreements.items.required,parentSchema:d.properties.disagreements.items,data:ne};e===null?e=[T]:e.
push(T),s++}let y=s;for(let T in ne)if(!(T==="topic"||T==="between"||T==="follows")){let ae={instancePath:t+"/disagreements/"+q,schemaPath:"#/properties/disagre\
ements/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:T},message:"must NOT have additional properties",schema:!1,parentSchema:d.
properties.disagreements.items,data:ne};e===null?e=[ae]:e.push(ae),s++}if(ne.topic!==void 0){let T=ne.topic,ae=s,ie=s;if(typeof T=="string"){if(le(T)<1){let S={
instancePath:t+"/disagreements/"+q+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.disagreements.items.properties.topic,data:T};e===null?e=[S]:e.push(S),s++}}else{let S={
instancePath:t+"/disagreements/"+q+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:d.properties.disagreements.items.properties.topic.type,parentSchema:d.properties.disagreements.items.properties.topic,data:T};e===null?e=[
S]:e.push(S),s++}var E=ae===s}if(ne.between!==void 0){let T=ne.between,ae=s,ie=s;if(Array.isArray(T)){if(T.length<1){let z={instancePath:t+"/disagreements/"+q+"\
/between",schemaPath:"#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 item\
s",schema:1,parentSchema:d.properties.disagreements.items.properties.between,data:T};e===null?e=[z]:e.push(z),s++}let w=!0,$=T.length;for(let z=0;z<$;z++){let X=T[z],
N=s,W=s,te=s;if(typeof X=="string"){if(le(X)<1){let oe={instancePath:t+"/disagreements/"+q+"/between/"+z,schemaPath:"#/$defs/source/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:pe,data:X};e===null?e=[oe]:e.push(oe),s++}}else{let oe={instancePath:t+
"/disagreements/"+q+"/between/"+z,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:pe.type,parentSchema:pe,
data:X};e===null?e=[oe]:e.push(oe),s++}var j=W===s,we=N===s;we||(w=!1)}}else{let w={instancePath:t+"/disagreements/"+q+"/between",schemaPath:"#/properties/disag\
reements/items/properties/between/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.disagreements.items.properties.between.
type,parentSchema:d.properties.disagreements.items.properties.between,data:T};e===null?e=[w]:e.push(w),s++}var E=ae===s}if(ne.follows!==void 0){let T=ne.follows,
ae=s,ie=s;if(typeof T=="string"){if(le(T)<1){let w={instancePath:t+"/disagreements/"+q+"/follows",schemaPath:"#/properties/disagreements/items/properties/follow\
s/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:d.properties.disagreements.items.properties.
follows,data:T};e===null?e=[w]:e.push(w),s++}}else{let w={instancePath:t+"/disagreements/"+q+"/follows",schemaPath:"#/properties/disagreements/items/properties/\
follows/type",keyword:"type",params:{type:"string"},message:"must be string",schema:d.properties.disagreements.items.properties.follows.type,parentSchema:d.properties.
disagreements.items.properties.follows,data:T};e===null?e=[w]:e.push(w),s++}var E=ae===s}}else{let y={instancePath:t+"/disagreements/"+q,schemaPath:"#/propertie\
s/disagreements/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.properties.disagreements.items.type,parentSchema:d.properties.
disagreements.items,data:ne};e===null?e=[y]:e.push(y),s++}var Me=ue===s;Me||(B=!1)}}else{let B={instancePath:t+"/disagreements",schemaPath:"#/properties/disagre\
ements/type",keyword:"type",params:{type:"array"},message:"must be array",schema:d.properties.disagreements.type,parentSchema:d.properties.disagreements,data:l};
e===null?e=[B]:e.push(B),s++}var u=ee===s}}else{let Le={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:d.
type,parentSchema:d,data:r};e===null?e=[Le]:e.push(Le),s++}return qn.errors=e,s===0}qn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Hs=be(nt=>{"use strict";Object.defineProperty(nt,"__esModule",{value:!0});nt.regexpCode=nt.getEsmExportName=nt.getProperty=nt.safeStringify=nt.stringify=nt.
strConcat=nt.addCodeArg=nt.str=nt._=nt.nil=nt._Code=nt.Name=nt.IDENTIFIER=nt._CodeOrName=void 0;var Ra=class{};nt._CodeOrName=Ra;nt.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var cs=class extends Ra{constructor(t){if(super(),!nt.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};nt.Name=cs;var sr=class extends Ra{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
cs&&(a[n.str]=(a[n.str]||0)+1),a),{})}};nt._Code=sr;nt.nil=new sr("");function Hc(r,...t){let a=[r[0]],n=0;for(;n<t.length;)Lo(a,t[n]),a.push(r[++n]);return new sr(
a)}nt._=Hc;var Ro=new sr("+");function Kc(r,...t){let a=[La(r[0])],n=0;for(;n<t.length;)a.push(Ro),Lo(a,t[n]),a.push(Ro,La(r[++n]));return Rg(a),new sr(a)}nt.str=
Kc;function Lo(r,t){t instanceof sr?r.push(...t._items):t instanceof cs?r.push(t):r.push(Eg(t))}nt.addCodeArg=Lo;function Rg(r){let t=1;for(;t<r.length-1;){if(r[t]===
Ro){let a=Lg(r[t-1],r[t+1]);if(a!==void 0){r.splice(t-1,3,a);continue}r[t++]="+"}t++}}function Lg(r,t){if(t==='""')return r;if(r==='""')return t;if(typeof r=="s\
tring")return t instanceof cs||r[r.length-1]!=='"'?void 0:typeof t!="string"?`${r.slice(0,-1)}${t}"`:t[0]==='"'?r.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(r instanceof cs))return`"${r}${t.slice(1)}`}function Ig(r,t){return t.emptyStr()?r:r.emptyStr()?t:Kc`${r}${t}`}nt.strConcat=Ig;function Eg(r){
return typeof r=="number"||typeof r=="boolean"||r===null?r:La(Array.isArray(r)?r.join(","):r)}function Mg(r){return new sr(La(r))}nt.stringify=Mg;function La(r){
return JSON.stringify(r).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}nt.safeStringify=La;function Fg(r){return typeof r=="string"&&nt.IDENTIFIER.test(
r)?new sr(`.${r}`):Hc`[${r}]`}nt.getProperty=Fg;function Vg(r){if(typeof r=="string"&&nt.IDENTIFIER.test(r))return new sr(`${r}`);throw new Error(`CodeGen: inva\
lid export name: ${r}, use explicit $id name mapping`)}nt.getEsmExportName=Vg;function zg(r){return new sr(r.toString())}nt.regexpCode=zg});var Mo=be(Ht=>{"use strict";Object.defineProperty(Ht,"__esModule",{value:!0});Ht.ValueScope=Ht.ValueScopeName=Ht.Scope=Ht.varKinds=Ht.UsedValueState=void 0;var Ct=Hs(),
Io=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},En;(function(r){r[r.Started=0]="Started",r[r.Completed=
1]="Completed"})(En||(Ht.UsedValueState=En={}));Ht.varKinds={const:new Ct.Name("const"),let:new Ct.Name("let"),var:new Ct.Name("var")};var Mn=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof Ct.Name?t:this.name(t)}name(t){return new Ct.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Ht.Scope=Mn;var Fn=class extends Ct.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,Ct._)`.${new Ct.Name(a)}[${n}]`}};Ht.ValueScopeName=Fn;var Ug=(0,Ct._)`\n`,Eo=class extends Mn{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?Ug:Ct.nil}}get(){return this._scope}name(t){return new Fn(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let i=this.toName(t),{prefix:o}=i,e=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[o];if(s){let u=s.get(e);if(u)return u}else
s=this._values[o]=new Map;s.set(e,i);let c=this._scope[o]||(this._scope[o]=[]),f=c.length;return c[f]=a.ref,i.setValue(a,{property:o,itemIndex:f}),i}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Ct._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,i=>{if(i.value===void 0)throw new Error(`CodeGen\
: name "${i}" has no value`);return i.value.code},a,n)}_reduceValues(t,a,n={},i){let o=Ct.nil;for(let e in t){let s=t[e];if(!s)continue;let c=n[e]=n[e]||new Map;
s.forEach(f=>{if(c.has(f))return;c.set(f,En.Started);let u=a(f);if(u){let g=this.opts.es5?Ht.varKinds.var:Ht.varKinds.const;o=(0,Ct._)`${o}${g} ${f} = ${u};${this.
opts._n}`}else if(u=i?.(f))o=(0,Ct._)`${o}${u}${this.opts._n}`;else throw new Io(f);c.set(f,En.Completed)})}return o}};Ht.ValueScope=Eo});var Ge=be(Ze=>{"use strict";Object.defineProperty(Ze,"__esModule",{value:!0});Ze.or=Ze.and=Ze.not=Ze.CodeGen=Ze.operators=Ze.varKinds=Ze.ValueScopeName=Ze.ValueScope=
Ze.Scope=Ze.Name=Ze.regexpCode=Ze.stringify=Ze.getProperty=Ze.nil=Ze.strConcat=Ze.str=Ze._=void 0;var Ye=Hs(),hr=Mo(),Cr=Hs();Object.defineProperty(Ze,"_",{enumerable:!0,
get:function(){return Cr._}});Object.defineProperty(Ze,"str",{enumerable:!0,get:function(){return Cr.str}});Object.defineProperty(Ze,"strConcat",{enumerable:!0,
get:function(){return Cr.strConcat}});Object.defineProperty(Ze,"nil",{enumerable:!0,get:function(){return Cr.nil}});Object.defineProperty(Ze,"getProperty",{enumerable:!0,
get:function(){return Cr.getProperty}});Object.defineProperty(Ze,"stringify",{enumerable:!0,get:function(){return Cr.stringify}});Object.defineProperty(Ze,"rege\
xpCode",{enumerable:!0,get:function(){return Cr.regexpCode}});Object.defineProperty(Ze,"Name",{enumerable:!0,get:function(){return Cr.Name}});var Jn=Mo();Object.
defineProperty(Ze,"Scope",{enumerable:!0,get:function(){return Jn.Scope}});Object.defineProperty(Ze,"ValueScope",{enumerable:!0,get:function(){return Jn.ValueScope}});
Object.defineProperty(Ze,"ValueScopeName",{enumerable:!0,get:function(){return Jn.ValueScopeName}});Object.defineProperty(Ze,"varKinds",{enumerable:!0,get:function(){
return Jn.varKinds}});Ze.operators={GT:new Ye._Code(">"),GTE:new Ye._Code(">="),LT:new Ye._Code("<"),LTE:new Ye._Code("<="),EQ:new Ye._Code("==="),NEQ:new Ye._Code(
"!=="),NOT:new Ye._Code("!"),OR:new Ye._Code("||"),AND:new Ye._Code("&&"),ADD:new Ye._Code("+")};var Lr=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
Fo=class extends Lr{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?hr.varKinds.var:this.varKind,i=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${i};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Bs(this.rhs,t,a)),this}get names(){return this.
rhs instanceof Ye._CodeOrName?this.rhs.names:{}}},Vn=class extends Lr{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof Ye.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Bs(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof Ye.Name?{}:{...this.lhs.names};return Un(t,this.rhs)}},Vo=class extends Vn{constructor(t,a,n,i){super(t,n,i),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},zo=class extends Lr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
Uo=class extends Lr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},Jo=class extends Lr{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},Do=class extends Lr{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Bs(this.code,t,a),this}get names(){return this.
code instanceof Ye._CodeOrName?this.code.names:{}}},Ia=class extends Lr{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,i=n.length;for(;i--;){let o=n[i];o.optimizeNames(t,a)||(Jg(t,o.names),n.splice(i,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>us(t,a.names),{})}},Ir=class extends Ia{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},Wo=class extends Ia{},Ks=class extends Ir{};
Ks.kind="else";var ms=class r extends Ir{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Ks(n):n}if(a)return t===!1?a instanceof r?a:a.nodes:this.nodes.length?this:new r(Bc(t),a instanceof r?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Bs(this.condition,t,a),this}get names(){let t=super.names;return Un(t,this.condition),this.else&&us(t,this.else.names),t}};ms.kind=
"if";var ls=class extends Ir{};ls.kind="for";var Co=class extends ls{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Bs(this.iteration,t,a),this}get names(){return us(super.names,this.iteration.names)}},Ho=class extends ls{constructor(t,a,n,i){
super(),this.varKind=t,this.name=a,this.from=n,this.to=i}render(t){let a=t.es5?hr.varKinds.var:this.varKind,{name:n,from:i,to:o}=this;return`for(${a} ${n}=${i};\
 ${n}<${o}; ${n}++)`+super.render(t)}get names(){let t=Un(super.names,this.from);return Un(t,this.to)}},zn=class extends ls{constructor(t,a,n,i){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=i}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Bs(this.iterable,t,a),this}get names(){return us(super.names,this.iterable.names)}},Ea=class extends Ir{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};Ea.kind="func";var Ma=class extends Ia{render(t){
return"return "+super.render(t)}};Ma.kind="return";var Ko=class extends Ir{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,i;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(i=this.
finally)===null||i===void 0||i.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&us(t,this.catch.names),this.finally&&us(t,this.finally.names),
t}},Fa=class extends Ir{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};Fa.kind="catch";var Va=class extends Ir{render(t){
return"finally"+super.render(t)}};Va.kind="finally";var Bo=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new hr.Scope({parent:t}),this._nodes=[new Wo]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,i){let o=this._scope.toName(a);return n!==void 0&&i&&(this._constants[o.str]=n),this._leafNode(new Fo(t,o,n)),o}const(t,a,n){return this.
_def(hr.varKinds.const,t,a,n)}let(t,a,n){return this._def(hr.varKinds.let,t,a,n)}var(t,a,n){return this._def(hr.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new Vn(t,a,n))}add(t,a){return this._leafNode(new Vo(t,Ze.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==Ye.nil&&this._leafNode(new Do(t)),this}object(...t){
let a=["{"];for(let[n,i]of t)a.length>1&&a.push(","),a.push(n),(n!==i||this.opts.es5)&&(a.push(":"),(0,Ye.addCodeArg)(a,i));return a.push("}"),new Ye._Code(a)}if(t,a,n){
if(this._blockNode(new ms(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new ms(t))}else(){return this._elseNode(new Ks)}endIf(){return this._endBlockNode(ms,Ks)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new Co(t),a)}forRange(t,a,n,i,o=this.opts.es5?hr.varKinds.var:hr.varKinds.let){let e=this.
_scope.toName(t);return this._for(new Ho(o,e,a,n),()=>i(e))}forOf(t,a,n,i=hr.varKinds.const){let o=this._scope.toName(t);if(this.opts.es5){let e=a instanceof Ye.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Ye._)`${e}.length`,s=>{this.var(o,(0,Ye._)`${e}[${s}]`),n(o)})}return this._for(new zn("of",i,o,a),()=>n(
o))}forIn(t,a,n,i=this.opts.es5?hr.varKinds.var:hr.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,Ye._)`Object.keys(${a})`,n);let o=this._scope.
toName(t);return this._for(new zn("in",i,o,a),()=>n(o))}endFor(){return this._endBlockNode(ls)}label(t){return this._leafNode(new zo(t))}break(t){return this._leafNode(
new Uo(t))}return(t){let a=new Ma;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
Ma)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let i=new Ko;if(this._blockNode(i),this.code(t),a){let o=this.name("e");
this._currNode=i.catch=new Fa(o),a(o)}return n&&(this._currNode=i.finally=new Va,this.code(n)),this._endBlockNode(Fa,Va)}throw(t){return this._leafNode(new Jo(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=Ye.nil,n,i){return this._blockNode(new Ea(t,a,n)),i&&this.code(i).endFunc(),this}endFunc(){return this._endBlockNode(Ea)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof ms))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};Ze.CodeGen=Bo;function us(r,t){for(let a in t)r[a]=(r[a]||0)+(t[a]||0);return r}function Un(r,t){return t instanceof Ye._CodeOrName?us(r,t.names):
r}function Bs(r,t,a){if(r instanceof Ye.Name)return n(r);if(!i(r))return r;return new Ye._Code(r._items.reduce((o,e)=>(e instanceof Ye.Name&&(e=n(e)),e instanceof
Ye._Code?o.push(...e._items):o.push(e),o),[]));function n(o){let e=a[o.str];return e===void 0||t[o.str]!==1?o:(delete t[o.str],e)}function i(o){return o instanceof
Ye._Code&&o._items.some(e=>e instanceof Ye.Name&&t[e.str]===1&&a[e.str]!==void 0)}}function Jg(r,t){for(let a in t)r[a]=(r[a]||0)-(t[a]||0)}function Bc(r){return typeof r==
"boolean"||typeof r=="number"||r===null?!r:(0,Ye._)`!${Zo(r)}`}Ze.not=Bc;var Dg=Zc(Ze.operators.AND);function Wg(...r){return r.reduce(Dg)}Ze.and=Wg;var Cg=Zc(Ze.
operators.OR);function Hg(...r){return r.reduce(Cg)}Ze.or=Hg;function Zc(r){return(t,a)=>t===Ye.nil?a:a===Ye.nil?t:(0,Ye._)`${Zo(t)} ${r} ${Zo(a)}`}function Zo(r){
return r instanceof Ye.Name?r:(0,Ye._)`(${r})`}});var tt=be(Qe=>{"use strict";Object.defineProperty(Qe,"__esModule",{value:!0});Qe.checkStrictMode=Qe.getErrorPath=Qe.Type=Qe.useFunc=Qe.setEvaluated=Qe.evaluatedPropsToName=
Qe.mergeEvaluated=Qe.eachItem=Qe.unescapeJsonPointer=Qe.escapeJsonPointer=Qe.escapeFragment=Qe.unescapeFragment=Qe.schemaRefOrVal=Qe.schemaHasRulesButRef=Qe.schemaHasRules=
Qe.checkUnknownRules=Qe.alwaysValidSchema=Qe.toHash=void 0;var yt=Ge(),Kg=Hs();function Bg(r){let t={};for(let a of r)t[a]=!0;return t}Qe.toHash=Bg;function Zg(r,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Xc(r,t),!Yc(t,r.self.RULES.all))}Qe.alwaysValidSchema=Zg;function Xc(r,t=r.schema){let{opts:a,self:n}=r;
if(!a.strictSchema||typeof t=="boolean")return;let i=n.RULES.keywords;for(let o in t)i[o]||rm(r,`unknown keyword: "${o}"`)}Qe.checkUnknownRules=Xc;function Yc(r,t){
if(typeof r=="boolean")return!r;for(let a in r)if(t[a])return!0;return!1}Qe.schemaHasRules=Yc;function Gg(r,t){if(typeof r=="boolean")return!r;for(let a in r)if(a!==
"$ref"&&t.all[a])return!0;return!1}Qe.schemaHasRulesButRef=Gg;function Qg({topSchemaRef:r,schemaPath:t},a,n,i){if(!i){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,yt._)`${a}`}return(0,yt._)`${r}${t}${(0,yt.getProperty)(n)}`}Qe.schemaRefOrVal=Qg;function Xg(r){return em(decodeURIComponent(
r))}Qe.unescapeFragment=Xg;function Yg(r){return encodeURIComponent(Qo(r))}Qe.escapeFragment=Yg;function Qo(r){return typeof r=="number"?`${r}`:r.replace(/~/g,"\
~0").replace(/\//g,"~1")}Qe.escapeJsonPointer=Qo;function em(r){return r.replace(/~1/g,"/").replace(/~0/g,"~")}Qe.unescapeJsonPointer=em;function ew(r,t){if(Array.
isArray(r))for(let a of r)t(a);else t(r)}Qe.eachItem=ew;function Gc({mergeNames:r,mergeToName:t,mergeValues:a,resultToName:n}){return(i,o,e,s)=>{let c=e===void 0?
o:e instanceof yt.Name?(o instanceof yt.Name?r(i,o,e):t(i,o,e),e):o instanceof yt.Name?(t(i,e,o),o):a(o,e);return s===yt.Name&&!(c instanceof yt.Name)?n(i,c):c}}
Qe.mergeEvaluated={props:Gc({mergeNames:(r,t,a)=>r.if((0,yt._)`${a} !== true && ${t} !== undefined`,()=>{r.if((0,yt._)`${t} === true`,()=>r.assign(a,!0),()=>r.assign(
a,(0,yt._)`${a} || {}`).code((0,yt._)`Object.assign(${a}, ${t})`))}),mergeToName:(r,t,a)=>r.if((0,yt._)`${a} !== true`,()=>{t===!0?r.assign(a,!0):(r.assign(a,(0,yt.
_)`${a} || {}`),Xo(r,a,t))}),mergeValues:(r,t)=>r===!0?!0:{...r,...t},resultToName:tm}),items:Gc({mergeNames:(r,t,a)=>r.if((0,yt._)`${a} !== true && ${t} !== undefined`,
()=>r.assign(a,(0,yt._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(r,t,a)=>r.if((0,yt._)`${a} !== true`,()=>r.assign(a,t===!0?!0:(0,yt._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(r,t)=>r===!0?!0:Math.max(r,t),resultToName:(r,t)=>r.var("items",t)})};function tm(r,t){if(t===!0)return r.var("props",!0);let a=r.var("props",(0,yt.
_)`{}`);return t!==void 0&&Xo(r,a,t),a}Qe.evaluatedPropsToName=tm;function Xo(r,t,a){Object.keys(a).forEach(n=>r.assign((0,yt._)`${t}${(0,yt.getProperty)(n)}`,!0))}
Qe.setEvaluated=Xo;var Qc={};function tw(r,t){return r.scopeValue("func",{ref:t,code:Qc[t.code]||(Qc[t.code]=new Kg._Code(t.code))})}Qe.useFunc=tw;var Go;(function(r){
r[r.Num=0]="Num",r[r.Str=1]="Str"})(Go||(Qe.Type=Go={}));function rw(r,t,a){if(r instanceof yt.Name){let n=t===Go.Num;return a?n?(0,yt._)`"[" + ${r} + "]"`:(0,yt.
_)`"['" + ${r} + "']"`:n?(0,yt._)`"/" + ${r}`:(0,yt._)`"/" + ${r}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,yt.getProperty)(r).toString():"/"+Qo(r)}
Qe.getErrorPath=rw;function rm(r,t,a=r.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);r.self.logger.warn(t)}}Qe.checkStrictMode=rm});var Er=be(Yo=>{"use strict";Object.defineProperty(Yo,"__esModule",{value:!0});var Rt=Ge(),sw={data:new Rt.Name("data"),valCxt:new Rt.Name("valCxt"),instancePath:new Rt.
Name("instancePath"),parentData:new Rt.Name("parentData"),parentDataProperty:new Rt.Name("parentDataProperty"),rootData:new Rt.Name("rootData"),dynamicAnchors:new Rt.
Name("dynamicAnchors"),vErrors:new Rt.Name("vErrors"),errors:new Rt.Name("errors"),this:new Rt.Name("this"),self:new Rt.Name("self"),scope:new Rt.Name("scope"),
json:new Rt.Name("json"),jsonPos:new Rt.Name("jsonPos"),jsonLen:new Rt.Name("jsonLen"),jsonPart:new Rt.Name("jsonPart")};Yo.default=sw});var za=be(Lt=>{"use strict";Object.defineProperty(Lt,"__esModule",{value:!0});Lt.extendErrors=Lt.resetErrorsCount=Lt.reportExtraError=Lt.reportError=Lt.keyword$DataError=
Lt.keywordError=void 0;var rt=Ge(),Dn=tt(),Ut=Er();Lt.keywordError={message:({keyword:r})=>(0,rt.str)`must pass "${r}" keyword validation`};Lt.keyword$DataError=
{message:({keyword:r,schemaType:t})=>t?(0,rt.str)`"${r}" keyword must be ${t} ($data)`:(0,rt.str)`"${r}" keyword is invalid ($data)`};function aw(r,t=Lt.keywordError,a,n){
let{it:i}=r,{gen:o,compositeRule:e,allErrors:s}=i,c=nm(r,t,a);n??(e||s)?sm(o,c):am(i,(0,rt._)`[${c}]`)}Lt.reportError=aw;function nw(r,t=Lt.keywordError,a){let{
it:n}=r,{gen:i,compositeRule:o,allErrors:e}=n,s=nm(r,t,a);sm(i,s),o||e||am(n,Ut.default.vErrors)}Lt.reportExtraError=nw;function iw(r,t){r.assign(Ut.default.errors,
t),r.if((0,rt._)`${Ut.default.vErrors} !== null`,()=>r.if(t,()=>r.assign((0,rt._)`${Ut.default.vErrors}.length`,t),()=>r.assign(Ut.default.vErrors,null)))}Lt.resetErrorsCount=
iw;function ow({gen:r,keyword:t,schemaValue:a,data:n,errsCount:i,it:o}){if(i===void 0)throw new Error("ajv implementation error");let e=r.name("err");r.forRange(
"i",i,Ut.default.errors,s=>{r.const(e,(0,rt._)`${Ut.default.vErrors}[${s}]`),r.if((0,rt._)`${e}.instancePath === undefined`,()=>r.assign((0,rt._)`${e}.instancePath`,
(0,rt.strConcat)(Ut.default.instancePath,o.errorPath))),r.assign((0,rt._)`${e}.schemaPath`,(0,rt.str)`${o.errSchemaPath}/${t}`),o.opts.verbose&&(r.assign((0,rt.
_)`${e}.schema`,a),r.assign((0,rt._)`${e}.data`,n))})}Lt.extendErrors=ow;function sm(r,t){let a=r.const("err",t);r.if((0,rt._)`${Ut.default.vErrors} === null`,()=>r.
assign(Ut.default.vErrors,(0,rt._)`[${a}]`),(0,rt._)`${Ut.default.vErrors}.push(${a})`),r.code((0,rt._)`${Ut.default.errors}++`)}function am(r,t){let{gen:a,validateName:n,
schemaEnv:i}=r;i.$async?a.throw((0,rt._)`new ${r.ValidationError}(${t})`):(a.assign((0,rt._)`${n}.errors`,t),a.return(!1))}var hs={keyword:new rt.Name("keyword"),
schemaPath:new rt.Name("schemaPath"),params:new rt.Name("params"),propertyName:new rt.Name("propertyName"),message:new rt.Name("message"),schema:new rt.Name("sc\
hema"),parentSchema:new rt.Name("parentSchema")};function nm(r,t,a){let{createErrors:n}=r.it;return n===!1?(0,rt._)`{}`:pw(r,t,a)}function pw(r,t,a={}){let{gen:n,
it:i}=r,o=[dw(i,a),cw(r,a)];return mw(r,t,o),n.object(...o)}function dw({errorPath:r},{instancePath:t}){let a=t?(0,rt.str)`${r}${(0,Dn.getErrorPath)(t,Dn.Type.Str)}`:
r;return[Ut.default.instancePath,(0,rt.strConcat)(Ut.default.instancePath,a)]}function cw({keyword:r,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let i=n?
t:(0,rt.str)`${t}/${r}`;return a&&(i=(0,rt.str)`${i}${(0,Dn.getErrorPath)(a,Dn.Type.Str)}`),[hs.schemaPath,i]}function mw(r,{params:t,message:a},n){let{keyword:i,
data:o,schemaValue:e,it:s}=r,{opts:c,propertyName:f,topSchemaRef:u,schemaPath:g}=s;n.push([hs.keyword,i],[hs.params,typeof t=="function"?t(r):t||(0,rt._)`{}`]),
c.messages&&n.push([hs.message,typeof a=="function"?a(r):a]),c.verbose&&n.push([hs.schema,e],[hs.parentSchema,(0,rt._)`${u}${g}`],[Ut.default.data,o]),f&&n.push(
[hs.propertyName,f])}});var om=be(Zs=>{"use strict";Object.defineProperty(Zs,"__esModule",{value:!0});Zs.boolOrEmptySchema=Zs.topBoolOrEmptySchema=void 0;var lw=za(),uw=Ge(),hw=Er(),fw={
message:"boolean schema is false"};function yw(r){let{gen:t,schema:a,validateName:n}=r;a===!1?im(r,!1):typeof a=="object"&&a.$async===!0?t.return(hw.default.data):
(t.assign((0,uw._)`${n}.errors`,null),t.return(!0))}Zs.topBoolOrEmptySchema=yw;function gw(r,t){let{gen:a,schema:n}=r;n===!1?(a.var(t,!1),im(r)):a.var(t,!0)}Zs.
boolOrEmptySchema=gw;function im(r,t){let{gen:a,data:n}=r,i={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:r};(0,lw.reportError)(
i,fw,void 0,t)}});var ep=be(Gs=>{"use strict";Object.defineProperty(Gs,"__esModule",{value:!0});Gs.getRules=Gs.isJSONType=void 0;var ww=["string","number","integer","boolean","nu\
ll","object","array"],bw=new Set(ww);function vw(r){return typeof r=="string"&&bw.has(r)}Gs.isJSONType=vw;function kw(){let r={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...r,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},r.number,
r.string,r.array,r.object],post:{rules:[]},all:{},keywords:{}}}Gs.getRules=kw});var tp=be(Hr=>{"use strict";Object.defineProperty(Hr,"__esModule",{value:!0});Hr.shouldUseRule=Hr.shouldUseGroup=Hr.schemaHasRulesForType=void 0;function Pw({schema:r,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&pm(r,n)}Hr.schemaHasRulesForType=Pw;function pm(r,t){return t.rules.some(a=>dm(r,a))}Hr.shouldUseGroup=pm;function dm(r,t){
var a;return r[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>r[n]!==void 0))}Hr.shouldUseRule=dm});var Ua=be(It=>{"use strict";Object.defineProperty(It,"__esModule",{value:!0});It.reportTypeError=It.checkDataTypes=It.checkDataType=It.coerceAndCheckDataType=It.
getJSONTypes=It.getSchemaTypes=It.DataType=void 0;var $w=ep(),Sw=tp(),_w=za(),Be=Ge(),cm=tt(),Qs;(function(r){r[r.Correct=0]="Correct",r[r.Wrong=1]="Wrong"})(Qs||
(It.DataType=Qs={}));function xw(r){let t=mm(r.type);if(t.includes("null")){if(r.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&r.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');r.nullable===!0&&t.push("null")}return t}It.getSchemaTypes=xw;function mm(r){
let t=Array.isArray(r)?r:r?[r]:[];if(t.every($w.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}It.getJSONTypes=mm;function qw(r,t){
let{gen:a,data:n,opts:i}=r,o=Ow(t,i.coerceTypes),e=t.length>0&&!(o.length===0&&t.length===1&&(0,Sw.schemaHasRulesForType)(r,t[0]));if(e){let s=sp(t,n,i.strictNumbers,
Qs.Wrong);a.if(s,()=>{o.length?jw(r,t,o):ap(r)})}return e}It.coerceAndCheckDataType=qw;var lm=new Set(["string","number","integer","boolean","null"]);function Ow(r,t){
return t?r.filter(a=>lm.has(a)||t==="array"&&a==="array"):[]}function jw(r,t,a){let{gen:n,data:i,opts:o}=r,e=n.let("dataType",(0,Be._)`typeof ${i}`),s=n.let("co\
erced",(0,Be._)`undefined`);o.coerceTypes==="array"&&n.if((0,Be._)`${e} == 'object' && Array.isArray(${i}) && ${i}.length == 1`,()=>n.assign(i,(0,Be._)`${i}[0]`).
assign(e,(0,Be._)`typeof ${i}`).if(sp(t,i,o.strictNumbers),()=>n.assign(s,i))),n.if((0,Be._)`${s} !== undefined`);for(let f of a)(lm.has(f)||f==="array"&&o.coerceTypes===
"array")&&c(f);n.else(),ap(r),n.endIf(),n.if((0,Be._)`${s} !== undefined`,()=>{n.assign(i,s),Aw(r,s)});function c(f){switch(f){case"string":n.elseIf((0,Be._)`${e} == "number" || ${e} == "boolean"`).
assign(s,(0,Be._)`"" + ${i}`).elseIf((0,Be._)`${i} === null`).assign(s,(0,Be._)`""`);return;case"number":n.elseIf((0,Be._)`${e} == "boolean" || ${i} === null
              || (${e} == "string" && ${i} && ${i} == +${i})`).assign(s,(0,Be._)`+${i}`);return;case"integer":n.elseIf((0,Be._)`${e} === "boolean" || ${i} === null
              || (${e} === "string" && ${i} && ${i} == +${i} && !(${i} % 1))`).assign(s,(0,Be._)`+${i}`);return;case"boolean":n.elseIf((0,Be._)`${i} === "false" || ${i} === 0 || ${i} === null`).
assign(s,!1).elseIf((0,Be._)`${i} === "true" || ${i} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Be._)`${i} === "" || ${i} === 0 || ${i} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Be._)`${e} === "string" || ${e} === "number"
              || ${e} === "boolean" || ${i} === null`).assign(s,(0,Be._)`[${i}]`)}}}function Aw({gen:r,parentData:t,parentDataProperty:a},n){r.if((0,Be._)`${t} !== undefined`,
()=>r.assign((0,Be._)`${t}[${a}]`,n))}function rp(r,t,a,n=Qs.Correct){let i=n===Qs.Correct?Be.operators.EQ:Be.operators.NEQ,o;switch(r){case"null":return(0,Be._)`${t} ${i} null`;case"\
array":o=(0,Be._)`Array.isArray(${t})`;break;case"object":o=(0,Be._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":o=e((0,Be._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":o=e();break;default:return(0,Be._)`typeof ${t} ${i} ${r}`}return n===Qs.Correct?o:(0,Be.not)(o);function e(s=Be.nil){return(0,Be.and)((0,Be._)`typeof ${t} == "number"`,
s,a?(0,Be._)`isFinite(${t})`:Be.nil)}}It.checkDataType=rp;function sp(r,t,a,n){if(r.length===1)return rp(r[0],t,a,n);let i,o=(0,cm.toHash)(r);if(o.array&&o.object){
let e=(0,Be._)`typeof ${t} != "object"`;i=o.null?e:(0,Be._)`!${t} || ${e}`,delete o.null,delete o.array,delete o.object}else i=Be.nil;o.number&&delete o.integer;
for(let e in o)i=(0,Be.and)(i,rp(e,t,a,n));return i}It.checkDataTypes=sp;var Tw={message:({schema:r})=>`must be ${r}`,params:({schema:r,schemaValue:t})=>typeof r==
"string"?(0,Be._)`{type: ${r}}`:(0,Be._)`{type: ${t}}`};function ap(r){let t=Nw(r);(0,_w.reportError)(t,Tw)}It.reportTypeError=ap;function Nw(r){let{gen:t,data:a,
schema:n}=r,i=(0,cm.schemaRefOrVal)(r,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:i,schemaValue:i,parentSchema:n,params:{},it:r}}});var hm=be(Wn=>{"use strict";Object.defineProperty(Wn,"__esModule",{value:!0});Wn.assignDefaults=void 0;var Xs=Ge(),Rw=tt();function Lw(r,t){let{properties:a,items:n}=r.
schema;if(t==="object"&&a)for(let i in a)um(r,i,a[i].default);else t==="array"&&Array.isArray(n)&&n.forEach((i,o)=>um(r,o,i.default))}Wn.assignDefaults=Lw;function um(r,t,a){
let{gen:n,compositeRule:i,data:o,opts:e}=r;if(a===void 0)return;let s=(0,Xs._)`${o}${(0,Xs.getProperty)(t)}`;if(i){(0,Rw.checkStrictMode)(r,`default is ignored \
for: ${s}`);return}let c=(0,Xs._)`${s} === undefined`;e.useDefaults==="empty"&&(c=(0,Xs._)`${c} || ${s} === null || ${s} === ""`),n.if(c,(0,Xs._)`${s} = ${(0,Xs.
stringify)(a)}`)}});var ar=be(ct=>{"use strict";Object.defineProperty(ct,"__esModule",{value:!0});ct.validateUnion=ct.validateArray=ct.usePattern=ct.callValidateCode=ct.schemaProperties=
ct.allSchemaProperties=ct.noPropertyInData=ct.propertyInData=ct.isOwnProperty=ct.hasPropFunc=ct.reportMissingProp=ct.checkMissingProp=ct.checkReportMissingProp=
void 0;var wt=Ge(),np=tt(),Kr=Er(),Iw=tt();function Ew(r,t){let{gen:a,data:n,it:i}=r;a.if(op(a,n,t,i.opts.ownProperties),()=>{r.setParams({missingProperty:(0,wt.
_)`${t}`},!0),r.error()})}ct.checkReportMissingProp=Ew;function Mw({gen:r,data:t,it:{opts:a}},n,i){return(0,wt.or)(...n.map(o=>(0,wt.and)(op(r,t,o,a.ownProperties),
(0,wt._)`${i} = ${o}`)))}ct.checkMissingProp=Mw;function Fw(r,t){r.setParams({missingProperty:t},!0),r.error()}ct.reportMissingProp=Fw;function fm(r){return r.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,wt._)`Object.prototype.hasOwnProperty`})}ct.hasPropFunc=fm;function ip(r,t,a){return(0,wt._)`${fm(r)}.call(${t}, ${a})`}
ct.isOwnProperty=ip;function Vw(r,t,a,n){let i=(0,wt._)`${t}${(0,wt.getProperty)(a)} !== undefined`;return n?(0,wt._)`${i} && ${ip(r,t,a)}`:i}ct.propertyInData=
Vw;function op(r,t,a,n){let i=(0,wt._)`${t}${(0,wt.getProperty)(a)} === undefined`;return n?(0,wt.or)(i,(0,wt.not)(ip(r,t,a))):i}ct.noPropertyInData=op;function ym(r){
return r?Object.keys(r).filter(t=>t!=="__proto__"):[]}ct.allSchemaProperties=ym;function zw(r,t){return ym(t).filter(a=>!(0,np.alwaysValidSchema)(r,t[a]))}ct.schemaProperties=
zw;function Uw({schemaCode:r,data:t,it:{gen:a,topSchemaRef:n,schemaPath:i,errorPath:o},it:e},s,c,f){let u=f?(0,wt._)`${r}, ${t}, ${n}${i}`:t,g=[[Kr.default.instancePath,
(0,wt.strConcat)(Kr.default.instancePath,o)],[Kr.default.parentData,e.parentData],[Kr.default.parentDataProperty,e.parentDataProperty],[Kr.default.rootData,Kr.default.
rootData]];e.opts.dynamicRef&&g.push([Kr.default.dynamicAnchors,Kr.default.dynamicAnchors]);let _=(0,wt._)`${u}, ${a.object(...g)}`;return c!==wt.nil?(0,wt._)`${s}.call(${c}, ${_})`:
(0,wt._)`${s}(${_})`}ct.callValidateCode=Uw;var Jw=(0,wt._)`new RegExp`;function Dw({gen:r,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:i}=t.code,o=i(a,
n);return r.scopeValue("pattern",{key:o.toString(),ref:o,code:(0,wt._)`${i.code==="new RegExp"?Jw:(0,Iw.useFunc)(r,i)}(${a}, ${n})`})}ct.usePattern=Dw;function Ww(r){
let{gen:t,data:a,keyword:n,it:i}=r,o=t.name("valid");if(i.allErrors){let s=t.let("valid",!0);return e(()=>t.assign(s,!1)),s}return t.var(o,!0),e(()=>t.break()),
o;function e(s){let c=t.const("len",(0,wt._)`${a}.length`);t.forRange("i",0,c,f=>{r.subschema({keyword:n,dataProp:f,dataPropType:np.Type.Num},o),t.if((0,wt.not)(
o),s)})}}ct.validateArray=Ww;function Cw(r){let{gen:t,schema:a,keyword:n,it:i}=r;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(c=>(0,np.
alwaysValidSchema)(i,c))&&!i.opts.unevaluated)return;let e=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((c,f)=>{let u=r.subschema({keyword:n,schemaProp:f,
compositeRule:!0},s);t.assign(e,(0,wt._)`${e} || ${s}`),r.mergeValidEvaluated(u,s)||t.if((0,wt.not)(e))})),r.result(e,()=>r.reset(),()=>r.error(!0))}ct.validateUnion=
Cw});var bm=be(_r=>{"use strict";Object.defineProperty(_r,"__esModule",{value:!0});_r.validateKeywordUsage=_r.validSchemaType=_r.funcKeywordCode=_r.macroKeywordCode=
void 0;var Jt=Ge(),fs=Er(),Hw=ar(),Kw=za();function Bw(r,t){let{gen:a,keyword:n,schema:i,parentSchema:o,it:e}=r,s=t.macro.call(e.self,i,o,e),c=wm(a,n,s);e.opts.
validateSchema!==!1&&e.self.validateSchema(s,!0);let f=a.name("valid");r.subschema({schema:s,schemaPath:Jt.nil,errSchemaPath:`${e.errSchemaPath}/${n}`,topSchemaRef:c,
compositeRule:!0},f),r.pass(f,()=>r.error(!0))}_r.macroKeywordCode=Bw;function Zw(r,t){var a;let{gen:n,keyword:i,schema:o,parentSchema:e,$data:s,it:c}=r;Qw(c,t);
let f=!s&&t.compile?t.compile.call(c.self,o,e,c):t.validate,u=wm(n,i,f),g=n.let("valid");r.block$data(g,_),r.ok((a=t.valid)!==null&&a!==void 0?a:g);function _(){
if(t.errors===!1)x(),t.modifying&&gm(r),L(()=>r.error());else{let F=t.async?O():R();t.modifying&&gm(r),L(()=>Gw(r,F))}}function O(){let F=n.let("ruleErrs",null);
return n.try(()=>x((0,Jt._)`await `),ke=>n.assign(g,!1).if((0,Jt._)`${ke} instanceof ${c.ValidationError}`,()=>n.assign(F,(0,Jt._)`${ke}.errors`),()=>n.throw(ke))),
F}function R(){let F=(0,Jt._)`${u}.errors`;return n.assign(F,null),x(Jt.nil),F}function x(F=t.async?(0,Jt._)`await `:Jt.nil){let ke=c.opts.passContext?fs.default.
this:fs.default.self,Q=!("compile"in t&&!s||t.schema===!1);n.assign(g,(0,Jt._)`${F}${(0,Hw.callValidateCode)(r,u,ke,Q)}`,t.modifying)}function L(F){var ke;n.if(
(0,Jt.not)((ke=t.valid)!==null&&ke!==void 0?ke:g),F)}}_r.funcKeywordCode=Zw;function gm(r){let{gen:t,data:a,it:n}=r;t.if(n.parentData,()=>t.assign(a,(0,Jt._)`${n.
parentData}[${n.parentDataProperty}]`))}function Gw(r,t){let{gen:a}=r;a.if((0,Jt._)`Array.isArray(${t})`,()=>{a.assign(fs.default.vErrors,(0,Jt._)`${fs.default.
vErrors} === null ? ${t} : ${fs.default.vErrors}.concat(${t})`).assign(fs.default.errors,(0,Jt._)`${fs.default.vErrors}.length`),(0,Kw.extendErrors)(r)},()=>r.error())}
function Qw({schemaEnv:r},t){if(t.async&&!r.$async)throw new Error("async keyword in sync schema")}function wm(r,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return r.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Jt.stringify)(a)})}function Xw(r,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(r):n==="object"?r&&typeof r=="object"&&!Array.isArray(r):typeof r==n||a&&typeof r>"u")}_r.validSchemaType=Xw;function Yw({schema:r,
opts:t,self:a,errSchemaPath:n},i,o){if(Array.isArray(i.keyword)?!i.keyword.includes(o):i.keyword!==o)throw new Error("ajv implementation error");let e=i.dependencies;
if(e?.some(s=>!Object.prototype.hasOwnProperty.call(r,s)))throw new Error(`parent schema must have dependencies of ${o}: ${e.join(",")}`);if(i.validateSchema&&!i.
validateSchema(r[o])){let c=`keyword "${o}" value is invalid at path "${n}": `+a.errorsText(i.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
c);else throw new Error(c)}}_r.validateKeywordUsage=Yw});var km=be(Br=>{"use strict";Object.defineProperty(Br,"__esModule",{value:!0});Br.extendSubschemaMode=Br.extendSubschemaData=Br.getSubschema=void 0;var xr=Ge(),vm=tt();
function eb(r,{keyword:t,schemaProp:a,schema:n,schemaPath:i,errSchemaPath:o,topSchemaRef:e}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=r.schema[t];return a===void 0?{schema:s,schemaPath:(0,xr._)`${r.schemaPath}${(0,xr.getProperty)(t)}`,errSchemaPath:`${r.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,xr._)`${r.schemaPath}${(0,xr.getProperty)(t)}${(0,xr.getProperty)(a)}`,errSchemaPath:`${r.errSchemaPath}/${t}/${(0,vm.
escapeFragment)(a)}`}}if(n!==void 0){if(i===void 0||o===void 0||e===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:i,topSchemaRef:e,errSchemaPath:o}}throw new Error('either "keyword" or "schema" must be passed')}Br.getSubschema=eb;function tb(r,t,{
dataProp:a,dataPropType:n,data:i,dataTypes:o,propertyName:e}){if(i!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:f,dataPathArr:u,opts:g}=t,_=s.let("data",(0,xr._)`${t.data}${(0,xr.getProperty)(a)}`,!0);c(_),r.errorPath=(0,xr.str)`${f}${(0,vm.
getErrorPath)(a,n,g.jsPropertySyntax)}`,r.parentDataProperty=(0,xr._)`${a}`,r.dataPathArr=[...u,r.parentDataProperty]}if(i!==void 0){let f=i instanceof xr.Name?
i:s.let("data",i,!0);c(f),e!==void 0&&(r.propertyName=e)}o&&(r.dataTypes=o);function c(f){r.data=f,r.dataLevel=t.dataLevel+1,r.dataTypes=[],t.definedProperties=
new Set,r.parentData=t.data,r.dataNames=[...t.dataNames,f]}}Br.extendSubschemaData=tb;function rb(r,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:i,
allErrors:o}){n!==void 0&&(r.compositeRule=n),i!==void 0&&(r.createErrors=i),o!==void 0&&(r.allErrors=o),r.jtdDiscriminator=t,r.jtdMetadata=a}Br.extendSubschemaMode=
rb});var $m=be((H_,Pm)=>{"use strict";var Zr=Pm.exports=function(r,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},i=a.
post||function(){};Cn(t,n,i,r,"",r)};Zr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Zr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Zr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Zr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function Cn(r,t,a,n,i,o,e,s,c,f){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,i,o,
e,s,c,f);for(var u in n){var g=n[u];if(Array.isArray(g)){if(u in Zr.arrayKeywords)for(var _=0;_<g.length;_++)Cn(r,t,a,g[_],i+"/"+u+"/"+_,o,i,u,n,_)}else if(u in
Zr.propsKeywords){if(g&&typeof g=="object")for(var O in g)Cn(r,t,a,g[O],i+"/"+u+"/"+sb(O),o,i,u,n,O)}else(u in Zr.keywords||r.allKeys&&!(u in Zr.skipKeywords))&&
Cn(r,t,a,g,i+"/"+u,o,i,u,n)}a(n,i,o,e,s,c,f)}}function sb(r){return r.replace(/~/g,"~0").replace(/\//g,"~1")}});var Ja=be(Kt=>{"use strict";Object.defineProperty(Kt,"__esModule",{value:!0});Kt.getSchemaRefs=Kt.resolveUrl=Kt.normalizeId=Kt._getFullPath=Kt.getFullPath=Kt.inlineRef=
void 0;var ab=tt(),nb=ko(),ib=$m(),ob=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function pb(r,t=!0){return typeof r=="boolean"?!0:t===!0?!pp(r):t?Sm(r)<=t:!1}Kt.inlineRef=pb;var db=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function pp(r){for(let t in r){if(db.has(t))return!0;let a=r[t];if(Array.isArray(a)&&
a.some(pp)||typeof a=="object"&&pp(a))return!0}return!1}function Sm(r){let t=0;for(let a in r){if(a==="$ref")return 1/0;if(t++,!ob.has(a)&&(typeof r[a]=="object"&&
(0,ab.eachItem)(r[a],n=>t+=Sm(n)),t===1/0))return 1/0}return t}function _m(r,t="",a){a!==!1&&(t=Ys(t));let n=r.parse(t);return xm(r,n)}Kt.getFullPath=_m;function xm(r,t){
return r.serialize(t).split("#")[0]+"#"}Kt._getFullPath=xm;var cb=/#\/?$/;function Ys(r){return r?r.replace(cb,""):""}Kt.normalizeId=Ys;function mb(r,t,a){return a=
Ys(a),r.resolve(t,a)}Kt.resolveUrl=mb;var lb=/^[a-z_][-a-z0-9._]*$/i;function ub(r,t){if(typeof r=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,i=Ys(
r[a]||t),o={"":i},e=_m(n,i,!1),s={},c=new Set;return ib(r,{allKeys:!0},(g,_,O,R)=>{if(R===void 0)return;let x=e+_,L=o[R];typeof g[a]=="string"&&(L=F.call(this,g[a])),
ke.call(this,g.$anchor),ke.call(this,g.$dynamicAnchor),o[_]=L;function F(Q){let Z=this.opts.uriResolver.resolve;if(Q=Ys(L?Z(L,Q):Q),c.has(Q))throw u(Q);c.add(Q);
let V=this.refs[Q];return typeof V=="string"&&(V=this.refs[V]),typeof V=="object"?f(g,V.schema,Q):Q!==Ys(x)&&(Q[0]==="#"?(f(g,s[Q],Q),s[Q]=g):this.refs[Q]=x),Q}
function ke(Q){if(typeof Q=="string"){if(!lb.test(Q))throw new Error(`invalid anchor "${Q}"`);F.call(this,`#${Q}`)}}}),s;function f(g,_,O){if(_!==void 0&&!nb(g,
_))throw u(O)}function u(g){return new Error(`reference "${g}" resolves to more than one schema`)}}Kt.getSchemaRefs=ub});var Ca=be(Gr=>{"use strict";Object.defineProperty(Gr,"__esModule",{value:!0});Gr.getData=Gr.KeywordCxt=Gr.validateFunctionCode=void 0;var Tm=om(),qm=Ua(),cp=tp(),
Hn=Ua(),hb=hm(),Wa=bm(),dp=km(),Te=Ge(),Ue=Er(),fb=Ja(),Mr=tt(),Da=za();function yb(r){if(Lm(r)&&(Im(r),Rm(r))){bb(r);return}Nm(r,()=>(0,Tm.topBoolOrEmptySchema)(
r))}Gr.validateFunctionCode=yb;function Nm({gen:r,validateName:t,schema:a,schemaEnv:n,opts:i},o){i.code.es5?r.func(t,(0,Te._)`${Ue.default.data}, ${Ue.default.valCxt}`,
n.$async,()=>{r.code((0,Te._)`"use strict"; ${Om(a,i)}`),wb(r,i),r.code(o)}):r.func(t,(0,Te._)`${Ue.default.data}, ${gb(i)}`,n.$async,()=>r.code(Om(a,i)).code(o))}
function gb(r){return(0,Te._)`{${Ue.default.instancePath}="", ${Ue.default.parentData}, ${Ue.default.parentDataProperty}, ${Ue.default.rootData}=${Ue.default.data}${r.
dynamicRef?(0,Te._)`, ${Ue.default.dynamicAnchors}={}`:Te.nil}}={}`}function wb(r,t){r.if(Ue.default.valCxt,()=>{r.var(Ue.default.instancePath,(0,Te._)`${Ue.default.
valCxt}.${Ue.default.instancePath}`),r.var(Ue.default.parentData,(0,Te._)`${Ue.default.valCxt}.${Ue.default.parentData}`),r.var(Ue.default.parentDataProperty,(0,Te.
_)`${Ue.default.valCxt}.${Ue.default.parentDataProperty}`),r.var(Ue.default.rootData,(0,Te._)`${Ue.default.valCxt}.${Ue.default.rootData}`),t.dynamicRef&&r.var(
Ue.default.dynamicAnchors,(0,Te._)`${Ue.default.valCxt}.${Ue.default.dynamicAnchors}`)},()=>{r.var(Ue.default.instancePath,(0,Te._)`""`),r.var(Ue.default.parentData,
(0,Te._)`undefined`),r.var(Ue.default.parentDataProperty,(0,Te._)`undefined`),r.var(Ue.default.rootData,Ue.default.data),t.dynamicRef&&r.var(Ue.default.dynamicAnchors,
(0,Te._)`{}`)})}function bb(r){let{schema:t,opts:a,gen:n}=r;Nm(r,()=>{a.$comment&&t.$comment&&Mm(r),Sb(r),n.let(Ue.default.vErrors,null),n.let(Ue.default.errors,
0),a.unevaluated&&vb(r),Em(r),qb(r)})}function vb(r){let{gen:t,validateName:a}=r;r.evaluated=t.const("evaluated",(0,Te._)`${a}.evaluated`),t.if((0,Te._)`${r.evaluated}.dynamicProps`,
()=>t.assign((0,Te._)`${r.evaluated}.props`,(0,Te._)`undefined`)),t.if((0,Te._)`${r.evaluated}.dynamicItems`,()=>t.assign((0,Te._)`${r.evaluated}.items`,(0,Te._)`undefined`))}
function Om(r,t){let a=typeof r=="object"&&r[t.schemaId];return a&&(t.code.source||t.code.process)?(0,Te._)`/*# sourceURL=${a} */`:Te.nil}function kb(r,t){if(Lm(
r)&&(Im(r),Rm(r))){Pb(r,t);return}(0,Tm.boolOrEmptySchema)(r,t)}function Rm({schema:r,self:t}){if(typeof r=="boolean")return!r;for(let a in r)if(t.RULES.all[a])
return!0;return!1}function Lm(r){return typeof r.schema!="boolean"}function Pb(r,t){let{schema:a,gen:n,opts:i}=r;i.$comment&&a.$comment&&Mm(r),_b(r),xb(r);let o=n.
const("_errs",Ue.default.errors);Em(r,o),n.var(t,(0,Te._)`${o} === ${Ue.default.errors}`)}function Im(r){(0,Mr.checkUnknownRules)(r),$b(r)}function Em(r,t){if(r.
opts.jtd)return jm(r,[],!1,t);let a=(0,qm.getSchemaTypes)(r.schema),n=(0,qm.coerceAndCheckDataType)(r,a);jm(r,a,!n,t)}function $b(r){let{schema:t,errSchemaPath:a,
opts:n,self:i}=r;t.$ref&&n.ignoreKeywordsWithRef&&(0,Mr.schemaHasRulesButRef)(t,i.RULES)&&i.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function Sb(r){
let{schema:t,opts:a}=r;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Mr.checkStrictMode)(r,"default is ignored in the schema root")}function _b(r){let t=r.
schema[r.opts.schemaId];t&&(r.baseId=(0,fb.resolveUrl)(r.opts.uriResolver,r.baseId,t))}function xb(r){if(r.schema.$async&&!r.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Mm({gen:r,schemaEnv:t,schema:a,errSchemaPath:n,opts:i}){let o=a.$comment;if(i.$comment===!0)r.code((0,Te._)`${Ue.default.self}.logger.log(${o})`);else if(typeof i.
$comment=="function"){let e=(0,Te.str)`${n}/$comment`,s=r.scopeValue("root",{ref:t.root});r.code((0,Te._)`${Ue.default.self}.opts.$comment(${o}, ${e}, ${s}.schema)`)}}
function qb(r){let{gen:t,schemaEnv:a,validateName:n,ValidationError:i,opts:o}=r;a.$async?t.if((0,Te._)`${Ue.default.errors} === 0`,()=>t.return(Ue.default.data),
()=>t.throw((0,Te._)`new ${i}(${Ue.default.vErrors})`)):(t.assign((0,Te._)`${n}.errors`,Ue.default.vErrors),o.unevaluated&&Ob(r),t.return((0,Te._)`${Ue.default.
errors} === 0`))}function Ob({gen:r,evaluated:t,props:a,items:n}){a instanceof Te.Name&&r.assign((0,Te._)`${t}.props`,a),n instanceof Te.Name&&r.assign((0,Te._)`${t}.items`,
n)}function jm(r,t,a,n){let{gen:i,schema:o,data:e,allErrors:s,opts:c,self:f}=r,{RULES:u}=f;if(o.$ref&&(c.ignoreKeywordsWithRef||!(0,Mr.schemaHasRulesButRef)(o,u))){
i.block(()=>Vm(r,"$ref",u.all.$ref.definition));return}c.jtd||jb(r,t),i.block(()=>{for(let _ of u.rules)g(_);g(u.post)});function g(_){(0,cp.shouldUseGroup)(o,_)&&
(_.type?(i.if((0,Hn.checkDataType)(_.type,e,c.strictNumbers)),Am(r,_),t.length===1&&t[0]===_.type&&a&&(i.else(),(0,Hn.reportTypeError)(r)),i.endIf()):Am(r,_),s||
i.if((0,Te._)`${Ue.default.errors} === ${n||0}`))}}function Am(r,t){let{gen:a,schema:n,opts:{useDefaults:i}}=r;i&&(0,hb.assignDefaults)(r,t.type),a.block(()=>{for(let o of t.
rules)(0,cp.shouldUseRule)(n,o)&&Vm(r,o.keyword,o.definition,t.type)})}function jb(r,t){r.schemaEnv.meta||!r.opts.strictTypes||(Ab(r,t),r.opts.allowUnionTypes||
Tb(r,t),Nb(r,r.dataTypes))}function Ab(r,t){if(t.length){if(!r.dataTypes.length){r.dataTypes=t;return}t.forEach(a=>{Fm(r.dataTypes,a)||mp(r,`type "${a}" not all\
owed by context "${r.dataTypes.join(",")}"`)}),Lb(r,t)}}function Tb(r,t){t.length>1&&!(t.length===2&&t.includes("null"))&&mp(r,"use allowUnionTypes to allow uni\
on type keyword")}function Nb(r,t){let a=r.self.RULES.all;for(let n in a){let i=a[n];if(typeof i=="object"&&(0,cp.shouldUseRule)(r.schema,i)){let{type:o}=i.definition;
o.length&&!o.some(e=>Rb(t,e))&&mp(r,`missing type "${o.join(",")}" for keyword "${n}"`)}}}function Rb(r,t){return r.includes(t)||t==="number"&&r.includes("integ\
er")}function Fm(r,t){return r.includes(t)||t==="integer"&&r.includes("number")}function Lb(r,t){let a=[];for(let n of r.dataTypes)Fm(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");r.dataTypes=a}function mp(r,t){let a=r.schemaEnv.baseId+r.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Mr.checkStrictMode)(
r,t,r.opts.strictTypes)}var Kn=class{constructor(t,a,n){if((0,Wa.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Mr.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",zm(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Wa.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",Ue.default.errors))}result(t,a,n){this.failResult((0,Te.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,Te.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,Te._)`${a} !== undefined && (${(0,Te.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?Da.reportExtraError:Da.reportError)(this,this.def.error,a)}$dataError(){
(0,Da.reportError)(this,this.def.$dataError||Da.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Da.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=Te.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=Te.nil,a=Te.nil){if(!this.$data)return;let{gen:n,schemaCode:i,schemaType:o,def:e}=this;n.if((0,Te.
or)((0,Te._)`${i} === undefined`,a)),t!==Te.nil&&n.assign(t,!0),(o.length||e.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==Te.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:i,it:o}=this;return(0,Te.or)(e(),s());function e(){if(n.length){if(!(a instanceof Te.Name))
throw new Error("ajv implementation error");let c=Array.isArray(n)?n:[n];return(0,Te._)`${(0,Hn.checkDataTypes)(c,a,o.opts.strictNumbers,Hn.DataType.Wrong)}`}return Te.
nil}function s(){if(i.validateSchema){let c=t.scopeValue("validate$data",{ref:i.validateSchema});return(0,Te._)`!${c}(${a})`}return Te.nil}}subschema(t,a){let n=(0,dp.
getSubschema)(this.it,t);(0,dp.extendSubschemaData)(n,this.it,t),(0,dp.extendSubschemaMode)(n,t);let i={...this.it,...n,items:void 0,props:void 0};return kb(i,a),
i}mergeEvaluated(t,a){let{it:n,gen:i}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Mr.mergeEvaluated.props(i,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Mr.mergeEvaluated.items(i,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:i}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return i.if(a,()=>this.mergeEvaluated(t,Te.Name)),!0}};Gr.KeywordCxt=Kn;function Vm(r,t,a,n){let i=new Kn(r,a,t);"code"in a?a.code(i,n):i.$data&&a.
validate?(0,Wa.funcKeywordCode)(i,a):"macro"in a?(0,Wa.macroKeywordCode)(i,a):(a.compile||a.validate)&&(0,Wa.funcKeywordCode)(i,a)}var Ib=/^\/(?:[^~]|~0|~1)*$/,
Eb=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function zm(r,{dataLevel:t,dataNames:a,dataPathArr:n}){let i,o;if(r==="")return Ue.default.rootData;if(r[0]==="/"){if(!Ib.
test(r))throw new Error(`Invalid JSON-pointer: ${r}`);i=r,o=Ue.default.rootData}else{let f=Eb.exec(r);if(!f)throw new Error(`Invalid JSON-pointer: ${r}`);let u=+f[1];
if(i=f[2],i==="#"){if(u>=t)throw new Error(c("property/index",u));return n[t-u]}if(u>t)throw new Error(c("data",u));if(o=a[t-u],!i)return o}let e=o,s=i.split("/");
for(let f of s)f&&(o=(0,Te._)`${o}${(0,Te.getProperty)((0,Mr.unescapeJsonPointer)(f))}`,e=(0,Te._)`${e} && ${o}`);return e;function c(f,u){return`Cannot access ${f}\
 ${u} levels up, current level is ${t}`}}Gr.getData=zm});var Bn=be(up=>{"use strict";Object.defineProperty(up,"__esModule",{value:!0});var lp=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};up.default=lp});var Ha=be(yp=>{"use strict";Object.defineProperty(yp,"__esModule",{value:!0});var hp=Ja(),fp=class extends Error{constructor(t,a,n,i){super(i||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,hp.resolveUrl)(t,a,n),this.missingSchema=(0,hp.normalizeId)((0,hp.getFullPath)(t,this.missingRef))}};yp.default=fp});var Gn=be(nr=>{"use strict";Object.defineProperty(nr,"__esModule",{value:!0});nr.resolveSchema=nr.getCompilingSchema=nr.resolveRef=nr.compileSchema=nr.SchemaEnv=
void 0;var fr=Ge(),Mb=Bn(),ys=Er(),yr=Ja(),Um=tt(),Fb=Ca(),ea=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,yr.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};nr.SchemaEnv=ea;function wp(r){let t=Jm.call(
this,r);if(t)return t;let a=(0,yr.getFullPath)(this.opts.uriResolver,r.root.baseId),{es5:n,lines:i}=this.opts.code,{ownProperties:o}=this.opts,e=new fr.CodeGen(
this.scope,{es5:n,lines:i,ownProperties:o}),s;r.$async&&(s=e.scopeValue("Error",{ref:Mb.default,code:(0,fr._)`require("ajv/dist/runtime/validation_error").default`}));
let c=e.scopeName("validate");r.validateName=c;let f={gen:e,allErrors:this.opts.allErrors,data:ys.default.data,parentData:ys.default.parentData,parentDataProperty:ys.
default.parentDataProperty,dataNames:[ys.default.data],dataPathArr:[fr.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:e.scopeValue("schema",
this.opts.code.source===!0?{ref:r.schema,code:(0,fr.stringify)(r.schema)}:{ref:r.schema}),validateName:c,ValidationError:s,schema:r.schema,schemaEnv:r,rootId:a,
baseId:r.baseId||a,schemaPath:fr.nil,errSchemaPath:r.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,fr._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(r),(0,Fb.validateFunctionCode)(f),e.optimize(this.opts.code.optimize);let g=e.toString();u=`${e.scopeRefs(ys.default.scope)}return ${g}`,this.opts.code.process&&
(u=this.opts.code.process(u,r));let O=new Function(`${ys.default.self}`,`${ys.default.scope}`,u)(this,this.scope.get());if(this.scope.value(c,{ref:O}),O.errors=
null,O.schema=r.schema,O.schemaEnv=r,r.$async&&(O.$async=!0),this.opts.code.source===!0&&(O.source={validateName:c,validateCode:g,scopeValues:e._values}),this.opts.
unevaluated){let{props:R,items:x}=f;O.evaluated={props:R instanceof fr.Name?void 0:R,items:x instanceof fr.Name?void 0:x,dynamicProps:R instanceof fr.Name,dynamicItems:x instanceof
fr.Name},O.source&&(O.source.evaluated=(0,fr.stringify)(O.evaluated))}return r.validate=O,r}catch(g){throw delete r.validate,delete r.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),g}finally{this._compilations.delete(r)}}nr.compileSchema=wp;function Vb(r,t,a){var n;a=(0,yr.resolveUrl)(this.
opts.uriResolver,t,a);let i=r.refs[a];if(i)return i;let o=Jb.call(this,r,a);if(o===void 0){let e=(n=r.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;e&&(o=new ea({schema:e,schemaId:s,root:r,baseId:t}))}if(o!==void 0)return r.refs[a]=zb.call(this,o)}nr.resolveRef=Vb;function zb(r){return(0,yr.inlineRef)(
r.schema,this.opts.inlineRefs)?r.schema:r.validate?r:wp.call(this,r)}function Jm(r){for(let t of this._compilations)if(Ub(t,r))return t}nr.getCompilingSchema=Jm;
function Ub(r,t){return r.schema===t.schema&&r.root===t.root&&r.baseId===t.baseId}function Jb(r,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||Zn.call(this,r,t)}function Zn(r,t){let a=this.opts.uriResolver.parse(t),n=(0,yr._getFullPath)(this.opts.uriResolver,a),i=(0,yr.getFullPath)(this.opts.
uriResolver,r.baseId,void 0);if(Object.keys(r.schema).length>0&&n===i)return gp.call(this,a,r);let o=(0,yr.normalizeId)(n),e=this.refs[o]||this.schemas[o];if(typeof e==
"string"){let s=Zn.call(this,r,e);return typeof s?.schema!="object"?void 0:gp.call(this,a,s)}if(typeof e?.schema=="object"){if(e.validate||wp.call(this,e),o===(0,yr.
normalizeId)(t)){let{schema:s}=e,{schemaId:c}=this.opts,f=s[c];return f&&(i=(0,yr.resolveUrl)(this.opts.uriResolver,i,f)),new ea({schema:s,schemaId:c,root:r,baseId:i})}
return gp.call(this,a,e)}}nr.resolveSchema=Zn;var Db=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function gp(r,{baseId:t,schema:a,
root:n}){var i;if(((i=r.fragment)===null||i===void 0?void 0:i[0])!=="/")return;for(let s of r.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let c=a[(0,Um.
unescapeFragment)(s)];if(c===void 0)return;a=c;let f=typeof a=="object"&&a[this.opts.schemaId];!Db.has(s)&&f&&(t=(0,yr.resolveUrl)(this.opts.uriResolver,t,f))}let o;
if(typeof a!="boolean"&&a.$ref&&!(0,Um.schemaHasRulesButRef)(a,this.RULES)){let s=(0,yr.resolveUrl)(this.opts.uriResolver,t,a.$ref);o=Zn.call(this,n,s)}let{schemaId:e}=this.
opts;if(o=o||new ea({schema:a,schemaId:e,root:n,baseId:t}),o.schema!==o.root.schema)return o}});var Dm=be((X_,Wb)=>{Wb.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Sp=be((Y_,Qm)=>{"use strict";var Cb=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),vp=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),Hb=RegExp.prototype.test.bind(/^\d*$/u),gs=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),kp=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),Cm=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Pp=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Kb=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Bt=new Array(256);{let r="0123456789ABCDEF";for(let t=0;t<
256;t++)Bt[t]="%"+r[t>>4]+r[t&15]}function Et(r){return r<2048?Bt[192|r>>6]+Bt[128|r&63]:r<65536?Bt[224|r>>12]+Bt[128|r>>6&63]+Bt[128|r&63]:Bt[240|r>>18]+Bt[128|
r>>12&63]+Bt[128|r>>6&63]+Bt[128|r&63]}function Bb(r){let t="",a=0,n=0;for(n=0;n<r.length;n++)if(a=r[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=r[n];break}for(n+=1;n<r.length;n++){if(a=r[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=r[n]}return t}var Zb=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Gb=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Qb=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Xb=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Yb(r){if(r.length===0)return!1;for(let t=0;t<r.length;t++)if(!Qb(r[t])){if(r[t]==="%"&&t+2<
r.length&&gs(r.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Wm(r){let t=-1,a=0,n=-1,i=0;for(let s=0;s<r.length;s++)r[s]==="0"?(n===-1&&(n=s),i++,i>
a&&(a=i,t=n)):(n=-1,i=0);if(a<2)return r.join(":");let o=r.slice(0,t).join(":"),e=r.slice(t+a).join(":");return o+"::"+e}function ev(r){let t=r.indexOf("::");if(t!==
-1&&r.indexOf("::",t+1)!==-1)return;let a=t===-1?r.split(":"):r.slice(0,t).split(":"),n=t===-1?[]:r.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let i=a.concat(n),o=0;for(let s=0;s<i.length;s++){let c=i[s];if(c==="")return;if(c.indexOf(".")!==-1){if(s!==i.length-
1||t!==-1&&n.length===0||!vp(c))return;o+=2;continue}if(!Zb(c))return;i[s]=parseInt(c,16).toString(16),o++}if(t===-1)return o!==8?void 0:Wm(i);if(o>=8)return;let e=i.
slice(0,a.length);for(let s=o;s<8;s++)e.push("0");for(let s=a.length;s<i.length;s++)e.push(i[s]);return Wm(e)}function bp(r){let t=r[0]==="["&&r[r.length-1]==="\
]";if((r[0]==="["||r[r.length-1]==="]")&&!t)return{host:r,isIPV6:!1,error:!0};let n=t?r.slice(1,-1):r;if(t&&Gb(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(tv(n,":")<2)return{host:r,isIPV6:!1,error:t};let i="",o=n.indexOf("%");if(o!==-1){let s=n.slice(o,o+3).toLowerCase()==="%25"?3:1;if(i=
n.slice(o+s),!Yb(i))return{host:r,isIPV6:!1,error:!0};n=n.slice(0,o)}let e=ev(n);return e===void 0?{host:r,isIPV6:!1,error:!0}:{host:e+(i?"%"+i:""),escapedHost:e+
(i?"%25"+i:""),isIPV6:!0}}function tv(r,t){let a=0;for(let n=0;n<r.length;n++)r[n]===t&&a++;return a}function Hm(r){let t=r,a=[],n=-1,i=0;for(;i=t.length;){if(i===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(i===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(i===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function rv(r){
if(r===""||r[0]==="/")return Hm(r);let t=r.split("/"),a=t.length-1,n=[],i=!1;for(let o=0;o<=a;o++){let e=t[o];e==="."||e===".."?(e===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),i=o===a):n.push(e)}return i&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var sv={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},av=/[@/?#:]/g,nv=/[@/?#]/g;function Km(r,t){let a=t?nv:av;return a.lastIndex=0,r.replace(a,n=>sv[n])}
function Bm(r,t=!1){if(r.indexOf("%")===-1)return r;let a="";for(let n=0;n<r.length;n++){if(r[n]==="%"&&n+2<r.length){let i=r.slice(n+1,n+3);if(gs(i)){let o=i.toUpperCase(),
e=String.fromCharCode(parseInt(o,16));t&&kp(e)?a+=e:a+="%"+o,n+=2;continue}}a+=r[n]}return a}function iv(r){let t="";for(let a=0;a<r.length;a++){let n=r[a];if(n===
"%"&&a+2<r.length){let i=r.slice(a+1,a+3);if(gs(i)){let o=i.toUpperCase(),e=String.fromCharCode(parseInt(o,16));e!=="."&&kp(e)?t+=e:t+="%"+o,a+=2;continue}}if(Cm(
n))t+=n;else{let i=r.charCodeAt(a);if(i<128)t+=Gm(i)?n:Bt[i];else if(i<55296||i>57343)t+=Et(i);else if(i<=56319&&a+1<r.length){let o=r.charCodeAt(a+1);o>=56320&&
o<=57343?(t+=Et(65536+(i-55296<<10)+(o-56320)),a++):t+=Et(65533)}else t+=Et(65533)}}return t}function ov(r,t=!1){let a="",n=t&&r[0]!=="/";for(let i=0;i<r.length;i++){
let o=r[i];if(o==="%"&&i+2<r.length){let e=r.slice(i+1,i+3);if(gs(e)){a+="%"+e.toUpperCase(),i+=2;continue}}if(o==="/"&&(n=!1),Cm(o)&&(o!==":"||!n))a+=o;else{let e=r.
charCodeAt(i);if(e<128)a+=Bt[e];else if(e<55296||e>57343)a+=Et(e);else if(e<=56319&&i+1<r.length){let s=r.charCodeAt(i+1);s>=56320&&s<=57343?(a+=Et(65536+(e-55296<<
10)+(s-56320)),i++):a+=Et(65533)}else a+=Et(65533)}}return a}function $p(r,t){let a="";for(let n=0;n<r.length;n++){let i=r[n];if(i==="%"&&n+2<r.length){let o=r.
slice(n+1,n+3);if(gs(o)){a+="%"+o.toUpperCase(),n+=2;continue}}if(t(i))a+=i;else{let o=r.charCodeAt(n);if(o<128)a+=Bt[o];else if(o<55296||o>57343)a+=Et(o);else if(o<=
56319&&n+1<r.length){let e=r.charCodeAt(n+1);e>=56320&&e<=57343?(a+=Et(65536+(o-55296<<10)+(e-56320)),n++):a+=Et(65533)}else a+=Et(65533)}}return a}function Zm(r){
return $p(r,Kb)}function pv(r){return $p(r,Pp)}function dv(r){return $p(r,Pp)}function Gm(r){return r>=48&&r<=57||r>=65&&r<=90||r>=97&&r<=122||r===42||r===43||r===
45||r===46||r===47||r===64||r===95}function cv(r){let t="";for(let a=0;a<r.length;a++){let n=r[a];if(n==="%"&&a+2<r.length){let i=r.slice(a+1,a+3);if(gs(i)){let o=i.
toUpperCase(),e=String.fromCharCode(parseInt(o,16));kp(e)?t+=e:t+="%"+o,a+=2;continue}}if(Pp(n))t+=n;else{let i=r.charCodeAt(a);if(i<128)t+=Gm(i)?n:Bt[i];else if(i<
55296||i>57343)t+=Et(i);else if(i<=56319&&a+1<r.length){let o=r.charCodeAt(a+1);o>=56320&&o<=57343?(t+=Et(65536+(i-55296<<10)+(o-56320)),a++):t+=Et(65533)}else t+=
Et(65533)}}return t}function mv(r){let t="";for(let a=0;a<r.length;a++){if(r[a]==="%"&&a+2<r.length){let n=r.slice(a+1,a+3);if(gs(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(r[a])}return t}function lv(r){let t=[];if(r.userinfo!==void 0&&(t.push(Zm(r.userinfo)),t.push("@")),r.host!==void 0){let a=r.host;if(!vp(a)){
let n=bp(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Bm(a,!0),n=bp(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Km(a,!1)}t.push(a)}if(typeof r.port==
"number"||typeof r.port=="string"){let a=String(r.port);if(!Hb(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}Qm.exports={nonSimpleDomain:Xb,recomposeAuthority:lv,reescapeHostDelimiters:Km,normalizePercentEncoding:Bm,normalizePathEncoding:iv,serializePathEncoding:ov,
normalizeQueryFragmentEncoding:cv,encodeUserinfo:Zm,encodeQuery:pv,encodeFragment:dv,escapePreservingEscapes:mv,removeDotSegments:Hm,removeDotSegmentsRelative:rv,
isIPv4:vp,isUUID:Cb,normalizeIPv6:bp,stringArrayToHexStripped:Bb}});var rl=be((ex,tl)=>{"use strict";var{isUUID:uv}=Sp(),hv=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,fv=["http","https","ws","wss","ur\
n","urn:uuid"];function yv(r){return fv.indexOf(r)!==-1}function _p(r){return r.secure===!0?!0:r.secure===!1?!1:r.scheme?r.scheme.length===3&&(r.scheme[0]==="w"||
r.scheme[0]==="W")&&(r.scheme[1]==="s"||r.scheme[1]==="S")&&(r.scheme[2]==="s"||r.scheme[2]==="S"):!1}function Xm(r){return r.host||(r.error=r.error||"HTTP URIs\
 must have a host."),r}function Ym(r){let t=String(r.scheme).toLowerCase()==="https";return(r.port===(t?443:80)||r.port==="")&&(r.port=void 0),r.path||(r.path="\
/"),r}function gv(r){return r.secure=_p(r),r.resourceName=(r.path||"/")+(r.query?"?"+r.query:""),r.path=void 0,r.query=void 0,r}function wv(r){if((r.port===(_p(
r)?443:80)||r.port==="")&&(r.port=void 0),typeof r.secure=="boolean"&&(r.scheme=r.secure?"wss":"ws",r.secure=void 0),r.resourceName){let t=r.resourceName.indexOf(
"?"),a=t===-1?r.resourceName:r.resourceName.slice(0,t);r.path=a&&a!=="/"?a:void 0,r.query=t===-1?void 0:r.resourceName.slice(t+1),r.resourceName=void 0}return r.
fragment=void 0,r}function bv(r,t){if(!r.path)return r.error="URN can not be parsed",r;let a=r.path.match(hv);if(a&&a[0]===r.path){let n=t.scheme||r.scheme||"ur\
n";r.nid=a[1].toLowerCase(),r.nss=a[2];let i=`${n}:${t.nid||r.nid}`,o=xp(i);r.path=void 0,o&&(r=o.parse(r,t))}else r.error=r.error||"URN can not be parsed.";return r}
function vv(r,t){if(r.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||r.scheme||"urn",n=r.nid.toLowerCase(),i=`${a}:${t.nid||
n}`,o=xp(i);o&&(r=o.serialize(r,t));let e=r,s=r.nss;return e.path=`${n||t.nid}:${s}`,t.skipEscape=!0,e}function kv(r,t){let a=r;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!uv(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function Pv(r){let t=r;return t.nss=(r.uuid||"").toLowerCase(),t}var el={scheme:"\
http",domainHost:!0,parse:Xm,serialize:Ym},$v={scheme:"https",domainHost:el.domainHost,parse:Xm,serialize:Ym},Qn={scheme:"ws",domainHost:!0,parse:gv,serialize:wv},
Sv={scheme:"wss",domainHost:Qn.domainHost,parse:Qn.parse,serialize:Qn.serialize},_v={scheme:"urn",parse:bv,serialize:vv,skipNormalize:!0},xv={scheme:"urn:uuid",
parse:kv,serialize:Pv,skipNormalize:!0},Xn={http:el,https:$v,ws:Qn,wss:Sv,urn:_v,"urn:uuid":xv};Object.setPrototypeOf(Xn,null);function xp(r){return r&&(Xn[r]||
Xn[r.toLowerCase()])||void 0}tl.exports={wsIsSecure:_p,SCHEMES:Xn,isValidSchemeName:yv,getSchemeHandler:xp}});var gl=be((tx,si)=>{"use strict";var{normalizeIPv6:ol,removeDotSegments:Ba,removeDotSegmentsRelative:pl,recomposeAuthority:qv,normalizePercentEncoding:qp,normalizePathEncoding:Ov,
serializePathEncoding:sl,normalizeQueryFragmentEncoding:al,encodeQuery:jv,encodeFragment:Av,reescapeHostDelimiters:Tv,isIPv4:dl,nonSimpleDomain:Nv}=Sp(),{SCHEMES:cl,
getSchemeHandler:Op}=rl(),ml=/^[A-Za-z][A-Za-z0-9+.-]*$/u,ll="URI scheme is malformed.",Yn="URI host is malformed.",Rv=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function nl(r){
let t=String(r);if(!ml.test(t))throw new TypeError(ll);return t}function Lv(r,t){return typeof r=="string"?r=Dv(r,t):typeof r=="object"&&(r=ti(ws(r,t),t)),r}function Iv(r,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:i,malformedAuthorityOrPort:o,malformedPercentEncoding:e,malformedSchemeSpecific:s,malformedHost:c,
malformedScheme:f}=ei(r,n),{parsed:u,malformedAuthorityOrPort:g,malformedPercentEncoding:_,malformedSchemeSpecific:O,malformedHost:R,malformedScheme:x}=ei(t,n);
if(o||g||e||_||s||O||c||R||f||x)throw new Error(i.error||u.error||"URI is malformed.");let L=ul(i,u,n,!0),F=Op(a&&a.scheme||L.scheme),ke=L.host,Q=ke!==void 0&&ke!==
""&&(dl(ke)||ol(ke).isIPV6);if(fl(L,a||{},F,Q))throw new Error(Yn);hl(L,a||{},F,Q);let Z=ke&&ke.indexOf("%")!==-1&&!/\P{ASCII}/u.test(ke);if(L.error&&!Z)throw new Error(
L.error);return n.skipEscape=!0,ws(L,n)}function ul(r,t,a,n){let i={};if(n||(r=ti(ws(r,a),a),t=ti(ws(t,a),a)),a=a||{},!a.tolerant&&t.scheme)i.scheme=t.scheme,i.
userinfo=t.userinfo,i.host=t.host,i.port=t.port,i.path=Ba(t.path||""),i.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)i.userinfo=t.
userinfo,i.host=t.host,i.port=t.port,i.path=Ba(t.path||""),i.query=t.query;else{if(!t.path)i.path=r.path,t.query!==void 0?i.query=t.query:i.query=r.query;else{if(t.
path[0]==="/")i.path=Ba(t.path);else{let o=r.userinfo!==void 0||r.host!==void 0||r.port!==void 0;o&&!r.path?i.path="/"+t.path:r.path?i.path=r.path.slice(0,r.path.
lastIndexOf("/")+1)+t.path:i.path=t.path,i.path=r.scheme===void 0&&!o&&i.path[0]!=="/"?pl(i.path):Ba(i.path)}i.query=t.query}i.userinfo=r.userinfo,i.host=r.host,
i.port=r.port}i.scheme=r.scheme}return i.fragment=t.fragment,i}function Ev(r,t,a){let n=il(r,a),i=il(t,a);return n!==void 0&&i!==void 0&&n===i}function ws(r,t){
let a={host:r.host,scheme:r.scheme,userinfo:r.userinfo,port:r.port,path:r.path,query:r.query,nid:r.nid,nss:r.nss,uuid:r.uuid,fragment:r.fragment,reference:r.reference,
resourceName:r.resourceName,secure:r.secure,error:""},n=Object.assign({},t),i=[];a.scheme&&(a.scheme=nl(a.scheme));let o=Op(n.scheme||a.scheme);o&&o.serialize&&
o.serialize(a,n);let e=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!e,c=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=qp(a.path):a.path=sl(a.path,c)),n.reference!=="suffix"&&a.scheme&&(a.scheme=nl(a.scheme),i.push(a.scheme,":"));let f=qv(a);if(f!==void 0&&(n.
reference!=="suffix"&&i.push("//"),i.push(f),a.path&&a.path[0]!=="/"&&i.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!o||!o.absolutePath)&&(u=s&&u[0]!==
"/"?pl(u):Ba(u)),s&&(u=sl(u,!0)),f===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),i.push(u)}return a.query!==void 0&&i.push("?",jv(a.query)),a.fragment!==
void 0&&i.push("#",Av(a.fragment)),i.join("")}var Mv=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
Fv=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,Vv=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function zv(r,t){if(t[2]!==void 0&&r.path&&r.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof r.port=="number"&&(r.port<0||r.port>65535))return"URI port is malformed."}function Ka(r){if(r===void 0)return!1;let t=r.
indexOf("%");for(;t!==-1;){if(t+2>=r.length||!/^[\da-f]{2}$/iu.test(r.slice(t+1,t+3)))return!0;t=r.indexOf("%",t+3)}return!1}function ri(r){return r[0]==="["&&r[r.
length-1]==="]"}function Uv(r){let t=r[4];return Ka(r[3])||t!==void 0&&!ri(t)&&Ka(t)||Ka(r[6])||Ka(r[7])||Ka(r[8])}function hl(r,t,a,n){if(fl(r,t,a,n))return r.
error=r.error||Yn,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&r.host&&!ri(r.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&Nv(r.host)){let i;try{i=new URL(
"http://"+r.host)}catch(o){return r.error=r.error||"Host's domain name can not be converted to ASCII: "+o,!0}if(!Jv(i))return r.error=r.error||Yn,!0;r.host=i.hostname}
return!1}function fl(r,t,a,n){return!!(r.host&&n===!1&&!ri(r.host)&&(t.domainHost||a&&a.domainHost)&&Rv.test(r.host))}function Jv(r){return r.username===""&&r.password===
""&&r.port===""&&r.pathname==="/"&&r.search===""&&r.hash===""&&r.hostname!==""}function ei(r,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},i=!1,o=!1,e=!1,s=!1,c=!1,f=!1,u=!1;a.reference==="suffix"&&(a.scheme?r=a.scheme+":"+r:r="//"+r);let g=r.match(
Fv);g!==null&&g[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",i=!0);let _=r.match(Vv);if(_!==null){let R=_[1],x=R.replace(
/[\t\n\r]/g,"");x.length>=2&&(x.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",i=!0):R.length!==x.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",i=!0))}let O=r.match(Mv);if(O){n.scheme=O[1],n.userinfo=O[3],n.host=O[4],n.port=parseInt(O[5],10),
n.path=O[6]||"",n.query=O[7],n.fragment=O[8],n.scheme!==void 0&&(ml.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||ll,f=!0)),o=Uv(O),o&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=O[5]);let R=zv(n,O);if(R!==void 0&&(n.error=n.error||R,i=!0),n.host)if(dl(n.host)===
!1){let F=ri(n.host),ke=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,Q=ol(n.host);u=Q.isIPV6||Q.isIPVFuture===!0,c=ke&&(!F||Q.error===!0),n.host=u?Q.host:
Q.host.toLowerCase(),c&&(n.error=n.error||Yn,i=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let x=Op(a.scheme||n.scheme);if(c||(s=hl(n,a,x,u)),r.indexOf("%")!==
-1&&n.host!==void 0&&!c){let L=u?n.host:qp(n.host,!0);u||(L=qp(L.toLowerCase())),n.host=u||a.scheme!=="null"?Tv(L,u):L}(!x||x&&!x.skipNormalize)&&(n.path&&(n.path=
Ov(n.path)),n.query&&(n.query=al(n.query)),n.fragment&&(n.fragment=al(n.fragment))),x&&x.parse&&(x.parse(n,a),x===cl.urn&&n.nid===void 0&&(e=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:i,malformedPercentEncoding:o,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:f}}
function ti(r,t){return ei(r,t).parsed}function Dv(r,t){return yl(r,t).normalized}function yl(r,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:i,
malformedSchemeSpecific:o,malformedHost:e,malformedScheme:s}=ei(r,t);return{normalized:n||i||o||e||s?r:ws(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:i,
malformedSchemeSpecific:o,malformedHost:e,malformedScheme:s}}function il(r,t){if(typeof r!="string"&&typeof r!="object")return;let a;try{a=typeof r=="string"?r:
ws(r,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:i,malformedPercentEncoding:o,malformedSchemeSpecific:e,malformedHost:s,malformedScheme:c}=yl(a,t);
return i||o||e||s||c?void 0:n}var jp={SCHEMES:cl,normalize:Lv,resolve:Iv,resolveComponent:ul,equal:Ev,serialize:ws,parse:ti};si.exports=jp;si.exports.default=jp;
si.exports.fastUri=jp});var bl=be(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var wl=gl();wl.code='require("ajv/dist/runtime/uri").default';Ap.default=wl});var ql=be(At=>{"use strict";Object.defineProperty(At,"__esModule",{value:!0});At.CodeGen=At.Name=At.nil=At.stringify=At.str=At._=At.KeywordCxt=void 0;var Wv=Ca();
Object.defineProperty(At,"KeywordCxt",{enumerable:!0,get:function(){return Wv.KeywordCxt}});var ta=Ge();Object.defineProperty(At,"_",{enumerable:!0,get:function(){
return ta._}});Object.defineProperty(At,"str",{enumerable:!0,get:function(){return ta.str}});Object.defineProperty(At,"stringify",{enumerable:!0,get:function(){
return ta.stringify}});Object.defineProperty(At,"nil",{enumerable:!0,get:function(){return ta.nil}});Object.defineProperty(At,"Name",{enumerable:!0,get:function(){
return ta.Name}});Object.defineProperty(At,"CodeGen",{enumerable:!0,get:function(){return ta.CodeGen}});var Cv=Bn(),Sl=Ha(),Hv=ep(),Za=Gn(),Kv=Ge(),Ga=Ja(),ai=Ua(),
Np=tt(),vl=Dm(),Bv=bl(),_l=(r,t)=>new RegExp(r,t);_l.code="new RegExp";var Zv=["removeAdditional","useDefaults","coerceTypes"],Gv=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Qv={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Xv={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},kl=200;function Yv(r){
var t,a,n,i,o,e,s,c,f,u,g,_,O,R,x,L,F,ke,Q,Z,V,qe,xe,it,M;let de=r.strict,Ie=(t=r.code)===null||t===void 0?void 0:t.optimize,lt=Ie===!0||Ie===void 0?1:Ie||0,ce=(n=
(a=r.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:_l,me=(i=r.uriResolver)!==null&&i!==void 0?i:Bv.default;return{strictSchema:(e=(o=r.strictSchema)!==
null&&o!==void 0?o:de)!==null&&e!==void 0?e:!0,strictNumbers:(c=(s=r.strictNumbers)!==null&&s!==void 0?s:de)!==null&&c!==void 0?c:!0,strictTypes:(u=(f=r.strictTypes)!==
null&&f!==void 0?f:de)!==null&&u!==void 0?u:"log",strictTuples:(_=(g=r.strictTuples)!==null&&g!==void 0?g:de)!==null&&_!==void 0?_:"log",strictRequired:(R=(O=r.
strictRequired)!==null&&O!==void 0?O:de)!==null&&R!==void 0?R:!1,code:r.code?{...r.code,optimize:lt,regExp:ce}:{optimize:lt,regExp:ce},loopRequired:(x=r.loopRequired)!==
null&&x!==void 0?x:kl,loopEnum:(L=r.loopEnum)!==null&&L!==void 0?L:kl,meta:(F=r.meta)!==null&&F!==void 0?F:!0,messages:(ke=r.messages)!==null&&ke!==void 0?ke:!0,
inlineRefs:(Q=r.inlineRefs)!==null&&Q!==void 0?Q:!0,schemaId:(Z=r.schemaId)!==null&&Z!==void 0?Z:"$id",addUsedSchema:(V=r.addUsedSchema)!==null&&V!==void 0?V:!0,
validateSchema:(qe=r.validateSchema)!==null&&qe!==void 0?qe:!0,validateFormats:(xe=r.validateFormats)!==null&&xe!==void 0?xe:!0,unicodeRegExp:(it=r.unicodeRegExp)!==
null&&it!==void 0?it:!0,int32range:(M=r.int32range)!==null&&M!==void 0?M:!0,uriResolver:me}}var Qa=class{constructor(t={}){this.schemas={},this.refs={},this.formats=
Object.create(null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Yv(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new Kv.
ValueScope({scope:{},prefixes:Gv,es5:a,lines:n}),this.logger=n1(t.logger);let i=t.validateFormats;t.validateFormats=!1,this.RULES=(0,Hv.getRules)(),Pl.call(this,
Qv,t,"NOT SUPPORTED"),Pl.call(this,Xv,t,"DEPRECATED","warn"),this._metaOpts=s1.call(this),t.formats&&t1.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),
t.keywords&&r1.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),e1.call(this),t.validateFormats=i}_addVocabularies(){this.addKeyword("$\
async")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,i=vl;n==="id"&&(i={...vl},i.id=i.$id,delete i.$id),a&&t&&this.addMetaSchema(i,i[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let i=n(a);return"$async"in n||(this.errors=n.errors),i}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return i.call(this,t,a);async function i(u,g){await o.call(this,u.$schema);let _=this._addSchema(u,g);return _.validate||e.
call(this,_)}async function o(u){u&&!this.getSchema(u)&&await i.call(this,{$ref:u},!0)}async function e(u){try{return this._compileSchemaEnv(u)}catch(g){if(!(g instanceof
Sl.default))throw g;return s.call(this,g),await c.call(this,g.missingSchema),e.call(this,u)}}function s({missingSchema:u,missingRef:g}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${g} cannot be resolved`)}async function c(u){let g=await f.call(this,u);this.refs[u]||await o.call(this,g.$schema),this.refs[u]||
this.addSchema(g,u,a)}async function f(u){let g=this._loading[u];if(g)return g;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(t,a,n,i=this.
opts.validateSchema){if(Array.isArray(t)){for(let e of t)this.addSchema(e,void 0,n,i);return this}let o;if(typeof t=="object"){let{schemaId:e}=this.opts;if(o=t[e],
o!==void 0&&typeof o!="string")throw new Error(`schema ${e} must be string`)}return a=(0,Ga.normalizeId)(a||o),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,i,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let i=this.validate(n,t);if(!i&&a){let o="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(o);else throw new Error(o)}return i}getSchema(t){let a;for(;typeof(a=$l.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,i=new Za.SchemaEnv({schema:{},schemaId:n});if(a=Za.resolveSchema.call(this,i,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=$l.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Ga.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(o1.call(this,n,a),!a)return(0,Np.eachItem)(n,o=>Tp.call(this,o)),this;d1.call(this,a);let i={...a,type:(0,ai.getJSONTypes)(
a.type),schemaType:(0,ai.getJSONTypes)(a.schemaType)};return(0,Np.eachItem)(n,i.type.length===0?o=>Tp.call(this,o,i):o=>i.type.forEach(e=>Tp.call(this,o,i,e))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let i=n.rules.findIndex(o=>o.keyword===t);i>=0&&n.rules.splice(i,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(i=>`${n}${i.instancePath} ${i.message}`).reduce(
(i,o)=>i+a+o)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let i of a){let o=i.split("/").slice(1),e=t;for(let s of o)e=e[s];for(let s in n){
let c=n[s];if(typeof c!="object")continue;let{$data:f}=c.definition,u=e[s];f&&u&&(e[s]=xl(u))}}return t}_removeAllSchemas(t,a){for(let n in t){let i=t[n];(!a||a.
test(n))&&(typeof i=="string"?delete t[n]:i&&!i.meta&&(this._cache.delete(i.schema),delete t[n]))}}_addSchema(t,a,n,i=this.opts.validateSchema,o=this.opts.addUsedSchema){
let e,{schemaId:s}=this.opts;if(typeof t=="object")e=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let c=this._cache.get(t);if(c!==void 0)return c;n=(0,Ga.normalizeId)(e||n);let f=Ga.getSchemaRefs.call(this,t,n);return c=new Za.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:f}),this._cache.set(c.schema,c),o&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=c),i&&this.
validateSchema(t,!0),c}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Za.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{Za.compileSchema.call(this,t)}finally{this.opts=a}}};Qa.ValidationError=Cv.default;Qa.MissingRefError=Sl.default;At.default=Qa;
function Pl(r,t,a,n="error"){for(let i in r){let o=i;o in t&&this.logger[n](`${a}: option ${i}. ${r[o]}`)}}function $l(r){return r=(0,Ga.normalizeId)(r),this.schemas[r]||
this.refs[r]}function e1(){let r=this.opts.schemas;if(r)if(Array.isArray(r))this.addSchema(r);else for(let t in r)this.addSchema(r[t],t)}function t1(){for(let r in this.
opts.formats){let t=this.opts.formats[r];t&&this.addFormat(r,t)}}function r1(r){if(Array.isArray(r)){this.addVocabulary(r);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in r){let a=r[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function s1(){let r={...this.opts};for(let t of Zv)
delete r[t];return r}var a1={log(){},warn(){},error(){}};function n1(r){if(r===!1)return a1;if(r===void 0)return console;if(r.log&&r.warn&&r.error)return r;throw new Error(
"logger must implement log, warn and error methods")}var i1=/^[a-z_$][a-z0-9_$:-]*$/i;function o1(r,t){let{RULES:a}=this;if((0,Np.eachItem)(r,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!i1.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function Tp(r,t,a){var n;let i=t?.post;if(a&&i)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:o}=this,e=i?o.post:o.rules.find(({type:c})=>c===a);if(e||(e={type:a,rules:[]},o.rules.push(e)),o.keywords[r]=!0,!t)return;let s={
keyword:r,definition:{...t,type:(0,ai.getJSONTypes)(t.type),schemaType:(0,ai.getJSONTypes)(t.schemaType)}};t.before?p1.call(this,e,s,t.before):e.rules.push(s),o.
all[r]=s,(n=t.implements)===null||n===void 0||n.forEach(c=>this.addKeyword(c))}function p1(r,t,a){let n=r.rules.findIndex(i=>i.keyword===a);n>=0?r.rules.splice(
n,0,t):(r.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function d1(r){let{metaSchema:t}=r;t!==void 0&&(r.$data&&this.opts.$data&&(t=xl(t)),r.validateSchema=
this.compile(t,!0))}var c1={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function xl(r){return{anyOf:[r,c1]}}});var Ol=be(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var m1={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};Rp.default=m1});var Nl=be(bs=>{"use strict";Object.defineProperty(bs,"__esModule",{value:!0});bs.callRef=bs.getValidate=void 0;var l1=Ha(),jl=ar(),Zt=Ge(),ra=Er(),Al=Gn(),ni=tt(),
u1={keyword:"$ref",schemaType:"string",code(r){let{gen:t,schema:a,it:n}=r,{baseId:i,schemaEnv:o,validateName:e,opts:s,self:c}=n,{root:f}=o;if((a==="#"||a==="#/")&&
i===f.baseId)return g();let u=Al.resolveRef.call(c,f,i,a);if(u===void 0)throw new l1.default(n.opts.uriResolver,i,a);if(u instanceof Al.SchemaEnv)return _(u);return O(
u);function g(){if(o===f)return ii(r,e,o,o.$async);let R=t.scopeValue("root",{ref:f});return ii(r,(0,Zt._)`${R}.validate`,f,f.$async)}function _(R){let x=Tl(r,R);
ii(r,x,R,R.$async)}function O(R){let x=t.scopeValue("schema",s.code.source===!0?{ref:R,code:(0,Zt.stringify)(R)}:{ref:R}),L=t.name("valid"),F=r.subschema({schema:R,
dataTypes:[],schemaPath:Zt.nil,topSchemaRef:x,errSchemaPath:a},L);r.mergeEvaluated(F),r.ok(L)}}};function Tl(r,t){let{gen:a}=r;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,Zt._)`${a.scopeValue("wrapper",{ref:t})}.validate`}bs.getValidate=Tl;function ii(r,t,a,n){let{gen:i,it:o}=r,{allErrors:e,schemaEnv:s,
opts:c}=o,f=c.passContext?ra.default.this:Zt.nil;n?u():g();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let R=i.let("vali\
d");i.try(()=>{i.code((0,Zt._)`await ${(0,jl.callValidateCode)(r,t,f)}`),O(t),e||i.assign(R,!0)},x=>{i.if((0,Zt._)`!(${x} instanceof ${o.ValidationError})`,()=>i.
throw(x)),_(x),e||i.assign(R,!1)}),r.ok(R)}function g(){r.result((0,jl.callValidateCode)(r,t,f),()=>O(t),()=>_(t))}function _(R){let x=(0,Zt._)`${R}.errors`;i.assign(
ra.default.vErrors,(0,Zt._)`${ra.default.vErrors} === null ? ${x} : ${ra.default.vErrors}.concat(${x})`),i.assign(ra.default.errors,(0,Zt._)`${ra.default.vErrors}.length`)}
function O(R){var x;if(!o.opts.unevaluated)return;let L=(x=a?.validate)===null||x===void 0?void 0:x.evaluated;if(o.props!==!0)if(L&&!L.dynamicProps)L.props!==void 0&&
(o.props=ni.mergeEvaluated.props(i,L.props,o.props));else{let F=i.var("props",(0,Zt._)`${R}.evaluated.props`);o.props=ni.mergeEvaluated.props(i,F,o.props,Zt.Name)}
if(o.items!==!0)if(L&&!L.dynamicItems)L.items!==void 0&&(o.items=ni.mergeEvaluated.items(i,L.items,o.items));else{let F=i.var("items",(0,Zt._)`${R}.evaluated.items`);
o.items=ni.mergeEvaluated.items(i,F,o.items,Zt.Name)}}}bs.callRef=ii;bs.default=u1});var Rl=be(Lp=>{"use strict";Object.defineProperty(Lp,"__esModule",{value:!0});var h1=Ol(),f1=Nl(),y1=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",h1.default,f1.default];Lp.default=y1});var Ll=be(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var oi=Ge(),Qr=oi.operators,pi={maximum:{okStr:"<=",ok:Qr.LTE,fail:Qr.GT},minimum:{
okStr:">=",ok:Qr.GTE,fail:Qr.LT},exclusiveMaximum:{okStr:"<",ok:Qr.LT,fail:Qr.GTE},exclusiveMinimum:{okStr:">",ok:Qr.GT,fail:Qr.LTE}},g1={message:({keyword:r,schemaCode:t})=>(0,oi.
str)`must be ${pi[r].okStr} ${t}`,params:({keyword:r,schemaCode:t})=>(0,oi._)`{comparison: ${pi[r].okStr}, limit: ${t}}`},w1={keyword:Object.keys(pi),type:"numb\
er",schemaType:"number",$data:!0,error:g1,code(r){let{keyword:t,data:a,schemaCode:n}=r;r.fail$data((0,oi._)`${a} ${pi[t].fail} ${n} || isNaN(${a})`)}};Ip.default=
w1});var Il=be(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var Xa=Ge(),b1={message:({schemaCode:r})=>(0,Xa.str)`must be multiple of ${r}`,params:({
schemaCode:r})=>(0,Xa._)`{multipleOf: ${r}}`},v1={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:b1,code(r){let{gen:t,data:a,schemaCode:n,
it:i}=r,o=i.opts.multipleOfPrecision,e=t.let("res"),s=o?(0,Xa._)`Math.abs(Math.round(${e}) - ${e}) > 1e-${o}`:(0,Xa._)`${e} !== parseInt(${e})`;r.fail$data((0,Xa.
_)`(${n} === 0 || (${e} = ${a}/${n}, ${s}))`)}};Ep.default=v1});var El=be(Mp=>{"use strict";Object.defineProperty(Mp,"__esModule",{value:!0});var vs=Ge(),k1=tt(),P1=vo(),$1={message({keyword:r,schemaCode:t}){let a=r==="maxLe\
ngth"?"more":"fewer";return(0,vs.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:r})=>(0,vs._)`{limit: ${r}}`},S1={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:$1,code(r){let{keyword:t,data:a,schemaCode:n,it:i}=r,o=t==="maxLength"?vs.operators.GT:vs.operators.LT,
e=i.opts.unicode===!1?(0,vs._)`${a}.length`:(0,vs._)`${(0,k1.useFunc)(r.gen,P1.default)}(${a})`;r.fail$data((0,vs._)`${e} ${o} ${n}`)}};Mp.default=S1});var Ml=be(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var _1=ar(),x1=tt(),sa=Ge(),q1={message:({schemaCode:r})=>(0,sa.str)`must match pattern "${r}"`,
params:({schemaCode:r})=>(0,sa._)`{pattern: ${r}}`},O1={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:q1,code(r){let{gen:t,data:a,$data:n,schema:i,
schemaCode:o,it:e}=r,s=e.opts.unicodeRegExp?"u":"";if(n){let{regExp:c}=e.opts.code,f=c.code==="new RegExp"?(0,sa._)`new RegExp`:(0,x1.useFunc)(t,c),u=t.let("val\
id");t.try(()=>t.assign(u,(0,sa._)`${f}(${o}, ${s}).test(${a})`),()=>t.assign(u,!1)),r.fail$data((0,sa._)`!${u}`)}else{let c=(0,_1.usePattern)(r,i);r.fail$data(
(0,sa._)`!${c}.test(${a})`)}}};Fp.default=O1});var Fl=be(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var Ya=Ge(),j1={message({keyword:r,schemaCode:t}){let a=r==="maxProperties"?"more":
"fewer";return(0,Ya.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:r})=>(0,Ya._)`{limit: ${r}}`},A1={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:j1,code(r){let{keyword:t,data:a,schemaCode:n}=r,i=t==="maxProperties"?Ya.operators.GT:Ya.operators.LT;r.fail$data(
(0,Ya._)`Object.keys(${a}).length ${i} ${n}`)}};Vp.default=A1});var Vl=be(zp=>{"use strict";Object.defineProperty(zp,"__esModule",{value:!0});var en=ar(),tn=Ge(),T1=tt(),N1={message:({params:{missingProperty:r}})=>(0,tn.str)`must have required property '${r}'`,
params:({params:{missingProperty:r}})=>(0,tn._)`{missingProperty: ${r}}`},R1={keyword:"required",type:"object",schemaType:"array",$data:!0,error:N1,code(r){let{
gen:t,schema:a,schemaCode:n,data:i,$data:o,it:e}=r,{opts:s}=e;if(!o&&a.length===0)return;let c=a.length>=s.loopRequired;if(e.allErrors?f():u(),s.strictRequired){
let O=r.parentSchema.properties,{definedProperties:R}=r.it;for(let x of a)if(O?.[x]===void 0&&!R.has(x)){let L=e.schemaEnv.baseId+e.errSchemaPath,F=`required pr\
operty "${x}" is not defined at "${L}" (strictRequired)`;(0,T1.checkStrictMode)(e,F,e.opts.strictRequired)}}function f(){if(c||o)r.block$data(tn.nil,g);else for(let O of a)
(0,en.checkReportMissingProp)(r,O)}function u(){let O=t.let("missing");if(c||o){let R=t.let("valid",!0);r.block$data(R,()=>_(O,R)),r.ok(R)}else t.if((0,en.checkMissingProp)(
r,a,O)),(0,en.reportMissingProp)(r,O),t.else()}function g(){t.forOf("prop",n,O=>{r.setParams({missingProperty:O}),t.if((0,en.noPropertyInData)(t,i,O,s.ownProperties),
()=>r.error())})}function _(O,R){r.setParams({missingProperty:O}),t.forOf(O,n,()=>{t.assign(R,(0,en.propertyInData)(t,i,O,s.ownProperties)),t.if((0,tn.not)(R),()=>{
r.error(),t.break()})},tn.nil)}}};zp.default=R1});var zl=be(Up=>{"use strict";Object.defineProperty(Up,"__esModule",{value:!0});var rn=Ge(),L1={message({keyword:r,schemaCode:t}){let a=r==="maxItems"?"more":"few\
er";return(0,rn.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:r})=>(0,rn._)`{limit: ${r}}`},I1={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:L1,code(r){let{keyword:t,data:a,schemaCode:n}=r,i=t==="maxItems"?rn.operators.GT:rn.operators.LT;r.fail$data((0,rn._)`${a}.length ${i} ${n}`)}};
Up.default=I1});var Ul=be(Dp=>{"use strict";Object.defineProperty(Dp,"__esModule",{value:!0});var Jp=Ua(),Tt=Ge(),E1=tt(),M1=Oa(),F1={message:({params:{i:r,j:t}})=>(0,Tt.str)`must NOT have duplicate items (items ## ${t} and ${r} are identical)`,
params:({params:{i:r,j:t}})=>(0,Tt._)`{i: ${r}, j: ${t}}`},V1={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:F1,code(r){let{gen:t,data:a,
$data:n,schema:i,parentSchema:o,schemaCode:e,it:s}=r;if(!n&&!i)return;let c=t.let("valid"),f=o.items?(0,Jp.getSchemaTypes)(o.items):[];r.block$data(c,u,(0,Tt._)`${e} === false`),
r.ok(c);function u(){let R=t.let("i",(0,Tt._)`${a}.length`),x=t.let("j");r.setParams({i:R,j:x}),t.assign(c,!0),t.if((0,Tt._)`${R} > 1`,()=>(g()?_:O)(R,x))}function g(){
return f.length>0&&!f.some(R=>R==="object"||R==="array")}function _(R,x){let L=t.name("item"),F=(0,Jp.checkDataTypes)(f,L,s.opts.strictNumbers,Jp.DataType.Wrong),
ke=t.const("indices",(0,Tt._)`{}`);t.for((0,Tt._)`;${R}--;`,()=>{t.let(L,(0,Tt._)`${a}[${R}]`),t.if(F,(0,Tt._)`continue`),f.length>1&&t.if((0,Tt._)`typeof ${L} == "string"`,
(0,Tt._)`${L} += "_"`),t.if((0,Tt._)`typeof ${ke}[${L}] == "number"`,()=>{t.assign(x,(0,Tt._)`${ke}[${L}]`),r.error(),t.assign(c,!1).break()}).code((0,Tt._)`${ke}[${L}] = ${R}`)})}
function O(R,x){let L=(0,E1.useFunc)(t,M1.default),F=t.name("outer");t.label(F).for((0,Tt._)`;${R}--;`,()=>t.for((0,Tt._)`${x} = ${R}; ${x}--;`,()=>t.if((0,Tt._)`${L}(${a}[${R}], ${a}[${x}])`,
()=>{r.error(),t.assign(c,!1).break(F)})))}}};Dp.default=V1});var Jl=be(Cp=>{"use strict";Object.defineProperty(Cp,"__esModule",{value:!0});var Wp=Ge(),z1=tt(),U1=Oa(),J1={message:"must be equal to constant",params:({schemaCode:r})=>(0,Wp.
_)`{allowedValue: ${r}}`},D1={keyword:"const",$data:!0,error:J1,code(r){let{gen:t,data:a,$data:n,schemaCode:i,schema:o}=r;n||o&&typeof o=="object"?r.fail$data((0,Wp.
_)`!${(0,z1.useFunc)(t,U1.default)}(${a}, ${i})`):r.fail((0,Wp._)`${o} !== ${a}`)}};Cp.default=D1});var Dl=be(Hp=>{"use strict";Object.defineProperty(Hp,"__esModule",{value:!0});var sn=Ge(),W1=tt(),C1=Oa(),H1={message:"must be equal to one of the allowed value\
s",params:({schemaCode:r})=>(0,sn._)`{allowedValues: ${r}}`},K1={keyword:"enum",schemaType:"array",$data:!0,error:H1,code(r){let{gen:t,data:a,$data:n,schema:i,schemaCode:o,
it:e}=r;if(!n&&i.length===0)throw new Error("enum must have non-empty array");let s=i.length>=e.opts.loopEnum,c,f=()=>c??(c=(0,W1.useFunc)(t,C1.default)),u;if(s||
n)u=t.let("valid"),r.block$data(u,g);else{if(!Array.isArray(i))throw new Error("ajv implementation error");let O=t.const("vSchema",o);u=(0,sn.or)(...i.map((R,x)=>_(
O,x)))}r.pass(u);function g(){t.assign(u,!1),t.forOf("v",o,O=>t.if((0,sn._)`${f()}(${a}, ${O})`,()=>t.assign(u,!0).break()))}function _(O,R){let x=i[R];return typeof x==
"object"&&x!==null?(0,sn._)`${f()}(${a}, ${O}[${R}])`:(0,sn._)`${a} === ${x}`}}};Hp.default=K1});var Wl=be(Kp=>{"use strict";Object.defineProperty(Kp,"__esModule",{value:!0});var B1=Ll(),Z1=Il(),G1=El(),Q1=Ml(),X1=Fl(),Y1=Vl(),ek=zl(),tk=Ul(),rk=Jl(),sk=Dl(),
ak=[B1.default,Z1.default,G1.default,Q1.default,X1.default,Y1.default,ek.default,tk.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},rk.default,sk.default];Kp.default=ak});var Zp=be(an=>{"use strict";Object.defineProperty(an,"__esModule",{value:!0});an.validateAdditionalItems=void 0;var ks=Ge(),Bp=tt(),nk={message:({params:{len:r}})=>(0,ks.
str)`must NOT have more than ${r} items`,params:({params:{len:r}})=>(0,ks._)`{limit: ${r}}`},ik={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:nk,code(r){let{parentSchema:t,it:a}=r,{items:n}=t;if(!Array.isArray(n)){(0,Bp.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Cl(r,n)}};function Cl(r,t){let{gen:a,schema:n,data:i,keyword:o,it:e}=r;e.items=!0;let s=a.const("len",(0,ks._)`${i}.length`);
if(n===!1)r.setParams({len:t.length}),r.pass((0,ks._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,Bp.alwaysValidSchema)(e,n)){let f=a.var("valid",(0,ks.
_)`${s} <= ${t.length}`);a.if((0,ks.not)(f),()=>c(f)),r.ok(f)}function c(f){a.forRange("i",t.length,s,u=>{r.subschema({keyword:o,dataProp:u,dataPropType:Bp.Type.
Num},f),e.allErrors||a.if((0,ks.not)(f),()=>a.break())})}}an.validateAdditionalItems=Cl;an.default=ik});var Gp=be(nn=>{"use strict";Object.defineProperty(nn,"__esModule",{value:!0});nn.validateTuple=void 0;var Hl=Ge(),di=tt(),ok=ar(),pk={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(r){let{schema:t,it:a}=r;if(Array.isArray(t))return Kl(r,"additionalItems",t);a.items=!0,!(0,di.
alwaysValidSchema)(a,t)&&r.ok((0,ok.validateArray)(r))}};function Kl(r,t,a=r.schema){let{gen:n,parentSchema:i,data:o,keyword:e,it:s}=r;u(i),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=di.mergeEvaluated.items(n,a.length,s.items));let c=n.name("valid"),f=n.const("len",(0,Hl._)`${o}.length`);a.forEach((g,_)=>{(0,di.
alwaysValidSchema)(s,g)||(n.if((0,Hl._)`${f} > ${_}`,()=>r.subschema({keyword:e,schemaProp:_,dataProp:_},c)),r.ok(c))});function u(g){let{opts:_,errSchemaPath:O}=s,
R=a.length,x=R===g.minItems&&(R===g.maxItems||g[t]===!1);if(_.strictTuples&&!x){let L=`"${e}" is ${R}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${O}"`;(0,di.checkStrictMode)(s,L,_.strictTuples)}}}nn.validateTuple=Kl;nn.default=pk});var Bl=be(Qp=>{"use strict";Object.defineProperty(Qp,"__esModule",{value:!0});var dk=Gp(),ck={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:r=>(0,dk.validateTuple)(r,"items")};Qp.default=ck});var Gl=be(Xp=>{"use strict";Object.defineProperty(Xp,"__esModule",{value:!0});var Zl=Ge(),mk=tt(),lk=ar(),uk=Zp(),hk={message:({params:{len:r}})=>(0,Zl.str)`must NOT have more than ${r} items`,
params:({params:{len:r}})=>(0,Zl._)`{limit: ${r}}`},fk={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:hk,code(r){let{schema:t,
parentSchema:a,it:n}=r,{prefixItems:i}=a;n.items=!0,!(0,mk.alwaysValidSchema)(n,t)&&(i?(0,uk.validateAdditionalItems)(r,i):r.ok((0,lk.validateArray)(r)))}};Xp.default=
fk});var Ql=be(Yp=>{"use strict";Object.defineProperty(Yp,"__esModule",{value:!0});var ir=Ge(),ci=tt(),yk={message:({params:{min:r,max:t}})=>t===void 0?(0,ir.str)`must contain at least ${r} valid item(s)`:
(0,ir.str)`must contain at least ${r} and no more than ${t} valid item(s)`,params:({params:{min:r,max:t}})=>t===void 0?(0,ir._)`{minContains: ${r}}`:(0,ir._)`{minContains: ${r}, maxContains: ${t}}`},
gk={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:yk,code(r){let{gen:t,schema:a,parentSchema:n,data:i,
it:o}=r,e,s,{minContains:c,maxContains:f}=n;o.opts.next?(e=c===void 0?1:c,s=f):e=1;let u=t.const("len",(0,ir._)`${i}.length`);if(r.setParams({min:e,max:s}),s===
void 0&&e===0){(0,ci.checkStrictMode)(o,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&e>s){(0,ci.checkStrictMode)(
o,'"minContains" > "maxContains" is always invalid'),r.fail();return}if((0,ci.alwaysValidSchema)(o,a)){let x=(0,ir._)`${u} >= ${e}`;s!==void 0&&(x=(0,ir._)`${x} && ${u} <= ${s}`),
r.pass(x);return}o.items=!0;let g=t.name("valid");s===void 0&&e===1?O(g,()=>t.if(g,()=>t.break())):e===0?(t.let(g,!0),s!==void 0&&t.if((0,ir._)`${i}.length > 0`,
_)):(t.let(g,!1),_()),r.result(g,()=>r.reset());function _(){let x=t.name("_valid"),L=t.let("count",0);O(x,()=>t.if(x,()=>R(L)))}function O(x,L){t.forRange("i",
0,u,F=>{r.subschema({keyword:"contains",dataProp:F,dataPropType:ci.Type.Num,compositeRule:!0},x),L()})}function R(x){t.code((0,ir._)`${x}++`),s===void 0?t.if((0,ir.
_)`${x} >= ${e}`,()=>t.assign(g,!0).break()):(t.if((0,ir._)`${x} > ${s}`,()=>t.assign(g,!1).break()),e===1?t.assign(g,!0):t.if((0,ir._)`${x} >= ${e}`,()=>t.assign(
g,!0)))}}};Yp.default=gk});var eu=be(qr=>{"use strict";Object.defineProperty(qr,"__esModule",{value:!0});qr.validateSchemaDeps=qr.validatePropertyDeps=qr.error=void 0;var ed=Ge(),wk=tt(),
on=ar();qr.error={message:({params:{property:r,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,ed.str)`must have ${n} ${a} when property ${r} is present`},
params:({params:{property:r,depsCount:t,deps:a,missingProperty:n}})=>(0,ed._)`{property: ${r},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var bk={keyword:"dependencies",type:"object",schemaType:"object",error:qr.error,code(r){let[t,a]=vk(r);Xl(r,t),Yl(r,a)}};function vk({schema:r}){
let t={},a={};for(let n in r){if(n==="__proto__")continue;let i=Array.isArray(r[n])?t:a;i[n]=r[n]}return[t,a]}function Xl(r,t=r.schema){let{gen:a,data:n,it:i}=r;
if(Object.keys(t).length===0)return;let o=a.let("missing");for(let e in t){let s=t[e];if(s.length===0)continue;let c=(0,on.propertyInData)(a,n,e,i.opts.ownProperties);
r.setParams({property:e,depsCount:s.length,deps:s.join(", ")}),i.allErrors?a.if(c,()=>{for(let f of s)(0,on.checkReportMissingProp)(r,f)}):(a.if((0,ed._)`${c} && (${(0,on.
checkMissingProp)(r,s,o)})`),(0,on.reportMissingProp)(r,o),a.else())}}qr.validatePropertyDeps=Xl;function Yl(r,t=r.schema){let{gen:a,data:n,keyword:i,it:o}=r,e=a.
name("valid");for(let s in t)(0,wk.alwaysValidSchema)(o,t[s])||(a.if((0,on.propertyInData)(a,n,s,o.opts.ownProperties),()=>{let c=r.subschema({keyword:i,schemaProp:s},
e);r.mergeValidEvaluated(c,e)},()=>a.var(e,!0)),r.ok(e))}qr.validateSchemaDeps=Yl;qr.default=bk});var ru=be(td=>{"use strict";Object.defineProperty(td,"__esModule",{value:!0});var tu=Ge(),kk=tt(),Pk={message:"property name must be valid",params:({params:r})=>(0,tu.
_)`{propertyName: ${r.propertyName}}`},$k={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:Pk,code(r){let{gen:t,schema:a,data:n,it:i}=r;
if((0,kk.alwaysValidSchema)(i,a))return;let o=t.name("valid");t.forIn("key",n,e=>{r.setParams({propertyName:e}),r.subschema({keyword:"propertyNames",data:e,dataTypes:[
"string"],propertyName:e,compositeRule:!0},o),t.if((0,tu.not)(o),()=>{r.error(!0),i.allErrors||t.break()})}),r.ok(o)}};td.default=$k});var sd=be(rd=>{"use strict";Object.defineProperty(rd,"__esModule",{value:!0});var mi=ar(),gr=Ge(),Sk=Er(),li=tt(),_k={message:"must NOT have additional properti\
es",params:({params:r})=>(0,gr._)`{additionalProperty: ${r.additionalProperty}}`},xk={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:_k,code(r){let{gen:t,schema:a,parentSchema:n,data:i,errsCount:o,it:e}=r;if(!o)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:c}=e;if(e.props=!0,c.removeAdditional!=="all"&&(0,li.alwaysValidSchema)(e,a))return;let f=(0,mi.allSchemaProperties)(n.properties),u=(0,mi.
allSchemaProperties)(n.patternProperties);g(),r.ok((0,gr._)`${o} === ${Sk.default.errors}`);function g(){t.forIn("key",i,L=>{!f.length&&!u.length?R(L):t.if(_(L),
()=>R(L))})}function _(L){let F;if(f.length>8){let ke=(0,li.schemaRefOrVal)(e,n.properties,"properties");F=(0,mi.isOwnProperty)(t,ke,L)}else f.length?F=(0,gr.or)(
...f.map(ke=>(0,gr._)`${L} === ${ke}`)):F=gr.nil;return u.length&&(F=(0,gr.or)(F,...u.map(ke=>(0,gr._)`${(0,mi.usePattern)(r,ke)}.test(${L})`))),(0,gr.not)(F)}function O(L){
t.code((0,gr._)`delete ${i}[${L}]`)}function R(L){if(c.removeAdditional==="all"||c.removeAdditional&&a===!1){O(L);return}if(a===!1){r.setParams({additionalProperty:L}),
r.error(),s||t.break();return}if(typeof a=="object"&&!(0,li.alwaysValidSchema)(e,a)){let F=t.name("valid");c.removeAdditional==="failing"?(x(L,F,!1),t.if((0,gr.
not)(F),()=>{r.reset(),O(L)})):(x(L,F),s||t.if((0,gr.not)(F),()=>t.break()))}}function x(L,F,ke){let Q={keyword:"additionalProperties",dataProp:L,dataPropType:li.
Type.Str};ke===!1&&Object.assign(Q,{compositeRule:!0,createErrors:!1,allErrors:!1}),r.subschema(Q,F)}}};rd.default=xk});var nu=be(nd=>{"use strict";Object.defineProperty(nd,"__esModule",{value:!0});var qk=Ca(),su=ar(),ad=tt(),au=sd(),Ok={keyword:"properties",type:"object",schemaType:"\
object",code(r){let{gen:t,schema:a,parentSchema:n,data:i,it:o}=r;o.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&au.default.code(new qk.KeywordCxt(
o,au.default,"additionalProperties"));let e=(0,su.allSchemaProperties)(a);for(let g of e)o.definedProperties.add(g);o.opts.unevaluated&&e.length&&o.props!==!0&&
(o.props=ad.mergeEvaluated.props(t,(0,ad.toHash)(e),o.props));let s=e.filter(g=>!(0,ad.alwaysValidSchema)(o,a[g]));if(s.length===0)return;let c=t.name("valid");
for(let g of s)f(g)?u(g):(t.if((0,su.propertyInData)(t,i,g,o.opts.ownProperties)),u(g),o.allErrors||t.else().var(c,!0),t.endIf()),r.it.definedProperties.add(g),
r.ok(c);function f(g){return o.opts.useDefaults&&!o.compositeRule&&a[g].default!==void 0}function u(g){r.subschema({keyword:"properties",schemaProp:g,dataProp:g},
c)}}};nd.default=Ok});var du=be(id=>{"use strict";Object.defineProperty(id,"__esModule",{value:!0});var iu=ar(),ui=Ge(),ou=tt(),pu=tt(),jk={keyword:"patternProperties",type:"object",
schemaType:"object",code(r){let{gen:t,schema:a,data:n,parentSchema:i,it:o}=r,{opts:e}=o,s=(0,iu.allSchemaProperties)(a),c=s.filter(x=>(0,ou.alwaysValidSchema)(o,
a[x]));if(s.length===0||c.length===s.length&&(!o.opts.unevaluated||o.props===!0))return;let f=e.strictSchema&&!e.allowMatchingProperties&&i.properties,u=t.name(
"valid");o.props!==!0&&!(o.props instanceof ui.Name)&&(o.props=(0,pu.evaluatedPropsToName)(t,o.props));let{props:g}=o;_();function _(){for(let x of s)f&&O(x),o.
allErrors?R(x):(t.var(u,!0),R(x),t.if(u))}function O(x){for(let L in f)new RegExp(x).test(L)&&(0,ou.checkStrictMode)(o,`property ${L} matches pattern ${x} (use \
allowMatchingProperties)`)}function R(x){t.forIn("key",n,L=>{t.if((0,ui._)`${(0,iu.usePattern)(r,x)}.test(${L})`,()=>{let F=c.includes(x);F||r.subschema({keyword:"\
patternProperties",schemaProp:x,dataProp:L,dataPropType:pu.Type.Str},u),o.opts.unevaluated&&g!==!0?t.assign((0,ui._)`${g}[${L}]`,!0):!F&&!o.allErrors&&t.if((0,ui.
not)(u),()=>t.break())})})}}};id.default=jk});var cu=be(od=>{"use strict";Object.defineProperty(od,"__esModule",{value:!0});var Ak=tt(),Tk={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(r){
let{gen:t,schema:a,it:n}=r;if((0,Ak.alwaysValidSchema)(n,a)){r.fail();return}let i=t.name("valid");r.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
i),r.failResult(i,()=>r.reset(),()=>r.error())},error:{message:"must NOT be valid"}};od.default=Tk});var mu=be(pd=>{"use strict";Object.defineProperty(pd,"__esModule",{value:!0});var Nk=ar(),Rk={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:Nk.validateUnion,
error:{message:"must match a schema in anyOf"}};pd.default=Rk});var lu=be(dd=>{"use strict";Object.defineProperty(dd,"__esModule",{value:!0});var hi=Ge(),Lk=tt(),Ik={message:"must match exactly one schema in oneOf",params:({
params:r})=>(0,hi._)`{passingSchemas: ${r.passing}}`},Ek={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:Ik,code(r){let{gen:t,schema:a,parentSchema:n,it:i}=r;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(i.opts.discriminator&&n.discriminator)return;let o=a,e=t.let("valid",!1),s=t.let("passing",null),
c=t.name("_valid");r.setParams({passing:s}),t.block(f),r.result(e,()=>r.reset(),()=>r.error(!0));function f(){o.forEach((u,g)=>{let _;(0,Lk.alwaysValidSchema)(i,
u)?t.var(c,!0):_=r.subschema({keyword:"oneOf",schemaProp:g,compositeRule:!0},c),g>0&&t.if((0,hi._)`${c} && ${e}`).assign(e,!1).assign(s,(0,hi._)`[${s}, ${g}]`).
else(),t.if(c,()=>{t.assign(e,!0),t.assign(s,g),_&&r.mergeEvaluated(_,hi.Name)})})}}};dd.default=Ek});var uu=be(cd=>{"use strict";Object.defineProperty(cd,"__esModule",{value:!0});var Mk=tt(),Fk={keyword:"allOf",schemaType:"array",code(r){let{gen:t,schema:a,it:n}=r;
if(!Array.isArray(a))throw new Error("ajv implementation error");let i=t.name("valid");a.forEach((o,e)=>{if((0,Mk.alwaysValidSchema)(n,o))return;let s=r.subschema(
{keyword:"allOf",schemaProp:e},i);r.ok(i),r.mergeEvaluated(s)})}};cd.default=Fk});var yu=be(md=>{"use strict";Object.defineProperty(md,"__esModule",{value:!0});var fi=Ge(),fu=tt(),Vk={message:({params:r})=>(0,fi.str)`must match "${r.ifClause}" schema`,
params:({params:r})=>(0,fi._)`{failingKeyword: ${r.ifClause}}`},zk={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:Vk,code(r){let{gen:t,parentSchema:a,
it:n}=r;a.then===void 0&&a.else===void 0&&(0,fu.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let i=hu(n,"then"),o=hu(n,"else");if(!i&&!o)return;
let e=t.let("valid",!0),s=t.name("_valid");if(c(),r.reset(),i&&o){let u=t.let("ifClause");r.setParams({ifClause:u}),t.if(s,f("then",u),f("else",u))}else i?t.if(
s,f("then")):t.if((0,fi.not)(s),f("else"));r.pass(e,()=>r.error(!0));function c(){let u=r.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);r.mergeEvaluated(u)}function f(u,g){return()=>{let _=r.subschema({keyword:u},s);t.assign(e,s),r.mergeValidEvaluated(_,e),g?t.assign(g,(0,fi._)`${u}`):r.setParams(
{ifClause:u})}}}};function hu(r,t){let a=r.schema[t];return a!==void 0&&!(0,fu.alwaysValidSchema)(r,a)}md.default=zk});var gu=be(ld=>{"use strict";Object.defineProperty(ld,"__esModule",{value:!0});var Uk=tt(),Jk={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:r,
parentSchema:t,it:a}){t.if===void 0&&(0,Uk.checkStrictMode)(a,`"${r}" without "if" is ignored`)}};ld.default=Jk});var wu=be(ud=>{"use strict";Object.defineProperty(ud,"__esModule",{value:!0});var Dk=Zp(),Wk=Bl(),Ck=Gp(),Hk=Gl(),Kk=Ql(),Bk=eu(),Zk=ru(),Gk=sd(),Qk=nu(),Xk=du(),
Yk=cu(),e0=mu(),t0=lu(),r0=uu(),s0=yu(),a0=gu();function n0(r=!1){let t=[Yk.default,e0.default,t0.default,r0.default,s0.default,a0.default,Zk.default,Gk.default,
Bk.default,Qk.default,Xk.default];return r?t.push(Wk.default,Hk.default):t.push(Dk.default,Ck.default),t.push(Kk.default),t}ud.default=n0});var bu=be(hd=>{"use strict";Object.defineProperty(hd,"__esModule",{value:!0});var $t=Ge(),i0={message:({schemaCode:r})=>(0,$t.str)`must match format "${r}"`,params:({
schemaCode:r})=>(0,$t._)`{format: ${r}}`},o0={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:i0,code(r,t){let{gen:a,data:n,$data:i,
schema:o,schemaCode:e,it:s}=r,{opts:c,errSchemaPath:f,schemaEnv:u,self:g}=s;if(!c.validateFormats)return;i?_():O();function _(){let R=a.scopeValue("formats",{ref:g.
formats,code:c.code.formats}),x=a.const("fDef",(0,$t._)`${R}[${e}]`),L=a.let("fType"),F=a.let("format");a.if((0,$t._)`typeof ${x} == "object" && !(${x} instanceof RegExp)`,
()=>a.assign(L,(0,$t._)`${x}.type || "string"`).assign(F,(0,$t._)`${x}.validate`),()=>a.assign(L,(0,$t._)`"string"`).assign(F,x)),r.fail$data((0,$t.or)(ke(),Q()));
function ke(){return c.strictSchema===!1?$t.nil:(0,$t._)`${e} && !${F}`}function Q(){let Z=u.$async?(0,$t._)`(${x}.async ? await ${F}(${n}) : ${F}(${n}))`:(0,$t.
_)`${F}(${n})`,V=(0,$t._)`(typeof ${F} == "function" ? ${Z} : ${F}.test(${n}))`;return(0,$t._)`${F} && ${F} !== true && ${L} === ${t} && !${V}`}}function O(){let R=g.
formats[o];if(!R){ke();return}if(R===!0)return;let[x,L,F]=Q(R);x===t&&r.pass(Z());function ke(){if(c.strictSchema===!1){g.logger.warn(V());return}throw new Error(
V());function V(){return`unknown format "${o}" ignored in schema at path "${f}"`}}function Q(V){let qe=V instanceof RegExp?(0,$t.regexpCode)(V):c.code.formats?(0,$t.
_)`${c.code.formats}${(0,$t.getProperty)(o)}`:void 0,xe=a.scopeValue("formats",{key:o,ref:V,code:qe});return typeof V=="object"&&!(V instanceof RegExp)?[V.type||
"string",V.validate,(0,$t._)`${xe}.validate`]:["string",V,xe]}function Z(){if(typeof R=="object"&&!(R instanceof RegExp)&&R.async){if(!u.$async)throw new Error(
"async format in sync schema");return(0,$t._)`await ${F}(${n})`}return typeof L=="function"?(0,$t._)`${F}(${n})`:(0,$t._)`${F}.test(${n})`}}}};hd.default=o0});var vu=be(fd=>{"use strict";Object.defineProperty(fd,"__esModule",{value:!0});var p0=bu(),d0=[p0.default];fd.default=d0});var ku=be(aa=>{"use strict";Object.defineProperty(aa,"__esModule",{value:!0});aa.contentVocabulary=aa.metadataVocabulary=void 0;aa.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];aa.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var $u=be(yd=>{"use strict";Object.defineProperty(yd,"__esModule",{value:!0});var c0=Rl(),m0=Wl(),l0=wu(),u0=vu(),Pu=ku(),h0=[c0.default,m0.default,(0,l0.default)(),
u0.default,Pu.metadataVocabulary,Pu.contentVocabulary];yd.default=h0});var _u=be(yi=>{"use strict";Object.defineProperty(yi,"__esModule",{value:!0});yi.DiscrError=void 0;var Su;(function(r){r.Tag="tag",r.Mapping="mapping"})(Su||(yi.
DiscrError=Su={}))});var qu=be(wd=>{"use strict";Object.defineProperty(wd,"__esModule",{value:!0});var na=Ge(),gd=_u(),xu=Gn(),f0=Ha(),y0=tt(),g0={message:({params:{discrError:r,tagName:t}})=>r===
gd.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:r,tag:t,tagName:a}})=>(0,na._)`{error: ${r}, tag: ${a}, tagValue: ${t}}`},
w0={keyword:"discriminator",type:"object",schemaType:"object",error:g0,code(r){let{gen:t,data:a,schema:n,parentSchema:i,it:o}=r,{oneOf:e}=i;if(!o.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!e)throw new Error("discriminator: requires oneOf keyword");let c=t.let("valid",!1),f=t.
const("tag",(0,na._)`${a}${(0,na.getProperty)(s)}`);t.if((0,na._)`typeof ${f} == "string"`,()=>u(),()=>r.error(!1,{discrError:gd.DiscrError.Tag,tag:f,tagName:s})),
r.ok(c);function u(){let O=_();t.if(!1);for(let R in O)t.elseIf((0,na._)`${f} === ${R}`),t.assign(c,g(O[R]));t.else(),r.error(!1,{discrError:gd.DiscrError.Mapping,
tag:f,tagName:s}),t.endIf()}function g(O){let R=t.name("valid"),x=r.subschema({keyword:"oneOf",schemaProp:O},R);return r.mergeEvaluated(x,na.Name),R}function _(){
var O;let R={},x=F(i),L=!0;for(let Z=0;Z<e.length;Z++){let V=e[Z];if(V?.$ref&&!(0,y0.schemaHasRulesButRef)(V,o.self.RULES)){let xe=V.$ref;if(V=xu.resolveRef.call(
o.self,o.schemaEnv.root,o.baseId,xe),V instanceof xu.SchemaEnv&&(V=V.schema),V===void 0)throw new f0.default(o.opts.uriResolver,o.baseId,xe)}let qe=(O=V?.properties)===
null||O===void 0?void 0:O[s];if(typeof qe!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);L=L&&
(x||F(V)),ke(qe,Z)}if(!L)throw new Error(`discriminator: "${s}" must be required`);return R;function F({required:Z}){return Array.isArray(Z)&&Z.includes(s)}function ke(Z,V){
if(Z.const)Q(Z.const,V);else if(Z.enum)for(let qe of Z.enum)Q(qe,V);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function Q(Z,V){
if(typeof Z!="string"||Z in R)throw new Error(`discriminator: "${s}" values must be unique strings`);R[Z]=V}}}};wd.default=w0});var Ou=be((Ux,b0)=>{b0.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Mt=be((bt,bd)=>{"use strict";Object.defineProperty(bt,"__esModule",{value:!0});bt.MissingRefError=bt.ValidationError=bt.CodeGen=bt.Name=bt.nil=bt.stringify=
bt.str=bt._=bt.KeywordCxt=bt.Ajv=void 0;var v0=ql(),k0=$u(),P0=qu(),ju=Ou(),$0=["/properties"],gi="http://json-schema.org/draft-07/schema",ia=class extends v0.default{_addVocabularies(){
super._addVocabularies(),k0.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(P0.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(ju,$0):ju;this.addMetaSchema(t,gi,!1),this.refs["http://json-schema.org/schema"]=gi}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(gi)?gi:void 0)}};bt.Ajv=ia;bd.exports=bt=ia;bd.exports.Ajv=ia;Object.defineProperty(bt,"__esMo\
dule",{value:!0});bt.default=ia;var S0=Ca();Object.defineProperty(bt,"KeywordCxt",{enumerable:!0,get:function(){return S0.KeywordCxt}});var oa=Ge();Object.defineProperty(
bt,"_",{enumerable:!0,get:function(){return oa._}});Object.defineProperty(bt,"str",{enumerable:!0,get:function(){return oa.str}});Object.defineProperty(bt,"stri\
ngify",{enumerable:!0,get:function(){return oa.stringify}});Object.defineProperty(bt,"nil",{enumerable:!0,get:function(){return oa.nil}});Object.defineProperty(
bt,"Name",{enumerable:!0,get:function(){return oa.Name}});Object.defineProperty(bt,"CodeGen",{enumerable:!0,get:function(){return oa.CodeGen}});var _0=Bn();Object.
defineProperty(bt,"ValidationError",{enumerable:!0,get:function(){return _0.default}});var x0=Ha();Object.defineProperty(bt,"MissingRefError",{enumerable:!0,get:function(){
return x0.default}})});var Sy=jt(gc());import{models as gS}from"./models.js";function On(r,t=!1){let a=r.length,n=0,i="",o=0,e=16,s=0,c=0,f=0,u=0,g=0;function _(Q,Z){let V=0,qe=0;for(;V<Q||!Z;){let xe=r.charCodeAt(n);if(xe>=48&&xe<=57)qe=
qe*16+xe-48;else if(xe>=65&&xe<=70)qe=qe*16+xe-65+10;else if(xe>=97&&xe<=102)qe=qe*16+xe-97+10;else break;n++,V++}return V<Q&&(qe=-1),qe}function O(Q){n=Q,i="",
o=0,e=16,g=0}function R(){let Q=n;if(r.charCodeAt(n)===48)n++;else for(n++;n<r.length&&Js(r.charCodeAt(n));)n++;if(n<r.length&&r.charCodeAt(n)===46)if(n++,n<r.length&&
Js(r.charCodeAt(n)))for(n++;n<r.length&&Js(r.charCodeAt(n));)n++;else return g=3,r.substring(Q,n);let Z=n;if(n<r.length&&(r.charCodeAt(n)===69||r.charCodeAt(n)===
101))if(n++,(n<r.length&&r.charCodeAt(n)===43||r.charCodeAt(n)===45)&&n++,n<r.length&&Js(r.charCodeAt(n))){for(n++;n<r.length&&Js(r.charCodeAt(n));)n++;Z=n}else
g=3;return r.substring(Q,Z)}function x(){let Q="",Z=n;for(;;){if(n>=a){Q+=r.substring(Z,n),g=2;break}let V=r.charCodeAt(n);if(V===34){Q+=r.substring(Z,n),n++;break}
if(V===92){if(Q+=r.substring(Z,n),n++,n>=a){g=2;break}switch(r.charCodeAt(n++)){case 34:Q+='"';break;case 92:Q+="\\";break;case 47:Q+="/";break;case 98:Q+="\b";
break;case 102:Q+="\f";break;case 110:Q+=`
`;break;case 114:Q+="\r";break;case 116:Q+="	";break;case 117:let xe=_(4,!0);xe>=0?Q+=String.fromCharCode(xe):g=4;break;default:g=5}Z=n;continue}if(V>=0&&V<=31)
if(Aa(V)){Q+=r.substring(Z,n),g=2;break}else g=6;n++}return Q}function L(){if(i="",g=0,o=n,c=s,u=f,n>=a)return o=a,e=17;let Q=r.charCodeAt(n);if(_o(Q)){do n++,i+=
String.fromCharCode(Q),Q=r.charCodeAt(n);while(_o(Q));return e=15}if(Aa(Q))return n++,i+=String.fromCharCode(Q),Q===13&&r.charCodeAt(n)===10&&(n++,i+=`
`),s++,f=n,e=14;switch(Q){case 123:return n++,e=1;case 125:return n++,e=2;case 91:return n++,e=3;case 93:return n++,e=4;case 58:return n++,e=6;case 44:return n++,
e=5;case 34:return n++,i=x(),e=10;case 47:let Z=n-1;if(r.charCodeAt(n+1)===47){for(n+=2;n<a&&!Aa(r.charCodeAt(n));)n++;return i=r.substring(Z,n),e=12}if(r.charCodeAt(
n+1)===42){n+=2;let V=a-1,qe=!1;for(;n<V;){let xe=r.charCodeAt(n);if(xe===42&&r.charCodeAt(n+1)===47){n+=2,qe=!0;break}n++,Aa(xe)&&(xe===13&&r.charCodeAt(n)===10&&
n++,s++,f=n)}return qe||(n++,g=1),i=r.substring(Z,n),e=13}return i+=String.fromCharCode(Q),n++,e=16;case 45:if(i+=String.fromCharCode(Q),n++,n===a||!Js(r.charCodeAt(
n)))return e=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return i+=R(),e=11;default:for(;n<a&&F(Q);)n++,Q=r.charCodeAt(n);
if(o!==n){switch(i=r.substring(o,n),i){case"true":return e=8;case"false":return e=9;case"null":return e=7}return e=16}return i+=String.fromCharCode(Q),n++,e=16}}
function F(Q){if(_o(Q)||Aa(Q))return!1;switch(Q){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function ke(){let Q;do Q=L();while(Q>=
12&&Q<=15);return Q}return{setPosition:O,getPosition:()=>n,scan:t?ke:L,getToken:()=>e,getTokenValue:()=>i,getTokenOffset:()=>o,getTokenLength:()=>n-o,getTokenStartLine:()=>c,
getTokenStartCharacter:()=>o-u,getTokenError:()=>g}}function _o(r){return r===32||r===9}function Aa(r){return r===10||r===13}function Js(r){return r>=48&&r<=57}
var wc;(function(r){r[r.lineFeed=10]="lineFeed",r[r.carriageReturn=13]="carriageReturn",r[r.space=32]="space",r[r._0=48]="_0",r[r._1=49]="_1",r[r._2=50]="_2",r[r.
_3=51]="_3",r[r._4=52]="_4",r[r._5=53]="_5",r[r._6=54]="_6",r[r._7=55]="_7",r[r._8=56]="_8",r[r._9=57]="_9",r[r.a=97]="a",r[r.b=98]="b",r[r.c=99]="c",r[r.d=100]=
"d",r[r.e=101]="e",r[r.f=102]="f",r[r.g=103]="g",r[r.h=104]="h",r[r.i=105]="i",r[r.j=106]="j",r[r.k=107]="k",r[r.l=108]="l",r[r.m=109]="m",r[r.n=110]="n",r[r.o=
111]="o",r[r.p=112]="p",r[r.q=113]="q",r[r.r=114]="r",r[r.s=115]="s",r[r.t=116]="t",r[r.u=117]="u",r[r.v=118]="v",r[r.w=119]="w",r[r.x=120]="x",r[r.y=121]="y",r[r.
z=122]="z",r[r.A=65]="A",r[r.B=66]="B",r[r.C=67]="C",r[r.D=68]="D",r[r.E=69]="E",r[r.F=70]="F",r[r.G=71]="G",r[r.H=72]="H",r[r.I=73]="I",r[r.J=74]="J",r[r.K=75]=
"K",r[r.L=76]="L",r[r.M=77]="M",r[r.N=78]="N",r[r.O=79]="O",r[r.P=80]="P",r[r.Q=81]="Q",r[r.R=82]="R",r[r.S=83]="S",r[r.T=84]="T",r[r.U=85]="U",r[r.V=86]="V",r[r.
W=87]="W",r[r.X=88]="X",r[r.Y=89]="Y",r[r.Z=90]="Z",r[r.asterisk=42]="asterisk",r[r.backslash=92]="backslash",r[r.closeBrace=125]="closeBrace",r[r.closeBracket=
93]="closeBracket",r[r.colon=58]="colon",r[r.comma=44]="comma",r[r.dot=46]="dot",r[r.doubleQuote=34]="doubleQuote",r[r.minus=45]="minus",r[r.openBrace=123]="ope\
nBrace",r[r.openBracket=91]="openBracket",r[r.plus=43]="plus",r[r.slash=47]="slash",r[r.formFeed=12]="formFeed",r[r.tab=9]="tab"})(wc||(wc={}));var lg=new Array(20).fill(0).map((r,t)=>" ".repeat(t)),Ds=200,ug={" ":{"\n":new Array(Ds).fill(0).map((r,t)=>`
`+" ".repeat(t)),"\r":new Array(Ds).fill(0).map((r,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Ds).fill(0).map((r,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Ds).fill(0).map((r,t)=>`
`+"	".repeat(t)),"\r":new Array(Ds).fill(0).map((r,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Ds).fill(0).map((r,t)=>`\r
`+"	".repeat(t))}};var jn;(function(r){r.DEFAULT={allowTrailingComma:!1}})(jn||(jn={}));function bc(r,t){let a=[],n=new Object,i,o={value:{},offset:0,length:0,type:"object",parent:void 0},
e=!1;function s(c,f,u,g){o.value=c,o.offset=f,o.length=u,o.type=g,o.colonOffset=void 0,i=o}try{Oo(r,{onObjectBegin:(c,f)=>{if(t<=c)throw n;i=void 0,e=t>c,a.push(
"")},onObjectProperty:(c,f,u)=>{if(t<f||(s(c,f,u,"property"),a[a.length-1]=c,t<=f+u))throw n},onObjectEnd:(c,f)=>{if(t<=c)throw n;i=void 0,a.pop()},onArrayBegin:(c,f)=>{
if(t<=c)throw n;i=void 0,a.push(0)},onArrayEnd:(c,f)=>{if(t<=c)throw n;i=void 0,a.pop()},onLiteralValue:(c,f,u)=>{if(t<f||(s(c,f,u,vc(c)),t<=f+u))throw n},onSeparator:(c,f,u)=>{
if(t<=f)throw n;if(c===":"&&i&&i.type==="property")i.colonOffset=f,e=!1,i=void 0;else if(c===","){let g=a[a.length-1];typeof g=="number"?a[a.length-1]=g+1:(e=!0,
a[a.length-1]=""),i=void 0}}})}catch(c){if(c!==n)throw c}return{path:a,previousNode:i,isAtPropertyKey:e,matches:c=>{let f=0;for(let u=0;f<c.length&&u<a.length;u++)
if(c[f]===a[u]||c[f]==="*")f++;else if(c[f]!=="**")return!1;return f===c.length}}}function xo(r,t=[],a=jn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function i(c){n.type==="property"&&(n.length=c-n.offset,n=n.
parent)}function o(c){return n.children.push(c),c}Oo(r,{onObjectBegin:c=>{n=o({type:"object",offset:c,length:-1,parent:n,children:[]})},onObjectProperty:(c,f,u)=>{
n=o({type:"property",offset:f,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:c,offset:f,length:u,parent:n})},onObjectEnd:(c,f)=>{i(c+f),n.
length=c+f-n.offset,n=n.parent,i(c+f)},onArrayBegin:(c,f)=>{n=o({type:"array",offset:c,length:-1,parent:n,children:[]})},onArrayEnd:(c,f)=>{n.length=c+f-n.offset,
n=n.parent,i(c+f)},onLiteralValue:(c,f,u)=>{o({type:vc(c),offset:f,length:u,parent:n,value:c}),i(f+u)},onSeparator:(c,f,u)=>{n.type==="property"&&(c===":"?n.colonOffset=
f:c===","&&i(f))},onError:(c,f,u)=>{t.push({error:c,offset:f,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function qo(r,t){if(!r)return;let a=r;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let i=!1;for(let o of a.children)if(Array.isArray(o.children)&&o.children[0].
value===n&&o.children.length===2){a=o.children[1],i=!0;break}if(!i)return}else{let i=n;if(a.type!=="array"||i<0||!Array.isArray(a.children)||i>=a.children.length)
return;a=a.children[i]}return a}function An(r){switch(r.type){case"array":return r.children.map(An);case"object":let t=Object.create(null);for(let a of r.children){let n=a.children[1];n&&(t[a.
children[0].value]=An(n))}return t;case"null":case"string":case"number":case"boolean":return r.value;default:return}}function Oo(r,t,a=jn.DEFAULT){let n=On(r,!1),i=[],o=0;function e(me){return me?()=>o===0&&me(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(me){return me?se=>o===0&&me(se,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function c(me){return me?
se=>o===0&&me(se,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>i.slice()):()=>!0}function f(me){return me?()=>{o>0?
o++:me(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>i.slice())===!1&&(o=1)}:()=>!0}function u(me){return me?()=>{o>
0&&o--,o===0&&me(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let g=f(t.onObjectBegin),_=c(t.onObjectProperty),
O=u(t.onObjectEnd),R=f(t.onArrayBegin),x=u(t.onArrayEnd),L=c(t.onLiteralValue),F=s(t.onSeparator),ke=e(t.onComment),Q=s(t.onError),Z=a&&a.disallowComments,V=a&&
a.allowTrailingComma;function qe(){for(;;){let me=n.scan();switch(n.getTokenError()){case 4:xe(14);break;case 5:xe(15);break;case 3:xe(13);break;case 1:Z||xe(11);
break;case 2:xe(12);break;case 6:xe(16);break}switch(me){case 12:case 13:Z?xe(10):ke();break;case 16:xe(1);break;case 15:case 14:break;default:return me}}}function xe(me,se=[],I=[]){
if(Q(me),se.length+I.length>0){let Se=n.getToken();for(;Se!==17;){if(se.indexOf(Se)!==-1){qe();break}else if(I.indexOf(Se)!==-1)break;Se=qe()}}}function it(me){
let se=n.getTokenValue();return me?L(se):(_(se),i.push(se)),qe(),!0}function M(){switch(n.getToken()){case 11:let me=n.getTokenValue(),se=Number(me);isNaN(se)&&
(xe(2),se=0),L(se);break;case 7:L(null);break;case 8:L(!0);break;case 9:L(!1);break;default:return!1}return qe(),!0}function de(){return n.getToken()!==10?(xe(3,
[],[2,5]),!1):(it(!1),n.getToken()===6?(F(":"),qe(),ce()||xe(4,[],[2,5])):xe(5,[],[2,5]),i.pop(),!0)}function Ie(){g(),qe();let me=!1;for(;n.getToken()!==2&&n.getToken()!==
17;){if(n.getToken()===5){if(me||xe(4,[],[]),F(","),qe(),n.getToken()===2&&V)break}else me&&xe(6,[],[]);de()||xe(4,[],[2,5]),me=!0}return O(),n.getToken()!==2?xe(
7,[2],[]):qe(),!0}function lt(){R(),qe();let me=!0,se=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(se||xe(4,[],[]),F(","),qe(),n.getToken()===
4&&V)break}else se&&xe(6,[],[]);me?(i.push(0),me=!1):i[i.length-1]++,ce()||xe(4,[],[4,5]),se=!0}return x(),me||i.pop(),n.getToken()!==4?xe(8,[4],[]):qe(),!0}function ce(){
switch(n.getToken()){case 3:return lt();case 1:return Ie();case 10:return it(!0);default:return M()}}return qe(),n.getToken()===17?a.allowEmptyContent?!0:(xe(4,
[],[]),!1):ce()?(n.getToken()!==17&&xe(9,[],[]),!0):(xe(4,[],[]),!1)}function vc(r){switch(typeof r){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(r){if(Array.isArray(r))return"\
array"}else return"null";return"object"}default:return"null"}}var kc;(function(r){r[r.None=0]="None",r[r.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",r[r.UnexpectedEndOfString=2]="UnexpectedEndOfString",r[r.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",r[r.InvalidUnicode=4]="InvalidUnicode",r[r.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",r[r.InvalidCharacter=6]="InvalidCharact\
er"})(kc||(kc={}));var Pc;(function(r){r[r.OpenBraceToken=1]="OpenBraceToken",r[r.CloseBraceToken=2]="CloseBraceToken",r[r.OpenBracketToken=3]="OpenBracketToken",
r[r.CloseBracketToken=4]="CloseBracketToken",r[r.CommaToken=5]="CommaToken",r[r.ColonToken=6]="ColonToken",r[r.NullKeyword=7]="NullKeyword",r[r.TrueKeyword=8]="\
TrueKeyword",r[r.FalseKeyword=9]="FalseKeyword",r[r.StringLiteral=10]="StringLiteral",r[r.NumericLiteral=11]="NumericLiteral",r[r.LineCommentTrivia=12]="LineCom\
mentTrivia",r[r.BlockCommentTrivia=13]="BlockCommentTrivia",r[r.LineBreakTrivia=14]="LineBreakTrivia",r[r.Trivia=15]="Trivia",r[r.Unknown=16]="Unknown",r[r.EOF=
17]="EOF"})(Pc||(Pc={}));var Sc=bc;var jo=xo,_c=qo;var xc=An;var $c;(function(r){r[r.InvalidSymbol=1]="InvalidSymbol",r[r.InvalidNumberFormat=2]="InvalidNumberFormat",r[r.PropertyNameExpected=3]="PropertyNameExpected",r[r.
ValueExpected=4]="ValueExpected",r[r.ColonExpected=5]="ColonExpected",r[r.CommaExpected=6]="CommaExpected",r[r.CloseBraceExpected=7]="CloseBraceExpected",r[r.CloseBracketExpected=
8]="CloseBracketExpected",r[r.EndOfFileExpected=9]="EndOfFileExpected",r[r.InvalidCommentToken=10]="InvalidCommentToken",r[r.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",r[r.UnexpectedEndOfString=12]="UnexpectedEndOfString",r[r.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",r[r.InvalidUnicode=14]="InvalidUnic\
ode",r[r.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",r[r.InvalidCharacter=16]="InvalidCharacter"})($c||($c={}));function qc(r){switch(r){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var wg="\uFEFF";function*Oc(r){for(let t of r.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(wg)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${bg(qc(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function bg(r){return r.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Ws(r){return jc(r)}function Dr(r){return jc(r)}function jc(r){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let i=r(a);return t.
set(a,{value:i}),i}}function Ac(r){return[...r.files.values()].flatMap(vg)}var vg=Dr(r=>r.syntaxErrors.length===0&&kg(r.text)===Tc(r.value)?[]:r.tree===void 0?[]:[...Ao(r.path,r.tree,
[])]);function kg(r){return r.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Tc(r){if(typeof r!="object"||r===null)return 0;let t=Object.values(r);return(Array.
isArray(r)?0:t.length)+t.reduce((a,n)=>a+Tc(n),0)}function*Ao(r,t,a){let n=new Set;for(let[i,o]of(t.children??[]).entries()){let[e,s]=o.type==="property"?o.children??
[]:[];if(e===void 0){yield*Ao(r,o,[...a,i]);continue}let c=String(e.value);n.has(c)&&(yield{code:"S002",file:r,path:[...a,c],offset:e.offset,message:`the key "${c}\
" is written twice`}),n.add(c),s!==void 0&&(yield*Ao(r,s,[...a,c]))}}function Rc(r){return[...r.files.values()].flatMap(Pg)}var Pg=Dr(({path:r,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll($g)].flatMap(({0:n,index:i})=>n.
startsWith('"')||Nc(n)===Nc(String(Number(n)))?[]:[{code:"S005",file:r,path:Sc(t,i).path,message:`the number ${n} would be read as ${Number(n)}`}])),$g=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Nc(r){let[,t="",a="",n="",i="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(r)??[],o=`${a}${n}`.replace(/^0+/,""),e=o.replace(/0+$/,"");return e===
""?a===""?r:"0":`${t}${e}e${Number(i)-n.length+o.length-e.length}`}function Pe(r){return typeof r=="object"&&r!==null&&!Array.isArray(r)}function ds(r){return Pe(r)?Object.entries(r):[]}function ur(r){return Array.isArray(r)?[...r.entries()]:[]}import{posix as To}from"node:path";function Tn(r){return r.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function $e(r){return r.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var Nn=class extends Error{constructor(a,n,i){super(`${a}: $ref "${n}" ${i}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Lc(r,t,a){let[n="",i=""]=a.split("#"),o=n===""?t:To.normalize(To.join(To.dirname(t),n)),e=r.files.get(o)?.value;if(e===void 0)throw new Nn(t,a,"names a\
 file that does not exist");for(let s of $e(i)){let c=Array.isArray(e)?e[Number(s)]:Pe(e)&&Object.hasOwn(e,s)?e[s]:void 0;if(c===void 0)throw new Nn(t,a,"names \
nothing in that file");e=c}return{file:o,pointer:i,value:e}}function Ic(r){return r.replaceAll(":","~~").replaceAll("/","~")}function Ec(r){return r.replaceAll("~~",":").replaceAll("~","/")}function ft(r,t){let a={};return t!==void 0&&(a[r]=t),a}function $r(r){if(r.kind==="object")return r.members;if(r.kind!=="union")return[];let t=new Map([[r.tag.name,r.tag]]);for(let a of r.variants.flatMap(n=>n.members))
t.has(a.name)||t.set(a.name,a);return[...t.values()]}function Vc(r,t){return typeof r=="string"?xg(JSON.stringify(Uc(r))):r===null||typeof r=="number"||typeof r=="boolean"?String(r):t[Array.isArray(r)?"array":r===
void 0?"nothing":"object"]??""}function zc(r){return/^[\w-]{1,60}$/.test(r)?r:Vc(r,{})}function xg(r){return/^[ -~]*$/.test(r)?r:r.replace(/(?! )[\p{C}\p{Z}]/gu,t=>`\\u${t.charCodeAt(0).toString(16).padStart(4,"0")}`)}function Uc(r){if(r.length<=60)
return r;let t=[...r.slice(0,122)];return t.length>60?`${t.slice(0,60).join("")}\u2026`:r}var Jc="{name}";function No(r){return qg(r).map((t,a)=>a>0&&/^(\d+|\*)$/.test(t)?`[${t}]`:`${a===0?"":"."}${Og(t)}`).join("")}function qg(r){return r.split("/").slice(1).map(t=>t.replaceAll("~1","/").replaceAll("~0","~"))}function Og(r){return r===Jc||/^[\w.-]+$/.test(r)?r:zc(r)}function Ta(r){return typeof r=="string"?r:JSON.stringify(r)}function Na(r){let t=r.map(Ta),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function Rn(r,t=""){let a=(i,o,e)=>i===void 0?[]:[{en:`${o} ${Cs(i,t)}`,zh:`${e} ${Cs(i,t)}`}],n=[...a(r.minimum,"\
at least","\u81F3\u5C11"),...a(r.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(r.maximum,"at most","\u81F3\u591A"),...a(r.exclusiveMaximum,"less than","\u5C0F\u4E8E"),
...r.multipleOf===void 0?[]:[{en:`a multiple of ${Cs(r.multipleOf,t)}`,zh:`${Cs(r.multipleOf,t)} \u7684\u6574\u6570\u500D`}]];return n.length===0?void 0:{en:n.map(
({en:i})=>i).join(" and "),zh:Sr(...n.flatMap(({zh:i},o)=>o===0?[i]:["\u4E14",i]))}}function Ln(r,t=""){let{minimum:a,maximum:n,exclusiveMinimum:i,exclusiveMaximum:o}=r;if(i===void 0&&o===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Cs(
n,t)}`,zh:`${a} \u5230 ${Cs(n,t)} \u7684`};let e=Rn(r,t);return e!==void 0?{en:` of ${e.en}`,zh:`${e.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\
\uFF09`}}function Wr(r,t,a){let n=i=>`${i} ${i===1?a.en:Dc(a.en)}`;return t===void 0?r===0?{en:Dc(a.en),zh:a.zh}:{en:`at least ${n(r)}`,zh:`\u81F3\u5C11 ${r} \u4E2A${a.
zh}`}:r===t?{en:n(t),zh:`${t} \u4E2A${a.zh}`}:r===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${r} to ${n(t)}`,zh:`${r}\
 \u5230 ${t} \u4E2A${a.zh}`}}function Sr(...r){return r.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.
test(a)?`${t} ${a}`:t+a,"")}function Dc(r){return`${r}s`}function Cs(r,t){return`${Number(r.toFixed(6))}${t===""?"":` ${t}`}`}var Ag=["media-format","media-codec","media-bytes","media-width","media-height","media-pixels","media-video-pixels","media-same-size","media-aspect-ratio","medi\
a-duration","media-frame-rate","media-sample-rate","media-total-duration","media-total-bytes","media-size-unclear"],Tg=["KB","MB","GB","px","ms","s","min","h","\
fps","Hz","ratio"];function Wc(r){return{rule:r.oneOf("rule",Ag),severity:r.severity(),...r.has("formats")?{formats:r.texts("formats")}:{},...r.has("codecs")?{codecs:r.
texts("codecs")}:{},...ft("as",r.optionalText("as")),...r.has("discouraged")?{discouraged:r.texts("discouraged")}:{},...ft("minimum",r.optionalNumber("minimum")),
...ft("maximum",r.optionalNumber("maximum")),...ft("exclusiveMinimum",r.optionalNumber("exclusiveMinimum")),...ft("exclusiveMaximum",r.optionalNumber("exclusive\
Maximum")),...ft("multipleOf",r.optionalNumber("multipleOf")),...r.has("when")?{when:Cc(r,"when")}:{},...r.has("unit")?{unit:r.oneOf("unit",Tg)}:{},...ft("quote",
r.optionalText("quote")),source:r.source()}}function Cc(r,t){let a=r.raw(t);return Pe(a)?Object.fromEntries(Object.entries(a).map(([n,i])=>[n,Ng(i)?i:r.refuse(t,'values, lists of values, or {"min": 1}')])):
r.refuse(t,"an object of conditions by parameter")}function Ng(r){return r!==null&&(!Pe(r)||"min"in r||"max"in r)}function In({defaults:r=[]}){let[t,...a]=r;if(t!==void 0)return{en:`${[`Where ${t.phrase.en}, the default is ${Ta(t.default)}`,...a.map(({phrase:n,default:i})=>`\
else where ${n.en}, ${Ta(i)}`)].join("; ")}.`,zh:`${[t,...a].map(({phrase:n,default:i})=>Sr(n.zh,"\u65F6\u9ED8\u8BA4\u4E3A",Ta(i))).join("\uFF1B\u5426\u5219")}\u3002`}}var pa=jt(Mt(),1);function Or(r,t=0,a=t+4){return t+r.below(a-t+1)}var wr=new pa.Name("vErrors");function pt(r,t,{pointer:a,value:n},...i){return i.reduce((o,e)=>pa._`${o}, ${e}`,
pa._`${new pa.Name(r)}(${wr}, ${a}, ${n}, ${t.required?1:0}`)}function ze(r,t){return{about:r,value:t,findings:[]}}function He(r,t,a,n){return{about:r,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function gt(r){return r.map(t=>He(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function mt(r){
return Object.fromEntries(Object.entries(r).filter(([,t])=>t!==void 0))}var q0=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function Au(r,t,a,n){return{...O0(r,t,a),source:a.has("x-source")?a.source():n}}function O0(r,t,a){return{name:r,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",q0)}:{},notes:a.notes()}}var Ps=jt(Mt(),1);var Tu={read:(r,t)=>({kind:"array",...t,items:r.unknown("x-items")??r.refuse("x-items",'{ "unknown": "not shown" }'),...mt({minItems:r.optionalNumber("minItems"),
maxItems:r.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:r,maxItems:t})=>({type:"array",...mt({minItems:r,maxItems:t}),items:{}}),check(r,t){
let{minItems:a,maxItems:n}=r;return a===void 0&&n===void 0?Ps._`${pt("typed",r,t,Ps._`"array"`)})`:Ps._`${pt("list",r,t,Ps._`${a??0}`,n===void 0?Ps._`Infinity`:
Ps._`${n}`)})`},facts:({minItems:r,maxItems:t})=>({type:"array",...mt({minItems:r,maxItems:t})}),phrase({minItems:r,maxItems:t}){let a=Rn({minimum:r,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:r=0})=>Array.from({length:r},()=>({})),cases:({minItems:r=0,maxItems:t})=>[...gt(["text",1,{length:1}]),...r===0?[ze("empty",[])]:[He("min-items-under",
pn(r-1),"min-items")],...r<=3&&(t??3)>=3?[ze("items",pn(3))]:[],...t===void 0?[]:[ze("max-items-at",pn(t)),He("max-items-over",pn(t+1),"max-items")]],sample:({minItems:r,
maxItems:t},a)=>pn(Or(a,r,t))};function pn(r){return Array.from({length:r},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var vd=jt(Mt(),1);var Nu={read:(r,t)=>({kind:"boolean",...t,...ft("default",r.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(r,t)=>vd._`${pt("\
typed",r,t,vd._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:r=>r.default??!0,cases:()=>[...gt([
"true",1,0,[]]),ze("true",!0),ze("false",!1)],sample:(r,t)=>t.below(2)===1};var hn=jt(Mt(),1);var dn=jt(Mt(),1),Ru=jt(Hs(),1);function Qt(r){return(0,dn.stringify)(r)}function Lu(r){return(0,dn.stringify)(r)}function Xr(r,t=""){let a=r.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return dn._`${(0,Ru.regexpCode)(new RegExp(a,t))}`}function cn({type:r,enum:t}){if(!Array.isArray(r))return typeof r=="string"?r:void 0;let[a,...n]=r.filter(i=>i!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function wi({type:r}){return Array.isArray(r)&&r.includes("null")}function Iu({nullable:r},t){return r?`${t} | null`:t}function Eu({nullable:r},t){
if(r!==!0)return t;let{type:a,enum:n,anyOf:i,oneOf:o}=t,e=i??o;return a===void 0&&Array.isArray(e)?{...t,[i===void 0?"oneOf":"anyOf"]:[...e,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function Mu({nullable:r},{en:t,zh:a}){return r?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function Fu({nullable:r},t){return r?[ze("null",null),
...t]:t}function bi({nullable:r},t,a,n){return r?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var mn=jt(Mt(),1);function vi(r,t,a=t){if(r.has("x-options"))return r.objects("x-options").map(n=>({value:a(n.raw("value"),"x-options"),...mt({label:n.has("label")?j0(n.object("l\
abel")):void 0,deprecated:n.has("x-deprecated")?A0(n.object("x-deprecated"),t):void 0})}))}function j0(r){let t=Object.keys(r.value).map(a=>[a,r.text(a)]);return{
...Object.fromEntries(t),en:r.text("en")}}function A0(r,t){return{since:r.text("since"),...mt({until:r.optionalText("until"),replacedBy:r.has("replacedBy")?t(r.
raw("replacedBy"),"x-options"):void 0}),source:r.source()}}function ln(r){return r.map(({deprecated:t,...a})=>{if(t===void 0)return a;let{source:n,...i}=t;return{
...a,deprecated:i}})}function ki({options:r=[]},t,{constant:a}){let n=ln(r).flatMap(({value:i,deprecated:o})=>o===void 0?[]:[[i,{...o}]]);return n.length===0?mn._``:
mn._`
${new mn.Name("deprecatedValue")}(${wr}, ${t.pointer}, ${t.value}, ${a(Qt(n))})`}function Vu(r){return"options"in r?r.options??[]:[]}function un({options:r=[]},t){
return r.some(a=>a.value===t&&a.deprecated!==void 0)}var Pi=20,zu={string:r=>typeof r=="string",integer:r=>Number.isInteger(r),number:r=>typeof r=="number",boolean:r=>typeof r=="boolean"},Uu={read(r,t){if(r.has("c\
onst"))return{kind:"enum",...t,type:"string",values:[r.text("const")]};let a=T0(r),[n="mixed",...i]=a,o=i.length===0&&n!=="boolean"?n:"mixed",e=(c,f)=>N0(c)&&a.
some(u=>zu[u](c))?c:r.refuse(f,`${a.join("s or ")}s`),s=(c,f)=>c===null&&t.nullable?null:e(c,f);return r.list("enum").includes(null)!==wi(r.value)&&r.refuse("en\
um",'a list with null in it exactly where "type" has null'),{kind:"enum",...t,type:o,values:r.list("enum").flatMap(c=>c===null?[]:[e(c,"enum")]),...r.has("defau\
lt")?{default:s(r.raw("default"),"default")}:{},...ft("unit",M0(r)),...ft("options",vi(r,e,s))}},type:({values:r})=>`(${r.map(t=>JSON.stringify(t)).join(" | ")}\
)`,schema:({type:r,values:t})=>({type:r==="mixed"?L0(t):r,enum:[...t]}),check(r,t,a){let n=a.constant(Qt(r.values)),i=r.type==="mixed"?hn._`${pt("mixedChoice",r,
t,n)})`:hn._`${pt("choice",r,t,hn._`${r.type}`,n)})`;return hn._`${i}${ki(r,t,a)}`},facts:({type:r,values:t,unit:a,options:n})=>({type:r,allowed:t,...ft("unit",
a),...ft("options",n&&ln(n))}),phrase(r){let{values:t,unit:a}=r,n=e=>un(r,e),i=Na([...t.filter(e=>!n(e)),...t.filter(n)]),o=a===void 0?"":` ${a}`;return{en:i.en+
o,zh:i.zh+o}},example(r){let{default:t,values:a}=r;return t!==void 0?t:a.find(n=>!un(r,n))??a[0]??""},cases:r=>[...R0(r),...I0(r).map(t=>ze(`offers-${t}`,t)),...F0(
r.values)],sample:({values:r},t)=>r[t.below(r.length)]??""};function T0(r){let t=r.raw("type"),a=(Array.isArray(t)?t:[t]).filter(i=>i!=="null"),n=a.filter(i=>typeof i==
"string"&&Object.hasOwn(zu,i));return(n.length<a.length||n.length===0)&&r.refuse("type","string, integer, number or boolean, or a list of these"),n}function N0(r){
return typeof r=="string"||typeof r=="number"||typeof r=="boolean"}function R0({type:r,values:t}){return r==="mixed"?E0(t):gt(r==="string"?[7,!0,[t[0]??""]]:r===
"integer"?["5",5.5,!0]:["5",!0,[5]])}function L0(r){let t=r.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),a=[...new Set(t)];return a.includes(
"number")?a.filter(n=>n!=="integer"):a}function I0({values:r,options:t=[]}){let a=new Set(r),n=t.flatMap(({value:i,deprecated:o})=>o!==void 0&&i!==null&&a.has(i)?
[i]:[]);return[...new Set([...r.slice(0,Pi),...n.slice(0,Pi)])]}function E0(r){let t=new Set(r);return[...r.slice(0,Pi).map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>He(`as-${typeof n}-${n}`,n,"enum")),He("type-array",[r[0]??""],"enum"),He("type-object",{},"enum"),...[!0,!1].
filter(n=>!t.has(n)).map(n=>He(`type-${n}`,n,"enum"))]}function M0(r){return r.optionalText("x-unit")}function F0(r){let t=new Set(r),a=(o,e)=>t.has(e)?[]:[He(o,
e,"enum")],n=r.filter(o=>typeof o=="number"),i=r.filter(o=>typeof o=="string");return[...i.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...i.
slice(0,Pi).flatMap(o=>[o.toUpperCase(),o.toLowerCase()].filter(e=>e!==o).flatMap(e=>a(`case-${e}`,e))),...i.slice(0,1).flatMap(o=>a("padded",` ${o}`)),...n.length>
0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Xt=jt(Mt(),1);function $i(r){return mt({minimum:r.optionalNumber("minimum"),maximum:r.optionalNumber("maximum"),exclusiveMinimum:r.optionalNumber("exclusiveMinimum"),exclusiveMaximum:r.
optionalNumber("exclusiveMaximum"),multipleOf:r.optionalNumber("multipleOf"),default:r.optionalNumber("default"),unit:r.optionalText("x-unit")})}function Si({kind:r,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,multipleOf:o}){let e=o!==void 0&&kd(o)?o:void 0;return{type:r,...mt({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:i,multipleOf:e})}}function kd(r){return Number.isInteger(r*2**20)}function _i({kind:r,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,
multipleOf:o,unit:e}){return{type:r,...mt({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:i,multipleOf:o,unit:e})}}function xi(r,t,{constant:a}){let{kind:n,
minimum:i,maximum:o,exclusiveMinimum:e,exclusiveMaximum:s,multipleOf:c}=r,f=i===void 0?Xt._`-Infinity`:Xt._`${i}`,u=o===void 0?Xt._`Infinity`:Xt._`${o}`;if(n===
"integer"&&e===void 0&&s===void 0&&c===void 0)return Xt._`${pt("integer",r,t,f,u)})`;let g=e===void 0?Xt._`-Infinity`:Xt._`${e}`,_=s===void 0?Xt._`Infinity`:Xt._`${s}`;
return Xt._`${pt("numeric",r,t,Xt._`${n}`,a(Xt._`[${f}, ${u}, ${g}, ${_}, ${c??0}]`))})`}function da({kind:r,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(r==="integer"?1:.5);if(t.minimum!==void 0)return Pd(t.minimum,a);if(t.exclusiveMinimum!==void 0)return V0(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??br(n-a)}function V0(r,{maximum:t,exclusiveMaximum:a,multipleOf:n},i){let o=t??a,e=n===void 0?br(r+i):Pd(br(
r+n/2),n);return o===void 0||e<o||e===t?e:br((r+o)/2)}function Pd(r,t){return Math.abs(r/t-Math.round(r/t))<1e-9?r:br(Math.ceil(r/t)*t)}function br(r){return Number(
r.toFixed(9))}function qi(r){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:i,exclusiveMaximum:o,multipleOf:e}=r,s=e??1,c=x=>e===void 0||Number.isInteger(Number(
(x/e).toFixed(9))),f=(x,L)=>c(L)?[ze(x,L)]:[],u=a!==void 0?[...f("minimum-at",a),He("minimum-under",br(a-s),"minimum")]:i!==void 0?[He("exclusive-minimum-at",i,
"minimum"),He("exclusive-minimum-under",br(i-s),"minimum")]:[ze("negative",-s),ze("zero",0)],g=n!==void 0?[...f("maximum-at",n),He("maximum-over",br(n+s),"maxim\
um")]:o!==void 0?[He("exclusive-maximum-at",o,"maximum"),He("exclusive-maximum-over",br(o+s),"maximum")]:e===void 0?[ze("large",2147483648)]:[],_=da(r),O=br(_+(e??
0)/(t==="integer"?e??1:2)),R=O<=(n??1/0)&&O<(o??1/0)&&!c(O);return[...u,...g,...e!==void 0&&R?[He("off-step",O,"multiple-of")]:[]]}function Oi(r,t){let{kind:a,minimum:n,
maximum:i,exclusiveMinimum:o,exclusiveMaximum:e}=r,s=r.multipleOf??(a==="integer"?1:.25),c=i??e,f=n??o??(c===void 0?0:c-100*s),u=Pd(f,s)+(o===void 0?0:s),g=c===
void 0?100:Math.floor((c-u)/s+1e-9)+(e===void 0?1:0);return g<1?da(r):br(u+s*t.below(g))}var Ju={read:(r,t)=>({kind:"integer",...t,...$i(r)}),type:()=>"number",schema:Si,check:xi,facts:_i,phrase(r){let t=Ln(r,r.unit),{multipleOf:a}=r;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:da,
cases:r=>[...gt(["5",!0,[5],5.5]),...qi(r)],sample:Oi};var or=jt(Mt(),1);function Du(r,t){return{read:t,type:({items:a})=>`Array<${r.type(a)}>`,schema:({items:a,minItems:n,maxItems:i,uniqueItems:o})=>({type:"array",...mt({minItems:n,
maxItems:i,uniqueItems:o}),items:r.schema(a)}),check(a,n,i){let{items:o,minItems:e=0,maxItems:s,uniqueItems:c}=a,f=new or.Name(`index${n.depth}`),u=s===void 0?or._`Infinity`:
or._`${s}`,g=i.nested(o,{pointer:or._`${n.pointer} + "/" + ${f}`,value:or._`${n.value}[${f}]`,depth:n.depth+1}),_=c?or._`
${new or.Name("uniqueItems")}(${wr}, ${n.pointer}, ${n.value})`:or._``;return or._`if (${pt("list",a,n,or._`${e}`,u)})) {
for (let ${f} = 0; ${f} < ${n.value}.length && ${f} < ${u}; ${f}++) {
${g}
}${_}
}`},facts:({items:a,minItems:n,maxItems:i,uniqueItems:o})=>({type:"array",...mt({minItems:n,maxItems:i,uniqueItems:o}),items:a}),phrase({items:a,minItems:n=0,maxItems:i,
uniqueItems:o}){let e=Wr(n,i,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[c,f]=o?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${e.
en}${c}, each ${s.en}`,zh:Sr("\u542B",f,e.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:i},o)=>Wu(
r,a,Math.max(1,n),i===!0,o),cases:a=>[...gt(["text",7,{0:"text"}]),...z0(r,a)],sample({items:a,minItems:n,maxItems:i,uniqueItems:o},e){let s=Array.from({length:Or(
e,n,i)},()=>r.sample(a,e));return o?[...new Map(s.map(c=>[JSON.stringify(c),c])).values()]:s}}}function z0(r,{items:t,minItems:a=0,maxItems:n,uniqueItems:i}){let o=i===
!0,e=u=>Wu(r,t,u,o,"video"),s=Math.max(1,a),c=e(s),f=r.cases(t).filter(({value:u})=>u!==void 0).map(({about:u,value:g,findings:_})=>({about:`item-${u}`,value:c.
map((O,R)=>R===s-1&&g!==void 0?g:O),findings:_.map(O=>({...O,path:`/${s-1}${O.path??""}`}))}));return[...a===0?[ze("empty",[])]:[He("min-items-under",e(a-1),"mi\
n-items")],...e(s).length===s?[ze("min-items-at",c)]:[],...n===void 0?[]:[...e(n).length===n?[ze("max-items-at",e(n))]:[],...e(n+1).length>n?[He("max-items-over",
e(n+1),"max-items")]:[]],...o&&(n??2)>=s+1&&s===1?[He("repeated-item",[...c,...c],"unique-items","/1")]:[],...f.filter(({value:u})=>!o||new Set(u.map(g=>JSON.stringify(
g))).size===s)]}function Wu(r,t,a,n,i){let o=r.example(t,i);if(!n)return Array.from({length:a},()=>o);let e=new Map([[JSON.stringify(o),o]]);for(let{value:s,findings:c}of r.
cases(t))c.length===0&&s!==void 0&&e.set(JSON.stringify(s),s);return[...e.values()].slice(0,a)}var jr=jt(Mt(),1);function Cu(r,t){return{read:t,type:({values:a})=>`{ [name: string]: ${r.type(a)} }`,schema:({values:a,names:n,minProperties:i,maxProperties:o})=>({type:"object",
...mt({minProperties:i,maxProperties:o}),...n===void 0?{}:{propertyNames:{pattern:n.pattern}},additionalProperties:r.schema(a)}),check(a,n,i){let{values:o,names:e,
minProperties:s=0,maxProperties:c}=a,[f,u]=[new jr.Name(`place${n.depth}`),new jr.Name(`entry${n.depth}`)],g=c===void 0?jr._`Infinity`:jr._`${c}`,_=e===void 0?[]:
[i.constant(Xr(e.pattern)),jr._`${e.examples[0]}`];return jr._`for (const [${f}, ${u}] of ${pt("entriesOf",a,n,jr._`${s}`,g,..._)})) {
${i.nested(o,{pointer:jr._`${f}`,value:u,depth:n.depth+1})}
}`},facts:({values:a,minProperties:n,maxProperties:i})=>({type:"object",...mt({minItems:n,maxItems:i}),items:a}),phrase({values:a,names:n,minProperties:i=0,maxProperties:o}){
let{en:e,zh:s}=a.phrase,c=Wr(i,o,{en:"member",zh:"\u6210\u5458"}),f=n===void 0?void 0:JSON.stringify(n.examples[0]);return{en:`an object of ${c.en} with names${f===
void 0?"":` such as ${f}`}, each ${e}`,zh:Sr("\u542B",c.zh,`\u7684\u5BF9\u8C61\uFF0C${f===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${f}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(a,n)=>$d(a,r.example(a.values,n),Math.max(1,a.minProperties??0)),cases:a=>[...gt(["text",7,[]]),...U0(r,a),...J0(r,a)],sample:(a,n)=>Object.
fromEntries(Array.from({length:Or(n,a.minProperties,a.maxProperties)},(i,o)=>[a.names===void 0?`name ${o+1}`:n.matching(a.names.pattern),r.sample(a.values,n)]))}}
function $d({names:r},t,a){let n=r?.examples??Array.from({length:a},(i,o)=>`name ${o+1}`);return Object.fromEntries(n.slice(0,a).map(i=>[i,t]))}function U0(r,t){
let{minProperties:a=0,maxProperties:n,values:i}=t,o=e=>{let s=$d(t,r.example(i,"video"),e);return Object.keys(s).length===e?[s]:[]};return[...o(a).map(e=>ze("mi\
n-members-at",e)),...a===0?[]:o(a-1).map(e=>He("min-members-under",e,"min-items")),...n===void 0?[]:[...o(n).map(e=>ze("max-members-at",e)),...o(n+1).map(e=>He(
"max-members-over",e,"max-items"))]]}function J0(r,t){let{values:a,names:n,minProperties:i=0}=t,o=n?.examples[0]??"a/b~c",e=`/${o.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=r.example(a,"video"),{[o]:c,...f}=$d(t,s,Math.max(1,i)),u=Object.fromEntries(Object.entries(f).slice(0,Math.max(0,i-1))),g=n===void 0?void 0:new RegExp(
n.pattern);return[ze("name",{...u,[o]:s}),...["",`${o}\0`,` ${o}`,"no such form!?"].flatMap((_,O)=>g===void 0||g.test(_)?[]:[He(`name-bad-${O+1}`,{...u,[_]:s},"\
property-name",`/${_}`)]),...a.nullable?[]:[He("value-null",{...u,[o]:null},"null",e)],...r.cases(a).flatMap(({about:_,value:O,findings:R})=>O===void 0?[]:[{about:`\
value-${_}`,value:{...u,[o]:O},findings:R.map(x=>({...x,path:`${e}${x.path??""}`}))}])]}var pr=jt(Mt(),1);var Hu=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Ku=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Sd="data:image/png;base64,iVBORw0KGgo=";function _d(r,t,a){return`https://example.com/${r.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var Gu={read:D0,type:({single:r})=>r?"string | F":"(string | F)[]",schema({single:r,minItems:t,maxItems:a,pattern:n}){let i={type:"string",pattern:n};return r?i:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:i}},check(r,t,{constant:a}){let{single:n,minItems:i,maxItems:o,pattern:e,accepts:s}=r,c=a(Xr(W0(e))),f=a(Qt(
s)),u=s.includes("data"),g=u?pr._`${new pr.Name("withBase64")}(${c})`:c;if(n){let O=pr._`${pt("mediaReference",r,t,g,f)})`;return u?pr._`${O}
${new pr.Name("base64Reference")}(${wr}, ${t.pointer}, ${t.value}, ${g})`:O}let _=pr._`${pt("media",r,t,pr._`${i}`,pr._`${o}`,g,f)})`;return u?pr._`${_}
${new pr.Name("base64")}(${wr}, ${t.pointer}, ${t.value}, ${o}, ${g})`:_},facts:({single:r,media:t,minItems:a,maxItems:n,accepts:i,contradicted:o})=>({type:r?"s\
tring":"array",media:t,accepts:i,...mt({contradicted:o}),...r?{}:{minItems:a,maxItems:n}}),phrase(r){let{single:t,minItems:a,maxItems:n,mediaName:i,accepts:o}=r,
e=C0(o);if(t)return{en:`${H0(i.en)} ${i.en} (${e.en})`,zh:`1 \u4E2A${i.zh}\uFF08${e.zh}\uFF09`};let s=Wr(a,n,i);return{en:`an array of ${s.en} (${e.en})`,zh:Sr(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${e.zh}\uFF09`)}},example({name:r,extension:t,single:a,minItems:n}){let i=o=>_d(r,t,o);return a?i(0):Array.from({length:Math.
max(1,n)},(o,e)=>i(e))},cases(r,t){let a=t.some(n=>n.kind==="media"&&n.pattern===r.pattern);return r.single?[...gt([7,!0,["https://example.com/one.png"]]),...B0(
r,a)]:[...gt(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...K0(r),...Z0(r,a)]},sample:({single:r,minItems:t,maxItems:a,pattern:n},i)=>r?
i.matching(n):Array.from({length:Or(i,t,a)},()=>i.matching(n))};function Bu(r,t){return r.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:r.refuse(t,"url, \
asset or data"))}function D0(r,t,a){let n=r.object("x-media"),i=n.text("type"),{name:o,extension:e}=a.get(i)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=cn(r.value)==="string",c=s?r:r.object("items");return s||c.ignore("type","description","x-source"),{kind:"media",...t,media:i,mediaName:o,extension:e,...s?{single:s}:
{},minItems:s?1:r.optionalNumber("minItems")??0,maxItems:s?1:r.number("maxItems"),accepts:Bu(c,"x-accepts"),...n.has("contradicted")?{contradicted:Bu(n,"contrad\
icted")}:{},pattern:c.text("pattern"),limits:n.objects("limits").map(Wc)}}var Zu="\\x00-\\x20\\x7F-\\xA0";function W0(r){return r.replaceAll(Zu,`${Zu}\\s`)}function C0(r){
return r.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function H0(r){return/^[aeiou]/i.test(r)?"an":"a"}function $s({name:r,extension:t},a){return Array.from({length:a},(n,i)=>_d(r,t,i))}function K0(r){
let{minItems:t,maxItems:a}=r;return[...t>0?[He("min-items-under",$s(r,t-1),"min-items")]:[],ze("min-items-at",$s(r,t)),ze("max-items-at",$s(r,a)),He("max-items-\
over",$s(r,a+1),"max-items"),He("max-items-over-bad-item",[...$s(r,a),"nowhere"],"max-items")]}function Qu({accepts:r},t,a){return[...Hu.slice(0,t?1:void 0).map(
(n,i)=>a(`url-good-${i+1}`,n)),...Ku.slice(0,t?2:void 0).map((n,i)=>a(`url-bad-${i+1}`,n,"media-reference")),r.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),r.includes(
"data")?a("base64",Sd,"media-base64","advice"):a("base64",Sd,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function B0(r,t){return Qu(
r,t,(a,n,i,o="error")=>({about:a,value:n,findings:i===void 0?[]:[{rule:i,severity:o}]}))}function Z0(r,t){let a=Math.max(1,r.minItems),n=(o,e,s,c="error")=>({about:o,
value:$s(r,a).map((f,u)=>u===a-1?e:f),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:c}]}),i=r.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...$s(r,Math.max(0,r.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Qu(r,t,n),...i]}var Xu={read:(r,t)=>({kind:"number",...t,...$i(r)}),type:()=>"number",schema:Si,check:xi,facts:_i,phrase(r){let t=Ln(r,r.unit),{multipleOf:a}=r;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:da,cases:r=>[...gt(["0.5",
!0,[.5]]),...qi(r)],sample:Oi};var Fr=jt(Mt(),1);function Yu(r){return r.item===void 0?r.section:`${r.section}, ${typeof r.item=="number"?`item ${r.item}`:r.item}`}var ji=jt(Mt(),1);function Ai(r){return r.kind==="string"&&r.list!==void 0}var Ti={read(r,t){let a=r.object("x-value-list"),n={name:a.text("name"),date:a.text("date"),values:a.texts(
"values"),source:a.source()},i=(o,e)=>typeof o=="string"?o:r.refuse(e,"strings");return{kind:"string",...t,minLength:1,...ft("default",r.optionalText("default")),
list:n,...ft("options",vi(r,i))}},type:({list:r})=>`(${r.values.map(t=>JSON.stringify(t)).join(" | ")} | (string & {}))`,schema:({list:r})=>({type:"string",minLength:1,
examples:[...r.values]}),check:(r,t,a)=>ji._`${G0(r,t,a)}${ki(r,t,a)}`,facts:({list:{source:r,...t},options:a})=>({type:"string",minLength:1,list:t,...ft("optio\
ns",a&&ln(a))}),phrase({list:{values:r,date:t}}){let a=JSON.stringify(r[0]),[n,i]=r.length===1?["1 value was","1 \u4E2A\u503C"]:[`${r.length} values were`,`${r.
length} \u4E2A\u503C`];return{en:`a value of a list that grows, such as ${a} (${n} known on ${t})`,zh:`\u53D6\u81EA\u4F1A\u589E\u52A0\u7684\u5217\u8868\uFF0C\u4F8B\u5982 ${a}\
\uFF08${t} \u65F6\u5DF2\u77E5 ${i}\uFF09`}},example:Q0,cases:r=>[...gt([7,!0,["a"]]),He("empty","","min-length"),...r.list.values.slice(0,2).map(t=>ze(`known-${t}`,
t)),ze("unlisted",eh(r))],sample:(r,t)=>t.below(8)===0?eh(r):r.list.values[t.below(r.list.values.length)]??""};function G0(r,t,{constant:a}){let{values:n,date:i}=r.
list;return ji._`${pt("listedValue",r,t,a(Qt(n)),ji._`${i}`)})`}function Q0(r){let{default:t,list:a}=r;return t??a.values.find(n=>!un(r,n))??a.values[0]??""}function eh({
list:r}){let t=`${r.values[0]??""}-new`;return r.values.includes(t)?`${t}-${r.values.length}`:t}function xd({since:r,until:t,replacedBy:a}){return[`Since ${r}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function th(r){
let t=[...ca("at least",r.minimum,""),...ca("at most",r.maximum,""),...ca("at least",r.minLength," characters"),...ca("at most",r.maxLength," characters"),...ca(
"at least",r.minItems," items"),...ca("at most",r.maxItems," items"),...r.values===void 0?[]:[`only ${r.values.join(", ")}`]];return`From ${r.from}: ${t.join(",\
 ")}.`}function ca(r,t,a){return t===void 0?[]:[`${r} ${t}${a}`]}function rh(r){if(!Ai(r))return"";let{date:t,values:a}=r.list,n=a.length===1?"1 value":`${a.length}\
 values`;return`Known on ${t}: ${n}; others may have been added since.`}function Ni(r){if(r.kind==="list")return Ni(r.items).replace(/^A/,"Each a");if(r.kind===
"map")return Ni(r.values).replace(/^A/,"Each a");let t="multipleOf"in r?r.multipleOf:void 0;return t===void 0||kd(t)?"":`A multiple of ${t}.`}function ma(r){return r.
kind==="list"?ma(r.items):r.kind==="map"?ma(r.values):Vu(r).map(({value:t,label:a,deprecated:n})=>{let i=[...a===void 0?[]:[`${a.en}.`],...n===void 0?[]:[`Depre\
cated. ${xd(n)}`]];return`${JSON.stringify(t)}: ${i.join(" ")}`})}function sh(r){return X0(r,"")}function X0(r,t){let a=r.phrase.en;return[...[r.description,r.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...ma(
r),In(r)?.en??"","default"in r&&r.default!==void 0?`Default: ${JSON.stringify(r.default)}${t}.`:"",...(r.upcoming??[]).map(th),...r.notes.map(i=>i.text)].filter(
i=>i!==""),`Source: ${Yu(r.source)}.`,...Y0(r.deprecated)].join(`
`)}function Y0(r){return r===void 0?[]:[`@deprecated ${xd(r)}`]}function ah(r,t=""){let a=r.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function nh(r){return/^[A-Za-z_$][\w$]*$/.test(r)?r:JSON.stringify(r)}function ih(r){return`{
${r.map(eP).join("")}}`}function eP({name:r,doc:t,optional:a,type:n}){return`${t===void 0?"":ah(t,"  ")}  ${r}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function Ri(r){let{unit:t}=r,a=[r.description,t===void 0?"":`Unit: ${t}.`,Ni(r),rh(r),...ma(r),In(r)?.en??""].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function oh(r,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":ih(a.map(n=>({name:nh(n.name),doc:sh(n),optional:!n.required,type:r.
type(n)}))),schema({members:a}){let n=a.filter(o=>o.required).map(o=>o.name),i={};for(let o of a)i[o.name]={...r.schema(o),...Ri(o),..."default"in o&&o.default!==
void 0?{default:o.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:i,additionalProperties:!1}},check(a,n,i){let o=i.constant(Qt(a.members.
map(s=>s.name))),e=a.members.map(s=>{let c=new Fr.Name(`member${n.depth}`),f=i.nested(s,{pointer:Fr._`${n.pointer} + ${`/${s.name}`}`,value:c,depth:n.depth+1});
return Fr._`{
const ${c} = ${new Fr.Name("own")}(${n.value}, ${s.name})
${f}
}`});return Fr._`if (${pt("object",a,n,o)})) {
${e.reduce((s,c)=>Fr._`${s}
${c}`,Fr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:i}=qd(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${i}`}},
example:(a,n)=>ph(a,r,n),cases:a=>[...gt(["text",7,[]]),...tP(a,r)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:i})=>i||n.below(2)===1).map(i=>[
i.name,r.sample(i,n)]))}}function qd(r){let t=r.map(({name:a,required:n,phrase:{en:i,zh:o}})=>n?{en:`${a} (required: ${i})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${o}\
\uFF09`}:{en:`${a} (${i})`,zh:`${a}\uFF08${o}\uFF09`});return{en:t.map(({en:a})=>a).join(", "),zh:t.map(({zh:a})=>a).join("\u3001")}}function ph({members:r},t,a){
let n=r.filter(o=>o.required),i=n.length>0?n:r.slice(0,1);return Object.fromEntries(i.map(o=>[o.name,t.example(o,a)]))}function tP(r,t){let a=ph(r,t,"video"),n=new Set(
r.members.map(o=>o.name)),i=r.members.flatMap(o=>{let{[o.name]:e,...s}=a;return[{about:`${o.name}-missing`,value:s,findings:o.required?[{rule:"required",path:`/${o.
name}`}]:[]},...bi(o,`${o.name}-null`,{...s,[o.name]:null},`/${o.name}`),...t.cases(o).flatMap(({about:c,value:f,findings:u})=>f===void 0?[]:[{about:`${o.name}-${c}`,
value:{...s,[o.name]:f},findings:u.map(g=>({...g,path:`/${o.name}${g.path??""}`}))}])]});return[ze("members",a),...n.has("no_such_member")?[]:[He("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],He("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...i]}var Yr=jt(Mt(),1);var vr=jt(Mt(),1);var dh="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",ch="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",Ss={date:{
pattern:`^${dh}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${ch}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${dh}T${ch}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var rP=Object.keys(Ss);function Li(r){let t=r.has("format")?r.oneOf("format",rP):void 0,a=r.has("examples")?r.texts("examples"):void 0;return t===void 0&&r.has(
"pattern")&&a===void 0&&r.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),mt({maxLength:r.optionalNumber("maxLength"),
pattern:t===void 0?r.optionalText("pattern"):Ss[t].pattern,format:t,default:r.optionalText("default"),examples:a??(t===void 0?void 0:Ss[t].valid)})}function Ii({
minLength:r,maxLength:t,format:a,pattern:n,examples:i}){let o=a!==void 0&&Ss[a].isOurs===!0?void 0:a;return{type:"string",...mt({minLength:r,maxLength:t,format:o,
pattern:n,examples:i})}}function Ei({minLength:r,maxLength:t,format:a,pattern:n,examples:i}){return{type:"string",...mt({minLength:r,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:i})}}function Mi(r,t,{constant:a}){let{minLength:n,maxLength:i,pattern:o,format:e,examples:s}=r,c=vr._`${n??0}`,f=i===void 0?vr._`Infinity`:
vr._`${i}`;if(o!==void 0){let u=e===void 0?vr._`"pattern"`:vr._`"format"`,g=e===void 0?{example:r.default??s?.[0]??null}:{format:e};return vr._`${pt("patterned",
r,t,c,f,a(Xr(o)),u,a(Lu(g)))})`}return n===1&&i===void 0?vr._`${pt("nonEmpty",r,t)})`:n===void 0&&i===void 0?vr._`${pt("typed",r,t,vr._`"string"`)})`:vr._`${pt(
"text",r,t,c,f)})`}function Fi({minLength:r=0,maxLength:t,format:a,pattern:n,examples:i}){let e=Wr(r,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:f,
zh:u}=Ss[a].name;return r>0||t!==void 0?{en:`${f}, of ${e.en}`,zh:`${u}\uFF0C${e.zh}`}:{en:f,zh:u}}let s=t!==void 0?{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`}:
r===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:r===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${e.en}`,zh:`${e.zh}\u7684\u5B57\u7B26\u4E32`},
[c]=i??[];return n===void 0||c===void 0?s:{en:`${s.en} such as ${JSON.stringify(c)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(c)}`}}function Vi({default:r,
examples:t,minLength:a=0,maxLength:n},i){if(r!==void 0)return r;let[o]=t??[];return o!==void 0?o:i.padEnd(a,".").slice(0,n)}function zi({format:r,pattern:t,examples:a=[],
minLength:n=0,maxLength:i=1/0}){if(t===void 0)return[];let o=new RegExp(t),[e=""]=a,c=(r===void 0?[`${e}\0`,` ${e}`,`${e}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:Ss[r].invalid).filter(u=>!o.test(u)&&[...u].length>=n&&[...u].length<=i),f=r===void 0?"pattern":"format";return[...a.map((u,g)=>ze(`${f}-good-${g+1}`,u)),
...c.map((u,g)=>He(`${f}-bad-${g+1}`,u,f))]}function Ui({minLength:r=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),i=({value:c})=>typeof c=="string"&&n.test(
c),o=r>0?[He("min-length-under","a".repeat(r-1),"min-length")]:[],e=t===void 0?[]:["a","\u5B57"].map(c=>He(`max-length-over-${c==="a"?"latin":"han"}`,c.repeat(t+
1),"max-length")),s=[...r>0?[ze("min-length-at","a".repeat(r)),ze("min-length-astral","\u{1F600}".repeat(r)),ze("space"," ".repeat(r))]:[],...t===void 0?[]:[ze(
"max-length-at","a".repeat(t)),ze("max-length-astral","\u{1F600}".repeat(t))]].filter(i);return[...o,...s,...e]}var mh=()=>gt([7,!0,["a"]]);function lh(r){return ft(
"minLength",r.optionalNumber("minLength"))}function Ji({pattern:r,minLength:t,maxLength:a},n){return r===void 0?n.text(Or(n,t,a)):n.matching(r)}var sP={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function hh(r){return sP[r].
en}var fh={read:(r,t)=>({kind:"prompt",...t,minLength:r.optionalNumber("minLength")??0,...Li(r),limits:r.objects("x-prompt-limits").map(aP),tokens:r.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:Ii,
check:(r,t,a)=>[Mi(r,t,a),...nP(r,t,a),...oP(r,t,a)].reduce((n,i)=>Yr._`${n}
${i}`),facts:r=>({...Ei(r),...r.tokens.length>0?{tokens:r.tokens.map(({prefix:t,parameter:a,from:n,to:i})=>({prefix:t,parameter:a,from:n,to:i}))}:{}}),phrase:Fi,
example:(r,t)=>Vi(r,hh(t)),cases:r=>[...gt([7,!0,["a"],{text:"a"}]),...Ui(r),...zi(r),...pP(r.limits),...dP(r.tokens)],sample:Ji};function aP(r){return{rule:r.text(
"rule"),severity:r.severity(),count:r.oneOf("count",["code-points","han","non-han","words"]),max:r.number("max"),...ft("onlyWithHan",r.optionalFlag("onlyWithHan")),
source:r.source()}}function nP({limits:r},{pointer:t,value:a},{constant:n,text:i}){if(r.length===0)return[];let o=r.map(({rule:u,count:g,max:_,severity:O,onlyWithHan:R})=>[
u,g,_,O==="error"?1:0,R===!0?1:0]),e=Math.min(...r.map(u=>u.max)),s=r.some(u=>u.count==="words"),c=(u,g=!0)=>n(Qt(g?iP(u):[])),f=Yr._`${c(i.han)}, ${c(i.latin,s)}, ${c(
i.space,s)}`;return[Yr._`if (typeof ${a} === "string" && ${a}.length > ${e}) ${new Yr.Name("promptLimits")}(${wr}, ${t}, ${a}, ${n(Qt(o))}, ${f})`]}function iP(r){
let t=r.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function oP({tokens:r},{pointer:t,value:a},{variable:n}){return r.map(({prefix:i,parameter:o,
from:e,to:s})=>{let c=Xr(`${i.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Yr._`if (typeof ${a} === "string") ${new Yr.Name("promptTokens")}(${wr}, ${t}, ${a}, ${c}, ${o}, ${e}, ${s}, ${n(
o)})`})}function pP(r){return[...r.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(i=>Object.entries(uh(a,i)).map(([o,e])=>ze(`${t}-${a}-${i===n?"at":"over"}${o}`,
e)))),...r.length>1?[ze("every-limit-over",r.map(({count:t,max:a})=>uh(t,a+1)[""]).join(" "))]:[]]}function dP(r){return r.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(i=>[1,2,3,n+1].map(o=>({about:`token-${a}-${i}-attached-names-${o}`,value:`Show ${t}1 and ${t}${o}, then ${t}${o} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:i},(e,s)=>`https://example.com/${s+1}`)}}))))}function uh(r,t){let a=Math.min(10,t-1);switch(r){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var yh={read(r,t,a){return r.has("x-value-list")?Ti.read(r,t,a):{kind:"string",...t,...lh(r),...Li(r),...ft("values",r.unknown("x-values"))}},type:()=>"string",
schema:Ii,check:Mi,facts:Ei,phrase(r){let t=Fi(r);return r.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},
example:r=>Vi(r,r.values===void 0?"text":"1024x1024"),cases:r=>[...mh(),...r.pattern===void 0&&r.maxLength===void 0?[ze("any-text","anything")]:[],...r.pattern===
void 0&&(r.minLength??0)===0?[ze("empty","")]:[],...Ui(r),...zi(r)],sample:Ji};var es=jt(Mt(),1);function gh(r,t){return{read:t,type:({variants:a})=>`(${a.map(n=>r.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(i=>cP(r,a,i))}),check(a,n,i){
let{tag:o,variants:e}=a,s=new es.Name(`form${n.depth}`),c=i.nested(o,{pointer:es._`${n.pointer} + ${`/${o.name}`}`,value:s,depth:n.depth+1}),f=e.map(u=>es._`if (${s} === ${u.
name}) {
${i.nested(u,n)}
}`);return es._`if (${pt("anyObject",a,n)})) {
const ${s} = ${new es.Name("own")}(${n.value}, ${o.name})
${[c,...f].reduce((u,g)=>es._`${u}
${g}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let i=n.map(({name:o,members:e})=>{let{en:s,zh:c}=qd(
wh(a,e));return s===""?{en:o,zh:o}:{en:`${o} with ${s}`,zh:`${o}\uFF0C\u542B ${c}`}});return{en:`an object by its ${a.name}: ${i.map(({en:o})=>o).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${i.map(({zh:o})=>o).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:r.example(a,n),
cases:a=>[...gt(["text",7,[]]),...mP(r,a),...lP(r,a)],sample:({variants:a},n)=>{let i=a[n.below(a.length)];return i===void 0?{}:r.sample(i,n)}}}function cP(r,t,a){
let{properties:n,...i}=r.schema(a),o=Pe(n)?n:{},{enum:e,...s}=Pe(o[t.name])?o[t.name]:{};return{...i,...Ri(a),properties:{...o,[t.name]:{...s,const:a.name}}}}function wh(r,t){
return t.filter(({name:a})=>a!==r.name)}function mP(r,{tag:t,variants:a}){let[n]=a,i=n===void 0?{}:r.example(n,"video"),{[t.name]:o,...e}=Pe(i)?i:{},s=`/${t.name}`;
return[He(`${t.name}-missing`,e,"required",s),...bi(t,`${t.name}-null`,{...e,[t.name]:null},s),...r.cases(t).filter(({findings:c})=>c.length>0).flatMap(({about:c,
value:f=null,findings:u})=>({about:`${t.name}-${c}`,value:{...e,[t.name]:f},findings:u.map(g=>({...g,path:s}))}))]}function lP(r,{tag:t,variants:a}){let n=a.flatMap(
({members:i})=>i);return a.flatMap(i=>{let o=wh(t,i.members),e=new Set(i.members.map(({name:u})=>u)),s=n.find(({name:u})=>!e.has(u)),c=r.example(i,"video"),f=u=>Pe(
u)?[{[t.name]:i.name,...u}]:[];return[ze(`form-${i.name}`,c),...s===void 0||!Pe(c)?[]:[He(`${i.name}-with-${s.name}`,{...c,[s.name]:r.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...r.cases({...i,members:o}).flatMap(({about:u,value:g=null,findings:_})=>f(g).map(O=>({about:`${i.name}-${u}`,value:O,findings:_})))]})}
function bh(r,t,a){let n=r.objects("oneOf"),i=uP(n)??r.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),o=n.map(u=>{
let g=a(u.object("properties").object(i).text("const"),u);return g.kind==="object"?g:r.refuse("oneOf","objects with named members")}),e=new Map;for(let u of o.flatMap(
({members:g})=>g)){let g=e.get(u.name)??u;u.name!==i&&fn(u)!==fn(g)&&r.refuse("oneOf",`forms in which "${u.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),e.set(u.name,g)}let s=o.map(({name:u})=>u),{source:c}=t,f=e.get(i)?.description??"";return{kind:"union",...t,tag:{kind:"enum",
name:i,required:!0,description:f,phrase:Na(s),notes:[],source:c,type:"string",values:s},variants:o}}function uP(r){let[t]=r.map(({value:n})=>n);return(Pe(t?.properties)?
Object.keys(t.properties):[]).find(n=>{let i=r.map(({value:{properties:o,required:e}})=>{let s=Pe(o)?o[n]:void 0;return Pe(s)&&Array.isArray(e)&&e.includes(n)?s.
const:void 0});return i.every(o=>typeof o=="string")&&new Set(i).size===i.length})}function fn(r){let{kind:t,quantity:a}=r,{unit:n,default:i}=r;return JSON.stringify(
[t,a,n,i,...t==="media"?[r.single,r.media,r.accepts,r.limits]:[],...t==="list"?[fn(r.items)]:[],...t==="object"?r.members.map(o=>[o.name,fn(o)]):[],...t==="unio\
n"?r.variants.map(fn):[]])}var Di={type:bP,schema:vP,example:kh,cases:r=>PP(r,[]),sample:$P},vh={prompt:fh,string:yh,enum:Uu,integer:Ju,number:Xu,boolean:Nu,media:Gu,object:oh(Di,fP),map:Cu(
Di,gP),union:gh(Di,yP),list:Du(Di,wP),array:Tu};function hP(r,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0||t.const!==void 0)return"enum";if(t.oneOf!==
void 0)return"union";let a=cn(t);switch(a){case"string":return r==="prompt"||t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return t["x-items"]===void 0?"list":"array";case"object":return t.properties===void 0&&Pe(t.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return a;default:return}}function Wi(r,t,a,n){let i=hP(r,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let o=vh[i].read(t,{...a,
...wi(t.value)?{nullable:!0}:{}},n);return{...o,phrase:kP(o)}}function fP(r,t,a){let n=r.object("properties"),i=new Set(r.texts("required"));for(let o of i)Object.
hasOwn(n.value,o)||r.refuse("required",`names of members, and "${o}" is none`);return r.flag("additionalProperties")&&r.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(o=>{let e=n.object(o);return Wi(o,e,Ci(o,i.has(o),e,t),a)})}}function yP(r,t,a){return bh(r,t,(n,i)=>Wi(n,i,
Ci(n,!0,i,t),a))}function gP(r,t,a){let n=r.object("additionalProperties");n.has("default")&&n.refuse("default","left out: a member is there or not");let i=Wi("\
value",n,Ci("value",!0,n,t),a),o=r.has("propertyNames")?r.object("propertyNames"):void 0,[e,...s]=o?.texts("examples")??[];return{kind:"map",...t,values:i,...o===
void 0||e===void 0?{}:{names:{pattern:o.text("pattern"),examples:[e,...s]}},...mt({minProperties:r.optionalNumber("minProperties"),maxProperties:r.optionalNumber(
"maxProperties")})}}function wP(r,t,a){let n=r.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),r.has("uniqueIte\
ms")&&["object","array"].includes(cn(n.value)??"")&&r.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:Wi(
"item",n,Ci("item",!0,n,t),a),...mt({minItems:r.optionalNumber("minItems"),maxItems:r.optionalNumber("maxItems"),uniqueItems:r.optionalFlag("uniqueItems")===!0?
!0:void 0})}}function Ci(r,t,a,{source:n}){return Au(r,t,a,n)}function bP(r){return Iu(r,la(r).type(r))}function vP(r){return Eu(r,la(r).schema(r))}function kP(r){return Mu(r,la(r).phrase(r))}function kh(r,t){return la(r).example(r,t)}function PP(r,t){return Fu(r,la(r).cases(r,t))}function $P(r,t){return r.
nullable&&t.below(8)===0?null:la(r).sample(r,t)}function la(r){return Ai(r)?Ti:vh[r.kind]}function Ph(r,t){return Object.hasOwn(r,t)?Reflect.get(r,t):void 0}function _s(r){return r.split("/").slice(1)}function Hi(r){return r.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Vr({value:r,place:t},a,n){let[i,
...o]=a;if(i===void 0)return[{value:r,place:t}];if(i==="*")return Array.isArray(r)?r.flatMap((c,f)=>Vr({value:c,place:t+"["+f+"]"},o,n)):[];if(typeof r!="object"||
r===null||Array.isArray(r))return[];let e=Ph(r,i),s={value:e===void 0&&!o.length?n:e,place:(t&&t+".")+i};return s.value===void 0?[]:Vr(s,o,n)}function ts(r,{path:t,
default:a}){return Vr(r,_s(t),a).flatMap(({value:n,place:i})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:i}]:[])}function $h(r){let[,t="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(r))??[],i=a.length-Number(n),o=BigInt(t+a);return i<0?[o*10n**BigInt(-i),0]:[o,i]}function Sh(r){let t=r.map(i=>$h(i)),a=t.reduce((i,[,o])=>Math.max(
i,o),0);return+(t.reduce((i,[o,e])=>i+o*10n**BigInt(a-e),0n)+"e-"+a)}function _h(r){let t=r.map(n=>$h(n)),a=t.reduce((n,[,i])=>n+i,0);return+(t.reduce((n,[i])=>n*
i,1n)+"e-"+a)}function ua(r,t,a,{maximum:n,minimum:i,unit:o},e){let s=n??i??0,c=typeof s=="number"?{value:s,place:""}:ts(e,s)[0];if(c===void 0)return;let{value:f,place:u}=c;if(n===
void 0?a>=f:a<=f)return;let g=n===void 0?"lower":"upper";return{text:r,of:[...t],side:g,limit:f,unit:o,actual:a,...u?{bound:u}:{}}}function xh(r,t){let a={value:r,place:""},n=0;for(let{path:i}of t.of)for(let{value:o}of Vr(a,_s(i)))n+=Array.isArray(o)?o.length:o===null?0:1;return ua("rule-co\
unt",t.of.map(({path:i})=>Hi(i)),n,t,a)}import{isDeepStrictEqual as _P}from"node:util";function qh(r,t){let a=Object.entries(r).map(([e,s])=>Oh(e.split("."),s,t)),n=a.filter(e=>e!==void 0);if(n.length<a.length)return;let[i={},...o]=n;return o.length===
0?i:{allOf:n}}function Oh([r="",...t],a,n){let i=n.find(e=>e.name===r);if(i===void 0)return;if(t.length===0)return SP(i,a);let o=i.nullable?void 0:Oh(t,a,$r(i));
return o&&{required:[r],properties:{[r]:{type:"object",...o}}}}function SP(r,t){let{name:a,nullable:n,kind:i}=r,{default:o}=r,e=(u,g)=>u?{properties:{[a]:g}}:{required:[
a],properties:{[a]:g}};if(typeof t!="object"||"length"in t){let u=typeof t=="object"?t:[t],g=u.some(_=>_===o);return e(g,{enum:[...u,...n&&g?[null]:[]]})}let{min:s,
max:c}=t,f=u=>u>=(s??0)&&u<=(c??1/0);if(i==="integer"||i==="number"||i==="enum"&&r.type!=="mixed"){let u=f(typeof o=="number"?o:0);return e(u,{type:n&&u?["numbe\
r","null"]:"number",minimum:s??0,...c===void 0?{}:{maximum:c}})}if(!n){if(i==="media"&&r.single)return f(1)?f(0)?{}:{required:[a]}:f(0)?{not:{required:[a]}}:void 0;
if(i==="media"||i==="array"||i==="list"&&$r(r.items).length===0&&r.items.kind!=="list"){let u={...s===void 0?{}:{minItems:s},...c===void 0?{}:{maxItems:c}};return e(
f(0),{type:"array",...u})}}}function jh({defaults:r=[]},t){let a=r.flatMap(({when:n,default:i})=>{let o=qh(n,t);return typeof i=="number"&&o!==void 0?[{if:o,default:i}]:[]});return a.length===
0?{}:{defaults:a}}function Ki(r,t){let a=n=>{if(Array.isArray(n))return n.map(a);if(!Pe(n)||n.defaults===void 0)return n;let{defaults:i,...o}=n,e=ur(i).find(([,
s])=>Pe(s)&&Pe(s.if)&&t(s.if));return e!==void 0&&Pe(e[1])?{...o,default:e[1].default??null}:o};return Object.fromEntries(Object.entries(r).map(([n,i])=>[n,a(i)]))}function fa(r,t){return r.texts("of").map((a,n)=>Ah(r,`of/${n}`,a,t))}function Bi(r,t){return Th(r,"of",t)}function ya(r,t,a){let n=r.has("maximum")?"maximum":"\
minimum";return{[n]:xP(r,n,t,a),unit:a??""}}function xP(r,t,a,n){if(typeof r.raw(t)=="number")return r.number(t);let i=Ah(r,t,r.text(t),a),o=Th(r,t,[i]);return n!==
void 0&&o!==n&&r.refuse(t,`in the unit of the numbers:${n===""?" none":n}, not${o||" none"}`),i.at}function ga({maximum:r,minimum:t,...a},{maximum:n,minimum:i,...o}){
return(typeof n=="number"?typeof r=="number"&&n>=r:typeof i=="number"&&typeof t=="number"&&i<=t)&&_P(a,o)}function Zi(r){let t=new Set(r.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function Gi(r,t){return t.map(({at:a})=>({...a,path:ha(a).slice(r.length)}))}function Od({in:r,of:t}){return ur(t).
map(([,a])=>No(`${ha(r)}${ha(a)}`))}function wa(r){let{maximum:t,minimum:a,unit:n=""}=r,i=t??a??null;return{of:Od(r),side:t===void 0?"lower":"upper",...Pe(i)?{bound:No(
ha(i))}:{limit:i,unit:n}}}function ha(r){let t=Pe(r)?r.path:r;return typeof t=="string"?t:""}function Ah(r,t,a,n){let i=jd(a,n);(i===void 0||!qP(i))&&r.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:o}=i;return{parameter:i,at:{path:a,...typeof o=="number"?{default:o}:{},...jh(
i,n)}}}function qP(r){let{kind:t}=r;return t==="integer"||t==="number"||t==="enum"&&r.type!=="string"}function jd(r,t){let[a,...n]=r.split("/").slice(1);return n.
reduce((i,o)=>i?.kind==="object"||i?.kind==="union"?$r(i).find(e=>e.name===o):i?.kind==="list"&&o==="*"?i.items:void 0,t.find(i=>i.name===a))}function Th(r,t,a){
let n=new Set(a.map(({parameter:o})=>o.unit??""));n.size>1&&r.refuse(t,`numbers of one unit, not of ${[...n].map(o=>o||"none").join(" and ")}`);let[i=""]=n;return i===
""?"":` ${i}`}var OP=64,Nh={keyword:"x-count",read(r,t){return{of:r.texts("of").map((n,i)=>{let o=(n.endsWith("*")?void 0:jd(n,t))??r.refuse(`of/${i}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...jP(o)?{}:{one:!0}}}),...ya(r,t)}},broken:(r,t)=>xh(r,t),check:"brokenCount",isLooser:ga,
demand:r=>({text:"rule-count",...wa(r)}),schema({of:r,maximum:t,minimum:a}){let n=t??a,i=ur(r).map(([,s])=>Pe(s)&&s.one===void 0?ha(s).slice(1):"/");if(!Number.
isInteger(n)||Number(n)<0||i.some(s=>s.includes("/")))return;let o=Rh(Number(n),i.length);return o===void 0?void 0:{anyOf:o.map(s=>t===void 0?TP(i,s):AP(i,s))}}};
function jP(r){return r.kind==="list"||r.kind==="array"||r.kind==="media"&&!r.single}function Rh(r,t){if(t===1)return[[r]];let a=[];for(let n=0;n<=r;n++){let i=Rh(
r-n,t-1);if(i===void 0||(a.push(...i.map(o=>[n,...o])),a.length>OP))return}return a}function AP(r,t){return{properties:Object.fromEntries(r.map((a,n)=>[a,{maxItems:t[n]??
0}]))}}function TP(r,t){let a=r.flatMap((n,i)=>{let o=t[i]??0;return o>0?[[n,o]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,i])=>[
n,{type:"array",minItems:i}]))}}import{isDeepStrictEqual as NP}from"node:util";function Lh(r,{in:t,of:a,orEqual:n,unit:i}){for(let o of Vr({value:r,place:""},_s(t))){let e=a.flatMap(s=>ts(o,s));for(let[s,c]of e.entries()){let f=e[s-1];if(!(f===
void 0||f.value<c.value||n&&f.value===c.value))return{text:"rule-order",...n?{orEqual:""}:{},first:f.place,actual:f.value,second:c.place,limit:c.value,unit:i}}}}var Ih={keyword:"x-order",read(r,t){let a=fa(r,t),n=r.texts("of"),i=(n.length>1?Zi(n):n[0]?.includes("*")?"":void 0)??r.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:i,of:Gi(i,a),...r.optionalFlag("orEqual")?{orEqual:!0}:{},unit:Bi(r,a)}},broken:(r,t)=>Lh(r,t),check:"\
brokenOrder",isLooser:({orEqual:r,...t},{orEqual:a,...n})=>a===!0&&NP(t,n),demand:r=>({text:"rule-order",...r.orEqual===!0?{orEqual:""}:{},of:Od(r)})};function Eh(r,t){let a={value:r,place:""};for(let n of Vr(a,_s(t.in))){let i=t.of.flatMap(c=>ts(n,c));if(i.length<t.of.length)continue;let[o,e]=[i.map(({place:c})=>c),
i.map(({value:c})=>c)],s=ua("rule-product",o,_h(e),t,a);if(s!==void 0)return s}}var Mh={keyword:"x-product",read(r,t){let a=fa(r,t),n=r.texts("of"),i=(n.length>1?Zi(n):void 0)??r.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:i,of:Gi(i,a),...ya(r,t)}},broken:(r,t)=>Eh(r,t),check:"brokenProduct",isLooser:ga,demand:r=>({text:"rule-product",...wa(r)})};function Fh(r,t){let a={value:r,place:""},n=t.of.flatMap(o=>ts(a,o));if(!n.length)return;let i=t.of.map(({path:o})=>Hi(o));return ua("rule-sum",i,Sh(n.map(({value:o})=>o)),
t,a)}var Vh={keyword:"x-sum",read(r,t){let a=fa(r,t);return{of:a.map(({at:n})=>n),...ya(r,t,Bi(r,a))}},broken:(r,t)=>Fh(r,t),check:"brokenSum",isLooser:ga,demand:r=>({
text:"rule-sum",...wa(r)})};var zh=[Vh,Mh,Nh,Ih];function Wh(r,t){return Ch(r)(t)}var Uh=new WeakMap;function Ch(r){let t=Uh.get(r);if(t!==void 0)return t;let a=Object.entries(r).flatMap(([i,o])=>RP[i]?.(o,r)??
[]),n=i=>a.every(o=>o(i));return Uh.set(r,n),n}function Ar(r){return Pe(r)?Ch(r):void 0}function Ad(r){return ur(r).map(([,t])=>Ar(t)??Hh)}var Hh=()=>!1,RP={type:r=>{
if(typeof r=="string")return Dh[r];let t=ur(r).flatMap(([,a])=>typeof a=="string"?Dh[a]??[]:[]);return a=>t.some(n=>n(a))},const:r=>t=>r===t,enum:r=>t=>Array.isArray(
r)&&r.includes(t),minimum:yn((r,t)=>r>=t),maximum:yn((r,t)=>r<=t),exclusiveMinimum:yn((r,t)=>r>t),exclusiveMaximum:yn((r,t)=>r<t),multipleOf:yn((r,t)=>IP(r/t)),
uniqueItems:r=>r!==!0?void 0:t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:Jh((r,t)=>r>=t),maxLength:Jh((r,t)=>r<=t),pattern:r=>{
let t=typeof r=="string"?LP(r):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:r=>t=>!Array.isArray(t)||t.length>=Number(r),maxItems:r=>t=>!Array.
isArray(t)||t.length<=Number(r),items:r=>{let t=Ar(r);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:r=>{let t=Ar(r);return t===void 0?void 0:
a=>!Array.isArray(a)||a.some(t)},required:r=>{let t=ur(r).map(([,a])=>a);return a=>!Pe(a)||t.every(n=>Td(a,n))},properties:r=>{let t=ds(r).flatMap(([a,n])=>{let i=Ar(
n);return i===void 0?[]:[[a,i]]});return a=>!Pe(a)||t.every(([n,i])=>{let o=Object.hasOwn(a,n)?a[n]:void 0;return o===void 0||i(o)})},dependentRequired:r=>{let t=ds(
r).map(([a,n])=>[a,ur(n)]);return a=>!Pe(a)||t.every(([n,i])=>!Td(a,n)||i.every(([,o])=>Td(a,o)))},oneOf:r=>{let t=Ad(r);return a=>t.filter(n=>n(a)).length===1},
anyOf:r=>{let t=Ad(r);return a=>t.some(n=>n(a))},allOf:r=>{let t=Ad(r);return a=>t.every(n=>n(a))},additionalProperties:(r,{properties:t})=>{let a=r===!1?Hh:Ar(
r),n=i=>Pe(t)&&Object.hasOwn(t,i);return a&&(i=>ds(i).every(([o,e])=>n(o)||a(e)))},propertyNames:r=>{let t=Ar(r);return t&&(a=>ds(a).every(([n])=>t(n)))},minProperties:r=>t=>!Pe(
t)||Object.keys(t).length>=Number(r),maxProperties:r=>t=>!Pe(t)||Object.keys(t).length<=Number(r),not:r=>{let t=Ar(r);return t===void 0?void 0:a=>!t(a)},if:(r,t)=>{
let[a,n,i]=[Ar(r),Ar(t.then),Ar(t.else)];if(!(a===void 0||n===void 0&&i===void 0))return o=>(a(o)?n:i)?.(o)??!0},...Object.fromEntries(zh.map(r=>[r.keyword,t=>Pe(
t)?a=>r.broken(a,Ki(t,n=>Wh(n,a)))===void 0:void 0]))};function yn(r){return t=>a=>typeof a!="number"||r(a,Number(t))}function Jh(r){return t=>a=>typeof a!="str\
ing"||r([...a].length,Number(t))}function LP(r){try{return new RegExp(r)}catch{return}}function IP(r){return Math.abs(r-Math.round(r))<=1e-9*Math.max(1,Math.abs(
r))}function Td(r,t){return typeof t=="string"&&Object.hasOwn(r,t)}var Dh={string:r=>typeof r=="string",integer:r=>Number.isInteger(r),number:r=>typeof r=="numb\
er",boolean:r=>typeof r=="boolean",array:r=>Array.isArray(r),object:r=>Pe(r),null:r=>r===null};var EP=/^models\/([^/]+)\.schema\.json$/;function gn(r){let t=EP.exec(r)?.[1];return t===void 0?void 0:Ec(t)}function Kh(r){return`models/${Ic(r)}.schema.json`}var Bh=Ws(r=>[...r.files.values()].flatMap(t=>{let a=gn(t.path),n=xs(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function xs(r){return r!==
void 0&&r.syntaxErrors.length===0&&Pe(r.value)?r.value:void 0}function Qi(r){return[...r.files.values()].some(t=>xs(t)===void 0)}var p3=Ws(()=>new Map);function MP(r,t){let a=[],n=(o,e)=>{a.push(e),i(o),a.pop()},i=o=>{if(t(o,a),Array.isArray(o))o.forEach(n);else if(Pe(o))for(let e of Object.keys(o))n(o[e]??null,
e)};i(r)}function Zh(r,t){let a=[];return MP(r,(n,i)=>{let o=t(n,i);o!==void 0&&a.push(o)}),a}function Gh(r){return[...r.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:FP(t))}var FP=Dr(r=>Zh(xs(r)??null,(t,a)=>{let n=typeof t=="string"?zP(t):void 0;
return n===void 0?void 0:{code:"S006",file:r.path,path:[...a],message:n}})),VP=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function zP(r){let[t]=VP.exec(r)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
r===r.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Qh(r){return r.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?UP(t,a):t,[...r])}function Xh(r){return Yh(r).map(({required:t})=>t.join(
" with ")).join("; ")}function UP(r,t){let a=Yh(t),n=c=>c!==t&&CP(c.instancePath,t.instancePath)&&!WP(c,t),i=r.filter(c=>c!==t&&!n(c)),o=JP(a,t);if(typeof o!="n\
umber")return[...i,o];let e=a[o]?.members,s=r.filter(c=>n(c)&&HP(c,t,o,e));return s.length>0?[...i,...s]:[...i,t]}function JP(r,t){let a=Pe(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=r[0]?.members===void 0?void 0:DP(r);if(n!==void 0){let{data:c}=t,f=Pe(c)?c[n]:void 0,u=r.findIndex(
({members:_})=>_?.get(n)===f);if(u!==-1)return u;let g=r.map(({members:_})=>_?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:g},data:f}}let i=r.map(({required:c,members:f})=>a.filter(u=>f?.has(u)??c.includes(u)).length),o=Math.max(...i),e=i.flatMap((c,f)=>c===o?[f]:[]),[
s]=e;return o===0||s===void 0||e.length>1&&r[0]?.members===void 0?t:s}function DP(r){return[...r[0]?.members?.keys()??[]].find(a=>r.every(({members:n})=>n?.get(
a)!==void 0))}function Yh({schema:r}){return(Array.isArray(r)?r:[]).map(a=>{let{required:n,properties:i}=Object(a),o=i&&new Map(Object.entries(i).map(([e,{const:s}])=>[
e,s]));return{required:n??[],members:o}})}function WP(r,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!r.schemaPath.startsWith(`${a}/`)&&(r.instancePath===
t||r.schemaPath.startsWith(`${n}/properties/`))}function CP(r,t){return r===t||r.startsWith(`${t}/`)}function HP(r,{instancePath:t,schemaPath:a},n,i){if(r.schemaPath.
startsWith(`${a}/`))return r.schemaPath.startsWith(`${a}/${n}/`);let[o=""]=r.instancePath.slice(t.length+1).split("/");return i?.has(o)??!0}import{createRequire as BP}from"node:module";import{fileURLToPath as KP}from"node:url";var ef=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,Nd=new URL("../".repeat(
ef),import.meta.url),b3=new URL("../",Nd),v3=new URL(ef===3?"./":"../",import.meta.url);var x3=KP(new URL("dist/kept/",Nd));var ZP=BP(import.meta.url),Rd="spec:/";function tf(){let{Ajv2020:r}=ZP("ajv/dist/2020.js");return new r({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var GP=/^upstreams\/([^/]+)\.json$/;function wn(r){return GP.exec(r)?.[1]}function rf(r,t){let a=(n,i)=>Pe(i)&&t(n,i);return[...r.files.values()].flatMap(({path:n,
value:i})=>wn(n)!==void 0&&a(n,i)?[{path:n,source:i}]:[])}var sf={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},af="meta/model.schema.json",nf="\
meta/upstream.schema.json",QP=["meta/facts.schema.json","meta/parameter.schema.json"],F3=[...Object.entries(sf).flat(),af,nf,...QP];function of(r){return wn(r)!==void 0?nf:gn(r)===void 0?sf[r]:af}var Xi;function Yi(r){let t=[...r.files.values()].filter(e=>e.path.startsWith("meta/")),a=t.map(
e=>e.text).join(`
`);if(Xi?.text===a)return Xi.validator;let n=r.meta?.code(),i=r.meta===void 0||n===void 0?YP(t):XP(r.meta.paths,n),o=new Set(t.map(({path:e})=>e));return Xi={text:a,
validator:e=>o.has(e)?i(e):void 0},Xi.validator}function XP(r,{exports:t}){let a=new Map(r.map((n,i)=>[n,t[`meta${i}`]]));return n=>a.get(n)}function YP(r){let t=tf();
for(let a of r){let n=xs(a);n!==void 0&&t.addSchema(n,Rd+a.path)}return a=>t.getSchema(Rd+a)}function dr(r,t){let n=t.map(i=>({candidate:i,distance:e$(r.toLowerCase(),i.toLowerCase())})).sort((i,o)=>i.distance-o.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(r.length/3))?n.candidate:void 0}function e$(r,t){let a=Array.from({length:t.length+1},(n,i)=>i);for(let[n,i]of[...r].entries()){let o=[n+1];
for(let e=1;e<=t.length;e++){let s=(a[e-1]??0)+(i===t[e-1]?0:1);o.push(Math.min(s,(a[e]??0)+1,(o[e-1]??0)+1))}a=o}return a[t.length]??0}function pf(r){let t=/\\([pPsSdDwWbBkux1-9])/.exec(r.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
r))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(r);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function mf(r){let t=Yi(r),a=[...r.files.values()].flatMap(n=>{let i=of(n.path),o=i===void 0?void 0:t(i);if(o===void 0)return[];let e=t$(n),s=e.get(o)??r$(n,o);
return e.set(o,s),s});return r.meta?.code()?.keep(),a}var t$=Dr(()=>new WeakMap);function r$(r,t){let{value:a,syntaxErrors:n}=r;if(a===void 0||n.length>0||t(a))
return[];let i=new Map,o=Qh(t.errors??[]);for(let e of o){let s=s$(r.path,a,e,o);s!==void 0&&!i.has(s.path.join("/"))&&i.set(s.path.join("/"),s)}return[...i.values()]}
function s$(r,t,a,n){let i=d$(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&i.at(-1)==="pattern"&&pf(String(a.data)))return;
if(a.data===null)return{code:"S013",file:r,path:i,message:`${bn(i)} is null`};let o=e=>String(a.params[e]);switch(a.keyword){case"additionalProperties":return n$(
r,[...i,o("additionalProperty")],a);case"required":return df(r,i,o("missingProperty"));case"dependentRequired":{let{code:e,...s}=df(r,i,o("missingProperty"));return{
code:e,...s,message:`${s.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:r,path:i,message:`${bn(i)} must have exactly one of ${Xh(
a)}`};case"propertyNames":return{code:"S014",file:r,path:[...i,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`,...a$(o(
"propertyName"),a,n)};default:return{code:"S014",file:r,path:i,message:`${bn(i)} must be ${i$(a)}`}}}function a$(r,{instancePath:t},a){let[n]=a.filter(i=>i.propertyName===
r&&i.instancePath===t).flatMap(({parentSchema:i})=>[i?.errorMessage]).filter(i=>typeof i=="string");return n===void 0?{}:{hint:`Use ${n}.`}}function n$(r,t,a){let n=String(
t.at(-1)),i=Pe(cf(a))?Object.keys(cf(a)):[],o=dr(n,i);return{code:"S010",file:r,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:o===void 0?`Kn\
own here: ${i.join(", ")}.`:`Did you mean "${o}"?`}}function df(r,t,a){return a==="x-source"?{code:"S012",file:r,path:t,at:"key",message:`${bn(t)} has no source`}:
{code:"S011",file:r,path:[...t,a],message:`${bn(t)} lacks the keyword "${a}"`}}function cf(r){let t=r.parentSchema?.properties;return typeof t=="object"&&t!==null?
{...t}:{}}function i$(r){let t=r.parentSchema?.errorMessage;return typeof t=="string"?t:(p$[r.keyword]??o$)(r)}var eo=({params:r})=>String(r.limit),ba=({params:r},t)=>`${String(
r.limit)} ${t}${r.limit===1?"":"s"}`,o$=({keyword:r})=>`of another form: the meta-schema's "${r}" rejects it`,p$={type:({params:r})=>`of type ${[r.type].flat().
join(" or ")}`,const:({params:r})=>JSON.stringify(r.allowedValue),enum:({params:r})=>`one of ${[r.allowedValues].flat().join(", ")}`,minimum:r=>`${eo(r)} or mor\
e`,maximum:r=>`${eo(r)} or less`,exclusiveMinimum:r=>`more than ${eo(r)}`,exclusiveMaximum:r=>`less than ${eo(r)}`,minLength:r=>`a string of ${ba(r,"character")}\
 or more`,maxLength:r=>`a string of ${ba(r,"character")} or less`,minItems:r=>`a list of ${ba(r,"item")} or more`,maxItems:r=>`a list of ${ba(r,"item")} or less`,
minProperties:r=>`an object with ${ba(r,"member")} or more`,maxProperties:r=>`an object with ${ba(r,"member")} or less`,uniqueItems:({params:r,data:t})=>`a list\
 without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(r.j)]):"an item"} is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({
params:r})=>`a string that matches ${String(r.pattern)}`,format:({params:r})=>`a string of the format ${String(r.format)}`,not:()=>"something else"};function bn(r){
let t=r.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=r.flatMap((n,i)=>typeof n=="string"?[i]:[]);return r.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(
/^\./,"")}function d$(r,t){let a=r;return $e(t).map(n=>{let i=Array.isArray(a);return a=Array.isArray(a)?a[Number(n)]:Pe(a)?a[n]:void 0,i?Number(n):n})}var c$=[{causes:new Set(["S004"]),follow:r=>r!=="S004"},{causes:new Set(["S020"]),follow:r=>["S015","S039","S061"].includes(r)},{causes:new Set(["S010","S011"]),
follow:r=>r==="S056"},{causes:new Set(["S010","S056"]),follow:r=>r==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:r=>[
"S030","S052","S053"].includes(r)}];function lf(r){let t=new Map;for(let{file:i,code:o}of r)t.set(i,(t.get(i)??new Set).add(o));let a=r.filter(({file:i,code:o})=>{
let e=[...t.get(i)??[]];return!c$.some(({causes:s,follow:c})=>c(o)&&e.some(f=>s.has(f)))}),n=new Map;for(let i of a){let o=n.get(i.file);o===void 0?n.set(i.file,
[i]):o.push(i)}return[...n.values()].flatMap(i=>i.filter((o,e)=>!i.some((s,c)=>m$(o,s,c<e))))}function m$(r,t,a){return r===t||r.offset!==void 0||t.path.length===
0||!t.path.every((n,i)=>r.path[i]===n)?!1:r.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):r.code==="S014"&&t.code==="S014"}function Ld(r,t){let a=r.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var uf=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var hf=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var ff=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","value-list","value-lists","webhook-event"];var yf=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${ff.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var gf=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var wf=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var bf=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var vf=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var kf=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Pf=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
": { "quality": "hd" }, "default": 10 }]'}];var $f=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],Sf=[{code:"S100",severity:"err\
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
 true }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]'}];var l$=[...uf,...hf,...yf,...gf,...wf,...vf,...kf,...bf,...$f,...Pf,...Sf];function _f(r){let t=l$.find(a=>a.code===r);if(t===void 0)throw new RangeError(`no su\
ch code: ${r}`);return t}var xf=60;function qf(r,t){let a=_f(t.code),n=r.files.get(t.file),i=n===void 0?{line:1,column:1,text:""}:u$(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:i.line,column:i.column,pointer:Tn(t.path),text:y$(i.text),message:t.message,hint:t.hint??a.hint}}function u$(r,t){if(t.offset!==void 0)return{...Ld(r.text,
t.offset),text:f$(r.text,t.offset)};let a=h$(r.tree,t),n=a?.offset??0;return{...Ld(r.text,n),text:a===void 0?"":r.text.slice(n,n+a.length)}}function h$(r,t){if(r!==
void 0){for(let a=t.path.length;a>=0;a--){let n=_c(r,t.path.slice(0,a));if(n===void 0)continue;let i=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?i??n:n}return r}}function f$(r,t){let a=r.indexOf(`
`,t);return r.slice(t,a===-1?r.length:a)}function y$(r){let t=r.replace(/\s+/g," ");return t.length>xf?`${t.slice(0,xf-1)}\u2026`:t}var Of=100;function to(r,t){let a=[],n,i;try{i=JSON.parse(t)}catch{n=jo(t,a,jf),i=n===void 0?void 0:xc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(Af(i,Of))throw new RangeError(`${r} has more than ${Of} levels`);return{path:r,text:t,value:i,get tree(){return n??=jo(t,[],jf)},syntaxErrors:a}}
var jf={disallowComments:!0,allowTrailingComma:!1};function Af(r,t){return typeof r!="object"||r===null?!1:t===0||Object.values(r).some(a=>Af(a,t-1))}function Tf(r,t){let{code:a,severity:n,file:i,line:o,column:e,pointer:s,text:c,message:f,hint:u}=r,g=c===""?"":`
    ${c}`;return`${t}/${i}:${o}:${e} ${n} ${a} ${f}${g}
    at #${s}
    ${u}`}var Je=Ws(r=>rf(r,(t,a)=>Yi(r)("meta/upstream.schema.json")?.(a)===!0)),g$=["video","image","audio","mesh"];function ot({operations:r}){return g$.flatMap(t=>{let a=r[t];
return a===void 0?[]:[[t,a]]})}var rs=Ws(r=>Bh(r).map(({path:t,id:a,schema:n})=>({id:a,kind:n["x-kind"],parameters:new Map(Object.entries(Pe(n.properties)?n.properties:
{}).filter(([i])=>i!=="model").map(([i,o])=>[i,w$(r,t,o)]))})));function w$(r,t,a){let n=Pe(a)?a:{},i=typeof n.$ref=="string"?{...b$(r,t,n.$ref),...n}:n;return Array.
isArray(i.enum)?i.enum:i.const!==void 0?[i.const]:i.type==="boolean"?[!0,!1]:void 0}function b$(r,t,a){try{let{value:n}=Lc(r,t,a);return Pe(n)?n:{}}catch{return{}}}function v$(r){return typeof r=="object"&&r!==null&&!Array.isArray(r)}function Nf(r,t){let a=r;for(let n of t)if(Array.isArray(a))a=a[Number(n)];else if(v$(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var Rf=["queued","processing","ended","cancelled"],k$={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*Lf(r){
for(let{path:t,source:a}of Je(r)){let{cancelRules:n}=a;if(n!==void 0)for(let[i,{cancel:o,status:e}]of ot(a)){if(o===void 0)continue;let s={code:"S100",file:t},c=[
"operations",i,"cancel"];yield*P$({...s,path:c},o,n,e?.states??{});let f=$$(o,n);f!==void 0&&(yield{...s,path:[...c,"proves","answer","words"],message:`cancelRu\
les.${f} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),o.proves!==void 0&&Rf.every(u=>n[u].then!==
"cancelled")&&(yield{...s,path:[...c,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*P$({path:r,...t},{from:a},n,i){if(n.
ended.then!=="removed")return;let o='Name in "from" the words of tasks that wait or run.',e="cancelRules.ended removes the result";a===void 0&&(yield{...t,path:r,
message:`the request is sent to tasks that have ended too, and ${e}`,hint:o});for(let[s,c]of(a?.words??[]).entries())k$[i[c]??""]==="ended"&&(yield{...t,path:[...r,
"from","words",s],message:`"${c}" means an end, and ${e}`,hint:o})}function $$({proves:r},t){let{answer:a}=r??{};if(a===void 0)return;let n=i=>(t[i].status??200)<
300?Nf(t[i].body,$e(a.at)):void 0;return Rf.find(i=>i!=="cancelled"&&t[i].then!=="cancelled"&&a.words.some(o=>o===n(i)))}function*If(r){for(let{path:t,source:a}of Je(r)){let n=wn(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var Id=99;function*Ef(r){for(let{path:t,source:a}of Je(r)){for(let[i,{rows:o}]of ot(a)){let e=o.map(({to:s})=>$e(s));for(let[s,c]of e.entries()){let f=S$(c,e);if(f===
void 0)continue;yield{code:"S080",file:t,path:["operations",i,"rows",s,"to"],message:`no row writes to ${f}, the place before it`}}}let n=r.files.get(t)?.value;
for(let{step:i,path:o}of n===void 0?[]:Ed(n,[])){let e={file:t,path:o};if(i==="-")!["url","base64","names"].includes(String(o.at(-1)))&&!o.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...e,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(i)>Id){let s=`Use an index up to ${Id}\
: a fake writes every place before it.`;yield{code:"S080",...e,message:`the index ${i} is larger than ${Id}`,hint:s}}}}}function S$(r,t){for(let[a,n]of r.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let i=[...r.slice(0,a),String(BigInt(n)-1n)];if(!t.some(e=>i.every((s,c)=>e[c]===s)))return Tn(i)}}var _$=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Ed(r,t){if(typeof r=="string"){let a=r.startsWith("/")?$e(r).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(r))for(let[a,n]of r.entries())yield*Ed(n,[...t,a]);else if(Pe(r))for(let[a,n]of Object.entries(
r))_$.includes(a)||(yield*Ed(n,[...t,a]))}function*Mf(r){for(let{path:t,source:a}of Je(r))for(let[n,{rows:i}]of ot(a))for(let[o,{minimum:e,maximum:s}]of i.entries())e!==void 0&&s!==void 0&&e>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",o,"minimum"],message:`the minimum ${e} is greater than the maximum ${s}`})}var Ff={video:"video",image:"image",audio:"audio",mesh:"model"};function*Vf(r){for(let{path:t,source:a}of Je(r))for(let[n,{results:i}]of ot(a))for(let{contentType:o,
path:e}of zf(i,["operations",n,"results"]))o.startsWith(`${Ff[n]}/`)||(yield{code:"S085",file:t,path:e,message:`a ${n} model makes no ${o}`,hint:`Write a type t\
hat begins with ${Ff[n]}/.`})}function*zf(r,t){for(let[a,{contentType:n,results:i=[]}]of r.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*zf(i,[...t,a,"results"])}function*Jf(r){for(let{path:t,source:a}of Je(r))for(let[n,i]of a.errors.proofs.entries()){let o=["errors","proofs",n];for(let[s,c]of[["codes","code"],["says","m\
essage"]])i[s]!==void 0&&a.errors[c].length===0&&(yield{code:"S082",file:t,path:[...o,s],message:`the proof never counts: errors.${c} names no place to read one\
 from`,hint:`Name the place in errors.${c}, or take the words out.`});i.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...o,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let e=a.errors.proofs.slice(0,n).findIndex(s=>x$(s,i));e!==-1&&(yield{code:"S082",file:t,path:o,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${e+1}, HTTP ${a.errors.proofs[e]?.status??""}`})}}function x$(r,t){return(r.status===t.status||r.status===`${t.status[0]??""}xx`)&&
Uf(r.codes,t.codes)&&Uf(r.says,t.says)}function Uf(r,t){return r===void 0||(t?.every(a=>r.includes(a))??!1)}function cr(r){return r.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*Df(r){for(let{path:t,source:a}of Je(r)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:i,signed:o,time:e,key:s}=n,c=["webhooks","\
signature"],f={code:"S089",file:t},u=cr(o).flatMap(g=>typeof g=="string"?[]:[g.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...f,path:[...c,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),e?.header!==void 0&&!u.includes("timestamp")&&(yield{...f,path:[...c,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&i==="ed25519"&&s.encoding==="text"&&(yield{...f,path:[...c,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&i!=="ed25519"&&(yield{...f,path:[...c,"key","by"],message:`a key for ${i} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var q$=/\{(value|base64|mediaType|imageFormat)\}/;function Wf(r){return{value:r,holes:[...Md(r,[])]}}function*Md(r,t){if(typeof r=="string"){let a=q$.exec(r);if(a===
null)return;let[n,i]=a,[o,e]=[r.slice(0,a.index),r.slice(a.index+n.length)],s={at:t,whole:r===n,prefix:o,suffix:e};yield i==="base64"||i==="mediaType"||i==="ima\
geFormat"?{...s,part:i}:s}else if(Array.isArray(r))for(let[a,n]of r.entries())yield*Md(n,[...t,String(a)]);else if(Pe(r))for(let[a,n]of Object.entries(r))yield*Md(
n,[...t,a])}function ro(r){return typeof r=="string"?[...r.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(r)?r.flatMap(ro):Pe(r)?Object.values(
r).flatMap(ro):[]}function qt(r){return cr(r).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${r}: unknown variable {${a}}`)})}function Cf({paths:r,items:t,within:a,created:n,size:i,next:o}){return{paths:r.map(qt),items:$e(t),within:a===void 0?[]:$e(a),created:{at:$e(n.at),as:n.as},...i===
void 0?{}:{size:i},next:O$(o)}}function O$({by:r,parameter:t,at:a,more:n}){return r==="url"?{by:r,parameter:t,at:$e(a??"")}:{by:r,parameter:t,...n===void 0?{}:{
more:$e(n)}}}function Hf({implied:r={},told:t}){return{implied:r,told:t.map(({at:a,constant:n,fact:i})=>({at:$e(a),from:i===void 0?{kind:"constant",value:n??null}:
{kind:i}}))}}function Kf({at:r,in:t,link:a,constant:n,fact:i,sent:o}){let e={at:$e(r),in:t};return a!==void 0?{...e,from:{kind:"link",request:{method:"GET",path:qt(a.path)}}}:
i!==void 0?{...e,from:{kind:i}}:o!==void 0?{...e,from:{kind:"sent",place:$e(o)}}:{...e,from:{kind:"constant",value:n??null}}}function Bf(r){if(r?.headers===void 0&&r?.retryAfter===void 0)return;let{headers:t,retryAfter:a}=r;return{...t===void 0?{}:{headers:t},...a===void 0?{}:{retryAfter:$e(
a)}}}var so=["body","bodySha256","timestamp"];function Zf(r){let{algorithm:t,encoding:a,signed:n,headers:i={},time:o,key:e}=r;return{algorithm:t,in:Gf(r),encoding:a,
signed:cr(n).map(s=>typeof s=="string"?s:j$(s.variable,i)),...o===void 0?{}:{time:A$(o)},key:T$(e)}}function Gf({header:r,separator:t,prefix:a=""}){return{header:r.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function j$(r,t){let a=so.find(n=>n===r);return a===void 0?{header:(t[r]??"").toLowerCase()}:{is:a}}function A$({
member:r,header:t="",separator:a,prefix:n,unit:i,toleranceSeconds:o}){return{in:r===void 0?Gf({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:$e(r)},unit:i,toleranceSeconds:o}}function T$(r){if(r.by==="key-set")return r;let t={prefix:r.prefix??"",encoding:r.encoding};return r.by==="setting"?{by:r.
by,form:t}:{by:r.by,path:qt(r.path),at:$e(r.at),form:t}}function Xf(r){let t=Bf(r.rateLimits),{message:a,code:n,codeHeader:i,status:o,parameter:e,inside:s,proofs:c}=r.errors;return{protocol:r.protocol,title:r.title,baseUrl:r.
baseUrl,authentication:{in:r.authentication.in,name:r.authentication.name,prefix:r.authentication.prefix??"",...r.authentication.token===void 0?{}:{token:r.authentication.
token}},...r.headers===void 0?{}:{headers:r.headers},deadlineSeconds:r.deadline.seconds,pollSeconds:r.poll.seconds,...r.upload===void 0?{}:{upload:L$(r.upload)},
operations:Object.fromEntries(ot(r).map(([f,u])=>[f,F$(u)])),errors:{message:a.map($e),code:n.map($e),...e===void 0?{}:{parameter:$e(e)},...i===void 0?{}:{codeHeader:i.
toLowerCase()},...o===void 0?{}:{status:$e(o)},proofs:c.map(X$),...s===void 0?{}:{inside:{at:$e(s.at),unless:s.unless??[]}}},...r.probe===void 0?{}:{probe:{path:qt(
r.probe.path),accepted:r.probe.accepted}},...r.modelProbe===void 0?{}:{modelProbe:N$(r.modelProbe)},...t===void 0?{}:{rateLimits:t},...r.valueLists===void 0?{}:
{valueLists:R$(r.valueLists)},...r.webhooks===void 0?{}:{webhooks:I$(r.webhooks)},...r.cancelRules===void 0?{}:{cancelRules:E$(r.cancelRules)},...r.idempotency===
void 0?{}:{idempotency:{header:r.idempotency.header,keptSeconds:r.idempotency.keptSeconds}}}}function N$({path:r,url:t,names:a="",omits:n,told:i=[],except:o=[],
untestable:e}){if(e!==void 0)return{untestable:e};let s=t===void 0?void 0:new URL(t).origin;return{...s===void 0?{}:{origin:s},path:qt(r??t?.slice(s?.length)??""),
names:$e(a),...n===void 0?{}:{omits:n},told:i.map(({at:c,constant:f})=>({at:$e(c),value:f})),except:o}}function R$(r){return Object.fromEntries(Object.entries(r).
map(([t,{path:a,values:n,next:i}])=>[t,{path:qt(a),values:$e(n),...i===void 0?{}:{next:{parameter:i.parameter,at:$e(i.at)}}}]))}function L$({method:r,path:t,field:a,
reference:n}){return{request:vn({method:r,path:t}),...a===void 0?{}:{field:a},reference:$e(n)}}function I$(r){let{body:t,query:a,with:n=[],signature:i,challenge:o,
told:e=[]}=r;return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:$e(t)},beside:n.map(({to:s,constant:c})=>({to:$e(s),value:c})),...i===void 0?{}:{signature:Zf(
i)},...o===void 0?{}:{challenge:$e(o)},told:e.map(({at:s,fact:c})=>({at:$e(s),fact:c}))}}function E$({queued:r,processing:t,ended:a,cancelled:n}){return{queued:{
status:200,...r},processing:{status:200,...t},ended:{status:200,...a},cancelled:{status:200,...n}}}function M$({path:r,filter:t,limit:a,items:n,within:i}){return{
path:qt(r),filter:t,limit:a,items:$e(n),within:i===void 0?[]:$e(i)}}function F$(r){let{submit:t,id:a,idForm:n,queryId:i,query:o,list:e,cancel:s,status:c,progress:f,
seconds:u,secondsAs:g}=r;return{submit:vn(t),submitPaths:H$(t.paths),encoding:t.encoding??"json",...t.status===void 0?{}:{submitStatus:t.status},...t.ignored===
void 0?{}:{ignored:t.ignored.map($e)},...t.implied===void 0?{}:{implied:t.implied.map(({at:_,is:O})=>({at:$e(_),is:O}))},rows:r.rows.map(U$),drops:(r.drops??[]).
map(({parameter:_,values:O,when:R,reason:x})=>({parameter:_,when:(R??[]).map(ao),reason:x,...O===void 0?{}:{values:O}})),needs:Qf(r.needs),lacks:Qf(r.lacks),...a===
void 0?{}:{id:$e(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...o===void 0?{}:{query:B$(o)},...e===void 0?{}:{list:M$(e)},...s===
void 0?{}:{cancel:Z$(s)},...r.history===void 0?{}:{history:Cf(r.history)},...r.served===void 0?{}:{served:G$(r.served)},answer:{...c===void 0?{}:{status:V$(c)},
...f===void 0?{}:{progress:{at:$e(f.at),of:f.of}},results:r.results.map(Yf),message:r.message.map($e),code:r.code.map($e),...u===void 0?{}:{seconds:$e(u)},...g===
void 0?{}:{secondsAsText:!0},usage:(r.usage??[]).map(({at:_,unit:O})=>({at:$e(_),unit:O})),...i===void 0?{}:{id:$e(i)}},told:(r.told??[]).map(Kf)}}function V$({
at:r,states:t,as:a,absent:n,cases:i=[]}){return{at:$e(r),states:t,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:i.map(({when:o,means:e})=>({when:o.
map(z$),means:e}))}}function z$({at:r,is:t,present:a}){return t===void 0?{at:$e(r),present:a??!0}:{at:$e(r),is:t}}function Qf(r={}){return Object.fromEntries(Object.
entries(r).map(([t,{reason:a}])=>[t,a]))}function U$(r){let t=r.values===void 0?r.accepts?.map(C$):Object.entries(r.values).map(W$);return{to:$e(r.to),from:D$(r),
when:(r.when??[]).map(ao),...r.as==="string"?{template:J$}:{},...r.as==="uploaded"?{uploaded:!0}:{},...r.as==="file"?{file:!0}:{},...r.template===void 0?{}:{template:Wf(
r.template)},...t===void 0?{}:{values:t},...r.minimum===void 0?{}:{minimum:r.minimum},...r.maximum===void 0?{}:{maximum:r.maximum},...r.maximumItems===void 0?{}:
{maximumItems:r.maximumItems},...r.maximumLength===void 0?{}:{maximumLength:r.maximumLength},...r.forms===void 0?{}:{forms:r.forms},...r.also===void 0?{}:{also:r.
also.map($e)},...r.oneWay===void 0?{}:{oneWay:r.oneWay}}}var J$={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function D$({from:r,quantity:t,each:a,join:n,
model:i,resultsFolder:o,constant:e}){return r!==void 0?{kind:"parameter",name:r,...t===void 0?{}:{quantity:t}}:a!==void 0?{kind:"each",name:a}:n!==void 0?{kind:"\
joined",names:n}:o===!0?{kind:"results-folder"}:i===!0?{kind:"model"}:{kind:"constant",value:e??null}}function W$([r,t]){return[va(r),t]}function va(r){return r===
"true"||r==="false"||/^-?\d+$/.test(r)?JSON.parse(r):r}function C$(r){return[r,r]}function ao({given:r,absent:t,parameter:a="",among:n=[],model:i,exceptModel:o}){
return r!==void 0?{kind:"given",parameters:r}:t!==void 0?{kind:"absent",parameters:t}:i!==void 0?{kind:"model",prefixes:i}:o!==void 0?{kind:"except-model",prefixes:o}:
{kind:"among",parameter:a,values:n}}function vn({method:r,path:t,headers:a}){if(a===void 0)return{method:r,path:qt(t)};let n=Object.entries(a).map(([i,o])=>[i,qt(
o)]);return{method:r,path:qt(t),headers:Object.fromEntries(n)}}function H$(r=[]){return r.map(({when:t,path:a,encoding:n})=>({when:t.map(ao),path:qt(a),...n===void 0?
{}:{encoding:n}}))}function K$(r=[]){return r.map(({when:t,path:a})=>({when:t.map(ao),path:qt(a)}))}function B$({paths:r,at:t,hosts:a=[],body:n,...i}){return{...vn(
i),...r===void 0?{}:{paths:K$(r)},...t===void 0?{}:{stated:{at:$e(t),hosts:a}},...n===void 0?{}:{body:n.map(Fd)}}}function Fd({to:r,fact:t,constant:a}){return{to:$e(
r),from:t===void 0?{kind:"constant",value:a??null}:{kind:t}}}function Z$({from:r,proves:t,body:a,...n}){let{answer:i,query:o=[]}=t??{};return{...vn(n),...a===void 0?
{}:{body:a.map(Fd)},...r===void 0?{}:{from:r.words},proves:{...i===void 0?{}:{answer:{at:$e(i.at),words:i.words}},query:o}}}function G$({list:r,remove:t}){return{
...r===void 0?{}:{list:Hf(r)},...t===void 0?{}:{remove:{...vn(t),answer:t.answer.map(Fd)}}}}function Yf(r){let{url:t,list:a,withKey:n,body:i,base64:o,contentType:e,
object:s,file:c,content:f}=r,{query:u,results:g,message:_,usage:O,pending:R}=r,x=r.asked===void 0?{}:{asked:Q$(r.asked)};return i===!0?{kind:"body"}:t!==void 0?
{kind:"url",at:$e(t),list:a??!1,...n===!0?{withKey:n}:{},...x}:o!==void 0&&e!==void 0?{kind:"base64",at:$e(o),contentType:e,...x}:s!==void 0?{kind:"object",at:$e(
s),file:c??""}:f!==void 0?{kind:"content",request:{method:"GET",path:qt(f)}}:{kind:"query",request:{method:"GET",path:qt(u??"")},results:(g??[]).map(Yf),message:(_??
[]).map($e),...O===void 0?{}:{usage:{header:O.header,unit:O.unit}},...R===void 0?{}:{pending:R}}}function Q$({at:r,is:t,model:a=[]}){return{at:$e(r),is:t,models:a}}
function X$({status:r,codes:t,says:a,proves:n}){let i=Number(r.replaceAll("x","0")),o=Number(r.replaceAll("x","9"));return{from:i,to:o,proves:n,...t===void 0?{}:
{codes:t},...a===void 0?{}:{says:a.map(e=>e.toLowerCase())}}}function*ey(r){for(let{path:t,source:a}of Je(r))for(let[n,{rows:i}]of ot(a)){let o=rs(r).filter(e=>e.kind===n);for(let[e,s]of i.entries()){let c=s.oneWay===void 0?
Y$(s,o):void 0;c!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",e,"values",c[1]],message:`"${c[0]}" and "${c[1]}" of one model both become ${JSON.
stringify(s.values?.[c[1]])}`})}}}function Y$({values:r={},from:t,each:a,join:n},i){let o=n??[t??a??""],e=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of i){
let c=(u,g)=>s.get(u)?.includes(va(g))??s.has(u),f=Object.entries(r).filter(([u])=>{let g=e(u);return o.every((_,O)=>c(_,g[O]??""))});for(let[u,[g,_]]of f.entries()){
let O=f.slice(0,u).find(([,R])=>JSON.stringify(R)===JSON.stringify(_));if(O!==void 0)return[O[0],g]}}}function*ty(r){for(let{path:t,source:a}of Je(r))for(let[n,{id:i,submit:o,rows:e,results:s}]of ot(a)){let c=["operations",n];for(let[f,{body:u,asked:g,results:_=[]}]of s.
entries()){let O=[...c,"results",f];g!==void 0&&i!==void 0&&(yield{code:"S101",file:t,path:[...O,"asked"],message:`what a submit asks for is not known to the re\
quest that follows its ID at ${i}`}),u===!0&&i!==void 0&&(yield{code:"S101",file:t,path:[...O,"body"],message:`the answer to the submit has an ID at ${i}`});for(let[
R,x]of _.entries())x.body===!0&&(yield{code:"S101",file:t,path:[...O,"results",R,"body"],message:"this is the answer to another request than the submit"})}for(let[
f,u]of e.entries()){let{as:g,to:_,forms:O}=u;if(g!=="file")continue;let R=[...c,"rows",f];eS(u,o)?/^\/[^/]+(\/-)?$/.exec(_)===null?yield{code:"S102",file:t,path:[
...R,"to"],message:"a file is a field of the form, or one of several"}:O===void 0&&(yield{code:"S102",file:t,path:R,message:"the row does not say in which forms\
 it takes a file"}):yield{code:"S102",file:t,path:[...R,"as"],message:"the body is JSON, which holds no file"}}}}function eS({from:r,each:t},{encoding:a,paths:n=[]}){
return a==="form"?n.every(o=>o.encoding!=="json"):n.find(({when:[o,...e]})=>e.length===0&&o?.given?.includes(r??t??""))?.encoding==="form"}function*ry(r){for(let{path:t,source:a}of Je(r))for(let[n,{rows:i}]of ot(a))for(let[o,{as:e,forms:s}]of i.entries()){if(e!=="uploaded")continue;let c=["operatio\
ns",n,"rows",o,"as"];a.upload===void 0?yield{code:"S079",file:t,path:c,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:c,message:'the row takes no data URIs: "forms" must list data'})}}function*ny(r){for(let{path:t,source:a}of Je(r))for(let[n,{rows:i}]of ot(a)){let o=rs(r).filter(s=>s.kind===n),e=!1;for(let[s,c]of i.entries()){let f=i.slice(0,
s).find(u=>iy(u,c)&&!rS(u,c)&&sS(u,c,o)&&!(e&&no(u,c)));f!==void 0&&(e||=no(f,c),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:no(f,c)?`${c.
to} makes an object where an earlier row makes a list, or the other way round (${Vd(f)} at ${f.to})`:`${c.to} is written by an earlier row too (${Vd(f)})${aS(f,
c,o)}`})}yield*tS(t,a,i)}}function*tS(r,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:i},o)=>({
to:i,path:["webhooks","with",o,"to"]}))];for(let{to:i,path:o}of n){let e=a.find(s=>iy(s,{to:i}));e!==void 0&&(yield{code:"S076",file:r,path:o,message:`${i} is w\
ritten by a row too (${Vd(e)})`})}}function iy(r,t){if(no(r,t))return!0;let[a,n]=[r.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}\
/`)||n.startsWith(`${a}/`)}function no({to:r},{to:t}){let[a,n]=[r.split("/"),t.split("/")],i=a.findIndex((s,c)=>s!==n[c]),[o,e]=[a[i],n[i]];return o!==void 0&&e!==
void 0&&sy(o)!==sy(e)}var sy=r=>/^(-|\d+)$/.test(r);function rS(r,t){return r.constant!==void 0&&t.to.startsWith(`${r.to}/`)}function sS(r,t,a){if(ay(r,t)||ay(t,
r))return!1;let n=[ka(r),ka(t)];return n.some(i=>i.length===0)||oy(n.flat(),a)!==void 0}function oy(r,t){return t.find(({parameters:a})=>r.every(n=>a.has(n)))}function aS(r,t,a){
let n=[...new Set([...ka(r),...ka(t)])],i=n.length>1?oy(n,a):void 0;return i===void 0?"":`; ${i.id} has ${n.join(" and ")}`}function ay({when:r=[]},t){return r.
some(a=>ka(t).some(n=>a.absent?.includes(n))||(t.when??[]).some(n=>nS(a,n)))}function nS(r,t){return r.absent!==void 0&&t.given!==void 0?t.given.every(a=>r.absent?.
includes(a)===!0):r.model!==void 0&&t.model!==void 0?!r.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):r.model!==void 0&&t.exceptModel!==
void 0?r.model.every(a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):r.among!==void 0&&r.parameter===t.parameter&&!r.among.some(a=>t.among?.includes(a)===!0)}function ka({
from:r,each:t,join:a}){return a??[r??t].filter(n=>n!==void 0)}function Vd(r){return ka(r).join(" and ")||(r.model===!0?"the model":r.resultsFolder===!0?"the fol\
der of results":"a constant")}function*py(r){for(let{path:t,source:a}of Je(r))for(let[n,{id:i,query:o,status:e}]of ot(a)){let s=["operations",n];if(i===void 0)continue;if(o===void 0||e===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${o===void 0?"query":"status"}`};continue}let{states:c,absent:f,cases:u=[]}=e,g=[...Object.values(
c),f,...u.map(({means:_})=>_)];for(let _ of["completed","failed"])g.includes(_)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${_}`})}}var iS=["value","base64,mediaType","base64,imageFormat","base64"],oS=["value","base64","mediaType","imageFormat"];function*dy(r){for(let{path:t,source:a}of Je(r))
for(let[n,{rows:i}]of ot(a))for(let[o,{template:e,forms:s}]of i.entries()){if(e===void 0)continue;let c=ro(e);if(iS.includes([...c].sort().join())){c.includes("\
base64")&&s?.join()!=="data"&&(yield{code:"S075",file:t,path:["operations",n,"rows",o,"template"],message:'{base64} stands for a part of a data URI, and the row\
 takes URLs too: "forms" must be ["data"]'});continue}let f=c.find(u=>!oS.includes(u));yield{code:"S075",file:t,path:["operations",n,"rows",o,"template"],message:f!==
void 0?`{${f}} means nothing here`:c.length===0?"the template does not hold {value}":c.every(u=>u==="value")?`the template holds {value} ${c.length} times`:"the\
 template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once"}}}function*io({submit:r,query:t,rows:a,drops:n=[],needs:i={},lacks:o={}}){for(let[e,s=[]]of[["submit",r.paths],["query",t?.paths]])for(let[c,{when:f}]of s.entries())
yield*zd(f,[e,"paths",c,"when"]);for(let[e,s]of a.entries()){let c=["rows",e],f=s.from===void 0?"each":"from",u=s.quantity===void 0?s.from??s.each:void 0,g=Object.
keys(s.values??{}).map(O=>({value:va(O),path:[...c,"values",O],at:"key"})),_=(s.accepts??[]).map((O,R)=>({value:O,path:[...c,"accepts",R],at:"value"}));for(let[
O,R]of(s.join??[]).entries())yield{parameter:R,path:[...c,"join",O],at:"value",values:pS(s,c,O)};u!==void 0&&(yield{parameter:u,path:[...c,f],at:"value",values:[
...g,..._]}),yield*zd(s.when??[],[...c,"when"])}for(let[e,{parameter:s,values:c=[],when:f=[]}]of n.entries()){let u=["drops",e];yield{parameter:s,path:[...u,"pa\
rameter"],at:"value",values:c.map((g,_)=>({value:g,path:[...u,"values",_],at:"value"}))},yield*zd(f,[...u,"when"])}for(let e of Object.keys(i))yield{parameter:e,
path:["needs",e],at:"key",values:[]};for(let e of Object.keys(o))yield{parameter:e,path:["lacks",e],at:"key",values:[]}}function pS({values:r={}},t,a){return Object.
keys(r).map(n=>({value:va(n.split(" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*zd(r,t){for(let[a,{given:n=[],absent:i=[],parameter:o,among:e=[]}]of r.
entries()){for(let[c,f]of n.entries())yield{parameter:f,path:[...t,a,"given",c],at:"value",values:[]};for(let[c,f]of i.entries())yield{parameter:f,path:[...t,a,
"absent",c],at:"value",values:[]};if(o===void 0)continue;let s=e.map((c,f)=>({value:c,path:[...t,a,"among",f],at:"value"}));yield{parameter:o,path:[...t,a,"para\
meter"],at:"value",values:s}}}function*cy(r){if(!Qi(r))for(let{path:t,source:a}of Je(r))for(let[n,i]of ot(a)){let o=rs(r).filter(s=>s.kind===n),e=[...new Set(o.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:c,at:f}of io(i)){if(e.includes(s))continue;let u=dr(s,e);yield{code:"S071",file:t,path:["operations",n,...c],at:f,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${e.join(", ")}.`:`Did you mean "${u}"?`}}}}function*my(r){for(let{path:t,source:a}of Je(r)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:i,headers:o={},time:e}=n,s={code:"S088",file:t},
c=["webhooks","signature"],f=so.filter(_=>_!=="timestamp"||e!==void 0),u=[...new Set([...f,...Object.keys(o)])],g=cr(i).flatMap(_=>typeof _=="string"?[]:[_.variable]);
for(let _ of g.filter(O=>!u.includes(O))){let O=dr(_,u);yield{...s,path:[...c,"signed"],message:`{${_}} is not known here`,hint:dS(_,O,u)}}for(let _ of Object.keys(
o)){let O={...s,path:[...c,"headers",_],at:"key"};so.some(R=>R===_)?yield{...O,message:`{${_}} has a meaning of its own`,hint:"Give the header another name."}:g.
includes(_)||(yield{...O,message:`{${_}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function dS(r,t,a){return r==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function oo(r,t){return Ud(r.files.get(t)?.value??null,[])}var cS=["template","constant","among","body","values","accepts","sources"];function*Ud(r,t){if(Array.
isArray(r))for(let[a,n]of r.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*Ud(n,[...t,a]);else if(Pe(r))for(let[a,n]of Object.
entries(r))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:cS.includes(a)||(yield*Ud(n,[...t,a]))}function*ly(r){for(let{path:t,source:a}of Je(r)){let n=Object.keys(a.sources);for(let{name:i,path:o}of oo(r,t)){if(n.includes(i))continue;let e=dr(i,n);yield{code:"\
S073",file:t,path:o,message:`"${i}" is not in sources`,hint:e===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${e}"?`}}}}var uy=["model","app"],Pa=["id","name","model","app"];function*po(r){r.probe!==void 0&&(yield{text:r.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=r.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]});
for(let[i,o]of Object.entries(r.valueLists??{}))yield{text:o.path,path:["valueLists",i,"path"],allowed:[]};r.upload!==void 0&&(yield{text:r.upload.path,path:["u\
pload","path"],allowed:[]});let{key:n}=r.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:["webhooks","signature","key","path"],allowed:[]});for(let[
i,o]of ot(r))for(let{path:e,...s}of mS(o))yield{path:["operations",i,...e],...s}}function*mS({id:r,submit:t,query:a,list:n,history:i,cancel:o,results:e,told:s=[]}){
let c=r!==void 0;yield{text:t.path,path:["submit","path"],allowed:uy};for(let[u,{path:g}]of(t.paths??[]).entries())yield{text:g,path:["submit","paths",u,"path"],
allowed:uy};for(let u of["submit","query","cancel"])for(let[g,_]of Object.entries({submit:t,query:a,cancel:o}[u]?.headers??{}))yield{text:_,path:[u,"headers",g],
allowed:["model"]};let f=a?.body?.some(({fact:u})=>u==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:Pa,needsId:c&&!f});for(let[u,{path:g}]of(a?.
paths??[]).entries())yield{text:g,path:["query","paths",u,"path"],allowed:Pa,needsId:c&&!f};n!==void 0&&(yield{text:n.path,path:["list","path"],allowed:[]});for(let[
u,g]of(i?.paths??[]).entries())yield{text:g,path:["history","paths",u],allowed:[]};o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:Pa,needsId:c});
for(let[u,{link:g}]of s.entries())g!==void 0&&(yield{text:g.path,path:["told",u,"link","path"],allowed:Pa});yield*hy(e,["results"],c)}function*hy(r,t,a){for(let[
n,{content:i,query:o,results:e=[]}]of r.entries())i!==void 0&&(yield{text:i,path:[...t,n,"content"],allowed:Pa,needsId:a}),o!==void 0&&(yield{text:o,path:[...t,
n,"query"],allowed:Pa,needsId:a}),yield*hy(e,[...t,n,"results"],a)}function*fy(r){for(let{path:t,source:a}of Je(r))for(let{text:n,path:i,allowed:o}of po(a))for(let e of cr(n))typeof e=="string"||o.includes(e.variable)||(yield{code:"\
S074",file:t,path:i,message:`{${e.variable}} is not known here`,hint:o.length===0?"Nothing is known of a task here.":`Use ${o.map(s=>`{${s}}`).join(", ")}.`})}function*yy(r){for(let{path:t,source:a}of Je(r))for(let{text:n,path:i,allowed:o,needsId:e}of po(a)){let s=cr(n).flatMap(f=>typeof f=="string"?[]:[f.variable]),c=s.
includes("id")||s.includes("name");e===!0&&!c&&s.every(f=>o.includes(f))&&(yield{code:"S083",file:t,path:i,message:"the path does not name the task: {id} is mis\
sing"})}}function*gy(r){if(!Qi(r))for(let{path:t,source:a}of Je(r))for(let[n,i]of ot(a)){let o=new Set,e=rs(r).filter(s=>s.kind===n);for(let{parameter:s,values:c}of io(i)){
let f=e.filter(g=>g.parameters.has(s)).map(g=>g.parameters.get(s)),u=new Set(f.flatMap(g=>g??[]));if(!(f.length===0||f.includes(void 0)))for(let{value:g,path:_,
at:O}of c){if(u.has(g)||o.has(_.join("/")))continue;o.add(_.join("/"));let R=typeof g=="string"?dr(g,[...u].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,..._],at:O,message:`no ${n} model offers ${JSON.stringify(g)} as ${s}`,hint:R===void 0?`Offered: ${[...u].map(x=>JSON.stringify(x)).join(", ")}.`:
`Did you mean "${R}"?`}}}}}var lS=new Set(["failed","expired","cancelled"]);function*wy(r){for(let{path:t,source:a}of Je(r))for(let[n,{cancel:i,status:o}]of ot(a)){if(i===void 0)continue;
let e=new Map(Object.entries(o?.states??{})),s=["operations",n,"cancel"];for(let[c,f]of[[i.from?.words??[],["from","words"]],[i.proves?.query??[],["proves","que\
ry"]]])for(let[u,g]of c.entries()){let _={code:"S087",file:t,path:[...s,...f,u]},O=e.get(g),R=O===void 0?dr(g,[...e.keys()]):void 0;O===void 0?yield{..._,message:`\
"${g}" is not a word of status.states`,...R===void 0?{}:{hint:`Did you mean "${R}"?`}}:f[0]==="proves"&&!lS.has(O)&&(yield{..._,message:`"${g}" means ${O}: it p\
roves that something is made`})}}}function*by(r){for(let{path:t,source:a}of Je(r)){let n=["aws-sigv4","google-service-account"].includes(a.authentication.token?.by??"");for(let[i,{rows:o,results:e}]of ot(
a)){let s=o.findIndex(({resultsFolder:g})=>g===!0),c=e.findIndex(({object:g})=>g!==void 0),f=["operations",i],u=[...f,"results",c,"object"];s!==-1&&c===-1&&(yield{
code:"S103",file:t,path:[...f,"rows",s,"resultsFolder"],message:"no result is read from the folder"}),c!==-1&&(s===-1&&(yield{code:"S103",file:t,path:u,message:"\
no row tells the upstream of the folder"}),n||(yield{code:"S103",file:t,path:u,message:"the key of this protocol opens no bucket"}))}}}function*vy(r){for(let{path:t,source:a}of Je(r)){let n=new Set([...oo(r,t)].map(({name:i})=>i));for(let i of Object.keys(a.sources))n.has(i)||(yield{code:"S086",
file:t,path:["sources",i],message:`no fact names the source "${i}"`})}}var ky=[If,cy,gy,ly,fy,dy,ny,ey,py,ry,Ef,Jf,yy,Mf,Vf,vy,wy,my,Df,Lf,ty,by];var Py="meta/upstream.schema.json",uS=[Oc,Ac,Rc,Gh,mf,...ky];function $y(r,t){let a=[to(Py,"{}"),...yS(t)],n={exports:{meta0:r},keep:()=>{}};return(i,o)=>i.map(
({name:e,text:s})=>{let c=`upstreams/${e}.json`,f={directory:o,files:new Map([...a,hS(c,s)].map(_=>[_.path,_])),meta:{paths:[Py],code:()=>n}},u=lf(uS.flatMap(_=>[
..._(f)])).filter(({file:_})=>_===c).map(_=>qf(f,_)),g=Je(f)[0]?.source;return g!==void 0&&u.every(({severity:_})=>_!=="error")?{name:e,mapping:Xf(g)}:{name:e,mistakes:u.
sort((_,O)=>_.line-O.line).map(_=>fS(_,e,o))}})}function hS(r,t){try{return to(r,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:r,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function fS(r,t,a){return Tf({...r,file:`${t}.json`},a)}function yS(r){return Object.entries(r).map(([t,
{kind:a,parameters:n}])=>{let i=Object.entries(n).map(([e,s])=>[e,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),o={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(i)}};return to(Kh(t),JSON.stringify(o))})}var wN=$y(Sy.default.meta0,gS);export{wN as compileProtocols};
