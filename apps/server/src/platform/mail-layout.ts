import { escapeHtml } from './escape-html.ts'

/** The branding of the sender. It changes when the clinic changes: keep the object, not its values. */
export type Branding = {
  readonly product: string
  readonly brand: string
  readonly supportEmail: string
  readonly supportPhone: string
  /** The colour of headers and buttons, as `#RRGGBB`. White text on it has enough contrast. */
  readonly colour: string
  readonly shades: { readonly neutral: readonly string[]; readonly action: readonly string[] }
  readonly footer: readonly string[]
  /** The address of a logo for a dark background, as PNG; null without one. */
  readonly logo: string | null
  /** How soon the clinic promises to answer, in words such as «48 horas». */
  readonly promises: Readonly<Record<'documents' | 'budgets' | 'contact' | 'identity', string>>
  /** Minutes before an appointment in person at which patients should arrive; 0 without advice. */
  readonly arriveMinutes: number
  readonly place: { readonly name: string; readonly address: string }
  readonly getWording: (mail: string) => MailWording
  readonly publicUrl: string
}

/**
 * The clinic's own wording of a mail. `opening` stands in place of the first paragraph, `closing` below everything else. Texts may hold
 * placeholders such as `{brand}` and `{first_name}`.
 */
type MailWording = Readonly<
  Partial<Record<'subject' | 'heading' | 'opening' | 'closing', string | undefined>>
>

/** A text is a paragraph, a list a table of facts. */
type Block =
  | string
  | readonly (readonly [label: string, value: string])[]
  /** A link to a page of the portal. It never leads to an endpoint that changes data, because mail scanners follow links. */
  | { readonly kind: 'button'; readonly label: string; readonly path: `/${string}` }
  | { readonly kind: 'code'; readonly value: string }

export type MailTemplate<Data> = {
  readonly name: string
  /**
   * Whether the mail says something about a person's care, requests, record or family. Such a mail is sent only to the verified
   * address of its recipient. Mails about the account itself, and mails to addresses without an account, are not clinical.
   */
  readonly clinical: boolean
  /** The subject. It gets no data, because locked screens show it and other mail servers log it. */
  readonly subject: string | ((branding: Branding) => string)
  readonly heading?: string | ((data: Data, branding: Branding) => string)
  readonly blocks: (data: Data, branding: Branding) => readonly Block[]
  readonly unsubscribePath?: (data: Data) => `/${string}`
}

type RenderedMail = {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribeUrl: string | null
}

export function renderMail<Data>(template: MailTemplate<Data>, data: Data, branding: Branding): RenderedMail {
  const own = branding.getWording(template.name)
  const shown = nameMissingContacts(branding)
  const fill = (text: string) => fillPlaceholders(text, branding, data)
  const subject = typeof template.subject === 'function' ? template.subject(branding) : template.subject
  const title = template.heading ?? subject
  const heading = oneLine(
    own.heading === undefined
      ? typeof title === 'function'
        ? title(data, shown)
        : title
      : fill(own.heading),
  )
  const blocks = withOwnParagraphs(template.blocks(data, shown), own, fill)
  return {
    // The data is not for the subject; see MailTemplate.
    subject: oneLine(own.subject === undefined ? subject : fillPlaceholders(own.subject, branding, {})),
    text: asText(heading, blocks, branding),
    html: asHtml(heading, blocks, branding),
    unsubscribeUrl: template.unsubscribePath
      ? `${branding.publicUrl}${template.unsubscribePath(data)}`
      : null,
  }
}

/** Puts words in place of the phone and the address of the clinic, which it has once it is published. */
function nameMissingContacts(branding: Branding): Branding {
  if (branding.supportEmail !== '') return branding
  return { ...branding, supportPhone: 'teléfono de la clínica', supportEmail: 'su correo' }
}

function fillPlaceholders(text: string, branding: Branding, data: unknown): string {
  const { brand, product, supportEmail: email, supportPhone: phone } = branding
  const names: Readonly<Record<string, string>> = { brand, product, email, phone }
  const placeholder = (name: string): unknown => {
    if (Object.hasOwn(names, name)) return names[name]
    return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined
  }
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = placeholder(name)
    return typeof value === 'string' ? value : ''
  })
}

/** Returns the blocks with the clinic's own opening and closing. An own text has a paragraph for each of its lines. */
function withOwnParagraphs(
  blocks: readonly Block[],
  { opening, closing }: MailWording,
  fill: (text: string) => string,
): readonly Block[] {
  const paragraphs = (text: string | undefined): Block[] =>
    (text ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(fill)
  const first = blocks.findIndex((block) => typeof block === 'string')
  const opened =
    opening === undefined
      ? blocks
      : [...blocks.slice(0, Math.max(first, 0)), ...paragraphs(opening), ...blocks.slice(first + 1)]
  return [...opened, ...paragraphs(closing)]
}

export type MailSample = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly render: (branding: Branding) => RenderedMail
  readonly send: <T>(queue: <D>(template: MailTemplate<D>, data: D) => T, branding: Branding) => T
}

export function mailSample<Data>(
  template: MailTemplate<Data>,
  title: string,
  description: string,
  data: Data | ((branding: Branding) => Data),
): MailSample {
  const getData = (branding: Branding): Data => (isFunction(data) ? data(branding) : data)
  return {
    name: template.name,
    title,
    description,
    render: (branding) => renderMail(template, getData(branding), branding),
    send: (queue, branding) => queue(template, getData(branding)),
  }
}

function isFunction<Data>(data: Data | ((branding: Branding) => Data)): data is (branding: Branding) => Data {
  return typeof data === 'function'
}

