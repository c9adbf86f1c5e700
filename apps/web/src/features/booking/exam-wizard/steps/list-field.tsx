import type { UseQueryResult } from '@tanstack/react-query'
import { LoadError } from '../../../../ui/load-error.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'

export const chooseExamTypeFirst = 'Elige primero el tipo de examen.'

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
  const { waitsFor, query, options, none, ...field } = props
  const isReady = waitsFor === undefined
  return (
    <div className="grid gap-2">
      <SelectField
        {...field}
        description={waitsFor}
        disabled={!isReady}
        loading={isReady && query.isPending && !query.isError}
        options={isReady ? (options ?? []) : []}
      />
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
