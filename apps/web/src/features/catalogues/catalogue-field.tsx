import type { UseQueryResult } from '@tanstack/react-query'
import type { Ref } from 'react'
import { LoadError } from '../../ui/load-error.tsx'
import { SelectField } from '../../ui/select-field.tsx'

interface CatalogueFieldProps {
  id: string
  label: string
  /** The id of the chosen entry as text, or empty. */
  value: string
  onChange(value: string): void
  onBlur?(): void
  error?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * A field for one entry of a catalogue. When the catalogue fails to load, the field shows the error and a retry.
 */
export function CatalogueField(
  props: CatalogueFieldProps & {
    query: UseQueryResult<readonly { id: number | string; name: string }[]>
    /** What has to be chosen first; the field is disabled until then. */
    waitsFor?: string
  },
) {
  const { query, waitsFor, ...field } = props
  return (
    <div>
      <SelectField
        {...field}
        options={query.data ?? []}
        description={waitsFor}
        disabled={waitsFor !== undefined}
        loading={waitsFor === undefined && query.isPending && !query.isError}
      />
      {query.isError && <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />}
    </div>
  )
}
