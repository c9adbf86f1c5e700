import { type PartName, parts } from '@mi-portal/contract/clinic/clinic-package'
import { getKeyFields, getRowKey } from '@mi-portal/contract/clinic/differences'
import { isReviewOverdue } from '@mi-portal/contract/clinic/parts/result-texts'
import { foldText } from '@mi-portal/contract/fields/accents'
import { IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { formatDay, today } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { Notice } from '../../ui/notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './clinic.module.css'
import { useSaveDraft } from './clinic-admin.queries.ts'
import { PackageProblems } from './package-problems.tsx'
import { describeFields, type FormField } from './part-form/form-fields.rules.ts'
import { PartForm } from './part-form/part-form.tsx'
import { getFieldLabel, getValueLabel, partLabels } from './part-labels.rules.ts'
import { PreparationPreview } from './previews/preparation-preview.tsx'

type Row = Readonly<Record<string, unknown>>

/** The name of a row that does not exist yet, in the address. */
const newRow = 'nuevo'

interface PartRowsProps {
  part: PartName
  rows: readonly Row[]
  /** The stored version of the part that the rows are. */
  basedOn: number | null
}

/** The rows of a list: searched, and edited one at a time. Each change is saved as the draft of the whole list. */
export function PartRows({ part, rows, basedOn }: PartRowsProps) {
  const { fila, buscar = '' } = useSearch({ strict: false })
  const save = useSaveDraft(part)
  const [removed, setRemoved] = useState<Row | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const schema = rowSchemaOf(part)
  const fields = schema === null ? [] : getShownFields(schema)
  const list = useListAddress({ usualLimit: 20, columns: fields.map(({ name }) => name) })
  const { page, limit, order } = list
  const matching = rows.filter((row) => matches(row, buscar))
  const paging = { page, limit, total: matching.length }
  useExistingListPage(list, { data: paging, isPlaceholderData: false })
  if (schema === null) return null
  const keyOf = (row: Row) => getRowKey(part, row)
  const edited = rows.find((row) => keyOf(row) === fila)
  /** Opens the form of a row, or closes it, and keeps the page of the list. */
  const showForm = (key: string | undefined) => list.show({ fila: key, page: page === 1 ? undefined : page })

  function edit(key: string) {
    setDone(null)
    save.reset()
    void showForm(key)
  }

  function leave(message: string) {
    setDone(message)
    setRemoved(null)
    void showForm(undefined)
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className={classes.bar}>
        <SearchField
          label={`Buscar en ${partLabels[part].title}`}
          value={buscar}
          onSearch={(text) => list.show({ buscar: text || undefined }, { replace: true })}
        />
        <Button leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={() => edit(newRow)}>
          Agregar
        </Button>
      </div>
      {done !== null && <Notice kind="success" announce title={done} />}
      <OverdueReviews rows={rows} keyOf={keyOf} />
      {paging.total === 0 ? (
        <EmptyState
          icon={IconSearchOff}
          title={rows.length === 0 ? 'Todavía no hay elementos' : 'No hay elementos que coincidan'}
        />
      ) : (
        <PagedTable
          caption={partLabels[part].title}
          columns={columnsWith(fields, {
            onEdit: (row) => edit(keyOf(row)),
            onRemove: (row) => {
              setDone(null)
              save.reset()
              setRemoved(row)
            },
            keyOf,
          })}
          rows={sortRows(matching, order).slice((page - 1) * limit, page * limit)}
          rowKey={keyOf}
          {...list.describeTable(paging, 'elementos')}
        />
      )}
      {(fila === newRow || edited !== undefined) && (
        <FormDialog
          title={edited === undefined ? 'Agregar' : `Editar ${keyOf(edited)}`}
          size={860}
          onClose={() => showForm(undefined)}
        >
          <PackageProblems title="No se guardó: hay errores" problems={save.data?.errors ?? []} />
          <PartForm
            schema={schema}
            content={edited}
            fixed={edited === undefined ? [] : getKeyFields(part)}
            validate={(content) =>
              edited === undefined &&
              isRow(content) &&
              rows.some((row) => keyOf(row) === getRowKey(part, content))
                ? { [getKeyFields(part)[0] ?? '']: 'Ya hay un elemento con esta clave' }
                : {}
            }
            recordId={`${part} ${edited === undefined ? newRow : keyOf(edited)}`}
            save={{
              ...save,
              mutate: (content, on) =>
                save.mutate(
                  {
                    content:
                      edited === undefined
                        ? [...rows, content]
                        : rows.map((row) => (row === edited ? content : row)),
                    based_on: basedOn,
                  },
                  on,
                ),
            }}
            onSaved={(content) =>
              isRow(content) && leave(`Se guardó «${getRowKey(part, content)}» en el borrador`)
            }
            onCancel={() => showForm(undefined)}
            {...(part === 'preparations' && {
              preview: (typed: unknown) => <PreparationPreview preparation={typed} />,
            })}
          />
        </FormDialog>
      )}
      <ConfirmDialog
        opened={removed !== null}
        title="¿Retirar este elemento?"
        confirm="Retirar"
        danger
        loading={save.isPending}
        onConfirm={() =>
          removed &&
          save.mutate(
            { content: rows.filter((row) => row !== removed), based_on: basedOn },
            {
              onSuccess: ({ errors }) => {
                if (errors.length === 0) leave(`Se retiró «${keyOf(removed)}» en el borrador`)
              },
            },
          )
        }
        onClose={() => setRemoved(null)}
      >
        {removed && (
          <p>
            «{keyOf(removed)}» dejará de ofrecerse cuando publiques. Los registros que lo usan no cambian.
          </p>
        )}
        {save.isError && <ErrorNotice error={save.error} />}
      </ConfirmDialog>
    </div>
  )
}

/** Names the approved texts whose review is overdue; shows nothing if there are none. */
function OverdueReviews({ rows, keyOf }: { rows: readonly Row[]; keyOf(row: Row): string }) {
  const overdue = rows.filter((row) => isReviewOverdue(row, today())).map(keyOf)
  if (overdue.length === 0) return null
  return (
    <Notice
      kind="warning"
      title={
        overdue.length === 1
          ? 'Pasó la fecha de revisión de 1 texto'
          : `Pasó la fecha de revisión de ${overdue.length} textos`
      }
    >
      {overdue.join(', ')}.{' '}
      {portal.demo ? 'Fuera de la demostración, los pacientes no los ven' : 'Los pacientes no los ven'} hasta
      que un profesional los apruebe de nuevo y se publiquen.
    </Notice>
  )
}

function isRow(content: unknown): content is Row {
  return typeof content === 'object' && content !== null && !Array.isArray(content)
}

function rowSchemaOf(part: PartName): z.core.$ZodType | null {
  const described = parts[part]
  return 'row' in described ? described.row : null
}

function matches(row: Row, text: string): boolean {
  const searched = foldText(text)
  return (
    searched === '' ||
    Object.values(row).some(
      (value) => typeof value !== 'object' && foldText(String(value)).includes(searched),
    )
  )
}

/** Sorts the rows as their cells read. The browser has the whole list, so no page is sorted alone. */
function sortRows(rows: readonly Row[], order: string | undefined): readonly Row[] {
  if (order === undefined) return rows
  const name = order.replace(/^-/, '')
  const direction = order === name ? 1 : -1
  return rows.toSorted(
    (one, other) => direction * cellOf(one[name]).localeCompare(cellOf(other[name]), 'es', { numeric: true }),
  )
}

/** Kinds of fields that fit into a cell. */
const shortKinds: readonly FormField['kind'][] = [
  'text',
  'number',
  'choice',
  'date',
  'yes-no',
  'choices',
  'sites',
  'words',
]

const mostColumns = 4

interface Actions {
  onEdit(row: Row): void
  onRemove(row: Row): void
  keyOf(row: Row): string
}

/** Returns the fields of a row that its list shows, the one that names the row first. */
function getShownFields(schema: z.core.$ZodType): readonly FormField[] {
  const fields = describeFields(schema)
  const title =
    ['name', 'title', 'text', 'key', 'group']
      .map((name) => fields.find((field) => field.name === name))
      .find((field) => field !== undefined) ?? fields[0]
  // When a text is reviewed next matters more than when it was approved.
  const isReviewed = fields.some(({ name }) => name === 'next_review_on')
  const others = fields
    .filter((field) => shortKinds.includes(field.kind) && field !== title)
    .filter(({ name }) => !(isReviewed && name === 'approved_on'))
    .slice(0, mostColumns - 1)
  return title === undefined ? others : [title, ...others]
}

function columnsWith(
  fields: readonly FormField[],
  { onEdit, onRemove, keyOf }: Actions,
): readonly Column<Row>[] {
  return [
    ...fields.map(
      ({ name }, index): Column<Row> => ({
        header: getFieldLabel(name),
        sortName: name,
        ...(index === 0 && { role: 'title' }),
        cell: (row) => (name === 'next_review_on' ? <NextReview row={row} /> : cellOf(row[name])),
      }),
    ),
    {
      header: 'Acciones',
      role: 'actions',
      cell: (row) => (
        <>
          <Button size="xs" variant="default" aria-label={`Editar ${keyOf(row)}`} onClick={() => onEdit(row)}>
            Editar
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Retirar ${keyOf(row)}`}
            onClick={() => onRemove(row)}
          >
            Retirar
          </Button>
        </>
      ),
    },
  ]
}

function NextReview({ row }: { row: Row }) {
  const day = row['next_review_on']
  if (typeof day !== 'string') return null
  return (
    <>
      {formatDay(day)}{' '}
      {isReviewOverdue(row, today()) && <StatusBadge look="attention">Revisión vencida</StatusBadge>}
    </>
  )
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) return value.map((one) => getValueLabel(String(one))).join(', ')
  return getValueLabel(String(value))
}
