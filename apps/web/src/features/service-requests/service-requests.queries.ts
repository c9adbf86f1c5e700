import type { AttachedFile } from '@mi-portal/contract/service-requests/service-requests'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { saveFile } from '../../lib/browser/browser.ts'
import { fetchFile } from '../../lib/call.ts'
import { downloadFailed } from '../../lib/explain-error.ts'

/** A day or a moment follows. */
export const answerBy = 'Te responderemos a más tardar el'

export const requestReceived = '¡Tu solicitud ha sido recibida con éxito!'

/** Downloads a file of a request to this device. */
export function useSaveFile() {
  return useMutation({
    mutationFn: async ({ name, url }: AttachedFile) => saveFile(await fetchFile(url, downloadFailed), name),
  })
}

export interface WrittenMessage {
  text: string
  files: readonly File[]
}

interface Sending<Result> {
  /** The number of messages that the user sees. */
  seen: number
  /** The field of the form that has the text. */
  field: 'message' | 'answer'
  send(form: FormData, onProgress: (part: number) => void): Promise<Result>
}

/**
 * Sends a message with files; `sent` is the part that was sent. The same message after a failure is sent with what the user saw at the first
 * attempt: the server may have stored it before the connection was lost, and then stores it no second time.
 */
export function useSendMessage<Result>({ seen, field, send }: Sending<Result>) {
  const [sent, setSent] = useState<number | null>(null)
  const attempt = useRef<{ content: string; seen: number } | null>(null)
  const message = useMutation({
    mutationFn: ({ text, files }: WrittenMessage) => {
      const content = [text, ...files.map(({ name, size }) => `${name} ${size}`)].join('\n')
      if (attempt.current?.content !== content) attempt.current = { content, seen }
      const form = new FormData()
      form.set(field, text)
      form.set('seen', String(attempt.current.seen))
      files.forEach((file, index) => {
        form.set(`file_${index}`, file)
      })
      setSent(0)
      return send(form, setSent)
    },
    onSuccess: () => {
      attempt.current = null
    },
    onSettled: () => setSent(null),
  })
  return { ...message, sent }
}
