import type { UseQueryResult } from '@tanstack/react-query'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { ShortListField } from '../../../ui/short-list-field.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'

interface ListFieldProps {
  label: string
  /** What the user has to choose first. */
  waitsFor: string | undefined
  query: UseQueryResult<unknown>
  options: readonly { id: number | string; name: string }[] | undefined
  /** Text for an empty list. */
  none: string
  value: string
  onChange(value: string): void
  onBlur?(): void
  error?: string
}

/** Field for one entry of a list. It shows what to choose first, and whether the list is loading, failed or empty. */
export function ListField(props: ListFieldProps) {
  const { label, waitsFor, query, options, none, value, onChange } = props
  const isReady = waitsFor === undefined
  const chosen = isReady ? options?.find(({ id }) => String(id) === value) : undefined
  // Narrow screens are mostly used by touch, where a floating list scrolls away from its field. They use the browser's
  // own list.
  const isWide = useWideScreen()
  const field = {
    label,
    disabled: !isReady,
    loading: isReady && query.isPending && !query.isError,
    options: isReady ? (options ?? []) : [],
    value,
    onChange,
    onBlur: props.onBlur,
    error: props.error,
  }
  return (
    <div className="grid gap-2">
      {isWide ? (
        <SelectField {...field} description={waitsFor} />
      ) : (
        <ShortListField {...field} placeholder={waitsFor} />
      )}
      {chosen && chosen.name.length > 28 && (
        <p className="type-meta text-strong desktop:hidden" aria-hidden>
          {chosen.name}
        </p>
      )}
      {isReady && query.isError && (
        <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      )}
      {isReady && options?.length === 0 && (
        <Notice kind="info" announce>
          {none}
        </Notice>
      )}
    </div>
  )
}
