/** The super administrators' page of one part of the clinic package: its content, its history and its file. */
import { type PartName, partNames, parts } from '@mi-portal/contract/clinic/clinic-package'
import { imageAddress } from '@mi-portal/contract/clinic/public-clinic'
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { partQuery, useDiscardDraft, useSaveDraft } from './clinic-admin.queries.ts'
import { ImagesPart } from './images-part.tsx'
import { MailsPart } from './mails-part.tsx'
import { PackageProblems } from './package-problems.tsx'
import { PartFile } from './part-file.tsx'
import { type PartChoices, PartChoicesContext } from './part-form/part-choices.tsx'
import { PartForm } from './part-form/part-form.tsx'
import { PartHistory } from './part-history.tsx'
import { partLabels } from './part-labels.rules.ts'
import { PartRows } from './part-rows.tsx'
import { BrandingPreview } from './previews/branding-preview.tsx'

export function ClinicPartPage() {
  const { part: name } = useParams({ strict: false })
  const part = partNames.find((one) => one === name)
  if (part === undefined) return <EmptyState icon={IconSearchOff} title="Esa parte de la clínica no existe" />
  return <OnePart key={part} part={part} />
}

const tabs = [
  { value: 'contenido', label: 'Contenido' },
  { value: 'historial', label: 'Historial' },
  { value: 'archivo', label: 'Archivo' },
] as const

function OnePart({ part }: { part: PartName }) {
  const { ver = 'contenido' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const shown = tabs.find(({ value }) => value === ver)?.value ?? 'contenido'
  const { title, lead } = partLabels[part]
  return (
    <>
      <BackLink to="/admin/clinica">Clínica</BackLink>
      <PageHeading title={title} lead={lead} />
      <PageTabs
        label={title}
        tabs={part === 'images' ? tabs.slice(0, 2) : tabs}
        value={shown}
        onChange={(value) =>
          navigate({
            to: '/admin/clinica/$part',
            params: { part },
            search: { ver: value === 'contenido' ? undefined : value },
          })
        }
      >
        {shown === 'historial' && <PartHistory part={part} />}
        {shown === 'archivo' && <PartFile part={part} />}
        {shown === 'contenido' && <PartContent part={part} />}
      </PageTabs>
    </>
  )
}

function PartContent({ part }: { part: PartName }) {
  const query = useQuery(partQuery(part))
  return (
    <QueryContent query={query}>
      {({ content, based_on, is_draft }) => (
        <div className="grid grid-cols-1 gap-4">
          {is_draft && <DraftBar part={part} />}
          <WithChoices part={part}>
            <Editor part={part} content={content} basedOn={based_on} />
          </WithChoices>
        </div>
      )}
    </QueryContent>
  )
}

function DraftBar({ part }: { part: PartName }) {
  const discard = useDiscardDraft(part)
  return (
    <Notice
      kind="warning"
      title="Este es el borrador: los pacientes todavía no lo ven"
      actions={
        <Button
          size="sm"
          variant="default"
          loading={discard.isPending}
          onClick={() => discard.mutate(undefined)}
        >
          Descartar borrador
        </Button>
      }
    >
      Publícalo en la página «Clínica», junto con los demás cambios.
      {discard.isError && <ErrorNotice error={discard.error} />}
    </Notice>
  )
}

/** Loads the images and sites to which fields can point. The logos are offered only for the branding. */
function WithChoices({ part, children }: { part: PartName; children: ReactNode }) {
  const images = useQuery(partQuery('images'))
  const sites = useQuery(partQuery('sites'))
  const branding = useQuery({ ...partQuery('branding'), enabled: part !== 'branding' })
  const logos: readonly unknown[] = part === 'branding' ? [] : Object.values(branding.data?.content ?? {})
  const choices: PartChoices = {
    images: rowsOf(images.data?.content)
      .filter(({ name }) => !logos.includes(name))
      .map(({ name, sha256 }) => ({
        name: String(name),
        address: imageAddress({ name: String(name), sha256: String(sha256) }),
      })),
    sites: rowsOf(sites.data?.content).map((row) => ({
      code: String(row['code']),
      name: String(row['name']),
    })),
  }
  return <PartChoicesContext value={choices}>{children}</PartChoicesContext>
}

/** Returns the content of a list; an empty list while it is not known. */
function rowsOf(content: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(content) ? content : []
}

function Editor({ part, content, basedOn }: { part: PartName; content: unknown; basedOn: number | null }) {
  if (part === 'images') return <ImagesPart images={rowsOf(content)} />
  if (part === 'mails') return <MailsPart wording={content} basedOn={basedOn} />
  const described = parts[part]
  if ('row' in described) return <PartRows part={part} rows={rowsOf(content)} basedOn={basedOn} />
  return <ObjectEditor part={part} content={content} basedOn={basedOn} />
}

function ObjectEditor({
  part,
  content,
  basedOn,
}: {
  part: PartName
  content: unknown
  basedOn: number | null
}) {
  const save = useSaveDraft(part)
  const described = parts[part]
  if ('row' in described) return null
  return (
    <div className="portal-card grid grid-cols-1 gap-4 p-6">
      {save.isSuccess && save.data.errors.length === 0 && (
        <Notice kind="success" announce title="El borrador quedó guardado" />
      )}
      <PackageProblems title="No se guardó: hay errores" problems={save.data?.errors ?? []} />
      <PartForm
        // The form starts again from what the server stored.
        key={basedOn}
        schema={described.fields}
        content={content}
        fixed={part === 'clinic' ? ['format'] : []}
        recordId={part}
        save={{
          ...save,
          mutate: (saved, on) => save.mutate({ content: saved, based_on: basedOn }, on),
        }}
        {...(part === 'branding' && { preview: (typed: unknown) => <BrandingPreview branding={typed} /> })}
      />
    </div>
  )
}
