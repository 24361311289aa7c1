// Made by the generator from spec/. Do not edit.
var Zh=Object.create;var Nd=Object.defineProperty;var Qh=Object.getOwnPropertyDescriptor;var Xh=Object.getOwnPropertyNames;var Yh=Object.getPrototypeOf,ey=Object.prototype.hasOwnProperty;var ge=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var ty=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Xh(t))!ey.call(e,o)&&o!==a&&Nd(e,o,{get:()=>t[o],enumerable:!(n=Qh(t,o))||n.enumerable});
return e};var $t=(e,t,a)=>(a=e!=null?Zh(Yh(e)):{},ty(t||!e||!e.__esModule?Nd(a,"default",{value:e,enumerable:!0}):a,e));var Go=ge(Bo=>{"use strict";Object.defineProperty(Bo,"__esModule",{value:!0});function Rd(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Bo.default=Rd;Rd.code='require("ajv/dist/runtime/ucs2length").default'});var Vd=ge(Fd=>{"use strict";Fd.meta0=nn;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
$ref:"#/$defs/source"}},additionalProperties:!1},served:{type:"object",minProperties:1,description:"Requests that clients of the vendor make and this service do\
es not: native APIs answer them.",properties:{list:{type:"object",description:"A GET that lists the tasks of an account, newest first, page by page.",required:[
"path","limit","after","items","told","source"],properties:{path:{$ref:"#/$defs/path"},limit:{type:"string",minLength:1,description:"The query parameter that ta\
kes the most tasks of a page."},after:{type:"string",minLength:1,description:"The query parameter that takes the ID of the last task of the page before."},implied:{
type:"object",additionalProperties:{type:"string"},description:"Other query parameters, each with the value that asks for what is done anyway. Any other is reje\
cted."},items:{$ref:"#/$defs/pointer",description:"Where the answer has the tasks."},told:{type:"array",minItems:1,description:"Other members of the answer.",items:{
type:"object",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},constant:{description:"A fixed value."},fact:{enum:["first","last","more"],description:"Th\
e ID of the first or the last task of the page, or whether there are more."}},oneOf:[{required:["constant"]},{required:["fact"]}],additionalProperties:!1}},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},remove:{type:"object",description:"The request that removes a task with its files. A native API cancels a task \
that runs, and rejects the request where it cannot be cancelled.",required:["method","path","answer","source"],properties:{method:{enum:["POST","DELETE"],description:"\
The HTTP method."},path:{$ref:"#/$defs/path"},answer:{$ref:"#/$defs/requestBody",description:"The answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},
additionalProperties:!1},cancel:{type:"object",description:"The request that cancels a task, and what proves that nothing was made and nothing is charged.",required:[
"method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},body:{$ref:"#/$defs/\
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
"base64","contentType"]},{required:["object","file"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},vr={type:"stri\
ng",minLength:1,description:"A remark for who edits the file."},ie={type:"string",minLength:1,description:"One of the names in sources."},Ne={type:"string",pattern:"\
^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},ee={type:"string",pattern:"^(/([^/~\
]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},Ct={type:"string",pattern:"\
^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},vs={type:"string",minLength:1,
description:'What stands before the key, such as "whsec_".'},Tr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes\
 of the text itself (UTF-8)."},Q={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is give\
n.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is t\
aken in, and the task goes on all the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,
maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"\
In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{
type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and e\
rror"}],additionalProperties:!1},qs=Object.prototype.hasOwnProperty,pe=Go().default,Id=new RegExp("^[a-z][a-z0-9-]*$","u"),ry=new RegExp("^\\d+\\.\\d+\\.\\d+","\
u"),Ed=new RegExp("^https://","u"),sy=new RegExp("^https://[^/]+(/.*[^/])?$","u"),ks=new RegExp("^[A-Za-z0-9._-]+$","u"),Ld=new RegExp("^[\\x20-\\x7e]*$","u"),jt=new RegExp(
"^/","u"),ay=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),Be=new RegExp("^(/([^/~]|~[01])+)+$","u"),ny=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),cr={type:"object",required:[
"text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function Ps(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ps.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let f=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let _={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
text"},message:"must have required property 'text'",schema:cr.required,parentSchema:cr,data:e};r===null?r=[_]:r.push(_),s++}if(e.source===void 0){let _={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:cr.required,parentSchema:cr,data:e};
r===null?r=[_]:r.push(_),s++}let $=s;for(let _ in e)if(!(_==="text"||_==="source")){let j={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:cr,data:e};r===null?r=[j]:r.push(j),s++}if(e.text!==
void 0){let _=e.text,j=s,x=s;if(typeof _=="string"){if(pe(_)<1){let N={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:cr.properties.text,data:_};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:cr.properties.text.type,parentSchema:cr.properties.
text,data:_};r===null?r=[N]:r.push(N),s++}var m=j===s}if(e.source!==void 0){let _=e.source,j=s,x=s,N=s;if(typeof _=="string"){if(pe(_)<1){let fe={instancePath:t+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:_};
r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:ie.type,parentSchema:ie,data:_};r===null?r=[fe]:r.push(fe),s++}var y=x===s,m=j===s}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:cr.type,parentSchema:cr,data:e};r===null?r=[$]:r.push($),s++}return Ps.errors=r,s===0}Ps.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var h={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",
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
served:{type:"object",minProperties:1,description:"Requests that clients of the vendor make and this service does not: native APIs answer them.",properties:{list:{
type:"object",description:"A GET that lists the tasks of an account, newest first, page by page.",required:["path","limit","after","items","told","source"],properties:{
path:{$ref:"#/$defs/path"},limit:{type:"string",minLength:1,description:"The query parameter that takes the most tasks of a page."},after:{type:"string",minLength:1,
description:"The query parameter that takes the ID of the last task of the page before."},implied:{type:"object",additionalProperties:{type:"string"},description:"\
Other query parameters, each with the value that asks for what is done anyway. Any other is rejected."},items:{$ref:"#/$defs/pointer",description:"Where the ans\
wer has the tasks."},told:{type:"array",minItems:1,description:"Other members of the answer.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$defs\
/pointer"},constant:{description:"A fixed value."},fact:{enum:["first","last","more"],description:"The ID of the first or the last task of the page, or whether \
there are more."}},oneOf:[{required:["constant"]},{required:["fact"]}],additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},remove:{
type:"object",description:"The request that removes a task with its files. A native API cancels a task that runs, and rejects the request where it cannot be can\
celled.",required:["method","path","answer","source"],properties:{method:{enum:["POST","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},answer:{
$ref:"#/$defs/requestBody",description:"The answer."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},additionalProperties:!1},cancel:{type:"object",description:"\
The request that cancels a task, and what proves that nothing was made and nothing is charged.",required:["method","path","source"],properties:{method:{enum:["G\
ET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},body:{$ref:"#/$defs/requestBody"},from:{type:"object",description:"In whic\
h of the upstream's words for the status the request may be sent. In others it does something else, such as removing a finished result. Left out where it does n\
othing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/words"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"object",
description:"What proves that nothing was bought. Any other answer is inconclusive: the task is followed to its end and paid for. Left out where nothing does.",
required:["source"],minProperties:2,properties:{answer:{type:"object",description:"What the answer to this request says then.",required:["at","words"],properties:{
at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},query:{$ref:"#/$defs/words",description:"The words for the status that a late\
r query answers then."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},additionalProperties:!1},status:{type:"object",
description:"Where the upstream says how a task stands, and what its words mean.",required:["at","states","source"],properties:{at:{$ref:"#/$defs/pointer"},states:{
type:"object",description:"The upstream's words, each with its meaning, compared without case; numbers and booleans by what they are written as. A word that is \
missing here keeps a task going.",additionalProperties:{$ref:"#/$defs/state"},minProperties:1},as:{enum:["number","boolean"],description:"What words are written\
 as. Left out where they are strings; all are read."},absent:{$ref:"#/$defs/state",description:"What it means that there is no word."},cases:{type:"array",minItems:1,
description:"States that several signs mean together, regardless of the word. The first that holds counts.",items:{type:"object",required:["when","means"],properties:{
when:{type:"array",minItems:1,description:"All of these must hold.",items:{type:"object",required:["at"],properties:{at:{$ref:"#/$defs/pointer"},is:{type:"array",
minItems:1,description:"One of these values stands there."},present:{type:"boolean",description:"Whether there is a value at all."}},oneOf:[{required:["is"]},{required:[
"present"]}],additionalProperties:!1}},means:{$ref:"#/$defs/state"}},additionalProperties:!1}},source:{$ref:"#/$defs/source"}},additionalProperties:!1},progress:{
type:"object",description:"Where the upstream says how far a task has got.",required:["at","of","source"],properties:{at:{$ref:"#/$defs/pointer"},of:{type:"numb\
er",exclusiveMinimum:0,description:"The number that means done."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},results:{$ref:"#/$defs/results"},message:{
$ref:"#/$defs/pointers",description:"Where a failed task says why."},code:{$ref:"#/$defs/pointers",description:"Where a failed task has its error code."},seconds:{
$ref:"#/$defs/pointer",description:"Length of the result in seconds."},secondsAs:{const:"string",description:"The length is answered as a string. Left out where\
 it is a number; both are read."},usage:{type:"array",items:{type:"object",required:["at","unit","source"],properties:{at:{$ref:"#/$defs/pointer"},unit:{type:"s\
tring",minLength:1,description:"What is counted."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},description:"What the task used."},told:{type:"array",
description:"Members of answers that clients of the vendor read and this service does not: fakes and native APIs write them.",items:{type:"object",required:["at",
"in","source"],properties:{at:{$ref:"#/$defs/pointer"},in:{enum:["submit","query","both"],description:"In which answers."},link:{type:"object",required:["path"],
properties:{path:{$ref:"#/$defs/path"}},additionalProperties:!1,description:"The URL of a request."},constant:{description:"A fixed value."},fact:{enum:["id","m\
odel","created"],description:"A fact of the task."},source:{$ref:"#/$defs/source"}},oneOf:[{required:["link"]},{required:["constant"]},{required:["fact"]}],additionalProperties:!1}}},
additionalProperties:!1,dependentRequired:{list:["id","query"]}},an={enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data. Left \
out: JSON."},yt={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},Wt={enum:["queued","processing","completed","failed","expired","cance\
lled","unknown"],description:"What a task's status means."},oy=new RegExp("^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$","u"),iy=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[\
a-z0-9-]+)+$","u"),Et={type:"array",minItems:1,description:"Other paths, for what the request gives or for some models. The first whose conditions hold counts.",
items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"},encoding:{enum:["json","form"],description:"How \
the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},Zo={type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"\
#/$defs/condition"}},Ee={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},
absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whos\
e value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,
description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstrea\
m's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["e\
xceptModel"]}],additionalProperties:!1};function Tt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=Tt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(Array.isArray(e)){if(e.length<1){let C={instancePath:t,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Zo,data:e};r===null?r=[C]:r.push(C),s++}let fe=!0,
G=e.length;for(let C=0;C<G;C++){let U=e[C],$e=s,be=s,et=s,E=s,ne=!1,xe=null,at=s;if(U&&typeof U=="object"&&!Array.isArray(U)&&U.given===void 0){let O={instancePath:t+
"/"+C,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:Ee.
oneOf[0].required,parentSchema:Ee.oneOf[0],data:U};r===null?r=[O]:r.push(O),s++}var m=at===s;m&&(ne=!0,xe=0);let se=s;if(U&&typeof U=="object"&&!Array.isArray(U)&&
U.absent===void 0){let O={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"mus\
t have required property 'absent'",schema:Ee.oneOf[1].required,parentSchema:Ee.oneOf[1],data:U};r===null?r=[O]:r.push(O),s++}var m=se===s;if(m&&ne)ne=!1,xe=[xe,
1];else{m&&(ne=!0,xe=1);let O=s;if(U&&typeof U=="object"&&!Array.isArray(U)){if(U.parameter===void 0){let we={instancePath:t+"/"+C,schemaPath:"#/$defs/condition\
/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:Ee.oneOf[2].required,parentSchema:Ee.
oneOf[2],data:U};r===null?r=[we]:r.push(we),s++}if(U.among===void 0){let we={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"requi\
red",params:{missingProperty:"among"},message:"must have required property 'among'",schema:Ee.oneOf[2].required,parentSchema:Ee.oneOf[2],data:U};r===null?r=[we]:
r.push(we),s++}}var m=O===s;if(m&&ne)ne=!1,xe=[xe,2];else{m&&(ne=!0,xe=2);let we=s;if(U&&typeof U=="object"&&!Array.isArray(U)&&U.model===void 0){let qe={instancePath:t+
"/"+C,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:Ee.
oneOf[3].required,parentSchema:Ee.oneOf[3],data:U};r===null?r=[qe]:r.push(qe),s++}var m=we===s;if(m&&ne)ne=!1,xe=[xe,3];else{m&&(ne=!0,xe=3);let qe=s;if(U&&typeof U==
"object"&&!Array.isArray(U)&&U.exceptModel===void 0){let Le={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"\
exceptModel"},message:"must have required property 'exceptModel'",schema:Ee.oneOf[4].required,parentSchema:Ee.oneOf[4],data:U};r===null?r=[Le]:r.push(Le),s++}var m=qe===
s;m&&ne?(ne=!1,xe=[xe,4]):m&&(ne=!0,xe=4)}}}if(ne)s=E,r!==null&&(E?r.length=E:r=null);else{let O={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/oneOf",keyword:"\
oneOf",params:{passingSchemas:xe},message:"must match exactly one schema in oneOf",schema:Ee.oneOf,parentSchema:Ee,data:U};r===null?r=[O]:r.push(O),s++}if(U&&typeof U==
"object"&&!Array.isArray(U)){let O=s;for(let J in U)if(!(J==="given"||J==="absent"||J==="parameter"||J==="among"||J==="model"||J==="exceptModel")){let we={instancePath:t+
"/"+C,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:J},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Ee,data:U};r===null?r=[we]:r.push(we),s++}if(U.given!==void 0){let J=U.given,we=s,De=s;if(Array.isArray(J)){if(J.length<1){let Le={instancePath:t+
"/"+C+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Ee.properties.given,data:J};r===null?r=[Le]:r.push(Le),s++}let qe=!0,X=J.length;for(let Le=0;Le<X;Le++){let Re=J[Le],nt=s;if(typeof Re!="string"){let It={
instancePath:t+"/"+C+"/given/"+Le,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ee.
properties.given.items.type,parentSchema:Ee.properties.given.items,data:Re};r===null?r=[It]:r.push(It),s++}let bt=s;var y=nt===s;y||(qe=!1)}}else{let qe={instancePath:t+
"/"+C+"/given",schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ee.properties.given.type,
parentSchema:Ee.properties.given,data:J};r===null?r=[qe]:r.push(qe),s++}var $=we===s}if(U.absent!==void 0){let J=U.absent,we=s,De=s;if(Array.isArray(J)){if(J.length<
1){let Re={instancePath:t+"/"+C+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have f\
ewer than 1 items",schema:1,parentSchema:Ee.properties.absent,data:J};r===null?r=[Re]:r.push(Re),s++}let X=!0,Le=J.length;for(let Re=0;Re<Le;Re++){let nt=J[Re],
bt=s;if(typeof nt!="string"){let dt={instancePath:t+"/"+C+"/absent/"+Re,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Ee.properties.absent.items.type,parentSchema:Ee.properties.absent.items,data:nt};r===null?r=[dt]:r.push(dt),s++}let It=s;
var _=bt===s;_||(X=!1)}}else{let X={instancePath:t+"/"+C+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:Ee.properties.absent.type,parentSchema:Ee.properties.absent,data:J};r===null?r=[X]:r.push(X),s++}var $=we===s}if(U.parameter!==void 0){let J=U.
parameter,we=s;if(typeof J!="string"){let X={instancePath:t+"/"+C+"/parameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Ee.properties.parameter.type,parentSchema:Ee.properties.parameter,data:J};r===null?r=[X]:r.push(X),s++}let De=s;var $=we===
s}if(U.among!==void 0){let J=U.among,we=s,De=s;if(Array.isArray(J)){if(J.length<1){let X={instancePath:t+"/"+C+"/among",schemaPath:"#/$defs/condition/properties\
/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ee.properties.among,data:J};r===null?r=[X]:
r.push(X),s++}}else{let X={instancePath:t+"/"+C+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must\
 be array",schema:Ee.properties.among.type,parentSchema:Ee.properties.among,data:J};r===null?r=[X]:r.push(X),s++}var $=we===s}if(U.model!==void 0){let J=U.model,
we=s,De=s;if(Array.isArray(J)){if(J.length<1){let Re={instancePath:t+"/"+C+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",
params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ee.properties.model,data:J};r===null?r=[Re]:r.push(Re),s++}let X=!0,Le=J.length;
for(let Re=0;Re<Le;Re++){let nt=J[Re],bt=s,It=s;if(typeof nt=="string"){if(pe(nt)<1){let dt={instancePath:t+"/"+C+"/model/"+Re,schemaPath:"#/$defs/condition/pro\
perties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ee.properties.model.items,
data:nt};r===null?r=[dt]:r.push(dt),s++}}else{let dt={instancePath:t+"/"+C+"/model/"+Re,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:Ee.properties.model.items.type,parentSchema:Ee.properties.model.items,data:nt};r===null?r=[dt]:r.push(dt),
s++}var j=bt===s;j||(X=!1)}}else{let X={instancePath:t+"/"+C+"/model",schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:Ee.properties.model.type,parentSchema:Ee.properties.model,data:J};r===null?r=[X]:r.push(X),s++}var $=we===s}if(U.exceptModel!==void 0){
let J=U.exceptModel,we=s,De=s;if(Array.isArray(J)){if(J.length<1){let Re={instancePath:t+"/"+C+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptMod\
el/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ee.properties.exceptModel,data:J};r===null?r=[
Re]:r.push(Re),s++}let X=!0,Le=J.length;for(let Re=0;Re<Le;Re++){let nt=J[Re],bt=s,It=s;if(typeof nt=="string"){if(pe(nt)<1){let dt={instancePath:t+"/"+C+"/exce\
ptModel/"+Re,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:Ee.properties.exceptModel.items,data:nt};r===null?r=[dt]:r.push(dt),s++}}else{let dt={instancePath:t+"/"+C+"/exceptModel/"+Re,schemaPath:"\
#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ee.properties.exceptModel.items.type,
parentSchema:Ee.properties.exceptModel.items,data:nt};r===null?r=[dt]:r.push(dt),s++}var x=bt===s;x||(X=!1)}}else{let X={instancePath:t+"/"+C+"/exceptModel",schemaPath:"\
#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ee.properties.exceptModel.type,parentSchema:Ee.
properties.exceptModel,data:J};r===null?r=[X]:r.push(X),s++}var $=we===s}}else{let O={instancePath:t+"/"+C,schemaPath:"#/$defs/condition/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:Ee.type,parentSchema:Ee,data:U};r===null?r=[O]:r.push(O),s++}var N=be===s,I=$e===s;I||(fe=!1)}}else{let fe={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Zo.type,parentSchema:Zo,data:e};r===null?r=[fe]:r.push(fe),s++}return Tt.
errors=r,s===0}Tt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function $s(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=$s.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(Array.isArray(e)){if(e.length<1){let x={instancePath:t,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Et,data:e};r===null?r=[x]:r.push(x),
s++}let _=!0,j=e.length;for(let x=0;x<j;x++){let N=e[x],I=s,fe=s;if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.when===void 0){let C={instancePath:t+"/"+x,schemaPath:"\
#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:Et.items.required,parentSchema:Et.items,
data:N};r===null?r=[C]:r.push(C),s++}if(N.path===void 0){let C={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"p\
ath"},message:"must have required property 'path'",schema:Et.items.required,parentSchema:Et.items,data:N};r===null?r=[C]:r.push(C),s++}let G=s;for(let C in N)if(!(C===
"when"||C==="path"||C==="encoding")){let U={instancePath:t+"/"+x,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:C},
message:"must NOT have additional properties",schema:!1,parentSchema:Et.items,data:N};r===null?r=[U]:r.push(U),s++}if(N.when!==void 0){let C=N.when,U=s;Tt(C,{instancePath:t+
"/"+x+"/when",parentData:N,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Tt.errors:r.concat(Tt.errors),s=r.length);var m=U===s}if(N.path!==
void 0){let C=N.path,U=s,$e=s,be=s;if(typeof C=="string"){if(!jt.test(C)){let E={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",
params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:C};r===null?r=[E]:r.push(E),s++}}else{let E={instancePath:t+"/"+x+"/pat\
h",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:C};r===null?r=[E]:r.push(E),
s++}var y=$e===s,m=U===s}if(N.encoding!==void 0){let C=N.encoding,U=s,$e=Et.items.properties.encoding.enum;if(!(C==="json"||C==="form")){let et={instancePath:t+
"/"+x+"/encoding",schemaPath:"#/items/properties/encoding/enum",keyword:"enum",params:{allowedValues:Et.items.properties.encoding.enum},message:"must be equal t\
o one of the allowed values",schema:Et.items.properties.encoding.enum,parentSchema:Et.items.properties.encoding,data:C};r===null?r=[et]:r.push(et),s++}var m=U===
s}}else{let G={instancePath:t+"/"+x,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Et.items.type,parentSchema:Et.
items,data:N};r===null?r=[G]:r.push(G),s++}var $=I===s;$||(_=!1)}}else{let _={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"m\
ust be array",schema:Et.type,parentSchema:Et,data:e};r===null?r=[_]:r.push(_),s++}return $s.errors=r,s===0}$s.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
var ue={type:"object",required:["to","source"],properties:{$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"\
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
"constant"]}],additionalProperties:!1},py=new RegExp("^/(?!(-|\\d+)(/|$))","u");function Ss(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,
dynamicAnchors:i={}}={}){let r=null,s=0,p=Ss.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s,m=s,y=!1,$=null,_=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.from===void 0){let et={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"\
must have required property 'from'",schema:ue.oneOf[0].required,parentSchema:ue.oneOf[0],data:e};r===null?r=[et]:r.push(et),s++}var x=_===s;x&&(y=!0,$=0);let j=s;
if(e&&typeof e=="object"&&!Array.isArray(e)&&e.each===void 0){let et={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"\
each"},message:"must have required property 'each'",schema:ue.oneOf[1].required,parentSchema:ue.oneOf[1],data:e};r===null?r=[et]:r.push(et),s++}var x=j===s;if(x&&
y)y=!1,$=[$,1];else{x&&(y=!0,$=1);let et=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let ne={instancePath:t,schemaPath:"#/oneOf/2/require\
d",keyword:"required",params:{missingProperty:"join"},message:"must have required property 'join'",schema:ue.oneOf[2].required,parentSchema:ue.oneOf[2],data:e};
r===null?r=[ne]:r.push(ne),s++}if(e.values===void 0){let ne={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},
message:"must have required property 'values'",schema:ue.oneOf[2].required,parentSchema:ue.oneOf[2],data:e};r===null?r=[ne]:r.push(ne),s++}}var x=et===s;if(x&&y)
y=!1,$=[$,2];else{x&&(y=!0,$=2);let ne=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.model===void 0){let at={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"\
required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:ue.oneOf[3].required,parentSchema:ue.oneOf[3],data:e};r===null?r=
[at]:r.push(at),s++}var x=ne===s;if(x&&y)y=!1,$=[$,3];else{x&&(y=!0,$=3);let at=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.resultsFolder===void 0){let O={
instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"resultsFolder"},message:"must have required property 'resultsFolder'",
schema:ue.oneOf[4].required,parentSchema:ue.oneOf[4],data:e};r===null?r=[O]:r.push(O),s++}var x=at===s;if(x&&y)y=!1,$=[$,4];else{x&&(y=!0,$=4);let O=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.constant===void 0){let we={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"constant"},
message:"must have required property 'constant'",schema:ue.oneOf[5].required,parentSchema:ue.oneOf[5],data:e};r===null?r=[we]:r.push(we),s++}var x=O===s;x&&y?(y=
!1,$=[$,5]):x&&(y=!0,$=5)}}}}if(y)s=m,r!==null&&(m?r.length=m:r=null);else{let et={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:$},
message:"must match exactly one schema in oneOf",schema:ue.oneOf,parentSchema:ue,data:e};r===null?r=[et]:r.push(et),s++}if(e&&typeof e=="object"&&!Array.isArray(
e)){if(e.to===void 0){let E={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",
schema:ue.required,parentSchema:ue,data:e};r===null?r=[E]:r.push(E),s++}if(e.source===void 0){let E={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:ue.required,parentSchema:ue,data:e};r===null?r=[E]:r.push(E),s++}let et=s;for(let E in e)
if(!qs.call(ue.properties,E)){let ne={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:E},message:"m\
ust NOT have additional properties",schema:!1,parentSchema:ue,data:e};r===null?r=[ne]:r.push(ne),s++}if(e.$comment!==void 0){let E=e.$comment,ne=s,xe=s,at=s;if(typeof E==
"string"){if(pe(E)<1){let se={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters",schema:1,parentSchema:vr,data:E};r===null?r=[se]:r.push(se),s++}}else{let se={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:vr.type,parentSchema:vr,data:E};r===null?r=[se]:r.push(se),s++}var N=xe===s,I=ne===s}if(e.
to!==void 0){let E=e.to,ne=s,xe=s,at=s;if(typeof E=="string"){if(!Be.test(E)){let O={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:E};r===null?r=[O]:
r.push(O),s++}}else{let O={instancePath:t+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,
parentSchema:ee,data:E};r===null?r=[O]:r.push(O),s++}var fe=xe===s;if(typeof E=="string"&&!py.test(E)){let O={instancePath:t+"/to",schemaPath:"#/properties/to/p\
attern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:ue.
properties.to,data:E};r===null?r=[O]:r.push(O),s++}var I=ne===s}if(e.from!==void 0){let E=e.from,ne=s,xe=s;if(typeof E=="string"){if(pe(E)<1){let se={instancePath:t+
"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ue.properties.
from,data:E};r===null?r=[se]:r.push(se),s++}}else{let se={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ue.properties.from.type,parentSchema:ue.properties.from,data:E};r===null?r=[se]:r.push(se),s++}var I=ne===s}if(e.each!==void 0){let E=e.each,
ne=s,xe=s;if(typeof E=="string"){if(pe(E)<1){let se={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ue.properties.each,data:E};r===null?r=[se]:r.push(se),s++}}else{let se={instancePath:t+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ue.properties.each.type,parentSchema:ue.properties.each,data:E};r===
null?r=[se]:r.push(se),s++}var I=ne===s}if(e.join!==void 0){let E=e.join,ne=s,xe=s;if(Array.isArray(E)){if(E.length<2){let J={instancePath:t+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:ue.properties.join,data:E};r===
null?r=[J]:r.push(J),s++}let se=!0,O=E.length;for(let J=0;J<O;J++){let we=E[J],De=s,qe=s;if(typeof we=="string"){if(pe(we)<1){let X={instancePath:t+"/join/"+J,schemaPath:"\
#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ue.properties.join.
items,data:we};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/join/"+J,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:ue.properties.join.items.type,parentSchema:ue.properties.join.items,data:we};r===null?r=[X]:r.push(X),s++}var G=De===s;G||(se=!1)}}else{
let se={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ue.properties.join.type,parentSchema:ue.
properties.join,data:E};r===null?r=[se]:r.push(se),s++}var I=ne===s}if(e.model!==void 0){let E=e.model,ne=s;if(E!==!0){let at={instancePath:t+"/model",schemaPath:"\
#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ue.properties.model,data:E};r===null?
r=[at]:r.push(at),s++}var I=ne===s}if(e.resultsFolder!==void 0){let E=e.resultsFolder,ne=s;if(E!==!0){let at={instancePath:t+"/resultsFolder",schemaPath:"#/prop\
erties/resultsFolder/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ue.properties.resultsFolder,data:E};
r===null?r=[at]:r.push(at),s++}var I=ne===s}if(e.when!==void 0){let E=e.when,ne=s;Tt(E,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",rootData:o,
dynamicAnchors:i})||(r=r===null?Tt.errors:r.concat(Tt.errors),s=r.length);var I=ne===s}if(e.as!==void 0){let E=e.as,ne=s,xe=ue.properties.as.enum;if(!(E==="stri\
ng"||E==="uploaded"||E==="file")){let se={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:ue.properties.as.enum},message:"\
must be equal to one of the allowed values",schema:ue.properties.as.enum,parentSchema:ue.properties.as,data:E};r===null?r=[se]:r.push(se),s++}var I=ne===s}if(e.
values!==void 0){let E=e.values,ne=s,xe=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(Object.keys(E).length<1){let se={instancePath:t+"/values",schemaPath:"\
#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:ue.properties.
values,data:E};r===null?r=[se]:r.push(se),s++}}else{let se={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:ue.properties.values.type,parentSchema:ue.properties.values,data:E};r===null?r=[se]:r.push(se),s++}var I=ne===s}if(e.accepts!==void 0){
let E=e.accepts,ne=s,xe=s;if(Array.isArray(E)){if(E.length<1){let se={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ue.properties.accepts,data:E};r===null?r=[se]:r.push(se),s++}}else{let se={instancePath:t+
"/accepts",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ue.properties.accepts.type,parentSchema:ue.
properties.accepts,data:E};r===null?r=[se]:r.push(se),s++}var I=ne===s}if(e.minimum!==void 0){let E=e.minimum,ne=s;if(typeof E!="number"){let se={instancePath:t+
"/minimum",schemaPath:"#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:ue.properties.minimum.type,parentSchema:ue.
properties.minimum,data:E};r===null?r=[se]:r.push(se),s++}let xe=s;var I=ne===s}if(e.maximum!==void 0){let E=e.maximum,ne=s;if(typeof E!="number"){let se={instancePath:t+
"/maximum",schemaPath:"#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:ue.properties.maximum.type,parentSchema:ue.
properties.maximum,data:E};r===null?r=[se]:r.push(se),s++}let xe=s;var I=ne===s}if(e.maximumItems!==void 0){let E=e.maximumItems,ne=s;if(!(typeof E=="number"&&!(E%
1)&&!isNaN(E))){let se={instancePath:t+"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integ\
er",schema:ue.properties.maximumItems.type,parentSchema:ue.properties.maximumItems,data:E};r===null?r=[se]:r.push(se),s++}let xe=s;if(typeof E=="number"&&(E<1||
isNaN(E))){let se={instancePath:t+"/maximumItems",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"mus\
t be >= 1",schema:1,parentSchema:ue.properties.maximumItems,data:E};r===null?r=[se]:r.push(se),s++}var I=ne===s}if(e.maximumLength!==void 0){let E=e.maximumLength,
ne=s;if(!(typeof E=="number"&&!(E%1)&&!isNaN(E))){let se={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:ue.properties.maximumLength.type,parentSchema:ue.properties.maximumLength,data:E};r===null?r=[se]:r.push(se),s++}let xe=s;
if(typeof E=="number"&&(E<1||isNaN(E))){let se={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:"\
>=",limit:1},message:"must be >= 1",schema:1,parentSchema:ue.properties.maximumLength,data:E};r===null?r=[se]:r.push(se),s++}var I=ne===s}if(e.forms!==void 0){let E=e.
forms,ne=s,xe=s;if(Array.isArray(E)){if(E.length<1){let J={instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:ue.properties.forms,data:E};r===null?r=[J]:r.push(J),s++}let se=!0,O=E.length;for(let J=0;J<O;J++){
let we=E[J],De=s,qe=ue.properties.forms.items.enum;if(!(we==="url"||we==="data")){let X={instancePath:t+"/forms/"+J,schemaPath:"#/properties/forms/items/enum",keyword:"\
enum",params:{allowedValues:ue.properties.forms.items.enum},message:"must be equal to one of the allowed values",schema:ue.properties.forms.items.enum,parentSchema:ue.
properties.forms.items,data:we};r===null?r=[X]:r.push(X),s++}var C=De===s;C||(se=!1)}}else{let se={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:ue.properties.forms.type,parentSchema:ue.properties.forms,data:E};r===null?r=[se]:r.push(se),
s++}var I=ne===s}if(e.also!==void 0){let E=e.also,ne=s,xe=s;if(Array.isArray(E)){if(E.length<1){let J={instancePath:t+"/also",schemaPath:"#/properties/also/minI\
tems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ue.properties.also,data:E};r===null?r=[J]:r.push(J),s++}
let se=!0,O=E.length;for(let J=0;J<O;J++){let we=E[J],De=s,qe=s,X=s;if(typeof we=="string"){if(!Be.test(we)){let Le={instancePath:t+"/also/"+J,schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:ee,data:we};r===null?r=[Le]:r.push(Le),s++}}else{let Le={instancePath:t+"/also/"+J,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:ee.type,parentSchema:ee,data:we};r===null?r=[Le]:r.push(Le),s++}var U=qe===s,$e=De===s;$e||(se=!1)}}else{let se={instancePath:t+
"/also",schemaPath:"#/properties/also/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ue.properties.also.type,parentSchema:ue.properties.
also,data:E};r===null?r=[se]:r.push(se),s++}var I=ne===s}if(e.oneWay!==void 0){let E=e.oneWay,ne=s,xe=s;if(typeof E=="string"){if(pe(E)<1){let se={instancePath:t+
"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ue.
properties.oneWay,data:E};r===null?r=[se]:r.push(se),s++}}else{let se={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:ue.properties.oneWay.type,parentSchema:ue.properties.oneWay,data:E};r===null?r=[se]:r.push(se),s++}var I=ne===s}if(e.source!==
void 0){let E=e.source,ne=s,xe=s,at=s;if(typeof E=="string"){if(pe(E)<1){let O={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:E};r===null?r=[O]:r.push(O),s++}}else{let O={instancePath:t+"/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:E};r===null?r=[O]:r.
push(O),s++}var be=xe===s,I=ne===s}}else{let et={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ue.type,
parentSchema:ue,data:e};r===null?r=[et]:r.push(et),s++}return Ss.errors=r,s===0}Ss.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var mr={type:"array",minItems:1,
description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:[
"when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}};function _s(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=_s.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(Array.isArray(e)){
if(e.length<1){let x={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:mr,
data:e};r===null?r=[x]:r.push(x),s++}let _=!0,j=e.length;for(let x=0;x<j;x++){let N=e[x],I=s,fe=s;if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.when===void 0){
let C={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:mr.
items.required,parentSchema:mr.items,data:N};r===null?r=[C]:r.push(C),s++}if(N.path===void 0){let C={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:mr.items.required,parentSchema:mr.items,data:N};r===null?r=[C]:r.push(
C),s++}let G=s;for(let C in N)if(!(C==="when"||C==="path")){let U={instancePath:t+"/"+x,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:C},message:"must NOT have additional properties",schema:!1,parentSchema:mr.items,data:N};r===null?r=[U]:r.push(U),s++}if(N.when!==void 0){
let C=N.when,U=s;Tt(C,{instancePath:t+"/"+x+"/when",parentData:N,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Tt.errors:r.concat(Tt.errors),
s=r.length);var m=U===s}if(N.path!==void 0){let C=N.path,U=s,$e=s,be=s;if(typeof C=="string"){if(!jt.test(C)){let E={instancePath:t+"/"+x+"/path",schemaPath:"#/\
$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:C};r===null?r=[E]:r.push(E),s++}}else{
let E={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,
data:C};r===null?r=[E]:r.push(E),s++}var y=$e===s,m=U===s}}else{let G={instancePath:t+"/"+x,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:mr.items.type,parentSchema:mr.items,data:N};r===null?r=[G]:r.push(G),s++}var $=I===s;$||(_=!1)}}else{let _={instancePath:t,schemaPath:"#/\
type",keyword:"type",params:{type:"array"},message:"must be array",schema:mr.type,parentSchema:mr,data:e};r===null?r=[_]:r.push(_),s++}return _s.errors=r,s===0}
_s.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var wt={type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:[
"to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{
description:"A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function Kt(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Kt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(Array.isArray(e)){
if(e.length<1){let N={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:wt,
data:e};r===null?r=[N]:r.push(N),s++}let j=!0,x=e.length;for(let N=0;N<x;N++){let I=e[N],fe=s,G=s,C=s,U=!1,$e=null,be=s;if(I&&typeof I=="object"&&!Array.isArray(
I)&&I.fact===void 0){let E={instancePath:t+"/"+N,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have req\
uired property 'fact'",schema:wt.items.oneOf[0].required,parentSchema:wt.items.oneOf[0],data:I};r===null?r=[E]:r.push(E),s++}var m=be===s;m&&(U=!0,$e=0);let et=s;
if(I&&typeof I=="object"&&!Array.isArray(I)&&I.constant===void 0){let E={instancePath:t+"/"+N,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:wt.items.oneOf[1].required,parentSchema:wt.items.oneOf[1],data:I};r===null?r=[E]:r.push(E),s++}
var m=et===s;if(m&&U?(U=!1,$e=[$e,1]):m&&(U=!0,$e=1),U)s=C,r!==null&&(C?r.length=C:r=null);else{let E={instancePath:t+"/"+N,schemaPath:"#/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:$e},message:"must match exactly one schema in oneOf",schema:wt.items.oneOf,parentSchema:wt.items,data:I};r===null?r=[E]:r.push(E),
s++}if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.to===void 0){let ne={instancePath:t+"/"+N,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:wt.items.required,parentSchema:wt.items,data:I};r===null?r=[ne]:r.push(ne),s++}let E=s;for(let ne in I)if(!(ne===
"to"||ne==="fact"||ne==="constant")){let xe={instancePath:t+"/"+N,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ne},
message:"must NOT have additional properties",schema:!1,parentSchema:wt.items,data:I};r===null?r=[xe]:r.push(xe),s++}if(I.to!==void 0){let ne=I.to,xe=s,at=s,se=s;
if(typeof ne=="string"){if(!Be.test(ne)){let O={instancePath:t+"/"+N+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[0\
1])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:ne};r===null?r=[O]:r.push(O),s++}}else{let O={instancePath:t+
"/"+N+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:ne};r===null?r=
[O]:r.push(O),s++}var y=at===s,$=xe===s}if(I.fact!==void 0){let ne=I.fact,xe=s,at=wt.items.properties.fact.enum;if(!(ne==="id"||ne==="model")){let O={instancePath:t+
"/"+N+"/fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:wt.items.properties.fact.enum},message:"must be equal to one of the\
 allowed values",schema:wt.items.properties.fact.enum,parentSchema:wt.items.properties.fact,data:ne};r===null?r=[O]:r.push(O),s++}var $=xe===s}}else{let E={instancePath:t+
"/"+N,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:wt.items.type,parentSchema:wt.items,data:I};r===null?r=[E]:
r.push(E),s++}var _=fe===s;_||(j=!1)}}else{let j={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.type,
parentSchema:wt,data:e};r===null?r=[j]:r.push(j),s++}return Kt.errors=r,s===0}Kt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var Qo={type:"array",minItems:1,
description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},ve={type:"object",required:["source"],properties:{
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
ntentType"]},{required:["object","file"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1},dy=new RegExp("^(/[A-Za-z0-9\
._-]+)+$","u"),fa={validate:Gr},Md={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in order."};function vt(e,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=vt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;
if(Array.isArray(e)){let $=!0,_=e.length;for(let j=0;j<_;j++){let x=e[j],N=s,I=s,fe=s;if(typeof x=="string"){if(!Be.test(x)){let G={instancePath:t+"/"+j,schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:ee,data:x};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/"+j,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"strin\
g"},message:"must be string",schema:ee.type,parentSchema:ee,data:x};r===null?r=[G]:r.push(G),s++}var m=I===s,y=N===s;y||($=!1)}}else{let $={instancePath:t,schemaPath:"\
#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Md.type,parentSchema:Md,data:e};r===null?r=[$]:r.push($),s++}return vt.errors=r,s===
0}vt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function xs(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=xs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s,m=s,y=!1,$=null,_=s;if(e&&typeof e=="object"&&!Array.isArray(
e)&&e.url===void 0){let se={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"url"},message:"must have required propert\
y 'url'",schema:ve.oneOf[0].required,parentSchema:ve.oneOf[0],data:e};r===null?r=[se]:r.push(se),s++}var x=_===s;x&&(y=!0,$=0);let j=s;if(e&&typeof e=="object"&&
!Array.isArray(e)&&e.body===void 0){let se={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"body"},message:"must have\
 required property 'body'",schema:ve.oneOf[1].required,parentSchema:ve.oneOf[1],data:e};r===null?r=[se]:r.push(se),s++}var x=j===s;if(x&&y)y=!1,$=[$,1];else{x&&
(y=!0,$=1);let se=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===void 0){let J={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",
params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:ve.oneOf[2].required,parentSchema:ve.oneOf[2],data:e};r===null?r=[J]:r.push(
J),s++}if(e.contentType===void 0){let J={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"contentType"},message:"must \
have required property 'contentType'",schema:ve.oneOf[2].required,parentSchema:ve.oneOf[2],data:e};r===null?r=[J]:r.push(J),s++}}var x=se===s;if(x&&y)y=!1,$=[$,
2];else{x&&(y=!0,$=2);let J=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.object===void 0){let De={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"\
required",params:{missingProperty:"object"},message:"must have required property 'object'",schema:ve.oneOf[3].required,parentSchema:ve.oneOf[3],data:e};r===null?
r=[De]:r.push(De),s++}if(e.file===void 0){let De={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"file"},message:"mus\
t have required property 'file'",schema:ve.oneOf[3].required,parentSchema:ve.oneOf[3],data:e};r===null?r=[De]:r.push(De),s++}}var x=J===s;if(x&&y)y=!1,$=[$,3];else{
x&&(y=!0,$=3);let De=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===void 0){let X={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"content"},message:"must have required property 'content'",schema:ve.oneOf[4].required,parentSchema:ve.oneOf[4],data:e};r===null?r=[X]:r.
push(X),s++}var x=De===s;if(x&&y)y=!1,$=[$,4];else{x&&(y=!0,$=4);let X=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.query===void 0){let Re={instancePath:t,
schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"query"},message:"must have required property 'query'",schema:ve.oneOf[5].required,parentSchema:ve.
oneOf[5],data:e};r===null?r=[Re]:r.push(Re),s++}if(e.results===void 0){let Re={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
results"},message:"must have required property 'results'",schema:ve.oneOf[5].required,parentSchema:ve.oneOf[5],data:e};r===null?r=[Re]:r.push(Re),s++}if(e.message===
void 0){let Re={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'messa\
ge'",schema:ve.oneOf[5].required,parentSchema:ve.oneOf[5],data:e};r===null?r=[Re]:r.push(Re),s++}}var x=X===s;x&&y?(y=!1,$=[$,5]):x&&(y=!0,$=5)}}}}if(y)s=m,r!==
null&&(m?r.length=m:r=null);else{let se={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:$},message:"must match exactly one schema in\
 oneOf",schema:ve.oneOf,parentSchema:ve,data:e};r===null?r=[se]:r.push(se),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.source===void 0){let O={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:ve.required,parentSchema:ve,data:e};
r===null?r=[O]:r.push(O),s++}let se=s;for(let O in e)if(!qs.call(ve.properties,O)){let J={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additional\
Properties",params:{additionalProperty:O},message:"must NOT have additional properties",schema:!1,parentSchema:ve,data:e};r===null?r=[J]:r.push(J),s++}if(e.url!==
void 0){let O=e.url,J=s,we=s,De=s;if(typeof O=="string"){if(!Be.test(O)){let qe={instancePath:t+"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:O};r===null?r=[qe]:r.push(
qe),s++}}else{let qe={instancePath:t+"/url",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,
data:O};r===null?r=[qe]:r.push(qe),s++}var N=we===s,I=J===s}if(e.list!==void 0){let O=e.list,J=s;if(typeof O!="boolean"){let qe={instancePath:t+"/list",schemaPath:"\
#/properties/list/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:ve.properties.list.type,parentSchema:ve.properties.list,data:O};
r===null?r=[qe]:r.push(qe),s++}let we=s;var I=J===s}if(e.withKey!==void 0){let O=e.withKey,J=s;if(O!==!0){let De={instancePath:t+"/withKey",schemaPath:"#/proper\
ties/withKey/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ve.properties.withKey,data:O};r===null?r=
[De]:r.push(De),s++}var I=J===s}if(e.body!==void 0){let O=e.body,J=s;if(O!==!0){let De={instancePath:t+"/body",schemaPath:"#/properties/body/const",keyword:"con\
st",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ve.properties.body,data:O};r===null?r=[De]:r.push(De),s++}var I=J===s}if(e.
base64!==void 0){let O=e.base64,J=s,we=s,De=s;if(typeof O=="string"){if(!Be.test(O)){let X={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:O};r===null?
r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.
type,parentSchema:ee,data:O};r===null?r=[X]:r.push(X),s++}var fe=we===s,I=J===s}if(e.contentType!==void 0){let O=e.contentType,J=s,we=ve.properties.contentType.
enum;if(!(O==="video/mp4"||O==="video/quicktime"||O==="video/webm"||O==="image/png"||O==="image/jpeg"||O==="image/webp"||O==="image/gif"||O==="audio/mpeg"||O===
"audio/wav"||O==="model/gltf-binary")){let qe={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"enum",params:{allowedValues:ve.
properties.contentType.enum},message:"must be equal to one of the allowed values",schema:ve.properties.contentType.enum,parentSchema:ve.properties.contentType,data:O};
r===null?r=[qe]:r.push(qe),s++}var I=J===s}if(e.asked!==void 0){let O=e.asked,J=s,we=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(O.at===void 0){let X={instancePath:t+
"/asked",schemaPath:"#/properties/asked/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:ve.properties.
asked.required,parentSchema:ve.properties.asked,data:O};r===null?r=[X]:r.push(X),s++}if(O.is===void 0){let X={instancePath:t+"/asked",schemaPath:"#/properties/a\
sked/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:ve.properties.asked.required,parentSchema:ve.properties.
asked,data:O};r===null?r=[X]:r.push(X),s++}let qe=s;for(let X in O)if(!(X==="at"||X==="is"||X==="model")){let Le={instancePath:t+"/asked",schemaPath:"#/properti\
es/asked/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:X},message:"must NOT have additional properties",schema:!1,parentSchema:ve.
properties.asked,data:O};r===null?r=[Le]:r.push(Le),s++}if(O.at!==void 0){let X=O.at,Le=s,Re=s,nt=s;if(typeof X=="string"){if(!Be.test(X)){let bt={instancePath:t+
"/asked/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:ee,data:X};r===null?r=[bt]:r.push(bt),s++}}else{let bt={instancePath:t+"/asked/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:X};r===null?r=[bt]:r.push(bt),s++}var G=Re===s,C=Le===s}if(O.model!==void 0){
let X=O.model,Le=s,Re=s;if(Array.isArray(X)){if(X.length<1){let dt={instancePath:t+"/asked/model",schemaPath:"#/properties/asked/properties/model/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ve.properties.asked.properties.model,data:X};r===null?r=[dt]:r.push(
dt),s++}let bt=!0,It=X.length;for(let dt=0;dt<It;dt++){let Kr=X[dt],rn=s,Fo=s;if(typeof Kr=="string"){if(pe(Kr)<1){let Jt={instancePath:t+"/asked/model/"+dt,schemaPath:"\
#/properties/asked/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ve.
properties.asked.properties.model.items,data:Kr};r===null?r=[Jt]:r.push(Jt),s++}}else{let Jt={instancePath:t+"/asked/model/"+dt,schemaPath:"#/properties/asked/p\
roperties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ve.properties.asked.properties.model.items.type,parentSchema:ve.
properties.asked.properties.model.items,data:Kr};r===null?r=[Jt]:r.push(Jt),s++}var U=rn===s;U||(bt=!1)}}else{let bt={instancePath:t+"/asked/model",schemaPath:"\
#/properties/asked/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ve.properties.asked.properties.model.type,parentSchema:ve.
properties.asked.properties.model,data:X};r===null?r=[bt]:r.push(bt),s++}var C=Le===s}}else{let qe={instancePath:t+"/asked",schemaPath:"#/properties/asked/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:ve.properties.asked.type,parentSchema:ve.properties.asked,data:O};r===null?r=[qe]:r.push(qe),
s++}var I=J===s}if(e.object!==void 0){let O=e.object,J=s,we=s,De=s;if(typeof O=="string"){if(!Be.test(O)){let X={instancePath:t+"/object",schemaPath:"#/$defs/po\
inter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,
data:O};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/object",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:ee.type,parentSchema:ee,data:O};r===null?r=[X]:r.push(X),s++}var $e=we===s,I=J===s}if(e.file!==void 0){let O=e.file,J=s,we=s;if(typeof O=="st\
ring"){if(!dy.test(O)){let qe={instancePath:t+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern:"^(/[A-Za-z0-9._-]+)+$"},message:'\
must match pattern "^(/[A-Za-z0-9._-]+)+$"',schema:"^(/[A-Za-z0-9._-]+)+$",parentSchema:ve.properties.file,data:O};r===null?r=[qe]:r.push(qe),s++}}else{let qe={
instancePath:t+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ve.properties.file.type,parentSchema:ve.
properties.file,data:O};r===null?r=[qe]:r.push(qe),s++}var I=J===s}if(e.content!==void 0){let O=e.content,J=s,we=s,De=s;if(typeof O=="string"){if(!jt.test(O)){let X={
instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,
data:O};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:Ne.type,parentSchema:Ne,data:O};r===null?r=[X]:r.push(X),s++}var be=we===s,I=J===s}if(e.query!==void 0){let O=e.query,J=s,we=s,De=s;if(typeof O==
"string"){if(!jt.test(O)){let X={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "\
^/"',schema:"^/",parentSchema:Ne,data:O};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:O};r===null?r=[X]:r.push(X),s++}var et=we===s,I=J===s}if(e.results!==void 0){let O=e.
results,J=s;if(!fa.validate(O,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))r=r===null?fa.validate.errors:r.
concat(fa.validate.errors),s=r.length;else var E=fa.validate.evaluated.props,ne=fa.validate.evaluated.items;var I=J===s}if(e.message!==void 0){let O=e.message,J=s;
vt(O,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?vt.errors:r.concat(vt.errors),s=r.length);var I=J===
s}if(e.pending!==void 0){let O=e.pending,J=s,we=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(O.status===void 0){let X={instancePath:t+"/pending",schemaPath:"\
#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:ve.properties.pending.
required,parentSchema:ve.properties.pending,data:O};r===null?r=[X]:r.push(X),s++}if(O.body===void 0){let X={instancePath:t+"/pending",schemaPath:"#/properties/p\
ending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:ve.properties.pending.required,parentSchema:ve.
properties.pending,data:O};r===null?r=[X]:r.push(X),s++}let qe=s;for(let X in O)if(!(X==="status"||X==="body")){let Le={instancePath:t+"/pending",schemaPath:"#/\
properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:X},message:"must NOT have additional properties",schema:!1,parentSchema:ve.
properties.pending,data:O};r===null?r=[Le]:r.push(Le),s++}if(O.status!==void 0){let X=O.status,Le=s;if(!(typeof X=="number"&&!(X%1)&&!isNaN(X))){let nt={instancePath:t+
"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:ve.properties.
pending.properties.status.type,parentSchema:ve.properties.pending.properties.status,data:X};r===null?r=[nt]:r.push(nt),s++}let Re=s;var xe=Le===s}}else{let qe={
instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ve.properties.pending.type,
parentSchema:ve.properties.pending,data:O};r===null?r=[qe]:r.push(qe),s++}var I=J===s}if(e.source!==void 0){let O=e.source,J=s,we=s,De=s;if(typeof O=="string"){
if(pe(O)<1){let X={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 chara\
cters",schema:1,parentSchema:ie,data:O};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:O};r===null?r=[X]:r.push(X),s++}var at=we===s,I=J===s}}else{let se={instancePath:t,schemaPath:"\
#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ve.type,parentSchema:ve,data:e};r===null?r=[se]:r.push(se),s++}return xs.errors=r,
s===0}xs.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function Gr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=Gr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(Array.isArray(e)){if(e.length<1){let _={instancePath:t,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Qo,data:e};r===null?r=[_]:r.push(_),
s++}let y=!0,$=e.length;for(let _=0;_<$;_++){let j=e[_],x=s;xs(j,{instancePath:t+"/"+_,parentData:e,parentDataProperty:_,rootData:o,dynamicAnchors:i})||(r=r===null?
xs.errors:r.concat(xs.errors),s=r.length);var m=x===s;m||(y=!1)}}else{let y={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"mu\
st be array",schema:Qo.type,parentSchema:Qo,data:e};r===null?r=[y]:r.push(y),s++}return Gr.errors=r,s===0}Gr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function Ot(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ot.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===void 0){let b={instancePath:t,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:h.required,parentSchema:h,data:e};r===null?r=[b]:r.push(
b),s++}if(e.rows===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property\
 'rows'",schema:h.required,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}if(e.results===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"req\
uired",params:{missingProperty:"results"},message:"must have required property 'results'",schema:h.required,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}
if(e.message===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:h.required,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}if(e.code===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"requ\
ired",params:{missingProperty:"code"},message:"must have required property 'code'",schema:h.required,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}let ws=s;
for(let b in e)if(!qs.call(h.properties,b)){let Oe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:h,data:e};r===null?r=[Oe]:r.push(Oe),s++}if(e.$comment!==void 0){let b=e.$comment,Oe=s,ht=s,
wr=s;if(typeof b=="string"){if(pe(b)<1){let he={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:vr,data:b};r===null?r=[he]:r.push(he),s++}}else{let he={instancePath:t+"/$comment",schemaPath:"#/$d\
efs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:vr.type,parentSchema:vr,data:b};r===null?r=[he]:r.push(he),s++}var m=ht===
s,y=Oe===s}if(e.submit!==void 0){let b=e.submit,Oe=s,ht=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let u={instancePath:t+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.submit.required,
parentSchema:h.properties.submit,data:b};r===null?r=[u]:r.push(u),s++}if(b.path===void 0){let u={instancePath:t+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.submit.required,parentSchema:h.properties.
submit,data:b};r===null?r=[u]:r.push(u),s++}if(b.source===void 0){let u={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.submit.required,parentSchema:h.properties.submit,data:b};r===null?r=
[u]:r.push(u),s++}let he=s;for(let u in b)if(!qs.call(h.properties.submit.properties,u)){let S={instancePath:t+"/submit",schemaPath:"#/properties/submit/additio\
nalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit,
data:b};r===null?r=[S]:r.push(S),s++}if(b.method!==void 0){let u=b.method,S=s,M=h.properties.submit.properties.method.enum;if(!(u==="POST"||u==="PUT")){let Ie={
instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.submit.properties.method.
enum},message:"must be equal to one of the allowed values",schema:h.properties.submit.properties.method.enum,parentSchema:h.properties.submit.properties.method,
data:u};r===null?r=[Ie]:r.push(Ie),s++}var $=S===s}if(b.path!==void 0){let u=b.path,S=s,M=s,Ie=s;if(typeof u=="string"){if(!jt.test(u)){let v={instancePath:t+"/\
submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:u};r===
null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ne.type,parentSchema:Ne,data:u};r===null?r=[v]:r.push(v),s++}var _=M===s,$=S===s}if(b.paths!==void 0){let u=b.paths,S=s;$s(u,{instancePath:t+"/submit/pat\
hs",parentData:b,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===null?$s.errors:r.concat($s.errors),s=r.length);var $=S===s}if(b.headers!==void 0){
let u=b.headers,S=s,M=s;if(u&&typeof u=="object"&&!Array.isArray(u)){let A=s;for(let v in u){let q=u[v],te=s,de=s;if(typeof q=="string"){if(!Ld.test(q)){let ye={
instancePath:t+"/submit/headers/"+v.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/pattern",keyword:"\
pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:h.properties.submit.properties.
headers.additionalProperties,data:q};r===null?r=[ye]:r.push(ye),s++}}else{let ye={instancePath:t+"/submit/headers/"+v.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.submit.properties.
headers.additionalProperties.type,parentSchema:h.properties.submit.properties.headers.additionalProperties,data:q};r===null?r=[ye]:r.push(ye),s++}var j=te===s}}else{
let A={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:h.properties.submit.properties.headers.type,parentSchema:h.properties.submit.properties.headers,data:u};r===null?r=[A]:r.push(A),s++}var $=S===s}if(b.encoding!==
void 0){let u=b.encoding,S=s,M=s,Ie=an.enum;if(!(u==="json"||u==="form")){let v={instancePath:t+"/submit/encoding",schemaPath:"#/$defs/encoding/enum",keyword:"e\
num",params:{allowedValues:an.enum},message:"must be equal to one of the allowed values",schema:an.enum,parentSchema:an,data:u};r===null?r=[v]:r.push(v),s++}var x=M===
s,$=S===s}if(b.status!==void 0){let u=b.status,S=s;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u))){let A={instancePath:t+"/submit/status",schemaPath:"#/properties/\
submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.properties.submit.properties.status.type,parentSchema:h.
properties.submit.properties.status,data:u};r===null?r=[A]:r.push(A),s++}let M=s;if(typeof u=="number"){if(u>299||isNaN(u)){let A={instancePath:t+"/submit/statu\
s",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:299},message:"must be <= 299",schema:299,parentSchema:h.
properties.submit.properties.status,data:u};r===null?r=[A]:r.push(A),s++}if(u<200||isNaN(u)){let A={instancePath:t+"/submit/status",schemaPath:"#/properties/sub\
mit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:h.properties.submit.properties.
status,data:u};r===null?r=[A]:r.push(A),s++}}var $=S===s}if(b.ignored!==void 0){let u=b.ignored,S=s,M=s;if(Array.isArray(u)){if(u.length<1){let q={instancePath:t+
"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:h.properties.submit.properties.ignored,data:u};r===null?r=[q]:r.push(q),s++}let A=!0,v=u.length;for(let q=0;q<v;q++){let te=u[q],de=s,ye=s,H=s;if(typeof te==
"string"){if(!Be.test(te)){let R={instancePath:t+"/submit/ignored/"+q,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)\
+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:te};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+
"/submit/ignored/"+q,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:te};r===
null?r=[R]:r.push(R),s++}var N=ye===s,I=de===s;I||(A=!1)}}else{let A={instancePath:t+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.submit.properties.ignored.type,parentSchema:h.properties.submit.properties.ignored,
data:u};r===null?r=[A]:r.push(A),s++}var $=S===s}if(b.implied!==void 0){let u=b.implied,S=s,M=s;if(Array.isArray(u)){if(u.length<1){let q={instancePath:t+"/subm\
it/implied",schemaPath:"#/properties/submit/properties/implied/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:h.properties.submit.properties.implied,data:u};r===null?r=[q]:r.push(q),s++}let A=!0,v=u.length;for(let q=0;q<v;q++){let te=u[q],de=s,ye=s;if(te&&typeof te==
"object"&&!Array.isArray(te)){if(te.at===void 0){let R={instancePath:t+"/submit/implied/"+q,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"\
required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.submit.properties.implied.items.required,parentSchema:h.properties.
submit.properties.implied.items,data:te};r===null?r=[R]:r.push(R),s++}if(te.is===void 0){let R={instancePath:t+"/submit/implied/"+q,schemaPath:"#/properties/sub\
mit/properties/implied/items/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:h.properties.submit.properties.
implied.items.required,parentSchema:h.properties.submit.properties.implied.items,data:te};r===null?r=[R]:r.push(R),s++}let H=s;for(let R in te)if(!(R==="at"||R===
"is")){let l={instancePath:t+"/submit/implied/"+q,schemaPath:"#/properties/submit/properties/implied/items/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.submit.properties.implied.items,data:te};r===null?
r=[l]:r.push(l),s++}if(te.at!==void 0){let R=te.at,l=s,ce=s,Se=s;if(typeof R=="string"){if(!Be.test(R)){let le={instancePath:t+"/submit/implied/"+q+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:ee,data:R};r===null?r=[le]:r.push(le),s++}}else{let le={instancePath:t+"/submit/implied/"+q+"/at",schemaPath:"#/$defs/pointer/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:R};r===null?r=[le]:r.push(le),s++}var fe=ce===s,G=l===s}if(te.is!==void 0){
let R=te.is,l=s,ce=s;if(Array.isArray(R)){if(R.length<1){let le={instancePath:t+"/submit/implied/"+q+"/is",schemaPath:"#/properties/submit/properties/implied/it\
ems/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.submit.properties.
implied.items.properties.is,data:R};r===null?r=[le]:r.push(le),s++}}else{let le={instancePath:t+"/submit/implied/"+q+"/is",schemaPath:"#/properties/submit/prope\
rties/implied/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.submit.properties.implied.items.properties.
is.type,parentSchema:h.properties.submit.properties.implied.items.properties.is,data:R};r===null?r=[le]:r.push(le),s++}var G=l===s}}else{let H={instancePath:t+"\
/submit/implied/"+q,schemaPath:"#/properties/submit/properties/implied/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
submit.properties.implied.items.type,parentSchema:h.properties.submit.properties.implied.items,data:te};r===null?r=[H]:r.push(H),s++}var C=de===s;C||(A=!1)}}else{
let A={instancePath:t+"/submit/implied",schemaPath:"#/properties/submit/properties/implied/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.
properties.submit.properties.implied.type,parentSchema:h.properties.submit.properties.implied,data:u};r===null?r=[A]:r.push(A),s++}var $=S===s}if(b.source!==void 0){
let u=b.source,S=s,M=s,Ie=s;if(typeof u=="string"){if(pe(u)<1){let v={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:u};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/sub\
mit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:u};r===null?r=[v]:
r.push(v),s++}var U=M===s,$=S===s}}else{let he={instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:h.properties.submit.type,parentSchema:h.properties.submit,data:b};r===null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.rows!==void 0){let b=e.rows,
Oe=s,ht=s;if(Array.isArray(b)){if(b.length<1){let S={instancePath:t+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.rows,data:b};r===null?r=[S]:r.push(S),s++}let he=!0,u=b.length;for(let S=0;S<u;S++){let M=b[S],
Ie=s;Ss(M,{instancePath:t+"/rows/"+S,parentData:b,parentDataProperty:S,rootData:o,dynamicAnchors:i})||(r=r===null?Ss.errors:r.concat(Ss.errors),s=r.length);var $e=Ie===
s;$e||(he=!1)}}else{let he={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
rows.type,parentSchema:h.properties.rows,data:b};r===null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.drops!==void 0){let b=e.drops,Oe=s,ht=s;if(Array.isArray(b)){let he=!0,
u=b.length;for(let S=0;S<u;S++){let M=b[S],Ie=s,A=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.parameter===void 0){let q={instancePath:t+"/drops/"+S,schemaPath:"\
#/properties/drops/items/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:h.properties.
drops.items.required,parentSchema:h.properties.drops.items,data:M};r===null?r=[q]:r.push(q),s++}if(M.reason===void 0){let q={instancePath:t+"/drops/"+S,schemaPath:"\
#/properties/drops/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.drops.
items.required,parentSchema:h.properties.drops.items,data:M};r===null?r=[q]:r.push(q),s++}if(M.source===void 0){let q={instancePath:t+"/drops/"+S,schemaPath:"#/\
properties/drops/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.drops.items.
required,parentSchema:h.properties.drops.items,data:M};r===null?r=[q]:r.push(q),s++}let v=s;for(let q in M)if(!(q==="parameter"||q==="values"||q==="when"||q==="\
reason"||q==="source")){let te={instancePath:t+"/drops/"+S,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.drops.items,data:M};r===null?r=[te]:r.push(te),s++}if(M.parameter!==void 0){let q=M.
parameter,te=s;if(typeof q!="string"){let ye={instancePath:t+"/drops/"+S+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:h.properties.drops.items.properties.parameter.type,parentSchema:h.properties.drops.items.properties.
parameter,data:q};r===null?r=[ye]:r.push(ye),s++}let de=s;var be=te===s}if(M.values!==void 0){let q=M.values,te=s,de=s;if(Array.isArray(q)){if(q.length<1){let H={
instancePath:t+"/drops/"+S+"/values",schemaPath:"#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have\
 fewer than 1 items",schema:1,parentSchema:h.properties.drops.items.properties.values,data:q};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/drops/"+
S+"/values",schemaPath:"#/properties/drops/items/properties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.drops.
items.properties.values.type,parentSchema:h.properties.drops.items.properties.values,data:q};r===null?r=[H]:r.push(H),s++}var be=te===s}if(M.when!==void 0){let q=M.
when,te=s;Tt(q,{instancePath:t+"/drops/"+S+"/when",parentData:M,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Tt.errors:r.concat(Tt.errors),
s=r.length);var be=te===s}if(M.reason!==void 0){let q=M.reason,te=s,de=s;if(typeof q=="string"){if(pe(q)<1){let H={instancePath:t+"/drops/"+S+"/reason",schemaPath:"\
#/properties/drops/items/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.
properties.drops.items.properties.reason,data:q};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/drops/"+S+"/reason",schemaPath:"#/properties/drops/i\
tems/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.drops.items.properties.reason.type,parentSchema:h.
properties.drops.items.properties.reason,data:q};r===null?r=[H]:r.push(H),s++}var be=te===s}if(M.source!==void 0){let q=M.source,te=s,de=s,ye=s;if(typeof q=="st\
ring"){if(pe(q)<1){let R={instancePath:t+"/drops/"+S+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have\
 fewer than 1 characters",schema:1,parentSchema:ie,data:q};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/drops/"+S+"/source",schemaPath:"#/$defs/so\
urce/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:q};r===null?r=[R]:r.push(R),s++}var et=de===s,be=te===
s}}else{let v={instancePath:t+"/drops/"+S,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
drops.items.type,parentSchema:h.properties.drops.items,data:M};r===null?r=[v]:r.push(v),s++}var E=Ie===s;E||(he=!1)}}else{let he={instancePath:t+"/drops",schemaPath:"\
#/properties/drops/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.drops.type,parentSchema:h.properties.drops,data:b};r===
null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.needs!==void 0){let b=e.needs,Oe=s,ht=s;if(b&&typeof b=="object"&&!Array.isArray(b)){let he=s;for(let u in b){let S=b[u],
M=s,Ie=s;if(S&&typeof S=="object"&&!Array.isArray(S)){if(S.reason===void 0){let v={instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.
needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,data:S};r===null?r=[v]:r.push(v),s++}if(S.source===void 0){let v={instancePath:t+
"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"sou\
rce"},message:"must have required property 'source'",schema:h.properties.needs.additionalProperties.required,parentSchema:h.properties.needs.additionalProperties,
data:S};r===null?r=[v]:r.push(v),s++}let A=s;for(let v in S)if(!(v==="reason"||v==="source")){let q={instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:h.properties.needs.additionalProperties,data:S};r===null?r=[q]:r.push(q),s++}if(S.reason!==void 0){let v=S.reason,
q=s,te=s;if(typeof v=="string"){if(pe(v)<1){let de={instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/a\
dditionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.
needs.additionalProperties.properties.reason,data:v};r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~\
1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.
properties.needs.additionalProperties.properties.reason.type,parentSchema:h.properties.needs.additionalProperties.properties.reason,data:v};r===null?r=[de]:r.push(
de),s++}var ne=q===s}if(S.source!==void 0){let v=S.source,q=s,te=s,de=s;if(typeof v=="string"){if(pe(v)<1){let H={instancePath:t+"/needs/"+u.replace(/~/g,"~0").
replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:ie,data:v};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$def\
s/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:v};r===null?r=[H]:r.push(H),s++}var xe=te===s,
ne=q===s}}else{let A={instancePath:t+"/needs/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:h.properties.needs.additionalProperties.type,parentSchema:h.properties.needs.additionalProperties,data:S};
r===null?r=[A]:r.push(A),s++}var at=M===s}}else{let he={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.needs.type,parentSchema:h.properties.needs,data:b};r===null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.lacks!==void 0){let b=e.
lacks,Oe=s,ht=s;if(b&&typeof b=="object"&&!Array.isArray(b)){let he=s;for(let u in b){let S=b[u],M=s,Ie=s;if(S&&typeof S=="object"&&!Array.isArray(S)){if(S.reason===
void 0){let v={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",
params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:h.properties.lacks.additionalProperties.required,parentSchema:h.properties.
lacks.additionalProperties,data:S};r===null?r=[v]:r.push(v),s++}if(S.source===void 0){let v={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
lacks.additionalProperties.required,parentSchema:h.properties.lacks.additionalProperties,data:S};r===null?r=[v]:r.push(v),s++}let A=s;for(let v in S)if(!(v==="r\
eason"||v==="source")){let q={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalPr\
operties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.lacks.additionalProperties,
data:S};r===null?r=[q]:r.push(q),s++}if(S.reason!==void 0){let v=S.reason,q=s,te=s;if(typeof v=="string"){if(pe(v)<1){let de={instancePath:t+"/lacks/"+u.replace(
/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.lacks.additionalProperties.properties.reason,data:v};r===null?r=[de]:r.push(de),s++}}else{
let de={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.lacks.additionalProperties.properties.reason.type,parentSchema:h.properties.lacks.
additionalProperties.properties.reason,data:v};r===null?r=[de]:r.push(de),s++}var se=q===s}if(S.source!==void 0){let v=S.source,q=s,te=s,de=s;if(typeof v=="stri\
ng"){if(pe(v)<1){let H={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:v};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/lacks/"+u.replace(
/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,
data:v};r===null?r=[H]:r.push(H),s++}var O=te===s,se=q===s}}else{let A={instancePath:t+"/lacks/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properti\
es/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.additionalProperties.type,parentSchema:h.
properties.lacks.additionalProperties,data:S};r===null?r=[A]:r.push(A),s++}var J=M===s}}else{let he={instancePath:t+"/lacks",schemaPath:"#/properties/lacks/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.lacks.type,parentSchema:h.properties.lacks,data:b};r===null?r=[he]:r.push(he),
s++}var y=Oe===s}if(e.id!==void 0){let b=e.id,Oe=s,ht=s,wr=s;if(typeof b=="string"){if(!Be.test(b)){let u={instancePath:t+"/id",schemaPath:"#/$defs/pointer/patt\
ern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,
data:b};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:ee.type,parentSchema:ee,data:b};r===null?r=[u]:r.push(u),s++}var we=ht===s,y=Oe===s}if(e.idForm!==void 0){let b=e.idForm,Oe=s,ht=s;if(typeof b=="\
string"){if(!oy.test(b)){let he={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*(\\{model\\}[^{}\
]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:h.properties.
idForm,data:b};r===null?r=[he]:r.push(he),s++}}else{let he={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:h.properties.idForm.type,parentSchema:h.properties.idForm,data:b};r===null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.queryId!==void 0){
let b=e.queryId,Oe=s,ht=s,wr=s;if(typeof b=="string"){if(!Be.test(b)){let u={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:b};r===null?r=[u]:r.push(
u),s++}}else{let u={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,
data:b};r===null?r=[u]:r.push(u),s++}var De=ht===s,y=Oe===s}if(e.query!==void 0){let b=e.query,Oe=s,ht=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===
void 0){let S={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"must have required\
 property 'method'",schema:h.properties.query.required,parentSchema:h.properties.query,data:b};r===null?r=[S]:r.push(S),s++}if(b.path===void 0){let S={instancePath:t+
"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.
query.required,parentSchema:h.properties.query,data:b};r===null?r=[S]:r.push(S),s++}if(b.source===void 0){let S={instancePath:t+"/query",schemaPath:"#/propertie\
s/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.query.required,parentSchema:h.
properties.query,data:b};r===null?r=[S]:r.push(S),s++}let he=s;for(let S in b)if(!(S==="method"||S==="path"||S==="paths"||S==="at"||S==="hosts"||S==="body"||S===
"source")){let M={instancePath:t+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:S},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.query,data:b};r===null?r=[M]:r.push(M),s++}if(b.method!==void 0){let S=b.method,M=s,Ie=h.
properties.query.properties.method.enum;if(!(S==="GET"||S==="POST"||S==="PUT"||S==="DELETE")){let A={instancePath:t+"/query/method",schemaPath:"#/properties/que\
ry/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.query.properties.method.enum},message:"must be equal to one of the allowed values",
schema:h.properties.query.properties.method.enum,parentSchema:h.properties.query.properties.method,data:S};r===null?r=[A]:r.push(A),s++}var qe=M===s}if(b.path!==
void 0){let S=b.path,M=s,Ie=s,A=s;if(typeof S=="string"){if(!jt.test(S)){let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",
params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:S};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/pat\
h",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:S};r===null?r=[q]:r.push(q),
s++}var X=Ie===s,qe=M===s}if(b.paths!==void 0){let S=b.paths,M=s;_s(S,{instancePath:t+"/query/paths",parentData:b,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||
(r=r===null?_s.errors:r.concat(_s.errors),s=r.length);var qe=M===s}if(b.at!==void 0){let S=b.at,M=s,Ie=s,A=s;if(typeof S=="string"){if(!Be.test(S)){let q={instancePath:t+
"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:ee,data:S};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:S};r===null?r=[q]:r.push(q),s++}var Le=Ie===s,qe=M===s}if(b.hosts!==void 0){
let S=b.hosts,M=s,Ie=s;if(Array.isArray(S)){if(S.length<1){let te={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.query.properties.hosts,data:S};r===null?r=[te]:r.push(te),
s++}let v=!0,q=S.length;for(let te=0;te<q;te++){let de=S[te],ye=s,H=s;if(typeof de=="string"){if(!iy.test(de)){let R={instancePath:t+"/query/hosts/"+te,schemaPath:"\
#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\\
.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:h.properties.query.properties.hosts.items,data:de};r===null?r=[R]:r.
push(R),s++}}else{let R={instancePath:t+"/query/hosts/"+te,schemaPath:"#/properties/query/properties/hosts/items/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:h.properties.query.properties.hosts.items.type,parentSchema:h.properties.query.properties.hosts.items,data:de};r===null?r=[R]:r.push(R),s++}
var Re=ye===s;Re||(v=!1)}}else{let v={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:h.properties.query.properties.hosts.type,parentSchema:h.properties.query.properties.hosts,data:S};r===null?r=[v]:r.push(v),s++}var qe=M===
s}if(b.body!==void 0){let S=b.body,M=s;Kt(S,{instancePath:t+"/query/body",parentData:b,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(r=r===null?Kt.errors:
r.concat(Kt.errors),s=r.length);var qe=M===s}if(b.source!==void 0){let S=b.source,M=s,Ie=s,A=s;if(typeof S=="string"){if(pe(S)<1){let q={instancePath:t+"/query/\
source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:S};
r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:ie.type,parentSchema:ie,data:S};r===null?r=[q]:r.push(q),s++}var nt=Ie===s,qe=M===s}let u;if(b.at!==void 0&&b.hosts===void 0){let S={instancePath:t+
"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"\
must have property hosts when property at is present",schema:h.properties.query.dependentRequired,parentSchema:h.properties.query,data:b};r===null?r=[S]:r.push(
S),s++}if(b.hosts!==void 0&&b.at===void 0){let S={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{
property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when property hosts is present",schema:h.properties.query.dependentRequired,
parentSchema:h.properties.query,data:b};r===null?r=[S]:r.push(S),s++}}else{let he={instancePath:t+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:h.properties.query.type,parentSchema:h.properties.query,data:b};r===null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.
list!==void 0){let b=e.list,Oe=s,ht=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.path===void 0){let u={instancePath:t+"/list",schemaPath:"#/properties/li\
st/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.list.required,parentSchema:h.properties.
list,data:b};r===null?r=[u]:r.push(u),s++}if(b.filter===void 0){let u={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{
missingProperty:"filter"},message:"must have required property 'filter'",schema:h.properties.list.required,parentSchema:h.properties.list,data:b};r===null?r=[u]:
r.push(u),s++}if(b.limit===void 0){let u={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"\
must have required property 'limit'",schema:h.properties.list.required,parentSchema:h.properties.list,data:b};r===null?r=[u]:r.push(u),s++}if(b.items===void 0){
let u={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},message:"must have required property '\
items'",schema:h.properties.list.required,parentSchema:h.properties.list,data:b};r===null?r=[u]:r.push(u),s++}if(b.source===void 0){let u={instancePath:t+"/list",
schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
list.required,parentSchema:h.properties.list,data:b};r===null?r=[u]:r.push(u),s++}let he=s;for(let u in b)if(!(u==="path"||u==="filter"||u==="limit"||u==="items"||
u==="within"||u==="source")){let S={instancePath:t+"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.list,data:b};r===null?r=[S]:r.push(S),s++}if(b.path!==void 0){let u=b.path,S=s,
M=s,Ie=s;if(typeof u=="string"){if(!jt.test(u)){let A={instancePath:t+"/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:Ne,data:u};r===null?r=[A]:r.push(A),s++}}else{let A={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:u};r===null?r=[A]:r.push(A),s++}var bt=M===s,It=S===s}if(b.filter!==
void 0){let u=b.filter,S=s,M=s;if(typeof u=="string"){if(pe(u)<1){let A={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",
keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.list.properties.filter,data:u};r===null?
r=[A]:r.push(A),s++}}else{let A={instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:h.properties.list.properties.filter.type,parentSchema:h.properties.list.properties.filter,data:u};r===null?r=[A]:r.push(A),s++}var It=S===
s}if(b.limit!==void 0){let u=b.limit,S=s;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u))){let A={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properti\
es/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:h.properties.list.properties.limit.type,parentSchema:h.properties.list.properties.
limit,data:u};r===null?r=[A]:r.push(A),s++}let M=s;if(typeof u=="number"){if(u>500||isNaN(u)){let A={instancePath:t+"/list/limit",schemaPath:"#/properties/list/\
properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"must be <= 500",schema:500,parentSchema:h.properties.list.properties.limit,
data:u};r===null?r=[A]:r.push(A),s++}if(u<2||isNaN(u)){let A={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"mini\
mum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:h.properties.list.properties.limit,data:u};r===null?r=[A]:r.push(A),s++}}var It=S===
s}if(b.items!==void 0){let u=b.items,S=s,M=s,Ie=s;if(typeof u=="string"){if(!Be.test(u)){let v={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:u};
r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be \
string",schema:ee.type,parentSchema:ee,data:u};r===null?r=[v]:r.push(v),s++}var dt=M===s,It=S===s}if(b.within!==void 0){let u=b.within,S=s,M=s,Ie=s;if(typeof u==
"string"){if(!Be.test(u)){let v={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:u};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/list\
/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:u};r===null?r=[v]:
r.push(v),s++}var Kr=M===s,It=S===s}if(b.source!==void 0){let u=b.source,S=s,M=s,Ie=s;if(typeof u=="string"){if(pe(u)<1){let v={instancePath:t+"/list/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:u};r===null?r=[v]:r.
push(v),s++}}else{let v={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.
type,parentSchema:ie,data:u};r===null?r=[v]:r.push(v),s++}var rn=M===s,It=S===s}}else{let he={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:h.properties.list.type,parentSchema:h.properties.list,data:b};r===null?r=[he]:r.push(he),s++}var y=Oe===
s}if(e.served!==void 0){let b=e.served,Oe=s,ht=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(Object.keys(b).length<1){let u={instancePath:t+"/served",schemaPath:"\
#/properties/served/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:h.properties.served,
data:b};r===null?r=[u]:r.push(u),s++}let he=s;for(let u in b)if(!(u==="list"||u==="remove")){let S={instancePath:t+"/served",schemaPath:"#/properties/served/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
served,data:b};r===null?r=[S]:r.push(S),s++}if(b.list!==void 0){let u=b.list,S=s,M=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.path===void 0){let A={instancePath:t+
"/served/list",schemaPath:"#/properties/served/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property\
 'path'",schema:h.properties.served.properties.list.required,parentSchema:h.properties.served.properties.list,data:u};r===null?r=[A]:r.push(A),s++}if(u.limit===
void 0){let A={instancePath:t+"/served/list",schemaPath:"#/properties/served/properties/list/required",keyword:"required",params:{missingProperty:"limit"},message:"\
must have required property 'limit'",schema:h.properties.served.properties.list.required,parentSchema:h.properties.served.properties.list,data:u};r===null?r=[A]:
r.push(A),s++}if(u.after===void 0){let A={instancePath:t+"/served/list",schemaPath:"#/properties/served/properties/list/required",keyword:"required",params:{missingProperty:"\
after"},message:"must have required property 'after'",schema:h.properties.served.properties.list.required,parentSchema:h.properties.served.properties.list,data:u};
r===null?r=[A]:r.push(A),s++}if(u.items===void 0){let A={instancePath:t+"/served/list",schemaPath:"#/properties/served/properties/list/required",keyword:"requir\
ed",params:{missingProperty:"items"},message:"must have required property 'items'",schema:h.properties.served.properties.list.required,parentSchema:h.properties.
served.properties.list,data:u};r===null?r=[A]:r.push(A),s++}if(u.told===void 0){let A={instancePath:t+"/served/list",schemaPath:"#/properties/served/properties/\
list/required",keyword:"required",params:{missingProperty:"told"},message:"must have required property 'told'",schema:h.properties.served.properties.list.required,
parentSchema:h.properties.served.properties.list,data:u};r===null?r=[A]:r.push(A),s++}if(u.source===void 0){let A={instancePath:t+"/served/list",schemaPath:"#/p\
roperties/served/properties/list/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
served.properties.list.required,parentSchema:h.properties.served.properties.list,data:u};r===null?r=[A]:r.push(A),s++}let Ie=s;for(let A in u)if(!(A==="path"||A===
"limit"||A==="after"||A==="implied"||A==="items"||A==="told"||A==="source")){let v={instancePath:t+"/served/list",schemaPath:"#/properties/served/properties/lis\
t/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:A},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
served.properties.list,data:u};r===null?r=[v]:r.push(v),s++}if(u.path!==void 0){let A=u.path,v=s,q=s,te=s;if(typeof A=="string"){if(!jt.test(A)){let de={instancePath:t+
"/served/list/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:A};
r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+"/served/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:Ne.type,parentSchema:Ne,data:A};r===null?r=[de]:r.push(de),s++}var Fo=q===s,Jt=v===s}if(u.limit!==void 0){let A=u.limit,v=s,q=s;if(typeof A==
"string"){if(pe(A)<1){let de={instancePath:t+"/served/list/limit",schemaPath:"#/properties/served/properties/list/properties/limit/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:h.properties.served.properties.list.properties.limit,data:A};r===null?r=[
de]:r.push(de),s++}}else{let de={instancePath:t+"/served/list/limit",schemaPath:"#/properties/served/properties/list/properties/limit/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:h.properties.served.properties.list.properties.limit.type,parentSchema:h.properties.served.properties.list.properties.
limit,data:A};r===null?r=[de]:r.push(de),s++}var Jt=v===s}if(u.after!==void 0){let A=u.after,v=s,q=s;if(typeof A=="string"){if(pe(A)<1){let de={instancePath:t+"\
/served/list/after",schemaPath:"#/properties/served/properties/list/properties/after/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters",schema:1,parentSchema:h.properties.served.properties.list.properties.after,data:A};r===null?r=[de]:r.push(de),s++}}else{let de={instancePath:t+
"/served/list/after",schemaPath:"#/properties/served/properties/list/properties/after/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.
properties.served.properties.list.properties.after.type,parentSchema:h.properties.served.properties.list.properties.after,data:A};r===null?r=[de]:r.push(de),s++}
var Jt=v===s}if(u.implied!==void 0){let A=u.implied,v=s,q=s;if(A&&typeof A=="object"&&!Array.isArray(A)){let de=s;for(let ye in A){let H=A[ye],R=s;if(typeof H!=
"string"){let ce={instancePath:t+"/served/list/implied/"+ye.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/served/properties/list/properties/im\
plied/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.served.properties.list.properties.implied.additionalProperties.
type,parentSchema:h.properties.served.properties.list.properties.implied.additionalProperties,data:H};r===null?r=[ce]:r.push(ce),s++}let l=s;var oa=R===s}}else{
let de={instancePath:t+"/served/list/implied",schemaPath:"#/properties/served/properties/list/properties/implied/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:h.properties.served.properties.list.properties.implied.type,parentSchema:h.properties.served.properties.list.properties.implied,data:A};r===
null?r=[de]:r.push(de),s++}var Jt=v===s}if(u.items!==void 0){let A=u.items,v=s,q=s,te=s;if(typeof A=="string"){if(!Be.test(A)){let ye={instancePath:t+"/served/l\
ist/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:ee,data:A};r===null?r=[ye]:r.push(ye),s++}}else{let ye={instancePath:t+"/served/list/items",schemaPath:"#/$defs/pointer/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:A};r===null?r=[ye]:r.push(ye),s++}var Fh=q===s,Jt=v===s}if(u.
told!==void 0){let A=u.told,v=s,q=s;if(Array.isArray(A)){if(A.length<1){let H={instancePath:t+"/served/list/told",schemaPath:"#/properties/served/properties/lis\
t/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.served.properties.
list.properties.told,data:A};r===null?r=[H]:r.push(H),s++}let de=!0,ye=A.length;for(let H=0;H<ye;H++){let R=A[H],l=s,ce=s,Se=s,le=!1,L=null,d=s;if(R&&typeof R==
"object"&&!Array.isArray(R)&&R.constant===void 0){let Z={instancePath:t+"/served/list/told/"+H,schemaPath:"#/properties/served/properties/list/properties/told/i\
tems/oneOf/0/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:h.properties.served.properties.
list.properties.told.items.oneOf[0].required,parentSchema:h.properties.served.properties.list.properties.told.items.oneOf[0],data:R};r===null?r=[Z]:r.push(Z),s++}
var tr=d===s;tr&&(le=!0,L=0);let T=s;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.fact===void 0){let Z={instancePath:t+"/served/list/told/"+H,schemaPath:"#/pr\
operties/served/properties/list/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property \
'fact'",schema:h.properties.served.properties.list.properties.told.items.oneOf[1].required,parentSchema:h.properties.served.properties.list.properties.told.items.
oneOf[1],data:R};r===null?r=[Z]:r.push(Z),s++}var tr=T===s;if(tr&&le?(le=!1,L=[L,1]):tr&&(le=!0,L=1),le)s=Se,r!==null&&(Se?r.length=Se:r=null);else{let Z={instancePath:t+
"/served/list/told/"+H,schemaPath:"#/properties/served/properties/list/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:L},message:"must matc\
h exactly one schema in oneOf",schema:h.properties.served.properties.list.properties.told.items.oneOf,parentSchema:h.properties.served.properties.list.properties.
told.items,data:R};r===null?r=[Z]:r.push(Z),s++}if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.at===void 0){let oe={instancePath:t+"/served/list/told/"+H,schemaPath:"\
#/properties/served/properties/list/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",
schema:h.properties.served.properties.list.properties.told.items.required,parentSchema:h.properties.served.properties.list.properties.told.items,data:R};r===null?
r=[oe]:r.push(oe),s++}let Z=s;for(let oe in R)if(!(oe==="at"||oe==="constant"||oe==="fact")){let B={instancePath:t+"/served/list/told/"+H,schemaPath:"#/properti\
es/served/properties/list/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:oe},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:h.properties.served.properties.list.properties.told.items,data:R};r===null?r=[B]:r.push(B),s++}if(R.at!==void 0){let oe=R.
at,B=s,w=s,D=s;if(typeof oe=="string"){if(!Be.test(oe)){let ae={instancePath:t+"/served/list/told/"+H+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"patter\
n",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:oe};r===null?r=
[ae]:r.push(ae),s++}}else{let ae={instancePath:t+"/served/list/told/"+H+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:ee.type,parentSchema:ee,data:oe};r===null?r=[ae]:r.push(ae),s++}var Vh=w===s,gd=B===s}if(R.fact!==void 0){let oe=R.fact,B=s,w=h.properties.
served.properties.list.properties.told.items.properties.fact.enum;if(!(oe==="first"||oe==="last"||oe==="more")){let ae={instancePath:t+"/served/list/told/"+H+"/\
fact",schemaPath:"#/properties/served/properties/list/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.served.properties.
list.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.properties.served.properties.list.properties.told.
items.properties.fact.enum,parentSchema:h.properties.served.properties.list.properties.told.items.properties.fact,data:oe};r===null?r=[ae]:r.push(ae),s++}var gd=B===
s}}else{let Z={instancePath:t+"/served/list/told/"+H,schemaPath:"#/properties/served/properties/list/properties/told/items/type",keyword:"type",params:{type:"ob\
ject"},message:"must be object",schema:h.properties.served.properties.list.properties.told.items.type,parentSchema:h.properties.served.properties.list.properties.
told.items,data:R};r===null?r=[Z]:r.push(Z),s++}var Vo=l===s;Vo||(de=!1)}}else{let de={instancePath:t+"/served/list/told",schemaPath:"#/properties/served/proper\
ties/list/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.served.properties.list.properties.told.type,parentSchema:h.
properties.served.properties.list.properties.told,data:A};r===null?r=[de]:r.push(de),s++}var Jt=v===s}if(u.source!==void 0){let A=u.source,v=s,q=s,te=s;if(typeof A==
"string"){if(pe(A)<1){let ye={instancePath:t+"/served/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT \
have fewer than 1 characters",schema:1,parentSchema:ie,data:A};r===null?r=[ye]:r.push(ye),s++}}else{let ye={instancePath:t+"/served/list/source",schemaPath:"#/$\
defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:A};r===null?r=[ye]:r.push(ye),s++}var br=q===
s,Jt=v===s}}else{let Ie={instancePath:t+"/served/list",schemaPath:"#/properties/served/properties/list/type",keyword:"type",params:{type:"object"},message:"must\
 be object",schema:h.properties.served.properties.list.type,parentSchema:h.properties.served.properties.list,data:u};r===null?r=[Ie]:r.push(Ie),s++}var bd=S===s}
if(b.remove!==void 0){let u=b.remove,S=s,M=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.method===void 0){let v={instancePath:t+"/served/remove",schemaPath:"\
#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:h.properties.
served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:u};r===null?r=[v]:r.push(v),s++}if(u.path===void 0){let v={instancePath:t+
"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"path"},message:"must have required prop\
erty 'path'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,data:u};r===null?r=[v]:r.push(v),s++}if(u.
answer===void 0){let v={instancePath:t+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"required",params:{missingProperty:"\
answer"},message:"must have required property 'answer'",schema:h.properties.served.properties.remove.required,parentSchema:h.properties.served.properties.remove,
data:u};r===null?r=[v]:r.push(v),s++}if(u.source===void 0){let v={instancePath:t+"/served/remove",schemaPath:"#/properties/served/properties/remove/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.served.properties.remove.required,parentSchema:h.
properties.served.properties.remove,data:u};r===null?r=[v]:r.push(v),s++}let A=s;for(let v in u)if(!(v==="method"||v==="path"||v==="answer"||v==="source")){let q={
instancePath:t+"/served/remove",schemaPath:"#/properties/served/properties/remove/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.served.properties.remove,data:u};r===null?r=[q]:r.push(q),s++}if(u.method!==void 0){
let v=u.method,q=s,te=h.properties.served.properties.remove.properties.method.enum;if(!(v==="POST"||v==="DELETE")){let de={instancePath:t+"/served/remove/method",
schemaPath:"#/properties/served/properties/remove/properties/method/enum",keyword:"enum",params:{allowedValues:h.properties.served.properties.remove.properties.
method.enum},message:"must be equal to one of the allowed values",schema:h.properties.served.properties.remove.properties.method.enum,parentSchema:h.properties.
served.properties.remove.properties.method,data:v};r===null?r=[de]:r.push(de),s++}var sn=q===s}if(u.path!==void 0){let v=u.path,q=s,te=s,de=s;if(typeof v=="stri\
ng"){if(!jt.test(v)){let H={instancePath:t+"/served/remove/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match p\
attern "^/"',schema:"^/",parentSchema:Ne,data:v};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/served/remove/path",schemaPath:"#/$defs/path/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:v};r===null?r=[H]:r.push(H),s++}var Uh=te===s,sn=q===s}if(u.answer!==void 0){
let v=u.answer,q=s;Kt(v,{instancePath:t+"/served/remove/answer",parentData:u,parentDataProperty:"answer",rootData:o,dynamicAnchors:i})||(r=r===null?Kt.errors:r.
concat(Kt.errors),s=r.length);var sn=q===s}if(u.source!==void 0){let v=u.source,q=s,te=s,de=s;if(typeof v=="string"){if(pe(v)<1){let H={instancePath:t+"/served/\
remove/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,
data:v};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/served/remove/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:ie.type,parentSchema:ie,data:v};r===null?r=[H]:r.push(H),s++}var ia=te===s,sn=q===s}}else{let A={instancePath:t+"/served/remove",
schemaPath:"#/properties/served/properties/remove/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.properties.remove.
type,parentSchema:h.properties.served.properties.remove,data:u};r===null?r=[A]:r.push(A),s++}var bd=S===s}}else{let he={instancePath:t+"/served",schemaPath:"#/p\
roperties/served/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.served.type,parentSchema:h.properties.served,data:b};r===
null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.cancel!==void 0){let b=e.cancel,Oe=s,ht=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let u={
instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'me\
thod'",schema:h.properties.cancel.required,parentSchema:h.properties.cancel,data:b};r===null?r=[u]:r.push(u),s++}if(b.path===void 0){let u={instancePath:t+"/can\
cel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:h.properties.
cancel.required,parentSchema:h.properties.cancel,data:b};r===null?r=[u]:r.push(u),s++}if(b.source===void 0){let u={instancePath:t+"/cancel",schemaPath:"#/proper\
ties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.cancel.required,parentSchema:h.
properties.cancel,data:b};r===null?r=[u]:r.push(u),s++}let he=s;for(let u in b)if(!(u==="method"||u==="path"||u==="body"||u==="from"||u==="proves"||u==="source")){
let S={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must\
 NOT have additional properties",schema:!1,parentSchema:h.properties.cancel,data:b};r===null?r=[S]:r.push(S),s++}if(b.method!==void 0){let u=b.method,S=s,M=h.properties.
cancel.properties.method.enum;if(!(u==="GET"||u==="POST"||u==="PUT"||u==="DELETE")){let Ie={instancePath:t+"/cancel/method",schemaPath:"#/properties/cancel/prop\
erties/method/enum",keyword:"enum",params:{allowedValues:h.properties.cancel.properties.method.enum},message:"must be equal to one of the allowed values",schema:h.
properties.cancel.properties.method.enum,parentSchema:h.properties.cancel.properties.method,data:u};r===null?r=[Ie]:r.push(Ie),s++}var fs=S===s}if(b.path!==void 0){
let u=b.path,S=s,M=s,Ie=s;if(typeof u=="string"){if(!jt.test(u)){let v={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{
pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:u};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/cancel/path",schemaPath:"\
#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:u};r===null?r=[v]:r.push(v),s++}var hs=M===
s,fs=S===s}if(b.body!==void 0){let u=b.body,S=s;Kt(u,{instancePath:t+"/cancel/body",parentData:b,parentDataProperty:"body",rootData:o,dynamicAnchors:i})||(r=r===
null?Kt.errors:r.concat(Kt.errors),s=r.length);var fs=S===s}if(b.from!==void 0){let u=b.from,S=s,M=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.words===void 0){
let v={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"words"},message:"must\
 have required property 'words'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:u};r===null?r=[v]:r.push(
v),s++}if(u.source===void 0){let v={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:h.properties.cancel.properties.from.required,parentSchema:h.properties.cancel.properties.from,data:u};
r===null?r=[v]:r.push(v),s++}let A=s;for(let v in u)if(!(v==="words"||v==="source")){let q={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/proper\
ties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel.properties.from,data:u};r===null?r=[q]:r.push(q),s++}if(u.words!==void 0){let v=u.words,q=s,te=s,de=s;if(Array.isArray(v)){if(v.length<1){let Se={
instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:yt,data:v};r===null?r=[Se]:r.push(Se),s++}let ye=!0,H=v.length;for(let Se=0;Se<H;Se++){let le=v[Se],L=s,d=s;if(typeof le=="string"){if(pe(le)<1){let T={
instancePath:t+"/cancel/from/words/"+Se,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:yt.items,data:le};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+"/cancel/from/words/"+Se,schemaPath:"#/$defs/words/item\
s/type",keyword:"type",params:{type:"string"},message:"must be string",schema:yt.items.type,parentSchema:yt.items,data:le};r===null?r=[T]:r.push(T),s++}var wd=L===
s;wd||(ye=!1)}let R,l=v.length,ce;if(R=!0,l>1){let Se={};for(;l--;){let le=v[l];if(typeof le=="string"){if(typeof Se[le]=="number"){ce=Se[le];let L={instancePath:t+
"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:l,j:ce},message:"must NOT have duplicate items (items ## "+ce+" and "+
l+" are identical)",schema:!0,parentSchema:yt,data:v};r===null?r=[L]:r.push(L),s++,R=!1;break}Se[le]=l}}}}else{let ye={instancePath:t+"/cancel/from/words",schemaPath:"\
#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:yt.type,parentSchema:yt,data:v};r===null?r=[ye]:r.push(ye),s++}var pa=te===
s,vd=q===s}if(u.source!==void 0){let v=u.source,q=s,te=s,de=s;if(typeof v=="string"){if(pe(v)<1){let H={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs\
/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:v};r===null?r=[H]:r.push(H),
s++}}else{let H={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.
type,parentSchema:ie,data:v};r===null?r=[H]:r.push(H),s++}var Dh=te===s,vd=q===s}}else{let A={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/prop\
erties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.from.type,parentSchema:h.properties.cancel.
properties.from,data:u};r===null?r=[A]:r.push(A),s++}var fs=S===s}if(b.proves!==void 0){let u=b.proves,S=s,M=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(Object.
keys(u).length<2){let v={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},
message:"must NOT have fewer than 2 properties",schema:2,parentSchema:h.properties.cancel.properties.proves,data:u};r===null?r=[v]:r.push(v),s++}if(u.source===void 0){
let v={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:h.properties.cancel.properties.proves.required,parentSchema:h.properties.cancel.properties.proves,data:u};r===null?
r=[v]:r.push(v),s++}let A=s;for(let v in u)if(!(v==="answer"||v==="query"||v==="source")){let q={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel\
/properties/proves/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:h.
properties.cancel.properties.proves,data:u};r===null?r=[q]:r.push(q),s++}if(u.answer!==void 0){let v=u.answer,q=s,te=s;if(v&&typeof v=="object"&&!Array.isArray(
v)){if(v.at===void 0){let ye={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"requ\
ired",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.
properties.cancel.properties.proves.properties.answer,data:v};r===null?r=[ye]:r.push(ye),s++}if(v.words===void 0){let ye={instancePath:t+"/cancel/proves/answer",
schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"words"},message:"must have required pr\
operty 'words'",schema:h.properties.cancel.properties.proves.properties.answer.required,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:v};
r===null?r=[ye]:r.push(ye),s++}let de=s;for(let ye in v)if(!(ye==="at"||ye==="words")){let H={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/ca\
ncel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ye},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:v};r===null?r=[H]:r.push(H),s++}if(v.at!==void 0){let ye=v.at,H=s,
R=s,l=s;if(typeof ye=="string"){if(!Be.test(ye)){let ce={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:ye};r===null?r=[ce]:r.push(
ce),s++}}else{let ce={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:ee.type,parentSchema:ee,data:ye};r===null?r=[ce]:r.push(ce),s++}var Jh=R===s,kd=H===s}if(v.words!==void 0){let ye=v.words,H=s,R=s,l=s;if(Array.isArray(ye)){
if(ye.length<1){let Z={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT ha\
ve fewer than 1 items",schema:1,parentSchema:yt,data:ye};r===null?r=[Z]:r.push(Z),s++}let Se=!0,le=ye.length;for(let Z=0;Z<le;Z++){let oe=ye[Z],B=s,w=s;if(typeof oe==
"string"){if(pe(oe)<1){let D={instancePath:t+"/cancel/proves/answer/words/"+Z,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:yt.items,data:oe};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/cancel/proves/answer/w\
ords/"+Z,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:yt.items.type,parentSchema:yt.items,data:oe};
r===null?r=[D]:r.push(D),s++}var ys=B===s;ys||(Se=!1)}let L,d=ye.length,T;if(L=!0,d>1){let Z={};for(;d--;){let oe=ye[d];if(typeof oe=="string"){if(typeof Z[oe]==
"number"){T=Z[oe];let B={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:d,j:T},message:"mus\
t NOT have duplicate items (items ## "+T+" and "+d+" are identical)",schema:!0,parentSchema:yt,data:ye};r===null?r=[B]:r.push(B),s++,L=!1;break}Z[oe]=d}}}}else{
let Se={instancePath:t+"/cancel/proves/answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:yt.type,
parentSchema:yt,data:ye};r===null?r=[Se]:r.push(Se),s++}var Uo=R===s,kd=H===s}}else{let de={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/canc\
el/properties/proves/properties/answer/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.properties.
answer.type,parentSchema:h.properties.cancel.properties.proves.properties.answer,data:v};r===null?r=[de]:r.push(de),s++}var Do=q===s}if(u.query!==void 0){let v=u.
query,q=s,te=s,de=s;if(Array.isArray(v)){if(v.length<1){let le={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:yt,data:v};r===null?r=[le]:r.push(le),s++}let H=!0,R=v.length;for(let le=0;le<R;le++){
let L=v[le],d=s,T=s;if(typeof L=="string"){if(pe(L)<1){let Z={instancePath:t+"/cancel/proves/query/"+le,schemaPath:"#/$defs/words/items/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:yt.items,data:L};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+
"/cancel/proves/query/"+le,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:yt.items.type,parentSchema:yt.
items,data:L};r===null?r=[Z]:r.push(Z),s++}var Pd=d===s;Pd||(H=!1)}let l,ce=v.length,Se;if(l=!0,ce>1){let le={};for(;ce--;){let L=v[ce];if(typeof L=="string"){if(typeof le[L]==
"number"){Se=le[L];let d={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:ce,j:Se},message:"must NO\
T have duplicate items (items ## "+Se+" and "+ce+" are identical)",schema:!0,parentSchema:yt,data:v};r===null?r=[d]:r.push(d),s++,l=!1;break}le[L]=ce}}}}else{let H={
instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:yt.type,parentSchema:yt,
data:v};r===null?r=[H]:r.push(H),s++}var Or=te===s,Do=q===s}if(u.source!==void 0){let v=u.source,q=s,te=s,de=s;if(typeof v=="string"){if(pe(v)<1){let H={instancePath:t+
"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,
data:v};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:ie.type,parentSchema:ie,data:v};r===null?r=[H]:r.push(H),s++}var $d=te===s,Do=q===s}}else{let A={instancePath:t+"/cancel/proves",
schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.properties.proves.
type,parentSchema:h.properties.cancel.properties.proves,data:u};r===null?r=[A]:r.push(A),s++}var fs=S===s}if(b.source!==void 0){let u=b.source,S=s,M=s,Ie=s;if(typeof u==
"string"){if(pe(u)<1){let v={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:ie,data:u};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:u};r===null?r=[v]:r.push(v),s++}var zh=M===s,fs=S===s}}else{
let he={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.cancel.
type,parentSchema:h.properties.cancel,data:b};r===null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.status!==void 0){let b=e.status,Oe=s,ht=s;if(b&&typeof b=="object"&&
!Array.isArray(b)){if(b.at===void 0){let u={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:h.properties.status.required,parentSchema:h.properties.status,data:b};r===null?r=[u]:r.push(u),s++}if(b.states===
void 0){let u={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have requir\
ed property 'states'",schema:h.properties.status.required,parentSchema:h.properties.status,data:b};r===null?r=[u]:r.push(u),s++}if(b.source===void 0){let u={instancePath:t+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.
properties.status.required,parentSchema:h.properties.status,data:b};r===null?r=[u]:r.push(u),s++}let he=s;for(let u in b)if(!(u==="at"||u==="states"||u==="as"||
u==="absent"||u==="cases"||u==="source")){let S={instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status,data:b};r===null?r=[S]:r.push(S),s++}if(b.at!==void 0){
let u=b.at,S=s,M=s,Ie=s;if(typeof u=="string"){if(!Be.test(u)){let A={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:u};r===null?r=[A]:r.push(
A),s++}}else{let A={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,
parentSchema:ee,data:u};r===null?r=[A]:r.push(A),s++}var Ch=M===s,Hr=S===s}if(b.states!==void 0){let u=b.states,S=s,M=s;if(u&&typeof u=="object"&&!Array.isArray(
u)){if(Object.keys(u).length<1){let v={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",
params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:h.properties.status.properties.states,data:u};r===null?r=[v]:r.push(v),s++}
let A=s;for(let v in u){let q=u[v],te=s,de=s,ye=Wt.enum;if(!(q==="queued"||q==="processing"||q==="completed"||q==="failed"||q==="expired"||q==="cancelled"||q===
"unknown")){let H={instancePath:t+"/status/states/"+v.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Wt.
enum},message:"must be equal to one of the allowed values",schema:Wt.enum,parentSchema:Wt,data:q};r===null?r=[H]:r.push(H),s++}var Sd=de===s,Wh=te===s}}else{let A={
instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.
properties.status.properties.states.type,parentSchema:h.properties.status.properties.states,data:u};r===null?r=[A]:r.push(A),s++}var Hr=S===s}if(b.as!==void 0){
let u=b.as,S=s,M=h.properties.status.properties.as.enum;if(!(u==="number"||u==="boolean")){let A={instancePath:t+"/status/as",schemaPath:"#/properties/status/pr\
operties/as/enum",keyword:"enum",params:{allowedValues:h.properties.status.properties.as.enum},message:"must be equal to one of the allowed values",schema:h.properties.
status.properties.as.enum,parentSchema:h.properties.status.properties.as,data:u};r===null?r=[A]:r.push(A),s++}var Hr=S===s}if(b.absent!==void 0){let u=b.absent,
S=s,M=s,Ie=Wt.enum;if(!(u==="queued"||u==="processing"||u==="completed"||u==="failed"||u==="expired"||u==="cancelled"||u==="unknown")){let v={instancePath:t+"/s\
tatus/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Wt.enum},message:"must be equal to one of the allowed values",schema:Wt.enum,
parentSchema:Wt,data:u};r===null?r=[v]:r.push(v),s++}var da=M===s,Hr=S===s}if(b.cases!==void 0){let u=b.cases,S=s,M=s;if(Array.isArray(u)){if(u.length<1){let q={
instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than \
1 items",schema:1,parentSchema:h.properties.status.properties.cases,data:u};r===null?r=[q]:r.push(q),s++}let A=!0,v=u.length;for(let q=0;q<v;q++){let te=u[q],de=s,
ye=s;if(te&&typeof te=="object"&&!Array.isArray(te)){if(te.when===void 0){let R={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/ca\
ses/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:h.properties.status.properties.cases.
items.required,parentSchema:h.properties.status.properties.cases.items,data:te};r===null?r=[R]:r.push(R),s++}if(te.means===void 0){let R={instancePath:t+"/statu\
s/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required pro\
perty 'means'",schema:h.properties.status.properties.cases.items.required,parentSchema:h.properties.status.properties.cases.items,data:te};r===null?r=[R]:r.push(
R),s++}let H=s;for(let R in te)if(!(R==="when"||R==="means")){let l={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/ad\
ditionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.
status.properties.cases.items,data:te};r===null?r=[l]:r.push(l),s++}if(te.when!==void 0){let R=te.when,l=s,ce=s;if(Array.isArray(R)){if(R.length<1){let L={instancePath:t+
"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:h.properties.status.properties.cases.items.properties.when,data:R};r===null?r=[L]:r.push(L),s++}let Se=!0,le=R.
length;for(let L=0;L<le;L++){let d=R[L],T=s,Z=s,oe=s,B=!1,w=null,D=s;if(d&&typeof d=="object"&&!Array.isArray(d)&&d.is===void 0){let Y={instancePath:t+"/status/\
cases/"+q+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.oneOf[0],data:d};r===null?r=[Y]:r.push(Y),s++}var ca=D===s;ca&&(B=!0,w=0);let ae=s;if(d&&typeof d=="object"&&
!Array.isArray(d)&&d.present===void 0){let Y={instancePath:t+"/status/cases/"+q+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/whe\
n/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:h.properties.status.properties.
cases.items.properties.when.items.oneOf[1].required,parentSchema:h.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:d};r===null?r=[Y]:
r.push(Y),s++}var ca=ae===s;if(ca&&B?(B=!1,w=[w,1]):ca&&(B=!0,w=1),B)s=oe,r!==null&&(oe?r.length=oe:r=null);else{let Y={instancePath:t+"/status/cases/"+q+"/when\
/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:w},message:"must match exactly o\
ne schema in oneOf",schema:h.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:h.properties.status.properties.cases.items.properties.
when.items,data:d};r===null?r=[Y]:r.push(Y),s++}if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.at===void 0){let P={instancePath:t+"/status/cases/"+q+"/when/"+
L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have req\
uired property 'at'",schema:h.properties.status.properties.cases.items.properties.when.items.required,parentSchema:h.properties.status.properties.cases.items.properties.
when.items,data:d};r===null?r=[P]:r.push(P),s++}let Y=s;for(let P in d)if(!(P==="at"||P==="is"||P==="present")){let g={instancePath:t+"/status/cases/"+q+"/when/"+
L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},
message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.status.properties.cases.items.properties.when.items,data:d};r===null?r=[g]:r.push(
g),s++}if(d.at!==void 0){let P=d.at,g=s,k=s,V=s;if(typeof P=="string"){if(!Be.test(P)){let W={instancePath:t+"/status/cases/"+q+"/when/"+L+"/at",schemaPath:"#/$\
defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:ee,data:P};r===null?r=[W]:r.push(W),s++}}else{let W={instancePath:t+"/status/cases/"+q+"/when/"+L+"/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:P};r===null?r=[W]:r.push(W),s++}var Kh=k===s,Jo=g===s}if(d.is!==void 0){
let P=d.is,g=s,k=s;if(Array.isArray(P)){if(P.length<1){let W={instancePath:t+"/status/cases/"+q+"/when/"+L+"/is",schemaPath:"#/properties/status/properties/case\
s/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.properties.is,data:P};r===null?r=[W]:r.push(W),s++}}else{let W={instancePath:t+"/status/cases/"+q+"/when/"+L+
"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be arr\
ay",schema:h.properties.status.properties.cases.items.properties.when.items.properties.is.type,parentSchema:h.properties.status.properties.cases.items.properties.
when.items.properties.is,data:P};r===null?r=[W]:r.push(W),s++}var Jo=g===s}if(d.present!==void 0){let P=d.present,g=s;if(typeof P!="boolean"){let W={instancePath:t+
"/status/cases/"+q+"/when/"+L+"/present",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{
type:"boolean"},message:"must be boolean",schema:h.properties.status.properties.cases.items.properties.when.items.properties.present.type,parentSchema:h.properties.
status.properties.cases.items.properties.when.items.properties.present,data:P};r===null?r=[W]:r.push(W),s++}let k=s;var Jo=g===s}}else{let Y={instancePath:t+"/s\
tatus/cases/"+q+"/when/"+L,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"mus\
t be object",schema:h.properties.status.properties.cases.items.properties.when.items.type,parentSchema:h.properties.status.properties.cases.items.properties.when.
items,data:d};r===null?r=[Y]:r.push(Y),s++}var ma=T===s;ma||(Se=!1)}}else{let Se={instancePath:t+"/status/cases/"+q+"/when",schemaPath:"#/properties/status/prop\
erties/cases/items/properties/when/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.items.properties.
when.type,parentSchema:h.properties.status.properties.cases.items.properties.when,data:R};r===null?r=[Se]:r.push(Se),s++}var Br=l===s}if(te.means!==void 0){let R=te.
means,l=s,ce=s,Se=Wt.enum;if(!(R==="queued"||R==="processing"||R==="completed"||R==="failed"||R==="expired"||R==="cancelled"||R==="unknown")){let L={instancePath:t+
"/status/cases/"+q+"/means",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Wt.enum},message:"must be equal to one of the allowed values",schema:Wt.
enum,parentSchema:Wt,data:R};r===null?r=[L]:r.push(L),s++}var Hh=ce===s,Br=l===s}}else{let H={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/\
properties/cases/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.properties.cases.items.type,parentSchema:h.
properties.status.properties.cases.items,data:te};r===null?r=[H]:r.push(H),s++}var _d=de===s;_d||(A=!1)}}else{let A={instancePath:t+"/status/cases",schemaPath:"\
#/properties/status/properties/cases/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.status.properties.cases.type,parentSchema:h.
properties.status.properties.cases,data:u};r===null?r=[A]:r.push(A),s++}var Hr=S===s}if(b.source!==void 0){let u=b.source,S=s,M=s,Ie=s;if(typeof u=="string"){if(pe(
u)<1){let v={instancePath:t+"/status/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:ie,data:u};r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:u};r===null?r=[v]:r.push(v),s++}var Bh=M===s,Hr=S===s}}else{let he={instancePath:t+
"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.status.type,parentSchema:h.properties.
status,data:b};r===null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.progress!==void 0){let b=e.progress,Oe=s,ht=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.
at===void 0){let u={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have r\
equired property 'at'",schema:h.properties.progress.required,parentSchema:h.properties.progress,data:b};r===null?r=[u]:r.push(u),s++}if(b.of===void 0){let u={instancePath:t+
"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:h.properties.
progress.required,parentSchema:h.properties.progress,data:b};r===null?r=[u]:r.push(u),s++}if(b.source===void 0){let u={instancePath:t+"/progress",schemaPath:"#/\
properties/progress/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.progress.required,
parentSchema:h.properties.progress,data:b};r===null?r=[u]:r.push(u),s++}let he=s;for(let u in b)if(!(u==="at"||u==="of"||u==="source")){let S={instancePath:t+"/\
progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:u},message:"must NOT have additional\
 properties",schema:!1,parentSchema:h.properties.progress,data:b};r===null?r=[S]:r.push(S),s++}if(b.at!==void 0){let u=b.at,S=s,M=s,Ie=s;if(typeof u=="string"){
if(!Be.test(u)){let A={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'mus\
t match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:u};r===null?r=[A]:r.push(A),s++}}else{let A={instancePath:t+"/progres\
s/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:u};r===null?r=[A]:r.push(
A),s++}var zo=M===s,Co=S===s}if(b.of!==void 0){let u=b.of,S=s,M=s;if(typeof u=="number"){if(u<=0||isNaN(u)){let A={instancePath:t+"/progress/of",schemaPath:"#/p\
roperties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:h.properties.
progress.properties.of,data:u};r===null?r=[A]:r.push(A),s++}}else{let A={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"\
type",params:{type:"number"},message:"must be number",schema:h.properties.progress.properties.of.type,parentSchema:h.properties.progress.properties.of,data:u};r===
null?r=[A]:r.push(A),s++}var Co=S===s}if(b.source!==void 0){let u=b.source,S=s,M=s,Ie=s;if(typeof u=="string"){if(pe(u)<1){let v={instancePath:t+"/progress/sour\
ce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:u};
r===null?r=[v]:r.push(v),s++}}else{let v={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:ie.type,parentSchema:ie,data:u};r===null?r=[v]:r.push(v),s++}var gs=M===s,Co=S===s}}else{let he={instancePath:t+"/progress",schemaPath:"#/pro\
perties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.progress.type,parentSchema:h.properties.progress,data:b};
r===null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.results!==void 0){let b=e.results,Oe=s;Gr(b,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",
rootData:o,dynamicAnchors:i})||(r=r===null?Gr.errors:r.concat(Gr.errors),s=r.length);var y=Oe===s}if(e.message!==void 0){let b=e.message,Oe=s;vt(b,{instancePath:t+
"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?vt.errors:r.concat(vt.errors),s=r.length);var y=Oe===s}if(e.code!==
void 0){let b=e.code,Oe=s;vt(b,{instancePath:t+"/code",parentData:e,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?vt.errors:r.concat(vt.errors),
s=r.length);var y=Oe===s}if(e.seconds!==void 0){let b=e.seconds,Oe=s,ht=s,wr=s;if(typeof b=="string"){if(!Be.test(b)){let u={instancePath:t+"/seconds",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:ee,data:b};r===null?r=[u]:r.push(u),s++}}else{let u={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:ee.type,parentSchema:ee,data:b};r===null?r=[u]:r.push(u),s++}var xd=ht===s,y=Oe===s}if(e.secondsAs!==void 0){let b=e.secondsAs,
Oe=s;if(b!=="string"){let wr={instancePath:t+"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must\
 be equal to constant",schema:"string",parentSchema:h.properties.secondsAs,data:b};r===null?r=[wr]:r.push(wr),s++}var y=Oe===s}if(e.usage!==void 0){let b=e.usage,
Oe=s,ht=s;if(Array.isArray(b)){let he=!0,u=b.length;for(let S=0;S<u;S++){let M=b[S],Ie=s,A=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.at===void 0){let q={
instancePath:t+"/usage/"+S,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property \
'at'",schema:h.properties.usage.items.required,parentSchema:h.properties.usage.items,data:M};r===null?r=[q]:r.push(q),s++}if(M.unit===void 0){let q={instancePath:t+
"/usage/"+S,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:h.
properties.usage.items.required,parentSchema:h.properties.usage.items,data:M};r===null?r=[q]:r.push(q),s++}if(M.source===void 0){let q={instancePath:t+"/usage/"+
S,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.
usage.items.required,parentSchema:h.properties.usage.items,data:M};r===null?r=[q]:r.push(q),s++}let v=s;for(let q in M)if(!(q==="at"||q==="unit"||q==="source")){
let te={instancePath:t+"/usage/"+S,schemaPath:"#/properties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"\
must NOT have additional properties",schema:!1,parentSchema:h.properties.usage.items,data:M};r===null?r=[te]:r.push(te),s++}if(M.at!==void 0){let q=M.at,te=s,de=s,
ye=s;if(typeof q=="string"){if(!Be.test(q)){let H={instancePath:t+"/usage/"+S+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/(\
[^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:q};r===null?r=[H]:r.push(H),s++}}else{
let H={instancePath:t+"/usage/"+S+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,
data:q};r===null?r=[H]:r.push(H),s++}var qd=de===s,Wo=te===s}if(M.unit!==void 0){let q=M.unit,te=s,de=s;if(typeof q=="string"){if(pe(q)<1){let H={instancePath:t+
"/usage/"+S+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 cha\
racters",schema:1,parentSchema:h.properties.usage.items.properties.unit,data:q};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/usage/"+S+"/unit",schemaPath:"\
#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"must be string",schema:h.properties.usage.items.properties.unit.type,
parentSchema:h.properties.usage.items.properties.unit,data:q};r===null?r=[H]:r.push(H),s++}var Wo=te===s}if(M.source!==void 0){let q=M.source,te=s,de=s,ye=s;if(typeof q==
"string"){if(pe(q)<1){let R={instancePath:t+"/usage/"+S+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:ie,data:q};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/usage/"+S+"/source",schemaPath:"#/$defs\
/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:q};r===null?r=[R]:r.push(R),s++}var Od=de===s,Wo=te===
s}}else{let v={instancePath:t+"/usage/"+S,schemaPath:"#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.
usage.items.type,parentSchema:h.properties.usage.items,data:M};r===null?r=[v]:r.push(v),s++}var Ko=Ie===s;Ko||(he=!1)}}else{let he={instancePath:t+"/usage",schemaPath:"\
#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.usage.type,parentSchema:h.properties.usage,data:b};r===
null?r=[he]:r.push(he),s++}var y=Oe===s}if(e.told!==void 0){let b=e.told,Oe=s,ht=s;if(Array.isArray(b)){let he=!0,u=b.length;for(let S=0;S<u;S++){let M=b[S],Ie=s,
A=s,v=s,q=!1,te=null,de=s;if(M&&typeof M=="object"&&!Array.isArray(M)&&M.link===void 0){let H={instancePath:t+"/told/"+S,schemaPath:"#/properties/told/items/one\
Of/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required property 'link'",schema:h.properties.told.items.oneOf[0].required,
parentSchema:h.properties.told.items.oneOf[0],data:M};r===null?r=[H]:r.push(H),s++}var jr=de===s;jr&&(q=!0,te=0);let ye=s;if(M&&typeof M=="object"&&!Array.isArray(
M)&&M.constant===void 0){let H={instancePath:t+"/told/"+S,schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"cons\
tant"},message:"must have required property 'constant'",schema:h.properties.told.items.oneOf[1].required,parentSchema:h.properties.told.items.oneOf[1],data:M};r===
null?r=[H]:r.push(H),s++}var jr=ye===s;if(jr&&q)q=!1,te=[te,1];else{jr&&(q=!0,te=1);let H=s;if(M&&typeof M=="object"&&!Array.isArray(M)&&M.fact===void 0){let l={
instancePath:t+"/told/"+S,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required p\
roperty 'fact'",schema:h.properties.told.items.oneOf[2].required,parentSchema:h.properties.told.items.oneOf[2],data:M};r===null?r=[l]:r.push(l),s++}var jr=H===s;
jr&&q?(q=!1,te=[te,2]):jr&&(q=!0,te=2)}if(q)s=v,r!==null&&(v?r.length=v:r=null);else{let H={instancePath:t+"/told/"+S,schemaPath:"#/properties/told/items/oneOf",
keyword:"oneOf",params:{passingSchemas:te},message:"must match exactly one schema in oneOf",schema:h.properties.told.items.oneOf,parentSchema:h.properties.told.
items,data:M};r===null?r=[H]:r.push(H),s++}if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.at===void 0){let R={instancePath:t+"/told/"+S,schemaPath:"#/propert\
ies/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:h.properties.told.items.required,parentSchema:h.
properties.told.items,data:M};r===null?r=[R]:r.push(R),s++}if(M.in===void 0){let R={instancePath:t+"/told/"+S,schemaPath:"#/properties/told/items/required",keyword:"\
required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,
data:M};r===null?r=[R]:r.push(R),s++}if(M.source===void 0){let R={instancePath:t+"/told/"+S,schemaPath:"#/properties/told/items/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:h.properties.told.items.required,parentSchema:h.properties.told.items,data:M};r===
null?r=[R]:r.push(R),s++}let H=s;for(let R in M)if(!(R==="at"||R==="in"||R==="link"||R==="constant"||R==="fact"||R==="source")){let l={instancePath:t+"/told/"+S,
schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:h.properties.told.items,data:M};r===null?r=[l]:r.push(l),s++}if(M.at!==void 0){let R=M.at,l=s,ce=s,Se=s;if(typeof R=="string"){if(!Be.
test(R)){let le={instancePath:t+"/told/"+S+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must ma\
tch pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:R};r===null?r=[le]:r.push(le),s++}}else{let le={instancePath:t+"/told/"+S+
"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:R};r===null?r=[le]:r.
push(le),s++}var Ho=ce===s,bs=l===s}if(M.in!==void 0){let R=M.in,l=s,ce=h.properties.told.items.properties.in.enum;if(!(R==="submit"||R==="query"||R==="both")){
let le={instancePath:t+"/told/"+S+"/in",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.
in.enum},message:"must be equal to one of the allowed values",schema:h.properties.told.items.properties.in.enum,parentSchema:h.properties.told.items.properties.
in,data:R};r===null?r=[le]:r.push(le),s++}var bs=l===s}if(M.link!==void 0){let R=M.link,l=s,ce=s;if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.path===void 0){
let L={instancePath:t+"/told/"+S+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"\
must have required property 'path'",schema:h.properties.told.items.properties.link.required,parentSchema:h.properties.told.items.properties.link,data:R};r===null?
r=[L]:r.push(L),s++}let le=s;for(let L in R)if(L!=="path"){let d={instancePath:t+"/told/"+S+"/link",schemaPath:"#/properties/told/items/properties/link/addition\
alProperties",keyword:"additionalProperties",params:{additionalProperty:L},message:"must NOT have additional properties",schema:!1,parentSchema:h.properties.told.
items.properties.link,data:R};r===null?r=[d]:r.push(d),s++}if(R.path!==void 0){let L=R.path,d=s,T=s,Z=s;if(typeof L=="string"){if(!jt.test(L)){let oe={instancePath:t+
"/told/"+S+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,
data:L};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/told/"+S+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Ne.type,parentSchema:Ne,data:L};r===null?r=[oe]:r.push(oe),s++}var Gh=T===s,la=d===s}}else{let le={instancePath:t+"/told/"+S+"/l\
ink",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.properties.told.items.properties.
link.type,parentSchema:h.properties.told.items.properties.link,data:R};r===null?r=[le]:r.push(le),s++}var bs=l===s}if(M.fact!==void 0){let R=M.fact,l=s,ce=h.properties.
told.items.properties.fact.enum;if(!(R==="id"||R==="model"||R==="created")){let le={instancePath:t+"/told/"+S+"/fact",schemaPath:"#/properties/told/items/proper\
ties/fact/enum",keyword:"enum",params:{allowedValues:h.properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:h.
properties.told.items.properties.fact.enum,parentSchema:h.properties.told.items.properties.fact,data:R};r===null?r=[le]:r.push(le),s++}var bs=l===s}if(M.source!==
void 0){let R=M.source,l=s,ce=s,Se=s;if(typeof R=="string"){if(pe(R)<1){let L={instancePath:t+"/told/"+S+"/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:R};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+
"/told/"+S+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:R};r===
null?r=[L]:r.push(L),s++}var jd=ce===s,bs=l===s}}else{let H={instancePath:t+"/told/"+S,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"ob\
ject"},message:"must be object",schema:h.properties.told.items.type,parentSchema:h.properties.told.items,data:M};r===null?r=[H]:r.push(H),s++}var Td=Ie===s;Td||
(he=!1)}}else{let he={instancePath:t+"/told",schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:h.properties.
told.type,parentSchema:h.properties.told,data:b};r===null?r=[he]:r.push(he),s++}var y=Oe===s}let Ad;if(e.list!==void 0){if(e.id===void 0){let b={instancePath:t,
schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have prope\
rties id, query when property list is present",schema:h.dependentRequired,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}if(e.query===void 0){let b={instancePath:t,
schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have pr\
operties id, query when property list is present",schema:h.dependentRequired,parentSchema:h,data:e};r===null?r=[b]:r.push(b),s++}}}else{let ws={instancePath:t,schemaPath:"\
#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:h.type,parentSchema:h,data:e};r===null?r=[ws]:r.push(ws),s++}return Ot.errors=r,s===
0}Ot.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function nn(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=nn.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let f=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===
void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have required property 'protocol'",schema:c.
required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.title===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
title"},message:"must have required property 'title'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.description===void 0){let l={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"description"},message:"must have required property 'description'",schema:c.required,parentSchema:c,
data:e};r===null?r=[l]:r.push(l),s++}if(e.sources===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},
message:"must have required property 'sources'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.baseUrl===void 0){let l={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must have required property 'baseUrl'",schema:c.required,parentSchema:c,data:e};
r===null?r=[l]:r.push(l),s++}if(e.authentication===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authenticat\
ion"},message:"must have required property 'authentication'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.deadline===void 0){let l={
instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},message:"must have required property 'deadline'",schema:c.required,
parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.poll===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
poll"},message:"must have required property 'poll'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.operations===void 0){let l={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"must have required property 'operations'",schema:c.required,parentSchema:c,
data:e};r===null?r=[l]:r.push(l),s++}if(e.errors===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"errors"},message:"\
must have required property 'errors'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}let R=s;for(let l in e)if(!qs.call(c.properties,l)){
let ce={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:l},message:"must NOT have additional proper\
ties",schema:!1,parentSchema:c,data:e};r===null?r=[ce]:r.push(ce),s++}if(e.$schema!==void 0){let l=e.$schema,ce=s;if(typeof l!="string"){let le={instancePath:t+
"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.$schema.type,parentSchema:c.
properties.$schema,data:l};r===null?r=[le]:r.push(le),s++}let Se=s;var m=ce===s}if(e.$comment!==void 0){let l=e.$comment,ce=s,Se=s,le=s;if(typeof l=="string"){if(pe(
l)<1){let d={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characte\
rs",schema:1,parentSchema:vr,data:l};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:vr.type,parentSchema:vr,data:l};r===null?r=[d]:r.push(d),s++}var y=Se===s,m=ce===s}if(e.protocol!==void 0){let l=e.
protocol,ce=s,Se=s;if(typeof l=="string"){if(!Id.test(l)){let L={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{
pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:c.properties.protocol,data:l};r===null?r=[
L]:r.push(L),s++}}else{let L={instancePath:t+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:l};r===null?r=[L]:r.push(L),s++}var m=ce===s}if(e.title!==void 0){let l=e.title,ce=s,Se=s;
if(typeof l=="string"){if(pe(l)<1){let L={instancePath:t+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must N\
OT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:l};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/title",schemaPath:"\
#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.title.type,parentSchema:c.properties.title,data:l};r===
null?r=[L]:r.push(L),s++}var m=ce===s}if(e.description!==void 0){let l=e.description,ce=s,Se=s;if(typeof l=="string"){if(pe(l)<1){let L={instancePath:t+"/descri\
ption",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.description,data:l};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/description",schemaPath:"#/properties/description/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.properties.description,data:l};r===null?r=[L]:r.push(L),s++}
var m=ce===s}if(e.sources!==void 0){let l=e.sources,ce=s,Se=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let d={instancePath:t+"/s\
ources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.
properties.sources,data:l};r===null?r=[d]:r.push(d),s++}let L=s;for(let d in l){let T=l[d],Z=s,oe=s,B=!1,w=null,D=s,ae=s;if(T&&typeof T=="object"&&!Array.isArray(
T)){if(T.package===void 0){let k={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneO\
f/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required property 'package'",schema:c.properties.sources.additionalProperties.
oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:T};r===null?r=[k]:r.push(k),s++}if(T.version===void 0){let k={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"\
version"},message:"must have required property 'version'",schema:c.properties.sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[0],data:T};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in T)if(!(k==="package"||k==="version")){let V={instancePath:t+"/sources/"+d.replace(/~/g,"~0").
replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:T};r===null?r=[V]:r.push(V),s++}if(T.
package!==void 0){let k=T.package,V=s,W=s;if(typeof k=="string"){if(pe(k)<1){let F={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/packag\
e",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:k};r===null?r=[F]:r.push(F),s++}}else{let F={
instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/package/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[0].properties.package.type,parentSchema:c.
properties.sources.additionalProperties.oneOf[0].properties.package,data:k};r===null?r=[F]:r.push(F),s++}var $=V===s}if(T.version!==void 0){let k=T.version,V=s,
W=s;if(typeof k=="string"){if(!ry.test(k)){let K={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/source\
s/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',
schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:k};r===null?r=[K]:r.push(K),s++}}else{let K={
instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[0].properties.version.type,parentSchema:c.
properties.sources.additionalProperties.oneOf[0].properties.version,data:k};r===null?r=[K]:r.push(K),s++}var $=V===s}}else{let g={instancePath:t+"/sources/"+d.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:T};r===null?r=[g]:r.push(g),
s++}var x=D===s;if(x){B=!0,w=0;var _=!0}let Y=s,P=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.document===void 0){let k={instancePath:t+"/sources/"+d.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"document"},message:"\
must have required property 'document'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[1],data:T};r===null?r=[k]:r.push(k),s++}if(T.url===void 0){let k={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/proper\
ties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.properties.
sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:T};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in T)
if(!(k==="document"||k==="url")){let V={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropertie\
s/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:T};r===null?r=[V]:r.push(V),s++}if(T.document!==void 0){let k=T.document,V=s,W=s;if(typeof k=="string"){if(pe(
k)<1){let F={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/prope\
rties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.
oneOf[1].properties.document,data:k};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:k};r===null?r=[F]:
r.push(F),s++}var j=V===s}if(T.url!==void 0){let k=T.url,V=s,W=s;if(typeof k=="string"){if(!Ed.test(k)){let K={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(
/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'\
must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:k};r===null?r=[K]:r.push(
K),s++}}else{let K={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/pro\
perties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1].properties.url,data:k};r===null?r=[K]:r.push(K),s++}var j=V===s}}else{let g={instancePath:t+"/sources/"+d.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:T};r===null?r=[g]:r.push(g),
s++}var x=Y===s;if(x&&B?(B=!1,w=[w,1]):x&&(B=!0,w=1,_!==!0&&(_=!0)),B)s=oe,r!==null&&(oe?r.length=oe:r=null);else{let g={instancePath:t+"/sources/"+d.replace(/~/g,
"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf",keyword:"oneOf",params:{passingSchemas:w},message:"must match exactly one\
 schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.properties.sources.additionalProperties,data:T};r===null?r=[g]:r.push(g),
s++}var N=Z===s}}else{let L={instancePath:t+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.sources.type,parentSchema:c.properties.sources,data:l};r===null?r=[L]:r.push(L),s++}var m=ce===s}if(e.baseUrl!==void 0){let l=e.baseUrl,ce=s,Se=s;if(typeof l==
"string"){if(!sy.test(l)){let L={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?\
$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^https://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:l};r===null?r=[L]:r.push(
L),s++}}else{let L={instancePath:t+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.
baseUrl.type,parentSchema:c.properties.baseUrl,data:l};r===null?r=[L]:r.push(L),s++}var m=ce===s}if(e.authentication!==void 0){let l=e.authentication,ce=s,Se=s;
if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.in===void 0){let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"\
required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,
data:l};r===null?r=[d]:r.push(d),s++}if(l.name===void 0){let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"requ\
ired",params:{missingProperty:"name"},message:"must have required property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,
data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"re\
quired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,
data:l};r===null?r=[d]:r.push(d),s++}let L=s;for(let d in l)if(!(d==="in"||d==="name"||d==="prefix"||d==="token"||d==="source")){let T={instancePath:t+"/authent\
ication",schemaPath:"#/properties/authentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:c.properties.authentication,data:l};r===null?r=[T]:r.push(T),s++}if(l.in!==void 0){let d=l.in,T=s,Z=c.properties.authentication.
properties.in.enum;if(d!=="header"){let oe={instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{
allowedValues:c.properties.authentication.properties.in.enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.
in.enum,parentSchema:c.properties.authentication.properties.in,data:d};r===null?r=[oe]:r.push(oe),s++}var I=T===s}if(l.name!==void 0){let d=l.name,T=s,Z=s;if(typeof d==
"string"){if(!ks.test(d)){let B={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{
pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,
data:d};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.
name,data:d};r===null?r=[B]:r.push(B),s++}var I=T===s}if(l.prefix!==void 0){let d=l.prefix,T=s;if(typeof d!="string"){let B={instancePath:t+"/authentication/pre\
fix",schemaPath:"#/properties/authentication/properties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.
properties.prefix.type,parentSchema:c.properties.authentication.properties.prefix,data:d};r===null?r=[B]:r.push(B),s++}let Z=s;var I=T===s}if(l.token!==void 0){
let d=l.token,T=s,Z=s,oe=!1,B=null,w=s,D=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let k={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.
properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[k]:r.push(k),
s++}if(d.seconds===void 0){let k={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"req\
uired",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,
parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in d)if(!(k==="by"||k==="seconds"||k===
"backdateSeconds")){let V={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:d};r===null?r=[V]:r.push(V),s++}if(d.by!==void 0){let k=d.by,V=s;if(k!=="jwt-hs256"){let W={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",
schema:"jwt-hs256",parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.by,data:k};r===null?r=[W]:r.push(W),s++}var fe=V===s}if(d.seconds!==
void 0){let k=d.seconds,V=s;if(!(typeof k=="number"&&!(k%1)&&!isNaN(k))){let K={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authenti\
cation/properties/token/oneOf/0/properties/seconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.seconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.seconds,data:k};r===null?r=[K]:r.push(K),s++}
let W=s;if(typeof k=="number"){if(k>86400||isNaN(k)){let K={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/to\
ken/oneOf/0/properties/seconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:k};r===null?r=[K]:r.push(K),s++}if(k<10||isNaN(k)){let K={instancePath:t+"/authentication/token\
/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"\
must be >= 10",schema:10,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.seconds,data:k};r===null?r=[K]:r.push(K),s++}}var fe=V===
s}if(d.backdateSeconds!==void 0){let k=d.backdateSeconds,V=s;if(!(typeof k=="number"&&!(k%1)&&!isNaN(k))){let K={instancePath:t+"/authentication/token/backdateS\
econds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must b\
e integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.
oneOf[0].properties.backdateSeconds,data:k};r===null?r=[K]:r.push(K),s++}let W=s;if(typeof k=="number"){if(k>3600||isNaN(k)){let K={instancePath:t+"/authenticat\
ion/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:k};r===
null?r=[K]:r.push(K),s++}if(k<0||isNaN(k)){let K={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/toke\
n/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.backdateSeconds,data:k};r===null?r=[K]:r.push(K),s++}}var fe=V===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.
token.oneOf[0].type,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[g]:r.push(g),s++}var U=w===s;if(U){oe=!0,B=0;var G=!0}
let ae=s,Y=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let k={instancePath:t+"/authentication/token",schemaPath:"#/properties/authenticatio\
n/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.
properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[k]:r.push(k),s++}if(d.scope===void 0){
let k={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"\
scope"},message:"must have required property 'scope'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.
properties.token.oneOf[1],data:d};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in d)if(!(k==="by"||k==="scope")){let V={instancePath:t+"/authentication/token",
schemaPath:"#/properties/authentication/properties/token/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"mus\
t NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[V]:r.push(V),s++}if(d.by!==void 0){
let k=d.by,V=s;if(k!=="google-service-account"){let W={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/\
1/properties/by/const",keyword:"const",params:{allowedValue:"google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.by,data:k};r===null?r=[W]:r.push(W),s++}var C=V===s}if(d.scope!==void 0){let k=d.scope,V=s,W=s;if(typeof k==
"string"){if(pe(k)<1){let K={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minL\
ength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.scope,data:k};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properti\
es/token/oneOf/1/properties/scope/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].
properties.scope.type,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:k};r===null?r=[K]:r.push(K),s++}var C=V===s}}else{
let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===
null?r=[g]:r.push(g),s++}var U=ae===s;if(U&&oe)oe=!1,B=[B,1];else{U&&(oe=!0,B=1,G!==!0&&(G=!0));let g=s,k=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===
void 0){let F={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"\
by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[2].required,parentSchema:c.properties.authentication.properties.
token.oneOf[2],data:d};r===null?r=[F]:r.push(F),s++}if(d.service===void 0){let F={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication\
/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:c.properties.authentication.
properties.token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[F]:r.push(F),s++}let W=s;for(let F in d)
if(!(F==="by"||F==="service")){let K={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/additionalProperti\
es",keyword:"additionalProperties",params:{additionalProperty:F},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.
properties.token.oneOf[2],data:d};r===null?r=[K]:r.push(K),s++}if(d.by!==void 0){let F=d.by,K=s;if(F!=="aws-sigv4"){let re={instancePath:t+"/authentication/toke\
n/by",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be e\
qual to constant",schema:"aws-sigv4",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.by,data:F};r===null?r=[re]:r.push(re),s++}var $e=K===
s}if(d.service!==void 0){let F=d.service,K=s,re=s;if(typeof F=="string"){if(!Id.test(F)){let Fe={instancePath:t+"/authentication/token/service",schemaPath:"#/pr\
operties/authentication/properties/token/oneOf/2/properties/service/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern \
"^[a-z][a-z0-9-]*$"',schema:"^[a-z][a-z0-9-]*$",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.service,data:F};r===null?r=[Fe]:r.
push(Fe),s++}}else{let Fe={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/service/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[2].properties.service.type,parentSchema:c.
properties.authentication.properties.token.oneOf[2].properties.service,data:F};r===null?r=[Fe]:r.push(Fe),s++}var $e=K===s}}else{let W={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[2].type,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[W]:r.push(W),s++}var U=g===
s;U&&oe?(oe=!1,B=[B,2]):U&&(oe=!0,B=2,G!==!0&&(G=!0))}if(oe)s=Z,r!==null&&(Z?r.length=Z:r=null);else{let g={instancePath:t+"/authentication/token",schemaPath:"#\
/properties/authentication/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:B},message:"must match exactly one schema in oneOf",schema:c.properties.
authentication.properties.token.oneOf,parentSchema:c.properties.authentication.properties.token,data:d};r===null?r=[g]:r.push(g),s++}var I=T===s}if(l.source!==void 0){
let d=l.source,T=s,Z=s,oe=s;if(typeof d=="string"){if(pe(d)<1){let w={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+
"/authentication/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:d};
r===null?r=[w]:r.push(w),s++}var be=Z===s,I=T===s}}else{let L={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:l};r===null?r=[L]:r.push(L),s++}var m=ce===
s}if(e.headers!==void 0){let l=e.headers,ce=s,Se=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let d={instancePath:t+"/headers",schemaPath:"\
#/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.
headers,data:l};r===null?r=[d]:r.push(d),s++}for(let d in l){let T=s;if(typeof d=="string"&&!ks.test(d)){let Z={instancePath:t+"/headers",schemaPath:"#/properti\
es/headers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-\
]+$",parentSchema:c.properties.headers.propertyNames,data:d,propertyName:d};r===null?r=[Z]:r.push(Z),s++}var et=T===s;if(!et){let Z={instancePath:t+"/headers",schemaPath:"\
#/properties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:d},message:"property name must be valid",schema:c.properties.headers.propertyNames,
parentSchema:c.properties.headers,data:l};r===null?r=[Z]:r.push(Z),s++}}let L=s;for(let d in l){let T=l[d],Z=s,oe=s;if(typeof T=="string"){if(!Ld.test(T)){let B={
instancePath:t+"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"\
^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:c.properties.headers.additionalProperties,data:T};r===
null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.headers.additionalProperties.type,parentSchema:c.properties.headers.additionalProperties,
data:T};r===null?r=[B]:r.push(B),s++}var E=Z===s}}else{let L={instancePath:t+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"obje\
ct"},message:"must be object",schema:c.properties.headers.type,parentSchema:c.properties.headers,data:l};r===null?r=[L]:r.push(L),s++}var m=ce===s}if(e.idempotency!==
void 0){let l=e.idempotency,ce=s,Se=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.header===void 0){let d={instancePath:t+"/idempotency",schemaPath:"#/prop\
erties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}if(l.keptSeconds===void 0){let d={instancePath:t+"/idempotency",schemaPath:"\
#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:c.properties.
idempotency.required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/idempotency",schemaPath:"\
#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}let L=s;for(let d in l)if(!(d==="header"||d==="keptSeconds"||d==="source")){
let T={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:l};r===null?r=[T]:r.push(T),s++}if(l.header!==void 0){let d=l.header,T=s,
Z=s;if(typeof d=="string"){if(pe(d)<1){let oe={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"m\
inLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.header,data:d};r===null?r=[
oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,data:d};r===null?
r=[oe]:r.push(oe),s++}var ne=T===s}if(l.keptSeconds!==void 0){let d=l.keptSeconds,T=s;if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let B={instancePath:t+"/idemp\
otency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.
properties.idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[B]:r.push(B),s++}let Z=s;if(typeof d==
"number"&&(d<1||isNaN(d))){let B={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[B]:r.push(B),
s++}var ne=T===s}if(l.source!==void 0){let d=l.source,T=s,Z=s,oe=s;if(typeof d=="string"){if(pe(d)<1){let w={instancePath:t+"/idempotency/source",schemaPath:"#/\
$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:d};r===null?r=[w]:r.push(
w),s++}}else{let w={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.
type,parentSchema:ie,data:d};r===null?r=[w]:r.push(w),s++}var xe=Z===s,ne=T===s}}else{let L={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/\
type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:l};r===null?
r=[L]:r.push(L),s++}var m=ce===s}if(e.deadline!==void 0){let l=e.deadline,ce=s,Se=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let d={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.deadline.
required,parentSchema:c.properties.deadline,data:l};r===null?r=[d]:r.push(d),s++}let L=s;for(let d in l)if(!(d==="seconds"||d==="source")){let T={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have addition\
al properties",schema:!1,parentSchema:c.properties.deadline,data:l};r===null?r=[T]:r.push(T),s++}if(l.seconds!==void 0){let d=l.seconds,T=s;if(!(typeof d=="numb\
er"&&!(d%1)&&!isNaN(d))){let oe={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:d};r===null?r=[oe]:
r.push(oe),s++}let Z=s;if(typeof d=="number"&&(d<60||isNaN(d))){let oe={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/\
minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,data:d};r===
null?r=[oe]:r.push(oe),s++}var at=T===s}if(l.source!==void 0){let d=l.source,T=s,Z=s,oe=s;if(typeof d=="string"){if(pe(d)<1){let w={instancePath:t+"/deadline/so\
urce",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:d};
r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:ie.type,parentSchema:ie,data:d};r===null?r=[w]:r.push(w),s++}var se=Z===s,at=T===s}}else{let L={instancePath:t+"/deadline",schemaPath:"#/prop\
erties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,data:l};
r===null?r=[L]:r.push(L),s++}var m=ce===s}if(e.poll!==void 0){let l=e.poll,ce=s,Se=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let d={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:c.properties.poll.required,parentSchema:c.properties.poll,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.poll.required,
parentSchema:c.properties.poll,data:l};r===null?r=[d]:r.push(d),s++}let L=s;for(let d in l)if(!(d==="seconds"||d==="source")){let T={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.poll,data:l};r===null?r=[T]:r.push(T),s++}if(l.seconds!==void 0){let d=l.seconds,T=s,Z=s;if(typeof d=="number"){if(d<=0||isNaN(d)){let oe={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:d};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.seconds.type,parentSchema:c.
properties.poll.properties.seconds,data:d};r===null?r=[oe]:r.push(oe),s++}var O=T===s}if(l.source!==void 0){let d=l.source,T=s,Z=s,oe=s;if(typeof d=="string"){if(pe(
d)<1){let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:ie,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:d};r===null?r=[w]:r.push(w),s++}var J=Z===s,O=T===s}}else{let L={instancePath:t+"/po\
ll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.poll.type,parentSchema:c.properties.poll,
data:l};r===null?r=[L]:r.push(L),s++}var m=ce===s}if(e.probe!==void 0){let l=e.probe,ce=s,Se=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){
let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}if(l.accepted===void 0){let d={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:c.
properties.probe.required,parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.probe.required,
parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}let L=s;for(let d in l)if(!(d==="path"||d==="accepted"||d==="source")){let T={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.probe,data:l};r===null?r=[T]:r.push(T),s++}if(l.path!==void 0){let d=l.path,T=s,Z=s,oe=s;if(typeof d=="string"){if(!jt.
test(d)){let B={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ne,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Ne.type,parentSchema:Ne,data:d};r===null?r=[B]:r.push(B),s++}var we=Z===s,De=T===s}if(l.accepted!==void 0){let d=l.accepted,
T=s,Z=s;if(Array.isArray(d)){if(d.length<1){let D={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIte\
ms",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[D]:r.push(D),s++}
let B=!0,w=d.length;for(let D=0;D<w;D++){let ae=d[D],Y=s;if(!(typeof ae=="number"&&!(ae%1)&&!isNaN(ae))){let g={instancePath:t+"/probe/accepted/"+D,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.probe.properties.accepted.
items.type,parentSchema:c.properties.probe.properties.accepted.items,data:ae};r===null?r=[g]:r.push(g),s++}let P=s;if(typeof ae=="number"){if(ae>599||isNaN(ae)){
let g={instancePath:t+"/probe/accepted/"+D,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:ae};r===null?r=[g]:r.push(g),s++}if(ae<100||isNaN(ae)){let g={
instancePath:t+"/probe/accepted/"+D,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:c.properties.probe.properties.accepted.items,data:ae};r===null?r=[g]:r.push(g),s++}}var qe=Y===s;qe||(B=!1)}}else{let B={
instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.probe.properties.accepted.type,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[B]:r.push(B),s++}var De=T===s}if(l.source!==void 0){
let d=l.source,T=s,Z=s,oe=s;if(typeof d=="string"){if(pe(d)<1){let w={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/probe/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:d};r===null?r=[w]:r.push(
w),s++}var X=Z===s,De=T===s}}else{let L={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:c.properties.probe.type,parentSchema:c.properties.probe,data:l};r===null?r=[L]:r.push(L),s++}var m=ce===s}if(e.modelProbe!==void 0){let l=e.modelProbe,
ce=s,Se=s,le=s,L=!1,d=null,T=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/mod\
elProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.modelProbe.oneOf[0].
required,parentSchema:c.properties.modelProbe.oneOf[0],data:l};r===null?r=[B]:r.push(B),s++}if(l.names===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"\
#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.
modelProbe.oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:l};r===null?r=[B]:r.push(B),s++}}var Le=T===s;Le&&(L=!0,d=0);let Z=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.url===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{
missingProperty:"url"},message:"must have required property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],
data:l};r===null?r=[B]:r.push(B),s++}if(l.names===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.
modelProbe.oneOf[1],data:l};r===null?r=[B]:r.push(B),s++}}var Le=Z===s;if(Le&&L)L=!1,d=[d,1];else{Le&&(L=!0,d=1);let B=s;if(l&&typeof l=="object"&&!Array.isArray(
l)&&l.untestable===void 0){let D={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"\
untestable"},message:"must have required property 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.modelProbe.oneOf[2],data:l};
r===null?r=[D]:r.push(D),s++}var Le=B===s;Le&&L?(L=!1,d=[d,2]):Le&&(L=!0,d=2)}if(L)s=le,r!==null&&(le?r.length=le:r=null);else{let B={instancePath:t+"/modelProb\
e",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.modelProbe.
oneOf,parentSchema:c.properties.modelProbe,data:l};r===null?r=[B]:r.push(B),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let w={instancePath:t+
"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",
schema:c.properties.modelProbe.required,parentSchema:c.properties.modelProbe,data:l};r===null?r=[w]:r.push(w),s++}let B=s;for(let w in l)if(!(w==="path"||w==="u\
rl"||w==="names"||w==="omits"||w==="told"||w==="except"||w==="untestable"||w==="source")){let D={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProb\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe,data:l};r===null?r=[D]:r.push(D),s++}if(l.path!==void 0){let w=l.path,D=s,ae=s,Y=s;if(typeof w=="string"){if(!jt.test(w)){let P={instancePath:t+"/mod\
elProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:w};r===
null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:Ne.type,parentSchema:Ne,data:w};r===null?r=[P]:r.push(P),s++}var Re=ae===s,nt=D===s}if(l.url!==void 0){let w=l.url,D=s,ae=s;if(typeof w=="string"){
if(!ay.test(w)){let P={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://\
[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.properties.modelProbe.properties.url,
data:w};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.url.type,parentSchema:c.properties.modelProbe.properties.url,data:w};r===null?
r=[P]:r.push(P),s++}var nt=D===s}if(l.names!==void 0){let w=l.names,D=s,ae=s,Y=s;if(typeof w=="string"){if(!Be.test(w)){let g={instancePath:t+"/modelProbe/names",
schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([\
^/~]|~[01])+)+$",parentSchema:ee,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:w};r===null?r=[g]:r.push(g),s++}var bt=ae===s,nt=D===s}if(l.omits!==void 0){
let w=l.omits,D=s,ae=s;if(typeof w=="string"){if(pe(w)<1){let P={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.omits,data:w};
r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.modelProbe.properties.omits.type,parentSchema:c.properties.modelProbe.properties.omits,data:w};r===null?r=
[P]:r.push(P),s++}var nt=D===s}if(l.told!==void 0){let w=l.told,D=s,ae=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/modelProbe/told",schemaPath:"\
#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.
modelProbe.properties.told,data:w};r===null?r=[k]:r.push(k),s++}let P=!0,g=w.length;for(let k=0;k<g;k++){let V=w[k],W=s,F=s;if(V&&typeof V=="object"&&!Array.isArray(
V)){if(V.at===void 0){let re={instancePath:t+"/modelProbe/told/"+k,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.properties.modelProbe.
properties.told.items,data:V};r===null?r=[re]:r.push(re),s++}if(V.constant===void 0){let re={instancePath:t+"/modelProbe/told/"+k,schemaPath:"#/properties/model\
Probe/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:c.properties.
modelProbe.properties.told.items.required,parentSchema:c.properties.modelProbe.properties.told.items,data:V};r===null?r=[re]:r.push(re),s++}let K=s;for(let re in V)
if(!(re==="at"||re==="constant")){let me={instancePath:t+"/modelProbe/told/"+k,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:re},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.told.
items,data:V};r===null?r=[me]:r.push(me),s++}if(V.at!==void 0){let re=V.at,me=s,Fe=s,pt=s;if(typeof re=="string"){if(!Be.test(re)){let je={instancePath:t+"/mode\
lProbe/told/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01\
])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:re};r===null?r=[je]:r.push(je),s++}}else{let je={instancePath:t+"/modelProbe/told/"+k+"/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:re};r===null?r=[je]:r.push(je),s++}var It=Fe===
s,dt=me===s}}else{let K={instancePath:t+"/modelProbe/told/"+k,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:c.properties.modelProbe.properties.told.items.type,parentSchema:c.properties.modelProbe.properties.told.items,data:V};r===null?
r=[K]:r.push(K),s++}var Kr=W===s;Kr||(P=!1)}}else{let P={instancePath:t+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"ty\
pe",params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.told.type,parentSchema:c.properties.modelProbe.properties.told,data:w};
r===null?r=[P]:r.push(P),s++}var nt=D===s}if(l.except!==void 0){let w=l.except,D=s,ae=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/modelProbe/e\
xcept",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.modelProbe.properties.except,data:w};r===null?r=[k]:r.push(k),s++}let P=!0,g=w.length;for(let k=0;k<g;k++){let V=w[k],W=s,F=s;if(V&&typeof V=="object"&&
!Array.isArray(V)){if(V.prefix===void 0){let re={instancePath:t+"/modelProbe/except/"+k,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"\
required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.
properties.modelProbe.properties.except.items,data:V};r===null?r=[re]:r.push(re),s++}if(V.reason===void 0){let re={instancePath:t+"/modelProbe/except/"+k,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:c.
properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:V};r===null?r=[re]:r.push(re),s++}let K=s;
for(let re in V)if(!(re==="prefix"||re==="reason")){let me={instancePath:t+"/modelProbe/except/"+k,schemaPath:"#/properties/modelProbe/properties/except/items/a\
dditionalProperties",keyword:"additionalProperties",params:{additionalProperty:re},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe.properties.except.items,data:V};r===null?r=[me]:r.push(me),s++}if(V.prefix!==void 0){let re=V.prefix,me=s,Fe=s;if(typeof re=="string"){if(pe(re)<1){let pt={
instancePath:t+"/modelProbe/except/"+k+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:re};r===null?
r=[pt]:r.push(pt),s++}}else{let pt={instancePath:t+"/modelProbe/except/"+k+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/pref\
ix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:c.
properties.modelProbe.properties.except.items.properties.prefix,data:re};r===null?r=[pt]:r.push(pt),s++}var rn=me===s}if(V.reason!==void 0){let re=V.reason,me=s,
Fe=s;if(typeof re=="string"){if(pe(re)<1){let je={instancePath:t+"/modelProbe/except/"+k+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/p\
roperties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.
except.items.properties.reason,data:re};r===null?r=[je]:r.push(je),s++}}else{let je={instancePath:t+"/modelProbe/except/"+k+"/reason",schemaPath:"#/properties/m\
odelProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.
except.items.properties.reason.type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:re};r===null?r=[je]:r.push(je),s++}var rn=me===
s}}else{let K={instancePath:t+"/modelProbe/except/"+k,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.items,data:V};r===null?r=[K]:
r.push(K),s++}var Fo=W===s;Fo||(P=!1)}}else{let P={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.properties.except,data:w};
r===null?r=[P]:r.push(P),s++}var nt=D===s}if(l.untestable!==void 0){let w=l.untestable,D=s,ae=s;if(typeof w=="string"){if(pe(w)<1){let P={instancePath:t+"/model\
Probe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:c.properties.modelProbe.properties.untestable,data:w};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/un\
testable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.
properties.untestable.type,parentSchema:c.properties.modelProbe.properties.untestable,data:w};r===null?r=[P]:r.push(P),s++}var nt=D===s}if(l.source!==void 0){let w=l.
source,D=s,ae=s,Y=s;if(typeof w=="string"){if(pe(w)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:w};r===null?r=[g]:r.
push(g),s++}var Jt=ae===s,nt=D===s}}else{let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.type,parentSchema:c.properties.modelProbe,data:l};r===null?r=[B]:r.push(B),s++}var m=ce===s}if(e.webhooks!==void 0){
let l=e.webhooks,ce=s,Se=s,le=s,L=!1,d=null,T=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.body===void 0){let B={instancePath:t+"/webhooks",schemaPath:"#/pr\
operties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.
oneOf[0].required,parentSchema:c.properties.webhooks.oneOf[0],data:l};r===null?r=[B]:r.push(B),s++}var oa=T===s;oa&&(L=!0,d=0);let Z=s;if(l&&typeof l=="object"&&
!Array.isArray(l)&&l.query===void 0){let B={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"\
query"},message:"must have required property 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:l};r===null?
r=[B]:r.push(B),s++}var oa=Z===s;if(oa&&L?(L=!1,d=[d,1]):oa&&(L=!0,d=1),L)s=le,r!==null&&(le?r.length=le:r=null);else{let B={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.
properties.webhooks,data:l};r===null?r=[B]:r.push(B),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let w={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.
required,parentSchema:c.properties.webhooks,data:l};r===null?r=[w]:r.push(w),s++}let B=s;for(let w in l)if(!(w==="body"||w==="query"||w==="with"||w==="signature"||
w==="challenge"||w==="told"||w==="source")){let D={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:l};r===null?r=[D]:r.push(D),s++}
if(l.body!==void 0){let w=l.body,D=s,ae=s,Y=s;if(typeof w=="string"){if(!Be.test(w)){let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:w};
r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:ee.type,parentSchema:ee,data:w};r===null?r=[P]:r.push(P),s++}var Fh=ae===s,tr=D===s}if(l.query!==void 0){let w=l.query,D=s,ae=s;if(typeof w=="\
string"){if(pe(w)<1){let P={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.query,data:w};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.query.type,parentSchema:c.properties.webhooks.properties.query,data:w};r===null?r=[P]:r.push(P),s++}var tr=D===s}if(l.with!==void 0){let w=l.with,D=s,
ae=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:w};r===null?r=[k]:r.push(k),s++}let P=!0,g=w.
length;for(let k=0;k<g;k++){let V=w[k],W=s,F=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.to===void 0){let re={instancePath:t+"/webhooks/with/"+k,schemaPath:"\
#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.
webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:V};r===null?r=[re]:r.push(re),s++}if(V.constant===void 0){
let re={instancePath:t+"/webhooks/with/"+k,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constan\
t"},message:"must have required property 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.
items,data:V};r===null?r=[re]:r.push(re),s++}let K=s;for(let re in V)if(!(re==="to"||re==="constant")){let me={instancePath:t+"/webhooks/with/"+k,schemaPath:"#/\
properties/webhooks/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:re},message:"must NOT have additional \
properties",schema:!1,parentSchema:c.properties.webhooks.properties.with.items,data:V};r===null?r=[me]:r.push(me),s++}if(V.to!==void 0){let re=V.to,me=s,Fe=s,pt=s;
if(typeof re=="string"){if(!Be.test(re)){let je={instancePath:t+"/webhooks/with/"+k+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:re};r===null?r=[je]:r.push(je),s++}}else{
let je={instancePath:t+"/webhooks/with/"+k+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,
parentSchema:ee,data:re};r===null?r=[je]:r.push(je),s++}var Vh=Fe===s,gd=me===s}}else{let K={instancePath:t+"/webhooks/with/"+k,schemaPath:"#/properties/webhook\
s/properties/with/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.
properties.webhooks.properties.with.items,data:V};r===null?r=[K]:r.push(K),s++}var Vo=W===s;Vo||(P=!1)}}else{let P={instancePath:t+"/webhooks/with",schemaPath:"\
#/properties/webhooks/properties/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.
properties.webhooks.properties.with,data:w};r===null?r=[P]:r.push(P),s++}var tr=D===s}if(l.signature!==void 0){let w=l.signature,D=s,ae=s;if(w&&typeof w=="objec\
t"&&!Array.isArray(w)){if(w.algorithm===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"\
required",params:{missingProperty:"algorithm"},message:"must have required property 'algorithm'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.
properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.header===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/pr\
operties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.
webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.encoding===void 0){let g={
instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"encoding"},message:"\
must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.signature,data:w};
r===null?r=[g]:r.push(g),s++}if(w.signed===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",
keyword:"required",params:{missingProperty:"signed"},message:"must have required property 'signed'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.
properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.key===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/prope\
rties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have required property 'key'",schema:c.properties.
webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}let P=s;for(let g in w)if(!qs.
call(c.properties.webhooks.properties.signature.properties,g)){let k={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signatur\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
webhooks.properties.signature,data:w};r===null?r=[k]:r.push(k),s++}if(w.algorithm!==void 0){let g=w.algorithm,k=s,V=c.properties.webhooks.properties.signature.properties.
algorithm.enum;if(!(g==="hmac-sha256"||g==="hmac-sha512"||g==="ed25519")){let W={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhook\
s/properties/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.algorithm.enum},message:"\
must be equal to one of the allowed values",schema:c.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:c.properties.webhooks.properties.
signature.properties.algorithm,data:g};r===null?r=[W]:r.push(W),s++}var br=k===s}if(w.header!==void 0){let g=w.header,k=s,V=s,W=s;if(typeof g=="string"){if(!ks.
test(g)){let K={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ct,data:g};r===null?r=[K]:r.push(K),s++}}else{let K={instancePath:t+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ct.type,parentSchema:Ct,data:g};r===
null?r=[K]:r.push(K),s++}var bd=V===s,br=k===s}if(w.separator!==void 0){let g=w.separator,k=s,V=s;if(typeof g=="string"){if(pe(g)<1){let F={instancePath:t+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.separator,data:g};r===null?r=[F]:r.push(F),s++}}else{
let F={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.
properties.separator,data:g};r===null?r=[F]:r.push(F),s++}var br=k===s}if(w.prefix!==void 0){let g=w.prefix,k=s,V=s;if(typeof g=="string"){if(pe(g)<1){let F={instancePath:t+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.prefix,data:g};r===null?r=[F]:r.push(F),s++}}else{
let F={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:c.properties.webhooks.properties.signature.
properties.prefix,data:g};r===null?r=[F]:r.push(F),s++}var br=k===s}if(w.encoding!==void 0){let g=w.encoding,k=s,V=c.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(g==="hex"||g==="base64")){let F={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:c.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:c.properties.webhooks.properties.signature.properties.
encoding,data:g};r===null?r=[F]:r.push(F),s++}var br=k===s}if(w.headers!==void 0){let g=w.headers,k=s,V=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.
keys(g).length<1){let K={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.headers,
data:g};r===null?r=[K]:r.push(K),s++}let F=s;for(let K in g){let re=g[K],me=s,Fe=s,pt=s;if(typeof re=="string"){if(!ks.test(re)){let je={instancePath:t+"/webhoo\
ks/signature/headers/"+K.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ct,data:re};r===null?r=[je]:r.push(je),s++}}else{let je={instancePath:t+"/webhoo\
ks/signature/headers/"+K.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:Ct.type,parentSchema:Ct,data:re};r===null?r=[je]:r.push(je),s++}var sn=Fe===s,Uh=me===s}}else{let F={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:c.properties.webhooks.properties.signature.properties.headers,data:g};r===null?r=[F]:r.push(F),s++}var br=k===
s}if(w.signed!==void 0){let g=w.signed,k=s,V=s;if(typeof g=="string"){if(pe(g)<1){let F={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:c.properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[F]:r.push(F),s++}var br=k===s}if(w.
time!==void 0){let g=w.time,k=s,V=s,W=s,F=!1,K=null,re=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.header===void 0){let pt={instancePath:t+"/webhooks/signa\
ture/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:c.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:g};r===null?r=[pt]:r.push(pt),s++}var ia=re===s;ia&&(F=!0,K=0);let me=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.member===
void 0){let pt={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:c.properties.webhooks.properties.signature.properties.time.oneOf[1],data:g};r===null?r=[pt]:r.push(pt),s++}var ia=me===s;if(ia&&F?(F=!1,K=
[K,1]):ia&&(F=!0,K=1),F)s=W,r!==null&&(W?r.length=W:r=null);else{let pt={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:K},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[pt]:r.push(pt),s++}if(g&&typeof g=="\
object"&&!Array.isArray(g)){if(g.unit===void 0){let z={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:c.properties.webhooks.properties.signature.
properties.time.required,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[z]:r.push(z),s++}if(g.toleranceSeconds===void 0){
let z={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.properties.time.required,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[z]:r.push(z),s++}let pt=s;for(let z in g)if(!(z==="header"||z==="separator"||z==="p\
refix"||z==="member"||z==="unit"||z==="toleranceSeconds")){let Ke={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:z},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[Ke]:r.push(Ke),s++}if(g.header!==void 0){let z=g.header,Ke=s,tt=s,ct=s;if(typeof z==
"string"){if(!ks.test(z)){let He={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ct,data:z};r===null?r=[He]:r.push(He),s++}}else{let He={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ct.type,
parentSchema:Ct,data:z};r===null?r=[He]:r.push(He),s++}var fs=tt===s,hs=Ke===s}if(g.separator!==void 0){let z=g.separator,Ke=s,tt=s;if(typeof z=="string"){if(pe(
z)<1){let He={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.
time.properties.separator,data:z};r===null?r=[He]:r.push(He),s++}}else{let He={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.separator,data:z};
r===null?r=[He]:r.push(He),s++}var hs=Ke===s}if(g.prefix!==void 0){let z=g.prefix,Ke=s,tt=s;if(typeof z=="string"){if(pe(z)<1){let He={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:z};r===null?
r=[He]:r.push(He),s++}}else{let He={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:z};r===null?r=[He]:r.push(He),s++}var hs=Ke===s}if(g.
member!==void 0){let z=g.member,Ke=s,tt=s,ct=s;if(typeof z=="string"){if(!Be.test(z)){let Je={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:ee,data:z};r===null?r=[Je]:r.push(Je),s++}}else{let Je={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:z};r===null?r=[Je]:r.push(Je),s++}var wd=tt===s,hs=Ke===s}if(g.unit!==
void 0){let z=g.unit,Ke=s,tt=c.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(z==="seconds"||z==="milliseconds"||z==="rfc333\
9")){let He={instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"\
enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",
schema:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.
unit,data:z};r===null?r=[He]:r.push(He),s++}var hs=Ke===s}if(g.toleranceSeconds!==void 0){let z=g.toleranceSeconds,Ke=s;if(!(typeof z=="number"&&!(z%1)&&!isNaN(
z))){let He={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/tolera\
nceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:z};r===null?r=[He]:r.push(He),s++}let tt=s;if(typeof z==
"number"){if(z>3600||isNaN(z)){let He={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:z};r===null?r=[He]:r.push(He),s++}if(z<1||isNaN(z)){let He={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:z};r===null?r=[He]:r.push(He),s++}}var hs=Ke===s}let je;if(g.separator!==void 0&&g.header===void 0){let z={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:c.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[z]:r.push(z),s++}if(g.prefix!==void 0&&g.header===
void 0){let z={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:c.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};
r===null?r=[z]:r.push(z),s++}}else{let pt={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.time.type,parentSchema:c.properties.
webhooks.properties.signature.properties.time,data:g};r===null?r=[pt]:r.push(pt),s++}var br=k===s}if(w.key!==void 0){let g=w.key,k=s,V=s,W=!1,F=null,K=s,re=s;if(g&&
typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let z={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[z]:r.push(z),s++}
if(g.path===void 0){let z={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[z]:r.push(z),s++}if(g.at===void 0){let z={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[z]:r.push(z),s++}if(g.encoding===void 0){let z={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:g};r===null?r=[z]:r.push(z),s++}let je=s;for(let z in g)if(!(z==="by"||z==="path"||z==="at"||z==="prefix"||z==="encoding")){let Ke={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:z},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};
r===null?r=[Ke]:r.push(Ke),s++}if(g.by!==void 0){let z=g.by,Ke=s;if(z!=="request"){let tt={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:z};r===null?r=[tt]:r.push(tt),s++}var pa=Ke===s}if(g.
path!==void 0){let z=g.path,Ke=s,tt=s,ct=s;if(typeof z=="string"){if(!jt.test(z)){let Je={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:z};r===null?r=[Je]:r.push(Je),s++}}else{let Je={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ne.type,parentSchema:Ne,
data:z};r===null?r=[Je]:r.push(Je),s++}var vd=tt===s,pa=Ke===s}if(g.at!==void 0){let z=g.at,Ke=s,tt=s,ct=s;if(typeof z=="string"){if(!Be.test(z)){let Je={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:z};r===null?r=[Je]:r.push(Je),s++}}else{let Je={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:z};r===null?r=[Je]:r.push(Je),s++}var Dh=tt===
s,pa=Ke===s}if(g.prefix!==void 0){let z=g.prefix,Ke=s,tt=s,ct=s;if(typeof z=="string"){if(pe(z)<1){let Je={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:vs,data:z};r===null?r=[Je]:
r.push(Je),s++}}else{let Je={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:vs.type,parentSchema:vs,data:z};r===null?r=[Je]:r.push(Je),s++}var Jh=tt===s,pa=Ke===s}if(g.encoding!==void 0){let z=g.encoding,Ke=s,tt=s,
ct=Tr.enum;if(!(z==="text"||z==="hex"||z==="base64")){let Je={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Tr.enum},message:"must be equal to one of the allowed values",schema:Tr.enum,parentSchema:Tr,data:z};r===null?r=[Je]:r.push(Je),s++}var kd=tt===
s,pa=Ke===s}}else{let je={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[je]:r.push(je),s++}var Or=K===s;if(Or){W=!0,F=0;var ys=!0}let me=s,Fe=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){if(g.by===void 0){let z={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[z]:r.push(z),s++}if(g.encoding===void 0){
let z={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[z]:r.push(z),s++}let je=s;for(let z in g)if(!(z==="by"||z===
"prefix"||z==="encoding")){let Ke={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:z},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:g};r===null?r=[Ke]:r.push(Ke),s++}if(g.by!==void 0){let z=g.by,Ke=s;if(z!=="setting"){let tt={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:z};
r===null?r=[tt]:r.push(tt),s++}var Uo=Ke===s}if(g.prefix!==void 0){let z=g.prefix,Ke=s,tt=s,ct=s;if(typeof z=="string"){if(pe(z)<1){let Je={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:vs,data:z};r===null?r=[Je]:r.push(Je),s++}}else{let Je={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:vs.type,parentSchema:vs,data:z};r===null?r=[Je]:r.push(Je),s++}var Do=tt===s,Uo=Ke===s}if(g.encoding!==
void 0){let z=g.encoding,Ke=s,tt=s,ct=Tr.enum;if(!(z==="text"||z==="hex"||z==="base64")){let Je={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Tr.enum},message:"must be equal to one of the allowed values",schema:Tr.enum,parentSchema:Tr,data:z};
r===null?r=[Je]:r.push(Je),s++}var Pd=tt===s,Uo=Ke===s}}else{let je={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[je]:r.push(je),s++}var Or=me===s;if(Or&&W)W=!1,
F=[F,1];else{Or&&(W=!0,F=1,ys!==!0&&(ys=!0));let je=s,z=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let ct={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:g};r===null?r=[ct]:r.push(ct),s++}if(g.url===void 0){let ct={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};
r===null?r=[ct]:r.push(ct),s++}let tt=s;for(let ct in g)if(!(ct==="by"||ct==="url")){let He={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ct},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[He]:r.push(He),s++}if(g.by!==
void 0){let ct=g.by,He=s;if(ct!=="key-set"){let Je={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:ct};r===null?r=[Je]:r.push(Je),s++}var $d=He===s}if(g.url!==void 0){let ct=g.url,He=s,Je=s;
if(typeof ct=="string"){if(!Ed.test(ct)){let ua={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:ct};r===null?r=[ua]:r.push(ua),s++}}else{let ua={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:ct};r===null?r=[ua]:r.push(ua),s++}var $d=He===s}}else{let tt={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[tt]:r.push(
tt),s++}var Or=je===s;Or&&W?(W=!1,F=[F,2]):Or&&(W=!0,F=2,ys!==!0&&(ys=!0))}if(W)s=V,r!==null&&(V?r.length=V:r=null);else{let je={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:F},message:"must match exactly one\
 schema in oneOf",schema:c.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.key,
data:g};r===null?r=[je]:r.push(je),s++}var br=k===s}}else{let P={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.type,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[P]:r.push(P),s++}var tr=D===s}if(l.challenge!==void 0){let w=l.challenge,D=s,ae=s,Y=s;if(typeof w=="string"){if(!Be.test(w)){let g={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:w};r===null?r=[g]:r.push(g),s++}var zh=ae===
s,tr=D===s}if(l.told!==void 0){let w=l.told,D=s,ae=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.
told,data:w};r===null?r=[k]:r.push(k),s++}let P=!0,g=w.length;for(let k=0;k<g;k++){let V=w[k],W=s,F=s;if(V&&typeof V=="object"&&!Array.isArray(V)){if(V.at===void 0){
let re={instancePath:t+"/webhooks/told/"+k,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,data:V};r===
null?r=[re]:r.push(re),s++}if(V.fact===void 0){let re={instancePath:t+"/webhooks/told/"+k,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.
properties.webhooks.properties.told.items,data:V};r===null?r=[re]:r.push(re),s++}let K=s;for(let re in V)if(!(re==="at"||re==="fact")){let me={instancePath:t+"/\
webhooks/told/"+k,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:re},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:V};r===null?r=[me]:r.push(me),s++}if(V.at!==void 0){
let re=V.at,me=s,Fe=s,pt=s;if(typeof re=="string"){if(!Be.test(re)){let je={instancePath:t+"/webhooks/told/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:re};r===
null?r=[je]:r.push(je),s++}}else{let je={instancePath:t+"/webhooks/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ee.type,parentSchema:ee,data:re};r===null?r=[je]:r.push(je),s++}var Ch=Fe===s,Hr=me===s}if(V.fact!==void 0){let re=V.fact,me=s,Fe=c.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(re==="id"||re==="model"||re==="created")){let je={instancePath:t+"/webhooks/told/"+k+"/fact",schemaPath:"\
#/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.
properties.told.items.properties.fact,data:re};r===null?r=[je]:r.push(je),s++}var Hr=me===s}}else{let K={instancePath:t+"/webhooks/told/"+k,schemaPath:"#/proper\
ties/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,
parentSchema:c.properties.webhooks.properties.told.items,data:V};r===null?r=[K]:r.push(K),s++}var Sd=W===s;Sd||(P=!1)}}else{let P={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.
told.type,parentSchema:c.properties.webhooks.properties.told,data:w};r===null?r=[P]:r.push(P),s++}var tr=D===s}if(l.source!==void 0){let w=l.source,D=s,ae=s,Y=s;
if(typeof w=="string"){if(pe(w)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:w};r===null?r=[g]:r.push(g),s++}var Wh=ae===
s,tr=D===s}}else{let B={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.webhooks.type,parentSchema:c.properties.webhooks,data:l};r===null?r=[B]:r.push(B),s++}var m=ce===s}if(e.rateHeaders!==void 0){let l=e.rateHeaders,ce=s;
Ps(l,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?Ps.errors:r.concat(Ps.errors),s=r.length);
var m=ce===s}if(e.upload!==void 0){let l=e.upload,ce=s,Se=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.method===void 0){let d={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.upload.required,
parentSchema:c.properties.upload,data:l};r===null?r=[d]:r.push(d),s++}if(l.path===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.properties.
upload,data:l};r===null?r=[d]:r.push(d),s++}if(l.reference===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:l};
r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:l};r===null?r=[d]:r.push(d),s++}
let L=s;for(let d in l)if(!(d==="method"||d==="path"||d==="field"||d==="reference"||d==="source")){let T={instancePath:t+"/upload",schemaPath:"#/properties/uplo\
ad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
upload,data:l};r===null?r=[T]:r.push(T),s++}if(l.method!==void 0){let d=l.method,T=s,Z=c.properties.upload.properties.method.enum;if(!(d==="POST"||d==="PUT")){let oe={
instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.properties.method.
enum},message:"must be equal to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.properties.method,
data:d};r===null?r=[oe]:r.push(oe),s++}var da=T===s}if(l.path!==void 0){let d=l.path,T=s,Z=s,oe=s;if(typeof d=="string"){if(!jt.test(d)){let w={instancePath:t+"\
/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ne,data:d};r===
null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ne.type,parentSchema:Ne,data:d};r===null?r=[w]:r.push(w),s++}var ca=Z===s,da=T===s}if(l.field!==void 0){let d=l.field,T=s,Z=s;if(typeof d=="string"){if(pe(
d)<1){let B={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.properties.
field.type,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[B]:r.push(B),s++}var da=T===s}if(l.reference!==void 0){let d=l.reference,T=s,Z=s,
oe=s;if(typeof d=="string"){if(!Be.test(d)){let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:d};r===null?r=[w]:r.push(w),s++}}else{
let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,
data:d};r===null?r=[w]:r.push(w),s++}var Kh=Z===s,da=T===s}if(l.source!==void 0){let d=l.source,T=s,Z=s,oe=s;if(typeof d=="string"){if(pe(d)<1){let w={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,
data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ie.type,parentSchema:ie,data:d};r===null?r=[w]:r.push(w),s++}var Jo=Z===s,da=T===s}}else{let L={instancePath:t+"/upload",schemaPath:"#/pr\
operties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:l};r===
null?r=[L]:r.push(L),s++}var m=ce===s}if(e.operations!==void 0){let l=e.operations,ce=s,Se=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<
1){let d={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer \
than 1 properties",schema:1,parentSchema:c.properties.operations,data:l};r===null?r=[d]:r.push(d),s++}let L=s;for(let d in l)if(!(d==="video"||d==="image"||d===
"audio"||d==="mesh")){let T={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:l};r===null?r=[T]:r.push(T),s++}if(l.video!==void 0){let d=l.video,
T=s;Ot(d,{instancePath:t+"/operations/video",parentData:l,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?Ot.errors:r.concat(Ot.errors),s=
r.length);var ma=T===s}if(l.image!==void 0){let d=l.image,T=s;Ot(d,{instancePath:t+"/operations/image",parentData:l,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||
(r=r===null?Ot.errors:r.concat(Ot.errors),s=r.length);var ma=T===s}if(l.audio!==void 0){let d=l.audio,T=s;Ot(d,{instancePath:t+"/operations/audio",parentData:l,
parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?Ot.errors:r.concat(Ot.errors),s=r.length);var ma=T===s}if(l.mesh!==void 0){let d=l.mesh,T=s;
Ot(d,{instancePath:t+"/operations/mesh",parentData:l,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?Ot.errors:r.concat(Ot.errors),s=r.length);
var ma=T===s}}else{let L={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.operations.type,parentSchema:c.properties.operations,data:l};r===null?r=[L]:r.push(L),s++}var m=ce===s}if(e.errors!==void 0){let l=e.errors,
ce=s,Se=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.message===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"\
required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,parentSchema:c.properties.errors,
data:l};r===null?r=[d]:r.push(d),s++}if(l.code===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:l};r===null?r=[d]:r.push(d),s++}if(l.
proofs===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:l};r===null?r=[d]:r.push(d),s++}let L=s;for(let d in l)
if(!(d==="message"||d==="code"||d==="codeHeader"||d==="status"||d==="inside"||d==="proofs")){let T={instancePath:t+"/errors",schemaPath:"#/properties/errors/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
errors,data:l};r===null?r=[T]:r.push(T),s++}if(l.message!==void 0){let d=l.message,T=s;vt(d,{instancePath:t+"/errors/message",parentData:l,parentDataProperty:"m\
essage",rootData:o,dynamicAnchors:i})||(r=r===null?vt.errors:r.concat(vt.errors),s=r.length);var Br=T===s}if(l.code!==void 0){let d=l.code,T=s;vt(d,{instancePath:t+
"/errors/code",parentData:l,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?vt.errors:r.concat(vt.errors),s=r.length);var Br=T===s}if(l.codeHeader!==
void 0){let d=l.codeHeader,T=s,Z=s,oe=s;if(typeof d=="string"){if(!ks.test(d)){let w={instancePath:t+"/errors/codeHeader",schemaPath:"#/$defs/headerName/pattern",
keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Ct,data:d};r===null?
r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/errors/codeHeader",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:Ct.type,parentSchema:Ct,data:d};r===null?r=[w]:r.push(w),s++}var Hh=Z===s,Br=T===s}if(l.status!==void 0){let d=l.status,T=s,Z=s,oe=s;if(typeof d==
"string"){if(!Be.test(d)){let w={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+
"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:d};r===null?
r=[w]:r.push(w),s++}var _d=Z===s,Br=T===s}if(l.inside!==void 0){let d=l.inside,T=s,Z=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.at===void 0){let w={instancePath:t+
"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"at"},message:"must have required proper\
ty 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[w]:r.push(w),s++}if(d.source===
void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"source"},
message:"must have required property 'source'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.properties.inside,data:d};
r===null?r=[w]:r.push(w),s++}let B=s;for(let w in d)if(!(w==="at"||w==="unless"||w==="source")){let D={instancePath:t+"/errors/inside",schemaPath:"#/properties/\
errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,
parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[D]:r.push(D),s++}if(d.at!==void 0){let w=d.at,D=s,ae=s,Y=s;if(typeof w=="string"){if(!Be.
test(w)){let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must \
match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:ee,data:w};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/errors/in\
side/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ee.type,parentSchema:ee,data:w};r===null?r=[P]:
r.push(P),s++}var Bh=ae===s,zo=D===s}if(d.unless!==void 0){let w=d.unless,D=s;if(!Array.isArray(w)){let P={instancePath:t+"/errors/inside/unless",schemaPath:"#/\
properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.inside.
properties.unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:w};r===null?r=[P]:r.push(P),s++}let ae=s;var zo=D===s}if(d.source!==
void 0){let w=d.source,D=s,ae=s,Y=s;if(typeof w=="string"){if(pe(w)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+
"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:w};r===
null?r=[g]:r.push(g),s++}var Co=ae===s,zo=D===s}}else{let B={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.properties.errors.properties.inside,data:d};
r===null?r=[B]:r.push(B),s++}var Br=T===s}if(l.proofs!==void 0){let d=l.proofs,T=s,Z=s;if(Array.isArray(d)){if(d.length<1){let D={instancePath:t+"/errors/proofs",
schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.errors.properties.proofs,data:d};r===null?r=[D]:r.push(D),s++}let B=!0,w=d.length;for(let D=0;D<w;D++){let ae=d[D],Y=s,P=s;if(ae&&typeof ae=="object"&&
!Array.isArray(ae)){if(ae.status===void 0){let k={instancePath:t+"/errors/proofs/"+D,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:ae};r===null?r=[k]:r.push(k),s++}if(ae.proves===void 0){let k={instancePath:t+"/errors/proofs/"+D,schemaPath:"#/p\
roperties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have required property 'proves'",schema:c.
properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:ae};r===null?r=[k]:r.push(k),s++}if(ae.source===
void 0){let k={instancePath:t+"/errors/proofs/"+D,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.
proofs.items,data:ae};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in ae)if(!(k==="status"||k==="codes"||k==="says"||k==="proves"||k==="means"||k==="source")){
let V={instancePath:t+"/errors/proofs/"+D,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,data:ae};r===null?r=[V]:r.push(V),s++}if(ae.status!==
void 0){let k=ae.status,V=s,W=s;if(typeof k=="string"){if(!ny.test(k)){let F={instancePath:t+"/errors/proofs/"+D+"/status",schemaPath:"#/properties/errors/prope\
rties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"\
^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:k};r===null?r=[F]:r.push(F),s++}}else{let F={instancePath:t+
"/errors/proofs/"+D+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/type",keyword:"type",params:{type:"string"},message:"mus\
t be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.errors.properties.proofs.items.properties.status,
data:k};r===null?r=[F]:r.push(F),s++}var gs=V===s}if(ae.codes!==void 0){let k=ae.codes,V=s,W=s;if(Array.isArray(k)){if(k.length<1){let me={instancePath:t+"/erro\
rs/proofs/"+D+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"minItems",params:{limit:1},message:"must NOT \
have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:k};r===null?r=[me]:r.push(me),s++}let K=!0,re=k.
length;for(let me=0;me<re;me++){let Fe=k[me],pt=s;if(typeof Fe!="string"){let z={instancePath:t+"/errors/proofs/"+D+"/codes/"+me,schemaPath:"#/properties/errors\
/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.
items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:Fe};r===null?r=[z]:r.push(z),s++}let je=s;
var xd=pt===s;xd||(K=!1)}}else{let K={instancePath:t+"/errors/proofs/"+D+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.codes.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.codes,data:k};r===null?r=[K]:r.push(K),s++}var gs=V===s}if(ae.says!==void 0){let k=ae.says,V=s,W=s;if(Array.isArray(k)){
if(k.length<1){let me={instancePath:t+"/errors/proofs/"+D+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/minItems",keyword:"min\
Items",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:k};r===
null?r=[me]:r.push(me),s++}let K=!0,re=k.length;for(let me=0;me<re;me++){let Fe=k[me],pt=s,je=s;if(typeof Fe=="string"){if(pe(Fe)<1){let z={instancePath:t+"/err\
ors/proofs/"+D+"/says/"+me,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:Fe};r===null?r=[z]:r.push(z),
s++}}else{let z={instancePath:t+"/errors/proofs/"+D+"/says/"+me,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:c.properties.errors.
properties.proofs.items.properties.says.items,data:Fe};r===null?r=[z]:r.push(z),s++}var qd=pt===s;qd||(K=!1)}}else{let K={instancePath:t+"/errors/proofs/"+D+"/s\
ays",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.
errors.properties.proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:k};r===null?r=[K]:r.push(K),s++}
var gs=V===s}if(ae.proves!==void 0){let k=ae.proves,V=s,W=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!(k==="rejected"||k==="busy"||k===
"credentials"||k==="payment"||k==="may-exist"||k==="unknown-model")){let K={instancePath:t+"/errors/proofs/"+D+"/proves",schemaPath:"#/properties/errors/propert\
ies/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.proves.enum},message:"must \
be equal to one of the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.errors.properties.proofs.
items.properties.proves,data:k};r===null?r=[K]:r.push(K),s++}var gs=V===s}if(ae.means!==void 0){let k=ae.means,V=s,W=s;if(typeof k=="string"){if(pe(k)<1){let K={
instancePath:t+"/errors/proofs/"+D+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:k};r===null?r=[K]:r.push(
K),s++}}else{let K={instancePath:t+"/errors/proofs/"+D+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.errors.properties.proofs.
items.properties.means,data:k};r===null?r=[K]:r.push(K),s++}var gs=V===s}if(ae.source!==void 0){let k=ae.source,V=s,W=s,F=s;if(typeof k=="string"){if(pe(k)<1){let re={
instancePath:t+"/errors/proofs/"+D+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 char\
acters",schema:1,parentSchema:ie,data:k};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/errors/proofs/"+D+"/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:k};r===null?r=[re]:r.push(re),s++}var Wo=W===s,gs=V===s}}else{
let g={instancePath:t+"/errors/proofs/"+D,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"must be o\
bject",schema:c.properties.errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:ae};r===null?r=[g]:r.push(g),s++}var Od=Y===
s;Od||(B=!1)}}else{let B={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:c.properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[B]:r.push(B),s++}var Br=T===
s}}else{let L={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
errors.type,parentSchema:c.properties.errors,data:l};r===null?r=[L]:r.push(L),s++}var m=ce===s}if(e.cancelRules!==void 0){let l=e.cancelRules,ce=s,Se=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.queued===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"queued"},message:"must have required property 'queued'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,data:l};
r===null?r=[d]:r.push(d),s++}if(l.processing===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"processing"},message:"must have required property 'processing'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}if(l.ended===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",
params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,data:l};
r===null?r=[d]:r.push(d),s++}if(l.cancelled===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,data:l};
r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,data:l};
r===null?r=[d]:r.push(d),s++}let L=s;for(let d in l)if(!(d==="queued"||d==="processing"||d==="ended"||d==="cancelled"||d==="source")){let T={instancePath:t+"/ca\
ncelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:c.properties.cancelRules,data:l};r===null?r=[T]:r.push(T),s++}if(l.queued!==void 0){let d=l.queued,T=s,Z=s,oe=s,B=s,w=s,
D=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let ae;if(d.body===void 0&&(ae="body")||d.error===void 0&&(ae="error")){let Y={};r===null?r=[Y]:r.push(Y),s++}}
var Ko=D===s;if(Ko){let ae={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",
schema:Q.allOf[0].not,parentSchema:Q.allOf[0],data:d};r===null?r=[ae]:r.push(ae),s++}else s=w,r!==null&&(w?r.length=w:r=null);var jr=B===s;if(d&&typeof d=="obje\
ct"&&!Array.isArray(d)){if(d.then===void 0){let Y={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:Q.required,parentSchema:Q,data:d};r===null?r=[Y]:r.push(Y),s++}let ae=s;for(let Y in d)if(!(Y==="then"||
Y==="status"||Y==="body"||Y==="error")){let P={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:Y},message:"must NOT have additional properties",schema:!1,parentSchema:Q,data:d};r===null?r=[P]:r.push(P),s++}if(d.then!==void 0){
let Y=d.then,P=s,g=Q.properties.then.enum;if(!(Y==="cancelled"||Y==="goes-on"||Y==="removed"||Y==="refused")){let k={instancePath:t+"/cancelRules/queued/then",schemaPath:"\
#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:Q.properties.then.enum},message:"must be equal to one of the allowed values",schema:Q.
properties.then.enum,parentSchema:Q.properties.then,data:Y};r===null?r=[k]:r.push(k),s++}var Ho=P===s}if(d.status!==void 0){let Y=d.status,P=s;if(!(typeof Y=="n\
umber"&&!(Y%1)&&!isNaN(Y))){let V={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:Q.properties.status.type,parentSchema:Q.properties.status,data:Y};r===null?r=[V]:r.push(V),s++}let g=s;if(typeof Y=="\
number"){if(Y>599||isNaN(Y)){let V={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:Q.properties.status,data:Y};r===null?r=[V]:r.push(V),s++}if(Y<200||isNaN(Y)){let V={
instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:Q.properties.status,data:Y};r===null?r=[V]:r.push(V),s++}}var Ho=P===s}if(d.error!==void 0){let Y=d.error,P=s,g=s;if(Y&&
typeof Y=="object"&&!Array.isArray(Y)){if(Y.code===void 0){let W={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/req\
uired",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:Q.properties.error.required,parentSchema:Q.properties.
error,data:Y};r===null?r=[W]:r.push(W),s++}if(Y.message===void 0){let W={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/er\
ror/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:Q.properties.error.required,parentSchema:Q.
properties.error,data:Y};r===null?r=[W]:r.push(W),s++}let V=s;for(let W in Y)if(!(W==="code"||W==="message")){let F={instancePath:t+"/cancelRules/queued/error",
schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additi\
onal properties",schema:!1,parentSchema:Q.properties.error,data:Y};r===null?r=[F]:r.push(F),s++}if(Y.code!==void 0){let W=Y.code,F=s,K=s;if(typeof W=="string"){
if(pe(W)<1){let re={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLengt\
h",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.properties.error.properties.code,data:W};r===null?r=[re]:r.push(re),
s++}}else{let re={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:Q.properties.error.properties.code.type,parentSchema:Q.properties.error.properties.code,data:W};r===null?r=[re]:r.push(
re),s++}var bs=F===s}if(Y.message!==void 0){let W=Y.message,F=s,K=s;if(typeof W=="string"){if(pe(W)<1){let me={instancePath:t+"/cancelRules/queued/error/message",
schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 character\
s",schema:1,parentSchema:Q.properties.error.properties.message,data:W};r===null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/cancelRules/queued/error/me\
ssage",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.properties.
error.properties.message.type,parentSchema:Q.properties.error.properties.message,data:W};r===null?r=[me]:r.push(me),s++}var bs=F===s}}else{let V={instancePath:t+
"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.properties.
error.type,parentSchema:Q.properties.error,data:Y};r===null?r=[V]:r.push(V),s++}var Ho=P===s}}else{let ae={instancePath:t+"/cancelRules/queued",schemaPath:"#/$d\
efs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.type,parentSchema:Q,data:d};r===null?r=[ae]:r.push(ae),s++}var Gh=Z===
s,la=T===s}if(l.processing!==void 0){let d=l.processing,T=s,Z=s,oe=s,B=s,w=s,D=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Y;if(d.body===void 0&&(Y="body")||
d.error===void 0&&(Y="error")){let P={};r===null?r=[P]:r.push(P),s++}}var jd=D===s;if(jd){let Y={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/ca\
ncelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:Q.allOf[0].not,parentSchema:Q.allOf[0],data:d};r===null?r=[Y]:r.push(Y),s++}else
s=w,r!==null&&(w?r.length=w:r=null);var Td=B===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/processing",
schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:Q.required,parentSchema:Q,
data:d};r===null?r=[P]:r.push(P),s++}let Y=s;for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/process\
ing",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Q,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,k=Q.properties.then.enum;if(!(P==="cancelled"||P==="goes\
-on"||P==="removed"||P==="refused")){let V={instancePath:t+"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{
allowedValues:Q.properties.then.enum},message:"must be equal to one of the allowed values",schema:Q.properties.then.enum,parentSchema:Q.properties.then,data:P};
r===null?r=[V]:r.push(V),s++}var ws=g===s}if(d.status!==void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let W={instancePath:t+"/cancelRu\
les/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:Q.properties.
status.type,parentSchema:Q.properties.status,data:P};r===null?r=[W]:r.push(W),s++}let k=s;if(typeof P=="number"){if(P>599||isNaN(P)){let W={instancePath:t+"/can\
celRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 5\
99",schema:599,parentSchema:Q.properties.status,data:P};r===null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRules/processing/status",
schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:Q.
properties.status,data:P};r===null?r=[W]:r.push(W),s++}}var ws=g===s}if(d.error!==void 0){let P=d.error,g=s,k=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.
code===void 0){let F={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:Q.properties.error.required,parentSchema:Q.properties.error,data:P};r===null?r=[F]:r.push(F),s++}if(P.
message===void 0){let F={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:Q.properties.error.required,parentSchema:Q.properties.error,data:P};r===null?r=[F]:r.push(F),s++}
let W=s;for(let F in P)if(!(F==="code"||F==="message")){let K={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/ad\
ditionalProperties",keyword:"additionalProperties",params:{additionalProperty:F},message:"must NOT have additional properties",schema:!1,parentSchema:Q.properties.
error,data:P};r===null?r=[K]:r.push(K),s++}if(P.code!==void 0){let F=P.code,K=s,re=s;if(typeof F=="string"){if(pe(F)<1){let me={instancePath:t+"/cancelRules/pro\
cessing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer\
 than 1 characters",schema:1,parentSchema:Q.properties.error.properties.code,data:F};r===null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/cancelRules/p\
rocessing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.
properties.error.properties.code.type,parentSchema:Q.properties.error.properties.code,data:F};r===null?r=[me]:r.push(me),s++}var Ad=K===s}if(P.message!==void 0){
let F=P.message,K=s,re=s;if(typeof F=="string"){if(pe(F)<1){let Fe={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/proper\
ties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.properties.
error.properties.message,data:F};r===null?r=[Fe]:r.push(Fe),s++}}else{let Fe={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelR\
ule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.properties.error.properties.message.type,parentSchema:Q.
properties.error.properties.message,data:F};r===null?r=[Fe]:r.push(Fe),s++}var Ad=K===s}}else{let W={instancePath:t+"/cancelRules/processing/error",schemaPath:"\
#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.properties.error.type,parentSchema:Q.properties.
error,data:P};r===null?r=[W]:r.push(W),s++}var ws=g===s}}else{let Y={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:Q.type,parentSchema:Q,data:d};r===null?r=[Y]:r.push(Y),s++}var b=Z===s,la=T===s}if(l.ended!==void 0){let d=l.
ended,T=s,Z=s,oe=s,B=s,w=s,D=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Y;if(d.body===void 0&&(Y="body")||d.error===void 0&&(Y="error")){let P={};r===null?
r=[P]:r.push(P),s++}}var Oe=D===s;if(Oe){let Y={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"\
must NOT be valid",schema:Q.allOf[0].not,parentSchema:Q.allOf[0],data:d};r===null?r=[Y]:r.push(Y),s++}else s=w,r!==null&&(w?r.length=w:r=null);var ht=B===s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",
params:{missingProperty:"then"},message:"must have required property 'then'",schema:Q.required,parentSchema:Q,data:d};r===null?r=[P]:r.push(P),s++}let Y=s;for(let P in d)
if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:Q,data:d};r===null?r=[g]:r.push(g),s++}
if(d.then!==void 0){let P=d.then,g=s,k=Q.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let V={instancePath:t+"/cancel\
Rules/ended/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:Q.properties.then.enum},message:"must be equal to on\
e of the allowed values",schema:Q.properties.then.enum,parentSchema:Q.properties.then,data:P};r===null?r=[V]:r.push(V),s++}var wr=g===s}if(d.status!==void 0){let P=d.
status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:Q.properties.status.type,parentSchema:Q.properties.status,data:P};r===null?r=[W]:r.push(
W),s++}let k=s;if(typeof P=="number"){if(P>599||isNaN(P)){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/max\
imum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:Q.properties.status,data:P};r===null?r=[W]:r.push(W),
s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:"\
>=",limit:200},message:"must be >= 200",schema:200,parentSchema:Q.properties.status,data:P};r===null?r=[W]:r.push(W),s++}}var wr=g===s}if(d.error!==void 0){let P=d.
error,g=s,k=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let F={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/p\
roperties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:Q.properties.error.required,parentSchema:Q.
properties.error,data:P};r===null?r=[F]:r.push(F),s++}if(P.message===void 0){let F={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/pro\
perties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:Q.properties.error.required,
parentSchema:Q.properties.error,data:P};r===null?r=[F]:r.push(F),s++}let W=s;for(let F in P)if(!(F==="code"||F==="message")){let K={instancePath:t+"/cancelRules\
/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:F},message:"must N\
OT have additional properties",schema:!1,parentSchema:Q.properties.error,data:P};r===null?r=[K]:r.push(K),s++}if(P.code!==void 0){let F=P.code,K=s,re=s;if(typeof F==
"string"){if(pe(F)<1){let me={instancePath:t+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.properties.error.properties.code,data:F};r===null?r=[me]:r.push(
me),s++}}else{let me={instancePath:t+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Q.properties.error.properties.code.type,parentSchema:Q.properties.error.properties.code,data:F};r===null?r=[me]:r.
push(me),s++}var he=K===s}if(P.message!==void 0){let F=P.message,K=s,re=s;if(typeof F=="string"){if(pe(F)<1){let Fe={instancePath:t+"/cancelRules/ended/error/me\
ssage",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 ch\
aracters",schema:1,parentSchema:Q.properties.error.properties.message,data:F};r===null?r=[Fe]:r.push(Fe),s++}}else{let Fe={instancePath:t+"/cancelRules/ended/er\
ror/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.properties.
error.properties.message.type,parentSchema:Q.properties.error.properties.message,data:F};r===null?r=[Fe]:r.push(Fe),s++}var he=K===s}}else{let W={instancePath:t+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.properties.
error.type,parentSchema:Q.properties.error,data:P};r===null?r=[W]:r.push(W),s++}var wr=g===s}}else{let Y={instancePath:t+"/cancelRules/ended",schemaPath:"#/$def\
s/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.type,parentSchema:Q,data:d};r===null?r=[Y]:r.push(Y),s++}var u=Z===s,
la=T===s}if(l.cancelled!==void 0){let d=l.cancelled,T=s,Z=s,oe=s,B=s,w=s,D=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Y;if(d.body===void 0&&(Y="body")||
d.error===void 0&&(Y="error")){let P={};r===null?r=[P]:r.push(P),s++}}var S=D===s;if(S){let Y={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cance\
lRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:Q.allOf[0].not,parentSchema:Q.allOf[0],data:d};r===null?r=[Y]:r.push(Y),s++}else s=
w,r!==null&&(w?r.length=w:r=null);var M=B===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/cancelled",schemaPath:"\
#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:Q.required,parentSchema:Q,data:d};
r===null?r=[P]:r.push(P),s++}let Y=s;for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/cancelled",schemaPath:"\
#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:Q,
data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,k=Q.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refu\
sed")){let V={instancePath:t+"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:Q.properties.
then.enum},message:"must be equal to one of the allowed values",schema:Q.properties.then.enum,parentSchema:Q.properties.then,data:P};r===null?r=[V]:r.push(V),s++}
var Ie=g===s}if(d.status!==void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"\
#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:Q.properties.status.type,parentSchema:Q.properties.
status,data:P};r===null?r=[W]:r.push(W),s++}let k=s;if(typeof P=="number"){if(P>599||isNaN(P)){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"\
#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:Q.properties.
status,data:P};r===null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/\
status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:Q.properties.status,data:P};r===null?r=[W]:
r.push(W),s++}}var Ie=g===s}if(d.error!==void 0){let P=d.error,g=s,k=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let F={instancePath:t+"/\
cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have req\
uired property 'code'",schema:Q.properties.error.required,parentSchema:Q.properties.error,data:P};r===null?r=[F]:r.push(F),s++}if(P.message===void 0){let F={instancePath:t+
"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must hav\
e required property 'message'",schema:Q.properties.error.required,parentSchema:Q.properties.error,data:P};r===null?r=[F]:r.push(F),s++}let W=s;for(let F in P)if(!(F===
"code"||F==="message")){let K={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:F},message:"must NOT have additional properties",schema:!1,parentSchema:Q.properties.error,data:P};r===null?r=[K]:r.
push(K),s++}if(P.code!==void 0){let F=P.code,K=s,re=s;if(typeof F=="string"){if(pe(F)<1){let me={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.
properties.error.properties.code,data:F};r===null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/can\
celRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Q.properties.error.properties.code.type,parentSchema:Q.
properties.error.properties.code,data:F};r===null?r=[me]:r.push(me),s++}var A=K===s}if(P.message!==void 0){let F=P.message,K=s,re=s;if(typeof F=="string"){if(pe(
F)<1){let Fe={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Q.properties.error.properties.message,data:F};r===null?r=[Fe]:r.push(
Fe),s++}}else{let Fe={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:Q.properties.error.properties.message.type,parentSchema:Q.properties.error.properties.message,data:F};
r===null?r=[Fe]:r.push(Fe),s++}var A=K===s}}else{let W={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:Q.properties.error.type,parentSchema:Q.properties.error,data:P};r===null?r=[W]:r.push(W),s++}var Ie=g===
s}}else{let Y={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Q.
type,parentSchema:Q,data:d};r===null?r=[Y]:r.push(Y),s++}var v=Z===s,la=T===s}if(l.source!==void 0){let d=l.source,T=s,Z=s,oe=s;if(typeof d=="string"){if(pe(d)<
1){let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 ch\
aracters",schema:1,parentSchema:ie,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:d};r===null?r=[w]:r.push(w),s++}var q=Z===s,la=T===s}}else{let L={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.cancelRules.type,parentSchema:c.
properties.cancelRules,data:l};r===null?r=[L]:r.push(L),s++}var m=ce===s}if(e.disagreements!==void 0){let l=e.disagreements,ce=s,Se=s;if(Array.isArray(l)){let L=!0,
d=l.length;for(let T=0;T<d;T++){let Z=l[T],oe=s,B=s;if(Z&&typeof Z=="object"&&!Array.isArray(Z)){if(Z.topic===void 0){let D={instancePath:t+"/disagreements/"+T,
schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:c.
properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:Z};r===null?r=[D]:r.push(D),s++}if(Z.between===void 0){let D={instancePath:t+
"/disagreements/"+T,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required pro\
perty 'between'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:Z};r===null?r=[D]:r.push(D),s++}if(Z.follows===
void 0){let D={instancePath:t+"/disagreements/"+T,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:Z};r===null?r=[D]:r.push(
D),s++}let w=s;for(let D in Z)if(!(D==="topic"||D==="between"||D==="follows")){let ae={instancePath:t+"/disagreements/"+T,schemaPath:"#/properties/disagreements\
/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:D},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.disagreements.items,data:Z};r===null?r=[ae]:r.push(ae),s++}if(Z.topic!==void 0){let D=Z.topic,ae=s,Y=s;if(typeof D=="string"){if(pe(D)<1){let P={instancePath:t+
"/disagreements/"+T+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.topic,data:D};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/disagreements/"+T+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.disagreements.items.properties.topic.type,parentSchema:c.properties.disagreements.items.properties.topic,data:D};r===null?r=[P]:r.push(P),s++}
var te=ae===s}if(Z.between!==void 0){let D=Z.between,ae=s,Y=s;if(Array.isArray(D)){if(D.length<1){let V={instancePath:t+"/disagreements/"+T+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.disagreements.items.properties.between,data:D};r===null?r=[V]:r.push(V),s++}let g=!0,k=D.length;for(let V=0;V<k;V++){let W=D[V],F=s,K=s,re=s;if(typeof W==
"string"){if(pe(W)<1){let me={instancePath:t+"/disagreements/"+T+"/between/"+V,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ie,data:W};r===null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/disagreements/"+T+"/betwee\
n/"+V,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ie.type,parentSchema:ie,data:W};r===null?r=[me]:r.push(
me),s++}var de=K===s,ye=F===s;ye||(g=!1)}}else{let g={instancePath:t+"/disagreements/"+T+"/between",schemaPath:"#/properties/disagreements/items/properties/betw\
een/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.disagreements.items.properties.between.type,parentSchema:c.properties.
disagreements.items.properties.between,data:D};r===null?r=[g]:r.push(g),s++}var te=ae===s}if(Z.follows!==void 0){let D=Z.follows,ae=s,Y=s;if(typeof D=="string"){
if(pe(D)<1){let g={instancePath:t+"/disagreements/"+T+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.follows,data:D};r===null?r=[g]:
r.push(g),s++}}else{let g={instancePath:t+"/disagreements/"+T+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.disagreements.items.properties.follows.type,parentSchema:c.properties.disagreements.items.properties.
follows,data:D};r===null?r=[g]:r.push(g),s++}var te=ae===s}}else{let w={instancePath:t+"/disagreements/"+T,schemaPath:"#/properties/disagreements/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.disagreements.items.type,parentSchema:c.properties.disagreements.items,data:Z};r===null?
r=[w]:r.push(w),s++}var H=oe===s;H||(L=!1)}}else{let L={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:c.properties.disagreements.type,parentSchema:c.properties.disagreements,data:l};r===null?r=[L]:r.push(L),s++}var m=ce===s}}else{
let R={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.type,parentSchema:c,data:e};r===null?r=[R]:r.push(
R),s++}return nn.errors=r,s===0}nn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var As=ge(Xe=>{"use strict";Object.defineProperty(Xe,"__esModule",{value:!0});Xe.regexpCode=Xe.getEsmExportName=Xe.getProperty=Xe.safeStringify=Xe.stringify=Xe.
strConcat=Xe.addCodeArg=Xe.str=Xe._=Xe.nil=Xe._Code=Xe.Name=Xe.IDENTIFIER=Xe._CodeOrName=void 0;var ga=class{};Xe._CodeOrName=ga;Xe.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var Qr=class extends ga{constructor(t){if(super(),!Xe.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Xe.Name=Qr;var Ht=class extends ga{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
Qr&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Xe._Code=Ht;Xe.nil=new Ht("");function mc(e,...t){let a=[e[0]],n=0;for(;n<t.length;)ii(a,t[n]),a.push(e[++n]);return new Ht(
a)}Xe._=mc;var oi=new Ht("+");function lc(e,...t){let a=[ba(e[0])],n=0;for(;n<t.length;)a.push(oi),ii(a,t[n]),a.push(oi,ba(e[++n]));return Oy(a),new Ht(a)}Xe.str=
lc;function ii(e,t){t instanceof Ht?e.push(...t._items):t instanceof Qr?e.push(t):e.push(Ay(t))}Xe.addCodeArg=ii;function Oy(e){let t=1;for(;t<e.length-1;){if(e[t]===
oi){let a=jy(e[t-1],e[t+1]);if(a!==void 0){e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function jy(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof Qr||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof Qr))return`"${e}${t.slice(1)}`}function Ty(e,t){return t.emptyStr()?e:e.emptyStr()?t:lc`${e}${t}`}Xe.strConcat=Ty;function Ay(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:ba(Array.isArray(e)?e.join(","):e)}function Ny(e){return new Ht(ba(e))}Xe.stringify=Ny;function ba(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Xe.safeStringify=ba;function Ry(e){return typeof e=="string"&&Xe.IDENTIFIER.test(
e)?new Ht(`.${e}`):mc`[${e}]`}Xe.getProperty=Ry;function Iy(e){if(typeof e=="string"&&Xe.IDENTIFIER.test(e))return new Ht(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}Xe.getEsmExportName=Iy;function Ey(e){return new Ht(e.toString())}Xe.regexpCode=Ey});var ci=ge(Lt=>{"use strict";Object.defineProperty(Lt,"__esModule",{value:!0});Lt.ValueScope=Lt.ValueScopeName=Lt.Scope=Lt.varKinds=Lt.UsedValueState=void 0;var Mt=As(),
pi=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},ln;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(ln||(Lt.UsedValueState=ln={}));Lt.varKinds={const:new Mt.Name("const"),let:new Mt.Name("let"),var:new Mt.Name("var")};var un=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof Mt.Name?t:this.name(t)}name(t){return new Mt.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Lt.Scope=un;var fn=class extends Mt.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,Mt._)`.${new Mt.Name(a)}[${n}]`}};Lt.ValueScopeName=fn;var My=(0,Mt._)`\n`,di=class extends un{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?My:Mt.nil}}get(){return this._scope}name(t){return new fn(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let m=s.get(r);if(m)return m}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),f=p.length;return p[f]=a.ref,o.setValue(a,{property:i,itemIndex:f}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Mt._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=Mt.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(f=>{if(p.has(f))return;p.set(f,ln.Started);let m=a(f);if(m){let y=this.opts.es5?Lt.varKinds.var:Lt.varKinds.const;i=(0,Mt._)`${i}${y} ${f} = ${m};${this.
opts._n}`}else if(m=o?.(f))i=(0,Mt._)`${i}${m}${this.opts._n}`;else throw new pi(f);p.set(f,ln.Completed)})}return i}};Lt.ValueScope=di});var Ce=ge(ze=>{"use strict";Object.defineProperty(ze,"__esModule",{value:!0});ze.or=ze.and=ze.not=ze.CodeGen=ze.operators=ze.varKinds=ze.ValueScopeName=ze.ValueScope=
ze.Scope=ze.Name=ze.regexpCode=ze.stringify=ze.getProperty=ze.nil=ze.strConcat=ze.str=ze._=void 0;var Ge=As(),rr=ci(),Nr=As();Object.defineProperty(ze,"_",{enumerable:!0,
get:function(){return Nr._}});Object.defineProperty(ze,"str",{enumerable:!0,get:function(){return Nr.str}});Object.defineProperty(ze,"strConcat",{enumerable:!0,
get:function(){return Nr.strConcat}});Object.defineProperty(ze,"nil",{enumerable:!0,get:function(){return Nr.nil}});Object.defineProperty(ze,"getProperty",{enumerable:!0,
get:function(){return Nr.getProperty}});Object.defineProperty(ze,"stringify",{enumerable:!0,get:function(){return Nr.stringify}});Object.defineProperty(ze,"rege\
xpCode",{enumerable:!0,get:function(){return Nr.regexpCode}});Object.defineProperty(ze,"Name",{enumerable:!0,get:function(){return Nr.Name}});var bn=ci();Object.
defineProperty(ze,"Scope",{enumerable:!0,get:function(){return bn.Scope}});Object.defineProperty(ze,"ValueScope",{enumerable:!0,get:function(){return bn.ValueScope}});
Object.defineProperty(ze,"ValueScopeName",{enumerable:!0,get:function(){return bn.ValueScopeName}});Object.defineProperty(ze,"varKinds",{enumerable:!0,get:function(){
return bn.varKinds}});ze.operators={GT:new Ge._Code(">"),GTE:new Ge._Code(">="),LT:new Ge._Code("<"),LTE:new Ge._Code("<="),EQ:new Ge._Code("==="),NEQ:new Ge._Code(
"!=="),NOT:new Ge._Code("!"),OR:new Ge._Code("||"),AND:new Ge._Code("&&"),ADD:new Ge._Code("+")};var Pr=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
mi=class extends Pr{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?rr.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Rs(this.rhs,t,a)),this}get names(){return this.
rhs instanceof Ge._CodeOrName?this.rhs.names:{}}},hn=class extends Pr{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof Ge.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Rs(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof Ge.Name?{}:{...this.lhs.names};return gn(t,this.rhs)}},li=class extends hn{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},ui=class extends Pr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
fi=class extends Pr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},hi=class extends Pr{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},yi=class extends Pr{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Rs(this.code,t,a),this}get names(){return this.
code instanceof Ge._CodeOrName?this.code.names:{}}},wa=class extends Pr{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(Ly(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>es(t,a.names),{})}},$r=class extends wa{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},gi=class extends wa{},Ns=class extends $r{};
Ns.kind="else";var Xr=class e extends $r{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Ns(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(uc(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Rs(this.condition,t,a),this}get names(){let t=super.names;return gn(t,this.condition),this.else&&es(t,this.else.names),t}};Xr.kind=
"if";var Yr=class extends $r{};Yr.kind="for";var bi=class extends Yr{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Rs(this.iteration,t,a),this}get names(){return es(super.names,this.iteration.names)}},wi=class extends Yr{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?rr.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=gn(super.names,this.from);return gn(t,this.to)}},yn=class extends Yr{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Rs(this.iterable,t,a),this}get names(){return es(super.names,this.iterable.names)}},va=class extends $r{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};va.kind="func";var ka=class extends wa{render(t){
return"return "+super.render(t)}};ka.kind="return";var vi=class extends $r{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&es(t,this.catch.names),this.finally&&es(t,this.finally.names),
t}},Pa=class extends $r{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};Pa.kind="catch";var $a=class extends $r{render(t){
return"finally"+super.render(t)}};$a.kind="finally";var ki=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new rr.Scope({parent:t}),this._nodes=[new gi]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new mi(t,i,n)),i}const(t,a,n){return this.
_def(rr.varKinds.const,t,a,n)}let(t,a,n){return this._def(rr.varKinds.let,t,a,n)}var(t,a,n){return this._def(rr.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new hn(t,a,n))}add(t,a){return this._leafNode(new li(t,ze.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==Ge.nil&&this._leafNode(new yi(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Ge.addCodeArg)(a,o));return a.push("}"),new Ge._Code(a)}if(t,a,n){
if(this._blockNode(new Xr(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new Xr(t))}else(){return this._elseNode(new Ns)}endIf(){return this._endBlockNode(Xr,Ns)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new bi(t),a)}forRange(t,a,n,o,i=this.opts.es5?rr.varKinds.var:rr.varKinds.let){let r=this.
_scope.toName(t);return this._for(new wi(i,r,a,n),()=>o(r))}forOf(t,a,n,o=rr.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof Ge.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Ge._)`${r}.length`,s=>{this.var(i,(0,Ge._)`${r}[${s}]`),n(i)})}return this._for(new yn("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?rr.varKinds.var:rr.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,Ge._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new yn("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(Yr)}label(t){return this._leafNode(new ui(t))}break(t){return this._leafNode(
new fi(t))}return(t){let a=new ka;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
ka)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new vi;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new Pa(i),a(i)}return n&&(this._currNode=o.finally=new $a,this.code(n)),this._endBlockNode(Pa,$a)}throw(t){return this._leafNode(new hi(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=Ge.nil,n,o){return this._blockNode(new va(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(va)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof Xr))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};ze.CodeGen=ki;function es(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function gn(e,t){return t instanceof Ge._CodeOrName?es(e,t.names):
e}function Rs(e,t,a){if(e instanceof Ge.Name)return n(e);if(!o(e))return e;return new Ge._Code(e._items.reduce((i,r)=>(r instanceof Ge.Name&&(r=n(r)),r instanceof
Ge._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
Ge._Code&&i._items.some(r=>r instanceof Ge.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function Ly(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function uc(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,Ge._)`!${Pi(e)}`}ze.not=uc;var Fy=fc(ze.operators.AND);function Vy(...e){return e.reduce(Fy)}ze.and=Vy;var Uy=fc(ze.
operators.OR);function Dy(...e){return e.reduce(Uy)}ze.or=Dy;function fc(e){return(t,a)=>t===Ge.nil?a:a===Ge.nil?t:(0,Ge._)`${Pi(t)} ${e} ${Pi(a)}`}function Pi(e){
return e instanceof Ge.Name?e:(0,Ge._)`(${e})`}});var Ze=ge(We=>{"use strict";Object.defineProperty(We,"__esModule",{value:!0});We.checkStrictMode=We.getErrorPath=We.Type=We.useFunc=We.setEvaluated=We.evaluatedPropsToName=
We.mergeEvaluated=We.eachItem=We.unescapeJsonPointer=We.escapeJsonPointer=We.escapeFragment=We.unescapeFragment=We.schemaRefOrVal=We.schemaHasRulesButRef=We.schemaHasRules=
We.checkUnknownRules=We.alwaysValidSchema=We.toHash=void 0;var ot=Ce(),Jy=As();function zy(e){let t={};for(let a of e)t[a]=!0;return t}We.toHash=zy;function Cy(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(gc(e,t),!bc(t,e.self.RULES.all))}We.alwaysValidSchema=Cy;function gc(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||kc(e,`unknown keyword: "${i}"`)}We.checkUnknownRules=gc;function bc(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}We.schemaHasRules=bc;function Wy(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}We.schemaHasRulesButRef=Wy;function Ky({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,ot._)`${a}`}return(0,ot._)`${e}${t}${(0,ot.getProperty)(n)}`}We.schemaRefOrVal=Ky;function Hy(e){return wc(decodeURIComponent(
e))}We.unescapeFragment=Hy;function By(e){return encodeURIComponent(Si(e))}We.escapeFragment=By;function Si(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}We.escapeJsonPointer=Si;function wc(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}We.unescapeJsonPointer=wc;function Gy(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}We.eachItem=Gy;function hc({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof ot.Name?(i instanceof ot.Name?e(o,i,r):t(o,i,r),r):i instanceof ot.Name?(t(o,r,i),i):a(i,r);return s===ot.Name&&!(p instanceof ot.Name)?n(o,p):p}}
We.mergeEvaluated={props:hc({mergeNames:(e,t,a)=>e.if((0,ot._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,ot._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,ot._)`${a} || {}`).code((0,ot._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,ot._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,ot.
_)`${a} || {}`),_i(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:vc}),items:hc({mergeNames:(e,t,a)=>e.if((0,ot._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,ot._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,ot._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,ot._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function vc(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,ot.
_)`{}`);return t!==void 0&&_i(e,a,t),a}We.evaluatedPropsToName=vc;function _i(e,t,a){Object.keys(a).forEach(n=>e.assign((0,ot._)`${t}${(0,ot.getProperty)(n)}`,!0))}
We.setEvaluated=_i;var yc={};function Zy(e,t){return e.scopeValue("func",{ref:t,code:yc[t.code]||(yc[t.code]=new Jy._Code(t.code))})}We.useFunc=Zy;var $i;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})($i||(We.Type=$i={}));function Qy(e,t,a){if(e instanceof ot.Name){let n=t===$i.Num;return a?n?(0,ot._)`"[" + ${e} + "]"`:(0,ot.
_)`"['" + ${e} + "']"`:n?(0,ot._)`"/" + ${e}`:(0,ot._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,ot.getProperty)(e).toString():"/"+Si(e)}
We.getErrorPath=Qy;function kc(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}We.checkStrictMode=kc});var Sr=ge(xi=>{"use strict";Object.defineProperty(xi,"__esModule",{value:!0});var St=Ce(),Xy={data:new St.Name("data"),valCxt:new St.Name("valCxt"),instancePath:new St.
Name("instancePath"),parentData:new St.Name("parentData"),parentDataProperty:new St.Name("parentDataProperty"),rootData:new St.Name("rootData"),dynamicAnchors:new St.
Name("dynamicAnchors"),vErrors:new St.Name("vErrors"),errors:new St.Name("errors"),this:new St.Name("this"),self:new St.Name("self"),scope:new St.Name("scope"),
json:new St.Name("json"),jsonPos:new St.Name("jsonPos"),jsonLen:new St.Name("jsonLen"),jsonPart:new St.Name("jsonPart")};xi.default=Xy});var Sa=ge(_t=>{"use strict";Object.defineProperty(_t,"__esModule",{value:!0});_t.extendErrors=_t.resetErrorsCount=_t.reportExtraError=_t.reportError=_t.keyword$DataError=
_t.keywordError=void 0;var Qe=Ce(),wn=Ze(),At=Sr();_t.keywordError={message:({keyword:e})=>(0,Qe.str)`must pass "${e}" keyword validation`};_t.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Qe.str)`"${e}" keyword must be ${t} ($data)`:(0,Qe.str)`"${e}" keyword is invalid ($data)`};function Yy(e,t=_t.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=Sc(e,t,a);n??(r||s)?Pc(i,p):$c(o,(0,Qe._)`[${p}]`)}_t.reportError=Yy;function eg(e,t=_t.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=Sc(e,t,a);Pc(o,s),i||r||$c(n,At.default.vErrors)}_t.reportExtraError=eg;function tg(e,t){e.assign(At.default.errors,
t),e.if((0,Qe._)`${At.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Qe._)`${At.default.vErrors}.length`,t),()=>e.assign(At.default.vErrors,null)))}_t.resetErrorsCount=
tg;function rg({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,At.default.errors,s=>{e.const(r,(0,Qe._)`${At.default.vErrors}[${s}]`),e.if((0,Qe._)`${r}.instancePath === undefined`,()=>e.assign((0,Qe._)`${r}.instancePath`,
(0,Qe.strConcat)(At.default.instancePath,i.errorPath))),e.assign((0,Qe._)`${r}.schemaPath`,(0,Qe.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Qe.
_)`${r}.schema`,a),e.assign((0,Qe._)`${r}.data`,n))})}_t.extendErrors=rg;function Pc(e,t){let a=e.const("err",t);e.if((0,Qe._)`${At.default.vErrors} === null`,()=>e.
assign(At.default.vErrors,(0,Qe._)`[${a}]`),(0,Qe._)`${At.default.vErrors}.push(${a})`),e.code((0,Qe._)`${At.default.errors}++`)}function $c(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Qe._)`new ${e.ValidationError}(${t})`):(a.assign((0,Qe._)`${n}.errors`,t),a.return(!1))}var ts={keyword:new Qe.Name("keyword"),
schemaPath:new Qe.Name("schemaPath"),params:new Qe.Name("params"),propertyName:new Qe.Name("propertyName"),message:new Qe.Name("message"),schema:new Qe.Name("sc\
hema"),parentSchema:new Qe.Name("parentSchema")};function Sc(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Qe._)`{}`:sg(e,t,a)}function sg(e,t,a={}){let{gen:n,
it:o}=e,i=[ag(o,a),ng(e,a)];return og(e,t,i),n.object(...i)}function ag({errorPath:e},{instancePath:t}){let a=t?(0,Qe.str)`${e}${(0,wn.getErrorPath)(t,wn.Type.Str)}`:
e;return[At.default.instancePath,(0,Qe.strConcat)(At.default.instancePath,a)]}function ng({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Qe.str)`${t}/${e}`;return a&&(o=(0,Qe.str)`${o}${(0,wn.getErrorPath)(a,wn.Type.Str)}`),[ts.schemaPath,o]}function og(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:f,topSchemaRef:m,schemaPath:y}=s;n.push([ts.keyword,o],[ts.params,typeof t=="function"?t(e):t||(0,Qe._)`{}`]),
p.messages&&n.push([ts.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([ts.schema,r],[ts.parentSchema,(0,Qe._)`${m}${y}`],[At.default.data,i]),f&&n.push(
[ts.propertyName,f])}});var xc=ge(Is=>{"use strict";Object.defineProperty(Is,"__esModule",{value:!0});Is.boolOrEmptySchema=Is.topBoolOrEmptySchema=void 0;var ig=Sa(),pg=Ce(),dg=Sr(),cg={
message:"boolean schema is false"};function mg(e){let{gen:t,schema:a,validateName:n}=e;a===!1?_c(e,!1):typeof a=="object"&&a.$async===!0?t.return(dg.default.data):
(t.assign((0,pg._)`${n}.errors`,null),t.return(!0))}Is.topBoolOrEmptySchema=mg;function lg(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),_c(e)):a.var(t,!0)}Is.
boolOrEmptySchema=lg;function _c(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,ig.reportError)(
o,cg,void 0,t)}});var qi=ge(Es=>{"use strict";Object.defineProperty(Es,"__esModule",{value:!0});Es.getRules=Es.isJSONType=void 0;var ug=["string","number","integer","boolean","nu\
ll","object","array"],fg=new Set(ug);function hg(e){return typeof e=="string"&&fg.has(e)}Es.isJSONType=hg;function yg(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Es.getRules=yg});var Oi=ge(Rr=>{"use strict";Object.defineProperty(Rr,"__esModule",{value:!0});Rr.shouldUseRule=Rr.shouldUseGroup=Rr.schemaHasRulesForType=void 0;function gg({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&qc(e,n)}Rr.schemaHasRulesForType=gg;function qc(e,t){return t.rules.some(a=>Oc(e,a))}Rr.shouldUseGroup=qc;function Oc(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}Rr.shouldUseRule=Oc});var _a=ge(xt=>{"use strict";Object.defineProperty(xt,"__esModule",{value:!0});xt.reportTypeError=xt.checkDataTypes=xt.checkDataType=xt.coerceAndCheckDataType=xt.
getJSONTypes=xt.getSchemaTypes=xt.DataType=void 0;var bg=qi(),wg=Oi(),vg=Sa(),Ve=Ce(),jc=Ze(),Ms;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Ms||
(xt.DataType=Ms={}));function kg(e){let t=Tc(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}xt.getSchemaTypes=kg;function Tc(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(bg.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}xt.getJSONTypes=Tc;function Pg(e,t){
let{gen:a,data:n,opts:o}=e,i=$g(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,wg.schemaHasRulesForType)(e,t[0]));if(r){let s=Ti(t,n,o.strictNumbers,
Ms.Wrong);a.if(s,()=>{i.length?Sg(e,t,i):Ai(e)})}return r}xt.coerceAndCheckDataType=Pg;var Ac=new Set(["string","number","integer","boolean","null"]);function $g(e,t){
return t?e.filter(a=>Ac.has(a)||t==="array"&&a==="array"):[]}function Sg(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,Ve._)`typeof ${o}`),s=n.let("co\
erced",(0,Ve._)`undefined`);i.coerceTypes==="array"&&n.if((0,Ve._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Ve._)`${o}[0]`).
assign(r,(0,Ve._)`typeof ${o}`).if(Ti(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Ve._)`${s} !== undefined`);for(let f of a)(Ac.has(f)||f==="array"&&i.coerceTypes===
"array")&&p(f);n.else(),Ai(e),n.endIf(),n.if((0,Ve._)`${s} !== undefined`,()=>{n.assign(o,s),_g(e,s)});function p(f){switch(f){case"string":n.elseIf((0,Ve._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,Ve._)`"" + ${o}`).elseIf((0,Ve._)`${o} === null`).assign(s,(0,Ve._)`""`);return;case"number":n.elseIf((0,Ve._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Ve._)`+${o}`);return;case"integer":n.elseIf((0,Ve._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Ve._)`+${o}`);return;case"boolean":n.elseIf((0,Ve._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Ve._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Ve._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Ve._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,Ve._)`[${o}]`)}}}function _g({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,Ve._)`${t} !== undefined`,
()=>e.assign((0,Ve._)`${t}[${a}]`,n))}function ji(e,t,a,n=Ms.Correct){let o=n===Ms.Correct?Ve.operators.EQ:Ve.operators.NEQ,i;switch(e){case"null":return(0,Ve._)`${t} ${o} null`;case"\
array":i=(0,Ve._)`Array.isArray(${t})`;break;case"object":i=(0,Ve._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,Ve._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,Ve._)`typeof ${t} ${o} ${e}`}return n===Ms.Correct?i:(0,Ve.not)(i);function r(s=Ve.nil){return(0,Ve.and)((0,Ve._)`typeof ${t} == "number"`,
s,a?(0,Ve._)`isFinite(${t})`:Ve.nil)}}xt.checkDataType=ji;function Ti(e,t,a,n){if(e.length===1)return ji(e[0],t,a,n);let o,i=(0,jc.toHash)(e);if(i.array&&i.object){
let r=(0,Ve._)`typeof ${t} != "object"`;o=i.null?r:(0,Ve._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=Ve.nil;i.number&&delete i.integer;
for(let r in i)o=(0,Ve.and)(o,ji(r,t,a,n));return o}xt.checkDataTypes=Ti;var xg={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,Ve._)`{type: ${e}}`:(0,Ve._)`{type: ${t}}`};function Ai(e){let t=qg(e);(0,vg.reportError)(t,xg)}xt.reportTypeError=Ai;function qg(e){let{gen:t,data:a,
schema:n}=e,o=(0,jc.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var Rc=ge(vn=>{"use strict";Object.defineProperty(vn,"__esModule",{value:!0});vn.assignDefaults=void 0;var Ls=Ce(),Og=Ze();function jg(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)Nc(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Nc(e,i,o.default))}vn.assignDefaults=jg;function Nc(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,Ls._)`${i}${(0,Ls.getProperty)(t)}`;if(o){(0,Og.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Ls._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Ls._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,Ls._)`${s} = ${(0,Ls.
stringify)(a)}`)}});var Bt=ge(rt=>{"use strict";Object.defineProperty(rt,"__esModule",{value:!0});rt.validateUnion=rt.validateArray=rt.usePattern=rt.callValidateCode=rt.schemaProperties=
rt.allSchemaProperties=rt.noPropertyInData=rt.propertyInData=rt.isOwnProperty=rt.hasPropFunc=rt.reportMissingProp=rt.checkMissingProp=rt.checkReportMissingProp=
void 0;var mt=Ce(),Ni=Ze(),Ir=Sr(),Tg=Ze();function Ag(e,t){let{gen:a,data:n,it:o}=e;a.if(Ii(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,mt.
_)`${t}`},!0),e.error()})}rt.checkReportMissingProp=Ag;function Ng({gen:e,data:t,it:{opts:a}},n,o){return(0,mt.or)(...n.map(i=>(0,mt.and)(Ii(e,t,i,a.ownProperties),
(0,mt._)`${o} = ${i}`)))}rt.checkMissingProp=Ng;function Rg(e,t){e.setParams({missingProperty:t},!0),e.error()}rt.reportMissingProp=Rg;function Ic(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,mt._)`Object.prototype.hasOwnProperty`})}rt.hasPropFunc=Ic;function Ri(e,t,a){return(0,mt._)`${Ic(e)}.call(${t}, ${a})`}
rt.isOwnProperty=Ri;function Ig(e,t,a,n){let o=(0,mt._)`${t}${(0,mt.getProperty)(a)} !== undefined`;return n?(0,mt._)`${o} && ${Ri(e,t,a)}`:o}rt.propertyInData=
Ig;function Ii(e,t,a,n){let o=(0,mt._)`${t}${(0,mt.getProperty)(a)} === undefined`;return n?(0,mt.or)(o,(0,mt.not)(Ri(e,t,a))):o}rt.noPropertyInData=Ii;function Ec(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}rt.allSchemaProperties=Ec;function Eg(e,t){return Ec(t).filter(a=>!(0,Ni.alwaysValidSchema)(e,t[a]))}rt.schemaProperties=
Eg;function Mg({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,f){let m=f?(0,mt._)`${e}, ${t}, ${n}${o}`:t,y=[[Ir.default.instancePath,
(0,mt.strConcat)(Ir.default.instancePath,i)],[Ir.default.parentData,r.parentData],[Ir.default.parentDataProperty,r.parentDataProperty],[Ir.default.rootData,Ir.default.
rootData]];r.opts.dynamicRef&&y.push([Ir.default.dynamicAnchors,Ir.default.dynamicAnchors]);let $=(0,mt._)`${m}, ${a.object(...y)}`;return p!==mt.nil?(0,mt._)`${s}.call(${p}, ${$})`:
(0,mt._)`${s}(${$})`}rt.callValidateCode=Mg;var Lg=(0,mt._)`new RegExp`;function Fg({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,mt._)`${o.code==="new RegExp"?Lg:(0,Tg.useFunc)(e,o)}(${a}, ${n})`})}rt.usePattern=Fg;function Vg(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,mt._)`${a}.length`);t.forRange("i",0,p,f=>{e.subschema({keyword:n,dataProp:f,dataPropType:Ni.Type.Num},i),t.if((0,mt.not)(
i),s)})}}rt.validateArray=Vg;function Ug(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,Ni.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,f)=>{let m=e.subschema({keyword:n,schemaProp:f,
compositeRule:!0},s);t.assign(r,(0,mt._)`${r} || ${s}`),e.mergeValidEvaluated(m,s)||t.if((0,mt.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}rt.validateUnion=
Ug});var Fc=ge(lr=>{"use strict";Object.defineProperty(lr,"__esModule",{value:!0});lr.validateKeywordUsage=lr.validSchemaType=lr.funcKeywordCode=lr.macroKeywordCode=
void 0;var Nt=Ce(),rs=Sr(),Dg=Bt(),Jg=Sa();function zg(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=Lc(a,n,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let f=a.name("valid");e.subschema({schema:s,schemaPath:Nt.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,
compositeRule:!0},f),e.pass(f,()=>e.error(!0))}lr.macroKeywordCode=zg;function Cg(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;Kg(p,t);
let f=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,m=Lc(n,o,f),y=n.let("valid");e.block$data(y,$),e.ok((a=t.valid)!==null&&a!==void 0?a:y);function $(){
if(t.errors===!1)x(),t.modifying&&Mc(e),N(()=>e.error());else{let I=t.async?_():j();t.modifying&&Mc(e),N(()=>Wg(e,I))}}function _(){let I=n.let("ruleErrs",null);
return n.try(()=>x((0,Nt._)`await `),fe=>n.assign(y,!1).if((0,Nt._)`${fe} instanceof ${p.ValidationError}`,()=>n.assign(I,(0,Nt._)`${fe}.errors`),()=>n.throw(fe))),
I}function j(){let I=(0,Nt._)`${m}.errors`;return n.assign(I,null),x(Nt.nil),I}function x(I=t.async?(0,Nt._)`await `:Nt.nil){let fe=p.opts.passContext?rs.default.
this:rs.default.self,G=!("compile"in t&&!s||t.schema===!1);n.assign(y,(0,Nt._)`${I}${(0,Dg.callValidateCode)(e,m,fe,G)}`,t.modifying)}function N(I){var fe;n.if(
(0,Nt.not)((fe=t.valid)!==null&&fe!==void 0?fe:y),I)}}lr.funcKeywordCode=Cg;function Mc(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,Nt._)`${n.
parentData}[${n.parentDataProperty}]`))}function Wg(e,t){let{gen:a}=e;a.if((0,Nt._)`Array.isArray(${t})`,()=>{a.assign(rs.default.vErrors,(0,Nt._)`${rs.default.
vErrors} === null ? ${t} : ${rs.default.vErrors}.concat(${t})`).assign(rs.default.errors,(0,Nt._)`${rs.default.vErrors}.length`),(0,Jg.extendErrors)(e)},()=>e.error())}
function Kg({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function Lc(e,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Nt.stringify)(a)})}function Hg(e,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}lr.validSchemaType=Hg;function Bg({schema:e,
opts:t,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
p);else throw new Error(p)}}lr.validateKeywordUsage=Bg});var Uc=ge(Er=>{"use strict";Object.defineProperty(Er,"__esModule",{value:!0});Er.extendSubschemaMode=Er.extendSubschemaData=Er.getSubschema=void 0;var ur=Ce(),Vc=Ze();
function Gg(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,ur._)`${e.schemaPath}${(0,ur.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,ur._)`${e.schemaPath}${(0,ur.getProperty)(t)}${(0,ur.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,Vc.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Er.getSubschema=Gg;function Zg(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:f,dataPathArr:m,opts:y}=t,$=s.let("data",(0,ur._)`${t.data}${(0,ur.getProperty)(a)}`,!0);p($),e.errorPath=(0,ur.str)`${f}${(0,Vc.
getErrorPath)(a,n,y.jsPropertySyntax)}`,e.parentDataProperty=(0,ur._)`${a}`,e.dataPathArr=[...m,e.parentDataProperty]}if(o!==void 0){let f=o instanceof ur.Name?
o:s.let("data",o,!0);p(f),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(f){e.data=f,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,f]}}Er.extendSubschemaData=Zg;function Qg(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}Er.extendSubschemaMode=
Qg});var Ei=ge((xS,Dc)=>{"use strict";Dc.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var zc=ge((qS,Jc)=>{"use strict";var Mr=Jc.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};kn(t,n,o,e,"",e)};Mr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Mr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Mr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Mr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function kn(e,t,a,n,o,i,r,s,p,f){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,f);for(var m in n){var y=n[m];if(Array.isArray(y)){if(m in Mr.arrayKeywords)for(var $=0;$<y.length;$++)kn(e,t,a,y[$],o+"/"+m+"/"+$,i,o,m,n,$)}else if(m in
Mr.propsKeywords){if(y&&typeof y=="object")for(var _ in y)kn(e,t,a,y[_],o+"/"+m+"/"+Xg(_),i,o,m,n,_)}else(m in Mr.keywords||e.allKeys&&!(m in Mr.skipKeywords))&&
kn(e,t,a,y,o+"/"+m,i,o,m,n)}a(n,o,i,r,s,p,f)}}function Xg(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var xa=ge(Ft=>{"use strict";Object.defineProperty(Ft,"__esModule",{value:!0});Ft.getSchemaRefs=Ft.resolveUrl=Ft.normalizeId=Ft._getFullPath=Ft.getFullPath=Ft.inlineRef=
void 0;var Yg=Ze(),eb=Ei(),tb=zc(),rb=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function sb(e,t=!0){return typeof e=="boolean"?!0:t===!0?!Mi(e):t?Cc(e)<=t:!1}Ft.inlineRef=sb;var ab=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Mi(e){for(let t in e){if(ab.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(Mi)||typeof a=="object"&&Mi(a))return!0}return!1}function Cc(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!rb.has(a)&&(typeof e[a]=="object"&&
(0,Yg.eachItem)(e[a],n=>t+=Cc(n)),t===1/0))return 1/0}return t}function Wc(e,t="",a){a!==!1&&(t=Fs(t));let n=e.parse(t);return Kc(e,n)}Ft.getFullPath=Wc;function Kc(e,t){
return e.serialize(t).split("#")[0]+"#"}Ft._getFullPath=Kc;var nb=/#\/?$/;function Fs(e){return e?e.replace(nb,""):""}Ft.normalizeId=Fs;function ob(e,t,a){return a=
Fs(a),e.resolve(t,a)}Ft.resolveUrl=ob;var ib=/^[a-z_][-a-z0-9._]*$/i;function pb(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Fs(
e[a]||t),i={"":o},r=Wc(n,o,!1),s={},p=new Set;return tb(e,{allKeys:!0},(y,$,_,j)=>{if(j===void 0)return;let x=r+$,N=i[j];typeof y[a]=="string"&&(N=I.call(this,y[a])),
fe.call(this,y.$anchor),fe.call(this,y.$dynamicAnchor),i[$]=N;function I(G){let C=this.opts.uriResolver.resolve;if(G=Fs(N?C(N,G):G),p.has(G))throw m(G);p.add(G);
let U=this.refs[G];return typeof U=="string"&&(U=this.refs[U]),typeof U=="object"?f(y,U.schema,G):G!==Fs(x)&&(G[0]==="#"?(f(y,s[G],G),s[G]=y):this.refs[G]=x),G}
function fe(G){if(typeof G=="string"){if(!ib.test(G))throw new Error(`invalid anchor "${G}"`);I.call(this,`#${G}`)}}}),s;function f(y,$,_){if($!==void 0&&!eb(y,
$))throw m(_)}function m(y){return new Error(`reference "${y}" resolves to more than one schema`)}}Ft.getSchemaRefs=pb});var ja=ge(Lr=>{"use strict";Object.defineProperty(Lr,"__esModule",{value:!0});Lr.getData=Lr.KeywordCxt=Lr.validateFunctionCode=void 0;var Qc=xc(),Hc=_a(),Fi=Oi(),
Pn=_a(),db=Rc(),Oa=Fc(),Li=Uc(),Pe=Ce(),Te=Sr(),cb=xa(),_r=Ze(),qa=Sa();function mb(e){if(em(e)&&(tm(e),Yc(e))){fb(e);return}Xc(e,()=>(0,Qc.topBoolOrEmptySchema)(
e))}Lr.validateFunctionCode=mb;function Xc({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,Pe._)`${Te.default.data}, ${Te.default.valCxt}`,
n.$async,()=>{e.code((0,Pe._)`"use strict"; ${Bc(a,o)}`),ub(e,o),e.code(i)}):e.func(t,(0,Pe._)`${Te.default.data}, ${lb(o)}`,n.$async,()=>e.code(Bc(a,o)).code(i))}
function lb(e){return(0,Pe._)`{${Te.default.instancePath}="", ${Te.default.parentData}, ${Te.default.parentDataProperty}, ${Te.default.rootData}=${Te.default.data}${e.
dynamicRef?(0,Pe._)`, ${Te.default.dynamicAnchors}={}`:Pe.nil}}={}`}function ub(e,t){e.if(Te.default.valCxt,()=>{e.var(Te.default.instancePath,(0,Pe._)`${Te.default.
valCxt}.${Te.default.instancePath}`),e.var(Te.default.parentData,(0,Pe._)`${Te.default.valCxt}.${Te.default.parentData}`),e.var(Te.default.parentDataProperty,(0,Pe.
_)`${Te.default.valCxt}.${Te.default.parentDataProperty}`),e.var(Te.default.rootData,(0,Pe._)`${Te.default.valCxt}.${Te.default.rootData}`),t.dynamicRef&&e.var(
Te.default.dynamicAnchors,(0,Pe._)`${Te.default.valCxt}.${Te.default.dynamicAnchors}`)},()=>{e.var(Te.default.instancePath,(0,Pe._)`""`),e.var(Te.default.parentData,
(0,Pe._)`undefined`),e.var(Te.default.parentDataProperty,(0,Pe._)`undefined`),e.var(Te.default.rootData,Te.default.data),t.dynamicRef&&e.var(Te.default.dynamicAnchors,
(0,Pe._)`{}`)})}function fb(e){let{schema:t,opts:a,gen:n}=e;Xc(e,()=>{a.$comment&&t.$comment&&sm(e),wb(e),n.let(Te.default.vErrors,null),n.let(Te.default.errors,
0),a.unevaluated&&hb(e),rm(e),Pb(e)})}function hb(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,Pe._)`${a}.evaluated`),t.if((0,Pe._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,Pe._)`${e.evaluated}.props`,(0,Pe._)`undefined`)),t.if((0,Pe._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,Pe._)`${e.evaluated}.items`,(0,Pe._)`undefined`))}
function Bc(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,Pe._)`/*# sourceURL=${a} */`:Pe.nil}function yb(e,t){if(em(
e)&&(tm(e),Yc(e))){gb(e,t);return}(0,Qc.boolOrEmptySchema)(e,t)}function Yc({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function em(e){return typeof e.schema!="boolean"}function gb(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&sm(e),vb(e),kb(e);let i=n.
const("_errs",Te.default.errors);rm(e,i),n.var(t,(0,Pe._)`${i} === ${Te.default.errors}`)}function tm(e){(0,_r.checkUnknownRules)(e),bb(e)}function rm(e,t){if(e.
opts.jtd)return Gc(e,[],!1,t);let a=(0,Hc.getSchemaTypes)(e.schema),n=(0,Hc.coerceAndCheckDataType)(e,a);Gc(e,a,!n,t)}function bb(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,_r.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function wb(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,_r.checkStrictMode)(e,"default is ignored in the schema root")}function vb(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,cb.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function kb(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function sm({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,Pe._)`${Te.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,Pe.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,Pe._)`${Te.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function Pb(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,Pe._)`${Te.default.errors} === 0`,()=>t.return(Te.default.data),
()=>t.throw((0,Pe._)`new ${o}(${Te.default.vErrors})`)):(t.assign((0,Pe._)`${n}.errors`,Te.default.vErrors),i.unevaluated&&$b(e),t.return((0,Pe._)`${Te.default.
errors} === 0`))}function $b({gen:e,evaluated:t,props:a,items:n}){a instanceof Pe.Name&&e.assign((0,Pe._)`${t}.props`,a),n instanceof Pe.Name&&e.assign((0,Pe._)`${t}.items`,
n)}function Gc(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:f}=e,{RULES:m}=f;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,_r.schemaHasRulesButRef)(i,m))){
o.block(()=>nm(e,"$ref",m.all.$ref.definition));return}p.jtd||Sb(e,t),o.block(()=>{for(let $ of m.rules)y($);y(m.post)});function y($){(0,Fi.shouldUseGroup)(i,$)&&
($.type?(o.if((0,Pn.checkDataType)($.type,r,p.strictNumbers)),Zc(e,$),t.length===1&&t[0]===$.type&&a&&(o.else(),(0,Pn.reportTypeError)(e)),o.endIf()):Zc(e,$),s||
o.if((0,Pe._)`${Te.default.errors} === ${n||0}`))}}function Zc(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,db.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,Fi.shouldUseRule)(n,i)&&nm(e,i.keyword,i.definition,t.type)})}function Sb(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(_b(e,t),e.opts.allowUnionTypes||
xb(e,t),qb(e,e.dataTypes))}function _b(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{am(e.dataTypes,a)||Vi(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),jb(e,t)}}function xb(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&Vi(e,"use allowUnionTypes to allow uni\
on type keyword")}function qb(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,Fi.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>Ob(t,r))&&Vi(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function Ob(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function am(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function jb(e,t){let a=[];for(let n of e.dataTypes)am(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function Vi(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,_r.checkStrictMode)(
e,t,e.opts.strictTypes)}var $n=class{constructor(t,a,n){if((0,Oa.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,_r.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",om(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Oa.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",Te.default.errors))}result(t,a,n){this.failResult((0,Pe.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,Pe.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,Pe._)`${a} !== undefined && (${(0,Pe.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?qa.reportExtraError:qa.reportError)(this,this.def.error,a)}$dataError(){
(0,qa.reportError)(this,this.def.$dataError||qa.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,qa.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=Pe.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=Pe.nil,a=Pe.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,Pe.
or)((0,Pe._)`${o} === undefined`,a)),t!==Pe.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==Pe.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,Pe.or)(r(),s());function r(){if(n.length){if(!(a instanceof Pe.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,Pe._)`${(0,Pn.checkDataTypes)(p,a,i.opts.strictNumbers,Pn.DataType.Wrong)}`}return Pe.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,Pe._)`!${p}(${a})`}return Pe.nil}}subschema(t,a){let n=(0,Li.
getSubschema)(this.it,t);(0,Li.extendSubschemaData)(n,this.it,t),(0,Li.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return yb(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=_r.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=_r.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,Pe.Name)),!0}};Lr.KeywordCxt=$n;function nm(e,t,a,n){let o=new $n(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Oa.funcKeywordCode)(o,a):"macro"in a?(0,Oa.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Oa.funcKeywordCode)(o,a)}var Tb=/^\/(?:[^~]|~0|~1)*$/,
Ab=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function om(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return Te.default.rootData;if(e[0]==="/"){if(!Tb.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=Te.default.rootData}else{let f=Ab.exec(e);if(!f)throw new Error(`Invalid JSON-pointer: ${e}`);let m=+f[1];
if(o=f[2],o==="#"){if(m>=t)throw new Error(p("property/index",m));return n[t-m]}if(m>t)throw new Error(p("data",m));if(i=a[t-m],!o)return i}let r=i,s=o.split("/");
for(let f of s)f&&(i=(0,Pe._)`${i}${(0,Pe.getProperty)((0,_r.unescapeJsonPointer)(f))}`,r=(0,Pe._)`${r} && ${i}`);return r;function p(f,m){return`Cannot access ${f}\
 ${m} levels up, current level is ${t}`}}Lr.getData=om});var Sn=ge(Di=>{"use strict";Object.defineProperty(Di,"__esModule",{value:!0});var Ui=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};Di.default=Ui});var Ta=ge(Ci=>{"use strict";Object.defineProperty(Ci,"__esModule",{value:!0});var Ji=xa(),zi=class extends Error{constructor(t,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,Ji.resolveUrl)(t,a,n),this.missingSchema=(0,Ji.normalizeId)((0,Ji.getFullPath)(t,this.missingRef))}};Ci.default=zi});var xn=ge(Gt=>{"use strict";Object.defineProperty(Gt,"__esModule",{value:!0});Gt.resolveSchema=Gt.getCompilingSchema=Gt.resolveRef=Gt.compileSchema=Gt.SchemaEnv=
void 0;var sr=Ce(),Nb=Sn(),ss=Sr(),ar=xa(),im=Ze(),Rb=ja(),Vs=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,ar.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};Gt.SchemaEnv=Vs;function Ki(e){let t=pm.call(
this,e);if(t)return t;let a=(0,ar.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new sr.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:Nb.default,code:(0,sr._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let f={gen:r,allErrors:this.opts.allErrors,data:ss.default.data,parentData:ss.default.parentData,parentDataProperty:ss.
default.parentDataProperty,dataNames:[ss.default.data],dataPathArr:[sr.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,sr.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:sr.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,sr._)`""`,opts:this.opts,self:this},m;try{this._compilations.
add(e),(0,Rb.validateFunctionCode)(f),r.optimize(this.opts.code.optimize);let y=r.toString();m=`${r.scopeRefs(ss.default.scope)}return ${y}`,this.opts.code.process&&
(m=this.opts.code.process(m,e));let _=new Function(`${ss.default.self}`,`${ss.default.scope}`,m)(this,this.scope.get());if(this.scope.value(p,{ref:_}),_.errors=
null,_.schema=e.schema,_.schemaEnv=e,e.$async&&(_.$async=!0),this.opts.code.source===!0&&(_.source={validateName:p,validateCode:y,scopeValues:r._values}),this.opts.
unevaluated){let{props:j,items:x}=f;_.evaluated={props:j instanceof sr.Name?void 0:j,items:x instanceof sr.Name?void 0:x,dynamicProps:j instanceof sr.Name,dynamicItems:x instanceof
sr.Name},_.source&&(_.source.evaluated=(0,sr.stringify)(_.evaluated))}return e.validate=_,e}catch(y){throw delete e.validate,delete e.validateName,m&&this.logger.
error("Error compiling schema, function code:",m),y}finally{this._compilations.delete(e)}}Gt.compileSchema=Ki;function Ib(e,t,a){var n;a=(0,ar.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=Lb.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Vs({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=Eb.call(this,i)}Gt.resolveRef=Ib;function Eb(e){return(0,ar.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Ki.call(this,e)}function pm(e){for(let t of this._compilations)if(Mb(t,e))return t}Gt.getCompilingSchema=pm;
function Mb(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function Lb(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||_n.call(this,e,t)}function _n(e,t){let a=this.opts.uriResolver.parse(t),n=(0,ar._getFullPath)(this.opts.uriResolver,a),o=(0,ar.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Wi.call(this,a,e);let i=(0,ar.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=_n.call(this,e,r);return typeof s?.schema!="object"?void 0:Wi.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Ki.call(this,r),i===(0,ar.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,f=s[p];return f&&(o=(0,ar.resolveUrl)(this.opts.uriResolver,o,f)),new Vs({schema:s,schemaId:p,root:e,baseId:o})}
return Wi.call(this,a,r)}}Gt.resolveSchema=_n;var Fb=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Wi(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,im.
unescapeFragment)(s)];if(p===void 0)return;a=p;let f=typeof a=="object"&&a[this.opts.schemaId];!Fb.has(s)&&f&&(t=(0,ar.resolveUrl)(this.opts.uriResolver,t,f))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,im.schemaHasRulesButRef)(a,this.RULES)){let s=(0,ar.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=_n.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Vs({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var dm=ge((RS,Vb)=>{Vb.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Xi=ge((IS,gm)=>{"use strict";var Ub=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Bi=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),Db=RegExp.prototype.test.bind(/^\d*$/u),as=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Gi=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),mm=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Zi=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Jb=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Vt=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)Vt[t]="%"+e[t>>4]+e[t&15]}function qt(e){return e<2048?Vt[192|e>>6]+Vt[128|e&63]:e<65536?Vt[224|e>>12]+Vt[128|e>>6&63]+Vt[128|e&63]:Vt[240|e>>18]+Vt[128|
e>>12&63]+Vt[128|e>>6&63]+Vt[128|e&63]}function zb(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var Cb=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Wb=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Kb=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Hb=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Bb(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!Kb(e[t])){if(e[t]==="%"&&t+2<
e.length&&as(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function cm(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"::"+r}function Gb(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&n.length===0||!Bi(p))return;i+=2;continue}if(!Cb(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:cm(o);if(i>=8)return;let r=o.
slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return cm(r)}function Hi(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&Wb(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(Zb(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!Bb(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=Gb(n);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function Zb(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function lm(e){let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function Qb(e){
if(e===""||e[0]==="/")return lm(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Xb={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Yb=/[@/?#:]/g,ew=/[@/?#]/g;function um(e,t){let a=t?ew:Yb;return a.lastIndex=0,e.replace(a,n=>Xb[n])}
function fm(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(as(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&Gi(r)?a+=r:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function tw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(as(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&Gi(r)?t+=r:t+="%"+i,a+=2;continue}}if(mm(
n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=ym(o)?n:Vt[o];else if(o<55296||o>57343)t+=qt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(t+=qt(65536+(o-55296<<10)+(i-56320)),a++):t+=qt(65533)}else t+=qt(65533)}}return t}function rw(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(as(r)){a+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),mm(i)&&(i!==":"||!n))a+=i;else{let r=e.
charCodeAt(o);if(r<128)a+=Vt[r];else if(r<55296||r>57343)a+=qt(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=qt(65536+(r-55296<<
10)+(s-56320)),o++):a+=qt(65533)}else a+=qt(65533)}}return a}function Qi(e,t){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(as(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=Vt[i];else if(i<55296||i>57343)a+=qt(i);else if(i<=
56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=qt(65536+(i-55296<<10)+(r-56320)),n++):a+=qt(65533)}else a+=qt(65533)}}return a}function hm(e){
return Qi(e,Jb)}function sw(e){return Qi(e,Zi)}function aw(e){return Qi(e,Zi)}function ym(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function nw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(as(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));Gi(r)?t+=r:t+="%"+i,a+=2;continue}}if(Zi(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=ym(o)?n:Vt[o];else if(o<
55296||o>57343)t+=qt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=qt(65536+(o-55296<<10)+(i-56320)),a++):t+=qt(65533)}else t+=
qt(65533)}}return t}function ow(e){let t="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(as(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(e[a])}return t}function iw(e){let t=[];if(e.userinfo!==void 0&&(t.push(hm(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Bi(a)){
let n=Hi(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=fm(a,!0),n=Hi(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=um(a,!1)}t.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!Db(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}gm.exports={nonSimpleDomain:Hb,recomposeAuthority:iw,reescapeHostDelimiters:um,normalizePercentEncoding:fm,normalizePathEncoding:tw,serializePathEncoding:rw,
normalizeQueryFragmentEncoding:nw,encodeUserinfo:hm,encodeQuery:sw,encodeFragment:aw,escapePreservingEscapes:ow,removeDotSegments:lm,removeDotSegmentsRelative:Qb,
isIPv4:Bi,isUUID:Ub,normalizeIPv6:Hi,stringArrayToHexStripped:zb}});var Pm=ge((ES,km)=>{"use strict";var{isUUID:pw}=Xi(),dw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,cw=["http","https","ws","wss","ur\
n","urn:uuid"];function mw(e){return cw.indexOf(e)!==-1}function Yi(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function bm(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function wm(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function lw(e){return e.secure=Yi(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function uw(e){if((e.port===(Yi(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function fw(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(dw);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=ep(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function hw(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||
n}`,i=ep(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function yw(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!pw(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function gw(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var vm={scheme:"\
http",domainHost:!0,parse:bm,serialize:wm},bw={scheme:"https",domainHost:vm.domainHost,parse:bm,serialize:wm},qn={scheme:"ws",domainHost:!0,parse:lw,serialize:uw},
ww={scheme:"wss",domainHost:qn.domainHost,parse:qn.parse,serialize:qn.serialize},vw={scheme:"urn",parse:fw,serialize:hw,skipNormalize:!0},kw={scheme:"urn:uuid",
parse:yw,serialize:gw,skipNormalize:!0},On={http:vm,https:bw,ws:qn,wss:ww,urn:vw,"urn:uuid":kw};Object.setPrototypeOf(On,null);function ep(e){return e&&(On[e]||
On[e.toLowerCase()])||void 0}km.exports={wsIsSecure:Yi,SCHEMES:On,isValidSchemeName:mw,getSchemeHandler:ep}});var Lm=ge((MS,Rn)=>{"use strict";var{normalizeIPv6:qm,removeDotSegments:Na,removeDotSegmentsRelative:Om,recomposeAuthority:Pw,normalizePercentEncoding:tp,normalizePathEncoding:$w,
serializePathEncoding:$m,normalizeQueryFragmentEncoding:Sm,encodeQuery:Sw,encodeFragment:_w,reescapeHostDelimiters:xw,isIPv4:jm,nonSimpleDomain:qw}=Xi(),{SCHEMES:Tm,
getSchemeHandler:rp}=Pm(),Am=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Nm="URI scheme is malformed.",jn="URI host is malformed.",Ow=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function _m(e){
let t=String(e);if(!Am.test(t))throw new TypeError(Nm);return t}function jw(e,t){return typeof e=="string"?e=Fw(e,t):typeof e=="object"&&(e=An(ns(e,t),t)),e}function Tw(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:f}=Tn(e,n),{parsed:m,malformedAuthorityOrPort:y,malformedPercentEncoding:$,malformedSchemeSpecific:_,malformedHost:j,malformedScheme:x}=Tn(t,n);
if(i||y||r||$||s||_||p||j||f||x)throw new Error(o.error||m.error||"URI is malformed.");let N=Rm(o,m,n,!0),I=rp(a&&a.scheme||N.scheme),fe=N.host,G=fe!==void 0&&fe!==
""&&(jm(fe)||qm(fe).isIPV6);if(Em(N,a||{},I,G))throw new Error(jn);Im(N,a||{},I,G);let C=fe&&fe.indexOf("%")!==-1&&!/\P{ASCII}/u.test(fe);if(N.error&&!C)throw new Error(
N.error);return n.skipEscape=!0,ns(N,n)}function Rm(e,t,a,n){let o={};if(n||(e=An(ns(e,a),a),t=An(ns(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Na(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Na(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Na(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?Om(o.path):Na(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function Aw(e,t,a){let n=xm(e,a),o=xm(t,a);return n!==void 0&&o!==void 0&&n===o}function ns(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=_m(a.scheme));let i=rp(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=tp(a.path):a.path=$m(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=_m(a.scheme),o.push(a.scheme,":"));let f=Pw(a);if(f!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(f),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let m=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(m=s&&m[0]!==
"/"?Om(m):Na(m)),s&&(m=$m(m,!0)),f===void 0&&m[0]==="/"&&m[1]==="/"&&(m="/%2F"+m.slice(2)),o.push(m)}return a.query!==void 0&&o.push("?",Sw(a.query)),a.fragment!==
void 0&&o.push("#",_w(a.fragment)),o.join("")}var Nw=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
Rw=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,Iw=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Ew(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Aa(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Nn(e){return e[0]==="["&&e[e.
length-1]==="]"}function Mw(e){let t=e[4];return Aa(e[3])||t!==void 0&&!Nn(t)&&Aa(t)||Aa(e[6])||Aa(e[7])||Aa(e[8])}function Im(e,t,a,n){if(Em(e,t,a,n))return e.
error=e.error||jn,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!Nn(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&qw(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!Lw(o))return e.error=e.error||jn,!0;e.host=o.hostname}
return!1}function Em(e,t,a,n){return!!(e.host&&n===!1&&!Nn(e.host)&&(t.domainHost||a&&a.domainHost)&&Ow.test(e.host))}function Lw(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function Tn(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,f=!1,m=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let y=e.match(
Rw);y!==null&&y[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let $=e.match(Iw);if($!==null){let j=$[1],x=j.replace(
/[\t\n\r]/g,"");x.length>=2&&(x.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):j.length!==x.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let _=e.match(Nw);if(_){n.scheme=_[1],n.userinfo=_[3],n.host=_[4],n.port=parseInt(_[5],10),
n.path=_[6]||"",n.query=_[7],n.fragment=_[8],n.scheme!==void 0&&(Am.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Nm,f=!0)),i=Mw(_),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=_[5]);let j=Ew(n,_);if(j!==void 0&&(n.error=n.error||j,o=!0),n.host)if(jm(n.host)===
!1){let I=Nn(n.host),fe=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,G=qm(n.host);m=G.isIPV6||G.isIPVFuture===!0,p=fe&&(!I||G.error===!0),n.host=m?G.host:
G.host.toLowerCase(),p&&(n.error=n.error||jn,o=!0)}else m=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let x=rp(a.scheme||n.scheme);if(p||(s=Im(n,a,x,m)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let N=m?n.host:tp(n.host,!0);m||(N=tp(N.toLowerCase())),n.host=m||a.scheme!=="null"?xw(N,m):N}(!x||x&&!x.skipNormalize)&&(n.path&&(n.path=
$w(n.path)),n.query&&(n.query=Sm(n.query)),n.fragment&&(n.fragment=Sm(n.fragment))),x&&x.parse&&(x.parse(n,a),x===Tm.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:f}}
function An(e,t){return Tn(e,t).parsed}function Fw(e,t){return Mm(e,t).normalized}function Mm(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=Tn(e,t);return{normalized:n||o||i||r||s?e:ns(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function xm(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
ns(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=Mm(a,t);
return o||i||r||s||p?void 0:n}var sp={SCHEMES:Tm,normalize:jw,resolve:Tw,resolveComponent:Rm,equal:Aw,serialize:ns,parse:An};Rn.exports=sp;Rn.exports.default=sp;
Rn.exports.fastUri=sp});var Vm=ge(ap=>{"use strict";Object.defineProperty(ap,"__esModule",{value:!0});var Fm=Lm();Fm.code='require("ajv/dist/runtime/uri").default';ap.default=Fm});var Hm=ge(kt=>{"use strict";Object.defineProperty(kt,"__esModule",{value:!0});kt.CodeGen=kt.Name=kt.nil=kt.stringify=kt.str=kt._=kt.KeywordCxt=void 0;var Vw=ja();
Object.defineProperty(kt,"KeywordCxt",{enumerable:!0,get:function(){return Vw.KeywordCxt}});var Us=Ce();Object.defineProperty(kt,"_",{enumerable:!0,get:function(){
return Us._}});Object.defineProperty(kt,"str",{enumerable:!0,get:function(){return Us.str}});Object.defineProperty(kt,"stringify",{enumerable:!0,get:function(){
return Us.stringify}});Object.defineProperty(kt,"nil",{enumerable:!0,get:function(){return Us.nil}});Object.defineProperty(kt,"Name",{enumerable:!0,get:function(){
return Us.Name}});Object.defineProperty(kt,"CodeGen",{enumerable:!0,get:function(){return Us.CodeGen}});var Uw=Sn(),Cm=Ta(),Dw=qi(),Ra=xn(),Jw=Ce(),Ia=xa(),In=_a(),
op=Ze(),Um=dm(),zw=Vm(),Wm=(e,t)=>new RegExp(e,t);Wm.code="new RegExp";var Cw=["removeAdditional","useDefaults","coerceTypes"],Ww=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Kw={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Hw={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},Dm=200;function Bw(e){
var t,a,n,o,i,r,s,p,f,m,y,$,_,j,x,N,I,fe,G,C,U,$e,be,et,E;let ne=e.strict,xe=(t=e.code)===null||t===void 0?void 0:t.optimize,at=xe===!0||xe===void 0?1:xe||0,se=(n=
(a=e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:Wm,O=(o=e.uriResolver)!==null&&o!==void 0?o:zw.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:ne)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:ne)!==null&&p!==void 0?p:!0,strictTypes:(m=(f=e.strictTypes)!==
null&&f!==void 0?f:ne)!==null&&m!==void 0?m:"log",strictTuples:($=(y=e.strictTuples)!==null&&y!==void 0?y:ne)!==null&&$!==void 0?$:"log",strictRequired:(j=(_=e.
strictRequired)!==null&&_!==void 0?_:ne)!==null&&j!==void 0?j:!1,code:e.code?{...e.code,optimize:at,regExp:se}:{optimize:at,regExp:se},loopRequired:(x=e.loopRequired)!==
null&&x!==void 0?x:Dm,loopEnum:(N=e.loopEnum)!==null&&N!==void 0?N:Dm,meta:(I=e.meta)!==null&&I!==void 0?I:!0,messages:(fe=e.messages)!==null&&fe!==void 0?fe:!0,
inlineRefs:(G=e.inlineRefs)!==null&&G!==void 0?G:!0,schemaId:(C=e.schemaId)!==null&&C!==void 0?C:"$id",addUsedSchema:(U=e.addUsedSchema)!==null&&U!==void 0?U:!0,
validateSchema:($e=e.validateSchema)!==null&&$e!==void 0?$e:!0,validateFormats:(be=e.validateFormats)!==null&&be!==void 0?be:!0,unicodeRegExp:(et=e.unicodeRegExp)!==
null&&et!==void 0?et:!0,int32range:(E=e.int32range)!==null&&E!==void 0?E:!0,uriResolver:O}}var Ea=class{constructor(t={}){this.schemas={},this.refs={},this.formats=
Object.create(null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Bw(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new Jw.
ValueScope({scope:{},prefixes:Ww,es5:a,lines:n}),this.logger=ev(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,Dw.getRules)(),Jm.call(this,
Kw,t,"NOT SUPPORTED"),Jm.call(this,Hw,t,"DEPRECATED","warn"),this._metaOpts=Xw.call(this),t.formats&&Zw.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),
t.keywords&&Qw.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),Gw.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$\
async")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=Um;n==="id"&&(o={...Um},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(m,y){await i.call(this,m.$schema);let $=this._addSchema(m,y);return $.validate||r.
call(this,$)}async function i(m){m&&!this.getSchema(m)&&await o.call(this,{$ref:m},!0)}async function r(m){try{return this._compileSchemaEnv(m)}catch(y){if(!(y instanceof
Cm.default))throw y;return s.call(this,y),await p.call(this,y.missingSchema),r.call(this,m)}}function s({missingSchema:m,missingRef:y}){if(this.refs[m])throw new Error(
`AnySchema ${m} is loaded but ${y} cannot be resolved`)}async function p(m){let y=await f.call(this,m);this.refs[m]||await i.call(this,y.$schema),this.refs[m]||
this.addSchema(y,m,a)}async function f(m){let y=this._loading[m];if(y)return y;try{return await(this._loading[m]=n(m))}finally{delete this._loading[m]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Ia.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=zm.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Ra.SchemaEnv({schema:{},schemaId:n});if(a=Ra.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=zm.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Ia.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(rv.call(this,n,a),!a)return(0,op.eachItem)(n,i=>np.call(this,i)),this;av.call(this,a);let o={...a,type:(0,In.getJSONTypes)(
a.type),schemaType:(0,In.getJSONTypes)(a.schemaType)};return(0,op.eachItem)(n,o.type.length===0?i=>np.call(this,i,o):i=>o.type.forEach(r=>np.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:f}=p.definition,m=r[s];f&&m&&(r[s]=Km(m))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Ia.normalizeId)(r||n);let f=Ia.getSchemaRefs.call(this,t,n);return p=new Ra.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:f}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Ra.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{Ra.compileSchema.call(this,t)}finally{this.opts=a}}};Ea.ValidationError=Uw.default;Ea.MissingRefError=Cm.default;kt.default=Ea;
function Jm(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function zm(e){return e=(0,Ia.normalizeId)(e),this.schemas[e]||
this.refs[e]}function Gw(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function Zw(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function Qw(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function Xw(){let e={...this.opts};for(let t of Cw)
delete e[t];return e}var Yw={log(){},warn(){},error(){}};function ev(e){if(e===!1)return Yw;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var tv=/^[a-z_$][a-z0-9_$:-]*$/i;function rv(e,t){let{RULES:a}=this;if((0,op.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!tv.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function np(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,In.getJSONTypes)(t.type),schemaType:(0,In.getJSONTypes)(t.schemaType)}};t.before?sv.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function sv(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function av(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=Km(t)),e.validateSchema=
this.compile(t,!0))}var nv={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function Km(e){return{anyOf:[e,nv]}}});var Bm=ge(ip=>{"use strict";Object.defineProperty(ip,"__esModule",{value:!0});var ov={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};ip.default=ov});var Xm=ge(os=>{"use strict";Object.defineProperty(os,"__esModule",{value:!0});os.callRef=os.getValidate=void 0;var iv=Ta(),Gm=Bt(),Ut=Ce(),Ds=Sr(),Zm=xn(),En=Ze(),
pv={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:f}=i;if((a==="#"||a==="#/")&&
o===f.baseId)return y();let m=Zm.resolveRef.call(p,f,o,a);if(m===void 0)throw new iv.default(n.opts.uriResolver,o,a);if(m instanceof Zm.SchemaEnv)return $(m);return _(
m);function y(){if(i===f)return Mn(e,r,i,i.$async);let j=t.scopeValue("root",{ref:f});return Mn(e,(0,Ut._)`${j}.validate`,f,f.$async)}function $(j){let x=Qm(e,j);
Mn(e,x,j,j.$async)}function _(j){let x=t.scopeValue("schema",s.code.source===!0?{ref:j,code:(0,Ut.stringify)(j)}:{ref:j}),N=t.name("valid"),I=e.subschema({schema:j,
dataTypes:[],schemaPath:Ut.nil,topSchemaRef:x,errSchemaPath:a},N);e.mergeEvaluated(I),e.ok(N)}}};function Qm(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,Ut._)`${a.scopeValue("wrapper",{ref:t})}.validate`}os.getValidate=Qm;function Mn(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,f=p.passContext?Ds.default.this:Ut.nil;n?m():y();function m(){if(!s.$async)throw new Error("async schema referenced by sync schema");let j=o.let("vali\
d");o.try(()=>{o.code((0,Ut._)`await ${(0,Gm.callValidateCode)(e,t,f)}`),_(t),r||o.assign(j,!0)},x=>{o.if((0,Ut._)`!(${x} instanceof ${i.ValidationError})`,()=>o.
throw(x)),$(x),r||o.assign(j,!1)}),e.ok(j)}function y(){e.result((0,Gm.callValidateCode)(e,t,f),()=>_(t),()=>$(t))}function $(j){let x=(0,Ut._)`${j}.errors`;o.assign(
Ds.default.vErrors,(0,Ut._)`${Ds.default.vErrors} === null ? ${x} : ${Ds.default.vErrors}.concat(${x})`),o.assign(Ds.default.errors,(0,Ut._)`${Ds.default.vErrors}.length`)}
function _(j){var x;if(!i.opts.unevaluated)return;let N=(x=a?.validate)===null||x===void 0?void 0:x.evaluated;if(i.props!==!0)if(N&&!N.dynamicProps)N.props!==void 0&&
(i.props=En.mergeEvaluated.props(o,N.props,i.props));else{let I=o.var("props",(0,Ut._)`${j}.evaluated.props`);i.props=En.mergeEvaluated.props(o,I,i.props,Ut.Name)}
if(i.items!==!0)if(N&&!N.dynamicItems)N.items!==void 0&&(i.items=En.mergeEvaluated.items(o,N.items,i.items));else{let I=o.var("items",(0,Ut._)`${j}.evaluated.items`);
i.items=En.mergeEvaluated.items(o,I,i.items,Ut.Name)}}}os.callRef=Mn;os.default=pv});var Ym=ge(pp=>{"use strict";Object.defineProperty(pp,"__esModule",{value:!0});var dv=Bm(),cv=Xm(),mv=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",dv.default,cv.default];pp.default=mv});var el=ge(dp=>{"use strict";Object.defineProperty(dp,"__esModule",{value:!0});var Ln=Ce(),Fr=Ln.operators,Fn={maximum:{okStr:"<=",ok:Fr.LTE,fail:Fr.GT},minimum:{
okStr:">=",ok:Fr.GTE,fail:Fr.LT},exclusiveMaximum:{okStr:"<",ok:Fr.LT,fail:Fr.GTE},exclusiveMinimum:{okStr:">",ok:Fr.GT,fail:Fr.LTE}},lv={message:({keyword:e,schemaCode:t})=>(0,Ln.
str)`must be ${Fn[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Ln._)`{comparison: ${Fn[e].okStr}, limit: ${t}}`},uv={keyword:Object.keys(Fn),type:"numb\
er",schemaType:"number",$data:!0,error:lv,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,Ln._)`${a} ${Fn[t].fail} ${n} || isNaN(${a})`)}};dp.default=
uv});var tl=ge(cp=>{"use strict";Object.defineProperty(cp,"__esModule",{value:!0});var Ma=Ce(),fv={message:({schemaCode:e})=>(0,Ma.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Ma._)`{multipleOf: ${e}}`},hv={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:fv,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Ma._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Ma._)`${r} !== parseInt(${r})`;e.fail$data((0,Ma.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};cp.default=hv});var rl=ge(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var is=Ce(),yv=Ze(),gv=Go(),bv={message({keyword:e,schemaCode:t}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,is.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,is._)`{limit: ${e}}`},wv={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:bv,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?is.operators.GT:is.operators.LT,
r=o.opts.unicode===!1?(0,is._)`${a}.length`:(0,is._)`${(0,yv.useFunc)(e.gen,gv.default)}(${a})`;e.fail$data((0,is._)`${r} ${i} ${n}`)}};mp.default=wv});var sl=ge(lp=>{"use strict";Object.defineProperty(lp,"__esModule",{value:!0});var vv=Bt(),kv=Ze(),Js=Ce(),Pv={message:({schemaCode:e})=>(0,Js.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,Js._)`{pattern: ${e}}`},$v={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Pv,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,f=p.code==="new RegExp"?(0,Js._)`new RegExp`:(0,kv.useFunc)(t,p),m=t.let("val\
id");t.try(()=>t.assign(m,(0,Js._)`${f}(${i}, ${s}).test(${a})`),()=>t.assign(m,!1)),e.fail$data((0,Js._)`!${m}`)}else{let p=(0,vv.usePattern)(e,o);e.fail$data(
(0,Js._)`!${p}.test(${a})`)}}};lp.default=$v});var al=ge(up=>{"use strict";Object.defineProperty(up,"__esModule",{value:!0});var La=Ce(),Sv={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,La.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,La._)`{limit: ${e}}`},_v={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Sv,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?La.operators.GT:La.operators.LT;e.fail$data(
(0,La._)`Object.keys(${a}).length ${o} ${n}`)}};up.default=_v});var nl=ge(fp=>{"use strict";Object.defineProperty(fp,"__esModule",{value:!0});var Fa=Bt(),Va=Ce(),xv=Ze(),qv={message:({params:{missingProperty:e}})=>(0,Va.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Va._)`{missingProperty: ${e}}`},Ov={keyword:"required",type:"object",schemaType:"array",$data:!0,error:qv,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?f():m(),s.strictRequired){
let _=e.parentSchema.properties,{definedProperties:j}=e.it;for(let x of a)if(_?.[x]===void 0&&!j.has(x)){let N=r.schemaEnv.baseId+r.errSchemaPath,I=`required pr\
operty "${x}" is not defined at "${N}" (strictRequired)`;(0,xv.checkStrictMode)(r,I,r.opts.strictRequired)}}function f(){if(p||i)e.block$data(Va.nil,y);else for(let _ of a)
(0,Fa.checkReportMissingProp)(e,_)}function m(){let _=t.let("missing");if(p||i){let j=t.let("valid",!0);e.block$data(j,()=>$(_,j)),e.ok(j)}else t.if((0,Fa.checkMissingProp)(
e,a,_)),(0,Fa.reportMissingProp)(e,_),t.else()}function y(){t.forOf("prop",n,_=>{e.setParams({missingProperty:_}),t.if((0,Fa.noPropertyInData)(t,o,_,s.ownProperties),
()=>e.error())})}function $(_,j){e.setParams({missingProperty:_}),t.forOf(_,n,()=>{t.assign(j,(0,Fa.propertyInData)(t,o,_,s.ownProperties)),t.if((0,Va.not)(j),()=>{
e.error(),t.break()})},Va.nil)}}};fp.default=Ov});var ol=ge(hp=>{"use strict";Object.defineProperty(hp,"__esModule",{value:!0});var Ua=Ce(),jv={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"few\
er";return(0,Ua.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Ua._)`{limit: ${e}}`},Tv={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:jv,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Ua.operators.GT:Ua.operators.LT;e.fail$data((0,Ua._)`${a}.length ${o} ${n}`)}};
hp.default=Tv});var Vn=ge(yp=>{"use strict";Object.defineProperty(yp,"__esModule",{value:!0});var il=Ei();il.code='require("ajv/dist/runtime/equal").default';yp.default=il});var pl=ge(bp=>{"use strict";Object.defineProperty(bp,"__esModule",{value:!0});var gp=_a(),Pt=Ce(),Av=Ze(),Nv=Vn(),Rv={message:({params:{i:e,j:t}})=>(0,Pt.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,Pt._)`{i: ${e}, j: ${t}}`},Iv={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:Rv,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),f=i.items?(0,gp.getSchemaTypes)(i.items):[];e.block$data(p,m,(0,Pt._)`${r} === false`),
e.ok(p);function m(){let j=t.let("i",(0,Pt._)`${a}.length`),x=t.let("j");e.setParams({i:j,j:x}),t.assign(p,!0),t.if((0,Pt._)`${j} > 1`,()=>(y()?$:_)(j,x))}function y(){
return f.length>0&&!f.some(j=>j==="object"||j==="array")}function $(j,x){let N=t.name("item"),I=(0,gp.checkDataTypes)(f,N,s.opts.strictNumbers,gp.DataType.Wrong),
fe=t.const("indices",(0,Pt._)`{}`);t.for((0,Pt._)`;${j}--;`,()=>{t.let(N,(0,Pt._)`${a}[${j}]`),t.if(I,(0,Pt._)`continue`),f.length>1&&t.if((0,Pt._)`typeof ${N} == "string"`,
(0,Pt._)`${N} += "_"`),t.if((0,Pt._)`typeof ${fe}[${N}] == "number"`,()=>{t.assign(x,(0,Pt._)`${fe}[${N}]`),e.error(),t.assign(p,!1).break()}).code((0,Pt._)`${fe}[${N}] = ${j}`)})}
function _(j,x){let N=(0,Av.useFunc)(t,Nv.default),I=t.name("outer");t.label(I).for((0,Pt._)`;${j}--;`,()=>t.for((0,Pt._)`${x} = ${j}; ${x}--;`,()=>t.if((0,Pt._)`${N}(${a}[${j}], ${a}[${x}])`,
()=>{e.error(),t.assign(p,!1).break(I)})))}}};bp.default=Iv});var dl=ge(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var wp=Ce(),Ev=Ze(),Mv=Vn(),Lv={message:"must be equal to constant",params:({schemaCode:e})=>(0,wp.
_)`{allowedValue: ${e}}`},Fv={keyword:"const",$data:!0,error:Lv,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,wp.
_)`!${(0,Ev.useFunc)(t,Mv.default)}(${a}, ${o})`):e.fail((0,wp._)`${i} !== ${a}`)}};vp.default=Fv});var cl=ge(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var Da=Ce(),Vv=Ze(),Uv=Vn(),Dv={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,Da._)`{allowedValues: ${e}}`},Jv={keyword:"enum",schemaType:"array",$data:!0,error:Dv,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,f=()=>p??(p=(0,Vv.useFunc)(t,Uv.default)),m;if(s||
n)m=t.let("valid"),e.block$data(m,y);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let _=t.const("vSchema",i);m=(0,Da.or)(...o.map((j,x)=>$(
_,x)))}e.pass(m);function y(){t.assign(m,!1),t.forOf("v",i,_=>t.if((0,Da._)`${f()}(${a}, ${_})`,()=>t.assign(m,!0).break()))}function $(_,j){let x=o[j];return typeof x==
"object"&&x!==null?(0,Da._)`${f()}(${a}, ${_}[${j}])`:(0,Da._)`${a} === ${x}`}}};kp.default=Jv});var ml=ge(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var zv=el(),Cv=tl(),Wv=rl(),Kv=sl(),Hv=al(),Bv=nl(),Gv=ol(),Zv=pl(),Qv=dl(),Xv=cl(),
Yv=[zv.default,Cv.default,Wv.default,Kv.default,Hv.default,Bv.default,Gv.default,Zv.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},Qv.default,Xv.default];Pp.default=Yv});var Sp=ge(Ja=>{"use strict";Object.defineProperty(Ja,"__esModule",{value:!0});Ja.validateAdditionalItems=void 0;var ps=Ce(),$p=Ze(),e1={message:({params:{len:e}})=>(0,ps.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,ps._)`{limit: ${e}}`},t1={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:e1,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,$p.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}ll(e,n)}};function ll(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,ps._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,ps._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,$p.alwaysValidSchema)(r,n)){let f=a.var("valid",(0,ps.
_)`${s} <= ${t.length}`);a.if((0,ps.not)(f),()=>p(f)),e.ok(f)}function p(f){a.forRange("i",t.length,s,m=>{e.subschema({keyword:i,dataProp:m,dataPropType:$p.Type.
Num},f),r.allErrors||a.if((0,ps.not)(f),()=>a.break())})}}Ja.validateAdditionalItems=ll;Ja.default=t1});var _p=ge(za=>{"use strict";Object.defineProperty(za,"__esModule",{value:!0});za.validateTuple=void 0;var ul=Ce(),Un=Ze(),r1=Bt(),s1={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return fl(e,"additionalItems",t);a.items=!0,!(0,Un.
alwaysValidSchema)(a,t)&&e.ok((0,r1.validateArray)(e))}};function fl(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;m(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Un.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),f=n.const("len",(0,ul._)`${i}.length`);a.forEach((y,$)=>{(0,Un.
alwaysValidSchema)(s,y)||(n.if((0,ul._)`${f} > ${$}`,()=>e.subschema({keyword:r,schemaProp:$,dataProp:$},p)),e.ok(p))});function m(y){let{opts:$,errSchemaPath:_}=s,
j=a.length,x=j===y.minItems&&(j===y.maxItems||y[t]===!1);if($.strictTuples&&!x){let N=`"${r}" is ${j}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${_}"`;(0,Un.checkStrictMode)(s,N,$.strictTuples)}}}za.validateTuple=fl;za.default=s1});var hl=ge(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var a1=_p(),n1={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,a1.validateTuple)(e,"items")};xp.default=n1});var gl=ge(qp=>{"use strict";Object.defineProperty(qp,"__esModule",{value:!0});var yl=Ce(),o1=Ze(),i1=Bt(),p1=Sp(),d1={message:({params:{len:e}})=>(0,yl.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,yl._)`{limit: ${e}}`},c1={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:d1,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,o1.alwaysValidSchema)(n,t)&&(o?(0,p1.validateAdditionalItems)(e,o):e.ok((0,i1.validateArray)(e)))}};qp.default=
c1});var bl=ge(Op=>{"use strict";Object.defineProperty(Op,"__esModule",{value:!0});var Zt=Ce(),Dn=Ze(),m1={message:({params:{min:e,max:t}})=>t===void 0?(0,Zt.str)`must contain at least ${e} valid item(s)`:
(0,Zt.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,Zt._)`{minContains: ${e}}`:(0,Zt._)`{minContains: ${e}, maxContains: ${t}}`},
l1={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:m1,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:f}=n;i.opts.next?(r=p===void 0?1:p,s=f):r=1;let m=t.const("len",(0,Zt._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Dn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Dn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Dn.alwaysValidSchema)(i,a)){let x=(0,Zt._)`${m} >= ${r}`;s!==void 0&&(x=(0,Zt._)`${x} && ${m} <= ${s}`),
e.pass(x);return}i.items=!0;let y=t.name("valid");s===void 0&&r===1?_(y,()=>t.if(y,()=>t.break())):r===0?(t.let(y,!0),s!==void 0&&t.if((0,Zt._)`${o}.length > 0`,
$)):(t.let(y,!1),$()),e.result(y,()=>e.reset());function $(){let x=t.name("_valid"),N=t.let("count",0);_(x,()=>t.if(x,()=>j(N)))}function _(x,N){t.forRange("i",
0,m,I=>{e.subschema({keyword:"contains",dataProp:I,dataPropType:Dn.Type.Num,compositeRule:!0},x),N()})}function j(x){t.code((0,Zt._)`${x}++`),s===void 0?t.if((0,Zt.
_)`${x} >= ${r}`,()=>t.assign(y,!0).break()):(t.if((0,Zt._)`${x} > ${s}`,()=>t.assign(y,!1).break()),r===1?t.assign(y,!0):t.if((0,Zt._)`${x} >= ${r}`,()=>t.assign(
y,!0)))}}};Op.default=l1});var kl=ge(fr=>{"use strict";Object.defineProperty(fr,"__esModule",{value:!0});fr.validateSchemaDeps=fr.validatePropertyDeps=fr.error=void 0;var jp=Ce(),u1=Ze(),
Ca=Bt();fr.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,jp.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,jp._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var f1={keyword:"dependencies",type:"object",schemaType:"object",error:fr.error,code(e){let[t,a]=h1(e);wl(e,t),vl(e,a)}};function h1({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function wl(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Ca.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let f of s)(0,Ca.checkReportMissingProp)(e,f)}):(a.if((0,jp._)`${p} && (${(0,Ca.
checkMissingProp)(e,s,i)})`),(0,Ca.reportMissingProp)(e,i),a.else())}}fr.validatePropertyDeps=wl;function vl(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,u1.alwaysValidSchema)(i,t[s])||(a.if((0,Ca.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}fr.validateSchemaDeps=vl;fr.default=f1});var $l=ge(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var Pl=Ce(),y1=Ze(),g1={message:"property name must be valid",params:({params:e})=>(0,Pl.
_)`{propertyName: ${e.propertyName}}`},b1={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:g1,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,y1.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,Pl.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};Tp.default=b1});var Np=ge(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var Jn=Bt(),nr=Ce(),w1=Sr(),zn=Ze(),v1={message:"must NOT have additional properti\
es",params:({params:e})=>(0,nr._)`{additionalProperty: ${e.additionalProperty}}`},k1={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:v1,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,zn.alwaysValidSchema)(r,a))return;let f=(0,Jn.allSchemaProperties)(n.properties),m=(0,Jn.
allSchemaProperties)(n.patternProperties);y(),e.ok((0,nr._)`${i} === ${w1.default.errors}`);function y(){t.forIn("key",o,N=>{!f.length&&!m.length?j(N):t.if($(N),
()=>j(N))})}function $(N){let I;if(f.length>8){let fe=(0,zn.schemaRefOrVal)(r,n.properties,"properties");I=(0,Jn.isOwnProperty)(t,fe,N)}else f.length?I=(0,nr.or)(
...f.map(fe=>(0,nr._)`${N} === ${fe}`)):I=nr.nil;return m.length&&(I=(0,nr.or)(I,...m.map(fe=>(0,nr._)`${(0,Jn.usePattern)(e,fe)}.test(${N})`))),(0,nr.not)(I)}function _(N){
t.code((0,nr._)`delete ${o}[${N}]`)}function j(N){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){_(N);return}if(a===!1){e.setParams({additionalProperty:N}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,zn.alwaysValidSchema)(r,a)){let I=t.name("valid");p.removeAdditional==="failing"?(x(N,I,!1),t.if((0,nr.
not)(I),()=>{e.reset(),_(N)})):(x(N,I),s||t.if((0,nr.not)(I),()=>t.break()))}}function x(N,I,fe){let G={keyword:"additionalProperties",dataProp:N,dataPropType:zn.
Type.Str};fe===!1&&Object.assign(G,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(G,I)}}};Ap.default=k1});var xl=ge(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var P1=ja(),Sl=Bt(),Rp=Ze(),_l=Np(),$1={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&_l.default.code(new P1.KeywordCxt(
i,_l.default,"additionalProperties"));let r=(0,Sl.allSchemaProperties)(a);for(let y of r)i.definedProperties.add(y);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=Rp.mergeEvaluated.props(t,(0,Rp.toHash)(r),i.props));let s=r.filter(y=>!(0,Rp.alwaysValidSchema)(i,a[y]));if(s.length===0)return;let p=t.name("valid");
for(let y of s)f(y)?m(y):(t.if((0,Sl.propertyInData)(t,o,y,i.opts.ownProperties)),m(y),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(y),
e.ok(p);function f(y){return i.opts.useDefaults&&!i.compositeRule&&a[y].default!==void 0}function m(y){e.subschema({keyword:"properties",schemaProp:y,dataProp:y},
p)}}};Ip.default=$1});var Tl=ge(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var ql=Bt(),Cn=Ce(),Ol=Ze(),jl=Ze(),S1={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,ql.allSchemaProperties)(a),p=s.filter(x=>(0,Ol.alwaysValidSchema)(i,
a[x]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let f=r.strictSchema&&!r.allowMatchingProperties&&o.properties,m=t.name(
"valid");i.props!==!0&&!(i.props instanceof Cn.Name)&&(i.props=(0,jl.evaluatedPropsToName)(t,i.props));let{props:y}=i;$();function $(){for(let x of s)f&&_(x),i.
allErrors?j(x):(t.var(m,!0),j(x),t.if(m))}function _(x){for(let N in f)new RegExp(x).test(N)&&(0,Ol.checkStrictMode)(i,`property ${N} matches pattern ${x} (use \
allowMatchingProperties)`)}function j(x){t.forIn("key",n,N=>{t.if((0,Cn._)`${(0,ql.usePattern)(e,x)}.test(${N})`,()=>{let I=p.includes(x);I||e.subschema({keyword:"\
patternProperties",schemaProp:x,dataProp:N,dataPropType:jl.Type.Str},m),i.opts.unevaluated&&y!==!0?t.assign((0,Cn._)`${y}[${N}]`,!0):!I&&!i.allErrors&&t.if((0,Cn.
not)(m),()=>t.break())})})}}};Ep.default=S1});var Al=ge(Mp=>{"use strict";Object.defineProperty(Mp,"__esModule",{value:!0});var _1=Ze(),x1={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,_1.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Mp.default=x1});var Nl=ge(Lp=>{"use strict";Object.defineProperty(Lp,"__esModule",{value:!0});var q1=Bt(),O1={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:q1.validateUnion,
error:{message:"must match a schema in anyOf"}};Lp.default=O1});var Rl=ge(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var Wn=Ce(),j1=Ze(),T1={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,Wn._)`{passingSchemas: ${e.passing}}`},A1={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:T1,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(f),e.result(r,()=>e.reset(),()=>e.error(!0));function f(){i.forEach((m,y)=>{let $;(0,j1.alwaysValidSchema)(o,
m)?t.var(p,!0):$=e.subschema({keyword:"oneOf",schemaProp:y,compositeRule:!0},p),y>0&&t.if((0,Wn._)`${p} && ${r}`).assign(r,!1).assign(s,(0,Wn._)`[${s}, ${y}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,y),$&&e.mergeEvaluated($,Wn.Name)})})}}};Fp.default=A1});var Il=ge(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var N1=Ze(),R1={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,N1.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};Vp.default=R1});var Ll=ge(Up=>{"use strict";Object.defineProperty(Up,"__esModule",{value:!0});var Kn=Ce(),Ml=Ze(),I1={message:({params:e})=>(0,Kn.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Kn._)`{failingKeyword: ${e.ifClause}}`},E1={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:I1,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,Ml.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=El(n,"then"),i=El(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let m=t.let("ifClause");e.setParams({ifClause:m}),t.if(s,f("then",m),f("else",m))}else o?t.if(
s,f("then")):t.if((0,Kn.not)(s),f("else"));e.pass(r,()=>e.error(!0));function p(){let m=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(m)}function f(m,y){return()=>{let $=e.subschema({keyword:m},s);t.assign(r,s),e.mergeValidEvaluated($,r),y?t.assign(y,(0,Kn._)`${m}`):e.setParams(
{ifClause:m})}}}};function El(e,t){let a=e.schema[t];return a!==void 0&&!(0,Ml.alwaysValidSchema)(e,a)}Up.default=E1});var Fl=ge(Dp=>{"use strict";Object.defineProperty(Dp,"__esModule",{value:!0});var M1=Ze(),L1={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,M1.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};Dp.default=L1});var Vl=ge(Jp=>{"use strict";Object.defineProperty(Jp,"__esModule",{value:!0});var F1=Sp(),V1=hl(),U1=_p(),D1=gl(),J1=bl(),z1=kl(),C1=$l(),W1=Np(),K1=xl(),H1=Tl(),
B1=Al(),G1=Nl(),Z1=Rl(),Q1=Il(),X1=Ll(),Y1=Fl();function ek(e=!1){let t=[B1.default,G1.default,Z1.default,Q1.default,X1.default,Y1.default,C1.default,W1.default,
z1.default,K1.default,H1.default];return e?t.push(V1.default,D1.default):t.push(F1.default,U1.default),t.push(J1.default),t}Jp.default=ek});var Ul=ge(zp=>{"use strict";Object.defineProperty(zp,"__esModule",{value:!0});var gt=Ce(),tk={message:({schemaCode:e})=>(0,gt.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,gt._)`{format: ${e}}`},rk={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:tk,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:f,schemaEnv:m,self:y}=s;if(!p.validateFormats)return;o?$():_();function $(){let j=a.scopeValue("formats",{ref:y.
formats,code:p.code.formats}),x=a.const("fDef",(0,gt._)`${j}[${r}]`),N=a.let("fType"),I=a.let("format");a.if((0,gt._)`typeof ${x} == "object" && !(${x} instanceof RegExp)`,
()=>a.assign(N,(0,gt._)`${x}.type || "string"`).assign(I,(0,gt._)`${x}.validate`),()=>a.assign(N,(0,gt._)`"string"`).assign(I,x)),e.fail$data((0,gt.or)(fe(),G()));
function fe(){return p.strictSchema===!1?gt.nil:(0,gt._)`${r} && !${I}`}function G(){let C=m.$async?(0,gt._)`(${x}.async ? await ${I}(${n}) : ${I}(${n}))`:(0,gt.
_)`${I}(${n})`,U=(0,gt._)`(typeof ${I} == "function" ? ${C} : ${I}.test(${n}))`;return(0,gt._)`${I} && ${I} !== true && ${N} === ${t} && !${U}`}}function _(){let j=y.
formats[i];if(!j){fe();return}if(j===!0)return;let[x,N,I]=G(j);x===t&&e.pass(C());function fe(){if(p.strictSchema===!1){y.logger.warn(U());return}throw new Error(
U());function U(){return`unknown format "${i}" ignored in schema at path "${f}"`}}function G(U){let $e=U instanceof RegExp?(0,gt.regexpCode)(U):p.code.formats?(0,gt.
_)`${p.code.formats}${(0,gt.getProperty)(i)}`:void 0,be=a.scopeValue("formats",{key:i,ref:U,code:$e});return typeof U=="object"&&!(U instanceof RegExp)?[U.type||
"string",U.validate,(0,gt._)`${be}.validate`]:["string",U,be]}function C(){if(typeof j=="object"&&!(j instanceof RegExp)&&j.async){if(!m.$async)throw new Error(
"async format in sync schema");return(0,gt._)`await ${I}(${n})`}return typeof N=="function"?(0,gt._)`${I}(${n})`:(0,gt._)`${I}.test(${n})`}}}};zp.default=rk});var Dl=ge(Cp=>{"use strict";Object.defineProperty(Cp,"__esModule",{value:!0});var sk=Ul(),ak=[sk.default];Cp.default=ak});var Jl=ge(zs=>{"use strict";Object.defineProperty(zs,"__esModule",{value:!0});zs.contentVocabulary=zs.metadataVocabulary=void 0;zs.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];zs.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var Cl=ge(Wp=>{"use strict";Object.defineProperty(Wp,"__esModule",{value:!0});var nk=Ym(),ok=ml(),ik=Vl(),pk=Dl(),zl=Jl(),dk=[nk.default,ok.default,(0,ik.default)(),
pk.default,zl.metadataVocabulary,zl.contentVocabulary];Wp.default=dk});var Kl=ge(Hn=>{"use strict";Object.defineProperty(Hn,"__esModule",{value:!0});Hn.DiscrError=void 0;var Wl;(function(e){e.Tag="tag",e.Mapping="mapping"})(Wl||(Hn.
DiscrError=Wl={}))});var Bl=ge(Hp=>{"use strict";Object.defineProperty(Hp,"__esModule",{value:!0});var Cs=Ce(),Kp=Kl(),Hl=xn(),ck=Ta(),mk=Ze(),lk={message:({params:{discrError:e,tagName:t}})=>e===
Kp.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,Cs._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
uk={keyword:"discriminator",type:"object",schemaType:"object",error:lk,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),f=t.
const("tag",(0,Cs._)`${a}${(0,Cs.getProperty)(s)}`);t.if((0,Cs._)`typeof ${f} == "string"`,()=>m(),()=>e.error(!1,{discrError:Kp.DiscrError.Tag,tag:f,tagName:s})),
e.ok(p);function m(){let _=$();t.if(!1);for(let j in _)t.elseIf((0,Cs._)`${f} === ${j}`),t.assign(p,y(_[j]));t.else(),e.error(!1,{discrError:Kp.DiscrError.Mapping,
tag:f,tagName:s}),t.endIf()}function y(_){let j=t.name("valid"),x=e.subschema({keyword:"oneOf",schemaProp:_},j);return e.mergeEvaluated(x,Cs.Name),j}function $(){
var _;let j={},x=I(o),N=!0;for(let C=0;C<r.length;C++){let U=r[C];if(U?.$ref&&!(0,mk.schemaHasRulesButRef)(U,i.self.RULES)){let be=U.$ref;if(U=Hl.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,be),U instanceof Hl.SchemaEnv&&(U=U.schema),U===void 0)throw new ck.default(i.opts.uriResolver,i.baseId,be)}let $e=(_=U?.properties)===
null||_===void 0?void 0:_[s];if(typeof $e!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);N=N&&
(x||I(U)),fe($e,C)}if(!N)throw new Error(`discriminator: "${s}" must be required`);return j;function I({required:C}){return Array.isArray(C)&&C.includes(s)}function fe(C,U){
if(C.const)G(C.const,U);else if(C.enum)for(let $e of C.enum)G($e,U);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function G(C,U){
if(typeof C!="string"||C in j)throw new Error(`discriminator: "${s}" values must be unique strings`);j[C]=U}}}};Hp.default=uk});var Gl=ge(($_,fk)=>{fk.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Rt=ge((lt,Bp)=>{"use strict";Object.defineProperty(lt,"__esModule",{value:!0});lt.MissingRefError=lt.ValidationError=lt.CodeGen=lt.Name=lt.nil=lt.stringify=
lt.str=lt._=lt.KeywordCxt=lt.Ajv=void 0;var hk=Hm(),yk=Cl(),gk=Bl(),Zl=Gl(),bk=["/properties"],Bn="http://json-schema.org/draft-07/schema",Ws=class extends hk.default{_addVocabularies(){
super._addVocabularies(),yk.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(gk.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(Zl,bk):Zl;this.addMetaSchema(t,Bn,!1),this.refs["http://json-schema.org/schema"]=Bn}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Bn)?Bn:void 0)}};lt.Ajv=Ws;Bp.exports=lt=Ws;Bp.exports.Ajv=Ws;Object.defineProperty(lt,"__esMo\
dule",{value:!0});lt.default=Ws;var wk=ja();Object.defineProperty(lt,"KeywordCxt",{enumerable:!0,get:function(){return wk.KeywordCxt}});var Ks=Ce();Object.defineProperty(
lt,"_",{enumerable:!0,get:function(){return Ks._}});Object.defineProperty(lt,"str",{enumerable:!0,get:function(){return Ks.str}});Object.defineProperty(lt,"stri\
ngify",{enumerable:!0,get:function(){return Ks.stringify}});Object.defineProperty(lt,"nil",{enumerable:!0,get:function(){return Ks.nil}});Object.defineProperty(
lt,"Name",{enumerable:!0,get:function(){return Ks.Name}});Object.defineProperty(lt,"CodeGen",{enumerable:!0,get:function(){return Ks.CodeGen}});var vk=Sn();Object.
defineProperty(lt,"ValidationError",{enumerable:!0,get:function(){return vk.default}});var kk=Ta();Object.defineProperty(lt,"MissingRefError",{enumerable:!0,get:function(){
return kk.default}})});var Lh=$t(Vd());import{models as d$}from"./models.js";function on(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,f=0,m=0,y=0;function $(G,C){let U=0,$e=0;for(;U<G||!C;){let be=e.charCodeAt(n);if(be>=48&&be<=57)$e=
$e*16+be-48;else if(be>=65&&be<=70)$e=$e*16+be-65+10;else if(be>=97&&be<=102)$e=$e*16+be-97+10;else break;n++,U++}return U<G&&($e=-1),$e}function _(G){n=G,o="",
i=0,r=16,y=0}function j(){let G=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&Os(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&
Os(e.charCodeAt(n)))for(n++;n<e.length&&Os(e.charCodeAt(n));)n++;else return y=3,e.substring(G,n);let C=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===
101))if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&Os(e.charCodeAt(n))){for(n++;n<e.length&&Os(e.charCodeAt(n));)n++;C=n}else
y=3;return e.substring(G,C)}function x(){let G="",C=n;for(;;){if(n>=a){G+=e.substring(C,n),y=2;break}let U=e.charCodeAt(n);if(U===34){G+=e.substring(C,n),n++;break}
if(U===92){if(G+=e.substring(C,n),n++,n>=a){y=2;break}switch(e.charCodeAt(n++)){case 34:G+='"';break;case 92:G+="\\";break;case 47:G+="/";break;case 98:G+="\b";
break;case 102:G+="\f";break;case 110:G+=`
`;break;case 114:G+="\r";break;case 116:G+="	";break;case 117:let be=$(4,!0);be>=0?G+=String.fromCharCode(be):y=4;break;default:y=5}C=n;continue}if(U>=0&&U<=31)
if(ha(U)){G+=e.substring(C,n),y=2;break}else y=6;n++}return G}function N(){if(o="",y=0,i=n,p=s,m=f,n>=a)return i=a,r=17;let G=e.charCodeAt(n);if(Xo(G)){do n++,o+=
String.fromCharCode(G),G=e.charCodeAt(n);while(Xo(G));return r=15}if(ha(G))return n++,o+=String.fromCharCode(G),G===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,f=n,r=14;switch(G){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=x(),r=10;case 47:let C=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!ha(e.charCodeAt(n));)n++;return o=e.substring(C,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let U=a-1,$e=!1;for(;n<U;){let be=e.charCodeAt(n);if(be===42&&e.charCodeAt(n+1)===47){n+=2,$e=!0;break}n++,ha(be)&&(be===13&&e.charCodeAt(n)===10&&
n++,s++,f=n)}return $e||(n++,y=1),o=e.substring(C,n),r=13}return o+=String.fromCharCode(G),n++,r=16;case 45:if(o+=String.fromCharCode(G),n++,n===a||!Os(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=j(),r=11;default:for(;n<a&&I(G);)n++,G=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(G),n++,r=16}}
function I(G){if(Xo(G)||ha(G))return!1;switch(G){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function fe(){let G;do G=N();while(G>=
12&&G<=15);return G}return{setPosition:_,getPosition:()=>n,scan:t?fe:N,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-m,getTokenError:()=>y}}function Xo(e){return e===32||e===9}function ha(e){return e===10||e===13}function Os(e){return e>=48&&e<=57}
var Ud;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(Ud||(Ud={}));var my=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),js=200,ly={" ":{"\n":new Array(js).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(js).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(js).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(js).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(js).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(js).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var pn;(function(e){e.DEFAULT={allowTrailingComma:!1}})(pn||(pn={}));function Dd(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,f,m,y){i.value=p,i.offset=f,i.length=m,i.type=y,i.colonOffset=void 0,o=i}try{ti(e,{onObjectBegin:(p,f)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,f,m)=>{if(t<f||(s(p,f,m,"property"),a[a.length-1]=p,t<=f+m))throw n},onObjectEnd:(p,f)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,f)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,f)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,f,m)=>{if(t<f||(s(p,f,m,Jd(p)),t<=f+m))throw n},onSeparator:(p,f,m)=>{
if(t<=f)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=f,r=!1,o=void 0;else if(p===","){let y=a[a.length-1];typeof y=="number"?a[a.length-1]=y+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let f=0;for(let m=0;f<p.length&&m<a.length;m++)
if(p[f]===a[m]||p[f]==="*")f++;else if(p[f]!=="**")return!1;return f===p.length}}}function Yo(e,t=[],a=pn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}ti(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,f,m)=>{
n=i({type:"property",offset:f,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:f,length:m,parent:n})},onObjectEnd:(p,f)=>{o(p+f),n.
length=p+f-n.offset,n=n.parent,o(p+f)},onArrayBegin:(p,f)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,f)=>{n.length=p+f-n.offset,
n=n.parent,o(p+f)},onLiteralValue:(p,f,m)=>{i({type:Jd(p),offset:f,length:m,parent:n,value:p}),o(f+m)},onSeparator:(p,f,m)=>{n.type==="property"&&(p===":"?n.colonOffset=
f:p===","&&o(f))},onError:(p,f,m)=>{t.push({error:p,offset:f,length:m})}},a);let s=n.children[0];return s&&delete s.parent,s}function ei(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function dn(e){switch(e.type){case"array":return e.children.map(dn);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=dn(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function ti(e,t,a=pn.DEFAULT){let n=on(e,!1),o=[],i=0;function r(O){return O?()=>i===0&&O(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(O){return O?J=>i===0&&O(J,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(O){return O?
J=>i===0&&O(J,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function f(O){return O?()=>{i>0?i++:O(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function m(O){return O?()=>{i>0&&i--,i===
0&&O(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let y=f(t.onObjectBegin),$=p(t.onObjectProperty),_=m(t.onObjectEnd),
j=f(t.onArrayBegin),x=m(t.onArrayEnd),N=p(t.onLiteralValue),I=s(t.onSeparator),fe=r(t.onComment),G=s(t.onError),C=a&&a.disallowComments,U=a&&a.allowTrailingComma;
function $e(){for(;;){let O=n.scan();switch(n.getTokenError()){case 4:be(14);break;case 5:be(15);break;case 3:be(13);break;case 1:C||be(11);break;case 2:be(12);
break;case 6:be(16);break}switch(O){case 12:case 13:C?be(10):fe();break;case 16:be(1);break;case 15:case 14:break;default:return O}}}function be(O,J=[],we=[]){if(G(
O),J.length+we.length>0){let De=n.getToken();for(;De!==17;){if(J.indexOf(De)!==-1){$e();break}else if(we.indexOf(De)!==-1)break;De=$e()}}}function et(O){let J=n.
getTokenValue();return O?N(J):($(J),o.push(J)),$e(),!0}function E(){switch(n.getToken()){case 11:let O=n.getTokenValue(),J=Number(O);isNaN(J)&&(be(2),J=0),N(J);
break;case 7:N(null);break;case 8:N(!0);break;case 9:N(!1);break;default:return!1}return $e(),!0}function ne(){return n.getToken()!==10?(be(3,[],[2,5]),!1):(et(
!1),n.getToken()===6?(I(":"),$e(),se()||be(4,[],[2,5])):be(5,[],[2,5]),o.pop(),!0)}function xe(){y(),$e();let O=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.
getToken()===5){if(O||be(4,[],[]),I(","),$e(),n.getToken()===2&&U)break}else O&&be(6,[],[]);ne()||be(4,[],[2,5]),O=!0}return _(),n.getToken()!==2?be(7,[2],[]):$e(),
!0}function at(){j(),$e();let O=!0,J=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(J||be(4,[],[]),I(","),$e(),n.getToken()===4&&U)break}else
J&&be(6,[],[]);O?(o.push(0),O=!1):o[o.length-1]++,se()||be(4,[],[4,5]),J=!0}return x(),O||o.pop(),n.getToken()!==4?be(8,[4],[]):$e(),!0}function se(){switch(n.getToken()){case 3:
return at();case 1:return xe();case 10:return et(!0);default:return E()}}return $e(),n.getToken()===17?a.allowEmptyContent?!0:(be(4,[],[]),!1):se()?(n.getToken()!==
17&&be(9,[],[]),!0):(be(4,[],[]),!1)}function Jd(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var zd;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(zd||(zd={}));var Cd;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(Cd||(Cd={}));var Kd=Dd;var ri=Yo,Hd=ei;var Bd=dn;var Wd;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(Wd||(Wd={}));function Gd(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var gy="\uFEFF";function*Zd(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(gy)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${by(Gd(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function by(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Ts(e){return Qd(e)}function Ar(e){return Qd(e)}function Qd(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function Xd(e){return[...e.files.values()].flatMap(wy)}var wy=Ar(e=>e.syntaxErrors.length===0&&vy(e.text)===Yd(e.value)?[]:e.tree===void 0?[]:[...si(e.path,e.tree,
[])]);function vy(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Yd(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+Yd(n),0)}function*si(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*si(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*si(e,s,[...a,p]))}}function tc(e){return[...e.files.values()].flatMap(ky)}var ky=Ar(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(Py)].flatMap(({0:n,index:o})=>n.
startsWith('"')||ec(n)===ec(String(Number(n)))?[]:[{code:"S005",file:e,path:Kd(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),Py=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function ec(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function ke(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Zr(e){return ke(e)?Object.entries(e):[]}function kr(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as ai}from"node:path";function cn(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function _e(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var mn=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function rc(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:ai.normalize(ai.join(ai.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new mn(t,a,"names a\
 file that does not exist");for(let s of _e(o)){let p=Array.isArray(r)?r[Number(s)]:ke(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new mn(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function sc(e){return e.replaceAll(":","~~").replaceAll("/","~")}function ac(e){return e.replaceAll("~~",":").replaceAll("~","/")}function ft(e,t){let a={};return t!==void 0&&(a[e]=t),a}function ya(e){if(e.kind==="object")return e.members;if(e.kind!=="union")return[];let t=new Map([[e.tag.name,e.tag]]);for(let a of e.variants.flatMap(n=>n.members))
t.has(a.name)||t.set(a.name,a);return[...t.values()]}function ic(e,t){return typeof e=="string"?_y(JSON.stringify(dc(e))):e===null||typeof e=="number"||typeof e=="boolean"?String(e):t[Array.isArray(e)?"array":e===
void 0?"nothing":"object"]??""}function pc(e){return/^[\w-]{1,60}$/.test(e)?e:ic(e,{})}function _y(e){return/^[ -~]*$/.test(e)?e:e.replace(/(?! )[\p{C}\p{Z}]/gu,t=>`\\u${t.charCodeAt(0).toString(16).padStart(4,"0")}`)}function dc(e){if(e.length<=60)
return e;let t=[...e.slice(0,122)];return t.length>60?`${t.slice(0,60).join("")}\u2026`:e}var cc="{name}";function ni(e){return xy(e).map((t,a)=>a>0&&/^(\d+|\*)$/.test(t)?`[${t}]`:`${a===0?"":"."}${qy(t)}`).join("")}function xy(e){return e.split("/").slice(1).map(t=>t.replaceAll("~1","/").replaceAll("~0","~"))}function qy(e){return e===cc||/^[\w.-]+$/.test(e)?e:pc(e)}var Hs=$t(Rt(),1);function hr(e,t=0,a=t+4){return t+e.below(a-t+1)}var or=new Hs.Name("vErrors");function it(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>Hs._`${i}, ${r}`,
Hs._`${new Hs.Name(e)}(${or}, ${a}, ${n}, ${t.required?1:0}`)}function Me(e,t){return{about:e,value:t,findings:[]}}function Ue(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function ut(e){return e.map(t=>Ue(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function st(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var Pk=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function Ql(e,t,a,n){return{...$k(e,t,a),source:a.has("x-source")?a.source():n}}function $k(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",Pk)}:{},notes:a.notes()}}var ds=$t(Rt(),1);function Sk(e){return typeof e=="string"?e:JSON.stringify(e)}function Wa(e){let t=e.map(Sk),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function Gn(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${Bs(o,t)}`,zh:`${r} ${Bs(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E"),
...e.multipleOf===void 0?[]:[{en:`a multiple of ${Bs(e.multipleOf,t)}`,zh:`${Bs(e.multipleOf,t)} \u7684\u6574\u6570\u500D`}]];return n.length===0?void 0:{en:n.map(
({en:o})=>o).join(" and "),zh:Ur(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function Zn(e,t=""){let{minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Bs(
n,t)}`,zh:`${a} \u5230 ${Bs(n,t)} \u7684`};let r=Gn(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\
\uFF09`}}function Vr(e,t,a){let n=o=>`${o} ${o===1?a.en:Xl(a.en)}`;return t===void 0?e===0?{en:Xl(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.
zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e}\
 \u5230 ${t} \u4E2A${a.zh}`}}function Ur(...e){return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.
test(a)?`${t} ${a}`:t+a,"")}function Xl(e){return`${e}s`}function Bs(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var Yl={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...st({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...st({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?ds._`${it("typed",e,t,ds._`"array"`)})`:ds._`${it("list",e,t,ds._`${a??0}`,n===void 0?ds._`Infinity`:
ds._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...st({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=Gn({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...ut(["text",1,{length:1}]),...e===0?[Me("empty",[])]:[Ue("min-items-under",
Ka(e-1),"min-items")],...e<=3&&(t??3)>=3?[Me("items",Ka(3))]:[],...t===void 0?[]:[Me("max-items-at",Ka(t)),Ue("max-items-over",Ka(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>Ka(hr(a,e,t))};function Ka(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Gp=$t(Rt(),1);var eu={read:(e,t)=>({kind:"boolean",...t,...ft("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Gp._`${it("\
typed",e,t,Gp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...ut([
"true",1,0,[]]),Me("true",!0),Me("false",!1)],sample:(e,t)=>t.below(2)===1};var Za=$t(Rt(),1);var Ha=$t(Rt(),1),tu=$t(As(),1);function ir(e){return(0,Ha.stringify)(e)}function ru(e){return(0,Ha.stringify)(e)}function Dr(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Ha._`${(0,tu.regexpCode)(new RegExp(a,t))}`}function Ba({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function Qn({type:e}){return Array.isArray(e)&&e.includes("null")}function su({nullable:e},t){return e?`${t} | null`:t}function au({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function nu({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function ou({nullable:e},t){return e?[Me("null",null),
...t]:t}function Xn({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Ga=$t(Rt(),1);function iu(e,t){if(e.has("x-options"))return e.objects("x-options").map(a=>({value:t(a.raw("value"),"x-options"),...st({label:a.has("label")?_k(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?xk(a.object("x-deprecated"),t):void 0})}))}function _k(e){let t=Object.keys(e.value).map(a=>[a,e.text(a)]);return{...Object.
fromEntries(t),en:e.text("en")}}function xk(e,t){return{since:e.text("since"),...st({until:e.optionalText("until"),replacedBy:e.has("replacedBy")?t(e.raw("repla\
cedBy"),"x-options"):void 0}),source:e.source()}}function Zp(e){return e.map(({deprecated:t,...a})=>{if(t===void 0)return a;let{source:n,...o}=t;return{...a,deprecated:o}})}
function pu({options:e=[]},t,{constant:a}){let n=Zp(e).flatMap(({value:o,deprecated:i})=>i===void 0?[]:[[o,{...i}]]);return n.length===0?Ga._``:Ga._`
${new Ga.Name("deprecatedValue")}(${or}, ${t.pointer}, ${t.value}, ${a(ir(n))})`}function du({options:e=[]},t){return e.some(a=>a.value===t&&a.deprecated!==void 0)}var cu={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},mu={read(e,t){if(e.has("const"))
return{kind:"enum",...t,type:"string",values:[e.text("const")]};let a=qk(e),[n="mixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>Ok(s)&&a.some(f=>cu[f](
s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==Qn(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...ft("u\
nit",Nk(e)),...ft("options",iu(e,r))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,schema:({type:e,values:t})=>({type:e==="mixed"?Tk(t):e,
enum:[...t]}),check(e,t,a){let n=a.constant(ir(e.values)),o=e.type==="mixed"?Za._`${it("mixedChoice",e,t,n)})`:Za._`${it("choice",e,t,Za._`${e.type}`,n)})`;return Za._`${o}${pu(
e,t,a)}`},facts:({type:e,values:t,unit:a,options:n})=>({type:e,allowed:t,...ft("unit",a),...ft("options",n&&Zp(n))}),phrase({values:e,unit:t}){let a=Wa(e),n=t===
void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example(e){let{default:t,values:a}=e;return t??a.find(n=>!du(e,n))??a[0]??""},cases:e=>[...jk(e),...e.values.map(
t=>Me(`offers-${t}`,t)),...Rk(e.values)],sample:({values:e},t)=>e[t.below(e.length)]??""};function qk(e){let t=e.raw("type"),a=(Array.isArray(t)?t:[t]).filter(o=>o!==
"null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(cu,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string, integer, number or boolean, or \
a list of these"),n}function Ok(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function jk({type:e,values:t}){return e==="mixed"?Ak(t):ut(
e==="string"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]])}function Tk(e){let t=e.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),
a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function Ak(e){let t=new Set(e);return[...e.map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Ue(`as-${typeof n}-${n}`,n,"enum")),Ue("type-array",[e[0]??""],"enum"),Ue("type-object",{},"enum"),...[!0,!1].
filter(n=>!t.has(n)).map(n=>Ue(`type-${n}`,n,"enum"))]}function Nk(e){return e.optionalText("x-unit")}function Rk(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Ue(i,
r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.
flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a(
"under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var zt=$t(Rt(),1);function Yn(e){return st({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function eo({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&Ik(i)?i:void 0;return{type:e,...st({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function Ik(e){return Number.isInteger(e*2**20)}function to({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...st({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function ro(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,f=o===void 0?zt._`-Infinity`:zt._`${o}`,m=i===void 0?zt._`Infinity`:zt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return zt._`${it("integer",e,t,f,m)})`;let y=r===void 0?zt._`-Infinity`:zt._`${r}`,$=s===void 0?zt._`Infinity`:zt._`${s}`;
return zt._`${it("numeric",e,t,zt._`${n}`,a(zt._`[${f}, ${m}, ${y}, ${$}, ${p??0}]`))})`}function Gs({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Qp(t.minimum,a);if(t.exclusiveMinimum!==void 0)return Ek(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??pr(n-a)}function Ek(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?pr(e+o):Qp(pr(
e+n/2),n);return i===void 0||r<i||r===t?r:pr((e+i)/2)}function Qp(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:pr(Math.ceil(e/t)*t)}function pr(e){return Number(
e.toFixed(9))}function so(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=x=>r===void 0||Number.isInteger(Number(
(x/r).toFixed(9))),f=(x,N)=>p(N)?[Me(x,N)]:[],m=a!==void 0?[...f("minimum-at",a),Ue("minimum-under",pr(a-s),"minimum")]:o!==void 0?[Ue("exclusive-minimum-at",o,
"minimum"),Ue("exclusive-minimum-under",pr(o-s),"minimum")]:[Me("negative",-s),Me("zero",0)],y=n!==void 0?[...f("maximum-at",n),Ue("maximum-over",pr(n+s),"maxim\
um")]:i!==void 0?[Ue("exclusive-maximum-at",i,"maximum"),Ue("exclusive-maximum-over",pr(i+s),"maximum")]:r===void 0?[Me("large",2147483648)]:[],$=Gs(e),_=pr($+(r??
0)/(t==="integer"?r??1:2)),j=_<=(n??1/0)&&_<(i??1/0)&&!p(_);return[...m,...y,...r!==void 0&&j?[Ue("off-step",_,"multiple-of")]:[]]}function ao(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,f=n??i??(p===void 0?0:p-100*s),m=Qp(f,s)+(i===void 0?0:s),y=p===
void 0?100:Math.floor((p-m)/s+1e-9)+(r===void 0?1:0);return y<1?Gs(e):pr(m+s*t.below(y))}var lu={read:(e,t)=>({kind:"integer",...t,...Yn(e)}),type:()=>"number",schema:eo,check:ro,facts:to,phrase(e){let t=Zn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Gs,
cases:e=>[...ut(["5",!0,[5],5.5]),...so(e)],sample:ao};var Qt=$t(Rt(),1);function uu(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...st({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,f=new Qt.Name(`index${n.depth}`),m=s===void 0?Qt._`Infinity`:
Qt._`${s}`,y=o.nested(i,{pointer:Qt._`${n.pointer} + "/" + ${f}`,value:Qt._`${n.value}[${f}]`,depth:n.depth+1}),$=p?Qt._`
${new Qt.Name("uniqueItems")}(${or}, ${n.pointer}, ${n.value})`:Qt._``;return Qt._`if (${it("list",a,n,Qt._`${r}`,m)})) {
for (let ${f} = 0; ${f} < ${n.value}.length && ${f} < ${m}; ${f}++) {
${y}
}${$}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...st({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=Vr(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,f]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Ur("\u542B",f,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>fu(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...ut(["text",7,{0:"text"}]),...Mk(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:hr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function Mk(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=m=>fu(e,t,m,i,"video"),s=Math.max(1,a),p=r(s),f=e.cases(t).filter(({value:m})=>m!==void 0).map(({about:m,value:y,findings:$})=>({about:`item-${m}`,value:p.
map((_,j)=>j===s-1&&y!==void 0?y:_),findings:$.map(_=>({..._,path:`/${s-1}${_.path??""}`}))}));return[...a===0?[Me("empty",[])]:[Ue("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[Me("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[Me("max-items-at",r(n))]:[],...r(n+1).length>n?[Ue("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Ue("repeated-item",[...p,...p],"unique-items","/1")]:[],...f.filter(({value:m})=>!i||new Set(m.map(y=>JSON.stringify(
y))).size===s)]}function fu(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var yr=$t(Rt(),1);function hu(e,t){return{read:t,type:({values:a})=>`{ [name: string]: ${e.type(a)} }`,schema:({values:a,names:n,minProperties:o,maxProperties:i})=>({type:"object",
...st({minProperties:o,maxProperties:i}),...n===void 0?{}:{propertyNames:{pattern:n.pattern}},additionalProperties:e.schema(a)}),check(a,n,o){let{values:i,names:r,
minProperties:s=0,maxProperties:p}=a,[f,m]=[new yr.Name(`place${n.depth}`),new yr.Name(`entry${n.depth}`)],y=p===void 0?yr._`Infinity`:yr._`${p}`,$=r===void 0?[]:
[o.constant(Dr(r.pattern)),yr._`${r.examples[0]}`];return yr._`for (const [${f}, ${m}] of ${it("entriesOf",a,n,yr._`${s}`,y,...$)})) {
${o.nested(i,{pointer:yr._`${f}`,value:m,depth:n.depth+1})}
}`},facts:({values:a,minProperties:n,maxProperties:o})=>({type:"object",...st({minItems:n,maxItems:o}),items:a}),phrase({values:a,names:n,minProperties:o=0,maxProperties:i}){
let{en:r,zh:s}=a.phrase,p=Vr(o,i,{en:"member",zh:"\u6210\u5458"}),f=n===void 0?void 0:JSON.stringify(n.examples[0]);return{en:`an object of ${p.en} with names${f===
void 0?"":` such as ${f}`}, each ${r}`,zh:Ur("\u542B",p.zh,`\u7684\u5BF9\u8C61\uFF0C${f===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${f}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(a,n)=>Xp(a,e.example(a.values,n),Math.max(1,a.minProperties??0)),cases:a=>[...ut(["text",7,[]]),...Lk(e,a),...Fk(e,a)],sample:(a,n)=>Object.
fromEntries(Array.from({length:hr(n,a.minProperties,a.maxProperties)},(o,i)=>[a.names===void 0?`name ${i+1}`:n.matching(a.names.pattern),e.sample(a.values,n)]))}}
function Xp({names:e},t,a){let n=e?.examples??Array.from({length:a},(o,i)=>`name ${i+1}`);return Object.fromEntries(n.slice(0,a).map(o=>[o,t]))}function Lk(e,t){
let{minProperties:a=0,maxProperties:n,values:o}=t,i=r=>{let s=Xp(t,e.example(o,"video"),r);return Object.keys(s).length===r?[s]:[]};return[...i(a).map(r=>Me("mi\
n-members-at",r)),...a===0?[]:i(a-1).map(r=>Ue("min-members-under",r,"min-items")),...n===void 0?[]:[...i(n).map(r=>Me("max-members-at",r)),...i(n+1).map(r=>Ue(
"max-members-over",r,"max-items"))]]}function Fk(e,t){let{values:a,names:n,minProperties:o=0}=t,i=n?.examples[0]??"a/b~c",r=`/${i.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=e.example(a,"video"),{[i]:p,...f}=Xp(t,s,Math.max(1,o)),m=Object.fromEntries(Object.entries(f).slice(0,Math.max(0,o-1))),y=n===void 0?void 0:new RegExp(
n.pattern);return[Me("name",{...m,[i]:s}),...["",`${i}\0`,` ${i}`,"no such form!?"].flatMap(($,_)=>y===void 0||y.test($)?[]:[Ue(`name-bad-${_+1}`,{...m,[$]:s},"\
property-name",`/${$}`)]),...a.nullable?[]:[Ue("value-null",{...m,[i]:null},"null",r)],...e.cases(a).flatMap(({about:$,value:_,findings:j})=>_===void 0?[]:[{about:`\
value-${$}`,value:{...m,[i]:_},findings:j.map(x=>({...x,path:`${r}${x.path??""}`}))}])]}var Xt=$t(Rt(),1);var Vk=["media-format","media-codec","media-bytes","media-width","media-height","media-same-size","media-aspect-ratio","media-duration","media-frame-rate","medi\
a-total-duration","media-total-bytes","media-size-unclear"];function yu(e){return{rule:e.oneOf("rule",Vk),severity:e.severity(),...e.has("formats")?{formats:e.texts(
"formats")}:{},...e.has("codecs")?{codecs:e.texts("codecs")}:{},...ft("as",e.optionalText("as")),...e.has("discouraged")?{discouraged:e.texts("discouraged")}:{},
...ft("minimum",e.optionalNumber("minimum")),...ft("maximum",e.optionalNumber("maximum")),...ft("exclusiveMinimum",e.optionalNumber("exclusiveMinimum")),...ft("\
exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...ft("multipleOf",e.optionalNumber("multipleOf")),...e.has("when")?{when:Uk(e,"when")}:{},...e.has("uni\
t")?{unit:e.oneOf("unit",["MB","px","s","fps","ratio"])}:{},...ft("quote",e.optionalText("quote")),source:e.source()}}function Uk(e,t){let a=e.raw(t);return ke(a)?Object.fromEntries(Object.entries(a).map(([n,o])=>[n,Dk(o)?o:e.refuse(t,'values, lists of values, or {"min": 1}')])):
e.refuse(t,"an object of conditions by parameter")}function Dk(e){return e!==null&&(!ke(e)||"min"in e||"max"in e)}var gu=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],bu=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Yp="data:image/png;base64,iVBORw0KGgo=";function ed(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var ku={read:Jk,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(Dr(zk(r))),f=a(ir(
s)),m=s.includes("data"),y=m?Xt._`${new Xt.Name("withBase64")}(${p})`:p;if(n){let _=Xt._`${it("mediaReference",e,t,y,f)})`;return m?Xt._`${_}
${new Xt.Name("base64Reference")}(${or}, ${t.pointer}, ${t.value}, ${y})`:_}let $=Xt._`${it("media",e,t,Xt._`${o}`,Xt._`${i}`,y,f)})`;return m?Xt._`${$}
${new Xt.Name("base64")}(${or}, ${t.pointer}, ${t.value}, ${i}, ${y})`:$},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...st({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=Ck(i);if(t)return{en:`${Wk(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=Vr(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Ur(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>ed(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...ut([7,!0,["https://example.com/one.png"]]),...Hk(
e,a)]:[...ut(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...Kk(e),...Bk(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:hr(o,t,a)},()=>o.matching(n))};function wu(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function Jk(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Ba(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:wu(p,"x-accepts"),...n.has("contradicted")?{contradicted:wu(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(yu)}}var vu="\\x00-\\x20\\x7F-\\xA0";function zk(e){return e.replaceAll(vu,`${vu}\\s`)}function Ck(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function Wk(e){return/^[aeiou]/i.test(e)?"an":"a"}function cs({name:e,extension:t},a){return Array.from({length:a},(n,o)=>ed(e,t,o))}function Kk(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Ue("min-items-under",cs(e,t-1),"min-items")]:[],Me("min-items-at",cs(e,t)),Me("max-items-at",cs(e,a)),Ue("max-items-\
over",cs(e,a+1),"max-items"),Ue("max-items-over-bad-item",[...cs(e,a),"nowhere"],"max-items")]}function Pu({accepts:e},t,a){return[...gu.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...bu.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Yp,"media-base64","advice"):a("base64",Yp,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function Hk(e,t){return Pu(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function Bk(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:cs(e,a).map((f,m)=>m===a-1?r:f),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...cs(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...Pu(e,t,n),...o]}var $u={read:(e,t)=>({kind:"number",...t,...Yn(e)}),type:()=>"number",schema:eo,check:ro,facts:to,phrase(e){let t=Zn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Gs,cases:e=>[...ut(["0.5",
!0,[.5]]),...so(e)],sample:ao};var xr=$t(Rt(),1);function Su(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function td({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function _u(e){
let t=[...Zs("at least",e.minimum,""),...Zs("at most",e.maximum,""),...Zs("at least",e.minLength," characters"),...Zs("at most",e.maxLength," characters"),...Zs(
"at least",e.minItems," items"),...Zs("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function Zs(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function no(e){return e.kind!=="enum"?[]:(e.options??[]).map(({value:t,label:a,deprecated:n})=>{
let o=[...a===void 0?[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${td(n)}`]];return`${JSON.stringify(t)}: ${o.join(" ")}`})}function xu(e){return Gk(e,"")}function Gk(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...no(
e),"default"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(_u),...e.notes.map(o=>o.text)].filter(o=>o!==""),`S\
ource: ${Su(e.source)}.`,...Zk(e.deprecated)].join(`
`)}function Zk(e){return e===void 0?[]:[`@deprecated ${td(e)}`]}function qu(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function Ou(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function ju(e){return`{
${e.map(Qk).join("")}}`}function Qk({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":qu(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function oo(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`,...no(e)].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function Tu(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":ju(a.map(n=>({name:Ou(n.name),doc:xu(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...oo(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(ir(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new xr.Name(`member${n.depth}`),f=o.nested(s,{pointer:xr._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return xr._`{
const ${p} = ${new xr.Name("own")}(${n.value}, ${s.name})
${f}
}`});return xr._`if (${it("object",a,n,i)})) {
${r.reduce((s,p)=>xr._`${s}
${p}`,xr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:o}=rd(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${o}`}},
example:(a,n)=>Au(a,e,n),cases:a=>[...ut(["text",7,[]]),...Xk(a,e)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[
o.name,e.sample(o,n)]))}}function rd(e){let t=e.map(({name:a,required:n,phrase:{en:o,zh:i}})=>n?{en:`${a} (required: ${o})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${i}\
\uFF09`}:{en:`${a} (${o})`,zh:`${a}\uFF08${i}\uFF09`});return{en:t.map(({en:a})=>a).join(", "),zh:t.map(({zh:a})=>a).join("\u3001")}}function Au({members:e},t,a){
let n=e.filter(i=>i.required),o=n.length>0?n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function Xk(e,t){let a=Au(e,t,"video"),n=new Set(
e.members.map(i=>i.name)),o=e.members.flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.
name}`}]:[]},...Xn(i,`${i.name}-null`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:f,findings:m})=>f===void 0?[]:[{about:`${i.name}-${p}`,
value:{...s,[i.name]:f},findings:m.map(y=>({...y,path:`/${i.name}${y.path??""}`}))}])]});return[Me("members",a),...n.has("no_such_member")?[]:[Ue("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Ue("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var Jr=$t(Rt(),1);var dr=$t(Rt(),1);var Nu="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",Ru="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",ms={date:{
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var Yk=Object.keys(ms);function io(e){let t=e.has("format")?e.oneOf("format",Yk):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),st({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):ms[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:ms[t].valid)})}function po({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&ms[a].isOurs===!0?void 0:a;return{type:"string",...st({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function co({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...st({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function mo(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=dr._`${n??0}`,f=o===void 0?dr._`Infinity`:
dr._`${o}`;if(i!==void 0){let m=r===void 0?dr._`"pattern"`:dr._`"format"`,y=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return dr._`${it("patterned",
e,t,p,f,a(Dr(i)),m,a(ru(y)))})`}return n===1&&o===void 0?dr._`${it("nonEmpty",e,t)})`:n===void 0&&o===void 0?dr._`${it("typed",e,t,dr._`"string"`)})`:dr._`${it(
"text",e,t,p,f)})`}function lo({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=Vr(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:f,
zh:m}=ms[a].name;return e>0||t!==void 0?{en:`${f}, of ${r.en}`,zh:`${m}\uFF0C${r.zh}`}:{en:f,zh:m}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function uo({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function fo({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:ms[e].invalid).filter(m=>!i.test(m)&&[...m].length>=n&&[...m].length<=o),f=e===void 0?"pattern":"format";return[...a.map((m,y)=>Me(`${f}-good-${y+1}`,m)),
...p.map((m,y)=>Ue(`${f}-bad-${y+1}`,m,f))]}function ho({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Ue("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Ue(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[Me("min-length-at","a".repeat(e)),Me("min-length-astral","\u{1F600}".repeat(e)),Me("space"," ".repeat(e))]:[],...t===void 0?[]:[Me(
"max-length-at","a".repeat(t)),Me("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var Iu=()=>ut([7,!0,["a"]]);function Eu(e){return ft(
"minLength",e.optionalNumber("minLength"))}function yo({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(hr(n,t,a)):n.matching(e)}var e0={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function Lu(e){return e0[e].
en}var Fu={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...io(e),limits:e.objects("x-prompt-limits").map(t0),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:po,
check:(e,t,a)=>[mo(e,t,a),...r0(e,t,a),...a0(e,t,a)].reduce((n,o)=>Jr._`${n}
${o}`),facts:e=>({...co(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:lo,
example:(e,t)=>uo(e,Lu(t)),cases:e=>[...ut([7,!0,["a"],{text:"a"}]),...ho(e),...fo(e),...n0(e.limits),...o0(e.tokens)],sample:yo};function t0(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...ft("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function r0({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:m,count:y,max:$,severity:_,onlyWithHan:j})=>[
m,y,$,_==="error"?1:0,j===!0?1:0]),r=Math.min(...e.map(m=>m.max)),s=e.some(m=>m.count==="words"),p=(m,y=!0)=>n(ir(y?s0(m):[])),f=Jr._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[Jr._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new Jr.Name("promptLimits")}(${or}, ${t}, ${a}, ${n(ir(i))}, ${f})`]}function s0(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function a0({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=Dr(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return Jr._`if (typeof ${a} === "string") ${new Jr.Name("promptTokens")}(${or}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function n0(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(Mu(a,o)).map(([i,r])=>Me(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[Me("every-limit-over",e.map(({count:t,max:a})=>Mu(t,a+1)[""]).join(" "))]:[]]}function o0(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function Mu(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var Vu={read:(e,t)=>({kind:"string",...t,...Eu(e),...io(e),...ft("values",e.unknown("x-values"))}),type:()=>"string",schema:po,check:mo,facts:co,phrase(e){let t=lo(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>uo(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...Iu(),...e.pattern===void 0&&e.maxLength===void 0?[Me("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[Me("empty","")]:[],...ho(e),...fo(e)],sample:yo};var zr=$t(Rt(),1);function Uu(e,t){return{read:t,type:({variants:a})=>`(${a.map(n=>e.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(o=>i0(e,a,o))}),check(a,n,o){
let{tag:i,variants:r}=a,s=new zr.Name(`form${n.depth}`),p=o.nested(i,{pointer:zr._`${n.pointer} + ${`/${i.name}`}`,value:s,depth:n.depth+1}),f=r.map(m=>zr._`if (${s} === ${m.
name}) {
${o.nested(m,n)}
}`);return zr._`if (${it("anyObject",a,n)})) {
const ${s} = ${new zr.Name("own")}(${n.value}, ${i.name})
${[p,...f].reduce((m,y)=>zr._`${m}
${y}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let o=n.map(({name:i,members:r})=>{let{en:s,zh:p}=rd(
Du(a,r));return s===""?{en:i,zh:i}:{en:`${i} with ${s}`,zh:`${i}\uFF0C\u542B ${p}`}});return{en:`an object by its ${a.name}: ${o.map(({en:i})=>i).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${o.map(({zh:i})=>i).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:e.example(a,n),
cases:a=>[...ut(["text",7,[]]),...p0(e,a),...d0(e,a)],sample:({variants:a},n)=>{let o=a[n.below(a.length)];return o===void 0?{}:e.sample(o,n)}}}function i0(e,t,a){
let{properties:n,...o}=e.schema(a),i=ke(n)?n:{},{enum:r,...s}=ke(i[t.name])?i[t.name]:{};return{...o,...oo(a),properties:{...i,[t.name]:{...s,const:a.name}}}}function Du(e,t){
return t.filter(({name:a})=>a!==e.name)}function p0(e,{tag:t,variants:a}){let[n]=a,o=n===void 0?{}:e.example(n,"video"),{[t.name]:i,...r}=ke(o)?o:{},s=`/${t.name}`;
return[Ue(`${t.name}-missing`,r,"required",s),...Xn(t,`${t.name}-null`,{...r,[t.name]:null},s),...e.cases(t).filter(({findings:p})=>p.length>0).flatMap(({about:p,
value:f=null,findings:m})=>({about:`${t.name}-${p}`,value:{...r,[t.name]:f},findings:m.map(y=>({...y,path:s}))}))]}function d0(e,{tag:t,variants:a}){let n=a.flatMap(
({members:o})=>o);return a.flatMap(o=>{let i=Du(t,o.members),r=new Set(o.members.map(({name:m})=>m)),s=n.find(({name:m})=>!r.has(m)),p=e.example(o,"video"),f=m=>ke(
m)?[{[t.name]:o.name,...m}]:[];return[Me(`form-${o.name}`,p),...s===void 0||!ke(p)?[]:[Ue(`${o.name}-with-${s.name}`,{...p,[s.name]:e.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...e.cases({...o,members:i}).flatMap(({about:m,value:y=null,findings:$})=>f(y).map(_=>({about:`${o.name}-${m}`,value:_,findings:$})))]})}
function Ju(e,t,a){let n=e.objects("oneOf"),o=c0(n)??e.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),i=n.map(m=>{
let y=a(m.object("properties").object(o).text("const"),m);return y.kind==="object"?y:e.refuse("oneOf","objects with named members")}),r=new Map;for(let m of i.flatMap(
({members:y})=>y)){let y=r.get(m.name)??m;m.name!==o&&Qa(m)!==Qa(y)&&e.refuse("oneOf",`forms in which "${m.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),r.set(m.name,y)}let s=i.map(({name:m})=>m),{source:p}=t,f=r.get(o)?.description??"";return{kind:"union",...t,tag:{kind:"enum",
name:o,required:!0,description:f,phrase:Wa(s),notes:[],source:p,type:"string",values:s},variants:i}}function c0(e){let[t]=e.map(({value:n})=>n);return(ke(t?.properties)?
Object.keys(t.properties):[]).find(n=>{let o=e.map(({value:{properties:i,required:r}})=>{let s=ke(i)?i[n]:void 0;return ke(s)&&Array.isArray(r)&&r.includes(n)?s.
const:void 0});return o.every(i=>typeof i=="string")&&new Set(o).size===o.length})}function Qa(e){let{kind:t,quantity:a}=e,{unit:n,default:o}=e;return JSON.stringify(
[t,a,n,o,...t==="media"?[e.single,e.media,e.accepts,e.limits]:[],...t==="list"?[Qa(e.items)]:[],...t==="object"?e.members.map(i=>[i.name,Qa(i)]):[],...t==="unio\
n"?e.variants.map(Qa):[]])}var go={type:y0,schema:g0,example:Cu,cases:e=>w0(e,[]),sample:v0},zu={prompt:Fu,string:Vu,enum:mu,integer:lu,number:$u,boolean:eu,media:ku,object:Tu(go,l0),map:hu(
go,f0),union:Uu(go,u0),list:uu(go,h0),array:Yl};function m0(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0||t.const!==void 0)return"enum";if(t.oneOf!==
void 0)return"union";let a=Ba(t);switch(a){case"string":return e==="prompt"||t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return t["x-items"]===void 0?"list":"array";case"object":return t.properties===void 0&&ke(t.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return a;default:return}}function bo(e,t,a,n){let o=m0(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=zu[o].read(t,{...a,
...Qn(t.value)?{nullable:!0}:{}},n);return{...i,phrase:b0(i)}}function l0(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return bo(i,r,wo(i,o.has(i),r,t),a)})}}function u0(e,t,a){return Ju(e,t,(n,o)=>bo(n,o,
wo(n,!0,o,t),a))}function f0(e,t,a){let n=e.object("additionalProperties");n.has("default")&&n.refuse("default","left out: a member is there or not");let o=bo("\
value",n,wo("value",!0,n,t),a),i=e.has("propertyNames")?e.object("propertyNames"):void 0,[r,...s]=i?.texts("examples")??[];return{kind:"map",...t,values:o,...i===
void 0||r===void 0?{}:{names:{pattern:i.text("pattern"),examples:[r,...s]}},...st({minProperties:e.optionalNumber("minProperties"),maxProperties:e.optionalNumber(
"maxProperties")})}}function h0(e,t,a){let n=e.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueIte\
ms")&&["object","array"].includes(Ba(n.value)??"")&&e.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:bo(
"item",n,wo("item",!0,n,t),a),...st({minItems:e.optionalNumber("minItems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?
!0:void 0})}}function wo(e,t,a,{source:n}){return Ql(e,t,a,n)}function y0(e){return su(e,Qs(e).type(e))}function g0(e){return au(e,Qs(e).schema(e))}function b0(e){return nu(e,Qs(e).phrase(e))}function Cu(e,t){return Qs(e).example(e,t)}function w0(e,t){return ou(e,Qs(e).cases(e,t))}function v0(e,t){return e.
nullable&&t.below(8)===0?null:Qs(e).sample(e,t)}function Qs(e){return zu[e.kind]}function Wu(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function ls(e){return e.split("/").slice(1)}function vo(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function qr({value:e,place:t},a,n){let[o,
...i]=a;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(e)?e.flatMap((p,f)=>qr({value:p,place:t+"["+f+"]"},i,n)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let r=Wu(e,o),s={value:r===void 0&&!i.length?n:r,place:(t&&t+".")+o};return s.value===void 0?[]:qr(s,i,n)}function Cr(e,{path:t,
default:a}){return qr(e,ls(t),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function Ku(e){let[,t="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=a.length-Number(n),i=BigInt(t+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function Hu(e){let t=e.map(o=>Ku(o)),a=t.reduce((o,[,i])=>Math.max(
o,i),0);return+(t.reduce((o,[i,r])=>o+i*10n**BigInt(a-r),0n)+"e-"+a)}function Bu(e){let t=e.map(n=>Ku(n)),a=t.reduce((n,[,o])=>n+o,0);return+(t.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function Xs(e,t,a,{maximum:n,minimum:o,unit:i},r){let s=n??o??0,p=typeof s=="number"?{value:s,place:""}:Cr(r,s)[0];if(p===void 0)return;let{value:f,place:m}=p;if(n===
void 0?a>=f:a<=f)return;let y=n===void 0?"lower":"upper";return{text:e,of:[...t],side:y,limit:f,unit:i,actual:a,...m?{bound:m}:{}}}function Gu(e,t){let a={value:e,place:""},n=0;for(let{path:o}of t.of)for(let{value:i}of qr(a,ls(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return Xs("rule-co\
unt",t.of.map(({path:o})=>vo(o)),n,t,a)}function ea(e,t){return e.texts("of").map((a,n)=>Zu(e,`of/${n}`,a,t))}function ko(e,t){return Qu(e,"of",t)}function ta(e,t,a){let n=e.has("maximum")?"maximum":"\
minimum";return{[n]:k0(e,n,t,a),unit:a??""}}function k0(e,t,a,n){if(typeof e.raw(t)=="number")return e.number(t);let o=Zu(e,t,e.text(t),a),i=Qu(e,t,[o]);return n!==
void 0&&i!==n&&e.refuse(t,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function Po(e){let t=new Set(e.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function $o(e,t){return t.map(({at:a})=>({...a,path:Ys(a).slice(e.length)}))}function sd({in:e,of:t}){return kr(t).
map(([,a])=>ni(`${Ys(e)}${Ys(a)}`))}function ra(e){let{maximum:t,minimum:a,unit:n=""}=e,o=t??a??null;return{of:sd(e),side:t===void 0?"lower":"upper",...ke(o)?{bound:ni(
Ys(o))}:{limit:o,unit:n}}}function Ys(e){let t=ke(e)?e.path:e;return typeof t=="string"?t:""}function Zu(e,t,a,n){let o=ad(a,n);(o===void 0||!P0(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{}}}}function P0(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function ad(e,t){let[a,...n]=e.split("/").slice(1);return n.reduce((o,i)=>o?.kind===
"object"||o?.kind==="union"?ya(o).find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===a))}function Qu(e,t,a){let n=new Set(a.map(({parameter:i})=>i.
unit??""));n.size>1&&e.refuse(t,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===""?"":` ${o}`}var $0=64,Xu={keyword:"x-count",read(e,t){return{of:e.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:ad(n,t))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...S0(i)?{}:{one:!0}}}),...ta(e,t)}},broken:(e,t)=>Gu(e,t),check:"brokenCount",demand:e=>({
text:"rule-count",...ra(e)}),schema({of:e,maximum:t,minimum:a}){let n=t??a,o=kr(e).map(([,s])=>ke(s)&&s.one===void 0?Ys(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=Yu(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>t===void 0?x0(o,s):_0(o,s))}}};function S0(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function Yu(e,t){if(t===1)return[[e]];let a=[];for(let n=0;n<=e;n++){let o=Yu(e-n,t-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>$0))return}return a}function _0(e,t){return{properties:Object.fromEntries(e.map((a,n)=>[a,{maxItems:t[n]??0}]))}}
function x0(e,t){let a=e.flatMap((n,o)=>{let i=t[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function ef(e,{in:t,of:a,orEqual:n,unit:o}){for(let i of qr({value:e,place:""},ls(t))){let r=a.flatMap(s=>Cr(i,s));for(let[s,p]of r.entries()){let f=r[s-1];if(!(f===
void 0||f.value<p.value||n&&f.value===p.value))return{text:"rule-order",...n?{orEqual:""}:{},first:f.place,actual:f.value,second:p.place,limit:p.value,unit:o}}}}var tf={keyword:"x-order",read(e,t){let a=ea(e,t),n=e.texts("of"),o=(n.length>1?Po(n):n[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:$o(o,a),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:ko(e,a)}},broken:(e,t)=>ef(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:sd(e)})};function rf(e,t){let a={value:e,place:""};for(let n of qr(a,ls(t.in))){let o=t.of.flatMap(p=>Cr(n,p));if(o.length<t.of.length)continue;let[i,r]=[o.map(({place:p})=>p),
o.map(({value:p})=>p)],s=Xs("rule-product",i,Bu(r),t,a);if(s!==void 0)return s}}var sf={keyword:"x-product",read(e,t){let a=ea(e,t),n=e.texts("of"),o=(n.length>1?Po(n):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:$o(o,a),...ta(e,t)}},broken:(e,t)=>rf(e,t),check:"brokenProduct",demand:e=>({text:"rule-product",...ra(e)})};function af(e,t){let a={value:e,place:""},n=t.of.flatMap(i=>Cr(a,i));if(!n.length)return;let o=t.of.map(({path:i})=>vo(i));return Xs("rule-sum",o,Hu(n.map(({value:i})=>i)),
t,a)}var nf={keyword:"x-sum",read(e,t){let a=ea(e,t);return{of:a.map(({at:n})=>n),...ta(e,t,ko(e,a))}},broken:(e,t)=>af(e,t),check:"brokenSum",demand:e=>({text:"rule\
-sum",...ra(e)})};var of=[nf,sf,Xu,tf];var pf=new WeakMap;function q0(e){let t=pf.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>O0[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return pf.
set(e,n),n}function gr(e){return ke(e)?q0(e):void 0}function nd(e){return kr(e).map(([,t])=>gr(t)??mf)}var mf=()=>!1,O0={type:e=>{if(typeof e=="string")return cf[e];
let t=kr(e).flatMap(([,a])=>typeof a=="string"?cf[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:Xa(
(e,t)=>e>=t),maximum:Xa((e,t)=>e<=t),exclusiveMinimum:Xa((e,t)=>e>t),exclusiveMaximum:Xa((e,t)=>e<t),multipleOf:Xa((e,t)=>T0(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:df((e,t)=>e>=t),maxLength:df((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?j0(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=gr(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=gr(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=kr(e).map(([,a])=>a);return a=>!ke(a)||t.every(n=>od(a,n))},properties:e=>{let t=Zr(e).flatMap(([a,n])=>{let o=gr(n);return o===
void 0?[]:[[a,o]]});return a=>!ke(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=Zr(e).map(([
a,n])=>[a,kr(n)]);return a=>!ke(a)||t.every(([n,o])=>!od(a,n)||o.every(([,i])=>od(a,i)))},oneOf:e=>{let t=nd(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=nd(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=nd(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>{let a=e===!1?mf:gr(e),n=o=>ke(
t)&&Object.hasOwn(t,o);return a&&(o=>Zr(o).every(([i,r])=>n(i)||a(r)))},propertyNames:e=>{let t=gr(e);return t&&(a=>Zr(a).every(([n])=>t(n)))},minProperties:e=>t=>!ke(
t)||Object.keys(t).length>=Number(e),maxProperties:e=>t=>!ke(t)||Object.keys(t).length<=Number(e),not:e=>{let t=gr(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{
let[a,n,o]=[gr(e),gr(t.then),gr(t.else)];if(!(a===void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(of.map(e=>[e.keyword,t=>ke(
t)?a=>e.broken(a,t)===void 0:void 0]))};function Xa(e){return t=>a=>typeof a!="number"||e(a,Number(t))}function df(e){return t=>a=>typeof a!="string"||e([...a].
length,Number(t))}function j0(e){try{return new RegExp(e)}catch{return}}function T0(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function od(e,t){
return typeof t=="string"&&Object.hasOwn(e,t)}var cf={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e==
"boolean",array:e=>Array.isArray(e),object:e=>ke(e),null:e=>e===null};var A0=/^models\/([^/]+)\.schema\.json$/;function Ya(e){let t=A0.exec(e)?.[1];return t===void 0?void 0:ac(t)}function lf(e){return`models/${sc(e)}.schema.json`}var uf=Ts(e=>[...e.files.values()].flatMap(t=>{let a=Ya(t.path),n=us(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function us(e){return e!==
void 0&&e.syntaxErrors.length===0&&ke(e.value)?e.value:void 0}function So(e){return[...e.files.values()].some(t=>us(t)===void 0)}var P2=Ts(()=>new Map);function N0(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(ke(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function ff(e,t){let a=[];return N0(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function hf(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:R0(t))}var R0=Ar(e=>ff(us(e)??null,(t,a)=>{let n=typeof t=="string"?E0(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),I0=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function E0(e){let[t]=I0.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function yf(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?M0(t,a):t,[...e])}function gf(e){return bf(e).map(({required:t})=>t.join(
" with ")).join("; ")}function M0(e,t){let a=bf(t),n=p=>p!==t&&U0(p.instancePath,t.instancePath)&&!V0(p,t),o=e.filter(p=>p!==t&&!n(p)),i=L0(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&D0(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function L0(e,t){let a=ke(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:F0(e);if(n!==void 0){let{data:p}=t,f=ke(p)?p[n]:void 0,m=e.findIndex(
({members:$})=>$?.get(n)===f);if(m!==-1)return m;let y=e.map(({members:$})=>$?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:y},data:f}}let o=e.map(({required:p,members:f})=>a.filter(m=>f?.has(m)??p.includes(m)).length),i=Math.max(...o),r=o.flatMap((p,f)=>p===i?[f]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function F0(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function bf({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function V0(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function U0(e,t){return e===t||e.startsWith(`${t}/`)}function D0(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as z0}from"node:module";import{fileURLToPath as J0}from"node:url";var wf=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,id=new URL("../".repeat(
wf),import.meta.url),R2=new URL("../",id),I2=new URL(wf===3?"./":"../",import.meta.url);var U2=J0(new URL("dist/kept/",id));var C0=z0(import.meta.url),pd="spec:/";function vf(){let{Ajv2020:e}=C0("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var W0=/^upstreams\/([^/]+)\.json$/;function en(e){return W0.exec(e)?.[1]}function kf(e,t){let a=(n,o)=>ke(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>en(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var Pf={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},$f="meta/model.schema.json",Sf="\
meta/upstream.schema.json",K0=["meta/facts.schema.json","meta/parameter.schema.json"],X2=[...Object.entries(Pf).flat(),$f,Sf,...K0];function _f(e){return en(e)!==void 0?Sf:Ya(e)===void 0?Pf[e]:$f}var _o;function xo(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(_o?.text===a)return _o.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?B0(t):H0(e.meta.paths,n);return _o={text:a,validator:i=>e.files.has(i)?
o(i):void 0},_o.validator}function H0(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function B0(e){let t=vf();for(let a of e){
let n=us(a);n!==void 0&&t.addSchema(n,pd+a.path)}return a=>t.getSchema(pd+a)}function Yt(e,t){let n=t.map(o=>({candidate:o,distance:G0(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function G0(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function xf(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function jf(e){let t=xo(e),a=[...e.files.values()].flatMap(n=>{let o=_f(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=Z0(n),s=r.get(i)??Q0(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var Z0=Ar(()=>new WeakMap);function Q0(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of yf(t.errors??[])){let r=X0(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function X0(e,t,a){let n=sP(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&xf(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${tn(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return Y0(
e,[...n,o("additionalProperty")],a);case"required":return qf(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=qf(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${tn(n)} must have exactly one of ${gf(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${tn(n)} must be ${eP(a)}`}}}function Y0(e,t,a){let n=String(t.at(-1)),o=ke(Of(a))?Object.keys(Of(a)):[],i=Yt(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function qf(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${tn(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${tn(t)} lacks the keywor\
d "${a}"`}}function Of(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function eP(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(rP[e.keyword]??tP)(e)}var qo=({params:e})=>String(e.limit),sa=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,tP=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,rP={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${qo(e)} or more`,maximum:e=>`${qo(e)} or less`,exclusiveMinimum:e=>`more than ${qo(
e)}`,exclusiveMaximum:e=>`less than ${qo(e)}`,minLength:e=>`a string of ${sa(e,"character")} or more`,maxLength:e=>`a string of ${sa(e,"character")} or less`,minItems:e=>`\
a list of ${sa(e,"item")} or more`,maxItems:e=>`a list of ${sa(e,"item")} or less`,minProperties:e=>`an object with ${sa(e,"member")} or more`,maxProperties:e=>`\
an object with ${sa(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function tn(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function sP(e,t){let a=e;return _e(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:ke(a)?a[n]:void 0,o?Number(n):n})}var aP=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function Tf(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!aP.some(({causes:s,follow:p})=>p(i)&&r.some(f=>s.has(f)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>nP(i,s,p<r))))}function nP(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function dd(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var Af=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Nf=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var Rf=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var If=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${Rf.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var Ef=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var Mf=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var Lf=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var Ff=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var Vf=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Uf=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
right:'"when": { "quality": "hd" }'}];var Df=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],Jf=[{code:"S100",severity:"err\
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
"to": "/folder", "resultsFolder": true }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]'}];var oP=[...Af,...Nf,...If,...Ef,...Mf,...Ff,...Vf,...Lf,...Df,...Uf,...Jf];function zf(e){let t=oP.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no su\
ch code: ${e}`);return t}var Cf=60;function Wf(e,t){let a=zf(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:iP(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:cn(t.path),text:cP(o.text),message:t.message,hint:t.hint??a.hint}}function iP(e,t){if(t.offset!==void 0)return{...dd(e.text,
t.offset),text:dP(e.text,t.offset)};let a=pP(e.tree,t),n=a?.offset??0;return{...dd(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function pP(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=Hd(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function dP(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function cP(e){let t=e.replace(/\s+/g," ");return t.length>Cf?`${t.slice(0,Cf-1)}\u2026`:t}var Kf=100;function Oo(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=ri(t,a,Hf),o=n===void 0?void 0:Bd(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(Bf(o,Kf))throw new RangeError(`${e} has more than ${Kf} levels`);return{path:e,text:t,value:o,get tree(){return n??=ri(t,[],Hf)},syntaxErrors:a}}
var Hf={disallowComments:!0,allowTrailingComma:!1};function Bf(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>Bf(a,t-1))}function Gf(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:f,hint:m}=e,y=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${f}${y}
    at #${s}
    ${m}`}var Ae=Ts(e=>kf(e,(t,a)=>xo(e)("meta/upstream.schema.json")?.(a)===!0)),mP=["video","image","audio","mesh"];function Ye({operations:e}){return mP.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var Wr=Ts(e=>uf(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(ke(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,lP(e,t,o)]))})));function lP(e,t,a){let n=ke(a)?a:{},o=typeof n.$ref=="string"?{...uP(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function uP(e,t,a){try{let{value:n}=rc(e,t,a);return ke(n)?n:{}}catch{return{}}}function fP(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Zf(e,t){let a=e;for(let n of t)if(Array.isArray(a))a=a[Number(n)];else if(fP(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var Qf=["queued","processing","ended","cancelled"],hP={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*Xf(e){
for(let{path:t,source:a}of Ae(e)){let{cancelRules:n}=a;if(n!==void 0)for(let[o,{cancel:i,status:r}]of Ye(a)){if(i===void 0)continue;let s={code:"S100",file:t},p=[
"operations",o,"cancel"];yield*yP({...s,path:p},i,n,r?.states??{});let f=gP(i,n);f!==void 0&&(yield{...s,path:[...p,"proves","answer","words"],message:`cancelRu\
les.${f} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),i.proves!==void 0&&Qf.every(m=>n[m].then!==
"cancelled")&&(yield{...s,path:[...p,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*yP({path:e,...t},{from:a},n,o){if(n.
ended.then!=="removed")return;let i='Name in "from" the words of tasks that wait or run.',r="cancelRules.ended removes the result";a===void 0&&(yield{...t,path:e,
message:`the request is sent to tasks that have ended too, and ${r}`,hint:i});for(let[s,p]of(a?.words??[]).entries())hP[o[p]??""]==="ended"&&(yield{...t,path:[...e,
"from","words",s],message:`"${p}" means an end, and ${r}`,hint:i})}function gP({proves:e},t){let{answer:a}=e??{};if(a===void 0)return;let n=o=>(t[o].status??200)<
300?Zf(t[o].body,_e(a.at)):void 0;return Qf.find(o=>o!=="cancelled"&&t[o].then!=="cancelled"&&a.words.some(i=>i===n(o)))}function*Yf(e){for(let{path:t,source:a}of Ae(e)){let n=en(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var cd=99;function*eh(e){for(let{path:t,source:a}of Ae(e)){for(let[o,{rows:i}]of Ye(a)){let r=i.map(({to:s})=>_e(s));for(let[s,p]of r.entries()){let f=bP(p,r);if(f===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${f}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:md(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>cd){let s=`Use an index up to ${cd}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${cd}`,hint:s}}}}}function bP(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return cn(o)}}var wP=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*md(e,t){if(typeof e=="string"){let a=e.startsWith("/")?_e(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*md(n,[...t,a]);else if(ke(e))for(let[a,n]of Object.entries(
e))wP.includes(a)||(yield*md(n,[...t,a]))}function*th(e){for(let{path:t,source:a}of Ae(e))for(let[n,{rows:o}]of Ye(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var rh={video:"video",image:"image",audio:"audio",mesh:"model"};function*sh(e){for(let{path:t,source:a}of Ae(e))for(let[n,{results:o}]of Ye(a))for(let{contentType:i,
path:r}of ah(o,["operations",n,"results"]))i.startsWith(`${rh[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${rh[n]}/.`})}function*ah(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*ah(o,[...t,a,"results"])}function*oh(e){for(let{path:t,source:a}of Ae(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>vP(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function vP(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
nh(e.codes,t.codes)&&nh(e.says,t.says)}function nh(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}function er(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*ih(e){for(let{path:t,source:a}of Ae(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=n,p=["webhooks","\
signature"],f={code:"S089",file:t},m=er(i).flatMap(y=>typeof y=="string"?[]:[y.variable]);!m.includes("body")&&!m.includes("bodySha256")&&(yield{...f,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!m.includes("timestamp")&&(yield{...f,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...f,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...f,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var kP=/\{(value|base64|mediaType|imageFormat)\}/;function ph(e){return{value:e,holes:[...ld(e,[])]}}function*ld(e,t){if(typeof e=="string"){let a=kP.exec(e);if(a===
null)return;let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"||o==="ima\
geFormat"?{...s,part:o}:s}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*ld(n,[...t,String(a)]);else if(ke(e))for(let[a,n]of Object.entries(e))yield*ld(
n,[...t,a])}function jo(e){return typeof e=="string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(jo):ke(e)?Object.values(
e).flatMap(jo):[]}function Dt(e){return er(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}var To=["body","bodySha256","timestamp"];function dh(e){let{algorithm:t,encoding:a,signed:n,headers:o={},time:i,key:r}=e;return{algorithm:t,in:ch(e),encoding:a,
signed:er(n).map(s=>typeof s=="string"?s:PP(s.variable,o)),...i===void 0?{}:{time:$P(i)},key:SP(r)}}function ch({header:e,separator:t,prefix:a=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function PP(e,t){let a=To.find(n=>n===e);return a===void 0?{header:(t[e]??"").toLowerCase()}:{is:a}}function $P({
member:e,header:t="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?ch({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:_e(e)},unit:o,toleranceSeconds:i}}function SP(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:Dt(e.path),at:_e(e.at),form:t}}function lh(e){let{message:t,code:a,codeHeader:n,status:o,inside:i,proofs:r}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{
in:e.authentication.in,name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},...e.
headers===void 0?{}:{headers:e.headers},deadlineSeconds:e.deadline.seconds,pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:xP(e.upload)},operations:Object.
fromEntries(Ye(e).map(([s,p])=>[s,TP(p)])),errors:{message:t.map(_e),code:a.map(_e),...n===void 0?{}:{codeHeader:n.toLowerCase()},...o===void 0?{}:{status:_e(o)},
proofs:r.map(WP),...i===void 0?{}:{inside:{at:_e(i.at),unless:i.unless??[]}}},...e.probe===void 0?{}:{probe:{path:Dt(e.probe.path),accepted:e.probe.accepted}},...e.
modelProbe===void 0?{}:{modelProbe:_P(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:qP(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:OP(e.cancelRules)},
...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.header,keptSeconds:e.idempotency.keptSeconds}}}}function _P({path:e,url:t,names:a="",omits:n,told:o=[],
except:i=[],untestable:r}){if(r!==void 0)return{untestable:r};let s=t===void 0?void 0:new URL(t).origin;return{...s===void 0?{}:{origin:s},path:Dt(e??t?.slice(s?.
length)??""),names:_e(a),...n===void 0?{}:{omits:n},told:o.map(({at:p,constant:f})=>({at:_e(p),value:f})),except:i}}function xP({method:e,path:t,field:a,reference:n}){
return{request:No({method:e,path:t}),...a===void 0?{}:{field:a},reference:_e(n)}}function qP(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,told:r=[]}=e;
return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:_e(t)},beside:n.map(({to:s,constant:p})=>({to:_e(s),value:p})),...o===void 0?{}:{signature:dh(o)},...i===
void 0?{}:{challenge:_e(i)},told:r.map(({at:s,fact:p})=>({at:_e(s),fact:p}))}}function OP({queued:e,processing:t,ended:a,cancelled:n}){return{queued:{status:200,
...e},processing:{status:200,...t},ended:{status:200,...a},cancelled:{status:200,...n}}}function jP({path:e,filter:t,limit:a,items:n,within:o}){return{path:Dt(e),
filter:t,limit:a,items:_e(n),within:o===void 0?[]:_e(o)}}function TP(e){let{submit:t,id:a,idForm:n,queryId:o,query:i,list:r,cancel:s,status:p,progress:f,seconds:m,
secondsAs:y}=e;return{submit:{method:t.method,path:Dt(t.path)},submitPaths:FP(t.paths),encoding:t.encoding??"json",...t.status===void 0?{}:{submitStatus:t.status},
...t.ignored===void 0?{}:{ignored:t.ignored.map(_e)},...t.implied===void 0?{}:{implied:t.implied.map(({at:$,is:_})=>({at:_e($),is:_}))},headers:t.headers??{},rows:e.
rows.map(RP),drops:(e.drops??[]).map(({parameter:$,values:_,when:j,reason:x})=>({parameter:$,when:(j??[]).map(Ao),reason:x,..._===void 0?{}:{values:_}})),needs:mh(
e.needs),lacks:mh(e.lacks),...a===void 0?{}:{id:_e(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:UP(i)},
...r===void 0?{}:{list:jP(r)},...s===void 0?{}:{cancel:DP(s)},...e.served===void 0?{}:{served:JP(e.served)},answer:{...p===void 0?{}:{status:AP(p)},...f===void 0?
{}:{progress:{at:_e(f.at),of:f.of}},results:e.results.map(uh),message:e.message.map(_e),code:e.code.map(_e),...m===void 0?{}:{seconds:_e(m)},...y===void 0?{}:{secondsAsText:!0},
usage:(e.usage??[]).map(({at:$,unit:_})=>({at:_e($),unit:_})),...o===void 0?{}:{id:_e(o)}},told:(e.told??[]).map(({at:$,in:_,link:j,constant:x,fact:N})=>({at:_e(
$),in:_,from:j!==void 0?{kind:"link",request:{method:"GET",path:Dt(j.path)}}:N!==void 0?{kind:N}:{kind:"constant",value:x??null}}))}}function AP({at:e,states:t,
as:a,absent:n,cases:o=[]}){return{at:_e(e),states:t,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({when:i.map(NP),
means:r}))}}function NP({at:e,is:t,present:a}){return t===void 0?{at:_e(e),present:a??!0}:{at:_e(e),is:t}}function mh(e={}){return Object.fromEntries(Object.entries(
e).map(([t,{reason:a}])=>[t,a]))}function RP(e){let t=e.values===void 0?e.accepts?.map(LP):Object.entries(e.values).map(MP);return{to:_e(e.to),from:EP(e),when:(e.
when??[]).map(Ao),...e.as==="string"?{template:IP}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.as==="file"?{file:!0}:{},...e.template===void 0?{}:{template:ph(
e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:
{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.also===void 0?{}:{also:e.
also.map(_e)},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var IP={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function EP({from:e,each:t,join:a,model:n,
resultsFolder:o,constant:i}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"joined",names:a}:o===!0?{kind:"result\
s-folder"}:n===!0?{kind:"model"}:{kind:"constant",value:i??null}}function MP([e,t]){return[aa(e),t]}function aa(e){return e==="true"||e==="false"||/^-?\d+$/.test(
e)?JSON.parse(e):e}function LP(e){return[e,e]}function Ao({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"given",parameters:e}:
t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,values:n}}function No({
method:e,path:t}){return{method:e,path:Dt(t)}}function FP(e=[]){return e.map(({when:t,path:a,encoding:n})=>({when:t.map(Ao),path:Dt(a),...n===void 0?{}:{encoding:n}}))}
function VP(e=[]){return e.map(({when:t,path:a})=>({when:t.map(Ao),path:Dt(a)}))}function UP({paths:e,at:t,hosts:a=[],body:n,...o}){return{...No(o),...e===void 0?
{}:{paths:VP(e)},...t===void 0?{}:{stated:{at:_e(t),hosts:a}},...n===void 0?{}:{body:n.map(ud)}}}function ud({to:e,fact:t,constant:a}){return{to:_e(e),from:t===
void 0?{kind:"constant",value:a??null}:{kind:t}}}function DP({from:e,proves:t,body:a,...n}){let{answer:o,query:i=[]}=t??{};return{...No(n),...a===void 0?{}:{body:a.
map(ud)},...e===void 0?{}:{from:e.words},proves:{...o===void 0?{}:{answer:{at:_e(o.at),words:o.words}},query:i}}}function JP({list:e,remove:t}){return{...e===void 0?
{}:{list:zP(e)},...t===void 0?{}:{remove:{...No(t),answer:t.answer.map(ud)}}}}function zP({path:e,limit:t,after:a,implied:n={},items:o,told:i}){return{path:Dt(e),
limit:t,after:a,implied:n,items:_e(o),told:i.map(({at:r,constant:s,fact:p})=>({at:_e(r),from:p===void 0?{kind:"constant",value:s??null}:{kind:p}}))}}function uh(e){
let{url:t,list:a,withKey:n,body:o,base64:i,contentType:r,object:s,file:p,content:f,query:m,results:y,message:$,pending:_}=e,j=e.asked===void 0?{}:{asked:CP(e.asked)};
return o===!0?{kind:"body"}:t!==void 0?{kind:"url",at:_e(t),list:a??!1,...n===!0?{withKey:n}:{},...j}:i!==void 0&&r!==void 0?{kind:"base64",at:_e(i),contentType:r,
...j}:s!==void 0?{kind:"object",at:_e(s),file:p??""}:f!==void 0?{kind:"content",request:{method:"GET",path:Dt(f)}}:{kind:"query",request:{method:"GET",path:Dt(m??
"")},results:(y??[]).map(uh),message:($??[]).map(_e),..._===void 0?{}:{pending:_}}}function CP({at:e,is:t,model:a=[]}){return{at:_e(e),is:t,models:a}}function WP({
status:e,codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===
void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function*fh(e){for(let{path:t,source:a}of Ae(e))for(let[n,{rows:o}]of Ye(a)){let i=Wr(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
KP(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function KP({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(m,y)=>s.get(m)?.includes(aa(y))??s.has(m),f=Object.entries(e).filter(([m])=>{let y=r(m);return i.every(($,_)=>p($,y[_]??""))});for(let[m,[y,$]]of f.entries()){
let _=f.slice(0,m).find(([,j])=>JSON.stringify(j)===JSON.stringify($));if(_!==void 0)return[_[0],y]}}}function*hh(e){for(let{path:t,source:a}of Ae(e))for(let[n,{id:o,submit:i,rows:r,results:s}]of Ye(a)){let p=["operations",n];for(let[f,{body:m,asked:y,results:$=[]}]of s.
entries()){let _=[...p,"results",f];y!==void 0&&o!==void 0&&(yield{code:"S101",file:t,path:[..._,"asked"],message:`what a submit asks for is not known to the re\
quest that follows its ID at ${o}`}),m===!0&&o!==void 0&&(yield{code:"S101",file:t,path:[..._,"body"],message:`the answer to the submit has an ID at ${o}`});for(let[
j,x]of $.entries())x.body===!0&&(yield{code:"S101",file:t,path:[..._,"results",j,"body"],message:"this is the answer to another request than the submit"})}for(let[
f,m]of r.entries()){let{as:y,to:$,forms:_}=m;if(y!=="file")continue;let j=[...p,"rows",f];HP(m,i)?/^\/[^/]+(\/-)?$/.exec($)===null?yield{code:"S102",file:t,path:[
...j,"to"],message:"a file is a field of the form, or one of several"}:_===void 0&&(yield{code:"S102",file:t,path:j,message:"the row does not say in which forms\
 it takes a file"}):yield{code:"S102",file:t,path:[...j,"as"],message:"the body is JSON, which holds no file"}}}}function HP({from:e,each:t},{encoding:a,paths:n=[]}){
return a==="form"?n.every(i=>i.encoding!=="json"):n.find(({when:[i,...r]})=>r.length===0&&i?.given?.includes(e??t??""))?.encoding==="form"}function*yh(e){for(let{path:t,source:a}of Ae(e))for(let[n,{rows:o}]of Ye(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*wh(e){for(let{path:t,source:a}of Ae(e))for(let[n,{rows:o}]of Ye(a)){let i=Wr(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let f=o.slice(0,
s).find(m=>vh(m,p)&&!GP(m,p)&&ZP(m,p,i)&&!(r&&Ro(m,p)));f!==void 0&&(r||=Ro(f,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:Ro(f,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${fd(f)} at ${f.to})`:`${p.to} is written by an earlier row too (${fd(f)})`})}yield*BP(
t,a,o)}}function*BP(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>vh(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${fd(r)})`})}}function vh(e,t){if(Ro(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Ro({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&gh(i)!==
gh(r)}var gh=e=>/^(-|\d+)$/.test(e);function GP(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function ZP(e,t,a){if(bh(e,t)||bh(t,e))return!1;let n=[
Io(e),Io(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function bh({when:e=[]},t){return e.some(a=>Io(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>QP(a,n)))}function QP(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function Io({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function fd(e){return Io(e).join(" and ")||(e.model===!0?"the model":e.resultsFolder===!0?"the folder of results":
"a constant")}function*kh(e){for(let{path:t,source:a}of Ae(e))for(let[n,{id:o,query:i,status:r}]of Ye(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:f,cases:m=[]}=r,y=[...Object.values(
p),f,...m.map(({means:$})=>$)];for(let $ of["completed","failed"])y.includes($)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${$}`})}}var XP=["value","base64,mediaType","base64,imageFormat","base64"],YP=["value","base64","mediaType","imageFormat"];function*Ph(e){for(let{path:t,source:a}of Ae(e))
for(let[n,{rows:o}]of Ye(a))for(let[i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=jo(r);if(XP.includes([...p].sort().join())){p.includes("\
base64")&&s?.join()!=="data"&&(yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row\
 takes URLs too: "forms" must be ["data"]'});continue}let f=p.find(m=>!YP.includes(m));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:f!==
void 0?`{${f}} means nothing here`:p.length===0?"the template does not hold {value}":p.every(m=>m==="value")?`the template holds {value} ${p.length} times`:"the\
 template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once"}}}function*Eo({submit:e,query:t,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[r,s=[]]of[["submit",e.paths],["query",t?.paths]])for(let[p,{when:f}]of s.entries())
yield*hd(f,[r,"paths",p,"when"]);for(let[r,s]of a.entries()){let p=["rows",r],f=s.from===void 0?"each":"from",m=s.from??s.each,y=Object.keys(s.values??{}).map(_=>({
value:aa(_),path:[...p,"values",_],at:"key"})),$=(s.accepts??[]).map((_,j)=>({value:_,path:[...p,"accepts",j],at:"value"}));for(let[_,j]of(s.join??[]).entries())
yield{parameter:j,path:[...p,"join",_],at:"value",values:e$(s,p,_)};m!==void 0&&(yield{parameter:m,path:[...p,f],at:"value",values:[...y,...$]}),yield*hd(s.when??
[],[...p,"when"])}for(let[r,{parameter:s,values:p=[],when:f=[]}]of n.entries()){let m=["drops",r];yield{parameter:s,path:[...m,"parameter"],at:"value",values:p.
map((y,$)=>({value:y,path:[...m,"values",$],at:"value"}))},yield*hd(f,[...m,"when"])}for(let r of Object.keys(o))yield{parameter:r,path:["needs",r],at:"key",values:[]};
for(let r of Object.keys(i))yield{parameter:r,path:["lacks",r],at:"key",values:[]}}function e$({values:e={}},t,a){return Object.keys(e).map(n=>({value:aa(n.split(
" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*hd(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){for(let[p,f]of n.entries())
yield{parameter:f,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,f]of o.entries())yield{parameter:f,path:[...t,a,"absent",p],at:"value",values:[]};if(i===
void 0)continue;let s=r.map((p,f)=>({value:p,path:[...t,a,"among",f],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"value",values:s}}}function*$h(e){if(!So(e))for(let{path:t,source:a}of Ae(e))for(let[n,o]of Ye(a)){let i=Wr(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:f}of Eo(o)){if(r.includes(s))continue;let m=Yt(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:f,message:`n\
o ${n} model has the parameter "${s}"`,hint:m===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${m}"?`}}}}function*Sh(e){for(let{path:t,source:a}of Ae(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:r}=n,s={code:"S088",file:t},
p=["webhooks","signature"],f=To.filter($=>$!=="timestamp"||r!==void 0),m=[...new Set([...f,...Object.keys(i)])],y=er(o).flatMap($=>typeof $=="string"?[]:[$.variable]);
for(let $ of y.filter(_=>!m.includes(_))){let _=Yt($,m);yield{...s,path:[...p,"signed"],message:`{${$}} is not known here`,hint:t$($,_,m)}}for(let $ of Object.keys(
i)){let _={...s,path:[...p,"headers",$],at:"key"};To.some(j=>j===$)?yield{..._,message:`{${$}} has a meaning of its own`,hint:"Give the header another name."}:y.
includes($)||(yield{..._,message:`{${$}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function t$(e,t,a){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Mo(e,t){return yd(e.files.get(t)?.value??null,[])}var r$=["template","constant","among","body","values","accepts","sources"];function*yd(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*yd(n,[...t,a]);else if(ke(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:r$.includes(a)||(yield*yd(n,[...t,a]))}function*_h(e){for(let{path:t,source:a}of Ae(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Mo(e,t)){if(n.includes(o))continue;let r=Yt(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var xh=["model","app"],na=["id","name","model","app"];function*Lo(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of Ye(e))for(let{path:r,...s}of s$(i))yield{path:["operations",o,...r],...s}}function*s$({id:e,submit:t,
query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:xh};for(let[f,{path:m}]of(t.paths??[]).entries())
yield{text:m,path:["submit","paths",f,"path"],allowed:xh};let p=a?.body?.some(({fact:f})=>f==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:na,
needsId:s&&!p});for(let[f,{path:m}]of(a?.paths??[]).entries())yield{text:m,path:["query","paths",f,"path"],allowed:na,needsId:s&&!p};n!==void 0&&(yield{text:n.path,
path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:na,needsId:s});for(let[f,{link:m}]of r.entries())m!==void 0&&(yield{
text:m.path,path:["told",f,"link","path"],allowed:na});yield*qh(i,["results"],s)}function*qh(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.entries())o!==
void 0&&(yield{text:o,path:[...t,n,"content"],allowed:na,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:na,needsId:a}),yield*qh(r,[...t,n,"\
results"],a)}function*Oh(e){for(let{path:t,source:a}of Ae(e))for(let{text:n,path:o,allowed:i}of Lo(a))for(let r of er(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*jh(e){for(let{path:t,source:a}of Ae(e))for(let{text:n,path:o,allowed:i,needsId:r}of Lo(a)){let s=er(n).flatMap(f=>typeof f=="string"?[]:[f.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(f=>i.includes(f))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*Th(e){if(!So(e))for(let{path:t,source:a}of Ae(e))for(let[n,o]of Ye(a)){let i=new Set,r=Wr(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of Eo(o)){
let f=r.filter(y=>y.parameters.has(s)).map(y=>y.parameters.get(s)),m=new Set(f.flatMap(y=>y??[]));if(!(f.length===0||f.includes(void 0)))for(let{value:y,path:$,
at:_}of p){if(m.has(y)||i.has($.join("/")))continue;i.add($.join("/"));let j=typeof y=="string"?Yt(y,[...m].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...$],at:_,message:`no ${n} model offers ${JSON.stringify(y)} as ${s}`,hint:j===void 0?`Offered: ${[...m].map(x=>JSON.stringify(x)).join(", ")}.`:
`Did you mean "${j}"?`}}}}}var a$=new Set(["failed","expired","cancelled"]);function*Ah(e){for(let{path:t,source:a}of Ae(e))for(let[n,{cancel:o,status:i}]of Ye(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,f]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[m,y]of p.entries()){let $={code:"S087",file:t,path:[...s,...f,m]},_=r.get(y),j=_===void 0?Yt(y,[...r.keys()]):void 0;_===void 0?yield{...$,message:`\
"${y}" is not a word of status.states`,...j===void 0?{}:{hint:`Did you mean "${j}"?`}}:f[0]==="proves"&&!a$.has(_)&&(yield{...$,message:`"${y}" means ${_}: it p\
roves that something is made`})}}}function*Nh(e){for(let{path:t,source:a}of Ae(e)){let n=a.authentication.token?.by==="aws-sigv4";for(let[o,{rows:i,results:r}]of Ye(a)){let s=i.findIndex(({resultsFolder:y})=>y===
!0),p=r.findIndex(({object:y})=>y!==void 0),f=["operations",o],m=[...f,"results",p,"object"];s!==-1&&p===-1&&(yield{code:"S103",file:t,path:[...f,"rows",s,"resu\
ltsFolder"],message:"no result is read from the folder"}),p!==-1&&(s===-1&&(yield{code:"S103",file:t,path:m,message:"no row tells the upstream of the folder"}),
n||(yield{code:"S103",file:t,path:m,message:"the key of this protocol does not open S3"}))}}}function*Rh(e){for(let{path:t,source:a}of Ae(e)){let n=new Set([...Mo(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var Ih=[Yf,$h,Th,_h,Oh,Ph,wh,fh,kh,yh,eh,oh,jh,th,sh,Rh,Ah,Sh,ih,Xf,hh,Nh];var Eh="meta/upstream.schema.json",n$=[Zd,Xd,tc,hf,jf,...Ih];function Mh(e,t){let a=[Oo(Eh,"{}"),...p$(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,f={directory:i,files:new Map([...a,o$(p,s)].map($=>[$.path,$])),meta:{paths:[Eh],code:()=>n}},m=Tf(n$.flatMap($=>[
...$(f)])).filter(({file:$})=>$===p).map($=>Wf(f,$)),y=Ae(f)[0]?.source;return y!==void 0&&m.every(({severity:$})=>$!=="error")?{name:r,mapping:lh(y)}:{name:r,mistakes:m.
sort(($,_)=>$.line-_.line).map($=>i$($,r,i))}})}function o$(e,t){try{return Oo(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function i$(e,t,a){return Gf({...e,file:`${t}.json`},a)}function p$(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return Oo(lf(t),JSON.stringify(i))})}var kN=Mh(Lh.default.meta0,d$);export{kN as compileProtocols};
