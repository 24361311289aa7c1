// Made by the generator from spec/. Do not edit.
var Zh=Object.create;var Od=Object.defineProperty;var Qh=Object.getOwnPropertyDescriptor;var Xh=Object.getOwnPropertyNames;var Yh=Object.getPrototypeOf,ey=Object.prototype.hasOwnProperty;var me=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var ty=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Xh(t))!ey.call(e,o)&&o!==a&&Od(e,o,{get:()=>t[o],enumerable:!(n=Qh(t,o))||n.enumerable});
return e};var Tt=(e,t,a)=>(a=e!=null?Zh(Yh(e)):{},ty(t||!e||!e.__esModule?Od(a,"default",{value:e,enumerable:!0}):a,e));var Yo=me(Xo=>{"use strict";Object.defineProperty(Xo,"__esModule",{value:!0});function jd(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Xo.default=jd;jd.code='require("ajv/dist/runtime/ucs2length").default'});var Ed=me(Id=>{"use strict";Id.meta0=yn;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
$ref:"#/$defs/source"}},additionalProperties:!1},cancel:{type:"object",description:"The request that cancels a task, and what proves that nothing was made and n\
othing is charged.",required:["method","path","source"],properties:{method:{enum:["GET","POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$de\
fs/path"},body:{$ref:"#/$defs/requestBody"},from:{type:"object",description:"In which of the upstream's words for the status the request may be sent. In others \
it does something else, such as removing a finished result. Left out where it does nothing else.",required:["words","source"],properties:{words:{$ref:"#/$defs/w\
ords"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},proves:{type:"object",description:"What proves that nothing was bought. Any other answer is inco\
nclusive: the task is followed to its end and paid for. Left out where nothing does.",required:["source"],minProperties:2,properties:{answer:{type:"object",description:"\
What the answer to this request says then.",required:["at","words"],properties:{at:{$ref:"#/$defs/pointer"},words:{$ref:"#/$defs/words"}},additionalProperties:!1},
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
"base64","contentType"]},{required:["object","file"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},Ar={type:"stri\
ng",minLength:1,description:"A remark for who edits the file."},ne={type:"string",minLength:1,description:"One of the names in sources."},Ce={type:"string",pattern:"\
^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},X={type:"string",pattern:"^(/([^/~]\
|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},Xt={type:"string",pattern:"^\
[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},Ts={type:"string",minLength:1,
description:'What stands before the key, such as "whsec_".'},Cr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes\
 of the text itself (UTF-8)."},K={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is give\
n.",required:["then"],properties:{then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is t\
aken in, and the task goes on all the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,
maximum:599,description:"The HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"\
In place of a body: an error, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{
type:"string",minLength:1,description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and e\
rror"}],additionalProperties:!1},Ls=Object.prototype.hasOwnProperty,ie=Yo().default,Td=new RegExp("^[a-z][a-z0-9-]*$","u"),ry=new RegExp("^\\d+\\.\\d+\\.\\d+","\
u"),Ad=new RegExp("^https://","u"),sy=new RegExp("^https://[^/]+(/.*[^/])?$","u"),As=new RegExp("^[A-Za-z0-9._-]+$","u"),Rd=new RegExp("^[\\x20-\\x7e]*$","u"),Gt=new RegExp(
"^/","u"),ay=new RegExp("^https://[^/?#{}]+/[^#]*$","u"),Ye=new RegExp("^(/([^/~]|~[01])+)+$","u"),ny=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),vr={type:"object",required:[
"text","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function Ns(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ns.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let S={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
text"},message:"must have required property 'text'",schema:vr.required,parentSchema:vr,data:e};r===null?r=[S]:r.push(S),s++}if(e.source===void 0){let S={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:vr.required,parentSchema:vr,data:e};
r===null?r=[S]:r.push(S),s++}let v=s;for(let S in e)if(!(S==="text"||S==="source")){let j={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:vr,data:e};r===null?r=[j]:r.push(j),s++}if(e.text!==
void 0){let S=e.text,j=s,_=s;if(typeof S=="string"){if(ie(S)<1){let T={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:vr.properties.text,data:S};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:vr.properties.text.type,parentSchema:vr.properties.
text,data:S};r===null?r=[T]:r.push(T),s++}var m=j===s}if(e.source!==void 0){let S=e.source,j=s,_=s,T=s;if(typeof S=="string"){if(ie(S)<1){let ce={instancePath:t+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:S};
r===null?r=[ce]:r.push(ce),s++}}else{let ce={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:ne.type,parentSchema:ne,data:S};r===null?r=[ce]:r.push(ce),s++}var h=_===s,m=j===s}}else{let v={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:vr.type,parentSchema:vr,data:e};r===null?r=[v]:r.push(v),s++}return Ns.errors=r,s===0}Ns.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var y={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",
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
{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},hn={enum:["json","form"],description:"How the b\
ody is sent: JSON, or multipart/form-data. Left out: JSON."},$t={type:"array",items:{type:"string",minLength:1},minItems:1,uniqueItems:!0},Yt={enum:["queued","p\
rocessing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},oy=new RegExp("^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",
"u"),iy=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),zt={type:"array",minItems:1,description:"Other paths, for what the request gives or for some mod\
els. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"},encoding:{
enum:["json","form"],description:"How the body is sent there. Left out: as to the other path."}},additionalProperties:!1}},ei={type:"array",minItems:1,description:"\
All of these must hold.",items:{$ref:"#/$defs/condition"}},Ie={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At le\
ast one of these parameters is given."},absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"\
string",description:"The parameter whose value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",
items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},
minItems:1,description:"The upstream's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},
{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1};function Ft(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=Ft.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let U={instancePath:t,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ei,data:e};r===null?r=[U]:r.push(U),
s++}let ce=!0,C=e.length;for(let U=0;U<C;U++){let L=e[U],ve=s,le=s,st=s,R=s,ee=!1,Se=null,dt=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.given===void 0){let O={
instancePath:t+"/"+U,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'g\
iven'",schema:Ie.oneOf[0].required,parentSchema:Ie.oneOf[0],data:L};r===null?r=[O]:r.push(O),s++}var m=dt===s;m&&(ee=!0,Se=0);let Q=s;if(L&&typeof L=="object"&&
!Array.isArray(L)&&L.absent===void 0){let O={instancePath:t+"/"+U,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"ab\
sent"},message:"must have required property 'absent'",schema:Ie.oneOf[1].required,parentSchema:Ie.oneOf[1],data:L};r===null?r=[O]:r.push(O),s++}var m=Q===s;if(m&&
ee)ee=!1,Se=[Se,1];else{m&&(ee=!0,Se=1);let O=s;if(L&&typeof L=="object"&&!Array.isArray(L)){if(L.parameter===void 0){let he={instancePath:t+"/"+U,schemaPath:"#\
/$defs/condition/oneOf/2/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:Ie.oneOf[2].
required,parentSchema:Ie.oneOf[2],data:L};r===null?r=[he]:r.push(he),s++}if(L.among===void 0){let he={instancePath:t+"/"+U,schemaPath:"#/$defs/condition/oneOf/2\
/required",keyword:"required",params:{missingProperty:"among"},message:"must have required property 'among'",schema:Ie.oneOf[2].required,parentSchema:Ie.oneOf[2],
data:L};r===null?r=[he]:r.push(he),s++}}var m=O===s;if(m&&ee)ee=!1,Se=[Se,2];else{m&&(ee=!0,Se=2);let he=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.model===
void 0){let xe={instancePath:t+"/"+U,schemaPath:"#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have requ\
ired property 'model'",schema:Ie.oneOf[3].required,parentSchema:Ie.oneOf[3],data:L};r===null?r=[xe]:r.push(xe),s++}var m=he===s;if(m&&ee)ee=!1,Se=[Se,3];else{m&&
(ee=!0,Se=3);let xe=s;if(L&&typeof L=="object"&&!Array.isArray(L)&&L.exceptModel===void 0){let Me={instancePath:t+"/"+U,schemaPath:"#/$defs/condition/oneOf/4/re\
quired",keyword:"required",params:{missingProperty:"exceptModel"},message:"must have required property 'exceptModel'",schema:Ie.oneOf[4].required,parentSchema:Ie.
oneOf[4],data:L};r===null?r=[Me]:r.push(Me),s++}var m=xe===s;m&&ee?(ee=!1,Se=[Se,4]):m&&(ee=!0,Se=4)}}}if(ee)s=R,r!==null&&(R?r.length=R:r=null);else{let O={instancePath:t+
"/"+U,schemaPath:"#/$defs/condition/oneOf",keyword:"oneOf",params:{passingSchemas:Se},message:"must match exactly one schema in oneOf",schema:Ie.oneOf,parentSchema:Ie,
data:L};r===null?r=[O]:r.push(O),s++}if(L&&typeof L=="object"&&!Array.isArray(L)){let O=s;for(let F in L)if(!(F==="given"||F==="absent"||F==="parameter"||F==="a\
mong"||F==="model"||F==="exceptModel")){let he={instancePath:t+"/"+U,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:F},message:"must NOT have additional properties",schema:!1,parentSchema:Ie,data:L};r===null?r=[he]:r.push(he),s++}if(L.given!==void 0){let F=L.
given,he=s,De=s;if(Array.isArray(F)){if(F.length<1){let Me={instancePath:t+"/"+U+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minI\
tems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ie.properties.given,data:F};r===null?r=[Me]:r.push(Me),s++}let xe=!0,H=F.
length;for(let Me=0;Me<H;Me++){let Re=F[Me],ct=s;if(typeof Re!="string"){let Dt={instancePath:t+"/"+U+"/given/"+Me,schemaPath:"#/$defs/condition/properties/give\
n/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.given.items.type,parentSchema:Ie.properties.given.items,data:Re};
r===null?r=[Dt]:r.push(Dt),s++}let _t=s;var h=ct===s;h||(xe=!1)}}else{let xe={instancePath:t+"/"+U+"/given",schemaPath:"#/$defs/condition/properties/given/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.given.type,parentSchema:Ie.properties.given,data:F};r===null?r=[xe]:r.push(xe),
s++}var v=he===s}if(L.absent!==void 0){let F=L.absent,he=s,De=s;if(Array.isArray(F)){if(F.length<1){let Re={instancePath:t+"/"+U+"/absent",schemaPath:"#/$defs/c\
ondition/properties/absent/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Ie.properties.absent,data:F};
r===null?r=[Re]:r.push(Re),s++}let H=!0,Me=F.length;for(let Re=0;Re<Me;Re++){let ct=F[Re],_t=s;if(typeof ct!="string"){let ft={instancePath:t+"/"+U+"/absent/"+Re,
schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.absent.items.type,
parentSchema:Ie.properties.absent.items,data:ct};r===null?r=[ft]:r.push(ft),s++}let Dt=s;var S=_t===s;S||(H=!1)}}else{let H={instancePath:t+"/"+U+"/absent",schemaPath:"\
#/$defs/condition/properties/absent/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.absent.type,parentSchema:Ie.properties.
absent,data:F};r===null?r=[H]:r.push(H),s++}var v=he===s}if(L.parameter!==void 0){let F=L.parameter,he=s;if(typeof F!="string"){let H={instancePath:t+"/"+U+"/pa\
rameter",schemaPath:"#/$defs/condition/properties/parameter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.parameter.
type,parentSchema:Ie.properties.parameter,data:F};r===null?r=[H]:r.push(H),s++}let De=s;var v=he===s}if(L.among!==void 0){let F=L.among,he=s,De=s;if(Array.isArray(
F)){if(F.length<1){let H={instancePath:t+"/"+U+"/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"mu\
st NOT have fewer than 1 items",schema:1,parentSchema:Ie.properties.among,data:F};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/"+U+"/among",schemaPath:"\
#/$defs/condition/properties/among/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.among.type,parentSchema:Ie.properties.
among,data:F};r===null?r=[H]:r.push(H),s++}var v=he===s}if(L.model!==void 0){let F=L.model,he=s,De=s;if(Array.isArray(F)){if(F.length<1){let Re={instancePath:t+
"/"+U+"/model",schemaPath:"#/$defs/condition/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:Ie.properties.model,data:F};r===null?r=[Re]:r.push(Re),s++}let H=!0,Me=F.length;for(let Re=0;Re<Me;Re++){let ct=F[Re],_t=s,Dt=s;if(typeof ct=="stri\
ng"){if(ie(ct)<1){let ft={instancePath:t+"/"+U+"/model/"+Re,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ie.properties.model.items,data:ct};r===null?r=[ft]:r.push(ft),s++}}else{let ft={instancePath:t+
"/"+U+"/model/"+Re,schemaPath:"#/$defs/condition/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ie.properties.
model.items.type,parentSchema:Ie.properties.model.items,data:ct};r===null?r=[ft]:r.push(ft),s++}var j=_t===s;j||(H=!1)}}else{let H={instancePath:t+"/"+U+"/model",
schemaPath:"#/$defs/condition/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Ie.properties.model.type,parentSchema:Ie.
properties.model,data:F};r===null?r=[H]:r.push(H),s++}var v=he===s}if(L.exceptModel!==void 0){let F=L.exceptModel,he=s,De=s;if(Array.isArray(F)){if(F.length<1){
let Re={instancePath:t+"/"+U+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:Ie.properties.exceptModel,data:F};r===null?r=[Re]:r.push(Re),s++}let H=!0,Me=F.length;for(let Re=0;Re<Me;Re++){let ct=F[Re],
_t=s,Dt=s;if(typeof ct=="string"){if(ie(ct)<1){let ft={instancePath:t+"/"+U+"/exceptModel/"+Re,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLen\
gth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ie.properties.exceptModel.items,data:ct};r===null?
r=[ft]:r.push(ft),s++}}else{let ft={instancePath:t+"/"+U+"/exceptModel/"+Re,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Ie.properties.exceptModel.items.type,parentSchema:Ie.properties.exceptModel.items,data:ct};r===null?r=[ft]:r.push(
ft),s++}var _=_t===s;_||(H=!1)}}else{let H={instancePath:t+"/"+U+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:Ie.properties.exceptModel.type,parentSchema:Ie.properties.exceptModel,data:F};r===null?r=[H]:r.push(H),s++}var v=he===
s}}else{let O={instancePath:t+"/"+U,schemaPath:"#/$defs/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Ie.type,parentSchema:Ie,
data:L};r===null?r=[O]:r.push(O),s++}var T=le===s,N=ve===s;N||(ce=!1)}}else{let ce={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"\
must be array",schema:ei.type,parentSchema:ei,data:e};r===null?r=[ce]:r.push(ce),s++}return Ft.errors=r,s===0}Ft.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function Rs(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Rs.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let _={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:zt,data:e};r===null?r=[_]:r.push(_),s++}let S=!0,j=e.length;for(let _=0;_<j;_++){let T=e[_],N=s,
ce=s;if(T&&typeof T=="object"&&!Array.isArray(T)){if(T.when===void 0){let U={instancePath:t+"/"+_,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
when"},message:"must have required property 'when'",schema:zt.items.required,parentSchema:zt.items,data:T};r===null?r=[U]:r.push(U),s++}if(T.path===void 0){let U={
instancePath:t+"/"+_,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:zt.items.
required,parentSchema:zt.items,data:T};r===null?r=[U]:r.push(U),s++}let C=s;for(let U in T)if(!(U==="when"||U==="path"||U==="encoding")){let L={instancePath:t+"\
/"+_,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional properties",schema:!1,
parentSchema:zt.items,data:T};r===null?r=[L]:r.push(L),s++}if(T.when!==void 0){let U=T.when,L=s;Ft(U,{instancePath:t+"/"+_+"/when",parentData:T,parentDataProperty:"\
when",rootData:o,dynamicAnchors:i})||(r=r===null?Ft.errors:r.concat(Ft.errors),s=r.length);var m=L===s}if(T.path!==void 0){let U=T.path,L=s,ve=s,le=s;if(typeof U==
"string"){if(!Gt.test(U)){let R={instancePath:t+"/"+_+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match patt\
ern "^/"',schema:"^/",parentSchema:Ce,data:U};r===null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/"+_+"/path",schemaPath:"#/$defs/path/type",keyword:"typ\
e",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:U};r===null?r=[R]:r.push(R),s++}var h=ve===s,m=L===s}if(T.encoding!==void 0){
let U=T.encoding,L=s,ve=zt.items.properties.encoding.enum;if(!(U==="json"||U==="form")){let st={instancePath:t+"/"+_+"/encoding",schemaPath:"#/items/properties/\
encoding/enum",keyword:"enum",params:{allowedValues:zt.items.properties.encoding.enum},message:"must be equal to one of the allowed values",schema:zt.items.properties.
encoding.enum,parentSchema:zt.items.properties.encoding,data:U};r===null?r=[st]:r.push(st),s++}var m=L===s}}else{let C={instancePath:t+"/"+_,schemaPath:"#/items\
/type",keyword:"type",params:{type:"object"},message:"must be object",schema:zt.items.type,parentSchema:zt.items,data:T};r===null?r=[C]:r.push(C),s++}var v=N===
s;v||(S=!1)}}else{let S={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:zt.type,parentSchema:zt,data:e};
r===null?r=[S]:r.push(S),s++}return Rs.errors=r,s===0}Rs.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var de={type:"object",required:["to","source"],properties:{
$comment:{$ref:"#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; o\
nly further down may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"\
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
rom"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["resultsFolder"]},{required:["constant"]}],additionalProperties:!1},py=new RegExp(
"^/(?!(-|\\d+)(/|$))","u");function Is(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Is.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s,m=s,h=!1,v=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===void 0){let st={
instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:de.oneOf[0].
required,parentSchema:de.oneOf[0],data:e};r===null?r=[st]:r.push(st),s++}var _=S===s;_&&(h=!0,v=0);let j=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.each===
void 0){let st={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"each"},message:"must have required property 'each'",schema:de.
oneOf[1].required,parentSchema:de.oneOf[1],data:e};r===null?r=[st]:r.push(st),s++}var _=j===s;if(_&&h)h=!1,v=[v,1];else{_&&(h=!0,v=1);let st=s;if(e&&typeof e=="\
object"&&!Array.isArray(e)){if(e.join===void 0){let ee={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"join"},message:"\
must have required property 'join'",schema:de.oneOf[2].required,parentSchema:de.oneOf[2],data:e};r===null?r=[ee]:r.push(ee),s++}if(e.values===void 0){let ee={instancePath:t,
schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},message:"must have required property 'values'",schema:de.oneOf[2].required,
parentSchema:de.oneOf[2],data:e};r===null?r=[ee]:r.push(ee),s++}}var _=st===s;if(_&&h)h=!1,v=[v,2];else{_&&(h=!0,v=2);let ee=s;if(e&&typeof e=="object"&&!Array.
isArray(e)&&e.model===void 0){let dt={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have requ\
ired property 'model'",schema:de.oneOf[3].required,parentSchema:de.oneOf[3],data:e};r===null?r=[dt]:r.push(dt),s++}var _=ee===s;if(_&&h)h=!1,v=[v,3];else{_&&(h=
!0,v=3);let dt=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.resultsFolder===void 0){let O={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"resultsFolder"},message:"must have required property 'resultsFolder'",schema:de.oneOf[4].required,parentSchema:de.oneOf[4],data:e};r===
null?r=[O]:r.push(O),s++}var _=dt===s;if(_&&h)h=!1,v=[v,4];else{_&&(h=!0,v=4);let O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===void 0){let he={
instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:de.
oneOf[5].required,parentSchema:de.oneOf[5],data:e};r===null?r=[he]:r.push(he),s++}var _=O===s;_&&h?(h=!1,v=[v,5]):_&&(h=!0,v=5)}}}}if(h)s=m,r!==null&&(m?r.length=
m:r=null);else{let st={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:v},message:"must match exactly one schema in oneOf",schema:de.
oneOf,parentSchema:de,data:e};r===null?r=[st]:r.push(st),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.to===void 0){let R={instancePath:t,schemaPath:"#/\
required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:de.required,parentSchema:de,data:e};r===null?r=[R]:
r.push(R),s++}if(e.source===void 0){let R={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have requir\
ed property 'source'",schema:de.required,parentSchema:de,data:e};r===null?r=[R]:r.push(R),s++}let st=s;for(let R in e)if(!Ls.call(de.properties,R)){let ee={instancePath:t,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:R},message:"must NOT have additional properties",schema:!1,parentSchema:de,
data:e};r===null?r=[ee]:r.push(ee),s++}if(e.$comment!==void 0){let R=e.$comment,ee=s,Se=s,dt=s;if(typeof R=="string"){if(ie(R)<1){let Q={instancePath:t+"/$comme\
nt",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ar,data:R};
r===null?r=[Q]:r.push(Q),s++}}else{let Q={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:Ar.type,parentSchema:Ar,data:R};r===null?r=[Q]:r.push(Q),s++}var T=Se===s,N=ee===s}if(e.to!==void 0){let R=e.to,ee=s,Se=s,dt=s;if(typeof R=="string"){
if(!Ye.test(R)){let O={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match p\
attern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:R};r===null?r=[O]:r.push(O),s++}}else{let O={instancePath:t+"/to",schemaPath:"#\
/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:R};r===null?r=[O]:r.push(O),s++}var ce=Se===
s;if(typeof R=="string"&&!py.test(R)){let O={instancePath:t+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},
message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:de.properties.to,data:R};r===null?r=[O]:r.push(O),s++}var N=ee===s}
if(e.from!==void 0){let R=e.from,ee=s,Se=s;if(typeof R=="string"){if(ie(R)<1){let Q={instancePath:t+"/from",schemaPath:"#/properties/from/minLength",keyword:"mi\
nLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.from,data:R};r===null?r=[Q]:r.push(Q),s++}}else{let Q={
instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.from.type,parentSchema:de.
properties.from,data:R};r===null?r=[Q]:r.push(Q),s++}var N=ee===s}if(e.each!==void 0){let R=e.each,ee=s,Se=s;if(typeof R=="string"){if(ie(R)<1){let Q={instancePath:t+
"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.
each,data:R};r===null?r=[Q]:r.push(Q),s++}}else{let Q={instancePath:t+"/each",schemaPath:"#/properties/each/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:de.properties.each.type,parentSchema:de.properties.each,data:R};r===null?r=[Q]:r.push(Q),s++}var N=ee===s}if(e.join!==void 0){let R=e.join,
ee=s,Se=s;if(Array.isArray(R)){if(R.length<2){let F={instancePath:t+"/join",schemaPath:"#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"\
must NOT have fewer than 2 items",schema:2,parentSchema:de.properties.join,data:R};r===null?r=[F]:r.push(F),s++}let Q=!0,O=R.length;for(let F=0;F<O;F++){let he=R[F],
De=s,xe=s;if(typeof he=="string"){if(ie(he)<1){let H={instancePath:t+"/join/"+F,schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.join.items,data:he};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+
"/join/"+F,schemaPath:"#/properties/join/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.join.items.type,parentSchema:de.
properties.join.items,data:he};r===null?r=[H]:r.push(H),s++}var C=De===s;C||(Q=!1)}}else{let Q={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:de.properties.join.type,parentSchema:de.properties.join,data:R};r===null?r=[Q]:r.push(Q),s++}var N=ee===
s}if(e.model!==void 0){let R=e.model,ee=s;if(R!==!0){let dt={instancePath:t+"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},
message:"must be equal to constant",schema:!0,parentSchema:de.properties.model,data:R};r===null?r=[dt]:r.push(dt),s++}var N=ee===s}if(e.resultsFolder!==void 0){
let R=e.resultsFolder,ee=s;if(R!==!0){let dt={instancePath:t+"/resultsFolder",schemaPath:"#/properties/resultsFolder/const",keyword:"const",params:{allowedValue:!0},
message:"must be equal to constant",schema:!0,parentSchema:de.properties.resultsFolder,data:R};r===null?r=[dt]:r.push(dt),s++}var N=ee===s}if(e.when!==void 0){let R=e.
when,ee=s;Ft(R,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Ft.errors:r.concat(Ft.errors),s=r.length);
var N=ee===s}if(e.as!==void 0){let R=e.as,ee=s,Se=de.properties.as.enum;if(!(R==="string"||R==="uploaded"||R==="file")){let Q={instancePath:t+"/as",schemaPath:"\
#/properties/as/enum",keyword:"enum",params:{allowedValues:de.properties.as.enum},message:"must be equal to one of the allowed values",schema:de.properties.as.enum,
parentSchema:de.properties.as,data:R};r===null?r=[Q]:r.push(Q),s++}var N=ee===s}if(e.values!==void 0){let R=e.values,ee=s,Se=s;if(R&&typeof R=="object"&&!Array.
isArray(R)){if(Object.keys(R).length<1){let Q={instancePath:t+"/values",schemaPath:"#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},
message:"must NOT have fewer than 1 properties",schema:1,parentSchema:de.properties.values,data:R};r===null?r=[Q]:r.push(Q),s++}}else{let Q={instancePath:t+"/va\
lues",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"must be object",schema:de.properties.values.type,parentSchema:de.properties.
values,data:R};r===null?r=[Q]:r.push(Q),s++}var N=ee===s}if(e.accepts!==void 0){let R=e.accepts,ee=s,Se=s;if(Array.isArray(R)){if(R.length<1){let Q={instancePath:t+
"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.properties.
accepts,data:R};r===null?r=[Q]:r.push(Q),s++}}else{let Q={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:de.properties.accepts.type,parentSchema:de.properties.accepts,data:R};r===null?r=[Q]:r.push(Q),s++}var N=ee===s}if(e.minimum!==void 0){
let R=e.minimum,ee=s;if(typeof R!="number"){let Q={instancePath:t+"/minimum",schemaPath:"#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:de.properties.minimum.type,parentSchema:de.properties.minimum,data:R};r===null?r=[Q]:r.push(Q),s++}let Se=s;var N=ee===s}if(e.maximum!==void 0){
let R=e.maximum,ee=s;if(typeof R!="number"){let Q={instancePath:t+"/maximum",schemaPath:"#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:de.properties.maximum.type,parentSchema:de.properties.maximum,data:R};r===null?r=[Q]:r.push(Q),s++}let Se=s;var N=ee===s}if(e.maximumItems!==
void 0){let R=e.maximumItems,ee=s;if(!(typeof R=="number"&&!(R%1)&&!isNaN(R))){let Q={instancePath:t+"/maximumItems",schemaPath:"#/properties/maximumItems/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:de.properties.maximumItems.type,parentSchema:de.properties.maximumItems,data:R};r===null?
r=[Q]:r.push(Q),s++}let Se=s;if(typeof R=="number"&&(R<1||isNaN(R))){let Q={instancePath:t+"/maximumItems",schemaPath:"#/properties/maximumItems/minimum",keyword:"\
minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:de.properties.maximumItems,data:R};r===null?r=[Q]:r.push(Q),s++}var N=ee===
s}if(e.maximumLength!==void 0){let R=e.maximumLength,ee=s;if(!(typeof R=="number"&&!(R%1)&&!isNaN(R))){let Q={instancePath:t+"/maximumLength",schemaPath:"#/prop\
erties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:de.properties.maximumLength.type,parentSchema:de.properties.maximumLength,
data:R};r===null?r=[Q]:r.push(Q),s++}let Se=s;if(typeof R=="number"&&(R<1||isNaN(R))){let Q={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLen\
gth/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:de.properties.maximumLength,data:R};r===null?r=[Q]:
r.push(Q),s++}var N=ee===s}if(e.forms!==void 0){let R=e.forms,ee=s,Se=s;if(Array.isArray(R)){if(R.length<1){let F={instancePath:t+"/forms",schemaPath:"#/propert\
ies/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.properties.forms,data:R};r===null?r=
[F]:r.push(F),s++}let Q=!0,O=R.length;for(let F=0;F<O;F++){let he=R[F],De=s,xe=de.properties.forms.items.enum;if(!(he==="url"||he==="data")){let H={instancePath:t+
"/forms/"+F,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:de.properties.forms.items.enum},message:"must be equal to one of the\
 allowed values",schema:de.properties.forms.items.enum,parentSchema:de.properties.forms.items,data:he};r===null?r=[H]:r.push(H),s++}var U=De===s;U||(Q=!1)}}else{
let Q={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"must be array",schema:de.properties.forms.type,
parentSchema:de.properties.forms,data:R};r===null?r=[Q]:r.push(Q),s++}var N=ee===s}if(e.also!==void 0){let R=e.also,ee=s,Se=s;if(Array.isArray(R)){if(R.length<1){
let F={instancePath:t+"/also",schemaPath:"#/properties/also/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.
properties.also,data:R};r===null?r=[F]:r.push(F),s++}let Q=!0,O=R.length;for(let F=0;F<O;F++){let he=R[F],De=s,xe=s,H=s;if(typeof he=="string"){if(!Ye.test(he)){
let Me={instancePath:t+"/also/"+F,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(\
/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:he};r===null?r=[Me]:r.push(Me),s++}}else{let Me={instancePath:t+"/also/"+F,schemaPath:"#/\
$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:he};r===null?r=[Me]:r.push(Me),s++}var L=xe===
s,ve=De===s;ve||(Q=!1)}}else{let Q={instancePath:t+"/also",schemaPath:"#/properties/also/type",keyword:"type",params:{type:"array"},message:"must be array",schema:de.
properties.also.type,parentSchema:de.properties.also,data:R};r===null?r=[Q]:r.push(Q),s++}var N=ee===s}if(e.oneWay!==void 0){let R=e.oneWay,ee=s,Se=s;if(typeof R==
"string"){if(ie(R)<1){let Q={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have few\
er than 1 characters",schema:1,parentSchema:de.properties.oneWay,data:R};r===null?r=[Q]:r.push(Q),s++}}else{let Q={instancePath:t+"/oneWay",schemaPath:"#/proper\
ties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.oneWay.type,parentSchema:de.properties.oneWay,data:R};r===
null?r=[Q]:r.push(Q),s++}var N=ee===s}if(e.source!==void 0){let R=e.source,ee=s,Se=s,dt=s;if(typeof R=="string"){if(ie(R)<1){let O={instancePath:t+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:R};r===null?r=[O]:r.
push(O),s++}}else{let O={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,
parentSchema:ne,data:R};r===null?r=[O]:r.push(O),s++}var le=Se===s,N=ee===s}}else{let st={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:de.type,parentSchema:de,data:e};r===null?r=[st]:r.push(st),s++}return Is.errors=r,s===0}Is.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
var kr={type:"array",minItems:1,description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",
items:{type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}};function Es(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Es.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let _={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have few\
er than 1 items",schema:1,parentSchema:kr,data:e};r===null?r=[_]:r.push(_),s++}let S=!0,j=e.length;for(let _=0;_<j;_++){let T=e[_],N=s,ce=s;if(T&&typeof T=="obj\
ect"&&!Array.isArray(T)){if(T.when===void 0){let U={instancePath:t+"/"+_,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"\
must have required property 'when'",schema:kr.items.required,parentSchema:kr.items,data:T};r===null?r=[U]:r.push(U),s++}if(T.path===void 0){let U={instancePath:t+
"/"+_,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:kr.items.required,parentSchema:kr.
items,data:T};r===null?r=[U]:r.push(U),s++}let C=s;for(let U in T)if(!(U==="when"||U==="path")){let L={instancePath:t+"/"+_,schemaPath:"#/items/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional properties",schema:!1,parentSchema:kr.items,data:T};r===null?
r=[L]:r.push(L),s++}if(T.when!==void 0){let U=T.when,L=s;Ft(U,{instancePath:t+"/"+_+"/when",parentData:T,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||
(r=r===null?Ft.errors:r.concat(Ft.errors),s=r.length);var m=L===s}if(T.path!==void 0){let U=T.path,L=s,ve=s,le=s;if(typeof U=="string"){if(!Gt.test(U)){let R={instancePath:t+
"/"+_+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:U};r===
null?r=[R]:r.push(R),s++}}else{let R={instancePath:t+"/"+_+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ce.type,parentSchema:Ce,data:U};r===null?r=[R]:r.push(R),s++}var h=ve===s,m=L===s}}else{let C={instancePath:t+"/"+_,schemaPath:"#/items/type",keyword:"ty\
pe",params:{type:"object"},message:"must be object",schema:kr.items.type,parentSchema:kr.items,data:T};r===null?r=[C]:r.push(C),s++}var v=N===s;v||(S=!1)}}else{
let S={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:kr.type,parentSchema:kr,data:e};r===null?r=[S]:r.push(
S),s++}return Es.errors=r,s===0}Es.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var xt={type:"array",minItems:1,description:"The body of the request, as\
 JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The\
 ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function Tr(e,{
instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Tr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&
(p.items=void 0);let l=s;if(Array.isArray(e)){if(e.length<1){let T={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT\
 have fewer than 1 items",schema:1,parentSchema:xt,data:e};r===null?r=[T]:r.push(T),s++}let j=!0,_=e.length;for(let T=0;T<_;T++){let N=e[T],ce=s,C=s,U=s,L=!1,ve=null,
le=s;if(N&&typeof N=="object"&&!Array.isArray(N)&&N.fact===void 0){let R={instancePath:t+"/"+T,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{
missingProperty:"fact"},message:"must have required property 'fact'",schema:xt.items.oneOf[0].required,parentSchema:xt.items.oneOf[0],data:N};r===null?r=[R]:r.push(
R),s++}var m=le===s;m&&(L=!0,ve=0);let st=s;if(N&&typeof N=="object"&&!Array.isArray(N)&&N.constant===void 0){let R={instancePath:t+"/"+T,schemaPath:"#/items/on\
eOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:xt.items.oneOf[1].required,parentSchema:xt.
items.oneOf[1],data:N};r===null?r=[R]:r.push(R),s++}var m=st===s;if(m&&L?(L=!1,ve=[ve,1]):m&&(L=!0,ve=1),L)s=U,r!==null&&(U?r.length=U:r=null);else{let R={instancePath:t+
"/"+T,schemaPath:"#/items/oneOf",keyword:"oneOf",params:{passingSchemas:ve},message:"must match exactly one schema in oneOf",schema:xt.items.oneOf,parentSchema:xt.
items,data:N};r===null?r=[R]:r.push(R),s++}if(N&&typeof N=="object"&&!Array.isArray(N)){if(N.to===void 0){let ee={instancePath:t+"/"+T,schemaPath:"#/items/requi\
red",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:xt.items.required,parentSchema:xt.items,data:N};r===null?
r=[ee]:r.push(ee),s++}let R=s;for(let ee in N)if(!(ee==="to"||ee==="fact"||ee==="constant")){let Se={instancePath:t+"/"+T,schemaPath:"#/items/additionalProperti\
es",keyword:"additionalProperties",params:{additionalProperty:ee},message:"must NOT have additional properties",schema:!1,parentSchema:xt.items,data:N};r===null?
r=[Se]:r.push(Se),s++}if(N.to!==void 0){let ee=N.to,Se=s,dt=s,Q=s;if(typeof ee=="string"){if(!Ye.test(ee)){let O={instancePath:t+"/"+T+"/to",schemaPath:"#/$defs\
/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,
data:ee};r===null?r=[O]:r.push(O),s++}}else{let O={instancePath:t+"/"+T+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"m\
ust be string",schema:X.type,parentSchema:X,data:ee};r===null?r=[O]:r.push(O),s++}var h=dt===s,v=Se===s}if(N.fact!==void 0){let ee=N.fact,Se=s,dt=xt.items.properties.
fact.enum;if(!(ee==="id"||ee==="model")){let O={instancePath:t+"/"+T+"/fact",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:xt.items.
properties.fact.enum},message:"must be equal to one of the allowed values",schema:xt.items.properties.fact.enum,parentSchema:xt.items.properties.fact,data:ee};r===
null?r=[O]:r.push(O),s++}var v=Se===s}}else{let R={instancePath:t+"/"+T,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:xt.items.type,parentSchema:xt.items,data:N};r===null?r=[R]:r.push(R),s++}var S=ce===s;S||(j=!1)}}else{let j={instancePath:t,schemaPath:"#/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:xt.type,parentSchema:xt,data:e};r===null?r=[j]:r.push(j),s++}return Tr.errors=r,s===0}Tr.evaluated={items:!0,
dynamicProps:!1,dynamicItems:!1};var ti={type:"array",minItems:1,description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$\
defs/result"}},ye={type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item\
 of a list. The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served \
only for the key. It is sent with a URL of the base URL's own host, and to no other."},body:{const:!0,description:"The answer to the submit is the file itself, \
and no JSON. Left out where there is an ID. A result behind it is where an answer in JSON has the file: fakes and native APIs give that to callers that accept J\
SON only."},base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","\
image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a file in base64."},asked:{type:"object",description:"\
How clients of the vendor ask for the result in this place, of a URL or a file in base64: fakes and native APIs answer so, and otherwise in the first place. Thi\
s service asks for none. Only where there is no ID.",required:["at","is"],properties:{at:{$ref:"#/$defs/pointer",description:"The member of the submit's body th\
at asks."},is:{description:"Its value."},model:{type:"array",minItems:1,items:{type:"string",minLength:1},description:"A submit without that member asks for thi\
s by a model ID that starts with one of these."}},additionalProperties:!1},object:{$ref:"#/$defs/pointer",description:"A folder in S3, as s3://bucket/folder, in\
 or below the resultsFolder of the operator. The service reads the file there with the key of the upstream."},file:{type:"string",pattern:"^(/[A-Za-z0-9._-]+)+$",
description:'Behind "object": the file in that folder.',errorMessage:"a path that starts with /, of letters, digits, dots, hyphens and underscores"},content:{$ref:"\
#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$d\
efs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","b\
ody"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},
oneOf:[{required:["url"]},{required:["body"]},{required:["base64","contentType"]},{required:["object","file"]},{required:["content"]},{required:["query","result\
s","message"]}],additionalProperties:!1},dy=new RegExp("^(/[A-Za-z0-9._-]+)+$","u"),Sa={validate:ps},Nd={type:"array",items:{$ref:"#/$defs/pointer"},description:"\
JSON pointers, tried in order."};function qt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=qt.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){let v=!0,S=e.length;for(let j=0;j<S;j++){let _=e[j],T=s,N=s,ce=s;
if(typeof _=="string"){if(!Ye.test(_)){let C={instancePath:t+"/"+j,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:_};r===null?r=[C]:r.push(C),s++}}else{let C={instancePath:t+
"/"+j,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:_};r===null?r=[C]:r.push(
C),s++}var m=N===s,h=T===s;h||(v=!1)}}else{let v={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Nd.type,
parentSchema:Nd,data:e};r===null?r=[v]:r.push(v),s++}return qt.errors=r,s===0}qt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Ms(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Ms.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let l=s,m=s,h=!1,v=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let Q={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:ye.oneOf[0].required,parentSchema:ye.oneOf[0],data:e};r===null?r=[Q]:
r.push(Q),s++}var _=S===s;_&&(h=!0,v=0);let j=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.body===void 0){let Q={instancePath:t,schemaPath:"#/oneOf/1/requir\
ed",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:ye.oneOf[1].required,parentSchema:ye.oneOf[1],data:e};
r===null?r=[Q]:r.push(Q),s++}var _=j===s;if(_&&h)h=!1,v=[v,1];else{_&&(h=!0,v=1);let Q=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===void 0){let F={
instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:ye.oneOf[2].
required,parentSchema:ye.oneOf[2],data:e};r===null?r=[F]:r.push(F),s++}if(e.contentType===void 0){let F={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"\
required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:ye.oneOf[2].required,parentSchema:ye.oneOf[2],data:e};
r===null?r=[F]:r.push(F),s++}}var _=Q===s;if(_&&h)h=!1,v=[v,2];else{_&&(h=!0,v=2);let F=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.object===void 0){let De={
instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"object"},message:"must have required property 'object'",schema:ye.oneOf[3].
required,parentSchema:ye.oneOf[3],data:e};r===null?r=[De]:r.push(De),s++}if(e.file===void 0){let De={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"req\
uired",params:{missingProperty:"file"},message:"must have required property 'file'",schema:ye.oneOf[3].required,parentSchema:ye.oneOf[3],data:e};r===null?r=[De]:
r.push(De),s++}}var _=F===s;if(_&&h)h=!1,v=[v,3];else{_&&(h=!0,v=3);let De=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===void 0){let H={instancePath:t,
schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'content'",schema:ye.oneOf[4].required,
parentSchema:ye.oneOf[4],data:e};r===null?r=[H]:r.push(H),s++}var _=De===s;if(_&&h)h=!1,v=[v,4];else{_&&(h=!0,v=4);let H=s;if(e&&typeof e=="object"&&!Array.isArray(
e)){if(e.query===void 0){let Re={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"query"},message:"must have required \
property 'query'",schema:ye.oneOf[5].required,parentSchema:ye.oneOf[5],data:e};r===null?r=[Re]:r.push(Re),s++}if(e.results===void 0){let Re={instancePath:t,schemaPath:"\
#/oneOf/5/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:ye.oneOf[5].required,parentSchema:ye.
oneOf[5],data:e};r===null?r=[Re]:r.push(Re),s++}if(e.message===void 0){let Re={instancePath:t,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:ye.oneOf[5].required,parentSchema:ye.oneOf[5],data:e};r===null?r=[Re]:r.push(Re),s++}}var _=H===
s;_&&h?(h=!1,v=[v,5]):_&&(h=!0,v=5)}}}}if(h)s=m,r!==null&&(m?r.length=m:r=null);else{let Q={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas:v},
message:"must match exactly one schema in oneOf",schema:ye.oneOf,parentSchema:ye,data:e};r===null?r=[Q]:r.push(Q),s++}if(e&&typeof e=="object"&&!Array.isArray(e)){
if(e.source===void 0){let O={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 's\
ource'",schema:ye.required,parentSchema:ye,data:e};r===null?r=[O]:r.push(O),s++}let Q=s;for(let O in e)if(!Ls.call(ye.properties,O)){let F={instancePath:t,schemaPath:"\
#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:O},message:"must NOT have additional properties",schema:!1,parentSchema:ye,data:e};
r===null?r=[F]:r.push(F),s++}if(e.url!==void 0){let O=e.url,F=s,he=s,De=s;if(typeof O=="string"){if(!Ye.test(O)){let xe={instancePath:t+"/url",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:X,data:O};r===null?r=[xe]:r.push(xe),s++}}else{let xe={instancePath:t+"/url",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:X.type,parentSchema:X,data:O};r===null?r=[xe]:r.push(xe),s++}var T=he===s,N=F===s}if(e.list!==void 0){let O=e.list,F=s;if(typeof O!=
"boolean"){let xe={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:ye.properties.
list.type,parentSchema:ye.properties.list,data:O};r===null?r=[xe]:r.push(xe),s++}let he=s;var N=F===s}if(e.withKey!==void 0){let O=e.withKey,F=s;if(O!==!0){let De={
instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ye.
properties.withKey,data:O};r===null?r=[De]:r.push(De),s++}var N=F===s}if(e.body!==void 0){let O=e.body,F=s;if(O!==!0){let De={instancePath:t+"/body",schemaPath:"\
#/properties/body/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:ye.properties.body,data:O};r===null?
r=[De]:r.push(De),s++}var N=F===s}if(e.base64!==void 0){let O=e.base64,F=s,he=s,De=s;if(typeof O=="string"){if(!Ye.test(O)){let H={instancePath:t+"/base64",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:X,data:O};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"st\
ring"},message:"must be string",schema:X.type,parentSchema:X,data:O};r===null?r=[H]:r.push(H),s++}var ce=he===s,N=F===s}if(e.contentType!==void 0){let O=e.contentType,
F=s,he=ye.properties.contentType.enum;if(!(O==="video/mp4"||O==="video/quicktime"||O==="video/webm"||O==="image/png"||O==="image/jpeg"||O==="image/webp"||O==="i\
mage/gif"||O==="audio/mpeg"||O==="audio/wav"||O==="model/gltf-binary")){let xe={instancePath:t+"/contentType",schemaPath:"#/properties/contentType/enum",keyword:"\
enum",params:{allowedValues:ye.properties.contentType.enum},message:"must be equal to one of the allowed values",schema:ye.properties.contentType.enum,parentSchema:ye.
properties.contentType,data:O};r===null?r=[xe]:r.push(xe),s++}var N=F===s}if(e.asked!==void 0){let O=e.asked,F=s,he=s;if(O&&typeof O=="object"&&!Array.isArray(O)){
if(O.at===void 0){let H={instancePath:t+"/asked",schemaPath:"#/properties/asked/required",keyword:"required",params:{missingProperty:"at"},message:"must have re\
quired property 'at'",schema:ye.properties.asked.required,parentSchema:ye.properties.asked,data:O};r===null?r=[H]:r.push(H),s++}if(O.is===void 0){let H={instancePath:t+
"/asked",schemaPath:"#/properties/asked/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:ye.properties.
asked.required,parentSchema:ye.properties.asked,data:O};r===null?r=[H]:r.push(H),s++}let xe=s;for(let H in O)if(!(H==="at"||H==="is"||H==="model")){let Me={instancePath:t+
"/asked",schemaPath:"#/properties/asked/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:H},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:ye.properties.asked,data:O};r===null?r=[Me]:r.push(Me),s++}if(O.at!==void 0){let H=O.at,Me=s,Re=s,ct=s;if(typeof H=="string"){if(!Ye.
test(H)){let _t={instancePath:t+"/asked/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match p\
attern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:H};r===null?r=[_t]:r.push(_t),s++}}else{let _t={instancePath:t+"/asked/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:H};r===null?r=[_t]:r.push(_t),s++}var C=Re===
s,U=Me===s}if(O.model!==void 0){let H=O.model,Me=s,Re=s;if(Array.isArray(H)){if(H.length<1){let ft={instancePath:t+"/asked/model",schemaPath:"#/properties/asked\
/properties/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ye.properties.asked.properties.
model,data:H};r===null?r=[ft]:r.push(ft),s++}let _t=!0,Dt=H.length;for(let ft=0;ft<Dt;ft++){let os=H[ft],ln=s,Vr=s;if(typeof os=="string"){if(ie(os)<1){let is={
instancePath:t+"/asked/model/"+ft,schemaPath:"#/properties/asked/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:ye.properties.asked.properties.model.items,data:os};r===null?r=[is]:r.push(is),s++}}else{let is={instancePath:t+"/\
asked/model/"+ft,schemaPath:"#/properties/asked/properties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ye.properties.
asked.properties.model.items.type,parentSchema:ye.properties.asked.properties.model.items,data:os};r===null?r=[is]:r.push(is),s++}var L=ln===s;L||(_t=!1)}}else{
let _t={instancePath:t+"/asked/model",schemaPath:"#/properties/asked/properties/model/type",keyword:"type",params:{type:"array"},message:"must be array",schema:ye.
properties.asked.properties.model.type,parentSchema:ye.properties.asked.properties.model,data:H};r===null?r=[_t]:r.push(_t),s++}var U=Me===s}}else{let xe={instancePath:t+
"/asked",schemaPath:"#/properties/asked/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ye.properties.asked.type,parentSchema:ye.properties.
asked,data:O};r===null?r=[xe]:r.push(xe),s++}var N=F===s}if(e.object!==void 0){let O=e.object,F=s,he=s,De=s;if(typeof O=="string"){if(!Ye.test(O)){let H={instancePath:t+
"/object",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:X,data:O};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/object",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:O};r===null?r=[H]:r.push(H),s++}var ve=he===s,N=F===s}if(e.file!==void 0){let O=e.
file,F=s,he=s;if(typeof O=="string"){if(!dy.test(O)){let xe={instancePath:t+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern:"^(\
/[A-Za-z0-9._-]+)+$"},message:'must match pattern "^(/[A-Za-z0-9._-]+)+$"',schema:"^(/[A-Za-z0-9._-]+)+$",parentSchema:ye.properties.file,data:O};r===null?r=[xe]:
r.push(xe),s++}}else{let xe={instancePath:t+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ye.
properties.file.type,parentSchema:ye.properties.file,data:O};r===null?r=[xe]:r.push(xe),s++}var N=F===s}if(e.content!==void 0){let O=e.content,F=s,he=s,De=s;if(typeof O==
"string"){if(!Gt.test(O)){let H={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern\
 "^/"',schema:"^/",parentSchema:Ce,data:O};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:O};r===null?r=[H]:r.push(H),s++}var le=he===s,N=F===s}if(e.query!==void 0){let O=e.query,
F=s,he=s,De=s;if(typeof O=="string"){if(!Gt.test(O)){let H={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:Ce,data:O};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:O};r===null?r=[H]:r.push(H),s++}var st=he===s,N=F===s}if(e.results!==void 0){
let O=e.results,F=s;if(!Sa.validate(O,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))r=r===null?Sa.validate.
errors:r.concat(Sa.validate.errors),s=r.length;else var R=Sa.validate.evaluated.props,ee=Sa.validate.evaluated.items;var N=F===s}if(e.message!==void 0){let O=e.
message,F=s;qt(O,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?qt.errors:r.concat(qt.errors),s=
r.length);var N=F===s}if(e.pending!==void 0){let O=e.pending,F=s,he=s;if(O&&typeof O=="object"&&!Array.isArray(O)){if(O.status===void 0){let H={instancePath:t+"\
/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:ye.
properties.pending.required,parentSchema:ye.properties.pending,data:O};r===null?r=[H]:r.push(H),s++}if(O.body===void 0){let H={instancePath:t+"/pending",schemaPath:"\
#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:ye.properties.pending.required,
parentSchema:ye.properties.pending,data:O};r===null?r=[H]:r.push(H),s++}let xe=s;for(let H in O)if(!(H==="status"||H==="body")){let Me={instancePath:t+"/pending",
schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:H},message:"must NOT have additional properties",
schema:!1,parentSchema:ye.properties.pending,data:O};r===null?r=[Me]:r.push(Me),s++}if(O.status!==void 0){let H=O.status,Me=s;if(!(typeof H=="number"&&!(H%1)&&!isNaN(
H))){let ct={instancePath:t+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be i\
nteger",schema:ye.properties.pending.properties.status.type,parentSchema:ye.properties.pending.properties.status,data:H};r===null?r=[ct]:r.push(ct),s++}let Re=s;
var Se=Me===s}}else{let xe={instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ye.
properties.pending.type,parentSchema:ye.properties.pending,data:O};r===null?r=[xe]:r.push(xe),s++}var N=F===s}if(e.source!==void 0){let O=e.source,F=s,he=s,De=s;
if(typeof O=="string"){if(ie(O)<1){let H={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT \
have fewer than 1 characters",schema:1,parentSchema:ne,data:O};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/source",schemaPath:"#/$defs/source/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:O};r===null?r=[H]:r.push(H),s++}var dt=he===s,N=F===s}}else{
let Q={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:ye.type,parentSchema:ye,data:e};r===null?r=[Q]:r.
push(Q),s++}return Ms.errors=r,s===0}Ms.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function ps(e,{instancePath:t="",parentData:a,parentDataProperty:n,
rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=ps.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(Array.isArray(e)){
if(e.length<1){let S={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:ti,
data:e};r===null?r=[S]:r.push(S),s++}let h=!0,v=e.length;for(let S=0;S<v;S++){let j=e[S],_=s;Ms(j,{instancePath:t+"/"+S,parentData:e,parentDataProperty:S,rootData:o,
dynamicAnchors:i})||(r=r===null?Ms.errors:r.concat(Ms.errors),s=r.length);var m=_===s;m||(h=!1)}}else{let h={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:ti.type,parentSchema:ti,data:e};r===null?r=[h]:r.push(h),s++}return ps.errors=r,s===0}ps.evaluated={items:!0,dynamicProps:!1,
dynamicItems:!1};function Lt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Lt.evaluated;p.dynamicProps&&
(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===void 0){let b={instancePath:t,schemaPath:"#\
/required",keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:y.required,parentSchema:y,data:e};r===null?
r=[b]:r.push(b),s++}if(e.rows===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have requ\
ired property 'rows'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.results===void 0){let b={instancePath:t,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.
push(b),s++}if(e.message===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have requir\
ed property 'message'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.code===void 0){let b={instancePath:t,schemaPath:"#/required",keyword:"\
required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:y.required,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}let Or=s;
for(let b in e)if(!Ls.call(y.properties,b)){let Ae={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},
message:"must NOT have additional properties",schema:!1,parentSchema:y,data:e};r===null?r=[Ae]:r.push(Ae),s++}if(e.$comment!==void 0){let b=e.$comment,Ae=s,vt=s,
Dr=s;if(typeof b=="string"){if(ie(b)<1){let fe={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:Ar,data:b};r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/$comment",schemaPath:"#/$d\
efs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ar.type,parentSchema:Ar,data:b};r===null?r=[fe]:r.push(fe),s++}var m=vt===
s,h=Ae===s}if(e.submit!==void 0){let b=e.submit,Ae=s,vt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.method===void 0){let f={instancePath:t+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:y.properties.submit.required,
parentSchema:y.properties.submit,data:b};r===null?r=[f]:r.push(f),s++}if(b.path===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.submit.required,parentSchema:y.properties.
submit,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.submit.required,parentSchema:y.properties.submit,data:b};r===null?r=
[f]:r.push(f),s++}let fe=s;for(let f in b)if(!Ls.call(y.properties.submit.properties,f)){let P={instancePath:t+"/submit",schemaPath:"#/properties/submit/additio\
nalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.submit,
data:b};r===null?r=[P]:r.push(P),s++}if(b.method!==void 0){let f=b.method,P=s,E=y.properties.submit.properties.method.enum;if(!(f==="POST"||f==="PUT")){let Ve={
instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{allowedValues:y.properties.submit.properties.method.
enum},message:"must be equal to one of the allowed values",schema:y.properties.submit.properties.method.enum,parentSchema:y.properties.submit.properties.method,
data:f};r===null?r=[Ve]:r.push(Ve),s++}var v=P===s}if(b.path!==void 0){let f=b.path,P=s,E=s,Ve=s;if(typeof f=="string"){if(!Gt.test(f)){let x={instancePath:t+"/\
submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:f};r===
null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ce.type,parentSchema:Ce,data:f};r===null?r=[x]:r.push(x),s++}var S=E===s,v=P===s}if(b.paths!==void 0){let f=b.paths,P=s;Rs(f,{instancePath:t+"/submit/pat\
hs",parentData:b,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===null?Rs.errors:r.concat(Rs.errors),s=r.length);var v=P===s}if(b.headers!==void 0){
let f=b.headers,P=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(f)){let Z=s;for(let x in f){let q=f[x],Y=s,qe=s;if(typeof q=="string"){if(!Rd.test(q)){let $e={
instancePath:t+"/submit/headers/"+x.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/pattern",keyword:"\
pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:y.properties.submit.properties.
headers.additionalProperties,data:q};r===null?r=[$e]:r.push($e),s++}}else{let $e={instancePath:t+"/submit/headers/"+x.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.submit.properties.
headers.additionalProperties.type,parentSchema:y.properties.submit.properties.headers.additionalProperties,data:q};r===null?r=[$e]:r.push($e),s++}var j=Y===s}}else{
let Z={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:y.properties.submit.properties.headers.type,parentSchema:y.properties.submit.properties.headers,data:f};r===null?r=[Z]:r.push(Z),s++}var v=P===s}if(b.encoding!==
void 0){let f=b.encoding,P=s,E=s,Ve=hn.enum;if(!(f==="json"||f==="form")){let x={instancePath:t+"/submit/encoding",schemaPath:"#/$defs/encoding/enum",keyword:"e\
num",params:{allowedValues:hn.enum},message:"must be equal to one of the allowed values",schema:hn.enum,parentSchema:hn,data:f};r===null?r=[x]:r.push(x),s++}var _=E===
s,v=P===s}if(b.status!==void 0){let f=b.status,P=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f))){let Z={instancePath:t+"/submit/status",schemaPath:"#/properties/\
submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:y.properties.submit.properties.status.type,parentSchema:y.
properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}let E=s;if(typeof f=="number"){if(f>299||isNaN(f)){let Z={instancePath:t+"/submit/statu\
s",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:299},message:"must be <= 299",schema:299,parentSchema:y.
properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}if(f<200||isNaN(f)){let Z={instancePath:t+"/submit/status",schemaPath:"#/properties/sub\
mit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:y.properties.submit.properties.
status,data:f};r===null?r=[Z]:r.push(Z),s++}}var v=P===s}if(b.ignored!==void 0){let f=b.ignored,P=s,E=s;if(Array.isArray(f)){if(f.length<1){let q={instancePath:t+
"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:y.properties.submit.properties.ignored,data:f};r===null?r=[q]:r.push(q),s++}let Z=!0,x=f.length;for(let q=0;q<x;q++){let Y=f[q],qe=s,$e=s,re=s;if(typeof Y==
"string"){if(!Ye.test(Y)){let J={instancePath:t+"/submit/ignored/"+q,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+\
$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:Y};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+
"/submit/ignored/"+q,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:Y};r===null?
r=[J]:r.push(J),s++}var T=$e===s,N=qe===s;N||(Z=!1)}}else{let Z={instancePath:t+"/submit/ignored",schemaPath:"#/properties/submit/properties/ignored/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:y.properties.submit.properties.ignored.type,parentSchema:y.properties.submit.properties.ignored,data:f};
r===null?r=[Z]:r.push(Z),s++}var v=P===s}if(b.implied!==void 0){let f=b.implied,P=s,E=s;if(Array.isArray(f)){if(f.length<1){let q={instancePath:t+"/submit/impli\
ed",schemaPath:"#/properties/submit/properties/implied/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.
properties.submit.properties.implied,data:f};r===null?r=[q]:r.push(q),s++}let Z=!0,x=f.length;for(let q=0;q<x;q++){let Y=f[q],qe=s,$e=s;if(Y&&typeof Y=="object"&&
!Array.isArray(Y)){if(Y.at===void 0){let J={instancePath:t+"/submit/implied/"+q,schemaPath:"#/properties/submit/properties/implied/items/required",keyword:"requ\
ired",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.submit.properties.implied.items.required,parentSchema:y.properties.
submit.properties.implied.items,data:Y};r===null?r=[J]:r.push(J),s++}if(Y.is===void 0){let J={instancePath:t+"/submit/implied/"+q,schemaPath:"#/properties/submi\
t/properties/implied/items/required",keyword:"required",params:{missingProperty:"is"},message:"must have required property 'is'",schema:y.properties.submit.properties.
implied.items.required,parentSchema:y.properties.submit.properties.implied.items,data:Y};r===null?r=[J]:r.push(J),s++}let re=s;for(let J in Y)if(!(J==="at"||J===
"is")){let Le={instancePath:t+"/submit/implied/"+q,schemaPath:"#/properties/submit/properties/implied/items/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:J},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.submit.properties.implied.items,data:Y};r===null?
r=[Le]:r.push(Le),s++}if(Y.at!==void 0){let J=Y.at,Le=s,at=s,tt=s;if(typeof J=="string"){if(!Ye.test(J)){let ke={instancePath:t+"/submit/implied/"+q+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:X,data:J};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/submit/implied/"+q+"/at",schemaPath:"#/$defs/pointer/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:J};r===null?r=[ke]:r.push(ke),s++}var ce=at===s,C=Le===s}if(Y.is!==void 0){
let J=Y.is,Le=s,at=s;if(Array.isArray(J)){if(J.length<1){let ke={instancePath:t+"/submit/implied/"+q+"/is",schemaPath:"#/properties/submit/properties/implied/it\
ems/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.submit.properties.
implied.items.properties.is,data:J};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/submit/implied/"+q+"/is",schemaPath:"#/properties/submit/prope\
rties/implied/items/properties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.submit.properties.implied.items.properties.
is.type,parentSchema:y.properties.submit.properties.implied.items.properties.is,data:J};r===null?r=[ke]:r.push(ke),s++}var C=Le===s}}else{let re={instancePath:t+
"/submit/implied/"+q,schemaPath:"#/properties/submit/properties/implied/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
submit.properties.implied.items.type,parentSchema:y.properties.submit.properties.implied.items,data:Y};r===null?r=[re]:r.push(re),s++}var U=qe===s;U||(Z=!1)}}else{
let Z={instancePath:t+"/submit/implied",schemaPath:"#/properties/submit/properties/implied/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.
properties.submit.properties.implied.type,parentSchema:y.properties.submit.properties.implied,data:f};r===null?r=[Z]:r.push(Z),s++}var v=P===s}if(b.source!==void 0){
let f=b.source,P=s,E=s,Ve=s;if(typeof f=="string"){if(ie(f)<1){let x={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:f};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/sub\
mit/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:f};r===null?r=[x]:
r.push(x),s++}var L=E===s,v=P===s}}else{let fe={instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:y.properties.submit.type,parentSchema:y.properties.submit,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.rows!==void 0){let b=e.rows,
Ae=s,vt=s;if(Array.isArray(b)){if(b.length<1){let P={instancePath:t+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.rows,data:b};r===null?r=[P]:r.push(P),s++}let fe=!0,f=b.length;for(let P=0;P<f;P++){let E=b[P],
Ve=s;Is(E,{instancePath:t+"/rows/"+P,parentData:b,parentDataProperty:P,rootData:o,dynamicAnchors:i})||(r=r===null?Is.errors:r.concat(Is.errors),s=r.length);var ve=Ve===
s;ve||(fe=!1)}}else{let fe={instancePath:t+"/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.
rows.type,parentSchema:y.properties.rows,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.drops!==void 0){let b=e.drops,Ae=s,vt=s;if(Array.isArray(b)){let fe=!0,
f=b.length;for(let P=0;P<f;P++){let E=b[P],Ve=s,Z=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.parameter===void 0){let q={instancePath:t+"/drops/"+P,schemaPath:"\
#/properties/drops/items/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:y.properties.
drops.items.required,parentSchema:y.properties.drops.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.reason===void 0){let q={instancePath:t+"/drops/"+P,schemaPath:"\
#/properties/drops/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.drops.
items.required,parentSchema:y.properties.drops.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.source===void 0){let q={instancePath:t+"/drops/"+P,schemaPath:"#/\
properties/drops/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.drops.items.
required,parentSchema:y.properties.drops.items,data:E};r===null?r=[q]:r.push(q),s++}let x=s;for(let q in E)if(!(q==="parameter"||q==="values"||q==="when"||q==="\
reason"||q==="source")){let Y={instancePath:t+"/drops/"+P,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},
message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.drops.items,data:E};r===null?r=[Y]:r.push(Y),s++}if(E.parameter!==void 0){let q=E.
parameter,Y=s;if(typeof q!="string"){let $e={instancePath:t+"/drops/"+P+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:y.properties.drops.items.properties.parameter.type,parentSchema:y.properties.drops.items.properties.parameter,
data:q};r===null?r=[$e]:r.push($e),s++}let qe=s;var le=Y===s}if(E.values!==void 0){let q=E.values,Y=s,qe=s;if(Array.isArray(q)){if(q.length<1){let re={instancePath:t+
"/drops/"+P+"/values",schemaPath:"#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 i\
tems",schema:1,parentSchema:y.properties.drops.items.properties.values,data:q};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/drops/"+P+"/values",
schemaPath:"#/properties/drops/items/properties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.drops.items.properties.
values.type,parentSchema:y.properties.drops.items.properties.values,data:q};r===null?r=[re]:r.push(re),s++}var le=Y===s}if(E.when!==void 0){let q=E.when,Y=s;Ft(
q,{instancePath:t+"/drops/"+P+"/when",parentData:E,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Ft.errors:r.concat(Ft.errors),s=r.length);
var le=Y===s}if(E.reason!==void 0){let q=E.reason,Y=s,qe=s;if(typeof q=="string"){if(ie(q)<1){let re={instancePath:t+"/drops/"+P+"/reason",schemaPath:"#/propert\
ies/drops/items/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.
drops.items.properties.reason,data:q};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/drops/"+P+"/reason",schemaPath:"#/properties/drops/items/pro\
perties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.drops.items.properties.reason.type,parentSchema:y.properties.
drops.items.properties.reason,data:q};r===null?r=[re]:r.push(re),s++}var le=Y===s}if(E.source!==void 0){let q=E.source,Y=s,qe=s,$e=s;if(typeof q=="string"){if(ie(
q)<1){let J={instancePath:t+"/drops/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:ne,data:q};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/drops/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:q};r===null?r=[J]:r.push(J),s++}var st=qe===s,le=Y===s}}else{let x={instancePath:t+
"/drops/"+P,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.drops.items.type,parentSchema:y.
properties.drops.items,data:E};r===null?r=[x]:r.push(x),s++}var R=Ve===s;R||(fe=!1)}}else{let fe={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:y.properties.drops.type,parentSchema:y.properties.drops,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===
s}if(e.needs!==void 0){let b=e.needs,Ae=s,vt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){let fe=s;for(let f in b){let P=b[f],E=s,Ve=s;if(P&&typeof P=="object"&&
!Array.isArray(P)){if(P.reason===void 0){let x={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalPrope\
rties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.needs.additionalProperties.
required,parentSchema:y.properties.needs.additionalProperties,data:P};r===null?r=[x]:r.push(x),s++}if(P.source===void 0){let x={instancePath:t+"/needs/"+f.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:y.properties.needs.additionalProperties.required,parentSchema:y.properties.needs.additionalProperties,data:P};r===null?r=
[x]:r.push(x),s++}let Z=s;for(let x in P)if(!(x==="reason"||x==="source")){let q={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:y.properties.needs.additionalProperties,data:P};r===null?r=[q]:r.push(q),s++}if(P.reason!==void 0){let x=P.reason,q=s,Y=s;if(typeof x==
"string"){if(ie(x)<1){let qe={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/pr\
operties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.needs.additionalProperties.
properties.reason,data:x};r===null?r=[qe]:r.push(qe),s++}}else{let qe={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#\
/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.needs.additionalProperties.
properties.reason.type,parentSchema:y.properties.needs.additionalProperties.properties.reason,data:x};r===null?r=[qe]:r.push(qe),s++}var ee=q===s}if(P.source!==
void 0){let x=P.source,q=s,Y=s,qe=s;if(typeof x=="string"){if(ie(x)<1){let re={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:x};r===null?r=[re]:
r.push(re),s++}}else{let re={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:x};r===null?r=[re]:r.push(re),s++}var Se=Y===s,ee=q===s}}else{let Z={instancePath:t+
"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must\
 be object",schema:y.properties.needs.additionalProperties.type,parentSchema:y.properties.needs.additionalProperties,data:P};r===null?r=[Z]:r.push(Z),s++}var dt=E===
s}}else{let fe={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
needs.type,parentSchema:y.properties.needs,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.lacks!==void 0){let b=e.lacks,Ae=s,vt=s;if(b&&typeof b=="obj\
ect"&&!Array.isArray(b)){let fe=s;for(let f in b){let P=b[f],E=s,Ve=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.reason===void 0){let x={instancePath:t+"\
/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reas\
on"},message:"must have required property 'reason'",schema:y.properties.lacks.additionalProperties.required,parentSchema:y.properties.lacks.additionalProperties,
data:P};r===null?r=[x]:r.push(x),s++}if(P.source===void 0){let x={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lac\
ks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.lacks.
additionalProperties.required,parentSchema:y.properties.lacks.additionalProperties,data:P};r===null?r=[x]:r.push(x),s++}let Z=s;for(let x in P)if(!(x==="reason"||
x==="source")){let q={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:x},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.lacks.additionalProperties,
data:P};r===null?r=[q]:r.push(q),s++}if(P.reason!==void 0){let x=P.reason,q=s,Y=s;if(typeof x=="string"){if(ie(x)<1){let qe={instancePath:t+"/lacks/"+f.replace(
/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.lacks.additionalProperties.properties.reason,data:x};r===null?r=[qe]:r.push(qe),s++}}else{
let qe={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.lacks.additionalProperties.properties.reason.type,parentSchema:y.properties.lacks.
additionalProperties.properties.reason,data:x};r===null?r=[qe]:r.push(qe),s++}var Q=q===s}if(P.source!==void 0){let x=P.source,q=s,Y=s,qe=s;if(typeof x=="string"){
if(ie(x)<1){let re={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:x};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/lacks/"+
f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,
parentSchema:ne,data:x};r===null?r=[re]:r.push(re),s++}var O=Y===s,Q=q===s}}else{let Z={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.lacks.additionalProperties.type,
parentSchema:y.properties.lacks.additionalProperties,data:P};r===null?r=[Z]:r.push(Z),s++}var F=E===s}}else{let fe={instancePath:t+"/lacks",schemaPath:"#/proper\
ties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.lacks.type,parentSchema:y.properties.lacks,data:b};r===null?
r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.id!==void 0){let b=e.id,Ae=s,vt=s,Dr=s;if(typeof b=="string"){if(!Ye.test(b)){let f={instancePath:t+"/id",schemaPath:"#/\
$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+\
$",parentSchema:X,data:b};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:X.type,parentSchema:X,data:b};r===null?r=[f]:r.push(f),s++}var he=vt===s,h=Ae===s}if(e.idForm!==void 0){let b=e.idForm,Ae=s,vt=s;
if(typeof b=="string"){if(!oy.test(b)){let fe={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*\
(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:y.
properties.idForm,data:b};r===null?r=[fe]:r.push(fe),s++}}else{let fe={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:y.properties.idForm.type,parentSchema:y.properties.idForm,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.queryId!==
void 0){let b=e.queryId,Ae=s,vt=s,Dr=s;if(typeof b=="string"){if(!Ye.test(b)){let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pat\
tern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:b};r===null?
r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.
type,parentSchema:X,data:b};r===null?r=[f]:r.push(f),s++}var De=vt===s,h=Ae===s}if(e.query!==void 0){let b=e.query,Ae=s,vt=s;if(b&&typeof b=="object"&&!Array.isArray(
b)){if(b.method===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"\
must have required property 'method'",schema:y.properties.query.required,parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.path===void 0){
let P={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:y.properties.query.required,parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}if(b.source===void 0){let P={instancePath:t+"/qu\
ery",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.
query.required,parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}let fe=s;for(let P in b)if(!(P==="method"||P==="path"||P==="paths"||P==="at"||
P==="hosts"||P==="body"||P==="source")){let E={instancePath:t+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.query,data:b};r===null?r=[E]:r.push(E),s++}if(b.method!==
void 0){let P=b.method,E=s,Ve=y.properties.query.properties.method.enum;if(!(P==="GET"||P==="POST"||P==="PUT"||P==="DELETE")){let Z={instancePath:t+"/query/meth\
od",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:y.properties.query.properties.method.enum},message:"must be equa\
l to one of the allowed values",schema:y.properties.query.properties.method.enum,parentSchema:y.properties.query.properties.method,data:P};r===null?r=[Z]:r.push(
Z),s++}var xe=E===s}if(b.path!==void 0){let P=b.path,E=s,Ve=s,Z=s;if(typeof P=="string"){if(!Gt.test(P)){let q={instancePath:t+"/query/path",schemaPath:"#/$defs\
/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:P};r===null?r=[q]:r.push(q),s++}}else{
let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:P};r===null?r=[q]:r.push(q),s++}var H=Ve===s,xe=E===s}if(b.paths!==void 0){let P=b.paths,E=s;Es(P,{instancePath:t+"/query/paths",parentData:b,parentDataProperty:"\
paths",rootData:o,dynamicAnchors:i})||(r=r===null?Es.errors:r.concat(Es.errors),s=r.length);var xe=E===s}if(b.at!==void 0){let P=b.at,E=s,Ve=s,Z=s;if(typeof P==
"string"){if(!Ye.test(P)){let q={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:P};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query\
/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:P};r===null?r=[q]:r.push(
q),s++}var Me=Ve===s,xe=E===s}if(b.hosts!==void 0){let P=b.hosts,E=s,Ve=s;if(Array.isArray(P)){if(P.length<1){let Y={instancePath:t+"/query/hosts",schemaPath:"#\
/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.query.
properties.hosts,data:P};r===null?r=[Y]:r.push(Y),s++}let x=!0,q=P.length;for(let Y=0;Y<q;Y++){let qe=P[Y],$e=s,re=s;if(typeof qe=="string"){if(!iy.test(qe)){let J={
instancePath:t+"/query/hosts/"+Y,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-\
]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:y.properties.query.properties.
hosts.items,data:qe};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/query/hosts/"+Y,schemaPath:"#/properties/query/properties/hosts/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:y.properties.query.properties.hosts.items.type,parentSchema:y.properties.query.properties.hosts.items,
data:qe};r===null?r=[J]:r.push(J),s++}var Re=$e===s;Re||(x=!1)}}else{let x={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/hosts/type",
keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.query.properties.hosts.type,parentSchema:y.properties.query.properties.hosts,data:P};
r===null?r=[x]:r.push(x),s++}var xe=E===s}if(b.body!==void 0){let P=b.body,E=s;Tr(P,{instancePath:t+"/query/body",parentData:b,parentDataProperty:"body",rootData:o,
dynamicAnchors:i})||(r=r===null?Tr.errors:r.concat(Tr.errors),s=r.length);var xe=E===s}if(b.source!==void 0){let P=b.source,E=s,Ve=s,Z=s;if(typeof P=="string"){
if(ie(P)<1){let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:ne,data:P};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:P};r===null?r=[q]:r.push(q),s++}var ct=Ve===s,xe=E===s}let f;if(b.at!==
void 0&&b.hosts===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"at",missingProperty:"\
hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when property at is present",schema:y.properties.query.dependentRequired,parentSchema:y.properties.
query,data:b};r===null?r=[P]:r.push(P),s++}if(b.hosts!==void 0&&b.at===void 0){let P={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",
keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when property hosts is present",
schema:y.properties.query.dependentRequired,parentSchema:y.properties.query,data:b};r===null?r=[P]:r.push(P),s++}}else{let fe={instancePath:t+"/query",schemaPath:"\
#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.query.type,parentSchema:y.properties.query,data:b};r===
null?r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.list!==void 0){let b=e.list,Ae=s,vt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.path===void 0){let f={instancePath:t+
"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.
list.required,parentSchema:y.properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.filter===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/l\
ist/required",keyword:"required",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:y.properties.list.required,parentSchema:y.
properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.limit===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"require\
d",params:{missingProperty:"limit"},message:"must have required property 'limit'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?
r=[f]:r.push(f),s++}if(b.items===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"items"},
message:"must have required property 'items'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===
void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"source"},message:"must have required p\
roperty 'source'",schema:y.properties.list.required,parentSchema:y.properties.list,data:b};r===null?r=[f]:r.push(f),s++}let fe=s;for(let f in b)if(!(f==="path"||
f==="filter"||f==="limit"||f==="items"||f==="within"||f==="source")){let P={instancePath:t+"/list",schemaPath:"#/properties/list/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.list,data:b};r===null?r=[P]:
r.push(P),s++}if(b.path!==void 0){let f=b.path,P=s,E=s,Ve=s;if(typeof f=="string"){if(!Gt.test(f)){let Z={instancePath:t+"/list/path",schemaPath:"#/$defs/path/p\
attern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={
instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:f};
r===null?r=[Z]:r.push(Z),s++}var _t=E===s,Dt=P===s}if(b.filter!==void 0){let f=b.filter,P=s,E=s;if(typeof f=="string"){if(ie(f)<1){let Z={instancePath:t+"/list/\
filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:y.properties.list.properties.filter,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/list/filter",schemaPath:"#/properties/list/p\
roperties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.list.properties.filter.type,parentSchema:y.properties.
list.properties.filter,data:f};r===null?r=[Z]:r.push(Z),s++}var Dt=P===s}if(b.limit!==void 0){let f=b.limit,P=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f))){let Z={
instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:y.properties.
list.properties.limit.type,parentSchema:y.properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}let E=s;if(typeof f=="number"){if(f>500||isNaN(f)){
let Z={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"must b\
e <= 500",schema:500,parentSchema:y.properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}if(f<2||isNaN(f)){let Z={instancePath:t+"/list/limit",
schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:y.properties.
list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}}var Dt=P===s}if(b.items!==void 0){let f=b.items,P=s,E=s,Ve=s;if(typeof f=="string"){if(!Ye.test(f)){
let x={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "\
^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:f};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/list/items",schemaPath:"#\
/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:f};r===null?r=[x]:r.push(x),s++}var ft=E===
s,Dt=P===s}if(b.within!==void 0){let f=b.within,P=s,E=s,Ve=s;if(typeof f=="string"){if(!Ye.test(f)){let x={instancePath:t+"/list/within",schemaPath:"#/$defs/poi\
nter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,
data:f};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:X.type,parentSchema:X,data:f};r===null?r=[x]:r.push(x),s++}var os=E===s,Dt=P===s}if(b.source!==void 0){let f=b.source,P=s,E=s,Ve=s;if(typeof f==
"string"){if(ie(f)<1){let x={instancePath:t+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have few\
er than 1 characters",schema:1,parentSchema:ne,data:f};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:f};r===null?r=[x]:r.push(x),s++}var ln=E===s,Dt=P===s}}else{let fe={
instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.list.type,parentSchema:y.
properties.list,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.cancel!==void 0){let b=e.cancel,Ae=s,vt=s;if(b&&typeof b=="object"&&!Array.isArray(b)){
if(b.method===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"mu\
st have required property 'method'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}if(b.path===void 0){
let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required propert\
y 'path'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.cancel.required,parentSchema:y.properties.cancel,data:b};r===null?r=[f]:r.push(f),s++}let fe=s;for(let f in b)if(!(f==="method"||f==="path"||f==="bod\
y"||f==="from"||f==="proves"||f==="source")){let P={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel,data:b};r===null?r=[P]:r.push(P),s++}if(b.
method!==void 0){let f=b.method,P=s,E=y.properties.cancel.properties.method.enum;if(!(f==="GET"||f==="POST"||f==="PUT"||f==="DELETE")){let Ve={instancePath:t+"/\
cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:y.properties.cancel.properties.method.enum},message:"\
must be equal to one of the allowed values",schema:y.properties.cancel.properties.method.enum,parentSchema:y.properties.cancel.properties.method,data:f};r===null?
r=[Ve]:r.push(Ve),s++}var Vr=P===s}if(b.path!==void 0){let f=b.path,P=s,E=s,Ve=s;if(typeof f=="string"){if(!Gt.test(f)){let x={instancePath:t+"/cancel/path",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:f};r===null?r=[x]:r.push(x),s++}}else{
let x={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:f};r===null?r=[x]:r.push(x),s++}var is=E===s,Vr=P===s}if(b.body!==void 0){let f=b.body,P=s;Tr(f,{instancePath:t+"/cancel/body",parentData:b,parentDataProperty:"\
body",rootData:o,dynamicAnchors:i})||(r=r===null?Tr.errors:r.concat(Tr.errors),s=r.length);var Vr=P===s}if(b.from!==void 0){let f=b.from,P=s,E=s;if(f&&typeof f==
"object"&&!Array.isArray(f)){if(f.words===void 0){let x={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"requir\
ed",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.cancel.properties.from.required,parentSchema:y.properties.
cancel.properties.from,data:f};r===null?r=[x]:r.push(x),s++}if(f.source===void 0){let x={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/propertie\
s/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.cancel.properties.from.
required,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[x]:r.push(x),s++}let Z=s;for(let x in f)if(!(x==="words"||x==="source")){let q={instancePath:t+
"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:x},message:"must \
NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[q]:r.push(q),s++}if(f.words!==void 0){let x=f.words,
q=s,Y=s,qe=s;if(Array.isArray(x)){if(x.length<1){let tt={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:$t,data:x};r===null?r=[tt]:r.push(tt),s++}let $e=!0,re=x.length;for(let tt=0;tt<re;tt++){let ke=x[tt],
ge=s,Ne=s;if(typeof ke=="string"){if(ie(ke)<1){let Et={instancePath:t+"/cancel/from/words/"+tt,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:$t.items,data:ke};r===null?r=[Et]:r.push(Et),s++}}else{let Et={instancePath:t+"/c\
ancel/from/words/"+tt,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$t.items.type,parentSchema:$t.
items,data:ke};r===null?r=[Et]:r.push(Et),s++}var qs=ge===s;qs||($e=!1)}let J,Le=x.length,at;if(J=!0,Le>1){let tt={};for(;Le--;){let ke=x[Le];if(typeof ke=="str\
ing"){if(typeof tt[ke]=="number"){at=tt[ke];let ge={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Le,
j:at},message:"must NOT have duplicate items (items ## "+at+" and "+Le+" are identical)",schema:!0,parentSchema:$t,data:x};r===null?r=[ge]:r.push(ge),s++,J=!1;break}
tt[ke]=Le}}}}else{let $e={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:$t.
type,parentSchema:$t,data:x};r===null?r=[$e]:r.push($e),s++}var Eh=Y===s,Ur=q===s}if(f.source!==void 0){let x=f.source,q=s,Y=s,qe=s;if(typeof x=="string"){if(ie(
x)<1){let re={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:ne,data:x};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:x};r===null?r=[re]:r.push(re),s++}var Mh=Y===s,Ur=q===s}}else{
let Z={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.
properties.cancel.properties.from.type,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[Z]:r.push(Z),s++}var Vr=P===s}if(b.proves!==void 0){
let f=b.proves,P=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<2){let x={instancePath:t+"/cancel/proves",schemaPath:"#/properties/\
cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:y.properties.
cancel.properties.proves,data:f};r===null?r=[x]:r.push(x),s++}if(f.source===void 0){let x={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/prope\
rties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.cancel.properties.
proves.required,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[x]:r.push(x),s++}let Z=s;for(let x in f)if(!(x==="answer"||x==="query"||x===
"source")){let q={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:x},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[q]:r.push(q),
s++}if(f.answer!==void 0){let x=f.answer,q=s,Y=s;if(x&&typeof x=="object"&&!Array.isArray(x)){if(x.at===void 0){let $e={instancePath:t+"/cancel/proves/answer",schemaPath:"\
#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.
properties.cancel.properties.proves.properties.answer.required,parentSchema:y.properties.cancel.properties.proves.properties.answer,data:x};r===null?r=[$e]:r.push(
$e),s++}if(x.words===void 0){let $e={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"\
required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.cancel.properties.proves.properties.answer.required,
parentSchema:y.properties.cancel.properties.proves.properties.answer,data:x};r===null?r=[$e]:r.push($e),s++}let qe=s;for(let $e in x)if(!($e==="at"||$e==="words")){
let re={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:$e},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.proves.properties.answer,
data:x};r===null?r=[re]:r.push(re),s++}if(x.at!==void 0){let $e=x.at,re=s,J=s,Le=s;if(typeof $e=="string"){if(!Ye.test($e)){let at={instancePath:t+"/cancel/prov\
es/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:$e};r===null?r=[at]:r.push(at),s++}}else{let at={instancePath:t+"/cancel/proves/answer/at",schemaPath:"#/$defs\
/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:$e};r===null?r=[at]:r.push(at),s++}var Lh=J===s,
Ho=re===s}if(x.words!==void 0){let $e=x.words,re=s,J=s,Le=s;if(Array.isArray($e)){if($e.length<1){let Pt={instancePath:t+"/cancel/proves/answer/words",schemaPath:"\
#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:$t,data:$e};r===null?r=[Pt]:r.push(
Pt),s++}let tt=!0,ke=$e.length;for(let Pt=0;Pt<ke;Pt++){let kt=$e[Pt],dr=s,zr=s;if(typeof kt=="string"){if(ie(kt)<1){let jr={instancePath:t+"/cancel/proves/answ\
er/words/"+Pt,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:$t.
items,data:kt};r===null?r=[jr]:r.push(jr),s++}}else{let jr={instancePath:t+"/cancel/proves/answer/words/"+Pt,schemaPath:"#/$defs/words/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:$t.items.type,parentSchema:$t.items,data:kt};r===null?r=[jr]:r.push(jr),s++}var br=dr===s;br||(tt=!1)}let ge,
Ne=$e.length,Et;if(ge=!0,Ne>1){let Pt={};for(;Ne--;){let kt=$e[Ne];if(typeof kt=="string"){if(typeof Pt[kt]=="number"){Et=Pt[kt];let dr={instancePath:t+"/cancel\
/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Ne,j:Et},message:"must NOT have duplicate items (items ## "+Et+" an\
d "+Ne+" are identical)",schema:!0,parentSchema:$t,data:$e};r===null?r=[dr]:r.push(dr),s++,ge=!1;break}Pt[kt]=Ne}}}}else{let tt={instancePath:t+"/cancel/proves/\
answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:$t.type,parentSchema:$t,data:$e};r===null?r=[tt]:
r.push(tt),s++}var Fh=J===s,Ho=re===s}}else{let qe={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.proves.properties.answer.type,parentSchema:y.properties.
cancel.properties.proves.properties.answer,data:x};r===null?r=[qe]:r.push(qe),s++}var Bo=q===s}if(f.query!==void 0){let x=f.query,q=s,Y=s,qe=s;if(Array.isArray(
x)){if(x.length<1){let ke={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have \
fewer than 1 items",schema:1,parentSchema:$t,data:x};r===null?r=[ke]:r.push(ke),s++}let re=!0,J=x.length;for(let ke=0;ke<J;ke++){let ge=x[ke],Ne=s,Et=s;if(typeof ge==
"string"){if(ie(ge)<1){let Pt={instancePath:t+"/cancel/proves/query/"+ke,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:$t.items,data:ge};r===null?r=[Pt]:r.push(Pt),s++}}else{let Pt={instancePath:t+"/cancel/proves/query\
/"+ke,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:$t.items.type,parentSchema:$t.items,data:ge};r===
null?r=[Pt]:r.push(Pt),s++}var kd=Ne===s;kd||(re=!1)}let Le,at=x.length,tt;if(Le=!0,at>1){let ke={};for(;at--;){let ge=x[at];if(typeof ge=="string"){if(typeof ke[ge]==
"number"){tt=ke[ge];let Ne={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:at,j:tt},message:"must \
NOT have duplicate items (items ## "+tt+" and "+at+" are identical)",schema:!0,parentSchema:$t,data:x};r===null?r=[Ne]:r.push(Ne),s++,Le=!1;break}ke[ge]=at}}}}else{
let re={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:$t.type,parentSchema:$t,
data:x};r===null?r=[re]:r.push(re),s++}var ya=Y===s,Bo=q===s}if(f.source!==void 0){let x=f.source,q=s,Y=s,qe=s;if(typeof x=="string"){if(ie(x)<1){let re={instancePath:t+
"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,
data:x};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:ne.type,parentSchema:ne,data:x};r===null?r=[re]:r.push(re),s++}var Vh=Y===s,Bo=q===s}}else{let Z={instancePath:t+"/cancel/proves",
schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.proves.
type,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[Z]:r.push(Z),s++}var Vr=P===s}if(b.source!==void 0){let f=b.source,P=s,E=s,Ve=s;if(typeof f==
"string"){if(ie(f)<1){let x={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:ne,data:f};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:f};r===null?r=[x]:r.push(x),s++}var Os=E===s,Vr=P===s}}else{
let fe={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.
type,parentSchema:y.properties.cancel,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.status!==void 0){let b=e.status,Ae=s,vt=s;if(b&&typeof b=="object"&&
!Array.isArray(b)){if(b.at===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:y.properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[f]:r.push(f),s++}if(b.states===
void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have requir\
ed property 'states'",schema:y.properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){let f={instancePath:t+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.status.required,parentSchema:y.properties.status,data:b};r===null?r=[f]:r.push(f),s++}let fe=s;for(let f in b)if(!(f==="at"||f==="states"||f==="as"||
f==="absent"||f==="cases"||f==="source")){let P={instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status,data:b};r===null?r=[P]:r.push(P),s++}if(b.at!==void 0){
let f=b.at,P=s,E=s,Ve=s;if(typeof f=="string"){if(!Ye.test(f)){let Z={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:f};r===null?r=[Z]:r.push(Z),
s++}}else{let Z={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,
data:f};r===null?r=[Z]:r.push(Z),s++}var Uh=E===s,wr=P===s}if(b.states!==void 0){let f=b.states,P=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(
f).length<1){let x={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:y.properties.status.properties.states,data:f};r===null?r=[x]:r.push(x),s++}let Z=s;for(let x in f){
let q=f[x],Y=s,qe=s,$e=Yt.enum;if(!(q==="queued"||q==="processing"||q==="completed"||q==="failed"||q==="expired"||q==="cancelled"||q==="unknown")){let re={instancePath:t+
"/status/states/"+x.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Yt.enum},message:"must be equal \
to one of the allowed values",schema:Yt.enum,parentSchema:Yt,data:q};r===null?r=[re]:r.push(re),s++}var Jh=qe===s,Dh=Y===s}}else{let Z={instancePath:t+"/status/\
states",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.status.properties.
states.type,parentSchema:y.properties.status.properties.states,data:f};r===null?r=[Z]:r.push(Z),s++}var wr=P===s}if(b.as!==void 0){let f=b.as,P=s,E=y.properties.
status.properties.as.enum;if(!(f==="number"||f==="boolean")){let Z={instancePath:t+"/status/as",schemaPath:"#/properties/status/properties/as/enum",keyword:"enu\
m",params:{allowedValues:y.properties.status.properties.as.enum},message:"must be equal to one of the allowed values",schema:y.properties.status.properties.as.enum,
parentSchema:y.properties.status.properties.as,data:f};r===null?r=[Z]:r.push(Z),s++}var wr=P===s}if(b.absent!==void 0){let f=b.absent,P=s,E=s,Ve=Yt.enum;if(!(f===
"queued"||f==="processing"||f==="completed"||f==="failed"||f==="expired"||f==="cancelled"||f==="unknown")){let x={instancePath:t+"/status/absent",schemaPath:"#/\
$defs/state/enum",keyword:"enum",params:{allowedValues:Yt.enum},message:"must be equal to one of the allowed values",schema:Yt.enum,parentSchema:Yt,data:f};r===
null?r=[x]:r.push(x),s++}var zh=E===s,wr=P===s}if(b.cases!==void 0){let f=b.cases,P=s,E=s;if(Array.isArray(f)){if(f.length<1){let q={instancePath:t+"/status/cas\
es",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.
properties.status.properties.cases,data:f};r===null?r=[q]:r.push(q),s++}let Z=!0,x=f.length;for(let q=0;q<x;q++){let Y=f[q],qe=s,$e=s;if(Y&&typeof Y=="object"&&
!Array.isArray(Y)){if(Y.when===void 0){let J={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"requir\
ed",params:{missingProperty:"when"},message:"must have required property 'when'",schema:y.properties.status.properties.cases.items.required,parentSchema:y.properties.
status.properties.cases.items,data:Y};r===null?r=[J]:r.push(J),s++}if(Y.means===void 0){let J={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status\
/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required property 'means'",schema:y.properties.status.properties.
cases.items.required,parentSchema:y.properties.status.properties.cases.items,data:Y};r===null?r=[J]:r.push(J),s++}let re=s;for(let J in Y)if(!(J==="when"||J==="\
means")){let Le={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:J},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status.properties.cases.items,data:Y};r===null?r=[Le]:r.
push(Le),s++}if(Y.when!==void 0){let J=Y.when,Le=s,at=s;if(Array.isArray(J)){if(J.length<1){let ge={instancePath:t+"/status/cases/"+q+"/when",schemaPath:"#/prop\
erties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.
properties.status.properties.cases.items.properties.when,data:J};r===null?r=[ge]:r.push(ge),s++}let tt=!0,ke=J.length;for(let ge=0;ge<ke;ge++){let Ne=J[ge],Et=s,
Pt=s,kt=s,dr=!1,zr=null,jr=s;if(Ne&&typeof Ne=="object"&&!Array.isArray(Ne)&&Ne.is===void 0){let u={instancePath:t+"/status/cases/"+q+"/when/"+ge,schemaPath:"#/\
properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"is"},message:"must have required pr\
operty 'is'",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:y.properties.status.properties.cases.items.properties.
when.items.oneOf[0],data:Ne};r===null?r=[u]:r.push(u),s++}var ga=jr===s;ga&&(dr=!0,zr=0);let Pa=s;if(Ne&&typeof Ne=="object"&&!Array.isArray(Ne)&&Ne.present===void 0){
let u={instancePath:t+"/status/cases/"+q+"/when/"+ge,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"present"},message:"must have required property 'present'",schema:y.properties.status.properties.cases.items.properties.when.items.
oneOf[1].required,parentSchema:y.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:Ne};r===null?r=[u]:r.push(u),s++}var ga=Pa===s;if(ga&&
dr?(dr=!1,zr=[zr,1]):ga&&(dr=!0,zr=1),dr)s=kt,r!==null&&(kt?r.length=kt:r=null);else{let u={instancePath:t+"/status/cases/"+q+"/when/"+ge,schemaPath:"#/properti\
es/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:zr},message:"must match exactly one schema in oneOf",schema:y.
properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:y.properties.status.properties.cases.items.properties.when.items,data:Ne};r===
null?r=[u]:r.push(u),s++}if(Ne&&typeof Ne=="object"&&!Array.isArray(Ne)){if(Ne.at===void 0){let ue={instancePath:t+"/status/cases/"+q+"/when/"+ge,schemaPath:"#/\
properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property '\
at'",schema:y.properties.status.properties.cases.items.properties.when.items.required,parentSchema:y.properties.status.properties.cases.items.properties.when.items,
data:Ne};r===null?r=[ue]:r.push(ue),s++}let u=s;for(let ue in Ne)if(!(ue==="at"||ue==="is"||ue==="present")){let nt={instancePath:t+"/status/cases/"+q+"/when/"+
ge,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ue},
message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status.properties.cases.items.properties.when.items,data:Ne};r===null?r=[nt]:r.
push(nt),s++}if(Ne.at!==void 0){let ue=Ne.at,nt=s,Mt=s,se=s;if(typeof ue=="string"){if(!Ye.test(ue)){let d={instancePath:t+"/status/cases/"+q+"/when/"+ge+"/at",
schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([\
^/~]|~[01])+)+$",parentSchema:X,data:ue};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+"/status/cases/"+q+"/when/"+ge+"/at",schemaPath:"#/$defs/point\
er/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:ue};r===null?r=[d]:r.push(d),s++}var ba=Mt===s,wa=nt===
s}if(Ne.is!==void 0){let ue=Ne.is,nt=s,Mt=s;if(Array.isArray(ue)){if(ue.length<1){let d={instancePath:t+"/status/cases/"+q+"/when/"+ge+"/is",schemaPath:"#/prope\
rties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",
schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:ue};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+
"/status/cases/"+q+"/when/"+ge+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.items.properties.is.type,parentSchema:y.properties.status.properties.
cases.items.properties.when.items.properties.is,data:ue};r===null?r=[d]:r.push(d),s++}var wa=nt===s}if(Ne.present!==void 0){let ue=Ne.present,nt=s;if(typeof ue!=
"boolean"){let d={instancePath:t+"/status/cases/"+q+"/when/"+ge+"/present",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properti\
es/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:y.properties.status.properties.cases.items.properties.when.items.properties.
present.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.present,data:ue};r===null?r=[d]:r.push(d),s++}let Mt=s;var wa=nt===
s}}else{let u={instancePath:t+"/status/cases/"+q+"/when/"+ge,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:y.properties.status.properties.cases.items.properties.when.items.type,parentSchema:y.properties.status.properties.
cases.items.properties.when.items,data:Ne};r===null?r=[u]:r.push(u),s++}var Pd=Et===s;Pd||(tt=!1)}}else{let tt={instancePath:t+"/status/cases/"+q+"/when",schemaPath:"\
#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.status.properties.
cases.items.properties.when.type,parentSchema:y.properties.status.properties.cases.items.properties.when,data:J};r===null?r=[tt]:r.push(tt),s++}var $d=Le===s}if(Y.
means!==void 0){let J=Y.means,Le=s,at=s,tt=Yt.enum;if(!(J==="queued"||J==="processing"||J==="completed"||J==="failed"||J==="expired"||J==="cancelled"||J==="unkn\
own")){let ge={instancePath:t+"/status/cases/"+q+"/means",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Yt.enum},message:"must be equal t\
o one of the allowed values",schema:Yt.enum,parentSchema:Yt,data:J};r===null?r=[ge]:r.push(ge),s++}var Jr=at===s,$d=Le===s}}else{let re={instancePath:t+"/status\
/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.status.
properties.cases.items.type,parentSchema:y.properties.status.properties.cases.items,data:Y};r===null?r=[re]:r.push(re),s++}var Go=qe===s;Go||(Z=!1)}}else{let Z={
instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.
status.properties.cases.type,parentSchema:y.properties.status.properties.cases,data:f};r===null?r=[Z]:r.push(Z),s++}var wr=P===s}if(b.source!==void 0){let f=b.source,
P=s,E=s,Ve=s;if(typeof f=="string"){if(ie(f)<1){let x={instancePath:t+"/status/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:f};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/status/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:f};r===null?r=[x]:r.push(x),s++}var Ch=E===
s,wr=P===s}}else{let fe={instancePath:t+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.
properties.status.type,parentSchema:y.properties.status,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.progress!==void 0){let b=e.progress,Ae=s,vt=s;if(b&&
typeof b=="object"&&!Array.isArray(b)){if(b.at===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.progress.required,parentSchema:y.properties.progress,data:b};r===null?r=[f]:
r.push(f),s++}if(b.of===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"of"},message:"\
must have required property 'of'",schema:y.properties.progress.required,parentSchema:y.properties.progress,data:b};r===null?r=[f]:r.push(f),s++}if(b.source===void 0){
let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"required",params:{missingProperty:"source"},message:"must have required p\
roperty 'source'",schema:y.properties.progress.required,parentSchema:y.properties.progress,data:b};r===null?r=[f]:r.push(f),s++}let fe=s;for(let f in b)if(!(f===
"at"||f==="of"||f==="source")){let P={instancePath:t+"/progress",schemaPath:"#/properties/progress/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.progress,data:b};r===null?r=[P]:r.push(P),s++}if(b.at!==
void 0){let f=b.at,P=s,E=s,Ve=s;if(typeof f=="string"){if(!Ye.test(f)){let Z={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/pattern",keyword:"patter\
n",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:f};r===null?r=[
Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.
type,parentSchema:X,data:f};r===null?r=[Z]:r.push(Z),s++}var Wh=E===s,fn=P===s}if(b.of!==void 0){let f=b.of,P=s,E=s;if(typeof f=="number"){if(f<=0||isNaN(f)){let Z={
instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"\
must be > 0",schema:0,parentSchema:y.properties.progress.properties.of,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/progress/of",schemaPath:"\
#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"must be number",schema:y.properties.progress.properties.of.type,parentSchema:y.
properties.progress.properties.of,data:f};r===null?r=[Z]:r.push(Z),s++}var fn=P===s}if(b.source!==void 0){let f=b.source,P=s,E=s,Ve=s;if(typeof f=="string"){if(ie(
f)<1){let x={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 ch\
aracters",schema:1,parentSchema:ne,data:f};r===null?r=[x]:r.push(x),s++}}else{let x={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:f};r===null?r=[x]:r.push(x),s++}var Sd=E===s,fn=P===s}}else{let fe={instancePath:t+
"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.progress.type,parentSchema:y.
properties.progress,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.results!==void 0){let b=e.results,Ae=s;ps(b,{instancePath:t+"/results",parentData:e,
parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?ps.errors:r.concat(ps.errors),s=r.length);var h=Ae===s}if(e.message!==void 0){let b=e.message,
Ae=s;qt(b,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?qt.errors:r.concat(qt.errors),s=r.length);
var h=Ae===s}if(e.code!==void 0){let b=e.code,Ae=s;qt(b,{instancePath:t+"/code",parentData:e,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?
qt.errors:r.concat(qt.errors),s=r.length);var h=Ae===s}if(e.seconds!==void 0){let b=e.seconds,Ae=s,vt=s,Dr=s;if(typeof b=="string"){if(!Ye.test(b)){let f={instancePath:t+
"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:X,data:b};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:b};r===null?r=[f]:r.push(f),s++}var Kh=vt===s,h=Ae===s}if(e.secondsAs!==void 0){
let b=e.secondsAs,Ae=s;if(b!=="string"){let Dr={instancePath:t+"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"stri\
ng"},message:"must be equal to constant",schema:"string",parentSchema:y.properties.secondsAs,data:b};r===null?r=[Dr]:r.push(Dr),s++}var h=Ae===s}if(e.usage!==void 0){
let b=e.usage,Ae=s,vt=s;if(Array.isArray(b)){let fe=!0,f=b.length;for(let P=0;P<f;P++){let E=b[P],Ve=s,Z=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===
void 0){let q={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have req\
uired property 'at'",schema:y.properties.usage.items.required,parentSchema:y.properties.usage.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.unit===void 0){let q={
instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required propert\
y 'unit'",schema:y.properties.usage.items.required,parentSchema:y.properties.usage.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.source===void 0){let q={instancePath:t+
"/usage/"+P,schemaPath:"#/properties/usage/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.usage.items.required,parentSchema:y.properties.usage.items,data:E};r===null?r=[q]:r.push(q),s++}let x=s;for(let q in E)if(!(q==="at"||q==="unit"||q===
"source")){let Y={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},
message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.usage.items,data:E};r===null?r=[Y]:r.push(Y),s++}if(E.at!==void 0){let q=E.at,
Y=s,qe=s,$e=s;if(typeof q=="string"){if(!Ye.test(q)){let re={instancePath:t+"/usage/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"\
^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:q};r===null?r=[re]:r.push(re),s++}}else{
let re={instancePath:t+"/usage/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,
data:q};r===null?r=[re]:r.push(re),s++}var va=qe===s,Zo=Y===s}if(E.unit!==void 0){let q=E.unit,Y=s,qe=s;if(typeof q=="string"){if(ie(q)<1){let re={instancePath:t+
"/usage/"+P+"/unit",schemaPath:"#/properties/usage/items/properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 cha\
racters",schema:1,parentSchema:y.properties.usage.items.properties.unit,data:q};r===null?r=[re]:r.push(re),s++}}else{let re={instancePath:t+"/usage/"+P+"/unit",
schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.usage.items.properties.
unit.type,parentSchema:y.properties.usage.items.properties.unit,data:q};r===null?r=[re]:r.push(re),s++}var Zo=Y===s}if(E.source!==void 0){let q=E.source,Y=s,qe=s,
$e=s;if(typeof q=="string"){if(ie(q)<1){let J={instancePath:t+"/usage/"+P+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:q};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/usage/"+P+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:q};r===null?r=[J]:r.push(J),s++}var Hh=qe===
s,Zo=Y===s}}else{let x={instancePath:t+"/usage/"+P,schemaPath:"#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.
properties.usage.items.type,parentSchema:y.properties.usage.items,data:E};r===null?r=[x]:r.push(x),s++}var _d=Ve===s;_d||(fe=!1)}}else{let fe={instancePath:t+"/\
usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.usage.type,parentSchema:y.properties.
usage,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===s}if(e.told!==void 0){let b=e.told,Ae=s,vt=s;if(Array.isArray(b)){let fe=!0,f=b.length;for(let P=0;P<f;P++){
let E=b[P],Ve=s,Z=s,x=s,q=!1,Y=null,qe=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.link===void 0){let re={instancePath:t+"/told/"+P,schemaPath:"#/propertie\
s/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"link"},message:"must have required property 'link'",schema:y.properties.told.items.oneOf[0].
required,parentSchema:y.properties.told.items.oneOf[0],data:E};r===null?r=[re]:r.push(re),s++}var pr=qe===s;pr&&(q=!0,Y=0);let $e=s;if(E&&typeof E=="object"&&!Array.
isArray(E)&&E.constant===void 0){let re={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:y.properties.told.items.oneOf[1].required,parentSchema:y.properties.told.items.oneOf[1],data:E};
r===null?r=[re]:r.push(re),s++}var pr=$e===s;if(pr&&q)q=!1,Y=[Y,1];else{pr&&(q=!0,Y=1);let re=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.fact===void 0){let Le={
instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required p\
roperty 'fact'",schema:y.properties.told.items.oneOf[2].required,parentSchema:y.properties.told.items.oneOf[2],data:E};r===null?r=[Le]:r.push(Le),s++}var pr=re===
s;pr&&q?(q=!1,Y=[Y,2]):pr&&(q=!0,Y=2)}if(q)s=x,r!==null&&(x?r.length=x:r=null);else{let re={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/oneOf",
keyword:"oneOf",params:{passingSchemas:Y},message:"must match exactly one schema in oneOf",schema:y.properties.told.items.oneOf,parentSchema:y.properties.told.items,
data:E};r===null?r=[re]:r.push(re),s++}if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){let J={instancePath:t+"/told/"+P,schemaPath:"#/properties/\
told/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.told.items.required,parentSchema:y.
properties.told.items,data:E};r===null?r=[J]:r.push(J),s++}if(E.in===void 0){let J={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"\
required",params:{missingProperty:"in"},message:"must have required property 'in'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,
data:E};r===null?r=[J]:r.push(J),s++}if(E.source===void 0){let J={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:E};r===
null?r=[J]:r.push(J),s++}let re=s;for(let J in E)if(!(J==="at"||J==="in"||J==="link"||J==="constant"||J==="fact"||J==="source")){let Le={instancePath:t+"/told/"+
P,schemaPath:"#/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:J},message:"must NOT have additional prope\
rties",schema:!1,parentSchema:y.properties.told.items,data:E};r===null?r=[Le]:r.push(Le),s++}if(E.at!==void 0){let J=E.at,Le=s,at=s,tt=s;if(typeof J=="string"){
if(!Ye.test(J)){let ke={instancePath:t+"/told/"+P+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:J};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/to\
ld/"+P+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:J};r===null?r=[ke]:
r.push(ke),s++}var js=at===s,ka=Le===s}if(E.in!==void 0){let J=E.in,Le=s,at=y.properties.told.items.properties.in.enum;if(!(J==="submit"||J==="query"||J==="both")){
let ke={instancePath:t+"/told/"+P+"/in",schemaPath:"#/properties/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:y.properties.told.items.properties.
in.enum},message:"must be equal to one of the allowed values",schema:y.properties.told.items.properties.in.enum,parentSchema:y.properties.told.items.properties.
in,data:J};r===null?r=[ke]:r.push(ke),s++}var ka=Le===s}if(E.link!==void 0){let J=E.link,Le=s,at=s;if(J&&typeof J=="object"&&!Array.isArray(J)){if(J.path===void 0){
let ge={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"\
must have required property 'path'",schema:y.properties.told.items.properties.link.required,parentSchema:y.properties.told.items.properties.link,data:J};r===null?
r=[ge]:r.push(ge),s++}let ke=s;for(let ge in J)if(ge!=="path"){let Ne={instancePath:t+"/told/"+P+"/link",schemaPath:"#/properties/told/items/properties/link/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:ge},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
told.items.properties.link,data:J};r===null?r=[Ne]:r.push(Ne),s++}if(J.path!==void 0){let ge=J.path,Ne=s,Et=s,Pt=s;if(typeof ge=="string"){if(!Gt.test(ge)){let kt={
instancePath:t+"/told/"+P+"/link/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,
data:ge};r===null?r=[kt]:r.push(kt),s++}}else{let kt={instancePath:t+"/told/"+P+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:Ce.type,parentSchema:Ce,data:ge};r===null?r=[kt]:r.push(kt),s++}var Bh=Et===s,Gh=Ne===s}}else{let ke={instancePath:t+"/told/"+P+
"/link",schemaPath:"#/properties/told/items/properties/link/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.told.items.
properties.link.type,parentSchema:y.properties.told.items.properties.link,data:J};r===null?r=[ke]:r.push(ke),s++}var ka=Le===s}if(E.fact!==void 0){let J=E.fact,
Le=s,at=y.properties.told.items.properties.fact.enum;if(!(J==="id"||J==="model"||J==="created")){let ke={instancePath:t+"/told/"+P+"/fact",schemaPath:"#/propert\
ies/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:y.properties.told.items.properties.fact.enum},message:"must be equal to one of the all\
owed values",schema:y.properties.told.items.properties.fact.enum,parentSchema:y.properties.told.items.properties.fact,data:J};r===null?r=[ke]:r.push(ke),s++}var ka=Le===
s}if(E.source!==void 0){let J=E.source,Le=s,at=s,tt=s;if(typeof J=="string"){if(ie(J)<1){let ge={instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/source/\
minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:J};r===null?r=[ge]:r.push(ge),s++}}else{
let ge={instancePath:t+"/told/"+P+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,
data:J};r===null?r=[ge]:r.push(ge),s++}var Qo=at===s,ka=Le===s}}else{let re={instancePath:t+"/told/"+P,schemaPath:"#/properties/told/items/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:y.properties.told.items.type,parentSchema:y.properties.told.items,data:E};r===null?r=[re]:r.push(re),s++}
var xd=Ve===s;xd||(fe=!1)}}else{let fe={instancePath:t+"/told",schemaPath:"#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:y.properties.told.type,parentSchema:y.properties.told,data:b};r===null?r=[fe]:r.push(fe),s++}var h=Ae===s}let qd;if(e.list!==void 0){if(e.id===void 0){let b={
instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"\
must have properties id, query when property list is present",schema:y.dependentRequired,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}if(e.query===void 0){
let b={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},
message:"must have properties id, query when property list is present",schema:y.dependentRequired,parentSchema:y,data:e};r===null?r=[b]:r.push(b),s++}}}else{let Or={
instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.type,parentSchema:y,data:e};r===null?r=[Or]:r.push(Or),
s++}return Lt.errors=r,s===0}Lt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function yn(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,
dynamicAnchors:i={}}={}){let r=null,s=0,p=yn.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let l=s;if(e&&typeof e=="object"&&!Array.
isArray(e)){if(e.protocol===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"protocol"},message:"must have requ\
ired property 'protocol'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.title===void 0){let u={instancePath:t,schemaPath:"#/require\
d",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(
u),s++}if(e.description===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"description"},message:"must have req\
uired property 'description'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.sources===void 0){let u={instancePath:t,schemaPath:"#/r\
equired",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:c.required,parentSchema:c,data:e};r===null?
r=[u]:r.push(u),s++}if(e.baseUrl===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"baseUrl"},message:"must hav\
e required property 'baseUrl'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.authentication===void 0){let u={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:c.required,parentSchema:c,
data:e};r===null?r=[u]:r.push(u),s++}if(e.deadline===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"deadline"},
message:"must have required property 'deadline'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.poll===void 0){let u={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:c.required,parentSchema:c,data:e};
r===null?r=[u]:r.push(u),s++}if(e.operations===void 0){let u={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:c.required,parentSchema:c,data:e};r===null?r=[u]:r.push(u),s++}if(e.errors===void 0){let u={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:c.required,parentSchema:c,data:e};r===null?
r=[u]:r.push(u),s++}let Pa=s;for(let u in e)if(!Ls.call(c.properties,u)){let ue={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:u},message:"must NOT have additional properties",schema:!1,parentSchema:c,data:e};r===null?r=[ue]:r.push(ue),s++}if(e.$schema!==void 0){
let u=e.$schema,ue=s;if(typeof u!="string"){let Mt={instancePath:t+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.$schema.type,parentSchema:c.properties.$schema,data:u};r===null?r=[Mt]:r.push(Mt),s++}let nt=s;var m=ue===s}if(e.$comment!==
void 0){let u=e.$comment,ue=s,nt=s,Mt=s;if(typeof u=="string"){if(ie(u)<1){let d={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ar,data:u};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ar.type,parentSchema:Ar,data:u};r===null?r=[
d]:r.push(d),s++}var h=nt===s,m=ue===s}if(e.protocol!==void 0){let u=e.protocol,ue=s,nt=s;if(typeof u=="string"){if(!Td.test(u)){let se={instancePath:t+"/protoc\
ol",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^\
[a-z][a-z0-9-]*$",parentSchema:c.properties.protocol,data:u};r===null?r=[se]:r.push(se),s++}}else{let se={instancePath:t+"/protocol",schemaPath:"#/properties/pr\
otocol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:u};r===null?
r=[se]:r.push(se),s++}var m=ue===s}if(e.title!==void 0){let u=e.title,ue=s,nt=s;if(typeof u=="string"){if(ie(u)<1){let se={instancePath:t+"/title",schemaPath:"#\
/properties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:u};
r===null?r=[se]:r.push(se),s++}}else{let se={instancePath:t+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be\
 string",schema:c.properties.title.type,parentSchema:c.properties.title,data:u};r===null?r=[se]:r.push(se),s++}var m=ue===s}if(e.description!==void 0){let u=e.description,
ue=s,nt=s;if(typeof u=="string"){if(ie(u)<1){let se={instancePath:t+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.description,data:u};r===null?r=[se]:r.push(se),s++}}else{let se={instancePath:t+
"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.
properties.description,data:u};r===null?r=[se]:r.push(se),s++}var m=ue===s}if(e.sources!==void 0){let u=e.sources,ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(
u)){if(Object.keys(u).length<1){let d={instancePath:t+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.sources,data:u};r===null?r=[d]:r.push(d),s++}let se=s;for(let d in u){let A=u[d],oe=s,
Pe=s,B=!1,w=null,D=s,ae=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.package===void 0){let k={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,
"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required \
property 'package'",schema:c.properties.sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===
null?r=[k]:r.push(k),s++}if(A.version===void 0){let k={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/addi\
tionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:c.properties.sources.
additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in A)
if(!(k==="package"||k==="version")){let M={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProper\
ties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[M]:r.push(M),s++}if(A.package!==void 0){let k=A.package,M=s,W=s;if(typeof k=="string"){if(ie(
k)<1){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/proper\
ties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.
oneOf[0].properties.package,data:k};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.package.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:k};r===null?r=[I]:
r.push(I),s++}var v=M===s}if(A.version!==void 0){let k=A.version,M=s,W=s;if(typeof k=="string"){if(!ry.test(k)){let z={instancePath:t+"/sources/"+d.replace(/~/g,
"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"\
^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].
properties.version,data:k};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.version.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:k};r===null?r=[z]:
r.push(z),s++}var v=M===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties\
/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.
sources.additionalProperties.oneOf[0],data:A};r===null?r=[g]:r.push(g),s++}var _=D===s;if(_){B=!0,w=0;var S=!0}let te=s,$=s;if(A&&typeof A=="object"&&!Array.isArray(
A)){if(A.document===void 0){let k={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/one\
Of/1/required",keyword:"required",params:{missingProperty:"document"},message:"must have required property 'document'",schema:c.properties.sources.additionalProperties.
oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[k]:r.push(k),s++}if(A.url===void 0){let k={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[1],data:A};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in A)if(!(k==="document"||k==="url")){let M={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[M]:r.push(M),s++}if(A.document!==
void 0){let k=A.document,M=s,W=s;if(typeof k=="string"){if(ie(k)<1){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:k};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.document,data:k};r===null?r=[I]:r.push(I),s++}var j=M===s}if(A.url!==void 0){let k=A.url,M=s,W=s;if(typeof k=="\
string"){if(!Ad.test(k)){let z={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.url,data:k};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:k};r===
null?r=[z]:r.push(z),s++}var j=M===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[g]:r.push(g),s++}var _=te===s;if(_&&B?(B=!1,w=[w,1]):_&&(B=!0,w=1,S!==!0&&(S=!0)),B)s=Pe,r!==
null&&(Pe?r.length=Pe:r=null);else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:w},message:"must match exactly one schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.
properties.sources.additionalProperties,data:A};r===null?r=[g]:r.push(g),s++}var T=oe===s}}else{let se={instancePath:t+"/sources",schemaPath:"#/properties/sourc\
es/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.type,parentSchema:c.properties.sources,data:u};r===null?r=[se]:
r.push(se),s++}var m=ue===s}if(e.baseUrl!==void 0){let u=e.baseUrl,ue=s,nt=s;if(typeof u=="string"){if(!sy.test(u)){let se={instancePath:t+"/baseUrl",schemaPath:"\
#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^h\
ttps://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:u};r===null?r=[se]:r.push(se),s++}}else{let se={instancePath:t+"/baseUrl",schemaPath:"#/properti\
es/baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.baseUrl.type,parentSchema:c.properties.baseUrl,data:u};r===null?
r=[se]:r.push(se),s++}var m=ue===s}if(e.authentication!==void 0){let u=e.authentication,ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.in===void 0){
let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have re\
quired property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:u};r===null?r=[d]:r.push(d),s++}if(u.name===void 0){
let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have \
required property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===
void 0){let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"\
must have required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:u};r===null?r=[d]:r.push(d),s++}
let se=s;for(let d in u)if(!(d==="in"||d==="name"||d==="prefix"||d==="token"||d==="source")){let A={instancePath:t+"/authentication",schemaPath:"#/properties/au\
thentication/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication,data:u};r===null?r=[A]:r.push(A),s++}if(u.in!==void 0){let d=u.in,A=s,oe=c.properties.authentication.properties.in.enum;if(d!=="header"){
let Pe={instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:c.properties.authentication.
properties.in.enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.in.enum,parentSchema:c.properties.authentication.
properties.in,data:d};r===null?r=[Pe]:r.push(Pe),s++}var N=A===s}if(u.name!==void 0){let d=u.name,A=s,oe=s;if(typeof d=="string"){if(!As.test(d)){let B={instancePath:t+
"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must mat\
ch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={
instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[B]:r.push(B),s++}var N=A===
s}if(u.prefix!==void 0){let d=u.prefix,A=s;if(typeof d!="string"){let B={instancePath:t+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.prefix.type,parentSchema:c.properties.
authentication.properties.prefix,data:d};r===null?r=[B]:r.push(B),s++}let oe=s;var N=A===s}if(u.token!==void 0){let d=u.token,A=s,oe=s,Pe=!1,B=null,w=s,D=s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let k={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.
oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[k]:r.push(k),s++}if(d.seconds===void 0){let k={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:d};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in d)if(!(k==="by"||k==="seconds"||k==="backdateSeconds")){let M={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[M]:r.push(M),s++}
if(d.by!==void 0){let k=d.by,M=s;if(k!=="jwt-hs256"){let W={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.by,data:k};r===null?r=[W]:r.push(W),s++}var ce=M===s}if(d.seconds!==void 0){let k=d.seconds,M=s;if(!(typeof k=="number"&&!(k%
1)&&!isNaN(k))){let z={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:c.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:k};r===null?r=[z]:r.push(z),s++}let W=s;if(typeof k=="number"){if(k>86400||isNaN(k)){
let z={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:k};r===null?r=[z]:r.push(z),s++}if(k<10||isNaN(k)){let z={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:k};r===null?r=[z]:r.push(z),s++}}var ce=M===s}if(d.backdateSeconds!==void 0){let k=d.backdateSeconds,
M=s;if(!(typeof k=="number"&&!(k%1)&&!isNaN(k))){let z={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:k};r===null?r=
[z]:r.push(z),s++}let W=s;if(typeof k=="number"){if(k>3600||isNaN(k)){let z={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:k};r===null?r=[z]:r.push(z),s++}if(k<0||isNaN(k)){let z={instancePath:t+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:k};r===
null?r=[z]:r.push(z),s++}}var ce=M===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[0].type,parentSchema:c.properties.authentication.
properties.token.oneOf[0],data:d};r===null?r=[g]:r.push(g),s++}var L=w===s;if(L){Pe=!0,B=0;var C=!0}let ae=s,te=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.
by===void 0){let k={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.
authentication.properties.token.oneOf[1],data:d};r===null?r=[k]:r.push(k),s++}if(d.scope===void 0){let k={instancePath:t+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:c.
properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[k]:r.push(k),
s++}let g=s;for(let k in d)if(!(k==="by"||k==="scope")){let M={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[M]:r.push(M),s++}if(d.by!==void 0){let k=d.by,M=s;if(k!=="google-service-account"){let W={
instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.by,data:k};r===null?r=[W]:r.push(W),s++}var U=M===s}if(d.scope!==void 0){let k=d.scope,M=s,W=s;if(typeof k=="string"){if(ie(k)<1){let z={instancePath:t+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:k};r===null?r=
[z]:r.push(z),s++}}else{let z={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.scope,data:k};r===null?r=[z]:r.push(z),s++}var U=M===s}}else{let g={instancePath:t+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[g]:r.push(g),s++}var L=ae===
s;if(L&&Pe)Pe=!1,B=[B,1];else{L&&(Pe=!0,B=1,C!==!0&&(C=!0));let g=s,k=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let I={instancePath:t+"/a\
uthentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must h\
ave required property 'by'",schema:c.properties.authentication.properties.token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],
data:d};r===null?r=[I]:r.push(I),s++}if(d.service===void 0){let I={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/tok\
en/oneOf/2/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:c.properties.authentication.properties.
token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[I]:r.push(I),s++}let W=s;for(let I in d)if(!(I===
"by"||I==="service")){let z={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:I},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.
token.oneOf[2],data:d};r===null?r=[z]:r.push(z),s++}if(d.by!==void 0){let I=d.by,z=s;if(I!=="aws-sigv4"){let G={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be equal to constant",
schema:"aws-sigv4",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.by,data:I};r===null?r=[G]:r.push(G),s++}var ve=z===s}if(d.service!==
void 0){let I=d.service,z=s,G=s;if(typeof I=="string"){if(!Td.test(I)){let Fe={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentic\
ation/properties/token/oneOf/2/properties/service/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$\
"',schema:"^[a-z][a-z0-9-]*$",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.service,data:I};r===null?r=[Fe]:r.push(Fe),s++}}else{
let Fe={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/service/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[2].properties.service.type,parentSchema:c.properties.authentication.
properties.token.oneOf[2].properties.service,data:I};r===null?r=[Fe]:r.push(Fe),s++}var ve=z===s}}else{let W={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.
token.oneOf[2].type,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[W]:r.push(W),s++}var L=g===s;L&&Pe?(Pe=!1,B=[B,2]):L&&
(Pe=!0,B=2,C!==!0&&(C=!0))}if(Pe)s=oe,r!==null&&(oe?r.length=oe:r=null);else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authenticati\
on/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:B},message:"must match exactly one schema in oneOf",schema:c.properties.authentication.properties.
token.oneOf,parentSchema:c.properties.authentication.properties.token,data:d};r===null?r=[g]:r.push(g),s++}var N=A===s}if(u.source!==void 0){let d=u.source,A=s,
oe=s,Pe=s;if(typeof d=="string"){if(ie(d)<1){let w={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/authentication/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:d};r===null?r=[w]:r.push(
w),s++}var le=oe===s,N=A===s}}else{let se={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:u};r===null?r=[se]:r.push(se),s++}var m=ue===s}if(e.
headers!==void 0){let u=e.headers,ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(Object.keys(u).length<1){let d={instancePath:t+"/headers",schemaPath:"\
#/properties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.
headers,data:u};r===null?r=[d]:r.push(d),s++}for(let d in u){let A=s;if(typeof d=="string"&&!As.test(d)){let oe={instancePath:t+"/headers",schemaPath:"#/propert\
ies/headers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._\
-]+$",parentSchema:c.properties.headers.propertyNames,data:d,propertyName:d};r===null?r=[oe]:r.push(oe),s++}var st=A===s;if(!st){let oe={instancePath:t+"/header\
s",schemaPath:"#/properties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:d},message:"property name must be valid",schema:c.properties.headers.
propertyNames,parentSchema:c.properties.headers,data:u};r===null?r=[oe]:r.push(oe),s++}}let se=s;for(let d in u){let A=u[d],oe=s,Pe=s;if(typeof A=="string"){if(!Rd.
test(A)){let B={instancePath:t+"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"patt\
ern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:c.properties.headers.additionalProperties,
data:A};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additiona\
lProperties/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.headers.additionalProperties.type,parentSchema:c.properties.
headers.additionalProperties,data:A};r===null?r=[B]:r.push(B),s++}var R=oe===s}}else{let se={instancePath:t+"/headers",schemaPath:"#/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.headers.type,parentSchema:c.properties.headers,data:u};r===null?r=[se]:r.push(se),s++}
var m=ue===s}if(e.idempotency!==void 0){let u=e.idempotency,ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.header===void 0){let d={instancePath:t+"\
/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",
schema:c.properties.idempotency.required,parentSchema:c.properties.idempotency,data:u};r===null?r=[d]:r.push(d),s++}if(u.keptSeconds===void 0){let d={instancePath:t+
"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'ke\
ptSeconds'",schema:c.properties.idempotency.required,parentSchema:c.properties.idempotency,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+
"/idempotency",schemaPath:"#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",
schema:c.properties.idempotency.required,parentSchema:c.properties.idempotency,data:u};r===null?r=[d]:r.push(d),s++}let se=s;for(let d in u)if(!(d==="header"||d===
"keptSeconds"||d==="source")){let A={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:u};r===null?r=[A]:r.push(A),s++}if(u.header!==
void 0){let d=u.header,A=s,oe=s;if(typeof d=="string"){if(ie(d)<1){let Pe={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/\
header/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.
header,data:d};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,
data:d};r===null?r=[Pe]:r.push(Pe),s++}var ee=A===s}if(u.keptSeconds!==void 0){let d=u.keptSeconds,A=s;if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let B={instancePath:t+
"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.
properties.idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[B]:r.push(B),s++}let oe=s;if(typeof d==
"number"&&(d<1||isNaN(d))){let B={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[B]:r.push(B),
s++}var ee=A===s}if(u.source!==void 0){let d=u.source,A=s,oe=s,Pe=s;if(typeof d=="string"){if(ie(d)<1){let w={instancePath:t+"/idempotency/source",schemaPath:"#\
/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:d};r===null?r=[w]:r.
push(w),s++}}else{let w={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.
type,parentSchema:ne,data:d};r===null?r=[w]:r.push(w),s++}var Se=oe===s,ee=A===s}}else{let se={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotenc\
y/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:u};r===null?
r=[se]:r.push(se),s++}var m=ue===s}if(e.deadline!==void 0){let u=e.deadline,ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.seconds===void 0){let d={
instancePath:t+"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required propert\
y 'seconds'",schema:c.properties.deadline.required,parentSchema:c.properties.deadline,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:u};r===null?r=[d]:r.push(d),s++}let se=s;for(let d in u)if(!(d==="seconds"||d==="source")){
let A={instancePath:t+"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.deadline,data:u};r===null?r=[A]:r.push(A),s++}if(u.seconds!==void 0){let d=u.seconds,A=s;
if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let Pe={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",
params:{type:"integer"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:d};
r===null?r=[Pe]:r.push(Pe),s++}let oe=s;if(typeof d=="number"&&(d<60||isNaN(d))){let Pe={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/pr\
operties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,
data:d};r===null?r=[Pe]:r.push(Pe),s++}var dt=A===s}if(u.source!==void 0){let d=u.source,A=s,oe=s,Pe=s;if(typeof d=="string"){if(ie(d)<1){let w={instancePath:t+
"/deadline/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,
data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ne.type,parentSchema:ne,data:d};r===null?r=[w]:r.push(w),s++}var Q=oe===s,dt=A===s}}else{let se={instancePath:t+"/deadline",schemaPath:"#\
/properties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,data:u};
r===null?r=[se]:r.push(se),s++}var m=ue===s}if(e.poll!==void 0){let u=e.poll,ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.seconds===void 0){let d={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:c.properties.poll.required,parentSchema:c.properties.poll,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.poll.required,
parentSchema:c.properties.poll,data:u};r===null?r=[d]:r.push(d),s++}let se=s;for(let d in u)if(!(d==="seconds"||d==="source")){let A={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.poll,data:u};r===null?r=[A]:r.push(A),s++}if(u.seconds!==void 0){let d=u.seconds,A=s,oe=s;if(typeof d=="number"){if(d<=0||isNaN(d)){let Pe={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:d};r===null?r=[Pe]:r.push(Pe),s++}}else{let Pe={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.seconds.type,parentSchema:c.
properties.poll.properties.seconds,data:d};r===null?r=[Pe]:r.push(Pe),s++}var O=A===s}if(u.source!==void 0){let d=u.source,A=s,oe=s,Pe=s;if(typeof d=="string"){
if(ie(d)<1){let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:ne,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:d};r===null?r=[w]:r.push(w),s++}var F=oe===s,O=A===s}}else{let se={instancePath:t+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.poll.type,parentSchema:c.properties.
poll,data:u};r===null?r=[se]:r.push(se),s++}var m=ue===s}if(e.probe!==void 0){let u=e.probe,ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.path===void 0){
let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:u};r===null?r=[d]:r.push(d),s++}if(u.accepted===void 0){let d={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:c.
properties.probe.required,parentSchema:c.properties.probe,data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.probe.required,
parentSchema:c.properties.probe,data:u};r===null?r=[d]:r.push(d),s++}let se=s;for(let d in u)if(!(d==="path"||d==="accepted"||d==="source")){let A={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.probe,data:u};r===null?r=[A]:r.push(A),s++}if(u.path!==void 0){let d=u.path,A=s,oe=s,Pe=s;if(typeof d=="string"){if(!Gt.
test(d)){let B={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:Ce,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:Ce.type,parentSchema:Ce,data:d};r===null?r=[B]:r.push(B),s++}var he=oe===s,De=A===s}if(u.accepted!==void 0){let d=u.accepted,
A=s,oe=s;if(Array.isArray(d)){if(d.length<1){let D={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[D]:r.push(D),s++}
let B=!0,w=d.length;for(let D=0;D<w;D++){let ae=d[D],te=s;if(!(typeof ae=="number"&&!(ae%1)&&!isNaN(ae))){let g={instancePath:t+"/probe/accepted/"+D,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.probe.properties.accepted.
items.type,parentSchema:c.properties.probe.properties.accepted.items,data:ae};r===null?r=[g]:r.push(g),s++}let $=s;if(typeof ae=="number"){if(ae>599||isNaN(ae)){
let g={instancePath:t+"/probe/accepted/"+D,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:ae};r===null?r=[g]:r.push(g),s++}if(ae<100||isNaN(ae)){let g={
instancePath:t+"/probe/accepted/"+D,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:c.properties.probe.properties.accepted.items,data:ae};r===null?r=[g]:r.push(g),s++}}var xe=te===s;xe||(B=!1)}}else{let B={
instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.probe.properties.accepted.type,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[B]:r.push(B),s++}var De=A===s}if(u.source!==void 0){
let d=u.source,A=s,oe=s,Pe=s;if(typeof d=="string"){if(ie(d)<1){let w={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/pro\
be/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:d};r===null?r=[w]:
r.push(w),s++}var H=oe===s,De=A===s}}else{let se={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:c.properties.probe.type,parentSchema:c.properties.probe,data:u};r===null?r=[se]:r.push(se),s++}var m=ue===s}if(e.modelProbe!==void 0){let u=e.
modelProbe,ue=s,nt=s,Mt=s,se=!1,d=null,A=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.path===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/pr\
operties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.modelProbe.
oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:u};r===null?r=[B]:r.push(B),s++}if(u.names===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"\
#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.
modelProbe.oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:u};r===null?r=[B]:r.push(B),s++}}var Me=A===s;Me&&(se=!0,d=0);let oe=s;if(u&&typeof u==
"object"&&!Array.isArray(u)){if(u.url===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{
missingProperty:"url"},message:"must have required property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],
data:u};r===null?r=[B]:r.push(B),s++}if(u.names===void 0){let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.
modelProbe.oneOf[1],data:u};r===null?r=[B]:r.push(B),s++}}var Me=oe===s;if(Me&&se)se=!1,d=[d,1];else{Me&&(se=!0,d=1);let B=s;if(u&&typeof u=="object"&&!Array.isArray(
u)&&u.untestable===void 0){let D={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"\
untestable"},message:"must have required property 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.modelProbe.oneOf[2],data:u};
r===null?r=[D]:r.push(D),s++}var Me=B===s;Me&&se?(se=!1,d=[d,2]):Me&&(se=!0,d=2)}if(se)s=Mt,r!==null&&(Mt?r.length=Mt:r=null);else{let B={instancePath:t+"/model\
Probe",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.
modelProbe.oneOf,parentSchema:c.properties.modelProbe,data:u};r===null?r=[B]:r.push(B),s++}if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.source===void 0){let w={
instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required prop\
erty 'source'",schema:c.properties.modelProbe.required,parentSchema:c.properties.modelProbe,data:u};r===null?r=[w]:r.push(w),s++}let B=s;for(let w in u)if(!(w===
"path"||w==="url"||w==="names"||w==="omits"||w==="told"||w==="except"||w==="untestable"||w==="source")){let D={instancePath:t+"/modelProbe",schemaPath:"#/proper\
ties/modelProbe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.modelProbe,data:u};r===null?r=[D]:r.push(D),s++}if(u.path!==void 0){let w=u.path,D=s,ae=s,te=s;if(typeof w=="string"){if(!Gt.test(w)){let $={instancePath:t+
"/modelProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:w};
r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:Ce.type,parentSchema:Ce,data:w};r===null?r=[$]:r.push($),s++}var Re=ae===s,ct=D===s}if(u.url!==void 0){let w=u.url,D=s,ae=s;if(typeof w=="strin\
g"){if(!ay.test(w)){let $={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^http\
s://[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.properties.modelProbe.properties.
url,data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.url.type,parentSchema:c.properties.modelProbe.properties.url,data:w};r===null?
r=[$]:r.push($),s++}var ct=D===s}if(u.names!==void 0){let w=u.names,D=s,ae=s,te=s;if(typeof w=="string"){if(!Ye.test(w)){let g={instancePath:t+"/modelProbe/name\
s",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(\
/([^/~]|~[01])+)+$",parentSchema:X,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:w};r===null?r=[g]:r.push(g),s++}var _t=ae===s,ct=D===s}if(u.omits!==void 0){
let w=u.omits,D=s,ae=s;if(typeof w=="string"){if(ie(w)<1){let $={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.omits,data:w};
r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.modelProbe.properties.omits.type,parentSchema:c.properties.modelProbe.properties.omits,data:w};r===null?r=
[$]:r.push($),s++}var ct=D===s}if(u.told!==void 0){let w=u.told,D=s,ae=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/modelProbe/told",schemaPath:"\
#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.
modelProbe.properties.told,data:w};r===null?r=[k]:r.push(k),s++}let $=!0,g=w.length;for(let k=0;k<g;k++){let M=w[k],W=s,I=s;if(M&&typeof M=="object"&&!Array.isArray(
M)){if(M.at===void 0){let G={instancePath:t+"/modelProbe/told/"+k,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.properties.modelProbe.
properties.told.items,data:M};r===null?r=[G]:r.push(G),s++}if(M.constant===void 0){let G={instancePath:t+"/modelProbe/told/"+k,schemaPath:"#/properties/modelPro\
be/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:c.properties.modelProbe.
properties.told.items.required,parentSchema:c.properties.modelProbe.properties.told.items,data:M};r===null?r=[G]:r.push(G),s++}let z=s;for(let G in M)if(!(G==="\
at"||G==="constant")){let pe={instancePath:t+"/modelProbe/told/"+k,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.told.items,
data:M};r===null?r=[pe]:r.push(pe),s++}if(M.at!==void 0){let G=M.at,pe=s,Fe=s,lt=s;if(typeof G=="string"){if(!Ye.test(G)){let Oe={instancePath:t+"/modelProbe/to\
ld/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:G};r===null?r=[Oe]:r.push(Oe),s++}}else{let Oe={instancePath:t+"/modelProbe/told/"+k+"/at",schemaPath:"#/$defs\
/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:G};r===null?r=[Oe]:r.push(Oe),s++}var Dt=Fe===s,
ft=pe===s}}else{let z={instancePath:t+"/modelProbe/told/"+k,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"object"},
message:"must be object",schema:c.properties.modelProbe.properties.told.items.type,parentSchema:c.properties.modelProbe.properties.told.items,data:M};r===null?r=
[z]:r.push(z),s++}var os=W===s;os||($=!1)}}else{let $={instancePath:t+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.told.type,parentSchema:c.properties.modelProbe.properties.told,data:w};r===
null?r=[$]:r.push($),s++}var ct=D===s}if(u.except!==void 0){let w=u.except,D=s,ae=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/modelProbe/excep\
t",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.modelProbe.properties.except,data:w};r===null?r=[k]:r.push(k),s++}let $=!0,g=w.length;for(let k=0;k<g;k++){let M=w[k],W=s,I=s;if(M&&typeof M=="object"&&
!Array.isArray(M)){if(M.prefix===void 0){let G={instancePath:t+"/modelProbe/except/"+k,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"\
required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.
properties.modelProbe.properties.except.items,data:M};r===null?r=[G]:r.push(G),s++}if(M.reason===void 0){let G={instancePath:t+"/modelProbe/except/"+k,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:c.
properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:M};r===null?r=[G]:r.push(G),s++}let z=s;
for(let G in M)if(!(G==="prefix"||G==="reason")){let pe={instancePath:t+"/modelProbe/except/"+k,schemaPath:"#/properties/modelProbe/properties/except/items/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe.properties.except.items,data:M};r===null?r=[pe]:r.push(pe),s++}if(M.prefix!==void 0){let G=M.prefix,pe=s,Fe=s;if(typeof G=="string"){if(ie(G)<1){let lt={
instancePath:t+"/modelProbe/except/"+k+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:G};r===null?
r=[lt]:r.push(lt),s++}}else{let lt={instancePath:t+"/modelProbe/except/"+k+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/pref\
ix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:c.
properties.modelProbe.properties.except.items.properties.prefix,data:G};r===null?r=[lt]:r.push(lt),s++}var ln=pe===s}if(M.reason!==void 0){let G=M.reason,pe=s,Fe=s;
if(typeof G=="string"){if(ie(G)<1){let Oe={instancePath:t+"/modelProbe/except/"+k+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properti\
es/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.
except.items.properties.reason,data:G};r===null?r=[Oe]:r.push(Oe),s++}}else{let Oe={instancePath:t+"/modelProbe/except/"+k+"/reason",schemaPath:"#/properties/mo\
delProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.
except.items.properties.reason.type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:G};r===null?r=[Oe]:r.push(Oe),s++}var ln=pe===
s}}else{let z={instancePath:t+"/modelProbe/except/"+k,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.items,data:M};r===null?r=[z]:
r.push(z),s++}var Vr=W===s;Vr||($=!1)}}else{let $={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.properties.except,data:w};
r===null?r=[$]:r.push($),s++}var ct=D===s}if(u.untestable!==void 0){let w=u.untestable,D=s,ae=s;if(typeof w=="string"){if(ie(w)<1){let $={instancePath:t+"/model\
Probe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:c.properties.modelProbe.properties.untestable,data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/modelProbe/un\
testable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.
properties.untestable.type,parentSchema:c.properties.modelProbe.properties.untestable,data:w};r===null?r=[$]:r.push($),s++}var ct=D===s}if(u.source!==void 0){let w=u.
source,D=s,ae=s,te=s;if(typeof w=="string"){if(ie(w)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:w};r===null?r=[g]:r.
push(g),s++}var is=ae===s,ct=D===s}}else{let B={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.type,parentSchema:c.properties.modelProbe,data:u};r===null?r=[B]:r.push(B),s++}var m=ue===s}if(e.webhooks!==void 0){
let u=e.webhooks,ue=s,nt=s,Mt=s,se=!1,d=null,A=s;if(u&&typeof u=="object"&&!Array.isArray(u)&&u.body===void 0){let B={instancePath:t+"/webhooks",schemaPath:"#/p\
roperties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.
oneOf[0].required,parentSchema:c.properties.webhooks.oneOf[0],data:u};r===null?r=[B]:r.push(B),s++}var qs=A===s;qs&&(se=!0,d=0);let oe=s;if(u&&typeof u=="object"&&
!Array.isArray(u)&&u.query===void 0){let B={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"\
query"},message:"must have required property 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:u};r===null?
r=[B]:r.push(B),s++}var qs=oe===s;if(qs&&se?(se=!1,d=[d,1]):qs&&(se=!0,d=1),se)s=Mt,r!==null&&(Mt?r.length=Mt:r=null);else{let B={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.
properties.webhooks,data:u};r===null?r=[B]:r.push(B),s++}if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.source===void 0){let w={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.
required,parentSchema:c.properties.webhooks,data:u};r===null?r=[w]:r.push(w),s++}let B=s;for(let w in u)if(!(w==="body"||w==="query"||w==="with"||w==="signature"||
w==="challenge"||w==="told"||w==="source")){let D={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:w},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:u};r===null?r=[D]:r.push(D),s++}
if(u.body!==void 0){let w=u.body,D=s,ae=s,te=s;if(typeof w=="string"){if(!Ye.test(w)){let $={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:w};
r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:X.type,parentSchema:X,data:w};r===null?r=[$]:r.push($),s++}var Eh=ae===s,Ur=D===s}if(u.query!==void 0){let w=u.query,D=s,ae=s;if(typeof w=="st\
ring"){if(ie(w)<1){let $={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.query,data:w};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.query.type,parentSchema:c.properties.webhooks.properties.query,data:w};r===null?r=[$]:r.push($),s++}var Ur=D===s}if(u.with!==void 0){let w=u.with,D=s,
ae=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:w};r===null?r=[k]:r.push(k),s++}let $=!0,g=w.
length;for(let k=0;k<g;k++){let M=w[k],W=s,I=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.to===void 0){let G={instancePath:t+"/webhooks/with/"+k,schemaPath:"\
#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.
webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:M};r===null?r=[G]:r.push(G),s++}if(M.constant===void 0){let G={
instancePath:t+"/webhooks/with/"+k,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"\
must have required property 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:M};
r===null?r=[G]:r.push(G),s++}let z=s;for(let G in M)if(!(G==="to"||G==="constant")){let pe={instancePath:t+"/webhooks/with/"+k,schemaPath:"#/properties/webhooks\
/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,
parentSchema:c.properties.webhooks.properties.with.items,data:M};r===null?r=[pe]:r.push(pe),s++}if(M.to!==void 0){let G=M.to,pe=s,Fe=s,lt=s;if(typeof G=="string"){
if(!Ye.test(G)){let Oe={instancePath:t+"/webhooks/with/"+k+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:G};r===null?r=[Oe]:r.push(Oe),s++}}else{let Oe={instancePath:t+
"/webhooks/with/"+k+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:G};
r===null?r=[Oe]:r.push(Oe),s++}var Mh=Fe===s,Lh=pe===s}}else{let z={instancePath:t+"/webhooks/with/"+k,schemaPath:"#/properties/webhooks/properties/with/items/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.properties.webhooks.properties.
with.items,data:M};r===null?r=[z]:r.push(z),s++}var Ho=W===s;Ho||($=!1)}}else{let $={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/propertie\
s/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.properties.webhooks.properties.
with,data:w};r===null?r=[$]:r.push($),s++}var Ur=D===s}if(u.signature!==void 0){let w=u.signature,D=s,ae=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.algorithm===
void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"\
algorithm"},message:"must have required property 'algorithm'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.header===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/si\
gnature/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.webhooks.properties.signature.
required,parentSchema:c.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.encoding===void 0){let g={instancePath:t+"/webhooks/s\
ignature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required pr\
operty 'encoding'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(
g),s++}if(w.signed===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{
missingProperty:"signed"},message:"must have required property 'signed'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.
properties.signature,data:w};r===null?r=[g]:r.push(g),s++}if(w.key===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/prope\
rties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have required property 'key'",schema:c.properties.webhooks.properties.
signature.required,parentSchema:c.properties.webhooks.properties.signature,data:w};r===null?r=[g]:r.push(g),s++}let $=s;for(let g in w)if(!Ls.call(c.properties.
webhooks.properties.signature.properties,g)){let k={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[k]:r.push(k),s++}if(w.algorithm!==void 0){let g=w.algorithm,k=s,M=c.properties.webhooks.properties.signature.properties.algorithm.
enum;if(!(g==="hmac-sha256"||g==="hmac-sha512"||g==="ed25519")){let W={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properti\
es/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must\
 be equal to one of the allowed values",schema:c.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:c.properties.webhooks.properties.
signature.properties.algorithm,data:g};r===null?r=[W]:r.push(W),s++}var br=k===s}if(w.header!==void 0){let g=w.header,k=s,M=s,W=s;if(typeof g=="string"){if(!As.
test(g)){let z={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Xt,data:g};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Xt.type,parentSchema:Xt,data:g};r===
null?r=[z]:r.push(z),s++}var Fh=M===s,br=k===s}if(w.separator!==void 0){let g=w.separator,k=s,M=s;if(typeof g=="string"){if(ie(g)<1){let I={instancePath:t+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.separator,data:g};r===null?r=[I]:r.push(I),s++}}else{
let I={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.
properties.separator,data:g};r===null?r=[I]:r.push(I),s++}var br=k===s}if(w.prefix!==void 0){let g=w.prefix,k=s,M=s;if(typeof g=="string"){if(ie(g)<1){let I={instancePath:t+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.prefix,data:g};r===null?r=[I]:r.push(I),s++}}else{
let I={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:c.properties.webhooks.properties.signature.
properties.prefix,data:g};r===null?r=[I]:r.push(I),s++}var br=k===s}if(w.encoding!==void 0){let g=w.encoding,k=s,M=c.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(g==="hex"||g==="base64")){let I={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:c.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:c.properties.webhooks.properties.signature.properties.
encoding,data:g};r===null?r=[I]:r.push(I),s++}var br=k===s}if(w.headers!==void 0){let g=w.headers,k=s,M=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.
keys(g).length<1){let z={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.headers,
data:g};r===null?r=[z]:r.push(z),s++}let I=s;for(let z in g){let G=g[z],pe=s,Fe=s,lt=s;if(typeof G=="string"){if(!As.test(G)){let Oe={instancePath:t+"/webhooks/\
signature/headers/"+z.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Xt,data:G};r===null?r=[Oe]:r.push(Oe),s++}}else{let Oe={instancePath:t+"/webhook\
s/signature/headers/"+z.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:Xt.type,parentSchema:Xt,data:G};r===null?r=[Oe]:r.push(Oe),s++}var Bo=Fe===s,kd=pe===s}}else{let I={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:c.properties.webhooks.properties.signature.properties.headers,data:g};r===null?r=[I]:r.push(I),s++}var br=k===
s}if(w.signed!==void 0){let g=w.signed,k=s,M=s;if(typeof g=="string"){if(ie(g)<1){let I={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:c.properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[I]:r.push(I),s++}var br=k===s}if(w.
time!==void 0){let g=w.time,k=s,M=s,W=s,I=!1,z=null,G=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.header===void 0){let lt={instancePath:t+"/webhooks/signat\
ure/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:c.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:g};r===null?r=[lt]:r.push(lt),s++}var ya=G===s;ya&&(I=!0,z=0);let pe=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.member===
void 0){let lt={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:c.properties.webhooks.properties.signature.properties.time.oneOf[1],data:g};r===null?r=[lt]:r.push(lt),s++}var ya=pe===s;if(ya&&I?(I=!1,z=
[z,1]):ya&&(I=!0,z=1),I)s=W,r!==null&&(W?r.length=W:r=null);else{let lt={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:z},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[lt]:r.push(lt),s++}if(g&&typeof g=="\
object"&&!Array.isArray(g)){if(g.unit===void 0){let V={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:c.properties.webhooks.properties.signature.
properties.time.required,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[V]:r.push(V),s++}if(g.toleranceSeconds===void 0){
let V={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.properties.time.required,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[V]:r.push(V),s++}let lt=s;for(let V in g)if(!(V==="header"||V==="separator"||V==="p\
refix"||V==="member"||V==="unit"||V==="toleranceSeconds")){let Be={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[Be]:r.push(Be),s++}if(g.header!==void 0){let V=g.header,Be=s,ot=s,ht=s;if(typeof V==
"string"){if(!As.test(V)){let Ge={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:Xt,data:V};r===null?r=[Ge]:r.push(Ge),s++}}else{let Ge={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Xt.type,
parentSchema:Xt,data:V};r===null?r=[Ge]:r.push(Ge),s++}var Vh=ot===s,Os=Be===s}if(g.separator!==void 0){let V=g.separator,Be=s,ot=s;if(typeof V=="string"){if(ie(
V)<1){let Ge={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.
time.properties.separator,data:V};r===null?r=[Ge]:r.push(Ge),s++}}else{let Ge={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.separator,data:V};
r===null?r=[Ge]:r.push(Ge),s++}var Os=Be===s}if(g.prefix!==void 0){let V=g.prefix,Be=s,ot=s;if(typeof V=="string"){if(ie(V)<1){let Ge={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:V};r===null?
r=[Ge]:r.push(Ge),s++}}else{let Ge={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:V};r===null?r=[Ge]:r.push(Ge),s++}var Os=Be===s}if(g.
member!==void 0){let V=g.member,Be=s,ot=s,ht=s;if(typeof V=="string"){if(!Ye.test(V)){let ze={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:X,data:V};r===null?r=[ze]:r.push(ze),s++}}else{let ze={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:V};r===null?r=[ze]:r.push(ze),s++}var Uh=ot===s,Os=Be===s}if(g.unit!==void 0){
let V=g.unit,Be=s,ot=c.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(V==="seconds"||V==="milliseconds"||V==="rfc3339")){let Ge={
instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"enum",params:{
allowedValues:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",schema:c.properties.
webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.unit,data:V};
r===null?r=[Ge]:r.push(Ge),s++}var Os=Be===s}if(g.toleranceSeconds!==void 0){let V=g.toleranceSeconds,Be=s;if(!(typeof V=="number"&&!(V%1)&&!isNaN(V))){let Ge={
instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/ty\
pe",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:V};r===null?r=[Ge]:r.push(Ge),s++}let ot=s;if(typeof V==
"number"){if(V>3600||isNaN(V)){let Ge={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:V};r===null?r=[Ge]:r.push(Ge),s++}if(V<1||isNaN(V)){let Ge={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:V};r===null?r=[Ge]:r.push(Ge),s++}}var Os=Be===s}let Oe;if(g.separator!==void 0&&g.header===void 0){let V={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:c.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[V]:r.push(V),s++}if(g.prefix!==void 0&&g.header===
void 0){let V={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:c.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};
r===null?r=[V]:r.push(V),s++}}else{let lt={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.time.type,parentSchema:c.properties.
webhooks.properties.signature.properties.time,data:g};r===null?r=[lt]:r.push(lt),s++}var br=k===s}if(w.key!==void 0){let g=w.key,k=s,M=s,W=!1,I=null,z=s,G=s;if(g&&
typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let V={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[V]:r.push(V),s++}
if(g.path===void 0){let V={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[V]:r.push(V),s++}if(g.at===void 0){let V={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[V]:r.push(V),s++}if(g.encoding===void 0){let V={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:g};r===null?r=[V]:r.push(V),s++}let Oe=s;for(let V in g)if(!(V==="by"||V==="path"||V==="at"||V==="prefix"||V==="encoding")){let Be={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:V},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};
r===null?r=[Be]:r.push(Be),s++}if(g.by!==void 0){let V=g.by,Be=s;if(V!=="request"){let ot={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:V};r===null?r=[ot]:r.push(ot),s++}var wr=Be===s}if(g.
path!==void 0){let V=g.path,Be=s,ot=s,ht=s;if(typeof V=="string"){if(!Gt.test(V)){let ze={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:V};r===null?r=[ze]:r.push(ze),s++}}else{let ze={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Ce.type,parentSchema:Ce,
data:V};r===null?r=[ze]:r.push(ze),s++}var Jh=ot===s,wr=Be===s}if(g.at!==void 0){let V=g.at,Be=s,ot=s,ht=s;if(typeof V=="string"){if(!Ye.test(V)){let ze={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:V};r===null?r=[ze]:r.push(ze),s++}}else{let ze={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:V};r===null?r=[ze]:r.push(ze),s++}var Dh=ot===
s,wr=Be===s}if(g.prefix!==void 0){let V=g.prefix,Be=s,ot=s,ht=s;if(typeof V=="string"){if(ie(V)<1){let ze={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Ts,data:V};r===null?r=[ze]:
r.push(ze),s++}}else{let ze={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:Ts.type,parentSchema:Ts,data:V};r===null?r=[ze]:r.push(ze),s++}var zh=ot===s,wr=Be===s}if(g.encoding!==void 0){let V=g.encoding,Be=s,ot=s,
ht=Cr.enum;if(!(V==="text"||V==="hex"||V==="base64")){let ze={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Cr.enum},message:"must be equal to one of the allowed values",schema:Cr.enum,parentSchema:Cr,data:V};r===null?r=[ze]:r.push(ze),s++}var ga=ot===
s,wr=Be===s}}else{let Oe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[Oe]:r.push(Oe),s++}var Jr=z===s;if(Jr){W=!0,I=0;var ba=!0}let pe=s,Fe=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){if(g.by===void 0){let V={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[V]:r.push(V),s++}if(g.encoding===void 0){
let V={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[V]:r.push(V),s++}let Oe=s;for(let V in g)if(!(V==="by"||V===
"prefix"||V==="encoding")){let Be={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:g};r===null?r=[Be]:r.push(Be),s++}if(g.by!==void 0){let V=g.by,Be=s;if(V!=="setting"){let ot={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:V};
r===null?r=[ot]:r.push(ot),s++}var wa=Be===s}if(g.prefix!==void 0){let V=g.prefix,Be=s,ot=s,ht=s;if(typeof V=="string"){if(ie(V)<1){let ze={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:Ts,data:V};r===null?r=[ze]:r.push(ze),s++}}else{let ze={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:Ts.type,parentSchema:Ts,data:V};r===null?r=[ze]:r.push(ze),s++}var Pd=ot===s,wa=Be===s}if(g.encoding!==
void 0){let V=g.encoding,Be=s,ot=s,ht=Cr.enum;if(!(V==="text"||V==="hex"||V==="base64")){let ze={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Cr.enum},message:"must be equal to one of the allowed values",schema:Cr.enum,parentSchema:Cr,data:V};
r===null?r=[ze]:r.push(ze),s++}var $d=ot===s,wa=Be===s}}else{let Oe={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[Oe]:r.push(Oe),s++}var Jr=pe===s;if(Jr&&W)W=!1,
I=[I,1];else{Jr&&(W=!0,I=1,ba!==!0&&(ba=!0));let Oe=s,V=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let ht={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:g};r===null?r=[ht]:r.push(ht),s++}if(g.url===void 0){let ht={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};
r===null?r=[ht]:r.push(ht),s++}let ot=s;for(let ht in g)if(!(ht==="by"||ht==="url")){let Ge={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ht},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[Ge]:r.push(Ge),s++}if(g.by!==
void 0){let ht=g.by,Ge=s;if(ht!=="key-set"){let ze={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:ht};r===null?r=[ze]:r.push(ze),s++}var Go=Ge===s}if(g.url!==void 0){let ht=g.url,Ge=s,ze=s;
if(typeof ht=="string"){if(!Ad.test(ht)){let $a={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:ht};r===null?r=[$a]:r.push($a),s++}}else{let $a={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:ht};r===null?r=[$a]:r.push($a),s++}var Go=Ge===s}}else{let ot={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[ot]:r.push(
ot),s++}var Jr=Oe===s;Jr&&W?(W=!1,I=[I,2]):Jr&&(W=!0,I=2,ba!==!0&&(ba=!0))}if(W)s=M,r!==null&&(M?r.length=M:r=null);else{let Oe={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:I},message:"must match exactly one\
 schema in oneOf",schema:c.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.key,
data:g};r===null?r=[Oe]:r.push(Oe),s++}var br=k===s}}else{let $={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.type,parentSchema:c.properties.webhooks.properties.
signature,data:w};r===null?r=[$]:r.push($),s++}var Ur=D===s}if(u.challenge!==void 0){let w=u.challenge,D=s,ae=s,te=s;if(typeof w=="string"){if(!Ye.test(w)){let g={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,data:w};r===null?r=[g]:r.push(g),s++}var Ch=ae===
s,Ur=D===s}if(u.told!==void 0){let w=u.told,D=s,ae=s;if(Array.isArray(w)){if(w.length<1){let k={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.
told,data:w};r===null?r=[k]:r.push(k),s++}let $=!0,g=w.length;for(let k=0;k<g;k++){let M=w[k],W=s,I=s;if(M&&typeof M=="object"&&!Array.isArray(M)){if(M.at===void 0){
let G={instancePath:t+"/webhooks/told/"+k,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,data:M};r===
null?r=[G]:r.push(G),s++}if(M.fact===void 0){let G={instancePath:t+"/webhooks/told/"+k,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.
properties.webhooks.properties.told.items,data:M};r===null?r=[G]:r.push(G),s++}let z=s;for(let G in M)if(!(G==="at"||G==="fact")){let pe={instancePath:t+"/webho\
oks/told/"+k,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:M};r===null?r=[pe]:r.push(pe),s++}if(M.at!==void 0){
let G=M.at,pe=s,Fe=s,lt=s;if(typeof G=="string"){if(!Ye.test(G)){let Oe={instancePath:t+"/webhooks/told/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:G};r===null?
r=[Oe]:r.push(Oe),s++}}else{let Oe={instancePath:t+"/webhooks/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:X.type,parentSchema:X,data:G};r===null?r=[Oe]:r.push(Oe),s++}var Wh=Fe===s,fn=pe===s}if(M.fact!==void 0){let G=M.fact,pe=s,Fe=c.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(G==="id"||G==="model"||G==="created")){let Oe={instancePath:t+"/webhooks/told/"+k+"/fact",schemaPath:"#\
/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.
properties.told.items.properties.fact,data:G};r===null?r=[Oe]:r.push(Oe),s++}var fn=pe===s}}else{let z={instancePath:t+"/webhooks/told/"+k,schemaPath:"#/propert\
ies/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,
parentSchema:c.properties.webhooks.properties.told.items,data:M};r===null?r=[z]:r.push(z),s++}var Sd=W===s;Sd||($=!1)}}else{let $={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.
told.type,parentSchema:c.properties.webhooks.properties.told,data:w};r===null?r=[$]:r.push($),s++}var Ur=D===s}if(u.source!==void 0){let w=u.source,D=s,ae=s,te=s;
if(typeof w=="string"){if(ie(w)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:w};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:w};r===null?r=[g]:r.push(g),s++}var Kh=ae===
s,Ur=D===s}}else{let B={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.webhooks.type,parentSchema:c.properties.webhooks,data:u};r===null?r=[B]:r.push(B),s++}var m=ue===s}if(e.rateHeaders!==void 0){let u=e.rateHeaders,ue=s;
Ns(u,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?Ns.errors:r.concat(Ns.errors),s=r.length);
var m=ue===s}if(e.upload!==void 0){let u=e.upload,ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.method===void 0){let d={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.upload.required,
parentSchema:c.properties.upload,data:u};r===null?r=[d]:r.push(d),s++}if(u.path===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.properties.
upload,data:u};r===null?r=[d]:r.push(d),s++}if(u.reference===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:u};
r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:u};r===null?r=[d]:r.push(d),s++}
let se=s;for(let d in u)if(!(d==="method"||d==="path"||d==="field"||d==="reference"||d==="source")){let A={instancePath:t+"/upload",schemaPath:"#/properties/upl\
oad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
upload,data:u};r===null?r=[A]:r.push(A),s++}if(u.method!==void 0){let d=u.method,A=s,oe=c.properties.upload.properties.method.enum;if(!(d==="POST"||d==="PUT")){
let Pe={instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.properties.
method.enum},message:"must be equal to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.properties.
method,data:d};r===null?r=[Pe]:r.push(Pe),s++}var va=A===s}if(u.path!==void 0){let d=u.path,A=s,oe=s,Pe=s;if(typeof d=="string"){if(!Gt.test(d)){let w={instancePath:t+
"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:Ce,data:d};r===
null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:Ce.type,parentSchema:Ce,data:d};r===null?r=[w]:r.push(w),s++}var Zo=oe===s,va=A===s}if(u.field!==void 0){let d=u.field,A=s,oe=s;if(typeof d=="string"){if(ie(
d)<1){let B={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.properties.
field.type,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[B]:r.push(B),s++}var va=A===s}if(u.reference!==void 0){let d=u.reference,A=s,oe=s,
Pe=s;if(typeof d=="string"){if(!Ye.test(d)){let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:d};r===null?r=[w]:r.push(w),s++}}else{
let w={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.type,parentSchema:X,
data:d};r===null?r=[w]:r.push(w),s++}var Hh=oe===s,va=A===s}if(u.source!==void 0){let d=u.source,A=s,oe=s,Pe=s;if(typeof d=="string"){if(ie(d)<1){let w={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,
data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:ne.type,parentSchema:ne,data:d};r===null?r=[w]:r.push(w),s++}var _d=oe===s,va=A===s}}else{let se={instancePath:t+"/upload",schemaPath:"#/\
properties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:u};
r===null?r=[se]:r.push(se),s++}var m=ue===s}if(e.operations!==void 0){let u=e.operations,ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(Object.keys(u).
length<1){let d={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have\
 fewer than 1 properties",schema:1,parentSchema:c.properties.operations,data:u};r===null?r=[d]:r.push(d),s++}let se=s;for(let d in u)if(!(d==="video"||d==="imag\
e"||d==="audio"||d==="mesh")){let A={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:u};r===null?r=[A]:r.push(A),s++}if(u.video!==
void 0){let d=u.video,A=s;Lt(d,{instancePath:t+"/operations/video",parentData:u,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?Lt.errors:
r.concat(Lt.errors),s=r.length);var pr=A===s}if(u.image!==void 0){let d=u.image,A=s;Lt(d,{instancePath:t+"/operations/image",parentData:u,parentDataProperty:"im\
age",rootData:o,dynamicAnchors:i})||(r=r===null?Lt.errors:r.concat(Lt.errors),s=r.length);var pr=A===s}if(u.audio!==void 0){let d=u.audio,A=s;Lt(d,{instancePath:t+
"/operations/audio",parentData:u,parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?Lt.errors:r.concat(Lt.errors),s=r.length);var pr=A===s}if(u.
mesh!==void 0){let d=u.mesh,A=s;Lt(d,{instancePath:t+"/operations/mesh",parentData:u,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?Lt.errors:
r.concat(Lt.errors),s=r.length);var pr=A===s}}else{let se={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"o\
bject"},message:"must be object",schema:c.properties.operations.type,parentSchema:c.properties.operations,data:u};r===null?r=[se]:r.push(se),s++}var m=ue===s}if(e.
errors!==void 0){let u=e.errors,ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.message===void 0){let d={instancePath:t+"/errors",schemaPath:"#/prop\
erties/errors/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,
parentSchema:c.properties.errors,data:u};r===null?r=[d]:r.push(d),s++}if(u.code===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/requir\
ed",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.
errors,data:u};r===null?r=[d]:r.push(d),s++}if(u.proofs===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{
missingProperty:"proofs"},message:"must have required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:u};r===null?r=
[d]:r.push(d),s++}let se=s;for(let d in u)if(!(d==="message"||d==="code"||d==="codeHeader"||d==="status"||d==="inside"||d==="proofs")){let A={instancePath:t+"/e\
rrors",schemaPath:"#/properties/errors/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional prop\
erties",schema:!1,parentSchema:c.properties.errors,data:u};r===null?r=[A]:r.push(A),s++}if(u.message!==void 0){let d=u.message,A=s;qt(d,{instancePath:t+"/errors\
/message",parentData:u,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?qt.errors:r.concat(qt.errors),s=r.length);var js=A===s}if(u.code!==
void 0){let d=u.code,A=s;qt(d,{instancePath:t+"/errors/code",parentData:u,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?qt.errors:r.concat(
qt.errors),s=r.length);var js=A===s}if(u.codeHeader!==void 0){let d=u.codeHeader,A=s,oe=s,Pe=s;if(typeof d=="string"){if(!As.test(d)){let w={instancePath:t+"/er\
rors/codeHeader",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',
schema:"^[A-Za-z0-9._-]+$",parentSchema:Xt,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/errors/codeHeader",schemaPath:"#/$defs/headerName/\
type",keyword:"type",params:{type:"string"},message:"must be string",schema:Xt.type,parentSchema:Xt,data:d};r===null?r=[w]:r.push(w),s++}var ka=oe===s,js=A===s}
if(u.status!==void 0){let d=u.status,A=s,oe=s,Pe=s;if(typeof d=="string"){if(!Ye.test(d)){let w={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/pat\
tern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,
data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:X.type,parentSchema:X,data:d};r===null?r=[w]:r.push(w),s++}var Bh=oe===s,js=A===s}if(u.inside!==void 0){let d=u.inside,A=s,oe=s;if(d&&typeof d==
"object"&&!Array.isArray(d)){if(d.at===void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"requi\
red",params:{missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.
properties.inside,data:d};r===null?r=[w]:r.push(w),s++}if(d.source===void 0){let w={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/i\
nside/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.inside.
required,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[w]:r.push(w),s++}let B=s;for(let w in d)if(!(w==="at"||w==="unless"||w==="source")){
let D={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[D]:r.push(D),s++}if(d.at!==void 0){
let w=d.at,D=s,ae=s,te=s;if(typeof w=="string"){if(!Ye.test(w)){let $={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",
params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:X,data:w};r===null?r=[$]:
r.push($),s++}}else{let $={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:X.
type,parentSchema:X,data:w};r===null?r=[$]:r.push($),s++}var Gh=ae===s,Qo=D===s}if(d.unless!==void 0){let w=d.unless,D=s;if(!Array.isArray(w)){let $={instancePath:t+
"/errors/inside/unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.errors.properties.inside.properties.unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:w};r===null?r=[$]:r.push($),
s++}let ae=s;var Qo=D===s}if(d.source!==void 0){let w=d.source,D=s,ae=s,te=s;if(typeof w=="string"){if(ie(w)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:w};r===null?r=[g]:r.
push(g),s++}}else{let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:ne.type,parentSchema:ne,data:w};r===null?r=[g]:r.push(g),s++}var xd=ae===s,Qo=D===s}}else{let B={instancePath:t+"/errors/inside",schemaPath:"#/properties\
/errors/properties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.
properties.errors.properties.inside,data:d};r===null?r=[B]:r.push(B),s++}var js=A===s}if(u.proofs!==void 0){let d=u.proofs,A=s,oe=s;if(Array.isArray(d)){if(d.length<
1){let D={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have\
 fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[D]:r.push(D),s++}let B=!0,w=d.length;for(let D=0;D<w;D++){let ae=d[D],
te=s,$=s;if(ae&&typeof ae=="object"&&!Array.isArray(ae)){if(ae.status===void 0){let k={instancePath:t+"/errors/proofs/"+D,schemaPath:"#/properties/errors/proper\
ties/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.
proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:ae};r===null?r=[k]:r.push(k),s++}if(ae.proves===void 0){let k={instancePath:t+
"/errors/proofs/"+D,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:ae};r===null?
r=[k]:r.push(k),s++}if(ae.source===void 0){let k={instancePath:t+"/errors/proofs/"+D,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:ae};r===null?r=[k]:r.push(k),s++}let g=s;for(let k in ae)if(!(k==="status"||k==="codes"||k==="says"||k==="proves"||
k==="means"||k==="source")){let M={instancePath:t+"/errors/proofs/"+D,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,
data:ae};r===null?r=[M]:r.push(M),s++}if(ae.status!==void 0){let k=ae.status,M=s,W=s;if(typeof k=="string"){if(!ny.test(k)){let I={instancePath:t+"/errors/proof\
s/"+D+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:k};r===
null?r=[I]:r.push(I),s++}}else{let I={instancePath:t+"/errors/proofs/"+D+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.status,data:k};r===null?r=[I]:r.push(I),s++}var Or=M===s}if(ae.codes!==void 0){let k=ae.codes,M=s,W=s;if(Array.isArray(
k)){if(k.length<1){let pe={instancePath:t+"/errors/proofs/"+D+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:k};
r===null?r=[pe]:r.push(pe),s++}let z=!0,G=k.length;for(let pe=0;pe<G;pe++){let Fe=k[pe],lt=s;if(typeof Fe!="string"){let V={instancePath:t+"/errors/proofs/"+D+"\
/codes/"+pe,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:Fe};
r===null?r=[V]:r.push(V),s++}let Oe=s;var qd=lt===s;qd||(z=!1)}}else{let z={instancePath:t+"/errors/proofs/"+D+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:k};r===null?r=[z]:r.push(z),s++}var Or=M===s}if(ae.says!==void 0){let k=ae.
says,M=s,W=s;if(Array.isArray(k)){if(k.length<1){let pe={instancePath:t+"/errors/proofs/"+D+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.
items.properties.says,data:k};r===null?r=[pe]:r.push(pe),s++}let z=!0,G=k.length;for(let pe=0;pe<G;pe++){let Fe=k[pe],lt=s,Oe=s;if(typeof Fe=="string"){if(ie(Fe)<
1){let V={instancePath:t+"/errors/proofs/"+D+"/says/"+pe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:Fe};
r===null?r=[V]:r.push(V),s++}}else{let V={instancePath:t+"/errors/proofs/"+D+"/says/"+pe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says\
/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:c.
properties.errors.properties.proofs.items.properties.says.items,data:Fe};r===null?r=[V]:r.push(V),s++}var b=lt===s;b||(z=!1)}}else{let z={instancePath:t+"/error\
s/proofs/"+D+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:c.properties.errors.properties.proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:k};r===null?
r=[z]:r.push(z),s++}var Or=M===s}if(ae.proves!==void 0){let k=ae.proves,M=s,W=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!(k==="rejec\
ted"||k==="busy"||k==="credentials"||k==="payment"||k==="may-exist"||k==="unknown-model")){let z={instancePath:t+"/errors/proofs/"+D+"/proves",schemaPath:"#/pro\
perties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.proves.
enum},message:"must be equal to one of the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.errors.
properties.proofs.items.properties.proves,data:k};r===null?r=[z]:r.push(z),s++}var Or=M===s}if(ae.means!==void 0){let k=ae.means,M=s,W=s;if(typeof k=="string"){
if(ie(k)<1){let z={instancePath:t+"/errors/proofs/"+D+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:k};
r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+"/errors/proofs/"+D+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.means,data:k};r===null?r=[z]:r.push(z),s++}var Or=M===s}if(ae.source!==void 0){let k=ae.source,M=s,W=s,I=s;if(typeof k==
"string"){if(ie(k)<1){let G={instancePath:t+"/errors/proofs/"+D+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:k};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/errors/proofs/"+D+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:k};r===null?r=[G]:r.push(G),s++}var Ae=W===
s,Or=M===s}}else{let g={instancePath:t+"/errors/proofs/"+D,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:ae};r===null?r=[g]:r.push(
g),s++}var vt=te===s;vt||(B=!1)}}else{let B={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:c.properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[B]:r.push(
B),s++}var js=A===s}}else{let se={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.errors.type,parentSchema:c.properties.errors,data:u};r===null?r=[se]:r.push(se),s++}var m=ue===s}if(e.cancelRules!==void 0){let u=e.cancelRules,
ue=s,nt=s;if(u&&typeof u=="object"&&!Array.isArray(u)){if(u.queued===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",
keyword:"required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:c.properties.cancelRules.required,parentSchema:c.properties.
cancelRules,data:u};r===null?r=[d]:r.push(d),s++}if(u.processing===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:c.properties.cancelRules.required,parentSchema:c.properties.
cancelRules,data:u};r===null?r=[d]:r.push(d),s++}if(u.ended===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:u};r===null?r=[d]:r.push(d),s++}if(u.cancelled===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requi\
red",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:u};r===null?r=[d]:r.push(d),s++}if(u.source===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:u};r===null?r=[d]:r.push(d),s++}let se=s;for(let d in u)if(!(d==="queued"||d==="processing"||d==="ended"||d==="cancelled"||d==="source")){let A={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:c.properties.cancelRules,data:u};r===null?r=[A]:r.push(A),s++}if(u.queued!==void 0){let d=u.queued,A=s,oe=s,Pe=s,B=s,
w=s,D=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let ae;if(d.body===void 0&&(ae="body")||d.error===void 0&&(ae="error")){let te={};r===null?r=[te]:r.push(te),
s++}}var Dr=D===s;if(Dr){let ae={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be v\
alid",schema:K.allOf[0].not,parentSchema:K.allOf[0],data:d};r===null?r=[ae]:r.push(ae),s++}else s=w,r!==null&&(w?r.length=w:r=null);var fe=B===s;if(d&&typeof d==
"object"&&!Array.isArray(d)){if(d.then===void 0){let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{
missingProperty:"then"},message:"must have required property 'then'",schema:K.required,parentSchema:K,data:d};r===null?r=[te]:r.push(te),s++}let ae=s;for(let te in d)
if(!(te==="then"||te==="status"||te==="body"||te==="error")){let $={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:te},message:"must NOT have additional properties",schema:!1,parentSchema:K,data:d};r===null?r=[$]:r.push($),s++}
if(d.then!==void 0){let te=d.then,$=s,g=K.properties.then.enum;if(!(te==="cancelled"||te==="goes-on"||te==="removed"||te==="refused")){let k={instancePath:t+"/c\
ancelRules/queued/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:K.properties.then.enum},message:"must be equal\
 to one of the allowed values",schema:K.properties.then.enum,parentSchema:K.properties.then,data:te};r===null?r=[k]:r.push(k),s++}var f=$===s}if(d.status!==void 0){
let te=d.status,$=s;if(!(typeof te=="number"&&!(te%1)&&!isNaN(te))){let M={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties\
/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:K.properties.status.type,parentSchema:K.properties.status,data:te};r===null?
r=[M]:r.push(M),s++}let g=s;if(typeof te=="number"){if(te>599||isNaN(te)){let M={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/prop\
erties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:K.properties.status,data:te};r===null?
r=[M]:r.push(M),s++}if(te<200||isNaN(te)){let M={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:K.properties.status,data:te};r===null?r=[M]:r.push(M),s++}}var f=$===
s}if(d.error!==void 0){let te=d.error,$=s,g=s;if(te&&typeof te=="object"&&!Array.isArray(te)){if(te.code===void 0){let W={instancePath:t+"/cancelRules/queued/er\
ror",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:K.
properties.error.required,parentSchema:K.properties.error,data:te};r===null?r=[W]:r.push(W),s++}if(te.message===void 0){let W={instancePath:t+"/cancelRules/queu\
ed/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property '\
message'",schema:K.properties.error.required,parentSchema:K.properties.error,data:te};r===null?r=[W]:r.push(W),s++}let M=s;for(let W in te)if(!(W==="code"||W===
"message")){let I={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:W},message:"must NOT have additional properties",schema:!1,parentSchema:K.properties.error,data:te};r===null?r=[I]:r.push(I),s++}if(te.
code!==void 0){let W=te.code,I=s,z=s;if(typeof W=="string"){if(ie(W)<1){let G={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/pr\
operties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K.properties.
error.properties.code,data:W};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/propertie\
s/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.properties.error.properties.code.type,parentSchema:K.properties.
error.properties.code,data:W};r===null?r=[G]:r.push(G),s++}var P=I===s}if(te.message!==void 0){let W=te.message,I=s,z=s;if(typeof W=="string"){if(ie(W)<1){let pe={
instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K.properties.error.properties.message,data:W};r===null?r=[pe]:r.push(pe),s++}}else{let pe={
instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:K.properties.error.properties.message.type,parentSchema:K.properties.error.properties.message,data:W};r===null?r=[pe]:r.push(pe),
s++}var P=I===s}}else{let M={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:K.properties.error.type,parentSchema:K.properties.error,data:te};r===null?r=[M]:r.push(M),s++}var f=$===s}}else{let ae={instancePath:t+
"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:K.type,parentSchema:K,data:d};r===
null?r=[ae]:r.push(ae),s++}var E=oe===s,Ve=A===s}if(u.processing!==void 0){let d=u.processing,A=s,oe=s,Pe=s,B=s,w=s,D=s;if(d&&typeof d=="object"&&!Array.isArray(
d)){let te;if(d.body===void 0&&(te="body")||d.error===void 0&&(te="error")){let $={};r===null?r=[$]:r.push($),s++}}var Z=D===s;if(Z){let te={instancePath:t+"/ca\
ncelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:K.allOf[0].not,parentSchema:K.allOf[0],
data:d};r===null?r=[te]:r.push(te),s++}else s=w,r!==null&&(w?r.length=w:r=null);var x=B===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let $={
instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required\
 property 'then'",schema:K.required,parentSchema:K,data:d};r===null?r=[$]:r.push($),s++}let te=s;for(let $ in d)if(!($==="then"||$==="status"||$==="body"||$==="\
error")){let g={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},
message:"must NOT have additional properties",schema:!1,parentSchema:K,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let $=d.then,g=s,k=K.properties.
then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refused")){let M={instancePath:t+"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRul\
e/properties/then/enum",keyword:"enum",params:{allowedValues:K.properties.then.enum},message:"must be equal to one of the allowed values",schema:K.properties.then.
enum,parentSchema:K.properties.then,data:$};r===null?r=[M]:r.push(M),s++}var q=g===s}if(d.status!==void 0){let $=d.status,g=s;if(!(typeof $=="number"&&!($%1)&&!isNaN(
$))){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"\
must be integer",schema:K.properties.status.type,parentSchema:K.properties.status,data:$};r===null?r=[W]:r.push(W),s++}let k=s;if(typeof $=="number"){if($>599||
isNaN($)){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"\
<=",limit:599},message:"must be <= 599",schema:599,parentSchema:K.properties.status,data:$};r===null?r=[W]:r.push(W),s++}if($<200||isNaN($)){let W={instancePath:t+
"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be\
 >= 200",schema:200,parentSchema:K.properties.status,data:$};r===null?r=[W]:r.push(W),s++}}var q=g===s}if(d.error!==void 0){let $=d.error,g=s,k=s;if($&&typeof $==
"object"&&!Array.isArray($)){if($.code===void 0){let I={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:K.properties.error.required,parentSchema:K.properties.error,
data:$};r===null?r=[I]:r.push(I),s++}if($.message===void 0){let I={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/erro\
r/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:K.properties.error.required,parentSchema:K.
properties.error,data:$};r===null?r=[I]:r.push(I),s++}let W=s;for(let I in $)if(!(I==="code"||I==="message")){let z={instancePath:t+"/cancelRules/processing/err\
or",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:K.properties.error,data:$};r===null?r=[z]:r.push(z),s++}if($.code!==void 0){let I=$.code,z=s,G=s;if(typeof I=="strin\
g"){if(ie(I)<1){let pe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K.properties.error.properties.code,data:I};r===null?r=[pe]:r.push(
pe),s++}}else{let pe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:K.properties.error.properties.code.type,parentSchema:K.properties.error.properties.code,data:I};r===null?r=[pe]:r.
push(pe),s++}var Y=z===s}if($.message!==void 0){let I=$.message,z=s,G=s;if(typeof I=="string"){if(ie(I)<1){let Fe={instancePath:t+"/cancelRules/processing/error\
/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:K.properties.error.properties.message,data:I};r===null?r=[Fe]:r.push(Fe),s++}}else{let Fe={instancePath:t+"/cancelRules/proce\
ssing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
properties.error.properties.message.type,parentSchema:K.properties.error.properties.message,data:I};r===null?r=[Fe]:r.push(Fe),s++}var Y=z===s}}else{let W={instancePath:t+
"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:K.properties.
error.type,parentSchema:K.properties.error,data:$};r===null?r=[W]:r.push(W),s++}var q=g===s}}else{let te={instancePath:t+"/cancelRules/processing",schemaPath:"#\
/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:K.type,parentSchema:K,data:d};r===null?r=[te]:r.push(te),s++}var qe=oe===
s,Ve=A===s}if(u.ended!==void 0){let d=u.ended,A=s,oe=s,Pe=s,B=s,w=s,D=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let te;if(d.body===void 0&&(te="body")||d.error===
void 0&&(te="error")){let $={};r===null?r=[$]:r.push($),s++}}var $e=D===s;if($e){let te={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allO\
f/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:K.allOf[0].not,parentSchema:K.allOf[0],data:d};r===null?r=[te]:r.push(te),s++}else s=w,r!==null&&
(w?r.length=w:r=null);var re=B===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let $={instancePath:t+"/cancelRules/ended",schemaPath:"#/$de\
fs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:K.required,parentSchema:K,data:d};
r===null?r=[$]:r.push($),s++}let te=s;for(let $ in d)if(!($==="then"||$==="status"||$==="body"||$==="error")){let g={instancePath:t+"/cancelRules/ended",schemaPath:"\
#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have additional properties",schema:!1,parentSchema:K,
data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let $=d.then,g=s,k=K.properties.then.enum;if(!($==="cancelled"||$==="goes-on"||$==="removed"||$==="refu\
sed")){let M={instancePath:t+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:K.properties.then.
enum},message:"must be equal to one of the allowed values",schema:K.properties.then.enum,parentSchema:K.properties.then,data:$};r===null?r=[M]:r.push(M),s++}var J=g===
s}if(d.status!==void 0){let $=d.status,g=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/ca\
ncelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:K.properties.status.type,parentSchema:K.properties.status,
data:$};r===null?r=[W]:r.push(W),s++}let k=s;if(typeof $=="number"){if($>599||isNaN($)){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/ca\
ncelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:K.properties.status,data:$};
r===null?r=[W]:r.push(W),s++}if($<200||isNaN($)){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:K.properties.status,data:$};r===null?r=[W]:r.push(W),s++}}var J=g===
s}if(d.error!==void 0){let $=d.error,g=s,k=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.code===void 0){let I={instancePath:t+"/cancelRules/ended/error",schemaPath:"\
#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:K.properties.
error.required,parentSchema:K.properties.error,data:$};r===null?r=[I]:r.push(I),s++}if($.message===void 0){let I={instancePath:t+"/cancelRules/ended/error",schemaPath:"\
#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:K.properties.
error.required,parentSchema:K.properties.error,data:$};r===null?r=[I]:r.push(I),s++}let W=s;for(let I in $)if(!(I==="code"||I==="message")){let z={instancePath:t+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"\
must NOT have additional properties",schema:!1,parentSchema:K.properties.error,data:$};r===null?r=[z]:r.push(z),s++}if($.code!==void 0){let I=$.code,z=s,G=s;if(typeof I==
"string"){if(ie(I)<1){let pe={instancePath:t+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K.properties.error.properties.code,data:I};r===null?r=[pe]:r.push(
pe),s++}}else{let pe={instancePath:t+"/cancelRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:K.properties.error.properties.code.type,parentSchema:K.properties.error.properties.code,data:I};r===null?r=[pe]:r.
push(pe),s++}var Le=z===s}if($.message!==void 0){let I=$.message,z=s,G=s;if(typeof I=="string"){if(ie(I)<1){let Fe={instancePath:t+"/cancelRules/ended/error/mes\
sage",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 cha\
racters",schema:1,parentSchema:K.properties.error.properties.message,data:I};r===null?r=[Fe]:r.push(Fe),s++}}else{let Fe={instancePath:t+"/cancelRules/ended/err\
or/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.properties.
error.properties.message.type,parentSchema:K.properties.error.properties.message,data:I};r===null?r=[Fe]:r.push(Fe),s++}var Le=z===s}}else{let W={instancePath:t+
"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:K.properties.
error.type,parentSchema:K.properties.error,data:$};r===null?r=[W]:r.push(W),s++}var J=g===s}}else{let te={instancePath:t+"/cancelRules/ended",schemaPath:"#/$def\
s/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:K.type,parentSchema:K,data:d};r===null?r=[te]:r.push(te),s++}var at=oe===
s,Ve=A===s}if(u.cancelled!==void 0){let d=u.cancelled,A=s,oe=s,Pe=s,B=s,w=s,D=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let te;if(d.body===void 0&&(te="bod\
y")||d.error===void 0&&(te="error")){let $={};r===null?r=[$]:r.push($),s++}}var tt=D===s;if(tt){let te={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$d\
efs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:K.allOf[0].not,parentSchema:K.allOf[0],data:d};r===null?r=[te]:r.push(te),
s++}else s=w,r!==null&&(w?r.length=w:r=null);var ke=B===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let $={instancePath:t+"/cancelRules/c\
ancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:K.required,
parentSchema:K,data:d};r===null?r=[$]:r.push($),s++}let te=s;for(let $ in d)if(!($==="then"||$==="status"||$==="body"||$==="error")){let g={instancePath:t+"/can\
celRules/cancelled",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:$},message:"must NOT have add\
itional properties",schema:!1,parentSchema:K,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let $=d.then,g=s,k=K.properties.then.enum;if(!($==="cancel\
led"||$==="goes-on"||$==="removed"||$==="refused")){let M={instancePath:t+"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"\
enum",params:{allowedValues:K.properties.then.enum},message:"must be equal to one of the allowed values",schema:K.properties.then.enum,parentSchema:K.properties.
then,data:$};r===null?r=[M]:r.push(M),s++}var ge=g===s}if(d.status!==void 0){let $=d.status,g=s;if(!(typeof $=="number"&&!($%1)&&!isNaN($))){let W={instancePath:t+
"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:K.
properties.status.type,parentSchema:K.properties.status,data:$};r===null?r=[W]:r.push(W),s++}let k=s;if(typeof $=="number"){if($>599||isNaN($)){let W={instancePath:t+
"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be \
<= 599",schema:599,parentSchema:K.properties.status,data:$};r===null?r=[W]:r.push(W),s++}if($<200||isNaN($)){let W={instancePath:t+"/cancelRules/cancelled/statu\
s",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:K.
properties.status,data:$};r===null?r=[W]:r.push(W),s++}}var ge=g===s}if(d.error!==void 0){let $=d.error,g=s,k=s;if($&&typeof $=="object"&&!Array.isArray($)){if($.
code===void 0){let I={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:K.properties.error.required,parentSchema:K.properties.error,data:$};r===null?r=[I]:r.push(I),s++}if($.
message===void 0){let I={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"\
message"},message:"must have required property 'message'",schema:K.properties.error.required,parentSchema:K.properties.error,data:$};r===null?r=[I]:r.push(I),s++}
let W=s;for(let I in $)if(!(I==="code"||I==="message")){let z={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/add\
itionalProperties",keyword:"additionalProperties",params:{additionalProperty:I},message:"must NOT have additional properties",schema:!1,parentSchema:K.properties.
error,data:$};r===null?r=[z]:r.push(z),s++}if($.code!==void 0){let I=$.code,z=s,G=s;if(typeof I=="string"){if(ie(I)<1){let pe={instancePath:t+"/cancelRules/canc\
elled/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer t\
han 1 characters",schema:1,parentSchema:K.properties.error.properties.code,data:I};r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/cancelRules/can\
celled/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.
properties.error.properties.code.type,parentSchema:K.properties.error.properties.code,data:I};r===null?r=[pe]:r.push(pe),s++}var Ne=z===s}if($.message!==void 0){
let I=$.message,z=s,G=s;if(typeof I=="string"){if(ie(I)<1){let Fe={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properti\
es/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:K.properties.error.
properties.message,data:I};r===null?r=[Fe]:r.push(Fe),s++}}else{let Fe={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:K.properties.error.properties.message.type,parentSchema:K.
properties.error.properties.message,data:I};r===null?r=[Fe]:r.push(Fe),s++}var Ne=z===s}}else{let W={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#\
/$defs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:K.properties.error.type,parentSchema:K.properties.
error,data:$};r===null?r=[W]:r.push(W),s++}var ge=g===s}}else{let te={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",
params:{type:"object"},message:"must be object",schema:K.type,parentSchema:K,data:d};r===null?r=[te]:r.push(te),s++}var Et=oe===s,Ve=A===s}if(u.source!==void 0){
let d=u.source,A=s,oe=s,Pe=s;if(typeof d=="string"){if(ie(d)<1){let w={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:ne,data:d};r===null?r=[w]:r.push(w),s++}}else{let w={instancePath:t+
"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:d};r===
null?r=[w]:r.push(w),s++}var Pt=oe===s,Ve=A===s}}else{let se={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:c.properties.cancelRules.type,parentSchema:c.properties.cancelRules,data:u};r===null?r=[se]:r.push(se),s++}var m=ue===s}
if(e.disagreements!==void 0){let u=e.disagreements,ue=s,nt=s;if(Array.isArray(u)){let se=!0,d=u.length;for(let A=0;A<d;A++){let oe=u[A],Pe=s,B=s;if(oe&&typeof oe==
"object"&&!Array.isArray(oe)){if(oe.topic===void 0){let D={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"re\
quired",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.
disagreements.items,data:oe};r===null?r=[D]:r.push(D),s++}if(oe.between===void 0){let D={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreemen\
ts/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required property 'between'",schema:c.properties.disagreements.items.
required,parentSchema:c.properties.disagreements.items,data:oe};r===null?r=[D]:r.push(D),s++}if(oe.follows===void 0){let D={instancePath:t+"/disagreements/"+A,schemaPath:"\
#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"must have required property 'follows'",schema:c.properties.
disagreements.items.required,parentSchema:c.properties.disagreements.items,data:oe};r===null?r=[D]:r.push(D),s++}let w=s;for(let D in oe)if(!(D==="topic"||D==="\
between"||D==="follows")){let ae={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/additionalProperties",keyword:"additionalPrope\
rties",params:{additionalProperty:D},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.disagreements.items,data:oe};r===null?r=[
ae]:r.push(ae),s++}if(oe.topic!==void 0){let D=oe.topic,ae=s,te=s;if(typeof D=="string"){if(ie(D)<1){let $={instancePath:t+"/disagreements/"+A+"/topic",schemaPath:"\
#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.disagreements.items.properties.topic,data:D};r===null?r=[$]:r.push($),s++}}else{let $={instancePath:t+"/disagreements/"+A+"/topic",schemaPath:"#/prop\
erties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.disagreements.items.properties.
topic.type,parentSchema:c.properties.disagreements.items.properties.topic,data:D};r===null?r=[$]:r.push($),s++}var kt=ae===s}if(oe.between!==void 0){let D=oe.between,
ae=s,te=s;if(Array.isArray(D)){if(D.length<1){let M={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"#/properties/disagreements/items/properties/betwe\
en/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.disagreements.items.properties.between,
data:D};r===null?r=[M]:r.push(M),s++}let g=!0,k=D.length;for(let M=0;M<k;M++){let W=D[M],I=s,z=s,G=s;if(typeof W=="string"){if(ie(W)<1){let pe={instancePath:t+"\
/disagreements/"+A+"/between/"+M,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:ne,data:W};r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/disagreements/"+A+"/between/"+M,schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:ne.type,parentSchema:ne,data:W};r===null?r=[pe]:r.push(pe),s++}var dr=z===s,zr=I===s;zr||(g=!1)}}else{
let g={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"#/properties/disagreements/items/properties/between/type",keyword:"type",params:{type:"array"},
message:"must be array",schema:c.properties.disagreements.items.properties.between.type,parentSchema:c.properties.disagreements.items.properties.between,data:D};
r===null?r=[g]:r.push(g),s++}var kt=ae===s}if(oe.follows!==void 0){let D=oe.follows,ae=s,te=s;if(typeof D=="string"){if(ie(D)<1){let g={instancePath:t+"/disagre\
ements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have few\
er than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.follows,data:D};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+
"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:c.properties.disagreements.items.properties.follows.type,parentSchema:c.properties.disagreements.items.properties.follows,data:D};r===null?r=[g]:r.push(
g),s++}var kt=ae===s}}else{let w={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.disagreements.items.type,parentSchema:c.properties.disagreements.items,data:oe};r===null?r=[w]:r.push(w),s++}var jr=Pe===s;jr||
(se=!1)}}else{let se={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:c.properties.disagreements.type,parentSchema:c.properties.disagreements,data:u};r===null?r=[se]:r.push(se),s++}var m=ue===s}}else{let Pa={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.type,parentSchema:c,data:e};r===null?r=[Pa]:r.push(Pa),s++}return yn.
errors=r,s===0}yn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Js=me(et=>{"use strict";Object.defineProperty(et,"__esModule",{value:!0});et.regexpCode=et.getEsmExportName=et.getProperty=et.safeStringify=et.stringify=et.
strConcat=et.addCodeArg=et.str=et._=et.nil=et._Code=et.Name=et.IDENTIFIER=et._CodeOrName=void 0;var qa=class{};et._CodeOrName=qa;et.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var cs=class extends qa{constructor(t){if(super(),!et.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};et.Name=cs;var er=class extends qa{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
cs&&(a[n.str]=(a[n.str]||0)+1),a),{})}};et._Code=er;et.nil=new er("");function ic(e,...t){let a=[e[0]],n=0;for(;n<t.length;)mi(a,t[n]),a.push(e[++n]);return new er(
a)}et._=ic;var ci=new er("+");function pc(e,...t){let a=[Oa(e[0])],n=0;for(;n<t.length;)a.push(ci),mi(a,t[n]),a.push(ci,Oa(e[++n]));return Oy(a),new er(a)}et.str=
pc;function mi(e,t){t instanceof er?e.push(...t._items):t instanceof cs?e.push(t):e.push(Ay(t))}et.addCodeArg=mi;function Oy(e){let t=1;for(;t<e.length-1;){if(e[t]===
ci){let a=jy(e[t-1],e[t+1]);if(a!==void 0){e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function jy(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof cs||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof cs))return`"${e}${t.slice(1)}`}function Ty(e,t){return t.emptyStr()?e:e.emptyStr()?t:pc`${e}${t}`}et.strConcat=Ty;function Ay(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:Oa(Array.isArray(e)?e.join(","):e)}function Ny(e){return new er(Oa(e))}et.stringify=Ny;function Oa(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}et.safeStringify=Oa;function Ry(e){return typeof e=="string"&&et.IDENTIFIER.test(
e)?new er(`.${e}`):ic`[${e}]`}et.getProperty=Ry;function Iy(e){if(typeof e=="string"&&et.IDENTIFIER.test(e))return new er(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}et.getEsmExportName=Iy;function Ey(e){return new er(e.toString())}et.regexpCode=Ey});var fi=me(Wt=>{"use strict";Object.defineProperty(Wt,"__esModule",{value:!0});Wt.ValueScope=Wt.ValueScopeName=Wt.Scope=Wt.varKinds=Wt.UsedValueState=void 0;var Ct=Js(),
ui=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},Pn;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(Pn||(Wt.UsedValueState=Pn={}));Wt.varKinds={const:new Ct.Name("const"),let:new Ct.Name("let"),var:new Ct.Name("var")};var $n=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof Ct.Name?t:this.name(t)}name(t){return new Ct.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Wt.Scope=$n;var Sn=class extends Ct.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,Ct._)`.${new Ct.Name(a)}[${n}]`}};Wt.ValueScopeName=Sn;var My=(0,Ct._)`\n`,li=class extends $n{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?My:Ct.nil}}get(){return this._scope}name(t){return new Sn(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let m=s.get(r);if(m)return m}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),l=p.length;return p[l]=a.ref,o.setValue(a,{property:i,itemIndex:l}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Ct._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=Ct.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(l=>{if(p.has(l))return;p.set(l,Pn.Started);let m=a(l);if(m){let h=this.opts.es5?Wt.varKinds.var:Wt.varKinds.const;i=(0,Ct._)`${i}${h} ${l} = ${m};${this.
opts._n}`}else if(m=o?.(l))i=(0,Ct._)`${i}${m}${this.opts._n}`;else throw new ui(l);p.set(l,Pn.Completed)})}return i}};Wt.ValueScope=li});var Ke=me(We=>{"use strict";Object.defineProperty(We,"__esModule",{value:!0});We.or=We.and=We.not=We.CodeGen=We.operators=We.varKinds=We.ValueScopeName=We.ValueScope=
We.Scope=We.Name=We.regexpCode=We.stringify=We.getProperty=We.nil=We.strConcat=We.str=We._=void 0;var Ze=Js(),cr=fi(),Kr=Js();Object.defineProperty(We,"_",{enumerable:!0,
get:function(){return Kr._}});Object.defineProperty(We,"str",{enumerable:!0,get:function(){return Kr.str}});Object.defineProperty(We,"strConcat",{enumerable:!0,
get:function(){return Kr.strConcat}});Object.defineProperty(We,"nil",{enumerable:!0,get:function(){return Kr.nil}});Object.defineProperty(We,"getProperty",{enumerable:!0,
get:function(){return Kr.getProperty}});Object.defineProperty(We,"stringify",{enumerable:!0,get:function(){return Kr.stringify}});Object.defineProperty(We,"rege\
xpCode",{enumerable:!0,get:function(){return Kr.regexpCode}});Object.defineProperty(We,"Name",{enumerable:!0,get:function(){return Kr.Name}});var On=fi();Object.
defineProperty(We,"Scope",{enumerable:!0,get:function(){return On.Scope}});Object.defineProperty(We,"ValueScope",{enumerable:!0,get:function(){return On.ValueScope}});
Object.defineProperty(We,"ValueScopeName",{enumerable:!0,get:function(){return On.ValueScopeName}});Object.defineProperty(We,"varKinds",{enumerable:!0,get:function(){
return On.varKinds}});We.operators={GT:new Ze._Code(">"),GTE:new Ze._Code(">="),LT:new Ze._Code("<"),LTE:new Ze._Code("<="),EQ:new Ze._Code("==="),NEQ:new Ze._Code(
"!=="),NOT:new Ze._Code("!"),OR:new Ze._Code("||"),AND:new Ze._Code("&&"),ADD:new Ze._Code("+")};var Rr=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
hi=class extends Rr{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?cr.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=zs(this.rhs,t,a)),this}get names(){return this.
rhs instanceof Ze._CodeOrName?this.rhs.names:{}}},_n=class extends Rr{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof Ze.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=zs(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof Ze.Name?{}:{...this.lhs.names};return qn(t,this.rhs)}},yi=class extends _n{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},gi=class extends Rr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
bi=class extends Rr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},wi=class extends Rr{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},vi=class extends Rr{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=zs(this.code,t,a),this}get names(){return this.
code instanceof Ze._CodeOrName?this.code.names:{}}},ja=class extends Rr{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(Ly(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>ls(t,a.names),{})}},Ir=class extends ja{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},ki=class extends ja{},Ds=class extends Ir{};
Ds.kind="else";var ms=class e extends Ir{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Ds(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(dc(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=zs(this.condition,t,a),this}get names(){let t=super.names;return qn(t,this.condition),this.else&&ls(t,this.else.names),t}};ms.kind=
"if";var us=class extends Ir{};us.kind="for";var Pi=class extends us{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=zs(this.iteration,t,a),this}get names(){return ls(super.names,this.iteration.names)}},$i=class extends us{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?cr.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=qn(super.names,this.from);return qn(t,this.to)}},xn=class extends us{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=zs(this.iterable,t,a),this}get names(){return ls(super.names,this.iterable.names)}},Ta=class extends Ir{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};Ta.kind="func";var Aa=class extends ja{render(t){
return"return "+super.render(t)}};Aa.kind="return";var Si=class extends Ir{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&ls(t,this.catch.names),this.finally&&ls(t,this.finally.names),
t}},Na=class extends Ir{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};Na.kind="catch";var Ra=class extends Ir{render(t){
return"finally"+super.render(t)}};Ra.kind="finally";var _i=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new cr.Scope({parent:t}),this._nodes=[new ki]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new hi(t,i,n)),i}const(t,a,n){return this.
_def(cr.varKinds.const,t,a,n)}let(t,a,n){return this._def(cr.varKinds.let,t,a,n)}var(t,a,n){return this._def(cr.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new _n(t,a,n))}add(t,a){return this._leafNode(new yi(t,We.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==Ze.nil&&this._leafNode(new vi(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Ze.addCodeArg)(a,o));return a.push("}"),new Ze._Code(a)}if(t,a,n){
if(this._blockNode(new ms(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new ms(t))}else(){return this._elseNode(new Ds)}endIf(){return this._endBlockNode(ms,Ds)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new Pi(t),a)}forRange(t,a,n,o,i=this.opts.es5?cr.varKinds.var:cr.varKinds.let){let r=this.
_scope.toName(t);return this._for(new $i(i,r,a,n),()=>o(r))}forOf(t,a,n,o=cr.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof Ze.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Ze._)`${r}.length`,s=>{this.var(i,(0,Ze._)`${r}[${s}]`),n(i)})}return this._for(new xn("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?cr.varKinds.var:cr.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,Ze._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new xn("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(us)}label(t){return this._leafNode(new gi(t))}break(t){return this._leafNode(
new bi(t))}return(t){let a=new Aa;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
Aa)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new Si;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new Na(i),a(i)}return n&&(this._currNode=o.finally=new Ra,this.code(n)),this._endBlockNode(Na,Ra)}throw(t){return this._leafNode(new wi(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=Ze.nil,n,o){return this._blockNode(new Ta(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(Ta)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof ms))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};We.CodeGen=_i;function ls(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function qn(e,t){return t instanceof Ze._CodeOrName?ls(e,t.names):
e}function zs(e,t,a){if(e instanceof Ze.Name)return n(e);if(!o(e))return e;return new Ze._Code(e._items.reduce((i,r)=>(r instanceof Ze.Name&&(r=n(r)),r instanceof
Ze._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
Ze._Code&&i._items.some(r=>r instanceof Ze.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function Ly(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function dc(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,Ze._)`!${xi(e)}`}We.not=dc;var Fy=cc(We.operators.AND);function Vy(...e){return e.reduce(Fy)}We.and=Vy;var Uy=cc(We.
operators.OR);function Jy(...e){return e.reduce(Uy)}We.or=Jy;function cc(e){return(t,a)=>t===Ze.nil?a:a===Ze.nil?t:(0,Ze._)`${xi(t)} ${e} ${xi(a)}`}function xi(e){
return e instanceof Ze.Name?e:(0,Ze._)`(${e})`}});var Qe=me(He=>{"use strict";Object.defineProperty(He,"__esModule",{value:!0});He.checkStrictMode=He.getErrorPath=He.Type=He.useFunc=He.setEvaluated=He.evaluatedPropsToName=
He.mergeEvaluated=He.eachItem=He.unescapeJsonPointer=He.escapeJsonPointer=He.escapeFragment=He.unescapeFragment=He.schemaRefOrVal=He.schemaHasRulesButRef=He.schemaHasRules=
He.checkUnknownRules=He.alwaysValidSchema=He.toHash=void 0;var mt=Ke(),Dy=Js();function zy(e){let t={};for(let a of e)t[a]=!0;return t}He.toHash=zy;function Cy(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(lc(e,t),!fc(t,e.self.RULES.all))}He.alwaysValidSchema=Cy;function lc(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||gc(e,`unknown keyword: "${i}"`)}He.checkUnknownRules=lc;function fc(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}He.schemaHasRules=fc;function Wy(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}He.schemaHasRulesButRef=Wy;function Ky({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,mt._)`${a}`}return(0,mt._)`${e}${t}${(0,mt.getProperty)(n)}`}He.schemaRefOrVal=Ky;function Hy(e){return hc(decodeURIComponent(
e))}He.unescapeFragment=Hy;function By(e){return encodeURIComponent(Oi(e))}He.escapeFragment=By;function Oi(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}He.escapeJsonPointer=Oi;function hc(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}He.unescapeJsonPointer=hc;function Gy(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}He.eachItem=Gy;function mc({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof mt.Name?(i instanceof mt.Name?e(o,i,r):t(o,i,r),r):i instanceof mt.Name?(t(o,r,i),i):a(i,r);return s===mt.Name&&!(p instanceof mt.Name)?n(o,p):p}}
He.mergeEvaluated={props:mc({mergeNames:(e,t,a)=>e.if((0,mt._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,mt._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,mt._)`${a} || {}`).code((0,mt._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,mt._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,mt.
_)`${a} || {}`),ji(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:yc}),items:mc({mergeNames:(e,t,a)=>e.if((0,mt._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,mt._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,mt._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,mt._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function yc(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,mt.
_)`{}`);return t!==void 0&&ji(e,a,t),a}He.evaluatedPropsToName=yc;function ji(e,t,a){Object.keys(a).forEach(n=>e.assign((0,mt._)`${t}${(0,mt.getProperty)(n)}`,!0))}
He.setEvaluated=ji;var uc={};function Zy(e,t){return e.scopeValue("func",{ref:t,code:uc[t.code]||(uc[t.code]=new Dy._Code(t.code))})}He.useFunc=Zy;var qi;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(qi||(He.Type=qi={}));function Qy(e,t,a){if(e instanceof mt.Name){let n=t===qi.Num;return a?n?(0,mt._)`"[" + ${e} + "]"`:(0,mt.
_)`"['" + ${e} + "']"`:n?(0,mt._)`"/" + ${e}`:(0,mt._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,mt.getProperty)(e).toString():"/"+Oi(e)}
He.getErrorPath=Qy;function gc(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}He.checkStrictMode=gc});var Er=me(Ti=>{"use strict";Object.defineProperty(Ti,"__esModule",{value:!0});var At=Ke(),Xy={data:new At.Name("data"),valCxt:new At.Name("valCxt"),instancePath:new At.
Name("instancePath"),parentData:new At.Name("parentData"),parentDataProperty:new At.Name("parentDataProperty"),rootData:new At.Name("rootData"),dynamicAnchors:new At.
Name("dynamicAnchors"),vErrors:new At.Name("vErrors"),errors:new At.Name("errors"),this:new At.Name("this"),self:new At.Name("self"),scope:new At.Name("scope"),
json:new At.Name("json"),jsonPos:new At.Name("jsonPos"),jsonLen:new At.Name("jsonLen"),jsonPart:new At.Name("jsonPart")};Ti.default=Xy});var Ia=me(Nt=>{"use strict";Object.defineProperty(Nt,"__esModule",{value:!0});Nt.extendErrors=Nt.resetErrorsCount=Nt.reportExtraError=Nt.reportError=Nt.keyword$DataError=
Nt.keywordError=void 0;var Xe=Ke(),jn=Qe(),Vt=Er();Nt.keywordError={message:({keyword:e})=>(0,Xe.str)`must pass "${e}" keyword validation`};Nt.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Xe.str)`"${e}" keyword must be ${t} ($data)`:(0,Xe.str)`"${e}" keyword is invalid ($data)`};function Yy(e,t=Nt.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=vc(e,t,a);n??(r||s)?bc(i,p):wc(o,(0,Xe._)`[${p}]`)}Nt.reportError=Yy;function eg(e,t=Nt.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=vc(e,t,a);bc(o,s),i||r||wc(n,Vt.default.vErrors)}Nt.reportExtraError=eg;function tg(e,t){e.assign(Vt.default.errors,
t),e.if((0,Xe._)`${Vt.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Xe._)`${Vt.default.vErrors}.length`,t),()=>e.assign(Vt.default.vErrors,null)))}Nt.resetErrorsCount=
tg;function rg({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,Vt.default.errors,s=>{e.const(r,(0,Xe._)`${Vt.default.vErrors}[${s}]`),e.if((0,Xe._)`${r}.instancePath === undefined`,()=>e.assign((0,Xe._)`${r}.instancePath`,
(0,Xe.strConcat)(Vt.default.instancePath,i.errorPath))),e.assign((0,Xe._)`${r}.schemaPath`,(0,Xe.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Xe.
_)`${r}.schema`,a),e.assign((0,Xe._)`${r}.data`,n))})}Nt.extendErrors=rg;function bc(e,t){let a=e.const("err",t);e.if((0,Xe._)`${Vt.default.vErrors} === null`,()=>e.
assign(Vt.default.vErrors,(0,Xe._)`[${a}]`),(0,Xe._)`${Vt.default.vErrors}.push(${a})`),e.code((0,Xe._)`${Vt.default.errors}++`)}function wc(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Xe._)`new ${e.ValidationError}(${t})`):(a.assign((0,Xe._)`${n}.errors`,t),a.return(!1))}var fs={keyword:new Xe.Name("keyword"),
schemaPath:new Xe.Name("schemaPath"),params:new Xe.Name("params"),propertyName:new Xe.Name("propertyName"),message:new Xe.Name("message"),schema:new Xe.Name("sc\
hema"),parentSchema:new Xe.Name("parentSchema")};function vc(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Xe._)`{}`:sg(e,t,a)}function sg(e,t,a={}){let{gen:n,
it:o}=e,i=[ag(o,a),ng(e,a)];return og(e,t,i),n.object(...i)}function ag({errorPath:e},{instancePath:t}){let a=t?(0,Xe.str)`${e}${(0,jn.getErrorPath)(t,jn.Type.Str)}`:
e;return[Vt.default.instancePath,(0,Xe.strConcat)(Vt.default.instancePath,a)]}function ng({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Xe.str)`${t}/${e}`;return a&&(o=(0,Xe.str)`${o}${(0,jn.getErrorPath)(a,jn.Type.Str)}`),[fs.schemaPath,o]}function og(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:l,topSchemaRef:m,schemaPath:h}=s;n.push([fs.keyword,o],[fs.params,typeof t=="function"?t(e):t||(0,Xe._)`{}`]),
p.messages&&n.push([fs.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([fs.schema,r],[fs.parentSchema,(0,Xe._)`${m}${h}`],[Vt.default.data,i]),l&&n.push(
[fs.propertyName,l])}});var Pc=me(Cs=>{"use strict";Object.defineProperty(Cs,"__esModule",{value:!0});Cs.boolOrEmptySchema=Cs.topBoolOrEmptySchema=void 0;var ig=Ia(),pg=Ke(),dg=Er(),cg={
message:"boolean schema is false"};function mg(e){let{gen:t,schema:a,validateName:n}=e;a===!1?kc(e,!1):typeof a=="object"&&a.$async===!0?t.return(dg.default.data):
(t.assign((0,pg._)`${n}.errors`,null),t.return(!0))}Cs.topBoolOrEmptySchema=mg;function ug(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),kc(e)):a.var(t,!0)}Cs.
boolOrEmptySchema=ug;function kc(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,ig.reportError)(
o,cg,void 0,t)}});var Ai=me(Ws=>{"use strict";Object.defineProperty(Ws,"__esModule",{value:!0});Ws.getRules=Ws.isJSONType=void 0;var lg=["string","number","integer","boolean","nu\
ll","object","array"],fg=new Set(lg);function hg(e){return typeof e=="string"&&fg.has(e)}Ws.isJSONType=hg;function yg(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Ws.getRules=yg});var Ni=me(Hr=>{"use strict";Object.defineProperty(Hr,"__esModule",{value:!0});Hr.shouldUseRule=Hr.shouldUseGroup=Hr.schemaHasRulesForType=void 0;function gg({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&$c(e,n)}Hr.schemaHasRulesForType=gg;function $c(e,t){return t.rules.some(a=>Sc(e,a))}Hr.shouldUseGroup=$c;function Sc(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}Hr.shouldUseRule=Sc});var Ea=me(Rt=>{"use strict";Object.defineProperty(Rt,"__esModule",{value:!0});Rt.reportTypeError=Rt.checkDataTypes=Rt.checkDataType=Rt.coerceAndCheckDataType=Rt.
getJSONTypes=Rt.getSchemaTypes=Rt.DataType=void 0;var bg=Ai(),wg=Ni(),vg=Ia(),Ue=Ke(),_c=Qe(),Ks;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Ks||
(Rt.DataType=Ks={}));function kg(e){let t=xc(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}Rt.getSchemaTypes=kg;function xc(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(bg.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}Rt.getJSONTypes=xc;function Pg(e,t){
let{gen:a,data:n,opts:o}=e,i=$g(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,wg.schemaHasRulesForType)(e,t[0]));if(r){let s=Ii(t,n,o.strictNumbers,
Ks.Wrong);a.if(s,()=>{i.length?Sg(e,t,i):Ei(e)})}return r}Rt.coerceAndCheckDataType=Pg;var qc=new Set(["string","number","integer","boolean","null"]);function $g(e,t){
return t?e.filter(a=>qc.has(a)||t==="array"&&a==="array"):[]}function Sg(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,Ue._)`typeof ${o}`),s=n.let("co\
erced",(0,Ue._)`undefined`);i.coerceTypes==="array"&&n.if((0,Ue._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Ue._)`${o}[0]`).
assign(r,(0,Ue._)`typeof ${o}`).if(Ii(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Ue._)`${s} !== undefined`);for(let l of a)(qc.has(l)||l==="array"&&i.coerceTypes===
"array")&&p(l);n.else(),Ei(e),n.endIf(),n.if((0,Ue._)`${s} !== undefined`,()=>{n.assign(o,s),_g(e,s)});function p(l){switch(l){case"string":n.elseIf((0,Ue._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,Ue._)`"" + ${o}`).elseIf((0,Ue._)`${o} === null`).assign(s,(0,Ue._)`""`);return;case"number":n.elseIf((0,Ue._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Ue._)`+${o}`);return;case"integer":n.elseIf((0,Ue._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Ue._)`+${o}`);return;case"boolean":n.elseIf((0,Ue._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Ue._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Ue._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Ue._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,Ue._)`[${o}]`)}}}function _g({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,Ue._)`${t} !== undefined`,
()=>e.assign((0,Ue._)`${t}[${a}]`,n))}function Ri(e,t,a,n=Ks.Correct){let o=n===Ks.Correct?Ue.operators.EQ:Ue.operators.NEQ,i;switch(e){case"null":return(0,Ue._)`${t} ${o} null`;case"\
array":i=(0,Ue._)`Array.isArray(${t})`;break;case"object":i=(0,Ue._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,Ue._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,Ue._)`typeof ${t} ${o} ${e}`}return n===Ks.Correct?i:(0,Ue.not)(i);function r(s=Ue.nil){return(0,Ue.and)((0,Ue._)`typeof ${t} == "number"`,
s,a?(0,Ue._)`isFinite(${t})`:Ue.nil)}}Rt.checkDataType=Ri;function Ii(e,t,a,n){if(e.length===1)return Ri(e[0],t,a,n);let o,i=(0,_c.toHash)(e);if(i.array&&i.object){
let r=(0,Ue._)`typeof ${t} != "object"`;o=i.null?r:(0,Ue._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=Ue.nil;i.number&&delete i.integer;
for(let r in i)o=(0,Ue.and)(o,Ri(r,t,a,n));return o}Rt.checkDataTypes=Ii;var xg={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,Ue._)`{type: ${e}}`:(0,Ue._)`{type: ${t}}`};function Ei(e){let t=qg(e);(0,vg.reportError)(t,xg)}Rt.reportTypeError=Ei;function qg(e){let{gen:t,data:a,
schema:n}=e,o=(0,_c.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var jc=me(Tn=>{"use strict";Object.defineProperty(Tn,"__esModule",{value:!0});Tn.assignDefaults=void 0;var Hs=Ke(),Og=Qe();function jg(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)Oc(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>Oc(e,i,o.default))}Tn.assignDefaults=jg;function Oc(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,Hs._)`${i}${(0,Hs.getProperty)(t)}`;if(o){(0,Og.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Hs._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Hs._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,Hs._)`${s} = ${(0,Hs.
stringify)(a)}`)}});var tr=me(it=>{"use strict";Object.defineProperty(it,"__esModule",{value:!0});it.validateUnion=it.validateArray=it.usePattern=it.callValidateCode=it.schemaProperties=
it.allSchemaProperties=it.noPropertyInData=it.propertyInData=it.isOwnProperty=it.hasPropFunc=it.reportMissingProp=it.checkMissingProp=it.checkReportMissingProp=
void 0;var yt=Ke(),Mi=Qe(),Br=Er(),Tg=Qe();function Ag(e,t){let{gen:a,data:n,it:o}=e;a.if(Fi(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,yt.
_)`${t}`},!0),e.error()})}it.checkReportMissingProp=Ag;function Ng({gen:e,data:t,it:{opts:a}},n,o){return(0,yt.or)(...n.map(i=>(0,yt.and)(Fi(e,t,i,a.ownProperties),
(0,yt._)`${o} = ${i}`)))}it.checkMissingProp=Ng;function Rg(e,t){e.setParams({missingProperty:t},!0),e.error()}it.reportMissingProp=Rg;function Tc(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,yt._)`Object.prototype.hasOwnProperty`})}it.hasPropFunc=Tc;function Li(e,t,a){return(0,yt._)`${Tc(e)}.call(${t}, ${a})`}
it.isOwnProperty=Li;function Ig(e,t,a,n){let o=(0,yt._)`${t}${(0,yt.getProperty)(a)} !== undefined`;return n?(0,yt._)`${o} && ${Li(e,t,a)}`:o}it.propertyInData=
Ig;function Fi(e,t,a,n){let o=(0,yt._)`${t}${(0,yt.getProperty)(a)} === undefined`;return n?(0,yt.or)(o,(0,yt.not)(Li(e,t,a))):o}it.noPropertyInData=Fi;function Ac(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}it.allSchemaProperties=Ac;function Eg(e,t){return Ac(t).filter(a=>!(0,Mi.alwaysValidSchema)(e,t[a]))}it.schemaProperties=
Eg;function Mg({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,l){let m=l?(0,yt._)`${e}, ${t}, ${n}${o}`:t,h=[[Br.default.instancePath,
(0,yt.strConcat)(Br.default.instancePath,i)],[Br.default.parentData,r.parentData],[Br.default.parentDataProperty,r.parentDataProperty],[Br.default.rootData,Br.default.
rootData]];r.opts.dynamicRef&&h.push([Br.default.dynamicAnchors,Br.default.dynamicAnchors]);let v=(0,yt._)`${m}, ${a.object(...h)}`;return p!==yt.nil?(0,yt._)`${s}.call(${p}, ${v})`:
(0,yt._)`${s}(${v})`}it.callValidateCode=Mg;var Lg=(0,yt._)`new RegExp`;function Fg({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,yt._)`${o.code==="new RegExp"?Lg:(0,Tg.useFunc)(e,o)}(${a}, ${n})`})}it.usePattern=Fg;function Vg(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,yt._)`${a}.length`);t.forRange("i",0,p,l=>{e.subschema({keyword:n,dataProp:l,dataPropType:Mi.Type.Num},i),t.if((0,yt.not)(
i),s)})}}it.validateArray=Vg;function Ug(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,Mi.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,l)=>{let m=e.subschema({keyword:n,schemaProp:l,
compositeRule:!0},s);t.assign(r,(0,yt._)`${r} || ${s}`),e.mergeValidEvaluated(m,s)||t.if((0,yt.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}it.validateUnion=
Ug});var Ic=me(Pr=>{"use strict";Object.defineProperty(Pr,"__esModule",{value:!0});Pr.validateKeywordUsage=Pr.validSchemaType=Pr.funcKeywordCode=Pr.macroKeywordCode=
void 0;var Ut=Ke(),hs=Er(),Jg=tr(),Dg=Ia();function zg(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=Rc(a,n,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let l=a.name("valid");e.subschema({schema:s,schemaPath:Ut.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,
compositeRule:!0},l),e.pass(l,()=>e.error(!0))}Pr.macroKeywordCode=zg;function Cg(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;Kg(p,t);
let l=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,m=Rc(n,o,l),h=n.let("valid");e.block$data(h,v),e.ok((a=t.valid)!==null&&a!==void 0?a:h);function v(){
if(t.errors===!1)_(),t.modifying&&Nc(e),T(()=>e.error());else{let N=t.async?S():j();t.modifying&&Nc(e),T(()=>Wg(e,N))}}function S(){let N=n.let("ruleErrs",null);
return n.try(()=>_((0,Ut._)`await `),ce=>n.assign(h,!1).if((0,Ut._)`${ce} instanceof ${p.ValidationError}`,()=>n.assign(N,(0,Ut._)`${ce}.errors`),()=>n.throw(ce))),
N}function j(){let N=(0,Ut._)`${m}.errors`;return n.assign(N,null),_(Ut.nil),N}function _(N=t.async?(0,Ut._)`await `:Ut.nil){let ce=p.opts.passContext?hs.default.
this:hs.default.self,C=!("compile"in t&&!s||t.schema===!1);n.assign(h,(0,Ut._)`${N}${(0,Jg.callValidateCode)(e,m,ce,C)}`,t.modifying)}function T(N){var ce;n.if(
(0,Ut.not)((ce=t.valid)!==null&&ce!==void 0?ce:h),N)}}Pr.funcKeywordCode=Cg;function Nc(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,Ut._)`${n.
parentData}[${n.parentDataProperty}]`))}function Wg(e,t){let{gen:a}=e;a.if((0,Ut._)`Array.isArray(${t})`,()=>{a.assign(hs.default.vErrors,(0,Ut._)`${hs.default.
vErrors} === null ? ${t} : ${hs.default.vErrors}.concat(${t})`).assign(hs.default.errors,(0,Ut._)`${hs.default.vErrors}.length`),(0,Dg.extendErrors)(e)},()=>e.error())}
function Kg({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function Rc(e,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Ut.stringify)(a)})}function Hg(e,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}Pr.validSchemaType=Hg;function Bg({schema:e,
opts:t,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
p);else throw new Error(p)}}Pr.validateKeywordUsage=Bg});var Mc=me(Gr=>{"use strict";Object.defineProperty(Gr,"__esModule",{value:!0});Gr.extendSubschemaMode=Gr.extendSubschemaData=Gr.getSubschema=void 0;var $r=Ke(),Ec=Qe();
function Gg(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,$r._)`${e.schemaPath}${(0,$r.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,$r._)`${e.schemaPath}${(0,$r.getProperty)(t)}${(0,$r.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,Ec.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Gr.getSubschema=Gg;function Zg(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:l,dataPathArr:m,opts:h}=t,v=s.let("data",(0,$r._)`${t.data}${(0,$r.getProperty)(a)}`,!0);p(v),e.errorPath=(0,$r.str)`${l}${(0,Ec.
getErrorPath)(a,n,h.jsPropertySyntax)}`,e.parentDataProperty=(0,$r._)`${a}`,e.dataPathArr=[...m,e.parentDataProperty]}if(o!==void 0){let l=o instanceof $r.Name?
o:s.let("data",o,!0);p(l),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(l){e.data=l,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,l]}}Gr.extendSubschemaData=Zg;function Qg(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}Gr.extendSubschemaMode=
Qg});var Vi=me((SS,Lc)=>{"use strict";Lc.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var Vc=me((_S,Fc)=>{"use strict";var Zr=Fc.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};An(t,n,o,e,"",e)};Zr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Zr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Zr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Zr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function An(e,t,a,n,o,i,r,s,p,l){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,l);for(var m in n){var h=n[m];if(Array.isArray(h)){if(m in Zr.arrayKeywords)for(var v=0;v<h.length;v++)An(e,t,a,h[v],o+"/"+m+"/"+v,i,o,m,n,v)}else if(m in
Zr.propsKeywords){if(h&&typeof h=="object")for(var S in h)An(e,t,a,h[S],o+"/"+m+"/"+Xg(S),i,o,m,n,S)}else(m in Zr.keywords||e.allKeys&&!(m in Zr.skipKeywords))&&
An(e,t,a,h,o+"/"+m,i,o,m,n)}a(n,o,i,r,s,p,l)}}function Xg(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var Ma=me(Kt=>{"use strict";Object.defineProperty(Kt,"__esModule",{value:!0});Kt.getSchemaRefs=Kt.resolveUrl=Kt.normalizeId=Kt._getFullPath=Kt.getFullPath=Kt.inlineRef=
void 0;var Yg=Qe(),eb=Vi(),tb=Vc(),rb=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function sb(e,t=!0){return typeof e=="boolean"?!0:t===!0?!Ui(e):t?Uc(e)<=t:!1}Kt.inlineRef=sb;var ab=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Ui(e){for(let t in e){if(ab.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(Ui)||typeof a=="object"&&Ui(a))return!0}return!1}function Uc(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!rb.has(a)&&(typeof e[a]=="object"&&
(0,Yg.eachItem)(e[a],n=>t+=Uc(n)),t===1/0))return 1/0}return t}function Jc(e,t="",a){a!==!1&&(t=Bs(t));let n=e.parse(t);return Dc(e,n)}Kt.getFullPath=Jc;function Dc(e,t){
return e.serialize(t).split("#")[0]+"#"}Kt._getFullPath=Dc;var nb=/#\/?$/;function Bs(e){return e?e.replace(nb,""):""}Kt.normalizeId=Bs;function ob(e,t,a){return a=
Bs(a),e.resolve(t,a)}Kt.resolveUrl=ob;var ib=/^[a-z_][-a-z0-9._]*$/i;function pb(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Bs(
e[a]||t),i={"":o},r=Jc(n,o,!1),s={},p=new Set;return tb(e,{allKeys:!0},(h,v,S,j)=>{if(j===void 0)return;let _=r+v,T=i[j];typeof h[a]=="string"&&(T=N.call(this,h[a])),
ce.call(this,h.$anchor),ce.call(this,h.$dynamicAnchor),i[v]=T;function N(C){let U=this.opts.uriResolver.resolve;if(C=Bs(T?U(T,C):C),p.has(C))throw m(C);p.add(C);
let L=this.refs[C];return typeof L=="string"&&(L=this.refs[L]),typeof L=="object"?l(h,L.schema,C):C!==Bs(_)&&(C[0]==="#"?(l(h,s[C],C),s[C]=h):this.refs[C]=_),C}
function ce(C){if(typeof C=="string"){if(!ib.test(C))throw new Error(`invalid anchor "${C}"`);N.call(this,`#${C}`)}}}),s;function l(h,v,S){if(v!==void 0&&!eb(h,
v))throw m(S)}function m(h){return new Error(`reference "${h}" resolves to more than one schema`)}}Kt.getSchemaRefs=pb});var Va=me(Qr=>{"use strict";Object.defineProperty(Qr,"__esModule",{value:!0});Qr.getData=Qr.KeywordCxt=Qr.validateFunctionCode=void 0;var Hc=Pc(),zc=Ea(),Di=Ni(),
Nn=Ea(),db=jc(),Fa=Ic(),Ji=Mc(),we=Ke(),je=Er(),cb=Ma(),Mr=Qe(),La=Ia();function mb(e){if(Zc(e)&&(Qc(e),Gc(e))){fb(e);return}Bc(e,()=>(0,Hc.topBoolOrEmptySchema)(
e))}Qr.validateFunctionCode=mb;function Bc({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,we._)`${je.default.data}, ${je.default.valCxt}`,
n.$async,()=>{e.code((0,we._)`"use strict"; ${Cc(a,o)}`),lb(e,o),e.code(i)}):e.func(t,(0,we._)`${je.default.data}, ${ub(o)}`,n.$async,()=>e.code(Cc(a,o)).code(i))}
function ub(e){return(0,we._)`{${je.default.instancePath}="", ${je.default.parentData}, ${je.default.parentDataProperty}, ${je.default.rootData}=${je.default.data}${e.
dynamicRef?(0,we._)`, ${je.default.dynamicAnchors}={}`:we.nil}}={}`}function lb(e,t){e.if(je.default.valCxt,()=>{e.var(je.default.instancePath,(0,we._)`${je.default.
valCxt}.${je.default.instancePath}`),e.var(je.default.parentData,(0,we._)`${je.default.valCxt}.${je.default.parentData}`),e.var(je.default.parentDataProperty,(0,we.
_)`${je.default.valCxt}.${je.default.parentDataProperty}`),e.var(je.default.rootData,(0,we._)`${je.default.valCxt}.${je.default.rootData}`),t.dynamicRef&&e.var(
je.default.dynamicAnchors,(0,we._)`${je.default.valCxt}.${je.default.dynamicAnchors}`)},()=>{e.var(je.default.instancePath,(0,we._)`""`),e.var(je.default.parentData,
(0,we._)`undefined`),e.var(je.default.parentDataProperty,(0,we._)`undefined`),e.var(je.default.rootData,je.default.data),t.dynamicRef&&e.var(je.default.dynamicAnchors,
(0,we._)`{}`)})}function fb(e){let{schema:t,opts:a,gen:n}=e;Bc(e,()=>{a.$comment&&t.$comment&&Yc(e),wb(e),n.let(je.default.vErrors,null),n.let(je.default.errors,
0),a.unevaluated&&hb(e),Xc(e),Pb(e)})}function hb(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,we._)`${a}.evaluated`),t.if((0,we._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,we._)`${e.evaluated}.props`,(0,we._)`undefined`)),t.if((0,we._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,we._)`${e.evaluated}.items`,(0,we._)`undefined`))}
function Cc(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,we._)`/*# sourceURL=${a} */`:we.nil}function yb(e,t){if(Zc(
e)&&(Qc(e),Gc(e))){gb(e,t);return}(0,Hc.boolOrEmptySchema)(e,t)}function Gc({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function Zc(e){return typeof e.schema!="boolean"}function gb(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Yc(e),vb(e),kb(e);let i=n.
const("_errs",je.default.errors);Xc(e,i),n.var(t,(0,we._)`${i} === ${je.default.errors}`)}function Qc(e){(0,Mr.checkUnknownRules)(e),bb(e)}function Xc(e,t){if(e.
opts.jtd)return Wc(e,[],!1,t);let a=(0,zc.getSchemaTypes)(e.schema),n=(0,zc.coerceAndCheckDataType)(e,a);Wc(e,a,!n,t)}function bb(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,Mr.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function wb(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Mr.checkStrictMode)(e,"default is ignored in the schema root")}function vb(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,cb.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function kb(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Yc({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,we._)`${je.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,we.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,we._)`${je.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function Pb(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,we._)`${je.default.errors} === 0`,()=>t.return(je.default.data),
()=>t.throw((0,we._)`new ${o}(${je.default.vErrors})`)):(t.assign((0,we._)`${n}.errors`,je.default.vErrors),i.unevaluated&&$b(e),t.return((0,we._)`${je.default.
errors} === 0`))}function $b({gen:e,evaluated:t,props:a,items:n}){a instanceof we.Name&&e.assign((0,we._)`${t}.props`,a),n instanceof we.Name&&e.assign((0,we._)`${t}.items`,
n)}function Wc(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:l}=e,{RULES:m}=l;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Mr.schemaHasRulesButRef)(i,m))){
o.block(()=>tm(e,"$ref",m.all.$ref.definition));return}p.jtd||Sb(e,t),o.block(()=>{for(let v of m.rules)h(v);h(m.post)});function h(v){(0,Di.shouldUseGroup)(i,v)&&
(v.type?(o.if((0,Nn.checkDataType)(v.type,r,p.strictNumbers)),Kc(e,v),t.length===1&&t[0]===v.type&&a&&(o.else(),(0,Nn.reportTypeError)(e)),o.endIf()):Kc(e,v),s||
o.if((0,we._)`${je.default.errors} === ${n||0}`))}}function Kc(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,db.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,Di.shouldUseRule)(n,i)&&tm(e,i.keyword,i.definition,t.type)})}function Sb(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(_b(e,t),e.opts.allowUnionTypes||
xb(e,t),qb(e,e.dataTypes))}function _b(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{em(e.dataTypes,a)||zi(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),jb(e,t)}}function xb(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&zi(e,"use allowUnionTypes to allow uni\
on type keyword")}function qb(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,Di.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>Ob(t,r))&&zi(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function Ob(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function em(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function jb(e,t){let a=[];for(let n of e.dataTypes)em(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function zi(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Mr.checkStrictMode)(
e,t,e.opts.strictTypes)}var Rn=class{constructor(t,a,n){if((0,Fa.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Mr.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",rm(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,Fa.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",je.default.errors))}result(t,a,n){this.failResult((0,we.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,we.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,we._)`${a} !== undefined && (${(0,we.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?La.reportExtraError:La.reportError)(this,this.def.error,a)}$dataError(){
(0,La.reportError)(this,this.def.$dataError||La.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,La.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=we.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=we.nil,a=we.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,we.
or)((0,we._)`${o} === undefined`,a)),t!==we.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==we.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,we.or)(r(),s());function r(){if(n.length){if(!(a instanceof we.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,we._)`${(0,Nn.checkDataTypes)(p,a,i.opts.strictNumbers,Nn.DataType.Wrong)}`}return we.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,we._)`!${p}(${a})`}return we.nil}}subschema(t,a){let n=(0,Ji.
getSubschema)(this.it,t);(0,Ji.extendSubschemaData)(n,this.it,t),(0,Ji.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return yb(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Mr.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Mr.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,we.Name)),!0}};Qr.KeywordCxt=Rn;function tm(e,t,a,n){let o=new Rn(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,Fa.funcKeywordCode)(o,a):"macro"in a?(0,Fa.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,Fa.funcKeywordCode)(o,a)}var Tb=/^\/(?:[^~]|~0|~1)*$/,
Ab=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function rm(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return je.default.rootData;if(e[0]==="/"){if(!Tb.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=je.default.rootData}else{let l=Ab.exec(e);if(!l)throw new Error(`Invalid JSON-pointer: ${e}`);let m=+l[1];
if(o=l[2],o==="#"){if(m>=t)throw new Error(p("property/index",m));return n[t-m]}if(m>t)throw new Error(p("data",m));if(i=a[t-m],!o)return i}let r=i,s=o.split("/");
for(let l of s)l&&(i=(0,we._)`${i}${(0,we.getProperty)((0,Mr.unescapeJsonPointer)(l))}`,r=(0,we._)`${r} && ${i}`);return r;function p(l,m){return`Cannot access ${l}\
 ${m} levels up, current level is ${t}`}}Qr.getData=rm});var In=me(Wi=>{"use strict";Object.defineProperty(Wi,"__esModule",{value:!0});var Ci=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};Wi.default=Ci});var Ua=me(Bi=>{"use strict";Object.defineProperty(Bi,"__esModule",{value:!0});var Ki=Ma(),Hi=class extends Error{constructor(t,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,Ki.resolveUrl)(t,a,n),this.missingSchema=(0,Ki.normalizeId)((0,Ki.getFullPath)(t,this.missingRef))}};Bi.default=Hi});var Mn=me(rr=>{"use strict";Object.defineProperty(rr,"__esModule",{value:!0});rr.resolveSchema=rr.getCompilingSchema=rr.resolveRef=rr.compileSchema=rr.SchemaEnv=
void 0;var mr=Ke(),Nb=In(),ys=Er(),ur=Ma(),sm=Qe(),Rb=Va(),Gs=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,ur.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};rr.SchemaEnv=Gs;function Zi(e){let t=am.call(
this,e);if(t)return t;let a=(0,ur.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new mr.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:Nb.default,code:(0,mr._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let l={gen:r,allErrors:this.opts.allErrors,data:ys.default.data,parentData:ys.default.parentData,parentDataProperty:ys.
default.parentDataProperty,dataNames:[ys.default.data],dataPathArr:[mr.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,mr.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:mr.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,mr._)`""`,opts:this.opts,self:this},m;try{this._compilations.
add(e),(0,Rb.validateFunctionCode)(l),r.optimize(this.opts.code.optimize);let h=r.toString();m=`${r.scopeRefs(ys.default.scope)}return ${h}`,this.opts.code.process&&
(m=this.opts.code.process(m,e));let S=new Function(`${ys.default.self}`,`${ys.default.scope}`,m)(this,this.scope.get());if(this.scope.value(p,{ref:S}),S.errors=
null,S.schema=e.schema,S.schemaEnv=e,e.$async&&(S.$async=!0),this.opts.code.source===!0&&(S.source={validateName:p,validateCode:h,scopeValues:r._values}),this.opts.
unevaluated){let{props:j,items:_}=l;S.evaluated={props:j instanceof mr.Name?void 0:j,items:_ instanceof mr.Name?void 0:_,dynamicProps:j instanceof mr.Name,dynamicItems:_ instanceof
mr.Name},S.source&&(S.source.evaluated=(0,mr.stringify)(S.evaluated))}return e.validate=S,e}catch(h){throw delete e.validate,delete e.validateName,m&&this.logger.
error("Error compiling schema, function code:",m),h}finally{this._compilations.delete(e)}}rr.compileSchema=Zi;function Ib(e,t,a){var n;a=(0,ur.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=Lb.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Gs({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=Eb.call(this,i)}rr.resolveRef=Ib;function Eb(e){return(0,ur.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Zi.call(this,e)}function am(e){for(let t of this._compilations)if(Mb(t,e))return t}rr.getCompilingSchema=am;
function Mb(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function Lb(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||En.call(this,e,t)}function En(e,t){let a=this.opts.uriResolver.parse(t),n=(0,ur._getFullPath)(this.opts.uriResolver,a),o=(0,ur.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Gi.call(this,a,e);let i=(0,ur.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=En.call(this,e,r);return typeof s?.schema!="object"?void 0:Gi.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Zi.call(this,r),i===(0,ur.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,l=s[p];return l&&(o=(0,ur.resolveUrl)(this.opts.uriResolver,o,l)),new Gs({schema:s,schemaId:p,root:e,baseId:o})}
return Gi.call(this,a,r)}}rr.resolveSchema=En;var Fb=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Gi(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,sm.
unescapeFragment)(s)];if(p===void 0)return;a=p;let l=typeof a=="object"&&a[this.opts.schemaId];!Fb.has(s)&&l&&(t=(0,ur.resolveUrl)(this.opts.uriResolver,t,l))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,sm.schemaHasRulesButRef)(a,this.RULES)){let s=(0,ur.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=En.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Gs({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var nm=me((AS,Vb)=>{Vb.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var rp=me((NS,lm)=>{"use strict";var Ub=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Xi=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),Jb=RegExp.prototype.test.bind(/^\d*$/u),gs=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Yi=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),im=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),ep=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),Db=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),Ht=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)Ht[t]="%"+e[t>>4]+e[t&15]}function It(e){return e<2048?Ht[192|e>>6]+Ht[128|e&63]:e<65536?Ht[224|e>>12]+Ht[128|e>>6&63]+Ht[128|e&63]:Ht[240|e>>18]+Ht[128|
e>>12&63]+Ht[128|e>>6&63]+Ht[128|e&63]}function zb(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var Cb=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Wb=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),Kb=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Hb=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function Bb(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!Kb(e[t])){if(e[t]==="%"&&t+2<
e.length&&gs(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function om(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"::"+r}function Gb(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&n.length===0||!Xi(p))return;i+=2;continue}if(!Cb(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:om(o);if(i>=8)return;let r=o.
slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return om(r)}function Qi(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&Wb(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(Zb(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!Bb(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=Gb(n);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function Zb(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function pm(e){let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function Qb(e){
if(e===""||e[0]==="/")return pm(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var Xb={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Yb=/[@/?#:]/g,ew=/[@/?#]/g;function dm(e,t){let a=t?ew:Yb;return a.lastIndex=0,e.replace(a,n=>Xb[n])}
function cm(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(gs(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&Yi(r)?a+=r:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function tw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(gs(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&Yi(r)?t+=r:t+="%"+i,a+=2;continue}}if(im(
n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=um(o)?n:Ht[o];else if(o<55296||o>57343)t+=It(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(t+=It(65536+(o-55296<<10)+(i-56320)),a++):t+=It(65533)}else t+=It(65533)}}return t}function rw(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(gs(r)){a+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),im(i)&&(i!==":"||!n))a+=i;else{let r=e.
charCodeAt(o);if(r<128)a+=Ht[r];else if(r<55296||r>57343)a+=It(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=It(65536+(r-55296<<
10)+(s-56320)),o++):a+=It(65533)}else a+=It(65533)}}return a}function tp(e,t){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(gs(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=Ht[i];else if(i<55296||i>57343)a+=It(i);else if(i<=
56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=It(65536+(i-55296<<10)+(r-56320)),n++):a+=It(65533)}else a+=It(65533)}}return a}function mm(e){
return tp(e,Db)}function sw(e){return tp(e,ep)}function aw(e){return tp(e,ep)}function um(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function nw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(gs(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));Yi(r)?t+=r:t+="%"+i,a+=2;continue}}if(ep(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=um(o)?n:Ht[o];else if(o<
55296||o>57343)t+=It(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=It(65536+(o-55296<<10)+(i-56320)),a++):t+=It(65533)}else t+=
It(65533)}}return t}function ow(e){let t="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(gs(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(e[a])}return t}function iw(e){let t=[];if(e.userinfo!==void 0&&(t.push(mm(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Xi(a)){
let n=Qi(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=cm(a,!0),n=Qi(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=dm(a,!1)}t.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!Jb(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}lm.exports={nonSimpleDomain:Hb,recomposeAuthority:iw,reescapeHostDelimiters:dm,normalizePercentEncoding:cm,normalizePathEncoding:tw,serializePathEncoding:rw,
normalizeQueryFragmentEncoding:nw,encodeUserinfo:mm,encodeQuery:sw,encodeFragment:aw,escapePreservingEscapes:ow,removeDotSegments:pm,removeDotSegmentsRelative:Qb,
isIPv4:Xi,isUUID:Ub,normalizeIPv6:Qi,stringArrayToHexStripped:zb}});var bm=me((RS,gm)=>{"use strict";var{isUUID:pw}=rp(),dw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,cw=["http","https","ws","wss","ur\
n","urn:uuid"];function mw(e){return cw.indexOf(e)!==-1}function sp(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function fm(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function hm(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function uw(e){return e.secure=sp(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function lw(e){if((e.port===(sp(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function fw(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(dw);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=ap(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function hw(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||
n}`,i=ap(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function yw(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!pw(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function gw(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var ym={scheme:"\
http",domainHost:!0,parse:fm,serialize:hm},bw={scheme:"https",domainHost:ym.domainHost,parse:fm,serialize:hm},Ln={scheme:"ws",domainHost:!0,parse:uw,serialize:lw},
ww={scheme:"wss",domainHost:Ln.domainHost,parse:Ln.parse,serialize:Ln.serialize},vw={scheme:"urn",parse:fw,serialize:hw,skipNormalize:!0},kw={scheme:"urn:uuid",
parse:yw,serialize:gw,skipNormalize:!0},Fn={http:ym,https:bw,ws:Ln,wss:ww,urn:vw,"urn:uuid":kw};Object.setPrototypeOf(Fn,null);function ap(e){return e&&(Fn[e]||
Fn[e.toLowerCase()])||void 0}gm.exports={wsIsSecure:sp,SCHEMES:Fn,isValidSchemeName:mw,getSchemeHandler:ap}});var Rm=me((IS,zn)=>{"use strict";var{normalizeIPv6:$m,removeDotSegments:Da,removeDotSegmentsRelative:Sm,recomposeAuthority:Pw,normalizePercentEncoding:np,normalizePathEncoding:$w,
serializePathEncoding:wm,normalizeQueryFragmentEncoding:vm,encodeQuery:Sw,encodeFragment:_w,reescapeHostDelimiters:xw,isIPv4:_m,nonSimpleDomain:qw}=rp(),{SCHEMES:xm,
getSchemeHandler:op}=bm(),qm=/^[A-Za-z][A-Za-z0-9+.-]*$/u,Om="URI scheme is malformed.",Vn="URI host is malformed.",Ow=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function km(e){
let t=String(e);if(!qm.test(t))throw new TypeError(Om);return t}function jw(e,t){return typeof e=="string"?e=Fw(e,t):typeof e=="object"&&(e=Jn(bs(e,t),t)),e}function Tw(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:l}=Un(e,n),{parsed:m,malformedAuthorityOrPort:h,malformedPercentEncoding:v,malformedSchemeSpecific:S,malformedHost:j,malformedScheme:_}=Un(t,n);
if(i||h||r||v||s||S||p||j||l||_)throw new Error(o.error||m.error||"URI is malformed.");let T=jm(o,m,n,!0),N=op(a&&a.scheme||T.scheme),ce=T.host,C=ce!==void 0&&ce!==
""&&(_m(ce)||$m(ce).isIPV6);if(Am(T,a||{},N,C))throw new Error(Vn);Tm(T,a||{},N,C);let U=ce&&ce.indexOf("%")!==-1&&!/\P{ASCII}/u.test(ce);if(T.error&&!U)throw new Error(
T.error);return n.skipEscape=!0,bs(T,n)}function jm(e,t,a,n){let o={};if(n||(e=Jn(bs(e,a),a),t=Jn(bs(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Da(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Da(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Da(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?Sm(o.path):Da(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function Aw(e,t,a){let n=Pm(e,a),o=Pm(t,a);return n!==void 0&&o!==void 0&&n===o}function bs(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=km(a.scheme));let i=op(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=np(a.path):a.path=wm(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=km(a.scheme),o.push(a.scheme,":"));let l=Pw(a);if(l!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(l),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let m=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(m=s&&m[0]!==
"/"?Sm(m):Da(m)),s&&(m=wm(m,!0)),l===void 0&&m[0]==="/"&&m[1]==="/"&&(m="/%2F"+m.slice(2)),o.push(m)}return a.query!==void 0&&o.push("?",Sw(a.query)),a.fragment!==
void 0&&o.push("#",_w(a.fragment)),o.join("")}var Nw=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
Rw=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,Iw=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function Ew(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Ja(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Dn(e){return e[0]==="["&&e[e.
length-1]==="]"}function Mw(e){let t=e[4];return Ja(e[3])||t!==void 0&&!Dn(t)&&Ja(t)||Ja(e[6])||Ja(e[7])||Ja(e[8])}function Tm(e,t,a,n){if(Am(e,t,a,n))return e.
error=e.error||Vn,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!Dn(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&qw(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!Lw(o))return e.error=e.error||Vn,!0;e.host=o.hostname}
return!1}function Am(e,t,a,n){return!!(e.host&&n===!1&&!Dn(e.host)&&(t.domainHost||a&&a.domainHost)&&Ow.test(e.host))}function Lw(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function Un(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,l=!1,m=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let h=e.match(
Rw);h!==null&&h[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let v=e.match(Iw);if(v!==null){let j=v[1],_=j.replace(
/[\t\n\r]/g,"");_.length>=2&&(_.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):j.length!==_.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let S=e.match(Nw);if(S){n.scheme=S[1],n.userinfo=S[3],n.host=S[4],n.port=parseInt(S[5],10),
n.path=S[6]||"",n.query=S[7],n.fragment=S[8],n.scheme!==void 0&&(qm.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||Om,l=!0)),i=Mw(S),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=S[5]);let j=Ew(n,S);if(j!==void 0&&(n.error=n.error||j,o=!0),n.host)if(_m(n.host)===
!1){let N=Dn(n.host),ce=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,C=$m(n.host);m=C.isIPV6||C.isIPVFuture===!0,p=ce&&(!N||C.error===!0),n.host=m?C.host:
C.host.toLowerCase(),p&&(n.error=n.error||Vn,o=!0)}else m=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let _=op(a.scheme||n.scheme);if(p||(s=Tm(n,a,_,m)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let T=m?n.host:np(n.host,!0);m||(T=np(T.toLowerCase())),n.host=m||a.scheme!=="null"?xw(T,m):T}(!_||_&&!_.skipNormalize)&&(n.path&&(n.path=
$w(n.path)),n.query&&(n.query=vm(n.query)),n.fragment&&(n.fragment=vm(n.fragment))),_&&_.parse&&(_.parse(n,a),_===xm.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:l}}
function Jn(e,t){return Un(e,t).parsed}function Fw(e,t){return Nm(e,t).normalized}function Nm(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=Un(e,t);return{normalized:n||o||i||r||s?e:bs(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function Pm(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
bs(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=Nm(a,t);
return o||i||r||s||p?void 0:n}var ip={SCHEMES:xm,normalize:jw,resolve:Tw,resolveComponent:jm,equal:Aw,serialize:bs,parse:Jn};zn.exports=ip;zn.exports.default=ip;
zn.exports.fastUri=ip});var Em=me(pp=>{"use strict";Object.defineProperty(pp,"__esModule",{value:!0});var Im=Rm();Im.code='require("ajv/dist/runtime/uri").default';pp.default=Im});var zm=me(Ot=>{"use strict";Object.defineProperty(Ot,"__esModule",{value:!0});Ot.CodeGen=Ot.Name=Ot.nil=Ot.stringify=Ot.str=Ot._=Ot.KeywordCxt=void 0;var Vw=Va();
Object.defineProperty(Ot,"KeywordCxt",{enumerable:!0,get:function(){return Vw.KeywordCxt}});var Zs=Ke();Object.defineProperty(Ot,"_",{enumerable:!0,get:function(){
return Zs._}});Object.defineProperty(Ot,"str",{enumerable:!0,get:function(){return Zs.str}});Object.defineProperty(Ot,"stringify",{enumerable:!0,get:function(){
return Zs.stringify}});Object.defineProperty(Ot,"nil",{enumerable:!0,get:function(){return Zs.nil}});Object.defineProperty(Ot,"Name",{enumerable:!0,get:function(){
return Zs.Name}});Object.defineProperty(Ot,"CodeGen",{enumerable:!0,get:function(){return Zs.CodeGen}});var Uw=In(),Um=Ua(),Jw=Ai(),za=Mn(),Dw=Ke(),Ca=Ma(),Cn=Ea(),
cp=Qe(),Mm=nm(),zw=Em(),Jm=(e,t)=>new RegExp(e,t);Jm.code="new RegExp";var Cw=["removeAdditional","useDefaults","coerceTypes"],Ww=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),Kw={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Hw={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},Lm=200;function Bw(e){
var t,a,n,o,i,r,s,p,l,m,h,v,S,j,_,T,N,ce,C,U,L,ve,le,st,R;let ee=e.strict,Se=(t=e.code)===null||t===void 0?void 0:t.optimize,dt=Se===!0||Se===void 0?1:Se||0,Q=(n=
(a=e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:Jm,O=(o=e.uriResolver)!==null&&o!==void 0?o:zw.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:ee)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:ee)!==null&&p!==void 0?p:!0,strictTypes:(m=(l=e.strictTypes)!==
null&&l!==void 0?l:ee)!==null&&m!==void 0?m:"log",strictTuples:(v=(h=e.strictTuples)!==null&&h!==void 0?h:ee)!==null&&v!==void 0?v:"log",strictRequired:(j=(S=e.
strictRequired)!==null&&S!==void 0?S:ee)!==null&&j!==void 0?j:!1,code:e.code?{...e.code,optimize:dt,regExp:Q}:{optimize:dt,regExp:Q},loopRequired:(_=e.loopRequired)!==
null&&_!==void 0?_:Lm,loopEnum:(T=e.loopEnum)!==null&&T!==void 0?T:Lm,meta:(N=e.meta)!==null&&N!==void 0?N:!0,messages:(ce=e.messages)!==null&&ce!==void 0?ce:!0,
inlineRefs:(C=e.inlineRefs)!==null&&C!==void 0?C:!0,schemaId:(U=e.schemaId)!==null&&U!==void 0?U:"$id",addUsedSchema:(L=e.addUsedSchema)!==null&&L!==void 0?L:!0,
validateSchema:(ve=e.validateSchema)!==null&&ve!==void 0?ve:!0,validateFormats:(le=e.validateFormats)!==null&&le!==void 0?le:!0,unicodeRegExp:(st=e.unicodeRegExp)!==
null&&st!==void 0?st:!0,int32range:(R=e.int32range)!==null&&R!==void 0?R:!0,uriResolver:O}}var Wa=class{constructor(t={}){this.schemas={},this.refs={},this.formats=
Object.create(null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,...Bw(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new Dw.
ValueScope({scope:{},prefixes:Ww,es5:a,lines:n}),this.logger=ev(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,Jw.getRules)(),Fm.call(this,
Kw,t,"NOT SUPPORTED"),Fm.call(this,Hw,t,"DEPRECATED","warn"),this._metaOpts=Xw.call(this),t.formats&&Zw.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),
t.keywords&&Qw.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),Gw.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$\
async")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=Mm;n==="id"&&(o={...Mm},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(m,h){await i.call(this,m.$schema);let v=this._addSchema(m,h);return v.validate||r.
call(this,v)}async function i(m){m&&!this.getSchema(m)&&await o.call(this,{$ref:m},!0)}async function r(m){try{return this._compileSchemaEnv(m)}catch(h){if(!(h instanceof
Um.default))throw h;return s.call(this,h),await p.call(this,h.missingSchema),r.call(this,m)}}function s({missingSchema:m,missingRef:h}){if(this.refs[m])throw new Error(
`AnySchema ${m} is loaded but ${h} cannot be resolved`)}async function p(m){let h=await l.call(this,m);this.refs[m]||await i.call(this,h.$schema),this.refs[m]||
this.addSchema(h,m,a)}async function l(m){let h=this._loading[m];if(h)return h;try{return await(this._loading[m]=n(m))}finally{delete this._loading[m]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Ca.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=Vm.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new za.SchemaEnv({schema:{},schemaId:n});if(a=za.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=Vm.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Ca.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(rv.call(this,n,a),!a)return(0,cp.eachItem)(n,i=>dp.call(this,i)),this;av.call(this,a);let o={...a,type:(0,Cn.getJSONTypes)(
a.type),schemaType:(0,Cn.getJSONTypes)(a.schemaType)};return(0,cp.eachItem)(n,o.type.length===0?i=>dp.call(this,i,o):i=>o.type.forEach(r=>dp.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:l}=p.definition,m=r[s];l&&m&&(r[s]=Dm(m))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Ca.normalizeId)(r||n);let l=Ca.getSchemaRefs.call(this,t,n);return p=new za.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:l}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):za.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{za.compileSchema.call(this,t)}finally{this.opts=a}}};Wa.ValidationError=Uw.default;Wa.MissingRefError=Um.default;Ot.default=Wa;
function Fm(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function Vm(e){return e=(0,Ca.normalizeId)(e),this.schemas[e]||
this.refs[e]}function Gw(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function Zw(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function Qw(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function Xw(){let e={...this.opts};for(let t of Cw)
delete e[t];return e}var Yw={log(){},warn(){},error(){}};function ev(e){if(e===!1)return Yw;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var tv=/^[a-z_$][a-z0-9_$:-]*$/i;function rv(e,t){let{RULES:a}=this;if((0,cp.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!tv.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function dp(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,Cn.getJSONTypes)(t.type),schemaType:(0,Cn.getJSONTypes)(t.schemaType)}};t.before?sv.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function sv(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function av(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=Dm(t)),e.validateSchema=
this.compile(t,!0))}var nv={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function Dm(e){return{anyOf:[e,nv]}}});var Cm=me(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var ov={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};mp.default=ov});var Bm=me(ws=>{"use strict";Object.defineProperty(ws,"__esModule",{value:!0});ws.callRef=ws.getValidate=void 0;var iv=Ua(),Wm=tr(),Bt=Ke(),Qs=Er(),Km=Mn(),Wn=Qe(),
pv={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:l}=i;if((a==="#"||a==="#/")&&
o===l.baseId)return h();let m=Km.resolveRef.call(p,l,o,a);if(m===void 0)throw new iv.default(n.opts.uriResolver,o,a);if(m instanceof Km.SchemaEnv)return v(m);return S(
m);function h(){if(i===l)return Kn(e,r,i,i.$async);let j=t.scopeValue("root",{ref:l});return Kn(e,(0,Bt._)`${j}.validate`,l,l.$async)}function v(j){let _=Hm(e,j);
Kn(e,_,j,j.$async)}function S(j){let _=t.scopeValue("schema",s.code.source===!0?{ref:j,code:(0,Bt.stringify)(j)}:{ref:j}),T=t.name("valid"),N=e.subschema({schema:j,
dataTypes:[],schemaPath:Bt.nil,topSchemaRef:_,errSchemaPath:a},T);e.mergeEvaluated(N),e.ok(T)}}};function Hm(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,Bt._)`${a.scopeValue("wrapper",{ref:t})}.validate`}ws.getValidate=Hm;function Kn(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,l=p.passContext?Qs.default.this:Bt.nil;n?m():h();function m(){if(!s.$async)throw new Error("async schema referenced by sync schema");let j=o.let("vali\
d");o.try(()=>{o.code((0,Bt._)`await ${(0,Wm.callValidateCode)(e,t,l)}`),S(t),r||o.assign(j,!0)},_=>{o.if((0,Bt._)`!(${_} instanceof ${i.ValidationError})`,()=>o.
throw(_)),v(_),r||o.assign(j,!1)}),e.ok(j)}function h(){e.result((0,Wm.callValidateCode)(e,t,l),()=>S(t),()=>v(t))}function v(j){let _=(0,Bt._)`${j}.errors`;o.assign(
Qs.default.vErrors,(0,Bt._)`${Qs.default.vErrors} === null ? ${_} : ${Qs.default.vErrors}.concat(${_})`),o.assign(Qs.default.errors,(0,Bt._)`${Qs.default.vErrors}.length`)}
function S(j){var _;if(!i.opts.unevaluated)return;let T=(_=a?.validate)===null||_===void 0?void 0:_.evaluated;if(i.props!==!0)if(T&&!T.dynamicProps)T.props!==void 0&&
(i.props=Wn.mergeEvaluated.props(o,T.props,i.props));else{let N=o.var("props",(0,Bt._)`${j}.evaluated.props`);i.props=Wn.mergeEvaluated.props(o,N,i.props,Bt.Name)}
if(i.items!==!0)if(T&&!T.dynamicItems)T.items!==void 0&&(i.items=Wn.mergeEvaluated.items(o,T.items,i.items));else{let N=o.var("items",(0,Bt._)`${j}.evaluated.items`);
i.items=Wn.mergeEvaluated.items(o,N,i.items,Bt.Name)}}}ws.callRef=Kn;ws.default=pv});var Gm=me(up=>{"use strict";Object.defineProperty(up,"__esModule",{value:!0});var dv=Cm(),cv=Bm(),mv=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",dv.default,cv.default];up.default=mv});var Zm=me(lp=>{"use strict";Object.defineProperty(lp,"__esModule",{value:!0});var Hn=Ke(),Xr=Hn.operators,Bn={maximum:{okStr:"<=",ok:Xr.LTE,fail:Xr.GT},minimum:{
okStr:">=",ok:Xr.GTE,fail:Xr.LT},exclusiveMaximum:{okStr:"<",ok:Xr.LT,fail:Xr.GTE},exclusiveMinimum:{okStr:">",ok:Xr.GT,fail:Xr.LTE}},uv={message:({keyword:e,schemaCode:t})=>(0,Hn.
str)`must be ${Bn[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,Hn._)`{comparison: ${Bn[e].okStr}, limit: ${t}}`},lv={keyword:Object.keys(Bn),type:"numb\
er",schemaType:"number",$data:!0,error:uv,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,Hn._)`${a} ${Bn[t].fail} ${n} || isNaN(${a})`)}};lp.default=
lv});var Qm=me(fp=>{"use strict";Object.defineProperty(fp,"__esModule",{value:!0});var Ka=Ke(),fv={message:({schemaCode:e})=>(0,Ka.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,Ka._)`{multipleOf: ${e}}`},hv={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:fv,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,Ka._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,Ka._)`${r} !== parseInt(${r})`;e.fail$data((0,Ka.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};fp.default=hv});var Xm=me(hp=>{"use strict";Object.defineProperty(hp,"__esModule",{value:!0});var vs=Ke(),yv=Qe(),gv=Yo(),bv={message({keyword:e,schemaCode:t}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,vs.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,vs._)`{limit: ${e}}`},wv={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:bv,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?vs.operators.GT:vs.operators.LT,
r=o.opts.unicode===!1?(0,vs._)`${a}.length`:(0,vs._)`${(0,yv.useFunc)(e.gen,gv.default)}(${a})`;e.fail$data((0,vs._)`${r} ${i} ${n}`)}};hp.default=wv});var Ym=me(yp=>{"use strict";Object.defineProperty(yp,"__esModule",{value:!0});var vv=tr(),kv=Qe(),Xs=Ke(),Pv={message:({schemaCode:e})=>(0,Xs.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,Xs._)`{pattern: ${e}}`},$v={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Pv,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,l=p.code==="new RegExp"?(0,Xs._)`new RegExp`:(0,kv.useFunc)(t,p),m=t.let("val\
id");t.try(()=>t.assign(m,(0,Xs._)`${l}(${i}, ${s}).test(${a})`),()=>t.assign(m,!1)),e.fail$data((0,Xs._)`!${m}`)}else{let p=(0,vv.usePattern)(e,o);e.fail$data(
(0,Xs._)`!${p}.test(${a})`)}}};yp.default=$v});var eu=me(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var Ha=Ke(),Sv={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,Ha.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,Ha._)`{limit: ${e}}`},_v={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:Sv,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?Ha.operators.GT:Ha.operators.LT;e.fail$data(
(0,Ha._)`Object.keys(${a}).length ${o} ${n}`)}};gp.default=_v});var tu=me(bp=>{"use strict";Object.defineProperty(bp,"__esModule",{value:!0});var Ba=tr(),Ga=Ke(),xv=Qe(),qv={message:({params:{missingProperty:e}})=>(0,Ga.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Ga._)`{missingProperty: ${e}}`},Ov={keyword:"required",type:"object",schemaType:"array",$data:!0,error:qv,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?l():m(),s.strictRequired){
let S=e.parentSchema.properties,{definedProperties:j}=e.it;for(let _ of a)if(S?.[_]===void 0&&!j.has(_)){let T=r.schemaEnv.baseId+r.errSchemaPath,N=`required pr\
operty "${_}" is not defined at "${T}" (strictRequired)`;(0,xv.checkStrictMode)(r,N,r.opts.strictRequired)}}function l(){if(p||i)e.block$data(Ga.nil,h);else for(let S of a)
(0,Ba.checkReportMissingProp)(e,S)}function m(){let S=t.let("missing");if(p||i){let j=t.let("valid",!0);e.block$data(j,()=>v(S,j)),e.ok(j)}else t.if((0,Ba.checkMissingProp)(
e,a,S)),(0,Ba.reportMissingProp)(e,S),t.else()}function h(){t.forOf("prop",n,S=>{e.setParams({missingProperty:S}),t.if((0,Ba.noPropertyInData)(t,o,S,s.ownProperties),
()=>e.error())})}function v(S,j){e.setParams({missingProperty:S}),t.forOf(S,n,()=>{t.assign(j,(0,Ba.propertyInData)(t,o,S,s.ownProperties)),t.if((0,Ga.not)(j),()=>{
e.error(),t.break()})},Ga.nil)}}};bp.default=Ov});var ru=me(wp=>{"use strict";Object.defineProperty(wp,"__esModule",{value:!0});var Za=Ke(),jv={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"few\
er";return(0,Za.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Za._)`{limit: ${e}}`},Tv={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:jv,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Za.operators.GT:Za.operators.LT;e.fail$data((0,Za._)`${a}.length ${o} ${n}`)}};
wp.default=Tv});var Gn=me(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var su=Vi();su.code='require("ajv/dist/runtime/equal").default';vp.default=su});var au=me(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var kp=Ea(),jt=Ke(),Av=Qe(),Nv=Gn(),Rv={message:({params:{i:e,j:t}})=>(0,jt.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,jt._)`{i: ${e}, j: ${t}}`},Iv={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:Rv,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),l=i.items?(0,kp.getSchemaTypes)(i.items):[];e.block$data(p,m,(0,jt._)`${r} === false`),
e.ok(p);function m(){let j=t.let("i",(0,jt._)`${a}.length`),_=t.let("j");e.setParams({i:j,j:_}),t.assign(p,!0),t.if((0,jt._)`${j} > 1`,()=>(h()?v:S)(j,_))}function h(){
return l.length>0&&!l.some(j=>j==="object"||j==="array")}function v(j,_){let T=t.name("item"),N=(0,kp.checkDataTypes)(l,T,s.opts.strictNumbers,kp.DataType.Wrong),
ce=t.const("indices",(0,jt._)`{}`);t.for((0,jt._)`;${j}--;`,()=>{t.let(T,(0,jt._)`${a}[${j}]`),t.if(N,(0,jt._)`continue`),l.length>1&&t.if((0,jt._)`typeof ${T} == "string"`,
(0,jt._)`${T} += "_"`),t.if((0,jt._)`typeof ${ce}[${T}] == "number"`,()=>{t.assign(_,(0,jt._)`${ce}[${T}]`),e.error(),t.assign(p,!1).break()}).code((0,jt._)`${ce}[${T}] = ${j}`)})}
function S(j,_){let T=(0,Av.useFunc)(t,Nv.default),N=t.name("outer");t.label(N).for((0,jt._)`;${j}--;`,()=>t.for((0,jt._)`${_} = ${j}; ${_}--;`,()=>t.if((0,jt._)`${T}(${a}[${j}], ${a}[${_}])`,
()=>{e.error(),t.assign(p,!1).break(N)})))}}};Pp.default=Iv});var nu=me(Sp=>{"use strict";Object.defineProperty(Sp,"__esModule",{value:!0});var $p=Ke(),Ev=Qe(),Mv=Gn(),Lv={message:"must be equal to constant",params:({schemaCode:e})=>(0,$p.
_)`{allowedValue: ${e}}`},Fv={keyword:"const",$data:!0,error:Lv,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,$p.
_)`!${(0,Ev.useFunc)(t,Mv.default)}(${a}, ${o})`):e.fail((0,$p._)`${i} !== ${a}`)}};Sp.default=Fv});var ou=me(_p=>{"use strict";Object.defineProperty(_p,"__esModule",{value:!0});var Qa=Ke(),Vv=Qe(),Uv=Gn(),Jv={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,Qa._)`{allowedValues: ${e}}`},Dv={keyword:"enum",schemaType:"array",$data:!0,error:Jv,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,l=()=>p??(p=(0,Vv.useFunc)(t,Uv.default)),m;if(s||
n)m=t.let("valid"),e.block$data(m,h);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let S=t.const("vSchema",i);m=(0,Qa.or)(...o.map((j,_)=>v(
S,_)))}e.pass(m);function h(){t.assign(m,!1),t.forOf("v",i,S=>t.if((0,Qa._)`${l()}(${a}, ${S})`,()=>t.assign(m,!0).break()))}function v(S,j){let _=o[j];return typeof _==
"object"&&_!==null?(0,Qa._)`${l()}(${a}, ${S}[${j}])`:(0,Qa._)`${a} === ${_}`}}};_p.default=Dv});var iu=me(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var zv=Zm(),Cv=Qm(),Wv=Xm(),Kv=Ym(),Hv=eu(),Bv=tu(),Gv=ru(),Zv=au(),Qv=nu(),Xv=ou(),
Yv=[zv.default,Cv.default,Wv.default,Kv.default,Hv.default,Bv.default,Gv.default,Zv.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},Qv.default,Xv.default];xp.default=Yv});var Op=me(Xa=>{"use strict";Object.defineProperty(Xa,"__esModule",{value:!0});Xa.validateAdditionalItems=void 0;var ks=Ke(),qp=Qe(),ek={message:({params:{len:e}})=>(0,ks.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,ks._)`{limit: ${e}}`},tk={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:ek,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,qp.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}pu(e,n)}};function pu(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,ks._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,ks._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,qp.alwaysValidSchema)(r,n)){let l=a.var("valid",(0,ks.
_)`${s} <= ${t.length}`);a.if((0,ks.not)(l),()=>p(l)),e.ok(l)}function p(l){a.forRange("i",t.length,s,m=>{e.subschema({keyword:i,dataProp:m,dataPropType:qp.Type.
Num},l),r.allErrors||a.if((0,ks.not)(l),()=>a.break())})}}Xa.validateAdditionalItems=pu;Xa.default=tk});var jp=me(Ya=>{"use strict";Object.defineProperty(Ya,"__esModule",{value:!0});Ya.validateTuple=void 0;var du=Ke(),Zn=Qe(),rk=tr(),sk={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return cu(e,"additionalItems",t);a.items=!0,!(0,Zn.
alwaysValidSchema)(a,t)&&e.ok((0,rk.validateArray)(e))}};function cu(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;m(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Zn.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),l=n.const("len",(0,du._)`${i}.length`);a.forEach((h,v)=>{(0,Zn.
alwaysValidSchema)(s,h)||(n.if((0,du._)`${l} > ${v}`,()=>e.subschema({keyword:r,schemaProp:v,dataProp:v},p)),e.ok(p))});function m(h){let{opts:v,errSchemaPath:S}=s,
j=a.length,_=j===h.minItems&&(j===h.maxItems||h[t]===!1);if(v.strictTuples&&!_){let T=`"${r}" is ${j}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${S}"`;(0,Zn.checkStrictMode)(s,T,v.strictTuples)}}}Ya.validateTuple=cu;Ya.default=sk});var mu=me(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var ak=jp(),nk={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,ak.validateTuple)(e,"items")};Tp.default=nk});var lu=me(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var uu=Ke(),ok=Qe(),ik=tr(),pk=Op(),dk={message:({params:{len:e}})=>(0,uu.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,uu._)`{limit: ${e}}`},ck={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:dk,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,ok.alwaysValidSchema)(n,t)&&(o?(0,pk.validateAdditionalItems)(e,o):e.ok((0,ik.validateArray)(e)))}};Ap.default=
ck});var fu=me(Np=>{"use strict";Object.defineProperty(Np,"__esModule",{value:!0});var sr=Ke(),Qn=Qe(),mk={message:({params:{min:e,max:t}})=>t===void 0?(0,sr.str)`must contain at least ${e} valid item(s)`:
(0,sr.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,sr._)`{minContains: ${e}}`:(0,sr._)`{minContains: ${e}, maxContains: ${t}}`},
uk={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:mk,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:l}=n;i.opts.next?(r=p===void 0?1:p,s=l):r=1;let m=t.const("len",(0,sr._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Qn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Qn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Qn.alwaysValidSchema)(i,a)){let _=(0,sr._)`${m} >= ${r}`;s!==void 0&&(_=(0,sr._)`${_} && ${m} <= ${s}`),
e.pass(_);return}i.items=!0;let h=t.name("valid");s===void 0&&r===1?S(h,()=>t.if(h,()=>t.break())):r===0?(t.let(h,!0),s!==void 0&&t.if((0,sr._)`${o}.length > 0`,
v)):(t.let(h,!1),v()),e.result(h,()=>e.reset());function v(){let _=t.name("_valid"),T=t.let("count",0);S(_,()=>t.if(_,()=>j(T)))}function S(_,T){t.forRange("i",
0,m,N=>{e.subschema({keyword:"contains",dataProp:N,dataPropType:Qn.Type.Num,compositeRule:!0},_),T()})}function j(_){t.code((0,sr._)`${_}++`),s===void 0?t.if((0,sr.
_)`${_} >= ${r}`,()=>t.assign(h,!0).break()):(t.if((0,sr._)`${_} > ${s}`,()=>t.assign(h,!1).break()),r===1?t.assign(h,!0):t.if((0,sr._)`${_} >= ${r}`,()=>t.assign(
h,!0)))}}};Np.default=uk});var gu=me(Sr=>{"use strict";Object.defineProperty(Sr,"__esModule",{value:!0});Sr.validateSchemaDeps=Sr.validatePropertyDeps=Sr.error=void 0;var Rp=Ke(),lk=Qe(),
en=tr();Sr.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,Rp.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,Rp._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var fk={keyword:"dependencies",type:"object",schemaType:"object",error:Sr.error,code(e){let[t,a]=hk(e);hu(e,t),yu(e,a)}};function hk({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function hu(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,en.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let l of s)(0,en.checkReportMissingProp)(e,l)}):(a.if((0,Rp._)`${p} && (${(0,en.
checkMissingProp)(e,s,i)})`),(0,en.reportMissingProp)(e,i),a.else())}}Sr.validatePropertyDeps=hu;function yu(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,lk.alwaysValidSchema)(i,t[s])||(a.if((0,en.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}Sr.validateSchemaDeps=yu;Sr.default=fk});var wu=me(Ip=>{"use strict";Object.defineProperty(Ip,"__esModule",{value:!0});var bu=Ke(),yk=Qe(),gk={message:"property name must be valid",params:({params:e})=>(0,bu.
_)`{propertyName: ${e.propertyName}}`},bk={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:gk,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,yk.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,bu.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};Ip.default=bk});var Mp=me(Ep=>{"use strict";Object.defineProperty(Ep,"__esModule",{value:!0});var Xn=tr(),lr=Ke(),wk=Er(),Yn=Qe(),vk={message:"must NOT have additional properti\
es",params:({params:e})=>(0,lr._)`{additionalProperty: ${e.additionalProperty}}`},kk={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:vk,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Yn.alwaysValidSchema)(r,a))return;let l=(0,Xn.allSchemaProperties)(n.properties),m=(0,Xn.
allSchemaProperties)(n.patternProperties);h(),e.ok((0,lr._)`${i} === ${wk.default.errors}`);function h(){t.forIn("key",o,T=>{!l.length&&!m.length?j(T):t.if(v(T),
()=>j(T))})}function v(T){let N;if(l.length>8){let ce=(0,Yn.schemaRefOrVal)(r,n.properties,"properties");N=(0,Xn.isOwnProperty)(t,ce,T)}else l.length?N=(0,lr.or)(
...l.map(ce=>(0,lr._)`${T} === ${ce}`)):N=lr.nil;return m.length&&(N=(0,lr.or)(N,...m.map(ce=>(0,lr._)`${(0,Xn.usePattern)(e,ce)}.test(${T})`))),(0,lr.not)(N)}function S(T){
t.code((0,lr._)`delete ${o}[${T}]`)}function j(T){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){S(T);return}if(a===!1){e.setParams({additionalProperty:T}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Yn.alwaysValidSchema)(r,a)){let N=t.name("valid");p.removeAdditional==="failing"?(_(T,N,!1),t.if((0,lr.
not)(N),()=>{e.reset(),S(T)})):(_(T,N),s||t.if((0,lr.not)(N),()=>t.break()))}}function _(T,N,ce){let C={keyword:"additionalProperties",dataProp:T,dataPropType:Yn.
Type.Str};ce===!1&&Object.assign(C,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(C,N)}}};Ep.default=kk});var Pu=me(Fp=>{"use strict";Object.defineProperty(Fp,"__esModule",{value:!0});var Pk=Va(),vu=tr(),Lp=Qe(),ku=Mp(),$k={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&ku.default.code(new Pk.KeywordCxt(
i,ku.default,"additionalProperties"));let r=(0,vu.allSchemaProperties)(a);for(let h of r)i.definedProperties.add(h);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=Lp.mergeEvaluated.props(t,(0,Lp.toHash)(r),i.props));let s=r.filter(h=>!(0,Lp.alwaysValidSchema)(i,a[h]));if(s.length===0)return;let p=t.name("valid");
for(let h of s)l(h)?m(h):(t.if((0,vu.propertyInData)(t,o,h,i.opts.ownProperties)),m(h),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(h),
e.ok(p);function l(h){return i.opts.useDefaults&&!i.compositeRule&&a[h].default!==void 0}function m(h){e.subschema({keyword:"properties",schemaProp:h,dataProp:h},
p)}}};Fp.default=$k});var xu=me(Vp=>{"use strict";Object.defineProperty(Vp,"__esModule",{value:!0});var $u=tr(),eo=Ke(),Su=Qe(),_u=Qe(),Sk={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,$u.allSchemaProperties)(a),p=s.filter(_=>(0,Su.alwaysValidSchema)(i,
a[_]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let l=r.strictSchema&&!r.allowMatchingProperties&&o.properties,m=t.name(
"valid");i.props!==!0&&!(i.props instanceof eo.Name)&&(i.props=(0,_u.evaluatedPropsToName)(t,i.props));let{props:h}=i;v();function v(){for(let _ of s)l&&S(_),i.
allErrors?j(_):(t.var(m,!0),j(_),t.if(m))}function S(_){for(let T in l)new RegExp(_).test(T)&&(0,Su.checkStrictMode)(i,`property ${T} matches pattern ${_} (use \
allowMatchingProperties)`)}function j(_){t.forIn("key",n,T=>{t.if((0,eo._)`${(0,$u.usePattern)(e,_)}.test(${T})`,()=>{let N=p.includes(_);N||e.subschema({keyword:"\
patternProperties",schemaProp:_,dataProp:T,dataPropType:_u.Type.Str},m),i.opts.unevaluated&&h!==!0?t.assign((0,eo._)`${h}[${T}]`,!0):!N&&!i.allErrors&&t.if((0,eo.
not)(m),()=>t.break())})})}}};Vp.default=Sk});var qu=me(Up=>{"use strict";Object.defineProperty(Up,"__esModule",{value:!0});var _k=Qe(),xk={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,_k.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Up.default=xk});var Ou=me(Jp=>{"use strict";Object.defineProperty(Jp,"__esModule",{value:!0});var qk=tr(),Ok={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:qk.validateUnion,
error:{message:"must match a schema in anyOf"}};Jp.default=Ok});var ju=me(Dp=>{"use strict";Object.defineProperty(Dp,"__esModule",{value:!0});var to=Ke(),jk=Qe(),Tk={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,to._)`{passingSchemas: ${e.passing}}`},Ak={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:Tk,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(l),e.result(r,()=>e.reset(),()=>e.error(!0));function l(){i.forEach((m,h)=>{let v;(0,jk.alwaysValidSchema)(o,
m)?t.var(p,!0):v=e.subschema({keyword:"oneOf",schemaProp:h,compositeRule:!0},p),h>0&&t.if((0,to._)`${p} && ${r}`).assign(r,!1).assign(s,(0,to._)`[${s}, ${h}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,h),v&&e.mergeEvaluated(v,to.Name)})})}}};Dp.default=Ak});var Tu=me(zp=>{"use strict";Object.defineProperty(zp,"__esModule",{value:!0});var Nk=Qe(),Rk={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,Nk.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};zp.default=Rk});var Ru=me(Cp=>{"use strict";Object.defineProperty(Cp,"__esModule",{value:!0});var ro=Ke(),Nu=Qe(),Ik={message:({params:e})=>(0,ro.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,ro._)`{failingKeyword: ${e.ifClause}}`},Ek={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:Ik,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,Nu.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=Au(n,"then"),i=Au(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let m=t.let("ifClause");e.setParams({ifClause:m}),t.if(s,l("then",m),l("else",m))}else o?t.if(
s,l("then")):t.if((0,ro.not)(s),l("else"));e.pass(r,()=>e.error(!0));function p(){let m=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(m)}function l(m,h){return()=>{let v=e.subschema({keyword:m},s);t.assign(r,s),e.mergeValidEvaluated(v,r),h?t.assign(h,(0,ro._)`${m}`):e.setParams(
{ifClause:m})}}}};function Au(e,t){let a=e.schema[t];return a!==void 0&&!(0,Nu.alwaysValidSchema)(e,a)}Cp.default=Ek});var Iu=me(Wp=>{"use strict";Object.defineProperty(Wp,"__esModule",{value:!0});var Mk=Qe(),Lk={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,Mk.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};Wp.default=Lk});var Eu=me(Kp=>{"use strict";Object.defineProperty(Kp,"__esModule",{value:!0});var Fk=Op(),Vk=mu(),Uk=jp(),Jk=lu(),Dk=fu(),zk=gu(),Ck=wu(),Wk=Mp(),Kk=Pu(),Hk=xu(),
Bk=qu(),Gk=Ou(),Zk=ju(),Qk=Tu(),Xk=Ru(),Yk=Iu();function e1(e=!1){let t=[Bk.default,Gk.default,Zk.default,Qk.default,Xk.default,Yk.default,Ck.default,Wk.default,
zk.default,Kk.default,Hk.default];return e?t.push(Vk.default,Jk.default):t.push(Fk.default,Uk.default),t.push(Dk.default),t}Kp.default=e1});var Mu=me(Hp=>{"use strict";Object.defineProperty(Hp,"__esModule",{value:!0});var St=Ke(),t1={message:({schemaCode:e})=>(0,St.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,St._)`{format: ${e}}`},r1={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:t1,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:l,schemaEnv:m,self:h}=s;if(!p.validateFormats)return;o?v():S();function v(){let j=a.scopeValue("formats",{ref:h.
formats,code:p.code.formats}),_=a.const("fDef",(0,St._)`${j}[${r}]`),T=a.let("fType"),N=a.let("format");a.if((0,St._)`typeof ${_} == "object" && !(${_} instanceof RegExp)`,
()=>a.assign(T,(0,St._)`${_}.type || "string"`).assign(N,(0,St._)`${_}.validate`),()=>a.assign(T,(0,St._)`"string"`).assign(N,_)),e.fail$data((0,St.or)(ce(),C()));
function ce(){return p.strictSchema===!1?St.nil:(0,St._)`${r} && !${N}`}function C(){let U=m.$async?(0,St._)`(${_}.async ? await ${N}(${n}) : ${N}(${n}))`:(0,St.
_)`${N}(${n})`,L=(0,St._)`(typeof ${N} == "function" ? ${U} : ${N}.test(${n}))`;return(0,St._)`${N} && ${N} !== true && ${T} === ${t} && !${L}`}}function S(){let j=h.
formats[i];if(!j){ce();return}if(j===!0)return;let[_,T,N]=C(j);_===t&&e.pass(U());function ce(){if(p.strictSchema===!1){h.logger.warn(L());return}throw new Error(
L());function L(){return`unknown format "${i}" ignored in schema at path "${l}"`}}function C(L){let ve=L instanceof RegExp?(0,St.regexpCode)(L):p.code.formats?(0,St.
_)`${p.code.formats}${(0,St.getProperty)(i)}`:void 0,le=a.scopeValue("formats",{key:i,ref:L,code:ve});return typeof L=="object"&&!(L instanceof RegExp)?[L.type||
"string",L.validate,(0,St._)`${le}.validate`]:["string",L,le]}function U(){if(typeof j=="object"&&!(j instanceof RegExp)&&j.async){if(!m.$async)throw new Error(
"async format in sync schema");return(0,St._)`await ${N}(${n})`}return typeof T=="function"?(0,St._)`${N}(${n})`:(0,St._)`${N}.test(${n})`}}}};Hp.default=r1});var Lu=me(Bp=>{"use strict";Object.defineProperty(Bp,"__esModule",{value:!0});var s1=Mu(),a1=[s1.default];Bp.default=a1});var Fu=me(Ys=>{"use strict";Object.defineProperty(Ys,"__esModule",{value:!0});Ys.contentVocabulary=Ys.metadataVocabulary=void 0;Ys.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Ys.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var Uu=me(Gp=>{"use strict";Object.defineProperty(Gp,"__esModule",{value:!0});var n1=Gm(),o1=iu(),i1=Eu(),p1=Lu(),Vu=Fu(),d1=[n1.default,o1.default,(0,i1.default)(),
p1.default,Vu.metadataVocabulary,Vu.contentVocabulary];Gp.default=d1});var Du=me(so=>{"use strict";Object.defineProperty(so,"__esModule",{value:!0});so.DiscrError=void 0;var Ju;(function(e){e.Tag="tag",e.Mapping="mapping"})(Ju||(so.
DiscrError=Ju={}))});var Cu=me(Qp=>{"use strict";Object.defineProperty(Qp,"__esModule",{value:!0});var ea=Ke(),Zp=Du(),zu=Mn(),c1=Ua(),m1=Qe(),u1={message:({params:{discrError:e,tagName:t}})=>e===
Zp.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,ea._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
l1={keyword:"discriminator",type:"object",schemaType:"object",error:u1,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),l=t.
const("tag",(0,ea._)`${a}${(0,ea.getProperty)(s)}`);t.if((0,ea._)`typeof ${l} == "string"`,()=>m(),()=>e.error(!1,{discrError:Zp.DiscrError.Tag,tag:l,tagName:s})),
e.ok(p);function m(){let S=v();t.if(!1);for(let j in S)t.elseIf((0,ea._)`${l} === ${j}`),t.assign(p,h(S[j]));t.else(),e.error(!1,{discrError:Zp.DiscrError.Mapping,
tag:l,tagName:s}),t.endIf()}function h(S){let j=t.name("valid"),_=e.subschema({keyword:"oneOf",schemaProp:S},j);return e.mergeEvaluated(_,ea.Name),j}function v(){
var S;let j={},_=N(o),T=!0;for(let U=0;U<r.length;U++){let L=r[U];if(L?.$ref&&!(0,m1.schemaHasRulesButRef)(L,i.self.RULES)){let le=L.$ref;if(L=zu.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,le),L instanceof zu.SchemaEnv&&(L=L.schema),L===void 0)throw new c1.default(i.opts.uriResolver,i.baseId,le)}let ve=(S=L?.properties)===
null||S===void 0?void 0:S[s];if(typeof ve!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);T=T&&
(_||N(L)),ce(ve,U)}if(!T)throw new Error(`discriminator: "${s}" must be required`);return j;function N({required:U}){return Array.isArray(U)&&U.includes(s)}function ce(U,L){
if(U.const)C(U.const,L);else if(U.enum)for(let ve of U.enum)C(ve,L);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function C(U,L){
if(typeof U!="string"||U in j)throw new Error(`discriminator: "${s}" values must be unique strings`);j[U]=L}}}};Qp.default=l1});var Wu=me((k_,f1)=>{f1.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Jt=me((gt,Xp)=>{"use strict";Object.defineProperty(gt,"__esModule",{value:!0});gt.MissingRefError=gt.ValidationError=gt.CodeGen=gt.Name=gt.nil=gt.stringify=
gt.str=gt._=gt.KeywordCxt=gt.Ajv=void 0;var h1=zm(),y1=Uu(),g1=Cu(),Ku=Wu(),b1=["/properties"],ao="http://json-schema.org/draft-07/schema",ta=class extends h1.default{_addVocabularies(){
super._addVocabularies(),y1.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(g1.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(Ku,b1):Ku;this.addMetaSchema(t,ao,!1),this.refs["http://json-schema.org/schema"]=ao}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(ao)?ao:void 0)}};gt.Ajv=ta;Xp.exports=gt=ta;Xp.exports.Ajv=ta;Object.defineProperty(gt,"__esMo\
dule",{value:!0});gt.default=ta;var w1=Va();Object.defineProperty(gt,"KeywordCxt",{enumerable:!0,get:function(){return w1.KeywordCxt}});var ra=Ke();Object.defineProperty(
gt,"_",{enumerable:!0,get:function(){return ra._}});Object.defineProperty(gt,"str",{enumerable:!0,get:function(){return ra.str}});Object.defineProperty(gt,"stri\
ngify",{enumerable:!0,get:function(){return ra.stringify}});Object.defineProperty(gt,"nil",{enumerable:!0,get:function(){return ra.nil}});Object.defineProperty(
gt,"Name",{enumerable:!0,get:function(){return ra.Name}});Object.defineProperty(gt,"CodeGen",{enumerable:!0,get:function(){return ra.CodeGen}});var v1=In();Object.
defineProperty(gt,"ValidationError",{enumerable:!0,get:function(){return v1.default}});var k1=Ua();Object.defineProperty(gt,"MissingRefError",{enumerable:!0,get:function(){
return k1.default}})});var Ih=Tt(Ed());import{models as i$}from"./models.js";function gn(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,l=0,m=0,h=0;function v(C,U){let L=0,ve=0;for(;L<C||!U;){let le=e.charCodeAt(n);if(le>=48&&le<=57)ve=
ve*16+le-48;else if(le>=65&&le<=70)ve=ve*16+le-65+10;else if(le>=97&&le<=102)ve=ve*16+le-97+10;else break;n++,L++}return L<C&&(ve=-1),ve}function S(C){n=C,o="",
i=0,r=16,h=0}function j(){let C=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&Fs(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&
Fs(e.charCodeAt(n)))for(n++;n<e.length&&Fs(e.charCodeAt(n));)n++;else return h=3,e.substring(C,n);let U=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===
101))if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&Fs(e.charCodeAt(n))){for(n++;n<e.length&&Fs(e.charCodeAt(n));)n++;U=n}else
h=3;return e.substring(C,U)}function _(){let C="",U=n;for(;;){if(n>=a){C+=e.substring(U,n),h=2;break}let L=e.charCodeAt(n);if(L===34){C+=e.substring(U,n),n++;break}
if(L===92){if(C+=e.substring(U,n),n++,n>=a){h=2;break}switch(e.charCodeAt(n++)){case 34:C+='"';break;case 92:C+="\\";break;case 47:C+="/";break;case 98:C+="\b";
break;case 102:C+="\f";break;case 110:C+=`
`;break;case 114:C+="\r";break;case 116:C+="	";break;case 117:let le=v(4,!0);le>=0?C+=String.fromCharCode(le):h=4;break;default:h=5}U=n;continue}if(L>=0&&L<=31)
if(_a(L)){C+=e.substring(U,n),h=2;break}else h=6;n++}return C}function T(){if(o="",h=0,i=n,p=s,m=l,n>=a)return i=a,r=17;let C=e.charCodeAt(n);if(ri(C)){do n++,o+=
String.fromCharCode(C),C=e.charCodeAt(n);while(ri(C));return r=15}if(_a(C))return n++,o+=String.fromCharCode(C),C===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,l=n,r=14;switch(C){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=_(),r=10;case 47:let U=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!_a(e.charCodeAt(n));)n++;return o=e.substring(U,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let L=a-1,ve=!1;for(;n<L;){let le=e.charCodeAt(n);if(le===42&&e.charCodeAt(n+1)===47){n+=2,ve=!0;break}n++,_a(le)&&(le===13&&e.charCodeAt(n)===10&&
n++,s++,l=n)}return ve||(n++,h=1),o=e.substring(U,n),r=13}return o+=String.fromCharCode(C),n++,r=16;case 45:if(o+=String.fromCharCode(C),n++,n===a||!Fs(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=j(),r=11;default:for(;n<a&&N(C);)n++,C=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(C),n++,r=16}}
function N(C){if(ri(C)||_a(C))return!1;switch(C){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function ce(){let C;do C=T();while(C>=
12&&C<=15);return C}return{setPosition:S,getPosition:()=>n,scan:t?ce:T,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-m,getTokenError:()=>h}}function ri(e){return e===32||e===9}function _a(e){return e===10||e===13}function Fs(e){return e>=48&&e<=57}
var Md;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(Md||(Md={}));var my=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Vs=200,uy={" ":{"\n":new Array(Vs).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Vs).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Vs).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Vs).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Vs).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Vs).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var bn;(function(e){e.DEFAULT={allowTrailingComma:!1}})(bn||(bn={}));function Ld(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,l,m,h){i.value=p,i.offset=l,i.length=m,i.type=h,i.colonOffset=void 0,o=i}try{ni(e,{onObjectBegin:(p,l)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,l,m)=>{if(t<l||(s(p,l,m,"property"),a[a.length-1]=p,t<=l+m))throw n},onObjectEnd:(p,l)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,l)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,l)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,l,m)=>{if(t<l||(s(p,l,m,Fd(p)),t<=l+m))throw n},onSeparator:(p,l,m)=>{
if(t<=l)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=l,r=!1,o=void 0;else if(p===","){let h=a[a.length-1];typeof h=="number"?a[a.length-1]=h+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let l=0;for(let m=0;l<p.length&&m<a.length;m++)
if(p[l]===a[m]||p[l]==="*")l++;else if(p[l]!=="**")return!1;return l===p.length}}}function si(e,t=[],a=bn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}ni(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,l,m)=>{
n=i({type:"property",offset:l,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:l,length:m,parent:n})},onObjectEnd:(p,l)=>{o(p+l),n.
length=p+l-n.offset,n=n.parent,o(p+l)},onArrayBegin:(p,l)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,l)=>{n.length=p+l-n.offset,
n=n.parent,o(p+l)},onLiteralValue:(p,l,m)=>{i({type:Fd(p),offset:l,length:m,parent:n,value:p}),o(l+m)},onSeparator:(p,l,m)=>{n.type==="property"&&(p===":"?n.colonOffset=
l:p===","&&o(l))},onError:(p,l,m)=>{t.push({error:p,offset:l,length:m})}},a);let s=n.children[0];return s&&delete s.parent,s}function ai(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function wn(e){switch(e.type){case"array":return e.children.map(wn);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=wn(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function ni(e,t,a=bn.DEFAULT){let n=gn(e,!1),o=[],i=0;function r(O){return O?()=>i===0&&O(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(O){return O?F=>i===0&&O(F,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(O){return O?
F=>i===0&&O(F,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function l(O){return O?()=>{i>0?i++:O(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function m(O){return O?()=>{i>0&&i--,i===
0&&O(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let h=l(t.onObjectBegin),v=p(t.onObjectProperty),S=m(t.onObjectEnd),
j=l(t.onArrayBegin),_=m(t.onArrayEnd),T=p(t.onLiteralValue),N=s(t.onSeparator),ce=r(t.onComment),C=s(t.onError),U=a&&a.disallowComments,L=a&&a.allowTrailingComma;
function ve(){for(;;){let O=n.scan();switch(n.getTokenError()){case 4:le(14);break;case 5:le(15);break;case 3:le(13);break;case 1:U||le(11);break;case 2:le(12);
break;case 6:le(16);break}switch(O){case 12:case 13:U?le(10):ce();break;case 16:le(1);break;case 15:case 14:break;default:return O}}}function le(O,F=[],he=[]){if(C(
O),F.length+he.length>0){let De=n.getToken();for(;De!==17;){if(F.indexOf(De)!==-1){ve();break}else if(he.indexOf(De)!==-1)break;De=ve()}}}function st(O){let F=n.
getTokenValue();return O?T(F):(v(F),o.push(F)),ve(),!0}function R(){switch(n.getToken()){case 11:let O=n.getTokenValue(),F=Number(O);isNaN(F)&&(le(2),F=0),T(F);
break;case 7:T(null);break;case 8:T(!0);break;case 9:T(!1);break;default:return!1}return ve(),!0}function ee(){return n.getToken()!==10?(le(3,[],[2,5]),!1):(st(
!1),n.getToken()===6?(N(":"),ve(),Q()||le(4,[],[2,5])):le(5,[],[2,5]),o.pop(),!0)}function Se(){h(),ve();let O=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.
getToken()===5){if(O||le(4,[],[]),N(","),ve(),n.getToken()===2&&L)break}else O&&le(6,[],[]);ee()||le(4,[],[2,5]),O=!0}return S(),n.getToken()!==2?le(7,[2],[]):ve(),
!0}function dt(){j(),ve();let O=!0,F=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(F||le(4,[],[]),N(","),ve(),n.getToken()===4&&L)break}else
F&&le(6,[],[]);O?(o.push(0),O=!1):o[o.length-1]++,Q()||le(4,[],[4,5]),F=!0}return _(),O||o.pop(),n.getToken()!==4?le(8,[4],[]):ve(),!0}function Q(){switch(n.getToken()){case 3:
return dt();case 1:return Se();case 10:return st(!0);default:return R()}}return ve(),n.getToken()===17?a.allowEmptyContent?!0:(le(4,[],[]),!1):Q()?(n.getToken()!==
17&&le(9,[],[]),!0):(le(4,[],[]),!1)}function Fd(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var Vd;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(Vd||(Vd={}));var Ud;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(Ud||(Ud={}));var Dd=Ld;var oi=si,zd=ai;var Cd=wn;var Jd;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(Jd||(Jd={}));function Wd(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var gy="\uFEFF";function*Kd(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(gy)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${by(Wd(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function by(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function Us(e){return Hd(e)}function Wr(e){return Hd(e)}function Hd(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function Bd(e){return[...e.files.values()].flatMap(wy)}var wy=Wr(e=>e.syntaxErrors.length===0&&vy(e.text)===Gd(e.value)?[]:e.tree===void 0?[]:[...ii(e.path,e.tree,
[])]);function vy(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Gd(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+Gd(n),0)}function*ii(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*ii(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*ii(e,s,[...a,p]))}}function Qd(e){return[...e.files.values()].flatMap(ky)}var ky=Wr(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(Py)].flatMap(({0:n,index:o})=>n.
startsWith('"')||Zd(n)===Zd(String(Number(n)))?[]:[{code:"S005",file:e,path:Dd(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),Py=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Zd(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function be(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function ds(e){return be(e)?Object.entries(e):[]}function Nr(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as pi}from"node:path";function vn(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function _e(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var kn=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Xd(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:pi.normalize(pi.join(pi.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new kn(t,a,"names a\
 file that does not exist");for(let s of _e(o)){let p=Array.isArray(r)?r[Number(s)]:be(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new kn(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Yd(e){return e.replaceAll(":","~~").replaceAll("/","~")}function ec(e){return e.replaceAll("~~",":").replaceAll("~","/")}function wt(e,t){let a={};return t!==void 0&&(a[e]=t),a}function xa(e){if(e.kind==="object")return e.members;if(e.kind!=="union")return[];let t=new Map([[e.tag.name,e.tag]]);for(let a of e.variants.flatMap(n=>n.members))
t.has(a.name)||t.set(a.name,a);return[...t.values()]}function sc(e,t){return typeof e=="string"?_y(JSON.stringify(nc(e))):e===null||typeof e=="number"||typeof e=="boolean"?String(e):t[Array.isArray(e)?"array":e===
void 0?"nothing":"object"]??""}function ac(e){return/^[\w-]{1,60}$/.test(e)?e:sc(e,{})}function _y(e){return/^[ -~]*$/.test(e)?e:e.replace(/(?! )[\p{C}\p{Z}]/gu,t=>`\\u${t.charCodeAt(0).toString(16).padStart(4,"0")}`)}function nc(e){if(e.length<=60)
return e;let t=[...e.slice(0,122)];return t.length>60?`${t.slice(0,60).join("")}\u2026`:e}var oc="{name}";function di(e){return xy(e).map((t,a)=>a>0&&/^(\d+|\*)$/.test(t)?`[${t}]`:`${a===0?"":"."}${qy(t)}`).join("")}function xy(e){return e.split("/").slice(1).map(t=>t.replaceAll("~1","/").replaceAll("~0","~"))}function qy(e){return e===oc||/^[\w.-]+$/.test(e)?e:ac(e)}var sa=Tt(Jt(),1);function _r(e,t=0,a=t+4){return t+e.below(a-t+1)}var fr=new sa.Name("vErrors");function ut(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>sa._`${i}, ${r}`,
sa._`${new sa.Name(e)}(${fr}, ${a}, ${n}, ${t.required?1:0}`)}function Ee(e,t){return{about:e,value:t,findings:[]}}function Je(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function bt(e){return e.map(t=>Je(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function pt(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var P1=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function Hu(e,t,a,n){return{...$1(e,t,a),source:a.has("x-source")?a.source():n}}function $1(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",P1)}:{},notes:a.notes()}}var Ps=Tt(Jt(),1);function S1(e){return typeof e=="string"?e:JSON.stringify(e)}function tn(e){let t=e.map(S1),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function no(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${aa(o,t)}`,zh:`${r} ${aa(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E"),
...e.multipleOf===void 0?[]:[{en:`a multiple of ${aa(e.multipleOf,t)}`,zh:`${aa(e.multipleOf,t)} \u7684\u6574\u6570\u500D`}]];return n.length===0?void 0:{en:n.map(
({en:o})=>o).join(" and "),zh:es(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function oo(e,t=""){let{minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${aa(
n,t)}`,zh:`${a} \u5230 ${aa(n,t)} \u7684`};let r=no(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\
\uFF09`}}function Yr(e,t,a){let n=o=>`${o} ${o===1?a.en:Bu(a.en)}`;return t===void 0?e===0?{en:Bu(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.
zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e}\
 \u5230 ${t} \u4E2A${a.zh}`}}function es(...e){return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.
test(a)?`${t} ${a}`:t+a,"")}function Bu(e){return`${e}s`}function aa(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var Gu={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...pt({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...pt({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?Ps._`${ut("typed",e,t,Ps._`"array"`)})`:Ps._`${ut("list",e,t,Ps._`${a??0}`,n===void 0?Ps._`Infinity`:
Ps._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...pt({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=no({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...bt(["text",1,{length:1}]),...e===0?[Ee("empty",[])]:[Je("min-items-under",
rn(e-1),"min-items")],...e<=3&&(t??3)>=3?[Ee("items",rn(3))]:[],...t===void 0?[]:[Ee("max-items-at",rn(t)),Je("max-items-over",rn(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>rn(_r(a,e,t))};function rn(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Yp=Tt(Jt(),1);var Zu={read:(e,t)=>({kind:"boolean",...t,...wt("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Yp._`${ut("\
typed",e,t,Yp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...bt([
"true",1,0,[]]),Ee("true",!0),Ee("false",!1)],sample:(e,t)=>t.below(2)===1};var on=Tt(Jt(),1);var sn=Tt(Jt(),1),Qu=Tt(Js(),1);function hr(e){return(0,sn.stringify)(e)}function Xu(e){return(0,sn.stringify)(e)}function ts(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return sn._`${(0,Qu.regexpCode)(new RegExp(a,t))}`}function an({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function io({type:e}){return Array.isArray(e)&&e.includes("null")}function Yu({nullable:e},t){return e?`${t} | null`:t}function el({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function tl({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function rl({nullable:e},t){return e?[Ee("null",null),
...t]:t}function po({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var nn=Tt(Jt(),1);function sl(e,t){if(e.has("x-options"))return e.objects("x-options").map(a=>({value:t(a.raw("value"),"x-options"),...pt({label:a.has("label")?_1(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?x1(a.object("x-deprecated"),t):void 0})}))}function _1(e){let t=Object.keys(e.value).map(a=>[a,e.text(a)]);return{...Object.
fromEntries(t),en:e.text("en")}}function x1(e,t){return{since:e.text("since"),...pt({until:e.optionalText("until"),replacedBy:e.has("replacedBy")?t(e.raw("repla\
cedBy"),"x-options"):void 0}),source:e.source()}}function ed(e){return e.map(({deprecated:t,...a})=>{if(t===void 0)return a;let{source:n,...o}=t;return{...a,deprecated:o}})}
function al({options:e=[]},t,{constant:a}){let n=ed(e).flatMap(({value:o,deprecated:i})=>i===void 0?[]:[[o,{...i}]]);return n.length===0?nn._``:nn._`
${new nn.Name("deprecatedValue")}(${fr}, ${t.pointer}, ${t.value}, ${a(hr(n))})`}function nl({options:e=[]},t){return e.some(a=>a.value===t&&a.deprecated!==void 0)}var ol={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},il={read(e,t){if(e.has("const"))
return{kind:"enum",...t,type:"string",values:[e.text("const")]};let a=q1(e),[n="mixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>O1(s)&&a.some(l=>ol[l](
s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==io(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has nul\
l'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...wt("u\
nit",N1(e)),...wt("options",sl(e,r))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(t)).join(" | ")})`,schema:({type:e,values:t})=>({type:e==="mixed"?T1(t):e,
enum:[...t]}),check(e,t,a){let n=a.constant(hr(e.values)),o=e.type==="mixed"?on._`${ut("mixedChoice",e,t,n)})`:on._`${ut("choice",e,t,on._`${e.type}`,n)})`;return on._`${o}${al(
e,t,a)}`},facts:({type:e,values:t,unit:a,options:n})=>({type:e,allowed:t,...wt("unit",a),...wt("options",n&&ed(n))}),phrase({values:e,unit:t}){let a=tn(e),n=t===
void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example(e){let{default:t,values:a}=e;return t??a.find(n=>!nl(e,n))??a[0]??""},cases:e=>[...j1(e),...e.values.map(
t=>Ee(`offers-${t}`,t)),...R1(e.values)],sample:({values:e},t)=>e[t.below(e.length)]??""};function q1(e){let t=e.raw("type"),a=(Array.isArray(t)?t:[t]).filter(o=>o!==
"null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(ol,o));return(n.length<a.length||n.length===0)&&e.refuse("type","string, integer, number or boolean, or \
a list of these"),n}function O1(e){return typeof e=="string"||typeof e=="number"||typeof e=="boolean"}function j1({type:e,values:t}){return e==="mixed"?A1(t):bt(
e==="string"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]])}function T1(e){let t=e.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),
a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):a}function A1(e){let t=new Set(e);return[...e.map(n=>typeof n=="string"?Number(n):String(
n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Je(`as-${typeof n}-${n}`,n,"enum")),Je("type-array",[e[0]??""],"enum"),Je("type-object",{},"enum"),...[!0,!1].
filter(n=>!t.has(n)).map(n=>Je(`type-${n}`,n,"enum"))]}function N1(e){return e.optionalText("x-unit")}function R1(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Je(i,
r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");return[...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.
flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(r=>a(`case-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a(
"under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Zt=Tt(Jt(),1);function co(e){return pt({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function mo({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&I1(i)?i:void 0;return{type:e,...pt({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function I1(e){return Number.isInteger(e*2**20)}function uo({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...pt({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function lo(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,l=o===void 0?Zt._`-Infinity`:Zt._`${o}`,m=i===void 0?Zt._`Infinity`:Zt._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return Zt._`${ut("integer",e,t,l,m)})`;let h=r===void 0?Zt._`-Infinity`:Zt._`${r}`,v=s===void 0?Zt._`Infinity`:Zt._`${s}`;
return Zt._`${ut("numeric",e,t,Zt._`${n}`,a(Zt._`[${l}, ${m}, ${h}, ${v}, ${p??0}]`))})`}function na({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return td(t.minimum,a);if(t.exclusiveMinimum!==void 0)return E1(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??yr(n-a)}function E1(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?yr(e+o):td(yr(
e+n/2),n);return i===void 0||r<i||r===t?r:yr((e+i)/2)}function td(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:yr(Math.ceil(e/t)*t)}function yr(e){return Number(
e.toFixed(9))}function fo(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=_=>r===void 0||Number.isInteger(Number(
(_/r).toFixed(9))),l=(_,T)=>p(T)?[Ee(_,T)]:[],m=a!==void 0?[...l("minimum-at",a),Je("minimum-under",yr(a-s),"minimum")]:o!==void 0?[Je("exclusive-minimum-at",o,
"minimum"),Je("exclusive-minimum-under",yr(o-s),"minimum")]:[Ee("negative",-s),Ee("zero",0)],h=n!==void 0?[...l("maximum-at",n),Je("maximum-over",yr(n+s),"maxim\
um")]:i!==void 0?[Je("exclusive-maximum-at",i,"maximum"),Je("exclusive-maximum-over",yr(i+s),"maximum")]:r===void 0?[Ee("large",2147483648)]:[],v=na(e),S=yr(v+(r??
0)/(t==="integer"?r??1:2)),j=S<=(n??1/0)&&S<(i??1/0)&&!p(S);return[...m,...h,...r!==void 0&&j?[Je("off-step",S,"multiple-of")]:[]]}function ho(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,l=n??i??(p===void 0?0:p-100*s),m=td(l,s)+(i===void 0?0:s),h=p===
void 0?100:Math.floor((p-m)/s+1e-9)+(r===void 0?1:0);return h<1?na(e):yr(m+s*t.below(h))}var pl={read:(e,t)=>({kind:"integer",...t,...co(e)}),type:()=>"number",schema:mo,check:lo,facts:uo,phrase(e){let t=oo(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:na,
cases:e=>[...bt(["5",!0,[5],5.5]),...fo(e)],sample:ho};var ar=Tt(Jt(),1);function dl(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...pt({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,l=new ar.Name(`index${n.depth}`),m=s===void 0?ar._`Infinity`:
ar._`${s}`,h=o.nested(i,{pointer:ar._`${n.pointer} + "/" + ${l}`,value:ar._`${n.value}[${l}]`,depth:n.depth+1}),v=p?ar._`
${new ar.Name("uniqueItems")}(${fr}, ${n.pointer}, ${n.value})`:ar._``;return ar._`if (${ut("list",a,n,ar._`${r}`,m)})) {
for (let ${l} = 0; ${l} < ${n.value}.length && ${l} < ${m}; ${l}++) {
${h}
}${v}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...pt({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=Yr(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,l]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:es("\u542B",l,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>cl(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...bt(["text",7,{0:"text"}]),...M1(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:_r(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function M1(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=m=>cl(e,t,m,i,"video"),s=Math.max(1,a),p=r(s),l=e.cases(t).filter(({value:m})=>m!==void 0).map(({about:m,value:h,findings:v})=>({about:`item-${m}`,value:p.
map((S,j)=>j===s-1&&h!==void 0?h:S),findings:v.map(S=>({...S,path:`/${s-1}${S.path??""}`}))}));return[...a===0?[Ee("empty",[])]:[Je("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[Ee("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[Ee("max-items-at",r(n))]:[],...r(n+1).length>n?[Je("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Je("repeated-item",[...p,...p],"unique-items","/1")]:[],...l.filter(({value:m})=>!i||new Set(m.map(h=>JSON.stringify(
h))).size===s)]}function cl(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var xr=Tt(Jt(),1);function ml(e,t){return{read:t,type:({values:a})=>`{ [name: string]: ${e.type(a)} }`,schema:({values:a,names:n,minProperties:o,maxProperties:i})=>({type:"object",
...pt({minProperties:o,maxProperties:i}),...n===void 0?{}:{propertyNames:{pattern:n.pattern}},additionalProperties:e.schema(a)}),check(a,n,o){let{values:i,names:r,
minProperties:s=0,maxProperties:p}=a,[l,m]=[new xr.Name(`place${n.depth}`),new xr.Name(`entry${n.depth}`)],h=p===void 0?xr._`Infinity`:xr._`${p}`,v=r===void 0?[]:
[o.constant(ts(r.pattern)),xr._`${r.examples[0]}`];return xr._`for (const [${l}, ${m}] of ${ut("entriesOf",a,n,xr._`${s}`,h,...v)})) {
${o.nested(i,{pointer:xr._`${l}`,value:m,depth:n.depth+1})}
}`},facts:({values:a,minProperties:n,maxProperties:o})=>({type:"object",...pt({minItems:n,maxItems:o}),items:a}),phrase({values:a,names:n,minProperties:o=0,maxProperties:i}){
let{en:r,zh:s}=a.phrase,p=Yr(o,i,{en:"member",zh:"\u6210\u5458"}),l=n===void 0?void 0:JSON.stringify(n.examples[0]);return{en:`an object of ${p.en} with names${l===
void 0?"":` such as ${l}`}, each ${r}`,zh:es("\u542B",p.zh,`\u7684\u5BF9\u8C61\uFF0C${l===void 0?"\u540D\u79F0\u81EA\u5B9A":`\u540D\u79F0\u4F8B\u5982 ${l}`}\uFF0C\u6BCF\u4E2A\u503C\
\u4E3A`,s)}},example:(a,n)=>rd(a,e.example(a.values,n),Math.max(1,a.minProperties??0)),cases:a=>[...bt(["text",7,[]]),...L1(e,a),...F1(e,a)],sample:(a,n)=>Object.
fromEntries(Array.from({length:_r(n,a.minProperties,a.maxProperties)},(o,i)=>[a.names===void 0?`name ${i+1}`:n.matching(a.names.pattern),e.sample(a.values,n)]))}}
function rd({names:e},t,a){let n=e?.examples??Array.from({length:a},(o,i)=>`name ${i+1}`);return Object.fromEntries(n.slice(0,a).map(o=>[o,t]))}function L1(e,t){
let{minProperties:a=0,maxProperties:n,values:o}=t,i=r=>{let s=rd(t,e.example(o,"video"),r);return Object.keys(s).length===r?[s]:[]};return[...i(a).map(r=>Ee("mi\
n-members-at",r)),...a===0?[]:i(a-1).map(r=>Je("min-members-under",r,"min-items")),...n===void 0?[]:[...i(n).map(r=>Ee("max-members-at",r)),...i(n+1).map(r=>Je(
"max-members-over",r,"max-items"))]]}function F1(e,t){let{values:a,names:n,minProperties:o=0}=t,i=n?.examples[0]??"a/b~c",r=`/${i.replaceAll("~","~0").replaceAll(
"/","~1")}`,s=e.example(a,"video"),{[i]:p,...l}=rd(t,s,Math.max(1,o)),m=Object.fromEntries(Object.entries(l).slice(0,Math.max(0,o-1))),h=n===void 0?void 0:new RegExp(
n.pattern);return[Ee("name",{...m,[i]:s}),...["",`${i}\0`,` ${i}`,"no such form!?"].flatMap((v,S)=>h===void 0||h.test(v)?[]:[Je(`name-bad-${S+1}`,{...m,[v]:s},"\
property-name",`/${v}`)]),...a.nullable?[]:[Je("value-null",{...m,[i]:null},"null",r)],...e.cases(a).flatMap(({about:v,value:S,findings:j})=>S===void 0?[]:[{about:`\
value-${v}`,value:{...m,[i]:S},findings:j.map(_=>({..._,path:`${r}${_.path??""}`}))}])]}var nr=Tt(Jt(),1);var V1=["media-format","media-codec","media-bytes","media-width","media-height","media-same-size","media-aspect-ratio","media-duration","media-frame-rate","medi\
a-total-duration","media-total-bytes","media-size-unclear"];function ul(e){return{rule:e.oneOf("rule",V1),severity:e.severity(),...e.has("formats")?{formats:e.texts(
"formats")}:{},...e.has("codecs")?{codecs:e.texts("codecs")}:{},...wt("as",e.optionalText("as")),...e.has("discouraged")?{discouraged:e.texts("discouraged")}:{},
...wt("minimum",e.optionalNumber("minimum")),...wt("maximum",e.optionalNumber("maximum")),...wt("exclusiveMinimum",e.optionalNumber("exclusiveMinimum")),...wt("\
exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...wt("multipleOf",e.optionalNumber("multipleOf")),...e.has("when")?{when:U1(e,"when")}:{},...e.has("uni\
t")?{unit:e.oneOf("unit",["MB","px","s","fps","ratio"])}:{},...wt("quote",e.optionalText("quote")),source:e.source()}}function U1(e,t){let a=e.raw(t);return be(a)?Object.fromEntries(Object.entries(a).map(([n,o])=>[n,J1(o)?o:e.refuse(t,'values, lists of values, or {"min": 1}')])):
e.refuse(t,"an object of conditions by parameter")}function J1(e){return e!==null&&(!be(e)||"min"in e||"max"in e)}var ll=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],fl=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],sd="data:image/png;base64,iVBORw0KGgo=";function ad(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var gl={read:D1,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(ts(z1(r))),l=a(hr(
s)),m=s.includes("data"),h=m?nr._`${new nr.Name("withBase64")}(${p})`:p;if(n){let S=nr._`${ut("mediaReference",e,t,h,l)})`;return m?nr._`${S}
${new nr.Name("base64Reference")}(${fr}, ${t.pointer}, ${t.value}, ${h})`:S}let v=nr._`${ut("media",e,t,nr._`${o}`,nr._`${i}`,h,l)})`;return m?nr._`${v}
${new nr.Name("base64")}(${fr}, ${t.pointer}, ${t.value}, ${i}, ${h})`:v},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...pt({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=C1(i);if(t)return{en:`${W1(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=Yr(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:es(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>ad(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...bt([7,!0,["https://example.com/one.png"]]),...H1(
e,a)]:[...bt(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...K1(e),...B1(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:_r(o,t,a)},()=>o.matching(n))};function hl(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function D1(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=an(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:hl(p,"x-accepts"),...n.has("contradicted")?{contradicted:hl(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(ul)}}var yl="\\x00-\\x20\\x7F-\\xA0";function z1(e){return e.replaceAll(yl,`${yl}\\s`)}function C1(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function W1(e){return/^[aeiou]/i.test(e)?"an":"a"}function $s({name:e,extension:t},a){return Array.from({length:a},(n,o)=>ad(e,t,o))}function K1(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Je("min-items-under",$s(e,t-1),"min-items")]:[],Ee("min-items-at",$s(e,t)),Ee("max-items-at",$s(e,a)),Je("max-items-\
over",$s(e,a+1),"max-items"),Je("max-items-over-bad-item",[...$s(e,a),"nowhere"],"max-items")]}function bl({accepts:e},t,a){return[...ll.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...fl.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",sd,"media-base64","advice"):a("base64",sd,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function H1(e,t){return bl(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function B1(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:$s(e,a).map((l,m)=>m===a-1?r:l),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...$s(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...bl(e,t,n),...o]}var wl={read:(e,t)=>({kind:"number",...t,...co(e)}),type:()=>"number",schema:mo,check:lo,facts:uo,phrase(e){let t=oo(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:na,cases:e=>[...bt(["0.5",
!0,[.5]]),...fo(e)],sample:ho};var Lr=Tt(Jt(),1);function vl(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function nd({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function kl(e){
let t=[...oa("at least",e.minimum,""),...oa("at most",e.maximum,""),...oa("at least",e.minLength," characters"),...oa("at most",e.maxLength," characters"),...oa(
"at least",e.minItems," items"),...oa("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function oa(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function yo(e){return e.kind!=="enum"?[]:(e.options??[]).map(({value:t,label:a,deprecated:n})=>{
let o=[...a===void 0?[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${nd(n)}`]];return`${JSON.stringify(t)}: ${o.join(" ")}`})}function Pl(e){return G1(e,"")}function G1(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...yo(
e),"default"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(kl),...e.notes.map(o=>o.text)].filter(o=>o!==""),`S\
ource: ${vl(e.source)}.`,...Z1(e.deprecated)].join(`
`)}function Z1(e){return e===void 0?[]:[`@deprecated ${nd(e)}`]}function $l(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function Sl(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function _l(e){return`{
${e.map(Q1).join("")}}`}function Q1({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":$l(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function go(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`,...yo(e)].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function xl(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":_l(a.map(n=>({name:Sl(n.name),doc:Pl(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...go(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(hr(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new Lr.Name(`member${n.depth}`),l=o.nested(s,{pointer:Lr._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return Lr._`{
const ${p} = ${new Lr.Name("own")}(${n.value}, ${s.name})
${l}
}`});return Lr._`if (${ut("object",a,n,i)})) {
${r.reduce((s,p)=>Lr._`${s}
${p}`,Lr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let{en:n,zh:o}=od(a);return{en:`an object with ${n}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${o}`}},
example:(a,n)=>ql(a,e,n),cases:a=>[...bt(["text",7,[]]),...X1(a,e)],sample:({members:a},n)=>Object.fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[
o.name,e.sample(o,n)]))}}function od(e){let t=e.map(({name:a,required:n,phrase:{en:o,zh:i}})=>n?{en:`${a} (required: ${o})`,zh:`${a}\uFF08\u5FC5\u586B\uFF1A${i}\
\uFF09`}:{en:`${a} (${o})`,zh:`${a}\uFF08${i}\uFF09`});return{en:t.map(({en:a})=>a).join(", "),zh:t.map(({zh:a})=>a).join("\u3001")}}function ql({members:e},t,a){
let n=e.filter(i=>i.required),o=n.length>0?n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function X1(e,t){let a=ql(e,t,"video"),n=new Set(
e.members.map(i=>i.name)),o=e.members.flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.
name}`}]:[]},...po(i,`${i.name}-null`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:l,findings:m})=>l===void 0?[]:[{about:`${i.name}-${p}`,
value:{...s,[i.name]:l},findings:m.map(h=>({...h,path:`/${i.name}${h.path??""}`}))}])]});return[Ee("members",a),...n.has("no_such_member")?[]:[Je("unknown-membe\
r",{...a,no_such_member:1},"unknown-parameter","/no_such_member")],Je("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var rs=Tt(Jt(),1);var gr=Tt(Jt(),1);var Ol="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",jl="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",Ss={date:{
pattern:`^${Ol}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${jl}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${Ol}T${jl}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var Y1=Object.keys(Ss);function bo(e){let t=e.has("format")?e.oneOf("format",Y1):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),pt({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):Ss[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:Ss[t].valid)})}function wo({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&Ss[a].isOurs===!0?void 0:a;return{type:"string",...pt({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function vo({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...pt({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function ko(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=gr._`${n??0}`,l=o===void 0?gr._`Infinity`:
gr._`${o}`;if(i!==void 0){let m=r===void 0?gr._`"pattern"`:gr._`"format"`,h=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return gr._`${ut("patterned",
e,t,p,l,a(ts(i)),m,a(Xu(h)))})`}return n===1&&o===void 0?gr._`${ut("nonEmpty",e,t)})`:n===void 0&&o===void 0?gr._`${ut("typed",e,t,gr._`"string"`)})`:gr._`${ut(
"text",e,t,p,l)})`}function Po({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=Yr(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:l,
zh:m}=Ss[a].name;return e>0||t!==void 0?{en:`${l}, of ${r.en}`,zh:`${m}\uFF0C${r.zh}`}:{en:l,zh:m}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function $o({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function So({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:Ss[e].invalid).filter(m=>!i.test(m)&&[...m].length>=n&&[...m].length<=o),l=e===void 0?"pattern":"format";return[...a.map((m,h)=>Ee(`${l}-good-${h+1}`,m)),
...p.map((m,h)=>Je(`${l}-bad-${h+1}`,m,l))]}function _o({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Je("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Je(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[Ee("min-length-at","a".repeat(e)),Ee("min-length-astral","\u{1F600}".repeat(e)),Ee("space"," ".repeat(e))]:[],...t===void 0?[]:[Ee(
"max-length-at","a".repeat(t)),Ee("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var Tl=()=>bt([7,!0,["a"]]);function Al(e){return wt(
"minLength",e.optionalNumber("minLength"))}function xo({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(_r(n,t,a)):n.matching(e)}var e0={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function Rl(e){return e0[e].
en}var Il={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...bo(e),limits:e.objects("x-prompt-limits").map(t0),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:wo,
check:(e,t,a)=>[ko(e,t,a),...r0(e,t,a),...a0(e,t,a)].reduce((n,o)=>rs._`${n}
${o}`),facts:e=>({...vo(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:Po,
example:(e,t)=>$o(e,Rl(t)),cases:e=>[...bt([7,!0,["a"],{text:"a"}]),..._o(e),...So(e),...n0(e.limits),...o0(e.tokens)],sample:xo};function t0(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...wt("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function r0({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:m,count:h,max:v,severity:S,onlyWithHan:j})=>[
m,h,v,S==="error"?1:0,j===!0?1:0]),r=Math.min(...e.map(m=>m.max)),s=e.some(m=>m.count==="words"),p=(m,h=!0)=>n(hr(h?s0(m):[])),l=rs._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[rs._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new rs.Name("promptLimits")}(${fr}, ${t}, ${a}, ${n(hr(i))}, ${l})`]}function s0(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function a0({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=ts(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return rs._`if (typeof ${a} === "string") ${new rs.Name("promptTokens")}(${fr}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function n0(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(Nl(a,o)).map(([i,r])=>Ee(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[Ee("every-limit-over",e.map(({count:t,max:a})=>Nl(t,a+1)[""]).join(" "))]:[]]}function o0(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function Nl(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var El={read:(e,t)=>({kind:"string",...t,...Al(e),...bo(e),...wt("values",e.unknown("x-values"))}),type:()=>"string",schema:wo,check:ko,facts:vo,phrase(e){let t=Po(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>$o(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...Tl(),...e.pattern===void 0&&e.maxLength===void 0?[Ee("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[Ee("empty","")]:[],..._o(e),...So(e)],sample:xo};var ss=Tt(Jt(),1);function Ml(e,t){return{read:t,type:({variants:a})=>`(${a.map(n=>e.type(n)).join(" | ")})`,schema:({tag:a,variants:n})=>({oneOf:n.map(o=>i0(e,a,o))}),check(a,n,o){
let{tag:i,variants:r}=a,s=new ss.Name(`form${n.depth}`),p=o.nested(i,{pointer:ss._`${n.pointer} + ${`/${i.name}`}`,value:s,depth:n.depth+1}),l=r.map(m=>ss._`if (${s} === ${m.
name}) {
${o.nested(m,n)}
}`);return ss._`if (${ut("anyObject",a,n)})) {
const ${s} = ${new ss.Name("own")}(${n.value}, ${i.name})
${[p,...l].reduce((m,h)=>ss._`${m}
${h}`)}
}`},facts:({tag:a,variants:n})=>({type:"object",tag:a.name,members:[a],variants:n}),phrase({tag:a,variants:n}){let o=n.map(({name:i,members:r})=>{let{en:s,zh:p}=od(
Ll(a,r));return s===""?{en:i,zh:i}:{en:`${i} with ${s}`,zh:`${i}\uFF0C\u542B ${p}`}});return{en:`an object by its ${a.name}: ${o.map(({en:i})=>i).join("; or ")}`,
zh:`\u6309 ${a.name} \u533A\u5206\u7684\u5BF9\u8C61\uFF1A${o.map(({zh:i})=>i).join("\uFF1B\u6216 ")}`}},example:({variants:[a]},n)=>a===void 0?{}:e.example(a,n),
cases:a=>[...bt(["text",7,[]]),...p0(e,a),...d0(e,a)],sample:({variants:a},n)=>{let o=a[n.below(a.length)];return o===void 0?{}:e.sample(o,n)}}}function i0(e,t,a){
let{properties:n,...o}=e.schema(a),i=be(n)?n:{},{enum:r,...s}=be(i[t.name])?i[t.name]:{};return{...o,...go(a),properties:{...i,[t.name]:{...s,const:a.name}}}}function Ll(e,t){
return t.filter(({name:a})=>a!==e.name)}function p0(e,{tag:t,variants:a}){let[n]=a,o=n===void 0?{}:e.example(n,"video"),{[t.name]:i,...r}=be(o)?o:{},s=`/${t.name}`;
return[Je(`${t.name}-missing`,r,"required",s),...po(t,`${t.name}-null`,{...r,[t.name]:null},s),...e.cases(t).filter(({findings:p})=>p.length>0).flatMap(({about:p,
value:l=null,findings:m})=>({about:`${t.name}-${p}`,value:{...r,[t.name]:l},findings:m.map(h=>({...h,path:s}))}))]}function d0(e,{tag:t,variants:a}){let n=a.flatMap(
({members:o})=>o);return a.flatMap(o=>{let i=Ll(t,o.members),r=new Set(o.members.map(({name:m})=>m)),s=n.find(({name:m})=>!r.has(m)),p=e.example(o,"video"),l=m=>be(
m)?[{[t.name]:o.name,...m}]:[];return[Ee(`form-${o.name}`,p),...s===void 0||!be(p)?[]:[Je(`${o.name}-with-${s.name}`,{...p,[s.name]:e.example(s,"video")},"unkno\
wn-parameter",`/${s.name}`)],...e.cases({...o,members:i}).flatMap(({about:m,value:h=null,findings:v})=>l(h).map(S=>({about:`${o.name}-${m}`,value:S,findings:v})))]})}
function Fl(e,t,a){let n=e.objects("oneOf"),o=c0(n)??e.refuse("oneOf",'objects that one required member tells apart, by a "const" of its own in each'),i=n.map(m=>{
let h=a(m.object("properties").object(o).text("const"),m);return h.kind==="object"?h:e.refuse("oneOf","objects with named members")}),r=new Map;for(let m of i.flatMap(
({members:h})=>h)){let h=r.get(m.name)??m;m.name!==o&&pn(m)!==pn(h)&&e.refuse("oneOf",`forms in which "${m.name}" means the same: its kind, files, unit and defa\
ult are alike in all that have it`),r.set(m.name,h)}let s=i.map(({name:m})=>m),{source:p}=t,l=r.get(o)?.description??"";return{kind:"union",...t,tag:{kind:"enum",
name:o,required:!0,description:l,phrase:tn(s),notes:[],source:p,type:"string",values:s},variants:i}}function c0(e){let[t]=e.map(({value:n})=>n);return(be(t?.properties)?
Object.keys(t.properties):[]).find(n=>{let o=e.map(({value:{properties:i,required:r}})=>{let s=be(i)?i[n]:void 0;return be(s)&&Array.isArray(r)&&r.includes(n)?s.
const:void 0});return o.every(i=>typeof i=="string")&&new Set(o).size===o.length})}function pn(e){let{kind:t,quantity:a}=e,{unit:n,default:o}=e;return JSON.stringify(
[t,a,n,o,...t==="media"?[e.single,e.media,e.accepts,e.limits]:[],...t==="list"?[pn(e.items)]:[],...t==="object"?e.members.map(i=>[i.name,pn(i)]):[],...t==="unio\
n"?e.variants.map(pn):[]])}var qo={type:y0,schema:g0,example:Ul,cases:e=>w0(e,[]),sample:v0},Vl={prompt:Il,string:El,enum:il,integer:pl,number:wl,boolean:Zu,media:gl,object:xl(qo,u0),map:ml(
qo,f0),union:Ml(qo,l0),list:dl(qo,h0),array:Gu};function m0(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0||t.const!==void 0)return"enum";if(t.oneOf!==
void 0)return"union";let a=an(t);switch(a){case"string":return e==="prompt"||t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"\
array":return t["x-items"]===void 0?"list":"array";case"object":return t.properties===void 0&&be(t.additionalProperties)?"map":"object";case"integer":case"numbe\
r":case"boolean":return a;default:return}}function Oo(e,t,a,n){let o=m0(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=Vl[o].read(t,{...a,
...io(t.value)?{nullable:!0}:{}},n);return{...i,phrase:b0(i)}}function u0(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return Oo(i,r,jo(i,o.has(i),r,t),a)})}}function l0(e,t,a){return Fl(e,t,(n,o)=>Oo(n,o,
jo(n,!0,o,t),a))}function f0(e,t,a){let n=e.object("additionalProperties");n.has("default")&&n.refuse("default","left out: a member is there or not");let o=Oo("\
value",n,jo("value",!0,n,t),a),i=e.has("propertyNames")?e.object("propertyNames"):void 0,[r,...s]=i?.texts("examples")??[];return{kind:"map",...t,values:o,...i===
void 0||r===void 0?{}:{names:{pattern:i.text("pattern"),examples:[r,...s]}},...pt({minProperties:e.optionalNumber("minProperties"),maxProperties:e.optionalNumber(
"maxProperties")})}}function h0(e,t,a){let n=e.object("items");return n.has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueIte\
ms")&&["object","array"].includes(an(n.value)??"")&&e.refuse("uniqueItems","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:Oo(
"item",n,jo("item",!0,n,t),a),...pt({minItems:e.optionalNumber("minItems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?
!0:void 0})}}function jo(e,t,a,{source:n}){return Hu(e,t,a,n)}function y0(e){return Yu(e,ia(e).type(e))}function g0(e){return el(e,ia(e).schema(e))}function b0(e){return tl(e,ia(e).phrase(e))}function Ul(e,t){return ia(e).example(e,t)}function w0(e,t){return rl(e,ia(e).cases(e,t))}function v0(e,t){return e.
nullable&&t.below(8)===0?null:ia(e).sample(e,t)}function ia(e){return Vl[e.kind]}function Jl(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function _s(e){return e.split("/").slice(1)}function To(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Fr({value:e,place:t},a,n){let[o,
...i]=a;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(e)?e.flatMap((p,l)=>Fr({value:p,place:t+"["+l+"]"},i,n)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let r=Jl(e,o),s={value:r===void 0&&!i.length?n:r,place:(t&&t+".")+o};return s.value===void 0?[]:Fr(s,i,n)}function as(e,{path:t,
default:a}){return Fr(e,_s(t),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function Dl(e){let[,t="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=a.length-Number(n),i=BigInt(t+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function zl(e){let t=e.map(o=>Dl(o)),a=t.reduce((o,[,i])=>Math.max(
o,i),0);return+(t.reduce((o,[i,r])=>o+i*10n**BigInt(a-r),0n)+"e-"+a)}function Cl(e){let t=e.map(n=>Dl(n)),a=t.reduce((n,[,o])=>n+o,0);return+(t.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function pa(e,t,a,{maximum:n,minimum:o,unit:i},r){let s=n??o??0,p=typeof s=="number"?{value:s,place:""}:as(r,s)[0];if(p===void 0)return;let{value:l,place:m}=p;if(n===
void 0?a>=l:a<=l)return;let h=n===void 0?"lower":"upper";return{text:e,of:[...t],side:h,limit:l,unit:i,actual:a,...m?{bound:m}:{}}}function Wl(e,t){let a={value:e,place:""},n=0;for(let{path:o}of t.of)for(let{value:i}of Fr(a,_s(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return pa("rule-co\
unt",t.of.map(({path:o})=>To(o)),n,t,a)}function ca(e,t){return e.texts("of").map((a,n)=>Kl(e,`of/${n}`,a,t))}function Ao(e,t){return Hl(e,"of",t)}function ma(e,t,a){let n=e.has("maximum")?"maximum":"\
minimum";return{[n]:k0(e,n,t,a),unit:a??""}}function k0(e,t,a,n){if(typeof e.raw(t)=="number")return e.number(t);let o=Kl(e,t,e.text(t),a),i=Hl(e,t,[o]);return n!==
void 0&&i!==n&&e.refuse(t,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function No(e){let t=new Set(e.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function Ro(e,t){return t.map(({at:a})=>({...a,path:da(a).slice(e.length)}))}function id({in:e,of:t}){return Nr(t).
map(([,a])=>di(`${da(e)}${da(a)}`))}function ua(e){let{maximum:t,minimum:a,unit:n=""}=e,o=t??a??null;return{of:id(e),side:t===void 0?"lower":"upper",...be(o)?{bound:di(
da(o))}:{limit:o,unit:n}}}function da(e){let t=be(e)?e.path:e;return typeof t=="string"?t:""}function Kl(e,t,a,n){let o=pd(a,n);(o===void 0||!P0(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{}}}}function P0(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function pd(e,t){let[a,...n]=e.split("/").slice(1);return n.reduce((o,i)=>o?.kind===
"object"||o?.kind==="union"?xa(o).find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===a))}function Hl(e,t,a){let n=new Set(a.map(({parameter:i})=>i.
unit??""));n.size>1&&e.refuse(t,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===""?"":` ${o}`}var $0=64,Bl={keyword:"x-count",read(e,t){return{of:e.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:pd(n,t))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...S0(i)?{}:{one:!0}}}),...ma(e,t)}},broken:(e,t)=>Wl(e,t),check:"brokenCount",demand:e=>({
text:"rule-count",...ua(e)}),schema({of:e,maximum:t,minimum:a}){let n=t??a,o=Nr(e).map(([,s])=>be(s)&&s.one===void 0?da(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=Gl(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>t===void 0?x0(o,s):_0(o,s))}}};function S0(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function Gl(e,t){if(t===1)return[[e]];let a=[];for(let n=0;n<=e;n++){let o=Gl(e-n,t-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>$0))return}return a}function _0(e,t){return{properties:Object.fromEntries(e.map((a,n)=>[a,{maxItems:t[n]??0}]))}}
function x0(e,t){let a=e.flatMap((n,o)=>{let i=t[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function Zl(e,{in:t,of:a,orEqual:n,unit:o}){for(let i of Fr({value:e,place:""},_s(t))){let r=a.flatMap(s=>as(i,s));for(let[s,p]of r.entries()){let l=r[s-1];if(!(l===
void 0||l.value<p.value||n&&l.value===p.value))return{text:"rule-order",...n?{orEqual:""}:{},first:l.place,actual:l.value,second:p.place,limit:p.value,unit:o}}}}var Ql={keyword:"x-order",read(e,t){let a=ca(e,t),n=e.texts("of"),o=(n.length>1?No(n):n[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:Ro(o,a),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:Ao(e,a)}},broken:(e,t)=>Zl(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:id(e)})};function Xl(e,t){let a={value:e,place:""};for(let n of Fr(a,_s(t.in))){let o=t.of.flatMap(p=>as(n,p));if(o.length<t.of.length)continue;let[i,r]=[o.map(({place:p})=>p),
o.map(({value:p})=>p)],s=pa("rule-product",i,Cl(r),t,a);if(s!==void 0)return s}}var Yl={keyword:"x-product",read(e,t){let a=ca(e,t),n=e.texts("of"),o=(n.length>1?No(n):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:Ro(o,a),...ma(e,t)}},broken:(e,t)=>Xl(e,t),check:"brokenProduct",demand:e=>({text:"rule-product",...ua(e)})};function ef(e,t){let a={value:e,place:""},n=t.of.flatMap(i=>as(a,i));if(!n.length)return;let o=t.of.map(({path:i})=>To(i));return pa("rule-sum",o,zl(n.map(({value:i})=>i)),
t,a)}var tf={keyword:"x-sum",read(e,t){let a=ca(e,t);return{of:a.map(({at:n})=>n),...ma(e,t,Ao(e,a))}},broken:(e,t)=>ef(e,t),check:"brokenSum",demand:e=>({text:"rule\
-sum",...ua(e)})};var rf=[tf,Yl,Bl,Ql];var sf=new WeakMap;function q0(e){let t=sf.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>O0[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return sf.
set(e,n),n}function qr(e){return be(e)?q0(e):void 0}function dd(e){return Nr(e).map(([,t])=>qr(t)??of)}var of=()=>!1,O0={type:e=>{if(typeof e=="string")return nf[e];
let t=Nr(e).flatMap(([,a])=>typeof a=="string"?nf[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:dn(
(e,t)=>e>=t),maximum:dn((e,t)=>e<=t),exclusiveMinimum:dn((e,t)=>e>t),exclusiveMaximum:dn((e,t)=>e<t),multipleOf:dn((e,t)=>T0(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:af((e,t)=>e>=t),maxLength:af((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?j0(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=qr(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=qr(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=Nr(e).map(([,a])=>a);return a=>!be(a)||t.every(n=>cd(a,n))},properties:e=>{let t=ds(e).flatMap(([a,n])=>{let o=qr(n);return o===
void 0?[]:[[a,o]]});return a=>!be(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=ds(e).map(([
a,n])=>[a,Nr(n)]);return a=>!be(a)||t.every(([n,o])=>!cd(a,n)||o.every(([,i])=>cd(a,i)))},oneOf:e=>{let t=dd(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=dd(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=dd(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>{let a=e===!1?of:qr(e),n=o=>be(
t)&&Object.hasOwn(t,o);return a&&(o=>ds(o).every(([i,r])=>n(i)||a(r)))},propertyNames:e=>{let t=qr(e);return t&&(a=>ds(a).every(([n])=>t(n)))},minProperties:e=>t=>!be(
t)||Object.keys(t).length>=Number(e),maxProperties:e=>t=>!be(t)||Object.keys(t).length<=Number(e),not:e=>{let t=qr(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{
let[a,n,o]=[qr(e),qr(t.then),qr(t.else)];if(!(a===void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(rf.map(e=>[e.keyword,t=>be(
t)?a=>e.broken(a,t)===void 0:void 0]))};function dn(e){return t=>a=>typeof a!="number"||e(a,Number(t))}function af(e){return t=>a=>typeof a!="string"||e([...a].
length,Number(t))}function j0(e){try{return new RegExp(e)}catch{return}}function T0(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function cd(e,t){
return typeof t=="string"&&Object.hasOwn(e,t)}var nf={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e==
"boolean",array:e=>Array.isArray(e),object:e=>be(e),null:e=>e===null};var A0=/^models\/([^/]+)\.schema\.json$/;function cn(e){let t=A0.exec(e)?.[1];return t===void 0?void 0:ec(t)}function pf(e){return`models/${Yd(e)}.schema.json`}var df=Us(e=>[...e.files.values()].flatMap(t=>{let a=cn(t.path),n=xs(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function xs(e){return e!==
void 0&&e.syntaxErrors.length===0&&be(e.value)?e.value:void 0}function Io(e){return[...e.files.values()].some(t=>xs(t)===void 0)}var v2=Us(()=>new Map);function N0(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(be(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function cf(e,t){let a=[];return N0(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function mf(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:R0(t))}var R0=Wr(e=>cf(xs(e)??null,(t,a)=>{let n=typeof t=="string"?E0(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),I0=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function E0(e){let[t]=I0.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function uf(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?M0(t,a):t,[...e])}function lf(e){return ff(e).map(({required:t})=>t.join(
" with ")).join("; ")}function M0(e,t){let a=ff(t),n=p=>p!==t&&U0(p.instancePath,t.instancePath)&&!V0(p,t),o=e.filter(p=>p!==t&&!n(p)),i=L0(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&J0(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function L0(e,t){let a=be(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:F0(e);if(n!==void 0){let{data:p}=t,l=be(p)?p[n]:void 0,m=e.findIndex(
({members:v})=>v?.get(n)===l);if(m!==-1)return m;let h=e.map(({members:v})=>v?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:h},data:l}}let o=e.map(({required:p,members:l})=>a.filter(m=>l?.has(m)??p.includes(m)).length),i=Math.max(...o),r=o.flatMap((p,l)=>p===i?[l]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function F0(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function ff({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function V0(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function U0(e,t){return e===t||e.startsWith(`${t}/`)}function J0(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as z0}from"node:module";import{fileURLToPath as D0}from"node:url";var hf=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,md=new URL("../".repeat(
hf),import.meta.url),A2=new URL("../",md),N2=new URL(hf===3?"./":"../",import.meta.url);var F2=D0(new URL("dist/kept/",md));var C0=z0(import.meta.url),ud="spec:/";function yf(){let{Ajv2020:e}=C0("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var W0=/^upstreams\/([^/]+)\.json$/;function mn(e){return W0.exec(e)?.[1]}function gf(e,t){let a=(n,o)=>be(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>mn(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var bf={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},wf="meta/model.schema.json",vf="\
meta/upstream.schema.json",K0=["meta/facts.schema.json","meta/parameter.schema.json"],Z2=[...Object.entries(bf).flat(),wf,vf,...K0];function kf(e){return mn(e)!==void 0?vf:cn(e)===void 0?bf[e]:wf}var Eo;function Mo(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(Eo?.text===a)return Eo.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?B0(t):H0(e.meta.paths,n);return Eo={text:a,validator:i=>e.files.has(i)?
o(i):void 0},Eo.validator}function H0(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function B0(e){let t=yf();for(let a of e){
let n=xs(a);n!==void 0&&t.addSchema(n,ud+a.path)}return a=>t.getSchema(ud+a)}function or(e,t){let n=t.map(o=>({candidate:o,distance:G0(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function G0(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function Pf(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function _f(e){let t=Mo(e),a=[...e.files.values()].flatMap(n=>{let o=kf(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=Z0(n),s=r.get(i)??Q0(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var Z0=Wr(()=>new WeakMap);function Q0(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of uf(t.errors??[])){let r=X0(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function X0(e,t,a){let n=sP(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&Pf(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${un(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return Y0(
e,[...n,o("additionalProperty")],a);case"required":return $f(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=$f(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${un(n)} must have exactly one of ${lf(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${un(n)} must be ${eP(a)}`}}}function Y0(e,t,a){let n=String(t.at(-1)),o=be(Sf(a))?Object.keys(Sf(a)):[],i=or(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function $f(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${un(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${un(t)} lacks the keywor\
d "${a}"`}}function Sf(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function eP(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(rP[e.keyword]??tP)(e)}var Lo=({params:e})=>String(e.limit),la=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,tP=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,rP={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${Lo(e)} or more`,maximum:e=>`${Lo(e)} or less`,exclusiveMinimum:e=>`more than ${Lo(
e)}`,exclusiveMaximum:e=>`less than ${Lo(e)}`,minLength:e=>`a string of ${la(e,"character")} or more`,maxLength:e=>`a string of ${la(e,"character")} or less`,minItems:e=>`\
a list of ${la(e,"item")} or more`,maxItems:e=>`a list of ${la(e,"item")} or less`,minProperties:e=>`an object with ${la(e,"member")} or more`,maxProperties:e=>`\
an object with ${la(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function un(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function sP(e,t){let a=e;return _e(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:be(a)?a[n]:void 0,o?Number(n):n})}var aP=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function xf(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!aP.some(({causes:s,follow:p})=>p(i)&&r.some(l=>s.has(l)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>nP(i,s,p<r))))}function nP(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function ld(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var qf=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 the text anew at this place.",wrong:'{ "description": "The style.\\u0007" }',right:'{ "description": "The style." }'}];var Of=[{code:"S010",severity:"error",title:"A keyword is unknown",explanation:"The meta-schema has no such keyword here. Most often it is a misspelling, and wh\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var jf=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var Tf=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${jf.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var Af=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var Nf=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
h or the pointer after #.",wrong:'{ "$ref": "../parameters.schema.json#/$defs/promt" }',right:'{ "$ref": "../parameters.schema.json#/$defs/prompt" }'},{code:"S0\
41",severity:"error",title:"A $ref leads back to itself",explanation:"Following the reference never ends.",hint:"Break the circle.",wrong:'"$defs": { "a": { "$r\
ef": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',right:'"$defs": { "a": { "type": "string" } }'},{code:"S042",severity:"warning",title:"A shared definition i\
s unused",explanation:"No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so\
 it is a warning.",hint:"Remove it, or refer to it.",wrong:'"$defs": { "seed": \u2026 }, and no model with a $ref to it',right:'a model with { "$ref": "../param\
eters.schema.json#/$defs/seed" }'}];var Rf=[{code:"S066",severity:"error",title:"A price counts what the model does not have",explanation:"A line of a price names a quantity that no parameter of t\
he model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate to\
o.",hint:"Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.",wrong:'"per": "seconds", where duration has no x-\
unit',right:'"per": "seconds", where duration has "x-unit": "s"'},{code:"S067",severity:"error",title:"A valid request cannot be priced",explanation:"The model \
accepts the request that the message shows, and its price says nothing of it. A price is never guessed.",hint:'Give a rate for it, such as with "*" in a table, \
or "otherwise" for what a request leaves out.',wrong:'"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',right:'"credits": { "resolution"\
: { "720p": 0.5, "1080p": 1 } }'},{code:"S068",severity:"error",title:"Prices are not in the order of their dates",explanation:"The first price of a model count\
s from the beginning and each other from its date, later than the one before.",hint:"Order the prices by date, and leave out the from of the first alone.",wrong:'\
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var If=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var Ef=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var Mf=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
right:'"when": { "quality": "hd" }'}];var Lf=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],Ff=[{code:"S100",severity:"err\
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
"to": "/folder", "resultsFolder": true }], \u2026 "results": [{ "object": "/folder", "file": "/film.mp4" }]'}];var oP=[...qf,...Of,...Tf,...Af,...Nf,...If,...Ef,...Rf,...Lf,...Mf,...Ff];function Vf(e){let t=oP.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no su\
ch code: ${e}`);return t}var Uf=60;function Jf(e,t){let a=Vf(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:iP(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:vn(t.path),text:cP(o.text),message:t.message,hint:t.hint??a.hint}}function iP(e,t){if(t.offset!==void 0)return{...ld(e.text,
t.offset),text:dP(e.text,t.offset)};let a=pP(e.tree,t),n=a?.offset??0;return{...ld(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function pP(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=zd(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function dP(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function cP(e){let t=e.replace(/\s+/g," ");return t.length>Uf?`${t.slice(0,Uf-1)}\u2026`:t}var Df=100;function Fo(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=oi(t,a,zf),o=n===void 0?void 0:Cd(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(Cf(o,Df))throw new RangeError(`${e} has more than ${Df} levels`);return{path:e,text:t,value:o,get tree(){return n??=oi(t,[],zf)},syntaxErrors:a}}
var zf={disallowComments:!0,allowTrailingComma:!1};function Cf(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>Cf(a,t-1))}function Wf(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:l,hint:m}=e,h=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${l}${h}
    at #${s}
    ${m}`}var Te=Us(e=>gf(e,(t,a)=>Mo(e)("meta/upstream.schema.json")?.(a)===!0)),mP=["video","image","audio","mesh"];function rt({operations:e}){return mP.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var ns=Us(e=>df(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(be(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,uP(e,t,o)]))})));function uP(e,t,a){let n=be(a)?a:{},o=typeof n.$ref=="string"?{...lP(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function lP(e,t,a){try{let{value:n}=Xd(e,t,a);return be(n)?n:{}}catch{return{}}}function fP(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Kf(e,t){let a=e;for(let n of t)if(Array.isArray(a))a=a[Number(n)];else if(fP(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var Hf=["queued","processing","ended","cancelled"],hP={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*Bf(e){
for(let{path:t,source:a}of Te(e)){let{cancelRules:n}=a;if(n!==void 0)for(let[o,{cancel:i,status:r}]of rt(a)){if(i===void 0)continue;let s={code:"S100",file:t},p=[
"operations",o,"cancel"];yield*yP({...s,path:p},i,n,r?.states??{});let l=gP(i,n);l!==void 0&&(yield{...s,path:[...p,"proves","answer","words"],message:`cancelRu\
les.${l} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),i.proves!==void 0&&Hf.every(m=>n[m].then!==
"cancelled")&&(yield{...s,path:[...p,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*yP({path:e,...t},{from:a},n,o){if(n.
ended.then!=="removed")return;let i='Name in "from" the words of tasks that wait or run.',r="cancelRules.ended removes the result";a===void 0&&(yield{...t,path:e,
message:`the request is sent to tasks that have ended too, and ${r}`,hint:i});for(let[s,p]of(a?.words??[]).entries())hP[o[p]??""]==="ended"&&(yield{...t,path:[...e,
"from","words",s],message:`"${p}" means an end, and ${r}`,hint:i})}function gP({proves:e},t){let{answer:a}=e??{};if(a===void 0)return;let n=o=>(t[o].status??200)<
300?Kf(t[o].body,_e(a.at)):void 0;return Hf.find(o=>o!=="cancelled"&&t[o].then!=="cancelled"&&a.words.some(i=>i===n(o)))}function*Gf(e){for(let{path:t,source:a}of Te(e)){let n=mn(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var fd=99;function*Zf(e){for(let{path:t,source:a}of Te(e)){for(let[o,{rows:i}]of rt(a)){let r=i.map(({to:s})=>_e(s));for(let[s,p]of r.entries()){let l=bP(p,r);if(l===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${l}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:hd(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>fd){let s=`Use an index up to ${fd}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${fd}`,hint:s}}}}}function bP(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return vn(o)}}var wP=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*hd(e,t){if(typeof e=="string"){let a=e.startsWith("/")?_e(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*hd(n,[...t,a]);else if(be(e))for(let[a,n]of Object.entries(
e))wP.includes(a)||(yield*hd(n,[...t,a]))}function*Qf(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of rt(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var Xf={video:"video",image:"image",audio:"audio",mesh:"model"};function*Yf(e){for(let{path:t,source:a}of Te(e))for(let[n,{results:o}]of rt(a))for(let{contentType:i,
path:r}of eh(o,["operations",n,"results"]))i.startsWith(`${Xf[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${Xf[n]}/.`})}function*eh(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*eh(o,[...t,a,"results"])}function*rh(e){for(let{path:t,source:a}of Te(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>vP(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function vP(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
th(e.codes,t.codes)&&th(e.says,t.says)}function th(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}function ir(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*sh(e){for(let{path:t,source:a}of Te(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=n,p=["webhooks","\
signature"],l={code:"S089",file:t},m=ir(i).flatMap(h=>typeof h=="string"?[]:[h.variable]);!m.includes("body")&&!m.includes("bodySha256")&&(yield{...l,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!m.includes("timestamp")&&(yield{...l,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...l,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...l,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var kP=/\{(value|base64|mediaType|imageFormat)\}/;function ah(e){return{value:e,holes:[...yd(e,[])]}}function*yd(e,t){if(typeof e=="string"){let a=kP.exec(e);if(a===
null)return;let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"||o==="ima\
geFormat"?{...s,part:o}:s}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*yd(n,[...t,String(a)]);else if(be(e))for(let[a,n]of Object.entries(e))yield*yd(
n,[...t,a])}function Vo(e){return typeof e=="string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap(Vo):be(e)?Object.values(
e).flatMap(Vo):[]}function Qt(e){return ir(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}var Uo=["body","bodySha256","timestamp"];function nh(e){let{algorithm:t,encoding:a,signed:n,headers:o={},time:i,key:r}=e;return{algorithm:t,in:oh(e),encoding:a,
signed:ir(n).map(s=>typeof s=="string"?s:PP(s.variable,o)),...i===void 0?{}:{time:$P(i)},key:SP(r)}}function oh({header:e,separator:t,prefix:a=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function PP(e,t){let a=Uo.find(n=>n===e);return a===void 0?{header:(t[e]??"").toLowerCase()}:{is:a}}function $P({
member:e,header:t="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?oh({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:_e(e)},unit:o,toleranceSeconds:i}}function SP(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:Qt(e.path),at:_e(e.at),form:t}}function ph(e){let{message:t,code:a,codeHeader:n,status:o,inside:i,proofs:r}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{
in:e.authentication.in,name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},...e.
headers===void 0?{}:{headers:e.headers},deadlineSeconds:e.deadline.seconds,pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:xP(e.upload)},operations:Object.
fromEntries(rt(e).map(([s,p])=>[s,TP(p)])),errors:{message:t.map(_e),code:a.map(_e),...n===void 0?{}:{codeHeader:n.toLowerCase()},...o===void 0?{}:{status:_e(o)},
proofs:r.map(zP),...i===void 0?{}:{inside:{at:_e(i.at),unless:i.unless??[]}}},...e.probe===void 0?{}:{probe:{path:Qt(e.probe.path),accepted:e.probe.accepted}},...e.
modelProbe===void 0?{}:{modelProbe:_P(e.modelProbe)},...e.webhooks===void 0?{}:{webhooks:qP(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:OP(e.cancelRules)},
...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.header,keptSeconds:e.idempotency.keptSeconds}}}}function _P({path:e,url:t,names:a="",omits:n,told:o=[],
except:i=[],untestable:r}){if(r!==void 0)return{untestable:r};let s=t===void 0?void 0:new URL(t).origin;return{...s===void 0?{}:{origin:s},path:Qt(e??t?.slice(s?.
length)??""),names:_e(a),...n===void 0?{}:{omits:n},told:o.map(({at:p,constant:l})=>({at:_e(p),value:l})),except:i}}function xP({method:e,path:t,field:a,reference:n}){
return{request:gd({method:e,path:t}),...a===void 0?{}:{field:a},reference:_e(n)}}function qP(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,told:r=[]}=e;
return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:_e(t)},beside:n.map(({to:s,constant:p})=>({to:_e(s),value:p})),...o===void 0?{}:{signature:nh(o)},...i===
void 0?{}:{challenge:_e(i)},told:r.map(({at:s,fact:p})=>({at:_e(s),fact:p}))}}function OP({queued:e,processing:t,ended:a,cancelled:n}){return{queued:{status:200,
...e},processing:{status:200,...t},ended:{status:200,...a},cancelled:{status:200,...n}}}function jP({path:e,filter:t,limit:a,items:n,within:o}){return{path:Qt(e),
filter:t,limit:a,items:_e(n),within:o===void 0?[]:_e(o)}}function TP(e){let{submit:t,id:a,idForm:n,queryId:o,query:i,list:r,cancel:s,status:p,progress:l,seconds:m,
secondsAs:h}=e;return{submit:{method:t.method,path:Qt(t.path)},submitPaths:FP(t.paths),encoding:t.encoding??"json",...t.status===void 0?{}:{submitStatus:t.status},
...t.ignored===void 0?{}:{ignored:t.ignored.map(_e)},...t.implied===void 0?{}:{implied:t.implied.map(({at:v,is:S})=>({at:_e(v),is:S}))},headers:t.headers??{},rows:e.
rows.map(RP),drops:(e.drops??[]).map(({parameter:v,values:S,when:j,reason:_})=>({parameter:v,when:(j??[]).map(Jo),reason:_,...S===void 0?{}:{values:S}})),needs:ih(
e.needs),lacks:ih(e.lacks),...a===void 0?{}:{id:_e(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:UP(i)},
...r===void 0?{}:{list:jP(r)},...s===void 0?{}:{cancel:JP(s)},answer:{...p===void 0?{}:{status:AP(p)},...l===void 0?{}:{progress:{at:_e(l.at),of:l.of}},results:e.
results.map(ch),message:e.message.map(_e),code:e.code.map(_e),...m===void 0?{}:{seconds:_e(m)},...h===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:v,
unit:S})=>({at:_e(v),unit:S})),...o===void 0?{}:{id:_e(o)}},told:(e.told??[]).map(({at:v,in:S,link:j,constant:_,fact:T})=>({at:_e(v),in:S,from:j!==void 0?{kind:"\
link",request:{method:"GET",path:Qt(j.path)}}:T!==void 0?{kind:T}:{kind:"constant",value:_??null}}))}}function AP({at:e,states:t,as:a,absent:n,cases:o=[]}){return{
at:_e(e),states:t,...a===void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({when:i.map(NP),means:r}))}}function NP({at:e,is:t,
present:a}){return t===void 0?{at:_e(e),present:a??!0}:{at:_e(e),is:t}}function ih(e={}){return Object.fromEntries(Object.entries(e).map(([t,{reason:a}])=>[t,a]))}
function RP(e){let t=e.values===void 0?e.accepts?.map(LP):Object.entries(e.values).map(MP);return{to:_e(e.to),from:EP(e),when:(e.when??[]).map(Jo),...e.as==="st\
ring"?{template:IP}:{},...e.as==="uploaded"?{uploaded:!0}:{},...e.as==="file"?{file:!0}:{},...e.template===void 0?{}:{template:ah(e.template)},...t===void 0?{}:
{values:t},...e.minimum===void 0?{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},
...e.maximumLength===void 0?{}:{maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.also===void 0?{}:{also:e.also.map(_e)},...e.oneWay===
void 0?{}:{oneWay:e.oneWay}}}var IP={value:"",holes:[{at:[],whole:!1,prefix:"",suffix:""}]};function EP({from:e,each:t,join:a,model:n,resultsFolder:o,constant:i}){
return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"joined",names:a}:o===!0?{kind:"results-folder"}:n===!0?{kind:"mode\
l"}:{kind:"constant",value:i??null}}function MP([e,t]){return[fa(e),t]}function fa(e){return e==="true"||e==="false"||/^-?\d+$/.test(e)?JSON.parse(e):e}function LP(e){
return[e,e]}function Jo({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"given",parameters:e}:t!==void 0?{kind:"abse\
nt",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,values:n}}function gd({method:e,path:t}){
return{method:e,path:Qt(t)}}function FP(e=[]){return e.map(({when:t,path:a,encoding:n})=>({when:t.map(Jo),path:Qt(a),...n===void 0?{}:{encoding:n}}))}function VP(e=[]){
return e.map(({when:t,path:a})=>({when:t.map(Jo),path:Qt(a)}))}function UP({paths:e,at:t,hosts:a=[],body:n,...o}){return{...gd(o),...e===void 0?{}:{paths:VP(e)},
...t===void 0?{}:{stated:{at:_e(t),hosts:a}},...n===void 0?{}:{body:n.map(dh)}}}function dh({to:e,fact:t,constant:a}){return{to:_e(e),from:t===void 0?{kind:"con\
stant",value:a??null}:{kind:t}}}function JP({from:e,proves:t,body:a,...n}){let{answer:o,query:i=[]}=t??{};return{...gd(n),...a===void 0?{}:{body:a.map(dh)},...e===
void 0?{}:{from:e.words},proves:{...o===void 0?{}:{answer:{at:_e(o.at),words:o.words}},query:i}}}function ch(e){let{url:t,list:a,withKey:n,body:o,base64:i,contentType:r,
object:s,file:p,content:l,query:m,results:h,message:v,pending:S}=e,j=e.asked===void 0?{}:{asked:DP(e.asked)};return o===!0?{kind:"body"}:t!==void 0?{kind:"url",
at:_e(t),list:a??!1,...n===!0?{withKey:n}:{},...j}:i!==void 0&&r!==void 0?{kind:"base64",at:_e(i),contentType:r,...j}:s!==void 0?{kind:"object",at:_e(s),file:p??
""}:l!==void 0?{kind:"content",request:{method:"GET",path:Qt(l)}}:{kind:"query",request:{method:"GET",path:Qt(m??"")},results:(h??[]).map(ch),message:(v??[]).map(
_e),...S===void 0?{}:{pending:S}}}function DP({at:e,is:t,model:a=[]}){return{at:_e(e),is:t,models:a}}function zP({status:e,codes:t,says:a,proves:n}){let o=Number(
e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function*mh(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of rt(a)){let i=ns(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
CP(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function CP({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(m,h)=>s.get(m)?.includes(fa(h))??s.has(m),l=Object.entries(e).filter(([m])=>{let h=r(m);return i.every((v,S)=>p(v,h[S]??""))});for(let[m,[h,v]]of l.entries()){
let S=l.slice(0,m).find(([,j])=>JSON.stringify(j)===JSON.stringify(v));if(S!==void 0)return[S[0],h]}}}function*uh(e){for(let{path:t,source:a}of Te(e))for(let[n,{id:o,submit:i,rows:r,results:s}]of rt(a)){let p=["operations",n];for(let[l,{body:m,asked:h,results:v=[]}]of s.
entries()){let S=[...p,"results",l];h!==void 0&&o!==void 0&&(yield{code:"S101",file:t,path:[...S,"asked"],message:`what a submit asks for is not known to the re\
quest that follows its ID at ${o}`}),m===!0&&o!==void 0&&(yield{code:"S101",file:t,path:[...S,"body"],message:`the answer to the submit has an ID at ${o}`});for(let[
j,_]of v.entries())_.body===!0&&(yield{code:"S101",file:t,path:[...S,"results",j,"body"],message:"this is the answer to another request than the submit"})}for(let[
l,m]of r.entries()){let{as:h,to:v,forms:S}=m;if(h!=="file")continue;let j=[...p,"rows",l];WP(m,i)?/^\/[^/]+(\/-)?$/.exec(v)===null?yield{code:"S102",file:t,path:[
...j,"to"],message:"a file is a field of the form, or one of several"}:S===void 0&&(yield{code:"S102",file:t,path:j,message:"the row does not say in which forms\
 it takes a file"}):yield{code:"S102",file:t,path:[...j,"as"],message:"the body is JSON, which holds no file"}}}}function WP({from:e,each:t},{encoding:a,paths:n=[]}){
return a==="form"?n.every(i=>i.encoding!=="json"):n.find(({when:[i,...r]})=>r.length===0&&i?.given?.includes(e??t??""))?.encoding==="form"}function*lh(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of rt(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*yh(e){for(let{path:t,source:a}of Te(e))for(let[n,{rows:o}]of rt(a)){let i=ns(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let l=o.slice(0,
s).find(m=>gh(m,p)&&!HP(m,p)&&BP(m,p,i)&&!(r&&Do(m,p)));l!==void 0&&(r||=Do(l,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:Do(l,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${bd(l)} at ${l.to})`:`${p.to} is written by an earlier row too (${bd(l)})`})}yield*KP(
t,a,o)}}function*KP(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>gh(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${bd(r)})`})}}function gh(e,t){if(Do(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function Do({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&fh(i)!==
fh(r)}var fh=e=>/^(-|\d+)$/.test(e);function HP(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function BP(e,t,a){if(hh(e,t)||hh(t,e))return!1;let n=[
zo(e),zo(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function hh({when:e=[]},t){return e.some(a=>zo(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>GP(a,n)))}function GP(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function zo({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function bd(e){return zo(e).join(" and ")||(e.model===!0?"the model":e.resultsFolder===!0?"the folder of results":
"a constant")}function*bh(e){for(let{path:t,source:a}of Te(e))for(let[n,{id:o,query:i,status:r}]of rt(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:l,cases:m=[]}=r,h=[...Object.values(
p),l,...m.map(({means:v})=>v)];for(let v of["completed","failed"])h.includes(v)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${v}`})}}var ZP=["value","base64,mediaType","base64,imageFormat","base64"],QP=["value","base64","mediaType","imageFormat"];function*wh(e){for(let{path:t,source:a}of Te(e))
for(let[n,{rows:o}]of rt(a))for(let[i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=Vo(r);if(ZP.includes([...p].sort().join())){p.includes("\
base64")&&s?.join()!=="data"&&(yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row\
 takes URLs too: "forms" must be ["data"]'});continue}let l=p.find(m=>!QP.includes(m));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:l!==
void 0?`{${l}} means nothing here`:p.length===0?"the template does not hold {value}":p.every(m=>m==="value")?`the template holds {value} ${p.length} times`:"the\
 template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once"}}}function*Co({submit:e,query:t,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[r,s=[]]of[["submit",e.paths],["query",t?.paths]])for(let[p,{when:l}]of s.entries())
yield*wd(l,[r,"paths",p,"when"]);for(let[r,s]of a.entries()){let p=["rows",r],l=s.from===void 0?"each":"from",m=s.from??s.each,h=Object.keys(s.values??{}).map(S=>({
value:fa(S),path:[...p,"values",S],at:"key"})),v=(s.accepts??[]).map((S,j)=>({value:S,path:[...p,"accepts",j],at:"value"}));for(let[S,j]of(s.join??[]).entries())
yield{parameter:j,path:[...p,"join",S],at:"value",values:XP(s,p,S)};m!==void 0&&(yield{parameter:m,path:[...p,l],at:"value",values:[...h,...v]}),yield*wd(s.when??
[],[...p,"when"])}for(let[r,{parameter:s,values:p=[],when:l=[]}]of n.entries()){let m=["drops",r];yield{parameter:s,path:[...m,"parameter"],at:"value",values:p.
map((h,v)=>({value:h,path:[...m,"values",v],at:"value"}))},yield*wd(l,[...m,"when"])}for(let r of Object.keys(o))yield{parameter:r,path:["needs",r],at:"key",values:[]};
for(let r of Object.keys(i))yield{parameter:r,path:["lacks",r],at:"key",values:[]}}function XP({values:e={}},t,a){return Object.keys(e).map(n=>({value:fa(n.split(
" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*wd(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){for(let[p,l]of n.entries())
yield{parameter:l,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,l]of o.entries())yield{parameter:l,path:[...t,a,"absent",p],at:"value",values:[]};if(i===
void 0)continue;let s=r.map((p,l)=>({value:p,path:[...t,a,"among",l],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"value",values:s}}}function*vh(e){if(!Io(e))for(let{path:t,source:a}of Te(e))for(let[n,o]of rt(a)){let i=ns(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:l}of Co(o)){if(r.includes(s))continue;let m=or(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:l,message:`n\
o ${n} model has the parameter "${s}"`,hint:m===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${m}"?`}}}}function*kh(e){for(let{path:t,source:a}of Te(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:r}=n,s={code:"S088",file:t},
p=["webhooks","signature"],l=Uo.filter(v=>v!=="timestamp"||r!==void 0),m=[...new Set([...l,...Object.keys(i)])],h=ir(o).flatMap(v=>typeof v=="string"?[]:[v.variable]);
for(let v of h.filter(S=>!m.includes(S))){let S=or(v,m);yield{...s,path:[...p,"signed"],message:`{${v}} is not known here`,hint:YP(v,S,m)}}for(let v of Object.keys(
i)){let S={...s,path:[...p,"headers",v],at:"key"};Uo.some(j=>j===v)?yield{...S,message:`{${v}} has a meaning of its own`,hint:"Give the header another name."}:h.
includes(v)||(yield{...S,message:`{${v}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function YP(e,t,a){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Wo(e,t){return vd(e.files.get(t)?.value??null,[])}var e$=["template","constant","among","body","values","accepts","sources"];function*vd(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*vd(n,[...t,a]);else if(be(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:e$.includes(a)||(yield*vd(n,[...t,a]))}function*Ph(e){for(let{path:t,source:a}of Te(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Wo(e,t)){if(n.includes(o))continue;let r=or(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var $h=["model","app"],ha=["id","name","model","app"];function*Ko(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of rt(e))for(let{path:r,...s}of t$(i))yield{path:["operations",o,...r],...s}}function*t$({id:e,submit:t,
query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:$h};for(let[l,{path:m}]of(t.paths??[]).entries())
yield{text:m,path:["submit","paths",l,"path"],allowed:$h};let p=a?.body?.some(({fact:l})=>l==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:ha,
needsId:s&&!p});for(let[l,{path:m}]of(a?.paths??[]).entries())yield{text:m,path:["query","paths",l,"path"],allowed:ha,needsId:s&&!p};n!==void 0&&(yield{text:n.path,
path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:ha,needsId:s});for(let[l,{link:m}]of r.entries())m!==void 0&&(yield{
text:m.path,path:["told",l,"link","path"],allowed:ha});yield*Sh(i,["results"],s)}function*Sh(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.entries())o!==
void 0&&(yield{text:o,path:[...t,n,"content"],allowed:ha,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:ha,needsId:a}),yield*Sh(r,[...t,n,"\
results"],a)}function*_h(e){for(let{path:t,source:a}of Te(e))for(let{text:n,path:o,allowed:i}of Ko(a))for(let r of ir(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*xh(e){for(let{path:t,source:a}of Te(e))for(let{text:n,path:o,allowed:i,needsId:r}of Ko(a)){let s=ir(n).flatMap(l=>typeof l=="string"?[]:[l.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(l=>i.includes(l))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*qh(e){if(!Io(e))for(let{path:t,source:a}of Te(e))for(let[n,o]of rt(a)){let i=new Set,r=ns(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of Co(o)){
let l=r.filter(h=>h.parameters.has(s)).map(h=>h.parameters.get(s)),m=new Set(l.flatMap(h=>h??[]));if(!(l.length===0||l.includes(void 0)))for(let{value:h,path:v,
at:S}of p){if(m.has(h)||i.has(v.join("/")))continue;i.add(v.join("/"));let j=typeof h=="string"?or(h,[...m].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...v],at:S,message:`no ${n} model offers ${JSON.stringify(h)} as ${s}`,hint:j===void 0?`Offered: ${[...m].map(_=>JSON.stringify(_)).join(", ")}.`:
`Did you mean "${j}"?`}}}}}var r$=new Set(["failed","expired","cancelled"]);function*Oh(e){for(let{path:t,source:a}of Te(e))for(let[n,{cancel:o,status:i}]of rt(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,l]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[m,h]of p.entries()){let v={code:"S087",file:t,path:[...s,...l,m]},S=r.get(h),j=S===void 0?or(h,[...r.keys()]):void 0;S===void 0?yield{...v,message:`\
"${h}" is not a word of status.states`,...j===void 0?{}:{hint:`Did you mean "${j}"?`}}:l[0]==="proves"&&!r$.has(S)&&(yield{...v,message:`"${h}" means ${S}: it p\
roves that something is made`})}}}function*jh(e){for(let{path:t,source:a}of Te(e)){let n=a.authentication.token?.by==="aws-sigv4";for(let[o,{rows:i,results:r}]of rt(a)){let s=i.findIndex(({resultsFolder:h})=>h===
!0),p=r.findIndex(({object:h})=>h!==void 0),l=["operations",o],m=[...l,"results",p,"object"];s!==-1&&p===-1&&(yield{code:"S103",file:t,path:[...l,"rows",s,"resu\
ltsFolder"],message:"no result is read from the folder"}),p!==-1&&(s===-1&&(yield{code:"S103",file:t,path:m,message:"no row tells the upstream of the folder"}),
n||(yield{code:"S103",file:t,path:m,message:"the key of this protocol does not open S3"}))}}}function*Th(e){for(let{path:t,source:a}of Te(e)){let n=new Set([...Wo(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var Ah=[Gf,vh,qh,Ph,_h,wh,yh,mh,bh,lh,Zf,rh,xh,Qf,Yf,Th,Oh,kh,sh,Bf,uh,jh];var Nh="meta/upstream.schema.json",s$=[Kd,Bd,Qd,mf,_f,...Ah];function Rh(e,t){let a=[Fo(Nh,"{}"),...o$(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,l={directory:i,files:new Map([...a,a$(p,s)].map(v=>[v.path,v])),meta:{paths:[Nh],code:()=>n}},m=xf(s$.flatMap(v=>[
...v(l)])).filter(({file:v})=>v===p).map(v=>Jf(l,v)),h=Te(l)[0]?.source;return h!==void 0&&m.every(({severity:v})=>v!=="error")?{name:r,mapping:ph(h)}:{name:r,mistakes:m.
sort((v,S)=>v.line-S.line).map(v=>n$(v,r,i))}})}function a$(e,t){try{return Fo(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function n$(e,t,a){return Wf({...e,file:`${t}.json`},a)}function o$(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return Fo(pf(t),JSON.stringify(i))})}var wN=Rh(Ih.default.meta0,i$);export{wN as compileProtocols};
