/** Invented reports of images and procedures: the technique and some possible outcomes of each exam. */
import { foldText } from '@mi-portal/contract/fields/accents'
import type { ClinicLookup, Site } from './clinic-lookup.ts'
import type { SeededRandom } from './seeded-random.ts'

type Report = {
  readonly technique: string
  readonly findings: readonly string[]
  readonly impression: readonly string[]
}

type ReportedExam = {
  /** The name in reports. */
  readonly name: string
  /** Words, without accents, in the name under which a clinic offers the exam. */
  readonly words: readonly string[]
  /** The gender it is requested for (1 women, 2 men, 0 everyone), and the range of ages. */
  readonly gender_id: 0 | 1 | 2
  readonly ages: readonly [from: number, to: number]
  readonly by: 'radiology' | 'cardiology' | 'lungs'
  readonly technique: string
  /** Possible outcomes: the findings, and what they mean. */
  readonly outcomes: readonly {
    readonly findings: readonly string[]
    readonly impression: readonly string[]
  }[]
}

/** An exam or procedure of the clinic of which reports can be written. */
export type ImagingExam = ReportedExam & {
  readonly code: string
  readonly sites: readonly Site[]
}

const anyGender = { gender_id: 0, ages: [15, 99], by: 'radiology' } as const

const reportedExams: readonly ReportedExam[] = [
  {
    ...anyGender,
    words: ['radiografia', 'torax'],
    name: 'Radiografía de tórax frontal y lateral',
    ages: [3, 99],
    technique: 'Proyecciones frontal y lateral, en bipedestación y en inspiración.',
    outcomes: [
      {
        findings: [
          'Pulmones bien expandidos, sin focos de condensación ni nódulos.',
          'Senos costofrénicos libres. Silueta cardíaca y mediastino de forma y tamaño normales.',
          'Marco óseo sin lesiones visibles.',
        ],
        impression: ['Radiografía de tórax sin hallazgos patológicos.'],
      },
      {
        findings: [
          'Discreto engrosamiento de las paredes bronquiales en ambas bases, sin condensaciones.',
          'No hay derrame pleural. Corazón de tamaño normal.',
        ],
        impression: ['Signos leves de compromiso bronquial. No se observa neumonía.'],
      },
    ],
  },
  {
    ...anyGender,
    words: ['radiografia', 'columna', 'lumbar'],
    name: 'Radiografía de columna lumbar o lumbosacra',
    technique: 'Proyecciones frontal y lateral de la columna lumbosacra, con carga.',
    outcomes: [
      {
        findings: [
          'Alineación conservada en ambos planos. Cuerpos vertebrales de altura normal.',
          'Leve disminución del espacio entre L5 y S1, con pequeños osteofitos marginales.',
        ],
        impression: ['Cambios degenerativos leves en L5-S1.'],
      },
      {
        findings: [
          'Rectificación de la lordosis lumbar. Espacios intervertebrales conservados.',
          'Articulaciones sacroilíacas sin alteraciones.',
        ],
        impression: ['Rectificación lumbar, de probable origen muscular. Sin lesiones óseas.'],
      },
    ],
  },
  {
    ...anyGender,
    words: ['radiografia', 'rodilla'],
    name: 'Radiografía de rodilla frontal y lateral',
    ages: [6, 99],
    technique: 'Proyecciones frontal y lateral de rodilla derecha, más axial de rótula.',
    outcomes: [
      {
        findings: [
          'Relaciones articulares conservadas. No hay trazos de fractura.',
          'Partes blandas sin alteraciones.',
        ],
        impression: ['Sin lesiones óseas.'],
      },
      {
        findings: [
          'Ligera disminución del espacio femorotibial medial.',
          'Pequeño osteofito en el polo superior de la rótula. Sin derrame evidente.',
        ],
        impression: ['Artrosis incipiente de rodilla derecha.'],
      },
    ],
  },
  {
    ...anyGender,
    words: ['ecografia', 'tiroid'],
    name: 'Ecografía tiroidea (incluye doppler)',
    technique: 'Estudio con transductor lineal de alta frecuencia y doppler color.',
    outcomes: [
      {
        findings: [
          'Lóbulos tiroideos de tamaño normal y ecogenicidad homogénea. Istmo de 3 mm.',
          'Vascularización conservada. No hay nódulos ni adenopatías cervicales sospechosas.',
        ],
        impression: ['Ecografía tiroidea sin hallazgos patológicos.'],
      },
      {
        findings: [
          'Glándula de tamaño normal. En el tercio medio del lóbulo derecho, nódulo de aspecto esponjiforme de 6 mm, de bordes definidos y sin microcalcificaciones.',
          'No hay adenopatías sospechosas.',
        ],
        impression: ['Nódulo tiroideo derecho de aspecto benigno (TI-RADS 2). Se sugiere control clínico.'],
      },
    ],
  },
  {
    ...anyGender,
    words: ['ecografia', 'abdominal'],
    name: 'Ecografía abdominal',
    ages: [1, 99],
    technique: 'Estudio con transductor convexo multifrecuencia, en ayunas.',
    outcomes: [
      {
        findings: [
          'Hígado de tamaño, contornos y ecogenicidad normales, sin lesiones focales. Vía biliar fina.',
          'Vesícula de paredes delgadas, sin cálculos. Páncreas y bazo sin alteraciones.',
          'Riñones de forma y tamaño normales, sin dilatación. No hay líquido libre.',
        ],
        impression: ['Ecografía abdominal sin hallazgos patológicos.'],
      },
      {
        findings: [
          'Hígado con leve aumento difuso de la ecogenicidad, sin lesiones focales.',
          'Vesícula sin cálculos. Vía biliar de calibre normal. Páncreas visible en forma parcial por gas intestinal.',
          'Bazo y riñones sin alteraciones.',
        ],
        impression: ['Signos de infiltración grasa hepática leve.'],
      },
      {
        findings: [
          'Vesícula con dos imágenes ecogénicas móviles con sombra posterior, la mayor de 9 mm. Paredes de 2 mm.',
          'Vía biliar no dilatada. Hígado, páncreas, bazo y riñones sin alteraciones.',
        ],
        impression: ['Colelitiasis, sin signos de inflamación.'],
      },
    ],
  },
  {
    ...anyGender,
    words: ['ecografia', 'renal'],
    name: 'Ecografía renal bilateral',
    ages: [1, 99],
    technique: 'Estudio con transductor convexo, vejiga en repleción.',
    outcomes: [
      {
        findings: [
          'Riñón derecho de 10,4 cm y riñón izquierdo de 10,7 cm, de contornos lisos y buena diferenciación corticomedular.',
          'Sin dilatación de la vía urinaria ni cálculos. Vejiga de paredes finas.',
        ],
        impression: ['Ecografía renal y vesical sin hallazgos patológicos.'],
      },
      {
        findings: [
          'Riñones de tamaño normal. En el polo inferior izquierdo, quiste cortical simple de 14 mm.',
          'No hay cálculos ni dilatación.',
        ],
        impression: ['Quiste renal simple izquierdo, sin significado patológico.'],
      },
    ],
  },
  {
    ...anyGender,
    gender_id: 1,
    ages: [15, 85],
    words: ['ecografia', 'ginecologica'],
    name: 'Ecografía ginecológica o pelviana femenina',
    technique: 'Estudio pelviano por vía abdominal, con vejiga llena.',
    outcomes: [
      {
        findings: [
          'Útero en anteversión, de tamaño y estructura normales. Endometrio homogéneo, acorde con la fase del ciclo.',
          'Ovarios de tamaño normal, con folículos. No hay líquido libre.',
        ],
        impression: ['Ecografía pelviana sin hallazgos patológicos.'],
      },
      {
        findings: [
          'Útero de tamaño normal con mioma intramural anterior de 18 mm.',
          'Endometrio de 6 mm. Ovarios sin lesiones.',
        ],
        impression: ['Mioma uterino pequeño. Resto del examen normal.'],
      },
    ],
  },
  {
    ...anyGender,
    gender_id: 1,
    ages: [20, 90],
    words: ['ecografia', 'mamaria'],
    name: 'Ecografía mamaria bilateral (incluye doppler)',
    technique: 'Estudio de ambas mamas y regiones axilares con transductor lineal y doppler color.',
    outcomes: [
      {
        findings: [
          'Tejido fibroglandular de distribución homogénea en ambas mamas, sin nódulos sólidos ni colecciones.',
          'Regiones axilares con ganglios de aspecto habitual.',
        ],
        impression: ['Ecografía mamaria normal. BI-RADS 1.'],
      },
      {
        findings: [
          'En el cuadrante superior externo izquierdo, quiste simple de 7 mm. Sin lesiones sólidas.',
          'Axilas sin adenopatías sospechosas.',
        ],
        impression: ['Quiste mamario simple. BI-RADS 2. Control anual.'],
      },
    ],
  },
  {
    ...anyGender,
    words: ['torax', 'tomografia'],
    name: 'Escáner de tórax',
    technique:
      'Adquisición volumétrica multicorte sin medio de contraste, con reconstrucciones en tres planos.',
    outcomes: [
      {
        findings: [
          'Parénquima pulmonar sin nódulos ni opacidades. Vía aérea central permeable.',
          'Mediastino sin adenopatías. Corazón y grandes vasos de calibre normal. Sin derrame pleural.',
        ],
        impression: ['Escáner de tórax sin hallazgos patológicos.'],
      },
      {
        findings: [
          'Granuloma calcificado de 4 mm en el lóbulo superior derecho. Tractos fibrosos apicales bilaterales.',
          'Sin adenopatías ni derrame.',
        ],
        impression: ['Cambios cicatriciales antiguos, sin signos de enfermedad activa.'],
      },
    ],
  },
  {
    ...anyGender,
    words: ['resonancia', 'cerebro'],
    name: 'Resonancia magnética de cerebro',
    technique:
      'Secuencias T1, T2, FLAIR, difusión y susceptibilidad magnética en equipo de 1,5 T, sin contraste.',
    outcomes: [
      {
        findings: [
          'Parénquima cerebral de señal normal. Surcos y ventrículos acordes con la edad.',
          'No hay restricción a la difusión ni lesiones ocupantes. Fosa posterior sin alteraciones.',
        ],
        impression: ['Resonancia de cerebro sin hallazgos patológicos.'],
      },
      {
        findings: [
          'Escasos focos puntiformes de hiperseñal en la sustancia blanca de ambos lóbulos frontales, inespecíficos.',
          'Engrosamiento mucoso leve de los senos maxilares.',
        ],
        impression: [
          'Focos inespecíficos de sustancia blanca, de probable origen vascular.',
          'Sinusopatía maxilar leve.',
        ],
      },
    ],
  },
  {
    ...anyGender,
    words: ['resonancia', 'columna', 'lumbar'],
    name: 'Resonancia magnética de columna lumbar',
    technique: 'Secuencias T1, T2 y STIR sagitales, y T2 axiales de L1 a S1, sin contraste.',
    outcomes: [
      {
        findings: [
          'Deshidratación del disco L4-L5 con protrusión central de base amplia que contacta el saco dural sin comprimir raíces.',
          'Cono medular de posición y señal normales.',
        ],
        impression: ['Discopatía L4-L5 con protrusión central, sin compromiso radicular.'],
      },
      {
        findings: ['Discos de altura y señal conservadas. Canal y forámenes amplios. Cono medular normal.'],
        impression: ['Resonancia lumbar sin hallazgos patológicos.'],
      },
    ],
  },
  {
    ...anyGender,
    ages: [12, 80],
    words: ['resonancia', 'rodilla'],
    name: 'Resonancia magnética de rodilla',
    technique:
      'Secuencias de densidad protónica con supresión grasa en tres planos y T1 sagital, rodilla izquierda.',
    outcomes: [
      {
        findings: [
          'Ligamentos cruzados y colaterales indemnes. Rotura horizontal del cuerno posterior del menisco medial.',
          'Cartílago femorotibial de grosor conservado. Derrame articular leve.',
        ],
        impression: ['Rotura horizontal del menisco medial.', 'Derrame articular leve.'],
      },
      {
        findings: [
          'Meniscos y ligamentos de morfología y señal normales.',
          'Edema leve de la grasa infrapatelar. Sin lesiones del cartílago.',
        ],
        impression: ['Cambios leves por roce patelofemoral. Sin roturas.'],
      },
    ],
  },
  {
    ...anyGender,
    gender_id: 1,
    ages: [35, 90],
    words: ['mamografia', 'bilateral'],
    name: 'Mamografía bilateral digital',
    technique: 'Proyecciones craneocaudal y oblicua mediolateral de ambas mamas.',
    outcomes: [
      {
        findings: [
          'Mamas con densidades fibroglandulares dispersas (tipo B).',
          'No se observan nódulos, distorsiones ni microcalcificaciones sospechosas. Piel y pezones sin alteraciones.',
        ],
        impression: ['Mamografía sin hallazgos. BI-RADS 1. Control anual.'],
      },
      {
        findings: [
          'Mamas heterogéneamente densas (tipo C), lo que puede ocultar lesiones pequeñas.',
          'Calcificaciones dispersas de aspecto benigno en ambas mamas.',
        ],
        impression: ['Hallazgos benignos. BI-RADS 2. Se sugiere complementar con ecografía mamaria.'],
      },
    ],
  },
  {
    ...anyGender,
    ages: [50, 99],
    words: ['densitometria'],
    name: 'Densitometría ósea de columna y cadera',
    technique: 'Absorciometría dual de rayos X en columna lumbar (L1 a L4) y cadera izquierda.',
    outcomes: [
      {
        findings: ['Columna lumbar: T-score -0,7. Cuello femoral: T-score -0,9. Cadera total: T-score -0,5.'],
        impression: ['Densidad mineral ósea normal.'],
      },
      {
        findings: ['Columna lumbar: T-score -1,8. Cuello femoral: T-score -1,6. Cadera total: T-score -1,3.'],
        impression: ['Osteopenia.'],
      },
    ],
  },
  {
    ...anyGender,
    words: ['electrocardiograma'],
    name: 'Electrocardiograma de reposo',
    by: 'cardiology',
    technique: 'Registro de 12 derivaciones en reposo, 25 mm/s y 10 mm/mV.',
    outcomes: [
      {
        findings: [
          'Ritmo sinusal de 68 por minuto. Eje normal. PR 150 ms, QRS 90 ms, QTc 410 ms.',
          'Repolarización sin alteraciones.',
        ],
        impression: ['Electrocardiograma normal.'],
      },
      {
        findings: ['Ritmo sinusal de 76 por minuto. Bloqueo incompleto de rama derecha. QTc 418 ms.'],
        impression: ['Bloqueo incompleto de rama derecha, variante frecuente.'],
      },
    ],
  },
  {
    ...anyGender,
    words: ['ecocardiograma'],
    name: 'Ecocardiograma doppler color',
    by: 'cardiology',
    technique: 'Estudio transtorácico en modo M, bidimensional y doppler color, con buena ventana.',
    outcomes: [
      {
        findings: [
          'Ventrículo izquierdo de tamaño y grosor normales. Fracción de eyección de 63 %.',
          'Válvulas de morfología y función normales. Presión pulmonar estimada normal. Pericardio sin derrame.',
        ],
        impression: ['Ecocardiograma normal.'],
      },
      {
        findings: [
          'Ventrículo izquierdo de tamaño normal, con relajación retardada. Fracción de eyección de 60 %.',
          'Insuficiencia mitral mínima, sin repercusión.',
        ],
        impression: ['Función sistólica conservada. Insuficiencia mitral mínima.'],
      },
    ],
  },
  {
    ...anyGender,
    words: ['espirometria'],
    name: 'Espirometría basal y con broncodilatador',
    ages: [6, 99],
    by: 'lungs',
    technique: 'Tres maniobras aceptables y repetibles; control a los 15 minutos de 400 µg de salbutamol.',
    outcomes: [
      {
        findings: [
          'VEF1 96 % del teórico, CVF 98 % del teórico, VEF1/CVF 82 %. Sin cambio tras broncodilatador.',
        ],
        impression: ['Espirometría normal.'],
      },
      {
        findings: ['VEF1 78 % del teórico, VEF1/CVF 68 %. Aumento de 14 % y 310 mL tras broncodilatador.'],
        impression: ['Alteración obstructiva leve, con respuesta significativa al broncodilatador.'],
      },
    ],
  },
]

/** Returns those exams and procedures of the clinic of which reports can be written. */
export function listImagingExams({ clinic, sitesWith }: ClinicLookup): readonly ImagingExam[] {
  const imaging = new Set(
    clinic.examSpecialties.flatMap(({ code, service }) => (service === 'imagenologia' ? [code] : [])),
  )
  const offered = [
    ...clinic.exams
      .filter(({ specialty_code }) => imaging.has(specialty_code))
      .map(({ id, text, sites }) => ({ code: String(id), title: text, sites })),
    ...clinic.procedures.map(({ code, name, sites }) => ({ code, title: name, sites })),
  ]
  return reportedExams.flatMap((exam) => {
    const found =
      offered.find(({ title }) => title === exam.name) ??
      offered.find(({ title }) => exam.words.every((word) => foldText(title).includes(word)))
    return found ? [{ ...exam, code: found.code, sites: sitesWith(found.sites) }] : []
  })
}

/** Returns a report of an exam with one of its outcomes. */
export function reportOn(exam: ReportedExam, by: SeededRandom): Report {
  return { technique: exam.technique, ...by.pick(exam.outcomes) }
}
