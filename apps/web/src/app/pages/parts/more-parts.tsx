/** The parts of `parts.page.tsx` that forms, lists and pages are composed of. */
import { documentType } from '@mi-portal/contract/values/document-number'
import { IconChecklist } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { whereIsTheNumber } from '../../../features/identity/identity-outcome.tsx'
import { changesSaved } from '../../../features/profile/profile.rules.ts'
import { portal } from '../../../lib/portal-config.ts'
import { AlertStrip } from '../../../ui/alert-strip.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Brand } from '../../../ui/brand.tsx'
import { BrowserNotice } from '../../../ui/browser-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { ConnectionNotice } from '../../../ui/connection-notice.tsx'
import { CustomerService } from '../../../ui/customer-service.tsx'
import { DataCard } from '../../../ui/data-card.tsx'
import { DateChip } from '../../../ui/date-chip.tsx'
import { DayBars } from '../../../ui/day-bars.tsx'
import { DocumentField } from '../../../ui/document-field.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { EmergencyLine } from '../../../ui/emergency-line.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { FilesField } from '../../../ui/files-field.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { HelpImage } from '../../../ui/help-image.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { Card, Cluster, Section, Stack } from '../../../ui/layout/layout.tsx'
import { MonthPicker } from '../../../ui/month-picker.tsx'
import { NotifiedNotice } from '../../../ui/notified-notice.tsx'
import { NumberedCard } from '../../../ui/numbered-card.tsx'
import { OpeningHours } from '../../../ui/opening-hours.tsx'
import { PagePicker } from '../../../ui/page-picker.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { PhotoField } from '../../../ui/photo-field.tsx'
import { ProfessionalPhoto } from '../../../ui/professional-photo.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { RunField } from '../../../ui/run-field.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SectionList } from '../../../ui/section-list.tsx'
import { ExpiryWarning, SessionExpired } from '../../../ui/session-dialogs.tsx'
import { ShareBars } from '../../../ui/share-bars.tsx'
import { Shortcuts } from '../../../ui/shortcuts.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { VideoLink } from '../../../ui/video-link.tsx'

const ignore = () => undefined

export function Notices() {
  return (
    <Section title="Avisos y personas">
      <Stack>
        <AlertStrip
          alerts={[
            {
              id: 1,
              name: 'Vacunación',
              text: 'El sábado 28 vacunamos en las dos sedes.',
              ink: '#7A4100',
              fill: '#FFF4D6',
            },
          ]}
        />
        <BrowserNotice isChrome={false} />
        <ConnectionNotice />
        <DraftNotice onTake={ignore} onLeave={ignore} />
        <ErrorNotice error={new Error('No pudimos guardar tus datos')} />
        <NotifiedNotice
          title="La hora fue movida"
          answer={{ notified: [{ channel: 'email', to: 'ca•••@ejemplo.cl' }] }}
        />
        <NotifiedNotice title="La hora fue movida" answer={{ not_notified: 'no_address' }} />
        <EmergencyLine />
        <Cluster>
          <Brand name={portal.product} line={portal.brand} logo={portal.clinic.branding.logo} />
          <ProfessionalPhoto name="Dra. Pamela Cifuentes" image={null} size={56} />
          <DateChip date="01/12/2026" />
          <VideoLink url="/" withWhom="la Dra. Pamela Cifuentes" />
        </Cluster>
        <p>
          <CustomerService />, o vuelve al <TextLink to="/">inicio</TextLink>.
        </p>
        <OpeningHours hours={{ monday: ['08:00-18:00'], saturday: ['09:00-13:00'] }} />
      </Stack>
    </Section>
  )
}

export function Choices() {
  const [tab, setTab] = useState('proximas')
  const [chip, setChip] = useState('Sangre')
  const [isOn, setIsOn] = useState(true)
  const [sex, setSex] = useState<string | number>('a')
  const [month, setMonth] = useState('2026-12-01')
  return (
    <Section title="Elegir">
      <Card className="grid gap-4">
        <Tabs
          label="Horas"
          tabs={[
            { value: 'proximas', label: 'Próximas horas' },
            { value: 'pasadas', label: 'Horas pasadas' },
          ]}
          value={tab}
          onChange={setTab}
        >
          Contenido de la pestaña
        </Tabs>
        <Tabs
          look="chips"
          label="Tipos"
          tabs={['Sangre', 'Orina'].map((name) => ({ value: name, label: name }))}
          value={chip}
          onChange={setChip}
        >
          Plazos de {chip}
        </Tabs>
        <Switch
          label={isOn ? 'Activa' : 'Inactiva'}
          checked={isOn}
          onChange={({ currentTarget }) => setIsOn(currentTarget.checked)}
        />
        <CheckBox checked={isOn} onChange={setIsOn}>
          Acepto los términos
        </CheckBox>
        <ChoiceCards
          legend="¿Para quién?"
          options={[
            { value: 'a', label: 'Para mí' },
            { value: 'b', label: 'Para otra persona', hint: 'De tu grupo' },
          ]}
          value={sex}
          onChange={setSex}
        />
        <div className="max-w-form">
          <MonthPicker
            value="2026-12-04"
            min="2026-11-01"
            max="2027-02-28"
            month={month}
            onMonth={setMonth}
            isOffered={(one) => Number(one.slice(-2)) % 3 === 1}
            onChoose={ignore}
          />
        </div>
      </Card>
    </Section>
  )
}

