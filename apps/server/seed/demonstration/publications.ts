/** The clinic's publications: articles on control and prevention, announcements and alerts. */

import { joinNames } from '@mi-portal/contract/clinic/join-names'
import { foldText } from '@mi-portal/contract/fields/accents'
import { addDays, type Day } from '@mi-portal/contract/values/dates'
import type { ClinicLookup, Site, SpecialtyKind } from './clinic-lookup.ts'
import { closingTime } from './days.ts'
import { isAttended } from './posts.ts'

type Article = {
  readonly title: string
  readonly description: string
  readonly from_age: number
  readonly to_age: number
  /** 0 means everyone. */
  readonly gender_id: number
  readonly text: string
  readonly width: 'half' | 'full'
  readonly imagePosition: 'top' | 'left'
  readonly image: string
  readonly button: string
  readonly url: string
}

/** Returns the button of an article; none where the clinic does not offer what the button leads to. */
function linkOf(button: string, url: string | null): Pick<Article, 'button' | 'url'> {
  return url === null ? { button: '', url: '#' } : { button, url }
}

/** Returns the address at which a specialty is booked at any site; null where the clinic does not have it. */
function reservationOf(lookup: ClinicLookup, kind: SpecialtyKind): string | null {
  const code = lookup.findSpecialty(kind)?.code
  return code === undefined ? null : `/reservas?office_id=AMBAS&specialty=${code}`
}

/** Returns the address at which a mammography is booked; null where the clinic makes none. */
function mammographyOf({ clinic }: ClinicLookup): string | null {
  const found = clinic.examSpecialties.find(({ name }) => foldText(name).includes('mamografia'))
  return found
    ? `/dashboard/agenda-imagenologia?paso=imagenologia&tipo=adulto&prestacion=${found.code}`
    : null
}

function articlesOf(lookup: ClinicLookup): readonly Article[] {
  return [
    {
      title: 'Tu corazón también se controla',
      description: 'Presión, colesterol y glicemia una vez al año',
      from_age: 30,
      to_age: 120,
      gender_id: 0,
      text: 'Tres números dicen mucho de tu corazón: la presión, el colesterol y la glicemia. Desde los 30 años conviene medirlos una vez al año, y antes si en tu familia hay infartos o diabetes.',
      width: 'full',
      imagePosition: 'left',
      image: '/art/nota-corazon.svg',
      ...linkOf('Reservar control', reservationOf(lookup, 'general')),
    },
    {
      title: 'Mamografía: desde los 40, todos los años',
      description: 'Un examen breve que encuentra a tiempo',
      from_age: 38,
      to_age: 74,
      gender_id: 1,
      text: 'La mamografía encuentra lesiones antes de que se puedan palpar. Si tu madre o tu hermana tuvieron cáncer de mama, conversa con tu médico si debes empezar antes.',
      width: 'half',
      imagePosition: 'top',
      image: '/art/nota-mujer.svg',
      ...linkOf('Reservar mamografía', mammographyOf(lookup)),
    },
    {
      title: 'Papanicolaou y test de VPH',
      description: 'Cuándo toca y cómo prepararte',
      from_age: 25,
      to_age: 64,
      gender_id: 1,
      text: 'Entre los 25 y los 64 años el Papanicolaou se repite cada tres años, y el test de VPH cada cinco. Pide la hora fuera de los días de la menstruación.',
      width: 'half',
      imagePosition: 'top',
      image: '/art/nota-mujer.svg',
      ...linkOf('Pedir hora con matrona', reservationOf(lookup, 'midwifery')),
    },
    {
      title: 'Vacunas que también son de adultos',
      description: 'Influenza, neumococo y refuerzo de tétanos',
      from_age: 18,
      to_age: 120,
      gender_id: 0,
      text: 'Las vacunas no terminan en el colegio. La de influenza se pone cada año; el refuerzo de tétanos y difteria, cada diez. Trae tu carné o pregunta en el vacunatorio cuáles te faltan.',
      width: 'half',
      imagePosition: 'left',
      image: '/art/nota-vacunas.svg',
      ...linkOf(
        'Ver el vacunatorio',
        lookup.sitesOfService('vacunatorio').length > 0
          ? '/dashboard/agenda-imagenologia?paso=vacunatorio&tipo=adulto'
          : null,
      ),
    },
    {
      title: 'Dormir bien es parte del tratamiento',
      description: 'Siete hábitos que ayudan',
      from_age: 15,
      to_age: 120,
      gender_id: 0,
      text: 'Acuéstate a la misma hora, deja las pantallas una hora antes, y evita la cafeína por la tarde. Si roncas fuerte o despiertas con cansancio, coméntalo en tu próximo control.',
      width: 'half',
      imagePosition: 'top',
      image: '/art/nota-corazon.svg',
      ...linkOf('', null),
    },
    {
      title: 'Control del niño sano',
      description: 'Peso, talla, vista y vacunas según la edad',
      from_age: 0,
      to_age: 9,
      gender_id: 0,
      text: 'Los controles del niño sano siguen su crecimiento y desarrollo, aunque no esté enfermo. Trae el cuaderno de salud y anota antes tus preguntas.',
      width: 'full',
      imagePosition: 'left',
      image: '/art/nota-infancia.svg',
      ...linkOf('Reservar con pediatría', reservationOf(lookup, 'paediatrics')),
    },
    {
      title: 'Crecer entre los 10 y los 17',
      description: 'Un espacio para preguntar con confianza',
      from_age: 10,
      to_age: 17,
      gender_id: 0,
      text: 'En la consulta de adolescencia puedes hablar a solas con el profesional. Alimentación, ánimo, deporte, sexualidad: no hay preguntas tontas.',
      width: 'half',
      imagePosition: 'top',
      image: '/art/nota-infancia.svg',
      ...linkOf('', null),
    },
    {
      title: 'Próstata: conversa con tu urólogo',
      description: 'Desde los 50, o desde los 45 con antecedentes',
      from_age: 45,
      to_age: 75,
      gender_id: 2,
      text: 'El antígeno prostático se interpreta junto con el examen médico y tus antecedentes. Pregunta por los beneficios y los límites del examen antes de hacértelo.',
      width: 'half',
      imagePosition: 'top',
      image: '/art/nota-corazon.svg',
      ...linkOf('Reservar con urología', reservationOf(lookup, 'urology')),
    },
  ]
}

