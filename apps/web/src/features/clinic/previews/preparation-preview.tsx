import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../../lib/browser/debounced.ts'
import { QueryContent } from '../../../ui/query-content.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { preparationPreviewQuery } from '../clinic-admin.queries.ts'

/** Milliseconds without typing before the preview is made again. */
const pauseMs = 400

/** A preparation sheet as patients read it. */
export function PreparationPreview({ preparation }: { preparation: unknown }) {
  const texts = textsOf(preparation)
  // The texts are new objects in every render, so their spelling is compared.
  const sheet: typeof texts = JSON.parse(useDebounced(JSON.stringify(texts), pauseMs))
  const query = useQuery({ ...preparationPreviewQuery(sheet), placeholderData: keepPreviousData })
  return (
    <section className="p-4 border border-dashed border-line-strong rounded-md" aria-label="Vista previa">
      <QueryContent query={query}>{(html) => <RichText html={html} />}</QueryContent>
    </section>
  )
}

function textsOf(preparation: unknown): { readonly title: string; readonly body: string } {
  const read = (name: string) =>
    typeof preparation === 'object' && preparation !== null ? Reflect.get(preparation, name) : undefined
  return { title: String(read('title') ?? ''), body: String(read('body') ?? '') }
}
