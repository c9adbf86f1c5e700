/**
 * Data exports: the patient requests a copy of all data, is notified when it is ready, and downloads each file
 * once.
 */
import type { Copy } from '@mi-portal/contract/exports'
import { IconDownload, IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatMoment } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ShortListField } from '../../ui/short-list-field.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { selectionsQuery } from '../people/people.queries.ts'
import { DataCard } from './data-card.tsx'
import classes from './export.module.css'
import { useAskForCopy, useCopies, useTakeCopy } from './export.queries.ts'

const fileNames = { pdf: 'Documento PDF', fhir: 'Para otros sistemas (FHIR)' } as const

export function ExportCard({ ownId }: { ownId: number }) {
  const [forId, setForId] = useState(String(ownId))
  const query = useCopies()
  const selections = useQuery(selectionsQuery)
  const ask = useAskForCopy()
  const people = (selections.data ?? []).map((person) => ({
    id: person.id,
    name: `${person.first_name} ${person.last_name}${person.is_self ? ' (tú)' : ''}`,
  }))
  const isWaiting = query.data?.some(({ state }) => state === 'waiting') ?? false

  return (
    <DataCard title="Copia de mis datos" icon={IconFileExport} wide>
      <p>
        Descarga todo lo que el portal tiene de ti, o de una persona menor de edad a tu cuidado: un documento
        para leer y un archivo para llevar a otro prestador. Lo preparamos en un minuto y te avisamos. Está
        disponible 24 horas, y cada archivo se descarga una vez. Puedes pedir hasta tres copias por día.
      </p>
      <div className={classes.ask}>
        {people.length > 1 && (
          <ShortListField
            label="De quién"
            options={people}
            value={forId}
            onChange={(id) => setForId(id === '' ? String(ownId) : id)}
          />
        )}
        <Button
          leftSection={<IconFileExport size={20} stroke={1.75} aria-hidden />}
          loading={ask.isPending}
          disabled={isWaiting}
          onClick={() => ask.mutate(Number(forId))}
        >
          Pedir una copia
        </Button>
      </div>
      {ask.isError && <ErrorNotice error={ask.error} />}
      <Loaded query={query}>
        {(copies) =>
          copies.length === 0 ? (
            <p>Aún no has pedido copias.</p>
          ) : (
            <ul className={classes.copies} aria-label="Copias pedidas">
              {copies.map((copy) => (
                <CopyRow key={copy.id} copy={copy} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </DataCard>
  )
}

const looks = {
  waiting: { look: 'attention', label: 'En preparación' },
  ready: { look: 'success', label: 'Lista' },
  failed: { look: 'error', label: 'No se pudo preparar' },
  over: { look: 'neutral', label: 'Ya no está disponible' },
} as const

function CopyRow({ copy }: { copy: Copy }) {
  const take = useTakeCopy()
  const id = useId()
  const { look, label } = looks[copy.state]
  return (
    <li aria-labelledby={id}>
      <div className={classes.about}>
        <strong id={id}>{copy.is_own ? 'Tus datos' : `Datos de ${copy.patient_full_name}`}</strong>
        <span>
          Pedida el {formatMoment(copy.created_at)}
          {copy.state === 'ready' &&
            copy.expires_at &&
            `, disponible hasta el ${formatMoment(copy.expires_at)}`}
        </span>
      </div>
      <StatusBadge look={look}>{label}</StatusBadge>
      {copy.files.length > 0 && (
        <div className={classes.files}>
          {copy.files.map((kind) => (
            <Button
              key={kind}
              size="xs"
              variant="light"
              leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
              loading={take.isPending && take.variables.kind === kind}
              onClick={() => take.mutate({ copy, kind })}
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
