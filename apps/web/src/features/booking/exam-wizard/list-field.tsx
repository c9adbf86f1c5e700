import type { UseQueryResult } from '@tanstack/react-query'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { ShortListField } from '../../../ui/short-list-field.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import classes from './exam-wizard.module.css'

interface ListFieldProps {
  label: string
  /** What has to be chosen first. */
  waitsFor: string | undefined
  query: UseQueryResult<unknown>
  options: readonly { id: number | string; name: string }[] | undefined
  /** Said where the list is empty. */
  none: string
  value: string
  onChange(value: string): void
  onBlur?(): void
  error?: string
}

/** One of a list that may not be there yet, cannot be fetched, or is empty: each said where the field stands. */
export function ListField(props: ListFieldProps) {
  const { label, waitsFor, query, options, none, value, onChange } = props
  const isReady = waitsFor === undefined
  const chosen = isReady ? options?.find(({ id }) => String(id) === value) : undefined
  // Where fingers scroll, a list that floats over the page loses its field: there the browser's own opens.
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
    <div className={classes.list}>
      {isWide ? (
        <SelectField {...field} description={waitsFor} />
      ) : (
        <ShortListField {...field} placeholder={waitsFor} />
      )}
      {chosen && chosen.name.length > 28 && (
        <p className={classes.whole} aria-hidden>
          {chosen.name}
        </p>
      )}
      {isReady && query.isError && (
        <LoadError message={query.error.message} onRetry={query.refetch} retrying={query.isFetching} />
      )}
      {isReady && options?.length === 0 && (
        <Notice kind="info" announce>
          {none}
        </Notice>
      )}
    </div>
  )
}
