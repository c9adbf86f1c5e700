/** Finds Spanish sentences that stand in several files. A sentence stands once: beside its rule, or in the table of errors. */
import { error, type Finding } from './finding.ts'
import { findLine, isProduct, isTypeScript, type Texts, withoutComments } from './project-files.ts'

/** Shorter texts are labels and headings, which may be the same by chance. */
const fewestWords = 6

/** Letters and words that Spanish sentences have, and the code does not. */
const spanish = /[áéíóúñ¿¡]|(?<!\p{L})(?:el|la|los|las|una?|del?|al|que|con|por|para|su|tu|es)(?!\p{L})/iu
/** SQL and names of styles. */
const otherText = /\b(?:select|insert|update|delete|join|where)\b [a-z_*]|(?:^| )[a-z:-]+-(?:\d|\[)/

/** Literals, templates without nested ones, and the text between the tags of JSX. */
const literal =
  /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|(?<=[>}])([^<>{}`;=()]*\p{L}[^<>{}`;=()]*)(?=[<{])/gu

function countWords(text: string): number {
  return text.split(' ').filter((word) => /\p{L}/u.test(word)).length
}

function isSentence(text: string): boolean {
  return countWords(text) >= fewestWords && spanish.test(text) && !otherText.test(text)
}

/** Checks the product's code. The data of the demonstration repeats names of exams and specialties. */
export function checkRepeatedSentences(texts: Texts): Finding[] {
  const first = new Map<string, string>()
  return [...texts].flatMap(([path, text]) => {
    if (!isProduct(path) || !isTypeScript(path) || path.startsWith('apps/server/seed/')) return []
    return [...withoutComments(text).matchAll(literal)].flatMap((match) => {
      const written = match.slice(1).find((part) => part !== undefined) ?? ''
      const sentence = written
        .replace(/\$\{[^}]*\}/g, '…')
        .replace(/\s+/g, ' ')
        .trim()
      if (!isSentence(sentence)) return []
      const other = first.get(sentence)
      if (other === undefined) first.set(sentence, path)
      if (other === undefined || other === path) return []
      const message = `«${sentence}» stands in ${other} too; keep it there or beside its rule, and import it`
      return [error(path, findLine(text, match.index), message)]
    })
  })
}
