import type { AttachedFile } from '@mi-portal/contract/desk-requests'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser/browser.ts'
import { fetchFile } from '../../lib/call.ts'

/** Downloads a file of a request to this device. */
export function useSaveFile() {
  return useMutation({
    mutationFn: async ({ name, url }: AttachedFile) =>
      saveFile(await fetchFile(url, 'No ha sido posible descargar el archivo'), name),
  })
}