// Removes line breaks and characters that reverse the text direction, because they could fake a line of the clinic.
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** Returns a text whose sentences end with one full stop, also after an initial: `de Camila F.` */
function toSentences(text: string): string {
  return oneLine(text).replaceAll(/(?<=\p{Lu})\.\./gu, '.')
}

function address(block: { readonly path: string }, branding: Branding): string {
  return oneLine(`${branding.publicUrl}${block.path}`).replaceAll(' ', '%20')
}

function footLines({ product, brand, supportEmail, supportPhone, footer }: Branding): string[] {
  if (footer.length > 0) return footer.map(oneLine)
  const sender =
    product === brand
      ? `Este mensaje lo envía ${oneLine(product)}.`
      : `Este mensaje lo envía ${oneLine(product)}, de ${oneLine(brand)}.`
  // Before a clinic is published there is no one to ask.
  if (supportEmail === '') return [sender]
  return [
    sender,
    `¿Necesitas ayuda? Escríbenos a ${oneLine(supportEmail)} o llama al ${oneLine(supportPhone)}.`,
  ]
}

function asText(heading: string, blocks: readonly Block[], branding: Branding): string {
  const parts = blocks.map((block) => {
    if (typeof block === 'string') return toSentences(block)
    if (!('kind' in block))
      return block.map(([label, value]) => `${oneLine(label)}: ${toSentences(value)}`).join('\n')
    if (block.kind === 'button') return `${oneLine(block.label)}:\n${address(block, branding)}`
    return oneLine(block.value)
  })
  return `${[heading, ...parts, footLines(branding).join('\n')].join('\n\n')}\n`
}

/** The colours of a mail, from the shades of the clinic. Mail programs support no CSS variables and remove style sheets. */
function pickColours({ shades: { neutral, action } }: Branding) {
  const shade = (shades: readonly string[], place: number) => shades[place] ?? '#000000'
  return {
    ...{ strong: shade(neutral, 9), body: shade(neutral, 8), muted: shade(neutral, 6) },
    ...{ page: shade(neutral, 0), card: '#FFFFFF', soft: shade(action, 0), line: shade(neutral, 1) },
  }
}

const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function htmlBlock(block: Block, branding: Branding): string {
  const colours = pickColours(branding)
  if (typeof block === 'string') {
    return `<p style="margin:0 0 16px;${font};font-size:16px;line-height:1.5;color:${colours.body}">${escapeHtml(toSentences(block))}</p>`
  }
  if (!('kind' in block)) return htmlFacts(block, branding)
  if (block.kind === 'code') {
    return `<p style="margin:0 0 16px;padding:16px;background:${colours.soft};border-radius:8px;font-family:Consolas,Menlo,monospace;font-size:20px;line-height:1.4;font-weight:700;color:${colours.strong};overflow-wrap:anywhere">${escapeHtml(oneLine(block.value))}</p>`
  }
  const href = escapeHtml(address(block, branding))
  return `<p style="margin:24px 0;${font};font-size:16px;line-height:1.5"><a href="${href}" target="_blank" rel="noopener noreferrer" style="display:inline-block;padding:12px 24px;background:${branding.colour};border-radius:8px;font-weight:600;color:#FFFFFF;text-decoration:none">${escapeHtml(oneLine(block.label))}</a></p>
<p style="margin:0 0 16px;${font};font-size:14px;line-height:1.5;color:${colours.muted}">Si el botón no funciona, copia esta dirección en tu navegador: <a href="${href}" target="_blank" rel="noopener noreferrer" style="color:${branding.colour};overflow-wrap:anywhere">${href}</a></p>`
}

function htmlLogo({ logo }: Branding): string {
  if (logo === null) return ''
  return `<img src="${escapeHtml(logo)}" alt="" height="32" style="height:32px;width:auto;margin-right:12px;vertical-align:middle;border:0">`
}

function htmlFacts(rows: readonly (readonly [string, string])[], branding: Branding): string {
  const colours = pickColours(branding)
  const cell = `padding:8px 16px;${font};font-size:16px;line-height:1.5;text-align:left;vertical-align:top`
  const lines = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${cell};font-weight:400;color:${colours.muted}">${escapeHtml(oneLine(label))}</th><td style="${cell};font-weight:600;color:${colours.strong}">${escapeHtml(toSentences(value))}</td></tr>`,
  )
  return `<table style="margin:0 0 16px;border-collapse:collapse;background:${colours.soft};border-radius:8px">${lines.join('')}</table>`
}

function asHtml(heading: string, blocks: readonly Block[], branding: Branding): string {
  const colours = pickColours(branding)
  const foot = footLines(branding)
    .map((line) => escapeHtml(line))
    .join('<br>')
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0;background:${colours.page};color:${colours.body}">
<table role="presentation" style="width:100%;border-collapse:collapse;background:${colours.page}"><tr><td style="padding:24px 16px">
<table role="presentation" style="width:100%;max-width:600px;margin:0 auto;border-collapse:collapse;background:${colours.card};border:1px solid ${colours.line}">
<tr><td style="padding:20px 32px;background:${branding.colour};${font};font-size:18px;line-height:1.4;font-weight:700;color:#FFFFFF">${htmlLogo(branding)}${escapeHtml(oneLine(branding.brand))}</td></tr>
<tr><td style="padding:32px">
<h1 style="margin:0 0 16px;${font};font-size:24px;line-height:1.3;font-weight:700;color:${colours.strong}">${escapeHtml(heading)}</h1>
${blocks.map((block) => htmlBlock(block, branding)).join('\n')}
</td></tr>
<tr><td style="padding:20px 32px;border-top:1px solid ${colours.line};${font};font-size:14px;line-height:1.5;color:${colours.muted}">${foot}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
