/** What may be sent as a file: kinds, sizes and their messages. */

/** 500 KB, for one picture of a profile or a document. */
export const imageMaxBytes = 512_000
/** 20 MB, for all files of one request together. */
export const filesMaxBytes = 20_971_520

export const imageKinds = ['image/png', 'image/jpeg'] as const
const fileKinds = ['image/png', 'image/jpeg', 'application/pdf'] as const

type Candidate = { readonly type: string; readonly size: number }

/** What is wrong with a picture, or null. */
export function imageFault(file: Candidate): string | null {
  if (!imageKinds.some((kind) => kind === file.type)) return 'Selecciona formato png o jpg'
  return file.size > imageMaxBytes ? 'Selecciona tamaño máximo 500KB' : null
}

/** What is wrong with the files of one request, or null. */
export function filesFault(files: readonly Candidate[]): string | null {
  if (files.some((file) => !fileKinds.some((kind) => kind === file.type)))
    return 'Selecciona formato png, jpg o pdf'
  const bytes = files.reduce((sum, file) => sum + file.size, 0)
  return bytes > filesMaxBytes ? 'Selecciona tamaño máximo 20MB' : null
}
