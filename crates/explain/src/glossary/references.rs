//! The table of references that the glossary cites.

/// Defines [`Reference`] with one variant for each row.
///
/// A row contains the citation name, the work, the author or title in its original script, and the web address. The
/// work consists of author, title and year, in Latin letters, which all fonts have. The last two columns may be empty.
macro_rules! references {
    ($($reference:ident: $name:literal, $work:literal, $original:literal, $place:literal;)+) => {
        /// A document that is cited as the source of a term or statement.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Reference {
            $(#[doc = concat!("`", $name, "`")] $reference,)+
        }

        impl Reference {
            /// All references, sorted by name.
            pub const ALL: &[Self] = &[$(Self::$reference,)+];

            /// Returns the citation name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                self.row()[0]
            }

            /// Returns author, title and year, in Latin letters.
            #[must_use]
            pub const fn work(self) -> &'static str {
                self.row()[1]
            }

            /// Returns the author or title in its original script, or an empty string if that script is Latin.
            #[must_use]
            pub const fn original(self) -> &'static str {
                self.row()[2]
            }

            /// Returns the web address, or an empty string.
            #[must_use]
            pub const fn place(self) -> &'static str {
                self.row()[3]
            }

            const fn row(self) -> [&'static str; 4] {
                match self {
                    $(Self::$reference => [$name, $work, $original, $place],)+
                }
            }
        }
    };
}