/** Returns the rows of the articles, all enabled, in reading order. */
function articleRowsOf(lookup: ClinicLookup, reviewed_on: Day) {
  return articlesOf(lookup).map((article, index) => ({
    title: article.title,
    description: article.description,
    from_age: article.from_age,
    to_age: article.to_age,
    gender_id: article.gender_id,
    order_control: index + 1,
    status: true,
    reviewed_on,
    html: JSON.stringify({
      postWidth: article.width,
      postTitle: article.title,
      postText: article.text,
      postImageUrl: article.image,
      postImagePosition: article.imagePosition,
      postButtonText: article.button,
      postUrl: article.url,
    }),
  }))
}

/** Returns the announcements of the carousel. The web application serves their images. */
function adRowsOf(lookup: ClinicLookup) {
  const vaccinating = lookup.sitesOfService('vacunatorio')
  const days = vaccinating.every((site) => closingTime(site, 6) !== null) ? 'sábado' : 'viernes'
  const videoCount = lookup.clinic.specialties.filter((row) => row.telemedicine && isAttended(row)).length
  const ads = [
    {
      isOffered: vaccinating.length > 0,
      title: `Vacunatorio: vacúnate contra la influenza, sin orden médica, de lunes a ${days} en ${namesOf(vaccinating)}`,
      image: '/art/ad-vacuna.svg',
      url: '/dashboard/agenda-imagenologia',
      from_age: 0,
      to_age: 120,
      gender_id: 0,
    },
    {
      // The image says so too.
      isOffered: videoCount > 30,
      title: 'Telemedicina: tu consulta, desde donde estés, con más de 30 especialidades por videollamada',
      image: '/art/ad-telemedicina.svg',
      url: '/dashboard/agenda',
      from_age: 15,
      to_age: 120,
      gender_id: 0,
    },
    {
      isOffered: true,
      title: 'Laboratorio: tus resultados, con su historia. Mira cómo han cambiado tus exámenes en el tiempo',
      image: '/art/ad-examenes.svg',
      url: '/dashboard/mis-examenes/laboratorio',
      from_age: 15,
      to_age: 120,
      gender_id: 0,
    },
    {
      isOffered: mammographyOf(lookup) !== null,
      title:
        'Control y prevención: ¿ya hiciste tu control anual? Mamografía y Papanicolaou a tiempo, en la misma visita',
      image: '/art/ad-control.svg',
      url: '/dashboard/control-prevencion',
      from_age: 25,
      to_age: 64,
      gender_id: 1,
    },
  ]
  return ads
    .filter(({ isOffered }) => isOffered)
    .map(({ isOffered: _, ...ad }, index) => ({ ...ad, order_advertising: index + 1, status: true }))
}

function namesOf(sites: readonly Site[]): string {
  return joinNames(sites.map(({ name }) => name))
}

/** Returns the alerts: the walk-in hours of the laboratory, if there are any, and a warning. */
function alertRowsOf({ clinic, sitesOfService }: ClinicLookup) {
  const sites = sitesOfService('laboratorio')
  const { walk_in } = clinic.clinic
  const hours =
    sites.length > 0 && walk_in !== undefined
      ? [
          {
            name: 'Horario de toma de muestras',
            text: `Toma de muestras sin hora previa en ${namesOf(sites)}: ${walk_in}.`,
            color_id: 1,
            status_id: 1,
          },
        ]
      : []
  return [
    ...hours,
    {
      name: 'Correos falsos',
      text: 'Nunca te pediremos tu contraseña por correo ni por teléfono. Si recibes un mensaje así, no respondas y avísanos.',
      color_id: 3,
      status_id: 1,
    },
  ]
}

/** Returns the rows of everything that the clinic publishes on its pages. */
export function createPublications(lookup: ClinicLookup, today: Day) {
  return {
    articles: articleRowsOf(lookup, addDays(today, -24)),
    ads: adRowsOf(lookup),
    alerts: alertRowsOf(lookup),
  }
}
