import { type DraftKind, publishingEndpoints } from '@mi-portal/contract/publishing/publications'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { prepareImage } from '../../lib/browser/image.ts'
import { call } from '../../lib/call.ts'
import { imageUploadFailed } from '../../lib/explain-error.ts'

/** Loads the signed-in user's unsaved draft, each time the form opens. */
export function draftQuery(kind: DraftKind, target: number) {
  return queryOptions({
    queryKey: ['publishing', 'draft', kind, target],
    queryFn: async ({ signal }) =>
      (await call(publishingEndpoints.draft, { params: { kind, target } }, { signal })).draft,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export async function deleteDraft(kind: DraftKind, target: number) {
  await call(publishingEndpoints.deleteDraft, { params: { kind, target } })
}

/** Stores an image in the size of a publication. Returns its address. */
export function useStoreImage() {
  return useMutation({
    mutationFn: async (file: File) => {
      const prepared = await prepareImage(file)
      if ('fieldError' in prepared) throw new Error(prepared.fieldError)
      const form = new FormData()
      form.set('image', prepared.file)
      const { url } = await call(publishingEndpoints.storeImage, { form }, { fallback: imageUploadFailed })
      return url
    },
  })
}

type Values = Readonly<Record<string, string>>
type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

const saveDelayMs = 800

/**
 * Stores the input on the server shortly after the last key, and when the form is left. `values` is null while
 * nothing was changed. `stop` is called once the form was saved or its draft discarded.
 */
export function useSavedDraft(kind: DraftKind, target: number, values: Values | null) {
  const [state, setState] = useState<SaveState>('idle')
  const text = values === null ? null : JSON.stringify(values)
  const waiting = useRef<string | null>(null)
  const stopped = useRef(false)

  useEffect(() => {
    if (text === null || stopped.current) return
    waiting.current = text
    const save = () => {
      waiting.current = null
      setState('saving')
      sendDraft(kind, target, text).then(
        () => setState('saved'),
        () => setState('failed'),
      )
    }
    const timer = setTimeout(save, saveDelayMs)
    return () => clearTimeout(timer)
  }, [kind, target, text])

  useEffect(
    () => () => {
      if (waiting.current !== null && !stopped.current)
        sendDraft(kind, target, waiting.current).catch(() => undefined)
    },
    [kind, target],
  )

  return {
    state,
    stop: () => {
      stopped.current = true
      waiting.current = null
      setState('idle')
    },
    go: () => {
      stopped.current = false
    },
  }
}

function sendDraft(kind: DraftKind, target: number, text: string) {
  return call(publishingEndpoints.storeDraft, {
    params: { kind, target },
    body: { data: JSON.parse(text) },
  })
}