references! {
    Xuebuyuan: "2D BSP Tree, undated",
        "“Implementing a 2D BSP Tree”",
        "《2D的BSP树的实现》", "http://www.xuebuyuan.com/1074883.html";
    Akenine: "Akenine-Möller 2001",
        "Tomas Akenine-Möller, “Fast 3D Triangle-Box Overlap Testing”, Journal of Graphics Tools 6 (1), 2001",
        "", "";
    Arnaldi: "Arnaldi, Priol, Bouatouch 1987",
        "Bruno Arnaldi, Thierry Priol, Kadi Bouatouch, “A New Space Subdivision Method for Ray Tracing CSG Modelled Scenes”, The Visual Computer 3 (2), 1987",
        "", "";
    AtiSdk: "ATI SDK 2006",
        "ATI Technologies, the BSP sample of the ATI SDK (BSP.cpp), March 2006; sections as in Ding Ounan, “The Annotated ATI SDK BSP Tree Source, Part III: Implementation”, 2006",
        "丁欧南", "https://blog.csdn.net/Silent_Spring/article/details/1042888 (part I)";
    Bentley: "Bentley 1975",
        "Jon Bentley, “Multidimensional Binary Search Trees Used for Associative Searching”, Communications of the ACM 18 (9), 1975",
        "", "";
    Boykov: "Boykov, Kolmogorov 2004",
        "Yuri Boykov, Vladimir Kolmogorov, “An Experimental Comparison of Min-Cut/Max-Flow Algorithms for Energy Minimization in Vision”, IEEE Transactions on Pattern Analysis and Machine Intelligence 26 (9), 2004",
        "", "";
    Noslopforever: "BSP Division, undated",
        "noslopforever, “The BSP Division Algorithm in Short”",
        "《Bsp分割算法简述》", "https://cloudbest.cn/knowledge/20200811/460375559155744768.html (a copy)";
    Catmull: "Catmull 1974",
        "Edwin Catmull, “A Subdivision Algorithm for Computer Display of Curved Surfaces”, thesis, University of Utah, 1974",
        "", "";
    Dammertz: "Dammertz, Hanika, Keller 2008",
        "Holger Dammertz, Johannes Hanika, Alexander Keller, “Shallow Bounding Volume Hierarchies for Fast SIMD Ray Tracing of Incoherent Rays”, Computer Graphics Forum 27 (4), 2008",
        "", "";
    Doom: "DOOM",
        "id Software, “DOOM”, 1993, source of 1997",
        "", "https://github.com/id-Software/DOOM";
    DxFramework: "DxFramework",
        "“Exploring DxFramework in Depth”, chapter 10, “Into the World of Three Dimensions”, undated",
        "《深度探索DxFramework》, 第10章 进入三维的世界", "www.xionggf.com";
    Elfbsp: "ELFBSP 2026",
        "Elf-Alchemist, “Binary BSP tree formats”, documentation of ELFBSP, 2026",
        "", "https://github.com/elf-alchemist/elfbsp";
    Ericson: "Ericson 2005",
        "Christer Ericson, “Real-Time Collision Detection”, Morgan Kaufmann, 2005",
        "", "";
    Fuchs: "Fuchs, Kedem, Naylor 1980",
        "Henry Fuchs, Zvi Kedem, Bruce Naylor, “On Visible Surface Generation by A Priori Tree Structures”, SIGGRAPH 1980",
        "", "";
    Gordon: "Gordon, Chen 1991",
        "Dan Gordon, Shuhong Chen, “Front-to-Back Display of BSP Trees”, IEEE Computer Graphics and Applications 11 (5), 1991",
        "", "";
    Iso128: "ISO 128-40",
        "ISO 128-40:2001, “Technical drawings: Basic conventions for cuts and sections”",
        "", "";
    Ize: "Ize, Wald, Parker 2008",
        "Thiago Ize, Ingo Wald, Steven Parker, “Ray Tracing with the BSP Tree”, IEEE Symposium on Interactive Ray Tracing, 2008",
        "", "";
    Jacobson: "Jacobson, Kavan, Sorkine-Hornung 2013",
        "Alec Jacobson, Ladislav Kavan, Olga Sorkine-Hornung, “Robust Inside-Outside Segmentation Using Generalized Winding Numbers”, ACM Transactions on Graphics 32 (4), 2013",
        "", "";
    Knuth: "Knuth, volume 1",
        "Donald Knuth, “The Art of Computer Programming”, volume 1, 1968",
        "", "";
    Kruskal: "Kruskal, Landwehr 1983",
        "Joseph Kruskal, James Landwehr, “Icicle Plots: Better Displays for Hierarchical Clustering”, The American Statistician 37 (2), 1983",
        "", "";
    Meagher: "Meagher 1982",
        "Donald Meagher, “Geometric Modeling Using Octree Encoding”, Computer Graphics and Image Processing 19 (2), 1982",
        "", "";
    Melax: "Melax 2000",
        "Stan Melax, “Dynamic Plane Shifting BSP Traversal”, Graphics Interface 2000",
        "", "";
    Murali: "Murali, Funkhouser 1997",
        "T. M. Murali, Thomas Funkhouser, “Consistent Solid and Boundary Representations from Arbitrary Polygonal Data”, Symposium on Interactive 3D Graphics, 1997",
        "", "";
    Okabe: "Okabe, Ito 2002",
        "Masataka Okabe, Kei Ito, “Color Universal Design”, 2002",
        "", "https://jfly.uni-koeln.de/color/";
    Pineda: "Pineda 1988",
        "Juan Pineda, “A Parallel Algorithm for Polygon Rasterization”, SIGGRAPH 1988",
        "", "";
    Quake: "Quake",
        "id Software, “Quake”, 1996, source of 1999",
        "", "https://github.com/id-Software/Quake";
    QuakeThree: "Quake III",
        "id Software, “Quake III Arena”, 1999, source of 2005",
        "", "https://github.com/id-Software/Quake-III-Arena";
    QuakeCompilers: "Quake's compilers",
        "id Software, the compilers of levels of Quake, 1996 (qbsp, vis, light), and Quake II, 1997",
        "", "https://github.com/id-Software/Quake-Tools";
    Ranbun: "Ranbun 2022",
        "Ranbun, “Intersection of AABB and Triangle”, 8 September 2022",
        "《AABB与Triangle求交》", "https://ranbun.github.io/archives/2022/09/";
    Rubin: "Rubin, Whitted 1980",
        "Steven Rubin, Turner Whitted, “A 3-Dimensional Representation for Fast Rendering of Complex Scenes”, SIGGRAPH 1980",
        "", "";
    Sanglard: "Sanglard 2018",
        "Fabien Sanglard, “Game Engine Black Book: DOOM”, 2018",
        "", "";
    Teller: "Teller 1992",
        "Seth Teller, “Visibility Computations in Densely Occluded Polyhedral Environments”, thesis, University of California, Berkeley, 1992",
        "", "";
    DoomSpecs: "The Unofficial DOOM Specs 1994",
        "Matthew Fell, “The Unofficial DOOM Specs”, release 1.666, 1994",
        "", "";
}
