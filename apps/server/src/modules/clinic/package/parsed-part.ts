export type PackageError = {
  readonly file: string
  readonly line: number
  /** The field or column; empty when the error concerns the whole file or line. */
  readonly field: string
  readonly message: string
  readonly remedy: string
}

type Position = { readonly file: string; readonly line: number; readonly field: string }

export type ParsedPart = {
  readonly content: unknown
  readonly errors: readonly PackageError[]
  readonly locate: (path: Path) => Position
  readonly isReported?: (path: Path) => boolean
}

export type Path = readonly (string | number)[]

/** Names a value within its row for people: without the number of the row, counting from 1. */
export function fieldName(path: Path): string {
  return path.map((step) => (typeof step === 'number' ? step + 1 : step)).join('.')
}

export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    return null
  }
}

export function unreadable(error: PackageError): ParsedPart {
  const { file, line } = error
  return { content: undefined, errors: [error], locate: () => ({ file, line, field: '' }) }
}

export function wrongEncoding(file: string): PackageError {
  return {
    file,
    line: 1,
    field: '',
    message: 'El archivo no está en UTF-8',
    remedy: 'Guárdalo como UTF-8 (en una planilla de cálculo: «CSV UTF-8»)',
  }
}