export function Forms() {
  const [type, setType] = useState<1 | 2>(documentType.run)
  const [document, setDocument] = useState('')
  const [run, setRun] = useState('12345678-5')
  const [files, setFiles] = useState<readonly File[]>([])
  const [photo, setPhoto] = useState<File | null>(null)
  return (
    <Section title="Formularios">
      <Stack>
        <ErrorSummary errors={[{ id: 'parte-archivos', message: 'Falta un archivo' }]} attempt={0} />
        <SectionList
          sections={[
            { id: 'parte-persona', title: 'Tus datos', complete: true, fieldErrors: 0 },
            { id: 'parte-adjuntos', title: 'Adjuntos', complete: false, fieldErrors: 2 },
          ]}
        />
        <NumberedCard id="parte-persona" number={1} title="Tus datos">
          <Stack>
            <DocumentField
              type={type}
              onTypeChange={(next) => {
                setType(next)
                setDocument('')
              }}
              number={document}
              onNumberChange={setDocument}
              autoComplete="off"
            />
            <RunField label="RUT de otra persona" value={run} onChange={setRun} />
            <HelpImage
              question={whereIsTheNumber}
              image={portal.clinic.branding.logo}
              text="Ejemplo de un documento"
            >
              Está bajo la fotografía.
            </HelpImage>
          </Stack>
        </NumberedCard>
        <NumberedCard id="parte-adjuntos" number={2} title="Adjuntos">
          <Stack>
            <PhotoField id="parte-foto" label="Fotografía" file={photo} onChange={setPhoto} optional />
            <FilesField
              id="parte-archivos"
              label="Orden médica"
              files={files}
              onChange={setFiles}
              error="Falta un archivo"
            />
            <FileButton label="Elegir un archivo" accept="image/png" loading={false} onFile={ignore}>
              Elegir archivo
            </FileButton>
          </Stack>
        </NumberedCard>
        <DataCard title="Mis consentimientos" icon={IconChecklist}>
          <p>Puedes retirarlos cuando quieras.</p>
        </DataCard>
        <Shortcuts shortcuts={[{ key: 'N', label: 'la hora siguiente', act: ignore }]} />
      </Stack>
    </Section>
  )
}

export function Lists() {
  const [chip, setChip] = useState('todas')
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const [tab, setTab] = useState('lista')
  return (
    <Section title="Páginas y números">
      <Stack>
        <BackLink to="/">Mis Exámenes</BackLink>
        <PageTabs
          label="Páginas"
          tabs={[
            { value: 'lista', label: 'Lista' },
            { value: 'pendientes', label: 'Pendientes', count: 3 },
          ]}
          value={tab}
          onChange={setTab}
        >
          <Stack>
            <SearchField label="Busca un examen" value={search} onSearch={setSearch} />
            <FilterChips<string>
              label="Estado"
              options={[
                { value: 'todas', label: 'Todas', count: 12 },
                { value: 'camila', label: 'Camila (tú)', lead: <Initials name="Camila Fuentes" size={28} /> },
              ]}
              value={chip}
              onChange={setChip}
            />
            <PagePicker page={page} limit={5} total={18} noun="exámenes" onPage={setPage} />
          </Stack>
        </PageTabs>
        <DayBars
          title="Ingresos por día"
          look="action"
          days={[3, 8, 5, 0, 6].map((count, index) => ({ label: `${index + 23} nov`, count }))}
        />
        <Card>
          <ShareBars
            title="Cómo se reserva"
            bars={[
              { label: 'En el portal', percent: 72 },
              { label: 'Por teléfono', percent: 28 },
            ]}
          />
        </Card>
        <Card>
          <RichText html="<p>Un texto con <strong>énfasis</strong> y una lista:</p><ul><li>agua</li><li>sal</li></ul>" />
        </Card>
      </Stack>
    </Section>
  )
}

export function SessionLayers() {
  const [opened, setOpened] = useState<'outcome' | 'failure' | 'warning' | 'expired'>()
  const close = () => setOpened(undefined)
  const opener = (which: typeof opened, label: ReactNode) => (
    <Button variant="soft" onClick={() => setOpened(which)}>
      {label}
    </Button>
  )
  return (
    <Section title="Resultados y sesión">
      <Card>
        <Cluster>
          {opener('outcome', 'Abrir resultado')}
          {opener('failure', 'Abrir error')}
          {opener('warning', 'Abrir advertencia')}
          {opener('expired', 'Abrir sesión expirada')}
        </Cluster>
      </Card>
      <ResultDialog
        opened={opened === 'outcome'}
        kind="success"
        title={changesSaved}
        action={{ label: 'Entendido', onClick: close }}
        onClose={close}
      />
      <ResultDialog
        opened={opened === 'failure'}
        kind="error"
        title="Ha ocurrido un error"
        action={{ label: 'REINTENTAR', onClick: close }}
        secondary={{ label: 'Cerrar', onClick: close }}
        onClose={close}
      />
      {opened === 'warning' && (
        <ExpiryWarning secondsLeft={60} onStay={async () => close()} onSignOut={close} />
      )}
      {opened === 'expired' && <SessionExpired onSignIn={close} />}
    </Section>
  )
}
