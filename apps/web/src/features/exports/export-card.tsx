/**
 * Data exports: the patient requests a copy of all data, is notified when it is ready, and downloads each file
 * once.
 */

import type { Copy } from '@mi-portal/contract/exports'
import { joinName } from '@mi-portal/contract/fields/full-name'
import { IconDownload, IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { DataCard } from '../../ui/data-card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { selectionsQuery } from '../people/people.queries.ts'
import classes from './export.module.css'
import { useDownloadExport, useExports, useRequestExport } from './exports.queries.ts'

const fileNames = { pdf: 'Documento PDF', fhir: 'Para otros sistemas (FHIR)' } as const

export function ExportCard({ ownId }: { ownId: number }) {
  const [forId, setForId] = useState(String(ownId))
  const query = useExports()
  const selections = useQuery(selectionsQuery)
  const ask = useRequestExport()
  const people = (selections.data ?? []).map((person) => ({
    id: person.id,
    name: `${joinName(person.first_name, person.last_name)}${person.is_self ? ' (tú)' : ''}`,
  }))
  const isWaiting = query.data?.some(({ state }) => state === 'waiting') ?? false

  return (
    <DataCard title="Copia de mis datos" icon={IconFileExport} wide>
      <p>Prepara un archivo con todos los datos. Está listo en un minuto y se descarga una vez.</p>
      <div className={classes.ask}>
        {people.length > 1 && (
          <SelectField label="De quién" options={people} value={forId} onChange={setForId} />
        )}
        <Button
          variant="soft"
          leftSection={<IconFileExport size={20} stroke={1.75} aria-hidden />}
          loading={ask.isPending}
          disabled={isWaiting}
          onClick={() => ask.mutate(Number(forId))}
        >
          Pedir una copia
        </Button>
      </div>
      {ask.isError && <ErrorNotice error={ask.error} />}
      <QueryContent query={query}>
        {(dataExports) =>
          dataExports.length === 0 ? (
            <p>Aún no has pedido copias.</p>
          ) : (
            <ul className={classes.copies} aria-label="Copias pedidas">
              {dataExports.map((dataExport) => (
                <ExportRow key={dataExport.id} dataExport={dataExport} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </DataCard>
  )
}

const looks = {
  waiting: { look: 'attention', label: 'En preparación' },
  ready: { look: 'success', label: 'Lista' },
  failed: { look: 'error', label: 'No se pudo preparar' },
  over: { look: 'neutral', label: 'No disponible' },
} as const

function ExportRow({ dataExport }: { dataExport: Copy }) {
  const take = useDownloadExport()
  const id = useId()
  const { look, label } = looks[dataExport.state]
  return (
    <li aria-labelledby={id}>
      <div className={classes.about}>
        <strong id={id}>
          {dataExport.is_own ? 'Tus datos' : `Datos de ${dataExport.patient_full_name}`}
        </strong>
        <span>
          Pedida el {formatTimestamp(dataExport.created_at)}
          {dataExport.state === 'ready' &&
            dataExport.expires_at &&
            `, disponible hasta el ${formatTimestamp(dataExport.expires_at)}`}
        </span>
      </div>
      <StatusBadge look={look}>{label}</StatusBadge>
      {dataExport.files.length > 0 && (
        <div className={classes.files}>
          {dataExport.files.map((kind) => (
            <Button
              key={kind}
              size="xs"
              variant="light"
              leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
              loading={take.isPending && take.variables.kind === kind}
              onClick={() => take.mutate({ dataExport, kind })}
            >
              {fileNames[kind]}
            </Button>
          ))}
        </div>
      )}
      {take.isError && <ErrorNotice error={take.error} />}
    </li>
  )
}
