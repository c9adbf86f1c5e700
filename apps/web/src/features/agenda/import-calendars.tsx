/**
 * Imports professionals and calendars from a file. A preview is shown first; the file is written completely or not at
 * all.
 */
import { type ImportLine, type ImportPlan, importLimits } from '@mi-portal/contract/agenda/calendar-import'
import { formatRun } from '@mi-portal/contract/values/run'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveText } from '../../lib/browser/save-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './agenda.module.css'
import { placesQuery, usePreviewImport, useRunImport } from './agenda.queries.ts'
import { createImportTemplate } from './agenda.rules.ts'

interface Preview {
  name: string
  content: string
  plan: ImportPlan
}

const limit = 25

const columns: readonly Column<ImportLine>[] = [
  { header: 'Fila', cell: ({ row }) => row },
  {
    header: 'Profesional',
    role: 'title',
    cell: ({ name, rut }) => (
      <>
        {name || 'Sin nombre'}
        <span className="block type-meta font-normal text-muted">{formatRun(rut)}</span>
      </>
    ),
  },
  { header: 'Bloque', cell: ({ what }) => what },
  {
    header: 'Resultado',
    cell: ({ state, errors }) => {
      if (state === 'new') return <StatusBadge look="success">Nuevo</StatusBadge>
      if (state === 'unchanged') return <StatusBadge look="neutral">Sin cambios</StatusBadge>
      return (
        <>
          <StatusBadge look="error">Con error</StatusBadge>
          <ul className="grid gap-1 mx-0 mt-2 mb-0 pl-4 text-left">
            {errors.map(({ column, msg }) => (
              <li key={`${column} ${msg}`}>
                <b>{column}:</b> {msg}
              </li>
            ))}
          </ul>
        </>
      )
    },
  },
]

export function ImportCalendars() {
  const places = useQuery(placesQuery)
  const example = {
    site: places.data?.offices[0]?.office_id ?? '',
    specialty: places.data?.services.find(({ kind }) => kind === 'consultation')?.code ?? '',
  }
  const [shown, setShown] = useState<Preview | null>(null)
  const [page, setPage] = useState(1)
  const read = usePreviewImport()
  const write = useRunImport()
  const readFile = (file: File) => {
    setShown(null)
    setPage(1)
    write.reset()
    read.mutate(file, { onSuccess: setShown })
  }

  return (
    <section className={classes.stack} aria-labelledby="importar">
      <div className="portal-card grid grid-cols-1 gap-4 p-6 max-desktop:p-4">
        <h2 id="importar">Archivo de calendarios</h2>
        <p>
          Formato CSV con hasta {importLimits.rows} filas, separadas por punto y coma o por coma. Cada fila es
          un bloque de la semana de un profesional; el archivo agrega bloques, no quita los que hay. Nada se
          guarda hasta que lo confirmes.
        </p>
        <div className="flex flex-wrap gap-3">
          <FileButton
            label="Archivo CSV"
            accept=".csv,text/csv"
            loading={read.isPending}
            onFile={readFile}
            variant="filled"
            icon={<IconFileSpreadsheet size={20} stroke={1.75} aria-hidden />}
          >
            Elegir archivo
          </FileButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
            loading={places.isPending}
            onClick={() =>
              saveText('calendarios.csv', 'text/csv', createImportTemplate(example.site, example.specialty))
            }
          >
            Descargar plantilla
          </Button>
        </div>
        {read.isError && <ErrorNotice error={read.error} />}
      </div>
      {shown && (
        <ImportPlanView
          preview={shown}
          page={page}
          onPage={setPage}
          writing={write.isPending}
          error={write.isError ? write.error.message : null}
          onWrite={() => write.mutate(shown)}
          onDrop={() => setShown(null)}
        />
      )}
      {write.isSuccess && (
        <ResultDialog
          opened
          kind="success"
          title="Los calendarios fueron importados"
          onClose={() => {
            write.reset()
            setShown(null)
          }}
        >
          {summaryOf(write.data)}
        </ResultDialog>
      )}
    </section>
  )
}

const formatCount = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

function summaryOf({ new_professionals, new_blocks, unchanged }: ImportPlan): string {
  return [
    formatCount(new_blocks, 'bloque nuevo', 'bloques nuevos'),
    formatCount(new_professionals, 'profesional nuevo', 'profesionales nuevos'),
    formatCount(unchanged, 'fila sin cambios', 'filas sin cambios'),
  ].join(', ')
}

interface PlanProps {
  preview: Preview
  page: number
  onPage(page: number): void
  writing: boolean
  error: string | null
  onWrite(): void
  onDrop(): void
}

function ImportPlanView({ preview, page, onPage, writing, error, onWrite, onDrop }: PlanProps) {
  const { name, plan } = preview
  // Invalid rows come first, because they can be far down in the file.
  const lines = [...plan.lines].sort(
    (one, other) => Number(other.state === 'error') - Number(one.state === 'error') || one.row - other.row,
  )
  return (
    <>
      {plan.faulty > 0 ? (
        <Notice
          kind="error"
          title={`${name}: ${formatCount(plan.faulty, 'fila tiene errores', 'filas tienen errores')}`}
        >
          Corrígelas en el archivo y elígelo otra vez. Mientras haya una fila con error no se guarda ninguna.
        </Notice>
      ) : (
        <Notice
          kind={plan.new_blocks > 0 ? 'success' : 'info'}
          title={`${name}: ${summaryOf(plan)}`}
          announce
        >
          {plan.new_blocks > 0
            ? 'Revisa las filas. Todavía no se ha guardado nada.'
            : 'El archivo no trae nada nuevo.'}
        </Notice>
      )}
      <PagedTable
        dense
        caption="Filas del archivo"
        columns={columns}
        rows={lines.slice((page - 1) * limit, page * limit)}
        rowKey={({ row }) => row}
        paging={{ total: lines.length, page, limit, noun: 'filas', onPage }}
      />
      {error !== null && <Notice kind="error" title={error} />}
      <div className="flex flex-wrap justify-end gap-3 mt-1 max-desktop:*:flex-[1_1_140px]">
        <Button variant="default" disabled={writing} onClick={onDrop}>
          Descartar
        </Button>
        {plan.faulty === 0 && plan.new_blocks > 0 && (
          <Button loading={writing} onClick={onWrite}>
            Importar
          </Button>
        )}
      </div>
    </>
  )
}
