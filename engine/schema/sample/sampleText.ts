import type { Random } from './samplePattern.ts';
import * as words from './words.ts';

/** Who a made-up object is about, so that its name, email and company belong together. */
export interface Persona {
  readonly first: string;
  readonly last: string;
  readonly company: string;
  readonly domain: string;
}

export function pickPersona(random: Random): Persona {
  const index = random.integer(0, words.COMPANIES.length - 1);
  return {
    first: random.pickFresh(words.FIRST_NAMES),
    last: random.pickFresh(words.LAST_NAMES),
    company: words.COMPANIES[index] ?? '',
    domain: words.DOMAINS[index] ?? '',
  };
}

/** The place of a text: the property's name in lower snake case, and that of the object or list around it. */
export interface TextPlace {
  readonly name: string;
  readonly owner: string;
  readonly persona: Persona;
}

type Make = (random: Random, place: TextPlace) => string;

const email: Make = (_, { persona }) => `${persona.first}.${persona.last}@${persona.domain}`.toLowerCase();
const slug: Make = (random) =>
  random
    .pick(words.TITLES)
    .toLowerCase()
    .replace(/[^a-z]+/g, '-');
const date: Make = (random) => `2026-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;
const time: Make = (random) =>
  `${two(random.integer(7, 19))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}`;
const dateTime: Make = (random, place) => `${date(random, place)}T${time(random, place)}Z`;
const url: Make = (random, place) => `https://www.${place.persona.domain}/${slug(random, place)}`;
const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.integer(0, 15).toString(16)).join('');
const uuid: Make = (random) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(random, 3)}-${hex(random, 12)}`;
const from =
  (list: readonly string[]): Make =>
  (random) =>
    random.pickFresh(list);

/** `ticket_id` and the `id` of a ticket are `ticket-4821`. */
const identifier: Make = (random, { name, owner }) => {
  const of = name.replace(/_?(?:id|key|number|ref|reference)$/, '') || owner.replace(/s$/, '') || 'item';
  return `${of.replaceAll('_', '-')}-${random.integer(1_000, 9_999)}`;
};

const FORMATS: Readonly<Record<string, Make>> = {
  email,
  uuid,
  date,
  time: (random, place) => `${time(random, place)}Z`,
  'date-time': dateTime,
  uri: url,
  'uri-reference': (random, place) => `/${slug(random, place)}`,
  hostname: (_, { persona }) => `www.${persona.domain}`,
  ipv4: (random) => `203.0.113.${random.integer(1, 254)}`,
  ipv6: (random) => `2001:db8::${hex(random, 4)}`,
  duration: (random) => `PT${random.integer(1, 59)}M`,
  'json-pointer': (random) => `/items/${random.integer(0, 9)}`,
};

/** What a text is by its property's name; the first that matches counts. */
const BY_NAME: readonly (readonly [RegExp, Make])[] = [
  [/e?mail(_address)?$/, email],
  [/^(uuid|guid)$/, uuid],
  [/first_?name|given_name/, (_, { persona }) => persona.first],
  [/last_?name|surname|family_name/, (_, { persona }) => persona.last],
  [/(file|path)_?(name)?$/, (random, place) => `${slug(random, place)}.pdf`],
  [/user_?name|handle|login/, (_, { persona }) => `${persona.first}${persona.last[0] ?? ''}`.toLowerCase()],
  [/compan|organi[sz]ation|vendor|supplier|merchant|employer/, (_, { persona }) => persona.company],
  [/product|item_name|sku_name/, from(words.PRODUCTS)],
  [/(url|uri|link|website|homepage|href)s?$/, url],
  [/(^|_)(id|key|ref|reference|number|sku)$/, identifier],
  [/(_at|timestamp|datetime|date_time)$/, dateTime],
  [/(^|_)(date|day|deadline|due|birthday|since|until)$/, date],
  [/(^|_)time$/, time],
  [/phone|mobile|fax/, (random) => `+1 555 01${two(random.integer(0, 99))}`],
  [/address|street/, from(words.STREETS)],
  [/city|town|location|place/, from(words.CITIES)],
  [/country|nation/, from(words.COUNTRIES)],
  [/zip|postal/, (random) => String(random.integer(10_000, 99_999))],
  [/currency/, from(['EUR', 'USD', 'GBP', 'CAD'])],
  [/language|locale|lang$/, from(['en', 'de', 'fr', 'pt'])],
  [/time_?zone/, from(['Europe/Lisbon', 'America/Toronto', 'Asia/Tokyo'])],
  [/colou?r/, from(['teal', 'crimson', 'navy', 'amber'])],
  [/sentiment|mood|tone|emotion/, from(['positive', 'neutral', 'negative'])],
  [/urgency|priority|severity|importance|risk|impact|level|confidence|likelihood/, from(['low', 'medium', 'high'])],
  [/status|state$|stage|phase/, from(['open', 'in progress', 'done'])],
  [/decision|verdict|outcome|recommendation_type/, from(['approve', 'review', 'reject'])],
  [/tag|keyword|label/, from(words.TAGS)],
  [/categor|topic|intent|department|team|area|kind|type$|theme|segment|group|field/, from(words.TOPICS)],
  [/role|position|job/, from(words.ROLES)],
  [/version/, (random) => `${random.integer(1, 4)}.${random.integer(0, 9)}.${random.integer(0, 9)}`],
  [/hash|digest|checksum|token/, (random) => hex(random, 32)],
  [/code$/, (random) => `${random.pick(['A', 'B', 'C', 'D'])}${random.integer(100, 999)}`],
  [/question/, from(words.QUESTIONS)],
  [/query|search|prompt/, from(words.QUERIES)],
  [/reply|response|answer|draft|email_body|outreach/, from(words.REPLIES)],
  [/(summary|abstract|overview|conclusion|synopsis|tldr)$/, from(words.SUMMARIES)],
  [/message|body|comment|complaint|feedback|review|text|content|note|input|transcript/, from(words.MESSAGES)],
  [/reason|rationale|explanation|justification|why|evidence|because/, from(words.REASONS)],
  [/summary|abstract|overview|description|conclusion|synopsis|tldr|details|report/, from(words.SUMMARIES)],
  [
    /finding|insight|fact|point|highlight|claim|observation|lesson|trend|pro|con$|cons$|strength|weakness/,
    from(words.FINDINGS),
  ],
  [/action|step|todo|task|recommendation|suggestion|instruction|next/, from(words.STEPS)],
  [/title|subject|headline/, from(words.TITLES)],
  [/section|heading|chapter|metric|column/, from(words.NOUNS)],
  [
    /name$|author|customer|user|owner|assignee|sender|recipient|contact|person|speaker|agent/,
    (_, { persona }) => `${persona.first} ${persona.last}`,
  ],
  [
    /source|citation|publication/,
    (random, { persona }) => `${persona.company}, ${random.pickFresh(words.NOUNS).toLowerCase()} 2026`,
  ],
  [/quote/, (random) => `“${random.pickFresh(words.FINDINGS)}”`],
];

/** A plausible text for a place: by its format, else by its name (then its owner's), else a sentence. */
export function sampleText(random: Random, place: TextPlace, format: string | null): string {
  const formatted = format === null ? undefined : FORMATS[format];
  if (formatted !== undefined) return formatted(random, place);
  if (
    /section|chapter|article|report|page|slide|briefing/.test(place.owner) &&
    /body|text|content|paragraph/.test(place.name)
  ) {
    return random.pickFresh(words.PARAGRAPHS);
  }
  for (const name of [place.name, place.owner]) {
    const found = name === '' ? undefined : BY_NAME.find(([pattern]) => pattern.test(name));
    if (found !== undefined) return found[1](random, place);
  }
  return random.pickFresh(words.SUMMARIES);
}

/** Makes a text longer by whole sentences, or shorter by whole words where that is possible. */
export function fitLength(random: Random, text: string, least: number, most: number): string {
  let fitted = text;
  while (fitted.length < least) fitted += ` ${random.pickFresh(words.FINDINGS)}`;
  if (fitted.length <= most) return fitted;
  const cut = fitted.slice(0, most);
  const space = cut.lastIndexOf(' ');
  const shorter = space >= Math.max(least, most / 2) ? cut.slice(0, space).replace(/[\s,;:]+$/, '') : cut;
  return shorter.length >= least ? shorter : cut;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
