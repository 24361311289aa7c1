// Made by the generator from spec/. Do not edit.
var Ah=Object.create;var fc=Object.defineProperty;var Nh=Object.getOwnPropertyDescriptor;var Rh=Object.getOwnPropertyNames;var Eh=Object.getPrototypeOf,Ih=Object.prototype.hasOwnProperty;var ce=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t),t.exports}catch(a){throw t=0,a}};var Mh=(e,t,a,n)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of Rh(t))!Ih.call(e,o)&&o!==a&&fc(e,o,{get:()=>t[o],enumerable:!(n=Nh(t,o))||n.enumerable});
return e};var Vt=(e,t,a)=>(a=e!=null?Ah(Eh(e)):{},Mh(t||!e||!e.__esModule?fc(a,"default",{value:e,enumerable:!0}):a,e));var Mo=ce(Io=>{"use strict";Object.defineProperty(Io,"__esModule",{value:!0});function hc(e){let t=e.length,a=0,n=0,o;for(;n<t;)a++,o=e.charCodeAt(n++),o>=55296&&
o<=56319&&n<t&&(o=e.charCodeAt(n),(o&64512)===56320&&n++);return a}Io.default=hc;hc.code='require("ajv/dist/runtime/ucs2length").default'});var kc=ce(vc=>{"use strict";vc.meta0=sn;var c={$schema:"https://json-schema.org/draft/2020-12/schema",title:"An upstream protocol",description:"What spec/upstre\
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
ssage","code","proofs"],properties:{message:{$ref:"#/$defs/pointers"},code:{$ref:"#/$defs/pointers"},status:{$ref:"#/$defs/pointer",description:"Where an error \
has its HTTP status as a number, without which clients of the vendor do not read it."},inside:{type:"object",description:"A member that makes an answer with HTT\
P 200 an error.",required:["at","source"],properties:{at:{$ref:"#/$defs/pointer"},unless:{type:"array",description:"Values that mean that there is no error."},source:{
$ref:"#/$defs/source"}},additionalProperties:!1},proofs:{type:"array",description:"What error answers to a submit prove. The first that fits counts; an answer t\
hat none fits may have made a task.",minItems:1,items:{type:"object",required:["status","proves","source"],properties:{status:{type:"string",pattern:"^[1-5]([0-\
9]{2}|xx)$",description:"One HTTP status, or a class such as 5xx.",errorMessage:"an HTTP status such as 404, or a class of them such as 4xx"},codes:{type:"array",
items:{type:"string"},minItems:1,description:"Only with one of these error codes."},says:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"\
Only where the message holds one of these texts, in capitals or not."},proves:{enum:["rejected","busy","credentials","payment","may-exist","unknown-model"],description:"\
rejected: no task was made. busy: none was made, and a later submit may succeed. credentials, payment: none was made, because of the key or of the account's bal\
ance, for which the task is not to blame. unknown-model: none was made, since the upstream has no model of the operator's ID, or none for this key. may-exist: n\
othing is proven."},means:{type:"string",minLength:1,description:"What the upstream means by it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}}},additionalProperties:!1},
cancelRules:{type:"object",description:`What the upstream does when it is asked to cancel a task, by how the task stands. Only fakes read it. Written from the u\
pstream's documents and not from "cancel", so that a mistake there is found. Left out where nothing is known: a fake then cancels a task that has not ended.`,required:[
"queued","processing","ended","cancelled","source"],properties:{queued:{$ref:"#/$defs/cancelRule",description:"A task that waits."},processing:{$ref:"#/$defs/ca\
ncelRule",description:"A task that runs."},ended:{$ref:"#/$defs/cancelRule",description:"A task that has completed, failed or expired."},cancelled:{$ref:"#/$def\
s/cancelRule",description:"A task that was cancelled before."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},disagreements:{type:"array",description:"\
Where sources contradict each other, and which one the mapping follows.",items:{type:"object",required:["topic","between","follows"],properties:{topic:{type:"st\
ring",minLength:1,description:"What they disagree about, and how."},between:{type:"array",items:{$ref:"#/$defs/source"},minItems:1,description:"The sources."},follows:{
type:"string",minLength:1,description:"What the mapping does, and why."}},additionalProperties:!1}}},additionalProperties:!1,$defs:{comment:{type:"string",minLength:1,
description:"A remark for who edits the file."},source:{type:"string",minLength:1,description:"One of the names in sources."},remark:{type:"object",required:["t\
ext","source"],properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},pointer:{type:"stri\
ng",pattern:"^(/([^/~]|~[01])+)+$",description:"A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},otherPaths:{
type:"array",minItems:1,description:"Other paths, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{
type:"object",required:["when","path"],properties:{when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},cancelRule:{type:"object",description:"\
What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{then:{enum:["cancelled","go\
es-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all the same. removed: the reco\
rd of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"The HTTP status of that body\
 or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an error, in the form of this pro\
tocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,description:"Its mes\
sage."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},headerName:{type:"\
string",pattern:"^[A-Za-z0-9._-]+$",description:"The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},keyPrefix:{
type:"string",minLength:1,description:'What stands before the key, such as "whsec_".'},keyEncoding:{enum:["text","hex","base64"],description:"How the bytes of t\
he key are written. text: the bytes of the text itself (UTF-8)."},pointers:{type:"array",items:{$ref:"#/$defs/pointer"},description:"JSON pointers, tried in ord\
er."},path:{type:"string",pattern:"^/",description:"A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},
requestBody:{type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$defs/pointer",
description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed value."}},oneOf:[
{required:["fact"]},{required:["constant"]}],additionalProperties:!1}},request:{type:"object",required:["method","path","source"],properties:{method:{enum:["GET",
"POST","PUT","DELETE"],description:"The HTTP method."},path:{$ref:"#/$defs/path"},source:{$ref:"#/$defs/source"}},additionalProperties:!1},words:{type:"array",items:{
type:"string",minLength:1},minItems:1,uniqueItems:!0},operation:{type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"\
#/$defs/comment"},submit:{type:"object",description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],
description:"The HTTP method."},path:{$ref:"#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{type:"object",additionalProperties:{type:"string",pattern:"\
^[\\x20-\\x7e]*$",errorMessage:"visible ASCII characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is \
sent: JSON, or multipart/form-data."},status:{type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor tak\
e no other. Left out: 200."},source:{$ref:"#/$defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How \
the body is built, in order."},drops:{type:"array",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:[
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
r sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there: {value} stands for the value. Of a data U\
RI, {base64} stands for the file and {mediaType} for its type."},as:{enum:["string","uploaded","file"],description:"string: a number is sent as a string. upload\
ed: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is. file: the file itself is sent as a part of the form (multipart/form-d\
ata); the service fetches it from a URL first."},values:{type:"object",minProperties:1,description:"Our values, each with the upstream's. Others are not offered\
."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{type:"number",description:"The smallest n\
umber."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"The most items of a list."},maximumLength:{
type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},minItems:1,description:"The forms of me\
dia reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},source:{$ref:"#/$defs/source"}},oneOf:[
{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},condition:{type:"obj\
ect",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},absent:{type:"array",items:{type:"\
string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whose value counts."},among:{type:"arr\
ay",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream'\
s model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstream's model ID starts with n\
one of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["exceptModel"]}],additionalProperties:!1},
result:{type:"object",required:["source"],properties:{url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list.\
 The first file is stored."},list:{type:"boolean",description:"Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for th\
e key. It is sent with a URL of the base URL's own host, and to no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON\
. Left out where there is an ID. A result behind it is where an answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},
base64:{$ref:"#/$defs/pointer",description:"The file itself in base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg",
"image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"\
A GET that answers with the file."},query:{$ref:"#/$defs/path",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"\
#/$defs/pointers"},pending:{type:"object",description:"What that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"\
integer",description:"The HTTP status."},body:{description:"The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:[
"body"]},{required:["base64","contentType"]},{required:["content"]},{required:["query","results","message"]}],additionalProperties:!1}}},Tr={type:"string",minLength:1,
description:"A remark for who edits the file."},re={type:"string",minLength:1,description:"One of the names in sources."},We={type:"string",pattern:"^/",description:"\
A path behind the base URL, with {id}, {name}, {model} or {app}.",errorMessage:"a path that starts with /"},se={type:"string",pattern:"^(/([^/~]|~[01])+)+$",description:"\
A JSON pointer; in a name ~0 stands for ~ and ~1 for /.",errorMessage:"a JSON pointer, such as /task/id"},qr={type:"string",pattern:"^[A-Za-z0-9._-]+$",description:"\
The name of a header, in capitals or not.",errorMessage:"letters, digits, dots, hyphens and underscores"},_s={type:"string",minLength:1,description:'What stands\
 before the key, such as "whsec_".'},Wr={enum:["text","hex","base64"],description:"How the bytes of the key are written. text: the bytes of the text itself (UTF\
-8)."},C={type:"object",description:"What becomes of the task, and what is answered: the task, where neither a body nor an error is given.",required:["then"],properties:{
then:{enum:["cancelled","goes-on","removed","refused"],description:"cancelled: the task is cancelled. goes-on: the cancel is taken in, and the task goes on all \
the same. removed: the record of the task is removed, with its result. refused: nothing changes."},status:{type:"integer",minimum:200,maximum:599,description:"T\
he HTTP status of that body or error. Left out: 200."},body:{description:"The body of the answer."},error:{type:"object",description:"In place of a body: an err\
or, in the form of this protocol.",required:["code","message"],properties:{code:{type:"string",minLength:1,description:"Its code."},message:{type:"string",minLength:1,
description:"Its message."}},additionalProperties:!1}},allOf:[{not:{required:["body","error"]},errorMessage:"without one of body and error"}],additionalProperties:!1},
ha=Object.prototype.hasOwnProperty,ne=Mo().default,yc=new RegExp("^[a-z][a-z0-9-]*$","u"),Lh=new RegExp("^\\d+\\.\\d+\\.\\d+","u"),gc=new RegExp("^https://","u"),
Fh=new RegExp("^https://[^/]+(/.*[^/])?$","u"),ma=new RegExp("^[A-Za-z0-9._-]+$","u"),bc=new RegExp("^[\\x20-\\x7e]*$","u"),Zt=new RegExp("^/","u"),Vh=new RegExp(
"^https://[^/?#{}]+/[^#]*$","u"),rt=new RegExp("^(/([^/~]|~[01])+)+$","u"),Uh=new RegExp("^[1-5]([0-9]{2}|xx)$","u"),wr={type:"object",required:["text","source"],
properties:{text:{type:"string",minLength:1,description:"The fact."},source:{$ref:"#/$defs/source"}},additionalProperties:!1};function xs(e,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=xs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.text===void 0){let S={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"text"},
message:"must have required property 'text'",schema:wr.required,parentSchema:wr,data:e};r===null?r=[S]:r.push(S),s++}if(e.source===void 0){let S={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:wr.required,parentSchema:wr,data:e};
r===null?r=[S]:r.push(S),s++}let $=s;for(let S in e)if(!(S==="text"||S==="source")){let O={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additiona\
lProperties",params:{additionalProperty:S},message:"must NOT have additional properties",schema:!1,parentSchema:wr,data:e};r===null?r=[O]:r.push(O),s++}if(e.text!==
void 0){let S=e.text,O=s,x=s;if(typeof S=="string"){if(ne(S)<1){let T={instancePath:t+"/text",schemaPath:"#/properties/text/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:wr.properties.text,data:S};r===null?r=[T]:r.push(T),s++}}else{let T={instancePath:t+
"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wr.properties.text.type,parentSchema:wr.properties.
text,data:S};r===null?r=[T]:r.push(T),s++}var u=O===s}if(e.source!==void 0){let S=e.source,O=s,x=s,T=s;if(typeof S=="string"){if(ne(S)<1){let pe={instancePath:t+
"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:S};
r===null?r=[pe]:r.push(pe),s++}}else{let pe={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:re.type,parentSchema:re,data:S};r===null?r=[pe]:r.push(pe),s++}var h=x===s,u=O===s}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:wr.type,parentSchema:wr,data:e};r===null?r=[$]:r.push($),s++}return xs.errors=r,s===0}xs.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var y={type:"object",required:["submit","rows","results","message","code"],properties:{$comment:{$ref:"#/$defs/comment"},submit:{type:"object",
description:"The request that makes a task.",required:["method","path","source"],properties:{method:{enum:["POST","PUT"],description:"The HTTP method."},path:{$ref:"\
#/$defs/path"},paths:{$ref:"#/$defs/otherPaths"},headers:{type:"object",additionalProperties:{type:"string",pattern:"^[\\x20-\\x7e]*$",errorMessage:"visible ASC\
II characters and spaces"},description:"Fixed headers."},encoding:{enum:["json","form"],description:"How the body is sent: JSON, or multipart/form-data."},status:{
type:"integer",minimum:200,maximum:299,description:"The HTTP status of the answer, where clients of the vendor take no other. Left out: 200."},source:{$ref:"#/$\
defs/source"}},additionalProperties:!1},rows:{type:"array",items:{$ref:"#/$defs/row"},minItems:1,description:"How the body is built, in order."},drops:{type:"ar\
ray",description:"Values that need not be sent, because the upstream does so anyway.",items:{type:"object",required:["parameter","reason","source"],properties:{
parameter:{type:"string",description:"The parameter."},values:{type:"array",minItems:1,description:"Only these values."},when:{$ref:"#/$defs/when"},reason:{type:"\
string",minLength:1,description:"Why nothing is lost."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},needs:{type:"object",description:"Parameters w\
ithout which the upstream would choose, at its own price. A request that leaves them open is rejected.",additionalProperties:{type:"object",required:["reason","\
source"],properties:{reason:{type:"string",minLength:1,description:"Why the upstream needs it."},source:{$ref:"#/$defs/source"}},additionalProperties:!1}},lacks:{
type:"object",description:"Parameters for which the upstream has nothing.",additionalProperties:{type:"object",required:["reason","source"],properties:{reason:{
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
{required:["fact"]}],additionalProperties:!1}}},additionalProperties:!1,dependentRequired:{list:["id","query"]}},wt={type:"array",items:{type:"string",minLength:1},
minItems:1,uniqueItems:!0},Gt={enum:["queued","processing","completed","failed","expired","cancelled","unknown"],description:"What a task's status means."},Dh=new RegExp(
"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$","u"),Jh=new RegExp("^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$","u"),br={type:"array",minItems:1,description:"Other paths\
, for what the submit of the task was given or for some models. The first whose conditions hold counts.",items:{type:"object",required:["when","path"],properties:{
when:{$ref:"#/$defs/when"},path:{$ref:"#/$defs/path"}},additionalProperties:!1}},Lo={type:"array",minItems:1,description:"All of these must hold.",items:{$ref:"\
#/$defs/condition"}},qe={type:"object",properties:{given:{type:"array",items:{type:"string"},minItems:1,description:"At least one of these parameters is given."},
absent:{type:"array",items:{type:"string"},minItems:1,description:"None of these parameters is given."},parameter:{type:"string",description:"The parameter whos\
e value counts."},among:{type:"array",minItems:1,description:"The parameter has one of these values."},model:{type:"array",items:{type:"string",minLength:1},minItems:1,
description:"The upstream's model ID starts with one of these."},exceptModel:{type:"array",items:{type:"string",minLength:1},minItems:1,description:"The upstrea\
m's model ID starts with none of these."}},oneOf:[{required:["given"]},{required:["absent"]},{required:["parameter","among"]},{required:["model"]},{required:["e\
xceptModel"]}],additionalProperties:!1};function Qt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=Qt.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<1){let K={instancePath:t,schemaPath:"#\
/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Lo,data:e};r===null?r=[K]:r.push(K),s++}let pe=!0,
z=e.length;for(let K=0;K<z;K++){let F=e[K],ue=s,j=s,fe=s,me=s,U=!1,L=null,we=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.given===void 0){let Y={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/oneOf/0/required",keyword:"required",params:{missingProperty:"given"},message:"must have required property 'given'",schema:qe.
oneOf[0].required,parentSchema:qe.oneOf[0],data:F};r===null?r=[Y]:r.push(Y),s++}var u=we===s;u&&(U=!0,L=0);let _e=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&
F.absent===void 0){let Y={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/1/required",keyword:"required",params:{missingProperty:"absent"},message:"mus\
t have required property 'absent'",schema:qe.oneOf[1].required,parentSchema:qe.oneOf[1],data:F};r===null?r=[Y]:r.push(Y),s++}var u=_e===s;if(u&&U)U=!1,L=[L,1];else{
u&&(U=!0,L=1);let Y=s;if(F&&typeof F=="object"&&!Array.isArray(F)){if(F.parameter===void 0){let Ke={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/2/r\
equired",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:qe.oneOf[2].required,parentSchema:qe.oneOf[2],
data:F};r===null?r=[Ke]:r.push(Ke),s++}if(F.among===void 0){let Ke={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/2/required",keyword:"required",params:{
missingProperty:"among"},message:"must have required property 'among'",schema:qe.oneOf[2].required,parentSchema:qe.oneOf[2],data:F};r===null?r=[Ke]:r.push(Ke),s++}}
var u=Y===s;if(u&&U)U=!1,L=[L,2];else{u&&(U=!0,L=2);let Ke=s;if(F&&typeof F=="object"&&!Array.isArray(F)&&F.model===void 0){let Pt={instancePath:t+"/"+K,schemaPath:"\
#/$defs/condition/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"must have required property 'model'",schema:qe.oneOf[3].required,
parentSchema:qe.oneOf[3],data:F};r===null?r=[Pt]:r.push(Pt),s++}var u=Ke===s;if(u&&U)U=!1,L=[L,3];else{u&&(U=!0,L=3);let Pt=s;if(F&&typeof F=="object"&&!Array.isArray(
F)&&F.exceptModel===void 0){let pt={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf/4/required",keyword:"required",params:{missingProperty:"exceptModel"},
message:"must have required property 'exceptModel'",schema:qe.oneOf[4].required,parentSchema:qe.oneOf[4],data:F};r===null?r=[pt]:r.push(pt),s++}var u=Pt===s;u&&
U?(U=!1,L=[L,4]):u&&(U=!0,L=4)}}}if(U)s=me,r!==null&&(me?r.length=me:r=null);else{let Y={instancePath:t+"/"+K,schemaPath:"#/$defs/condition/oneOf",keyword:"oneO\
f",params:{passingSchemas:L},message:"must match exactly one schema in oneOf",schema:qe.oneOf,parentSchema:qe,data:F};r===null?r=[Y]:r.push(Y),s++}if(F&&typeof F==
"object"&&!Array.isArray(F)){let Y=s;for(let J in F)if(!(J==="given"||J==="absent"||J==="parameter"||J==="among"||J==="model"||J==="exceptModel")){let Ke={instancePath:t+
"/"+K,schemaPath:"#/$defs/condition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:J},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:qe,data:F};r===null?r=[Ke]:r.push(Ke),s++}if(F.given!==void 0){let J=F.given,Ke=s,lt=s;if(Array.isArray(J)){if(J.length<1){let pt={instancePath:t+
"/"+K+"/given",schemaPath:"#/$defs/condition/properties/given/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:qe.properties.given,data:J};r===null?r=[pt]:r.push(pt),s++}let Pt=!0,at=J.length;for(let pt=0;pt<at;pt++){let Xe=J[pt],tt=s;if(typeof Xe!="string"){
let Vr={instancePath:t+"/"+K+"/given/"+pt,schemaPath:"#/$defs/condition/properties/given/items/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:qe.properties.given.items.type,parentSchema:qe.properties.given.items,data:Xe};r===null?r=[Vr]:r.push(Vr),s++}let Fr=s;var h=tt===s;h||(Pt=!1)}}else{
let Pt={instancePath:t+"/"+K+"/given",schemaPath:"#/$defs/condition/properties/given/type",keyword:"type",params:{type:"array"},message:"must be array",schema:qe.
properties.given.type,parentSchema:qe.properties.given,data:J};r===null?r=[Pt]:r.push(Pt),s++}var $=Ke===s}if(F.absent!==void 0){let J=F.absent,Ke=s,lt=s;if(Array.
isArray(J)){if(J.length<1){let Xe={instancePath:t+"/"+K+"/absent",schemaPath:"#/$defs/condition/properties/absent/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:qe.properties.absent,data:J};r===null?r=[Xe]:r.push(Xe),s++}let at=!0,pt=J.length;for(let Xe=0;Xe<
pt;Xe++){let tt=J[Xe],Fr=s;if(typeof tt!="string"){let jt={instancePath:t+"/"+K+"/absent/"+Xe,schemaPath:"#/$defs/condition/properties/absent/items/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:qe.properties.absent.items.type,parentSchema:qe.properties.absent.items,data:tt};r===null?r=[jt]:r.
push(jt),s++}let Vr=s;var S=Fr===s;S||(at=!1)}}else{let at={instancePath:t+"/"+K+"/absent",schemaPath:"#/$defs/condition/properties/absent/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:qe.properties.absent.type,parentSchema:qe.properties.absent,data:J};r===null?r=[at]:r.push(at),s++}var $=Ke===
s}if(F.parameter!==void 0){let J=F.parameter,Ke=s;if(typeof J!="string"){let at={instancePath:t+"/"+K+"/parameter",schemaPath:"#/$defs/condition/properties/para\
meter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.properties.parameter.type,parentSchema:qe.properties.parameter,data:J};r===
null?r=[at]:r.push(at),s++}let lt=s;var $=Ke===s}if(F.among!==void 0){let J=F.among,Ke=s,lt=s;if(Array.isArray(J)){if(J.length<1){let at={instancePath:t+"/"+K+"\
/among",schemaPath:"#/$defs/condition/properties/among/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:qe.
properties.among,data:J};r===null?r=[at]:r.push(at),s++}}else{let at={instancePath:t+"/"+K+"/among",schemaPath:"#/$defs/condition/properties/among/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:qe.properties.among.type,parentSchema:qe.properties.among,data:J};r===null?r=[at]:r.push(at),s++}var $=Ke===
s}if(F.model!==void 0){let J=F.model,Ke=s,lt=s;if(Array.isArray(J)){if(J.length<1){let Xe={instancePath:t+"/"+K+"/model",schemaPath:"#/$defs/condition/propertie\
s/model/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:qe.properties.model,data:J};r===null?r=[Xe]:
r.push(Xe),s++}let at=!0,pt=J.length;for(let Xe=0;Xe<pt;Xe++){let tt=J[Xe],Fr=s,Vr=s;if(typeof tt=="string"){if(ne(tt)<1){let jt={instancePath:t+"/"+K+"/model/"+
Xe,schemaPath:"#/$defs/condition/properties/model/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:qe.properties.model.items,data:tt};r===null?r=[jt]:r.push(jt),s++}}else{let jt={instancePath:t+"/"+K+"/model/"+Xe,schemaPath:"#/$defs/condition/pro\
perties/model/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.properties.model.items.type,parentSchema:qe.properties.model.
items,data:tt};r===null?r=[jt]:r.push(jt),s++}var O=Fr===s;O||(at=!1)}}else{let at={instancePath:t+"/"+K+"/model",schemaPath:"#/$defs/condition/properties/model\
/type",keyword:"type",params:{type:"array"},message:"must be array",schema:qe.properties.model.type,parentSchema:qe.properties.model,data:J};r===null?r=[at]:r.push(
at),s++}var $=Ke===s}if(F.exceptModel!==void 0){let J=F.exceptModel,Ke=s,lt=s;if(Array.isArray(J)){if(J.length<1){let Xe={instancePath:t+"/"+K+"/exceptModel",schemaPath:"\
#/$defs/condition/properties/exceptModel/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:qe.properties.
exceptModel,data:J};r===null?r=[Xe]:r.push(Xe),s++}let at=!0,pt=J.length;for(let Xe=0;Xe<pt;Xe++){let tt=J[Xe],Fr=s,Vr=s;if(typeof tt=="string"){if(ne(tt)<1){let jt={
instancePath:t+"/"+K+"/exceptModel/"+Xe,schemaPath:"#/$defs/condition/properties/exceptModel/items/minLength",keyword:"minLength",params:{limit:1},message:"must\
 NOT have fewer than 1 characters",schema:1,parentSchema:qe.properties.exceptModel.items,data:tt};r===null?r=[jt]:r.push(jt),s++}}else{let jt={instancePath:t+"/"+
K+"/exceptModel/"+Xe,schemaPath:"#/$defs/condition/properties/exceptModel/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qe.properties.
exceptModel.items.type,parentSchema:qe.properties.exceptModel.items,data:tt};r===null?r=[jt]:r.push(jt),s++}var x=Fr===s;x||(at=!1)}}else{let at={instancePath:t+
"/"+K+"/exceptModel",schemaPath:"#/$defs/condition/properties/exceptModel/type",keyword:"type",params:{type:"array"},message:"must be array",schema:qe.properties.
exceptModel.type,parentSchema:qe.properties.exceptModel,data:J};r===null?r=[at]:r.push(at),s++}var $=Ke===s}}else{let Y={instancePath:t+"/"+K,schemaPath:"#/$def\
s/condition/type",keyword:"type",params:{type:"object"},message:"must be object",schema:qe.type,parentSchema:qe,data:F};r===null?r=[Y]:r.push(Y),s++}var T=j===s,
R=ue===s;R||(pe=!1)}}else{let pe={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:Lo.type,parentSchema:Lo,
data:e};r===null?r=[pe]:r.push(pe),s++}return Qt.errors=r,s===0}Qt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Or(e,{instancePath:t="",parentData:a,
parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Or.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;
if(Array.isArray(e)){if(e.length<1){let x={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",
schema:1,parentSchema:br,data:e};r===null?r=[x]:r.push(x),s++}let S=!0,O=e.length;for(let x=0;x<O;x++){let T=e[x],R=s,pe=s;if(T&&typeof T=="object"&&!Array.isArray(
T)){if(T.when===void 0){let K={instancePath:t+"/"+x,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required\
 property 'when'",schema:br.items.required,parentSchema:br.items,data:T};r===null?r=[K]:r.push(K),s++}if(T.path===void 0){let K={instancePath:t+"/"+x,schemaPath:"\
#/items/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:br.items.required,parentSchema:br.items,
data:T};r===null?r=[K]:r.push(K),s++}let z=s;for(let K in T)if(!(K==="when"||K==="path")){let F={instancePath:t+"/"+x,schemaPath:"#/items/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:K},message:"must NOT have additional properties",schema:!1,parentSchema:br.items,data:T};r===null?r=[F]:
r.push(F),s++}if(T.when!==void 0){let K=T.when,F=s;Qt(K,{instancePath:t+"/"+x+"/when",parentData:T,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===
null?Qt.errors:r.concat(Qt.errors),s=r.length);var u=F===s}if(T.path!==void 0){let K=T.path,F=s,ue=s,j=s;if(typeof K=="string"){if(!Zt.test(K)){let me={instancePath:t+
"/"+x+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:K};r===
null?r=[me]:r.push(me),s++}}else{let me={instancePath:t+"/"+x+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be stri\
ng",schema:We.type,parentSchema:We,data:K};r===null?r=[me]:r.push(me),s++}var h=ue===s,u=F===s}}else{let z={instancePath:t+"/"+x,schemaPath:"#/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:br.items.type,parentSchema:br.items,data:T};r===null?r=[z]:r.push(z),s++}var $=R===s;$||(S=!1)}}else{
let S={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:br.type,parentSchema:br,data:e};r===null?r=[S]:r.push(
S),s++}return Or.errors=r,s===0}Or.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var de={type:"object",required:["to","source"],properties:{$comment:{$ref:"\
#/$defs/comment"},to:{$ref:"#/$defs/pointer",pattern:"^/(?!(-|\\d+)(/|$))",errorMessage:"a place in an object, which the body of a request is; only further down\
 may there be lists",description:"Where in the upstream's body, an object; - at the end appends to a list."},from:{type:"string",minLength:1,description:"The pa\
rameter whose value goes there."},each:{type:"string",minLength:1,description:"The list whose items go there, one by one."},join:{type:"array",items:{type:"stri\
ng",minLength:1},minItems:2,description:"Parameters that the upstream has as one. The keys of values are their values, with a space between."},model:{const:!0,description:"\
The upstream's model ID, which the operator sets."},constant:{description:"A fixed value."},when:{$ref:"#/$defs/when"},template:{description:"What is put there:\
 {value} stands for the value. Of a data URI, {base64} stands for the file and {mediaType} for its type."},as:{enum:["string","uploaded","file"],description:"st\
ring: a number is sent as a string. uploaded: a data URI is uploaded first, and what names the file is sent; a URL is sent as it is. file: the file itself is se\
nt as a part of the form (multipart/form-data); the service fetches it from a URL first."},values:{type:"object",minProperties:1,description:"Our values, each w\
ith the upstream's. Others are not offered."},accepts:{type:"array",minItems:1,description:"Values that are sent as they are. Others are not offered."},minimum:{
type:"number",description:"The smallest number."},maximum:{type:"number",description:"The greatest number."},maximumItems:{type:"integer",minimum:1,description:"\
The most items of a list."},maximumLength:{type:"integer",minimum:1,description:"The most characters of a string."},forms:{type:"array",items:{enum:["url","data"]},
minItems:1,description:"The forms of media reference the upstream takes."},oneWay:{type:"string",minLength:1,description:"Why the row cannot be read backwards."},
source:{$ref:"#/$defs/source"}},oneOf:[{required:["from"]},{required:["each"]},{required:["join","values"]},{required:["model"]},{required:["constant"]}],additionalProperties:!1},
zh=new RegExp("^/(?!(-|\\d+)(/|$))","u");function qs(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,
p=qs.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s,u=s,h=!1,$=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.from===
void 0){let ue={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty:"from"},message:"must have required property 'from'",schema:de.
oneOf[0].required,parentSchema:de.oneOf[0],data:e};r===null?r=[ue]:r.push(ue),s++}var x=S===s;x&&(h=!0,$=0);let O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&
e.each===void 0){let ue={instancePath:t,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty:"each"},message:"must have required property \
'each'",schema:de.oneOf[1].required,parentSchema:de.oneOf[1],data:e};r===null?r=[ue]:r.push(ue),s++}var x=O===s;if(x&&h)h=!1,$=[$,1];else{x&&(h=!0,$=1);let ue=s;
if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.join===void 0){let fe={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"\
join"},message:"must have required property 'join'",schema:de.oneOf[2].required,parentSchema:de.oneOf[2],data:e};r===null?r=[fe]:r.push(fe),s++}if(e.values===void 0){
let fe={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"values"},message:"must have required property 'values'",schema:de.
oneOf[2].required,parentSchema:de.oneOf[2],data:e};r===null?r=[fe]:r.push(fe),s++}}var x=ue===s;if(x&&h)h=!1,$=[$,2];else{x&&(h=!0,$=2);let fe=s;if(e&&typeof e==
"object"&&!Array.isArray(e)&&e.model===void 0){let U={instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"model"},message:"\
must have required property 'model'",schema:de.oneOf[3].required,parentSchema:de.oneOf[3],data:e};r===null?r=[U]:r.push(U),s++}var x=fe===s;if(x&&h)h=!1,$=[$,3];else{
x&&(h=!0,$=3);let U=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.constant===void 0){let we={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",
params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:de.oneOf[4].required,parentSchema:de.oneOf[4],data:e};r===null?r=[we]:
r.push(we),s++}var x=U===s;x&&h?(h=!1,$=[$,4]):x&&(h=!0,$=4)}}}if(h)s=u,r!==null&&(u?r.length=u:r=null);else{let ue={instancePath:t,schemaPath:"#/oneOf",keyword:"\
oneOf",params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:de.oneOf,parentSchema:de,data:e};r===null?r=[ue]:r.push(ue),s++}if(e&&typeof e==
"object"&&!Array.isArray(e)){if(e.to===void 0){let j={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"to"},message:"must have\
 required property 'to'",schema:de.required,parentSchema:de,data:e};r===null?r=[j]:r.push(j),s++}if(e.source===void 0){let j={instancePath:t,schemaPath:"#/requi\
red",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:de.required,parentSchema:de,data:e};r===null?r=[
j]:r.push(j),s++}let ue=s;for(let j in e)if(!ha.call(de.properties,j)){let fe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:j},message:"must NOT have additional properties",schema:!1,parentSchema:de,data:e};r===null?r=[fe]:r.push(fe),s++}if(e.$comment!==void 0){
let j=e.$comment,fe=s,me=s,U=s;if(typeof j=="string"){if(ne(j)<1){let L={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Tr,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/$comment",schemaPath:"\
#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tr.type,parentSchema:Tr,data:j};r===null?r=[L]:r.push(L),s++}var T=me===
s,R=fe===s}if(e.to!==void 0){let j=e.to,fe=s,me=s,U=s;if(typeof j=="string"){if(!rt.test(j)){let we={instancePath:t+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:j};r===null?
r=[we]:r.push(we),s++}}else{let we={instancePath:t+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:j};r===null?r=[we]:r.push(we),s++}var pe=me===s;if(typeof j=="string"&&!zh.test(j)){let we={instancePath:t+"/to",schemaPath:"#/propert\
ies/to/pattern",keyword:"pattern",params:{pattern:"^/(?!(-|\\d+)(/|$))"},message:'must match pattern "^/(?!(-|\\d+)(/|$))"',schema:"^/(?!(-|\\d+)(/|$))",parentSchema:de.
properties.to,data:j};r===null?r=[we]:r.push(we),s++}var R=fe===s}if(e.from!==void 0){let j=e.from,fe=s,me=s;if(typeof j=="string"){if(ne(j)<1){let L={instancePath:t+
"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.
from,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:de.properties.from.type,parentSchema:de.properties.from,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.each!==void 0){let j=e.each,
fe=s,me=s;if(typeof j=="string"){if(ne(j)<1){let L={instancePath:t+"/each",schemaPath:"#/properties/each/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.each,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/each",schemaPath:"\
#/properties/each/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.each.type,parentSchema:de.properties.each,data:j};r===
null?r=[L]:r.push(L),s++}var R=fe===s}if(e.join!==void 0){let j=e.join,fe=s,me=s;if(Array.isArray(j)){if(j.length<2){let _e={instancePath:t+"/join",schemaPath:"\
#/properties/join/minItems",keyword:"minItems",params:{limit:2},message:"must NOT have fewer than 2 items",schema:2,parentSchema:de.properties.join,data:j};r===
null?r=[_e]:r.push(_e),s++}let L=!0,we=j.length;for(let _e=0;_e<we;_e++){let Y=j[_e],J=s,Ke=s;if(typeof Y=="string"){if(ne(Y)<1){let lt={instancePath:t+"/join/"+
_e,schemaPath:"#/properties/join/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:de.
properties.join.items,data:Y};r===null?r=[lt]:r.push(lt),s++}}else{let lt={instancePath:t+"/join/"+_e,schemaPath:"#/properties/join/items/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:de.properties.join.items.type,parentSchema:de.properties.join.items,data:Y};r===null?r=[lt]:r.push(lt),s++}var z=J===
s;z||(L=!1)}}else{let L={instancePath:t+"/join",schemaPath:"#/properties/join/type",keyword:"type",params:{type:"array"},message:"must be array",schema:de.properties.
join.type,parentSchema:de.properties.join,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.model!==void 0){let j=e.model,fe=s;if(j!==!0){let U={instancePath:t+
"/model",schemaPath:"#/properties/model/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:de.properties.
model,data:j};r===null?r=[U]:r.push(U),s++}var R=fe===s}if(e.when!==void 0){let j=e.when,fe=s;Qt(j,{instancePath:t+"/when",parentData:e,parentDataProperty:"when",
rootData:o,dynamicAnchors:i})||(r=r===null?Qt.errors:r.concat(Qt.errors),s=r.length);var R=fe===s}if(e.as!==void 0){let j=e.as,fe=s,me=de.properties.as.enum;if(!(j===
"string"||j==="uploaded"||j==="file")){let L={instancePath:t+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues:de.properties.as.enum},
message:"must be equal to one of the allowed values",schema:de.properties.as.enum,parentSchema:de.properties.as,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===
s}if(e.values!==void 0){let j=e.values,fe=s,me=s;if(j&&typeof j=="object"&&!Array.isArray(j)){if(Object.keys(j).length<1){let L={instancePath:t+"/values",schemaPath:"\
#/properties/values/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:de.properties.
values,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:de.properties.values.type,parentSchema:de.properties.values,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.accepts!==void 0){let j=e.
accepts,fe=s,me=s;if(Array.isArray(j)){if(j.length<1){let L={instancePath:t+"/accepts",schemaPath:"#/properties/accepts/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.properties.accepts,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/accept\
s",schemaPath:"#/properties/accepts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:de.properties.accepts.type,parentSchema:de.properties.
accepts,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.minimum!==void 0){let j=e.minimum,fe=s;if(typeof j!="number"){let L={instancePath:t+"/minimum",schemaPath:"\
#/properties/minimum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:de.properties.minimum.type,parentSchema:de.properties.minimum,data:j};
r===null?r=[L]:r.push(L),s++}let me=s;var R=fe===s}if(e.maximum!==void 0){let j=e.maximum,fe=s;if(typeof j!="number"){let L={instancePath:t+"/maximum",schemaPath:"\
#/properties/maximum/type",keyword:"type",params:{type:"number"},message:"must be number",schema:de.properties.maximum.type,parentSchema:de.properties.maximum,data:j};
r===null?r=[L]:r.push(L),s++}let me=s;var R=fe===s}if(e.maximumItems!==void 0){let j=e.maximumItems,fe=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){let L={instancePath:t+
"/maximumItems",schemaPath:"#/properties/maximumItems/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:de.properties.maximumItems.type,
parentSchema:de.properties.maximumItems,data:j};r===null?r=[L]:r.push(L),s++}let me=s;if(typeof j=="number"&&(j<1||isNaN(j))){let L={instancePath:t+"/maximumIte\
ms",schemaPath:"#/properties/maximumItems/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:de.properties.
maximumItems,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.maximumLength!==void 0){let j=e.maximumLength,fe=s;if(!(typeof j=="number"&&!(j%1)&&!isNaN(j))){
let L={instancePath:t+"/maximumLength",schemaPath:"#/properties/maximumLength/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:de.properties.
maximumLength.type,parentSchema:de.properties.maximumLength,data:j};r===null?r=[L]:r.push(L),s++}let me=s;if(typeof j=="number"&&(j<1||isNaN(j))){let L={instancePath:t+
"/maximumLength",schemaPath:"#/properties/maximumLength/minimum",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:de.
properties.maximumLength,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.forms!==void 0){let j=e.forms,fe=s,me=s;if(Array.isArray(j)){if(j.length<1){let _e={
instancePath:t+"/forms",schemaPath:"#/properties/forms/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:de.
properties.forms,data:j};r===null?r=[_e]:r.push(_e),s++}let L=!0,we=j.length;for(let _e=0;_e<we;_e++){let Y=j[_e],J=s,Ke=de.properties.forms.items.enum;if(!(Y===
"url"||Y==="data")){let lt={instancePath:t+"/forms/"+_e,schemaPath:"#/properties/forms/items/enum",keyword:"enum",params:{allowedValues:de.properties.forms.items.
enum},message:"must be equal to one of the allowed values",schema:de.properties.forms.items.enum,parentSchema:de.properties.forms.items,data:Y};r===null?r=[lt]:
r.push(lt),s++}var K=J===s;K||(L=!1)}}else{let L={instancePath:t+"/forms",schemaPath:"#/properties/forms/type",keyword:"type",params:{type:"array"},message:"mus\
t be array",schema:de.properties.forms.type,parentSchema:de.properties.forms,data:j};r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.oneWay!==void 0){let j=e.oneWay,
fe=s,me=s;if(typeof j=="string"){if(ne(j)<1){let L={instancePath:t+"/oneWay",schemaPath:"#/properties/oneWay/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:de.properties.oneWay,data:j};r===null?r=[L]:r.push(L),s++}}else{let L={instancePath:t+"/oneWay",schemaPath:"\
#/properties/oneWay/type",keyword:"type",params:{type:"string"},message:"must be string",schema:de.properties.oneWay.type,parentSchema:de.properties.oneWay,data:j};
r===null?r=[L]:r.push(L),s++}var R=fe===s}if(e.source!==void 0){let j=e.source,fe=s,me=s,U=s;if(typeof j=="string"){if(ne(j)<1){let we={instancePath:t+"/source",
schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:j};r===
null?r=[we]:r.push(we),s++}}else{let we={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:re.type,parentSchema:re,data:j};r===null?r=[we]:r.push(we),s++}var F=me===s,R=fe===s}}else{let ue={instancePath:t,schemaPath:"#/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:de.type,parentSchema:de,data:e};r===null?r=[ue]:r.push(ue),s++}return qs.errors=r,s===0}qs.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var _t={type:"array",minItems:1,description:"The body of the request, as JSON.",items:{type:"object",required:["to"],properties:{to:{$ref:"#/$d\
efs/pointer",description:"Where in the body."},fact:{enum:["id","model"],description:"The ID of the task, or of its model."},constant:{description:"A fixed valu\
e."}},oneOf:[{required:["fact"]},{required:["constant"]}],additionalProperties:!1}};function jr(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,
dynamicAnchors:i={}}={}){let r=null,s=0,p=jr.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<
1){let T={instancePath:t,schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:_t,data:e};
r===null?r=[T]:r.push(T),s++}let O=!0,x=e.length;for(let T=0;T<x;T++){let R=e[T],pe=s,z=s,K=s,F=!1,ue=null,j=s;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.fact===
void 0){let me={instancePath:t+"/"+T,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required proper\
ty 'fact'",schema:_t.items.oneOf[0].required,parentSchema:_t.items.oneOf[0],data:R};r===null?r=[me]:r.push(me),s++}var u=j===s;u&&(F=!0,ue=0);let fe=s;if(R&&typeof R==
"object"&&!Array.isArray(R)&&R.constant===void 0){let me={instancePath:t+"/"+T,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty:"\
constant"},message:"must have required property 'constant'",schema:_t.items.oneOf[1].required,parentSchema:_t.items.oneOf[1],data:R};r===null?r=[me]:r.push(me),
s++}var u=fe===s;if(u&&F?(F=!1,ue=[ue,1]):u&&(F=!0,ue=1),F)s=K,r!==null&&(K?r.length=K:r=null);else{let me={instancePath:t+"/"+T,schemaPath:"#/items/oneOf",keyword:"\
oneOf",params:{passingSchemas:ue},message:"must match exactly one schema in oneOf",schema:_t.items.oneOf,parentSchema:_t.items,data:R};r===null?r=[me]:r.push(me),
s++}if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.to===void 0){let U={instancePath:t+"/"+T,schemaPath:"#/items/required",keyword:"required",params:{missingProperty:"\
to"},message:"must have required property 'to'",schema:_t.items.required,parentSchema:_t.items,data:R};r===null?r=[U]:r.push(U),s++}let me=s;for(let U in R)if(!(U===
"to"||U==="fact"||U==="constant")){let L={instancePath:t+"/"+T,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},
message:"must NOT have additional properties",schema:!1,parentSchema:_t.items,data:R};r===null?r=[L]:r.push(L),s++}if(R.to!==void 0){let U=R.to,L=s,we=s,_e=s;if(typeof U==
"string"){if(!rt.test(U)){let Y={instancePath:t+"/"+T+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/"+T+
"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[Y]:r.push(
Y),s++}var h=we===s,$=L===s}if(R.fact!==void 0){let U=R.fact,L=s,we=_t.items.properties.fact.enum;if(!(U==="id"||U==="model")){let Y={instancePath:t+"/"+T+"/fac\
t",schemaPath:"#/items/properties/fact/enum",keyword:"enum",params:{allowedValues:_t.items.properties.fact.enum},message:"must be equal to one of the allowed va\
lues",schema:_t.items.properties.fact.enum,parentSchema:_t.items.properties.fact,data:U};r===null?r=[Y]:r.push(Y),s++}var $=L===s}}else{let me={instancePath:t+"\
/"+T,schemaPath:"#/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:_t.items.type,parentSchema:_t.items,data:R};r===null?r=[me]:
r.push(me),s++}var S=pe===s;S||(O=!1)}}else{let O={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:_t.type,
parentSchema:_t,data:e};r===null?r=[O]:r.push(O),s++}return jr.errors=r,s===0}jr.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};var Fo={type:"array",minItems:1,
description:"Where the result of a completed task is, in order of preference.",items:{$ref:"#/$defs/result"}},Re={type:"object",required:["source"],properties:{
url:{$ref:"#/$defs/pointer",description:"A URL, or several: a list of them, or - for every item of a list. The first file is stored."},list:{type:"boolean",description:"\
Whether the URL stands in a list."},withKey:{const:!0,description:"The file is served only for the key. It is sent with a URL of the base URL's own host, and to\
 no other."},body:{const:!0,description:"The answer to the submit is the file itself, and no JSON. Left out where there is an ID. A result behind it is where an\
 answer in JSON has the file: fakes and native APIs give that to callers that accept JSON only."},base64:{$ref:"#/$defs/pointer",description:"The file itself in\
 base64."},contentType:{enum:["video/mp4","video/quicktime","video/webm","image/png","image/jpeg","image/webp","image/gif","audio/mpeg","audio/wav","model/gltf-\
binary"],description:"The media type of a file in base64."},content:{$ref:"#/$defs/path",description:"A GET that answers with the file."},query:{$ref:"#/$defs/p\
ath",description:"A GET that answers with the result."},results:{$ref:"#/$defs/results"},message:{$ref:"#/$defs/pointers"},pending:{type:"object",description:"W\
hat that GET answers too early; only a fake says so.",required:["status","body"],properties:{status:{type:"integer",description:"The HTTP status."},body:{description:"\
The answer."}},additionalProperties:!1},source:{$ref:"#/$defs/source"}},oneOf:[{required:["url"]},{required:["body"]},{required:["base64","contentType"]},{required:[
"content"]},{required:["query","results","message"]}],additionalProperties:!1},fa={validate:ns},wc={type:"array",items:{$ref:"#/$defs/pointer"},description:"JSO\
N pointers, tried in order."};function xt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=xt.evaluated;
p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){let $=!0,S=e.length;for(let O=0;O<S;O++){let x=e[O],T=s,R=s,pe=s;
if(typeof x=="string"){if(!rt.test(x)){let z={instancePath:t+"/"+O,schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:x};r===null?r=[z]:r.push(z),s++}}else{let z={instancePath:t+
"/"+O,schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:x};r===null?r=[z]:r.push(
z),s++}var u=R===s,h=T===s;h||($=!1)}}else{let $={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wc.type,
parentSchema:wc,data:e};r===null?r=[$]:r.push($),s++}return xt.errors=r,s===0}xt.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};function Os(e,{instancePath:t="",
parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Os.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=
void 0);let m=s,u=s,h=!1,$=null,S=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.url===void 0){let me={instancePath:t,schemaPath:"#/oneOf/0/required",keyword:"\
required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:Re.oneOf[0].required,parentSchema:Re.oneOf[0],data:e};r===null?r=[me]:
r.push(me),s++}var x=S===s;x&&(h=!0,$=0);let O=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.body===void 0){let me={instancePath:t,schemaPath:"#/oneOf/1/requ\
ired",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:Re.oneOf[1].required,parentSchema:Re.oneOf[1],data:e};
r===null?r=[me]:r.push(me),s++}var x=O===s;if(x&&h)h=!1,$=[$,1];else{x&&(h=!0,$=1);let me=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.base64===void 0){let L={
instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty:"base64"},message:"must have required property 'base64'",schema:Re.oneOf[2].
required,parentSchema:Re.oneOf[2],data:e};r===null?r=[L]:r.push(L),s++}if(e.contentType===void 0){let L={instancePath:t,schemaPath:"#/oneOf/2/required",keyword:"\
required",params:{missingProperty:"contentType"},message:"must have required property 'contentType'",schema:Re.oneOf[2].required,parentSchema:Re.oneOf[2],data:e};
r===null?r=[L]:r.push(L),s++}}var x=me===s;if(x&&h)h=!1,$=[$,2];else{x&&(h=!0,$=2);let L=s;if(e&&typeof e=="object"&&!Array.isArray(e)&&e.content===void 0){let _e={
instancePath:t,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty:"content"},message:"must have required property 'content'",schema:Re.oneOf[3].
required,parentSchema:Re.oneOf[3],data:e};r===null?r=[_e]:r.push(_e),s++}var x=L===s;if(x&&h)h=!1,$=[$,3];else{x&&(h=!0,$=3);let _e=s;if(e&&typeof e=="object"&&
!Array.isArray(e)){if(e.query===void 0){let J={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"query"},message:"must \
have required property 'query'",schema:Re.oneOf[4].required,parentSchema:Re.oneOf[4],data:e};r===null?r=[J]:r.push(J),s++}if(e.results===void 0){let J={instancePath:t,
schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty:"results"},message:"must have required property 'results'",schema:Re.oneOf[4].required,
parentSchema:Re.oneOf[4],data:e};r===null?r=[J]:r.push(J),s++}if(e.message===void 0){let J={instancePath:t,schemaPath:"#/oneOf/4/required",keyword:"required",params:{
missingProperty:"message"},message:"must have required property 'message'",schema:Re.oneOf[4].required,parentSchema:Re.oneOf[4],data:e};r===null?r=[J]:r.push(J),
s++}}var x=_e===s;x&&h?(h=!1,$=[$,4]):x&&(h=!0,$=4)}}}if(h)s=u,r!==null&&(u?r.length=u:r=null);else{let me={instancePath:t,schemaPath:"#/oneOf",keyword:"oneOf",
params:{passingSchemas:$},message:"must match exactly one schema in oneOf",schema:Re.oneOf,parentSchema:Re,data:e};r===null?r=[me]:r.push(me),s++}if(e&&typeof e==
"object"&&!Array.isArray(e)){if(e.source===void 0){let U={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"source"},message:"m\
ust have required property 'source'",schema:Re.required,parentSchema:Re,data:e};r===null?r=[U]:r.push(U),s++}let me=s;for(let U in e)if(!ha.call(Re.properties,U)){
let L={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:U},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:Re,data:e};r===null?r=[L]:r.push(L),s++}if(e.url!==void 0){let U=e.url,L=s,we=s,_e=s;if(typeof U=="string"){if(!rt.test(U)){let Y={instancePath:t+
"/url",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[Y]:r.push(Y),s++}}else{let Y={instancePath:t+"/url",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[Y]:r.push(Y),s++}var T=we===s,R=L===s}if(e.list!==void 0){let U=e.list,
L=s;if(typeof U!="boolean"){let Y={instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:Re.
properties.list.type,parentSchema:Re.properties.list,data:U};r===null?r=[Y]:r.push(Y),s++}let we=s;var R=L===s}if(e.withKey!==void 0){let U=e.withKey,L=s;if(U!==
!0){let _e={instancePath:t+"/withKey",schemaPath:"#/properties/withKey/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,
parentSchema:Re.properties.withKey,data:U};r===null?r=[_e]:r.push(_e),s++}var R=L===s}if(e.body!==void 0){let U=e.body,L=s;if(U!==!0){let _e={instancePath:t+"/b\
ody",schemaPath:"#/properties/body/const",keyword:"const",params:{allowedValue:!0},message:"must be equal to constant",schema:!0,parentSchema:Re.properties.body,
data:U};r===null?r=[_e]:r.push(_e),s++}var R=L===s}if(e.base64!==void 0){let U=e.base64,L=s,we=s,_e=s;if(typeof U=="string"){if(!rt.test(U)){let J={instancePath:t+
"/base64",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"\
^(/([^/~]|~[01])+)+$",parentSchema:se,data:U};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/base64",schemaPath:"#/$defs/pointer/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:U};r===null?r=[J]:r.push(J),s++}var pe=we===s,R=L===s}if(e.contentType!==void 0){
let U=e.contentType,L=s,we=Re.properties.contentType.enum;if(!(U==="video/mp4"||U==="video/quicktime"||U==="video/webm"||U==="image/png"||U==="image/jpeg"||U===
"image/webp"||U==="image/gif"||U==="audio/mpeg"||U==="audio/wav"||U==="model/gltf-binary")){let Y={instancePath:t+"/contentType",schemaPath:"#/properties/conten\
tType/enum",keyword:"enum",params:{allowedValues:Re.properties.contentType.enum},message:"must be equal to one of the allowed values",schema:Re.properties.contentType.
enum,parentSchema:Re.properties.contentType,data:U};r===null?r=[Y]:r.push(Y),s++}var R=L===s}if(e.content!==void 0){let U=e.content,L=s,we=s,_e=s;if(typeof U=="\
string"){if(!Zt.test(U)){let J={instancePath:t+"/content",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern \
"^/"',schema:"^/",parentSchema:We,data:U};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/content",schemaPath:"#/$defs/path/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:U};r===null?r=[J]:r.push(J),s++}var z=we===s,R=L===s}if(e.query!==void 0){let U=e.query,
L=s,we=s,_e=s;if(typeof U=="string"){if(!Zt.test(U)){let J={instancePath:t+"/query",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'\
must match pattern "^/"',schema:"^/",parentSchema:We,data:U};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/query",schemaPath:"#/$defs/path/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:U};r===null?r=[J]:r.push(J),s++}var K=we===s,R=L===s}if(e.results!==void 0){
let U=e.results,L=s;if(!fa.validate(U,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i}))r=r===null?fa.validate.
errors:r.concat(fa.validate.errors),s=r.length;else var F=fa.validate.evaluated.props,ue=fa.validate.evaluated.items;var R=L===s}if(e.message!==void 0){let U=e.
message,L=s;xt(U,{instancePath:t+"/message",parentData:e,parentDataProperty:"message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=
r.length);var R=L===s}if(e.pending!==void 0){let U=e.pending,L=s,we=s;if(U&&typeof U=="object"&&!Array.isArray(U)){if(U.status===void 0){let J={instancePath:t+"\
/pending",schemaPath:"#/properties/pending/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:Re.
properties.pending.required,parentSchema:Re.properties.pending,data:U};r===null?r=[J]:r.push(J),s++}if(U.body===void 0){let J={instancePath:t+"/pending",schemaPath:"\
#/properties/pending/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:Re.properties.pending.required,
parentSchema:Re.properties.pending,data:U};r===null?r=[J]:r.push(J),s++}let Y=s;for(let J in U)if(!(J==="status"||J==="body")){let Ke={instancePath:t+"/pending",
schemaPath:"#/properties/pending/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:J},message:"must NOT have additional properties",
schema:!1,parentSchema:Re.properties.pending,data:U};r===null?r=[Ke]:r.push(Ke),s++}if(U.status!==void 0){let J=U.status,Ke=s;if(!(typeof J=="number"&&!(J%1)&&!isNaN(
J))){let Pt={instancePath:t+"/pending/status",schemaPath:"#/properties/pending/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be i\
nteger",schema:Re.properties.pending.properties.status.type,parentSchema:Re.properties.pending.properties.status,data:J};r===null?r=[Pt]:r.push(Pt),s++}let lt=s;
var j=Ke===s}}else{let Y={instancePath:t+"/pending",schemaPath:"#/properties/pending/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Re.
properties.pending.type,parentSchema:Re.properties.pending,data:U};r===null?r=[Y]:r.push(Y),s++}var R=L===s}if(e.source!==void 0){let U=e.source,L=s,we=s,_e=s;if(typeof U==
"string"){if(ne(U)<1){let J={instancePath:t+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer th\
an 1 characters",schema:1,parentSchema:re,data:U};r===null?r=[J]:r.push(J),s++}}else{let J={instancePath:t+"/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:U};r===null?r=[J]:r.push(J),s++}var fe=we===s,R=L===s}}else{let me={instancePath:t,
schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:Re.type,parentSchema:Re,data:e};r===null?r=[me]:r.push(me),s++}return Os.
errors=r,s===0}Os.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function ns(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){
let r=null,s=0,p=ns.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(Array.isArray(e)){if(e.length<1){let S={instancePath:t,
schemaPath:"#/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:Fo,data:e};r===null?r=[S]:r.push(S),
s++}let h=!0,$=e.length;for(let S=0;S<$;S++){let O=e[S],x=s;Os(O,{instancePath:t+"/"+S,parentData:e,parentDataProperty:S,rootData:o,dynamicAnchors:i})||(r=r===null?
Os.errors:r.concat(Os.errors),s=r.length);var u=x===s;u||(h=!1)}}else{let h={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"array"},message:"mu\
st be array",schema:Fo.type,parentSchema:Fo,data:e};r===null?r=[h]:r.push(h),s++}return ns.errors=r,s===0}ns.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function Mt(e,{instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=Mt.evaluated;p.dynamicProps&&(p.props=
void 0),p.dynamicItems&&(p.items=void 0);let m=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.submit===void 0){let w={instancePath:t,schemaPath:"#/required",
keyword:"required",params:{missingProperty:"submit"},message:"must have required property 'submit'",schema:y.required,parentSchema:y,data:e};r===null?r=[w]:r.push(
w),s++}if(e.rows===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"rows"},message:"must have required property\
 'rows'",schema:y.required,parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}if(e.results===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"req\
uired",params:{missingProperty:"results"},message:"must have required property 'results'",schema:y.required,parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}
if(e.message===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:y.required,parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}if(e.code===void 0){let w={instancePath:t,schemaPath:"#/required",keyword:"requ\
ired",params:{missingProperty:"code"},message:"must have required property 'code'",schema:y.required,parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}let Dr=s;
for(let w in e)if(!ha.call(y.properties,w)){let Pe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:w},
message:"must NOT have additional properties",schema:!1,parentSchema:y,data:e};r===null?r=[Pe]:r.push(Pe),s++}if(e.$comment!==void 0){let w=e.$comment,Pe=s,yt=s,
Bt=s;if(typeof w=="string"){if(ne(w)<1){let le={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:Tr,data:w};r===null?r=[le]:r.push(le),s++}}else{let le={instancePath:t+"/$comment",schemaPath:"#/$d\
efs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tr.type,parentSchema:Tr,data:w};r===null?r=[le]:r.push(le),s++}var u=yt===
s,h=Pe===s}if(e.submit!==void 0){let w=e.submit,Pe=s,yt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.method===void 0){let f={instancePath:t+"/submit",schemaPath:"\
#/properties/submit/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:y.properties.submit.required,
parentSchema:y.properties.submit,data:w};r===null?r=[f]:r.push(f),s++}if(w.path===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.submit.required,parentSchema:y.properties.
submit,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+"/submit",schemaPath:"#/properties/submit/required",keyword:"required",params:{
missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.submit.required,parentSchema:y.properties.submit,data:w};r===null?r=
[f]:r.push(f),s++}let le=s;for(let f in w)if(!(f==="method"||f==="path"||f==="paths"||f==="headers"||f==="encoding"||f==="status"||f==="source")){let k={instancePath:t+
"/submit",schemaPath:"#/properties/submit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional p\
roperties",schema:!1,parentSchema:y.properties.submit,data:w};r===null?r=[k]:r.push(k),s++}if(w.method!==void 0){let f=w.method,k=s,E=y.properties.submit.properties.
method.enum;if(!(f==="POST"||f==="PUT")){let Le={instancePath:t+"/submit/method",schemaPath:"#/properties/submit/properties/method/enum",keyword:"enum",params:{
allowedValues:y.properties.submit.properties.method.enum},message:"must be equal to one of the allowed values",schema:y.properties.submit.properties.method.enum,
parentSchema:y.properties.submit.properties.method,data:f};r===null?r=[Le]:r.push(Le),s++}var $=k===s}if(w.path!==void 0){let f=w.path,k=s,E=s,Le=s;if(typeof f==
"string"){if(!Zt.test(f)){let _={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pat\
tern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/submit/path",schemaPath:"#/$defs/path/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,data:f};r===null?r=[_]:r.push(_),s++}var S=E===s,$=k===s}if(w.paths!==void 0){
let f=w.paths,k=s;Or(f,{instancePath:t+"/submit/paths",parentData:w,parentDataProperty:"paths",rootData:o,dynamicAnchors:i})||(r=r===null?Or.errors:r.concat(Or.
errors),s=r.length);var $=k===s}if(w.headers!==void 0){let f=w.headers,k=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(f)){let Z=s;for(let _ in f){let q=f[_],ie=s,
ve=s;if(typeof q=="string"){if(!bc.test(q)){let be={instancePath:t+"/submit/headers/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/p\
roperties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\
\\x20-\\x7e]*$",parentSchema:y.properties.submit.properties.headers.additionalProperties,data:q};r===null?r=[be]:r.push(be),s++}}else{let be={instancePath:t+"/s\
ubmit/headers/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/submit/properties/headers/additionalProperties/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:y.properties.submit.properties.headers.additionalProperties.type,parentSchema:y.properties.submit.properties.headers.additionalProperties,
data:q};r===null?r=[be]:r.push(be),s++}var O=ie===s}}else{let Z={instancePath:t+"/submit/headers",schemaPath:"#/properties/submit/properties/headers/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:y.properties.submit.properties.headers.type,parentSchema:y.properties.submit.properties.headers,data:f};
r===null?r=[Z]:r.push(Z),s++}var $=k===s}if(w.encoding!==void 0){let f=w.encoding,k=s,E=y.properties.submit.properties.encoding.enum;if(!(f==="json"||f==="form")){
let Z={instancePath:t+"/submit/encoding",schemaPath:"#/properties/submit/properties/encoding/enum",keyword:"enum",params:{allowedValues:y.properties.submit.properties.
encoding.enum},message:"must be equal to one of the allowed values",schema:y.properties.submit.properties.encoding.enum,parentSchema:y.properties.submit.properties.
encoding,data:f};r===null?r=[Z]:r.push(Z),s++}var $=k===s}if(w.status!==void 0){let f=w.status,k=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f))){let Z={instancePath:t+
"/submit/status",schemaPath:"#/properties/submit/properties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:y.properties.submit.
properties.status.type,parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}let E=s;if(typeof f=="number"){if(f>299||isNaN(f)){
let Z={instancePath:t+"/submit/status",schemaPath:"#/properties/submit/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:299},message:"\
must be <= 299",schema:299,parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}if(f<200||isNaN(f)){let Z={instancePath:t+"/s\
ubmit/status",schemaPath:"#/properties/submit/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,
parentSchema:y.properties.submit.properties.status,data:f};r===null?r=[Z]:r.push(Z),s++}}var $=k===s}if(w.source!==void 0){let f=w.source,k=s,E=s,Le=s;if(typeof f==
"string"){if(ne(f)<1){let _={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have f\
ewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/submit/source",schemaPath:"#/$defs/source/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var x=E===s,$=k===s}}else{
let le={instancePath:t+"/submit",schemaPath:"#/properties/submit/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.submit.
type,parentSchema:y.properties.submit,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===s}if(e.rows!==void 0){let w=e.rows,Pe=s,yt=s;if(Array.isArray(w)){if(w.length<
1){let k={instancePath:t+"/rows",schemaPath:"#/properties/rows/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:y.properties.rows,data:w};r===null?r=[k]:r.push(k),s++}let le=!0,f=w.length;for(let k=0;k<f;k++){let E=w[k],Le=s;qs(E,{instancePath:t+"/rows/"+k,parentData:w,
parentDataProperty:k,rootData:o,dynamicAnchors:i})||(r=r===null?qs.errors:r.concat(qs.errors),s=r.length);var T=Le===s;T||(le=!1)}}else{let le={instancePath:t+"\
/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.rows.type,parentSchema:y.properties.
rows,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===s}if(e.drops!==void 0){let w=e.drops,Pe=s,yt=s;if(Array.isArray(w)){let le=!0,f=w.length;for(let k=0;k<f;k++){
let E=w[k],Le=s,Z=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.parameter===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items\
/required",keyword:"required",params:{missingProperty:"parameter"},message:"must have required property 'parameter'",schema:y.properties.drops.items.required,parentSchema:y.
properties.drops.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.reason===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/require\
d",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.drops.items.required,parentSchema:y.properties.
drops.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.source===void 0){let q={instancePath:t+"/drops/"+k,schemaPath:"#/properties/drops/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.drops.items.required,parentSchema:y.properties.drops.
items,data:E};r===null?r=[q]:r.push(q),s++}let _=s;for(let q in E)if(!(q==="parameter"||q==="values"||q==="when"||q==="reason"||q==="source")){let ie={instancePath:t+
"/drops/"+k,schemaPath:"#/properties/drops/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have addit\
ional properties",schema:!1,parentSchema:y.properties.drops.items,data:E};r===null?r=[ie]:r.push(ie),s++}if(E.parameter!==void 0){let q=E.parameter,ie=s;if(typeof q!=
"string"){let be={instancePath:t+"/drops/"+k+"/parameter",schemaPath:"#/properties/drops/items/properties/parameter/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:y.properties.drops.items.properties.parameter.type,parentSchema:y.properties.drops.items.properties.parameter,data:q};r===null?r=
[be]:r.push(be),s++}let ve=s;var R=ie===s}if(E.values!==void 0){let q=E.values,ie=s,ve=s;if(Array.isArray(q)){if(q.length<1){let ee={instancePath:t+"/drops/"+k+
"/values",schemaPath:"#/properties/drops/items/properties/values/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,
parentSchema:y.properties.drops.items.properties.values,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/drops/"+k+"/values",schemaPath:"#/\
properties/drops/items/properties/values/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.drops.items.properties.values.type,
parentSchema:y.properties.drops.items.properties.values,data:q};r===null?r=[ee]:r.push(ee),s++}var R=ie===s}if(E.when!==void 0){let q=E.when,ie=s;Qt(q,{instancePath:t+
"/drops/"+k+"/when",parentData:E,parentDataProperty:"when",rootData:o,dynamicAnchors:i})||(r=r===null?Qt.errors:r.concat(Qt.errors),s=r.length);var R=ie===s}if(E.
reason!==void 0){let q=E.reason,ie=s,ve=s;if(typeof q=="string"){if(ne(q)<1){let ee={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/p\
roperties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.drops.items.
properties.reason,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/drops/"+k+"/reason",schemaPath:"#/properties/drops/items/properties/reas\
on/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.drops.items.properties.reason.type,parentSchema:y.properties.drops.items.
properties.reason,data:q};r===null?r=[ee]:r.push(ee),s++}var R=ie===s}if(E.source!==void 0){let q=E.source,ie=s,ve=s,be=s;if(typeof q=="string"){if(ne(q)<1){let G={
instancePath:t+"/drops/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",
schema:1,parentSchema:re,data:q};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/drops/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[G]:r.push(G),s++}var pe=ve===s,R=ie===s}}else{let _={instancePath:t+
"/drops/"+k,schemaPath:"#/properties/drops/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.drops.items.type,parentSchema:y.
properties.drops.items,data:E};r===null?r=[_]:r.push(_),s++}var z=Le===s;z||(le=!1)}}else{let le={instancePath:t+"/drops",schemaPath:"#/properties/drops/type",keyword:"\
type",params:{type:"array"},message:"must be array",schema:y.properties.drops.type,parentSchema:y.properties.drops,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===
s}if(e.needs!==void 0){let w=e.needs,Pe=s,yt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){let le=s;for(let f in w){let k=w[f],E=s,Le=s;if(k&&typeof k=="object"&&
!Array.isArray(k)){if(k.reason===void 0){let _={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalPrope\
rties/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:y.properties.needs.additionalProperties.
required,parentSchema:y.properties.needs.additionalProperties,data:k};r===null?r=[_]:r.push(_),s++}if(k.source===void 0){let _={instancePath:t+"/needs/"+f.replace(
/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must \
have required property 'source'",schema:y.properties.needs.additionalProperties.required,parentSchema:y.properties.needs.additionalProperties,data:k};r===null?r=
[_]:r.push(_),s++}let Z=s;for(let _ in k)if(!(_==="reason"||_==="source")){let q={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/needs/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:y.properties.needs.additionalProperties,data:k};r===null?r=[q]:r.push(q),s++}if(k.reason!==void 0){let _=k.reason,q=s,ie=s;if(typeof _==
"string"){if(ne(_)<1){let ve={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/needs/additionalProperties/pr\
operties/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.needs.additionalProperties.
properties.reason,data:_};r===null?r=[ve]:r.push(ve),s++}}else{let ve={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#\
/properties/needs/additionalProperties/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.needs.additionalProperties.
properties.reason.type,parentSchema:y.properties.needs.additionalProperties.properties.reason,data:_};r===null?r=[ve]:r.push(ve),s++}var K=q===s}if(k.source!==void 0){
let _=k.source,q=s,ie=s,ve=s;if(typeof _=="string"){if(ne(_)<1){let ee={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[ee]:
r.push(ee),s++}}else{let ee={instancePath:t+"/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var F=ie===s,K=q===s}}else{let Z={instancePath:t+"\
/needs/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/needs/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must \
be object",schema:y.properties.needs.additionalProperties.type,parentSchema:y.properties.needs.additionalProperties,data:k};r===null?r=[Z]:r.push(Z),s++}var ue=E===
s}}else{let le={instancePath:t+"/needs",schemaPath:"#/properties/needs/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
needs.type,parentSchema:y.properties.needs,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===s}if(e.lacks!==void 0){let w=e.lacks,Pe=s,yt=s;if(w&&typeof w=="obj\
ect"&&!Array.isArray(w)){let le=s;for(let f in w){let k=w[f],E=s,Le=s;if(k&&typeof k=="object"&&!Array.isArray(k)){if(k.reason===void 0){let _={instancePath:t+"\
/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/required",keyword:"required",params:{missingProperty:"reas\
on"},message:"must have required property 'reason'",schema:y.properties.lacks.additionalProperties.required,parentSchema:y.properties.lacks.additionalProperties,
data:k};r===null?r=[_]:r.push(_),s++}if(k.source===void 0){let _={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lac\
ks/additionalProperties/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.lacks.
additionalProperties.required,parentSchema:y.properties.lacks.additionalProperties,data:k};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in k)if(!(_==="reason"||
_==="source")){let q={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/lacks/additionalProperties/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.lacks.additionalProperties,
data:k};r===null?r=[q]:r.push(q),s++}if(k.reason!==void 0){let _=k.reason,q=s,ie=s;if(typeof _=="string"){if(ne(_)<1){let ve={instancePath:t+"/lacks/"+f.replace(
/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.lacks.additionalProperties.properties.reason,data:_};r===null?r=[ve]:r.push(ve),s++}}else{
let ve={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/reason",schemaPath:"#/properties/lacks/additionalProperties/properties/reason/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.lacks.additionalProperties.properties.reason.type,parentSchema:y.properties.lacks.
additionalProperties.properties.reason,data:_};r===null?r=[ve]:r.push(ve),s++}var j=q===s}if(k.source!==void 0){let _=k.source,q=s,ie=s,ve=s;if(typeof _=="strin\
g"){if(ne(_)<1){let ee={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/lacks/"+
f.replace(/~/g,"~0").replace(/\//g,"~1")+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,
parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var fe=ie===s,j=q===s}}else{let Z={instancePath:t+"/lacks/"+f.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"\
#/properties/lacks/additionalProperties/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.lacks.additionalProperties.type,
parentSchema:y.properties.lacks.additionalProperties,data:k};r===null?r=[Z]:r.push(Z),s++}var me=E===s}}else{let le={instancePath:t+"/lacks",schemaPath:"#/prope\
rties/lacks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.lacks.type,parentSchema:y.properties.lacks,data:w};r===null?
r=[le]:r.push(le),s++}var h=Pe===s}if(e.id!==void 0){let w=e.id,Pe=s,yt=s,Bt=s;if(typeof w=="string"){if(!rt.test(w)){let f={instancePath:t+"/id",schemaPath:"#/\
$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+\
$",parentSchema:se,data:w};r===null?r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/id",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:se.type,parentSchema:se,data:w};r===null?r=[f]:r.push(f),s++}var U=yt===s,h=Pe===s}if(e.idForm!==void 0){let w=e.idForm,Pe=s,yt=s;
if(typeof w=="string"){if(!Dh.test(w)){let le={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/pattern",keyword:"pattern",params:{pattern:"^(?!/)[^{}]*\
(\\{model\\}[^{}]*)?\\{id\\}$"},message:'must match pattern "^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$"',schema:"^(?!/)[^{}]*(\\{model\\}[^{}]*)?\\{id\\}$",parentSchema:y.
properties.idForm,data:w};r===null?r=[le]:r.push(le),s++}}else{let le={instancePath:t+"/idForm",schemaPath:"#/properties/idForm/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:y.properties.idForm.type,parentSchema:y.properties.idForm,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===s}if(e.queryId!==
void 0){let w=e.queryId,Pe=s,yt=s,Bt=s;if(typeof w=="string"){if(!rt.test(w)){let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/pattern",keyword:"pat\
tern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?
r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/queryId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:w};r===null?r=[f]:r.push(f),s++}var L=yt===s,h=Pe===s}if(e.query!==void 0){let w=e.query,Pe=s,yt=s;if(w&&typeof w=="object"&&!Array.isArray(
w)){if(w.method===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"method"},message:"\
must have required property 'method'",schema:y.properties.query.required,parentSchema:y.properties.query,data:w};r===null?r=[k]:r.push(k),s++}if(w.path===void 0){
let k={instancePath:t+"/query",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:y.properties.query.required,parentSchema:y.properties.query,data:w};r===null?r=[k]:r.push(k),s++}if(w.source===void 0){let k={instancePath:t+"/qu\
ery",schemaPath:"#/properties/query/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.
query.required,parentSchema:y.properties.query,data:w};r===null?r=[k]:r.push(k),s++}let le=s;for(let k in w)if(!(k==="method"||k==="path"||k==="paths"||k==="at"||
k==="hosts"||k==="body"||k==="source")){let E={instancePath:t+"/query",schemaPath:"#/properties/query/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:k},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.query,data:w};r===null?r=[E]:r.push(E),s++}if(w.method!==
void 0){let k=w.method,E=s,Le=y.properties.query.properties.method.enum;if(!(k==="GET"||k==="POST"||k==="PUT"||k==="DELETE")){let Z={instancePath:t+"/query/meth\
od",schemaPath:"#/properties/query/properties/method/enum",keyword:"enum",params:{allowedValues:y.properties.query.properties.method.enum},message:"must be equa\
l to one of the allowed values",schema:y.properties.query.properties.method.enum,parentSchema:y.properties.query.properties.method,data:k};r===null?r=[Z]:r.push(
Z),s++}var we=E===s}if(w.path!==void 0){let k=w.path,E=s,Le=s,Z=s;if(typeof k=="string"){if(!Zt.test(k)){let q={instancePath:t+"/query/path",schemaPath:"#/$defs\
/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:k};r===null?r=[q]:r.push(q),s++}}else{
let q={instancePath:t+"/query/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:k};r===null?r=[q]:r.push(q),s++}var _e=Le===s,we=E===s}if(w.paths!==void 0){let k=w.paths,E=s;Or(k,{instancePath:t+"/query/paths",parentData:w,parentDataProperty:"\
paths",rootData:o,dynamicAnchors:i})||(r=r===null?Or.errors:r.concat(Or.errors),s=r.length);var we=E===s}if(w.at!==void 0){let k=w.at,E=s,Le=s,Z=s;if(typeof k==
"string"){if(!rt.test(k)){let q={instancePath:t+"/query/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'\
must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/quer\
y/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:k};r===null?r=[q]:r.push(
q),s++}var Y=Le===s,we=E===s}if(w.hosts!==void 0){let k=w.hosts,E=s,Le=s;if(Array.isArray(k)){if(k.length<1){let ie={instancePath:t+"/query/hosts",schemaPath:"#\
/properties/query/properties/hosts/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.query.
properties.hosts,data:k};r===null?r=[ie]:r.push(ie),s++}let _=!0,q=k.length;for(let ie=0;ie<q;ie++){let ve=k[ie],be=s,ee=s;if(typeof ve=="string"){if(!Jh.test(ve)){
let G={instancePath:t+"/query/hosts/"+ie,schemaPath:"#/properties/query/properties/hosts/items/pattern",keyword:"pattern",params:{pattern:"^(\\*\\.)?[a-z0-9-]+(\\.\
[a-z0-9-]+)+$"},message:'must match pattern "^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$"',schema:"^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)+$",parentSchema:y.properties.query.
properties.hosts.items,data:ve};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/query/hosts/"+ie,schemaPath:"#/properties/query/properties/hosts/item\
s/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.query.properties.hosts.items.type,parentSchema:y.properties.query.properties.
hosts.items,data:ve};r===null?r=[G]:r.push(G),s++}var J=be===s;J||(_=!1)}}else{let _={instancePath:t+"/query/hosts",schemaPath:"#/properties/query/properties/ho\
sts/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.query.properties.hosts.type,parentSchema:y.properties.query.properties.
hosts,data:k};r===null?r=[_]:r.push(_),s++}var we=E===s}if(w.body!==void 0){let k=w.body,E=s;jr(k,{instancePath:t+"/query/body",parentData:w,parentDataProperty:"\
body",rootData:o,dynamicAnchors:i})||(r=r===null?jr.errors:r.concat(jr.errors),s=r.length);var we=E===s}if(w.source!==void 0){let k=w.source,E=s,Le=s,Z=s;if(typeof k==
"string"){if(ne(k)<1){let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fe\
wer than 1 characters",schema:1,parentSchema:re,data:k};r===null?r=[q]:r.push(q),s++}}else{let q={instancePath:t+"/query/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:k};r===null?r=[q]:r.push(q),s++}var Ke=Le===s,we=E===s}let f;
if(w.at!==void 0&&w.hosts===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties/query/dependentRequired",keyword:"dependentRequired",params:{property:"\
at",missingProperty:"hosts",depsCount:1,deps:"hosts"},message:"must have property hosts when property at is present",schema:y.properties.query.dependentRequired,
parentSchema:y.properties.query,data:w};r===null?r=[k]:r.push(k),s++}if(w.hosts!==void 0&&w.at===void 0){let k={instancePath:t+"/query",schemaPath:"#/properties\
/query/dependentRequired",keyword:"dependentRequired",params:{property:"hosts",missingProperty:"at",depsCount:1,deps:"at"},message:"must have property at when p\
roperty hosts is present",schema:y.properties.query.dependentRequired,parentSchema:y.properties.query,data:w};r===null?r=[k]:r.push(k),s++}}else{let le={instancePath:t+
"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.query.type,parentSchema:y.properties.
query,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===s}if(e.list!==void 0){let w=e.list,Pe=s,yt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.path===void 0){
let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'p\
ath'",schema:y.properties.list.required,parentSchema:y.properties.list,data:w};r===null?r=[f]:r.push(f),s++}if(w.filter===void 0){let f={instancePath:t+"/list",
schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"filter"},message:"must have required property 'filter'",schema:y.properties.
list.required,parentSchema:y.properties.list,data:w};r===null?r=[f]:r.push(f),s++}if(w.limit===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/li\
st/required",keyword:"required",params:{missingProperty:"limit"},message:"must have required property 'limit'",schema:y.properties.list.required,parentSchema:y.
properties.list,data:w};r===null?r=[f]:r.push(f),s++}if(w.items===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"require\
d",params:{missingProperty:"items"},message:"must have required property 'items'",schema:y.properties.list.required,parentSchema:y.properties.list,data:w};r===null?
r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+"/list",schemaPath:"#/properties/list/required",keyword:"required",params:{missingProperty:"sour\
ce"},message:"must have required property 'source'",schema:y.properties.list.required,parentSchema:y.properties.list,data:w};r===null?r=[f]:r.push(f),s++}let le=s;
for(let f in w)if(!(f==="path"||f==="filter"||f==="limit"||f==="items"||f==="within"||f==="source")){let k={instancePath:t+"/list",schemaPath:"#/properties/list\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
list,data:w};r===null?r=[k]:r.push(k),s++}if(w.path!==void 0){let f=w.path,k=s,E=s,Le=s;if(typeof f=="string"){if(!Zt.test(f)){let Z={instancePath:t+"/list/path",
schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[Z]:r.
push(Z),s++}}else{let Z={instancePath:t+"/list/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,
parentSchema:We,data:f};r===null?r=[Z]:r.push(Z),s++}var lt=E===s,Pt=k===s}if(w.filter!==void 0){let f=w.filter,k=s,E=s;if(typeof f=="string"){if(ne(f)<1){let Z={
instancePath:t+"/list/filter",schemaPath:"#/properties/list/properties/filter/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:y.properties.list.properties.filter,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/list/filter",schemaPath:"\
#/properties/list/properties/filter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:y.properties.list.properties.filter.type,parentSchema:y.
properties.list.properties.filter,data:f};r===null?r=[Z]:r.push(Z),s++}var Pt=k===s}if(w.limit!==void 0){let f=w.limit,k=s;if(!(typeof f=="number"&&!(f%1)&&!isNaN(
f))){let Z={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:y.
properties.list.properties.limit.type,parentSchema:y.properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}let E=s;if(typeof f=="number"){if(f>500||
isNaN(f)){let Z={instancePath:t+"/list/limit",schemaPath:"#/properties/list/properties/limit/maximum",keyword:"maximum",params:{comparison:"<=",limit:500},message:"\
must be <= 500",schema:500,parentSchema:y.properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}if(f<2||isNaN(f)){let Z={instancePath:t+"/list/l\
imit",schemaPath:"#/properties/list/properties/limit/minimum",keyword:"minimum",params:{comparison:">=",limit:2},message:"must be >= 2",schema:2,parentSchema:y.
properties.list.properties.limit,data:f};r===null?r=[Z]:r.push(Z),s++}}var Pt=k===s}if(w.items!==void 0){let f=w.items,k=s,E=s,Le=s;if(typeof f=="string"){if(!rt.
test(f)){let _={instancePath:t+"/list/items",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match \
pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/items",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}var at=E===
s,Pt=k===s}if(w.within!==void 0){let f=w.within,k=s,E=s,Le=s;if(typeof f=="string"){if(!rt.test(f)){let _={instancePath:t+"/list/within",schemaPath:"#/$defs/poi\
nter/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,
data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/within",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[_]:r.push(_),s++}var pt=E===s,Pt=k===s}if(w.source!==void 0){let f=w.source,k=s,E=s,Le=s;if(typeof f==
"string"){if(ne(f)<1){let _={instancePath:t+"/list/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have few\
er than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/list/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var Xe=E===s,Pt=k===s}}else{let le={
instancePath:t+"/list",schemaPath:"#/properties/list/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.list.type,parentSchema:y.
properties.list,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===s}if(e.cancel!==void 0){let w=e.cancel,Pe=s,yt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){
if(w.method===void 0){let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"method"},message:"mu\
st have required property 'method'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}if(w.path===void 0){
let f={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"path"},message:"must have required propert\
y 'path'",schema:y.properties.cancel.required,parentSchema:y.properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+
"/cancel",schemaPath:"#/properties/cancel/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.cancel.required,parentSchema:y.properties.cancel,data:w};r===null?r=[f]:r.push(f),s++}let le=s;for(let f in w)if(!(f==="method"||f==="path"||f==="bod\
y"||f==="from"||f==="proves"||f==="source")){let k={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/additionalProperties",keyword:"additionalProperties",
params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel,data:w};r===null?r=[k]:r.push(k),s++}if(w.
method!==void 0){let f=w.method,k=s,E=y.properties.cancel.properties.method.enum;if(!(f==="GET"||f==="POST"||f==="PUT"||f==="DELETE")){let Le={instancePath:t+"/\
cancel/method",schemaPath:"#/properties/cancel/properties/method/enum",keyword:"enum",params:{allowedValues:y.properties.cancel.properties.method.enum},message:"\
must be equal to one of the allowed values",schema:y.properties.cancel.properties.method.enum,parentSchema:y.properties.cancel.properties.method,data:f};r===null?
r=[Le]:r.push(Le),s++}var tt=k===s}if(w.path!==void 0){let f=w.path,k=s,E=s,Le=s;if(typeof f=="string"){if(!Zt.test(f)){let _={instancePath:t+"/cancel/path",schemaPath:"\
#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:f};r===null?r=[_]:r.push(_),s++}}else{
let _={instancePath:t+"/cancel/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:f};r===null?r=[_]:r.push(_),s++}var Fr=E===s,tt=k===s}if(w.body!==void 0){let f=w.body,k=s;jr(f,{instancePath:t+"/cancel/body",parentData:w,parentDataProperty:"\
body",rootData:o,dynamicAnchors:i})||(r=r===null?jr.errors:r.concat(jr.errors),s=r.length);var tt=k===s}if(w.from!==void 0){let f=w.from,k=s,E=s;if(f&&typeof f==
"object"&&!Array.isArray(f)){if(f.words===void 0){let _={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/required",keyword:"requir\
ed",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.cancel.properties.from.required,parentSchema:y.properties.
cancel.properties.from,data:f};r===null?r=[_]:r.push(_),s++}if(f.source===void 0){let _={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/propertie\
s/from/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.cancel.properties.from.
required,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in f)if(!(_==="words"||_==="source")){let q={instancePath:t+
"/cancel/from",schemaPath:"#/properties/cancel/properties/from/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:_},message:"must \
NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[q]:r.push(q),s++}if(f.words!==void 0){let _=f.words,
q=s,ie=s,ve=s;if(Array.isArray(_)){if(_.length<1){let Qe={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},
message:"must NOT have fewer than 1 items",schema:1,parentSchema:wt,data:_};r===null?r=[Qe]:r.push(Qe),s++}let be=!0,ee=_.length;for(let Qe=0;Qe<ee;Qe++){let Te=_[Qe],
he=s,Se=s;if(typeof Te=="string"){if(ne(Te)<1){let Et={instancePath:t+"/cancel/from/words/"+Qe,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:wt.items,data:Te};r===null?r=[Et]:r.push(Et),s++}}else{let Et={instancePath:t+"/c\
ancel/from/words/"+Qe,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.
items,data:Te};r===null?r=[Et]:r.push(Et),s++}var Vr=he===s;Vr||(be=!1)}let G,De=_.length,nt;if(G=!0,De>1){let Qe={};for(;De--;){let Te=_[De];if(typeof Te=="str\
ing"){if(typeof Qe[Te]=="number"){nt=Qe[Te];let he={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:De,
j:nt},message:"must NOT have duplicate items (items ## "+nt+" and "+De+" are identical)",schema:!0,parentSchema:wt,data:_};r===null?r=[he]:r.push(he),s++,G=!1;break}
Qe[Te]=De}}}}else{let be={instancePath:t+"/cancel/from/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.
type,parentSchema:wt,data:_};r===null?r=[be]:r.push(be),s++}var jt=ie===s,To=q===s}if(f.source!==void 0){let _=f.source,q=s,ie=s,ve=s;if(typeof _=="string"){if(ne(
_)<1){let ee={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than \
1 characters",schema:1,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/cancel/from/source",schemaPath:"#/$defs/source/type",
keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var ac=ie===s,To=q===s}}else{
let Z={instancePath:t+"/cancel/from",schemaPath:"#/properties/cancel/properties/from/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.
properties.cancel.properties.from.type,parentSchema:y.properties.cancel.properties.from,data:f};r===null?r=[Z]:r.push(Z),s++}var tt=k===s}if(w.proves!==void 0){
let f=w.proves,k=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(f)){if(Object.keys(f).length<2){let _={instancePath:t+"/cancel/proves",schemaPath:"#/properties/\
cancel/properties/proves/minProperties",keyword:"minProperties",params:{limit:2},message:"must NOT have fewer than 2 properties",schema:2,parentSchema:y.properties.
cancel.properties.proves,data:f};r===null?r=[_]:r.push(_),s++}if(f.source===void 0){let _={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/prope\
rties/proves/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.cancel.properties.
proves.required,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[_]:r.push(_),s++}let Z=s;for(let _ in f)if(!(_==="answer"||_==="query"||_===
"source")){let q={instancePath:t+"/cancel/proves",schemaPath:"#/properties/cancel/properties/proves/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:_},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[q]:r.push(q),
s++}if(f.answer!==void 0){let _=f.answer,q=s,ie=s;if(_&&typeof _=="object"&&!Array.isArray(_)){if(_.at===void 0){let be={instancePath:t+"/cancel/proves/answer",
schemaPath:"#/properties/cancel/properties/proves/properties/answer/required",keyword:"required",params:{missingProperty:"at"},message:"must have required prope\
rty 'at'",schema:y.properties.cancel.properties.proves.properties.answer.required,parentSchema:y.properties.cancel.properties.proves.properties.answer,data:_};r===
null?r=[be]:r.push(be),s++}if(_.words===void 0){let be={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answ\
er/required",keyword:"required",params:{missingProperty:"words"},message:"must have required property 'words'",schema:y.properties.cancel.properties.proves.properties.
answer.required,parentSchema:y.properties.cancel.properties.proves.properties.answer,data:_};r===null?r=[be]:r.push(be),s++}let ve=s;for(let be in _)if(!(be==="\
at"||be==="words")){let ee={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:be},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.cancel.properties.proves.
properties.answer,data:_};r===null?r=[ee]:r.push(ee),s++}if(_.at!==void 0){let be=_.at,ee=s,G=s,De=s;if(typeof be=="string"){if(!rt.test(be)){let nt={instancePath:t+
"/cancel/proves/answer/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]\
|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:be};r===null?r=[nt]:r.push(nt),s++}}else{let nt={instancePath:t+"/cancel/proves/answer/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:be};r===null?r=[nt]:r.push(nt),s++}var nc=G===
s,oc=ee===s}if(_.words!==void 0){let be=_.words,ee=s,G=s,De=s;if(Array.isArray(be)){if(be.length<1){let ht={instancePath:t+"/cancel/proves/answer/words",schemaPath:"\
#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:wt,data:be};r===null?r=[ht]:r.push(
ht),s++}let Qe=!0,Te=be.length;for(let ht=0;ht<Te;ht++){let $t=be[ht],Ct=s,Jr=s;if(typeof $t=="string"){if(ne($t)<1){let zr={instancePath:t+"/cancel/proves/answ\
er/words/"+ht,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:wt.
items,data:$t};r===null?r=[zr]:r.push(zr),s++}}else{let zr={instancePath:t+"/cancel/proves/answer/words/"+ht,schemaPath:"#/$defs/words/items/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.items,data:$t};r===null?r=[zr]:r.push(zr),s++}var $s=Ct===s;$s||(Qe=!1)}let he,
Se=be.length,Et;if(he=!0,Se>1){let ht={};for(;Se--;){let $t=be[Se];if(typeof $t=="string"){if(typeof ht[$t]=="number"){Et=ht[$t];let Ct={instancePath:t+"/cancel\
/proves/answer/words",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:Se,j:Et},message:"must NOT have duplicate items (items ## "+Et+" an\
d "+Se+" are identical)",schema:!0,parentSchema:wt,data:be};r===null?r=[Ct]:r.push(Ct),s++,he=!1;break}ht[$t]=Se}}}}else{let Qe={instancePath:t+"/cancel/proves/\
answer/words",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.type,parentSchema:wt,data:be};r===null?r=[Qe]:
r.push(Qe),s++}var gh=G===s,oc=ee===s}}else{let ve={instancePath:t+"/cancel/proves/answer",schemaPath:"#/properties/cancel/properties/proves/properties/answer/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.proves.properties.answer.type,parentSchema:y.properties.
cancel.properties.proves.properties.answer,data:_};r===null?r=[ve]:r.push(ve),s++}var $r=q===s}if(f.query!==void 0){let _=f.query,q=s,ie=s,ve=s;if(Array.isArray(
_)){if(_.length<1){let Te={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have \
fewer than 1 items",schema:1,parentSchema:wt,data:_};r===null?r=[Te]:r.push(Te),s++}let ee=!0,G=_.length;for(let Te=0;Te<G;Te++){let he=_[Te],Se=s,Et=s;if(typeof he==
"string"){if(ne(he)<1){let ht={instancePath:t+"/cancel/proves/query/"+Te,schemaPath:"#/$defs/words/items/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:wt.items,data:he};r===null?r=[ht]:r.push(ht),s++}}else{let ht={instancePath:t+"/cancel/proves/query\
/"+Te,schemaPath:"#/$defs/words/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:wt.items.type,parentSchema:wt.items,data:he};r===
null?r=[ht]:r.push(ht),s++}var ic=Se===s;ic||(ee=!1)}let De,nt=_.length,Qe;if(De=!0,nt>1){let Te={};for(;nt--;){let he=_[nt];if(typeof he=="string"){if(typeof Te[he]==
"number"){Qe=Te[he];let Se={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/uniqueItems",keyword:"uniqueItems",params:{i:nt,j:Qe},message:"must \
NOT have duplicate items (items ## "+Qe+" and "+nt+" are identical)",schema:!0,parentSchema:wt,data:_};r===null?r=[Se]:r.push(Se),s++,De=!1;break}Te[he]=nt}}}}else{
let ee={instancePath:t+"/cancel/proves/query",schemaPath:"#/$defs/words/type",keyword:"type",params:{type:"array"},message:"must be array",schema:wt.type,parentSchema:wt,
data:_};r===null?r=[ee]:r.push(ee),s++}var wh=ie===s,$r=q===s}if(f.source!==void 0){let _=f.source,q=s,ie=s,ve=s;if(typeof _=="string"){if(ne(_)<1){let ee={instancePath:t+
"/cancel/proves/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:_};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/cancel/proves/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},
message:"must be string",schema:re.type,parentSchema:re,data:_};r===null?r=[ee]:r.push(ee),s++}var pc=ie===s,$r=q===s}}else{let Z={instancePath:t+"/cancel/prove\
s",schemaPath:"#/properties/cancel/properties/proves/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.cancel.properties.
proves.type,parentSchema:y.properties.cancel.properties.proves,data:f};r===null?r=[Z]:r.push(Z),s++}var tt=k===s}if(w.source!==void 0){let f=w.source,k=s,E=s,Le=s;
if(typeof f=="string"){if(ne(f)<1){let _={instancePath:t+"/cancel/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={instancePath:t+"/cancel/source",schemaPath:"#/$d\
efs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var Sr=E===s,
tt=k===s}}else{let le={instancePath:t+"/cancel",schemaPath:"#/properties/cancel/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
cancel.type,parentSchema:y.properties.cancel,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===s}if(e.status!==void 0){let w=e.status,Pe=s,yt=s;if(w&&typeof w==
"object"&&!Array.isArray(w)){if(w.at===void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:y.properties.status.required,parentSchema:y.properties.status,data:w};r===null?r=[f]:r.push(f),s++}if(w.states===
void 0){let f={instancePath:t+"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"states"},message:"must have requir\
ed property 'states'",schema:y.properties.status.required,parentSchema:y.properties.status,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+
"/status",schemaPath:"#/properties/status/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.
properties.status.required,parentSchema:y.properties.status,data:w};r===null?r=[f]:r.push(f),s++}let le=s;for(let f in w)if(!(f==="at"||f==="states"||f==="as"||
f==="absent"||f==="cases"||f==="source")){let k={instancePath:t+"/status",schemaPath:"#/properties/status/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status,data:w};r===null?r=[k]:r.push(k),s++}if(w.at!==void 0){
let f=w.at,k=s,E=s,Le=s;if(typeof f=="string"){if(!rt.test(f)){let Z={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[Z]:r.push(
Z),s++}}else{let Z={instancePath:t+"/status/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,
parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}var bh=E===s,Ss=k===s}if(w.states!==void 0){let f=w.states,k=s,E=s;if(f&&typeof f=="object"&&!Array.isArray(
f)){if(Object.keys(f).length<1){let _={instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/minProperties",keyword:"minProperties",
params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:y.properties.status.properties.states,data:f};r===null?r=[_]:r.push(_),s++}
let Z=s;for(let _ in f){let q=f[_],ie=s,ve=s,be=Gt.enum;if(!(q==="queued"||q==="processing"||q==="completed"||q==="failed"||q==="expired"||q==="cancelled"||q===
"unknown")){let ee={instancePath:t+"/status/states/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Gt.
enum},message:"must be equal to one of the allowed values",schema:Gt.enum,parentSchema:Gt,data:q};r===null?r=[ee]:r.push(ee),s++}var vh=ve===s,pa=ie===s}}else{let Z={
instancePath:t+"/status/states",schemaPath:"#/properties/status/properties/states/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.
properties.status.properties.states.type,parentSchema:y.properties.status.properties.states,data:f};r===null?r=[Z]:r.push(Z),s++}var Ss=k===s}if(w.as!==void 0){
let f=w.as,k=s,E=y.properties.status.properties.as.enum;if(!(f==="number"||f==="boolean")){let Z={instancePath:t+"/status/as",schemaPath:"#/properties/status/pr\
operties/as/enum",keyword:"enum",params:{allowedValues:y.properties.status.properties.as.enum},message:"must be equal to one of the allowed values",schema:y.properties.
status.properties.as.enum,parentSchema:y.properties.status.properties.as,data:f};r===null?r=[Z]:r.push(Z),s++}var Ss=k===s}if(w.absent!==void 0){let f=w.absent,
k=s,E=s,Le=Gt.enum;if(!(f==="queued"||f==="processing"||f==="completed"||f==="failed"||f==="expired"||f==="cancelled"||f==="unknown")){let _={instancePath:t+"/s\
tatus/absent",schemaPath:"#/$defs/state/enum",keyword:"enum",params:{allowedValues:Gt.enum},message:"must be equal to one of the allowed values",schema:Gt.enum,
parentSchema:Gt,data:f};r===null?r=[_]:r.push(_),s++}var kh=E===s,Ss=k===s}if(w.cases!==void 0){let f=w.cases,k=s,E=s;if(Array.isArray(f)){if(f.length<1){let q={
instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than \
1 items",schema:1,parentSchema:y.properties.status.properties.cases,data:f};r===null?r=[q]:r.push(q),s++}let Z=!0,_=f.length;for(let q=0;q<_;q++){let ie=f[q],ve=s,
be=s;if(ie&&typeof ie=="object"&&!Array.isArray(ie)){if(ie.when===void 0){let G={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/ca\
ses/items/required",keyword:"required",params:{missingProperty:"when"},message:"must have required property 'when'",schema:y.properties.status.properties.cases.
items.required,parentSchema:y.properties.status.properties.cases.items,data:ie};r===null?r=[G]:r.push(G),s++}if(ie.means===void 0){let G={instancePath:t+"/statu\
s/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/required",keyword:"required",params:{missingProperty:"means"},message:"must have required pro\
perty 'means'",schema:y.properties.status.properties.cases.items.required,parentSchema:y.properties.status.properties.cases.items,data:ie};r===null?r=[G]:r.push(
G),s++}let ee=s;for(let G in ie)if(!(G==="when"||G==="means")){let De={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/\
additionalProperties",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
status.properties.cases.items,data:ie};r===null?r=[De]:r.push(De),s++}if(ie.when!==void 0){let G=ie.when,De=s,nt=s;if(Array.isArray(G)){if(G.length<1){let he={instancePath:t+
"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/minItems",keyword:"minItems",params:{limit:1},message:"must NO\
T have fewer than 1 items",schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when,data:G};r===null?r=[he]:r.push(he),s++}let Qe=!0,Te=G.
length;for(let he=0;he<Te;he++){let Se=G[he],Et=s,ht=s,$t=s,Ct=!1,Jr=null,zr=s;if(Se&&typeof Se=="object"&&!Array.isArray(Se)&&Se.is===void 0){let It={instancePath:t+
"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
is"},message:"must have required property 'is'",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf[0].required,parentSchema:y.properties.
status.properties.cases.items.properties.when.items.oneOf[0],data:Se};r===null?r=[It]:r.push(It),s++}var yr=zr===s;yr&&(Ct=!0,Jr=0);let mc=s;if(Se&&typeof Se=="\
object"&&!Array.isArray(Se)&&Se.present===void 0){let It={instancePath:t+"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/p\
roperties/when/items/oneOf/1/required",keyword:"required",params:{missingProperty:"present"},message:"must have required property 'present'",schema:y.properties.
status.properties.cases.items.properties.when.items.oneOf[1].required,parentSchema:y.properties.status.properties.cases.items.properties.when.items.oneOf[1],data:Se};
r===null?r=[It]:r.push(It),s++}var yr=mc===s;if(yr&&Ct?(Ct=!1,Jr=[Jr,1]):yr&&(Ct=!0,Jr=1),Ct)s=$t,r!==null&&($t?r.length=$t:r=null);else{let It={instancePath:t+
"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/oneOf",keyword:"oneOf",params:{passingSchemas:Jr},message:"\
must match exactly one schema in oneOf",schema:y.properties.status.properties.cases.items.properties.when.items.oneOf,parentSchema:y.properties.status.properties.
cases.items.properties.when.items,data:Se};r===null?r=[It]:r.push(It),s++}if(Se&&typeof Se=="object"&&!Array.isArray(Se)){if(Se.at===void 0){let gt={instancePath:t+
"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:y.properties.status.properties.cases.items.properties.when.items.required,parentSchema:y.properties.status.
properties.cases.items.properties.when.items,data:Se};r===null?r=[gt]:r.push(gt),s++}let It=s;for(let gt in Se)if(!(gt==="at"||gt==="is"||gt==="present")){let gr={
instancePath:t+"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases/items/properties/when/items/additionalProperties",keyword:"additi\
onalProperties",params:{additionalProperty:gt},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.status.properties.cases.items.properties.
when.items,data:Se};r===null?r=[gr]:r.push(gr),s++}if(Se.at!==void 0){let gt=Se.at,gr=s,ua=s,rn=s;if(typeof gt=="string"){if(!rt.test(gt)){let l={instancePath:t+
"/status/cases/"+q+"/when/"+he+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:gt};r===null?r=[l]:r.push(l),s++}}else{let l={instancePath:t+"/status/cases/"+q+"/whe\
n/"+he+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:gt};r===null?r=
[l]:r.push(l),s++}var Ph=ua===s,as=gr===s}if(Se.is!==void 0){let gt=Se.is,gr=s,ua=s;if(Array.isArray(gt)){if(gt.length<1){let l={instancePath:t+"/status/cases/"+
q+"/when/"+he+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/properties/is/minItems",keyword:"minItems",params:{limit:1},message:"\
must NOT have fewer than 1 items",schema:1,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:gt};r===null?r=[l]:r.
push(l),s++}}else{let l={instancePath:t+"/status/cases/"+q+"/when/"+he+"/is",schemaPath:"#/properties/status/properties/cases/items/properties/when/items/proper\
ties/is/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.items.properties.is.
type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.is,data:gt};r===null?r=[l]:r.push(l),s++}var as=gr===s}if(Se.present!==
void 0){let gt=Se.present,gr=s;if(typeof gt!="boolean"){let l={instancePath:t+"/status/cases/"+q+"/when/"+he+"/present",schemaPath:"#/properties/status/properti\
es/cases/items/properties/when/items/properties/present/type",keyword:"type",params:{type:"boolean"},message:"must be boolean",schema:y.properties.status.properties.
cases.items.properties.when.items.properties.present.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items.properties.present,data:gt};
r===null?r=[l]:r.push(l),s++}let ua=s;var as=gr===s}}else{let It={instancePath:t+"/status/cases/"+q+"/when/"+he,schemaPath:"#/properties/status/properties/cases\
/items/properties/when/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.status.properties.cases.items.properties.when.
items.type,parentSchema:y.properties.status.properties.cases.items.properties.when.items,data:Se};r===null?r=[It]:r.push(It),s++}var cc=Et===s;cc||(Qe=!1)}}else{
let Qe={instancePath:t+"/status/cases/"+q+"/when",schemaPath:"#/properties/status/properties/cases/items/properties/when/type",keyword:"type",params:{type:"arra\
y"},message:"must be array",schema:y.properties.status.properties.cases.items.properties.when.type,parentSchema:y.properties.status.properties.cases.items.properties.
when,data:G};r===null?r=[Qe]:r.push(Qe),s++}var dc=De===s}if(ie.means!==void 0){let G=ie.means,De=s,nt=s,Qe=Gt.enum;if(!(G==="queued"||G==="processing"||G==="co\
mpleted"||G==="failed"||G==="expired"||G==="cancelled"||G==="unknown")){let he={instancePath:t+"/status/cases/"+q+"/means",schemaPath:"#/$defs/state/enum",keyword:"\
enum",params:{allowedValues:Gt.enum},message:"must be equal to one of the allowed values",schema:Gt.enum,parentSchema:Gt,data:G};r===null?r=[he]:r.push(he),s++}
var $h=nt===s,dc=De===s}}else{let ee={instancePath:t+"/status/cases/"+q,schemaPath:"#/properties/status/properties/cases/items/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:y.properties.status.properties.cases.items.type,parentSchema:y.properties.status.properties.cases.items,data:ie};r===null?
r=[ee]:r.push(ee),s++}var uc=ve===s;uc||(Z=!1)}}else{let Z={instancePath:t+"/status/cases",schemaPath:"#/properties/status/properties/cases/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:y.properties.status.properties.cases.type,parentSchema:y.properties.status.properties.cases,data:f};r===null?
r=[Z]:r.push(Z),s++}var Ss=k===s}if(w.source!==void 0){let f=w.source,k=s,E=s,Le=s;if(typeof f=="string"){if(ne(f)<1){let _={instancePath:t+"/status/source",schemaPath:"\
#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.
push(_),s++}}else{let _={instancePath:t+"/status/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}var ca=E===s,Ss=k===s}}else{let le={instancePath:t+"/status",schemaPath:"#/properties/status/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:y.properties.status.type,parentSchema:y.properties.status,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===
s}if(e.progress!==void 0){let w=e.progress,Pe=s,yt=s;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.at===void 0){let f={instancePath:t+"/progress",schemaPath:"\
#/properties/progress/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.progress.required,
parentSchema:y.properties.progress,data:w};r===null?r=[f]:r.push(f),s++}if(w.of===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/re\
quired",keyword:"required",params:{missingProperty:"of"},message:"must have required property 'of'",schema:y.properties.progress.required,parentSchema:y.properties.
progress,data:w};r===null?r=[f]:r.push(f),s++}if(w.source===void 0){let f={instancePath:t+"/progress",schemaPath:"#/properties/progress/required",keyword:"requi\
red",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.progress.required,parentSchema:y.properties.progress,data:w};
r===null?r=[f]:r.push(f),s++}let le=s;for(let f in w)if(!(f==="at"||f==="of"||f==="source")){let k={instancePath:t+"/progress",schemaPath:"#/properties/progress\
/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:f},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.
progress,data:w};r===null?r=[k]:r.push(k),s++}if(w.at!==void 0){let f=w.at,k=s,E=s,Le=s;if(typeof f=="string"){if(!rt.test(f)){let Z={instancePath:t+"/progress/\
at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^\
(/([^/~]|~[01])+)+$",parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/progress/at",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:f};r===null?r=[Z]:r.push(Z),s++}var Ao=E===s,No=k===s}if(w.of!==void 0){
let f=w.of,k=s,E=s;if(typeof f=="number"){if(f<=0||isNaN(f)){let Z={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/exclusiveMinim\
um",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be > 0",schema:0,parentSchema:y.properties.progress.properties.of,data:f};r===null?
r=[Z]:r.push(Z),s++}}else{let Z={instancePath:t+"/progress/of",schemaPath:"#/properties/progress/properties/of/type",keyword:"type",params:{type:"number"},message:"\
must be number",schema:y.properties.progress.properties.of.type,parentSchema:y.properties.progress.properties.of,data:f};r===null?r=[Z]:r.push(Z),s++}var No=k===
s}if(w.source!==void 0){let f=w.source,k=s,E=s,Le=s;if(typeof f=="string"){if(ne(f)<1){let _={instancePath:t+"/progress/source",schemaPath:"#/$defs/source/minLe\
ngth",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:f};r===null?r=[_]:r.push(_),s++}}else{let _={
instancePath:t+"/progress/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,
data:f};r===null?r=[_]:r.push(_),s++}var Sh=E===s,No=k===s}}else{let le={instancePath:t+"/progress",schemaPath:"#/properties/progress/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:y.properties.progress.type,parentSchema:y.properties.progress,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===s}
if(e.results!==void 0){let w=e.results,Pe=s;ns(w,{instancePath:t+"/results",parentData:e,parentDataProperty:"results",rootData:o,dynamicAnchors:i})||(r=r===null?
ns.errors:r.concat(ns.errors),s=r.length);var h=Pe===s}if(e.message!==void 0){let w=e.message,Pe=s;xt(w,{instancePath:t+"/message",parentData:e,parentDataProperty:"\
message",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var h=Pe===s}if(e.code!==void 0){let w=e.code,Pe=s;xt(w,{instancePath:t+
"/code",parentData:e,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var h=Pe===s}if(e.seconds!==
void 0){let w=e.seconds,Pe=s,yt=s,Bt=s;if(typeof w=="string"){if(!rt.test(w)){let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/pattern",keyword:"pat\
tern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:w};r===null?
r=[f]:r.push(f),s++}}else{let f={instancePath:t+"/seconds",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.
type,parentSchema:se,data:w};r===null?r=[f]:r.push(f),s++}var Ur=yt===s,h=Pe===s}if(e.secondsAs!==void 0){let w=e.secondsAs,Pe=s;if(w!=="string"){let Bt={instancePath:t+
"/secondsAs",schemaPath:"#/properties/secondsAs/const",keyword:"const",params:{allowedValue:"string"},message:"must be equal to constant",schema:"string",parentSchema:y.
properties.secondsAs,data:w};r===null?r=[Bt]:r.push(Bt),s++}var h=Pe===s}if(e.usage!==void 0){let w=e.usage,Pe=s,yt=s;if(Array.isArray(w)){let le=!0,f=w.length;
for(let k=0;k<f;k++){let E=w[k],Le=s,Z=s;if(E&&typeof E=="object"&&!Array.isArray(E)){if(E.at===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properti\
es/usage/items/required",keyword:"required",params:{missingProperty:"at"},message:"must have required property 'at'",schema:y.properties.usage.items.required,parentSchema:y.
properties.usage.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.unit===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",
keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:y.properties.usage.items.required,parentSchema:y.properties.
usage.items,data:E};r===null?r=[q]:r.push(q),s++}if(E.source===void 0){let q={instancePath:t+"/usage/"+k,schemaPath:"#/properties/usage/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:y.properties.usage.items.required,parentSchema:y.properties.usage.
items,data:E};r===null?r=[q]:r.push(q),s++}let _=s;for(let q in E)if(!(q==="at"||q==="unit"||q==="source")){let ie={instancePath:t+"/usage/"+k,schemaPath:"#/pro\
perties/usage/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:q},message:"must NOT have additional properties",schema:!1,parentSchema:y.
properties.usage.items,data:E};r===null?r=[ie]:r.push(ie),s++}if(E.at!==void 0){let q=E.at,ie=s,ve=s,be=s;if(typeof q=="string"){if(!rt.test(q)){let ee={instancePath:t+
"/usage/"+k+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)\
+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/usage/"+k+"/at",schemaPath:"#/$defs/poi\
nter/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:q};r===null?r=[ee]:r.push(ee),s++}var lc=ve===s,Ro=ie===
s}if(E.unit!==void 0){let q=E.unit,ie=s,ve=s;if(typeof q=="string"){if(ne(q)<1){let ee={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/properties/usage/items/\
properties/unit/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:y.properties.usage.items.properties.
unit,data:q};r===null?r=[ee]:r.push(ee),s++}}else{let ee={instancePath:t+"/usage/"+k+"/unit",schemaPath:"#/properties/usage/items/properties/unit/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:y.properties.usage.items.properties.unit.type,parentSchema:y.properties.usage.items.properties.unit,
data:q};r===null?r=[ee]:r.push(ee),s++}var Ro=ie===s}if(E.source!==void 0){let q=E.source,ie=s,ve=s,be=s;if(typeof q=="string"){if(ne(q)<1){let G={instancePath:t+
"/usage/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:q};r===null?r=[G]:r.push(G),s++}}else{let G={instancePath:t+"/usage/"+k+"/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:q};r===null?r=[G]:r.push(G),s++}var _h=ve===s,Ro=ie===s}}else{let _={instancePath:t+"/usage/"+k,schemaPath:"\
#/properties/usage/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.usage.items.type,parentSchema:y.properties.usage.
items,data:E};r===null?r=[_]:r.push(_),s++}var Eo=Le===s;Eo||(le=!1)}}else{let le={instancePath:t+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{
type:"array"},message:"must be array",schema:y.properties.usage.type,parentSchema:y.properties.usage,data:w};r===null?r=[le]:r.push(le),s++}var h=Pe===s}if(e.told!==
void 0){let w=e.told,Pe=s,yt=s;if(Array.isArray(w)){let le=!0,f=w.length;for(let k=0;k<f;k++){let E=w[k],Le=s,Z=s,_=s,q=!1,ie=null,ve=s;if(E&&typeof E=="object"&&
!Array.isArray(E)&&E.link===void 0){let ee={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf/0/required",keyword:"required",params:{missingProperty:"\
link"},message:"must have required property 'link'",schema:y.properties.told.items.oneOf[0].required,parentSchema:y.properties.told.items.oneOf[0],data:E};r===null?
r=[ee]:r.push(ee),s++}var _r=ve===s;_r&&(q=!0,ie=0);let be=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.constant===void 0){let ee={instancePath:t+"/told/"+k,
schemaPath:"#/properties/told/items/oneOf/1/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:y.
properties.told.items.oneOf[1].required,parentSchema:y.properties.told.items.oneOf[1],data:E};r===null?r=[ee]:r.push(ee),s++}var _r=be===s;if(_r&&q)q=!1,ie=[ie,
1];else{_r&&(q=!0,ie=1);let ee=s;if(E&&typeof E=="object"&&!Array.isArray(E)&&E.fact===void 0){let De={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/i\
tems/oneOf/2/required",keyword:"required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:y.properties.told.items.oneOf[2].required,
parentSchema:y.properties.told.items.oneOf[2],data:E};r===null?r=[De]:r.push(De),s++}var _r=ee===s;_r&&q?(q=!1,ie=[ie,2]):_r&&(q=!0,ie=2)}if(q)s=_,r!==null&&(_?
r.length=_:r=null);else{let ee={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/oneOf",keyword:"oneOf",params:{passingSchemas:ie},message:"must ma\
tch exactly one schema in oneOf",schema:y.properties.told.items.oneOf,parentSchema:y.properties.told.items,data:E};r===null?r=[ee]:r.push(ee),s++}if(E&&typeof E==
"object"&&!Array.isArray(E)){if(E.at===void 0){let G={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}
if(E.in===void 0){let G={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"in"},message:"must \
have required property 'in'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}if(E.source===void 0){
let G={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/required",keyword:"required",params:{missingProperty:"source"},message:"must have required \
property 'source'",schema:y.properties.told.items.required,parentSchema:y.properties.told.items,data:E};r===null?r=[G]:r.push(G),s++}let ee=s;for(let G in E)if(!(G===
"at"||G==="in"||G==="link"||G==="constant"||G==="fact"||G==="source")){let De={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/additionalPropertie\
s",keyword:"additionalProperties",params:{additionalProperty:G},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.told.items,data:E};
r===null?r=[De]:r.push(De),s++}if(E.at!==void 0){let G=E.at,De=s,nt=s,Qe=s;if(typeof G=="string"){if(!rt.test(G)){let Te={instancePath:t+"/told/"+k+"/at",schemaPath:"\
#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+\
)+$",parentSchema:se,data:G};r===null?r=[Te]:r.push(Te),s++}}else{let Te={instancePath:t+"/told/"+k+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:G};r===null?r=[Te]:r.push(Te),s++}var xh=nt===s,xr=De===s}if(E.in!==void 0){let G=E.
in,De=s,nt=y.properties.told.items.properties.in.enum;if(!(G==="submit"||G==="query"||G==="both")){let Te={instancePath:t+"/told/"+k+"/in",schemaPath:"#/propert\
ies/told/items/properties/in/enum",keyword:"enum",params:{allowedValues:y.properties.told.items.properties.in.enum},message:"must be equal to one of the allowed\
 values",schema:y.properties.told.items.properties.in.enum,parentSchema:y.properties.told.items.properties.in,data:G};r===null?r=[Te]:r.push(Te),s++}var xr=De===
s}if(E.link!==void 0){let G=E.link,De=s,nt=s;if(G&&typeof G=="object"&&!Array.isArray(G)){if(G.path===void 0){let he={instancePath:t+"/told/"+k+"/link",schemaPath:"\
#/properties/told/items/properties/link/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:y.properties.
told.items.properties.link.required,parentSchema:y.properties.told.items.properties.link,data:G};r===null?r=[he]:r.push(he),s++}let Te=s;for(let he in G)if(he!==
"path"){let Se={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/link/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:he},message:"must NOT have additional properties",schema:!1,parentSchema:y.properties.told.items.properties.link,data:G};r===null?r=[Se]:r.push(
Se),s++}if(G.path!==void 0){let he=G.path,Se=s,Et=s,ht=s;if(typeof he=="string"){if(!Zt.test(he)){let $t={instancePath:t+"/told/"+k+"/link/path",schemaPath:"#/$\
defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:he};r===null?r=[$t]:r.push($t),s++}}else{
let $t={instancePath:t+"/told/"+k+"/link/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:he};r===null?r=[$t]:r.push($t),s++}var qh=Et===s,Oh=Se===s}}else{let Te={instancePath:t+"/told/"+k+"/link",schemaPath:"#/properties/told/items/properties/l\
ink/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.told.items.properties.link.type,parentSchema:y.properties.told.items.
properties.link,data:G};r===null?r=[Te]:r.push(Te),s++}var xr=De===s}if(E.fact!==void 0){let G=E.fact,De=s,nt=y.properties.told.items.properties.fact.enum;if(!(G===
"id"||G==="model"||G==="created")){let Te={instancePath:t+"/told/"+k+"/fact",schemaPath:"#/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:y.
properties.told.items.properties.fact.enum},message:"must be equal to one of the allowed values",schema:y.properties.told.items.properties.fact.enum,parentSchema:y.
properties.told.items.properties.fact,data:G};r===null?r=[Te]:r.push(Te),s++}var xr=De===s}if(E.source!==void 0){let G=E.source,De=s,nt=s,Qe=s;if(typeof G=="str\
ing"){if(ne(G)<1){let he={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:re,data:G};r===null?r=[he]:r.push(he),s++}}else{let he={instancePath:t+"/told/"+k+"/source",schemaPath:"#/$defs/s\
ource/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:G};r===null?r=[he]:r.push(he),s++}var jh=nt===s,xr=De===
s}}else{let ee={instancePath:t+"/told/"+k,schemaPath:"#/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:y.properties.
told.items.type,parentSchema:y.properties.told.items,data:E};r===null?r=[ee]:r.push(ee),s++}var da=Le===s;da||(le=!1)}}else{let le={instancePath:t+"/told",schemaPath:"\
#/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:y.properties.told.type,parentSchema:y.properties.told,data:w};r===null?
r=[le]:r.push(le),s++}var h=Pe===s}let Th;if(e.list!==void 0){if(e.id===void 0){let w={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequire\
d",params:{property:"list",missingProperty:"id",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:y.dependentRequired,
parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}if(e.query===void 0){let w={instancePath:t,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{
property:"list",missingProperty:"query",depsCount:2,deps:"id, query"},message:"must have properties id, query when property list is present",schema:y.dependentRequired,
parentSchema:y,data:e};r===null?r=[w]:r.push(w),s++}}}else{let Dr={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be obj\
ect",schema:y.type,parentSchema:y,data:e};r===null?r=[Dr]:r.push(Dr),s++}return Mt.errors=r,s===0}Mt.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function sn(e,{
instancePath:t="",parentData:a,parentDataProperty:n,rootData:o=e,dynamicAnchors:i={}}={}){let r=null,s=0,p=sn.evaluated;p.dynamicProps&&(p.props=void 0),p.dynamicItems&&
(p.items=void 0);let m=s;if(e&&typeof e=="object"&&!Array.isArray(e)){if(e.protocol===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"protocol"},message:"must have required property 'protocol'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.title===
void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"title"},message:"must have required property 'title'",schema:c.
required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.description===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{
missingProperty:"description"},message:"must have required property 'description'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.sources===
void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"sources"},message:"must have required property 'sources'",schema:c.
required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.baseUrl===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
baseUrl"},message:"must have required property 'baseUrl'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.authentication===void 0){let l={
instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"authentication"},message:"must have required property 'authentication'",schema:c.
required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.deadline===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"\
deadline"},message:"must have required property 'deadline'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.poll===void 0){let l={instancePath:t,
schemaPath:"#/required",keyword:"required",params:{missingProperty:"poll"},message:"must have required property 'poll'",schema:c.required,parentSchema:c,data:e};
r===null?r=[l]:r.push(l),s++}if(e.operations===void 0){let l={instancePath:t,schemaPath:"#/required",keyword:"required",params:{missingProperty:"operations"},message:"\
must have required property 'operations'",schema:c.required,parentSchema:c,data:e};r===null?r=[l]:r.push(l),s++}if(e.errors===void 0){let l={instancePath:t,schemaPath:"\
#/required",keyword:"required",params:{missingProperty:"errors"},message:"must have required property 'errors'",schema:c.required,parentSchema:c,data:e};r===null?
r=[l]:r.push(l),s++}let rn=s;for(let l in e)if(!ha.call(c.properties,l)){let xe={instancePath:t,schemaPath:"#/additionalProperties",keyword:"additionalPropertie\
s",params:{additionalProperty:l},message:"must NOT have additional properties",schema:!1,parentSchema:c,data:e};r===null?r=[xe]:r.push(xe),s++}if(e.$schema!==void 0){
let l=e.$schema,xe=s;if(typeof l!="string"){let ir={instancePath:t+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:c.properties.$schema.type,parentSchema:c.properties.$schema,data:l};r===null?r=[ir]:r.push(ir),s++}let St=s;var u=xe===s}if(e.$comment!==
void 0){let l=e.$comment,xe=s,St=s,ir=s;if(typeof l=="string"){if(ne(l)<1){let d={instancePath:t+"/$comment",schemaPath:"#/$defs/comment/minLength",keyword:"min\
Length",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:Tr,data:l};r===null?r=[d]:r.push(d),s++}}else{let d={instancePath:t+
"/$comment",schemaPath:"#/$defs/comment/type",keyword:"type",params:{type:"string"},message:"must be string",schema:Tr.type,parentSchema:Tr,data:l};r===null?r=[
d]:r.push(d),s++}var h=St===s,u=xe===s}if(e.protocol!==void 0){let l=e.protocol,xe=s,St=s;if(typeof l=="string"){if(!yc.test(l)){let X={instancePath:t+"/protoco\
l",schemaPath:"#/properties/protocol/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$"',schema:"^[\
a-z][a-z0-9-]*$",parentSchema:c.properties.protocol,data:l};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/protocol",schemaPath:"#/properties/protoc\
ol/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.protocol.type,parentSchema:c.properties.protocol,data:l};r===null?r=
[X]:r.push(X),s++}var u=xe===s}if(e.title!==void 0){let l=e.title,xe=s,St=s;if(typeof l=="string"){if(ne(l)<1){let X={instancePath:t+"/title",schemaPath:"#/prop\
erties/title/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.title,data:l};r===
null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.title.type,parentSchema:c.properties.title,data:l};r===null?r=[X]:r.push(X),s++}var u=xe===s}if(e.description!==void 0){let l=e.description,
xe=s,St=s;if(typeof l=="string"){if(ne(l)<1){let X={instancePath:t+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.description,data:l};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+
"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.description.type,parentSchema:c.
properties.description,data:l};r===null?r=[X]:r.push(X),s++}var u=xe===s}if(e.sources!==void 0){let l=e.sources,xe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(
l)){if(Object.keys(l).length<1){let d={instancePath:t+"/sources",schemaPath:"#/properties/sources/minProperties",keyword:"minProperties",params:{limit:1},message:"\
must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.sources,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l){let A=l[d],ae=s,ge=s,
H=!1,b=null,V=s,te=s;if(A&&typeof A=="object"&&!Array.isArray(A)){if(A.package===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~\
1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"package"},message:"must have required pr\
operty 'package'",schema:c.properties.sources.additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===
null?r=[v]:r.push(v),s++}if(A.version===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/addi\
tionalProperties/oneOf/0/required",keyword:"required",params:{missingProperty:"version"},message:"must have required property 'version'",schema:c.properties.sources.
additionalProperties.oneOf[0].required,parentSchema:c.properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in A)
if(!(v==="package"||v==="version")){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProper\
ties/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.sources.additionalProperties.oneOf[0],data:A};r===null?r=[I]:r.push(I),s++}if(A.package!==void 0){let v=A.package,I=s,W=s;if(typeof v=="string"){if(ne(
v)<1){let N={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/proper\
ties/package/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.sources.additionalProperties.
oneOf[0].properties.package,data:v};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/package",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/package/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.package.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.package,data:v};r===null?r=[N]:
r.push(N),s++}var $=I===s}if(A.version!==void 0){let v=A.version,I=s,W=s;if(typeof v=="string"){if(!Lh.test(v)){let D={instancePath:t+"/sources/"+d.replace(/~/g,
"~0").replace(/\//g,"~1")+"/version",schemaPath:"#/properties/sources/additionalProperties/oneOf/0/properties/version/pattern",keyword:"pattern",params:{pattern:"\
^\\d+\\.\\d+\\.\\d+"},message:'must match pattern "^\\d+\\.\\d+\\.\\d+"',schema:"^\\d+\\.\\d+\\.\\d+",parentSchema:c.properties.sources.additionalProperties.oneOf[0].
properties.version,data:v};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/version",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/0/properties/version/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.sources.
additionalProperties.oneOf[0].properties.version.type,parentSchema:c.properties.sources.additionalProperties.oneOf[0].properties.version,data:v};r===null?r=[D]:
r.push(D),s++}var $=I===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties\
/oneOf/0/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[0].type,parentSchema:c.properties.
sources.additionalProperties.oneOf[0],data:A};r===null?r=[g]:r.push(g),s++}var x=V===s;if(x){H=!0,b=0;var S=!0}let Q=s,P=s;if(A&&typeof A=="object"&&!Array.isArray(
A)){if(A.document===void 0){let v={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/one\
Of/1/required",keyword:"required",params:{missingProperty:"document"},message:"must have required property 'document'",schema:c.properties.sources.additionalProperties.
oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[v]:r.push(v),s++}if(A.url===void 0){let v={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/required",keyword:"required",params:{missingProperty:"\
url"},message:"must have required property 'url'",schema:c.properties.sources.additionalProperties.oneOf[1].required,parentSchema:c.properties.sources.additionalProperties.
oneOf[1],data:A};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in A)if(!(v==="document"||v==="url")){let I={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(
/\//g,"~1"),schemaPath:"#/properties/sources/additionalProperties/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[I]:r.push(I),s++}if(A.document!==
void 0){let v=A.document,I=s,W=s;if(typeof v=="string"){if(ne(v)<1){let N={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"\
#/properties/sources/additionalProperties/oneOf/1/properties/document/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 charac\
ters",schema:1,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+
"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/document",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/document/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.sources.additionalProperties.oneOf[1].properties.document.type,parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.document,data:v};r===null?r=[N]:r.push(N),s++}var O=I===s}if(A.url!==void 0){let v=A.url,I=s,W=s;if(typeof v=="\
string"){if(!gc.test(v)){let D={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties\
/oneOf/1/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
sources.additionalProperties.oneOf[1].properties.url,data:v};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,
"~1")+"/url",schemaPath:"#/properties/sources/additionalProperties/oneOf/1/properties/url/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.
properties.sources.additionalProperties.oneOf[1].properties.url.type,parentSchema:c.properties.sources.additionalProperties.oneOf[1].properties.url,data:v};r===
null?r=[D]:r.push(D),s++}var O=I===s}}else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additiona\
lProperties/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.additionalProperties.oneOf[1].type,parentSchema:c.
properties.sources.additionalProperties.oneOf[1],data:A};r===null?r=[g]:r.push(g),s++}var x=Q===s;if(x&&H?(H=!1,b=[b,1]):x&&(H=!0,b=1,S!==!0&&(S=!0)),H)s=ge,r!==
null&&(ge?r.length=ge:r=null);else{let g={instancePath:t+"/sources/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/sources/additionalPropert\
ies/oneOf",keyword:"oneOf",params:{passingSchemas:b},message:"must match exactly one schema in oneOf",schema:c.properties.sources.additionalProperties.oneOf,parentSchema:c.
properties.sources.additionalProperties,data:A};r===null?r=[g]:r.push(g),s++}var T=ae===s}}else{let X={instancePath:t+"/sources",schemaPath:"#/properties/source\
s/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.sources.type,parentSchema:c.properties.sources,data:l};r===null?r=[X]:
r.push(X),s++}var u=xe===s}if(e.baseUrl!==void 0){let l=e.baseUrl,xe=s,St=s;if(typeof l=="string"){if(!Fh.test(l)){let X={instancePath:t+"/baseUrl",schemaPath:"\
#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https://[^/]+(/.*[^/])?$"},message:'must match pattern "^https://[^/]+(/.*[^/])?$"',schema:"^h\
ttps://[^/]+(/.*[^/])?$",parentSchema:c.properties.baseUrl,data:l};r===null?r=[X]:r.push(X),s++}}else{let X={instancePath:t+"/baseUrl",schemaPath:"#/properties/\
baseUrl/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.baseUrl.type,parentSchema:c.properties.baseUrl,data:l};r===null?
r=[X]:r.push(X),s++}var u=xe===s}if(e.authentication!==void 0){let l=e.authentication,xe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.in===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"in"},message:"must have required \
property 'in'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}if(l.name===void 0){let d={
instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"name"},message:"must have require\
d property 'name'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){
let d={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/required",keyword:"required",params:{missingProperty:"source"},message:"must hav\
e required property 'source'",schema:c.properties.authentication.required,parentSchema:c.properties.authentication,data:l};r===null?r=[d]:r.push(d),s++}let X=s;
for(let d in l)if(!(d==="in"||d==="name"||d==="prefix"||d==="token"||d==="source")){let A={instancePath:t+"/authentication",schemaPath:"#/properties/authenticat\
ion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
authentication,data:l};r===null?r=[A]:r.push(A),s++}if(l.in!==void 0){let d=l.in,A=s,ae=c.properties.authentication.properties.in.enum;if(d!=="header"){let ge={
instancePath:t+"/authentication/in",schemaPath:"#/properties/authentication/properties/in/enum",keyword:"enum",params:{allowedValues:c.properties.authentication.
properties.in.enum},message:"must be equal to one of the allowed values",schema:c.properties.authentication.properties.in.enum,parentSchema:c.properties.authentication.
properties.in,data:d};r===null?r=[ge]:r.push(ge),s++}var R=A===s}if(l.name!==void 0){let d=l.name,A=s,ae=s;if(typeof d=="string"){if(!ma.test(d)){let H={instancePath:t+
"/authentication/name",schemaPath:"#/properties/authentication/properties/name/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must mat\
ch pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[H]:r.push(H),s++}}else{let H={
instancePath:t+"/authentication/name",schemaPath:"#/properties/authentication/properties/name/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:c.properties.authentication.properties.name.type,parentSchema:c.properties.authentication.properties.name,data:d};r===null?r=[H]:r.push(H),s++}var R=A===
s}if(l.prefix!==void 0){let d=l.prefix,A=s;if(typeof d!="string"){let H={instancePath:t+"/authentication/prefix",schemaPath:"#/properties/authentication/propert\
ies/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.prefix.type,parentSchema:c.properties.
authentication.properties.prefix,data:d};r===null?r=[H]:r.push(H),s++}let ae=s;var R=A===s}if(l.token!==void 0){let d=l.token,A=s,ae=s,ge=!1,H=null,b=s,V=s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/\
oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.
oneOf[0].required,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}if(d.seconds===void 0){let v={instancePath:t+
"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/required",keyword:"required",params:{missingProperty:"seconds"},message:"\
must have required property 'seconds'",schema:c.properties.authentication.properties.token.oneOf[0].required,parentSchema:c.properties.authentication.properties.
token.oneOf[0],data:d};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in d)if(!(v==="by"||v==="seconds"||v==="backdateSeconds")){let I={instancePath:t+"/authent\
ication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.token.oneOf[0],data:d};r===null?r=[I]:r.push(I),s++}
if(d.by!==void 0){let v=d.by,I=s;if(v!=="jwt-hs256"){let W={instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/o\
neOf/0/properties/by/const",keyword:"const",params:{allowedValue:"jwt-hs256"},message:"must be equal to constant",schema:"jwt-hs256",parentSchema:c.properties.authentication.
properties.token.oneOf[0].properties.by,data:v};r===null?r=[W]:r.push(W),s++}var pe=I===s}if(d.seconds!==void 0){let v=d.seconds,I=s;if(!(typeof v=="number"&&!(v%
1)&&!isNaN(v))){let D={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/type",
keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.token.oneOf[0].properties.seconds.type,parentSchema:c.
properties.authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[D]:r.push(D),s++}let W=s;if(typeof v=="number"){if(v>86400||isNaN(v)){
let D={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/seconds/maximum",keyword:"maxi\
mum",params:{comparison:"<=",limit:86400},message:"must be <= 86400",schema:86400,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.
seconds,data:v};r===null?r=[D]:r.push(D),s++}if(v<10||isNaN(v)){let D={instancePath:t+"/authentication/token/seconds",schemaPath:"#/properties/authentication/pr\
operties/token/oneOf/0/properties/seconds/minimum",keyword:"minimum",params:{comparison:">=",limit:10},message:"must be >= 10",schema:10,parentSchema:c.properties.
authentication.properties.token.oneOf[0].properties.seconds,data:v};r===null?r=[D]:r.push(D),s++}}var pe=I===s}if(d.backdateSeconds!==void 0){let v=d.backdateSeconds,
I=s;if(!(typeof v=="number"&&!(v%1)&&!isNaN(v))){let D={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/propertie\
s/token/oneOf/0/properties/backdateSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.authentication.properties.
token.oneOf[0].properties.backdateSeconds.type,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=
[D]:r.push(D),s++}let W=s;if(typeof v=="number"){if(v>3600||isNaN(v)){let D={instancePath:t+"/authentication/token/backdateSeconds",schemaPath:"#/properties/aut\
hentication/properties/token/oneOf/0/properties/backdateSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,
parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===null?r=[D]:r.push(D),s++}if(v<0||isNaN(v)){let D={instancePath:t+
"/authentication/token/backdateSeconds",schemaPath:"#/properties/authentication/properties/token/oneOf/0/properties/backdateSeconds/minimum",keyword:"minimum",params:{
comparison:">=",limit:0},message:"must be >= 0",schema:0,parentSchema:c.properties.authentication.properties.token.oneOf[0].properties.backdateSeconds,data:v};r===
null?r=[D]:r.push(D),s++}}var pe=I===s}}else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/0/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.token.oneOf[0].type,parentSchema:c.properties.authentication.
properties.token.oneOf[0],data:d};r===null?r=[g]:r.push(g),s++}var F=b===s;if(F){ge=!0,H=0;var z=!0}let te=s,Q=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.
by===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{
missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.
authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),s++}if(d.scope===void 0){let v={instancePath:t+"/authentication/token",schemaPath:"#/p\
roperties/authentication/properties/token/oneOf/1/required",keyword:"required",params:{missingProperty:"scope"},message:"must have required property 'scope'",schema:c.
properties.authentication.properties.token.oneOf[1].required,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[v]:r.push(v),
s++}let g=s;for(let v in d)if(!(v==="by"||v==="scope")){let I={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/o\
neOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[I]:r.push(I),s++}if(d.by!==void 0){let v=d.by,I=s;if(v!=="google-service-account"){let W={
instancePath:t+"/authentication/token/by",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
google-service-account"},message:"must be equal to constant",schema:"google-service-account",parentSchema:c.properties.authentication.properties.token.oneOf[1].
properties.by,data:v};r===null?r=[W]:r.push(W),s++}var K=I===s}if(d.scope!==void 0){let v=d.scope,I=s,W=s;if(typeof v=="string"){if(ne(v)<1){let D={instancePath:t+
"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=
[D]:r.push(D),s++}}else{let D={instancePath:t+"/authentication/token/scope",schemaPath:"#/properties/authentication/properties/token/oneOf/1/properties/scope/ty\
pe",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[1].properties.scope.type,parentSchema:c.
properties.authentication.properties.token.oneOf[1].properties.scope,data:v};r===null?r=[D]:r.push(D),s++}var K=I===s}}else{let g={instancePath:t+"/authenticati\
on/token",schemaPath:"#/properties/authentication/properties/token/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.
authentication.properties.token.oneOf[1].type,parentSchema:c.properties.authentication.properties.token.oneOf[1],data:d};r===null?r=[g]:r.push(g),s++}var F=te===
s;if(F&&ge)ge=!1,H=[H,1];else{F&&(ge=!0,H=1,z!==!0&&(z=!0));let g=s,v=s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.by===void 0){let N={instancePath:t+"/a\
uthentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must h\
ave required property 'by'",schema:c.properties.authentication.properties.token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],
data:d};r===null?r=[N]:r.push(N),s++}if(d.service===void 0){let N={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/tok\
en/oneOf/2/required",keyword:"required",params:{missingProperty:"service"},message:"must have required property 'service'",schema:c.properties.authentication.properties.
token.oneOf[2].required,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[N]:r.push(N),s++}let W=s;for(let N in d)if(!(N===
"by"||N==="service")){let D={instancePath:t+"/authentication/token",schemaPath:"#/properties/authentication/properties/token/oneOf/2/additionalProperties",keyword:"\
additionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.authentication.properties.
token.oneOf[2],data:d};r===null?r=[D]:r.push(D),s++}if(d.by!==void 0){let N=d.by,D=s;if(N!=="aws-sigv4"){let B={instancePath:t+"/authentication/token/by",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"aws-sigv4"},message:"must be equal to constant",
schema:"aws-sigv4",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.by,data:N};r===null?r=[B]:r.push(B),s++}var ue=D===s}if(d.service!==
void 0){let N=d.service,D=s,B=s;if(typeof N=="string"){if(!yc.test(N)){let Ae={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentic\
ation/properties/token/oneOf/2/properties/service/pattern",keyword:"pattern",params:{pattern:"^[a-z][a-z0-9-]*$"},message:'must match pattern "^[a-z][a-z0-9-]*$\
"',schema:"^[a-z][a-z0-9-]*$",parentSchema:c.properties.authentication.properties.token.oneOf[2].properties.service,data:N};r===null?r=[Ae]:r.push(Ae),s++}}else{
let Ae={instancePath:t+"/authentication/token/service",schemaPath:"#/properties/authentication/properties/token/oneOf/2/properties/service/type",keyword:"type",
params:{type:"string"},message:"must be string",schema:c.properties.authentication.properties.token.oneOf[2].properties.service.type,parentSchema:c.properties.authentication.
properties.token.oneOf[2].properties.service,data:N};r===null?r=[Ae]:r.push(Ae),s++}var ue=D===s}}else{let W={instancePath:t+"/authentication/token",schemaPath:"\
#/properties/authentication/properties/token/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.authentication.properties.
token.oneOf[2].type,parentSchema:c.properties.authentication.properties.token.oneOf[2],data:d};r===null?r=[W]:r.push(W),s++}var F=g===s;F&&ge?(ge=!1,H=[H,2]):F&&
(ge=!0,H=2,z!==!0&&(z=!0))}if(ge)s=ae,r!==null&&(ae?r.length=ae:r=null);else{let g={instancePath:t+"/authentication/token",schemaPath:"#/properties/authenticati\
on/properties/token/oneOf",keyword:"oneOf",params:{passingSchemas:H},message:"must match exactly one schema in oneOf",schema:c.properties.authentication.properties.
token.oneOf,parentSchema:c.properties.authentication.properties.token,data:d};r===null?r=[g]:r.push(g),s++}var R=A===s}if(l.source!==void 0){let d=l.source,A=s,
ae=s,ge=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+"/authentication/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/authentication/sourc\
e",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(
b),s++}var j=ae===s,R=A===s}}else{let X={instancePath:t+"/authentication",schemaPath:"#/properties/authentication/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.authentication.type,parentSchema:c.properties.authentication,data:l};r===null?r=[X]:r.push(X),s++}var u=xe===s}if(e.headers!==
void 0){let l=e.headers,xe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<1){let d={instancePath:t+"/headers",schemaPath:"#/proper\
ties/headers/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.headers,
data:l};r===null?r=[d]:r.push(d),s++}for(let d in l){let A=s;if(typeof d=="string"&&!ma.test(d)){let ae={instancePath:t+"/headers",schemaPath:"#/properties/head\
ers/propertyNames/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:c.
properties.headers.propertyNames,data:d,propertyName:d};r===null?r=[ae]:r.push(ae),s++}var fe=A===s;if(!fe){let ae={instancePath:t+"/headers",schemaPath:"#/prop\
erties/headers/propertyNames",keyword:"propertyNames",params:{propertyName:d},message:"property name must be valid",schema:c.properties.headers.propertyNames,parentSchema:c.
properties.headers,data:l};r===null?r=[ae]:r.push(ae),s++}}let X=s;for(let d in l){let A=l[d],ae=s,ge=s;if(typeof A=="string"){if(!bc.test(A)){let H={instancePath:t+
"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern:"^[\\x20-\\x\
7e]*$"},message:'must match pattern "^[\\x20-\\x7e]*$"',schema:"^[\\x20-\\x7e]*$",parentSchema:c.properties.headers.additionalProperties,data:A};r===null?r=[H]:
r.push(H),s++}}else{let H={instancePath:t+"/headers/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:c.properties.headers.additionalProperties.type,parentSchema:c.properties.headers.additionalProperties,
data:A};r===null?r=[H]:r.push(H),s++}var me=ae===s}}else{let X={instancePath:t+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type:"ob\
ject"},message:"must be object",schema:c.properties.headers.type,parentSchema:c.properties.headers,data:l};r===null?r=[X]:r.push(X),s++}var u=xe===s}if(e.idempotency!==
void 0){let l=e.idempotency,xe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.header===void 0){let d={instancePath:t+"/idempotency",schemaPath:"#/prop\
erties/idempotency/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}if(l.keptSeconds===void 0){let d={instancePath:t+"/idempotency",schemaPath:"\
#/properties/idempotency/required",keyword:"required",params:{missingProperty:"keptSeconds"},message:"must have required property 'keptSeconds'",schema:c.properties.
idempotency.required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/idempotency",schemaPath:"\
#/properties/idempotency/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.idempotency.
required,parentSchema:c.properties.idempotency,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="header"||d==="keptSeconds"||d==="source")){
let A={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.idempotency,data:l};r===null?r=[A]:r.push(A),s++}if(l.header!==void 0){let d=l.header,A=s,
ae=s;if(typeof d=="string"){if(ne(d)<1){let ge={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/minLength",keyword:"\
minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.idempotency.properties.header,data:d};r===null?r=
[ge]:r.push(ge),s++}}else{let ge={instancePath:t+"/idempotency/header",schemaPath:"#/properties/idempotency/properties/header/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.idempotency.properties.header.type,parentSchema:c.properties.idempotency.properties.header,data:d};r===null?
r=[ge]:r.push(ge),s++}var U=A===s}if(l.keptSeconds!==void 0){let d=l.keptSeconds,A=s;if(!(typeof d=="number"&&!(d%1)&&!isNaN(d))){let H={instancePath:t+"/idempo\
tency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.
idempotency.properties.keptSeconds.type,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[H]:r.push(H),s++}let ae=s;if(typeof d==
"number"&&(d<1||isNaN(d))){let H={instancePath:t+"/idempotency/keptSeconds",schemaPath:"#/properties/idempotency/properties/keptSeconds/minimum",keyword:"minimu\
m",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.idempotency.properties.keptSeconds,data:d};r===null?r=[H]:r.push(H),
s++}var U=A===s}if(l.source!==void 0){let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+"/idempotency/source",schemaPath:"#/\
$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(
b),s++}}else{let b={instancePath:t+"/idempotency/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var L=ae===s,U=A===s}}else{let X={instancePath:t+"/idempotency",schemaPath:"#/properties/idempotency/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.idempotency.type,parentSchema:c.properties.idempotency,data:l};r===null?
r=[X]:r.push(X),s++}var u=xe===s}if(e.deadline!==void 0){let l=e.deadline,xe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let d={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'seconds'",schema:c.
properties.deadline.required,parentSchema:c.properties.deadline,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/deadline",schemaPath:"\
#/properties/deadline/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.deadline.
required,parentSchema:c.properties.deadline,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="seconds"||d==="source")){let A={instancePath:t+
"/deadline",schemaPath:"#/properties/deadline/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have addition\
al properties",schema:!1,parentSchema:c.properties.deadline,data:l};r===null?r=[A]:r.push(A),s++}if(l.seconds!==void 0){let d=l.seconds,A=s;if(!(typeof d=="numb\
er"&&!(d%1)&&!isNaN(d))){let ge={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds/type",keyword:"type",params:{type:"inte\
ger"},message:"must be integer",schema:c.properties.deadline.properties.seconds.type,parentSchema:c.properties.deadline.properties.seconds,data:d};r===null?r=[ge]:
r.push(ge),s++}let ae=s;if(typeof d=="number"&&(d<60||isNaN(d))){let ge={instancePath:t+"/deadline/seconds",schemaPath:"#/properties/deadline/properties/seconds\
/minimum",keyword:"minimum",params:{comparison:">=",limit:60},message:"must be >= 60",schema:60,parentSchema:c.properties.deadline.properties.seconds,data:d};r===
null?r=[ge]:r.push(ge),s++}var we=A===s}if(l.source!==void 0){let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+"/deadline/s\
ource",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};
r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/deadline/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must\
 be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var _e=ae===s,we=A===s}}else{let X={instancePath:t+"/deadline",schemaPath:"#/pro\
perties/deadline/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.deadline.type,parentSchema:c.properties.deadline,data:l};
r===null?r=[X]:r.push(X),s++}var u=xe===s}if(e.poll!==void 0){let l=e.poll,xe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.seconds===void 0){let d={
instancePath:t+"/poll",schemaPath:"#/properties/poll/required",keyword:"required",params:{missingProperty:"seconds"},message:"must have required property 'secon\
ds'",schema:c.properties.poll.required,parentSchema:c.properties.poll,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.poll.required,
parentSchema:c.properties.poll,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="seconds"||d==="source")){let A={instancePath:t+"/poll",schemaPath:"\
#/properties/poll/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.poll,data:l};r===null?r=[A]:r.push(A),s++}if(l.seconds!==void 0){let d=l.seconds,A=s,ae=s;if(typeof d=="number"){if(d<=0||isNaN(d)){let ge={instancePath:t+
"/poll/seconds",schemaPath:"#/properties/poll/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison:">",limit:0},message:"must be >\
 0",schema:0,parentSchema:c.properties.poll.properties.seconds,data:d};r===null?r=[ge]:r.push(ge),s++}}else{let ge={instancePath:t+"/poll/seconds",schemaPath:"#\
/properties/poll/properties/seconds/type",keyword:"type",params:{type:"number"},message:"must be number",schema:c.properties.poll.properties.seconds.type,parentSchema:c.
properties.poll.properties.seconds,data:d};r===null?r=[ge]:r.push(ge),s++}var Y=A===s}if(l.source!==void 0){let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){
if(ne(d)<1){let b={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/poll/source",schemaPath:"#/$defs/source/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var J=ae===s,Y=A===s}}else{let X={instancePath:t+
"/poll",schemaPath:"#/properties/poll/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.poll.type,parentSchema:c.properties.
poll,data:l};r===null?r=[X]:r.push(X),s++}var u=xe===s}if(e.probe!==void 0){let l=e.probe,xe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){
let d={instancePath:t+"/probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property \
'path'",schema:c.properties.probe.required,parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}if(l.accepted===void 0){let d={instancePath:t+"/\
probe",schemaPath:"#/properties/probe/required",keyword:"required",params:{missingProperty:"accepted"},message:"must have required property 'accepted'",schema:c.
properties.probe.required,parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/probe",schemaPath:"\
#/properties/probe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.probe.required,
parentSchema:c.properties.probe,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="path"||d==="accepted"||d==="source")){let A={instancePath:t+
"/probe",schemaPath:"#/properties/probe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional pro\
perties",schema:!1,parentSchema:c.properties.probe,data:l};r===null?r=[A]:r.push(A),s++}if(l.path!==void 0){let d=l.path,A=s,ae=s,ge=s;if(typeof d=="string"){if(!Zt.
test(d)){let H={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"\
^/",parentSchema:We,data:d};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/probe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:We.type,parentSchema:We,data:d};r===null?r=[H]:r.push(H),s++}var Ke=ae===s,lt=A===s}if(l.accepted!==void 0){let d=l.accepted,
A=s,ae=s;if(Array.isArray(d)){if(d.length<1){let V={instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/minItems",keyword:"minIt\
ems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[V]:r.push(V),s++}
let H=!0,b=d.length;for(let V=0;V<b;V++){let te=d[V],Q=s;if(!(typeof te=="number"&&!(te%1)&&!isNaN(te))){let g={instancePath:t+"/probe/accepted/"+V,schemaPath:"\
#/properties/probe/properties/accepted/items/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.probe.properties.accepted.
items.type,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}let P=s;if(typeof te=="number"){if(te>599||isNaN(te)){
let g={instancePath:t+"/probe/accepted/"+V,schemaPath:"#/properties/probe/properties/accepted/items/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}if(te<100||isNaN(te)){let g={
instancePath:t+"/probe/accepted/"+V,schemaPath:"#/properties/probe/properties/accepted/items/minimum",keyword:"minimum",params:{comparison:">=",limit:100},message:"\
must be >= 100",schema:100,parentSchema:c.properties.probe.properties.accepted.items,data:te};r===null?r=[g]:r.push(g),s++}}var Pt=Q===s;Pt||(H=!1)}}else{let H={
instancePath:t+"/probe/accepted",schemaPath:"#/properties/probe/properties/accepted/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.
properties.probe.properties.accepted.type,parentSchema:c.properties.probe.properties.accepted,data:d};r===null?r=[H]:r.push(H),s++}var lt=A===s}if(l.source!==void 0){
let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+"/probe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/pro\
be/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:
r.push(b),s++}var at=ae===s,lt=A===s}}else{let X={instancePath:t+"/probe",schemaPath:"#/properties/probe/type",keyword:"type",params:{type:"object"},message:"mu\
st be object",schema:c.properties.probe.type,parentSchema:c.properties.probe,data:l};r===null?r=[X]:r.push(X),s++}var u=xe===s}if(e.modelProbe!==void 0){let l=e.
modelProbe,xe=s,St=s,ir=s,X=!1,d=null,A=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.path===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/pro\
perties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.modelProbe.
oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:l};r===null?r=[H]:r.push(H),s++}if(l.names===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"\
#/properties/modelProbe/oneOf/0/required",keyword:"required",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.
modelProbe.oneOf[0].required,parentSchema:c.properties.modelProbe.oneOf[0],data:l};r===null?r=[H]:r.push(H),s++}}var pt=A===s;pt&&(X=!0,d=0);let ae=s;if(l&&typeof l==
"object"&&!Array.isArray(l)){if(l.url===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"required",params:{
missingProperty:"url"},message:"must have required property 'url'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.modelProbe.oneOf[1],
data:l};r===null?r=[H]:r.push(H),s++}if(l.names===void 0){let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/1/required",keyword:"req\
uired",params:{missingProperty:"names"},message:"must have required property 'names'",schema:c.properties.modelProbe.oneOf[1].required,parentSchema:c.properties.
modelProbe.oneOf[1],data:l};r===null?r=[H]:r.push(H),s++}}var pt=ae===s;if(pt&&X)X=!1,d=[d,1];else{pt&&(X=!0,d=1);let H=s;if(l&&typeof l=="object"&&!Array.isArray(
l)&&l.untestable===void 0){let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/oneOf/2/required",keyword:"required",params:{missingProperty:"\
untestable"},message:"must have required property 'untestable'",schema:c.properties.modelProbe.oneOf[2].required,parentSchema:c.properties.modelProbe.oneOf[2],data:l};
r===null?r=[V]:r.push(V),s++}var pt=H===s;pt&&X?(X=!1,d=[d,2]):pt&&(X=!0,d=2)}if(X)s=ir,r!==null&&(ir?r.length=ir:r=null);else{let H={instancePath:t+"/modelProb\
e",schemaPath:"#/properties/modelProbe/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.modelProbe.
oneOf,parentSchema:c.properties.modelProbe,data:l};r===null?r=[H]:r.push(H),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let b={instancePath:t+
"/modelProbe",schemaPath:"#/properties/modelProbe/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",
schema:c.properties.modelProbe.required,parentSchema:c.properties.modelProbe,data:l};r===null?r=[b]:r.push(b),s++}let H=s;for(let b in l)if(!(b==="path"||b==="u\
rl"||b==="names"||b==="omits"||b==="told"||b==="except"||b==="untestable"||b==="source")){let V={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProb\
e/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe,data:l};r===null?r=[V]:r.push(V),s++}if(l.path!==void 0){let b=l.path,V=s,te=s,Q=s;if(typeof b=="string"){if(!Zt.test(b)){let P={instancePath:t+"/mod\
elProbe/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:b};r===
null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:We.type,parentSchema:We,data:b};r===null?r=[P]:r.push(P),s++}var Xe=te===s,tt=V===s}if(l.url!==void 0){let b=l.url,V=s,te=s;if(typeof b=="string"){
if(!Vh.test(b)){let P={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://\
[^/?#{}]+/[^#]*$"},message:'must match pattern "^https://[^/?#{}]+/[^#]*$"',schema:"^https://[^/?#{}]+/[^#]*$",parentSchema:c.properties.modelProbe.properties.url,
data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/url",schemaPath:"#/properties/modelProbe/properties/url/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.url.type,parentSchema:c.properties.modelProbe.properties.url,data:b};r===null?
r=[P]:r.push(P),s++}var tt=V===s}if(l.names!==void 0){let b=l.names,V=s,te=s,Q=s;if(typeof b=="string"){if(!rt.test(b)){let g={instancePath:t+"/modelProbe/names",
schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([\
^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/names",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}var Fr=te===s,tt=V===s}if(l.omits!==void 0){
let b=l.omits,V=s,te=s;if(typeof b=="string"){if(ne(b)<1){let P={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/minLeng\
th",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.omits,data:b};
r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/omits",schemaPath:"#/properties/modelProbe/properties/omits/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.modelProbe.properties.omits.type,parentSchema:c.properties.modelProbe.properties.omits,data:b};r===null?r=
[P]:r.push(P),s++}var tt=V===s}if(l.told!==void 0){let b=l.told,V=s,te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/modelProbe/told",schemaPath:"\
#/properties/modelProbe/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.
modelProbe.properties.told,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let I=b[v],W=s,N=s;if(I&&typeof I=="object"&&!Array.isArray(
I)){if(I.at===void 0){let B={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/required",keyword:"required",params:{
missingProperty:"at"},message:"must have required property 'at'",schema:c.properties.modelProbe.properties.told.items.required,parentSchema:c.properties.modelProbe.
properties.told.items,data:I};r===null?r=[B]:r.push(B),s++}if(I.constant===void 0){let B={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelPro\
be/properties/told/items/required",keyword:"required",params:{missingProperty:"constant"},message:"must have required property 'constant'",schema:c.properties.modelProbe.
properties.told.items.required,parentSchema:c.properties.modelProbe.properties.told.items,data:I};r===null?r=[B]:r.push(B),s++}let D=s;for(let B in I)if(!(B==="\
at"||B==="constant")){let oe={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/additionalProperties",keyword:"addi\
tionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.modelProbe.properties.told.items,
data:I};r===null?r=[oe]:r.push(oe),s++}if(I.at!==void 0){let B=I.at,oe=s,Ae=s,it=s;if(typeof B=="string"){if(!rt.test(B)){let ke={instancePath:t+"/modelProbe/to\
ld/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',
schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/modelProbe/told/"+v+"/at",schemaPath:"#/$def\
s/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:B};r===null?r=[ke]:r.push(ke),s++}var Vr=Ae===
s,jt=oe===s}}else{let D={instancePath:t+"/modelProbe/told/"+v,schemaPath:"#/properties/modelProbe/properties/told/items/type",keyword:"type",params:{type:"objec\
t"},message:"must be object",schema:c.properties.modelProbe.properties.told.items.type,parentSchema:c.properties.modelProbe.properties.told.items,data:I};r===null?
r=[D]:r.push(D),s++}var To=W===s;To||(P=!1)}}else{let P={instancePath:t+"/modelProbe/told",schemaPath:"#/properties/modelProbe/properties/told/type",keyword:"ty\
pe",params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.told.type,parentSchema:c.properties.modelProbe.properties.told,data:b};
r===null?r=[P]:r.push(P),s++}var tt=V===s}if(l.except!==void 0){let b=l.except,V=s,te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/modelProbe/e\
xcept",schemaPath:"#/properties/modelProbe/properties/except/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.modelProbe.properties.except,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let I=b[v],W=s,N=s;if(I&&typeof I=="object"&&
!Array.isArray(I)){if(I.prefix===void 0){let B={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/required",keyword:"\
required",params:{missingProperty:"prefix"},message:"must have required property 'prefix'",schema:c.properties.modelProbe.properties.except.items.required,parentSchema:c.
properties.modelProbe.properties.except.items,data:I};r===null?r=[B]:r.push(B),s++}if(I.reason===void 0){let B={instancePath:t+"/modelProbe/except/"+v,schemaPath:"\
#/properties/modelProbe/properties/except/items/required",keyword:"required",params:{missingProperty:"reason"},message:"must have required property 'reason'",schema:c.
properties.modelProbe.properties.except.items.required,parentSchema:c.properties.modelProbe.properties.except.items,data:I};r===null?r=[B]:r.push(B),s++}let D=s;
for(let B in I)if(!(B==="prefix"||B==="reason")){let oe={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/addi\
tionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
modelProbe.properties.except.items,data:I};r===null?r=[oe]:r.push(oe),s++}if(I.prefix!==void 0){let B=I.prefix,oe=s,Ae=s;if(typeof B=="string"){if(ne(B)<1){let it={
instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/prefix/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.except.items.properties.prefix,data:B};r===null?
r=[it]:r.push(it),s++}}else{let it={instancePath:t+"/modelProbe/except/"+v+"/prefix",schemaPath:"#/properties/modelProbe/properties/except/items/properties/pref\
ix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.except.items.properties.prefix.type,parentSchema:c.
properties.modelProbe.properties.except.items.properties.prefix,data:B};r===null?r=[it]:r.push(it),s++}var ac=oe===s}if(I.reason!==void 0){let B=I.reason,oe=s,Ae=s;
if(typeof B=="string"){if(ne(B)<1){let ke={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/modelProbe/properties/except/items/properti\
es/reason/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.modelProbe.properties.
except.items.properties.reason,data:B};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/modelProbe/except/"+v+"/reason",schemaPath:"#/properties/mo\
delProbe/properties/except/items/properties/reason/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.properties.
except.items.properties.reason.type,parentSchema:c.properties.modelProbe.properties.except.items.properties.reason,data:B};r===null?r=[ke]:r.push(ke),s++}var ac=oe===
s}}else{let D={instancePath:t+"/modelProbe/except/"+v,schemaPath:"#/properties/modelProbe/properties/except/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.properties.except.items.type,parentSchema:c.properties.modelProbe.properties.except.items,data:I};r===null?r=[D]:
r.push(D),s++}var nc=W===s;nc||(P=!1)}}else{let P={instancePath:t+"/modelProbe/except",schemaPath:"#/properties/modelProbe/properties/except/type",keyword:"type",
params:{type:"array"},message:"must be array",schema:c.properties.modelProbe.properties.except.type,parentSchema:c.properties.modelProbe.properties.except,data:b};
r===null?r=[P]:r.push(P),s++}var tt=V===s}if(l.untestable!==void 0){let b=l.untestable,V=s,te=s;if(typeof b=="string"){if(ne(b)<1){let P={instancePath:t+"/model\
Probe/untestable",schemaPath:"#/properties/modelProbe/properties/untestable/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 \
characters",schema:1,parentSchema:c.properties.modelProbe.properties.untestable,data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/modelProbe/un\
testable",schemaPath:"#/properties/modelProbe/properties/untestable/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.modelProbe.
properties.untestable.type,parentSchema:c.properties.modelProbe.properties.untestable,data:b};r===null?r=[P]:r.push(P),s++}var tt=V===s}if(l.source!==void 0){let b=l.
source,V=s,te=s,Q=s;if(typeof b=="string"){if(ne(b)<1){let g={instancePath:t+"/modelProbe/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{
limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/modelProbe/\
source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:b};r===null?r=[g]:r.
push(g),s++}var oc=te===s,tt=V===s}}else{let H={instancePath:t+"/modelProbe",schemaPath:"#/properties/modelProbe/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.modelProbe.type,parentSchema:c.properties.modelProbe,data:l};r===null?r=[H]:r.push(H),s++}var u=xe===s}if(e.webhooks!==void 0){
let l=e.webhooks,xe=s,St=s,ir=s,X=!1,d=null,A=s;if(l&&typeof l=="object"&&!Array.isArray(l)&&l.body===void 0){let H={instancePath:t+"/webhooks",schemaPath:"#/pr\
operties/webhooks/oneOf/0/required",keyword:"required",params:{missingProperty:"body"},message:"must have required property 'body'",schema:c.properties.webhooks.
oneOf[0].required,parentSchema:c.properties.webhooks.oneOf[0],data:l};r===null?r=[H]:r.push(H),s++}var $s=A===s;$s&&(X=!0,d=0);let ae=s;if(l&&typeof l=="object"&&
!Array.isArray(l)&&l.query===void 0){let H={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/oneOf/1/required",keyword:"required",params:{missingProperty:"\
query"},message:"must have required property 'query'",schema:c.properties.webhooks.oneOf[1].required,parentSchema:c.properties.webhooks.oneOf[1],data:l};r===null?
r=[H]:r.push(H),s++}var $s=ae===s;if($s&&X?(X=!1,d=[d,1]):$s&&(X=!0,d=1),X)s=ir,r!==null&&(ir?r.length=ir:r=null);else{let H={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/oneOf",keyword:"oneOf",params:{passingSchemas:d},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.oneOf,parentSchema:c.
properties.webhooks,data:l};r===null?r=[H]:r.push(H),s++}if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.source===void 0){let b={instancePath:t+"/webhooks",schemaPath:"\
#/properties/webhooks/required",keyword:"required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.webhooks.
required,parentSchema:c.properties.webhooks,data:l};r===null?r=[b]:r.push(b),s++}let H=s;for(let b in l)if(!(b==="body"||b==="query"||b==="with"||b==="signature"||
b==="challenge"||b==="told"||b==="source")){let V={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:b},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks,data:l};r===null?r=[V]:r.push(V),s++}
if(l.body!==void 0){let b=l.body,V=s,te=s,Q=s;if(typeof b=="string"){if(!rt.test(b)){let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/pattern",
keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};
r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+"/webhooks/body",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must \
be string",schema:se.type,parentSchema:se,data:b};r===null?r=[P]:r.push(P),s++}var gh=te===s,$r=V===s}if(l.query!==void 0){let b=l.query,V=s,te=s;if(typeof b=="\
string"){if(ne(b)<1){let P={instancePath:t+"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.query,data:b};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/webhooks/query",schemaPath:"#/properties/webhooks/properties/query/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.query.type,parentSchema:c.properties.webhooks.properties.query,data:b};r===null?r=[P]:r.push(P),s++}var $r=V===s}if(l.with!==void 0){let b=l.with,V=s,
te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/properties/with/minItems",keyword:"minItems",params:{
limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.with,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.
length;for(let v=0;v<g;v++){let I=b[v],W=s,N=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.to===void 0){let B={instancePath:t+"/webhooks/with/"+v,schemaPath:"\
#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"to"},message:"must have required property 'to'",schema:c.properties.
webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:I};r===null?r=[B]:r.push(B),s++}if(I.constant===void 0){let B={
instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/required",keyword:"required",params:{missingProperty:"constant"},message:"\
must have required property 'constant'",schema:c.properties.webhooks.properties.with.items.required,parentSchema:c.properties.webhooks.properties.with.items,data:I};
r===null?r=[B]:r.push(B),s++}let D=s;for(let B in I)if(!(B==="to"||B==="constant")){let oe={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks\
/properties/with/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"must NOT have additional properties",schema:!1,
parentSchema:c.properties.webhooks.properties.with.items,data:I};r===null?r=[oe]:r.push(oe),s++}if(I.to!==void 0){let B=I.to,oe=s,Ae=s,it=s;if(typeof B=="string"){
if(!rt.test(B)){let ke={instancePath:t+"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},
message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+
"/webhooks/with/"+v+"/to",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:B};
r===null?r=[ke]:r.push(ke),s++}var ic=Ae===s,wh=oe===s}}else{let D={instancePath:t+"/webhooks/with/"+v,schemaPath:"#/properties/webhooks/properties/with/items/t\
ype",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.with.items.type,parentSchema:c.properties.webhooks.properties.
with.items,data:I};r===null?r=[D]:r.push(D),s++}var pc=W===s;pc||(P=!1)}}else{let P={instancePath:t+"/webhooks/with",schemaPath:"#/properties/webhooks/propertie\
s/with/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.with.type,parentSchema:c.properties.webhooks.properties.
with,data:b};r===null?r=[P]:r.push(P),s++}var $r=V===s}if(l.signature!==void 0){let b=l.signature,V=s,te=s;if(b&&typeof b=="object"&&!Array.isArray(b)){if(b.algorithm===
void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"\
algorithm"},message:"must have required property 'algorithm'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.
signature,data:b};r===null?r=[g]:r.push(g),s++}if(b.header===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/si\
gnature/required",keyword:"required",params:{missingProperty:"header"},message:"must have required property 'header'",schema:c.properties.webhooks.properties.signature.
required,parentSchema:c.properties.webhooks.properties.signature,data:b};r===null?r=[g]:r.push(g),s++}if(b.encoding===void 0){let g={instancePath:t+"/webhooks/s\
ignature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required pr\
operty 'encoding'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.properties.signature,data:b};r===null?r=[g]:r.push(
g),s++}if(b.signed===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/required",keyword:"required",params:{
missingProperty:"signed"},message:"must have required property 'signed'",schema:c.properties.webhooks.properties.signature.required,parentSchema:c.properties.webhooks.
properties.signature,data:b};r===null?r=[g]:r.push(g),s++}if(b.key===void 0){let g={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/prope\
rties/signature/required",keyword:"required",params:{missingProperty:"key"},message:"must have required property 'key'",schema:c.properties.webhooks.properties.
signature.required,parentSchema:c.properties.webhooks.properties.signature,data:b};r===null?r=[g]:r.push(g),s++}let P=s;for(let g in b)if(!ha.call(c.properties.
webhooks.properties.signature.properties,g)){let v={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/additionalProper\
ties",keyword:"additionalProperties",params:{additionalProperty:g},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.
signature,data:b};r===null?r=[v]:r.push(v),s++}if(b.algorithm!==void 0){let g=b.algorithm,v=s,I=c.properties.webhooks.properties.signature.properties.algorithm.
enum;if(!(g==="hmac-sha256"||g==="hmac-sha512"||g==="ed25519")){let W={instancePath:t+"/webhooks/signature/algorithm",schemaPath:"#/properties/webhooks/properti\
es/signature/properties/algorithm/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.algorithm.enum},message:"must\
 be equal to one of the allowed values",schema:c.properties.webhooks.properties.signature.properties.algorithm.enum,parentSchema:c.properties.webhooks.properties.
signature.properties.algorithm,data:g};r===null?r=[W]:r.push(W),s++}var Sr=v===s}if(b.header!==void 0){let g=b.header,v=s,I=s,W=s;if(typeof g=="string"){if(!ma.
test(g)){let D={instancePath:t+"/webhooks/signature/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:qr,data:g};r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/webhooks/s\
ignature/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qr.type,parentSchema:qr,data:g};r===
null?r=[D]:r.push(D),s++}var bh=I===s,Sr=v===s}if(b.separator!==void 0){let g=b.separator,v=s,I=s;if(typeof g=="string"){if(ne(g)<1){let N={instancePath:t+"/web\
hooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.separator,data:g};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/webhooks/signature/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/separator/type",keyword:"type",params:{type:"\
string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.
properties.separator,data:g};r===null?r=[N]:r.push(N),s++}var Sr=v===s}if(b.prefix!==void 0){let g=b.prefix,v=s,I=s;if(typeof g=="string"){if(ne(g)<1){let N={instancePath:t+
"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/minLength",keyword:"minLength",params:{limit:1},message:"m\
ust NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.prefix,data:g};r===null?r=[N]:r.push(N),s++}}else{
let N={instancePath:t+"/webhooks/signature/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/prefix/type",keyword:"type",params:{type:"s\
tring"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.prefix.type,parentSchema:c.properties.webhooks.properties.signature.
properties.prefix,data:g};r===null?r=[N]:r.push(N),s++}var Sr=v===s}if(b.encoding!==void 0){let g=b.encoding,v=s,I=c.properties.webhooks.properties.signature.properties.
encoding.enum;if(!(g==="hex"||g==="base64")){let N={instancePath:t+"/webhooks/signature/encoding",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/encoding/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.encoding.enum},message:"must be equal to one of th\
e allowed values",schema:c.properties.webhooks.properties.signature.properties.encoding.enum,parentSchema:c.properties.webhooks.properties.signature.properties.
encoding,data:g};r===null?r=[N]:r.push(N),s++}var Sr=v===s}if(b.headers!==void 0){let g=b.headers,v=s,I=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(Object.
keys(g).length<1){let D={instancePath:t+"/webhooks/signature/headers",schemaPath:"#/properties/webhooks/properties/signature/properties/headers/minProperties",keyword:"\
minProperties",params:{limit:1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.headers,
data:g};r===null?r=[D]:r.push(D),s++}let N=s;for(let D in g){let B=g[D],oe=s,Ae=s,it=s;if(typeof B=="string"){if(!ma.test(B)){let ke={instancePath:t+"/webhooks/\
signature/headers/"+D.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[A-Za-z0-9._-]+$"},message:'\
must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:qr,data:B};r===null?r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/webhook\
s/signature/headers/"+D.replace(/~/g,"~0").replace(/\//g,"~1"),schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be strin\
g",schema:qr.type,parentSchema:qr,data:B};r===null?r=[ke]:r.push(ke),s++}var Ss=Ae===s,vh=oe===s}}else{let N={instancePath:t+"/webhooks/signature/headers",schemaPath:"\
#/properties/webhooks/properties/signature/properties/headers/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.headers.type,parentSchema:c.properties.webhooks.properties.signature.properties.headers,data:g};r===null?r=[N]:r.push(N),s++}var Sr=v===
s}if(b.signed!==void 0){let g=b.signed,v=s,I=s;if(typeof g=="string"){if(ne(g)<1){let N={instancePath:t+"/webhooks/signature/signed",schemaPath:"#/properties/we\
bhooks/properties/signature/properties/signed/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.
properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/webhooks/signature/signed",schemaPath:"\
#/properties/webhooks/properties/signature/properties/signed/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.
signature.properties.signed.type,parentSchema:c.properties.webhooks.properties.signature.properties.signed,data:g};r===null?r=[N]:r.push(N),s++}var Sr=v===s}if(b.
time!==void 0){let g=b.time,v=s,I=s,W=s,N=!1,D=null,B=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.header===void 0){let it={instancePath:t+"/webhooks/signat\
ure/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/0/required",keyword:"required",params:{missingProperty:"header"},message:"\
must have required property 'header'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[0].required,parentSchema:c.properties.webhooks.properties.
signature.properties.time.oneOf[0],data:g};r===null?r=[it]:r.push(it),s++}var pa=B===s;pa&&(N=!0,D=0);let oe=s;if(g&&typeof g=="object"&&!Array.isArray(g)&&g.member===
void 0){let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/oneOf/1/required",keyword:"requ\
ired",params:{missingProperty:"member"},message:"must have required property 'member'",schema:c.properties.webhooks.properties.signature.properties.time.oneOf[1].
required,parentSchema:c.properties.webhooks.properties.signature.properties.time.oneOf[1],data:g};r===null?r=[it]:r.push(it),s++}var pa=oe===s;if(pa&&N?(N=!1,D=
[D,1]):pa&&(N=!0,D=1),N)s=W,r!==null&&(W?r.length=W:r=null);else{let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/\
signature/properties/time/oneOf",keyword:"oneOf",params:{passingSchemas:D},message:"must match exactly one schema in oneOf",schema:c.properties.webhooks.properties.
signature.properties.time.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[it]:r.push(it),s++}if(g&&typeof g=="\
object"&&!Array.isArray(g)){if(g.unit===void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properti\
es/time/required",keyword:"required",params:{missingProperty:"unit"},message:"must have required property 'unit'",schema:c.properties.webhooks.properties.signature.
properties.time.required,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}if(g.toleranceSeconds===void 0){
let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/required",keyword:"required",params:{missingProperty:"\
toleranceSeconds"},message:"must have required property 'toleranceSeconds'",schema:c.properties.webhooks.properties.signature.properties.time.required,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}let it=s;for(let M in g)if(!(M==="header"||M==="separator"||M==="p\
refix"||M==="member"||M==="unit"||M==="toleranceSeconds")){let Je={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signat\
ure/properties/time/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[Je]:r.push(Je),s++}if(g.header!==void 0){let M=g.header,Je=s,et=s,ct=s;if(typeof M==
"string"){if(!ma.test(M)){let ze={instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/pattern",keyword:"pattern",params:{pattern:"^[\
A-Za-z0-9._-]+$"},message:'must match pattern "^[A-Za-z0-9._-]+$"',schema:"^[A-Za-z0-9._-]+$",parentSchema:qr,data:M};r===null?r=[ze]:r.push(ze),s++}}else{let ze={
instancePath:t+"/webhooks/signature/time/header",schemaPath:"#/$defs/headerName/type",keyword:"type",params:{type:"string"},message:"must be string",schema:qr.type,
parentSchema:qr,data:M};r===null?r=[ze]:r.push(ze),s++}var kh=et===s,yr=Je===s}if(g.separator!==void 0){let M=g.separator,Je=s,et=s;if(typeof M=="string"){if(ne(
M)<1){let ze={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/separator/mi\
nLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.
time.properties.separator,data:M};r===null?r=[ze]:r.push(ze),s++}}else{let ze={instancePath:t+"/webhooks/signature/time/separator",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/time/properties/separator/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.
properties.signature.properties.time.properties.separator.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.separator,data:M};
r===null?r=[ze]:r.push(ze),s++}var yr=Je===s}if(g.prefix!==void 0){let M=g.prefix,Je=s,et=s;if(typeof M=="string"){if(ne(M)<1){let ze={instancePath:t+"/webhooks\
/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/prefix/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:M};r===null?
r=[ze]:r.push(ze),s++}}else{let ze={instancePath:t+"/webhooks/signature/time/prefix",schemaPath:"#/properties/webhooks/properties/signature/properties/time/prop\
erties/prefix/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.webhooks.properties.signature.properties.time.properties.
prefix.type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.prefix,data:M};r===null?r=[ze]:r.push(ze),s++}var yr=Je===s}if(g.
member!==void 0){let M=g.member,Je=s,et=s,ct=s;if(typeof M=="string"){if(!rt.test(M)){let Ie={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$de\
fs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",
parentSchema:se,data:M};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={instancePath:t+"/webhooks/signature/time/member",schemaPath:"#/$defs/pointer/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:M};r===null?r=[Ie]:r.push(Ie),s++}var Ph=et===s,yr=Je===s}if(g.unit!==
void 0){let M=g.unit,Je=s,et=c.properties.webhooks.properties.signature.properties.time.properties.unit.enum;if(!(M==="seconds"||M==="milliseconds"||M==="rfc333\
9")){let ze={instancePath:t+"/webhooks/signature/time/unit",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/unit/enum",keyword:"\
enum",params:{allowedValues:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum},message:"must be equal to one of the allowed values",
schema:c.properties.webhooks.properties.signature.properties.time.properties.unit.enum,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.
unit,data:M};r===null?r=[ze]:r.push(ze),s++}var yr=Je===s}if(g.toleranceSeconds!==void 0){let M=g.toleranceSeconds,Je=s;if(!(typeof M=="number"&&!(M%1)&&!isNaN(
M))){let ze={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/tolera\
nceSeconds/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds.
type,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:M};r===null?r=[ze]:r.push(ze),s++}let et=s;if(typeof M==
"number"){if(M>3600||isNaN(M)){let ze={instancePath:t+"/webhooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/propert\
ies/time/properties/toleranceSeconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:3600},message:"must be <= 3600",schema:3600,parentSchema:c.properties.
webhooks.properties.signature.properties.time.properties.toleranceSeconds,data:M};r===null?r=[ze]:r.push(ze),s++}if(M<1||isNaN(M)){let ze={instancePath:t+"/webh\
ooks/signature/time/toleranceSeconds",schemaPath:"#/properties/webhooks/properties/signature/properties/time/properties/toleranceSeconds/minimum",keyword:"minim\
um",params:{comparison:">=",limit:1},message:"must be >= 1",schema:1,parentSchema:c.properties.webhooks.properties.signature.properties.time.properties.toleranceSeconds,
data:M};r===null?r=[ze]:r.push(ze),s++}}var yr=Je===s}let ke;if(g.separator!==void 0&&g.header===void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"\
#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"dependentRequired",params:{property:"separator",missingProperty:"header",
depsCount:1,deps:"header"},message:"must have property header when property separator is present",schema:c.properties.webhooks.properties.signature.properties.time.
dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};r===null?r=[M]:r.push(M),s++}if(g.prefix!==void 0&&g.header===
void 0){let M={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/dependentRequired",keyword:"depe\
ndentRequired",params:{property:"prefix",missingProperty:"header",depsCount:1,deps:"header"},message:"must have property header when property prefix is present",
schema:c.properties.webhooks.properties.signature.properties.time.dependentRequired,parentSchema:c.properties.webhooks.properties.signature.properties.time,data:g};
r===null?r=[M]:r.push(M),s++}}else{let it={instancePath:t+"/webhooks/signature/time",schemaPath:"#/properties/webhooks/properties/signature/properties/time/type",
keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.time.type,parentSchema:c.properties.
webhooks.properties.signature.properties.time,data:g};r===null?r=[it]:r.push(it),s++}var Sr=v===s}if(b.key!==void 0){let g=b.key,v=s,I=s,W=!1,N=null,D=s,B=s;if(g&&
typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/\
properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.
signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}
if(g.path===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"\
required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].
required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}if(g.at===void 0){let M={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"at"},
message:"must have required property 'at'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}if(g.encoding===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/0/required",keyword:"required",params:{missingProperty:"encoding"},message:"must have required p\
roperty 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].required,parentSchema:c.properties.webhooks.properties.signature.properties.
key.oneOf[0],data:g};r===null?r=[M]:r.push(M),s++}let ke=s;for(let M in g)if(!(M==="by"||M==="path"||M==="at"||M==="prefix"||M==="encoding")){let Je={instancePath:t+
"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{
additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0],data:g};
r===null?r=[Je]:r.push(Je),s++}if(g.by!==void 0){let M=g.by,Je=s;if(M!=="request"){let et={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/\
webhooks/properties/signature/properties/key/oneOf/0/properties/by/const",keyword:"const",params:{allowedValue:"request"},message:"must be equal to constant",schema:"\
request",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].properties.by,data:M};r===null?r=[et]:r.push(et),s++}var as=Je===s}if(g.
path!==void 0){let M=g.path,Je=s,et=s,ct=s;if(typeof M=="string"){if(!Zt.test(M)){let Ie={instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path\
/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:M};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={
instancePath:t+"/webhooks/signature/key/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",schema:We.type,parentSchema:We,
data:M};r===null?r=[Ie]:r.push(Ie),s++}var cc=et===s,as=Je===s}if(g.at!==void 0){let M=g.at,Je=s,et=s,ct=s;if(typeof M=="string"){if(!rt.test(M)){let Ie={instancePath:t+
"/webhooks/signature/key/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/\
~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:M};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={instancePath:t+"/webhooks/signature/key/at",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:M};r===null?r=[Ie]:r.push(Ie),s++}var dc=et===
s,as=Je===s}if(g.prefix!==void 0){let M=g.prefix,Je=s,et=s,ct=s;if(typeof M=="string"){if(ne(M)<1){let Ie={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"\
#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:_s,data:M};r===null?r=[Ie]:
r.push(Ie),s++}}else{let Ie={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:_s.type,parentSchema:_s,data:M};r===null?r=[Ie]:r.push(Ie),s++}var $h=et===s,as=Je===s}if(g.encoding!==void 0){let M=g.encoding,Je=s,et=s,
ct=Wr.enum;if(!(M==="text"||M==="hex"||M==="base64")){let Ie={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#/$defs/keyEncoding/enum",keyword:"e\
num",params:{allowedValues:Wr.enum},message:"must be equal to one of the allowed values",schema:Wr.enum,parentSchema:Wr,data:M};r===null?r=[Ie]:r.push(Ie),s++}var uc=et===
s,as=Je===s}}else{let ke={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/0/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[0].type,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[0],data:g};r===null?r=[ke]:r.push(ke),s++}var Ur=D===s;if(Ur){W=!0,N=0;var ca=!0}let oe=s,Ae=s;if(g&&typeof g=="object"&&
!Array.isArray(g)){if(g.by===void 0){let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf\
/1/required",keyword:"required",params:{missingProperty:"by"},message:"must have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.
key.oneOf[1].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[M]:r.push(M),s++}if(g.encoding===void 0){
let M={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/required",keyword:"required",params:{
missingProperty:"encoding"},message:"must have required property 'encoding'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].required,
parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[M]:r.push(M),s++}let ke=s;for(let M in g)if(!(M==="by"||M===
"prefix"||M==="encoding")){let Je={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:M},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.
properties.signature.properties.key.oneOf[1],data:g};r===null?r=[Je]:r.push(Je),s++}if(g.by!==void 0){let M=g.by,Je=s;if(M!=="setting"){let et={instancePath:t+"\
/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/1/properties/by/const",keyword:"const",params:{allowedValue:"\
setting"},message:"must be equal to constant",schema:"setting",parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1].properties.by,data:M};
r===null?r=[et]:r.push(et),s++}var Ao=Je===s}if(g.prefix!==void 0){let M=g.prefix,Je=s,et=s,ct=s;if(typeof M=="string"){if(ne(M)<1){let Ie={instancePath:t+"/web\
hooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,
parentSchema:_s,data:M};r===null?r=[Ie]:r.push(Ie),s++}}else{let Ie={instancePath:t+"/webhooks/signature/key/prefix",schemaPath:"#/$defs/keyPrefix/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:_s.type,parentSchema:_s,data:M};r===null?r=[Ie]:r.push(Ie),s++}var No=et===s,Ao=Je===s}if(g.encoding!==
void 0){let M=g.encoding,Je=s,et=s,ct=Wr.enum;if(!(M==="text"||M==="hex"||M==="base64")){let Ie={instancePath:t+"/webhooks/signature/key/encoding",schemaPath:"#\
/$defs/keyEncoding/enum",keyword:"enum",params:{allowedValues:Wr.enum},message:"must be equal to one of the allowed values",schema:Wr.enum,parentSchema:Wr,data:M};
r===null?r=[Ie]:r.push(Ie),s++}var Sh=et===s,Ao=Je===s}}else{let ke={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webhooks/properties/signa\
ture/properties/key/oneOf/1/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.properties.key.
oneOf[1].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[1],data:g};r===null?r=[ke]:r.push(ke),s++}var Ur=oe===s;if(Ur&&W)W=!1,
N=[N,1];else{Ur&&(W=!0,N=1,ca!==!0&&(ca=!0));let ke=s,M=s;if(g&&typeof g=="object"&&!Array.isArray(g)){if(g.by===void 0){let ct={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"by"},message:"must\
 have required property 'by'",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2],data:g};r===null?r=[ct]:r.push(ct),s++}if(g.url===void 0){let ct={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/webh\
ooks/properties/signature/properties/key/oneOf/2/required",keyword:"required",params:{missingProperty:"url"},message:"must have required property 'url'",schema:c.
properties.webhooks.properties.signature.properties.key.oneOf[2].required,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};
r===null?r=[ct]:r.push(ct),s++}let et=s;for(let ct in g)if(!(ct==="by"||ct==="url")){let ze={instancePath:t+"/webhooks/signature/key",schemaPath:"#/properties/w\
ebhooks/properties/signature/properties/key/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:ct},message:"must NOT have a\
dditional properties",schema:!1,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[ze]:r.push(ze),s++}if(g.by!==
void 0){let ct=g.by,ze=s;if(ct!=="key-set"){let Ie={instancePath:t+"/webhooks/signature/key/by",schemaPath:"#/properties/webhooks/properties/signature/propertie\
s/key/oneOf/2/properties/by/const",keyword:"const",params:{allowedValue:"key-set"},message:"must be equal to constant",schema:"key-set",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.by,data:ct};r===null?r=[Ie]:r.push(Ie),s++}var lc=ze===s}if(g.url!==void 0){let ct=g.url,ze=s,Ie=s;
if(typeof ct=="string"){if(!gc.test(ct)){let la={instancePath:t+"/webhooks/signature/key/url",schemaPath:"#/properties/webhooks/properties/signature/properties/\
key/oneOf/2/properties/url/pattern",keyword:"pattern",params:{pattern:"^https://"},message:'must match pattern "^https://"',schema:"^https://",parentSchema:c.properties.
webhooks.properties.signature.properties.key.oneOf[2].properties.url,data:ct};r===null?r=[la]:r.push(la),s++}}else{let la={instancePath:t+"/webhooks/signature/k\
ey/url",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf/2/properties/url/type",keyword:"type",params:{type:"string"},message:"must b\
e string",schema:c.properties.webhooks.properties.signature.properties.key.oneOf[2].properties.url.type,parentSchema:c.properties.webhooks.properties.signature.
properties.key.oneOf[2].properties.url,data:ct};r===null?r=[la]:r.push(la),s++}var lc=ze===s}}else{let et={instancePath:t+"/webhooks/signature/key",schemaPath:"\
#/properties/webhooks/properties/signature/properties/key/oneOf/2/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.
properties.signature.properties.key.oneOf[2].type,parentSchema:c.properties.webhooks.properties.signature.properties.key.oneOf[2],data:g};r===null?r=[et]:r.push(
et),s++}var Ur=ke===s;Ur&&W?(W=!1,N=[N,2]):Ur&&(W=!0,N=2,ca!==!0&&(ca=!0))}if(W)s=I,r!==null&&(I?r.length=I:r=null);else{let ke={instancePath:t+"/webhooks/signa\
ture/key",schemaPath:"#/properties/webhooks/properties/signature/properties/key/oneOf",keyword:"oneOf",params:{passingSchemas:N},message:"must match exactly one\
 schema in oneOf",schema:c.properties.webhooks.properties.signature.properties.key.oneOf,parentSchema:c.properties.webhooks.properties.signature.properties.key,
data:g};r===null?r=[ke]:r.push(ke),s++}var Sr=v===s}}else{let P={instancePath:t+"/webhooks/signature",schemaPath:"#/properties/webhooks/properties/signature/typ\
e",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.signature.type,parentSchema:c.properties.webhooks.properties.
signature,data:b};r===null?r=[P]:r.push(P),s++}var $r=V===s}if(l.challenge!==void 0){let b=l.challenge,V=s,te=s,Q=s;if(typeof b=="string"){if(!rt.test(b)){let g={
instancePath:t+"/webhooks/challenge",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern \
"^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/challenge",schemaPath:"\
#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,data:b};r===null?r=[g]:r.push(g),s++}var Ro=te===
s,$r=V===s}if(l.told!==void 0){let b=l.told,V=s,te=s;if(Array.isArray(b)){if(b.length<1){let v={instancePath:t+"/webhooks/told",schemaPath:"#/properties/webhook\
s/properties/told/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.webhooks.properties.
told,data:b};r===null?r=[v]:r.push(v),s++}let P=!0,g=b.length;for(let v=0;v<g;v++){let I=b[v],W=s,N=s;if(I&&typeof I=="object"&&!Array.isArray(I)){if(I.at===void 0){
let B={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"required",params:{missingProperty:"at"},message:"\
must have required property 'at'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.properties.webhooks.properties.told.items,data:I};r===
null?r=[B]:r.push(B),s++}if(I.fact===void 0){let B={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/required",keyword:"\
required",params:{missingProperty:"fact"},message:"must have required property 'fact'",schema:c.properties.webhooks.properties.told.items.required,parentSchema:c.
properties.webhooks.properties.told.items,data:I};r===null?r=[B]:r.push(B),s++}let D=s;for(let B in I)if(!(B==="at"||B==="fact")){let oe={instancePath:t+"/webho\
oks/told/"+v,schemaPath:"#/properties/webhooks/properties/told/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:B},message:"\
must NOT have additional properties",schema:!1,parentSchema:c.properties.webhooks.properties.told.items,data:I};r===null?r=[oe]:r.push(oe),s++}if(I.at!==void 0){
let B=I.at,oe=s,Ae=s,it=s;if(typeof B=="string"){if(!rt.test(B)){let ke={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/pattern",keyword:"\
pattern",params:{pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:B};r===null?
r=[ke]:r.push(ke),s++}}else{let ke={instancePath:t+"/webhooks/told/"+v+"/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"mu\
st be string",schema:se.type,parentSchema:se,data:B};r===null?r=[ke]:r.push(ke),s++}var _h=Ae===s,Eo=oe===s}if(I.fact!==void 0){let B=I.fact,oe=s,Ae=c.properties.
webhooks.properties.told.items.properties.fact.enum;if(!(B==="id"||B==="model"||B==="created")){let ke={instancePath:t+"/webhooks/told/"+v+"/fact",schemaPath:"#\
/properties/webhooks/properties/told/items/properties/fact/enum",keyword:"enum",params:{allowedValues:c.properties.webhooks.properties.told.items.properties.fact.
enum},message:"must be equal to one of the allowed values",schema:c.properties.webhooks.properties.told.items.properties.fact.enum,parentSchema:c.properties.webhooks.
properties.told.items.properties.fact,data:B};r===null?r=[ke]:r.push(ke),s++}var Eo=oe===s}}else{let D={instancePath:t+"/webhooks/told/"+v,schemaPath:"#/propert\
ies/webhooks/properties/told/items/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.webhooks.properties.told.items.type,
parentSchema:c.properties.webhooks.properties.told.items,data:I};r===null?r=[D]:r.push(D),s++}var _r=W===s;_r||(P=!1)}}else{let P={instancePath:t+"/webhooks/tol\
d",schemaPath:"#/properties/webhooks/properties/told/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.webhooks.properties.
told.type,parentSchema:c.properties.webhooks.properties.told,data:b};r===null?r=[P]:r.push(P),s++}var $r=V===s}if(l.source!==void 0){let b=l.source,V=s,te=s,Q=s;
if(typeof b=="string"){if(ne(b)<1){let g={instancePath:t+"/webhooks/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}}else{let g={instancePath:t+"/webhooks/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}var xh=te===
s,$r=V===s}}else{let H={instancePath:t+"/webhooks",schemaPath:"#/properties/webhooks/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.webhooks.type,parentSchema:c.properties.webhooks,data:l};r===null?r=[H]:r.push(H),s++}var u=xe===s}if(e.rateHeaders!==void 0){let l=e.rateHeaders,xe=s;
xs(l,{instancePath:t+"/rateHeaders",parentData:e,parentDataProperty:"rateHeaders",rootData:o,dynamicAnchors:i})||(r=r===null?xs.errors:r.concat(xs.errors),s=r.length);
var u=xe===s}if(e.upload!==void 0){let l=e.upload,xe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.method===void 0){let d={instancePath:t+"/upload",schemaPath:"\
#/properties/upload/required",keyword:"required",params:{missingProperty:"method"},message:"must have required property 'method'",schema:c.properties.upload.required,
parentSchema:c.properties.upload,data:l};r===null?r=[d]:r.push(d),s++}if(l.path===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/requir\
ed",keyword:"required",params:{missingProperty:"path"},message:"must have required property 'path'",schema:c.properties.upload.required,parentSchema:c.properties.
upload,data:l};r===null?r=[d]:r.push(d),s++}if(l.reference===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",
params:{missingProperty:"reference"},message:"must have required property 'reference'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:l};
r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/upload",schemaPath:"#/properties/upload/required",keyword:"required",params:{missingProperty:"\
source"},message:"must have required property 'source'",schema:c.properties.upload.required,parentSchema:c.properties.upload,data:l};r===null?r=[d]:r.push(d),s++}
let X=s;for(let d in l)if(!(d==="method"||d==="path"||d==="field"||d==="reference"||d==="source")){let A={instancePath:t+"/upload",schemaPath:"#/properties/uplo\
ad/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.
upload,data:l};r===null?r=[A]:r.push(A),s++}if(l.method!==void 0){let d=l.method,A=s,ae=c.properties.upload.properties.method.enum;if(!(d==="POST"||d==="PUT")){
let ge={instancePath:t+"/upload/method",schemaPath:"#/properties/upload/properties/method/enum",keyword:"enum",params:{allowedValues:c.properties.upload.properties.
method.enum},message:"must be equal to one of the allowed values",schema:c.properties.upload.properties.method.enum,parentSchema:c.properties.upload.properties.
method,data:d};r===null?r=[ge]:r.push(ge),s++}var xr=A===s}if(l.path!==void 0){let d=l.path,A=s,ae=s,ge=s;if(typeof d=="string"){if(!Zt.test(d)){let b={instancePath:t+
"/upload/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern:"^/"},message:'must match pattern "^/"',schema:"^/",parentSchema:We,data:d};r===
null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/upload/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:We.type,parentSchema:We,data:d};r===null?r=[b]:r.push(b),s++}var qh=ae===s,xr=A===s}if(l.field!==void 0){let d=l.field,A=s,ae=s;if(typeof d=="string"){if(ne(
d)<1){let H={instancePath:t+"/upload/field",schemaPath:"#/properties/upload/properties/field/minLength",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters",schema:1,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[H]:r.push(H),s++}}else{let H={instancePath:t+"/uploa\
d/field",schemaPath:"#/properties/upload/properties/field/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.upload.properties.
field.type,parentSchema:c.properties.upload.properties.field,data:d};r===null?r=[H]:r.push(H),s++}var xr=A===s}if(l.reference!==void 0){let d=l.reference,A=s,ae=s,
ge=s;if(typeof d=="string"){if(!rt.test(d)){let b={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(\
/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:d};r===null?r=[b]:r.push(b),s++}}else{
let b={instancePath:t+"/upload/reference",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:d};r===null?r=[b]:r.push(b),s++}var Oh=ae===s,xr=A===s}if(l.source!==void 0){let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){if(ne(d)<1){let b={instancePath:t+
"/upload/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,
data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/upload/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"\
must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var jh=ae===s,xr=A===s}}else{let X={instancePath:t+"/upload",schemaPath:"#/p\
roperties/upload/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.upload.type,parentSchema:c.properties.upload,data:l};r===
null?r=[X]:r.push(X),s++}var u=xe===s}if(e.operations!==void 0){let l=e.operations,xe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(Object.keys(l).length<
1){let d={instancePath:t+"/operations",schemaPath:"#/properties/operations/minProperties",keyword:"minProperties",params:{limit:1},message:"must NOT have fewer \
than 1 properties",schema:1,parentSchema:c.properties.operations,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="video"||d==="image"||d===
"audio"||d==="mesh")){let A={instancePath:t+"/operations",schemaPath:"#/properties/operations/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},
message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.operations,data:l};r===null?r=[A]:r.push(A),s++}if(l.video!==void 0){let d=l.video,
A=s;Mt(d,{instancePath:t+"/operations/video",parentData:l,parentDataProperty:"video",rootData:o,dynamicAnchors:i})||(r=r===null?Mt.errors:r.concat(Mt.errors),s=
r.length);var da=A===s}if(l.image!==void 0){let d=l.image,A=s;Mt(d,{instancePath:t+"/operations/image",parentData:l,parentDataProperty:"image",rootData:o,dynamicAnchors:i})||
(r=r===null?Mt.errors:r.concat(Mt.errors),s=r.length);var da=A===s}if(l.audio!==void 0){let d=l.audio,A=s;Mt(d,{instancePath:t+"/operations/audio",parentData:l,
parentDataProperty:"audio",rootData:o,dynamicAnchors:i})||(r=r===null?Mt.errors:r.concat(Mt.errors),s=r.length);var da=A===s}if(l.mesh!==void 0){let d=l.mesh,A=s;
Mt(d,{instancePath:t+"/operations/mesh",parentData:l,parentDataProperty:"mesh",rootData:o,dynamicAnchors:i})||(r=r===null?Mt.errors:r.concat(Mt.errors),s=r.length);
var da=A===s}}else{let X={instancePath:t+"/operations",schemaPath:"#/properties/operations/type",keyword:"type",params:{type:"object"},message:"must be object",
schema:c.properties.operations.type,parentSchema:c.properties.operations,data:l};r===null?r=[X]:r.push(X),s++}var u=xe===s}if(e.errors!==void 0){let l=e.errors,
xe=s,St=s;if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.message===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"\
required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:c.properties.errors.required,parentSchema:c.properties.errors,
data:l};r===null?r=[d]:r.push(d),s++}if(l.code===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"\
code"},message:"must have required property 'code'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:l};r===null?r=[d]:r.push(d),s++}if(l.
proofs===void 0){let d={instancePath:t+"/errors",schemaPath:"#/properties/errors/required",keyword:"required",params:{missingProperty:"proofs"},message:"must ha\
ve required property 'proofs'",schema:c.properties.errors.required,parentSchema:c.properties.errors,data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)
if(!(d==="message"||d==="code"||d==="status"||d==="inside"||d==="proofs")){let A={instancePath:t+"/errors",schemaPath:"#/properties/errors/additionalProperties",
keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors,data:l};r===
null?r=[A]:r.push(A),s++}if(l.message!==void 0){let d=l.message,A=s;xt(d,{instancePath:t+"/errors/message",parentData:l,parentDataProperty:"message",rootData:o,
dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var Dr=A===s}if(l.code!==void 0){let d=l.code,A=s;xt(d,{instancePath:t+"/errors/code",
parentData:l,parentDataProperty:"code",rootData:o,dynamicAnchors:i})||(r=r===null?xt.errors:r.concat(xt.errors),s=r.length);var Dr=A===s}if(l.status!==void 0){let d=l.
status,A=s,ae=s,ge=s;if(typeof d=="string"){if(!rt.test(d)){let b={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{
pattern:"^(/([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:d};r===null?r=[b]:r.push(
b),s++}}else{let b={instancePath:t+"/errors/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,
parentSchema:se,data:d};r===null?r=[b]:r.push(b),s++}var Th=ae===s,Dr=A===s}if(l.inside!==void 0){let d=l.inside,A=s,ae=s;if(d&&typeof d=="object"&&!Array.isArray(
d)){if(d.at===void 0){let b={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"required",params:{missingProperty:"\
at"},message:"must have required property 'at'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.errors.properties.inside,data:d};
r===null?r=[b]:r.push(b),s++}if(d.source===void 0){let b={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/properties/inside/required",keyword:"r\
equired",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.inside.required,parentSchema:c.properties.
errors.properties.inside,data:d};r===null?r=[b]:r.push(b),s++}let H=s;for(let b in d)if(!(b==="at"||b==="unless"||b==="source")){let V={instancePath:t+"/errors/\
inside",schemaPath:"#/properties/errors/properties/inside/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:b},message:"must NOT h\
ave additional properties",schema:!1,parentSchema:c.properties.errors.properties.inside,data:d};r===null?r=[V]:r.push(V),s++}if(d.at!==void 0){let b=d.at,V=s,te=s,
Q=s;if(typeof b=="string"){if(!rt.test(b)){let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern:"^(/\
([^/~]|~[01])+)+$"},message:'must match pattern "^(/([^/~]|~[01])+)+$"',schema:"^(/([^/~]|~[01])+)+$",parentSchema:se,data:b};r===null?r=[P]:r.push(P),s++}}else{
let P={instancePath:t+"/errors/inside/at",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type:"string"},message:"must be string",schema:se.type,parentSchema:se,
data:b};r===null?r=[P]:r.push(P),s++}var w=te===s,Pe=V===s}if(d.unless!==void 0){let b=d.unless,V=s;if(!Array.isArray(b)){let P={instancePath:t+"/errors/inside/\
unless",schemaPath:"#/properties/errors/properties/inside/properties/unless/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.
errors.properties.inside.properties.unless.type,parentSchema:c.properties.errors.properties.inside.properties.unless,data:b};r===null?r=[P]:r.push(P),s++}let te=s;
var Pe=V===s}if(d.source!==void 0){let b=d.source,V=s,te=s,Q=s;if(typeof b=="string"){if(ne(b)<1){let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$d\
efs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:b};r===null?r=[g]:r.push(
g),s++}}else{let g={instancePath:t+"/errors/inside/source",schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.
type,parentSchema:re,data:b};r===null?r=[g]:r.push(g),s++}var yt=te===s,Pe=V===s}}else{let H={instancePath:t+"/errors/inside",schemaPath:"#/properties/errors/pr\
operties/inside/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.errors.properties.inside.type,parentSchema:c.properties.
errors.properties.inside,data:d};r===null?r=[H]:r.push(H),s++}var Dr=A===s}if(l.proofs!==void 0){let d=l.proofs,A=s,ae=s;if(Array.isArray(d)){if(d.length<1){let V={
instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer tha\
n 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[V]:r.push(V),s++}let H=!0,b=d.length;for(let V=0;V<b;V++){let te=d[V],
Q=s,P=s;if(te&&typeof te=="object"&&!Array.isArray(te)){if(te.status===void 0){let v={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/propert\
ies/proofs/items/required",keyword:"required",params:{missingProperty:"status"},message:"must have required property 'status'",schema:c.properties.errors.properties.
proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}if(te.proves===void 0){let v={instancePath:t+
"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"required",params:{missingProperty:"proves"},message:"must have re\
quired property 'proves'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?
r=[v]:r.push(v),s++}if(te.source===void 0){let v={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/required",keyword:"\
required",params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.errors.properties.proofs.items.required,parentSchema:c.
properties.errors.properties.proofs.items,data:te};r===null?r=[v]:r.push(v),s++}let g=s;for(let v in te)if(!(v==="status"||v==="codes"||v==="says"||v==="proves"||
v==="means"||v==="source")){let I={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:v},message:"must NOT have additional properties",schema:!1,parentSchema:c.properties.errors.properties.proofs.items,
data:te};r===null?r=[I]:r.push(I),s++}if(te.status!==void 0){let v=te.status,I=s,W=s;if(typeof v=="string"){if(!Uh.test(v)){let N={instancePath:t+"/errors/proof\
s/"+V+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/pattern",keyword:"pattern",params:{pattern:"^[1-5]([0-9]{2}|xx)$"},message:'\
must match pattern "^[1-5]([0-9]{2}|xx)$"',schema:"^[1-5]([0-9]{2}|xx)$",parentSchema:c.properties.errors.properties.proofs.items.properties.status,data:v};r===
null?r=[N]:r.push(N),s++}}else{let N={instancePath:t+"/errors/proofs/"+V+"/status",schemaPath:"#/properties/errors/properties/proofs/items/properties/status/typ\
e",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.status.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.status,data:v};r===null?r=[N]:r.push(N),s++}var Bt=I===s}if(te.codes!==void 0){let v=te.codes,I=s,W=s;if(Array.isArray(
v)){if(v.length<1){let oe={instancePath:t+"/errors/proofs/"+V+"/codes",schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/minItems",keyword:"\
minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};
r===null?r=[oe]:r.push(oe),s++}let D=!0,B=v.length;for(let oe=0;oe<B;oe++){let Ae=v[oe],it=s;if(typeof Ae!="string"){let M={instancePath:t+"/errors/proofs/"+V+"\
/codes/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/codes/items/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.errors.properties.proofs.items.properties.codes.items.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes.items,data:Ae};
r===null?r=[M]:r.push(M),s++}let ke=s;var le=it===s;le||(D=!1)}}else{let D={instancePath:t+"/errors/proofs/"+V+"/codes",schemaPath:"#/properties/errors/properti\
es/proofs/items/properties/codes/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.errors.properties.proofs.items.properties.
codes.type,parentSchema:c.properties.errors.properties.proofs.items.properties.codes,data:v};r===null?r=[D]:r.push(D),s++}var Bt=I===s}if(te.says!==void 0){let v=te.
says,I=s,W=s;if(Array.isArray(v)){if(v.length<1){let oe={instancePath:t+"/errors/proofs/"+V+"/says",schemaPath:"#/properties/errors/properties/proofs/items/prop\
erties/says/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.properties.errors.properties.proofs.
items.properties.says,data:v};r===null?r=[oe]:r.push(oe),s++}let D=!0,B=v.length;for(let oe=0;oe<B;oe++){let Ae=v[oe],it=s,ke=s;if(typeof Ae=="string"){if(ne(Ae)<
1){let M={instancePath:t+"/errors/proofs/"+V+"/says/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says/items/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.says.items,data:Ae};
r===null?r=[M]:r.push(M),s++}}else{let M={instancePath:t+"/errors/proofs/"+V+"/says/"+oe,schemaPath:"#/properties/errors/properties/proofs/items/properties/says\
/items/type",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.says.items.type,parentSchema:c.
properties.errors.properties.proofs.items.properties.says.items,data:Ae};r===null?r=[M]:r.push(M),s++}var f=it===s;f||(D=!1)}}else{let D={instancePath:t+"/error\
s/proofs/"+V+"/says",schemaPath:"#/properties/errors/properties/proofs/items/properties/says/type",keyword:"type",params:{type:"array"},message:"must be array",
schema:c.properties.errors.properties.proofs.items.properties.says.type,parentSchema:c.properties.errors.properties.proofs.items.properties.says,data:v};r===null?
r=[D]:r.push(D),s++}var Bt=I===s}if(te.proves!==void 0){let v=te.proves,I=s,W=c.properties.errors.properties.proofs.items.properties.proves.enum;if(!(v==="rejec\
ted"||v==="busy"||v==="credentials"||v==="payment"||v==="may-exist"||v==="unknown-model")){let D={instancePath:t+"/errors/proofs/"+V+"/proves",schemaPath:"#/pro\
perties/errors/properties/proofs/items/properties/proves/enum",keyword:"enum",params:{allowedValues:c.properties.errors.properties.proofs.items.properties.proves.
enum},message:"must be equal to one of the allowed values",schema:c.properties.errors.properties.proofs.items.properties.proves.enum,parentSchema:c.properties.errors.
properties.proofs.items.properties.proves,data:v};r===null?r=[D]:r.push(D),s++}var Bt=I===s}if(te.means!==void 0){let v=te.means,I=s,W=s;if(typeof v=="string"){
if(ne(v)<1){let D={instancePath:t+"/errors/proofs/"+V+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.errors.properties.proofs.items.properties.means,data:v};
r===null?r=[D]:r.push(D),s++}}else{let D={instancePath:t+"/errors/proofs/"+V+"/means",schemaPath:"#/properties/errors/properties/proofs/items/properties/means/t\
ype",keyword:"type",params:{type:"string"},message:"must be string",schema:c.properties.errors.properties.proofs.items.properties.means.type,parentSchema:c.properties.
errors.properties.proofs.items.properties.means,data:v};r===null?r=[D]:r.push(D),s++}var Bt=I===s}if(te.source!==void 0){let v=te.source,I=s,W=s,N=s;if(typeof v==
"string"){if(ne(v)<1){let B={instancePath:t+"/errors/proofs/"+V+"/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"mu\
st NOT have fewer than 1 characters",schema:1,parentSchema:re,data:v};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+"/errors/proofs/"+V+"/source",schemaPath:"\
#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:v};r===null?r=[B]:r.push(B),s++}var k=W===
s,Bt=I===s}}else{let g={instancePath:t+"/errors/proofs/"+V,schemaPath:"#/properties/errors/properties/proofs/items/type",keyword:"type",params:{type:"object"},message:"\
must be object",schema:c.properties.errors.properties.proofs.items.type,parentSchema:c.properties.errors.properties.proofs.items,data:te};r===null?r=[g]:r.push(
g),s++}var E=Q===s;E||(H=!1)}}else{let H={instancePath:t+"/errors/proofs",schemaPath:"#/properties/errors/properties/proofs/type",keyword:"type",params:{type:"a\
rray"},message:"must be array",schema:c.properties.errors.properties.proofs.type,parentSchema:c.properties.errors.properties.proofs,data:d};r===null?r=[H]:r.push(
H),s++}var Dr=A===s}}else{let X={instancePath:t+"/errors",schemaPath:"#/properties/errors/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.
properties.errors.type,parentSchema:c.properties.errors,data:l};r===null?r=[X]:r.push(X),s++}var u=xe===s}if(e.cancelRules!==void 0){let l=e.cancelRules,xe=s,St=s;
if(l&&typeof l=="object"&&!Array.isArray(l)){if(l.queued===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"queued"},message:"must have required property 'queued'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}if(l.processing===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requ\
ired",params:{missingProperty:"processing"},message:"must have required property 'processing'",schema:c.properties.cancelRules.required,parentSchema:c.properties.
cancelRules,data:l};r===null?r=[d]:r.push(d),s++}if(l.ended===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"\
required",params:{missingProperty:"ended"},message:"must have required property 'ended'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}if(l.cancelled===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"requi\
red",params:{missingProperty:"cancelled"},message:"must have required property 'cancelled'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}if(l.source===void 0){let d={instancePath:t+"/cancelRules",schemaPath:"#/properties/cancelRules/required",keyword:"required",
params:{missingProperty:"source"},message:"must have required property 'source'",schema:c.properties.cancelRules.required,parentSchema:c.properties.cancelRules,
data:l};r===null?r=[d]:r.push(d),s++}let X=s;for(let d in l)if(!(d==="queued"||d==="processing"||d==="ended"||d==="cancelled"||d==="source")){let A={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:d},message:"must NOT have ad\
ditional properties",schema:!1,parentSchema:c.properties.cancelRules,data:l};r===null?r=[A]:r.push(A),s++}if(l.queued!==void 0){let d=l.queued,A=s,ae=s,ge=s,H=s,
b=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let te;if(d.body===void 0&&(te="body")||d.error===void 0&&(te="error")){let Q={};r===null?r=[Q]:r.push(Q),s++}}
var Le=V===s;if(Le){let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",
schema:C.allOf[0].not,parentSchema:C.allOf[0],data:d};r===null?r=[te]:r.push(te),s++}else s=b,r!==null&&(b?r.length=b:r=null);var Z=H===s;if(d&&typeof d=="objec\
t"&&!Array.isArray(d)){if(d.then===void 0){let Q={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"\
then"},message:"must have required property 'then'",schema:C.required,parentSchema:C,data:d};r===null?r=[Q]:r.push(Q),s++}let te=s;for(let Q in d)if(!(Q==="then"||
Q==="status"||Q==="body"||Q==="error")){let P={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProp\
erties",params:{additionalProperty:Q},message:"must NOT have additional properties",schema:!1,parentSchema:C,data:d};r===null?r=[P]:r.push(P),s++}if(d.then!==void 0){
let Q=d.then,P=s,g=C.properties.then.enum;if(!(Q==="cancelled"||Q==="goes-on"||Q==="removed"||Q==="refused")){let v={instancePath:t+"/cancelRules/queued/then",schemaPath:"\
#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:C.properties.then.enum},message:"must be equal to one of the allowed values",schema:C.
properties.then.enum,parentSchema:C.properties.then,data:Q};r===null?r=[v]:r.push(v),s++}var _=P===s}if(d.status!==void 0){let Q=d.status,P=s;if(!(typeof Q=="nu\
mber"&&!(Q%1)&&!isNaN(Q))){let I={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"\
integer"},message:"must be integer",schema:C.properties.status.type,parentSchema:C.properties.status,data:Q};r===null?r=[I]:r.push(I),s++}let g=s;if(typeof Q=="\
number"){if(Q>599||isNaN(Q)){let I={instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{
comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:C.properties.status,data:Q};r===null?r=[I]:r.push(I),s++}if(Q<200||isNaN(Q)){let I={
instancePath:t+"/cancelRules/queued/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"\
must be >= 200",schema:200,parentSchema:C.properties.status,data:Q};r===null?r=[I]:r.push(I),s++}}var _=P===s}if(d.error!==void 0){let Q=d.error,P=s,g=s;if(Q&&typeof Q==
"object"&&!Array.isArray(Q)){if(Q.code===void 0){let W={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"\
required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:C.properties.error.required,parentSchema:C.properties.error,data:Q};
r===null?r=[W]:r.push(W),s++}if(Q.message===void 0){let W={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$defs/cancelRule/properties/error/required",
keyword:"required",params:{missingProperty:"message"},message:"must have required property 'message'",schema:C.properties.error.required,parentSchema:C.properties.
error,data:Q};r===null?r=[W]:r.push(W),s++}let I=s;for(let W in Q)if(!(W==="code"||W==="message")){let N={instancePath:t+"/cancelRules/queued/error",schemaPath:"\
#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:W},message:"must NOT have additional propert\
ies",schema:!1,parentSchema:C.properties.error,data:Q};r===null?r=[N]:r.push(N),s++}if(Q.code!==void 0){let W=Q.code,N=s,D=s;if(typeof W=="string"){if(ne(W)<1){
let B={instancePath:t+"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.error.properties.code,data:W};r===null?r=[B]:r.push(B),s++}}else{let B={instancePath:t+
"/cancelRules/queued/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be st\
ring",schema:C.properties.error.properties.code.type,parentSchema:C.properties.error.properties.code,data:W};r===null?r=[B]:r.push(B),s++}var q=N===s}if(Q.message!==
void 0){let W=Q.message,N=s,D=s;if(typeof W=="string"){if(ne(W)<1){let oe={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.
error.properties.message,data:W};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/queued/error/message",schemaPath:"#/$defs/cancelRule/\
properties/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.message.type,parentSchema:C.
properties.error.properties.message,data:W};r===null?r=[oe]:r.push(oe),s++}var q=N===s}}else{let I={instancePath:t+"/cancelRules/queued/error",schemaPath:"#/$de\
fs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:C.properties.error.type,parentSchema:C.properties.error,
data:Q};r===null?r=[I]:r.push(I),s++}var _=P===s}}else{let te={instancePath:t+"/cancelRules/queued",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{
type:"object"},message:"must be object",schema:C.type,parentSchema:C,data:d};r===null?r=[te]:r.push(te),s++}var ie=ae===s,ve=A===s}if(l.processing!==void 0){let d=l.
processing,A=s,ae=s,ge=s,H=s,b=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};
r===null?r=[P]:r.push(P),s++}}var be=V===s;if(be){let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},
message:"must NOT be valid",schema:C.allOf[0].not,parentSchema:C.allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=b,r!==null&&(b?r.length=b:r=null);var ee=H===
s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/required",keyword:"\
required",params:{missingProperty:"then"},message:"must have required property 'then'",schema:C.required,parentSchema:C,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;
for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/additiona\
lProperties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:C,data:d};r===null?
r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=C.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let I={instancePath:t+
"/cancelRules/processing/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:C.properties.then.enum},message:"must b\
e equal to one of the allowed values",schema:C.properties.then.enum,parentSchema:C.properties.then,data:P};r===null?r=[I]:r.push(I),s++}var G=g===s}if(d.status!==
void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/pr\
operties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:C.properties.status.type,parentSchema:C.properties.status,data:P};
r===null?r=[W]:r.push(W),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cance\
lRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:C.properties.status,data:P};
r===null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRules/processing/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",
keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:C.properties.status,data:P};r===null?r=[W]:r.push(W),s++}}
var G=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let N={instancePath:t+"/cancelRules/proc\
essing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property \
'code'",schema:C.properties.error.required,parentSchema:C.properties.error,data:P};r===null?r=[N]:r.push(N),s++}if(P.message===void 0){let N={instancePath:t+"/c\
ancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have \
required property 'message'",schema:C.properties.error.required,parentSchema:C.properties.error,data:P};r===null?r=[N]:r.push(N),s++}let W=s;for(let N in P)if(!(N===
"code"||N==="message")){let D={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"add\
itionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:C.properties.error,data:P};r===null?r=[D]:
r.push(D),s++}if(P.code!==void 0){let N=P.code,D=s,B=s;if(typeof N=="string"){if(ne(N)<1){let oe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"\
#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.
properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/processing/error/code",schemaPath:"#/$defs/ca\
ncelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.code.type,parentSchema:C.
properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}var De=D===s}if(P.message!==void 0){let N=P.message,D=s,B=s;if(typeof N=="string"){if(ne(
N)<1){let Ae={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minL\
ength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.error.properties.message,data:N};r===null?r=[Ae]:r.push(
Ae),s++}}else{let Ae={instancePath:t+"/cancelRules/processing/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"t\
ype",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.message.type,parentSchema:C.properties.error.properties.message,data:N};
r===null?r=[Ae]:r.push(Ae),s++}var De=D===s}}else{let W={instancePath:t+"/cancelRules/processing/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:C.properties.error.type,parentSchema:C.properties.error,data:P};r===null?r=[W]:r.push(W),s++}var G=g===
s}}else{let Q={instancePath:t+"/cancelRules/processing",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:C.
type,parentSchema:C,data:d};r===null?r=[Q]:r.push(Q),s++}var nt=ae===s,ve=A===s}if(l.ended!==void 0){let d=l.ended,A=s,ae=s,ge=s,H=s,b=s,V=s;if(d&&typeof d=="ob\
ject"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};r===null?r=[P]:r.push(P),s++}}var Qe=V===s;if(Qe){let Q={
instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"must NOT be valid",schema:C.allOf[0].not,parentSchema:C.
allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=b,r!==null&&(b?r.length=b:r=null);var Te=H===s;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){
let P={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/required",keyword:"required",params:{missingProperty:"then"},message:"must have requir\
ed property 'then'",schema:C.required,parentSchema:C,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P===
"error")){let g={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:P},
message:"must NOT have additional properties",schema:!1,parentSchema:C,data:d};r===null?r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=C.properties.
then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let I={instancePath:t+"/cancelRules/ended/then",schemaPath:"#/$defs/cancelRule/pro\
perties/then/enum",keyword:"enum",params:{allowedValues:C.properties.then.enum},message:"must be equal to one of the allowed values",schema:C.properties.then.enum,
parentSchema:C.properties.then,data:P};r===null?r=[I]:r.push(I),s++}var he=g===s}if(d.status!==void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(
P))){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/type",keyword:"type",params:{type:"integer"},message:"mu\
st be integer",schema:C.properties.status.type,parentSchema:C.properties.status,data:P};r===null?r=[W]:r.push(W),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(
P)){let W={instancePath:t+"/cancelRules/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},
message:"must be <= 599",schema:599,parentSchema:C.properties.status,data:P};r===null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRule\
s/ended/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,
parentSchema:C.properties.status,data:P};r===null?r=[W]:r.push(W),s++}}var he=g===s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.
isArray(P)){if(P.code===void 0){let N={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{
missingProperty:"code"},message:"must have required property 'code'",schema:C.properties.error.required,parentSchema:C.properties.error,data:P};r===null?r=[N]:r.
push(N),s++}if(P.message===void 0){let N={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",
params:{missingProperty:"message"},message:"must have required property 'message'",schema:C.properties.error.required,parentSchema:C.properties.error,data:P};r===
null?r=[N]:r.push(N),s++}let W=s;for(let N in P)if(!(N==="code"||N==="message")){let D={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$defs/cancelRule\
/properties/error/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:C.
properties.error,data:P};r===null?r=[D]:r.push(D),s++}if(P.code!==void 0){let N=P.code,D=s,B=s;if(typeof N=="string"){if(ne(N)<1){let oe={instancePath:t+"/cance\
lRules/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have \
fewer than 1 characters",schema:1,parentSchema:C.properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRu\
les/ended/error/code",schemaPath:"#/$defs/cancelRule/properties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:C.
properties.error.properties.code.type,parentSchema:C.properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}var Se=D===s}if(P.message!==void 0){
let N=P.message,D=s,B=s;if(typeof N=="string"){if(ne(N)<1){let Ae={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/properties/e\
rror/properties/message/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.error.
properties.message,data:N};r===null?r=[Ae]:r.push(Ae),s++}}else{let Ae={instancePath:t+"/cancelRules/ended/error/message",schemaPath:"#/$defs/cancelRule/propert\
ies/error/properties/message/type",keyword:"type",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.message.type,parentSchema:C.
properties.error.properties.message,data:N};r===null?r=[Ae]:r.push(Ae),s++}var Se=D===s}}else{let W={instancePath:t+"/cancelRules/ended/error",schemaPath:"#/$de\
fs/cancelRule/properties/error/type",keyword:"type",params:{type:"object"},message:"must be object",schema:C.properties.error.type,parentSchema:C.properties.error,
data:P};r===null?r=[W]:r.push(W),s++}var he=g===s}}else{let Q={instancePath:t+"/cancelRules/ended",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"\
object"},message:"must be object",schema:C.type,parentSchema:C,data:d};r===null?r=[Q]:r.push(Q),s++}var Et=ae===s,ve=A===s}if(l.cancelled!==void 0){let d=l.cancelled,
A=s,ae=s,ge=s,H=s,b=s,V=s;if(d&&typeof d=="object"&&!Array.isArray(d)){let Q;if(d.body===void 0&&(Q="body")||d.error===void 0&&(Q="error")){let P={};r===null?r=
[P]:r.push(P),s++}}var ht=V===s;if(ht){let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/allOf/0/not",keyword:"not",params:{},message:"\
must NOT be valid",schema:C.allOf[0].not,parentSchema:C.allOf[0],data:d};r===null?r=[Q]:r.push(Q),s++}else s=b,r!==null&&(b?r.length=b:r=null);var $t=H===s;if(d&&
typeof d=="object"&&!Array.isArray(d)){if(d.then===void 0){let P={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/required",keyword:"requ\
ired",params:{missingProperty:"then"},message:"must have required property 'then'",schema:C.required,parentSchema:C,data:d};r===null?r=[P]:r.push(P),s++}let Q=s;
for(let P in d)if(!(P==="then"||P==="status"||P==="body"||P==="error")){let g={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/additional\
Properties",keyword:"additionalProperties",params:{additionalProperty:P},message:"must NOT have additional properties",schema:!1,parentSchema:C,data:d};r===null?
r=[g]:r.push(g),s++}if(d.then!==void 0){let P=d.then,g=s,v=C.properties.then.enum;if(!(P==="cancelled"||P==="goes-on"||P==="removed"||P==="refused")){let I={instancePath:t+
"/cancelRules/cancelled/then",schemaPath:"#/$defs/cancelRule/properties/then/enum",keyword:"enum",params:{allowedValues:C.properties.then.enum},message:"must be\
 equal to one of the allowed values",schema:C.properties.then.enum,parentSchema:C.properties.then,data:P};r===null?r=[I]:r.push(I),s++}var Ct=g===s}if(d.status!==
void 0){let P=d.status,g=s;if(!(typeof P=="number"&&!(P%1)&&!isNaN(P))){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/pro\
perties/status/type",keyword:"type",params:{type:"integer"},message:"must be integer",schema:C.properties.status.type,parentSchema:C.properties.status,data:P};r===
null?r=[W]:r.push(W),s++}let v=s;if(typeof P=="number"){if(P>599||isNaN(P)){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule\
/properties/status/maximum",keyword:"maximum",params:{comparison:"<=",limit:599},message:"must be <= 599",schema:599,parentSchema:C.properties.status,data:P};r===
null?r=[W]:r.push(W),s++}if(P<200||isNaN(P)){let W={instancePath:t+"/cancelRules/cancelled/status",schemaPath:"#/$defs/cancelRule/properties/status/minimum",keyword:"\
minimum",params:{comparison:">=",limit:200},message:"must be >= 200",schema:200,parentSchema:C.properties.status,data:P};r===null?r=[W]:r.push(W),s++}}var Ct=g===
s}if(d.error!==void 0){let P=d.error,g=s,v=s;if(P&&typeof P=="object"&&!Array.isArray(P)){if(P.code===void 0){let N={instancePath:t+"/cancelRules/cancelled/erro\
r",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"code"},message:"must have required property 'code'",schema:C.
properties.error.required,parentSchema:C.properties.error,data:P};r===null?r=[N]:r.push(N),s++}if(P.message===void 0){let N={instancePath:t+"/cancelRules/cancel\
led/error",schemaPath:"#/$defs/cancelRule/properties/error/required",keyword:"required",params:{missingProperty:"message"},message:"must have required property \
'message'",schema:C.properties.error.required,parentSchema:C.properties.error,data:P};r===null?r=[N]:r.push(N),s++}let W=s;for(let N in P)if(!(N==="code"||N==="\
message")){let D={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/additionalProperties",keyword:"additionalPropert\
ies",params:{additionalProperty:N},message:"must NOT have additional properties",schema:!1,parentSchema:C.properties.error,data:P};r===null?r=[D]:r.push(D),s++}
if(P.code!==void 0){let N=P.code,D=s,B=s;if(typeof N=="string"){if(ne(N)<1){let oe={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cance\
lRule/properties/error/properties/code/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.
error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/cancelRules/cancelled/error/code",schemaPath:"#/$defs/cancelRule/pro\
perties/error/properties/code/type",keyword:"type",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.code.type,parentSchema:C.
properties.error.properties.code,data:N};r===null?r=[oe]:r.push(oe),s++}var Jr=D===s}if(P.message!==void 0){let N=P.message,D=s,B=s;if(typeof N=="string"){if(ne(
N)<1){let Ae={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/minLength",keyword:"minLe\
ngth",params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:C.properties.error.properties.message,data:N};r===null?r=[Ae]:r.push(
Ae),s++}}else{let Ae={instancePath:t+"/cancelRules/cancelled/error/message",schemaPath:"#/$defs/cancelRule/properties/error/properties/message/type",keyword:"ty\
pe",params:{type:"string"},message:"must be string",schema:C.properties.error.properties.message.type,parentSchema:C.properties.error.properties.message,data:N};
r===null?r=[Ae]:r.push(Ae),s++}var Jr=D===s}}else{let W={instancePath:t+"/cancelRules/cancelled/error",schemaPath:"#/$defs/cancelRule/properties/error/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:C.properties.error.type,parentSchema:C.properties.error,data:P};r===null?r=[W]:r.push(W),s++}var Ct=g===
s}}else{let Q={instancePath:t+"/cancelRules/cancelled",schemaPath:"#/$defs/cancelRule/type",keyword:"type",params:{type:"object"},message:"must be object",schema:C.
type,parentSchema:C,data:d};r===null?r=[Q]:r.push(Q),s++}var zr=ae===s,ve=A===s}if(l.source!==void 0){let d=l.source,A=s,ae=s,ge=s;if(typeof d=="string"){if(ne(
d)<1){let b={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1\
 characters",schema:1,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}}else{let b={instancePath:t+"/cancelRules/source",schemaPath:"#/$defs/source/type",keyword:"\
type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:d};r===null?r=[b]:r.push(b),s++}var mc=ae===s,ve=A===s}}else{let X={instancePath:t+
"/cancelRules",schemaPath:"#/properties/cancelRules/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.properties.cancelRules.type,parentSchema:c.
properties.cancelRules,data:l};r===null?r=[X]:r.push(X),s++}var u=xe===s}if(e.disagreements!==void 0){let l=e.disagreements,xe=s,St=s;if(Array.isArray(l)){let X=!0,
d=l.length;for(let A=0;A<d;A++){let ae=l[A],ge=s,H=s;if(ae&&typeof ae=="object"&&!Array.isArray(ae)){if(ae.topic===void 0){let V={instancePath:t+"/disagreements\
/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"topic"},message:"must have required property 'topic'",schema:c.
properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ae};r===null?r=[V]:r.push(V),s++}if(ae.between===void 0){let V={instancePath:t+
"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"between"},message:"must have required pro\
perty 'between'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ae};r===null?r=[V]:r.push(V),s++}if(ae.follows===
void 0){let V={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/required",keyword:"required",params:{missingProperty:"follows"},message:"\
must have required property 'follows'",schema:c.properties.disagreements.items.required,parentSchema:c.properties.disagreements.items,data:ae};r===null?r=[V]:r.
push(V),s++}let b=s;for(let V in ae)if(!(V==="topic"||V==="between"||V==="follows")){let te={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagre\
ements/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:V},message:"must NOT have additional properties",schema:!1,parentSchema:c.
properties.disagreements.items,data:ae};r===null?r=[te]:r.push(te),s++}if(ae.topic!==void 0){let V=ae.topic,te=s,Q=s;if(typeof V=="string"){if(ne(V)<1){let P={instancePath:t+
"/disagreements/"+A+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/minLength",keyword:"minLength",params:{limit:1},message:"must NOT hav\
e fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.topic,data:V};r===null?r=[P]:r.push(P),s++}}else{let P={instancePath:t+
"/disagreements/"+A+"/topic",schemaPath:"#/properties/disagreements/items/properties/topic/type",keyword:"type",params:{type:"string"},message:"must be string",
schema:c.properties.disagreements.items.properties.topic.type,parentSchema:c.properties.disagreements.items.properties.topic,data:V};r===null?r=[P]:r.push(P),s++}
var It=te===s}if(ae.between!==void 0){let V=ae.between,te=s,Q=s;if(Array.isArray(V)){if(V.length<1){let I={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"\
#/properties/disagreements/items/properties/between/minItems",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:c.
properties.disagreements.items.properties.between,data:V};r===null?r=[I]:r.push(I),s++}let g=!0,v=V.length;for(let I=0;I<v;I++){let W=V[I],N=s,D=s,B=s;if(typeof W==
"string"){if(ne(W)<1){let oe={instancePath:t+"/disagreements/"+A+"/between/"+I,schemaPath:"#/$defs/source/minLength",keyword:"minLength",params:{limit:1},message:"\
must NOT have fewer than 1 characters",schema:1,parentSchema:re,data:W};r===null?r=[oe]:r.push(oe),s++}}else{let oe={instancePath:t+"/disagreements/"+A+"/betwee\
n/"+I,schemaPath:"#/$defs/source/type",keyword:"type",params:{type:"string"},message:"must be string",schema:re.type,parentSchema:re,data:W};r===null?r=[oe]:r.push(
oe),s++}var gt=D===s,gr=N===s;gr||(g=!1)}}else{let g={instancePath:t+"/disagreements/"+A+"/between",schemaPath:"#/properties/disagreements/items/properties/betw\
een/type",keyword:"type",params:{type:"array"},message:"must be array",schema:c.properties.disagreements.items.properties.between.type,parentSchema:c.properties.
disagreements.items.properties.between,data:V};r===null?r=[g]:r.push(g),s++}var It=te===s}if(ae.follows!==void 0){let V=ae.follows,te=s,Q=s;if(typeof V=="string"){
if(ne(V)<1){let g={instancePath:t+"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/minLength",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:c.properties.disagreements.items.properties.follows,data:V};r===null?r=[g]:
r.push(g),s++}}else{let g={instancePath:t+"/disagreements/"+A+"/follows",schemaPath:"#/properties/disagreements/items/properties/follows/type",keyword:"type",params:{
type:"string"},message:"must be string",schema:c.properties.disagreements.items.properties.follows.type,parentSchema:c.properties.disagreements.items.properties.
follows,data:V};r===null?r=[g]:r.push(g),s++}var It=te===s}}else{let b={instancePath:t+"/disagreements/"+A,schemaPath:"#/properties/disagreements/items/type",keyword:"\
type",params:{type:"object"},message:"must be object",schema:c.properties.disagreements.items.type,parentSchema:c.properties.disagreements.items,data:ae};r===null?
r=[b]:r.push(b),s++}var ua=ge===s;ua||(X=!1)}}else{let X={instancePath:t+"/disagreements",schemaPath:"#/properties/disagreements/type",keyword:"type",params:{type:"\
array"},message:"must be array",schema:c.properties.disagreements.type,parentSchema:c.properties.disagreements,data:l};r===null?r=[X]:r.push(X),s++}var u=xe===s}}else{
let rn={instancePath:t,schemaPath:"#/type",keyword:"type",params:{type:"object"},message:"must be object",schema:c.type,parentSchema:c,data:e};r===null?r=[rn]:r.
push(rn),s++}return sn.errors=r,s===0}sn.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1}});var Ns=ce(Ge=>{"use strict";Object.defineProperty(Ge,"__esModule",{value:!0});Ge.regexpCode=Ge.getEsmExportName=Ge.getProperty=Ge.safeStringify=Ge.stringify=Ge.
strConcat=Ge.addCodeArg=Ge.str=Ge._=Ge.nil=Ge._Code=Ge.Name=Ge.IDENTIFIER=Ge._CodeOrName=void 0;var wa=class{};Ge._CodeOrName=wa;Ge.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;
var os=class extends wa{constructor(t){if(super(),!Ge.IDENTIFIER.test(t))throw new Error("CodeGen: name must be a valid identifier");this.str=t}toString(){return this.
str}emptyStr(){return!1}get names(){return{[this.str]:1}}};Ge.Name=os;var Xt=class extends wa{constructor(t){super(),this._items=typeof t=="string"?[t]:t}toString(){
return this.str}emptyStr(){if(this._items.length>1)return!1;let t=this._items[0];return t===""||t==='""'}get str(){var t;return(t=this._str)!==null&&t!==void 0?
t:this._str=this._items.reduce((a,n)=>`${a}${n}`,"")}get names(){var t;return(t=this._names)!==null&&t!==void 0?t:this._names=this._items.reduce((a,n)=>(n instanceof
os&&(a[n.str]=(a[n.str]||0)+1),a),{})}};Ge._Code=Xt;Ge.nil=new Xt("");function zc(e,...t){let a=[e[0]],n=0;for(;n<t.length;)Ho(a,t[n]),a.push(e[++n]);return new Xt(
a)}Ge._=zc;var Ko=new Xt("+");function Wc(e,...t){let a=[ba(e[0])],n=0;for(;n<t.length;)a.push(Ko),Ho(a,t[n]),a.push(Ko,ba(e[++n]));return ny(a),new Xt(a)}Ge.str=
Wc;function Ho(e,t){t instanceof Xt?e.push(...t._items):t instanceof os?e.push(t):e.push(py(t))}Ge.addCodeArg=Ho;function ny(e){let t=1;for(;t<e.length-1;){if(e[t]===
Ko){let a=oy(e[t-1],e[t+1]);if(a!==void 0){e.splice(t-1,3,a);continue}e[t++]="+"}t++}}function oy(e,t){if(t==='""')return e;if(e==='""')return t;if(typeof e=="s\
tring")return t instanceof os||e[e.length-1]!=='"'?void 0:typeof t!="string"?`${e.slice(0,-1)}${t}"`:t[0]==='"'?e.slice(0,-1)+t.slice(1):void 0;if(typeof t=="st\
ring"&&t[0]==='"'&&!(e instanceof os))return`"${e}${t.slice(1)}`}function iy(e,t){return t.emptyStr()?e:e.emptyStr()?t:Wc`${e}${t}`}Ge.strConcat=iy;function py(e){
return typeof e=="number"||typeof e=="boolean"||e===null?e:ba(Array.isArray(e)?e.join(","):e)}function cy(e){return new Xt(ba(e))}Ge.stringify=cy;function ba(e){
return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}Ge.safeStringify=ba;function dy(e){return typeof e=="string"&&Ge.IDENTIFIER.test(
e)?new Xt(`.${e}`):zc`[${e}]`}Ge.getProperty=dy;function uy(e){if(typeof e=="string"&&Ge.IDENTIFIER.test(e))return new Xt(`${e}`);throw new Error(`CodeGen: inva\
lid export name: ${e}, use explicit $id name mapping`)}Ge.getEsmExportName=uy;function ly(e){return new Xt(e.toString())}Ge.regexpCode=ly});var Zo=ce(Dt=>{"use strict";Object.defineProperty(Dt,"__esModule",{value:!0});Dt.ValueScope=Dt.ValueScopeName=Dt.Scope=Dt.varKinds=Dt.UsedValueState=void 0;var Ut=Ns(),
Bo=class extends Error{constructor(t){super(`CodeGen: "code" for ${t} not defined`),this.value=t.value}},dn;(function(e){e[e.Started=0]="Started",e[e.Completed=
1]="Completed"})(dn||(Dt.UsedValueState=dn={}));Dt.varKinds={const:new Ut.Name("const"),let:new Ut.Name("let"),var:new Ut.Name("var")};var un=class{constructor({
prefixes:t,parent:a}={}){this._names={},this._prefixes=t,this._parent=a}toName(t){return t instanceof Ut.Name?t:this.name(t)}name(t){return new Ut.Name(this._newName(
t))}_newName(t){let a=this._names[t]||this._nameGroup(t);return`${t}${a.index++}`}_nameGroup(t){var a,n;if(!((n=(a=this._parent)===null||a===void 0?void 0:a._prefixes)===
null||n===void 0)&&n.has(t)||this._prefixes&&!this._prefixes.has(t))throw new Error(`CodeGen: prefix "${t}" is not allowed in this scope`);return this._names[t]=
{prefix:t,index:0}}};Dt.Scope=un;var ln=class extends Ut.Name{constructor(t,a){super(a),this.prefix=t}setValue(t,{property:a,itemIndex:n}){this.value=t,this.scopePath=
(0,Ut._)`.${new Ut.Name(a)}[${n}]`}};Dt.ValueScopeName=ln;var my=(0,Ut._)`\n`,Go=class extends un{constructor(t){super(t),this._values={},this._scope=t.scope,this.
opts={...t,_n:t.lines?my:Ut.nil}}get(){return this._scope}name(t){return new ln(t,this._newName(t))}value(t,a){var n;if(a.ref===void 0)throw new Error("CodeGen:\
 ref must be passed in value");let o=this.toName(t),{prefix:i}=o,r=(n=a.key)!==null&&n!==void 0?n:a.ref,s=this._values[i];if(s){let u=s.get(r);if(u)return u}else
s=this._values[i]=new Map;s.set(r,o);let p=this._scope[i]||(this._scope[i]=[]),m=p.length;return p[m]=a.ref,o.setValue(a,{property:i,itemIndex:m}),o}getValue(t,a){
let n=this._values[t];if(n)return n.get(a)}scopeRefs(t,a=this._values){return this._reduceValues(a,n=>{if(n.scopePath===void 0)throw new Error(`CodeGen: name "${n}\
" has no value`);return(0,Ut._)`${t}${n.scopePath}`})}scopeCode(t=this._values,a,n){return this._reduceValues(t,o=>{if(o.value===void 0)throw new Error(`CodeGen\
: name "${o}" has no value`);return o.value.code},a,n)}_reduceValues(t,a,n={},o){let i=Ut.nil;for(let r in t){let s=t[r];if(!s)continue;let p=n[r]=n[r]||new Map;
s.forEach(m=>{if(p.has(m))return;p.set(m,dn.Started);let u=a(m);if(u){let h=this.opts.es5?Dt.varKinds.var:Dt.varKinds.const;i=(0,Ut._)`${i}${h} ${m} = ${u};${this.
opts._n}`}else if(u=o?.(m))i=(0,Ut._)`${i}${u}${this.opts._n}`;else throw new Bo(m);p.set(m,dn.Completed)})}return i}};Dt.ValueScope=Go});var Fe=ce(Me=>{"use strict";Object.defineProperty(Me,"__esModule",{value:!0});Me.or=Me.and=Me.not=Me.CodeGen=Me.operators=Me.varKinds=Me.ValueScopeName=Me.ValueScope=
Me.Scope=Me.Name=Me.regexpCode=Me.stringify=Me.getProperty=Me.nil=Me.strConcat=Me.str=Me._=void 0;var Ce=Ns(),pr=Zo(),Kr=Ns();Object.defineProperty(Me,"_",{enumerable:!0,
get:function(){return Kr._}});Object.defineProperty(Me,"str",{enumerable:!0,get:function(){return Kr.str}});Object.defineProperty(Me,"strConcat",{enumerable:!0,
get:function(){return Kr.strConcat}});Object.defineProperty(Me,"nil",{enumerable:!0,get:function(){return Kr.nil}});Object.defineProperty(Me,"getProperty",{enumerable:!0,
get:function(){return Kr.getProperty}});Object.defineProperty(Me,"stringify",{enumerable:!0,get:function(){return Kr.stringify}});Object.defineProperty(Me,"rege\
xpCode",{enumerable:!0,get:function(){return Kr.regexpCode}});Object.defineProperty(Me,"Name",{enumerable:!0,get:function(){return Kr.Name}});var yn=Zo();Object.
defineProperty(Me,"Scope",{enumerable:!0,get:function(){return yn.Scope}});Object.defineProperty(Me,"ValueScope",{enumerable:!0,get:function(){return yn.ValueScope}});
Object.defineProperty(Me,"ValueScopeName",{enumerable:!0,get:function(){return yn.ValueScopeName}});Object.defineProperty(Me,"varKinds",{enumerable:!0,get:function(){
return yn.varKinds}});Me.operators={GT:new Ce._Code(">"),GTE:new Ce._Code(">="),LT:new Ce._Code("<"),LTE:new Ce._Code("<="),EQ:new Ce._Code("==="),NEQ:new Ce._Code(
"!=="),NOT:new Ce._Code("!"),OR:new Ce._Code("||"),AND:new Ce._Code("&&"),ADD:new Ce._Code("+")};var Nr=class{optimizeNodes(){return this}optimizeNames(t,a){return this}},
Qo=class extends Nr{constructor(t,a,n){super(),this.varKind=t,this.name=a,this.rhs=n}render({es5:t,_n:a}){let n=t?pr.varKinds.var:this.varKind,o=this.rhs===void 0?
"":` = ${this.rhs}`;return`${n} ${this.name}${o};`+a}optimizeNames(t,a){if(t[this.name.str])return this.rhs&&(this.rhs=Es(this.rhs,t,a)),this}get names(){return this.
rhs instanceof Ce._CodeOrName?this.rhs.names:{}}},mn=class extends Nr{constructor(t,a,n){super(),this.lhs=t,this.rhs=a,this.sideEffects=n}render({_n:t}){return`${this.
lhs} = ${this.rhs};`+t}optimizeNames(t,a){if(!(this.lhs instanceof Ce.Name&&!t[this.lhs.str]&&!this.sideEffects))return this.rhs=Es(this.rhs,t,a),this}get names(){
let t=this.lhs instanceof Ce.Name?{}:{...this.lhs.names};return hn(t,this.rhs)}},Xo=class extends mn{constructor(t,a,n,o){super(t,n,o),this.op=a}render({_n:t}){
return`${this.lhs} ${this.op}= ${this.rhs};`+t}},Yo=class extends Nr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`${this.label}:`+t}},
ei=class extends Nr{constructor(t){super(),this.label=t,this.names={}}render({_n:t}){return`break${this.label?` ${this.label}`:""};`+t}},ti=class extends Nr{constructor(t){
super(),this.error=t}render({_n:t}){return`throw ${this.error};`+t}get names(){return this.error.names}},ri=class extends Nr{constructor(t){super(),this.code=t}render({
_n:t}){return`${this.code};`+t}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(t,a){return this.code=Es(this.code,t,a),this}get names(){return this.
code instanceof Ce._CodeOrName?this.code.names:{}}},va=class extends Nr{constructor(t=[]){super(),this.nodes=t}render(t){return this.nodes.reduce((a,n)=>a+n.render(
t),"")}optimizeNodes(){let{nodes:t}=this,a=t.length;for(;a--;){let n=t[a].optimizeNodes();Array.isArray(n)?t.splice(a,1,...n):n?t[a]=n:t.splice(a,1)}return t.length>
0?this:void 0}optimizeNames(t,a){let{nodes:n}=this,o=n.length;for(;o--;){let i=n[o];i.optimizeNames(t,a)||(fy(t,i.names),n.splice(o,1))}return n.length>0?this:void 0}get names(){
return this.nodes.reduce((t,a)=>cs(t,a.names),{})}},Rr=class extends va{render(t){return"{"+t._n+super.render(t)+"}"+t._n}},si=class extends va{},Rs=class extends Rr{};
Rs.kind="else";var is=class e extends Rr{constructor(t,a){super(a),this.condition=t}render(t){let a=`if(${this.condition})`+super.render(t);return this.else&&(a+=
"else "+this.else.render(t)),a}optimizeNodes(){super.optimizeNodes();let t=this.condition;if(t===!0)return this.nodes;let a=this.else;if(a){let n=a.optimizeNodes();
a=this.else=Array.isArray(n)?new Rs(n):n}if(a)return t===!1?a instanceof e?a:a.nodes:this.nodes.length?this:new e(Cc(t),a instanceof e?[a]:a.nodes);if(!(t===!1||
!this.nodes.length))return this}optimizeNames(t,a){var n;if(this.else=(n=this.else)===null||n===void 0?void 0:n.optimizeNames(t,a),!!(super.optimizeNames(t,a)||
this.else))return this.condition=Es(this.condition,t,a),this}get names(){let t=super.names;return hn(t,this.condition),this.else&&cs(t,this.else.names),t}};is.kind=
"if";var ps=class extends Rr{};ps.kind="for";var ai=class extends ps{constructor(t){super(),this.iteration=t}render(t){return`for(${this.iteration})`+super.render(
t)}optimizeNames(t,a){if(super.optimizeNames(t,a))return this.iteration=Es(this.iteration,t,a),this}get names(){return cs(super.names,this.iteration.names)}},ni=class extends ps{constructor(t,a,n,o){
super(),this.varKind=t,this.name=a,this.from=n,this.to=o}render(t){let a=t.es5?pr.varKinds.var:this.varKind,{name:n,from:o,to:i}=this;return`for(${a} ${n}=${o};\
 ${n}<${i}; ${n}++)`+super.render(t)}get names(){let t=hn(super.names,this.from);return hn(t,this.to)}},fn=class extends ps{constructor(t,a,n,o){super(),this.loop=
t,this.varKind=a,this.name=n,this.iterable=o}render(t){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(t)}optimizeNames(t,a){
if(super.optimizeNames(t,a))return this.iterable=Es(this.iterable,t,a),this}get names(){return cs(super.names,this.iterable.names)}},ka=class extends Rr{constructor(t,a,n){
super(),this.name=t,this.args=a,this.async=n}render(t){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(t)}};ka.kind="func";var Pa=class extends va{render(t){
return"return "+super.render(t)}};Pa.kind="return";var oi=class extends Rr{render(t){let a="try"+super.render(t);return this.catch&&(a+=this.catch.render(t)),this.
finally&&(a+=this.finally.render(t)),a}optimizeNodes(){var t,a;return super.optimizeNodes(),(t=this.catch)===null||t===void 0||t.optimizeNodes(),(a=this.finally)===
null||a===void 0||a.optimizeNodes(),this}optimizeNames(t,a){var n,o;return super.optimizeNames(t,a),(n=this.catch)===null||n===void 0||n.optimizeNames(t,a),(o=this.
finally)===null||o===void 0||o.optimizeNames(t,a),this}get names(){let t=super.names;return this.catch&&cs(t,this.catch.names),this.finally&&cs(t,this.finally.names),
t}},$a=class extends Rr{constructor(t){super(),this.error=t}render(t){return`catch(${this.error})`+super.render(t)}};$a.kind="catch";var Sa=class extends Rr{render(t){
return"finally"+super.render(t)}};Sa.kind="finally";var ii=class{constructor(t,a={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...a,_n:a.
lines?`
`:""},this._extScope=t,this._scope=new pr.Scope({parent:t}),this._nodes=[new si]}toString(){return this._root.render(this.opts)}name(t){return this._scope.name(
t)}scopeName(t){return this._extScope.name(t)}scopeValue(t,a){let n=this._extScope.value(t,a);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(
n),n}getScopeValue(t,a){return this._extScope.getValue(t,a)}scopeRefs(t){return this._extScope.scopeRefs(t,this._values)}scopeCode(){return this._extScope.scopeCode(
this._values)}_def(t,a,n,o){let i=this._scope.toName(a);return n!==void 0&&o&&(this._constants[i.str]=n),this._leafNode(new Qo(t,i,n)),i}const(t,a,n){return this.
_def(pr.varKinds.const,t,a,n)}let(t,a,n){return this._def(pr.varKinds.let,t,a,n)}var(t,a,n){return this._def(pr.varKinds.var,t,a,n)}assign(t,a,n){return this._leafNode(
new mn(t,a,n))}add(t,a){return this._leafNode(new Xo(t,Me.operators.ADD,a))}code(t){return typeof t=="function"?t():t!==Ce.nil&&this._leafNode(new ri(t)),this}object(...t){
let a=["{"];for(let[n,o]of t)a.length>1&&a.push(","),a.push(n),(n!==o||this.opts.es5)&&(a.push(":"),(0,Ce.addCodeArg)(a,o));return a.push("}"),new Ce._Code(a)}if(t,a,n){
if(this._blockNode(new is(t)),a&&n)this.code(a).else().code(n).endIf();else if(a)this.code(a).endIf();else if(n)throw new Error('CodeGen: "else" body without "t\
hen" body');return this}elseIf(t){return this._elseNode(new is(t))}else(){return this._elseNode(new Rs)}endIf(){return this._endBlockNode(is,Rs)}_for(t,a){return this.
_blockNode(t),a&&this.code(a).endFor(),this}for(t,a){return this._for(new ai(t),a)}forRange(t,a,n,o,i=this.opts.es5?pr.varKinds.var:pr.varKinds.let){let r=this.
_scope.toName(t);return this._for(new ni(i,r,a,n),()=>o(r))}forOf(t,a,n,o=pr.varKinds.const){let i=this._scope.toName(t);if(this.opts.es5){let r=a instanceof Ce.
Name?a:this.var("_arr",a);return this.forRange("_i",0,(0,Ce._)`${r}.length`,s=>{this.var(i,(0,Ce._)`${r}[${s}]`),n(i)})}return this._for(new fn("of",o,i,a),()=>n(
i))}forIn(t,a,n,o=this.opts.es5?pr.varKinds.var:pr.varKinds.const){if(this.opts.ownProperties)return this.forOf(t,(0,Ce._)`Object.keys(${a})`,n);let i=this._scope.
toName(t);return this._for(new fn("in",o,i,a),()=>n(i))}endFor(){return this._endBlockNode(ps)}label(t){return this._leafNode(new Yo(t))}break(t){return this._leafNode(
new ei(t))}return(t){let a=new Pa;if(this._blockNode(a),this.code(t),a.nodes.length!==1)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(
Pa)}try(t,a,n){if(!a&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');let o=new oi;if(this._blockNode(o),this.code(t),a){let i=this.name("e");
this._currNode=o.catch=new $a(i),a(i)}return n&&(this._currNode=o.finally=new Sa,this.code(n)),this._endBlockNode($a,Sa)}throw(t){return this._leafNode(new ti(t))}block(t,a){
return this._blockStarts.push(this._nodes.length),t&&this.code(t).endBlock(a),this}endBlock(t){let a=this._blockStarts.pop();if(a===void 0)throw new Error("Code\
Gen: not in self-balancing block");let n=this._nodes.length-a;if(n<0||t!==void 0&&n!==t)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${t} expected`);
return this._nodes.length=a,this}func(t,a=Ce.nil,n,o){return this._blockNode(new ka(t,a,n)),o&&this.code(o).endFunc(),this}endFunc(){return this._endBlockNode(ka)}optimize(t=1){
for(;t-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(t){return this._currNode.nodes.push(t),this}_blockNode(t){
this._currNode.nodes.push(t),this._nodes.push(t)}_endBlockNode(t,a){let n=this._currNode;if(n instanceof t||a&&n instanceof a)return this._nodes.pop(),this;throw new Error(
`CodeGen: not in block "${a?`${t.kind}/${a.kind}`:t.kind}"`)}_elseNode(t){let a=this._currNode;if(!(a instanceof is))throw new Error('CodeGen: "else" without "i\
f"');return this._currNode=a.else=t,this}get _root(){return this._nodes[0]}get _currNode(){let t=this._nodes;return t[t.length-1]}set _currNode(t){let a=this._nodes;
a[a.length-1]=t}};Me.CodeGen=ii;function cs(e,t){for(let a in t)e[a]=(e[a]||0)+(t[a]||0);return e}function hn(e,t){return t instanceof Ce._CodeOrName?cs(e,t.names):
e}function Es(e,t,a){if(e instanceof Ce.Name)return n(e);if(!o(e))return e;return new Ce._Code(e._items.reduce((i,r)=>(r instanceof Ce.Name&&(r=n(r)),r instanceof
Ce._Code?i.push(...r._items):i.push(r),i),[]));function n(i){let r=a[i.str];return r===void 0||t[i.str]!==1?i:(delete t[i.str],r)}function o(i){return i instanceof
Ce._Code&&i._items.some(r=>r instanceof Ce.Name&&t[r.str]===1&&a[r.str]!==void 0)}}function fy(e,t){for(let a in t)e[a]=(e[a]||0)-(t[a]||0)}function Cc(e){return typeof e==
"boolean"||typeof e=="number"||e===null?!e:(0,Ce._)`!${pi(e)}`}Me.not=Cc;var hy=Kc(Me.operators.AND);function yy(...e){return e.reduce(hy)}Me.and=yy;var gy=Kc(Me.
operators.OR);function wy(...e){return e.reduce(gy)}Me.or=wy;function Kc(e){return(t,a)=>t===Ce.nil?a:a===Ce.nil?t:(0,Ce._)`${pi(t)} ${e} ${pi(a)}`}function pi(e){
return e instanceof Ce.Name?e:(0,Ce._)`(${e})`}});var He=ce(Ve=>{"use strict";Object.defineProperty(Ve,"__esModule",{value:!0});Ve.checkStrictMode=Ve.getErrorPath=Ve.Type=Ve.useFunc=Ve.setEvaluated=Ve.evaluatedPropsToName=
Ve.mergeEvaluated=Ve.eachItem=Ve.unescapeJsonPointer=Ve.escapeJsonPointer=Ve.escapeFragment=Ve.unescapeFragment=Ve.schemaRefOrVal=Ve.schemaHasRulesButRef=Ve.schemaHasRules=
Ve.checkUnknownRules=Ve.alwaysValidSchema=Ve.toHash=void 0;var ot=Fe(),by=Ns();function vy(e){let t={};for(let a of e)t[a]=!0;return t}Ve.toHash=vy;function ky(e,t){
return typeof t=="boolean"?t:Object.keys(t).length===0?!0:(Gc(e,t),!Zc(t,e.self.RULES.all))}Ve.alwaysValidSchema=ky;function Gc(e,t=e.schema){let{opts:a,self:n}=e;
if(!a.strictSchema||typeof t=="boolean")return;let o=n.RULES.keywords;for(let i in t)o[i]||Yc(e,`unknown keyword: "${i}"`)}Ve.checkUnknownRules=Gc;function Zc(e,t){
if(typeof e=="boolean")return!e;for(let a in e)if(t[a])return!0;return!1}Ve.schemaHasRules=Zc;function Py(e,t){if(typeof e=="boolean")return!e;for(let a in e)if(a!==
"$ref"&&t.all[a])return!0;return!1}Ve.schemaHasRulesButRef=Py;function $y({topSchemaRef:e,schemaPath:t},a,n,o){if(!o){if(typeof a=="number"||typeof a=="boolean")
return a;if(typeof a=="string")return(0,ot._)`${a}`}return(0,ot._)`${e}${t}${(0,ot.getProperty)(n)}`}Ve.schemaRefOrVal=$y;function Sy(e){return Qc(decodeURIComponent(
e))}Ve.unescapeFragment=Sy;function _y(e){return encodeURIComponent(di(e))}Ve.escapeFragment=_y;function di(e){return typeof e=="number"?`${e}`:e.replace(/~/g,"\
~0").replace(/\//g,"~1")}Ve.escapeJsonPointer=di;function Qc(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}Ve.unescapeJsonPointer=Qc;function xy(e,t){if(Array.
isArray(e))for(let a of e)t(a);else t(e)}Ve.eachItem=xy;function Hc({mergeNames:e,mergeToName:t,mergeValues:a,resultToName:n}){return(o,i,r,s)=>{let p=r===void 0?
i:r instanceof ot.Name?(i instanceof ot.Name?e(o,i,r):t(o,i,r),r):i instanceof ot.Name?(t(o,r,i),i):a(i,r);return s===ot.Name&&!(p instanceof ot.Name)?n(o,p):p}}
Ve.mergeEvaluated={props:Hc({mergeNames:(e,t,a)=>e.if((0,ot._)`${a} !== true && ${t} !== undefined`,()=>{e.if((0,ot._)`${t} === true`,()=>e.assign(a,!0),()=>e.assign(
a,(0,ot._)`${a} || {}`).code((0,ot._)`Object.assign(${a}, ${t})`))}),mergeToName:(e,t,a)=>e.if((0,ot._)`${a} !== true`,()=>{t===!0?e.assign(a,!0):(e.assign(a,(0,ot.
_)`${a} || {}`),ui(e,a,t))}),mergeValues:(e,t)=>e===!0?!0:{...e,...t},resultToName:Xc}),items:Hc({mergeNames:(e,t,a)=>e.if((0,ot._)`${a} !== true && ${t} !== undefined`,
()=>e.assign(a,(0,ot._)`${t} === true ? true : ${a} > ${t} ? ${a} : ${t}`)),mergeToName:(e,t,a)=>e.if((0,ot._)`${a} !== true`,()=>e.assign(a,t===!0?!0:(0,ot._)`${a} > ${t} ? ${a} : ${t}`)),
mergeValues:(e,t)=>e===!0?!0:Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};function Xc(e,t){if(t===!0)return e.var("props",!0);let a=e.var("props",(0,ot.
_)`{}`);return t!==void 0&&ui(e,a,t),a}Ve.evaluatedPropsToName=Xc;function ui(e,t,a){Object.keys(a).forEach(n=>e.assign((0,ot._)`${t}${(0,ot.getProperty)(n)}`,!0))}
Ve.setEvaluated=ui;var Bc={};function qy(e,t){return e.scopeValue("func",{ref:t,code:Bc[t.code]||(Bc[t.code]=new by._Code(t.code))})}Ve.useFunc=qy;var ci;(function(e){
e[e.Num=0]="Num",e[e.Str=1]="Str"})(ci||(Ve.Type=ci={}));function Oy(e,t,a){if(e instanceof ot.Name){let n=t===ci.Num;return a?n?(0,ot._)`"[" + ${e} + "]"`:(0,ot.
_)`"['" + ${e} + "']"`:n?(0,ot._)`"/" + ${e}`:(0,ot._)`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return a?(0,ot.getProperty)(e).toString():"/"+di(e)}
Ve.getErrorPath=Oy;function Yc(e,t,a=e.opts.strictSchema){if(a){if(t=`strict mode: ${t}`,a===!0)throw new Error(t);e.self.logger.warn(t)}}Ve.checkStrictMode=Yc});var Er=ce(li=>{"use strict";Object.defineProperty(li,"__esModule",{value:!0});var Tt=Fe(),jy={data:new Tt.Name("data"),valCxt:new Tt.Name("valCxt"),instancePath:new Tt.
Name("instancePath"),parentData:new Tt.Name("parentData"),parentDataProperty:new Tt.Name("parentDataProperty"),rootData:new Tt.Name("rootData"),dynamicAnchors:new Tt.
Name("dynamicAnchors"),vErrors:new Tt.Name("vErrors"),errors:new Tt.Name("errors"),this:new Tt.Name("this"),self:new Tt.Name("self"),scope:new Tt.Name("scope"),
json:new Tt.Name("json"),jsonPos:new Tt.Name("jsonPos"),jsonLen:new Tt.Name("jsonLen"),jsonPart:new Tt.Name("jsonPart")};li.default=jy});var _a=ce(At=>{"use strict";Object.defineProperty(At,"__esModule",{value:!0});At.extendErrors=At.resetErrorsCount=At.reportExtraError=At.reportError=At.keyword$DataError=
At.keywordError=void 0;var Be=Fe(),gn=He(),Lt=Er();At.keywordError={message:({keyword:e})=>(0,Be.str)`must pass "${e}" keyword validation`};At.keyword$DataError=
{message:({keyword:e,schemaType:t})=>t?(0,Be.str)`"${e}" keyword must be ${t} ($data)`:(0,Be.str)`"${e}" keyword is invalid ($data)`};function Ty(e,t=At.keywordError,a,n){
let{it:o}=e,{gen:i,compositeRule:r,allErrors:s}=o,p=rd(e,t,a);n??(r||s)?ed(i,p):td(o,(0,Be._)`[${p}]`)}At.reportError=Ty;function Ay(e,t=At.keywordError,a){let{
it:n}=e,{gen:o,compositeRule:i,allErrors:r}=n,s=rd(e,t,a);ed(o,s),i||r||td(n,Lt.default.vErrors)}At.reportExtraError=Ay;function Ny(e,t){e.assign(Lt.default.errors,
t),e.if((0,Be._)`${Lt.default.vErrors} !== null`,()=>e.if(t,()=>e.assign((0,Be._)`${Lt.default.vErrors}.length`,t),()=>e.assign(Lt.default.vErrors,null)))}At.resetErrorsCount=
Ny;function Ry({gen:e,keyword:t,schemaValue:a,data:n,errsCount:o,it:i}){if(o===void 0)throw new Error("ajv implementation error");let r=e.name("err");e.forRange(
"i",o,Lt.default.errors,s=>{e.const(r,(0,Be._)`${Lt.default.vErrors}[${s}]`),e.if((0,Be._)`${r}.instancePath === undefined`,()=>e.assign((0,Be._)`${r}.instancePath`,
(0,Be.strConcat)(Lt.default.instancePath,i.errorPath))),e.assign((0,Be._)`${r}.schemaPath`,(0,Be.str)`${i.errSchemaPath}/${t}`),i.opts.verbose&&(e.assign((0,Be.
_)`${r}.schema`,a),e.assign((0,Be._)`${r}.data`,n))})}At.extendErrors=Ry;function ed(e,t){let a=e.const("err",t);e.if((0,Be._)`${Lt.default.vErrors} === null`,()=>e.
assign(Lt.default.vErrors,(0,Be._)`[${a}]`),(0,Be._)`${Lt.default.vErrors}.push(${a})`),e.code((0,Be._)`${Lt.default.errors}++`)}function td(e,t){let{gen:a,validateName:n,
schemaEnv:o}=e;o.$async?a.throw((0,Be._)`new ${e.ValidationError}(${t})`):(a.assign((0,Be._)`${n}.errors`,t),a.return(!1))}var ds={keyword:new Be.Name("keyword"),
schemaPath:new Be.Name("schemaPath"),params:new Be.Name("params"),propertyName:new Be.Name("propertyName"),message:new Be.Name("message"),schema:new Be.Name("sc\
hema"),parentSchema:new Be.Name("parentSchema")};function rd(e,t,a){let{createErrors:n}=e.it;return n===!1?(0,Be._)`{}`:Ey(e,t,a)}function Ey(e,t,a={}){let{gen:n,
it:o}=e,i=[Iy(o,a),My(e,a)];return Ly(e,t,i),n.object(...i)}function Iy({errorPath:e},{instancePath:t}){let a=t?(0,Be.str)`${e}${(0,gn.getErrorPath)(t,gn.Type.Str)}`:
e;return[Lt.default.instancePath,(0,Be.strConcat)(Lt.default.instancePath,a)]}function My({keyword:e,it:{errSchemaPath:t}},{schemaPath:a,parentSchema:n}){let o=n?
t:(0,Be.str)`${t}/${e}`;return a&&(o=(0,Be.str)`${o}${(0,gn.getErrorPath)(a,gn.Type.Str)}`),[ds.schemaPath,o]}function Ly(e,{params:t,message:a},n){let{keyword:o,
data:i,schemaValue:r,it:s}=e,{opts:p,propertyName:m,topSchemaRef:u,schemaPath:h}=s;n.push([ds.keyword,o],[ds.params,typeof t=="function"?t(e):t||(0,Be._)`{}`]),
p.messages&&n.push([ds.message,typeof a=="function"?a(e):a]),p.verbose&&n.push([ds.schema,r],[ds.parentSchema,(0,Be._)`${u}${h}`],[Lt.default.data,i]),m&&n.push(
[ds.propertyName,m])}});var ad=ce(Is=>{"use strict";Object.defineProperty(Is,"__esModule",{value:!0});Is.boolOrEmptySchema=Is.topBoolOrEmptySchema=void 0;var Fy=_a(),Vy=Fe(),Uy=Er(),Dy={
message:"boolean schema is false"};function Jy(e){let{gen:t,schema:a,validateName:n}=e;a===!1?sd(e,!1):typeof a=="object"&&a.$async===!0?t.return(Uy.default.data):
(t.assign((0,Vy._)`${n}.errors`,null),t.return(!0))}Is.topBoolOrEmptySchema=Jy;function zy(e,t){let{gen:a,schema:n}=e;n===!1?(a.var(t,!1),sd(e)):a.var(t,!0)}Is.
boolOrEmptySchema=zy;function sd(e,t){let{gen:a,data:n}=e,o={gen:a,keyword:"false schema",data:n,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,Fy.reportError)(
o,Dy,void 0,t)}});var mi=ce(Ms=>{"use strict";Object.defineProperty(Ms,"__esModule",{value:!0});Ms.getRules=Ms.isJSONType=void 0;var Wy=["string","number","integer","boolean","nu\
ll","object","array"],Cy=new Set(Wy);function Ky(e){return typeof e=="string"&&Cy.has(e)}Ms.isJSONType=Ky;function Hy(){let e={number:{type:"number",rules:[]},string:{
type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,
e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}}Ms.getRules=Hy});var fi=ce(Hr=>{"use strict";Object.defineProperty(Hr,"__esModule",{value:!0});Hr.shouldUseRule=Hr.shouldUseGroup=Hr.schemaHasRulesForType=void 0;function By({schema:e,
self:t},a){let n=t.RULES.types[a];return n&&n!==!0&&nd(e,n)}Hr.schemaHasRulesForType=By;function nd(e,t){return t.rules.some(a=>od(e,a))}Hr.shouldUseGroup=nd;function od(e,t){
var a;return e[t.keyword]!==void 0||((a=t.definition.implements)===null||a===void 0?void 0:a.some(n=>e[n]!==void 0))}Hr.shouldUseRule=od});var xa=ce(Nt=>{"use strict";Object.defineProperty(Nt,"__esModule",{value:!0});Nt.reportTypeError=Nt.checkDataTypes=Nt.checkDataType=Nt.coerceAndCheckDataType=Nt.
getJSONTypes=Nt.getSchemaTypes=Nt.DataType=void 0;var Gy=mi(),Zy=fi(),Qy=_a(),Ee=Fe(),id=He(),Ls;(function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"})(Ls||
(Nt.DataType=Ls={}));function Xy(e){let t=pd(e.type);if(t.includes("null")){if(e.nullable===!1)throw new Error("type: null contradicts nullable: false")}else{if(!t.
length&&e.nullable!==void 0)throw new Error('"nullable" cannot be used without "type"');e.nullable===!0&&t.push("null")}return t}Nt.getSchemaTypes=Xy;function pd(e){
let t=Array.isArray(e)?e:e?[e]:[];if(t.every(Gy.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}Nt.getJSONTypes=pd;function Yy(e,t){
let{gen:a,data:n,opts:o}=e,i=eg(t,o.coerceTypes),r=t.length>0&&!(i.length===0&&t.length===1&&(0,Zy.schemaHasRulesForType)(e,t[0]));if(r){let s=yi(t,n,o.strictNumbers,
Ls.Wrong);a.if(s,()=>{i.length?tg(e,t,i):gi(e)})}return r}Nt.coerceAndCheckDataType=Yy;var cd=new Set(["string","number","integer","boolean","null"]);function eg(e,t){
return t?e.filter(a=>cd.has(a)||t==="array"&&a==="array"):[]}function tg(e,t,a){let{gen:n,data:o,opts:i}=e,r=n.let("dataType",(0,Ee._)`typeof ${o}`),s=n.let("co\
erced",(0,Ee._)`undefined`);i.coerceTypes==="array"&&n.if((0,Ee._)`${r} == 'object' && Array.isArray(${o}) && ${o}.length == 1`,()=>n.assign(o,(0,Ee._)`${o}[0]`).
assign(r,(0,Ee._)`typeof ${o}`).if(yi(t,o,i.strictNumbers),()=>n.assign(s,o))),n.if((0,Ee._)`${s} !== undefined`);for(let m of a)(cd.has(m)||m==="array"&&i.coerceTypes===
"array")&&p(m);n.else(),gi(e),n.endIf(),n.if((0,Ee._)`${s} !== undefined`,()=>{n.assign(o,s),rg(e,s)});function p(m){switch(m){case"string":n.elseIf((0,Ee._)`${r} == "number" || ${r} == "boolean"`).
assign(s,(0,Ee._)`"" + ${o}`).elseIf((0,Ee._)`${o} === null`).assign(s,(0,Ee._)`""`);return;case"number":n.elseIf((0,Ee._)`${r} == "boolean" || ${o} === null
              || (${r} == "string" && ${o} && ${o} == +${o})`).assign(s,(0,Ee._)`+${o}`);return;case"integer":n.elseIf((0,Ee._)`${r} === "boolean" || ${o} === null
              || (${r} === "string" && ${o} && ${o} == +${o} && !(${o} % 1))`).assign(s,(0,Ee._)`+${o}`);return;case"boolean":n.elseIf((0,Ee._)`${o} === "false" || ${o} === 0 || ${o} === null`).
assign(s,!1).elseIf((0,Ee._)`${o} === "true" || ${o} === 1`).assign(s,!0);return;case"null":n.elseIf((0,Ee._)`${o} === "" || ${o} === 0 || ${o} === false`),n.assign(
s,null);return;case"array":n.elseIf((0,Ee._)`${r} === "string" || ${r} === "number"
              || ${r} === "boolean" || ${o} === null`).assign(s,(0,Ee._)`[${o}]`)}}}function rg({gen:e,parentData:t,parentDataProperty:a},n){e.if((0,Ee._)`${t} !== undefined`,
()=>e.assign((0,Ee._)`${t}[${a}]`,n))}function hi(e,t,a,n=Ls.Correct){let o=n===Ls.Correct?Ee.operators.EQ:Ee.operators.NEQ,i;switch(e){case"null":return(0,Ee._)`${t} ${o} null`;case"\
array":i=(0,Ee._)`Array.isArray(${t})`;break;case"object":i=(0,Ee._)`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":i=r((0,Ee._)`!(${t} % 1) && !isNaN(${t})`);
break;case"number":i=r();break;default:return(0,Ee._)`typeof ${t} ${o} ${e}`}return n===Ls.Correct?i:(0,Ee.not)(i);function r(s=Ee.nil){return(0,Ee.and)((0,Ee._)`typeof ${t} == "number"`,
s,a?(0,Ee._)`isFinite(${t})`:Ee.nil)}}Nt.checkDataType=hi;function yi(e,t,a,n){if(e.length===1)return hi(e[0],t,a,n);let o,i=(0,id.toHash)(e);if(i.array&&i.object){
let r=(0,Ee._)`typeof ${t} != "object"`;o=i.null?r:(0,Ee._)`!${t} || ${r}`,delete i.null,delete i.array,delete i.object}else o=Ee.nil;i.number&&delete i.integer;
for(let r in i)o=(0,Ee.and)(o,hi(r,t,a,n));return o}Nt.checkDataTypes=yi;var sg={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>typeof e==
"string"?(0,Ee._)`{type: ${e}}`:(0,Ee._)`{type: ${t}}`};function gi(e){let t=ag(e);(0,Qy.reportError)(t,sg)}Nt.reportTypeError=gi;function ag(e){let{gen:t,data:a,
schema:n}=e,o=(0,id.schemaRefOrVal)(e,n,"type");return{gen:t,keyword:"type",data:a,schema:n.type,schemaCode:o,schemaValue:o,parentSchema:n,params:{},it:e}}});var ud=ce(wn=>{"use strict";Object.defineProperty(wn,"__esModule",{value:!0});wn.assignDefaults=void 0;var Fs=Fe(),ng=He();function og(e,t){let{properties:a,items:n}=e.
schema;if(t==="object"&&a)for(let o in a)dd(e,o,a[o].default);else t==="array"&&Array.isArray(n)&&n.forEach((o,i)=>dd(e,i,o.default))}wn.assignDefaults=og;function dd(e,t,a){
let{gen:n,compositeRule:o,data:i,opts:r}=e;if(a===void 0)return;let s=(0,Fs._)`${i}${(0,Fs.getProperty)(t)}`;if(o){(0,ng.checkStrictMode)(e,`default is ignored \
for: ${s}`);return}let p=(0,Fs._)`${s} === undefined`;r.useDefaults==="empty"&&(p=(0,Fs._)`${p} || ${s} === null || ${s} === ""`),n.if(p,(0,Fs._)`${s} = ${(0,Fs.
stringify)(a)}`)}});var Yt=ce(st=>{"use strict";Object.defineProperty(st,"__esModule",{value:!0});st.validateUnion=st.validateArray=st.usePattern=st.callValidateCode=st.schemaProperties=
st.allSchemaProperties=st.noPropertyInData=st.propertyInData=st.isOwnProperty=st.hasPropFunc=st.reportMissingProp=st.checkMissingProp=st.checkReportMissingProp=
void 0;var dt=Fe(),wi=He(),Br=Er(),ig=He();function pg(e,t){let{gen:a,data:n,it:o}=e;a.if(vi(a,n,t,o.opts.ownProperties),()=>{e.setParams({missingProperty:(0,dt.
_)`${t}`},!0),e.error()})}st.checkReportMissingProp=pg;function cg({gen:e,data:t,it:{opts:a}},n,o){return(0,dt.or)(...n.map(i=>(0,dt.and)(vi(e,t,i,a.ownProperties),
(0,dt._)`${o} = ${i}`)))}st.checkMissingProp=cg;function dg(e,t){e.setParams({missingProperty:t},!0),e.error()}st.reportMissingProp=dg;function ld(e){return e.scopeValue(
"func",{ref:Object.prototype.hasOwnProperty,code:(0,dt._)`Object.prototype.hasOwnProperty`})}st.hasPropFunc=ld;function bi(e,t,a){return(0,dt._)`${ld(e)}.call(${t}, ${a})`}
st.isOwnProperty=bi;function ug(e,t,a,n){let o=(0,dt._)`${t}${(0,dt.getProperty)(a)} !== undefined`;return n?(0,dt._)`${o} && ${bi(e,t,a)}`:o}st.propertyInData=
ug;function vi(e,t,a,n){let o=(0,dt._)`${t}${(0,dt.getProperty)(a)} === undefined`;return n?(0,dt.or)(o,(0,dt.not)(bi(e,t,a))):o}st.noPropertyInData=vi;function md(e){
return e?Object.keys(e).filter(t=>t!=="__proto__"):[]}st.allSchemaProperties=md;function lg(e,t){return md(t).filter(a=>!(0,wi.alwaysValidSchema)(e,t[a]))}st.schemaProperties=
lg;function mg({schemaCode:e,data:t,it:{gen:a,topSchemaRef:n,schemaPath:o,errorPath:i},it:r},s,p,m){let u=m?(0,dt._)`${e}, ${t}, ${n}${o}`:t,h=[[Br.default.instancePath,
(0,dt.strConcat)(Br.default.instancePath,i)],[Br.default.parentData,r.parentData],[Br.default.parentDataProperty,r.parentDataProperty],[Br.default.rootData,Br.default.
rootData]];r.opts.dynamicRef&&h.push([Br.default.dynamicAnchors,Br.default.dynamicAnchors]);let $=(0,dt._)`${u}, ${a.object(...h)}`;return p!==dt.nil?(0,dt._)`${s}.call(${p}, ${$})`:
(0,dt._)`${s}(${$})`}st.callValidateCode=mg;var fg=(0,dt._)`new RegExp`;function hg({gen:e,it:{opts:t}},a){let n=t.unicodeRegExp?"u":"",{regExp:o}=t.code,i=o(a,
n);return e.scopeValue("pattern",{key:i.toString(),ref:i,code:(0,dt._)`${o.code==="new RegExp"?fg:(0,ig.useFunc)(e,o)}(${a}, ${n})`})}st.usePattern=hg;function yg(e){
let{gen:t,data:a,keyword:n,it:o}=e,i=t.name("valid");if(o.allErrors){let s=t.let("valid",!0);return r(()=>t.assign(s,!1)),s}return t.var(i,!0),r(()=>t.break()),
i;function r(s){let p=t.const("len",(0,dt._)`${a}.length`);t.forRange("i",0,p,m=>{e.subschema({keyword:n,dataProp:m,dataPropType:wi.Type.Num},i),t.if((0,dt.not)(
i),s)})}}st.validateArray=yg;function gg(e){let{gen:t,schema:a,keyword:n,it:o}=e;if(!Array.isArray(a))throw new Error("ajv implementation error");if(a.some(p=>(0,wi.
alwaysValidSchema)(o,p))&&!o.opts.unevaluated)return;let r=t.let("valid",!1),s=t.name("_valid");t.block(()=>a.forEach((p,m)=>{let u=e.subschema({keyword:n,schemaProp:m,
compositeRule:!0},s);t.assign(r,(0,dt._)`${r} || ${s}`),e.mergeValidEvaluated(u,s)||t.if((0,dt.not)(r))})),e.result(r,()=>e.reset(),()=>e.error(!0))}st.validateUnion=
gg});var yd=ce(vr=>{"use strict";Object.defineProperty(vr,"__esModule",{value:!0});vr.validateKeywordUsage=vr.validSchemaType=vr.funcKeywordCode=vr.macroKeywordCode=
void 0;var Ft=Fe(),us=Er(),wg=Yt(),bg=_a();function vg(e,t){let{gen:a,keyword:n,schema:o,parentSchema:i,it:r}=e,s=t.macro.call(r.self,o,i,r),p=hd(a,n,s);r.opts.
validateSchema!==!1&&r.self.validateSchema(s,!0);let m=a.name("valid");e.subschema({schema:s,schemaPath:Ft.nil,errSchemaPath:`${r.errSchemaPath}/${n}`,topSchemaRef:p,
compositeRule:!0},m),e.pass(m,()=>e.error(!0))}vr.macroKeywordCode=vg;function kg(e,t){var a;let{gen:n,keyword:o,schema:i,parentSchema:r,$data:s,it:p}=e;$g(p,t);
let m=!s&&t.compile?t.compile.call(p.self,i,r,p):t.validate,u=hd(n,o,m),h=n.let("valid");e.block$data(h,$),e.ok((a=t.valid)!==null&&a!==void 0?a:h);function $(){
if(t.errors===!1)x(),t.modifying&&fd(e),T(()=>e.error());else{let R=t.async?S():O();t.modifying&&fd(e),T(()=>Pg(e,R))}}function S(){let R=n.let("ruleErrs",null);
return n.try(()=>x((0,Ft._)`await `),pe=>n.assign(h,!1).if((0,Ft._)`${pe} instanceof ${p.ValidationError}`,()=>n.assign(R,(0,Ft._)`${pe}.errors`),()=>n.throw(pe))),
R}function O(){let R=(0,Ft._)`${u}.errors`;return n.assign(R,null),x(Ft.nil),R}function x(R=t.async?(0,Ft._)`await `:Ft.nil){let pe=p.opts.passContext?us.default.
this:us.default.self,z=!("compile"in t&&!s||t.schema===!1);n.assign(h,(0,Ft._)`${R}${(0,wg.callValidateCode)(e,u,pe,z)}`,t.modifying)}function T(R){var pe;n.if(
(0,Ft.not)((pe=t.valid)!==null&&pe!==void 0?pe:h),R)}}vr.funcKeywordCode=kg;function fd(e){let{gen:t,data:a,it:n}=e;t.if(n.parentData,()=>t.assign(a,(0,Ft._)`${n.
parentData}[${n.parentDataProperty}]`))}function Pg(e,t){let{gen:a}=e;a.if((0,Ft._)`Array.isArray(${t})`,()=>{a.assign(us.default.vErrors,(0,Ft._)`${us.default.
vErrors} === null ? ${t} : ${us.default.vErrors}.concat(${t})`).assign(us.default.errors,(0,Ft._)`${us.default.vErrors}.length`),(0,bg.extendErrors)(e)},()=>e.error())}
function $g({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}function hd(e,t,a){if(a===void 0)throw new Error(`keyword "${t}\
" failed to compile`);return e.scopeValue("keyword",typeof a=="function"?{ref:a}:{ref:a,code:(0,Ft.stringify)(a)})}function Sg(e,t,a=!1){return!t.length||t.some(
n=>n==="array"?Array.isArray(e):n==="object"?e&&typeof e=="object"&&!Array.isArray(e):typeof e==n||a&&typeof e>"u")}vr.validSchemaType=Sg;function _g({schema:e,
opts:t,self:a,errSchemaPath:n},o,i){if(Array.isArray(o.keyword)?!o.keyword.includes(i):o.keyword!==i)throw new Error("ajv implementation error");let r=o.dependencies;
if(r?.some(s=>!Object.prototype.hasOwnProperty.call(e,s)))throw new Error(`parent schema must have dependencies of ${i}: ${r.join(",")}`);if(o.validateSchema&&!o.
validateSchema(e[i])){let p=`keyword "${i}" value is invalid at path "${n}": `+a.errorsText(o.validateSchema.errors);if(t.validateSchema==="log")a.logger.error(
p);else throw new Error(p)}}vr.validateKeywordUsage=_g});var wd=ce(Gr=>{"use strict";Object.defineProperty(Gr,"__esModule",{value:!0});Gr.extendSubschemaMode=Gr.extendSubschemaData=Gr.getSubschema=void 0;var kr=Fe(),gd=He();
function xg(e,{keyword:t,schemaProp:a,schema:n,schemaPath:o,errSchemaPath:i,topSchemaRef:r}){if(t!==void 0&&n!==void 0)throw new Error('both "keyword" and "sche\
ma" passed, only one allowed');if(t!==void 0){let s=e.schema[t];return a===void 0?{schema:s,schemaPath:(0,kr._)`${e.schemaPath}${(0,kr.getProperty)(t)}`,errSchemaPath:`${e.
errSchemaPath}/${t}`}:{schema:s[a],schemaPath:(0,kr._)`${e.schemaPath}${(0,kr.getProperty)(t)}${(0,kr.getProperty)(a)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,gd.
escapeFragment)(a)}`}}if(n!==void 0){if(o===void 0||i===void 0||r===void 0)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "\
schema"');return{schema:n,schemaPath:o,topSchemaRef:r,errSchemaPath:i}}throw new Error('either "keyword" or "schema" must be passed')}Gr.getSubschema=xg;function qg(e,t,{
dataProp:a,dataPropType:n,data:o,dataTypes:i,propertyName:r}){if(o!==void 0&&a!==void 0)throw new Error('both "data" and "dataProp" passed, only one allowed');let{
gen:s}=t;if(a!==void 0){let{errorPath:m,dataPathArr:u,opts:h}=t,$=s.let("data",(0,kr._)`${t.data}${(0,kr.getProperty)(a)}`,!0);p($),e.errorPath=(0,kr.str)`${m}${(0,gd.
getErrorPath)(a,n,h.jsPropertySyntax)}`,e.parentDataProperty=(0,kr._)`${a}`,e.dataPathArr=[...u,e.parentDataProperty]}if(o!==void 0){let m=o instanceof kr.Name?
o:s.let("data",o,!0);p(m),r!==void 0&&(e.propertyName=r)}i&&(e.dataTypes=i);function p(m){e.data=m,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=
new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,m]}}Gr.extendSubschemaData=qg;function Og(e,{jtdDiscriminator:t,jtdMetadata:a,compositeRule:n,createErrors:o,
allErrors:i}){n!==void 0&&(e.compositeRule=n),o!==void 0&&(e.createErrors=o),i!==void 0&&(e.allErrors=i),e.jtdDiscriminator=t,e.jtdMetadata=a}Gr.extendSubschemaMode=
Og});var ki=ce((R$,bd)=>{"use strict";bd.exports=function e(t,a){if(t===a)return!0;if(t&&a&&typeof t=="object"&&typeof a=="object"){if(t.constructor!==a.constructor)
return!1;var n,o,i;if(Array.isArray(t)){if(n=t.length,n!=a.length)return!1;for(o=n;o--!==0;)if(!e(t[o],a[o]))return!1;return!0}if(t.constructor===RegExp)return t.
source===a.source&&t.flags===a.flags;if(t.valueOf!==Object.prototype.valueOf)return t.valueOf()===a.valueOf();if(t.toString!==Object.prototype.toString)return t.
toString()===a.toString();if(i=Object.keys(t),n=i.length,n!==Object.keys(a).length)return!1;for(o=n;o--!==0;)if(!Object.prototype.hasOwnProperty.call(a,i[o]))return!1;
for(o=n;o--!==0;){var r=i[o];if(!e(t[r],a[r]))return!1}return!0}return t!==t&&a!==a}});var kd=ce((E$,vd)=>{"use strict";var Zr=vd.exports=function(e,t,a){typeof t=="function"&&(a=t,t={}),a=t.cb||a;var n=typeof a=="function"?a:a.pre||function(){},o=a.
post||function(){};bn(t,n,o,e,"",e)};Zr.keywords={additionalItems:!0,items:!0,contains:!0,additionalProperties:!0,propertyNames:!0,not:!0,if:!0,then:!0,else:!0};
Zr.arrayKeywords={items:!0,allOf:!0,anyOf:!0,oneOf:!0};Zr.propsKeywords={$defs:!0,definitions:!0,properties:!0,patternProperties:!0,dependencies:!0};Zr.skipKeywords=
{default:!0,enum:!0,const:!0,required:!0,maximum:!0,minimum:!0,exclusiveMaximum:!0,exclusiveMinimum:!0,multipleOf:!0,maxLength:!0,minLength:!0,pattern:!0,format:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxProperties:!0,minProperties:!0};function bn(e,t,a,n,o,i,r,s,p,m){if(n&&typeof n=="object"&&!Array.isArray(n)){t(n,o,i,
r,s,p,m);for(var u in n){var h=n[u];if(Array.isArray(h)){if(u in Zr.arrayKeywords)for(var $=0;$<h.length;$++)bn(e,t,a,h[$],o+"/"+u+"/"+$,i,o,u,n,$)}else if(u in
Zr.propsKeywords){if(h&&typeof h=="object")for(var S in h)bn(e,t,a,h[S],o+"/"+u+"/"+jg(S),i,o,u,n,S)}else(u in Zr.keywords||e.allKeys&&!(u in Zr.skipKeywords))&&
bn(e,t,a,h,o+"/"+u,i,o,u,n)}a(n,o,i,r,s,p,m)}}function jg(e){return e.replace(/~/g,"~0").replace(/\//g,"~1")}});var qa=ce(Jt=>{"use strict";Object.defineProperty(Jt,"__esModule",{value:!0});Jt.getSchemaRefs=Jt.resolveUrl=Jt.normalizeId=Jt._getFullPath=Jt.getFullPath=Jt.inlineRef=
void 0;var Tg=He(),Ag=ki(),Ng=kd(),Rg=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum",
"minimum","uniqueItems","multipleOf","required","enum","const"]);function Eg(e,t=!0){return typeof e=="boolean"?!0:t===!0?!Pi(e):t?Pd(e)<=t:!1}Jt.inlineRef=Eg;var Ig=new Set(
["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function Pi(e){for(let t in e){if(Ig.has(t))return!0;let a=e[t];if(Array.isArray(a)&&
a.some(Pi)||typeof a=="object"&&Pi(a))return!0}return!1}function Pd(e){let t=0;for(let a in e){if(a==="$ref")return 1/0;if(t++,!Rg.has(a)&&(typeof e[a]=="object"&&
(0,Tg.eachItem)(e[a],n=>t+=Pd(n)),t===1/0))return 1/0}return t}function $d(e,t="",a){a!==!1&&(t=Vs(t));let n=e.parse(t);return Sd(e,n)}Jt.getFullPath=$d;function Sd(e,t){
return e.serialize(t).split("#")[0]+"#"}Jt._getFullPath=Sd;var Mg=/#\/?$/;function Vs(e){return e?e.replace(Mg,""):""}Jt.normalizeId=Vs;function Lg(e,t,a){return a=
Vs(a),e.resolve(t,a)}Jt.resolveUrl=Lg;var Fg=/^[a-z_][-a-z0-9._]*$/i;function Vg(e,t){if(typeof e=="boolean")return{};let{schemaId:a,uriResolver:n}=this.opts,o=Vs(
e[a]||t),i={"":o},r=$d(n,o,!1),s={},p=new Set;return Ng(e,{allKeys:!0},(h,$,S,O)=>{if(O===void 0)return;let x=r+$,T=i[O];typeof h[a]=="string"&&(T=R.call(this,h[a])),
pe.call(this,h.$anchor),pe.call(this,h.$dynamicAnchor),i[$]=T;function R(z){let K=this.opts.uriResolver.resolve;if(z=Vs(T?K(T,z):z),p.has(z))throw u(z);p.add(z);
let F=this.refs[z];return typeof F=="string"&&(F=this.refs[F]),typeof F=="object"?m(h,F.schema,z):z!==Vs(x)&&(z[0]==="#"?(m(h,s[z],z),s[z]=h):this.refs[z]=x),z}
function pe(z){if(typeof z=="string"){if(!Fg.test(z))throw new Error(`invalid anchor "${z}"`);R.call(this,`#${z}`)}}}),s;function m(h,$,S){if($!==void 0&&!Ag(h,
$))throw u(S)}function u(h){return new Error(`reference "${h}" resolves to more than one schema`)}}Jt.getSchemaRefs=Vg});var Ta=ce(Qr=>{"use strict";Object.defineProperty(Qr,"__esModule",{value:!0});Qr.getData=Qr.KeywordCxt=Qr.validateFunctionCode=void 0;var jd=ad(),_d=xa(),Si=fi(),
vn=xa(),Ug=ud(),ja=yd(),$i=wd(),ye=Fe(),$e=Er(),Dg=qa(),Ir=He(),Oa=_a();function Jg(e){if(Nd(e)&&(Rd(e),Ad(e))){Cg(e);return}Td(e,()=>(0,jd.topBoolOrEmptySchema)(
e))}Qr.validateFunctionCode=Jg;function Td({gen:e,validateName:t,schema:a,schemaEnv:n,opts:o},i){o.code.es5?e.func(t,(0,ye._)`${$e.default.data}, ${$e.default.valCxt}`,
n.$async,()=>{e.code((0,ye._)`"use strict"; ${xd(a,o)}`),Wg(e,o),e.code(i)}):e.func(t,(0,ye._)`${$e.default.data}, ${zg(o)}`,n.$async,()=>e.code(xd(a,o)).code(i))}
function zg(e){return(0,ye._)`{${$e.default.instancePath}="", ${$e.default.parentData}, ${$e.default.parentDataProperty}, ${$e.default.rootData}=${$e.default.data}${e.
dynamicRef?(0,ye._)`, ${$e.default.dynamicAnchors}={}`:ye.nil}}={}`}function Wg(e,t){e.if($e.default.valCxt,()=>{e.var($e.default.instancePath,(0,ye._)`${$e.default.
valCxt}.${$e.default.instancePath}`),e.var($e.default.parentData,(0,ye._)`${$e.default.valCxt}.${$e.default.parentData}`),e.var($e.default.parentDataProperty,(0,ye.
_)`${$e.default.valCxt}.${$e.default.parentDataProperty}`),e.var($e.default.rootData,(0,ye._)`${$e.default.valCxt}.${$e.default.rootData}`),t.dynamicRef&&e.var(
$e.default.dynamicAnchors,(0,ye._)`${$e.default.valCxt}.${$e.default.dynamicAnchors}`)},()=>{e.var($e.default.instancePath,(0,ye._)`""`),e.var($e.default.parentData,
(0,ye._)`undefined`),e.var($e.default.parentDataProperty,(0,ye._)`undefined`),e.var($e.default.rootData,$e.default.data),t.dynamicRef&&e.var($e.default.dynamicAnchors,
(0,ye._)`{}`)})}function Cg(e){let{schema:t,opts:a,gen:n}=e;Td(e,()=>{a.$comment&&t.$comment&&Id(e),Zg(e),n.let($e.default.vErrors,null),n.let($e.default.errors,
0),a.unevaluated&&Kg(e),Ed(e),Yg(e)})}function Kg(e){let{gen:t,validateName:a}=e;e.evaluated=t.const("evaluated",(0,ye._)`${a}.evaluated`),t.if((0,ye._)`${e.evaluated}.dynamicProps`,
()=>t.assign((0,ye._)`${e.evaluated}.props`,(0,ye._)`undefined`)),t.if((0,ye._)`${e.evaluated}.dynamicItems`,()=>t.assign((0,ye._)`${e.evaluated}.items`,(0,ye._)`undefined`))}
function xd(e,t){let a=typeof e=="object"&&e[t.schemaId];return a&&(t.code.source||t.code.process)?(0,ye._)`/*# sourceURL=${a} */`:ye.nil}function Hg(e,t){if(Nd(
e)&&(Rd(e),Ad(e))){Bg(e,t);return}(0,jd.boolOrEmptySchema)(e,t)}function Ad({schema:e,self:t}){if(typeof e=="boolean")return!e;for(let a in e)if(t.RULES.all[a])
return!0;return!1}function Nd(e){return typeof e.schema!="boolean"}function Bg(e,t){let{schema:a,gen:n,opts:o}=e;o.$comment&&a.$comment&&Id(e),Qg(e),Xg(e);let i=n.
const("_errs",$e.default.errors);Ed(e,i),n.var(t,(0,ye._)`${i} === ${$e.default.errors}`)}function Rd(e){(0,Ir.checkUnknownRules)(e),Gg(e)}function Ed(e,t){if(e.
opts.jtd)return qd(e,[],!1,t);let a=(0,_d.getSchemaTypes)(e.schema),n=(0,_d.coerceAndCheckDataType)(e,a);qd(e,a,!n,t)}function Gg(e){let{schema:t,errSchemaPath:a,
opts:n,self:o}=e;t.$ref&&n.ignoreKeywordsWithRef&&(0,Ir.schemaHasRulesButRef)(t,o.RULES)&&o.logger.warn(`$ref: keywords ignored in schema at path "${a}"`)}function Zg(e){
let{schema:t,opts:a}=e;t.default!==void 0&&a.useDefaults&&a.strictSchema&&(0,Ir.checkStrictMode)(e,"default is ignored in the schema root")}function Qg(e){let t=e.
schema[e.opts.schemaId];t&&(e.baseId=(0,Dg.resolveUrl)(e.opts.uriResolver,e.baseId,t))}function Xg(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("a\
sync schema in sync schema")}function Id({gen:e,schemaEnv:t,schema:a,errSchemaPath:n,opts:o}){let i=a.$comment;if(o.$comment===!0)e.code((0,ye._)`${$e.default.self}.logger.log(${i})`);else if(typeof o.
$comment=="function"){let r=(0,ye.str)`${n}/$comment`,s=e.scopeValue("root",{ref:t.root});e.code((0,ye._)`${$e.default.self}.opts.$comment(${i}, ${r}, ${s}.schema)`)}}
function Yg(e){let{gen:t,schemaEnv:a,validateName:n,ValidationError:o,opts:i}=e;a.$async?t.if((0,ye._)`${$e.default.errors} === 0`,()=>t.return($e.default.data),
()=>t.throw((0,ye._)`new ${o}(${$e.default.vErrors})`)):(t.assign((0,ye._)`${n}.errors`,$e.default.vErrors),i.unevaluated&&ew(e),t.return((0,ye._)`${$e.default.
errors} === 0`))}function ew({gen:e,evaluated:t,props:a,items:n}){a instanceof ye.Name&&e.assign((0,ye._)`${t}.props`,a),n instanceof ye.Name&&e.assign((0,ye._)`${t}.items`,
n)}function qd(e,t,a,n){let{gen:o,schema:i,data:r,allErrors:s,opts:p,self:m}=e,{RULES:u}=m;if(i.$ref&&(p.ignoreKeywordsWithRef||!(0,Ir.schemaHasRulesButRef)(i,u))){
o.block(()=>Ld(e,"$ref",u.all.$ref.definition));return}p.jtd||tw(e,t),o.block(()=>{for(let $ of u.rules)h($);h(u.post)});function h($){(0,Si.shouldUseGroup)(i,$)&&
($.type?(o.if((0,vn.checkDataType)($.type,r,p.strictNumbers)),Od(e,$),t.length===1&&t[0]===$.type&&a&&(o.else(),(0,vn.reportTypeError)(e)),o.endIf()):Od(e,$),s||
o.if((0,ye._)`${$e.default.errors} === ${n||0}`))}}function Od(e,t){let{gen:a,schema:n,opts:{useDefaults:o}}=e;o&&(0,Ug.assignDefaults)(e,t.type),a.block(()=>{for(let i of t.
rules)(0,Si.shouldUseRule)(n,i)&&Ld(e,i.keyword,i.definition,t.type)})}function tw(e,t){e.schemaEnv.meta||!e.opts.strictTypes||(rw(e,t),e.opts.allowUnionTypes||
sw(e,t),aw(e,e.dataTypes))}function rw(e,t){if(t.length){if(!e.dataTypes.length){e.dataTypes=t;return}t.forEach(a=>{Md(e.dataTypes,a)||_i(e,`type "${a}" not all\
owed by context "${e.dataTypes.join(",")}"`)}),ow(e,t)}}function sw(e,t){t.length>1&&!(t.length===2&&t.includes("null"))&&_i(e,"use allowUnionTypes to allow uni\
on type keyword")}function aw(e,t){let a=e.self.RULES.all;for(let n in a){let o=a[n];if(typeof o=="object"&&(0,Si.shouldUseRule)(e.schema,o)){let{type:i}=o.definition;
i.length&&!i.some(r=>nw(t,r))&&_i(e,`missing type "${i.join(",")}" for keyword "${n}"`)}}}function nw(e,t){return e.includes(t)||t==="number"&&e.includes("integ\
er")}function Md(e,t){return e.includes(t)||t==="integer"&&e.includes("number")}function ow(e,t){let a=[];for(let n of e.dataTypes)Md(t,n)?a.push(n):t.includes(
"integer")&&n==="number"&&a.push("integer");e.dataTypes=a}function _i(e,t){let a=e.schemaEnv.baseId+e.errSchemaPath;t+=` at "${a}" (strictTypes)`,(0,Ir.checkStrictMode)(
e,t,e.opts.strictTypes)}var kn=class{constructor(t,a,n){if((0,ja.validateKeywordUsage)(t,a,n),this.gen=t.gen,this.allErrors=t.allErrors,this.keyword=n,this.data=
t.data,this.schema=t.schema[n],this.$data=a.$data&&t.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,Ir.schemaRefOrVal)(t,this.schema,n,this.$data),
this.schemaType=a.schemaType,this.parentSchema=t.schema,this.params={},this.it=t,this.def=a,this.$data)this.schemaCode=t.gen.const("vSchema",Fd(this.$data,t));else if(this.
schemaCode=this.schemaValue,!(0,ja.validSchemaType)(this.schema,a.schemaType,a.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(a.schemaType)}`);
("code"in a?a.trackErrors:a.errors!==!1)&&(this.errsCount=t.gen.const("_errs",$e.default.errors))}result(t,a,n){this.failResult((0,ye.not)(t),a,n)}failResult(t,a,n){
this.gen.if(t),n?n():this.error(),a?(this.gen.else(),a(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(t,a){this.failResult(
(0,ye.not)(t),void 0,a)}fail(t){if(t===void 0){this.error(),this.allErrors||this.gen.if(!1);return}this.gen.if(t),this.error(),this.allErrors?this.gen.endIf():this.
gen.else()}fail$data(t){if(!this.$data)return this.fail(t);let{schemaCode:a}=this;this.fail((0,ye._)`${a} !== undefined && (${(0,ye.or)(this.invalid$data(),t)})`)}error(t,a,n){
if(a){this.setParams(a),this._error(t,n),this.setParams({});return}this._error(t,n)}_error(t,a){(t?Oa.reportExtraError:Oa.reportError)(this,this.def.error,a)}$dataError(){
(0,Oa.reportError)(this,this.def.$dataError||Oa.keyword$DataError)}reset(){if(this.errsCount===void 0)throw new Error('add "trackErrors" to keyword definition');
(0,Oa.resetErrorsCount)(this.gen,this.errsCount)}ok(t){this.allErrors||this.gen.if(t)}setParams(t,a){a?Object.assign(this.params,t):this.params=t}block$data(t,a,n=ye.
nil){this.gen.block(()=>{this.check$data(t,n),a()})}check$data(t=ye.nil,a=ye.nil){if(!this.$data)return;let{gen:n,schemaCode:o,schemaType:i,def:r}=this;n.if((0,ye.
or)((0,ye._)`${o} === undefined`,a)),t!==ye.nil&&n.assign(t,!0),(i.length||r.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),t!==ye.nil&&n.assign(
t,!1)),n.else()}invalid$data(){let{gen:t,schemaCode:a,schemaType:n,def:o,it:i}=this;return(0,ye.or)(r(),s());function r(){if(n.length){if(!(a instanceof ye.Name))
throw new Error("ajv implementation error");let p=Array.isArray(n)?n:[n];return(0,ye._)`${(0,vn.checkDataTypes)(p,a,i.opts.strictNumbers,vn.DataType.Wrong)}`}return ye.
nil}function s(){if(o.validateSchema){let p=t.scopeValue("validate$data",{ref:o.validateSchema});return(0,ye._)`!${p}(${a})`}return ye.nil}}subschema(t,a){let n=(0,$i.
getSubschema)(this.it,t);(0,$i.extendSubschemaData)(n,this.it,t),(0,$i.extendSubschemaMode)(n,t);let o={...this.it,...n,items:void 0,props:void 0};return Hg(o,a),
o}mergeEvaluated(t,a){let{it:n,gen:o}=this;n.opts.unevaluated&&(n.props!==!0&&t.props!==void 0&&(n.props=Ir.mergeEvaluated.props(o,t.props,n.props,a)),n.items!==
!0&&t.items!==void 0&&(n.items=Ir.mergeEvaluated.items(o,t.items,n.items,a)))}mergeValidEvaluated(t,a){let{it:n,gen:o}=this;if(n.opts.unevaluated&&(n.props!==!0||
n.items!==!0))return o.if(a,()=>this.mergeEvaluated(t,ye.Name)),!0}};Qr.KeywordCxt=kn;function Ld(e,t,a,n){let o=new kn(e,a,t);"code"in a?a.code(o,n):o.$data&&a.
validate?(0,ja.funcKeywordCode)(o,a):"macro"in a?(0,ja.macroKeywordCode)(o,a):(a.compile||a.validate)&&(0,ja.funcKeywordCode)(o,a)}var iw=/^\/(?:[^~]|~0|~1)*$/,
pw=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function Fd(e,{dataLevel:t,dataNames:a,dataPathArr:n}){let o,i;if(e==="")return $e.default.rootData;if(e[0]==="/"){if(!iw.
test(e))throw new Error(`Invalid JSON-pointer: ${e}`);o=e,i=$e.default.rootData}else{let m=pw.exec(e);if(!m)throw new Error(`Invalid JSON-pointer: ${e}`);let u=+m[1];
if(o=m[2],o==="#"){if(u>=t)throw new Error(p("property/index",u));return n[t-u]}if(u>t)throw new Error(p("data",u));if(i=a[t-u],!o)return i}let r=i,s=o.split("/");
for(let m of s)m&&(i=(0,ye._)`${i}${(0,ye.getProperty)((0,Ir.unescapeJsonPointer)(m))}`,r=(0,ye._)`${r} && ${i}`);return r;function p(m,u){return`Cannot access ${m}\
 ${u} levels up, current level is ${t}`}}Qr.getData=Fd});var Pn=ce(qi=>{"use strict";Object.defineProperty(qi,"__esModule",{value:!0});var xi=class extends Error{constructor(t){super("validation failed"),this.errors=t,
this.ajv=this.validation=!0}};qi.default=xi});var Aa=ce(Ti=>{"use strict";Object.defineProperty(Ti,"__esModule",{value:!0});var Oi=qa(),ji=class extends Error{constructor(t,a,n,o){super(o||`can't resolve re\
ference ${n} from id ${a}`),this.missingRef=(0,Oi.resolveUrl)(t,a,n),this.missingSchema=(0,Oi.normalizeId)((0,Oi.getFullPath)(t,this.missingRef))}};Ti.default=ji});var Sn=ce(er=>{"use strict";Object.defineProperty(er,"__esModule",{value:!0});er.resolveSchema=er.getCompilingSchema=er.resolveRef=er.compileSchema=er.SchemaEnv=
void 0;var cr=Fe(),cw=Pn(),ls=Er(),dr=qa(),Vd=He(),dw=Ta(),Us=class{constructor(t){var a;this.refs={},this.dynamicAnchors={};let n;typeof t.schema=="object"&&(n=
t.schema),this.schema=t.schema,this.schemaId=t.schemaId,this.root=t.root||this,this.baseId=(a=t.baseId)!==null&&a!==void 0?a:(0,dr.normalizeId)(n?.[t.schemaId||
"$id"]),this.schemaPath=t.schemaPath,this.localRefs=t.localRefs,this.meta=t.meta,this.$async=n?.$async,this.refs={}}};er.SchemaEnv=Us;function Ni(e){let t=Ud.call(
this,e);if(t)return t;let a=(0,dr.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:n,lines:o}=this.opts.code,{ownProperties:i}=this.opts,r=new cr.CodeGen(
this.scope,{es5:n,lines:o,ownProperties:i}),s;e.$async&&(s=r.scopeValue("Error",{ref:cw.default,code:(0,cr._)`require("ajv/dist/runtime/validation_error").default`}));
let p=r.scopeName("validate");e.validateName=p;let m={gen:r,allErrors:this.opts.allErrors,data:ls.default.data,parentData:ls.default.parentData,parentDataProperty:ls.
default.parentDataProperty,dataNames:[ls.default.data],dataPathArr:[cr.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:r.scopeValue("schema",
this.opts.code.source===!0?{ref:e.schema,code:(0,cr.stringify)(e.schema)}:{ref:e.schema}),validateName:p,ValidationError:s,schema:e.schema,schemaEnv:e,rootId:a,
baseId:e.baseId||a,schemaPath:cr.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:(0,cr._)`""`,opts:this.opts,self:this},u;try{this._compilations.
add(e),(0,dw.validateFunctionCode)(m),r.optimize(this.opts.code.optimize);let h=r.toString();u=`${r.scopeRefs(ls.default.scope)}return ${h}`,this.opts.code.process&&
(u=this.opts.code.process(u,e));let S=new Function(`${ls.default.self}`,`${ls.default.scope}`,u)(this,this.scope.get());if(this.scope.value(p,{ref:S}),S.errors=
null,S.schema=e.schema,S.schemaEnv=e,e.$async&&(S.$async=!0),this.opts.code.source===!0&&(S.source={validateName:p,validateCode:h,scopeValues:r._values}),this.opts.
unevaluated){let{props:O,items:x}=m;S.evaluated={props:O instanceof cr.Name?void 0:O,items:x instanceof cr.Name?void 0:x,dynamicProps:O instanceof cr.Name,dynamicItems:x instanceof
cr.Name},S.source&&(S.source.evaluated=(0,cr.stringify)(S.evaluated))}return e.validate=S,e}catch(h){throw delete e.validate,delete e.validateName,u&&this.logger.
error("Error compiling schema, function code:",u),h}finally{this._compilations.delete(e)}}er.compileSchema=Ni;function uw(e,t,a){var n;a=(0,dr.resolveUrl)(this.
opts.uriResolver,t,a);let o=e.refs[a];if(o)return o;let i=fw.call(this,e,a);if(i===void 0){let r=(n=e.localRefs)===null||n===void 0?void 0:n[a],{schemaId:s}=this.
opts;r&&(i=new Us({schema:r,schemaId:s,root:e,baseId:t}))}if(i!==void 0)return e.refs[a]=lw.call(this,i)}er.resolveRef=uw;function lw(e){return(0,dr.inlineRef)(
e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:Ni.call(this,e)}function Ud(e){for(let t of this._compilations)if(mw(t,e))return t}er.getCompilingSchema=Ud;
function mw(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function fw(e,t){let a;for(;typeof(a=this.refs[t])=="string";)t=a;return a||this.
schemas[t]||$n.call(this,e,t)}function $n(e,t){let a=this.opts.uriResolver.parse(t),n=(0,dr._getFullPath)(this.opts.uriResolver,a),o=(0,dr.getFullPath)(this.opts.
uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&n===o)return Ai.call(this,a,e);let i=(0,dr.normalizeId)(n),r=this.refs[i]||this.schemas[i];if(typeof r==
"string"){let s=$n.call(this,e,r);return typeof s?.schema!="object"?void 0:Ai.call(this,a,s)}if(typeof r?.schema=="object"){if(r.validate||Ni.call(this,r),i===(0,dr.
normalizeId)(t)){let{schema:s}=r,{schemaId:p}=this.opts,m=s[p];return m&&(o=(0,dr.resolveUrl)(this.opts.uriResolver,o,m)),new Us({schema:s,schemaId:p,root:e,baseId:o})}
return Ai.call(this,a,r)}}er.resolveSchema=$n;var hw=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function Ai(e,{baseId:t,schema:a,
root:n}){var o;if(((o=e.fragment)===null||o===void 0?void 0:o[0])!=="/")return;for(let s of e.fragment.slice(1).split("/")){if(typeof a=="boolean")return;let p=a[(0,Vd.
unescapeFragment)(s)];if(p===void 0)return;a=p;let m=typeof a=="object"&&a[this.opts.schemaId];!hw.has(s)&&m&&(t=(0,dr.resolveUrl)(this.opts.uriResolver,t,m))}let i;
if(typeof a!="boolean"&&a.$ref&&!(0,Vd.schemaHasRulesButRef)(a,this.RULES)){let s=(0,dr.resolveUrl)(this.opts.uriResolver,t,a.$ref);i=$n.call(this,n,s)}let{schemaId:r}=this.
opts;if(i=i||new Us({schema:a,schemaId:r,root:n,baseId:t}),i.schema!==i.root.schema)return i}});var Dd=ce((U$,yw)=>{yw.exports={$id:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#",description:"Meta-schema for $data referenc\
e (JSON AnySchema extension proposal)",type:"object",required:["$data"],properties:{$data:{type:"string",anyOf:[{format:"relative-json-pointer"},{format:"json-p\
ointer"}]}},additionalProperties:!1}});var Fi=ce((D$,Gd)=>{"use strict";var gw=RegExp.prototype.test.bind(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu),Ei=RegExp.prototype.test.bind(
/^(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]\d|\d)$/u),ww=RegExp.prototype.test.bind(/^\d*$/u),ms=RegExp.prototype.test.bind(
/^[\da-f]{2}$/iu),Ii=RegExp.prototype.test.bind(/^[\da-z\-._~]$/iu),zd=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/]$/u),Mi=RegExp.prototype.test.
bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:@/?]$/u),bw=RegExp.prototype.test.bind(/^[A-Za-z0-9\-._~!$&'()*+,;=:]$/u),zt=new Array(256);{let e="0123456789ABCDEF";for(let t=0;t<
256;t++)zt[t]="%"+e[t>>4]+e[t&15]}function Rt(e){return e<2048?zt[192|e>>6]+zt[128|e&63]:e<65536?zt[224|e>>12]+zt[128|e>>6&63]+zt[128|e&63]:zt[240|e>>18]+zt[128|
e>>12&63]+zt[128|e>>6&63]+zt[128|e&63]}function vw(e){let t="",a=0,n=0;for(n=0;n<e.length;n++)if(a=e[n].charCodeAt(0),a!==48){if(!(a>=48&&a<=57||a>=65&&a<=70||a>=
97&&a<=102))return"";t+=e[n];break}for(n+=1;n<e.length;n++){if(a=e[n].charCodeAt(0),!(a>=48&&a<=57||a>=65&&a<=70||a>=97&&a<=102))return"";t+=e[n]}return t}var kw=RegExp.
prototype.test.bind(/^[\dA-Fa-f]{1,4}$/),Pw=RegExp.prototype.test.bind(/^[vV][\dA-Fa-f]+\.[A-Za-z\d\-._~!$&'()*+,;=:]+$/),$w=RegExp.prototype.test.bind(/^[A-Za-z\d\-._~]$/),
Sw=RegExp.prototype.test.bind(/[^!"$&'()*+,\-.;=_`a-z{}~]/u);function _w(e){if(e.length===0)return!1;for(let t=0;t<e.length;t++)if(!$w(e[t])){if(e[t]==="%"&&t+2<
e.length&&ms(e.slice(t+1,t+3))){t+=2;continue}return!1}return!0}function Jd(e){let t=-1,a=0,n=-1,o=0;for(let s=0;s<e.length;s++)e[s]==="0"?(n===-1&&(n=s),o++,o>
a&&(a=o,t=n)):(n=-1,o=0);if(a<2)return e.join(":");let i=e.slice(0,t).join(":"),r=e.slice(t+a).join(":");return i+"::"+r}function xw(e){let t=e.indexOf("::");if(t!==
-1&&e.indexOf("::",t+1)!==-1)return;let a=t===-1?e.split(":"):e.slice(0,t).split(":"),n=t===-1?[]:e.slice(t+2).split(":");t!==-1&&(a.length===1&&a[0]===""&&(a.length=
0),n.length===1&&n[0]===""&&(n.length=0));let o=a.concat(n),i=0;for(let s=0;s<o.length;s++){let p=o[s];if(p==="")return;if(p.indexOf(".")!==-1){if(s!==o.length-
1||t!==-1&&n.length===0||!Ei(p))return;i+=2;continue}if(!kw(p))return;o[s]=parseInt(p,16).toString(16),i++}if(t===-1)return i!==8?void 0:Jd(o);if(i>=8)return;let r=o.
slice(0,a.length);for(let s=i;s<8;s++)r.push("0");for(let s=a.length;s<o.length;s++)r.push(o[s]);return Jd(r)}function Ri(e){let t=e[0]==="["&&e[e.length-1]==="\
]";if((e[0]==="["||e[e.length-1]==="]")&&!t)return{host:e,isIPV6:!1,error:!0};let n=t?e.slice(1,-1):e;if(t&&Pw(n))return n=n.toLowerCase(),{host:`[${n}]`,escapedHost:n,
isIPV6:!1,isIPVFuture:!0};if(qw(n,":")<2)return{host:e,isIPV6:!1,error:t};let o="",i=n.indexOf("%");if(i!==-1){let s=n.slice(i,i+3).toLowerCase()==="%25"?3:1;if(o=
n.slice(i+s),!_w(o))return{host:e,isIPV6:!1,error:!0};n=n.slice(0,i)}let r=xw(n);return r===void 0?{host:e,isIPV6:!1,error:!0}:{host:r+(o?"%"+o:""),escapedHost:r+
(o?"%25"+o:""),isIPV6:!0}}function qw(e,t){let a=0;for(let n=0;n<e.length;n++)e[n]===t&&a++;return a}function Wd(e){let t=e,a=[],n=-1,o=0;for(;o=t.length;){if(o===
1){if(t===".")break;if(t==="/"){a.push("/");break}else{a.push(t);break}}else if(o===2){if(t[0]==="."){if(t[1]===".")break;if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]===
"/"&&(t[1]==="."||t[1]==="/")){a.push("/");break}}else if(o===3&&t==="/.."){a.length!==0&&a.pop(),a.push("/");break}if(t[0]==="."){if(t[1]==="."){if(t[2]==="/"){
t=t.slice(3);continue}}else if(t[1]==="/"){t=t.slice(2);continue}}else if(t[0]==="/"&&t[1]==="."){if(t[2]==="/"){t=t.slice(2);continue}else if(t[2]==="."&&t[3]===
"/"){t=t.slice(3),a.length!==0&&a.pop();continue}}if((n=t.indexOf("/",1))===-1){a.push(t);break}else a.push(t.slice(0,n)),t=t.slice(n)}return a.join("")}function Ow(e){
if(e===""||e[0]==="/")return Wd(e);let t=e.split("/"),a=t.length-1,n=[],o=!1;for(let i=0;i<=a;i++){let r=t[i];r==="."||r===".."?(r===".."&&(n.length!==0&&n[n.length-
1]!==".."?n.pop():n.push("..")),o=i===a):n.push(r)}return o&&n[n.length-1]!==".."&&n.push(""),(n.length===0||n[0]===""||n[0].includes(":"))&&n.unshift("."),n.join(
"/")}var jw={"@":"%40","/":"%2F","?":"%3F","#":"%23",":":"%3A"},Tw=/[@/?#:]/g,Aw=/[@/?#]/g;function Cd(e,t){let a=t?Aw:Tw;return a.lastIndex=0,e.replace(a,n=>jw[n])}
function Kd(e,t=!1){if(e.indexOf("%")===-1)return e;let a="";for(let n=0;n<e.length;n++){if(e[n]==="%"&&n+2<e.length){let o=e.slice(n+1,n+3);if(ms(o)){let i=o.toUpperCase(),
r=String.fromCharCode(parseInt(i,16));t&&Ii(r)?a+=r:a+="%"+i,n+=2;continue}}a+=e[n]}return a}function Nw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n===
"%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(ms(o)){let i=o.toUpperCase(),r=String.fromCharCode(parseInt(i,16));r!=="."&&Ii(r)?t+=r:t+="%"+i,a+=2;continue}}if(zd(
n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Bd(o)?n:zt[o];else if(o<55296||o>57343)t+=Rt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&
i<=57343?(t+=Rt(65536+(o-55296<<10)+(i-56320)),a++):t+=Rt(65533)}else t+=Rt(65533)}}return t}function Rw(e,t=!1){let a="",n=t&&e[0]!=="/";for(let o=0;o<e.length;o++){
let i=e[o];if(i==="%"&&o+2<e.length){let r=e.slice(o+1,o+3);if(ms(r)){a+="%"+r.toUpperCase(),o+=2;continue}}if(i==="/"&&(n=!1),zd(i)&&(i!==":"||!n))a+=i;else{let r=e.
charCodeAt(o);if(r<128)a+=zt[r];else if(r<55296||r>57343)a+=Rt(r);else if(r<=56319&&o+1<e.length){let s=e.charCodeAt(o+1);s>=56320&&s<=57343?(a+=Rt(65536+(r-55296<<
10)+(s-56320)),o++):a+=Rt(65533)}else a+=Rt(65533)}}return a}function Li(e,t){let a="";for(let n=0;n<e.length;n++){let o=e[n];if(o==="%"&&n+2<e.length){let i=e.
slice(n+1,n+3);if(ms(i)){a+="%"+i.toUpperCase(),n+=2;continue}}if(t(o))a+=o;else{let i=e.charCodeAt(n);if(i<128)a+=zt[i];else if(i<55296||i>57343)a+=Rt(i);else if(i<=
56319&&n+1<e.length){let r=e.charCodeAt(n+1);r>=56320&&r<=57343?(a+=Rt(65536+(i-55296<<10)+(r-56320)),n++):a+=Rt(65533)}else a+=Rt(65533)}}return a}function Hd(e){
return Li(e,bw)}function Ew(e){return Li(e,Mi)}function Iw(e){return Li(e,Mi)}function Bd(e){return e>=48&&e<=57||e>=65&&e<=90||e>=97&&e<=122||e===42||e===43||e===
45||e===46||e===47||e===64||e===95}function Mw(e){let t="";for(let a=0;a<e.length;a++){let n=e[a];if(n==="%"&&a+2<e.length){let o=e.slice(a+1,a+3);if(ms(o)){let i=o.
toUpperCase(),r=String.fromCharCode(parseInt(i,16));Ii(r)?t+=r:t+="%"+i,a+=2;continue}}if(Mi(n))t+=n;else{let o=e.charCodeAt(a);if(o<128)t+=Bd(o)?n:zt[o];else if(o<
55296||o>57343)t+=Rt(o);else if(o<=56319&&a+1<e.length){let i=e.charCodeAt(a+1);i>=56320&&i<=57343?(t+=Rt(65536+(o-55296<<10)+(i-56320)),a++):t+=Rt(65533)}else t+=
Rt(65533)}}return t}function Lw(e){let t="";for(let a=0;a<e.length;a++){if(e[a]==="%"&&a+2<e.length){let n=e.slice(a+1,a+3);if(ms(n)){t+="%"+n.toUpperCase(),a+=
2;continue}}t+=escape(e[a])}return t}function Fw(e){let t=[];if(e.userinfo!==void 0&&(t.push(Hd(e.userinfo)),t.push("@")),e.host!==void 0){let a=e.host;if(!Ei(a)){
let n=Ri(a);n.isIPV6!==!0&&n.isIPVFuture!==!0&&(a=Kd(a,!0),n=Ri(a)),n.isIPV6===!0||n.isIPVFuture===!0?a=`[${n.escapedHost}]`:a=Cd(a,!1)}t.push(a)}if(typeof e.port==
"number"||typeof e.port=="string"){let a=String(e.port);if(!ww(a))throw new TypeError("URI port is malformed.");t.push(":"),t.push(a)}return t.length?t.join(""):
void 0}Gd.exports={nonSimpleDomain:Sw,recomposeAuthority:Fw,reescapeHostDelimiters:Cd,normalizePercentEncoding:Kd,normalizePathEncoding:Nw,serializePathEncoding:Rw,
normalizeQueryFragmentEncoding:Mw,encodeUserinfo:Hd,encodeQuery:Ew,encodeFragment:Iw,escapePreservingEscapes:Lw,removeDotSegments:Wd,removeDotSegmentsRelative:Ow,
isIPv4:Ei,isUUID:gw,normalizeIPv6:Ri,stringArrayToHexStripped:vw}});var eu=ce((J$,Yd)=>{"use strict";var{isUUID:Vw}=Fi(),Uw=/^([\da-z][\d\-a-z]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[\da-f]{2})+)$/iu,Dw=["http","https","ws","wss","ur\
n","urn:uuid"];function Jw(e){return Dw.indexOf(e)!==-1}function Vi(e){return e.secure===!0?!0:e.secure===!1?!1:e.scheme?e.scheme.length===3&&(e.scheme[0]==="w"||
e.scheme[0]==="W")&&(e.scheme[1]==="s"||e.scheme[1]==="S")&&(e.scheme[2]==="s"||e.scheme[2]==="S"):!1}function Zd(e){return e.host||(e.error=e.error||"HTTP URIs\
 must have a host."),e}function Qd(e){let t=String(e.scheme).toLowerCase()==="https";return(e.port===(t?443:80)||e.port==="")&&(e.port=void 0),e.path||(e.path="\
/"),e}function zw(e){return e.secure=Vi(e),e.resourceName=(e.path||"/")+(e.query?"?"+e.query:""),e.path=void 0,e.query=void 0,e}function Ww(e){if((e.port===(Vi(
e)?443:80)||e.port==="")&&(e.port=void 0),typeof e.secure=="boolean"&&(e.scheme=e.secure?"wss":"ws",e.secure=void 0),e.resourceName){let t=e.resourceName.indexOf(
"?"),a=t===-1?e.resourceName:e.resourceName.slice(0,t);e.path=a&&a!=="/"?a:void 0,e.query=t===-1?void 0:e.resourceName.slice(t+1),e.resourceName=void 0}return e.
fragment=void 0,e}function Cw(e,t){if(!e.path)return e.error="URN can not be parsed",e;let a=e.path.match(Uw);if(a&&a[0]===e.path){let n=t.scheme||e.scheme||"ur\
n";e.nid=a[1].toLowerCase(),e.nss=a[2];let o=`${n}:${t.nid||e.nid}`,i=Ui(o);e.path=void 0,i&&(e=i.parse(e,t))}else e.error=e.error||"URN can not be parsed.";return e}
function Kw(e,t){if(e.nid===void 0)throw new Error("URN without nid cannot be serialized");let a=t.scheme||e.scheme||"urn",n=e.nid.toLowerCase(),o=`${a}:${t.nid||
n}`,i=Ui(o);i&&(e=i.serialize(e,t));let r=e,s=e.nss;return r.path=`${n||t.nid}:${s}`,t.skipEscape=!0,r}function Hw(e,t){let a=e;return a.uuid=a.nss,a.nss=void 0,
!t.tolerant&&(!a.uuid||!Vw(a.uuid))&&(a.error=a.error||"UUID is not valid."),a}function Bw(e){let t=e;return t.nss=(e.uuid||"").toLowerCase(),t}var Xd={scheme:"\
http",domainHost:!0,parse:Zd,serialize:Qd},Gw={scheme:"https",domainHost:Xd.domainHost,parse:Zd,serialize:Qd},_n={scheme:"ws",domainHost:!0,parse:zw,serialize:Ww},
Zw={scheme:"wss",domainHost:_n.domainHost,parse:_n.parse,serialize:_n.serialize},Qw={scheme:"urn",parse:Cw,serialize:Kw,skipNormalize:!0},Xw={scheme:"urn:uuid",
parse:Hw,serialize:Bw,skipNormalize:!0},xn={http:Xd,https:Gw,ws:_n,wss:Zw,urn:Qw,"urn:uuid":Xw};Object.setPrototypeOf(xn,null);function Ui(e){return e&&(xn[e]||
xn[e.toLowerCase()])||void 0}Yd.exports={wsIsSecure:Vi,SCHEMES:xn,isValidSchemeName:Jw,getSchemeHandler:Ui}});var hu=ce((z$,An)=>{"use strict";var{normalizeIPv6:nu,removeDotSegments:Ra,removeDotSegmentsRelative:ou,recomposeAuthority:Yw,normalizePercentEncoding:Di,normalizePathEncoding:eb,
serializePathEncoding:tu,normalizeQueryFragmentEncoding:ru,encodeQuery:tb,encodeFragment:rb,reescapeHostDelimiters:sb,isIPv4:iu,nonSimpleDomain:ab}=Fi(),{SCHEMES:pu,
getSchemeHandler:Ji}=eu(),cu=/^[A-Za-z][A-Za-z0-9+.-]*$/u,du="URI scheme is malformed.",qn="URI host is malformed.",nb=/[\0-\x20"#/:<>?@[\\\]^`{|}\x7F]/u;function su(e){
let t=String(e);if(!cu.test(t))throw new TypeError(du);return t}function ob(e,t){return typeof e=="string"?e=hb(e,t):typeof e=="object"&&(e=jn(fs(e,t),t)),e}function ib(e,t,a){
let n=a?Object.assign({scheme:"null"},a):{scheme:"null"},{parsed:o,malformedAuthorityOrPort:i,malformedPercentEncoding:r,malformedSchemeSpecific:s,malformedHost:p,
malformedScheme:m}=On(e,n),{parsed:u,malformedAuthorityOrPort:h,malformedPercentEncoding:$,malformedSchemeSpecific:S,malformedHost:O,malformedScheme:x}=On(t,n);
if(i||h||r||$||s||S||p||O||m||x)throw new Error(o.error||u.error||"URI is malformed.");let T=uu(o,u,n,!0),R=Ji(a&&a.scheme||T.scheme),pe=T.host,z=pe!==void 0&&pe!==
""&&(iu(pe)||nu(pe).isIPV6);if(mu(T,a||{},R,z))throw new Error(qn);lu(T,a||{},R,z);let K=pe&&pe.indexOf("%")!==-1&&!/\P{ASCII}/u.test(pe);if(T.error&&!K)throw new Error(
T.error);return n.skipEscape=!0,fs(T,n)}function uu(e,t,a,n){let o={};if(n||(e=jn(fs(e,a),a),t=jn(fs(t,a),a)),a=a||{},!a.tolerant&&t.scheme)o.scheme=t.scheme,o.
userinfo=t.userinfo,o.host=t.host,o.port=t.port,o.path=Ra(t.path||""),o.query=t.query;else{if(t.userinfo!==void 0||t.host!==void 0||t.port!==void 0)o.userinfo=t.
userinfo,o.host=t.host,o.port=t.port,o.path=Ra(t.path||""),o.query=t.query;else{if(!t.path)o.path=e.path,t.query!==void 0?o.query=t.query:o.query=e.query;else{if(t.
path[0]==="/")o.path=Ra(t.path);else{let i=e.userinfo!==void 0||e.host!==void 0||e.port!==void 0;i&&!e.path?o.path="/"+t.path:e.path?o.path=e.path.slice(0,e.path.
lastIndexOf("/")+1)+t.path:o.path=t.path,o.path=e.scheme===void 0&&!i&&o.path[0]!=="/"?ou(o.path):Ra(o.path)}o.query=t.query}o.userinfo=e.userinfo,o.host=e.host,
o.port=e.port}o.scheme=e.scheme}return o.fragment=t.fragment,o}function pb(e,t,a){let n=au(e,a),o=au(t,a);return n!==void 0&&o!==void 0&&n===o}function fs(e,t){
let a={host:e.host,scheme:e.scheme,userinfo:e.userinfo,port:e.port,path:e.path,query:e.query,nid:e.nid,nss:e.nss,uuid:e.uuid,fragment:e.fragment,reference:e.reference,
resourceName:e.resourceName,secure:e.secure,error:""},n=Object.assign({},t),o=[];a.scheme&&(a.scheme=su(a.scheme));let i=Ji(n.scheme||a.scheme);i&&i.serialize&&
i.serialize(a,n);let r=a.userinfo!==void 0||a.host!==void 0||a.port!==void 0,s=(a.scheme===void 0||n.reference==="suffix")&&!r,p=!n.skipEscape&&s;a.path!==void 0&&
(n.skipEscape?a.path=Di(a.path):a.path=tu(a.path,p)),n.reference!=="suffix"&&a.scheme&&(a.scheme=su(a.scheme),o.push(a.scheme,":"));let m=Yw(a);if(m!==void 0&&(n.
reference!=="suffix"&&o.push("//"),o.push(m),a.path&&a.path[0]!=="/"&&o.push("/")),a.path!==void 0){let u=a.path;!n.absolutePath&&(!i||!i.absolutePath)&&(u=s&&u[0]!==
"/"?ou(u):Ra(u)),s&&(u=tu(u,!0)),m===void 0&&u[0]==="/"&&u[1]==="/"&&(u="/%2F"+u.slice(2)),o.push(u)}return a.query!==void 0&&o.push("?",tb(a.query)),a.fragment!==
void 0&&o.push("#",rb(a.fragment)),o.join("")}var cb=/^(?:([^#/:?]+):)?(?:\/\/((?:([^#/?@]*)@)?(\[[^#/?\]]+\]|[^#/:?]*)(?::(\d*))?))?([^#?]*)(?:\?([^#]*))?(?:#((?:.|[\n\r])*))?/u,
db=/^(?:[^#/:?]+:)?\/\/([^/?#]*)/,ub=/^(?:[^#/:?]+:)?([/\\\t\n\r]*)/;function lb(e,t){if(t[2]!==void 0&&e.path&&e.path[0]!=="/")return'URI path must start with \
"/" when authority is present.';if(typeof e.port=="number"&&(e.port<0||e.port>65535))return"URI port is malformed."}function Na(e){if(e===void 0)return!1;let t=e.
indexOf("%");for(;t!==-1;){if(t+2>=e.length||!/^[\da-f]{2}$/iu.test(e.slice(t+1,t+3)))return!0;t=e.indexOf("%",t+3)}return!1}function Tn(e){return e[0]==="["&&e[e.
length-1]==="]"}function mb(e){let t=e[4];return Na(e[3])||t!==void 0&&!Tn(t)&&Na(t)||Na(e[6])||Na(e[7])||Na(e[8])}function lu(e,t,a,n){if(mu(e,t,a,n))return e.
error=e.error||qn,!0;if(!t.unicodeSupport&&(!a||!a.unicodeSupport)&&e.host&&!Tn(e.host)&&(t.domainHost||a&&a.domainHost)&&n===!1&&ab(e.host)){let o;try{o=new URL(
"http://"+e.host)}catch(i){return e.error=e.error||"Host's domain name can not be converted to ASCII: "+i,!0}if(!fb(o))return e.error=e.error||qn,!0;e.host=o.hostname}
return!1}function mu(e,t,a,n){return!!(e.host&&n===!1&&!Tn(e.host)&&(t.domainHost||a&&a.domainHost)&&nb.test(e.host))}function fb(e){return e.username===""&&e.password===
""&&e.port===""&&e.pathname==="/"&&e.search===""&&e.hash===""&&e.hostname!==""}function On(e,t){let a=Object.assign({},t),n={scheme:void 0,userinfo:void 0,host:"",
port:void 0,path:"",query:void 0,fragment:void 0},o=!1,i=!1,r=!1,s=!1,p=!1,m=!1,u=!1;a.reference==="suffix"&&(a.scheme?e=a.scheme+":"+e:e="//"+e);let h=e.match(
db);h!==null&&h[1].indexOf("\\")!==-1&&(n.error="URI authority must not contain a literal backslash.",o=!0);let $=e.match(ub);if($!==null){let O=$[1],x=O.replace(
/[\t\n\r]/g,"");x.length>=2&&(x.slice(0,2)!=="//"?(n.error=n.error||"URI authority must not contain a literal backslash.",o=!0):O.length!==x.length&&(n.error=n.
error||"URI authority introducer must not contain whitespace.",o=!0))}let S=e.match(cb);if(S){n.scheme=S[1],n.userinfo=S[3],n.host=S[4],n.port=parseInt(S[5],10),
n.path=S[6]||"",n.query=S[7],n.fragment=S[8],n.scheme!==void 0&&(cu.test(n.scheme)?n.scheme=n.scheme.toLowerCase():(n.error=n.error||du,m=!0)),i=mb(S),i&&(n.error=
n.error||"URI contains malformed percent-encoding."),isNaN(n.port)&&(n.port=S[5]);let O=lb(n,S);if(O!==void 0&&(n.error=n.error||O,o=!0),n.host)if(iu(n.host)===
!1){let R=Tn(n.host),pe=n.host.indexOf("[")!==-1||n.host.indexOf("]")!==-1,z=nu(n.host);u=z.isIPV6||z.isIPVFuture===!0,p=pe&&(!R||z.error===!0),n.host=u?z.host:
z.host.toLowerCase(),p&&(n.error=n.error||qn,o=!0)}else u=!0;n.scheme===void 0&&n.userinfo===void 0&&n.host===void 0&&n.port===void 0&&n.query===void 0&&!n.path?
n.reference="same-document":n.scheme===void 0?n.reference="relative":n.fragment===void 0?n.reference="absolute":n.reference="uri",a.reference&&a.reference!=="su\
ffix"&&a.reference!==n.reference&&(n.error=n.error||"URI is not a "+a.reference+" reference.");let x=Ji(a.scheme||n.scheme);if(p||(s=lu(n,a,x,u)),e.indexOf("%")!==
-1&&n.host!==void 0&&!p){let T=u?n.host:Di(n.host,!0);u||(T=Di(T.toLowerCase())),n.host=u||a.scheme!=="null"?sb(T,u):T}(!x||x&&!x.skipNormalize)&&(n.path&&(n.path=
eb(n.path)),n.query&&(n.query=ru(n.query)),n.fragment&&(n.fragment=ru(n.fragment))),x&&x.parse&&(x.parse(n,a),x===pu.urn&&n.nid===void 0&&(r=!0))}else n.error=n.
error||"URI can not be parsed.";return{parsed:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:m}}
function jn(e,t){return On(e,t).parsed}function hb(e,t){return fu(e,t).normalized}function fu(e,t){let{parsed:a,malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}=On(e,t);return{normalized:n||o||i||r||s?e:fs(a,t),malformedAuthorityOrPort:n,malformedPercentEncoding:o,
malformedSchemeSpecific:i,malformedHost:r,malformedScheme:s}}function au(e,t){if(typeof e!="string"&&typeof e!="object")return;let a;try{a=typeof e=="string"?e:
fs(e,t)}catch{return}let{normalized:n,malformedAuthorityOrPort:o,malformedPercentEncoding:i,malformedSchemeSpecific:r,malformedHost:s,malformedScheme:p}=fu(a,t);
return o||i||r||s||p?void 0:n}var zi={SCHEMES:pu,normalize:ob,resolve:ib,resolveComponent:uu,equal:pb,serialize:fs,parse:jn};An.exports=zi;An.exports.default=zi;
An.exports.fastUri=zi});var gu=ce(Wi=>{"use strict";Object.defineProperty(Wi,"__esModule",{value:!0});var yu=hu();yu.code='require("ajv/dist/runtime/uri").default';Wi.default=yu});var _u=ce(qt=>{"use strict";Object.defineProperty(qt,"__esModule",{value:!0});qt.CodeGen=qt.Name=qt.nil=qt.stringify=qt.str=qt._=qt.KeywordCxt=void 0;var yb=Ta();
Object.defineProperty(qt,"KeywordCxt",{enumerable:!0,get:function(){return yb.KeywordCxt}});var Ds=Fe();Object.defineProperty(qt,"_",{enumerable:!0,get:function(){
return Ds._}});Object.defineProperty(qt,"str",{enumerable:!0,get:function(){return Ds.str}});Object.defineProperty(qt,"stringify",{enumerable:!0,get:function(){
return Ds.stringify}});Object.defineProperty(qt,"nil",{enumerable:!0,get:function(){return Ds.nil}});Object.defineProperty(qt,"Name",{enumerable:!0,get:function(){
return Ds.Name}});Object.defineProperty(qt,"CodeGen",{enumerable:!0,get:function(){return Ds.CodeGen}});var gb=Pn(),Pu=Aa(),wb=mi(),Ea=Sn(),bb=Fe(),Ia=qa(),Nn=xa(),
Ki=He(),wu=Dd(),vb=gu(),$u=(e,t)=>new RegExp(e,t);$u.code="new RegExp";var kb=["removeAdditional","useDefaults","coerceTypes"],Pb=new Set(["validate","serialize",
"parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),$b={errorDataPath:"",format:"`validateFormats: false` can\
 be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated\
 ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {p\
rocess: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"\
It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.add\
Format` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is def\
ault now."},Sb={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'},bu=200;function _b(e){
var t,a,n,o,i,r,s,p,m,u,h,$,S,O,x,T,R,pe,z,K,F,ue,j,fe,me;let U=e.strict,L=(t=e.code)===null||t===void 0?void 0:t.optimize,we=L===!0||L===void 0?1:L||0,_e=(n=(a=
e.code)===null||a===void 0?void 0:a.regExp)!==null&&n!==void 0?n:$u,Y=(o=e.uriResolver)!==null&&o!==void 0?o:vb.default;return{strictSchema:(r=(i=e.strictSchema)!==
null&&i!==void 0?i:U)!==null&&r!==void 0?r:!0,strictNumbers:(p=(s=e.strictNumbers)!==null&&s!==void 0?s:U)!==null&&p!==void 0?p:!0,strictTypes:(u=(m=e.strictTypes)!==
null&&m!==void 0?m:U)!==null&&u!==void 0?u:"log",strictTuples:($=(h=e.strictTuples)!==null&&h!==void 0?h:U)!==null&&$!==void 0?$:"log",strictRequired:(O=(S=e.strictRequired)!==
null&&S!==void 0?S:U)!==null&&O!==void 0?O:!1,code:e.code?{...e.code,optimize:we,regExp:_e}:{optimize:we,regExp:_e},loopRequired:(x=e.loopRequired)!==null&&x!==
void 0?x:bu,loopEnum:(T=e.loopEnum)!==null&&T!==void 0?T:bu,meta:(R=e.meta)!==null&&R!==void 0?R:!0,messages:(pe=e.messages)!==null&&pe!==void 0?pe:!0,inlineRefs:(z=
e.inlineRefs)!==null&&z!==void 0?z:!0,schemaId:(K=e.schemaId)!==null&&K!==void 0?K:"$id",addUsedSchema:(F=e.addUsedSchema)!==null&&F!==void 0?F:!0,validateSchema:(ue=
e.validateSchema)!==null&&ue!==void 0?ue:!0,validateFormats:(j=e.validateFormats)!==null&&j!==void 0?j:!0,unicodeRegExp:(fe=e.unicodeRegExp)!==null&&fe!==void 0?
fe:!0,int32range:(me=e.int32range)!==null&&me!==void 0?me:!0,uriResolver:Y}}var Ma=class{constructor(t={}){this.schemas={},this.refs={},this.formats=Object.create(
null),this._compilations=new Set,this._loading={},this._cache=new Map,t=this.opts={...t,..._b(t)};let{es5:a,lines:n}=this.opts.code;this.scope=new bb.ValueScope(
{scope:{},prefixes:Pb,es5:a,lines:n}),this.logger=Ab(t.logger);let o=t.validateFormats;t.validateFormats=!1,this.RULES=(0,wb.getRules)(),vu.call(this,$b,t,"NOT \
SUPPORTED"),vu.call(this,Sb,t,"DEPRECATED","warn"),this._metaOpts=jb.call(this),t.formats&&qb.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),t.
keywords&&Ob.call(this,t.keywords),typeof t.meta=="object"&&this.addMetaSchema(t.meta),xb.call(this),t.validateFormats=o}_addVocabularies(){this.addKeyword("$as\
ync")}_addDefaultMetaSchema(){let{$data:t,meta:a,schemaId:n}=this.opts,o=wu;n==="id"&&(o={...wu},o.id=o.$id,delete o.$id),a&&t&&this.addMetaSchema(o,o[n],!1)}defaultMeta(){
let{meta:t,schemaId:a}=this.opts;return this.opts.defaultMeta=typeof t=="object"?t[a]||t:void 0}validate(t,a){let n;if(typeof t=="string"){if(n=this.getSchema(t),
!n)throw new Error(`no schema with key or ref "${t}"`)}else n=this.compile(t);let o=n(a);return"$async"in n||(this.errors=n.errors),o}compile(t,a){let n=this._addSchema(
t,a);return n.validate||this._compileSchemaEnv(n)}compileAsync(t,a){if(typeof this.opts.loadSchema!="function")throw new Error("options.loadSchema should be a f\
unction");let{loadSchema:n}=this.opts;return o.call(this,t,a);async function o(u,h){await i.call(this,u.$schema);let $=this._addSchema(u,h);return $.validate||r.
call(this,$)}async function i(u){u&&!this.getSchema(u)&&await o.call(this,{$ref:u},!0)}async function r(u){try{return this._compileSchemaEnv(u)}catch(h){if(!(h instanceof
Pu.default))throw h;return s.call(this,h),await p.call(this,h.missingSchema),r.call(this,u)}}function s({missingSchema:u,missingRef:h}){if(this.refs[u])throw new Error(
`AnySchema ${u} is loaded but ${h} cannot be resolved`)}async function p(u){let h=await m.call(this,u);this.refs[u]||await i.call(this,h.$schema),this.refs[u]||
this.addSchema(h,u,a)}async function m(u){let h=this._loading[u];if(h)return h;try{return await(this._loading[u]=n(u))}finally{delete this._loading[u]}}}addSchema(t,a,n,o=this.
opts.validateSchema){if(Array.isArray(t)){for(let r of t)this.addSchema(r,void 0,n,o);return this}let i;if(typeof t=="object"){let{schemaId:r}=this.opts;if(i=t[r],
i!==void 0&&typeof i!="string")throw new Error(`schema ${r} must be string`)}return a=(0,Ia.normalizeId)(a||i),this._checkUnique(a),this.schemas[a]=this._addSchema(
t,n,a,o,!0),this}addMetaSchema(t,a,n=this.opts.validateSchema){return this.addSchema(t,a,!0,n),this}validateSchema(t,a){if(typeof t=="boolean")return!0;let n;if(n=
t.$schema,n!==void 0&&typeof n!="string")throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn(
"meta-schema not available"),this.errors=null,!0;let o=this.validate(n,t);if(!o&&a){let i="schema is invalid: "+this.errorsText();if(this.opts.validateSchema===
"log")this.logger.error(i);else throw new Error(i)}return o}getSchema(t){let a;for(;typeof(a=ku.call(this,t))=="string";)t=a;if(a===void 0){let{schemaId:n}=this.
opts,o=new Ea.SchemaEnv({schema:{},schemaId:n});if(a=Ea.resolveSchema.call(this,o,t),!a)return;this.refs[t]=a}return a.validate||this._compileSchemaEnv(a)}removeSchema(t){
if(t instanceof RegExp)return this._removeAllSchemas(this.schemas,t),this._removeAllSchemas(this.refs,t),this;switch(typeof t){case"undefined":return this._removeAllSchemas(
this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{let a=ku.call(this,t);return typeof a=="object"&&this._cache.delete(a.schema),
delete this.schemas[t],delete this.refs[t],this}case"object":{let a=t;this._cache.delete(a);let n=t[this.opts.schemaId];return n&&(n=(0,Ia.normalizeId)(n),delete this.
schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(t){for(let a of t)this.addKeyword(a);return this}addKeyword(t,a){
let n;if(typeof t=="string")n=t,typeof a=="object"&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),a.keyword=n);else if(typeof t==
"object"&&a===void 0){if(a=t,n=a.keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}else throw new Error(
"invalid addKeywords parameters");if(Rb.call(this,n,a),!a)return(0,Ki.eachItem)(n,i=>Ci.call(this,i)),this;Ib.call(this,a);let o={...a,type:(0,Nn.getJSONTypes)(
a.type),schemaType:(0,Nn.getJSONTypes)(a.schemaType)};return(0,Ki.eachItem)(n,o.type.length===0?i=>Ci.call(this,i,o):i=>o.type.forEach(r=>Ci.call(this,i,o,r))),
this}getKeyword(t){let a=this.RULES.all[t];return typeof a=="object"?a.definition:!!a}removeKeyword(t){let{RULES:a}=this;delete a.keywords[t],delete a.all[t];for(let n of a.
rules){let o=n.rules.findIndex(i=>i.keyword===t);o>=0&&n.rules.splice(o,1)}return this}addFormat(t,a){return typeof a=="string"&&(a=new RegExp(a)),this.formats[t]=
a,this}errorsText(t=this.errors,{separator:a=", ",dataVar:n="data"}={}){return!t||t.length===0?"No errors":t.map(o=>`${n}${o.instancePath} ${o.message}`).reduce(
(o,i)=>o+a+i)}$dataMetaSchema(t,a){let n=this.RULES.all;t=JSON.parse(JSON.stringify(t));for(let o of a){let i=o.split("/").slice(1),r=t;for(let s of i)r=r[s];for(let s in n){
let p=n[s];if(typeof p!="object")continue;let{$data:m}=p.definition,u=r[s];m&&u&&(r[s]=Su(u))}}return t}_removeAllSchemas(t,a){for(let n in t){let o=t[n];(!a||a.
test(n))&&(typeof o=="string"?delete t[n]:o&&!o.meta&&(this._cache.delete(o.schema),delete t[n]))}}_addSchema(t,a,n,o=this.opts.validateSchema,i=this.opts.addUsedSchema){
let r,{schemaId:s}=this.opts;if(typeof t=="object")r=t[s];else{if(this.opts.jtd)throw new Error("schema must be object");if(typeof t!="boolean")throw new Error(
"schema must be object or boolean")}let p=this._cache.get(t);if(p!==void 0)return p;n=(0,Ia.normalizeId)(r||n);let m=Ia.getSchemaRefs.call(this,t,n);return p=new Ea.
SchemaEnv({schema:t,schemaId:s,meta:a,baseId:n,localRefs:m}),this._cache.set(p.schema,p),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=p),o&&this.
validateSchema(t,!0),p}_checkUnique(t){if(this.schemas[t]||this.refs[t])throw new Error(`schema with key or id "${t}" already exists`)}_compileSchemaEnv(t){if(t.
meta?this._compileMetaSchema(t):Ea.compileSchema.call(this,t),!t.validate)throw new Error("ajv implementation error");return t.validate}_compileMetaSchema(t){let a=this.
opts;this.opts=this._metaOpts;try{Ea.compileSchema.call(this,t)}finally{this.opts=a}}};Ma.ValidationError=gb.default;Ma.MissingRefError=Pu.default;qt.default=Ma;
function vu(e,t,a,n="error"){for(let o in e){let i=o;i in t&&this.logger[n](`${a}: option ${o}. ${e[i]}`)}}function ku(e){return e=(0,Ia.normalizeId)(e),this.schemas[e]||
this.refs[e]}function xb(){let e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(let t in e)this.addSchema(e[t],t)}function qb(){for(let e in this.
opts.formats){let t=this.opts.formats[e];t&&this.addFormat(e,t)}}function Ob(e){if(Array.isArray(e)){this.addVocabulary(e);return}this.logger.warn("keywords opt\
ion as map is deprecated, pass array");for(let t in e){let a=e[t];a.keyword||(a.keyword=t),this.addKeyword(a)}}function jb(){let e={...this.opts};for(let t of kb)
delete e[t];return e}var Tb={log(){},warn(){},error(){}};function Ab(e){if(e===!1)return Tb;if(e===void 0)return console;if(e.log&&e.warn&&e.error)return e;throw new Error(
"logger must implement log, warn and error methods")}var Nb=/^[a-z_$][a-z0-9_$:-]*$/i;function Rb(e,t){let{RULES:a}=this;if((0,Ki.eachItem)(e,n=>{if(a.keywords[n])
throw new Error(`Keyword ${n} is already defined`);if(!Nb.test(n))throw new Error(`Keyword ${n} has invalid name`)}),!!t&&t.$data&&!("code"in t||"validate"in t))
throw new Error('$data keyword must have "code" or "validate" function')}function Ci(e,t,a){var n;let o=t?.post;if(a&&o)throw new Error('keyword with "post" fla\
g cannot have "type"');let{RULES:i}=this,r=o?i.post:i.rules.find(({type:p})=>p===a);if(r||(r={type:a,rules:[]},i.rules.push(r)),i.keywords[e]=!0,!t)return;let s={
keyword:e,definition:{...t,type:(0,Nn.getJSONTypes)(t.type),schemaType:(0,Nn.getJSONTypes)(t.schemaType)}};t.before?Eb.call(this,r,s,t.before):r.rules.push(s),i.
all[e]=s,(n=t.implements)===null||n===void 0||n.forEach(p=>this.addKeyword(p))}function Eb(e,t,a){let n=e.rules.findIndex(o=>o.keyword===a);n>=0?e.rules.splice(
n,0,t):(e.rules.push(t),this.logger.warn(`rule ${a} is not defined`))}function Ib(e){let{metaSchema:t}=e;t!==void 0&&(e.$data&&this.opts.$data&&(t=Su(t)),e.validateSchema=
this.compile(t,!0))}var Mb={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function Su(e){return{anyOf:[e,Mb]}}});var xu=ce(Hi=>{"use strict";Object.defineProperty(Hi,"__esModule",{value:!0});var Lb={keyword:"id",code(){throw new Error('NOT SUPPORTED: keyword "id", use "$id\
" for schema ID')}};Hi.default=Lb});var Tu=ce(hs=>{"use strict";Object.defineProperty(hs,"__esModule",{value:!0});hs.callRef=hs.getValidate=void 0;var Fb=Aa(),qu=Yt(),Wt=Fe(),Js=Er(),Ou=Sn(),Rn=He(),
Vb={keyword:"$ref",schemaType:"string",code(e){let{gen:t,schema:a,it:n}=e,{baseId:o,schemaEnv:i,validateName:r,opts:s,self:p}=n,{root:m}=i;if((a==="#"||a==="#/")&&
o===m.baseId)return h();let u=Ou.resolveRef.call(p,m,o,a);if(u===void 0)throw new Fb.default(n.opts.uriResolver,o,a);if(u instanceof Ou.SchemaEnv)return $(u);return S(
u);function h(){if(i===m)return En(e,r,i,i.$async);let O=t.scopeValue("root",{ref:m});return En(e,(0,Wt._)`${O}.validate`,m,m.$async)}function $(O){let x=ju(e,O);
En(e,x,O,O.$async)}function S(O){let x=t.scopeValue("schema",s.code.source===!0?{ref:O,code:(0,Wt.stringify)(O)}:{ref:O}),T=t.name("valid"),R=e.subschema({schema:O,
dataTypes:[],schemaPath:Wt.nil,topSchemaRef:x,errSchemaPath:a},T);e.mergeEvaluated(R),e.ok(T)}}};function ju(e,t){let{gen:a}=e;return t.validate?a.scopeValue("v\
alidate",{ref:t.validate}):(0,Wt._)`${a.scopeValue("wrapper",{ref:t})}.validate`}hs.getValidate=ju;function En(e,t,a,n){let{gen:o,it:i}=e,{allErrors:r,schemaEnv:s,
opts:p}=i,m=p.passContext?Js.default.this:Wt.nil;n?u():h();function u(){if(!s.$async)throw new Error("async schema referenced by sync schema");let O=o.let("vali\
d");o.try(()=>{o.code((0,Wt._)`await ${(0,qu.callValidateCode)(e,t,m)}`),S(t),r||o.assign(O,!0)},x=>{o.if((0,Wt._)`!(${x} instanceof ${i.ValidationError})`,()=>o.
throw(x)),$(x),r||o.assign(O,!1)}),e.ok(O)}function h(){e.result((0,qu.callValidateCode)(e,t,m),()=>S(t),()=>$(t))}function $(O){let x=(0,Wt._)`${O}.errors`;o.assign(
Js.default.vErrors,(0,Wt._)`${Js.default.vErrors} === null ? ${x} : ${Js.default.vErrors}.concat(${x})`),o.assign(Js.default.errors,(0,Wt._)`${Js.default.vErrors}.length`)}
function S(O){var x;if(!i.opts.unevaluated)return;let T=(x=a?.validate)===null||x===void 0?void 0:x.evaluated;if(i.props!==!0)if(T&&!T.dynamicProps)T.props!==void 0&&
(i.props=Rn.mergeEvaluated.props(o,T.props,i.props));else{let R=o.var("props",(0,Wt._)`${O}.evaluated.props`);i.props=Rn.mergeEvaluated.props(o,R,i.props,Wt.Name)}
if(i.items!==!0)if(T&&!T.dynamicItems)T.items!==void 0&&(i.items=Rn.mergeEvaluated.items(o,T.items,i.items));else{let R=o.var("items",(0,Wt._)`${O}.evaluated.items`);
i.items=Rn.mergeEvaluated.items(o,R,i.items,Wt.Name)}}}hs.callRef=En;hs.default=Vb});var Au=ce(Bi=>{"use strict";Object.defineProperty(Bi,"__esModule",{value:!0});var Ub=xu(),Db=Tu(),Jb=["$schema","$id","$defs","$vocabulary",{keyword:"$comment"},
"definitions",Ub.default,Db.default];Bi.default=Jb});var Nu=ce(Gi=>{"use strict";Object.defineProperty(Gi,"__esModule",{value:!0});var In=Fe(),Xr=In.operators,Mn={maximum:{okStr:"<=",ok:Xr.LTE,fail:Xr.GT},minimum:{
okStr:">=",ok:Xr.GTE,fail:Xr.LT},exclusiveMaximum:{okStr:"<",ok:Xr.LT,fail:Xr.GTE},exclusiveMinimum:{okStr:">",ok:Xr.GT,fail:Xr.LTE}},zb={message:({keyword:e,schemaCode:t})=>(0,In.
str)`must be ${Mn[e].okStr} ${t}`,params:({keyword:e,schemaCode:t})=>(0,In._)`{comparison: ${Mn[e].okStr}, limit: ${t}}`},Wb={keyword:Object.keys(Mn),type:"numb\
er",schemaType:"number",$data:!0,error:zb,code(e){let{keyword:t,data:a,schemaCode:n}=e;e.fail$data((0,In._)`${a} ${Mn[t].fail} ${n} || isNaN(${a})`)}};Gi.default=
Wb});var Ru=ce(Zi=>{"use strict";Object.defineProperty(Zi,"__esModule",{value:!0});var La=Fe(),Cb={message:({schemaCode:e})=>(0,La.str)`must be multiple of ${e}`,params:({
schemaCode:e})=>(0,La._)`{multipleOf: ${e}}`},Kb={keyword:"multipleOf",type:"number",schemaType:"number",$data:!0,error:Cb,code(e){let{gen:t,data:a,schemaCode:n,
it:o}=e,i=o.opts.multipleOfPrecision,r=t.let("res"),s=i?(0,La._)`Math.abs(Math.round(${r}) - ${r}) > 1e-${i}`:(0,La._)`${r} !== parseInt(${r})`;e.fail$data((0,La.
_)`(${n} === 0 || (${r} = ${a}/${n}, ${s}))`)}};Zi.default=Kb});var Eu=ce(Qi=>{"use strict";Object.defineProperty(Qi,"__esModule",{value:!0});var ys=Fe(),Hb=He(),Bb=Mo(),Gb={message({keyword:e,schemaCode:t}){let a=e==="maxLe\
ngth"?"more":"fewer";return(0,ys.str)`must NOT have ${a} than ${t} characters`},params:({schemaCode:e})=>(0,ys._)`{limit: ${e}}`},Zb={keyword:["maxLength","minL\
ength"],type:"string",schemaType:"number",$data:!0,error:Gb,code(e){let{keyword:t,data:a,schemaCode:n,it:o}=e,i=t==="maxLength"?ys.operators.GT:ys.operators.LT,
r=o.opts.unicode===!1?(0,ys._)`${a}.length`:(0,ys._)`${(0,Hb.useFunc)(e.gen,Bb.default)}(${a})`;e.fail$data((0,ys._)`${r} ${i} ${n}`)}};Qi.default=Zb});var Iu=ce(Xi=>{"use strict";Object.defineProperty(Xi,"__esModule",{value:!0});var Qb=Yt(),Xb=He(),zs=Fe(),Yb={message:({schemaCode:e})=>(0,zs.str)`must match pattern "${e}"`,
params:({schemaCode:e})=>(0,zs._)`{pattern: ${e}}`},ev={keyword:"pattern",type:"string",schemaType:"string",$data:!0,error:Yb,code(e){let{gen:t,data:a,$data:n,schema:o,
schemaCode:i,it:r}=e,s=r.opts.unicodeRegExp?"u":"";if(n){let{regExp:p}=r.opts.code,m=p.code==="new RegExp"?(0,zs._)`new RegExp`:(0,Xb.useFunc)(t,p),u=t.let("val\
id");t.try(()=>t.assign(u,(0,zs._)`${m}(${i}, ${s}).test(${a})`),()=>t.assign(u,!1)),e.fail$data((0,zs._)`!${u}`)}else{let p=(0,Qb.usePattern)(e,o);e.fail$data(
(0,zs._)`!${p}.test(${a})`)}}};Xi.default=ev});var Mu=ce(Yi=>{"use strict";Object.defineProperty(Yi,"__esModule",{value:!0});var Fa=Fe(),tv={message({keyword:e,schemaCode:t}){let a=e==="maxProperties"?"more":
"fewer";return(0,Fa.str)`must NOT have ${a} than ${t} properties`},params:({schemaCode:e})=>(0,Fa._)`{limit: ${e}}`},rv={keyword:["maxProperties","minProperties"],
type:"object",schemaType:"number",$data:!0,error:tv,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxProperties"?Fa.operators.GT:Fa.operators.LT;e.fail$data(
(0,Fa._)`Object.keys(${a}).length ${o} ${n}`)}};Yi.default=rv});var Lu=ce(ep=>{"use strict";Object.defineProperty(ep,"__esModule",{value:!0});var Va=Yt(),Ua=Fe(),sv=He(),av={message:({params:{missingProperty:e}})=>(0,Ua.str)`must have required property '${e}'`,
params:({params:{missingProperty:e}})=>(0,Ua._)`{missingProperty: ${e}}`},nv={keyword:"required",type:"object",schemaType:"array",$data:!0,error:av,code(e){let{
gen:t,schema:a,schemaCode:n,data:o,$data:i,it:r}=e,{opts:s}=r;if(!i&&a.length===0)return;let p=a.length>=s.loopRequired;if(r.allErrors?m():u(),s.strictRequired){
let S=e.parentSchema.properties,{definedProperties:O}=e.it;for(let x of a)if(S?.[x]===void 0&&!O.has(x)){let T=r.schemaEnv.baseId+r.errSchemaPath,R=`required pr\
operty "${x}" is not defined at "${T}" (strictRequired)`;(0,sv.checkStrictMode)(r,R,r.opts.strictRequired)}}function m(){if(p||i)e.block$data(Ua.nil,h);else for(let S of a)
(0,Va.checkReportMissingProp)(e,S)}function u(){let S=t.let("missing");if(p||i){let O=t.let("valid",!0);e.block$data(O,()=>$(S,O)),e.ok(O)}else t.if((0,Va.checkMissingProp)(
e,a,S)),(0,Va.reportMissingProp)(e,S),t.else()}function h(){t.forOf("prop",n,S=>{e.setParams({missingProperty:S}),t.if((0,Va.noPropertyInData)(t,o,S,s.ownProperties),
()=>e.error())})}function $(S,O){e.setParams({missingProperty:S}),t.forOf(S,n,()=>{t.assign(O,(0,Va.propertyInData)(t,o,S,s.ownProperties)),t.if((0,Ua.not)(O),()=>{
e.error(),t.break()})},Ua.nil)}}};ep.default=nv});var Fu=ce(tp=>{"use strict";Object.defineProperty(tp,"__esModule",{value:!0});var Da=Fe(),ov={message({keyword:e,schemaCode:t}){let a=e==="maxItems"?"more":"few\
er";return(0,Da.str)`must NOT have ${a} than ${t} items`},params:({schemaCode:e})=>(0,Da._)`{limit: ${e}}`},iv={keyword:["maxItems","minItems"],type:"array",schemaType:"\
number",$data:!0,error:ov,code(e){let{keyword:t,data:a,schemaCode:n}=e,o=t==="maxItems"?Da.operators.GT:Da.operators.LT;e.fail$data((0,Da._)`${a}.length ${o} ${n}`)}};
tp.default=iv});var Ln=ce(rp=>{"use strict";Object.defineProperty(rp,"__esModule",{value:!0});var Vu=ki();Vu.code='require("ajv/dist/runtime/equal").default';rp.default=Vu});var Uu=ce(ap=>{"use strict";Object.defineProperty(ap,"__esModule",{value:!0});var sp=xa(),Ot=Fe(),pv=He(),cv=Ln(),dv={message:({params:{i:e,j:t}})=>(0,Ot.str)`must NOT have duplicate items (items ## ${t} and ${e} are identical)`,
params:({params:{i:e,j:t}})=>(0,Ot._)`{i: ${e}, j: ${t}}`},uv={keyword:"uniqueItems",type:"array",schemaType:"boolean",$data:!0,error:dv,code(e){let{gen:t,data:a,
$data:n,schema:o,parentSchema:i,schemaCode:r,it:s}=e;if(!n&&!o)return;let p=t.let("valid"),m=i.items?(0,sp.getSchemaTypes)(i.items):[];e.block$data(p,u,(0,Ot._)`${r} === false`),
e.ok(p);function u(){let O=t.let("i",(0,Ot._)`${a}.length`),x=t.let("j");e.setParams({i:O,j:x}),t.assign(p,!0),t.if((0,Ot._)`${O} > 1`,()=>(h()?$:S)(O,x))}function h(){
return m.length>0&&!m.some(O=>O==="object"||O==="array")}function $(O,x){let T=t.name("item"),R=(0,sp.checkDataTypes)(m,T,s.opts.strictNumbers,sp.DataType.Wrong),
pe=t.const("indices",(0,Ot._)`{}`);t.for((0,Ot._)`;${O}--;`,()=>{t.let(T,(0,Ot._)`${a}[${O}]`),t.if(R,(0,Ot._)`continue`),m.length>1&&t.if((0,Ot._)`typeof ${T} == "string"`,
(0,Ot._)`${T} += "_"`),t.if((0,Ot._)`typeof ${pe}[${T}] == "number"`,()=>{t.assign(x,(0,Ot._)`${pe}[${T}]`),e.error(),t.assign(p,!1).break()}).code((0,Ot._)`${pe}[${T}] = ${O}`)})}
function S(O,x){let T=(0,pv.useFunc)(t,cv.default),R=t.name("outer");t.label(R).for((0,Ot._)`;${O}--;`,()=>t.for((0,Ot._)`${x} = ${O}; ${x}--;`,()=>t.if((0,Ot._)`${T}(${a}[${O}], ${a}[${x}])`,
()=>{e.error(),t.assign(p,!1).break(R)})))}}};ap.default=uv});var Du=ce(op=>{"use strict";Object.defineProperty(op,"__esModule",{value:!0});var np=Fe(),lv=He(),mv=Ln(),fv={message:"must be equal to constant",params:({schemaCode:e})=>(0,np.
_)`{allowedValue: ${e}}`},hv={keyword:"const",$data:!0,error:fv,code(e){let{gen:t,data:a,$data:n,schemaCode:o,schema:i}=e;n||i&&typeof i=="object"?e.fail$data((0,np.
_)`!${(0,lv.useFunc)(t,mv.default)}(${a}, ${o})`):e.fail((0,np._)`${i} !== ${a}`)}};op.default=hv});var Ju=ce(ip=>{"use strict";Object.defineProperty(ip,"__esModule",{value:!0});var Ja=Fe(),yv=He(),gv=Ln(),wv={message:"must be equal to one of the allowed value\
s",params:({schemaCode:e})=>(0,Ja._)`{allowedValues: ${e}}`},bv={keyword:"enum",schemaType:"array",$data:!0,error:wv,code(e){let{gen:t,data:a,$data:n,schema:o,schemaCode:i,
it:r}=e;if(!n&&o.length===0)throw new Error("enum must have non-empty array");let s=o.length>=r.opts.loopEnum,p,m=()=>p??(p=(0,yv.useFunc)(t,gv.default)),u;if(s||
n)u=t.let("valid"),e.block$data(u,h);else{if(!Array.isArray(o))throw new Error("ajv implementation error");let S=t.const("vSchema",i);u=(0,Ja.or)(...o.map((O,x)=>$(
S,x)))}e.pass(u);function h(){t.assign(u,!1),t.forOf("v",i,S=>t.if((0,Ja._)`${m()}(${a}, ${S})`,()=>t.assign(u,!0).break()))}function $(S,O){let x=o[O];return typeof x==
"object"&&x!==null?(0,Ja._)`${m()}(${a}, ${S}[${O}])`:(0,Ja._)`${a} === ${x}`}}};ip.default=bv});var zu=ce(pp=>{"use strict";Object.defineProperty(pp,"__esModule",{value:!0});var vv=Nu(),kv=Ru(),Pv=Eu(),$v=Iu(),Sv=Mu(),_v=Lu(),xv=Fu(),qv=Uu(),Ov=Du(),jv=Ju(),
Tv=[vv.default,kv.default,Pv.default,$v.default,Sv.default,_v.default,xv.default,qv.default,{keyword:"type",schemaType:["string","array"]},{keyword:"nullable",schemaType:"\
boolean"},Ov.default,jv.default];pp.default=Tv});var dp=ce(za=>{"use strict";Object.defineProperty(za,"__esModule",{value:!0});za.validateAdditionalItems=void 0;var gs=Fe(),cp=He(),Av={message:({params:{len:e}})=>(0,gs.
str)`must NOT have more than ${e} items`,params:({params:{len:e}})=>(0,gs._)`{limit: ${e}}`},Nv={keyword:"additionalItems",type:"array",schemaType:["boolean","o\
bject"],before:"uniqueItems",error:Av,code(e){let{parentSchema:t,it:a}=e,{items:n}=t;if(!Array.isArray(n)){(0,cp.checkStrictMode)(a,'"additionalItems" is ignore\
d when "items" is not an array of schemas');return}Wu(e,n)}};function Wu(e,t){let{gen:a,schema:n,data:o,keyword:i,it:r}=e;r.items=!0;let s=a.const("len",(0,gs._)`${o}.length`);
if(n===!1)e.setParams({len:t.length}),e.pass((0,gs._)`${s} <= ${t.length}`);else if(typeof n=="object"&&!(0,cp.alwaysValidSchema)(r,n)){let m=a.var("valid",(0,gs.
_)`${s} <= ${t.length}`);a.if((0,gs.not)(m),()=>p(m)),e.ok(m)}function p(m){a.forRange("i",t.length,s,u=>{e.subschema({keyword:i,dataProp:u,dataPropType:cp.Type.
Num},m),r.allErrors||a.if((0,gs.not)(m),()=>a.break())})}}za.validateAdditionalItems=Wu;za.default=Nv});var up=ce(Wa=>{"use strict";Object.defineProperty(Wa,"__esModule",{value:!0});Wa.validateTuple=void 0;var Cu=Fe(),Fn=He(),Rv=Yt(),Ev={keyword:"items",type:"arra\
y",schemaType:["object","array","boolean"],before:"uniqueItems",code(e){let{schema:t,it:a}=e;if(Array.isArray(t))return Ku(e,"additionalItems",t);a.items=!0,!(0,Fn.
alwaysValidSchema)(a,t)&&e.ok((0,Rv.validateArray)(e))}};function Ku(e,t,a=e.schema){let{gen:n,parentSchema:o,data:i,keyword:r,it:s}=e;u(o),s.opts.unevaluated&&
a.length&&s.items!==!0&&(s.items=Fn.mergeEvaluated.items(n,a.length,s.items));let p=n.name("valid"),m=n.const("len",(0,Cu._)`${i}.length`);a.forEach((h,$)=>{(0,Fn.
alwaysValidSchema)(s,h)||(n.if((0,Cu._)`${m} > ${$}`,()=>e.subschema({keyword:r,schemaProp:$,dataProp:$},p)),e.ok(p))});function u(h){let{opts:$,errSchemaPath:S}=s,
O=a.length,x=O===h.minItems&&(O===h.maxItems||h[t]===!1);if($.strictTuples&&!x){let T=`"${r}" is ${O}-tuple, but minItems or maxItems/${t} are not specified or \
different at path "${S}"`;(0,Fn.checkStrictMode)(s,T,$.strictTuples)}}}Wa.validateTuple=Ku;Wa.default=Ev});var Hu=ce(lp=>{"use strict";Object.defineProperty(lp,"__esModule",{value:!0});var Iv=up(),Mv={keyword:"prefixItems",type:"array",schemaType:["array"],before:"un\
iqueItems",code:e=>(0,Iv.validateTuple)(e,"items")};lp.default=Mv});var Gu=ce(mp=>{"use strict";Object.defineProperty(mp,"__esModule",{value:!0});var Bu=Fe(),Lv=He(),Fv=Yt(),Vv=dp(),Uv={message:({params:{len:e}})=>(0,Bu.str)`must NOT have more than ${e} items`,
params:({params:{len:e}})=>(0,Bu._)`{limit: ${e}}`},Dv={keyword:"items",type:"array",schemaType:["object","boolean"],before:"uniqueItems",error:Uv,code(e){let{schema:t,
parentSchema:a,it:n}=e,{prefixItems:o}=a;n.items=!0,!(0,Lv.alwaysValidSchema)(n,t)&&(o?(0,Vv.validateAdditionalItems)(e,o):e.ok((0,Fv.validateArray)(e)))}};mp.default=
Dv});var Zu=ce(fp=>{"use strict";Object.defineProperty(fp,"__esModule",{value:!0});var tr=Fe(),Vn=He(),Jv={message:({params:{min:e,max:t}})=>t===void 0?(0,tr.str)`must contain at least ${e} valid item(s)`:
(0,tr.str)`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>t===void 0?(0,tr._)`{minContains: ${e}}`:(0,tr._)`{minContains: ${e}, maxContains: ${t}}`},
zv={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:Jv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,
it:i}=e,r,s,{minContains:p,maxContains:m}=n;i.opts.next?(r=p===void 0?1:p,s=m):r=1;let u=t.const("len",(0,tr._)`${o}.length`);if(e.setParams({min:r,max:s}),s===
void 0&&r===0){(0,Vn.checkStrictMode)(i,'"minContains" == 0 without "maxContains": "contains" keyword ignored');return}if(s!==void 0&&r>s){(0,Vn.checkStrictMode)(
i,'"minContains" > "maxContains" is always invalid'),e.fail();return}if((0,Vn.alwaysValidSchema)(i,a)){let x=(0,tr._)`${u} >= ${r}`;s!==void 0&&(x=(0,tr._)`${x} && ${u} <= ${s}`),
e.pass(x);return}i.items=!0;let h=t.name("valid");s===void 0&&r===1?S(h,()=>t.if(h,()=>t.break())):r===0?(t.let(h,!0),s!==void 0&&t.if((0,tr._)`${o}.length > 0`,
$)):(t.let(h,!1),$()),e.result(h,()=>e.reset());function $(){let x=t.name("_valid"),T=t.let("count",0);S(x,()=>t.if(x,()=>O(T)))}function S(x,T){t.forRange("i",
0,u,R=>{e.subschema({keyword:"contains",dataProp:R,dataPropType:Vn.Type.Num,compositeRule:!0},x),T()})}function O(x){t.code((0,tr._)`${x}++`),s===void 0?t.if((0,tr.
_)`${x} >= ${r}`,()=>t.assign(h,!0).break()):(t.if((0,tr._)`${x} > ${s}`,()=>t.assign(h,!1).break()),r===1?t.assign(h,!0):t.if((0,tr._)`${x} >= ${r}`,()=>t.assign(
h,!0)))}}};fp.default=zv});var Yu=ce(Pr=>{"use strict";Object.defineProperty(Pr,"__esModule",{value:!0});Pr.validateSchemaDeps=Pr.validatePropertyDeps=Pr.error=void 0;var hp=Fe(),Wv=He(),
Ca=Yt();Pr.error={message:({params:{property:e,depsCount:t,deps:a}})=>{let n=t===1?"property":"properties";return(0,hp.str)`must have ${n} ${a} when property ${e} is present`},
params:({params:{property:e,depsCount:t,deps:a,missingProperty:n}})=>(0,hp._)`{property: ${e},
    missingProperty: ${n},
    depsCount: ${t},
    deps: ${a}}`};var Cv={keyword:"dependencies",type:"object",schemaType:"object",error:Pr.error,code(e){let[t,a]=Kv(e);Qu(e,t),Xu(e,a)}};function Kv({schema:e}){
let t={},a={};for(let n in e){if(n==="__proto__")continue;let o=Array.isArray(e[n])?t:a;o[n]=e[n]}return[t,a]}function Qu(e,t=e.schema){let{gen:a,data:n,it:o}=e;
if(Object.keys(t).length===0)return;let i=a.let("missing");for(let r in t){let s=t[r];if(s.length===0)continue;let p=(0,Ca.propertyInData)(a,n,r,o.opts.ownProperties);
e.setParams({property:r,depsCount:s.length,deps:s.join(", ")}),o.allErrors?a.if(p,()=>{for(let m of s)(0,Ca.checkReportMissingProp)(e,m)}):(a.if((0,hp._)`${p} && (${(0,Ca.
checkMissingProp)(e,s,i)})`),(0,Ca.reportMissingProp)(e,i),a.else())}}Pr.validatePropertyDeps=Qu;function Xu(e,t=e.schema){let{gen:a,data:n,keyword:o,it:i}=e,r=a.
name("valid");for(let s in t)(0,Wv.alwaysValidSchema)(i,t[s])||(a.if((0,Ca.propertyInData)(a,n,s,i.opts.ownProperties),()=>{let p=e.subschema({keyword:o,schemaProp:s},
r);e.mergeValidEvaluated(p,r)},()=>a.var(r,!0)),e.ok(r))}Pr.validateSchemaDeps=Xu;Pr.default=Cv});var tl=ce(yp=>{"use strict";Object.defineProperty(yp,"__esModule",{value:!0});var el=Fe(),Hv=He(),Bv={message:"property name must be valid",params:({params:e})=>(0,el.
_)`{propertyName: ${e.propertyName}}`},Gv={keyword:"propertyNames",type:"object",schemaType:["object","boolean"],error:Bv,code(e){let{gen:t,schema:a,data:n,it:o}=e;
if((0,Hv.alwaysValidSchema)(o,a))return;let i=t.name("valid");t.forIn("key",n,r=>{e.setParams({propertyName:r}),e.subschema({keyword:"propertyNames",data:r,dataTypes:[
"string"],propertyName:r,compositeRule:!0},i),t.if((0,el.not)(i),()=>{e.error(!0),o.allErrors||t.break()})}),e.ok(i)}};yp.default=Gv});var wp=ce(gp=>{"use strict";Object.defineProperty(gp,"__esModule",{value:!0});var Un=Yt(),ur=Fe(),Zv=Er(),Dn=He(),Qv={message:"must NOT have additional properti\
es",params:({params:e})=>(0,ur._)`{additionalProperty: ${e.additionalProperty}}`},Xv={keyword:"additionalProperties",type:["object"],schemaType:["boolean","obje\
ct"],allowUndefined:!0,trackErrors:!0,error:Qv,code(e){let{gen:t,schema:a,parentSchema:n,data:o,errsCount:i,it:r}=e;if(!i)throw new Error("ajv implementation er\
ror");let{allErrors:s,opts:p}=r;if(r.props=!0,p.removeAdditional!=="all"&&(0,Dn.alwaysValidSchema)(r,a))return;let m=(0,Un.allSchemaProperties)(n.properties),u=(0,Un.
allSchemaProperties)(n.patternProperties);h(),e.ok((0,ur._)`${i} === ${Zv.default.errors}`);function h(){t.forIn("key",o,T=>{!m.length&&!u.length?O(T):t.if($(T),
()=>O(T))})}function $(T){let R;if(m.length>8){let pe=(0,Dn.schemaRefOrVal)(r,n.properties,"properties");R=(0,Un.isOwnProperty)(t,pe,T)}else m.length?R=(0,ur.or)(
...m.map(pe=>(0,ur._)`${T} === ${pe}`)):R=ur.nil;return u.length&&(R=(0,ur.or)(R,...u.map(pe=>(0,ur._)`${(0,Un.usePattern)(e,pe)}.test(${T})`))),(0,ur.not)(R)}function S(T){
t.code((0,ur._)`delete ${o}[${T}]`)}function O(T){if(p.removeAdditional==="all"||p.removeAdditional&&a===!1){S(T);return}if(a===!1){e.setParams({additionalProperty:T}),
e.error(),s||t.break();return}if(typeof a=="object"&&!(0,Dn.alwaysValidSchema)(r,a)){let R=t.name("valid");p.removeAdditional==="failing"?(x(T,R,!1),t.if((0,ur.
not)(R),()=>{e.reset(),S(T)})):(x(T,R),s||t.if((0,ur.not)(R),()=>t.break()))}}function x(T,R,pe){let z={keyword:"additionalProperties",dataProp:T,dataPropType:Dn.
Type.Str};pe===!1&&Object.assign(z,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(z,R)}}};gp.default=Xv});var al=ce(vp=>{"use strict";Object.defineProperty(vp,"__esModule",{value:!0});var Yv=Ta(),rl=Yt(),bp=He(),sl=wp(),e1={keyword:"properties",type:"object",schemaType:"\
object",code(e){let{gen:t,schema:a,parentSchema:n,data:o,it:i}=e;i.opts.removeAdditional==="all"&&n.additionalProperties===void 0&&sl.default.code(new Yv.KeywordCxt(
i,sl.default,"additionalProperties"));let r=(0,rl.allSchemaProperties)(a);for(let h of r)i.definedProperties.add(h);i.opts.unevaluated&&r.length&&i.props!==!0&&
(i.props=bp.mergeEvaluated.props(t,(0,bp.toHash)(r),i.props));let s=r.filter(h=>!(0,bp.alwaysValidSchema)(i,a[h]));if(s.length===0)return;let p=t.name("valid");
for(let h of s)m(h)?u(h):(t.if((0,rl.propertyInData)(t,o,h,i.opts.ownProperties)),u(h),i.allErrors||t.else().var(p,!0),t.endIf()),e.it.definedProperties.add(h),
e.ok(p);function m(h){return i.opts.useDefaults&&!i.compositeRule&&a[h].default!==void 0}function u(h){e.subschema({keyword:"properties",schemaProp:h,dataProp:h},
p)}}};vp.default=e1});var pl=ce(kp=>{"use strict";Object.defineProperty(kp,"__esModule",{value:!0});var nl=Yt(),Jn=Fe(),ol=He(),il=He(),t1={keyword:"patternProperties",type:"object",
schemaType:"object",code(e){let{gen:t,schema:a,data:n,parentSchema:o,it:i}=e,{opts:r}=i,s=(0,nl.allSchemaProperties)(a),p=s.filter(x=>(0,ol.alwaysValidSchema)(i,
a[x]));if(s.length===0||p.length===s.length&&(!i.opts.unevaluated||i.props===!0))return;let m=r.strictSchema&&!r.allowMatchingProperties&&o.properties,u=t.name(
"valid");i.props!==!0&&!(i.props instanceof Jn.Name)&&(i.props=(0,il.evaluatedPropsToName)(t,i.props));let{props:h}=i;$();function $(){for(let x of s)m&&S(x),i.
allErrors?O(x):(t.var(u,!0),O(x),t.if(u))}function S(x){for(let T in m)new RegExp(x).test(T)&&(0,ol.checkStrictMode)(i,`property ${T} matches pattern ${x} (use \
allowMatchingProperties)`)}function O(x){t.forIn("key",n,T=>{t.if((0,Jn._)`${(0,nl.usePattern)(e,x)}.test(${T})`,()=>{let R=p.includes(x);R||e.subschema({keyword:"\
patternProperties",schemaProp:x,dataProp:T,dataPropType:il.Type.Str},u),i.opts.unevaluated&&h!==!0?t.assign((0,Jn._)`${h}[${T}]`,!0):!R&&!i.allErrors&&t.if((0,Jn.
not)(u),()=>t.break())})})}}};kp.default=t1});var cl=ce(Pp=>{"use strict";Object.defineProperty(Pp,"__esModule",{value:!0});var r1=He(),s1={keyword:"not",schemaType:["object","boolean"],trackErrors:!0,code(e){
let{gen:t,schema:a,it:n}=e;if((0,r1.alwaysValidSchema)(n,a)){e.fail();return}let o=t.name("valid");e.subschema({keyword:"not",compositeRule:!0,createErrors:!1,allErrors:!1},
o),e.failResult(o,()=>e.reset(),()=>e.error())},error:{message:"must NOT be valid"}};Pp.default=s1});var dl=ce($p=>{"use strict";Object.defineProperty($p,"__esModule",{value:!0});var a1=Yt(),n1={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:a1.validateUnion,
error:{message:"must match a schema in anyOf"}};$p.default=n1});var ul=ce(Sp=>{"use strict";Object.defineProperty(Sp,"__esModule",{value:!0});var zn=Fe(),o1=He(),i1={message:"must match exactly one schema in oneOf",params:({
params:e})=>(0,zn._)`{passingSchemas: ${e.passing}}`},p1={keyword:"oneOf",schemaType:"array",trackErrors:!0,error:i1,code(e){let{gen:t,schema:a,parentSchema:n,it:o}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");if(o.opts.discriminator&&n.discriminator)return;let i=a,r=t.let("valid",!1),s=t.let("passing",null),
p=t.name("_valid");e.setParams({passing:s}),t.block(m),e.result(r,()=>e.reset(),()=>e.error(!0));function m(){i.forEach((u,h)=>{let $;(0,o1.alwaysValidSchema)(o,
u)?t.var(p,!0):$=e.subschema({keyword:"oneOf",schemaProp:h,compositeRule:!0},p),h>0&&t.if((0,zn._)`${p} && ${r}`).assign(r,!1).assign(s,(0,zn._)`[${s}, ${h}]`).
else(),t.if(p,()=>{t.assign(r,!0),t.assign(s,h),$&&e.mergeEvaluated($,zn.Name)})})}}};Sp.default=p1});var ll=ce(_p=>{"use strict";Object.defineProperty(_p,"__esModule",{value:!0});var c1=He(),d1={keyword:"allOf",schemaType:"array",code(e){let{gen:t,schema:a,it:n}=e;
if(!Array.isArray(a))throw new Error("ajv implementation error");let o=t.name("valid");a.forEach((i,r)=>{if((0,c1.alwaysValidSchema)(n,i))return;let s=e.subschema(
{keyword:"allOf",schemaProp:r},o);e.ok(o),e.mergeEvaluated(s)})}};_p.default=d1});var hl=ce(xp=>{"use strict";Object.defineProperty(xp,"__esModule",{value:!0});var Wn=Fe(),fl=He(),u1={message:({params:e})=>(0,Wn.str)`must match "${e.ifClause}" schema`,
params:({params:e})=>(0,Wn._)`{failingKeyword: ${e.ifClause}}`},l1={keyword:"if",schemaType:["object","boolean"],trackErrors:!0,error:u1,code(e){let{gen:t,parentSchema:a,
it:n}=e;a.then===void 0&&a.else===void 0&&(0,fl.checkStrictMode)(n,'"if" without "then" and "else" is ignored');let o=ml(n,"then"),i=ml(n,"else");if(!o&&!i)return;
let r=t.let("valid",!0),s=t.name("_valid");if(p(),e.reset(),o&&i){let u=t.let("ifClause");e.setParams({ifClause:u}),t.if(s,m("then",u),m("else",u))}else o?t.if(
s,m("then")):t.if((0,Wn.not)(s),m("else"));e.pass(r,()=>e.error(!0));function p(){let u=e.subschema({keyword:"if",compositeRule:!0,createErrors:!1,allErrors:!1},
s);e.mergeEvaluated(u)}function m(u,h){return()=>{let $=e.subschema({keyword:u},s);t.assign(r,s),e.mergeValidEvaluated($,r),h?t.assign(h,(0,Wn._)`${u}`):e.setParams(
{ifClause:u})}}}};function ml(e,t){let a=e.schema[t];return a!==void 0&&!(0,fl.alwaysValidSchema)(e,a)}xp.default=l1});var yl=ce(qp=>{"use strict";Object.defineProperty(qp,"__esModule",{value:!0});var m1=He(),f1={keyword:["then","else"],schemaType:["object","boolean"],code({keyword:e,
parentSchema:t,it:a}){t.if===void 0&&(0,m1.checkStrictMode)(a,`"${e}" without "if" is ignored`)}};qp.default=f1});var gl=ce(Op=>{"use strict";Object.defineProperty(Op,"__esModule",{value:!0});var h1=dp(),y1=Hu(),g1=up(),w1=Gu(),b1=Zu(),v1=Yu(),k1=tl(),P1=wp(),$1=al(),S1=pl(),
_1=cl(),x1=dl(),q1=ul(),O1=ll(),j1=hl(),T1=yl();function A1(e=!1){let t=[_1.default,x1.default,q1.default,O1.default,j1.default,T1.default,k1.default,P1.default,
v1.default,$1.default,S1.default];return e?t.push(y1.default,w1.default):t.push(h1.default,g1.default),t.push(b1.default),t}Op.default=A1});var wl=ce(jp=>{"use strict";Object.defineProperty(jp,"__esModule",{value:!0});var vt=Fe(),N1={message:({schemaCode:e})=>(0,vt.str)`must match format "${e}"`,params:({
schemaCode:e})=>(0,vt._)`{format: ${e}}`},R1={keyword:"format",type:["number","string"],schemaType:"string",$data:!0,error:N1,code(e,t){let{gen:a,data:n,$data:o,
schema:i,schemaCode:r,it:s}=e,{opts:p,errSchemaPath:m,schemaEnv:u,self:h}=s;if(!p.validateFormats)return;o?$():S();function $(){let O=a.scopeValue("formats",{ref:h.
formats,code:p.code.formats}),x=a.const("fDef",(0,vt._)`${O}[${r}]`),T=a.let("fType"),R=a.let("format");a.if((0,vt._)`typeof ${x} == "object" && !(${x} instanceof RegExp)`,
()=>a.assign(T,(0,vt._)`${x}.type || "string"`).assign(R,(0,vt._)`${x}.validate`),()=>a.assign(T,(0,vt._)`"string"`).assign(R,x)),e.fail$data((0,vt.or)(pe(),z()));
function pe(){return p.strictSchema===!1?vt.nil:(0,vt._)`${r} && !${R}`}function z(){let K=u.$async?(0,vt._)`(${x}.async ? await ${R}(${n}) : ${R}(${n}))`:(0,vt.
_)`${R}(${n})`,F=(0,vt._)`(typeof ${R} == "function" ? ${K} : ${R}.test(${n}))`;return(0,vt._)`${R} && ${R} !== true && ${T} === ${t} && !${F}`}}function S(){let O=h.
formats[i];if(!O){pe();return}if(O===!0)return;let[x,T,R]=z(O);x===t&&e.pass(K());function pe(){if(p.strictSchema===!1){h.logger.warn(F());return}throw new Error(
F());function F(){return`unknown format "${i}" ignored in schema at path "${m}"`}}function z(F){let ue=F instanceof RegExp?(0,vt.regexpCode)(F):p.code.formats?(0,vt.
_)`${p.code.formats}${(0,vt.getProperty)(i)}`:void 0,j=a.scopeValue("formats",{key:i,ref:F,code:ue});return typeof F=="object"&&!(F instanceof RegExp)?[F.type||
"string",F.validate,(0,vt._)`${j}.validate`]:["string",F,j]}function K(){if(typeof O=="object"&&!(O instanceof RegExp)&&O.async){if(!u.$async)throw new Error("a\
sync format in sync schema");return(0,vt._)`await ${R}(${n})`}return typeof T=="function"?(0,vt._)`${R}(${n})`:(0,vt._)`${R}.test(${n})`}}}};jp.default=R1});var bl=ce(Tp=>{"use strict";Object.defineProperty(Tp,"__esModule",{value:!0});var E1=wl(),I1=[E1.default];Tp.default=I1});var vl=ce(Ws=>{"use strict";Object.defineProperty(Ws,"__esModule",{value:!0});Ws.contentVocabulary=Ws.metadataVocabulary=void 0;Ws.metadataVocabulary=["title","\
description","default","deprecated","readOnly","writeOnly","examples"];Ws.contentVocabulary=["contentMediaType","contentEncoding","contentSchema"]});var Pl=ce(Ap=>{"use strict";Object.defineProperty(Ap,"__esModule",{value:!0});var M1=Au(),L1=zu(),F1=gl(),V1=bl(),kl=vl(),U1=[M1.default,L1.default,(0,F1.default)(),
V1.default,kl.metadataVocabulary,kl.contentVocabulary];Ap.default=U1});var Sl=ce(Cn=>{"use strict";Object.defineProperty(Cn,"__esModule",{value:!0});Cn.DiscrError=void 0;var $l;(function(e){e.Tag="tag",e.Mapping="mapping"})($l||(Cn.
DiscrError=$l={}))});var xl=ce(Rp=>{"use strict";Object.defineProperty(Rp,"__esModule",{value:!0});var Cs=Fe(),Np=Sl(),_l=Sn(),D1=Aa(),J1=He(),z1={message:({params:{discrError:e,tagName:t}})=>e===
Np.DiscrError.Tag?`tag "${t}" must be string`:`value of tag "${t}" must be in oneOf`,params:({params:{discrError:e,tag:t,tagName:a}})=>(0,Cs._)`{error: ${e}, tag: ${a}, tagValue: ${t}}`},
W1={keyword:"discriminator",type:"object",schemaType:"object",error:z1,code(e){let{gen:t,data:a,schema:n,parentSchema:o,it:i}=e,{oneOf:r}=o;if(!i.opts.discriminator)
throw new Error("discriminator: requires discriminator option");let s=n.propertyName;if(typeof s!="string")throw new Error("discriminator: requires propertyName");
if(n.mapping)throw new Error("discriminator: mapping is not supported");if(!r)throw new Error("discriminator: requires oneOf keyword");let p=t.let("valid",!1),m=t.
const("tag",(0,Cs._)`${a}${(0,Cs.getProperty)(s)}`);t.if((0,Cs._)`typeof ${m} == "string"`,()=>u(),()=>e.error(!1,{discrError:Np.DiscrError.Tag,tag:m,tagName:s})),
e.ok(p);function u(){let S=$();t.if(!1);for(let O in S)t.elseIf((0,Cs._)`${m} === ${O}`),t.assign(p,h(S[O]));t.else(),e.error(!1,{discrError:Np.DiscrError.Mapping,
tag:m,tagName:s}),t.endIf()}function h(S){let O=t.name("valid"),x=e.subschema({keyword:"oneOf",schemaProp:S},O);return e.mergeEvaluated(x,Cs.Name),O}function $(){
var S;let O={},x=R(o),T=!0;for(let K=0;K<r.length;K++){let F=r[K];if(F?.$ref&&!(0,J1.schemaHasRulesButRef)(F,i.self.RULES)){let j=F.$ref;if(F=_l.resolveRef.call(
i.self,i.schemaEnv.root,i.baseId,j),F instanceof _l.SchemaEnv&&(F=F.schema),F===void 0)throw new D1.default(i.opts.uriResolver,i.baseId,j)}let ue=(S=F?.properties)===
null||S===void 0?void 0:S[s];if(typeof ue!="object")throw new Error(`discriminator: oneOf subschemas (or referenced schemas) must have "properties/${s}"`);T=T&&
(x||R(F)),pe(ue,K)}if(!T)throw new Error(`discriminator: "${s}" must be required`);return O;function R({required:K}){return Array.isArray(K)&&K.includes(s)}function pe(K,F){
if(K.const)z(K.const,F);else if(K.enum)for(let ue of K.enum)z(ue,F);else throw new Error(`discriminator: "properties/${s}" must have "const" or "enum"`)}function z(K,F){
if(typeof K!="string"||K in O)throw new Error(`discriminator: "${s}" values must be unique strings`);O[K]=F}}}};Rp.default=W1});var ql=ce((TS,C1)=>{C1.exports={$schema:"http://json-schema.org/draft-07/schema#",$id:"http://json-schema.org/draft-07/schema#",title:"Core schema meta-schema",
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
finitions/schemaArray"},not:{$ref:"#"}},default:!0}});var Kt=ce((ut,Ep)=>{"use strict";Object.defineProperty(ut,"__esModule",{value:!0});ut.MissingRefError=ut.ValidationError=ut.CodeGen=ut.Name=ut.nil=ut.stringify=
ut.str=ut._=ut.KeywordCxt=ut.Ajv=void 0;var K1=_u(),H1=Pl(),B1=xl(),Ol=ql(),G1=["/properties"],Kn="http://json-schema.org/draft-07/schema",Ks=class extends K1.default{_addVocabularies(){
super._addVocabularies(),H1.default.forEach(t=>this.addVocabulary(t)),this.opts.discriminator&&this.addKeyword(B1.default)}_addDefaultMetaSchema(){if(super._addDefaultMetaSchema(),
!this.opts.meta)return;let t=this.opts.$data?this.$dataMetaSchema(Ol,G1):Ol;this.addMetaSchema(t,Kn,!1),this.refs["http://json-schema.org/schema"]=Kn}defaultMeta(){
return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(Kn)?Kn:void 0)}};ut.Ajv=Ks;Ep.exports=ut=Ks;Ep.exports.Ajv=Ks;Object.defineProperty(ut,"__esMo\
dule",{value:!0});ut.default=Ks;var Z1=Ta();Object.defineProperty(ut,"KeywordCxt",{enumerable:!0,get:function(){return Z1.KeywordCxt}});var Hs=Fe();Object.defineProperty(
ut,"_",{enumerable:!0,get:function(){return Hs._}});Object.defineProperty(ut,"str",{enumerable:!0,get:function(){return Hs.str}});Object.defineProperty(ut,"stri\
ngify",{enumerable:!0,get:function(){return Hs.stringify}});Object.defineProperty(ut,"nil",{enumerable:!0,get:function(){return Hs.nil}});Object.defineProperty(
ut,"Name",{enumerable:!0,get:function(){return Hs.Name}});Object.defineProperty(ut,"CodeGen",{enumerable:!0,get:function(){return Hs.CodeGen}});var Q1=Pn();Object.
defineProperty(ut,"ValidationError",{enumerable:!0,get:function(){return Q1.default}});var X1=Aa();Object.defineProperty(ut,"MissingRefError",{enumerable:!0,get:function(){
return X1.default}})});var yh=Vt(kc());import{models as xP}from"./models.js";function an(e,t=!1){let a=e.length,n=0,o="",i=0,r=16,s=0,p=0,m=0,u=0,h=0;function $(z,K){let F=0,ue=0;for(;F<z||!K;){let j=e.charCodeAt(n);if(j>=48&&j<=57)ue=ue*
16+j-48;else if(j>=65&&j<=70)ue=ue*16+j-65+10;else if(j>=97&&j<=102)ue=ue*16+j-97+10;else break;n++,F++}return F<z&&(ue=-1),ue}function S(z){n=z,o="",i=0,r=16,h=
0}function O(){let z=n;if(e.charCodeAt(n)===48)n++;else for(n++;n<e.length&&js(e.charCodeAt(n));)n++;if(n<e.length&&e.charCodeAt(n)===46)if(n++,n<e.length&&js(e.
charCodeAt(n)))for(n++;n<e.length&&js(e.charCodeAt(n));)n++;else return h=3,e.substring(z,n);let K=n;if(n<e.length&&(e.charCodeAt(n)===69||e.charCodeAt(n)===101))
if(n++,(n<e.length&&e.charCodeAt(n)===43||e.charCodeAt(n)===45)&&n++,n<e.length&&js(e.charCodeAt(n))){for(n++;n<e.length&&js(e.charCodeAt(n));)n++;K=n}else h=3;
return e.substring(z,K)}function x(){let z="",K=n;for(;;){if(n>=a){z+=e.substring(K,n),h=2;break}let F=e.charCodeAt(n);if(F===34){z+=e.substring(K,n),n++;break}
if(F===92){if(z+=e.substring(K,n),n++,n>=a){h=2;break}switch(e.charCodeAt(n++)){case 34:z+='"';break;case 92:z+="\\";break;case 47:z+="/";break;case 98:z+="\b";
break;case 102:z+="\f";break;case 110:z+=`
`;break;case 114:z+="\r";break;case 116:z+="	";break;case 117:let j=$(4,!0);j>=0?z+=String.fromCharCode(j):h=4;break;default:h=5}K=n;continue}if(F>=0&&F<=31)if(ya(
F)){z+=e.substring(K,n),h=2;break}else h=6;n++}return z}function T(){if(o="",h=0,i=n,p=s,u=m,n>=a)return i=a,r=17;let z=e.charCodeAt(n);if(Vo(z)){do n++,o+=String.
fromCharCode(z),z=e.charCodeAt(n);while(Vo(z));return r=15}if(ya(z))return n++,o+=String.fromCharCode(z),z===13&&e.charCodeAt(n)===10&&(n++,o+=`
`),s++,m=n,r=14;switch(z){case 123:return n++,r=1;case 125:return n++,r=2;case 91:return n++,r=3;case 93:return n++,r=4;case 58:return n++,r=6;case 44:return n++,
r=5;case 34:return n++,o=x(),r=10;case 47:let K=n-1;if(e.charCodeAt(n+1)===47){for(n+=2;n<a&&!ya(e.charCodeAt(n));)n++;return o=e.substring(K,n),r=12}if(e.charCodeAt(
n+1)===42){n+=2;let F=a-1,ue=!1;for(;n<F;){let j=e.charCodeAt(n);if(j===42&&e.charCodeAt(n+1)===47){n+=2,ue=!0;break}n++,ya(j)&&(j===13&&e.charCodeAt(n)===10&&n++,
s++,m=n)}return ue||(n++,h=1),o=e.substring(K,n),r=13}return o+=String.fromCharCode(z),n++,r=16;case 45:if(o+=String.fromCharCode(z),n++,n===a||!js(e.charCodeAt(
n)))return r=16;case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:return o+=O(),r=11;default:for(;n<a&&R(z);)n++,z=e.charCodeAt(n);
if(i!==n){switch(o=e.substring(i,n),o){case"true":return r=8;case"false":return r=9;case"null":return r=7}return r=16}return o+=String.fromCharCode(z),n++,r=16}}
function R(z){if(Vo(z)||ya(z))return!1;switch(z){case 125:case 93:case 123:case 91:case 34:case 58:case 44:case 47:return!1}return!0}function pe(){let z;do z=T();while(z>=
12&&z<=15);return z}return{setPosition:S,getPosition:()=>n,scan:t?pe:T,getToken:()=>r,getTokenValue:()=>o,getTokenOffset:()=>i,getTokenLength:()=>n-i,getTokenStartLine:()=>p,
getTokenStartCharacter:()=>i-u,getTokenError:()=>h}}function Vo(e){return e===32||e===9}function ya(e){return e===10||e===13}function js(e){return e>=48&&e<=57}
var Pc;(function(e){e[e.lineFeed=10]="lineFeed",e[e.carriageReturn=13]="carriageReturn",e[e.space=32]="space",e[e._0=48]="_0",e[e._1=49]="_1",e[e._2=50]="_2",e[e.
_3=51]="_3",e[e._4=52]="_4",e[e._5=53]="_5",e[e._6=54]="_6",e[e._7=55]="_7",e[e._8=56]="_8",e[e._9=57]="_9",e[e.a=97]="a",e[e.b=98]="b",e[e.c=99]="c",e[e.d=100]=
"d",e[e.e=101]="e",e[e.f=102]="f",e[e.g=103]="g",e[e.h=104]="h",e[e.i=105]="i",e[e.j=106]="j",e[e.k=107]="k",e[e.l=108]="l",e[e.m=109]="m",e[e.n=110]="n",e[e.o=
111]="o",e[e.p=112]="p",e[e.q=113]="q",e[e.r=114]="r",e[e.s=115]="s",e[e.t=116]="t",e[e.u=117]="u",e[e.v=118]="v",e[e.w=119]="w",e[e.x=120]="x",e[e.y=121]="y",e[e.
z=122]="z",e[e.A=65]="A",e[e.B=66]="B",e[e.C=67]="C",e[e.D=68]="D",e[e.E=69]="E",e[e.F=70]="F",e[e.G=71]="G",e[e.H=72]="H",e[e.I=73]="I",e[e.J=74]="J",e[e.K=75]=
"K",e[e.L=76]="L",e[e.M=77]="M",e[e.N=78]="N",e[e.O=79]="O",e[e.P=80]="P",e[e.Q=81]="Q",e[e.R=82]="R",e[e.S=83]="S",e[e.T=84]="T",e[e.U=85]="U",e[e.V=86]="V",e[e.
W=87]="W",e[e.X=88]="X",e[e.Y=89]="Y",e[e.Z=90]="Z",e[e.asterisk=42]="asterisk",e[e.backslash=92]="backslash",e[e.closeBrace=125]="closeBrace",e[e.closeBracket=
93]="closeBracket",e[e.colon=58]="colon",e[e.comma=44]="comma",e[e.dot=46]="dot",e[e.doubleQuote=34]="doubleQuote",e[e.minus=45]="minus",e[e.openBrace=123]="ope\
nBrace",e[e.openBracket=91]="openBracket",e[e.plus=43]="plus",e[e.slash=47]="slash",e[e.formFeed=12]="formFeed",e[e.tab=9]="tab"})(Pc||(Pc={}));var Ch=new Array(20).fill(0).map((e,t)=>" ".repeat(t)),Ts=200,Kh={" ":{"\n":new Array(Ts).fill(0).map((e,t)=>`
`+" ".repeat(t)),"\r":new Array(Ts).fill(0).map((e,t)=>"\r"+" ".repeat(t)),"\r\n":new Array(Ts).fill(0).map((e,t)=>`\r
`+" ".repeat(t))},"	":{"\n":new Array(Ts).fill(0).map((e,t)=>`
`+"	".repeat(t)),"\r":new Array(Ts).fill(0).map((e,t)=>"\r"+"	".repeat(t)),"\r\n":new Array(Ts).fill(0).map((e,t)=>`\r
`+"	".repeat(t))}};var nn;(function(e){e.DEFAULT={allowTrailingComma:!1}})(nn||(nn={}));function $c(e,t){let a=[],n=new Object,o,i={value:{},offset:0,length:0,type:"object",parent:void 0},
r=!1;function s(p,m,u,h){i.value=p,i.offset=m,i.length=u,i.type=h,i.colonOffset=void 0,o=i}try{Jo(e,{onObjectBegin:(p,m)=>{if(t<=p)throw n;o=void 0,r=t>p,a.push(
"")},onObjectProperty:(p,m,u)=>{if(t<m||(s(p,m,u,"property"),a[a.length-1]=p,t<=m+u))throw n},onObjectEnd:(p,m)=>{if(t<=p)throw n;o=void 0,a.pop()},onArrayBegin:(p,m)=>{
if(t<=p)throw n;o=void 0,a.push(0)},onArrayEnd:(p,m)=>{if(t<=p)throw n;o=void 0,a.pop()},onLiteralValue:(p,m,u)=>{if(t<m||(s(p,m,u,Sc(p)),t<=m+u))throw n},onSeparator:(p,m,u)=>{
if(t<=m)throw n;if(p===":"&&o&&o.type==="property")o.colonOffset=m,r=!1,o=void 0;else if(p===","){let h=a[a.length-1];typeof h=="number"?a[a.length-1]=h+1:(r=!0,
a[a.length-1]=""),o=void 0}}})}catch(p){if(p!==n)throw p}return{path:a,previousNode:o,isAtPropertyKey:r,matches:p=>{let m=0;for(let u=0;m<p.length&&u<a.length;u++)
if(p[m]===a[u]||p[m]==="*")m++;else if(p[m]!=="**")return!1;return m===p.length}}}function Uo(e,t=[],a=nn.DEFAULT){let n={type:"array",offset:-1,length:-1,children:[],parent:void 0};function o(p){n.type==="property"&&(n.length=p-n.offset,n=n.
parent)}function i(p){return n.children.push(p),p}Jo(e,{onObjectBegin:p=>{n=i({type:"object",offset:p,length:-1,parent:n,children:[]})},onObjectProperty:(p,m,u)=>{
n=i({type:"property",offset:m,length:-1,parent:n,children:[]}),n.children.push({type:"string",value:p,offset:m,length:u,parent:n})},onObjectEnd:(p,m)=>{o(p+m),n.
length=p+m-n.offset,n=n.parent,o(p+m)},onArrayBegin:(p,m)=>{n=i({type:"array",offset:p,length:-1,parent:n,children:[]})},onArrayEnd:(p,m)=>{n.length=p+m-n.offset,
n=n.parent,o(p+m)},onLiteralValue:(p,m,u)=>{i({type:Sc(p),offset:m,length:u,parent:n,value:p}),o(m+u)},onSeparator:(p,m,u)=>{n.type==="property"&&(p===":"?n.colonOffset=
m:p===","&&o(m))},onError:(p,m,u)=>{t.push({error:p,offset:m,length:u})}},a);let s=n.children[0];return s&&delete s.parent,s}function Do(e,t){if(!e)return;let a=e;
for(let n of t)if(typeof n=="string"){if(a.type!=="object"||!Array.isArray(a.children))return;let o=!1;for(let i of a.children)if(Array.isArray(i.children)&&i.children[0].
value===n&&i.children.length===2){a=i.children[1],o=!0;break}if(!o)return}else{let o=n;if(a.type!=="array"||o<0||!Array.isArray(a.children)||o>=a.children.length)
return;a=a.children[o]}return a}function on(e){switch(e.type){case"array":return e.children.map(on);case"object":let t=Object.create(null);for(let a of e.children){let n=a.children[1];n&&(t[a.
children[0].value]=on(n))}return t;case"null":case"string":case"number":case"boolean":return e.value;default:return}}function Jo(e,t,a=nn.DEFAULT){let n=an(e,!1),o=[],i=0;function r(Y){return Y?()=>i===0&&Y(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):
()=>!0}function s(Y){return Y?J=>i===0&&Y(J,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter()):()=>!0}function p(Y){return Y?
J=>i===0&&Y(J,n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice()):()=>!0}function m(Y){return Y?()=>{i>0?i++:Y(
n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter(),()=>o.slice())===!1&&(i=1)}:()=>!0}function u(Y){return Y?()=>{i>0&&i--,i===
0&&Y(n.getTokenOffset(),n.getTokenLength(),n.getTokenStartLine(),n.getTokenStartCharacter())}:()=>!0}let h=m(t.onObjectBegin),$=p(t.onObjectProperty),S=u(t.onObjectEnd),
O=m(t.onArrayBegin),x=u(t.onArrayEnd),T=p(t.onLiteralValue),R=s(t.onSeparator),pe=r(t.onComment),z=s(t.onError),K=a&&a.disallowComments,F=a&&a.allowTrailingComma;
function ue(){for(;;){let Y=n.scan();switch(n.getTokenError()){case 4:j(14);break;case 5:j(15);break;case 3:j(13);break;case 1:K||j(11);break;case 2:j(12);break;case 6:
j(16);break}switch(Y){case 12:case 13:K?j(10):pe();break;case 16:j(1);break;case 15:case 14:break;default:return Y}}}function j(Y,J=[],Ke=[]){if(z(Y),J.length+Ke.
length>0){let lt=n.getToken();for(;lt!==17;){if(J.indexOf(lt)!==-1){ue();break}else if(Ke.indexOf(lt)!==-1)break;lt=ue()}}}function fe(Y){let J=n.getTokenValue();
return Y?T(J):($(J),o.push(J)),ue(),!0}function me(){switch(n.getToken()){case 11:let Y=n.getTokenValue(),J=Number(Y);isNaN(J)&&(j(2),J=0),T(J);break;case 7:T(null);
break;case 8:T(!0);break;case 9:T(!1);break;default:return!1}return ue(),!0}function U(){return n.getToken()!==10?(j(3,[],[2,5]),!1):(fe(!1),n.getToken()===6?(R(
":"),ue(),_e()||j(4,[],[2,5])):j(5,[],[2,5]),o.pop(),!0)}function L(){h(),ue();let Y=!1;for(;n.getToken()!==2&&n.getToken()!==17;){if(n.getToken()===5){if(Y||j(
4,[],[]),R(","),ue(),n.getToken()===2&&F)break}else Y&&j(6,[],[]);U()||j(4,[],[2,5]),Y=!0}return S(),n.getToken()!==2?j(7,[2],[]):ue(),!0}function we(){O(),ue();
let Y=!0,J=!1;for(;n.getToken()!==4&&n.getToken()!==17;){if(n.getToken()===5){if(J||j(4,[],[]),R(","),ue(),n.getToken()===4&&F)break}else J&&j(6,[],[]);Y?(o.push(
0),Y=!1):o[o.length-1]++,_e()||j(4,[],[4,5]),J=!0}return x(),Y||o.pop(),n.getToken()!==4?j(8,[4],[]):ue(),!0}function _e(){switch(n.getToken()){case 3:return we();case 1:
return L();case 10:return fe(!0);default:return me()}}return ue(),n.getToken()===17?a.allowEmptyContent?!0:(j(4,[],[]),!1):_e()?(n.getToken()!==17&&j(9,[],[]),!0):
(j(4,[],[]),!1)}function Sc(e){switch(typeof e){case"boolean":return"boolean";case"number":return"number";case"string":return"string";case"object":{if(e){if(Array.isArray(e))return"\
array"}else return"null";return"object"}default:return"null"}}var _c;(function(e){e[e.None=0]="None",e[e.UnexpectedEndOfComment=1]="UnexpectedEndOfComment",e[e.UnexpectedEndOfString=2]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=
3]="UnexpectedEndOfNumber",e[e.InvalidUnicode=4]="InvalidUnicode",e[e.InvalidEscapeCharacter=5]="InvalidEscapeCharacter",e[e.InvalidCharacter=6]="InvalidCharact\
er"})(_c||(_c={}));var xc;(function(e){e[e.OpenBraceToken=1]="OpenBraceToken",e[e.CloseBraceToken=2]="CloseBraceToken",e[e.OpenBracketToken=3]="OpenBracketToken",
e[e.CloseBracketToken=4]="CloseBracketToken",e[e.CommaToken=5]="CommaToken",e[e.ColonToken=6]="ColonToken",e[e.NullKeyword=7]="NullKeyword",e[e.TrueKeyword=8]="\
TrueKeyword",e[e.FalseKeyword=9]="FalseKeyword",e[e.StringLiteral=10]="StringLiteral",e[e.NumericLiteral=11]="NumericLiteral",e[e.LineCommentTrivia=12]="LineCom\
mentTrivia",e[e.BlockCommentTrivia=13]="BlockCommentTrivia",e[e.LineBreakTrivia=14]="LineBreakTrivia",e[e.Trivia=15]="Trivia",e[e.Unknown=16]="Unknown",e[e.EOF=
17]="EOF"})(xc||(xc={}));var Oc=$c;var zo=Uo,jc=Do;var Tc=on;var qc;(function(e){e[e.InvalidSymbol=1]="InvalidSymbol",e[e.InvalidNumberFormat=2]="InvalidNumberFormat",e[e.PropertyNameExpected=3]="PropertyNameExpected",e[e.
ValueExpected=4]="ValueExpected",e[e.ColonExpected=5]="ColonExpected",e[e.CommaExpected=6]="CommaExpected",e[e.CloseBraceExpected=7]="CloseBraceExpected",e[e.CloseBracketExpected=
8]="CloseBracketExpected",e[e.EndOfFileExpected=9]="EndOfFileExpected",e[e.InvalidCommentToken=10]="InvalidCommentToken",e[e.UnexpectedEndOfComment=11]="Unexpec\
tedEndOfComment",e[e.UnexpectedEndOfString=12]="UnexpectedEndOfString",e[e.UnexpectedEndOfNumber=13]="UnexpectedEndOfNumber",e[e.InvalidUnicode=14]="InvalidUnic\
ode",e[e.InvalidEscapeCharacter=15]="InvalidEscapeCharacter",e[e.InvalidCharacter=16]="InvalidCharacter"})(qc||(qc={}));function Ac(e){switch(e){case 1:return"I\
nvalidSymbol";case 2:return"InvalidNumberFormat";case 3:return"PropertyNameExpected";case 4:return"ValueExpected";case 5:return"ColonExpected";case 6:return"Com\
maExpected";case 7:return"CloseBraceExpected";case 8:return"CloseBracketExpected";case 9:return"EndOfFileExpected";case 10:return"InvalidCommentToken";case 11:return"\
UnexpectedEndOfComment";case 12:return"UnexpectedEndOfString";case 13:return"UnexpectedEndOfNumber";case 14:return"InvalidUnicode";case 15:return"InvalidEscapeC\
haracter";case 16:return"InvalidCharacter"}return"<unknown ParseErrorCode>"}var Qh="\uFEFF";function*Nc(e){for(let t of e.files.values()){let a=t.syntaxErrors[0];t.text.startsWith(Qh)?yield{code:"S001",file:t.path,path:[],offset:0,message:"\
the file starts with a byte order mark (U+FEFF), which JSON does not allow",hint:"Save the file as UTF-8 without a byte order mark."}:a!==void 0?yield{code:"S00\
1",file:t.path,path:[],offset:a.offset,message:`the file is not JSON: ${Xh(Ac(a.error))}`}:t.value===void 0&&(yield{code:"S001",file:t.path,path:[],message:"the\
 file is empty"})}}function Xh(e){return e.replace(/([a-z])([A-Z])/g,"$1 $2").toLowerCase()}function As(e){return Rc(e)}function Cr(e){return Rc(e)}function Rc(e){let t=new WeakMap;return a=>{let n=t.get(a);if(n!==void 0)return n.value;let o=e(a);return t.
set(a,{value:o}),o}}function Ec(e){return[...e.files.values()].flatMap(Yh)}var Yh=Cr(e=>e.syntaxErrors.length===0&&ey(e.text)===Ic(e.value)?[]:e.tree===void 0?[]:[...Wo(e.path,e.tree,
[])]);function ey(e){return e.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length??0}function Ic(e){if(typeof e!="object"||e===null)return 0;let t=Object.values(e);return(Array.
isArray(e)?0:t.length)+t.reduce((a,n)=>a+Ic(n),0)}function*Wo(e,t,a){let n=new Set;for(let[o,i]of(t.children??[]).entries()){let[r,s]=i.type==="property"?i.children??
[]:[];if(r===void 0){yield*Wo(e,i,[...a,o]);continue}let p=String(r.value);n.has(p)&&(yield{code:"S002",file:e,path:[...a,p],offset:r.offset,message:`the key "${p}\
" is written twice`}),n.add(p),s!==void 0&&(yield*Wo(e,s,[...a,p]))}}function Lc(e){return[...e.files.values()].flatMap(ty)}var ty=Cr(({path:e,text:t,syntaxErrors:a})=>a.length>0?[]:[...t.matchAll(ry)].flatMap(({0:n,index:o})=>n.
startsWith('"')||Mc(n)===Mc(String(Number(n)))?[]:[{code:"S005",file:e,path:Oc(t,o).path,message:`the number ${n} would be read as ${Number(n)}`}])),ry=/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
function Mc(e){let[,t="",a="",n="",o="0"]=/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(e)??[],i=`${a}${n}`.replace(/^0+/,""),r=i.replace(/0+$/,"");return r===
""?a===""?e:"0":`${t}${r}e${Number(o)-n.length+i.length-r.length}`}function Ne(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function ga(e){return Ne(e)?Object.entries(e):[]}function Ar(e){return Array.isArray(e)?[...e.entries()]:[]}import{posix as Co}from"node:path";function pn(e){return e.map(t=>`/${String(t).replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function Oe(e){return e.split("/").slice(1).map(t=>t.replaceAll(
"~1","/").replaceAll("~0","~"))}var cn=class extends Error{constructor(a,n,o){super(`${a}: $ref "${n}" ${o}`);this.file=a;this.reference=n}file;reference;name="ReferenceError"};function Fc(e,t,a){let[n="",o=""]=a.split("#"),i=n===""?t:Co.normalize(Co.join(Co.dirname(t),n)),r=e.files.get(i)?.value;if(r===void 0)throw new cn(t,a,"names a\
 file that does not exist");for(let s of Oe(o)){let p=Array.isArray(r)?r[Number(s)]:Ne(r)&&Object.hasOwn(r,s)?r[s]:void 0;if(p===void 0)throw new cn(t,a,"names \
nothing in that file");r=p}return{file:i,pointer:o,value:r}}function Vc(e){return e.replaceAll(":","~~").replaceAll("/","~")}function Uc(e){return e.replaceAll("~~",":").replaceAll("~","/")}function bt(e,t){let a={};return t!==void 0&&(a[e]=t),a}var Bs=Vt(Kt(),1);function Yr(e,t=0,a=t+4){return t+e.below(a-t+1)}var lr=new Bs.Name("vErrors");function ft(e,t,{pointer:a,value:n},...o){return o.reduce((i,r)=>Bs._`${i}, ${r}`,
Bs._`${new Bs.Name(e)}(${lr}, ${a}, ${n}, ${t.required?1:0}`)}function Ue(e,t){return{about:e,value:t,findings:[]}}function Ze(e,t,a,n){return{about:e,value:t,findings:[
n===void 0?{rule:a}:{rule:a,path:n}]}}function kt(e){return e.map(t=>Ze(`type-${Array.isArray(t)?"array":Number.isInteger(t)?"integer":typeof t}`,t,"type"))}function mt(e){
return Object.fromEntries(Object.entries(e).filter(([,t])=>t!==void 0))}var Y1=["seconds","frames","frame-rate","outputs","characters","width","height","size","input-seconds","none"];function jl(e,t,a,n){return{...ek(e,t,a),source:a.has("x-source")?a.source():n}}function ek(e,t,a){return{name:e,required:t,description:a.optionalText("descript\
ion")??"",phrase:{en:"",zh:""},...a.has("x-quantity")?{quantity:a.oneOf("x-quantity",Y1)}:{},notes:a.notes()}}var ws=Vt(Kt(),1);function tk(e){return typeof e=="string"?e:JSON.stringify(e)}function Ip(e){let t=e.map(tk),a=t.pop()??"";return t.length===0?{en:a,zh:a}:{en:`${t.join(", ")} o\
r ${a}`,zh:`${t.join("\u3001")} \u6216 ${a}`}}function Bn(e,t=""){let a=(o,i,r)=>o===void 0?[]:[{en:`${i} ${Hn(o,t)}`,zh:`${r} ${Hn(o,t)}`}],n=[...a(e.minimum,"\
at least","\u81F3\u5C11"),...a(e.exclusiveMinimum,"more than","\u5927\u4E8E"),...a(e.maximum,"at most","\u81F3\u591A"),...a(e.exclusiveMaximum,"less than","\u5C0F\u4E8E")];
return n.length===0?void 0:{en:n.map(({en:o})=>o).join(" and "),zh:Ka(...n.flatMap(({zh:o},i)=>i===0?[o]:["\u4E14",o]))}}function Gn(e,t=""){let{minimum:a,maximum:n,
exclusiveMinimum:o,exclusiveMaximum:i}=e;if(o===void 0&&i===void 0&&a!==void 0&&n!==void 0)return{en:` from ${a} to ${Hn(n,t)}`,zh:`${a} \u5230 ${Hn(n,t)} \u7684`};
let r=Bn(e,t);return r!==void 0?{en:` of ${r.en}`,zh:`${r.zh} \u7684`}:t===""?{en:"",zh:""}:{en:` (${t})`,zh:`\uFF08${t}\uFF09`}}function Gs(e,t,a){let n=o=>`${o}\
 ${o===1?a.en:Tl(a.en)}`;return t===void 0?e===0?{en:Tl(a.en),zh:a.zh}:{en:`at least ${n(e)}`,zh:`\u81F3\u5C11 ${e} \u4E2A${a.zh}`}:e===t?{en:n(t),zh:`${t} \u4E2A${a.
zh}`}:e===0?{en:`${t===1?"at most":"up to"} ${n(t)}`,zh:`\u81F3\u591A ${t} \u4E2A${a.zh}`}:{en:`${e} to ${n(t)}`,zh:`${e} \u5230 ${t} \u4E2A${a.zh}`}}function Ka(...e){
return e.reduce((t,a)=>(/[A-Za-z0-9]$/.test(t)?/^\p{Script=Han}/u:/\p{Script=Han}$/u.test(t)?/^[A-Za-z0-9-]/:void 0)?.test(a)?`${t} ${a}`:t+a,"")}function Tl(e){
return`${e}s`}function Hn(e,t){return`${Number(e.toFixed(6))}${t===""?"":` ${t}`}`}var Al={read:(e,t)=>({kind:"array",...t,items:e.unknown("x-items")??e.refuse("x-items",'{ "unknown": "not shown" }'),...mt({minItems:e.optionalNumber("minItems"),
maxItems:e.optionalNumber("maxItems")})}),type:()=>"JsonValue[]",schema:({minItems:e,maxItems:t})=>({type:"array",...mt({minItems:e,maxItems:t}),items:{}}),check(e,t){
let{minItems:a,maxItems:n}=e;return a===void 0&&n===void 0?ws._`${ft("typed",e,t,ws._`"array"`)})`:ws._`${ft("list",e,t,ws._`${a??0}`,n===void 0?ws._`Infinity`:
ws._`${n}`)})`},facts:({minItems:e,maxItems:t})=>({type:"array",...mt({minItems:e,maxItems:t})}),phrase({minItems:e,maxItems:t}){let a=Bn({minimum:e,maximum:t});
return a===void 0?{en:"an array; the form of its items is not shown",zh:"\u6570\u7EC4\uFF1B\u5176\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03"}:{en:`an arra\
y of ${a.en} items; their form is not shown`,zh:`${a.zh} \u4E2A\u5143\u7D20\u7684\u6570\u7EC4\uFF1B\u5143\u7D20\u7684\u5F62\u5F0F\u672A\u516C\u5E03`}},example:({
minItems:e=0})=>Array.from({length:e},()=>({})),cases:({minItems:e=0,maxItems:t})=>[...kt(["text",1,{length:1}]),...e===0?[Ue("empty",[])]:[Ze("min-items-under",
Ha(e-1),"min-items")],...e<=3&&(t??3)>=3?[Ue("items",Ha(3))]:[],...t===void 0?[]:[Ue("max-items-at",Ha(t)),Ze("max-items-over",Ha(t+1),"max-items")]],sample:({minItems:e,
maxItems:t},a)=>Ha(Yr(a,e,t))};function Ha(e){return Array.from({length:e},(t,a)=>a===0?{type:"any"}:a%2===1?"text":a-1)}var Mp=Vt(Kt(),1);var Nl={read:(e,t)=>({kind:"boolean",...t,...bt("default",e.optionalFlag("default"))}),type:()=>"boolean",schema:()=>({type:"boolean"}),check:(e,t)=>Mp._`${ft("\
typed",e,t,Mp._`"boolean"`)})`,facts:()=>({type:"boolean"}),phrase:()=>({en:"true or false",zh:"true \u6216 false"}),example:e=>e.default??!0,cases:()=>[...kt([
"true",1,0,[]]),Ue("true",!0),Ue("false",!1)],sample:(e,t)=>t.below(2)===1};var Qa=Vt(Kt(),1);var Ba=Vt(Kt(),1),Rl=Vt(Ns(),1);function mr(e){return(0,Ba.stringify)(e)}function El(e){return(0,Ba.stringify)(e)}function Zs(e,t=""){let a=e.replace(/[^\x20-\x7e]/g,
n=>`\\u${n.charCodeAt(0).toString(16).padStart(4,"0")}`);return Ba._`${(0,Rl.regexpCode)(new RegExp(a,t))}`}function Ga({type:e,enum:t}){if(!Array.isArray(e))return typeof e=="string"?e:void 0;let[a,...n]=e.filter(o=>o!=="null");return typeof a=="string"&&(n.length===
0||t!==void 0)?a:void 0}function Zn({type:e}){return Array.isArray(e)&&e.includes("null")}function Il({nullable:e},t){return e?`${t} | null`:t}function Ml({nullable:e},t){
if(e!==!0)return t;let{type:a,enum:n,anyOf:o,oneOf:i}=t,r=o??i;return a===void 0&&Array.isArray(r)?{...t,[o===void 0?"oneOf":"anyOf"]:[...r,{type:"null"}]}:{...t,
...a===void 0?{}:{type:[...Array.isArray(a)?a:[a],"null"]},...Array.isArray(n)?{enum:[...n,null]}:{}}}function Ll({nullable:e},{en:t,zh:a}){return e?{en:`${t}, or null`,zh:`${a}\uFF0C\u6216 null`}:{en:t,zh:a}}function Fl({nullable:e},t){return e?[Ue("null",null),
...t]:t}function Vl({nullable:e},t,a,n){return e?[]:[{about:t,value:a,findings:[n===void 0?{rule:"null"}:{rule:"null",path:n}]}]}var Za=Vt(Kt(),1);function Ul(e,t){if(e.has("x-options"))return e.objects("x-options").map(a=>({value:t(a.raw("value"),"x-options"),...mt({label:a.has("label")?rk(a.object("label")):
void 0,deprecated:a.has("x-deprecated")?sk(a.object("x-deprecated"),t):void 0})}))}function rk(e){let t=Object.keys(e.value).map(a=>[a,e.text(a)]);return{...Object.
fromEntries(t),en:e.text("en")}}function sk(e,t){return{since:e.text("since"),...mt({until:e.optionalText("until"),replacedBy:e.has("replacedBy")?t(e.raw("repla\
cedBy"),"x-options"):void 0}),source:e.source()}}function Lp(e){return e.map(({deprecated:t,...a})=>{if(t===void 0)return a;let{source:n,...o}=t;return{...a,deprecated:o}})}
function Dl({options:e=[]},t,{constant:a}){let n=Lp(e).flatMap(({value:o,deprecated:i})=>i===void 0?[]:[[o,{...i}]]);return n.length===0?Za._``:Za._`
${new Za.Name("deprecatedValue")}(${lr}, ${t.pointer}, ${t.value}, ${a(mr(n))})`}function Jl({options:e=[]},t){return e.some(a=>a.value===t&&a.deprecated!==void 0)}var zl={string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean"},Wl={read(e,t){let a=ak(e),[n="m\
ixed",...o]=a,i=o.length===0&&n!=="boolean"?n:"mixed",r=(s,p)=>nk(s)&&a.some(m=>zl[m](s))?s:e.refuse(p,`${a.join("s or ")}s`);return e.list("enum").includes(null)!==
Zn(e.value)&&e.refuse("enum",'a list with null in it exactly where "type" has null'),{kind:"enum",...t,type:i,values:e.list("enum").flatMap(s=>s===null?[]:[r(s,
"enum")]),...e.has("default")?{default:r(e.raw("default"),"default")}:{},...bt("unit",ck(e)),...bt("options",Ul(e,r))}},type:({values:e})=>`(${e.map(t=>JSON.stringify(
t)).join(" | ")})`,schema:({type:e,values:t})=>({type:e==="mixed"?ik(t):e,enum:[...t]}),check(e,t,a){let n=a.constant(mr(e.values)),o=e.type==="mixed"?Qa._`${ft(
"mixedChoice",e,t,n)})`:Qa._`${ft("choice",e,t,Qa._`${e.type}`,n)})`;return Qa._`${o}${Dl(e,t,a)}`},facts:({type:e,values:t,unit:a,options:n})=>({type:e,allowed:t,
...bt("unit",a),...bt("options",n&&Lp(n))}),phrase({values:e,unit:t}){let a=Ip(e),n=t===void 0?"":` ${t}`;return{en:a.en+n,zh:a.zh+n}},example(e){let{default:t,
values:a}=e;return t??a.find(n=>!Jl(e,n))??a[0]??""},cases:e=>[...ok(e),...e.values.map(t=>Ue(`offers-${t}`,t)),...dk(e.values)],sample:({values:e},t)=>e[t.below(
e.length)]??""};function ak(e){let t=e.raw("type"),a=(Array.isArray(t)?t:[t]).filter(o=>o!=="null"),n=a.filter(o=>typeof o=="string"&&Object.hasOwn(zl,o));return(n.
length<a.length||n.length===0)&&e.refuse("type","string, integer, number or boolean, or a list of these"),n}function nk(e){return typeof e=="string"||typeof e==
"number"||typeof e=="boolean"}function ok({type:e,values:t}){return e==="mixed"?pk(t):kt(e==="string"?[7,!0,[t[0]??""]]:e==="integer"?["5",5.5,!0]:["5",!0,[5]])}
function ik(e){let t=e.map(n=>typeof n=="number"&&Number.isInteger(n)?"integer":typeof n),a=[...new Set(t)];return a.includes("number")?a.filter(n=>n!=="integer"):
a}function pk(e){let t=new Set(e);return[...e.map(n=>typeof n=="string"?Number(n):String(n)).filter(n=>!Number.isNaN(n)&&!t.has(n)).map(n=>Ze(`as-${typeof n}-${n}`,
n,"enum")),Ze("type-array",[e[0]??""],"enum"),Ze("type-object",{},"enum"),...[!0,!1].filter(n=>!t.has(n)).map(n=>Ze(`type-${n}`,n,"enum"))]}function ck(e){return e.
optionalText("x-unit")}function dk(e){let t=new Set(e),a=(i,r)=>t.has(r)?[]:[Ze(i,r,"enum")],n=e.filter(i=>typeof i=="number"),o=e.filter(i=>typeof i=="string");
return[...o.length>0?[...a("off-list","no-such-value"),...a("empty","")]:[],...o.flatMap(i=>[i.toUpperCase(),i.toLowerCase()].filter(r=>r!==i).flatMap(r=>a(`cas\
e-${r}`,r))),...o.slice(0,1).flatMap(i=>a("padded",` ${i}`)),...n.length>0?[...a("under",Math.min(...n)-1),...a("over",Math.max(...n)+1)]:[]]}var Ht=Vt(Kt(),1);function Qn(e){return mt({minimum:e.optionalNumber("minimum"),maximum:e.optionalNumber("maximum"),exclusiveMinimum:e.optionalNumber("exclusiveMinimum"),exclusiveMaximum:e.
optionalNumber("exclusiveMaximum"),multipleOf:e.optionalNumber("multipleOf"),default:e.optionalNumber("default"),unit:e.optionalText("x-unit")})}function Xn({kind:e,
minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i}){let r=i!==void 0&&uk(i)?i:void 0;return{type:e,...mt({minimum:t,maximum:a,exclusiveMinimum:n,
exclusiveMaximum:o,multipleOf:r})}}function uk(e){return Number.isInteger(e*2**20)}function Yn({kind:e,minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,
multipleOf:i,unit:r}){return{type:e,...mt({minimum:t,maximum:a,exclusiveMinimum:n,exclusiveMaximum:o,multipleOf:i,unit:r})}}function eo(e,t,{constant:a}){let{kind:n,
minimum:o,maximum:i,exclusiveMinimum:r,exclusiveMaximum:s,multipleOf:p}=e,m=o===void 0?Ht._`-Infinity`:Ht._`${o}`,u=i===void 0?Ht._`Infinity`:Ht._`${i}`;if(n===
"integer"&&r===void 0&&s===void 0&&p===void 0)return Ht._`${ft("integer",e,t,m,u)})`;let h=r===void 0?Ht._`-Infinity`:Ht._`${r}`,$=s===void 0?Ht._`Infinity`:Ht._`${s}`;
return Ht._`${ft("numeric",e,t,Ht._`${n}`,a(Ht._`[${m}, ${u}, ${h}, ${$}, ${p??0}]`))})`}function Qs({kind:e,...t}){if(t.default!==void 0)return t.default;let a=t.
multipleOf??(e==="integer"?1:.5);if(t.minimum!==void 0)return Fp(t.minimum,a);if(t.exclusiveMinimum!==void 0)return lk(t.exclusiveMinimum,t,a);let n=t.maximum??
t.exclusiveMaximum;return n===void 0||n>0?0:t.maximum??fr(n-a)}function lk(e,{maximum:t,exclusiveMaximum:a,multipleOf:n},o){let i=t??a,r=n===void 0?fr(e+o):Fp(fr(
e+n/2),n);return i===void 0||r<i||r===t?r:fr((e+i)/2)}function Fp(e,t){return Math.abs(e/t-Math.round(e/t))<1e-9?e:fr(Math.ceil(e/t)*t)}function fr(e){return Number(
e.toFixed(9))}function to(e){let{kind:t,minimum:a,maximum:n,exclusiveMinimum:o,exclusiveMaximum:i,multipleOf:r}=e,s=r??1,p=x=>r===void 0||Number.isInteger(Number(
(x/r).toFixed(9))),m=(x,T)=>p(T)?[Ue(x,T)]:[],u=a!==void 0?[...m("minimum-at",a),Ze("minimum-under",fr(a-s),"minimum")]:o!==void 0?[Ze("exclusive-minimum-at",o,
"minimum"),Ze("exclusive-minimum-under",fr(o-s),"minimum")]:[Ue("negative",-s),Ue("zero",0)],h=n!==void 0?[...m("maximum-at",n),Ze("maximum-over",fr(n+s),"maxim\
um")]:i!==void 0?[Ze("exclusive-maximum-at",i,"maximum"),Ze("exclusive-maximum-over",fr(i+s),"maximum")]:r===void 0?[Ue("large",2147483648)]:[],$=Qs(e),S=fr($+(r??
0)/(t==="integer"?r??1:2)),O=S<=(n??1/0)&&S<(i??1/0)&&!p(S);return[...u,...h,...r!==void 0&&O?[Ze("off-step",S,"multiple-of")]:[]]}function ro(e,t){let{kind:a,minimum:n,
maximum:o,exclusiveMinimum:i,exclusiveMaximum:r}=e,s=e.multipleOf??(a==="integer"?1:.25),p=o??r,m=n??i??(p===void 0?0:p-100*s),u=Fp(m,s)+(i===void 0?0:s),h=p===
void 0?100:Math.floor((p-u)/s+1e-9)+(r===void 0?1:0);return h<1?Qs(e):fr(u+s*t.below(h))}var Cl={read:(e,t)=>({kind:"integer",...t,...Qn(e)}),type:()=>"number",schema:Xn,check:eo,facts:Yn,phrase(e){let t=Gn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`an integer${t.en}`,zh:`${t.zh}\u6574\u6570`}:{en:`an integer${t.en}, a multiple of ${a}`,zh:`${t.zh}\u6574\u6570\uFF0C${a} \u7684\u500D\u6570`}},example:Qs,
cases:e=>[...kt(["5",!0,[5],5.5]),...to(e)],sample:ro};var rr=Vt(Kt(),1);function Kl(e,t){return{read:t,type:({items:a})=>`Array<${e.type(a)}>`,schema:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...mt({minItems:n,
maxItems:o,uniqueItems:i}),items:e.schema(a)}),check(a,n,o){let{items:i,minItems:r=0,maxItems:s,uniqueItems:p}=a,m=new rr.Name(`index${n.depth}`),u=s===void 0?rr._`Infinity`:
rr._`${s}`,h=o.nested(i,{pointer:rr._`${n.pointer} + "/" + ${m}`,value:rr._`${n.value}[${m}]`,depth:n.depth+1}),$=p?rr._`
${new rr.Name("uniqueItems")}(${lr}, ${n.pointer}, ${n.value})`:rr._``;return rr._`if (${ft("list",a,n,rr._`${r}`,u)})) {
for (let ${m} = 0; ${m} < ${n.value}.length && ${m} < ${u}; ${m}++) {
${h}
}${$}
}`},facts:({items:a,minItems:n,maxItems:o,uniqueItems:i})=>({type:"array",...mt({minItems:n,maxItems:o,uniqueItems:i}),items:a}),phrase({items:a,minItems:n=0,maxItems:o,
uniqueItems:i}){let r=Gs(n,o,{en:"item",zh:"\u5143\u7D20"}),s=a.phrase,[p,m]=i?[" without repeats","\u4E0D\u91CD\u590D\u7684"]:["",""];return{en:`an array of ${r.
en}${p}, each ${s.en}`,zh:Ka("\u542B",m,r.zh,"\u7684\u6570\u7EC4\uFF0C\u6BCF\u4E2A\u5143\u7D20\u4E3A",s.zh)}},example:({items:a,minItems:n=0,uniqueItems:o},i)=>Hl(
e,a,Math.max(1,n),o===!0,i),cases:a=>[...kt(["text",7,{0:"text"}]),...mk(e,a)],sample({items:a,minItems:n,maxItems:o,uniqueItems:i},r){let s=Array.from({length:Yr(
r,n,o)},()=>e.sample(a,r));return i?[...new Map(s.map(p=>[JSON.stringify(p),p])).values()]:s}}}function mk(e,{items:t,minItems:a=0,maxItems:n,uniqueItems:o}){let i=o===
!0,r=u=>Hl(e,t,u,i,"video"),s=Math.max(1,a),p=r(s),m=e.cases(t).filter(({value:u})=>u!==void 0).map(({about:u,value:h,findings:$})=>({about:`item-${u}`,value:p.
map((S,O)=>O===s-1&&h!==void 0?h:S),findings:$.map(S=>({...S,path:`/${s-1}${S.path??""}`}))}));return[...a===0?[Ue("empty",[])]:[Ze("min-items-under",r(a-1),"mi\
n-items")],...r(s).length===s?[Ue("min-items-at",p)]:[],...n===void 0?[]:[...r(n).length===n?[Ue("max-items-at",r(n))]:[],...r(n+1).length>n?[Ze("max-items-over",
r(n+1),"max-items")]:[]],...i&&(n??2)>=s+1&&s===1?[Ze("repeated-item",[...p,...p],"unique-items","/1")]:[],...m.filter(({value:u})=>!i||new Set(u.map(h=>JSON.stringify(
h))).size===s)]}function Hl(e,t,a,n,o){let i=e.example(t,o);if(!n)return Array.from({length:a},()=>i);let r=new Map([[JSON.stringify(i),i]]);for(let{value:s,findings:p}of e.
cases(t))p.length===0&&s!==void 0&&r.set(JSON.stringify(s),s);return[...r.values()].slice(0,a)}var sr=Vt(Kt(),1);var fk=["media-format","media-bytes","media-width","media-height","media-aspect-ratio","media-duration","media-frame-rate","media-total-duration","media-total-b\
ytes","media-size-unclear"];function Bl(e){return{rule:e.oneOf("rule",fk),severity:e.severity(),...e.has("formats")?{formats:e.texts("formats")}:{},...e.has("di\
scouraged")?{discouraged:e.texts("discouraged")}:{},...bt("minimum",e.optionalNumber("minimum")),...bt("maximum",e.optionalNumber("maximum")),...bt("exclusiveMi\
nimum",e.optionalNumber("exclusiveMinimum")),...bt("exclusiveMaximum",e.optionalNumber("exclusiveMaximum")),...e.has("unit")?{unit:e.oneOf("unit",["MB","px","s",
"fps","ratio"])}:{},...bt("quote",e.optionalText("quote")),source:e.source()}}var Gl=["http://example.com","HTTPS://EXAMPLE.COM/A.PNG","https://user:word@example.com:8443/a%20b.png?x=1#y","https://\u4F8B\u5B50.\u6D4B\u8BD5/\u56FE\u7247.png",
"http://127.0.0.1:8787/a.png","http://[::1]/a.png"],Zl=["","a.png","/a.png","//example.com/a.png","https://","https:///a.png","http:example.com","ftp://example.\
com/a.png","file:///a.png","https://exa mple.com/a.png","https://example.com/a b.png"," https://example.com/a.png","javascript:alert(1)","https://example.com/a.\
png\u3000"],Vp="data:image/png;base64,iVBORw0KGgo=";function Up(e,t,a){return`https://example.com/${e.replace(/^reference_/,"").replace(/s$/,"").replace(/_image$/,
"")}-${a+1}.${t}`}var Yl={read:hk,type:({single:e})=>e?"string | F":"(string | F)[]",schema({single:e,minItems:t,maxItems:a,pattern:n}){let o={type:"string",pattern:n};return e?o:
{type:"array",...t>0?{minItems:t}:{},maxItems:a,items:o}},check(e,t,{constant:a}){let{single:n,minItems:o,maxItems:i,pattern:r,accepts:s}=e,p=a(Zs(yk(r))),m=a(mr(
s)),u=s.includes("data"),h=u?sr._`${new sr.Name("withBase64")}(${p})`:p;if(n){let S=sr._`${ft("mediaReference",e,t,h,m)})`;return u?sr._`${S}
${new sr.Name("base64Reference")}(${lr}, ${t.pointer}, ${t.value}, ${h})`:S}let $=sr._`${ft("media",e,t,sr._`${o}`,sr._`${i}`,h,m)})`;return u?sr._`${$}
${new sr.Name("base64")}(${lr}, ${t.pointer}, ${t.value}, ${i}, ${h})`:$},facts:({single:e,media:t,minItems:a,maxItems:n,accepts:o,contradicted:i})=>({type:e?"s\
tring":"array",media:t,accepts:o,...mt({contradicted:i}),...e?{}:{minItems:a,maxItems:n}}),phrase(e){let{single:t,minItems:a,maxItems:n,mediaName:o,accepts:i}=e,
r=gk(i);if(t)return{en:`${wk(o.en)} ${o.en} (${r.en})`,zh:`1 \u4E2A${o.zh}\uFF08${r.zh}\uFF09`};let s=Gs(a,n,o);return{en:`an array of ${s.en} (${r.en})`,zh:Ka(
"\u542B",s.zh,`\u7684\u6570\u7EC4\uFF08${r.zh}\uFF09`)}},example({name:e,extension:t,single:a,minItems:n}){let o=i=>Up(e,t,i);return a?o(0):Array.from({length:Math.
max(1,n)},(i,r)=>o(r))},cases(e,t){let a=t.some(n=>n.kind==="media"&&n.pattern===e.pattern);return e.single?[...kt([7,!0,["https://example.com/one.png"]]),...vk(
e,a)]:[...kt(["https://example.com/one.png",7,{0:"https://example.com/one.png"}]),...bk(e),...kk(e,a)]},sample:({single:e,minItems:t,maxItems:a,pattern:n},o)=>e?
o.matching(n):Array.from({length:Yr(o,t,a)},()=>o.matching(n))};function Ql(e,t){return e.texts(t).map(a=>a==="url"||a==="asset"||a==="data"?a:e.refuse(t,"url, \
asset or data"))}function hk(e,t,a){let n=e.object("x-media"),o=n.text("type"),{name:i,extension:r}=a.get(o)??n.refuse("type",`one of ${[...a.keys()].join(", ")}`),
s=Ga(e.value)==="string",p=s?e:e.object("items");return s||p.ignore("type","description","x-source"),{kind:"media",...t,media:o,mediaName:i,extension:r,...s?{single:s}:
{},minItems:s?1:e.optionalNumber("minItems")??0,maxItems:s?1:e.number("maxItems"),accepts:Ql(p,"x-accepts"),...n.has("contradicted")?{contradicted:Ql(n,"contrad\
icted")}:{},pattern:p.text("pattern"),limits:n.objects("limits").map(Bl)}}var Xl="\\x00-\\x20\\x7F-\\xA0";function yk(e){return e.replaceAll(Xl,`${Xl}\\s`)}function gk(e){
return e.includes("asset")?{en:"http or https URL, or assetId://{id}",zh:"http \u6216 https URL\uFF0C\u6216 assetId://{id}"}:{en:"http or https URL",zh:"http \u6216 \
https URL"}}function wk(e){return/^[aeiou]/i.test(e)?"an":"a"}function bs({name:e,extension:t},a){return Array.from({length:a},(n,o)=>Up(e,t,o))}function bk(e){
let{minItems:t,maxItems:a}=e;return[...t>0?[Ze("min-items-under",bs(e,t-1),"min-items")]:[],Ue("min-items-at",bs(e,t)),Ue("max-items-at",bs(e,a)),Ze("max-items-\
over",bs(e,a+1),"max-items"),Ze("max-items-over-bad-item",[...bs(e,a),"nowhere"],"max-items")]}function em({accepts:e},t,a){return[...Gl.slice(0,t?1:void 0).map(
(n,o)=>a(`url-good-${o+1}`,n)),...Zl.slice(0,t?2:void 0).map((n,o)=>a(`url-bad-${o+1}`,n,"media-reference")),e.includes("asset")?a("asset","assetId://asset-1"):
a("asset","assetId://asset-1","media-reference"),a("asset-empty","assetId://","media-reference"),a("asset-case","assetid://asset-1","media-reference"),e.includes(
"data")?a("base64",Vp,"media-base64","advice"):a("base64",Vp,"media-reference"),a("base64-empty","data:image/png;base64,","media-reference")]}function vk(e,t){return em(
e,t,(a,n,o,i="error")=>({about:a,value:n,findings:o===void 0?[]:[{rule:o,severity:i}]}))}function kk(e,t){let a=Math.max(1,e.minItems),n=(i,r,s,p="error")=>({about:i,
value:bs(e,a).map((m,u)=>u===a-1?r:m),findings:s===void 0?[]:[{rule:s,path:`/${a-1}`,severity:p}]}),o=e.maxItems<2?[]:[{about:"two-bad-items",value:["nowhere",7,
...bs(e,Math.max(0,e.minItems-2))],findings:[{rule:"media-reference",path:"/0"},{rule:"type",path:"/1"}]}];return[n("item-number",7,"type"),n("item-null",null,"\
type"),n("item-object",{url:"https://example.com/a.png"},"type"),...em(e,t,n),...o]}var tm={read:(e,t)=>({kind:"number",...t,...Qn(e)}),type:()=>"number",schema:Xn,check:eo,facts:Yn,phrase(e){let t=Gn(e,e.unit),{multipleOf:a}=e;return a===void 0?
{en:`a number${t.en}`,zh:`${t.zh}\u6570`}:{en:`a number${t.en}, in steps of ${a}`,zh:`${t.zh}\u6570\uFF0C\u6B65\u957F ${a}`}},example:Qs,cases:e=>[...kt(["0.5",
!0,[.5]]),...to(e)],sample:ro};var Mr=Vt(Kt(),1);function rm(e){return e.item===void 0?e.section:`${e.section}, ${typeof e.item=="number"?`item ${e.item}`:e.item}`}function Dp({since:e,until:t,replacedBy:a}){return[`Since ${e}.`,...t===void 0?[]:[`Retired on ${t}.`],...a===void 0?[]:[`Use ${a} instead.`]].join(" ")}function sm(e){
let t=[...Xs("at least",e.minimum,""),...Xs("at most",e.maximum,""),...Xs("at least",e.minLength," characters"),...Xs("at most",e.maxLength," characters"),...Xs(
"at least",e.minItems," items"),...Xs("at most",e.maxItems," items"),...e.values===void 0?[]:[`only ${e.values.join(", ")}`]];return`From ${e.from}: ${t.join(",\
 ")}.`}function Xs(e,t,a){return t===void 0?[]:[`${e} ${t}${a}`]}function so(e){return e.kind!=="enum"?[]:(e.options??[]).map(({value:t,label:a,deprecated:n})=>{
let o=[...a===void 0?[]:[`${a.en}.`],...n===void 0?[]:[`Deprecated. ${Dp(n)}`]];return`${JSON.stringify(t)}: ${o.join(" ")}`})}function am(e){return Pk(e,"")}function Pk(e,t){let a=e.phrase.en;return[...[e.description,e.kind==="boolean"?"":`${a.charAt(0).toUpperCase()}${a.slice(1)}.`,...so(
e),"default"in e&&e.default!==void 0?`Default: ${JSON.stringify(e.default)}${t}.`:"",...(e.upcoming??[]).map(sm),...e.notes.map(o=>o.text)].filter(o=>o!==""),`S\
ource: ${rm(e.source)}.`,...$k(e.deprecated)].join(`
`)}function $k(e){return e===void 0?[]:[`@deprecated ${Dp(e)}`]}function nm(e,t=""){let a=e.replaceAll("*/","*\\/").split(`
`);return a.length===1&&a[0]!==void 0?`${t}/** ${a[0]} */
`:`${t}/**
${a.map(n=>`${t} * ${n}`.trimEnd()).join(`
`)}
${t} */
`}function om(e){return/^[A-Za-z_$][\w$]*$/.test(e)?e:JSON.stringify(e)}function im(e){return`{
${e.map(Sk).join("")}}`}function Sk({name:e,doc:t,optional:a,type:n}){return`${t===void 0?"":nm(t,"  ")}  ${e}${a?"?":""}: ${n.replaceAll(`
`,`
  `)}
`}function pm(e){let{unit:t}=e,a=[e.description,t===void 0?"":`Unit: ${t}.`,...so(e)].filter(n=>n!=="").join(" ");return a===""?{}:{description:a}}function cm(e,t){return{read:t,type:({members:a})=>a.length===0?"{ [member: string]: never }":im(a.map(n=>({name:om(n.name),doc:am(n),optional:!n.required,type:e.
type(n)}))),schema({members:a}){let n=a.filter(i=>i.required).map(i=>i.name),o={};for(let i of a)o[i.name]={...e.schema(i),...pm(i),..."default"in i&&i.default!==
void 0?{default:i.default}:{}};return{type:"object",...n.length>0?{required:n}:{},properties:o,additionalProperties:!1}},check(a,n,o){let i=o.constant(mr(a.members.
map(s=>s.name))),r=a.members.map(s=>{let p=new Mr.Name(`member${n.depth}`),m=o.nested(s,{pointer:Mr._`${n.pointer} + ${`/${s.name}`}`,value:p,depth:n.depth+1});
return Mr._`{
const ${p} = ${new Mr.Name("own")}(${n.value}, ${s.name})
${m}
}`});return Mr._`if (${ft("object",a,n,i)})) {
${r.reduce((s,p)=>Mr._`${s}
${p}`,Mr._``)}
}`},facts:({members:a})=>({type:"object",members:a}),phrase({members:a}){let n=a.map(o=>{let i=o.phrase;return o.required?{en:`${o.name} (required: ${i.en})`,zh:`${o.
name}\uFF08\u5FC5\u586B\uFF1A${i.zh}\uFF09`}:{en:`${o.name} (${i.en})`,zh:`${o.name}\uFF08${i.zh}\uFF09`}});return{en:`an object with ${n.map(({en:o})=>o).join(
", ")}`,zh:`\u5BF9\u8C61\uFF0C\u542B ${n.map(({zh:o})=>o).join("\u3001")}`}},example:(a,n)=>dm(a,e,n),cases:a=>[...kt(["text",7,[]]),..._k(a,e)],sample:({members:a},n)=>Object.
fromEntries(a.filter(({required:o})=>o||n.below(2)===1).map(o=>[o.name,e.sample(o,n)]))}}function dm({members:e},t,a){let n=e.filter(i=>i.required),o=n.length>0?
n:e.slice(0,1);return Object.fromEntries(o.map(i=>[i.name,t.example(i,a)]))}function _k(e,t){let a=dm(e,t,"video"),n=new Set(e.members.map(i=>i.name)),o=e.members.
flatMap(i=>{let{[i.name]:r,...s}=a;return[{about:`${i.name}-missing`,value:s,findings:i.required?[{rule:"required",path:`/${i.name}`}]:[]},...Vl(i,`${i.name}-nu\
ll`,{...s,[i.name]:null},`/${i.name}`),...t.cases(i).flatMap(({about:p,value:m,findings:u})=>m===void 0?[]:[{about:`${i.name}-${p}`,value:{...s,[i.name]:m},findings:u.
map(h=>({...h,path:`/${i.name}${h.path??""}`}))}])]});return[Ue("members",a),...n.has("no_such_member")?[]:[Ze("unknown-member",{...a,no_such_member:1},"unknown\
-parameter","/no_such_member")],Ze("inherited-name",{...a,toString:1},"unknown-parameter","/toString"),...o]}var es=Vt(Kt(),1);var hr=Vt(Kt(),1);var um="[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",lm="([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])",vs={date:{
pattern:`^${um}$`,name:{en:"a date such as 2026-12-31",zh:"\u65E5\u671F\uFF0C\u4F8B\u5982 2026-12-31"},valid:["2026-12-31","2024-02-29"],invalid:["2026-13-01","\
31.12.2026","2026-12-31T00:00:00Z"]},time:{pattern:`^${lm}$`,name:{en:"a time such as 18:30:00Z",zh:"\u65F6\u95F4\uFF0C\u4F8B\u5982 18:30:00Z"},valid:["18:30:00\
Z","08:00:00.5+08:00"],invalid:["25:00:00Z","18:30","noon"]},"date-time":{pattern:`^${um}T${lm}$`,name:{en:"a date and time such as 2026-12-31T18:30:00Z",zh:"\u65E5\u671F\
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
46744073709551616","-1","1.0","1e3","007","random"],isOurs:!0}};var xk=Object.keys(vs);function ao(e){let t=e.has("format")?e.oneOf("format",xk):void 0,a=e.has("examples")?e.texts("examples"):void 0;return t===void 0&&e.has(
"pattern")&&a===void 0&&e.refuse("examples","a list of values that the pattern accepts: pages and messages show them"),mt({maxLength:e.optionalNumber("maxLength"),
pattern:t===void 0?e.optionalText("pattern"):vs[t].pattern,format:t,default:e.optionalText("default"),examples:a??(t===void 0?void 0:vs[t].valid)})}function no({
minLength:e,maxLength:t,format:a,pattern:n,examples:o}){let i=a!==void 0&&vs[a].isOurs===!0?void 0:a;return{type:"string",...mt({minLength:e,maxLength:t,format:i,
pattern:n,examples:o})}}function oo({minLength:e,maxLength:t,format:a,pattern:n,examples:o}){return{type:"string",...mt({minLength:e,maxLength:t,format:a,...a===
void 0?{pattern:n}:{},examples:o})}}function io(e,t,{constant:a}){let{minLength:n,maxLength:o,pattern:i,format:r,examples:s}=e,p=hr._`${n??0}`,m=o===void 0?hr._`Infinity`:
hr._`${o}`;if(i!==void 0){let u=r===void 0?hr._`"pattern"`:hr._`"format"`,h=r===void 0?{example:e.default??s?.[0]??null}:{format:r};return hr._`${ft("patterned",
e,t,p,m,a(Zs(i)),u,a(El(h)))})`}return n===1&&o===void 0?hr._`${ft("nonEmpty",e,t)})`:n===void 0&&o===void 0?hr._`${ft("typed",e,t,hr._`"string"`)})`:hr._`${ft(
"text",e,t,p,m)})`}function po({minLength:e=0,maxLength:t,format:a,pattern:n,examples:o}){let r=Gs(e,t,{en:"character",zh:"\u5B57\u7B26"});if(a!==void 0){let{en:m,
zh:u}=vs[a].name;return e>0||t!==void 0?{en:`${m}, of ${r.en}`,zh:`${u}\uFF0C${r.zh}`}:{en:m,zh:u}}let s=t!==void 0?{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`}:
e===0?{en:"a string",zh:"\u5B57\u7B26\u4E32"}:e===1?{en:"a non-empty string",zh:"\u975E\u7A7A\u5B57\u7B26\u4E32"}:{en:`a string of ${r.en}`,zh:`${r.zh}\u7684\u5B57\u7B26\u4E32`},
[p]=o??[];return n===void 0||p===void 0?s:{en:`${s.en} such as ${JSON.stringify(p)}`,zh:`${s.zh}\uFF0C\u4F8B\u5982 ${JSON.stringify(p)}`}}function co({default:e,
examples:t,minLength:a=0,maxLength:n},o){if(e!==void 0)return e;let[i]=t??[];return i!==void 0?i:o.padEnd(a,".").slice(0,n)}function uo({format:e,pattern:t,examples:a=[],
minLength:n=0,maxLength:o=1/0}){if(t===void 0)return[];let i=new RegExp(t),[r=""]=a,p=(e===void 0?[`${r}\0`,` ${r}`,`${r}!?`,"\0".repeat(Math.max(1,n)),"no such\
 form"]:vs[e].invalid).filter(u=>!i.test(u)&&[...u].length>=n&&[...u].length<=o),m=e===void 0?"pattern":"format";return[...a.map((u,h)=>Ue(`${m}-good-${h+1}`,u)),
...p.map((u,h)=>Ze(`${m}-bad-${h+1}`,u,m))]}function lo({minLength:e=0,maxLength:t,pattern:a}){let n=new RegExp(a??""),o=({value:p})=>typeof p=="string"&&n.test(
p),i=e>0?[Ze("min-length-under","a".repeat(e-1),"min-length")]:[],r=t===void 0?[]:["a","\u5B57"].map(p=>Ze(`max-length-over-${p==="a"?"latin":"han"}`,p.repeat(t+
1),"max-length")),s=[...e>0?[Ue("min-length-at","a".repeat(e)),Ue("min-length-astral","\u{1F600}".repeat(e)),Ue("space"," ".repeat(e))]:[],...t===void 0?[]:[Ue(
"max-length-at","a".repeat(t)),Ue("max-length-astral","\u{1F600}".repeat(t))]].filter(o);return[...i,...s,...r]}var mm=()=>kt([7,!0,["a"]]);function fm(e){return bt(
"minLength",e.optionalNumber("minLength"))}function mo({pattern:e,minLength:t,maxLength:a},n){return e===void 0?n.text(Yr(n,t,a)):n.matching(e)}var qk={video:{en:"A paper boat drifts down a rainy street at dusk",zh:"\u9EC4\u660F\u65F6\u5206\uFF0C\u4E00\u53EA\u7EB8\u8239\u6CBF\u7740\u96E8\u4E2D\u7684\u8857\u9053\u6F02\u6D41"},
image:{en:"A paper boat at dusk, watercolour",zh:"\u9EC4\u660F\u91CC\u7684\u4E00\u53EA\u7EB8\u8239\uFF0C\u6C34\u5F69\u753B"},audio:{en:"Rain on a tin roof, far \
thunder",zh:"\u96E8\u6253\u94C1\u76AE\u5C4B\u9876\uFF0C\u8FDC\u5904\u6709\u96F7\u58F0"},mesh:{en:"A paper boat",zh:"\u4E00\u53EA\u7EB8\u8239"}};function ym(e){return qk[e].
en}var gm={read:(e,t)=>({kind:"prompt",...t,minLength:e.optionalNumber("minLength")??0,...ao(e),limits:e.objects("x-prompt-limits").map(Ok),tokens:e.objects("x-pro\
mpt-tokens").map(a=>({prefix:a.text("prefix"),parameter:a.text("parameter"),from:a.number("from"),to:a.number("to"),source:a.source()}))}),type:()=>"string",schema:no,
check:(e,t,a)=>[io(e,t,a),...jk(e,t,a),...Ak(e,t,a)].reduce((n,o)=>es._`${n}
${o}`),facts:e=>({...oo(e),...e.tokens.length>0?{tokens:e.tokens.map(({prefix:t,parameter:a,from:n,to:o})=>({prefix:t,parameter:a,from:n,to:o}))}:{}}),phrase:po,
example:(e,t)=>co(e,ym(t)),cases:e=>[...kt([7,!0,["a"],{text:"a"}]),...lo(e),...uo(e),...Nk(e.limits),...Rk(e.tokens)],sample:mo};function Ok(e){return{rule:e.text(
"rule"),severity:e.severity(),count:e.oneOf("count",["code-points","han","non-han","words"]),max:e.number("max"),...bt("onlyWithHan",e.optionalFlag("onlyWithHan")),
source:e.source()}}function jk({limits:e},{pointer:t,value:a},{constant:n,text:o}){if(e.length===0)return[];let i=e.map(({rule:u,count:h,max:$,severity:S,onlyWithHan:O})=>[
u,h,$,S==="error"?1:0,O===!0?1:0]),r=Math.min(...e.map(u=>u.max)),s=e.some(u=>u.count==="words"),p=(u,h=!0)=>n(mr(h?Tk(u):[])),m=es._`${p(o.han)}, ${p(o.latin,s)}, ${p(
o.space,s)}`;return[es._`if (typeof ${a} === "string" && ${a}.length > ${r}) ${new es.Name("promptLimits")}(${lr}, ${t}, ${a}, ${n(mr(i))}, ${m})`]}function Tk(e){
let t=e.flatMap(([a,n])=>[a,n+1]);return t.map((a,n)=>a-(t[n-1]??0))}function Ak({tokens:e},{pointer:t,value:a},{variable:n}){return e.map(({prefix:o,parameter:i,
from:r,to:s})=>{let p=Zs(`${o.replace(/[\\^$.*+?()[\]{}|/]/g,"\\$&")}([0-9]+)`,"g");return es._`if (typeof ${a} === "string") ${new es.Name("promptTokens")}(${lr}, ${t}, ${a}, ${p}, ${i}, ${r}, ${s}, ${n(
i)})`})}function Nk(e){return[...e.flatMap(({rule:t,count:a,max:n})=>[n,n+1].flatMap(o=>Object.entries(hm(a,o)).map(([i,r])=>Ue(`${t}-${a}-${o===n?"at":"over"}${i}`,
r)))),...e.length>1?[Ue("every-limit-over",e.map(({count:t,max:a})=>hm(t,a+1)[""]).join(" "))]:[]]}function Rk(e){return e.flatMap(({prefix:t,parameter:a,to:n})=>[
0,1,2].flatMap(o=>[1,2,3,n+1].map(i=>({about:`token-${a}-${o}-attached-names-${i}`,value:`Show ${t}1 and ${t}${i}, then ${t}${i} again, ${t} alone`,findings:[],
beside:{[a]:Array.from({length:o},(r,s)=>`https://example.com/${s+1}`)}}))))}function hm(e,t){let a=Math.min(10,t-1);switch(e){case"han":return{"":"\u8239".repeat(
t),"-mixed":`${"\u{20BB7}".repeat(a)}${"\u8239".repeat(t-a)} and a boat`};case"words":return{"":Array.from({length:t},()=>"boat").join(" "),"-mixed":`${"7 ".repeat(
a)}\u{1F600} ${`\xE0
`.repeat(t)}`};case"non-han":return{"":"x".repeat(t),"-mixed":`\u8239\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a)}`};default:return{"":"x".repeat(t),"-mixed":`\
\u8239${"\u{1F600}".repeat(a)}${"x".repeat(t-a-1)}`}}}var wm={read:(e,t)=>({kind:"string",...t,...fm(e),...ao(e),...bt("values",e.unknown("x-values"))}),type:()=>"string",schema:no,check:io,facts:oo,phrase(e){let t=po(
e);return e.values===void 0?t:{en:`${t.en}; which values it takes is not shown`,zh:`${t.zh}\uFF1B\u5141\u8BB8\u7684\u503C\u672A\u516C\u5E03`}},example:e=>co(e,e.
values===void 0?"text":"1024x1024"),cases:e=>[...mm(),...e.pattern===void 0&&e.maxLength===void 0?[Ue("any-text","anything")]:[],...e.pattern===void 0&&(e.minLength??
0)===0?[Ue("empty","")]:[],...lo(e),...uo(e)],sample:mo};var bm={type:Lk,schema:Fk,example:$m,cases:e=>Uk(e,[]),sample:Dk},vm={prompt:gm,string:wm,enum:Wl,integer:Cl,number:tm,boolean:Nl,media:Yl,object:cm(bm,Ik),list:Kl(
bm,Mk),array:Al};function Ek(e,t){if(t["x-media"]!==void 0)return"media";if(t.enum!==void 0)return"enum";let a=Ga(t);switch(a){case"string":return e==="prompt"||
t["x-prompt-limits"]!==void 0||t["x-prompt-tokens"]!==void 0?"prompt":"string";case"array":return t["x-items"]===void 0?"list":"array";case"integer":case"number":case"\
boolean":case"object":return a;default:return}}function km(e,t,a,n){let o=Ek(e,t.value)??t.refuse("type","string, integer, number, boolean, object or array");t.ignore("type","$comment");let i=vm[o].read(t,{...a,
...Zn(t.value)?{nullable:!0}:{}},n);return{...i,phrase:Vk(i)}}function Ik(e,t,a){let n=e.object("properties"),o=new Set(e.texts("required"));for(let i of o)Object.
hasOwn(n.value,i)||e.refuse("required",`names of members, and "${i}" is none`);return e.flag("additionalProperties")&&e.refuse("additionalProperties","false"),{
kind:"object",...t,members:Object.keys(n.value).map(i=>{let r=n.object(i);return km(i,r,Pm(i,o.has(i),r,t),a)})}}function Mk(e,t,a){let n=e.object("items");return n.
has("default")&&n.refuse("default","left out: an item is there or not"),e.has("uniqueItems")&&["object","array"].includes(Ga(n.value)??"")&&e.refuse("uniqueItem\
s","left out: only strings, numbers and booleans are compared"),{kind:"list",...t,items:km("item",n,Pm("item",!0,n,t),a),...mt({minItems:e.optionalNumber("minIt\
ems"),maxItems:e.optionalNumber("maxItems"),uniqueItems:e.optionalFlag("uniqueItems")===!0?!0:void 0})}}function Pm(e,t,a,{source:n}){return jl(e,t,a,n)}function Lk(e){
return Il(e,Ys(e).type(e))}function Fk(e){return Ml(e,Ys(e).schema(e))}function Vk(e){return Ll(e,Ys(e).phrase(e))}function $m(e,t){return Ys(e).example(e,t)}function Uk(e,t){return Fl(e,Ys(e).cases(e,t))}function Dk(e,t){return e.
nullable&&t.below(8)===0?null:Ys(e).sample(e,t)}function Ys(e){return vm[e.kind]}function Sm(e,t){return Object.hasOwn(e,t)?Reflect.get(e,t):void 0}function ks(e){return e.split("/").slice(1)}function fo(e){return e.slice(1).replace(/\/\*/g,"[*]").replace(/\//g,".")}function Lr({value:e,place:t},a,n){let[o,
...i]=a;if(o===void 0)return[{value:e,place:t}];if(o==="*")return Array.isArray(e)?e.flatMap((p,m)=>Lr({value:p,place:t+"["+m+"]"},i,n)):[];if(typeof e!="object"||
e===null||Array.isArray(e))return[];let r=Sm(e,o),s={value:r===void 0&&!i.length?n:r,place:(t&&t+".")+o};return s.value===void 0?[]:Lr(s,i,n)}function ts(e,{path:t,
default:a}){return Lr(e,ks(t),a).flatMap(({value:n,place:o})=>typeof n=="number"&&Number.isFinite(n)?[{value:n,place:o}]:[])}function _m(e){let[,t="",a="",n="0"]=/^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.
exec(String(e))??[],o=a.length-Number(n),i=BigInt(t+a);return o<0?[i*10n**BigInt(-o),0]:[i,o]}function xm(e){let t=e.map(o=>_m(o)),a=t.reduce((o,[,i])=>Math.max(
o,i),0);return+(t.reduce((o,[i,r])=>o+i*10n**BigInt(a-r),0n)+"e-"+a)}function qm(e){let t=e.map(n=>_m(n)),a=t.reduce((n,[,o])=>n+o,0);return+(t.reduce((n,[o])=>n*
o,1n)+"e-"+a)}function ea(e,t,a,{maximum:n,minimum:o,unit:i},r){let s=n??o??0,p=typeof s=="number"?{value:s,place:""}:ts(r,s)[0];if(p===void 0)return;let{value:m,place:u}=p;if(n===
void 0?a>=m:a<=m)return;let h=n===void 0?"lower":"upper";return{text:e,of:[...t],side:h,limit:m,unit:i,actual:a,...u?{bound:u}:{}}}function Om(e,t){let a={value:e,place:""},n=0;for(let{path:o}of t.of)for(let{value:i}of Lr(a,ks(o)))n+=Array.isArray(i)?i.length:i===null?0:1;return ea("rule-co\
unt",t.of.map(({path:o})=>fo(o)),n,t,a)}function Jp(e){return Jk(e).map((t,a)=>a===0?t:/^(\d+|\*)$/.test(t)?`[${t}]`:`.${t}`).join("")}function Jk(e){return e.split("/").slice(1).map(t=>t.replaceAll("\
~1","/").replaceAll("~0","~"))}function ra(e,t){return e.texts("of").map((a,n)=>jm(e,`of/${n}`,a,t))}function ho(e,t){return Tm(e,"of",t)}function sa(e,t,a){let n=e.has("maximum")?"maximum":"\
minimum";return{[n]:zk(e,n,t,a),unit:a??""}}function zk(e,t,a,n){if(typeof e.raw(t)=="number")return e.number(t);let o=jm(e,t,e.text(t),a),i=Tm(e,t,[o]);return n!==
void 0&&i!==n&&e.refuse(t,`in the unit of the numbers:${n===""?" none":n}, not${i||" none"}`),o.at}function yo(e){let t=new Set(e.map(a=>a.slice(0,a.lastIndexOf(
"*")+1)));return t.size===1?[...t][0]:void 0}function go(e,t){return t.map(({at:a})=>({...a,path:ta(a).slice(e.length)}))}function zp({in:e,of:t}){return Ar(t).
map(([,a])=>Jp(`${ta(e)}${ta(a)}`))}function aa(e){let{maximum:t,minimum:a,unit:n=""}=e,o=t??a??null;return{of:zp(e),side:t===void 0?"lower":"upper",...Ne(o)?{bound:Jp(
ta(o))}:{limit:o,unit:n}}}function ta(e){let t=Ne(e)?e.path:e;return typeof t=="string"?t:""}function jm(e,t,a,n){let o=Wp(a,n);(o===void 0||!Wk(o))&&e.refuse(t,"the path of a number, as\
 /duration is, or /shots/*/duration where shots is a list of objects");let{default:i}=o;return{parameter:o,at:{path:a,...typeof i=="number"?{default:i}:{}}}}function Wk(e){
let{kind:t}=e;return t==="integer"||t==="number"||t==="enum"&&e.type!=="string"}function Wp(e,t){let[a,...n]=e.split("/").slice(1);return n.reduce((o,i)=>o?.kind===
"object"?o.members.find(r=>r.name===i):o?.kind==="list"&&i==="*"?o.items:void 0,t.find(o=>o.name===a))}function Tm(e,t,a){let n=new Set(a.map(({parameter:i})=>i.
unit??""));n.size>1&&e.refuse(t,`numbers of one unit, not of ${[...n].map(i=>i||"none").join(" and ")}`);let[o=""]=n;return o===""?"":` ${o}`}var Ck=64,Am={keyword:"x-count",read(e,t){return{of:e.texts("of").map((n,o)=>{let i=(n.endsWith("*")?void 0:Wp(n,t))??e.refuse(`of/${o}`,"the path of a paramete\
r or a member, as /images is, or /shots/*/references");return{path:n,...Kk(i)?{}:{one:!0}}}),...sa(e,t)}},broken:(e,t)=>Om(e,t),check:"brokenCount",demand:e=>({
text:"rule-count",...aa(e)}),schema({of:e,maximum:t,minimum:a}){let n=t??a,o=Ar(e).map(([,s])=>Ne(s)&&s.one===void 0?ta(s).slice(1):"/");if(!Number.isInteger(n)||
Number(n)<0||o.some(s=>s.includes("/")))return;let i=Nm(Number(n),o.length);return i===void 0?void 0:{anyOf:i.map(s=>t===void 0?Bk(o,s):Hk(o,s))}}};function Kk(e){
return e.kind==="list"||e.kind==="array"||e.kind==="media"&&!e.single}function Nm(e,t){if(t===1)return[[e]];let a=[];for(let n=0;n<=e;n++){let o=Nm(e-n,t-1);if(o===
void 0||(a.push(...o.map(i=>[n,...i])),a.length>Ck))return}return a}function Hk(e,t){return{properties:Object.fromEntries(e.map((a,n)=>[a,{maxItems:t[n]??0}]))}}
function Bk(e,t){let a=e.flatMap((n,o)=>{let i=t[o]??0;return i>0?[[n,i]]:[]});return{required:a.map(([n])=>n),properties:Object.fromEntries(a.map(([n,o])=>[n,{
type:"array",minItems:o}]))}}function Rm(e,{in:t,of:a,orEqual:n,unit:o}){for(let i of Lr({value:e,place:""},ks(t))){let r=a.flatMap(s=>ts(i,s));for(let[s,p]of r.entries()){let m=r[s-1];if(!(m===
void 0||m.value<p.value||n&&m.value===p.value))return{text:"rule-order",...n?{orEqual:""}:{},first:m.place,actual:m.value,second:p.place,limit:p.value,unit:o}}}}var Em={keyword:"x-order",read(e,t){let a=ra(e,t),n=e.texts("of"),o=(n.length>1?yo(n):n[0]?.includes("*")?"":void 0)??e.refuse("of","paths into the same items o\
f one list, or one path with *, or several without");return{in:o,of:go(o,a),...e.optionalFlag("orEqual")?{orEqual:!0}:{},unit:ho(e,a)}},broken:(e,t)=>Rm(e,t),check:"\
brokenOrder",demand:e=>({text:"rule-order",...e.orEqual===!0?{orEqual:""}:{},of:zp(e)})};function Im(e,t){let a={value:e,place:""};for(let n of Lr(a,ks(t.in))){let o=t.of.flatMap(p=>ts(n,p));if(o.length<t.of.length)continue;let[i,r]=[o.map(({place:p})=>p),
o.map(({value:p})=>p)],s=ea("rule-product",i,qm(r),t,a);if(s!==void 0)return s}}var Mm={keyword:"x-product",read(e,t){let a=ra(e,t),n=e.texts("of"),o=(n.length>1?yo(n):void 0)??e.refuse("of","several paths into the same items of one list, o\
r several without *");return{in:o,of:go(o,a),...sa(e,t)}},broken:(e,t)=>Im(e,t),check:"brokenProduct",demand:e=>({text:"rule-product",...aa(e)})};function Lm(e,t){let a={value:e,place:""},n=t.of.flatMap(i=>ts(a,i));if(!n.length)return;let o=t.of.map(({path:i})=>fo(i));return ea("rule-sum",o,xm(n.map(({value:i})=>i)),
t,a)}var Fm={keyword:"x-sum",read(e,t){let a=ra(e,t);return{of:a.map(({at:n})=>n),...sa(e,t,ho(e,a))}},broken:(e,t)=>Lm(e,t),check:"brokenSum",demand:e=>({text:"rule\
-sum",...aa(e)})};var Vm=[Fm,Mm,Am,Em];var Um=new WeakMap;function Gk(e){let t=Um.get(e);if(t!==void 0)return t;let a=Object.entries(e).flatMap(([o,i])=>Qk[o]?.(i,e)??[]),n=o=>a.every(i=>i(o));return Um.
set(e,n),n}function rs(e){return Ne(e)?Gk(e):void 0}function Cp(e){return Ar(e).map(([,t])=>rs(t)??Zk)}var Zk=()=>!1,Qk={type:e=>{if(typeof e=="string")return Jm[e];
let t=Ar(e).flatMap(([,a])=>typeof a=="string"?Jm[a]??[]:[]);return a=>t.some(n=>n(a))},const:e=>t=>e===t,enum:e=>t=>Array.isArray(e)&&e.includes(t),minimum:Xa(
(e,t)=>e>=t),maximum:Xa((e,t)=>e<=t),exclusiveMinimum:Xa((e,t)=>e>t),exclusiveMaximum:Xa((e,t)=>e<t),multipleOf:Xa((e,t)=>Yk(e/t)),uniqueItems:e=>e!==!0?void 0:
t=>!Array.isArray(t)||new Set(t.map(a=>JSON.stringify(a))).size===t.length,minLength:Dm((e,t)=>e>=t),maxLength:Dm((e,t)=>e<=t),pattern:e=>{let t=typeof e=="stri\
ng"?Xk(e):void 0;return t===void 0?void 0:a=>typeof a!="string"||t.test(a)},minItems:e=>t=>!Array.isArray(t)||t.length>=Number(e),maxItems:e=>t=>!Array.isArray(
t)||t.length<=Number(e),items:e=>{let t=rs(e);return t===void 0?void 0:a=>!Array.isArray(a)||a.every(t)},contains:e=>{let t=rs(e);return t===void 0?void 0:a=>!Array.
isArray(a)||a.some(t)},required:e=>{let t=Ar(e).map(([,a])=>a);return a=>!Ne(a)||t.every(n=>Kp(a,n))},properties:e=>{let t=ga(e).flatMap(([a,n])=>{let o=rs(n);return o===
void 0?[]:[[a,o]]});return a=>!Ne(a)||t.every(([n,o])=>{let i=Object.hasOwn(a,n)?a[n]:void 0;return i===void 0||o(i)})},dependentRequired:e=>{let t=ga(e).map(([
a,n])=>[a,Ar(n)]);return a=>!Ne(a)||t.every(([n,o])=>!Kp(a,n)||o.every(([,i])=>Kp(a,i)))},oneOf:e=>{let t=Cp(e);return a=>t.filter(n=>n(a)).length===1},anyOf:e=>{
let t=Cp(e);return a=>t.some(n=>n(a))},allOf:e=>{let t=Cp(e);return a=>t.every(n=>n(a))},additionalProperties:(e,{properties:t})=>e!==!1?void 0:a=>!Ne(a)||Object.
keys(a).every(n=>Ne(t)&&Object.hasOwn(t,n)),not:e=>{let t=rs(e);return t===void 0?void 0:a=>!t(a)},if:(e,t)=>{let[a,n,o]=[rs(e),rs(t.then),rs(t.else)];if(!(a===
void 0||n===void 0&&o===void 0))return i=>(a(i)?n:o)?.(i)??!0},...Object.fromEntries(Vm.map(e=>[e.keyword,t=>Ne(t)?a=>e.broken(a,t)===void 0:void 0]))};function Xa(e){
return t=>a=>typeof a!="number"||e(a,Number(t))}function Dm(e){return t=>a=>typeof a!="string"||e([...a].length,Number(t))}function Xk(e){try{return new RegExp(
e)}catch{return}}function Yk(e){return Math.abs(e-Math.round(e))<=1e-9*Math.max(1,Math.abs(e))}function Kp(e,t){return typeof t=="string"&&Object.hasOwn(e,t)}var Jm={
string:e=>typeof e=="string",integer:e=>Number.isInteger(e),number:e=>typeof e=="number",boolean:e=>typeof e=="boolean",array:e=>Array.isArray(e),object:e=>Ne(e),
null:e=>e===null};var e0=/^models\/([^/]+)\.schema\.json$/;function Ya(e){let t=e0.exec(e)?.[1];return t===void 0?void 0:Uc(t)}function zm(e){return`models/${Vc(e)}.schema.json`}var Wm=As(e=>[...e.files.values()].flatMap(t=>{let a=Ya(t.path),n=Ps(t);return a===void 0||n===void 0?[]:[{path:t.path,id:a,schema:n}]}));function Ps(e){return e!==
void 0&&e.syntaxErrors.length===0&&Ne(e.value)?e.value:void 0}function wo(e){return[...e.files.values()].some(t=>Ps(t)===void 0)}var mO=As(()=>new Map);function t0(e,t){let a=[],n=(i,r)=>{a.push(r),o(i),a.pop()},o=i=>{if(t(i,a),Array.isArray(i))i.forEach(n);else if(Ne(i))for(let r of Object.keys(i))n(i[r]??null,
r)};o(e)}function Cm(e,t){let a=[];return t0(e,(n,o)=>{let i=t(n,o);i!==void 0&&a.push(i)}),a}function Km(e){return[...e.files.values()].flatMap(t=>t.path.startsWith("meta/")?[]:r0(t))}var r0=Cr(e=>Cm(Ps(e)??null,(t,a)=>{let n=typeof t=="string"?a0(t):void 0;
return n===void 0?void 0:{code:"S006",file:e.path,path:[...a],message:n}})),s0=/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
function a0(e){let[t]=s0.exec(e)??[];return t!==void 0?`the text holds U+${(t.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}, which is invisible`:
e===e.normalize("NFC")?void 0:"the text is not in Unicode normalization form C"}function Hm(e){return e.filter(({keyword:t})=>t==="oneOf").reduce((t,a)=>t.includes(a)?n0(t,a):t,[...e])}function Bm(e){return Gm(e).map(({required:t})=>t.join(
" with ")).join("; ")}function n0(e,t){let a=Gm(t),n=p=>p!==t&&c0(p.instancePath,t.instancePath)&&!p0(p,t),o=e.filter(p=>p!==t&&!n(p)),i=o0(a,t);if(typeof i!="n\
umber")return[...o,i];let r=a[i]?.members,s=e.filter(p=>n(p)&&d0(p,t,i,r));return s.length>0?[...o,...s]:[...o,t]}function o0(e,t){let a=Ne(t.data)?Object.keys(
t.data):[];if(Array.isArray(t.params.passingSchemas))return t;let n=e[0]?.members===void 0?void 0:i0(e);if(n!==void 0){let{data:p}=t,m=Ne(p)?p[n]:void 0,u=e.findIndex(
({members:$})=>$?.get(n)===m);if(u!==-1)return u;let h=e.map(({members:$})=>$?.get(n));return{...t,keyword:"enum",instancePath:`${t.instancePath}/${n}`,params:{
allowedValues:h},data:m}}let o=e.map(({required:p,members:m})=>a.filter(u=>m?.has(u)??p.includes(u)).length),i=Math.max(...o),r=o.flatMap((p,m)=>p===i?[m]:[]),[
s]=r;return i===0||s===void 0||r.length>1&&e[0]?.members===void 0?t:s}function i0(e){return[...e[0]?.members?.keys()??[]].find(a=>e.every(({members:n})=>n?.get(
a)!==void 0))}function Gm({schema:e}){return(Array.isArray(e)?e:[]).map(a=>{let{required:n,properties:o}=Object(a),i=o&&new Map(Object.entries(o).map(([r,{const:s}])=>[
r,s]));return{required:n??[],members:i}})}function p0(e,{instancePath:t,schemaPath:a}){let n=a.slice(0,-6);return!e.schemaPath.startsWith(`${a}/`)&&(e.instancePath===
t||e.schemaPath.startsWith(`${n}/properties/`))}function c0(e,t){return e===t||e.startsWith(`${t}/`)}function d0(e,{instancePath:t,schemaPath:a},n,o){if(e.schemaPath.
startsWith(`${a}/`))return e.schemaPath.startsWith(`${a}/${n}/`);let[i=""]=e.instancePath.slice(t.length+1).split("/");return o?.has(i)??!0}import{createRequire as l0}from"node:module";import{fileURLToPath as u0}from"node:url";var Zm=/\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)?3:import.meta.url.endsWith("/generator/dist/load/place.js")?2:1,Hp=new URL("../".repeat(
Zm),import.meta.url),SO=new URL("../",Hp),_O=new URL(Zm===3?"./":"../",import.meta.url);var AO=u0(new URL("dist/kept/",Hp));var m0=l0(import.meta.url),Bp="spec:/";function Qm(){let{Ajv2020:e}=m0("ajv/dist/2020.js");return new e({allErrors:!0,verbose:!0,strict:!1,validateSchema:!1,code:{
optimize:!1,source:!0}})}var f0=/^upstreams\/([^/]+)\.json$/;function en(e){return f0.exec(e)?.[1]}function Xm(e,t){let a=(n,o)=>Ne(o)&&t(n,o);return[...e.files.values()].flatMap(({path:n,
value:o})=>en(n)!==void 0&&a(n,o)?[{path:n,source:o}]:[])}var Ym={"findings.json":"meta/findings.schema.json","media.schema.json":"meta/media.schema.json","parameters.schema.json":"meta/parameters.schema.json","section\
s.json":"meta/sections.schema.json","service.json":"meta/service.schema.json","synonyms.json":"meta/synonyms.schema.json","task.schema.json":"meta/task.schema.j\
son","text.json":"meta/text.schema.json","unknowns.json":"meta/unknowns.schema.json","version.json":"meta/version.schema.json"},ef="meta/model.schema.json",tf="\
meta/upstream.schema.json",h0=["meta/facts.schema.json","meta/parameter.schema.json"],zO=[...Object.entries(Ym).flat(),ef,tf,...h0];function rf(e){return en(e)!==void 0?tf:Ya(e)===void 0?Ym[e]:ef}var bo;function vo(e){let t=[...e.files.values()].filter(i=>i.path.startsWith("meta/")),a=t.map(
i=>i.text).join(`
`);if(bo?.text===a)return bo.validator;let n=e.meta?.code(),o=e.meta===void 0||n===void 0?g0(t):y0(e.meta.paths,n);return bo={text:a,validator:i=>e.files.has(i)?
o(i):void 0},bo.validator}function y0(e,{exports:t}){let a=new Map(e.map((n,o)=>[n,t[`meta${o}`]]));return n=>a.get(n)}function g0(e){let t=Qm();for(let a of e){
let n=Ps(a);n!==void 0&&t.addSchema(n,Bp+a.path)}return a=>t.getSchema(Bp+a)}function ar(e,t){let n=t.map(o=>({candidate:o,distance:w0(e.toLowerCase(),o.toLowerCase())})).sort((o,i)=>o.distance-i.distance)[0];return n!==void 0&&n.distance<=
Math.max(1,Math.floor(e.length/3))?n.candidate:void 0}function w0(e,t){let a=Array.from({length:t.length+1},(n,o)=>o);for(let[n,o]of[...e].entries()){let i=[n+1];
for(let r=1;r<=t.length;r++){let s=(a[r-1]??0)+(o===t[r-1]?0:1);i.push(Math.min(s,(a[r]??0)+1,(i[r-1]??0)+1))}a=i}return a[t.length]??0}function sf(e){let t=/\\([pPsSdDwWbBkux1-9])/.exec(e.replaceAll("\\\\",""))??void 0;if(t!==void 0&&t[1]!=="x")return{problem:`uses ${t[0]}`};if(/\(\?[=!<]/.test(
e))return{problem:"uses look-around or a named group",hint:"Write the pattern without it, or state a rule."};try{new RegExp(e);return}catch{return{problem:"is n\
ot a regular expression",hint:"Correct its brackets, escapes or quantifiers."}}}function of(e){let t=vo(e),a=[...e.files.values()].flatMap(n=>{let o=rf(n.path),i=o===void 0?void 0:t(o);if(i===void 0)return[];let r=b0(n),s=r.get(i)??v0(n,i);
return r.set(i,s),s});return e.meta?.code()?.keep(),a}var b0=Cr(()=>new WeakMap);function v0(e,t){let{value:a,syntaxErrors:n}=e;if(a===void 0||n.length>0||t(a))
return[];let o=new Map;for(let i of Hm(t.errors??[])){let r=k0(e.path,a,i);r!==void 0&&!o.has(r.path.join("/"))&&o.set(r.path.join("/"),r)}return[...o.values()]}
function k0(e,t,a){let n=x0(t,a.instancePath);if(a.keyword==="if"||a.propertyName!==void 0||a.keyword==="pattern"&&n.at(-1)==="pattern"&&sf(String(a.data)))return;
if(a.data===null)return{code:"S013",file:e,path:n,message:`${tn(n)} is null`};let o=i=>String(a.params[i]);switch(a.keyword){case"additionalProperties":return P0(
e,[...n,o("additionalProperty")],a);case"required":return af(e,n,o("missingProperty"));case"dependentRequired":{let{code:i,...r}=af(e,n,o("missingProperty"));return{
code:i,...r,message:`${r.message}, which "${o("property")}" needs`}}case"oneOf":return{code:"S014",file:e,path:n,message:`${tn(n)} must have exactly one of ${Bm(
a)}`};case"propertyNames":return{code:"S014",file:e,path:[...n,o("propertyName")],at:"key",message:`"${o("propertyName")}" is not a name for this place`};default:
return{code:"S014",file:e,path:n,message:`${tn(n)} must be ${$0(a)}`}}}function P0(e,t,a){let n=String(t.at(-1)),o=Ne(nf(a))?Object.keys(nf(a)):[],i=ar(n,o);return{
code:"S010",file:e,path:t,at:"key",message:`the keyword "${n}" is unknown here`,hint:i===void 0?`Known here: ${o.join(", ")}.`:`Did you mean "${i}"?`}}function af(e,t,a){
return a==="x-source"?{code:"S012",file:e,path:t,at:"key",message:`${tn(t)} has no source`}:{code:"S011",file:e,path:[...t,a],message:`${tn(t)} lacks the keywor\
d "${a}"`}}function nf(e){let t=e.parentSchema?.properties;return typeof t=="object"&&t!==null?{...t}:{}}function $0(e){let t=e.parentSchema?.errorMessage;return typeof t==
"string"?t:(_0[e.keyword]??S0)(e)}var ko=({params:e})=>String(e.limit),na=({params:e},t)=>`${String(e.limit)} ${t}${e.limit===1?"":"s"}`,S0=({keyword:e})=>`of a\
nother form: the meta-schema's "${e}" rejects it`,_0={type:({params:e})=>`of type ${[e.type].flat().join(" or ")}`,const:({params:e})=>JSON.stringify(e.allowedValue),
enum:({params:e})=>`one of ${[e.allowedValues].flat().join(", ")}`,minimum:e=>`${ko(e)} or more`,maximum:e=>`${ko(e)} or less`,exclusiveMinimum:e=>`more than ${ko(
e)}`,exclusiveMaximum:e=>`less than ${ko(e)}`,minLength:e=>`a string of ${na(e,"character")} or more`,maxLength:e=>`a string of ${na(e,"character")} or less`,minItems:e=>`\
a list of ${na(e,"item")} or more`,maxItems:e=>`a list of ${na(e,"item")} or less`,minProperties:e=>`an object with ${na(e,"member")} or more`,maxProperties:e=>`\
an object with ${na(e,"member")} or less`,uniqueItems:({params:e,data:t})=>`a list without repeats: ${Array.isArray(t)?JSON.stringify(t[Number(e.j)]):"an item"}\
 is in it more than once`,contains:()=>"a list with a certain item in it",pattern:({params:e})=>`a string that matches ${String(e.pattern)}`,format:({params:e})=>`\
a string of the format ${String(e.format)}`,not:()=>"something else"};function tn(e){let t=e.map(n=>typeof n=="number"?`[${n}]`:`.${n}`),a=e.flatMap((n,o)=>typeof n==
"string"?[o]:[]);return e.length===0?"the file":t.slice(a.at(-2)??0).join("").replace(/^\./,"")}function x0(e,t){let a=e;return Oe(t).map(n=>{let o=Array.isArray(
a);return a=Array.isArray(a)?a[Number(n)]:Ne(a)?a[n]:void 0,o?Number(n):n})}var q0=[{causes:new Set(["S004"]),follow:e=>e!=="S004"},{causes:new Set(["S020"]),follow:e=>["S015","S039","S061"].includes(e)},{causes:new Set(["S010","S011"]),
follow:e=>e==="S056"},{causes:new Set(["S010","S056"]),follow:e=>e==="S050"},{causes:new Set(["S010","S011","S012","S013","S014","S031","S039","S050"]),follow:e=>[
"S030","S052","S053"].includes(e)}];function pf(e){let t=new Map;for(let{file:o,code:i}of e)t.set(o,(t.get(o)??new Set).add(i));let a=e.filter(({file:o,code:i})=>{
let r=[...t.get(o)??[]];return!q0.some(({causes:s,follow:p})=>p(i)&&r.some(m=>s.has(m)))}),n=new Map;for(let o of a){let i=n.get(o.file);i===void 0?n.set(o.file,
[o]):i.push(o)}return[...n.values()].flatMap(o=>o.filter((i,r)=>!o.some((s,p)=>O0(i,s,p<r))))}function O0(e,t,a){return e===t||e.offset!==void 0||t.path.length===
0||!t.path.every((n,o)=>e.path[o]===n)?!1:e.path.length===t.path.length?a&&["S005","S006","S014","S015"].includes(t.code):e.code==="S014"&&t.code==="S014"}function Gp(e,t){let a=e.slice(0,t).split(`
`);return{line:a.length,column:(a.at(-1)?.length??0)+1}}var cf=[{code:"S001",severity:"error",title:"The file is not JSON",explanation:"The text cannot be read as JSON: a comma too many or too few, a comment, an open\
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
 "type": "vedio", "limits": [] }',right:'"x-media": { "type": "video", "limits": [] }'}];var uf=["account","all","asset","asset-list","capabilities","cost","finding","index","model","model-directory","model-directory-entry","model-list","model-summa\
ry","names","open","price","problem","quote","request","submit","submit-request","task","task-list","task-status","webhook-event"];var lf=[{code:"S020",severity:"error",title:"File, title and model differ",explanation:"The name of a model file, its title and the const of its model property \
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
 case and punctuation make no difference.",hint:`Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${uf.join(", ")}.`,wrong:"mo\
dels/task.schema.json",right:"models/task-1.schema.json"}];var mf=[{code:"S030",severity:"error",title:"A default is not allowed by its own parameter",explanation:"The default is off the list of values, outside the rang\
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
atements.",wrong:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',right:'"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3'}];var ff=[{code:"S040",severity:"error",title:"A $ref leads nowhere",explanation:"The file or the place the reference names does not exist.",hint:"Correct the pat\
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
"x-price": [{ "from": "2027-01-01", \u2026 }]',right:'"x-price": [{ \u2026 }, { "from": "2027-01-01", \u2026 }]'}];var yf=[{code:"S050",severity:"error",title:"A rule names an unknown parameter",explanation:"A rule speaks of a parameter the model does not have, or its condit\
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
 "image": \u2026 }',right:'a second valid example: { "text": "A paper boat" }'}];var gf=[{code:"S060",severity:"error",title:"A listed model has no file",explanation:"The published list names a model that has no file in models/.",hint:"Add s\
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
}", \u2026 }',right:'{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", \u2026 }'}];var wf=[{code:"S090",severity:"error",title:"A pattern can take very long",explanation:"Two repetitions can share the same characters in many ways. A text that \
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
: "needs a prompt", "zh": "\u9700\u8981\u63D0\u793A\u8BCD" }'}];var bf=[{code:"S070",severity:"error",title:"An upstream file has the name of another protocol",explanation:"The protocol is named twice, by the file and in it,\
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
{ "algorithm": "hmac-sha256", "signed": "{timestamp}" }',right:'{ "algorithm": "hmac-sha256", "signed": "{timestamp}.{body}" }'}],vf=[{code:"S100",severity:"err\
or",title:"A cancel and the rules of the upstream contradict each other",explanation:'The rules in "cancelRules" are written from the documents of the upstream.\
 Where they say that a cancel removes a result, the request must not be sent to a task that has ended: what was paid for would be lost. And an answer that the u\
pstream also gives to a task that goes on proves no cancel: its credits would be given back although it is charged.',hint:'Read the documents again, and correct\
 "cancel" or "cancelRules".',wrong:'"cancel": { \u2026 "from": { "words": ["done"] } }, \u2026 "cancelRules": { \u2026 "ended": { "then": "removed" } }',right:'\
"cancel": { \u2026 "from": { "words": ["waiting"] } }, \u2026 "cancelRules": { \u2026 "ended": { "then": "removed" } }'},{code:"S101",severity:"error",title:"A \
file is the answer to a request that has another answer",explanation:'A result with "body" is the answer to the submit itself. A submit that answers with an ID \
answers with JSON, and the file comes with a later request, which is read in another way.',hint:'Take out "id" where the submit answers with the file; else say \
with "content" which request answers with it.',wrong:'"id": "/id", \u2026 "results": [{ "body": true }]',right:'"id": "/id", \u2026 "results": [{ "content": "/tasks/\
{id}/file" }]'},{code:"S102",severity:"error",title:"A row sends a file where no file can be",explanation:'A row with "as": "file" sends the file itself as a fi\
eld of a form (multipart/form-data), or as one of several fields of the same name. A body in JSON holds no file, and a field of a form holds nothing else.',hint:'\
Say "encoding": "form" in the submit, name a field such as /image or /image/-, and list the "forms" of the row.',wrong:'"submit": { \u2026 "encoding": "json" }, \u2026 { \
"to": "/image", "each": "first_image", "as": "file" }',right:'"submit": { \u2026 "encoding": "form" }, \u2026 { "to": "/image", "each": "first_image", "as": "file", "form\
s": ["url", "data"] }'}];var j0=[...cf,...df,...lf,...mf,...ff,...yf,...gf,...hf,...bf,...wf,...vf];function kf(e){let t=j0.find(a=>a.code===e);if(t===void 0)throw new RangeError(`no su\
ch code: ${e}`);return t}var Pf=60;function $f(e,t){let a=kf(t.code),n=e.files.get(t.file),o=n===void 0?{line:1,column:1,text:""}:T0(n,t);return{code:t.code,severity:a.severity,file:t.file,
line:o.line,column:o.column,pointer:pn(t.path),text:R0(o.text),message:t.message,hint:t.hint??a.hint}}function T0(e,t){if(t.offset!==void 0)return{...Gp(e.text,
t.offset),text:N0(e.text,t.offset)};let a=A0(e.tree,t),n=a?.offset??0;return{...Gp(e.text,n),text:a===void 0?"":e.text.slice(n,n+a.length)}}function A0(e,t){if(e!==
void 0){for(let a=t.path.length;a>=0;a--){let n=jc(e,t.path.slice(0,a));if(n===void 0)continue;let o=n.parent?.type==="property"?n.parent.children?.[0]:void 0;return t.
at==="key"&&a===t.path.length?o??n:n}return e}}function N0(e,t){let a=e.indexOf(`
`,t);return e.slice(t,a===-1?e.length:a)}function R0(e){let t=e.replace(/\s+/g," ");return t.length>Pf?`${t.slice(0,Pf-1)}\u2026`:t}var Sf=100;function Po(e,t){let a=[],n,o;try{o=JSON.parse(t)}catch{n=zo(t,a,_f),o=n===void 0?void 0:Tc(n),a.length===0&&a.push({error:1,offset:n?.offset??0,length:n?.
length??0})}if(xf(o,Sf))throw new RangeError(`${e} has more than ${Sf} levels`);return{path:e,text:t,value:o,get tree(){return n??=zo(t,[],_f)},syntaxErrors:a}}
var _f={disallowComments:!0,allowTrailingComma:!1};function xf(e,t){return typeof e!="object"||e===null?!1:t===0||Object.values(e).some(a=>xf(a,t-1))}function qf(e,t){let{code:a,severity:n,file:o,line:i,column:r,pointer:s,text:p,message:m,hint:u}=e,h=p===""?"":`
    ${p}`;return`${t}/${o}:${i}:${r} ${n} ${a} ${m}${h}
    at #${s}
    ${u}`}var je=As(e=>Xm(e,(t,a)=>vo(e)("meta/upstream.schema.json")?.(a)===!0)),E0=["video","image","audio","mesh"];function Ye({operations:e}){return E0.flatMap(t=>{let a=e[t];
return a===void 0?[]:[[t,a]]})}var ss=As(e=>Wm(e).map(({path:t,schema:a})=>({kind:a["x-kind"],parameters:new Map(Object.entries(Ne(a.properties)?a.properties:{}).
filter(([n])=>n!=="model").map(([n,o])=>[n,I0(e,t,o)]))})));function I0(e,t,a){let n=Ne(a)?a:{},o=typeof n.$ref=="string"?{...M0(e,t,n.$ref),...n}:n;return Array.
isArray(o.enum)?o.enum:o.const!==void 0?[o.const]:o.type==="boolean"?[!0,!1]:void 0}function M0(e,t,a){try{let{value:n}=Fc(e,t,a);return Ne(n)?n:{}}catch{return{}}}function L0(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Of(e,t){let a=e;for(let n of t)if(Array.isArray(a))a=a[Number(n)];else if(L0(a)&&
Object.hasOwn(a,n))a=a[n];else return;return a}var jf=["queued","processing","ended","cancelled"],F0={queued:"queued",processing:"processing",completed:"ended",failed:"ended",expired:"ended"};function*Tf(e){
for(let{path:t,source:a}of je(e)){let{cancelRules:n}=a;if(n!==void 0)for(let[o,{cancel:i,status:r}]of Ye(a)){if(i===void 0)continue;let s={code:"S100",file:t},p=[
"operations",o,"cancel"];yield*V0({...s,path:p},i,n,r?.states??{});let m=U0(i,n);m!==void 0&&(yield{...s,path:[...p,"proves","answer","words"],message:`cancelRu\
les.${m} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`}),i.proves!==void 0&&jf.every(u=>n[u].then!==
"cancelled")&&(yield{...s,path:[...p,"proves"],message:"cancelRules cancel no task, so that nothing proves it"})}}}function*V0({path:e,...t},{from:a},n,o){if(n.
ended.then!=="removed")return;let i='Name in "from" the words of tasks that wait or run.',r="cancelRules.ended removes the result";a===void 0&&(yield{...t,path:e,
message:`the request is sent to tasks that have ended too, and ${r}`,hint:i});for(let[s,p]of(a?.words??[]).entries())F0[o[p]??""]==="ended"&&(yield{...t,path:[...e,
"from","words",s],message:`"${p}" means an end, and ${r}`,hint:i})}function U0({proves:e},t){let{answer:a}=e??{};if(a===void 0)return;let n=o=>(t[o].status??200)<
300?Of(t[o].body,Oe(a.at)):void 0;return jf.find(o=>o!=="cancelled"&&t[o].then!=="cancelled"&&a.words.some(i=>i===n(o)))}function*Af(e){for(let{path:t,source:a}of je(e)){let n=en(t);a.protocol!==n&&(yield{code:"S070",file:t,path:["protocol"],message:`the file is named ${n??""} and\
 says ${a.protocol}`})}}var Zp=99;function*Nf(e){for(let{path:t,source:a}of je(e)){for(let[o,{rows:i}]of Ye(a)){let r=i.map(({to:s})=>Oe(s));for(let[s,p]of r.entries()){let m=D0(p,r);if(m===
void 0)continue;yield{code:"S080",file:t,path:["operations",o,"rows",s,"to"],message:`no row writes to ${m}, the place before it`}}}let n=e.files.get(t)?.value;
for(let{step:o,path:i}of n===void 0?[]:Qp(n,[])){let r={file:t,path:i};if(o==="-")!["url","base64","names"].includes(String(i.at(-1)))&&!i.some(s=>s==="told"||s===
"with")&&(yield{code:"S081",...r,message:'"-" stands for every item of a list, and one value is read here'});else if(Number(o)>Zp){let s=`Use an index up to ${Zp}\
: a fake writes every place before it.`;yield{code:"S080",...r,message:`the index ${o} is larger than ${Zp}`,hint:s}}}}}function D0(e,t){for(let[a,n]of e.entries()){
if(!/^[1-9]\d*$/.test(n))continue;let o=[...e.slice(0,a),String(BigInt(n)-1n)];if(!t.some(r=>o.every((s,p)=>r[p]===s)))return pn(o)}}var J0=["template","constan\
t","among","values","accepts","sources","path","content","query","rows"];function*Qp(e,t){if(typeof e=="string"){let a=e.startsWith("/")?Oe(e).filter(n=>/^(?:-|\d+)$/.
test(n)):[];for(let n of a)yield{step:n,path:t}}else if(Array.isArray(e))for(let[a,n]of e.entries())yield*Qp(n,[...t,a]);else if(Ne(e))for(let[a,n]of Object.entries(
e))J0.includes(a)||(yield*Qp(n,[...t,a]))}function*Rf(e){for(let{path:t,source:a}of je(e))for(let[n,{rows:o}]of Ye(a))for(let[i,{minimum:r,maximum:s}]of o.entries())r!==void 0&&s!==void 0&&r>s&&(yield{code:"\
S084",file:t,path:["operations",n,"rows",i,"minimum"],message:`the minimum ${r} is greater than the maximum ${s}`})}var Ef={video:"video",image:"image",audio:"audio",mesh:"model"};function*If(e){for(let{path:t,source:a}of je(e))for(let[n,{results:o}]of Ye(a))for(let{contentType:i,
path:r}of Mf(o,["operations",n,"results"]))i.startsWith(`${Ef[n]}/`)||(yield{code:"S085",file:t,path:r,message:`a ${n} model makes no ${i}`,hint:`Write a type t\
hat begins with ${Ef[n]}/.`})}function*Mf(e,t){for(let[a,{contentType:n,results:o=[]}]of e.entries())n!==void 0&&(yield{contentType:n,path:[...t,a,"contentType"]}),
yield*Mf(o,[...t,a,"results"])}function*Ff(e){for(let{path:t,source:a}of je(e))for(let[n,o]of a.errors.proofs.entries()){let i=["errors","proofs",n];for(let[s,p]of[["codes","code"],["says","m\
essage"]])o[s]!==void 0&&a.errors[p].length===0&&(yield{code:"S082",file:t,path:[...i,s],message:`the proof never counts: errors.${p} names no place to read one\
 from`,hint:`Name the place in errors.${p}, or take the words out.`});o.status.startsWith("2")&&a.errors.inside===void 0&&(yield{code:"S082",file:t,path:[...i,"\
status"],message:"the proof never counts: errors.inside does not say which answers with a status of success are errors",hint:"Say it in errors.inside, or take t\
he proof out."});let r=a.errors.proofs.slice(0,n).findIndex(s=>z0(s,o));r!==-1&&(yield{code:"S082",file:t,path:i,message:`the proof never counts: every answer t\
hat it fits is taken by proof ${r+1}, HTTP ${a.errors.proofs[r]?.status??""}`})}}function z0(e,t){return(e.status===t.status||e.status===`${t.status[0]??""}xx`)&&
Lf(e.codes,t.codes)&&Lf(e.says,t.says)}function Lf(e,t){return e===void 0||(t?.every(a=>e.includes(a))??!1)}function nr(e){return e.split(/(\{[^{}]*\})/).flatMap(t=>t===""?[]:/^\{.*\}$/.test(t)?[{variable:t.slice(1,-1)}]:[t])}function*Vf(e){for(let{path:t,source:a}of je(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{algorithm:o,signed:i,time:r,key:s}=n,p=["webhooks","\
signature"],m={code:"S089",file:t},u=nr(i).flatMap(h=>typeof h=="string"?[]:[h.variable]);!u.includes("body")&&!u.includes("bodySha256")&&(yield{...m,path:[...p,
"signed"],message:"the body is not signed",hint:"Put {body} or {bodySha256} into it."}),r?.header!==void 0&&!u.includes("timestamp")&&(yield{...m,path:[...p,"ti\
me","header"],message:"the time is not signed: the sender of a repeat can change it",hint:'Put {timestamp} into "signed", or leave "time" out where the upstream\
 does not sign it.'}),s.by!=="key-set"&&o==="ed25519"&&s.encoding==="text"&&(yield{...m,path:[...p,"key","encoding"],message:"a public key for ed25519 is 32 byt\
es and not a text",hint:'Use "hex" or "base64".'}),s.by==="key-set"&&o!=="ed25519"&&(yield{...m,path:[...p,"key","by"],message:`a key for ${o} is a secret, and \
a key set is published`,hint:'Use "request" or "setting", or the algorithm ed25519.'})}}var W0=/\{(value|base64|mediaType)\}/;function Uf(e){return{value:e,holes:[...Xp(e,[])]}}function*Xp(e,t){if(typeof e=="string"){let a=W0.exec(e);if(a===null)return;
let[n,o]=a,[i,r]=[e.slice(0,a.index),e.slice(a.index+n.length)],s={at:t,whole:e===n,prefix:i,suffix:r};yield o==="base64"||o==="mediaType"?{...s,part:o}:s}else if(Array.
isArray(e))for(let[a,n]of e.entries())yield*Xp(n,[...t,String(a)]);else if(Ne(e))for(let[a,n]of Object.entries(e))yield*Xp(n,[...t,a])}function $o(e){return typeof e==
"string"?[...e.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([,t=""])=>t):Array.isArray(e)?e.flatMap($o):Ne(e)?Object.values(e).flatMap($o):[]}function or(e){return nr(e).map(t=>{if(typeof t=="string")return t;let{variable:a}=t;if(a==="id"||a==="name"||a==="model"||a==="app")return{variable:a};throw new TypeError(
`path ${e}: unknown variable {${a}}`)})}var So=["body","bodySha256","timestamp"];function Df(e){let{algorithm:t,encoding:a,signed:n,headers:o={},time:i,key:r}=e;return{algorithm:t,in:Jf(e),encoding:a,
signed:nr(n).map(s=>typeof s=="string"?s:C0(s.variable,o)),...i===void 0?{}:{time:K0(i)},key:H0(r)}}function Jf({header:e,separator:t,prefix:a=""}){return{header:e.
toLowerCase(),...t===void 0?{}:{separator:t},prefix:a}}function C0(e,t){let a=So.find(n=>n===e);return a===void 0?{header:(t[e]??"").toLowerCase()}:{is:a}}function K0({
member:e,header:t="",separator:a,prefix:n,unit:o,toleranceSeconds:i}){return{in:e===void 0?Jf({header:t,...a===void 0?{}:{separator:a},...n===void 0?{}:{prefix:n}}):
{member:Oe(e)},unit:o,toleranceSeconds:i}}function H0(e){if(e.by==="key-set")return e;let t={prefix:e.prefix??"",encoding:e.encoding};return e.by==="setting"?{by:e.
by,form:t}:{by:e.by,path:or(e.path),at:Oe(e.at),form:t}}function Wf(e){let{message:t,code:a,status:n,inside:o,proofs:i}=e.errors;return{protocol:e.protocol,title:e.title,baseUrl:e.baseUrl,authentication:{in:e.authentication.
in,name:e.authentication.name,prefix:e.authentication.prefix??"",...e.authentication.token===void 0?{}:{token:e.authentication.token}},...e.headers===void 0?{}:
{headers:e.headers},deadlineSeconds:e.deadline.seconds,pollSeconds:e.poll.seconds,...e.upload===void 0?{}:{upload:G0(e.upload)},operations:Object.fromEntries(Ye(
e).map(([r,s])=>[r,Y0(s)])),errors:{message:t.map(Oe),code:a.map(Oe),...n===void 0?{}:{status:Oe(n)},proofs:i.map(cP),...o===void 0?{}:{inside:{at:Oe(o.at),unless:o.
unless??[]}}},...e.probe===void 0?{}:{probe:{path:or(e.probe.path),accepted:e.probe.accepted}},...e.modelProbe===void 0?{}:{modelProbe:B0(e.modelProbe)},...e.webhooks===
void 0?{}:{webhooks:Z0(e.webhooks)},...e.cancelRules===void 0?{}:{cancelRules:Q0(e.cancelRules)},...e.idempotency===void 0?{}:{idempotency:{header:e.idempotency.
header,keptSeconds:e.idempotency.keptSeconds}}}}function B0({path:e,url:t,names:a="",omits:n,told:o=[],except:i=[],untestable:r}){if(r!==void 0)return{untestable:r};
let s=t===void 0?void 0:new URL(t).origin;return{...s===void 0?{}:{origin:s},path:or(e??t?.slice(s?.length)??""),names:Oe(a),...n===void 0?{}:{omits:n},told:o.map(
({at:p,constant:m})=>({at:Oe(p),value:m})),except:i}}function G0({method:e,path:t,field:a,reference:n}){return{request:ec({method:e,path:t}),...a===void 0?{}:{field:a},
reference:Oe(n)}}function Z0(e){let{body:t,query:a,with:n=[],signature:o,challenge:i,told:r=[]}=e;return{url:t===void 0?{in:"query",name:a??""}:{in:"body",at:Oe(
t)},beside:n.map(({to:s,constant:p})=>({to:Oe(s),value:p})),...o===void 0?{}:{signature:Df(o)},...i===void 0?{}:{challenge:Oe(i)},told:r.map(({at:s,fact:p})=>({
at:Oe(s),fact:p}))}}function Q0({queued:e,processing:t,ended:a,cancelled:n}){return{queued:{status:200,...e},processing:{status:200,...t},ended:{status:200,...a},
cancelled:{status:200,...n}}}function X0({path:e,filter:t,limit:a,items:n,within:o}){return{path:or(e),filter:t,limit:a,items:Oe(n),within:o===void 0?[]:Oe(o)}}
function Y0(e){let{submit:t,id:a,idForm:n,queryId:o,query:i,list:r,cancel:s,status:p,progress:m,seconds:u,secondsAs:h}=e;return{submit:{method:t.method,path:or(
t.path)},submitPaths:Cf(t.paths),encoding:t.encoding??"json",...t.status===void 0?{}:{submitStatus:t.status},headers:t.headers??{},rows:e.rows.map(rP),drops:(e.
drops??[]).map(({parameter:$,values:S,when:O,reason:x})=>({parameter:$,when:(O??[]).map(Yp),reason:x,...S===void 0?{}:{values:S}})),needs:zf(e.needs),lacks:zf(e.
lacks),...a===void 0?{}:{id:Oe(a)},...n===void 0?{}:{idForm:{before:n.replace(/\{id\}$/,"").split("{model}")}},...i===void 0?{}:{query:iP(i)},...r===void 0?{}:{
list:X0(r)},...s===void 0?{}:{cancel:pP(s)},answer:{...p===void 0?{}:{status:eP(p)},...m===void 0?{}:{progress:{at:Oe(m.at),of:m.of}},results:e.results.map(Hf),
message:e.message.map(Oe),code:e.code.map(Oe),...u===void 0?{}:{seconds:Oe(u)},...h===void 0?{}:{secondsAsText:!0},usage:(e.usage??[]).map(({at:$,unit:S})=>({at:Oe(
$),unit:S})),...o===void 0?{}:{id:Oe(o)}},told:(e.told??[]).map(({at:$,in:S,link:O,constant:x,fact:T})=>({at:Oe($),in:S,from:O!==void 0?{kind:"link",request:{method:"\
GET",path:or(O.path)}}:T!==void 0?{kind:T}:{kind:"constant",value:x??null}}))}}function eP({at:e,states:t,as:a,absent:n,cases:o=[]}){return{at:Oe(e),states:t,...a===
void 0?{}:{writtenAs:a},...n===void 0?{}:{absent:n},cases:o.map(({when:i,means:r})=>({when:i.map(tP),means:r}))}}function tP({at:e,is:t,present:a}){return t===void 0?
{at:Oe(e),present:a??!0}:{at:Oe(e),is:t}}function zf(e={}){return Object.fromEntries(Object.entries(e).map(([t,{reason:a}])=>[t,a]))}function rP(e){let t=e.values===
void 0?e.accepts?.map(oP):Object.entries(e.values).map(nP);return{to:Oe(e.to),from:aP(e),when:(e.when??[]).map(Yp),...e.as==="string"?{template:sP}:{},...e.as===
"uploaded"?{uploaded:!0}:{},...e.as==="file"?{file:!0}:{},...e.template===void 0?{}:{template:Uf(e.template)},...t===void 0?{}:{values:t},...e.minimum===void 0?
{}:{minimum:e.minimum},...e.maximum===void 0?{}:{maximum:e.maximum},...e.maximumItems===void 0?{}:{maximumItems:e.maximumItems},...e.maximumLength===void 0?{}:{
maximumLength:e.maximumLength},...e.forms===void 0?{}:{forms:e.forms},...e.oneWay===void 0?{}:{oneWay:e.oneWay}}}var sP={value:"",holes:[{at:[],whole:!1,prefix:"",
suffix:""}]};function aP({from:e,each:t,join:a,model:n,constant:o}){return e!==void 0?{kind:"parameter",name:e}:t!==void 0?{kind:"each",name:t}:a!==void 0?{kind:"\
joined",names:a}:n===!0?{kind:"model"}:{kind:"constant",value:o??null}}function nP([e,t]){return[oa(e),t]}function oa(e){return e==="true"||e==="false"||/^-?\d+$/.
test(e)?JSON.parse(e):e}function oP(e){return[e,e]}function Yp({given:e,absent:t,parameter:a="",among:n=[],model:o,exceptModel:i}){return e!==void 0?{kind:"give\
n",parameters:e}:t!==void 0?{kind:"absent",parameters:t}:o!==void 0?{kind:"model",prefixes:o}:i!==void 0?{kind:"except-model",prefixes:i}:{kind:"among",parameter:a,
values:n}}function ec({method:e,path:t}){return{method:e,path:or(t)}}function Cf(e=[]){return e.map(({when:t,path:a})=>({when:t.map(Yp),path:or(a)}))}function iP({
paths:e,at:t,hosts:a=[],body:n,...o}){return{...ec(o),...e===void 0?{}:{paths:Cf(e)},...t===void 0?{}:{stated:{at:Oe(t),hosts:a}},...n===void 0?{}:{body:n.map(Kf)}}}
function Kf({to:e,fact:t,constant:a}){return{to:Oe(e),from:t===void 0?{kind:"constant",value:a??null}:{kind:t}}}function pP({from:e,proves:t,body:a,...n}){let{answer:o,
query:i=[]}=t??{};return{...ec(n),...a===void 0?{}:{body:a.map(Kf)},...e===void 0?{}:{from:e.words},proves:{...o===void 0?{}:{answer:{at:Oe(o.at),words:o.words}},
query:i}}}function Hf(e){let{url:t,list:a,withKey:n,body:o,base64:i,contentType:r,content:s,query:p,results:m,message:u,pending:h}=e;return o===!0?{kind:"body"}:
t!==void 0?{kind:"url",at:Oe(t),list:a??!1,...n===!0?{withKey:n}:{}}:i!==void 0&&r!==void 0?{kind:"base64",at:Oe(i),contentType:r}:s!==void 0?{kind:"content",request:{
method:"GET",path:or(s)}}:{kind:"query",request:{method:"GET",path:or(p??"")},results:(m??[]).map(Hf),message:(u??[]).map(Oe),...h===void 0?{}:{pending:h}}}function cP({
status:e,codes:t,says:a,proves:n}){let o=Number(e.replaceAll("x","0")),i=Number(e.replaceAll("x","9"));return{from:o,to:i,proves:n,...t===void 0?{}:{codes:t},...a===
void 0?{}:{says:a.map(r=>r.toLowerCase())}}}function*Bf(e){for(let{path:t,source:a}of je(e))for(let[n,{rows:o}]of Ye(a)){let i=ss(e).filter(r=>r.kind===n);for(let[r,s]of o.entries()){let p=s.oneWay===void 0?
dP(s,i):void 0;p!==void 0&&(yield{code:"S077",file:t,path:["operations",n,"rows",r,"values",p[1]],message:`"${p[0]}" and "${p[1]}" of one model both become ${JSON.
stringify(s.values?.[p[1]])}`})}}}function dP({values:e={},from:t,each:a,join:n},o){let i=n??[t??a??""],r=s=>n===void 0?[s]:s.split(" ");for(let{parameters:s}of o){
let p=(u,h)=>s.get(u)?.includes(oa(h))??s.has(u),m=Object.entries(e).filter(([u])=>{let h=r(u);return i.every(($,S)=>p($,h[S]??""))});for(let[u,[h,$]]of m.entries()){
let S=m.slice(0,u).find(([,O])=>JSON.stringify(O)===JSON.stringify($));if(S!==void 0)return[S[0],h]}}}function*Gf(e){for(let{path:t,source:a}of je(e))for(let[n,{id:o,submit:i,rows:r,results:s}]of Ye(a)){let p=["operations",n];for(let[m,{body:u,results:h=[]}]of s.
entries()){let $=[...p,"results",m];u===!0&&o!==void 0&&(yield{code:"S101",file:t,path:[...$,"body"],message:`the answer to the submit has an ID at ${o}`});for(let[
S,O]of h.entries())O.body===!0&&(yield{code:"S101",file:t,path:[...$,"results",S,"body"],message:"this is the answer to another request than the submit"})}for(let[
m,{as:u,to:h,forms:$}]of r.entries()){if(u!=="file")continue;let S=[...p,"rows",m];i.encoding!=="form"?yield{code:"S102",file:t,path:[...S,"as"],message:"the bo\
dy is JSON, which holds no file"}:/^\/[^/]+(\/-)?$/.exec(h)===null?yield{code:"S102",file:t,path:[...S,"to"],message:"a file is a field of the form, or one of s\
everal"}:$===void 0&&(yield{code:"S102",file:t,path:S,message:"the row does not say in which forms it takes a file"})}}}function*Zf(e){for(let{path:t,source:a}of je(e))for(let[n,{rows:o}]of Ye(a))for(let[i,{as:r,forms:s}]of o.entries()){if(r!=="uploaded")continue;let p=["operatio\
ns",n,"rows",i,"as"];a.upload===void 0?yield{code:"S079",file:t,path:p,message:"the protocol has no upload"}:s?.includes("data")!==!0&&(yield{code:"S079",file:t,
path:p,message:'the row takes no data URIs: "forms" must list data'})}}function*Yf(e){for(let{path:t,source:a}of je(e))for(let[n,{rows:o}]of Ye(a)){let i=ss(e).filter(s=>s.kind===n),r=!1;for(let[s,p]of o.entries()){let m=o.slice(0,
s).find(u=>eh(u,p)&&!lP(u,p)&&mP(u,p,i)&&!(r&&_o(u,p)));m!==void 0&&(r||=_o(m,p),yield{code:"S076",file:t,path:["operations",n,"rows",s,"to"],message:_o(m,p)?`${p.
to} makes an object where an earlier row makes a list, or the other way round (${tc(m)} at ${m.to})`:`${p.to} is written by an earlier row too (${tc(m)})`})}yield*uP(
t,a,o)}}function*uP(e,{webhooks:t},a){let n=[...t?.body===void 0?[]:[{to:t.body,path:["webhooks","body"]}],...(t?.with??[]).map(({to:o},i)=>({to:o,path:["webhoo\
ks","with",i,"to"]}))];for(let{to:o,path:i}of n){let r=a.find(s=>eh(s,{to:o}));r!==void 0&&(yield{code:"S076",file:e,path:i,message:`${o} is written by a row to\
o (${tc(r)})`})}}function eh(e,t){if(_o(e,t))return!0;let[a,n]=[e.to,t.to];return a.endsWith("/-")||n.endsWith("/-")?!1:a===n||a.startsWith(`${n}/`)||n.startsWith(
`${a}/`)}function _o({to:e},{to:t}){let[a,n]=[e.split("/"),t.split("/")],o=a.findIndex((s,p)=>s!==n[p]),[i,r]=[a[o],n[o]];return i!==void 0&&r!==void 0&&Qf(i)!==
Qf(r)}var Qf=e=>/^(-|\d+)$/.test(e);function lP(e,t){return e.constant!==void 0&&t.to.startsWith(`${e.to}/`)}function mP(e,t,a){if(Xf(e,t)||Xf(t,e))return!1;let n=[
xo(e),xo(t)];return n.some(o=>o.length===0)?!0:a.some(({parameters:o})=>n.flat().every(i=>o.has(i)))}function Xf({when:e=[]},t){return e.some(a=>xo(t).some(n=>a.
absent?.includes(n))||(t.when??[]).some(n=>fP(a,n)))}function fP(e,t){return e.absent!==void 0&&t.given!==void 0?t.given.every(a=>e.absent?.includes(a)===!0):e.
model!==void 0&&t.model!==void 0?!e.model.some(a=>t.model?.some(n=>a.startsWith(n)||n.startsWith(a))===!0):e.model!==void 0&&t.exceptModel!==void 0?e.model.every(
a=>t.exceptModel?.some(n=>a.startsWith(n))===!0):e.among!==void 0&&e.parameter===t.parameter&&!e.among.some(a=>t.among?.includes(a)===!0)}function xo({from:e,each:t,
join:a}){return a??[e??t].filter(n=>n!==void 0)}function tc(e){return xo(e).join(" and ")||(e.model===!0?"the model":"a constant")}function*th(e){for(let{path:t,source:a}of je(e))for(let[n,{id:o,query:i,status:r}]of Ye(a)){let s=["operations",n];if(o===void 0)continue;if(i===void 0||r===void 0){
yield{code:"S078",file:t,path:s,message:`there is an ID and no ${i===void 0?"query":"status"}`};continue}let{states:p,absent:m,cases:u=[]}=r,h=[...Object.values(
p),m,...u.map(({means:$})=>$)];for(let $ of["completed","failed"])h.includes($)||(yield{code:"S078",file:t,path:[...s,"status","states"],message:`no status mean\
s ${$}`})}}var hP=["value","base64,mediaType","base64"],yP=["value","base64","mediaType"];function*rh(e){for(let{path:t,source:a}of je(e))for(let[n,{rows:o}]of Ye(a))for(let[
i,{template:r,forms:s}]of o.entries()){if(r===void 0)continue;let p=$o(r);if(hP.includes([...p].sort().join())){p.includes("base64")&&s?.join()!=="data"&&(yield{
code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:'{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["da\
ta"]'});continue}let m=p.find(u=>!yP.includes(u));yield{code:"S075",file:t,path:["operations",n,"rows",i,"template"],message:m!==void 0?`{${m}} means nothing he\
re`:p.length===0?"the template does not hold {value}":p.every(u=>u==="value")?`the template holds {value} ${p.length} times`:"the template holds neither {value}\
 once nor {base64} once, with {mediaType} at most once"}}}function*qo({submit:e,query:t,rows:a,drops:n=[],needs:o={},lacks:i={}}){for(let[r,s=[]]of[["submit",e.paths],["query",t?.paths]])for(let[p,{when:m}]of s.entries())
yield*rc(m,[r,"paths",p,"when"]);for(let[r,s]of a.entries()){let p=["rows",r],m=s.from===void 0?"each":"from",u=s.from??s.each,h=Object.keys(s.values??{}).map(S=>({
value:oa(S),path:[...p,"values",S],at:"key"})),$=(s.accepts??[]).map((S,O)=>({value:S,path:[...p,"accepts",O],at:"value"}));for(let[S,O]of(s.join??[]).entries())
yield{parameter:O,path:[...p,"join",S],at:"value",values:gP(s,p,S)};u!==void 0&&(yield{parameter:u,path:[...p,m],at:"value",values:[...h,...$]}),yield*rc(s.when??
[],[...p,"when"])}for(let[r,{parameter:s,values:p=[],when:m=[]}]of n.entries()){let u=["drops",r];yield{parameter:s,path:[...u,"parameter"],at:"value",values:p.
map((h,$)=>({value:h,path:[...u,"values",$],at:"value"}))},yield*rc(m,[...u,"when"])}for(let r of Object.keys(o))yield{parameter:r,path:["needs",r],at:"key",values:[]};
for(let r of Object.keys(i))yield{parameter:r,path:["lacks",r],at:"key",values:[]}}function gP({values:e={}},t,a){return Object.keys(e).map(n=>({value:oa(n.split(
" ")[a]??""),path:[...t,"values",n],at:"key"}))}function*rc(e,t){for(let[a,{given:n=[],absent:o=[],parameter:i,among:r=[]}]of e.entries()){for(let[p,m]of n.entries())
yield{parameter:m,path:[...t,a,"given",p],at:"value",values:[]};for(let[p,m]of o.entries())yield{parameter:m,path:[...t,a,"absent",p],at:"value",values:[]};if(i===
void 0)continue;let s=r.map((p,m)=>({value:p,path:[...t,a,"among",m],at:"value"}));yield{parameter:i,path:[...t,a,"parameter"],at:"value",values:s}}}function*sh(e){if(!wo(e))for(let{path:t,source:a}of je(e))for(let[n,o]of Ye(a)){let i=ss(e).filter(s=>s.kind===n),r=[...new Set(i.flatMap(({parameters:s})=>[...s.
keys()]))];for(let{parameter:s,path:p,at:m}of qo(o)){if(r.includes(s))continue;let u=ar(s,r);yield{code:"S071",file:t,path:["operations",n,...p],at:m,message:`n\
o ${n} model has the parameter "${s}"`,hint:u===void 0?`Known: ${r.join(", ")}.`:`Did you mean "${u}"?`}}}}function*ah(e){for(let{path:t,source:a}of je(e)){let{signature:n}=a.webhooks??{};if(n===void 0)continue;let{signed:o,headers:i={},time:r}=n,s={code:"S088",file:t},
p=["webhooks","signature"],m=So.filter($=>$!=="timestamp"||r!==void 0),u=[...new Set([...m,...Object.keys(i)])],h=nr(o).flatMap($=>typeof $=="string"?[]:[$.variable]);
for(let $ of h.filter(S=>!u.includes(S))){let S=ar($,u);yield{...s,path:[...p,"signed"],message:`{${$}} is not known here`,hint:wP($,S,u)}}for(let $ of Object.keys(
i)){let S={...s,path:[...p,"headers",$],at:"key"};So.some(O=>O===$)?yield{...S,message:`{${$}} has a meaning of its own`,hint:"Give the header another name."}:h.
includes($)||(yield{...S,message:`{${$}} is not in "signed"`,hint:"Put it there, or take the header out."})}}}function wP(e,t,a){return e==="timestamp"?'Say in \
"time" where it is.':t!==void 0?`Did you mean {${t}}?`:`Use ${a.map(n=>`{${n}}`).join(", ")}, or name a header in "headers".`}function Oo(e,t){return sc(e.files.get(t)?.value??null,[])}var bP=["template","constant","among","body","values","accepts","sources"];function*sc(e,t){if(Array.
isArray(e))for(let[a,n]of e.entries())t.at(-1)==="between"&&typeof n=="string"?yield{name:n,path:[...t,a]}:yield*sc(n,[...t,a]);else if(Ne(e))for(let[a,n]of Object.
entries(e))a==="source"&&typeof n=="string"?yield{name:n,path:[...t,a]}:bP.includes(a)||(yield*sc(n,[...t,a]))}function*nh(e){for(let{path:t,source:a}of je(e)){let n=Object.keys(a.sources);for(let{name:o,path:i}of Oo(e,t)){if(n.includes(o))continue;let r=ar(o,n);yield{code:"\
S073",file:t,path:i,message:`"${o}" is not in sources`,hint:r===void 0?`Known: ${n.join(", ")}.`:`Did you mean "${r}"?`}}}}var oh=["model","app"],ia=["id","name","model","app"];function*jo(e){e.probe!==void 0&&(yield{text:e.probe.path,path:["probe","path"],allowed:[]});let{path:t,url:a}=e.
modelProbe??{};t!==void 0&&(yield{text:t,path:["modelProbe","path"],allowed:["model"]}),a!==void 0&&(yield{text:a,path:["modelProbe","url"],allowed:["model"]}),
e.upload!==void 0&&(yield{text:e.upload.path,path:["upload","path"],allowed:[]});let{key:n}=e.webhooks?.signature??{};n?.by==="request"&&(yield{text:n.path,path:[
"webhooks","signature","key","path"],allowed:[]});for(let[o,i]of Ye(e))for(let{path:r,...s}of vP(i))yield{path:["operations",o,...r],...s}}function*vP({id:e,submit:t,
query:a,list:n,cancel:o,results:i,told:r=[]}){let s=e!==void 0;yield{text:t.path,path:["submit","path"],allowed:oh};for(let[m,{path:u}]of(t.paths??[]).entries())
yield{text:u,path:["submit","paths",m,"path"],allowed:oh};let p=a?.body?.some(({fact:m})=>m==="id")===!0;a!==void 0&&(yield{text:a.path,path:["query","path"],allowed:ia,
needsId:s&&!p});for(let[m,{path:u}]of(a?.paths??[]).entries())yield{text:u,path:["query","paths",m,"path"],allowed:ia,needsId:s&&!p};n!==void 0&&(yield{text:n.path,
path:["list","path"],allowed:[]}),o!==void 0&&(yield{text:o.path,path:["cancel","path"],allowed:ia,needsId:s});for(let[m,{link:u}]of r.entries())u!==void 0&&(yield{
text:u.path,path:["told",m,"link","path"],allowed:ia});yield*ih(i,["results"],s)}function*ih(e,t,a){for(let[n,{content:o,query:i,results:r=[]}]of e.entries())o!==
void 0&&(yield{text:o,path:[...t,n,"content"],allowed:ia,needsId:a}),i!==void 0&&(yield{text:i,path:[...t,n,"query"],allowed:ia,needsId:a}),yield*ih(r,[...t,n,"\
results"],a)}function*ph(e){for(let{path:t,source:a}of je(e))for(let{text:n,path:o,allowed:i}of jo(a))for(let r of nr(n))typeof r=="string"||i.includes(r.variable)||(yield{code:"\
S074",file:t,path:o,message:`{${r.variable}} is not known here`,hint:i.length===0?"Nothing is known of a task here.":`Use ${i.map(s=>`{${s}}`).join(", ")}.`})}function*ch(e){for(let{path:t,source:a}of je(e))for(let{text:n,path:o,allowed:i,needsId:r}of jo(a)){let s=nr(n).flatMap(m=>typeof m=="string"?[]:[m.variable]),p=s.
includes("id")||s.includes("name");r===!0&&!p&&s.every(m=>i.includes(m))&&(yield{code:"S083",file:t,path:o,message:"the path does not name the task: {id} is mis\
sing"})}}function*dh(e){if(!wo(e))for(let{path:t,source:a}of je(e))for(let[n,o]of Ye(a)){let i=new Set,r=ss(e).filter(s=>s.kind===n);for(let{parameter:s,values:p}of qo(o)){
let m=r.filter(h=>h.parameters.has(s)).map(h=>h.parameters.get(s)),u=new Set(m.flatMap(h=>h??[]));if(!(m.length===0||m.includes(void 0)))for(let{value:h,path:$,
at:S}of p){if(u.has(h)||i.has($.join("/")))continue;i.add($.join("/"));let O=typeof h=="string"?ar(h,[...u].map(String)):void 0;yield{code:"S072",file:t,path:["\
operations",n,...$],at:S,message:`no ${n} model offers ${JSON.stringify(h)} as ${s}`,hint:O===void 0?`Offered: ${[...u].map(x=>JSON.stringify(x)).join(", ")}.`:
`Did you mean "${O}"?`}}}}}var kP=new Set(["failed","expired","cancelled"]);function*uh(e){for(let{path:t,source:a}of je(e))for(let[n,{cancel:o,status:i}]of Ye(a)){if(o===void 0)continue;
let r=new Map(Object.entries(i?.states??{})),s=["operations",n,"cancel"];for(let[p,m]of[[o.from?.words??[],["from","words"]],[o.proves?.query??[],["proves","que\
ry"]]])for(let[u,h]of p.entries()){let $={code:"S087",file:t,path:[...s,...m,u]},S=r.get(h),O=S===void 0?ar(h,[...r.keys()]):void 0;S===void 0?yield{...$,message:`\
"${h}" is not a word of status.states`,...O===void 0?{}:{hint:`Did you mean "${O}"?`}}:m[0]==="proves"&&!kP.has(S)&&(yield{...$,message:`"${h}" means ${S}: it p\
roves that something is made`})}}}function*lh(e){for(let{path:t,source:a}of je(e)){let n=new Set([...Oo(e,t)].map(({name:o})=>o));for(let o of Object.keys(a.sources))n.has(o)||(yield{code:"S086",
file:t,path:["sources",o],message:`no fact names the source "${o}"`})}}var mh=[Af,sh,dh,nh,ph,rh,Yf,Bf,th,Zf,Nf,Ff,ch,Rf,If,lh,uh,ah,Vf,Tf,Gf];var fh="meta/upstream.schema.json",PP=[Nc,Ec,Lc,Km,of,...mh];function hh(e,t){let a=[Po(fh,"{}"),..._P(t)],n={exports:{meta0:e},keep:()=>{}};return(o,i)=>o.map(
({name:r,text:s})=>{let p=`upstreams/${r}.json`,m={directory:i,files:new Map([...a,$P(p,s)].map($=>[$.path,$])),meta:{paths:[fh],code:()=>n}},u=pf(PP.flatMap($=>[
...$(m)])).filter(({file:$})=>$===p).map($=>$f(m,$)),h=je(m)[0]?.source;return h!==void 0&&u.every(({severity:$})=>$!=="error")?{name:r,mapping:Wf(h)}:{name:r,mistakes:u.
sort(($,S)=>$.line-S.line).map($=>SP($,r,i))}})}function $P(e,t){try{return Po(e,t)}catch(a){if(!(a instanceof RangeError))throw a;return{path:e,text:t,value:void 0,
tree:void 0,syntaxErrors:[{error:1,offset:0,length:0}]}}}function SP(e,t,a){return qf({...e,file:`${t}.json`},a)}function _P(e){return Object.entries(e).map(([t,
{kind:a,parameters:n}])=>{let o=Object.entries(n).map(([r,s])=>[r,s.values===void 0?{type:s.kind==="boolean"?"boolean":"string"}:{enum:s.values}]),i={"x-kind":a,
properties:{model:{const:t},...Object.fromEntries(o)}};return Po(zm(t),JSON.stringify(i))})}var cA=hh(yh.default.meta0,xP);export{cA as compileProtocols};
