import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { QueryContent } from '../../../ui/query-content.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import classes from '../clinic.module.css'
import { preparationPreviewQuery } from '../clinic-admin.queries.ts'

/** Milliseconds without typing before the preview is made again. */
const pauseMs = 400

/** A preparation sheet as patients read it. */
export function PreparationPreview({ preparation }: { preparation: unknown }) {
  const [sheet] = useDebouncedValue(textsOf(preparation), pauseMs)
  const query = useQuery({ ...preparationPreviewQuery(sheet), placeholderData: keepPreviousData })
  return (
    <section className={classes.preview} aria-label="Vista previa">
      <QueryContent query={query}>{(html) => <RichText html={html} />}</QueryContent>
    </section>
  )
}

function textsOf(preparation: unknown): { readonly title: string; readonly body: string } {
  const read = (name: string) =>
    typeof preparation === 'object' && preparation !== null ? Reflect.get(preparation, name) : undefined
  return { title: String(read('title') ?? ''), body: String(read('body') ?? '') }
}
