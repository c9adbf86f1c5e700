/** New guardians of a minor, to whom another guardian or the adolescent may agree or object. Shows nothing without one. */
import type { GuardianAnnouncement } from '@mi-portal/contract/family/guardianship'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { announcedGuardiansQuery, useAnswerGuardian } from './family.queries.ts'

export function AnnouncedGuardians() {
  const { data = [], isError, error, refetch, isFetching } = useQuery(announcedGuardiansQuery)
  if (isError) return <LoadError error={error} onRetry={refetch} retrying={isFetching} />
  if (data.length === 0) return null
  return (
    <section className="mt-8 [&_h2]:mb-3" aria-labelledby="nuevas-representaciones">
      <h2 id="nuevas-representaciones">Nuevas personas que ven un historial</h2>
      <ul className="plain-list grid gap-3">
        {data.map((announcement) => (
          <Announcement key={announcement.id} announcement={announcement} />
        ))}
      </ul>
    </section>
  )
}

function Announcement({ announcement }: { announcement: GuardianAnnouncement }) {
  const { id, guardian_name, member_name, opens_at, has_begun } = announcement
  const answer = useAnswerGuardian()
  const [objecting, setObjecting] = useState(false)
  const whose = member_name === null ? 'tu historial' : `el historial de ${member_name}`
  const verb = has_begun ? 've' : 'verá'
  return (
    <li className="portal-card flex flex-wrap items-center gap-4 p-4 max-desktop:[&>button]:flex-[1_1_100%]">
      <div className="flex-1 min-w-0">
        <p className="font-strong text-strong">
          {guardian_name} {verb} {whose}
        </p>
        <p className="type-meta text-muted">
          Desde el {formatTimestamp(opens_at)}.{' '}
          {has_begun
            ? 'Si no corresponde, dilo y dejará de verlo.'
            : 'Si no corresponde, dilo antes y no lo verá.'}
        </p>
        {answer.isError && <ErrorNotice error={answer.error} />}
      </div>
      <Button
        size="sm"
        variant="outline"
        aria-label={`No corresponde que ${guardian_name} vea ${whose}`}
        onClick={() => setObjecting(true)}
      >
        No corresponde
      </Button>
      {!has_begun && (
        <Button
          size="sm"
          loading={answer.isPending && answer.variables.agrees}
          aria-label={`Estoy de acuerdo con que ${guardian_name} vea ${whose}`}
          onClick={() => answer.mutate({ id, agrees: true })}
        >
          Estoy de acuerdo
        </Button>
      )}
      {objecting && (
        <ConfirmDialog
          opened
          danger
          title={`¿No corresponde que ${guardian_name} vea ${whose}?`}
          confirm="NO CORRESPONDE"
          loading={answer.isPending}
          onConfirm={() => answer.mutate({ id, agrees: false }, { onSettled: () => setObjecting(false) })}
          onClose={() => setObjecting(false)}
        >
          <p>
            No verá nada desde ahora. El equipo de {portal.brand} revisará el caso y te responderá en
            Contáctanos.
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
