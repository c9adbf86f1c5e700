import type { PartChange } from '@mi-portal/contract/clinic/administration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { changesQuery, usePublishDrafts } from './clinic-admin.queries.ts'
import { PackageProblems } from './package-problems.tsx'
import { getFieldLabel, partLabels } from './part-labels.rules.ts'

/**
 * Shows the differences between the drafts and the published package, the errors that prevent a publication, and the button that
 * publishes the drafts. Without drafts it shows only the result of a publication.
 */
export function UnpublishedChanges({ hasDrafts, onPublished }: { hasDrafts: boolean; onPublished?(): void }) {
  const publish = usePublishDrafts()
  const [isAsking, setIsAsking] = useState(false)
  const [note, setNote] = useState('')
  const isPublished = publish.isSuccess && publish.data.errors.length === 0

  function close() {
    setIsAsking(false)
    publish.reset()
  }

  return (
    <>
      {hasDrafts && (
        <section className="portal-card grid grid-cols-1 gap-4 p-6" aria-labelledby="sin-publicar">
          <h2 id="sin-publicar">Cambios sin publicar</h2>
          <Changes onPublish={() => setIsAsking(true)} />
          {publish.isSuccess && !isPublished && (
            <Notice kind="error" title="No se publicó nada">
              Los datos cambiaron mientras tanto. Revisa los errores.
            </Notice>
          )}
        </section>
      )}
      <ConfirmDialog
        opened={isAsking && !publish.isSuccess}
        title="¿Publicar los cambios?"
        confirm="Publicar"
        cancel="Cancelar"
        loading={publish.isPending}
        onConfirm={() => publish.mutate(note)}
        onClose={close}
      >
        <p>Los pacientes los ven de inmediato. Lo que se quita deja de ofrecerse y sigue en los registros.</p>
        <TextField
          label="Nota"
          optional
          description="Por qué se cambia. Queda en el historial."
          maxLength={300}
          autoComplete="off"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {publish.isError && <ErrorNotice error={publish.error} />}
      </ConfirmDialog>
      {isPublished && (
        <ResultDialog
          opened
          kind="success"
          title="Los cambios fueron publicados"
          onClose={() => {
            setNote('')
            close()
            onPublished?.()
          }}
        />
      )}
    </>
  )
}

function Changes({ onPublish }: { onPublish(): void }) {
  const query = useQuery(changesQuery)
  return (
    <QueryContent query={query}>
      {({ changes, errors }) => (
        <>
          {changes.length === 0 ? (
            <p>El borrador es igual a lo publicado.</p>
          ) : (
            <ul className="m-0 pl-4">
              {changes.map((change) => (
                <li key={change.part}>
                  <b>{partLabels[change.part].title}:</b> {describeChange(change)}
                </li>
              ))}
            </ul>
          )}
          <PackageProblems title="Corrige estos errores antes de publicar" problems={errors} />
          <div className="flex flex-wrap gap-3">
            <Button disabled={errors.length > 0} onClick={onPublish}>
              Publicar cambios
            </Button>
          </div>
        </>
      )}
    </QueryContent>
  )
}

/** Returns a sentence such as «2 nuevos (A, B), 1 cambiado (C)». */
function describeChange({ added, changed, retired }: PartChange): string {
  const groups = [
    { keys: added, one: 'nuevo', many: 'nuevos' },
    { keys: changed, one: 'cambiado', many: 'cambiados' },
    { keys: retired, one: 'retirado', many: 'retirados' },
  ]
  const texts = groups.flatMap(({ keys, one, many }) =>
    keys.length === 0 ? [] : [`${keys.length} ${keys.length === 1 ? one : many} (${namesOf(keys)})`],
  )
  return texts.length > 0 ? texts.join(', ') : 'cambió el orden'
}

const mostNames = 8

function namesOf(keys: readonly string[]): string {
  const names = keys.slice(0, mostNames).map(getFieldLabel).join(', ')
  return keys.length > mostNames ? `${names} y ${keys.length - mostNames} más` : names
}
