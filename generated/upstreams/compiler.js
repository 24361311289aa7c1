// Made by the generator from spec/. Do not edit.
var iy=Object.create;var Ad=Object.defineProperty;var py=Object.getOwnPropertyDescriptor;var dy=Object.getOwnPropertyNames;var cy=Object.getPrototypeOf,my=Object.prototype.hasOwnProperty;var oe=(e,r)=>()=>{try{return r||e((r={exports:{}}).exports,r),r.exports}catch(a){throw r=0,a}};var ly=(e,r,a,n)=>{if(r&&typeof r=="object"||typeof r=="function")for(let o of dy(r))!my.call(e,o)&&o!==a&&Ad(e,o,{get:()=>r[o],enumerable:!(n=py(r,o))||n.enumerable});
return e};var ct=(e,r,a)=>(a=e!=null?iy(cy(e)):{},ly(r||!e||!e.__esModule?Ad(a,"default",{value:e,enumerable:!0}):a,e));var Co=oe(Do=>{"use strict";Object.defineProperty(Do,"__esModule",{value:!0});function Nd(e){let r=e.length,a=0,n=0,o;for(;n<r;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<r&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Do.default=Nd;Nd.code='require("ajv/dist/runtime/ucs2length").default'});var Wo=oe(($$,Rd)=>{"use strict";Rd.exports=function e(r,a){if(r===a)return!0;if(r&&a&&typeof r=="object"&&typeof a=="object"){if(r.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(r)){if(n=r.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(r[o],a[o]))return!1;return!0}if(r.constructor===RegExp)return r.
source===a.source&&r.flags===a.flags;if(r.valueOf!==Object.prototype.valueOf)return r.valueOf()===a.valueOf();if(r.toString!==Object.prototype.toString)return r.
toString()===a.toString();if(i=Object.keys(r),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var t=i[o];if(!e(r[t],a[t]))return!1}return!0}return r!==r&&a!==a}});var sa=oe(Ho=>{"use strict";Object.defineProperty(Ho,"__esModule",{value:!0});var Id=Wo();Id.code='require("ajv/dist/runtime/equal").default';Ho.default=Id});var Ud=oe(Vd=>{"use strict";Vd.meta0=tn;var m={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
ehind it for temporary credentials. The region is that of the base URL's host; us-east-1 where the host is none of AWS.",required:["by","service"],properties:{by:{
const:"aws-sigv4",description:"The piece of code that makes the signature."},service:{type:"string",pattern:"^[a-z][a-z0-9-]*$",description:"The name of the ser\
vice in the signature.",errorMessage:"lower-case letters, digits and hyphens"}},additionalProperties:!1}]},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
headers:{type:"object",minProperties:1,propertyNames:{pattern:"^[A-Za-z0-9._-]+$"},additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"\
visible ASCII characters and spaces"},description:"Fixed headers of every request below the base URL, such as the version of the API. Fakes reject a request wit\
hout them."},idempotency:{type:"object",description:"How a repeated submit is made harmless. Left out where the upstream does not promise it. A repeat that is r\
ejected is inconclusive about the first attempt.",required:["header","keptSeconds","source"],properties:{header:{type:"string",minLength:1,description:"The head\
er that takes the key."},keptSeconds:{type:"integer",minimum:1,description:"For how many seconds after its submit the upstream keeps a key at least. A repeat th\
at comes later is not sent: it would buy again."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},deadline:{type:"object",description:"When a task that\
 has not ended is given up.",required:["seconds","source"],properties:{seconds:{type:"integer",minimum:60,description:"Seconds after the submit."},source:{$ref:"\
#/$defs/source"}},additionalProperties:!1},poll:{type:"object",description:"How often to query.",required:["seconds","source"],properties:{seconds:{type:"number",
exclusiveMinimum:0,description:"Seconds between two queries of one task."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},probe:{type:"object",description:"\
A GET that tells whether the key is valid and buys nothing.",required:["path","accepted","source"],properties:{path:{$ref:"#/$defs/path"},accepted:{type:"array",
items:{type:"integer",minimum:100,maximum:599},minItems:1,description:"HTTP statuses that prove that the key is accepted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
modelProbe:{type:"object",description:"A GET that tells whether the upstream knows a model and buys nothing, or why there is none.",required:["source"],properties:{
path:{$ref:"#/$defs/path",description:"Below the base URL, with the key. It may hold {model}."},url:{type:"string",pattern:"^https://[^/?#{}]+/[^#]*$",description:"\
In place of a path: a URL of another host of the vendor, to which no key is sent. It may hold {model}."},names:{$ref:"#/$defs/pointer",description:"Where the an\
swer names models, with - for every item of a list. Without - the answer tells of the one model that the path names."},omits:{type:"string",minLength:1,description:"\
Models that the answer leaves out although they can be used, so that a missing one is not proven to be unknown."},told:{type:"array",minItems:1,description:"Oth\
er members of the answer that clients of the vendor read and this service does not: fakes and native APIs write them.",items:{type:"object",required:["at","cons\
tant"],properties:{at:{$ref:"#/$defs/pointer",description:"Where, with - for every item of the list of models."},constant:{description:"A fixed value."}},additionalProperties:!1}},
except:{type:"array",minItems:1,description:"Model IDs that the answer never names.",items:{type:"object",required:["prefix","reason"],properties:{prefix:{type:"\
string",minLength:1,description:"What such IDs begin with."},reason:{type:"string",minLength:1,description:"Why they cannot be tested."}},additionalProperties:!1}},
untestable:{type:"string",minLength:1,description:"In place of a request: why no model can be tested without buying something."},source:{$ref:"#/$defs/source"}},
oneOf:[{required:["path","names"]},{required:["url","names"]},{required:["untestable"]}],additionalProperties:!1},webhooks:{type:"object",description:"How the u\
pstream tells by itself that a task has changed. A webhook hastens the next query of its task; what it says is never believed.",required:["source"],properties:{
body:{$ref:"#/$defs/pointer",description:"Where in the body of the submit the URL goes."},query:{type:"string",minLength:1,description:"The query parameter of t\
he submit that takes the URL."},with:{type:"array",minItems:1,description:"Members of the body that go with the URL.",items:{type:"object",required:["to","const\
ant"],properties:{to:{$ref:"#/$defs/pointer"},constant:{description:"A fixed value."}},additionalProperties:!1}},signature:{type:"object",description:"How a web\
hook is signed. Left out where it is not.",required:["algorithm","header","encoding","signed","key"],properties:{algorithm:{enum:["hmac-sha256","hmac-sha512","e\
d25519"],description:"What the signature is made with."},header:{$ref:"#/$defs/headerName",description:"The header that holds the signature."},separator:{type:"\
string",minLength:1,description:"What stands between the parts of that header. One part that is a valid signature is enough. Left out: the header has one part."},
prefix:{type:"string",minLength:1,description:'What stands before the signature in its part, such as "sha256=". Parts without it are passed over.'},encoding:{enum:[
"hex","base64"],description:"How the signature is written."},headers:{type:"object",minProperties:1,additionalProperties:{$ref:"#/$defs/headerName"},description:'\
Headers that are signed too, by the names that stand for them in "signed".'},signed:{type:"string",minLength:1,description:'The text that is signed. {body} stan\
ds for the body as it arrived, {bodySha256} for its SHA-256 in lower-case hexadecimal, {timestamp} for the time as the webhook writes it, and each name of "head\
ers" for the value of its header.'},time:{type:"object",description:"Where a webhook says when it was sent. Left out where it does not: one that was recorded ca\
n be sent again at any time.",required:["unit","toleranceSeconds"],properties:{header:{$ref:"#/$defs/headerName",description:"The header that holds it."},separator:{
type:"string",minLength:1,description:"What stands between the parts of that header."},prefix:{type:"string",minLength:1,description:"What stands before the tim\
e in its part."},member:{$ref:"#/$defs/pointer",description:"In place of a header: a member of the body."},unit:{enum:["seconds","milliseconds","rfc3339"],description:"\
Seconds or milliseconds since 1970, or a date and time such as 2026-01-31T12:00:00Z."},toleranceSeconds:{type:"integer",minimum:1,maximum:3600,description:"How \
many seconds it may differ from the time of the service."}},oneOf:[{required:["header"]},{required:["member"]}],dependentRequired:{separator:["header"],prefix:[
"header"]},additionalProperties:!1},key:{description:"What the signature is checked with.",oneOf:[{type:"object",description:"The upstream gives the key to hold\
ers of the operator's API key.",required:["by","path","at","encoding"],properties:{by:{const:"request",description:"The service asks the upstream."},path:{$ref:"\
#/$defs/path"},at:{$ref:"#/$defs/pointer"},prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"\
The operator has agreed on the key with the upstream.",required:["by","encoding"],properties:{by:{const:"setting",description:"The operator sets webhookSecret f\
or the upstream."},prefix:{$ref:"#/$defs/keyPrefix"},encoding:{$ref:"#/$defs/keyEncoding"}},additionalProperties:!1},{type:"object",description:"The upstream pu\
blishes its public keys. Only for ed25519.",required:["by","url"],properties:{by:{const:"key-set",description:"A JSON Web Key Set."},url:{type:"string",pattern:"\
^https://",description:"Where it is. No key is sent there.",errorMessage:"an https URL"}},additionalProperties:!1}]}},additionalProperties:!1},challenge:{$ref:"\
#/$defs/pointer",description:"A member of a first request that the answer must repeat."},told:{type:"array",minItems:1,description:"Members of a webhook that a \
fake writes. Left out where a webhook holds what a query answers.",items:{type:"object",required:["at","fact"],properties:{at:{$ref:"#/$defs/pointer"},fact:{enum:[
"id","model","created"],description:"A fact of the task."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},oneOf:[{required:["body"]},{required:["que\
ry"]}],additionalProperties:!1},rateHeaders:{$ref:"#/$defs/remark",description:"Which headers tell of limits. Retry-After is always read."},upload:{type:"object",
description:"The request that uploads a file before the submit names it. Rows that say so upload the data URIs they carry.",required:["method","path","reference",
"source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},field:{type:"string",minLength:1,description:"The f\
ield of a form (multipart/form-data) that holds the file. Left out where the body is the file itself."},reference:{$ref:"#/$defs/pointer",description:"Where the\
 answer has what names the file in the submit: a URL or an ID."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},operations:{type:"object",description:"\
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
Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},headerName:{
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
"PUT"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/submitPaths"},headers:{type:"object",additionalProperties:{type:"string",
pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{$ref:"#/$defs/encoding"},status:{type:"in\
teger",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor take no other. Left out: 200."},ignored:{type:"array",minItems:1,
items:{$ref:"#/$defs/pointer"},description:"Members of the body that clients of the vendor send and that ask for nothing, such as a random token: fakes and nati\
ve APIs pass over them."},implied:{type:"array",minItems:1,description:"Members of the body that clients of the vendor may send, with the values that ask for wh\
at is done anyway: fakes and native APIs pass over these.",items:{type:"object",required:["at","is"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",minItems:1,
description:"These values."}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,
description:"How the body is built, in order."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"\
object",required:["parameter","reason","source"],properties:{parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"\
Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},
needs:{type:"object",description:"Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{
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
ay be queried there, over https and with the key, beside that of the base URL. A URL of another host is not used."},body:{$ref:"#/$defs/requestBody"},source:{$ref:"\
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
path:{$ref:"#/$defs/path"},body:{$ref:"#/$defs/requestBody"},from:{type:"object",description:"In which of the upstream's words for the status the request may be\
 sent. In others it does something else, such as removing a finished result. Left out where it does nothing else.",required:["words","source"],properties:{words:{
$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"object",description:"What proves that nothing was bought. Any other\
 answer is inconclusive: the task is followed to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"\
object",description:"What the answer to this request says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},
query:{$ref:"#/$defs/words",description:"The words for the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:[
"at","states","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{type:"object",description:"The upstream's words, each with its meaning, compared without\
 case; numbers and booleans by what they are written as. A word that is missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},
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
{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},state:{enum:["queued","\
processing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},results:{type:"array",minItems:1,description:"Where\
 the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},when:{type:"array",minItems:1,description:"All of these must hold.",
items:{$ref:"#/$defs/condition"}},row:{type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"\
^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only further down may there be lists",description:"Where in the upstrea\
m's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The parameter whose value goes there."},each:{type:"string",
minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"string",minLength:1},minItems:2,description:"Parameters th\
at the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"The upstream's model ID, which the operato\
r sets."},resultsFolder:{const:!0,description:"The folder in S3 in which the upstream is to put its results, as s3://bucket/folder. The operator sets resultsFol\
der."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value. Of a data URI,\
 {base64} stands for the file and {mediaType} for its type; {imageFormat} is the type of an image without image/."},as:{enum:["string","uploaded","file"],description:"\
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
additionalProperties:!1},object:{$ref:"#/$defs/pointer",description:"A folder in S3, as s3://bucket/folder, in or below the resultsFolder of the operator. The s\
ervice reads the file there with the key of the upstream."},file:{type:"string",pattern:"^(/[A-Za-z0-9._-]+)+$",description:'Behind "object": the file in that f\
older.',errorMessage:"a path that starts with /, of letters, digits, dots, hyphens and underscores"},content:{$ref:"#/$defs/path",description:"A GET that answer\
s with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointer\
s"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"\
The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:[
"base64","contentType"]},{required:["object","file"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},dr={type:"stri\
ng",minLength:1,description:"A remark for who edits the file."},re={type:"string",minLength:1,description:"One of the names in sources."},$e={type:"string",pattern:"\
^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},Z={type:"string",pattern:"^(/([^/~]\
|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},Tt={type:"string",pattern:"^\
[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},ms={type:"string",minLength:1,
description:'What stands before the key, such as "whsec_".'},wr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes\
 of the text itself (UTF-8)."},Q={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is give\
n.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is t\
aken in, and the task goes on all the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,
maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"\
In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{
type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and e\
rror"}],additionalProperties:!1},bs=Object.prototype.hasOwnProperty,se=Co().default,Ed=new RegExp("^[a-z][a-z0-9-]*$","u"),uy=new RegExp("^\\d+\\.\\d+\\.\\d+","\
u"),Md=new RegExp("^https://","u"),hy=new RegExp("^https://[^/]+(/.*[^/])?$","u"),ls=new RegExp("^[A-Za-z0-9._-]+$","u"),Fd=new RegExp("^[\\x20-\\x7e]*$","u"),yt=new RegExp(
"^/","u"),fy=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),Ae=new RegExp("^(/([^/~]|~[01])+)+$","u"),yy=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),Yt={type:"object",required:[
"text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function us(e,{instancePath:r="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let t=null,s=0,d=us.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=
void 0);let g=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let O={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
text"},message:"must have required property 'text'",schema:Yt.required,parentSchema:Yt,data:e};t===null?t=[O]:t.push(O),s++}if(e.source===void 0){let O={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:Yt.required,parentSchema:Yt,data:e};
t===null?t=[O]:t.push(O),s++}let q=s;for(let O in e)if(!(O==="text"||O==="source")){let R={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:O},message:"must NOT have additional properties",schema:!1,parentSchema:Yt,data:e};t===null?t=[R]:t.push(R),s++}if(e.text!==
void 0){let O=e.text,R=s,j=s;if(typeof O=="string"){if(se(O)<1){let E={instancePath:r+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Yt.properties.text,data:O};t===null?t=[E]:t.push(E),s++}}else{let E={instancePath:r+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Yt.properties.text.type,parentSchema:Yt.properties.
text,data:O};t===null?t=[E]:t.push(E),s++}var u=R===s}if(e.source!==void 0){let O=e.source,R=s,j=s,E=s;if(typeof O=="string"){if(se(O)<1){let ne={instancePath:r+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:O};
t===null?t=[ne]:t.push(ne),s++}}else{let ne={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:re.type,parentSchema:re,data:O};t===null?t=[ne]:t.push(ne),s++}var b=j===s,u=R===s}}else{let q={instancePath:r,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:Yt.type,parentSchema:Yt,data:e};t===null?t=[q]:t.push(q),s++}return us.errors=t,s===0}us.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var f={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",
description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"\
#/$defs/path"},paths:{$ref:"#/$defs/submitPaths"},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible AS\
CII characters and spaces"},description:"Fixed headers."},encoding:{$ref:"#/$defs/encoding"},status:{type:"integer",minimum:200,maximum:299,description:"The HTT\
P status of the answer, where clients of the vendor take no other. Left out: 200."},ignored:{type:"array",minItems:1,items:{$ref:"#/$defs/pointer"},description:"\
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
he key, beside that of the base URL. A URL of another host is not used."},body:{$ref:"#/$defs/requestBody"},source:{$ref:"#/$defs/source"}},additionalProperties:!1,
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
urce"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},body:{$ref:"#/$defs/requestBody"},from:{
type:"object",description:"In which of the upstream's words for the status the request may be sent. In others it does something else, such as removing a finishe\
d result. Left out where it does nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
proves:{type:"object",description:"What proves that nothing was bought. Any other answer is inconclusive: the task is followed to its end and paid for. Left out\
 where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"object",description:"What the answer to this request says then.",required:["\
at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"#/$defs/words",description:"The words f\
or the status that a later query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},
status:{type:"object",description:"Where the upstream says how a task stands, and what its words mean.",required:["at","states","source"],properties:{at:{$ref:"\
#/$defs/pointer"},states:{type:"object",description:"The upstream's words, each with its meaning, compared without case; numbers and booleans by what they are w\
ritten as. A word that is missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},as:{enum:["number","boolean"],description:"\
What words are written as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"What it means that there is no word."},cases:{
type:"array",minItems:1,description:"States that several signs mean together, regardless of the word. The first that holds counts.",items:{type:"object",required:[
"when","means"],properties:{when:{type:"array",minItems:1,description:"All of these must hold.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$de\
fs/pointer"},is:{type:"array",minItems:1,description:"One of these values stands there."},present:{type:"boolean",description:"Whether there is a value at all."}},
oneOf:[{required:["is"]},{required:["present"]}],additionalProperties:!1}},means:{$ref:"#/$defs/state"}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},
additionalProperties:!1},progress:{type:"object",description:"Where the upstream says how far a task has got.",required:["at","of","source"],properties:{at:{$ref:"\
#/$defs/pointer"},of:{type:"number",exclusiveMinimum:0,description:"The number that means done."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},results:{
$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers",description:"Where a failed task says why."},code:{$ref:"#/$defs/pointers",description:"Where a failed \
task has its error code."},seconds:{$ref:"#/$defs/pointer",description:"Length of the result in seconds."},secondsAs:{const:"string",description:"The length is \
answered as a string. Left out where it is a number; both are read."},usage:{type:"array",items:{type:"object",required:["at","unit","source"],properties:{at:{$ref:"\
#/$defs/pointer"},unit:{type:"string",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},description:"What the\
 task used."},told:{type:"array",description:"Members of answers that clients of the vendor read and this service does not: fakes and native APIs write them.",items:{
type:"object",required:["at","in","source"],properties:{at:{$ref:"#/$defs/pointer"},in:{enum:["submit","query","both"],description:"In which answers."},link:{type:"\
object",required:["path"],properties:{path:{$ref:"#/$defs/path"}},additionalProperties:!1,description:"The URL of a request."},constant:{description:"A fixed va\
lue."},fact:{enum:["id","model","created"],description:"A fact of the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constant"]},
{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},en={enum:["json","form"],description:"How the b\
ody is sent: JSON, or multipart/form-data. Left out: JSON."},st={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},At={enum:["queued","p\
rocessing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},gy=sa().default,by=new RegExp("^(?!/)[^{}]*(\\{model\\\
}[^{}]*)?\\{id\\}$","u"),wy=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),$t={type:"array",minItems:1,description:"Other paths, for what the request g\
ives or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"\
#/$defs/path"},encoding:{enum:["json","form"],description:"How the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},Ko={type:"ar\
ray",minItems:1,description:"All of these must hold.",items:{$ref:"#/$defs/condition"}},_e={type:"object",properties:{given:{type:"array",items:{type:"string"},
minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters\
 is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of thes\
e values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"\
array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["a\
bsent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function gt(e,{instancePath:r="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let t=null,s=0,d=gt.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let g=s;
if(Array.isArray(e)){if(e.length<1){let B={instancePath:r,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",
schema:1,parentSchema:Ko,data:e};t===null?t=[B]:t.push(B),s++}let ne=!0,G=e.length;for(let B=0;B<G;B++){let H=e[B],he=s,ie=s,De=s,J=s,ee=!1,we=null,Ke=s;if(H&&typeof H==
"object"&&!Array.isArray(H)&&H.given===void 0){let N={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"\
given"},message:"must have required property 'given'",schema:_e.oneOf[0].required,parentSchema:_e.oneOf[0],data:H};t===null?t=[N]:t.push(N),s++}var u=Ke===s;u&&
(ee=!0,we=0);let Y=s;if(H&&typeof H=="object"&&!Array.isArray(H)&&H.absent===void 0){let N={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/1/required",
keyword:"required",params:{missingProperty:"absent"},message:"must have required property 'absent'",schema:_e.oneOf[1].required,parentSchema:_e.oneOf[1],data:H};
t===null?t=[N]:t.push(N),s++}var u=Y===s;if(u&&ee)ee=!1,we=[we,1];else{u&&(ee=!0,we=1);let N=s;if(H&&typeof H=="object"&&!Array.isArray(H)){if(H.parameter===void 0){
let de={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required\
 property 'parameter'",schema:_e.oneOf[2].required,parentSchema:_e.oneOf[2],data:H};t===null?t=[de]:t.push(de),s++}if(H.among===void 0){let de={instancePath:r+"\
/"+B,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:_e.
oneOf[2].required,parentSchema:_e.oneOf[2],data:H};t===null?t=[de]:t.push(de),s++}}var u=N===s;if(u&&ee)ee=!1,we=[we,2];else{u&&(ee=!0,we=2);let de=s;if(H&&typeof H==
"object"&&!Array.isArray(H)&&H.model===void 0){let ve={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"\
model"},message:"must have required property 'model'",schema:_e.oneOf[3].required,parentSchema:_e.oneOf[3],data:H};t===null?t=[ve]:t.push(ve),s++}var u=de===s;if(u&&
ee)ee=!1,we=[we,3];else{u&&(ee=!0,we=3);let ve=s;if(H&&typeof H=="object"&&!Array.isArray(H)&&H.exceptModel===void 0){let qe={instancePath:r+"/"+B,schemaPath:"#\
/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:_e.oneOf[4].
required,parentSchema:_e.oneOf[4],data:H};t===null?t=[qe]:t.push(qe),s++}var u=ve===s;u&&ee?(ee=!1,we=[we,4]):u&&(ee=!0,we=4)}}}if(ee)s=J,t!==null&&(J?t.length=
J:t=null);else{let N={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:we},message:"must match exactly one schem\
a in oneOf",schema:_e.oneOf,parentSchema:_e,data:H};t===null?t=[N]:t.push(N),s++}if(H&&typeof H=="object"&&!Array.isArray(H)){let N=s;for(let K in H)if(!(K==="g\
iven"||K==="absent"||K==="parameter"||K==="among"||K==="model"||K==="exceptModel")){let de={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/additionalPropert\
ies",keyword:"additionalProperties",params:{additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:_e,data:H};t===null?t=[de]:
t.push(de),s++}if(H.given!==void 0){let K=H.given,de=s,Te=s;if(Array.isArray(K)){if(K.length<1){let qe={instancePath:r+"/"+B+"/given",schemaPath:"#/$defs/condit\
ion/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_e.properties.given,data:K};
t===null?t=[qe]:t.push(qe),s++}let ve=!0,X=K.length;for(let qe=0;qe<X;qe++){let Se=K[qe],Be=s;if(typeof Se!="string"){let Pt={instancePath:r+"/"+B+"/given/"+qe,
schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:_e.properties.given.items.type,
parentSchema:_e.properties.given.items,data:Se};t===null?t=[Pt]:t.push(Pt),s++}let nt=s;var b=Be===s;b||(ve=!1)}}else{let ve={instancePath:r+"/"+B+"/given",schemaPath:"\
#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_e.properties.given.type,parentSchema:_e.properties.
given,data:K};t===null?t=[ve]:t.push(ve),s++}var q=de===s}if(H.absent!==void 0){let K=H.absent,de=s,Te=s;if(Array.isArray(K)){if(K.length<1){let Se={instancePath:r+
"/"+B+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:_e.properties.absent,data:K};t===null?t=[Se]:t.push(Se),s++}let X=!0,qe=K.length;for(let Se=0;Se<qe;Se++){let Be=K[Se],nt=s;if(typeof Be!="string"){
let Qe={instancePath:r+"/"+B+"/absent/"+Se,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:_e.properties.absent.items.type,parentSchema:_e.properties.absent.items,data:Be};t===null?t=[Qe]:t.push(Qe),s++}let Pt=s;var O=nt===s;O||(X=!1)}}else{
let X={instancePath:r+"/"+B+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_e.
properties.absent.type,parentSchema:_e.properties.absent,data:K};t===null?t=[X]:t.push(X),s++}var q=de===s}if(H.parameter!==void 0){let K=H.parameter,de=s;if(typeof K!=
"string"){let X={instancePath:r+"/"+B+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:_e.properties.parameter.type,parentSchema:_e.properties.parameter,data:K};t===null?t=[X]:t.push(X),s++}let Te=s;var q=de===s}if(H.among!==void 0){
let K=H.among,de=s,Te=s;if(Array.isArray(K)){if(K.length<1){let X={instancePath:r+"/"+B+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_e.properties.among,data:K};t===null?t=[X]:t.push(X),s++}}else{let X={
instancePath:r+"/"+B+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_e.properties.
among.type,parentSchema:_e.properties.among,data:K};t===null?t=[X]:t.push(X),s++}var q=de===s}if(H.model!==void 0){let K=H.model,de=s,Te=s;if(Array.isArray(K)){
if(K.length<1){let Se={instancePath:r+"/"+B+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must \
NOT have fewer than 1 items",schema:1,parentSchema:_e.properties.model,data:K};t===null?t=[Se]:t.push(Se),s++}let X=!0,qe=K.length;for(let Se=0;Se<qe;Se++){let Be=K[Se],
nt=s,Pt=s;if(typeof Be=="string"){if(se(Be)<1){let Qe={instancePath:r+"/"+B+"/model/"+Se,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:_e.properties.model.items,data:Be};t===null?t=[Qe]:t.push(Qe),
s++}}else{let Qe={instancePath:r+"/"+B+"/model/"+Se,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:_e.properties.model.items.type,parentSchema:_e.properties.model.items,data:Be};t===null?t=[Qe]:t.push(Qe),s++}var R=nt===s;R||(X=!1)}}else{
let X={instancePath:r+"/"+B+"/model",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_e.
properties.model.type,parentSchema:_e.properties.model,data:K};t===null?t=[X]:t.push(X),s++}var q=de===s}if(H.exceptModel!==void 0){let K=H.exceptModel,de=s,Te=s;
if(Array.isArray(K)){if(K.length<1){let Se={instancePath:r+"/"+B+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_e.properties.exceptModel,data:K};t===null?t=[Se]:t.push(Se),s++}let X=!0,qe=K.
length;for(let Se=0;Se<qe;Se++){let Be=K[Se],nt=s,Pt=s;if(typeof Be=="string"){if(se(Be)<1){let Qe={instancePath:r+"/"+B+"/exceptModel/"+Se,schemaPath:"#/$defs/\
condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:_e.
properties.exceptModel.items,data:Be};t===null?t=[Qe]:t.push(Qe),s++}}else{let Qe={instancePath:r+"/"+B+"/exceptModel/"+Se,schemaPath:"#/$defs/condition/propert\
ies/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:_e.properties.exceptModel.items.type,parentSchema:_e.properties.
exceptModel.items,data:Be};t===null?t=[Qe]:t.push(Qe),s++}var j=nt===s;j||(X=!1)}}else{let X={instancePath:r+"/"+B+"/exceptModel",schemaPath:"#/$defs/condition/\
properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_e.properties.exceptModel.type,parentSchema:_e.properties.exceptModel,
data:K};t===null?t=[X]:t.push(X),s++}var q=de===s}}else{let N={instancePath:r+"/"+B,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:_e.type,parentSchema:_e,data:H};t===null?t=[N]:t.push(N),s++}var E=ie===s,z=he===s;z||(ne=!1)}}else{let ne={instancePath:r,schemaPath:"#/\
type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ko.type,parentSchema:Ko,data:e};t===null?t=[ne]:t.push(ne),s++}return gt.errors=t,s===
0}gt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function hs(e,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let t=null,s=0,d=hs.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let g=s;if(Array.isArray(e)){if(e.length<1){let j={instancePath:r,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:$t,data:e};t===null?t=[j]:t.push(j),
s++}let O=!0,R=e.length;for(let j=0;j<R;j++){let E=e[j],z=s,ne=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.when===void 0){let B={instancePath:r+"/"+j,schemaPath:"\
#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:$t.items.required,parentSchema:$t.items,
data:E};t===null?t=[B]:t.push(B),s++}if(E.path===void 0){let B={instancePath:r+"/"+j,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"p\
ath"},message:"must have required property 'path'",schema:$t.items.required,parentSchema:$t.items,data:E};t===null?t=[B]:t.push(B),s++}let G=s;for(let B in E)if(!(B===
"when"||B==="path"||B==="encoding")){let H={instancePath:r+"/"+j,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},
message:"must NOT have additional properties",schema:!1,parentSchema:$t.items,data:E};t===null?t=[H]:t.push(H),s++}if(E.when!==void 0){let B=E.when,H=s;gt(B,{instancePath:r+
"/"+j+"/when",parentData:E,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(t=t===null?gt.errors:t.concat(gt.errors),s=t.length);var u=H===s}if(E.path!==
void 0){let B=E.path,H=s,he=s,ie=s;if(typeof B=="string"){if(!yt.test(B)){let J={instancePath:r+"/"+j+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",
params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:B};t===null?t=[J]:t.push(J),s++}}else{let J={instancePath:r+"/"+j+"/pat\
h",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$e.type,parentSchema:$e,data:B};t===null?t=[J]:t.push(J),
s++}var b=he===s,u=H===s}if(E.encoding!==void 0){let B=E.encoding,H=s,he=$t.items.properties.encoding.enum;if(!(B==="json"||B==="form")){let De={instancePath:r+
"/"+j+"/encoding",schemaPath:"#/items/properties/encoding/enum",keyword:"enum",params:{allowedValues:$t.items.properties.encoding.enum},message:"must be equal t\
o one of the allowed values",schema:$t.items.properties.encoding.enum,parentSchema:$t.items.properties.encoding,data:B};t===null?t=[De]:t.push(De),s++}var u=H===
s}}else{let G={instancePath:r+"/"+j,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:$t.items.type,parentSchema:$t.
items,data:E};t===null?t=[G]:t.push(G),s++}var q=z===s;q||(O=!1)}}else{let O={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"m\
ust be array",schema:$t.type,parentSchema:$t,data:e};t===null?t=[O]:t.push(O),s++}return hs.errors=t,s===0}hs.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
var ae={type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"\
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
"constant"]}],additionalProperties:!1},vy=new RegExp("^/(?!(-|\\d+)(/|$))","u");function fs(e,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=e,
dynamicAnchors:i={}}={}){let t=null,s=0,d=fs.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let g=s,u=s,b=!1,q=null,O=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.from===void 0){let De={instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"\
must have required property 'from'",schema:ae.oneOf[0].required,parentSchema:ae.oneOf[0],data:e};t===null?t=[De]:t.push(De),s++}var j=O===s;j&&(b=!0,q=0);let R=s;
if(e&&typeof e=="object"&&!Array.isArray(e)&&e.each===void 0){let De={instancePath:r,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"\
each"},message:"must have required property 'each'",schema:ae.oneOf[1].required,parentSchema:ae.oneOf[1],data:e};t===null?t=[De]:t.push(De),s++}var j=R===s;if(j&&
b)b=!1,q=[q,1];else{j&&(b=!0,q=1);let De=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let ee={instancePath:r,schemaPath:"#/oneOf/2/require\
d",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:ae.oneOf[2].required,parentSchema:ae.oneOf[2],data:e};
t===null?t=[ee]:t.push(ee),s++}if(e.values===void 0){let ee={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},
message:"must have required property 'values'",schema:ae.oneOf[2].required,parentSchema:ae.oneOf[2],data:e};t===null?t=[ee]:t.push(ee),s++}}var j=De===s;if(j&&b)
b=!1,q=[q,2];else{j&&(b=!0,q=2);let ee=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.model===void 0){let Ke={instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"\
required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:ae.oneOf[3].required,parentSchema:ae.oneOf[3],data:e};t===null?t=
[Ke]:t.push(Ke),s++}var j=ee===s;if(j&&b)b=!1,q=[q,3];else{j&&(b=!0,q=3);let Ke=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.resultsFolder===void 0){let N={
instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"resultsFolder"},message:"must have required property 'resultsFolder'",
schema:ae.oneOf[4].required,parentSchema:ae.oneOf[4],data:e};t===null?t=[N]:t.push(N),s++}var j=Ke===s;if(j&&b)b=!1,q=[q,4];else{j&&(b=!0,q=4);let N=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.constant===void 0){let de={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"constant"},
message:"must have required property 'constant'",schema:ae.oneOf[5].required,parentSchema:ae.oneOf[5],data:e};t===null?t=[de]:t.push(de),s++}var j=N===s;j&&b?(b=
!1,q=[q,5]):j&&(b=!0,q=5)}}}}if(b)s=u,t!==null&&(u?t.length=u:t=null);else{let De={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:q},
message:"must match exactly one schema in oneOf",schema:ae.oneOf,parentSchema:ae,data:e};t===null?t=[De]:t.push(De),s++}if(e&&typeof e=="object"&&!Array.isArray(
e)){if(e.to===void 0){let J={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",
schema:ae.required,parentSchema:ae,data:e};t===null?t=[J]:t.push(J),s++}if(e.source===void 0){let J={instancePath:r,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:ae.required,parentSchema:ae,data:e};t===null?t=[J]:t.push(J),s++}let De=s;for(let J in e)
if(!bs.call(ae.properties,J)){let ee={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:J},message:"m\
ust NOT have additional properties",schema:!1,parentSchema:ae,data:e};t===null?t=[ee]:t.push(ee),s++}if(e.$comment!==void 0){let J=e.$comment,ee=s,we=s,Ke=s;if(typeof J==
"string"){if(se(J)<1){let Y={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:dr,data:J};t===null?t=[Y]:t.push(Y),s++}}else{let Y={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:dr.type,parentSchema:dr,data:J};t===null?t=[Y]:t.push(Y),s++}var E=we===s,z=ee===s}if(e.to!==void 0){
let J=e.to,ee=s,we=s,Ke=s;if(typeof J=="string"){if(!Ae.test(J)){let N={instancePath:r+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:J};t===null?t=[N]:t.push(N),s++}}else{
let N={instancePath:r+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:J};
t===null?t=[N]:t.push(N),s++}var ne=we===s;if(typeof J=="string"&&!vy.test(J)){let N={instancePath:r+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",
params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:ae.properties.to,data:J};t===
null?t=[N]:t.push(N),s++}var z=ee===s}if(e.from!==void 0){let J=e.from,ee=s,we=s;if(typeof J=="string"){if(se(J)<1){let Y={instancePath:r+"/from",schemaPath:"#/\
properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ae.properties.from,data:J};
t===null?t=[Y]:t.push(Y),s++}}else{let Y={instancePath:r+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:ae.properties.from.type,parentSchema:ae.properties.from,data:J};t===null?t=[Y]:t.push(Y),s++}var z=ee===s}if(e.each!==void 0){let J=e.each,ee=s,we=s;
if(typeof J=="string"){if(se(J)<1){let Y={instancePath:r+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT\
 have fewer than 1 characters",schema:1,parentSchema:ae.properties.each,data:J};t===null?t=[Y]:t.push(Y),s++}}else{let Y={instancePath:r+"/each",schemaPath:"#/p\
roperties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.properties.each.type,parentSchema:ae.properties.each,data:J};t===null?
t=[Y]:t.push(Y),s++}var z=ee===s}if(e.join!==void 0){let J=e.join,ee=s,we=s;if(Array.isArray(J)){if(J.length<2){let K={instancePath:r+"/join",schemaPath:"#/prop\
erties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:ae.properties.join,data:J};t===null?t=
[K]:t.push(K),s++}let Y=!0,N=J.length;for(let K=0;K<N;K++){let de=J[K],Te=s,ve=s;if(typeof de=="string"){if(se(de)<1){let X={instancePath:r+"/join/"+K,schemaPath:"\
#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ae.properties.join.
items,data:de};t===null?t=[X]:t.push(X),s++}}else{let X={instancePath:r+"/join/"+K,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:ae.properties.join.items.type,parentSchema:ae.properties.join.items,data:de};t===null?t=[X]:t.push(X),s++}var G=Te===s;G||(Y=!1)}}else{
let Y={instancePath:r+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ae.properties.join.type,parentSchema:ae.
properties.join,data:J};t===null?t=[Y]:t.push(Y),s++}var z=ee===s}if(e.model!==void 0){let J=e.model,ee=s;if(J!==!0){let Ke={instancePath:r+"/model",schemaPath:"\
#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ae.properties.model,data:J};t===null?
t=[Ke]:t.push(Ke),s++}var z=ee===s}if(e.resultsFolder!==void 0){let J=e.resultsFolder,ee=s;if(J!==!0){let Ke={instancePath:r+"/resultsFolder",schemaPath:"#/prop\
erties/resultsFolder/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ae.properties.resultsFolder,data:J};
t===null?t=[Ke]:t.push(Ke),s++}var z=ee===s}if(e.when!==void 0){let J=e.when,ee=s;gt(J,{instancePath:r+"/when",parentData:e,parentDataProperty:"when",rootData:o,
dynamicAnchors:i})||(t=t===null?gt.errors:t.concat(gt.errors),s=t.length);var z=ee===s}if(e.as!==void 0){let J=e.as,ee=s,we=ae.properties.as.enum;if(!(J==="stri\
ng"||J==="uploaded"||J==="file")){let Y={instancePath:r+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:ae.properties.as.enum},message:"\
must be equal to one of the allowed values",schema:ae.properties.as.enum,parentSchema:ae.properties.as,data:J};t===null?t=[Y]:t.push(Y),s++}var z=ee===s}if(e.values!==
void 0){let J=e.values,ee=s,we=s;if(J&&typeof J=="object"&&!Array.isArray(J)){if(Object.keys(J).length<1){let Y={instancePath:r+"/values",schemaPath:"#/properti\
es/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:ae.properties.values,data:J};
t===null?t=[Y]:t.push(Y),s++}}else{let Y={instancePath:r+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be \
object",schema:ae.properties.values.type,parentSchema:ae.properties.values,data:J};t===null?t=[Y]:t.push(Y),s++}var z=ee===s}if(e.accepts!==void 0){let J=e.accepts,
ee=s,we=s;if(Array.isArray(J)){if(J.length<1){let Y={instancePath:r+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:ae.properties.accepts,data:J};t===null?t=[Y]:t.push(Y),s++}}else{let Y={instancePath:r+"/accepts",schemaPath:"\
#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ae.properties.accepts.type,parentSchema:ae.properties.accepts,data:J};
t===null?t=[Y]:t.push(Y),s++}var z=ee===s}if(e.minimum!==void 0){let J=e.minimum,ee=s;if(typeof J!="number"){let Y={instancePath:r+"/minimum",schemaPath:"#/prop\
erties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:ae.properties.minimum.type,parentSchema:ae.properties.minimum,data:J};
t===null?t=[Y]:t.push(Y),s++}let we=s;var z=ee===s}if(e.maximum!==void 0){let J=e.maximum,ee=s;if(typeof J!="number"){let Y={instancePath:r+"/maximum",schemaPath:"\
#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:ae.properties.maximum.type,parentSchema:ae.properties.maximum,data:J};
t===null?t=[Y]:t.push(Y),s++}let we=s;var z=ee===s}if(e.maximumItems!==void 0){let J=e.maximumItems,ee=s;if(!(typeof J=="number"&&!(J%1)&&!isNaN(J))){let Y={instancePath:r+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:ae.properties.maximumItems.type,
parentSchema:ae.properties.maximumItems,data:J};t===null?t=[Y]:t.push(Y),s++}let we=s;if(typeof J=="number"&&(J<1||isNaN(J))){let Y={instancePath:r+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:ae.properties.
maximumItems,data:J};t===null?t=[Y]:t.push(Y),s++}var z=ee===s}if(e.maximumLength!==void 0){let J=e.maximumLength,ee=s;if(!(typeof J=="number"&&!(J%1)&&!isNaN(J))){
let Y={instancePath:r+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:ae.properties.
maximumLength.type,parentSchema:ae.properties.maximumLength,data:J};t===null?t=[Y]:t.push(Y),s++}let we=s;if(typeof J=="number"&&(J<1||isNaN(J))){let Y={instancePath:r+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:ae.
properties.maximumLength,data:J};t===null?t=[Y]:t.push(Y),s++}var z=ee===s}if(e.forms!==void 0){let J=e.forms,ee=s,we=s;if(Array.isArray(J)){if(J.length<1){let K={
instancePath:r+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ae.
properties.forms,data:J};t===null?t=[K]:t.push(K),s++}let Y=!0,N=J.length;for(let K=0;K<N;K++){let de=J[K],Te=s,ve=ae.properties.forms.items.enum;if(!(de==="url"||
de==="data")){let X={instancePath:r+"/forms/"+K,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:ae.properties.forms.items.enum},
message:"must be equal to one of the allowed values",schema:ae.properties.forms.items.enum,parentSchema:ae.properties.forms.items,data:de};t===null?t=[X]:t.push(
X),s++}var B=Te===s;B||(Y=!1)}}else{let Y={instancePath:r+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"must be ar\
ray",schema:ae.properties.forms.type,parentSchema:ae.properties.forms,data:J};t===null?t=[Y]:t.push(Y),s++}var z=ee===s}if(e.also!==void 0){let J=e.also,ee=s,we=s;
if(Array.isArray(J)){if(J.length<1){let K={instancePath:r+"/also",schemaPath:"#/properties/also/minItems",keyword:"minItems",params:{limit:1},message:"must NOT \
have fewer than 1 items",schema:1,parentSchema:ae.properties.also,data:J};t===null?t=[K]:t.push(K),s++}let Y=!0,N=J.length;for(let K=0;K<N;K++){let de=J[K],Te=s,
ve=s,X=s;if(typeof de=="string"){if(!Ae.test(de)){let qe={instancePath:r+"/also/"+K,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/(\
[^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:de};t===null?t=[qe]:t.push(qe),s++}}else{
let qe={instancePath:r+"/also/"+K,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:de};t===null?t=[qe]:t.push(qe),s++}var H=ve===s,he=Te===s;he||(Y=!1)}}else{let Y={instancePath:r+"/also",schemaPath:"#/properties/also/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:ae.properties.also.type,parentSchema:ae.properties.also,data:J};t===null?t=[Y]:t.push(Y),s++}var z=ee===s}if(e.
oneWay!==void 0){let J=e.oneWay,ee=s,we=s;if(typeof J=="string"){if(se(J)<1){let Y={instancePath:r+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ae.properties.oneWay,data:J};t===null?t=[Y]:t.push(Y),s++}}else{
let Y={instancePath:r+"/oneWay",schemaPath:"#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ae.properties.oneWay.
type,parentSchema:ae.properties.oneWay,data:J};t===null?t=[Y]:t.push(Y),s++}var z=ee===s}if(e.source!==void 0){let J=e.source,ee=s,we=s,Ke=s;if(typeof J=="strin\
g"){if(se(J)<1){let N={instancePath:r+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 c\
haracters",schema:1,parentSchema:re,data:J};t===null?t=[N]:t.push(N),s++}}else{let N={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:J};t===null?t=[N]:t.push(N),s++}var ie=we===s,z=ee===s}}else{let De={instancePath:r,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ae.type,parentSchema:ae,data:e};t===null?t=[De]:t.push(De),s++}return fs.
errors=t,s===0}fs.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var er={type:"array",minItems:1,description:"Other paths, for what the submit of the task\
 was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{
$ref:"#/$defs/path"}},additionalProperties:!1}};function ys(e,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let t=null,
s=0,d=ys.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let g=s;if(Array.isArray(e)){if(e.length<1){let j={instancePath:r,schemaPath:"\
#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:er,data:e};t===null?t=[j]:t.push(j),s++}let O=!0,
R=e.length;for(let j=0;j<R;j++){let E=e[j],z=s,ne=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.when===void 0){let B={instancePath:r+"/"+j,schemaPath:"#/i\
tems/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:er.items.required,parentSchema:er.items,data:E};
t===null?t=[B]:t.push(B),s++}if(E.path===void 0){let B={instancePath:r+"/"+j,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"\
must have required property 'path'",schema:er.items.required,parentSchema:er.items,data:E};t===null?t=[B]:t.push(B),s++}let G=s;for(let B in E)if(!(B==="when"||
B==="path")){let H={instancePath:r+"/"+j,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"must NO\
T have additional properties",schema:!1,parentSchema:er.items,data:E};t===null?t=[H]:t.push(H),s++}if(E.when!==void 0){let B=E.when,H=s;gt(B,{instancePath:r+"/"+
j+"/when",parentData:E,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(t=t===null?gt.errors:t.concat(gt.errors),s=t.length);var u=H===s}if(E.path!==void 0){
let B=E.path,H=s,he=s,ie=s;if(typeof B=="string"){if(!yt.test(B)){let J={instancePath:r+"/"+j+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{
pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:B};t===null?t=[J]:t.push(J),s++}}else{let J={instancePath:r+"/"+j+"/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$e.type,parentSchema:$e,data:B};t===null?t=[J]:t.push(J),s++}var b=he===
s,u=H===s}}else{let G={instancePath:r+"/"+j,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:er.items.type,parentSchema:er.
items,data:E};t===null?t=[G]:t.push(G),s++}var q=z===s;q||(O=!1)}}else{let O={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"m\
ust be array",schema:er.type,parentSchema:er,data:e};t===null?t=[O]:t.push(O),s++}return ys.errors=t,s===0}ys.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
var ot={type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",description:"\
Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[{required:["f\
act"]},{required:["constant"]}],additionalProperties:!1}};function Nt(e,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let t=null,s=0,d=Nt.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let g=s;if(Array.isArray(e)){if(e.length<1){let E={instancePath:r,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ot,data:e};t===null?t=[E]:t.push(E),
s++}let R=!0,j=e.length;for(let E=0;E<j;E++){let z=e[E],ne=s,G=s,B=s,H=!1,he=null,ie=s;if(z&&typeof z=="object"&&!Array.isArray(z)&&z.fact===void 0){let J={instancePath:r+
"/"+E,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:ot.items.oneOf[0].
required,parentSchema:ot.items.oneOf[0],data:z};t===null?t=[J]:t.push(J),s++}var u=ie===s;u&&(H=!0,he=0);let De=s;if(z&&typeof z=="object"&&!Array.isArray(z)&&z.
constant===void 0){let J={instancePath:r+"/"+E,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have r\
equired property 'constant'",schema:ot.items.oneOf[1].required,parentSchema:ot.items.oneOf[1],data:z};t===null?t=[J]:t.push(J),s++}var u=De===s;if(u&&H?(H=!1,he=
[he,1]):u&&(H=!0,he=1),H)s=B,t!==null&&(B?t.length=B:t=null);else{let J={instancePath:r+"/"+E,schemaPath:"#/items/oneOf",keyword:"oneOf",params:{passingSchemas:he},
message:"must match exactly one schema in oneOf",schema:ot.items.oneOf,parentSchema:ot.items,data:z};t===null?t=[J]:t.push(J),s++}if(z&&typeof z=="object"&&!Array.
isArray(z)){if(z.to===void 0){let ee={instancePath:r+"/"+E,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have req\
uired property 'to'",schema:ot.items.required,parentSchema:ot.items,data:z};t===null?t=[ee]:t.push(ee),s++}let J=s;for(let ee in z)if(!(ee==="to"||ee==="fact"||
ee==="constant")){let we={instancePath:r+"/"+E,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ee},message:"\
must NOT have additional properties",schema:!1,parentSchema:ot.items,data:z};t===null?t=[we]:t.push(we),s++}if(z.to!==void 0){let ee=z.to,we=s,Ke=s,Y=s;if(typeof ee==
"string"){if(!Ae.test(ee)){let N={instancePath:r+"/"+E+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:ee};t===null?t=[N]:t.push(N),s++}}else{let N={instancePath:r+"/"+E+
"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:ee};t===null?t=[N]:t.push(
N),s++}var b=Ke===s,q=we===s}if(z.fact!==void 0){let ee=z.fact,we=s,Ke=ot.items.properties.fact.enum;if(!(ee==="id"||ee==="model")){let N={instancePath:r+"/"+E+
"/fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:ot.items.properties.fact.enum},message:"must be equal to one of the allow\
ed values",schema:ot.items.properties.fact.enum,parentSchema:ot.items.properties.fact,data:ee};t===null?t=[N]:t.push(N),s++}var q=we===s}}else{let J={instancePath:r+
"/"+E,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ot.items.type,parentSchema:ot.items,data:z};t===null?t=[J]:
t.push(J),s++}var O=ne===s;O||(R=!1)}}else{let R={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ot.type,
parentSchema:ot,data:e};t===null?t=[R]:t.push(R),s++}return Nt.errors=t,s===0}Nt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var Bo={type:"array",minItems:1,
description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},ce={type:"object",required:["source"],properties:{
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
ntentType"]},{required:["object","file"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},ky=new RegExp("^(/[A-Za-z0-9\
._-]+)+$","u"),aa={validate:Vr},Ld={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function it(e,{instancePath:r="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let t=null,s=0,d=it.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let g=s;
if(Array.isArray(e)){let q=!0,O=e.length;for(let R=0;R<O;R++){let j=e[R],E=s,z=s,ne=s;if(typeof j=="string"){if(!Ae.test(j)){let G={instancePath:r+"/"+R,schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:j};t===null?t=[G]:t.push(G),s++}}else{let G={instancePath:r+"/"+R,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Z.type,parentSchema:Z,data:j};t===null?t=[G]:t.push(G),s++}var u=z===s,b=E===s;b||(q=!1)}}else{let q={instancePath:r,schemaPath:"\
#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ld.type,parentSchema:Ld,data:e};t===null?t=[q]:t.push(q),s++}return it.errors=t,s===
0}it.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function gs(e,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let t=null,s=0,d=gs.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let g=s,u=s,b=!1,q=null,O=s;if(e&&typeof e=="object"&&!Array.isArray(
e)&&e.url===void 0){let Y={instancePath:r,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property\
 'url'",schema:ce.oneOf[0].required,parentSchema:ce.oneOf[0],data:e};t===null?t=[Y]:t.push(Y),s++}var j=O===s;j&&(b=!0,q=0);let R=s;if(e&&typeof e=="object"&&!Array.
isArray(e)&&e.body===void 0){let Y={instancePath:r,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"body"},message:"must have require\
d property 'body'",schema:ce.oneOf[1].required,parentSchema:ce.oneOf[1],data:e};t===null?t=[Y]:t.push(Y),s++}var j=R===s;if(j&&b)b=!1,q=[q,1];else{j&&(b=!0,q=1);
let Y=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===void 0){let K={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"\
base64"},message:"must have required property 'base64'",schema:ce.oneOf[2].required,parentSchema:ce.oneOf[2],data:e};t===null?t=[K]:t.push(K),s++}if(e.contentType===
void 0){let K={instancePath:r,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"contentType"},message:"must have required property 'co\
ntentType'",schema:ce.oneOf[2].required,parentSchema:ce.oneOf[2],data:e};t===null?t=[K]:t.push(K),s++}}var j=Y===s;if(j&&b)b=!1,q=[q,2];else{j&&(b=!0,q=2);let K=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.object===void 0){let Te={instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"\
object"},message:"must have required property 'object'",schema:ce.oneOf[3].required,parentSchema:ce.oneOf[3],data:e};t===null?t=[Te]:t.push(Te),s++}if(e.file===
void 0){let Te={instancePath:r,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"file"},message:"must have required property 'file'",schema:ce.
oneOf[3].required,parentSchema:ce.oneOf[3],data:e};t===null?t=[Te]:t.push(Te),s++}}var j=K===s;if(j&&b)b=!1,q=[q,3];else{j&&(b=!0,q=3);let Te=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.content===void 0){let X={instancePath:r,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"content"},message:"\
must have required property 'content'",schema:ce.oneOf[4].required,parentSchema:ce.oneOf[4],data:e};t===null?t=[X]:t.push(X),s++}var j=Te===s;if(j&&b)b=!1,q=[q,
4];else{j&&(b=!0,q=4);let X=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let Se={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"\
required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:ce.oneOf[5].required,parentSchema:ce.oneOf[5],data:e};t===null?t=
[Se]:t.push(Se),s++}if(e.results===void 0){let Se={instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"results"},message:"\
must have required property 'results'",schema:ce.oneOf[5].required,parentSchema:ce.oneOf[5],data:e};t===null?t=[Se]:t.push(Se),s++}if(e.message===void 0){let Se={
instancePath:r,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:ce.oneOf[5].
required,parentSchema:ce.oneOf[5],data:e};t===null?t=[Se]:t.push(Se),s++}}var j=X===s;j&&b?(b=!1,q=[q,5]):j&&(b=!0,q=5)}}}}if(b)s=u,t!==null&&(u?t.length=u:t=null);else{
let Y={instancePath:r,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:q},message:"must match exactly one schema in oneOf",schema:ce.oneOf,parentSchema:ce,
data:e};t===null?t=[Y]:t.push(Y),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let N={instancePath:r,schemaPath:"#/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:ce.required,parentSchema:ce,data:e};t===null?t=[N]:t.push(N),s++}
let Y=s;for(let N in e)if(!bs.call(ce.properties,N)){let K={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},
message:"must NOT have additional properties",schema:!1,parentSchema:ce,data:e};t===null?t=[K]:t.push(K),s++}if(e.url!==void 0){let N=e.url,K=s,de=s,Te=s;if(typeof N==
"string"){if(!Ae.test(N)){let ve={instancePath:r+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:N};t===null?t=[ve]:t.push(ve),s++}}else{let ve={instancePath:r+"/ur\
l",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:N};t===null?t=[ve]:t.push(
ve),s++}var E=de===s,z=K===s}if(e.list!==void 0){let N=e.list,K=s;if(typeof N!="boolean"){let ve={instancePath:r+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"boolean"},message:"must be boolean",schema:ce.properties.list.type,parentSchema:ce.properties.list,data:N};t===null?t=[ve]:t.push(ve),s++}let de=s;
var z=K===s}if(e.withKey!==void 0){let N=e.withKey,K=s;if(N!==!0){let Te={instancePath:r+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{
allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ce.properties.withKey,data:N};t===null?t=[Te]:t.push(Te),s++}var z=K===s}if(e.body!==
void 0){let N=e.body,K=s;if(N!==!0){let Te={instancePath:r+"/body",schemaPath:"#/properties/body/const",keyword:"const",params:{allowedValue:!0},message:"must b\
e equal to constant",schema:!0,parentSchema:ce.properties.body,data:N};t===null?t=[Te]:t.push(Te),s++}var z=K===s}if(e.base64!==void 0){let N=e.base64,K=s,de=s,
Te=s;if(typeof N=="string"){if(!Ae.test(N)){let X={instancePath:r+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[\
01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:N};t===null?t=[X]:t.push(X),s++}}else{let X={instancePath:r+
"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:N};t===null?t=[X]:t.
push(X),s++}var ne=de===s,z=K===s}if(e.contentType!==void 0){let N=e.contentType,K=s,de=ce.properties.contentType.enum;if(!(N==="video/mp4"||N==="video/quicktim\
e"||N==="video/webm"||N==="image/png"||N==="image/jpeg"||N==="image/webp"||N==="image/gif"||N==="audio/mpeg"||N==="audio/wav"||N==="model/gltf-binary")){let ve={
instancePath:r+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:ce.properties.contentType.enum},message:"must be e\
qual to one of the allowed values",schema:ce.properties.contentType.enum,parentSchema:ce.properties.contentType,data:N};t===null?t=[ve]:t.push(ve),s++}var z=K===
s}if(e.asked!==void 0){let N=e.asked,K=s,de=s;if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.at===void 0){let X={instancePath:r+"/asked",schemaPath:"#/proper\
ties/asked/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:ce.properties.asked.required,parentSchema:ce.
properties.asked,data:N};t===null?t=[X]:t.push(X),s++}if(N.is===void 0){let X={instancePath:r+"/asked",schemaPath:"#/properties/asked/required",keyword:"require\
d",params:{missingProperty:"is"},message:"must have required property 'is'",schema:ce.properties.asked.required,parentSchema:ce.properties.asked,data:N};t===null?
t=[X]:t.push(X),s++}let ve=s;for(let X in N)if(!(X==="at"||X==="is"||X==="model")){let qe={instancePath:r+"/asked",schemaPath:"#/properties/asked/additionalProp\
erties",keyword:"additionalProperties",params:{additionalProperty:X},message:"must NOT have additional properties",schema:!1,parentSchema:ce.properties.asked,data:N};
t===null?t=[qe]:t.push(qe),s++}if(N.at!==void 0){let X=N.at,qe=s,Se=s,Be=s;if(typeof X=="string"){if(!Ae.test(X)){let nt={instancePath:r+"/asked/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:X};t===null?t=[nt]:t.push(nt),s++}}else{let nt={instancePath:r+"/asked/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Z.type,parentSchema:Z,data:X};t===null?t=[nt]:t.push(nt),s++}var G=Se===s,B=qe===s}if(N.model!==void 0){let X=N.model,qe=s,
Se=s;if(Array.isArray(X)){if(X.length<1){let Qe={instancePath:r+"/asked/model",schemaPath:"#/properties/asked/properties/model/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ce.properties.asked.properties.model,data:X};t===null?t=[Qe]:t.push(Qe),s++}let nt=!0,
Pt=X.length;for(let Qe=0;Qe<Pt;Qe++){let Er=X[Qe],Ha=s,Eo=s;if(typeof Er=="string"){if(se(Er)<1){let yr={instancePath:r+"/asked/model/"+Qe,schemaPath:"#/propert\
ies/asked/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ce.properties.
asked.properties.model.items,data:Er};t===null?t=[yr]:t.push(yr),s++}}else{let yr={instancePath:r+"/asked/model/"+Qe,schemaPath:"#/properties/asked/properties/m\
odel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.properties.asked.properties.model.items.type,parentSchema:ce.properties.
asked.properties.model.items,data:Er};t===null?t=[yr]:t.push(yr),s++}var H=Ha===s;H||(nt=!1)}}else{let nt={instancePath:r+"/asked/model",schemaPath:"#/propertie\
s/asked/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ce.properties.asked.properties.model.type,parentSchema:ce.properties.
asked.properties.model,data:X};t===null?t=[nt]:t.push(nt),s++}var B=qe===s}}else{let ve={instancePath:r+"/asked",schemaPath:"#/properties/asked/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:ce.properties.asked.type,parentSchema:ce.properties.asked,data:N};t===null?t=[ve]:t.push(ve),s++}var z=K===
s}if(e.object!==void 0){let N=e.object,K=s,de=s,Te=s;if(typeof N=="string"){if(!Ae.test(N)){let X={instancePath:r+"/object",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:N};
t===null?t=[X]:t.push(X),s++}}else{let X={instancePath:r+"/object",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:Z.type,parentSchema:Z,data:N};t===null?t=[X]:t.push(X),s++}var he=de===s,z=K===s}if(e.file!==void 0){let N=e.file,K=s,de=s;if(typeof N=="string"){if(!ky.
test(N)){let ve={instancePath:r+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern:"^(/[A-Za-z0-9._-]+)+$"},message:'must match pa\
ttern "^(/[A-Za-z0-9._-]+)+$"',schema:"^(/[A-Za-z0-9._-]+)+$",parentSchema:ce.properties.file,data:N};t===null?t=[ve]:t.push(ve),s++}}else{let ve={instancePath:r+
"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ce.properties.file.type,parentSchema:ce.properties.
file,data:N};t===null?t=[ve]:t.push(ve),s++}var z=K===s}if(e.content!==void 0){let N=e.content,K=s,de=s,Te=s;if(typeof N=="string"){if(!yt.test(N)){let X={instancePath:r+
"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:N};t===null?
t=[X]:t.push(X),s++}}else{let X={instancePath:r+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$e.
type,parentSchema:$e,data:N};t===null?t=[X]:t.push(X),s++}var ie=de===s,z=K===s}if(e.query!==void 0){let N=e.query,K=s,de=s,Te=s;if(typeof N=="string"){if(!yt.test(
N)){let X={instancePath:r+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,
data:N};t===null?t=[X]:t.push(X),s++}}else{let X={instancePath:r+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:$e.type,parentSchema:$e,data:N};t===null?t=[X]:t.push(X),s++}var De=de===s,z=K===s}if(e.results!==void 0){let N=e.results,K=s;if(!aa.validate(N,{
instancePath:r+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))t=t===null?aa.validate.errors:t.concat(aa.validate.errors),s=t.
length;else var J=aa.validate.evaluated.props,ee=aa.validate.evaluated.items;var z=K===s}if(e.message!==void 0){let N=e.message,K=s;it(N,{instancePath:r+"/messa\
ge",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(t=t===null?it.errors:t.concat(it.errors),s=t.length);var z=K===s}if(e.pending!==void 0){
let N=e.pending,K=s,de=s;if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.status===void 0){let X={instancePath:r+"/pending",schemaPath:"#/properties/pending/re\
quired",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:ce.properties.pending.required,parentSchema:ce.
properties.pending,data:N};t===null?t=[X]:t.push(X),s++}if(N.body===void 0){let X={instancePath:r+"/pending",schemaPath:"#/properties/pending/required",keyword:"\
required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:ce.properties.pending.required,parentSchema:ce.properties.pending,
data:N};t===null?t=[X]:t.push(X),s++}let ve=s;for(let X in N)if(!(X==="status"||X==="body")){let qe={instancePath:r+"/pending",schemaPath:"#/properties/pending/\
additionalProperties",keyword:"additionalProperties",params:{additionalProperty:X},message:"must NOT have additional properties",schema:!1,parentSchema:ce.properties.
pending,data:N};t===null?t=[qe]:t.push(qe),s++}if(N.status!==void 0){let X=N.status,qe=s;if(!(typeof X=="number"&&!(X%1)&&!isNaN(X))){let Be={instancePath:r+"/p\
ending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:ce.properties.pending.
properties.status.type,parentSchema:ce.properties.pending.properties.status,data:X};t===null?t=[Be]:t.push(Be),s++}let Se=s;var we=qe===s}}else{let ve={instancePath:r+
"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ce.properties.pending.type,parentSchema:ce.
properties.pending,data:N};t===null?t=[ve]:t.push(ve),s++}var z=K===s}if(e.source!==void 0){let N=e.source,K=s,de=s,Te=s;if(typeof N=="string"){if(se(N)<1){let X={
instancePath:r+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:N};t===null?t=[X]:t.push(X),s++}}else{let X={instancePath:r+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:re.type,parentSchema:re,data:N};t===null?t=[X]:t.push(X),s++}var Ke=de===s,z=K===s}}else{let Y={instancePath:r,schemaPath:"#/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:ce.type,parentSchema:ce,data:e};t===null?t=[Y]:t.push(Y),s++}return gs.errors=t,s===0}gs.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function Vr(e,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let t=null,s=0,d=Vr.evaluated;
d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let g=s;if(Array.isArray(e)){if(e.length<1){let O={instancePath:r,schemaPath:"#/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Bo,data:e};t===null?t=[O]:t.push(O),s++}let b=!0,q=e.length;for(let O=0;O<
q;O++){let R=e[O],j=s;gs(R,{instancePath:r+"/"+O,parentData:e,parentDataProperty:O,rootData:o,dynamicAnchors:i})||(t=t===null?gs.errors:t.concat(gs.errors),s=t.
length);var u=j===s;u||(b=!1)}}else{let b={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Bo.type,parentSchema:Bo,
data:e};t===null?t=[b]:t.push(b),s++}return Vr.errors=t,s===0}Vr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function ft(e,{instancePath:r="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let t=null,s=0,d=ft.evaluated;d.dynamicProps&&(d.props=void 0),d.dynamicItems&&(d.items=void 0);let g=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===void 0){let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sub\
mit"},message:"must have required property 'submit'",schema:f.required,parentSchema:f,data:e};t===null?t=[k]:t.push(k),s++}if(e.rows===void 0){let k={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property 'rows'",schema:f.required,parentSchema:f,data:e};
t===null?t=[k]:t.push(k),s++}if(e.results===void 0){let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"results"},message:"\
must have required property 'results'",schema:f.required,parentSchema:f,data:e};t===null?t=[k]:t.push(k),s++}if(e.message===void 0){let k={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:f.required,parentSchema:f,data:e};t===null?
t=[k]:t.push(k),s++}if(e.code===void 0){let k={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"code"},message:"must have requ\
ired property 'code'",schema:f.required,parentSchema:f,data:e};t===null?t=[k]:t.push(k),s++}let Ya=s;for(let k in e)if(!bs.call(f.properties,k)){let be={instancePath:r,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:f,
data:e};t===null?t=[be]:t.push(be),s++}if(e.$comment!==void 0){let k=e.$comment,be=s,tt=s,Xt=s;if(typeof k=="string"){if(se(k)<1){let h={instancePath:r+"/$comme\
nt",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:dr,data:k};
t===null?t=[h]:t.push(h),s++}}else{let h={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:dr.type,parentSchema:dr,data:k};t===null?t=[h]:t.push(h),s++}var u=tt===s,b=be===s}if(e.submit!==void 0){let k=e.submit,be=s,tt=s;if(k&&typeof k=="\
object"&&!Array.isArray(k)){if(k.method===void 0){let c={instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"\
method"},message:"must have required property 'method'",schema:f.properties.submit.required,parentSchema:f.properties.submit,data:k};t===null?t=[c]:t.push(c),s++}
if(k.path===void 0){let c={instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"path"},message:"must h\
ave required property 'path'",schema:f.properties.submit.required,parentSchema:f.properties.submit,data:k};t===null?t=[c]:t.push(c),s++}if(k.source===void 0){let c={
instancePath:r+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:f.properties.submit.required,parentSchema:f.properties.submit,data:k};t===null?t=[c]:t.push(c),s++}let h=s;for(let c in k)if(!bs.call(f.properties.
submit.properties,c)){let S={instancePath:r+"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},
message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.submit,data:k};t===null?t=[S]:t.push(S),s++}if(k.method!==void 0){let c=k.method,
S=s,I=f.properties.submit.properties.method.enum;if(!(c==="POST"||c==="PUT")){let C={instancePath:r+"/submit/method",schemaPath:"#/properties/submit/properties/\
method/enum",keyword:"enum",params:{allowedValues:f.properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:f.properties.
submit.properties.method.enum,parentSchema:f.properties.submit.properties.method,data:c};t===null?t=[C]:t.push(C),s++}var q=S===s}if(k.path!==void 0){let c=k.path,
S=s,I=s,C=s;if(typeof c=="string"){if(!yt.test(c)){let l={instancePath:r+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},
message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:c};t===null?t=[l]:t.push(l),s++}}else{let l={instancePath:r+"/submit/path",schemaPath:"#/$def\
s/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$e.type,parentSchema:$e,data:c};t===null?t=[l]:t.push(l),s++}var O=I===s,q=S===
s}if(k.paths!==void 0){let c=k.paths,S=s;hs(c,{instancePath:r+"/submit/paths",parentData:k,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(t=t===null?
hs.errors:t.concat(hs.errors),s=t.length);var q=S===s}if(k.headers!==void 0){let c=k.headers,S=s,I=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let p=s;for(let l in c){
let v=c[l],M=s,A=s;if(typeof v=="string"){if(!Fd.test(v)){let y={instancePath:r+"/submit/headers/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/proper\
ties/submit/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',
schema:"^[\\x20-\\x7e]*$",parentSchema:f.properties.submit.properties.headers.additionalProperties,data:v};t===null?t=[y]:t.push(y),s++}}else{let y={instancePath:r+
"/submit/headers/"+l.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:f.properties.submit.properties.headers.additionalProperties.type,parentSchema:f.properties.submit.properties.headers.
additionalProperties,data:v};t===null?t=[y]:t.push(y),s++}var R=M===s}}else{let p={instancePath:r+"/submit/headers",schemaPath:"#/properties/submit/properties/h\
eaders/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.submit.properties.headers.type,parentSchema:f.properties.submit.
properties.headers,data:c};t===null?t=[p]:t.push(p),s++}var q=S===s}if(k.encoding!==void 0){let c=k.encoding,S=s,I=s,C=en.enum;if(!(c==="json"||c==="form")){let l={
instancePath:r+"/submit/encoding",schemaPath:"#/$defs/encoding/enum",keyword:"enum",params:{allowedValues:en.enum},message:"must be equal to one of the allowed \
values",schema:en.enum,parentSchema:en,data:c};t===null?t=[l]:t.push(l),s++}var j=I===s,q=S===s}if(k.status!==void 0){let c=k.status,S=s;if(!(typeof c=="number"&&
!(c%1)&&!isNaN(c))){let p={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"\
must be integer",schema:f.properties.submit.properties.status.type,parentSchema:f.properties.submit.properties.status,data:c};t===null?t=[p]:t.push(p),s++}let I=s;
if(typeof c=="number"){if(c>299||isNaN(c)){let p={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:299},message:"must be <= 299",schema:299,parentSchema:f.properties.submit.properties.status,data:c};t===null?t=[p]:t.push(p),s++}if(c<200||
isNaN(c)){let p={instancePath:r+"/submit/status",schemaPath:"#/properties/submit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},
message:"must be >= 200",schema:200,parentSchema:f.properties.submit.properties.status,data:c};t===null?t=[p]:t.push(p),s++}}var q=S===s}if(k.ignored!==void 0){
let c=k.ignored,S=s,I=s;if(Array.isArray(c)){if(c.length<1){let v={instancePath:r+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/minItems",
keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.submit.properties.ignored,data:c};t===null?t=[
v]:t.push(v),s++}let p=!0,l=c.length;for(let v=0;v<l;v++){let M=c[v],A=s,y=s,$=s;if(typeof M=="string"){if(!Ae.test(M)){let x={instancePath:r+"/submit/ignored/"+
v,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/\
([^/~]|~[01])+)+$",parentSchema:Z,data:M};t===null?t=[x]:t.push(x),s++}}else{let x={instancePath:r+"/submit/ignored/"+v,schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:M};t===null?t=[x]:t.push(x),s++}var E=y===s,z=A===s;z||(p=!1)}}else{let p={
instancePath:r+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.
properties.submit.properties.ignored.type,parentSchema:f.properties.submit.properties.ignored,data:c};t===null?t=[p]:t.push(p),s++}var q=S===s}if(k.implied!==void 0){
let c=k.implied,S=s,I=s;if(Array.isArray(c)){if(c.length<1){let v={instancePath:r+"/submit/implied",schemaPath:"#/properties/submit/properties/implied/minItems",
keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.submit.properties.implied,data:c};t===null?t=[
v]:t.push(v),s++}let p=!0,l=c.length;for(let v=0;v<l;v++){let M=c[v],A=s,y=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.at===void 0){let x={instancePath:r+
"/submit/implied/"+v,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have requ\
ired property 'at'",schema:f.properties.submit.properties.implied.items.required,parentSchema:f.properties.submit.properties.implied.items,data:M};t===null?t=[x]:
t.push(x),s++}if(M.is===void 0){let x={instancePath:r+"/submit/implied/"+v,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"required",
params:{missingProperty:"is"},message:"must have required property 'is'",schema:f.properties.submit.properties.implied.items.required,parentSchema:f.properties.
submit.properties.implied.items,data:M};t===null?t=[x]:t.push(x),s++}let $=s;for(let x in M)if(!(x==="at"||x==="is")){let F={instancePath:r+"/submit/implied/"+v,
schemaPath:"#/properties/submit/properties/implied/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT ha\
ve additional properties",schema:!1,parentSchema:f.properties.submit.properties.implied.items,data:M};t===null?t=[F]:t.push(F),s++}if(M.at!==void 0){let x=M.at,
F=s,_=s,w=s;if(typeof x=="string"){if(!Ae.test(x)){let P={instancePath:r+"/submit/implied/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:x};t===null?t=[P]:t.push(P),
s++}}else{let P={instancePath:r+"/submit/implied/"+v+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:x};t===null?t=[P]:t.push(P),s++}var ne=_===s,G=F===s}if(M.is!==void 0){let x=M.is,F=s,_=s;if(Array.isArray(x)){if(x.length<1){let P={instancePath:r+
"/submit/implied/"+v+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:f.properties.submit.properties.implied.items.properties.is,data:x};t===null?t=[P]:t.push(P),s++}}else{let P={instancePath:r+
"/submit/implied/"+v+"/is",schemaPath:"#/properties/submit/properties/implied/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be ar\
ray",schema:f.properties.submit.properties.implied.items.properties.is.type,parentSchema:f.properties.submit.properties.implied.items.properties.is,data:x};t===
null?t=[P]:t.push(P),s++}var G=F===s}}else{let $={instancePath:r+"/submit/implied/"+v,schemaPath:"#/properties/submit/properties/implied/items/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:f.properties.submit.properties.implied.items.type,parentSchema:f.properties.submit.properties.implied.
items,data:M};t===null?t=[$]:t.push($),s++}var B=A===s;B||(p=!1)}}else{let p={instancePath:r+"/submit/implied",schemaPath:"#/properties/submit/properties/implie\
d/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.submit.properties.implied.type,parentSchema:f.properties.submit.properties.
implied,data:c};t===null?t=[p]:t.push(p),s++}var q=S===s}if(k.source!==void 0){let c=k.source,S=s,I=s,C=s;if(typeof c=="string"){if(se(c)<1){let l={instancePath:r+
"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:c};t===null?t=[l]:t.push(l),s++}}else{let l={instancePath:r+"/submit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:c};t===null?t=[l]:t.push(l),s++}var H=I===s,q=S===s}}else{let h={instancePath:r+"/submit",schemaPath:"#/prop\
erties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.submit.type,parentSchema:f.properties.submit,data:k};t===
null?t=[h]:t.push(h),s++}var b=be===s}if(e.rows!==void 0){let k=e.rows,be=s,tt=s;if(Array.isArray(k)){if(k.length<1){let S={instancePath:r+"/rows",schemaPath:"#\
/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.rows,data:k};t===null?
t=[S]:t.push(S),s++}let h=!0,c=k.length;for(let S=0;S<c;S++){let I=k[S],C=s;fs(I,{instancePath:r+"/rows/"+S,parentData:k,parentDataProperty:S,rootData:o,dynamicAnchors:i})||
(t=t===null?fs.errors:t.concat(fs.errors),s=t.length);var he=C===s;he||(h=!1)}}else{let h={instancePath:r+"/rows",schemaPath:"#/properties/rows/type",keyword:"t\
ype",params:{type:"array"},message:"must be array",schema:f.properties.rows.type,parentSchema:f.properties.rows,data:k};t===null?t=[h]:t.push(h),s++}var b=be===
s}if(e.drops!==void 0){let k=e.drops,be=s,tt=s;if(Array.isArray(k)){let h=!0,c=k.length;for(let S=0;S<c;S++){let I=k[S],C=s,p=s;if(I&&typeof I=="object"&&!Array.
isArray(I)){if(I.parameter===void 0){let v={instancePath:r+"/drops/"+S,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"\
parameter"},message:"must have required property 'parameter'",schema:f.properties.drops.items.required,parentSchema:f.properties.drops.items,data:I};t===null?t=
[v]:t.push(v),s++}if(I.reason===void 0){let v={instancePath:r+"/drops/"+S,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:f.properties.drops.items.required,parentSchema:f.properties.drops.items,data:I};t===null?t=[v]:t.
push(v),s++}if(I.source===void 0){let v={instancePath:r+"/drops/"+S,schemaPath:"#/properties/drops/items/required",keyword:"required",params:{missingProperty:"s\
ource"},message:"must have required property 'source'",schema:f.properties.drops.items.required,parentSchema:f.properties.drops.items,data:I};t===null?t=[v]:t.push(
v),s++}let l=s;for(let v in I)if(!(v==="parameter"||v==="values"||v==="when"||v==="reason"||v==="source")){let M={instancePath:r+"/drops/"+S,schemaPath:"#/prope\
rties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:f.
properties.drops.items,data:I};t===null?t=[M]:t.push(M),s++}if(I.parameter!==void 0){let v=I.parameter,M=s;if(typeof v!="string"){let y={instancePath:r+"/drops/"+
S+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.
drops.items.properties.parameter.type,parentSchema:f.properties.drops.items.properties.parameter,data:v};t===null?t=[y]:t.push(y),s++}let A=s;var ie=M===s}if(I.
values!==void 0){let v=I.values,M=s,A=s;if(Array.isArray(v)){if(v.length<1){let $={instancePath:r+"/drops/"+S+"/values",schemaPath:"#/properties/drops/items/pro\
perties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.drops.items.properties.
values,data:v};t===null?t=[$]:t.push($),s++}}else{let $={instancePath:r+"/drops/"+S+"/values",schemaPath:"#/properties/drops/items/properties/values/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:f.properties.drops.items.properties.values.type,parentSchema:f.properties.drops.items.properties.values,
data:v};t===null?t=[$]:t.push($),s++}var ie=M===s}if(I.when!==void 0){let v=I.when,M=s;gt(v,{instancePath:r+"/drops/"+S+"/when",parentData:I,parentDataProperty:"\
when",rootData:o,dynamicAnchors:i})||(t=t===null?gt.errors:t.concat(gt.errors),s=t.length);var ie=M===s}if(I.reason!==void 0){let v=I.reason,M=s,A=s;if(typeof v==
"string"){if(se(v)<1){let $={instancePath:r+"/drops/"+S+"/reason",schemaPath:"#/properties/drops/items/properties/reason/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.drops.items.properties.reason,data:v};t===null?t=[$]:t.push($),s++}}else{
let $={instancePath:r+"/drops/"+S+"/reason",schemaPath:"#/properties/drops/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:f.properties.drops.items.properties.reason.type,parentSchema:f.properties.drops.items.properties.reason,data:v};t===null?t=[$]:t.push($),s++}var ie=M===
s}if(I.source!==void 0){let v=I.source,M=s,A=s,y=s;if(typeof v=="string"){if(se(v)<1){let x={instancePath:r+"/drops/"+S+"/source",schemaPath:"#/$defs/source/min\
Length",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:v};t===null?t=[x]:t.push(x),s++}}else{
let x={instancePath:r+"/drops/"+S+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,
data:v};t===null?t=[x]:t.push(x),s++}var De=A===s,ie=M===s}}else{let l={instancePath:r+"/drops/"+S,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:f.properties.drops.items.type,parentSchema:f.properties.drops.items,data:I};t===null?t=[l]:t.push(l),s++}var J=C===
s;J||(h=!1)}}else{let h={instancePath:r+"/drops",schemaPath:"#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.
drops.type,parentSchema:f.properties.drops,data:k};t===null?t=[h]:t.push(h),s++}var b=be===s}if(e.needs!==void 0){let k=e.needs,be=s,tt=s;if(k&&typeof k=="objec\
t"&&!Array.isArray(k)){let h=s;for(let c in k){let S=k[c],I=s,C=s;if(S&&typeof S=="object"&&!Array.isArray(S)){if(S.reason===void 0){let l={instancePath:r+"/nee\
ds/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},
message:"must have required property 'reason'",schema:f.properties.needs.additionalProperties.required,parentSchema:f.properties.needs.additionalProperties,data:S};
t===null?t=[l]:t.push(l),s++}if(S.source===void 0){let l={instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/addit\
ionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.needs.additionalProperties.
required,parentSchema:f.properties.needs.additionalProperties,data:S};t===null?t=[l]:t.push(l),s++}let p=s;for(let l in S)if(!(l==="reason"||l==="source")){let v={
instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalP\
roperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.needs.additionalProperties,data:S};t===
null?t=[v]:t.push(v),s++}if(S.reason!==void 0){let l=S.reason,v=s,M=s;if(typeof l=="string"){if(se(l)<1){let A={instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(
/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT ha\
ve fewer than 1 characters",schema:1,parentSchema:f.properties.needs.additionalProperties.properties.reason,data:l};t===null?t=[A]:t.push(A),s++}}else{let A={instancePath:r+
"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:f.properties.needs.additionalProperties.properties.reason.type,parentSchema:f.properties.needs.additionalProperties.
properties.reason,data:l};t===null?t=[A]:t.push(A),s++}var ee=v===s}if(S.source!==void 0){let l=S.source,v=s,M=s,A=s;if(typeof l=="string"){if(se(l)<1){let $={instancePath:r+
"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:re,data:l};t===null?t=[$]:t.push($),s++}}else{let $={instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"\
~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:l};t===null?t=
[$]:t.push($),s++}var we=M===s,ee=v===s}}else{let p={instancePath:r+"/needs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additional\
Properties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.needs.additionalProperties.type,parentSchema:f.properties.needs.
additionalProperties,data:S};t===null?t=[p]:t.push(p),s++}var Ke=I===s}}else{let h={instancePath:r+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:f.properties.needs.type,parentSchema:f.properties.needs,data:k};t===null?t=[h]:t.push(h),s++}var b=be===s}
if(e.lacks!==void 0){let k=e.lacks,be=s,tt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){let h=s;for(let c in k){let S=k[c],I=s,C=s;if(S&&typeof S=="object"&&!Array.
isArray(S)){if(S.reason===void 0){let l={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/r\
equired",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:f.properties.lacks.additionalProperties.required,
parentSchema:f.properties.lacks.additionalProperties,data:S};t===null?t=[l]:t.push(l),s++}if(S.source===void 0){let l={instancePath:r+"/lacks/"+c.replace(/~/g,"\
~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have r\
equired property 'source'",schema:f.properties.lacks.additionalProperties.required,parentSchema:f.properties.lacks.additionalProperties,data:S};t===null?t=[l]:t.
push(l),s++}let p=s;for(let l in S)if(!(l==="reason"||l==="source")){let v={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/prop\
erties/lacks/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional propertie\
s",schema:!1,parentSchema:f.properties.lacks.additionalProperties,data:S};t===null?t=[v]:t.push(v),s++}if(S.reason!==void 0){let l=S.reason,v=s,M=s;if(typeof l==
"string"){if(se(l)<1){let A={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/pro\
perties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.lacks.additionalProperties.
properties.reason,data:l};t===null?t=[A]:t.push(A),s++}}else{let A={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/pr\
operties/lacks/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.lacks.additionalProperties.
properties.reason.type,parentSchema:f.properties.lacks.additionalProperties.properties.reason,data:l};t===null?t=[A]:t.push(A),s++}var Y=v===s}if(S.source!==void 0){
let l=S.source,v=s,M=s,A=s;if(typeof l=="string"){if(se(l)<1){let $={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$\
defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:l};t===null?t=[$]:t.push(
$),s++}}else{let $={instancePath:r+"/lacks/"+c.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:re.type,parentSchema:re,data:l};t===null?t=[$]:t.push($),s++}var N=M===s,Y=v===s}}else{let p={instancePath:r+"/lacks/"+c.
replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:f.properties.lacks.additionalProperties.type,parentSchema:f.properties.lacks.additionalProperties,data:S};t===null?t=[p]:t.push(p),s++}var K=I===s}}else{
let h={instancePath:r+"/lacks",schemaPath:"#/properties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.lacks.type,
parentSchema:f.properties.lacks,data:k};t===null?t=[h]:t.push(h),s++}var b=be===s}if(e.id!==void 0){let k=e.id,be=s,tt=s,Xt=s;if(typeof k=="string"){if(!Ae.test(
k)){let c={instancePath:r+"/id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/(\
[^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:k};t===null?t=[c]:t.push(c),s++}}else{let c={instancePath:r+"/id",schemaPath:"#/$defs/point\
er/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:k};t===null?t=[c]:t.push(c),s++}var de=tt===s,b=be===s}
if(e.idForm!==void 0){let k=e.idForm,be=s,tt=s;if(typeof k=="string"){if(!by.test(k)){let h={instancePath:r+"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"\
pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{\
}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:f.properties.idForm,data:k};t===null?t=[h]:t.push(h),s++}}else{let h={instancePath:r+"/idForm",schemaPath:"#/prop\
erties/idForm/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.idForm.type,parentSchema:f.properties.idForm,data:k};t===
null?t=[h]:t.push(h),s++}var b=be===s}if(e.queryId!==void 0){let k=e.queryId,be=s,tt=s,Xt=s;if(typeof k=="string"){if(!Ae.test(k)){let c={instancePath:r+"/query\
Id",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^\
(/([^/~]|~[01])+)+$",parentSchema:Z,data:k};t===null?t=[c]:t.push(c),s++}}else{let c={instancePath:r+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:k};t===null?t=[c]:t.push(c),s++}var Te=tt===s,b=be===s}if(e.query!==void 0){let k=e.
query,be=s,tt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.method===void 0){let S={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"\
required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:f.properties.query.required,parentSchema:f.properties.query,data:k};
t===null?t=[S]:t.push(S),s++}if(k.path===void 0){let S={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"\
path"},message:"must have required property 'path'",schema:f.properties.query.required,parentSchema:f.properties.query,data:k};t===null?t=[S]:t.push(S),s++}if(k.
source===void 0){let S={instancePath:r+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have\
 required property 'source'",schema:f.properties.query.required,parentSchema:f.properties.query,data:k};t===null?t=[S]:t.push(S),s++}let h=s;for(let S in k)if(!(S===
"method"||S==="path"||S==="paths"||S==="at"||S==="hosts"||S==="body"||S==="source")){let I={instancePath:r+"/query",schemaPath:"#/properties/query/additionalPro\
perties",keyword:"additionalProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.query,data:k};
t===null?t=[I]:t.push(I),s++}if(k.method!==void 0){let S=k.method,I=s,C=f.properties.query.properties.method.enum;if(!(S==="GET"||S==="POST"||S==="PUT"||S==="DE\
LETE")){let p={instancePath:r+"/query/method",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:f.properties.query.properties.
method.enum},message:"must be equal to one of the allowed values",schema:f.properties.query.properties.method.enum,parentSchema:f.properties.query.properties.method,
data:S};t===null?t=[p]:t.push(p),s++}var ve=I===s}if(k.path!==void 0){let S=k.path,I=s,C=s,p=s;if(typeof S=="string"){if(!yt.test(S)){let v={instancePath:r+"/qu\
ery/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:S};t===null?
t=[v]:t.push(v),s++}}else{let v={instancePath:r+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$e.
type,parentSchema:$e,data:S};t===null?t=[v]:t.push(v),s++}var X=C===s,ve=I===s}if(k.paths!==void 0){let S=k.paths,I=s;ys(S,{instancePath:r+"/query/paths",parentData:k,
parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(t=t===null?ys.errors:t.concat(ys.errors),s=t.length);var ve=I===s}if(k.at!==void 0){let S=k.at,I=s,C=s,
p=s;if(typeof S=="string"){if(!Ae.test(S)){let v={instancePath:r+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~\
[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:S};t===null?t=[v]:t.push(v),s++}}else{let v={instancePath:r+
"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:S};t===null?t=[v]:
t.push(v),s++}var qe=C===s,ve=I===s}if(k.hosts!==void 0){let S=k.hosts,I=s,C=s;if(Array.isArray(S)){if(S.length<1){let M={instancePath:r+"/query/hosts",schemaPath:"\
#/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.
query.properties.hosts,data:S};t===null?t=[M]:t.push(M),s++}let l=!0,v=S.length;for(let M=0;M<v;M++){let A=S[M],y=s,$=s;if(typeof A=="string"){if(!wy.test(A)){let x={
instancePath:r+"/query/hosts/"+M,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-\
]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:f.properties.query.properties.
hosts.items,data:A};t===null?t=[x]:t.push(x),s++}}else{let x={instancePath:r+"/query/hosts/"+M,schemaPath:"#/properties/query/properties/hosts/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:f.properties.query.properties.hosts.items.type,parentSchema:f.properties.query.properties.hosts.items,
data:A};t===null?t=[x]:t.push(x),s++}var Se=y===s;Se||(l=!1)}}else{let l={instancePath:r+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:f.properties.query.properties.hosts.type,parentSchema:f.properties.query.properties.hosts,data:S};t===
null?t=[l]:t.push(l),s++}var ve=I===s}if(k.body!==void 0){let S=k.body,I=s;Nt(S,{instancePath:r+"/query/body",parentData:k,parentDataProperty:"body",rootData:o,
dynamicAnchors:i})||(t=t===null?Nt.errors:t.concat(Nt.errors),s=t.length);var ve=I===s}if(k.source!==void 0){let S=k.source,I=s,C=s,p=s;if(typeof S=="string"){if(se(
S)<1){let v={instancePath:r+"/query/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 chara\
cters",schema:1,parentSchema:re,data:S};t===null?t=[v]:t.push(v),s++}}else{let v={instancePath:r+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:S};t===null?t=[v]:t.push(v),s++}var Be=C===s,ve=I===s}let c;if(k.at!==void 0&&
k.hosts===void 0){let S={instancePath:r+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"\
hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when property at is present",schema:f.properties.query.dependentRequired,parentSchema:f.properties.
query,data:k};t===null?t=[S]:t.push(S),s++}if(k.hosts!==void 0&&k.at===void 0){let S={instancePath:r+"/query",schemaPath:"#/properties/query/dependentRequired",
keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when property hosts is present",
schema:f.properties.query.dependentRequired,parentSchema:f.properties.query,data:k};t===null?t=[S]:t.push(S),s++}}else{let h={instancePath:r+"/query",schemaPath:"\
#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.query.type,parentSchema:f.properties.query,data:k};t===
null?t=[h]:t.push(h),s++}var b=be===s}if(e.list!==void 0){let k=e.list,be=s,tt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.path===void 0){let c={instancePath:r+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:f.properties.
list.required,parentSchema:f.properties.list,data:k};t===null?t=[c]:t.push(c),s++}if(k.filter===void 0){let c={instancePath:r+"/list",schemaPath:"#/properties/l\
ist/required",keyword:"required",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:f.properties.list.required,parentSchema:f.
properties.list,data:k};t===null?t=[c]:t.push(c),s++}if(k.limit===void 0){let c={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"require\
d",params:{missingProperty:"limit"},message:"must have required property 'limit'",schema:f.properties.list.required,parentSchema:f.properties.list,data:k};t===null?
t=[c]:t.push(c),s++}if(k.items===void 0){let c={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},
message:"must have required property 'items'",schema:f.properties.list.required,parentSchema:f.properties.list,data:k};t===null?t=[c]:t.push(c),s++}if(k.source===
void 0){let c={instancePath:r+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"source"},message:"must have required p\
roperty 'source'",schema:f.properties.list.required,parentSchema:f.properties.list,data:k};t===null?t=[c]:t.push(c),s++}let h=s;for(let c in k)if(!(c==="path"||
c==="filter"||c==="limit"||c==="items"||c==="within"||c==="source")){let S={instancePath:r+"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.list,data:k};t===null?t=[S]:
t.push(S),s++}if(k.path!==void 0){let c=k.path,S=s,I=s,C=s;if(typeof c=="string"){if(!yt.test(c)){let p={instancePath:r+"/list/path",schemaPath:"#/$defs/path/pa\
ttern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:c};t===null?t=[p]:t.push(p),s++}}else{let p={instancePath:r+
"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$e.type,parentSchema:$e,data:c};t===null?t=[p]:
t.push(p),s++}var nt=I===s,Pt=S===s}if(k.filter!==void 0){let c=k.filter,S=s,I=s;if(typeof c=="string"){if(se(c)<1){let p={instancePath:r+"/list/filter",schemaPath:"\
#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.
list.properties.filter,data:c};t===null?t=[p]:t.push(p),s++}}else{let p={instancePath:r+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:f.properties.list.properties.filter.type,parentSchema:f.properties.list.properties.filter,data:c};t===
null?t=[p]:t.push(p),s++}var Pt=S===s}if(k.limit!==void 0){let c=k.limit,S=s;if(!(typeof c=="number"&&!(c%1)&&!isNaN(c))){let p={instancePath:r+"/list/limit",schemaPath:"\
#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:f.properties.list.properties.limit.type,parentSchema:f.
properties.list.properties.limit,data:c};t===null?t=[p]:t.push(p),s++}let I=s;if(typeof c=="number"){if(c>500||isNaN(c)){let p={instancePath:r+"/list/limit",schemaPath:"\
#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:f.properties.list.
properties.limit,data:c};t===null?t=[p]:t.push(p),s++}if(c<2||isNaN(c)){let p={instancePath:r+"/list/limit",schemaPath:"#/properties/list/properties/limit/minim\
um",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:f.properties.list.properties.limit,data:c};t===null?t=[p]:t.
push(p),s++}}var Pt=S===s}if(k.items!==void 0){let c=k.items,S=s,I=s,C=s;if(typeof c=="string"){if(!Ae.test(c)){let l={instancePath:r+"/list/items",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:c};t===null?t=[l]:t.push(l),s++}}else{let l={instancePath:r+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};t===null?t=[l]:t.push(l),s++}var Qe=I===s,Pt=S===s}if(k.within!==void 0){let c=k.within,S=s,
I=s,C=s;if(typeof c=="string"){if(!Ae.test(c)){let l={instancePath:r+"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/(\
[^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};t===null?t=[l]:t.push(l),s++}}else{let l={
instancePath:r+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};
t===null?t=[l]:t.push(l),s++}var Er=I===s,Pt=S===s}if(k.source!==void 0){let c=k.source,S=s,I=s,C=s;if(typeof c=="string"){if(se(c)<1){let l={instancePath:r+"/l\
ist/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:c};t===null?t=[l]:t.push(l),s++}}else{let l={instancePath:r+"/list/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:c};t===null?t=[l]:t.push(l),s++}var Ha=I===s,Pt=S===s}}else{let h={instancePath:r+"/list",schemaPath:"#/prop\
erties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.list.type,parentSchema:f.properties.list,data:k};t===null?t=
[h]:t.push(h),s++}var b=be===s}if(e.history!==void 0){let k=e.history,be=s,tt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.paths===void 0){let c={instancePath:r+
"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"paths"},message:"must have required property 'paths'",schema:f.
properties.history.required,parentSchema:f.properties.history,data:k};t===null?t=[c]:t.push(c),s++}if(k.items===void 0){let c={instancePath:r+"/history",schemaPath:"\
#/properties/history/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property 'items'",schema:f.properties.history.required,
parentSchema:f.properties.history,data:k};t===null?t=[c]:t.push(c),s++}if(k.next===void 0){let c={instancePath:r+"/history",schemaPath:"#/properties/history/req\
uired",keyword:"required",params:{missingProperty:"next"},message:"must have required property 'next'",schema:f.properties.history.required,parentSchema:f.properties.
history,data:k};t===null?t=[c]:t.push(c),s++}if(k.created===void 0){let c={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"require\
d",params:{missingProperty:"created"},message:"must have required property 'created'",schema:f.properties.history.required,parentSchema:f.properties.history,data:k};
t===null?t=[c]:t.push(c),s++}if(k.source===void 0){let c={instancePath:r+"/history",schemaPath:"#/properties/history/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:f.properties.history.required,parentSchema:f.properties.history,data:k};t===null?t=[c]:t.push(c),
s++}let h=s;for(let c in k)if(!(c==="paths"||c==="items"||c==="within"||c==="created"||c==="size"||c==="next"||c==="source")){let S={instancePath:r+"/history",schemaPath:"\
#/properties/history/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,
parentSchema:f.properties.history,data:k};t===null?t=[S]:t.push(S),s++}if(k.paths!==void 0){let c=k.paths,S=s,I=s;if(Array.isArray(c)){if(c.length<1){let A={instancePath:r+
"/history/paths",schemaPath:"#/properties/history/properties/paths/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:f.properties.history.properties.paths,data:c};t===null?t=[A]:t.push(A),s++}let C=!0,p=c.length;for(let A=0;A<p;A++){let y=c[A],$=s,x=s,F=s;if(typeof y==
"string"){if(!yt.test(y)){let _={instancePath:r+"/history/paths/"+A,schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must matc\
h pattern "^/"',schema:"^/",parentSchema:$e,data:y};t===null?t=[_]:t.push(_),s++}}else{let _={instancePath:r+"/history/paths/"+A,schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:$e.type,parentSchema:$e,data:y};t===null?t=[_]:t.push(_),s++}var Eo=x===s,yr=$===s;yr||(C=
!1)}let l,v=c.length,M;if(l=!0,v>1){e:for(;v--;)for(M=v;M--;)if(gy(c[v],c[M])){let A={instancePath:r+"/history/paths",schemaPath:"#/properties/history/propertie\
s/paths/uniqueItems",keyword:"uniqueItems",params:{i:v,j:M},message:"must NOT have duplicate items (items ## "+M+" and "+v+" are identical)",schema:!0,parentSchema:f.
properties.history.properties.paths,data:c};t===null?t=[A]:t.push(A),s++,l=!1;break e}}}else{let C={instancePath:r+"/history/paths",schemaPath:"#/properties/his\
tory/properties/paths/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.history.properties.paths.type,parentSchema:f.properties.
history.properties.paths,data:c};t===null?t=[C]:t.push(C),s++}var zt=S===s}if(k.items!==void 0){let c=k.items,S=s,I=s,C=s;if(typeof c=="string"){if(!Ae.test(c)){
let l={instancePath:r+"/history/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match patter\
n "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};t===null?t=[l]:t.push(l),s++}}else{let l={instancePath:r+"/history/items",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};t===null?t=[l]:t.push(l),s++}var Wf=I===
s,zt=S===s}if(k.within!==void 0){let c=k.within,S=s,I=s,C=s;if(typeof c=="string"){if(!Ae.test(c)){let l={instancePath:r+"/history/within",schemaPath:"#/$defs/p\
ointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:c};t===null?t=[l]:t.push(l),s++}}else{let l={instancePath:r+"/history/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Z.type,parentSchema:Z,data:c};t===null?t=[l]:t.push(l),s++}var Mr=I===s,zt=S===s}if(k.created!==void 0){let c=k.created,S=s,I=s;if(c&&typeof c==
"object"&&!Array.isArray(c)){if(c.at===void 0){let l={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/required",keyword:"r\
equired",params:{missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.history.properties.created.required,parentSchema:f.properties.
history.properties.created,data:c};t===null?t=[l]:t.push(l),s++}if(c.as===void 0){let l={instancePath:r+"/history/created",schemaPath:"#/properties/history/prop\
erties/created/required",keyword:"required",params:{missingProperty:"as"},message:"must have required property 'as'",schema:f.properties.history.properties.created.
required,parentSchema:f.properties.history.properties.created,data:c};t===null?t=[l]:t.push(l),s++}let p=s;for(let l in c)if(!(l==="at"||l==="as")){let v={instancePath:r+
"/history/created",schemaPath:"#/properties/history/properties/created/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"\
must NOT have additional properties",schema:!1,parentSchema:f.properties.history.properties.created,data:c};t===null?t=[v]:t.push(v),s++}if(c.at!==void 0){let l=c.
at,v=s,M=s,A=s;if(typeof l=="string"){if(!Ae.test(l)){let y={instancePath:r+"/history/created/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:l};t===null?t=[y]:t.push(y),
s++}}else{let y={instancePath:r+"/history/created/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:l};t===null?t=[y]:t.push(y),s++}var Hf=M===s,ld=v===s}if(c.as!==void 0){let l=c.as,v=s,M=f.properties.history.properties.created.properties.
as.enum;if(!(l==="seconds"||l==="milliseconds"||l==="date")){let y={instancePath:r+"/history/created/as",schemaPath:"#/properties/history/properties/created/pro\
perties/as/enum",keyword:"enum",params:{allowedValues:f.properties.history.properties.created.properties.as.enum},message:"must be equal to one of the allowed v\
alues",schema:f.properties.history.properties.created.properties.as.enum,parentSchema:f.properties.history.properties.created.properties.as,data:l};t===null?t=[
y]:t.push(y),s++}var ld=v===s}}else{let p={instancePath:r+"/history/created",schemaPath:"#/properties/history/properties/created/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:f.properties.history.properties.created.type,parentSchema:f.properties.history.properties.created,data:c};t===null?t=[p]:
t.push(p),s++}var zt=S===s}if(k.size!==void 0){let c=k.size,S=s,I=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.parameter===void 0){let l={instancePath:r+
"/history/size",schemaPath:"#/properties/history/properties/size/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required p\
roperty 'parameter'",schema:f.properties.history.properties.size.required,parentSchema:f.properties.history.properties.size,data:c};t===null?t=[l]:t.push(l),s++}
if(c.most===void 0){let l={instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/required",keyword:"required",params:{missingProperty:"\
most"},message:"must have required property 'most'",schema:f.properties.history.properties.size.required,parentSchema:f.properties.history.properties.size,data:c};
t===null?t=[l]:t.push(l),s++}let p=s;for(let l in c)if(!(l==="parameter"||l==="most")){let v={instancePath:r+"/history/size",schemaPath:"#/properties/history/pr\
operties/size/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:f.
properties.history.properties.size,data:c};t===null?t=[v]:t.push(v),s++}if(c.parameter!==void 0){let l=c.parameter,v=s,M=s;if(typeof l=="string"){if(se(l)<1){let A={
instancePath:r+"/history/size/parameter",schemaPath:"#/properties/history/properties/size/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.history.properties.size.properties.parameter,data:l};t===null?t=[A]:t.push(A),s++}}else{
let A={instancePath:r+"/history/size/parameter",schemaPath:"#/properties/history/properties/size/properties/parameter/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:f.properties.history.properties.size.properties.parameter.type,parentSchema:f.properties.history.properties.size.properties.parameter,
data:l};t===null?t=[A]:t.push(A),s++}var Mo=v===s}if(c.most!==void 0){let l=c.most,v=s;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l))){let y={instancePath:r+"/hist\
ory/size/most",schemaPath:"#/properties/history/properties/size/properties/most/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:f.
properties.history.properties.size.properties.most.type,parentSchema:f.properties.history.properties.size.properties.most,data:l};t===null?t=[y]:t.push(y),s++}let M=s;
if(typeof l=="number"){if(l>1e3||isNaN(l)){let y={instancePath:r+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/maximum",
keyword:"maximum",params:{comparison:"<=",limit:1e3},message:"must be <= 1000",schema:1e3,parentSchema:f.properties.history.properties.size.properties.most,data:l};
t===null?t=[y]:t.push(y),s++}if(l<2||isNaN(l)){let y={instancePath:r+"/history/size/most",schemaPath:"#/properties/history/properties/size/properties/most/minim\
um",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:f.properties.history.properties.size.properties.most,data:l};
t===null?t=[y]:t.push(y),s++}}var Mo=v===s}}else{let p={instancePath:r+"/history/size",schemaPath:"#/properties/history/properties/size/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:f.properties.history.properties.size.type,parentSchema:f.properties.history.properties.size,data:c};t===null?t=[p]:
t.push(p),s++}var zt=S===s}if(k.next!==void 0){let c=k.next,S=s,I=s,C=s,p=!0,l=s;if(c&&typeof c=="object"&&!Array.isArray(c))if(c.by!==void 0){let A=c.by,y=s;if(A!==
"url"){let $={};t===null?t=[$]:t.push($),s++}var Jt=y===s}else var Jt=!0;var as=l===s;s=C,t!==null&&(C?t.length=C:t=null);let v;if(as){let A=s,y=s,$=s;if(c&&typeof c==
"object"&&!Array.isArray(c)){let F;if(c.more===void 0&&(F="more")){let _={};t===null?t=[_]:t.push(_),s++}}var ud=$===s;if(ud){let F={instancePath:r+"/history/ne\
xt",schemaPath:"#/properties/history/properties/next/then/not",keyword:"not",params:{},message:"must NOT be valid",schema:f.properties.history.properties.next.then.
not,parentSchema:f.properties.history.properties.next.then,data:c};t===null?t=[F]:t.push(F),s++}else s=y,t!==null&&(y?t.length=y:t=null);if(c&&typeof c=="object"&&
!Array.isArray(c)&&c.at===void 0){let F={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/then/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.history.properties.next.then.required,parentSchema:f.properties.history.properties.
next.then,data:c};t===null?t=[F]:t.push(F),s++}var as=A===s;p=as,v="then"}else{let A=s,y=s,$=s;if(c&&typeof c=="object"&&!Array.isArray(c)){let F;if(c.at===void 0&&
(F="at")){let _={};t===null?t=[_]:t.push(_),s++}}var hd=$===s;if(hd){let F={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/else\
/not",keyword:"not",params:{},message:"must NOT be valid",schema:f.properties.history.properties.next.else.not,parentSchema:f.properties.history.properties.next.
else,data:c};t===null?t=[F]:t.push(F),s++}else s=y,t!==null&&(y?t.length=y:t=null);var as=A===s;p=as,v="else"}if(!p){let A={instancePath:r+"/history/next",schemaPath:"\
#/properties/history/properties/next/if",keyword:"if",params:{failingKeyword:v},message:'must match "'+v+'" schema',schema:f.properties.history.properties.next.
if,parentSchema:f.properties.history.properties.next,data:c};t===null?t=[A]:t.push(A),s++}if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.by===void 0){let y={
instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/required",keyword:"required",params:{missingProperty:"by"},message:"must have re\
quired property 'by'",schema:f.properties.history.properties.next.required,parentSchema:f.properties.history.properties.next,data:c};t===null?t=[y]:t.push(y),s++}
if(c.parameter===void 0){let y={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/required",keyword:"required",params:{missingProperty:"\
parameter"},message:"must have required property 'parameter'",schema:f.properties.history.properties.next.required,parentSchema:f.properties.history.properties.
next,data:c};t===null?t=[y]:t.push(y),s++}let A=s;for(let y in c)if(!(y==="by"||y==="parameter"||y==="at"||y==="more")){let $={instancePath:r+"/history/next",schemaPath:"\
#/properties/history/properties/next/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional proper\
ties",schema:!1,parentSchema:f.properties.history.properties.next,data:c};t===null?t=[$]:t.push($),s++}if(c.by!==void 0){let y=c.by,$=s,x=f.properties.history.properties.
next.properties.by.enum;if(!(y==="page"||y==="offset"||y==="last"||y==="url")){let F={instancePath:r+"/history/next/by",schemaPath:"#/properties/history/propert\
ies/next/properties/by/enum",keyword:"enum",params:{allowedValues:f.properties.history.properties.next.properties.by.enum},message:"must be equal to one of the \
allowed values",schema:f.properties.history.properties.next.properties.by.enum,parentSchema:f.properties.history.properties.next.properties.by,data:y};t===null?
t=[F]:t.push(F),s++}var gr=$===s}if(c.parameter!==void 0){let y=c.parameter,$=s,x=s;if(typeof y=="string"){if(se(y)<1){let _={instancePath:r+"/history/next/para\
meter",schemaPath:"#/properties/history/properties/next/properties/parameter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:f.properties.history.properties.next.properties.parameter,data:y};t===null?t=[_]:t.push(_),s++}}else{let _={instancePath:r+"/\
history/next/parameter",schemaPath:"#/properties/history/properties/next/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:f.properties.history.properties.next.properties.parameter.type,parentSchema:f.properties.history.properties.next.properties.parameter,data:y};t===null?
t=[_]:t.push(_),s++}var gr=$===s}if(c.at!==void 0){let y=c.at,$=s,x=s,F=s;if(typeof y=="string"){if(!Ae.test(y)){let w={instancePath:r+"/history/next/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:Z,data:y};t===null?t=[w]:t.push(w),s++}}else{let w={instancePath:r+"/history/next/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};t===null?t=[w]:t.push(w),s++}var Kf=x===s,gr=$===s}if(c.more!==void 0){let y=c.more,
$=s,x=s,F=s;if(typeof y=="string"){if(!Ae.test(y)){let w={instancePath:r+"/history/next/more",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};t===null?t=[w]:t.push(w),s++}}else{
let w={instancePath:r+"/history/next/more",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:y};t===null?t=[w]:t.push(w),s++}var ns=x===s,gr=$===s}}else{let A={instancePath:r+"/history/next",schemaPath:"#/properties/history/properties/next/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:f.properties.history.properties.next.type,parentSchema:f.properties.history.properties.next,data:c};
t===null?t=[A]:t.push(A),s++}var zt=S===s}if(k.source!==void 0){let c=k.source,S=s,I=s,C=s;if(typeof c=="string"){if(se(c)<1){let l={instancePath:r+"/history/so\
urce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:c};
t===null?t=[l]:t.push(l),s++}}else{let l={instancePath:r+"/history/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:re.type,parentSchema:re,data:c};t===null?t=[l]:t.push(l),s++}var Bf=I===s,zt=S===s}}else{let h={instancePath:r+"/history",schemaPath:"#/proper\
ties/history/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.history.type,parentSchema:f.properties.history,data:k};t===
null?t=[h]:t.push(h),s++}var b=be===s}if(e.served!==void 0){let k=e.served,be=s,tt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(Object.keys(k).length<1){let c={
instancePath:r+"/served",schemaPath:"#/properties/served/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",
schema:1,parentSchema:f.properties.served,data:k};t===null?t=[c]:t.push(c),s++}let h=s;for(let c in k)if(!(c==="list"||c==="remove")){let S={instancePath:r+"/se\
rved",schemaPath:"#/properties/served/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:f.properties.served,data:k};t===null?t=[S]:t.push(S),s++}if(k.list!==void 0){let c=k.list,S=s,I=s;if(c&&typeof c=="object"&&!Array.
isArray(c)){if(c.told===void 0){let p={instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/required",keyword:"required",params:{missingProperty:"\
told"},message:"must have required property 'told'",schema:f.properties.served.properties.list.required,parentSchema:f.properties.served.properties.list,data:c};
t===null?t=[p]:t.push(p),s++}let C=s;for(let p in c)if(!(p==="implied"||p==="told")){let l={instancePath:r+"/served/list",schemaPath:"#/properties/served/proper\
ties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:f.
properties.served.properties.list,data:c};t===null?t=[l]:t.push(l),s++}if(c.implied!==void 0){let p=c.implied,l=s,v=s;if(p&&typeof p=="object"&&!Array.isArray(p)){
let M=s;for(let A in p){let y=p[A],$=s;if(typeof y!="string"){let F={instancePath:r+"/served/list/implied/"+A.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/served/properties/list/properties/implied/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.properties.
served.properties.list.properties.implied.additionalProperties.type,parentSchema:f.properties.served.properties.list.properties.implied.additionalProperties,data:y};
t===null?t=[F]:t.push(F),s++}let x=s;var Qs=$===s}}else{let M={instancePath:r+"/served/list/implied",schemaPath:"#/properties/served/properties/list/properties/\
implied/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.served.properties.list.properties.implied.type,parentSchema:f.properties.
served.properties.list.properties.implied,data:p};t===null?t=[M]:t.push(M),s++}var fd=l===s}if(c.told!==void 0){let p=c.told,l=s,v=s;if(Array.isArray(p)){if(p.length<
1){let $={instancePath:r+"/served/list/told",schemaPath:"#/properties/served/properties/list/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.served.properties.list.properties.told,data:p};t===null?t=[$]:t.push($),s++}let A=!0,y=p.length;
for(let $=0;$<y;$++){let x=p[$],F=s,_=s,w=s,P=!1,T=null,V=s;if(x&&typeof x=="object"&&!Array.isArray(x)&&x.constant===void 0){let U={instancePath:r+"/served/lis\
t/told/"+$,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"constant"},message:"\
must have required property 'constant'",schema:f.properties.served.properties.list.properties.told.items.oneOf[0].required,parentSchema:f.properties.served.properties.
list.properties.told.items.oneOf[0],data:x};t===null?t=[U]:t.push(U),s++}var Xs=V===s;Xs&&(P=!0,T=0);let L=s;if(x&&typeof x=="object"&&!Array.isArray(x)&&x.fact===
void 0){let U={instancePath:r+"/served/list/told/"+$,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf/1/required",keyword:"required",
params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:f.properties.served.properties.list.properties.told.items.oneOf[1].required,
parentSchema:f.properties.served.properties.list.properties.told.items.oneOf[1],data:x};t===null?t=[U]:t.push(U),s++}var Xs=L===s;if(Xs&&P?(P=!1,T=[T,1]):Xs&&(P=
!0,T=1),P)s=w,t!==null&&(w?t.length=w:t=null);else{let U={instancePath:r+"/served/list/told/"+$,schemaPath:"#/properties/served/properties/list/properties/told/\
items/oneOf",keyword:"oneOf",params:{passingSchemas:T},message:"must match exactly one schema in oneOf",schema:f.properties.served.properties.list.properties.told.
items.oneOf,parentSchema:f.properties.served.properties.list.properties.told.items,data:x};t===null?t=[U]:t.push(U),s++}if(x&&typeof x=="object"&&!Array.isArray(
x)){if(x.at===void 0){let W={instancePath:r+"/served/list/told/"+$,schemaPath:"#/properties/served/properties/list/properties/told/items/required",keyword:"requ\
ired",params:{missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.served.properties.list.properties.told.items.required,parentSchema:f.
properties.served.properties.list.properties.told.items,data:x};t===null?t=[W]:t.push(W),s++}let U=s;for(let W in x)if(!(W==="at"||W==="constant"||W==="fact")){
let te={instancePath:r+"/served/list/told/"+$,schemaPath:"#/properties/served/properties/list/properties/told/items/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:W},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.served.properties.list.properties.told.
items,data:x};t===null?t=[te]:t.push(te),s++}if(x.at!==void 0){let W=x.at,te=s,ge=s,Le=s;if(typeof W=="string"){if(!Ae.test(W)){let me={instancePath:r+"/served/\
list/told/"+$+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:W};t===null?t=[me]:t.push(me),s++}}else{let me={instancePath:r+"/served/list/told/"+$+"/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:W};t===null?t=[me]:t.push(me),s++}var Gf=ge===
s,yd=te===s}if(x.fact!==void 0){let W=x.fact,te=s,ge=f.properties.served.properties.list.properties.told.items.properties.fact.enum;if(!(W==="first"||W==="last")){
let me={instancePath:r+"/served/list/told/"+$+"/fact",schemaPath:"#/properties/served/properties/list/properties/told/items/properties/fact/enum",keyword:"enum",
params:{allowedValues:f.properties.served.properties.list.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:f.
properties.served.properties.list.properties.told.items.properties.fact.enum,parentSchema:f.properties.served.properties.list.properties.told.items.properties.fact,
data:W};t===null?t=[me]:t.push(me),s++}var yd=te===s}}else{let U={instancePath:r+"/served/list/told/"+$,schemaPath:"#/properties/served/properties/list/properti\
es/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.served.properties.list.properties.told.items.type,parentSchema:f.
properties.served.properties.list.properties.told.items,data:x};t===null?t=[U]:t.push(U),s++}var os=F===s;os||(A=!1)}}else{let A={instancePath:r+"/served/list/t\
old",schemaPath:"#/properties/served/properties/list/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.served.
properties.list.properties.told.type,parentSchema:f.properties.served.properties.list.properties.told,data:p};t===null?t=[A]:t.push(A),s++}var fd=l===s}}else{let C={
instancePath:r+"/served/list",schemaPath:"#/properties/served/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.
served.properties.list.type,parentSchema:f.properties.served.properties.list,data:c};t===null?t=[C]:t.push(C),s++}var Ka=S===s}if(k.remove!==void 0){let c=k.remove,
S=s,I=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.method===void 0){let l={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/rem\
ove/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:f.properties.served.properties.remove.required,
parentSchema:f.properties.served.properties.remove,data:c};t===null?t=[l]:t.push(l),s++}if(c.path===void 0){let l={instancePath:r+"/served/remove",schemaPath:"#\
/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:f.properties.
served.properties.remove.required,parentSchema:f.properties.served.properties.remove,data:c};t===null?t=[l]:t.push(l),s++}if(c.answer===void 0){let l={instancePath:r+
"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"answer"},message:"must have required pr\
operty 'answer'",schema:f.properties.served.properties.remove.required,parentSchema:f.properties.served.properties.remove,data:c};t===null?t=[l]:t.push(l),s++}if(c.
source===void 0){let l={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:f.properties.served.properties.remove.required,parentSchema:f.properties.served.properties.remove,
data:c};t===null?t=[l]:t.push(l),s++}let p=s;for(let l in c)if(!(l==="method"||l==="path"||l==="answer"||l==="source")){let v={instancePath:r+"/served/remove",schemaPath:"\
#/properties/served/properties/remove/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:f.properties.served.properties.remove,data:c};t===null?t=[v]:t.push(v),s++}if(c.method!==void 0){let l=c.method,v=s,M=f.properties.
served.properties.remove.properties.method.enum;if(!(l==="POST"||l==="DELETE")){let A={instancePath:r+"/served/remove/method",schemaPath:"#/properties/served/pr\
operties/remove/properties/method/enum",keyword:"enum",params:{allowedValues:f.properties.served.properties.remove.properties.method.enum},message:"must be equa\
l to one of the allowed values",schema:f.properties.served.properties.remove.properties.method.enum,parentSchema:f.properties.served.properties.remove.properties.
method,data:l};t===null?t=[A]:t.push(A),s++}var Ba=v===s}if(c.path!==void 0){let l=c.path,v=s,M=s,A=s;if(typeof l=="string"){if(!yt.test(l)){let $={instancePath:r+
"/served/remove/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:l};
t===null?t=[$]:t.push($),s++}}else{let $={instancePath:r+"/served/remove/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:$e.type,parentSchema:$e,data:l};t===null?t=[$]:t.push($),s++}var Zf=M===s,Ba=v===s}if(c.answer!==void 0){let l=c.answer,v=s;Nt(l,{instancePath:r+
"/served/remove/answer",parentData:c,parentDataProperty:"answer",rootData:o,dynamicAnchors:i})||(t=t===null?Nt.errors:t.concat(Nt.errors),s=t.length);var Ba=v===
s}if(c.source!==void 0){let l=c.source,v=s,M=s,A=s;if(typeof l=="string"){if(se(l)<1){let $={instancePath:r+"/served/remove/source",schemaPath:"#/$defs/source/m\
inLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:l};t===null?t=[$]:t.push($),s++}}else{
let $={instancePath:r+"/served/remove/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,
data:l};t===null?t=[$]:t.push($),s++}var br=M===s,Ba=v===s}}else{let p={instancePath:r+"/served/remove",schemaPath:"#/properties/served/properties/remove/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.served.properties.remove.type,parentSchema:f.properties.served.properties.remove,
data:c};t===null?t=[p]:t.push(p),s++}var Ka=S===s}}else{let h={instancePath:r+"/served",schemaPath:"#/properties/served/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:f.properties.served.type,parentSchema:f.properties.served,data:k};t===null?t=[h]:t.push(h),s++}var b=be===s}if(e.cancel!==void 0){
let k=e.cancel,be=s,tt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.method===void 0){let c={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/requ\
ired",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:f.properties.cancel.required,parentSchema:f.properties.
cancel,data:k};t===null?t=[c]:t.push(c),s++}if(k.path===void 0){let c={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{
missingProperty:"path"},message:"must have required property 'path'",schema:f.properties.cancel.required,parentSchema:f.properties.cancel,data:k};t===null?t=[c]:
t.push(c),s++}if(k.source===void 0){let c={instancePath:r+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"source"},
message:"must have required property 'source'",schema:f.properties.cancel.required,parentSchema:f.properties.cancel,data:k};t===null?t=[c]:t.push(c),s++}let h=s;
for(let c in k)if(!(c==="method"||c==="path"||c==="body"||c==="from"||c==="proves"||c==="source")){let S={instancePath:r+"/cancel",schemaPath:"#/properties/canc\
el/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.
cancel,data:k};t===null?t=[S]:t.push(S),s++}if(k.method!==void 0){let c=k.method,S=s,I=f.properties.cancel.properties.method.enum;if(!(c==="GET"||c==="POST"||c===
"PUT"||c==="DELETE")){let C={instancePath:r+"/cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:f.properties.
cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:f.properties.cancel.properties.method.enum,parentSchema:f.properties.
cancel.properties.method,data:c};t===null?t=[C]:t.push(C),s++}var Lr=S===s}if(k.path!==void 0){let c=k.path,S=s,I=s,C=s;if(typeof c=="string"){if(!yt.test(c)){let l={
instancePath:r+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,
data:c};t===null?t=[l]:t.push(l),s++}}else{let l={instancePath:r+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:$e.type,parentSchema:$e,data:c};t===null?t=[l]:t.push(l),s++}var Qf=I===s,Lr=S===s}if(k.body!==void 0){let c=k.body,S=s;Nt(c,{instancePath:r+
"/cancel/body",parentData:k,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(t=t===null?Nt.errors:t.concat(Nt.errors),s=t.length);var Lr=S===s}if(k.from!==
void 0){let c=k.from,S=s,I=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(c.words===void 0){let l={instancePath:r+"/cancel/from",schemaPath:"#/properties/can\
cel/properties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:f.properties.cancel.properties.
from.required,parentSchema:f.properties.cancel.properties.from,data:c};t===null?t=[l]:t.push(l),s++}if(c.source===void 0){let l={instancePath:r+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.
cancel.properties.from.required,parentSchema:f.properties.cancel.properties.from,data:c};t===null?t=[l]:t.push(l),s++}let p=s;for(let l in c)if(!(l==="words"||l===
"source")){let v={instancePath:r+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},
message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.cancel.properties.from,data:c};t===null?t=[v]:t.push(v),s++}if(c.words!==void 0){
let l=c.words,v=s,M=s,A=s;if(Array.isArray(l)){if(l.length<1){let w={instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:st,data:l};t===null?t=[w]:t.push(w),s++}let y=!0,$=l.length;for(let w=0;w<$;w++){
let P=l[w],T=s,V=s;if(typeof P=="string"){if(se(P)<1){let L={instancePath:r+"/cancel/from/words/"+w,schemaPath:"#/$defs/words/items/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:st.items,data:P};t===null?t=[L]:t.push(L),s++}}else{let L={instancePath:r+
"/cancel/from/words/"+w,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:st.items.type,parentSchema:st.
items,data:P};t===null?t=[L]:t.push(L),s++}var gd=T===s;gd||(y=!1)}let x,F=l.length,_;if(x=!0,F>1){let w={};for(;F--;){let P=l[F];if(typeof P=="string"){if(typeof w[P]==
"number"){_=w[P];let T={instancePath:r+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:F,j:_},message:"must NOT have\
 duplicate items (items ## "+_+" and "+F+" are identical)",schema:!0,parentSchema:st,data:l};t===null?t=[T]:t.push(T),s++,x=!1;break}w[P]=F}}}}else{let y={instancePath:r+
"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:st.type,parentSchema:st,data:l};t===null?
t=[y]:t.push(y),s++}var bd=M===s,Lo=v===s}if(c.source!==void 0){let l=c.source,v=s,M=s,A=s;if(typeof l=="string"){if(se(l)<1){let $={instancePath:r+"/cancel/fro\
m/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:l};
t===null?t=[$]:t.push($),s++}}else{let $={instancePath:r+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:re.type,parentSchema:re,data:l};t===null?t=[$]:t.push($),s++}var Xf=M===s,Lo=v===s}}else{let p={instancePath:r+"/cancel/from",schemaPath:"\
#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.cancel.properties.from.type,parentSchema:f.
properties.cancel.properties.from,data:c};t===null?t=[p]:t.push(p),s++}var Lr=S===s}if(k.proves!==void 0){let c=k.proves,S=s,I=s;if(c&&typeof c=="object"&&!Array.
isArray(c)){if(Object.keys(c).length<2){let l={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProp\
erties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:f.properties.cancel.properties.proves,data:c};t===null?t=[l]:t.push(
l),s++}if(c.source===void 0){let l={instancePath:r+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:f.properties.cancel.properties.proves.required,parentSchema:f.properties.cancel.properties.proves,
data:c};t===null?t=[l]:t.push(l),s++}let p=s;for(let l in c)if(!(l==="answer"||l==="query"||l==="source")){let v={instancePath:r+"/cancel/proves",schemaPath:"#/\
properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:f.properties.cancel.properties.proves,data:c};t===null?t=[v]:t.push(v),s++}if(c.answer!==void 0){let l=c.answer,v=s,M=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.at===void 0){let y={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer\
/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.cancel.properties.proves.properties.answer.
required,parentSchema:f.properties.cancel.properties.proves.properties.answer,data:l};t===null?t=[y]:t.push(y),s++}if(l.words===void 0){let y={instancePath:r+"/\
cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"\
must have required property 'words'",schema:f.properties.cancel.properties.proves.properties.answer.required,parentSchema:f.properties.cancel.properties.proves.
properties.answer,data:l};t===null?t=[y]:t.push(y),s++}let A=s;for(let y in l)if(!(y==="at"||y==="words")){let $={instancePath:r+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT hav\
e additional properties",schema:!1,parentSchema:f.properties.cancel.properties.proves.properties.answer,data:l};t===null?t=[$]:t.push($),s++}if(l.at!==void 0){let y=l.
at,$=s,x=s,F=s;if(typeof y=="string"){if(!Ae.test(y)){let _={instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};t===null?t=[_]:t.push(_),
s++}}else{let _={instancePath:r+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:y};t===null?t=[_]:t.push(_),s++}var Ys=x===s,wd=$===s}if(l.words!==void 0){let y=l.words,$=s,x=s,F=s;if(Array.isArray(y)){if(y.length<1){
let U={instancePath:r+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 \
items",schema:1,parentSchema:st,data:y};t===null?t=[U]:t.push(U),s++}let w=!0,P=y.length;for(let U=0;U<P;U++){let W=y[U],te=s,ge=s;if(typeof W=="string"){if(se(
W)<1){let Le={instancePath:r+"/cancel/proves/answer/words/"+U,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT \
have fewer than 1 characters",schema:1,parentSchema:st.items,data:W};t===null?t=[Le]:t.push(Le),s++}}else{let Le={instancePath:r+"/cancel/proves/answer/words/"+
U,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:st.items.type,parentSchema:st.items,data:W};t===null?
t=[Le]:t.push(Le),s++}var vd=te===s;vd||(w=!1)}let T,V=y.length,L;if(T=!0,V>1){let U={};for(;V--;){let W=y[V];if(typeof W=="string"){if(typeof U[W]=="number"){L=
U[W];let te={instancePath:r+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:V,j:L},message:"must NOT have d\
uplicate items (items ## "+L+" and "+V+" are identical)",schema:!0,parentSchema:st,data:y};t===null?t=[te]:t.push(te),s++,T=!1;break}U[W]=V}}}}else{let w={instancePath:r+
"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:st.type,parentSchema:st,data:y};
t===null?t=[w]:t.push(w),s++}var Yf=x===s,wd=$===s}}else{let A={instancePath:r+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/propert\
ies/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.cancel.properties.proves.properties.answer.type,parentSchema:f.
properties.cancel.properties.proves.properties.answer,data:l};t===null?t=[A]:t.push(A),s++}var is=v===s}if(c.query!==void 0){let l=c.query,v=s,M=s,A=s;if(Array.
isArray(l)){if(l.length<1){let P={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:st,data:l};t===null?t=[P]:t.push(P),s++}let $=!0,x=l.length;for(let P=0;P<x;P++){let T=l[P],V=s,L=s;if(typeof T==
"string"){if(se(T)<1){let U={instancePath:r+"/cancel/proves/query/"+P,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:st.items,data:T};t===null?t=[U]:t.push(U),s++}}else{let U={instancePath:r+"/cancel/proves/query/"+P,
schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:st.items.type,parentSchema:st.items,data:T};t===null?
t=[U]:t.push(U),s++}var Fr=V===s;Fr||($=!1)}let F,_=l.length,w;if(F=!0,_>1){let P={};for(;_--;){let T=l[_];if(typeof T=="string"){if(typeof P[T]=="number"){w=P[T];
let V={instancePath:r+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:_,j:w},message:"must NOT have duplicate item\
s (items ## "+w+" and "+_+" are identical)",schema:!0,parentSchema:st,data:l};t===null?t=[V]:t.push(V),s++,F=!1;break}P[T]=_}}}}else{let $={instancePath:r+"/can\
cel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:st.type,parentSchema:st,data:l};t===null?t=
[$]:t.push($),s++}var ey=M===s,is=v===s}if(c.source!==void 0){let l=c.source,v=s,M=s,A=s;if(typeof l=="string"){if(se(l)<1){let $={instancePath:r+"/cancel/prove\
s/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:l};
t===null?t=[$]:t.push($),s++}}else{let $={instancePath:r+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:l};t===null?t=[$]:t.push($),s++}var ty=M===s,is=v===s}}else{let p={instancePath:r+"/cancel/proves",schemaPath:"\
#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.cancel.properties.proves.type,parentSchema:f.
properties.cancel.properties.proves,data:c};t===null?t=[p]:t.push(p),s++}var Lr=S===s}if(k.source!==void 0){let c=k.source,S=s,I=s,C=s;if(typeof c=="string"){if(se(
c)<1){let l={instancePath:r+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:re,data:c};t===null?t=[l]:t.push(l),s++}}else{let l={instancePath:r+"/cancel/source",schemaPath:"#/$defs/source/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:c};t===null?t=[l]:t.push(l),s++}var ry=I===s,Lr=S===s}}else{let h={instancePath:r+
"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.cancel.type,parentSchema:f.properties.
cancel,data:k};t===null?t=[h]:t.push(h),s++}var b=be===s}if(e.status!==void 0){let k=e.status,be=s,tt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.at===void 0){
let c={instancePath:r+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:f.properties.status.required,parentSchema:f.properties.status,data:k};t===null?t=[c]:t.push(c),s++}if(k.states===void 0){let c={instancePath:r+"/st\
atus",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have required property 'states'",schema:f.properties.
status.required,parentSchema:f.properties.status,data:k};t===null?t=[c]:t.push(c),s++}if(k.source===void 0){let c={instancePath:r+"/status",schemaPath:"#/proper\
ties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.status.required,parentSchema:f.
properties.status,data:k};t===null?t=[c]:t.push(c),s++}let h=s;for(let c in k)if(!(c==="at"||c==="states"||c==="as"||c==="absent"||c==="cases"||c==="source")){let S={
instancePath:r+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:c},message:"must NOT ha\
ve additional properties",schema:!1,parentSchema:f.properties.status,data:k};t===null?t=[S]:t.push(S),s++}if(k.at!==void 0){let c=k.at,S=s,I=s,C=s;if(typeof c==
"string"){if(!Ae.test(c)){let p={instancePath:r+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:c};t===null?t=[p]:t.push(p),s++}}else{let p={instancePath:r+"/statu\
s/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:c};t===null?t=[p]:t.push(
p),s++}var Fo=I===s,ps=S===s}if(k.states!==void 0){let c=k.states,S=s,I=s;if(c&&typeof c=="object"&&!Array.isArray(c)){if(Object.keys(c).length<1){let l={instancePath:r+
"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 p\
roperties",schema:1,parentSchema:f.properties.status.properties.states,data:c};t===null?t=[l]:t.push(l),s++}let p=s;for(let l in c){let v=c[l],M=s,A=s,y=At.enum;
if(!(v==="queued"||v==="processing"||v==="completed"||v==="failed"||v==="expired"||v==="cancelled"||v==="unknown")){let $={instancePath:r+"/status/states/"+l.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:At.enum},message:"must be equal to one of the allowed values",
schema:At.enum,parentSchema:At,data:v};t===null?t=[$]:t.push($),s++}var ds=A===s,kd=M===s}}else{let p={instancePath:r+"/status/states",schemaPath:"#/properties/\
status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.status.properties.states.type,parentSchema:f.properties.
status.properties.states,data:c};t===null?t=[p]:t.push(p),s++}var ps=S===s}if(k.as!==void 0){let c=k.as,S=s,I=f.properties.status.properties.as.enum;if(!(c==="n\
umber"||c==="boolean")){let p={instancePath:r+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enum",params:{allowedValues:f.properties.
status.properties.as.enum},message:"must be equal to one of the allowed values",schema:f.properties.status.properties.as.enum,parentSchema:f.properties.status.properties.
as,data:c};t===null?t=[p]:t.push(p),s++}var ps=S===s}if(k.absent!==void 0){let c=k.absent,S=s,I=s,C=At.enum;if(!(c==="queued"||c==="processing"||c==="completed"||
c==="failed"||c==="expired"||c==="cancelled"||c==="unknown")){let l={instancePath:r+"/status/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:At.
enum},message:"must be equal to one of the allowed values",schema:At.enum,parentSchema:At,data:c};t===null?t=[l]:t.push(l),s++}var Pd=I===s,ps=S===s}if(k.cases!==
void 0){let c=k.cases,S=s,I=s;if(Array.isArray(c)){if(c.length<1){let v={instancePath:r+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItem\
s",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.status.properties.cases,data:c};t===null?t=
[v]:t.push(v),s++}let p=!0,l=c.length;for(let v=0;v<l;v++){let M=c[v],A=s,y=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.when===void 0){let x={instancePath:r+
"/status/cases/"+v,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have requir\
ed property 'when'",schema:f.properties.status.properties.cases.items.required,parentSchema:f.properties.status.properties.cases.items,data:M};t===null?t=[x]:t.
push(x),s++}if(M.means===void 0){let x={instancePath:r+"/status/cases/"+v,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{
missingProperty:"means"},message:"must have required property 'means'",schema:f.properties.status.properties.cases.items.required,parentSchema:f.properties.status.
properties.cases.items,data:M};t===null?t=[x]:t.push(x),s++}let $=s;for(let x in M)if(!(x==="when"||x==="means")){let F={instancePath:r+"/status/cases/"+v,schemaPath:"\
#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additional \
properties",schema:!1,parentSchema:f.properties.status.properties.cases.items,data:M};t===null?t=[F]:t.push(F),s++}if(M.when!==void 0){let x=M.when,F=s,_=s;if(Array.
isArray(x)){if(x.length<1){let T={instancePath:r+"/status/cases/"+v+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.status.properties.cases.items.properties.when,data:x};t===
null?t=[T]:t.push(T),s++}let w=!0,P=x.length;for(let T=0;T<P;T++){let V=x[T],L=s,U=s,W=s,te=!1,ge=null,Le=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&V.is===
void 0){let D={instancePath:r+"/status/cases/"+v+"/when/"+T,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"\
required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:f.properties.status.properties.cases.items.properties.when.items.oneOf[0].
required,parentSchema:f.properties.status.properties.cases.items.properties.when.items.oneOf[0],data:V};t===null?t=[D]:t.push(D),s++}var ea=Le===s;ea&&(te=!0,ge=
0);let me=s;if(V&&typeof V=="object"&&!Array.isArray(V)&&V.present===void 0){let D={instancePath:r+"/status/cases/"+v+"/when/"+T,schemaPath:"#/properties/status\
/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'pres\
ent'",schema:f.properties.status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:f.properties.status.properties.cases.items.properties.
when.items.oneOf[1],data:V};t===null?t=[D]:t.push(D),s++}var ea=me===s;if(ea&&te?(te=!1,ge=[ge,1]):ea&&(te=!0,ge=1),te)s=W,t!==null&&(W?t.length=W:t=null);else{
let D={instancePath:r+"/status/cases/"+v+"/when/"+T,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{
passingSchemas:ge},message:"must match exactly one schema in oneOf",schema:f.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:f.
properties.status.properties.cases.items.properties.when.items,data:V};t===null?t=[D]:t.push(D),s++}if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.at===void 0){
let ue={instancePath:r+"/status/cases/"+v+"/when/"+T,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.status.properties.cases.items.properties.when.items.required,parentSchema:f.
properties.status.properties.cases.items.properties.when.items,data:V};t===null?t=[ue]:t.push(ue),s++}let D=s;for(let ue in V)if(!(ue==="at"||ue==="is"||ue==="p\
resent")){let Re={instancePath:r+"/status/cases/"+v+"/when/"+T,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:ue},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.status.properties.
cases.items.properties.when.items,data:V};t===null?t=[Re]:t.push(Re),s++}if(V.at!==void 0){let ue=V.at,Re=s,Ce=s,Me=s;if(typeof ue=="string"){if(!Ae.test(ue)){let ye={
instancePath:r+"/status/cases/"+v+"/when/"+T+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:ue};t===null?t=[ye]:t.push(ye),s++}}else{let ye={instancePath:r+"/status\
/cases/"+v+"/when/"+T+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:ue};
t===null?t=[ye]:t.push(ye),s++}var $d=Ce===s,Ga=Re===s}if(V.is!==void 0){let ue=V.is,Re=s,Ce=s;if(Array.isArray(ue)){if(ue.length<1){let ye={instancePath:r+"/st\
atus/cases/"+v+"/when/"+T+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:f.properties.status.properties.cases.items.properties.when.items.properties.is,data:ue};
t===null?t=[ye]:t.push(ye),s++}}else{let ye={instancePath:r+"/status/cases/"+v+"/when/"+T+"/is",schemaPath:"#/properties/status/properties/cases/items/propertie\
s/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.status.properties.cases.items.properties.when.
items.properties.is.type,parentSchema:f.properties.status.properties.cases.items.properties.when.items.properties.is,data:ue};t===null?t=[ye]:t.push(ye),s++}var Ga=Re===
s}if(V.present!==void 0){let ue=V.present,Re=s;if(typeof ue!="boolean"){let ye={instancePath:r+"/status/cases/"+v+"/when/"+T+"/present",schemaPath:"#/properties\
/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:f.properties.
status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:f.properties.status.properties.cases.items.properties.when.items.properties.
present,data:ue};t===null?t=[ye]:t.push(ye),s++}let Ce=s;var Ga=Re===s}}else{let D={instancePath:r+"/status/cases/"+v+"/when/"+T,schemaPath:"#/properties/status\
/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.status.properties.cases.items.
properties.when.items.type,parentSchema:f.properties.status.properties.cases.items.properties.when.items,data:V};t===null?t=[D]:t.push(D),s++}var Sd=L===s;Sd||(w=
!1)}}else{let w={instancePath:r+"/status/cases/"+v+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:f.properties.status.properties.cases.items.properties.when.type,parentSchema:f.properties.status.properties.cases.items.properties.
when,data:x};t===null?t=[w]:t.push(w),s++}var Za=F===s}if(M.means!==void 0){let x=M.means,F=s,_=s,w=At.enum;if(!(x==="queued"||x==="processing"||x==="completed"||
x==="failed"||x==="expired"||x==="cancelled"||x==="unknown")){let T={instancePath:r+"/status/cases/"+v+"/means",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{
allowedValues:At.enum},message:"must be equal to one of the allowed values",schema:At.enum,parentSchema:At,data:x};t===null?t=[T]:t.push(T),s++}var _d=_===s,Za=F===
s}}else{let $={instancePath:r+"/status/cases/"+v,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"object"},message:"mus\
t be object",schema:f.properties.status.properties.cases.items.type,parentSchema:f.properties.status.properties.cases.items,data:M};t===null?t=[$]:t.push($),s++}
var xd=A===s;xd||(p=!1)}}else{let p={instancePath:r+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:f.properties.status.properties.cases.type,parentSchema:f.properties.status.properties.cases,data:c};t===null?t=[p]:t.push(p),s++}
var ps=S===s}if(k.source!==void 0){let c=k.source,S=s,I=s,C=s;if(typeof c=="string"){if(se(c)<1){let l={instancePath:r+"/status/source",schemaPath:"#/$defs/sour\
ce/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:c};t===null?t=[l]:t.push(l),s++}}else{
let l={instancePath:r+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,
data:c};t===null?t=[l]:t.push(l),s++}var ta=I===s,ps=S===s}}else{let h={instancePath:r+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:f.properties.status.type,parentSchema:f.properties.status,data:k};t===null?t=[h]:t.push(h),s++}var b=be===s}if(e.progress!==
void 0){let k=e.progress,be=s,tt=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.at===void 0){let c={instancePath:r+"/progress",schemaPath:"#/properties/pro\
gress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.progress.required,parentSchema:f.
properties.progress,data:k};t===null?t=[c]:t.push(c),s++}if(k.of===void 0){let c={instancePath:r+"/progress",schemaPath:"#/properties/progress/required",keyword:"\
required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:f.properties.progress.required,parentSchema:f.properties.progress,data:k};
t===null?t=[c]:t.push(c),s++}if(k.source===void 0){let c={instancePath:r+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:f.properties.progress.required,parentSchema:f.properties.progress,data:k};t===null?t=[c]:t.push(c),
s++}let h=s;for(let c in k)if(!(c==="at"||c==="of"||c==="source")){let S={instancePath:r+"/progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:c},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.progress,data:k};t===null?
t=[S]:t.push(S),s++}if(k.at!==void 0){let c=k.at,S=s,I=s,C=s;if(typeof c=="string"){if(!Ae.test(c)){let p={instancePath:r+"/progress/at",schemaPath:"#/$defs/poi\
nter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:c};t===null?t=[p]:t.push(p),s++}}else{let p={instancePath:r+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Z.type,parentSchema:Z,data:c};t===null?t=[p]:t.push(p),s++}var qd=I===s,Vo=S===s}if(k.of!==void 0){let c=k.of,S=s,I=s;if(typeof c=="numbe\
r"){if(c<=0||isNaN(c)){let p={instancePath:r+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{
comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:f.properties.progress.properties.of,data:c};t===null?t=[p]:t.push(p),s++}}else{let p={instancePath:r+
"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"must be number",schema:f.properties.progress.
properties.of.type,parentSchema:f.properties.progress.properties.of,data:c};t===null?t=[p]:t.push(p),s++}var Vo=S===s}if(k.source!==void 0){let c=k.source,S=s,I=s,
C=s;if(typeof c=="string"){if(se(c)<1){let l={instancePath:r+"/progress/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:c};t===null?t=[l]:t.push(l),s++}}else{let l={instancePath:r+"/progress/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:c};t===null?t=[l]:t.push(l),s++}var Uo=I===
s,Vo=S===s}}else{let h={instancePath:r+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.
properties.progress.type,parentSchema:f.properties.progress,data:k};t===null?t=[h]:t.push(h),s++}var b=be===s}if(e.results!==void 0){let k=e.results,be=s;Vr(k,{
instancePath:r+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(t=t===null?Vr.errors:t.concat(Vr.errors),s=t.length);var b=be===
s}if(e.message!==void 0){let k=e.message,be=s;it(k,{instancePath:r+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(t=t===null?
it.errors:t.concat(it.errors),s=t.length);var b=be===s}if(e.code!==void 0){let k=e.code,be=s;it(k,{instancePath:r+"/code",parentData:e,parentDataProperty:"code",
rootData:o,dynamicAnchors:i})||(t=t===null?it.errors:t.concat(it.errors),s=t.length);var b=be===s}if(e.seconds!==void 0){let k=e.seconds,be=s,tt=s,Xt=s;if(typeof k==
"string"){if(!Ae.test(k)){let c={instancePath:r+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:k};t===null?t=[c]:t.push(c),s++}}else{let c={instancePath:r+"/secon\
ds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:k};t===null?t=[c]:t.push(
c),s++}var Od=tt===s,b=be===s}if(e.secondsAs!==void 0){let k=e.secondsAs,be=s;if(k!=="string"){let Xt={instancePath:r+"/secondsAs",schemaPath:"#/properties/seco\
ndsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:f.properties.secondsAs,data:k};t===
null?t=[Xt]:t.push(Xt),s++}var b=be===s}if(e.usage!==void 0){let k=e.usage,be=s,tt=s;if(Array.isArray(k)){let h=!0,c=k.length;for(let S=0;S<c;S++){let I=k[S],C=s,
p=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){let v={instancePath:r+"/usage/"+S,schemaPath:"#/properties/usage/items/required",keyword:"req\
uired",params:{missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.usage.items.required,parentSchema:f.properties.usage.items,data:I};
t===null?t=[v]:t.push(v),s++}if(I.unit===void 0){let v={instancePath:r+"/usage/"+S,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"\
unit"},message:"must have required property 'unit'",schema:f.properties.usage.items.required,parentSchema:f.properties.usage.items,data:I};t===null?t=[v]:t.push(
v),s++}if(I.source===void 0){let v={instancePath:r+"/usage/"+S,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"source"},
message:"must have required property 'source'",schema:f.properties.usage.items.required,parentSchema:f.properties.usage.items,data:I};t===null?t=[v]:t.push(v),s++}
let l=s;for(let v in I)if(!(v==="at"||v==="unit"||v==="source")){let M={instancePath:r+"/usage/"+S,schemaPath:"#/properties/usage/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.usage.items,data:I};t===null?
t=[M]:t.push(M),s++}if(I.at!==void 0){let v=I.at,M=s,A=s,y=s;if(typeof v=="string"){if(!Ae.test(v)){let $={instancePath:r+"/usage/"+S+"/at",schemaPath:"#/$defs/\
pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:v};t===null?t=[$]:t.push($),s++}}else{let $={instancePath:r+"/usage/"+S+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Z.type,parentSchema:Z,data:v};t===null?t=[$]:t.push($),s++}var sy=A===s,Qa=M===s}if(I.unit!==void 0){let v=I.unit,M=s,A=s;if(typeof v=="s\
tring"){if(se(v)<1){let $={instancePath:r+"/usage/"+S+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:f.properties.usage.items.properties.unit,data:v};t===null?t=[$]:t.push($),s++}}else{let $={
instancePath:r+"/usage/"+S+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"must be string",schema:f.
properties.usage.items.properties.unit.type,parentSchema:f.properties.usage.items.properties.unit,data:v};t===null?t=[$]:t.push($),s++}var Qa=M===s}if(I.source!==
void 0){let v=I.source,M=s,A=s,y=s;if(typeof v=="string"){if(se(v)<1){let x={instancePath:r+"/usage/"+S+"/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:v};t===null?t=[x]:t.push(x),s++}}else{let x={instancePath:r+
"/usage/"+S+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:v};t===
null?t=[x]:t.push(x),s++}var ay=A===s,Qa=M===s}}else{let l={instancePath:r+"/usage/"+S,schemaPath:"#/properties/usage/items/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:f.properties.usage.items.type,parentSchema:f.properties.usage.items,data:I};t===null?t=[l]:t.push(l),s++}var Xa=C===s;Xa||
(h=!1)}}else{let h={instancePath:r+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.
usage.type,parentSchema:f.properties.usage,data:k};t===null?t=[h]:t.push(h),s++}var b=be===s}if(e.told!==void 0){let k=e.told,be=s,tt=s;if(Array.isArray(k)){let h=!0,
c=k.length;for(let S=0;S<c;S++){let I=k[S],C=s,p=s,l=s,v=!1,M=null,A=s;if(I&&typeof I=="object"&&!Array.isArray(I)&&I.link===void 0){let $={instancePath:r+"/tol\
d/"+S,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required property 'link'",schema:f.
properties.told.items.oneOf[0].required,parentSchema:f.properties.told.items.oneOf[0],data:I};t===null?t=[$]:t.push($),s++}var pr=A===s;pr&&(v=!0,M=0);let y=s;if(I&&
typeof I=="object"&&!Array.isArray(I)&&I.constant===void 0){let $={instancePath:r+"/told/"+S,schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:f.properties.told.items.oneOf[1].required,parentSchema:f.properties.
told.items.oneOf[1],data:I};t===null?t=[$]:t.push($),s++}var pr=y===s;if(pr&&v)v=!1,M=[M,1];else{pr&&(v=!0,M=1);let $=s;if(I&&typeof I=="object"&&!Array.isArray(
I)&&I.fact===void 0){let F={instancePath:r+"/told/"+S,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"\
must have required property 'fact'",schema:f.properties.told.items.oneOf[2].required,parentSchema:f.properties.told.items.oneOf[2],data:I};t===null?t=[F]:t.push(
F),s++}var pr=$===s;pr&&v?(v=!1,M=[M,2]):pr&&(v=!0,M=2)}if(v)s=l,t!==null&&(l?t.length=l:t=null);else{let $={instancePath:r+"/told/"+S,schemaPath:"#/properties/\
told/items/oneOf",keyword:"oneOf",params:{passingSchemas:M},message:"must match exactly one schema in oneOf",schema:f.properties.told.items.oneOf,parentSchema:f.
properties.told.items,data:I};t===null?t=[$]:t.push($),s++}if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){let x={instancePath:r+"/told/"+S,schemaPath:"\
#/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:f.properties.told.items.required,
parentSchema:f.properties.told.items,data:I};t===null?t=[x]:t.push(x),s++}if(I.in===void 0){let x={instancePath:r+"/told/"+S,schemaPath:"#/properties/told/items\
/required",keyword:"required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:f.properties.told.items.required,parentSchema:f.properties.
told.items,data:I};t===null?t=[x]:t.push(x),s++}if(I.source===void 0){let x={instancePath:r+"/told/"+S,schemaPath:"#/properties/told/items/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:f.properties.told.items.required,parentSchema:f.properties.told.
items,data:I};t===null?t=[x]:t.push(x),s++}let $=s;for(let x in I)if(!(x==="at"||x==="in"||x==="link"||x==="constant"||x==="fact"||x==="source")){let F={instancePath:r+
"/told/"+S,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additio\
nal properties",schema:!1,parentSchema:f.properties.told.items,data:I};t===null?t=[F]:t.push(F),s++}if(I.at!==void 0){let x=I.at,F=s,_=s,w=s;if(typeof x=="strin\
g"){if(!Ae.test(x)){let P={instancePath:r+"/told/"+S+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:x};t===null?t=[P]:t.push(P),s++}}else{let P={instancePath:r+"/told/"+
S+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:x};t===null?t=[P]:t.push(
P),s++}var ny=_===s,cs=F===s}if(I.in!==void 0){let x=I.in,F=s,_=f.properties.told.items.properties.in.enum;if(!(x==="submit"||x==="query"||x==="both")){let P={instancePath:r+
"/told/"+S+"/in",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:f.properties.told.items.properties.in.enum},message:"\
must be equal to one of the allowed values",schema:f.properties.told.items.properties.in.enum,parentSchema:f.properties.told.items.properties.in,data:x};t===null?
t=[P]:t.push(P),s++}var cs=F===s}if(I.link!==void 0){let x=I.link,F=s,_=s;if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.path===void 0){let T={instancePath:r+
"/told/"+S+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required \
property 'path'",schema:f.properties.told.items.properties.link.required,parentSchema:f.properties.told.items.properties.link,data:x};t===null?t=[T]:t.push(T),s++}
let P=s;for(let T in x)if(T!=="path"){let V={instancePath:r+"/told/"+S+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:T},message:"must NOT have additional properties",schema:!1,parentSchema:f.properties.told.items.properties.link,
data:x};t===null?t=[V]:t.push(V),s++}if(x.path!==void 0){let T=x.path,V=s,L=s,U=s;if(typeof T=="string"){if(!yt.test(T)){let W={instancePath:r+"/told/"+S+"/link\
/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:T};t===null?
t=[W]:t.push(W),s++}}else{let W={instancePath:r+"/told/"+S+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:$e.type,parentSchema:$e,data:T};t===null?t=[W]:t.push(W),s++}var oy=L===s,zo=V===s}}else{let P={instancePath:r+"/told/"+S+"/link",schemaPath:"#/pro\
perties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.properties.told.items.properties.link.type,parentSchema:f.
properties.told.items.properties.link,data:x};t===null?t=[P]:t.push(P),s++}var cs=F===s}if(I.fact!==void 0){let x=I.fact,F=s,_=f.properties.told.items.properties.
fact.enum;if(!(x==="id"||x==="model"||x==="created")){let P={instancePath:r+"/told/"+S+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"\
enum",params:{allowedValues:f.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:f.properties.told.items.properties.
fact.enum,parentSchema:f.properties.told.items.properties.fact,data:x};t===null?t=[P]:t.push(P),s++}var cs=F===s}if(I.source!==void 0){let x=I.source,F=s,_=s,w=s;
if(typeof x=="string"){if(se(x)<1){let T={instancePath:r+"/told/"+S+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:x};t===null?t=[T]:t.push(T),s++}}else{let T={instancePath:r+"/told/"+S+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:x};t===null?t=[T]:t.push(T),s++}var jd=_===
s,cs=F===s}}else{let $={instancePath:r+"/told/"+S,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:f.
properties.told.items.type,parentSchema:f.properties.told.items,data:I};t===null?t=[$]:t.push($),s++}var Td=C===s;Td||(h=!1)}}else{let h={instancePath:r+"/told",
schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:f.properties.told.type,parentSchema:f.properties.told,data:k};
t===null?t=[h]:t.push(h),s++}var b=be===s}let Jo;if(e.list!==void 0){if(e.id===void 0){let k={instancePath:r,schemaPath:"#/dependentRequired",keyword:"dependent\
Required",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:f.
dependentRequired,parentSchema:f,data:e};t===null?t=[k]:t.push(k),s++}if(e.query===void 0){let k={instancePath:r,schemaPath:"#/dependentRequired",keyword:"depen\
dentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is presen\
t",schema:f.dependentRequired,parentSchema:f,data:e};t===null?t=[k]:t.push(k),s++}}}else{let Ya={instancePath:r,schemaPath:"#/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:f.type,parentSchema:f,data:e};t===null?t=[Ya]:t.push(Ya),s++}return ft.errors=t,s===0}ft.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};function tn(e,{instancePath:r="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let t=null,s=0,d=tn.evaluated;d.dynamicProps&&
(d.props=void 0),d.dynamicItems&&(d.items=void 0);let g=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===void 0){let h={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have required property 'protocol'",schema:m.required,parentSchema:m,data:e};t===
null?t=[h]:t.push(h),s++}if(e.title===void 0){let h={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"must ha\
ve required property 'title'",schema:m.required,parentSchema:m,data:e};t===null?t=[h]:t.push(h),s++}if(e.description===void 0){let h={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"description"},message:"must have required property 'description'",schema:m.required,parentSchema:m,data:e};
t===null?t=[h]:t.push(h),s++}if(e.sources===void 0){let h={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"\
must have required property 'sources'",schema:m.required,parentSchema:m,data:e};t===null?t=[h]:t.push(h),s++}if(e.baseUrl===void 0){let h={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must have required property 'baseUrl'",schema:m.required,parentSchema:m,data:e};t===null?
t=[h]:t.push(h),s++}if(e.authentication===void 0){let h={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"\
must have required property 'authentication'",schema:m.required,parentSchema:m,data:e};t===null?t=[h]:t.push(h),s++}if(e.deadline===void 0){let h={instancePath:r,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},message:"must have required property 'deadline'",schema:m.required,parentSchema:m,
data:e};t===null?t=[h]:t.push(h),s++}if(e.poll===void 0){let h={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"\
must have required property 'poll'",schema:m.required,parentSchema:m,data:e};t===null?t=[h]:t.push(h),s++}if(e.operations===void 0){let h={instancePath:r,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"operations"},message:"must have required property 'operations'",schema:m.required,parentSchema:m,data:e};
t===null?t=[h]:t.push(h),s++}if(e.errors===void 0){let h={instancePath:r,schemaPath:"#/required",keyword:"required",params:{missingProperty:"errors"},message:"m\
ust have required property 'errors'",schema:m.required,parentSchema:m,data:e};t===null?t=[h]:t.push(h),s++}let Xt=s;for(let h in e)if(!bs.call(m.properties,h)){
let c={instancePath:r,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:h},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:m,data:e};t===null?t=[c]:t.push(c),s++}if(e.$schema!==void 0){let h=e.$schema,c=s;if(typeof h!="string"){let I={instancePath:r+"/$sc\
hema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.$schema.type,parentSchema:m.properties.
$schema,data:h};t===null?t=[I]:t.push(I),s++}let S=s;var u=c===s}if(e.$comment!==void 0){let h=e.$comment,c=s,S=s,I=s;if(typeof h=="string"){if(se(h)<1){let p={
instancePath:r+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:dr,data:h};t===null?t=[p]:t.push(p),s++}}else{let p={instancePath:r+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"stri\
ng"},message:"must be string",schema:dr.type,parentSchema:dr,data:h};t===null?t=[p]:t.push(p),s++}var b=S===s,u=c===s}if(e.protocol!==void 0){let h=e.protocol,c=s,
S=s;if(typeof h=="string"){if(!Ed.test(h)){let C={instancePath:r+"/protocol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z\
][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:m.properties.protocol,data:h};t===null?t=[C]:t.push(C),s++}}else{
let C={instancePath:r+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.protocol.
type,parentSchema:m.properties.protocol,data:h};t===null?t=[C]:t.push(C),s++}var u=c===s}if(e.title!==void 0){let h=e.title,c=s,S=s;if(typeof h=="string"){if(se(
h)<1){let C={instancePath:r+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characte\
rs",schema:1,parentSchema:m.properties.title,data:h};t===null?t=[C]:t.push(C),s++}}else{let C={instancePath:r+"/title",schemaPath:"#/properties/title/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:m.properties.title.type,parentSchema:m.properties.title,data:h};t===null?t=[C]:t.push(C),s++}var u=c===
s}if(e.description!==void 0){let h=e.description,c=s,S=s;if(typeof h=="string"){if(se(h)<1){let C={instancePath:r+"/description",schemaPath:"#/properties/descri\
ption/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.description,data:h};t===
null?t=[C]:t.push(C),s++}}else{let C={instancePath:r+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:m.properties.description.type,parentSchema:m.properties.description,data:h};t===null?t=[C]:t.push(C),s++}var u=c===s}if(e.sources!==void 0){
let h=e.sources,c=s,S=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(Object.keys(h).length<1){let p={instancePath:r+"/sources",schemaPath:"#/properties/sourc\
es/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:m.properties.sources,data:h};t===
null?t=[p]:t.push(p),s++}let C=s;for(let p in h){let l=h[p],v=s,M=s,A=!1,y=null,$=s,x=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.package===void 0){let P={
instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{
missingProperty:"package"},message:"must have required property 'package'",schema:m.properties.sources.additionalProperties.oneOf[0].required,parentSchema:m.properties.
sources.additionalProperties.oneOf[0],data:l};t===null?t=[P]:t.push(P),s++}if(l.version===void 0){let P={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have req\
uired property 'version'",schema:m.properties.sources.additionalProperties.oneOf[0].required,parentSchema:m.properties.sources.additionalProperties.oneOf[0],data:l};
t===null?t=[P]:t.push(P),s++}let w=s;for(let P in l)if(!(P==="package"||P==="version")){let T={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),
schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must N\
OT have additional properties",schema:!1,parentSchema:m.properties.sources.additionalProperties.oneOf[0],data:l};t===null?t=[T]:t.push(T),s++}if(l.package!==void 0){
let P=l.package,T=s,V=s;if(typeof P=="string"){if(se(P)<1){let L={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/p\
roperties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:m.properties.sources.additionalProperties.oneOf[0].properties.package,data:P};t===null?t=[L]:t.push(L),s++}}else{let L={instancePath:r+"/s\
ources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:m.properties.sources.additionalProperties.oneOf[0].properties.package.type,parentSchema:m.properties.sources.
additionalProperties.oneOf[0].properties.package,data:P};t===null?t=[L]:t.push(L),s++}var q=T===s}if(l.version!==void 0){let P=l.version,T=s,V=s;if(typeof P=="s\
tring"){if(!uy.test(P)){let U={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\
\\.\\d+\\.\\d+",parentSchema:m.properties.sources.additionalProperties.oneOf[0].properties.version,data:P};t===null?t=[U]:t.push(U),s++}}else{let U={instancePath:r+
"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:m.properties.sources.additionalProperties.oneOf[0].properties.version.type,parentSchema:m.properties.
sources.additionalProperties.oneOf[0].properties.version,data:P};t===null?t=[U]:t.push(U),s++}var q=T===s}}else{let w={instancePath:r+"/sources/"+p.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.
properties.sources.additionalProperties.oneOf[0].type,parentSchema:m.properties.sources.additionalProperties.oneOf[0],data:l};t===null?t=[w]:t.push(w),s++}var j=$===
s;if(j){A=!0,y=0;var O=!0}let F=s,_=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.document===void 0){let P={instancePath:r+"/sources/"+p.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"document"},message:"must\
 have required property 'document'",schema:m.properties.sources.additionalProperties.oneOf[1].required,parentSchema:m.properties.sources.additionalProperties.oneOf[1],
data:l};t===null?t=[P]:t.push(P),s++}if(l.url===void 0){let P={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sour\
ces/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:m.properties.sources.
additionalProperties.oneOf[1].required,parentSchema:m.properties.sources.additionalProperties.oneOf[1],data:l};t===null?t=[P]:t.push(P),s++}let w=s;for(let P in l)
if(!(P==="document"||P==="url")){let T={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:m.
properties.sources.additionalProperties.oneOf[1],data:l};t===null?t=[T]:t.push(T),s++}if(l.document!==void 0){let P=l.document,T=s,V=s;if(typeof P=="string"){if(se(
P)<1){let L={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/prope\
rties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.sources.additionalProperties.
oneOf[1].properties.document,data:P};t===null?t=[L]:t.push(L),s++}}else{let L={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.sources.
additionalProperties.oneOf[1].properties.document.type,parentSchema:m.properties.sources.additionalProperties.oneOf[1].properties.document,data:P};t===null?t=[L]:
t.push(L),s++}var R=T===s}if(l.url!==void 0){let P=l.url,T=s,V=s;if(typeof P=="string"){if(!Md.test(P)){let U={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(
/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'\
must match pattern "^https://"',schema:"^https://",parentSchema:m.properties.sources.additionalProperties.oneOf[1].properties.url,data:P};t===null?t=[U]:t.push(
U),s++}}else{let U={instancePath:r+"/sources/"+p.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/pro\
perties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:m.
properties.sources.additionalProperties.oneOf[1].properties.url,data:P};t===null?t=[U]:t.push(U),s++}var R=T===s}}else{let w={instancePath:r+"/sources/"+p.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:m.properties.sources.additionalProperties.oneOf[1].type,parentSchema:m.properties.sources.additionalProperties.oneOf[1],data:l};t===null?t=[w]:t.push(w),
s++}var j=F===s;if(j&&A?(A=!1,y=[y,1]):j&&(A=!0,y=1,O!==!0&&(O=!0)),A)s=M,t!==null&&(M?t.length=M:t=null);else{let w={instancePath:r+"/sources/"+p.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf",keyword:"oneOf",params:{passingSchemas:y},message:"must match exactly one\
 schema in oneOf",schema:m.properties.sources.additionalProperties.oneOf,parentSchema:m.properties.sources.additionalProperties,data:l};t===null?t=[w]:t.push(w),
s++}var E=v===s}}else{let C={instancePath:r+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.
properties.sources.type,parentSchema:m.properties.sources,data:h};t===null?t=[C]:t.push(C),s++}var u=c===s}if(e.baseUrl!==void 0){let h=e.baseUrl,c=s,S=s;if(typeof h==
"string"){if(!hy.test(h)){let C={instancePath:r+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?\
$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^https://[^/]+(/.*[^/])?$",parentSchema:m.properties.baseUrl,data:h};t===null?t=[C]:t.push(
C),s++}}else{let C={instancePath:r+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.
baseUrl.type,parentSchema:m.properties.baseUrl,data:h};t===null?t=[C]:t.push(C),s++}var u=c===s}if(e.authentication!==void 0){let h=e.authentication,c=s,S=s;if(h&&
typeof h=="object"&&!Array.isArray(h)){if(h.in===void 0){let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"in"},message:"must have required property 'in'",schema:m.properties.authentication.required,parentSchema:m.properties.authentication,
data:h};t===null?t=[p]:t.push(p),s++}if(h.name===void 0){let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"name"},message:"must have required property 'name'",schema:m.properties.authentication.required,parentSchema:m.properties.authentication,
data:h};t===null?t=[p]:t.push(p),s++}if(h.source===void 0){let p={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.authentication.required,parentSchema:m.properties.authentication,
data:h};t===null?t=[p]:t.push(p),s++}let C=s;for(let p in h)if(!(p==="in"||p==="name"||p==="prefix"||p==="token"||p==="source")){let l={instancePath:r+"/authent\
ication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:m.properties.authentication,data:h};t===null?t=[l]:t.push(l),s++}if(h.in!==void 0){let p=h.in,l=s,v=m.properties.authentication.
properties.in.enum;if(p!=="header"){let M={instancePath:r+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{
allowedValues:m.properties.authentication.properties.in.enum},message:"must be equal to one of the allowed values",schema:m.properties.authentication.properties.
in.enum,parentSchema:m.properties.authentication.properties.in,data:p};t===null?t=[M]:t.push(M),s++}var z=l===s}if(h.name!==void 0){let p=h.name,l=s,v=s;if(typeof p==
"string"){if(!ls.test(p)){let A={instancePath:r+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{
pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:m.properties.authentication.properties.name,
data:p};t===null?t=[A]:t.push(A),s++}}else{let A={instancePath:r+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:m.properties.authentication.properties.name.type,parentSchema:m.properties.authentication.properties.
name,data:p};t===null?t=[A]:t.push(A),s++}var z=l===s}if(h.prefix!==void 0){let p=h.prefix,l=s;if(typeof p!="string"){let A={instancePath:r+"/authentication/pre\
fix",schemaPath:"#/properties/authentication/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.authentication.
properties.prefix.type,parentSchema:m.properties.authentication.properties.prefix,data:p};t===null?t=[A]:t.push(A),s++}let v=s;var z=l===s}if(h.token!==void 0){
let p=h.token,l=s,v=s,M=!1,A=null,y=s,$=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let P={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.
properties.authentication.properties.token.oneOf[0].required,parentSchema:m.properties.authentication.properties.token.oneOf[0],data:p};t===null?t=[P]:t.push(P),
s++}if(p.seconds===void 0){let P={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:m.properties.authentication.properties.token.oneOf[0].required,
parentSchema:m.properties.authentication.properties.token.oneOf[0],data:p};t===null?t=[P]:t.push(P),s++}let w=s;for(let P in p)if(!(P==="by"||P==="seconds"||P===
"backdateSeconds")){let T={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.properties.
token.oneOf[0],data:p};t===null?t=[T]:t.push(T),s++}if(p.by!==void 0){let P=p.by,T=s;if(P!=="jwt-hs256"){let V={instancePath:r+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",
schema:"jwt-hs256",parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.by,data:P};t===null?t=[V]:t.push(V),s++}var ne=T===s}if(p.seconds!==
void 0){let P=p.seconds,T=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let U={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authenti\
cation/properties/token/oneOf/0/properties/seconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.properties.authentication.properties.
token.oneOf[0].properties.seconds.type,parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.seconds,data:P};t===null?t=[U]:t.push(U),s++}
let V=s;if(typeof P=="number"){if(P>86400||isNaN(P)){let U={instancePath:r+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/0/properties/seconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:m.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:P};t===null?t=[U]:t.push(U),s++}if(P<10||isNaN(P)){let U={instancePath:r+"/authentication/token\
/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"\
must be >= 10",schema:10,parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.seconds,data:P};t===null?t=[U]:t.push(U),s++}}var ne=T===
s}if(p.backdateSeconds!==void 0){let P=p.backdateSeconds,T=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let U={instancePath:r+"/authentication/token/backdateS\
econds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must b\
e integer",schema:m.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds.type,parentSchema:m.properties.authentication.properties.token.
oneOf[0].properties.backdateSeconds,data:P};t===null?t=[U]:t.push(U),s++}let V=s;if(typeof P=="number"){if(P>3600||isNaN(P)){let U={instancePath:r+"/authenticat\
ion/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:m.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:P};t===
null?t=[U]:t.push(U),s++}if(P<0||isNaN(P)){let U={instancePath:r+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/toke\
n/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:m.properties.authentication.
properties.token.oneOf[0].properties.backdateSeconds,data:P};t===null?t=[U]:t.push(U),s++}}var ne=T===s}}else{let w={instancePath:r+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.authentication.properties.
token.oneOf[0].type,parentSchema:m.properties.authentication.properties.token.oneOf[0],data:p};t===null?t=[w]:t.push(w),s++}var H=y===s;if(H){M=!0,A=0;var G=!0}
let x=s,F=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){let P={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication\
/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.properties.authentication.
properties.token.oneOf[1].required,parentSchema:m.properties.authentication.properties.token.oneOf[1],data:p};t===null?t=[P]:t.push(P),s++}if(p.scope===void 0){
let P={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"\
scope"},message:"must have required property 'scope'",schema:m.properties.authentication.properties.token.oneOf[1].required,parentSchema:m.properties.authentication.
properties.token.oneOf[1],data:p};t===null?t=[P]:t.push(P),s++}let w=s;for(let P in p)if(!(P==="by"||P==="scope")){let T={instancePath:r+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"mus\
t NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.properties.token.oneOf[1],data:p};t===null?t=[T]:t.push(T),s++}if(p.by!==void 0){
let P=p.by,T=s;if(P!=="google-service-account"){let V={instancePath:r+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/\
1/properties/by/const",keyword:"const",params:{allowedValue:"google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:m.
properties.authentication.properties.token.oneOf[1].properties.by,data:P};t===null?t=[V]:t.push(V),s++}var B=T===s}if(p.scope!==void 0){let P=p.scope,T=s,V=s;if(typeof P==
"string"){if(se(P)<1){let U={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.authentication.properties.token.oneOf[1].
properties.scope,data:P};t===null?t=[U]:t.push(U),s++}}else{let U={instancePath:r+"/authentication/token/scope",schemaPath:"#/properties/authentication/properti\
es/token/oneOf/1/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.authentication.properties.token.oneOf[1].
properties.scope.type,parentSchema:m.properties.authentication.properties.token.oneOf[1].properties.scope,data:P};t===null?t=[U]:t.push(U),s++}var B=T===s}}else{
let w={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:m.properties.authentication.properties.token.oneOf[1].type,parentSchema:m.properties.authentication.properties.token.oneOf[1],data:p};t===
null?t=[w]:t.push(w),s++}var H=x===s;if(H&&M)M=!1,A=[A,1];else{H&&(M=!0,A=1,G!==!0&&(G=!0));let w=s,P=s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.by===void 0){
let L={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"\
by"},message:"must have required property 'by'",schema:m.properties.authentication.properties.token.oneOf[2].required,parentSchema:m.properties.authentication.properties.
token.oneOf[2],data:p};t===null?t=[L]:t.push(L),s++}if(p.service===void 0){let L={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication\
/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:m.properties.authentication.
properties.token.oneOf[2].required,parentSchema:m.properties.authentication.properties.token.oneOf[2],data:p};t===null?t=[L]:t.push(L),s++}let V=s;for(let L in p)
if(!(L==="by"||L==="service")){let U={instancePath:r+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/additionalProperti\
es",keyword:"additionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.authentication.
properties.token.oneOf[2],data:p};t===null?t=[U]:t.push(U),s++}if(p.by!==void 0){let L=p.by,U=s;if(L!=="aws-sigv4"){let W={instancePath:r+"/authentication/token\
/by",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be eq\
ual to constant",schema:"aws-sigv4",parentSchema:m.properties.authentication.properties.token.oneOf[2].properties.by,data:L};t===null?t=[W]:t.push(W),s++}var he=U===
s}if(p.service!==void 0){let L=p.service,U=s,W=s;if(typeof L=="string"){if(!Ed.test(L)){let ge={instancePath:r+"/authentication/token/service",schemaPath:"#/pro\
perties/authentication/properties/token/oneOf/2/properties/service/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "\
^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:m.properties.authentication.properties.token.oneOf[2].properties.service,data:L};t===null?t=[ge]:t.push(
ge),s++}}else{let ge={instancePath:r+"/authentication/token/service",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/service/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:m.properties.authentication.properties.token.oneOf[2].properties.service.type,parentSchema:m.properties.
authentication.properties.token.oneOf[2].properties.service,data:L};t===null?t=[ge]:t.push(ge),s++}var he=U===s}}else{let V={instancePath:r+"/authentication/tok\
en",schemaPath:"#/properties/authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.authentication.
properties.token.oneOf[2].type,parentSchema:m.properties.authentication.properties.token.oneOf[2],data:p};t===null?t=[V]:t.push(V),s++}var H=w===s;H&&M?(M=!1,A=
[A,2]):H&&(M=!0,A=2,G!==!0&&(G=!0))}if(M)s=v,t!==null&&(v?t.length=v:t=null);else{let w={instancePath:r+"/authentication/token",schemaPath:"#/properties/authent\
ication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:A},message:"must match exactly one schema in oneOf",schema:m.properties.authentication.properties.
token.oneOf,parentSchema:m.properties.authentication.properties.token,data:p};t===null?t=[w]:t.push(w),s++}var z=l===s}if(h.source!==void 0){let p=h.source,l=s,
v=s,M=s;if(typeof p=="string"){if(se(p)<1){let y={instancePath:r+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};t===null?t=[y]:t.push(y),s++}}else{let y={instancePath:r+"/authentication/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:p};t===null?t=[y]:t.push(
y),s++}var ie=v===s,z=l===s}}else{let C={instancePath:r+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:m.properties.authentication.type,parentSchema:m.properties.authentication,data:h};t===null?t=[C]:t.push(C),s++}var u=c===s}if(e.headers!==
void 0){let h=e.headers,c=s,S=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(Object.keys(h).length<1){let p={instancePath:r+"/headers",schemaPath:"#/properti\
es/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:m.properties.headers,data:h};
t===null?t=[p]:t.push(p),s++}for(let p in h){let l=s;if(typeof p=="string"&&!ls.test(p)){let v={instancePath:r+"/headers",schemaPath:"#/properties/headers/prope\
rtyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:m.
properties.headers.propertyNames,data:p,propertyName:p};t===null?t=[v]:t.push(v),s++}var De=l===s;if(!De){let v={instancePath:r+"/headers",schemaPath:"#/propert\
ies/headers/propertyNames",keyword:"propertyNames",params:{propertyName:p},message:"property name must be valid",schema:m.properties.headers.propertyNames,parentSchema:m.
properties.headers,data:h};t===null?t=[v]:t.push(v),s++}}let C=s;for(let p in h){let l=h[p],v=s,M=s;if(typeof l=="string"){if(!Fd.test(l)){let A={instancePath:r+
"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x\
7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:m.properties.headers.additionalProperties,data:l};t===null?t=[A]:
t.push(A),s++}}else{let A={instancePath:r+"/headers/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:m.properties.headers.additionalProperties.type,parentSchema:m.properties.headers.additionalProperties,
data:l};t===null?t=[A]:t.push(A),s++}var J=v===s}}else{let C={instancePath:r+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:m.properties.headers.type,parentSchema:m.properties.headers,data:h};t===null?t=[C]:t.push(C),s++}var u=c===s}if(e.idempotency!==
void 0){let h=e.idempotency,c=s,S=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.header===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/proper\
ties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:m.properties.idempotency.required,
parentSchema:m.properties.idempotency,data:h};t===null?t=[p]:t.push(p),s++}if(h.keptSeconds===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/propert\
ies/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:m.properties.idempotency.
required,parentSchema:m.properties.idempotency,data:h};t===null?t=[p]:t.push(p),s++}if(h.source===void 0){let p={instancePath:r+"/idempotency",schemaPath:"#/pro\
perties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.idempotency.
required,parentSchema:m.properties.idempotency,data:h};t===null?t=[p]:t.push(p),s++}let C=s;for(let p in h)if(!(p==="header"||p==="keptSeconds"||p==="source")){
let l={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"\
must NOT have additional properties",schema:!1,parentSchema:m.properties.idempotency,data:h};t===null?t=[l]:t.push(l),s++}if(h.header!==void 0){let p=h.header,l=s,
v=s;if(typeof p=="string"){if(se(p)<1){let M={instancePath:r+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.idempotency.properties.header,data:p};t===null?t=[M]:
t.push(M),s++}}else{let M={instancePath:r+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:m.properties.idempotency.properties.header.type,parentSchema:m.properties.idempotency.properties.header,data:p};t===null?t=[M]:t.
push(M),s++}var ee=l===s}if(h.keptSeconds!==void 0){let p=h.keptSeconds,l=s;if(!(typeof p=="number"&&!(p%1)&&!isNaN(p))){let A={instancePath:r+"/idempotency/kep\
tSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.properties.
idempotency.properties.keptSeconds.type,parentSchema:m.properties.idempotency.properties.keptSeconds,data:p};t===null?t=[A]:t.push(A),s++}let v=s;if(typeof p=="\
number"&&(p<1||isNaN(p))){let A={instancePath:r+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimum",
params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:m.properties.idempotency.properties.keptSeconds,data:p};t===null?t=[A]:t.push(A),s++}
var ee=l===s}if(h.source!==void 0){let p=h.source,l=s,v=s,M=s;if(typeof p=="string"){if(se(p)<1){let y={instancePath:r+"/idempotency/source",schemaPath:"#/$defs\
/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};t===null?t=[y]:t.push(y),
s++}}else{let y={instancePath:r+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:p};t===null?t=[y]:t.push(y),s++}var we=v===s,ee=l===s}}else{let C={instancePath:r+"/idempotency",schemaPath:"#/properties/idempotency/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.idempotency.type,parentSchema:m.properties.idempotency,data:h};t===null?
t=[C]:t.push(C),s++}var u=c===s}if(e.deadline!==void 0){let h=e.deadline,c=s,S=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.seconds===void 0){let p={instancePath:r+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:m.
properties.deadline.required,parentSchema:m.properties.deadline,data:h};t===null?t=[p]:t.push(p),s++}if(h.source===void 0){let p={instancePath:r+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.deadline.
required,parentSchema:m.properties.deadline,data:h};t===null?t=[p]:t.push(p),s++}let C=s;for(let p in h)if(!(p==="seconds"||p==="source")){let l={instancePath:r+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have addition\
al properties",schema:!1,parentSchema:m.properties.deadline,data:h};t===null?t=[l]:t.push(l),s++}if(h.seconds!==void 0){let p=h.seconds,l=s;if(!(typeof p=="numb\
er"&&!(p%1)&&!isNaN(p))){let M={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"integ\
er"},message:"must be integer",schema:m.properties.deadline.properties.seconds.type,parentSchema:m.properties.deadline.properties.seconds,data:p};t===null?t=[M]:
t.push(M),s++}let v=s;if(typeof p=="number"&&(p<60||isNaN(p))){let M={instancePath:r+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/mi\
nimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:m.properties.deadline.properties.seconds,data:p};t===null?
t=[M]:t.push(M),s++}var Ke=l===s}if(h.source!==void 0){let p=h.source,l=s,v=s,M=s;if(typeof p=="string"){if(se(p)<1){let y={instancePath:r+"/deadline/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};t===null?t=[y]:t.
push(y),s++}}else{let y={instancePath:r+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:p};t===null?t=[y]:t.push(y),s++}var Y=v===s,Ke=l===s}}else{let C={instancePath:r+"/deadline",schemaPath:"#/properties/deadline/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:m.properties.deadline.type,parentSchema:m.properties.deadline,data:h};t===null?t=[C]:t.push(C),s++}
var u=c===s}if(e.poll!==void 0){let h=e.poll,c=s,S=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.seconds===void 0){let p={instancePath:r+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:m.properties.poll.required,
parentSchema:m.properties.poll,data:h};t===null?t=[p]:t.push(p),s++}if(h.source===void 0){let p={instancePath:r+"/poll",schemaPath:"#/properties/poll/required",
keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.poll.required,parentSchema:m.properties.
poll,data:h};t===null?t=[p]:t.push(p),s++}let C=s;for(let p in h)if(!(p==="seconds"||p==="source")){let l={instancePath:r+"/poll",schemaPath:"#/properties/poll/\
additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.
poll,data:h};t===null?t=[l]:t.push(l),s++}if(h.seconds!==void 0){let p=h.seconds,l=s,v=s;if(typeof p=="number"){if(p<=0||isNaN(p)){let M={instancePath:r+"/poll/\
seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,
parentSchema:m.properties.poll.properties.seconds,data:p};t===null?t=[M]:t.push(M),s++}}else{let M={instancePath:r+"/poll/seconds",schemaPath:"#/properties/poll\
/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:m.properties.poll.properties.seconds.type,parentSchema:m.properties.
poll.properties.seconds,data:p};t===null?t=[M]:t.push(M),s++}var N=l===s}if(h.source!==void 0){let p=h.source,l=s,v=s,M=s;if(typeof p=="string"){if(se(p)<1){let y={
instancePath:r+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:re,data:p};t===null?t=[y]:t.push(y),s++}}else{let y={instancePath:r+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:re.type,parentSchema:re,data:p};t===null?t=[y]:t.push(y),s++}var K=v===s,N=l===s}}else{let C={instancePath:r+"/poll",schemaPath:"\
#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.poll.type,parentSchema:m.properties.poll,data:h};t===
null?t=[C]:t.push(C),s++}var u=c===s}if(e.probe!==void 0){let h=e.probe,c=s,S=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.path===void 0){let p={instancePath:r+
"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:m.properties.
probe.required,parentSchema:m.properties.probe,data:h};t===null?t=[p]:t.push(p),s++}if(h.accepted===void 0){let p={instancePath:r+"/probe",schemaPath:"#/propert\
ies/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:m.properties.probe.required,parentSchema:m.
properties.probe,data:h};t===null?t=[p]:t.push(p),s++}if(h.source===void 0){let p={instancePath:r+"/probe",schemaPath:"#/properties/probe/required",keyword:"req\
uired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.probe.required,parentSchema:m.properties.probe,data:h};
t===null?t=[p]:t.push(p),s++}let C=s;for(let p in h)if(!(p==="path"||p==="accepted"||p==="source")){let l={instancePath:r+"/probe",schemaPath:"#/properties/prob\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.
probe,data:h};t===null?t=[l]:t.push(l),s++}if(h.path!==void 0){let p=h.path,l=s,v=s,M=s;if(typeof p=="string"){if(!yt.test(p)){let A={instancePath:r+"/probe/pat\
h",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:p};t===null?t=[A]:
t.push(A),s++}}else{let A={instancePath:r+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$e.
type,parentSchema:$e,data:p};t===null?t=[A]:t.push(A),s++}var de=v===s,Te=l===s}if(h.accepted!==void 0){let p=h.accepted,l=s,v=s;if(Array.isArray(p)){if(p.length<
1){let $={instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minItems",params:{limit:1},message:"must NOT ha\
ve fewer than 1 items",schema:1,parentSchema:m.properties.probe.properties.accepted,data:p};t===null?t=[$]:t.push($),s++}let A=!0,y=p.length;for(let $=0;$<y;$++){
let x=p[$],F=s;if(!(typeof x=="number"&&!(x%1)&&!isNaN(x))){let w={instancePath:r+"/probe/accepted/"+$,schemaPath:"#/properties/probe/properties/accepted/items/\
type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.properties.probe.properties.accepted.items.type,parentSchema:m.properties.probe.
properties.accepted.items,data:x};t===null?t=[w]:t.push(w),s++}let _=s;if(typeof x=="number"){if(x>599||isNaN(x)){let w={instancePath:r+"/probe/accepted/"+$,schemaPath:"\
#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:m.properties.
probe.properties.accepted.items,data:x};t===null?t=[w]:t.push(w),s++}if(x<100||isNaN(x)){let w={instancePath:r+"/probe/accepted/"+$,schemaPath:"#/properties/pro\
be/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"must be >= 100",schema:100,parentSchema:m.properties.probe.properties.
accepted.items,data:x};t===null?t=[w]:t.push(w),s++}}var ve=F===s;ve||(A=!1)}}else{let A={instancePath:r+"/probe/accepted",schemaPath:"#/properties/probe/proper\
ties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.probe.properties.accepted.type,parentSchema:m.properties.probe.
properties.accepted,data:p};t===null?t=[A]:t.push(A),s++}var Te=l===s}if(h.source!==void 0){let p=h.source,l=s,v=s,M=s;if(typeof p=="string"){if(se(p)<1){let y={
instancePath:r+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:re,data:p};t===null?t=[y]:t.push(y),s++}}else{let y={instancePath:r+"/probe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:re.type,parentSchema:re,data:p};t===null?t=[y]:t.push(y),s++}var X=v===s,Te=l===s}}else{let C={instancePath:r+"/probe",schemaPath:"\
#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.probe.type,parentSchema:m.properties.probe,data:h};t===
null?t=[C]:t.push(C),s++}var u=c===s}if(e.modelProbe!==void 0){let h=e.modelProbe,c=s,S=s,I=s,C=!1,p=null,l=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.
path===void 0){let A={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"\
must have required property 'path'",schema:m.properties.modelProbe.oneOf[0].required,parentSchema:m.properties.modelProbe.oneOf[0],data:h};t===null?t=[A]:t.push(
A),s++}if(h.names===void 0){let A={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"\
names"},message:"must have required property 'names'",schema:m.properties.modelProbe.oneOf[0].required,parentSchema:m.properties.modelProbe.oneOf[0],data:h};t===
null?t=[A]:t.push(A),s++}}var qe=l===s;qe&&(C=!0,p=0);let v=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.url===void 0){let A={instancePath:r+"/modelProbe",
schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:m.properties.
modelProbe.oneOf[1].required,parentSchema:m.properties.modelProbe.oneOf[1],data:h};t===null?t=[A]:t.push(A),s++}if(h.names===void 0){let A={instancePath:r+"/mod\
elProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",
schema:m.properties.modelProbe.oneOf[1].required,parentSchema:m.properties.modelProbe.oneOf[1],data:h};t===null?t=[A]:t.push(A),s++}}var qe=v===s;if(qe&&C)C=!1,
p=[p,1];else{qe&&(C=!0,p=1);let A=s;if(h&&typeof h=="object"&&!Array.isArray(h)&&h.untestable===void 0){let $={instancePath:r+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"untestable"},message:"must have required property 'untestable'",schema:m.properties.
modelProbe.oneOf[2].required,parentSchema:m.properties.modelProbe.oneOf[2],data:h};t===null?t=[$]:t.push($),s++}var qe=A===s;qe&&C?(C=!1,p=[p,2]):qe&&(C=!0,p=2)}
if(C)s=I,t!==null&&(I?t.length=I:t=null);else{let A={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:p},
message:"must match exactly one schema in oneOf",schema:m.properties.modelProbe.oneOf,parentSchema:m.properties.modelProbe,data:h};t===null?t=[A]:t.push(A),s++}
if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.source===void 0){let y={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.modelProbe.required,parentSchema:m.properties.modelProbe,
data:h};t===null?t=[y]:t.push(y),s++}let A=s;for(let y in h)if(!(y==="path"||y==="url"||y==="names"||y==="omits"||y==="told"||y==="except"||y==="untestable"||y===
"source")){let $={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},
message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.modelProbe,data:h};t===null?t=[$]:t.push($),s++}if(h.path!==void 0){let y=h.path,
$=s,x=s,F=s;if(typeof y=="string"){if(!yt.test(y)){let _={instancePath:r+"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"\
^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:y};t===null?t=[_]:t.push(_),s++}}else{let _={instancePath:r+"/modelProbe/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$e.type,parentSchema:$e,data:y};t===null?t=[_]:t.push(_),s++}var Se=x===
s,Be=$===s}if(h.url!==void 0){let y=h.url,$=s,x=s;if(typeof y=="string"){if(!fy.test(y)){let _={instancePath:r+"/modelProbe/url",schemaPath:"#/properties/modelP\
robe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^ht\
tps://[^/?#{}]+/[^#]*$",parentSchema:m.properties.modelProbe.properties.url,data:y};t===null?t=[_]:t.push(_),s++}}else{let _={instancePath:r+"/modelProbe/url",schemaPath:"\
#/properties/modelProbe/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.modelProbe.properties.url.type,parentSchema:m.
properties.modelProbe.properties.url,data:y};t===null?t=[_]:t.push(_),s++}var Be=$===s}if(h.names!==void 0){let y=h.names,$=s,x=s,F=s;if(typeof y=="string"){if(!Ae.
test(y)){let w={instancePath:r+"/modelProbe/names",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};t===null?t=[w]:t.push(w),s++}}else{let w={instancePath:r+"/modelProbe\
/names",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};t===null?t=[w]:t.push(
w),s++}var nt=x===s,Be=$===s}if(h.omits!==void 0){let y=h.omits,$=s,x=s;if(typeof y=="string"){if(se(y)<1){let _={instancePath:r+"/modelProbe/omits",schemaPath:"\
#/properties/modelProbe/properties/omits/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.
properties.modelProbe.properties.omits,data:y};t===null?t=[_]:t.push(_),s++}}else{let _={instancePath:r+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/\
properties/omits/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.modelProbe.properties.omits.type,parentSchema:m.properties.
modelProbe.properties.omits,data:y};t===null?t=[_]:t.push(_),s++}var Be=$===s}if(h.told!==void 0){let y=h.told,$=s,x=s;if(Array.isArray(y)){if(y.length<1){let P={
instancePath:r+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer\
 than 1 items",schema:1,parentSchema:m.properties.modelProbe.properties.told,data:y};t===null?t=[P]:t.push(P),s++}let _=!0,w=y.length;for(let P=0;P<w;P++){let T=y[P],
V=s,L=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.at===void 0){let W={instancePath:r+"/modelProbe/told/"+P,schemaPath:"#/properties/modelProbe/propertie\
s/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:m.properties.modelProbe.properties.told.
items.required,parentSchema:m.properties.modelProbe.properties.told.items,data:T};t===null?t=[W]:t.push(W),s++}if(T.constant===void 0){let W={instancePath:r+"/m\
odelProbe/told/"+P,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have\
 required property 'constant'",schema:m.properties.modelProbe.properties.told.items.required,parentSchema:m.properties.modelProbe.properties.told.items,data:T};
t===null?t=[W]:t.push(W),s++}let U=s;for(let W in T)if(!(W==="at"||W==="constant")){let te={instancePath:r+"/modelProbe/told/"+P,schemaPath:"#/properties/modelP\
robe/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additional properties",schema:!1,
parentSchema:m.properties.modelProbe.properties.told.items,data:T};t===null?t=[te]:t.push(te),s++}if(T.at!==void 0){let W=T.at,te=s,ge=s,Le=s;if(typeof W=="stri\
ng"){if(!Ae.test(W)){let me={instancePath:r+"/modelProbe/told/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])\
+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:W};t===null?t=[me]:t.push(me),s++}}else{let me={instancePath:r+
"/modelProbe/told/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:W};
t===null?t=[me]:t.push(me),s++}var Pt=ge===s,Qe=te===s}}else{let U={instancePath:r+"/modelProbe/told/"+P,schemaPath:"#/properties/modelProbe/properties/told/ite\
ms/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.modelProbe.properties.told.items.type,parentSchema:m.properties.modelProbe.
properties.told.items,data:T};t===null?t=[U]:t.push(U),s++}var Er=V===s;Er||(_=!1)}}else{let _={instancePath:r+"/modelProbe/told",schemaPath:"#/properties/model\
Probe/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.modelProbe.properties.told.type,parentSchema:m.properties.
modelProbe.properties.told,data:y};t===null?t=[_]:t.push(_),s++}var Be=$===s}if(h.except!==void 0){let y=h.except,$=s,x=s;if(Array.isArray(y)){if(y.length<1){let P={
instancePath:r+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have f\
ewer than 1 items",schema:1,parentSchema:m.properties.modelProbe.properties.except,data:y};t===null?t=[P]:t.push(P),s++}let _=!0,w=y.length;for(let P=0;P<w;P++){
let T=y[P],V=s,L=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.prefix===void 0){let W={instancePath:r+"/modelProbe/except/"+P,schemaPath:"#/properties/mod\
elProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:m.properties.
modelProbe.properties.except.items.required,parentSchema:m.properties.modelProbe.properties.except.items,data:T};t===null?t=[W]:t.push(W),s++}if(T.reason===void 0){
let W={instancePath:r+"/modelProbe/except/"+P,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"\
reason"},message:"must have required property 'reason'",schema:m.properties.modelProbe.properties.except.items.required,parentSchema:m.properties.modelProbe.properties.
except.items,data:T};t===null?t=[W]:t.push(W),s++}let U=s;for(let W in T)if(!(W==="prefix"||W==="reason")){let te={instancePath:r+"/modelProbe/except/"+P,schemaPath:"\
#/properties/modelProbe/properties/except/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:m.properties.modelProbe.properties.except.items,data:T};t===null?t=[te]:t.push(te),s++}if(T.prefix!==void 0){let W=T.prefix,
te=s,ge=s;if(typeof W=="string"){if(se(W)<1){let Le={instancePath:r+"/modelProbe/except/"+P+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/item\
s/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.modelProbe.
properties.except.items.properties.prefix,data:W};t===null?t=[Le]:t.push(Le),s++}}else{let Le={instancePath:r+"/modelProbe/except/"+P+"/prefix",schemaPath:"#/pr\
operties/modelProbe/properties/except/items/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.modelProbe.
properties.except.items.properties.prefix.type,parentSchema:m.properties.modelProbe.properties.except.items.properties.prefix,data:W};t===null?t=[Le]:t.push(Le),
s++}var Ha=te===s}if(T.reason!==void 0){let W=T.reason,te=s,ge=s;if(typeof W=="string"){if(se(W)<1){let me={instancePath:r+"/modelProbe/except/"+P+"/reason",schemaPath:"\
#/properties/modelProbe/properties/except/items/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:m.properties.modelProbe.properties.except.items.properties.reason,data:W};t===null?t=[me]:t.push(me),s++}}else{let me={instancePath:r+"/mo\
delProbe/except/"+P+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:m.properties.modelProbe.properties.except.items.properties.reason.type,parentSchema:m.properties.modelProbe.properties.except.items.properties.
reason,data:W};t===null?t=[me]:t.push(me),s++}var Ha=te===s}}else{let U={instancePath:r+"/modelProbe/except/"+P,schemaPath:"#/properties/modelProbe/properties/e\
xcept/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.modelProbe.properties.except.items.type,parentSchema:m.properties.
modelProbe.properties.except.items,data:T};t===null?t=[U]:t.push(U),s++}var Eo=V===s;Eo||(_=!1)}}else{let _={instancePath:r+"/modelProbe/except",schemaPath:"#/p\
roperties/modelProbe/properties/except/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.modelProbe.properties.except.type,
parentSchema:m.properties.modelProbe.properties.except,data:y};t===null?t=[_]:t.push(_),s++}var Be=$===s}if(h.untestable!==void 0){let y=h.untestable,$=s,x=s;if(typeof y==
"string"){if(se(y)<1){let _={instancePath:r+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.modelProbe.properties.untestable,data:y};t===null?t=[_]:t.push(_),s++}}else{
let _={instancePath:r+"/modelProbe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:m.properties.modelProbe.properties.untestable.type,parentSchema:m.properties.modelProbe.properties.untestable,data:y};t===null?t=[_]:t.push(
_),s++}var Be=$===s}if(h.source!==void 0){let y=h.source,$=s,x=s,F=s;if(typeof y=="string"){if(se(y)<1){let w={instancePath:r+"/modelProbe/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:y};t===null?t=[w]:t.
push(w),s++}}else{let w={instancePath:r+"/modelProbe/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:y};t===null?t=[w]:t.push(w),s++}var yr=x===s,Be=$===s}}else{let A={instancePath:r+"/modelProbe",schemaPath:"#/properties/modelProbe/ty\
pe",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.modelProbe.type,parentSchema:m.properties.modelProbe,data:h};t===null?t=[
A]:t.push(A),s++}var u=c===s}if(e.webhooks!==void 0){let h=e.webhooks,c=s,S=s,I=s,C=!1,p=null,l=s;if(h&&typeof h=="object"&&!Array.isArray(h)&&h.body===void 0){
let A={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have requ\
ired property 'body'",schema:m.properties.webhooks.oneOf[0].required,parentSchema:m.properties.webhooks.oneOf[0],data:h};t===null?t=[A]:t.push(A),s++}var zt=l===
s;zt&&(C=!0,p=0);let v=s;if(h&&typeof h=="object"&&!Array.isArray(h)&&h.query===void 0){let A={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneO\
f/1/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:m.properties.webhooks.oneOf[1].required,parentSchema:m.
properties.webhooks.oneOf[1],data:h};t===null?t=[A]:t.push(A),s++}var zt=v===s;if(zt&&C?(C=!1,p=[p,1]):zt&&(C=!0,p=1),C)s=I,t!==null&&(I?t.length=I:t=null);else{
let A={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:p},message:"must match exactly one schema in o\
neOf",schema:m.properties.webhooks.oneOf,parentSchema:m.properties.webhooks,data:h};t===null?t=[A]:t.push(A),s++}if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.
source===void 0){let y={instancePath:r+"/webhooks",schemaPath:"#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"mus\
t have required property 'source'",schema:m.properties.webhooks.required,parentSchema:m.properties.webhooks,data:h};t===null?t=[y]:t.push(y),s++}let A=s;for(let y in h)
if(!(y==="body"||y==="query"||y==="with"||y==="signature"||y==="challenge"||y==="told"||y==="source")){let $={instancePath:r+"/webhooks",schemaPath:"#/propertie\
s/webhooks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},message:"must NOT have additional properties",schema:!1,parentSchema:m.
properties.webhooks,data:h};t===null?t=[$]:t.push($),s++}if(h.body!==void 0){let y=h.body,$=s,x=s,F=s;if(typeof y=="string"){if(!Ae.test(y)){let _={instancePath:r+
"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+\
$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};t===null?t=[_]:t.push(_),s++}}else{let _={instancePath:r+"/webhooks/body",schemaPath:"#/$defs/pointer/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};t===null?t=[_]:t.push(_),s++}var Wf=x===s,Mr=$===s}if(h.
query!==void 0){let y=h.query,$=s,x=s;if(typeof y=="string"){if(se(y)<1){let _={instancePath:r+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/qu\
ery/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.query,
data:y};t===null?t=[_]:t.push(_),s++}}else{let _={instancePath:r+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:m.properties.webhooks.properties.query.type,parentSchema:m.properties.webhooks.properties.query,data:y};t===null?
t=[_]:t.push(_),s++}var Mr=$===s}if(h.with!==void 0){let y=h.with,$=s,x=s;if(Array.isArray(y)){if(y.length<1){let P={instancePath:r+"/webhooks/with",schemaPath:"\
#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.
webhooks.properties.with,data:y};t===null?t=[P]:t.push(P),s++}let _=!0,w=y.length;for(let P=0;P<w;P++){let T=y[P],V=s,L=s;if(T&&typeof T=="object"&&!Array.isArray(
T)){if(T.to===void 0){let W={instancePath:r+"/webhooks/with/"+P,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:m.properties.webhooks.properties.with.items.required,parentSchema:m.properties.webhooks.properties.with.items,
data:T};t===null?t=[W]:t.push(W),s++}if(T.constant===void 0){let W={instancePath:r+"/webhooks/with/"+P,schemaPath:"#/properties/webhooks/properties/with/items/r\
equired",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:m.properties.webhooks.properties.with.items.
required,parentSchema:m.properties.webhooks.properties.with.items,data:T};t===null?t=[W]:t.push(W),s++}let U=s;for(let W in T)if(!(W==="to"||W==="constant")){let te={
instancePath:r+"/webhooks/with/"+P,schemaPath:"#/properties/webhooks/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},
message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.webhooks.properties.with.items,data:T};t===null?t=[te]:t.push(te),s++}if(T.to!==
void 0){let W=T.to,te=s,ge=s,Le=s;if(typeof W=="string"){if(!Ae.test(W)){let me={instancePath:r+"/webhooks/with/"+P+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:W};t===null?
t=[me]:t.push(me),s++}}else{let me={instancePath:r+"/webhooks/with/"+P+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Z.type,parentSchema:Z,data:W};t===null?t=[me]:t.push(me),s++}var Hf=ge===s,ld=te===s}}else{let U={instancePath:r+"/webhooks/with/"+P,schemaPath:"\
#/properties/webhooks/properties/with/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.with.items.
type,parentSchema:m.properties.webhooks.properties.with.items,data:T};t===null?t=[U]:t.push(U),s++}var Mo=V===s;Mo||(_=!1)}}else{let _={instancePath:r+"/webhook\
s/with",schemaPath:"#/properties/webhooks/properties/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.webhooks.properties.
with.type,parentSchema:m.properties.webhooks.properties.with,data:y};t===null?t=[_]:t.push(_),s++}var Mr=$===s}if(h.signature!==void 0){let y=h.signature,$=s,x=s;
if(y&&typeof y=="object"&&!Array.isArray(y)){if(y.algorithm===void 0){let w={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/s\
ignature/required",keyword:"required",params:{missingProperty:"algorithm"},message:"must have required property 'algorithm'",schema:m.properties.webhooks.properties.
signature.required,parentSchema:m.properties.webhooks.properties.signature,data:y};t===null?t=[w]:t.push(w),s++}if(y.header===void 0){let w={instancePath:r+"/we\
bhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"header"},message:"must have requi\
red property 'header'",schema:m.properties.webhooks.properties.signature.required,parentSchema:m.properties.webhooks.properties.signature,data:y};t===null?t=[w]:
t.push(w),s++}if(y.encoding===void 0){let w={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"requ\
ired",params:{missingProperty:"encoding"},message:"must have required property 'encoding'",schema:m.properties.webhooks.properties.signature.required,parentSchema:m.
properties.webhooks.properties.signature,data:y};t===null?t=[w]:t.push(w),s++}if(y.signed===void 0){let w={instancePath:r+"/webhooks/signature",schemaPath:"#/pr\
operties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"signed"},message:"must have required property 'signed'",schema:m.properties.
webhooks.properties.signature.required,parentSchema:m.properties.webhooks.properties.signature,data:y};t===null?t=[w]:t.push(w),s++}if(y.key===void 0){let w={instancePath:r+
"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have requ\
ired property 'key'",schema:m.properties.webhooks.properties.signature.required,parentSchema:m.properties.webhooks.properties.signature,data:y};t===null?t=[w]:t.
push(w),s++}let _=s;for(let w in y)if(!bs.call(m.properties.webhooks.properties.signature.properties,w)){let P={instancePath:r+"/webhooks/signature",schemaPath:"\
#/properties/webhooks/properties/signature/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional \
properties",schema:!1,parentSchema:m.properties.webhooks.properties.signature,data:y};t===null?t=[P]:t.push(P),s++}if(y.algorithm!==void 0){let w=y.algorithm,P=s,
T=m.properties.webhooks.properties.signature.properties.algorithm.enum;if(!(w==="hmac-sha256"||w==="hmac-sha512"||w==="ed25519")){let V={instancePath:r+"/webhoo\
ks/signature/algorithm",schemaPath:"#/properties/webhooks/properties/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.
properties.signature.properties.algorithm.enum},message:"must be equal to one of the allowed values",schema:m.properties.webhooks.properties.signature.properties.
algorithm.enum,parentSchema:m.properties.webhooks.properties.signature.properties.algorithm,data:w};t===null?t=[V]:t.push(V),s++}var Jt=P===s}if(y.header!==void 0){
let w=y.header,P=s,T=s,V=s;if(typeof w=="string"){if(!ls.test(w)){let U={instancePath:r+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"\
pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Tt,data:w};t===null?t=[U]:
t.push(U),s++}}else{let U={instancePath:r+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:Tt.type,parentSchema:Tt,data:w};t===null?t=[U]:t.push(U),s++}var as=T===s,Jt=P===s}if(y.separator!==void 0){let w=y.separator,P=s,T=s;if(typeof w==
"string"){if(se(w)<1){let L={instancePath:r+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.
separator,data:w};t===null?t=[L]:t.push(L),s++}}else{let L={instancePath:r+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signatur\
e/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.separator.
type,parentSchema:m.properties.webhooks.properties.signature.properties.separator,data:w};t===null?t=[L]:t.push(L),s++}var Jt=P===s}if(y.prefix!==void 0){let w=y.
prefix,P=s,T=s;if(typeof w=="string"){if(se(w)<1){let L={instancePath:r+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/prop\
erties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.
signature.properties.prefix,data:w};t===null?t=[L]:t.push(L),s++}}else{let L={instancePath:r+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/prop\
erties/signature/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.
prefix.type,parentSchema:m.properties.webhooks.properties.signature.properties.prefix,data:w};t===null?t=[L]:t.push(L),s++}var Jt=P===s}if(y.encoding!==void 0){
let w=y.encoding,P=s,T=m.properties.webhooks.properties.signature.properties.encoding.enum;if(!(w==="hex"||w==="base64")){let L={instancePath:r+"/webhooks/signa\
ture/encoding",schemaPath:"#/properties/webhooks/properties/signature/properties/encoding/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.properties.
signature.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:m.properties.webhooks.properties.signature.properties.encoding.enum,
parentSchema:m.properties.webhooks.properties.signature.properties.encoding,data:w};t===null?t=[L]:t.push(L),s++}var Jt=P===s}if(y.headers!==void 0){let w=y.headers,
P=s,T=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(Object.keys(w).length<1){let U={instancePath:r+"/webhooks/signature/headers",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,
parentSchema:m.properties.webhooks.properties.signature.properties.headers,data:w};t===null?t=[U]:t.push(U),s++}let L=s;for(let U in w){let W=w[U],te=s,ge=s,Le=s;
if(typeof W=="string"){if(!ls.test(W)){let me={instancePath:r+"/webhooks/signature/headers/"+U.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/header\
Name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Tt,
data:W};t===null?t=[me]:t.push(me),s++}}else{let me={instancePath:r+"/webhooks/signature/headers/"+U.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/\
headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tt.type,parentSchema:Tt,data:W};t===null?t=[me]:t.push(me),s++}var ud=ge===
s,hd=te===s}}else{let L={instancePath:r+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/type",keyword:"t\
ype",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.signature.properties.headers.type,parentSchema:m.properties.webhooks.
properties.signature.properties.headers,data:w};t===null?t=[L]:t.push(L),s++}var Jt=P===s}if(y.signed!==void 0){let w=y.signed,P=s,T=s;if(typeof w=="string"){if(se(
w)<1){let L={instancePath:r+"/webhooks/signature/signed",schemaPath:"#/properties/webhooks/properties/signature/properties/signed/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.signed,data:w};t===
null?t=[L]:t.push(L),s++}}else{let L={instancePath:r+"/webhooks/signature/signed",schemaPath:"#/properties/webhooks/properties/signature/properties/signed/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.signed.type,parentSchema:m.properties.
webhooks.properties.signature.properties.signed,data:w};t===null?t=[L]:t.push(L),s++}var Jt=P===s}if(y.time!==void 0){let w=y.time,P=s,T=s,V=s,L=!1,U=null,W=s;if(w&&
typeof w=="object"&&!Array.isArray(w)&&w.header===void 0){let Le={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signatu\
re/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:m.properties.webhooks.
properties.signature.properties.time.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.time.oneOf[0],data:w};t===null?t=[Le]:
t.push(Le),s++}var gr=W===s;gr&&(L=!0,U=0);let te=s;if(w&&typeof w=="object"&&!Array.isArray(w)&&w.member===void 0){let Le={instancePath:r+"/webhooks/signature/\
time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"required",params:{missingProperty:"member"},message:"mus\
t have required property 'member'",schema:m.properties.webhooks.properties.signature.properties.time.oneOf[1].required,parentSchema:m.properties.webhooks.properties.
signature.properties.time.oneOf[1],data:w};t===null?t=[Le]:t.push(Le),s++}var gr=te===s;if(gr&&L?(L=!1,U=[U,1]):gr&&(L=!0,U=1),L)s=V,t!==null&&(V?t.length=V:t=null);else{
let Le={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:U},
message:"must match exactly one schema in oneOf",schema:m.properties.webhooks.properties.signature.properties.time.oneOf,parentSchema:m.properties.webhooks.properties.
signature.properties.time,data:w};t===null?t=[Le]:t.push(Le),s++}if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.unit===void 0){let D={instancePath:r+"/webhoo\
ks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"unit"},message:"\
must have required property 'unit'",schema:m.properties.webhooks.properties.signature.properties.time.required,parentSchema:m.properties.webhooks.properties.signature.
properties.time,data:w};t===null?t=[D]:t.push(D),s++}if(w.toleranceSeconds===void 0){let D={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"toleranceSeconds"},message:"must have required property 'tole\
ranceSeconds'",schema:m.properties.webhooks.properties.signature.properties.time.required,parentSchema:m.properties.webhooks.properties.signature.properties.time,
data:w};t===null?t=[D]:t.push(D),s++}let Le=s;for(let D in w)if(!(D==="header"||D==="separator"||D==="prefix"||D==="member"||D==="unit"||D==="toleranceSeconds")){
let ue={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/additionalProperties",keyword:"addition\
alProperties",params:{additionalProperty:D},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.webhooks.properties.signature.properties.
time,data:w};t===null?t=[ue]:t.push(ue),s++}if(w.header!==void 0){let D=w.header,ue=s,Re=s,Ce=s;if(typeof D=="string"){if(!ls.test(D)){let Me={instancePath:r+"/\
webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-\
Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Tt,data:D};t===null?t=[Me]:t.push(Me),s++}}else{let Me={instancePath:r+"/webhooks/signature/time/header",
schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tt.type,parentSchema:Tt,data:D};t===null?t=[Me]:t.push(
Me),s++}var Kf=Re===s,ns=ue===s}if(w.separator!==void 0){let D=w.separator,ue=s,Re=s;if(typeof D=="string"){if(se(D)<1){let Me={instancePath:r+"/webhooks/signat\
ure/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.separator,data:D};t===
null?t=[Me]:t.push(Me),s++}}else{let Me={instancePath:r+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/t\
ime/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.time.
properties.separator.type,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.separator,data:D};t===null?t=[Me]:t.push(Me),s++}var ns=ue===
s}if(w.prefix!==void 0){let D=w.prefix,ue=s,Re=s;if(typeof D=="string"){if(se(D)<1){let Me={instancePath:r+"/webhooks/signature/time/prefix",schemaPath:"#/prope\
rties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.prefix,data:D};t===null?t=[Me]:t.push(Me),s++}}else{let Me={instancePath:r+
"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:m.properties.webhooks.properties.signature.properties.time.properties.prefix.type,parentSchema:m.properties.webhooks.properties.
signature.properties.time.properties.prefix,data:D};t===null?t=[Me]:t.push(Me),s++}var ns=ue===s}if(w.member!==void 0){let D=w.member,ue=s,Re=s,Ce=s;if(typeof D==
"string"){if(!Ae.test(D)){let ye={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([\
^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:D};t===null?t=[ye]:t.push(ye),s++}}else{
let ye={instancePath:r+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.
type,parentSchema:Z,data:D};t===null?t=[ye]:t.push(ye),s++}var Bf=Re===s,ns=ue===s}if(w.unit!==void 0){let D=w.unit,ue=s,Re=m.properties.webhooks.properties.signature.
properties.time.properties.unit.enum;if(!(D==="seconds"||D==="milliseconds"||D==="rfc3339")){let Me={instancePath:r+"/webhooks/signature/time/unit",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.properties.signature.
properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",schema:m.properties.webhooks.properties.signature.properties.time.properties.
unit.enum,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.unit,data:D};t===null?t=[Me]:t.push(Me),s++}var ns=ue===s}if(w.toleranceSeconds!==
void 0){let D=w.toleranceSeconds,ue=s;if(!(typeof D=="number"&&!(D%1)&&!isNaN(D))){let Me={instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:m.
properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.type,parentSchema:m.properties.webhooks.properties.signature.properties.time.
properties.toleranceSeconds,data:D};t===null?t=[Me]:t.push(Me),s++}let Re=s;if(typeof D=="number"){if(D>3600||isNaN(D)){let Me={instancePath:r+"/webhooks/signat\
ure/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{
comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:m.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:D};t===null?t=[Me]:t.push(Me),s++}if(D<1||isNaN(D)){let Me={instancePath:r+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/pr\
operties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:m.
properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:D};t===null?t=[Me]:t.push(Me),s++}}var ns=ue===s}let me;if(w.separator!==
void 0&&w.header===void 0){let D={instancePath:r+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequ\
ired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when prope\
rty separator is present",schema:m.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:m.properties.webhooks.properties.signature.
properties.time,data:w};t===null?t=[D]:t.push(D),s++}if(w.prefix!==void 0&&w.header===void 0){let D={instancePath:r+"/webhooks/signature/time",schemaPath:"#/pro\
perties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,
deps:"header"},message:"must have property header when property prefix is present",schema:m.properties.webhooks.properties.signature.properties.time.dependentRequired,
parentSchema:m.properties.webhooks.properties.signature.properties.time,data:w};t===null?t=[D]:t.push(D),s++}}else{let Le={instancePath:r+"/webhooks/signature/t\
ime",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.
webhooks.properties.signature.properties.time.type,parentSchema:m.properties.webhooks.properties.signature.properties.time,data:w};t===null?t=[Le]:t.push(Le),s++}
var Jt=P===s}if(y.key!==void 0){let w=y.key,P=s,T=s,V=!1,L=null,U=s,W=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.by===void 0){let D={instancePath:r+"/w\
ebhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},
message:"must have required property 'by'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:w};t===null?t=[D]:t.push(D),s++}if(w.path===void 0){let D={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required prope\
rty 'path'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:w};t===null?t=[D]:t.push(D),s++}if(w.at===void 0){let D={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:m.properties.webhooks.
properties.signature.properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[0],data:w};t===null?t=[D]:t.push(
D),s++}if(w.encoding===void 0){let D={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/req\
uired",keyword:"required",params:{missingProperty:"encoding"},message:"must have required property 'encoding'",schema:m.properties.webhooks.properties.signature.
properties.key.oneOf[0].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[0],data:w};t===null?t=[D]:t.push(D),s++}let me=s;for(let D in w)
if(!(D==="by"||D==="path"||D==="at"||D==="prefix"||D==="encoding")){let ue={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/propertie\
s/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional properti\
es",schema:!1,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[0],data:w};t===null?t=[ue]:t.push(ue),s++}if(w.by!==void 0){let D=w.by,
ue=s;if(D!=="request"){let Re={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/propert\
ies/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"request",parentSchema:m.properties.webhooks.properties.
signature.properties.key.oneOf[0].properties.by,data:D};t===null?t=[Re]:t.push(Re),s++}var Qs=ue===s}if(w.path!==void 0){let D=w.path,ue=s,Re=s,Ce=s;if(typeof D==
"string"){if(!yt.test(D)){let ye={instancePath:r+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:$e,data:D};t===null?t=[ye]:t.push(ye),s++}}else{let ye={instancePath:r+"/webhooks/signature/key/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$e.type,parentSchema:$e,data:D};t===null?t=[ye]:t.push(ye),s++}var fd=Re===
s,Qs=ue===s}if(w.at!==void 0){let D=w.at,ue=s,Re=s,Ce=s;if(typeof D=="string"){if(!Ae.test(D)){let ye={instancePath:r+"/webhooks/signature/key/at",schemaPath:"#\
/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)\
+$",parentSchema:Z,data:D};t===null?t=[ye]:t.push(ye),s++}}else{let ye={instancePath:r+"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:D};t===null?t=[ye]:t.push(ye),s++}var Xs=Re===s,Qs=ue===s}if(w.prefix!==void 0){
let D=w.prefix,ue=s,Re=s,Ce=s;if(typeof D=="string"){if(se(D)<1){let ye={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ms,data:D};t===null?t=[ye]:t.push(ye),s++}}else{let ye={
instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ms.type,
parentSchema:ms,data:D};t===null?t=[ye]:t.push(ye),s++}var Gf=Re===s,Qs=ue===s}if(w.encoding!==void 0){let D=w.encoding,ue=s,Re=s,Ce=wr.enum;if(!(D==="text"||D===
"hex"||D==="base64")){let ye={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:wr.enum},
message:"must be equal to one of the allowed values",schema:wr.enum,parentSchema:wr,data:D};t===null?t=[ye]:t.push(ye),s++}var yd=Re===s,Qs=ue===s}}else{let me={
instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:m.properties.webhooks.properties.signature.
properties.key.oneOf[0],data:w};t===null?t=[me]:t.push(me),s++}var br=U===s;if(br){V=!0,L=0;var os=!0}let te=s,ge=s;if(w&&typeof w=="object"&&!Array.isArray(w)){
if(w.by===void 0){let D={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"\
required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[1],data:w};t===null?t=[D]:t.push(D),s++}if(w.encoding===void 0){let D={instancePath:r+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{missingProperty:"en\
coding"},message:"must have required property 'encoding'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].required,parentSchema:m.properties.
webhooks.properties.signature.properties.key.oneOf[1],data:w};t===null?t=[D]:t.push(D),s++}let me=s;for(let D in w)if(!(D==="by"||D==="prefix"||D==="encoding")){
let ue={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additionalProperties",keyword:"ad\
ditionalProperties",params:{additionalProperty:D},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.webhooks.properties.signature.
properties.key.oneOf[1],data:w};t===null?t=[ue]:t.push(ue),s++}if(w.by!==void 0){let D=w.by,ue=s;if(D!=="setting"){let Re={instancePath:r+"/webhooks/signature/k\
ey/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"setting"},message:"\
must be equal to constant",schema:"setting",parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:D};t===null?t=[Re]:
t.push(Re),s++}var Ka=ue===s}if(w.prefix!==void 0){let D=w.prefix,ue=s,Re=s,Ce=s;if(typeof D=="string"){if(se(D)<1){let ye={instancePath:r+"/webhooks/signature/\
key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ms,
data:D};t===null?t=[ye]:t.push(ye),s++}}else{let ye={instancePath:r+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:ms.type,parentSchema:ms,data:D};t===null?t=[ye]:t.push(ye),s++}var Ba=Re===s,Ka=ue===s}if(w.encoding!==void 0){let D=w.
encoding,ue=s,Re=s,Ce=wr.enum;if(!(D==="text"||D==="hex"||D==="base64")){let ye={instancePath:r+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncodi\
ng/enum",keyword:"enum",params:{allowedValues:wr.enum},message:"must be equal to one of the allowed values",schema:wr.enum,parentSchema:wr,data:D};t===null?t=[ye]:
t.push(ye),s++}var Zf=Re===s,Ka=ue===s}}else{let me={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[1].type,
parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[1],data:w};t===null?t=[me]:t.push(me),s++}var br=te===s;if(br&&V)V=!1,L=[L,1];else{
br&&(V=!0,L=1,os!==!0&&(os=!0));let me=s,D=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.by===void 0){let Ce={instancePath:r+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must have required propert\
y 'by'",schema:m.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.
oneOf[2],data:w};t===null?t=[Ce]:t.push(Ce),s++}if(w.url===void 0){let Ce={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:m.properties.webhooks.
properties.signature.properties.key.oneOf[2].required,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2],data:w};t===null?t=[Ce]:t.
push(Ce),s++}let Re=s;for(let Ce in w)if(!(Ce==="by"||Ce==="url")){let Me={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties\
/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:Ce},message:"must NOT have additional properti\
es",schema:!1,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2],data:w};t===null?t=[Me]:t.push(Me),s++}if(w.by!==void 0){let Ce=w.
by,Me=s;if(Ce!=="key-set"){let ye={instancePath:r+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/pro\
perties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:m.properties.webhooks.properties.
signature.properties.key.oneOf[2].properties.by,data:Ce};t===null?t=[ye]:t.push(ye),s++}var Lr=Me===s}if(w.url!==void 0){let Ce=w.url,Me=s,ye=s;if(typeof Ce=="s\
tring"){if(!Md.test(Ce)){let ra={instancePath:r+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/prop\
erties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:m.properties.webhooks.
properties.signature.properties.key.oneOf[2].properties.url,data:Ce};t===null?t=[ra]:t.push(ra),s++}}else{let ra={instancePath:r+"/webhooks/signature/key/url",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.
url,data:Ce};t===null?t=[ra]:t.push(ra),s++}var Lr=Me===s}}else{let Re={instancePath:r+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/si\
gnature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.signature.properties.
key.oneOf[2].type,parentSchema:m.properties.webhooks.properties.signature.properties.key.oneOf[2],data:w};t===null?t=[Re]:t.push(Re),s++}var br=me===s;br&&V?(V=
!1,L=[L,2]):br&&(V=!0,L=2,os!==!0&&(os=!0))}if(V)s=T,t!==null&&(T?t.length=T:t=null);else{let me={instancePath:r+"/webhooks/signature/key",schemaPath:"#/propert\
ies/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:L},message:"must match exactly one schema in oneOf",schema:m.properties.
webhooks.properties.signature.properties.key.oneOf,parentSchema:m.properties.webhooks.properties.signature.properties.key,data:w};t===null?t=[me]:t.push(me),s++}
var Jt=P===s}}else{let _={instancePath:r+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:m.properties.webhooks.properties.signature.type,parentSchema:m.properties.webhooks.properties.signature,data:y};t===null?t=[_]:t.
push(_),s++}var Mr=$===s}if(h.challenge!==void 0){let y=h.challenge,$=s,x=s,F=s;if(typeof y=="string"){if(!Ae.test(y)){let w={instancePath:r+"/webhooks/challeng\
e",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(\
/([^/~]|~[01])+)+$",parentSchema:Z,data:y};t===null?t=[w]:t.push(w),s++}}else{let w={instancePath:r+"/webhooks/challenge",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:y};t===null?t=[w]:t.push(w),s++}var Qf=x===s,Mr=$===s}if(h.told!==void 0){
let y=h.told,$=s,x=s;if(Array.isArray(y)){if(y.length<1){let P={instancePath:r+"/webhooks/told",schemaPath:"#/properties/webhooks/properties/told/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.webhooks.properties.told,data:y};t===null?t=[P]:t.push(
P),s++}let _=!0,w=y.length;for(let P=0;P<w;P++){let T=y[P],V=s,L=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.at===void 0){let W={instancePath:r+"/webhoo\
ks/told/"+P,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required prope\
rty 'at'",schema:m.properties.webhooks.properties.told.items.required,parentSchema:m.properties.webhooks.properties.told.items,data:T};t===null?t=[W]:t.push(W),
s++}if(T.fact===void 0){let W={instancePath:r+"/webhooks/told/"+P,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"\
fact"},message:"must have required property 'fact'",schema:m.properties.webhooks.properties.told.items.required,parentSchema:m.properties.webhooks.properties.told.
items,data:T};t===null?t=[W]:t.push(W),s++}let U=s;for(let W in T)if(!(W==="at"||W==="fact")){let te={instancePath:r+"/webhooks/told/"+P,schemaPath:"#/propertie\
s/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additional properties",
schema:!1,parentSchema:m.properties.webhooks.properties.told.items,data:T};t===null?t=[te]:t.push(te),s++}if(T.at!==void 0){let W=T.at,te=s,ge=s,Le=s;if(typeof W==
"string"){if(!Ae.test(W)){let me={instancePath:r+"/webhooks/told/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[0\
1])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:W};t===null?t=[me]:t.push(me),s++}}else{let me={
instancePath:r+"/webhooks/told/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,
data:W};t===null?t=[me]:t.push(me),s++}var gd=ge===s,bd=te===s}if(T.fact!==void 0){let W=T.fact,te=s,ge=m.properties.webhooks.properties.told.items.properties.fact.
enum;if(!(W==="id"||W==="model"||W==="created")){let me={instancePath:r+"/webhooks/told/"+P+"/fact",schemaPath:"#/properties/webhooks/properties/told/items/prop\
erties/fact/enum",keyword:"enum",params:{allowedValues:m.properties.webhooks.properties.told.items.properties.fact.enum},message:"must be equal to one of the al\
lowed values",schema:m.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:m.properties.webhooks.properties.told.items.properties.fact,data:W};
t===null?t=[me]:t.push(me),s++}var bd=te===s}}else{let U={instancePath:r+"/webhooks/told/"+P,schemaPath:"#/properties/webhooks/properties/told/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.properties.told.items.type,parentSchema:m.properties.webhooks.properties.told.
items,data:T};t===null?t=[U]:t.push(U),s++}var Lo=V===s;Lo||(_=!1)}}else{let _={instancePath:r+"/webhooks/told",schemaPath:"#/properties/webhooks/properties/tol\
d/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.webhooks.properties.told.type,parentSchema:m.properties.webhooks.properties.
told,data:y};t===null?t=[_]:t.push(_),s++}var Mr=$===s}if(h.source!==void 0){let y=h.source,$=s,x=s,F=s;if(typeof y=="string"){if(se(y)<1){let w={instancePath:r+
"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:y};t===null?t=[w]:t.push(w),s++}}else{let w={instancePath:r+"/webhooks/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:y};t===null?t=[w]:t.push(w),s++}var Xf=x===s,Mr=$===s}}else{let A={instancePath:r+"/webhooks",schemaPath:"#/\
properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.webhooks.type,parentSchema:m.properties.webhooks,data:h};
t===null?t=[A]:t.push(A),s++}var u=c===s}if(e.rateHeaders!==void 0){let h=e.rateHeaders,c=s;us(h,{instancePath:r+"/rateHeaders",parentData:e,parentDataProperty:"\
rateHeaders",rootData:o,dynamicAnchors:i})||(t=t===null?us.errors:t.concat(us.errors),s=t.length);var u=c===s}if(e.upload!==void 0){let h=e.upload,c=s,S=s;if(h&&
typeof h=="object"&&!Array.isArray(h)){if(h.method===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{
missingProperty:"method"},message:"must have required property 'method'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:h};t===null?t=
[p]:t.push(p),s++}if(h.path===void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"path"},
message:"must have required property 'path'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:h};t===null?t=[p]:t.push(p),s++}if(h.reference===
void 0){let p={instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"reference"},message:"must have req\
uired property 'reference'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:h};t===null?t=[p]:t.push(p),s++}if(h.source===void 0){let p={
instancePath:r+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'so\
urce'",schema:m.properties.upload.required,parentSchema:m.properties.upload,data:h};t===null?t=[p]:t.push(p),s++}let C=s;for(let p in h)if(!(p==="method"||p==="\
path"||p==="field"||p==="reference"||p==="source")){let l={instancePath:r+"/upload",schemaPath:"#/properties/upload/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.upload,data:h};t===null?t=[l]:t.push(l),
s++}if(h.method!==void 0){let p=h.method,l=s,v=m.properties.upload.properties.method.enum;if(!(p==="POST"||p==="PUT")){let M={instancePath:r+"/upload/method",schemaPath:"\
#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:m.properties.upload.properties.method.enum},message:"must be equal to one of th\
e allowed values",schema:m.properties.upload.properties.method.enum,parentSchema:m.properties.upload.properties.method,data:p};t===null?t=[M]:t.push(M),s++}var Ys=l===
s}if(h.path!==void 0){let p=h.path,l=s,v=s,M=s;if(typeof p=="string"){if(!yt.test(p)){let y={instancePath:r+"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"\
pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:$e,data:p};t===null?t=[y]:t.push(y),s++}}else{let y={instancePath:r+"/\
upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$e.type,parentSchema:$e,data:p};t===null?t=[y]:
t.push(y),s++}var wd=v===s,Ys=l===s}if(h.field!==void 0){let p=h.field,l=s,v=s;if(typeof p=="string"){if(se(p)<1){let A={instancePath:r+"/upload/field",schemaPath:"\
#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.
upload.properties.field,data:p};t===null?t=[A]:t.push(A),s++}}else{let A={instancePath:r+"/upload/field",schemaPath:"#/properties/upload/properties/field/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.upload.properties.field.type,parentSchema:m.properties.upload.properties.field,
data:p};t===null?t=[A]:t.push(A),s++}var Ys=l===s}if(h.reference!==void 0){let p=h.reference,l=s,v=s,M=s;if(typeof p=="string"){if(!Ae.test(p)){let y={instancePath:r+
"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])\
+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:p};t===null?t=[y]:t.push(y),s++}}else{let y={instancePath:r+"/upload/reference",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,parentSchema:Z,data:p};t===null?t=[y]:t.push(y),s++}var vd=v===s,Ys=l===
s}if(h.source!==void 0){let p=h.source,l=s,v=s,M=s;if(typeof p=="string"){if(se(p)<1){let y={instancePath:r+"/upload/source",schemaPath:"#/$defs/source/minLengt\
h",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};t===null?t=[y]:t.push(y),s++}}else{let y={
instancePath:r+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:p};
t===null?t=[y]:t.push(y),s++}var Yf=v===s,Ys=l===s}}else{let C={instancePath:r+"/upload",schemaPath:"#/properties/upload/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:m.properties.upload.type,parentSchema:m.properties.upload,data:h};t===null?t=[C]:t.push(C),s++}var u=c===s}if(e.operations!==
void 0){let h=e.operations,c=s,S=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(Object.keys(h).length<1){let p={instancePath:r+"/operations",schemaPath:"#/pr\
operties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:m.properties.operations,
data:h};t===null?t=[p]:t.push(p),s++}let C=s;for(let p in h)if(!(p==="video"||p==="image"||p==="audio"||p==="mesh")){let l={instancePath:r+"/operations",schemaPath:"\
#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have additional properties",schema:!1,
parentSchema:m.properties.operations,data:h};t===null?t=[l]:t.push(l),s++}if(h.video!==void 0){let p=h.video,l=s;ft(p,{instancePath:r+"/operations/video",parentData:h,
parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(t=t===null?ft.errors:t.concat(ft.errors),s=t.length);var is=l===s}if(h.image!==void 0){let p=h.image,
l=s;ft(p,{instancePath:r+"/operations/image",parentData:h,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||(t=t===null?ft.errors:t.concat(ft.errors),s=
t.length);var is=l===s}if(h.audio!==void 0){let p=h.audio,l=s;ft(p,{instancePath:r+"/operations/audio",parentData:h,parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||
(t=t===null?ft.errors:t.concat(ft.errors),s=t.length);var is=l===s}if(h.mesh!==void 0){let p=h.mesh,l=s;ft(p,{instancePath:r+"/operations/mesh",parentData:h,parentDataProperty:"\
mesh",rootData:o,dynamicAnchors:i})||(t=t===null?ft.errors:t.concat(ft.errors),s=t.length);var is=l===s}}else{let C={instancePath:r+"/operations",schemaPath:"#/\
properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.operations.type,parentSchema:m.properties.operations,
data:h};t===null?t=[C]:t.push(C),s++}var u=c===s}if(e.errors!==void 0){let h=e.errors,c=s,S=s;if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.message===void 0){
let p={instancePath:r+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"message"},message:"must have required prop\
erty 'message'",schema:m.properties.errors.required,parentSchema:m.properties.errors,data:h};t===null?t=[p]:t.push(p),s++}if(h.code===void 0){let p={instancePath:r+
"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:m.properties.
errors.required,parentSchema:m.properties.errors,data:h};t===null?t=[p]:t.push(p),s++}if(h.proofs===void 0){let p={instancePath:r+"/errors",schemaPath:"#/proper\
ties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must have required property 'proofs'",schema:m.properties.errors.required,parentSchema:m.
properties.errors,data:h};t===null?t=[p]:t.push(p),s++}let C=s;for(let p in h)if(!(p==="message"||p==="code"||p==="codeHeader"||p==="status"||p==="inside"||p===
"proofs")){let l={instancePath:r+"/errors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"\
must NOT have additional properties",schema:!1,parentSchema:m.properties.errors,data:h};t===null?t=[l]:t.push(l),s++}if(h.message!==void 0){let p=h.message,l=s;
it(p,{instancePath:r+"/errors/message",parentData:h,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(t=t===null?it.errors:t.concat(it.errors),s=t.length);
var Fr=l===s}if(h.code!==void 0){let p=h.code,l=s;it(p,{instancePath:r+"/errors/code",parentData:h,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(t=t===
null?it.errors:t.concat(it.errors),s=t.length);var Fr=l===s}if(h.codeHeader!==void 0){let p=h.codeHeader,l=s,v=s,M=s;if(typeof p=="string"){if(!ls.test(p)){let y={
instancePath:r+"/errors/codeHeader",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "\
^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Tt,data:p};t===null?t=[y]:t.push(y),s++}}else{let y={instancePath:r+"/errors/codeHeader",schemaPath:"\
#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tt.type,parentSchema:Tt,data:p};t===null?t=[y]:t.push(y),s++}var ey=v===
s,Fr=l===s}if(h.status!==void 0){let p=h.status,l=s,v=s,M=s;if(typeof p=="string"){if(!Ae.test(p)){let y={instancePath:r+"/errors/status",schemaPath:"#/$defs/po\
inter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,
data:p};t===null?t=[y]:t.push(y),s++}}else{let y={instancePath:r+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Z.type,parentSchema:Z,data:p};t===null?t=[y]:t.push(y),s++}var ty=v===s,Fr=l===s}if(h.inside!==void 0){let p=h.inside,l=s,v=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){if(p.at===void 0){let y={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:m.properties.errors.properties.inside.required,parentSchema:m.properties.errors.
properties.inside,data:p};t===null?t=[y]:t.push(y),s++}if(p.source===void 0){let y={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.errors.properties.inside.
required,parentSchema:m.properties.errors.properties.inside,data:p};t===null?t=[y]:t.push(y),s++}let A=s;for(let y in p)if(!(y==="at"||y==="unless"||y==="source")){
let $={instancePath:r+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:y},
message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.errors.properties.inside,data:p};t===null?t=[$]:t.push($),s++}if(p.at!==void 0){
let y=p.at,$=s,x=s,F=s;if(typeof y=="string"){if(!Ae.test(y)){let _={instancePath:r+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:Z,data:y};t===null?t=[_]:t.push(_),
s++}}else{let _={instancePath:r+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Z.type,
parentSchema:Z,data:y};t===null?t=[_]:t.push(_),s++}var ry=x===s,Fo=$===s}if(p.unless!==void 0){let y=p.unless,$=s;if(!Array.isArray(y)){let _={instancePath:r+"\
/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.
properties.errors.properties.inside.properties.unless.type,parentSchema:m.properties.errors.properties.inside.properties.unless,data:y};t===null?t=[_]:t.push(_),
s++}let x=s;var Fo=$===s}if(p.source!==void 0){let y=p.source,$=s,x=s,F=s;if(typeof y=="string"){if(se(y)<1){let w={instancePath:r+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:y};t===null?t=[w]:t.
push(w),s++}}else{let w={instancePath:r+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:y};t===null?t=[w]:t.push(w),s++}var ps=x===s,Fo=$===s}}else{let A={instancePath:r+"/errors/inside",schemaPath:"#/properties/\
errors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.errors.properties.inside.type,parentSchema:m.properties.
errors.properties.inside,data:p};t===null?t=[A]:t.push(A),s++}var Fr=l===s}if(h.proofs!==void 0){let p=h.proofs,l=s,v=s;if(Array.isArray(p)){if(p.length<1){let $={
instancePath:r+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:m.properties.errors.properties.proofs,data:p};t===null?t=[$]:t.push($),s++}let A=!0,y=p.length;for(let $=0;$<y;$++){let x=p[$],
F=s,_=s;if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.status===void 0){let P={instancePath:r+"/errors/proofs/"+$,schemaPath:"#/properties/errors/properties/\
proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:m.properties.errors.properties.
proofs.items.required,parentSchema:m.properties.errors.properties.proofs.items,data:x};t===null?t=[P]:t.push(P),s++}if(x.proves===void 0){let P={instancePath:r+
"/errors/proofs/"+$,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:m.properties.errors.properties.proofs.items.required,parentSchema:m.properties.errors.properties.proofs.items,data:x};t===null?
t=[P]:t.push(P),s++}if(x.source===void 0){let P={instancePath:r+"/errors/proofs/"+$,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.errors.properties.proofs.items.required,parentSchema:m.
properties.errors.properties.proofs.items,data:x};t===null?t=[P]:t.push(P),s++}let w=s;for(let P in x)if(!(P==="status"||P==="codes"||P==="says"||P==="proves"||
P==="means"||P==="source")){let T={instancePath:r+"/errors/proofs/"+$,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.errors.properties.proofs.items,
data:x};t===null?t=[T]:t.push(T),s++}if(x.status!==void 0){let P=x.status,T=s,V=s;if(typeof P=="string"){if(!yy.test(P)){let L={instancePath:r+"/errors/proofs/"+
$+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:m.properties.errors.properties.proofs.items.properties.status,data:P};t===
null?t=[L]:t.push(L),s++}}else{let L={instancePath:r+"/errors/proofs/"+$+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.errors.properties.proofs.items.properties.status.type,parentSchema:m.properties.
errors.properties.proofs.items.properties.status,data:P};t===null?t=[L]:t.push(L),s++}var ds=T===s}if(x.codes!==void 0){let P=x.codes,T=s,V=s;if(Array.isArray(P)){
if(P.length<1){let te={instancePath:r+"/errors/proofs/"+$+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"m\
inItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.codes,data:P};
t===null?t=[te]:t.push(te),s++}let U=!0,W=P.length;for(let te=0;te<W;te++){let ge=P[te],Le=s;if(typeof ge!="string"){let D={instancePath:r+"/errors/proofs/"+$+"\
/codes/"+te,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:m.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:m.properties.errors.properties.proofs.items.properties.codes.items,data:ge};
t===null?t=[D]:t.push(D),s++}let me=s;var kd=Le===s;kd||(U=!1)}}else{let U={instancePath:r+"/errors/proofs/"+$+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:m.properties.errors.properties.proofs.items.properties.codes,data:P};t===null?t=[U]:t.push(U),s++}var ds=T===s}if(x.says!==void 0){let P=x.
says,T=s,V=s;if(Array.isArray(P)){if(P.length<1){let te={instancePath:r+"/errors/proofs/"+$+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.errors.properties.proofs.
items.properties.says,data:P};t===null?t=[te]:t.push(te),s++}let U=!0,W=P.length;for(let te=0;te<W;te++){let ge=P[te],Le=s,me=s;if(typeof ge=="string"){if(se(ge)<
1){let D={instancePath:r+"/errors/proofs/"+$+"/says/"+te,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.says.items,data:ge};
t===null?t=[D]:t.push(D),s++}}else{let D={instancePath:r+"/errors/proofs/"+$+"/says/"+te,schemaPath:"#/properties/errors/properties/proofs/items/properties/says\
/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:m.
properties.errors.properties.proofs.items.properties.says.items,data:ge};t===null?t=[D]:t.push(D),s++}var Pd=Le===s;Pd||(U=!1)}}else{let U={instancePath:r+"/err\
ors/proofs/"+$+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:m.properties.errors.properties.proofs.items.properties.says.type,parentSchema:m.properties.errors.properties.proofs.items.properties.says,data:P};t===null?
t=[U]:t.push(U),s++}var ds=T===s}if(x.proves!==void 0){let P=x.proves,T=s,V=m.properties.errors.properties.proofs.items.properties.proves.enum;if(!(P==="rejecte\
d"||P==="busy"||P==="credentials"||P==="payment"||P==="may-exist"||P==="unknown-model")){let U={instancePath:r+"/errors/proofs/"+$+"/proves",schemaPath:"#/prope\
rties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:m.properties.errors.properties.proofs.items.properties.proves.
enum},message:"must be equal to one of the allowed values",schema:m.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:m.properties.errors.
properties.proofs.items.properties.proves,data:P};t===null?t=[U]:t.push(U),s++}var ds=T===s}if(x.means!==void 0){let P=x.means,T=s,V=s;if(typeof P=="string"){if(se(
P)<1){let U={instancePath:r+"/errors/proofs/"+$+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.properties.errors.properties.proofs.items.properties.means,data:P};t===
null?t=[U]:t.push(U),s++}}else{let U={instancePath:r+"/errors/proofs/"+$+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.errors.properties.proofs.items.properties.means.type,parentSchema:m.properties.
errors.properties.proofs.items.properties.means,data:P};t===null?t=[U]:t.push(U),s++}var ds=T===s}if(x.source!==void 0){let P=x.source,T=s,V=s,L=s;if(typeof P==
"string"){if(se(P)<1){let W={instancePath:r+"/errors/proofs/"+$+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:P};t===null?t=[W]:t.push(W),s++}}else{let W={instancePath:r+"/errors/proofs/"+$+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:P};t===null?t=[W]:t.push(W),s++}var ea=V===
s,ds=T===s}}else{let w={instancePath:r+"/errors/proofs/"+$,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:m.properties.errors.properties.proofs.items.type,parentSchema:m.properties.errors.properties.proofs.items,data:x};t===null?t=[w]:t.push(w),
s++}var $d=F===s;$d||(A=!1)}}else{let A={instancePath:r+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"ar\
ray"},message:"must be array",schema:m.properties.errors.properties.proofs.type,parentSchema:m.properties.errors.properties.proofs,data:p};t===null?t=[A]:t.push(
A),s++}var Fr=l===s}}else{let C={instancePath:r+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.
properties.errors.type,parentSchema:m.properties.errors,data:h};t===null?t=[C]:t.push(C),s++}var u=c===s}if(e.cancelRules!==void 0){let h=e.cancelRules,c=s,S=s;
if(h&&typeof h=="object"&&!Array.isArray(h)){if(h.queued===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,
data:h};t===null?t=[p]:t.push(p),s++}if(h.processing===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requ\
ired",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:m.properties.cancelRules.required,parentSchema:m.properties.
cancelRules,data:h};t===null?t=[p]:t.push(p),s++}if(h.ended===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,
data:h};t===null?t=[p]:t.push(p),s++}if(h.cancelled===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requi\
red",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,
data:h};t===null?t=[p]:t.push(p),s++}if(h.source===void 0){let p={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:m.properties.cancelRules.required,parentSchema:m.properties.cancelRules,
data:h};t===null?t=[p]:t.push(p),s++}let C=s;for(let p in h)if(!(p==="queued"||p==="processing"||p==="ended"||p==="cancelled"||p==="source")){let l={instancePath:r+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:p},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:m.properties.cancelRules,data:h};t===null?t=[l]:t.push(l),s++}if(h.queued!==void 0){let p=h.queued,l=s,v=s,M=s,A=s,y=s,
$=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let x;if(p.body===void 0&&(x="body")||p.error===void 0&&(x="error")){let F={};t===null?t=[F]:t.push(F),s++}}var Ga=$===
s;if(Ga){let x={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:Q.allOf[0].
not,parentSchema:Q.allOf[0],data:p};t===null?t=[x]:t.push(x),s++}else s=y,t!==null&&(y?t.length=y:t=null);var Sd=A===s;if(p&&typeof p=="object"&&!Array.isArray(
p)){if(p.then===void 0){let F={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},
message:"must have required property 'then'",schema:Q.required,parentSchema:Q,data:p};t===null?t=[F]:t.push(F),s++}let x=s;for(let F in p)if(!(F==="then"||F==="\
status"||F==="body"||F==="error")){let _={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:F},message:"must NOT have additional properties",schema:!1,parentSchema:Q,data:p};t===null?t=[_]:t.push(_),s++}if(p.then!==void 0){
let F=p.then,_=s,w=Q.properties.then.enum;if(!(F==="cancelled"||F==="goes-on"||F==="removed"||F==="refused")){let P={instancePath:r+"/cancelRules/queued/then",schemaPath:"\
#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:Q.properties.then.enum},message:"must be equal to one of the allowed values",schema:Q.
properties.then.enum,parentSchema:Q.properties.then,data:F};t===null?t=[P]:t.push(P),s++}var Za=_===s}if(p.status!==void 0){let F=p.status,_=s;if(!(typeof F=="n\
umber"&&!(F%1)&&!isNaN(F))){let T={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:Q.properties.status.type,parentSchema:Q.properties.status,data:F};t===null?t=[T]:t.push(T),s++}let w=s;if(typeof F=="\
number"){if(F>599||isNaN(F)){let T={instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:Q.properties.status,data:F};t===null?t=[T]:t.push(T),s++}if(F<200||isNaN(F)){let T={
instancePath:r+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:Q.properties.status,data:F};t===null?t=[T]:t.push(T),s++}}var Za=_===s}if(p.error!==void 0){let F=p.error,_=s,w=s;if(F&&
typeof F=="object"&&!Array.isArray(F)){if(F.code===void 0){let V={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/req\
uired",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:Q.properties.error.required,parentSchema:Q.properties.
error,data:F};t===null?t=[V]:t.push(V),s++}if(F.message===void 0){let V={instancePath:r+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/er\
ror/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:Q.properties.error.required,parentSchema:Q.
properties.error,data:F};t===null?t=[V]:t.push(V),s++}let T=s;for(let V in F)if(!(V==="code"||V==="message")){let L={instancePath:r+"/cancelRules/queued/error",
schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:Q.properties.error,data:F};t===null?t=[L]:t.push(L),s++}if(F.code!==void 0){let V=F.code,L=s,U=s;if(typeof V=="string"){
if(se(V)<1){let W={instancePath:r+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.properties.error.properties.code,data:V};t===null?t=[W]:t.push(W),s++}}else{
let W={instancePath:r+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Q.properties.error.properties.code.type,parentSchema:Q.properties.error.properties.code,data:V};t===null?t=[W]:t.push(W),s++}var _d=L===
s}if(F.message!==void 0){let V=F.message,L=s,U=s;if(typeof V=="string"){if(se(V)<1){let te={instancePath:r+"/cancelRules/queued/error/message",schemaPath:"#/$de\
fs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.
properties.error.properties.message,data:V};t===null?t=[te]:t.push(te),s++}}else{let te={instancePath:r+"/cancelRules/queued/error/message",schemaPath:"#/$defs/\
cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.properties.error.properties.message.
type,parentSchema:Q.properties.error.properties.message,data:V};t===null?t=[te]:t.push(te),s++}var _d=L===s}}else{let T={instancePath:r+"/cancelRules/queued/err\
or",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.properties.error.type,parentSchema:Q.
properties.error,data:F};t===null?t=[T]:t.push(T),s++}var Za=_===s}}else{let x={instancePath:r+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:Q.type,parentSchema:Q,data:p};t===null?t=[x]:t.push(x),s++}var xd=v===s,ta=l===s}if(h.processing!==
void 0){let p=h.processing,l=s,v=s,M=s,A=s,y=s,$=s;if(p&&typeof p=="object"&&!Array.isArray(p)){let F;if(p.body===void 0&&(F="body")||p.error===void 0&&(F="erro\
r")){let _={};t===null?t=[_]:t.push(_),s++}}var qd=$===s;if(qd){let F={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"\
not",params:{},message:"must NOT be valid",schema:Q.allOf[0].not,parentSchema:Q.allOf[0],data:p};t===null?t=[F]:t.push(F),s++}else s=y,t!==null&&(y?t.length=y:t=
null);var Vo=A===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let _={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRu\
le/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:Q.required,parentSchema:Q,data:p};t===null?t=
[_]:t.push(_),s++}let F=s;for(let _ in p)if(!(_==="then"||_==="status"||_==="body"||_==="error")){let w={instancePath:r+"/cancelRules/processing",schemaPath:"#/\
$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:Q,
data:p};t===null?t=[w]:t.push(w),s++}if(p.then!==void 0){let _=p.then,w=s,P=Q.properties.then.enum;if(!(_==="cancelled"||_==="goes-on"||_==="removed"||_==="refu\
sed")){let T={instancePath:r+"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:Q.properties.
then.enum},message:"must be equal to one of the allowed values",schema:Q.properties.then.enum,parentSchema:Q.properties.then,data:_};t===null?t=[T]:t.push(T),s++}
var Uo=w===s}if(p.status!==void 0){let _=p.status,w=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_))){let V={instancePath:r+"/cancelRules/processing/status",schemaPath:"\
#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:Q.properties.status.type,parentSchema:Q.properties.
status,data:_};t===null?t=[V]:t.push(V),s++}let P=s;if(typeof _=="number"){if(_>599||isNaN(_)){let V={instancePath:r+"/cancelRules/processing/status",schemaPath:"\
#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:Q.properties.
status,data:_};t===null?t=[V]:t.push(V),s++}if(_<200||isNaN(_)){let V={instancePath:r+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties\
/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:Q.properties.status,data:_};t===null?t=[V]:
t.push(V),s++}}var Uo=w===s}if(p.error!==void 0){let _=p.error,w=s,P=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.code===void 0){let L={instancePath:r+"/\
cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have re\
quired property 'code'",schema:Q.properties.error.required,parentSchema:Q.properties.error,data:_};t===null?t=[L]:t.push(L),s++}if(_.message===void 0){let L={instancePath:r+
"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must ha\
ve required property 'message'",schema:Q.properties.error.required,parentSchema:Q.properties.error,data:_};t===null?t=[L]:t.push(L),s++}let V=s;for(let L in _)if(!(L===
"code"||L==="message")){let U={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:Q.properties.error,data:_};t===null?t=[U]:
t.push(U),s++}if(_.code!==void 0){let L=_.code,U=s,W=s;if(typeof L=="string"){if(se(L)<1){let te={instancePath:r+"/cancelRules/processing/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.
properties.error.properties.code,data:L};t===null?t=[te]:t.push(te),s++}}else{let te={instancePath:r+"/cancelRules/processing/error/code",schemaPath:"#/$defs/ca\
ncelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.properties.error.properties.code.type,parentSchema:Q.
properties.error.properties.code,data:L};t===null?t=[te]:t.push(te),s++}var Od=U===s}if(_.message!==void 0){let L=_.message,U=s,W=s;if(typeof L=="string"){if(se(
L)<1){let ge={instancePath:r+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.properties.error.properties.message,data:L};t===null?t=[ge]:t.push(
ge),s++}}else{let ge={instancePath:r+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:Q.properties.error.properties.message.type,parentSchema:Q.properties.error.properties.message,data:L};
t===null?t=[ge]:t.push(ge),s++}var Od=U===s}}else{let V={instancePath:r+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:Q.properties.error.type,parentSchema:Q.properties.error,data:_};t===null?t=[V]:t.push(V),s++}var Uo=w===
s}}else{let F={instancePath:r+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.
type,parentSchema:Q,data:p};t===null?t=[F]:t.push(F),s++}var sy=v===s,ta=l===s}if(h.ended!==void 0){let p=h.ended,l=s,v=s,M=s,A=s,y=s,$=s;if(p&&typeof p=="objec\
t"&&!Array.isArray(p)){let F;if(p.body===void 0&&(F="body")||p.error===void 0&&(F="error")){let _={};t===null?t=[_]:t.push(_),s++}}var Qa=$===s;if(Qa){let F={instancePath:r+
"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:Q.allOf[0].not,parentSchema:Q.allOf[0],
data:p};t===null?t=[F]:t.push(F),s++}else s=y,t!==null&&(y?t.length=y:t=null);var ay=A===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){let _={
instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required prop\
erty 'then'",schema:Q.required,parentSchema:Q,data:p};t===null?t=[_]:t.push(_),s++}let F=s;for(let _ in p)if(!(_==="then"||_==="status"||_==="body"||_==="error")){
let w={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"\
must NOT have additional properties",schema:!1,parentSchema:Q,data:p};t===null?t=[w]:t.push(w),s++}if(p.then!==void 0){let _=p.then,w=s,P=Q.properties.then.enum;
if(!(_==="cancelled"||_==="goes-on"||_==="removed"||_==="refused")){let T={instancePath:r+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/properties/th\
en/enum",keyword:"enum",params:{allowedValues:Q.properties.then.enum},message:"must be equal to one of the allowed values",schema:Q.properties.then.enum,parentSchema:Q.
properties.then,data:_};t===null?t=[T]:t.push(T),s++}var Xa=w===s}if(p.status!==void 0){let _=p.status,w=s;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_))){let V={instancePath:r+
"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:Q.properties.
status.type,parentSchema:Q.properties.status,data:_};t===null?t=[V]:t.push(V),s++}let P=s;if(typeof _=="number"){if(_>599||isNaN(_)){let V={instancePath:r+"/can\
celRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,
parentSchema:Q.properties.status,data:_};t===null?t=[V]:t.push(V),s++}if(_<200||isNaN(_)){let V={instancePath:r+"/cancelRules/ended/status",schemaPath:"#/$defs/\
cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:Q.properties.status,
data:_};t===null?t=[V]:t.push(V),s++}}var Xa=w===s}if(p.error!==void 0){let _=p.error,w=s,P=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.code===void 0){let L={
instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"\
must have required property 'code'",schema:Q.properties.error.required,parentSchema:Q.properties.error,data:_};t===null?t=[L]:t.push(L),s++}if(_.message===void 0){
let L={instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},
message:"must have required property 'message'",schema:Q.properties.error.required,parentSchema:Q.properties.error,data:_};t===null?t=[L]:t.push(L),s++}let V=s;
for(let L in _)if(!(L==="code"||L==="message")){let U={instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalPrope\
rties",keyword:"additionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:Q.properties.error,data:_};
t===null?t=[U]:t.push(U),s++}if(_.code!==void 0){let L=_.code,U=s,W=s;if(typeof L=="string"){if(se(L)<1){let te={instancePath:r+"/cancelRules/ended/error/code",
schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:Q.properties.error.properties.code,data:L};t===null?t=[te]:t.push(te),s++}}else{let te={instancePath:r+"/cancelRules/ended/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.properties.error.properties.code.
type,parentSchema:Q.properties.error.properties.code,data:L};t===null?t=[te]:t.push(te),s++}var pr=U===s}if(_.message!==void 0){let L=_.message,U=s,W=s;if(typeof L==
"string"){if(se(L)<1){let ge={instancePath:r+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.properties.error.properties.message,data:L};t===null?t=[ge]:
t.push(ge),s++}}else{let ge={instancePath:r+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Q.properties.error.properties.message.type,parentSchema:Q.properties.error.properties.message,data:L};
t===null?t=[ge]:t.push(ge),s++}var pr=U===s}}else{let V={instancePath:r+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:Q.properties.error.type,parentSchema:Q.properties.error,data:_};t===null?t=[V]:t.push(V),s++}var Xa=w===
s}}else{let F={instancePath:r+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.
type,parentSchema:Q,data:p};t===null?t=[F]:t.push(F),s++}var ny=v===s,ta=l===s}if(h.cancelled!==void 0){let p=h.cancelled,l=s,v=s,M=s,A=s,y=s,$=s;if(p&&typeof p==
"object"&&!Array.isArray(p)){let F;if(p.body===void 0&&(F="body")||p.error===void 0&&(F="error")){let _={};t===null?t=[_]:t.push(_),s++}}var cs=$===s;if(cs){let F={
instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:Q.allOf[0].not,parentSchema:Q.
allOf[0],data:p};t===null?t=[F]:t.push(F),s++}else s=y,t!==null&&(y?t.length=y:t=null);var oy=A===s;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.then===void 0){
let _={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have re\
quired property 'then'",schema:Q.required,parentSchema:Q,data:p};t===null?t=[_]:t.push(_),s++}let F=s;for(let _ in p)if(!(_==="then"||_==="status"||_==="body"||
_==="error")){let w={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},
message:"must NOT have additional properties",schema:!1,parentSchema:Q,data:p};t===null?t=[w]:t.push(w),s++}if(p.then!==void 0){let _=p.then,w=s,P=Q.properties.
then.enum;if(!(_==="cancelled"||_==="goes-on"||_==="removed"||_==="refused")){let T={instancePath:r+"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule\
/properties/then/enum",keyword:"enum",params:{allowedValues:Q.properties.then.enum},message:"must be equal to one of the allowed values",schema:Q.properties.then.
enum,parentSchema:Q.properties.then,data:_};t===null?t=[T]:t.push(T),s++}var zo=w===s}if(p.status!==void 0){let _=p.status,w=s;if(!(typeof _=="number"&&!(_%1)&&
!isNaN(_))){let V={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},
message:"must be integer",schema:Q.properties.status.type,parentSchema:Q.properties.status,data:_};t===null?t=[V]:t.push(V),s++}let P=s;if(typeof _=="number"){if(_>
599||isNaN(_)){let V={instancePath:r+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:599},message:"must be <= 599",schema:599,parentSchema:Q.properties.status,data:_};t===null?t=[V]:t.push(V),s++}if(_<200||isNaN(_)){let V={instancePath:r+
"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be \
>= 200",schema:200,parentSchema:Q.properties.status,data:_};t===null?t=[V]:t.push(V),s++}}var zo=w===s}if(p.error!==void 0){let _=p.error,w=s,P=s;if(_&&typeof _==
"object"&&!Array.isArray(_)){if(_.code===void 0){let L={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:Q.properties.error.required,parentSchema:Q.properties.error,
data:_};t===null?t=[L]:t.push(L),s++}if(_.message===void 0){let L={instancePath:r+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error\
/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:Q.properties.error.required,parentSchema:Q.
properties.error,data:_};t===null?t=[L]:t.push(L),s++}let V=s;for(let L in _)if(!(L==="code"||L==="message")){let U={instancePath:r+"/cancelRules/cancelled/erro\
r",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:L},message:"must NOT have add\
itional properties",schema:!1,parentSchema:Q.properties.error,data:_};t===null?t=[U]:t.push(U),s++}if(_.code!==void 0){let L=_.code,U=s,W=s;if(typeof L=="string"){
if(se(L)<1){let te={instancePath:r+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.properties.error.properties.code,data:L};t===null?t=[te]:t.push(te),
s++}}else{let te={instancePath:r+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Q.properties.error.properties.code.type,parentSchema:Q.properties.error.properties.code,data:L};t===null?t=[te]:t.
push(te),s++}var jd=U===s}if(_.message!==void 0){let L=_.message,U=s,W=s;if(typeof L=="string"){if(se(L)<1){let ge={instancePath:r+"/cancelRules/cancelled/error\
/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:Q.properties.error.properties.message,data:L};t===null?t=[ge]:t.push(ge),s++}}else{let ge={instancePath:r+"/cancelRules/cance\
lled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.
properties.error.properties.message.type,parentSchema:Q.properties.error.properties.message,data:L};t===null?t=[ge]:t.push(ge),s++}var jd=U===s}}else{let V={instancePath:r+
"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.properties.
error.type,parentSchema:Q.properties.error,data:_};t===null?t=[V]:t.push(V),s++}var zo=w===s}}else{let F={instancePath:r+"/cancelRules/cancelled",schemaPath:"#/\
$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.type,parentSchema:Q,data:p};t===null?t=[F]:t.push(F),s++}var Td=v===
s,ta=l===s}if(h.source!==void 0){let p=h.source,l=s,v=s,M=s;if(typeof p=="string"){if(se(p)<1){let y={instancePath:r+"/cancelRules/source",schemaPath:"#/$defs/s\
ource/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:p};t===null?t=[y]:t.push(y),
s++}}else{let y={instancePath:r+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:p};t===null?t=[y]:t.push(y),s++}var Ya=v===s,ta=l===s}}else{let C={instancePath:r+"/cancelRules",schemaPath:"#/properties/cancelRules/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.properties.cancelRules.type,parentSchema:m.properties.cancelRules,data:h};t===null?
t=[C]:t.push(C),s++}var u=c===s}if(e.disagreements!==void 0){let h=e.disagreements,c=s,S=s;if(Array.isArray(h)){let C=!0,p=h.length;for(let l=0;l<p;l++){let v=h[l],
M=s,A=s;if(v&&typeof v=="object"&&!Array.isArray(v)){if(v.topic===void 0){let $={instancePath:r+"/disagreements/"+l,schemaPath:"#/properties/disagreements/items\
/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:m.properties.disagreements.items.required,parentSchema:m.
properties.disagreements.items,data:v};t===null?t=[$]:t.push($),s++}if(v.between===void 0){let $={instancePath:r+"/disagreements/"+l,schemaPath:"#/properties/di\
sagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",schema:m.properties.disagreements.
items.required,parentSchema:m.properties.disagreements.items,data:v};t===null?t=[$]:t.push($),s++}if(v.follows===void 0){let $={instancePath:r+"/disagreements/"+
l,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must have required property 'follows'",schema:m.
properties.disagreements.items.required,parentSchema:m.properties.disagreements.items,data:v};t===null?t=[$]:t.push($),s++}let y=s;for(let $ in v)if(!($==="topi\
c"||$==="between"||$==="follows")){let x={instancePath:r+"/disagreements/"+l,schemaPath:"#/properties/disagreements/items/additionalProperties",keyword:"additio\
nalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:m.properties.disagreements.items,data:v};t===null?
t=[x]:t.push(x),s++}if(v.topic!==void 0){let $=v.topic,x=s,F=s;if(typeof $=="string"){if(se($)<1){let _={instancePath:r+"/disagreements/"+l+"/topic",schemaPath:"\
#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:m.
properties.disagreements.items.properties.topic,data:$};t===null?t=[_]:t.push(_),s++}}else{let _={instancePath:r+"/disagreements/"+l+"/topic",schemaPath:"#/prop\
erties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",schema:m.properties.disagreements.items.properties.
topic.type,parentSchema:m.properties.disagreements.items.properties.topic,data:$};t===null?t=[_]:t.push(_),s++}var Jo=x===s}if(v.between!==void 0){let $=v.between,
x=s,F=s;if(Array.isArray($)){if($.length<1){let T={instancePath:r+"/disagreements/"+l+"/between",schemaPath:"#/properties/disagreements/items/properties/between\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:m.properties.disagreements.items.properties.between,
data:$};t===null?t=[T]:t.push(T),s++}let w=!0,P=$.length;for(let T=0;T<P;T++){let V=$[T],L=s,U=s,W=s;if(typeof V=="string"){if(se(V)<1){let te={instancePath:r+"\
/disagreements/"+l+"/between/"+T,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:re,data:V};t===null?t=[te]:t.push(te),s++}}else{let te={instancePath:r+"/disagreements/"+l+"/between/"+T,schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:V};t===null?t=[te]:t.push(te),s++}var k=U===s,be=L===s;be||(w=!1)}}else{
let w={instancePath:r+"/disagreements/"+l+"/between",schemaPath:"#/properties/disagreements/items/properties/between/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:m.properties.disagreements.items.properties.between.type,parentSchema:m.properties.disagreements.items.properties.between,data:$};
t===null?t=[w]:t.push(w),s++}var Jo=x===s}if(v.follows!==void 0){let $=v.follows,x=s,F=s;if(typeof $=="string"){if(se($)<1){let w={instancePath:r+"/disagreement\
s/"+l+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer th\
an 1 characters",schema:1,parentSchema:m.properties.disagreements.items.properties.follows,data:$};t===null?t=[w]:t.push(w),s++}}else{let w={instancePath:r+"/di\
sagreements/"+l+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:m.properties.disagreements.items.properties.follows.type,parentSchema:m.properties.disagreements.items.properties.follows,data:$};t===null?t=[w]:t.push(w),
s++}var Jo=x===s}}else{let y={instancePath:r+"/disagreements/"+l,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:m.properties.disagreements.items.type,parentSchema:m.properties.disagreements.items,data:v};t===null?t=[y]:t.push(y),s++}var tt=M===s;tt||
(C=!1)}}else{let C={instancePath:r+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"must be array",schema:m.
properties.disagreements.type,parentSchema:m.properties.disagreements,data:h};t===null?t=[C]:t.push(C),s++}var u=c===s}}else{let Xt={instancePath:r,schemaPath:"\
#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:m.type,parentSchema:m,data:e};t===null?t=[Xt]:t.push(Xt),s++}return tn.errors=t,s===
0}tn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var $s=oe(ze=>{"use strict";Object.defineProperty(ze,"__esModule",{value:!0});ze.regexpCode=ze.getEsmExportName=ze.getProperty=ze.safeStringify=ze.stringify=ze.
strConcat=ze.addCodeArg=ze.str=ze._=ze.nil=ze._Code=ze.Name=ze.IDENTIFIER=ze._CodeOrName=void 0;var pa=class{};ze._CodeOrName=pa;ze.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var zr=class extends pa{constructor(r){if(super(),!ze.IDENTIFIER.test(r))throw new Error("CodeGen: name must be a valid identifier");this.str=r}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};ze.Name=zr;var Rt=class extends pa{constructor(r){super(),this._items=typeof r=="string"?[r]:r}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let r=this._items[0];return r===""||r==='""'}get str(){var r;return(r=this._str)!==null&&r!==void 0?
r:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var r;return(r=this._names)!==null&&r!==void 0?r:this._names=this._items.reduce((a,n)=>(n instanceof
zr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};ze._Code=Rt;ze.nil=new Rt("");function fc(e,...r){let a=[e[0]],n=0;for(;n<r.length;)ai(a,r[n]),a.push(e[++n]);return new Rt(
a)}ze._=fc;var si=new Rt("+");function yc(e,...r){let a=[da(e[0])],n=0;for(;n<r.length;)a.push(si),ai(a,r[n]),a.push(si,da(e[++n]));return Dy(a),new Rt(a)}ze.str=
yc;function ai(e,r){r instanceof Rt?e.push(...r._items):r instanceof zr?e.push(r):e.push(Hy(r))}ze.addCodeArg=ai;function Dy(e){let r=1;for(;r<e.length-1;){if(e[r]===
si){let a=Cy(e[r-1],e[r+1]);if(a!==void 0){e.splice(r-1,3,a);continue}e[r++]="+"}r++}}function Cy(e,r){if(r==='""')return e;if(e==='""')return r;if(typeof e=="s\
tring")return r instanceof zr||e[e.length-1]!=='"'?void 0:typeof r!="string"?`${e.slice(0,-1)}${r}"`:r[0]==='"'?e.slice(0,-1)+r.slice(1):void 0;if(typeof r=="st\
ring"&&r[0]==='"'&&!(e instanceof zr))return`"${e}${r.slice(1)}`}function Wy(e,r){return r.emptyStr()?e:e.emptyStr()?r:yc`${e}${r}`}ze.strConcat=Wy;function Hy(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:da(Array.isArray(e)?e.join(","):e)}function Ky(e){return new Rt(da(e))}ze.stringify=Ky;function da(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}ze.safeStringify=da;function By(e){return typeof e=="string"&&ze.IDENTIFIER.test(
e)?new Rt(`.${e}`):fc`[${e}]`}ze.getProperty=By;function Gy(e){if(typeof e=="string"&&ze.IDENTIFIER.test(e))return new Rt(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}ze.getEsmExportName=Gy;function Zy(e){return new Rt(e.toString())}ze.regexpCode=Zy});var ii=oe(_t=>{"use strict";Object.defineProperty(_t,"__esModule",{value:!0});_t.ValueScope=_t.ValueScopeName=_t.Scope=_t.varKinds=_t.UsedValueState=void 0;var St=$s(),
ni=class extends Error{constructor(r){super(`CodeGen: "code" for ${r} not defined`),this.value=r.value}},mn;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(mn||(_t.UsedValueState=mn={}));_t.varKinds={const:new St.Name("const"),let:new St.Name("let"),var:new St.Name("var")};var ln=class{constructor({
prefixes:r,parent:a}={}){this._names={},this._prefixes=r,this._parent=a}toName(r){return r instanceof St.Name?r:this.name(r)}name(r){return new St.Name(this._newName(
r))}_newName(r){let a=this._names[r]||this._nameGroup(r);return`${r}${a.index++}`}_nameGroup(r){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(r)||this._prefixes&&!this._prefixes.has(r))throw new Error(`CodeGen: prefix "${r}" is not allowed in this scope`);return this._names[r]=
{prefix:r,index:0}}};_t.Scope=ln;var un=class extends St.Name{constructor(r,a){super(a),this.prefix=r}setValue(r,{property:a,itemIndex:n}){this.value=r,this.scopePath=
(0,St._)`.${new St.Name(a)}[${n}]`}};_t.ValueScopeName=un;var Qy=(0,St._)`\n`,oi=class extends ln{constructor(r){super(r),this._values={},this._scope=r.scope,this.
opts={...r,_n:r.lines?Qy:St.nil}}get(){return this._scope}name(r){return new un(r,this._newName(r))}value(r,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(r),{prefix:i}=o,t=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let u=s.get(t);if(u)return u}else
s=this._values[i]=new Map;s.set(t,o);let d=this._scope[i]||(this._scope[i]=[]),g=d.length;return d[g]=a.ref,o.setValue(a,{property:i,itemIndex:g}),o}getValue(r,a){
let n=this._values[r];if(n)return n.get(a)}scopeRefs(r,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,St._)`${r}${n.scopePath}`})}scopeCode(r=this._values,a,n){return this._reduceValues(r,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(r,a,n={},o){let i=St.nil;for(let t in r){let s=r[t];if(!s)continue;let d=n[t]=n[t]||new Map;
s.forEach(g=>{if(d.has(g))return;d.set(g,mn.Started);let u=a(g);if(u){let b=this.opts.es5?_t.varKinds.var:_t.varKinds.const;i=(0,St._)`${i}${b} ${g} = ${u};${this.
opts._n}`}else if(u=o?.(g))i=(0,St._)`${i}${u}${this.opts._n}`;else throw new ni(g);d.set(g,mn.Completed)})}return i}};_t.ValueScope=oi});var Ie=oe(Ne=>{"use strict";Object.defineProperty(Ne,"__esModule",{value:!0});Ne.or=Ne.and=Ne.not=Ne.CodeGen=Ne.operators=Ne.varKinds=Ne.ValueScopeName=Ne.ValueScope=
Ne.Scope=Ne.Name=Ne.regexpCode=Ne.stringify=Ne.getProperty=Ne.nil=Ne.strConcat=Ne.str=Ne._=void 0;var Fe=$s(),Ct=ii(),$r=$s();Object.defineProperty(Ne,"_",{enumerable:!0,
get:function(){return $r._}});Object.defineProperty(Ne,"str",{enumerable:!0,get:function(){return $r.str}});Object.defineProperty(Ne,"strConcat",{enumerable:!0,
get:function(){return $r.strConcat}});Object.defineProperty(Ne,"nil",{enumerable:!0,get:function(){return $r.nil}});Object.defineProperty(Ne,"getProperty",{enumerable:!0,
get:function(){return $r.getProperty}});Object.defineProperty(Ne,"stringify",{enumerable:!0,get:function(){return $r.stringify}});Object.defineProperty(Ne,"rege\
xpCode",{enumerable:!0,get:function(){return $r.regexpCode}});Object.defineProperty(Ne,"Name",{enumerable:!0,get:function(){return $r.Name}});var gn=ii();Object.
defineProperty(Ne,"Scope",{enumerable:!0,get:function(){return gn.Scope}});Object.defineProperty(Ne,"ValueScope",{enumerable:!0,get:function(){return gn.ValueScope}});
Object.defineProperty(Ne,"ValueScopeName",{enumerable:!0,get:function(){return gn.ValueScopeName}});Object.defineProperty(Ne,"varKinds",{enumerable:!0,get:function(){
return gn.varKinds}});Ne.operators={GT:new Fe._Code(">"),GTE:new Fe._Code(">="),LT:new Fe._Code("<"),LTE:new Fe._Code("<="),EQ:new Fe._Code("==="),NEQ:new Fe._Code(
"!=="),NOT:new Fe._Code("!"),OR:new Fe._Code("||"),AND:new Fe._Code("&&"),ADD:new Fe._Code("+")};var cr=class{optimizeNodes(){return this}optimizeNames(r,a){return this}},
pi=class extends cr{constructor(r,a,n){super(),this.varKind=r,this.name=a,this.rhs=n}render({es5:r,_n:a}){let n=r?Ct.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(r,a){if(r[this.name.str])return this.rhs&&(this.rhs=_s(this.rhs,r,a)),this}get names(){return this.
rhs instanceof Fe._CodeOrName?this.rhs.names:{}}},hn=class extends cr{constructor(r,a,n){super(),this.lhs=r,this.rhs=a,this.sideEffects=n}render({_n:r}){return`${this.
lhs} = ${this.rhs};`+r}optimizeNames(r,a){if(!(this.lhs instanceof Fe.Name&&!r[this.lhs.str]&&!this.sideEffects))return this.rhs=_s(this.rhs,r,a),this}get names(){
let r=this.lhs instanceof Fe.Name?{}:{...this.lhs.names};return yn(r,this.rhs)}},di=class extends hn{constructor(r,a,n,o){super(r,n,o),this.op=a}render({_n:r}){
return`${this.lhs} ${this.op}= ${this.rhs};`+r}},ci=class extends cr{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`${this.label}:`+r}},
mi=class extends cr{constructor(r){super(),this.label=r,this.names={}}render({_n:r}){return`break${this.label?` ${this.label}`:""};`+r}},li=class extends cr{constructor(r){
super(),this.error=r}render({_n:r}){return`throw ${this.error};`+r}get names(){return this.error.names}},ui=class extends cr{constructor(r){super(),this.code=r}render({
_n:r}){return`${this.code};`+r}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(r,a){return this.code=_s(this.code,r,a),this}get names(){return this.
code instanceof Fe._CodeOrName?this.code.names:{}}},ca=class extends cr{constructor(r=[]){super(),this.nodes=r}render(r){return this.nodes.reduce((a,n)=>a+n.render(
r),"")}optimizeNodes(){let{nodes:r}=this,a=r.length;for(;a--;){let n=r[a].optimizeNodes();Array.isArray(n)?r.splice(a,1,...n):n?r[a]=n:r.splice(a,1)}return r.length>
0?this:void 0}optimizeNames(r,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(r,a)||(Xy(r,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((r,a)=>Cr(r,a.names),{})}},mr=class extends ca{render(r){return"{"+r._n+super.render(r)+"}"+r._n}},hi=class extends ca{},Ss=class extends mr{};
Ss.kind="else";var Jr=class e extends mr{constructor(r,a){super(a),this.condition=r}render(r){let a=`if(${this.condition})`+super.render(r);return this.else&&(a+=
"else "+this.else.render(r)),a}optimizeNodes(){super.optimizeNodes();let r=this.condition;if(r===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Ss(n):n}if(a)return r===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(gc(r),a instanceof e?[a]:a.nodes);if(!(r===!1||
!this.nodes.length))return this}optimizeNames(r,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(r,a),!!(super.optimizeNames(r,a)||
this.else))return this.condition=_s(this.condition,r,a),this}get names(){let r=super.names;return yn(r,this.condition),this.else&&Cr(r,this.else.names),r}};Jr.kind=
"if";var Dr=class extends mr{};Dr.kind="for";var fi=class extends Dr{constructor(r){super(),this.iteration=r}render(r){return`for(${this.iteration})`+super.render(
r)}optimizeNames(r,a){if(super.optimizeNames(r,a))return this.iteration=_s(this.iteration,r,a),this}get names(){return Cr(super.names,this.iteration.names)}},yi=class extends Dr{constructor(r,a,n,o){
super(),this.varKind=r,this.name=a,this.from=n,this.to=o}render(r){let a=r.es5?Ct.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(r)}get names(){let r=yn(super.names,this.from);return yn(r,this.to)}},fn=class extends Dr{constructor(r,a,n,o){super(),this.loop=
r,this.varKind=a,this.name=n,this.iterable=o}render(r){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(r)}optimizeNames(r,a){
if(super.optimizeNames(r,a))return this.iterable=_s(this.iterable,r,a),this}get names(){return Cr(super.names,this.iterable.names)}},ma=class extends mr{constructor(r,a,n){
super(),this.name=r,this.args=a,this.async=n}render(r){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(r)}};ma.kind="func";var la=class extends ca{render(r){
return"return "+super.render(r)}};la.kind="return";var gi=class extends mr{render(r){let a="try"+super.render(r);return this.catch&&(a+=this.catch.render(r)),this.
finally&&(a+=this.finally.render(r)),a}optimizeNodes(){var r,a;return super.optimizeNodes(),(r=this.catch)===null||r===void 0||r.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(r,a){var n,o;return super.optimizeNames(r,a),(n=this.catch)===null||n===void 0||n.optimizeNames(r,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(r,a),this}get names(){let r=super.names;return this.catch&&Cr(r,this.catch.names),this.finally&&Cr(r,this.finally.names),
r}},ua=class extends mr{constructor(r){super(),this.error=r}render(r){return`catch(${this.error})`+super.render(r)}};ua.kind="catch";var ha=class extends mr{render(r){
return"finally"+super.render(r)}};ha.kind="finally";var bi=class{constructor(r,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=r,this._scope=new Ct.Scope({parent:r}),this._nodes=[new hi]}toString(){return this._root.render(this.opts)}name(r){return this._scope.name(
r)}scopeName(r){return this._extScope.name(r)}scopeValue(r,a){let n=this._extScope.value(r,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(r,a){return this._extScope.getValue(r,a)}scopeRefs(r){return this._extScope.scopeRefs(r,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(r,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new pi(r,i,n)),i}const(r,a,n){return this.
_def(Ct.varKinds.const,r,a,n)}let(r,a,n){return this._def(Ct.varKinds.let,r,a,n)}var(r,a,n){return this._def(Ct.varKinds.var,r,a,n)}assign(r,a,n){return this._leafNode(
new hn(r,a,n))}add(r,a){return this._leafNode(new di(r,Ne.operators.ADD,a))}code(r){return typeof r=="function"?r():r!==Fe.nil&&this._leafNode(new ui(r)),this}object(...r){
let a=["{"];for(let[n,o]of r)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Fe.addCodeArg)(a,o));return a.push("}"),new Fe._Code(a)}if(r,a,n){
if(this._blockNode(new Jr(r)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(r){return this._elseNode(new Jr(r))}else(){return this._elseNode(new Ss)}endIf(){return this._endBlockNode(Jr,Ss)}_for(r,a){return this.
_blockNode(r),a&&this.code(a).endFor(),this}for(r,a){return this._for(new fi(r),a)}forRange(r,a,n,o,i=this.opts.es5?Ct.varKinds.var:Ct.varKinds.let){let t=this.
_scope.toName(r);return this._for(new yi(i,t,a,n),()=>o(t))}forOf(r,a,n,o=Ct.varKinds.const){let i=this._scope.toName(r);if(this.opts.es5){let t=a instanceof Fe.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Fe._)`${t}.length`,s=>{this.var(i,(0,Fe._)`${t}[${s}]`),n(i)})}return this._for(new fn("of",o,i,a),()=>n(
i))}forIn(r,a,n,o=this.opts.es5?Ct.varKinds.var:Ct.varKinds.const){if(this.opts.ownProperties)return this.forOf(r,(0,Fe._)`Object.keys(${a})`,n);let i=this._scope.
toName(r);return this._for(new fn("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(Dr)}label(r){return this._leafNode(new ci(r))}break(r){return this._leafNode(
new mi(r))}return(r){let a=new la;if(this._blockNode(a),this.code(r),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
la)}try(r,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new gi;if(this._blockNode(o),this.code(r),a){let i=this.name("e");
this._currNode=o.catch=new ua(i),a(i)}return n&&(this._currNode=o.finally=new ha,this.code(n)),this._endBlockNode(ua,ha)}throw(r){return this._leafNode(new li(r))}block(r,a){
return this._blockStarts.push(this._nodes.length),r&&this.code(r).endBlock(a),this}endBlock(r){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||r!==void 0&&n!==r)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${r} expected`);
return this._nodes.length=a,this}func(r,a=Fe.nil,n,o){return this._blockNode(new ma(r,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(ma)}optimize(r=1){
for(;r-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(r){return this._currNode.nodes.push(r),this}_blockNode(r){
this._currNode.nodes.push(r),this._nodes.push(r)}_endBlockNode(r,a){let n=this._currNode;if(n instanceof r||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${r.kind}/${a.kind}`:r.kind}"`)}_elseNode(r){let a=this._currNode;if(!(a instanceof Jr))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=r,this}get _root(){return this._nodes[0]}get _currNode(){let r=this._nodes;return r[r.length-1]}set _currNode(r){let a=this._nodes;
a[a.length-1]=r}};Ne.CodeGen=bi;function Cr(e,r){for(let a in r)e[a]=(e[a]||0)+(r[a]||0);return e}function yn(e,r){return r instanceof Fe._CodeOrName?Cr(e,r.names):
e}function _s(e,r,a){if(e instanceof Fe.Name)return n(e);if(!o(e))return e;return new Fe._Code(e._items.reduce((i,t)=>(t instanceof Fe.Name&&(t=n(t)),t instanceof
Fe._Code?i.push(...t._items):i.push(t),i),[]));function n(i){let t=a[i.str];return t===void 0||r[i.str]!==1?i:(delete r[i.str],t)}function o(i){return i instanceof
Fe._Code&&i._items.some(t=>t instanceof Fe.Name&&r[t.str]===1&&a[t.str]!==void 0)}}function Xy(e,r){for(let a in r)e[a]=(e[a]||0)-(r[a]||0)}function gc(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,Fe._)`!${wi(e)}`}Ne.not=gc;var Yy=bc(Ne.operators.AND);function eg(...e){return e.reduce(Yy)}Ne.and=eg;var tg=bc(Ne.
operators.OR);function rg(...e){return e.reduce(tg)}Ne.or=rg;function bc(e){return(r,a)=>r===Fe.nil?a:a===Fe.nil?r:(0,Fe._)`${wi(r)} ${e} ${wi(a)}`}function wi(e){
return e instanceof Fe.Name?e:(0,Fe._)`(${e})`}});var Ve=oe(Ee=>{"use strict";Object.defineProperty(Ee,"__esModule",{value:!0});Ee.checkStrictMode=Ee.getErrorPath=Ee.Type=Ee.useFunc=Ee.setEvaluated=Ee.evaluatedPropsToName=
Ee.mergeEvaluated=Ee.eachItem=Ee.unescapeJsonPointer=Ee.escapeJsonPointer=Ee.escapeFragment=Ee.unescapeFragment=Ee.schemaRefOrVal=Ee.schemaHasRulesButRef=Ee.schemaHasRules=
Ee.checkUnknownRules=Ee.alwaysValidSchema=Ee.toHash=void 0;var Ge=Ie(),sg=$s();function ag(e){let r={};for(let a of e)r[a]=!0;return r}Ee.toHash=ag;function ng(e,r){
return typeof r=="boolean"?r:Object.keys(r).length===0?!0:(kc(e,r),!Pc(r,e.self.RULES.all))}Ee.alwaysValidSchema=ng;function kc(e,r=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof r=="boolean")return;let o=n.RULES.keywords;for(let i in r)o[i]||_c(e,`unknown keyword: "${i}"`)}Ee.checkUnknownRules=kc;function Pc(e,r){
if(typeof e=="boolean")return!e;for(let a in e)if(r[a])return!0;return!1}Ee.schemaHasRules=Pc;function og(e,r){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&r.all[a])return!0;return!1}Ee.schemaHasRulesButRef=og;function ig({topSchemaRef:e,schemaPath:r},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,Ge._)`${a}`}return(0,Ge._)`${e}${r}${(0,Ge.getProperty)(n)}`}Ee.schemaRefOrVal=ig;function pg(e){return $c(decodeURIComponent(
e))}Ee.unescapeFragment=pg;function dg(e){return encodeURIComponent(ki(e))}Ee.escapeFragment=dg;function ki(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}Ee.escapeJsonPointer=ki;function $c(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}Ee.unescapeJsonPointer=$c;function cg(e,r){if(Array.
isArray(e))for(let a of e)r(a);else r(e)}Ee.eachItem=cg;function wc({mergeNames:e,mergeToName:r,mergeValues:a,resultToName:n}){return(o,i,t,s)=>{let d=t===void 0?
i:t instanceof Ge.Name?(i instanceof Ge.Name?e(o,i,t):r(o,i,t),t):i instanceof Ge.Name?(r(o,t,i),i):a(i,t);return s===Ge.Name&&!(d instanceof Ge.Name)?n(o,d):d}}
Ee.mergeEvaluated={props:wc({mergeNames:(e,r,a)=>e.if((0,Ge._)`${a} !== true && ${r} !== undefined`,()=>{e.if((0,Ge._)`${r} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,Ge._)`${a} || {}`).code((0,Ge._)`Object.assign(${a}, ${r})`))}),mergeToName:(e,r,a)=>e.if((0,Ge._)`${a} !== true`,()=>{r===!0?e.assign(a,!0):(e.assign(a,(0,Ge.
_)`${a} || {}`),Pi(e,a,r))}),mergeValues:(e,r)=>e===!0?!0:{...e,...r},resultToName:Sc}),items:wc({mergeNames:(e,r,a)=>e.if((0,Ge._)`${a} !== true && ${r} !== undefined`,
()=>e.assign(a,(0,Ge._)`${r} === true ? true : ${a} > ${r} ? ${a} : ${r}`)),mergeToName:(e,r,a)=>e.if((0,Ge._)`${a} !== true`,()=>e.assign(a,r===!0?!0:(0,Ge._)`${a} > ${r} ? ${a} : ${r}`)),
mergeValues:(e,r)=>e===!0?!0:Math.max(e,r),resultToName:(e,r)=>e.var("items",r)})};function Sc(e,r){if(r===!0)return e.var("props",!0);let a=e.var("props",(0,Ge.
_)`{}`);return r!==void 0&&Pi(e,a,r),a}Ee.evaluatedPropsToName=Sc;function Pi(e,r,a){Object.keys(a).forEach(n=>e.assign((0,Ge._)`${r}${(0,Ge.getProperty)(n)}`,!0))}
Ee.setEvaluated=Pi;var vc={};function mg(e,r){return e.scopeValue("func",{ref:r,code:vc[r.code]||(vc[r.code]=new sg._Code(r.code))})}Ee.useFunc=mg;var vi;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(vi||(Ee.Type=vi={}));function lg(e,r,a){if(e instanceof Ge.Name){let n=r===vi.Num;return a?n?(0,Ge._)`"[" + ${e} + "]"`:(0,Ge.
_)`"['" + ${e} + "']"`:n?(0,Ge._)`"/" + ${e}`:(0,Ge._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,Ge.getProperty)(e).toString():"/"+ki(e)}
Ee.getErrorPath=lg;function _c(e,r,a=e.opts.strictSchema){if(a){if(r=`strict mode: ${r}`,a===!0)throw new Error(r);e.self.logger.warn(r)}}Ee.checkStrictMode=_c});var lr=oe($i=>{"use strict";Object.defineProperty($i,"__esModule",{value:!0});var mt=Ie(),ug={data:new mt.Name("data"),valCxt:new mt.Name("valCxt"),instancePath:new mt.
Name("instancePath"),parentData:new mt.Name("parentData"),parentDataProperty:new mt.Name("parentDataProperty"),rootData:new mt.Name("rootData"),dynamicAnchors:new mt.
Name("dynamicAnchors"),vErrors:new mt.Name("vErrors"),errors:new mt.Name("errors"),this:new mt.Name("this"),self:new mt.Name("self"),scope:new mt.Name("scope"),
json:new mt.Name("json"),jsonPos:new mt.Name("jsonPos"),jsonLen:new mt.Name("jsonLen"),jsonPart:new mt.Name("jsonPart")};$i.default=ug});var fa=oe(lt=>{"use strict";Object.defineProperty(lt,"__esModule",{value:!0});lt.extendErrors=lt.resetErrorsCount=lt.reportExtraError=lt.reportError=lt.keyword$DataError=
lt.keywordError=void 0;var Ue=Ie(),bn=Ve(),bt=lr();lt.keywordError={message:({keyword:e})=>(0,Ue.str)`must pass "${e}" keyword validation`};lt.keyword$DataError=
{message:({keyword:e,schemaType:r})=>r?(0,Ue.str)`"${e}" keyword must be ${r} ($data)`:(0,Ue.str)`"${e}" keyword is invalid ($data)`};function hg(e,r=lt.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:t,allErrors:s}=o,d=Oc(e,r,a);n??(t||s)?xc(i,d):qc(o,(0,Ue._)`[${d}]`)}lt.reportError=hg;function fg(e,r=lt.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:t}=n,s=Oc(e,r,a);xc(o,s),i||t||qc(n,bt.default.vErrors)}lt.reportExtraError=fg;function yg(e,r){e.assign(bt.default.errors,
r),e.if((0,Ue._)`${bt.default.vErrors} !== null`,()=>e.if(r,()=>e.assign((0,Ue._)`${bt.default.vErrors}.length`,r),()=>e.assign(bt.default.vErrors,null)))}lt.resetErrorsCount=
yg;function gg({gen:e,keyword:r,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let t=e.name("err");e.forRange(
"i",o,bt.default.errors,s=>{e.const(t,(0,Ue._)`${bt.default.vErrors}[${s}]`),e.if((0,Ue._)`${t}.instancePath === undefined`,()=>e.assign((0,Ue._)`${t}.instancePath`,
(0,Ue.strConcat)(bt.default.instancePath,i.errorPath))),e.assign((0,Ue._)`${t}.schemaPath`,(0,Ue.str)`${i.errSchemaPath}/${r}`),i.opts.verbose&&(e.assign((0,Ue.
_)`${t}.schema`,a),e.assign((0,Ue._)`${t}.data`,n))})}lt.extendErrors=gg;function xc(e,r){let a=e.const("err",r);e.if((0,Ue._)`${bt.default.vErrors} === null`,()=>e.
assign(bt.default.vErrors,(0,Ue._)`[${a}]`),(0,Ue._)`${bt.default.vErrors}.push(${a})`),e.code((0,Ue._)`${bt.default.errors}++`)}function qc(e,r){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Ue._)`new ${e.ValidationError}(${r})`):(a.assign((0,Ue._)`${n}.errors`,r),a.return(!1))}var Wr={keyword:new Ue.Name("keyword"),
schemaPath:new Ue.Name("schemaPath"),params:new Ue.Name("params"),propertyName:new Ue.Name("propertyName"),message:new Ue.Name("message"),schema:new Ue.Name("sc\
hema"),parentSchema:new Ue.Name("parentSchema")};function Oc(e,r,a){let{createErrors:n}=e.it;return n===!1?(0,Ue._)`{}`:bg(e,r,a)}function bg(e,r,a={}){let{gen:n,
it:o}=e,i=[wg(o,a),vg(e,a)];return kg(e,r,i),n.object(...i)}function wg({errorPath:e},{instancePath:r}){let a=r?(0,Ue.str)`${e}${(0,bn.getErrorPath)(r,bn.Type.Str)}`:
e;return[bt.default.instancePath,(0,Ue.strConcat)(bt.default.instancePath,a)]}function vg({keyword:e,it:{errSchemaPath:r}},{schemaPath:a,parentSchema:n}){let o=n?
r:(0,Ue.str)`${r}/${e}`;return a&&(o=(0,Ue.str)`${o}${(0,bn.getErrorPath)(a,bn.Type.Str)}`),[Wr.schemaPath,o]}function kg(e,{params:r,message:a},n){let{keyword:o,
data:i,schemaValue:t,it:s}=e,{opts:d,propertyName:g,topSchemaRef:u,schemaPath:b}=s;n.push([Wr.keyword,o],[Wr.params,typeof r=="function"?r(e):r||(0,Ue._)`{}`]),
d.messages&&n.push([Wr.message,typeof a=="function"?a(e):a]),d.verbose&&n.push([Wr.schema,t],[Wr.parentSchema,(0,Ue._)`${u}${b}`],[bt.default.data,i]),g&&n.push(
[Wr.propertyName,g])}});var Tc=oe(xs=>{"use strict";Object.defineProperty(xs,"__esModule",{value:!0});xs.boolOrEmptySchema=xs.topBoolOrEmptySchema=void 0;var Pg=fa(),$g=Ie(),Sg=lr(),_g={
message:"boolean schema is false"};function xg(e){let{gen:r,schema:a,validateName:n}=e;a===!1?jc(e,!1):typeof a=="object"&&a.$async===!0?r.return(Sg.default.data):
(r.assign((0,$g._)`${n}.errors`,null),r.return(!0))}xs.topBoolOrEmptySchema=xg;function qg(e,r){let{gen:a,schema:n}=e;n===!1?(a.var(r,!1),jc(e)):a.var(r,!0)}xs.
boolOrEmptySchema=qg;function jc(e,r){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,Pg.reportError)(
o,_g,void 0,r)}});var Si=oe(qs=>{"use strict";Object.defineProperty(qs,"__esModule",{value:!0});qs.getRules=qs.isJSONType=void 0;var Og=["string","number","integer","boolean","nu\
ll","object","array"],jg=new Set(Og);function Tg(e){return typeof e=="string"&&jg.has(e)}qs.isJSONType=Tg;function Ag(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}qs.getRules=Ag});var _i=oe(Sr=>{"use strict";Object.defineProperty(Sr,"__esModule",{value:!0});Sr.shouldUseRule=Sr.shouldUseGroup=Sr.schemaHasRulesForType=void 0;function Ng({schema:e,
self:r},a){let n=r.RULES.types[a];return n&&n!==!0&&Ac(e,n)}Sr.schemaHasRulesForType=Ng;function Ac(e,r){return r.rules.some(a=>Nc(e,a))}Sr.shouldUseGroup=Ac;function Nc(e,r){
var a;return e[r.keyword]!==void 0||((a=r.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}Sr.shouldUseRule=Nc});var ya=oe(ut=>{"use strict";Object.defineProperty(ut,"__esModule",{value:!0});ut.reportTypeError=ut.checkDataTypes=ut.checkDataType=ut.coerceAndCheckDataType=ut.
getJSONTypes=ut.getSchemaTypes=ut.DataType=void 0;var Rg=Si(),Ig=_i(),Eg=fa(),Oe=Ie(),Rc=Ve(),Os;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Os||
(ut.DataType=Os={}));function Mg(e){let r=Ic(e.type);if(r.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!r.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&r.push("null")}return r}ut.getSchemaTypes=Mg;function Ic(e){
let r=Array.isArray(e)?e:e?[e]:[];if(r.every(Rg.isJSONType))return r;throw new Error("type must be JSONType or JSONType[]: "+r.join(","))}ut.getJSONTypes=Ic;function Lg(e,r){
let{gen:a,data:n,opts:o}=e,i=Fg(r,o.coerceTypes),t=r.length>0&&!(i.length===0&&r.length===1&&(0,Ig.schemaHasRulesForType)(e,r[0]));if(t){let s=qi(r,n,o.strictNumbers,
Os.Wrong);a.if(s,()=>{i.length?Vg(e,r,i):Oi(e)})}return t}ut.coerceAndCheckDataType=Lg;var Ec=new Set(["string","number","integer","boolean","null"]);function Fg(e,r){
return r?e.filter(a=>Ec.has(a)||r==="array"&&a==="array"):[]}function Vg(e,r,a){let{gen:n,data:o,opts:i}=e,t=n.let("dataType",(0,Oe._)`typeof ${o}`),s=n.let("co\
erced",(0,Oe._)`undefined`);i.coerceTypes==="array"&&n.if((0,Oe._)`${t} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Oe._)`${o}[0]`).
assign(t,(0,Oe._)`typeof ${o}`).if(qi(r,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Oe._)`${s} !== undefined`);for(let g of a)(Ec.has(g)||g==="array"&&i.coerceTypes===
"array")&&d(g);n.else(),Oi(e),n.endIf(),n.if((0,Oe._)`${s} !== undefined`,()=>{n.assign(o,s),Ug(e,s)});function d(g){switch(g){case"string":n.elseIf((0,Oe._)`${t} == "number" || ${t} == "boolean"`).
assign(s,(0,Oe._)`"" + ${o}`).elseIf((0,Oe._)`${o} === null`).assign(s,(0,Oe._)`""`);return;case"number":n.elseIf((0,Oe._)`${t} == "boolean" || ${o} === null
              || (${t} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Oe._)`+${o}`);return;case"integer":n.elseIf((0,Oe._)`${t} === "boolean" || ${o} === null
              || (${t} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Oe._)`+${o}`);return;case"boolean":n.elseIf((0,Oe._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Oe._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Oe._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Oe._)`${t} === "string" || ${t} === "number"
              || ${t} === "boolean" || ${o} === null`).assign(s,(0,Oe._)`[${o}]`)}}}function Ug({gen:e,parentData:r,parentDataProperty:a},n){e.if((0,Oe._)`${r} !== undefined`,
()=>e.assign((0,Oe._)`${r}[${a}]`,n))}function xi(e,r,a,n=Os.Correct){let o=n===Os.Correct?Oe.operators.EQ:Oe.operators.NEQ,i;switch(e){case"null":return(0,Oe._)`${r} ${o} null`;case"\
array":i=(0,Oe._)`Array.isArray(${r})`;break;case"object":i=(0,Oe._)`${r} && typeof ${r} == "object" && !Array.isArray(${r})`;break;case"integer":i=t((0,Oe._)`!(${r} % 1) && !isNaN(${r})`);
break;case"number":i=t();break;default:return(0,Oe._)`typeof ${r} ${o} ${e}`}return n===Os.Correct?i:(0,Oe.not)(i);function t(s=Oe.nil){return(0,Oe.and)((0,Oe._)`typeof ${r} == "number"`,
s,a?(0,Oe._)`isFinite(${r})`:Oe.nil)}}ut.checkDataType=xi;function qi(e,r,a,n){if(e.length===1)return xi(e[0],r,a,n);let o,i=(0,Rc.toHash)(e);if(i.array&&i.object){
let t=(0,Oe._)`typeof ${r} != "object"`;o=i.null?t:(0,Oe._)`!${r} || ${t}`,delete i.null,delete i.array,delete i.object}else o=Oe.nil;i.number&&delete i.integer;
for(let t in i)o=(0,Oe.and)(o,xi(t,r,a,n));return o}ut.checkDataTypes=qi;var zg={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:r})=>typeof e==
"string"?(0,Oe._)`{type: ${e}}`:(0,Oe._)`{type: ${r}}`};function Oi(e){let r=Jg(e);(0,Eg.reportError)(r,zg)}ut.reportTypeError=Oi;function Jg(e){let{gen:r,data:a,
schema:n}=e,o=(0,Rc.schemaRefOrVal)(e,n,"type");return{gen:r,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var Lc=oe(wn=>{"use strict";Object.defineProperty(wn,"__esModule",{value:!0});wn.assignDefaults=void 0;var js=Ie(),Dg=Ve();function Cg(e,r){let{properties:a,items:n}=e.
schema;if(r==="object"&&a)for(let o in a)Mc(e,o,a[o].default);else r==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Mc(e,i,o.default))}wn.assignDefaults=Cg;function Mc(e,r,a){
let{gen:n,compositeRule:o,data:i,opts:t}=e;if(a===void 0)return;let s=(0,js._)`${i}${(0,js.getProperty)(r)}`;if(o){(0,Dg.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let d=(0,js._)`${s} === undefined`;t.useDefaults==="empty"&&(d=(0,js._)`${d} || ${s} === null || ${s} === ""`),n.if(d,(0,js._)`${s} = ${(0,js.
stringify)(a)}`)}});var It=oe(We=>{"use strict";Object.defineProperty(We,"__esModule",{value:!0});We.validateUnion=We.validateArray=We.usePattern=We.callValidateCode=We.schemaProperties=
We.allSchemaProperties=We.noPropertyInData=We.propertyInData=We.isOwnProperty=We.hasPropFunc=We.reportMissingProp=We.checkMissingProp=We.checkReportMissingProp=
void 0;var Xe=Ie(),ji=Ve(),_r=lr(),Wg=Ve();function Hg(e,r){let{gen:a,data:n,it:o}=e;a.if(Ai(a,n,r,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,Xe.
_)`${r}`},!0),e.error()})}We.checkReportMissingProp=Hg;function Kg({gen:e,data:r,it:{opts:a}},n,o){return(0,Xe.or)(...n.map(i=>(0,Xe.and)(Ai(e,r,i,a.ownProperties),
(0,Xe._)`${o} = ${i}`)))}We.checkMissingProp=Kg;function Bg(e,r){e.setParams({missingProperty:r},!0),e.error()}We.reportMissingProp=Bg;function Fc(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,Xe._)`Object.prototype.hasOwnProperty`})}We.hasPropFunc=Fc;function Ti(e,r,a){return(0,Xe._)`${Fc(e)}.call(${r}, ${a})`}
We.isOwnProperty=Ti;function Gg(e,r,a,n){let o=(0,Xe._)`${r}${(0,Xe.getProperty)(a)} !== undefined`;return n?(0,Xe._)`${o} && ${Ti(e,r,a)}`:o}We.propertyInData=
Gg;function Ai(e,r,a,n){let o=(0,Xe._)`${r}${(0,Xe.getProperty)(a)} === undefined`;return n?(0,Xe.or)(o,(0,Xe.not)(Ti(e,r,a))):o}We.noPropertyInData=Ai;function Vc(e){
return e?Object.keys(e).filter(r=>r!=="__proto__"):[]}We.allSchemaProperties=Vc;function Zg(e,r){return Vc(r).filter(a=>!(0,ji.alwaysValidSchema)(e,r[a]))}We.schemaProperties=
Zg;function Qg({schemaCode:e,data:r,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:t},s,d,g){let u=g?(0,Xe._)`${e}, ${r}, ${n}${o}`:r,b=[[_r.default.instancePath,
(0,Xe.strConcat)(_r.default.instancePath,i)],[_r.default.parentData,t.parentData],[_r.default.parentDataProperty,t.parentDataProperty],[_r.default.rootData,_r.default.
rootData]];t.opts.dynamicRef&&b.push([_r.default.dynamicAnchors,_r.default.dynamicAnchors]);let q=(0,Xe._)`${u}, ${a.object(...b)}`;return d!==Xe.nil?(0,Xe._)`${s}.call(${d}, ${q})`:
(0,Xe._)`${s}(${q})`}We.callValidateCode=Qg;var Xg=(0,Xe._)`new RegExp`;function Yg({gen:e,it:{opts:r}},a){let n=r.unicodeRegExp?"u":"",{regExp:o}=r.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,Xe._)`${o.code==="new RegExp"?Xg:(0,Wg.useFunc)(e,o)}(${a}, ${n})`})}We.usePattern=Yg;function eb(e){
let{gen:r,data:a,keyword:n,it:o}=e,i=r.name("valid");if(o.allErrors){let s=r.let("valid",!0);return t(()=>r.assign(s,!1)),s}return r.var(i,!0),t(()=>r.break()),
i;function t(s){let d=r.const("len",(0,Xe._)`${a}.length`);r.forRange("i",0,d,g=>{e.subschema({keyword:n,dataProp:g,dataPropType:ji.Type.Num},i),r.if((0,Xe.not)(
i),s)})}}We.validateArray=eb;function tb(e){let{gen:r,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(d=>(0,ji.
alwaysValidSchema)(o,d))&&!o.opts.unevaluated)return;let t=r.let("valid",!1),s=r.name("_valid");r.block(()=>a.forEach((d,g)=>{let u=e.subschema({keyword:n,schemaProp:g,
compositeRule:!0},s);r.assign(t,(0,Xe._)`${t} || ${s}`),e.mergeValidEvaluated(u,s)||r.if((0,Xe.not)(t))})),e.result(t,()=>e.reset(),()=>e.error(!0))}We.validateUnion=
tb});var Jc=oe(rr=>{"use strict";Object.defineProperty(rr,"__esModule",{value:!0});rr.validateKeywordUsage=rr.validSchemaType=rr.funcKeywordCode=rr.macroKeywordCode=
void 0;var wt=Ie(),Hr=lr(),rb=It(),sb=fa();function ab(e,r){let{gen:a,keyword:n,schema:o,parentSchema:i,it:t}=e,s=r.macro.call(t.self,o,i,t),d=zc(a,n,s);t.opts.
validateSchema!==!1&&t.self.validateSchema(s,!0);let g=a.name("valid");e.subschema({schema:s,schemaPath:wt.nil,errSchemaPath:`${t.errSchemaPath}/${n}`,topSchemaRef:d,
compositeRule:!0},g),e.pass(g,()=>e.error(!0))}rr.macroKeywordCode=ab;function nb(e,r){var a;let{gen:n,keyword:o,schema:i,parentSchema:t,$data:s,it:d}=e;ib(d,r);
let g=!s&&r.compile?r.compile.call(d.self,i,t,d):r.validate,u=zc(n,o,g),b=n.let("valid");e.block$data(b,q),e.ok((a=r.valid)!==null&&a!==void 0?a:b);function q(){
if(r.errors===!1)j(),r.modifying&&Uc(e),E(()=>e.error());else{let z=r.async?O():R();r.modifying&&Uc(e),E(()=>ob(e,z))}}function O(){let z=n.let("ruleErrs",null);
return n.try(()=>j((0,wt._)`await `),ne=>n.assign(b,!1).if((0,wt._)`${ne} instanceof ${d.ValidationError}`,()=>n.assign(z,(0,wt._)`${ne}.errors`),()=>n.throw(ne))),
z}function R(){let z=(0,wt._)`${u}.errors`;return n.assign(z,null),j(wt.nil),z}function j(z=r.async?(0,wt._)`await `:wt.nil){let ne=d.opts.passContext?Hr.default.
this:Hr.default.self,G=!("compile"in r&&!s||r.schema===!1);n.assign(b,(0,wt._)`${z}${(0,rb.callValidateCode)(e,u,ne,G)}`,r.modifying)}function E(z){var ne;n.if(
(0,wt.not)((ne=r.valid)!==null&&ne!==void 0?ne:b),z)}}rr.funcKeywordCode=nb;function Uc(e){let{gen:r,data:a,it:n}=e;r.if(n.parentData,()=>r.assign(a,(0,wt._)`${n.
parentData}[${n.parentDataProperty}]`))}function ob(e,r){let{gen:a}=e;a.if((0,wt._)`Array.isArray(${r})`,()=>{a.assign(Hr.default.vErrors,(0,wt._)`${Hr.default.
vErrors} === null ? ${r} : ${Hr.default.vErrors}.concat(${r})`).assign(Hr.default.errors,(0,wt._)`${Hr.default.vErrors}.length`),(0,sb.extendErrors)(e)},()=>e.error())}
function ib({schemaEnv:e},r){if(r.async&&!e.$async)throw new Error("async keyword in sync schema")}function zc(e,r,a){if(a===void 0)throw new Error(`keyword "${r}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,wt.stringify)(a)})}function pb(e,r,a=!1){return!r.length||r.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}rr.validSchemaType=pb;function db({schema:e,
opts:r,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let t=o.dependencies;
if(t?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${t.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let d=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(r.validateSchema==="log")a.logger.error(
d);else throw new Error(d)}}rr.validateKeywordUsage=db});var Cc=oe(xr=>{"use strict";Object.defineProperty(xr,"__esModule",{value:!0});xr.extendSubschemaMode=xr.extendSubschemaData=xr.getSubschema=void 0;var sr=Ie(),Dc=Ve();
function cb(e,{keyword:r,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:t}){if(r!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(r!==void 0){let s=e.schema[r];return a===void 0?{schema:s,schemaPath:(0,sr._)`${e.schemaPath}${(0,sr.getProperty)(r)}`,errSchemaPath:`${e.
errSchemaPath}/${r}`}:{schema:s[a],schemaPath:(0,sr._)`${e.schemaPath}${(0,sr.getProperty)(r)}${(0,sr.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${r}/${(0,Dc.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||t===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:t,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}xr.getSubschema=cb;function mb(e,r,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:t}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=r;if(a!==void 0){let{errorPath:g,dataPathArr:u,opts:b}=r,q=s.let("data",(0,sr._)`${r.data}${(0,sr.getProperty)(a)}`,!0);d(q),e.errorPath=(0,sr.str)`${g}${(0,Dc.
getErrorPath)(a,n,b.jsPropertySyntax)}`,e.parentDataProperty=(0,sr._)`${a}`,e.dataPathArr=[...u,e.parentDataProperty]}if(o!==void 0){let g=o instanceof sr.Name?
o:s.let("data",o,!0);d(g),t!==void 0&&(e.propertyName=t)}i&&(e.dataTypes=i);function d(g){e.data=g,e.dataLevel=r.dataLevel+1,e.dataTypes=[],r.definedProperties=
new Set,e.parentData=r.data,e.dataNames=[...r.dataNames,g]}}xr.extendSubschemaData=mb;function lb(e,{jtdDiscriminator:r,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=r,e.jtdMetadata=a}xr.extendSubschemaMode=
lb});var Hc=oe((GS,Wc)=>{"use strict";var qr=Wc.exports=function(e,r,a){typeof r=="function"&&(a=r,r={}),a=r.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};vn(r,n,o,e,"",e)};qr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
qr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};qr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};qr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function vn(e,r,a,n,o,i,t,s,d,g){if(n&&typeof n=="object"&&!Array.isArray(n)){r(n,o,i,
t,s,d,g);for(var u in n){var b=n[u];if(Array.isArray(b)){if(u in qr.arrayKeywords)for(var q=0;q<b.length;q++)vn(e,r,a,b[q],o+"/"+u+"/"+q,i,o,u,n,q)}else if(u in
qr.propsKeywords){if(b&&typeof b=="object")for(var O in b)vn(e,r,a,b[O],o+"/"+u+"/"+ub(O),i,o,u,n,O)}else(u in qr.keywords||e.allKeys&&!(u in qr.skipKeywords))&&
vn(e,r,a,b,o+"/"+u,i,o,u,n)}a(n,o,i,t,s,d,g)}}function ub(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var ga=oe(xt=>{"use strict";Object.defineProperty(xt,"__esModule",{value:!0});xt.getSchemaRefs=xt.resolveUrl=xt.normalizeId=xt._getFullPath=xt.getFullPath=xt.inlineRef=
void 0;var hb=Ve(),fb=Wo(),yb=Hc(),gb=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function bb(e,r=!0){return typeof e=="boolean"?!0:r===!0?!Ni(e):r?Kc(e)<=r:!1}xt.inlineRef=bb;var wb=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Ni(e){for(let r in e){if(wb.has(r))return!0;let a=e[r];if(Array.isArray(a)&&
a.some(Ni)||typeof a=="object"&&Ni(a))return!0}return!1}function Kc(e){let r=0;for(let a in e){if(a==="$ref")return 1/0;if(r++,!gb.has(a)&&(typeof e[a]=="object"&&
(0,hb.eachItem)(e[a],n=>r+=Kc(n)),r===1/0))return 1/0}return r}function Bc(e,r="",a){a!==!1&&(r=Ts(r));let n=e.parse(r);return Gc(e,n)}xt.getFullPath=Bc;function Gc(e,r){
return e.serialize(r).split("#")[0]+"#"}xt._getFullPath=Gc;var vb=/#\/?$/;function Ts(e){return e?e.replace(vb,""):""}xt.normalizeId=Ts;function kb(e,r,a){return a=
Ts(a),e.resolve(r,a)}xt.resolveUrl=kb;var Pb=/^[a-z_][-a-z0-9._]*$/i;function $b(e,r){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Ts(
e[a]||r),i={"":o},t=Bc(n,o,!1),s={},d=new Set;return yb(e,{allKeys:!0},(b,q,O,R)=>{if(R===void 0)return;let j=t+q,E=i[R];typeof b[a]=="string"&&(E=z.call(this,b[a])),
ne.call(this,b.$anchor),ne.call(this,b.$dynamicAnchor),i[q]=E;function z(G){let B=this.opts.uriResolver.resolve;if(G=Ts(E?B(E,G):G),d.has(G))throw u(G);d.add(G);
let H=this.refs[G];return typeof H=="string"&&(H=this.refs[H]),typeof H=="object"?g(b,H.schema,G):G!==Ts(j)&&(G[0]==="#"?(g(b,s[G],G),s[G]=b):this.refs[G]=j),G}
function ne(G){if(typeof G=="string"){if(!Pb.test(G))throw new Error(`invalid anchor "${G}"`);z.call(this,`#${G}`)}}}),s;function g(b,q,O){if(q!==void 0&&!fb(b,
q))throw u(O)}function u(b){return new Error(`reference "${b}" resolves to more than one schema`)}}xt.getSchemaRefs=$b});var va=oe(Or=>{"use strict";Object.defineProperty(Or,"__esModule",{value:!0});Or.getData=Or.KeywordCxt=Or.validateFunctionCode=void 0;var em=Tc(),Zc=ya(),Ii=_i(),
kn=ya(),Sb=Lc(),wa=Jc(),Ri=Cc(),le=Ie(),ke=lr(),_b=ga(),ur=Ve(),ba=fa();function xb(e){if(sm(e)&&(am(e),rm(e))){jb(e);return}tm(e,()=>(0,em.topBoolOrEmptySchema)(
e))}Or.validateFunctionCode=xb;function tm({gen:e,validateName:r,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(r,(0,le._)`${ke.default.data}, ${ke.default.valCxt}`,
n.$async,()=>{e.code((0,le._)`"use strict"; ${Qc(a,o)}`),Ob(e,o),e.code(i)}):e.func(r,(0,le._)`${ke.default.data}, ${qb(o)}`,n.$async,()=>e.code(Qc(a,o)).code(i))}
function qb(e){return(0,le._)`{${ke.default.instancePath}="", ${ke.default.parentData}, ${ke.default.parentDataProperty}, ${ke.default.rootData}=${ke.default.data}${e.
dynamicRef?(0,le._)`, ${ke.default.dynamicAnchors}={}`:le.nil}}={}`}function Ob(e,r){e.if(ke.default.valCxt,()=>{e.var(ke.default.instancePath,(0,le._)`${ke.default.
valCxt}.${ke.default.instancePath}`),e.var(ke.default.parentData,(0,le._)`${ke.default.valCxt}.${ke.default.parentData}`),e.var(ke.default.parentDataProperty,(0,le.
_)`${ke.default.valCxt}.${ke.default.parentDataProperty}`),e.var(ke.default.rootData,(0,le._)`${ke.default.valCxt}.${ke.default.rootData}`),r.dynamicRef&&e.var(
ke.default.dynamicAnchors,(0,le._)`${ke.default.valCxt}.${ke.default.dynamicAnchors}`)},()=>{e.var(ke.default.instancePath,(0,le._)`""`),e.var(ke.default.parentData,
(0,le._)`undefined`),e.var(ke.default.parentDataProperty,(0,le._)`undefined`),e.var(ke.default.rootData,ke.default.data),r.dynamicRef&&e.var(ke.default.dynamicAnchors,
(0,le._)`{}`)})}function jb(e){let{schema:r,opts:a,gen:n}=e;tm(e,()=>{a.$comment&&r.$comment&&om(e),Ib(e),n.let(ke.default.vErrors,null),n.let(ke.default.errors,
0),a.unevaluated&&Tb(e),nm(e),Lb(e)})}function Tb(e){let{gen:r,validateName:a}=e;e.evaluated=r.const("evaluated",(0,le._)`${a}.evaluated`),r.if((0,le._)`${e.evaluated}.dynamicProps`,
()=>r.assign((0,le._)`${e.evaluated}.props`,(0,le._)`undefined`)),r.if((0,le._)`${e.evaluated}.dynamicItems`,()=>r.assign((0,le._)`${e.evaluated}.items`,(0,le._)`undefined`))}
function Qc(e,r){let a=typeof e=="object"&&e[r.schemaId];return a&&(r.code.source||r.code.process)?(0,le._)`/*# sourceURL=${a} */`:le.nil}function Ab(e,r){if(sm(
e)&&(am(e),rm(e))){Nb(e,r);return}(0,em.boolOrEmptySchema)(e,r)}function rm({schema:e,self:r}){if(typeof e=="boolean")return!e;for(let a in e)if(r.RULES.all[a])
return!0;return!1}function sm(e){return typeof e.schema!="boolean"}function Nb(e,r){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&om(e),Eb(e),Mb(e);let i=n.
const("_errs",ke.default.errors);nm(e,i),n.var(r,(0,le._)`${i} === ${ke.default.errors}`)}function am(e){(0,ur.checkUnknownRules)(e),Rb(e)}function nm(e,r){if(e.
opts.jtd)return Xc(e,[],!1,r);let a=(0,Zc.getSchemaTypes)(e.schema),n=(0,Zc.coerceAndCheckDataType)(e,a);Xc(e,a,!n,r)}function Rb(e){let{schema:r,errSchemaPath:a,
opts:n,self:o}=e;r.$ref&&n.ignoreKeywordsWithRef&&(0,ur.schemaHasRulesButRef)(r,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function Ib(e){
let{schema:r,opts:a}=e;r.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,ur.checkStrictMode)(e,"default is ignored in the schema root")}function Eb(e){let r=e.
schema[e.opts.schemaId];r&&(e.baseId=(0,_b.resolveUrl)(e.opts.uriResolver,e.baseId,r))}function Mb(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function om({gen:e,schemaEnv:r,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,le._)`${ke.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let t=(0,le.str)`${n}/$comment`,s=e.scopeValue("root",{ref:r.root});e.code((0,le._)`${ke.default.self}.opts.$comment(${i}, ${t}, ${s}.schema)`)}}
function Lb(e){let{gen:r,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?r.if((0,le._)`${ke.default.errors} === 0`,()=>r.return(ke.default.data),
()=>r.throw((0,le._)`new ${o}(${ke.default.vErrors})`)):(r.assign((0,le._)`${n}.errors`,ke.default.vErrors),i.unevaluated&&Fb(e),r.return((0,le._)`${ke.default.
errors} === 0`))}function Fb({gen:e,evaluated:r,props:a,items:n}){a instanceof le.Name&&e.assign((0,le._)`${r}.props`,a),n instanceof le.Name&&e.assign((0,le._)`${r}.items`,
n)}function Xc(e,r,a,n){let{gen:o,schema:i,data:t,allErrors:s,opts:d,self:g}=e,{RULES:u}=g;if(i.$ref&&(d.ignoreKeywordsWithRef||!(0,ur.schemaHasRulesButRef)(i,u))){
o.block(()=>pm(e,"$ref",u.all.$ref.definition));return}d.jtd||Vb(e,r),o.block(()=>{for(let q of u.rules)b(q);b(u.post)});function b(q){(0,Ii.shouldUseGroup)(i,q)&&
(q.type?(o.if((0,kn.checkDataType)(q.type,t,d.strictNumbers)),Yc(e,q),r.length===1&&r[0]===q.type&&a&&(o.else(),(0,kn.reportTypeError)(e)),o.endIf()):Yc(e,q),s||
o.if((0,le._)`${ke.default.errors} === ${n||0}`))}}function Yc(e,r){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,Sb.assignDefaults)(e,r.type),a.block(()=>{for(let i of r.
rules)(0,Ii.shouldUseRule)(n,i)&&pm(e,i.keyword,i.definition,r.type)})}function Vb(e,r){e.schemaEnv.meta||!e.opts.strictTypes||(Ub(e,r),e.opts.allowUnionTypes||
zb(e,r),Jb(e,e.dataTypes))}function Ub(e,r){if(r.length){if(!e.dataTypes.length){e.dataTypes=r;return}r.forEach(a=>{im(e.dataTypes,a)||Ei(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),Cb(e,r)}}function zb(e,r){r.length>1&&!(r.length===2&&r.includes("null"))&&Ei(e,"use allowUnionTypes to allow uni\
on type keyword")}function Jb(e,r){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,Ii.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(t=>Db(r,t))&&Ei(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function Db(e,r){return e.includes(r)||r==="number"&&e.includes("integ\
er")}function im(e,r){return e.includes(r)||r==="integer"&&e.includes("number")}function Cb(e,r){let a=[];for(let n of e.dataTypes)im(r,n)?a.push(n):r.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function Ei(e,r){let a=e.schemaEnv.baseId+e.errSchemaPath;r+=` at "${a}" (strictTypes)`,(0,ur.checkStrictMode)(
e,r,e.opts.strictTypes)}var Pn=class{constructor(r,a,n){if((0,wa.validateKeywordUsage)(r,a,n),this.gen=r.gen,this.allErrors=r.allErrors,this.keyword=n,this.data=
r.data,this.schema=r.schema[n],this.$data=a.$data&&r.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,ur.schemaRefOrVal)(r,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=r.schema,this.params={},this.it=r,this.def=a,this.$data)this.schemaCode=r.gen.const("vSchema",dm(this.$data,r));else if(this.
schemaCode=this.schemaValue,!(0,wa.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=r.gen.const("_errs",ke.default.errors))}result(r,a,n){this.failResult((0,le.not)(r),a,n)}failResult(r,a,n){
this.gen.if(r),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(r,a){this.failResult(
(0,le.not)(r),void 0,a)}fail(r){if(r===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(r),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(r){if(!this.$data)return this.fail(r);let{schemaCode:a}=this;this.fail((0,le._)`${a} !== undefined && (${(0,le.or)(this.invalid$data(),r)})`)}error(r,a,n){
if(a){this.setParams(a),this._error(r,n),this.setParams({});return}this._error(r,n)}_error(r,a){(r?ba.reportExtraError:ba.reportError)(this,this.def.error,a)}$dataError(){
(0,ba.reportError)(this,this.def.$dataError||ba.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,ba.resetErrorsCount)(this.gen,this.errsCount)}ok(r){this.allErrors||this.gen.if(r)}setParams(r,a){a?Object.assign(this.params,r):this.params=r}block$data(r,a,n=le.
nil){this.gen.block(()=>{this.check$data(r,n),a()})}check$data(r=le.nil,a=le.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:t}=this;n.if((0,le.
or)((0,le._)`${o} === undefined`,a)),r!==le.nil&&n.assign(r,!0),(i.length||t.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),r!==le.nil&&n.assign(
r,!1)),n.else()}invalid$data(){let{gen:r,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,le.or)(t(),s());function t(){if(n.length){if(!(a instanceof le.Name))
throw new Error("ajv implementation error");let d=Array.isArray(n)?n:[n];return(0,le._)`${(0,kn.checkDataTypes)(d,a,i.opts.strictNumbers,kn.DataType.Wrong)}`}return le.
nil}function s(){if(o.validateSchema){let d=r.scopeValue("validate$data",{ref:o.validateSchema});return(0,le._)`!${d}(${a})`}return le.nil}}subschema(r,a){let n=(0,Ri.
getSubschema)(this.it,r);(0,Ri.extendSubschemaData)(n,this.it,r),(0,Ri.extendSubschemaMode)(n,r);let o={...this.it,...n,items:void 0,props:void 0};return Ab(o,a),
o}mergeEvaluated(r,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&r.props!==void 0&&(n.props=ur.mergeEvaluated.props(o,r.props,n.props,a)),n.items!==
!0&&r.items!==void 0&&(n.items=ur.mergeEvaluated.items(o,r.items,n.items,a)))}mergeValidEvaluated(r,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(r,le.Name)),!0}};Or.KeywordCxt=Pn;function pm(e,r,a,n){let o=new Pn(e,a,r);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,wa.funcKeywordCode)(o,a):"macro"in a?(0,wa.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,wa.funcKeywordCode)(o,a)}var Wb=/^\/(?:[^~]|~0|~1)*$/,
Hb=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function dm(e,{dataLevel:r,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return ke.default.rootData;if(e[0]==="/"){if(!Wb.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=ke.default.rootData}else{let g=Hb.exec(e);if(!g)throw new Error(`Invalid JSON-pointer: ${e}`);let u=+g[1];
if(o=g[2],o==="#"){if(u>=r)throw new Error(d("property/index",u));return n[r-u]}if(u>r)throw new Error(d("data",u));if(i=a[r-u],!o)return i}let t=i,s=o.split("/");
for(let g of s)g&&(i=(0,le._)`${i}${(0,le.getProperty)((0,ur.unescapeJsonPointer)(g))}`,t=(0,le._)`${t} && ${i}`);return t;function d(g,u){return`Cannot access ${g}\
 ${u} levels up, current level is ${r}`}}Or.getData=dm});var $n=oe(Li=>{"use strict";Object.defineProperty(Li,"__esModule",{value:!0});var Mi=class extends Error{constructor(r){super("validation failed"),this.errors=r,
this.ajv=this.validation=!0}};Li.default=Mi});var ka=oe(Ui=>{"use strict";Object.defineProperty(Ui,"__esModule",{value:!0});var Fi=ga(),Vi=class extends Error{constructor(r,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,Fi.resolveUrl)(r,a,n),this.missingSchema=(0,Fi.normalizeId)((0,Fi.getFullPath)(r,this.missingRef))}};Ui.default=Vi});var _n=oe(Et=>{"use strict";Object.defineProperty(Et,"__esModule",{value:!0});Et.resolveSchema=Et.getCompilingSchema=Et.resolveRef=Et.compileSchema=Et.SchemaEnv=
void 0;var Wt=Ie(),Kb=$n(),Kr=lr(),Ht=ga(),cm=Ve(),Bb=va(),As=class{constructor(r){var a;this.refs={},this.dynamicAnchors={};let n;typeof r.schema=="object"&&(n=
r.schema),this.schema=r.schema,this.schemaId=r.schemaId,this.root=r.root||this,this.baseId=(a=r.baseId)!==null&&a!==void 0?a:(0,Ht.normalizeId)(n?.[r.schemaId||
"$id"]),this.schemaPath=r.schemaPath,this.localRefs=r.localRefs,this.meta=r.meta,this.$async=n?.$async,this.refs={}}};Et.SchemaEnv=As;function Ji(e){let r=mm.call(
this,e);if(r)return r;let a=(0,Ht.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,t=new Wt.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=t.scopeValue("Error",{ref:Kb.default,code:(0,Wt._)`require("ajv/dist/runtime/validation_error").default`}));
let d=t.scopeName("validate");e.validateName=d;let g={gen:t,allErrors:this.opts.allErrors,data:Kr.default.data,parentData:Kr.default.parentData,parentDataProperty:Kr.
default.parentDataProperty,dataNames:[Kr.default.data],dataPathArr:[Wt.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:t.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,Wt.stringify)(e.schema)}:{ref:e.schema}),validateName:d,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:Wt.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,Wt._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(e),(0,Bb.validateFunctionCode)(g),t.optimize(this.opts.code.optimize);let b=t.toString();u=`${t.scopeRefs(Kr.default.scope)}return ${b}`,this.opts.code.process&&
(u=this.opts.code.process(u,e));let O=new Function(`${Kr.default.self}`,`${Kr.default.scope}`,u)(this,this.scope.get());if(this.scope.value(d,{ref:O}),O.errors=
null,O.schema=e.schema,O.schemaEnv=e,e.$async&&(O.$async=!0),this.opts.code.source===!0&&(O.source={validateName:d,validateCode:b,scopeValues:t._values}),this.opts.
unevaluated){let{props:R,items:j}=g;O.evaluated={props:R instanceof Wt.Name?void 0:R,items:j instanceof Wt.Name?void 0:j,dynamicProps:R instanceof Wt.Name,dynamicItems:j instanceof
Wt.Name},O.source&&(O.source.evaluated=(0,Wt.stringify)(O.evaluated))}return e.validate=O,e}catch(b){throw delete e.validate,delete e.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),b}finally{this._compilations.delete(e)}}Et.compileSchema=Ji;function Gb(e,r,a){var n;a=(0,Ht.resolveUrl)(this.
opts.uriResolver,r,a);let o=e.refs[a];if(o)return o;let i=Xb.call(this,e,a);if(i===void 0){let t=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;t&&(i=new As({schema:t,schemaId:s,root:e,baseId:r}))}if(i!==void 0)return e.refs[a]=Zb.call(this,i)}Et.resolveRef=Gb;function Zb(e){return(0,Ht.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Ji.call(this,e)}function mm(e){for(let r of this._compilations)if(Qb(r,e))return r}Et.getCompilingSchema=mm;
function Qb(e,r){return e.schema===r.schema&&e.root===r.root&&e.baseId===r.baseId}function Xb(e,r){let a;for(;typeof(a=this.refs[r])=="string";)r=a;return a||this.
schemas[r]||Sn.call(this,e,r)}function Sn(e,r){let a=this.opts.uriResolver.parse(r),n=(0,Ht._getFullPath)(this.opts.uriResolver,a),o=(0,Ht.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return zi.call(this,a,e);let i=(0,Ht.normalizeId)(n),t=this.refs[i]||this.schemas[i];if(typeof t==
"string"){let s=Sn.call(this,e,t);return typeof s?.schema!="object"?void 0:zi.call(this,a,s)}if(typeof t?.schema=="object"){if(t.validate||Ji.call(this,t),i===(0,Ht.
normalizeId)(r)){let{schema:s}=t,{schemaId:d}=this.opts,g=s[d];return g&&(o=(0,Ht.resolveUrl)(this.opts.uriResolver,o,g)),new As({schema:s,schemaId:d,root:e,baseId:o})}
return zi.call(this,a,t)}}Et.resolveSchema=Sn;var Yb=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function zi(e,{baseId:r,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let d=a[(0,cm.
unescapeFragment)(s)];if(d===void 0)return;a=d;let g=typeof a=="object"&&a[this.opts.schemaId];!Yb.has(s)&&g&&(r=(0,Ht.resolveUrl)(this.opts.uriResolver,r,g))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,cm.schemaHasRulesButRef)(a,this.RULES)){let s=(0,Ht.resolveUrl)(this.opts.uriResolver,r,a.$ref);i=Sn.call(this,n,s)}let{schemaId:t}=this.
opts;if(i=i||new As({schema:a,schemaId:t,root:n,baseId:r}),i.schema!==i.root.schema)return i}});var lm=oe((t_,ew)=>{ew.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Bi=oe((r_,vm)=>{"use strict";var tw=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Ci=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),rw=RegExp.prototype.test.bind(/^\d*$/u),Br=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Wi=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),hm=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Hi=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),sw=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),qt=new Array(256);{let e="0123456789ABCDEF";for(let r=0;r<
256;r++)qt[r]="%"+e[r>>4]+e[r&15]}function ht(e){return e<2048?qt[192|e>>6]+qt[128|e&63]:e<65536?qt[224|e>>12]+qt[128|e>>6&63]+qt[128|e&63]:qt[240|e>>18]+qt[128|
e>>12&63]+qt[128|e>>6&63]+qt[128|e&63]}function aw(e){let r="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";r+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";r+=e[n]}return r}var nw=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),ow=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),iw=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
pw=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function dw(e){if(e.length===0)return!1;for(let r=0;r<e.length;r++)if(!iw(e[r])){if(e[r]==="%"&&r+2<
e.length&&Br(e.slice(r+1,r+3))){r+=2;continue}return!1}return!0}function um(e){let r=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,r=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,r).join(":"),t=e.slice(r+a).join(":");return i+"::"+t}function cw(e){let r=e.indexOf("::");if(r!==
-1&&e.indexOf("::",r+1)!==-1)return;let a=r===-1?e.split(":"):e.slice(0,r).split(":"),n=r===-1?[]:e.slice(r+2).split(":");r!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let d=o[s];if(d==="")return;if(d.indexOf(".")!==-1){if(s!==o.length-
1||r!==-1&&n.length===0||!Ci(d))return;i+=2;continue}if(!nw(d))return;o[s]=parseInt(d,16).toString(16),i++}if(r===-1)return i!==8?void 0:um(o);if(i>=8)return;let t=o.
slice(0,a.length);for(let s=i;s<8;s++)t.push("0");for(let s=a.length;s<o.length;s++)t.push(o[s]);return um(t)}function Di(e){let r=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!r)return{host:e,isIPV6:!1,error:!0};let n=r?e.slice(1,-1):e;if(r&&ow(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(mw(n,":")<2)return{host:e,isIPV6:!1,error:r};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!dw(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let t=cw(n);return t===void 0?{host:e,isIPV6:!1,error:!0}:{host:t+(o?"%"+o:""),escapedHost:t+
(o?"%25"+o:""),isIPV6:!0}}function mw(e,r){let a=0;for(let n=0;n<e.length;n++)e[n]===r&&a++;return a}function fm(e){let r=e,a=[],n=-1,o=0;for(;o=r.length;){if(o===
1){if(r===".")break;if(r==="/"){a.push("/");break}else{a.push(r);break}}else if(o===2){if(r[0]==="."){if(r[1]===".")break;if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]===
"/"&&(r[1]==="."||r[1]==="/")){a.push("/");break}}else if(o===3&&r==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(r[0]==="."){if(r[1]==="."){if(r[2]==="/"){
r=r.slice(3);continue}}else if(r[1]==="/"){r=r.slice(2);continue}}else if(r[0]==="/"&&r[1]==="."){if(r[2]==="/"){r=r.slice(2);continue}else if(r[2]==="."&&r[3]===
"/"){r=r.slice(3),a.length!==0&&a.pop();continue}}if((n=r.indexOf("/",1))===-1){a.push(r);break}else a.push(r.slice(0,n)),r=r.slice(n)}return a.join("")}function lw(e){
if(e===""||e[0]==="/")return fm(e);let r=e.split("/"),a=r.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let t=r[i];t==="."||t===".."?(t===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(t)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var uw={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},hw=/[@/?#:]/g,fw=/[@/?#]/g;function ym(e,r){let a=r?fw:hw;return a.lastIndex=0,e.replace(a,n=>uw[n])}
function gm(e,r=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(Br(o)){let i=o.toUpperCase(),
t=String.fromCharCode(parseInt(i,16));r&&Wi(t)?a+=t:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function yw(e){let r="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(Br(o)){let i=o.toUpperCase(),t=String.fromCharCode(parseInt(i,16));t!=="."&&Wi(t)?r+=t:r+="%"+i,a+=2;continue}}if(hm(
n))r+=n;else{let o=e.charCodeAt(a);if(o<128)r+=wm(o)?n:qt[o];else if(o<55296||o>57343)r+=ht(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(r+=ht(65536+(o-55296<<10)+(i-56320)),a++):r+=ht(65533)}else r+=ht(65533)}}return r}function gw(e,r=!1){let a="",n=r&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let t=e.slice(o+1,o+3);if(Br(t)){a+="%"+t.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),hm(i)&&(i!==":"||!n))a+=i;else{let t=e.
charCodeAt(o);if(t<128)a+=qt[t];else if(t<55296||t>57343)a+=ht(t);else if(t<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=ht(65536+(t-55296<<
10)+(s-56320)),o++):a+=ht(65533)}else a+=ht(65533)}}return a}function Ki(e,r){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(Br(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(r(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=qt[i];else if(i<55296||i>57343)a+=ht(i);else if(i<=
56319&&n+1<e.length){let t=e.charCodeAt(n+1);t>=56320&&t<=57343?(a+=ht(65536+(i-55296<<10)+(t-56320)),n++):a+=ht(65533)}else a+=ht(65533)}}return a}function bm(e){
return Ki(e,sw)}function bw(e){return Ki(e,Hi)}function ww(e){return Ki(e,Hi)}function wm(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function vw(e){let r="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(Br(o)){let i=o.
toUpperCase(),t=String.fromCharCode(parseInt(i,16));Wi(t)?r+=t:r+="%"+i,a+=2;continue}}if(Hi(n))r+=n;else{let o=e.charCodeAt(a);if(o<128)r+=wm(o)?n:qt[o];else if(o<
55296||o>57343)r+=ht(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(r+=ht(65536+(o-55296<<10)+(i-56320)),a++):r+=ht(65533)}else r+=
ht(65533)}}return r}function kw(e){let r="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(Br(n)){r+="%"+n.toUpperCase(),a+=
2;continue}}r+=escape(e[a])}return r}function Pw(e){let r=[];if(e.userinfo!==void 0&&(r.push(bm(e.userinfo)),r.push("@")),e.host!==void 0){let a=e.host;if(!Ci(a)){
let n=Di(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=gm(a,!0),n=Di(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=ym(a,!1)}r.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!rw(a))throw new TypeError("URI port is malformed.");r.push(":"),r.push(a)}return r.length?r.join(""):
void 0}vm.exports={nonSimpleDomain:pw,recomposeAuthority:Pw,reescapeHostDelimiters:ym,normalizePercentEncoding:gm,normalizePathEncoding:yw,serializePathEncoding:gw,
normalizeQueryFragmentEncoding:vw,encodeUserinfo:bm,encodeQuery:bw,encodeFragment:ww,escapePreservingEscapes:kw,removeDotSegments:fm,removeDotSegmentsRelative:lw,
isIPv4:Ci,isUUID:tw,normalizeIPv6:Di,stringArrayToHexStripped:aw}});var _m=oe((s_,Sm)=>{"use strict";var{isUUID:$w}=Bi(),Sw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,_w=["http","https","ws","wss","ur\
n","urn:uuid"];function xw(e){return _w.indexOf(e)!==-1}function Gi(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function km(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function Pm(e){let r=String(e.scheme).toLowerCase()==="https";return(e.port===(r?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function qw(e){return e.secure=Gi(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function Ow(e){if((e.port===(Gi(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let r=e.resourceName.indexOf(
"?"),a=r===-1?e.resourceName:e.resourceName.slice(0,r);e.path=a&&a!=="/"?a:void 0,e.query=r===-1?void 0:e.resourceName.slice(r+1),e.resourceName=void 0}return e.
fragment=void 0,e}function jw(e,r){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(Sw);if(a&&a[0]===e.path){let n=r.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${r.nid||e.nid}`,i=Zi(o);e.path=void 0,i&&(e=i.parse(e,r))}else e.error=e.error||"URN can not be parsed.";return e}
function Tw(e,r){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=r.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${r.nid||
n}`,i=Zi(o);i&&(e=i.serialize(e,r));let t=e,s=e.nss;return t.path=`${n||r.nid}:${s}`,r.skipEscape=!0,t}function Aw(e,r){let a=e;return a.uuid=a.nss,a.nss=void 0,
!r.tolerant&&(!a.uuid||!$w(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function Nw(e){let r=e;return r.nss=(e.uuid||"").toLowerCase(),r}var $m={scheme:"\
http",domainHost:!0,parse:km,serialize:Pm},Rw={scheme:"https",domainHost:$m.domainHost,parse:km,serialize:Pm},xn={scheme:"ws",domainHost:!0,parse:qw,serialize:Ow},
Iw={scheme:"wss",domainHost:xn.domainHost,parse:xn.parse,serialize:xn.serialize},Ew={scheme:"urn",parse:jw,serialize:Tw,skipNormalize:!0},Mw={scheme:"urn:uuid",
parse:Aw,serialize:Nw,skipNormalize:!0},qn={http:$m,https:Rw,ws:xn,wss:Iw,urn:Ew,"urn:uuid":Mw};Object.setPrototypeOf(qn,null);function Zi(e){return e&&(qn[e]||
qn[e.toLowerCase()])||void 0}Sm.exports={wsIsSecure:Gi,SCHEMES:qn,isValidSchemeName:xw,getSchemeHandler:Zi}});var Um=oe((a_,Nn)=>{"use strict";var{normalizeIPv6:Tm,removeDotSegments:$a,removeDotSegmentsRelative:Am,recomposeAuthority:Lw,normalizePercentEncoding:Qi,normalizePathEncoding:Fw,
serializePathEncoding:xm,normalizeQueryFragmentEncoding:qm,encodeQuery:Vw,encodeFragment:Uw,reescapeHostDelimiters:zw,isIPv4:Nm,nonSimpleDomain:Jw}=Bi(),{SCHEMES:Rm,
getSchemeHandler:Xi}=_m(),Im=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Em="URI scheme is malformed.",On="URI host is malformed.",Dw=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function Om(e){
let r=String(e);if(!Im.test(r))throw new TypeError(Em);return r}function Cw(e,r){return typeof e=="string"?e=Yw(e,r):typeof e=="object"&&(e=Tn(Gr(e,r),r)),e}function Ww(e,r,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:t,malformedSchemeSpecific:s,malformedHost:d,
malformedScheme:g}=jn(e,n),{parsed:u,malformedAuthorityOrPort:b,malformedPercentEncoding:q,malformedSchemeSpecific:O,malformedHost:R,malformedScheme:j}=jn(r,n);
if(i||b||t||q||s||O||d||R||g||j)throw new Error(o.error||u.error||"URI is malformed.");let E=Mm(o,u,n,!0),z=Xi(a&&a.scheme||E.scheme),ne=E.host,G=ne!==void 0&&ne!==
""&&(Nm(ne)||Tm(ne).isIPV6);if(Fm(E,a||{},z,G))throw new Error(On);Lm(E,a||{},z,G);let B=ne&&ne.indexOf("%")!==-1&&!/\P{ASCII}/u.test(ne);if(E.error&&!B)throw new Error(
E.error);return n.skipEscape=!0,Gr(E,n)}function Mm(e,r,a,n){let o={};if(n||(e=Tn(Gr(e,a),a),r=Tn(Gr(r,a),a)),a=a||{},!a.tolerant&&r.scheme)o.scheme=r.scheme,o.
userinfo=r.userinfo,o.host=r.host,o.port=r.port,o.path=$a(r.path||""),o.query=r.query;else{if(r.userinfo!==void 0||r.host!==void 0||r.port!==void 0)o.userinfo=r.
userinfo,o.host=r.host,o.port=r.port,o.path=$a(r.path||""),o.query=r.query;else{if(!r.path)o.path=e.path,r.query!==void 0?o.query=r.query:o.query=e.query;else{if(r.
path[0]==="/")o.path=$a(r.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+r.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+r.path:o.path=r.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?Am(o.path):$a(o.path)}o.query=r.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=r.fragment,o}function Hw(e,r,a){let n=jm(e,a),o=jm(r,a);return n!==void 0&&o!==void 0&&n===o}function Gr(e,r){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},r),o=[];a.scheme&&(a.scheme=Om(a.scheme));let i=Xi(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let t=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!t,d=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Qi(a.path):a.path=xm(a.path,d)),n.reference!=="suffix"&&a.scheme&&(a.scheme=Om(a.scheme),o.push(a.scheme,":"));let g=Lw(a);if(g!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(g),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(u=s&&u[0]!==
"/"?Am(u):$a(u)),s&&(u=xm(u,!0)),g===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),o.push(u)}return a.query!==void 0&&o.push("?",Vw(a.query)),a.fragment!==
void 0&&o.push("#",Uw(a.fragment)),o.join("")}var Kw=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
Bw=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,Gw=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Zw(e,r){if(r[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Pa(e){if(e===void 0)return!1;let r=e.
indexOf("%");for(;r!==-1;){if(r+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(r+1,r+3)))return!0;r=e.indexOf("%",r+3)}return!1}function An(e){return e[0]==="["&&e[e.
length-1]==="]"}function Qw(e){let r=e[4];return Pa(e[3])||r!==void 0&&!An(r)&&Pa(r)||Pa(e[6])||Pa(e[7])||Pa(e[8])}function Lm(e,r,a,n){if(Fm(e,r,a,n))return e.
error=e.error||On,!0;if(!r.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!An(e.host)&&(r.domainHost||a&&a.domainHost)&&n===!1&&Jw(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!Xw(o))return e.error=e.error||On,!0;e.host=o.hostname}
return!1}function Fm(e,r,a,n){return!!(e.host&&n===!1&&!An(e.host)&&(r.domainHost||a&&a.domainHost)&&Dw.test(e.host))}function Xw(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function jn(e,r){let a=Object.assign({},r),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,t=!1,s=!1,d=!1,g=!1,u=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let b=e.match(
Bw);b!==null&&b[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let q=e.match(Gw);if(q!==null){let R=q[1],j=R.replace(
/[\t\n\r]/g,"");j.length>=2&&(j.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):R.length!==j.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let O=e.match(Kw);if(O){n.scheme=O[1],n.userinfo=O[3],n.host=O[4],n.port=parseInt(O[5],10),
n.path=O[6]||"",n.query=O[7],n.fragment=O[8],n.scheme!==void 0&&(Im.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Em,g=!0)),i=Qw(O),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=O[5]);let R=Zw(n,O);if(R!==void 0&&(n.error=n.error||R,o=!0),n.host)if(Nm(n.host)===
!1){let z=An(n.host),ne=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,G=Tm(n.host);u=G.isIPV6||G.isIPVFuture===!0,d=ne&&(!z||G.error===!0),n.host=u?G.host:
G.host.toLowerCase(),d&&(n.error=n.error||On,o=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let j=Xi(a.scheme||n.scheme);if(d||(s=Lm(n,a,j,u)),e.indexOf("%")!==
-1&&n.host!==void 0&&!d){let E=u?n.host:Qi(n.host,!0);u||(E=Qi(E.toLowerCase())),n.host=u||a.scheme!=="null"?zw(E,u):E}(!j||j&&!j.skipNormalize)&&(n.path&&(n.path=
Fw(n.path)),n.query&&(n.query=qm(n.query)),n.fragment&&(n.fragment=qm(n.fragment))),j&&j.parse&&(j.parse(n,a),j===Rm.urn&&n.nid===void 0&&(t=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:t,malformedHost:s,malformedScheme:g}}
function Tn(e,r){return jn(e,r).parsed}function Yw(e,r){return Vm(e,r).normalized}function Vm(e,r){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:t,malformedScheme:s}=jn(e,r);return{normalized:n||o||i||t||s?e:Gr(a,r),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:t,malformedScheme:s}}function jm(e,r){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
Gr(e,r)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:t,malformedHost:s,malformedScheme:d}=Vm(a,r);
return o||i||t||s||d?void 0:n}var Yi={SCHEMES:Rm,normalize:Cw,resolve:Ww,resolveComponent:Mm,equal:Hw,serialize:Gr,parse:Tn};Nn.exports=Yi;Nn.exports.default=Yi;
Nn.exports.fastUri=Yi});var Jm=oe(ep=>{"use strict";Object.defineProperty(ep,"__esModule",{value:!0});var zm=Um();zm.code='require("ajv/dist/runtime/uri").default';ep.default=zm});var Zm=oe(pt=>{"use strict";Object.defineProperty(pt,"__esModule",{value:!0});pt.CodeGen=pt.Name=pt.nil=pt.stringify=pt.str=pt._=pt.KeywordCxt=void 0;var ev=va();
Object.defineProperty(pt,"KeywordCxt",{enumerable:!0,get:function(){return ev.KeywordCxt}});var Ns=Ie();Object.defineProperty(pt,"_",{enumerable:!0,get:function(){
return Ns._}});Object.defineProperty(pt,"str",{enumerable:!0,get:function(){return Ns.str}});Object.defineProperty(pt,"stringify",{enumerable:!0,get:function(){
return Ns.stringify}});Object.defineProperty(pt,"nil",{enumerable:!0,get:function(){return Ns.nil}});Object.defineProperty(pt,"Name",{enumerable:!0,get:function(){
return Ns.Name}});Object.defineProperty(pt,"CodeGen",{enumerable:!0,get:function(){return Ns.CodeGen}});var tv=$n(),Km=ka(),rv=Si(),Sa=_n(),sv=Ie(),_a=ga(),Rn=ya(),
rp=Ve(),Dm=lm(),av=Jm(),Bm=(e,r)=>new RegExp(e,r);Bm.code="new RegExp";var nv=["removeAdditional","useDefaults","coerceTypes"],ov=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),iv={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},pv={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},Cm=200;function dv(e){
var r,a,n,o,i,t,s,d,g,u,b,q,O,R,j,E,z,ne,G,B,H,he,ie,De,J;let ee=e.strict,we=(r=e.code)===null||r===void 0?void 0:r.optimize,Ke=we===!0||we===void 0?1:we||0,Y=(n=
(a=e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:Bm,N=(o=e.uriResolver)!==null&&o!==void 0?o:av.default;return{strictSchema:(t=(i=e.strictSchema)!==
null&&i!==void 0?i:ee)!==null&&t!==void 0?t:!0,strictNumbers:(d=(s=e.strictNumbers)!==null&&s!==void 0?s:ee)!==null&&d!==void 0?d:!0,strictTypes:(u=(g=e.strictTypes)!==
null&&g!==void 0?g:ee)!==null&&u!==void 0?u:"log",strictTuples:(q=(b=e.strictTuples)!==null&&b!==void 0?b:ee)!==null&&q!==void 0?q:"log",strictRequired:(R=(O=e.
strictRequired)!==null&&O!==void 0?O:ee)!==null&&R!==void 0?R:!1,code:e.code?{...e.code,optimize:Ke,regExp:Y}:{optimize:Ke,regExp:Y},loopRequired:(j=e.loopRequired)!==
null&&j!==void 0?j:Cm,loopEnum:(E=e.loopEnum)!==null&&E!==void 0?E:Cm,meta:(z=e.meta)!==null&&z!==void 0?z:!0,messages:(ne=e.messages)!==null&&ne!==void 0?ne:!0,
inlineRefs:(G=e.inlineRefs)!==null&&G!==void 0?G:!0,schemaId:(B=e.schemaId)!==null&&B!==void 0?B:"$id",addUsedSchema:(H=e.addUsedSchema)!==null&&H!==void 0?H:!0,
validateSchema:(he=e.validateSchema)!==null&&he!==void 0?he:!0,validateFormats:(ie=e.validateFormats)!==null&&ie!==void 0?ie:!0,unicodeRegExp:(De=e.unicodeRegExp)!==
null&&De!==void 0?De:!0,int32range:(J=e.int32range)!==null&&J!==void 0?J:!0,uriResolver:N}}var xa=class{constructor(r={}){this.schemas={},this.refs={},this.formats=
Object.create(null),this._compilations=new Set,this._loading={},this._cache=new Map,r=this.opts={...r,...dv(r)};let{es5:a,lines:n}=this.opts.code;this.scope=new sv.
ValueScope({scope:{},prefixes:ov,es5:a,lines:n}),this.logger=fv(r.logger);let o=r.validateFormats;r.validateFormats=!1,this.RULES=(0,rv.getRules)(),Wm.call(this,
iv,r,"NOT SUPPORTED"),Wm.call(this,pv,r,"DEPRECATED","warn"),this._metaOpts=uv.call(this),r.formats&&mv.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),
r.keywords&&lv.call(this,r.keywords),typeof r.meta=="object"&&this.addMetaSchema(r.meta),cv.call(this),r.validateFormats=o}_addVocabularies(){this.addKeyword("$\
async")}_addDefaultMetaSchema(){let{$data:r,meta:a,schemaId:n}=this.opts,o=Dm;n==="id"&&(o={...Dm},o.id=o.$id,delete o.$id),a&&r&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:r,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof r=="object"?r[a]||r:void 0}validate(r,a){let n;if(typeof r=="string"){if(n=this.getSchema(r),
!n)throw new Error(`no schema with key or ref "${r}"`)}else n=this.compile(r);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(r,a){let n=this._addSchema(
r,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(r,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,r,a);async function o(u,b){await i.call(this,u.$schema);let q=this._addSchema(u,b);return q.validate||t.
call(this,q)}async function i(u){u&&!this.getSchema(u)&&await o.call(this,{$ref:u},!0)}async function t(u){try{return this._compileSchemaEnv(u)}catch(b){if(!(b instanceof
Km.default))throw b;return s.call(this,b),await d.call(this,b.missingSchema),t.call(this,u)}}function s({missingSchema:u,missingRef:b}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${b} cannot be resolved`)}async function d(u){let b=await g.call(this,u);this.refs[u]||await i.call(this,b.$schema),this.refs[u]||
this.addSchema(b,u,a)}async function g(u){let b=this._loading[u];if(b)return b;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(r,a,n,o=this.
opts.validateSchema){if(Array.isArray(r)){for(let t of r)this.addSchema(t,void 0,n,o);return this}let i;if(typeof r=="object"){let{schemaId:t}=this.opts;if(i=r[t],
i!==void 0&&typeof i!="string")throw new Error(`schema ${t} must be string`)}return a=(0,_a.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
r,n,a,o,!0),this}addMetaSchema(r,a,n=this.opts.validateSchema){return this.addSchema(r,a,!0,n),this}validateSchema(r,a){if(typeof r=="boolean")return!0;let n;if(n=
r.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,r);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(r){let a;for(;typeof(a=Hm.call(this,r))=="string";)r=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Sa.SchemaEnv({schema:{},schemaId:n});if(a=Sa.resolveSchema.call(this,o,r),!a)return;this.refs[r]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(r){
if(r instanceof RegExp)return this._removeAllSchemas(this.schemas,r),this._removeAllSchemas(this.refs,r),this;switch(typeof r){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=Hm.call(this,r);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[r],delete this.refs[r],this}case"object":{let a=r;this._cache.delete(a);let n=r[this.opts.schemaId];return n&&(n=(0,_a.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(r){for(let a of r)this.addKeyword(a);return this}addKeyword(r,a){
let n;if(typeof r=="string")n=r,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof r==
"object"&&a===void 0){if(a=r,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(gv.call(this,n,a),!a)return(0,rp.eachItem)(n,i=>tp.call(this,i)),this;wv.call(this,a);let o={...a,type:(0,Rn.getJSONTypes)(
a.type),schemaType:(0,Rn.getJSONTypes)(a.schemaType)};return(0,rp.eachItem)(n,o.type.length===0?i=>tp.call(this,i,o):i=>o.type.forEach(t=>tp.call(this,i,o,t))),
this}getKeyword(r){let a=this.RULES.all[r];return typeof a=="object"?a.definition:!!a}removeKeyword(r){let{RULES:a}=this;delete a.keywords[r],delete a.all[r];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===r);o>=0&&n.rules.splice(o,1)}return this}addFormat(r,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[r]=
a,this}errorsText(r=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!r||r.length===0?"No errors":r.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(r,a){let n=this.RULES.all;r=JSON.parse(JSON.stringify(r));for(let o of a){let i=o.split("/").slice(1),t=r;for(let s of i)t=t[s];for(let s in n){
let d=n[s];if(typeof d!="object")continue;let{$data:g}=d.definition,u=t[s];g&&u&&(t[s]=Gm(u))}}return r}_removeAllSchemas(r,a){for(let n in r){let o=r[n];(!a||a.
test(n))&&(typeof o=="string"?delete r[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete r[n]))}}_addSchema(r,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let t,{schemaId:s}=this.opts;if(typeof r=="object")t=r[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof r!="boolean")throw new Error(
"schema must be object or boolean")}let d=this._cache.get(r);if(d!==void 0)return d;n=(0,_a.normalizeId)(t||n);let g=_a.getSchemaRefs.call(this,r,n);return d=new Sa.
SchemaEnv({schema:r,schemaId:s,meta:a,baseId:n,localRefs:g}),this._cache.set(d.schema,d),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=d),o&&this.
validateSchema(r,!0),d}_checkUnique(r){if(this.schemas[r]||this.refs[r])throw new Error(`schema with key or id "${r}" already exists`)}_compileSchemaEnv(r){if(r.
meta?this._compileMetaSchema(r):Sa.compileSchema.call(this,r),!r.validate)throw new Error("ajv implementation error");return r.validate}_compileMetaSchema(r){let a=this.
opts;this.opts=this._metaOpts;try{Sa.compileSchema.call(this,r)}finally{this.opts=a}}};xa.ValidationError=tv.default;xa.MissingRefError=Km.default;pt.default=xa;
function Wm(e,r,a,n="error"){for(let o in e){let i=o;i in r&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function Hm(e){return e=(0,_a.normalizeId)(e),this.schemas[e]||
this.refs[e]}function cv(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let r in e)this.addSchema(e[r],r)}function mv(){for(let e in this.
opts.formats){let r=this.opts.formats[e];r&&this.addFormat(e,r)}}function lv(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let r in e){let a=e[r];a.keyword||(a.keyword=r),this.addKeyword(a)}}function uv(){let e={...this.opts};for(let r of nv)
delete e[r];return e}var hv={log(){},warn(){},error(){}};function fv(e){if(e===!1)return hv;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var yv=/^[a-z_$][a-z0-9_$:-]*$/i;function gv(e,r){let{RULES:a}=this;if((0,rp.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!yv.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!r&&r.$data&&!("code"in r||"validate"in r))
throw new Error('$data keyword must have "code" or "validate" function')}function tp(e,r,a){var n;let o=r?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,t=o?i.post:i.rules.find(({type:d})=>d===a);if(t||(t={type:a,rules:[]},i.rules.push(t)),i.keywords[e]=!0,!r)return;let s={
keyword:e,definition:{...r,type:(0,Rn.getJSONTypes)(r.type),schemaType:(0,Rn.getJSONTypes)(r.schemaType)}};r.before?bv.call(this,t,s,r.before):t.rules.push(s),i.
all[e]=s,(n=r.implements)===null||n===void 0||n.forEach(d=>this.addKeyword(d))}function bv(e,r,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,r):(e.rules.push(r),this.logger.warn(`rule ${a} is not defined`))}function wv(e){let{metaSchema:r}=e;r!==void 0&&(e.$data&&this.opts.$data&&(r=Gm(r)),e.validateSchema=
this.compile(r,!0))}var vv={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function Gm(e){return{anyOf:[e,vv]}}});var Qm=oe(sp=>{"use strict";Object.defineProperty(sp,"__esModule",{value:!0});var kv={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};sp.default=kv});var tl=oe(Zr=>{"use strict";Object.defineProperty(Zr,"__esModule",{value:!0});Zr.callRef=Zr.getValidate=void 0;var Pv=ka(),Xm=It(),Ot=Ie(),Rs=lr(),Ym=_n(),In=Ve(),
$v={keyword:"$ref",schemaType:"string",code(e){let{gen:r,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:t,opts:s,self:d}=n,{root:g}=i;if((a==="#"||a==="#/")&&
o===g.baseId)return b();let u=Ym.resolveRef.call(d,g,o,a);if(u===void 0)throw new Pv.default(n.opts.uriResolver,o,a);if(u instanceof Ym.SchemaEnv)return q(u);return O(
u);function b(){if(i===g)return En(e,t,i,i.$async);let R=r.scopeValue("root",{ref:g});return En(e,(0,Ot._)`${R}.validate`,g,g.$async)}function q(R){let j=el(e,R);
En(e,j,R,R.$async)}function O(R){let j=r.scopeValue("schema",s.code.source===!0?{ref:R,code:(0,Ot.stringify)(R)}:{ref:R}),E=r.name("valid"),z=e.subschema({schema:R,
dataTypes:[],schemaPath:Ot.nil,topSchemaRef:j,errSchemaPath:a},E);e.mergeEvaluated(z),e.ok(E)}}};function el(e,r){let{gen:a}=e;return r.validate?a.scopeValue("v\
alidate",{ref:r.validate}):(0,Ot._)`${a.scopeValue("wrapper",{ref:r})}.validate`}Zr.getValidate=el;function En(e,r,a,n){let{gen:o,it:i}=e,{allErrors:t,schemaEnv:s,
opts:d}=i,g=d.passContext?Rs.default.this:Ot.nil;n?u():b();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let R=o.let("vali\
d");o.try(()=>{o.code((0,Ot._)`await ${(0,Xm.callValidateCode)(e,r,g)}`),O(r),t||o.assign(R,!0)},j=>{o.if((0,Ot._)`!(${j} instanceof ${i.ValidationError})`,()=>o.
throw(j)),q(j),t||o.assign(R,!1)}),e.ok(R)}function b(){e.result((0,Xm.callValidateCode)(e,r,g),()=>O(r),()=>q(r))}function q(R){let j=(0,Ot._)`${R}.errors`;o.assign(
Rs.default.vErrors,(0,Ot._)`${Rs.default.vErrors} === null ? ${j} : ${Rs.default.vErrors}.concat(${j})`),o.assign(Rs.default.errors,(0,Ot._)`${Rs.default.vErrors}.length`)}
function O(R){var j;if(!i.opts.unevaluated)return;let E=(j=a?.validate)===null||j===void 0?void 0:j.evaluated;if(i.props!==!0)if(E&&!E.dynamicProps)E.props!==void 0&&
(i.props=In.mergeEvaluated.props(o,E.props,i.props));else{let z=o.var("props",(0,Ot._)`${R}.evaluated.props`);i.props=In.mergeEvaluated.props(o,z,i.props,Ot.Name)}
if(i.items!==!0)if(E&&!E.dynamicItems)E.items!==void 0&&(i.items=In.mergeEvaluated.items(o,E.items,i.items));else{let z=o.var("items",(0,Ot._)`${R}.evaluated.items`);
i.items=In.mergeEvaluated.items(o,z,i.items,Ot.Name)}}}Zr.callRef=En;Zr.default=$v});var rl=oe(ap=>{"use strict";Object.defineProperty(ap,"__esModule",{value:!0});var Sv=Qm(),_v=tl(),xv=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Sv.default,_v.default];ap.default=xv});var sl=oe(np=>{"use strict";Object.defineProperty(np,"__esModule",{value:!0});var Mn=Ie(),jr=Mn.operators,Ln={maximum:{okStr:"<=",ok:jr.LTE,fail:jr.GT},minimum:{
okStr:">=",ok:jr.GTE,fail:jr.LT},exclusiveMaximum:{okStr:"<",ok:jr.LT,fail:jr.GTE},exclusiveMinimum:{okStr:">",ok:jr.GT,fail:jr.LTE}},qv={message:({keyword:e,schemaCode:r})=>(0,Mn.
str)`must be ${Ln[e].okStr} ${r}`,params:({keyword:e,schemaCode:r})=>(0,Mn._)`{comparison: ${Ln[e].okStr}, limit: ${r}}`},Ov={keyword:Object.keys(Ln),type:"numb\
er",schemaType:"number",$data:!0,error:qv,code(e){let{keyword:r,data:a,schemaCode:n}=e;e.fail$data((0,Mn._)`${a} ${Ln[r].fail} ${n} || isNaN(${a})`)}};np.default=
Ov});var al=oe(op=>{"use strict";Object.defineProperty(op,"__esModule",{value:!0});var qa=Ie(),jv={message:({schemaCode:e})=>(0,qa.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,qa._)`{multipleOf: ${e}}`},Tv={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:jv,code(e){let{gen:r,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,t=r.let("res"),s=i?(0,qa._)`Math.abs(Math.round(${t}) - ${t}) > 1e-${i}`:(0,qa._)`${t} !== parseInt(${t})`;e.fail$data((0,qa.
_)`(${n} === 0 || (${t} = ${a}/${n}, ${s}))`)}};op.default=Tv});var nl=oe(ip=>{"use strict";Object.defineProperty(ip,"__esModule",{value:!0});var Qr=Ie(),Av=Ve(),Nv=Co(),Rv={message({keyword:e,schemaCode:r}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,Qr.str)`must NOT have ${a} than ${r} characters`},params:({schemaCode:e})=>(0,Qr._)`{limit: ${e}}`},Iv={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:Rv,code(e){let{keyword:r,data:a,schemaCode:n,it:o}=e,i=r==="maxLength"?Qr.operators.GT:Qr.operators.LT,
t=o.opts.unicode===!1?(0,Qr._)`${a}.length`:(0,Qr._)`${(0,Av.useFunc)(e.gen,Nv.default)}(${a})`;e.fail$data((0,Qr._)`${t} ${i} ${n}`)}};ip.default=Iv});var ol=oe(pp=>{"use strict";Object.defineProperty(pp,"__esModule",{value:!0});var Ev=It(),Mv=Ve(),Is=Ie(),Lv={message:({schemaCode:e})=>(0,Is.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,Is._)`{pattern: ${e}}`},Fv={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Lv,code(e){let{gen:r,data:a,$data:n,schema:o,
schemaCode:i,it:t}=e,s=t.opts.unicodeRegExp?"u":"";if(n){let{regExp:d}=t.opts.code,g=d.code==="new RegExp"?(0,Is._)`new RegExp`:(0,Mv.useFunc)(r,d),u=r.let("val\
id");r.try(()=>r.assign(u,(0,Is._)`${g}(${i}, ${s}).test(${a})`),()=>r.assign(u,!1)),e.fail$data((0,Is._)`!${u}`)}else{let d=(0,Ev.usePattern)(e,o);e.fail$data(
(0,Is._)`!${d}.test(${a})`)}}};pp.default=Fv});var il=oe(dp=>{"use strict";Object.defineProperty(dp,"__esModule",{value:!0});var Oa=Ie(),Vv={message({keyword:e,schemaCode:r}){let a=e==="maxProperties"?"more":
"fewer";return(0,Oa.str)`must NOT have ${a} than ${r} properties`},params:({schemaCode:e})=>(0,Oa._)`{limit: ${e}}`},Uv={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Vv,code(e){let{keyword:r,data:a,schemaCode:n}=e,o=r==="maxProperties"?Oa.operators.GT:Oa.operators.LT;e.fail$data(
(0,Oa._)`Object.keys(${a}).length ${o} ${n}`)}};dp.default=Uv});var pl=oe(cp=>{"use strict";Object.defineProperty(cp,"__esModule",{value:!0});var ja=It(),Ta=Ie(),zv=Ve(),Jv={message:({params:{missingProperty:e}})=>(0,Ta.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Ta._)`{missingProperty: ${e}}`},Dv={keyword:"required",type:"object",schemaType:"array",$data:!0,error:Jv,code(e){let{
gen:r,schema:a,schemaCode:n,data:o,$data:i,it:t}=e,{opts:s}=t;if(!i&&a.length===0)return;let d=a.length>=s.loopRequired;if(t.allErrors?g():u(),s.strictRequired){
let O=e.parentSchema.properties,{definedProperties:R}=e.it;for(let j of a)if(O?.[j]===void 0&&!R.has(j)){let E=t.schemaEnv.baseId+t.errSchemaPath,z=`required pr\
operty "${j}" is not defined at "${E}" (strictRequired)`;(0,zv.checkStrictMode)(t,z,t.opts.strictRequired)}}function g(){if(d||i)e.block$data(Ta.nil,b);else for(let O of a)
(0,ja.checkReportMissingProp)(e,O)}function u(){let O=r.let("missing");if(d||i){let R=r.let("valid",!0);e.block$data(R,()=>q(O,R)),e.ok(R)}else r.if((0,ja.checkMissingProp)(
e,a,O)),(0,ja.reportMissingProp)(e,O),r.else()}function b(){r.forOf("prop",n,O=>{e.setParams({missingProperty:O}),r.if((0,ja.noPropertyInData)(r,o,O,s.ownProperties),
()=>e.error())})}function q(O,R){e.setParams({missingProperty:O}),r.forOf(O,n,()=>{r.assign(R,(0,ja.propertyInData)(r,o,O,s.ownProperties)),r.if((0,Ta.not)(R),()=>{
e.error(),r.break()})},Ta.nil)}}};cp.default=Dv});var dl=oe(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var Aa=Ie(),Cv={message({keyword:e,schemaCode:r}){let a=e==="maxItems"?"more":"few\
er";return(0,Aa.str)`must NOT have ${a} than ${r} items`},params:({schemaCode:e})=>(0,Aa._)`{limit: ${e}}`},Wv={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:Cv,code(e){let{keyword:r,data:a,schemaCode:n}=e,o=r==="maxItems"?Aa.operators.GT:Aa.operators.LT;e.fail$data((0,Aa._)`${a}.length ${o} ${n}`)}};
mp.default=Wv});var cl=oe(up=>{"use strict";Object.defineProperty(up,"__esModule",{value:!0});var lp=ya(),dt=Ie(),Hv=Ve(),Kv=sa(),Bv={message:({params:{i:e,j:r}})=>(0,dt.str)`must NOT have duplicate items (items ## ${r} and ${e} are identical)`,
params:({params:{i:e,j:r}})=>(0,dt._)`{i: ${e}, j: ${r}}`},Gv={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:Bv,code(e){let{gen:r,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:t,it:s}=e;if(!n&&!o)return;let d=r.let("valid"),g=i.items?(0,lp.getSchemaTypes)(i.items):[];e.block$data(d,u,(0,dt._)`${t} === false`),
e.ok(d);function u(){let R=r.let("i",(0,dt._)`${a}.length`),j=r.let("j");e.setParams({i:R,j}),r.assign(d,!0),r.if((0,dt._)`${R} > 1`,()=>(b()?q:O)(R,j))}function b(){
return g.length>0&&!g.some(R=>R==="object"||R==="array")}function q(R,j){let E=r.name("item"),z=(0,lp.checkDataTypes)(g,E,s.opts.strictNumbers,lp.DataType.Wrong),
ne=r.const("indices",(0,dt._)`{}`);r.for((0,dt._)`;${R}--;`,()=>{r.let(E,(0,dt._)`${a}[${R}]`),r.if(z,(0,dt._)`continue`),g.length>1&&r.if((0,dt._)`typeof ${E} == "string"`,
(0,dt._)`${E} += "_"`),r.if((0,dt._)`typeof ${ne}[${E}] == "number"`,()=>{r.assign(j,(0,dt._)`${ne}[${E}]`),e.error(),r.assign(d,!1).break()}).code((0,dt._)`${ne}[${E}] = ${R}`)})}
function O(R,j){let E=(0,Hv.useFunc)(r,Kv.default),z=r.name("outer");r.label(z).for((0,dt._)`;${R}--;`,()=>r.for((0,dt._)`${j} = ${R}; ${j}--;`,()=>r.if((0,dt._)`${E}(${a}[${R}], ${a}[${j}])`,
()=>{e.error(),r.assign(d,!1).break(z)})))}}};up.default=Gv});var ml=oe(fp=>{"use strict";Object.defineProperty(fp,"__esModule",{value:!0});var hp=Ie(),Zv=Ve(),Qv=sa(),Xv={message:"must be equal to constant",params:({schemaCode:e})=>(0,hp.
_)`{allowedValue: ${e}}`},Yv={keyword:"const",$data:!0,error:Xv,code(e){let{gen:r,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,hp.
_)`!${(0,Zv.useFunc)(r,Qv.default)}(${a}, ${o})`):e.fail((0,hp._)`${i} !== ${a}`)}};fp.default=Yv});var ll=oe(yp=>{"use strict";Object.defineProperty(yp,"__esModule",{value:!0});var Na=Ie(),e1=Ve(),t1=sa(),r1={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,Na._)`{allowedValues: ${e}}`},s1={keyword:"enum",schemaType:"array",$data:!0,error:r1,code(e){let{gen:r,data:a,$data:n,schema:o,schemaCode:i,
it:t}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=t.opts.loopEnum,d,g=()=>d??(d=(0,e1.useFunc)(r,t1.default)),u;if(s||
n)u=r.let("valid"),e.block$data(u,b);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let O=r.const("vSchema",i);u=(0,Na.or)(...o.map((R,j)=>q(
O,j)))}e.pass(u);function b(){r.assign(u,!1),r.forOf("v",i,O=>r.if((0,Na._)`${g()}(${a}, ${O})`,()=>r.assign(u,!0).break()))}function q(O,R){let j=o[R];return typeof j==
"object"&&j!==null?(0,Na._)`${g()}(${a}, ${O}[${R}])`:(0,Na._)`${a} === ${j}`}}};yp.default=s1});var ul=oe(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var a1=sl(),n1=al(),o1=nl(),i1=ol(),p1=il(),d1=pl(),c1=dl(),m1=cl(),l1=ml(),u1=ll(),
h1=[a1.default,n1.default,o1.default,i1.default,p1.default,d1.default,c1.default,m1.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},l1.default,u1.default];gp.default=h1});var wp=oe(Ra=>{"use strict";Object.defineProperty(Ra,"__esModule",{value:!0});Ra.validateAdditionalItems=void 0;var Xr=Ie(),bp=Ve(),f1={message:({params:{len:e}})=>(0,Xr.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,Xr._)`{limit: ${e}}`},y1={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:f1,code(e){let{parentSchema:r,it:a}=e,{items:n}=r;if(!Array.isArray(n)){(0,bp.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}hl(e,n)}};function hl(e,r){let{gen:a,schema:n,data:o,keyword:i,it:t}=e;t.items=!0;let s=a.const("len",(0,Xr._)`${o}.length`);
if(n===!1)e.setParams({len:r.length}),e.pass((0,Xr._)`${s} <= ${r.length}`);else if(typeof n=="object"&&!(0,bp.alwaysValidSchema)(t,n)){let g=a.var("valid",(0,Xr.
_)`${s} <= ${r.length}`);a.if((0,Xr.not)(g),()=>d(g)),e.ok(g)}function d(g){a.forRange("i",r.length,s,u=>{e.subschema({keyword:i,dataProp:u,dataPropType:bp.Type.
Num},g),t.allErrors||a.if((0,Xr.not)(g),()=>a.break())})}}Ra.validateAdditionalItems=hl;Ra.default=y1});var vp=oe(Ia=>{"use strict";Object.defineProperty(Ia,"__esModule",{value:!0});Ia.validateTuple=void 0;var fl=Ie(),Fn=Ve(),g1=It(),b1={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:r,it:a}=e;if(Array.isArray(r))return yl(e,"additionalItems",r);a.items=!0,!(0,Fn.
alwaysValidSchema)(a,r)&&e.ok((0,g1.validateArray)(e))}};function yl(e,r,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:t,it:s}=e;u(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Fn.mergeEvaluated.items(n,a.length,s.items));let d=n.name("valid"),g=n.const("len",(0,fl._)`${i}.length`);a.forEach((b,q)=>{(0,Fn.
alwaysValidSchema)(s,b)||(n.if((0,fl._)`${g} > ${q}`,()=>e.subschema({keyword:t,schemaProp:q,dataProp:q},d)),e.ok(d))});function u(b){let{opts:q,errSchemaPath:O}=s,
R=a.length,j=R===b.minItems&&(R===b.maxItems||b[r]===!1);if(q.strictTuples&&!j){let E=`"${t}" is ${R}-tuple, but minItems or maxItems/${r} are not specified or \
different at path "${O}"`;(0,Fn.checkStrictMode)(s,E,q.strictTuples)}}}Ia.validateTuple=yl;Ia.default=b1});var gl=oe(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var w1=vp(),v1={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,w1.validateTuple)(e,"items")};kp.default=v1});var wl=oe(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var bl=Ie(),k1=Ve(),P1=It(),$1=wp(),S1={message:({params:{len:e}})=>(0,bl.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,bl._)`{limit: ${e}}`},_1={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:S1,code(e){let{schema:r,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,k1.alwaysValidSchema)(n,r)&&(o?(0,$1.validateAdditionalItems)(e,o):e.ok((0,P1.validateArray)(e)))}};Pp.default=
_1});var vl=oe($p=>{"use strict";Object.defineProperty($p,"__esModule",{value:!0});var Mt=Ie(),Vn=Ve(),x1={message:({params:{min:e,max:r}})=>r===void 0?(0,Mt.str)`must contain at least ${e} valid item(s)`:
(0,Mt.str)`must contain at least ${e} and no more than ${r} valid item(s)`,params:({params:{min:e,max:r}})=>r===void 0?(0,Mt._)`{minContains: ${e}}`:(0,Mt._)`{minContains: ${e}, maxContains: ${r}}`},
q1={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:x1,code(e){let{gen:r,schema:a,parentSchema:n,data:o,
it:i}=e,t,s,{minContains:d,maxContains:g}=n;i.opts.next?(t=d===void 0?1:d,s=g):t=1;let u=r.const("len",(0,Mt._)`${o}.length`);if(e.setParams({min:t,max:s}),s===
void 0&&t===0){(0,Vn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&t>s){(0,Vn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Vn.alwaysValidSchema)(i,a)){let j=(0,Mt._)`${u} >= ${t}`;s!==void 0&&(j=(0,Mt._)`${j} && ${u} <= ${s}`),
e.pass(j);return}i.items=!0;let b=r.name("valid");s===void 0&&t===1?O(b,()=>r.if(b,()=>r.break())):t===0?(r.let(b,!0),s!==void 0&&r.if((0,Mt._)`${o}.length > 0`,
q)):(r.let(b,!1),q()),e.result(b,()=>e.reset());function q(){let j=r.name("_valid"),E=r.let("count",0);O(j,()=>r.if(j,()=>R(E)))}function O(j,E){r.forRange("i",
0,u,z=>{e.subschema({keyword:"contains",dataProp:z,dataPropType:Vn.Type.Num,compositeRule:!0},j),E()})}function R(j){r.code((0,Mt._)`${j}++`),s===void 0?r.if((0,Mt.
_)`${j} >= ${t}`,()=>r.assign(b,!0).break()):(r.if((0,Mt._)`${j} > ${s}`,()=>r.assign(b,!1).break()),t===1?r.assign(b,!0):r.if((0,Mt._)`${j} >= ${t}`,()=>r.assign(
b,!0)))}}};$p.default=q1});var $l=oe(ar=>{"use strict";Object.defineProperty(ar,"__esModule",{value:!0});ar.validateSchemaDeps=ar.validatePropertyDeps=ar.error=void 0;var Sp=Ie(),O1=Ve(),
Ea=It();ar.error={message:({params:{property:e,depsCount:r,deps:a}})=>{let n=r===1?"property":"properties";return(0,Sp.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:r,deps:a,missingProperty:n}})=>(0,Sp._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${r},
    deps: ${a}}`};var j1={keyword:"dependencies",type:"object",schemaType:"object",error:ar.error,code(e){let[r,a]=T1(e);kl(e,r),Pl(e,a)}};function T1({schema:e}){
let r={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?r:a;o[n]=e[n]}return[r,a]}function kl(e,r=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(r).length===0)return;let i=a.let("missing");for(let t in r){let s=r[t];if(s.length===0)continue;let d=(0,Ea.propertyInData)(a,n,t,o.opts.ownProperties);
e.setParams({property:t,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(d,()=>{for(let g of s)(0,Ea.checkReportMissingProp)(e,g)}):(a.if((0,Sp._)`${d} && (${(0,Ea.
checkMissingProp)(e,s,i)})`),(0,Ea.reportMissingProp)(e,i),a.else())}}ar.validatePropertyDeps=kl;function Pl(e,r=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,t=a.
name("valid");for(let s in r)(0,O1.alwaysValidSchema)(i,r[s])||(a.if((0,Ea.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let d=e.subschema({keyword:o,schemaProp:s},
t);e.mergeValidEvaluated(d,t)},()=>a.var(t,!0)),e.ok(t))}ar.validateSchemaDeps=Pl;ar.default=j1});var _l=oe(_p=>{"use strict";Object.defineProperty(_p,"__esModule",{value:!0});var Sl=Ie(),A1=Ve(),N1={message:"property name must be valid",params:({params:e})=>(0,Sl.
_)`{propertyName: ${e.propertyName}}`},R1={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:N1,code(e){let{gen:r,schema:a,data:n,it:o}=e;
if((0,A1.alwaysValidSchema)(o,a))return;let i=r.name("valid");r.forIn("key",n,t=>{e.setParams({propertyName:t}),e.subschema({keyword:"propertyNames",data:t,dataTypes:[
"string"],propertyName:t,compositeRule:!0},i),r.if((0,Sl.not)(i),()=>{e.error(!0),o.allErrors||r.break()})}),e.ok(i)}};_p.default=R1});var qp=oe(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var Un=It(),Kt=Ie(),I1=lr(),zn=Ve(),E1={message:"must NOT have additional properti\
es",params:({params:e})=>(0,Kt._)`{additionalProperty: ${e.additionalProperty}}`},M1={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:E1,code(e){let{gen:r,schema:a,parentSchema:n,data:o,errsCount:i,it:t}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:d}=t;if(t.props=!0,d.removeAdditional!=="all"&&(0,zn.alwaysValidSchema)(t,a))return;let g=(0,Un.allSchemaProperties)(n.properties),u=(0,Un.
allSchemaProperties)(n.patternProperties);b(),e.ok((0,Kt._)`${i} === ${I1.default.errors}`);function b(){r.forIn("key",o,E=>{!g.length&&!u.length?R(E):r.if(q(E),
()=>R(E))})}function q(E){let z;if(g.length>8){let ne=(0,zn.schemaRefOrVal)(t,n.properties,"properties");z=(0,Un.isOwnProperty)(r,ne,E)}else g.length?z=(0,Kt.or)(
...g.map(ne=>(0,Kt._)`${E} === ${ne}`)):z=Kt.nil;return u.length&&(z=(0,Kt.or)(z,...u.map(ne=>(0,Kt._)`${(0,Un.usePattern)(e,ne)}.test(${E})`))),(0,Kt.not)(z)}function O(E){
r.code((0,Kt._)`delete ${o}[${E}]`)}function R(E){if(d.removeAdditional==="all"||d.removeAdditional&&a===!1){O(E);return}if(a===!1){e.setParams({additionalProperty:E}),
e.error(),s||r.break();return}if(typeof a=="object"&&!(0,zn.alwaysValidSchema)(t,a)){let z=r.name("valid");d.removeAdditional==="failing"?(j(E,z,!1),r.if((0,Kt.
not)(z),()=>{e.reset(),O(E)})):(j(E,z),s||r.if((0,Kt.not)(z),()=>r.break()))}}function j(E,z,ne){let G={keyword:"additionalProperties",dataProp:E,dataPropType:zn.
Type.Str};ne===!1&&Object.assign(G,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(G,z)}}};xp.default=M1});var Ol=oe(jp=>{"use strict";Object.defineProperty(jp,"__esModule",{value:!0});var L1=va(),xl=It(),Op=Ve(),ql=qp(),F1={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:r,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&ql.default.code(new L1.KeywordCxt(
i,ql.default,"additionalProperties"));let t=(0,xl.allSchemaProperties)(a);for(let b of t)i.definedProperties.add(b);i.opts.unevaluated&&t.length&&i.props!==!0&&
(i.props=Op.mergeEvaluated.props(r,(0,Op.toHash)(t),i.props));let s=t.filter(b=>!(0,Op.alwaysValidSchema)(i,a[b]));if(s.length===0)return;let d=r.name("valid");
for(let b of s)g(b)?u(b):(r.if((0,xl.propertyInData)(r,o,b,i.opts.ownProperties)),u(b),i.allErrors||r.else().var(d,!0),r.endIf()),e.it.definedProperties.add(b),
e.ok(d);function g(b){return i.opts.useDefaults&&!i.compositeRule&&a[b].default!==void 0}function u(b){e.subschema({keyword:"properties",schemaProp:b,dataProp:b},
d)}}};jp.default=F1});var Nl=oe(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var jl=It(),Jn=Ie(),Tl=Ve(),Al=Ve(),V1={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:r,schema:a,data:n,parentSchema:o,it:i}=e,{opts:t}=i,s=(0,jl.allSchemaProperties)(a),d=s.filter(j=>(0,Tl.alwaysValidSchema)(i,
a[j]));if(s.length===0||d.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let g=t.strictSchema&&!t.allowMatchingProperties&&o.properties,u=r.name(
"valid");i.props!==!0&&!(i.props instanceof Jn.Name)&&(i.props=(0,Al.evaluatedPropsToName)(r,i.props));let{props:b}=i;q();function q(){for(let j of s)g&&O(j),i.
allErrors?R(j):(r.var(u,!0),R(j),r.if(u))}function O(j){for(let E in g)new RegExp(j).test(E)&&(0,Tl.checkStrictMode)(i,`property ${E} matches pattern ${j} (use \
allowMatchingProperties)`)}function R(j){r.forIn("key",n,E=>{r.if((0,Jn._)`${(0,jl.usePattern)(e,j)}.test(${E})`,()=>{let z=d.includes(j);z||e.subschema({keyword:"\
patternProperties",schemaProp:j,dataProp:E,dataPropType:Al.Type.Str},u),i.opts.unevaluated&&b!==!0?r.assign((0,Jn._)`${b}[${E}]`,!0):!z&&!i.allErrors&&r.if((0,Jn.
not)(u),()=>r.break())})})}}};Tp.default=V1});var Rl=oe(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var U1=Ve(),z1={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:r,schema:a,it:n}=e;if((0,U1.alwaysValidSchema)(n,a)){e.fail();return}let o=r.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Ap.default=z1});var Il=oe(Np=>{"use strict";Object.defineProperty(Np,"__esModule",{value:!0});var J1=It(),D1={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:J1.validateUnion,
error:{message:"must match a schema in anyOf"}};Np.default=D1});var El=oe(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var Dn=Ie(),C1=Ve(),W1={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,Dn._)`{passingSchemas: ${e.passing}}`},H1={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:W1,code(e){let{gen:r,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,t=r.let("valid",!1),s=r.let("passing",null),
d=r.name("_valid");e.setParams({passing:s}),r.block(g),e.result(t,()=>e.reset(),()=>e.error(!0));function g(){i.forEach((u,b)=>{let q;(0,C1.alwaysValidSchema)(o,
u)?r.var(d,!0):q=e.subschema({keyword:"oneOf",schemaProp:b,compositeRule:!0},d),b>0&&r.if((0,Dn._)`${d} && ${t}`).assign(t,!1).assign(s,(0,Dn._)`[${s}, ${b}]`).
else(),r.if(d,()=>{r.assign(t,!0),r.assign(s,b),q&&e.mergeEvaluated(q,Dn.Name)})})}}};Rp.default=H1});var Ml=oe(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var K1=Ve(),B1={keyword:"allOf",schemaType:"array",code(e){let{gen:r,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=r.name("valid");a.forEach((i,t)=>{if((0,K1.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:t},o);e.ok(o),e.mergeEvaluated(s)})}};Ip.default=B1});var Vl=oe(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var Cn=Ie(),Fl=Ve(),G1={message:({params:e})=>(0,Cn.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Cn._)`{failingKeyword: ${e.ifClause}}`},Z1={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:G1,code(e){let{gen:r,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,Fl.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=Ll(n,"then"),i=Ll(n,"else");if(!o&&!i)return;
let t=r.let("valid",!0),s=r.name("_valid");if(d(),e.reset(),o&&i){let u=r.let("ifClause");e.setParams({ifClause:u}),r.if(s,g("then",u),g("else",u))}else o?r.if(
s,g("then")):r.if((0,Cn.not)(s),g("else"));e.pass(t,()=>e.error(!0));function d(){let u=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(u)}function g(u,b){return()=>{let q=e.subschema({keyword:u},s);r.assign(t,s),e.mergeValidEvaluated(q,t),b?r.assign(b,(0,Cn._)`${u}`):e.setParams(
{ifClause:u})}}}};function Ll(e,r){let a=e.schema[r];return a!==void 0&&!(0,Fl.alwaysValidSchema)(e,a)}Ep.default=Z1});var Ul=oe(Mp=>{"use strict";Object.defineProperty(Mp,"__esModule",{value:!0});var Q1=Ve(),X1={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:r,it:a}){r.if===void 0&&(0,Q1.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};Mp.default=X1});var zl=oe(Lp=>{"use strict";Object.defineProperty(Lp,"__esModule",{value:!0});var Y1=wp(),ek=gl(),tk=vp(),rk=wl(),sk=vl(),ak=$l(),nk=_l(),ok=qp(),ik=Ol(),pk=Nl(),
dk=Rl(),ck=Il(),mk=El(),lk=Ml(),uk=Vl(),hk=Ul();function fk(e=!1){let r=[dk.default,ck.default,mk.default,lk.default,uk.default,hk.default,nk.default,ok.default,
ak.default,ik.default,pk.default];return e?r.push(ek.default,rk.default):r.push(Y1.default,tk.default),r.push(sk.default),r}Lp.default=fk});var Jl=oe(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var at=Ie(),yk={message:({schemaCode:e})=>(0,at.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,at._)`{format: ${e}}`},gk={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:yk,code(e,r){let{gen:a,data:n,$data:o,
schema:i,schemaCode:t,it:s}=e,{opts:d,errSchemaPath:g,schemaEnv:u,self:b}=s;if(!d.validateFormats)return;o?q():O();function q(){let R=a.scopeValue("formats",{ref:b.
formats,code:d.code.formats}),j=a.const("fDef",(0,at._)`${R}[${t}]`),E=a.let("fType"),z=a.let("format");a.if((0,at._)`typeof ${j} == "object" && !(${j} instanceof RegExp)`,
()=>a.assign(E,(0,at._)`${j}.type || "string"`).assign(z,(0,at._)`${j}.validate`),()=>a.assign(E,(0,at._)`"string"`).assign(z,j)),e.fail$data((0,at.or)(ne(),G()));
function ne(){return d.strictSchema===!1?at.nil:(0,at._)`${t} && !${z}`}function G(){let B=u.$async?(0,at._)`(${j}.async ? await ${z}(${n}) : ${z}(${n}))`:(0,at.
_)`${z}(${n})`,H=(0,at._)`(typeof ${z} == "function" ? ${B} : ${z}.test(${n}))`;return(0,at._)`${z} && ${z} !== true && ${E} === ${r} && !${H}`}}function O(){let R=b.
formats[i];if(!R){ne();return}if(R===!0)return;let[j,E,z]=G(R);j===r&&e.pass(B());function ne(){if(d.strictSchema===!1){b.logger.warn(H());return}throw new Error(
H());function H(){return`unknown format "${i}" ignored in schema at path "${g}"`}}function G(H){let he=H instanceof RegExp?(0,at.regexpCode)(H):d.code.formats?(0,at.
_)`${d.code.formats}${(0,at.getProperty)(i)}`:void 0,ie=a.scopeValue("formats",{key:i,ref:H,code:he});return typeof H=="object"&&!(H instanceof RegExp)?[H.type||
"string",H.validate,(0,at._)`${ie}.validate`]:["string",H,ie]}function B(){if(typeof R=="object"&&!(R instanceof RegExp)&&R.async){if(!u.$async)throw new Error(
"async format in sync schema");return(0,at._)`await ${z}(${n})`}return typeof E=="function"?(0,at._)`${z}(${n})`:(0,at._)`${z}.test(${n})`}}}};Fp.default=gk});var Dl=oe(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var bk=Jl(),wk=[bk.default];Vp.default=wk});var Cl=oe(Es=>{"use strict";Object.defineProperty(Es,"__esModule",{value:!0});Es.contentVocabulary=Es.metadataVocabulary=void 0;Es.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Es.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var Hl=oe(Up=>{"use strict";Object.defineProperty(Up,"__esModule",{value:!0});var vk=rl(),kk=ul(),Pk=zl(),$k=Dl(),Wl=Cl(),Sk=[vk.default,kk.default,(0,Pk.default)(),
$k.default,Wl.metadataVocabulary,Wl.contentVocabulary];Up.default=Sk});var Bl=oe(Wn=>{"use strict";Object.defineProperty(Wn,"__esModule",{value:!0});Wn.DiscrError=void 0;var Kl;(function(e){e.Tag="tag",e.Mapping="mapping"})(Kl||(Wn.
DiscrError=Kl={}))});var Zl=oe(Jp=>{"use strict";Object.defineProperty(Jp,"__esModule",{value:!0});var Ms=Ie(),zp=Bl(),Gl=_n(),_k=ka(),xk=Ve(),qk={message:({params:{discrError:e,tagName:r}})=>e===
zp.DiscrError.Tag?`tag "${r}" must be string`:`value of tag "${r}" must be in oneOf`,params:({params:{discrError:e,tag:r,tagName:a}})=>(0,Ms._)`{error: ${e}, tag: ${a}, tagValue: ${r}}`},
Ok={keyword:"discriminator",type:"object",schemaType:"object",error:qk,code(e){let{gen:r,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:t}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!t)throw new Error("discriminator: requires oneOf keyword");let d=r.let("valid",!1),g=r.
const("tag",(0,Ms._)`${a}${(0,Ms.getProperty)(s)}`);r.if((0,Ms._)`typeof ${g} == "string"`,()=>u(),()=>e.error(!1,{discrError:zp.DiscrError.Tag,tag:g,tagName:s})),
e.ok(d);function u(){let O=q();r.if(!1);for(let R in O)r.elseIf((0,Ms._)`${g} === ${R}`),r.assign(d,b(O[R]));r.else(),e.error(!1,{discrError:zp.DiscrError.Mapping,
tag:g,tagName:s}),r.endIf()}function b(O){let R=r.name("valid"),j=e.subschema({keyword:"oneOf",schemaProp:O},R);return e.mergeEvaluated(j,Ms.Name),R}function q(){
var O;let R={},j=z(o),E=!0;for(let B=0;B<t.length;B++){let H=t[B];if(H?.$ref&&!(0,xk.schemaHasRulesButRef)(H,i.self.RULES)){let ie=H.$ref;if(H=Gl.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,ie),H instanceof Gl.SchemaEnv&&(H=H.schema),H===void 0)throw new _k.default(i.opts.uriResolver,i.baseId,ie)}let he=(O=H?.properties)===
null||O===void 0?void 0:O[s];if(typeof he!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);E=E&&
(j||z(H)),ne(he,B)}if(!E)throw new Error(`discriminator: "${s}" must be required`);return R;function z({required:B}){return Array.isArray(B)&&B.includes(s)}function ne(B,H){
if(B.const)G(B.const,H);else if(B.enum)for(let he of B.enum)G(he,H);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function G(B,H){
if(typeof B!="string"||B in R)throw new Error(`discriminator: "${s}" values must be unique strings`);R[B]=H}}}};Jp.default=Ok});var Ql=oe((C_,jk)=>{jk.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var vt=oe((Ye,Dp)=>{"use strict";Object.defineProperty(Ye,"__esModule",{value:!0});Ye.MissingRefError=Ye.ValidationError=Ye.CodeGen=Ye.Name=Ye.nil=Ye.stringify=
Ye.str=Ye._=Ye.KeywordCxt=Ye.Ajv=void 0;var Tk=Zm(),Ak=Hl(),Nk=Zl(),Xl=Ql(),Rk=["/properties"],Hn="http://json-schema.org/draft-07/schema",Ls=class extends Tk.default{_addVocabularies(){
super._addVocabularies(),Ak.default.forEach(r=>this.addVocabulary(r)),this.opts.discriminator&&this.addKeyword(Nk.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let r=this.opts.$data?this.$dataMetaSchema(Xl,Rk):Xl;this.addMetaSchema(r,Hn,!1),this.refs["http://json-schema.org/schema"]=Hn}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Hn)?Hn:void 0)}};Ye.Ajv=Ls;Dp.exports=Ye=Ls;Dp.exports.Ajv=Ls;Object.defineProperty(Ye,"__esMo\
dule",{value:!0});Ye.default=Ls;var Ik=va();Object.defineProperty(Ye,"KeywordCxt",{enumerable:!0,get:function(){return Ik.KeywordCxt}});var Fs=Ie();Object.defineProperty(
Ye,"_",{enumerable:!0,get:function(){return Fs._}});Object.defineProperty(Ye,"str",{enumerable:!0,get:function(){return Fs.str}});Object.defineProperty(Ye,"stri\
ngify",{enumerable:!0,get:function(){return Fs.stringify}});Object.defineProperty(Ye,"nil",{enumerable:!0,get:function(){return Fs.nil}});Object.defineProperty(
Ye,"Name",{enumerable:!0,get:function(){return Fs.Name}});Object.defineProperty(Ye,"CodeGen",{enumerable:!0,get:function(){return Fs.CodeGen}});var Ek=$n();Object.
defineProperty(Ye,"ValidationError",{enumerable:!0,get:function(){return Ek.default}});var Mk=ka();Object.defineProperty(Ye,"MissingRefError",{enumerable:!0,get:function(){
return Mk.default}})});var Cf=ct(Ud());import{models as v$}from"./models.js";function rn(e,r=!1){let a=e.length,n=0,o="",i=0,t=16,s=0,d=0,g=0,u=0,b=0;function q(G,B){let H=0,he=0;for(;H<G||!B;){let ie=e.charCodeAt(n);if(ie>=48&&ie<=57)he=
he*16+ie-48;else if(ie>=65&&ie<=70)he=he*16+ie-65+10;else if(ie>=97&&ie<=102)he=he*16+ie-97+10;else break;n++,H++}return H<G&&(he=-1),he}function O(G){n=G,o="",
i=0,t=16,b=0}function R(){let G=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&ws(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&
ws(e.charCodeAt(n)))for(n++;n<e.length&&ws(e.charCodeAt(n));)n++;else return b=3,e.substring(G,n);let B=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===
101))if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&ws(e.charCodeAt(n))){for(n++;n<e.length&&ws(e.charCodeAt(n));)n++;B=n}else
b=3;return e.substring(G,B)}function j(){let G="",B=n;for(;;){if(n>=a){G+=e.substring(B,n),b=2;break}let H=e.charCodeAt(n);if(H===34){G+=e.substring(B,n),n++;break}
if(H===92){if(G+=e.substring(B,n),n++,n>=a){b=2;break}switch(e.charCodeAt(n++)){case 34:G+='"';break;case 92:G+="\\";break;case 47:G+="/";break;case 98:G+="\b";
break;case 102:G+="\f";break;case 110:G+=`
`;break;case 114:G+="\r";break;case 116:G+="	";break;case 117:let ie=q(4,!0);ie>=0?G+=String.fromCharCode(ie):b=4;break;default:b=5}B=n;continue}if(H>=0&&H<=31)
if(na(H)){G+=e.substring(B,n),b=2;break}else b=6;n++}return G}function E(){if(o="",b=0,i=n,d=s,u=g,n>=a)return i=a,t=17;let G=e.charCodeAt(n);if(Go(G)){do n++,o+=
String.fromCharCode(G),G=e.charCodeAt(n);while(Go(G));return t=15}if(na(G))return n++,o+=String.fromCharCode(G),G===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,g=n,t=14;switch(G){case 123:return n++,t=1;case 125:return n++,t=2;case 91:return n++,t=3;case 93:return n++,t=4;case 58:return n++,t=6;case 44:return n++,
t=5;case 34:return n++,o=j(),t=10;case 47:let B=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!na(e.charCodeAt(n));)n++;return o=e.substring(B,n),t=12}if(e.charCodeAt(
n+1)===42){n+=2;let H=a-1,he=!1;for(;n<H;){let ie=e.charCodeAt(n);if(ie===42&&e.charCodeAt(n+1)===47){n+=2,he=!0;break}n++,na(ie)&&(ie===13&&e.charCodeAt(n)===10&&
n++,s++,g=n)}return he||(n++,b=1),o=e.substring(B,n),t=13}return o+=String.fromCharCode(G),n++,t=16;case 45:if(o+=String.fromCharCode(G),n++,n===a||!ws(e.charCodeAt(
n)))return t=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=R(),t=11;default:for(;n<a&&z(G);)n++,G=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return t=8;case"false":return t=9;case"null":return t=7}return t=16}return o+=String.fromCharCode(G),n++,t=16}}
function z(G){if(Go(G)||na(G))return!1;switch(G){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function ne(){let G;do G=E();while(G>=
12&&G<=15);return G}return{setPosition:O,getPosition:()=>n,scan:r?ne:E,getToken:()=>t,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>d,
getTokenStartCharacter:()=>i-u,getTokenError:()=>b}}function Go(e){return e===32||e===9}function na(e){return e===10||e===13}function ws(e){return e>=48&&e<=57}
var zd;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(zd||(zd={}));var $y=new Array(20).fill(0).map((e,r)=>" ".repeat(r)),vs=200,Sy={" ":{"\n":new Array(vs).fill(0).map((e,r)=>`
`+" ".repeat(r)),"\r":new Array(vs).fill(0).map((e,r)=>"\r"+" ".repeat(r)),"\r\n":new Array(vs).fill(0).map((e,r)=>`\r
`+" ".repeat(r))},"	":{"\n":new Array(vs).fill(0).map((e,r)=>`
`+"	".repeat(r)),"\r":new Array(vs).fill(0).map((e,r)=>"\r"+"	".repeat(r)),"\r\n":new Array(vs).fill(0).map((e,r)=>`\r
`+"	".repeat(r))}};var sn;(function(e){e.DEFAULT={allowTrailingComma:!1}})(sn||(sn={}));function Jd(e,r){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
t=!1;function s(d,g,u,b){i.value=d,i.offset=g,i.length=u,i.type=b,i.colonOffset=void 0,o=i}try{Xo(e,{onObjectBegin:(d,g)=>{if(r<=d)throw n;o=void 0,t=r>d,a.push(
"")},onObjectProperty:(d,g,u)=>{if(r<g||(s(d,g,u,"property"),a[a.length-1]=d,r<=g+u))throw n},onObjectEnd:(d,g)=>{if(r<=d)throw n;o=void 0,a.pop()},onArrayBegin:(d,g)=>{
if(r<=d)throw n;o=void 0,a.push(0)},onArrayEnd:(d,g)=>{if(r<=d)throw n;o=void 0,a.pop()},onLiteralValue:(d,g,u)=>{if(r<g||(s(d,g,u,Dd(d)),r<=g+u))throw n},onSeparator:(d,g,u)=>{
if(r<=g)throw n;if(d===":"&&o&&o.type==="property")o.colonOffset=g,t=!1,o=void 0;else if(d===","){let b=a[a.length-1];typeof b=="number"?a[a.length-1]=b+1:(t=!0,
a[a.length-1]=""),o=void 0}}})}catch(d){if(d!==n)throw d}return{path:a,previousNode:o,isAtPropertyKey:t,matches:d=>{let g=0;for(let u=0;g<d.length&&u<a.length;u++)
if(d[g]===a[u]||d[g]==="*")g++;else if(d[g]!=="**")return!1;return g===d.length}}}function Zo(e,r=[],a=sn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(d){n.type==="property"&&(n.length=d-n.offset,n=n.
parent)}function i(d){return n.children.push(d),d}Xo(e,{onObjectBegin:d=>{n=i({type:"object",offset:d,length:-1,parent:n,children:[]})},onObjectProperty:(d,g,u)=>{
n=i({type:"property",offset:g,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:d,offset:g,length:u,parent:n})},onObjectEnd:(d,g)=>{o(d+g),n.
length=d+g-n.offset,n=n.parent,o(d+g)},onArrayBegin:(d,g)=>{n=i({type:"array",offset:d,length:-1,parent:n,children:[]})},onArrayEnd:(d,g)=>{n.length=d+g-n.offset,
n=n.parent,o(d+g)},onLiteralValue:(d,g,u)=>{i({type:Dd(d),offset:g,length:u,parent:n,value:d}),o(g+u)},onSeparator:(d,g,u)=>{n.type==="property"&&(d===":"?n.colonOffset=
g:d===","&&o(g))},onError:(d,g,u)=>{r.push({error:d,offset:g,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function Qo(e,r){if(!e)return;let a=e;
for(let n of r)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function an(e){switch(e.type){case"array":return e.children.map(an);case"object":let r=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(r[a.
children[0].value]=an(n))}return r;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Xo(e,r,a=sn.DEFAULT){let n=rn(e,!1),o=[],i=0;function t(N){return N?()=>i===0&&N(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(N){return N?K=>i===0&&N(K,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function d(N){return N?
K=>i===0&&N(K,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function g(N){return N?()=>{i>0?i++:N(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function u(N){return N?()=>{i>0&&i--,i===
0&&N(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let b=g(r.onObjectBegin),q=d(r.onObjectProperty),O=u(r.onObjectEnd),
R=g(r.onArrayBegin),j=u(r.onArrayEnd),E=d(r.onLiteralValue),z=s(r.onSeparator),ne=t(r.onComment),G=s(r.onError),B=a&&a.disallowComments,H=a&&a.allowTrailingComma;
function he(){for(;;){let N=n.scan();switch(n.getTokenError()){case 4:ie(14);break;case 5:ie(15);break;case 3:ie(13);break;case 1:B||ie(11);break;case 2:ie(12);
break;case 6:ie(16);break}switch(N){case 12:case 13:B?ie(10):ne();break;case 16:ie(1);break;case 15:case 14:break;default:return N}}}function ie(N,K=[],de=[]){if(G(
N),K.length+de.length>0){let Te=n.getToken();for(;Te!==17;){if(K.indexOf(Te)!==-1){he();break}else if(de.indexOf(Te)!==-1)break;Te=he()}}}function De(N){let K=n.
getTokenValue();return N?E(K):(q(K),o.push(K)),he(),!0}function J(){switch(n.getToken()){case 11:let N=n.getTokenValue(),K=Number(N);isNaN(K)&&(ie(2),K=0),E(K);
break;case 7:E(null);break;case 8:E(!0);break;case 9:E(!1);break;default:return!1}return he(),!0}function ee(){return n.getToken()!==10?(ie(3,[],[2,5]),!1):(De(
!1),n.getToken()===6?(z(":"),he(),Y()||ie(4,[],[2,5])):ie(5,[],[2,5]),o.pop(),!0)}function we(){b(),he();let N=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.
getToken()===5){if(N||ie(4,[],[]),z(","),he(),n.getToken()===2&&H)break}else N&&ie(6,[],[]);ee()||ie(4,[],[2,5]),N=!0}return O(),n.getToken()!==2?ie(7,[2],[]):he(),
!0}function Ke(){R(),he();let N=!0,K=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(K||ie(4,[],[]),z(","),he(),n.getToken()===4&&H)break}else
K&&ie(6,[],[]);N?(o.push(0),N=!1):o[o.length-1]++,Y()||ie(4,[],[4,5]),K=!0}return j(),N||o.pop(),n.getToken()!==4?ie(8,[4],[]):he(),!0}function Y(){switch(n.getToken()){case 3:
return Ke();case 1:return we();case 10:return De(!0);default:return J()}}return he(),n.getToken()===17?a.allowEmptyContent?!0:(ie(4,[],[]),!1):Y()?(n.getToken()!==
17&&ie(9,[],[]),!0):(ie(4,[],[]),!1)}function Dd(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var Cd;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(Cd||(Cd={}));var Wd;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(Wd||(Wd={}));var Kd=Jd;var Yo=Zo,Bd=Qo;var Gd=an;var Hd;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(Hd||(Hd={}));function Zd(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var jy="\uFEFF";function*Qd(e){for(let r of e.files.values()){let a=r.syntaxErrors[0];r.text.startsWith(jy)?yield{code:"S001",file:r.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:r.path,path:[],offset:a.offset,message:`the file is not JSON: ${Ty(Zd(a.error))}`}:r.value===void 0&&(yield{code:"S001",file:r.path,path:[],message:"the\
 file is empty"})}}function Ty(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function ks(e){return Xd(e)}function vr(e){return Xd(e)}function Xd(e){let r=new WeakMap;return a=>{let n=r.get(a);if(n!==void 0)return n.value;let o=e(a);return r.
set(a,{value:o}),o}}function Yd(e){return[...e.files.values()].flatMap(Ay)}var Ay=vr(e=>e.syntaxErrors.length===0&&Ny(e.text)===ec(e.value)?[]:e.tree===void 0?[]:[...ei(e.path,e.tree,
[])]);function Ny(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function ec(e){if(typeof e!="object"||e===null)return 0;let r=Object.values(e);return(Array.
isArray(e)?0:r.length)+r.reduce((a,n)=>a+ec(n),0)}function*ei(e,r,a){let n=new Set;for(let[o,i]of(r.children??[]).entries()){let[t,s]=i.type==="property"?i.children??
[]:[];if(t===void 0){yield*ei(e,i,[...a,o]);continue}let d=String(t.value);n.has(d)&&(yield{code:"S002",file:e,path:[...a,d],offset:t.offset,message:`the key "${d}\
" is written twice`}),n.add(d),s!==void 0&&(yield*ei(e,s,[...a,d]))}}function rc(e){return[...e.files.values()].flatMap(Ry)}var Ry=vr(({path:e,text:r,syntaxErrors:a})=>a.length>0?[]:[...r.matchAll(Iy)].flatMap(({0:n,index:o})=>n.
startsWith('"')||tc(n)===tc(String(Number(n)))?[]:[{code:"S005",file:e,path:Kd(r,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),Iy=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function tc(e){let[,r="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),t=i.replace(/0+$/,"");return t===
""?a===""?e:"0":`${r}${t}e${Number(o)-n.length+i.length-t.length}`}function pe(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Ur(e){return pe(e)?Object.entries(e):[]}function Dt(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as ti}from"node:path";function nn(e){return e.map(r=>`/${String(r).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function fe(e){return e.split("/").slice(1).map(r=>r.replaceAll(
"~1","/").replaceAll("~0","~"))}var on=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function sc(e,r,a){let[n="",o=""]=a.split("#"),i=n===""?r:ti.normalize(ti.join(ti.dirname(r),n)),t=e.files.get(i)?.value;if(t===void 0)throw new on(r,a,"names a\
 file that does not exist");for(let s of fe(o)){let d=Array.isArray(t)?t[Number(s)]:pe(t)&&Object.hasOwn(t,s)?t[s]:void 0;if(d===void 0)throw new on(r,a,"names \
nothing in that file");t=d}return{file:i,pointer:o,value:t}}function ac(e){return e.replaceAll(":","~~").replaceAll("/","~")}function nc(e){return e.replaceAll("~~",":").replaceAll("~","/")}function rt(e,r){let a={};return r!==void 0&&(a[e]=r),a}function kr(e){if(e.kind==="object")return e.members;if(e.kind!=="union")return[];let r=new Map([[e.tag.name,e.tag]]);for(let a of e.variants.flatMap(n=>n.members))
r.has(a.name)||r.set(a.name,a);return[...r.values()]}function pc(e,r){return typeof e=="string"?Ly(JSON.stringify(cc(e))):e===null||typeof e=="number"||typeof e=="boolean"?String(e):r[Array.isArray(e)?"array":e===
void 0?"nothing":"object"]??""}function dc(e){return/^[\w-]{1,60}$/.test(e)?e:pc(e,{})}function Ly(e){return/^[ -~]*$/.test(e)?e:e.replace(/(?! )[\p{C}\p{Z}]/gu,r=>`\\u${r.charCodeAt(0).toString(16).padStart(4,"0")}`)}function cc(e){if(e.length<=60)
return e;let r=[...e.slice(0,122)];return r.length>60?`${r.slice(0,60).join("")}\u2026`:e}var mc="{name}";function ri(e){return Fy(e).map((r,a)=>a>0&&/^(\d+|\*)$/.test(r)?`[${r}]`:`${a===0?"":"."}${Vy(r)}`).join("")}function Fy(e){return e.split("/").slice(1).map(r=>r.replaceAll("~1","/").replaceAll("~0","~"))}function Vy(e){return e===mc||/^[\w.-]+$/.test(e)?e:dc(e)}function oa(e){return typeof e=="string"?e:JSON.stringify(e)}function ia(e){let r=e.map(oa),a=r.pop()??"";return r.length===0?{en:a,zh:a}:{en:`${r.join(", ")} o\
r ${a}`,zh:`${r.join("\u3001")} \u6216 ${a}`}}function pn(e,r=""){let a=(o,i,t)=>o===void 0?[]:[{en:`${i} ${Ps(o,r)}`,zh:`${t} ${Ps(o,r)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E"),
...e.multipleOf===void 0?[]:[{en:`a multiple of ${Ps(e.multipleOf,r)}`,zh:`${Ps(e.multipleOf,r)} \u7684\u6574\u6570\u500D`}]];return n.length===0?void 0:{en:n.map(
({en:o})=>o).join(" and "),zh:tr(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function dn(e,r=""){let{minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Ps(
n,r)}`,zh:`${a} \u5230 ${Ps(n,r)} \u7684`};let t=pn(e,r);return t!==void 0?{en:` of ${t.en}`,zh:`${t.zh} \u7684`}:r===""?{en:"",zh:""}:{en:` (${r})`,zh:`\uFF08${r}\
\uFF09`}}function Pr(e,r,a){let n=o=>`${o} ${o===1?a.en:lc(a.en)}`;return r===void 0?e===0?{en:lc(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.
zh}`}:e===r?{en:n(r),zh:`${r} \u4E2A${a.zh}`}:e===0?{en:`${r===1?"at most":"up to"} ${n(r)}`,zh:`\u81F3\u591A ${r} \u4E2A${a.zh}`}:{en:`${e} to ${n(r)}`,zh:`${e}\
 \u5230 ${r} \u4E2A${a.zh}`}}function tr(...e){return e.reduce((r,a)=>(/[A-Za-z0-9]$/.test(r)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(r)?/^[A-Za-z0-9-]/:void 0)?.
test(a)?`${r} ${a}`:r+a,"")}function lc(e){return`${e}s`}function Ps(e,r){return`${Number(e.toFixed(6))}${r===""?"":` ${r}`}`}var zy=["media-format","media-codec","media-bytes","media-width","media-height","media-pixels","media-video-pixels","media-same-size","media-aspect-ratio","medi\
a-duration","media-frame-rate","media-sample-rate","media-total-duration","media-total-bytes","media-size-unclear"];function uc(e){return{rule:e.oneOf("rule",zy),
severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("codecs")?{codecs:e.texts("codecs")}:{},...rt("as",e.optionalText("as")),...e.
has("discouraged")?{discouraged:e.texts("discouraged")}:{},...rt("minimum",e.optionalNumber("minimum")),...rt("maximum",e.optionalNumber("maximum")),...rt("excl\
usiveMinimum",e.optionalNumber("exclusiveMinimum")),...rt("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...rt("multipleOf",e.optionalNumber("multiple\
Of")),...e.has("when")?{when:hc(e,"when")}:{},...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s","fps","Hz","ratio"])}:{},...rt("quote",e.optionalText("quote")),
source:e.source()}}function hc(e,r){let a=e.raw(r);return pe(a)?Object.fromEntries(Object.entries(a).map(([n,o])=>[n,Jy(o)?o:e.refuse(r,'values, lists of values, or {"min": 1}')])):
e.refuse(r,"an object of conditions by parameter")}function Jy(e){return e!==null&&(!pe(e)||"min"in e||"max"in e)}function cn({defaults:e=[]}){let[r,...a]=e;if(r!==void 0)return{en:`${[`Where ${r.phrase.en}, the default is ${oa(r.default)}`,...a.map(({phrase:n,default:o})=>`\
else where ${n.en}, ${oa(o)}`)].join("; ")}.`,zh:`${[r,...a].map(({phrase:n,default:o})=>tr(n.zh,"\u65F6\u9ED8\u8BA4\u4E3A",oa(o))).join("\uFF1B\u5426\u5219")}\u3002`}}var Vs=ct(vt(),1);function nr(e,r=0,a=r+4){return r+e.below(a-r+1)}var Bt=new Vs.Name("vErrors");function Ze(e,r,{pointer:a,value:n},...o){return o.reduce((i,t)=>Vs._`${i}, ${t}`,
Vs._`${new Vs.Name(e)}(${Bt}, ${a}, ${n}, ${r.required?1:0}`)}function xe(e,r){return{about:e,value:r,findings:[]}}function je(e,r,a,n){return{about:e,value:r,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function et(e){return e.map(r=>je(`type-${Array.isArray(r)?"array":Number.isInteger(r)?"integer":typeof r}`,r,"type"))}function He(e){
return Object.fromEntries(Object.entries(e).filter(([,r])=>r!==void 0))}var Lk=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function Yl(e,r,a,n){return{...Fk(e,r,a),source:a.has("x-source")?a.source():n}}function Fk(e,r,a){return{name:e,required:r,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",Lk)}:{},notes:a.notes()}}var Yr=ct(vt(),1);var eu={read:(e,r)=>({kind:"array",...r,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...He({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:r})=>({type:"array",...He({minItems:e,maxItems:r}),items:{}}),check(e,r){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?Yr._`${Ze("typed",e,r,Yr._`"array"`)})`:Yr._`${Ze("list",e,r,Yr._`${a??0}`,n===void 0?Yr._`Infinity`:
Yr._`${n}`)})`},facts:({minItems:e,maxItems:r})=>({type:"array",...He({minItems:e,maxItems:r})}),phrase({minItems:e,maxItems:r}){let a=pn({minimum:e,maximum:r});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:r})=>[...et(["text",1,{length:1}]),...e===0?[xe("empty",[])]:[je("min-items-under",
Ma(e-1),"min-items")],...e<=3&&(r??3)>=3?[xe("items",Ma(3))]:[],...r===void 0?[]:[xe("max-items-at",Ma(r)),je("max-items-over",Ma(r+1),"max-items")]],sample:({minItems:e,
maxItems:r},a)=>Ma(nr(a,e,r))};function Ma(e){return Array.from({length:e},(r,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Cp=ct(vt(),1);var tu={read:(e,r)=>({kind:"boolean",...r,...rt("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,r)=>Cp._`${Ze("\
typed",e,r,Cp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...et([
"true",1,0,[]]),xe("true",!0),xe("false",!1)],sample:(e,r)=>r.below(2)===1};var Ua=ct(vt(),1);var La=ct(vt(),1),ru=ct($s(),1);function Gt(e){return(0,La.stringify)(e)}function su(e){return(0,La.stringify)(e)}function Tr(e,r=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return La._`${(0,ru.regexpCode)(new RegExp(a,r))}`}function Fa({type:e,enum:r}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||r!==void 0)?a:void 0}function Kn({type:e}){return Array.isArray(e)&&e.includes("null")}function au({nullable:e},r){return e?`${r} | null`:r}function nu({nullable:e},r){
if(e!==!0)return r;let{type:a,enum:n,anyOf:o,oneOf:i}=r,t=o??i;return a===void 0&&Array.isArray(t)?{...r,[o===void 0?"oneOf":"anyOf"]:[...t,{type:"null"}]}:{...r,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function ou({nullable:e},{en:r,zh:a}){return e?{en:`${r}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:r,zh:a}}function iu({nullable:e},r){return e?[xe("null",null),
...r]:r}function Bn({nullable:e},r,a,n){return e?[]:[{about:r,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Va=ct(vt(),1);function pu(e,r){if(e.has("x-options"))return e.objects("x-options").map(a=>({value:r(a.raw("value"),"x-options"),...He({label:a.has("label")?Vk(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?Uk(a.object("x-deprecated"),r):void 0})}))}function Vk(e){let r=Object.keys(e.value).map(a=>[a,e.text(a)]);return{...Object.
fromEntries(r),en:e.text("en")}}function Uk(e,r){return{since:e.text("since"),...He({until:e.optionalText("until"),replacedBy:e.has("replacedBy")?r(e.raw("repla\
cedBy"),"x-options"):void 0}),source:e.source()}}function Wp(e){return e.map(({deprecated:r,...a})=>{if(r===void 0)return a;let{source:n,...o}=r;return{...a,deprecated:o}})}
function du({options:e=[]},r,{constant:a}){let n=Wp(e).flatMap(({value:o,deprecated:i})=>i===void 0?[]:[[o,{...i}]]);return n.length===0?Va._``:Va._`
${new Va.Name("deprecatedValue")}(${Bt}, ${r.pointer}, ${r.value}, ${a(Gt(n))})`}function cu({options:e=[]},r){return e.some(a=>a.value===r&&a.deprecated!==void 0)}var mu={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},lu={read(e,r){if(e.has("const"))
return{kind:"enum",...r,type:"string",values:[e.text("const")]};let a=zk(e),[n="mixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",t=(s,d)=>Jk(s)&&a.some(g=>mu[g](
s))?s:e.refuse(d,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==Kn(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...r,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[t(s,"enum")]),...e.has("default")?{default:t(e.raw("default"),"default")}:{},...rt("u\
nit",Hk(e)),...rt("options",pu(e,t))}},type:({values:e})=>`(${e.map(r=>JSON.stringify(r)).join(" | ")})`,schema:({type:e,values:r})=>({type:e==="mixed"?Ck(r):e,
enum:[...r]}),check(e,r,a){let n=a.constant(Gt(e.values)),o=e.type==="mixed"?Ua._`${Ze("mixedChoice",e,r,n)})`:Ua._`${Ze("choice",e,r,Ua._`${e.type}`,n)})`;return Ua._`${o}${du(
e,r,a)}`},facts:({type:e,values:r,unit:a,options:n})=>({type:e,allowed:r,...rt("unit",a),...rt("options",n&&Wp(n))}),phrase({values:e,unit:r}){let a=ia(e),n=r===
void 0?"":` ${r}`;return{en:a.en+n,zh:a.zh+n}},example(e){let{default:r,values:a}=e;return r??a.find(n=>!cu(e,n))??a[0]??""},cases:e=>[...Dk(e),...e.values.map(
r=>xe(`offers-${r}`,r)),...Kk(e.values)],sample:({values:e},r)=>e[r.below(e.length)]??""};function zk(e){let r=e.raw("type"),a=(Array.isArray(r)?r:[r]).filter(o=>o!==
"null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(mu,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string, integer, number or boolean, or \
a list of these"),n}function Jk(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function Dk({type:e,values:r}){return e==="mixed"?Wk(r):et(
e==="string"?[7,!0,[r[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]])}function Ck(e){let r=e.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),
a=[...new Set(r)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function Wk(e){let r=new Set(e);return[...e.map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!r.has(n)).map(n=>je(`as-${typeof n}-${n}`,n,"enum")),je("type-array",[e[0]??""],"enum"),je("type-object",{},"enum"),...[!0,!1].
filter(n=>!r.has(n)).map(n=>je(`type-${n}`,n,"enum"))]}function Hk(e){return e.optionalText("x-unit")}function Kk(e){let r=new Set(e),a=(i,t)=>r.has(t)?[]:[je(i,
t,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.
flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(t=>t!==i).flatMap(t=>a(`case-${t}`,t))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a(
"under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var jt=ct(vt(),1);function Gn(e){return He({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function Zn({kind:e,
minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let t=i!==void 0&&Bk(i)?i:void 0;return{type:e,...He({minimum:r,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:t})}}function Bk(e){return Number.isInteger(e*2**20)}function Qn({kind:e,minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:t}){return{type:e,...He({minimum:r,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:t})}}function Xn(e,r,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:t,exclusiveMaximum:s,multipleOf:d}=e,g=o===void 0?jt._`-Infinity`:jt._`${o}`,u=i===void 0?jt._`Infinity`:jt._`${i}`;if(n===
"integer"&&t===void 0&&s===void 0&&d===void 0)return jt._`${Ze("integer",e,r,g,u)})`;let b=t===void 0?jt._`-Infinity`:jt._`${t}`,q=s===void 0?jt._`Infinity`:jt._`${s}`;
return jt._`${Ze("numeric",e,r,jt._`${n}`,a(jt._`[${g}, ${u}, ${b}, ${q}, ${d??0}]`))})`}function Us({kind:e,...r}){if(r.default!==void 0)return r.default;let a=r.
multipleOf??(e==="integer"?1:.5);if(r.minimum!==void 0)return Hp(r.minimum,a);if(r.exclusiveMinimum!==void 0)return Gk(r.exclusiveMinimum,r,a);let n=r.maximum??
r.exclusiveMaximum;return n===void 0||n>0?0:r.maximum??Zt(n-a)}function Gk(e,{maximum:r,exclusiveMaximum:a,multipleOf:n},o){let i=r??a,t=n===void 0?Zt(e+o):Hp(Zt(
e+n/2),n);return i===void 0||t<i||t===r?t:Zt((e+i)/2)}function Hp(e,r){return Math.abs(e/r-Math.round(e/r))<1e-9?e:Zt(Math.ceil(e/r)*r)}function Zt(e){return Number(
e.toFixed(9))}function Yn(e){let{kind:r,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:t}=e,s=t??1,d=j=>t===void 0||Number.isInteger(Number(
(j/t).toFixed(9))),g=(j,E)=>d(E)?[xe(j,E)]:[],u=a!==void 0?[...g("minimum-at",a),je("minimum-under",Zt(a-s),"minimum")]:o!==void 0?[je("exclusive-minimum-at",o,
"minimum"),je("exclusive-minimum-under",Zt(o-s),"minimum")]:[xe("negative",-s),xe("zero",0)],b=n!==void 0?[...g("maximum-at",n),je("maximum-over",Zt(n+s),"maxim\
um")]:i!==void 0?[je("exclusive-maximum-at",i,"maximum"),je("exclusive-maximum-over",Zt(i+s),"maximum")]:t===void 0?[xe("large",2147483648)]:[],q=Us(e),O=Zt(q+(t??
0)/(r==="integer"?t??1:2)),R=O<=(n??1/0)&&O<(i??1/0)&&!d(O);return[...u,...b,...t!==void 0&&R?[je("off-step",O,"multiple-of")]:[]]}function eo(e,r){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:t}=e,s=e.multipleOf??(a==="integer"?1:.25),d=o??t,g=n??i??(d===void 0?0:d-100*s),u=Hp(g,s)+(i===void 0?0:s),b=d===
void 0?100:Math.floor((d-u)/s+1e-9)+(t===void 0?1:0);return b<1?Us(e):Zt(u+s*r.below(b))}var uu={read:(e,r)=>({kind:"integer",...r,...Gn(e)}),type:()=>"number",schema:Zn,check:Xn,facts:Qn,phrase(e){let r=dn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${r.en}`,zh:`${r.zh}\u6574\u6570`}:{en:`an integer${r.en}, a multiple of ${a}`,zh:`${r.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Us,
cases:e=>[...et(["5",!0,[5],5.5]),...Yn(e)],sample:eo};var Lt=ct(vt(),1);function hu(e,r){return{read:r,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...He({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:t=0,maxItems:s,uniqueItems:d}=a,g=new Lt.Name(`index${n.depth}`),u=s===void 0?Lt._`Infinity`:
Lt._`${s}`,b=o.nested(i,{pointer:Lt._`${n.pointer} + "/" + ${g}`,value:Lt._`${n.value}[${g}]`,depth:n.depth+1}),q=d?Lt._`
${new Lt.Name("uniqueItems")}(${Bt}, ${n.pointer}, ${n.value})`:Lt._``;return Lt._`if (${Ze("list",a,n,Lt._`${t}`,u)})) {
for (let ${g} = 0; ${g} < ${n.value}.length && ${g} < ${u}; ${g}++) {
${b}
}${q}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...He({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let t=Pr(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[d,g]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${t.
en}${d}, each ${s.en}`,zh:tr("\u542B",g,t.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>fu(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...et(["text",7,{0:"text"}]),...Zk(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},t){let s=Array.from({length:nr(
t,n,o)},()=>e.sample(a,t));return i?[...new Map(s.map(d=>[JSON.stringify(d),d])).values()]:s}}}function Zk(e,{items:r,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,t=u=>fu(e,r,u,i,"video"),s=Math.max(1,a),d=t(s),g=e.cases(r).filter(({value:u})=>u!==void 0).map(({about:u,value:b,findings:q})=>({about:`item-${u}`,value:d.
map((O,R)=>R===s-1&&b!==void 0?b:O),findings:q.map(O=>({...O,path:`/${s-1}${O.path??""}`}))}));return[...a===0?[xe("empty",[])]:[je("min-items-under",t(a-1),"mi\
n-items")],...t(s).length===s?[xe("min-items-at",d)]:[],...n===void 0?[]:[...t(n).length===n?[xe("max-items-at",t(n))]:[],...t(n+1).length>n?[je("max-items-over",
t(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[je("repeated-item",[...d,...d],"unique-items","/1")]:[],...g.filter(({value:u})=>!i||new Set(u.map(b=>JSON.stringify(
b))).size===s)]}function fu(e,r,a,n,o){let i=e.example(r,o);if(!n)return Array.from({length:a},()=>i);let t=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:d}of e.
cases(r))d.length===0&&s!==void 0&&t.set(JSON.stringify(s),s);return[...t.values()].slice(0,a)}var or=ct(vt(),1);function yu(e,r){return{read:r,type:({values:a})=>`{ [name: string]: ${e.type(a)} }`,schema:({values:a,names:n,minProperties:o,maxProperties:i})=>({type:"object",
...He({minProperties:o,maxProperties:i}),...n===void 0?{}:{propertyNames:{pattern:n.pattern}},additionalProperties:e.schema(a)}),check(a,n,o){let{values:i,names:t,
minProperties:s=0,maxProperties:d}=a,[g,u]=[new or.Name(`place${n.depth}`),new or.Name(`entry${n.depth}`)],b=d===void 0?or._`Infinity`:or._`${d}`,q=t===void 0?[]:
[o.constant(Tr(t.pattern)),or._`${t.examples[0]}`];return or._`for (const [${g}, ${u}] of ${Ze("entriesOf",a,n,or._`${s}`,b,...q)})) {
${o.nested(i,{pointer:or._`${g}`,value:u,depth:n.depth+1})}
}`},facts:({values:a,minProperties:n,maxProperties:o})=>({type:"object",...He({minItems:n,maxItems:o}),items:a}),phrase({values:a,names:n,minProperties:o=0,maxProperties:i}){
let{en:t,zh:s}=a.phrase,d=Pr(o,i,{en:"member",zh:"\u6210\u5458"}),g=n===void 0?void 0:JSON.stringify(n.examples[0]);return{en:`an object of ${d.en} with names${g===
void 0?"":` such as ${g}`}, each ${t}`,zh:tr("\u542B",d.zh,`\u7684\u5BF9\u8C61\uFF0C${g===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${g}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(a,n)=>Kp(a,e.example(a.values,n),Math.max(1,a.minProperties??0)),cases:a=>[...et(["text",7,[]]),...Qk(e,a),...Xk(e,a)],sample:(a,n)=>Object.
fromEntries(Array.from({length:nr(n,a.minProperties,a.maxProperties)},(o,i)=>[a.names===void 0?`name ${i+1}`:n.matching(a.names.pattern),e.sample(a.values,n)]))}}
function Kp({names:e},r,a){let n=e?.examples??Array.from({length:a},(o,i)=>`name ${i+1}`);return Object.fromEntries(n.slice(0,a).map(o=>[o,r]))}function Qk(e,r){
let{minProperties:a=0,maxProperties:n,values:o}=r,i=t=>{let s=Kp(r,e.example(o,"video"),t);return Object.keys(s).length===t?[s]:[]};return[...i(a).map(t=>xe("mi\
n-members-at",t)),...a===0?[]:i(a-1).map(t=>je("min-members-under",t,"min-items")),...n===void 0?[]:[...i(n).map(t=>xe("max-members-at",t)),...i(n+1).map(t=>je(
"max-members-over",t,"max-items"))]]}function Xk(e,r){let{values:a,names:n,minProperties:o=0}=r,i=n?.examples[0]??"a/b~c",t=`/${i.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=e.example(a,"video"),{[i]:d,...g}=Kp(r,s,Math.max(1,o)),u=Object.fromEntries(Object.entries(g).slice(0,Math.max(0,o-1))),b=n===void 0?void 0:new RegExp(
n.pattern);return[xe("name",{...u,[i]:s}),...["",`${i}\0`,` ${i}`,"no such form!?"].flatMap((q,O)=>b===void 0||b.test(q)?[]:[je(`name-bad-${O+1}`,{...u,[q]:s},"\
property-name",`/${q}`)]),...a.nullable?[]:[je("value-null",{...u,[i]:null},"null",t)],...e.cases(a).flatMap(({about:q,value:O,findings:R})=>O===void 0?[]:[{about:`\
value-${q}`,value:{...u,[i]:O},findings:R.map(j=>({...j,path:`${t}${j.path??""}`}))}])]}var Ft=ct(vt(),1);var gu=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],bu=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Bp="data:image/png;base64,iVBORw0KGgo=";function Gp(e,r,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${r}`}var ku={read:Yk,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:r,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...r>0?{minItems:r}:{},maxItems:a,items:o}},check(e,r,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:t,accepts:s}=e,d=a(Tr(e0(t))),g=a(Gt(
s)),u=s.includes("data"),b=u?Ft._`${new Ft.Name("withBase64")}(${d})`:d;if(n){let O=Ft._`${Ze("mediaReference",e,r,b,g)})`;return u?Ft._`${O}
${new Ft.Name("base64Reference")}(${Bt}, ${r.pointer}, ${r.value}, ${b})`:O}let q=Ft._`${Ze("media",e,r,Ft._`${o}`,Ft._`${i}`,b,g)})`;return u?Ft._`${q}
${new Ft.Name("base64")}(${Bt}, ${r.pointer}, ${r.value}, ${i}, ${b})`:q},facts:({single:e,media:r,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:r,accepts:o,...He({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:r,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
t=t0(i);if(r)return{en:`${r0(o.en)} ${o.en} (${t.en})`,zh:`1 \u4E2A${o.zh}\uFF08${t.zh}\uFF09`};let s=Pr(a,n,o);return{en:`an array of ${s.en} (${t.en})`,zh:tr(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${t.zh}\uFF09`)}},example({name:e,extension:r,single:a,minItems:n}){let o=i=>Gp(e,r,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,t)=>o(t))},cases(e,r){let a=r.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...et([7,!0,["https://example.com/one.png"]]),...a0(
e,a)]:[...et(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...s0(e),...n0(e,a)]},sample:({single:e,minItems:r,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:nr(o,r,a)},()=>o.matching(n))};function wu(e,r){return e.texts(r).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(r,"url, \
asset or data"))}function Yk(e,r,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:t}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Fa(e.value)==="string",d=s?e:e.object("items");return s||d.ignore("type","description","x-source"),{kind:"media",...r,media:o,mediaName:i,extension:t,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:wu(d,"x-accepts"),...n.has("contradicted")?{contradicted:wu(n,"contrad\
icted")}:{},pattern:d.text("pattern"),limits:n.objects("limits").map(uc)}}var vu="\\x00-\\x20\\x7F-\\xA0";function e0(e){return e.replaceAll(vu,`${vu}\\s`)}function t0(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function r0(e){return/^[aeiou]/i.test(e)?"an":"a"}function es({name:e,extension:r},a){return Array.from({length:a},(n,o)=>Gp(e,r,o))}function s0(e){
let{minItems:r,maxItems:a}=e;return[...r>0?[je("min-items-under",es(e,r-1),"min-items")]:[],xe("min-items-at",es(e,r)),xe("max-items-at",es(e,a)),je("max-items-\
over",es(e,a+1),"max-items"),je("max-items-over-bad-item",[...es(e,a),"nowhere"],"max-items")]}function Pu({accepts:e},r,a){return[...gu.slice(0,r?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...bu.slice(0,r?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Bp,"media-base64","advice"):a("base64",Bp,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function a0(e,r){return Pu(
e,r,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function n0(e,r){let a=Math.max(1,e.minItems),n=(i,t,s,d="error")=>({about:i,
value:es(e,a).map((g,u)=>u===a-1?t:g),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:d}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...es(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Pu(e,r,n),...o]}var $u={read:(e,r)=>({kind:"number",...r,...Gn(e)}),type:()=>"number",schema:Zn,check:Xn,facts:Qn,phrase(e){let r=dn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${r.en}`,zh:`${r.zh}\u6570`}:{en:`a number${r.en}, in steps of ${a}`,zh:`${r.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Us,cases:e=>[...et(["0.5",
!0,[.5]]),...Yn(e)],sample:eo};var hr=ct(vt(),1);function Su(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Zp({since:e,until:r,replacedBy:a}){return[`Since ${e}.`,...r===void 0?[]:[`Retired on ${r}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function _u(e){
let r=[...zs("at least",e.minimum,""),...zs("at most",e.maximum,""),...zs("at least",e.minLength," characters"),...zs("at most",e.maxLength," characters"),...zs(
"at least",e.minItems," items"),...zs("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${r.join(",\
 ")}.`}function zs(e,r,a){return r===void 0?[]:[`${e} ${r}${a}`]}function to(e){return e.kind!=="enum"?[]:(e.options??[]).map(({value:r,label:a,deprecated:n})=>{
let o=[...a===void 0?[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${Zp(n)}`]];return`${JSON.stringify(r)}: ${o.join(" ")}`})}function xu(e){return o0(e,"")}function o0(e,r){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...to(
e),cn(e)?.en??"","default"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${r}.`:"",...(e.upcoming??[]).map(_u),...e.notes.map(o=>o.text)].filter(
o=>o!==""),`Source: ${Su(e.source)}.`,...i0(e.deprecated)].join(`
`)}function i0(e){return e===void 0?[]:[`@deprecated ${Zp(e)}`]}function qu(e,r=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${r}/** ${a[0]} */
`:`${r}/**
${a.map(n=>`${r} * ${n}`.trimEnd()).join(`
`)}
${r} */
`}function Ou(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function ju(e){return`{
${e.map(p0).join("")}}`}function p0({name:e,doc:r,optional:a,type:n}){return`${r===void 0?"":qu(r,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function ro(e){let{unit:r}=e,a=[e.description,r===void 0?"":`Unit: ${r}.`,...to(e),cn(e)?.en??""].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Tu(e,r){return{read:r,type:({members:a})=>a.length===0?"{ [member: string]: never }":ju(a.map(n=>({name:Ou(n.name),doc:xu(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...ro(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(Gt(a.members.
map(s=>s.name))),t=a.members.map(s=>{let d=new hr.Name(`member${n.depth}`),g=o.nested(s,{pointer:hr._`${n.pointer} + ${`/${s.name}`}`,value:d,depth:n.depth+1});
return hr._`{
const ${d} = ${new hr.Name("own")}(${n.value}, ${s.name})
${g}
}`});return hr._`if (${Ze("object",a,n,i)})) {
${t.reduce((s,d)=>hr._`${s}
${d}`,hr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:o}=Qp(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${o}`}},
example:(a,n)=>Au(a,e,n),cases:a=>[...et(["text",7,[]]),...d0(a,e)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[
o.name,e.sample(o,n)]))}}function Qp(e){let r=e.map(({name:a,required:n,phrase:{en:o,zh:i}})=>n?{en:`${a} (required: ${o})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${i}\
\uFF09`}:{en:`${a} (${o})`,zh:`${a}\uFF08${i}\uFF09`});return{en:r.map(({en:a})=>a).join(", "),zh:r.map(({zh:a})=>a).join("\u3001")}}function Au({members:e},r,a){
let n=e.filter(i=>i.required),o=n.length>0?n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,r.example(i,a)]))}function d0(e,r){let a=Au(e,r,"video"),n=new Set(
e.members.map(i=>i.name)),o=e.members.flatMap(i=>{let{[i.name]:t,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.
name}`}]:[]},...Bn(i,`${i.name}-null`,{...s,[i.name]:null},`/${i.name}`),...r.cases(i).flatMap(({about:d,value:g,findings:u})=>g===void 0?[]:[{about:`${i.name}-${d}`,
value:{...s,[i.name]:g},findings:u.map(b=>({...b,path:`/${i.name}${b.path??""}`}))}])]});return[xe("members",a),...n.has("no_such_member")?[]:[je("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],je("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var Ar=ct(vt(),1);var Qt=ct(vt(),1);var Nu="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Ru="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",ts={date:{
pattern:`^${Nu}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${Ru}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Nu}T${Ru}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var c0=Object.keys(ts);function so(e){let r=e.has("format")?e.oneOf("format",c0):void 0,a=e.has("examples")?e.texts("examples"):void 0;return r===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),He({maxLength:e.optionalNumber("maxLength"),
pattern:r===void 0?e.optionalText("pattern"):ts[r].pattern,format:r,default:e.optionalText("default"),examples:a??(r===void 0?void 0:ts[r].valid)})}function ao({
minLength:e,maxLength:r,format:a,pattern:n,examples:o}){let i=a!==void 0&&ts[a].isOurs===!0?void 0:a;return{type:"string",...He({minLength:e,maxLength:r,format:i,
pattern:n,examples:o})}}function no({minLength:e,maxLength:r,format:a,pattern:n,examples:o}){return{type:"string",...He({minLength:e,maxLength:r,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function oo(e,r,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:t,examples:s}=e,d=Qt._`${n??0}`,g=o===void 0?Qt._`Infinity`:
Qt._`${o}`;if(i!==void 0){let u=t===void 0?Qt._`"pattern"`:Qt._`"format"`,b=t===void 0?{example:e.default??s?.[0]??null}:{format:t};return Qt._`${Ze("patterned",
e,r,d,g,a(Tr(i)),u,a(su(b)))})`}return n===1&&o===void 0?Qt._`${Ze("nonEmpty",e,r)})`:n===void 0&&o===void 0?Qt._`${Ze("typed",e,r,Qt._`"string"`)})`:Qt._`${Ze(
"text",e,r,d,g)})`}function io({minLength:e=0,maxLength:r,format:a,pattern:n,examples:o}){let t=Pr(e,r,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:g,
zh:u}=ts[a].name;return e>0||r!==void 0?{en:`${g}, of ${t.en}`,zh:`${u}\uFF0C${t.zh}`}:{en:g,zh:u}}let s=r!==void 0?{en:`a string of ${t.en}`,zh:`${t.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${t.en}`,zh:`${t.zh}\u7684\u5B57\u7B26\u4E32`},
[d]=o??[];return n===void 0||d===void 0?s:{en:`${s.en} such as ${JSON.stringify(d)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(d)}`}}function po({default:e,
examples:r,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=r??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function co({format:e,pattern:r,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(r===void 0)return[];let i=new RegExp(r),[t=""]=a,d=(e===void 0?[`${t}\0`,` ${t}`,`${t}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:ts[e].invalid).filter(u=>!i.test(u)&&[...u].length>=n&&[...u].length<=o),g=e===void 0?"pattern":"format";return[...a.map((u,b)=>xe(`${g}-good-${b+1}`,u)),
...d.map((u,b)=>je(`${g}-bad-${b+1}`,u,g))]}function mo({minLength:e=0,maxLength:r,pattern:a}){let n=new RegExp(a??""),o=({value:d})=>typeof d=="string"&&n.test(
d),i=e>0?[je("min-length-under","a".repeat(e-1),"min-length")]:[],t=r===void 0?[]:["a","\u5B57"].map(d=>je(`max-length-over-${d==="a"?"latin":"han"}`,d.repeat(r+
1),"max-length")),s=[...e>0?[xe("min-length-at","a".repeat(e)),xe("min-length-astral","\u{1F600}".repeat(e)),xe("space"," ".repeat(e))]:[],...r===void 0?[]:[xe(
"max-length-at","a".repeat(r)),xe("max-length-astral","\u{1F600}".repeat(r))]].filter(o);return[...i,...s,...t]}var Iu=()=>et([7,!0,["a"]]);function Eu(e){return rt(
"minLength",e.optionalNumber("minLength"))}function lo({pattern:e,minLength:r,maxLength:a},n){return e===void 0?n.text(nr(n,r,a)):n.matching(e)}var m0={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function Lu(e){return m0[e].
en}var Fu={read:(e,r)=>({kind:"prompt",...r,minLength:e.optionalNumber("minLength")??0,...so(e),limits:e.objects("x-prompt-limits").map(l0),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:ao,
check:(e,r,a)=>[oo(e,r,a),...u0(e,r,a),...f0(e,r,a)].reduce((n,o)=>Ar._`${n}
${o}`),facts:e=>({...no(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:r,parameter:a,from:n,to:o})=>({prefix:r,parameter:a,from:n,to:o}))}:{}}),phrase:io,
example:(e,r)=>po(e,Lu(r)),cases:e=>[...et([7,!0,["a"],{text:"a"}]),...mo(e),...co(e),...y0(e.limits),...g0(e.tokens)],sample:lo};function l0(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...rt("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function u0({limits:e},{pointer:r,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:u,count:b,max:q,severity:O,onlyWithHan:R})=>[
u,b,q,O==="error"?1:0,R===!0?1:0]),t=Math.min(...e.map(u=>u.max)),s=e.some(u=>u.count==="words"),d=(u,b=!0)=>n(Gt(b?h0(u):[])),g=Ar._`${d(o.han)}, ${d(o.latin,s)}, ${d(
o.space,s)}`;return[Ar._`if (typeof ${a} === "string" && ${a}.length > ${t}) ${new Ar.Name("promptLimits")}(${Bt}, ${r}, ${a}, ${n(Gt(i))}, ${g})`]}function h0(e){
let r=e.flatMap(([a,n])=>[a,n+1]);return r.map((a,n)=>a-(r[n-1]??0))}function f0({tokens:e},{pointer:r,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:t,to:s})=>{let d=Tr(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Ar._`if (typeof ${a} === "string") ${new Ar.Name("promptTokens")}(${Bt}, ${r}, ${a}, ${d}, ${i}, ${t}, ${s}, ${n(
i)})`})}function y0(e){return[...e.flatMap(({rule:r,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(Mu(a,o)).map(([i,t])=>xe(`${r}-${a}-${o===n?"at":"over"}${i}`,
t)))),...e.length>1?[xe("every-limit-over",e.map(({count:r,max:a})=>Mu(r,a+1)[""]).join(" "))]:[]]}function g0(e){return e.flatMap(({prefix:r,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${r}1 and ${r}${i}, then ${r}${i} again, ${r} alone`,findings:[],
beside:{[a]:Array.from({length:o},(t,s)=>`https://example.com/${s+1}`)}}))))}function Mu(e,r){let a=Math.min(10,r-1);switch(e){case"han":return{"":"\u8239".repeat(
r),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(r-a)} and a boat`};case"words":return{"":Array.from({length:r},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(r)}`};case"non-han":return{"":"x".repeat(r),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a)}`};default:return{"":"x".repeat(r),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(r-a-1)}`}}}var Vu={read:(e,r)=>({kind:"string",...r,...Eu(e),...so(e),...rt("values",e.unknown("x-values"))}),type:()=>"string",schema:ao,check:oo,facts:no,phrase(e){let r=io(
e);return e.values===void 0?r:{en:`${r.en}; which values it takes is not shown`,zh:`${r.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>po(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...Iu(),...e.pattern===void 0&&e.maxLength===void 0?[xe("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[xe("empty","")]:[],...mo(e),...co(e)],sample:lo};var Nr=ct(vt(),1);function Uu(e,r){return{read:r,type:({variants:a})=>`(${a.map(n=>e.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(o=>b0(e,a,o))}),check(a,n,o){
let{tag:i,variants:t}=a,s=new Nr.Name(`form${n.depth}`),d=o.nested(i,{pointer:Nr._`${n.pointer} + ${`/${i.name}`}`,value:s,depth:n.depth+1}),g=t.map(u=>Nr._`if (${s} === ${u.
name}) {
${o.nested(u,n)}
}`);return Nr._`if (${Ze("anyObject",a,n)})) {
const ${s} = ${new Nr.Name("own")}(${n.value}, ${i.name})
${[d,...g].reduce((u,b)=>Nr._`${u}
${b}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let o=n.map(({name:i,members:t})=>{let{en:s,zh:d}=Qp(
zu(a,t));return s===""?{en:i,zh:i}:{en:`${i} with ${s}`,zh:`${i}\uFF0C\u542B ${d}`}});return{en:`an object by its ${a.name}: ${o.map(({en:i})=>i).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${o.map(({zh:i})=>i).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:e.example(a,n),
cases:a=>[...et(["text",7,[]]),...w0(e,a),...v0(e,a)],sample:({variants:a},n)=>{let o=a[n.below(a.length)];return o===void 0?{}:e.sample(o,n)}}}function b0(e,r,a){
let{properties:n,...o}=e.schema(a),i=pe(n)?n:{},{enum:t,...s}=pe(i[r.name])?i[r.name]:{};return{...o,...ro(a),properties:{...i,[r.name]:{...s,const:a.name}}}}function zu(e,r){
return r.filter(({name:a})=>a!==e.name)}function w0(e,{tag:r,variants:a}){let[n]=a,o=n===void 0?{}:e.example(n,"video"),{[r.name]:i,...t}=pe(o)?o:{},s=`/${r.name}`;
return[je(`${r.name}-missing`,t,"required",s),...Bn(r,`${r.name}-null`,{...t,[r.name]:null},s),...e.cases(r).filter(({findings:d})=>d.length>0).flatMap(({about:d,
value:g=null,findings:u})=>({about:`${r.name}-${d}`,value:{...t,[r.name]:g},findings:u.map(b=>({...b,path:s}))}))]}function v0(e,{tag:r,variants:a}){let n=a.flatMap(
({members:o})=>o);return a.flatMap(o=>{let i=zu(r,o.members),t=new Set(o.members.map(({name:u})=>u)),s=n.find(({name:u})=>!t.has(u)),d=e.example(o,"video"),g=u=>pe(
u)?[{[r.name]:o.name,...u}]:[];return[xe(`form-${o.name}`,d),...s===void 0||!pe(d)?[]:[je(`${o.name}-with-${s.name}`,{...d,[s.name]:e.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...e.cases({...o,members:i}).flatMap(({about:u,value:b=null,findings:q})=>g(b).map(O=>({about:`${o.name}-${u}`,value:O,findings:q})))]})}
function Ju(e,r,a){let n=e.objects("oneOf"),o=k0(n)??e.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),i=n.map(u=>{
let b=a(u.object("properties").object(o).text("const"),u);return b.kind==="object"?b:e.refuse("oneOf","objects with named members")}),t=new Map;for(let u of i.flatMap(
({members:b})=>b)){let b=t.get(u.name)??u;u.name!==o&&za(u)!==za(b)&&e.refuse("oneOf",`forms in which "${u.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),t.set(u.name,b)}let s=i.map(({name:u})=>u),{source:d}=r,g=t.get(o)?.description??"";return{kind:"union",...r,tag:{kind:"enum",
name:o,required:!0,description:g,phrase:ia(s),notes:[],source:d,type:"string",values:s},variants:i}}function k0(e){let[r]=e.map(({value:n})=>n);return(pe(r?.properties)?
Object.keys(r.properties):[]).find(n=>{let o=e.map(({value:{properties:i,required:t}})=>{let s=pe(i)?i[n]:void 0;return pe(s)&&Array.isArray(t)&&t.includes(n)?s.
const:void 0});return o.every(i=>typeof i=="string")&&new Set(o).size===o.length})}function za(e){let{kind:r,quantity:a}=e,{unit:n,default:o}=e;return JSON.stringify(
[r,a,n,o,...r==="media"?[e.single,e.media,e.accepts,e.limits]:[],...r==="list"?[za(e.items)]:[],...r==="object"?e.members.map(i=>[i.name,za(i)]):[],...r==="unio\
n"?e.variants.map(za):[]])}var uo={type:q0,schema:O0,example:Cu,cases:e=>T0(e,[]),sample:A0},Du={prompt:Fu,string:Vu,enum:lu,integer:uu,number:$u,boolean:tu,media:ku,object:Tu(uo,$0),map:yu(
uo,_0),union:Uu(uo,S0),list:hu(uo,x0),array:eu};function P0(e,r){if(r["x-media"]!==void 0)return"media";if(r.enum!==void 0||r.const!==void 0)return"enum";if(r.oneOf!==
void 0)return"union";let a=Fa(r);switch(a){case"string":return e==="prompt"||r["x-prompt-limits"]!==void 0||r["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return r["x-items"]===void 0?"list":"array";case"object":return r.properties===void 0&&pe(r.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return a;default:return}}function ho(e,r,a,n){let o=P0(e,r.value)??r.refuse("type","string, integer, number, boolean, object or array");r.ignore("type","$comment");let i=Du[o].read(r,{...a,
...Kn(r.value)?{nullable:!0}:{}},n);return{...i,phrase:j0(i)}}function $0(e,r,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...r,members:Object.keys(n.value).map(i=>{let t=n.object(i);return ho(i,t,fo(i,o.has(i),t,r),a)})}}function S0(e,r,a){return Ju(e,r,(n,o)=>ho(n,o,
fo(n,!0,o,r),a))}function _0(e,r,a){let n=e.object("additionalProperties");n.has("default")&&n.refuse("default","left out: a member is there or not");let o=ho("\
value",n,fo("value",!0,n,r),a),i=e.has("propertyNames")?e.object("propertyNames"):void 0,[t,...s]=i?.texts("examples")??[];return{kind:"map",...r,values:o,...i===
void 0||t===void 0?{}:{names:{pattern:i.text("pattern"),examples:[t,...s]}},...He({minProperties:e.optionalNumber("minProperties"),maxProperties:e.optionalNumber(
"maxProperties")})}}function x0(e,r,a){let n=e.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueIte\
ms")&&["object","array"].includes(Fa(n.value)??"")&&e.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...r,items:ho(
"item",n,fo("item",!0,n,r),a),...He({minItems:e.optionalNumber("minItems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?
!0:void 0})}}function fo(e,r,a,{source:n}){return Yl(e,r,a,n)}function q0(e){return au(e,Js(e).type(e))}function O0(e){return nu(e,Js(e).schema(e))}function j0(e){return ou(e,Js(e).phrase(e))}function Cu(e,r){return Js(e).example(e,r)}function T0(e,r){return iu(e,Js(e).cases(e,r))}function A0(e,r){return e.
nullable&&r.below(8)===0?null:Js(e).sample(e,r)}function Js(e){return Du[e.kind]}function Wu(e,r){return Object.hasOwn(e,r)?Reflect.get(e,r):void 0}function rs(e){return e.split("/").slice(1)}function yo(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function fr({value:e,place:r},a,n){let[o,
...i]=a;if(o===void 0)return[{value:e,place:r}];if(o==="*")return Array.isArray(e)?e.flatMap((d,g)=>fr({value:d,place:r+"["+g+"]"},i,n)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let t=Wu(e,o),s={value:t===void 0&&!i.length?n:t,place:(r&&r+".")+o};return s.value===void 0?[]:fr(s,i,n)}function Rr(e,{path:r,
default:a}){return fr(e,rs(r),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function Hu(e){let[,r="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=a.length-Number(n),i=BigInt(r+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function Ku(e){let r=e.map(o=>Hu(o)),a=r.reduce((o,[,i])=>Math.max(
o,i),0);return+(r.reduce((o,[i,t])=>o+i*10n**BigInt(a-t),0n)+"e-"+a)}function Bu(e){let r=e.map(n=>Hu(n)),a=r.reduce((n,[,o])=>n+o,0);return+(r.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function Ds(e,r,a,{maximum:n,minimum:o,unit:i},t){let s=n??o??0,d=typeof s=="number"?{value:s,place:""}:Rr(t,s)[0];if(d===void 0)return;let{value:g,place:u}=d;if(n===
void 0?a>=g:a<=g)return;let b=n===void 0?"lower":"upper";return{text:e,of:[...r],side:b,limit:g,unit:i,actual:a,...u?{bound:u}:{}}}function Gu(e,r){let a={value:e,place:""},n=0;for(let{path:o}of r.of)for(let{value:i}of fr(a,rs(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return Ds("rule-co\
unt",r.of.map(({path:o})=>yo(o)),n,r,a)}function Zu(e,r){let a=Object.entries(e).map(([t,s])=>Qu(t.split("."),s,r)),n=a.filter(t=>t!==void 0);if(n.length<a.length)return;let[o={},...i]=n;return i.length===
0?o:{allOf:n}}function Qu([e="",...r],a,n){let o=n.find(t=>t.name===e);if(o===void 0)return;if(r.length===0)return N0(o,a);let i=o.nullable?void 0:Qu(r,a,kr(o));
return i&&{required:[e],properties:{[e]:{type:"object",...i}}}}function N0(e,r){let{name:a,nullable:n,kind:o}=e,{default:i}=e,t=(u,b)=>u?{properties:{[a]:b}}:{required:[
a],properties:{[a]:b}};if(typeof r!="object"||"length"in r){let u=typeof r=="object"?r:[r],b=u.some(q=>q===i);return t(b,{enum:[...u,...n&&b?[null]:[]]})}let{min:s,
max:d}=r,g=u=>u>=(s??0)&&u<=(d??1/0);if(o==="integer"||o==="number"||o==="enum"&&e.type!=="mixed"){let u=g(typeof i=="number"?i:0);return t(u,{type:n&&u?["numbe\
r","null"]:"number",minimum:s??0,...d===void 0?{}:{maximum:d}})}if(!n){if(o==="media"&&e.single)return g(1)?g(0)?{}:{required:[a]}:g(0)?{not:{required:[a]}}:void 0;
if(o==="media"||o==="array"||o==="list"&&kr(e.items).length===0&&e.items.kind!=="list"){let u={...s===void 0?{}:{minItems:s},...d===void 0?{}:{maxItems:d}};return t(
g(0),{type:"array",...u})}}}function Xu({defaults:e=[]},r){let a=e.flatMap(({when:n,default:o})=>{let i=Zu(n,r);return typeof o=="number"&&i!==void 0?[{if:i,default:o}]:[]});return a.length===
0?{}:{defaults:a}}function go(e,r){let a=n=>{if(Array.isArray(n))return n.map(a);if(!pe(n)||n.defaults===void 0)return n;let{defaults:o,...i}=n,t=Dt(o).find(([,
s])=>pe(s)&&pe(s.if)&&r(s.if));return t!==void 0&&pe(t[1])?{...i,default:t[1].default??null}:i};return Object.fromEntries(Object.entries(e).map(([n,o])=>[n,a(o)]))}function Ws(e,r){return e.texts("of").map((a,n)=>Yu(e,`of/${n}`,a,r))}function bo(e,r){return eh(e,"of",r)}function Hs(e,r,a){let n=e.has("maximum")?"maximum":"\
minimum";return{[n]:R0(e,n,r,a),unit:a??""}}function R0(e,r,a,n){if(typeof e.raw(r)=="number")return e.number(r);let o=Yu(e,r,e.text(r),a),i=eh(e,r,[o]);return n!==
void 0&&i!==n&&e.refuse(r,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function wo(e){let r=new Set(e.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return r.size===1?[...r][0]:void 0}function vo(e,r){return r.map(({at:a})=>({...a,path:Cs(a).slice(e.length)}))}function Xp({in:e,of:r}){return Dt(r).
map(([,a])=>ri(`${Cs(e)}${Cs(a)}`))}function Ks(e){let{maximum:r,minimum:a,unit:n=""}=e,o=r??a??null;return{of:Xp(e),side:r===void 0?"lower":"upper",...pe(o)?{bound:ri(
Cs(o))}:{limit:o,unit:n}}}function Cs(e){let r=pe(e)?e.path:e;return typeof r=="string"?r:""}function Yu(e,r,a,n){let o=Yp(a,n);(o===void 0||!I0(o))&&e.refuse(r,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{},...Xu(
o,n)}}}function I0(e){let{kind:r}=e;return r==="integer"||r==="number"||r==="enum"&&e.type!=="string"}function Yp(e,r){let[a,...n]=e.split("/").slice(1);return n.
reduce((o,i)=>o?.kind==="object"||o?.kind==="union"?kr(o).find(t=>t.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,r.find(o=>o.name===a))}function eh(e,r,a){
let n=new Set(a.map(({parameter:i})=>i.unit??""));n.size>1&&e.refuse(r,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===
""?"":` ${o}`}var E0=64,th={keyword:"x-count",read(e,r){return{of:e.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:Yp(n,r))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...M0(i)?{}:{one:!0}}}),...Hs(e,r)}},broken:(e,r)=>Gu(e,r),check:"brokenCount",demand:e=>({
text:"rule-count",...Ks(e)}),schema({of:e,maximum:r,minimum:a}){let n=r??a,o=Dt(e).map(([,s])=>pe(s)&&s.one===void 0?Cs(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=rh(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>r===void 0?F0(o,s):L0(o,s))}}};function M0(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function rh(e,r){if(r===1)return[[e]];let a=[];for(let n=0;n<=e;n++){let o=rh(e-n,r-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>E0))return}return a}function L0(e,r){return{properties:Object.fromEntries(e.map((a,n)=>[a,{maxItems:r[n]??0}]))}}
function F0(e,r){let a=e.flatMap((n,o)=>{let i=r[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function sh(e,{in:r,of:a,orEqual:n,unit:o}){for(let i of fr({value:e,place:""},rs(r))){let t=a.flatMap(s=>Rr(i,s));for(let[s,d]of t.entries()){let g=t[s-1];if(!(g===
void 0||g.value<d.value||n&&g.value===d.value))return{text:"rule-order",...n?{orEqual:""}:{},first:g.place,actual:g.value,second:d.place,limit:d.value,unit:o}}}}var ah={keyword:"x-order",read(e,r){let a=Ws(e,r),n=e.texts("of"),o=(n.length>1?wo(n):n[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:vo(o,a),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:bo(e,a)}},broken:(e,r)=>sh(e,r),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:Xp(e)})};function nh(e,r){let a={value:e,place:""};for(let n of fr(a,rs(r.in))){let o=r.of.flatMap(d=>Rr(n,d));if(o.length<r.of.length)continue;let[i,t]=[o.map(({place:d})=>d),
o.map(({value:d})=>d)],s=Ds("rule-product",i,Bu(t),r,a);if(s!==void 0)return s}}var oh={keyword:"x-product",read(e,r){let a=Ws(e,r),n=e.texts("of"),o=(n.length>1?wo(n):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:vo(o,a),...Hs(e,r)}},broken:(e,r)=>nh(e,r),check:"brokenProduct",demand:e=>({text:"rule-product",...Ks(e)})};function ih(e,r){let a={value:e,place:""},n=r.of.flatMap(i=>Rr(a,i));if(!n.length)return;let o=r.of.map(({path:i})=>yo(i));return Ds("rule-sum",o,Ku(n.map(({value:i})=>i)),
r,a)}var ph={keyword:"x-sum",read(e,r){let a=Ws(e,r);return{of:a.map(({at:n})=>n),...Hs(e,r,bo(e,a))}},broken:(e,r)=>ih(e,r),check:"brokenSum",demand:e=>({text:"rule\
-sum",...Ks(e)})};var dh=[ph,oh,th,ah];function uh(e,r){return hh(e)(r)}var ch=new WeakMap;function hh(e){let r=ch.get(e);if(r!==void 0)return r;let a=Object.entries(e).flatMap(([o,i])=>V0[o]?.(i,e)??
[]),n=o=>a.every(i=>i(o));return ch.set(e,n),n}function ir(e){return pe(e)?hh(e):void 0}function ed(e){return Dt(e).map(([,r])=>ir(r)??fh)}var fh=()=>!1,V0={type:e=>{
if(typeof e=="string")return lh[e];let r=Dt(e).flatMap(([,a])=>typeof a=="string"?lh[a]??[]:[]);return a=>r.some(n=>n(a))},const:e=>r=>e===r,enum:e=>r=>Array.isArray(
e)&&e.includes(r),minimum:Ja((e,r)=>e>=r),maximum:Ja((e,r)=>e<=r),exclusiveMinimum:Ja((e,r)=>e>r),exclusiveMaximum:Ja((e,r)=>e<r),multipleOf:Ja((e,r)=>z0(e/r)),
uniqueItems:e=>e!==!0?void 0:r=>!Array.isArray(r)||new Set(r.map(a=>JSON.stringify(a))).size===r.length,minLength:mh((e,r)=>e>=r),maxLength:mh((e,r)=>e<=r),pattern:e=>{
let r=typeof e=="string"?U0(e):void 0;return r===void 0?void 0:a=>typeof a!="string"||r.test(a)},minItems:e=>r=>!Array.isArray(r)||r.length>=Number(e),maxItems:e=>r=>!Array.
isArray(r)||r.length<=Number(e),items:e=>{let r=ir(e);return r===void 0?void 0:a=>!Array.isArray(a)||a.every(r)},contains:e=>{let r=ir(e);return r===void 0?void 0:
a=>!Array.isArray(a)||a.some(r)},required:e=>{let r=Dt(e).map(([,a])=>a);return a=>!pe(a)||r.every(n=>td(a,n))},properties:e=>{let r=Ur(e).flatMap(([a,n])=>{let o=ir(
n);return o===void 0?[]:[[a,o]]});return a=>!pe(a)||r.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let r=Ur(
e).map(([a,n])=>[a,Dt(n)]);return a=>!pe(a)||r.every(([n,o])=>!td(a,n)||o.every(([,i])=>td(a,i)))},oneOf:e=>{let r=ed(e);return a=>r.filter(n=>n(a)).length===1},
anyOf:e=>{let r=ed(e);return a=>r.some(n=>n(a))},allOf:e=>{let r=ed(e);return a=>r.every(n=>n(a))},additionalProperties:(e,{properties:r})=>{let a=e===!1?fh:ir(
e),n=o=>pe(r)&&Object.hasOwn(r,o);return a&&(o=>Ur(o).every(([i,t])=>n(i)||a(t)))},propertyNames:e=>{let r=ir(e);return r&&(a=>Ur(a).every(([n])=>r(n)))},minProperties:e=>r=>!pe(
r)||Object.keys(r).length>=Number(e),maxProperties:e=>r=>!pe(r)||Object.keys(r).length<=Number(e),not:e=>{let r=ir(e);return r===void 0?void 0:a=>!r(a)},if:(e,r)=>{
let[a,n,o]=[ir(e),ir(r.then),ir(r.else)];if(!(a===void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(dh.map(e=>[e.keyword,r=>pe(
r)?a=>e.broken(a,go(r,n=>uh(n,a)))===void 0:void 0]))};function Ja(e){return r=>a=>typeof a!="number"||e(a,Number(r))}function mh(e){return r=>a=>typeof a!="str\
ing"||e([...a].length,Number(r))}function U0(e){try{return new RegExp(e)}catch{return}}function z0(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(
e))}function td(e,r){return typeof r=="string"&&Object.hasOwn(e,r)}var lh={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="numb\
er",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>pe(e),null:e=>e===null};var J0=/^models\/([^/]+)\.schema\.json$/;function Da(e){let r=J0.exec(e)?.[1];return r===void 0?void 0:nc(r)}function yh(e){return`models/${ac(e)}.schema.json`}var gh=ks(e=>[...e.files.values()].flatMap(r=>{let a=Da(r.path),n=ss(r);return a===void 0||n===void 0?[]:[{path:r.path,id:a,schema:n}]}));function ss(e){return e!==
void 0&&e.syntaxErrors.length===0&&pe(e.value)?e.value:void 0}function ko(e){return[...e.files.values()].some(r=>ss(r)===void 0)}var HO=ks(()=>new Map);function D0(e,r){let a=[],n=(i,t)=>{a.push(t),o(i),a.pop()},o=i=>{if(r(i,a),Array.isArray(i))i.forEach(n);else if(pe(i))for(let t of Object.keys(i))n(i[t]??null,
t)};o(e)}function bh(e,r){let a=[];return D0(e,(n,o)=>{let i=r(n,o);i!==void 0&&a.push(i)}),a}function wh(e){return[...e.files.values()].flatMap(r=>r.path.startsWith("meta/")?[]:C0(r))}var C0=vr(e=>bh(ss(e)??null,(r,a)=>{let n=typeof r=="string"?H0(r):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),W0=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function H0(e){let[r]=W0.exec(e)??[];return r!==void 0?`the text holds U+${(r.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function vh(e){return e.filter(({keyword:r})=>r==="oneOf").reduce((r,a)=>r.includes(a)?K0(r,a):r,[...e])}function kh(e){return Ph(e).map(({required:r})=>r.join(
" with ")).join("; ")}function K0(e,r){let a=Ph(r),n=d=>d!==r&&Q0(d.instancePath,r.instancePath)&&!Z0(d,r),o=e.filter(d=>d!==r&&!n(d)),i=B0(a,r);if(typeof i!="n\
umber")return[...o,i];let t=a[i]?.members,s=e.filter(d=>n(d)&&X0(d,r,i,t));return s.length>0?[...o,...s]:[...o,r]}function B0(e,r){let a=pe(r.data)?Object.keys(
r.data):[];if(Array.isArray(r.params.passingSchemas))return r;let n=e[0]?.members===void 0?void 0:G0(e);if(n!==void 0){let{data:d}=r,g=pe(d)?d[n]:void 0,u=e.findIndex(
({members:q})=>q?.get(n)===g);if(u!==-1)return u;let b=e.map(({members:q})=>q?.get(n));return{...r,keyword:"enum",instancePath:`${r.instancePath}/${n}`,params:{
allowedValues:b},data:g}}let o=e.map(({required:d,members:g})=>a.filter(u=>g?.has(u)??d.includes(u)).length),i=Math.max(...o),t=o.flatMap((d,g)=>d===i?[g]:[]),[
s]=t;return i===0||s===void 0||t.length>1&&e[0]?.members===void 0?r:s}function G0(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function Ph({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([t,{const:s}])=>[
t,s]));return{required:n??[],members:i}})}function Z0(e,{instancePath:r,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
r||e.schemaPath.startsWith(`${n}/properties/`))}function Q0(e,r){return e===r||e.startsWith(`${r}/`)}function X0(e,{instancePath:r,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(r.length+1).split("/");return o?.has(i)??!0}import{createRequire as eP}from"node:module";import{fileURLToPath as Y0}from"node:url";var $h=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,rd=new URL("../".repeat(
$h),import.meta.url),sj=new URL("../",rd),aj=new URL($h===3?"./":"../",import.meta.url);var cj=Y0(new URL("dist/kept/",rd));var tP=eP(import.meta.url),sd="spec:/";function Sh(){let{Ajv2020:e}=tP("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var rP=/^upstreams\/([^/]+)\.json$/;function Ca(e){return rP.exec(e)?.[1]}function _h(e,r){let a=(n,o)=>pe(o)&&r(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>Ca(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var xh={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},qh="meta/model.schema.json",Oh="\
meta/upstream.schema.json",sP=["meta/facts.schema.json","meta/parameter.schema.json"],Pj=[...Object.entries(xh).flat(),qh,Oh,...sP];function jh(e){return Ca(e)!==void 0?Oh:Da(e)===void 0?xh[e]:qh}var Po;function $o(e){let r=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=r.map(
i=>i.text).join(`
`);if(Po?.text===a)return Po.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?nP(r):aP(e.meta.paths,n);return Po={text:a,validator:i=>e.files.has(i)?
o(i):void 0},Po.validator}function aP(e,{exports:r}){let a=new Map(e.map((n,o)=>[n,r[`meta${o}`]]));return n=>a.get(n)}function nP(e){let r=Sh();for(let a of e){
let n=ss(a);n!==void 0&&r.addSchema(n,sd+a.path)}return a=>r.getSchema(sd+a)}function Vt(e,r){let n=r.map(o=>({candidate:o,distance:oP(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function oP(e,r){let a=Array.from({length:r.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let t=1;t<=r.length;t++){let s=(a[t-1]??0)+(o===r[t-1]?0:1);i.push(Math.min(s,(a[t]??0)+1,(i[t-1]??0)+1))}a=i}return a[r.length]??0}function Th(e){let r=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(r!==void 0&&r[1]!=="x")return{problem:`uses ${r[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function Rh(e){let r=$o(e),a=[...e.files.values()].flatMap(n=>{let o=jh(n.path),i=o===void 0?void 0:r(o);if(i===void 0)return[];let t=iP(n),s=t.get(i)??pP(n,i);
return t.set(i,s),s});return e.meta?.code()?.keep(),a}var iP=vr(()=>new WeakMap);function pP(e,r){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||r(a))
return[];let o=new Map;for(let i of vh(r.errors??[])){let t=dP(e.path,a,i);t!==void 0&&!o.has(t.path.join("/"))&&o.set(t.path.join("/"),t)}return[...o.values()]}
function dP(e,r,a){let n=hP(r,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Th(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${Wa(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return cP(
e,[...n,o("additionalProperty")],a);case"required":return Ah(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...t}=Ah(e,n,o("missingProperty"));return{
code:i,...t,message:`${t.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${Wa(n)} must have exactly one of ${kh(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${Wa(n)} must be ${mP(a)}`}}}function cP(e,r,a){let n=String(r.at(-1)),o=pe(Nh(a))?Object.keys(Nh(a)):[],i=Vt(n,o);return{
code:"S010",file:e,path:r,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function Ah(e,r,a){
return a==="x-source"?{code:"S012",file:e,path:r,at:"key",message:`${Wa(r)} has no source`}:{code:"S011",file:e,path:[...r,a],message:`${Wa(r)} lacks the keywor\
d "${a}"`}}function Nh(e){let r=e.parentSchema?.properties;return typeof r=="object"&&r!==null?{...r}:{}}function mP(e){let r=e.parentSchema?.errorMessage;return typeof r==
"string"?r:(uP[e.keyword]??lP)(e)}var So=({params:e})=>String(e.limit),Bs=({params:e},r)=>`${String(e.limit)} ${r}${e.limit===1?"":"s"}`,lP=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,uP={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${So(e)} or more`,maximum:e=>`${So(e)} or less`,exclusiveMinimum:e=>`more than ${So(
e)}`,exclusiveMaximum:e=>`less than ${So(e)}`,minLength:e=>`a string of ${Bs(e,"character")} or more`,maxLength:e=>`a string of ${Bs(e,"character")} or less`,minItems:e=>`\
a list of ${Bs(e,"item")} or more`,maxItems:e=>`a list of ${Bs(e,"item")} or less`,minProperties:e=>`an object with ${Bs(e,"member")} or more`,maxProperties:e=>`\
an object with ${Bs(e,"member")} or less`,uniqueItems:({params:e,data:r})=>`a list without repeats: ${Array.isArray(r)?JSON.stringify(r[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function Wa(e){let r=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":r.slice(a.at(-2)??0).join("").replace(/^\./,"")}function hP(e,r){let a=e;return fe(r).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:pe(a)?a[n]:void 0,o?Number(n):n})}var fP=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function Ih(e){let r=new Map;for(let{file:o,code:i}of e)r.set(o,(r.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let t=[...r.get(o)??[]];return!fP.some(({causes:s,follow:d})=>d(i)&&t.some(g=>s.has(g)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,t)=>!o.some((s,d)=>yP(i,s,d<t))))}function yP(e,r,a){return e===r||e.offset!==void 0||r.path.length===
0||!r.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===r.path.length?a&&["S005","S006","S014","S015"].includes(r.code):e.code==="S014"&&r.code==="S014"}function ad(e,r){let a=e.slice(0,r).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Eh=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Mh=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var Lh=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var Fh=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${Lh.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var Vh=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var Uh=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var zh=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var Jh=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var Dh=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Ch=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
": { "quality": "hd" }, "default": 10 }]'}];var Wh=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],Hh=[{code:"S100",severity:"err\
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
"to": "/folder", "resultsFolder": true }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]'}];var gP=[...Eh,...Mh,...Fh,...Vh,...Uh,...Jh,...Dh,...zh,...Wh,...Ch,...Hh];function Kh(e){let r=gP.find(a=>a.code===e);if(r===void 0)throw new RangeError(`no su\
ch code: ${e}`);return r}var Bh=60;function Gh(e,r){let a=Kh(r.code),n=e.files.get(r.file),o=n===void 0?{line:1,column:1,text:""}:bP(n,r);return{code:r.code,severity:a.severity,file:r.file,
line:o.line,column:o.column,pointer:nn(r.path),text:kP(o.text),message:r.message,hint:r.hint??a.hint}}function bP(e,r){if(r.offset!==void 0)return{...ad(e.text,
r.offset),text:vP(e.text,r.offset)};let a=wP(e.tree,r),n=a?.offset??0;return{...ad(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function wP(e,r){if(e!==
void 0){for(let a=r.path.length;a>=0;a--){let n=Bd(e,r.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return r.
at==="key"&&a===r.path.length?o??n:n}return e}}function vP(e,r){let a=e.indexOf(`
`,r);return e.slice(r,a===-1?e.length:a)}function kP(e){let r=e.replace(/\s+/g," ");return r.length>Bh?`${r.slice(0,Bh-1)}\u2026`:r}var Zh=100;function _o(e,r){let a=[],n,o;try{o=JSON.parse(r)}catch{n=Yo(r,a,Qh),o=n===void 0?void 0:Gd(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(Xh(o,Zh))throw new RangeError(`${e} has more than ${Zh} levels`);return{path:e,text:r,value:o,get tree(){return n??=Yo(r,[],Qh)},syntaxErrors:a}}
var Qh={disallowComments:!0,allowTrailingComma:!1};function Xh(e,r){return typeof e!="object"||e===null?!1:r===0||Object.values(e).some(a=>Xh(a,r-1))}function Yh(e,r){let{code:a,severity:n,file:o,line:i,column:t,pointer:s,text:d,message:g,hint:u}=e,b=d===""?"":`
    ${d}`;return`${r}/${o}:${i}:${t} ${n} ${a} ${g}${b}
    at #${s}
    ${u}`}var Pe=ks(e=>_h(e,(r,a)=>$o(e)("meta/upstream.schema.json")?.(a)===!0)),PP=["video","image","audio","mesh"];function Je({operations:e}){return PP.flatMap(r=>{let a=e[r];
return a===void 0?[]:[[r,a]]})}var Ir=ks(e=>gh(e).map(({path:r,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(pe(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,$P(e,r,o)]))})));function $P(e,r,a){let n=pe(a)?a:{},o=typeof n.$ref=="string"?{...SP(e,r,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function SP(e,r,a){try{let{value:n}=sc(e,r,a);return pe(n)?n:{}}catch{return{}}}function _P(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function ef(e,r){let a=e;for(let n of r)if(Array.isArray(a))a=a[Number(n)];else if(_P(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var tf=["queued","processing","ended","cancelled"],xP={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*rf(e){
for(let{path:r,source:a}of Pe(e)){let{cancelRules:n}=a;if(n!==void 0)for(let[o,{cancel:i,status:t}]of Je(a)){if(i===void 0)continue;let s={code:"S100",file:r},d=[
"operations",o,"cancel"];yield*qP({...s,path:d},i,n,t?.states??{});let g=OP(i,n);g!==void 0&&(yield{...s,path:[...d,"proves","answer","words"],message:`cancelRu\
les.${g} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),i.proves!==void 0&&tf.every(u=>n[u].then!==
"cancelled")&&(yield{...s,path:[...d,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*qP({path:e,...r},{from:a},n,o){if(n.
ended.then!=="removed")return;let i='Name in "from" the words of tasks that wait or run.',t="cancelRules.ended removes the result";a===void 0&&(yield{...r,path:e,
message:`the request is sent to tasks that have ended too, and ${t}`,hint:i});for(let[s,d]of(a?.words??[]).entries())xP[o[d]??""]==="ended"&&(yield{...r,path:[...e,
"from","words",s],message:`"${d}" means an end, and ${t}`,hint:i})}function OP({proves:e},r){let{answer:a}=e??{};if(a===void 0)return;let n=o=>(r[o].status??200)<
300?ef(r[o].body,fe(a.at)):void 0;return tf.find(o=>o!=="cancelled"&&r[o].then!=="cancelled"&&a.words.some(i=>i===n(o)))}function*sf(e){for(let{path:r,source:a}of Pe(e)){let n=Ca(r);a.protocol!==n&&(yield{code:"S070",file:r,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var nd=99;function*af(e){for(let{path:r,source:a}of Pe(e)){for(let[o,{rows:i}]of Je(a)){let t=i.map(({to:s})=>fe(s));for(let[s,d]of t.entries()){let g=jP(d,t);if(g===
void 0)continue;yield{code:"S080",file:r,path:["operations",o,"rows",s,"to"],message:`no row writes to ${g}, the place before it`}}}let n=e.files.get(r)?.value;
for(let{step:o,path:i}of n===void 0?[]:od(n,[])){let t={file:r,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...t,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>nd){let s=`Use an index up to ${nd}\
: a fake writes every place before it.`;yield{code:"S080",...t,message:`the index ${o} is larger than ${nd}`,hint:s}}}}}function jP(e,r){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!r.some(t=>o.every((s,d)=>t[d]===s)))return nn(o)}}var TP=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*od(e,r){if(typeof e=="string"){let a=e.startsWith("/")?fe(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:r}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*od(n,[...r,a]);else if(pe(e))for(let[a,n]of Object.entries(
e))TP.includes(a)||(yield*od(n,[...r,a]))}function*nf(e){for(let{path:r,source:a}of Pe(e))for(let[n,{rows:o}]of Je(a))for(let[i,{minimum:t,maximum:s}]of o.entries())t!==void 0&&s!==void 0&&t>s&&(yield{code:"\
S084",file:r,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${t} is greater than the maximum ${s}`})}var of={video:"video",image:"image",audio:"audio",mesh:"model"};function*pf(e){for(let{path:r,source:a}of Pe(e))for(let[n,{results:o}]of Je(a))for(let{contentType:i,
path:t}of df(o,["operations",n,"results"]))i.startsWith(`${of[n]}/`)||(yield{code:"S085",file:r,path:t,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${of[n]}/.`})}function*df(e,r){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...r,a,"contentType"]}),
yield*df(o,[...r,a,"results"])}function*mf(e){for(let{path:r,source:a}of Pe(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,d]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[d].length===0&&(yield{code:"S082",file:r,path:[...i,s],message:`the proof never counts: errors.${d} names no place to read one\
 from`,hint:`Name the place in errors.${d}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:r,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let t=a.errors.proofs.slice(0,n).findIndex(s=>AP(s,o));t!==-1&&(yield{code:"S082",file:r,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${t+1}, HTTP ${a.errors.proofs[t]?.status??""}`})}}function AP(e,r){return(e.status===r.status||e.status===`${r.status[0]??""}xx`)&&
cf(e.codes,r.codes)&&cf(e.says,r.says)}function cf(e,r){return e===void 0||(r?.every(a=>e.includes(a))??!1)}function Ut(e){return e.split(/(\{[^{}]*\})/).flatMap(r=>r===""?[]:/^\{.*\}$/.test(r)?[{variable:r.slice(1,-1)}]:[r])}function*lf(e){for(let{path:r,source:a}of Pe(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:t,key:s}=n,d=["webhooks","\
signature"],g={code:"S089",file:r},u=Ut(i).flatMap(b=>typeof b=="string"?[]:[b.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...g,path:[...d,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),t?.header!==void 0&&!u.includes("timestamp")&&(yield{...g,path:[...d,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...g,path:[...d,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...g,path:[...d,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var NP=/\{(value|base64|mediaType|imageFormat)\}/;function uf(e){return{value:e,holes:[...id(e,[])]}}function*id(e,r){if(typeof e=="string"){let a=NP.exec(e);if(a===
null)return;let[n,o]=a,[i,t]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:r,whole:e===n,prefix:i,suffix:t};yield o==="base64"||o==="mediaType"||o==="ima\
geFormat"?{...s,part:o}:s}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*id(n,[...r,String(a)]);else if(pe(e))for(let[a,n]of Object.entries(e))yield*id(
n,[...r,a])}function xo(e){return typeof e=="string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,r=""])=>r):Array.isArray(e)?e.flatMap(xo):pe(e)?Object.values(
e).flatMap(xo):[]}function kt(e){return Ut(e).map(r=>{if(typeof r=="string")return r;let{variable:a}=r;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}function hf({paths:e,items:r,within:a,created:n,size:o,next:i}){return{paths:e.map(kt),items:fe(r),within:a===void 0?[]:fe(a),created:{at:fe(n.at),as:n.as},...o===
void 0?{}:{size:o},next:RP(i)}}function RP({by:e,parameter:r,at:a,more:n}){return e==="url"?{by:e,parameter:r,at:fe(a??"")}:{by:e,parameter:r,...n===void 0?{}:{
more:fe(n)}}}function ff({implied:e={},told:r}){return{implied:e,told:r.map(({at:a,constant:n,fact:o})=>({at:fe(a),from:o===void 0?{kind:"constant",value:n??null}:
{kind:o}}))}}var qo=["body","bodySha256","timestamp"];function yf(e){let{algorithm:r,encoding:a,signed:n,headers:o={},time:i,key:t}=e;return{algorithm:r,in:gf(e),encoding:a,
signed:Ut(n).map(s=>typeof s=="string"?s:IP(s.variable,o)),...i===void 0?{}:{time:EP(i)},key:MP(t)}}function gf({header:e,separator:r,prefix:a=""}){return{header:e.
toLowerCase(),...r===void 0?{}:{separator:r},prefix:a}}function IP(e,r){let a=qo.find(n=>n===e);return a===void 0?{header:(r[e]??"").toLowerCase()}:{is:a}}function EP({
member:e,header:r="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?gf({header:r,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:fe(e)},unit:o,toleranceSeconds:i}}function MP(e){if(e.by==="key-set")return e;let r={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:r}:{by:e.by,path:kt(e.path),at:fe(e.at),form:r}}function wf(e){let{message:r,code:a,codeHeader:n,status:o,inside:i,proofs:t}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{
in:e.authentication.in,name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},...e.
headers===void 0?{}:{headers:e.headers},deadlineSeconds:e.deadline.seconds,pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:FP(e.upload)},operations:Object.
fromEntries(Je(e).map(([s,d])=>[s,JP(d)])),errors:{message:r.map(fe),code:a.map(fe),...n===void 0?{}:{codeHeader:n.toLowerCase()},...o===void 0?{}:{status:fe(o)},
proofs:t.map(r$),...i===void 0?{}:{inside:{at:fe(i.at),unless:i.unless??[]}}},...e.probe===void 0?{}:{probe:{path:kt(e.probe.path),accepted:e.probe.accepted}},...e.
modelProbe===void 0?{}:{modelProbe:LP(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:VP(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:UP(e.cancelRules)},
...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.header,keptSeconds:e.idempotency.keptSeconds}}}}function LP({path:e,url:r,names:a="",omits:n,told:o=[],
except:i=[],untestable:t}){if(t!==void 0)return{untestable:t};let s=r===void 0?void 0:new URL(r).origin;return{...s===void 0?{}:{origin:s},path:kt(e??r?.slice(s?.
length)??""),names:fe(a),...n===void 0?{}:{omits:n},told:o.map(({at:d,constant:g})=>({at:fe(d),value:g})),except:i}}function FP({method:e,path:r,field:a,reference:n}){
return{request:jo({method:e,path:r}),...a===void 0?{}:{field:a},reference:fe(n)}}function VP(e){let{body:r,query:a,with:n=[],signature:o,challenge:i,told:t=[]}=e;
return{url:r===void 0?{in:"query",name:a??""}:{in:"body",at:fe(r)},beside:n.map(({to:s,constant:d})=>({to:fe(s),value:d})),...o===void 0?{}:{signature:yf(o)},...i===
void 0?{}:{challenge:fe(i)},told:t.map(({at:s,fact:d})=>({at:fe(s),fact:d}))}}function UP({queued:e,processing:r,ended:a,cancelled:n}){return{queued:{status:200,
...e},processing:{status:200,...r},ended:{status:200,...a},cancelled:{status:200,...n}}}function zP({path:e,filter:r,limit:a,items:n,within:o}){return{path:kt(e),
filter:r,limit:a,items:fe(n),within:o===void 0?[]:fe(o)}}function JP(e){let{submit:r,id:a,idForm:n,queryId:o,query:i,list:t,cancel:s,status:d,progress:g,seconds:u,
secondsAs:b}=e;return{submit:{method:r.method,path:kt(r.path)},submitPaths:ZP(r.paths),encoding:r.encoding??"json",...r.status===void 0?{}:{submitStatus:r.status},
...r.ignored===void 0?{}:{ignored:r.ignored.map(fe)},...r.implied===void 0?{}:{implied:r.implied.map(({at:q,is:O})=>({at:fe(q),is:O}))},headers:r.headers??{},rows:e.
rows.map(WP),drops:(e.drops??[]).map(({parameter:q,values:O,when:R,reason:j})=>({parameter:q,when:(R??[]).map(Oo),reason:j,...O===void 0?{}:{values:O}})),needs:bf(
e.needs),lacks:bf(e.lacks),...a===void 0?{}:{id:fe(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:XP(i)},
...t===void 0?{}:{list:zP(t)},...s===void 0?{}:{cancel:YP(s)},...e.history===void 0?{}:{history:hf(e.history)},...e.served===void 0?{}:{served:e$(e.served)},answer:{
...d===void 0?{}:{status:DP(d)},...g===void 0?{}:{progress:{at:fe(g.at),of:g.of}},results:e.results.map(vf),message:e.message.map(fe),code:e.code.map(fe),...u===
void 0?{}:{seconds:fe(u)},...b===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:q,unit:O})=>({at:fe(q),unit:O})),...o===void 0?{}:{id:fe(o)}},told:(e.
told??[]).map(({at:q,in:O,link:R,constant:j,fact:E})=>({at:fe(q),in:O,from:R!==void 0?{kind:"link",request:{method:"GET",path:kt(R.path)}}:E!==void 0?{kind:E}:{
kind:"constant",value:j??null}}))}}function DP({at:e,states:r,as:a,absent:n,cases:o=[]}){return{at:fe(e),states:r,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:
{absent:n},cases:o.map(({when:i,means:t})=>({when:i.map(CP),means:t}))}}function CP({at:e,is:r,present:a}){return r===void 0?{at:fe(e),present:a??!0}:{at:fe(e),
is:r}}function bf(e={}){return Object.fromEntries(Object.entries(e).map(([r,{reason:a}])=>[r,a]))}function WP(e){let r=e.values===void 0?e.accepts?.map(GP):Object.
entries(e.values).map(BP);return{to:fe(e.to),from:KP(e),when:(e.when??[]).map(Oo),...e.as==="string"?{template:HP}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.
as==="file"?{file:!0}:{},...e.template===void 0?{}:{template:uf(e.template)},...r===void 0?{}:{values:r},...e.minimum===void 0?{}:{minimum:e.minimum},...e.maximum===
void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},...e.forms===
void 0?{}:{forms:e.forms},...e.also===void 0?{}:{also:e.also.map(fe)},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var HP={value:"",holes:[{at:[],whole:!1,prefix:"",
suffix:""}]};function KP({from:e,each:r,join:a,model:n,resultsFolder:o,constant:i}){return e!==void 0?{kind:"parameter",name:e}:r!==void 0?{kind:"each",name:r}:
a!==void 0?{kind:"joined",names:a}:o===!0?{kind:"results-folder"}:n===!0?{kind:"model"}:{kind:"constant",value:i??null}}function BP([e,r]){return[Gs(e),r]}function Gs(e){
return e==="true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):e}function GP(e){return[e,e]}function Oo({given:e,absent:r,parameter:a="",among:n=[],model:o,exceptModel:i}){
return e!==void 0?{kind:"given",parameters:e}:r!==void 0?{kind:"absent",parameters:r}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:
{kind:"among",parameter:a,values:n}}function jo({method:e,path:r}){return{method:e,path:kt(r)}}function ZP(e=[]){return e.map(({when:r,path:a,encoding:n})=>({when:r.
map(Oo),path:kt(a),...n===void 0?{}:{encoding:n}}))}function QP(e=[]){return e.map(({when:r,path:a})=>({when:r.map(Oo),path:kt(a)}))}function XP({paths:e,at:r,hosts:a=[],
body:n,...o}){return{...jo(o),...e===void 0?{}:{paths:QP(e)},...r===void 0?{}:{stated:{at:fe(r),hosts:a}},...n===void 0?{}:{body:n.map(pd)}}}function pd({to:e,fact:r,
constant:a}){return{to:fe(e),from:r===void 0?{kind:"constant",value:a??null}:{kind:r}}}function YP({from:e,proves:r,body:a,...n}){let{answer:o,query:i=[]}=r??{};
return{...jo(n),...a===void 0?{}:{body:a.map(pd)},...e===void 0?{}:{from:e.words},proves:{...o===void 0?{}:{answer:{at:fe(o.at),words:o.words}},query:i}}}function e$({
list:e,remove:r}){return{...e===void 0?{}:{list:ff(e)},...r===void 0?{}:{remove:{...jo(r),answer:r.answer.map(pd)}}}}function vf(e){let{url:r,list:a,withKey:n,body:o,
base64:i,contentType:t,object:s,file:d,content:g,query:u,results:b,message:q,pending:O}=e,R=e.asked===void 0?{}:{asked:t$(e.asked)};return o===!0?{kind:"body"}:
r!==void 0?{kind:"url",at:fe(r),list:a??!1,...n===!0?{withKey:n}:{},...R}:i!==void 0&&t!==void 0?{kind:"base64",at:fe(i),contentType:t,...R}:s!==void 0?{kind:"o\
bject",at:fe(s),file:d??""}:g!==void 0?{kind:"content",request:{method:"GET",path:kt(g)}}:{kind:"query",request:{method:"GET",path:kt(u??"")},results:(b??[]).map(
vf),message:(q??[]).map(fe),...O===void 0?{}:{pending:O}}}function t$({at:e,is:r,model:a=[]}){return{at:fe(e),is:r,models:a}}function r$({status:e,codes:r,says:a,
proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...r===void 0?{}:{codes:r},...a===void 0?{}:{says:a.map(
t=>t.toLowerCase())}}}function*kf(e){for(let{path:r,source:a}of Pe(e))for(let[n,{rows:o}]of Je(a)){let i=Ir(e).filter(t=>t.kind===n);for(let[t,s]of o.entries()){let d=s.oneWay===void 0?
s$(s,i):void 0;d!==void 0&&(yield{code:"S077",file:r,path:["operations",n,"rows",t,"values",d[1]],message:`"${d[0]}" and "${d[1]}" of one model both become ${JSON.
stringify(s.values?.[d[1]])}`})}}}function s$({values:e={},from:r,each:a,join:n},o){let i=n??[r??a??""],t=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let d=(u,b)=>s.get(u)?.includes(Gs(b))??s.has(u),g=Object.entries(e).filter(([u])=>{let b=t(u);return i.every((q,O)=>d(q,b[O]??""))});for(let[u,[b,q]]of g.entries()){
let O=g.slice(0,u).find(([,R])=>JSON.stringify(R)===JSON.stringify(q));if(O!==void 0)return[O[0],b]}}}function*Pf(e){for(let{path:r,source:a}of Pe(e))for(let[n,{id:o,submit:i,rows:t,results:s}]of Je(a)){let d=["operations",n];for(let[g,{body:u,asked:b,results:q=[]}]of s.
entries()){let O=[...d,"results",g];b!==void 0&&o!==void 0&&(yield{code:"S101",file:r,path:[...O,"asked"],message:`what a submit asks for is not known to the re\
quest that follows its ID at ${o}`}),u===!0&&o!==void 0&&(yield{code:"S101",file:r,path:[...O,"body"],message:`the answer to the submit has an ID at ${o}`});for(let[
R,j]of q.entries())j.body===!0&&(yield{code:"S101",file:r,path:[...O,"results",R,"body"],message:"this is the answer to another request than the submit"})}for(let[
g,u]of t.entries()){let{as:b,to:q,forms:O}=u;if(b!=="file")continue;let R=[...d,"rows",g];a$(u,i)?/^\/[^/]+(\/-)?$/.exec(q)===null?yield{code:"S102",file:r,path:[
...R,"to"],message:"a file is a field of the form, or one of several"}:O===void 0&&(yield{code:"S102",file:r,path:R,message:"the row does not say in which forms\
 it takes a file"}):yield{code:"S102",file:r,path:[...R,"as"],message:"the body is JSON, which holds no file"}}}}function a$({from:e,each:r},{encoding:a,paths:n=[]}){
return a==="form"?n.every(i=>i.encoding!=="json"):n.find(({when:[i,...t]})=>t.length===0&&i?.given?.includes(e??r??""))?.encoding==="form"}function*$f(e){for(let{path:r,source:a}of Pe(e))for(let[n,{rows:o}]of Je(a))for(let[i,{as:t,forms:s}]of o.entries()){if(t!=="uploaded")continue;let d=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:r,path:d,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:r,
path:d,message:'the row takes no data URIs: "forms" must list data'})}}function*xf(e){for(let{path:r,source:a}of Pe(e))for(let[n,{rows:o}]of Je(a)){let i=Ir(e).filter(s=>s.kind===n),t=!1;for(let[s,d]of o.entries()){let g=o.slice(0,
s).find(u=>qf(u,d)&&!o$(u,d)&&i$(u,d,i)&&!(t&&To(u,d)));g!==void 0&&(t||=To(g,d),yield{code:"S076",file:r,path:["operations",n,"rows",s,"to"],message:To(g,d)?`${d.
to} makes an object where an earlier row makes a list, or the other way round (${dd(g)} at ${g.to})`:`${d.to} is written by an earlier row too (${dd(g)})`})}yield*n$(
r,a,o)}}function*n$(e,{webhooks:r},a){let n=[...r?.body===void 0?[]:[{to:r.body,path:["webhooks","body"]}],...(r?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let t=a.find(s=>qf(s,{to:o}));t!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${dd(t)})`})}}function qf(e,r){if(To(e,r))return!0;let[a,n]=[e.to,r.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function To({to:e},{to:r}){let[a,n]=[e.split("/"),r.split("/")],o=a.findIndex((s,d)=>s!==n[d]),[i,t]=[a[o],n[o]];return i!==void 0&&t!==void 0&&Sf(i)!==
Sf(t)}var Sf=e=>/^(-|\d+)$/.test(e);function o$(e,r){return e.constant!==void 0&&r.to.startsWith(`${e.to}/`)}function i$(e,r,a){if(_f(e,r)||_f(r,e))return!1;let n=[
Ao(e),Ao(r)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function _f({when:e=[]},r){return e.some(a=>Ao(r).some(n=>a.
absent?.includes(n))||(r.when??[]).some(n=>p$(a,n)))}function p$(e,r){return e.absent!==void 0&&r.given!==void 0?r.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&r.model!==void 0?!e.model.some(a=>r.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&r.exceptModel!==void 0?e.model.every(
a=>r.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===r.parameter&&!e.among.some(a=>r.among?.includes(a)===!0)}function Ao({from:e,each:r,
join:a}){return a??[e??r].filter(n=>n!==void 0)}function dd(e){return Ao(e).join(" and ")||(e.model===!0?"the model":e.resultsFolder===!0?"the folder of results":
"a constant")}function*Of(e){for(let{path:r,source:a}of Pe(e))for(let[n,{id:o,query:i,status:t}]of Je(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||t===void 0){
yield{code:"S078",file:r,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:d,absent:g,cases:u=[]}=t,b=[...Object.values(
d),g,...u.map(({means:q})=>q)];for(let q of["completed","failed"])b.includes(q)||(yield{code:"S078",file:r,path:[...s,"status","states"],message:`no status mean\
s ${q}`})}}var d$=["value","base64,mediaType","base64,imageFormat","base64"],c$=["value","base64","mediaType","imageFormat"];function*jf(e){for(let{path:r,source:a}of Pe(e))
for(let[n,{rows:o}]of Je(a))for(let[i,{template:t,forms:s}]of o.entries()){if(t===void 0)continue;let d=xo(t);if(d$.includes([...d].sort().join())){d.includes("\
base64")&&s?.join()!=="data"&&(yield{code:"S075",file:r,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row\
 takes URLs too: "forms" must be ["data"]'});continue}let g=d.find(u=>!c$.includes(u));yield{code:"S075",file:r,path:["operations",n,"rows",i,"template"],message:g!==
void 0?`{${g}} means nothing here`:d.length===0?"the template does not hold {value}":d.every(u=>u==="value")?`the template holds {value} ${d.length} times`:"the\
 template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once"}}}function*No({submit:e,query:r,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[t,s=[]]of[["submit",e.paths],["query",r?.paths]])for(let[d,{when:g}]of s.entries())
yield*cd(g,[t,"paths",d,"when"]);for(let[t,s]of a.entries()){let d=["rows",t],g=s.from===void 0?"each":"from",u=s.from??s.each,b=Object.keys(s.values??{}).map(O=>({
value:Gs(O),path:[...d,"values",O],at:"key"})),q=(s.accepts??[]).map((O,R)=>({value:O,path:[...d,"accepts",R],at:"value"}));for(let[O,R]of(s.join??[]).entries())
yield{parameter:R,path:[...d,"join",O],at:"value",values:m$(s,d,O)};u!==void 0&&(yield{parameter:u,path:[...d,g],at:"value",values:[...b,...q]}),yield*cd(s.when??
[],[...d,"when"])}for(let[t,{parameter:s,values:d=[],when:g=[]}]of n.entries()){let u=["drops",t];yield{parameter:s,path:[...u,"parameter"],at:"value",values:d.
map((b,q)=>({value:b,path:[...u,"values",q],at:"value"}))},yield*cd(g,[...u,"when"])}for(let t of Object.keys(o))yield{parameter:t,path:["needs",t],at:"key",values:[]};
for(let t of Object.keys(i))yield{parameter:t,path:["lacks",t],at:"key",values:[]}}function m$({values:e={}},r,a){return Object.keys(e).map(n=>({value:Gs(n.split(
" ")[a]??""),path:[...r,"values",n],at:"key"}))}function*cd(e,r){for(let[a,{given:n=[],absent:o=[],parameter:i,among:t=[]}]of e.entries()){for(let[d,g]of n.entries())
yield{parameter:g,path:[...r,a,"given",d],at:"value",values:[]};for(let[d,g]of o.entries())yield{parameter:g,path:[...r,a,"absent",d],at:"value",values:[]};if(i===
void 0)continue;let s=t.map((d,g)=>({value:d,path:[...r,a,"among",g],at:"value"}));yield{parameter:i,path:[...r,a,"parameter"],at:"value",values:s}}}function*Tf(e){if(!ko(e))for(let{path:r,source:a}of Pe(e))for(let[n,o]of Je(a)){let i=Ir(e).filter(s=>s.kind===n),t=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:d,at:g}of No(o)){if(t.includes(s))continue;let u=Vt(s,t);yield{code:"S071",file:r,path:["operations",n,...d],at:g,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${t.join(", ")}.`:`Did you mean "${u}"?`}}}}function*Af(e){for(let{path:r,source:a}of Pe(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:t}=n,s={code:"S088",file:r},
d=["webhooks","signature"],g=qo.filter(q=>q!=="timestamp"||t!==void 0),u=[...new Set([...g,...Object.keys(i)])],b=Ut(o).flatMap(q=>typeof q=="string"?[]:[q.variable]);
for(let q of b.filter(O=>!u.includes(O))){let O=Vt(q,u);yield{...s,path:[...d,"signed"],message:`{${q}} is not known here`,hint:l$(q,O,u)}}for(let q of Object.keys(
i)){let O={...s,path:[...d,"headers",q],at:"key"};qo.some(R=>R===q)?yield{...O,message:`{${q}} has a meaning of its own`,hint:"Give the header another name."}:b.
includes(q)||(yield{...O,message:`{${q}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function l$(e,r,a){return e==="timestamp"?'Say in \
"time" where it is.':r!==void 0?`Did you mean {${r}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Ro(e,r){return md(e.files.get(r)?.value??null,[])}var u$=["template","constant","among","body","values","accepts","sources"];function*md(e,r){if(Array.
isArray(e))for(let[a,n]of e.entries())r.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...r,a]}:yield*md(n,[...r,a]);else if(pe(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...r,a]}:u$.includes(a)||(yield*md(n,[...r,a]))}function*Nf(e){for(let{path:r,source:a}of Pe(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Ro(e,r)){if(n.includes(o))continue;let t=Vt(o,n);yield{code:"\
S073",file:r,path:i,message:`"${o}" is not in sources`,hint:t===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${t}"?`}}}}var Rf=["model","app"],Zs=["id","name","model","app"];function*Io(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:r,url:a}=e.
modelProbe??{};r!==void 0&&(yield{text:r,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of Je(e))for(let{path:t,...s}of h$(i))yield{path:["operations",o,...t],...s}}function*h$({id:e,submit:r,
query:a,list:n,history:o,cancel:i,results:t,told:s=[]}){let d=e!==void 0;yield{text:r.path,path:["submit","path"],allowed:Rf};for(let[u,{path:b}]of(r.paths??[]).
entries())yield{text:b,path:["submit","paths",u,"path"],allowed:Rf};let g=a?.body?.some(({fact:u})=>u==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query",
"path"],allowed:Zs,needsId:d&&!g});for(let[u,{path:b}]of(a?.paths??[]).entries())yield{text:b,path:["query","paths",u,"path"],allowed:Zs,needsId:d&&!g};n!==void 0&&
(yield{text:n.path,path:["list","path"],allowed:[]});for(let[u,b]of(o?.paths??[]).entries())yield{text:b,path:["history","paths",u],allowed:[]};i!==void 0&&(yield{
text:i.path,path:["cancel","path"],allowed:Zs,needsId:d});for(let[u,{link:b}]of s.entries())b!==void 0&&(yield{text:b.path,path:["told",u,"link","path"],allowed:Zs});
yield*If(t,["results"],d)}function*If(e,r,a){for(let[n,{content:o,query:i,results:t=[]}]of e.entries())o!==void 0&&(yield{text:o,path:[...r,n,"content"],allowed:Zs,
needsId:a}),i!==void 0&&(yield{text:i,path:[...r,n,"query"],allowed:Zs,needsId:a}),yield*If(t,[...r,n,"results"],a)}function*Ef(e){for(let{path:r,source:a}of Pe(e))for(let{text:n,path:o,allowed:i}of Io(a))for(let t of Ut(n))typeof t=="string"||i.includes(t.variable)||(yield{code:"\
S074",file:r,path:o,message:`{${t.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*Mf(e){for(let{path:r,source:a}of Pe(e))for(let{text:n,path:o,allowed:i,needsId:t}of Io(a)){let s=Ut(n).flatMap(g=>typeof g=="string"?[]:[g.variable]),d=s.
includes("id")||s.includes("name");t===!0&&!d&&s.every(g=>i.includes(g))&&(yield{code:"S083",file:r,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Lf(e){if(!ko(e))for(let{path:r,source:a}of Pe(e))for(let[n,o]of Je(a)){let i=new Set,t=Ir(e).filter(s=>s.kind===n);for(let{parameter:s,values:d}of No(o)){
let g=t.filter(b=>b.parameters.has(s)).map(b=>b.parameters.get(s)),u=new Set(g.flatMap(b=>b??[]));if(!(g.length===0||g.includes(void 0)))for(let{value:b,path:q,
at:O}of d){if(u.has(b)||i.has(q.join("/")))continue;i.add(q.join("/"));let R=typeof b=="string"?Vt(b,[...u].map(String)):void 0;yield{code:"S072",file:r,path:["\
operations",n,...q],at:O,message:`no ${n} model offers ${JSON.stringify(b)} as ${s}`,hint:R===void 0?`Offered: ${[...u].map(j=>JSON.stringify(j)).join(", ")}.`:
`Did you mean "${R}"?`}}}}}var f$=new Set(["failed","expired","cancelled"]);function*Ff(e){for(let{path:r,source:a}of Pe(e))for(let[n,{cancel:o,status:i}]of Je(a)){if(o===void 0)continue;
let t=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[d,g]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[u,b]of d.entries()){let q={code:"S087",file:r,path:[...s,...g,u]},O=t.get(b),R=O===void 0?Vt(b,[...t.keys()]):void 0;O===void 0?yield{...q,message:`\
"${b}" is not a word of status.states`,...R===void 0?{}:{hint:`Did you mean "${R}"?`}}:g[0]==="proves"&&!f$.has(O)&&(yield{...q,message:`"${b}" means ${O}: it p\
roves that something is made`})}}}function*Vf(e){for(let{path:r,source:a}of Pe(e)){let n=a.authentication.token?.by==="aws-sigv4";for(let[o,{rows:i,results:t}]of Je(a)){let s=i.findIndex(({resultsFolder:b})=>b===
!0),d=t.findIndex(({object:b})=>b!==void 0),g=["operations",o],u=[...g,"results",d,"object"];s!==-1&&d===-1&&(yield{code:"S103",file:r,path:[...g,"rows",s,"resu\
ltsFolder"],message:"no result is read from the folder"}),d!==-1&&(s===-1&&(yield{code:"S103",file:r,path:u,message:"no row tells the upstream of the folder"}),
n||(yield{code:"S103",file:r,path:u,message:"the key of this protocol does not open S3"}))}}}function*Uf(e){for(let{path:r,source:a}of Pe(e)){let n=new Set([...Ro(e,r)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:r,path:["sources",o],message:`no fact names the source "${o}"`})}}var zf=[sf,Tf,Lf,Nf,Ef,jf,xf,kf,Of,$f,af,mf,Mf,nf,pf,Uf,Ff,Af,lf,rf,Pf,Vf];var Jf="meta/upstream.schema.json",y$=[Qd,Yd,rc,wh,Rh,...zf];function Df(e,r){let a=[_o(Jf,"{}"),...w$(r)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:t,text:s})=>{let d=`upstreams/${t}.json`,g={directory:i,files:new Map([...a,g$(d,s)].map(q=>[q.path,q])),meta:{paths:[Jf],code:()=>n}},u=Ih(y$.flatMap(q=>[
...q(g)])).filter(({file:q})=>q===d).map(q=>Gh(g,q)),b=Pe(g)[0]?.source;return b!==void 0&&u.every(({severity:q})=>q!=="error")?{name:t,mapping:wf(b)}:{name:t,mistakes:u.
sort((q,O)=>q.line-O.line).map(q=>b$(q,t,i))}})}function g$(e,r){try{return _o(e,r)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:r,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function b$(e,r,a){return Yh({...e,file:`${r}.json`},a)}function w$(e){return Object.entries(e).map(([r,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([t,s])=>[t,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:r},...Object.fromEntries(o)}};return _o(yh(r),JSON.stringify(i))})}var GA=Df(Cf.default.meta0,v$);export{GA as compileProtocols};
