import { words } from '../../../page/words.ts'

/** Types of schema.org that search takes for a wider one, itself among them: those met on pages.
 *  Source: schema.org, version 29, "Full hierarchy" */
export const SUBTYPES = {
  Article: words(
    'Article NewsArticle BlogPosting TechArticle ScholarlyArticle Report AnalysisNewsArticle',
    'OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle BackgroundNewsArticle AskPublicNewsArticle',
    'LiveBlogPosting AdvertiserContentArticle SatiricalArticle',
  ),
  Event: words(
    'Event BusinessEvent ChildrensEvent ComedyEvent CourseInstance DanceEvent EducationEvent',
    'ExhibitionEvent Festival FoodEvent Hackathon LiteraryEvent MusicEvent PublicationEvent SaleEvent',
    'ScreeningEvent SocialEvent SportsEvent TheaterEvent VisualArtsEvent',
  ),
  LocalBusiness: words(
    'LocalBusiness AnimalShelter AutomotiveBusiness AutoDealer AutoRental AutoRepair GasStation',
    'ChildCare Dentist DryCleaningOrLaundry EmergencyService EmploymentAgency EntertainmentBusiness',
    'Casino NightClub FinancialService AccountingService BankOrCreditUnion InsuranceAgency',
    'FoodEstablishment Bakery BarOrPub Brewery CafeOrCoffeeShop FastFoodRestaurant IceCreamShop',
    'Restaurant Winery GovernmentOffice HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub',
    'NailSalon TattooParlor HomeAndConstructionBusiness Electrician GeneralContractor HVACBusiness',
    'HousePainter Locksmith MovingCompany Plumber RoofingContractor InternetCafe LegalService Attorney',
    'Notary Library LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel Resort',
    'VacationRental MedicalBusiness MedicalClinic Optician Pharmacy Physician ProfessionalService',
    'RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation ExerciseGym',
    'GolfCourse Store BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore',
    'ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop',
    'HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore MusicStore',
    'OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore',
    'WholesaleStore TouristInformationCenter TravelAgency',
  ),
  Organization: words(
    'Organization Airline Corporation Cooperative EducationalOrganization CollegeOrUniversity School',
    'GovernmentOrganization MedicalOrganization Hospital NewsMediaOrganization NGO OnlineBusiness',
    'OnlineStore PerformingGroup MusicGroup Project SportsOrganization SportsTeam WorkersUnion',
  ),
  Product: words('Product ProductGroup ProductModel IndividualProduct SomeProducts Vehicle Car'),
  SoftwareApplication: words('SoftwareApplication MobileApplication WebApplication VideoGame'),
} as const
