import { words } from '../../../page/words.ts'
import { SUBTYPES } from './subtypes.ts'

/** What Google's search asks of one kind of rich result. A property is a path ("offers.price"): every thing
 *  met on the way has to have the next one. A bar stands between alternatives of which one is enough. */
export interface RichResultRule {
  /** Types of schema.org that make it. */
  readonly types: readonly string[]
  readonly required: readonly string[]
  readonly recommended: readonly string[]
  /** Asked for only of things that have the first step of the path. */
  readonly requiredWithin?: readonly string[]
  /** Said with every such item. */
  readonly note?: string
  /** Search no longer shows it, whatever it holds. */
  readonly isRetired?: true
}

const RATING = [
  'aggregateRating.ratingValue',
  'aggregateRating.ratingCount|aggregateRating.reviewCount',
]

/** By the name of the rich result. Source: Google Search Central, "Structured data markup that Google
 *  Search supports" and the page of each type: their tables of required and recommended properties */
export const RICH_RESULTS: Readonly<Record<string, RichResultRule>> = {
  Article: {
    types: SUBTYPES.Article,
    required: [],
    recommended: words('headline image datePublished dateModified author author.name author.url'),
  },
  Breadcrumb: {
    types: ['BreadcrumbList'],
    required: words(
      'itemListElement itemListElement.position',
      'itemListElement.name|itemListElement.item.name',
    ),
    recommended: [],
  },
  Course: {
    types: ['Course'],
    required: ['name', 'description'],
    recommended: ['provider'],
    note: 'Courses are shown only as a list of at least three (ItemList).',
  },
  Dataset: {
    types: ['Dataset'],
    required: ['name', 'description'],
    recommended: words('creator license distribution temporalCoverage spatialCoverage identifier'),
  },
  DiscussionForum: {
    types: ['DiscussionForumPosting', 'SocialMediaPosting'],
    required: words('author author.name datePublished text|image|video|sharedContent'),
    recommended: words('headline url comment interactionStatistic author.url'),
  },
  EmployerRating: {
    types: ['EmployerAggregateRating'],
    required: words('itemReviewed itemReviewed.name ratingValue ratingCount|reviewCount'),
    recommended: ['bestRating', 'worstRating'],
  },
  Event: {
    types: SUBTYPES.Event,
    required: words('name startDate location'),
    recommended: words(
      'description endDate eventStatus image location.name offers organizer performer',
    ),
    requiredWithin: ['location.address'],
  },
  FAQ: {
    types: ['FAQPage'],
    required: words(
      'mainEntity mainEntity.name mainEntity.acceptedAnswer mainEntity.acceptedAnswer.text',
    ),
    recommended: [],
    note: 'FAQ rich results have been restricted to well-known government and health sites since August 2023.',
  },
  HowTo: {
    types: ['HowTo'],
    required: ['name', 'step'],
    recommended: [],
    note: 'HowTo rich results have not been shown since September 2023.',
    isRetired: true,
  },
  ImageMetadata: {
    types: ['ImageObject'],
    required: ['contentUrl', 'creator|creditText|copyrightNotice|license'],
    recommended: words('acquireLicensePage creator creditText copyrightNotice license'),
  },
  JobPosting: {
    types: ['JobPosting'],
    required: words(
      'title description datePosted hiringOrganization',
      'jobLocation|applicantLocationRequirements',
    ),
    recommended: words('baseSalary employmentType validThrough identifier directApply'),
    requiredWithin: ['jobLocation.address'],
  },
  LocalBusiness: {
    types: SUBTYPES.LocalBusiness,
    required: ['name', 'address'],
    recommended: words(
      'geo openingHoursSpecification|openingHours telephone url priceRange image',
      'aggregateRating review',
    ),
  },
  Movie: {
    types: ['Movie'],
    required: ['name', 'image'],
    recommended: words('aggregateRating dateCreated director review'),
    note: 'Movies are shown only as a list (ItemList).',
  },
  Organization: {
    types: SUBTYPES.Organization,
    required: [],
    recommended: words('name url logo description address email telephone contactPoint sameAs'),
  },
  Product: {
    types: SUBTYPES.Product,
    required: ['name', 'review|aggregateRating|offers'],
    recommended: words(
      'image description brand sku gtin|gtin8|gtin12|gtin13|gtin14|mpn|isbn offers',
      'offers.availability aggregateRating review',
    ),
    requiredWithin: [
      'offers.price|offers.priceSpecification.price|offers.lowPrice',
      'offers.priceCurrency|offers.priceSpecification.priceCurrency',
      ...RATING,
    ],
  },
  ProfilePage: {
    types: ['ProfilePage'],
    required: ['mainEntity', 'mainEntity.name'],
    recommended: words('dateCreated dateModified mainEntity.image mainEntity.sameAs'),
  },
  QAPage: {
    types: ['QAPage'],
    required: words(
      'mainEntity mainEntity.name mainEntity.answerCount',
      'mainEntity.acceptedAnswer|mainEntity.suggestedAnswer',
    ),
    recommended: words(
      'mainEntity.author mainEntity.datePublished mainEntity.text mainEntity.upvoteCount',
    ),
  },
  Recipe: {
    types: ['Recipe'],
    required: ['name', 'image'],
    recommended: words(
      'author datePublished description keywords recipeCategory recipeCuisine prepTime',
      'cookTime totalTime recipeYield recipeIngredient recipeInstructions',
      'nutrition.calories aggregateRating video',
    ),
    requiredWithin: RATING,
  },
  AggregateRating: {
    types: ['AggregateRating'],
    required: words('itemReviewed itemReviewed.name ratingValue ratingCount|reviewCount'),
    recommended: ['bestRating', 'worstRating'],
  },
  ReviewSnippet: {
    types: ['Review', 'CriticReview'],
    required: words('author itemReviewed itemReviewed.name reviewRating.ratingValue'),
    recommended: ['datePublished', 'reviewRating.bestRating'],
  },
  SoftwareApp: {
    types: SUBTYPES.SoftwareApplication,
    required: words('name offers offers.price aggregateRating|review'),
    recommended: ['applicationCategory', 'operatingSystem'],
    requiredWithin: RATING,
  },
  Video: {
    types: ['VideoObject'],
    required: words('name thumbnailUrl|thumbnail uploadDate'),
    recommended: words('description duration contentUrl|embedUrl interactionStatistic expires'),
  },
  SiteName: {
    types: ['WebSite'],
    required: ['name', 'url'],
    recommended: ['alternateName'],
  },
}
