/** 500 KB, for one image of a profile or a document. */
export const imageMaxBytes = 512_000
/** 20 MB, for all files of one request together. */
export const filesMaxBytes = 20_971_520
export const filesMaxCount = 10

const imageKinds = ['image/png', 'image/jpeg'] as const
const fileKinds = ['image/png', 'image/jpeg', 'application/pdf'] as const
export const tooManyFiles = `Selecciona hasta ${filesMaxCount} archivos`

/** The type of the photos of iPhones. */
const heic = /^image\/hei[cf]/
export const heicAdvice =
  'Esta foto está en formato HEIC: guárdala como JPG. En el iPhone elige Ajustes, Cámara, Formatos, «Más compatible»'

/** Browsers give these types to a file that they do not know. The server looks at the content. */
const unknownTypes = ['', 'application/octet-stream']

function findTypeError(type: string, accepted: readonly string[], msg: string): string | null {
  if (heic.test(type)) return heicAdvice
  return accepted.includes(type) || unknownTypes.includes(type) ? null : msg
}

type Candidate = { readonly type: string; readonly size: number }

export function findImageError(file: Candidate): string | null {
  const typeError = findTypeError(file.type, imageKinds, 'Selecciona formato png o jpg')
  if (typeError !== null) return typeError
  return file.size > imageMaxBytes ? 'Selecciona tamaño máximo 500KB' : null
}

export function findFilesError(files: readonly Candidate[]): string | null {
  for (const { type } of files) {
    const typeError = findTypeError(type, fileKinds, 'Selecciona formato png, jpg o pdf')
    if (typeError !== null) return typeError
  }
  if (files.length > filesMaxCount) return tooManyFiles
  const bytes = files.reduce((sum, file) => sum + file.size, 0)
  return bytes > filesMaxBytes ? 'Selecciona tamaño máximo 20MB' : null
}

/**
 * Returns a file name that is safe to show and to save: no folders, no invisible characters, at most 120
 * characters.
 */
export function readableName(name: string): string {
  const base = name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]+/gu, ' ')
    .trim()
  const dot = base.lastIndexOf('.')
  const extension = dot === -1 ? '' : base.slice(dot)
  const stem = dot === -1 ? base : base.slice(0, dot)
  return `${stem.slice(0, 120 - extension.length) || 'archivo'}${extension}`
}
