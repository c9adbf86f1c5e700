import { createThread, ThreadError } from '../threads/thread.ts'
import type { PdfProblem } from './pdf-reader.ts'

export const pdfProblemMessages: Readonly<Record<PdfProblem, string>> = {
  locked: 'Este PDF tiene clave: guarda una copia sin clave y súbela',
  empty: 'Este PDF no tiene páginas: revisa el archivo y súbelo de nuevo',
  damaged: 'Este PDF está dañado o incompleto: ábrelo en tu equipo, guárdalo otra vez y súbelo',
}

const reader = createThread<Uint8Array, PdfProblem | null>({
  bundled: 'pdf-reader.mjs',
  source: 'src/platform/pdf/pdf-reader.ts',
  limits: { timeout: 10_000, idle: 60_000 },
})

export async function findPdfProblem(bytes: Uint8Array): Promise<PdfProblem | null> {
  try {
    return await reader.ask(bytes)
  } catch (error) {
    if (error instanceof ThreadError) return 'damaged'
    throw error
  }
}
