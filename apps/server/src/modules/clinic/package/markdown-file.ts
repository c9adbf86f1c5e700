/** Reads and writes the Markdown files of a package: YAML between two lines `---`, then the text. */
import { marked, type Token } from 'marked'
import { decodeText, type PackageError, type ParsedPart, unreadable, wrongEncoding } from './parsed-part.ts'
import { formatYaml, parseYaml } from './yaml-file.ts'

/** What a text may consist of, by the names of `marked`, and the level of its headings. */
export type AllowedMarkdown = { readonly tokens: readonly string[]; readonly headingLevel: number }

const basic = ['space', 'paragraph', 'text', 'list', 'list_item', 'strong', 'escape', 'heading']
export const preparationMarkdown: AllowedMarkdown = { tokens: [...basic, 'em'], headingLevel: 4 }
export const legalMarkdown: AllowedMarkdown = { tokens: basic, headingLevel: 2 }

/** Plain Markdown without the extensions of GitHub, so that no address turns into a link by itself. */
export const markdownOptions = { gfm: false } as const

export function readMarkdown(file: string, bytes: Uint8Array, allowed: AllowedMarkdown): ParsedPart {
  const text = decodeText(bytes)
  if (text === null) return unreadable(wrongEncoding(file))
  const [, front = '', body] = /^---\n((?:(?!---\n).*\n)*)---\n([\s\S]*)$/.exec(text) ?? []
  if (body === undefined) {
    return unreadable({
      file,
      line: 1,
      field: '',
      message: 'El archivo no comienza con sus datos',
      remedy: 'Escribe los datos al comienzo, entre dos líneas «---»',
    })
  }
  const data = parseYaml(file, front, false, 1)
  const bodyLine = front.split('\n').length + 2
  const own = ownFields(data.content)
  return {
    content: data.errors.length > 0 ? undefined : { ...own.fields, key: getKey(file), body: body.trim() },
    errors: [
      ...data.errors,
      ...own.misplaced.map((field) => ({
        file,
        line: data.locate([field]).line,
        field,
        message: `El campo «${field}» no va en los datos del comienzo`,
        remedy: 'Bórralo: es el nombre del archivo o el texto que sigue',
      })),
      ...forbiddenParts(file, body, bodyLine, allowed),
    ],
    locate: ([field = '', ...rest]) => {
      if (field === 'body') return { file, line: bodyLine, field: 'body' }
      return field === 'key' ? { file, line: 1, field: 'key' } : data.locate([field, ...rest])
    },
  }
}

function ownFields(content: unknown): { readonly fields: object; readonly misplaced: readonly string[] } {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return { fields: {}, misplaced: [] }
  return { fields: content, misplaced: ['key', 'body'].filter((field) => field in content) }
}

function getKey(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

function forbiddenParts(
  file: string,
  body: string,
  firstLine: number,
  allowed: AllowedMarkdown,
): PackageError[] {
  const errorAt = (line: number): PackageError => ({
    file,
    line,
    field: 'body',
    message: 'El texto tiene algo que aquí no se muestra, como HTML, un enlace, una imagen o una tabla',
    remedy: `Usa solo párrafos, listas, **negrita**${allowed.tokens.includes('em') ? ', *cursiva*' : ''} y títulos con ${'#'.repeat(allowed.headingLevel)}`,
  })
  const blocks = readBlocks(body)
  if (blocks === null) return [errorAt(firstLine)]
  let line = firstLine
  return blocks.flatMap((block) => {
    const at = line
    line += block.raw.split('\n').length - 1
    return isAllowed(block, allowed) ? [] : [errorAt(at)]
  })
}

/** Returns the blocks of a text; null where thousands of quotes or lists within each other exceed the library's stack. */
function readBlocks(body: string): readonly Token[] | null {
  try {
    return marked.lexer(body, markdownOptions)
  } catch {
    return null
  }
}

function isAllowed(token: Token, allowed: AllowedMarkdown): boolean {
  if (!allowed.tokens.includes(token.type)) return false
  if (token.type === 'heading' && token['depth'] !== allowed.headingLevel) return false
  const inner: readonly Token[] =
    token.type === 'list' ? token['items'] : ((token as { tokens?: Token[] }).tokens ?? [])
  return inner.every((one) => isAllowed(one, allowed))
}

export function formatMarkdown(front: object, body: string): string {
  return `---\n${formatYaml(front)}---\n\n${body}\n`
}
