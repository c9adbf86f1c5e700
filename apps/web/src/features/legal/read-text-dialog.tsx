/** A dialog with one version of a text: what a patient agreed to, or what was once in force. */
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { formatDay } from '../../lib/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { RichText } from '../../ui/rich-text.tsx'

type ReadText = { readonly text: string; readonly version: string; readonly valid_from: string | null }

interface ReadTextDialogProps<Text extends ReadText, Key extends readonly unknown[]> {
  title: string
  query: UseQueryOptions<Text, Error, Text, Key>
  onClose(): void
}

export function ReadTextDialog<Text extends ReadText, Key extends readonly unknown[]>({
  title,
  query,
  onClose,
}: ReadTextDialogProps<Text, Key>) {
  const answer = useQuery(query)
  return (
    <Dialog opened onClose={onClose} title={title} size={680}>
      <QueryContent query={answer}>
        {(text) => (
          <>
            <p className="mb-4 type-meta text-muted">
              Versión {text.version}
              {text.valid_from !== null && `, vigente desde el ${formatDay(text.valid_from)}`}.
            </p>
            <RichText html={text.text} />
          </>
        )}
      </QueryContent>
    </Dialog>
  )
}
